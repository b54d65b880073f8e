"""Boards of squares and of lines have the points, links and ground that their size promises."""

import math
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

from rulebook.boards import Board, Point, Shape, grid, lines

SIZES = [(2, 2), (3, 2), (5, 7), (11, 17)]


def on(point: Point, line: Shape) -> bool:
    """Whether a point lies on a line from end to end."""
    start, end = line.points
    return math.isclose(math.dist(start, point) + math.dist(point, end), math.dist(start, end))


def drawn(board: Board) -> list[Shape]:
    """Every line that points lie on, the boundary as its four sides."""
    found = [shape for shape in board.ground if shape.style in ("mesh", "diagonal")]
    (left, bottom), (right, top) = next(s.points for s in board.ground if s.style == "boundary")
    corners = [(left, bottom), (right, bottom), (right, top), (left, top)]
    sides = zip(corners, corners[1:] + corners[:1], strict=True)
    return found + [Shape("line", side, "boundary") for side in sides]


def links(board: Board) -> Iterator[tuple[str, str]]:
    return ((name, other) for name, others in board.links.items() for other in others)


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_points_of_a_line_board_are_its_crossings(columns: int, rows: int) -> None:
    board = lines(columns, rows)
    assert len(board.points) == columns * rows == len({*board.points.values()})
    assert [board.points[name] for name in ("A1", "B1", "A2")] == [(0, 0), (1, 0), (0, 1)]
    assert [at for _, at in board.columns] == list(range(columns))
    assert [(name, int(name) - 1) for name, _ in board.rows] == [*board.rows]
    for name, (x, y) in board.points.items():
        assert (dict(board.columns)[name[0]], dict(board.rows)[name[1:]]) == (x, y)


def test_the_board_of_a_line_game_has_its_size() -> None:
    board = lines(11, 17)
    assert (len(board.points), list(board.points)[-1]) == (187, "K17")
    assert Counter(map(len, board.links.values())) == {8: 9 * 15, 5: 2 * (9 + 15), 3: 4}
    assert {*board.links["A1"]} == {"A2", "B1", "B2"}
    straight = lines(11, 17, diagonals=False)
    assert Counter(map(len, straight.links.values())) == {4: 9 * 15, 3: 2 * (9 + 15), 2: 4}
    assert {*straight.links["A1"]} == {"A2", "B1"}
    assert not [shape for shape in straight.ground if shape.style == "diagonal"]


@pytest.mark.parametrize("diagonals", [True, False])
@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_links_are_mutual_and_each_lies_on_one_line(columns: int, rows: int, diagonals: bool) -> None:
    board = lines(columns, rows, diagonals=diagonals)
    for name, other in links(board):
        assert name in board.links[other]
        ends = board.points[name], board.points[other]
        assert sum(all(on(end, line) for end in ends) for line in drawn(board)) == 1, (name, other)


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_every_line_joins_linked_points_from_edge_to_edge(columns: int, rows: int) -> None:
    board = lines(columns, rows)
    at = {point: name for name, point in board.points.items()}
    for line in drawn(board):
        (x, y), (to_x, to_y) = line.points
        steps = round(max(abs(to_x - x), abs(to_y - y)))
        way = [at[x + (to_x - x) * n / steps, y + (to_y - y) * n / steps] for n in range(steps + 1)]
        assert all(b in board.links[a] for a, b in pairwise(way))
        assert x in (0, columns - 1) or y in (0, rows - 1)
        assert to_x in (0, columns - 1) or to_y in (0, rows - 1)


def test_areas_lie_under_the_lines_and_all_else_above() -> None:
    own = (
        Shape("line", ((0, 1), (4, 1)), "line"),
        Shape("rect", ((1, 0), (3, 1)), "area", team="A"),
        Shape("polygon", ((1, 0), (1, -1), (3, -1), (3, 0)), "net"),
        Shape("line", ((1, 0), (3, 0)), "goal"),
    )
    styles = [shape.style for shape in lines(5, 3, ground=own).ground]
    assert list(dict.fromkeys(styles)) == [
        "paper",
        "pitch",
        "area",
        "net",
        "diagonal",
        "mesh",
        "boundary",
        "line",
        "goal",
    ]


def test_the_margin_is_paper_and_no_pitch() -> None:
    board = lines(5, 3, margin=(0.5, 1.5), dice=2)
    paper, pitch, *_ = board.ground
    assert [*board.extent] == [-0.5, -1.5, 4.5, 3.5]
    assert [paper.points, pitch.points] == [((-0.5, -1.5), (4.5, 3.5)), ((0, 0), (4, 2))]
    assert [board.dice, lines(5, 3).dice] == [2, 0]


def test_squares_are_named_by_column_and_row() -> None:
    board = grid(3, 2, playable=lambda column, row: (column, row) != (2, 2))
    assert board.points == {
        "A1": (0.5, 0.5),
        "A2": (0.5, 1.5),
        "B1": (1.5, 0.5),
        "C1": (2.5, 0.5),
        "C2": (2.5, 1.5),
    }
    assert {*board.links["B1"]} == {"A1", "A2", "C1", "C2"}
    assert [shape.style for shape in board.ground] == ["paper", *["field"] * 5, "border"]
