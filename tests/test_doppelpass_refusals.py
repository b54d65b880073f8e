"""Which rule refuses what in Doppelpass, in which order, and what it says of it."""

import random
import re

import pytest

from rulebook.games.doppelpass import DOPPELPASS, RULES
from rulebook.games.doppelpass.refusals import _FACTS, _WHY
from rulebook.games.doppelpass.state import Action, State
from rulebook.model import Illegal, Leg, Role, Unreadable
from tests.doppelpass_positions import act, at, candidates, crowded, refused, table

FINAL = "A 5 1; black C15; red C13; gold G14"
"""Black goes to D16 and red shoots through: legal (the end of the final of 2006)."""

CORNER = "A 6 5; black A17; red F17; gold J17"
MISSED = "A; black B13; red F15; gold J10; shot penalty red 2"
BESIDE = "munich; A; black C16; red C13; gold G14; keeper.B E17; shot direct red H18 3"
INSIDE = "A 1 1; black C14; red D15; gold A1"

REFUSED = f"""
# the wrong phase
{FINAL} | roll | turn.order
{FINAL} | shift F17 | turn.order
{FINAL} | missed C14 | turn.order
{FINAL} | save 1 | turn.order
{FINAL} | kick_off | turn.order
A | move black 1 D16 black 5 H18 | turn.order
A | direct red H18 | turn.order
A | indirect | turn.order
A | corner black 1 A1 | turn.order
A | penalty black | turn.order
A | end_turn | turn.order
phase toss | shift F17 | turn.order
phase toss | kick_off | turn.order
phase toss | end_turn | turn.order
keeper; A | roll | turn.order
supplement; A; black D16; red C13; gold G14; keeper.B E15; shot pass red H18 5 | roll | turn.order
A; shot penalty red; red F15 | move black 1 D16 red 5 H18 | turn.order
{MISSED} | roll | turn.order
A; phase kick_off; black goal; score 0 1 | roll | turn.order
A; phase kick_off; black goal; score 0 1 | move black 1 D16 red 5 H18 | turn.order
# a penalty comes before all else
{INSIDE} | move black 2 A1 black 2 A1 | penalty.compulsory
{INSIDE} | move gold 1 B2 red 1 E16 | penalty.compulsory
{INSIDE} | direct gold H18 | penalty.compulsory
{INSIDE} | indirect | penalty.compulsory
{INSIDE} | corner gold 1 A2 | penalty.compulsory
{INSIDE} | end_turn | penalty.compulsory
# pieces and dice, before any walk
{FINAL} | move black 2 D16 black 5 H18 | move.two
{FINAL} | move black 5 A1 red 5 A1 | move.dice
{FINAL} | move black 2 A1 red 5 A1 | move.dice
{FINAL} | move black 1 A1 red 1 A1 | move.dice
A 3 3; black C15 | move black 3 A1 red 2 A1 | move.dice
# the first walk, before the second one
{FINAL} | move black 1 C14 red 5 A1 | move.backward
{FINAL} | move black 1 B14 red 5 A1 | move.backward
{FINAL} | move black 1 A1 red 5 H18 | move.backward
B 5 1; black C3; red C5; gold G4 | move black 1 D4 red 5 H0 | move.backward
{FINAL} | move black 1 C16 red 5 H18 | move.first_direction
{FINAL} | move black 1 E16 red 5 H18 | move.first_direction
{FINAL} | move black 1 C15 red 5 H18 | move.first_direction
{FINAL} | move black 1 C18 red 5 H18 | move.first_direction
{FINAL} | move black 1 F18 red 5 A1 | goal.second
A 5 1; black E17; red C13; gold G14 | move black 1 D18 red 5 H18 | goal.second
A 5 1; black F16; red C13; gold G14 | move black 1 D18 red 5 H18 | goal.second
A 5 1; black B16; red C13; gold G14 | move black 1 D18 red 5 H18 | move.board
A 5 1; black D17; red C13; gold G14 | move black 1 E18 red 5 H18 | move.board
{FINAL} | move black 1 E17 red 5 H18 | move.count
{FINAL} | move black 5 D15 red 1 D14 | move.count
A 5 1; black C15; red C13; gold G15 | move black 5 H15 red 1 D14 | move.over
A 5 1; black C15; red C13; gold G15 | move black 1 H15 red 5 H18 | move.count
A 5 2; black C15; red D16; gold E17 | move black 2 E17 red 5 A1 | move.over
A 5 1; black C15; red C13; gold D16 | move black 1 D16 red 5 H18 | move.land
A 5 1; black C15; red B15; gold G14 | move black 1 B15 red 5 A1 | move.land
supplement; {FINAL}; keeper.B D16 | move black 1 D16 red 5 H18 | move.keeper
supplement; A 5 1; black B1; red C13; gold G14; keeper.A C1 | move black 1 C1 red 5 H18 | move.keeper
supplement; A 5 1; black C15; red C13; gold D16; keeper.B D16 | move black 1 D16 red 5 H18 | move.land
# the second walk, before the line between the others
{FINAL} | move black 1 D16 red 5 H8 | move.backward
{FINAL} | move black 1 D16 red 5 H13 | move.second_direction
{FINAL} | move black 1 D16 red 5 C18 | move.second_direction
{FINAL} | move black 1 D16 red 5 C13 | move.second_direction
{FINAL} | move black 1 D16 red 5 F18 | move.second_direction
A 5 1; black C15; red E13; gold G14 | move black 1 D16 red 5 J18 | goal.width
A 4 1; black C15; red E13; gold G14 | move black 1 D16 red 4 J18 | goal.width
A 5 1; black C15; red K17; gold G14 | move black 1 D16 red 5 J18 | goal.width
A 4 1; black C15; red C13; gold G14 | move black 1 D16 red 4 H18 | goal.line
A 4 1; black C15; red C13; gold F16 | move black 1 D16 red 4 H18 | goal.line
A 5 1; black C15; red C13; gold F16 | move black 1 D16 red 5 H18 | move.over
A 5 1; black C15; red C13; gold G17 | move black 1 D16 red 5 H18 | move.over
A 5 1; black C14; red C13; gold G14 | move black 1 D14 red 5 H18 | move.over
{FINAL} | move black 1 D16 red 5 F16 | move.count
A 4 1; black C15; red C13; gold F16 | move black 1 D16 red 4 G17 | move.over
A 3 1; black C15; red C13; gold F16 | move black 1 D16 red 3 F16 | move.land
supplement; A 3 1; black C15; red C13; gold G14; keeper.B F16 | move black 1 D16 red 3 F16 | move.keeper
# between the others
A 2 1 | move black 1 D9 red 2 H11 | through.level
A 3 1; black C15; red C13; gold G16 | move black 1 D16 red 3 F16 | through.level
A 5 1; black C15; red C13; gold D17 | move black 1 D16 red 5 H18 | through.crossing
A 2 1; black E9; red C9; gold H12 | move black 1 E9 red 2 E11 | move.first_direction
A 1 1; black B2; red D5; gold H1 | move black 1 C3 red 1 E6 | through.crossing
# free kicks
{FINAL} | direct red A1 | double.only
{FINAL} | indirect | double.only
A 3 3; black C16; red C13; gold G14 | direct red C14 | move.second_direction
A 3 3; black C16; red C13; gold G14 | direct red C12 | move.backward
A 3 3; black C16; red C13; gold G14 | direct red F16 | move.count
A 2 2; black C16; red C13; gold G14 | direct red H18 | goal.line
A 3 3; black C16; red E13; gold G14 | direct red J18 | goal.width
A 3 3; black E15; red C13; gold G14 | direct red H18 | move.over
A 2 2; black C16; red C13; gold G17 | direct red G17 | move.land
keeper; A 2 2; black C16; red C13; gold G14; keeper.B G17 | direct red G17 | move.keeper
A 3 3; black C16; red C13; gold D17 | direct red H18 | through.crossing
A 2 2; black D17; red C13; gold E17 | direct red G17 | through.level
# corners
{CORNER} | corner black 4 G17 | move.dice
{CORNER} | corner red 4 G17 | move.dice
{CORNER} | corner red 6 F11 | corner.place
A 6 5; black A1 | corner black 6 A7 | corner.place
B 6 5; black A17 | corner black 6 A11 | corner.place
{CORNER} | corner black 6 G17 | corner.back
{CORNER} | corner black 6 B18 | corner.back
{CORNER} | corner black 6 A17 | corner.back
{CORNER} | corner black 6 B11 | corner.back
{CORNER} | corner black 6 A12 | move.count
A 6 5; black A17; red A14 | corner black 6 A11 | move.over
A 6 5; black A17; red A11 | corner black 6 A11 | move.land
keeper; A 3 5; black A17; keeper.B D14 | corner black 3 D14 | move.keeper
# penalties
A 1 2; black C14 | penalty black | penalty.double_one
A 2 2; black C14 | penalty black | penalty.double_one
A 1 1 | penalty black | penalty.double_one
B 1 1; black C14 | penalty black | penalty.double_one
{INSIDE} | penalty red | penalty.others
{INSIDE} | penalty red black_to=B14 gold_to=B13 | penalty.others
{INSIDE} | penalty red red_to=B14 | penalty.others
{INSIDE} | penalty red red_to=A1 black_to=B14 | penalty.others
{INSIDE} | penalty gold red_to=B14 | penalty.others
{INSIDE} | penalty red black_to=A1 | penalty.outside
{INSIDE} | penalty red black_to=C14 | penalty.outside
{INSIDE} | penalty red black_to=A14 | penalty.outside
{INSIDE} | penalty red black_to=C18 | penalty.outside
{INSIDE} | penalty red black_to=F5 | penalty.outside
A 1 1; black C14; red D15; gold B14 | penalty red black_to=B14 | move.land
A 1 1; black C14; red D15; gold E16 | penalty red black_to=B14 gold_to=B14 | move.land
A 1 1; black C14; red D15; gold E16 | penalty black red_to=B14 gold_to=A1 | penalty.outside
A 1 1; black C14; red D15; gold E16 | penalty black red_to=A1 gold_to=B14 | penalty.outside
# the walk after a missed penalty
{MISSED} | missed F13 | move.backward
{MISSED} | missed F17 | move.first_direction
{MISSED} | missed I18 | move.board
{MISSED} | missed G16 | move.count
{MISSED} | missed A15 | move.count
keeper; {MISSED}; keeper.B H15 | missed H15 | move.keeper
# the end of the turn
A 5 1 | end_turn | turn.must_move
A 3 3 | end_turn | turn.must_move
A 6 6; black A17; red F17; gold J17 | end_turn | turn.must_move
{MISSED} | end_turn | turn.must_move
# the keeper
keeper; A | shift F15 | keeper.step
keeper; A | shift F1 | keeper.step
keeper; A | shift F18 | keeper.area
keeper; A; keeper.B C17 | shift B17 | keeper.area
keeper; A; keeper.B C14 | shift C12 | keeper.step
keeper; B; keeper.A C4 | shift C5 | keeper.area
keeper; A; red G17 | shift G17 | keeper.free
keeper; A; black B13; red F15; gold J10; shot penalty red; keeper.B F16 | shift F15 | keeper.free
keeper; {MISSED[3:]}; red F15; shot penalty red 3; phase save | save 2 | save.dice
supplement; A; black D16; red C13; gold G14; keeper.B E15; shot pass red H18 5 | save 2 | save.dice
munich; A; black D16; red C13; gold G14; keeper.B E17; shot pass red H18 5 | save 1 | save.dice
"""

