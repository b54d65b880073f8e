"""What happened in an action of Doppelpass, told by comparing the positions before and after it.

Nothing is decided here: `play` has decided, and this says in order what was done and by which rule.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile
from typing import Any, NamedTuple, cast

from rulebook.games.doppelpass.constants import (
    DICE,
    DIRECT,
    DRAW,
    KEEPERS,
    MISSED,
    NOBODY,
    OVER,
    PASS,
    PIECES,
    ROLL,
    SAVE,
    SAVES,
    TEAMS,
    TOSS,
    A,
)
from rulebook.games.doppelpass.moves import distance, is_straight, last_on_board, points, way
from rulebook.games.doppelpass.pitch import Pitch, Point
from rulebook.games.doppelpass.rules import hope_of, is_double, pending, rest, standing, third
from rulebook.games.doppelpass.shots import Chance, Shot, beside
from rulebook.games.doppelpass.state import Action, Piece, State
from rulebook.model import Dice, Event, Facts, Leg, Style

Events = Iterator[Event]
Legs = tuple[Leg, ...]


class Change(NamedTuple):
    """The positions before and after an action, and its dice."""

    pitch: Pitch
    before: State
    after: State
    dice: Dice

    @property
    def attacker(self) -> int:
        """Who is in possession when the action begins."""
        return self.before.turn


def explain(pitch: Pitch, before: State, action: Action, dice: Dice, after: State) -> tuple[Event, ...]:
    """The events of a legal action in the order in which they happened, the end of the game last."""
    change = Change(pitch, before, after, dice)
    return (*_TELL[action[0]](change, *action[1:]), *_ending(change))


# Ways


def leg(pitch: Pitch, token: str, style: Style, start: Point, to: Point) -> Legs:
    """A straight way, every point of it, as far as the board goes; nothing if it leads nowhere."""
    ways = points(start, to) if is_straight(start, to) else iter((start, to))
    names = tuple(pitch.names[point] for point in takewhile(pitch.on.__contains__, ways))
    return (Leg(token, names, style),) if len(names) > 1 else ()


def walk_leg(pitch: Pitch, team: int, token: str, start: Point, to: Point) -> Legs:
    """A piece's walk: a shot where it leads beyond the attacked goal line."""
    return leg(pitch, token, "shot" if to[1] == pitch.behind[team] else "move", start, to)


def gauge(pitch: Pitch, one: Point, other: Point) -> Legs:
    """The line between two pieces that a third one has to cross."""
    return (Leg("", (pitch.names[one], pitch.names[other]), "line"),)


def carried(pitch: Pitch, token: str, start: Point | None, to: Point) -> Legs:
    """The way of something that is put on a point."""
    return leg(pitch, token, "carry", start, to) if start is not None else ()


# The kinds of action


def _roll(change: Change) -> Events:
    if change.before.phase == TOSS:
        yield _toss(change)
    elif change.before.phase == ROLL:
        yield _event(change, "roll", "turn.roll", _thrown(change))
    else:
        yield from _penalty_roll(change)


def _toss(change: Change) -> Event:
    """Who kicks off, or that the toss is to be repeated; A is told first then."""
    turn = change.after.turn
    kind, rule = ("toss", "kick_off.toss") if turn != NOBODY else ("toss_tie", "kick_off.tie")
    return _event(change, kind, rule, _thrown(change), max(turn, A))


def _penalty_roll(change: Change) -> Events:
    (number,), after = change.dice, change.after
    piece = PIECES[pending(change.before).piece]
    facts: Facts = {"piece": piece, "die": number}
    yield _event(change, "penalty_roll", "penalty.roll", facts)
    if after.phase == MISSED:
        yield _event(change, "misses", "penalty.missed", facts)
    elif after.phase == SAVE:
        yield _event(change, "on_target", "penalty.scored", facts)
    else:
        yield from _scored(change, pending(change.before), played=True)


