"""What may be done in a position of BALL: every legal action.

The list of what is legal and the reasons for refusing (`refusals`) ask the same small questions, which stand
here; so each rule is stated once.
"""

from collections.abc import Iterable
from itertools import permutations

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


class View:
    """A position with what is asked again and again: who is part of a stack, and who is on each square."""

    __slots__ = ("_who", "bound", "pitch", "state")

    def __init__(self, pitch: Pitch, state: State) -> None:
        self.pitch, self.state = pitch, state
        self.bound: Players = 0
        for top, bottom, _ in state.stacks:
            self.bound |= 1 << top | 1 << bottom
        self._who: list[int] | None = None

    @property
    def who(self) -> list[int]:
        """By square: a player, NOBODY or STACKED; worked out when first asked for."""
        if self._who is None:
            self._who = _who(self.pitch, self.state)
        return self._who


def _who(pitch: Pitch, state: State) -> list[int]:
    who = [NOBODY] * len(pitch.names)
    for player, square in enumerate(state.at):
        who[square] = player
    for stack in state.stacks:
        who[state.at[stack.top]] = STACKED
    return who


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
    who, left = view.who, (NOBODY, player)
    return [square for square in view.pitch.diagonal[EXIT][to] if who[square] in left]


def pushes(view: View, player: Player, over: Square, to: Square) -> list[Square]:
    """Where a tactical dodge may put the opponent: the actor and its ball have left their squares."""
    who, left = view.who, (NOBODY, player)
    taken = (to,) if view.state.holder == player else (to, view.state.ball)
    near = view.pitch.diagonal[PUSH][over]
    return [square for square in near if who[square] in left and square not in taken]


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
        view = View(pitch, state)
        found = _movements(view)
        if state.holder in pitch.squads[state.turn] and able(view, state.holder):
            found += _passes(view, state.holder)
        found += _CONVERSIONS[state.ap]
        found.append(("end_actions",))
        return found
    if state.phase == RELEASE:
        return resolutions(View(pitch, state)) or [("end_turn",)]
    return []


def _movements(view: View) -> Actions:
    state = view.state
    idle = state.down | view.bound | state.took
    actors = [player for player in view.pitch.squads[state.turn] if not idle >> player & 1]
    if state.ap < _LEAST:
        return _leaps(view, _in_contact(view, actors))
    return _steps(view, actors) + _leaps(view, actors)


_LEAST = min(PRICES[name].ap for name in ("move.one", "move.two", "dodge", "block", "protect"))
"""With fewer AP a tactical dodge is all that is left."""


def _in_contact(view: View, actors: list[Player]) -> list[Player]:
    """Who stands diagonally beside an opponent; nobody else can pass over one."""
    at, beside, foes = view.state.at, view.pitch.diagonal[STEP], view.pitch.squads[1 - view.state.turn]
    apart = frozenset(at[foes.start : foes.stop]).isdisjoint
    return [player for player in actors if not apart(beside[at[player]])]


def _steps(view: View, actors: list[Player]) -> Actions:
    """One square: onto a free one a move, onto an opponent a block, onto a team-mate a protection."""
    pitch, state, who, can = view.pitch, view.state, view.who, affordable(view.state)
    types, at, ways, foes = state.types, state.at, pitch.reach[STEP], pitch.squads[1 - state.turn]
    move, block, protect = "move.one" in can, "block" in can, "protect" in can
    found: Actions = []
    for player in actors:
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


def _leaps(view: View, actors: list[Player]) -> Actions:
    """Two squares: onto a free one a move, onto an opponent a dodge, over an opponent a tactical dodge."""
    found: Actions = []
    if not actors:
        return found
    pitch, state, who, can = view.pitch, view.state, view.who, affordable(view.state)
    types, at, ways, foes = state.types, state.at, pitch.reach[LEAP], pitch.squads[1 - state.turn]
    move, dodge, tactical = "move.two" in can, "dodge" in can, "tactical_dodge" in can
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
    state, can = view.state, affordable(view.state)
    found: Actions = []
    if locked(state, passer, hand_off=True):
        return found
    mates = receivers(view, passer)
    if "hand_off" in can:
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


def convertible(left: int) -> range:
    """How many of the AP that are left can be converted."""
    return range(CONVERT.ap, left + 1, CONVERT.ap)


_CONVERSIONS: list[Actions] = [[("convert", ap) for ap in convertible(left)] for left in range(TURN_AP + 1)]


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
