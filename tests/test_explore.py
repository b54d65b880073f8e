"""The explorer finds what is wrong with an engine, names the rule and shows it with few pieces."""

import json
import multiprocessing
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulebook import books
from rulebook.check import explore
from rulebook.check.explore import Breach, Spot, Tally
from rulebook.check.small import boards, sequences
from rulebook.games.ball import BALL, constants, play, refusals, rules, setup
from rulebook.games.ball.constants import OVER, Price
from rulebook.games.ball.game import Ball
from rulebook.games.ball.pitch import Pitch
from rulebook.games.ball.state import Action, State
from rulebook.model import JSON, Game, Illegal, Picture
from tests.tictactoe import LAWS, LINES, TicTacToe, wrong

BOOK = Path(__file__).parent.parent / "scenes" / "ball"
CHUNKS = 15


def hunt(game: Game[Any, Any], rule: str) -> Breach:
    """The breach of a rule in the first chunks of exploration, shrunk."""
    for chunk in range(CHUNKS):
        for breach in explore.explore(game, 7, chunk).breaches:
            if breach.rule == rule:
                return explore.shrink(game, breach)
    raise AssertionError(f"{rule} was not found broken")


def pieces(game: Game[Any, Any], breach: Breach) -> int:
    return len(game.picture(game.read_state(breach.state)).tokens)


# Games that are right


def test_the_toy_game_keeps_its_laws() -> None:
    tally = explore.run(TicTacToe(), 200, 3)
    assert tally.breaches == []
    assert tally.positions == 200
    assert tally.actions > 1000
    assert set(tally.spoke) == {law.rule for law in LAWS}
    assert set(tally.refused) == {"game.over", "turn.order", "square.taken"}
    assert set(tally.decided) == {"mark.place", "line.wins", "board.full"}


def test_ball_keeps_its_laws_wherever_its_scenes_lead() -> None:
    spots = explore.scene_spots(books.read(BOOK))
    tally = explore.explore_spots(BALL, 1, 0, spots)
    assert tally.breaches == []
    assert tally.positions == len(spots) > 100
    deciding = {rule for rule, role in BALL.rules.items() if role not in ("definition", "note")}
    assert deciding <= {*tally.decided, *tally.refused}


def test_ball_keeps_its_laws_on_crowded_and_played_positions() -> None:
    tally = explore.run(BALL, 120, 5)
    assert tally.breaches == []
    assert tally.positions == 120
    assert not tally.stuck
    assert len(tally.refused) > 20


# The toy game with something wrong


def overwriting(cells: str, mark: str, to: int) -> str:
    return cells[:to] + mark * 2 + cells[to + 2 :] if to < 8 else cells[:8] + mark


WRONG_TOYS: dict[str, tuple[dict[str, Any], str]] = {
    "one line does not win": ({"lines": LINES[:-1]}, "line.wins"),
    "the end is not the end": ({"refuses": ("turn.order", "square.taken")}, "game.over"),
    "both may place": ({"refuses": ("game.over", "square.taken")}, "turn.order"),
    "the turn stays": ({"follows": lambda mark: mark}, "turn.order"),
    "marks on marks": ({"blocked": lambda cell: cell == "X"}, "square.taken"),
    "two marks at once": ({"written": overwriting}, "mark.place"),
    "refused for the wrong reason": ({"refuses": ("turn.order", "game.over", "square.taken")}, "game.over"),
}


@pytest.mark.parametrize("name", WRONG_TOYS)
def test_a_wrong_toy_is_found_out(name: str) -> None:
    changes, rule = WRONG_TOYS[name]
    game = wrong(**changes)
    breach = hunt(game, rule)
    assert pieces(game, breach) <= 6


def test_a_counter_example_has_nothing_left_to_take_away() -> None:
    breach = hunt(wrong(blocked=lambda cell: cell == "X"), "square.taken")
    assert sorted(breach.state["cells"].replace(".", "")) in (["O", "X"], ["O", "X", "X"])
    assert breach.text == "the book says 'square.taken' forbids this, the engine this is allowed"


