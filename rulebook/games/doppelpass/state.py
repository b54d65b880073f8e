"""A position of Doppelpass and an action as data, to and from JSON (spec/doppelpass.md: The state)."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rulebook.games.doppelpass.constants import (
    BASE,
    DICE,
    DIRECT,
    DRAW,
    KICK_OFF,
    LOWEST,
    MISSED,
    MODES,
    MOVE,
    NOBODY,
    OVER,
    PENALTY,
    PENALTY_DOUBLE,
    PHASES,
    PIECES,
    ROLL,
    SAVE,
    SHIFT,
    SHOTS,
    TEAMS,
    TOSS,
    WINNERS,
)
from rulebook.games.doppelpass.moves import Walk, second_walk, through
from rulebook.games.doppelpass.pitch import Pitch, Point
from rulebook.games.doppelpass.shots import Shot, chance
from rulebook.games.values import Path, as_list, as_mapping, fields, whole, word
from rulebook.model import JSON, Dice, Unreadable

GAME = "doppelpass"

Piece = int
"""Place in `PIECES`."""


class State(NamedTuple):
    """A position. Pieces, teams and winners are numbers, points those of a `Pitch`.

    `max_rolls` is None without a limit. `turn` is the team in possession, NOBODY before the toss. A piece in
    the goal has no point. `keepers` go by team, () where the mode has none. `winner` is a place in `WINNERS`,
    NOBODY before the end.
    """

    mode: str
    goals: int
    max_rolls: int | None
    phase: str
    turn: int
    pieces: tuple[Point | None, ...]
    keepers: tuple[Point, ...]
    score: tuple[int, int]
    dice: Dice
    shot: Shot | None
    rolls: int
    winner: int


Action = tuple[Any, ...]
"""The kind, then its fields in the order of `ACTIONS`, pieces as numbers: `("direct", 1, (7, 17))`."""

ACTIONS: Mapping[str, tuple[str, ...]] = {
    "roll": (),
    "shift": ("to",),
    "move": ("piece", "die", "to", "second", "second_die", "second_to"),
    "direct": ("piece", "to"),
    "indirect": (),
    "corner": ("piece", "die", "to"),
    "penalty": ("piece", *(f"{name}_to" for name in PIECES)),
    "missed": ("to",),
    "save": ("with",),
    "kick_off": (),
    "end_turn": (),
}
"""The fields of each kind of action in a scene, in order; those of pieces that stay are left out."""


# Writing


def write_state(state: State) -> JSON:
    """All fields in the order of the table of fields."""
    return {
        "game": GAME,
        "mode": state.mode,
        "goals": state.goals,
        "max_rolls": state.max_rolls,
        "phase": state.phase,
        "turn": None if state.turn == NOBODY else TEAMS[state.turn],
        "pieces": dict(zip(PIECES, map(_written, state.pieces), strict=True)),
        "keepers": dict(zip(TEAMS, map(_written, state.keepers), strict=True)) if state.keepers else None,
        "score": dict(zip(TEAMS, state.score, strict=True)),
        "dice": list(state.dice),
        "shot": _write_shot(state.shot),
        "rolls": state.rolls,
        "winner": None if state.winner == NOBODY else WINNERS[state.winner],
    }


def _write_shot(shot: Shot | None) -> JSON:
    return shot and {
        "kind": shot.kind,
        "piece": PIECES[shot.piece],
        "to": _written(shot.to),
        "number": shot.number,
    }


def _written(point: Point | None) -> JSON:
    return None if point is None else list(point)


def write_action(action: Action) -> JSON:
    """The inverse of `read_action`."""
    values = dict(zip(ACTIONS[action[0]], action[1:], strict=True))
    plain = {name: _write_field(name, value) for name, value in values.items() if value is not None}
    if action[0] == "move":
        return {"do": "move", "first": _part(plain, ""), "second": _part(plain, "second_")}
    if action[0] == "penalty":
        out = {name: plain[f"{name}_to"] for name in PIECES if f"{name}_to" in plain}
        return {"do": "penalty", "piece": plain["piece"], "out": out}
    return {"do": action[0], **plain}


def _write_field(field: str, value: int | Point) -> JSON:
    if not isinstance(value, int):
        return _written(value)
    return PIECES[value] if field in PIECE_FIELDS else value


PIECE_FIELDS = ("piece", "second")


def _part(plain: Mapping[str, JSON], prefix: str) -> JSON:
    """One of the two walks of a Spielzug."""
    return {
        "piece": plain[prefix.removesuffix("_") or "piece"],
        "die": plain[f"{prefix}die"],
        "to": plain[f"{prefix}to"],
    }


# Reading actions


def read_action(pitch: Pitch, value: JSON) -> Action:
    """Any two integers are a point: whether a piece can go there is a rule's question."""
    kind = word(as_mapping(value, ()).get("do"), ("do",), ACTIONS)
    if kind == "move":
        given = fields(value, (), ("do", "first", "second"))
        walks = (_read_walk(pitch, given[name], (name,)) for name in ("first", "second"))
        return (kind, *(part for walk in walks for part in walk))
    if kind == "penalty":
        return _read_penalty(fields(value, (), ("do", "piece", "out")))
    given = fields(value, (), ("do", *ACTIONS[kind]))
    return (kind, *(read_field(pitch, name, given[name], (name,)) for name in ACTIONS[kind]))


