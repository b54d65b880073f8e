"""The symbol of each token with its marks: pieces, keepers and the ball."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rulebook.model import Token
from rulebook.views.strokes import lettering, short
from rulebook.views.svg.elements import Element, as_text, filled, make, moved, stroke
from rulebook.views.svg.kit import Kit
from rulebook.views.svg.palette import BALL, DOWN, INK, LOOKS, NEUTRAL, NEUTRAL_DOWN, PAPER

_RESERVED = frozenset("board columns rows target aim actor refused cross ghost turn die".split())

_SIGNS: Mapping[str, tuple[tuple[float, float, float, float], ...]] = {
    "X": ((-0.95, -0.95, 0.95, 0.95), (-0.95, 0.95, 0.95, -0.95)),
    "#": ((-0.4, -1, -0.4, 1), (0.4, -1, 0.4, 1), (-1.1, -0.4, 1.1, -0.4), (-1.1, 0.4, 1.1, 0.4)),
}
"""Signs of types as strokes from one point to another, in a square from -1 to 1."""


@lru_cache(maxsize=2048)
def symbol_of(token: Token, name: str, kit: Kit) -> str:
    """The symbol of a token with its marks, wherever it stands."""
    if token.id in _RESERVED or not token.id.replace(".", "").isalnum():
        raise ValueError(f"a token cannot be drawn under the id {token.id!r}")
    if token.kind == "ball":
        return as_text(kit.named(name, " ".join(("ball", *token.marks)), _ball(token)))
    if token.look:
        return as_text(kit.named(name, " ".join(("disc", f"look-{token.look}", *token.marks)), _disc(token)))
    if token.kind == "keeper":
        return as_text(kit.named(name, " ".join(("keeper", *token.marks)), _keeper(token, kit), token.team))
    bound = ("bound",) if {"top", "bottom"} & {*token.marks} else ()
    return as_text(kit.named(name, " ".join(("piece", *token.marks, *bound)), _piece(token, kit), token.team))


def _piece(token: Token, kit: Kit) -> list[Element]:
    lock = [_lock()] if "took" in token.marks else []
    if "bottom" in token.marks:
        return [_closed(), *_lower(token, kit), *lock]
    parts = [kit.body(token.team, 1, **_skin(token, kit)), *_writing(token, kit), *lock]
    if "top" in token.marks:
        edge = kit.body(token.team, 1.1, class_="edge", fill=INK)
        return [moved([moved([edge], 0, 0.7), *parts], 0, -3.2, "scale(.8)")]
    if "down" in token.marks:
        return [moved(parts, 0, 0, "rotate(90)")]
    return [moved(parts, 4.6, 4.4, "scale(.45)")] if "held" in token.marks else parts


def _writing(token: Token, kit: Kit) -> list[Element]:
    """The sign of the type and the shirt number below it; either alone stands in the middle."""
    colour = _ink(token, kit)
    if token.sign and token.number:
        return [_sign(token.sign, -2.4, 3.7, colour, 1.1), _number(token.number, 2.7, 3.6, colour)]
    if token.sign:
        return [_sign(token.sign, 0, 5, colour, 1.2)]
    return [_number(token.number, 0, 5.5, colour)] if token.number else []


def _lower(token: Token, kit: Kit) -> list[Element]:
    """The lower player of a stack: sign and number side by side in what the upper one leaves free."""
    colour = _ink(token, kit)
    turned = "rotate(90)" if "down" in token.marks else ""
    sign = [_sign(token.sign, 0, 2.6, colour, 0.8)] if token.sign else []
    number = [_number(token.number, 0, 3.2, colour)] if token.number else []
    body = kit.body(token.team, 0.92, **_skin(token, kit))
    return [moved([body], 0, 2.2), moved(sign, -1.9, 5, turned), moved(number, 1.9, 5, turned)]


def _skin(token: Token, kit: Kit) -> dict[str, Any]:
    """A piece that lies is calmer: its colour as an outline on a pale tint, not paper on the colour."""
    colour = kit.colour(token.team)
    if "down" in token.marks:
        pale = kit.among(DOWN, token.team, NEUTRAL_DOWN)
        return {"class_": "body", "fill": pale, "stroke": colour, "stroke_width": 0.9}
    return {"class_": "body", "fill": colour, "stroke": PAPER, "stroke_width": 0.7}


def _ink(token: Token, kit: Kit) -> str:
    return kit.colour(token.team) if "down" in token.marks else PAPER


def _sign(sign: str, y: float, size: float, colour: str, thick: float) -> Element:
    half = size / 2
    look = {"class_": "sign", **stroke(colour, thick)}
    if sign == "O":
        return make.circle((0, short(y)), short(half), **look)
    if sign not in _SIGNS:
        return make.path(lettering(sign, 0, y, size), **look)
    ends = [(half * ax, y + half * ay, half * bx, y + half * by) for ax, ay, bx, by in _SIGNS[sign]]
    strokes = (f"M{short(ax)} {short(ay)}L{short(bx)} {short(by)}" for ax, ay, bx, by in ends)
    return make.path("".join(strokes), **look)


def _number(number: str, y: float, height: float, colour: str) -> Element:
    return make.path(lettering(number, 0, y, height), class_="number", **stroke(colour, 0.8))


def _lock() -> Element:
    """A padlock at the left, where no line between neighbours ends: done for this turn."""
    shackle = make.path("M-.9 -.2V-.9a.9 .9 0 0 1 1.8 0V-.2", **stroke(INK, 0.6))
    chest = make.rect((-1.5, -0.3), (3, 2), rx=0.3, fill=INK)
    ground = make.circle(r=2.9, class_="case", fill=PAPER, stroke=INK, stroke_width=0.5)
    return filled(make.g(class_="lock", transform="translate(-6.2 .4)scale(.9)"), [ground, shackle, chest])


def _closed() -> Element:
    """The frame round a stack, with the corners of a stop sign: they fit between the neighbours."""
    look = {"fill": PAPER, "stroke": INK, "stroke_width": 0.9, "stroke_linejoin": "round"}
    return make.path(octagon(1), class_="closed", **look)


def octagon(size: float) -> str:
    side, flank, shoulder, end = (short(size * reach) for reach in (7.5, 3.3, 4.9, 9.3))
    right = f"M-{flank} -{end}H{flank}L{side} -{shoulder}V{shoulder}"
    return f"{right}L{flank} {end}H-{flank}L-{side} {shoulder}V-{shoulder}z"


def _disc(token: Token) -> list[Element]:
    """A piece of no team: colour and glyph tell it. On top of another it is smaller, raised, with an edge."""
    colour, ink, glyph = LOOKS.get(token.look, (NEUTRAL, PAPER, ""))
    rim = make.circle(r=6.5, class_="rim", fill=PAPER, stroke=PAPER, stroke_width=0)
    body = make.circle(r=5.6, class_="body", fill=colour, stroke=INK, stroke_width=1)
    parts = [rim, body, *([make.path(glyph, class_="glyph", fill=ink)] if glyph else [])]
    return [moved(parts, 0, -3.1, "scale(.76)")] if "top" in token.marks else parts


def _keeper(token: Token, kit: Kit) -> list[Element]:
    """A bar with two gloves and the team's letter, which moves down for what stands on top."""
    colour = kit.colour(token.team)
    height, y = (3.2, 4.6) if "bottom" in token.marks else (5.2, 0)
    name = token.sign or token.team[:1]
    skin = {"fill": colour, "stroke": PAPER, "stroke_width": 0.7}
    letter = make.path(lettering(name, 0, y, height), class_="number", **stroke(PAPER, 0.9))
    body = keeper_body(**skin)
    return [moved([body], 0, 0.6) if "bottom" in token.marks else body, letter]


