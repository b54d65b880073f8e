"""What a text or sentence says in each language, from gettext catalogues; and the upkeep of the catalogues.

A catalogue is a PO file named by its language (`nb.po`). The context of an entry is a rule or section id, the
key of a sentence (`events.move`), a scene's title or remark (`scene.dodge`, `scene.dodge.exit`), or `page`.
"""

import re
import unicodedata
from ast import literal_eval
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import cache
from gettext import c2py
from io import BytesIO
from itertools import dropwhile, takewhile
from pathlib import PurePath
from typing import Literal, Protocol

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.messages import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import PoFileError, denormalize, read_po, write_po
from babel.numbers import format_decimal

from rulebook.errors import Place, Problem, Problems, did_you_mean

State = Literal["source", "current", "fuzzy", "missing"]
Value = str | int | Sequence[str]
Quotes = tuple[str, str, str, str]

PAGE, PAGE_LANGUAGE = "page", "en"
"""The context of the pages' own words, and the language in which the templates are written."""

NUMBER, QUOTES = "page-number", "page-quotes"
"""Contexts of what a catalogue of the pages knows of its language: words for numbers, and quotation marks."""

OF_PAGES = (PAGE, NUMBER, QUOTES)

COUNTED = tuple(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen twenty".split()
)
"""The numbers that are read in words, as the language of the pages says them."""

MARKS: Quotes = ("“", "”", "‘", "’")
"""Outer and inner quotation marks of the language of the pages."""

UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff"
"""Letters of scripts that put no spaces between words: Thai, Lao, Burmese, Khmer, Japanese, Chinese."""

