"""The positions that scenes of BALL begin with."""

import pytest

from rulebook.games.ball import BALL
from rulebook.model import JSON, Unreadable
from tests.ball_positions import at

STANDARD = BALL.write_state(BALL.new({}))


def test_the_standard_start_is_the_set_up() -> None:
    assert BALL.setup({"base": "standard"}) == BALL.new({})


def test_what_is_left_out_is_as_in_the_set_up() -> None:
    value = BALL.write_state(at("DEF5 H11; ball A2"))
    assert value == {
        **STANDARD,
        "players": {"DEF5": {"type": "#", "at": "H11", "down": False}},
        "ball": {"at": "A2", "holder": None},
    }


def test_everything_that_a_start_can_say() -> None:
    start = {
        "turn": "ATK",
        "phase": "release",
        "ep": {"DEF": 3},
        "took": {"ATK5": "other"},
        "place": {
            "ATK5": "F9 ball",
            "ATK2": "G8 down type X",
            "DEF2": "D7 on ATK4",
            "DEF3": "C6 fresh on ATK6",
            "ATK6": "C6 down",
        },
    }
    value = BALL.write_state(BALL.setup(start))
    assert (value["turn"], value["phase"], value["ap"], value["ep"]) == (
        "ATK",
        "release",
        0,
        {"ATK": 0, "DEF": 3},
    )
    assert value["players"]["ATK2"] == {"type": "X", "at": "G8", "down": True}
    assert value["players"]["ATK4"] == {"type": "O", "at": "D7", "down": False}
    assert value["players"]["ATK6"] == {"type": "#", "at": "C6", "down": True}
    assert value["stacks"] == [
        {"at": "D7", "top": "DEF2", "bottom": "ATK4", "fresh": False},
        {"at": "C6", "top": "DEF3", "bottom": "ATK6", "fresh": True},
    ]
    assert value["ball"] == {"at": "F9", "holder": "ATK5"}
    assert value["took"] == {"ATK5": "other"}


def test_players_of_the_standard_start_are_moved_and_taken_away() -> None:
    value = BALL.write_state(at("base standard; ATK7 away; ATK5 F9; DEF1 I10 down; DEF2 J7 on ATK6"))
    places = {name: player["at"] for name, player in value["players"].items()}
    expected = {name: player["at"] for name, player in STANDARD["players"].items()}
    expected |= {"ATK5": "F9", "DEF2": "J7", "ATK6": "J7"}
    del expected["ATK7"]
    assert places == expected
    assert value["ball"] == {"at": "F9", "holder": "ATK5"}
    assert value["players"]["DEF1"]["down"] is True


@pytest.mark.parametrize(
    ("text", "ball"),
    [
        ("base standard", {"at": "F7", "holder": "ATK5"}),
        ("base standard; ball E4", {"at": "E4", "holder": None}),
        ("base standard; ball E6 for ATK5", {"at": "E6", "holder": "ATK5"}),
        ("base standard; DEF2 G10 ball", {"at": "G10", "holder": "DEF2"}),
        ("base standard; ATK5 away; DEF2 G10 ball", {"at": "G10", "holder": "DEF2"}),
    ],
)
def test_where_the_ball_is(text: str, ball: JSON) -> None:
    assert BALL.write_state(at(text))["ball"] == ball


@pytest.mark.parametrize(
    ("path", "start"),
    [
        ("colour", {"colour": "red"}),
        ("base", {"base": "crowded"}),
        ("turn", {"turn": "REF", "ball": "A2"}),
        ("phase", {"phase": "over", "ball": "A2"}),
        ("ap", {"ap": 3, "ball": "A2"}),
        ("ap", {"ap": "2", "ball": "A2"}),
        ("ap", {"ap": 1, "phase": "release", "ball": "A2"}),
        ("ep", {"ep": 3, "ball": "A2"}),
        ("ep.DEF", {"ep": {"DEF": -1}, "ball": "A2"}),
        ("ep.REF", {"ep": {"REF": 1}, "ball": "A2"}),
        ("took.ATK1", {"took": {"ATK1": "other"}, "ball": "A2"}),
        ("took", {"took": ["ATK1"], "ball": "A2"}),
        ("place", {"place": ["ATK1"], "ball": "A2"}),
        ("place.ATK8", {"place": {"ATK8": "A2"}}),
        ("place.ATK1", {"place": {"ATK1": None}}),
        ("place.ATK1", {"place": {"ATK1": ""}}),
        ("place.ATK1", {"place": {"ATK1": 7}}),
        ("place.ATK1", {"place": {"ATK1": "ball"}}),
        ("place.ATK1", {"place": {"ATK1": "A1 ball"}}),
        ("place.ATK1", {"place": {"ATK1": "Z9 ball"}}),
        ("place.ATK1", {"place": {"ATK1": "A2 bal"}}),
        ("place.ATK1", {"place": {"ATK1": "A2 ball ball"}}),
        ("place.ATK1", {"place": {"ATK1": "A2 ball fresh"}}),
        ("place.ATK1", {"place": {"ATK1": "A2 ball type"}}),
        ("place.ATK1", {"place": {"ATK1": "A2 ball type Y"}}),
        ("place.ATK1", {"place": {"ATK1": "A2 ball on"}}),
        ("place.ATK1", {"place": {"ATK1": "A2 ball on ATK8"}}),
        ("place.ATK1", {"place": {"ATK1": "A2 ball on ATK1"}}),
        ("place.ATK1", {"place": {"ATK1": "A2 ball down on ATK2"}}),
        ("place.ATK1", {"place": {"ATK1": "A2 ball on ATK2", "ATK2": "B1"}}),
        ("place.ATK1", {"place": {"ATK1": "away ball"}}),
        ("place.ATK2", {"place": {"ATK1": "A2 ball", "ATK2": "A2"}}),
        ("place.ATK2", {"place": {"ATK1": "A2 ball", "ATK2": "B1 ball"}}),
        ("place", {"place": {"ATK1": "A2 on ATK2", "ATK2": "A2 ball"}}),
        ("ball", {"place": {"ATK1": "A2 ball"}, "ball": "B1"}),
        ("ball", {"place": {"ATK1": "A2"}}),
        ("ball", {"base": "standard", "place": {"ATK5": "away"}}),
        ("ball", {"place": {"ATK1": "A2"}, "ball": "A2"}),
        ("ball", {"place": {"ATK1": "A2"}, "ball": "C4 for ATK1"}),
        ("ball", {"place": {"ATK1": "A2"}, "ball": "B1 for ATK2"}),
        ("ball", {"place": {"ATK1": "A2"}, "ball": "B1 near ATK1"}),
        ("ball", {"place": {"ATK1": "A2"}, "ball": 7}),
        ("", None),
        ("", "standard"),
    ],
)
def test_what_is_wrong_is_found_where_it_stands(path: str, start: JSON) -> None:
    with pytest.raises(Unreadable) as caught:
        BALL.setup(start)
    assert ".".join(map(str, caught.value.path)) == path


def test_a_wrong_word_comes_with_advice() -> None:
    with pytest.raises(Unreadable, match="did you mean 'ball'"):
        BALL.setup({"place": {"ATK1": "A2 bal"}})
    with pytest.raises(Unreadable, match="did you mean 'place'"):
        BALL.setup({"plaec": {}})