def _shift(change: Change, to: Point) -> Events:
    keeper, at = change.pitch.name, change.before.keepers[1 - change.attacker]
    token, defender = KEEPERS[1 - change.attacker], 1 - change.attacker
    if to == at:
        yield _event(change, "stay", "keeper.shift", {"keeper": token, "at": keeper(at)}, defender)
        return
    facts: Facts = {"keeper": token, "from": keeper(at), "to": keeper(to)}
    legs = leg(change.pitch, token, "move", at, to)
    yield _event(change, "shift", "keeper.shift", facts, defender, legs)
    if at in change.before.pieces:
        piece = PIECES[change.before.pieces.index(at)]
        facts = {"keeper": token, "piece": piece, "at": keeper(at)}
        yield _event(change, "left_behind", "keeper.piece_on", facts, defender)


def _move(change: Change, piece: Piece, die: int, to: Point, *other: Any) -> Events:
    second, second_die, end = other
    if is_double(change.before):
        yield _event(change, "advantage", "double.advantage", {"die": die})
    yield from _walked(change, "walk", "move.first_direction", piece, die, to)
    still = third(piece, second)
    between = _Between(piece, to, still, standing(change.before)[still])
    yield from _kicked(change, Shot(PASS, second, end, second_die), between)


def _direct(change: Change, piece: Piece, to: Point) -> Events:
    at, (one, other) = standing(change.before), rest(piece)
    between = _Between(one, at[one], other, at[other])
    yield from _kicked(change, Shot(DIRECT, piece, to, change.before.dice[0]), between)


def _indirect(change: Change) -> Events:
    yield _event(change, "indirect", "double.indirect")


def _corner(change: Change, piece: Piece, die: int, to: Point) -> Events:
    yield from _walked(change, "corner", "corner.back", piece, die, to)
    yield _event(change, "corner_again", "corner.again")


def _penalty(change: Change, shooter: Piece, *to: Point | None) -> Events:
    pitch, at = change.pitch, standing(change.before)
    yield _event(change, "penalty", "penalty.double_one", {"piece": PIECES[shooter]})
    spot = pitch.spots[1 - change.attacker]
    yield _put(change, "spot", "penalty.spot", shooter, at[shooter], spot)
    for piece, point in enumerate(to):
        if point is not None:
            yield _put(change, "outside", "penalty.outside", piece, at[piece], point)


def _put(change: Change, kind: str, rule: str, piece: Piece, at: Point, to: Point) -> Event:
    pitch = change.pitch
    facts: Facts = {"piece": PIECES[piece], "from": pitch.name(at), "to": pitch.name(to)}
    return _event(change, kind, rule, facts, legs=carried(pitch, PIECES[piece], at, to))


def _missed(change: Change, to: Point) -> Events:
    shot = pending(change.before)
    yield from _walked(change, "missed_walk", "penalty.missed", shot.piece, shot.number or 0, to)
    yield _event(change, "penalty_lost", "penalty.lost")


def _end_turn(change: Change) -> Events:
    missed = change.before.phase == MISSED
    kind, rule = ("penalty_lost", "penalty.lost") if missed else ("turn_lost", "turn.lost")
    yield _event(change, kind, rule)


def _kick_off(change: Change) -> Events:
    pitch, before, after = change.pitch, change.before, change.after
    yield _event(change, "kick_off", "kick_off.conceded")
    ways = zip(PIECES, before.pieces, pitch.kick_off, strict=True)
    legs = tuple(part for token, at, to in ways for part in carried(pitch, token, at, to))
    yield _event(change, "placed", "kick_off.points", legs=legs)
    if after.keepers:
        homes = zip(KEEPERS, before.keepers, after.keepers, strict=True)
        legs = tuple(part for token, at, to in homes for part in carried(pitch, token, at, to))
        yield _event(change, "keepers_back", "kick_off.keepers", legs=legs)


# Walks and shots


def _walked(change: Change, kind: str, rule: str, piece: Piece, die: int, to: Point) -> Events:
    """A walk that is no shot and passes between nobody."""
    pitch, at = change.pitch, standing(change.before)[piece]
    facts: Facts = {"piece": PIECES[piece], "die": die, "from": pitch.name(at), "to": pitch.name(to)}
    yield _event(change, kind, rule, facts, legs=leg(pitch, PIECES[piece], "move", at, to))
    yield from _keepers_passed(change, piece, at, to)


class _Between(NamedTuple):
    """The two pieces that another one passes between, and where they stand."""

    first: Piece
    first_at: Point
    third: Piece
    third_at: Point


