"""What every legal action of Doppelpass brings about: laws that hold a position and the next side by side.

Each function tells whether a rule keeps its promise: exactly this has changed and nothing beside it, and the
events say so in the rule's name, with the ways that are drawn for them. They are in the order of the book,
and so are the `EFFECTS` at the end.
"""

from collections.abc import Callable, Iterator, Mapping

from rulebook.games.doppelpass.laws.book import BOTH, PIECES, PLAYERS
from rulebook.games.doppelpass.laws.view import (
    ALL,
    CORNER,
    DIRECT,
    END_TURN,
    INDIRECT,
    KICK_OFFS,
    KICKS,
    MISSED_WALK,
    MOVE,
    PENALTY,
    ROLL,
    SAVE,
    SHIFT,
    Flight,
    Kinds,
    Point,
    Shot,
    View,
    Walk,
    corner_walk,
    defender,
    direct_walk,
    first_walk,
    flight,
    flown,
    goal_row,
    invaders,
    is_double,
    is_jumped,
    keepers_places,
    lines_off,
    met,
    missed_walk,
    name,
    on_board,
    other,
    pending,
    second_walk,
    spot,
    target_spot,
    tries,
    up,
    way,
)
from rulebook.model import JSON, Event, Leg

Events = tuple[Event, ...]
Holds = Callable[[View, JSON, Events, View], bool]
Facts = Mapping[str, str | int]
Said = tuple[str, Facts, tuple[Leg, ...]]


# How the laws speak


def told(events: Events, rule: str) -> list[Said]:
    """What is told in the name of a rule, in order."""
    return [(event.kind, event.facts, event.legs) for event in events if event.rule == rule]


def says(kind: str, team: str, facts: Facts | None = None, *legs: Leg) -> Said:
    """One thing that a player does, with the ways that are drawn for it."""
    return kind, {"team": team, "other": other(team), **(facts or {})}, legs


def when(condition: object, *said: Said) -> list[Said]:
    """These things, or nothing."""
    return list(said) if condition else []


def names(points: tuple[Point, ...]) -> tuple[str, ...]:
    return tuple(map(name, points))


def goes(token: str, start: Point, to: Point) -> Leg:
    """From point to point, or straight where no line leads there."""
    return Leg(token, names((start, *(way(start, to) or (to,)))), "move")


def carried(token: str, start: Point, to: Point) -> tuple[Leg, ...]:
    """Put somewhere; nothing where it stands there already."""
    return () if start == to else (Leg(token, goes(token, start, to).way, "carry"),)


def flies(token: str, shot: Flight) -> Leg:
    """As far as the goal point."""
    return Leg(token, names((shot.start, *flown(shot))), "shot")


def gauge(walk: Walk) -> Leg:
    """The line that has to be crossed."""
    return Leg("", names(tuple(walk.others.values())), "line")


def keeper(player: str) -> str:
    """His token."""
    return f"keeper.{player}"


# What an action comes to


def is_held(before: View, action: JSON) -> bool:
    """Whether the keeper has thrown what it takes."""
    dice, shot = action["dice"], pending(before)
    if shot is None:
        return before.shot is not None and dice == [before.shot.number]
    if is_jumped(before, shot):
        return bool(sum(dice) == number_needed(shot))
    return sorted(dice) == sorted((lines_off(before, shot), shot.number))


def number_needed(shot: Flight) -> int:
    """What a keeper who is jumped over has to throw: of a direct free kick the sum."""
    return 2 * shot.number if shot.kind == "direct" else shot.number


def misses(before: View, action: JSON) -> bool:
    return before.phase == "penalty" and action["dice"][0] in before.field.missed


def scorer(before: View, action: JSON) -> str:
    """The piece that scores; `""` where none does."""
    shot = flight(before, action)
    if shot:
        return "" if tries(before, shot) else shot.piece
    if action["do"] == "save":
        return "" if is_held(before, action) or not before.shot else before.shot.piece
    if action["do"] == "roll" and before.phase == "penalty" and before.shot:
        return "" if before.keepers or misses(before, action) else before.shot.piece
    return ""


def is_lost(before: View, action: JSON) -> bool:
    """Whether the other player is on turn, without a goal."""
    do = action["do"]
    return do in END_TURN + MISSED_WALK or (do == "save" and is_held(before, action))


def turn_after(before: View, action: JSON) -> str:
    """Who is in possession then."""
    if before.phase == "toss":
        a, b = action["dice"]
        return "" if a == b else "A" if a > b else "B"
    lost = scorer(before, action) or is_lost(before, action)
    return other(before.turn) if lost else before.turn


def score_after(before: View, action: JSON) -> Mapping[str, int]:
    added = 1 if scorer(before, action) else 0
    return {**before.score, before.turn: before.score[before.turn] + added} if added else before.score


