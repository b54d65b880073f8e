"""What board and pieces, the kick-off and the order of the turn promise of every legal action."""

from collections.abc import Mapping

from rulebook.games.doppelpass.laws.book import BOTH, PIECES, PLAYERS
from rulebook.games.doppelpass.laws.effects.outcome import (
    goes_on,
    passes_on,
    phase_after,
    scorer,
    shot_after,
    standing,
    turn_after,
)
from rulebook.games.doppelpass.laws.effects.telling import (
    Effects,
    Events,
    carried,
    keeper,
    names,
    says,
    told,
    when,
)
from rulebook.games.doppelpass.laws.view import (
    ALL,
    END_TURN,
    KICK_OFFS,
    KICKS,
    ROLL,
    SAVE,
    Point,
    View,
    flight,
    keepers_places,
    way,
)
from rulebook.model import JSON, Facts

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


EFFECTS: Effects = (
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
)
