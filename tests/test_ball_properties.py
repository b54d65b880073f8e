"""What is always true in BALL, in any position that can be and in any game that can be played."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.games.ball import BALL, Ball
from rulebook.games.ball.constants import PRICES
from rulebook.games.ball.state import Action, State
from rulebook.model import Illegal
from tests.ball_positions import (
    SMALL,
    candidates,
    crowded,
    field,
    turned,
    turned_action,
    turned_state,
    walk,
)

SEEDS = st.integers(0, 10**9)
CHOICES = st.lists(st.integers(0, 10**6), max_size=60)

property_test = settings(deadline=None, derandomize=True, max_examples=200)


def played(game: Ball, choices: list[int]) -> list[tuple[State, Action]]:
    """A game in which each number chooses one of the legal actions."""
    state, steps = game.new({}), []
    for choice in choices:
        actions = game.legal(state)
        if not actions:
            break
        steps.append((state, actions[choice % len(actions)]))
        state = game.advance(*steps[-1])
    return steps


def whole(state: State, game: Ball) -> None:
    """One ball, players on playable squares, two on a square only as a stack, AP and EP in range."""
    pitch, on = game.pitch, Counter(square for square in state.at if square != game.pitch.away)
    stacked = {state.at[stack.top]: stack for stack in state.stacks}
    assert set(on) <= set(pitch.playable)
    assert {square for square, players in on.items() if players == 2} == set(stacked)
    assert max(on.values(), default=0) <= 2
    assert all(state.at[stack.top] == state.at[stack.bottom] for stack in state.stacks)
    assert not any(state.down >> stack.top & 1 or state.holder == stack.bottom for stack in state.stacks)
    assert state.ball in pitch.playable
    if state.holder == -1 or state.at[state.holder] != state.ball:
        assert state.ball not in on
    assert 0 <= state.ap <= 2
    assert min(state.ep) >= 0
    assert (state.winner == -1) == (state.phase != "over")
    assert state.handed & ~state.took == 0


def step(state: State, action: Action, game: Ball) -> State:
    """The next position, after a look at all that no action may break."""
    after, events = game.apply(state, action)
    whole(after, game)
    assert game.read_state(game.write_state(after)) == after
    assert after.types == state.types
    assert [at == game.pitch.away for at in after.at] == [at == game.pitch.away for at in state.at]
    gained = tuple(now - before for now, before in zip(after.ep, state.ep, strict=True))
    assert gained[1 - state.turn] == 0
    earned = [event for event in events if event.kind in ("earns", "converts")]
    assert gained[state.turn] == sum(int(event.facts["ep"]) for event in earned)
    price = PRICES.get(action[0])
    if price:
        assert (state.ap - after.ap, gained[state.turn]) == price
    _targets_moved_as_they_should(state, action, after, game)
    return after


def _targets_moved_as_they_should(state: State, action: Action, after: State, game: Ball) -> None:
    moved = {player for player, at in enumerate(state.at) if after.at[player] != at}
    actor, foes = field(action, "player"), set(game.pitch.squads[1 - state.turn])
    match action[0]:
        case "dodge":
            assert moved == {actor}
            assert after.down >> state.at.index(field(action, "to")) & 1
        case "tactical_dodge":
            assert moved >= {actor}
            assert len(moved & foes) == len(moved) - 1 == 1
            assert all(after.down >> player & 1 for player in moved & foes)
        case "release":
            assert len(moved) == 2
        case "move" | "block" | "protect" | "stand_up":
            assert moved == {actor}
        case _:
            assert moved == set()


@property_test
@given(SEEDS)
def test_no_action_breaks_a_position(seed: int) -> None:
    for game in (BALL, SMALL):
        state = crowded(seed, game)
        whole(state, game)
        for action in game.legal(state)[:: 1 + seed % 3]:
            step(state, action, game)


@property_test
@given(CHOICES)
def test_no_action_breaks_a_game(choices: list[int]) -> None:
    for game in (BALL, SMALL):
        for state, action in played(game, choices):
            step(state, action, game)


@property_test
@given(SEEDS)
def test_a_tactical_dodge_moves_its_opponent_one_square_diagonally(seed: int) -> None:
    state = crowded(seed)
    for action in BALL.legal(state):
        if action[0] == "tactical_dodge":
            opponent = state.at.index((state.at[field(action, "player")] + field(action, "to")) // 2)
            after = BALL.advance(state, action)
            (column, row), (to_column, to_row) = (BALL.pitch.cells[s.at[opponent]] for s in (state, after))
            assert (abs(column - to_column), abs(row - to_row)) == (1, 1)


@property_test
@given(CHOICES)
def test_who_is_knocked_down_does_nothing_in_the_next_turn(choices: list[int]) -> None:
    """Standing up is in the release phase, after the actions."""
    fallen: set[int] = set()
    for state, action in played(BALL, choices):
        after = BALL.advance(state, action)
        fallen |= {player for player in range(14) if (after.down & ~state.down) >> player & 1}
        assert state.phase == "release" or field(action, "player") not in fallen
        if action[0] == "end_turn":
            fallen -= set(BALL.pitch.squads[state.turn])


@property_test
@given(CHOICES)
def test_a_turn_ends_only_when_nothing_can_be_resolved(choices: list[int]) -> None:
    for state, action in played(BALL, choices):
        if action[0] == "end_turn":
            assert list(BALL.legal(state)) == [("end_turn",)]


@property_test
@given(SEEDS, st.integers(0, 500))
def test_whatever_is_tried_is_played_or_refused_and_changes_nothing(seed: int, number: int) -> None:
    state = crowded(seed, SMALL)
    before = SMALL.write_state(state)
    verdicts = {verdict(SMALL, state, action) for action in list(candidates(SMALL, state))[number::500]}
    assert verdicts <= {None, *SMALL.rules}
    assert SMALL.write_state(state) == before


# Half a turn of the board with the teams exchanged


def symmetrical(state: State) -> int:
    """How many actions were compared with what they look like from the other side."""
    other, actions = turned_state(state), BALL.legal(state)
    assert turned_state(other) == state
    assert {turned_action(action) for action in actions} == set(BALL.legal(other))
    for action in actions[::7]:
        after, events = BALL.apply(state, action)
        after_other, events_other = BALL.apply(other, turned_action(action))
        assert turned_state(after) == after_other
        assert [(event.kind, event.rule) for event in events] == [
            (event.kind, event.rule) for event in events_other
        ]
        assert [turned(dict(event.facts)) for event in events] == [
            dict(event.facts) for event in events_other
        ]
        assert [turned(event.legs) for event in events] == [event.legs for event in events_other]
    return len(actions[::7])


@pytest.mark.parametrize("part", range(4))
def test_both_teams_play_the_same_game(part: int) -> None:
    states = [crowded(seed) for seed in range(500 * part, 500 * part + 300)]
    states += [state for state, _ in walk(part, 400)]
    assert sum(map(symmetrical, states)) > 1500


def test_refusals_are_the_same_from_the_other_side() -> None:
    for seed in range(20):
        state = crowded(seed)
        for action in list(candidates(BALL, state))[::211]:
            assert verdict(BALL, state, action) == verdict(BALL, turned_state(state), turned_action(action))


def verdict(game: Ball, state: State, action: Action) -> str | None:
    """The rule that refuses an action, None where it is played."""
    try:
        game.apply(state, action)
    except Illegal as illegal:
        return illegal.rule
    return None
