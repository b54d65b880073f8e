"""Makes SVG elements by svgwrite, which nothing else uses, and turns them into text."""

import re
from collections.abc import Iterable
from typing import Any
from xml.etree import ElementTree

import svgwrite
from svgwrite.container import Defs

from rulebook.views.strokes import short
from rulebook.views.svg.palette import PAPER

Element = Any
"""An element of svgwrite, which has no types."""

_UNFIT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML file may contain."""

make: Element = svgwrite.Drawing(debug=False)
"""Makes elements; `debug=False` because the validator knows neither `data-*` nor `role`."""


# Elements


def stroke(colour: str, thick: float) -> dict[str, Any]:
    ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return {"fill": "none", "stroke": colour, "stroke_width": round(thick, 1), **ends}


def case(d: str, thick: float = 2.7) -> Element:
    return make.path(d, class_="case", **stroke(PAPER, thick))


def cased(d: str, thick: float, colour: str, name: str) -> list[Element]:
    """A stroke with an edge of paper, so that it shows on any ground."""
    return [case(d, thick + 1.6), make.path(d, class_=name, **stroke(colour, thick))]


def moved(parts: Iterable[Element], x: float, y: float, then: str = "") -> Element:
    move = f"translate({short(x)} {short(y)})" if x or y else ""
    return filled(make.g(transform=move + then), parts)


def filled(group: Element, parts: Iterable[Element]) -> Element:
    for part in parts:
        group.add(part)
    return group


# As text


def said(title: str, description: str, name: str = "") -> str:
    """Title and description, with ids where there is a name. Raises ValueError for what XML cannot hold."""
    if _UNFIT.search(title + description):
        raise ValueError(f"unprintable characters in {title!r} or {description!r}")
    holder = make.g()
    holder.set_desc(title, description)
    texts = [element.get_xml() for element in holder.elements]
    for text, key in zip(texts, (name, f"{name}-text") if name else (), strict=False):
        text.set("id", key)
    return "".join(ElementTree.tostring(text, "unicode") for text in texts)


def defs(markup: Iterable[str]) -> str:
    return around(Defs(factory=make), "".join(markup))


def around(shell: Element, inside: str) -> str:
    """A shell without content, filled with ready markup."""
    return f"{opened(shell)}{inside}</{shell.elementname}>"


def opened(shell: Element) -> str:
    return f"{as_text(shell).removesuffix('/>')}>"


def as_text(element: Element) -> str:
    """An element as text: with SVG 2's plain `href`, without the empty `<defs>` that every `<svg>` gets."""
    xml = element.get_xml()
    for node in xml.iter():
        if "xlink:href" in node.attrib:
            node.set("href", node.attrib.pop("xlink:href"))
        for defs in [child for child in node if child.tag == "defs" and not len(child)]:
            node.remove(defs)
    return ElementTree.tostring(xml, "unicode").replace(" />", "/>")
