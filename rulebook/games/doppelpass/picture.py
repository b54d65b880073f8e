"""What is to be seen of a position of Doppelpass."""

from rulebook.games.doppelpass.constants import KEEPERS, NOBODY, PIECES, TEAMS, WINNERS
from rulebook.games.doppelpass.pitch import Pitch, Point
from rulebook.games.doppelpass.state import State
from rulebook.model import Picture, Token


def picture(pitch: Pitch, state: State) -> Picture:
    """Keepers, then pieces, which may stand on them; a piece in the goal is not to be seen."""
    keepers = (_keeper(pitch, state, team) for team in range(len(state.keepers)))
    pieces = (_piece(pitch, state, piece, at) for piece, at in enumerate(state.pieces) if at is not None)
    return Picture(
        tokens=(*keepers, *pieces),
        turn="" if state.turn == NOBODY else TEAMS[state.turn],
        phase=state.phase,
        counters={f"score.{team}": goals for team, goals in zip(TEAMS, state.score, strict=True)},
        dice=state.dice,
        winner="" if state.winner == NOBODY else WINNERS[state.winner],
    )


def _keeper(pitch: Pitch, state: State, team: int) -> Token:
    at = state.keepers[team]
    marks = ("bottom",) if at in state.pieces else ()
    return Token(KEEPERS[team], "keeper", pitch.names[at], TEAMS[team], marks=marks)


def _piece(pitch: Pitch, state: State, piece: int, at: Point) -> Token:
    name, below = PIECES[piece], at in state.keepers
    near = KEEPERS[state.keepers.index(at)] if below else ""
    marks = ("top",) if below else ()
    return Token(name, "piece", pitch.names[at], near=near, marks=marks, look=name)
