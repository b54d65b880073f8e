"""Visits every reachable position of a game on small boards: there, laws are proved."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from rulebook.check.explore import Breach, Examination, Laws, Tally, known_game, parallel
from rulebook.model import JSON, Game

MOST = 50_000
"""More positions than this are no small board: the check would not end in time, and says so."""


@dataclass(frozen=True, slots=True)
class Visited:
    """What a whole board was found to hold.

    `actions` counts every fall of the dice as one, `ends` the positions without a legal action, `trapped`
    those from which none of these can be reached, `example` the nearest such one as JSON. `depth` is how many
    actions the farthest position takes.
    """

    positions: int
    actions: int
    ends: int
    trapped: int
    depth: int
    breaches: tuple[Breach, ...]
    example: JSON = None


@dataclass(slots=True)
class _Map:
    """The positions found so far, by number, and from which others each is reached."""

    numbers: dict[Hashable, int] = field(default_factory=dict)
    states: list[Any] = field(default_factory=list)
    before: list[list[int]] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)

    def add(self, essence: Hashable, state: Any, depth: int) -> int:
        """The number of a position; a new one comes last, and is visited in its turn."""
        number = self.numbers.setdefault(essence, len(self.states))
        if number == len(self.states):
            self.states.append(state)
            self.before.append([])
            self.depths.append(depth)
        return number

    def trapped(self) -> list[int]:
        """The positions from which no end can be reached, the nearest ones first."""
        reached, waiting = set(self.ends), list(self.ends)
        while waiting:
            fresh = [number for number in self.before[waiting.pop()] if number not in reached]
            reached.update(fresh)
            waiting += fresh
        return [number for number in range(len(self.before)) if number not in reached]


def boards(game: Game[Any, Any], jobs: int = 1) -> tuple[Visited, ...]:
    """All small boards of a game, shared out among processes."""
    known = game.name if jobs > 1 else game
    tasks = [partial(_board, known, number) for number in range(len(game.proof.small()))]
    return tuple(parallel(tasks, jobs))


def _board(game: Game[Any, Any] | str, number: int) -> Visited:
    return visit(known_game(game).proof.small()[number])


def visit(game: Game[Any, Any], most: int = MOST) -> Visited:
    """Every position that can be reached from the start, each once (what grows for ever left out of it).

    More of them than `most` is a breach, of no rule by name, and ends the visit.
    """
    laws, tally, found = Laws.of(game), Tally(), _Map()
    start = game.new({})
    found.add(game.proof.essence(start), start, 0)
    for number, state in enumerate(found.states):
        afters = _expanded(Examination(game, laws, state, tally))
        found.ends += [] if afters else [number]
        tally.actions += len(afters)
        for after in afters:
            reached = found.add(game.proof.essence(after), after, found.depths[number] + 1)
            found.before[reached].append(number)
        if len(found.states) > most:
            text = f"there are more than {most} positions on a board that is meant to be small"
            tally.found(Breach("", text, game.write_state(start)))
            break
    trapped = found.trapped()
    return Visited(
        positions=len(found.states),
        actions=tally.actions,
        ends=len(found.ends),
        trapped=len(trapped),
        depth=max(found.depths),
        breaches=tuple(tally.breaches),
        example=game.write_state(found.states[trapped[0]]) if trapped else None,
    )


def _expanded(position: Examination) -> list[Any]:
    """Every position one action later; none after one that cannot be, or where the engine fails."""
    if not position.possible(position.game.proof.view(position.state)):
        return []
    try:
        return list(successors(position.game, position.state))
    except Exception as error:  # a fault of the engine is a finding, not the end of the run
        position.breach("", f"the engine fails at a legal action: {type(error).__name__}: {error}")
        return []


def sequences(game: Game[Any, Any], depth: int) -> Iterator[tuple[int, int]]:
    """For 1, 2, … actions: how many sequences of them there are, and how many of these cannot go on.

    Equal positions are walked once and counted as often as they are reached.
    """
    start = game.new({})
    layer = {game.proof.essence(start): (start, 1)}
    for _ in range(depth):
        following: dict[Hashable, tuple[Any, int]] = {}
        for state, ways in layer.values():
            for after in successors(game, state):
                essence = game.proof.essence(after)
                following[essence] = after, following.get(essence, (after, 0))[1] + ways
        layer = following
        ended = sum(ways for state, ways in layer.values() if not game.legal(state))
        yield sum(ways for _, ways in layer.values()), ended


def successors(game: Game[Any, Any], state: Any) -> Iterator[Any]:
    """Every position one action later, for every fall of the dice."""
    for action in game.legal(state):
        for dice in game.falls(state, action):
            yield game.apply(state, action, dice)[0]
