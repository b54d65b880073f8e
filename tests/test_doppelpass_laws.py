"""The laws of Doppelpass: complete, quoted word by word, in harmony with the engine, and able to fail.

Here the engine is a black box that gets positions, actions and dice and answers with positions, events and
rules.
"""

import copy
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulebook import books
from rulebook.check import explore, small
from rulebook.games.doppelpass import DOPPELPASS as GAME
from rulebook.games.doppelpass.laws import LAWS, WITHOUT, Field, View, candidates, view
from rulebook.games.doppelpass.laws.book import QUOTES
from rulebook.model import JSON, Dice, Event, Illegal, Law, Leg

MODES = ("base", "keeper", "supplement", "munich")
START = ("start",)
BANS = [law for law in LAWS if law.forbids]
PROMISES = [law for law in LAWS if law.holds]
TRUTHS = [law for law in LAWS if law.always and law.kinds != START]
STARTS = [law for law in LAWS if law.always and law.kinds == START]

Outcome = tuple[JSON, JSON, tuple[Event, ...], JSON]
"""A position, a legal action with its dice, what happened, and the next position."""


@cache
def book() -> books.Manuscript:
    return books.read(Path(__file__).parent.parent / "scenes" / "doppelpass")


# The laws at work


def seen(state: Any) -> View:
    return view(GAME.write_state(state))


def fits(law: Law[View], action: JSON) -> bool:
    return not law.kinds or action["do"] in law.kinds


def ban(position: View, action: JSON) -> Law[View] | None:
    """The first law that forbids the action."""
    forbidding = (law for law in BANS if fits(law, action) and law.forbids and law.forbids(position, action))
    return next(forbidding, None)


def verdict(state: Any, action: JSON) -> str:
    """The rule by which the engine refuses; `""` where it allows."""
    read = GAME.read_action(action)
    try:
        GAME.apply(state, read, GAME.falls(state, read)[0])
    except Illegal as illegal:
        return illegal.rule
    return ""


def untrue(position: View, truths: Sequence[Law[View]] = TRUTHS) -> set[str]:
    """The rules whose laws are not true of the position."""
    return {law.rule for law in truths if not is_true(law, position)}


def is_true(law: Law[View], position: View) -> bool:
    try:
        return law.always is not None and law.always(position)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        return False


def broken(outcome: Outcome) -> set[str]:
    """The rules whose laws what happened does not keep; one that stumbles over it counts as well."""
    before, action, events, after = outcome
    about = view(before), action, events, view(after)
    return untrue(about[3]) | {law.rule for law in PROMISES if fits(law, action) and not kept(law, *about)}


def kept(law: Law[View], before: View, action: JSON, events: tuple[Event, ...], after: View) -> bool:
    try:
        return law.holds is not None and law.holds(before, action, events, after)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        return False


def outcome(state: Any, action: JSON, dice: Dice = ()) -> Outcome:
    after, events = GAME.apply(state, GAME.read_action(action), dice)
    did = {**action, "dice": list(dice)} if dice else action
    return GAME.write_state(state), did, events, GAME.write_state(after)


# Positions


def scene_positions() -> Iterator[Any]:
    yield from (GAME.read_state(spot.state) for spot in explore.scene_spots(book()))


def played_positions() -> Iterator[Any]:
    chance = random.Random(5)
    for mode in MODES:
        for rolls in (None, 3):
            start = GAME.new({"mode": mode, "goals": 2, "max_rolls": rolls})
            yield from (state for state, _ in explore.walk(GAME, start, chance))


def crowded_positions() -> Iterator[Any]:
    chance = random.Random(6)
    yield from (GAME.proof.sample(chance) for _ in range(300))


SOURCES = {"scenes": scene_positions, "played": played_positions, "crowded": crowded_positions}


@cache
def positions(source: str) -> tuple[Any, ...]:
    return tuple(SOURCES[source]())


@cache
def tried(source: str) -> tuple[tuple[Any, JSON, Law[View] | None], ...]:
    """Actions of each position with what the laws say of them."""
    chance = random.Random(source)
    return tuple(
        (state, action, law)
        for state in positions(source)
        for action, law in some_of_each(seen(state), 3, chance)
    )


