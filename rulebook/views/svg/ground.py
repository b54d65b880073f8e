"""The ground that all frames of a game share: zones, fields and lines, goals, and the coordinates."""

import math
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from rulebook.boards import Board, Point, Shape, Style
from rulebook.views.layout import LABELS, UNIT, place
from rulebook.views.strokes import lettering, short
from rulebook.views.svg.elements import Element, filled, make, stroke
from rulebook.views.svg.kit import Kit
from rulebook.views.svg.palette import (
    DIAGONAL,
    HATCH,
    INK,
    MESH,
    PAPER,
    PITCH,
    QUIET,
    TINT,
    TINT_OPACITY,
    ZONES,
)

_GROUND: Mapping[Style, Mapping[str, Any]] = {
    "paper": {"fill": PAPER},
    "pitch": {"fill": PITCH},
    "area": {"fill_opacity": 0.6},
    "mesh": {"fill": "none", "stroke": MESH, "stroke_width": 0.3},
    "diagonal": {"fill": "none", "stroke": DIAGONAL, "stroke_width": 0.3},
    "boundary": {"fill": "none", "stroke": QUIET, "stroke_width": 1.1, "stroke_linejoin": "round"},
    "border": {"fill": "none", "stroke": QUIET, "stroke_width": 0.7},
    "net": {"fill": "url(#g-net)", "stroke": QUIET, "stroke_width": 0.4},
    "field": {"fill": "url(#g-hatch)"},
    "zone": {"fill_opacity": 0.9},
    "line": {"fill": "none", "stroke": QUIET, "stroke_width": 0.5},
    "goal": {"fill": "none", "stroke": INK, "stroke_width": 1},
    "spot": {"fill": QUIET},
    "name": {"fill": "none", "stroke": QUIET, "stroke_width": 0.5, "stroke_linecap": "round"},
}
"""How each style of ground is drawn."""


def board_symbol(board: Board, kit: Kit) -> Element:
    """Paper and zones, the fields as one path, lines, names of zones, and the edge."""
    others = [
        shape for shape in board.ground if shape.style not in ("field", "border") or shape.kind == "circle"
    ]
    parts = [part for _, shapes in groupby(others, _together) for part in _shapes([*shapes], board, kit)]
    fields = [shape for shape in board.ground if shape.style == "field" and shape not in others]
    if fields:
        d = "".join(_outline(shape, board) for shape in fields)
        parts.append(make.path(d, class_="field", fill=TINT, fill_opacity=TINT_OPACITY))
        parts.append(make.path(d, class_="field-hatch", **_GROUND["field"]))
    parts += [_zone_name(shape, board, kit) for shape in board.ground if shape.style == "zone"]
    parts += [_shape(shape, board, kit) for shape in board.ground if shape.style == "border"]
    return filled(make.g(id="g-board"), parts)


def _together(shape: Shape) -> Style | None:
    """What neighbours in the ground share that can be drawn as one path: a style of lines, else nothing."""
    alike = shape.kind in ("line", "arc") and shape.style in ("mesh", "diagonal", "line")
    return shape.style if alike else None


def _shapes(shapes: Sequence[Shape], board: Board, kit: Kit) -> list[Element]:
    style = _together(shapes[0])
    if not style:
        return [_shape(shape, board, kit) for shape in shapes]
    return [make.path("".join(_outline(shape, board) for shape in shapes), class_=style, **_GROUND[style])]


def _shape(shape: Shape, board: Board, kit: Kit) -> Element:
    look = {"class_": kit.classes(shape.style, shape.team), **_GROUND[shape.style]}
    if shape.style in ("zone", "area"):
        look["fill"] = kit.among(ZONES, shape.team, TINT)
    if shape.style == "name" and shape.team:
        look |= stroke(kit.colour(shape.team), 0.7)
    if shape.kind == "text":
        return make.path(lettering(shape.text, *place(board, shape.points[0]), 3.6), **look)
    if shape.kind == "circle":
        middle, rim = (place(board, point) for point in shape.points)
        return make.circle((short(middle[0]), short(middle[1])), short(math.dist(middle, rim)), **look)
    return make.path(_outline(shape, board), **look)


def _outline(shape: Shape, board: Board) -> str:
    spots = [(short(x), short(y)) for x, y in (place(board, point) for point in shape.points)]
    if shape.kind == "arc":
        _, (x, y), (to_x, to_y) = spots
        radius = short(UNIT * math.dist(*shape.points[:2]))
        return f"M{x} {y}A{radius} {radius} 0 {_large(*shape.points)} 0 {to_x} {to_y}"
    if shape.kind == "rect":
        (left, bottom), (right, top) = spots
        return f"M{left} {bottom}H{right}V{top}H{left}z"
    return "M" + "L".join(f"{x} {y}" for x, y in spots) + ("z" if shape.kind == "polygon" else "")


def _large(middle: Point, start: Point, end: Point) -> int:
    """1 where an arc, counter-clockwise, takes more than half a turn."""
    first, last = (math.atan2(y - middle[1], x - middle[0]) for x, y in (start, end))
    return int((last - first) % math.tau > math.pi)


def _zone_name(zone: Shape, board: Board, kit: Kit) -> Element:
    """The team's name in the middle of its zone."""
    spots = [place(board, point) for point in zone.points]
    x, y = (sum(values) / len(spots) for values in zip(*spots, strict=True))
    look = stroke(kit.colour(zone.team), 0.7)
    return make.path(lettering(zone.team, x, y, 3.4), class_=kit.classes("name", zone.team), **look)


def coordinates(board: Board) -> list[Element]:
    """The names of all columns on one line and of all rows on another; a frame shows the part it needs."""
    left, _, _, top = board.extent
    columns = "".join(lettering(name, UNIT * (x - left), LABELS / 2, 3.4) for name, x in board.columns)
    rows = "".join(lettering(name, LABELS / 2, UNIT * (top - y), 3.4) for name, y in board.rows)
    lines = [(name, d) for name, d in (("columns", columns), ("rows", rows)) if d]
    return [make.path(d, id=f"g-{name}", class_="label", **stroke(QUIET, 0.5)) for name, d in lines]


def hatch() -> Element:
    line = make.path("M0 0V1.4", class_="hatch", fill="none", stroke=HATCH, stroke_width=0.35)
    return _pattern("hatch", 1.4, line)


def net() -> Element:
    line = make.path("M0 0H1.8M0 0V1.8", class_="netting", fill="none", stroke=QUIET, stroke_width=0.3)
    return _pattern("net", 1.8, line)


def _pattern(name: str, size: float, line: Element) -> Element:
    look = {"patternUnits": "userSpaceOnUse", "patternTransform": "rotate(45)"}
    return filled(make.pattern(size=(size, size), id=f"g-{name}", **look), [line])
