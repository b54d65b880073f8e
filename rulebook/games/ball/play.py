"""What an action of BALL changes: from a position and a legal action to the next position."""

from collections.abc import Callable, Mapping

from rulebook.games.ball.constants import (
    ACTION,
    ATK,
    CONVERT,
    DISTANCES,
    OVER,
    PRICES,
    RELEASE,
    TURN_AP,
    Price,
)
from rulebook.games.ball.pitch import NOBODY, Pitch, Player, Square
from rulebook.games.ball.rules import middle, move_price
from rulebook.games.ball.state import Action, Aim, Count, Follow, Part, Players, Stack, State, Turn

# Each function takes a position apart, changes what changes and puts it together again. A NamedTuple's own
# constructor and `_replace` would read a little better and take two to eight times as long.
_new = tuple.__new__


def advance(pitch: Pitch, state: State, action: Action) -> State:
    """The position after an action that is legal; for any other one the result means nothing."""
    return _PLAY[action[0]](pitch, state, action)


# Actions that move their player


def _move(pitch: Pitch, state: State, action: Aim) -> State:
    _, player, to = action
    return _ended(pitch, state, player, to, PRICES[move_price(pitch, state.at[player], to)])


def _dodge(pitch: Pitch, state: State, action: Follow) -> State:
    _, player, to, exit = action
    turn, phase, ap, ep, at, types, down, stacks, ball, holder, took, handed, winner = state
    opponent = at.index(to)
    down |= 1 << opponent
    if holder == opponent:
        ball, holder, took = to, player, took | 1 << player
    fields = turn, phase, ap, ep, at, types, down, stacks, ball, holder, took, handed, winner
    return _ended(pitch, _new(State, fields), player, exit, PRICES["dodge"])


def _tactical_dodge(pitch: Pitch, state: State, action: Follow) -> State:
    _, player, to, push = action
    turn, phase, ap, ep, at, types, down, stacks, ball, holder, took, handed, winner = state
    over = middle(at[player], to)
    opponent = at.index(over)
    down |= 1 << opponent
    at = _stand(at, opponent, push)
    if holder == opponent:
        ball, holder = _fumbled(pitch, _stand(at, player, to), ball, push - over), NOBODY
    fields = turn, phase, ap, ep, at, types, down, stacks, ball, holder, took, handed, winner
    return _ended(pitch, _new(State, fields), player, to, PRICES["tactical_dodge"])


def _fumbled(pitch: Pitch, at: tuple[Square, ...], ball: Square, push: int) -> Square:
    """Where a fumbled ball comes to rest: opposite to the push, if that square is on the board and free."""
    to = ball - push
    return to if to in pitch.diagonal[DISTANCES["fumble.distance"]][ball] and to not in at else ball


def _block(pitch: Pitch, state: State, action: Aim) -> State:
    _, player, to = action
    return _stacked(pitch, state, player, to, PRICES["block"])


def _protect(pitch: Pitch, state: State, action: Aim) -> State:
    _, player, to = action
    return _stacked(pitch, state, player, to, PRICES["protect"])


def _stacked(pitch: Pitch, state: State, player: Player, to: Square, price: Price) -> State:
    turn, phase, ap, ep, at, types, down, stacks, ball, holder, took, handed, winner = state
    bottom = at.index(to)
    stacks = tuple(sorted((*stacks, Stack(player, bottom, True))))
    if holder == bottom:
        ball, holder, took = to, player, took | 1 << player
    fields = turn, phase, ap, ep, at, types, down, stacks, ball, holder, took, handed, winner
    return _ended(pitch, _new(State, fields), player, to, price)


def _ended(pitch: Pitch, state: State, player: Player, to: Square, price: Price) -> State:
    """The end of an action on the square `to`: the ball goes along or is taken, a touchdown ends the game."""
    turn, phase, ap, ep, at, types, down, stacks, ball, holder, took, handed, winner = state
    if holder == player:
        ball = to
    elif ball == to:
        holder, took = player, took | 1 << player
    if holder == player and to in pitch.zones[1 - turn]:
        phase, winner = OVER, turn
    if price.ep:
        ep = _earned(ep, turn, price.ep)
    at = (*at[:player], to, *at[player + 1 :])
    fields = turn, phase, ap - price.ap, ep, at, types, down, stacks, ball, holder, took, handed, winner
    return _new(State, fields)


