"""The drawn ground of a board: the same from both sides and from both ends, where the board promises that.

Nothing in the rules depends on how a pitch is drawn, so no law speaks of it; a mark that is misplaced in one
corner still misleads whoever looks at the book.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import dist
from typing import get_args

from rulebook.boards import Board, Kind, Point, Shape, Style

Mirror = Callable[[Point], Point]


def faults(board: Board, teams: Sequence[str]) -> Iterator[str]:
    """What is drawn in the wrong place: beside the paper, or without its like on the other side."""
    left, bottom, right, top = board.extent
    for shape in board.ground:
        if shape.kind not in get_args(Kind) or shape.style not in get_args(Style):
            yield f"nobody knows how to draw a '{shape.style}' that is a '{shape.kind}'"
            return
        if any(not (left <= x <= right and bottom <= y <= top) for x, y in _reach(shape)):
            yield f"{_called(shape)} reaches beyond the paper: {shape.points}"
        if shape.style == "spot" and shape.points[0] not in board.points.values():
            yield f"a spot lies on no point: {shape.points[0]}"
    if board.mirrored:
        other = dict(zip(teams, reversed(teams), strict=True))
        yield from _lopsided(board, "side", lambda at: (left + right - at[0], at[1]), {})
        yield from _lopsided(board, "end", lambda at: (at[0], bottom + top - at[1]), other)


def _lopsided(board: Board, where: str, mirror: Mirror, teams: Mapping[str, str]) -> Iterator[str]:
    """Shapes without their like in a mirror. Names stand to one side, and are looked for at the other end."""
    shapes = [shape for shape in board.ground if shape.kind != "text" or where == "end"]
    drawn = Counter(_form(shape) for shape in shapes)
    lonely = drawn - Counter(_form(_turned(shape, mirror, teams)) for shape in shapes)
    for shape in (shape for shape in shapes if _form(shape) in lonely):
        yield f"{_called(shape)} has not its like on the other {where}: {shape.points}"


def _turned(shape: Shape, mirror: Mirror, teams: Mapping[str, str]) -> Shape:
    """A shape in a mirror, where an arc would go the other way round."""
    points = tuple(map(mirror, shape.points))
    points = (points[0], points[2], points[1]) if shape.kind == "arc" else points
    team, text = (teams.get(name, name) for name in (shape.team, shape.text))
    return replace(shape, points=points, team=team, text=text)


def _form(shape: Shape) -> Hashable:
    """The same for two shapes that are drawn alike."""
    points: list[Point] = [(round(x, 6), round(y, 6)) for x, y in shape.points]
    form: Hashable = tuple(sorted(points))
    if shape.kind == "circle":
        form = points[0], round(dist(*shape.points), 6)
    elif shape.kind == "arc":
        form = tuple(points)
    elif shape.kind == "rect":
        form = tuple(tuple(sorted(edges)) for edges in zip(*points, strict=True))
    elif shape.kind == "polygon":
        form = frozenset(frozenset(side) for side in zip(points, points[1:] + points[:1], strict=True))
    return shape.kind, shape.style, shape.team, shape.text, form


def _called(shape: Shape) -> str:
    return f"{'an' if shape.style == 'area' else 'a'} {shape.style} ({shape.kind})"


def _reach(shape: Shape) -> Iterator[Point]:
    """The corners of a shape, or of the square round a circle."""
    if shape.kind != "circle":
        yield from shape.points
        return
    (x, y), radius = shape.points[0], dist(*shape.points)
    yield from ((x - radius, y - radius), (x + radius, y + radius))
