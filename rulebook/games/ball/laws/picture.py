"""What is to be seen of a position of BALL, told from what the laws read of it."""

from rulebook.games.ball.laws.view import View
from rulebook.model import Picture, Token


def picture(view: View) -> Picture:
    """Players in squad order, those on top of another one after them, then the ball."""
    players = [name for name in view.at if name not in view.under] + list(view.under)
    return Picture(
        tokens=(*(_player(view, name) for name in players), _ball(view)),
        turn=view.turn,
        phase=view.phase,
        counters={"ap": view.ap, **{f"ep.{team}": ep for team, ep in view.ep.items()}},
        winner=view.winner,
    )


def _player(view: View, name: str) -> Token:
    marks = {
        "down": view.down[name],
        "took": name in view.took,
        "top": name in view.under,
        "bottom": name in view.above,
    }
    return Token(
        id=name,
        kind="player",
        at=view.at[name],
        team=name[:3],
        sign=view.types[name],
        number=name[3:],
        near=view.under.get(name, ""),
        marks=tuple(mark for mark, is_so in marks.items() if is_so),
    )


def _ball(view: View) -> Token:
    """Held where its holder stands, received beside it."""
    how = "loose" if not view.holder else "held" if view.at[view.holder] == view.ball else "received"
    return Token("ball", "ball", view.ball, near=view.holder, marks=(how,))
