"""Why an action of Doppelpass is refused: the reason, the facts and the way that was tried."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from rulebook.games.doppelpass import rules
from rulebook.games.doppelpass.constants import KEEPERS, NOBODY, PIECES, TEAMS
from rulebook.games.doppelpass.events import gauge, leg, walk_leg
from rulebook.games.doppelpass.moves import Walk, distance, first_walk, in_the_way, last_on_board
from rulebook.games.doppelpass.pitch import Pitch, Point
from rulebook.games.doppelpass.state import Action, Piece, State
from rulebook.games.doppelpass.steps import named
from rulebook.model import Facts, Illegal, Leg


class Trial(NamedTuple):
    """A walk that was tried, by which piece, and the other two pieces as a Spielzug counts them."""

    piece: Piece
    walk: Walk
    others: tuple[Piece, Piece]


class Refused(NamedTuple):
    """A refused action. `trials` are the walks up to the refused one, or all where no walk is to blame."""

    pitch: Pitch
    state: State
    action: Action
    rule: str
    trials: tuple[Trial, ...]


def refusal(pitch: Pitch, state: State, action: Action) -> Illegal | None:
    """The first rule that forbids the action, with all there is to say of it, or None where it is legal."""
    rule = rules.forbidden(pitch, state, action)
    if not rule:
        return None
    trials = _TRIALS[action[0]](pitch, state, *action[1:]) if _is_tried(action, rule) else ()
    refused = Refused(pitch, state, action, rule, trials)
    facts = {**named(pitch, action), **_players(state, action), **_FACTS[rule](refused)}
    return Illegal(rule, _WHY[rule].format(**facts), facts, _legs(refused))


def _players(state: State, action: Action) -> Facts:
    """Who acts, and the other; nobody before the toss."""
    if state.turn == NOBODY:
        return {"team": "", "other": ""}
    acts = 1 - state.turn if action[0] in ("shift", "save") else state.turn
    return {"team": TEAMS[acts], "other": TEAMS[1 - acts]}


# The walks that were tried


def _is_tried(action: Action, rule: str) -> bool:
    """Whether there is a walk to show, at the right time."""
    return action[0] in _TRIALS and rule != "turn.order"


Trials = tuple[Trial, ...]


def _spielzug(pitch: Pitch, state: State, piece: Piece, die: int, to: Point, *other: Any) -> Trials:
    first = Trial(piece, rules.first_of(pitch, state, piece, die, to), rules.rest(piece))
    second, second_die, second_to = other
    if second == piece:
        return ()
    walk = rules.second_of(pitch, state, (piece, to), second, second_die, second_to)
    after = Trial(second, walk, (piece, rules.third(piece, second)))
    return (first,) if first_walk(first.walk) else (first, after)


def _free_kick(pitch: Pitch, state: State, piece: Piece, to: Point) -> Trials:
    return (Trial(piece, rules.first_of(pitch, state, piece, sum(state.dice), to), rules.rest(piece)),)


def _corner(pitch: Pitch, state: State, piece: Piece, die: int, to: Point) -> Trials:
    return (Trial(piece, rules.first_of(pitch, state, piece, die, to), rules.rest(piece)),)


def _missed(pitch: Pitch, state: State, to: Point) -> Trials:
    piece = rules.pending(state).piece
    return (Trial(piece, rules.missed_of(pitch, state, to), rules.rest(piece)),)


_TRIALS: Mapping[str, Callable[..., Trials]] = {
    "move": _spielzug,
    "direct": _free_kick,
    "corner": _corner,
    "missed": _missed,
}


def _legs(refused: Refused) -> tuple[Leg, ...]:
    """The ways as far as the board goes, and the line that should have been crossed."""
    pitch, state, action, rule, trials = refused
    if rule.startswith("keeper."):
        at, to = state.keepers[1 - state.turn], action[1]
        return leg(pitch, KEEPERS[1 - state.turn], "move", at, to)
    ways = [walk_leg(pitch, state.turn, PIECES[piece], walk.start, walk.to) for piece, walk, _ in trials]
    legs = tuple(part for way in ways for part in way)
    return legs + gauge(pitch, *trials[-1].walk.others) if rule.startswith("through.") else legs


# What a rule has to say, beside the action's fields


def _nothing(_refused: Refused) -> Facts:
    return {}


def _walk(refused: Refused) -> Facts:
    """The refused walk: its piece, its pips, its way and how far that is."""
    name, (piece, walk, _) = refused.pitch.name, refused.trials[-1]
    way: Facts = {"from": name(walk.start), "to": name(walk.to), "distance": distance(walk.start, walk.to)}
    return {**way, "piece": PIECES[piece], "die": walk.pips}


def _passing(refused: Refused) -> Facts:
    """Where the refused walk passes the goal line."""
    walk = refused.trials[-1].walk
    return {**_walk(refused), "at": refused.pitch.name(last_on_board(walk.start, walk.to))}


def _over(refused: Refused) -> Facts:
    return {**_walk(refused), **_stands(refused, in_the_way(refused.trials[-1].walk)[0])}


def _land(refused: Refused) -> Facts:
    """The end of a walk, or the place for a piece at a penalty, where another piece is."""
    if refused.action[0] == "penalty":
        return _put_out(refused)
    return {**_walk(refused), **_stands(refused, refused.trials[-1].walk.to)}


def _stands(refused: Refused, at: Point) -> Facts:
    """Who stands on a point when the refused piece walks."""
    _, walk, others = refused.trials[-1]
    by = others[walk.others.index(at)]
    return {"at": refused.pitch.name(at), "by": PIECES[by]}


def _keeper(refused: Refused) -> Facts:
    to = refused.trials[-1].walk.to
    keeper = KEEPERS[refused.state.keepers.index(to)]
    return {**_walk(refused), "at": refused.pitch.name(to), "keeper": keeper}


def _between(refused: Refused) -> Facts:
    _, walk, (first, third) = refused.trials[-1]
    first_at, third_at = map(refused.pitch.name, walk.others)
    pieces = {"first": PIECES[first], "third": PIECES[third]}
    return {**_walk(refused), **pieces, "first_at": first_at, "third_at": third_at}


def _dice(refused: Refused) -> Facts:
    first, second = refused.state.dice
    return {"first": first, "second": second}


def _phase(refused: Refused) -> Facts:
    return {"phase": refused.state.phase}


def _inside(refused: Refused) -> Facts:
    """A piece in the penalty area."""
    piece = rules.inside(refused.pitch, refused.state)[0]
    at = refused.pitch.name(rules.standing(refused.state)[piece])
    return {"inside": PIECES[piece], "at": at, **_dice(refused)}


def _put_out(refused: Refused) -> Facts:
    """Which piece cannot be put where, at a penalty; `by` is empty where nobody is there."""
    _, shooter, *to = refused.action
    pitch, state = refused.pitch, refused.state
    piece = next(rules.wrong_places(pitch, state, shooter, to))[0]
    there = [at if point is None else point for at, point in zip(rules.standing(state), to, strict=True)]
    by = [other for other in rules.rest(piece) if other != shooter and there[other] == there[piece]]
    taken = PIECES[by[0]] if by else ""
    return {"moved": PIECES[piece], "at": pitch.name(there[piece]), "by": taken}


def _shift(refused: Refused) -> Facts:
    """The keeper's way, and which piece stands at its end."""
    team, to = 1 - refused.state.turn, refused.action[1]
    name, pieces = refused.pitch.name, refused.state.pieces
    by = PIECES[pieces.index(to)] if to in pieces else ""
    return {"keeper": KEEPERS[team], "from": name(refused.state.keepers[team]), "to": name(to), "by": by}


