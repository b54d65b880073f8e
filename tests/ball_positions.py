"""Positions of BALL for the tests: written, played and crowded ones, and the board turned by half a turn."""

import random
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from rulebook.games.ball import BALL, Ball
from rulebook.games.ball.pitch import Pitch, pitch
from rulebook.games.ball.state import ACTIONS, Action, State
from rulebook.model import JSON, Event, Illegal, Leg

SMALL = Ball(
    pitch(
        columns=5,
        rows=5,
        squads={
            "ATK": {"ATK1": ("#", "B3"), "ATK2": ("O", "D3")},
            "DEF": {"DEF1": ("X", "C4"), "DEF2": ("#", "D5")},
        },
        holder="ATK1",
        first="DEF",
    )
)
"""Two a side on a board of twelve squares, where every action that can be written can be tried."""

LIVELY = frozenset(
    "dodge tactical_dodge block protect hand_off short_pass long_pass release stand_up".split()
)


def at(text: str, game: Ball = BALL) -> State:
    """A position in short; DEF is on turn where nothing else is said.

    `DEF5 F9 ball; ATK1 E8 down; took DEF1 other; phase release` are a scene's `place`, `took` and `phase`.
    """
    start: dict[str, Any] = {"place": {}, "took": {}}
    for part in filter(None, map(str.strip, text.split(";"))):
        key, _, value = part.partition(" ")
        if key in game.pitch.index:
            start["place"][key] = value
        elif key == "took":
            start["took"] |= [value.split()]
        else:
            start[key] = int(value) if value.isdecimal() else value
    return game.setup(start)


def table(text: str) -> list[list[str]]:
    """The cells of a table, one row a line, `|` between them; a line that begins with `# ` is a remark."""
    lines = [line for line in text.strip().splitlines() if not line.startswith("# ")]
    return [[cell.strip() for cell in line.split("|")] for line in lines]


def act(text: str) -> JSON:
    """An action as JSON from its kind and its fields in order: `dodge DEF5 F9 E8`, `convert 1`."""
    kind, *values = text.split()
    fields = [int(value) if value.isdecimal() else value for value in values]
    return {"do": kind, **dict(zip(BALL.actions[kind], fields, strict=False))}


def action(text: str, game: Ball = BALL) -> Action:
    return game.read_action(act(text))


def told(game: Ball, actions: Iterable[Action]) -> list[str]:
    """Actions in the short form of `act`, sorted."""
    return sorted(" ".join(str(value) for value in game.write_action(action).values()) for action in actions)


def field(action: Action, name: str) -> int:
    """A field of an action, -1 where its kind has none of that name."""
    return dict(zip(ACTIONS[action[0]], action[1:], strict=True)).get(name, -1)


def play(state: State, *texts: str, game: Ball = BALL) -> State:
    """The position after several actions."""
    for text in texts:
        state, _ = game.apply(state, action(text, game))
    return state


def events(state: State, text: str, game: Ball = BALL) -> tuple[Event, ...]:
    return game.apply(state, action(text, game))[1]


def refused(state: State, text: str, game: Ball = BALL) -> Illegal | None:
    """How an action is refused, or None where it is legal."""
    try:
        game.apply(state, action(text, game))
    except Illegal as illegal:
        return illegal
    return None


# Many positions


def walk(seed: int, plies: int, game: Ball = BALL) -> Iterator[tuple[State, Action]]:
    """Positions of a random game, each with the action chosen in it; contact is chosen more often."""
    chance = random.Random(seed)
    state = game.new({})
    for _ in range(plies):
        actions = game.legal(state)
        if not actions:
            return
        lively = [action for action in actions if action[0] in LIVELY]
        chosen = chance.choice(lively if lively and chance.random() < 0.6 else list(actions))
        yield state, chosen
        state = game.advance(state, chosen)


