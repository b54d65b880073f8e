"""Scenes played: what becomes of right ones, and how wrong ones are told apart."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rulebook import reader, stage
from rulebook.books import scene_paths
from rulebook.errors import Exit, Place, Problem, Problems
from rulebook.games import GAMES
from rulebook.model import Dice, Frame, Game, Illegal, Leg, Scene, Step, Unreadable
from tests.toy import GAME, State, Toy

BALL = GAMES["ball"]
BOOKS = Path(__file__).resolve().parent.parent / "scenes"


def play(text: str, game: Game[Any, Any] = GAME) -> tuple[Frame, ...]:
    return stage.play(game, reader.read_scene("scenes/test/scene.yaml", text, game))


def wrong(text: str, game: Game[Any, Any] = GAME) -> tuple[Problem, ...]:
    with pytest.raises(Problems) as caught:
        play(text, game)
    assert caught.value.exit is max(problem.exit for problem in caught.value.problems)
    return caught.value.problems


def found(text: str, game: Game[Any, Any] = GAME) -> list[str]:
    return [f"{problem.place.line}:{problem.place.column} {problem.code}" for problem in wrong(text, game)]


HEAD = "title: A\nstart: standard\nsteps:\n"

# A game with dice on a board of its own

WALKS = """\
title: Walks
start: standard
remark: RED1 stands on A1.
steps:
  - name: where
    show: {walk: RED1}
    expect: {targets: [B2, A2, B1]}
  - name: too-far
    try: {walk: RED2, to: A3}
    forbidden: walk.near
  - name: walk
    do: {walk: RED1, to: B2}
    dice: [6]
    expect: {RED1: [B2, not-down], stone: [RED1, B2, held, not-down], walks: 1, turn: BLUE, winner: none}
    remark: BLUE1 is next.
  - name: stumble
    do: {walk: BLUE1, to: B3}
    dice: [1]
    expect: {BLUE1: [A3, down], walks: 1, turn: RED, phase: walk}
  - name: shoves
    show: {shove: RED1}
    expect: {targets: [A3, C3]}
  - name: ways
    show: {shove: RED1, to: A3}
    expect: {targets: [A2, B3]}
  - name: whom
    show: {shove: RED1, away: C2}
    expect: {targets: C3}
  - name: shove
    do: {shove: RED1, to: A3, away: B3}
    expect: {RED1: A3, BLUE1: [B3, down], winner: RED, walks: 2}
  - name: over
    try: rest
    forbidden: toy.over