def test_a_law_that_is_missing_is_told_by_the_rule_that_refused() -> None:
    game = TicTacToe()
    game.proof.laws = tuple(law for law in LAWS if law.rule != "square.taken")
    breach = hunt(game, "square.taken")
    assert breach.text == "the book says this is allowed, the engine 'square.taken' forbids this"


def test_a_legal_action_that_nobody_thinks_of_is_told() -> None:
    game = TicTacToe()
    game.proof.candidates = lambda view: iter([{"do": "place", "mark": "X", "to": "A1"}])  # type: ignore[method-assign]
    assert "nobody would think of" in hunt(game, "mark.place").text


def test_an_engine_that_fails_is_told_and_not_followed() -> None:
    def fails(cells: str, mark: str, to: int) -> str:
        raise ZeroDivisionError("by nought")

    breach = hunt(wrong(written=fails), "mark.place")
    assert breach.text == "the engine fails: ZeroDivisionError: by nought"


def test_a_wrong_start_is_told() -> None:
    class LateStart(TicTacToe):
        def new(self, options: JSON) -> tuple[str, str]:
            return "X........", "O"

    (breach,) = explore.start_laws(LateStart()).breaches
    assert (breach.rule, breach.state["cells"]) == ("turn.order", "X........")


def test_each_rule_is_told_once_with_its_smallest_position() -> None:
    tally = Tally()
    for cells in ("XOXO.....", "XO.......", "XOXOX...."):
        tally.found(Breach("a.rule", "text", {"cells": cells}))
        tally.found(Breach("b.rule", "text", {"cells": "........."}))
    both = Tally()
    both.add(tally)
    both.add(tally)
    assert {breach.rule: breach.state["cells"] for breach in both.breaches} == {
        "a.rule": "XO.......",
        "b.rule": ".........",
    }
    assert both.broken == {"a.rule": 6, "b.rule": 6}


# BALL with something wrong


def changed(function: Callable[..., State], **fields: Any) -> Callable[..., State]:
    """A function that plays an action and then changes fields of the state."""
    return lambda pitch, state, action: function(pitch, state, action)._replace(**fields)


def onto_players(view: rules.View, player: int, to: int) -> list[int]:
    return list(view.pitch.diagonal[1][to])


def along_the_push(pitch: Pitch, at: tuple[int, ...], ball: int, push: int) -> int:
    to = ball + push
    return to if to in pitch.diagonal[1][ball] and to not in at else ball


def knocking_down(pitch: Pitch, state: State, action: Any) -> State:
    return play._block(pitch, state, action)._replace(down=state.down | 1 << state.at.index(action[2]))


def scoring(pitch: Pitch, state: State, action: Any) -> State:
    """As if standing up in or into the end zone were an action."""
    after, zone = play._stand_up(pitch, state, action), pitch.zones[1 - state.turn]
    scored = after.holder == action[1] and zone & {state.at[action[1]], action[2]}
    return after._replace(phase=OVER, winner=after.turn) if scored else after


def keeping_took(pitch: Pitch, state: State, action: Any) -> State:
    return play._end_turn(pitch, state, action)._replace(took=state.took, handed=state.handed)


def any_place(view: rules.View, passer: int) -> list[int]:
    taken = {view.state.ball, *view.state.at}
    return [square for square in view.pitch.playable if square not in taken]


def opponents_too(view: rules.View, passer: int) -> list[int]:
    unable = view.state.down | view.bound | 1 << passer
    return [p for p, at in enumerate(view.state.at) if at != view.pitch.away and not unable >> p & 1]


def over_players(view: rules.View, player: int, to: int) -> refusals.No:
    return None


Patch = Callable[[pytest.MonkeyPatch], None]


def patched(target: Any, name: str, value: Any) -> Patch:
    if isinstance(target, dict):
        return lambda monkeypatch: monkeypatch.setitem(target, name, value)
    return lambda monkeypatch: monkeypatch.setattr(target, name, value)


