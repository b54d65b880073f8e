"""The start of a game of BALL, and the positions that scenes begin with."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulebook.errors import did_you_mean
from rulebook.games.ball.constants import ACTION, PHASES, SETUP_EP, TEAMS, TURN_AP, TYPES
from rulebook.games.ball.pitch import AWAY_NAME, NOBODY, Pitch
from rulebook.games.ball.state import GAME, State, read_state
from rulebook.games.values import Path, as_mapping, fields, one_of, shown, word
from rulebook.model import JSON, Unreadable

STANDARD, EMPTY = "standard", "empty"


def new(pitch: Pitch) -> State:
    """The set-up (spec/ball.md: setup.places and the rules after it)."""
    return State(
        turn=pitch.first,
        phase=ACTION,
        ap=TURN_AP,
        ep=(SETUP_EP, SETUP_EP),
        at=pitch.places,
        types=pitch.types,
        down=0,
        stacks=(),
        ball=pitch.places[pitch.holder],
        holder=pitch.holder,
        took=0,
        handed=0,
        winner=NOBODY,
    )


@dataclass(frozen=True, slots=True)
class Placed:
    """What a scene says of one player; `at` is "" for one that is taken off the board."""

    at: str
    kind: str = ""
    on: str = ""
    ball: bool = False
    down: bool = False
    fresh: bool = False


def setup(pitch: Pitch, start: Mapping[str, JSON]) -> State:
    """The position that a scene describes; what it leaves out is as in the set-up, the board empty.

    Fields: `base` (standard or empty), `turn`, `phase`, `ap`, `ep`, `took`, `ball` (`E4`, `E4 for ATK2`) and
    `place`, by player: `H11`, `F9 ball`, `G8 down`, `D7 on ATK4`, `C6 on ATK6 fresh`, `E8 type X`, `away`.
    """
    given = fields(start, (), (), ("base", "turn", "phase", "ap", "ep", "took", "ball", "place"))
    standard = word(given.get("base", EMPTY), ("base",), (STANDARD, EMPTY)) == STANDARD
    placed = _placed(pitch, given.get("place", {}), standard)
    phase = word(given.get("phase", ACTION), ("phase",), PHASES)
    stacks = _stacks(placed)
    state = {
        "game": GAME,
        "turn": given.get("turn", TEAMS[pitch.first]),
        "phase": phase,
        "ap": given.get("ap", TURN_AP if phase == ACTION else 0),
        "ep": dict.fromkeys(TEAMS, SETUP_EP) | dict(as_mapping(given.get("ep", {}), ("ep",))),
        "players": {player: _player(pitch, player, place) for player, place in placed.items()},
        "stacks": stacks,
        "ball": _ball(pitch, given.get("ball"), placed, standard),
        "took": given.get("took", {}),
        "winner": None,
    }
    try:
        return read_state(pitch, state)
    except Unreadable as error:
        raise Unreadable(_path(error.path, stacks, given), error.what) from None


def _stacks(placed: Mapping[str, Placed]) -> list[dict[str, JSON]]:
    return [
        {"at": place.at, "top": player, "bottom": place.on, "fresh": place.fresh}
        for player, place in placed.items()
        if place.on
    ]


def _placed(pitch: Pitch, value: JSON, standard: bool) -> dict[str, Placed]:
    """Everybody who is on the board, in squad order; who lies under another one comes with that one."""
    spoken = {
        player: _read_place(pitch, text, ("place", player))
        for player, text in fields(value, ("place",), (), pitch.players).items()
    }
    base = (
        dict(zip(pitch.players, (Placed(pitch.names[at]) for at in pitch.places), strict=True))
        if standard
        else {}
    )
    lower = {place.on: Placed(place.at) for place in spoken.values() if place.on}
    all_placed = base | lower | spoken
    return {
        player: all_placed[player]
        for player in pitch.players
        if player in all_placed and all_placed[player].at
    }


def _read_place(pitch: Pitch, value: JSON, path: Path) -> Placed:
    words = value.split() if isinstance(value, str) else []
    if not words:
        raise Unreadable(path, f"must be a square and perhaps words after it, not {shown(value)}")
    if words == [AWAY_NAME]:
        return Placed("")
    one_of(words[0], path, pitch.squares)
    said = _sayings(iter(words[1:]), path)
    if "on" in said:
        one_of(said["on"], path, pitch.index)
    if "type" in said:
        word(said["type"], path, TYPES)
    return Placed(
        at=words[0],
        kind=said.get("type", ""),
        on=said.get("on", ""),
        ball="ball" in said,
        down="down" in said,
        fresh="fresh" in said,
    )


def _sayings(words: Iterator[str], path: Path) -> dict[str, str]:
    """The words after a square, `on` and `type` each with the word that follows it."""
    said: dict[str, str] = {}
    for saying in words:
        if saying not in _SAYINGS or saying in said:
            problem = (
                "is said twice" if saying in said else f"is unknown; {did_you_mean(saying[:40], _SAYINGS)}"
            )
            raise Unreadable(path, f"{shown(saying)} {problem}")
        said[saying] = next(words, "") if saying in ("on", "type") else saying
    if "fresh" in said and "on" not in said:
        raise Unreadable(path, "only a stack is fresh; name the lower player with 'on'")
    return said


_SAYINGS = ("ball", "down", "fresh", "on", "type")


def _player(pitch: Pitch, player: str, place: Placed) -> JSON:
    return {"type": place.kind or pitch.types[pitch.index[player]], "at": place.at, "down": place.down}


def _ball(pitch: Pitch, value: JSON, placed: Mapping[str, Placed], standard: bool) -> JSON:
    holders = [player for player, place in placed.items() if place.ball]
    if value is not None and holders:
        raise Unreadable(("ball",), f"{holders[0]} has the ball already")
    if len(holders) > 1:
        raise Unreadable(("place", holders[1]), f"{holders[0]} has the ball already")
    if value is not None:
        return _lying(value)
    usual = pitch.players[pitch.holder]
    if standard and not holders and usual in placed:
        holders = [usual]
    if not holders:
        raise Unreadable(("ball",), "is missing; name a square here, or say 'ball' with a player")
    return {"at": placed[holders[0]].at, "holder": holders[0]}


def _lying(value: JSON) -> JSON:
    """A loose ball (`E4`) or one beside the player who received it (`E4 for ATK2`)."""
    match value.split() if isinstance(value, str) else []:
        case [at]:
            return {"at": at, "holder": None}
        case [at, "for", holder]:
            return {"at": at, "holder": holder}
    raise Unreadable(("ball",), f"must be a square, or a square 'for' a player, not {shown(value)}")


def _path(path: Path, stacks: list[dict[str, JSON]], given: Mapping[str, JSON]) -> Path:
    """Where a scene says what a state's field holds."""
    match path:
        case ("players", player, *_):
            return ("place", player)
        case ("stacks", int(number), *_):
            return ("place", stacks[number]["top"])
        case ("ball", *_) if "ball" not in given:
            return ("place",)
        case ("ball", *_):
            return ("ball",)
    return path
