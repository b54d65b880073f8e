"""What may be done in a position of BALL: every legal action.

The list of what is legal and the reasons for refusing (`refusals`) ask the same small questions, which stand
here; so each rule is stated once.
"""

from collections.abc import Iterable
from itertools import permutations
from typing import NamedTuple

from rulebook.games.ball.constants import ACTION, CONVERT, DISTANCES, LEAP, PRICES, RELEASE, STEP, TURN_AP
from rulebook.games.ball.pitch import NOBODY, Pitch, Player, Square
from rulebook.games.ball.state import Action, Players, Stack, State, members

STACKED = -2
"""Who is on a square that a stack closes, beside a player's number and NOBODY."""

EXIT, PUSH = DISTANCES["dodge.exit.distance"], DISTANCES["tactical_dodge.push.distance"]
HAND_OFF = DISTANCES["hand_off.distance"]
SHORT_PASS, BESIDE = DISTANCES["short_pass.range"], DISTANCES["short_pass.ball.distance"]
STAND_UP, FREED = DISTANCES["stand_up.distance"], DISTANCES["release.distance"]

MOVE_RULES = {"X": "move.x", "O": "move.o", "#": "move.sharp"}

Actions = list[Action]


class View(NamedTuple):
    """A position with what is asked again and again: who is on each square, and who is part of a stack."""

    pitch: Pitch
    state: State
    who: list[int]
    bound: Players


def look(pitch: Pitch, state: State) -> View:
    """The position, ready to be asked."""
    who, bound = [NOBODY] * len(pitch.names), 0
    for player, square in enumerate(state.at):
        who[square] = player
    for top, bottom, _ in state.stacks:
        who[state.at[top]] = STACKED
        bound |= 1 << top | 1 << bottom
    return View(pitch, state, who, bound)


# Geometry


def middle(at: Square, to: Square) -> Square:
    """The square in the middle of a straight movement of two squares."""
    return (at + to) // 2


def move_price(pitch: Pitch, at: Square, to: Square) -> str:
    """Which row of the table a move is."""
    return "move.one" if to in pitch.diagonal[STEP][at] else "move.two"


# What both sides ask


def able(view: View, player: Player) -> bool:
    """Neither down nor in a stack (spec/ball.md: Words used below)."""
    return not (view.state.down | view.bound) >> player & 1


def locked(state: State, player: Player, *, hand_off: bool = False) -> bool:
    """Came into possession this turn; who got the ball by hand-off may hand it off again."""
    return bool((state.took & ~state.handed if hand_off else state.took) >> player & 1)


def affordable(state: State) -> frozenset[str]:
    """The rows of the table that the remaining AP cover."""
    return _AFFORDABLE[state.ap]


_AFFORDABLE = [frozenset(name for name in PRICES if PRICES[name].ap <= ap) for ap in range(TURN_AP + 1)]


def empty(view: View, squares: Iterable[Square]) -> list[Square]:
    """Those of the squares on which there is neither a player nor the ball."""
    who, ball = view.who, view.state.ball
    return [square for square in squares if who[square] == NOBODY and square != ball]


def exits(view: View, player: Player, to: Square) -> list[Square]:
    """Where a dodge that hits `to` may end."""
    return [square for square in view.pitch.diagonal[EXIT][to] if view.who[square] in (NOBODY, player)]


def pushes(view: View, player: Player, over: Square, to: Square) -> list[Square]:
    """Where a tactical dodge may put the opponent: the actor and its ball have left their squares."""
    ball = NOBODY if view.state.holder == player else view.state.ball
    near = view.pitch.diagonal[PUSH][over]
    return [square for square in near if view.who[square] in (NOBODY, player) and square not in (to, ball)]


def receivers(view: View, passer: Player) -> list[Player]:
    """The able team-mates."""
    unable = view.state.down | view.bound | 1 << passer
    return [mate for mate in view.pitch.squads[view.state.turn] if not unable >> mate & 1]


def neighbours(view: View, player: Player) -> tuple[Square, ...]:
    """Where a hand-off may go: adjacent squares are diagonal ones (spec/ball.md: board.distance)."""
    return view.pitch.diagonal[HAND_OFF][view.state.at[player]]


def apart(view: View, player: Player, other: Player) -> int:
    """The distance of two players."""
    return view.pitch.distance(view.state.at[player], view.state.at[other])


def receipts(view: View, receiver: Player) -> list[Square]:
    """Where a short pass may put the ball."""
    return empty(view, view.pitch.diagonal[BESIDE][view.state.at[receiver]])


def places(view: View, passer: Player) -> list[Square]:
    """Where a long pass may put the ball."""
    pitch, state = view.pitch, view.state
    mates = (state.at[mate] for mate in pitch.squads[state.turn] if mate != passer)
    barred = {state.ball}.union(state.at, *(pitch.near[at] for at in mates))
    return [square for square in pitch.playable if square not in barred]