LEGAL = f"""
{FINAL} | move black 1 D16 red 5 H18
{CORNER} | end_turn
{CORNER} | corner black 6 A11
keeper; A; red F17 | shift F17
supplement; {FINAL}; keeper.B E15 | move black 1 D16 red 5 H18
{INSIDE} | penalty red black_to=B14
{INSIDE} | penalty gold black_to=B14 red_to=J14
A 1 1; black C14; red B14 | penalty red black_to=B14
{MISSED} | missed D15
munich; A; black C16; red C13; gold G14; keeper.B F16; shot direct red H18 3 | save 1
munich; A; black C16; red C13; gold G14; keeper.B F16; shot direct red H18 3 | save 2
"""


def illegal(position: str, text: str) -> Illegal:
    found = refused(at(position), act(text))
    assert found is not None
    return found


@pytest.mark.parametrize(("position", "text", "rule"), table(REFUSED))
def test_refusals(position: str, text: str, rule: str) -> None:
    found = illegal(position, text)
    assert found.rule == rule, found.why
    assert found.why.endswith(".")
    assert "{" not in found.why


@pytest.mark.parametrize(("position", "text"), table(LEGAL))
def test_what_is_not_refused(position: str, text: str) -> None:
    assert refused(at(position), act(text)) is None
    assert act(text) in DOPPELPASS.legal(at(position))


