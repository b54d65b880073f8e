"""Boards as data: named points with links between them, and the ground on which they lie.

A grid, a line graph and the seats of a game without a board are all the same thing to a view: points that
have names and coordinates, and drawing primitives beneath them. Units are the distance of two neighbouring
columns; x grows to the right, y grows upwards (a view turns it round).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Shape:
    """One drawing primitive of the ground.

    `points` holds two corners for a rect, two ends for a line, centre and a point on the rim for a circle,
    all corners for a polygon, the middle for a text. `style` is a class name that the views know:
    `paper`, `field` (a playable square, hatched), `zone` (with `team`), `line`, `goal`, `spot`, `name`.
    """

    kind: Literal["rect", "line", "circle", "polygon", "text"]
    points: tuple[Point, ...]
    style: str
    team: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """Points, links and ground. `columns` and `rows` are the coordinates written along the edges."""

    points: Mapping[str, Point]
    links: Mapping[str, tuple[str, ...]]
    ground: tuple[Shape, ...] = ()
    columns: tuple[tuple[str, float], ...] = ()
    rows: tuple[tuple[str, float], ...] = ()
    extent: tuple[float, float, float, float] = field(default=(0, 0, 0, 0))
    """Left, bottom, right and top edge of the ground."""


def grid(
    columns: int, rows: int, *, playable: Callable[[int, int], bool], ground: tuple[Shape, ...] = ()
) -> Board:
    """A board of squares A1, B1, …, where column and row count from 1 and neighbours are king's steps.

    Points are the middles of the playable squares: A1 lies at (0.5, 0.5). The ground holds the paper, then
    `ground`, then the playable squares as `field`.
    """
    names = {
        (c, r): f"{chr(64 + c)}{r}"
        for c in range(1, columns + 1)
        for r in range(1, rows + 1)
        if playable(c, r)
    }
    steps = [(dc, dr) for dc in (-1, 0, 1) for dr in (-1, 0, 1) if (dc, dr) != (0, 0)]
    paper = Shape("rect", ((0, 0), (columns, rows)), "paper")
    fields = tuple(Shape("rect", ((c - 1, r - 1), (c, r)), "field") for c, r in names)
    return Board(
        points={name: (c - 0.5, r - 0.5) for (c, r), name in names.items()},
        links={
            name: tuple(names[c + dc, r + dr] for dc, dr in steps if (c + dc, r + dr) in names)
            for (c, r), name in names.items()
        },
        ground=(paper, *ground, *fields),
        columns=tuple((chr(64 + c), c - 0.5) for c in range(1, columns + 1)),
        rows=tuple((str(r), r - 0.5) for r in range(1, rows + 1)),
        extent=(0, 0, columns, rows),
    )
