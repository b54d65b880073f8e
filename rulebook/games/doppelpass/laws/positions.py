"""What is true of every position of Doppelpass, and of the one in which a game begins."""

from collections.abc import Callable
from itertools import product

from rulebook.games.doppelpass.laws.book import (
    AREA,
    COLUMNS,
    CORNERS,
    DEPTH,
    GOAL,
    GOALS,
    KEEPERS,
    KICK_OFF,
    MISSED,
    MODES,
    PIECES,
    PLAYERS,
    ROWS,
    SIDES,
    SPOTS,
)
from rulebook.games.doppelpass.laws.refusals import SECOND
from rulebook.games.doppelpass.laws.view import (
    Kinds,
    View,
    Walk,
    corners,
    in_area,
    in_goal,
    invaders,
    keepers_places,
    on_board,
    other,
    pending,
    target_spot,
    tries,
)

Always = Callable[[View], bool]

KEEPERS_PHASES = ("keeper", "save")
ROLLED_PHASES = ("move", "penalty", "missed", "save", "over")
"""Where the last roll that `max_rolls` allows may have been thrown."""


# The board


def columns_and_rows(view: View) -> bool:
    return (view.field.columns, view.field.rows) == (COLUMNS, ROWS)


def all_on_the_board(view: View) -> bool:
    return all(on_board(view.field, at) for at in (*view.pieces.values(), *view.keepers.values()))


def goals_are_in_place(view: View) -> bool:
    ends = {"A": ROWS - 1, "B": 0}
    points = product(range(COLUMNS), range(ROWS), PLAYERS)
    return all(in_goal(view.field, p, (x, y)) == (x in GOAL and y == ends[p]) for x, y, p in points)


def areas_are_in_place(view: View) -> bool:
    rows = {"A": range(ROWS - DEPTH, ROWS), "B": range(DEPTH)}
    points = product(range(COLUMNS), range(ROWS), PLAYERS)
    return all(in_area(view.field, p, (x, y)) == (x in AREA and y in rows[p]) for x, y, p in points)


def spots_are_in_place(view: View) -> bool:
    return {other(player): target_spot(view.field, player) for player in PLAYERS} == SPOTS


def corners_are_in_place(view: View) -> bool:
    return {player: corners(view.field, player) for player in PLAYERS} == CORNERS


def kick_off_is_in_place(view: View) -> bool:
    return view.field.kick_off == KICK_OFF


def pieces_are_in_place(view: View) -> bool:
    return view.pieces == dict(zip(PIECES, KICK_OFF, strict=True))


def places_of_the_keepers(view: View) -> bool:
    return keepers_places(view.field) == KEEPERS


def dice_have_six_sides(view: View) -> bool:
    return view.field.sides == SIDES


def two_falls_miss(view: View) -> bool:
    return view.field.missed == MISSED


# The pieces and the turn


def three_pieces(view: View) -> bool:
    """Each on a point of its own, but for one that may lie in the goal when one has been scored."""
    fallen = {"kick_off": (1,), "over": (0, 1)}.get(view.phase, (0,))
    return (
        sorted((*view.pieces, *view.scored)) == sorted(PIECES)
        and len(set(view.pieces.values())) == len(view.pieces)
        and len(view.scored) in fallen
    )


def phase_and_turn(view: View) -> bool:
    """Nobody's turn before the toss; only an end has a winner; keepers act only where there are any."""
    phases = ("toss", "keeper", "roll", "move", "penalty", "missed", "save", "kick_off", "over")
    return (
        view.phase in phases
        and view.turn in ("", *PLAYERS)
        and (view.turn == "") == (view.phase == "toss")
        and (view.winner == "") == (view.phase != "over")
        and (view.phase not in KEEPERS_PHASES or view.keepers != {})
    )


def dice_lie_there(view: View) -> bool:
    """As they were thrown, until something has been done with them."""
    sides = range(1, view.field.sides + 1)
    return len(view.dice) == (2 if view.phase == "move" else 0) and all(die in sides for die in view.dice)


def begins_with_a_toss(view: View) -> bool:
    return view.phase == "toss"


def nothing_has_happened(view: View) -> bool:
    return view.rolls == 0 and set(view.score.values()) == {0}


# The keepers


def keepers_by_mode(view: View) -> bool:
    there = () if view.mode == "base" else PLAYERS
    return view.mode in MODES and sorted(view.keepers) == sorted(there)


def in_their_own_areas(view: View) -> bool:
    return all(in_area(view.field, other(player), at) for player, at in view.keepers.items())


# What is pending


def pends_in_its_phase(view: View) -> bool:
    """A shot until the keeper has tried; a penalty until the die and, if it misses, the walk are done."""
    if view.shot is None:
        return view.phase not in ("penalty", "missed", "save")
    if view.shot.kind == "penalty":
        return view.phase in ("keeper", "penalty", "missed", "save") and view.shot.to is None
    return view.shot.kind in ("pass", "direct") and view.phase == "save" and view.shot.to is not None


