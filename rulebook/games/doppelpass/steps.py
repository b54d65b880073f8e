"""An action of Doppelpass as a scene writes it: flat, with points by their names."""

from rulebook.games.doppelpass.constants import PIECES
from rulebook.games.doppelpass.pitch import Pitch, Point
from rulebook.games.doppelpass.state import (
    ACTIONS,
    PIECE_FIELDS,
    Action,
    read_die,
    read_field,
    read_piece,
)
from rulebook.games.values import Path, as_mapping, fields, shown, word
from rulebook.model import JSON, Unreadable

_OPTIONAL = tuple(f"{name}_to" for name in PIECES)
"""Where other pieces go at a penalty."""


def read_step(pitch: Pitch, value: JSON) -> Action:
    """`{"do": "direct", "piece": "red", "to": "H18"}`; points just behind the goal lines have names too."""
    kind = word(as_mapping(value, ()).get("do"), ("do",), ACTIONS)
    needed = [name for name in ACTIONS[kind] if name not in _OPTIONAL]
    given = fields(value, (), ("do", *needed), [name for name in ACTIONS[kind] if name in _OPTIONAL])
    return (kind, *(_read(pitch, name, given.get(name)) for name in ACTIONS[kind]))


def write_step(pitch: Pitch, action: Action) -> JSON:
    """The inverse of `read_step`; a point without a name is written as its two numbers."""
    return {"do": action[0], **named(pitch, action)}


def named(pitch: Pitch, action: Action) -> dict[str, str | int]:
    """An action's fields by name, without those that are left out."""
    pairs = zip(ACTIONS[action[0]], action[1:], strict=True)
    return {name: _written(pitch, name, value) for name, value in pairs if value is not None}


def _read(pitch: Pitch, name: str, value: JSON) -> int | Point | None:
    path: Path = (name,)
    if name in _OPTIONAL and value is None:
        return None
    if name == "to" or name.endswith("_to"):
        return read_name(pitch, value, path)
    if name in PIECE_FIELDS:
        return read_piece(value, path)
    return read_die(pitch, value, path) if name.endswith("die") else read_field(pitch, name, value, path)


def read_name(pitch: Pitch, value: JSON, path: Path) -> Point:
    """The point of a name."""
    if not isinstance(value, str) or value not in pitch.points:
        raise Unreadable(path, f"{shown(value)} is no point")
    return pitch.points[value]


def _written(pitch: Pitch, name: str, value: int | Point) -> str | int:
    if not isinstance(value, int):
        return pitch.name(value)
    return PIECES[value] if name in PIECE_FIELDS else value