def has_enough(before: View, action: JSON) -> bool:
    """With this goal the player in possession has as many as it takes."""
    return bool(scorer(before, action)) and score_after(before, action)[before.turn] == before.goals


def starts_anew(before: View, action: JSON) -> bool:
    """Whether a roll for a Spielzug is next, if there is one left."""
    do = action["do"]
    if do in KICKS:
        return flight(before, action) is None
    tossed = before.phase == "toss" and turn_after(before, action) != ""
    return tossed or do in INDIRECT + CORNER + KICK_OFFS or is_lost(before, action)


def is_out_of_rolls(before: View, action: JSON) -> bool:
    """A roll or a kick-off would be next, and there is no roll left."""
    due = starts_anew(before, action) or (scorer(before, action) and not has_enough(before, action))
    return bool(due) and before.rolls == before.max_rolls


def phase_after(before: View, action: JSON) -> str:
    """The next phase."""
    if has_enough(before, action) or is_out_of_rolls(before, action):
        return "over"
    if scorer(before, action):
        return "kick_off"
    if starts_anew(before, action):
        return "keeper" if before.keepers else "roll"
    return WITHOUT_END[action["do"]](before, action)


def _after_a_roll(before: View, action: JSON) -> str:
    if before.phase == "penalty":
        return "missed" if misses(before, action) else "save"
    return {"toss": "toss", "roll": "move"}[before.phase]


WITHOUT_END: Mapping[str, Callable[[View, JSON], str]] = {
    "roll": _after_a_roll,
    "shift": lambda before, action: "penalty" if before.shot else "roll",
    "penalty": lambda before, action: "keeper" if before.keepers else "penalty",
    "move": lambda before, action: "save",
    "direct": lambda before, action: "save",
}
"""The next phase where no goal falls, nothing ends and no roll for a Spielzug is next."""


def shot_after(before: View, action: JSON) -> Shot | None:
    """What is pending then."""
    shot, do = flight(before, action), action["do"]
    if shot and tries(before, shot):
        return Shot(shot.kind, shot.piece, shot.to, shot.number)
    if do == "penalty":
        return Shot("penalty", action["piece"], None, None)
    if do == "roll" and before.shot:
        rolled = before.shot._replace(number=action["dice"][0])
        return None if scorer(before, action) else rolled
    return before.shot if do == "shift" else None


def walks(before: View, action: JSON) -> Iterator[tuple[str, Point, tuple[Point, ...]]]:
    """The pieces that walk or are shot, where from, and over which points they come before the last."""
    if action["do"] in WALKS:
        for read in WALKS[action["do"]]:
            walk = read(before, action)
            yield walk.piece, walk.start, way(walk.start, walk.to)[:-1]


WALKS: Mapping[str, tuple[Callable[[View, JSON], Walk], ...]] = {
    "move": (first_walk, second_walk),
    "direct": (direct_walk,),
    "corner": (corner_walk,),
    "missed": (missed_walk,),
}


def standing(before: View, action: JSON) -> dict[str, Point]:
    """Where the pieces on the board stand afterwards."""
    do, pieces = action["do"], dict(before.pieces)
    if do == "kick_off":
        return dict(zip(PIECES, before.field.kick_off, strict=True))
    if do == "penalty":
        moved = {piece: spot(to) for piece, to in action["out"].items()}
        pieces |= moved | {action["piece"]: target_spot(before.field, before.turn)}
    for read in WALKS.get(do, ()):
        walk = read(before, action)
        pieces |= {walk.piece: walk.to} if on_board(before.field, walk.to) else {}
    if do == "save" and before.shot and is_held(before, action):
        pieces[before.shot.piece] = keepers_after(before, action)[other(before.turn)]
    return {piece: at for piece, at in pieces.items() if piece != scorer(before, action)}


def keepers_after(before: View, action: JSON) -> Mapping[str, Point]:
    """Where the keepers stand afterwards."""
    do, his = action["do"], other(before.turn) if before.turn else ""
    if do == "kick_off" and before.keepers:
        return keepers_places(before.field)
    if do == "shift":
        return {**before.keepers, his: spot(action["to"])}
    shot = pending(before)
    if do == "save" and shot and not is_jumped(before, shot) and is_held(before, action):
        return {**before.keepers, his: met(before, shot)}
    return before.keepers


def goes_on(before: View, action: JSON, after: View) -> bool:
    """The same player rolls again, if there is a roll left."""
    return after.turn == before.turn and after.phase == phase_after(before, action)


def passes_on(before: View, action: JSON, after: View) -> bool:
    """The other player rolls, if there is a roll left."""
    return after.turn == other(before.turn) and after.phase == phase_after(before, action)