def test_every_rule_that_can_refuse_is_seen_refusing() -> None:
    seen = {rule for _, _, rule in table(REFUSED)}
    assert seen == set(_WHY) == set(_FACTS)
    assert {rule for rule, role in RULES.items() if role is Role.FORBIDS} <= seen
    assert {rule for rule in seen if RULES[rule] is not Role.FORBIDS} == {
        "move.first_direction",
        "through.crossing",
        "goal.second",
        "penalty.double_one",
        "penalty.outside",
        "corner.back",
    }


@pytest.mark.parametrize(
    ("position", "action", "rule"),
    [
        (FINAL, ("move", 0, 1, (-1, 14), 1, 5, (0, 0)), "move.board"),
        (FINAL, ("move", 0, 5, (-3, 14), 1, 1, (0, 0)), "move.board"),
        (FINAL, ("move", 0, 5, (7, 19), 1, 1, (0, 0)), "move.board"),
        (FINAL, ("move", 0, 1, (-1, 17), 1, 5, (0, 0)), "move.board"),
        (FINAL, ("move", 0, 1, (3, 15), 1, 5, (8, 18)), "move.board"),
        (FINAL, ("move", 0, 1, (3, 15), 1, 5, (-3, 17)), "goal.width"),
        (FINAL, ("move", 0, 1, (3, 15), 2, 5, (11, 18)), "move.board"),
        (CORNER, ("corner", 0, 6, (-6, 10)), "move.board"),
        (MISSED, ("missed", (10**30, 14)), "move.board"),
        ("keeper; A", ("shift", (5, 10**30)), "keeper.step"),
        (INSIDE, ("penalty", 1, (-1, 13), None, None), "penalty.outside"),
    ],
)
def test_points_far_from_the_board(position: str, action: Action, rule: str) -> None:
    found = refused(at(position), action)
    assert found is not None
    assert found.rule == rule