def some_of_each(position: View, most: int, chance: random.Random) -> Iterator[tuple[JSON, Law[View] | None]]:
    """Some candidates for each law that forbids any, and for what no law forbids."""
    by_ban: dict[int, list[tuple[JSON, Law[View] | None]]] = {}
    for action in candidates(position):
        law = ban(position, action)
        by_ban.setdefault(id(law), []).append((action, law))
    for found in by_ban.values():
        yield from chance.sample(found, min(most, len(found)))


@cache
def outcomes(source: str) -> tuple[Outcome, ...]:
    """What some legal actions of each kind do in each position, with some falls of their dice."""
    chance, found = random.Random(source), list[Outcome]()
    for state in positions(source):
        by_kind: dict[str, list[JSON]] = {}
        for action in map(GAME.write_action, GAME.legal(state)):
            by_kind.setdefault(action["do"], []).append(action)
        for some in by_kind.values():
            for action in chance.sample(some, min(3, len(some))):
                falls = GAME.falls(state, GAME.read_action(action))
                found += [outcome(state, action, dice) for dice in chance.sample(falls, min(9, len(falls)))]
    return tuple(found)


# What there is


def test_every_rule_has_a_law_or_a_reason() -> None:
    rules = {law.rule for law in LAWS}
    assert rules | set(WITHOUT) == set(GAME.rules)
    assert not rules & set(WITHOUT)


def test_a_law_says_one_thing_of_known_kinds() -> None:
    for law in LAWS:
        assert [law.forbids, law.holds, law.always].count(None) == 2
        assert law.kinds == START or set(law.kinds) <= set(GAME.actions)


def test_laws_quote_the_book() -> None:
    sentences = {rule: entry.msgid for rule, entry in book().prose.rules.items()}
    assert sentences == QUOTES
    assert all(law.quote == sentences[law.rule] for law in LAWS)


def test_laws_that_forbid_come_first() -> None:
    assert LAWS[: len(BANS)] == tuple(BANS)


# The laws and the engine


def test_the_start_is_as_the_book_says() -> None:
    start = GAME.proof.view(GAME.new({}))
    assert not untrue(start, STARTS)
    assert not untrue(start)


@pytest.mark.parametrize("source", SOURCES)
def test_every_position_is_possible(source: str) -> None:
    assert len(positions(source)) > 50
    for state in positions(source):
        assert not untrue(seen(state)), GAME.write_state(state)


@pytest.mark.parametrize("source", SOURCES)
def test_laws_and_engine_agree(source: str) -> None:
    refused = Counter[str]()
    for state, action, law in tried(source):
        expected = law.rule if law else ""
        assert verdict(state, action) == expected, (GAME.write_state(state), action)
        refused[expected] += 1
    assert refused[""] > 100
    assert len(refused) > 10


@pytest.mark.parametrize("source", SOURCES)
def test_what_happens_keeps_every_promise(source: str) -> None:
    assert len(outcomes(source)) > 200
    for one in outcomes(source):
        assert not broken(one), one


def test_every_kind_of_action_was_held_against_its_promises() -> None:
    assert {action["do"] for source in SOURCES for _, action, *_ in outcomes(source)} == set(GAME.actions)


@pytest.mark.parametrize("source", SOURCES)
def test_every_legal_action_is_a_candidate_once(source: str) -> None:
    for state in positions(source)[::3]:
        found = [json.dumps(action, sort_keys=True) for action in candidates(seen(state))]
        assert len(set(found)) == len(found)
        legal = {json.dumps(GAME.write_action(action), sort_keys=True) for action in GAME.legal(state)}
        assert legal <= set(found)


def test_candidates_are_readable_and_in_the_same_order() -> None:
    for state in positions("crowded")[:40]:
        found = list(candidates(seen(state)))
        assert found == list(candidates(seen(state)))
        assert all(GAME.read_action(action) for action in found)


# What else the proof offers


def test_samples_have_every_mode_and_phase() -> None:
    found = [GAME.write_state(state) for state in positions("crowded")]
    assert {value["mode"] for value in found} == set(MODES)
    phases = {"toss", "keeper", "roll", "move", "penalty", "missed", "save", "kick_off", "over"}
    assert {value["phase"] for value in found} == phases
    assert {value["shot"]["kind"] for value in found if value["shot"]} == {"pass", "direct", "penalty"}


