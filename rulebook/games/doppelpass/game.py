"""Doppelpass as a game: its rules, facts and functions behind the protocol that every game has."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import Any

from rulebook.games.doppelpass import rules
from rulebook.games.doppelpass.book import RULES, facts
from rulebook.games.doppelpass.constants import LOWEST, TEAMS
from rulebook.games.doppelpass.events import explain
from rulebook.games.doppelpass.moves import is_straight, last_on_board
from rulebook.games.doppelpass.picture import picture
from rulebook.games.doppelpass.pitch import Pitch, Point
from rulebook.games.doppelpass.play import advance
from rulebook.games.doppelpass.proof import DoppelpassProof
from rulebook.games.doppelpass.refusals import refusal
from rulebook.games.doppelpass.setup import new, setup
from rulebook.games.doppelpass.state import (
    ACTIONS,
    GAME,
    Action,
    Piece,
    State,
    read_action,
    read_state,
    write_action,
    write_state,
)
from rulebook.games.doppelpass.steps import read_step, write_step
from rulebook.games.values import as_mapping
from rulebook.model import JSON, Dice, Event, Picture, Proof, Unreadable


class Doppelpass:
    """The game on a pitch. Nothing here changes anything: a position goes in, another one comes out.

    `options` are those of `new` where nothing else is said.
    """

    name = GAME
    teams: tuple[str, ...] = TEAMS
    rules = RULES
    actions = ACTIONS
    marks: tuple[str, ...] = ("top", "bottom")

    def __init__(self, pitch: Pitch, options: Mapping[str, JSON] = MappingProxyType({})) -> None:
        self.pitch, self.board, self.facts = pitch, pitch.board, facts(pitch)
        self.options = options
        self.proof: Proof[State, Any] = DoppelpassProof(pitch, Doppelpass)

    def new(self, options: Mapping[str, JSON]) -> State:
        """The start of a game with some options, the others as this game has them (see `setup.new`)."""
        given = as_mapping(options, ())
        return new(self.pitch, {**self.options, **given})

    def setup(self, start: Mapping[str, JSON]) -> State:
        """The position that a scene's `start` describes (see `setup.setup`)."""
        return setup(self.pitch, start)

    def legal(self, state: State) -> Sequence[Action]:
        """Every legal action once."""
        return rules.legal(self.pitch, state)

    def advance(self, state: State, action: Action, dice: Dice = ()) -> State:
        """The next state after an action that is known to be legal, with the dice that it takes."""
        return advance(self.pitch, state, action, dice)

    def apply(self, state: State, action: Action, dice: Dice = ()) -> tuple[State, tuple[Event, ...]]:
        """Raises Illegal; for an action that is legal Unreadable where its dice are wrong."""
        illegal = refusal(self.pitch, state, action)
        if illegal:
            raise illegal
        self._check_dice(dice, rules.throws(state, action))
        after = advance(self.pitch, state, action, dice)
        return after, explain(self.pitch, state, action, dice, after)

    def falls(self, state: State, action: Action) -> Sequence[Dice]:
        """All falls of the dice that an action takes, each die in its place."""
        return list(product(range(LOWEST, self.pitch.sides + 1), repeat=rules.throws(state, action)))

    def perft(self, state: State, depth: int) -> int:
        """The number of sequences of `depth` actions, every fall of the dice counted.

        Positions that are alike are followed once; the last actions are counted without being played.
        """
        if depth == 0:
            return 1
        actions = rules.legal(self.pitch, state)
        if depth == 1:
            return sum(self.pitch.sides ** rules.throws(state, action) for action in actions)
        alike = Counter(
            self._in_order(advance(self.pitch, state, action, dice))
            for action in actions
            for dice in self.falls(state, action)
        )
        return sum(times * self.perft(after, depth - 1) for after, times in alike.items())

    def points(self, state: State, action: Action) -> Mapping[str, str]:
        """The board's points that an action names, of a walk beyond the board the last one on it."""
        named = zip(ACTIONS[action[0]], action[1:], strict=True)
        aims = {field: self._aim(state, action, field, at) for field, at in named if isinstance(at, tuple)}
        return {field: self.pitch.names[at] for field, at in aims.items() if at in self.pitch.on}

    def picture(self, state: State) -> Picture:
        """All that is to be seen (see `picture.picture`)."""
        return picture(self.pitch, state)

    def read_state(self, value: JSON) -> State:
        """Raises Unreadable for a position that cannot be."""
        return read_state(self.pitch, value)

    def write_state(self, state: State) -> JSON:
        """The inverse of `read_state`."""
        return write_state(state)

    def read_action(self, value: JSON) -> Action:
        """Raises Unreadable for what is no action of this game."""
        return read_action(self.pitch, value)

    def write_action(self, action: Action) -> JSON:
        """The inverse of `read_action`."""
        return write_action(action)

    def read_step(self, value: JSON) -> Action:
        """From the flat form of scenes, with names of points. Raises Unreadable."""
        return read_step(self.pitch, value)

    def write_step(self, action: Action) -> JSON:
        """The inverse of `read_step`."""
        return write_step(self.pitch, action)

    def _check_dice(self, dice: Dice, needed: int) -> None:
        if len(dice) != needed:
            raise Unreadable(("dice",), f"this takes {needed} dice, not {len(dice)}")
        for place, number in enumerate(dice):
            if type(number) is not int or not LOWEST <= number <= self.pitch.sides:
                raise Unreadable(("dice", place), f"a die shows {LOWEST} to {self.pitch.sides}")

    def _in_order(self, state: State) -> State:
        """With the dice in their order, which decides nothing."""
        return state._replace(dice=tuple(sorted(state.dice))) if state.dice else state

    def _aim(self, state: State, action: Action, field: str, at: Point) -> Point:
        """The point itself; where it lies beyond the board, the one before it on the piece's way."""
        if at in self.pitch.on or field not in ("to", "second_to") or action[0] == "shift":
            return at
        piece = action[4] if field == "second_to" else self._walker(state, action)
        start = state.pieces[piece]
        return last_on_board(start, at) if start and is_straight(start, at) else at

    def _walker(self, state: State, action: Action) -> Piece:
        if action[0] == "missed":
            return state.shot.piece if state.shot else 0
        return int(action[1])
