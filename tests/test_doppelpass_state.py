"""Positions, actions and steps of Doppelpass as JSON: there and back; what is wrong is found by its field."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from rulebook.games.doppelpass import DOPPELPASS, FACTS, RULES, Doppelpass
from rulebook.games.doppelpass.constants import MODES
from rulebook.games.doppelpass.pitch import STANDARD
from rulebook.model import JSON, Fact, Role, Unreadable
from tests.doppelpass_positions import SMALL, act, at, crowded, play, table, walk

START = DOPPELPASS.write_state(DOPPELPASS.new({}))
KEEPERS = {"A": [5, 0], "B": [5, 16]}


def path_of(error: Unreadable) -> str:
    return ".".join(map(str, error.path))


# The start of a game


def test_the_start() -> None:
    expected = {
        "game": "doppelpass",
        "mode": "base",
        "goals": 7,
        "max_rolls": None,
        "phase": "toss",
        "turn": None,
        "pieces": {"black": [4, 8], "red": [5, 8], "gold": [6, 8]},
        "keepers": None,
        "score": {"A": 0, "B": 0},
        "dice": [],
        "shot": None,
        "rolls": 0,
        "winner": None,
    }
    assert expected == START
    assert (
        list(START)
        == "game mode goals max_rolls phase turn pieces keepers score dice shot rolls winner".split()
    )


@pytest.mark.parametrize("mode", MODES)
def test_who_is_named_first_kicks_off_without_a_toss(mode: str) -> None:
    value = DOPPELPASS.write_state(DOPPELPASS.new({"mode": mode, "first": "B", "goals": 3, "max_rolls": 90}))
    keepers = None if mode == "base" else KEEPERS
    phase = "roll" if mode == "base" else "keeper"
    changed = {"mode": mode, "goals": 3, "max_rolls": 90, "phase": phase, "turn": "B", "keepers": keepers}
    assert value == {**START, **changed}


@pytest.mark.parametrize(
    ("path", "options"),
    [
        ("mode", {"mode": "pro"}),
        ("mode", {"mode": None}),
        ("goals", {"goals": 0}),
        ("goals", {"goals": True}),
        ("goals", {"goals": 3.0}),
        ("max_rolls", {"max_rolls": 0}),
        ("max_rolls", {"max_rolls": "90"}),
        ("first", {"first": "C"}),
        ("first", {"first": 0}),
        ("clock", {"clock": 30}),
        ("", []),
        ("", None),
    ],
)
def test_wrong_options(path: str, options: JSON) -> None:
    with pytest.raises(Unreadable) as caught:
        DOPPELPASS.new(options)
    assert path_of(caught.value) == path


def test_a_game_can_have_other_options_where_none_are_given() -> None:
    game = Doppelpass(STANDARD, {"mode": "munich", "goals": 2})
    assert game.new({}) == DOPPELPASS.new({"mode": "munich", "goals": 2})
    assert game.new({"mode": "base"}) == DOPPELPASS.new({"goals": 2})


# There and back


def test_states_actions_and_steps_go_there_and_back() -> None:
    for game in (DOPPELPASS, SMALL):
        states = [crowded(seed, game) for seed in range(300)]
        for mode in MODES:
            states += [state for state, _, _ in walk(3, 150, mode, game)]
        for state in states:
            value = json.loads(json.dumps(game.write_state(state)))
            assert game.read_state(value) == state
            assert game.write_state(game.read_state(value)) == value
            for action in game.legal(state):
                assert game.read_action(json.loads(json.dumps(game.write_action(action)))) == action
                assert game.read_step(json.loads(json.dumps(game.write_step(action)))) == action


def test_actions_as_the_protocol_writes_them() -> None:
    written = [
        {"do": "roll"},
        {"do": "shift", "to": [4, 16]},
        {
            "do": "move",
            "first": {"piece": "black", "die": 1, "to": [3, 15]},
            "second": {"piece": "red", "die": 5, "to": [7, 17]},
        },
        {"do": "direct", "piece": "red", "to": [7, 17]},
        {"do": "indirect"},
        {"do": "corner", "piece": "black", "die": 6, "to": [6, 10]},
        {"do": "penalty", "piece": "red", "out": {"black": [1, 12], "gold": [9, 12]}},
        {"do": "penalty", "piece": "gold", "out": {}},
        {"do": "missed", "to": [-4, 99]},
        {"do": "save", "with": 2},
        {"do": "kick_off"},
        {"do": "end_turn"},
    ]
    for value in written:
        assert DOPPELPASS.write_action(DOPPELPASS.read_action(value)) == value


def test_steps_are_flat_and_name_their_points() -> None:
    steps: list[JSON] = [
        {"do": "shift", "to": "E17"},
        {
            "do": "move",
            "piece": "black",
            "die": 1,
            "to": "D16",
            "second": "red",
            "second_die": 5,
            "second_to": "H18",
        },
        {"do": "direct", "piece": "red", "to": "D0"},
        {"do": "corner", "piece": "black", "die": 6, "to": "G11"},
        {"do": "penalty", "piece": "red", "black_to": "B13", "gold_to": "J13"},
        {"do": "missed", "to": "E15"},
        {"do": "save", "with": 1},
        {"do": "roll"},
    ]
    for value in steps:
        assert DOPPELPASS.write_step(DOPPELPASS.read_step(value)) == value
        assert list(value) == ["do", *(name for name in DOPPELPASS.actions[value["do"]] if name in value)]
    shot = DOPPELPASS.read_step(steps[1])
    assert DOPPELPASS.write_action(shot)["second"] == {"piece": "red", "die": 5, "to": [7, 17]}
    beyond = DOPPELPASS.read_action({"do": "missed", "to": [11, 3]})
    assert DOPPELPASS.write_step(beyond) == {"do": "missed", "to": "(11, 3)"}


def test_reading_does_not_change_what_is_read() -> None:
    value = DOPPELPASS.write_state(crowded(8))
    before = copy.deepcopy(value)
    DOPPELPASS.read_state(value)
    assert before == value


# Actions that are none


MALFORMED = """
{} | do
[] |
{"do": "jump"} | do
{"do": ["roll"]} | do
{"do": "roll", "dice": 2} | dice
{"do": "shift"} | to
{"do": "shift", "to": "E17"} | to
{"do": "shift", "to": [4]} | to
{"do": "shift", "to": [4, 16, 0]} | to
{"do": "shift", "to": [4, true]} | to
{"do": "shift", "to": [4.0, 16]} | to
{"do": "move", "first": {"piece": "black", "die": 1, "to": [3, 15]}} | second
{"do": "move", "first": 1, "second": 2} | first
{"do": "move", "first": {"piece": "blue", "die": 1, "to": [3, 15]}, "second": {}} | first.piece
{"do": "move", "first": {"piece": "red", "die": 0, "to": [3, 15]}, "second": {}} | first.die
{"do": "move", "first": {"piece": "red", "die": 7, "to": [3, 15]}, "second": {}} | first.die
{"do": "move", "first": {"piece": "red", "die": true, "to": [3, 15]}, "second": {}} | first.die
{"do": "move", "first": {"piece": "red", "die": 1, "to": [3, 15]}, "second": {}} | second.piece
{"do": "move", "first": {"piece": "red", "die": 1, "to": null}, "second": {}} | first.to
{"do": "move", "first": {"piece": "red", "die": 1, "to": [3, 15], "x": 1}, "second": {}} | first.x
{"do": "direct", "piece": "keeper.B", "to": [7, 17]} | piece
{"do": "direct", "piece": null, "to": [7, 17]} | piece
{"do": "indirect", "to": [7, 17]} | to
{"do": "corner", "piece": "black", "to": [6, 10]} | die
{"do": "penalty", "piece": "red"} | out
{"do": "penalty", "piece": "red", "out": []} | out
{"do": "penalty", "piece": "red", "out": {"blue": [1, 12]}} | out.blue
{"do": "penalty", "piece": "red", "out": {"black": null}} | out.black
{"do": "save"} | with
{"do": "save", "with": 0} | with
{"do": "save", "with": 3} | with
{"do": "save", "with": "1"} | with
"""


@pytest.mark.parametrize(("text", "path"), table(MALFORMED))
def test_what_is_no_action(text: str, path: str) -> None:
    with pytest.raises(Unreadable) as caught:
        DOPPELPASS.read_action(json.loads(text))
    assert path_of(caught.value) == path


@pytest.mark.parametrize(
    ("step", "path"),
    [
        ({"do": "jump"}, "do"),
        ({"do": "shift", "to": [4, 16]}, "to"),
        ({"do": "shift", "to": "L3"}, "to"),
        ({"do": "shift", "to": "A19"}, "to"),
        ({"do": "shift", "to": "a1"}, "to"),
        ({"do": "corner", "piece": "black", "die": 7, "to": "A1"}, "die"),
        ({"do": "corner", "piece": "blue", "die": 1, "to": "A1"}, "piece"),
        (
            {"do": "move", "piece": "red", "die": 1, "to": "A1", "second": "gold", "second_die": 1},
            "second_to",
        ),
        ({"do": "penalty", "piece": "red", "blue_to": "A1"}, "blue_to"),
        ({"do": "penalty", "piece": "red", "black_to": "Z1"}, "black_to"),
        ({"do": "save", "with": 3}, "with"),
        ({"do": "roll", "to": "A1"}, "to"),
        ("roll", ""),
    ],
)
def test_what_is_no_step(step: JSON, path: str) -> None:
    with pytest.raises(Unreadable) as caught:
        DOPPELPASS.read_step(step)
    assert path_of(caught.value) == path


# Impossible states, by the field that is found first


Change = Callable[[Any], None]


def put(*path_and_value: Any) -> Change:
    """A change that sets the field at a path to a value."""
    *path, last, value = path_and_value

    def change(state: Any) -> None:
        for key in path:
            state = state[key]
        state[last] = value

    return change


def drop(*path: Any) -> Change:
    """A change that takes the field at a path away."""

    def change(state: Any) -> None:
        for key in path[:-1]:
            state = state[key]
        del state[path[-1]]

    return change


MOVE = "munich; A 5 1; black C15; red C13; gold G14; score 1 0; max_rolls 9; rolls 9"
KICK_OFF = "supplement; A; phase kick_off; black goal; score 0 1; max_rolls 9; rolls 8"
PASS = "supplement; A; black D16; red C13; gold G14; keeper.B E15; shot pass red H18 5; max_rolls 9; rolls 9"
DIRECT = "munich; A; black C16; red C13; gold G14; keeper.B F16; shot direct red H18 3"
BESIDE = "munich; A; black D16; red E15; gold G14; keeper.B E17; shot pass red H18 5"
ASIDE = "munich; A; black B16; red B14; gold E14; keeper.B G17; shot pass red F18 4"
PENALTY = "keeper; A; black B13; red A12; gold F15; keeper.B F15; shot penalty gold"
SCORED = f"{PENALTY} 3"
MISSED = f"{PENALTY} 2"
OVER = "over"


def value_of(name: str) -> Any:
    """A possible state by its text; `over` is a game that A has won."""
    if name != OVER:
        return DOPPELPASS.write_state(at(name))
    state = play(at("A 5 1; goals 1; black C15; red C13; gold G14; rolls 1"), "move black 1 D16 red 5 H18")
    return DOPPELPASS.write_state(state)


IMPOSSIBLE: list[tuple[str, str, Change]] = [
    *((name, MOVE, drop(name)) for name in START),
    *((name, MOVE, put(name, "?")) for name in START),
    *((name, MOVE, put(name, True)) for name in START),
    ("colour", MOVE, put("colour", "red")),
    ("game", MOVE, put("game", "ball")),
    ("mode", MOVE, put("mode", "pro")),
    ("goals", MOVE, put("goals", 0)),
    ("goals", MOVE, put("goals", None)),
    ("max_rolls", MOVE, put("max_rolls", 0)),
    ("phase", MOVE, put("phase", "shoot")),
    ("phase", "A", put("phase", "keeper")),
    ("phase", "A", put("phase", "save")),
    ("turn", MOVE, put("turn", None)),
    ("turn", MOVE, put("turn", "C")),
    ("turn", "phase toss", put("turn", "A")),
    ("pieces.black", MOVE, drop("pieces", "black")),
    ("pieces.blue", MOVE, put("pieces", "blue", [0, 0])),
    ("pieces.black", MOVE, put("pieces", "black", None)),
    ("pieces.black", MOVE, put("pieces", "black", [11, 3])),
    ("pieces.black", MOVE, put("pieces", "black", [3, 17])),
    ("pieces.black", MOVE, put("pieces", "black", [3, -1])),
    ("pieces.black", MOVE, put("pieces", "black", [3, 1.0])),
    ("pieces.red", MOVE, put("pieces", "black", [2, 12])),
    ("pieces", KICK_OFF, put("pieces", "black", [0, 0])),
    ("pieces.red", KICK_OFF, put("pieces", "red", None)),
    ("pieces.gold", OVER, put("pieces", "gold", None)),
    ("keepers", "A", put("keepers", KEEPERS)),
    ("keepers", MOVE, put("keepers", None)),
    ("keepers.A", MOVE, drop("keepers", "A")),
    ("keepers.A", MOVE, put("keepers", "A", [5, 4])),
    ("keepers.A", MOVE, put("keepers", "A", [1, 0])),
    ("keepers.B", MOVE, put("keepers", "B", [5, 12])),
    ("keepers.B", MOVE, put("keepers", "B", None)),
    ("score.A", MOVE, drop("score", "A")),
    ("score.A", MOVE, put("score", "A", -1)),
    ("score.A", MOVE, put("score", "A", True)),
    ("score.A", MOVE, put("score", "A", 8)),
    ("score.A", MOVE, put("score", "A", 7)),
    ("score.B", MOVE, put("score", "B", 7)),
    ("score.A", OVER, put("pieces", "red", [0, 0])),
    ("score.B", OVER, put("score", "B", 1)),
    ("score.B", KICK_OFF, put("score", {"A": 3, "B": 0})),
    ("dice", MOVE, put("dice", [])),
    ("dice", MOVE, put("dice", [5])),
    ("dice", MOVE, put("dice", [5, 1, 1])),
    ("dice.1", MOVE, put("dice", [5, 0])),
    ("dice.0", MOVE, put("dice", [7, 1])),
    ("dice.0", MOVE, put("dice", [True, 1])),
    ("dice", KICK_OFF, put("dice", [5, 1])),
    ("dice", PASS, put("dice", [5, 1])),
    ("shot", MOVE, put("shot", value_of(PASS)["shot"])),
    ("shot", KICK_OFF, put("shot", value_of(PENALTY)["shot"])),
    ("shot", PASS, put("shot", None)),
    ("shot", MISSED, put("shot", None)),
    ("shot.kind", PASS, put("shot", "kind", "lob")),
    ("shot.kind", PENALTY, put("shot", value_of(PASS)["shot"])),
    ("shot.number", PASS, drop("shot", "number")),
    ("shot.x", PASS, put("shot", "x", 1)),
    ("shot.piece", PASS, put("shot", "piece", "blue")),
    ("shot.to", PASS, put("shot", "to", None)),
    ("shot.to", PASS, put("shot", "to", [6, 16])),
    ("shot.number", PASS, put("shot", "number", None)),
    ("shot.number", PASS, put("shot", "number", 7)),
    ("shot", PASS, put("shot", "number", 4)),
    ("shot", PASS, put("shot", "to", [8, 17])),
    ("shot", PASS, put("shot", "piece", "gold")),
    ("shot", PASS, put("pieces", "gold", [4, 14])),
    ("shot", PASS, put("pieces", "gold", [5, 15])),
    ("shot", PASS, put("pieces", "gold", [3, 16])),
    ("shot", PASS, put("mode", "keeper")),
    ("shot", PASS, put("keepers", "B", [5, 16])),
    ("shot", BESIDE, put("keepers", "B", [6, 13])),
    ("shot", BESIDE, put("mode", "supplement")),
    ("shot", ASIDE, put("keepers", "B", [4, 13])),
    ("shot", DIRECT, put("shot", "number", 2)),
    ("shot", DIRECT, put("shot", "number", 1)),
    ("shot.piece", PENALTY, put("shot", "piece", "red")),
    ("shot.piece", PENALTY, put("pieces", "black", [2, 13])),
    ("shot.to", PENALTY, put("shot", "to", [5, 17])),
    ("shot.number", PENALTY, put("shot", "number", 3)),
    ("shot.number", SCORED, put("shot", "number", 2)),
    ("shot.number", SCORED, put("shot", "number", None)),
    ("shot.number", MISSED, put("shot", "number", 3)),
    ("shot.piece", PENALTY, put("turn", "B")),
    ("rolls", MOVE, put("rolls", -1)),
    ("rolls", MOVE, put("rolls", 10)),
    ("rolls", MOVE, put("rolls", None)),
    ("rolls", KICK_OFF, put("rolls", 9)),
    ("rolls", "A; max_rolls 3; rolls 2", put("rolls", 3)),
    ("rolls", "keeper; A; max_rolls 3; rolls 2", put("rolls", 3)),
    ("rolls", "phase toss; max_rolls 3; rolls 2", put("rolls", 3)),
    ("rolls", OVER, put("score", "A", 0)),
    ("winner", MOVE, put("winner", "A")),
    ("winner", MOVE, put("winner", "draw")),
    ("winner", OVER, put("winner", None)),
    ("winner", OVER, put("winner", "B")),
    ("winner", OVER, put("winner", "draw")),
]


@pytest.mark.parametrize(("path", "name", "change"), IMPOSSIBLE)
def test_impossible_states(path: str, name: str, change: Change) -> None:
    value = value_of(name)
    DOPPELPASS.read_state(value)
    change(value)
    with pytest.raises(Unreadable) as caught:
        DOPPELPASS.read_state(value)
    assert path_of(caught.value) == path


def test_the_first_field_of_the_table_is_named() -> None:
    """Each field is spoilt, from the last to the first: always the earliest is found."""
    value = value_of(PASS)
    for name in reversed(START):
        value[name] = {"a": 1}
        with pytest.raises(Unreadable) as caught:
            DOPPELPASS.read_state(value)
        assert caught.value.path[0] == name


POSSIBLE: list[tuple[str, Change]] = [
    (MOVE, put("rolls", 0)),
    (MOVE, put("pieces", {"black": [5, 16], "red": [5, 0], "gold": [0, 0]})),
    (MOVE, put("score", {"A": 6, "B": 6})),
    (PASS, put("pieces", "black", [4, 16])),
    (PENALTY, put("keepers", "B", [2, 13])),
    (OVER, put("pieces", "red", None)),
    (OVER, put("max_rolls", 1)),
    ("keeper; A; max_rolls 3; rolls 2", put("turn", "B")),
    (f"{PENALTY}; max_rolls 3; rolls 3", put("phase", "penalty")),
]


@pytest.mark.parametrize(("name", "change"), POSSIBLE)
def test_possible_states(name: str, change: Change) -> None:
    value = value_of(name)
    change(value)
    assert DOPPELPASS.write_state(DOPPELPASS.read_state(value)) == value


def test_the_end_by_rolls() -> None:
    value = {**START, "phase": "over", "turn": "B", "max_rolls": 3, "rolls": 3, "winner": "draw"}
    assert DOPPELPASS.write_state(DOPPELPASS.read_state(value)) == value
    for change in (put("rolls", 2), put("max_rolls", None), put("winner", "A")):
        spoilt = copy.deepcopy(value)
        change(spoilt)
        with pytest.raises(Unreadable):
            DOPPELPASS.read_state(spoilt)


# Dice


@pytest.mark.parametrize(
    ("position", "text", "dice", "path"),
    [
        ("A", "roll", (), "dice"),
        ("A", "roll", (1,), "dice"),
        ("A", "roll", (1, 2, 3), "dice"),
        ("A", "roll", (1, 7), "dice.1"),
        ("A", "roll", (0, 1), "dice.0"),
        ("A", "roll", (1, True), "dice.1"),
        ("A", "roll", (1, 2.0), "dice.1"),
        ("phase toss", "roll", (4,), "dice"),
        ("A 3 3", "indirect", (1,), "dice"),
        (SCORED, "save 1", (), "dice"),
        (SCORED, "save 1", (1, 2), "dice"),
    ],
)
def test_wrong_dice(position: str, text: str, dice: Any, path: str) -> None:
    with pytest.raises(Unreadable) as caught:
        DOPPELPASS.apply(at(position), act(text), dice)
    assert path_of(caught.value) == path


def test_as_many_falls_as_the_dice_have() -> None:
    assert len(DOPPELPASS.falls(at("phase toss"), act("roll"))) == 36
    assert len(set(DOPPELPASS.falls(at("A"), act("roll")))) == 36
    penalty = at(f"{PENALTY}; phase penalty")
    assert [*DOPPELPASS.falls(penalty, act("roll"))] == [(die,) for die in range(1, 7)]
    assert [len(DOPPELPASS.falls(at(DIRECT), act(f"save {count}"))) for count in (1, 2)] == [6, 36]
    assert [*DOPPELPASS.falls(at("A 3 3"), act("indirect"))] == [()]
    assert len(SMALL.falls(SMALL.new({}), ("roll",))) == 9


# What is to be seen


def test_the_picture() -> None:
    picture = DOPPELPASS.picture(at("munich; B 5 1; black F1; red C13; keeper.B E17; score 2 1"))
    tokens = [(token.id, token.kind, token.at, token.team, token.look) for token in picture.tokens]
    assert tokens == [
        ("keeper.A", "keeper", "F1", "A", ""),
        ("keeper.B", "keeper", "E17", "B", ""),
        ("black", "piece", "F1", "", "black"),
        ("red", "piece", "C13", "", "red"),
        ("gold", "piece", "G9", "", "gold"),
    ]
    assert [(token.near, token.marks) for token in picture.tokens] == [
        ("", ("bottom",)),
        ("", ()),
        ("keeper.A", ("top",)),
        ("", ()),
        ("", ()),
    ]
    assert (picture.turn, picture.phase, picture.dice, picture.winner) == ("B", "move", (5, 1), "")
    assert picture.counters == {"score.A": 2, "score.B": 1}


def test_the_picture_of_the_toss_and_of_the_end() -> None:
    toss, end = (
        DOPPELPASS.picture(at("phase toss")),
        DOPPELPASS.picture(DOPPELPASS.read_state(value_of(OVER))),
    )
    assert (toss.turn, toss.phase) == ("", "toss")
    assert (end.turn, end.phase, end.winner) == ("B", "over", "A")
    assert [token.id for token in end.tokens] == ["black", "gold"]


@pytest.mark.parametrize(
    ("position", "text", "points"),
    [
        (MOVE, "move black 1 D16 red 5 H18", {"to": "D16", "second_to": "G17"}),
        (MOVE, "move black 1 D16 red 5 H17", {"to": "D16", "second_to": "H17"}),
        ("A 1 1; black E17", "move black 1 D18 red 1 A1", {"to": "E17", "second_to": "A1"}),
        (DIRECT, "direct red H18", {"to": "G17"}),
        (PENALTY, "penalty red black_to=B13 gold_to=J13", {"black_to": "B13", "gold_to": "J13"}),
        (PENALTY, "shift E15", {"to": "E15"}),
        (PENALTY, "shift E18", {}),
        (MISSED, "missed E15", {"to": "E15"}),
        (MISSED, "missed A18", {}),
        ("A 3 3", "indirect", {}),
        (DIRECT, "save 2", {}),
    ],
)
def test_the_points_that_an_action_names(position: str, text: str, points: dict[str, str]) -> None:
    found = DOPPELPASS.points(at(position), act(text))
    assert found == points
    assert list(found) == list(points)


# Rules and facts


def test_rules_have_roles() -> None:
    assert len(RULES) == 69
    assert RULES["move.land"] is Role.FORBIDS
    assert RULES["goal.second"] is Role.EFFECT


def test_facts_are_the_engines_values() -> None:
    expected = {
        "board.points": Fact(187, "points"),
        "board.goal.B.right": Fact("G17"),
        "board.area.A": Fact(4, "row"),
        "board.area.B": Fact(14, "row"),
        "board.spot.B": Fact("F15"),
        "board.corner.A.left": Fact("A17"),
        "board.corner.B.right": Fact("K1"),
        "penalty.outside": Fact(17, "points"),
        "penalty.miss.high": Fact(2, "pips"),
        "penalty.score.low": Fact(3, "pips"),
        "goals.win": Fact(7, "goals"),
        "keeper.directions": Fact(8, "directions"),
        "save.reach": Fact(6, "points"),
    }
    assert {name: FACTS[name] for name in expected} == expected
    assert SMALL.facts["die.high"] == Fact(3, "pips")


def test_the_board_of_another_size() -> None:
    assert (len(SMALL.board.points), SMALL.pitch.spots, SMALL.pitch.corners[0]) == (
        35,
        ((2, 1), (2, 5)),
        ((0, 6), (4, 6)),
    )
    assert SMALL.pitch.outside[1] == ((0, 4), (1, 4), (2, 4), (3, 4), (4, 4), (0, 5), (4, 5), (0, 6), (4, 6))
    assert len(STANDARD.outside[0]) == len(STANDARD.outside[1]) == 17