"""


def frames_of(text: str, game: Game[Any, Any] = GAME) -> dict[str, Frame]:
    return {frame.step: frame for frame in play(text, game)}


def test_one_frame_for_the_start_and_one_for_each_step() -> None:
    names = "start where too-far walk stumble shoves ways whom shove over".split()
    assert [frame.id for frame in play(WALKS)] == [f"scene/{name}" for name in names]


def test_the_first_frame_is_the_start() -> None:
    first = play(WALKS)[0]
    assert (first.remark, first.action, first.events, first.show) == ("RED1 stands on A1.", None, (), None)
    assert first.picture == GAME.picture(GAME.setup({"base": "standard"}))


def test_what_is_done_happens() -> None:
    frames = frames_of(WALKS)
    walk = frames["walk"]
    assert walk.action == {"do": "walk", "piece": "RED1", "to": "B2"}
    assert [event.kind for event in walk.events] == ["walk"]
    assert walk.events[0].legs == (Leg("RED1", ("A1", "B2"), "move"),)
    assert (walk.aim, walk.targets, walk.refusal, walk.remark) == (("B2",), (), None, "BLUE1 is next.")
    assert frames["stumble"].rules == ("walk.die",)
    assert frames["shove"].rules == ("shove.who", "toy.win")
    assert frames["shove"].aim == ("A3", "B3")


def test_what_is_refused_changes_nothing() -> None:
    frames = frames_of(WALKS)
    refused = frames["too-far"]
    assert refused.picture == frames["start"].picture
    assert (refused.events, refused.aim, refused.rules) == ((), ("A3",), ("walk.near",))
    assert refused.refusal is not None
    assert refused.refusal.legs == (Leg("RED2", ("C1", "A3"), "move"),)
    assert refused.refusal.__traceback__ is None
    assert frames["over"].picture == frames["shove"].picture


def test_what_is_shown_changes_nothing() -> None:
    frames = frames_of(WALKS)
    where, ways, whom = frames["where"], frames["ways"], frames["whom"]
    assert where.picture == frames["start"].picture
    assert (where.show, where.action, where.events) == ({"do": "walk", "piece": "RED1"}, None, ())
    assert (where.targets, where.aim) == (("A2", "B1", "B2"), ())
    assert (ways.targets, ways.aim) == (("A2", "B3"), ("A3",))
    assert (whom.targets, whom.aim) == (("C3",), ("C2",))
    assert (where.asks, ways.asks, whom.asks) == ("to", "away", "to")


def test_a_show_asks_for_the_field_that_its_targets_fill() -> None:
    """Neither for the piece, where that is left out too, nor for a field that names no point."""
    steps = "  - {name: a, show: walk}\n  - {name: b, show: {walk: RED1}}\n  - {name: c, show: rest}\n"
    assert [frame.asks for frame in play(HEAD + steps, STRONG)] == ["", "to", "to", ""]


BRANCHES = (
    HEAD
    + """\
  - {name: before, do: rest}
  - {name: walk, do: {walk: BLUE1, to: B3}, dice: [6], expect: {BLUE1: [B3, not-down], turn: RED}}
  - {name: stumble, from: before, do: {walk: BLUE1, to: B3}, dice: [1], expect: {BLUE1: [A3, down]}}
  - {name: again, from: start, do: rest, expect: {turn: BLUE}}
  - {name: then, show: {walk: BLUE1}}
"""
)


def test_a_branch_goes_on_from_an_earlier_step() -> None:
    frames = frames_of(BRANCHES)
    assert {step: frame.after for step, frame in frames.items() if frame.after} == {
        "stumble": "before",
        "again": "start",
    }
    assert frames["again"].picture == frames["before"].picture == frames["then"].picture


def test_dice_come_with_their_odds() -> None:
    frames = frames_of(BRANCHES)
    assert {step: (frame.dice, frame.odds) for step, frame in frames.items() if frame.dice} == {
        "walk": ((6,), (5, 6)),
        "stumble": ((1,), (1, 6)),
    }
    assert frames["before"].odds is None


def test_what_happens_in_every_fall_has_no_odds() -> None:
    class Firm(Toy):
        """Nobody stumbles."""

        def done(self, state: State, action: tuple[str, ...], dice: Dice) -> Any:
            return super().done(state, action, tuple(6 for _ in dice))

    frames = frames_of(BRANCHES.replace("[A3, down]", "[B3, not-down]"), Firm())
    assert [frames[step].odds for step in ("walk", "stumble")] == [None, None]


def test_a_branch_needs_an_earlier_step() -> None:
    for name in ("stumble", "then", "nowhere"):
        text = BRANCHES.replace("from: before", f"from: {name}")
        assert found(text) == ["6:27 unknown-step"]


@pytest.mark.parametrize(
    ("show", "targets"),
    [
        ({"do": "walk"}, ("A2", "B1", "B2", "C2")),
        ({"do": "walk", "piece": "RED1"}, ("A2", "B1", "B2")),
        ({"do": "walk", "piece": "RED1", "to": "B1"}, ()),
        ({"do": "walk", "piece": "BLUE1"}, ()),
        ({"do": "lend", "piece": "RED1"}, ("B1",)),
        ({"do": "lend", "piece": "RED1", "taker": "RED2"}, ()),
        ({"do": "rest"}, ()),
        ({"do": "shove"}, ()),
    ],
)
def test_targets(show: Mapping[str, str], targets: tuple[str, ...]) -> None:
    """A token that an action names stands for its point, and the board's order decides."""
    place = {"RED2": "B1"} if show["do"] == "lend" else {}
    state = GAME.setup({"base": "standard", "place": place})
    assert stage.targets(GAME, state, show) == targets