# Board and pieces


def board_lines(before: View, action: JSON, events: Events, after: View) -> bool:
    """Whatever walks or is shot goes from point to point along one line."""
    legs = [leg for event in events for leg in event.legs if leg.style in ("move", "shot")]
    walked = [leg.way for leg in legs if leg.token in ("", *PIECES) and action["do"] not in SAVE]
    return all(names(line_of(points)) == points for points in walked)


def line_of(points: tuple[str, ...]) -> tuple[Point, ...]:
    """The points from the first to the last along a line."""
    first, last = (_point(point) for point in (points[0], points[-1]))
    return (first, *way(first, last))


def _point(text: str) -> Point:
    return ord(text[0]) - ord("A"), int(text[1:]) - 1


def pieces_shared(before: View, action: JSON, events: Events, after: View) -> bool:
    """Only those pieces move that the action moves, whoever is on turn."""
    score = scorer(before, action)
    stay = () if action["do"] == "kick_off" else before.scored
    return after.pieces == standing(before, action) and after.scored == ((score,) if score else stay)


# Kick-off


def kick_off_toss(before: View, action: JSON, events: Events, after: View) -> bool:
    """The higher die's owner is on turn."""
    a, b = [*action["dice"], 0, 0][:2]
    decided = before.phase == "toss" and a != b
    team = "A" if a > b else "B"
    facts: Facts = {"first": a, "second": b}
    return (
        told(events, "kick_off.toss") == when(decided, says("toss", team, facts))
        and (not decided or after.turn == team)
        and (before.phase != "toss" or len(action["dice"]) == len(PLAYERS))
    )


def kick_off_tie(before: View, action: JSON, events: Events, after: View) -> bool:
    """Equal dice change nothing."""
    a, b = [*action["dice"], 0][:2]
    tie = before.phase == "toss" and a == b
    said = when(tie, says("toss_tie", "A", {"first": a, "second": b}))
    return told(events, "kick_off.tie") == said and (not tie or after == before)


def kick_off_conceded(before: View, action: JSON, events: Events, after: View) -> bool:
    """Whoever conceded the goal is on turn."""
    return goes_on(before, action, after) and told(events, "kick_off.conceded") == [
        says("kick_off", before.turn)
    ]


def conceder_is_on_turn(before: View, action: JSON, events: Events, after: View) -> bool:
    """A goal of one player is followed by a kick-off of the other."""
    return after.phase != "kick_off" or after.score[after.turn] == before.score[after.turn]


def kick_off_points(before: View, action: JSON, events: Events, after: View) -> bool:
    places = dict(zip(PIECES, before.field.kick_off, strict=True))
    legs = [carried(piece, before.pieces.get(piece, to), to) for piece, to in places.items()]
    placed = says("placed", before.turn, {}, *(leg for some in legs for leg in some))
    return after.pieces == places and not after.scored and told(events, "kick_off.points") == [placed]


def kick_off_keepers(before: View, action: JSON, events: Events, after: View) -> bool:
    if not before.keepers:
        return not after.keepers and told(events, "kick_off.keepers") == []
    places = keepers_places(before.field)
    legs = [carried(keeper(player), before.keepers[player], to) for player, to in places.items()]
    back = says("keepers_back", before.turn, {}, *(leg for some in legs for leg in some))
    return after.keepers == places and told(events, "kick_off.keepers") == [back]


# The turn


def turn_order(before: View, action: JSON, events: Events, after: View) -> bool:
    """One phase follows the other, and one player the other, as the book has it."""
    return (
        after.phase == phase_after(before, action)
        and after.turn == turn_after(before, action)
        and after.shot == shot_after(before, action)
    )


def turn_order_told(before: View, action: JSON, events: Events, after: View) -> bool:
    """What happens is told in its order."""
    story = iter(STORIES[action["do"]])
    return all(event.kind in story for event in events)


def options_stay(before: View, action: JSON, events: Events, after: View) -> bool:
    """What was agreed on before the game holds to its end."""
    return (after.mode, after.goals, after.max_rolls) == (before.mode, before.goals, before.max_rolls)


def turn_roll(before: View, action: JSON, events: Events, after: View) -> bool:
    """Two dice lie there then, and one more roll is counted; nothing else leaves dice or is counted."""
    rolled = action["do"] == "roll" and before.phase == "roll"
    dice = tuple(action["dice"]) if rolled else ()
    facts = dict(zip(("first", "second"), dice, strict=False))
    return (
        after.dice == dice
        and len(dice) == (BOTH if rolled else 0)
        and after.rolls == before.rolls + rolled
        and told(events, "turn.roll") == when(rolled, says("roll", before.turn, facts))
    )


