"""What movements, dodges and tactical dodges promise."""

from rulebook.games.ball.laws.book import LONG
from rulebook.games.ball.laws.effects.prices import cost
from rulebook.games.ball.laws.effects.telling import Effects, Events, Holds, Said, ball, said, told, victim
from rulebook.games.ball.laws.refusals import crossed
from rulebook.games.ball.laws.view import (
    CONVERT,
    DODGE,
    END_ACTIONS,
    END_TURN,
    MOVE,
    MOVEMENTS,
    PASSES,
    PROTECT,
    TACTICAL_DODGE,
    Kinds,
    View,
    able,
    distance,
    free,
    lone,
    mirrored,
    on_board,
    stride,
)
from rulebook.model import JSON

# Movement


def moves_as(sign: str, rule: str) -> Holds:
    """The player goes where it said, and nobody else goes anywhere."""

    def holds(before: View, action: JSON, events: Events, after: View) -> bool:
        player, to = action["player"], action["to"]
        if before.types[player] != sign:
            return told(events, rule) == []
        way = {"player": player, "from": before.at[player], "to": to}
        return after.at == {**before.at, player: to} and told(events, rule) == said("move", way)

    return holds


def nobody_turns(before: View, action: JSON, events: Events, after: View) -> bool:
    """Moving, giving the ball away and ending a phase turn nobody on its side or back."""
    return after.down == before.down


def move_straight(before: View, action: JSON, events: Events, after: View) -> bool:
    start = before.at[action["player"]]
    return distance(start, action["to"]) < LONG or set(stride(start, action["to"])) <= {0, LONG}


def move_end(before: View, action: JSON, events: Events, after: View) -> bool:
    """Alone on its square; a ball in the middle, if it was not its own, is jumped over."""
    player = action["player"]
    jumped = crossed(before, action) == before.ball and before.holder != player
    jumps = said("jumps_ball", {"player": player, "at": before.ball}, when=jumped)
    return (
        lone(after, action["to"]) == player
        and told(events, "move.end") == jumps
        and (not jumped or ball(after) == ball(before))
    )


def move_not_twice(before: View, action: JSON, events: Events, after: View) -> bool:
    """Each square is paid on its own; a dodge is one movement of two squares from where its player stood."""
    start = before.at[action["player"]]
    squares = distance(start, action["to"])
    if action["do"] == "dodge":
        return squares == LONG and [e.facts["from"] for e in events if e.kind == "dodge"] == [start]
    return before.ap - after.ap == squares and after.down == before.down and after.ep == before.ep


# Dodge and forced fumble


def dodge_target(before: View, action: JSON, events: Events, after: View) -> bool:
    """The opponent stays where it is."""
    player, to, opponent = action["player"], action["to"], victim(before, action)
    facts = {"player": player, "opponent": opponent, "from": before.at[player], "to": to}
    return lone(after, to) == opponent and told(events, "dodge.target") == said("dodge", facts)


def dodge_knocks_down(before: View, action: JSON, events: Events, after: View) -> bool:
    opponent = victim(before, action)
    falls = fall(before, opponent, action["to"])
    return only_falls(before, opponent, after) and told(events, "dodge.knocks_down") == falls


def only_falls(before: View, opponent: str, after: View) -> bool:
    """That opponent is down then, and nobody else has gone down or got up."""
    return after.down == {**before.down, opponent: True}


def fall(before: View, opponent: str, at: str) -> list[Said]:
    return said("already_down" if before.down[opponent] else "knocked_down", {"player": opponent, "at": at})


def dodge_exit(before: View, action: JSON, events: Events, after: View) -> bool:
    player, leaves = action["player"], action["exit"]
    way = {"player": player, "from": action["to"], "to": leaves}
    return after.at == {**before.at, player: leaves} and told(events, "dodge.exit") == said("exit", way)


def dodge_ball(before: View, action: JSON, events: Events, after: View) -> bool:
    player, opponent = action["player"], victim(before, action)
    if before.holder != opponent:
        return told(events, "dodge.ball") == []
    facts = {"player": player, "opponent": opponent, "at": action["to"]}
    return ball(after) == (action["exit"], player) and told(events, "dodge.ball") == said("takes_from", facts)