def test_nothing_is_allowed_when_the_game_is_over() -> None:
    over = DOPPELPASS.advance(at(f"{FINAL}; goals 1"), act("move black 1 D16 red 5 H18"))
    for kind in ("roll", "indirect", "kick_off", "end_turn"):
        found = refused(over, (kind,))
        assert found is not None
        assert (found.rule, found.facts["phase"]) == ("turn.order", "over")
    assert list(DOPPELPASS.legal(over)) == []


# What a refusal carries

FACTS = f"""
{FINAL} | move black 1 C14 red 5 H18 | piece black die 1 from C15 to C14 distance 1 team A other B second red
{FINAL} | move black 1 D16 red 5 F16 | piece red die 5 from C13 to F16 distance 3
{FINAL} | move black 2 D16 red 5 F16 | first 5 second 1 piece black die 2 to D16
A 5 1; black C15; red C13; gold G15 | move black 5 H15 red 1 D14 | by gold at G15 piece black from C15 to H15
A 5 1; black C14; red C13; gold G14 | move black 1 D14 red 5 H18 | by black at D14 piece red
A 5 1; black C15; red C13; gold G17 | move black 1 D16 red 5 H18 | by gold at G17
A 5 1; black C15; red C13; gold D16 | move black 1 D16 red 5 H18 | by gold at D16 piece black
A 3 1; black C15; red C13; gold F16 | move black 1 D16 red 3 F16 | by gold at F16 piece red
supplement; {FINAL}; keeper.B D16 | move black 1 D16 red 5 H18 | keeper keeper.B at D16 piece black
A 5 1; black F16; red C13; gold G14 | move black 1 D18 red 5 H18 | at E17 piece black to D18
A 5 1; black C15; red E13; gold G14 | move black 1 D16 red 5 J18 | at I17 piece red to J18
A 4 1; black C15; red C13; gold G14 | move black 1 D16 red 4 H18 | distance 5 die 4 piece red
A 5 1; black C15; red C13; gold D17 | move black 1 D16 red 5 H18 | first black third gold first_at D16
A 3 3; black C16; red C13; gold D17 | direct red H18 | first black third gold die 6 piece red to H18
{FINAL} | direct red H18 | first 5 second 1 piece red to H18
{CORNER} | corner red 6 F11 | piece red from F17 to F11 die 6
{INSIDE} | indirect | inside black at C14
{INSIDE} | penalty red black_to=A1 | moved black at A1 black_to A1 piece red
A 1 1; black C14; red D15; gold B14 | penalty red black_to=B14 | moved black at B14 by gold
A 1 1; black C14; red D15; gold E16 | penalty red black_to=B14 gold_to=B14 | moved gold at B14 by black
{MISSED} | missed F13 | piece red die 2 from F15 to F13
keeper; A | shift F15 | keeper keeper.B from F17 to F15 team B other A
keeper; A; red G17 | shift G17 | by red keeper keeper.B
{BESIDE} | save 1 | dice 2 with 1 keeper keeper.B team B
A | indirect | phase roll team A
"""


