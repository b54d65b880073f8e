"""The laws of BALL can fail, each of them (what all laws have in common is in `test_laws`)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from rulebook.games import GAMES
from rulebook.games.ball.laws import View, candidates, view
from rulebook.model import JSON, Law
from tests.ball_positions import act
from tests.laws_for_tests import BALL as BENCH
from tests.laws_for_tests import Outcome, altered, put, retold

BALL = GAMES["ball"]


def test_every_law_that_forbids_decides_something() -> None:
    deciding = {id(law) for _, _, law in BENCH.tried("crowded")}
    idle = [(law.rule, law.forbids) for law in BENCH.bans if id(law) not in deciding]
    assert not idle


# The laws can fail: events


def lively(most: int) -> list[Outcome]:
    return BENCH.lively(most, lambda one: one[1]["do"])


def test_a_wrong_event_breaks_a_law_of_its_rule() -> None:
    rules = set()
    for before, action, events, after in lively(25):
        for index, event in enumerate(events):
            rules.add(event.rule)
            for wrong in retold(events, index):
                assert event.rule in BENCH.broken((before, action, wrong, after)), (event, wrong)
    assert len(rules) > 35


def test_events_in_the_wrong_order_or_with_the_wrong_way_break_a_law() -> None:
    for before, action, events, after in lively(20):
        if len(events) > 1:
            assert "turn.whole" in BENCH.broken((before, action, events[::-1], after))
        for index, event in enumerate(events):
            for leg in event.legs:
                turned = replace(event, legs=(replace(leg, way=leg.way[::-1]),))
                wrong = (*events[:index], turned, *events[index + 1 :])
                assert "turn.whole" in BENCH.broken((before, action, wrong, after)), event


# The laws can fail: positions


def changes(value: JSON) -> Iterator[tuple[str, JSON]]:
    taken = {player["at"] for player in value["players"].values()} | {value["ball"]["at"]}
    free = [square for square in BALL.board.points if square not in taken]
    swap = {"ATK": "DEF", "DEF": "ATK", "X": "O", "O": "#", "#": "X"}
    for name, player in value["players"].items():
        yield f"players.{name}.at", free[0]
        yield f"players.{name}.down", not player["down"]
        yield f"players.{name}.type", swap[player["type"]]
    for index, stack in enumerate(value["stacks"]):
        yield f"stacks.{index}.fresh", not stack["fresh"]
        yield f"stacks.{index}.at", free[0]
    first, *_, last = value["players"]
    yield "stacks", value["stacks"][1:] or [{"at": free[0], "top": first, "bottom": last, "fresh": True}]
    yield "turn", swap[value["turn"]]
    yield "phase", "release" if value["phase"] == "action" else "action"
    yield "ap", value["ap"] + 1
    yield from ((f"ep.{team}", ep + 1) for team, ep in value["ep"].items())
    yield "ball.at", free[-1]
    yield from (
        ("ball.holder", name) for name in (None, *value["players"]) if name != value["ball"]["holder"]
    )
    yield "took", {} if value["took"] else {next(iter(value["players"])): "other"}
    yield "winner", None if value["winner"] else value["turn"]


def test_no_change_of_a_position_passes_unseen() -> None:
    for before, action, events, after in lively(8):
        for wrong in altered(after, changes(after)):
            assert BENCH.broken((before, action, events, wrong)), (action, after, wrong)


def test_the_start_cannot_be_changed_unseen() -> None:
    start = BALL.write_state(BALL.new({}))
    for wrong in altered(start, changes(start)):
        assert BENCH.untrue(view(wrong), BENCH.starts) | BENCH.untrue(view(wrong)), wrong


def position(start: dict[str, JSON]) -> Any:
    """A position as a scene writes it; DEF is on turn where nothing else is said."""
    return BALL.setup({"turn": "DEF", **start})


def place(**players: str) -> dict[str, JSON]:
    return {"place": players}


HELD = place(DEF1="E8 type X", DEF2="C8 type O", ATK1="G10 ball", ATK2="K4 down", DEF3="F7 down")
BESIDE = place(DEF1="E8 type X", ATK1="F9 ball", DEF2="B1")
LOOSE: dict[str, JSON] = {"ball": "D9", **place(DEF1="E8 type X", ATK1="K2")}
HANDS = place(DEF1="E8 ball", DEF2="F9", DEF3="H9", ATK1="K2")
STACKS: dict[str, JSON] = {
    "phase": "release",
    **place(DEF1="E8 on ATK1 ball", ATK1="E8 down", DEF2="G8 down", DEF3="J5 on ATK2 fresh", ATK2="J5"),
}
RESOLVED: dict[str, JSON] = {"phase": "release", "turn": "ATK", **place(DEF1="E8 ball")}

WRONG: tuple[tuple[str, dict[str, JSON], str, dict[str, JSON]], ...] = (
    ("move.x", HELD, "move DEF1 D9", {"players.DEF1.at": "E8"}),
    ("move.o", HELD, "move DEF2 C10", {"players.DEF2.at": "C6"}),
    ("move.orientation", HELD, "move DEF1 D9", {"players.ATK2.down": False}),
    ("move.end", LOOSE, "move DEF1 C10", {"ball.at": "C10", "ball.holder": "DEF1"}),
    ("move.one.cost", HELD, "move DEF1 D9", {"ap": 0}),
    ("move.two.cost", HELD, "move DEF2 C10", {"ap": 1}),
    ("move.not_twice", HELD, "move DEF2 C10", {"ap": 1}),
    ("setup.types", HELD, "move DEF1 D9", {"players.DEF1.type": "O"}),
    ("dodge.target", HELD, "dodge DEF1 G10 F11", {"players.ATK1.at": "H11"}),
    ("dodge.knocks_down", HELD, "dodge DEF1 G10 F11", {"players.ATK1.down": False}),
    ("dodge.exit", HELD, "dodge DEF1 G10 F11", {"players.DEF1.at": "H11"}),
    ("dodge.ball", HELD, "dodge DEF1 G10 F11", {"ball.at": "G10", "ball.holder": "ATK1"}),
    ("dodge.cost", HELD, "dodge DEF1 G10 F11", {"ep.DEF": 2}),
    ("turn.took", HELD, "dodge DEF1 G10 F11", {"took": {}}),
    ("tactical_dodge.path", BESIDE, "tactical_dodge DEF1 G10 G8", {"players.DEF1.at": "E8"}),
    ("tactical_dodge.push", BESIDE, "tactical_dodge DEF1 G10 G8", {"players.ATK1.at": "F9"}),
    ("tactical_dodge.knocks_down", BESIDE, "tactical_dodge DEF1 G10 G8", {"players.ATK1.down": False}),
    ("tactical_dodge.fumble", BESIDE, "tactical_dodge DEF1 G10 G8", {"ball.at": "F9"}),
    ("tactical_dodge.cost", BESIDE, "tactical_dodge DEF1 G10 G8", {"ap": 1}),
    ("tactical_dodge.no_limit", BESIDE, "tactical_dodge DEF1 G10 G8", {"took": {"DEF1": "other"}}),
    ("block.move", BESIDE, "block DEF1 F9", {"players.DEF1.at": "E8"}),
    ("block.stands", BESIDE, "block DEF1 F9", {"players.ATK1.down": True}),
    ("stack.bound", BESIDE, "block DEF1 F9", {"stacks": []}),
    ("stack.ball", BESIDE, "block DEF1 F9", {"ball.holder": "ATK1"}),
    ("release.next_turn", BESIDE, "block DEF1 F9", {"stacks.0.fresh": False}),
    ("block.cost", BESIDE, "block DEF1 F9", {"ep.DEF": 0}),
    ("protect.move", HANDS, "protect DEF2 E8", {"players.DEF1.at": "D7"}),
    ("protect.cost", HANDS, "protect DEF2 E8", {"ep.DEF": 1}),
    ("hand_off.adjacent", HANDS, "hand_off DEF1 DEF2", {"players.DEF1.at": "F9", "players.DEF2.at": "E8"}),
    ("hand_off.chain", HANDS, "hand_off DEF1 DEF2", {"took": {"DEF2": "other"}}),
    ("hand_off.cost", HANDS, "hand_off DEF1 DEF2", {"ap": 1}),
    ("pass.holder", HANDS, "hand_off DEF1 DEF2", {"ball.holder": "DEF1"}),
    ("pass.receiver", HANDS, "hand_off DEF1 DEF2", {"ball.holder": "DEF3"}),
    ("short_pass.range", HANDS, "short_pass DEF1 DEF3 I10", {"players.DEF3.at": "I10"}),
    ("short_pass.ball", HANDS, "short_pass DEF1 DEF3 I10", {"ball.at": "H9"}),
    ("possession.place", HANDS, "short_pass DEF1 DEF3 I10", {"ball.at": "H9"}),
    ("board.distance", HANDS, "short_pass DEF1 DEF3 I10", {"ball.at": "J11"}),
    ("short_pass.cost", HANDS, "short_pass DEF1 DEF3 I10", {"ap": 0}),
    ("long_pass.place", HANDS, "long_pass DEF1 B1", {"ball.holder": "DEF1"}),
    ("long_pass.cost", HANDS, "long_pass DEF1 B1", {"ep.DEF": 1}),
    ("possession.end", LOOSE, "move DEF1 D9", {"ball.holder": None, "took": {}}),
    ("possession.cost", LOOSE, "move DEF1 D9", {"ap": 0}),
    ("goal.touchdown", place(DEF1="E2 ball"), "move DEF1 D1", {"players.DEF1.at": "E2"}),
    ("goal.win", place(DEF1="E2 ball"), "move DEF1 D1", {"winner": "ATK"}),
    ("board.end_zones", place(DEF1="E2 ball"), "move DEF1 D1", {"phase": "action", "winner": None}),
    ("turn.phases", HELD, "end_actions", {"phase": "action"}),
    ("turn.lapse", HELD, "end_actions", {"ep.DEF": 2}),
    ("turn.convert", HELD, "convert 1", {"ep.DEF": 2}),
    ("ep.adds", HELD, "convert 1", {"ep.ATK": 1}),
    ("turn.whole", HELD, "move DEF1 D9", {"players.DEF1.at": "C10"}),
    ("release.stand_up", STACKS, "stand_up DEF2 H9", {"players.DEF2.down": True}),
    ("release.no_score", STACKS, "stand_up DEF2 H9", {"winner": "DEF"}),
    ("release.stack", STACKS, "release DEF1 F9 D9 DEF1", {"players.ATK1.at": "E8"}),
    ("release.keeps_state", STACKS, "release DEF1 F9 D9 DEF1", {"players.ATK1.down": False}),
    ("release.ball", STACKS, "release DEF1 F9 D9 DEF1", {"ball.holder": "ATK1", "ball.at": "D9"}),
    ("release.duty", RESOLVED, "end_turn", {"turn": "ATK"}),
    ("turn.ap", RESOLVED, "end_turn", {"ap": 1}),
)


@pytest.mark.parametrize(("rule", "start", "text", "wrong"), WRONG, ids=[case[0] for case in WRONG])
def test_a_wrong_outcome_breaks_the_law(
    rule: str, start: dict[str, JSON], text: str, wrong: dict[str, JSON]
) -> None:
    before, action, events, after = BENCH.outcome(position(start), act(text))
    assert not BENCH.broken((before, action, events, after))
    for path, new in wrong.items():
        put(after, path, new)
    assert rule in BENCH.broken((before, action, events, after))


def test_a_movement_that_is_not_straight_breaks_the_law() -> None:
    before, action, events, after = BENCH.outcome(position(HELD), act("move DEF1 D9"))
    after["players"]["DEF1"]["at"] = action["to"] = "D10"
    assert {"move.straight", "board.playable"} <= BENCH.broken((before, action, events, after))


IMPOSSIBLE = {
    "board.size": {"players.ATK1.at": "N1"},
    "board.playable": {"ball.at": "A1"},
    "board.distance": {"ball.at": "F9"},
    "setup.types": {"players.ATK1.type": "Y"},
    "goal.win": {"winner": "DEF"},
    "turn.phases": {"phase": "pause"},
    "turn.ap": {"ap": 3},
    "turn.lapse": {"phase": "release"},
    "move.orientation": {"players.ATK1.down": "left"},
    "stack.bound": {"players.ATK1.at": "G8"},
    "stack.ball": {"stacks": [{"at": "F7", "top": "ATK1", "bottom": "ATK5", "fresh": True}]},
    "possession.place": {"ball.holder": "ATK1"},
    "ep.adds": {"ep.ATK": -1},
}
AT_THE_START = {
    "setup.places": {"players.ATK1.at": "D9"},
    "setup.types": {"players.ATK1.type": "O"},
    "setup.ball": {"ball.holder": None},
    "setup.first": {"turn": "ATK"},
    "setup.ep": {"ep.ATK": 1},
    "turn.phases": {"phase": "release"},
    "turn.ap": {"ap": 1},
    "turn.took": {"took": {"ATK5": "other"}},
}


@pytest.mark.parametrize(
    ("truths", "rule", "wrong"),
    [
        *((BENCH.truths, rule, wrong) for rule, wrong in IMPOSSIBLE.items()),
        *((BENCH.starts, rule, wrong) for rule, wrong in AT_THE_START.items()),
    ],
)
def test_an_impossible_position_breaks_the_law(
    truths: list[Law[View]], rule: str, wrong: dict[str, JSON]
) -> None:
    value = BALL.write_state(BALL.new({}))
    assert not BENCH.untrue(view(value), truths)
    for path, new in wrong.items():
        put(value, path, new)
    assert rule in BENCH.untrue(view(value), truths)


REFUSED = (
    ("board.playable", HELD, "move DEF1 D8"),
    ("turn.phases", HELD, "move ATK1 H11"),
    ("turn.unable", HELD, "move DEF3 E6"),
    ("turn.took", {**HELD, "took": {"DEF1": "other"}}, "move DEF1 D9"),
    ("turn.closed", place(DEF1="E8 type X", ATK1="F9", ATK2="F9 on ATK1 ball"), "move DEF1 G10"),
    ("turn.convert", HELD, "convert 3"),
    ("move.x", HELD, "move DEF1 E10"),
    ("move.path", place(DEF1="E8 type X", DEF2="F9 ball"), "move DEF1 G10"),
    ("dodge.no_exit", place(DEF1="D1 type #", ATK1="B1 ball", DEF2="A2", DEF3="C2"), "dodge DEF1 B1 A2"),
    ("pass.receiver", place(DEF1="E8 ball", DEF2="F9 down"), "hand_off DEF1 DEF2"),
    ("short_pass.range", place(DEF1="E8 ball", DEF2="J9"), "short_pass DEF1 DEF2 J11"),
    ("long_pass.cost", {**HANDS, "ap": 1}, "long_pass DEF1 B1"),
    ("release.next_turn", STACKS, "release DEF3 I6 K6"),
    ("release.duty", STACKS, "end_turn"),
)


@pytest.mark.parametrize(("rule", "start", "text"), REFUSED, ids=[case[0] for case in REFUSED])
def test_a_refused_action_cannot_pass_as_allowed(rule: str, start: dict[str, JSON], text: str) -> None:
    state, action = position(start), act(text)
    law = BENCH.ban(BENCH.seen(state), action)
    assert law is not None
    assert law.rule == rule == BENCH.verdict(state, action)


def test_nothing_is_allowed_after_a_touchdown() -> None:
    over, _ = BALL.apply(position(place(DEF1="E2 ball")), BALL.read_action(act("move DEF1 D1")))
    for action in candidates(BENCH.seen(over)):
        law = BENCH.ban(BENCH.seen(over), action)
        assert law is not None
        assert law.rule == "goal.win"


def test_the_law_of_every_rule_has_been_seen_to_fail() -> None:
    wrong = {rule for rule, *_ in (*WRONG, *REFUSED)} | set(IMPOSSIBLE) | set(AT_THE_START)
    told = {event.rule for *_, events, _ in lively(25) for event in events}
    bans = {law.rule for law in BENCH.bans}
    assert wrong | told | bans | {"move.straight"} == {law.rule for law in BENCH.laws}
