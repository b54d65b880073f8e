"""Changes to the prose of a book: numbers, names, units, words of sentences with a law, and translations."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random

from rulebook import books
from rulebook.books import Book
from rulebook.model import Fact
from rulebook.words import Counting
from tests.mutants.change import Mutant, Names, told

FACT = re.compile(r"\[([^\[\]]*)\]\(fact:([^)]*)\)")
LINK = re.compile(r"\[([^\[\]]*)\]\([a-z]+:[^)]*\)")
PLACEHOLDER = re.compile(r"\{\w+\}")
NAMED = re.compile(r"(?<![\w.])([A-Z]+)([0-9]+)\b")
TEAM = re.compile(r"(?<![\w.])(ATK|DEF)\b(?![0-9])")
SAID = re.compile(r"^(?: *- )? *(?:title|remark): (.*)$", re.MULTILINE)
ENTRY = re.compile(
    r'^(?P<comments>(?:#.*\n)*)(?:msgctxt (?P<context>".*")\n)(?P<source>(?:msgid.*\n|".*"\n)+)'
    r'(?P<forms>(?:msgstr.*\n?|".*"\n?)+)',
    re.MULTILINE,
)
FORM = re.compile(r'^(?P<key>msgstr(?:\[\d\])?) (?P<text>".*"\n?(?:^".*"\n?)*)', re.MULTILINE)
WORD = re.compile(r"(?<![\w.:\[({])[^\W\d_]+(?![\w.]*[:)}])")

UNITS_TRIED = 2
"""With how many other units each unit is confused."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of text in a file, and where it stands. `of` is what it belongs to; `po` where it is quoted.

    `free` is a text of the source for which no law stands, `spare` the placeholder that a plural form for one
    number alone may leave out.
    """

    path: str
    start: int
    end: int
    line: int
    text: str
    language: str
    of: str
    po: bool = False
    free: bool = False
    spare: str = ""

    def written(self, text: str) -> str:
        """A text as it stands in this file."""
        return json.dumps(text, ensure_ascii=False) if self.po else text


@dataclass(frozen=True, slots=True)
class Edit:
    """A passage with other characters from `start` to `end`."""

    kind: str
    start: int
    end: int
    new: str
    codes: tuple[str, ...]


class Library:
    """A book as its files: every passage, the sentences with a law, and how each language counts."""

    def __init__(self, root: Path, book: str, seed: int) -> None:
        self.root, self.folder, self.seed = root, f"scenes/{book}", seed
        self.book: Book = books.load(root / self.folder)
        self.language = self.book.header.language

    def text(self, name: str) -> str:
        return (self.root / self.folder / name).read_text(encoding="utf-8")

    @cached_property
    def quotes(self) -> Mapping[str, str]:
        """The sentence of each rule that has a law."""
        laws = {law.rule for law in self.book.game.proof.laws}
        return {rule: entry.msgid for rule, entry in self.book.prose.rules.items() if rule in laws}

    @property
    def translations(self) -> list[str]:
        return [language for language in self.book.words if language != self.language]

    def source(self) -> Iterator[Passage]:
        """The texts of the book itself, each once, and those of its scenes."""
        text, name = self.text("book.md"), f"{self.folder}/book.md"
        at = text.index("\n---\n")
        for entry in self.book.prose.entries:
            at = text.index(entry.msgid, at)
            of = entry.rule or entry.context or "front"
            yield self._passage(name, text, at, entry.msgid, of)
            at += len(entry.msgid)
        for scene in sorted((self.root / self.folder).glob("*.yaml")):
            for found in SAID.finditer(scene.read_text(encoding="utf-8")):
                path = f"{self.folder}/{scene.name}"
                yield self._passage(path, found.string, found.start(1), found[1], scene.stem)

    def _passage(self, path: str, whole: str, at: int, text: str, of: str) -> Passage:
        line = whole.count("\n", 0, at) + 1
        free = self.quotes.get(of) != text
        return Passage(path, at, at + len(text), line, text, self.language, of, free=free)

    def translated(self, language: str) -> Iterator[Passage]:
        """Every form of every translation."""
        name, whole = f"{self.folder}/{language}.po", self.text(f"{language}.po")
        for entry in ENTRY.finditer(whole):
            for form in FORM.finditer(entry["forms"]):
                start, end = (entry.start("forms") + offset for offset in form.span("text"))
                quoted = whole[start:end].rstrip("\n")
                text = "".join(json.loads(part) for part in quoted.split("\n"))
                line, of = whole.count("\n", 0, start) + 1, json.loads(entry["context"])
                spare = self.spare(language, of, form["key"])
                yield Passage(name, start, start + len(quoted), line, text, language, of, True, spare=spare)

    def spare(self, language: str, of: str, key: str) -> str:
        """The placeholder of the number in a form such as `msgstr[0]` that is for one number alone."""
        catalogue, index = self.book.words[language].book, key.partition("[")[2].rstrip("]")
        if not index or catalogue is None or catalogue.alone[int(index)] is None:
            return ""
        sentence = self.book.sentences.get(of)
        return f"{{{sentence.by if sentence else 'n'}}}"

    def units(self, language: str) -> dict[str, str]:
        """How each unit is called, for more than one."""
        spoken, found = self.book.words[language], {}
        for key, sentence in self.book.sentences.items():
            if key.startswith("units."):
                said = (
                    spoken.plural(key, sentence.one, sentence.other, 2, {"n": 2})
                    if sentence.other
                    else (spoken.text(key, sentence.one, {"n": 2}))
                )
                found[key.removeprefix("units.")] = said.text.replace("2", "").strip()
        return found

    def fact(self, name: str) -> Fact | None:
        return self.book.game.facts.get(name)


def mutants(root: Path, book: str, seed: int) -> Iterator[Mutant]:
    """Every change to the texts of a book in all its languages."""
    library, names = Library(root, book, seed), Names()
    source = list(library.source())
    for passage in source:
        yield from _all(names, passage, (*_numbers(library, passage), *_names(passage)))
        yield from _all(names, passage, _units(library, passage))
        yield from _all(names, passage, _reworded(library, passage))
    for language in library.translations:
        for passage in library.translated(language):
            yield from _all(names, passage, (*_numbers(library, passage), *_names(passage)))
            yield from _all(names, passage, _units(library, passage))
            yield from _all(names, passage, _lost(passage))
        yield from _made_fuzzy(library, names, language)


def _all(names: Names, passage: Passage, edits: Iterator[Edit] | Sequence[Edit]) -> Iterator[Mutant]:
    for edit in edits:
        new = passage.text[: edit.start] + edit.new + passage.text[edit.end :]
        file = passage.path.rpartition("/")[2]
        kind = f"{edit.kind} ({passage.language})"
        if new != passage.text:
            yield Mutant(
                name=names.next(f"text:{file}:{passage.of}:{edit.kind.replace(' ', '-')}"),
                group="text",
                kind=kind,
                path=passage.path,
                line=passage.line,
                change=told(passage.text, new),
                start=passage.start,
                end=passage.end,
                new=passage.written(new),
                codes=(*edit.codes, *OUTDATED)
                if passage.free and edit.codes in (FREE, NAMES)
                else edit.codes,
            )


# Numbers

IN_FACT, FREE = ("wrong-fact",), ("free-number", "other-numbers", "prose-changed")
OUTDATED = ("stale", "untranslated")
"""What a change of the source does to its translations; where no law stands for it, nothing else shows it."""


def _numbers(library: Library, passage: Passage) -> Iterator[Edit]:
    """Each number one more and one less, in digits and in words."""
    bound = [found.span(1) for found in FACT.finditer(passage.text)]
    counting = library.book.words[passage.language].counting
    for start, end, value in _counted(passage, counting):
        inside = any(first <= start and end <= last for first, last in bound)
        for other in (value - 1, value + 1):
            yield from _written(counting, start, end, other, IN_FACT if inside else FREE)
    for found in FACT.finditer(passage.text):
        fact = library.fact(found[2])
        if fact and isinstance(fact.value, str):
            yield from _letters(found)


def _letters(found: re.Match[str]) -> Iterator[Edit]:
    """A fact that is a letter or a name."""
    for old, other in (("ATK", "DEF"), ("DEF", "ATK")):
        if old in found[1]:
            yield Edit("name in a fact", *found.span(1), found[1].replace(old, other), IN_FACT)
    if len(found[1]) == 1:
        for step in (-1, 1):
            yield Edit("name in a fact", *found.span(1), chr(ord(found[1]) + step), IN_FACT)
    if number := re.search("[0-9]+", found[1]):
        for step in (-1, 1):
            new = found[1].replace(number[0], str(int(number[0]) + step))
            yield Edit("name in a fact", *found.span(1), new, IN_FACT)


def _counted(passage: Passage, counting: Counting) -> Iterator[tuple[int, int, int]]:
    """Where numbers stand, and which; words that may be articles only inside facts."""
    bound = [found.span(1) for found in FACT.finditer(passage.text)]
    hidden = [found.span() for found in re.finditer(r"\]\([^)]*\)|\{[^}]*\}", passage.text)]
    for found in re.finditer(r"(?<!\w)\d+|[^\W\d_]+", passage.text):
        start, end = found.span()
        word = found[0].casefold()
        inside = any(first <= start and end <= last for first, last in bound)
        if any(first <= start < last for first, last in hidden) or (word in counting.articles and not inside):
            continue
        if word.isdecimal() or word in counting.words:
            yield start, end, int(word) if word.isdecimal() else counting.words[word]


def _written(counting: Counting, start: int, end: int, value: int, codes: tuple[str, ...]) -> Iterator[Edit]:
    if value >= 0:
        yield Edit("number in digits", start, end, str(value), codes)
    spelt = [word for word, number in counting.words.items() if number == value]
    for word in spelt[:1]:
        yield Edit("number in words", start, end, word, codes)


# Names of pieces and squares

NAMES = ("other-names", "prose-changed", "absent-piece")


def _names(passage: Passage) -> Iterator[Edit]:
    """Each square and piece outside facts becomes a neighbour: column, row, number, or the other team."""
    bound = [found.span() for found in FACT.finditer(passage.text)]
    for found in NAMED.finditer(passage.text):
        if not any(start <= found.start() < end for start, end in bound):
            for new in _neighbours(found[1], int(found[2])):
                kind = "square" if len(found[1]) == 1 else "piece"
                yield Edit(kind, *found.span(), new, NAMES)
    for found in TEAM.finditer(passage.text):
        if not any(start <= found.start() < end for start, end in bound):
            yield Edit("team", *found.span(), _other_team(found[1]), NAMES)


def _neighbours(letters: str, number: int) -> Iterator[str]:
    if len(letters) == 1:
        yield from (f"{chr(ord(letters) + step)}{number}" for step in (-1, 1))
    else:
        yield f"{_other_team(letters)}{number}"
    yield from (f"{letters}{number + step}" for step in (-1, 1))


def _other_team(team: str) -> str:
    return "ATK" if team == "DEF" else "DEF"


# Units


def _units(library: Library, passage: Passage) -> Iterator[Edit]:
    """The unit of each fact becomes another one, in the fact's text or else beside it."""
    called = library.units(passage.language)
    for found in FACT.finditer(passage.text):
        fact = library.fact(found[2])
        if fact and fact.unit in called:
            for spot in _unit_spots(passage, found, called[fact.unit]):
                for other in _other_units(called, fact.unit):
                    yield Edit("unit", *spot, other, IN_FACT)