class Strong(Toy):
    """A walk has a strength too, a field that names no point."""

    def read_action(self, value: Any) -> tuple[str, ...]:
        return super().read_action({name: entry for name, entry in value.items() if name != "strength"})

    def write_action(self, action: tuple[str, ...]) -> Any:
        return super().write_action(action) | {"strength": "weak"}


STRONG: Game[Any, Any] = Strong()
STRONG.actions = {"walk": ("piece", "strength", "to"), "rest": ()}


def test_targets_follow_the_points_and_not_the_number_of_fields() -> None:
    state = STRONG.setup({"base": "standard"})
    show = {"do": "walk", "piece": "RED1"}
    assert stage.targets(STRONG, state, show) == ("A2", "B1", "B2")
    assert stage.targets(STRONG, state, show | {"strength": "weak"}) == ("A2", "B1", "B2")
    assert stage.targets(STRONG, state, show | {"strength": "strong"}) == ()


@pytest.mark.parametrize(
    ("strength", "expected"),
    [("weak", []), ("[weak]", []), ("7", []), ("odd", ["4:44 bad-value"]), ("RED9", ["4:44 unknown-piece"])],
)
def test_a_value_that_names_no_point_is_known_by_what_is_legal(strength: str, expected: list[str]) -> None:
    text = HEAD + f"  - {{name: a, show: {{walk: RED1, strength: {strength}}}}}\n"
    if expected:
        assert found(text, STRONG) == expected
    else:
        frame = play(text, STRONG)[1]
        assert (frame.aim, frame.asks) == ((), "to" if frame.targets else "")


# Wrong scenes (the fourteen of the catalogue's SPEC-08, and more)

FIRST = "  - name: first\n    do: {walk: RED1, to: B2}\n    dice: [6]\n"
SECOND = "  - name: second\n    do: {walk: BLUE1, to: A2}\n    dice: [6]\n"

WRONG = {
    "an illegal action shown as legal": (
        "  - {name: a, do: {walk: RED1, to: C3}, dice: [6]}\n",
        ["4:15 refused"],
    ),
    "a legal action shown as illegal": (
        "  - name: a\n    try: {walk: RED1, to: A2}\n    forbidden: walk.free\n",
        ["5:5 allowed"],
    ),
    "a legal action with dice shown as illegal": (
        "  - {name: a, try: {walk: RED1, to: A2}, dice: [6], forbidden: walk.free}\n",
        ["4:15 allowed"],
    ),
    "refused by another rule": (
        "  - name: a\n    try: {walk: RED1, to: C3}\n    forbidden: walk.free\n",
        ["6:16 wrong-rule"],
    ),
    "a wrong score": (FIRST + "    expect: {walks: 2}\n", ["7:21 unmet"]),
    "the wrong side moves": ("  - {name: a, do: {walk: BLUE1, to: A2}, dice: [6]}\n", ["4:15 refused"]),
    "an expectation of a piece that is absent": (
        FIRST + "    expect: {RED3: down}\n",
        ["7:20 unknown-piece"],
    ),
    "a remark about a piece that is absent": (FIRST + "    remark: RED3 looks on.\n", ["7:13 absent-piece"]),
    "a step is missing": (SECOND, ["5:5 refused"]),
    "a step is repeated under its name": (FIRST + FIRST, ["7:11 duplicate-step"]),
    "a step is repeated under another name": (FIRST + FIRST.replace("first", "again"), ["8:5 refused"]),
    "the order is swapped": (SECOND + FIRST, ["5:5 refused"]),
    "off the board": ("  - {name: a, do: {walk: RED1, to: A4}, dice: [6]}\n", ["4:36 off-board"]),
    "dice that cannot be": ("  - {name: a, do: {walk: RED1, to: A2}, dice: [7]}\n", ["4:48 dice"]),
    "dice too many": ("  - {name: a, do: {walk: RED1, to: A2}, dice: [2, 3]}\n", ["4:41 dice"]),
    "dice too few": ("  - {name: a, do: {walk: RED1, to: A2}}\n", ["4:15 dice"]),
    "dice for what takes none": ("  - {name: a, do: rest, dice: [1]}\n", ["4:25 dice"]),
    "a number where a mark belongs": (FIRST + "    expect: {walks: down}\n", ["7:21 wrong-type"]),
    "a mark that is none": (FIRST + "    expect: {RED1: dwn}\n", ["7:20 unknown-word"]),
    "the absence of a mark that is none": (FIRST + "    expect: {RED1: not-dwn}\n", ["7:20 unknown-word"]),
    "the absence of a point": (FIRST + "    expect: {RED1: not-A1}\n", ["7:20 unknown-word"]),
    "a key that is none": (FIRST + "    expect: {walk: 1}\n", ["7:20 unknown-key"]),
    "a team that is none": (FIRST + "    expect: {turn: GREEN}\n", ["7:20 unknown-word"]),
    "a mark that is not set": (FIRST + "    expect: {RED1: down}\n", ["7:20 unmet"]),
    "a mark that is set": (FIRST + "    expect: {stone: not-held}\n", ["7:21 unmet"]),
    "another point": (FIRST + "    expect: {RED1: A1}\n", ["7:20 unmet"]),
    "another holder": (FIRST + "    expect: {stone: BLUE1}\n", ["7:21 unmet"]),
    "another team": (FIRST + "    expect: {turn: RED}\n", ["7:20 unmet"]),
    "another phase": (FIRST + "    expect: {phase: talk}\n", ["7:21 unmet"]),
    "a winner too early": (FIRST + "    expect: {winner: RED}\n", ["7:22 unmet"]),
    "a target too few": ("  - {name: a, show: {walk: RED1}, expect: {targets: [A2, B1]}}\n", ["4:44 unmet"]),
    "a target too many": (
        "  - {name: a, show: {walk: RED1}, expect: {targets: [A2, B1, B2, C2]}}\n",
        ["4:44 unmet"],
    ),
    "targets where there are none": (
        "  - {name: a, show: {walk: BLUE1}, expect: {targets: A2}}\n",
        ["4:54 unmet"],
    ),
    "no targets where there are some": (
        "  - {name: a, show: {walk: RED1}, expect: {targets: []}}\n",
        ["4:44 unmet"],
    ),
}


