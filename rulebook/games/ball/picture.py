"""What is to be seen of a position of BALL."""

from rulebook.games.ball.constants import TEAMS
from rulebook.games.ball.pitch import NOBODY, Pitch, Player
from rulebook.games.ball.state import State
from rulebook.model import Picture, Token


def picture(pitch: Pitch, state: State) -> Picture:
    """Ordinary and lower players in squad order, then upper players, then the ball."""
    uppers = [stack.top for stack in state.stacks]
    present = [player for player, at in enumerate(state.at) if at != pitch.away]
    order = [player for player in present if player not in uppers] + uppers
    return Picture(
        tokens=(*(_player(pitch, state, player) for player in order), _ball(pitch, state)),
        turn=TEAMS[state.turn],
        phase=state.phase,
        counters={"ap": state.ap} | {f"ep.{team}": ep for team, ep in zip(TEAMS, state.ep, strict=True)},
        winner="" if state.winner == NOBODY else TEAMS[state.winner],
    )


def _player(pitch: Pitch, state: State, player: Player) -> Token:
    name, team = pitch.players[player], TEAMS[pitch.team(player)]
    stack = next((stack for stack in state.stacks if player in (stack.top, stack.bottom)), None)
    marks = {
        "down": state.down >> player & 1,
        "took": state.took >> player & 1,
        "top": stack is not None and player == stack.top,
        "bottom": stack is not None and player == stack.bottom,
    }
    return Token(
        id=name,
        kind="player",
        at=pitch.names[state.at[player]],
        team=team,
        sign=state.types[player],
        number=name.removeprefix(team),
        near=pitch.players[stack.bottom] if stack is not None and player == stack.top else "",
        marks=tuple(mark for mark, is_so in marks.items() if is_so),
    )


def _ball(pitch: Pitch, state: State) -> Token:
    at, near = pitch.names[state.ball], "" if state.holder == NOBODY else pitch.players[state.holder]
    mark = "loose" if not near else "held" if state.at[state.holder] == state.ball else "received"
    return Token("ball", "ball", at, near=near, marks=(mark,))