def _unit_spots(passage: Passage, found: re.Match[str], called: str) -> Iterator[tuple[int, int]]:
    """Where the unit of a fact is named: in it, or the word with its stem that is nearest to a bare number.

    Where that word stands in another fact, it is changed there.
    """
    stem = re.compile(rf"(?<!\w){re.escape(called[:4])}\w*", re.IGNORECASE)
    if inside := stem.search(passage.text, *found.span(1)):
        yield inside.span()
    elif found[1].strip().isdecimal():
        nearest = min(stem.finditer(passage.text), key=lambda match: _apart(match, found), default=None)
        if nearest and not _in_link(passage.text, nearest):
            yield nearest.span()


def _apart(one: re.Match[str], other: re.Match[str]) -> int:
    """How many characters stand between two places."""
    return max(one.start() - other.end(), other.start() - one.end())


def _in_link(text: str, match: re.Match[str]) -> bool:
    return any(link.start() <= match.start() < link.end() for link in LINK.finditer(text))


def _other_units(called: Mapping[str, str], unit: str) -> list[str]:
    """The next units in the list whose names have nothing to do with this one."""
    keys = list(called)
    rest = keys[keys.index(unit) + 1 :] + keys[: keys.index(unit)]
    others = [called[key] for key in rest if called[key][:3].casefold() != called[unit][:3].casefold()]
    return others[:UNITS_TRIED]


