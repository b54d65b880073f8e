"""Draws a frame of any game as SVG: once a page the symbols, for each frame what stands and what happened.

The only user of svgwrite. One square (the distance of neighbouring columns) is 10 units, y grows downwards.
Everything carries presentation attributes, so that a file is readable without a style sheet, and classes, so
that a style sheet can recolour it. Symbols are styled where they are defined: a selector may go from a
symbol's group to its parts (`.piece.down .body`), never from a frame into a symbol.

Classes
    svg.board       a frame; in it svg.view, the board, clipped, and svg.labels; svg.symbols  once a page
    paper pitch field field-hatch hatch mesh diagonal line border goal net netting spot label
                    the ground and its coordinates
    zone area name  a zone or area and a team's name, with team-1 or team-2
    fade            over the strip where a crop cuts the board off
    turn            the lamp of the team on turn, with team-1 or team-2
    piece           a token's group, with team-1 or team-2, its marks (down took top bottom), and bound where
                    it is one of a stack; in it body sign number, lock (took), edge (top), closed (bottom: a
                    frame round the stack)
    disc            a piece of no team, with look-black look-red look-gold and top; in it rim body glyph
    keeper          a keeper, with team-1 or team-2 and bottom; in it rim body number
    ball            the same, with held received loose; in it rim skin seam, ring (loose)
    tether          from a received ball to its holder
    ghost           where a piece came from, with team-1 or team-2
    target aim actor      rings: a legal target, a chosen one, who acts; in them ring, and case under it
    leg             a line, with leg-move leg-pass leg-contact leg-push leg-shot leg-line, or refused
    head            its end
    refused         also the cross on such a line, and the ring where there is no line; in it ring and case
    case            the paper-coloured edge under lines, rings and ends, so that they show on any ground
    carry           a way that is not drawn
    die             a die as it fell; in it body, and dot or number
    sheet score turn counter pip star          paper and strip of a file of its own
    team-1 and team-2 go by the order of the game's teams; a token without a team has neither.

What a script can rely on
    * A token is a `<use>` that is a child of `svg.view`, its middle at x, y. Its href is `#g-ATK5`, or with
      marks `#g-ATK5-down-took`: the id is the part after `#g-`, up to the next hyphen. No token is called
      `board`, `columns`, `rows`, `target`, `aim`, `actor`, `refused`, `cross`, `ghost`, `turn` or `die`.
    * Offsets (of a held ball, of the upper player of a stack) are inside the symbols: only x and y change.
    * Every way of a token is a `<path data-t="ATK5" data-e="0">`, drawn (`leg`) or not (`carry`). Refused
      tries and lines of no token have neither. The way is every coordinate pair of `d` in order, then the one
      in `data-to` where there is one; `d` holds only absolute M and L with integers.
      First and last pair are exact; a shot's last one is where it ends beyond the point that it passes.
      data-e is the number of the event in the frame: equal ones move together, others one after the other.
    * ghosts, rings, lines and tethers belong to the end of the frame and may be hidden while pieces glide.
    * The view of a crop holds the whole board and every token: other values of x, y, width, height and
      viewBox show another part. Beside it are one `svg.labels` for columns and one for rows, where the board
      has them, and `<use>` elements that keep their distance from the view's lower corners: at the left the
      lamp and its cross, at the right the dice.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Any
from xml.etree import ElementTree

import svgwrite
from svgwrite.container import Defs

from rulebook.boards import Board, Point, Shape
from rulebook.model import Dice, Frame, Leg, Picture, Token
from rulebook.views import layout, strokes
from rulebook.views.layout import (
    ABOVE,
    ASIDE,
    LABELS,
    UNIT,
    Extent,
    Line,
    Spot,
    canvas,
    crop,
    place,
    spot,
    whole,
)
from rulebook.views.strokes import lettering, short

__all__ = ["Extent", "alone", "crop", "drawing", "inline", "score", "symbols", "whole"]

Element = Any
"""An element of svgwrite, which has no types."""

# The light palette; a page recolours by the classes.

PAPER, INK, QUIET = "#fffdf8", "#2a251d", "#6b5d45"
TINT, TINT_OPACITY, HATCH = "#a8843c", 0.13, "#857245"
TEAMS = ("#b8441e", "#184f87")
ZONES = ("#fbe6dc", "#d3e2f2")
DOWN = ("#fdf0ea", "#edf3fb")
NEUTRAL, NEUTRAL_DOWN = "#5b5346", "#f2ede2"
BALL = "#f0b01e"
PITCH, MESH, DIAGONAL = "#eff2e1", "#8b8d6c", "#bcbf9f"
LOOKS: Mapping[str, tuple[str, str, str]] = {
    "black": ("#1f1c18", "#fffdf8", "M2.7 0a2.7 2.7 0 1 1-5.4 0a2.7 2.7 0 1 1 5.4 0z"),
    "red": ("#c4122f", "#fffdf8", "M0 -3.6L3.4 2.3H-3.4z"),
    "gold": ("#f0b01e", "#2a251d", "M-2.5 -2.5H2.5V2.5H-2.5z"),
}
"""Colour of a piece, colour of its glyph and the glyph: round, three-cornered, square."""

LEGAL, REFUSED = "#0b6e63", "#a3125f"

RIM = 6.2
"""Radius of a round piece; with its paper edge 1.25 squares across."""

_FREE, _TAKEN = 4.2, 7.2
"""Radius of a ring on a free point and around a piece."""

_STRIP, _SPACE, _MARGIN = 16, 2.4, 2
"""Height of the score strip, the space between its parts, and paper round a file of its own."""

_RESERVED = frozenset("board columns rows target aim actor refused cross ghost turn die".split())
_DASHES = {"stroke_dasharray": "1.6 2"}
_STYLES: Mapping[str, dict[str, str]] = {
    "move": {"marker_end": "url(#g-head)"},
    "pass": {"marker_end": "url(#g-open)", **_DASHES},
    "contact": {"marker_end": "url(#g-flat)"},
    "push": {"marker_start": "url(#g-flat)", "marker_end": "url(#g-shove)"},
    "shot": {"marker_end": "url(#g-shove)"},
    "line": {"stroke_dasharray": "0 2.2"},
}
_GROUND: Mapping[str, Mapping[str, Any]] = {
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
"""How each style of ground is drawn; one that is not here is a line."""

_SIGNS: Mapping[str, tuple[tuple[float, float, float, float], ...]] = {
    "X": ((-0.95, -0.95, 0.95, 0.95), (-0.95, 0.95, 0.95, -0.95)),
    "#": ((-0.4, -1, -0.4, 1), (0.4, -1, 0.4, 1), (-1.1, -0.4, 1.1, -0.4), (-1.1, 0.4, 1.1, 0.4)),
}
"""Signs of types as strokes from one point to another, in a square from -1 to 1."""

_PIPS: Mapping[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}

_UNFIT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML file may contain."""

