"""What Doppelpass offers to the check: laws, positions that play seldom reaches, and small boards."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rulebook.games.doppelpass.constants import (
    AHEAD,
    BACK,
    BASE,
    DIRECT,
    FIRST,
    FORWARD,
    GOALS,
    KEEPERS,
    KICK_OFF,
    MISSED,
    MODES,
    MOVE,
    OVER,
    PASS,
    PENALTY,
    PIECES,
    ROLL,
    SAVE,
    SHIFT,
    TEAMS,
    TOSS,
    A,
)
from rulebook.games.doppelpass.laws import LAWS, WITHOUT, Field, View
from rulebook.games.doppelpass.laws import candidates as thought_of
from rulebook.games.doppelpass.laws import view as seen
from rulebook.games.doppelpass.laws.book import QUOTES_FILE
from rulebook.games.doppelpass.laws.picture import picture as pictured
from rulebook.games.doppelpass.laws.refused import refused as told
from rulebook.games.doppelpass.pitch import Pitch, Point, Sizes, pitch
from rulebook.games.doppelpass.state import State, read_state, write_state
from rulebook.model import JSON, Facts, Game, Law, Leg, Picture, Unreadable

Make = Callable[[Pitch, Mapping[str, JSON]], Game[Any, Any]]
"""Makes the same game on another pitch, with other options where none are given."""


class DoppelpassProof:
    """For `model.Proof`."""

    laws: tuple[Law[View], ...] = LAWS
    without: Mapping[str, str] = WITHOUT
    quotes = QUOTES_FILE

    def __init__(self, board: Pitch, make: Make) -> None:
        self.pitch, self.make = board, make
        self._field = _field(board.sizes)

    def view(self, state: State) -> View:
        """What the laws read of a position: its JSON value, in their own order."""
        return seen(write_state(state), self._field)

    def picture(self, view: View) -> Picture:
        """What is to be seen of a position, told from the book's side."""
        return pictured(view)

    def refused(self, view: View, action: JSON, rule: str) -> tuple[Facts, tuple[Leg, ...]]:
        """What a refusal tells and shows, from the book's side."""
        return told(view, action, rule)

    def candidates(self, view: View) -> Iterator[JSON]:
        """Actions around every legal one, in the same order in every process."""
        return thought_of(view)

    def sample(self, chance: Random) -> State:
        """A position in which much can happen: near the goal, in the corners, at the end of a game."""
        made = _made(self.pitch, chance)
        return next(state for state in made if state is not None)

    def simpler(self, state: State) -> Iterator[State]:
        """The position with one thing more as it is at the kick-off of a usual game."""
        value = write_state(state)
        for changed in _simpler(self.pitch, value):
            after = _readable(self.pitch, changed)
            if after is not None and after != state:
                yield after

    def small(self) -> tuple[Game[Any, Any], ...]:
        """Boards of three columns and dice with two or three sides, without keepers and with them."""
        return tuple(self.make(pitch(sizes), options) for sizes, options in _SMALL)

    def essence(self, state: State) -> Hashable:
        """All but the number of rolls where it decides nothing."""
        return state._replace(rolls=0) if state.max_rolls is None else state

    def setup(self, state: State) -> JSON:
        """The `start` of a scene that begins here. Raises ValueError when the game is over."""
        return _setup(self.pitch, write_state(state))


def _field(sizes: Sizes) -> Field:
    """A board as the laws know it."""
    return Field(
        columns=sizes.columns,
        rows=sizes.rows,
        goal=tuple(range(sizes.goal[0], sizes.goal[1] + 1)),
        area=tuple(range(sizes.area[0], sizes.area[1] + 1)),
        depth=sizes.depth + 1,
        spot=sizes.spot,
        kick_off=sizes.kick_off,
        keeper=sizes.keeper,
        sides=sizes.sides,
        missed=sizes.missed,
    )


def _readable(board: Pitch, value: JSON) -> State | None:
    """The position, if it can be."""
    try:
        return read_state(board, value)
    except Unreadable:
        return None


# Positions in which much can happen


def _made(board: Pitch, chance: Random) -> Iterator[State | None]:
    """Positions of one phase after the other, each phase tried until one of them can be."""
    while True:
        phase = chance.choices(list(_PHASES), list(_PHASES.values()))[0]
        for _ in range(_TRIES):
            yield _readable(board, _Maker(board, chance, phase).position())


_TRIES = 200

_MODES, _SAVING_MODES = (0.2, 0.15, 0.25, 0.4), (0, 0.05, 0.25, 0.7)
_PHASES = {MOVE: 41, SAVE: 35, SHIFT: 6, MISSED: 4, PENALTY: 4, ROLL: 3, KICK_OFF: 3, TOSS: 2, OVER: 2}
"""How often each mode, where it can be, and each phase is wanted."""

