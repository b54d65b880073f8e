"""A position of Doppelpass as its laws read it, and the book's words for what can be said of one.

Points are a column and a row counted from 0, as in the JSON of a position: nothing here knows how the engine
keeps them. Any point is read, so that one beside the board is found by a law and not by a crash.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from rulebook.games.doppelpass.laws.book import (
    AREA,
    COLUMNS,
    DEPTH,
    GOAL,
    KEEPERS,
    KICK_OFF,
    MISSED,
    PIECES,
    REACH,
    ROWS,
    SIDES,
    SPOTS,
)
from rulebook.model import JSON

Point = tuple[int, int]
"""Column and row."""


class Field(NamedTuple):
    """A board and its dice; the book's own where nothing else is said. Spot and keeper's place are A's."""

    columns: int = COLUMNS
    rows: int = ROWS
    goal: tuple[int, ...] = GOAL
    area: tuple[int, ...] = AREA
    depth: int = DEPTH
    spot: Point = SPOTS["A"]
    kick_off: tuple[Point, ...] = KICK_OFF
    keeper: Point = KEEPERS["A"]
    sides: int = SIDES
    missed: tuple[int, ...] = MISSED


STANDARD = Field()


class Shot(NamedTuple):
    """A shot or a penalty that is not decided yet. A penalty aims at no point and has no number at first."""

    kind: str
    piece: str
    to: Point | None
    number: int | None


class View(NamedTuple):
    """A position. `pieces` holds those on the board, `scored` the names of those that lie in the goal.

    `keepers` is empty where there are none; nobody's turn and no winner are `""`.
    """

    mode: str
    goals: int
    max_rolls: int | None
    phase: str
    turn: str
    pieces: Mapping[str, Point]
    scored: tuple[str, ...]
    keepers: Mapping[str, Point]
    score: Mapping[str, int]
    dice: tuple[int, ...]
    shot: Shot | None
    rolls: int
    winner: str
    field: Field


def view(value: JSON, field: Field = STANDARD) -> View:
    """The view of a position as `write_state` writes it (spec/doppelpass.md: State and action values)."""
    pieces, shot = value["pieces"], value["shot"]
    return View(
        value["mode"],
        value["goals"],
        value["max_rolls"],
        value["phase"],
        value["turn"] or "",
        {name: spot(at) for name, at in pieces.items() if at is not None},
        tuple(name for name, at in pieces.items() if at is None),
        {player: spot(at) for player, at in (value["keepers"] or {}).items()},
        value["score"],
        tuple(value["dice"]),
        _shot(shot) if shot else None,
        value["rolls"],
        value["winner"] or "",
        field,
    )


def _shot(value: JSON) -> Shot:
    to = value["to"]
    return Shot(value["kind"], value["piece"], None if to is None else spot(to), value["number"])


def spot(value: JSON) -> Point:
    """A point from its JSON."""
    x, y = value
    return x, y


# Kinds of action

Kinds = tuple[str, ...]

ROLL: Kinds = ("roll",)
SHIFT: Kinds = ("shift",)
MOVE: Kinds = ("move",)
DIRECT: Kinds = ("direct",)
INDIRECT: Kinds = ("indirect",)
CORNER: Kinds = ("corner",)
PENALTY: Kinds = ("penalty",)
MISSED_WALK: Kinds = ("missed",)
SAVE: Kinds = ("save",)
KICK_OFFS: Kinds = ("kick_off",)
END_TURN: Kinds = ("end_turn",)

ALL: Kinds = ()
KICKS: Kinds = MOVE + DIRECT
"""The actions that can shoot."""

PHASES: Mapping[str, tuple[str, ...]] = {
    "roll": ("toss", "roll", "penalty"),
    "shift": ("keeper",),
    "move": ("move",),
    "direct": ("move",),
    "indirect": ("move",),
    "corner": ("move",),
    "penalty": ("move",),
    "missed": ("missed",),
    "save": ("save",),
    "kick_off": ("kick_off",),
    "end_turn": ("move", "missed"),
}
"""In which phases each kind of action is done."""


