"""The board of Doppelpass as data, and all that follows from its sizes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

from rulebook.boards import Board, Shape, lines
from rulebook.games.doppelpass.constants import DICE, FORWARD, TEAMS, A, B

Point = tuple[int, int]
"""Column and row, counted from 0 at the left and at A's goal line; also one that is not on the board."""

Columns = tuple[int, int]
"""First and last column."""

Pair = tuple[Point, Point]
"""A point for each team."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """What a board is made of; B's half mirrors A's.

    `goal` and `area` are columns, `depth` is the last row of A's penalty area, `spot` A's penalty spot,
    `kick_off` holds the points of black, red and gold, `keeper` A's. A die shows 1 to `sides`; a penalty with
    one of `missed` misses.
    """

    columns: int
    rows: int
    goal: Columns
    area: Columns
    depth: int
    spot: Point
    kick_off: tuple[Point, Point, Point]
    keeper: Point
    sides: int
    missed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pitch:
    """A board with everything that the engine looks up. Pairs go by the team that owns a thing.

    `goals`, `areas` and `spots` are those that a team defends; `corners` are those that it uses, and `lines`
    and `behind` the row of the goal line that it attacks and the row just behind it. `outside` holds the
    points directly outside the area that a team defends.
    """

    sizes: Sizes
    board: Board
    names: Mapping[Point, str]
    """Of the points of the board and of those just behind the goal lines."""
    points: Mapping[str, Point]
    on: frozenset[Point]
    lines: tuple[int, int]
    behind: tuple[int, int]
    goals: tuple[tuple[Point, ...], tuple[Point, ...]]
    areas: tuple[frozenset[Point], frozenset[Point]]
    outside: tuple[tuple[Point, ...], tuple[Point, ...]]
    spots: Pair
    corners: tuple[Pair, Pair]
    kick_off: tuple[Point, Point, Point]
    keepers: Pair

    @property
    def sides(self) -> int:
        """The highest number of a die."""
        return self.sizes.sides

    def name(self, point: Point) -> str:
        """`D16`; `H18` and `D0` behind the goal lines; a point elsewhere as its two numbers."""
        return self.names.get(point) or f"({point[0]}, {point[1]})"


def pitch(sizes: Sizes) -> Pitch:
    """The pitch of a size."""
    columns, rows = sizes.columns, sizes.rows
    on = [(x, y) for y in range(rows) for x in range(columns)]
    names = {(x, y): f"{chr(65 + x)}{y + 1}" for y in range(-1, rows + 1) for x in range(columns)}
    own = frozenset(point for point in on if _within(point[0], sizes.area) and point[1] <= sizes.depth)
    areas = own, frozenset(_mirrored(sizes, point) for point in own)
    goal = tuple((x, 0) for x in range(sizes.goal[0], sizes.goal[1] + 1))
    ends = (0, 0), (columns - 1, 0)
    top = tuple(_mirrored(sizes, point) for point in ends)
    return Pitch(
        sizes=sizes,
        board=_board(sizes),
        names=names,
        points={name: point for point, name in names.items()},
        on=frozenset(on),
        lines=(rows - 1, 0),
        behind=(rows, -1),
        goals=(goal, tuple(_mirrored(sizes, point) for point in goal)),
        areas=areas,
        outside=(tuple(_outside(on, areas[A])), tuple(_outside(on, areas[B]))),
        spots=(sizes.spot, _mirrored(sizes, sizes.spot)),
        corners=((top[0], top[1]), ends),
        kick_off=sizes.kick_off,
        keepers=(sizes.keeper, _mirrored(sizes, sizes.keeper)),
    )


def _mirrored(sizes: Sizes, point: Point) -> Point:
    """The same point in the other half."""
    return point[0], sizes.rows - 1 - point[1]


def _within(column: int, columns: Columns) -> bool:
    return columns[0] <= column <= columns[1]


def _outside(on: list[Point], area: frozenset[Point]) -> Iterator[Point]:
    """The points beside those of the area, diagonally too, row by row."""
    for x, y in on:
        if (x, y) not in area and any((x + dx, y + dy) in area for dx, dy in _AROUND):
            yield x, y


_AROUND = tuple(product((-1, 0, 1), repeat=2))


# What is drawn

_ASIDE, _BEYOND = 0.5, 1.5
"""The paper beyond the outermost lines, in points."""

_POST, _NET_ASIDE, _NET_BEHIND = 0.5, 1.2, 1.15
_CORNER, _DOT, _CIRCLE_RIM = 0.5, 0.14, 0.4
_NAME_ASIDE, _NAME_BEHIND = 1.5, 0.9


def _board(sizes: Sizes) -> Board:
    ground = (*_areas(sizes), *_middle(sizes), *_corners(sizes), *_goals(sizes), *_names(sizes))
    board = lines(sizes.columns, sizes.rows, ground=ground, margin=(_ASIDE, _BEYOND), dice=DICE)
    return replace(board, mirrored=True)


def _areas(sizes: Sizes) -> Iterator[Shape]:
    """Both penalty areas and their spots."""
    (left, right), top = sizes.area, sizes.rows - 1
    for team, rows in zip(TEAMS, ((0, sizes.depth), (top - sizes.depth, top)), strict=True):
        ends = (left, rows[0]), (right, rows[1])
        yield Shape("rect", ends, "area", team=team)
        yield Shape("rect", ends, "line")
    yield from (_dot(point) for point in (sizes.spot, _mirrored(sizes, sizes.spot)))


def _middle(sizes: Sizes) -> Iterator[Shape]:
    """The middle line and the circle round the kick-off points."""
    first, middle, last = sizes.kick_off
    yield Shape("line", ((0, middle[1]), (sizes.columns - 1, middle[1])), "line")
    yield Shape("circle", (middle, (max(first[0], last[0]) + _CIRCLE_RIM, middle[1])), "line")
    yield from (_dot(point) for point in sizes.kick_off)


def _dot(point: Point) -> Shape:
    return Shape("circle", (point, (point[0] + _DOT, point[1])), "spot")


def _corners(sizes: Sizes) -> Iterator[Shape]:
    """A quarter of a circle in each corner; arcs go counter-clockwise."""
    right, top = sizes.columns - 1, sizes.rows - 1
    for x, y in product((0, right), (0, top)):
        inward = x, y + (_CORNER if y == 0 else -_CORNER)
        along = x + (_CORNER if x == 0 else -_CORNER), y
        start, end = (along, inward) if (x == 0) == (y == 0) else (inward, along)
        yield Shape("arc", ((x, y), start, end), "line")


def _goals(sizes: Sizes) -> Iterator[Shape]:
    """Posts half a column outside the goal points, and a net behind each goal line."""
    left, right = sizes.goal[0] - _POST, sizes.goal[1] + _POST
    for y, back in ((0, -FORWARD[A]), (sizes.rows - 1, -FORWARD[B])):
        deep = y + _NET_BEHIND * back
        wide = sizes.goal[0] - _NET_ASIDE, sizes.goal[1] + _NET_ASIDE
        yield Shape("polygon", ((left, y), (wide[0], deep), (wide[1], deep), (right, y)), "net")
        yield Shape("line", ((left, y), (right, y)), "goal")


def _names(sizes: Sizes) -> Iterator[Shape]:
    """The players' names behind their goal lines."""
    x, top = sizes.columns - 1 - _NAME_ASIDE, sizes.rows - 1 + _NAME_BEHIND
    for team, y in zip(TEAMS, (-_NAME_BEHIND, top), strict=True):
        yield Shape("text", ((x, y),), "name", team=team, text=team)


STANDARD = pitch(
    Sizes(
        columns=11,
        rows=17,
        goal=(4, 6),
        area=(2, 8),
        depth=3,
        spot=(5, 2),
        kick_off=((4, 8), (5, 8), (6, 8)),
        keeper=(5, 0),
        sides=6,
        missed=(1, 2),
    )
)
"""The board of Doppelpass (spec/doppelpass.md: The board)."""
