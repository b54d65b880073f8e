"""What each action of Doppelpass does, event by event, and the position that it leaves."""

from collections import Counter
from pathlib import Path

import pytest

from rulebook.games.doppelpass import DOPPELPASS, RULES
from rulebook.games.doppelpass.constants import MODES
from rulebook.games.doppelpass.state import Action, State
from rulebook.model import Dice, Event, Leg, Role
from tests.doppelpass_positions import act, at, crowded, events, play, walk

ROOT = Path(__file__).resolve().parent
FINAL = "A 5 1; black C15; red C13; gold G14"
SHOOT = "move black 1 D16 red 5 H18"
PENDING = "black D16; red C13; gold G14; shot pass red H18 5"
FREE = "black C16; red C13; gold G14; shot direct red H18 3"
PENALTY = "black B13; red F15; gold J10; shot penalty red"


def line(event: Event) -> str:
    """An event as a line: kind, facts, legs, rule."""
    facts = " ".join(f"{name}={value}" for name, value in event.facts.items())
    legs = " ".join(f"{leg.token}:{'-'.join(leg.way)}:{leg.style}" for leg in event.legs)
    return " · ".join(filter(None, (event.kind, facts, legs, event.rule)))


Case = tuple[str, str, Dice, list[str]]


def read_cases() -> dict[str, Case]:
    """By title: position, action, dice, expected lines."""
    _, *parts = (ROOT / "doppelpass_events.txt").read_text(encoding="utf-8").split("## ")
    cases = {}
    for part in parts:
        title, start, text, *expected = part.strip().splitlines()
        action, _, dice = text.removeprefix("> ").partition(" · ")
        cases[title] = start, action, tuple(map(int, dice.split())), expected
    return cases


CASES = read_cases()


@pytest.mark.parametrize("name", CASES)
def test_events(name: str) -> None:
    start, text, dice, expected = CASES[name]
    assert [line(event) for event in events(at(start), text, dice)] == expected


def test_every_rule_that_does_something_has_done_it() -> None:
    does = {rule for rule, role in RULES.items() if role in (Role.PERMITS, Role.EFFECT, Role.COST)}
    done = {row.split(" · ")[-1] for _, _, _, rows in CASES.values() for row in rows}
    assert does == done


# Positions after actions


def after(position: str, text: str, *dice: int) -> dict[str, object]:
    """All fields of the next position."""
    value = DOPPELPASS.write_state(play(at(position), text, dice))
    assert isinstance(value, dict)
    return value


