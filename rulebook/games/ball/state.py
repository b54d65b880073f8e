"""A position of BALL and an action as data, to and from JSON (spec/ball.md: State and action values)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from rulebook.games.ball.constants import (
    ATK,
    DEF,
    DISTANCES,
    OVER,
    PHASES,
    RELEASE,
    STACK,
    TEAMS,
    TURN_AP,
    TYPES,
)
from rulebook.games.ball.pitch import NOBODY, Pitch, Player, Square
from rulebook.games.values import Path, as_list, as_mapping, fields, flag, one_of, whole, word
from rulebook.model import JSON, Unreadable

GAME = "ball"
HAND_OFF, OTHER = "hand_off", "other"

Players = int
"""A set of players as a bit mask: player p is in it when bit p is set."""


class Stack(NamedTuple):
    """Two players on one square. `fresh` is true in the turn that made the stack."""

    top: Player
    bottom: Player
    fresh: bool


class State(NamedTuple):
    """A position, with players and squares as the numbers of a `Pitch`.

    `at` and `types` go by player; one that does not take part is `away` and has the type of the set-up.
    `stacks` are in the order of their upper players. `took` holds all who came into possession this turn by
    an action, `handed` those of them who got the ball by hand-off. `winner` is a team or NOBODY.
    """

    turn: int
    phase: str
    ap: int
    ep: tuple[int, int]
    at: tuple[Square, ...]
    types: tuple[str, ...]
    down: Players
    stacks: tuple[Stack, ...]
    ball: Square
    holder: Player
    took: Players
    handed: Players
    winner: int


Turn = tuple[str]
Count = tuple[str, int]
Aim = tuple[str, Player, int]
Follow = tuple[str, Player, int, int]
Part = tuple[str, Player, Square, Square, Player]
Action = Turn | Count | Aim | Follow | Part
"""The kind, then its fields in the order of `ACTIONS`, players and squares as numbers: `("move", 11, 98)`."""

ACTIONS: Mapping[str, tuple[str, ...]] = {
    "move": ("player", "to"),
    "dodge": ("player", "to", "exit"),
    "tactical_dodge": ("player", "to", "push"),
    "block": ("player", "to"),
    "protect": ("player", "to"),
    "hand_off": ("player", "receiver"),
    "short_pass": ("player", "receiver", "to"),
    "long_pass": ("player", "to"),
    "convert": ("ap",),
    "end_actions": (),
    "stand_up": ("player", "to"),
    "release": ("player", "top_to", "bottom_to", "ball"),
    "end_turn": (),
}
"""The fields of each kind of action, in order. Only `ball` may be left out (then it is NOBODY)."""

PLAYER_FIELDS = ("player", "receiver", "ball")


def members(players: Players) -> Iterator[Player]:
    """The players of a bit mask, in squad order."""
    return (player for player in range(players.bit_length()) if players >> player & 1)


# Writing


def write_state(pitch: Pitch, state: State) -> JSON:
    """Players in squad order, stacks by their upper players."""
    names, players = pitch.names, pitch.players
    return {
        "game": GAME,
        "turn": TEAMS[state.turn],
        "phase": state.phase,
        "ap": state.ap,
        "ep": dict(zip(TEAMS, state.ep, strict=True)),
        "players": {
            name: {
                "type": state.types[player],
                "at": names[state.at[player]],
                "down": bool(state.down >> player & 1),
            }
            for player, name in enumerate(players)
            if state.at[player] != pitch.away
        },
        "stacks": [
            {"at": names[state.at[top]], "top": players[top], "bottom": players[bottom], "fresh": fresh}
            for top, bottom, fresh in state.stacks
        ],
        "ball": {
            "at": names[state.ball],
            "holder": None if state.holder == NOBODY else players[state.holder],
        },
        "took": {
            players[player]: HAND_OFF if state.handed >> player & 1 else OTHER
            for player in members(state.took)
        },
        "winner": None if state.winner == NOBODY else TEAMS[state.winner],
    }


def write_action(pitch: Pitch, action: Action) -> JSON:
    """The inverse of `read_action`; an absent `ball` is left out."""
    return {"do": action[0], **named(pitch, action)}


def named(pitch: Pitch, action: Action) -> dict[str, str | int]:
    """An action's fields by name, players and squares under their own names."""
    pairs = zip(ACTIONS[action[0]], action[1:], strict=True)
    return {name: _written(pitch, name, value) for name, value in pairs if (name, value) != ("ball", NOBODY)}


