"""Draws a board with words around it, as SVG: a book's preview, and a step of a film with its caption."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from rulebook.boards import Board
from rulebook.model import Frame
from rulebook.views import svg
from rulebook.views.layout import Extent, canvas

Break = Callable[[str, float, float], list[str]]
"""Breaks a text into lines: text, font size, room → lines."""

Wide = Callable[[str, float], float]
"""How wide a text is: text, font size → width."""

PAGE, SHEET, INK, QUIET = "#faf5ea", "#fffcf4", "#2a251d", "#675b47"
PREVIEW = (1200, 630)
FILM = 640
"""Width of a film's frames, in units of which a pixel is one unless another size is asked for."""

_MARGIN, _LEADING = 24, 1.35
_SCORE, _CAPTION = 44, 21
_PAD = 64
_FROM_THE_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_SIZES = (108, 92, 76, 64, 52, 44, 36)
_TALLEST = 560


@dataclass(frozen=True, slots=True)
class Words:
    """What stands beside a board, and in which direction it is read."""

    title: str
    lines: tuple[str, ...]
    direction: str = "ltr"


@dataclass(frozen=True, slots=True)
class Shown:
    """What a board shows: a frame and the part that is seen of it."""

    frame: Frame
    part: Extent
    board: Board
    teams: tuple[str, ...]

    @property
    def box(self) -> Extent:
        return canvas(self.board, self.part)

    def drawn(self, x: float, y: float, scale: float) -> str:
        """The part of the board at a place of the card, with its symbols."""
        symbols = svg.symbols(self.board, self.frame.picture.tokens, self.teams)
        size = f'width="{self.box.width * scale:.1f}" height="{self.box.height * scale:.1f}"'
        inside = svg.drawing(self.frame, self.board, self.part)
        return f'{symbols}<svg x="{x:.1f}" y="{y:.1f}" {size} viewBox="{self.box.box}">{inside}</svg>'


def preview(shown: Shown, words: Words, breaks: Break, wide: Wide) -> str:
    """A book in one picture: title and a few words at the left, a board where something happens at the right.

    It is PREVIEW units large. The last of the lines stands at the foot.
    """
    width, height = PREVIEW
    box = shown.box
    scale = min((height - 2 * _MARGIN) / box.height, width / 2 / box.width)
    x, y = width - _PAD / 2 - box.width * scale, (height - box.height * scale) / 2
    left = Extent(_PAD, 0, round(x - _PAD - _MARGIN), height)
    *told, foot = words.lines
    size = _fitting(words.title, left.width, wide)
    heading = breaks(words.title, size, left.width)
    lines = [line for text in told for line in breaks(text, 30, left.width)][:7]
    top = 150 + size * _LEADING * (len(heading) - 1)
    said = [
        *_text(heading, size, left, 150, words.direction, INK),
        *_text(lines, 30, left, top + 76, words.direction, INK),
        *_text([foot], 24, left, height - _PAD, words.direction, QUIET),
    ]
    return _sheet(width, height, PAGE, shown.drawn(x, y, scale) + "".join(said))


def _fitting(title: str, room: int, wide: Wide) -> int:
    """The largest of a few font sizes in which a title takes one line, else the smallest."""
    fitting = (size for size in _SIZES if wide(title, size) <= room)
    return next(fitting, _SIZES[-1])


def shot(shown: Shown, words: Words, lines: int) -> str:
    """A step of a film, FILM units wide: score, the part of the board, and its caption on so many lines."""
    box = shown.box
    scale = min((FILM - 2 * _MARGIN) / box.width, _TALLEST / box.height)
    x = (FILM - box.width * scale) / 2
    strip = svg.score(shown.frame.picture, shown.teams, Extent(0, 0, 150, 12))
    score = f'<g transform="translate({_MARGIN} 12)scale({(FILM - 2 * _MARGIN) / 150:.3f})">{strip}</g>'
    below = _SCORE + 24 + box.height * scale
    room = Extent(_MARGIN, 0, FILM - 2 * _MARGIN, 0)
    heading = _text([words.title], _CAPTION * 0.75, room, below + 34, words.direction, QUIET)
    caption = _text(words.lines, _CAPTION, room, below + 66, words.direction, INK)
    height = round(below + 66 + (lines - 1) * _CAPTION * _LEADING + _MARGIN)
    drawn = shown.drawn(x, _SCORE + 16, scale)
    return _sheet(FILM, height, SHEET, score + drawn + "".join((*heading, *caption)))


def caption_lines(text: str, breaks: Break) -> list[str]:
    """A caption as the lines of a film."""
    return breaks(text, _CAPTION, FILM - 2 * _MARGIN)


def _text(
    lines: Sequence[str], size: float, room: Extent, top: float, direction: str, colour: str
) -> Iterator[str]:
    """Lines one below the other, the first on the base line `top`, at the side where reading begins.

    Each is marked as one that runs from right to left where the text does: one of them may hold names alone.
    """
    turned = direction == "rtl" and any(map(_FROM_THE_RIGHT.search, lines))
    x, anchor = (room.right, "end") if direction == "rtl" else (room.x, "start")
    for number, line in enumerate(lines):
        y = top + number * size * _LEADING
        look = f'font-family="Noto Sans" font-size="{size:g}" fill="{colour}" text-anchor="{anchor}"'
        said = f"\u2067{line}\u2069" if turned else line
        yield f'<text x="{x}" y="{y:.1f}" {look}>{escape(said)}</text>'


def _sheet(width: int, height: int, paper: str, inside: str) -> str:
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    ground = f'<rect width="{width}" height="{height}" fill="{paper}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{ground}{inside}</svg>\n'