@pytest.mark.parametrize("fault", WRONG)
def test_a_wrong_scene_fails_with_its_own_code_at_its_place(fault: str) -> None:
    steps, expected = WRONG[fault]
    assert found(HEAD + steps) == expected


def test_the_exit_code_tells_a_mismatch_from_what_cannot_be_read() -> None:
    mismatches = {"refused", "allowed", "wrong-rule", "unmet", "absent-piece"}
    for steps, _ in WRONG.values():
        for problem in wrong(HEAD + steps):
            assert problem.exit is (Exit.MISMATCH if problem.code in mismatches else Exit.INPUT)
            assert problem.text


@pytest.mark.parametrize(
    ("start", "place"),
    [
        ("{place: {RED1: A4}}", "2:23"),
        ("{place: {RED1: A1, RED2: A1}}", "2:33"),
        ("{base: standart}", "2:15"),
        ("{base: standard, turn: GREEN}", "2:31"),
    ],
)
def test_an_invalid_start(start: str, place: str) -> None:
    assert found(f"title: A\nstart: {start}\n") == [f"{place} bad-start"]


def test_an_invalid_start_is_found_on_the_stage_too() -> None:
    """The reader has told it already; a scene made by a program has not been read."""
    places: dict[tuple[str | int, ...], Place] = {
        (): Place("a.yaml", 1, 1),
        ("start", "place"): Place("a.yaml", 3, 3),
    }
    scene = Scene("a", "A", {"place": {"RED1": "A4"}}, (), places)
    with pytest.raises(Problems, match=r"a\.yaml:3:3: bad-start: place\.RED1: 'A4' is no place"):
        stage.play(GAME, scene)