def keeper_body(**look: Any) -> Element:
    """A block with round gloves at both sides."""
    right = "M-2.2 -6.2h4.4a2 2 0 0 1 2 2V-1.8a2 2 0 1 1 0 3.6V4.2a2 2 0 0 1-2 2"
    left = "h-4.4a2 2 0 0 1-2-2V1.8a2 2 0 1 1 0-3.6V-4.2a2 2 0 0 1 2-2z"
    return make.path(right + left, class_="body", stroke_linejoin="round", **look)


def _ball(token: Token) -> list[Element]:
    """Held: at the holder's lower right, or at the right of the upper player of a stack. Loose: in a ring."""
    if "held" in token.marks:
        return [moved(_football(), 4.6, 0.4 if "top" in token.marks else 4.4)]
    if "loose" in token.marks:
        look = {"stroke": INK, "stroke_width": 0.6, "stroke_dasharray": "1.2 1.2"}
        return [make.circle(r=4.6, class_="ring", fill="none", **look), *_football()]
    return _football()


def _football() -> list[Element]:
    leather = "M-3 0C-1.6 -2.5 1.6 -2.5 3 0C1.6 2.5 -1.6 2.5 -3 0z"
    seam = "M-1.5 0H1.5M-.8 -.6V.6M0 -.6V.6M.8 -.6V.6"
    rim = {"fill": PAPER, "stroke": PAPER, "stroke_width": 1.8, "stroke_linejoin": "round"}
    skin = {"fill": BALL, "stroke": INK, "stroke_width": 0.6, "stroke_linejoin": "round"}
    parts = [make.path(leather, class_="rim", **rim), make.path(leather, class_="skin", **skin)]
    return [
        moved([*parts, make.path(seam, class_="seam", **stroke(INK, 0.4))], 0, 0, "rotate(-35)scale(1.1)")
    ]
