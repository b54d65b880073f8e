"""A position of BALL as its laws read it, and the book's words for what can be said of one.

Squares and players go by their names, read from the JSON of a position: nothing here knows how the engine
keeps them. Any name is read, so that a square beside the board is found by a law and not by a crash.
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from rulebook.games.ball.laws.book import COLUMNS, ROWS, ZONE_ROW
from rulebook.model import JSON


class Size(NamedTuple):
    """Columns and rows of a board; the book's own where nothing else is said."""

    columns: int = COLUMNS
    rows: int = ROWS


STANDARD = Size()


class View(NamedTuple):
    """A position. `types`, `at` and `down` go by player in squad order, `on` by square to who is there.

    `under` leads from each upper player to the lower one, `above` from the lower one to the upper,
    `closed` from a stack's square to its upper player; `fresh` are the upper players of this turn's stacks.
    `took` tells how a player came into possession this turn. No holder and no winner are `""`.
    """

    turn: str
    phase: str
    ap: int
    ep: Mapping[str, int]
    winner: str
    types: Mapping[str, str]
    at: Mapping[str, str]
    down: Mapping[str, bool]
    on: Mapping[str, list[str]]
    under: Mapping[str, str]
    above: Mapping[str, str]
    closed: Mapping[str, str]
    fresh: frozenset[str]
    ball: str
    holder: str
    took: Mapping[str, str]
    size: Size


def view(value: JSON, size: Size = STANDARD) -> View:
    """The view of a position as `write_state` writes it (spec/ball.md: State and action values)."""
    players, stacks, on = value["players"], value["stacks"], dict[str, list[str]]()
    for name, player in players.items():
        on.setdefault(player["at"], []).append(name)
    return View(
        value["turn"],
        value["phase"],
        value["ap"],
        value["ep"],
        value["winner"] or "",
        {name: player["type"] for name, player in players.items()},
        {name: player["at"] for name, player in players.items()},
        {name: player["down"] for name, player in players.items()},
        on,
        {stack["top"]: stack["bottom"] for stack in stacks},
        {stack["bottom"]: stack["top"] for stack in stacks},
        {stack["at"]: stack["top"] for stack in stacks},
        frozenset(stack["top"] for stack in stacks if stack["fresh"]),
        value["ball"]["at"],
        value["ball"]["holder"] or "",
        value["took"],
        size,
    )


# Kinds of action

Kinds = tuple[str, ...]

MOVE: Kinds = ("move",)
DODGE: Kinds = ("dodge",)
TACTICAL_DODGE: Kinds = ("tactical_dodge",)
BLOCK: Kinds = ("block",)
PROTECT: Kinds = ("protect",)
HAND_OFF: Kinds = ("hand_off",)
SHORT_PASS: Kinds = ("short_pass",)
LONG_PASS: Kinds = ("long_pass",)
CONVERT: Kinds = ("convert",)
END_ACTIONS: Kinds = ("end_actions",)
STAND_UP: Kinds = ("stand_up",)
RELEASE: Kinds = ("release",)
END_TURN: Kinds = ("end_turn",)

ALL: Kinds = ()
MOVEMENTS: Kinds = MOVE + DODGE + TACTICAL_DODGE
MOVING: Kinds = MOVEMENTS + BLOCK + PROTECT
"""The actions that move their player."""

PASSES: Kinds = HAND_OFF + SHORT_PASS + LONG_PASS
ACTIONS: Kinds = MOVING + PASSES
ACTION_PHASE: Kinds = ACTIONS + CONVERT + END_ACTIONS
RELEASE_PHASE: Kinds = STAND_UP + RELEASE + END_TURN


# Squares


@cache
def spot(square: str) -> tuple[int, int]:
    """Column and row, counted from 1."""
    return ord(square[0]) - ord("A") + 1, int(square[1:])


def square_at(column: int, row: int) -> str:
    """The name of a square, on the board or not."""
    return f"{chr(ord('A') + column - 1)}{row}"


@cache
def hatched(square: str) -> bool:
    """B1 is hatched and A1 is not."""
    return sum(spot(square)) % 2 == 1


def on_board(size: Size, square: str) -> bool:
    column, row = spot(square)
    return 1 <= column <= size.columns and 1 <= row <= size.rows


@cache
def stride(start: str, end: str) -> tuple[int, int]:
    """How many columns and how many rows lie between two squares."""
    (column, row), (end_column, end_row) = spot(start), spot(end)
    return abs(column - end_column), abs(row - end_row)


def distance(start: str, end: str) -> int:
    """As a chess king walks."""
    return max(stride(start, end))


@cache
def middle(start: str, end: str) -> str:
    """The square half-way between the ends of a movement of two squares."""
    (column, row), (end_column, end_row) = spot(start), spot(end)
    return square_at((column + end_column) // 2, (row + end_row) // 2)


@cache
def mirrored(square: str, start: str, end: str) -> str:
    """Where a step from `square` leads that goes against the step from `start` to `end`."""
    (column, row), (from_column, from_row), (to_column, to_row) = spot(square), spot(start), spot(end)
    return square_at(column - to_column + from_column, row - to_row + from_row)


@cache
def around(size: Size, square: str, reach: int) -> tuple[str, ...]:
    """All squares of the board up to a distance, hatched or not, the square itself among them."""
    column, row = spot(square)
    columns = range(max(1, column - reach), min(size.columns, column + reach) + 1)
    rows = range(max(1, row - reach), min(size.rows, row + reach) + 1)
    return tuple(square_at(c, r) for c in columns for r in rows)


@cache
def beside(size: Size, square: str) -> tuple[str, ...]:
    """The hatched squares adjacent to a hatched one."""
    return tuple(s for s in around(size, square, 1) if s != square and hatched(s))


@cache
def all_squares(size: Size) -> frozenset[str]:
    """The whole board, hatched or not."""
    return frozenset(square_at(c, r) for c in range(1, size.columns + 1) for r in range(1, size.rows + 1))


# Words with an exact meaning


def team(player: str) -> str:
    """ATK or DEF, from the player's name."""
    return player[:3]


def other_side(side: str) -> str:
    return "DEF" if side == "ATK" else "ATK"


def free(view: View, square: str) -> bool:
    """No player is on it."""
    return square not in view.on


def empty(view: View, square: str) -> bool:
    """Neither a player nor the ball is on it."""
    return square not in view.on and square != view.ball


def able(view: View, player: str) -> bool:
    """Neither knocked down nor in a stack."""
    return not (view.down[player] or player in view.under or player in view.above)


def lone(view: View, square: str) -> str:
    """The one player on a square; `""` where there is none or a stack."""
    there = view.on.get(square, ())
    return there[0] if len(there) == 1 else ""


def lone_opponent(view: View, player: str, square: str) -> bool:
    there = lone(view, square)
    return there != "" and team(there) != team(player)


def lone_mate(view: View, player: str, square: str) -> bool:
    there = lone(view, square)
    return there not in ("", player) and team(there) == team(player)


def in_far_zone(view: View, player: str) -> bool:
    """Whether the player stands in the other team's end zone; on a board of another size that is its edge."""
    row = ZONE_ROW["ATK"] if team(player) == "DEF" else ZONE_ROW["DEF"] + view.size.rows - ROWS
    return spot(view.at[player])[1] == row
