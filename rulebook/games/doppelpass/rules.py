"""What may be done in a position of Doppelpass: every legal action, and the first rule that forbids another.

Both ask the same small questions, which stand here and in `moves`; so each rule is stated once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any, cast

from rulebook.games.doppelpass.constants import (
    DICE,
    KEEPER_STEP,
    KICK_OFF,
    MISSED,
    MOVE,
    ONE,
    PENALTY,
    PENALTY_DOUBLE,
    PIECES,
    ROLL,
    SAVE,
    SHIFT,
    TOSS,
)
from rulebook.games.doppelpass.moves import (
    Walk,
    corner_ends,
    corner_walk,
    distance,
    first_ends,
    first_walk,
    second_ends,
    second_walk,
    through,
)
from rulebook.games.doppelpass.pitch import Pitch, Point
from rulebook.games.doppelpass.shots import Chance, Shot, chance
from rulebook.games.doppelpass.state import Action, Piece, State

Actions = Iterator[Action]

PHASES_OF: Mapping[str, tuple[str, ...]] = {
    "roll": (TOSS, ROLL, PENALTY),
    "shift": (SHIFT,),
    "move": (MOVE,),
    "direct": (MOVE,),
    "indirect": (MOVE,),
    "corner": (MOVE,),
    "penalty": (MOVE,),
    "missed": (MISSED,),
    "save": (SAVE,),
    "kick_off": (KICK_OFF,),
    "end_turn": (MOVE, MISSED),
}
"""The phases to which each kind of action belongs."""


def throws(state: State, action: Action) -> int:
    """How many dice an action takes, legal or not."""
    if action[0] == "save":
        return int(action[1])
    if action[0] == "roll":
        return ONE if state.phase == PENALTY else DICE
    return 0


# What both sides ask


def standing(state: State) -> tuple[Point, ...]:
    """The points of the pieces, where none lies in the goal: in every phase that has walks and set-ups."""
    return cast(tuple[Point, ...], state.pieces)


def pending(state: State) -> Shot:
    """The shot in a phase that has one."""
    return cast(Shot, state.shot)


def rest(piece: Piece) -> tuple[Piece, Piece]:
    """The other two pieces."""
    return _REST[piece]


_REST: tuple[tuple[Piece, Piece], ...] = ((1, 2), (0, 2), (0, 1))


def third(first: Piece, second: Piece) -> Piece:
    """The piece that a Spielzug does not move."""
    return len(PIECES) - first - second


def is_double(state: State) -> bool:
    """Whether the dice show the same number."""
    return state.dice[0] == state.dice[1]


def inside(pitch: Pitch, state: State) -> list[Piece]:
    """The pieces in the penalty area that is attacked."""
    area = pitch.areas[1 - state.turn]
    return [piece for piece, at in enumerate(state.pieces) if at in area]


def is_penalty(pitch: Pitch, state: State) -> bool:
    """Whether the dice make a penalty of this turn."""
    return state.dice == (PENALTY_DOUBLE,) * DICE and bool(inside(pitch, state))


def first_of(pitch: Pitch, state: State, piece: Piece, die: int, to: Point) -> Walk:
    """A walk of a piece while the other two stand where they are: of a first piece, or the only one."""
    at, (one, other) = standing(state), rest(piece)
    return Walk(pitch, state.turn, at[piece], to, die, (at[one], at[other]), state.keepers)


def second_of(
    pitch: Pitch, state: State, moved: tuple[Piece, Point], piece: Piece, die: int, to: Point
) -> Walk:
    """The walk of a Spielzug's second piece after the first one, which has moved to a point."""
    (first, first_to), at = moved, standing(state)
    others = first_to, at[third(first, piece)]
    return Walk(pitch, state.turn, at[piece], to, die, others, state.keepers)


def missed_of(pitch: Pitch, state: State, to: Point) -> Walk:
    """The walk after a missed penalty."""
    shot = pending(state)
    return first_of(pitch, state, shot.piece, shot.number or 0, to)


def offered(pitch: Pitch, state: State) -> tuple[int, ...]:
    """How many dice the keeper may choose against the pending shot."""
    hope = hope_of(pitch, state, pending(state))
    return hope.offered if hope else ()


def hope_of(pitch: Pitch, state: State, shot: Shot) -> Chance | None:
    """The keeper's chance against a shot, None where it is a goal at once."""
    return chance(pitch, state.mode, state.keepers, state.turn, standing(state)[shot.piece], shot)