@pytest.mark.parametrize(("position", "text", "expected"), table(FACTS))
def test_facts(position: str, text: str, expected: str) -> None:
    words = expected.split()
    facts = {key: int(value) if value.isdecimal() and key != "dice" else value for key, value in pairs(words)}
    found = illegal(position, text).facts
    assert {key: found.get(key) for key in facts} == facts


def pairs(words: list[str]) -> list[tuple[str, str]]:
    return list(zip(words[::2], words[1::2], strict=True))


LEGS = f"""
{FINAL} | move black 1 C14 red 5 H18 | black:C15-C14:move
{FINAL} | move black 1 E16 red 5 H18 | black:C15-E16:move
{FINAL} | move black 1 D16 red 5 F16 | black:C15-D16:move red:C13-D14-E15-F16:move
{FINAL} | move black 1 D18 red 5 H18 |
A 5 1; black F16; red C13; gold G14 | move black 1 D18 red 5 H18 | black:F16-E17:shot
{FINAL} | move black 1 D16 red 5 E18 | black:C15-D16:move
A 2 1; black C15; red E16; gold G17 | move black 1 D16 red 2 C18 | black:C15-D16:move red:E16-D17:shot
A 2 1 | move black 1 D9 red 2 H11 | black:E9-D9:move red:F9-G10-H11:move :D9-G9:line
A 2 2; black D17; red C13; gold E17 | direct red G17 | red:C13-D14-E15-F16-G17:move :D17-E17:line
{FINAL} | direct red H18 | red:C13-D14-E15-F16-G17:shot
{FINAL} | move black 1 D16 black 5 H18 |
{FINAL} | roll |
{CORNER} | corner black 6 A12 | black:A17-A16-A15-A14-A13-A12:move
keeper; A | shift F15 | keeper.B:F17-F16-F15:move
keeper; A | shift F18 |
"""


@pytest.mark.parametrize(("position", "text", "expected"), table(LEGS))
def test_ways_that_were_tried(position: str, text: str, expected: str) -> None:
    assert " ".join(map(_leg, illegal(position, text).legs)) == expected


def _leg(leg: Leg) -> str:
    return f"{leg.token}:{'-'.join(leg.way)}:{leg.style}"


def test_whatever_is_tried_is_allowed_or_refused_with_all_that_there_is_to_say() -> None:
    """Facts are texts and numbers, points of the board have their names, ways have two points or more."""
    for state, action in _tried():
        found = refused(state, action)
        if found:
            assert found.rule in _WHY
            assert all(isinstance(value, str | int) for value in found.facts.values())
            assert not re.search(r"[{}\[\]]|None", found.why), found.why
            for leg in found.legs:
                assert len(leg.way) > 1
                assert set(leg.way) <= set(DOPPELPASS.board.points)


def _tried() -> list[tuple[State, Action]]:
    tried = []
    for seed in range(8):
        state, chance = crowded(seed), random.Random(seed)
        tried += [(state, action) for action in candidates(DOPPELPASS, state, chance, 0.0005)]
    return tried


def test_the_order_of_errors_and_refusals() -> None:
    """Forbidden comes before wrong dice, wrong dice after all else."""
    with pytest.raises(Illegal):
        DOPPELPASS.apply(at(FINAL), act("roll"), (9, 9, 9))
    with pytest.raises(Illegal):
        DOPPELPASS.apply(at(FINAL), act("indirect"), (1,))
    with pytest.raises(Unreadable, match="dice"):
        DOPPELPASS.apply(at("A"), act("roll"), ())
