"""What every legal action of BALL brings about: the laws that hold a position and the next one side by side.

Each function tells whether a rule keeps its promise: exactly this has changed and nothing beside it, and the
events say so in the rule's name. They are in the order of the book, and so are the `EFFECTS` at the end.
"""

from collections.abc import Callable, Mapping

from rulebook.games.ball.laws.book import (
    EP_FOR_AP,
    LONG,
    LONG_PASS_DISTANCE,
    PRICES,
    SHORT_PASS_RANGE,
    TURN_AP,
)
from rulebook.games.ball.laws.refusals import crossed, priced
from rulebook.games.ball.laws.view import (
    ACTIONS,
    ALL,
    BLOCK,
    CONVERT,
    DODGE,
    END_ACTIONS,
    END_TURN,
    HAND_OFF,
    LONG_PASS,
    MOVE,
    MOVEMENTS,
    MOVING,
    PASSES,
    PROTECT,
    RELEASE,
    SHORT_PASS,
    STAND_UP,
    TACTICAL_DODGE,
    Kinds,
    View,
    able,
    distance,
    free,
    in_far_zone,
    lone,
    mirrored,
    on_board,
    other_side,
    stride,
    team,
)
from rulebook.model import JSON, Event

Events = tuple[Event, ...]
Holds = Callable[[View, JSON, Events, View], bool]
Said = tuple[str, Mapping[str, str | int]]
Ball = tuple[str, str]
"""Where the ball lies, and who holds it."""


# How the laws speak


def told(events: Events, rule: str) -> list[Said]:
    """What is told in the name of a rule, in order."""
    return [(event.kind, event.facts) for event in events if event.rule == rule]


def said(kind: str, facts: Mapping[str, str | int], when: bool = True) -> list[Said]:
    """That one thing, or nothing."""
    return [(kind, facts)] if when else []


def ball(view: View) -> Ball:
    return view.ball, view.holder


def gained(before: View, after: View) -> str:
    """Who has come into possession; a holder does not come into possession anew."""
    return after.holder if after.holder != before.holder else ""


def scored(before: View, action: JSON, after: View) -> bool:
    """The acting player has ended its action in the far end zone and has the ball."""
    player = action.get("player")
    return action["do"] in MOVING and after.holder == player and in_far_zone(after, player)


def nothing_moves(before: View, action: JSON, events: Events, after: View) -> bool:
    return after.at == before.at and ball(after) == ball(before)


def victim(before: View, action: JSON) -> str:
    """Whom a dodge, a tactical dodge, a block or a protection befalls."""
    return lone(before, crossed(before, action) if action["do"] == "tactical_dodge" else action["to"])


# Overview, goal and set-up


def board_end_zones(before: View, action: JSON, events: Events, after: View) -> bool:
    """Row 17 for ATK and row 1 for DEF: there and nowhere else the acting holder wins."""
    return (after.winner != "") == scored(before, action, after)


def board_distance(before: View, action: JSON, events: Events, after: View) -> bool:
    """A hand-off goes diagonally; no pass is out of a king's reach or too near, counted in its steps."""
    start = before.at[action["player"]]
    if action["do"] == "hand_off":
        return stride(start, before.at[action["receiver"]]) == (1, 1)
    if action["do"] == "short_pass":
        return max(stride(start, before.at[action["receiver"]])) <= SHORT_PASS_RANGE
    mates = [at for mate, at in before.at.items() if team(mate) == before.turn and mate != action["player"]]
    return all(max(stride(at, after.ball)) >= LONG_PASS_DISTANCE for at in mates)


def setup_types(before: View, action: JSON, events: Events, after: View) -> bool:
    return after.types == before.types


def goal_touchdown(before: View, action: JSON, events: Events, after: View) -> bool:
    player = action.get("player", "")
    fact = {"player": player, "team": before.turn, "at": after.at.get(player)}
    return told(events, "goal.touchdown") == said("touchdown", fact, when=scored(before, action, after))


def goal_win(before: View, action: JSON, events: Events, after: View) -> bool:
    """A touchdown, and it alone, ends the game for the team on turn."""
    won = scored(before, action, after)
    return (
        (after.phase == "over") == won
        and after.winner == (before.turn if won else "")
        and told(events, "goal.win") == said("wins", {"team": before.turn}, when=won)
    )


# The turn


def turn_phases(before: View, action: JSON, events: Events, after: View) -> bool:
    """Only the two ends lead on; whatever else is done, the turn and its phase stay."""
    do = action["do"]
    phase = {"end_actions": "release", "end_turn": "action"}.get(do, before.phase)
    ends = said("ends_actions", {"team": before.turn}, when=do == "end_actions")
    return (
        after.phase in (phase, "over")
        and (do == "end_turn" or after.turn == before.turn)
        and told(events, "turn.phases") == ends
    )


def turn_ap(before: View, action: JSON, events: Events, after: View) -> bool:
    gets = said("gets_ap", {"team": other_side(before.turn), "ap": TURN_AP})
    return after.ap == TURN_AP and told(events, "turn.ap") == gets