def _read_walk(pitch: Pitch, value: JSON, path: Path) -> tuple[Piece, int, Point]:
    given = fields(value, path, ("piece", "die", "to"))
    piece = read_piece(given["piece"], (*path, "piece"))
    return piece, read_die(pitch, given["die"], (*path, "die")), read_point(given["to"], (*path, "to"))


def _read_penalty(given: Mapping[str, JSON]) -> Action:
    piece, out = read_piece(given["piece"], ("piece",)), fields(given["out"], ("out",), (), PIECES)
    black, red, gold = (read_point(out[name], ("out", name)) if name in out else None for name in PIECES)
    return "penalty", piece, black, red, gold


def read_field(pitch: Pitch, field: str, value: JSON, path: Path) -> int | Point:
    """A field of an action that is neither a Spielzug nor a penalty."""
    if field == "with":
        return _between(value, path, 1, DICE)
    if field == "die":
        return read_die(pitch, value, path)
    return read_piece(value, path) if field in PIECE_FIELDS else read_point(value, path)


def read_piece(value: JSON, path: Path) -> Piece:
    """By its name."""
    return PIECES.index(word(value, path, PIECES))


def read_die(pitch: Pitch, value: JSON, path: Path) -> int:
    """A number of a die."""
    return _between(value, path, LOWEST, pitch.sides)


def read_point(value: JSON, path: Path) -> Point:
    """Two integers, on the board or not."""
    numbers = as_list(value, path)
    if len(numbers) != 2:
        raise Unreadable(path, "must be two whole numbers, column and row")
    x, y = (whole(number, path) for number in numbers)
    return x, y


def _between(value: JSON, path: Path, low: int, high: int) -> int:
    number = whole(value, path)
    if not low <= number <= high:
        raise Unreadable(path, f"must be {low} to {high}")
    return number


# Reading positions: the fields in the order of the table, each beside those before it


def read_state(pitch: Pitch, value: JSON) -> State:
    """Raises Unreadable for a position that cannot be; one that play never reaches is read all the same."""
    given = fields(value, (), _STATE_FIELDS)
    word(given["game"], ("game",), (GAME,))
    mode = word(given["mode"], ("mode",), MODES)
    goals = read_count(given["goals"], ("goals",))
    max_rolls = None if given["max_rolls"] is None else read_count(given["max_rolls"], ("max_rolls",))
    phase = _read_phase(given["phase"], mode)
    turn = _read_turn(given["turn"], phase)
    pieces = _read_pieces(pitch, given["pieces"], phase)
    keepers = _read_keepers(pitch, given["keepers"], mode)
    score = _read_score(given["score"], goals)
    empty = State(mode, goals, max_rolls, phase, turn, pieces, keepers, score, (), None, 0, NOBODY)
    _check_score(empty)
    state = empty._replace(dice=_read_dice(pitch, given["dice"], phase))
    state = state._replace(shot=_read_shot(pitch, given["shot"], state))
    state = state._replace(rolls=_read_rolls(given["rolls"], state))
    return state._replace(winner=_read_winner(given["winner"], state))


_STATE_FIELDS = (
    *("game", "mode", "goals", "max_rolls", "phase", "turn"),
    *("pieces", "keepers", "score", "dice", "shot", "rolls", "winner"),
)


