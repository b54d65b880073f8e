"""The engine beside a second implementation, written from the rules alone: they agree in everything.

`oracle_ball` shares no code with the engine and works on plain JSON, so both are wrong in the same way only
by coincidence.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from rulebook.games import GAMES
from rulebook.model import JSON, Illegal
from tests import oracle_ball as oracle

BALL = GAMES["ball"]


def key(action: JSON) -> str:
    return json.dumps(action, sort_keys=True)


def unordered(state: JSON) -> JSON:
    """The state with its stacks in a fixed order: which stack comes first means nothing."""
    return {**state, "stacks": sorted(state["stacks"], key=lambda stack: str(stack["at"]))}


def sample(many: list[Any], most: int, chance: random.Random) -> list[Any]:
    return chance.sample(many, min(most, len(many)))


def verdict(state: Any, action: JSON) -> str | None:
    """The rule by which the engine refuses an action, None where it allows it."""
    try:
        BALL.apply(state, BALL.read_action(action))
    except Illegal as illegal:
        return illegal.rule
    return None


def crowded(chance: random.Random) -> JSON:
    """A position that play seldom reaches: crowded, players down, stacks, every kind of ball, end zones."""
    state = oracle.new()
    names = list(state["players"])
    chance.shuffle(names)
    low_column, low_row = chance.randrange(9), chance.choice([1, 1, 6, 13, 13])
    squares = [
        f"{'ABCDEFGHIJKLM'[column]}{row}"
        for column in range(low_column, min(low_column + 6, 13))
        for row in range(low_row, min(low_row + 6, 18))
        if (column + 1 + row) % 2
    ]
    chance.shuffle(squares)
    state.update(
        turn=chance.choice(["ATK", "DEF"]), phase=chance.choice(["action", "action", "release"]), stacks=[]
    )
    state["ap"] = chance.randrange(3) if state["phase"] == "action" else 0
    kept = names[: chance.randrange(3, 15)]
    players = {}
    while kept and squares:
        at, lower = squares.pop(), kept.pop()
        players[lower] = {"type": chance.choice("XO#"), "at": at, "down": chance.random() < 0.25}
        if kept and chance.random() < 0.2:
            upper = kept.pop()
            players[upper] = {"type": chance.choice("XO#"), "at": at, "down": False}
            state["stacks"].append({"at": at, "top": upper, "bottom": lower, "fresh": chance.random() < 0.4})
    state["players"] = {name: players[name] for name in oracle.new()["players"] if name in players}
    _place_ball(state, squares, chance)
    if chance.random() < 0.4:
        state["took"] = {
            name: chance.choice(["hand_off", "other"]) for name in chance.sample(sorted(players), 1)
        }
    return state


def _place_ball(state: JSON, free: list[str], chance: random.Random) -> None:
    bottoms = {stack["bottom"] for stack in state["stacks"]}
    holder = chance.choice(sorted(set(state["players"]) - bottoms))
    at = state["players"][holder]["at"]
    beside = [
        square
        for square in free
        if max(abs(ord(square[0]) - ord(at[0])), abs(int(square[1:]) - int(at[1:]))) == 1
    ]
    kind = chance.choice(["held", "held", "received", "loose"])
    if kind == "held" or not free or (kind == "received" and not beside):
        state["ball"] = {"at": at, "holder": holder}
    elif kind == "received":
        state["ball"] = {"at": chance.choice(beside), "holder": holder}
    else:
        state["ball"] = {"at": chance.choice(free), "holder": None}


def played(chance: random.Random, plies: int) -> Iterator[JSON]:
    """The states of one random game, in which contact and passes are preferred to mere steps."""
    state = oracle.new()
    for _ in range(plies):
        yield state
        actions = oracle.legal(state)
        if not actions:
            return
        lively = [
            action
            for action in actions
            if action["do"] not in ("move", "long_pass", "convert", "end_actions")
        ]
        state = oracle.apply(state, chance.choice(lively if lively and chance.random() < 0.5 else actions))


def compare(state: JSON, seen: Counter[str], chance: random.Random) -> None:
    """All legal actions, what a sample of them does, and the verdict on a sample of all that can be tried."""
    mine = BALL.read_state(state)
    assert unordered(BALL.write_state(mine)) == unordered(state)
    legal = {key(BALL.write_action(action)): action for action in BALL.legal(mine)}
    assert len(legal) == len(BALL.legal(mine))
    assert set(legal) == {key(action) for action in oracle.legal(state)}, state
    for action in map(json.loads, sample(sorted(legal), 40, chance)):
        after, events = BALL.apply(mine, BALL.read_action(action))
        assert unordered(BALL.write_state(after)) == unordered(oracle.apply(state, action)), (state, action)
        seen.update(event.rule for event in events)
    for action in sample(oracle.candidates(state), 400, chance):
        expected = oracle.refusal(state, action)
        assert verdict(mine, action) == expected, (state, action)
        seen[f"refused {expected}"] += 1


@pytest.mark.parametrize("seed", range(8))
def test_both_agree_on_crowded_positions(seed: int) -> None:
    chance, seen = random.Random(seed), Counter[str]()
    for _ in range(15):
        compare(crowded(chance), seen, chance)
    assert seen["refused turn.unable"]
    assert seen["refused None"]


@pytest.mark.parametrize("seed", range(4))
def test_both_agree_along_random_games(seed: int) -> None:
    chance, seen = random.Random(seed), Counter[str]()
    states = [state for _ in range(3) for state in played(chance, 60)]
    for state in chance.sample(states, 12):
        compare(state, seen, chance)
    assert seen["refused turn.phases"]
    assert len(seen) > 20