def turn_keep(before: View, action: JSON, events: Events, after: View) -> bool:
    """Without a shot the player stays on turn, and everything is rolled for anew."""
    keeps = flight(before, action) is None
    said = when(keeps and phase_after(before, action) != "over", says("keeps_turn", before.turn))
    return (not keeps or goes_on(before, action, after)) and told(events, "turn.keep") == said


def turn_lost(before: View, action: JSON, events: Events, after: View) -> bool:
    """The other player takes over the position as it is."""
    lost = when(before.phase == "move", says("turn_lost", before.turn))
    return (
        passes_on(before, action, after)
        and (after.pieces, after.keepers, after.score) == (before.pieces, before.keepers, before.score)
        and told(events, "turn.lost") == lost
    )


# Spielzug


def move_first(before: View, action: JSON, events: Events, after: View) -> bool:
    walk = first_walk(before, action)
    facts = as_walked(walk)
    said = says("walk", before.turn, facts, goes(walk.piece, walk.start, walk.to))
    return after.pieces[walk.piece] == walk.to and told(events, "move.first_direction") == [said]


def as_walked(walk: Walk) -> Facts:
    """Who walks, how far, from where and to where."""
    return {"piece": walk.piece, "die": walk.pips, "from": name(walk.start), "to": name(walk.to)}


def kicked(before: View, action: JSON, walk: Walk, kinds: tuple[str, str], facts: Facts) -> Said:
    """The walk of a second piece or a direct free kick, or its shot."""
    shot, turn = flight(before, action), before.turn
    between = dict(zip(("first", "third"), walk.others, strict=True))
    told = {"piece": walk.piece, **facts, "from": name(walk.start), "to": name(walk.to), **between}
    if shot is None:
        return says(kinds[0], turn, told, goes(walk.piece, walk.start, walk.to), gauge(walk))
    token = "" if tries(before, shot) else walk.piece
    return says(kinds[1], turn, {**told, "at": name(shot.at)}, flies(token, shot), gauge(walk))


def arrives(before: View, walk: Walk, after: View) -> bool:
    """On its point; a shot waits where it starts until it is held or in the goal."""
    if on_board(before.field, walk.to):
        return after.pieces.get(walk.piece) == walk.to
    return after.pieces.get(walk.piece, walk.start) == walk.start


def through_crossing(before: View, action: JSON, events: Events, after: View) -> bool:
    walk = second_walk(before, action)
    said = kicked(before, action, walk, ("pass", "shot"), {"die": walk.pips})
    return arrives(before, walk, after) and told(events, "through.crossing") == [said]


# Goal


def goal_second(before: View, action: JSON, events: Events, after: View) -> bool:
    """The second piece, and no other, lies in the goal then."""
    said = goal(before, action, "pass", "goal")
    lies = after.scored if said or action["do"] == "move" else ()
    return lies == lying_in(said) and told(events, "goal.second") == said


def lying_in(goals: list[Said]) -> tuple[str, ...]:
    """The piece that has scored."""
    return tuple(str(facts["piece"]) for _kind, facts, _legs in goals)


def goal(before: View, action: JSON, kind: str, event: str) -> list[Said]:
    """What is told of a shot of a kind that goes in; one that the keeper could try goes only now."""
    shot = pending(before) or flight(before, action)
    if shot is None or shot.kind != kind or not scorer(before, action):
        return []
    a, b = score_after(before, action).values()
    facts: Facts = {"piece": shot.piece, "at": name(shot.at), "a": a, "b": b}
    legs = [flies(shot.piece, shot)] if action["do"] == "save" else []
    return [says(event, before.turn, facts, *legs)]


def goal_surplus(before: View, action: JSON, events: Events, after: View) -> bool:
    """What a shot has left over lapses; nothing else has anything left over."""
    walk = second_walk(before, action) if action["do"] == "move" else direct_walk(before, action)
    lapsed = walk.pips - len(way(walk.start, walk.to))
    facts: Facts = {"piece": walk.piece, "lapsed": lapsed, "of": walk.pips}
    return told(events, "goal.surplus") == when(lapsed, says("surplus", before.turn, facts))


def goal_conceded(before: View, action: JSON, events: Events, after: View) -> bool:
    """A goal counts one, and the ball is the other player's; without one the score stays."""
    goal = scorer(before, action) != ""
    return (
        after.score == score_after(before, action)
        and after.scored == ((scorer(before, action),) if goal else after.scored)
        and (not goal or after.turn == other(before.turn))
        and told(events, "goal.conceded") == when(goal, says("conceded", before.turn))
    )


# Doubles


