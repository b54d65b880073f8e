"""Visits every reachable position of a game on small boards: there, the invariants are proved and not sampled."""

from collections import deque
from dataclasses import dataclass
from typing import Any

from rulebook.check.explore import Breach
from rulebook.model import Game

MOST = 200_000
"""More positions than this are no small board: the check would not end in time, and says so."""


@dataclass(frozen=True, slots=True)
class Visited:
    """What a whole board was found to hold: positions, actions between them, and breaches."""

    positions: int
    actions: int
    breaches: tuple[Breach, ...]


def visit(game: Game[Any, Any], most: int = MOST) -> Visited:
    """Every position that can be reached from the start, each once (what grows for ever left out of it).

    Raises ValueError where there are more than `most`.
    """
    laws = [law for law in game.proof.laws if law.always and law.kinds != ("start",)]
    start = game.new({})
    seen, waiting, actions = {game.proof.essence(start)}, deque([start]), 0
    breaches: dict[str, Breach] = {}
    while waiting:
        state = waiting.popleft()
        view = game.proof.view(state)
        for law in laws:
            if law.rule not in breaches and law.always and not law.always(view):
                breaches[law.rule] = Breach(law.rule, "this position cannot be", game.write_state(state))
        for after in successors(game, state):
            actions += 1
            essence = game.proof.essence(after)
            if essence not in seen:
                seen.add(essence)
                waiting.append(after)
        if len(seen) > most:
            raise ValueError(f"more than {most} positions")
    return Visited(len(seen), actions, tuple(breaches.values()))


def successors(game: Game[Any, Any], state: Any) -> "list[Any]":
    """Every position one action later, for every fall of the dice."""
    return [
        game.apply(state, action, dice)[0] for action in game.legal(state) for dice in game.falls(state, action)
    ]


