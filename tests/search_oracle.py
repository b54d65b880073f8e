"""A second search, written from what is promised of the first one: which places of a book hold some words."""

from collections.abc import Iterable
from unicodedata import category, normalize

from rulebook.search import Group, Part, Work

PLAIN = dict(zip("åäöøüæœßıłđٱىةکی", "a a o o u ae oe ss i l d ا ي ه ك ي".split(), strict=True))
LONG = PLAIN | dict(zip("åäöøü", "aa ae oe oe ue".split(), strict=True))
KANA_MARKS = "\u3099\u309a"
JOINING = "ـ'‘’ʼ‐‑-"


def folded(text: str, spelt: dict[str, str] = PLAIN) -> str:
    """A text as it is compared: without case, marks, width, kind of kana, and what nobody sees."""
    letters = (spelt.get(letter.lower()) or _bare(letter) for letter in normalize("NFC", text))
    return "".join(letters)


def _bare(letter: str) -> str:
    apart = normalize("NFKD", letter.lower()).lower()
    return "".join(
        _plain(each)
        for each in apart
        if each in KANA_MARKS or (category(each) not in ("Mn", "Cf") and each not in JOINING)
    )


def _plain(letter: str) -> str:
    if "\u30a1" <= letter <= "\u30f6":
        return chr(ord(letter) - 0x60)
    return str(int(letter)) if letter in "٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹" else PLAIN.get(letter, letter)


def holds(text: str, word: str) -> bool:
    """Whether a word of more than one letter is in a text, spelt in either way."""
    return any(folded(word, spelt) in folded(text, spelt) for spelt in (PLAIN, LONG))


def places(groups: Iterable[Group], query: str) -> set[str]:
    """The ids of all parts that hold all words; a work that is shown once shows one of its own."""
    words = query.split()
    return {
        part.id
        for group in groups
        for work in group.works
        for number, part in enumerate(work.parts)
        if _fits(work, part, words, first=number == 0)
    }


def _fits(work: Work, part: Part, words: list[str], *, first: bool) -> bool:
    own = [holds(part.said.text, word) or folded(part.label) == folded(word) for word in words]
    every = all(mine or holds(work.title.text, word) for mine, word in zip(own, words, strict=True))
    return every and (first or any(own))