_LINK = re.compile(r"#g-([^\")]+)")

_svg: Element = svgwrite.Drawing(debug=False)
"""Makes elements; `debug=False` because the validator knows neither `data-*` nor `role`."""


# What a page, or a file of its own, is made of


def symbols(board: Board, tokens: Iterable[Token], teams: Sequence[str]) -> str:
    """All that the frames of a page share: the board, a symbol for each token with its marks, ends of lines.

    `tokens` are those of all frames, repeated as they come; `teams` are the game's, in order. Raises
    ValueError for a token whose id a link could not tell from another symbol.
    """
    shell = _svg.svg(class_="symbols", width="0", height="0", aria_hidden="true")
    return _around(shell, _defs(_definitions(board, tokens, teams).values()))


def more_symbols(board: Board, tokens: Iterable[Token], known: Iterable[Token], teams: Sequence[str]) -> str:
    """What `tokens` need on a page that has the symbols of the `known` ones; "" where that is nothing."""
    there = _definitions(board, known, teams)
    new = [drawn for name, drawn in _definitions(board, tokens, teams).items() if name not in there]
    shell = _svg.svg(class_="symbols", width="0", height="0", aria_hidden="true")
    return _around(shell, _defs(new)) if new else ""


def drawing(frame: Frame, board: Board, crop: Extent | None = None) -> str:
    """What stands and what has happened: the inside of a frame's `<svg>`, on a page with its `symbols`."""
    part, everything = crop or whole(board), whole(board)
    inside = [_use("board"), *_ghosts(frame, board), *_tethers(frame, board), *_joins(frame, board)]
    standing, over = _tokens(frame, board)
    inside += [*standing, *_rings(frame, board), *_legs(frame, board), *over, *_refusal(frame, board)]
    beside = f"{_labels(part, board)}{_lamp_on(frame, part, board)}{_dice(frame, part, board)}"
    return f"{_view(part)}{''.join(inside)}{_fade(part, everything)}</svg>{beside}"


def inline(frame: Frame, board: Board, crop: Extent | None, name: str, title: str, description: str) -> str:
    """A frame for a page, with its title and description, whose ids are `name` and `<name>-text`."""
    box = canvas(board, crop or whole(board)).box
    words = {"aria_labelledby": name, "aria_describedby": f"{name}-text"}
    shell = _svg.svg(class_="board", role="img", viewBox=box, **words)
    return _around(shell, _said(title, description, name) + drawing(frame, board, crop))


def alone(
    frame: Frame, board: Board, teams: Sequence[str], title: str, description: str, language: str = "en"
) -> str:
    """A whole SVG file with score strip, title and description, readable without a style sheet."""
    part = whole(board)
    sheet = canvas(board, part).grown(_MARGIN, _STRIP, _MARGIN, _MARGIN)
    size = (4 * sheet.width, 4 * sheet.height)
    shell = _svg.svg(
        size=size, xmlns="http://www.w3.org/2000/svg", class_="board", role="img", viewBox=sheet.box
    )
    shell["xml:lang"] = language
    paper = _svg.rect((sheet.x, sheet.y), (sheet.width, sheet.height), class_="sheet", fill=PAPER)
    counted = replace(frame.picture, dice=() if board.dice else frame.thrown)
    strip = score(counted, teams, Extent(part.x, sheet.y, part.width, _STRIP))
    shown = drawing(frame, board)
    known = _definitions(board, frame.picture.tokens, teams)
    used = {name for markup in (shown, known["board"]) for name in _LINK.findall(markup)}
    defs = _defs(markup for name, markup in known.items() if name in used)
    return _around(shell, _said(title, description) + defs + _markup(paper) + strip + shown) + "\n"


# A frame's parts


def _tokens(frame: Frame, board: Board) -> tuple[list[str], list[str]]:
    """In the picture's order: what lies under the lines, and the keepers that they run over.

    What the upper player of a stack holds is raised with it.
    """
    upper = {token.id for token in frame.picture.tokens if "top" in token.marks}
    passed = _passed(frame)
    under: list[str] = []
    over: list[str] = []
    for token, at in layout.stands(frame, board):
        name = _variant(token, raised="held" in token.marks and token.near in upper)
        (over if token.id in passed else under).append(_use(name, *at))
    return under, over


def _passed(frame: Frame) -> set[str]:
    """Keepers in the midst of a way, whose letters a line would strike out."""
    keepers = [token for token in frame.picture.tokens if token.kind == "keeper" and not token.marks]
    if not keepers:
        return set()
    legs = [leg for event in frame.events for leg in event.legs if leg.style != "line"]
    points = {point for leg in legs for point in leg.way[1 : None if leg.style == "shot" else -1]}
    return {token.id for token in keepers if token.at in points}