def turn_convert(before: View, action: JSON, events: Events, after: View) -> bool:
    ap, side = action["ap"], before.turn
    ep, total = ap * EP_FOR_AP, before.ep[side] + ap * EP_FOR_AP
    facts = {"team": side, "ap": ap, "ep": ep, "left": before.ap - ap, "total": total}
    return (
        after.ap == before.ap - ap
        and after.ep == {**before.ep, side: total}
        and told(events, "turn.convert") == said("converts", facts)
    )


def turn_lapse(before: View, action: JSON, events: Events, after: View) -> bool:
    lapses = said("lapses", {"team": before.turn, "ap": before.ap}, when=before.ap > 0)
    return after.ap == 0 and after.ep == before.ep and told(events, "turn.lapse") == lapses


def turn_took(before: View, action: JSON, events: Events, after: View) -> bool:
    """Whoever came into possession by an action is noted until the turn ends, and nobody else."""
    if action["do"] == "end_turn":
        return after.took == {}
    player = gained(before, after)
    if not player or action["do"] == "release":
        return after.took == before.took
    return after.took == {**before.took, player: "hand_off" if action["do"] == "hand_off" else "other"}


STORIES: Mapping[str, tuple[str, ...]] = {
    "move": ("move.x", "move.o", "move.sharp", "move.end", "possession.end", "possession.cost"),
    "dodge": (
        *("dodge.target", "dodge.knocks_down", "dodge.ball", "possession.cost"),
        *("dodge.exit", "possession.end", "possession.cost"),
    ),
    "tactical_dodge": (
        *("tactical_dodge.path", "tactical_dodge.push", "tactical_dodge.knocks_down"),
        *("tactical_dodge.fumble", "possession.end", "possession.cost"),
    ),
    "block": ("block.move", "block.stands", "stack.ball", "possession.cost"),
    "protect": ("protect.move", "stack.ball", "possession.cost"),
    "hand_off": ("hand_off.adjacent", "hand_off.chain"),
    "short_pass": ("short_pass.range", "short_pass.ball", "possession.cost"),
    "long_pass": ("long_pass.place",),
    "convert": ("turn.convert",),
    "end_actions": ("turn.lapse", "turn.phases"),
    "stand_up": ("release.stand_up",),
    "release": ("release.stack", "release.keeps_state", "release.ball"),
    "end_turn": ("release.duty", "turn.ap"),
}
"""The rules that can have a part in an action of each kind, in the order in which they happen."""

BILL: Mapping[str, tuple[str, ...]] = {
    line: (f"{line}.cost", f"{line}.cost", "goal.touchdown", "goal.win") for line in PRICES
}
"""What follows when the action is done: what it costs, what it earns, and what it wins."""


def turn_whole(before: View, action: JSON, events: Events, after: View) -> bool:
    """What is told happens in its order, leads everything from where it was to where it is, and is paid."""
    do = action["do"]
    story = iter(STORIES[do] + (BILL[priced(before, action)] if do in ACTIONS else ()))
    return (
        all(event.rule in story for event in events)
        and followed(before, events) == {**after.at, "ball": after.ball}
        and after.ap >= 0
    )


def followed(before: View, events: Events) -> dict[str, str]:
    """Where the legs of the events lead the players and the ball; nowhere, where a leg begins elsewhere."""
    places = {**before.at, "ball": before.ball}
    for event in events:
        for leg in event.legs:
            if leg.way[0] != places[leg.token] or leg.style != style(event, leg.token):
                return {}
            places[leg.token] = leg.way[-1]
    return places


PLAYERS_GO = {"block": "contact", "protect": "contact", "push": "push"}
BALL_GOES = {"hand_off": "pass", "short_pass": "pass", "long_pass": "pass", "fumble": "push"}


def style(event: Event, token: str) -> str:
    """How a leg is drawn."""
    return BALL_GOES.get(event.kind, "carry") if token == "ball" else PLAYERS_GO.get(event.kind, "move")


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


# Block and protection


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


TAKES = ("takes_ball", "takes_from", "receives")


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


# Release phase


def release_duty(before: View, action: JSON, events: Events, after: View) -> bool:
    """To the other coach, with the position as it is."""
    ends = said("ends_turn", {"team": before.turn, "next": other_side(before.turn)})
    return (
        after.turn == other_side(before.turn)
        and nothing_moves(before, action, events, after)
        and told(events, "release.duty") == ends
    )


def release_stand_up(before: View, action: JSON, events: Events, after: View) -> bool:
    player, to = action["player"], action["to"]
    way = {"player": player, "from": before.at[player], "to": to}
    return (
        after.at == {**before.at, player: to}
        and after.down == {**before.down, player: False}
        and ball(after) == ((to, player) if before.holder == player else ball(before))
        and told(events, "release.stand_up") == said("stands_up", way)
    )


def release_stack(before: View, action: JSON, events: Events, after: View) -> bool:
    """Both step apart, nobody else moves, and every other stack stays."""
    upper, lower = action["player"], before.under[action["player"]]
    to, other_to = action["top_to"], action["bottom_to"]
    kind = "releases_protection" if team(lower) == team(upper) else "releases_block"
    facts = {"player": upper, "other": lower, "from": before.at[upper], "to": to, "other_to": other_to}
    return (
        after.at == {**before.at, upper: to, lower: other_to}
        and {**after.under, upper: lower} == before.under
        and upper not in after.under
        and told(events, "release.stack") == [(kind, facts)]
    )


