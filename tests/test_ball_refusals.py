"""Every rule of BALL that forbids something refuses an action, and the first one in the order refuses."""

import pytest

from rulebook.games.ball import BALL, RULES
from rulebook.games.ball.state import State
from rulebook.model import Leg, Role, Unreadable
from tests.ball_positions import action, at, refused, table

CASES = table("""
# Time, player
turn.phases         | stand_up DEF5 E8            | DEF5 F9 ball
turn.phases         | end_turn                    | DEF5 F9 ball
turn.phases         | move DEF5 E8                | DEF5 F9 ball; phase release
turn.phases         | end_actions                 | DEF5 F9 ball; phase release
turn.phases         | convert 1                   | DEF5 F9 ball; phase release
turn.phases         | move DEF5 E8                | DEF5 F9 ball; turn ATK
turn.convert        | convert 2                   | DEF5 F9 ball; ap 1
turn.convert        | convert 0                   | DEF5 F9 ball; ap 1
turn.unable         | move DEF1 B1                | DEF5 F9 ball; DEF1 A2 down
turn.unable         | move DEF1 B1                | DEF5 F9 ball; DEF1 A2; ATK1 A2 on DEF1
turn.unable         | move DEF1 B1                | DEF5 F9 ball; DEF1 A2 on ATK1
turn.unable         | move DEF2 B1                | DEF5 F9 ball; DEF1 A2 on DEF2
turn.unable         | hand_off DEF1 DEF2          | DEF1 A2 ball down; DEF2 B1
turn.took           | move DEF5 E8                | DEF5 F9 ball; took DEF5 other
turn.took           | move DEF5 E8                | DEF5 F9 ball; took DEF5 hand_off
turn.took           | short_pass DEF5 DEF1 D7     | DEF5 F9 ball; DEF1 E8; took DEF5 hand_off
turn.took           | hand_off DEF5 DEF1          | DEF5 F9 ball; DEF1 E8; took DEF5 other
pass.holder         | hand_off DEF1 DEF5          | DEF5 F9 ball; DEF1 E8
pass.holder         | short_pass DEF1 DEF5 G8     | DEF5 F9 ball; DEF1 E8
pass.holder         | long_pass DEF1 A2           | DEF5 F9 ball; DEF1 E8
# Shape and range
board.playable      | move DEF5 F10               | DEF5 F9 ball
board.playable      | block DEF5 F10              | DEF5 F9 ball
board.playable      | dodge DEF5 F10 E8           | DEF5 F9 ball
board.playable      | tactical_dodge DEF5 F10 E8  | DEF5 F9 ball
board.playable      | long_pass DEF5 A1           | DEF5 F9 ball
move.sharp          | move DEF5 F9                | DEF5 F9 ball
move.sharp          | move DEF5 I12               | DEF5 F9 ball
move.sharp          | move DEF5 G12               | DEF5 F9 ball
move.x              | move DEF1 E10               | DEF5 F9 ball; DEF1 E8
move.o              | move DEF2 C10               | DEF5 F9 ball; DEF2 E8
move.o              | tactical_dodge DEF2 C10 E10 | DEF5 F9 ball; DEF2 E8; ATK1 D9
dodge.target        | dodge DEF5 E8 D7            | DEF5 F9 ball; ATK1 E8
tactical_dodge.path | tactical_dodge DEF5 E8 D7   | DEF5 F9 ball; ATK1 E8
tactical_dodge.path | tactical_dodge DEF5 F11 E10 | DEF5 F9 ball
block.move          | block DEF5 D7               | DEF5 F9 ball; ATK1 D7
protect.move        | protect DEF5 F11            | DEF5 F9 ball; DEF1 F11
hand_off.adjacent   | hand_off DEF5 DEF1          | DEF5 F9 ball; DEF1 F11
hand_off.adjacent   | hand_off DEF5 DEF5          | DEF5 F9 ball
short_pass.range    | short_pass DEF5 DEF1 B9     | DEF5 F9 ball; DEF1 A10
# In the way
turn.closed         | move DEF5 D7                | DEF5 F9 ball; DEF1 E8 on ATK1
turn.closed         | dodge DEF5 D7 C6            | DEF5 F9 ball; DEF1 E8 on ATK1; ATK2 D7
turn.closed         | tactical_dodge DEF5 D7 F7   | DEF5 F9 ball; DEF1 E8 on ATK1
move.path           | move DEF5 D7                | DEF5 F9 ball; ATK1 E8
move.path           | dodge DEF5 D7 C6            | DEF5 F9 ball; DEF1 E8; ATK2 D7
tactical_dodge.path | tactical_dodge DEF5 D7 F7   | DEF5 F9 ball; DEF1 E8
tactical_dodge.path | tactical_dodge DEF5 D7 F7   | DEF5 F9 ball
# The target
turn.closed         | move DEF5 E8                | DEF5 F9 ball; DEF1 E8 on ATK1
turn.closed         | dodge DEF5 D7 C6            | DEF5 F9 ball; DEF1 D7 on ATK1
turn.closed         | block DEF5 E8               | DEF5 F9 ball; DEF1 E8 on ATK1
turn.closed         | protect DEF5 E8             | DEF5 F9 ball; DEF1 E8 on DEF2
turn.closed         | tactical_dodge DEF5 D7 F7   | DEF5 F9 ball; DEF1 D7 on ATK1; ATK2 E8
move.end            | move DEF5 F11               | DEF5 F9 ball; ATK1 F11
move.end            | move DEF5 E8                | DEF5 F9 ball; DEF1 E8
dodge.target        | dodge DEF5 D7 C6            | DEF5 F9 ball
dodge.target        | dodge DEF5 D7 C6            | DEF5 F9 ball; DEF1 D7
tactical_dodge.path | tactical_dodge DEF5 D7 F7   | DEF5 F9 ball; ATK1 E8; ATK2 D7
block.move          | block DEF5 E8               | DEF5 F9 ball
block.move          | block DEF5 E8               | DEF5 F9 ball; DEF1 E8
protect.move        | protect DEF5 E8             | DEF5 F9 ball
protect.move        | protect DEF5 E8             | DEF5 F9 ball; ATK1 E8
pass.receiver       | hand_off DEF5 ATK1          | DEF5 F9 ball; ATK1 E8
pass.receiver       | hand_off DEF5 DEF1          | DEF5 F9 ball; DEF1 E8 down
pass.receiver       | short_pass DEF5 DEF5 E8     | DEF5 F9 ball
pass.receiver       | short_pass DEF5 DEF1 D7     | DEF5 F9 ball; ATK1 E8 on DEF1
# What must follow
dodge.no_exit       | dodge DEF5 A4 B5            | DEF5 A2 ball; ATK1 A4; ATK2 B3; ATK3 B5
dodge.exit          | dodge DEF5 F11 E12          | DEF5 F9 ball; ATK1 F11; ATK2 E12
dodge.exit          | dodge DEF5 F11 F11          | DEF5 F9 ball; ATK1 F11
dodge.exit          | dodge DEF5 F11 F9           | DEF5 F9 ball; ATK1 F11
board.playable      | dodge DEF5 F11 F12          | DEF5 F9 ball; ATK1 F11
tactical_dodge.push | tactical_dodge DEF5 H11 H11 | DEF5 F9 ball; ATK1 G10
tactical_dodge.push | tactical_dodge DEF5 H11 G10 | DEF5 F9 ball; ATK1 G10
tactical_dodge.push | tactical_dodge DEF5 H11 F11 | DEF5 F9 ball; ATK1 G10; ATK2 F11
tactical_dodge.push | tactical_dodge DEF5 H11 F11 | DEF5 F9; ATK1 G10; ball F11
board.playable      | tactical_dodge DEF5 H11 G11 | DEF5 F9 ball; ATK1 G10
board.playable      | short_pass DEF5 DEF1 E7     | DEF5 F9 ball; DEF1 E8
short_pass.ball     | short_pass DEF5 DEF1 F9     | DEF5 F9 ball; DEF1 E8
short_pass.ball     | short_pass DEF5 DEF1 E8     | DEF5 F9 ball; DEF1 E8
short_pass.ball     | short_pass DEF5 DEF1 G10    | DEF5 F9 ball; DEF1 E8
short_pass.ball     | short_pass DEF5 DEF1 E8     | DEF5 F9; DEF1 D9; ball E8 for DEF5
long_pass.place     | long_pass DEF5 D7           | DEF5 F9 ball; DEF1 E8
long_pass.place     | long_pass DEF5 A2           | DEF5 F9 ball; ATK1 A2
long_pass.place     | long_pass DEF5 F9           | DEF5 F9 ball
# The cost
move.one.cost       | move DEF5 E8                | DEF5 F9 ball; ap 0
move.two.cost       | move DEF5 D7                | DEF5 F9 ball; ap 1
dodge.cost          | dodge DEF5 F11 E12          | DEF5 F9 ball; ATK1 F11; ap 0
block.cost          | block DEF5 E8               | DEF5 F9 ball; ATK1 E8; ap 0
protect.cost        | protect DEF5 E8             | DEF5 F9 ball; DEF1 E8; ap 0
short_pass.cost     | short_pass DEF5 DEF1 D7     | DEF5 F9 ball; DEF1 E8; ap 0
long_pass.cost      | long_pass DEF5 A2           | DEF5 F9 ball; ap 1
# The release phase
release.duty        | end_turn                    | DEF5 F9 ball; DEF1 A2 down; phase release
release.duty        | end_turn                    | DEF5 F9 ball; DEF1 A2 on ATK1; phase release
release.duty        | stand_up ATK1 B1            | DEF5 F9 ball; ATK1 A2 down; phase release
release.duty        | release ATK1 B1 B3          | DEF5 F9 ball; ATK1 A2 on DEF1; phase release
release.stand_up    | stand_up DEF5 E8            | DEF5 F9 ball; phase release
release.stand_up    | stand_up DEF1 B1            | DEF5 F9 ball; DEF1 A2 down; DEF2 A2 on DEF1; phase release
release.stand_up    | stand_up DEF1 B1            | DEF5 F9 ball; DEF1 A2 down; DEF2 B1; phase release
release.stand_up    | stand_up DEF1 C4            | DEF5 F9 ball; DEF1 A2 down; phase release
release.stand_up    | stand_up DEF1 B1            | DEF1 A2 down; ball B1; phase release
board.playable      | stand_up DEF1 A1            | DEF5 F9 ball; DEF1 A2 down; phase release
release.stack       | release DEF5 E8 G8          | DEF5 F9 ball; phase release
release.stack       | release DEF1 B1 B3          | DEF5 F9 ball; DEF1 A2; ATK1 A2 on DEF1; phase release
release.stack       | release DEF1 B1 B1          | DEF5 F9 ball; DEF1 A2 on ATK1; phase release
release.stack       | release DEF1 B1 C4          | DEF5 F9 ball; DEF1 A2 on ATK1; phase release
release.stack       | release DEF1 B1 B3          | DEF5 F9 ball; DEF1 A2 on ATK1; ATK2 B1; phase release
board.playable      | release DEF1 B1 A1          | DEF5 F9 ball; DEF1 A2 on ATK1; phase release
board.playable      | release DEF1 B2 A2          | DEF5 F9 ball; DEF1 A2 on ATK1; phase release
release.next_turn   | release DEF1 B1 B3          | DEF5 F9 ball; DEF1 A2 on ATK1 fresh; phase release
release.ball        | release DEF1 B1 B3 DEF1     | DEF5 F9 ball; DEF1 A2 on ATK1; phase release
release.ball        | release DEF1 B1 B3          | DEF1 A2 on ATK1 ball; phase release
release.ball        | release DEF1 B1 B3 DEF2     | DEF1 A2 on ATK1 ball; DEF2 M2; phase release
""")