def free_outside(pitch: Pitch, state: State, shooter: Piece, out: Sequence[Piece]) -> list[Point]:
    """Where pieces can be put directly outside the attacked area; the shooter has left his point."""
    stay = [at for piece, at in enumerate(state.pieces) if piece != shooter and piece not in out]
    return [point for point in pitch.outside[1 - state.turn] if point not in stay]


# The legal actions


def legal(pitch: Pitch, state: State) -> list[Action]:
    """Every legal action once."""
    return list(_LEGAL[state.phase](pitch, state)) if state.phase in _LEGAL else []


def _roll(_pitch: Pitch, _state: State) -> Actions:
    yield ("roll",)


def _kick_off(_pitch: Pitch, _state: State) -> Actions:
    yield ("kick_off",)


def _shifts(pitch: Pitch, state: State) -> Actions:
    """To stay comes first."""
    x, y = state.keepers[1 - state.turn]
    steps = range(-KEEPER_STEP, KEEPER_STEP + 1)
    around = [(x + dx, y + dy) for dy in steps for dx in steps if (dx, dy) != (0, 0)]
    for to in ((x, y), *around):
        if not _shift_rule(pitch, state, to):
            yield "shift", to


def _choices(pitch: Pitch, state: State) -> Actions:
    """What the dice allow the attacker."""
    if is_penalty(pitch, state):
        yield from _penalties(pitch, state)
        return
    moves = list(_moves(pitch, state))
    yield from moves
    if is_double(state):
        yield from _free_kicks(pitch, state)
    yield from _corners(pitch, state)
    if not moves and not is_double(state):
        yield ("end_turn",)


def _moves(pitch: Pitch, state: State) -> Actions:
    """Every Spielzug: each piece first, each die for it, then each other piece with the other die."""
    one, other = state.dice
    for die, second_die in dict.fromkeys(((one, other), (other, one))):
        for first in range(len(PIECES)):
            for to in _firsts(pitch, state, first, die):
                for second in rest(first):
                    for second_to in _seconds(pitch, state, (first, to), second, second_die):
                        yield "move", first, die, to, second, second_die, second_to


def _firsts(pitch: Pitch, state: State, piece: Piece, die: int) -> Iterator[Point]:
    """Where a first piece can go."""
    walk = first_of(pitch, state, piece, die, (0, 0))
    for to in first_ends(pitch, state.turn, walk.start, die):
        if not first_walk(walk._replace(to=to)):
            yield to


def _seconds(
    pitch: Pitch, state: State, moved: tuple[Piece, Point], piece: Piece, die: int
) -> Iterator[Point]:
    """Where a second piece can go, or shoot, after a first one."""
    for to in second_ends(pitch, state.turn, standing(state)[piece], die):
        if not _between_rule(second_of(pitch, state, moved, piece, die, to)):
            yield to


def _free_kicks(pitch: Pitch, state: State) -> Actions:
    yield ("indirect",)
    for piece in range(len(PIECES)):
        start, pips = standing(state)[piece], sum(state.dice)
        for to in second_ends(pitch, state.turn, start, pips):
            if not _free_kick_rule(pitch, state, piece, to):
                yield "direct", piece, to


def _corners(pitch: Pitch, state: State) -> Actions:
    """From each corner that is used, with each die."""
    for piece, start in enumerate(standing(state)):
        if start in pitch.corners[state.turn]:
            for die in dict.fromkeys(state.dice):
                for to in corner_ends(pitch, state.turn, start, die):
                    if not corner_walk(first_of(pitch, state, piece, die, to)):
                        yield "corner", piece, die, to


def _penalties(pitch: Pitch, state: State) -> Actions:
    """Each shooter, with each choice of points for the other pieces inside."""
    for shooter in range(len(PIECES)):
        out = [piece for piece in inside(pitch, state) if piece != shooter]
        for points in permutations(free_outside(pitch, state, shooter, out), len(out)):
            to: list[Point | None] = [None] * len(PIECES)
            for piece, point in zip(out, points, strict=True):
                to[piece] = point
            yield "penalty", shooter, to[0], to[1], to[2]


def _missed_walks(pitch: Pitch, state: State) -> Actions:
    """The shooter's walk; the end of the turn where it has none."""
    walks: list[Action] = [("missed", to) for to in _missed_ends(pitch, state)]
    yield from walks or [("end_turn",)]


def _missed_ends(pitch: Pitch, state: State) -> list[Point]:
    shot = pending(state)
    return list(_firsts(pitch, state, shot.piece, shot.number or 0))


def _saves(pitch: Pitch, state: State) -> Actions:
    for dice in offered(pitch, state):
        yield "save", dice


