"""Dice as they fell."""

from collections.abc import Mapping

from rulebook.views.strokes import lettering, short
from rulebook.views.svg.elements import Element, filled, make, stroke
from rulebook.views.svg.palette import INK, PAPER

PIPS: Mapping[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def die(pips: int) -> Element:
    """A die as it fell; more than six pips are written as a number."""
    look = {"fill": PAPER, "stroke": INK, "stroke_width": 0.8}
    face = make.rect((0.5, -4.5), (9, 9), rx=1.6, class_="body", **look)
    places = [(short(5 + 2.3 * x), short(2.3 * y)) for x, y in PIPS.get(pips, ())]
    dots = [make.circle(place, 1, class_="dot", fill=INK) for place in places]
    number = [] if dots else [make.path(lettering(str(pips), 5, 0, 5), class_="number", **stroke(INK, 0.8))]
    return filled(make.g(class_="die"), [face, *dots, *number])