def _kicked(change: Change, shot: Shot, between: _Between) -> Events:
    """The walk of a second piece or of a direct free kick, and what comes of it."""
    at, to = standing(change.before)[shot.piece], cast(Point, shot.to)
    is_shot = to not in change.pitch.on
    yield _kick(change, shot, between, is_shot)
    pips = _pips(shot)
    lapsed = pips - distance(at, to)
    if lapsed:
        facts: Facts = {"piece": PIECES[shot.piece], "lapsed": lapsed, "of": pips}
        yield _event(change, "surplus", "goal.surplus", facts)
    yield from _keepers_passed(change, shot.piece, at, to)
    if not is_shot:
        yield from _keeps_turn(change)
    elif change.after.phase != SAVE:
        yield from _not_saved(change, shot)
        yield from _scored(change, shot, played=False)


def _keeps_turn(change: Change) -> Events:
    """Unless there is no roll left."""
    if change.after.phase != OVER:
        yield _event(change, "keeps_turn", "turn.keep")


def _kick(change: Change, shot: Shot, between: _Between, is_shot: bool) -> Event:
    """The walk itself. A pending shot is only drawn: its piece stays until the keeper has tried."""
    pitch, at, to = change.pitch, standing(change.before)[shot.piece], cast(Point, shot.to)
    token = "" if change.after.phase == SAVE else PIECES[shot.piece]
    legs = walk_leg(pitch, change.attacker, token, at, to) + gauge(pitch, between.first_at, between.third_at)
    facts: dict[str, str | int] = {
        "piece": PIECES[shot.piece],
        "die": shot.number or 0,
        "from": pitch.name(at),
        "to": pitch.name(to),
        "first": PIECES[between.first],
        "third": PIECES[between.third],
    }
    if is_shot:
        facts["at"] = pitch.name(last_on_board(at, to))
    if shot.kind == PASS:
        return _event(change, "shot" if is_shot else "pass", "through.crossing", facts, legs=legs)
    facts["sum"] = _pips(shot)
    kind = "free_kick_shot" if is_shot else "free_kick"
    return _event(change, kind, "double.direct", facts, legs=legs)


def _pips(shot: Shot) -> int:
    number = shot.number or 0
    return number * DICE if shot.kind == DIRECT else number


def _keepers_passed(change: Change, piece: Piece, at: Point, to: Point) -> Events:
    """Each keeper over whom a walk leads, in its order."""
    for point in way(at, to)[1:-1]:
        if point in change.before.keepers:
            keeper = KEEPERS[change.before.keepers.index(point)]
            facts: Facts = {"piece": PIECES[piece], "keeper": keeper, "at": change.pitch.name(point)}
            yield _event(change, "passes_keeper", "keeper.passable", facts)


def _not_saved(change: Change, shot: Shot) -> Events:
    """Why a keeper cannot try: beyond his reach, or not in this mode."""
    pitch, before, defender = change.pitch, change.before, 1 - change.attacker
    if not before.keepers:
        return
    facts: dict[str, str | int] = {"keeper": KEEPERS[defender], "piece": PIECES[shot.piece]}
    if "beside" not in SAVES[before.mode]:
        yield _event(change, "no_save", "save.hopeless", facts, defender)
        return
    on_board = way(standing(before)[shot.piece], cast(Point, shot.to))[:-1]
    at, line = beside(before.keepers[defender], on_board)
    facts |= {"at": pitch.name(at), "distance": line}
    yield _event(change, "out_of_reach", "save.hopeless", facts, defender)


_GOALS = {PASS: ("goal", "goal.second"), DIRECT: ("free_kick_goal", "double.direct")}


def _scored(change: Change, shot: Shot, *, played: bool) -> Events:
    """A goal and who has the kick-off. `played` where the piece has not gone into the goal yet."""
    pitch, at, to = change.pitch, standing(change.before)[shot.piece], shot.to
    kind, rule = _GOALS.get(shot.kind, ("penalty_goal", "penalty.scored"))
    facts: dict[str, str | int] = {"piece": PIECES[shot.piece], **_score(change)}
    if to is None:
        legs = leg(pitch, PIECES[shot.piece], "shot", at, _goal_middle(pitch, 1 - change.attacker))
    else:
        facts["at"] = pitch.name(last_on_board(at, to))
        legs = leg(pitch, PIECES[shot.piece], "shot", at, to)
    yield _event(change, kind, rule, facts, legs=legs if played else ())
    yield _event(change, "conceded", "goal.conceded")