def test_what_is_simpler_is_another_position_and_comes_to_an_end() -> None:
    for state in positions("crowded")[:60]:
        simpler = [state]
        for _ in range(30):
            following = [after for after in GAME.proof.simpler(simpler[-1]) if after not in simpler]
            simpler += following[:1]
        assert not [after for after in GAME.proof.simpler(simpler[-1]) if after not in simpler]
        assert len(simpler) > 1


def test_a_scene_can_begin_with_any_position_but_the_end() -> None:
    for state in positions("crowded"):
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
    """Outcomes of every kind of action, in a mixed order."""
    found = [*outcomes("crowded"), *outcomes("played")]
    random.Random(1).shuffle(found)
    counted, chosen = Counter[tuple[str, ...]](), list[Outcome]()
    for one in found:
        story = one[1]["do"], *(event.kind for event in one[2])
        counted[story] += 1
        chosen += [one] * (counted[story] <= most)
    return chosen


def retold(events: tuple[Event, ...], index: int) -> Iterator[tuple[Event, ...]]:
    """The events with one of them missing, told twice, of another kind, or with a fact or a way changed."""
    event, before, after = events[index], events[:index], events[index + 1 :]
    yield before + after
    yield (*before, event, event, *after)
    yield (*before, replace(event, kind="other"), *after)
    for name, fact in event.facts.items():
        wrong = fact + 1 if isinstance(fact, int) else f"{fact}?"
        yield (*before, replace(event, facts={**event.facts, name: wrong}), *after)
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
            for wrong in retold(events, index):
                assert event.rule in broken((before, action, wrong, after)), (event, wrong)
    assert len(rules) > 35


def test_events_in_the_wrong_order_break_a_law() -> None:
    for before, action, events, after in lively(2):
        if len({event.kind for event in events}) > 1:
            assert "turn.order" in broken((before, action, events[::-1], after))


# The laws can fail: positions


def altered(value: JSON) -> Iterator[JSON]:
    """The position with a single thing changed, in every way that is still a position to look at."""
    for path, new in _changes(value):
        other = copy.deepcopy(value)
        put(other, path, new)
        yield other


OTHER = {"A": "B", "B": "A", None: "A", "draw": "A"}


def _changes(value: JSON) -> Iterator[tuple[str, JSON]]:
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


def put(value: JSON, path: str, new: JSON) -> None:
    """Change what the dotted path leads to."""
    *names, last = path.split(".")
    for name in names:
        value = value[name]
    value[last] = new


def test_any_other_position_than_the_right_one_breaks_a_law() -> None:
    for before, action, events, after in lively(1):
        for wrong in altered(after):
            assert broken((before, action, events, wrong)), (before, action, after, wrong)


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
    before, did, events, after = outcome(state, action, dice)
    assert not broken((before, did, events, after))
    for path, new in wrong.items():
        put(after, path, new)
    assert rule in broken((before, did, events, after))


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
    law = ban(seen(state), action)
    assert law is not None
    assert law.rule == rule == verdict(state, action)


def test_every_law_that_forbids_decides_something() -> None:
    deciding = {id(law) for source in SOURCES for _, _, law in tried(source)}
    deciding |= {id(ban(seen(state), action)) for _, state, action in REFUSED}
    idle = [(law.rule, law.kinds) for law in BANS if id(law) not in deciding]
    blocked = [(rule, ("missed",)) for rule in ("goal.second", "move.over", "move.land")]
    assert idle == blocked, "from the spot nobody walks into the goal or against a piece"


def test_a_way_along_no_line_breaks_the_law() -> None:
    before, did, events, after = outcome(position(FINAL, MOVED, KEEPERS), SPIELZUG)
    bent = replace(events[0], legs=(replace(events[0].legs[0], way=("C15", "D17")),))
    assert "board.lines" in broken((before, did, (bent, *events[1:]), after))


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
    assert rule in untrue(view(value))


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
    assert rule in untrue(view(GAME.write_state(GAME.new({})), field), STARTS)


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
    assert rule in untrue(view(value), STARTS)


def test_the_law_of_every_rule_has_been_seen_to_fail() -> None:
    told = {event.rule for *_, events, _ in lively(2) for event in events}
    wrong = {rule for rule, *_ in (*WRONG, *IMPOSSIBLE, *FIELDS, *AT_THE_START)}
    bans = {law.rule for law in BANS}
    assert told | wrong | bans | {"board.lines"} == {law.rule for law in LAWS}
