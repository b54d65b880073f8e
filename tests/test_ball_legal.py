"""The legal actions of BALL: short lists found by hand, and that the list and the refusals say the same."""

import random
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from rulebook.games.ball import BALL, Ball
from rulebook.games.ball.refusals import refusal
from rulebook.games.ball.state import State
from tests.ball_positions import SMALL, at, candidates, crowded, play, told, walk

ROOT = Path(__file__).resolve().parent.parent


def legal(state: State, kind: str) -> list[str]:
    """The legal actions of one kind without the kind's name, sorted."""
    return [
        text.removeprefix(kind).strip() for text in told(BALL, BALL.legal(state)) if text.split()[0] == kind
    ]


def lone(kind: str, ap: int = 2, square: str = "F9") -> State:
    return at(f"DEF1 {square} type {kind}; ball M16; ap {ap}")


@pytest.mark.parametrize(
    ("kind", "ap", "squares"),
    [
        ("X", 2, "D11 D7 E10 E8 G10 G8 H11 H7"),
        ("O", 2, "D9 E10 E8 F11 F7 G10 G8 H9"),
        ("#", 2, "D11 D7 D9 E10 E8 F11 F7 G10 G8 H11 H7 H9"),
        ("X", 1, "E10 E8 G10 G8"),
        ("O", 1, "E10 E8 G10 G8"),
        ("#", 1, "E10 E8 G10 G8"),
        ("#", 0, ""),
    ],
)
def test_each_type_moves_its_way(kind: str, ap: int, squares: str) -> None:
    assert legal(lone(kind, ap), "move") == [f"DEF1 {square}" for square in squares.split()]


@pytest.mark.parametrize(
    ("kind", "squares"), [("X", "B1 B3 C4"), ("O", "A4 B1 B3 C2"), ("#", "A4 B1 B3 C2 C4")]
)
def test_the_edge_of_the_board_ends_movement(kind: str, squares: str) -> None:
    assert legal(lone(kind, square="A2"), "move") == [f"DEF1 {square}" for square in squares.split()]


def test_what_concerns_the_turn_stands_at_the_end_of_the_list() -> None:
    actions = [BALL.write_action(action) for action in BALL.legal(lone("X"))]
    assert actions[-3:] == [{"do": "convert", "ap": 1}, {"do": "convert", "ap": 2}, {"do": "end_actions"}]
    assert [action["do"] for action in actions[:-3]] == ["move"] * 8


def test_a_player_in_the_middle_stops_a_diagonal_move_and_a_ball_does_not() -> None:
    state = at("DEF1 F9 type X; DEF2 G10 down; ball E10")
    assert legal(state, "move") == [f"DEF1 {square}" for square in "D11 D7 E10 E8 G8 H7".split()]


def test_a_stack_closes_its_square_for_everything() -> None:
    state = at("DEF1 F9 type #; ATK2 G10 on ATK1; ball A2")
    assert told(BALL, BALL.legal(state)) == [
        *("convert 1", "convert 2", "end_actions"),
        *(f"move DEF1 {square}" for square in "D11 D7 D9 E10 E8 F11 F7 G8 H7 H9".split()),
    ]


def test_a_dodge_leaves_by_any_free_square_the_middle_one_and_the_balls_too() -> None:
    state = at("DEF1 F9 type X; ATK1 H11; ATK2 I12; ball I10")
    assert legal(state, "dodge") == ["DEF1 H11 G10", "DEF1 H11 G12", "DEF1 H11 I10"]


def test_a_straight_dodge_passes_over_nobody() -> None:
    state = at("DEF1 F9 type O; ATK1 F11 down; ATK2 E10; ATK3 G10; ball A2")
    assert legal(state, "dodge") == ["DEF1 F11 E12", "DEF1 F11 G12"]


def test_a_tactical_dodge_pushes_to_what_is_empty_when_its_player_has_gone() -> None:
    state = at("DEF1 F9 type X; ATK1 G10; ATK2 F11; ball A2; ap 0")
    assert legal(state, "tactical_dodge") == ["DEF1 H11 F9", "DEF1 H11 H9"]


def test_a_ball_bars_a_push_unless_the_actor_has_taken_it_along() -> None:
    place = "DEF1 E8 type X; ATK1 F9; ap 0"
    assert legal(at(f"{place}; ball G8"), "tactical_dodge") == ["DEF1 G10 E10", "DEF1 G10 E8"]
    assert legal(at(f"{place}; ball G8 for ATK1"), "tactical_dodge") == ["DEF1 G10 E10", "DEF1 G10 E8"]
    carried = legal(at(f"{place}; DEF1 E8 type X ball"), "tactical_dodge")
    assert carried == ["DEF1 G10 E10", "DEF1 G10 E8", "DEF1 G10 G8"]


def test_only_x_and_sharp_make_a_tactical_dodge() -> None:
    state = at("DEF1 F9 type O; ATK1 G10; ball A2")
    assert legal(state, "tactical_dodge") == []
    assert legal(state, "block") == ["DEF1 G10"]


def test_blocks_and_protections_are_one_square_away() -> None:
    state = at("DEF1 F9; DEF2 G8 down; ATK1 G10 down; ATK2 H11; DEF3 D7; ball A2; ap 1")
    assert legal(state, "block") == ["DEF1 G10"]
    assert legal(state, "protect") == ["DEF1 G8"]


