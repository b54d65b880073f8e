"""What happened in an action of BALL, told by comparing the positions before and after it.

Nothing is decided here: `play` has decided, and this says in order what was done and by which rule.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from rulebook.games.ball.constants import OVER, PRICES, TEAMS
from rulebook.games.ball.pitch import NOBODY, Pitch, Player, Square
from rulebook.games.ball.rules import MOVE_RULES, middle, move_price
from rulebook.games.ball.state import Action, State
from rulebook.model import Event, Leg, Style

Events = Iterator[Event]
Legs = tuple[Leg, ...]


class Change(NamedTuple):
    """The positions before and after an action."""

    pitch: Pitch
    before: State
    after: State

    @property
    def team(self) -> str:
        """Whose action it was."""
        return TEAMS[self.before.turn]


def explain(pitch: Pitch, before: State, action: Action, after: State) -> tuple[Event, ...]:
    """The events of a legal action in the order in which they happened."""
    return tuple(_TELL[action[0]](Change(pitch, before, after), *action[1:]))


def leg(pitch: Pitch, token: Player, style: Style, *way: Square) -> Legs:
    """A way as a leg, or nothing if it leads nowhere or off the playable squares. NOBODY is the ball."""
    if len(set(way)) < len(way) or not set(way) <= set(pitch.playable):
        return ()
    name = "ball" if token == NOBODY else pitch.players[token]
    return (Leg(name, tuple(pitch.names[square] for square in way), style),)


# Actions that move their player


def _move(change: Change, player: Player, to: Square) -> Events:
    pitch, before, _ = change
    at, rule = before.at[player], MOVE_RULES[before.types[player]]
    way = leg(pitch, player, "move", at, to) + _carried(change, player, to)
    yield _event(change, "move", rule, {"player": player, "from": at, "to": to}, way)
    price = move_price(pitch, at, to)
    if price == "move.two" and before.ball == middle(at, to) and before.holder != player:
        yield _event(change, "jumps_ball", "move.end", {"player": player, "at": before.ball})
    yield from _arrived(change, player, before.holder, to)
    yield from _ended(change, player, price)


def _dodge(change: Change, player: Player, to: Square, exit: Square) -> Events:
    pitch, before, _ = change
    at, opponent = before.at[player], before.at.index(to)
    forced, carries = before.holder == opponent, before.holder in (player, opponent)
    way = leg(pitch, player, "move", at, to) + _carried(change, player, to)
    facts = {"player": player, "opponent": opponent, "from": at, "to": to}
    yield _event(change, "dodge", "dodge.target", facts, way)
    yield _knocked_down(change, "dodge.knocks_down", opponent, to)
    if forced:
        yield from _takes(change, "dodge.ball", player, opponent, to)
    way = leg(pitch, player, "move", to, exit) + (leg(pitch, NOBODY, "carry", to, exit) if carries else ())
    yield _event(change, "exit", "dodge.exit", {"player": player, "from": to, "to": exit}, way)
    if not forced:
        yield from _arrived(change, player, before.holder, exit)
    yield from _ended(change, player, "dodge")


def _tactical_dodge(change: Change, player: Player, to: Square, push: Square) -> Events:
    pitch, before, _ = change
    at = before.at[player]
    over = middle(at, to)
    opponent = before.at.index(over)
    fumbles = before.holder == opponent
    way = leg(pitch, player, "move", at, over, to) + _carried(change, player, to)
    facts = {"player": player, "opponent": opponent, "from": at, "over": over, "to": to}
    yield _event(change, "tactical_dodge", "tactical_dodge.path", facts, way)
    facts = {"player": opponent, "from": over, "to": push, "by": player}
    yield _event(change, "push", "tactical_dodge.push", facts, leg(pitch, opponent, "push", over, push))
    yield _knocked_down(change, "tactical_dodge.knocks_down", opponent, push)
    if fumbles:
        yield _fumble(change, opponent)
    yield from _arrived(change, player, NOBODY if fumbles else before.holder, to)
    yield from _ended(change, player, "tactical_dodge")


def _fumble(change: Change, opponent: Player) -> Event:
    lay, lies, rule = change.before.ball, change.after.ball, "tactical_dodge.fumble"
    if lay == lies:
        return _event(change, "fumble_stays", rule, {"player": opponent, "at": lies})
    way = leg(change.pitch, NOBODY, "push", lay, lies)
    return _event(change, "fumble", rule, {"player": opponent, "from": lay, "to": lies}, way)


def _block(change: Change, player: Player, to: Square) -> Events:
    opponent = change.before.at.index(to)
    facts = {"player": player, "opponent": opponent, "from": change.before.at[player], "to": to}
    yield _event(change, "block", "block.move", facts, _contact(change, player, to))
    if not change.before.down >> opponent & 1:
        yield _event(change, "stands", "block.stands", {"player": opponent, "at": to})
    yield from _stacked(change, player, opponent, to)
    yield from _ended(change, player, "block")


def _protect(change: Change, player: Player, to: Square) -> Events:
    mate = change.before.at.index(to)
    facts = {"player": player, "mate": mate, "from": change.before.at[player], "to": to}
    yield _event(change, "protect", "protect.move", facts, _contact(change, player, to))
    yield from _stacked(change, player, mate, to)
    yield from _ended(change, player, "protect")


def _contact(change: Change, player: Player, to: Square) -> Legs:
    return leg(change.pitch, player, "contact", change.before.at[player], to) + _carried(change, player, to)


def _stacked(change: Change, player: Player, bottom: Player, to: Square) -> Events:
    if change.before.holder == bottom:
        yield from _takes(change, "stack.ball", player, bottom, to)


# Passes


def _hand_off(change: Change, player: Player, receiver: Player) -> Events:
    rule = "hand_off.chain" if change.before.handed >> player & 1 else "hand_off.adjacent"
    yield _pass(change, "hand_off", rule, {"player": player, "receiver": receiver})
    yield from _paid(change, "hand_off")


def _short_pass(change: Change, player: Player, receiver: Player, to: Square) -> Events:
    yield _pass(change, "short_pass", "short_pass.range", {"player": player, "receiver": receiver})
    yield _event(change, "receives", "short_pass.ball", {"player": receiver, "at": to})
    yield _event(change, "possession_free", "possession.cost", {"player": receiver})
    yield from _paid(change, "short_pass")


def _long_pass(change: Change, player: Player, to: Square) -> Events:
    yield _pass(change, "long_pass", "long_pass.place", {"player": player})
    yield from _paid(change, "long_pass")


def _pass(change: Change, kind: str, rule: str, players: dict[str, Player]) -> Event:
    """`from` is where the passer stands; the ball's way begins where it lay."""
    lay, lies = change.before.ball, change.after.ball
    facts = {**players, "from": change.before.at[players["player"]], "to": lies}
    return _event(change, kind, rule, facts, leg(change.pitch, NOBODY, "pass", lay, lies))


