"""Tic-tac-toe with laws: the game by which the check is calibrated.

Everything of the engine that a test may want to get wrong is a field of `TicTacToe`.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from rulebook.boards import Board, grid
from rulebook.model import (
    JSON,
    Dice,
    Event,
    Fact,
    Facts,
    Game,
    Illegal,
    Law,
    Leg,
    Picture,
    Proof,
    Role,
    Token,
    Unreadable,
)

POINTS = ("A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3")
LINES = ("012", "345", "678", "036", "147", "258", "048", "246")
FIELDS = {"place": ("mark", "to")}
RULES = {
    "game.over": Role.FORBIDS,
    "turn.order": Role.FORBIDS,
    "square.taken": Role.FORBIDS,
    "mark.place": Role.PERMITS,
    "line.wins": Role.EFFECT,
    "board.full": Role.EFFECT,
}

State = tuple[str, str]
"""The nine squares as text, `.` for an empty one, and who is on turn."""

Action = tuple[str, str, int]
"""`place`, the mark, the square's number."""


def three(cells: str, lines: Sequence[str] = LINES) -> str:
    """The mark that has three in a line, "" where none has."""
    rows = ({cells[int(at)] for at in line} for line in lines)
    return next((mark for row in rows if len(row) == 1 for mark in row if mark != "."), "")


def other(mark: str) -> str:
    return "O" if mark == "X" else "X"