def _stand(at: tuple[Square, ...], player: Player, to: Square) -> tuple[Square, ...]:
    return (*at[:player], to, *at[player + 1 :])


def _earned(ep: tuple[int, int], team: int, amount: int) -> tuple[int, int]:
    return (ep[0] + amount, ep[1]) if team == ATK else (ep[0], ep[1] + amount)


# Passes


def _hand_off(pitch: Pitch, state: State, action: Aim) -> State:
    _, _, receiver = action
    return _passed(state, PRICES["hand_off"], state.at[receiver], receiver, state.handed | 1 << receiver)


def _short_pass(pitch: Pitch, state: State, action: Follow) -> State:
    _, _, receiver, to = action
    return _passed(state, PRICES["short_pass"], to, receiver, state.handed & ~(1 << receiver))


def _long_pass(pitch: Pitch, state: State, action: Aim) -> State:
    _, _, to = action
    return _passed(state, PRICES["long_pass"], to, NOBODY, state.handed)


def _passed(state: State, price: Price, ball: Square, holder: Player, handed: Players) -> State:
    """No player has moved; a receiver comes into possession."""
    turn, phase, ap, ep, at, types, down, stacks, _, _, took, _, winner = state
    if holder != NOBODY:
        took |= 1 << holder
    if price.ep:
        ep = _earned(ep, turn, price.ep)
    fields = turn, phase, ap - price.ap, ep, at, types, down, stacks, ball, holder, took, handed, winner
    return _new(State, fields)


# The turn


def _convert(pitch: Pitch, state: State, action: Count) -> State:
    _, converted = action
    turn, phase, ap, ep, at, types, down, stacks, ball, holder, took, handed, winner = state
    ep = _earned(ep, turn, converted // CONVERT.ap * CONVERT.ep)
    fields = turn, phase, ap - converted, ep, at, types, down, stacks, ball, holder, took, handed, winner
    return _new(State, fields)


def _end_actions(pitch: Pitch, state: State, action: Turn) -> State:
    turn, _, _, ep, at, types, down, stacks, ball, holder, took, handed, winner = state
    fields = turn, RELEASE, 0, ep, at, types, down, stacks, ball, holder, took, handed, winner
    return _new(State, fields)


def _stand_up(pitch: Pitch, state: State, action: Aim) -> State:
    _, player, to = action
    turn, phase, ap, ep, at, types, down, stacks, ball, holder, took, handed, winner = state
    down &= ~(1 << player)
    if holder == player:
        ball = to
    at = _stand(at, player, to)
    fields = turn, phase, ap, ep, at, types, down, stacks, ball, holder, took, handed, winner
    return _new(State, fields)


def _release(pitch: Pitch, state: State, action: Part) -> State:
    _, player, top_to, bottom_to, keeper = action
    turn, phase, ap, ep, at, types, down, stacks, ball, holder, took, handed, winner = state
    stack = next(stack for stack in stacks if stack.top == player)
    stacks = tuple(other for other in stacks if other != stack)
    at = _stand(_stand(at, player, top_to), stack.bottom, bottom_to)
    if keeper != NOBODY:
        ball, holder = at[keeper], keeper
    fields = turn, phase, ap, ep, at, types, down, stacks, ball, holder, took, handed, winner
    return _new(State, fields)


def _end_turn(pitch: Pitch, state: State, action: Turn) -> State:
    turn, _, _, ep, at, types, down, stacks, ball, holder, _, _, winner = state
    if stacks:
        stacks = tuple(stack._replace(fresh=False) for stack in stacks)
    fields = 1 - turn, ACTION, TURN_AP, ep, at, types, down, stacks, ball, holder, 0, 0, winner
    return _new(State, fields)


_PLAY: Mapping[str, Callable[..., State]] = {
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