_LEGAL: Mapping[str, Callable[[Pitch, State], Actions]] = {
    TOSS: _roll,
    SHIFT: _shifts,
    ROLL: _roll,
    MOVE: _choices,
    PENALTY: _roll,
    MISSED: _missed_walks,
    SAVE: _saves,
    KICK_OFF: _kick_off,
}


# The first rule that forbids an action


def forbidden(pitch: Pitch, state: State, action: Action) -> str:
    """The first rule that forbids an action, "" where it is legal (spec/doppelpass.md: Answers)."""
    if state.phase not in PHASES_OF[action[0]]:
        return "turn.order"
    if state.phase == MOVE and action[0] != "penalty" and is_penalty(pitch, state):
        return "penalty.compulsory"
    rule = _RULE.get(action[0])
    return rule(pitch, state, *action[1:]) if rule else ""


def _shift_rule(pitch: Pitch, state: State, to: Point) -> str:
    at = state.keepers[1 - state.turn]
    if distance(at, to) > KEEPER_STEP:
        return "keeper.step"
    if to not in pitch.areas[1 - state.turn]:
        return "keeper.area"
    return "keeper.free" if to != at and to in state.pieces else ""


def _move_rule(
    pitch: Pitch,
    state: State,
    piece: Piece,
    die: int,
    to: Point,
    *other: Any,
) -> str:
    second, second_die, second_to = other
    if piece == second:
        return "move.two"
    if sorted((die, second_die)) != sorted(state.dice):
        return "move.dice"
    walk = second_of(pitch, state, (piece, to), second, second_die, second_to)
    return first_walk(first_of(pitch, state, piece, die, to)) or _between_rule(walk)


def _free_kick_rule(pitch: Pitch, state: State, piece: Piece, to: Point) -> str:
    if not is_double(state):
        return "double.only"
    walk = first_of(pitch, state, piece, sum(state.dice), to)
    return _between_rule(walk)


def _between_rule(walk: Walk) -> str:
    """A second piece's walk, which has to pass between the other two."""
    one, other = walk.others
    return second_walk(walk) or through(one, other, walk.start, walk.to)


def _indirect_rule(_pitch: Pitch, state: State) -> str:
    return "" if is_double(state) else "double.only"


def _corner_rule(pitch: Pitch, state: State, piece: Piece, die: int, to: Point) -> str:
    if die not in state.dice:
        return "move.dice"
    if state.pieces[piece] not in pitch.corners[state.turn]:
        return "corner.place"
    return corner_walk(first_of(pitch, state, piece, die, to))


def _penalty_rule(pitch: Pitch, state: State, piece: Piece, *to: Point | None) -> str:
    if not is_penalty(pitch, state):
        return "penalty.double_one"
    out = [other for other in inside(pitch, state) if other != piece]
    if [other for other, point in enumerate(to) if point is not None] != out:
        return "penalty.others"
    return next((rule for _, rule in wrong_places(pitch, state, piece, to)), "")


def wrong_places(
    pitch: Pitch, state: State, shooter: Piece, to: Sequence[Point | None]
) -> Iterator[tuple[Piece, str]]:
    """Each piece that cannot be put where it should go, and why, by the alphabet of their names."""
    out = sorted((piece for piece, at in enumerate(to) if at is not None), key=PIECES.__getitem__)
    free = free_outside(pitch, state, shooter, out)
    for piece in out:
        point = cast(Point, to[piece])
        if point not in pitch.outside[1 - state.turn]:
            yield piece, "penalty.outside"
        elif point not in free:
            yield piece, "move.land"
        else:
            free.remove(point)


def _missed_rule(pitch: Pitch, state: State, to: Point) -> str:
    return first_walk(missed_of(pitch, state, to))


def _save_rule(pitch: Pitch, state: State, dice: int) -> str:
    return "" if dice in offered(pitch, state) else "save.dice"


def _end_turn_rule(pitch: Pitch, state: State) -> str:
    if state.phase == MISSED:
        return "turn.must_move" if _missed_ends(pitch, state) else ""
    can_go_on = is_double(state) or any(True for _ in _moves(pitch, state))
    return "turn.must_move" if can_go_on else ""


_RULE: Mapping[str, Callable[..., str]] = {
    "shift": _shift_rule,
    "move": _move_rule,
    "direct": _free_kick_rule,
    "indirect": _indirect_rule,
    "corner": _corner_rule,
    "penalty": _penalty_rule,
    "missed": _missed_rule,
    "save": _save_rule,
    "end_turn": _end_turn_rule,
}