OVER = BALL.read_state(
    {**BALL.write_state(at("DEF5 F9 ball; DEF1 A2 down")), "phase": "over", "winner": "DEF"}
)


@pytest.mark.parametrize(("rule", "text", "start"), CASES)
def test_the_rule_refuses(rule: str, text: str, start: str) -> None:
    illegal = refused(at(start), text)
    assert illegal is not None
    assert illegal.rule == rule
    assert illegal.why.endswith(".")
    assert illegal.why[0].isupper()


def test_every_rule_that_forbids_has_refused_something() -> None:
    forbids = {rule for rule, role in RULES.items() if role is Role.FORBIDS}
    assert forbids <= {rule for rule, _, _ in CASES}
    assert {rule for rule, _, _ in CASES} <= set(RULES)


ORDER = table("""
# Each action breaks several rules; the named one comes first.
turn.phases         | move ATK1 A1                | DEF5 F9 ball; ATK1 A2 down
turn.phases         | convert 9                   | DEF5 F9 ball; phase release
turn.unable         | hand_off DEF1 DEF5          | DEF5 F9 ball; DEF1 A2 down; took DEF1 other
turn.took           | hand_off DEF1 DEF5          | DEF5 F9 ball; DEF1 A2; took DEF1 other
turn.took           | move DEF5 A1                | DEF5 F9 ball; took DEF5 other
pass.holder         | hand_off DEF1 DEF5          | DEF5 F9 ball; DEF1 A2; took DEF1 hand_off
pass.holder         | long_pass DEF1 A1           | DEF5 F9 ball; DEF1 A2
board.playable      | move DEF5 A1                | DEF5 F9 ball; ap 0
board.playable      | dodge DEF5 A1 A1            | DEF5 F9 ball
move.sharp          | dodge DEF5 A2 A1            | DEF5 F9 ball; ATK1 A2; ap 0
move.o              | tactical_dodge DEF2 C10 C10 | DEF5 F9 ball; DEF2 E8; ATK1 D9
dodge.target        | dodge DEF5 E8 A1            | DEF5 F9 ball; DEF1 E8 on ATK1
turn.closed         | dodge DEF5 D7 A1            | DEF5 F9 ball; DEF1 E8 on ATK1; DEF2 D7
turn.closed         | move DEF5 D7                | DEF5 F9 ball; DEF1 E8 on ATK1; DEF2 D7 on ATK2
move.path           | move DEF5 D7                | DEF5 F9 ball; DEF1 E8; DEF2 D7 on ATK2
move.path           | dodge DEF5 D7 A1            | DEF5 F9 ball; DEF1 E8
tactical_dodge.path | tactical_dodge DEF5 D7 A1   | DEF5 F9 ball; DEF1 E8; DEF2 D7 on ATK2
block.move          | block DEF5 D7               | DEF5 F9 ball; DEF1 D7 on ATK1; ap 0
move.end            | move DEF5 F11               | DEF5 F9 ball; ATK1 F11; ap 0
dodge.target        | dodge DEF5 D7 A1            | DEF5 F9 ball; ap 0
hand_off.adjacent   | hand_off DEF5 ATK1          | DEF5 F9 ball; ATK1 A2
short_pass.range    | short_pass DEF5 ATK1 A1     | DEF5 F9 ball; ATK1 A2; ap 0
pass.receiver       | short_pass DEF5 ATK1 A1     | DEF5 F9 ball; ATK1 E8; ap 0
board.playable      | short_pass DEF5 DEF1 A1     | DEF5 F9 ball; DEF1 E8; ap 0
short_pass.ball     | short_pass DEF5 DEF1 A2     | DEF5 F9 ball; DEF1 E8; ap 0
long_pass.place     | long_pass DEF5 D7           | DEF5 F9 ball; DEF1 E8; ap 1
dodge.exit          | dodge DEF5 F11 A2           | DEF5 F9 ball; ATK1 F11; ap 0
dodge.no_exit       | dodge DEF5 A4 A1            | DEF5 A2 ball; ATK1 A4; ATK2 B3; ATK3 B5
tactical_dodge.push | tactical_dodge DEF5 H11 A2  | DEF5 F9 ball; ATK1 G10; ap 0
release.duty        | release ATK1 A1 A1          | DEF5 F9 ball; ATK1 A2; phase release
release.stand_up    | stand_up DEF5 A1            | DEF5 F9 ball; phase release
release.stack       | release DEF5 A1 A1 DEF5     | DEF5 F9 ball; phase release
release.next_turn   | release DEF1 A1 A1 DEF5     | DEF5 F9 ball; DEF1 A2 on ATK1 fresh; phase release
board.playable      | release DEF1 C4 A1 DEF5     | DEF5 F9 ball; DEF1 A2 on ATK1; phase release
release.stack       | release DEF1 C4 B1 DEF5     | DEF5 F9 ball; DEF1 A2 on ATK1; phase release
""")