def _goal_middle(pitch: Pitch, team: int) -> Point:
    """Where a penalty is drawn to go in."""
    goal = pitch.goals[team]
    return goal[len(goal) // 2]


# The keeper's try


def _save(change: Change, _count: int) -> Events:
    shot = pending(change.before)
    hope = cast(Chance, hope_of(change.pitch, change.before, shot))
    yield _try(change, shot, hope)
    if change.after.score == change.before.score:
        yield from _held(change, shot, hope)
    else:
        yield from _scored(change, shot, played=True)


def _try(change: Change, shot: Shot, hope: Chance) -> Event:
    """What the keeper needs and what he throws."""
    defender, dice = 1 - change.attacker, change.dice
    facts: dict[str, str | int] = {"keeper": KEEPERS[defender], "piece": PIECES[shot.piece]}
    if hope.line:
        facts |= {"need_line": hope.line, "need_die": hope.need, **_thrown(change)}
        return _event(change, "save_beside", hope.rule, facts, defender)
    facts["need"] = hope.need
    kind = hope.rule.replace(".", "_")
    if hope.rule == "save.direct":
        kind += "_two" if len(dice) > 1 else "_one"
    facts |= {**_thrown(change), "sum": sum(dice)} if len(dice) > 1 else {"die": dice[0]}
    return _event(change, kind, hope.rule, facts, defender)


def _held(change: Change, shot: Shot, hope: Chance) -> Events:
    """The keeper goes where the shot passes, the piece is put on him, and the turn is his player's."""
    pitch, before, defender = change.pitch, change.before, 1 - change.attacker
    keeper, at, piece = KEEPERS[defender], before.keepers[defender], PIECES[shot.piece]
    if hope.line:
        facts: Facts = {"keeper": keeper, "from": pitch.name(at), "to": pitch.name(hope.at)}
        yield _event(change, "dive", hope.rule, facts, defender, leg(pitch, keeper, "move", at, hope.at))
    start = standing(before)[shot.piece]
    facts = {"keeper": keeper, "piece": piece, "from": pitch.name(start), "to": pitch.name(hope.at)}
    yield _event(change, "held", "save.held", facts, defender, leg(pitch, piece, "move", start, hope.at))
    yield _event(change, "turn_held", "save.held")


# The end, and what all events have in common


def _ending(change: Change) -> Events:
    """Why the game is over, if it is."""
    after = change.after
    if after.phase != OVER:
        return
    facts = _score(change)
    if after.goals in after.score:
        yield _event(change, "wins", "game.goals", {"goals": after.goals, **facts}, after.winner)
        return
    yield _event(change, "time_up", "game.rolls", {"rolls": after.rolls, **facts})
    if after.winner == DRAW:
        yield _event(change, "draw", "game.draw", facts)
    else:
        yield _event(change, "most_goals", "game.rolls", facts, after.winner)


def _score(change: Change) -> Facts:
    return dict(zip(("a", "b"), change.after.score, strict=True))


def _thrown(change: Change) -> Facts:
    return dict(zip(("first", "second"), change.dice, strict=True))


def _event(
    change: Change,
    kind: str,
    rule: str,
    facts: Facts | None = None,
    team: int | None = None,
    legs: Legs = (),
) -> Event:
    """An event of a team, of the one in possession where none is named, with the other one beside it."""
    who = change.attacker if team is None else team
    return Event(kind, rule, {"team": TEAMS[who], "other": TEAMS[1 - who], **(facts or {})}, legs)


_TELL: Mapping[str, Callable[..., Events]] = {
    "roll": _roll,
    "shift": _shift,
    "move": _move,
    "direct": _direct,
    "indirect": _indirect,
    "corner": _corner,
    "penalty": _penalty,
    "missed": _missed,
    "save": _save,
    "kick_off": _kick_off,
    "end_turn": _end_turn,
}