def double_direct(before: View, action: JSON, events: Events, after: View) -> bool:
    """One piece alone, with both dice."""
    scored = goal(before, action, "direct", "free_kick_goal")
    if action["do"] == "save":
        lies = after.scored if scored else ()
        return lies == lying_in(scored) and told(events, "double.direct") == scored
    walk = direct_walk(before, action)
    kick = {"die": before.dice[0], "sum": 2 * before.dice[0]}
    said = kicked(before, action, walk, ("free_kick", "free_kick_shot"), kick)
    stay = {piece: after.pieces.get(piece) for piece in walk.others}
    return (
        stay == walk.others
        and after.scored == lying_in(scored)
        and arrives(before, walk, after)
        and told(events, "double.direct") == [said, *scored]
    )


def double_indirect(before: View, action: JSON, events: Events, after: View) -> bool:
    """Nothing moves, and the same player rolls again."""
    said = says("indirect", before.turn)
    return (
        goes_on(before, action, after)
        and (after.pieces, after.keepers) == (before.pieces, before.keepers)
        and told(events, "double.indirect") == [said]
    )


def double_advantage(before: View, action: JSON, events: Events, after: View) -> bool:
    said = when(is_double(before), says("advantage", before.turn, {"die": before.dice[0]}))
    return told(events, "double.advantage") == said


# Penalty


def penalty_double_one(before: View, action: JSON, events: Events, after: View) -> bool:
    said = says("penalty", before.turn, {"piece": action["piece"]})
    pends = Shot("penalty", action["piece"], None, None)
    return after.shot == pends and told(events, "penalty.double_one") == [said]


def penalty_spot(before: View, action: JSON, events: Events, after: View) -> bool:
    piece, at = action["piece"], target_spot(before.field, before.turn)
    start = before.pieces[piece]
    facts: Facts = {"piece": piece, "from": name(start), "to": name(at)}
    said = says("spot", before.turn, facts, *carried(piece, start, at))
    return after.pieces[piece] == at and told(events, "penalty.spot") == [said]


def penalty_others(before: View, action: JSON, events: Events, after: View) -> bool:
    """Nobody but the shooter is in the area, and nobody has moved who stood outside."""
    shooter = action["piece"]
    stay = [piece for piece in before.pieces if piece not in (*invaders(before), shooter)]
    return invaders(after) == [shooter] and all(after.pieces[p] == before.pieces[p] for p in stay)


def penalty_outside(before: View, action: JSON, events: Events, after: View) -> bool:
    """Each of the others stands where the shooter's player wanted it."""
    out = {piece: spot(action["out"][piece]) for piece in PIECES if piece in action["out"]}
    said = [
        says("outside", before.turn, put_facts(before, piece, to), *carried(piece, before.pieces[piece], to))
        for piece, to in out.items()
    ]
    stand = all(after.pieces[piece] == to for piece, to in out.items())
    return stand and told(events, "penalty.outside") == said


def put_facts(before: View, piece: str, to: Point) -> Facts:
    return {"piece": piece, "from": name(before.pieces[piece]), "to": name(to)}


def penalty_die(before: View, action: JSON) -> Facts:
    """Who shoots, and what was thrown for it; nothing where no penalty is rolled for."""
    if action["do"] != "roll" or before.phase != "penalty" or before.shot is None:
        return {}
    return {"piece": before.shot.piece, "die": action["dice"][0]}


def penalty_roll(before: View, action: JSON, events: Events, after: View) -> bool:
    """One die, which counts as no roll of both."""
    facts = penalty_die(before, action)
    one = not facts or len(action["dice"]) == 1
    said = when(facts, says("penalty_roll", before.turn, facts))
    kept = not facts or after.shot is None or after.shot.number == facts["die"]
    return one and kept and told(events, "penalty.roll") == said


def penalty_scored(before: View, action: JSON, events: Events, after: View) -> bool:
    """A keeper may try to hold what does not miss; without one it is in."""
    facts = penalty_die(before, action)
    aimed = facts and before.keepers and not misses(before, action)
    said = when(aimed, says("on_target", before.turn, facts))
    if before.shot and before.shot.kind == "penalty" and scorer(before, action):
        a, b = score_after(before, action).values()
        leg = flies(before.shot.piece, penalty_flight(before))
        said += [says("penalty_goal", before.turn, {"piece": before.shot.piece, "a": a, "b": b}, leg)]
    return after.score == score_after(before, action) and told(events, "penalty.scored") == said


def penalty_flight(before: View) -> Flight:
    """From the spot straight on."""
    x, y = target_spot(before.field, before.turn)
    at = x, goal_row(before.field, before.turn)
    return Flight("penalty", "", (x, y), at, (x, at[1] + up(before.turn)), 0)


