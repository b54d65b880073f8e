"""A small game with dice on a board of nine points: proof that reader and stage know nothing of BALL.

Two teams, RED and BLUE, walk on a 3×3 board. A walk throws a die: with a 1 the walker stumbles, stays where
it is and is down until its team's next turn is over. A shove pushes an opponent away without a die. RED wins
on row 3, BLUE on row 1. `lend` gives the stone to a team-mate beside its holder, `rest` ends the turn.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from rulebook.boards import Board, grid
from rulebook.model import JSON, Dice, Event, Fact, Game, Illegal, Leg, Picture, Role, Token, Unreadable

STANDARD = {"RED1": "A1", "RED2": "C1", "BLUE1": "A3", "BLUE2": "C3"}
GOAL_ROWS = {"RED": "3", "BLUE": "1"}
FIELDS = {
    "walk": ("piece", "to"),
    "shove": ("piece", "to", "away"),
    "lend": ("piece", "taker"),
    "rest": (),
}
STUMBLE = 1


@dataclass(frozen=True, slots=True)
class State:
    """`at` holds the walkers on the board in the order of `STANDARD`."""

    turn: str
    at: tuple[tuple[str, str], ...]
    stone: str
    down: tuple[str, ...] = ()
    walks: int = 0
    winner: str = ""

    def place(self, piece: str) -> str:
        return dict(self.at)[piece]

    def on(self, point: str) -> str:
        return next((piece for piece, at in self.at if at == point), "")


Action = tuple[str, ...]
"""The kind, then its fields in order."""


def team(piece: str) -> str:
    return piece.rstrip("12")


def other(side: str) -> str:
    return "BLUE" if side == "RED" else "RED"


@dataclass
class Toy:
    """The game, for `model.Game`."""

    proof: Any = None
    name: str = "toy"
    board: Board = field(default_factory=lambda: grid(3, 3, playable=lambda column, row: True))
    teams: tuple[str, ...] = ("RED", "BLUE")
    facts: Mapping[str, Fact] = field(default_factory=lambda: {"die.stumble": Fact(STUMBLE, "spots")})
    actions: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: FIELDS)
    marks: tuple[str, ...] = ("down", "held")
    rules: Mapping[str, Role] = field(
        default_factory=lambda: {
            "toy.over": Role.FORBIDS,
            "toy.turn": Role.FORBIDS,
            "toy.down": Role.FORBIDS,
            "walk.near": Role.FORBIDS,
            "walk.free": Role.FORBIDS,
            "walk.die": Role.EFFECT,
            "shove.who": Role.FORBIDS,
            "shove.where": Role.FORBIDS,
            "lend.holder": Role.FORBIDS,
            "lend.mate": Role.FORBIDS,
            "rest.turn": Role.EFFECT,
            "toy.win": Role.EFFECT,
        }
    )

    # Positions

    def new(self, options: Mapping[str, JSON]) -> State:
        return self.setup({"base": "standard", **options})

    def setup(self, start: Mapping[str, JSON]) -> State:
        for key in start:
            if key not in ("base", "turn", "place", "stone"):
                raise Unreadable((key,), f"'{key}' is not part of a start")
        base = one_of(start.get("base", "empty"), ("standard", "empty"), ("base",))
        places = dict(STANDARD) if base == "standard" else {}
        down = []
        for piece, words in mapping(start.get("place", {}), ("place",)).items():
            point, *marks = read_place(self.board, piece, words)
            places[piece] = point
            down += [piece] * bool(marks)
        at = tuple((piece, places[piece]) for piece in STANDARD if piece in places)
        for index, (piece, point) in enumerate(at):
            if any(point == before for _, before in at[:index]):
                raise Unreadable(("place", piece), f"two walkers on {point}")
        if not at:
            raise Unreadable(("place",), "nobody is on the board")
        turn = one_of(start.get("turn", "RED"), self.teams, ("turn",))
        stone = one_of(start.get("stone", at[0][0]), tuple(dict(at)), ("stone",))
        return State(turn, at, stone, tuple(down))

    def picture(self, state: State) -> Picture:
        walkers = tuple(
            Token(
                piece, "walker", at, team(piece), piece[0], piece[-1], marks=("down",) * (piece in state.down)
            )
            for piece, at in state.at
        )
        stone = Token("stone", "stone", state.place(state.stone), near=state.stone, marks=("held",))
        return Picture((*walkers, stone), state.turn, "walk", {"walks": state.walks}, winner=state.winner)

    # Actions

    def legal(self, state: State) -> Sequence[Action]:
        return [action for action in self.candidates(state) if self.refusal(state, action) is None]

    def candidates(self, state: State) -> Iterator[Action]:
        pieces, points = [piece for piece, _ in state.at], list(self.board.points)
        yield from (("walk", *fields) for fields in product(pieces, points))
        yield from (("shove", *fields) for fields in product(pieces, points, points))
        yield from (("lend", *fields) for fields in product(pieces, pieces))
        yield ("rest",)

    def refusal(self, state: State, action: Action) -> Illegal | None:
        kind, *fields = action
        if state.winner:
            return Illegal("toy.over", "the game is over")
        if kind == "rest":
            return None
        piece, target = fields[:2]
        if team(piece) != state.turn:
            return Illegal("toy.turn", f"it is {state.turn}'s turn", {"piece": piece})
        if piece in state.down:
            return Illegal("toy.down", f"{piece} is down", {"piece": piece})
        if kind == "shove":
            return self.shove_refusal(state, piece, target, fields[2])
        return (self.walk_refusal if kind == "walk" else self.lend_refusal)(state, piece, target)

    def walk_refusal(self, state: State, piece: str, to: str) -> Illegal | None:
        way = (Leg(piece, (state.place(piece), to), "move"),)
        if to not in self.board.links[state.place(piece)]:
            return Illegal("walk.near", f"{to} is not next to {piece}", {"piece": piece, "to": to}, way)
        return Illegal("walk.free", f"{state.on(to)} is on {to}", {"to": to}, way) if state.on(to) else None

    def shove_refusal(self, state: State, piece: str, to: str, away: str) -> Illegal | None:
        near = to in self.board.links[state.place(piece)]
        if not near or not state.on(to) or team(state.on(to)) == state.turn:
            return Illegal("shove.who", f"no opponent on {to} next to {piece}")
        if away not in self.board.links[to] or state.on(away):
            return Illegal("shove.where", f"{away} is not free or not next to {to}")
        return None

    def lend_refusal(self, state: State, piece: str, taker: str) -> Illegal | None:
        if piece != state.stone:
            return Illegal("lend.holder", f"{piece} does not hold the stone")
        near = state.place(taker) in self.board.links[state.place(piece)]
        return (
            None
            if near and team(taker) == team(piece)
            else Illegal("lend.mate", f"{taker} is no mate nearby")
        )

    def apply(self, state: State, action: Action, dice: Dice = ()) -> tuple[State, tuple[Event, ...]]:
        for index, piece in enumerate(action[1:]):
            if piece.startswith(self.teams) and piece not in dict(state.at):
                raise Unreadable((FIELDS[action[0]][index],), f"{piece} is not on the board")
        refusal = self.refusal(state, action)
        if refusal:
            raise refusal
        wanted = len(self.falls(state, action)[0])
        if len(dice) != wanted:
            raise Unreadable(("dice",), f"a {action[0]} takes {wanted} dice, not {len(dice)}")
        for index, die in enumerate(dice):
            if type(die) is not int or not 1 <= die <= 6:
                raise Unreadable(("dice", index), f"no die shows {die}")
        return self.done(state, action, dice)

    def done(self, state: State, action: Action, dice: Dice) -> tuple[State, tuple[Event, ...]]:
        kind, *fields = action
        after = replace(state, turn=other(state.turn))
        after = replace(after, down=tuple(piece for piece in state.down if team(piece) != state.turn))
        if kind == "rest":
            return after, (Event("rest", "rest.turn", {"team": state.turn}),)
        piece, target = fields[:2]
        if kind == "lend":
            way = (state.place(piece), state.place(target))
            facts = {"piece": piece, "taker": target}
            return replace(after, stone=target), (
                Event("lend", "lend.mate", facts, (Leg("stone", way, "pass"),)),
            )
        if kind == "walk" and dice[0] == STUMBLE:
            return replace(after, down=(*after.down, piece)), (
                Event("stumble", "walk.die", {"piece": piece}),
            )
        moved = {piece: target} | ({state.on(target): fields[2]} if kind == "shove" else {})
        legs = tuple(Leg(who, (state.place(who), to), "move") for who, to in moved.items())
        events = (
            Event(kind, f"{kind}.{'die' if kind == 'walk' else 'who'}", {"piece": piece, "to": target}, legs),
        )
        won = target[1] == GOAL_ROWS[state.turn]
        after = replace(
            after,
            at=tuple((who, moved.get(who, at)) for who, at in state.at),
            walks=state.walks + 1,
            winner=state.turn if won else "",
        )
        return after, events + (Event("win", "toy.win", {"team": state.turn}),) * won

    def falls(self, state: State, action: Action) -> Sequence[Dice]:
        return [(die,) for die in range(1, 7)] if action[0] == "walk" else [()]

    def perft(self, state: State, depth: int) -> int:
        if depth == 0:
            return 1
        pairs = [(action, dice) for action in self.legal(state) for dice in self.falls(state, action)]
        return sum(self.perft(self.apply(state, action, dice)[0], depth - 1) for action, dice in pairs)

    def points(self, state: State, action: Action) -> Mapping[str, str]:
        named = zip(FIELDS[action[0]][1:], action[2:], strict=True)
        return {name: dict(state.at).get(value, value) for name, value in named}

    # JSON

    def read_action(self, value: JSON) -> Action:
        kind = one_of(mapping(value, ()).get("do"), tuple(FIELDS), ("do",))
        for name in value:
            if name not in ("do", *FIELDS[kind]):
                raise Unreadable((name,), f"a {kind} has no '{name}'")
        return (kind, *(self.read_field(name, value.get(name)) for name in FIELDS[kind]))

    def read_field(self, name: str, value: JSON) -> str:
        if value is None:
            raise Unreadable((name,), f"'{name}' is missing")
        known = tuple(STANDARD) if name in ("piece", "taker") else tuple(self.board.points)
        return one_of(value, known, (name,))

    def write_action(self, action: Action) -> JSON:
        return {"do": action[0], **dict(zip(FIELDS[action[0]], action[1:], strict=True))}

    def read_step(self, value: JSON) -> Action:
        return self.read_action(value)

    def write_step(self, action: Action) -> JSON:
        return self.write_action(action)

    def read_state(self, value: JSON) -> State:
        return self.setup(value)

    def write_state(self, state: State) -> JSON:
        place = {piece: f"{at} down" if piece in state.down else at for piece, at in state.at}
        return {"turn": state.turn, "stone": state.stone, "place": place}


def mapping(value: JSON, path: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Unreadable(path, "is no mapping")
    return value


def one_of(value: JSON, known: tuple[str, ...], path: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in known:
        raise Unreadable(path, f"{value!r} is none of {', '.join(known)}")
    return value


def read_place(board: Board, piece: str, words: JSON) -> list[str]:
    """The point of a walker and `down` if it is."""
    if piece not in STANDARD:
        raise Unreadable(("place", piece), f"there is no walker {piece!r}")
    found = re.fullmatch(r"(\w+)( down)?", words) if isinstance(words, str) else None
    if not found or found[1] not in board.points:
        raise Unreadable(("place", piece), f"{words!r} is no place")
    return found[0].split()


GAME: Game[State, Action] = Toy()
