"""The legal actions of Doppelpass: short lists found by hand; the list and the refusals say the same."""

import random
from collections.abc import Iterable

import pytest

from rulebook.games.doppelpass import DOPPELPASS, Doppelpass
from rulebook.games.doppelpass.constants import MODES
from rulebook.games.doppelpass.rules import forbidden
from rulebook.games.doppelpass.state import State
from tests.doppelpass_positions import SMALL, at, candidates, crowded, play, told, walk


def legal(state: State, kind: str = "") -> list[str]:
    """The legal actions of one kind without the kind's name, sorted; all of them where none is named."""
    every = told(DOPPELPASS, DOPPELPASS.legal(state))
    return [text.removeprefix(kind).strip() for text in every if text.startswith(kind)]


FINAL = "A 5 1; black C15; red C13; gold G14"


def test_all_that_can_be_done_at_the_end_of_the_final() -> None:
    assert legal(at(FINAL), "move") == [
        "black 1 B15 red 5 H18",
        "black 1 B16 red 5 H18",
        "black 1 D15 red 5 H18",
        "black 1 D16 red 5 H18",
        "black 5 H15 gold 1 F15",
        "gold 1 F14 red 5 H18",
        "gold 1 F15 red 5 H18",
        "gold 1 H14 red 5 H18",
        "gold 1 H15 red 5 H18",
    ]
    assert len(legal(at(FINAL))) == 9


def test_kick_off_with_a_six_and_a_one() -> None:
    assert len(legal(at("A 6 1"), "move")) == 4


@pytest.mark.parametrize("mode", MODES)
def test_every_fall_has_a_spielzug_at_kick_off(mode: str) -> None:
    for one, other in DOPPELPASS.falls(at("A"), ("roll",)):
        assert legal(at(f"{mode}; A {one} {other}; phase move"), "move")


def test_a_double_lists_each_spielzug_once_and_always_allows_an_indirect_free_kick() -> None:
    found = DOPPELPASS.legal(at("A 3 3"))
    assert len(set(found)) == len(found)
    assert ("indirect",) in found
    assert legal(at("A 6 6; black A17; red F17; gold J17")) == [
        "corner black 6 A11",
        "corner black 6 G11",
        "indirect",
    ]


def test_a_direct_free_kick() -> None:
    assert legal(at("A 3 3; black C16; red C13; gold G14"), "direct") == ["red H18"]
    assert legal(at("A 2 2; black C16; red C13; gold G14"), "direct") == ["red G17"]
    assert legal(at("B 3 3; black C2; red C5; gold G4"), "direct") == ["red H0"]


def test_a_corner_stands_beside_the_end_of_the_turn() -> None:
    assert legal(at("A 6 5; black A17; red F17; gold J17")) == [
        "corner black 5 A12",
        "corner black 5 F12",
        "corner black 6 A11",
        "corner black 6 G11",
        "end_turn",
    ]


def test_a_corner_of_the_other_player_is_none() -> None:
    assert legal(at("A 6 5; black A1; red F17; gold J17"), "corner") == []
    assert legal(at("B 6 5; black A1; red F1; gold J1"), "corner") == [
        "black 5 A6",
        "black 5 F6",
        "black 6 A7",
        "black 6 G7",
    ]


def test_a_turn_is_lost_only_without_a_spielzug_and_without_a_double() -> None:
    stuck = "black A17; red F17; gold J17"
    assert "end_turn" in legal(at(f"A 6 5; {stuck}"))
    assert "end_turn" not in legal(at(f"A 6 6; {stuck}"))
    assert "end_turn" not in legal(at(FINAL))
    assert legal(at("A 6 5; black B17; red F17; gold J17")) == ["end_turn"]


def test_a_double_one_with_a_piece_in_the_area_is_a_penalty_and_nothing_else() -> None:
    found = DOPPELPASS.legal(at("A 1 1; black C14; red A1; gold B13"))
    assert {action[0] for action in found} == {"penalty"}
    assert len(found) == 1 + 16 + 17
    assert {action[0] for action in DOPPELPASS.legal(at("A 1 1"))} == {"move", "direct", "indirect"} - {
        "direct"
    }


def test_where_pieces_are_put_at_a_penalty() -> None:
    """The shooter has left his point, a piece outside the area stays on its own."""
    rows = [f"{column}{row}" for column in "BJ" for row in range(13, 18)] + [
        f"{column}13" for column in "CDEFGHI"
    ]
    free = [f"red black_to={point}" for point in rows if point != "J17"]
    assert len(free) == 16
    found = legal(at("A 1 1; black C14; red B13; gold J17"), "penalty")
    assert [text for text in found if text.startswith("red")] == sorted(free)
    assert [text for text in found if text.startswith("black")] == ["black"]


@pytest.mark.parametrize(
    ("position", "points"),
    [
        ("keeper; A", "E16 E17 F16 F17 G16 G17"),
        ("keeper; B", "E1 E2 F1 F2 G1 G2"),
        ("keeper; A; keeper.B C14", "C14 C15 D14 D15"),
        ("keeper; A; keeper.B C14; black C14; red D15", "C14 C15 D14"),
        (
            "keeper; A; keeper.B E15; black B13; red F15; gold J10; shot penalty red",
            "D14 D15 D16 E14 E15 E16 F14 F16",
        ),
    ],
)
def test_where_the_keeper_can_go(position: str, points: str) -> None:
    assert legal(at(position)) == [f"shift {point}" for point in points.split()]