def penalty_missed(before: View, action: JSON, events: Events, after: View) -> bool:
    """The shooter has still to walk then, as far as the die says."""
    facts = penalty_die(before, action)
    missed = facts and misses(before, action)
    said = when(missed, says("misses", before.turn, facts))
    stays = not missed or (after.phase == "missed" and after.pieces == before.pieces)
    return stays and told(events, "penalty.missed") == said


def penalty_missed_walk(before: View, action: JSON, events: Events, after: View) -> bool:
    walk = missed_walk(before, action)
    facts = as_walked(walk)
    said = says("missed_walk", before.turn, facts, goes(walk.piece, walk.start, walk.to))
    return after.pieces[walk.piece] == walk.to and told(events, "penalty.missed") == [said]


def penalty_lost(before: View, action: JSON, events: Events, after: View) -> bool:
    lost = before.phase == "missed"
    said = when(lost, says("penalty_lost", before.turn))
    return passes_on(before, action, after) and told(events, "penalty.lost") == said


# Corner


def corner_back(before: View, action: JSON, events: Events, after: View) -> bool:
    walk = corner_walk(before, action)
    facts = as_walked(walk)
    said = says("corner", before.turn, facts, goes(walk.piece, walk.start, walk.to))
    return after.pieces[walk.piece] == walk.to and told(events, "corner.back") == [said]


def corner_alone(before: View, action: JSON, events: Events, after: View) -> bool:
    """No other piece moves."""
    return {**after.pieces, action["piece"]: before.pieces[action["piece"]]} == before.pieces


def corner_again(before: View, action: JSON, events: Events, after: View) -> bool:
    """The player stays on turn."""
    return goes_on(before, action, after) and told(events, "corner.again") == [
        says("corner_again", before.turn)
    ]


# The keeper


def keepers_stand(before: View, action: JSON, events: Events, after: View) -> bool:
    """A keeper moves when he is moved, when he holds a shot beside him, and to a kick-off."""
    return after.keepers == keepers_after(before, action)


def keeper_before_each_roll(before: View, action: JSON, events: Events, after: View) -> bool:
    """With keepers, an attacker's roll is next only after the keeper's move."""
    rolls_next = after.phase in ("roll", "penalty")
    return not (before.keepers and rolls_next) or action["do"] == "shift"


def keeper_shift(before: View, action: JSON, events: Events, after: View) -> bool:
    """One point at most, and nothing else changes; the roll that he waited for is next."""
    his, to = other(before.turn), spot(action["to"])
    token, at = keeper(his), before.keepers[his]
    said = says("stay", his, {"keeper": token, "at": name(at)})
    if to != at:
        said = says("shift", his, {"keeper": token, "from": name(at), "to": name(to)}, goes(token, at, to))
    moved = before._replace(keepers={**before.keepers, his: to}, phase=after.phase)
    return after == moved and told(events, "keeper.shift") == [said]


def keeper_passable(before: View, action: JSON, events: Events, after: View) -> bool:
    """Whatever goes over a keeper is not stopped by him."""
    said = [
        says("passes_keeper", before.turn, {"piece": piece, "keeper": keeper(player), "at": name(at)})
        for piece, _start, passed in walks(before, action)
        for player, at in before.keepers.items()
        if at in passed
    ]
    return told(events, "keeper.passable") == said


def keeper_piece_on(before: View, action: JSON, events: Events, after: View) -> bool:
    """A piece on top of him stays when he leaves, whoever it is."""
    his, at, to = other(before.turn), defender(before), spot(action["to"])
    on_top = [piece for piece, stands in before.pieces.items() if stands == at and to != at]
    said = [says("left_behind", his, {"keeper": keeper(his), "piece": p, "at": name(at)}) for p in on_top]
    return after.pieces == before.pieces and told(events, "keeper.piece_on") == said


# Saves


def try_facts(before: View, need: Facts) -> Facts:
    """Keeper and shooter, and what it takes."""
    shooter = before.shot.piece if before.shot else ""
    return {"keeper": keeper(other(before.turn)), "piece": shooter, **need}


def is_settled(before: View, action: JSON, after: View) -> bool:
    """The shooter lies in the goal, or the keeper has held it."""
    return bool(after.scored) != is_held(before, action) and len(action["dice"]) == action["with"]


def save_penalty(before: View, action: JSON, events: Events, after: View) -> bool:
    his, dice = other(before.turn), action["dice"]
    tried = before.shot is not None and before.shot.kind == "penalty"
    need = (before.shot.number or 0) if before.shot else 0
    facts = try_facts(before, {"need": need, "die": dice[0]})
    said = when(tried, says("save_penalty", his, facts))
    settled = not tried or (len(dice) == 1 and is_settled(before, action, after))
    return settled and told(events, "save.penalty") == said


