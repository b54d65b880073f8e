"""What each action of BALL does, event by event, and the position that it leaves."""

from collections import Counter
from pathlib import Path

import pytest

from rulebook.games.ball import BALL, RULES
from rulebook.games.ball.state import State
from rulebook.model import Event, Role
from tests.ball_positions import action, at, crowded, events, play, walk

ROOT = Path(__file__).resolve().parent


def line(event: Event) -> str:
    """An event as a line: kind, facts, legs, rule."""
    facts = " ".join(f"{name}={value}" for name, value in event.facts.items())
    legs = " ".join(f"{leg.token}:{'-'.join(leg.way)}:{leg.style}" for leg in event.legs)
    return " · ".join(filter(None, (event.kind, facts, legs, event.rule)))


def read_cases() -> dict[str, tuple[str, str, list[str]]]:
    """By title: position, action, expected lines."""
    _, *parts = (ROOT / "ball_events.txt").read_text(encoding="utf-8").split("## ")
    cases = {}
    for part in parts:
        title, start, text, *expected = part.strip().splitlines()
        cases[title] = start, text.removeprefix("> "), expected
    return cases


CASES = read_cases()


@pytest.mark.parametrize("name", CASES)
def test_events(name: str) -> None:
    start, text, expected = CASES[name]
    assert [line(event) for event in events(at(start), text)] == expected


def test_every_rule_that_does_something_has_done_it() -> None:
    does = {rule for rule, role in RULES.items() if role in (Role.PERMITS, Role.EFFECT, Role.COST)}
    assert does <= {event.rule for start, text, _ in CASES.values() for event in events(at(start), text)}


# Positions after actions


def ball(state: State) -> tuple[str, str]:
    token = BALL.picture(state).tokens[-1]
    return token.at, token.near


@pytest.mark.parametrize(
    ("start", "text", "expected"),
    [
        ("DEF1 F9 type X; ATK1 G10 ball", "tactical_dodge DEF1 H11 H9", ("F11", "")),
        ("DEF1 F9 type X; ATK1 G10 ball; ATK2 F11", "tactical_dodge DEF1 H11 H9", ("G10", "")),
        ("DEF1 A8 type X; ATK1 B9 ball", "tactical_dodge DEF1 C10 A10", ("C8", "")),
        ("DEF1 F9 type X; ATK1 G10; ball F11 for ATK1", "tactical_dodge DEF1 H11 H9", ("E12", "")),
        ("DEF1 B3 type X; ATK1 A2; ball B1 for ATK1; DEF2 C2; ATK2 A4", "move DEF1 C4", ("B1", "ATK1")),
        ("DEF1 F9; DEF2 G10 ball; DEF3 H11", "hand_off DEF2 DEF1", ("F9", "DEF1")),
        ("DEF1 A2 on ATK1 ball; phase release", "release DEF1 B1 B3 DEF1", ("B1", "DEF1")),
    ],
)
def test_where_the_ball_goes(start: str, text: str, expected: tuple[str, str]) -> None:
    assert ball(play(at(start), text)) == expected


def test_a_fumble_stays_when_it_would_leave_the_board() -> None:
    state = at("DEF1 A8 type X; ATK1 B7; ball A6 for ATK1")
    assert ball(play(state, "tactical_dodge DEF1 C6 C8")) == ("A6", "")


def test_a_conversion_can_be_made_in_parts() -> None:
    state = play(at("DEF1 F9 ball"), "convert 1", "convert 1")
    assert (state.ap, state.ep) == (0, (0, 2))


def test_who_took_the_ball_is_remembered_until_the_turn_ends() -> None:
    state = play(at("DEF1 F9 ball; DEF2 G10; DEF3 H11"), "hand_off DEF1 DEF2", "hand_off DEF2 DEF3")
    assert BALL.write_state(state)["took"] == {"DEF2": "hand_off", "DEF3": "hand_off"}
    back = play(state, "hand_off DEF3 DEF2", "end_actions")
    assert BALL.write_state(back)["took"] == {"DEF2": "hand_off", "DEF3": "hand_off"}
    assert BALL.write_state(play(back, "end_turn"))["took"] == {}