@pytest.mark.parametrize(
    ("position", "text", "dice", "changed"),
    [
        ("phase toss", "roll", (6, 1), {"phase": "roll", "turn": "A", "rolls": 0}),
        ("phase toss; munich", "roll", (2, 5), {"phase": "keeper", "turn": "B"}),
        ("phase toss", "roll", (5, 5), {"phase": "toss", "turn": None}),
        ("A", "roll", (5, 1), {"phase": "move", "dice": [5, 1], "rolls": 1}),
        ("keeper; B", "shift F2", (), {"phase": "roll", "keepers": {"A": [5, 1], "B": [5, 16]}}),
        (f"keeper; A; {PENALTY}", "shift F16", (), {"phase": "penalty", "turn": "A"}),
        (FINAL, SHOOT, (), {"phase": "kick_off", "turn": "B", "dice": [], "score": {"A": 1, "B": 0}}),
        (
            f"supplement; {FINAL}; keeper.B E15",
            SHOOT,
            (),
            {
                "phase": "save",
                "turn": "A",
                "dice": [],
                "pieces": {"black": [3, 15], "red": [2, 12], "gold": [6, 13]},
                "shot": {"kind": "pass", "piece": "red", "to": [7, 17], "number": 5},
            },
        ),
        (
            "munich; A 3 3; black C16; red C13; gold G14; keeper.B F16",
            "direct red H18",
            (),
            {"phase": "save", "shot": {"kind": "direct", "piece": "red", "to": [7, 17], "number": 3}},
        ),
        (
            f"supplement; A; {PENDING}; keeper.B E15",
            "save 1",
            (5,),
            {
                "phase": "keeper",
                "turn": "B",
                "shot": None,
                "pieces": {"black": [3, 15], "red": [4, 14], "gold": [6, 13]},
                "keepers": {"A": [5, 0], "B": [4, 14]},
            },
        ),
        (
            f"munich; A; {PENDING}; keeper.B E17",
            "save 2",
            (2, 5),
            {
                "turn": "B",
                "pieces": {"black": [3, 15], "red": [6, 16], "gold": [6, 13]},
                "keepers": {"A": [5, 0], "B": [6, 16]},
            },
        ),
        (
            f"munich; A; {PENDING}; keeper.B E17",
            "save 2",
            (2, 4),
            {
                "phase": "kick_off",
                "turn": "B",
                "pieces": {"black": [3, 15], "red": None, "gold": [6, 13]},
                "keepers": {"A": [5, 0], "B": [4, 16]},
            },
        ),
        (f"munich; A; {FREE}; keeper.B F16", "save 2", (2, 4), {"turn": "B", "phase": "keeper"}),
        (f"munich; A; {FREE}; keeper.B F16", "save 2", (3, 1), {"turn": "B", "phase": "kick_off"}),
        (f"munich; A; {FREE}; keeper.B F16", "save 1", (3,), {"turn": "B", "phase": "kick_off"}),
        (f"munich; A; {FREE}; keeper.B F17", "save 2", (3, 1), {"turn": "B", "phase": "keeper"}),
        (f"munich; A; {FREE}; keeper.B F17", "save 2", (1, 6), {"turn": "B", "phase": "kick_off"}),
        ("A 3 3", "indirect", (), {"phase": "roll", "turn": "A", "dice": []}),
        ("keeper; A 3 3", "indirect", (), {"phase": "keeper", "turn": "A"}),
        (
            "A 6 5; black A17; red F17; gold J17",
            "corner black 6 G11",
            (),
            {"phase": "roll", "turn": "A", "pieces": {"black": [6, 10], "red": [5, 16], "gold": [9, 16]}},
        ),
        ("A 6 5; black A17; red F17; gold J17", "end_turn", (), {"phase": "roll", "turn": "B", "dice": []}),
        (
            "A 1 1; black C14; red D15; gold A1",
            "penalty red black_to=B14",
            (),
            {
                "phase": "penalty",
                "turn": "A",
                "dice": [],
                "pieces": {"black": [1, 13], "red": [5, 14], "gold": [0, 0]},
                "shot": {"kind": "penalty", "piece": "red", "to": None, "number": None},
            },
        ),
        ("keeper; A 1 1; red D15", "penalty red", (), {"phase": "keeper", "turn": "A"}),
        (f"A; {PENALTY}", "roll", (1,), {"phase": "missed", "turn": "A", "rolls": 0}),
        (f"A; {PENALTY}", "roll", (4,), {"phase": "kick_off", "turn": "B", "score": {"A": 1, "B": 0}}),
        (
            f"keeper; A; {PENALTY}; phase penalty",
            "roll",
            (4,),
            {"phase": "save", "shot": {"kind": "penalty", "piece": "red", "to": None, "number": 4}},
        ),
        (f"keeper; A; {PENALTY} 4", "save 1", (5,), {"phase": "kick_off", "score": {"A": 1, "B": 0}}),
        (
            f"keeper; A; {PENALTY} 4",
            "save 1",
            (4,),
            {"phase": "keeper", "turn": "B", "pieces": {"black": [1, 12], "red": [5, 16], "gold": [9, 9]}},
        ),
        (f"A; {PENALTY} 2", "missed H17", (), {"phase": "roll", "turn": "B", "shot": None}),
        (
            "munich; B; phase kick_off; black E9; red goal; gold G14; score 1 0; keeper.B F15; keeper.A E1",
            "kick_off",
            (),
            {
                "phase": "keeper",
                "turn": "B",
                "pieces": {"black": [4, 8], "red": [5, 8], "gold": [6, 8]},
                "keepers": {"A": [5, 0], "B": [5, 16]},
                "score": {"A": 1, "B": 0},
            },
        ),
        # the end
        (f"{FINAL}; goals 1", SHOOT, (), {"phase": "over", "winner": "A", "turn": "B", "shot": None}),
        (f"{FINAL}; max_rolls 4; rolls 4", SHOOT, (), {"phase": "over", "winner": "A"}),
        (f"{FINAL}; max_rolls 4; rolls 4; score 0 1", SHOOT, (), {"phase": "over", "winner": "draw"}),
        (f"{FINAL}; max_rolls 4; rolls 4; score 0 2", SHOOT, (), {"phase": "over", "winner": "B"}),
        (f"{FINAL}; max_rolls 4; rolls 3", SHOOT, (), {"phase": "kick_off", "winner": None}),
        ("A 3 3; max_rolls 4; rolls 4", "indirect", (), {"phase": "over", "turn": "A", "winner": "draw"}),
        ("A 3 3; max_rolls 4; rolls 3", "indirect", (), {"phase": "roll"}),
        (f"keeper; A; {PENALTY}; max_rolls 4; rolls 4", "shift F17", (), {"phase": "penalty"}),
        (f"A; {PENALTY}; max_rolls 4; rolls 4", "roll", (2,), {"phase": "missed"}),
        (f"A; {PENALTY} 2; max_rolls 4; rolls 4", "missed H17", (), {"phase": "over", "turn": "B"}),
        (
            f"supplement; A; {PENDING}; keeper.B E15; max_rolls 4; rolls 4",
            "save 1",
            (5,),
            {"phase": "over", "turn": "B", "winner": "draw", "shot": None},
        ),
    ],
)
def test_positions_after_actions(position: str, text: str, dice: Dice, changed: dict[str, object]) -> None:
    value = after(position, text, *dice)
    assert {name: value[name] for name in changed} == changed
    DOPPELPASS.read_state(value)