def crowded(seed: int, game: Ball = BALL) -> State:
    """A position that play seldom reaches: few squares, any types, stacks, perhaps an end zone near."""
    chance = random.Random(seed)
    squares = _corner(game.pitch, chance)
    players = chance.sample(game.pitch.players, chance.randint(2, min(len(game.pitch.players), len(squares))))
    value: dict[str, Any] = game.write_state(game.new({}))
    places = [_player(square, chance) for square in squares]
    value["players"] = dict(zip(players, places, strict=False))
    lowest = len(players) - chance.randint(0, len(players) // 3)
    for upper, lower in zip(players[lowest:], players, strict=False):
        value["players"][upper] |= {"at": value["players"][lower]["at"], "down": False}
        stack = {"at": value["players"][lower]["at"], "top": upper, "bottom": lower}
        value["stacks"].append(stack | {"fresh": chance.random() < 0.3})
    value["ball"] = _ball(value, squares, players[: len(value["stacks"])], chance)
    value["took"] = {name: chance.choice(("hand_off", "other")) for name in players if chance.random() < 0.15}
    value["turn"], value["phase"] = (
        chance.choice(("ATK", "DEF")),
        chance.choice(("action", "action", "release")),
    )
    value["ap"] = chance.randint(0, 2) if value["phase"] == "action" else 0
    value["ep"] = {team: chance.randint(0, 9) for team in ("ATK", "DEF")}
    return game.read_state(value)


def _corner(pitch: Pitch, chance: random.Random) -> list[str]:
    """The playable squares of a part of the board in random order."""
    column, row = chance.randint(1, max(1, pitch.columns - 5)), chance.randint(1, max(1, pitch.rows - 6))
    near = [
        s
        for s in pitch.playable
        if column <= pitch.cells[s][0] < column + 6 and row <= pitch.cells[s][1] < row + 7
    ]
    return [pitch.names[square] for square in chance.sample(near, len(near))]


def _player(square: str, chance: random.Random) -> dict[str, Any]:
    return {"type": chance.choice("XO#"), "at": square, "down": chance.random() < 0.2}


def _ball(value: JSON, squares: list[str], lower: list[str], chance: random.Random) -> JSON:
    taken = {player["at"] for player in value["players"].values()}
    free = [square for square in squares if square not in taken]
    holder = chance.choice([name for name in value["players"] if name not in lower])
    at = value["players"][holder]["at"]
    beside = [square for square in BALL.board.links[at] if square in free]
    match chance.choice(("held", "held", "received", "loose")):
        case "received" if beside:
            return {"at": chance.choice(beside), "holder": holder}
        case "loose" if free:
            return {"at": chance.choice(free), "holder": None}
    return {"at": at, "holder": holder}


# The board turned by 180 degrees with the teams exchanged


def turned(value: JSON) -> JSON:
    """The same value seen from the other side of the standard board: squares, players and teams."""
    if isinstance(value, dict):
        return {turned(key): turned(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(turned(part) for part in value)
    if isinstance(value, Leg):
        return Leg(turned(value.token), turned(value.way), value.style)
    return _turned_text(value) if isinstance(value, str) else value


def _turned_text(text: str) -> str:
    if re.fullmatch(r"[A-M]\d+", text):
        return f"{chr(ord('A') + ord('M') - ord(text[0]))}{18 - int(text[1:])}"
    return re.sub("ATK|DEF", lambda team: "DEF" if team[0] == "ATK" else "ATK", text)


def turned_state(state: State) -> State:
    return BALL.read_state(turned(BALL.write_state(state)))


def turned_action(action: Action) -> Action:
    return BALL.read_action(turned(BALL.write_action(action)))


# Everything that could be tried


def candidates(game: Ball, state: State, chance: random.Random | None = None) -> Iterator[Action]:
    """Generously many actions around every legal one; with `chance` some of those of one player."""
    present = [player for player, at in enumerate(state.at) if at != game.pitch.away]
    for player in [chance.choice(present)] if chance else present:
        for found in _candidates(game, state, player, present):
            if chance is None or chance.random() < 0.15:
                yield found
    yield from (("end_actions",), ("end_turn",), *_counts(range(-1, 5)))


def _counts(numbers: Iterable[int]) -> Iterator[Action]:
    return (("convert", ap) for ap in numbers)


def _candidates(game: Ball, state: State, player: int, present: list[int]) -> Iterator[Action]:
    board, at = game.pitch, state.at[player]
    near = _near(board.columns, board.rows)
    yield from (("long_pass", player, to) for to in range(board.away))
    yield from (("hand_off", player, mate) for mate in present)
    yield from (("short_pass", player, mate, to) for mate in present for to in near[state.at[mate]])
    for to in near[at]:
        yield from ((kind, player, to) for kind in ("move", "block", "protect", "stand_up"))
        yield from (("dodge", player, to, exit) for exit in near[to])
        yield from (("tactical_dodge", player, to, push) for push in near[(at + to) // 2])
        keepers = {-1, player, present[0], present[-1], *(stack.bottom for stack in state.stacks)}
        others = (*board.diagonal[1][at], to)
        yield from (("release", player, to, other, keeper) for other in others for keeper in sorted(keepers))


@cache
def _near(columns: int, rows: int) -> list[list[int]]:
    """By square: those up to two steps away, playable or not, and one that is far away."""
    cells = [(column, row) for row in range(rows) for column in range(columns)]
    return [[*_around(cells, cell), len(cells) - 1 - square] for square, cell in enumerate(cells)]


def _around(cells: list[tuple[int, int]], middle: tuple[int, int]) -> Iterator[int]:
    column, row = middle
    return (
        square for square, cell in enumerate(cells) if max(abs(cell[0] - column), abs(cell[1] - row)) <= 2
    )
