"""What the rules leave open is found, with an example that can be played as a scene."""

import re
from pathlib import Path
from typing import Any

import pytest

from rulebook import books, reader, stage
from rulebook.check import explore, holes
from rulebook.check.explore import Spot, Tally
from rulebook.check.holes import Finding
from rulebook.check.small import Visited, visit
from rulebook.games.ball import BALL, constants
from rulebook.games.ball.constants import Price
from rulebook.model import Frame, Game, Picture
from tests.tictactoe import TicTacToe, wrong

BOOK = Path(__file__).parent.parent / "scenes" / "ball"
CHAIN, JUMPS = "endless-hand-off-chain", "endless-tactical-dodge-path"


def by_id(findings: Any) -> dict[str, Finding]:
    return {finding.id: finding for finding in findings}


def played(game: Game[Any, Any], finding: Finding) -> tuple[Frame, ...]:
    scene = reader.read_scene(f"{finding.id}.yaml", holes.as_scene(game, finding), game)
    return stage.play(game, scene)


def standing(picture: Picture) -> Any:
    return picture.tokens, picture.turn, picture.phase


@pytest.fixture(scope="module")
def endless() -> dict[str, Finding]:
    return by_id(holes.endless(BALL, (), 1))


@pytest.fixture(scope="module")
def spots() -> tuple[Spot, ...]:
    return explore.scene_spots(books.read(BOOK))


# Endless sequences


def test_both_endless_sequences_of_ball_are_found(
    endless: dict[str, Finding], spots: tuple[Spot, ...]
) -> None:
    assert set(endless) == {CHAIN, JUMPS}
    assert set(by_id(holes.endless(BALL, spots, 1))) == {CHAIN, JUMPS}


@pytest.mark.parametrize(("id", "steps", "pieces"), [(CHAIN, 2, 3), (JUMPS, 4, 4)])
def test_the_example_is_short_and_has_few_pieces(
    endless: dict[str, Finding], id: str, steps: int, pieces: int
) -> None:
    finding = endless[id]
    assert len(finding.actions) - finding.lead == steps
    assert len(BALL.picture(BALL.read_state(finding.state)).tokens) == pieces
    assert finding.text.startswith(f"{steps} actions ")


@pytest.mark.parametrize("id", [CHAIN, JUMPS])
def test_the_example_can_be_played_as_a_scene(endless: dict[str, Finding], id: str) -> None:
    finding = endless[id]
    frames = played(BALL, finding)
    assert [frame.action for frame in frames[1:]] == list(finding.actions)
    assert standing(frames[finding.lead].picture) == standing(frames[-1].picture)
    assert all(frame.picture.counters["ap"] == 2 for frame in frames)
    assert set(finding.rules) <= {rule for frame in frames for rule in frame.rules}


def test_the_scene_expects_what_comes_again(endless: dict[str, Finding]) -> None:
    text = holes.as_scene(BALL, endless[CHAIN])
    expected = re.findall("expect: (.*)", text)
    assert len(expected) == 2
    assert expected[0] == expected[1]
    assert re.fullmatch(r"\{ball: \[[A-M]\d+, (ATK|DEF)\d, held\]\}", expected[0])


def test_the_same_search_finds_the_same(endless: dict[str, Finding]) -> None:
    assert by_id(holes.endless(BALL, (), 1)) == endless


@pytest.mark.parametrize(("kind", "left"), [("hand_off", {JUMPS}), ("tactical_dodge", {CHAIN})])
def test_what_costs_something_is_not_endless(
    kind: str, left: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(constants.PRICES, kind, Price(1, 0))
    assert set(by_id(holes.endless(BALL, (), 1))) == left


def test_a_game_that_fills_up_has_no_endless_sequence() -> None:
    assert list(holes.endless(TicTacToe(), (), 1)) == []


# Positions without a way on


def test_a_position_without_legal_actions_is_found_with_few_pieces() -> None:
    game = wrong(blocked=lambda cell: True)
    (finding,) = holes.stuck(game, explore.run(game, 20, 1))
    assert finding.id == "stuck"
    assert len(finding.state["cells"].replace(".", "")) <= 1
    assert len(played(game, finding)) == 1


def test_the_end_of_a_game_is_no_finding() -> None:
    tally = explore.run(TicTacToe(), 200, 1)
    assert tally.refused["game.over"]
    assert holes.find(TicTacToe(), tally) == ()


def test_boards_without_a_way_to_an_end_are_told() -> None:
    visited = [visit(TicTacToe()), Visited(7472, 19395, 91, 484, 26, (), {"an": "example"})]
    (finding,) = holes.trapped(visited)
    assert finding.id == "trapped-board-2"
    assert "484 of 7472" in finding.text
    assert "{'an': 'example'}" in finding.text
    with pytest.raises(ValueError, match="'trapped-board-2' has no position"):
        holes.as_scene(BALL, finding)


# Rules that never apply


def test_rules_that_decide_nothing_are_told() -> None:
    tally = Tally(actions=5)
    tally.refused.update(["game.over", "turn.order"])
    tally.decided.update(["mark.place", "line.wins"])
    assert [finding.id for finding in holes.idle(TicTacToe(), tally)] == [
        "idle-square-taken",
        "idle-board-full",
    ]


def test_no_rule_of_ball_is_idle(spots: tuple[Spot, ...]) -> None:
    tally = explore.explore_spots(BALL, 1, 0, spots)
    assert list(holes.idle(BALL, tally)) == []


def test_nothing_is_concluded_from_an_engine_that_breaks_its_laws() -> None:
    game = wrong(follows=lambda mark: mark)
    tally = explore.run(game, 40, 1)
    assert tally.breaches
    assert holes.find(game, tally) == ()