def _written(pitch: Pitch, field: str, value: int) -> str | int:
    if field == "ap":
        return value
    return pitch.players[value] if field in PLAYER_FIELDS else pitch.names[value]


# Reading


def read_action(pitch: Pitch, value: JSON) -> Action:
    """Any square of the board can be read, hatched or not: whether it is playable is a rule's question."""
    kind = word(as_mapping(value, ()).get("do"), ("do",), ACTIONS)
    needed = [name for name in ACTIONS[kind] if name != "ball"]
    optional = [name for name in ACTIONS[kind] if name == "ball"]
    values = fields(value, (), ("do", *needed), optional)
    return cast(Action, (kind, *(_read(pitch, name, values.get(name)) for name in ACTIONS[kind])))


def _read(pitch: Pitch, field: str, value: JSON) -> int:
    if field == "ap":
        return whole(value, (field,))
    if field == "ball" and value is None:
        return NOBODY
    return one_of(value, (field,), pitch.index if field in PLAYER_FIELDS else pitch.squares)


def read_state(pitch: Pitch, value: JSON) -> State:
    """Raises Unreadable for a position that cannot be; one that play never reaches is read all the same."""
    values = fields(value, (), _STATE_FIELDS)
    word(values["game"], ("game",), (GAME,))
    at, types, down = _read_players(pitch, values["players"])
    stacks = _read_stacks(pitch, values["stacks"], at, down)
    _check_squares(pitch, at, stacks)
    ball, holder = _read_ball(pitch, values["ball"], at, stacks)
    took, handed = _read_took(pitch, values["took"], at)
    phase = word(values["phase"], ("phase",), (*PHASES, OVER))
    return State(
        turn=_team(values["turn"], ("turn",)),
        phase=phase,
        ap=_read_ap(values["ap"], phase),
        ep=_read_ep(values["ep"]),
        at=at,
        types=types,
        down=down,
        stacks=stacks,
        ball=ball,
        holder=holder,
        took=took,
        handed=handed,
        winner=_read_winner(values["winner"], phase),
    )


_STATE_FIELDS = ("game", "turn", "phase", "ap", "ep", "players", "stacks", "ball", "took", "winner")


def _read_players(pitch: Pitch, value: JSON) -> tuple[tuple[Square, ...], tuple[str, ...], Players]:
    players = fields(value, ("players",), (), pitch.players)
    at, types, down = [pitch.away] * len(pitch.players), list(pitch.types), 0
    for name, entry in players.items():
        player, path = pitch.index[name], ("players", name)
        values = fields(entry, path, ("type", "at", "down"))
        at[player] = _square(pitch, values["at"], (*path, "at"))
        types[player] = word(values["type"], (*path, "type"), TYPES)
        down |= flag(values["down"], (*path, "down")) << player
    return tuple(at), tuple(types), down


def _read_stacks(pitch: Pitch, value: JSON, at: Sequence[Square], down: Players) -> tuple[Stack, ...]:
    entries = as_list(value, ("stacks",))
    stacks = [_read_stack(pitch, entry, ("stacks", number), at) for number, entry in enumerate(entries)]
    stacked: set[Player] = set()
    for number, (top, bottom, _) in enumerate(stacks):
        if down >> top & 1:
            raise Unreadable(
                ("stacks", number, "top"), f"{pitch.players[top]} is down and cannot be an upper player"
            )
        for role, player in (("top", top), ("bottom", bottom)):
            if player in stacked:
                raise Unreadable(
                    ("stacks", number, role), f"{pitch.players[player]} is in two places of a stack"
                )
            stacked.add(player)
    return tuple(sorted(stacks))


