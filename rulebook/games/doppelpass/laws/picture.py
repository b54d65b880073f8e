"""What is to be seen of a position of Doppelpass, told from what the laws read of it."""

from rulebook.games.doppelpass.laws.view import Point, View, name
from rulebook.model import Picture, Token


def picture(view: View) -> Picture:
    """Keepers, then the pieces on the board, which may stand on a keeper."""
    keepers = (_keeper(view, player, at) for player, at in view.keepers.items())
    pieces = (_piece(view, piece, at) for piece, at in view.pieces.items())
    return Picture(
        tokens=(*keepers, *pieces),
        turn=view.turn,
        phase=view.phase,
        counters={f"score.{player}": goals for player, goals in view.score.items()},
        dice=view.dice,
        winner=view.winner,
    )


def _keeper(view: View, player: str, at: Point) -> Token:
    marks = ("bottom",) if at in view.pieces.values() else ()
    return Token(f"keeper.{player}", "keeper", name(at), player, marks=marks)


def _piece(view: View, piece: str, at: Point) -> Token:
    below = [f"keeper.{player}" for player, stands in view.keepers.items() if stands == at]
    marks = ("top",) if below else ()
    return Token(piece, "piece", name(at), near="".join(below), marks=marks, look=piece)
