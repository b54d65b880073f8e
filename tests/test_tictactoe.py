"""The check's walkers find the known figures of tic-tac-toe, so they can be believed for other games."""

import pytest

from rulebook.check.small import sequences, visit
from tests.tictactoe import TicTacToe, wrong

PERFT = (1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872)


def test_all_positions_are_visited_once() -> None:
    visited = visit(TicTacToe())
    assert (visited.positions, visited.ends, visited.trapped, visited.depth) == (5478, 958, 0, 9)
    assert visited.breaches == ()


def test_positions_up_to_symmetry() -> None:
    visited = visit(TicTacToe(symmetric=True))
    assert (visited.positions, visited.ends) == (765, 138)


def test_sequences_are_counted() -> None:
    counted = list(sequences(TicTacToe(), 9))
    assert tuple(ways for ways, _ in counted) == PERFT[1:]
    assert sum(ended for _, ended in counted) == 255_168


@pytest.mark.parametrize("depth", range(6))
def test_perft_agrees_with_the_walker(depth: int) -> None:
    game = TicTacToe()
    assert game.perft(game.new({}), depth) == PERFT[depth]


def test_a_board_that_is_not_small_is_a_breach() -> None:
    (breach,) = visit(TicTacToe(), most=100).breaches
    assert "more than 100 positions" in breach.text


def test_a_game_that_breaks_its_laws_is_found_out_on_the_way() -> None:
    visited = visit(wrong(follows=lambda mark: mark))
    assert [breach.rule for breach in visited.breaches] == ["turn.order"]
    assert visited.positions < 50, "nothing is sought behind a position that cannot be"
