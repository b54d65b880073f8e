"""What an action of Doppelpass changes: from a position, a legal action and its dice to the next one."""

from collections.abc import Callable, Mapping
from typing import Any

from rulebook.games.doppelpass.constants import (
    DIRECT,
    KICK_OFF,
    MISSED,
    MOVE,
    OVER,
    PASS,
    PENALTY,
    ROLL,
    SAVE,
    SHIFT,
    TOSS,
    A,
    B,
)
from rulebook.games.doppelpass.pitch import Pitch, Point
from rulebook.games.doppelpass.rules import hope_of, pending
from rulebook.games.doppelpass.shots import Shot, holds
from rulebook.games.doppelpass.state import Action, Piece, State, leader
from rulebook.model import Dice


def advance(pitch: Pitch, state: State, action: Action, dice: Dice) -> State:
    """The position after a legal action with as many dice as it takes; for anything else it means nothing."""
    return _PLAY[action[0]](pitch, state, dice, *action[1:])


# The kinds of action


def _roll(pitch: Pitch, state: State, dice: Dice) -> State:
    if state.phase == TOSS:
        one, other = dice
        return state if one == other else _rolling(state._replace(turn=A if one > other else B))
    if state.phase == ROLL:
        return state._replace(phase=MOVE, dice=dice, rolls=state.rolls + 1)
    return _penalty_roll(pitch, state, dice[0])


def _penalty_roll(pitch: Pitch, state: State, number: int) -> State:
    shot = pending(state)._replace(number=number)
    if number in pitch.sizes.missed:
        return state._replace(phase=MISSED, shot=shot)
    return _shoot(pitch, state, shot)


def _shift(_pitch: Pitch, state: State, _dice: Dice, to: Point) -> State:
    return _keep(state, to)._replace(phase=PENALTY if state.shot else ROLL)


def _move(pitch: Pitch, state: State, _dice: Dice, *fields: Any) -> State:
    piece, _, to, second, die, end = fields
    state = _put(state, piece, to)
    return _kick(pitch, state, Shot(PASS, second, end, die))


def _direct(pitch: Pitch, state: State, _dice: Dice, piece: Piece, to: Point) -> State:
    return _kick(pitch, state, Shot(DIRECT, piece, to, state.dice[0]))


def _indirect(_pitch: Pitch, state: State, _dice: Dice) -> State:
    return _rolling(state)


def _corner(_pitch: Pitch, state: State, _dice: Dice, piece: Piece, _die: int, to: Point) -> State:
    return _rolling(_put(state, piece, to))


def _penalty(pitch: Pitch, state: State, _dice: Dice, shooter: Piece, *to: Point | None) -> State:
    for piece, point in enumerate(to):
        state = state if point is None else _put(state, piece, point)
    state = _put(state, shooter, pitch.spots[1 - state.turn])
    phase = SHIFT if state.keepers else PENALTY
    return state._replace(phase=phase, dice=(), shot=Shot(PENALTY, shooter, None, None))


def _missed(_pitch: Pitch, state: State, _dice: Dice, to: Point) -> State:
    return _passed_on(_put(state, pending(state).piece, to))


def _save(pitch: Pitch, state: State, dice: Dice, _count: int) -> State:
    shot = pending(state)
    hope = hope_of(pitch, state, shot)
    if hope is None or not holds(hope, dice):
        return _goal(state, shot.piece)
    return _passed_on(_keep(_put(state, shot.piece, hope.at), hope.at))


def _kick_off(pitch: Pitch, state: State, _dice: Dice) -> State:
    keepers = pitch.keepers if state.keepers else ()
    return _rolling(state._replace(pieces=pitch.kick_off, keepers=keepers))


def _end_turn(_pitch: Pitch, state: State, _dice: Dice) -> State:
    return _passed_on(state)


_PLAY: Mapping[str, Callable[..., State]] = {
    "roll": _roll,
    "shift": _shift,
    "move": _move,
    "direct": _direct,
    "indirect": _indirect,
    "corner": _corner,
    "penalty": _penalty,
    "missed": _missed,
    "save": _save,
    "kick_off": _kick_off,
    "end_turn": _end_turn,
}


# What several kinds have in common


def _put(state: State, piece: Piece, to: Point | None) -> State:
    pieces = state.pieces
    return state._replace(pieces=(*pieces[:piece], to, *pieces[piece + 1 :]))


def _keep(state: State, to: Point) -> State:
    """The keeper of the player who is not in possession at a point."""
    one, other = state.keepers
    return state._replace(keepers=(to, other) if state.turn == B else (one, to))


def _kick(pitch: Pitch, state: State, shot: Shot) -> State:
    """The walk of a second piece or of a free kick: on the board, or a shot."""
    if shot.to in pitch.on:
        return _rolling(_put(state, shot.piece, shot.to))
    return _shoot(pitch, state, shot)


def _shoot(pitch: Pitch, state: State, shot: Shot) -> State:
    """A shot waits for the keeper where he can try to hold it, else it is a goal."""
    if hope_of(pitch, state, shot):
        return state._replace(phase=SAVE, dice=(), shot=shot)
    return _goal(state, shot.piece)


def _goal(state: State, piece: Piece) -> State:
    one, other = state.score
    score = (one + 1, other) if state.turn == A else (one, other + 1)
    state = _put(state, piece, None)._replace(turn=1 - state.turn, score=score, dice=(), shot=None)
    ended = state.goals in score or _rolled_out(state)
    return _over(state) if ended else state._replace(phase=KICK_OFF)


def _passed_on(state: State) -> State:
    """The other player's turn."""
    return _rolling(state._replace(turn=1 - state.turn))


def _rolling(state: State) -> State:
    """Before the next roll of the player in possession, if there is one."""
    state = state._replace(dice=(), shot=None)
    if _rolled_out(state):
        return _over(state)
    return state._replace(phase=SHIFT if state.keepers else ROLL)


def _rolled_out(state: State) -> bool:
    return state.max_rolls is not None and state.rolls >= state.max_rolls


def _over(state: State) -> State:
    return state._replace(phase=OVER, winner=leader(state.score))
