"""Positions and actions of BALL as JSON: there and back, and each impossible one refused with its field."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from rulebook.games.ball import BALL, FACTS, RULES, Ball
from rulebook.games.ball.constants import DISTANCES, PRICES
from rulebook.games.ball.pitch import STANDARD
from rulebook.model import JSON, Fact, Role, Unreadable
from tests.ball_positions import SMALL, act, at, crowded, walk

START = BALL.write_state(BALL.new({}))
STACKED = BALL.write_state(at("DEF1 F9 on ATK1; ATK2 C4 ball; DEF2 E8 down; took ATK2 other"))


def test_the_set_up() -> None:
    expected = {
        "game": "ball",
        "turn": "DEF",
        "phase": "action",
        "ap": 2,
        "ep": {"ATK": 0, "DEF": 0},
        "players": {
            name: {"type": kind, "at": square, "down": False}
            for team, squares in (
                ("ATK", "E8 G8 I8 D7 F7 H7 J7".split()),
                ("DEF", "I10 G10 E10 J11 H11 F11 D11".split()),
            )
            for name, kind, square in zip(
                (f"{team}{n}" for n in range(1, 8)), "XOXO##O", squares, strict=True
            )
        },
        "stacks": [],
        "ball": {"at": "F7", "holder": "ATK5"},
        "took": {},
        "winner": None,
    }
    assert expected == START
    assert list(START) == "game turn phase ap ep players stacks ball took winner".split()


def test_states_and_actions_go_there_and_back() -> None:
    for state in [crowded(seed) for seed in range(400)] + [state for state, _ in walk(3, 400)]:
        value = json.loads(json.dumps(BALL.write_state(state)))
        assert BALL.read_state(value) == state
        assert BALL.write_state(BALL.read_state(value)) == value
        for action in BALL.legal(state):
            assert BALL.read_action(json.loads(json.dumps(BALL.write_action(action)))) == action


def test_reading_does_not_change_what_is_read() -> None:
    before = copy.deepcopy(STACKED)
    BALL.read_state(STACKED)
    assert before == STACKED


def test_any_subset_of_the_squads_is_read() -> None:
    value = {**START, "players": {"DEF3": {"type": "O", "at": "A2", "down": True}}}
    value["ball"] = {"at": "M16", "holder": None}
    assert BALL.write_state(BALL.read_state(value)) == value
    nobody = {**value, "players": {}}
    assert BALL.write_state(BALL.read_state(nobody)) == nobody


def test_stacks_come_in_the_order_of_their_upper_players() -> None:
    state = at("DEF2 F9 on ATK1; DEF1 E8 on ATK2; ball A2")
    value = BALL.write_state(state)
    assert [stack["top"] for stack in value["stacks"]] == ["DEF1", "DEF2"]
    assert BALL.read_state({**value, "stacks": value["stacks"][::-1]}) == state


# Impossible states


def put(*path_and_value: Any) -> Callable[[Any], None]:
    """A change that sets the field at a path to a value."""
    *path, last, value = path_and_value

    def change(state: Any) -> None:
        for key in path:
            state = state[key]
        state[last] = value

    return change


def drop(*path: Any) -> Callable[[Any], None]:
    """A change that takes the field at a path away."""

    def change(state: Any) -> None:
        for key in path[:-1]:
            state = state[key]
        del state[path[-1]]

    return change


def both(*changes: Callable[[Any], None]) -> Callable[[Any], None]:
    def change(state: Any) -> None:
        for one in changes:
            one(state)

    return change


STACK = {"at": "F9", "top": "DEF1", "bottom": "ATK1", "fresh": False}

IMPOSSIBLE: list[tuple[str, Callable[[Any], None]]] = [
    *((name, drop(name)) for name in START),
    *((name, put(name, None)) for name in START if name != "winner"),
    *((name, put(name, [])) for name in START if name != "stacks"),
    *((name, put(name, True)) for name in START),
    ("colour", put("colour", "red")),
    ("game", put("game", "chess")),
    ("turn", put("turn", "atk")),
    ("turn", put("turn", {"a": 1})),
    ("phase", put("phase", "over")),
    ("phase", put("phase", "Action")),
    ("ap", put("ap", 3)),
    ("ap", put("ap", -1)),
    ("ap", put("ap", 1.0)),
    ("ap", put("ap", float("nan"))),
    ("ap", put("ap", "1")),
    ("ap", put("ap", 10**300)),
    ("ap", put("phase", "release")),
    ("ep.ATK", put("ep", "ATK", -1)),
    ("ep.ATK", put("ep", "ATK", False)),
    ("ep.ATK", put("ep", "ATK", 0.5)),
    ("ep.DEF", drop("ep", "DEF")),
    ("ep.REF", put("ep", "REF", 0)),
    ("players.ATK8", put("players", "ATK8", {"type": "X", "at": "A2", "down": False})),
    ("players.ATK2.type", drop("players", "ATK2", "type")),
    ("players.ATK2.type", put("players", "ATK2", "type", "Y")),
    ("players.ATK2.type", put("players", "ATK2", "type", ["X"])),
    ("players.ATK2.at", put("players", "ATK2", "at", "A1")),
    ("players.ATK2.at", put("players", "ATK2", "at", "N2")),
    ("players.ATK2.at", put("players", "ATK2", "at", "a2")),
    ("players.ATK2.at", put("players", "ATK2", "at", "away")),
    ("players.ATK2.at", put("players", "ATK2", "at", 7)),
    ("players.ATK2.down", put("players", "ATK2", "down", 0)),
    ("players.ATK2.down", put("players", "ATK2", "down", "no")),
    ("players.ATK2.name", put("players", "ATK2", "name", "Ann")),
    ("players.ATK2", put("players", "ATK2", "C4")),
    ("players.DEF2.at", put("players", "DEF2", "at", "C4")),
    ("players.DEF2.at", put("players", "DEF2", "at", "F9")),
    ("stacks", put("stacks", {"0": STACK})),
    ("players.DEF1.at", put("stacks", [])),
    ("stacks.0", put("stacks", [7])),
    ("stacks.0.fresh", drop("stacks", 0, "fresh")),
    ("stacks.0.fresh", put("stacks", 0, "fresh", 1)),
    ("stacks.0.at", put("stacks", 0, "at", "F10")),
    ("stacks.0.top", put("stacks", 0, "at", "A2")),
    ("stacks.0.top", put("stacks", 0, "top", "ATK2")),
    ("stacks.0.bottom", put("stacks", 0, "bottom", "DEF2")),
    ("stacks.0.bottom", put("stacks", 0, "bottom", "DEF9")),
    ("stacks.0.bottom", put("stacks", 0, "bottom", "DEF7")),
    ("stacks.0.bottom", put("stacks", 0, "bottom", "DEF1")),
    ("stacks.0.height", put("stacks", 0, "height", 2)),
    ("stacks.0.top", put("players", "DEF1", "down", True)),
    ("stacks.1.top", put("stacks", [STACK, STACK])),
    ("stacks.1.top", put("stacks", [STACK, {**STACK, "top": "ATK1", "bottom": "DEF1"}])),
    ("ball.at", put("ball", "at", "F10")),
    ("ball.at", put("ball", "at", None)),
    ("ball.at", put("ball", "at", "E6")),
    ("ball.at", put("ball", "holder", None)),
    ("ball.at", put("ball", {"at": "E8", "holder": None})),
    ("ball.at", put("ball", {"at": "F9", "holder": "ATK2"})),
    ("ball.at", both(put("players", "ATK2", "at", "D7"), put("ball", "at", "E8"))),
    ("ball.holder", put("ball", "holder", "ATK1")),
    ("ball.holder", put("ball", "holder", "ATK3")),
    ("ball.holder", put("ball", "holder", "")),
    ("ball.holder", put("ball", "holder", 2)),
    ("ball.holder", drop("ball", "holder")),
    ("took.ATK3", put("took", "ATK3", "other")),
    ("took.ATK9", put("took", "ATK9", "other")),
    ("took.ATK2", put("took", "ATK2", "pass")),
    ("took.ATK2", put("took", "ATK2", None)),
    ("winner", put("winner", "ATK")),
    ("winner", put("winner", "X")),
    ("winner", both(put("phase", "over"), put("winner", 0))),
]


@pytest.mark.parametrize(
    ("path", "change"), IMPOSSIBLE, ids=[f"{n}-{path}" for n, (path, _) in enumerate(IMPOSSIBLE)]
)
def test_an_impossible_state_is_refused_with_its_field(path: str, change: Callable[[Any], None]) -> None:
    value = copy.deepcopy(STACKED)
    change(value)
    with pytest.raises(Unreadable) as caught:
        BALL.read_state(value)
    expected = "winner" if path == "phase" and value.get("phase") == "over" else path
    assert ".".join(map(str, caught.value.path)) == expected
    assert str(caught.value).startswith(f"{expected}: ")
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("value", [None, [], "state", 7, True, 1.5])
def test_what_is_no_mapping_is_no_state(value: JSON) -> None:
    with pytest.raises(Unreadable, match="must be a mapping"):
        BALL.read_state(value)


# Actions


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("", None),
        ("", ["move"]),
        ("do", {}),
        ("do", {"do": "jump"}),
        ("do", {"do": None}),
        ("do", {"do": ["move"]}),
        ("player", {"do": "move", "to": "E8"}),
        ("to", {"do": "move", "player": "DEF1"}),
        ("player", {"do": "move", "player": "DEF8", "to": "E8"}),
        ("player", {"do": "move", "player": 1, "to": "E8"}),
        ("player", {"do": "move", "player": {"a": 1}, "to": "E8"}),
        ("to", {"do": "move", "player": "DEF1", "to": "E18"}),
        ("to", {"do": "move", "player": "DEF1", "to": "e8"}),
        ("to", {"do": "move", "player": "DEF1", "to": None}),
        ("exit", {"do": "move", "player": "DEF1", "to": "E8", "exit": "D7"}),
        ("exit", {"do": "dodge", "player": "DEF1", "to": "E8"}),
        ("exitt", {"do": "dodge", "player": "DEF1", "to": "E8", "exitt": "D7"}),
        ("receiver", {"do": "hand_off", "player": "DEF1", "receiver": "E8"}),
        ("ap", {"do": "convert", "ap": "1"}),
        ("ap", {"do": "convert", "ap": True}),
        ("ap", {"do": "convert", "ap": 1.0}),
        ("ap", {"do": "convert"}),
        ("player", {"do": "end_turn", "player": "DEF1"}),
        ("ball", {"do": "move", "player": "DEF1", "to": "E8", "ball": None}),
        ("ball", {"do": "release", "player": "DEF1", "top_to": "E8", "bottom_to": "G8", "ball": "E8"}),
        ("ball", {"do": "release", "player": "DEF1", "top_to": "E8", "bottom_to": "G8", "ball": False}),
        ("bottom_to", {"do": "release", "player": "DEF1", "top_to": "E8", "ball": "DEF1"}),
    ],
)
def test_what_is_no_action_is_refused_with_its_field(path: str, value: JSON) -> None:
    with pytest.raises(Unreadable) as caught:
        BALL.read_action(value)
    assert ".".join(map(str, caught.value.path)) == path


def test_an_unknown_field_comes_with_advice() -> None:
    with pytest.raises(Unreadable, match="did you mean 'exit'"):
        BALL.read_action({"do": "dodge", "player": "DEF1", "to": "E8", "exitt": "D7"})


def test_an_absent_ball_and_null_are_the_same() -> None:
    absent = act("release DEF1 E8 G8")
    assert BALL.read_action(absent) == BALL.read_action({**absent, "ball": None})
    assert BALL.write_action(BALL.read_action({**absent, "ball": None})) == absent


def test_any_square_of_the_board_can_be_named_in_an_action() -> None:
    assert BALL.write_action(BALL.read_action(act("move DEF1 A1"))) == act("move DEF1 A1")


# The picture, points, facts and rules


def test_the_picture_shows_all_marks() -> None:
    picture = BALL.picture(
        at("ATK1 F9 down; DEF1 F9 on ATK1; ATK2 C4; DEF2 E8 down; ball B5 for ATK2; took ATK2 other")
    )
    assert [(token.id, token.at, token.near, token.marks) for token in picture.tokens] == [
        ("ATK1", "F9", "", ("down", "bottom")),
        ("ATK2", "C4", "", ("took",)),
        ("DEF2", "E8", "", ("down",)),
        ("DEF1", "F9", "ATK1", ("top",)),
        ("ball", "B5", "ATK2", ("received",)),
    ]
    assert (picture.turn, picture.phase, picture.winner, picture.dice) == ("DEF", "action", "", ())
    assert dict(picture.counters) == {"ap": 2, "ep.ATK": 0, "ep.DEF": 0}
    first = picture.tokens[0]
    assert (first.kind, first.team, first.sign, first.number) == ("player", "ATK", "X", "1")
    assert picture.tokens[-1].kind == "ball"


@pytest.mark.parametrize(
    ("start", "near", "marks"),
    [
        ("ATK1 F9 ball", "ATK1", ("held",)),
        ("ATK1 F9; ball E8 for ATK1", "ATK1", ("received",)),
        ("ball E8", "", ("loose",)),
    ],
)
def test_the_ball_is_held_received_or_loose(start: str, near: str, marks: tuple[str, ...]) -> None:
    ball = BALL.picture(at(start)).tokens[-1]
    assert (ball.id, ball.near, ball.marks) == ("ball", near, marks)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("move DEF1 E8", "E8"),
        ("dodge DEF1 F9 G10", "F9 G10"),
        ("tactical_dodge DEF1 H11 F11", "H11 F11"),
        ("hand_off DEF1 DEF2", "G8"),
        ("short_pass DEF1 DEF2 H9", "G8 H9"),
        ("release DEF1 E8 G8 DEF1", "E8 G8"),
        ("convert 1", ""),
        ("end_turn", ""),
        ("move DEF1 E9", ""),
    ],
)
def test_points_of_an_action(text: str, points: str) -> None:
    state = at("DEF1 F7 ball; DEF2 G8")
    assert tuple(BALL.points(state, BALL.read_action(act(text))).values()) == tuple(points.split())


def test_facts_are_the_engines_own_values() -> None:
    assert FACTS["short_pass.range"] == Fact(4, "squares")
    assert FACTS["dodge.ap"] == Fact(1, "AP")
    assert FACTS["tactical_dodge.ep"] == Fact(2, "EP")
    assert FACTS["board.squares"] == Fact(110, "squares")
    assert FACTS["board.last_column"] == Fact("M")
    assert [FACTS[f"end_zone.{team}"].value for team in BALL.teams] == [1, 17]
    assert FACTS["setup.holder"] == Fact("ATK5")
    assert {name: fact.value for name, fact in FACTS.items() if name in DISTANCES} == DISTANCES
    for name, price in PRICES.items():
        assert (FACTS[f"{name}.ap"].value, FACTS[f"{name}.ep"].value) == tuple(price)


def test_every_rule_has_one_role() -> None:
    assert len(RULES) == 70
    assert set(RULES.values()) == set(Role)
    assert {f"{name}.cost" for name in PRICES} == {rule for rule, role in RULES.items() if role is Role.COST}


# The pitch


def test_the_standard_board() -> None:
    assert len(STANDARD.playable) == len(BALL.board.points) == 110
    assert BALL.board.points["A2"] == (0.5, 1.5)
    assert "A1" not in BALL.board.points
    assert set(BALL.board.links["B1"]) == {"A2", "C2"}
    zones = [shape for shape in BALL.board.ground if shape.style == "zone"]
    assert [(shape.team, shape.points) for shape in zones] == [
        ("ATK", ((0, 0), (13, 1))),
        ("DEF", ((0, 16), (13, 17))),
    ]


def test_the_set_up_of_one_team_is_the_others_after_half_a_turn() -> None:
    places, types = STANDARD.places, STANDARD.types
    assert [STANDARD.away - 1 - square for square in places[:7]] == list(places[7:])
    assert types[:7] == types[7:]


def test_another_pitch_is_the_same_game() -> None:
    assert isinstance(SMALL, Ball)
    assert SMALL.facts["board.squares"].value == 12
    assert SMALL.facts["players.all"].value == 4
    assert [SMALL.perft(SMALL.new({}), depth) for depth in range(3)] == [1, 19, 209]
    with pytest.raises(Unreadable, match=r"players\.ATK3"):
        SMALL.read_state(START)


@pytest.mark.parametrize("options", [{"types": "X"}, None, [1]])
def test_there_are_no_options(options: JSON) -> None:
    with pytest.raises(Unreadable):
        BALL.new(options)
