"""How languages say numbers, and which quotation marks they have: a catalogue of the pages tells both."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rulebook.words.entries import MARKS, Quotes

COUNTED = tuple(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen twenty".split()
)
"""The numbers that are read in words, as the language of the pages says them."""

UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff"
"""Letters of scripts that put no spaces between words: Thai, Lao, Burmese, Khmer, Japanese, Chinese."""


@dataclass(frozen=True, slots=True)
class Counting:
    """Words for numbers. `articles` are those that mostly are none: `ein Spieler` may be `a player`.

    `none` are longer words that hold one of them and count nothing, in a language without spaces.
    """

    words: Mapping[str, int]
    articles: frozenset[str]
    none: frozenset[str]

    def pattern(self, articles: bool) -> re.Pattern[str]:
        """Finds numbers in digits or words as its group, and nothing in what counts nothing."""
        known = self.words.keys() - (frozenset() if articles else self.articles)
        return _number_pattern(frozenset(known), self.none)


@cache
def counting_of(rows: tuple[str, ...]) -> Counting:
    """The words of each row count as many as its index: `eins / (ein)`, `二 / -二度と`."""
    parts = [(part, value) for value, row in enumerate(rows) for part in alternatives(row)]
    articles = frozenset(part[1:-1] for part, _ in parts if part.startswith("("))
    known = {part.strip("()"): value for part, value in parts if not part.startswith("-")}
    return Counting(known, articles, frozenset(part[1:] for part, _ in parts if part.startswith("-")))


def alternatives(row: str) -> list[str]:
    """`eins / (ein)` as two."""
    return [part for each in folded(row).split("/") if (part := each.strip())]


def folded(text: str) -> str:
    """A text as words are compared in it."""
    return unicodedata.normalize("NFC", text).casefold()


def numbers_in(text: str, counting: Counting, articles: bool) -> list[int]:
    """Every number in a text, in digits or words (see `Words.numbers`)."""
    return [
        int(found) if found.isdecimal() else counting.words[found]
        for found in counting.pattern(articles).findall(folded(text))
        if found
    ]


@cache
def _number_pattern(known: frozenset[str], none: frozenset[str]) -> re.Pattern[str]:
    longest = sorted(known, key=lambda word: (-len(word), word))
    choice = "|".join(f"{_edge(word[0], '<')}{re.escape(word)}{_edge(word[-1], '')}" for word in longest)
    passed_over = "".join(f"{re.escape(word)}|" for word in sorted(none, key=len, reverse=True))
    return re.compile(rf"{passed_over}((?<![a-z\u00df-\u024f\d])\d+|{choice or '(?!)'})")


def _edge(letter: str, before: str) -> str:
    """That a word ends here, where its script shows that."""
    return "" if re.match(f"[{UNSPACED}]", letter) else rf"(?{before}!\w)"


@cache
def quotes_of(text: str) -> Quotes:
    """Four marks with spaces between them; those of the pages' own language for none."""
    marks = text.split(" ")
    return (marks[0], marks[1], marks[2], marks[3]) if len(marks) == len(MARKS) else MARKS
