"""What a text or sentence says in each language, from gettext catalogues; and the upkeep of the catalogues.

A catalogue is a PO file named by its language (`nb.po`). The context of an entry is a rule or section id, the
key of a sentence (`events.move`), a scene's title or remark (`scene.dodge`, `scene.dodge.exit`), or `page`.
"""

from rulebook.words.catalogue import read_catalogue, stats
from rulebook.words.entries import (
    MARKS,
    PAGE,
    PAGE_LANGUAGE,
    PLACEHOLDER,
    Catalogue,
    Form,
    Quotes,
    Said,
    Sentence,
    Source,
    State,
    Translation,
)
from rulebook.words.languages import Value, base, direction, language_problems
from rulebook.words.numbers import COUNTED, Counting
from rulebook.words.speech import Words, load, unit_in
from rulebook.words.upkeep import language_entries, page_entries, update

__all__ = [
    "COUNTED",
    "MARKS",
    "PAGE",
    "PAGE_LANGUAGE",
    "PLACEHOLDER",
    "Catalogue",
    "Counting",
    "Form",
    "Quotes",
    "Said",
    "Sentence",
    "Source",
    "State",
    "Translation",
    "Value",
    "Words",
    "base",
    "direction",
    "language_entries",
    "language_problems",
    "load",
    "page_entries",
    "read_catalogue",
    "stats",
    "unit_in",
    "update",
]
