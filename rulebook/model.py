"""The nouns that every game, scene, view and page shares, and the protocol that makes something a game."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Any, Generic, Literal, Protocol, TypeVar

from rulebook.boards import Board
from rulebook.errors import Place

JSON = Any
"""A plain JSON value: dict with text keys, list, str, int, bool or None."""

Facts = Mapping[str, str | int]
"""What an event or a refusal tells, by the names of the placeholders in its sentence."""

Dice = tuple[int, ...]
"""What the dice of one action show, in the order in which they are taken."""


State = TypeVar("State")
Action = TypeVar("Action")
View = TypeVar("View")


class Role(StrEnum):
    """What a rule does in play. The first four decide something; a definition and a note do not."""

    FORBIDS = "forbids"
    PERMITS = "permits"
    EFFECT = "effect"
    COST = "cost"
    DEFINITION = "definition"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Fact:
    """A value of the rules with its unit (`AP`, `squares`, …), from the constant that the engine uses."""

    value: int | str
    unit: str = ""


Style = Literal["move", "pass", "contact", "push", "carry", "shot", "line"]


@dataclass(frozen=True, slots=True)
class Leg:
    """A token's way from one point to another, to be drawn as a line and played as a movement.

    `way` holds the points from first to last. Styles: `move` solid, `pass` dashed, `contact` flat-ended,
    `push` a piece shoved by another, `carry` something taken along (moves, but is not drawn), `shot` goes on
    beyond its last point by one step, `line` joins two points and moves nothing (its token is "").
    """

    token: str
    way: tuple[str, ...]
    style: Style


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, and the rule that decided it.

    `facts` fill the placeholders of the kind's sentence. Legs of one event happen at the same time, events
    one after the other.
    """

    kind: str
    rule: str
    facts: Facts = field(default_factory=dict)
    legs: tuple[Leg, ...] = ()


class Illegal(Exception):
    """An action that can be read and is not allowed: the first rule that forbids it, and what was tried."""

    def __init__(self, rule: str, why: str, facts: Facts | None = None, legs: tuple[Leg, ...] = ()) -> None:
        super().__init__(f"{rule}: {why}")
        self.rule, self.why, self.facts, self.legs = rule, why, facts or {}, legs


class Unreadable(ValueError):
    """A value that is no state, action or set-up at all; `path` leads to its field."""

    def __init__(self, path: tuple[str | int, ...], what: str) -> None:
        super().__init__(f"{'.'.join(map(str, path))}: {what}" if path else what)
        self.path, self.what = path, what


@dataclass(frozen=True, slots=True)
class Token:
    """Something that lies on the board: a player, a ball, a keeper (`at` is "" beside it).

    `near` names the token that it belongs to: the holder of a held or received ball, the lower player of a
    stack for the upper one. `marks` are states that a reader must see: `down`, `took`, `top`, `bottom` for
    players, `held`, `received`, `loose` for a ball. `look` is a colour and shape that the views know, for
    pieces of no team.
    """

    id: str
    kind: str
    at: str
    team: str = ""
    sign: str = ""
    number: str = ""
    near: str = ""
    marks: tuple[str, ...] = ()
    look: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """All that is to be seen of a state. `counters` hold what is counted: `ap`, `ep.ATK`, …"""

    tokens: tuple[Token, ...]
    turn: str
    phase: str
    counters: Mapping[str, int] = field(default_factory=dict)
    dice: Dice = ()
    winner: str = ""


class Game(Protocol[State, Action]):
    """A game: a handful of pure functions on frozen states. Chance comes in with the action, as dice.

    `actions` names, for each kind of action, the fields of a step in order; in a scene the first one is the
    value of the kind's key (`{dodge: DEF5, to: F9}` is `{"do": "dodge", "player": "DEF5", "to": "F9"}`).
    `marks` are those that its tokens can have.
    """

    name: str
    board: Board
    teams: tuple[str, ...]
    rules: Mapping[str, Role]
    facts: Mapping[str, Fact]
    actions: Mapping[str, tuple[str, ...]]
    marks: tuple[str, ...]
    proof: "Proof[Any, Any]"

    def new(self, options: Mapping[str, JSON]) -> State:
        """The start of a game. Raises Unreadable for an unknown option or value."""

    def setup(self, start: Mapping[str, JSON]) -> State:
        """The position that a scene's `start` describes. Raises Unreadable with the path of the value."""

    def legal(self, state: State) -> Sequence[Action]:
        """Every legal action once, in the same order in every process."""

    def apply(self, state: State, action: Action, dice: Dice = ()) -> tuple[State, tuple[Event, ...]]:
        """The next state and what happened. Raises Illegal; Unreadable for dice that do not fit."""

    def falls(self, state: State, action: Action) -> Sequence[Dice]:
        """Every ordered fall of the dice that the action takes; `((),)` where it takes none."""

    def perft(self, state: State, depth: int) -> int:
        """The number of sequences of `depth` actions (with their falls of dice)."""

    def points(self, state: State, action: Action) -> Mapping[str, str]:
        """The point of each field that names one, in the order of the fields (a receiver stands for its own).

        Where the acting piece stands is not among them.
        """

    def picture(self, state: State) -> Picture:
        """All that is to be seen."""

    def read_state(self, value: JSON) -> State:
        """From plain JSON. Raises Unreadable for an impossible state, with the field's path."""

    def write_state(self, state: State) -> JSON:
        """To plain JSON; the inverse of `read_state`."""

    def read_action(self, value: JSON) -> Action:
        """From plain JSON. Raises Unreadable for what is no action, allowed or not."""

    def write_action(self, action: Action) -> JSON:
        """To plain JSON; the inverse of `read_action`."""

    def read_step(self, value: JSON) -> Action:
        """From a step of a scene: `{"do": kind}` with the fields of `actions`, points by their names.

        Raises Unreadable for what is no action, allowed or not.
        """

    def write_step(self, action: Action) -> JSON:
        """To a step of a scene; the inverse of `read_step`."""


