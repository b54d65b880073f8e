"""`python -m tests.bench.games [GAMES] [MODE]`: how random games of Doppelpass end and how long they are."""

import random
import statistics
import sys
import time
from collections import Counter
from typing import NamedTuple

from rulebook.games.doppelpass import DOPPELPASS
from rulebook.games.doppelpass.constants import BASE, OVER, WINNERS

LONGEST = 20_000
"""In actions; a game that is longer counts as endless."""


class Played(NamedTuple):
    """A random game."""

    winner: str
    rolls: int
    actions: int
    goals: int
    turns: int


def main(games: int = 1000, mode: str = BASE) -> None:
    """Print what became of the games."""
    start = time.process_time()
    played = [play(seed, mode) for seed in range(games)]
    seconds = time.process_time() - start
    print(f"{mode}: {games} games in {seconds:.0f} s, {dict(Counter(game.winner for game in played))}")
    for name in ("rolls", "actions", "goals", "turns"):
        numbers = sorted(getattr(game, name) for game in played)
        mean = statistics.mean(numbers)
        print(f"  {name:8} mean {mean:7.1f}  median {numbers[games // 2]:5}  most {numbers[-1]:5}")


def play(seed: int, mode: str) -> Played:
    """A game in which every legal action and every fall of the dice is as likely as any other."""
    chance = random.Random(seed)
    state, actions, turns = DOPPELPASS.new({"mode": mode}), 0, 0
    while state.phase != OVER and actions < LONGEST:
        action = chance.choice(DOPPELPASS.legal(state))
        after = DOPPELPASS.advance(state, action, chance.choice(DOPPELPASS.falls(state, action)))
        turns += after.turn != state.turn
        state, actions = after, actions + 1
    winner = WINNERS[state.winner] if state.phase == OVER else "endless"
    return Played(winner, state.rolls, actions, sum(state.score), turns)


if __name__ == "__main__":
    given = sys.argv[1:]
    main(int(given[0]) if given else 1000, given[1] if len(given) > 1 else BASE)
