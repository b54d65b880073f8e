"""Positions of Doppelpass for the tests: written, played and crowded ones, and the board from other sides."""

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rulebook.games.doppelpass import DOPPELPASS, Doppelpass
from rulebook.games.doppelpass.constants import MODES, OVER, PIECES, TEAMS
from rulebook.games.doppelpass.pitch import Sizes, pitch
from rulebook.games.doppelpass.state import Action, State
from rulebook.model import JSON, Dice, Event, Illegal, Leg

SMALL = Doppelpass(
    pitch(
        Sizes(
            columns=5,
            rows=7,
            goal=(1, 3),
            area=(1, 3),
            depth=1,
            spot=(2, 1),
            kick_off=((1, 3), (2, 3), (3, 3)),
            keeper=(2, 0),
            sides=3,
            missed=(1,),
        )
    )
)
"""A board of 35 points with dice of three sides, where every action that can be written can be tried."""

TOKENS = (*PIECES, "keeper.A", "keeper.B")


def at(text: str, game: Doppelpass = DOPPELPASS) -> State:
    """A position in short: a scene's start, with `;` between its parts.

    `munich; B 5 1; black C15; keeper.A F1; score 2 0; shot pass red H18 5`: a player's letter says whose turn
    it is, perhaps with dice; `goals`, `rolls`, `max_rolls` and `phase` are as in scenes.
    """
    start: dict[str, Any] = {"place": {}}
    for part in filter(None, map(str.strip, text.split(";"))):
        key, *words = part.split()
        if key in MODES:
            start["mode"] = key
        elif key in TEAMS:
            start |= {"turn": key, "dice": [int(word) for word in words]}
        elif key in TOKENS:
            start["place"][key] = words[0]
        elif key == "score":
            start["score"] = dict(zip(TEAMS, map(int, words), strict=True))
        elif key == "shot":
            start["shot"] = _shot(*words)
        else:
            start[key] = int(words[0]) if words[0].isdecimal() else words[0]
    return game.setup(start)


def _shot(kind: str, piece: str, *rest: str) -> JSON:
    """`pass red H18 5`, `penalty red`, `penalty red 3`."""
    to = next((word for word in rest if not word.isdecimal()), None)
    number = next((int(word) for word in rest if word.isdecimal()), None)
    return {"kind": kind, "piece": piece, "to": to, "number": number}


def table(text: str) -> list[list[str]]:
    """The cells of a table, one row a line, `|` between them; a line that begins with `# ` is a remark."""
    lines = [line for line in text.strip().splitlines() if not line.startswith("# ")]
    return [[cell.strip() for cell in line.split("|")] for line in lines]


def act(text: str, game: Doppelpass = DOPPELPASS) -> Action:
    """An action: its kind and fields in order: `move black 1 D16 red 5 H18`, `penalty red black_to=B13`."""
    kind, *values = text.split()
    step: dict[str, Any] = {"do": kind}
    for field, value in zip(game.actions[kind], values, strict=False):
        name, _, named = value.rpartition("=")
        step[name or field] = int(named) if named.isdecimal() else named
    return game.read_step(step)


def told(game: Doppelpass, actions: Iterable[Action]) -> list[str]:
    """Actions in the short form of `act`, sorted."""
    return sorted(_told(game.write_step(action)) for action in actions)


def _told(step: JSON) -> str:
    named = [name for name in step if name.endswith("_to") and step["do"] == "penalty"]
    return " ".join(f"{name}={value}" if name in named else str(value) for name, value in step.items())


def play(state: State, text: str, dice: Dice = (), game: Doppelpass = DOPPELPASS) -> State:
    """The position after an action."""
    return game.apply(state, act(text, game), dice)[0]


def events(state: State, text: str, dice: Dice = (), game: Doppelpass = DOPPELPASS) -> tuple[Event, ...]:
    return game.apply(state, act(text, game), dice)[1]


def refused(state: State, action: Action, game: Doppelpass = DOPPELPASS) -> Illegal | None:
    """How an action is refused, or None where it is legal."""
    try:
        game.apply(state, action, game.falls(state, action)[0])
    except Illegal as illegal:
        return illegal
    return None


# Many positions

Played = tuple[State, Action, Dice]


def walk(seed: int, plies: int, mode: str = "base", game: Doppelpass = DOPPELPASS) -> Iterator[Played]:
    """Positions of random games, each with the action chosen in it and its dice."""
    chance = random.Random(seed)
    state = game.new({"mode": mode})
    for _ in range(plies):
        if state.phase == OVER:
            state = game.new({"mode": mode})
        action = chance.choice(game.legal(state))
        dice = chance.choice(game.falls(state, action))
        yield state, action, dice
        state = game.advance(state, action, dice)


def crowded(seed: int, game: Doppelpass = DOPPELPASS) -> State:
    """A position that play seldom reaches: pieces and keeper close together, a goal near, the end too."""
    chance = random.Random(seed)
    state = game.read_state(_crowded(game, chance))
    for _ in range(chance.choice((0, 0, 0, 1, 1, 2, 3))):
        actions = game.legal(state)
        if actions:
            action = chance.choice(actions)
            state = game.advance(state, action, chance.choice(game.falls(state, action)))
    return state


