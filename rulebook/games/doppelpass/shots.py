"""What the keeper of Doppelpass can do about a shot (spec/doppelpass.md: save)."""

from typing import NamedTuple

from rulebook.games.doppelpass.constants import DICE, DIRECT, ONE, SAVES
from rulebook.games.doppelpass.moves import way
from rulebook.games.doppelpass.pitch import Pitch, Point


class Shot(NamedTuple):
    """A shot that is pending: its piece still stands where the shot begins.

    `to` is the first point behind the goal line, None for a penalty; `number` is the die that decides,
    None before the penalty roll.
    """

    kind: str
    piece: int
    to: Point | None
    number: int | None


class Chance(NamedTuple):
    """How the keeper may try to hold a shot: the rule, how many dice he may choose, where he would stand.

    `need` is the number that he needs, of a direct free kick the sum; `line` the second number that he needs
    beside it, the distance to the shot's line; 0 where he was jumped over.
    """

    rule: str
    offered: tuple[int, ...]
    need: int
    at: Point
    line: int = 0


def chance(
    pitch: Pitch, mode: str, keepers: tuple[Point, ...], team: int, start: Point, shot: Shot
) -> Chance | None:
    """What the keeper can do against a shot of `team`, None where it is a goal at once.

    A penalty has been rolled already.
    """
    saves, number = SAVES[mode], shot.number or 0
    if not saves:
        return None
    keeper = keepers[1 - team]
    if shot.to is None:
        return Chance("save.penalty", (ONE,), number, keeper)
    on_board = way(start, shot.to)[:-1]
    if keeper in on_board[1:]:
        return _jumped(keeper, shot.kind, number) if "jumped" in saves else None
    at, line = beside(keeper, on_board)
    can = "beside" in saves and 0 < line <= pitch.sides and at in pitch.areas[1 - team]
    return Chance("save.beside", (DICE,), number, at, line) if can else None


def _jumped(keeper: Point, kind: str, number: int) -> Chance:
    if kind == DIRECT:
        return Chance("save.direct", (ONE, DICE), number * DICE, keeper)
    return Chance("save.jumped", (ONE,), number, keeper)


def beside(keeper: Point, on_board: tuple[Point, ...]) -> tuple[Point, int]:
    """Where a keeper who is passed beside must go, and how many points away that is.

    The way's point in his row if there is one, else the goal point.
    """
    at = next((point for point in on_board if point[1] == keeper[1]), on_board[-1])
    return at, abs(at[0] - keeper[0])


def holds(hope: Chance, dice: tuple[int, ...]) -> bool:
    """Whether the keeper's dice hold the shot."""
    if hope.line:
        return sorted(dice) == sorted((hope.line, hope.need))
    return sum(dice) == hope.need
