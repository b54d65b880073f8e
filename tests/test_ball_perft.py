"""How many sequences of actions follow on each position of perft_ball.txt: a count finds what is missing."""

from pathlib import Path

import pytest

from rulebook.games.ball import BALL
from rulebook.games.ball.refusals import refusal
from rulebook.games.ball.state import State
from tests.ball_positions import SMALL, at, candidates, told, turned_state


def read_table() -> dict[str, tuple[str, list[int]]]:
    """By title: the position and the counts from depth 1 on."""
    text = Path(__file__).with_name("perft_ball.txt").read_text(encoding="utf-8")
    table = {}
    for part in text.split("## ")[1:]:
        title, position, counts, *_ = part.splitlines()
        table[title] = position, [int(count) for count in counts.split()]
    return table


TABLE = read_table()


def divide(state: State, depth: int) -> str:
    """What follows on each first action: the lines to compare with another engine's."""
    lines = [
        f"{text}: {BALL.perft(BALL.advance(state, action), depth - 1)}"
        for action in BALL.legal(state)
        for text in told(BALL, [action])
    ]
    return "\n".join(sorted(lines))


def test_the_table_is_whole() -> None:
    assert len(TABLE) == 29
    assert sum(len(counts) for _, counts in TABLE.values()) == 114


@pytest.mark.parametrize("title", TABLE)
def test_perft(title: str) -> None:
    position, counts = TABLE[title]
    state = at(position)
    for depth, count in enumerate(counts, start=1):
        assert BALL.perft(state, depth) == count, f"depth {depth}:\n{divide(state, depth)}"


@pytest.mark.parametrize("title", TABLE)
def test_the_first_count_is_also_what_no_rule_refuses(title: str) -> None:
    position, counts = TABLE[title]
    state = at(position)
    tried = set(candidates(BALL, state))
    assert sum(refusal(BALL.pitch, state, action) is None for action in tried) == counts[0]


@pytest.mark.parametrize("title", TABLE)
def test_the_other_team_counts_the_same(title: str) -> None:
    position, counts = TABLE[title]
    assert [BALL.perft(turned_state(at(position)), depth) for depth in (1, 2)] == counts[:2]


def test_depth_zero_and_the_end_of_the_game() -> None:
    won = BALL.advance(at("DEF1 A2 ball"), BALL.read_action({"do": "move", "player": "DEF1", "to": "B1"}))
    assert [BALL.perft(won, depth) for depth in range(3)] == [1, 0, 0]


def test_a_small_board() -> None:
    """Depth 1 by hand: 2 blocks, 2 protections, 3 moves, 6 tactical dodges, 3 dodges, 2 conversions, end."""
    assert [SMALL.perft(SMALL.new({}), depth) for depth in range(1, 6)] == [19, 209, 1241, 3798, 10145]