def _crowded(game: Doppelpass, chance: random.Random) -> JSON:
    board, turn, mode = game.pitch, chance.randrange(2), chance.choice(MODES)
    rows = chance.choice((3, 5, board.sizes.rows))
    near = [point for point in board.on if abs(point[1] - board.lines[turn]) < rows]
    places = chance.sample(sorted(near), len(PIECES))
    if chance.random() < 0.2:
        places[0] = chance.choice([at for at in board.corners[turn] if at not in places] or places[:1])
    keepers = {team: list(chance.choice(sorted(area))) for team, area in zip(TEAMS, board.areas, strict=True)}
    dice = [chance.choice((1, chance.randint(1, board.sides))) for _ in range(2)]
    if chance.random() < 0.2:
        dice[1] = dice[0]
    limit = chance.choice((None, None, 3))
    return {
        **game.write_state(game.new({"mode": mode, "goals": chance.choice((1, 7)), "max_rolls": limit})),
        "phase": "move",
        "turn": TEAMS[turn],
        "pieces": {piece: list(place) for piece, place in zip(PIECES, places, strict=True)},
        "keepers": None if mode == "base" else keepers,
        "dice": dice,
        "rolls": chance.randint(1, 3),
    }


# Everything that could be tried


def candidates(game: Doppelpass, state: State, chance: random.Random, share: float = 1.0) -> Iterator[Action]:
    """Actions of every kind to every point of the board and around it, of the Spielzüge that share."""
    board, dice = game.pitch, range(1, game.pitch.sides + 1)
    points = [(x, y) for y in range(-2, board.sizes.rows + 2) for x in range(-2, board.sizes.columns + 2)]
    yield from ((kind,) for kind in ("roll", "indirect", "kick_off", "end_turn"))
    yield from (("save", count) for count in (1, 2))
    for to in points:
        yield from (("shift", to), ("missed", to))
        yield from (("direct", piece, to) for piece in range(3))
        yield from (("corner", piece, die, to) for piece in range(3) for die in dice)
    for first in points:
        for second in points:
            if chance.random() < share:
                yield from _spielzuege(game, state, first, second)
    yield from _set_ups(game, state, chance)


def _spielzuege(
    game: Doppelpass, state: State, first: tuple[int, int], second: tuple[int, int]
) -> Iterator[Action]:
    """Each piece before each piece, with the dice of the position and with others."""
    one, other = state.dice or (1, 2)
    for die, second_die in {(one, other), (other, one), (1, 1), (1, game.pitch.sides)}:
        for piece in range(3):
            for then in range(3):
                yield "move", piece, die, first, then, second_die, second


def _set_ups(game: Doppelpass, state: State, chance: random.Random) -> Iterator[Action]:
    """Penalties: all pieces put somewhere, or left where they are."""
    places = [None, *game.pitch.outside[0], *game.pitch.outside[1], (0, -1)]
    for shooter in range(3):
        for _ in range(40):
            yield "penalty", shooter, *(chance.choice([None, *places]) for _ in range(3))


# The board seen from the other sides


def mirrored(value: Any, columns: int = 11) -> Any:
    """Left and right exchanged, in JSON, where a point is a list of two numbers."""
    return _seen(value, lambda x, y: [columns - 1 - x, y], lambda name: name)


def swapped(value: Any, rows: int = 17) -> Any:
    """The ends exchanged, and the players with them."""
    return _seen(value, lambda x, y: [x, rows - 1 - y], lambda name: {"A": "B", "B": "A"}.get(name, name))


def _seen(value: Any, point: Callable[[int, int], JSON], name: Callable[[str], str]) -> Any:
    if isinstance(value, dict):
        return {name(key): part if key == "dice" else _seen(part, point, name) for key, part in value.items()}
    if isinstance(value, list):
        return point(*value)
    return name(value) if isinstance(value, str) else value


def mirrored_name(name: str) -> str:
    """The name of the point on the other side: `A9` for `K9`."""
    return f"{chr(ord('A') + ord('K') - ord(name[0]))}{name[1:]}" if is_point(name) else name


def swapped_name(name: str) -> str:
    """The name of the point at the other end, of the other player or his keeper."""
    names = {"A": "B", "B": "A", "keeper.A": "keeper.B", "keeper.B": "keeper.A"}
    return f"{name[0]}{18 - int(name[1:])}" if is_point(name) else names.get(name, name)


def is_point(name: str) -> bool:
    return name[:1].isupper() and name[1:].isdecimal()


def renamed(event: Event, name: Callable[[str], str]) -> tuple[Any, ...]:
    """An event with every name in it changed, to be compared."""
    facts = {key: name(value) if isinstance(value, str) else value for key, value in event.facts.items()}
    legs = tuple(Leg(name(leg.token), tuple(map(name, leg.way)), leg.style) for leg in event.legs)
    return event.kind, event.rule, facts, legs
