"""How the laws speak: what is told in the name of a rule, who has the ball, and whom an action befalls."""

from collections.abc import Callable, Mapping

from rulebook.games.ball.laws.refusals import crossed
from rulebook.games.ball.laws.view import MOVING, Kinds, View, in_far_zone, lone
from rulebook.model import JSON, Event

Events = tuple[Event, ...]
Holds = Callable[[View, JSON, Events, View], bool]
Effects = tuple[tuple[str, Kinds, Holds], ...]
"""Rules, the kinds of action that each law is about, and what it promises of every legal one."""
Said = tuple[str, Mapping[str, str | int]]
Ball = tuple[str, str]
"""Where the ball lies, and who holds it."""


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


TAKES = ("takes_ball", "takes_from", "receives")
