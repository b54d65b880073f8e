"""The laws of BALL: complete, quoted word by word, in harmony with the engine, and able to fail.

Here the engine is a black box that gets positions and actions and answers with positions, events and rules.
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
from rulebook.games import GAMES
from rulebook.games.ball.laws import LAWS, WITHOUT, View, candidates, view
from rulebook.games.ball.laws.book import QUOTES
from rulebook.model import JSON, Event, Illegal, Law
from tests.ball_positions import act, crowded, walk

BALL = GAMES["ball"]
BOOK = books.read(Path(__file__).parent.parent / "scenes" / "ball")

START = ("start",)
BANS = [law for law in LAWS if law.forbids]
PROMISES = [law for law in LAWS if law.holds]
TRUTHS = [law for law in LAWS if law.always and law.kinds != START]
STARTS = [law for law in LAWS if law.always and law.kinds == START]

Outcome = tuple[JSON, JSON, tuple[Event, ...], JSON]
"""A position, a legal action, what happened, and the next position."""


# The laws at work


def seen(state: Any) -> View:
    return view(BALL.write_state(state))


def fits(law: Law[View], action: JSON) -> bool:
    return not law.kinds or action["do"] in law.kinds


def ban(position: View, action: JSON) -> Law[View] | None:
    """The first law that forbids the action."""
    forbidding = (law for law in BANS if fits(law, action) and law.forbids and law.forbids(position, action))
    return next(forbidding, None)


def verdict(state: Any, action: JSON) -> str:
    """The rule by which the engine refuses; `""` where it allows."""
    try:
        BALL.apply(state, BALL.read_action(action))
    except Illegal as illegal:
        return illegal.rule
    return ""


def untrue(position: View, truths: Sequence[Law[View]] = TRUTHS) -> set[str]:
    """The rules whose laws are not true of the position."""
    return {law.rule for law in truths if law.always and not law.always(position)}


def broken(outcome: Outcome) -> set[str]:
    """The rules whose laws what happened does not keep; one that stumbles over it counts as well."""
    before, action, events, after = outcome
    about = view(before), action, events, view(after)
    return untrue(about[3]) | {law.rule for law in PROMISES if fits(law, action) and not kept(law, *about)}


def kept(law: Law[View], before: View, action: JSON, events: tuple[Event, ...], after: View) -> bool:
    try:
        return law.holds is not None and law.holds(before, action, events, after)
    except (KeyError, IndexError):
        return False


def outcome(state: Any, action: JSON) -> Outcome:
    after, events = BALL.apply(state, BALL.read_action(action))
    return BALL.write_state(state), action, events, BALL.write_state(after)


# Positions


def scene_positions() -> Iterator[Any]:
    for scene in BOOK.scenes.values():
        state = BALL.setup(scene.start)
        yield state
        for step in scene.steps:
            if step.do is not None:
                state, _ = BALL.apply(state, BALL.read_action(step.do))
                yield state


def played_positions() -> Iterator[Any]:
    for seed in range(6):
        yield from [state for state, _ in walk(seed, 90)][::8]


def crowded_positions() -> Iterator[Any]:
    yield from map(crowded, range(100))
    for seed in range(2):
        value = BALL.write_state(crowded(seed))
        yield BALL.read_state({**value, "phase": "over", "winner": value["turn"]})


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


# What there is


def test_every_rule_has_a_law_or_a_reason() -> None:
    rules = {law.rule for law in LAWS}
    assert rules | set(WITHOUT) == set(BALL.rules)
    assert not rules & set(WITHOUT)
    assert all(reason.endswith(".") for reason in WITHOUT.values())


def test_a_law_says_one_thing_of_known_kinds() -> None:
    for law in LAWS:
        assert [law.forbids, law.holds, law.always].count(None) == 2
        assert law.kinds == START or set(law.kinds) <= set(BALL.actions)


def test_laws_quote_the_book() -> None:
    book = {rule: entry.msgid for rule, entry in BOOK.prose.rules.items()}
    assert book == QUOTES
    assert all(law.quote == book[law.rule] for law in LAWS)


def test_laws_that_forbid_come_first() -> None:
    assert LAWS[: len(BANS)] == tuple(BANS)


# The laws and the engine


def test_the_start_is_as_the_book_says() -> None:
    start = seen(BALL.new({}))
    assert not untrue(start, STARTS)
    assert not untrue(start)


@pytest.mark.parametrize("source", SOURCES)
def test_every_position_is_possible(source: str) -> None:
    assert len(positions(source)) > 50
    for state in positions(source):
        assert not untrue(seen(state)), BALL.write_state(state)


@pytest.mark.parametrize("source", SOURCES)
def test_laws_and_engine_agree(source: str) -> None:
    refused = Counter[str]()
    for state, action, law in tried(source):
        expected = law.rule if law else ""
        assert verdict(state, action) == expected, (BALL.write_state(state), action)
        refused[expected] += 1
    assert refused[""] > 100
    assert len(refused) > 10


@pytest.mark.parametrize("source", SOURCES)
def test_what_happens_keeps_every_promise(source: str) -> None:
    assert len(outcomes(source)) > 300
    for one in outcomes(source):
        assert not broken(one), one


def test_every_kind_of_action_was_held_against_its_promises() -> None:
    assert {action["do"] for source in SOURCES for _, action, *_ in outcomes(source)} == set(BALL.actions)


@cache
def outcomes(source: str) -> tuple[Outcome, ...]:
    """What some legal actions of each kind do in each position."""
    chance, found = random.Random(source), list[Outcome]()
    for state in positions(source):
        by_kind: dict[str, list[JSON]] = {}
        for action in map(BALL.write_action, BALL.legal(state)):
            by_kind.setdefault(action["do"], []).append(action)
        for some in by_kind.values():
            found += [outcome(state, action) for action in chance.sample(some, min(3, len(some)))]
    return tuple(found)


def test_every_law_that_forbids_decides_something() -> None:
    deciding = {id(law) for _, _, law in tried("crowded")}
    idle = [(law.rule, law.forbids) for law in BANS if id(law) not in deciding]
    assert not idle


@pytest.mark.parametrize("source", SOURCES)
def test_every_legal_action_is_a_candidate_once(source: str) -> None:
    for state in positions(source)[::5]:
        found = [json.dumps(action, sort_keys=True) for action in candidates(seen(state))]
        assert len(set(found)) == len(found)
        legal = {json.dumps(BALL.write_action(action), sort_keys=True) for action in BALL.legal(state)}
        assert legal <= set(found)


def test_candidates_are_readable_and_in_the_same_order() -> None:
    for state in positions("crowded")[:10]:
        found = list(candidates(seen(state)))
        assert found == list(candidates(seen(state)))
        assert all(BALL.read_action(action) for action in found)


# The laws can fail: events


def lively(most: int) -> list[Outcome]:
    """Outcomes of every kind of action, in a mixed order."""
    found = [*outcomes("crowded"), *outcomes("played")]
    random.Random(1).shuffle(found)
    counted, kept = Counter[str](), list[Outcome]()
    for one in found:
        counted[one[1]["do"]] += 1
        kept += [one] * (counted[one[1]["do"]] <= most)
    return kept


def retold(events: tuple[Event, ...], index: int) -> Iterator[tuple[Event, ...]]:
    """The events with one of them missing, told twice, of another kind, or with one fact changed."""
    event, before, after = events[index], events[:index], events[index + 1 :]
    yield before + after
    yield (*before, event, event, *after)
    yield (*before, replace(event, kind="other"), *after)
    for name, fact in event.facts.items():
        wrong = fact + 1 if isinstance(fact, int) else "A2"
        yield (*before, replace(event, facts={**event.facts, name: wrong}), *after)


def test_a_wrong_event_breaks_a_law_of_its_rule() -> None:
    rules = set()
    for before, action, events, after in lively(25):
        for index, event in enumerate(events):
            rules.add(event.rule)
            for wrong in retold(events, index):
                assert event.rule in broken((before, action, wrong, after)), (event, wrong)
    assert len(rules) > 35


def test_events_in_the_wrong_order_or_with_the_wrong_way_break_a_law() -> None:
    for before, action, events, after in lively(20):
        if len(events) > 1:
            assert "turn.whole" in broken((before, action, events[::-1], after))
        for index, event in enumerate(events):
            for leg in event.legs:
                turned = replace(event, legs=(replace(leg, way=leg.way[::-1]),))
                wrong = (*events[:index], turned, *events[index + 1 :])
                assert "turn.whole" in broken((before, action, wrong, after)), event


# The laws can fail: positions


def altered(value: JSON) -> Iterator[JSON]:
    """The position with a single thing changed, in every way that is still a position to look at."""
    for path, new in _changes(value):
        other = copy.deepcopy(value)
        put(other, path, new)
        yield other


def _changes(value: JSON) -> Iterator[tuple[str, JSON]]:
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


def put(value: JSON, path: str, new: JSON) -> None:
    """Change what the dotted path leads to."""
    *names, last = path.split(".")
    for name in names:
        value = value[int(name) if isinstance(value, list) else name]
    value[int(last) if isinstance(value, list) else last] = new


def test_no_change_of_a_position_passes_unseen() -> None:
    for before, action, events, after in lively(8):
        for wrong in altered(after):
            assert broken((before, action, events, wrong)), (action, after, wrong)


def test_the_start_cannot_be_changed_unseen() -> None:
    start = BALL.write_state(BALL.new({}))
    for wrong in altered(start):
        assert untrue(view(wrong), STARTS) | untrue(view(wrong)), wrong


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
    before, action, events, after = outcome(position(start), act(text))
    assert not broken((before, action, events, after))
    for path, new in wrong.items():
        put(after, path, new)
    assert rule in broken((before, action, events, after))


def test_a_movement_that_is_not_straight_breaks_the_law() -> None:
    before, action, events, after = outcome(position(HELD), act("move DEF1 D9"))
    after["players"]["DEF1"]["at"] = action["to"] = "D10"
    assert {"move.straight", "board.playable"} <= broken((before, action, events, after))


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
        *((TRUTHS, rule, wrong) for rule, wrong in IMPOSSIBLE.items()),
        *((STARTS, rule, wrong) for rule, wrong in AT_THE_START.items()),
    ],
)
def test_an_impossible_position_breaks_the_law(
    truths: list[Law[View]], rule: str, wrong: dict[str, JSON]
) -> None:
    value = BALL.write_state(BALL.new({}))
    assert not untrue(view(value), truths)
    for path, new in wrong.items():
        put(value, path, new)
    assert rule in untrue(view(value), truths)


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
    law = ban(seen(state), action)
    assert law is not None
    assert law.rule == rule == verdict(state, action)


def test_nothing_is_allowed_after_a_touchdown() -> None:
    over, _ = BALL.apply(position(place(DEF1="E2 ball")), BALL.read_action(act("move DEF1 D1")))
    for action in candidates(seen(over)):
        law = ban(seen(over), action)
        assert law is not None
        assert law.rule == "goal.win"


def test_the_law_of_every_rule_has_been_seen_to_fail() -> None:
    wrong = {rule for rule, *_ in (*WRONG, *REFUSED)} | set(IMPOSSIBLE) | set(AT_THE_START)
    told = {event.rule for *_, events, _ in lively(25) for event in events}
    bans = {law.rule for law in BANS}
    assert wrong | told | bans | {"move.straight"} == {law.rule for law in LAWS}
