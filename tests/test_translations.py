"""Every fault of a translation that a program can find is found in the real catalogue of every language.

The faults are made where the data offer a place for them. Those that agreement finds are made all at once,
each in an entry of its own; those that a reading finds, one by one.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import pytest

from rulebook import books, pages, prose, words
from rulebook.books import Book
from rulebook.check import agreement, blocking, report
from rulebook.check.explore import Tally
from rulebook.errors import Exit, Problem, Problems
from rulebook.model import Fact
from rulebook.prose import SceneMark
from rulebook.words import Source, Words
from tests import books_for_tests as ball

BOOKS = books.find(ball.ROOT / "scenes")
TEMPLATES = ball.ROOT / "templates"
LANGUAGES = books.languages_of(ball.BALL)
PAGES = "pages"
"""Stands for a book where a fault is made in the words of the pages."""

FACT = re.compile(r"\[([^][]*)\]\(fact:([\w.]+)\)")
SPELLED = {"ar": "٠١٢٣٤٥٦٧٨٩"}
"""Digits as the language may also write them; full-width ones stand for those of the others."""

everywhere = pytest.mark.parametrize("language", LANGUAGES)
in_each_book = pytest.mark.parametrize("name", [folder.name for folder in BOOKS])


# Catalogues as their lines


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a catalogue: its texts, and the lines of its context, source and forms."""

    context: str
    ids: tuple[str, ...]
    forms: tuple[str, ...]
    head: int
    line: int
    lines: tuple[int, ...]

    @property
    def form(self) -> str:
        return self.forms[-1]

    @property
    def key(self) -> tuple[str, str]:
        return self.context, self.ids[0]


def entries(text: str) -> Iterator[Entry]:
    """The entries of a catalogue as we keep it: each text on one line."""
    known: dict[str, list[tuple[int, str]]] = {}
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if found := re.fullmatch(r'(msgctxt|msgid|msgstr)(?:_plural|\[\d\])? (".*")', line):
            known.setdefault(found[1], []).append((number, json.loads(found[2])))
        elif not line and known:
            contexts, ids, forms = (known.get(word, []) for word in ("msgctxt", "msgid", "msgstr"))
            context, head = (contexts[0][1], contexts[0][0]) if contexts else ("", ids[0][0])
            sources, said = (tuple(said for _, said in texts) for texts in (ids, forms))
            yield Entry(context, sources, said, head, ids[0][0], tuple(line for line, _ in forms))
            known = {}


@dataclass(frozen=True, slots=True)
class Fault:
    """What is changed (line → its new text), and what has to be told: codes, the line of each, and words."""

    changed: Mapping[int, str]
    codes: tuple[str, ...]
    line: int
    says: tuple[str, ...] = ()
    exit: Exit = Exit.MISMATCH


