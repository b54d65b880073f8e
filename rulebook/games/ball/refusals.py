"""Why an action of BALL is refused: for each kind the checks in the order in which the rules refuse.

The checks ask the same small questions as the list of legal actions (`rules`).
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from rulebook.games.ball import rules
from rulebook.games.ball.constants import ACTION, LEAP, OVER, PRICES, RELEASE, STEP, TEAMS
from rulebook.games.ball.events import leg
from rulebook.games.ball.pitch import NOBODY, Pitch, Player, Square
from rulebook.games.ball.rules import MOVE_RULES, STACKED, View
from rulebook.games.ball.state import Action, Stack, State, named
from rulebook.model import Illegal, Leg


class Refusal(NamedTuple):
    """The rule that forbids, the reason in a sentence, and what else there is to say of it."""

    rule: str
    why: str
    facts: Mapping[str, str | int] = {}


No = Refusal | None
"""What a check answers: a refusal, or None where nothing is in the way."""


def refusal(pitch: Pitch, state: State, action: Action) -> Illegal | None:
    """The first rule that forbids the action, or None where it is legal."""
    view = View(pitch, state)
    no = _phase(view, action[0]) or _CHECKS[action[0]](view, *action[1:])
    if no is None:
        return None
    return Illegal(no.rule, no.why, {**named(pitch, action), **no.facts}, _tried(view, action, no.rule))


# The kinds of action


def _move(view: View, player: Player, to: Square) -> No:
    return (
        _acts(view, player)
        or _movement(view, player, to)
        or _way(view, player, to)
        or _closed(view, to)
        or _move_end(view, to)
        or _cost(view, rules.move_price(view.pitch, view.state.at[player], to))
    )


def _dodge(view: View, player: Player, to: Square, exit: Square) -> No:
    return (
        _acts(view, player)
        or _movement(view, player, to)
        or _dodge_span(view, player, to)
        or _way(view, player, to)
        or _closed(view, to)
        or _opponent(view, to, "dodge.target")
        or _exit(view, player, to, exit)
        or _cost(view, "dodge")
    )


def _tactical_dodge(view: View, player: Player, to: Square, push: Square) -> No:
    return (
        _acts(view, player)
        or _movement(view, player, to)
        or _tactical_span(view, player, to)
        or _closed(view, _middle(view, player, to))
        or _opponent(view, _middle(view, player, to), "tactical_dodge.path")
        or _closed(view, to)
        or _unoccupied(view, to, "tactical_dodge.path")
        or _push(view, player, to, push)
        or _cost(view, "tactical_dodge")
    )


def _block(view: View, player: Player, to: Square) -> No:
    return (
        _acts(view, player)
        or _playable(view, to)
        or _contact_span(view, player, to, "block.move")
        or _closed(view, to)
        or _opponent(view, to, "block.move")
        or _cost(view, "block")
    )


def _protect(view: View, player: Player, to: Square) -> No:
    return (
        _acts(view, player)
        or _playable(view, to)
        or _contact_span(view, player, to, "protect.move")
        or _closed(view, to)
        or _mate(view, to)
        or _cost(view, "protect")
    )


def _hand_off(view: View, player: Player, receiver: Player) -> No:
    return (
        _acts(view, player, hand_off=True)
        or _holds(view, player)
        or _adjacent(view, player, receiver)
        or _receiver(view, player, receiver)
        or _cost(view, "hand_off")
    )


def _short_pass(view: View, player: Player, receiver: Player, to: Square) -> No:
    return (
        _acts(view, player)
        or _holds(view, player)
        or _range(view, player, receiver)
        or _receiver(view, player, receiver)
        or _playable(view, to)
        or _receipt(view, receiver, to)
        or _cost(view, "short_pass")
    )


def _long_pass(view: View, player: Player, to: Square) -> No:
    return (
        _acts(view, player)
        or _holds(view, player)
        or _playable(view, to)
        or _place(view, player, to)
        or _cost(view, "long_pass")
    )


def _convert(view: View, ap: int) -> No:
    if ap in rules.convertible(view.state.ap):
        return None
    left = view.state.ap
    return Refusal("turn.convert", f"Of {left} AP that are left {ap} cannot be converted.", {"left": left})


def _end_actions(_view: View) -> No:
    return None


def _stand_up(view: View, player: Player, to: Square) -> No:
    return (
        _resolves(view, player) or _fallen(view, player) or _playable(view, to) or _step_up(view, player, to)
    )


def _release(view: View, player: Player, top_to: Square, bottom_to: Square, ball: Player) -> No:
    no = _resolves(view, player)
    stack = next((stack for stack in view.state.stacks if stack.top == player), None)
    if no or stack is None:
        return no or Refusal("release.stack", f"{_name(view, player)} is not the upper player of a stack.")
    return (
        _not_fresh(view, stack)
        or _playable(view, top_to)
        or _playable(view, bottom_to)
        or _partings(view, stack, top_to, bottom_to)
        or _keeper(view, stack, ball)
    )


def _end_turn(view: View) -> No:
    left = rules.resolutions(view)
    if not left:
        return None
    what = "stand up" if left[0][0] == "stand_up" else "release its stack"
    player = named(view.pitch, left[0])["player"]
    return Refusal("release.duty", f"{player} can and must {what} first.", {"player": player})


_CHECKS: Mapping[str, Callable[..., No]] = {
    "move": _move,
    "dodge": _dodge,
    "tactical_dodge": _tactical_dodge,
    "block": _block,
    "protect": _protect,
    "hand_off": _hand_off,
    "short_pass": _short_pass,
    "long_pass": _long_pass,
    "convert": _convert,
    "end_actions": _end_actions,
    "stand_up": _stand_up,
    "release": _release,
    "end_turn": _end_turn,
}

_IN_RELEASE = ("stand_up", "release", "end_turn")


# Time and the player


def _phase(view: View, kind: str) -> No:
    phase = RELEASE if kind in _IN_RELEASE else ACTION
    if view.state.phase == OVER:
        return Refusal("goal.win", "The game is over.", {"team": TEAMS[view.state.winner]})
    if view.state.phase != phase:
        return Refusal(
            "turn.phases", f"It is the {view.state.phase} phase; this belongs to the {phase} phase."
        )
    return None


def _acts(view: View, player: Player, *, hand_off: bool = False) -> No:
    return (
        _on_turn(view, player, "turn.phases")
        or _able(view, player)
        or _unlocked(view, player, hand_off=hand_off)
    )


def _resolves(view: View, player: Player) -> No:
    return _on_turn(view, player, "release.duty")


def _on_turn(view: View, player: Player, rule: str) -> No:
    team = TEAMS[view.state.turn]
    if player in view.pitch.squads[view.state.turn]:
        return None
    return Refusal(rule, f"{team} is on turn, not the team of {_name(view, player)}.", {"team": team})


def _able(view: View, player: Player) -> No:
    if rules.able(view, player):
        return None
    state = "part of a stack" if view.bound >> player & 1 else "knocked down"
    return Refusal(
        "turn.unable", f"{_name(view, player)} is {state} and cannot act.", _at(view, view.state.at[player])
    )


def _unlocked(view: View, player: Player, *, hand_off: bool) -> No:
    if not rules.locked(view.state, player, hand_off=hand_off):
        return None
    return Refusal("turn.took", f"{_name(view, player)} came into possession this turn.")


def _holds(view: View, player: Player) -> No:
    if view.state.holder == player:
        return None
    return Refusal("pass.holder", f"{_name(view, player)} does not hold the ball.")


# Shape, way and target of a movement


def _playable(view: View, square: Square) -> No:
    if square in view.pitch.playable:
        return None
    return Refusal(
        "board.playable", f"{view.pitch.names[square]} is not a playable square.", _at(view, square)
    )


def _movement(view: View, player: Player, to: Square) -> No:
    return _playable(view, to) or _by_type(view, player, to)


def _by_type(view: View, player: Player, to: Square) -> No:
    kind, at = view.state.types[player], view.state.at[player]
    if any(to in ways[kind][at] for ways in view.pitch.reach.values()):
        return None
    names = view.pitch.names
    return Refusal(
        MOVE_RULES[kind],
        f"A player of type {kind} cannot move from {names[at]} to {names[to]}.",
        {"type": kind},
    )


def _span(view: View, player: Player, to: Square) -> int:
    return view.pitch.distance(view.state.at[player], to)


def _middle(view: View, player: Player, to: Square) -> Square:
    return rules.middle(view.state.at[player], to)


def _dodge_span(view: View, player: Player, to: Square) -> No:
    if _span(view, player, to) == LEAP:
        return None
    return Refusal("dodge.target", f"A dodge is one movement of {LEAP} squares.")


def _tactical_span(view: View, player: Player, to: Square) -> No:
    if to in view.pitch.diagonal[LEAP][view.state.at[player]]:
        return None
    return Refusal("tactical_dodge.path", f"A tactical dodge moves {LEAP} squares diagonally.")


def _contact_span(view: View, player: Player, to: Square, rule: str) -> No:
    if _span(view, player, to) == STEP:
        return None
    kind = rule.partition(".")[0]
    return Refusal(rule, f"{_name(view, player)} can {kind} on an adjacent square only.")


def _way(view: View, player: Player, to: Square) -> No:
    """A single step passes over nothing."""
    if _span(view, player, to) == STEP:
        return None
    over = _middle(view, player, to)
    return _closed(view, over) or _unoccupied(view, over, "move.path")


def _closed(view: View, square: Square) -> No:
    if view.who[square] != STACKED:
        return None
    return Refusal("turn.closed", f"{view.pitch.names[square]} is closed by a stack.", _at(view, square))


def _unoccupied(view: View, square: Square, rule: str) -> No:
    if view.who[square] == NOBODY:
        return None
    other = _name(view, view.who[square])
    return Refusal(
        rule,
        f"{other} is in the way on {view.pitch.names[square]}.",
        {**_at(view, square), "opponent": other},
    )


def _move_end(view: View, to: Square) -> No:
    return _unoccupied(view, to, "move.end")


def _opponent(view: View, square: Square, rule: str) -> No:
    if view.who[square] in view.pitch.squads[1 - view.state.turn]:
        return None
    return Refusal(rule, f"There is no opponent on {view.pitch.names[square]}.", _at(view, square))


def _mate(view: View, to: Square) -> No:
    if view.who[to] in view.pitch.squads[view.state.turn]:
        return None
    return Refusal("protect.move", f"There is no team-mate on {view.pitch.names[to]}.", _at(view, to))


# What must follow


def _exit(view: View, player: Player, to: Square, exit: Square) -> No:
    exits = rules.exits(view, player, to)
    opponent = {"opponent": _name(view, view.who[to])}
    if not exits:
        return Refusal(
            "dodge.no_exit", f"There is no free square to leave {view.pitch.names[to]} by.", opponent
        )
    if exit in exits:
        return None
    why = f"{view.pitch.names[exit]} is not a free square diagonally next to {view.pitch.names[to]}."
    return _playable(view, exit) or Refusal("dodge.exit", why, opponent)


def _push(view: View, player: Player, to: Square, push: Square) -> No:
    over = _middle(view, player, to)
    if push in rules.pushes(view, player, over, to):
        return None
    opponent = _name(view, view.who[over])
    why = f"{opponent} cannot be pushed from {view.pitch.names[over]} to {view.pitch.names[push]}."
    return _playable(view, push) or Refusal("tactical_dodge.push", why, {"opponent": opponent})


# Passes


def _adjacent(view: View, player: Player, receiver: Player) -> No:
    if view.state.at[receiver] in rules.neighbours(view, player):
        return None
    return Refusal("hand_off.adjacent", f"{_name(view, receiver)} is not adjacent to {_name(view, player)}.")


def _range(view: View, player: Player, receiver: Player) -> No:
    distance = rules.apart(view, player, receiver)
    if distance <= rules.SHORT_PASS:
        return None
    return Refusal(
        "short_pass.range",
        f"{_name(view, receiver)} is {distance} squares away, more than {rules.SHORT_PASS}.",
    )


def _receiver(view: View, player: Player, receiver: Player) -> No:
    if receiver in rules.receivers(view, player):
        return None
    return Refusal(
        "pass.receiver", f"{_name(view, receiver)} is not an able team-mate of {_name(view, player)}."
    )


def _receipt(view: View, receiver: Player, to: Square) -> No:
    if to in rules.receipts(view, receiver):
        return None
    where = view.pitch.names[to]
    return Refusal("short_pass.ball", f"{where} is not an empty square adjacent to {_name(view, receiver)}.")


def _place(view: View, player: Player, to: Square) -> No:
    if to in rules.places(view, player):
        return None
    why = f"{view.pitch.names[to]} is not empty, or too near to a team-mate."
    return Refusal("long_pass.place", why)


# Release and cost


def _fallen(view: View, player: Player) -> No:
    if player in rules.fallen(view):
        return None
    return Refusal("release.stand_up", f"{_name(view, player)} is not knocked down outside a stack.")


def _step_up(view: View, player: Player, to: Square) -> No:
    if to in rules.steps_up(view, player):
        return None
    where = view.pitch.names[to]
    return Refusal(
        "release.stand_up", f"{where} is not an empty square diagonally next to {_name(view, player)}."
    )


def _not_fresh(view: View, stack: Stack) -> No:
    if not stack.fresh:
        return None
    return Refusal("release.next_turn", f"The stack of {_name(view, stack.top)} was made this turn.")


def _partings(view: View, stack: Stack, top_to: Square, bottom_to: Square) -> No:
    if (top_to, bottom_to) in rules.partings(view, stack):
        return None
    at = view.pitch.names[view.state.at[stack.top]]
    return Refusal(
        "release.stack",
        f"{_name(view, stack.top)} and {_name(view, stack.bottom)} need two empty squares next to {at}.",
    )


def _keeper(view: View, stack: Stack, ball: Player) -> No:
    if ball in rules.keepers(view.state, stack):
        return None
    if view.state.holder != stack.top:
        return Refusal(
            "release.ball", f"{_name(view, stack.top)} does not hold the ball; there is nothing to choose."
        )
    return Refusal("release.ball", f"{_name(view, stack.top)} or {_name(view, stack.bottom)} keeps the ball.")


def _cost(view: View, price: str) -> No:
    if price in rules.affordable(view.state):
        return None
    need, left = PRICES[price].ap, view.state.ap
    return Refusal(
        f"{price}.cost", f"It takes {need} AP, and {left} AP are left.", {"ap": need, "left": left}
    )


# Words and ways


def _tried(view: View, action: Action, rule: str) -> tuple[Leg, ...]:
    """The way that was tried; an exit or a push only where the refusal comes after all that precedes it."""
    way = _WAYS.get(action[0])
    return way(view, rule, *action[1:]) if way else ()


def _moved(view: View, _rule: str, player: Player, to: Square) -> tuple[Leg, ...]:
    return leg(view.pitch, player, "move", view.state.at[player], to)


def _dodged(view: View, rule: str, player: Player, to: Square, exit: Square) -> tuple[Leg, ...]:
    way = leg(view.pitch, player, "move", view.state.at[player], to, exit) if rule in _LATE else ()
    return way or _moved(view, rule, player, to)


def _passed_over(view: View, rule: str, player: Player, to: Square, push: Square) -> tuple[Leg, ...]:
    if rule not in _LATE:
        return _moved(view, rule, player, to)
    over = _middle(view, player, to)
    way = leg(view.pitch, player, "move", view.state.at[player], over, to)
    return way + leg(view.pitch, view.who[over], "push", over, push)


def _touched(view: View, _rule: str, player: Player, to: Square) -> tuple[Leg, ...]:
    return leg(view.pitch, player, "contact", view.state.at[player], to)


def _handed(view: View, rule: str, player: Player, receiver: Player) -> tuple[Leg, ...]:
    return _thrown(view, rule, player, view.state.at[receiver])


def _received(view: View, rule: str, player: Player, _receiver: Player, to: Square) -> tuple[Leg, ...]:
    return _thrown(view, rule, player, to)


def _thrown(view: View, _rule: str, player: Player, to: Square) -> tuple[Leg, ...]:
    return leg(view.pitch, NOBODY, "pass", view.state.ball, to) if view.state.holder == player else ()


def _parted(
    view: View, _rule: str, player: Player, top_to: Square, bottom_to: Square, _ball: Player
) -> tuple[Leg, ...]:
    at, pitch = view.state.at[player], view.pitch
    bottom = next((stack.bottom for stack in view.state.stacks if stack.top == player), NOBODY)
    if bottom == NOBODY:
        return ()
    return leg(pitch, player, "move", at, top_to) + leg(pitch, bottom, "move", at, bottom_to)


_LATE = ("dodge.exit", "dodge.cost", "tactical_dodge.push", "tactical_dodge.cost")

_WAYS: Mapping[str, Callable[..., tuple[Leg, ...]]] = {
    "move": _moved,
    "dodge": _dodged,
    "tactical_dodge": _passed_over,
    "block": _touched,
    "protect": _touched,
    "hand_off": _handed,
    "short_pass": _received,
    "long_pass": _thrown,
    "stand_up": _moved,
    "release": _parted,
}


def _name(view: View, player: Player) -> str:
    return view.pitch.players[player]


def _at(view: View, square: Square) -> dict[str, str | int]:
    return {"at": view.pitch.names[square]}