@pytest.mark.parametrize(("rule", "text", "start"), ORDER)
def test_the_first_rule_refuses(rule: str, text: str, start: str) -> None:
    illegal = refused(at(start), text)
    assert illegal is not None
    assert illegal.rule == rule


@pytest.mark.parametrize(
    "text", ["move ATK1 A1", "move DEF5 E8", "convert 9", "end_actions", "end_turn", "stand_up DEF1 B1"]
)
def test_after_the_end_of_the_game_everything_is_refused_by_it(text: str) -> None:
    state = OVER._replace(at=(BALL.pitch.squares["M2"], *OVER.at[1:]))
    illegal = refused(state, text)
    assert illegal is not None
    assert (illegal.rule, illegal.facts["team"]) == ("goal.win", "DEF")


# What a refusal tells


def told(state: State, text: str) -> tuple[dict[str, str | int], tuple[Leg, ...]]:
    illegal = refused(state, text)
    assert illegal is not None
    return dict(illegal.facts), illegal.legs


def test_a_refusal_repeats_the_action_and_says_what_is_in_the_way() -> None:
    facts, legs = told(at("DEF5 F9 ball; ATK1 E8"), "move DEF5 D7")
    assert facts == {"player": "DEF5", "to": "D7", "at": "E8", "opponent": "ATK1"}
    assert legs == (Leg("DEF5", ("F9", "D7"), "move"),)


