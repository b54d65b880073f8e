"""What is to be said, and what is said: texts, their translations, and the catalogue that holds them."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from rulebook.errors import Place
from rulebook.words.languages import direction

State = Literal["source", "current", "fuzzy", "missing"]
Quotes = tuple[str, str, str, str]

PAGE, PAGE_LANGUAGE = "page", "en"
"""The context of the pages' own words, and the language in which the templates are written."""

NUMBER, QUOTES = "page-number", "page-quotes"
"""Contexts of what a catalogue of the pages knows of its language: words for numbers, and quotation marks."""

OF_PAGES = (PAGE, NUMBER, QUOTES)

MARKS: Quotes = ("“", "”", "‘", "’")
"""Outer and inner quotation marks of the language of the pages."""

PLACEHOLDER = re.compile(r"\{(\w+)\}")

NOWHERE = Place("")


class Sentence(Protocol):
    """A sentence of `sentences.yaml`: `by` names the placeholder that chooses between `one` and `other`."""

    @property
    def one(self) -> str: ...
    @property
    def other(self) -> str: ...
    @property
    def by(self) -> str: ...
    @property
    def place(self) -> Place: ...


@dataclass(frozen=True, slots=True)
class Said:
    """A text in the language that it is in: the source's own where the translation is fuzzy or missing."""

    text: str
    language: str
    state: State = "source"
    quotes: Quotes = field(default=MARKS, compare=False)

    @property
    def direction(self) -> str:
        return direction(self.language)


@dataclass(frozen=True, slots=True)
class Source:
    """A text to be translated, with its plural where it has one, and a note for translators."""

    context: str
    one: str
    other: str = ""
    place: Place = NOWHERE
    note: str = ""


@dataclass(frozen=True, slots=True)
class Translation:
    """One entry of a catalogue: a form for each plural, or a single one; `other` is its source's plural.

    `lines` are those of the forms, `place` is that of the source's text above them.
    """

    forms: tuple[str, ...]
    fuzzy: bool
    place: Place
    other: str = ""
    lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What a PO file says. `form` gives the index of the plural form for a number.

    `alone` holds for each index the only number that has this form, None where there are more of them;
    `counted` the words for the numbers from 0, which a catalogue of the pages has.
    """

    entries: Mapping[tuple[str, str], Translation]
    form: Callable[[int], int]
    place: Place
    alone: tuple[int | None, ...] = ()
    counted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """One form of a translation, where it stands, and the only number that it is for, if that is so."""

    text: str
    place: Place
    number: int | None
