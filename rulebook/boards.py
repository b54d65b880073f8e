"""Boards as data: named points with links between them, and the ground on which they lie.

A grid, a line graph and the seats of a game without a board are all the same thing to a view: points that
have names and coordinates, and drawing primitives beneath them. Units are the distance of two neighbouring
columns; x grows to the right, y grows upwards (a view turns it round).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

Point = tuple[float, float]


Kind = Literal["rect", "line", "circle", "arc", "polygon", "text"]
Style = Literal[
    "paper",
    "pitch",
    "field",
    "zone",
    "area",
    "mesh",
    "diagonal",
    "line",
    "boundary",
    "border",
    "goal",
    "net",
    "spot",
    "name",
]
"""What a shape of the ground can be, and how it is drawn."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One drawing primitive of the ground.

    `points` holds two corners for a rect, two ends for a line, centre and a point on the rim for a circle,
    centre, start and end (counter-clockwise) for an arc, all corners for a polygon, the middle for a text.
    Of the styles, `pitch` is the ground inside the lines, `field` a playable square, hatched, `zone` has a
    `team`, whose name is written in it, `area` is a tinted part of a pitch, with a `team`, `mesh` and
    `diagonal` are fine lines that points lie on, `boundary` is round a pitch, `border` round squares, drawn
    last.
    """

    kind: Kind
    points: tuple[Point, ...]
    style: Style
    team: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """Points, links and ground. `columns` and `rows` are the coordinates written along the edges.

    `dice` tells how many dice are thrown at once at most: a drawing keeps room for them beside the board.
    `mirrored` promises that the ground is the same from left and right and, with the teams changed, from both
    ends.
    """

    points: Mapping[str, Point]
    links: Mapping[str, tuple[str, ...]]
    ground: tuple[Shape, ...] = ()
    columns: tuple[tuple[str, float], ...] = ()
    rows: tuple[tuple[str, float], ...] = ()
    extent: tuple[float, float, float, float] = field(default=(0, 0, 0, 0))
    """Left, bottom, right and top edge of the ground."""
    dice: int = 0
    mirrored: bool = False


def grid(
    columns: int, rows: int, *, playable: Callable[[int, int], bool], ground: tuple[Shape, ...] = ()
) -> Board:
    """A board of squares A1, B1, …, where column and row count from 1 and neighbours are king's steps.

    Points are the middles of the playable squares: A1 lies at (0.5, 0.5). The ground holds the paper, then
    `ground`, then the playable squares as `field`, and the edge.
    """
    cells = [(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1) if playable(c, r)]
    names = {cell: _name(*cell) for cell in cells}
    edge = ((0, 0), (columns, rows))
    fields = tuple(Shape("rect", ((c - 1, r - 1), (c, r)), "field") for c, r in names)
    return Board(
        points={name: (c - 0.5, r - 0.5) for (c, r), name in names.items()},
        links=_linked(names, _AROUND),
        ground=(Shape("rect", edge, "paper"), *ground, *fields, Shape("rect", edge, "border")),
        columns=tuple((chr(64 + c), c - 0.5) for c in range(1, columns + 1)),
        rows=tuple((str(r), r - 0.5) for r in range(1, rows + 1)),
        extent=(0, 0, columns, rows),
    )


def lines(
    columns: int,
    rows: int,
    *,
    diagonals: bool = True,
    ground: tuple[Shape, ...] = (),
    margin: tuple[float, float] = (0.5, 0.5),
    dice: int = 0,
) -> Board:
    """A board of lines: its points A1, B1, … are the crossings of columns and rows, and A1 lies at (0, 0).

    Linked are neighbours on a row or column and, with `diagonals`, on both diagonals of every cell. The
    ground holds paper, the pitch, the areas and nets of `ground`, the lines, the boundary along the outermost
    ones and the rest of `ground`. `margin` is the paper beyond them, at the sides and at both ends; with
    halves, a part of the board is cut off between two lines.
    """
    names = {(c, r): _name(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)}
    steps = [(dc, dr) for dc, dr in _AROUND if diagonals or not dc * dr]
    (aside, beyond), corner = margin, (columns - 1.0, rows - 1.0)
    extent = (-aside, -beyond, corner[0] + aside, corner[1] + beyond)
    pitch = ((0.0, 0.0), corner)
    crossed = _diagonals(columns - 1, rows - 1) if diagonals else ()
    below = tuple(shape for shape in ground if shape.style in ("area", "net"))
    above = tuple(shape for shape in ground if shape not in below)
    sheet = (Shape("rect", (extent[:2], extent[2:]), "paper"), Shape("rect", pitch, "pitch"))
    return Board(
        points={name: (c - 1.0, r - 1.0) for (c, r), name in names.items()},
        links=_linked(names, steps),
        ground=(*sheet, *below, *crossed, *_mesh(*corner), Shape("rect", pitch, "boundary"), *above),
        columns=tuple((chr(64 + c), c - 1.0) for c in range(1, columns + 1)),
        rows=tuple((str(r), r - 1.0) for r in range(1, rows + 1)),
        extent=extent,
        dice=dice,
    )


_AROUND = tuple((dc, dr) for dc in (-1, 0, 1) for dr in (-1, 0, 1) if (dc, dr) != (0, 0))
"""King's steps."""


def _name(column: int, row: int) -> str:
    return f"{chr(64 + column)}{row}"


def _linked(
    names: Mapping[tuple[int, int], str], steps: Iterable[tuple[int, int]]
) -> dict[str, tuple[str, ...]]:
    steps = tuple(steps)
    return {
        name: tuple(names[c + dc, r + dr] for dc, dr in steps if (c + dc, r + dr) in names)
        for (c, r), name in names.items()
    }


def _mesh(right: float, top: float) -> tuple[Shape, ...]:
    """Columns and rows between the outermost ones."""
    columns = [((x, 0.0), (x, top)) for x in range(1, int(right))]
    rows = [((0.0, y), (right, y)) for y in range(1, int(top))]
    return tuple(Shape("line", ends, "mesh") for ends in (*columns, *rows))


def _diagonals(right: int, top: int) -> tuple[Shape, ...]:
    """Each diagonal from edge to edge, those that rise to the right first."""
    starts = [(0, y) for y in range(top - 1, -1, -1)] + [(x, 0) for x in range(1, right)]
    rising = [((x, y), (x + far, y + far)) for x, y in starts for far in [min(right - x, top - y)]]
    falling = [((right - x, y), (right - end, up)) for (x, y), (end, up) in rising]
    return tuple(Shape("line", ends, "diagonal") for ends in (*rising, *falling))
