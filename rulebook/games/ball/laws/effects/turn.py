"""What the end zones, the goal, the set-up and the order of the turn promise of every legal action."""

from collections.abc import Mapping

from rulebook.games.ball.laws.book import EP_FOR_AP, LONG_PASS_DISTANCE, PRICES, SHORT_PASS_RANGE, TURN_AP
from rulebook.games.ball.laws.effects.telling import (
    Effects,
    Events,
    gained,
    nothing_moves,
    said,
    scored,
    told,
)
from rulebook.games.ball.laws.refusals import priced
from rulebook.games.ball.laws.view import (
    ACTIONS,
    ALL,
    CONVERT,
    END_ACTIONS,
    END_TURN,
    PASSES,
    View,
    other_side,
    stride,
    team,
)
from rulebook.model import JSON, Event

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


EFFECTS: Effects = (
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
)