def release_keeps_state(before: View, action: JSON, events: Events, after: View) -> bool:
    lower = before.under[action["player"]]
    fallen = said("keeps_state", {"player": lower, "at": action["bottom_to"]}, when=before.down[lower])
    return after.down == before.down and told(events, "release.keeps_state") == fallen


def release_ball(before: View, action: JSON, events: Events, after: View) -> bool:
    keeper = action.get("ball")
    if before.holder != action["player"]:
        return ball(after) == ball(before) and told(events, "release.ball") == []
    keeps = said("keeps_ball", {"player": keeper, "at": after.at[keeper]})
    return (
        ball(after) == (after.at[keeper], keeper)
        and after.took == before.took
        and told(events, "release.ball") == keeps
    )


def release_next_turn(before: View, action: JSON, events: Events, after: View) -> bool:
    """A stack is fresh from when it is made until the turn ends."""
    if action["do"] == "end_turn":
        return not after.fresh
    made = {action["player"]} if action["do"] in BLOCK + PROTECT else set()
    return after.fresh == before.fresh | made


def release_no_score(before: View, action: JSON, events: Events, after: View) -> bool:
    """Standing up and release_stack cost nothing, earn nothing, score nothing and pick up nothing."""
    return (
        (after.ap, after.ep) == (before.ap, before.ep)
        and after.winner == ""
        and after.took == before.took
        and (after.holder == before.holder or action["do"] == "release")
        and not any(event.kind in TAKES or event.rule.startswith("goal.") for event in events)
    )


# Energy points


def ep_adds(before: View, action: JSON, events: Events, after: View) -> bool:
    """EP never fall, only the team on turn gets any, and each of them is told."""
    earned = sum(int(event.facts["ep"]) for event in events if event.kind in ("earns", "converts"))
    return earned >= 0 and after.ep == {**before.ep, before.turn: before.ep[before.turn] + earned}


# The price list


def paid(line: str) -> Holds:
    """AP and EP have changed by the price, and the bill says so: what was spent, then what was earned."""
    ap, ep = PRICES[line]

    def holds(before: View, action: JSON, events: Events, after: View) -> bool:
        if priced(before, action) != line:
            return told(events, f"{line}.cost") == []
        side, left, total = before.turn, before.ap - ap, before.ep[before.turn] + ep
        spends = said("spends", {"team": side, "ap": ap, "left": left}, when=ap > 0)
        earns = said("earns", {"team": side, "ep": ep, "total": total}, when=ep > 0)
        bill = spends + earns or said("free", {"team": side})
        return (
            after.ap == left
            and after.ep == {**before.ep, side: total}
            and told(events, f"{line}.cost") == bill
        )

    return holds


def cost(line: str) -> tuple[str, Kinds, Holds]:
    return f"{line}.cost", (line.partition(".")[0],), paid(line)


STEADY: Kinds = MOVE + PROTECT + PASSES + CONVERT + END_ACTIONS + END_TURN
"""What turns nobody on its side or back."""

EFFECTS: tuple[tuple[str, Kinds, Holds], ...] = (
    # Overview, goal and set-up
    ("board.end_zones", ALL, board_end_zones),
    ("board.distance", PASSES, board_distance),
    ("setup.types", ALL, setup_types),
    ("goal.touchdown", ALL, goal_touchdown),
    ("goal.win", ALL, goal_win),
    # The turn
    ("turn.phases", ALL, turn_phases),
    ("turn.phases", END_ACTIONS, nothing_moves),
    ("turn.ap", END_TURN, turn_ap),
    ("turn.convert", CONVERT, turn_convert),
    ("turn.convert", CONVERT, nothing_moves),
    ("turn.lapse", END_ACTIONS, turn_lapse),
    ("turn.took", ALL, turn_took),
    ("turn.whole", ALL, turn_whole),
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
    # Block and protection
    ("block.move", BLOCK, block_move),
    ("protect.move", PROTECT, protect_move),
    ("stack.bound", BLOCK + PROTECT, stack_is_made),
    ("stack.bound", MOVEMENTS + PASSES + CONVERT + END_ACTIONS + STAND_UP + END_TURN, stacks_stay),
    ("block.stands", BLOCK, block_stands),
    ("stack.ball", BLOCK + PROTECT, stack_ball),
    cost("block"),
    cost("protect"),
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
    # Release phase
    ("release.duty", END_TURN, release_duty),
    ("release.stand_up", STAND_UP, release_stand_up),
    ("release.stack", RELEASE, release_stack),
    ("release.keeps_state", RELEASE, release_keeps_state),
    ("release.ball", RELEASE, release_ball),
    ("release.next_turn", ALL, release_next_turn),
    ("release.no_score", STAND_UP + RELEASE, release_no_score),
    # Energy points
    ("ep.adds", ALL, ep_adds),
)
"""Rule, kinds of action, and what it promises of each legal one."""
