"""Readable actions of BALL worth trying in a position, allowed or not.

Whoever is on turn tries widely what belongs to the phase; of everything else a little is tried, since one
reason refuses it all. In the same way a square that follows on another, as an exit does, is varied only where
the action gets as far as that.
"""

from collections.abc import Iterable, Iterator
from functools import cache

from rulebook.games.ball.laws.view import (
    Size,
    View,
    around,
    beside,
    hatched,
    middle,
    stride,
    team,
)
from rulebook.model import JSON

REACH, FOLLOWS = 3, 2
"""How far from its player an action goes, and from where it belongs a square that follows."""

FEW = 3


def candidates(view: View) -> Iterator[JSON]:
    """Every legal action is among them; always in the same order, each once."""
    yield {"do": "end_actions"}
    yield {"do": "end_turn"}
    yield from ({"do": "convert", "ap": ap} for ap in range(4))
    for player in view.at:
        mine = team(player) == view.turn
        yield from _movements(view, player, mine and view.phase == "action")
        yield from _passes(view, player, mine and view.phase == "action" and view.holder == player)
        yield from _resolving(view, player, mine and view.phase == "release")


def _movements(view: View, player: str, wide: bool) -> Iterator[JSON]:
    at = view.at[player]
    for to in around(view.size, at, REACH) if wide else _diagonals(view.size, at):
        yield {"do": "move", "player": player, "to": to}
        yield {"do": "block", "player": player, "to": to}
        yield {"do": "protect", "player": player, "to": to}
    for to in around(view.size, at, REACH) if wide else _diagonals(view.size, at):
        for exit in _follows(view, to, wide and max(stride(at, to)) == 2):
            yield {"do": "dodge", "player": player, "to": to, "exit": exit}
        for push in _follows(view, middle(at, to), wide and stride(at, to) == (2, 2)):
            yield {"do": "tactical_dodge", "player": player, "to": to, "push": push}


def _follows(view: View, about: str, wide: bool) -> tuple[str, ...]:
    """Where an exit or a push from a square could lead."""
    if wide and about in view.on:
        return around(view.size, about, FOLLOWS)
    return _diagonals(view.size, about)[:1]


def _passes(view: View, player: str, wide: bool) -> Iterator[JSON]:
    receivers = list(view.at) if wide else list(view.at)[:FEW]
    yield from ({"do": "hand_off", "player": player, "receiver": receiver} for receiver in receivers)
    for receiver in receivers:
        for to in _ball_squares(view, receiver, wide):
            yield {"do": "short_pass", "player": player, "receiver": receiver, "to": to}
    for to in (
        around(view.size, view.ball, max(view.size)) if wide else _diagonals(view.size, view.ball)[:FEW]
    ):
        yield {"do": "long_pass", "player": player, "to": to}


def _ball_squares(view: View, receiver: str, wide: bool) -> tuple[str, ...]:
    """Where a pass to a receiver could put the ball; for one that cannot receive, a single square will do."""
    at = view.at[receiver]
    if wide and team(receiver) == view.turn:
        return around(view.size, at, FOLLOWS)
    return _diagonals(view.size, at)[:1]


def _resolving(view: View, player: str, wide: bool) -> Iterator[JSON]:
    at = view.at[player]
    for to in around(view.size, at, REACH) if wide else beside(view.size, at):
        yield {"do": "stand_up", "player": player, "to": to}
    for top_to, bottom_to in _partings(view, player, wide):
        release = {"do": "release", "player": player, "top_to": top_to, "bottom_to": bottom_to}
        yield release
        if wide and top_to in beside(view.size, at):
            yield from ({**release, "ball": keeper} for keeper in _keepers(view, player))


def _partings(view: View, player: str, wide: bool) -> Iterable[tuple[str, str]]:
    """Where the two of a stack could go; one of them only where it may."""
    at = view.at[player]
    near, far = beside(view.size, at), around(view.size, at, FOLLOWS)
    if not (wide and player in view.under):
        return ((top_to, bottom_to) for top_to in near for bottom_to in near)
    return ((t, b) for t in far for b in far if t in near or b in near)


def _keepers(view: View, player: str) -> tuple[str, ...]:
    """Those on the player's square, and one who has nothing to do with it."""
    pair = view.on[view.at[player]]
    return (*pair, *[name for name in view.at if name not in pair][:1])


@cache
def _diagonals(size: Size, square: str) -> tuple[str, ...]:
    """The squares that touch a corner of this one: hatched if it is, plain if it is not."""
    return tuple(s for s in around(size, square, 1) if s != square and hatched(s) == hatched(square))