def test_hand_offs_go_to_able_team_mates_beside_the_holder() -> None:
    state = at("DEF1 F9 ball; DEF2 G8; DEF3 E8 down; DEF4 F11; ATK1 G10; DEF5 E10 on ATK2; ap 0")
    assert legal(state, "hand_off") == ["DEF1 DEF2"]


def test_a_short_pass_reaches_four_squares_and_lies_beside_its_receiver() -> None:
    state = at("DEF1 F9 ball; DEF2 B9; DEF3 A4; ATK1 C10; ap 1")
    assert legal(state, "short_pass") == ["DEF1 DEF2 A10", "DEF1 DEF2 A8", "DEF1 DEF2 C8"]


def test_a_long_pass_keeps_away_from_team_mates_but_not_from_the_passer() -> None:
    small = at("ATK1 C4 ball; ATK2 B1; DEF1 E2; turn ATK", SMALL)
    places = [text for text in told(SMALL, SMALL.legal(small)) if text.startswith("long_pass")]
    assert places == [f"long_pass ATK1 {to}" for to in "A4 B3 B5 D1 D3 D5 E4".split()]


def test_a_player_that_took_the_ball_does_nothing_but_hand_on_what_was_handed_to_it() -> None:
    def actions(how: str) -> list[str]:
        state = at(f"DEF1 F9 ball; DEF2 G8; took DEF1 {how}")
        return [text for text in told(BALL, BALL.legal(state)) if "DEF1" in text.split()[1:2]]

    assert actions("hand_off") == ["hand_off DEF1 DEF2"]
    assert actions("other") == []


def test_in_the_release_phase_all_that_can_be_resolved_comes_before_the_end_of_the_turn() -> None:
    state = at("DEF1 A2 down; ATK1 B1; DEF2 M2 down; DEF3 L1; DEF4 L3; ball A4; phase release")
    assert told(BALL, BALL.legal(state)) == ["stand_up DEF1 B3"]
    assert told(BALL, BALL.legal(play(state, "stand_up DEF1 B3"))) == ["end_turn"]


def test_a_release_takes_both_players_to_two_squares_and_the_ball_with_either() -> None:
    assert told(BALL, BALL.legal(at("DEF1 A2 on ATK1 ball; phase release"))) == [
        *(f"release DEF1 B1 B3 {keeper}" for keeper in ("ATK1", "DEF1")),
        *(f"release DEF1 B3 B1 {keeper}" for keeper in ("ATK1", "DEF1")),
    ]


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("DEF1 A2 on ATK1; DEF2 B1", "only one square left"),
        ("DEF1 A2 on ATK1 fresh", "made this turn"),
        ("ATK1 A2 on DEF1", "the other coach's"),
    ],
)
def test_a_stack_that_cannot_be_released_does_not_hold_up_the_turn(place: str, why: str) -> None:
    assert told(BALL, BALL.legal(at(f"{place}; ball M16; phase release"))) == ["end_turn"], why


def test_nothing_is_legal_when_the_game_is_over() -> None:
    state = play(at("DEF1 A2 ball"), "move DEF1 B1")
    assert state.phase == "over"
    assert list(BALL.legal(state)) == []


# The list and the refusals


def agree(game: Ball, states: Iterable[State], chance: random.Random | None = None) -> int:
    """How many actions were tried; the legal ones among them are exactly those that no rule refuses."""
    tried = 0
    for state in states:
        legal = list(game.legal(state))
        assert len(set(legal)) == len(legal)
        assert [action for action in legal if refusal(game.pitch, state, action)] == []
        maybe = list(candidates(game, state, chance))
        allowed = {action for action in maybe if refusal(game.pitch, state, action) is None}
        assert allowed <= set(legal), BALL.write_state(state)
        assert chance or allowed == set(legal), BALL.write_state(state)
        tried += len(maybe)
    return tried


def walked(game: Ball, seed: int, plies: int) -> list[State]:
    return [state for state, _ in walk(seed, plies, game)]


def test_every_action_on_a_small_board_is_legal_or_refused() -> None:
    states = [crowded(seed, SMALL) for seed in range(60)] + walked(SMALL, 5, 40)
    assert agree(SMALL, states) > 100_000


def test_list_and_refusals_agree_in_full_on_crowded_positions() -> None:
    assert agree(BALL, [crowded(seed) for seed in range(10)]) > 100_000


@pytest.mark.parametrize("part", range(4))
def test_list_and_refusals_agree_on_thousands_of_positions(part: int) -> None:
    states = [crowded(seed) for seed in range(1000 + 250 * part, 1250 + 250 * part)] + walked(BALL, part, 300)
    assert agree(BALL, states, random.Random(part)) > 80_000


TRACE = """
from tests.ball_positions import BALL, walk
for state, action in walk(7, 400):
    print(list(BALL.legal(state)), BALL.apply(state, action), BALL.write_state(state), BALL.picture(state))
"""


def trace(hash_seed: str) -> bytes:
    """What another process says of a whole game."""
    environment = {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", TRACE], capture_output=True, env=environment, cwd=ROOT, check=True
    )
    return done.stdout


def test_every_process_says_the_same_in_the_same_order() -> None:
    first = trace("1")
    assert first.count(b"\n") == 400
    assert first == trace("2")