def _joins(frame: Frame, board: Board) -> list[str]:
    """Lines that only join two points lie under the pieces: what they run through is seen."""
    legs = [leg for event in frame.events for leg in event.legs]
    legs += frame.refusal.legs if frame.refusal else ()
    joins = [leg for leg in legs if leg.style == "line" and _seen(leg, board)]
    around = layout.gaps(frame, board) if joins else {}
    return [_join(layout.line(leg, board, around).d) for leg in joins]


def _ghosts(frame: Frame, board: Board) -> list[str]:
    """An outline where a piece came from, unless something stands there now."""
    taken = {token.at for token in frame.picture.tokens}
    ghosts = {token.id: _ghost_name(token) for token in frame.picture.tokens if token.kind != "ball"}
    starts: dict[str, str] = {}
    for event in frame.events:
        for leg in event.legs:
            starts.setdefault(leg.token, leg.way[0])
    return [
        _use(ghosts[token], *spot(board, start))
        for token, start in starts.items()
        if token in ghosts and start not in taken
    ]


def _tethers(frame: Frame, board: Board) -> list[str]:
    at = {token.id: token.at for token in frame.picture.tokens}
    return [
        _tether(spot(board, token.at), spot(board, at[token.near]))
        for token in frame.picture.tokens
        if "received" in token.marks and token.near in at
    ]


def _rings(frame: Frame, board: Board) -> list[str]:
    """Of a `show`: who would act, the legal targets, and what has been chosen."""
    if not frame.show:
        return []
    named = {*frame.show.values()}
    actors = [token.at for token in frame.picture.tokens if token.id in named]
    rings = (
        dict.fromkeys(actors, "actor")
        | dict.fromkeys(frame.targets, "target")
        | dict.fromkeys(frame.aim, "aim")
    )
    return [_ring_on(name, point, frame, board) for point, name in rings.items()]


def _ring_on(name: str, point: str, frame: Frame, board: Board) -> str:
    """A ring on a point; a larger one where it has to go round a piece or a stack."""
    here = [token for token in frame.picture.tokens if token.at == point]
    stacked = any("top" in token.marks and not token.look for token in here)
    return _use(name + ("-stack" if stacked else "-on" if here else ""), *spot(board, point))


def _legs(frame: Frame, board: Board) -> list[str]:
    around = layout.gaps(frame, board)
    return [
        _leg(leg.style, leg.token, number, layout.line(leg, board, around))
        for number, event in enumerate(frame.events)
        for leg in event.legs
        if leg.style != "line" and _seen(leg, board)
    ]


def _seen(leg: Leg, board: Board) -> bool:
    """Whether a leg leads anywhere."""
    return len(layout.corners(leg, board)) > 1


def _refusal(frame: Frame, board: Board) -> list[str]:
    """The way that was tried, crossed out; where there is none, a crossed ring on what was tried."""
    if not frame.refusal:
        return []
    tried = [leg for leg in frame.refusal.legs if leg.style not in ("carry", "line") and _seen(leg, board)]
    if not tried:
        return [_ring_on("refused", point, frame, board) for point in _refused_point(frame, board)]
    around = layout.gaps(frame, board)
    lines = [_refused_leg(leg.style, layout.line(leg, board, around).d) for leg in tried]
    return [*lines, _use("cross", *layout.before_end(tried[-1], board))]


def _refused_point(frame: Frame, board: Board) -> list[str]:
    """The last point that was aimed at, else that of the first token which the refusal names, else none."""
    at = {token.id: token.at for token in frame.picture.tokens}
    named = frame.refusal.facts.values() if frame.refusal else ()
    points = [*frame.aim[::-1], *(at[fact] for fact in named if isinstance(fact, str) and fact in at)]
    return [point for point in points if point in board.points][:1]


def _lamp_on(frame: Frame, part: Extent, board: Board) -> str:
    """The lamp of the team on turn, between the coordinates; crossed out if a try of no place is refused."""
    if not frame.picture.turn:
        return ""
    x = part.x - ASIDE - LABELS // 2 if board.rows else part.x + LABELS // 2
    y = part.bottom + ABOVE + LABELS // 2
    nowhere = frame.refusal and not frame.refusal.legs and not _refused_point(frame, board)
    return _use(_of_team("turn", frame.picture.turn), x, y) + (_use("cross", x + 3, y - 3) if nowhere else "")


def _dice(frame: Frame, part: Extent, board: Board) -> str:
    """The dice, where the board has room for them. Raises ValueError for a die of more than six sides."""
    thrown = frame.thrown if board.dice else ()
    if not {*thrown} <= {*_PIPS}:
        raise ValueError(f"dice that cannot be drawn: {thrown}")
    places = layout.tray(part, len(thrown))
    return "".join(_use(f"die-{pips}", *place) for pips, place in zip(thrown, places, strict=True))


def _labels(part: Extent, board: Board) -> str:
    """The coordinates of a part, from the two long lines that hold them all."""
    columns = _column_labels(part) if board.columns else ""
    return columns + (_row_labels(part) if board.rows else "")


# Fragments: svgwrite makes each of them once, then it is text


@lru_cache(maxsize=8192)
def _use(name: str, x: int = 0, y: int = 0) -> str:
    return _markup(_svg.use(f"#g-{name}", insert=(x, y) if (x, y) != (0, 0) else None))


@lru_cache(maxsize=2048)
def _leg(style: str, token: str, number: int, line: Line) -> str:
    script = {"data_t": token, "data_e": number, "data_to": line.to} if token else {}
    if style == "carry":
        return _markup(_svg.path(line.d, class_="carry", fill="none", **script))
    bare = style in _FROM_A_DOT and "M" not in line.d[1:]
    ends = _STYLES[style] | _DOT if bare else _STYLES[style]
    drawn = _svg.path(line.d, class_=f"leg leg-{style}", **_stroke(INK, 1.1), **ends, **script)
    return _markup(_case(line.d)) + _markup(drawn)


