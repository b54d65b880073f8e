"""What a frame shows on the symbols of its page: who stands where, what has happened, whose turn it is."""

from collections.abc import Mapping
from functools import lru_cache

from rulebook.boards import Board
from rulebook.model import Frame, Leg
from rulebook.views import layout
from rulebook.views.layout import ABOVE, ASIDE, LABELS, Extent, Line, Spot, spot, whole
from rulebook.views.svg.dice import PIPS
from rulebook.views.svg.elements import Element, around, as_text, case, make, opened, stroke
from rulebook.views.svg.kit import ghost_name, of_team, variant
from rulebook.views.svg.palette import INK, PAPER, REFUSED

_DASHES = {"stroke_dasharray": "1.6 2"}
_STYLES: Mapping[str, dict[str, str]] = {
    "move": {"marker_end": "url(#g-head)"},
    "pass": {"marker_end": "url(#g-open)", **_DASHES},
    "contact": {"marker_end": "url(#g-flat)"},
    "push": {"marker_start": "url(#g-flat)", "marker_end": "url(#g-shove)"},
    "shot": {"marker_end": "url(#g-shove)"},
    "line": {"stroke_dasharray": "0 2.2"},
}
_FROM_A_DOT = ("move", "contact", "shot")
_DOT = {"marker_start": "url(#g-start)"}
"""Where a piece set out; a path that jumps to a rim starts where somebody stands."""


def drawing(frame: Frame, board: Board, crop: Extent | None = None) -> str:
    """What stands and what has happened: the inside of a frame's `<svg>`, on a page with its `symbols`."""
    part, everything = crop or whole(board), whole(board)
    inside = [_use("board"), *_ghosts(frame, board), *_tethers(frame, board), *_joins(frame, board)]
    standing, over = _tokens(frame, board)
    inside += [*standing, *_rings(frame, board), *_legs(frame, board), *over, *_refusal(frame, board)]
    beside = f"{_labels(part, board)}{_lamp_on(frame, part, board)}{_dice(frame, part, board)}"
    return f"{_view(part)}{''.join(inside)}{_fade(part, everything)}</svg>{beside}"


# What stands


def _tokens(frame: Frame, board: Board) -> tuple[list[str], list[str]]:
    """In the picture's order: what lies under the lines, and the keepers that they run over.

    What the upper player of a stack holds is raised with it.
    """
    upper = {token.id for token in frame.picture.tokens if "top" in token.marks}
    passed = _passed(frame)
    under: list[str] = []
    over: list[str] = []
    for token, at in layout.stands(frame, board):
        name = variant(token, raised="held" in token.marks and token.near in upper)
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
    gaps = layout.gaps(frame, board) if joins else {}
    return [_join(layout.line(leg, board, gaps).d) for leg in joins]


def _ghosts(frame: Frame, board: Board) -> list[str]:
    """An outline where a piece came from, unless something stands there now."""
    taken = {token.at for token in frame.picture.tokens}
    ghosts = {token.id: ghost_name(token) for token in frame.picture.tokens if token.kind != "ball"}
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
    gaps = layout.gaps(frame, board)
    return [
        _leg(leg.style, leg.token, number, layout.line(leg, board, gaps))
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
    gaps = layout.gaps(frame, board)
    lines = [_refused_leg(leg.style, layout.line(leg, board, gaps).d) for leg in tried]
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
    return _use(of_team("turn", frame.picture.turn), x, y) + (_use("cross", x + 3, y - 3) if nowhere else "")


def _dice(frame: Frame, part: Extent, board: Board) -> str:
    """The dice, where the board has room for them. Raises ValueError for a die of more than six sides."""
    thrown = frame.thrown if board.dice else ()
    if not {*thrown} <= {*PIPS}:
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
    return as_text(make.use(f"#g-{name}", insert=(x, y) if (x, y) != (0, 0) else None))


@lru_cache(maxsize=2048)
def _leg(style: str, token: str, number: int, line: Line) -> str:
    script = {"data_t": token, "data_e": number, "data_to": line.to} if token else {}
    if style == "carry":
        return as_text(make.path(line.d, class_="carry", fill="none", **script))
    bare = style in _FROM_A_DOT and "M" not in line.d[1:]
    ends = _STYLES[style] | _DOT if bare else _STYLES[style]
    drawn = make.path(line.d, class_=f"leg leg-{style}", **stroke(INK, 1.1), **ends, **script)
    return as_text(case(line.d)) + as_text(drawn)


@lru_cache(maxsize=2048)
def _join(d: str) -> str:
    drawn = make.path(d, class_="leg leg-line", **stroke(INK, 1.1), **_STYLES["line"])
    return as_text(case(d)) + as_text(drawn)


@lru_cache(maxsize=2048)
def _refused_leg(style: str, d: str) -> str:
    dashes = _DASHES if style == "pass" else {}
    return as_text(case(d)) + as_text(make.path(d, class_="leg refused", **stroke(REFUSED, 1.3), **dashes))


@lru_cache(maxsize=2048)
def _tether(ball: Spot, holder: Spot) -> str:
    return as_text(make.path(layout.path([ball, holder]), class_="tether", **stroke(INK, 0.8)))


@lru_cache(maxsize=256)
def _view(part: Extent) -> str:
    return opened(_window("view", layout.seen(part), layout.seen(part)))


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
    return as_text(make.path(d, class_="fade", fill=PAPER, fill_opacity=0.7)) if d else ""


def _shared_by(one: Extent, other: Extent) -> Extent:
    x, y = max(one.x, other.x), max(one.y, other.y)
    return Extent(x, y, min(one.right, other.right) - x, min(one.bottom, other.bottom) - y)


@lru_cache(maxsize=256)
def _column_labels(part: Extent) -> str:
    below = Extent(part.x, part.bottom + ABOVE, part.width, LABELS)
    return around(_window("labels", below, Extent(part.x, 0, part.width, LABELS)), _use("columns"))


@lru_cache(maxsize=256)
def _row_labels(part: Extent) -> str:
    beside = Extent(part.x - ASIDE - LABELS, part.y, LABELS, part.height)
    return around(_window("labels", beside, Extent(0, part.y, LABELS, part.height)), _use("rows"))


def _window(name: str, where: Extent, seen: Extent) -> Element:
    place, size = (where.x, where.y), (where.width, where.height)
    return make.svg(place, size, viewBox=seen.box, class_=name)