def fallen(view: View) -> list[Player]:
    """Who of the team on turn is knocked down outside a stack."""
    own = view.pitch.squads[view.state.turn]
    return [player for player in members(view.state.down & ~view.bound) if player in own]


def steps_up(view: View, player: Player) -> list[Square]:
    """Where a player that is knocked down may stand up."""
    return empty(view, view.pitch.diagonal[STAND_UP][view.state.at[player]])


def partings(view: View, stack: Stack) -> list[tuple[Square, Square]]:
    """Where the upper and the lower player of a stack may go."""
    return list(permutations(empty(view, view.pitch.diagonal[FREED][view.state.at[stack.top]]), 2))


def keepers(state: State, stack: Stack) -> tuple[Player, ...]:
    """Who may keep the ball after a release; NOBODY where there is nothing to choose."""
    return (stack.top, stack.bottom) if state.holder == stack.top else (NOBODY,)


# The legal actions


def legal(pitch: Pitch, state: State) -> Actions:
    """Every legal action once: movements of one square, of two, passes, then what concerns the turn."""
    if state.phase == ACTION:
        view = look(pitch, state)
        found = _movements(view)
        if state.holder in pitch.squads[state.turn] and able(view, state.holder):
            found += _passes(view, state.holder)
        found += [("convert", ap) for ap in convertible(state)]
        found.append(("end_actions",))
        return found
    if state.phase == RELEASE:
        return resolutions(look(pitch, state)) or [("end_turn",)]
    return []


def _movements(view: View) -> Actions:
    state, can = view.state, affordable(view.state)
    idle = state.down | view.bound | state.took
    actors = [player for player in view.pitch.squads[state.turn] if not idle >> player & 1]
    return _steps(view, actors, can) + _leaps(view, actors, can)


def _steps(view: View, actors: list[Player], can: frozenset[str]) -> Actions:
    """One square: onto a free one a move, onto an opponent a block, onto a team-mate a protection."""
    pitch, state, who, _ = view
    foes, types, at = pitch.squads[1 - state.turn], state.types, state.at
    ways = pitch.reach[STEP]
    move, block, protect = "move.one" in can, "block" in can, "protect" in can
    found: Actions = []
    for player in actors if move or block or protect else ():
        for to in ways[types[player]][at[player]]:
            there = who[to]
            if there == NOBODY:
                if move:
                    found.append(("move", player, to))
            elif there == STACKED:
                continue
            elif there in foes:
                if block:
                    found.append(("block", player, to))
            elif protect:
                found.append(("protect", player, to))
    return found


def _leaps(view: View, actors: list[Player], can: frozenset[str]) -> Actions:
    """Two squares: onto a free one a move, onto an opponent a dodge, over an opponent a tactical dodge."""
    pitch, state, who, _ = view
    foes, types, at = pitch.squads[1 - state.turn], state.types, state.at
    ways = pitch.reach[LEAP]
    move, dodge, tactical = "move.two" in can, "dodge" in can, "tactical_dodge" in can
    found: Actions = []
    for player in actors:
        for to, over in ways[types[player]][at[player]].items():
            if who[over] == NOBODY:
                if who[to] == NOBODY:
                    if move:
                        found.append(("move", player, to))
                elif dodge and who[to] in foes:
                    found += [("dodge", player, to, exit) for exit in exits(view, player, to)]
            elif tactical and who[to] == NOBODY and who[over] in foes:
                found += [("tactical_dodge", player, to, push) for push in pushes(view, player, over, to)]
    return found


def _passes(view: View, passer: Player) -> Actions:
    state, can, found = view.state, affordable(view.state), Actions()
    mates = receivers(view, passer)
    if "hand_off" in can and not locked(state, passer, hand_off=True):
        near = neighbours(view, passer)
        found += [("hand_off", passer, mate) for mate in mates if state.at[mate] in near]
    if locked(state, passer):
        return found
    if "short_pass" in can:
        mates = [mate for mate in mates if apart(view, passer, mate) <= SHORT_PASS]
        found += [("short_pass", passer, mate, to) for mate in mates for to in receipts(view, mate)]
    if "long_pass" in can:
        found += [("long_pass", passer, to) for to in places(view, passer)]
    return found


def convertible(state: State) -> range:
    """How many AP can be converted."""
    return range(CONVERT.ap, state.ap + 1, CONVERT.ap)


def resolutions(view: View) -> Actions:
    """All that the coach on turn can resolve in the release phase."""
    return [*_stand_ups(view), *_releases(view)]


def _stand_ups(view: View) -> Actions:
    return [("stand_up", player, to) for player in fallen(view) for to in steps_up(view, player)]


def _releases(view: View) -> Actions:
    own = view.pitch.squads[view.state.turn]
    return [
        ("release", stack.top, top_to, bottom_to, keeper)
        for stack in view.state.stacks
        if stack.top in own and not stack.fresh
        for top_to, bottom_to in partings(view, stack)
        for keeper in keepers(view.state, stack)
    ]
