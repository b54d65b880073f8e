"""One term for each concept: what a book calls it, and what each language does."""

from collections.abc import Mapping
from dataclasses import dataclass

from rulebook.errors import Place
from rulebook.reader.header import language_fault
from rulebook.reader.notes import Notes
from rulebook.reader.structure import Items, Text, Value, load
from rulebook.reader.values import entries_of, missing, text_of, texts_of


@dataclass(frozen=True, slots=True)
class Term:
    """A concept under its name: by language the pieces of words of which a text that means it holds one."""

    name: str
    words: Mapping[str, tuple[str, ...]]
    place: Place


def read_glossary(path: str, text: str) -> tuple[Term, ...]:
    """The terms of a book: `hand-off: {en: [hand-off, hands off], nb: overlever}`. Raises Problems."""
    notes = Notes(path)
    terms = tuple(
        Term(key.text, _words(notes, key, entry), key.place)
        for key, entry in entries_of(notes, load(notes, text), "the glossary")
    )
    notes.settle()
    return terms


def _words(notes: Notes, term: Text, value: Value) -> Mapping[str, tuple[str, ...]]:
    found = {}
    for key, entry in entries_of(notes, value, f"'{term.text}'"):
        if fault := language_fault(key.text):
            notes.add(key.place, "bad-language", f"'{key.text}' is no code of a language", fault)
        found[key.text] = _forms(notes, key, entry)
    return found


def _forms(notes: Notes, key: Text, value: Value) -> tuple[str, ...]:
    what = f"'{key.text}'"
    if not isinstance(value, Items):
        return (text_of(notes, value, what),)
    if not value.items:
        missing(notes, value, what)
    return texts_of(notes, value, what, (key.text,))