def test_to_stay_is_the_keepers_first_choice() -> None:
    assert DOPPELPASS.write_step(DOPPELPASS.legal(at("keeper; A"))[0]) == {"do": "shift", "to": "F17"}


def test_the_walk_after_a_missed_penalty() -> None:
    missed = "black B13; red F15; gold J10; shot penalty red"
    assert legal(at(f"A; {missed} 2")) == [f"missed {point}" for point in "D15 D17 H15 H17".split()]
    assert legal(at(f"keeper; A; {missed} 1; keeper.B E15")) == [
        f"missed {point}" for point in "E16 G15 G16".split()
    ]


SHOT = "black D16; red C13; gold G14; shot pass red H18 5"
FREE = "black C16; red C13; gold G14; shot direct red H18 3"


@pytest.mark.parametrize(
    ("position", "choices"),
    [
        (f"supplement; A; keeper.B E15; {SHOT}", "1"),
        (f"munich; A; keeper.B E15; {SHOT}", "1"),
        (f"munich; A; keeper.B E17; {SHOT}", "2"),
        (f"munich; A; keeper.B G17; {SHOT}", "1"),
        (f"supplement; A; keeper.B F16; {FREE}", "1 2"),
        (f"munich; A; keeper.B F16; {FREE}", "1 2"),
        (f"munich; A; keeper.B F17; {FREE}", "2"),
        ("keeper; A; black B13; red F15; gold J10; shot penalty red 3", "1"),
        ("munich; A; black B13; red F15; gold J10; shot penalty red 6", "1"),
    ],
)
def test_how_many_dice_the_keeper_may_throw(position: str, choices: str) -> None:
    assert legal(at(position)) == [f"save {count}" for count in choices.split()]


@pytest.mark.parametrize(
    ("mode", "keeper", "phase"),
    [
        ("base", "", "kick_off"),
        ("keeper", "E15", "kick_off"),
        ("supplement", "E15", "save"),
        ("supplement", "G17", "save"),
        ("supplement", "E17", "kick_off"),
        ("munich", "E17", "save"),
        ("munich", "I17", "save"),
        ("munich", "I15", "save"),
        ("munich", "C14", "save"),
        ("munich", "I14", "save"),
        ("munich", "G14", "save"),
    ],
)
def test_which_shots_wait_for_the_keeper(mode: str, keeper: str, phase: str) -> None:
    place = f"; keeper.B {keeper}" if keeper else ""
    assert play(at(f"{mode}; {FINAL}{place}"), "move black 1 D16 red 5 H18").phase == phase


@pytest.mark.parametrize(
    ("position", "text"),
    [
        # the keeper upfield of the shooter, in the column of the goal point: 0
        ("A 1 3; black B16; red E15; gold G16; keeper.B G14", "move black 1 C17 red 3 H18"),
        # the start in his row, outside his area
        ("A 4 1; black A16; red B14; gold E14; keeper.B G14", "move black 1 B16 red 4 F18"),
        # he stands under the shooter
        ("A 5 1; black C15; red E15; gold G14; keeper.B E15", "move black 1 D16 red 5 H18"),
    ],
)
def test_shots_that_no_keeper_reaches(position: str, text: str) -> None:
    assert play(at(f"munich; {position}"), text).phase == "kick_off"


# The list and the refusals


def agree(game: Doppelpass, states: Iterable[State], share: float) -> int:
    """How many actions were tried; the legal ones among them are exactly those that no rule refuses."""
    tried, chance = 0, random.Random(1)
    for state in states:
        allowed = list(game.legal(state))
        assert len(set(allowed)) == len(allowed)
        assert [action for action in allowed if forbidden(game.pitch, state, action)] == []
        maybe = set(candidates(game, state, chance, share))
        free = {action for action in maybe if not forbidden(game.pitch, state, action)}
        assert free <= set(allowed), game.write_state(state)
        missing = {action for action in set(allowed) - free if action[0] not in ("move", "penalty")}
        assert missing == set(), game.write_state(state)
        if share == 1:
            assert {action for action in allowed if action[0] == "move"} <= free
        tried += len(maybe)
    return tried


def test_every_action_on_a_small_board_is_legal_or_refused() -> None:
    states = [crowded(seed, SMALL) for seed in range(12)]
    moving = [state for state in states if state.phase == "move"][:4]
    assert agree(SMALL, moving, 1) > 300_000


def test_many_actions_on_the_board_are_legal_or_refused() -> None:
    states = [crowded(seed) for seed in range(150)]
    states += [state for mode in MODES for state, _, _ in walk(2, 40, mode)]
    assert agree(DOPPELPASS, states, 0.0005) > 300_000


def test_there_is_always_something_to_do() -> None:
    for game in (DOPPELPASS, SMALL):
        for seed in range(400):
            state = crowded(seed, game)
            assert (state.phase == "over") == (not game.legal(state))