PLACEHOLDER = re.compile(r"\{(\w+)\}")
TARGET = re.compile(r"\]\(\s*<?([^)\s>]*)|<((?:https?|mailto):[^>\s]*)>")
BOUND = ("fact:", "rule:", "scene:", "table:", "#")
OUTSIDE = ("https://", "http://", "mailto:")
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\ufeff]")
LINE = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?) +)?"(?:[^"\\]|\\[\\abfnrtv"])*"\s*')
PLURALS = re.compile(r"nplurals *= *(\d); *plural *= *([^;]+);?")
TEXT = r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
CALL = re.compile(rf"\b(?:(?:t|attr)\(\s*{TEXT}|n\(\s*{TEXT}\s*,\s*{TEXT})")

SIMILAR = 0.6
"""From this likeness on, a new text is a changed old one."""

WIDE = 10**6
"""A line width that wraps nothing: Babel would tear a wrapped previous msgid out of its quotes."""

NOWHERE = Place("")
Wrong = Iterator[tuple[str, str, str]]
"""Code, text and advice of each thing that is wrong at a place that the caller knows."""


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


# Languages


@cache
def _locale(language: str) -> Locale:
    return Locale.parse(language, sep="-")


def language_problems(code: str, place: Place) -> tuple[Problem, ...]:
    """What is wrong with a language code: an unknown one, or another spelling of a known one."""
    try:
        proper = str(Locale.parse(code.replace("_", "-"), sep="-")).replace("_", "-")
    except (ValueError, TypeError, UnknownLocaleError):
        advice = "write a code such as en, nb, pt-BR or zh-Hans"
        return (Problem(place, "unknown-language", f"'{code}' is no language that we know", advice),)
    if proper == code and base(code) != "no":
        return ()
    advice = f"write '{proper}'" if base(proper) != "no" else "write 'nb' or 'nn'"
    return (Problem(place, "unknown-language", f"'{code}' is not how the language is written", advice),)


def base(language: str) -> str:
    """The language without script and region: `nb` of `nb-NO`."""
    return language.partition("-")[0]


def direction(language: str) -> str:
    """`ltr` or `rtl`."""
    return str(_locale(language).text_direction)


def _shown(value: Value, language: str) -> str:
    """A fact as a reader of the language writes it: numbers, and lists with their last `and`."""
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(format_decimal(value, locale=_locale(language)))
    joined = str(format_list(list(value), locale=_locale(language)))
    # The one rule of euphony that the locale data leave out: `y` before the sound of an i.
    return re.sub(r" y (?=I|i|Hi(?![ae]))(?!.* y )", " e ", joined) if base(language) == "es" else joined


@dataclass(frozen=True, slots=True)
class Words:
    """Everything that can be said in one language, falling back on the source, which says so."""

    language: str
    source: str
    sentences: Mapping[str, Sentence] = field(default_factory=dict)
    book: Catalogue | None = None
    pages: Catalogue | None = None
    source_quotes: Quotes = MARKS

    @property
    def name(self) -> str:
        """The language's name in itself."""
        return str(_locale(self.language).display_name)

    @property
    def direction(self) -> str:
        return direction(self.language)

    @property
    def quotes(self) -> Quotes:
        """Opening and closing quotation mark, outer pair first."""
        return _quotes(self._known(QUOTES, " ".join(MARKS)))

    @property
    def counting(self) -> "Counting":
        """How the language says numbers; nothing is known of one whose catalogue does not say it."""
        if self.pages and any(self.pages.counted):
            return _counting(self.pages.counted)
        return _counting(COUNTED if base(self.language) == base(PAGE_LANGUAGE) else ())

    def numbers(self, text: str, *, articles: bool = True) -> Sequence[int]:
        """Every number in a text, in digits of any script or in words.

        Digits behind a Latin letter are part of a name (`ATK5`, `E8`). Without `articles` the words that may
        also be an article are left out: they are numbers for sure only where a number is expected.
        """
        return _numbers(text, self.counting, articles)

    def list(self, items: Iterable[str]) -> str:
        """`A, B and C`."""
        return _shown(tuple(items), self.language)

    def number(self, value: int) -> str:
        return _shown(value, self.language)

    def text(self, context: str, msgid: str, facts: Mapping[str, Value] | None = None) -> Said:
        """The translation of a text. Placeholders are filled only where there are facts."""
        said = self._say(context, msgid, "")
        return said if facts is None else _filled(said, facts)

    def plural(
        self, context: str, one: str, other: str, n: int, facts: Mapping[str, Value] | None = None
    ) -> Said:
        """The form for a number, which `{n}` stands for."""
        return _filled(self._say(context, one, other, n), {"n": n, **(facts or {})})

    def sentence(self, key: str, facts: Mapping[str, Value]) -> Said:
        """A sentence of the book with its placeholders filled; the sentences `names` know say token ids.

        Raises KeyError where the book has no such sentence, Problems for a placeholder that nothing fills.
        """
        sentence = self.sentences[key]
        number = facts.get(sentence.by) if sentence.other else 0
        said = self.pattern(key, number if isinstance(number, int) else 0)
        unknown = [name for name in PLACEHOLDER.findall(said.text) if name not in facts]
        if not isinstance(number, int):
            unknown.append(sentence.by)
        if unknown:
            raise Problems(_unfilled(name, facts, sentence.place) for name in unknown)
        return _filled(said, {name: self._named(value) for name, value in facts.items()})

    def pattern(self, key: str, number: int = 0) -> Said:
        """A sentence of the book with its placeholders, in the form for a number. Raises KeyError."""
        sentence = self.sentences[key]
        return self._say(key, sentence.one, sentence.other, number)

    def _named(self, value: Value) -> Value:
        """The name of what has one in this book, the value as it is of anything else."""
        if isinstance(value, str):
            key = f"names.{value}"
            return self._say(key, self.sentences[key].one, "").text if key in self.sentences else value
        return value if isinstance(value, int) else tuple(str(self._named(each)) for each in value)

    def state(self, source: Source) -> State:
        """Whether a text of the book or the pages is translated, its plural with it."""
        return self._say(source.context, source.one, source.other).state

    def place(self, context: str, msgid: str) -> Place:
        """Where the translation stands, or would stand."""
        catalogue = self._catalogue(context)[0]
        if catalogue is None:
            return Place(f"{self.language}.po")
        entry = catalogue.entries.get((context, msgid))
        return entry.place if entry else catalogue.place

    def forms(self, source: Source) -> tuple[Form, ...]:
        """Every form of a translation that is current; none of another."""
        catalogue = self._catalogue(source.context)[0]
        entry = catalogue.entries.get((source.context, source.one)) if catalogue else None
        if not catalogue or not entry or self.state(source) != "current":
            return ()
        alone = catalogue.alone if source.other else (None,)
        places = (replace(entry.place, line=line, column=1) for line in entry.lines)
        return tuple(Form(*each) for each in zip(entry.forms, places, alone, strict=True))

    def _catalogue(self, context: str) -> tuple[Catalogue | None, str]:
        """The catalogue for a context, and the language of its source."""
        return (self.pages, PAGE_LANGUAGE) if context in OF_PAGES else (self.book, self.source)

    def _known(self, context: str, msgid: str) -> str:
        """What the pages' catalogue says of its language; "" where it does not."""
        entry = self.pages.entries.get((context, msgid)) if self.pages else None
        return entry.forms[0] if entry and not entry.fuzzy else ""

    def _say(self, context: str, one: str, other: str, number: int = 0) -> Said:
        catalogue, language = self._catalogue(context)
        many = other and _locale(language).plural_form(number) != "one"
        quotes = self.source_quotes if catalogue is self.book else MARKS
        source = Said(other if many else one, language, quotes=quotes)
        if language == self.language or not one:
            return source
        entry = catalogue.entries.get((context, one)) if catalogue else None
        changed = entry and (entry.fuzzy or (other and entry.other != other))
        if not catalogue or not entry or not any(entry.forms) or changed:
            return replace(source, state=_gap(catalogue, context, entry))
        form = entry.forms[catalogue.form(number)] if other else entry.forms[0]
        return Said(form, self.language, "current", self.quotes)


def _gap(catalogue: Catalogue | None, context: str, entry: Translation | None) -> State:
    """Why there is no translation. A rule or sentence translated from other words is out of date."""
    found = [entry] if entry else []
    if not entry and catalogue and "." in context:
        found = [other for (key, _), other in catalogue.entries.items() if key == context]
    return "fuzzy" if any(any(each.forms) for each in found) else "missing"


def _filled(said: Said, facts: Mapping[str, Value]) -> Said:
    text = PLACEHOLDER.sub(lambda found: _shown(facts[found[1]], said.language), said.text)
    return replace(said, text=text)


def _unfilled(name: str, facts: Iterable[str], place: Place) -> Problem:
    text = f"nothing that is a text or number fills '{{{name}}}' here"
    return Problem(place, "unknown-placeholder", text, did_you_mean(name, facts))


# Numbers and units


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
def _counting(rows: tuple[str, ...]) -> Counting:
    """The words of each row count as many as its index: `eins / (ein)`, `二 / -二度と`."""
    parts = [(part, value) for value, row in enumerate(rows) for part in _parts(row)]
    articles = frozenset(part[1:-1] for part, _ in parts if part.startswith("("))
    known = {part.strip("()"): value for part, value in parts if not part.startswith("-")}
    return Counting(known, articles, frozenset(part[1:] for part, _ in parts if part.startswith("-")))


def _parts(row: str) -> list[str]:
    return [part for each in _folded(row).split("/") if (part := each.strip())]


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()


def _numbers(text: str, counting: Counting, articles: bool) -> list[int]:
    return [
        int(found) if found.isdecimal() else counting.words[found]
        for found in counting.pattern(articles).findall(_folded(text))
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
def _quotes(text: str) -> Quotes:
    """Four marks with spaces between them; those of the pages' own language for none."""
    marks = text.split(" ")
    return (marks[0], marks[1], marks[2], marks[3]) if len(marks) == len(MARKS) else MARKS


def unit_in(text: str, unit: str, words: Words) -> bool:
    """Whether a text names the unit: in any form of the sentence `units.<unit>`, however it ends.

    A form may hold several, with `/` between them, where the word changes inside: `ruutu / ruudu`.
    """
    key = f"units.{unit}"
    if key not in words.sentences:
        return True
    sentence = words.sentences[key]
    entry = words.book.entries.get((key, sentence.one)) if words.book else None
    known = entry.forms if entry and not entry.fuzzy and words.language != words.source else ()
    translated = known if any(known) else (sentence.one, sentence.other)
    forms = (PLACEHOLDER.sub("", form) for form in translated)
    return any(part in _folded(text) for form in forms for part in _parts(form))


# Reading catalogues


def load(
    language: str,
    source_language: str,
    book_catalogue: tuple[str, bytes] | None,
    page_catalogue: tuple[str, bytes] | None,
    sentences: Mapping[str, Sentence],
    source_quotes: Quotes = MARKS,
) -> Words:
    """The words of a language from the catalogues of a book and of the pages, each given as path and bytes.

    `source_quotes` are the marks of the source language. Raises Problems with the line of everything that is
    wrong in either catalogue.
    """
    place = Place(book_catalogue[0] if book_catalogue else "")
    problems = [*language_problems(language, place), *language_problems(source_language, place)]
    if problems:
        raise Problems(problems)
    choosing = frozenset((key, sentence.by) for key, sentence in sentences.items() if sentence.other)
    read: list[Catalogue | None] = []
    for given, source in ((book_catalogue, source_language), (page_catalogue, PAGE_LANGUAGE)):
        try:
            read.append(read_catalogue(*given, language, source, choosing) if given else None)
        except Problems as error:
            problems += error.problems
    if problems:
        raise Problems(problems)
    book, pages = read
    return Words(language, source_language, sentences, book, pages, source_quotes)


def read_catalogue(
    path: str,
    data: bytes,
    language: str,
    source_language: str,
    choosing: Iterable[tuple[str, str]] = (),
) -> Catalogue:
    """A PO file, checked: form, header, and each translation against its source. Raises Problems.

    `choosing` holds contexts with the placeholder that chooses their plural form; it is `{n}` elsewhere.
    """
    text, catalog = _parse(path, data, language)
    lines, form = text.split("\n"), c2py(catalog.plural_expr)
    alone, related = _alone(form, catalog.num_plurals), base(language) == base(source_language)
    problems, chosen = [*_same_words(_messages(catalog), path, lines)], dict(choosing)
    for message in _messages(catalog):
        by = chosen.get(message.context or "", "n")
        for index, wrong in _compare(message, related, alone, by):
            problems.append(Problem(Place(path, _form_lines(lines, message)[index], 1), *wrong))
    if problems:
        raise Problems(problems)
    entries = {
        _key(message): _translation(message, path, _form_lines(lines, message))
        for message in _messages(catalog)
    }
    rows = (entries.get((NUMBER, word)) for word in COUNTED)
    counted = tuple(row.forms[0] if row and not row.fuzzy else "" for row in rows)
    return Catalogue(entries, form, Place(path), alone, counted)


def _alone(form: Callable[[int], int], count: int) -> tuple[int | None, ...]:
    """For each plural form the number that it is for, where there is only one such number."""
    having = [form(number) for number in range(1000)]
    return tuple(having.index(index) if having.count(index) == 1 else None for index in range(count))


def stats(catalogue: tuple[str, bytes]) -> tuple[int, int, int]:
    """How many entries of a PO file (path and bytes) are done, fuzzy and missing. Raises Problems."""
    path, data = catalogue
    found = [_translation(message, path) for message in _messages(_parse(path, data, PurePath(path).stem)[1])]
    missing = sum(not all(entry.forms) for entry in found)
    fuzzy = sum(entry.fuzzy and all(entry.forms) for entry in found)
    return len(found) - missing - fuzzy, fuzzy, missing


def _messages(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


def _forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ("",))


def _key(message: Message) -> tuple[str, str]:
    return message.context or "", _forms(message.id)[0]


def _translation(message: Message, path: str, lines: Sequence[int] = ()) -> Translation:
    other, place = "".join(_forms(message.id)[1:]), Place(path, message.lineno or 0)
    return Translation(_forms(message.string), message.fuzzy, place, other, tuple(lines))


def _parse(path: str, data: bytes, language: str) -> tuple[str, Catalog]:
    """The text of a PO file, and what Babel reads in it once all that Babel passes over has been refused."""
    text = _decode(path, data)
    lines = ["" if line.startswith("#~") else line for line in text.split("\n")]
    problems = list(_syntax(lines, path)) or list(_header(lines, path, language))
    if problems:
        raise Problems(problems)
    try:
        catalog = read_po(lines, abort_invalid=True)
    except PoFileError as error:
        place, advice = Place(path, error.lineno + 1, 1), "write msgid, then one msgstr for each plural form"
        raise Problems([Problem(place, "broken-catalogue", str(error), advice)]) from None
    except ValueError as error:
        place, advice = Place(path, 1, 1), "leave the dates out of the header"
        raise Problems([Problem(place, "bad-header", str(error), advice)]) from None
    if problems := list(_duplicates(catalog, lines, path)):
        raise Problems(problems)
    for message in _messages(catalog):
        _find_previous(message)
    return text, catalog


def _decode(path: str, data: bytes) -> str:
    if data.startswith(b"\xef\xbb\xbf"):
        text = "the file begins with a byte order mark"
        raise Problems([Problem(Place(path, 1, 1), "bom", text, "save it as UTF-8 without one")])
    try:
        return data.decode().replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        text = f"byte 0x{data[error.start]:02X} is not UTF-8"
        raise Problems([Problem(_end(path, before), "not-utf8", text, "save the file as UTF-8")]) from None


def _end(path: str, before: str) -> Place:
    """The place behind the beginning of a file."""
    return Place(path, before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1)


def _syntax(lines: Sequence[str], path: str) -> Iterator[Problem]:
    """Lines that are no PO, and keywords in an order that is none."""
    last = ""
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        found, place = LINE.fullmatch(line), Place(path, number, 1)
        keyword = (found and found[1]) or ""
        if not found:
            text = "this is neither a comment nor a keyword with a quoted text"
            yield Problem(place, "broken-catalogue", text, 'write msgstr "…", with \\" for a quote')
        elif not _may_follow(last, keyword):
            text = f"'{keyword or 'a text'}' cannot follow '{last or 'nothing'}'"
            yield Problem(place, "broken-catalogue", text, "the order is msgctxt, msgid, msgstr")
        last = keyword or last
    if not last.startswith("msgstr"):
        text = f"the file ends behind '{last}'" if last else "the file has no entries"
        advice = "each entry ends with its msgstr" if last else "rulebook words update fills it"
        yield Problem(Place(path, len(lines), 1), "broken-catalogue", text, advice)


def _may_follow(last: str, keyword: str) -> bool:
    ended = not last or last.startswith("msgstr")
    if keyword.startswith("msgstr["):
        index = int(keyword[7])
        return last == (f"msgstr[{index - 1}]" if index else "msgid_plural")
    return {
        "": bool(last),
        "msgctxt": ended,
        "msgid": ended or last == "msgctxt",
        "msgid_plural": last == "msgid",
        "msgstr": last == "msgid",
    }[keyword]


def _header(lines: Sequence[str], path: str, language: str) -> Iterator[Problem]:
    """What is wrong with the first entry, which names the language, the charset and the plural forms."""
    fields = _fields(lines)
    if not fields:
        yield Problem(
            Place(path, 1, 1), "bad-header", "the file has no header", 'begin it with an empty msgid ""'
        )
        return
    for name, right in _right_fields(language).items():
        value = fields.get(name, "")
        if not _fits(name, value, language):
            found = [number for number, line in enumerate(lines, 1) if line.startswith(f'"{name}:')]
            text = f"the header's {name} is '{value}'" if value else f"the header has no {name}"
            yield Problem(Place(path, min(found, default=1), 1), "bad-header", text, f"write {name}: {right}")


def _fields(lines: Sequence[str]) -> dict[str, str]:
    entry = dropwhile(lambda line: not line.startswith("msgid "), lines)
    if next(entry, "") != 'msgid ""':
        return {}
    text = "".join(
        _unquoted(line) for line in takewhile(lambda line: line.startswith(("msgstr ", '"')), entry)
    )
    pairs = (line.partition(":") for line in text.split("\n"))
    return {name: value.strip() for name, _, value in pairs}


def _right_fields(language: str) -> dict[str, str]:
    count, expression = get_plural(language.replace("-", "_"))
    return {
        "Language": language.replace("-", "_"),
        "Content-Type": "text/plain; charset=UTF-8",
        "Plural-Forms": f"nplurals={count}; plural={expression};",
    }


def _fits(name: str, value: str, language: str) -> bool:
    if name == "Language":
        return f"{value}-".replace("_", "-").startswith(f"{language}-")
    if name == "Content-Type":
        return value.lower().replace("utf8", "utf-8").endswith("charset=utf-8")
    return _plurals_fit(value)


def _plurals_fit(value: str) -> bool:
    """Whether the expression can be read and gives an index below the number of forms."""
    found = PLURALS.fullmatch(value)
    try:
        return bool(found) and max(map(c2py(found[2]), range(200))) < int(found[1]) if found else False
    except (ValueError, ZeroDivisionError):
        return False


def _duplicates(catalog: Catalog, lines: Sequence[str], path: str) -> Iterator[Problem]:
    """Babel merges equal entries: they are those whose line it has not kept. The first one is the header."""
    kept = {message.lineno for message in _messages(catalog)}
    numbers = [number for number, line in enumerate(lines, 1) if line.startswith("msgid ")]
    for number in numbers[1:]:
        if number not in kept:
            text = "an entry with this context and text is in the file already"
            yield Problem(Place(path, number, 1), "duplicate-entry", text, "keep one of them")


def _find_previous(message: Message) -> None:
    """Babel takes `#| msgid "…"` for a translator's comment; make it the previous id again."""
    previous = [comment[1:].strip() for comment in message.user_comments if comment.startswith("|")]
    message.user_comments = [comment for comment in message.user_comments if not comment.startswith("|")]
    for line in previous:
        if line.startswith("msgid"):
            message.previous_id.append("")
        if message.previous_id:
            message.previous_id[-1] += _unquoted(line)


def _unquoted(line: str) -> str:
    """The text of all that is quoted on a line."""
    return "".join(denormalize(quoted) for quoted in re.findall(r'"(?:[^"\\]|\\.)*"', line))


def _form_lines(lines: Sequence[str], message: Message) -> list[int]:
    """The line of each form of an entry; a form that is not there has that of the last one."""
    start = message.lineno or 1
    rest = takewhile(lambda line: not line.startswith(("msgctxt ", "msgid ")), lines[start:])
    found = [number for number, line in enumerate(rest, start + 1) if line.startswith("msgstr")]
    return (found + found[-1:] * len(_forms(message.string)))[: len(_forms(message.string))]


def _compare(
    message: Message, related: bool, alone: Sequence[int | None], by: str
) -> Iterator[tuple[int, tuple[str, str, str]]]:
    """What each form of a translation has lost, gained or changed against its source.

    A fuzzy one is not looked at, as no reader sees it. `related`: both are forms of one language. A form that
    is for one number `alone` need not show that number, which the placeholder `by` stands for.
    """
    forms, sources = _forms(message.string), _forms(message.id)
    if message.fuzzy or not any(forms):
        return
    own = [check for context, check in OF_LANGUAGES.items() if context == message.context]
    checks = (_links, _signs, *([] if related else [_untranslated]), *own)
    for index, form in enumerate(forms):
        if not form:
            yield index, ("plural-forms", f"plural form {index} is empty", f"the language has {len(forms)}")
            continue
        spare = by if len(sources) > 1 and alone[index] is not None else ""
        yield from ((index, wrong) for wrong in _placeholders(form, sources, spare))
        yield from ((index, wrong) for check in checks for wrong in check(form, sources))


def _placeholders(form: str, sources: Sequence[str], spare: str) -> Wrong:
    """A form may leave out what one of its sources leaves out too, such as the number in `one step`."""
    known = [set(PLACEHOLDER.findall(source)) for source in sources]
    used = set(PLACEHOLDER.findall(form))
    for name in sorted(set.intersection(*known) - used - {spare}):
        yield "lost-placeholder", f"'{{{name}}}' is missing", "keep it as it is in the source"
    for name in sorted(used - set.union(*known)):
        advice = did_you_mean(name, sorted(set.union(*known))) or "take it out"
        yield "unknown-placeholder", f"'{{{name}}}' is not in the source", advice


def _links(form: str, sources: Sequence[str]) -> Wrong:
    """Links within the book are the source's own; as many lead elsewhere, maybe to pages in the language."""
    wanted, found = _targets(sources[-1]), _targets(form)
    for target in sorted(wanted - found):
        if target.startswith(BOUND):
            yield "lost-link", f"the link to '{target}' is missing", f"write [text]({target})"
    for target in sorted(found - wanted):
        if target.startswith(BOUND):
            advice = did_you_mean(target, wanted) or "take it out"
            yield "unknown-link", f"the link to '{target}' is not in the source", advice
        elif not target.startswith(OUTSIDE):
            yield "unknown-link", f"'{target}' is no link for a book", "keep the links of the source"
    here, there = (sum(n for to, n in links.items() if to.startswith(OUTSIDE)) for links in (found, wanted))
    if here != there:
        code = "lost-link" if here < there else "unknown-link"
        yield code, f"links elsewhere: {here} here, {there} in the source", "keep the links of the source"


def _targets(text: str) -> Counter[str]:
    return Counter(bracketed or bare for bracketed, bare in TARGET.findall(text))


def _signs(form: str, sources: Sequence[str]) -> Wrong:
    source = sources[0]
    if found := CONTROL.search(form):
        yield "control-character", f"U+{ord(found[0]):04X} cannot be in a text", "take it out"
    if ("\n" in form) != ("\n" in source):
        yield "line-break", "line breaks differ from the source", "keep them as they are there"
    if form[0].isspace() != source[0].isspace() or form[-1].isspace() != source[-1].isspace():
        yield "outer-space", "the space at the beginning or end differs", "keep it as it is in the source"


def _untranslated(form: str, sources: Sequence[str]) -> Wrong:
    """A whole sentence that is still the source's own; a few words may be the same in two languages."""
    words = re.findall(r"[^\W\d_]{2,}", re.sub(r"\]\([^)]*\)|\{\w+\}", " ", form))
    if form in sources and len(words) >= 4:
        yield "source-text", "the translation is the source itself", "translate it, or leave it empty"


def _number_row(form: str, _sources: Sequence[str]) -> Wrong:
    """The words for one number, as `_counting` reads them."""
    for part in form.split("/"):
        if not re.fullmatch(r"-?[^\W\d_][^\d_(),;]*|\([^\W\d_][^\d_(),;]*\)", part.strip()):
            text, advice = f"'{part.strip()}' is no word for a number", "write such as eins / (ein) / (eine)"
            yield "bad-number-word", text, advice


def _four_marks(form: str, _sources: Sequence[str]) -> Wrong:
    """A mark may have a space in it that is not broken, as in French."""
    marks = form.split(" ")
    if len(marks) != len(MARKS) or not all(1 <= len(mark) <= 2 for mark in marks):
        advice = "write the outer pair, then the inner one, with spaces between them"
        yield "bad-quotes", f"'{form}' is not four quotation marks", advice


OF_LANGUAGES = {NUMBER: _number_row, QUOTES: _four_marks}
"""What else is looked at in the entries that tell of a language."""


def _same_words(messages: Iterable[Message], path: str, lines: Sequence[str]) -> Iterator[Problem]:
    """A word that counts as two numbers would prove any of them."""
    known: dict[str, str] = {}
    for message in messages:
        (number, *_), (form, *_) = _forms(message.id), _forms(message.string)
        counting = [] if message.context != NUMBER or message.fuzzy else _parts(form)
        for word in (part.strip("()") for part in counting if not part.startswith("-")):
            if known.setdefault(word, number) != number:
                place = Place(path, _form_lines(lines, message)[0], 1)
                text, advice = f"'{word}' is '{known[word]}' already", "keep it at one of the two numbers"
                yield Problem(place, "same-number-word", text, advice)


# Keeping catalogues


def language_entries() -> tuple[Source, ...]:
    """What the pages have to know of each language: how it says numbers, and its quotation marks."""
    note = (
        "every word for it, with / between them: in (brackets) one that may be an article,"
        " behind a minus a longer word that holds it and is no number"
    )
    marks = Source(QUOTES, " ".join(MARKS), note="outer and inner quotation marks")
    return (marks, *(Source(NUMBER, word, note=note) for word in COUNTED))


def page_entries(sources: Mapping[str, str]) -> tuple[Source, ...]:
    """The words of the pages: every `t("…")`, `attr("…")` and `n("…", "…", …)` of templates (name → text)."""
    return tuple(entry for name, text in sorted(sources.items()) for entry in _calls(name, text))


def _calls(name: str, text: str) -> Iterator[Source]:
    for found in CALL.finditer(text):
        one, *other = (str(literal_eval(quoted)) for quoted in found.groups() if quoted)
        yield Source(PAGE, one, "".join(other), _end(name, text[: found.start()]))


def update(path: str, old: bytes | None, entries: Iterable[Source]) -> bytes:
    """The catalogue at `path`, brought up to the entries, whose order it takes.

    New entries are empty, changed ones fuzzy with their previous text, gone ones dropped. The same input
    gives the same bytes, and a second run changes nothing. Raises Problems where the old file cannot be read.
    """
    language = PurePath(path).stem
    if problems := language_problems(language, Place(path)):
        raise Problems(problems)
    text, known = _parse(path, old, language) if old is not None else ("", None)
    merged = Catalog(locale=language.replace("-", "_"))
    if known:
        merged.mime_headers = [("Plural-Forms", known.plural_forms)]
    sources = _gathered(entries)
    matched = _matched(list(sources), _messages(known) if known else [])
    for key, equal in sources.items():
        message = _merged(equal, matched.get(key))
        merged[message.id] = message
    body = BytesIO()
    write_po(body, merged, width=WIDE, omit_header=True, include_previous=True)
    return (
        _head(text, language, merged.plural_forms) + body.getvalue().decode().rstrip("\n") + "\n"
    ).encode()


def _head(text: str, language: str, plural_forms: str) -> str:
    """The header entry, without dates or machines, below the translators' own comment."""
    comments = takewhile(lambda line: line.startswith("#"), text.split("\n"))
    fields = {**_right_fields(language), "Plural-Forms": plural_forms, "MIME-Version": "1.0"}
    lines = [
        *(line for line in comments if line[1:2] in ("", " ")),
        *('msgid ""', 'msgstr ""'),
        *(f'"{name}: {value}\\n"' for name, value in fields.items()),
        '"Content-Transfer-Encoding: 8bit\\n"',
    ]
    return "\n".join(lines) + "\n\n"


def _gathered(entries: Iterable[Source]) -> dict[tuple[str, str], list[Source]]:
    """The entries by context and text; equal ones share a key, empty ones have nothing to translate."""
    gathered: dict[tuple[str, str], list[Source]] = {}
    for entry in filter(lambda each: each.one, entries):
        gathered.setdefault((entry.context, entry.one), []).append(entry)
    return gathered


def _matched(
    sources: Sequence[tuple[str, str]], messages: Iterable[Message]
) -> dict[tuple[str, str], Message]:
    """The old message for each entry: the same one, else one that is gone and that this may have been."""
    old = {_key(message): message for message in messages}
    matched = {key: old[key] for key in sources if key in old}
    new = [key for key in sources if key not in old]
    gone = [key for key in old if key not in matched]
    for key in new:
        rivals = [other for other in gone if other[0] == key[0]]
        alone = len(rivals) == 1 == sum(other[0] == key[0] for other in new)
        moved = [other for other in gone if other[1] == key[1]]
        best = max(rivals, key=lambda other: _likeness(key[1], other[1]), default=None)
        if best and not alone and _likeness(key[1], best[1]) < SIMILAR:
            best = None
        if found := best or next(iter(moved), None):
            matched[key] = old[found]
            gone.remove(found)
    return matched


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def _merged(sources: Sequence[Source], old: Message | None) -> Message:
    """The new entry. A changed source makes a translation fuzzy, unless there is none yet."""
    first = sources[0]
    ids = (first.one, first.other) if first.other else first.one
    forms = _forms(old.string) if old else ("",)
    message = Message(
        ids,
        forms if first.other else forms[0],
        [(PurePath(source.place.path).name, source.place.line) for source in sources if source.place.path],
        auto_comments=list(dict.fromkeys(source.note for source in sources if source.note)),
        user_comments=old.user_comments if old else (),
        context=first.context or None,
    )
    message.flags.discard("python-format")  # a per cent sign in a sentence is no placeholder
    if old and any(forms):
        changed = (old.context, _forms(old.id)) != (message.context, _forms(ids))
        message.flags |= {"fuzzy"} if old.fuzzy or changed else set()
        message.previous_id = old.previous_id or (list(_forms(old.id)) if changed else [])
    return message
