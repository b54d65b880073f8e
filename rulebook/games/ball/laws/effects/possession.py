"""What passes and possession promise."""

from rulebook.games.ball.laws.book import PRICES
from rulebook.games.ball.laws.effects.movement import fumbled_to
from rulebook.games.ball.laws.effects.prices import cost
from rulebook.games.ball.laws.effects.telling import (
    TAKES,
    Ball,
    Effects,
    Events,
    Said,
    ball,
    gained,
    said,
    told,
    victim,
)
from rulebook.games.ball.laws.refusals import priced
from rulebook.games.ball.laws.view import (
    ACTIONS,
    ALL,
    HAND_OFF,
    LONG_PASS,
    MOVING,
    PASSES,
    SHORT_PASS,
    STAND_UP,
    View,
    able,
    stride,
    team,
)
from rulebook.model import JSON

# Hand-off, short pass and long pass


def pass_holder(before: View, action: JSON, events: Events, after: View) -> bool:
    return before.holder == action["player"] != after.holder and able(before, action["player"])


def pass_receiver(before: View, action: JSON, events: Events, after: View) -> bool:
    receiver = action["receiver"]
    return after.holder == receiver and team(receiver) == before.turn and able(before, receiver)


def hand_off_adjacent(before: View, action: JSON, events: Events, after: View) -> bool:
    """Nobody moves, and the ball lies where the receiver stands."""
    receiver = action["receiver"]
    first = before.took.get(action["player"]) != "hand_off"
    return (
        after.at == before.at
        and ball(after) == (after.at[receiver], receiver)
        and told(events, "hand_off.adjacent") == handed(before, action, when=first)
    )


def hand_off_chain(before: View, action: JSON, events: Events, after: View) -> bool:
    """What came by hand-off is handed off again, and so it can go on."""
    again = before.took.get(action["player"]) == "hand_off"
    return after.took.get(action["receiver"]) == "hand_off" and told(events, "hand_off.chain") == handed(
        before, action, when=again
    )


def handed(before: View, action: JSON, when: bool) -> list[Said]:
    player, receiver = action["player"], action["receiver"]
    way = {"from": before.at[player], "to": before.at[receiver]}
    return said("hand_off", {"player": player, "receiver": receiver, **way}, when)


def short_pass_range(before: View, action: JSON, events: Events, after: View) -> bool:
    player, receiver, to = action["player"], action["receiver"], action["to"]
    facts = {"player": player, "receiver": receiver, "from": before.at[player], "to": to}
    return after.at == before.at and told(events, "short_pass.range") == said("short_pass", facts)


def short_pass_ball(before: View, action: JSON, events: Events, after: View) -> bool:
    receiver, to = action["receiver"], action["to"]
    lies = said("receives", {"player": receiver, "at": to})
    return ball(after) == (to, receiver) and told(events, "short_pass.ball") == lies


def carried_along(before: View, action: JSON, events: Events, after: View) -> bool:
    """A holder that moves has the ball on its new square, wherever it lay."""
    player = action["player"]
    return before.holder != player or ball(after) == (after.at[player], player)


def long_pass_place(before: View, action: JSON, events: Events, after: View) -> bool:
    player, to = action["player"], action["to"]
    facts = {"player": player, "from": before.at[player], "to": to}
    return (
        after.at == before.at
        and ball(after) == (to, "")
        and told(events, "long_pass.place") == said("long_pass", facts)
    )


# Possession


def brought(before: View, action: JSON, after: View) -> Ball:
    """The ball when the movement is done, before anybody takes it from the square where it ends."""
    player, do = action["player"], action["do"]
    if before.holder == player:
        return after.at[player], player
    if do == "move" or before.holder != victim(before, action):
        return ball(before)
    return (fumbled_to(before, action, after), "") if do == "tactical_dodge" else (after.at[player], player)


def possession_end(before: View, action: JSON, events: Events, after: View) -> bool:
    """Whoever ends its own action where the ball lies takes it; otherwise it is left as it was brought."""
    player = action["player"]
    lies, holder = brought(before, action, after)
    takes = holder != player and lies == after.at[player]
    facts = {"player": player, "at": lies}
    taken = said("takes_ball", facts, when=takes)
    if holder:
        taken = said("takes_from", {**facts, "opponent": holder}, when=takes)
    return ball(after) == (lies, player if takes else holder) and told(events, "possession.end") == taken


def possession_place(before: View, action: JSON, events: Events, after: View) -> bool:
    player = gained(before, after)
    if action["do"] == "short_pass":
        return stride(after.at[player], after.ball) == (1, 1)
    return not player or after.ball == after.at[player]


def possession_cost(before: View, action: JSON, events: Events, after: View) -> bool:
    """Each taking is told to be free, at once, and the action costs and earns what it does without it."""
    ap, ep = PRICES[priced(before, action)]
    takers = [(index, event.facts["player"]) for index, event in enumerate(events) if event.kind in TAKES]
    frees = [(index, "possession_free", {"player": player}) for index, player in takers]
    return (
        [(i, e.kind, e.facts) for i, e in enumerate(events, -1) if e.rule == "possession.cost"] == frees
        and before.ap - after.ap == ap
        and after.ep[before.turn] - before.ep[before.turn] == ep
    )


EFFECTS: Effects = (
    # Hand-off, short pass and long pass
    ("pass.holder", PASSES, pass_holder),
    ("pass.receiver", HAND_OFF + SHORT_PASS, pass_receiver),
    ("hand_off.adjacent", HAND_OFF, hand_off_adjacent),
    ("hand_off.chain", HAND_OFF, hand_off_chain),
    cost("hand_off"),
    ("short_pass.range", SHORT_PASS, short_pass_range),
    ("short_pass.ball", SHORT_PASS, short_pass_ball),
    ("short_pass.ball", MOVING + STAND_UP, carried_along),
    cost("short_pass"),
    ("long_pass.place", LONG_PASS, long_pass_place),
    cost("long_pass"),
    # Possession
    ("possession.end", MOVING, possession_end),
    ("possession.place", ALL, possession_place),
    ("possession.cost", ACTIONS, possession_cost),
)
