"""What a block and a protection promise."""

from rulebook.games.ball.laws.effects.prices import cost
from rulebook.games.ball.laws.effects.telling import Effects, Events, ball, said, told, victim
from rulebook.games.ball.laws.view import (
    BLOCK,
    CONVERT,
    END_ACTIONS,
    END_TURN,
    MOVEMENTS,
    PASSES,
    PROTECT,
    STAND_UP,
    View,
)
from rulebook.model import JSON


def block_move(before: View, action: JSON, events: Events, after: View) -> bool:
    player, to = action["player"], action["to"]
    facts = {"player": player, "opponent": victim(before, action), "from": before.at[player], "to": to}
    return after.at == {**before.at, player: to} and told(events, "block.move") == said("block", facts)


def protect_move(before: View, action: JSON, events: Events, after: View) -> bool:
    player, to = action["player"], action["to"]
    facts = {"player": player, "mate": victim(before, action), "from": before.at[player], "to": to}
    return after.at == {**before.at, player: to} and told(events, "protect.move") == said("protect", facts)


def stack_is_made(before: View, action: JSON, events: Events, after: View) -> bool:
    return after.under == {**before.under, action["player"]: victim(before, action)}


def stacks_stay(before: View, action: JSON, events: Events, after: View) -> bool:
    """Nothing but a release takes a stack apart, and nothing but a block or a protection makes one."""
    return after.under == before.under


def block_stands(before: View, action: JSON, events: Events, after: View) -> bool:
    opponent = victim(before, action)
    stands = said("stands", {"player": opponent, "at": action["to"]}, when=not before.down[opponent])
    return after.down == before.down and told(events, "block.stands") == stands


def stack_ball(before: View, action: JSON, events: Events, after: View) -> bool:
    """The upper player has it if either had it."""
    player, to, lower = action["player"], action["to"], victim(before, action)
    facts = {"player": player, "opponent": lower, "at": to}
    takes = said("takes_from", facts, when=before.holder == lower)
    have = (to, player) if before.holder in (player, lower) else ball(before)
    return ball(after) == have and told(events, "stack.ball") == takes


EFFECTS: Effects = (
    ("block.move", BLOCK, block_move),
    ("protect.move", PROTECT, protect_move),
    ("stack.bound", BLOCK + PROTECT, stack_is_made),
    ("stack.bound", MOVEMENTS + PASSES + CONVERT + END_ACTIONS + STAND_UP + END_TURN, stacks_stay),
    ("block.stands", BLOCK, block_stands),
    ("stack.ball", BLOCK + PROTECT, stack_ball),
    cost("block"),
    cost("protect"),
)