def number_of_the_penalty(view: View) -> bool:
    """None before the roll; then what it takes to be there."""
    if view.shot is None or view.shot.kind != "penalty":
        return True
    number, missed = view.shot.number, view.field.missed
    if view.phase in ("keeper", "penalty"):
        return number is None
    return number in range(1, view.field.sides + 1) and (number in missed) == (view.phase == "missed")


def alone_on_the_spot(view: View) -> bool:
    """The shooter of a penalty stands on the spot, and no other piece in that area."""
    if view.shot is None or view.shot.kind != "penalty":
        return True
    shooter = view.shot.piece
    return view.pieces[shooter] == target_spot(view.field, view.turn) and invaders(view) == [shooter]


def is_a_real_shot(view: View) -> bool:
    """No rule forbids a pending shot from where it starts."""
    shot = view.shot
    if shot is None or shot.to is None or shot.number is None:
        return True
    others = {name: at for name, at in view.pieces.items() if name != shot.piece}
    pips = shot.number * (2 if shot.kind == "direct" else 1)
    walk = Walk(shot.piece, view.pieces[shot.piece], shot.to, pips, others)
    return not on_board(view.field, shot.to) and not any(asks(view, walk) for _rule, asks in SECOND)


def number_of_the_shot(view: View) -> bool:
    if view.shot is None or view.shot.kind == "penalty":
        return True
    return view.shot.number in range(1, view.field.sides + 1)


def no_double_one_shoots(view: View) -> bool:
    """A double one with a piece so near the goal is a penalty."""
    return view.shot is None or view.shot.kind != "direct" or view.shot.number != 1


def can_be_tried(view: View) -> bool:
    return view.phase != "save" or tries(view, pending(view)) != ()


# The end


def scores_within_the_goal(view: View) -> bool:
    """Nobody has more goals than it takes, and whoever has as many has just won by one."""
    full = [player for player in PLAYERS if view.score[player] == view.goals]
    return (
        all(0 <= view.score[player] <= view.goals for player in PLAYERS)
        and len(full) <= 1
        and (not full or (view.phase == "over" and len(view.scored) == 1))
    )


def scored_against(view: View) -> bool:
    """Whoever kicks off has conceded a goal."""
    return view.phase != "kick_off" or view.score[other(view.turn)] > 0


def within_the_rolls(view: View) -> bool:
    """The last roll is played out, and then it is over."""
    if view.rolls < 0 or view.max_rolls is None:
        return view.rolls >= 0
    played_out = view.phase in ROLLED_PHASES or view.shot is not None
    return view.rolls < view.max_rolls or (view.rolls == view.max_rolls and played_out)


def ends_for_a_reason(view: View) -> bool:
    return view.phase != "over" or view.goals in view.score.values() or view.rolls == view.max_rolls


def most_goals_win(view: View) -> bool:
    a, b = (view.score[player] for player in PLAYERS)
    best = "draw" if a == b else "A" if a > b else "B"
    return view.winner == (best if view.phase == "over" else "")


def seven_goals(view: View) -> bool:
    return view.goals == GOALS


def no_limit(view: View) -> bool:
    return view.max_rolls is None


def no_keepers_at_first(view: View) -> bool:
    return view.mode == "base" and view.keepers == {}


START, EVERY = ("start",), ()

ALWAYS: tuple[tuple[str, Kinds, Always], ...] = (
    ("board.size", START, columns_and_rows),
    ("board.size", EVERY, all_on_the_board),
    ("board.goal", START, goals_are_in_place),
    ("board.area", START, areas_are_in_place),
    ("board.spot", START, spots_are_in_place),
    ("board.corners", START, corners_are_in_place),
    ("board.kick_off", START, kick_off_is_in_place),
    ("board.kick_off", START, pieces_are_in_place),
    ("board.keepers", START, places_of_the_keepers),
    ("board.keepers", EVERY, keepers_by_mode),
    ("board.keepers", START, no_keepers_at_first),
    ("pieces.shared", EVERY, three_pieces),
    ("kick_off.toss", START, begins_with_a_toss),
    ("turn.order", EVERY, phase_and_turn),
    ("turn.order", EVERY, pends_in_its_phase),
    ("turn.roll", START, dice_have_six_sides),
    ("turn.roll", START, nothing_has_happened),
    ("turn.roll", EVERY, dice_lie_there),
    ("goal.second", EVERY, is_a_real_shot),
    ("goal.second", EVERY, number_of_the_shot),
    ("goal.conceded", EVERY, scored_against),
    ("penalty.compulsory", EVERY, no_double_one_shoots),
    ("penalty.missed", START, two_falls_miss),
    ("penalty.roll", EVERY, number_of_the_penalty),
    ("penalty.spot", EVERY, alone_on_the_spot),
    ("keeper.area", EVERY, in_their_own_areas),
    ("save.dice", EVERY, can_be_tried),
    ("game.goals", START, seven_goals),
    ("game.goals", EVERY, scores_within_the_goal),
    ("game.rolls", START, no_limit),
    ("game.rolls", EVERY, within_the_rolls),
    ("game.rolls", EVERY, ends_for_a_reason),
    ("game.draw", EVERY, most_goals_win),
)
"""Rule, `start` where it speaks of that position alone, and what is true of it; in the order of the book."""
