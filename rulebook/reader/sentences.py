"""What a book's pages say of events, refusals, shows and positions."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulebook.errors import Place, did_you_mean
from rulebook.reader.notes import NOWHERE, Notes
from rulebook.reader.structure import Broken, Text, Value, load
from rulebook.reader.values import entries_of, fields_of, text_of


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is said of one kind of event or refusal, with `{placeholders}`.

    Where a number decides, `by` names its placeholder, `one` is the singular and `other` the plural.
    """

    one: str
    other: str = ""
    by: str = ""
    place: Place = NOWHERE


Sentences = Mapping[str, Sentence]
"""Keyed by section and name: `events.move`, `refusals.turn.took`, `shows.none`, `position.turn`."""


_SECTIONS = ("events", "refusals", "shows", "position")
_MORE_SECTIONS = ("names", "tables", "units")
_PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def placeholders(text: str) -> tuple[str, ...]:
    """The placeholders of a sentence in order. Raises ValueError for a brace that belongs to none."""
    rest = _PLACEHOLDER.sub("", text)
    if found := re.search(r"\{[^{}]*\}?|\}", rest):
        raise ValueError(found[0])
    return tuple(_PLACEHOLDER.findall(text))


def read_sentences(path: str, text: str) -> Sentences:
    """What a book's pages say of events, refusals, shows and positions. Raises Problems."""
    notes = Notes(path)
    sections = fields_of(notes, load(notes, text), "the sentences", _SECTIONS, _MORE_SECTIONS)
    sentences = {
        f"{section}.{key.text}": _sentence(notes, key.text, entry)
        for section, value in sections.items()
        for key, entry in _sentence_entries(notes, value, section)
    }
    notes.settle()
    return sentences


def _sentence_entries(notes: Notes, value: Value, section: str) -> Iterator[tuple[Text, Value]]:
    for key, entry in entries_of(notes, value, f"'{section}'"):
        if re.fullmatch(r"[\w#-]+(\.[\w#-]+)*", key.text, re.ASCII):
            yield key, entry
        else:
            text = f"'{key.text}' cannot be the name of a sentence"
            notes.add(key.place, "bad-name", text, "use letters, digits, '_', '-' and '.'")


def _sentence(notes: Notes, key: str, value: Value) -> Sentence:
    if isinstance(value, Text | Broken):
        return Sentence(_said(notes, value, f"'{key}'")[0], place=value.place)
    found = fields_of(notes, value, f"'{key}'", ("one", "other", "by"))
    one, ones = _said(notes, found.get("one"), "'one'")
    other, others = _said(notes, found.get("other"), "'other'")
    by = text_of(notes, found.get("by"), "'by'")
    if other and by and by not in others:
        advice = did_you_mean(by, others)
        notes.add(found["by"].place, "unknown-placeholder", f"'other' does not hold {{{by}}}", advice)
    for name in dict.fromkeys(ones) if other else ():
        if name not in others:
            notes.add(found["one"].place, "unknown-placeholder", f"'other' does not hold {{{name}}}", "")
    return Sentence(one, other, by, found["one"].place if "one" in found else value.place)


def _said(notes: Notes, value: Value | None, what: str) -> tuple[str, tuple[str, ...]]:
    """A sentence and its placeholders. A sentence in quotes may be empty: then nothing is said."""
    silent = isinstance(value, Text) and not value.plain and not value.text
    text = "" if silent else text_of(notes, value, what)
    try:
        return text, placeholders(text)
    except ValueError as error:
        advice = "a placeholder is one small word between braces: {player}"
        place = value.place if value else notes.place()
        notes.add(place, "bad-placeholder", f"'{error}' is no placeholder", advice)
        return text, ()