def test_an_action_that_nobody_has_read() -> None:
    places: dict[tuple[str | int, ...], Place] = {
        (): Place("a.yaml", 1, 1),
        ("steps", 0, "do", "to"): Place("a.yaml", 5, 7),
    }
    step = Step("a", Place("a.yaml", 4, 3), do={"do": "walk", "piece": "RED1", "to": "Z9"})
    with pytest.raises(Problems, match=r"a\.yaml:5:7: off-board: step 'a': to: 'Z9'"):
        stage.play(GAME, Scene("a", "A", {"base": "standard"}, (step,), places))


def test_both_rules_are_named() -> None:
    steps = "  - name: a\n    try: {walk: RED1, to: C3}\n    forbidden: walk.free\n"
    assert str(wrong(HEAD + steps)[0]) == (
        "scenes/test/scene.yaml:6:16: wrong-rule: step 'a': refused by walk.near, not by walk.free: "
        "C3 is not next to RED1; write 'forbidden: walk.near' if that is what the step shows"
    )


def test_it_is_told_what_is_so_instead() -> None:
    expect = "    expect: {RED1: [A1, down], stone: [BLUE1], walks: 3, turn: RED, winner: RED}\n"
    assert [problem.text.removeprefix("step 'first': ") for problem in wrong(HEAD + FIRST + expect)] == [
        "'RED1' should be 'A1', but is on B2",
        "'RED1' should be 'down', but is on B2",
        "'stone' should be 'BLUE1', but is on B2 with RED1 (held)",
        "'walks' should be '3', but is 1",
        "'turn' should be 'RED', but is BLUE",
        "'winner' should be 'RED', but is none",
    ]
    targets = "  - {name: a, show: {walk: RED1}, expect: {targets: A1}}\n"
    assert wrong(HEAD + targets)[0].text == "step 'a': the targets are [A2, B1, B2]"
    targets = "  - {name: a, show: {walk: BLUE1}, expect: {targets: A1}}\n"
    assert wrong(HEAD + targets)[0].text == "step 'a': the targets are none, so []"


def test_near_words_are_advised() -> None:
    expect = "    expect: {RED1: [dwn, not-dow], walk: 1, RED9: A1, turn: BLU}\n    remark: RED9 looks on.\n"
    assert [problem.advice for problem in wrong(HEAD + FIRST + expect)] == [
        "did you mean 'down'?",
        "did you mean 'down'?",
        "did you mean 'walks'?",
        "did you mean 'RED2'?",
        "did you mean 'BLUE'?",
        "did you mean 'RED2'?",
    ]


def test_a_scene_stops_at_its_first_wrong_action_and_tells_what_was_unmet_before() -> None:
    steps = (
        FIRST
        + "    expect: {walks: 2, RED1: down}\n"
        + FIRST.replace("first", "again")
        + SECOND
        + "    expect: {walks: 9}\n"
    )
    assert found(HEAD + steps) == ["7:21 unmet", "7:30 unmet", "9:5 refused"]


def test_unmet_expectations_of_all_steps_are_told() -> None:
    steps = FIRST + "    expect: {walks: 2}\n" + SECOND + "    expect: {walks: 9}\n"
    assert found(HEAD + steps) == ["7:21 unmet", "11:21 unmet"]


def test_many_problems_are_capped_and_keep_the_gravest_exit_code() -> None:
    words = ", ".join(["down"] * 60 + ["dwn"])
    problems = wrong(HEAD + FIRST + f"    expect: {{RED1: [{words}]}}\n")
    assert len(problems) == reader.SHOWN + 1
    assert [problem.exit for problem in problems] == [Exit.MISMATCH] * 50 + [Exit.INPUT]


@pytest.mark.parametrize(
    ("remark", "absent"),
    [
        ("RED3 is absent, RED1 is not.", ["RED3"]),
        ("RED3, BLUE7 and RED3 again", ["BLUE7", "RED3"]),
        ("stone1 is none", ["stone1"]),
        ("A4 and X3 are no pieces, red3 and REDCAP3 neither.", []),
        ("5 of 7", []),
    ],
)
def test_a_remark_speaks_of_what_is_there(remark: str, absent: list[str]) -> None:
    text = f"title: A\nstart: standard\nremark: {remark}\n"
    if not absent:
        assert play(text)[0].remark == remark
        return
    problems = wrong(text)
    assert sorted(problem.text.split("'")[1] for problem in problems) == sorted(absent)
    assert {(problem.code, problem.place.line) for problem in problems} == {("absent-piece", 3)}