def jump(before: View, kind: str) -> Flight | None:
    """A pending shot of a kind that goes over the keeper."""
    shot = pending(before)
    return shot if shot and shot.kind == kind and is_jumped(before, shot) else None


def save_jumped(before: View, action: JSON, events: Events, after: View) -> bool:
    shot, dice = jump(before, "pass"), action["dice"]
    facts = try_facts(before, {"need": shot.number if shot else 0, "die": dice[0]})
    said = when(shot, says("save_jumped", other(before.turn), facts))
    settled = shot is None or (len(dice) == 1 and is_settled(before, action, after))
    return settled and told(events, "save.jumped") == said


def save_direct(before: View, action: JSON, events: Events, after: View) -> bool:
    """The sum counts, whether he throws one die or two."""
    shot, dice = jump(before, "direct"), action["dice"]
    if shot is None:
        return told(events, "save.direct") == []
    need, his = {"need": 2 * shot.number}, other(before.turn)
    said = says("save_direct_one", his, try_facts(before, {**need, "die": dice[0]}))
    if len(dice) == BOTH:
        facts = {**need, "first": dice[0], "second": dice[1], "sum": sum(dice)}
        said = says("save_direct_two", his, try_facts(before, facts))
    return is_settled(before, action, after) and told(events, "save.direct") == [said]


def save_beside(before: View, action: JSON, events: Events, after: View) -> bool:
    """Two dice; when he holds he goes into the way of the shot."""
    shot, his, dice = pending(before), other(before.turn), action["dice"]
    if shot is None or is_jumped(before, shot):
        return told(events, "save.beside") == []
    lines, at, to = lines_off(before, shot), defender(before), met(before, shot)
    need = {"need_line": lines, "need_die": shot.number, "first": dice[0], "second": dice[1]}
    said = [says("save_beside", his, try_facts(before, need))]
    if is_held(before, action):
        way_there = {"keeper": keeper(his), "from": name(at), "to": name(to)}
        said += [says("dive", his, way_there, goes(keeper(his), at, to))]
    settled = len(dice) == BOTH and is_settled(before, action, after)
    return settled and told(events, "save.beside") == said


def save_hopeless(before: View, action: JSON, events: Events, after: View) -> bool:
    """What he may not try, or cannot reach, is a goal at once."""
    shot, his = flight(before, action), other(before.turn)
    if shot is None or not before.keepers or tries(before, shot):
        return told(events, "save.hopeless") == []
    facts: dict[str, str | int] = {"keeper": keeper(his), "piece": shot.piece}
    kind = "no_save"
    if before.mode == "munich":
        facts |= {"at": name(met(before, shot)), "distance": lines_off(before, shot)}
        kind = "out_of_reach"
    went_in = after.score[before.turn] == before.score[before.turn] + 1
    return went_in and told(events, "save.hopeless") == [says(kind, his, facts)]


def save_held(before: View, action: JSON, events: Events, after: View) -> bool:
    """The shooter stands on the keeper, whose side is on turn; what is not held is in."""
    if before.shot is None or not is_held(before, action):
        return len(after.scored) == 1 and told(events, "save.held") == []
    piece, his = before.shot.piece, other(before.turn)
    start, at = before.pieces[piece], after.keepers[his]
    facts: Facts = {"keeper": keeper(his), "piece": piece, "from": name(start), "to": name(at)}
    legs = [goes(piece, start, at)] if start != at else []
    said = [says("held", his, facts, *legs), says("turn_held", before.turn)]
    stays = after.pieces == {**before.pieces, piece: at} and after.score == before.score
    return stays and passes_on(before, action, after) and told(events, "save.held") == said


# The end


def final(after: View) -> Facts:
    return {"a": after.score["A"], "b": after.score["B"]}


def game_goals(before: View, action: JSON, events: Events, after: View) -> bool:
    """Whoever has as many goals as it takes has won at once."""
    won = has_enough(before, action)
    said = when(won, says("wins", before.turn, {"goals": before.goals, **final(after)}))
    wins = not won or (after.phase, after.winner) == ("over", before.turn)
    return wins and told(events, "game.goals") == said


def game_rolls(before: View, action: JSON, events: Events, after: View) -> bool:
    """After the last roll has been played out, most goals win."""
    if not is_out_of_rolls(before, action):
        return told(events, "game.rolls") == [] and (after.phase == "over") == has_enough(before, action)
    a, b = after.score["A"], after.score["B"]
    best = "A" if a > b else "B"
    said = [says("time_up", before.turn, {"rolls": before.rolls, **final(after)})]
    said += when(a != b, says("most_goals", best, final(after)))
    return after.phase == "over" and (a == b or after.winner == best) and told(events, "game.rolls") == said


