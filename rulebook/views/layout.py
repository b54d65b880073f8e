"""Where things go in a drawing: units, the part of the board that is needed, lines that stop at a piece."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from rulebook.boards import Board, Point
from rulebook.model import Frame, Leg, Token

UNIT = 10
"""Units from one column to the next."""

ASIDE, ABOVE = 4, 5
"""Shown beyond the edge of a part, sideways and up or down: pieces, rings and stacks reach over it."""

LABELS = 6
"""Room for coordinates beside that."""

TRAY = 12
"""Room for dice at the other side, and the height that each of them takes."""

_DIAGONAL = math.sqrt(2)
_PIECE_GAP, _BALL_GAP, _ENDS = 8.2, 5.6, 4.6
"""From the middle of a piece, and of a ball, to the end of a line; the least that is seen between two."""

_LEAST, _MOST = 7, 0.6
"""Squares across that a crop shows at least, and the share of the board at most."""

Spot = tuple[int, int]
"""A place in the drawing; x grows to the right, y downwards."""


@dataclass(frozen=True, slots=True)
class Extent:
    """A part of the drawing, from its upper left corner."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.x + self.width

    @property
    def bottom(self) -> int:
        return self.y + self.height

    @property
    def area(self) -> int:
        return self.width * self.height

    @property
    def box(self) -> str:
        """As a viewBox."""
        return f"{self.x} {self.y} {self.width} {self.height}"

    def grown(self, left: int, top: int, right: int, bottom: int) -> "Extent":
        return Extent(self.x - left, self.y - top, self.width + left + right, self.height + top + bottom)


# Places


def place(board: Board, point: Point) -> Point:
    """Where a point of the board's own coordinates lies in the drawing."""
    return UNIT * (point[0] - board.extent[0]), UNIT * (board.extent[3] - point[1])


def spot(board: Board, name: str) -> Spot:
    """Where a named point lies."""
    x, y = place(board, board.points[name])
    return round(x), round(y)


def scale(board: Board) -> float:
    """Size of the pieces: as large as neighbouring points allow, 1 where the nearest ones are diagonal."""
    return _spacing(tuple(board.points.values())) / _DIAGONAL


@lru_cache(maxsize=64)
def _spacing(points: tuple[Point, ...]) -> float:
    distances = (math.dist(a, b) for number, a in enumerate(points) for b in points[:number])
    return min(_DIAGONAL, min(distances, default=_DIAGONAL))


# Parts of the board


def whole(board: Board) -> Extent:
    """The whole board."""
    left, bottom, right, top = board.extent
    return Extent(0, 0, round(UNIT * (right - left)), round(UNIT * (top - bottom)))


def canvas(board: Board, part: Extent) -> Extent:
    """A part with room for coordinates at the left and below, for the lamp of the team on turn, for dice."""
    return seen(part).grown(LABELS if board.rows else 0, 0, TRAY if board.dice else 0, LABELS)


def tray(part: Extent, number: int) -> list[Spot]:
    """Where dice lie: at the right of a part, the last one in the lower corner."""
    x, y = part.right + ASIDE + TRAY // 2, part.bottom + ABOVE - TRAY // 2
    return [(x, y - TRAY * above) for above in reversed(range(number))]


def seen(part: Extent) -> Extent:
    """A part with what reaches over its edge."""
    return part.grown(ASIDE, ABOVE, ASIDE, ABOVE)


def crop(frames: Sequence[Frame], board: Board) -> Extent:
    """The part of the board that a scene needs, with a square around it, the same for all of its frames.

    It holds every token if that leaves enough of the board out, else what the action needs, else all.
    """
    action = {point for frame in frames for point in _busy(frame)} | _changed(frames)
    tokens = {token.at for frame in frames for token in frame.picture.tokens}
    everything = whole(board)
    for names in (action | tokens, action):
        points = [board.points[name] for name in names if name in board.points]
        if points and (part := _part(points, board)).area <= _MOST * everything.area:
            return part
    return everything


def _busy(frame: Frame) -> Iterable[str]:
    """The points of a frame's targets, lines and refusal, and of who acts in it."""
    legs = [leg for event in frame.events for leg in event.legs] + list(
        frame.refusal.legs if frame.refusal else ()
    )
    named = [*(frame.show or {}).values(), *(frame.refusal.facts.values() if frame.refusal else ())]
    yield from (*frame.targets, *frame.aim, *(point for leg in legs for point in leg.way))
    yield from (token.at for token in frame.picture.tokens if token.id in named)


def _changed(frames: Sequence[Frame]) -> set[str]:
    """Points of tokens that differ from one frame to the next."""
    pairs = [({*before.picture.tokens}, {*after.picture.tokens}) for before, after in pairwise(frames)]
    return {token.at for before, after in pairs for token in before ^ after}


def _part(points: Sequence[Point], board: Board) -> Extent:
    left, bottom, right, top = board.extent
    xs, ys = zip(*board.points.values(), strict=True)
    x, width = _stretch([x - left for x, _ in points], (min(xs) - left, max(xs) - left), right - left)
    y, height = _stretch([top - y for _, y in points], (top - max(ys), top - min(ys)), top - bottom)
    return Extent(round(UNIT * x), round(UNIT * y), round(UNIT * width), round(UNIT * height))


