"""The positions that scenes of Doppelpass begin with."""

import pytest

from rulebook.games.doppelpass import DOPPELPASS
from rulebook.model import JSON, Unreadable
from tests.doppelpass_positions import at

KICK_OFF = DOPPELPASS.write_state(DOPPELPASS.new({"first": "A"}))


def value(text: str) -> JSON:
    return DOPPELPASS.write_state(at(text))


def test_what_is_left_out_is_as_at_the_kick_off() -> None:
    assert DOPPELPASS.setup({}) == DOPPELPASS.setup({"base": "kick-off"}) == DOPPELPASS.new({"first": "A"})
    munich = DOPPELPASS.setup({"mode": "munich", "turn": "B"})
    assert munich == DOPPELPASS.new({"mode": "munich", "first": "B"})
    assert DOPPELPASS.setup({"phase": "toss"}) == DOPPELPASS.new({})


def test_everything_that_a_start_can_say() -> None:
    start = {
        "mode": "munich",
        "goals": 3,
        "max_rolls": 90,
        "rolls": 12,
        "phase": "move",
        "turn": "B",
        "dice": [5, 1],
        "place": {"black": "C15", "gold": "G14", "keeper.A": "E2"},
        "score": {"B": 2},
    }
    assert DOPPELPASS.write_state(DOPPELPASS.setup(start)) == {
        **KICK_OFF,
        "mode": "munich",
        "goals": 3,
        "max_rolls": 90,
        "phase": "move",
        "turn": "B",
        "pieces": {"black": [2, 14], "red": [5, 8], "gold": [6, 13]},
        "keepers": {"A": [4, 1], "B": [5, 16]},
        "score": {"A": 0, "B": 2},
        "dice": [5, 1],
        "rolls": 12,
    }


@pytest.mark.parametrize(
    ("text", "phase"),
    [
        ("A", "roll"),
        ("munich; A", "keeper"),
        ("munich; A; phase roll", "roll"),
        ("A 5 1", "move"),
        ("keeper; A 5 1", "move"),
        ("A; red F15; shot penalty red", "penalty"),
        ("keeper; A; red F15; shot penalty red", "keeper"),
        ("keeper; A; red F15; shot penalty red; phase penalty", "penalty"),
        ("A; red F15; shot penalty red 2", "missed"),
        ("keeper; A; red F15; shot penalty red 1", "missed"),
        ("keeper; A; red F15; shot penalty red 3", "save"),
        ("supplement; A; black D16; red C13; gold G14; keeper.B E15; shot pass red H18 5", "save"),
    ],
)
def test_the_phase_follows_from_the_rest(text: str, phase: str) -> None:
    assert value(text)["phase"] == phase


def test_a_pending_shot() -> None:
    text = "supplement; A; black D16; red C13; gold G14; keeper.B E15; shot pass red H18 5"
    assert value(text)["shot"] == {"kind": "pass", "piece": "red", "to": [7, 17], "number": 5}
    expected = {"kind": "penalty", "piece": "red", "to": None, "number": None}
    assert value("B; red F3; shot penalty red")["shot"] == expected


def test_a_piece_in_the_goal() -> None:
    found = value("B; phase kick_off; gold goal; score 1 0")
    assert found["pieces"] == {"black": [4, 8], "red": [5, 8], "gold": None}


@pytest.mark.parametrize(
    ("path", "start"),
    [
        ("colour", {"colour": "red"}),
        ("winner", {"winner": "A"}),
        ("base", {"base": "standard"}),
        ("base", {"base": None}),
        ("mode", {"mode": "pro"}),
        ("goals", {"goals": 0}),
        ("goals", {"goals": "7"}),
        ("max_rolls", {"max_rolls": 0}),
        ("rolls", {"rolls": -1}),
        ("rolls", {"rolls": 3, "max_rolls": 3}),
        ("phase", {"phase": "over"}),
        ("phase", {"phase": "shoot"}),
        ("phase", {"phase": "keeper"}),
        ("phase", {"phase": "save"}),
        ("turn", {"turn": "C"}),
        ("turn", {"turn": "A", "phase": "toss"}),
        ("turn", {"turn": None}),
        ("dice", {"dice": [5]}),
        ("dice.1", {"dice": [5, 7]}),
        ("dice", {"dice": 5}),
        ("dice", {"dice": [5, 1], "phase": "roll"}),
        ("dice", {"phase": "move"}),
        ("score", {"score": 3}),
        ("score.C", {"score": {"C": 1}}),
        ("score.A", {"score": {"A": -1}}),
        ("score.A", {"score": {"A": 7}}),
        ("score.A", {"turn": "B", "phase": "kick_off", "place": {"red": "goal"}}),
        ("place", {"place": ["C15"]}),
        ("place.blue", {"place": {"blue": "C15"}}),
        ("place.keeper.A", {"place": {"keeper.A": "F1"}}),
        ("place.black", {"place": {"black": "L1"}}),
        ("place.black", {"place": {"black": "A18"}}),
        ("place.black", {"place": {"black": [2, 14]}}),
        ("place.black", {"place": {"black": None}}),
        ("place.black", {"place": {"black": "goal"}}),
        ("place.red", {"place": {"black": "C15", "red": "C15"}}),
        ("place.red", {"place": {"black": "F9"}}),
        ("place.keeper.B", {"mode": "keeper", "place": {"keeper.B": "F13"}}),
        ("place.keeper.B", {"mode": "keeper", "place": {"keeper.B": "goal"}}),
        ("place", {"turn": "A", "phase": "kick_off", "score": {"B": 1}}),
        ("shot", {"shot": "penalty"}),
        ("shot.kind", {"shot": {"piece": "red"}}),
        ("shot.x", {"shot": {"kind": "penalty", "piece": "red", "x": 1}}),
        ("shot.kind", {"mode": "keeper", "shot": {"kind": "lob", "piece": "red", "to": "H18", "number": 5}}),
        ("shot.piece", {"shot": {"kind": "penalty", "piece": "blue"}}),
        ("shot.piece", {"shot": {"kind": "penalty", "piece": "red"}}),
        (
            "shot.number",
            {
                "place": {"red": "F15"},
                "shot": {"kind": "penalty", "piece": "red", "number": 7},
                "phase": "missed",
            },
        ),
        ("shot.to", {"mode": "munich", "shot": {"kind": "pass", "piece": "red", "to": "Z9", "number": 5}}),
        ("shot", {"mode": "munich", "shot": {"kind": "pass", "piece": "red", "to": "H18", "number": 5}}),
        ("shot", {"shot": {"kind": "penalty", "piece": "red"}, "dice": [5, 1]}),
        ("shot", {"place": {"red": "F15"}, "phase": "penalty"}),
        ("", None),
        ("", "kick-off"),
    ],
)
def test_what_is_wrong_is_found_where_it_stands(path: str, start: JSON) -> None:
    with pytest.raises(Unreadable) as caught:
        DOPPELPASS.setup(start)
    assert ".".join(map(str, caught.value.path)) == path


def test_a_wrong_word_comes_with_advice() -> None:
    with pytest.raises(Unreadable, match="did you mean 'keeper"):
        DOPPELPASS.setup({"mode": "keeper", "place": {"keeper.b": "F17"}})
    with pytest.raises(Unreadable, match="did you mean 'place'"):
        DOPPELPASS.setup({"plaec": {}})
