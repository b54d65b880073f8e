"""Nodes per second of BALL's engine beside python-chess, counted in the same way and in the same run."""

import statistics
import time
from collections.abc import Callable

import chess

from rulebook.games.ball import BALL
from rulebook.games.ball.play import advance
from rulebook.games.ball.rules import legal
from rulebook.games.ball.state import State

ROUNDS = 7
PITCH = BALL.pitch
START = BALL.new({})
CONTACT = BALL.setup(
    {
        "turn": "ATK",
        "place": {
            "ATK1": "E8",
            "ATK2": "G8",
            "ATK3": "I8",
            "ATK4": "D7",
            "ATK5": "F9 ball",
            "ATK6": "H7",
            "DEF1": "I10",
            "DEF2": "G10",
            "DEF3": "E10",
            "DEF5": "H11",
            "DEF6": "F11",
            "DEF7": "D9",
        },
    }
)
"""Two teams in contact, the holder among them."""

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
"""The usual position of contact in chess."""


def main() -> None:
    """Print nodes per second of both and their ratio: medians of several rounds, taken in turns.

    A ply of BALL in which the AP are used up has one to four actions where chess has dozens, so that counting
    it in bulk saves nothing: the last two lines end in such a ply, the others in the middle of a turn.
    """
    opening, contact = chess.Board(), chess.Board(KIWIPETE)
    compare("start, in bulk        ", lambda: BALL.perft(START, 5), lambda: chess_bulk(opening, 4))
    compare("start, all made       ", lambda: ball_nodes(START, 5), lambda: chess_nodes(opening, 3))
    compare("contact, in bulk      ", lambda: times(8, BALL.perft, 2), lambda: chess_bulk(contact, 3))
    compare("contact, all made     ", lambda: times(8, ball_nodes, 2), lambda: chess_nodes(contact, 2))
    compare("end of turn, in bulk  ", lambda: BALL.perft(CONTACT, 3), lambda: chess_bulk(contact, 3))
    compare("end of turn, all made ", lambda: ball_nodes(CONTACT, 3), lambda: chess_nodes(contact, 2))


def times(rounds: int, count: Callable[[State, int], int], depth: int) -> int:
    """A short count several times over, so that the clock has something to measure."""
    return sum(count(CONTACT, depth) for _ in range(rounds))


def compare(what: str, ours: Callable[[], int], theirs: Callable[[], int]) -> None:
    """Both in turns, so that a busy moment of the machine falls on both."""
    rounds = [(rate(ours), rate(theirs)) for _ in range(ROUNDS)]
    ball, other = (statistics.median(rates) for rates in zip(*rounds, strict=True))
    ratio = statistics.median(mine / other for mine, other in rounds)
    print(f"{what}  BALL {ball:11,.0f}   python-chess {other:11,.0f} nodes a second   ratio {ratio:.2f}")


def rate(count: Callable[[], int]) -> float:
    """Nodes per second of processor time."""
    start = time.process_time()
    nodes = count()
    return nodes / (time.process_time() - start)


def ball_nodes(state: State, depth: int) -> int:
    """Perft that makes the position of every node, the last ones too."""
    if depth == 0:
        return 1
    nodes = 0
    for action in legal(PITCH, state):
        nodes += ball_nodes(advance(PITCH, state, action), depth - 1)
    return nodes


def chess_nodes(board: chess.Board, depth: int) -> int:
    """The same for chess."""
    if depth == 0:
        return 1
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += chess_nodes(board, depth - 1)
        board.pop()
    return nodes


def chess_bulk(board: chess.Board, depth: int) -> int:
    """Perft that counts the moves of the last ply without making them, as `BALL.perft` does."""
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += chess_bulk(board, depth - 1)
        board.pop()
    return nodes


if __name__ == "__main__":
    main()
