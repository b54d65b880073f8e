"""What a Spielzug promises, and a goal."""

from collections.abc import Callable

from rulebook.games.doppelpass.laws.effects.outcome import score_after, scorer
from rulebook.games.doppelpass.laws.effects.telling import (
    Effects,
    Events,
    Holds,
    Said,
    flies,
    gauge,
    goes,
    says,
    told,
    when,
)
from rulebook.games.doppelpass.laws.view import (
    ALL,
    KICKS,
    MOVE,
    SAVE,
    View,
    Walk,
    direct_walk,
    first_walk,
    flight,
    name,
    on_board,
    other,
    pending,
    second_walk,
    tries,
    way,
)
from rulebook.model import JSON, Facts

# Spielzug


def walks_as(kind: str, rule: str, read: Callable[[View, JSON], Walk]) -> Holds:
    """The piece goes where it is sent, as far as its die says."""

    def holds(before: View, action: JSON, events: Events, after: View) -> bool:
        walk = read(before, action)
        facts: Facts = {"piece": walk.piece, "die": walk.pips, "from": name(walk.start), "to": name(walk.to)}
        said = says(kind, before.turn, facts, goes(walk.piece, walk.start, walk.to))
        return after.pieces[walk.piece] == walk.to and told(events, rule) == [said]

    return holds


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


EFFECTS: Effects = (
    # Spielzug
    ("move.first_direction", MOVE, walks_as("walk", "move.first_direction", first_walk)),
    ("through.crossing", MOVE, through_crossing),
    # Goal
    ("goal.second", MOVE + SAVE, goal_second),
    ("goal.surplus", KICKS, goal_surplus),
    ("goal.conceded", ALL, goal_conceded),
)