@lru_cache(maxsize=2048)
def _join(d: str) -> str:
    drawn = _svg.path(d, class_="leg leg-line", **_stroke(INK, 1.1), **_STYLES["line"])
    return _markup(_case(d)) + _markup(drawn)


_FROM_A_DOT = ("move", "contact", "shot")
_DOT = {"marker_start": "url(#g-start)"}
"""Where a piece set out; a path that jumps to a rim starts where somebody stands."""


@lru_cache(maxsize=2048)
def _refused_leg(style: str, d: str) -> str:
    dashes = _DASHES if style == "pass" else {}
    return _markup(_case(d)) + _markup(_svg.path(d, class_="leg refused", **_stroke(REFUSED, 1.3), **dashes))


@lru_cache(maxsize=2048)
def _tether(ball: Spot, holder: Spot) -> str:
    return _markup(_svg.path(layout.path([ball, holder]), class_="tether", **_stroke(INK, 0.8)))


@lru_cache(maxsize=256)
def _view(part: Extent) -> str:
    return _opened(_window("view", layout.seen(part), layout.seen(part)))


@lru_cache(maxsize=256)
def _fade(part: Extent, everything: Extent) -> str:
    """Paper over the outermost strip on each side where the board goes on, as far as it goes."""
    outer, inner = _shared_by(layout.seen(part), everything), part.grown(1, 1, 1, 1)
    across, down = f"H{outer.right}V{{}}H{outer.x}z", f"H{{}}V{outer.bottom}H{{}}z"
    strips = [
        (part.y > everything.y, f"M{outer.x} {outer.y}{across.format(inner.y)}"),
        (part.bottom < everything.bottom, f"M{outer.x} {inner.bottom}{across.format(outer.bottom)}"),
        (part.x > everything.x, f"M{outer.x} {outer.y}{down.format(inner.x, outer.x)}"),
        (part.right < everything.right, f"M{inner.right} {outer.y}{down.format(outer.right, inner.right)}"),
    ]
    d = "".join(strip for cut, strip in strips if cut)
    return _markup(_svg.path(d, class_="fade", fill=PAPER, fill_opacity=0.7)) if d else ""


def _shared_by(one: Extent, other: Extent) -> Extent:
    x, y = max(one.x, other.x), max(one.y, other.y)
    return Extent(x, y, min(one.right, other.right) - x, min(one.bottom, other.bottom) - y)


@lru_cache(maxsize=256)
def _column_labels(part: Extent) -> str:
    below = Extent(part.x, part.bottom + ABOVE, part.width, LABELS)
    return _around(_window("labels", below, Extent(part.x, 0, part.width, LABELS)), _use("columns"))


@lru_cache(maxsize=256)
def _row_labels(part: Extent) -> str:
    beside = Extent(part.x - ASIDE - LABELS, part.y, LABELS, part.height)
    return _around(_window("labels", beside, Extent(0, part.y, LABELS, part.height)), _use("rows"))


def _window(name: str, where: Extent, seen: Extent) -> Element:
    place, size = (where.x, where.y), (where.width, where.height)
    return _svg.svg(place, size, viewBox=seen.box, class_=name)


# Symbols


@dataclass(frozen=True, slots=True)
class _Kit:
    """What all symbols of a game have in common: shape and colours of its teams, size of its pieces."""

    teams: tuple[str, ...]
    scale: float

    def named(self, name: str, classes: str, parts: Iterable[Element], team: str = "") -> Element:
        """A symbol with a link to it, in the size of the board's pieces."""
        size = {} if self.scale == 1 else {"transform": f"scale({short(self.scale, 2)})"}
        return _filled(_svg.g(id=f"g-{name}", class_=self.classes(classes, team), **size), parts)

    def classes(self, name: str, team: str) -> str:
        return f"{name} team-{self.teams.index(team) + 1}" if team in self.teams else name

    def colour(self, team: str) -> str:
        return self.among(TEAMS, team, NEUTRAL)

    def among(self, colours: Sequence[str], team: str, other: str) -> str:
        return colours[self.teams.index(team) % len(colours)] if team in self.teams else other

    def body(self, team: str, size: float, **look: Any) -> Element:
        """Teams differ in shape: the first is round, the second square with round corners."""
        if team in self.teams and self.teams.index(team) % 2:
            half = 5.7 * size
            return _svg.rect(
                (short(-half), short(-half)), (short(2 * half), short(2 * half)), rx=short(2.8 * size), **look
            )
        return _svg.circle(r=short(RIM * size), **look)


def _definitions(board: Board, tokens: Iterable[Token], teams: Sequence[str]) -> dict[str, str]:
    """Every symbol by its name."""
    kit = _Kit(tuple(teams), round(layout.scale(board), 2))
    shared = _shared(board.ground, board.columns, board.rows, board.extent, board.dice, kit)
    variants = _variants(tokens)
    ghosts = {_ghost_name(token): token for token in variants.values() if token.kind == "keeper"}
    own = {
        name: _token(replace(token, at="", near=""), name, kit) for name, token in sorted(variants.items())
    }
    return {**shared, **{name: _markup(_ghost(ghosts[name], kit)) for name in sorted(ghosts)}, **own}


@lru_cache(maxsize=16)
def _shared(
    ground: tuple[Shape, ...],
    columns: tuple[tuple[str, float], ...],
    rows: tuple[tuple[str, float], ...],
    extent: tuple[float, float, float, float],
    dice: int,
    kit: "_Kit",
) -> Mapping[str, str]:
    """What does not depend on the tokens. It takes a board in parts, which can be told apart from others'."""
    board = Board({}, {}, ground, columns, rows, extent, dice)
    parts = [_hatch(), *_ends(), _board(board, kit), *_coordinates(board), *_marks(kit)]
    parts += [_net()] * any(shape.style == "net" for shape in ground)
    parts += [
        made for team in ("", *kit.teams) for made in (_ghost(Token("", "", "", team), kit), _lamp(team, kit))
    ]
    parts += [_filled(_svg.g(id=f"g-die-{n}"), [_moved([_die(n).drawn], -5, 0)]) for n in _PIPS if dice]
    return {part["id"].removeprefix("g-"): _markup(part) for part in parts}


