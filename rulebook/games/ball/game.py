"""BALL as a game: its rules, facts and functions behind the protocol that every game has."""

from collections.abc import Mapping, Sequence
from typing import Any

from rulebook.games.ball import rules
from rulebook.games.ball.book import RULES, facts
from rulebook.games.ball.constants import TEAMS
from rulebook.games.ball.events import explain
from rulebook.games.ball.picture import picture
from rulebook.games.ball.pitch import NOBODY, Pitch
from rulebook.games.ball.play import advance
from rulebook.games.ball.proof import BallProof
from rulebook.games.ball.refusals import refusal
from rulebook.games.ball.setup import new, setup
from rulebook.games.ball.state import (
    ACTIONS,
    GAME,
    PLAYER_FIELDS,
    Action,
    State,
    read_action,
    read_state,
    write_action,
    write_state,
)
from rulebook.games.values import fields
from rulebook.model import JSON, Dice, Event, Picture, Proof, Unreadable


class Ball:
    """The game on a pitch. Nothing here changes anything: a position goes in, another one comes out."""

    name = GAME
    teams: tuple[str, ...] = TEAMS
    rules = RULES
    actions = ACTIONS
    marks: tuple[str, ...] = ("down", "took", "top", "bottom", "held", "received", "loose")

    def __init__(self, pitch: Pitch) -> None:
        self.pitch, self.board, self.facts = pitch, pitch.board, facts(pitch)
        self.proof: Proof[State, Any] = BallProof(pitch, Ball)

    def new(self, options: Mapping[str, JSON]) -> State:
        """The set-up; the game has no options."""
        fields(options, (), ())
        return new(self.pitch)

    def setup(self, start: Mapping[str, JSON]) -> State:
        """The position that a scene's `start` describes (see `setup.setup`)."""
        return setup(self.pitch, start)

    def legal(self, state: State) -> Sequence[Action]:
        """Every legal action once: movements of one square, of two, passes, then what concerns the turn."""
        return rules.legal(self.pitch, state)

    def advance(self, state: State, action: Action) -> State:
        """The next state after an action that is known to be legal."""
        return advance(self.pitch, state, action)

    def apply(self, state: State, action: Action, dice: Dice = ()) -> tuple[State, tuple[Event, ...]]:
        """Raises Illegal; Unreadable for any dice and for a player that is not on the board."""
        if dice:
            raise Unreadable(("dice",), "this game has no dice")
        self._present(state, action)
        illegal = refusal(self.pitch, state, action)
        if illegal:
            raise illegal
        after = advance(self.pitch, state, action)
        return after, explain(self.pitch, state, action, after)

    def falls(self, state: State, action: Action) -> Sequence[Dice]:
        """Chance has no part in any action."""
        return ((),)

    def perft(self, state: State, depth: int) -> int:
        """The number of sequences of `depth` actions; the last ones are counted without being played."""
        if depth == 0:
            return 1
        actions = rules.legal(self.pitch, state)
        if depth == 1:
            return len(actions)
        return sum(self.perft(advance(self.pitch, state, action), depth - 1) for action in actions)

    def points(self, state: State, action: Action) -> Mapping[str, str]:
        """The playable squares that an action names, a receiver by its square; not the player's own."""
        named = zip(ACTIONS[action[0]], action[1:], strict=True)
        squares = {
            field: state.at[value] if field == "receiver" else value
            for field, value in named
            if field in _AIMS
        }
        playable = self.pitch.playable
        return {field: self.pitch.names[square] for field, square in squares.items() if square in playable}

    def picture(self, state: State) -> Picture:
        """All that is to be seen (see `picture.picture`)."""
        return picture(self.pitch, state)

    def read_state(self, value: JSON) -> State:
        """Raises Unreadable for a position that cannot be."""
        return read_state(self.pitch, value)

    def write_state(self, state: State) -> JSON:
        """The inverse of `read_state`."""
        return write_state(self.pitch, state)

    def read_action(self, value: JSON) -> Action:
        """Raises Unreadable for what is no action of this game."""
        return read_action(self.pitch, value)

    def write_action(self, action: Action) -> JSON:
        """The inverse of `read_action`."""
        return write_action(self.pitch, action)

    def read_step(self, value: JSON) -> Action:
        """A scene writes actions as everybody does."""
        return self.read_action(value)

    def write_step(self, action: Action) -> JSON:
        """The inverse of `read_step`."""
        return self.write_action(action)

    def _present(self, state: State, action: Action) -> None:
        for field, value in zip(ACTIONS[action[0]], action[1:], strict=True):
            if field in PLAYER_FIELDS and value != NOBODY and state.at[value] == self.pitch.away:
                raise Unreadable((field,), f"{self.pitch.players[value]} is not on the board")


_AIMS = ("to", "exit", "push", "receiver", "top_to", "bottom_to")