@dataclass(frozen=True, slots=True)
class Law(Generic[View]):
    """What one rule promises for every position, written from the book and not from the engine.

    `quote` is the text of the book (an entry's msgid) that it stands for. `kinds` are the kinds of action
    that it speaks of, () for all. Any of the three is given: `forbids` tells whether the rule refuses an
    action, `holds` whether what a legal action did keeps the promise, `always` whether a position does.
    Where the action took dice, `holds` finds them in it as `dice`.
    """

    rule: str
    quote: str
    kinds: tuple[str, ...] = ()
    forbids: Callable[[View, JSON], bool] | None = None
    holds: Callable[[View, JSON, tuple[Event, ...], View], bool] | None = None
    always: Callable[[View], bool] | None = None


class Proof(Protocol[State, View]):
    """What a game offers to the check, beside its rules.

    Laws that forbid stand in the order in which the rules refuse. `without` gives the reason for each rule
    that has no law.
    """

    laws: tuple[Law[View], ...]
    without: Mapping[str, str]
    quotes: Path
    """The JSON file that holds, by rule, the sentence of the book that its laws stand for."""

    def view(self, state: State) -> View:
        """What the laws read of a state; it shares nothing with the engine's own representation."""

    def picture(self, view: View) -> Picture:
        """What is to be seen of a position, told a second time and without the engine."""

    def refused(self, view: View, action: JSON, rule: str) -> tuple[Facts, tuple[Leg, ...]]:
        """What a refusal by a rule tells, and the ways that it shows; told a second time as well."""

    def candidates(self, view: View) -> Iterator[JSON]:
        """Readable actions worth trying, allowed or not; every legal one is among them."""

    def sample(self, chance: Random) -> State:
        """A position that play seldom reaches."""

    def simpler(self, state: State) -> Iterator[State]:
        """The same position with one thing less, for shrinking a counter-example."""

    def small(self) -> "tuple[Game[Any, Any], ...]":
        """The game on boards so small that every reachable position can be visited."""

    def setup(self, state: State) -> JSON:
        """The `start` of a scene that begins with this position."""

    def essence(self, state: State) -> Hashable:
        """The state without what grows for ever: states of equal essence play alike."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What a step asks a reader before it shows.

    `targets`: which points are its targets; `who`: to which token the token `of` belongs (who has the
    ball); `where`: on which point the token `of` is; `count`: what the counter `of` shows. All of it when the
    step is done.
    """

    question: str
    kind: Literal["targets", "who", "where", "count"]
    of: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a scene: exactly one of `do`, `attempt` and `show` is given.

    It begins where the step before it ends, or the earlier one that `after` names (`start` for the set-up).
    `do` and `attempt` hold an action as `Game.read_step` reads it; `show` holds one with fields left out,
    whose legal completions are shown as targets. `forbidden` is the rule that must refuse the attempt.
    `expect` says what must be so afterwards: `{"ATK5": ("down",), "ball": ("DEF5",), "ep.DEF": ("1",)}`.
    """

    name: str
    place: Place
    do: JSON = None
    attempt: JSON = None
    show: JSON = None
    forbidden: str = ""
    after: str = ""
    dice: Dice = ()
    expect: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    remark: str = ""
    ask: Ask | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """A position and what is done from it. `places` leads from a value's path to where it stands."""

    id: str
    title: str
    start: Mapping[str, JSON]
    steps: tuple[Step, ...]
    places: Mapping[tuple[str | int, ...], Place]
    remark: str = ""
    """What the first frame says beside the position."""

    def place(self, *path: str | int) -> Place:
        """Where a value stands, or the nearest value around it."""
        while path not in self.places:
            path = path[:-1]
        return self.places[path]


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a scene: a moment and what has just happened, tied to no language and no pixels.

    The first frame of a scene is named `start`. `targets` are the legal targets of a `show`, `asks` the
    field that they fill, `aim` the points that the action names. `refusal` is set where the step was tried
    and refused: then nothing has happened. `after` names the step from which this one goes on where that is
    not the one before it: another outcome. `dice` were thrown in this step or lay there for it, and
    `odds` tell in how many of how many falls of them the same happens. `state` is the game's own of what
    the picture shows. `ask` is what the step asks before it shows, `answer` the tokens, points or number
    that are right, by the rules `because`.
    """

    scene: str
    step: str
    picture: Picture
    action: JSON = None
    events: tuple[Event, ...] = ()
    refusal: Illegal | None = None
    show: JSON = None
    targets: tuple[str, ...] = ()
    asks: str = ""
    aim: tuple[str, ...] = ()
    after: str = ""
    dice: Dice = ()
    odds: tuple[int, int] | None = None
    remark: str = ""
    state: Any = field(default=None, compare=False, repr=False)
    ask: Ask | None = None
    answer: tuple[str, ...] = ()
    because: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The fragment that points to this frame in every language: `dodge/exit`."""
        return f"{self.scene}/{self.step}"

    @property
    def thrown(self) -> Dice:
        """The dice to be seen: those of this step, else those that lie since an earlier one."""
        return self.dice or self.picture.dice

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided this step, each once, in order."""
        decided = [event.rule for event in self.events] + ([self.refusal.rule] if self.refusal else [])
        return tuple(dict.fromkeys(decided))