def _defs(markup: Iterable[str]) -> str:
    return _around(Defs(factory=_svg), "".join(markup))


def _variants(tokens: Iterable[Token]) -> dict[str, Token]:
    """Each token with its marks once, and raised what some upper player of a stack may hold."""
    found = {_variant(token): token for token in tokens}
    stacked = any("top" in token.marks for token in found.values())
    held = [token for token in found.values() if stacked and "held" in token.marks]
    return found | {
        _variant(token, raised=True): replace(token, marks=(*token.marks, "top")) for token in held
    }


def _hatch() -> Element:
    look = {"patternUnits": "userSpaceOnUse", "patternTransform": "rotate(45)"}
    line = _svg.path("M0 0V1.4", class_="hatch", fill="none", stroke=HATCH, stroke_width=0.35)
    return _filled(_svg.pattern(size=(1.4, 1.4), id="g-hatch", **look), [line])


def _net() -> Element:
    look = {"patternUnits": "userSpaceOnUse", "patternTransform": "rotate(45)"}
    line = _svg.path("M0 0H1.8M0 0V1.8", class_="netting", fill="none", stroke=QUIET, stroke_width=0.3)
    return _filled(_svg.pattern(size=(1.8, 1.8), id="g-net", **look), [line])


def _ends() -> list[Element]:
    """Start and end of lines; they point to the right and are turned by the line."""
    dot = [_svg.circle(r=1.6, class_="case", fill=PAPER), _svg.circle(r=1.1, class_="head", fill=INK)]
    arrow = "M1.8 0L-2.2 2V-2z"
    edge = _svg.path(
        arrow, class_="case", fill=PAPER, stroke=PAPER, stroke_width=1.6, stroke_linejoin="round"
    )
    return [
        _end("start", dot),
        _end("head", [edge, _svg.path(arrow, class_="head", fill=INK)]),
        _end("open", _cased("M-1.6 -2L1.2 0L-1.6 2", 1.1, INK, "head")),
        _end("flat", _cased("M0 -2.8V2.8", 1.5, INK, "head")),
        _end("shove", _cased("M-2.8 -2L-.6 0L-2.8 2M-.4 -2L1.8 0L-.4 2", 1, INK, "head")),
    ]


def _end(name: str, parts: Iterable[Element]) -> Element:
    look = {"orient": "auto", "markerUnits": "userSpaceOnUse", "overflow": "visible"}
    return _filled(_svg.marker(id=f"g-{name}", **look), parts)


def _marks(kit: _Kit) -> list[Element]:
    """Rings of targets and of who acts, and what crosses a refused try out."""
    cross = _cased("M-2.2 -2.2L2.2 2.2M-2.2 2.2L2.2 -2.2", 1.5, REFUSED, "ring")
    dot = _svg.circle(r=1.3, class_="ring", fill=LEGAL)
    arcs = {"stroke": INK, "stroke_width": 1, "stroke_dasharray": "7.3 4", "stroke_dashoffset": -2}
    refused = {"stroke": REFUSED, "stroke_width": 1.2}
    return [
        kit.named("cross", "refused", cross),
        *_rings_of("target", kit, {"stroke": LEGAL, "stroke_width": 1.2}),
        *_rings_of("aim", kit, {"stroke": LEGAL, "stroke_width": 2.2}, free=[dot]),
        *_rings_of("actor", kit, arcs),
        *_rings_of("refused", kit, refused, free=cross, taken=[_moved(cross, -5, -5)]),
    ]


def _rings_of(
    name: str,
    kit: _Kit,
    look: Mapping[str, Any],
    free: Sequence[Element] = (),
    taken: Sequence[Element] = (),
) -> list[Element]:
    """The ring of a free point, the one round a piece and the one round a stack, each with more in it."""
    edge = {"class_": "case", "stroke": PAPER, "stroke_width": round(look["stroke_width"] + 1.4, 1)}
    layers: list[dict[str, Any]] = [{"fill": "none", **layer} for layer in (edge, {"class_": "ring", **look})]
    rings = {
        name: [*(_svg.circle(r=_FREE, **layer) for layer in layers), *free],
        f"{name}-on": [*(_svg.circle(r=_TAKEN, **layer) for layer in layers), *taken],
        f"{name}-stack": [*(_svg.path(_octagon(1.18), **layer) for layer in layers), *taken],
    }
    return [kit.named(key, name, parts) for key, parts in rings.items()]


def _ghost(token: Token, kit: _Kit) -> Element:
    look = {"stroke": kit.colour(token.team), "stroke_width": 0.6, "stroke_dasharray": "1.4 1.2"}
    skin = {"fill": PAPER, "fill_opacity": 0.6, **look}
    body = _keeper_body(**skin) if token.kind == "keeper" else kit.body(token.team, 0.92, **skin)
    return kit.named(_ghost_name(token), "ghost", [body], token.team)


def _lamp(team: str, kit: _Kit) -> Element:
    body = kit.body(team, 0.45, fill=kit.colour(team))
    return _filled(_svg.g(id=f"g-{_of_team('turn', team)}", class_=kit.classes("turn", team)), [body])


# The ground


