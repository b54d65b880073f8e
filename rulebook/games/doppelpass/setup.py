"""The start of a game of Doppelpass, and the positions that scenes begin with."""

from collections.abc import Mapping

from rulebook.games.doppelpass.constants import (
    BASE,
    GOALS,
    KEEPERS,
    MISSED,
    MODES,
    MOVE,
    NOBODY,
    OVER,
    PENALTY,
    PHASES,
    PIECES,
    ROLL,
    SAVE,
    SHIFT,
    TEAMS,
    TOSS,
)
from rulebook.games.doppelpass.pitch import Pitch
from rulebook.games.doppelpass.state import GAME, State, read_count, read_state
from rulebook.games.doppelpass.steps import read_name
from rulebook.games.values import Path, as_mapping, fields, word
from rulebook.model import JSON, Unreadable

KICK_OFF_BASE = "kick-off"
"""The only set-up that there is."""

IN_THE_GOAL = "goal"
"""Where a scene says that a piece lies."""


def new(pitch: Pitch, options: Mapping[str, JSON]) -> State:
    """The start of a game: before the toss, or before the first roll of the player who is named `first`."""
    given = fields(options, (), (), ("mode", "goals", "max_rolls", "first"))
    mode = word(given.get("mode", BASE), ("mode",), MODES)
    limit, first = given.get("max_rolls"), given.get("first")
    turn = NOBODY if first is None else TEAMS.index(word(first, ("first",), TEAMS))
    has_keepers = mode != BASE
    return State(
        mode=mode,
        goals=read_count(given.get("goals", GOALS), ("goals",)),
        max_rolls=None if limit is None else read_count(limit, ("max_rolls",)),
        phase=TOSS if turn == NOBODY else SHIFT if has_keepers else ROLL,
        turn=turn,
        pieces=pitch.kick_off,
        keepers=pitch.keepers if has_keepers else (),
        score=(0, 0),
        dice=(),
        shot=None,
        rolls=0,
        winner=NOBODY,
    )


_FIELDS = ("base", "mode", "goals", "max_rolls", "rolls", "phase", "turn", "dice", "place", "score", "shot")


def setup(pitch: Pitch, start: Mapping[str, JSON]) -> State:
    """The position that a scene describes; what it leaves out is as at the kick-off.

    Fields: `base` (kick-off), the options `mode`, `goals` and `max_rolls`, `rolls`, `phase`, `turn`, `dice`,
    `score` by player, `shot` and `place`, by token: `C15`, or `goal` for a piece that lies in it.
    """
    given = fields(start, (), (), _FIELDS)
    word(given.get("base", KICK_OFF_BASE), ("base",), (KICK_OFF_BASE,))
    mode = word(given.get("mode", BASE), ("mode",), MODES)
    place = _places(pitch, given.get("place", {}), mode)
    shot = _shot(pitch, given.get("shot"))
    phase = word(given.get("phase", _phase(pitch, given, shot)), ("phase",), _BEGINNINGS)
    state = {
        "game": GAME,
        "mode": mode,
        "goals": given.get("goals", GOALS),
        "max_rolls": given.get("max_rolls"),
        "phase": phase,
        "turn": given.get("turn", None if phase == TOSS else TEAMS[0]),
        "pieces": {piece: place[piece] for piece in PIECES},
        "keepers": None if mode == BASE else {team: place[f"keeper.{team}"] for team in TEAMS},
        "score": dict.fromkeys(TEAMS, 0) | dict(as_mapping(given.get("score", {}), ("score",))),
        "dice": given.get("dice", []),
        "shot": shot,
        "rolls": given.get("rolls", 0),
        "winner": None,
    }
    try:
        return read_state(pitch, state)
    except Unreadable as error:
        raise Unreadable(_path(error.path), error.what) from None


_BEGINNINGS = tuple(phase for phase in PHASES if phase != OVER)


def _places(pitch: Pitch, value: JSON, mode: str) -> dict[str, JSON]:
    """By token, as the state writes points."""
    usual = zip((*PIECES, *KEEPERS), (*pitch.kick_off, *pitch.keepers), strict=True)
    places: dict[str, JSON] = {token: list(at) for token, at in usual}
    known = PIECES if mode == BASE else (*PIECES, *KEEPERS)
    for token, name in fields(value, ("place",), (), known).items():
        in_goal = name == IN_THE_GOAL and token in PIECES
        places[token] = None if in_goal else list(read_name(pitch, name, ("place", token)))
    return places


def _shot(pitch: Pitch, value: JSON) -> JSON:
    """The pending shot as the state writes it; `to` and `number` may be left out."""
    if value is None:
        return None
    given = fields(value, ("shot",), ("kind", "piece"), ("to", "number"))
    to = given.get("to")
    point = None if to is None else list(read_name(pitch, to, ("shot", "to")))
    return {"kind": given["kind"], "piece": given["piece"], "to": point, "number": given.get("number")}


def _phase(pitch: Pitch, given: Mapping[str, JSON], shot: JSON) -> str:
    """The phase that goes with what a start says."""
    if given.get("dice"):
        return MOVE
    before = ROLL if shot is None else PENALTY
    if shot is None or (shot["kind"] == PENALTY and shot["number"] is None):
        return before if given.get("mode", BASE) == BASE else SHIFT
    missed = shot["kind"] == PENALTY and shot["number"] in pitch.sizes.missed
    return MISSED if missed else SAVE


def _path(path: Path) -> Path:
    """Where a scene says what a state's field holds."""
    match path:
        case ("pieces", piece):
            return "place", piece
        case ("keepers", team):
            return "place", f"keeper.{team}"
        case ("pieces" | "keepers",):
            return ("place",)
    return path