def test_a_point_in_a_remark_is_no_piece() -> None:
    game: Game[Any, Any] = Toy(teams=("RED", "BLUE", "A"))
    assert found("title: A\nstart: standard\nremark: From A2 to A9.\n", game) == ["3:9 absent-piece"]


def test_a_remark_may_speak_of_a_piece_that_just_left() -> None:
    class Trapdoor(Toy):
        def done(self, state: State, action: tuple[str, ...], dice: Dice) -> Any:
            return self.setup({"place": {"RED2": "A1"}}), ()

    step = "  - name: {}\n    do: rest\n    remark: RED1 has gone.\n"
    steps = step.format("a") + step.format("b")
    assert found(HEAD + steps, Trapdoor()) == ["9:13 absent-piece"]


def test_what_is_not_there_cannot_be_shown() -> None:
    head = "title: A\nstart: {place: {RED1: A1, BLUE2: B3}}\nsteps:\n"
    assert found(head + "  - {name: a, show: {walk: RED2}}\n") == ["4:28 unknown-piece"]
    assert found(head + "  - {name: a, show: {lend: RED1, taker: RED2}}\n") == ["4:41 unknown-piece"]
    assert found(head + "  - {name: a, do: {walk: RED2, to: A2}, dice: [2]}\n") == ["4:26 unknown-piece"]
    assert found(head + "  - {name: a, try: {lend: RED1, taker: RED2}, forbidden: lend.mate}\n") == [
        "4:40 unknown-piece"
    ]


class DiceFirst(Toy):
    """A game that looks at the dice before it looks at the rules."""

    def apply(self, state: State, action: tuple[str, ...], dice: Dice = ()) -> Any:
        if action[0] == "walk" and len(dice) != 1:
            raise Unreadable((), "a walk takes one die")
        return super().apply(state, action, dice)


def test_a_try_without_dice_in_a_game_that_wants_them_first() -> None:
    game = DiceFirst()
    step = "  - {name: a, try: {walk: RED1, to: A2}, forbidden: walk.free}\n"
    assert found(HEAD + step, game) == ["4:15 allowed"]
    assert found(HEAD + step.replace("A2", "C3"), game) == ["4:15 dice"]
    assert play(HEAD + step.replace("A2", "C3").replace("walk.free", "walk.near, dice: [3]"), game)[1].refusal


def test_a_fault_of_the_game_is_not_taken_for_one_of_the_scene() -> None:
    class Broken(Toy):
        def legal(self, state: State) -> Sequence[tuple[str, ...]]:
            raise ZeroDivisionError("by nothing")

    (problem,) = wrong(WALKS, Broken())
    assert (problem.code, problem.exit) == ("engine-fails", Exit.FAULT)
    assert problem.text == "step 'where': the engine fails: ZeroDivisionError: by nothing"
    assert problem.place.line == 5


