"""Slow, plain second implementation of the Doppelpass rules on JSON values, to compare the engine with.

Written from the rules page alone (`spec/doppelpass.md`) and importing nothing of the project, so that engine
and oracle can be wrong only independently. Speed is no aim: a way is walked point by point, and what is
legal is found by asking every action that could be.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

State = dict[str, Any]
Action = dict[str, Any]
Point = tuple[int, int]

COLUMNS, ROWS = 11, 17
GOAL = (4, 5, 6)
PIECES = ("black", "red", "gold")
OTHER = {"A": "B", "B": "A"}
UP = {"A": 1, "B": -1}
LINE = {"A": 16, "B": 0}  # the goal line that the player attacks
ATTACKED_ROWS = {"A": range(13, 17), "B": range(0, 4)}
AREA_COLUMNS = range(2, 9)
SPOT = {"A": (5, 14), "B": (5, 2)}
CORNERS = {"A": ((0, 16), (10, 16)), "B": ((0, 0), (10, 0))}
CENTRE = {"black": [4, 8], "red": [5, 8], "gold": [6, 8]}
KEEPERS = {"A": [5, 0], "B": [5, 16]}
PIPS = range(1, 7)

PHASES = {
    "roll": ("toss", "roll", "penalty"),
    "shift": ("keeper",),
    "move": ("move",),
    "direct": ("move",),
    "indirect": ("move",),
    "corner": ("move",),
    "penalty": ("move",),
    "missed": ("missed",),
    "save": ("save",),
    "kick_off": ("kick_off",),
    "end_turn": ("move", "missed"),
}


def new(mode: str = "base", goals: int = 7, max_rolls: int | None = None, first: str | None = None) -> State:
    """The start of a game."""
    state: State = {
        "game": "doppelpass",
        "mode": mode,
        "goals": goals,
        "max_rolls": max_rolls,
        "phase": "toss",
        "turn": first,
        "pieces": copy.deepcopy(CENTRE),
        "keepers": None if mode == "base" else copy.deepcopy(KEEPERS),
        "score": {"A": 0, "B": 0},
        "dice": [],
        "shot": None,
        "rolls": 0,
        "winner": None,
    }
    if first:
        _rolling(state)
    return state


# Ways


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _on_board(x: int, y: int) -> bool:
    return x in range(COLUMNS) and y in range(ROWS)


def _in_area(player: str, x: int, y: int) -> bool:
    """Whether a point lies in the area that the player attacks."""
    return x in AREA_COLUMNS and y in ATTACKED_ROWS[player]


def _way(start: list[int], to: list[int]) -> list[Point]:
    """The points after the start of a straight or diagonal way; nothing where there is no such way."""
    across, along = to[0] - start[0], to[1] - start[1]
    steps = max(abs(across), abs(along))
    if steps == 0 or (across and along and abs(across) != abs(along)):
        return []
    return [(start[0] + _sign(across) * i, start[1] + _sign(along) * i) for i in range(1, steps + 1)]


def _goes(kind: str, player: str, start: list[int], to: list[int]) -> bool:
    """Whether the way leads in a direction that this kind of walk has."""
    if not _way(start, to):
        return False
    step = _sign(to[0] - start[0]), _sign(to[1] - start[1]) * UP[player]
    allowed = {
        "first": [(-1, 0), (1, 0), (-1, 1), (1, 1)],
        "second": [(-1, 1), (1, 1)],
        "corner": [(0, -1), (-1, -1), (1, -1)],
    }
    return step in allowed[kind]


DIRECTION_RULE = {"first": "move.first_direction", "second": "move.second_direction", "corner": "corner.back"}


def _walk(state: State, pieces: dict[str, Any], name: str, kind: str, pips: int, to: list[int]) -> str | None:
    """The rule that refuses a walk of a piece that stands among the others; None where none does."""
    player, start = state["turn"], pieces[name]
    if kind != "corner" and (to[1] - start[1]) * UP[player] < 0:
        return "move.backward"
    if not _goes(kind, player, start, to):
        return DIRECTION_RULE[kind]
    way = _way(start, to)
    if not _on_board(*to):
        refused = _off_board(player, start, way, kind, pips)
        if refused:
            return refused
    elif len(way) != pips:
        return "move.count"
    others = [tuple(at) for piece, at in pieces.items() if piece != name]
    if any(point in others for point in way[:-1]):
        return "move.over"
    if way[-1] in others:
        return "move.land"
    if list(to) in (state["keepers"] or {}).values():
        return "move.keeper"
    return None


def _off_board(player: str, start: list[int], way: list[Point], kind: str, pips: int) -> str | None:
    """What a way that ends off the board is refused for; nothing where it is a shot that may be."""
    behind = LINE[player] + UP[player]
    if way[-1][1] != behind:
        return "move.board"
    x, y = [(start[0], start[1]), *way][-2]
    in_goal = y == LINE[player] and x in GOAL
    if kind != "second":
        return "goal.second" if in_goal and kind == "first" else "move.board"
    if not in_goal:
        return "goal.width"
    return "goal.line" if pips < len(way) else None


def _side(p: list[int], q: list[int], at: list[int]) -> int:
    """On which side of the line through p and q a point lies: -1, 1, or 0 for on it."""
    return _sign((q[0] - p[0]) * (at[1] - p[1]) - (q[1] - p[1]) * (at[0] - p[0]))


def _through(start: list[int], to: list[int], p: list[int], q: list[int]) -> str | None:
    sides = _side(p, q, start), _side(p, q, to)
    if 0 in sides:
        return "through.level"
    ends = _side(start, to, p), _side(start, to, q)
    return None if sides[0] == -sides[1] and 0 not in ends and ends[0] == -ends[1] else "through.crossing"


# What is refused


def refusal(state: State, action: Action) -> str | None:
    """The rule that refuses a readable action first; None where it is legal."""
    do = action["do"]
    if state["phase"] not in PHASES[do]:
        return "turn.order"
    if state["phase"] == "move" and do != "penalty" and _penalty_due(state):
        return "penalty.compulsory"
    ask = {
        "move": _no_move,
        "direct": _no_direct,
        "indirect": _no_indirect,
        "corner": _no_corner,
        "penalty": _no_penalty,
        "missed": _no_missed,
        "save": _no_save,
        "shift": _no_shift,
        "end_turn": _no_end,
    }
    return ask[do](state, action) if do in ask else None


def _double(state: State) -> bool:
    return bool(state["dice"][0] == state["dice"][1])


def _penalty_due(state: State) -> bool:
    inside = [name for name, at in state["pieces"].items() if _in_area(state["turn"], *at)]
    return state["dice"] == [1, 1] and bool(inside)


def _no_move(state: State, action: Action) -> str | None:
    first, second, pieces = action["first"], action["second"], dict(state["pieces"])
    if first["piece"] == second["piece"]:
        return "move.two"
    if sorted((first["die"], second["die"])) != sorted(state["dice"]):
        return "move.dice"
    refused = _walk(state, pieces, first["piece"], "first", first["die"], first["to"])
    if refused:
        return refused
    pieces[first["piece"]] = first["to"]
    refused = _walk(state, pieces, second["piece"], "second", second["die"], second["to"])
    if refused:
        return refused
    others = [at for name, at in pieces.items() if name != second["piece"]]
    return _through(pieces[second["piece"]], second["to"], *others)


def _no_direct(state: State, action: Action) -> str | None:
    if not _double(state):
        return "double.only"
    name, to, pieces = action["piece"], action["to"], state["pieces"]
    refused = _walk(state, pieces, name, "second", sum(state["dice"]), to)
    others = [at for piece, at in pieces.items() if piece != name]
    return refused or _through(pieces[name], to, *others)


def _no_indirect(state: State, action: Action) -> str | None:
    return None if _double(state) else "double.only"


def _no_corner(state: State, action: Action) -> str | None:
    if action["die"] not in state["dice"]:
        return "move.dice"
    at = state["pieces"][action["piece"]]
    if tuple(at) not in CORNERS[state["turn"]]:
        return "corner.place"
    return _walk(state, state["pieces"], action["piece"], "corner", action["die"], action["to"])


def _no_penalty(state: State, action: Action) -> str | None:
    if not _penalty_due(state):
        return "penalty.double_one"
    out, shooter, player = action["out"], action["piece"], state["turn"]
    others = {name: at for name, at in state["pieces"].items() if name != shooter}
    if set(out) != {name for name, at in others.items() if _in_area(player, *at)}:
        return "penalty.others"
    taken = [at for name, at in others.items() if name not in out]
    for name in sorted(out):
        x, y = out[name]
        around = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        if not _on_board(x, y) or _in_area(player, x, y) or not any(_in_area(player, *p) for p in around):
            return "penalty.outside"
        if [x, y] in taken:
            return "move.land"
        taken.append([x, y])
    return None


def _no_missed(state: State, action: Action) -> str | None:
    shot = state["shot"]
    return _walk(state, state["pieces"], shot["piece"], "first", shot["number"], action["to"])


def _no_shift(state: State, action: Action) -> str | None:
    x, y = action["to"]
    at = state["keepers"][OTHER[state["turn"]]]
    if abs(x - at[0]) > 1 or abs(y - at[1]) > 1:
        return "keeper.step"
    if not _in_area(state["turn"], x, y):
        return "keeper.area"
    return "keeper.free" if [x, y] in state["pieces"].values() and [x, y] != at else None


def _no_save(state: State, action: Action) -> str | None:
    return None if action["with"] in offered(state) else "save.dice"


def _no_end(state: State, action: Action) -> str | None:
    if state["phase"] == "missed":
        stuck = not any(refusal(state, tried) is None for tried in _missed_walks(state))
    else:
        stuck = not _double(state) and not any(_no_move(state, tried) is None for tried in _moves(state))
    return None if stuck else "turn.must_move"


# Saves


def _shot_way(state: State) -> list[Point]:
    """The points of the pending shot from its start to the goal point."""
    shot = state["shot"]
    start = state["pieces"][shot["piece"]]
    return [(start[0], start[1]), *_way(start, shot["to"])[:-1]]


def _jumped(state: State) -> bool:
    return tuple(state["keepers"][OTHER[state["turn"]]]) in _shot_way(state)[1:]


def _meets(state: State) -> Point:
    """Where the keeper has to go to, to stand in the way of a shot beside him."""
    row, way = state["keepers"][OTHER[state["turn"]]][1], _shot_way(state)
    return next((point for point in way if point[1] == row), way[-1])


def _distance(state: State) -> int:
    return abs(int(state["keepers"][OTHER[state["turn"]]][0]) - _meets(state)[0])


def offered(state: State) -> tuple[int, ...]:
    """With how many dice the keeper can try to save what is pending; () where he can try nothing."""
    kind, mode = state["shot"]["kind"], state["mode"]
    if mode == "base":
        return ()
    if kind == "penalty":
        return (1,)
    if mode == "keeper":
        return ()
    if _jumped(state):
        return (1,) if kind == "pass" else (1, 2)
    near = _distance(state) in PIPS and _in_area(state["turn"], *_meets(state))
    return (2,) if mode == "munich" and near else ()


def _held(state: State, dice: tuple[int, ...]) -> bool:
    shot = state["shot"]
    if shot["kind"] == "penalty":
        return dice == (shot["number"],)
    if _jumped(state):
        return bool(sum(dice) == shot["number"] * (2 if shot["kind"] == "direct" else 1))
    return dice in permutations((_distance(state), shot["number"]))


# What is legal


def _targets(state: State, name: str, most: int) -> Iterator[list[int]]:
    """Where a walk of so many steps at most could end, on the board or just behind it."""
    x, y = state["pieces"][name]
    for i, j in product((-1, 0, 1), repeat=2):
        for steps in range(1, most + 1):
            if _on_board(x + i * (steps - 1), y + j * (steps - 1)):
                yield [x + i * steps, y + j * steps]


def _moves(state: State) -> Iterator[Action]:
    a, b = state["dice"]
    for (one, other), (piece, mate) in product({(a, b), (b, a)}, permutations(PIECES, 2)):
        for to in _targets(state, piece, one):
            if _walk(state, state["pieces"], piece, "first", one, to):
                continue
            for mate_to in _targets(state, mate, other):
                first = {"piece": piece, "die": one, "to": to}
                yield {"do": "move", "first": first, "second": {"piece": mate, "die": other, "to": mate_to}}


def _penalties(state: State) -> Iterator[Action]:
    edge = [[x, y] for x, y in product(range(1, 10), range(ROWS)) if not _in_area(state["turn"], x, y)]
    for shooter in PIECES:
        names = [
            name for name in PIECES if name != shooter and _in_area(state["turn"], *state["pieces"][name])
        ]
        for points in product(edge, repeat=len(names)):
            yield {"do": "penalty", "piece": shooter, "out": dict(zip(names, points, strict=True))}


def _missed_walks(state: State) -> Iterator[Action]:
    for to in _targets(state, state["shot"]["piece"], state["shot"]["number"]):
        yield {"do": "missed", "to": to}


def _tried(state: State) -> Iterator[Action]:
    """Every action that could be legal in the phase, once."""
    phase = state["phase"]
    for do in ("roll", "indirect", "kick_off", "end_turn"):
        yield {"do": do}
    if phase == "keeper":
        x, y = state["keepers"][OTHER[state["turn"]]]
        yield from ({"do": "shift", "to": [x + i, y + j]} for i, j in product(range(-1, 2), repeat=2))
    elif phase == "save":
        yield from ({"do": "save", "with": number} for number in (1, 2))
    elif phase == "missed":
        yield from _missed_walks(state)
    elif phase == "move" and _penalty_due(state):
        yield from _penalties(state)
    elif phase == "move":
        yield from _moves(state)
        for piece in PIECES:
            for to in _targets(state, piece, sum(state["dice"])):
                yield {"do": "direct", "piece": piece, "to": to}
                for die in set(state["dice"]):
                    yield {"do": "corner", "piece": piece, "die": die, "to": to}


def legal(state: State) -> list[Action]:
    """Every legal action once."""
    return [action for action in _tried(state) if refusal(state, action) is None]


def falls(state: State, action: Action) -> list[tuple[int, ...]]:
    """Every fall of the dice that the action takes."""
    count = 0
    if action["do"] == "roll":
        count = 1 if state["phase"] == "penalty" else 2
    elif action["do"] == "save":
        count = action["with"]
    return list(product(PIPS, repeat=count))


# What happens


def apply(before: State, action: Action, dice: tuple[int, ...] = ()) -> State:
    """The state after a legal action."""
    state: State = copy.deepcopy(before)
    {
        "roll": _roll,
        "shift": _shift,
        "move": _move,
        "direct": _direct,
        "indirect": lambda after, *_: _rolling(after),
        "corner": _corner,
        "penalty": _penalty,
        "missed": _missed,
        "save": _save,
        "kick_off": _kick_off,
        "end_turn": lambda after, *_: _change(after),
    }[action["do"]](state, action, dice)
    return state


def _rolling(state: State) -> None:
    state["dice"], state["shot"] = [], None
    if state["rolls"] == state["max_rolls"]:
        _end(state)
    else:
        state["phase"] = "keeper" if state["keepers"] else "roll"


def _end(state: State) -> None:
    a, b = state["score"]["A"], state["score"]["B"]
    state["phase"] = "over"
    state["winner"] = "draw" if a == b else "A" if a > b else "B"


def _change(state: State) -> None:
    state["turn"] = OTHER[state["turn"]]
    _rolling(state)


def _goal(state: State, piece: str) -> None:
    scorer = state["turn"]
    state["score"][scorer] += 1
    state["pieces"][piece] = None
    state["turn"], state["dice"], state["shot"] = OTHER[scorer], [], None
    state["phase"] = "kick_off"
    if state["score"][scorer] == state["goals"] or state["rolls"] == state["max_rolls"]:
        _end(state)


def _roll(state: State, action: Action, dice: tuple[int, ...]) -> None:
    if state["phase"] == "toss":
        if dice[0] != dice[1]:
            state["turn"] = "A" if dice[0] > dice[1] else "B"
            _rolling(state)
    elif state["phase"] == "roll":
        state["rolls"] += 1
        state["dice"], state["phase"] = list(dice), "move"
    else:
        _penalty_roll(state, dice[0])


def _penalty_roll(state: State, die: int) -> None:
    state["shot"]["number"] = die
    if die in (1, 2):
        state["phase"] = "missed"
    elif state["keepers"]:
        state["phase"] = "save"
    else:
        _goal(state, state["shot"]["piece"])


def _shift(state: State, action: Action, dice: tuple[int, ...]) -> None:
    state["keepers"][OTHER[state["turn"]]] = action["to"]
    state["phase"] = "penalty" if state["shot"] else "roll"


def _move(state: State, action: Action, dice: tuple[int, ...]) -> None:
    first, second = action["first"], action["second"]
    state["pieces"][first["piece"]] = first["to"]
    _arrive(state, "pass", second["piece"], second["to"], second["die"])


def _direct(state: State, action: Action, dice: tuple[int, ...]) -> None:
    _arrive(state, "direct", action["piece"], action["to"], state["dice"][0])


def _arrive(state: State, kind: str, piece: str, to: list[int], number: int) -> None:
    state["dice"] = []
    if _on_board(*to):
        state["pieces"][piece] = to
        _rolling(state)
        return
    state["shot"] = {"kind": kind, "piece": piece, "to": to, "number": number}
    state["phase"] = "save"
    if not offered(state):
        _goal(state, piece)


def _corner(state: State, action: Action, dice: tuple[int, ...]) -> None:
    state["pieces"][action["piece"]] = action["to"]
    _rolling(state)


def _penalty(state: State, action: Action, dice: tuple[int, ...]) -> None:
    state["pieces"].update(action["out"])
    state["pieces"][action["piece"]] = list(SPOT[state["turn"]])
    state["shot"] = {"kind": "penalty", "piece": action["piece"], "to": None, "number": None}
    state["dice"], state["phase"] = [], "keeper" if state["keepers"] else "penalty"


def _missed(state: State, action: Action, dice: tuple[int, ...]) -> None:
    state["pieces"][state["shot"]["piece"]] = action["to"]
    _change(state)


def _save(state: State, action: Action, dice: tuple[int, ...]) -> None:
    shot = state["shot"]
    if not _held(state, dice):
        _goal(state, shot["piece"])
        return
    keeper = OTHER[state["turn"]]
    if shot["kind"] != "penalty" and not _jumped(state):
        state["keepers"][keeper] = list(_meets(state))
    state["pieces"][shot["piece"]] = list(state["keepers"][keeper])
    _change(state)


def _kick_off(state: State, action: Action, dice: tuple[int, ...]) -> None:
    state["pieces"] = copy.deepcopy(CENTRE)
    state["keepers"] = copy.deepcopy(KEEPERS) if state["keepers"] else None
    _rolling(state)


def perft(state: State, depth: int) -> int:
    """The number of sequences of `depth` actions, every fall of the dice counted."""
    if depth == 0:
        return 1
    return sum(
        perft(apply(state, action, dice), depth - 1)
        for action in legal(state)
        for dice in falls(state, action)
    )