def test_a_refusal_for_the_cost_says_what_is_needed_and_left() -> None:
    facts, legs = told(at("DEF5 F9 ball; ATK1 F11; ap 0"), "dodge DEF5 F11 E12")
    assert facts == {"player": "DEF5", "to": "F11", "exit": "E12", "ap": 1, "left": 0}
    assert legs == (Leg("DEF5", ("F9", "F11", "E12"), "move"),)


def test_a_refusal_by_type_names_it() -> None:
    facts, _ = told(at("DEF5 F9 ball"), "move DEF5 I12")
    assert facts == {"player": "DEF5", "to": "I12", "type": "#"}


def test_a_way_is_told_as_far_as_it_goes() -> None:
    stuck = at("DEF5 F9 ball; DEF1 E8; ATK2 D7")
    assert told(stuck, "dodge DEF5 D7 C6")[1] == (Leg("DEF5", ("F9", "D7"), "move"),)
    over = at("DEF5 F9 ball; ATK1 G10; ATK2 F11")
    assert told(over, "tactical_dodge DEF5 H11 F11")[1] == (
        Leg("DEF5", ("F9", "G10", "H11"), "move"),
        Leg("ATK1", ("G10", "F11"), "push"),
    )
    assert told(at("DEF5 F9 ball"), "block DEF5 E8")[1] == (Leg("DEF5", ("F9", "E8"), "contact"),)
    far = at("DEF5 F9 ball; DEF1 A10")
    assert told(far, "short_pass DEF5 DEF1 B9")[1] == (Leg("ball", ("F9", "B9"), "pass"),)
    assert told(far, "hand_off DEF5 DEF1")[1] == (Leg("ball", ("F9", "A10"), "pass"),)
    fresh = at("DEF5 F9 ball; DEF1 A2 on ATK1 fresh; phase release")
    assert told(fresh, "release DEF1 B1 B3")[1] == (
        Leg("DEF1", ("A2", "B1"), "move"),
        Leg("ATK1", ("A2", "B3"), "move"),
    )


@pytest.mark.parametrize(
    "text",
    ["move DEF5 F10", "move DEF5 F9", "hand_off DEF1 DEF5", "convert 3", "end_turn", "release DEF5 E8 G8"],
)
def test_where_there_is_no_way_no_leg_is_told(text: str) -> None:
    assert told(at("DEF5 F9 ball; DEF1 E8"), text)[1] == ()


def test_a_refusal_leaves_the_duty_with_a_player() -> None:
    state = at("DEF5 F9 ball; DEF1 A2 down; phase release")
    assert told(state, "end_turn")[0] == {"player": "DEF1"}


@pytest.mark.parametrize("text", ["move DEF1 E8", "hand_off DEF5 DEF1", "short_pass DEF5 ATK7 E8"])
def test_a_player_that_is_not_on_the_board_cannot_be_named(text: str) -> None:
    state = at("DEF5 F9 ball")
    with pytest.raises(Unreadable, match="is not on the board"):
        BALL.apply(state, action(text))


def test_dice_are_refused() -> None:
    state = at("DEF5 F9 ball")
    with pytest.raises(Unreadable, match=r"^dice: this game has no dice$"):
        BALL.apply(state, action("end_actions"), (3,))
    assert BALL.falls(state, action("end_actions")) == ((),)