def read_count(value: JSON, path: Path) -> int:
    """A whole number from 1 on."""
    return _at_least(value, path, 1)


def _at_least(value: JSON, path: Path, low: int) -> int:
    number = whole(value, path)
    if number < low:
        raise Unreadable(path, f"must not be below {low}")
    return number


def _read_phase(value: JSON, mode: str) -> str:
    phase = word(value, ("phase",), PHASES)
    if phase in (SHIFT, SAVE) and mode == BASE:
        raise Unreadable(("phase",), f"there are no keepers in mode {BASE}")
    return phase


def _read_turn(value: JSON, phase: str) -> int:
    if (value is None) != (phase == TOSS):
        raise Unreadable(("turn",), "must be null before the toss is decided, and only then")
    return NOBODY if value is None else TEAMS.index(word(value, ("turn",), TEAMS))


def _read_pieces(pitch: Pitch, value: JSON, phase: str) -> tuple[Point | None, ...]:
    given = fields(value, ("pieces",), PIECES)
    pieces: list[Point | None] = []
    for name in PIECES:
        path = ("pieces", name)
        at = None if given[name] is None else _on(given[name], path, pitch.on)
        if at is None and (phase not in (KICK_OFF, OVER) or None in pieces):
            raise Unreadable(path, "lies in the goal, where no piece or no second one can be")
        if at is not None and at in pieces:
            raise Unreadable(path, f"another piece stands on {pitch.name(at)}")
        pieces.append(at)
    if phase == KICK_OFF and None not in pieces:
        raise Unreadable(("pieces",), "one must lie in the goal before the kick-off")
    return tuple(pieces)


def _on(value: JSON, path: Path, points: frozenset[Point]) -> Point:
    point = read_point(value, path)
    if point not in points:
        raise Unreadable(path, f"{list(point)} is no point where this can stand")
    return point


def _read_keepers(pitch: Pitch, value: JSON, mode: str) -> tuple[Point, ...]:
    if mode == BASE:
        if value is not None:
            raise Unreadable(("keepers",), f"must be null in mode {BASE}")
        return ()
    given = fields(value, ("keepers",), TEAMS)
    return tuple(
        _on(given[team], ("keepers", team), area) for team, area in zip(TEAMS, pitch.areas, strict=True)
    )


def _read_score(value: JSON, goals: int) -> tuple[int, int]:
    given = fields(value, ("score",), TEAMS)
    one, other = (_at_least(given[team], ("score", team), 0) for team in TEAMS)
    for team, number in zip(TEAMS, (one, other), strict=True):
        if number > goals:
            raise Unreadable(("score", team), f"must not be above {goals}, which wins")
    return one, other


def _check_score(state: State) -> None:
    """Who has the goals that win has just scored the last one; after a goal somebody has scored."""
    won = [team for team, goals in zip(TEAMS, state.score, strict=True) if goals == state.goals]
    if len(won) == len(TEAMS):
        raise Unreadable(("score", won[1]), "only one player can have the goals that win")
    if won and (state.phase != OVER or None not in state.pieces):
        raise Unreadable(("score", won[0]), "has won, but the game goes on or no piece lies in the goal")
    if state.phase == KICK_OFF and not state.score[1 - state.turn]:
        raise Unreadable(("score", TEAMS[1 - state.turn]), "must have scored before the other's kick-off")


def _read_dice(pitch: Pitch, value: JSON, phase: str) -> Dice:
    numbers = as_list(value, ("dice",))
    needed = DICE if phase == MOVE else 0
    if len(numbers) != needed:
        raise Unreadable(("dice",), f"must be {needed} numbers in phase {phase}")
    return tuple(read_die(pitch, number, ("dice", place)) for place, number in enumerate(numbers))


def _read_rolls(value: JSON, state: State) -> int:
    rolls = _at_least(value, ("rolls",), 0)
    won, limit = state.goals in state.score, state.max_rolls
    if state.phase == OVER and not won and rolls != limit:
        raise Unreadable(("rolls",), "must be max_rolls, as nobody has the goals that win")
    if limit is not None and rolls > limit - _before_a_roll(state):
        raise Unreadable(("rolls",), f"are too many for max_rolls {limit} in this phase")
    return rolls


def _before_a_roll(state: State) -> bool:
    """Whether a roll is to follow that max_rolls could forbid."""
    return state.phase in (TOSS, ROLL, KICK_OFF) or (state.phase == SHIFT and state.shot is None)