@dataclass
class TicTacToe:
    """The game, for `model.Game`. Another `lines`, `follows`, `blocked` or `refuses` makes it a wrong one.

    With `symmetric`, positions that are turned or mirrored are the same for the walker.
    """

    name: str = "tictactoe"
    board: Board = field(default_factory=lambda: grid(3, 3, playable=lambda column, row: True))
    teams: tuple[str, ...] = ("X", "O")
    rules: Mapping[str, Role] = field(default_factory=lambda: RULES)
    facts: Mapping[str, Fact] = field(default_factory=lambda: {"line.marks": Fact(3, "marks")})
    actions: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: FIELDS)
    marks: tuple[str, ...] = ()
    lines: Sequence[str] = LINES
    follows: Callable[[str], str] = other
    blocked: Callable[[str], bool] = lambda cell: cell != "."
    refuses: Sequence[str] = ("game.over", "turn.order", "square.taken")
    written: Callable[[str, str, int], str] = lambda cells, mark, to: cells[:to] + mark + cells[to + 1 :]
    symmetric: bool = False

    def __post_init__(self) -> None:
        self.proof: Proof[State, View] = TicTacToeProof(self)

    def new(self, options: Mapping[str, JSON]) -> State:
        return self.setup(options)

    def setup(self, start: Mapping[str, JSON]) -> State:
        """`{"turn": "O", "place": {"A1": "X"}}`; an empty board with X on turn where nothing is said."""
        place = start.get("place", {})
        return "".join(place.get(point, ".") for point in POINTS), start.get("turn", "X")

    def over(self, state: State) -> bool:
        return bool(three(state[0], self.lines)) or "." not in state[0]

    def legal(self, state: State) -> Sequence[Action]:
        cells, turn = state
        free = [] if self.over(state) else [at for at in range(9) if not self.blocked(cells[at])]
        return [("place", turn, at) for at in free]

    def apply(self, state: State, action: Action, dice: Dice = ()) -> tuple[State, tuple[Event, ...]]:
        (cells, turn), (_, mark, to) = state, action
        verdicts = {
            "game.over": self.over(state),
            "turn.order": mark != turn,
            "square.taken": self.blocked(cells[to]),
        }
        for rule in self.refuses:
            if verdicts[rule]:
                raise Illegal(rule, "no")
        after = self.written(cells, mark, to), self.follows(turn)
        return after, tuple(self._events(after[0], mark, to))

    def _events(self, cells: str, mark: str, to: int) -> Iterator[Event]:
        yield Event("places", "mark.place", {"mark": mark, "at": POINTS[to]})
        if three(cells, self.lines):
            yield Event("wins", "line.wins", {"mark": mark})
        elif "." not in cells:
            yield Event("draws", "board.full")

    def falls(self, state: State, action: Action) -> Sequence[Dice]:
        return ((),)

    def perft(self, state: State, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(self.perft(self.apply(state, action)[0], depth - 1) for action in self.legal(state))

    def points(self, state: State, action: Action) -> Mapping[str, str]:
        return {"to": POINTS[action[2]]}

    def picture(self, state: State) -> Picture:
        cells, turn = state
        marks = [(POINTS[at], mark) for at, mark in enumerate(cells) if mark != "."]
        tokens = tuple(Token(f"{mark}{at}", "mark", at, mark, mark) for at, mark in marks)
        phase = "over" if self.over(state) else "play"
        return Picture(tokens, turn, phase, winner=three(cells, self.lines))

    def read_state(self, value: JSON) -> State:
        return value["cells"], value["turn"]

    def write_state(self, state: State) -> JSON:
        return {"cells": state[0], "turn": state[1]}

    def read_action(self, value: JSON) -> Action:
        if value["to"] not in POINTS:
            raise Unreadable(("to",), f"'{value['to']}' is unknown")
        return value["do"], value["mark"], POINTS.index(value["to"])

    def write_action(self, action: Action) -> JSON:
        return {"do": action[0], "mark": action[1], "to": POINTS[action[2]]}

    def read_step(self, value: JSON) -> Action:
        return self.read_action(value)

    def write_step(self, action: Action) -> JSON:
        return self.write_action(action)


# The laws, from the rules as everybody knows them; they look at points, not at the engine's text.


@dataclass(frozen=True, slots=True)
class View:
    marks: Mapping[str, str]
    turn: str

    def has_line(self, mark: str) -> bool:
        """Three points of a row, a column or a diagonal."""
        own = {point for point, there in self.marks.items() if there == mark}
        rows = [{column + row for column in "ABC"} for row in "123"]
        columns = [{column + row for row in "123"} for column in "ABC"]
        return any(line <= own for line in (*rows, *columns, {"A1", "B2", "C3"}, {"A3", "B2", "C1"}))

    @property
    def over(self) -> bool:
        return self.has_line("X") or self.has_line("O") or len(self.marks) == 9

    def count(self, mark: str) -> int:
        return list(self.marks.values()).count(mark)


def kinds(events: Sequence[Event]) -> set[str]:
    return {event.kind for event in events}


LAWS: tuple[Law[View], ...] = (
    Law("turn.order", "X begins.", ("start",), always=lambda view: view.turn == "X" and not view.marks),
    Law("game.over", "After the end nobody places a mark.", forbids=lambda view, action: view.over),
    Law(
        "turn.order",
        "Both place a mark in turn.",
        forbids=lambda view, action: action["mark"] != view.turn,
        holds=lambda view, action, events, after: after.turn != view.turn,
        always=lambda view: view.count("X") - view.count("O") == (view.turn == "O"),
    ),
    Law(
        "square.taken",
        "A mark goes on an empty square.",
        ("place",),
        forbids=lambda view, action: action["to"] in view.marks,
    ),
    Law(
        "mark.place",
        "The mark stays where it was placed.",
        ("place",),
        holds=lambda view, action, events, after: after.marks == {**view.marks, action["to"]: action["mark"]},
    ),
    Law(
        "line.wins",
        "Three in a line win.",
        ("place",),
        holds=lambda view, action, events, after: ("wins" in kinds(events)) == after.has_line(action["mark"]),
    ),
    Law(
        "board.full",
        "A full board without a line is a draw.",
        ("place",),
        holds=lambda view, action, events, after: (
            ("draws" in kinds(events)) == (len(after.marks) == 9 and not after.has_line(action["mark"]))
        ),
    ),
)


@dataclass
class TicTacToeProof:
    """For `model.Proof`."""

    game: TicTacToe
    laws: tuple[Law[View], ...] = LAWS
    without: Mapping[str, str] = field(default_factory=dict)
    quotes: Path = Path()

    def view(self, state: State) -> View:
        cells, turn = state
        return View({point: mark for point, mark in zip(POINTS, cells, strict=True) if mark != "."}, turn)

    def picture(self, view: View) -> Picture:
        marks = tuple(Token(f"{mark}{at}", "mark", at, mark, mark) for at, mark in view.marks.items())
        winner = next((mark for mark in "XO" if view.has_line(mark)), "")
        return Picture(marks, view.turn, "over" if view.over else "play", winner=winner)

    def refused(self, view: View, action: JSON, rule: str) -> tuple[Facts, tuple[Leg, ...]]:
        return {}, ()

    def candidates(self, view: View) -> Iterator[JSON]:
        return ({"do": "place", "mark": mark, "to": point} for mark in "XO" for point in POINTS)

    def sample(self, chance: Random) -> State:
        """Any marks in equal number, or one X more; never a line of each."""
        cells, count = ["."] * 9, chance.randrange(10)
        for number, at in enumerate(chance.sample(range(9), count)):
            cells[at] = "OX"[number % 2 == 0]
        state = "".join(cells), "OX"[count % 2 == 0]
        return self.sample(chance) if all(map(self.view(state).has_line, "XO")) else state

    def simpler(self, state: State) -> Iterator[State]:
        """Without one mark of each."""
        cells, turn = state
        for x in range(9):
            for o in range(9):
                if cells[x] == "X" and cells[o] == "O":
                    yield "".join("." if at in (x, o) else mark for at, mark in enumerate(cells)), turn

    def small(self) -> tuple[Game[Any, Any], ...]:
        """The whole game is small."""
        return (self.game,)

    def essence(self, state: State) -> Hashable:
        if not self.game.symmetric:
            return state
        cells, turn = state
        return min(symmetries(cells)), turn

    def setup(self, state: State) -> JSON:
        return {"turn": state[1], "place": dict(self.view(state).marks)}


def symmetries(cells: str) -> Iterator[str]:
    """The board in its four quarter turns, each as it is and mirrored."""
    for _ in range(4):
        cells = "".join(cells[at] for at in (6, 3, 0, 7, 4, 1, 8, 5, 2))
        yield cells
        yield cells[2::-1] + cells[5:2:-1] + cells[:5:-1]


def wrong(**changes: Any) -> TicTacToe:
    """The game with something of its engine changed."""
    return replace(TicTacToe(), **changes)