_LIMITED, _LAST = 0.35, 0.5
"""How often the rolls are limited, and how often the last one has been thrown then."""

_SHOOTING, _CORNERED, _DOUBLE, _ONES = 0.5, 0.15, 0.35, 0.3
"""How often pieces stand ready to shoot, one stands in a corner, dice are equal, and equal dice are ones."""

_BELOW, _FAR, _CROWDED = 0.2, 0.4, 0.4
"""How often the keeper stands under a piece and far from the shot, and how often somebody is in the way."""

_KICKED, _PASSED, _PENDING = 0.85, 0.55, 0.3
"""How often a save is one of a shot and not of a penalty, and that shot no free kick, and how often a keeper
moves before a penalty."""

_SHORT, _CLOSE = (1, 2, GOALS, GOALS), 0.5
"""How many goals win, and how often somebody lacks only one."""


@dataclass(frozen=True, slots=True)
class _Aim:
    """A shot as it could be: from where, with which numbers, and between which two points."""

    start: Point
    to: Point
    steps: int
    posts: tuple[Point, Point]
    way: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class _Maker:
    """Makes a position that may be impossible in a detail; the reader of positions throws it out then."""

    pitch: Pitch
    chance: Random
    phase: str

    def position(self) -> JSON:
        chance = self.chance
        phase = self.phase
        mode = chance.choices(MODES, _SAVING_MODES if phase == SAVE else _MODES)[0]
        turn = chance.randrange(len(TEAMS))
        aim = self._aim(turn)
        value = {
            "game": "doppelpass",
            "mode": mode,
            "goals": chance.choice(_SHORT),
            "max_rolls": None,
            "phase": phase,
            "turn": None if phase == TOSS else TEAMS[turn],
            "dice": self._dice(aim) if phase == MOVE else [],
            "shot": None,
            "rolls": chance.randrange(4),
            "winner": None,
        }
        value["pieces"] = self._pieces(turn, aim, value)
        value["keepers"] = None if mode == BASE else self._keepers(turn, aim, value)
        value["score"] = self._score(value)
        if phase == MOVE and chance.random() < _CROWDED:
            self._crowded(turn, value)
        self._pending(turn, aim, value)
        self._limited(value)
        self._ended(value)
        return value

    def _aim(self, turn: int) -> _Aim:
        """A point of the goal, a diagonal into it, and two points on either side of that."""
        chance, sizes, ahead = self.chance, self.pitch.sizes, FORWARD[turn]
        goal = chance.randint(*sizes.goal), self.pitch.lines[turn]
        aside, steps = chance.choice((-1, 1)), chance.randint(1, max(1, min(sizes.sides, sizes.rows // 2)))
        way = tuple((goal[0] - aside * n, goal[1] - ahead * n) for n in range(steps - 1, -1, -1))
        middle = chance.choice(way)
        apart = chance.randint(1, 3), chance.randint(1, 3)
        lean = chance.choice((0, 0, 1, -1))
        left = middle[0] - apart[0], middle[1] + lean * apart[0]
        right = middle[0] + apart[1], middle[1] - lean * apart[1]
        return _Aim(way[0], (goal[0] + aside, goal[1] + ahead), steps, (left, right), way)

    def _dice(self, aim: _Aim) -> list[int]:
        """As many pips as the shot needs, or any; often equal, and ones among these."""
        chance, sides = self.chance, self.pitch.sides
        if chance.random() < _DOUBLE:
            die = 1 if chance.random() < _ONES else chance.randint(min((aim.steps + 1) // 2, sides), sides)
            return [die, die]
        dice = [chance.randint(1, sides), chance.randint(min(aim.steps, sides), sides)]
        return chance.sample(dice, len(dice))

    def _pieces(self, turn: int, aim: _Aim, value: JSON) -> JSON:
        """Ready to shoot, or anywhere near the goal, near one another, and in the corners."""
        chance = self.chance
        points: list[Point] = [self._anywhere(turn) for _ in PIECES]
        if value["phase"] == SAVE or chance.random() < _SHOOTING:
            points = [aim.start, *aim.posts]
        if value["dice"] and value["dice"][0] != value["dice"][1] and chance.random() < _SHOOTING:
            points[1] = self._before_first(turn, points[1], chance.choice(value["dice"]))
        if value["phase"] == MOVE and chance.random() < _CORNERED:
            points[chance.randrange(len(points))] = chance.choice(self.pitch.corners[turn])
        return {piece: list(at) for piece, at in zip(chance.sample(PIECES, len(PIECES)), points, strict=True)}

    def _anywhere(self, turn: int) -> Point:
        """Mostly in the half that is attacked, and there mostly near the area."""
        chance, sizes = self.chance, self.pitch.sizes
        rows = chance.choice((1, sizes.depth + 1, sizes.depth + 2, sizes.rows // 2, sizes.rows))
        row = chance.randrange(rows)
        middle = chance.random() < _SHOOTING
        column = chance.randint(*sizes.area) if middle else chance.randrange(sizes.columns)
        return column, self.pitch.lines[turn] - row * FORWARD[turn]

    def _before_first(self, turn: int, at: Point, die: int) -> Point:
        """From where a first walk would lead there."""
        across, along = self.chance.choice(FIRST)
        return at[0] - across * die, at[1] - along * die * FORWARD[turn]

    def _crowded(self, turn: int, value: JSON) -> None:
        """A piece or a keeper where a walk would end, or on the way there."""
        chance, pieces = self.chance, value["pieces"]
        mover, other = chance.sample(list(pieces), 2)
        ends = self._ends(turn, pieces[mover], value["dice"])
        end = chance.choice(ends or [self.pitch.kick_off[0]])
        keepers = [team for team in TEAMS if value["keepers"] and end in self.pitch.areas[TEAMS.index(team)]]
        if keepers and chance.random() < _SHOOTING:
            value["keepers"][keepers[0]] = list(end)
        else:
            pieces[other] = list(end)

    def _ends(self, turn: int, start: Sequence[int], dice: Sequence[int]) -> list[Point]:
        """The points of the board to which a free kick leads, or any other walk, or its first step."""
        free_kick = dice[0] == dice[1] and self.chance.random() < _SHOOTING
        steps = AHEAD if free_kick else (*FIRST, *BACK)
        pips = (sum(dice),) if free_kick else (*dice, 1)
        x, y = start
        ends = [(x + i * n, y + j * n * FORWARD[turn]) for i, j in steps for n in pips]
        return [end for end in ends if end in self.pitch.on]

    def _keepers(self, turn: int, aim: _Aim, value: JSON) -> JSON:
        """The one that matters on the way of the shot, beside it, on the spot or under a piece."""
        chance, areas = self.chance, self.pitch.areas
        his = sorted(areas[1 - turn])
        favoured = [*aim.way, self.pitch.spots[1 - turn], self.pitch.keepers[1 - turn]]
        if chance.random() < _BELOW:
            favoured = [(at[0], at[1]) for at in value["pieces"].values()]
        elif chance.random() < _FAR:
            row = chance.choice((chance.choice(aim.way)[1], aim.start[1] - FORWARD[turn]))
            favoured = [(column, row) for column in self.pitch.sizes.area]
        near = [point for point in favoured if point in areas[1 - turn]]
        there = chance.choice(near) if near and chance.random() < _SHOOTING else chance.choice(his)
        own = chance.choice((self.pitch.keepers[turn], chance.choice(sorted(areas[turn]))))
        return {TEAMS[turn]: list(own), TEAMS[1 - turn]: list(there)}

    def _score(self, value: JSON) -> JSON:
        """Often one goal short of enough."""
        chance, goals = self.chance, value["goals"]
        score = [chance.randrange(goals), chance.randrange(goals)]
        if chance.random() < _CLOSE:
            score[chance.randrange(len(score))] = goals - 1
        return dict(zip(TEAMS, score, strict=True))

    def _pending(self, turn: int, aim: _Aim, value: JSON) -> None:
        """The shot or the penalty that the phase needs; before the keeper's move only now and then."""
        chance, phase = self.chance, value["phase"]
        shooter = next(iter(value["pieces"]))
        if phase == SAVE and chance.random() < _KICKED:
            kind = PASS if chance.random() < _PASSED else DIRECT
            least = aim.steps if kind == PASS else (aim.steps + 1) // 2
            number = chance.randint(min(least, self.pitch.sides), self.pitch.sides)
            value["shot"] = {"kind": kind, "piece": shooter, "to": list(aim.to), "number": number}
        elif phase in (SAVE, PENALTY, MISSED) or (phase == SHIFT and chance.random() < _PENDING):
            value["shot"] = {"kind": PENALTY, "piece": shooter, "to": None, "number": self._number(phase)}
            self._cleared(turn, shooter, value)

    def _number(self, phase: str) -> int | None:
        """What the die of a penalty showed."""
        missed = self.pitch.sizes.missed
        scored = [die for die in range(1, self.pitch.sides + 1) if die not in missed]
        return {SAVE: self.chance.choice(scored), MISSED: self.chance.choice(missed)}.get(phase)

    def _cleared(self, turn: int, shooter: str, value: JSON) -> None:
        """The shooter on the spot, the others out of the area."""
        outside = self.chance.sample(self.pitch.outside[1 - turn], len(PIECES))
        for piece, point in zip(PIECES, outside, strict=True):
            if tuple(value["pieces"][piece]) in self.pitch.areas[1 - turn]:
                value["pieces"][piece] = list(point)
        value["pieces"][shooter] = list(self.pitch.spots[1 - turn])

    def _limited(self, value: JSON) -> None:
        """A limit of rolls that is reached, or nearly."""
        if self.chance.random() < _LIMITED:
            last = self.chance.random() < _LAST
            value["max_rolls"] = max(1, value["rolls"] + (0 if last else self.chance.randint(1, 2)))

    def _ended(self, value: JSON) -> None:
        """What belongs to a kick-off and to the end of a game."""
        phase, score, chance = value["phase"], value["score"], self.chance
        if phase == KICK_OFF or (phase == OVER and chance.random() < _SHOOTING):
            value["pieces"][chance.choice(PIECES)] = None
        if phase == OVER:
            winner = TEAMS[1 - TEAMS.index(value["turn"])]
            score[winner] = value["goals"] if None in value["pieces"].values() else score[winner]
            value["max_rolls"] = max(1, value["rolls"])
            value["rolls"] = value["max_rolls"]
            value["winner"] = "draw" if score["A"] == score["B"] else max(score, key=score.__getitem__)


# Simpler positions


def _simpler(board: Pitch, value: JSON) -> Iterator[JSON]:
    """One field after the other as it is at the beginning."""
    for mode in MODES[: MODES.index(value["mode"])]:
        yield {**value, "mode": mode, "keepers": value["keepers"] if mode != BASE else None}
    yield {**value, "max_rolls": None}
    yield {**value, "rolls": 0}
    yield {**value, "goals": GOALS}
    for team in TEAMS:
        yield {**value, "score": {**value["score"], team: 0}}
        if value["keepers"]:
            place = board.keepers[TEAMS.index(team)]
            yield {**value, "keepers": {**value["keepers"], team: list(place)}}
    for piece, place in zip(PIECES, board.kick_off, strict=True):
        if value["pieces"][piece]:
            yield {**value, "pieces": {**value["pieces"], piece: list(place)}}


# Small boards

_TINY = Sizes(
    columns=3,
    rows=3,
    goal=(1, 1),
    area=(0, 2),
    depth=1,
    spot=(1, 1),
    kick_off=((0, 1), (1, 1), (2, 1)),
    keeper=(1, 0),
    sides=2,
    missed=(1,),
)
"""Nine points, the middle row in both areas. A shot of two pips begins in one, as on the standard board."""

_SHORT_OF_ROLLS = Sizes(
    columns=4,
    rows=5,
    goal=(1, 2),
    area=(0, 3),
    depth=1,
    spot=(1, 1),
    kick_off=((0, 2), (1, 2), (2, 2)),
    keeper=(1, 0),
    sides=3,
    missed=(1,),
)
"""Twenty points, for a game that is over after two rolls."""

_SMALL: Sequence[tuple[Sizes, Mapping[str, JSON]]] = (
    (_TINY, {"mode": BASE, "goals": 1}),
    (_SHORT_OF_ROLLS, {"mode": MODES[-1], "goals": 2, "max_rolls": 2, "first": TEAMS[A]}),
)
"""Boards and options."""


# A position as a scene writes it


def _setup(board: Pitch, value: JSON) -> JSON:
    if value["phase"] == OVER:
        raise ValueError("a scene cannot begin when the game is over")
    plain = ("mode", "goals", "max_rolls", "rolls", "phase", "turn", "dice", "score")
    start = {name: value[name] for name in plain if value[name] not in (None, [])}
    start["place"] = _places(board, value)
    if value["shot"]:
        shot = {name: part for name, part in value["shot"].items() if part is not None}
        start["shot"] = shot | ({"to": board.name((shot["to"][0], shot["to"][1]))} if "to" in shot else {})
    return start


def _places(board: Pitch, value: JSON) -> dict[str, str]:
    """Where pieces and keepers stand, by the names of the points."""
    keepers = (value["keepers"] or {}).values()
    tokens = {**value["pieces"], **dict(zip(KEEPERS, keepers, strict=False))}
    return {token: board.name((at[0], at[1])) if at else "goal" for token, at in tokens.items()}