def _read_winner(value: JSON, state: State) -> int:
    winner = NOBODY if value is None else WINNERS.index(word(value, ("winner",), WINNERS))
    if winner != (leader(state.score) if state.phase == OVER else NOBODY):
        raise Unreadable(("winner",), "must be as the score says when the game is over, else null")
    return winner


def leader(score: Sequence[int]) -> int:
    """The team with more goals, or DRAW."""
    return DRAW if score[0] == score[1] else int(score[1] > score[0])


# Reading what is pending

_SHOT_FIELDS = ("kind", "piece", "to", "number")


def _read_shot(pitch: Pitch, value: JSON, state: State) -> Shot | None:
    if value is None:
        if state.phase in (PENALTY, MISSED, SAVE):
            raise Unreadable(("shot",), f"must be given in phase {state.phase}")
        return None
    if state.phase not in (SHIFT, PENALTY, MISSED, SAVE):
        raise Unreadable(("shot",), f"must be null in phase {state.phase}")
    given = fields(value, ("shot",), _SHOT_FIELDS)
    kind = word(given["kind"], ("shot", "kind"), SHOTS if state.phase == SAVE else (PENALTY,))
    piece = read_piece(given["piece"], ("shot", "piece"))
    if kind == PENALTY:
        return _read_penalty_shot(pitch, given, state, piece)
    return _read_kick(pitch, given, state, piece)


def _read_penalty_shot(pitch: Pitch, given: Mapping[str, JSON], state: State, piece: Piece) -> Shot:
    """The shooter on the spot, the other pieces outside the area, the number as the phase says."""
    defender = 1 - state.turn
    if state.pieces[piece] != pitch.spots[defender]:
        raise Unreadable(("shot", "piece"), "must stand on the penalty spot that is attacked")
    if any(at in pitch.areas[defender] for at in others(state.pieces, piece)):
        raise Unreadable(("shot", "piece"), "must stand alone in the penalty area")
    if given["to"] is not None:
        raise Unreadable(("shot", "to"), f"must be null for a {PENALTY}")
    return Shot(PENALTY, piece, None, _read_penalty_number(pitch, given["number"], state.phase))


def _read_penalty_number(pitch: Pitch, value: JSON, phase: str) -> int | None:
    path = ("shot", "number")
    if phase in (SHIFT, PENALTY):
        if value is not None:
            raise Unreadable(path, "must be null before the penalty roll")
        return None
    number = read_die(pitch, value, path)
    if (number in pitch.sizes.missed) != (phase == MISSED):
        raise Unreadable(path, f"{number} does not lead to phase {phase}")
    return number


def _read_kick(pitch: Pitch, given: Mapping[str, JSON], state: State, piece: Piece) -> Shot:
    """A way into the goal that the rules allow, and that the keeper may try to hold."""
    kind, to = given["kind"], read_point(given["to"], ("shot", "to"))
    number = read_die(pitch, given["number"], ("shot", "number"))
    shot, start = Shot(kind, piece, to, number), state.pieces[piece]
    one, other = others(state.pieces, piece)
    if start is None or one is None or other is None:
        raise Unreadable(("shot", "piece"), "must stand on the board")
    if to in pitch.on:
        raise Unreadable(("shot", "to"), "must lie behind the goal line")
    pips = number * DICE if kind == DIRECT else number
    walk = Walk(pitch, state.turn, start, to, pips, (one, other), state.keepers)
    rule = second_walk(walk) or through(one, other, start, to) or _double_one(pitch, state, shot)
    if rule:
        raise Unreadable(("shot",), f"{rule} forbids this shot")
    if chance(pitch, state.mode, state.keepers, state.turn, start, shot) is None:
        raise Unreadable(("shot",), "is a goal at once: the keeper cannot try to hold it")
    return shot


def _double_one(pitch: Pitch, state: State, shot: Shot) -> str:
    """A free kick by a double one would have been a penalty."""
    inside = any(at in pitch.areas[1 - state.turn] for at in state.pieces)
    return "penalty.compulsory" if (shot.kind, shot.number) == (DIRECT, PENALTY_DOUBLE) and inside else ""


def others(pieces: Sequence[Point | None], piece: Piece) -> tuple[Point | None, ...]:
    """Where the other two pieces are."""
    return tuple(at for other, at in enumerate(pieces) if other != piece)
