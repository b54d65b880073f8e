"""What is true of every position of BALL, and of the one in which a game begins."""

from collections.abc import Callable

from rulebook.games.ball.laws.book import FIRST_EP, FIRST_HOLDER, FIRST_TEAM, PLACES, TEAMS, TURN_AP, TYPES
from rulebook.games.ball.laws.view import STANDARD, Kinds, View, all_squares, hatched, stride

Always = Callable[[View], bool]


# Overview, goal and set-up


def size_of_the_board(view: View) -> bool:
    return view.size == STANDARD


def all_on_the_board(view: View) -> bool:
    return all_squares(view.size).issuperset((*view.on, view.ball))


def all_on_hatched_squares(view: View) -> bool:
    return all(map(hatched, view.on)) and hatched(view.ball)


def received_ball_is_diagonal(view: View) -> bool:
    return not view.holder or stride(view.at[view.holder], view.ball) in ((0, 0), (1, 1))


def players_in_their_places(view: View) -> bool:
    return view.at == PLACES and not view.under and not any(view.down.values())


def shirts_have_their_types(view: View) -> bool:
    return view.types == TYPES


def three_types(view: View) -> bool:
    return set(view.types.values()) <= set(TYPES.values())


def first_holder(view: View) -> bool:
    return (view.ball, view.holder) == (PLACES[FIRST_HOLDER], FIRST_HOLDER)


def first_team(view: View) -> bool:
    return view.turn == FIRST_TEAM


def first_ep(view: View) -> bool:
    return view.ep == dict.fromkeys(TEAMS, FIRST_EP)


def over_when_won(view: View) -> bool:
    return (view.phase == "over") == (view.winner in TEAMS) and view.winner in ("", *TEAMS)


# The turn


def known_phase(view: View) -> bool:
    return view.phase in ("action", "release", "over") and view.turn in TEAMS


def begins_with_actions(view: View) -> bool:
    return view.phase == "action"


def ap_in_bounds(view: View) -> bool:
    return 0 <= view.ap <= TURN_AP


def full_ap(view: View) -> bool:
    return view.ap == TURN_AP


def no_ap_after_the_actions(view: View) -> bool:
    return view.phase != "release" or view.ap == 0


def nobody_has_taken(view: View) -> bool:
    return view.took == {}


# Movement


def upright_or_down(view: View) -> bool:
    """There is no third way to stand, and no front."""
    return all(down is True or down is False for down in view.down.values())


# Block and protection


def stacks_are_pairs(view: View) -> bool:
    """Two players of one stack share a square, the upper one upright, and nobody else shares one."""
    pairs = [(square, {upper, view.under[upper]}) for square, upper in view.closed.items()]
    return (
        all(set(view.on.get(square, ())) == pair and len(pair) == 2 for square, pair in pairs)
        and sum(len(there) for there in view.on.values()) == len(view.on) + len(view.under)
        and len(view.closed) == len(view.above) == len(view.under)
        and not any(view.down[upper] or upper in view.above for upper in view.under)
    )


def never_below(view: View) -> bool:
    return view.holder not in view.above


# Possession


def alone_or_held(view: View) -> bool:
    """Where the ball lies nobody stands but its holder, on top if it is in a stack."""
    return view.ball not in view.on or view.at.get(view.holder) == view.ball


# Energy points


def never_in_debt(view: View) -> bool:
    return min(view.ep.values()) >= 0


START, EVERY = ("start",), ()

ALWAYS: tuple[tuple[str, Kinds, Always], ...] = (
    ("board.size", START, size_of_the_board),
    ("board.size", EVERY, all_on_the_board),
    ("board.playable", EVERY, all_on_hatched_squares),
    ("board.distance", EVERY, received_ball_is_diagonal),
    ("setup.places", START, players_in_their_places),
    ("setup.types", START, shirts_have_their_types),
    ("setup.types", EVERY, three_types),
    ("setup.ball", START, first_holder),
    ("setup.first", START, first_team),
    ("setup.ep", START, first_ep),
    ("goal.win", EVERY, over_when_won),
    ("turn.phases", START, begins_with_actions),
    ("turn.phases", EVERY, known_phase),
    ("turn.ap", START, full_ap),
    ("turn.ap", EVERY, ap_in_bounds),
    ("turn.lapse", EVERY, no_ap_after_the_actions),
    ("turn.took", START, nobody_has_taken),
    ("move.orientation", EVERY, upright_or_down),
    ("stack.bound", EVERY, stacks_are_pairs),
    ("stack.ball", EVERY, never_below),
    ("possession.place", EVERY, alone_or_held),
    ("ep.adds", EVERY, never_in_debt),
)
"""Rule, `start` where it speaks of that position alone, and what is true of it; in the order of the book."""