# The turn


def _convert(change: Change, ap: int) -> Events:
    before, total = change.before.ep[change.before.turn], change.after.ep[change.before.turn]
    facts = {"ap": ap, "ep": total - before, "left": change.after.ap, "total": total}
    yield Event("converts", "turn.convert", {"team": change.team, **facts})


def _end_actions(change: Change) -> Events:
    if change.before.ap:
        yield Event("lapses", "turn.lapse", {"team": change.team, "ap": change.before.ap})
    yield Event("ends_actions", "turn.phases", {"team": change.team})


def _stand_up(change: Change, player: Player, to: Square) -> Events:
    at = change.before.at[player]
    way = leg(change.pitch, player, "move", at, to) + _carried(change, player, to)
    yield _event(change, "stands_up", "release.stand_up", {"player": player, "from": at, "to": to}, way)


def _release(change: Change, player: Player, top_to: Square, bottom_to: Square, ball: Player) -> Events:
    pitch, before, after = change
    at = before.at[player]
    bottom = next(stack.bottom for stack in before.stacks if stack.top == player)
    kind = "releases_protection" if pitch.team(player) == pitch.team(bottom) else "releases_block"
    facts = {"player": player, "other": bottom, "from": at, "to": top_to, "other_to": bottom_to}
    ways = leg(pitch, player, "move", at, top_to) + leg(pitch, bottom, "move", at, bottom_to)
    yield _event(change, kind, "release.stack", facts, ways)
    if before.down >> bottom & 1:
        yield _event(change, "keeps_state", "release.keeps_state", {"player": bottom, "at": bottom_to})
    if ball != NOBODY:
        way = leg(pitch, NOBODY, "carry", before.ball, after.ball)
        yield _event(change, "keeps_ball", "release.ball", {"player": ball, "at": after.ball}, way)