def _read_stack(pitch: Pitch, value: JSON, path: Path, at: Sequence[Square]) -> Stack:
    values = fields(value, path, ("at", "top", "bottom", "fresh"))
    square = _square(pitch, values["at"], (*path, "at"))
    for role in ("top", "bottom"):
        player = _present(pitch, values[role], (*path, role), at)
        if at[player] != square:
            stands = pitch.names[at[player]]
            raise Unreadable((*path, role), f"{values[role]} stands on {stands}, not on {values['at']}")
    top, bottom = pitch.index[values["top"]], pitch.index[values["bottom"]]
    return Stack(top, bottom, flag(values["fresh"], (*path, "fresh")))


def _check_squares(pitch: Pitch, at: Sequence[Square], stacks: Sequence[Stack]) -> None:
    """Two players on a square are a stack, and never more than two."""
    stacked = {at[stack.top] for stack in stacks}
    on: dict[Square, int] = {}
    for player, square in enumerate(at):
        on[square] = on.get(square, 0) + (square != pitch.away)
        path = ("players", pitch.players[player], "at")
        if on[square] > STACK:
            raise Unreadable(path, f"{pitch.names[square]} holds a third player")
        if on[square] == STACK and square not in stacked:
            raise Unreadable(path, f"{pitch.names[square]} holds two players that are no stack")


def _read_ball(
    pitch: Pitch, value: JSON, at: Sequence[Square], stacks: Sequence[Stack]
) -> tuple[Square, Player]:
    values = fields(value, ("ball",), ("at", "holder"))
    ball = _square(pitch, values["at"], ("ball", "at"))
    holder = NOBODY
    if values["holder"] is not None:
        holder = _present(pitch, values["holder"], ("ball", "holder"), at)
        if any(holder == stack.bottom for stack in stacks):
            raise Unreadable(
                ("ball", "holder"), f"{values['holder']} is a lower player and cannot hold the ball"
            )
        if pitch.distance(at[holder], ball) > DISTANCES["short_pass.ball.distance"]:
            raise Unreadable(
                ("ball", "at"), f"{values['holder']} is too far from {values['at']} to hold the ball"
            )
    if ball in at and (holder == NOBODY or at[holder] != ball):
        raise Unreadable(("ball", "at"), f"a player who does not hold the ball stands on {values['at']}")
    return ball, holder


def _read_took(pitch: Pitch, value: JSON, at: Sequence[Square]) -> tuple[Players, Players]:
    entries = fields(value, ("took",), (), pitch.players)
    took = handed = 0
    for name, how in entries.items():
        player = _present(pitch, name, ("took", name), at)
        took |= 1 << player
        handed |= (word(how, ("took", name), (HAND_OFF, OTHER)) == HAND_OFF) << player
    return took, handed


def _read_ap(value: JSON, phase: str) -> int:
    ap = whole(value, ("ap",))
    most = 0 if phase == RELEASE else TURN_AP
    if not 0 <= ap <= most:
        raise Unreadable(("ap",), f"must be 0 to {most}" if most else "must be 0 in the release phase")
    return ap


def _read_ep(value: JSON) -> tuple[int, int]:
    values = fields(value, ("ep",), TEAMS)
    ep = [whole(values[team], ("ep", team)) for team in TEAMS]
    for team, amount in zip(TEAMS, ep, strict=True):
        if amount < 0:
            raise Unreadable(("ep", team), "must not be below 0")
    return ep[ATK], ep[DEF]


def _read_winner(value: JSON, phase: str) -> int:
    winner = NOBODY if value is None else _team(value, ("winner",))
    if (winner == NOBODY) == (phase == OVER):
        raise Unreadable(("winner",), "must name a team when, and only when, the game is over")
    return winner


def _present(pitch: Pitch, value: JSON, path: Path, at: Sequence[Square]) -> Player:
    player = one_of(value, path, pitch.index)
    if at[player] == pitch.away:
        raise Unreadable(path, f"{value} is not on the board")
    return player


def _square(pitch: Pitch, value: JSON, path: Path) -> Square:
    square = one_of(value, path, pitch.squares)
    if square not in pitch.playable:
        raise Unreadable(path, f"{value} is not a playable square")
    return square


def _team(value: JSON, path: Path) -> int:
    return TEAMS.index(word(value, path, TEAMS))
