"""What is always true in Doppelpass, in any position that can be and in any game that can be played."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.games.doppelpass import DOPPELPASS, Doppelpass
from rulebook.games.doppelpass.constants import MODES, OVER
from rulebook.games.doppelpass.state import Action, State
from rulebook.model import Dice, Illegal
from tests.doppelpass_positions import (
    SMALL,
    Played,
    candidates,
    crowded,
    mirrored,
    mirrored_name,
    renamed,
    swapped,
    swapped_name,
    walk,
)

SEEDS = st.integers(0, 10**9)
CHOICES = st.lists(st.integers(0, 10**6), max_size=120)
MODE = st.sampled_from(MODES)

property_test = settings(deadline=None, derandomize=True, max_examples=150)


def played(game: Doppelpass, mode: str, choices: list[int]) -> list[Played]:
    """A game in which each number chooses one of the legal actions and of its falls."""
    state, steps = game.new({"mode": mode, "goals": 2}), []
    for choice in choices:
        actions = game.legal(state)
        if not actions:
            break
        action = actions[choice % len(actions)]
        falls = game.falls(state, action)
        steps.append((state, action, falls[choice // len(actions) % len(falls)]))
        state = game.advance(*steps[-1])
    return steps


def step(game: Doppelpass, state: State, action: Action, dice: Dice) -> None:
    """A look at all that no action may break."""
    after, events = game.apply(state, action, dice)
    assert game.read_state(game.write_state(after)) == after
    assert (after.mode, after.goals, after.max_rolls) == (state.mode, state.goals, state.max_rolls)
    assert after.rolls - state.rolls == (action[0] == "roll" and state.phase == "roll")
    assert len(events) > 0
    _scores(state, action, after)
    _stands(state, action, after)
    _possession(state, after)


def _scores(state: State, action: Action, after: State) -> None:
    """A goal is one goal for whoever is in possession, and its scorer is gone."""
    gained = [now - before for now, before in zip(after.score, state.score, strict=True)]
    scored = None in after.pieces
    assert sum(gained) == scored
    if scored:
        assert gained[state.turn] == 1
        assert action[0] in ("move", "direct", "roll", "save")
        assert after.phase in ("kick_off", OVER)


def _stands(state: State, action: Action, after: State) -> None:
    """Only pieces that an action names move, and keepers only by their own actions and at the kick-off."""
    if action[0] in ("roll", "shift", "indirect", "end_turn") and None not in after.pieces:
        assert after.pieces == state.pieces
    moved = [piece for piece, at in enumerate(state.pieces) if after.pieces[piece] not in (at, None)]
    assert action[0] in ("penalty", "kick_off") or len(moved) <= 2
    if action[0] not in ("shift", "save", "kick_off"):
        assert after.keepers == state.keepers
    if after.keepers and action[0] in ("shift", "save"):
        assert after.keepers[state.turn] == state.keepers[state.turn]


def _possession(state: State, after: State) -> None:
    """The ball is lost by a goal, a save, a missed penalty or for want of a Spielzug, and only by these."""
    if after.turn != state.turn and state.phase != "toss":
        lost = None in after.pieces or state.phase in ("save", "missed", "move")
        assert lost
    if after.phase == "save":
        assert after.turn == state.turn


@property_test
@given(SEEDS)
def test_no_action_breaks_a_position(seed: int) -> None:
    for game in (DOPPELPASS, SMALL):
        state, chance = crowded(seed, game), random.Random(seed)
        assert game.read_state(game.write_state(state)) == state
        for action in game.legal(state)[:: 1 + seed % 3][:20]:
            step(game, state, action, chance.choice(game.falls(state, action)))


@property_test
@given(CHOICES, MODE)
def test_no_action_breaks_a_game(choices: list[int], mode: str) -> None:
    for game in (DOPPELPASS, SMALL):
        for state, action, dice in played(game, mode, choices):
            step(game, state, action, dice)


@property_test
@given(SEEDS)
def test_whatever_is_tried_is_played_or_refused_and_changes_nothing(seed: int) -> None:
    state, chance = crowded(seed, SMALL), random.Random(seed)
    before = SMALL.write_state(state)
    tried = list(candidates(SMALL, state, chance, 0.01))
    verdicts = {verdict(SMALL, state, action) for action in chance.sample(tried, 200)}
    assert verdicts <= {None, *SMALL.rules}
    assert SMALL.write_state(state) == before


def verdict(game: Doppelpass, state: State, action: Action) -> str | None:
    """The rule that refuses an action, None where it is played."""
    try:
        game.apply(state, action, game.falls(state, action)[0])
    except Illegal as illegal:
        return illegal.rule
    return None


# The board from its other sides


Side = tuple[Callable[[Any], Any], Callable[[str], str]]
SIDES: dict[str, Side] = {"left and right": (mirrored, mirrored_name), "the ends": (swapped, swapped_name)}


def symmetrical(state: State, side: Side) -> int:
    """How many actions were compared with what they look like from the other side."""
    turn, name = side
    other = DOPPELPASS.read_state(turn(DOPPELPASS.write_state(state)))
    actions = DOPPELPASS.legal(state)
    seen = {DOPPELPASS.read_action(turn(DOPPELPASS.write_action(action))) for action in actions}
    assert seen == set(DOPPELPASS.legal(other))
    chance = random.Random(1)
    for action in actions[::5]:
        if action[0] == "kick_off" and turn is mirrored:
            continue  # black goes to the left, gold to the right
        dice = chance.choice(DOPPELPASS.falls(state, action))
        after, events = DOPPELPASS.apply(state, action, dice)
        twin = DOPPELPASS.read_action(turn(DOPPELPASS.write_action(action)))
        after_other, events_other = DOPPELPASS.apply(other, twin, _thrown(state, dice, turn))
        assert DOPPELPASS.read_state(turn(DOPPELPASS.write_state(after))) == after_other
        told = [_plain(renamed(event, name), turn) for event in events]
        assert told == [renamed(event, lambda same: same) for event in events_other]
    return len(actions[::5])


def _thrown(state: State, dice: Dice, turn: Callable[[Any], Any]) -> Dice:
    """At the toss each die belongs to a player."""
    return dice[::-1] if state.phase == "toss" and turn is swapped else dice


def _plain(event: tuple[Any, ...], turn: Callable[[Any], Any]) -> tuple[Any, ...]:
    """An event with the goals of the players, and their dice at the toss, exchanged where the ends are."""
    kind, rule, facts, legs = event
    if turn is swapped:
        pairs = {"a": "b", "b": "a"} | (
            {"first": "second", "second": "first"} if rule[:9] == "kick_off." else {}
        )
        facts = {name: facts[pairs.get(name, name)] for name in facts}
    if kind == "toss_tie" and turn is swapped:
        facts |= {"team": "A", "other": "B"}
    return kind, rule, facts, _in_order(legs) if kind == "keepers_back" and turn is swapped else legs


def _in_order(legs: tuple[Any, ...]) -> tuple[Any, ...]:
    """Both keepers' legs come in the order of their names."""
    return tuple(sorted(legs, key=lambda leg: leg.token))