# Tactical dodge and fumble


def tactical_dodge_path(before: View, action: JSON, events: Events, after: View) -> bool:
    player, to, over = action["player"], action["to"], crossed(before, action)
    start, opponent = before.at[player], victim(before, action)
    facts = {"player": player, "opponent": opponent, "from": start, "over": over, "to": to}
    ways = [leg.way for event in events for leg in event.legs if leg.token == player]
    return (
        after.at[player] == to
        and ways == [(start, over, to)]
        and told(events, "tactical_dodge.path") == said("tactical_dodge", facts)
    )


def tactical_dodge_push(before: View, action: JSON, events: Events, after: View) -> bool:
    """Two players move, nobody else; the one comes to stand alone."""
    player, push, opponent = action["player"], action["push"], victim(before, action)
    facts = {"player": opponent, "from": crossed(before, action), "to": push, "by": player}
    return (
        after.at == {**before.at, player: action["to"], opponent: push}
        and lone(after, push) == opponent
        and told(events, "tactical_dodge.push") == said("push", facts)
    )


def tactical_dodge_knocks_down(before: View, action: JSON, events: Events, after: View) -> bool:
    opponent = victim(before, action)
    falls = fall(before, opponent, action["push"])
    return only_falls(before, opponent, after) and told(events, "tactical_dodge.knocks_down") == falls


def fumbled_to(before: View, action: JSON, after: View) -> str:
    """Where a pushed holder's ball comes to lie: one square against the push, or where it lay."""
    flown = mirrored(before.ball, crossed(before, action), action["push"])
    return flown if on_board(before.size, flown) and free(after, flown) else before.ball


def tactical_dodge_fumble(before: View, action: JSON, events: Events, after: View) -> bool:
    """It is loose, and the acting player takes it only from under its own feet."""
    player, opponent = action["player"], victim(before, action)
    if before.holder != opponent:
        return told(events, "tactical_dodge.fumble") == []
    start, end = before.ball, fumbled_to(before, action, after)
    fumbles = said("fumble", {"player": opponent, "from": start, "to": end})
    if end == start:
        fumbles = said("fumble_stays", {"player": opponent, "at": start})
    taker = player if end == action["to"] else ""
    return ball(after) == (end, taker) and told(events, "tactical_dodge.fumble") == fumbles


def tactical_dodge_no_limit(before: View, action: JSON, events: Events, after: View) -> bool:
    """A tactical dodge leaves its player as it was: able, and free to act unless it has come by the ball."""
    player = action["player"]
    return able(after, player) and (player not in after.took or after.holder == player)


STEADY: Kinds = MOVE + PROTECT + PASSES + CONVERT + END_ACTIONS + END_TURN
"""What turns nobody on its side or back."""


EFFECTS: Effects = (
    # Movement
    ("move.x", MOVE, moves_as("X", "move.x")),
    ("move.o", MOVE, moves_as("O", "move.o")),
    ("move.sharp", MOVE, moves_as("#", "move.sharp")),
    ("move.orientation", STEADY, nobody_turns),
    ("move.straight", MOVEMENTS, move_straight),
    ("move.end", MOVE, move_end),
    cost("move.one"),
    cost("move.two"),
    ("move.not_twice", MOVE + DODGE, move_not_twice),
    # Dodge and forced fumble
    ("dodge.target", DODGE, dodge_target),
    ("dodge.knocks_down", DODGE, dodge_knocks_down),
    ("dodge.exit", DODGE, dodge_exit),
    ("dodge.ball", DODGE, dodge_ball),
    cost("dodge"),
    # Tactical dodge and fumble
    ("tactical_dodge.path", TACTICAL_DODGE, tactical_dodge_path),
    ("tactical_dodge.push", TACTICAL_DODGE, tactical_dodge_push),
    ("tactical_dodge.knocks_down", TACTICAL_DODGE, tactical_dodge_knocks_down),
    ("tactical_dodge.fumble", TACTICAL_DODGE, tactical_dodge_fumble),
    cost("tactical_dodge"),
    ("tactical_dodge.no_limit", TACTICAL_DODGE, tactical_dodge_no_limit),
)
