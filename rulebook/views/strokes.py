"""Letters, digits and signs as single pen strokes, so that no font is needed and none can break a drawing."""

import re
from collections.abc import Iterable

HEIGHT = 6
"""Height of every glyph in its own units; y grows downwards, the baseline lies at 6."""

_GAP = 1.7

Glyph = tuple[float, str]
"""Width, and the strokes as relative path data; each stroke begins with `x,y:` from the top left corner."""

_GLYPHS: dict[str, Glyph] = {
    "0": (4, "2,0:c-1.4 0-2 1.3-2 3s.6 3 2 3 2-1.3 2-3-.6-3-2-3z"),
    "1": (2, "0,1.5:l2-1.5v6"),
    "2": (4, "0,1.6:c.1-1 .9-1.6 2-1.6s1.9.7 1.9 1.7c0 1.6-3.9 2.4-3.9 4.3h4"),
    "3": (4, "0,0:h3.8l-2.3 2.4c1.5 0 2.5.6 2.5 1.8s-.9 1.8-2.1 1.8c-.9 0-1.5-.3-1.9-1"),
    "4": (4, "3,6:v-6l-3 4.3h4"),
    "5": (
        4,
        "3.7,0:h-3.1l-.4 2.8c.5-.4 1.1-.6 1.7-.6 1.3 0 2.1.8 2.1 1.9s-.9 1.9-2.1 1.9c-.9 0-1.6-.3-1.9-1",
    ),
    "6": (4, "3.6,.4:c-2.1-1-3.6.7-3.6 3.4 0 1.5.8 2.2 2 2.2s2-.8 2-1.9-.8-1.9-2-1.9-2 .8-2 1.8"),
    "7": (4, "0,0:h4c-1.6 1.9-2.4 3.8-2.6 6"),
    "8": (
        4,
        "2,2.8:c-1 0-1.7-.6-1.7-1.4s.7-1.4 1.7-1.4 1.7.6 1.7 1.4-.7 1.4-1.7 1.4"
        "c-1.2 0-2 .7-2 1.6s.8 1.6 2 1.6 2-.7 2-1.6-.8-1.6-2-1.6z",
    ),
    "9": (4, "0.4,5.6:c2.1 1 3.6-.7 3.6-3.4 0-1.5-.8-2.2-2-2.2s-2 .8-2 1.9.8 1.9 2 1.9 2-.8 2-1.8"),
    "A": (4.4, "0,6:l2.2-6 2.2 6|.8,3.9:h2.8"),
    "B": (3.8, "0,2.8:h2c1 0 1.6-.5 1.6-1.4s-.6-1.4-1.6-1.4h-2v6h2.2c1 0 1.6-.6 1.6-1.6s-.6-1.6-1.6-1.6"),
    "C": (4.2, "4.2,1.2:c-.5-.8-1.2-1.2-2-1.2-1.4 0-2.2 1.2-2.2 3s.8 3 2.2 3c.8 0 1.5-.4 2-1.2"),
    "D": (4.2, "0,0:v6h1.6c1.7 0 2.6-1.1 2.6-3s-.9-3-2.6-3z"),
    "E": (3.4, "3.4,0:h-3.4v6h3.4|0,2.9:h2.8"),
    "F": (3.4, "3.4,0:h-3.4v6|0,2.9:h2.8"),
    "G": (4.4, "4.2,1.1:c-.5-.7-1.2-1.1-2-1.1-1.4 0-2.2 1.2-2.2 3s.8 3 2.2 3 2.2-1 2.2-2.6h-2"),
    "H": (4, "0,0:v6|4,0:v6|0,2.9:h4"),
    "I": (0, "0,0:v6"),
    "J": (2.8, "2.8,0:v4.2c0 1.2-.5 1.8-1.4 1.8s-1.4-.5-1.4-1.4"),
    "K": (4, "0,0:v6|3.7,0:l-3.7 3.6|1.4,2.3:l2.6 3.7"),
    "L": (3.2, "0,0:v6h3.2"),
    "M": (5, "0,6:v-6l2.5 4.2 2.5-4.2v6"),
    "N": (4, "0,6:v-6l4 6v-6"),
    "O": (4.6, "2.3,0:c-1.5 0-2.3 1.2-2.3 3s.8 3 2.3 3 2.3-1.2 2.3-3-.8-3-2.3-3z"),
    "P": (3.8, "0,6:v-6h2.1c1.1 0 1.7.6 1.7 1.7s-.6 1.7-1.7 1.7h-2.1"),
    "Q": (4.6, "2.3,0:c-1.5 0-2.3 1.2-2.3 3s.8 3 2.3 3 2.3-1.2 2.3-3-.8-3-2.3-3z|2.8,4.2:l1.8 2"),
    "R": (4, "0,6:v-6h2.1c1.1 0 1.7.6 1.7 1.6s-.6 1.6-1.7 1.6h-2.1|2.2,3.2:l1.8 2.8"),
    "S": (
        3.8,
        "3.6,1:c-.4-.7-1-1-1.8-1-1.1 0-1.7.6-1.7 1.5 0 2 3.7.9 3.7 3 0 .9-.7 1.5-1.9 1.5-.9 0-1.6-.4-1.9-1.2",
    ),
    "T": (4, "0,0:h4|2,0:v6"),
    "U": (4, "0,0:v3.8c0 1.4.8 2.2 2 2.2s2-.8 2-2.2v-3.8"),
    "V": (4.4, "0,0:l2.2 6 2.2-6"),
    "W": (6, "0,0:l1.5 6 1.5-5 1.5 5 1.5-6"),
    "X": (4, "0,0:l4 6|4,0:l-4 6"),
    "Y": (4.2, "0,0:l2.1 3.2 2.1-3.2|2.1,3.2:v2.8"),
    "Z": (4, "0,0:h4l-4 6h4"),
    "#": (4, "1.2,0:v6|2.8,0:v6|0,2:h4|0,4:h4"),
    "-": (2.4, "0,3:h2.4"),
    " ": (1.6, ""),
}
_NUMBER = re.compile(r"-?\d*\.?\d+")


def lettering(text: str, x: float, y: float, height: float) -> str:
    """Path data of a text whose middle lies at x, y. Raises KeyError for a character without strokes."""
    scale = height / HEIGHT
    left = x - width(text, height) / 2
    strokes = []
    for char in text.upper():
        advance, data = _GLYPHS[char]
        strokes += _placed(data.split("|") if data else (), left, y - height / 2, scale)
        left += (advance + _GAP) * scale
    return "".join(strokes)


def width(text: str, height: float) -> float:
    """Width of a text at a height."""
    return (sum(_GLYPHS[char][0] + _GAP for char in text.upper()) - _GAP) * height / HEIGHT


def short(value: float, digits: int = 1) -> str:
    """A number for path data, without decimals that say nothing."""
    text = f"{round(value, digits) or 0:.{digits}f}"
    return text.rstrip("0").rstrip(".")


def _placed(strokes: Iterable[str], left: float, top: float, scale: float) -> list[str]:
    placed = []
    for stroke in strokes:
        start, data = stroke.split(":")
        x, y = map(float, start.split(","))
        placed.append(f"M{short(left + x * scale)} {short(top + y * scale)}{_scaled(data, scale)}")
    return placed


def _scaled(data: str, scale: float) -> str:
    return _NUMBER.sub(lambda number: " " + short(float(number[0]) * scale), data)
