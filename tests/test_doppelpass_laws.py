"""The laws of Doppelpass can fail, each of them (what all laws have in common is in `test_laws`)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from rulebook.check import small
from rulebook.games.doppelpass import DOPPELPASS as GAME
from rulebook.games.doppelpass.laws import Field, view
from rulebook.model import JSON, Dice, Event, Leg
from tests.laws_for_tests import DOPPELPASS as BENCH
from tests.laws_for_tests import MODES, SOURCES, Outcome, altered, put, retold

# What else the proof offers


def test_samples_have_every_mode_and_phase() -> None:
    found = [GAME.write_state(state) for state in BENCH.positions("crowded")]
    assert {value["mode"] for value in found} == set(MODES)
    phases = {"toss", "keeper", "roll", "move", "penalty", "missed", "save", "kick_off", "over"}
    assert {value["phase"] for value in found} == phases
    assert {value["shot"]["kind"] for value in found if value["shot"]} == {"pass", "direct", "penalty"}


def test_what_is_simpler_is_another_position_and_comes_to_an_end() -> None:
    for state in BENCH.positions("crowded")[:60]:
        simpler = [state]
        for _ in range(30):
            following = [after for after in GAME.proof.simpler(simpler[-1]) if after not in simpler]
            simpler += following[:1]
        assert not [after for after in GAME.proof.simpler(simpler[-1]) if after not in simpler]
        assert len(simpler) > 1


def test_a_scene_can_begin_with_any_position_but_the_end() -> None:
    for state in BENCH.positions("crowded"):
        if GAME.write_state(state)["phase"] == "over":
            with pytest.raises(ValueError, match="over"):
                GAME.proof.setup(state)
        else:
            assert GAME.setup(GAME.proof.setup(state)) == state


def test_rolls_are_of_the_essence_only_where_they_are_limited() -> None:
    value = GAME.write_state(GAME.new({"first": "A"}))
    free = [GAME.read_state({**value, "rolls": rolls}) for rolls in (0, 1)]
    limited = [GAME.read_state({**value, "max_rolls": 5, "rolls": rolls}) for rolls in (0, 1)]
    assert GAME.proof.essence(free[0]) == GAME.proof.essence(free[1])
    assert GAME.proof.essence(limited[0]) != GAME.proof.essence(limited[1])


def test_small_boards_can_be_visited_and_always_come_to_an_end() -> None:
    modes = set()
    for game in GAME.proof.small():
        modes.add(game.write_state(game.new({}))["mode"])
        visited = small.visit(game)
        assert not visited.breaches
        assert 1000 < visited.positions < small.MOST
        assert visited.trapped == 0
    assert modes == {"base", "munich"}


# The laws can fail: events


def lively(most: int) -> list[Outcome]:
    return BENCH.lively(most, lambda one: (one[1]["do"], *(event.kind for event in one[2])))


def turned(events: tuple[Event, ...], index: int) -> Iterator[tuple[Event, ...]]:
    """The events with one way more in one of them, or with a way of it turned round or of another token."""
    event, before, after = events[index], events[:index], events[index + 1 :]
    yield (*before, replace(event, legs=(*event.legs, Leg("red", ("A1", "A2"), "move"))), *after)
    for place, leg in enumerate(event.legs):
        for other in (replace(leg, way=leg.way[::-1]), replace(leg, token="gold.2")):
            legs = (*event.legs[:place], other, *event.legs[place + 1 :])
            yield (*before, replace(event, legs=legs), *after)


def test_a_wrong_event_breaks_a_law_of_its_rule() -> None:
    rules = set()
    for before, action, events, after in lively(2):
        for index, event in enumerate(events):
            rules.add(event.rule)
            for wrong in (*retold(events, index), *turned(events, index)):
                assert event.rule in BENCH.broken((before, action, wrong, after)), (event, wrong)
    assert len(rules) > 35


def test_events_in_the_wrong_order_break_a_law() -> None:
    for before, action, events, after in lively(2):
        if len({event.kind for event in events}) > 1:
            assert "turn.order" in BENCH.broken((before, action, events[::-1], after))


# The laws can fail: positions


OTHER = {"A": "B", "B": "A", None: "A", "draw": "A"}


def changes(value: JSON) -> Iterator[tuple[str, JSON]]:
    yield from _displaced(value)
    yield from ((f"score.{team}", goals + 1) for team, goals in value["score"].items())
    yield "turn", OTHER[value["turn"]]
    yield "winner", OTHER[value["winner"]]
    yield "rolls", value["rolls"] + 1
    yield "dice", [5, 6] if value["dice"] != [5, 6] else []
    yield "goals", value["goals"] + 1
    yield "max_rolls", 99
    yield "mode", "keeper" if value["mode"] != "keeper" else "munich"
    yield from (("phase", phase) for phase in ("keeper", "roll", "kick_off") if phase != value["phase"])
    if value["shot"]:
        yield "shot", None
        yield "shot.number", (value["shot"]["number"] or 0) + 1
    else:
        yield "shot", {"kind": "penalty", "piece": "red", "to": None, "number": None}


def _displaced(value: JSON) -> Iterator[tuple[str, JSON]]:
    """Each piece and each keeper one point beside where it stands, or off the board."""
    for name, at in value["pieces"].items():
        yield f"pieces.{name}", None if at else [3, 3]
        if at:
            yield f"pieces.{name}", [at[0] + (1 if at[0] < 10 else -1), at[1]]
    for player, at in (value["keepers"] or {}).items():
        yield f"keepers.{player}", [at[0] + (1 if at[0] < 8 else -1), at[1]]


def test_any_other_position_than_the_right_one_breaks_a_law() -> None:
    for before, action, events, after in lively(1):
        for wrong in altered(after, changes(after)):
            assert BENCH.broken((before, action, events, wrong)), (before, action, after, wrong)


MOVED = {"black": [2, 14], "red": [2, 12], "gold": [6, 13]}
FINAL = {"mode": "supplement", "turn": "A", "dice": [5, 1]}


def position(fields: JSON, pieces: JSON, keepers: JSON = None) -> Any:
    """The kick-off of a game of some mode with these fields changed."""
    value = GAME.write_state(GAME.new({"mode": fields.get("mode", "base"), "first": "A"}))
    value |= {"phase": "move", "rolls": 1, "pieces": pieces, "keepers": keepers or value["keepers"]}
    return GAME.read_state({**value, **fields})


KEEPERS = {"A": [5, 0], "B": [4, 14]}
SPIELZUG = {
    "do": "move",
    "first": {"piece": "black", "die": 1, "to": [3, 15]},
    "second": {"piece": "red", "die": 5, "to": [7, 17]},
}
CORNER = {"do": "corner", "piece": "black", "die": 6, "to": [6, 10]}
CORNERED = {"black": [0, 16], "red": [5, 16], "gold": [9, 16]}
SHOT = {"kind": "pass", "piece": "red", "to": [7, 17], "number": 5}
SHOOTING = {"mode": "munich", "phase": "save", "shot": SHOT}
FLOWN = {"black": [3, 15], "red": [2, 12], "gold": [6, 13]}
BESIDE, OVER_HIM = {"A": [5, 0], "B": [4, 16]}, {"A": [5, 0], "B": [4, 14]}
SAVE = {"do": "save", "with": 1}
PENALTY: JSON = {
    "mode": "keeper",
    "phase": "penalty",
    "shot": {**SHOT, "kind": "penalty", "to": None, "number": None},
}
MISSING = {**PENALTY, "phase": "missed", "shot": {**PENALTY["shot"], "number": 2}}
ON_SPOT = {"black": [1, 12], "red": [5, 14], "gold": [9, 12]}
CENTRE = {"black": [4, 8], "red": [5, 8], "gold": [6, 8]}

WRONG: tuple[tuple[str, Any, JSON, Dice, JSON], ...] = (
    ("pieces.shared", position(FINAL, MOVED, KEEPERS), SPIELZUG, (), {"pieces.gold": [6, 14]}),
    ("move.first_direction", position(FINAL, MOVED, KEEPERS), SPIELZUG, (), {"pieces.black": [3, 14]}),
    ("through.crossing", position(FINAL, MOVED, KEEPERS), SPIELZUG, (), {"pieces.red": [3, 13]}),
    ("turn.order", position(FINAL, MOVED, KEEPERS), SPIELZUG, (), {"phase": "kick_off"}),
    ("corner.alone", position({"dice": [6, 5]}, CORNERED), CORNER, (), {"pieces.red": [5, 15]}),
    ("corner.back", position({"dice": [6, 5]}, CORNERED), CORNER, (), {"pieces.black": [6, 11]}),
    ("corner.again", position({"dice": [6, 5]}, CORNERED), CORNER, (), {"turn": "B"}),
    ("double.indirect", position({"dice": [2, 2]}, CENTRE), {"do": "indirect"}, (), {"turn": "B"}),
    ("turn.roll", position({"phase": "roll"}, CENTRE), {"do": "roll"}, (3, 4), {"dice": [4, 3]}),
    ("turn.roll", position({"phase": "roll"}, CENTRE), {"do": "roll"}, (3, 4), {"rolls": 1}),
    ("kick_off.toss", GAME.new({}), {"do": "roll"}, (3, 4), {"turn": "A"}),
    ("kick_off.tie", GAME.new({}), {"do": "roll"}, (4, 4), {"phase": "roll", "turn": "A"}),
    ("save.jumped", position(SHOOTING, FLOWN, OVER_HIM), SAVE, (5,), {"pieces.red": None}),
    ("save.held", position(SHOOTING, FLOWN, OVER_HIM), SAVE, (5,), {"turn": "A"}),
    ("goal.second", position(SHOOTING, FLOWN, OVER_HIM), SAVE, (4,), {"pieces.red": [4, 14]}),
    ("goal.conceded", position(SHOOTING, FLOWN, OVER_HIM), SAVE, (4,), {"score.A": 0}),
    ("save.beside", position(SHOOTING, FLOWN, BESIDE), {**SAVE, "with": 2}, (5, 2), {"pieces.red": None}),
    ("keeper.shift", position(SHOOTING, FLOWN, BESIDE), {**SAVE, "with": 2}, (5, 2), {"keepers.B": [5, 16]}),
    ("penalty.roll", position(PENALTY, ON_SPOT), {"do": "roll"}, (5,), {"shot.number": 6}),
    ("penalty.missed", position(PENALTY, ON_SPOT), {"do": "roll"}, (2,), {"phase": "save"}),
    ("keeper.shift", position(PENALTY, ON_SPOT), {"do": "roll"}, (5,), {"keepers.B": [4, 16]}),
)


@pytest.mark.parametrize(("rule", "state", "action", "dice", "wrong"), WRONG, ids=[case[0] for case in WRONG])
def test_a_wrong_outcome_breaks_the_law(rule: str, state: Any, action: JSON, dice: Dice, wrong: JSON) -> None:
    before, did, events, after = BENCH.outcome(state, action, dice)
    assert not BENCH.broken((before, did, events, after))
    for path, new in wrong.items():
        put(after, path, new)
    assert rule in BENCH.broken((before, did, events, after))


THIRD, FAR = {"mode": "keeper", "dice": [2, 2]}, {"A": [5, 0], "B": [5, 16]}
KICK = {"do": "direct", "piece": "red", "to": [7, 17]}
SHY = {"black": [0, 10], "red": [3, 13], "gold": [5, 15]}
REFUSED: tuple[tuple[str, Any, JSON], ...] = (
    (
        "move.land",
        position(THIRD, {"black": [5, 8], "red": [3, 10], "gold": [9, 12]}, FAR),
        {"do": "direct", "piece": "black", "to": [9, 12]},
    ),
    (
        "move.keeper",
        position(THIRD, {"black": [3, 9], "red": [3, 10], "gold": [9, 12]}, {**FAR, "B": [7, 13]}),
        {"do": "direct", "piece": "black", "to": [7, 13]},
    ),
    ("move.keeper", position(THIRD, CORNERED, {**FAR, "B": [2, 14]}), {**CORNER, "die": 2, "to": [2, 14]}),
    ("move.land", position(THIRD, {**CORNERED, "red": [2, 14]}, FAR), {**CORNER, "die": 2, "to": [2, 14]}),
    ("move.over", position(THIRD, {**CORNERED, "red": [1, 15]}, FAR), {**CORNER, "die": 2, "to": [2, 14]}),
    ("move.board", position({"dice": [2, 2]}, CORNERED), {**CORNER, "die": 2, "to": [-2, 14]}),
    ("move.count", position({"dice": [2, 2]}, CORNERED), {**CORNER, "die": 2, "to": [1, 15]}),
    ("goal.line", position({"dice": [2, 2]}, {**SHY, "red": [1, 12]}), {**KICK, "to": [6, 17]}),
    ("move.over", position({"dice": [3, 3]}, SHY), KICK),
    ("move.keeper", position(MISSING, ON_SPOT, {**FAR, "B": [7, 16]}), {"do": "missed", "to": [7, 16]}),
)


@pytest.mark.parametrize(("rule", "state", "action"), REFUSED, ids=[case[0] for case in REFUSED])
def test_law_and_engine_refuse_for_the_same_reason(rule: str, state: Any, action: JSON) -> None:
    law = BENCH.ban(BENCH.seen(state), action)
    assert law is not None
    assert law.rule == rule == BENCH.verdict(state, action)


def test_every_law_that_forbids_decides_something() -> None:
    deciding = {id(law) for source in SOURCES for _, _, law in BENCH.tried(source)}
    deciding |= {id(BENCH.ban(BENCH.seen(state), action)) for _, state, action in REFUSED}
    idle = [(law.rule, law.kinds) for law in BENCH.bans if id(law) not in deciding]
    blocked = [(rule, ("missed",)) for rule in ("goal.second", "move.over", "move.land")]
    assert idle == blocked, "from the spot nobody walks into the goal or against a piece"


def test_a_way_along_no_line_breaks_the_law() -> None:
    before, did, events, after = BENCH.outcome(position(FINAL, MOVED, KEEPERS), SPIELZUG)
    bent = replace(events[0], legs=(replace(events[0].legs[0], way=("C15", "D17")),))
    assert "board.lines" in BENCH.broken((before, did, (bent, *events[1:]), after))


IMPOSSIBLE: tuple[tuple[str, JSON], ...] = (
    ("board.size", {"pieces.black": [11, 3]}),
    ("board.keepers", {"keepers": {"A": [5, 0], "B": [5, 16]}}),
    ("pieces.shared", {"pieces.black": [5, 8]}),
    ("pieces.shared", {"pieces.black": None}),
    ("turn.order", {"phase": "pause"}),
    ("turn.order", {"turn": "A"}),
    ("turn.order", {"phase": "save"}),
    ("turn.roll", {"dice": [1, 2]}),
    ("goal.second", {"shot": {"kind": "pass", "piece": "red", "to": [7, 17], "number": 5}}),
    ("goal.conceded", {"phase": "kick_off", "turn": "A"}),
    ("penalty.compulsory", {"shot": {"kind": "direct", "piece": "red", "to": [7, 17], "number": 1}}),
    ("penalty.roll", {"phase": "missed", "shot": {**SHOT, "kind": "penalty", "number": 4}}),
    ("penalty.spot", {"phase": "missed", "shot": {**SHOT, "kind": "penalty", "number": 1}}),
    ("keeper.area", {"mode": "munich", "keepers": {"A": [5, 0], "B": [5, 12]}}),
    ("save.dice", {"mode": "munich", "phase": "save", "keepers": BESIDE, "shot": {**SHOT, "to": [3, 17]}}),
    ("game.goals", {"score.A": 7}),
    ("game.rolls", {"max_rolls": 3, "rolls": 3}),
    ("game.draw", {"winner": "draw"}),
)


@pytest.mark.parametrize(("rule", "wrong"), IMPOSSIBLE, ids=[case[0] for case in IMPOSSIBLE])
def test_an_impossible_position_breaks_the_law(rule: str, wrong: JSON) -> None:
    value = GAME.write_state(GAME.new({}))
    for path, new in wrong.items():
        put(value, path, new)
    assert rule in BENCH.untrue(view(value))


FIELDS: tuple[tuple[str, Field], ...] = (
    ("board.size", Field(columns=12)),
    ("board.size", Field(rows=16)),
    ("board.goal", Field(goal=(4, 5))),
    ("board.area", Field(area=(2, 3, 4, 5, 6, 7))),
    ("board.area", Field(depth=3)),
    ("board.spot", Field(spot=(5, 3))),
    ("board.corners", Field(columns=10)),
    ("board.kick_off", Field(kick_off=((4, 8), (6, 8), (5, 8)))),
    ("board.keepers", Field(keeper=(4, 0))),
    ("turn.roll", Field(sides=5)),
    ("penalty.missed", Field(missed=(1,))),
)


@pytest.mark.parametrize(("rule", "field"), FIELDS, ids=[case[0] for case in FIELDS])
def test_another_board_breaks_the_law(rule: str, field: Field) -> None:
    assert rule in BENCH.untrue(view(GAME.write_state(GAME.new({})), field), BENCH.starts)


AT_THE_START: tuple[tuple[str, JSON], ...] = (
    ("board.kick_off", {"pieces.red": [5, 9]}),
    ("kick_off.toss", {"phase": "roll", "turn": "A"}),
    ("turn.roll", {"rolls": 1}),
    ("game.goals", {"goals": 6}),
    ("game.rolls", {"max_rolls": 30}),
)


@pytest.mark.parametrize(("rule", "wrong"), AT_THE_START, ids=[case[0] for case in AT_THE_START])
def test_another_start_breaks_the_law(rule: str, wrong: JSON) -> None:
    value = GAME.write_state(GAME.new({}))
    for path, new in wrong.items():
        put(value, path, new)
    assert rule in BENCH.untrue(view(value), BENCH.starts)


def test_the_law_of_every_rule_has_been_seen_to_fail() -> None:
    told = {event.rule for *_, events, _ in lively(2) for event in events}
    wrong = {rule for rule, *_ in (*WRONG, *IMPOSSIBLE, *FIELDS, *AT_THE_START)}
    bans = {law.rule for law in BENCH.bans}
    assert told | wrong | bans | {"board.lines"} == {law.rule for law in BENCH.laws}
