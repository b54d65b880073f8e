"""The drawn ground of a board: every mark on the paper, and the same from both sides and both ends."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest

from rulebook import books
from rulebook.boards import Board, Shape
from rulebook.check import agreement, ground
from rulebook.games import GAMES
from tests import books_for_tests as ball


@pytest.mark.parametrize("name", GAMES)
def test_the_ground_of_every_game_is_right(name: str) -> None:
    game = GAMES[name]
    assert game.board.mirrored
    assert list(ground.faults(game.board, game.teams)) == []


def board() -> Board:
    return GAMES["doppelpass"].board


def changed(style: str, nth: int, **to: Any) -> Callable[[], Board]:
    """The board with another form of one of its marks."""

    def change() -> Board:
        shapes = list(board().ground)
        at = [i for i, shape in enumerate(shapes) if shape.style == style][nth]
        shapes[at] = replace(shapes[at], **to)
        return replace(board(), ground=tuple(shapes))

    return change


def added(*shapes: Shape) -> Callable[[], Board]:
    return lambda: replace(board(), ground=(*board().ground, *shapes))


DOTS = [Shape("circle", ((x, y), (x + 0.1, y)), "spot") for x in (2.5, 7.5) for y in (2, 14)]
WRONG: dict[str, tuple[Callable[[], Board], str]] = {
    "a spot beside its point": (
        changed("spot", 0, points=((5, 2.5), (5.1, 2.5))),
        "a spot lies on no point: (5, 2.5)",
    ),
    "four spots beside their points": (added(*DOTS), "a spot lies on no point: (2.5, 2)"),
    "a dot of another size": (
        changed("spot", 0, points=((5, 2), (5.3, 2))),
        "a spot (circle) has not its like on the other end: ((5, 2), (5.3, 2))",
    ),
    "an area of the other team": (
        changed("area", 0, team="B"),
        "an area (rect) has not its like on the other end",
    ),
    "a line on one side": (
        added(Shape("line", ((1, 3), (1, 13)), "line")),
        "a line (line) has not its like on the other side: ((1, 3), (1, 13))",
    ),
    "a net that is awry": (
        changed("net", 0, points=((3, 0), (3, -1), (7, -1), (7.5, 0))),
        "a net (polygon) has not its like on the other side",
    ),
    "a corner that bulges inwards": (
        changed("line", -1, points=((10, 16), (10, 15.5), (9.5, 16))),
        "a line (arc) has not its like on the other",
    ),
    "a name in the middle": (
        changed("name", 1, points=((5, 16.9),)),
        "a name (text) has not its like on the other end",
    ),
    "a circle over the edge": (
        added(Shape("circle", ((5, 8), (11, 8)), "line")),
        "a line (circle) reaches beyond the paper: ((5, 8), (11, 8))",
    ),
    "a style that no view knows": (
        added(Shape("line", ((0, 8), (10, 8)), cast("Any", "lines"))),
        "nobody knows how to draw a 'lines' that is a 'line'",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_drawn_wrong_is_told(what: str) -> None:
    make, told = WRONG[what]
    assert any(fault.startswith(told) for fault in ground.faults(make(), ("A", "B")))


def test_a_board_that_promises_nothing_may_have_one_basket() -> None:
    court = replace(added(Shape("line", ((1, 3), (1, 13)), "line"))(), mirrored=False)
    assert list(ground.faults(court, ("A", "B"))) == []


def test_the_check_of_a_book_tells_it() -> None:
    book = books.load(ball.ROOT / "scenes" / "ball")
    lopsided = replace(book.game.board, ground=book.game.board.ground[:-2])
    found = agreement.check(ball.with_game(book, board=lopsided))
    assert {problem.code for problem in found} == {"wrong-ground"}
    assert "the board of 'ball': a field (rect) has not its like on the other" in str(found[0])