@pytest.mark.parametrize(
    ("start", "text", "took"),
    [
        ("DEF1 F9 ball; DEF2 G10", "move DEF1 E8", {}),
        ("DEF1 F9; ball E8 for DEF1", "move DEF1 E8", {}),
        ("DEF1 F9 ball; ATK1 G10", "block DEF1 G10", {}),
        ("DEF1 F9 ball; DEF2 F11", "short_pass DEF1 DEF2 E12", {"DEF2": "other"}),
        ("DEF1 F9 ball; DEF2 F11; took DEF2 hand_off", "short_pass DEF1 DEF2 E12", {"DEF2": "other"}),
        ("DEF1 F9 ball; DEF2 F11", "long_pass DEF1 A2", {}),
        ("DEF1 F9; DEF2 G10 ball", "protect DEF1 G10", {"DEF1": "other"}),
        (
            "DEF1 F9; ball G10; took DEF2 hand_off; DEF2 A2",
            "move DEF1 G10",
            {"DEF1": "other", "DEF2": "hand_off"},
        ),
        ("DEF1 A2 on ATK1 ball; phase release", "release DEF1 B1 B3 ATK1", {}),
        ("DEF1 F9 ball; DEF2 G10; took DEF2 other", "hand_off DEF1 DEF2", {"DEF2": "hand_off"}),
    ],
)
def test_who_comes_into_possession(start: str, text: str, took: dict[str, str]) -> None:
    assert BALL.write_state(play(at(start), text))["took"] == took


def test_a_touchdown_leaves_all_else_as_it_was() -> None:
    state = play(at("DEF1 A2 ball; DEF2 F9 down; took DEF2 other; ap 2"), "move DEF1 B1")
    value = BALL.write_state(state)
    assert [value[key] for key in ("turn", "phase", "ap", "took", "winner")] == [
        "DEF",
        "over",
        1,
        {"DEF2": "other"},
        "DEF",
    ]


def test_a_pass_into_the_end_zone_does_not_score() -> None:
    state = at("DEF1 C4 ball; DEF2 B1; DEF3 D1 down; ap 2")
    assert play(state, "short_pass DEF1 DEF2 A2").phase == "action"
    assert play(at("DEF1 A2 ball; DEF2 B1"), "hand_off DEF1 DEF2").phase == "action"


def test_standing_up_and_releasing_never_score() -> None:
    assert play(at("DEF1 A2 down ball; phase release"), "stand_up DEF1 B1").phase == "release"
    assert play(at("DEF1 A2 on ATK1 ball; phase release"), "release DEF1 B1 B3 DEF1").phase == "release"


def test_the_own_end_zone_is_no_goal() -> None:
    assert play(at("DEF1 A16 ball"), "move DEF1 B17").phase == "action"


def test_a_stack_made_this_turn_is_fresh_until_the_turn_ends() -> None:
    state = play(at("DEF1 F9; ATK1 G10; ATK2 A2 ball"), "block DEF1 G10")
    assert BALL.write_state(state)["stacks"] == [
        {"at": "G10", "top": "DEF1", "bottom": "ATK1", "fresh": True}
    ]
    later = play(state, "end_actions", "end_turn")
    assert BALL.write_state(later)["stacks"][0]["fresh"] is False


def test_a_lower_player_that_comes_out_down_stands_up_in_the_same_phase() -> None:
    state = play(at("DEF2 F9 down; DEF1 F9 on DEF2; ball A2; phase release"), "release DEF1 G10 E8")
    assert [found[0] for found in BALL.legal(state)] == ["stand_up"] * 4


def test_apply_and_advance_say_the_same_and_change_nothing() -> None:
    for state, chosen in walk(11, 300):
        before = (state, BALL.write_state(state))
        after, _ = BALL.apply(state, chosen)
        assert after == BALL.advance(state, chosen)
        assert (state, BALL.write_state(state)) == before


def test_every_kind_of_event_is_told_in_play() -> None:
    """In thousands of actions every leg begins where its token is, and all of them lead to what is so."""
    kinds: Counter[str] = Counter()
    for seed in range(300):
        state = crowded(seed)
        for chosen in BALL.legal(state):
            _, told = BALL.apply(state, chosen)
            kinds.update(event.kind for event in told)
            places = {token.id: token.at for token in BALL.picture(state).tokens}
            for event in told:
                assert event.rule in RULES
                for leg in event.legs:
                    assert leg.way[0] == places[leg.token], line(event)
                    assert len(set(leg.way)) == len(leg.way) > 1
                    places[leg.token] = leg.way[-1]
            after = {token.id: token.at for token in BALL.picture(BALL.advance(state, chosen)).tokens}
            assert places == after, [line(event) for event in told]
    assert set(kinds) >= {row.split()[0] for _, _, rows in CASES.values() for row in rows}


def test_actions_are_plain_tuples() -> None:
    assert action("end_actions") == ("end_actions",)
    assert action("convert 2") == ("convert", 2)
    assert BALL.write_action(action("release DEF1 B1 B3")) == {
        "do": "release",
        "player": "DEF1",
        "top_to": "B1",
        "bottom_to": "B3",
    }