def _board(board: Board, kit: _Kit) -> Element:
    """Paper and zones, the fields as one path, lines, names of zones, and the edge."""
    others = [
        shape for shape in board.ground if shape.style not in ("field", "border") or shape.kind == "circle"
    ]
    parts = [part for _, shapes in groupby(others, _together) for part in _shapes([*shapes], board, kit)]
    fields = [shape for shape in board.ground if shape.style == "field" and shape not in others]
    if fields:
        d = "".join(_outline(shape, board) for shape in fields)
        parts.append(_svg.path(d, class_="field", fill=TINT, fill_opacity=TINT_OPACITY))
        parts.append(_svg.path(d, class_="field-hatch", **_GROUND["field"]))
    parts += [_zone_name(shape, board, kit) for shape in board.ground if shape.style == "zone"]
    parts += [_shape(shape, board, kit) for shape in board.ground if shape.style == "border"]
    return _filled(_svg.g(id="g-board"), parts)


def _together(shape: Shape) -> str:
    """What neighbours in the ground share that can be drawn as one path: a style of lines, else nothing."""
    alike = shape.kind in ("line", "arc") and shape.style in ("mesh", "diagonal", "line")
    return shape.style if alike else ""


def _shapes(shapes: Sequence[Shape], board: Board, kit: _Kit) -> list[Element]:
    style = _together(shapes[0])
    if not style:
        return [_shape(shape, board, kit) for shape in shapes]
    return [_svg.path("".join(_outline(shape, board) for shape in shapes), class_=style, **_GROUND[style])]


def _shape(shape: Shape, board: Board, kit: _Kit) -> Element:
    look = {"class_": kit.classes(shape.style, shape.team), **_GROUND.get(shape.style, _GROUND["line"])}
    if shape.style in ("zone", "area"):
        look["fill"] = kit.among(ZONES, shape.team, TINT)
    if shape.style == "name" and shape.team:
        look |= _stroke(kit.colour(shape.team), 0.7)
    if shape.kind == "text":
        return _svg.path(lettering(shape.text, *place(board, shape.points[0]), 3.6), **look)
    if shape.kind == "circle":
        middle, rim = (place(board, point) for point in shape.points)
        return _svg.circle((short(middle[0]), short(middle[1])), short(math.dist(middle, rim)), **look)
    return _svg.path(_outline(shape, board), **look)


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


def _zone_name(zone: Shape, board: Board, kit: _Kit) -> Element:
    """The team's name in the middle of its zone."""
    spots = [place(board, point) for point in zone.points]
    x, y = (sum(values) / len(spots) for values in zip(*spots, strict=True))
    look = _stroke(kit.colour(zone.team), 0.7)
    return _svg.path(lettering(zone.team, x, y, 3.4), class_=kit.classes("name", zone.team), **look)


def _coordinates(board: Board) -> list[Element]:
    """The names of all columns on one line and of all rows on another; a frame shows the part it needs."""
    left, _, _, top = board.extent
    columns = "".join(lettering(name, layout.UNIT * (x - left), LABELS / 2, 3.4) for name, x in board.columns)
    rows = "".join(lettering(name, LABELS / 2, layout.UNIT * (top - y), 3.4) for name, y in board.rows)
    lines = [(name, d) for name, d in (("columns", columns), ("rows", rows)) if d]
    return [_svg.path(d, id=f"g-{name}", class_="label", **_stroke(QUIET, 0.5)) for name, d in lines]


# Tokens


@lru_cache(maxsize=2048)
def _token(token: Token, name: str, kit: _Kit) -> str:
    """The symbol of a token with its marks, wherever it stands."""
    if token.id in _RESERVED or not token.id.replace(".", "").isalnum():
        raise ValueError(f"a token cannot be drawn under the id {token.id!r}")
    if token.kind == "ball":
        return _markup(kit.named(name, " ".join(("ball", *token.marks)), _ball(token)))
    if token.look:
        return _markup(kit.named(name, " ".join(("disc", f"look-{token.look}", *token.marks)), _disc(token)))
    if token.kind == "keeper":
        return _markup(kit.named(name, " ".join(("keeper", *token.marks)), _keeper(token, kit), token.team))
    bound = ("bound",) if {"top", "bottom"} & {*token.marks} else ()
    return _markup(kit.named(name, " ".join(("piece", *token.marks, *bound)), _piece(token, kit), token.team))


def _piece(token: Token, kit: _Kit) -> list[Element]:
    lock = [_lock()] if "took" in token.marks else []
    if "bottom" in token.marks:
        return [_closed(), *_lower(token, kit), *lock]
    parts = [kit.body(token.team, 1, **_skin(token, kit)), *_writing(token, kit), *lock]
    if "top" in token.marks:
        edge = kit.body(token.team, 1.1, class_="edge", fill=INK)
        return [_moved([_moved([edge], 0, 0.7), *parts], 0, -3.2, "scale(.8)")]
    if "down" in token.marks:
        return [_moved(parts, 0, 0, "rotate(90)")]
    return [_moved(parts, 4.6, 4.4, "scale(.45)")] if "held" in token.marks else parts


def _writing(token: Token, kit: _Kit) -> list[Element]:
    """The sign of the type and the shirt number below it; either alone stands in the middle."""
    colour = _ink(token, kit)
    if token.sign and token.number:
        return [_sign(token.sign, -2.4, 3.7, colour, 1.1), _number(token.number, 2.7, 3.6, colour)]
    if token.sign:
        return [_sign(token.sign, 0, 5, colour, 1.2)]
    return [_number(token.number, 0, 5.5, colour)] if token.number else []


def _lower(token: Token, kit: _Kit) -> list[Element]:
    """The lower player of a stack: sign and number side by side in what the upper one leaves free."""
    colour = _ink(token, kit)
    turned = "rotate(90)" if "down" in token.marks else ""
    sign = [_sign(token.sign, 0, 2.6, colour, 0.8)] if token.sign else []
    number = [_number(token.number, 0, 3.2, colour)] if token.number else []
    body = kit.body(token.team, 0.92, **_skin(token, kit))
    return [_moved([body], 0, 2.2), _moved(sign, -1.9, 5, turned), _moved(number, 1.9, 5, turned)]