def _end_turn(change: Change) -> Events:
    coming = TEAMS[change.after.turn]
    yield Event("ends_turn", "release.duty", {"team": change.team, "next": coming})
    yield Event("gets_ap", "turn.ap", {"team": coming, "ap": change.after.ap})


# What several kinds have in common

_PLAYERS = frozenset(("player", "opponent", "mate", "other", "receiver", "by"))


def _event(change: Change, kind: str, rule: str, facts: Mapping[str, int], legs: Legs = ()) -> Event:
    """An event whose facts are players and squares."""
    players, squares = change.pitch.players, change.pitch.names
    named = {name: (players if name in _PLAYERS else squares)[value] for name, value in facts.items()}
    return Event(kind, rule, named, legs)


def _carried(change: Change, player: Player, to: Square) -> Legs:
    """The ball's way when its holder goes to a square."""
    before = change.before
    return leg(change.pitch, NOBODY, "carry", before.ball, to) if before.holder == player else ()


def _knocked_down(change: Change, rule: str, opponent: Player, at: Square) -> Event:
    kind = "already_down" if change.before.down >> opponent & 1 else "knocked_down"
    return _event(change, kind, rule, {"player": opponent, "at": at})


def _arrived(change: Change, player: Player, held: Player, to: Square) -> Events:
    """Possession by ending on the ball's square; `held` is who had it until then."""
    if change.after.holder == player != held:
        yield from _takes(change, "possession.end", player, held, to)


def _takes(change: Change, rule: str, player: Player, held: Player, at: Square) -> Events:
    if held == NOBODY:
        yield _event(change, "takes_ball", rule, {"player": player, "at": at})
    else:
        way = leg(change.pitch, NOBODY, "carry", change.before.ball, at)
        yield _event(change, "takes_from", rule, {"player": player, "opponent": held, "at": at}, way)
    yield _event(change, "possession_free", "possession.cost", {"player": player})


def _ended(change: Change, player: Player, price: str) -> Events:
    """What an action that moves its player pays, and a touchdown."""
    yield from _paid(change, price)
    if change.after.phase == OVER:
        where = {"player": change.pitch.players[player], "at": change.pitch.names[change.after.at[player]]}
        yield Event("touchdown", "goal.touchdown", {**where, "team": change.team})
        yield Event("wins", "goal.win", {"team": change.team})


def _paid(change: Change, price: str) -> Events:
    """Cost and reward by the table."""
    (ap, ep), rule, team = PRICES[price], f"{price}.cost", {"team": change.team}
    if ap:
        yield Event("spends", rule, {**team, "ap": ap, "left": change.after.ap})
    if not ap and not ep:
        yield Event("free", rule, team)
    if ep:
        yield Event("earns", rule, {**team, "ep": ep, "total": change.after.ep[change.before.turn]})


_TELL: Mapping[str, Callable[..., Events]] = {
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
