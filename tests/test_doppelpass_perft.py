"""How many sequences of actions follow on some positions of Doppelpass: a count finds what is missing."""

import pytest

from rulebook.games.doppelpass import DOPPELPASS, Doppelpass
from rulebook.games.doppelpass.state import State
from tests.doppelpass_positions import SMALL, at, crowded, mirrored, swapped, table

SPIELZUEGE = """
8 | 14 | 14 | 14 | 12 | 4
14 | 10 | 20 | 16 | 14 | 6
14 | 20 | 10 | 20 | 16 | 6
14 | 16 | 20 | 10 | 16 | 8
12 | 14 | 16 | 16 | 6 | 8
4 | 6 | 6 | 8 | 8 | 2
"""
"""At kick-off, by the first die (down) and the second (across)."""

POSITIONS = """
supplement; A 5 1; black C15; red C13; gold G14; keeper.B E15; rolls 1 | 9 56 376
munich; A 5 1; black C15; red C13; gold G14; keeper.B E17; rolls 1 | 9 294 584
munich; A 3 3; black C16; red C13; gold G14; keeper.B F16; rolls 1 | 2 51 396
keeper; A 1 1; black C14; red B13; gold F15; keeper.B F15; rolls 1 | 304 2736 16416
A 6 5; black A17; red F17; gold J17; rolls 1 | 5 180 464
B; black A16; red D14; gold J14; rolls 1 | 36 128 4608
"""


def naive(game: Doppelpass, state: State, depth: int) -> int:
    """Every sequence made one after the other."""
    if depth == 0:
        return 1
    return sum(
        naive(game, game.advance(state, action, dice), depth - 1)
        for action in game.legal(state)
        for dice in game.falls(state, action)
    )


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({"first": "A"}, [1, 36, 428, 15_408, 86_044]),
        ({"first": "A", "mode": "keeper"}, [1, 6, 216, 2_568, 19_260]),
        ({"first": "A", "mode": "supplement"}, [1, 6, 216, 2_568, 19_260]),
        ({"first": "B", "mode": "munich"}, [1, 6, 216, 2_568, 19_260]),
        ({}, [1, 36, 1_296, 20_616, 585_936]),
    ],
)
def test_the_start(options: dict[str, str], counts: list[int]) -> None:
    state = DOPPELPASS.new(options)
    assert [DOPPELPASS.perft(state, depth) for depth in range(5)] == counts


def test_the_spielzuege_at_kick_off() -> None:
    counts = [
        [
            sum(action[0] == "move" for action in DOPPELPASS.legal(at(f"A {one} {other}")))
            for other in range(1, 7)
        ]
        for one in range(1, 7)
    ]
    assert counts == [[int(cell) for cell in row] for row in table(SPIELZUEGE)]


@pytest.mark.parametrize(("position", "counts"), table(POSITIONS))
def test_positions(position: str, counts: str) -> None:
    state = at(position)
    expected = [int(count) for count in counts.split()]
    assert [DOPPELPASS.perft(state, depth) for depth in (1, 2, 3)] == expected
    for side in (mirrored, swapped):
        other = DOPPELPASS.read_state(side(DOPPELPASS.write_state(state)))
        assert [DOPPELPASS.perft(other, depth) for depth in (1, 2, 3)] == expected


@pytest.mark.parametrize("part", range(4))
def test_counting_alike_positions_together_changes_nothing(part: int) -> None:
    for seed in range(30 * part, 30 * part + 30):
        for game in (DOPPELPASS, SMALL):
            state = crowded(seed, game)
            if game.perft(state, 1) < 500:
                assert game.perft(state, 2) == naive(game, state, 2)


def test_the_end_of_the_game() -> None:
    won = DOPPELPASS.advance(
        at("A 5 1; goals 1; black C15; red C13; gold G14"), ("move", 0, 1, (3, 15), 1, 5, (7, 17))
    )
    assert [DOPPELPASS.perft(won, depth) for depth in range(3)] == [1, 0, 0]


def test_a_small_board() -> None:
    state = SMALL.new({"first": "A", "mode": "munich"})
    counts = [SMALL.perft(state, depth) for depth in range(1, 7)]
    assert counts[:4] == [naive(SMALL, state, depth) for depth in (1, 2, 3, 4)]
    assert counts == [6, 54, 378, 1708, 15372, 69350]
