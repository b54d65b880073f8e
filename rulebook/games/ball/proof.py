"""What BALL offers to the check: laws, positions that play seldom reaches, and small boards."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from rulebook.games.ball.constants import ACTION, DISTANCES, OVER, PHASES, RELEASE, TEAMS, TURN_AP, TYPES
from rulebook.games.ball.laws import LAWS, WITHOUT, Size, View
from rulebook.games.ball.laws import candidates as thought_of
from rulebook.games.ball.laws import view as seen
from rulebook.games.ball.laws.book import QUOTES_FILE
from rulebook.games.ball.laws.picture import picture as pictured
from rulebook.games.ball.laws.refused import refused as told
from rulebook.games.ball.pitch import NOBODY, Pitch, Player, Square, pitch
from rulebook.games.ball.state import (
    HAND_OFF,
    OTHER,
    Players,
    Stack,
    State,
    members,
    read_state,
    write_state,
)
from rulebook.model import JSON, Facts, Game, Law, Leg, Picture, Unreadable


class BallProof:
    """For `model.Proof`. `make` makes the same game on another pitch."""

    laws: tuple[Law[View], ...] = LAWS
    without: Mapping[str, str] = WITHOUT
    quotes = QUOTES_FILE

    def __init__(self, board: Pitch, make: Callable[[Pitch], Game[Any, Any]]) -> None:
        self.pitch, self.make = board, make
        self._maker, self._size = _Maker(board), Size(board.columns, board.rows)

    def view(self, state: State) -> View:
        """What the laws read of a position: its JSON value, in their own order."""
        return seen(write_state(self.pitch, state), self._size)

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
        """A crowded position: players close together, down and in stacks, the ball among them, edges near."""
        return self._maker.position(chance)

    def simpler(self, state: State) -> Iterator[State]:
        """The position with one player, mark or point less, or with the ball in a simpler place."""
        changed = (after for change in _SIMPLER for after in change(self.pitch, state))
        return (after for after in changed if after != state and _possible(self.pitch, after))

    def small(self) -> tuple[Game[Any, Any], ...]:
        """One against one on seven squares, and two against one on four.

        No playable square lies in a corner, as on the standard board: a stack there would never part.
        """
        return tuple(self.make(board) for board in _small())

    def essence(self, state: State) -> Hashable:
        """All but the EP, which only ever grow and decide nothing."""
        return state._replace(ep=(0, 0))

    def setup(self, state: State) -> JSON:
        """The `start` of a scene that begins here. Raises ValueError when the game is over."""
        return _setup(self.pitch, state)


# Crowded positions

_RADII = (1, 2, 2, 2, 3, 3, 4, 6)
"""How far apart the players of a crowded position stand, in squares around a middle one."""

_STACKED, _DOWN = (0.05, 0.15, 0.35), (0.1, 0.2, 0.5)
"""How often a player stands on the one before, and how often one is down: some positions are wilder."""

_FRESH, _HELD, _RECEIVED, _TOOK, _RELEASE, _OVER = 0.3, 0.5, 0.25, 0.35, 0.32, 0.02
"""How often a stack is fresh, …; a ball that is neither held nor received is loose."""

_ZONE, _RIM = 0.4, 0.25
"""How often the middle lies in an end zone, mostly the one where the team on turn scores, or at a side."""


@dataclass(slots=True)
class _Maker:
    """Makes positions of one pitch; remembers which squares lie around which."""

    pitch: Pitch
    rims: tuple[Square, ...] = ()
    around: dict[tuple[Square, int], tuple[Square, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        edges = (1, self.pitch.columns)
        self.rims = tuple(square for square in self.pitch.playable if self.pitch.cells[square][0] in edges)

    def position(self, chance: Random) -> State:
        turn = chance.randrange(len(TEAMS))
        phase = OVER if chance.random() < _OVER else RELEASE if chance.random() < _RELEASE else ACTION
        squares = self._patch(turn, chance)
        at, down, stacks = self._placed(squares, phase, chance)
        own = chance.random() < (0.8 if phase == RELEASE else 0.6)
        squad = self.pitch.squads[turn if own else 1 - turn]
        ball, holder = self._ball(at, stacks, squares, squad, chance)
        present = [player for player, square in enumerate(at) if square != self.pitch.away]
        took, handed = _took(present, holder, chance)
        return State(
            turn=turn,
            phase=phase,
            ap=0 if phase == RELEASE else chance.choice((0, 1, TURN_AP, TURN_AP)),
            ep=(chance.randrange(9), chance.randrange(9)),
            at=tuple(at),
            types=self._types(present, chance),
            down=down,
            stacks=tuple(sorted(stacks)),
            ball=ball,
            holder=holder,
            took=took,
            handed=handed,
            winner=turn if phase == OVER else NOBODY,
        )

    def _patch(self, turn: int, chance: Random) -> list[Square]:
        """The squares around a middle one, in random order."""
        where = chance.random()
        if where < _ZONE:
            middle = chance.choice(sorted(self.pitch.zones[1 - turn if chance.random() < 0.7 else turn]))
        else:
            middle = chance.choice(self.rims if where < _ZONE + _RIM else self.pitch.playable)
        squares = self._around(middle, chance.choice(_RADII))
        return chance.sample(squares, len(squares))

    def _around(self, middle: Square, radius: int) -> tuple[Square, ...]:
        key = middle, radius
        if key not in self.around:
            distance = self.pitch.distance
            self.around[key] = tuple(s for s in self.pitch.playable if distance(middle, s) <= radius)
        return self.around[key]

    def _placed(
        self, squares: Sequence[Square], phase: str, chance: Random
    ) -> tuple[list[Square], Players, list[Stack]]:
        """One player after the other on the next square, or on top of the one before."""
        count = len(self.pitch.players)
        at, down, stacks = [self.pitch.away] * count, 0, list[Stack]()
        stacked, lying = chance.choice(_STACKED), 0.5 if phase == RELEASE else chance.choice(_DOWN)
        free, below = iter(squares), NOBODY
        for player in chance.sample(range(count), chance.randint(1, count)):
            if below != NOBODY and chance.random() < stacked:
                at[player] = at[below]
                stacks.append(Stack(player, below, chance.random() < _FRESH))
                below = NOBODY
            elif (square := next(free, None)) is not None:
                at[player], below = square, player
                down |= (chance.random() < lying) << player
        return at, down, stacks

    def _ball(
        self, at: list[Square], stacks: list[Stack], squares: list[Square], squad: range, chance: Random
    ) -> tuple[Square, Player]:
        """Where the ball lies and who has it."""
        kind, holder = chance.random(), self._holder(at, stacks, squad, chance)
        if kind < _HELD:
            return at[holder], holder
        lies = [square for square in squares if square not in at]
        if kind < _HELD + _RECEIVED:
            near = self.pitch.diagonal[DISTANCES["short_pass.ball.distance"]][at[holder]]
            beside = [square for square in near if square not in at]
            return (chance.choice(beside), holder) if beside else (at[holder], holder)
        lies = lies or [square for square in self.pitch.playable if square not in at]
        return (chance.choice(lies), NOBODY) if lies else (at[holder], holder)

    def _holder(self, at: list[Square], stacks: list[Stack], squad: range, chance: Random) -> Player:
        """Anybody but a lower player, of the squad if it can be."""
        lower = {stack.bottom for stack in stacks}
        upper = [p for p, square in enumerate(at) if square != self.pitch.away and p not in lower]
        return chance.choice([player for player in upper if player in squad] or upper)

    def _types(self, present: list[Player], chance: Random) -> tuple[str, ...]:
        types = list(self.pitch.types)
        if chance.random() < 0.5:
            for player in present:
                types[player] = chance.choice(TYPES)
        return tuple(types)


def _took(present: list[Player], holder: Player, chance: Random) -> tuple[Players, Players]:
    """Who came into possession this turn, and by hand-off: the holder rather than another."""
    took = handed = 0
    if chance.random() < _TOOK:
        for _ in range(chance.randint(1, 2)):
            player = holder if holder != NOBODY and chance.random() < 0.5 else chance.choice(present)
            took |= 1 << player
            handed |= chance.randrange(2) << player
    return took, handed


# Simpler positions

States = Iterator[State]


def _fewer(pitch: Pitch, state: State) -> States:
    """Without one player; what it held is loose, or with the player that it stood on."""
    for player, square in enumerate(state.at):
        if square == pitch.away:
            continue
        stacks = tuple(stack for stack in state.stacks if player not in (stack.top, stack.bottom))
        left = _put(pitch, state, player)._replace(stacks=stacks)
        yield left
        for stack in state.stacks if state.holder == player else ():
            yield left._replace(ball=state.at[stack.bottom], holder=stack.bottom)


def _put(pitch: Pitch, state: State, player: Player) -> State:
    """The player off the board, with all that is said of it."""
    keep = ~(1 << player)
    return state._replace(
        at=_with(state.at, player, pitch.away),
        types=_with(state.types, player, pitch.types[player]),
        down=state.down & keep,
        took=state.took & keep,
        handed=state.handed & keep,
        holder=NOBODY if state.holder == player else state.holder,
    )


def _with(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _plainer(pitch: Pitch, state: State) -> States:
    """With one mark less, the usual type, all AP, no EP."""
    for player in members(state.took | state.down | state.handed):
        keep = ~(1 << player)
        yield state._replace(down=state.down & keep)
        yield state._replace(took=state.took & keep, handed=state.handed & keep)
        yield state._replace(handed=state.handed & keep)
    for player, kind in enumerate(pitch.types):
        yield state._replace(types=_with(state.types, player, kind))
    for index, stack in enumerate(state.stacks):
        yield state._replace(stacks=_with(state.stacks, index, stack._replace(fresh=False)))
    yield state._replace(ep=(0, 0))
    if state.phase == ACTION:
        yield state._replace(ap=TURN_AP)


def _calmer(pitch: Pitch, state: State) -> States:
    """The ball with its holder instead of beside it, and loose and far away instead of near or held."""
    if state.holder != NOBODY:
        yield state._replace(ball=state.at[state.holder])
    if state.holder != NOBODY or not _lonely(pitch, state, state.ball):
        far = next((square for square in pitch.playable if _lonely(pitch, state, square)), None)
        if far is not None:
            yield state._replace(ball=far, holder=NOBODY)


def _lonely(pitch: Pitch, state: State, square: Square) -> bool:
    return all(pitch.distance(square, at) > DISTANCES["short_pass.range"] for at in state.at)


_SIMPLER: Sequence[Callable[[Pitch, State], States]] = (_fewer, _plainer, _calmer)


def _possible(pitch: Pitch, state: State) -> bool:
    try:
        return read_state(pitch, write_state(pitch, state)) == state
    except Unreadable:
        return False


# Small boards


def _small() -> Iterator[Pitch]:
    one = {"ATK": {"ATK1": ("X", "B1")}, "DEF": {"DEF1": ("#", "B5")}}
    yield pitch(3, 5, one, holder="ATK1", first="DEF")
    two = {"ATK": {"ATK1": ("O", "B1"), "ATK2": ("#", "A2")}, "DEF": {"DEF1": ("X", "C2")}}
    yield pitch(3, 3, two, holder="ATK1", first="DEF")


# A position as a scene writes it


def _setup(pitch: Pitch, state: State) -> JSON:
    if state.phase not in PHASES:
        raise ValueError("a scene cannot begin when the game is over")
    lying = state.holder == NOBODY or state.at[state.holder] != state.ball
    start: dict[str, JSON] = {
        "turn": TEAMS[state.turn],
        "phase": state.phase,
        "ap": state.ap,
        "ep": dict(zip(TEAMS, state.ep, strict=True)),
        "place": {name: _place(pitch, state, player) for name, player in _present(pitch, state)},
    }
    if state.took:
        start["took"] = {
            pitch.players[player]: HAND_OFF if state.handed >> player & 1 else OTHER
            for player in members(state.took)
        }
    return start | ({"ball": _lies(pitch, state)} if lying else {})


def _present(pitch: Pitch, state: State) -> list[tuple[str, Player]]:
    return [(name, player) for name, player in pitch.index.items() if state.at[player] != pitch.away]


def _place(pitch: Pitch, state: State, player: Player) -> str:
    square, kind = state.at[player], state.types[player]
    below = next((stack for stack in state.stacks if stack.top == player), None)
    words = {
        f"type {kind}": kind != pitch.types[player],
        f"on {pitch.players[below.bottom] if below else ''}": below is not None,
        "fresh": below is not None and below.fresh,
        "down": state.down >> player & 1,
        "ball": state.holder == player and state.ball == square,
    }
    return " ".join([pitch.names[square], *(word for word, is_so in words.items() if is_so)])


def _lies(pitch: Pitch, state: State) -> str:
    held = "" if state.holder == NOBODY else f" for {pitch.players[state.holder]}"
    return f"{pitch.names[state.ball]}{held}"