def _skin(token: Token, kit: _Kit) -> dict[str, Any]:
    """A piece that lies is calmer: its colour as an outline on a pale tint, not paper on the colour."""
    colour = kit.colour(token.team)
    if "down" in token.marks:
        pale = kit.among(DOWN, token.team, NEUTRAL_DOWN)
        return {"class_": "body", "fill": pale, "stroke": colour, "stroke_width": 0.9}
    return {"class_": "body", "fill": colour, "stroke": PAPER, "stroke_width": 0.7}


def _ink(token: Token, kit: _Kit) -> str:
    return kit.colour(token.team) if "down" in token.marks else PAPER


def _sign(sign: str, y: float, size: float, colour: str, thick: float) -> Element:
    half = size / 2
    look = {"class_": "sign", **_stroke(colour, thick)}
    if sign == "O":
        return _svg.circle((0, short(y)), short(half), **look)
    if sign not in _SIGNS:
        return _svg.path(lettering(sign, 0, y, size), **look)
    ends = [(half * ax, y + half * ay, half * bx, y + half * by) for ax, ay, bx, by in _SIGNS[sign]]
    strokes = (f"M{short(ax)} {short(ay)}L{short(bx)} {short(by)}" for ax, ay, bx, by in ends)
    return _svg.path("".join(strokes), **look)


def _number(number: str, y: float, height: float, colour: str) -> Element:
    return _svg.path(lettering(number, 0, y, height), class_="number", **_stroke(colour, 0.8))


def _lock() -> Element:
    """A padlock at the left, where no line between neighbours ends: done for this turn."""
    shackle = _svg.path("M-.9 -.2V-.9a.9 .9 0 0 1 1.8 0V-.2", **_stroke(INK, 0.6))
    chest = _svg.rect((-1.5, -0.3), (3, 2), rx=0.3, fill=INK)
    ground = _svg.circle(r=2.9, class_="case", fill=PAPER, stroke=INK, stroke_width=0.5)
    return _filled(_svg.g(class_="lock", transform="translate(-6.2 .4)scale(.9)"), [ground, shackle, chest])


def _closed() -> Element:
    """The frame round a stack, with the corners of a stop sign: they fit between the neighbours."""
    look = {"fill": PAPER, "stroke": INK, "stroke_width": 0.9, "stroke_linejoin": "round"}
    return _svg.path(_octagon(1), class_="closed", **look)


def _octagon(size: float) -> str:
    side, flank, shoulder, end = (short(size * reach) for reach in (7.5, 3.3, 4.9, 9.3))
    right = f"M-{flank} -{end}H{flank}L{side} -{shoulder}V{shoulder}"
    return f"{right}L{flank} {end}H-{flank}L-{side} {shoulder}V-{shoulder}z"


def _disc(token: Token) -> list[Element]:
    """A piece of no team: colour and glyph tell it. On top of another it is smaller, raised, with an edge."""
    colour, ink, glyph = LOOKS.get(token.look, (NEUTRAL, PAPER, ""))
    rim = _svg.circle(r=6.5, class_="rim", fill=PAPER, stroke=PAPER, stroke_width=0)
    body = _svg.circle(r=5.6, class_="body", fill=colour, stroke=INK, stroke_width=1)
    parts = [rim, body, *([_svg.path(glyph, class_="glyph", fill=ink)] if glyph else [])]
    return [_moved(parts, 0, -3.1, "scale(.76)")] if "top" in token.marks else parts


def _keeper(token: Token, kit: _Kit) -> list[Element]:
    """A bar with two gloves and the team's letter, which moves down for what stands on top."""
    colour = kit.colour(token.team)
    height, y = (3.2, 4.6) if "bottom" in token.marks else (5.2, 0)
    name = token.sign or token.team[:1]
    skin = {"fill": colour, "stroke": PAPER, "stroke_width": 0.7}
    letter = _svg.path(lettering(name, 0, y, height), class_="number", **_stroke(PAPER, 0.9))
    body = _keeper_body(**skin)
    return [_moved([body], 0, 0.6) if "bottom" in token.marks else body, letter]


def _keeper_body(**look: Any) -> Element:
    """A block with round gloves at both sides."""
    right = "M-2.2 -6.2h4.4a2 2 0 0 1 2 2V-1.8a2 2 0 1 1 0 3.6V4.2a2 2 0 0 1-2 2"
    left = "h-4.4a2 2 0 0 1-2-2V1.8a2 2 0 1 1 0-3.6V-4.2a2 2 0 0 1 2-2z"
    return _svg.path(right + left, class_="body", stroke_linejoin="round", **look)


def _ball(token: Token) -> list[Element]:
    """Held: at the holder's lower right, or at the right of the upper player of a stack. Loose: in a ring."""
    if "held" in token.marks:
        return [_moved(_football(), 4.6, 0.4 if "top" in token.marks else 4.4)]
    if "loose" in token.marks:
        look = {"stroke": INK, "stroke_width": 0.6, "stroke_dasharray": "1.2 1.2"}
        return [_svg.circle(r=4.6, class_="ring", fill="none", **look), *_football()]
    return _football()


def _football() -> list[Element]:
    leather = "M-3 0C-1.6 -2.5 1.6 -2.5 3 0C1.6 2.5 -1.6 2.5 -3 0z"
    seam = "M-1.5 0H1.5M-.8 -.6V.6M0 -.6V.6M.8 -.6V.6"
    rim = {"fill": PAPER, "stroke": PAPER, "stroke_width": 1.8, "stroke_linejoin": "round"}
    skin = {"fill": BALL, "stroke": INK, "stroke_width": 0.6, "stroke_linejoin": "round"}
    parts = [_svg.path(leather, class_="rim", **rim), _svg.path(leather, class_="skin", **skin)]
    return [
        _moved([*parts, _svg.path(seam, class_="seam", **_stroke(INK, 0.4))], 0, 0, "rotate(-35)scale(1.1)")
    ]


