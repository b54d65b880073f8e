"""How a piece of Doppelpass walks: which rule, if any, forbids a way, stated once for lists and refusals."""

from collections.abc import Iterator
from typing import NamedTuple

from rulebook.games.doppelpass.constants import AHEAD, BACK, FIRST, FORWARD
from rulebook.games.doppelpass.pitch import Pitch, Point


class Walk(NamedTuple):
    """A piece's way for the team in possession: from, to, pips, and what else stands on the board."""

    pitch: Pitch
    team: int
    start: Point
    to: Point
    pips: int
    others: tuple[Point, ...]
    keepers: tuple[Point, ...]


# The three kinds of walk: each answers with the rule that forbids it first, or with "".


def first_walk(walk: Walk) -> str:
    """As the first piece of a Spielzug, or after a missed penalty: sideways or diagonally ahead."""
    columns, rows = ahead(walk)
    if rows < 0:
        return "move.backward"
    if not columns or rows not in (0, abs(columns)):
        return "move.first_direction"
    if walk.to in walk.pitch.on:
        return _arrival(walk)
    return "goal.second" if _entry_is_goal(walk) else "move.board"


def second_walk(walk: Walk) -> str:
    """As the second piece, or by a direct free kick: diagonally ahead, perhaps into the goal."""
    columns, rows = ahead(walk)
    if rows < 0:
        return "move.backward"
    if rows != abs(columns) or not rows:
        return "move.second_direction"
    return _arrival(walk) if walk.to in walk.pitch.on else _shot(walk, rows)


def corner_walk(walk: Walk) -> str:
    """From a corner: back along the side line or diagonally back."""
    columns, rows = ahead(walk)
    if rows >= 0 or abs(columns) not in (0, -rows):
        return "corner.back"
    return _arrival(walk) if walk.to in walk.pitch.on else "move.board"


def _shot(walk: Walk, steps: int) -> str:
    """A way that leaves the board."""
    if walk.to[1] != walk.pitch.behind[walk.team]:
        return "move.board"
    if not _entry_is_goal(walk):
        return "goal.width"
    if walk.pips < steps:
        return "goal.line"
    return "move.over" if in_the_way(walk) else ""


def _entry_is_goal(walk: Walk) -> bool:
    """Whether the way ends just behind the attacked goal line, and passes it in the goal."""
    behind = walk.to[1] == walk.pitch.behind[walk.team]
    return behind and last_on_board(walk.start, walk.to) in walk.pitch.goals[1 - walk.team]


def _arrival(walk: Walk) -> str:
    """What is asked of a way that ends on the board."""
    if distance(walk.start, walk.to) != walk.pips:
        return "move.count"
    if in_the_way(walk):
        return "move.over"
    if walk.to in walk.others:
        return "move.land"
    return "move.keeper" if walk.to in walk.keepers else ""


# Where a walk can lead at all: one end for each direction


def first_ends(pitch: Pitch, team: int, start: Point, pips: int) -> Iterator[Point]:
    """The ends on the board of a first piece's walks."""
    return _ends(pitch, FIRST, FORWARD[team], start, pips)


def corner_ends(pitch: Pitch, team: int, start: Point, pips: int) -> Iterator[Point]:
    """The ends on the board of the walks from a corner."""
    return _ends(pitch, BACK, FORWARD[team], start, pips)


def _ends(
    pitch: Pitch, directions: tuple[Point, ...], forward: int, start: Point, pips: int
) -> Iterator[Point]:
    for columns, rows in directions:
        to = start[0] + columns * pips, start[1] + rows * forward * pips
        if to in pitch.on:
            yield to


def second_ends(pitch: Pitch, team: int, start: Point, pips: int) -> Iterator[Point]:
    """The ends of a second piece's walks; beyond the goal line, the point just behind it."""
    forward = FORWARD[team]
    steps = min(pips, abs(pitch.behind[team] - start[1]))
    for columns, rows in AHEAD:
        yield start[0] + columns * steps, start[1] + rows * forward * steps


# Geometry


def ahead(walk: Walk) -> Point:
    """Columns and rows of a way, rows counted forward."""
    (x, y), (to_x, to_y) = walk.start, walk.to
    return to_x - x, (to_y - y) * FORWARD[walk.team]


def distance(start: Point, to: Point) -> int:
    """In steps from point to point, along a line."""
    return max(abs(to[0] - start[0]), abs(to[1] - start[1]))


def way(start: Point, to: Point) -> tuple[Point, ...]:
    """Every point of a straight way, both ends included."""
    return tuple(points(start, to))


def points(start: Point, to: Point) -> Iterator[Point]:
    """The same one after the other, for ways that may lead anywhere."""
    (x, y), (dx, dy) = start, _step(start, to)
    return ((x + dx * k, y + dy * k) for k in range(distance(start, to) + 1))


def is_straight(start: Point, to: Point) -> bool:
    """Whether a way follows a line, diagonals included."""
    columns, rows = abs(to[0] - start[0]), abs(to[1] - start[1])
    return columns == rows or not columns or not rows


def last_on_board(start: Point, to: Point) -> Point:
    """The last point but one of a way: where a shot passes the goal line."""
    dx, dy = _step(start, to)
    return to[0] - dx, to[1] - dy


def in_the_way(walk: Walk) -> list[Point]:
    """Where other pieces stand between the ends of a way."""
    (x, y), (dx, dy), steps = walk.start, _step(walk.start, walk.to), distance(walk.start, walk.to)
    found = []
    for at in walk.others:
        k = abs(at[0] - x) or abs(at[1] - y)
        if 0 < k < steps and at == (x + dx * k, y + dy * k):
            found.append(at)
    return found


def _step(start: Point, to: Point) -> Point:
    """The step of a straight way: -1, 0 or 1 in both directions."""
    return _sign(to[0] - start[0]), _sign(to[1] - start[1])


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def through(one: Point, other: Point, start: Point, to: Point) -> str:
    """Which rule of passing between two pieces a way breaks, or "".

    Both ways, on different sides: the ends of the way, and the two pieces.
    """
    starts, ends = _side(one, other, start), _side(one, other, to)
    if starts == 0 or ends == 0:
        return "through.level"
    crossed = starts != ends and _side(start, to, one) * _side(start, to, other) < 0
    return "" if crossed else "through.crossing"


def _side(start: Point, end: Point, point: Point) -> int:
    """On which side of a line a point lies: -1, 0 (on it) or 1."""
    (x, y), (end_x, end_y), (at_x, at_y) = start, end, point
    return _sign((end_x - x) * (at_y - y) - (end_y - y) * (at_x - x))
