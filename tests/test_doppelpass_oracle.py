"""The engine beside a second implementation, written from the rules alone: they agree in everything.

`oracle_doppelpass` shares no code with the engine and works on plain JSON, so both are wrong in the same way
only by coincidence. Its own figures are held against those of the rules page first.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from rulebook.games.doppelpass import DOPPELPASS as GAME
from rulebook.model import JSON, Dice, Illegal
from tests import oracle_doppelpass as oracle

MODES = ("base", "keeper", "supplement", "munich")


def key(action: JSON) -> str:
    return json.dumps(action, sort_keys=True)


def sample(many: list[Any], most: int, chance: random.Random) -> list[Any]:
    return chance.sample(many, min(most, len(many)))


def verdict(state: Any, action: JSON) -> str | None:
    """The rule by which the engine refuses an action, None where it allows it."""
    read = GAME.read_action(action)
    try:
        GAME.apply(state, read, GAME.falls(state, read)[0])
    except Illegal as illegal:
        return illegal.rule
    return None


def played(chance: random.Random, plies: int, mode: str) -> Iterator[JSON]:
    """The states of one random game, in which shots, free kicks and corners are preferred to mere walks."""
    state = oracle.new(mode, goals=chance.choice((1, 2, 7)), max_rolls=chance.choice((None, 5, 20)))
    for _ in range(plies):
        yield state
        actions = oracle.legal(state)
        if not actions:
            return
        lively = [action for action in actions if is_lively(action)]
        action = chance.choice(lively if lively and chance.random() < 0.7 else actions)
        state = oracle.apply(state, action, chance.choice(oracle.falls(state, action)))


def is_lively(action: JSON) -> bool:
    """Whether it shoots, or is not the usual thing to do."""
    to = action.get("second", action).get("to", (0, 0))
    return action["do"] in ("direct", "corner") or to[1] not in range(oracle.ROWS)


def compare(state: JSON, seen: Counter[str], chance: random.Random) -> None:
    """All legal actions, what a sample of them does for every fall of the dice, and what is refused why."""
    mine = GAME.read_state(state)
    assert GAME.write_state(mine) == state
    legal = {key(GAME.write_action(action)): action for action in GAME.legal(mine)}
    assert len(legal) == len(GAME.legal(mine))
    assert set(legal) == {key(action) for action in oracle.legal(state)}, state
    for action in map(json.loads, sample(sorted(legal), 12, chance)):
        seen[action["do"]] += 1
        falls = GAME.falls(mine, GAME.read_action(action))
        assert list(falls) == oracle.falls(state, action), (state, action)
        for dice in falls:
            follow(state, action, dice, seen)
    for action in sample(list(GAME.proof.candidates(GAME.proof.view(mine))), 40, chance):
        expected = oracle.refusal(state, action)
        assert verdict(mine, action) == expected, (state, action)
        seen[expected or "allowed"] += 1


def follow(state: JSON, action: JSON, dice: Dice, seen: Counter[str]) -> None:
    """Engine and oracle reach the same position, and it is a possible one."""
    after, _events = GAME.apply(GAME.read_state(state), GAME.read_action(action), dice)
    expected = oracle.apply(state, action, dice)
    assert GAME.write_state(after) == expected, (state, action, dice)
    assert GAME.read_state(expected) == after
    seen[f"{state['phase']} > {expected['phase']}"] += 1


# The oracle itself


def test_the_oracle_counts_what_the_rules_page_counts() -> None:
    start = oracle.new(first="A")
    assert [oracle.perft(start, depth) for depth in (0, 1, 2)] == [1, 36, 428]
    assert [oracle.perft(oracle.new(mode, first="A"), 3) for mode in MODES[1:2]] == [2568]
    assert [oracle.perft(oracle.new(), depth) for depth in (1, 2)] == [36, 1296]


KICK_OFF = """
    8 14 14 14 12  4
   14 10 20 16 14  6
   14 20 10 20 16  6
   14 16 20 10 16  8
   12 14 16 16  6  8
    4  6  6  8  8  2
"""


def test_the_oracle_finds_every_spielzug_at_kick_off() -> None:
    rows = [list(map(int, row.split())) for row in KICK_OFF.strip().splitlines()]
    for first, row in enumerate(rows, 1):
        for second, count in enumerate(row, 1):
            state = {**oracle.new(first="A"), "phase": "move", "dice": [first, second]}
            assert sum(action["do"] == "move" for action in oracle.legal(state)) == count


POSITIONS = (
    ("supplement", "A", [5, 1], [[2, 14], [2, 12], [6, 13]], [[5, 0], [4, 14]], [9, 56]),
    ("munich", "A", [5, 1], [[2, 14], [2, 12], [6, 13]], [[5, 0], [4, 16]], [9, 294]),
    ("munich", "A", [3, 3], [[2, 15], [2, 12], [6, 13]], [[5, 0], [5, 15]], [2, 51]),
    ("keeper", "A", [1, 1], [[2, 13], [1, 12], [5, 14]], [[5, 0], [5, 14]], [304, 2736]),
    ("base", "A", [6, 5], [[0, 16], [5, 16], [9, 16]], None, [5, 180]),
)


@pytest.mark.parametrize(("mode", "turn", "dice", "pieces", "keepers", "counts"), POSITIONS)
def test_the_oracle_knows_the_positions_of_the_rules_page(
    mode: str, turn: str, dice: list[int], pieces: JSON, keepers: JSON, counts: list[int]
) -> None:
    state = oracle.new(mode, first=turn)
    state |= {"phase": "move", "dice": dice, "rolls": 1}
    state["pieces"] = dict(zip(oracle.PIECES, pieces, strict=True))
    state["keepers"] = dict(zip("AB", keepers, strict=True)) if keepers else None
    assert [oracle.perft(state, depth) for depth in (1, 2)] == counts


# Both


@pytest.mark.parametrize("mode", MODES)
def test_they_begin_alike(mode: str) -> None:
    for first in (None, "A", "B"):
        options = {"mode": mode, "goals": 3, "max_rolls": 9, "first": first}
        assert GAME.write_state(GAME.new(options)) == oracle.new(mode, 3, 9, first)


@pytest.mark.parametrize("seed", range(8))
def test_they_agree_on_constructed_positions(seed: int) -> None:
    chance, seen = random.Random(seed), Counter[str]()
    for _ in range(75):
        compare(GAME.write_state(GAME.proof.sample(chance)), seen, chance)
    assert seen["allowed"] > 50
    assert len(seen) > 50


@pytest.mark.parametrize("mode", MODES)
def test_they_agree_along_random_games(mode: str) -> None:
    chance, seen = random.Random(mode), Counter[str]()
    for _ in range(5):
        for state in played(chance, 20, mode):
            compare(state, seen, chance)
    assert sum(seen[f"{phase} > {phase}"] for phase in ("keeper", "move")) == 0
    assert len(seen) > 25