WRONG_BALLS: dict[str, tuple[Patch, str, int]] = {
    "a dodge earns too much": (patched(constants.PRICES, "dodge", Price(1, 2)), "dodge.cost", 4),
    "a block is free": (patched(constants.PRICES, "block", Price(0, 1)), "block.cost", 4),
    "an exit onto a player": (patched(rules, "exits", onto_players), "dodge.exit", 5),
    "who is down acts": (patched(rules, "able", lambda view, player: True), "turn.unable", 3),
    "who took the ball acts": (patched(rules, "locked", lambda *_, **__: False), "turn.took", 3),
    "a fumble along the push": (patched(play, "_fumbled", along_the_push), "tactical_dodge.fumble", 3),
    "a long pass next to a mate": (patched(rules, "places", any_place), "long_pass.place", 3),
    "a pass to an opponent": (patched(rules, "receivers", opponents_too), "pass.receiver", 4),
    "a block knocks down": (patched(play._PLAY, "block", knocking_down), "block.stands", 3),
    "standing up scores": (patched(play._PLAY, "stand_up", scoring), "release.no_score", 2),
    "took outlives the turn": (patched(play._PLAY, "end_turn", keeping_took), "turn.took", 2),
    "a move over a player": (patched(refusals, "_way", over_players), "move.path", 4),
    "the ball is left behind": (
        patched(play._PLAY, "hand_off", changed(play._hand_off, ball=1)),
        "hand_off.adjacent",
        4,
    ),
    "AP are not lost": (
        patched(play._PLAY, "end_actions", changed(play._end_actions, ap=1)),
        "turn.lapse",
        2,
    ),
}


@pytest.mark.parametrize("name", WRONG_BALLS)
def test_a_wrong_engine_of_ball_is_found_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    patch, rule, most = WRONG_BALLS[name]
    patch(monkeypatch)
    assert pieces(BALL, hunt(BALL, rule)) <= most


# Pictures

WRONG_PICTURES: dict[str, tuple[Callable[[Picture], Picture], str]] = {
    "another team": (
        lambda picture: replace(
            picture, tokens=tuple(replace(one, team="ATK" if one.team else "") for one in picture.tokens)
        ),
        r"shows Token\(id='DEF\d', .* team='ATK', .*, which is not so",
    ),
    "a piece too few": (
        lambda picture: replace(picture, tokens=picture.tokens[:-1]),
        r"shows no Token\(id='ball', ",
    ),
    "a piece twice": (
        lambda picture: replace(picture, tokens=(*picture.tokens, picture.tokens[0])),
        r"shows (\w+) twice",
    ),
    "what lies above lies below": (
        lambda picture: replace(picture, tokens=picture.tokens[::-1]),
        r"shows its tokens in the order ball, \w+",
    ),
    "the other's turn": (
        lambda picture: replace(picture, turn="DEF"),
        "shows turn as 'DEF', and it is 'ATK'",
    ),
    "no counter": (
        lambda picture: replace(picture, counters={}),
        r"shows counters as \{\}, and it is \{'ap': ",
    ),
}


@pytest.mark.parametrize("name", WRONG_PICTURES)
def test_a_wrong_picture_is_found_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    change, told = WRONG_PICTURES[name]
    right = Ball.picture
    monkeypatch.setattr(Ball, "picture", lambda game, state: change(right(game, state)))
    breach = hunt(BALL, "")
    assert re.search(told, breach.text), breach.text
    assert pieces(BALL, breach) <= 3


# The list of what is legal


def test_an_action_that_is_listed_twice_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Ball.legal
    monkeypatch.setattr(Ball, "legal", lambda game, state: [*right(game, state), *right(game, state)[:1]])
    breach = hunt(BALL, "")
    assert breach.text == "the engine lists this twice"
    assert breach.action["do"] in BALL.actions
    assert pieces(BALL, breach) <= 3


# Scenes


