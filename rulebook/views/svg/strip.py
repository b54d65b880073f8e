"""The score strip of a file of its own: whose turn it is, what is counted, and the dice."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rulebook.model import Dice, Picture
from rulebook.views import strokes
from rulebook.views.layout import Extent
from rulebook.views.strokes import lettering, short
from rulebook.views.svg.dice import die
from rulebook.views.svg.elements import Element, as_text, filled, make, moved, stroke
from rulebook.views.svg.kit import Kit
from rulebook.views.svg.palette import BALL, INK, PAPER, QUIET

_SPACE = 2.4
"""Between the parts."""


@dataclass(frozen=True, slots=True)
class _Part:
    """Something in the strip: drawn from x = 0 to the right, its middle at y = 0."""

    width: float
    drawn: Element


def score(picture: Picture, teams: Sequence[str], room: Extent) -> str:
    """Turn, counters and dice in one line, without words of any language; smaller where room is short."""
    counters = tuple(picture.counters.items())
    return _score(picture.turn, counters, picture.dice, picture.winner, tuple(teams), room)


@lru_cache(maxsize=256)
def _score(
    turn: str,
    counters: tuple[tuple[str, int], ...],
    dice: Dice,
    winner: str,
    teams: tuple[str, ...],
    room: Extent,
) -> str:
    kit, picture = Kit(teams, 1), Picture((), turn, "", dict(counters), dice, winner)
    shared = [part for name, value in counters if "." not in name for part in _counter(name, value)]
    blocks = [_row(_side(team, picture, kit)) for team in teams]
    blocks.insert((len(blocks) + 1) // 2, _row([*shared, *(_Part(10, die(pips)) for pips in picture.dice)]))
    least = sum(block.width for block in blocks) + 2 * _SPACE * (len(blocks) - 1)
    size = min(1, room.width / least)
    between = (room.width / size - least) / max(len(blocks) - 1, 1) + 2 * _SPACE
    place = f"translate({room.x} {room.y + room.height // 2})"
    strip = make.g(class_="score", transform=place if size == 1 else f"{place}scale({short(size, 2)})")
    return as_text(filled(strip, [_row(blocks, between).drawn]))


def _row(parts: Sequence[_Part], space: float = _SPACE) -> _Part:
    """Parts side by side."""
    group, x = make.g(), 0.0
    for part in parts:
        group.add(moved([part.drawn], x, 0))
        x += part.width + space
    return _Part(max(x - space, 0), group)


def _side(team: str, picture: Picture, kit: Kit) -> list[_Part]:
    """A team: its shape, filled when it is on turn, its name, a star when it has won, and what it counts."""
    colour = kit.colour(team)
    fill = colour if picture.turn == team else PAPER
    lamp = moved([kit.body(team, 0.6, fill=fill, stroke=colour, stroke_width=1)], 3.8, 0)
    shape = filled(make.g(class_=kit.classes("turn", team)), [lamp])
    own = [
        (name.partition(".")[0], value)
        for name, value in picture.counters.items()
        if name.endswith(f".{team}")
    ]
    counters = [part for name, value in own for part in (_word(name, 3.4, QUIET), _word(str(value), 5, INK))]
    return [_Part(7.6, shape), _word(team, 4.6, colour), *[_star()] * (picture.winner == team), *counters]


def _counter(name: str, value: int) -> list[_Part]:
    """A counter that belongs to no team: few as pips, none or many as a number."""
    if not 0 < value <= 6:
        return [_word(name, 3.4, QUIET), _word(str(value), 5, INK)]
    pips = [make.circle((short(2 + 4.6 * place), 0), 1.9, class_="pip", fill=INK) for place in range(value)]
    return [_word(name, 3.4, QUIET), _Part(4.6 * value - 0.6, filled(make.g(), pips))]


def _word(text: str, height: float, colour: str) -> _Part:
    wide = strokes.width(text, height)
    look = stroke(colour, height / 6)
    return _Part(wide, make.path(lettering(text, wide / 2, 0, height), class_="counter", **look))


def _star() -> _Part:
    corners = [(5 if corner % 2 == 0 else 2, math.pi * (corner / 5 - 0.5)) for corner in range(10)]
    points = (f"{short(5 + far * math.cos(turn))} {short(far * math.sin(turn))}" for far, turn in corners)
    look = {"fill": BALL, "stroke": INK, "stroke_width": 0.6, "stroke_linejoin": "round"}
    return _Part(10, make.path("M" + "L".join(points) + "z", class_="star", **look))