# The score strip of a file of its own


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
    kit, picture = _Kit(teams, 1), Picture((), turn, "", dict(counters), dice, winner)
    shared = [part for name, value in counters if "." not in name for part in _counter(name, value)]
    blocks = [_row(_side(team, picture, kit)) for team in teams]
    blocks.insert((len(blocks) + 1) // 2, _row([*shared, *map(_die, picture.dice)]))
    least = sum(block.width for block in blocks) + 2 * _SPACE * (len(blocks) - 1)
    size = min(1, room.width / least)
    between = (room.width / size - least) / max(len(blocks) - 1, 1) + 2 * _SPACE
    place = f"translate({room.x} {room.y + room.height // 2})"
    strip = _svg.g(class_="score", transform=place if size == 1 else f"{place}scale({short(size, 2)})")
    return _markup(_filled(strip, [_row(blocks, between).drawn]))


def _row(parts: Sequence[_Part], space: float = _SPACE) -> _Part:
    """Parts side by side."""
    group, x = _svg.g(), 0.0
    for part in parts:
        group.add(_moved([part.drawn], x, 0))
        x += part.width + space
    return _Part(max(x - space, 0), group)


def _side(team: str, picture: Picture, kit: _Kit) -> list[_Part]:
    """A team: its shape, filled when it is on turn, its name, a star when it has won, and what it counts."""
    colour = kit.colour(team)
    fill = colour if picture.turn == team else PAPER
    lamp = _moved([kit.body(team, 0.6, fill=fill, stroke=colour, stroke_width=1)], 3.8, 0)
    shape = _filled(_svg.g(class_=kit.classes("turn", team)), [lamp])
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
    pips = [_svg.circle((short(2 + 4.6 * place), 0), 1.9, class_="pip", fill=INK) for place in range(value)]
    return [_word(name, 3.4, QUIET), _Part(4.6 * value - 0.6, _filled(_svg.g(), pips))]


def _word(text: str, height: float, colour: str) -> _Part:
    wide = strokes.width(text, height)
    look = _stroke(colour, height / 6)
    return _Part(wide, _svg.path(lettering(text, wide / 2, 0, height), class_="counter", **look))


def _star() -> _Part:
    corners = [(5 if corner % 2 == 0 else 2, math.pi * (corner / 5 - 0.5)) for corner in range(10)]
    points = (f"{short(5 + far * math.cos(turn))} {short(far * math.sin(turn))}" for far, turn in corners)
    look = {"fill": BALL, "stroke": INK, "stroke_width": 0.6, "stroke_linejoin": "round"}
    return _Part(10, _svg.path("M" + "L".join(points) + "z", class_="star", **look))


def _die(pips: int) -> _Part:
    """A die as it fell; more than six pips are written as a number."""
    look = {"fill": PAPER, "stroke": INK, "stroke_width": 0.8}
    face = _svg.rect((0.5, -4.5), (9, 9), rx=1.6, class_="body", **look)
    places = [(short(5 + 2.3 * x), short(2.3 * y)) for x, y in _PIPS.get(pips, ())]
    dots = [_svg.circle(place, 1, class_="dot", fill=INK) for place in places]
    number = [] if dots else [_svg.path(lettering(str(pips), 5, 0, 5), class_="number", **_stroke(INK, 0.8))]
    return _Part(10, _filled(_svg.g(class_="die"), [face, *dots, *number]))


# Names and elements


def _variant(token: Token, *, raised: bool = False) -> str:
    return "-".join((token.id, *token.marks, *(["top"] if raised else [])))


def _of_team(name: str, team: str) -> str:
    return f"{name}-{team}" if team else name


def _ghost_name(token: Token) -> str:
    return _of_team("ghost-keeper" if token.kind == "keeper" else "ghost", token.team)


def _stroke(colour: str, thick: float) -> dict[str, Any]:
    ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return {"fill": "none", "stroke": colour, "stroke_width": round(thick, 1), **ends}


def _case(d: str, thick: float = 2.7) -> Element:
    return _svg.path(d, class_="case", **_stroke(PAPER, thick))


def _cased(d: str, thick: float, colour: str, name: str) -> list[Element]:
    """A stroke with an edge of paper, so that it shows on any ground."""
    return [_case(d, thick + 1.6), _svg.path(d, class_=name, **_stroke(colour, thick))]


def _moved(parts: Iterable[Element], x: float, y: float, then: str = "") -> Element:
    move = f"translate({short(x)} {short(y)})" if x or y else ""
    return _filled(_svg.g(transform=move + then), parts)


def _filled(group: Element, parts: Iterable[Element]) -> Element:
    for part in parts:
        group.add(part)
    return group


def _said(title: str, description: str, name: str = "") -> str:
    """Title and description, with ids where there is a name. Raises ValueError for what XML cannot hold."""
    if _UNFIT.search(title + description):
        raise ValueError(f"unprintable characters in {title!r} or {description!r}")
    holder = _svg.g()
    holder.set_desc(title, description)
    texts = [element.get_xml() for element in holder.elements]
    for text, key in zip(texts, (name, f"{name}-text") if name else (), strict=False):
        text.set("id", key)
    return "".join(ElementTree.tostring(text, "unicode") for text in texts)


def _around(shell: Element, inside: str) -> str:
    """A shell without content, filled with ready markup."""
    return f"{_opened(shell)}{inside}</{shell.elementname}>"


def _opened(shell: Element) -> str:
    return f"{_markup(shell).removesuffix('/>')}>"


def _markup(element: Element) -> str:
    """An element as text: with SVG 2's plain `href`, without the empty `<defs>` that every `<svg>` gets."""
    xml = element.get_xml()
    for node in xml.iter():
        if "xlink:href" in node.attrib:
            node.set("href", node.attrib.pop("xlink:href"))
        for defs in [child for child in node if child.tag == "defs" and not len(child)]:
            node.remove(defs)
    return ElementTree.tostring(xml, "unicode").replace(" />", "/>")