# Sentences with a law

CHANGED = ("prose-changed",)


def _reworded(library: Library, passage: Passage) -> Iterator[Edit]:
    """One word of a rule's sentence dropped, doubled, replaced, or put behind the next one."""
    if library.quotes.get(passage.of) != passage.text:
        return
    found = list(WORD.finditer(passage.text))
    for kind in ("dropped", "doubled", "replaced", "swapped"):
        chance = Random(f"{library.seed}/{passage.of}/{kind}")
        index = chance.randrange(len(found) - 1)
        word, following = found[index], found[index + 1]
        if kind == "swapped":
            between = passage.text[word.end() : following.start()]
            yield Edit(
                "word swapped", word.start(), following.end(), f"{following[0]}{between}{word[0]}", CHANGED
            )
        else:
            new = {"dropped": "", "doubled": f"{word[0]} {word[0]}", "replaced": _other_word(word[0])}[kind]
            yield Edit(f"word {kind}", *word.span(), new, CHANGED)


def _other_word(word: str) -> str:
    return "never" if word.casefold() != "never" else "always"


# Translations


def _lost(passage: Passage) -> Iterator[Edit]:
    """A translation without one of its links, without one of its placeholders, or without anything."""
    for found in LINK.finditer(passage.text):
        yield Edit("link lost", *found.span(), found[1], ("lost-link",))
    for name in dict.fromkeys(PLACEHOLDER.findall(passage.text)):
        if name == passage.spare:
            continue
        rest = " ".join(passage.text.replace(name, "").split())
        yield Edit("placeholder lost", 0, len(passage.text), rest, ("lost-placeholder",))
    yield Edit("text emptied", 0, len(passage.text), "", ("untranslated", "plural-forms"))


def _made_fuzzy(library: Library, names: Names, language: str) -> Iterator[Mutant]:
    """Each translation marked as one that nobody has looked at since its source changed."""
    file, whole = f"{language}.po", library.text(f"{language}.po")
    for entry in ENTRY.finditer(whole):
        start, of = entry.start("context") - len("msgctxt "), json.loads(entry["context"])
        yield Mutant(
            name=names.next(f"text:{file}:{of}:fuzzy"),
            group="text",
            kind=f"fuzzy ({language})",
            path=f"{library.folder}/{file}",
            line=whole.count("\n", 0, start) + 1,
            change=f"{of} → fuzzy",
            start=start,
            end=start,
            new="#, fuzzy\n",
            codes=("stale",),
        )