@pytest.mark.parametrize("name", SIDES)
@pytest.mark.parametrize("part", range(3))
def test_the_game_is_the_same_from_every_side(name: str, part: int) -> None:
    states = [crowded(seed) for seed in range(400 * part, 400 * part + 300)]
    states += [state for mode in MODES for state, _, _ in walk(part, 100, mode)]
    assert sum(symmetrical(state, SIDES[name]) for state in states) > 1000


@pytest.mark.parametrize("name", SIDES)
def test_refusals_are_the_same_from_every_side(name: str) -> None:
    turn, seen = SIDES[name][0], set()
    for seed in range(25):
        state, chance = crowded(seed), random.Random(seed)
        other = DOPPELPASS.read_state(turn(DOPPELPASS.write_state(state)))
        tried = list(candidates(DOPPELPASS, state, chance, 0.0005))
        for action in chance.sample(tried, 300):
            twin = DOPPELPASS.read_action(turn(DOPPELPASS.write_action(action)))
            rule = verdict(DOPPELPASS, state, action)
            assert rule == verdict(DOPPELPASS, other, twin)
            seen.add(rule)
    assert len(seen) > 12


# Whole games


@pytest.mark.parametrize("mode", MODES)
def test_games_come_to_an_end(mode: str) -> None:
    """Some random games in each mode: seven goals, or the last roll."""
    for seed in range(40 if mode == "base" else 12):
        chance, limit = random.Random(seed), 60 if seed % 4 == 0 else None
        state, actions = DOPPELPASS.new({"mode": mode, "max_rolls": limit}), 0
        while state.phase != OVER:
            action = chance.choice(DOPPELPASS.legal(state))
            state = DOPPELPASS.advance(state, action, chance.choice(DOPPELPASS.falls(state, action)))
            actions += 1
            assert actions < 5000
        assert max(state.score) == 7 or state.rolls == limit
