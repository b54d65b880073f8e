"""What the release phase promises, and the energy points."""

from rulebook.games.ball.laws.effects.telling import TAKES, Effects, Events, ball, nothing_moves, said, told
from rulebook.games.ball.laws.view import (
    ALL,
    BLOCK,
    END_TURN,
    PROTECT,
    RELEASE,
    STAND_UP,
    View,
    other_side,
    team,
)
from rulebook.model import JSON

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


EFFECTS: Effects = (
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