def test_a_position_that_a_scene_cannot_begin_with_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Ball.setup
    monkeypatch.setattr(Ball, "setup", lambda game, start: right(game, start)._replace(down=0))
    breach = hunt(BALL, "")
    assert breach.text == "a scene that should begin here begins with another position"
    assert "down" in BALL.picture(BALL.read_state(breach.state)).tokens[0].marks
    assert pieces(BALL, breach) <= 2


def test_a_set_up_that_fails_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "_SAYINGS", tuple(word for word in setup._SAYINGS if word != "fresh"))
    breach = hunt(BALL, "")
    assert breach.text.startswith("no scene can begin here: Unreadable: place.")
    assert pieces(BALL, breach) == 3


# What a refusal tells and shows

WRONG_REFUSALS: dict[str, tuple[Callable[[Illegal], Illegal], str, str]] = {
    "the square beside": (
        lambda no: Illegal(no.rule, no.why, {**no.facts, "at": "A2"}, no.legs) if "at" in no.facts else no,
        "turn.unable",
        r"the refusal tells \{.*'at': 'A2'\}, and it is \{.*'at': '(?!A2)\w+'\}",
    ),
    "less than there is to say": (
        lambda no: Illegal(no.rule, no.why, {}, no.legs),
        "block.cost",
        r"the refusal tells \{\}, and it is \{.*'ap': 1, 'left': 0\}",
    ),
    "no way": (
        lambda no: Illegal(no.rule, no.why, no.facts),
        "block.move",
        r"the refusal shows no way, and it is \w+ contact \w+-\w+",
    ),
    "the way of another": (
        lambda no: Illegal(no.rule, no.why, no.facts, tuple(replace(leg, token="ball") for leg in no.legs)),
        "move.end",
        r"the refusal shows ball move (\w+-\w+), and it is \w+ move \1",
    ),
}


@pytest.mark.parametrize("name", WRONG_REFUSALS)
def test_a_wrong_telling_of_a_refusal_is_found_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    change, rule, told = WRONG_REFUSALS[name]
    right = refusals.refusal

    def wrong(pitch: Pitch, state: State, action: Action) -> Illegal | None:
        no = right(pitch, state, action)
        return no and change(no)

    monkeypatch.setattr("rulebook.games.ball.game.refusal", wrong)
    breach = hunt(BALL, rule)
    assert re.search(told, breach.text), breach.text
    assert pieces(BALL, breach) <= 3


# Runs


def test_any_number_of_processes_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(constants.PRICES, "block", Price(1, 2))
    spots = explore.scene_spots(books.read(BOOK))[:50]
    alone = explore.run(BALL, 90, 2, spots=spots)
    assert alone.breaches
    assert explore.run(BALL, 90, 2, spots=spots, jobs=3) == alone


def test_processes_need_not_be_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])
    assert explore.run(BALL, 50, 2, jobs=2) == explore.run(BALL, 50, 2)


def test_other_processes_find_a_game_by_its_name_only() -> None:
    with pytest.raises(ValueError, match="'tictactoe' is not in the table of games"):
        explore.run(TicTacToe(), 10, 0, jobs=2)


def test_other_seeds_explore_other_positions() -> None:
    assert explore.run(TicTacToe(), 40, 1) == explore.run(TicTacToe(), 40, 1)
    assert explore.run(TicTacToe(), 40, 1) != explore.run(TicTacToe(), 40, 2)