# The board, as the player sees it who attacks


def other(player: str) -> str:
    return "B" if player == "A" else "A"


def up(player: str) -> int:
    """Which way is forward, in rows."""
    return 1 if player == "A" else -1


@cache
def name(point: Point) -> str:
    """A letter and a number, counted from A and from 1."""
    return f"{chr(ord('A') + point[0])}{point[1] + 1}"


def goal_row(field: Field, player: str) -> int:
    """The goal line that a player attacks."""
    return field.rows - 1 if player == "A" else 0


def on_board(field: Field, point: Point) -> bool:
    return 0 <= point[0] < field.columns and 0 <= point[1] < field.rows


def in_goal(field: Field, player: str, point: Point) -> bool:
    """Whether a point of the board lies in the goal that a player attacks."""
    return point[0] in field.goal and point[1] == goal_row(field, player)


def in_area(field: Field, player: str, point: Point) -> bool:
    """Whether a point lies in the penalty area that a player attacks."""
    from_line = (goal_row(field, player) - point[1]) * up(player)
    return point[0] in field.area and 0 <= from_line < field.depth


def mirrored(field: Field, point: Point) -> Point:
    """The same point in the other half."""
    return point[0], field.rows - 1 - point[1]


def target_spot(field: Field, player: str) -> Point:
    """The penalty spot in the area that a player attacks."""
    return field.spot if player == "B" else mirrored(field, field.spot)


def corners(field: Field, player: str) -> tuple[Point, Point]:
    """The corners that a player uses, at either end of the goal line that he attacks."""
    row = goal_row(field, player)
    return (0, row), (field.columns - 1, row)


def keepers_places(field: Field) -> Mapping[str, Point]:
    """Where the keepers stand at kick-off."""
    return {"A": field.keeper, "B": mirrored(field, field.keeper)}


def beside_area(field: Field, player: str, point: Point) -> bool:
    """Whether a point lies directly outside the area that a player attacks."""
    near = any(in_area(field, player, at) for at in around(point))
    return on_board(field, point) and near and not in_area(field, player, point)


@cache
def around(point: Point) -> tuple[Point, ...]:
    """A point and the eight around it."""
    x, y = point
    return tuple((x + i, y + j) for j in (-1, 0, 1) for i in (-1, 0, 1))


# Ways


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


@cache
def way(start: Point, to: Point) -> tuple[Point, ...]:
    """The points along a line, without the start; none where no line leads there."""
    across, along = to[0] - start[0], to[1] - start[1]
    if across and along and abs(across) != abs(along):
        return ()
    i, j = sign(across), sign(along)
    return tuple((start[0] + n * i, start[1] + n * j) for n in range(1, max(abs(across), abs(along)) + 1))


def stride(start: Point, to: Point) -> Point:
    """How many columns and how many rows lie between two points."""
    return abs(to[0] - start[0]), abs(to[1] - start[1])


def before_end(start: Point, to: Point) -> Point:
    """The last point of a way before its end, which may be its start."""
    return (start, *way(start, to))[-2]


def beyond(start: Point, step: Point, count: int) -> Point:
    return start[0] + count * step[0], start[1] + count * step[1]


def side(p: Point, q: Point, at: Point) -> int:
    """On which side of the line through p and q a point lies; 0 on it."""
    return sign((q[0] - p[0]) * (at[1] - p[1]) - (q[1] - p[1]) * (at[0] - p[0]))


class Walk(NamedTuple):
    """How a piece is to go, and where the other two stand when it does."""

    piece: str
    start: Point
    to: Point
    pips: int
    others: Mapping[str, Point]


def walk(view: View, piece: str, to: JSON, pips: int, moved: Mapping[str, Point] | None = None) -> Walk:
    """A piece's walk, where another may have moved before it; that one is the first of the others then."""
    pieces = {**moved, **view.pieces, **moved} if moved else view.pieces
    others = {name: at for name, at in pieces.items() if name != piece}
    return Walk(piece, pieces[piece], spot(to), pips, others)


