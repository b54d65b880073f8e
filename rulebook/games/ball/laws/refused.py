"""What a refusal of BALL tells and shows, told from what the laws read of a position."""

from collections.abc import Callable, Mapping

from rulebook.games.ball.laws.book import LONG, PRICES
from rulebook.games.ball.laws.refusals import can_be_resolved, crossed
from rulebook.games.ball.laws.view import (
    ACTIONS,
    BLOCK,
    DODGE,
    END_TURN,
    HAND_OFF,
    LONG_PASS,
    MOVE,
    PROTECT,
    RELEASE,
    SHORT_PASS,
    STAND_UP,
    TACTICAL_DODGE,
    View,
    distance,
    hatched,
    lone,
    lone_opponent,
    middle,
    team,
)
from rulebook.model import JSON, Facts, Leg, Style

Legs = tuple[Leg, ...]


def refused(view: View, action: JSON, rule: str) -> tuple[Facts, Legs]:
    """The facts of a refusal by a rule, and the ways that were tried."""
    fields = {name: value for name, value in action.items() if name != "do"}
    return {**fields, **_more(view, action, rule)}, _ways(view, action, rule)


# What it tells beside the fields of the action


def _more(view: View, action: JSON, rule: str) -> Facts:
    tells = _TELLS.get(rule)
    if tells:
        return tells(view, action)
    price, _, what = rule.rpartition(".")
    return {"ap": PRICES[price][0], "left": view.ap} if what == "cost" else {}


def _winner(view: View, action: JSON) -> Facts:
    return {"team": view.winner}


def _whose_turn(view: View, action: JSON) -> Facts:
    """Whose turn it is, where the right phase has the wrong team's player."""
    right = view.phase == ("action" if action["do"] in ACTIONS else "release")
    return {"team": view.turn} if right and "player" in action else {}


def _duty(view: View, action: JSON) -> Facts:
    """Who has to be released first: those who lie before the stacks."""
    if action["do"] != END_TURN[0]:
        return _whose_turn(view, action)
    mine = [player for player in view.at if team(player) == view.turn and can_be_resolved(view, player)]
    lying = [player for player in mine if player not in view.under]
    return {"player": [*lying, *(player for player in view.under if player in mine)][0]}


def _own_square(view: View, action: JSON) -> Facts:
    return {"at": view.at[action["player"]]}


def _plain_square(view: View, action: JSON) -> Facts:
    named = (action[field] for field in ("to", "exit", "push", "top_to", "bottom_to") if field in action)
    return {"at": next(square for square in named if not hatched(square))}


def _type(view: View, action: JSON) -> Facts:
    return {"type": view.types[action["player"]]}


def _closed_square(view: View, action: JSON) -> Facts:
    over = crossed(view, action)
    return {"at": over if over in view.closed else action["to"]}


def _in_the_way(square: str, view: View) -> Facts:
    return {"at": square, "opponent": lone(view, square)}


def _on_the_way(view: View, action: JSON) -> Facts:
    return _in_the_way(crossed(view, action), view)


def _at_the_end(view: View, action: JSON) -> Facts:
    return _in_the_way(action["to"], view)


def _nobody_jumped(view: View, action: JSON) -> Facts:
    """The middle where nobody is to be jumped over, or who stands at the end."""
    over, player = crossed(view, action), action["player"]
    if not over:
        return {}
    return _at_the_end(view, action) if lone_opponent(view, player, over) else {"at": over}


def _nobody_there(steps: int) -> Callable[[View, JSON], Facts]:
    """The square without the player that the action needs, where it lies as far away as it should."""

    def tells(view: View, action: JSON) -> Facts:
        to = action["to"]
        return {"at": to} if distance(view.at[action["player"]], to) == steps else {}

    return tells


def _dodged(view: View, action: JSON) -> Facts:
    return {"opponent": lone(view, action["to"])}


def _jumped(view: View, action: JSON) -> Facts:
    return {"opponent": lone(view, crossed(view, action))}


def _left(view: View, action: JSON) -> Facts:
    return {"left": view.ap}


_TELLS: Mapping[str, Callable[[View, JSON], Facts]] = {
    "goal.win": _winner,
    "turn.phases": _whose_turn,
    "release.duty": _duty,
    "turn.unable": _own_square,
    "board.playable": _plain_square,
    "move.x": _type,
    "move.o": _type,
    "move.sharp": _type,
    "turn.closed": _closed_square,
    "move.path": _on_the_way,
    "move.end": _at_the_end,
    "dodge.target": _nobody_there(LONG),
    "tactical_dodge.path": _nobody_jumped,
    "block.move": _nobody_there(1),
    "protect.move": _nobody_there(1),
    "dodge.no_exit": _dodged,
    "dodge.exit": _dodged,
    "tactical_dodge.push": _jumped,
    "turn.convert": _left,
}
"""By rule; a rule that is not here tells nothing more, or its cost and the AP that are left."""


# The ways that it shows

_WITH_WHAT_FOLLOWS = ("dodge.exit", "dodge.cost", "tactical_dodge.push", "tactical_dodge.cost")
"""The rules that refuse when the exit or the push has been looked at: only they show it."""


def _ways(view: View, action: JSON, rule: str) -> Legs:
    kind, follows = (action["do"],), rule in _WITH_WHAT_FOLLOWS
    at = view.at.get(action.get("player", ""), "")
    if kind in (MOVE, STAND_UP):
        return _way("move", action["player"], at, action["to"])
    if kind == DODGE:
        whole = _way("move", action["player"], at, action["to"], action["exit"]) if follows else ()
        return whole or _way("move", action["player"], at, action["to"])
    if kind == TACTICAL_DODGE:
        return _over(view, action) if follows else _way("move", action["player"], at, action["to"])
    if kind in (BLOCK, PROTECT):
        return _way("contact", action["player"], at, action["to"])
    if kind in (HAND_OFF, SHORT_PASS, LONG_PASS):
        to = action["to"] if "to" in action else view.at[action["receiver"]]
        return _way("pass", "ball", view.ball, to) if view.holder == action["player"] else ()
    return _parted(view, action, at) if kind == RELEASE else ()


def _over(view: View, action: JSON) -> Legs:
    """Over the opponent, who is pushed."""
    player, to = action["player"], action["to"]
    over = middle(view.at[player], to)
    way = _way("move", player, view.at[player], over, to)
    return way + _way("push", lone(view, over), over, action["push"])


def _parted(view: View, action: JSON, at: str) -> Legs:
    upper = action["player"]
    if upper not in view.under:
        return ()
    away = _way("move", upper, at, action["top_to"])
    return away + _way("move", view.under[upper], at, action["bottom_to"])


def _way(style: Style, token: str, *squares: str) -> Legs:
    """Nothing where the way crosses itself or leaves the hatched squares."""
    if len(set(squares)) < len(squares) or not all(map(hatched, squares)):
        return ()
    return (Leg(token, squares, style),)
