"""Reading plain JSON values: each function returns what it was asked for or raises Unreadable."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulebook.errors import did_you_mean
from rulebook.model import JSON, Unreadable

Path = tuple[str | int, ...]

_SHOWN = 40


def fields(
    value: JSON, path: Path, needed: Sequence[str], optional: Iterable[str] = ()
) -> Mapping[str, JSON]:
    """The value as a mapping that has all needed fields and none that is unknown."""
    known = (*needed, *optional)
    mapping = as_mapping(value, path)
    for name in mapping:
        if name not in known:
            advice = did_you_mean(str(name)[:_SHOWN], known)
            raise Unreadable(
                (*path, str(name)), f"is unknown here; {advice}" if advice else "is unknown here"
            )
    for name in needed:
        if name not in mapping:
            raise Unreadable((*path, name), "is missing")
    return mapping


def as_mapping(value: JSON, path: Path) -> Mapping[str, JSON]:
    """The value as a mapping, whatever its fields."""
    if not isinstance(value, Mapping):
        raise Unreadable(path, f"must be a mapping of fields, not {shown(value)}")
    return value


def as_list(value: JSON, path: Path) -> Sequence[JSON]:
    """The value as a list."""
    if not isinstance(value, list):
        raise Unreadable(path, f"must be a list, not {shown(value)}")
    return value


def word(value: JSON, path: Path, known: Iterable[str]) -> str:
    """One of a few known words."""
    words = tuple(known)
    if not isinstance(value, str) or value not in words:
        raise Unreadable(path, f"must be one of {', '.join(words)}, not {shown(value)}")
    return value


def one_of(value: JSON, path: Path, known: Mapping[str, int]) -> int:
    """What a name stands for, where the names are too many to list."""
    if not isinstance(value, str) or value not in known:
        raise Unreadable(path, f"{shown(value)} is unknown")
    return known[value]


def flag(value: JSON, path: Path) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise Unreadable(path, f"must be true or false, not {shown(value)}")
    return value


def whole(value: JSON, path: Path) -> int:
    """A whole number; true and false are none."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise Unreadable(path, f"must be a whole number, not {shown(value)}")
    return value


def shown(value: Any) -> str:
    """A value in an error message, cut where it is long."""
    if value is None or isinstance(value, bool):
        return str(value).lower()
    text = ascii(value[: _SHOWN + 1]) if isinstance(value, str) else f"a {type(value).__name__}"
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