def first_walk(view: View, action: JSON) -> Walk:
    first = action["first"]
    return walk(view, first["piece"], first["to"], first["die"])


def second_walk(view: View, action: JSON) -> Walk:
    first, second = action["first"], action["second"]
    moved = {first["piece"]: spot(first["to"])}
    return walk(view, second["piece"], second["to"], second["die"], moved)


def direct_walk(view: View, action: JSON) -> Walk:
    return walk(view, action["piece"], action["to"], sum(view.dice))


def corner_walk(view: View, action: JSON) -> Walk:
    return walk(view, action["piece"], action["to"], action["die"])


def missed_walk(view: View, action: JSON) -> Walk:
    shot = view.shot or Shot("penalty", PIECES[0], None, 0)
    return walk(view, shot.piece, action["to"], shot.number or 0)


# Words with an exact meaning


def is_double(view: View) -> bool:
    return len(set(view.dice)) == 1


def invaders(view: View) -> list[str]:
    """The pieces in the area that the player on turn attacks."""
    return sorted(piece for piece, at in view.pieces.items() if in_area(view.field, view.turn, at))


def penalty_is_due(view: View) -> bool:
    return view.dice == (1, 1) and bool(invaders(view))


# A shot and its keeper


class Flight(NamedTuple):
    """A shot on its way: from which point it starts, and through which goal point it leaves the board."""

    kind: str
    piece: str
    start: Point
    at: Point
    to: Point
    number: int
    """The pips of the die that a save has to match: of one die, where the free kick took both."""


def flight(view: View, action: JSON) -> Flight | None:
    """The shot of a Spielzug or a direct free kick; None where it is none, and for every other action."""
    if action["do"] not in KICKS:
        return None
    kind, shot = ("pass", second_walk) if action["do"] == "move" else ("direct", direct_walk)
    walk = shot(view, action)
    if on_board(view.field, walk.to):
        return None
    number = walk.pips if kind == "pass" else view.dice[0]
    return Flight(kind, walk.piece, walk.start, before_end(walk.start, walk.to), walk.to, number)


def pending(view: View) -> Flight | None:
    """The shot that the keeper tries to save; None for a penalty."""
    shot = view.shot
    if shot is None or shot.to is None:
        return None
    start = view.pieces[shot.piece]
    return Flight(shot.kind, shot.piece, start, before_end(start, shot.to), shot.to, shot.number or 0)


def flown(shot: Flight) -> tuple[Point, ...]:
    """The points of the board that a shot passes, its start not among them."""
    return way(shot.start, shot.to)[:-1]


def defender(view: View) -> Point:
    """Where the keeper of the goal that is attacked stands."""
    return view.keepers[other(view.turn)]


def is_jumped(view: View, shot: Flight) -> bool:
    return defender(view) in flown(shot)


def met(view: View, shot: Flight) -> Point:
    """Where a keeper who is not jumped over stands in the way: in his own row, or else in the goal."""
    row = defender(view)[1]
    return next((point for point in (shot.start, *flown(shot)) if point[1] == row), shot.at)


def lines_off(view: View, shot: Flight) -> int:
    """How many lines a keeper has to go to the left or right."""
    return abs(defender(view)[0] - met(view, shot)[0])


def is_reached(view: View, shot: Flight) -> bool:
    """Whether a keeper beside the shot can get into its way at all."""
    return 1 <= lines_off(view, shot) <= REACH and in_area(view.field, view.turn, met(view, shot))


def tries(view: View, shot: Flight | None) -> tuple[int, ...]:
    """With how many dice the keeper may try to save a shot (None for a penalty); none where he has no try."""
    if not view.keepers:
        return ()
    if shot is None:
        return (1,)
    if view.mode == "keeper":
        return ()
    if is_jumped(view, shot):
        return (1,) if shot.kind == "pass" else (1, 2)
    return (2,) if view.mode == "munich" and is_reached(view, shot) else ()


# Ways to go on


def splits(view: View) -> Iterator[tuple[int, int]]:
    """Which die is for the first piece and which for the second."""
    a, b = view.dice
    yield from sorted({(a, b), (b, a)})