def test_what_no_action_names_stays_as_it_is() -> None:
    before, value = DOPPELPASS.write_state(at(FINAL)), after(FINAL, SHOOT)
    same = {"game", "mode", "goals", "max_rolls", "keepers", "rolls", "winner"}
    assert {name: before[name] for name in same} == {name: value[name] for name in same}


def test_the_sum_of_a_free_kick_is_out_of_reach_for_one_die() -> None:
    """The supplement's own example: a ten is held by four and six as well as by two fives."""
    state = at("supplement; A; black A13; red A11; gold E11; shot direct red H18 5; keeper.B F16")
    held = {count: _holding(state, act(f"save {count}")) for count in (1, 2)}
    assert held == {1: [], 2: [(4, 6), (5, 5), (6, 4)]}


def _holding(state: State, action: Action) -> list[Dice]:
    """The falls of the dice by which the keeper holds."""
    falls = DOPPELPASS.falls(state, action)
    return [dice for dice in falls if DOPPELPASS.advance(state, action, dice).score == state.score]


def test_apply_and_advance_say_the_same_and_change_nothing() -> None:
    for state, action, dice in _many():
        before = (state, DOPPELPASS.write_state(state))
        found, _ = DOPPELPASS.apply(state, action, dice)
        assert found == DOPPELPASS.advance(state, action, dice)
        assert (state, DOPPELPASS.write_state(state)) == before


def test_every_kind_of_event_is_told_in_play() -> None:
    """Every leg begins where its token is, all of them lead to what is so, and all rules are known."""
    kinds: Counter[str] = Counter()
    for state, action, dice in _many():
        found, told = DOPPELPASS.apply(state, action, dice)
        kinds.update(event.kind for event in told)
        places = {token.id: token.at for token in DOPPELPASS.picture(state).tokens}
        for event in told:
            assert event.rule in RULES
            assert {event.facts["team"], event.facts["other"]} == {"A", "B"}
            for leg in event.legs:
                _follow(leg, places)
        here = {token.id: token.at for token in DOPPELPASS.picture(found).tokens}
        assert {token: at for token, at in here.items() if token in places} == {
            token: at for token, at in places.items() if token in here
        }, [line(event) for event in told]
    assert set(kinds) == {row.split()[0] for _, _, _, rows in CASES.values() for row in rows}


def _follow(leg: Leg, places: dict[str, str]) -> None:
    """Moves a token along its leg; lines and shots that are pending move nothing."""
    assert len(set(leg.way)) == len(leg.way) > 1
    assert set(leg.way) <= set(DOPPELPASS.board.points)
    assert (leg.token == "") == (leg.style == "line" or leg.token not in places)
    if leg.token:
        assert leg.way[0] == places[leg.token]
        places[leg.token] = leg.way[-1]


def _many() -> list[tuple[State, Action, Dice]]:
    """Actions in crowded positions and in games of all modes, and all that a keeper can throw."""
    many = [step for mode in MODES for step in walk(7, 700, mode)]
    waiting = (f"A; {PENDING}; keeper.B E17", f"A; {FREE}; keeper.B F16", f"A; {FREE}; keeper.B F17")
    for state in (at(f"munich; {position}") for position in waiting):
        for action in DOPPELPASS.legal(state):
            many += [(state, action, dice) for dice in DOPPELPASS.falls(state, action)]
    for seed in range(400):
        state = crowded(seed)
        for action in DOPPELPASS.legal(state)[:8]:
            falls = DOPPELPASS.falls(state, action)
            many += [(state, action, dice) for dice in falls[seed % 7 :: 7] or falls]
    return many


def test_actions_are_plain_tuples() -> None:
    assert act("end_turn") == ("end_turn",)
    assert act("direct red H18") == ("direct", 1, (7, 17))
    assert act("penalty red black_to=B13") == ("penalty", 1, (1, 12), None, None)