def test_progress_is_told_until_all_is_done() -> None:
    told: list[tuple[int, int]] = []
    spot = Spot({"cells": "XO.......", "turn": "X"})
    explore.run(TicTacToe(), 100, 0, spots=[spot], progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 101), (41, 101), (81, 101), (101, 101)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_who_wants_one_breach_only_waits_for_no_more(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(play._PLAY, "convert", changed(play._convert, ep=(0, 0)))
    breach = explore.first_breach(BALL, 20_000, 0, jobs=jobs)
    assert breach is not None
    assert breach.rule in ("turn.convert", "ep.adds")
    assert multiprocessing.active_children() == []


def test_without_a_breach_there_is_no_first_one() -> None:
    assert explore.first_breach(TicTacToe(), 50, 1) is None


def test_hash_seeds_change_nothing() -> None:
    script = (
        "from rulebook.check import explore, holes; from rulebook.games import GAMES; ball = GAMES['ball'];"
        "tally = explore.run(ball, 30, 1); print(tally, holes.find(ball, tally))"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=BOOK.parent.parent,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert b"endless" in told[0]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_ends_a_run_and_leaves_no_process_behind(jobs: int) -> None:
    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        explore.run(BALL, 20_000, 0, jobs=jobs, progress=interrupt)
    assert multiprocessing.active_children() == []


def test_what_scenes_do_and_try_is_tried_where_they_do_it() -> None:
    book = books.read(BOOK)
    spots = explore.scene_spots(book)
    states = [json.dumps(spot.state, sort_keys=True) for spot in spots]
    assert len(set(states)) == len(states)
    steps = [step for scene in book.scenes.values() for step in scene.steps]
    acting = [json.dumps(step.do or step.attempt) for step in steps if step.do or step.attempt]
    tried = [json.dumps(action) for spot in spots for action in spot.actions]
    assert set(tried) == set(acting)
    assert len(tried) <= len(acting)


# What BALL offers to the check


@pytest.fixture(scope="module")
def samples() -> list[State]:
    chance = Random(11)
    return [BALL.proof.sample(chance) for _ in range(1500)]


def test_constructed_positions_can_be_read(samples: list[State]) -> None:
    for state in samples:
        assert BALL.read_state(BALL.write_state(state)) == state


def test_constructed_positions_have_everything_in_them(samples: list[State]) -> None:
    kinds = Counter(kind for state in samples for kind in {action[0] for action in BALL.legal(state)})
    assert set(kinds) == set(BALL.actions)
    assert min(kinds.values()) > 30
    pictures = [BALL.picture(state) for state in samples]
    marks = Counter(mark for picture in pictures for token in picture.tokens for mark in token.marks)
    assert set(marks) == {"down", "took", "top", "bottom", "held", "received", "loose"}
    assert {len(picture.tokens) for picture in pictures} == set(range(2, 16))
    assert {picture.phase for picture in pictures} == {"action", "release", "over"}
    assert {stack.fresh for state in samples for stack in state.stacks} == {True, False}


def test_the_same_chance_constructs_the_same(samples: list[State]) -> None:
    chance = Random(11)
    assert [BALL.proof.sample(chance) for _ in range(50)] == samples[:50]


def test_simpler_positions_end_in_an_empty_board(samples: list[State]) -> None:
    for sample in samples[:10]:
        states = [sample]
        while simpler := next(BALL.proof.simpler(states[-1]), None):
            assert BALL.read_state(BALL.write_state(simpler)) == simpler
            states.append(simpler)
        assert [token.id for token in BALL.picture(states[-1]).tokens] == ["ball"]
        assert len(states) < 100


def test_a_scene_can_begin_with_any_position_of_a_game_that_goes_on(samples: list[State]) -> None:
    going = [state for state in samples if state.phase != OVER]
    assert all(BALL.setup(BALL.proof.setup(state)) == state for state in going)
    over = next(state for state in samples if state.phase == OVER)
    with pytest.raises(ValueError, match="the game is over"):
        BALL.proof.setup(over)


def test_small_boards_are_visited_whole() -> None:
    visited = boards(BALL, jobs=2)
    found = [(one.positions, one.actions, one.ends, one.trapped, one.depth) for one in visited]
    assert found == [(7472, 19395, 91, 484, 26), (8446, 18448, 330, 0, 33)]
    assert [one.breaches for one in visited] == [(), ()]


@pytest.mark.parametrize("number", [0, 1])
def test_the_engine_counts_sequences_as_the_walker_does(number: int) -> None:
    game = BALL.proof.small()[number]
    counted = [ways for ways, _ in sequences(game, 6)]
    assert counted == [game.perft(game.new({}), depth) for depth in range(1, 7)]