def game_draw(before: View, action: JSON, events: Events, after: View) -> bool:
    drawn = is_out_of_rolls(before, action) and after.score["A"] == after.score["B"]
    said = when(drawn, says("draw", before.turn, final(after)))
    return (after.winner == "draw") == drawn and told(events, "game.draw") == said


OVER = ("passes_keeper", "passes_keeper")
GOAL = ("goal", "free_kick_goal", "penalty_goal", "conceded")
ENDS = ("wins", "time_up", "most_goals", "draw")
KICKED = ("surplus", *OVER, "no_save", "out_of_reach", *GOAL, "keeps_turn", *ENDS)

STORIES: Mapping[str, tuple[str, ...]] = {
    "roll": ("toss", "toss_tie", "roll", "penalty_roll", "misses", "on_target", *GOAL, *ENDS),
    "shift": ("stay", "shift", "left_behind"),
    "move": ("advantage", "walk", *OVER, "pass", "shot", *KICKED),
    "direct": ("free_kick", "free_kick_shot", *KICKED),
    "indirect": ("indirect", *ENDS),
    "corner": ("corner", *OVER, "corner_again", *ENDS),
    "penalty": ("penalty", "spot", "outside", "outside"),
    "missed": ("missed_walk", *OVER, "penalty_lost", *ENDS),
    "save": (
        *("save_penalty", "save_jumped", "save_direct_one", "save_direct_two", "save_beside", "dive"),
        *("held", "turn_held", *GOAL, *ENDS),
    ),
    "kick_off": ("kick_off", "placed", "keepers_back", *ENDS),
    "end_turn": ("turn_lost", "penalty_lost", *ENDS),
}
"""What can happen in an action of each kind, in this order."""

EFFECTS: tuple[tuple[str, Kinds, Holds], ...] = (
    # Board and pieces
    ("board.lines", ALL, board_lines),
    ("pieces.shared", ALL, pieces_shared),
    # Kick-off
    ("kick_off.toss", ROLL, kick_off_toss),
    ("kick_off.tie", ROLL, kick_off_tie),
    ("kick_off.conceded", KICK_OFFS, kick_off_conceded),
    ("kick_off.conceded", ALL, conceder_is_on_turn),
    ("kick_off.points", KICK_OFFS, kick_off_points),
    ("kick_off.keepers", KICK_OFFS, kick_off_keepers),
    # The turn
    ("turn.order", ALL, turn_order),
    ("turn.order", ALL, turn_order_told),
    ("turn.order", ALL, options_stay),
    ("turn.roll", ALL, turn_roll),
    ("turn.keep", KICKS, turn_keep),
    ("turn.lost", END_TURN, turn_lost),
    # Spielzug
    ("move.first_direction", MOVE, move_first),
    ("through.crossing", MOVE, through_crossing),
    # Goal
    ("goal.second", MOVE + SAVE, goal_second),
    ("goal.surplus", KICKS, goal_surplus),
    ("goal.conceded", ALL, goal_conceded),
    # Doubles
    ("double.direct", DIRECT + SAVE, double_direct),
    ("double.indirect", INDIRECT, double_indirect),
    ("double.advantage", MOVE, double_advantage),
    # Penalty
    ("penalty.double_one", PENALTY, penalty_double_one),
    ("penalty.spot", PENALTY, penalty_spot),
    ("penalty.others", PENALTY, penalty_others),
    ("penalty.outside", PENALTY, penalty_outside),
    ("penalty.roll", ROLL, penalty_roll),
    ("penalty.scored", ROLL + SAVE, penalty_scored),
    ("penalty.missed", ROLL, penalty_missed),
    ("penalty.missed", MISSED_WALK, penalty_missed_walk),
    ("penalty.lost", MISSED_WALK + END_TURN, penalty_lost),
    # Corner
    ("corner.back", CORNER, corner_back),
    ("corner.alone", CORNER, corner_alone),
    ("corner.again", CORNER, corner_again),
    # The keeper
    ("keeper.shift", ALL, keepers_stand),
    ("keeper.shift", ALL, keeper_before_each_roll),
    ("keeper.shift", SHIFT, keeper_shift),
    ("keeper.passable", ALL, keeper_passable),
    ("keeper.piece_on", SHIFT, keeper_piece_on),
    # Saves
    ("save.penalty", SAVE, save_penalty),
    ("save.jumped", SAVE, save_jumped),
    ("save.direct", SAVE, save_direct),
    ("save.beside", SAVE, save_beside),
    ("save.hopeless", KICKS, save_hopeless),
    ("save.held", SAVE, save_held),
    # The end
    ("game.goals", ALL, game_goals),
    ("game.rolls", ALL, game_rolls),
    ("game.draw", ALL, game_draw),
)
"""Rule, kinds of action, and what it promises of each legal one."""