@dataclass(slots=True)
class Desk:
    """A catalogue of a book in a language, of which each entry is spoilt once."""

    book: Book
    language: str
    path: Path
    text: str = field(init=False)
    entries: list[Entry] = field(init=False)
    used: set[tuple[str, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.text = self.path.read_text(encoding="utf-8")
        self.entries = [entry for entry in entries(self.text) if entry.ids[0]]

    @property
    def words(self) -> Words:
        return self.book.words[self.language]

    def pick(self, suits: Callable[[Entry], object]) -> Entry:
        """The first entry that suits and is whole yet; its rule or sentence is not used again."""
        used = {context for context, _ in self.used if "." in context}
        for entry in self.entries:
            if entry.key not in self.used and entry.context not in used and all(entry.forms) and suits(entry):
                self.used.add(entry.key)
                return entry
        raise AssertionError(f"{self.path} offers no place for this fault")

    def rule(self, suits: Callable[[Entry], object] = bool) -> Entry:
        """An entry that is all that a rule of the book says, and holds no fact unless that is asked for."""
        contexts = [entry.context for entry in self.entries]
        return self.pick(
            lambda entry: (
                entry.context in self.book.prose.rules
                and contexts.count(entry.context) == 1
                and not FACT.search(entry.form)
                and suits(entry)
            )
        )

    def said(self, entry: Entry, form: str, index: int = -1) -> dict[int, str]:
        """The change of one form of an entry."""
        key = f"msgstr[{index % len(entry.forms)}]" if len(entry.ids) > 1 else "msgstr"
        return {entry.lines[index]: f"{key} {quoted(form)}"}

    def word(self, value: int) -> str:
        return next(word for word, number in self.words.counting.words.items() if number == value)

    def written(self, *faults: Fault) -> bytes:
        lines = self.text.split("\n")
        for fault in faults:
            for number, line in fault.changed.items():
                lines[number - 1] = line
        return "\n".join(lines).encode()


Make = Callable[[Desk], Fault]


def quoted(text: str) -> str:
    """A text as a catalogue has it: signs that a person cannot see are not escaped there."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


# Faults that agreement finds


def bound(desk: Desk, change: Callable[[str, Fact], str | None]) -> Fault:
    """The text of a fact becomes another one, which has to be told with both values."""

    def changed(entry: Entry) -> tuple[re.Match[str], str] | None:
        for found in FACT.finditer(entry.form):
            fact = desk.book.game.facts[found[2]]
            new = change(found[1], fact) if isinstance(fact.value, int) else None
            if new is not None:
                return found, new
        return None

    entry = desk.pick(changed)
    found, new = changed(entry) or pytest.fail("the entry was picked for this")
    fact = desk.book.game.facts[found[2]]
    value = f"{fact.value} {fact.unit}".strip()
    says = f"'{new}' ({desk.language}) does not say '{found[2]}', which is {value}"
    form = entry.form[: found.start(1)] + new + entry.form[found.end(1) :]
    return Fault(desk.said(entry, form), ("wrong-fact",), entry.lines[0], (says,))


def number_in_digits(desk: Desk) -> Fault:
    return bound(desk, lambda shown, _: increased(shown, "0123456789", "0123456789"))


def number_in_other_digits(desk: Desk) -> Fault:
    other = SPELLED.get(desk.language, "０１２３４５６７８９")
    return bound(desk, lambda shown, _: increased(shown, "0123456789", other))


def increased(shown: str, digits: str, other: str) -> str | None:
    found = re.search(f"[{digits}]+", shown)
    return found and shown.replace(found[0], str(int(found[0]) + 1).translate(str.maketrans(digits, other)))


def number_in_words(desk: Desk) -> Fault:
    """A word becomes another one; in a book that has digits alone, these do."""
    known = desk.words.counting.words

    def spelled(shown: str) -> str:
        """The longest word for a number, or the digits."""
        longest = max((word for word in known if word in shown.casefold()), key=len, default="")
        return longest if desk.words.numbers(shown) == [known.get(longest)] else ""

    def change(shown: str, fact: Fact) -> str | None:
        old = spelled(shown) if words_first else next(iter(re.findall("[0-9]+", shown)), "")
        value = fact.value
        if not old or not isinstance(value, int) or value + 1 not in known.values():
            return None
        new = re.sub(re.escape(old), desk.word(value + 1), shown, count=1, flags=re.IGNORECASE)
        return new if desk.words.numbers(new) == [value + 1] else None

    shown = (found[1] for entry in desk.entries for found in FACT.finditer(entry.form))
    words_first = any(map(spelled, shown))
    return bound(desk, change)


def unit(desk: Desk) -> Fault:
    units = {
        key.removeprefix("units."): forms
        for key, sentence in desk.book.sentences.items()
        if key.startswith("units.")
        for forms in [desk.words.forms(Source(key, sentence.one, sentence.other))]
    }

    def change(shown: str, fact: Fact) -> str | None:
        """In the form that the catalogue gives first; units that share a word with this one are no change."""
        for form in units.get(fact.unit, ()):
            own = words.PLACEHOLDER.sub("", form.text).strip()
            for other, (first, *_) in units.items():
                new = shown.replace(own, words.PLACEHOLDER.sub("", first.text).strip())
                if own in shown and other != fact.unit and not words.unit_in(new, fact.unit, desk.words):
                    return new if desk.words.numbers(new) == [fact.value] else None
        return None

    return bound(desk, change)


def number_more(desk: Desk) -> Fault:
    entry = desk.rule()
    says = f"the number 3 ({desk.language}) is bound to no fact"
    form = f"{entry.form} {desk.word(3)}."
    return Fault(desk.said(entry, form), ("free-number",), entry.lines[0], (says,))


def number_in_a_caption(desk: Desk) -> Fault:
    entry = desk.pick(lambda entry: entry.context.startswith("events.") and len(entry.ids) == 1)
    says = "the numbers here are [3], in the source none"
    form = f"{entry.form} {desk.word(3)}."
    return Fault(desk.said(entry, form), ("other-numbers",), entry.lines[0], (says,))


def number_in_a_plural_form(desk: Desk) -> Fault:
    """In the last form: a language may have six."""
    entry = desk.pick(lambda entry: len(entry.ids) > 1 and not entry.context.startswith("units."))
    says = "the numbers here are [4], in the source none"
    form = f"{entry.form} ({desk.word(4)})"
    return Fault(desk.said(entry, form), ("other-numbers",), entry.lines[-1], (says,))


def square(desk: Desk) -> Fault:
    """A square or piece becomes its neighbour."""
    name = re.compile(r"(?<![\w.:/#\[({])[A-Z]+[0-9]?([1-8])(?![\w\])}])", re.ASCII)
    entry = desk.pick(lambda entry: name.search(entry.form) and len(entry.ids) == 1)
    found = name.search(entry.form) or pytest.fail("the entry was picked for this")
    new = found[0][:-1] + str(int(found[1]) + 1)
    form = entry.form[: found.start()] + new + entry.form[found.end() :]
    return Fault(desk.said(entry, form), ("other-names",), entry.lines[0], (f"{new}", f"{found[0]}"))


def team(desk: Desk) -> Fault:
    one, other = desk.book.game.teams
    name = re.compile(rf"(?<![\w{{])(?:{one}|{other})(?![\w}}])", re.ASCII)
    entry = desk.pick(lambda entry: len(set(name.findall(entry.form))) == 1 and "fact:" not in entry.form)
    swapped = {one: other, other: one}
    form = name.sub(lambda found: swapped[found[0]], entry.form)
    return Fault(desk.said(entry, form), ("other-names",), entry.lines[0], (one, other, "in the source"))


def term(desk: Desk) -> Fault:
    """A word that is not the book's in the place of the book's own, where that is all the entry speaks of."""
    language = desk.book.header.language

    def own(entry: Entry) -> tuple[str, list[str]] | None:
        meant = [term for term in desk.book.glossary if agreement._means(entry.ids[0], term, language)]
        if len(meant) != 1 or desk.language not in meant[0].words:
            return None
        return meant[0].name, [word for word in meant[0].words[desk.language] if word in entry.form]

    entry = desk.pick(lambda entry: len(entry.ids) == 1 and (found := own(entry)) and found[1])
    name, (word, *_) = own(entry) or pytest.fail("the entry was picked for this")
    form = re.sub(re.escape(word), "xxx", entry.form, flags=re.IGNORECASE)
    says = f"the source speaks of '{name}', and this says none of its words"
    return Fault(desk.said(entry, form), ("other-term",), entry.lines[0], (says, word))


def markup(desk: Desk) -> Fault:
    entry = desk.rule()
    return Fault(
        desk.said(entry, f"**{entry.form}"), ("broken-markup",), entry.lines[0], ("'**'",), Exit.INPUT
    )


def html(desk: Desk) -> Fault:
    entry = desk.rule()
    form = f"{entry.form} <b>x</b>"
    return Fault(desk.said(entry, form), ("raw-html",) * 2, entry.lines[0], ("'<b>'", "'</b>'"), Exit.INPUT)


def missing(desk: Desk) -> Fault:
    entry = desk.rule()
    return Fault(desk.said(entry, ""), ("untranslated",), entry.line, (entry.context, entry.ids[0]))


def fuzzy(desk: Desk) -> Fault:
    entry = desk.rule()
    return Fault({entry.head - 1: "#, fuzzy"}, ("stale",), entry.line, (entry.context, entry.ids[0]))


def other_source(desk: Desk) -> Fault:
    """The translation of another sentence than the book now has."""
    entry = desk.rule()
    changed = {entry.line: f"msgid {quoted(entry.ids[0] + '!')}"}
    return Fault(changed, ("stale",), entry.line, (entry.context, "has changed since it was translated"))


def a_step_that_is_gone(desk: Desk) -> Fault:
    entry = desk.pick(lambda entry: entry.context.startswith("scene.") and entry.context.count(".") == 2)
    changed = {entry.head: f'msgctxt "{entry.context}x"'}
    return Fault(changed, ("gone",), entry.line, (f"{entry.context}x", "is a translation of nothing"))


def swapped_rules(desk: Desk) -> Fault:
    one, other = desk.rule(), desk.rule()
    changed = {one.head: f'msgctxt "{other.context}"', other.head: f'msgctxt "{one.context}"'}
    return Fault(changed, ("stale",), one.line, (other.context,))


AGREED: Mapping[str, Make] = {
    "a number in digits": number_in_digits,
    "a number in digits of another script": number_in_other_digits,
    "a number in words": number_in_words,
    "a unit": unit,
    "a number that is bound to nothing": number_more,
    "a number in a caption": number_in_a_caption,
    "a square or piece": square,
    "a term": term,
    "broken emphasis": markup,
    "HTML": html,
    "no text": missing,
    "an old text": fuzzy,
    "the text of another source": other_source,
    "a step that is gone": a_step_that_is_gone,
    "two rules in each other's place": swapped_rules,
}
IN_SOME: Mapping[str, Make] = {"a team": team, "a number in the last plural form": number_in_a_plural_form}
"""What not every book offers: teams that are more than a letter, which may be a word; and plurals."""


def in_some(name: str) -> dict[str, Make]:
    written = books.read(ball.ROOT / "scenes" / name)
    plurals = [key for key, said in written.sentences.items() if said.other and not key.startswith("units.")]
    offered = {
        "a team": all(len(one) > 1 for one in written.game.teams),
        "a number in the last plural form": plurals,
    }
    return {kind: make for kind, make in IN_SOME.items() if offered[kind]}


@cache
def book(name: str) -> Book:
    """A book as it is; its scenes are played once for all tests of this file."""
    return books.load(ball.ROOT / "scenes" / name)


@cache
def spoilt(name: str, language: str) -> tuple[Mapping[str, Fault], list[Problem]]:
    """A catalogue with one fault of each kind, and all that is told of the book in that language."""
    whole = book(name)
    desk = Desk(whole, language, ball.ROOT / "scenes" / name / f"{language}.po")
    faults = {kind: make(desk) for kind, make in {**AGREED, **in_some(name)}.items()}
    spoken = spoken_in(whole, language, desk.written(*faults.values()))
    return faults, told(whole, spoken)


def spoken_in(whole: Book, language: str, data: bytes, pages_data: bytes | None = None) -> Words:
    """The words of a language from a catalogue that a person has changed."""
    path, own = Path(whole.path) / f"{language}.po", TEMPLATES / f"{language}.po"
    page = (str(own), pages_data or own.read_bytes())
    return words.load(language, whole.header.language, (str(path), data), page, whole.sentences)


def told(whole: Book, spoken: Words) -> list[Problem]:
    """What is told of a book in its own language and one other."""
    source = whole.header.language
    both = {source: whole.words[source], spoken.language: spoken}
    return list(agreement.check(replace(whole, words=both)))


def at_the_line(fault: Fault, found: Iterable[Problem], path: Path) -> list[Problem]:
    return [one for one in found if Path(one.place.path) == path and one.place.line == fault.line]


@in_each_book
@everywhere
@pytest.mark.parametrize("kind", AGREED)
def test_a_fault_is_told_at_its_line_with_both_values(name: str, language: str, kind: str) -> None:
    faults, found = spoilt(name, language)
    here = at_the_line(faults[kind], found, ball.ROOT / "scenes" / name / f"{language}.po")
    assert tuple(problem.code for problem in here) == faults[kind].codes
    assert {problem.exit for problem in here} == {faults[kind].exit}
    text = " ".join(problem.text for problem in here)
    assert [said for said in faults[kind].says if said not in text] == []


@everywhere
@pytest.mark.parametrize("kind", IN_SOME)
def test_a_fault_that_only_some_books_offer_is_told(language: str, kind: str) -> None:
    offering = [folder.name for folder in BOOKS if kind in in_some(folder.name)]
    assert offering
    for name in offering:
        faults, found = spoilt(name, language)
        path = ball.ROOT / "scenes" / name / f"{language}.po"
        (here,) = at_the_line(faults[kind], found, path)
        assert here.code == faults[kind].codes[0]
        assert [said for said in faults[kind].says if said not in here.text] == []


@in_each_book
@everywhere
def test_nothing_else_is_told(name: str, language: str) -> None:
    """But that a swapped rule's partner is stale too, and that a step has lost its remark."""
    faults, found = spoilt(name, language)
    lines = {fault.line for fault in faults.values()}
    others = [problem for problem in found if problem.place.line not in lines]
    assert sorted(problem.code for problem in others) == ["stale", "untranslated"]
    assert {problem.exit for problem in blocking(found)} == {Exit.MISMATCH, Exit.INPUT}


# Faults that a reading finds


def placeholder(change: Callable[[str, str], str], *codes: str) -> Make:
    """A placeholder becomes something else in the last form of an entry."""

    def make(desk: Desk) -> Fault:
        entry = desk.pick(lambda entry: entry.context.startswith("events.") and "{" in entry.form)
        name = words.PLACEHOLDER.findall(entry.form)[0]
        form = change(entry.form, name)
        return Fault(desk.said(entry, form), codes, entry.lines[-1], (name,), Exit.INPUT)

    return make


def in_a_plural_form(desk: Desk) -> Fault:
    """In the last form, which is for many numbers in every language."""
    entry = desk.pick(lambda entry: len(entry.ids) > 1)
    form = entry.form.replace(words.PLACEHOLDER.findall(entry.ids[1])[-1].join("{}"), "")
    changed = desk.said(entry, form.strip())
    return Fault(changed, ("lost-placeholder",), entry.lines[-1], ("is missing",), Exit.INPUT)


def link(pattern: str, new: str, *codes: str) -> Make:
    """A link becomes another one, or none."""

    def make(desk: Desk) -> Fault:
        entry = desk.pick(lambda entry: len(re.findall(pattern, entry.form)) == 1)
        form = re.sub(pattern, new, entry.form)
        return Fault(desk.said(entry, form), codes, entry.lines[0], (), Exit.INPUT)

    return make


def text_of(change: Callable[[str], str], *codes: str) -> Make:
    def make(desk: Desk) -> Fault:
        entry = desk.rule()
        return Fault(desk.said(entry, change(entry.form)), codes, entry.lines[0], (), Exit.INPUT)

    return make


def the_source_itself(desk: Desk) -> Fault:
    entry = desk.rule(lambda entry: len(entry.ids[0].split()) > 4)
    return Fault(desk.said(entry, entry.ids[0]), ("source-text",), entry.lines[0], (), Exit.INPUT)


def one_form_too_many(desk: Desk) -> Fault:
    entry = desk.pick(lambda entry: len(entry.ids) > 1)
    again = "\n".join(f'msgstr[{len(entry.forms) - 1 + more}] "x"' for more in (0, 1))
    return Fault({entry.lines[-1]: again}, ("broken-catalogue",), entry.line, (), Exit.INPUT)


def no_last_form(desk: Desk) -> Fault:
    """A form that is not there is told where the last one is; a single one becomes that of no plural."""
    entry = desk.pick(lambda entry: len(entry.ids) > 1)
    one = len(entry.forms) == 1
    code, line = ("broken-catalogue", entry.lines[0]) if one else ("plural-forms", entry.lines[-2])
    return Fault({entry.lines[-1]: 'msgstr "x"' if one else "#"}, (code,), line, (), Exit.INPUT)


def twice(desk: Desk) -> Fault:
    entry, other = desk.rule(), desk.rule()
    changed = {
        other.head: f'msgctxt "{entry.context}"',
        other.line: f"msgid {quoted(entry.ids[0])}",
    }
    line = max(entry.line, other.line)
    return Fault(changed, ("duplicate-entry",), line, ("in the file already",), Exit.INPUT)


def header(name: str, value: str) -> Make:
    def make(desk: Desk) -> Fault:
        line = ball.line_of(desk.path, f'"{name}: ')
        changed, says = {line: f'"{name}: {value}\\n"'}, (name, value.rstrip(";"))
        return Fault(changed, ("bad-header",), line, says, Exit.INPUT)

    return make


def merge_conflict(desk: Desk) -> Fault:
    entry = desk.rule()
    return Fault({entry.head - 1: "<<<<<<< ours"}, ("broken-catalogue",), entry.head - 1, (), Exit.INPUT)


READ: Mapping[str, Make] = {
    "a placeholder lost": placeholder(
        lambda form, name: form.replace(f"{{{name}}}", "x"), "lost-placeholder"
    ),
    "a placeholder renamed": placeholder(
        lambda form, name: form.replace(f"{{{name}}}", f"{{{name}x}}"),
        "lost-placeholder",
        "unknown-placeholder",
    ),
    "a placeholder translated": placeholder(
        lambda form, name: form.replace(f"{{{name}}}", "{数}"), "lost-placeholder", "unknown-placeholder"
    ),
    "a placeholder more": placeholder(lambda form, name: f"{form} {{{name}x}}", "unknown-placeholder"),
    "a placeholder lost in the last plural form": in_a_plural_form,
    "a fact lost": link(r"\[([^][]*)\]\(fact:[\w.]+\)", r"\1", "lost-link"),
    "a fact in the place of another": link(r"\(fact:[\w.]+\)", "(fact:a.b)", "lost-link", "unknown-link"),
    "a rule's link lost": link(r"\[([^][]*)\]\(rule:[\w.]+\)", r"\1", "lost-link"),
    "a rule's link that does not begin": link(r"\]\((rule:[\w.]+)\)", r"] (\1)", "lost-link"),
    "a link to another rule": link(r"\(rule:[\w.]+\)", "(rule:a.b)", "lost-link", "unknown-link"),
    "a foreign link": text_of(lambda form: f"[{form}](https://example.org)", "unknown-link"),
    "a foreign address": text_of(lambda form: f"{form} <https://example.org>", "unknown-link"),
    "a script": text_of(lambda form: f"[{form}](javascript:x)", "unknown-link"),
    "nothing but a space": text_of(lambda _: " ", "outer-space"),
    "a space at the end": text_of(lambda form: f"{form} ", "outer-space"),
    "a space at the beginning": text_of(lambda form: f"\u00a0{form}", "outer-space"),
    "a line break": text_of(lambda form: f"{form}\n{form}", "line-break"),
    "a control character": text_of(lambda form: f"{form}\x1bx", "control-character"),
    "a mark that turns the direction over": text_of(lambda form: f"\u202e{form}", "control-character"),
    "the text of the source": the_source_itself,
    "a plural form too many": one_form_too_many,
    "a plural form too few": no_last_form,
    "an entry twice": twice,
    "another language in the header": header("Language", "eo"),
    "another encoding in the header": header("Content-Type", "text/plain; charset=ISO-8859-1"),
    "a plural rule that is none": header("Plural-Forms", "nplurals=2; plural=(n != ;"),
    "a plural rule that gives too many forms": header("Plural-Forms", "nplurals=1; plural=n;"),
    "a conflict left in the file": merge_conflict,
}


@everywhere
@pytest.mark.parametrize("kind", READ)
def test_a_fault_of_form_stops_the_reading_at_its_line(language: str, kind: str) -> None:
    """Each in one of the books, in turn: all of their catalogues are read alike."""
    whole = book(BOOKS[list(READ).index(kind) % len(BOOKS)].name)
    desk = Desk(whole, language, Path(whole.path) / f"{language}.po")
    fault = READ[kind](desk)
    here = refused(whole, language, desk.written(fault))
    assert [(problem.code, problem.place.line) for problem in here] == [
        (code, fault.line) for code in fault.codes
    ]
    assert {(problem.place.path, problem.exit) for problem in here} == {(str(desk.path), fault.exit)}
    assert [said for said in fault.says if said not in " ".join(problem.text for problem in here)] == []


def refused(whole: Book, language: str, data: bytes) -> list[Problem]:
    source, path = whole.header.language, Path(whole.path) / f"{language}.po"
    with pytest.raises(Problems) as caught:
        words.load(language, source, (str(path), data), None, whole.sentences)
    assert caught.value.exit is Exit.INPUT
    assert all(problem.advice for problem in caught.value.problems)
    return list(caught.value.problems)


OLD = {"ar": "cp1256", "ja": "shift_jis"}


@everywhere
def test_another_encoding_is_told_at_its_first_byte(language: str) -> None:
    whole = book(BOOKS[0].name)
    text = (Path(whole.path) / f"{language}.po").read_text(encoding="utf-8")
    (old,) = refused(whole, language, text.encode(OLD.get(language, "latin-1"), "replace"))
    before = next(number for number, line in enumerate(text.split("\n"), 1) if not line.isascii())
    assert (old.code, old.place.line) == ("not-utf8", before)
    for data, code in ((text.encode("utf-8-sig"), "bom"), (text.encode("utf-16"), "not-utf8")):
        (problem,) = refused(whole, language, data)
        assert (problem.code, problem.place.line) == (code, 1)


# The words of the pages


@everywhere
def test_a_number_in_the_words_of_the_pages_is_told(language: str) -> None:
    whole = book(BOOKS[0].name)
    desk = Desk(whole, language, TEMPLATES / f"{language}.po")
    entry = desk.pick(lambda entry: entry.ids == ("Step 2 of scene 7 shows the rule.",))
    last = desk.pick(lambda entry: len(entry.ids) > 1 and "{n}" in entry.form)
    faults = (
        Fault(
            desk.said(entry, entry.form.replace("7", "8")), ("other-numbers",), entry.lines[0], ("[2, 8]",)
        ),
        Fault(desk.said(last, f"{last.form} {desk.word(3)}"), ("other-numbers",), last.lines[-1], ("[3]",)),
    )
    data = (Path(whole.path) / f"{language}.po").read_bytes()
    found = told(whole, spoken_in(whole, language, data, desk.written(*faults)))
    assert {(problem.code, problem.place.line): problem.text for problem in found}.keys() == {
        ("other-numbers", fault.line) for fault in faults
    }
    told_there = {problem.place.line: problem.text for problem in found}
    assert [fault.says for fault in faults if fault.says[0] not in told_there[fault.line]] == []


# SPEC-10, SPEC-11: what a reader sees where there is no translation


@pytest.fixture(scope="module")
def short() -> Book:
    """The first sections of BALL that hold a scene, and no more."""
    whole = book("ball")
    sections = whole.prose.sections[:6]
    parts = [part for each in sections for part in prose.render(each, whole.words["en"], whole.game.facts)]
    shown = {part.scene for part in parts if isinstance(part, SceneMark)}
    assert shown
    uses = tuple(use for use in whole.prose.uses if use.kind != "mark" or use.name in shown)
    return replace(whole, prose=replace(whole.prose, sections=sections, uses=uses))


def shown_as(source: str, language: str) -> str:
    """A source's text where it stands in a page of another language."""
    return f'<span class="untranslated" lang="{language}" dir="ltr">{source}'


@everywhere
def test_what_is_not_translated_stands_in_its_source_with_a_note(short: Book, language: str) -> None:
    desk = Desk(short, language, Path(short.path) / f"{language}.po")
    tokens = [token.meta.get("entry") for section in short.prose.sections for token in section.tokens]
    rules = {entry.rule for entry in tokens if entry and entry.rule}
    scene = next(use.name for use in short.prose.uses if use.kind == "mark")
    empty, old, changed = (desk.rule(lambda entry: entry.context in rules) for _ in range(3))
    others = [
        desk.pick(lambda entry, context=context: entry.context == context)  # type: ignore[misc]
        for context in (short.prose.sections[-1].id, f"scene.{scene}", "position.turn.action")
    ]
    faults = [Fault(desk.said(entry, ""), (), 0) for entry in (empty, *others)]
    faults += [
        Fault({old.head - 1: "#, fuzzy"}, (), 0),
        Fault({changed.line: 'msgid "The words of last year."'}, (), 0),
    ]
    page = TEMPLATES / f"{language}.po"
    spoken = spoken_in(short, language, desk.written(*faults), page.read_bytes().replace(PLAY, UNPLAYED))
    found = told(short, spoken)
    passed = {problem for problem in found if problem.code in agreement.PUBLISHABLE}
    assert ball.codes(passed) == {"stale": 2, "untranslated": 5, "gone": 1}
    assert blocking(found) == blocking(told(short, desk.words))
    html = pages.book_page(ball.written(replace(short, words={**short.words, language: spoken})), language)
    for entry in (empty, old, changed):
        source = prose.typeset(entry.ids[0], words.MARKS, short.game.facts)
        (item,) = re.findall(rf'<li id="{entry.context}".*?</li>', html, re.DOTALL)
        assert f'{shown_as(source, "en")}</span> <a class="note" href="#page-signs">en</a>' in item
        assert entry.form not in html
    for entry in others:
        source = entry.ids[0].partition("{")[0] or entry.ids[0].partition("}")[2]
        assert re.search(rf"{re.escape(shown_as('', 'en'))}[^<]*{re.escape(source)}", html)
    assert 'id="page-signs"' in html
    assert re.search(r">\s*(?:\w+\.po|events\.\w+|position\.[\w.]+|scene\.\w+)\s*<", html) is None
    assert re.search(r"<(li|p|h[1-6]|figcaption)\b(?:(?!data-part)[^>])*>\s*</\1>", html) is None


PLAY, UNPLAYED = b'msgid "Play"', b'msgid "Not Play"'


def test_an_edited_sentence_makes_all_of_its_translations_stale() -> None:
    """SPEC-10: the rule, and nothing else, in every language that the book has."""
    whole = book("ball")
    rule = next(rule for rule, entry in whole.prose.rules.items() if not FACT.search(entry.msgid))
    old = whole.prose.rules[rule]
    new = replace(old, msgid=f"{old.msgid[:-1]}!")
    listed = tuple(new if entry == old else entry for entry in whole.prose.entries)
    edited = replace(
        whole, prose=replace(whole.prose, entries=listed, rules={**whole.prose.rules, rule: new})
    )
    found = [problem for problem in agreement.check(edited) if problem.code == "stale"]
    path = Path(whole.path)
    places = [
        (str(path / f"{language}.po"), whole.words[language].place(rule, old.msgid).line)
        for language in LANGUAGES
    ]
    assert [(problem.place.path, problem.place.line) for problem in found] == places
    states = next(row.languages for row in report.rows(edited, Tally()) if row.rule == rule)
    assert states == {"en": "source", **dict.fromkeys(LANGUAGES, "fuzzy")}
    others = {row.languages[language] for row in report.rows(edited, Tally()) for language in LANGUAGES}
    assert others == {"current", "fuzzy"}


def test_what_only_a_reader_of_both_languages_finds() -> None:
    """README.md names it: *must* for *must not*. This test fails when a program finds it after all."""
    whole = book("ball")
    desk = Desk(whole, "nb", Path(whole.path) / "nb.po")
    entry = desk.rule(lambda entry: " ikke " in entry.form)
    turned = Fault(desk.said(entry, entry.form.replace(" ikke ", " ")), (), 0)
    assert told(whole, spoken_in(whole, "nb", desk.written(turned))) == []