def _stretch(values: Sequence[float], outermost: tuple[float, float], length: float) -> tuple[float, float]:
    """Start and size of a stretch of whole squares around the values, with one to spare on each side.

    Where it reaches the outermost points of the board, it holds all that lies beyond them.
    """
    start, end = math.floor(min(values) - 0.5) - 1, math.ceil(max(values) + 0.5) + 1
    spare = max(0, _LEAST - (end - start))
    size = min(end - start + spare, length)
    near = min(max(start - spare // 2, 0), length - size)
    first = 0 if near <= outermost[0] - 0.5 else near
    last = length if near + size >= outermost[1] + 0.5 else near + size
    return first, last - first


# Lines


@dataclass(frozen=True, slots=True)
class Line:
    """A line as path data, and the exact place where the way ends if the line stops short of it."""

    d: str
    to: str = ""


def path(spots: Sequence[Spot]) -> str:
    """Path data of straight lines."""
    return "M" + "L".join(f"{x} {y}" for x, y in spots)


def gaps(frame: Frame, board: Board) -> dict[Spot, float]:
    """How far from the middle of a point a line ends, so that it does not run into what stands there."""
    found: dict[Spot, float] = {}
    size = scale(board)
    for token, at in stands(frame, board):
        if "held" not in token.marks:
            found[at] = max(found.get(at, 0), size * (_BALL_GAP if token.kind == "ball" else _PIECE_GAP))
    return found


def stands(frame: Frame, board: Board) -> list[tuple[Token, Spot]]:
    """Every token that is seen, with its place, in the picture's order.

    A token on no point of the board is seen where a shot of this frame has brought it, else nowhere.
    """
    ends: dict[str, Spot] = {}
    if any(token.at not in board.points for token in frame.picture.tokens):
        shots = [leg for event in frame.events for leg in event.legs if leg.style == "shot"]
        ends = {leg.token: corners(leg, board)[-1] for leg in shots}
    places = [
        (token, spot(board, token.at) if token.at in board.points else ends.get(token.id))
        for token in frame.picture.tokens
    ]
    return [(token, place) for token, place in places if place]


def line(leg: Leg, board: Board, around: Mapping[Spot, float]) -> Line:
    """The line of a leg. It starts exactly; where somebody stands, it jumps to the rim before it is drawn."""
    spots = corners(leg, board)
    if leg.style == "carry":
        return Line(path(spots))
    start, end = _trimmed(spots, around, 3 if leg.style == "push" else 0)
    if leg.style == "line":
        return Line(path([start, end]))
    drawn = path([start, *spots[1:-1], end])
    jump = path(spots[:1]) if start != spots[0] else ""
    return Line(jump + drawn, "" if end == spots[-1] else "{} {}".format(*spots[-1]))


def corners(leg: Leg, board: Board) -> list[Spot]:
    """The first and last point of a leg, and between them those at which it bends."""
    spots = [spot(board, point) for point in leg.way if point in board.points]
    if leg.style == "shot" and len(spots) > 1:
        spots.append(_beyond(*spots[-2:]))
    between = zip(spots, spots[1:], spots[2:], strict=False)
    return [*spots[:1], *(b for a, b, c in between if not _straight(a, b, c)), *spots[1:][-1:]]


def _beyond(before: Spot, last: Spot) -> Spot:
    """One step further: as far as from one row or column to the next."""
    dx, dy = last[0] - before[0], last[1] - before[1]
    far = UNIT / max(abs(dx), abs(dy))
    return round(last[0] + far * dx), round(last[1] + far * dy)


def before_end(leg: Leg, board: Board) -> Spot:
    """Half a diagonal before the end of a leg: there two pieces nearly touch, and a mark hides neither."""
    *_, start, end = corners(leg, board)
    return _towards(end, start, min(scale(board) * UNIT / _DIAGONAL, math.dist(start, end) / 2))


def _trimmed(spots: Sequence[Spot], around: Mapping[Spot, float], least: float) -> tuple[Spot, Spot]:
    """Both ends of what is drawn. Between neighbours there is little room: it reaches into both pieces."""
    first, last = max(around.get(spots[0], 0), least), around.get(spots[-1], 0)
    over = first + last + _ENDS - math.dist(spots[0], spots[1])
    if len(spots) == 2 and first and over > 0:
        first, last = max(first - over / 2, 0), max(last - over / 2, 0)
    return _towards(spots[0], spots[1], first), _towards(spots[-1], spots[-2], last)


def _towards(start: Spot, end: Spot, distance: float) -> Spot:
    share = distance / math.dist(start, end)
    return round(start[0] + share * (end[0] - start[0])), round(start[1] + share * (end[1] - start[1]))


def _straight(a: Spot, b: Spot, c: Spot) -> bool:
    (dx, dy), (ex, ey) = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
    return dx * ey == dy * ex and dx * ex + dy * ey >= 0