@pytest.mark.parametrize("method", ["setup", "picture"])
def test_a_game_that_fails_before_the_first_step_is_told_at_the_start(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(Toy, method, fails)
    (problem,) = wrong(WALKS)
    assert (problem.code, problem.exit) == ("engine-fails", Exit.FAULT)
    assert problem.text == "the engine fails: ZeroDivisionError: by nothing"


def test_a_game_that_lists_what_it_refuses_is_told_at_the_question() -> None:
    class Lists(Toy):
        def legal(self, state: State) -> Sequence[tuple[str, ...]]:
            return (*super().legal(state), ("walk", "RED1", "C3"))

    step = '  - {name: a, show: {walk: RED1}, ask: {question: "Where to?", answer: targets}}\n'
    (problem,) = wrong(HEAD + step, Lists())
    assert (problem.code, problem.exit) == ("engine-fails", Exit.FAULT)
    assert problem.text.startswith("step 'a': the engine fails: Illegal: walk.near: C3 is not next to RED1")


# BALL

DODGE = """\
title: A dodge on the holder
start: {turn: DEF, place: {DEF5: H11, ATK5: F9 ball, ATK2: G8}}
steps:
  - name: targets
    show: {dodge: DEF5}
    expect: {targets: F9}
  - name: exits
    show: {dodge: DEF5, to: F9}
    expect: {targets: [E8, E10, G10]}
  - name: no-exit
    try: {dodge: DEF5, to: F9, exit: G8}
    forbidden: dodge.exit
  - name: dodge
    do: {dodge: DEF5, to: F9, exit: E8}
    expect: {ATK5: [F9, down], ball: [DEF5, E8, held], DEF5: [E8, took], ep.DEF: 1, ep.ATK: 0, ap: 1}
  - name: locked
    try: {move: DEF5, to: D7}
    forbidden: turn.took
  - name: convert
    do: {convert: 1}
    expect: {ep.DEF: 2, ap: 0, phase: action, turn: DEF, winner: none}
  - name: end
    do: end_actions
    expect: {phase: release}
  - name: end-turn
    do: {end_turn: }
    expect: {turn: ATK, DEF5: not-took}
"""


def test_a_scene_of_ball() -> None:
    frames = frames_of(DODGE, BALL)
    assert frames["dodge"].aim == ("F9", "E8")
    assert frames["dodge"].events[0].kind == "dodge"
    assert "dodge.cost" in frames["dodge"].rules
    assert frames["exits"].targets == ("E8", "E10", "G10")
    assert frames["exits"].aim == ("F9",)
    assert isinstance(frames["locked"].refusal, Illegal)
    assert frames["convert"].aim == ()
    assert list(frames) == "start targets exits no-exit dodge locked convert end end-turn".split()


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("exit: E8}\n    expect", "exit: G8}\n    expect", ["14:5 refused"]),
        ("exit: G8", "exit: E8", ["11:5 allowed"]),
        ("forbidden: dodge.exit", "forbidden: dodge.target", ["12:16 wrong-rule"]),
        ("ep.DEF: 1", "ep.DEF: 2", ["15:82 unmet"]),
        ("do: {dodge: DEF5", "do: {dodge: ATK2", ["14:5 refused"]),
        ("ATK5: [F9, down]", "ATK6: [F9, down]", ["15:14 unknown-piece"]),
        ("to: F9, exit: E8}", "to: F9, exit: N8}", ["14:37 off-board"]),
        ("to: F9, exit: E8}", "to: F9, exit: F8}", ["14:5 refused"]),
        ("do: {convert: 1}", "do: {convert: 1}\n    dice: [1]", ["21:5 dice"]),
        ("place: {DEF5: H11", "place: {DEF5: F9", ["2:34 bad-start"]),
        ("do: {convert: 1}", "do: {move: ATK6, to: E8}", ["20:16 unknown-piece"]),
        ("do: {convert: 1}", "do: {convert: 3}", ["20:5 refused"]),
        ("show: {dodge: DEF5}", "show: {dodge: DEF4}", ["5:19 unknown-piece"]),
        ("show: {dodge: DEF5}", "show: {dodge: ATK2}", ["6:23 unmet"]),
    ],
)
def test_a_wrong_scene_of_ball(old: str, new: str, expected: list[str]) -> None:
    assert old in DODGE
    assert found(DODGE.replace(old, new, 1), BALL) == expected


SCENES = [path for folder in sorted(BOOKS.iterdir()) for path in scene_paths(folder)]


@pytest.mark.parametrize("path", SCENES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_scene_of_a_book_plays(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    frames = play(text, GAMES[path.parent.name])
    assert len(frames) == 1 + text.count("- name: ")
    assert len({frame.id for frame in frames}) == len(frames)
    by_step = {frame.step: frame for frame in frames}
    for last, frame in pairwise(frames):
        before = by_step[frame.after] if frame.after else last
        assert frame.action or frame.show
        assert frame.events if frame.action and not frame.refusal else frame.picture == before.picture


def test_playing_twice_gives_the_same() -> None:
    first, second = play(WALKS), play(WALKS)
    assert [frame.picture for frame in first] == [frame.picture for frame in second]
    assert [frame.events for frame in first] == [frame.events for frame in second]