def _saving(refused: Refused) -> Facts:
    allowed = rules.offered(refused.pitch, refused.state)
    return {"dice": " / ".join(map(str, allowed)), "keeper": KEEPERS[1 - refused.state.turn]}


_FACTS: Mapping[str, Callable[[Refused], Facts]] = {
    "turn.order": _phase,
    "turn.must_move": _nothing,
    "penalty.compulsory": _inside,
    "move.two": _nothing,
    "move.dice": _dice,
    "move.backward": _walk,
    "move.first_direction": _walk,
    "move.second_direction": _walk,
    "move.count": _walk,
    "move.board": _walk,
    "move.over": _over,
    "move.land": _land,
    "move.keeper": _keeper,
    "through.level": _between,
    "through.crossing": _between,
    "goal.second": _passing,
    "goal.width": _passing,
    "goal.line": _walk,
    "double.only": _dice,
    "penalty.double_one": _dice,
    "penalty.others": _nothing,
    "penalty.outside": _put_out,
    "corner.place": _walk,
    "corner.back": _walk,
    "keeper.step": _shift,
    "keeper.area": _shift,
    "keeper.free": _shift,
    "save.dice": _saving,
}

_WHY: Mapping[str, str] = {
    "turn.order": "That does not belong to the phase {phase}.",
    "turn.must_move": "The turn goes on: there is a way to play.",
    "penalty.compulsory": "A double of ones with {inside} in the penalty area, on {at}, is a penalty.",
    "move.two": "A Spielzug moves two pieces, not {piece} twice.",
    "move.dice": "The dice show {first} and {second}.",
    "move.backward": "{piece} cannot go back from {from} to {to}.",
    "move.first_direction": "{piece} can go sideways or diagonally forward, which {to} is not from {from}.",
    "move.second_direction": "{piece} can go diagonally forward only, which {to} is not from {from}.",
    "move.count": "From {from} to {to} is {distance}, and {piece} has to go {die}.",
    "move.board": "{piece} would leave the board.",
    "move.over": "{by} is in the way on {at}.",
    "move.land": "{by} is on {at}.",
    "move.keeper": "{keeper} stands on {at}, and no piece ends there.",
    "through.level": "From {from} to {to} the walk begins or ends level with {first} and {third}.",
    "through.crossing": "From {from} to {to} {piece} does not pass between {first} and {third}.",
    "goal.second": "Only the second piece scores, so {piece} cannot cross the goal line on {at}.",
    "goal.width": "{piece} would cross the goal line on {at}, beside the goal.",
    "goal.line": "{piece} needs {distance} to cross the goal line and has {die}.",
    "double.only": "That takes a double; the dice show {first} and {second}.",
    "penalty.double_one": "A penalty takes a double of ones and a piece in the penalty area.",
    "penalty.others": "The other pieces in the penalty area are put out of it, all of them and no other.",
    "penalty.outside": "{at} is not directly outside the penalty area, so {moved} cannot be put there.",
    "corner.place": "{piece} on {from} is not in a corner beside the attacked goal.",
    "corner.back": "From the corner {from} a piece goes straight or diagonally back, which {to} is not.",
    "keeper.step": "{keeper} can go one point at most, and {to} is farther from {from}.",
    "keeper.area": "{to} lies outside the penalty area of {keeper}.",
    "keeper.free": "{by} stands on {to}, where {keeper} cannot go.",
    "save.dice": "Against this shot the keeper throws {dice}.",
}
"""By rule: the reason, to be filled with the facts."""
