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

QUOTES: Mapping[str, Quotes] = {
    "ar": ("«", "»", "‹", "›"),
    "da": ("»", "«", "›", "‹"),
    "de": ("„", "“", "‚", "‘"),
    "en": ("“", "”", "‘", "’"),
    "es": ("«", "»", "“", "”"),
    "ja": ("「", "」", "『", "』"),
    "nb": ("«", "»", "‘", "’"),
}
"""Outer and inner quotation marks; a language that is not listed has those of English."""

NUMBERS: Mapping[str, str] = {
    "ar": "صفر واحد/واحدة اثنان/اثنين/اثنتان/اثنتين ثلاثة/ثلاث أربعة/أربع خمسة/خمس ستة/ست سبعة/سبع"
    " ثمانية/ثماني/ثمان تسعة/تسع عشرة/عشر أحد_عشر/إحدى_عشرة اثنا_عشر/اثني_عشر/اثنتا_عشرة/اثنتي_عشرة"
    " ثلاثة_عشر/ثلاث_عشرة أربعة_عشر/أربع_عشرة خمسة_عشر/خمس_عشرة ستة_عشر/ست_عشرة سبعة_عشر/سبع_عشرة"
    " ثمانية_عشر/ثماني_عشرة تسعة_عشر/تسع_عشرة عشرون/عشرين",
    "da": "nul en/et/én/ét to tre fire fem seks syv otte ni ti elleve tolv tretten fjorten femten seksten"
    " sytten atten nitten tyve",
    "de": "null eins/ein/eine/einen/einem/einer/eines zwei drei vier fünf sechs sieben acht neun zehn elf"
    " zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen twenty",
    "es": "cero uno/un/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince"
    " dieciséis diecisiete dieciocho diecinueve veinte",
    "ja": "零/〇 一/ひとつ 二/ふたつ 三/みっつ 四/よっつ 五/いつつ 六/むっつ 七/ななつ 八/やっつ 九/ここのつ"
    " 十 十一 十二 十三 十四 十五 十六 十七 十八 十九 二十",
    "nb": "null en/ei/et/ett/én/éi to tre fire fem seks sju/syv åtte ni ti elleve tolv tretten fjorten femten"
    " seksten sytten atten nitten tjue/tyve",
}
"""Number words from 0 upwards; `/` between different words for one number, `_` for a space."""

ARTICLES: Mapping[str, str] = {
    "ar": "واحد واحدة",
    "da": "en et",
    "de": "ein eine einen einem einer eines",
    "es": "un una",
    "ja": "一",
    "nb": "en ei et",
}
"""Number words that mostly are no numbers: `ein Spieler` may be `a player` or `one player`."""

NO_NUMBERS: Mapping[str, str] = {
    "ja": "三角 四角 五角形 六角形 八角形 十字 十分 二度と 四隅 四方 一二",
}
"""Words of a language without spaces that hold a number word and mean no number."""

UNSPACED = ("ja",)
"""Languages that put no spaces between words."""

PLACEHOLDER = re.compile(r"\{(\w+)\}")
TARGET = re.compile(r"\]\(\s*<?([^)\s>]*)")
BOUND = ("fact:", "rule:", "scene:", "table:")
OUTSIDE = ("https://", "http://", "mailto:", "#")
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

    @property
    def direction(self) -> str:
        return direction(self.language)

    @property
    def quotes(self) -> Quotes:
        return quotes(self.language)


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
    """One entry of a catalogue: a form for each plural, or a single one; `other` is its source's plural."""

    forms: tuple[str, ...]
    fuzzy: bool
    place: Place
    other: str = ""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What a PO file says. `form` gives the index of the plural form for a number."""

    entries: Mapping[tuple[str, str], Translation]
    form: Callable[[int], int]
    place: Place


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


def quotes(language: str) -> Quotes:
    """Opening and closing quotation mark, outer pair first."""
    return QUOTES.get(base(language), QUOTES["en"])


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

    @property
    def name(self) -> str:
        """The language's name in itself."""
        return str(_locale(self.language).display_name)

    @property
    def direction(self) -> str:
        return direction(self.language)

    @property
    def quotes(self) -> Quotes:
        return quotes(self.language)

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

    def _catalogue(self, context: str) -> tuple[Catalogue | None, str]:
        """The catalogue for a context, and the language of its source."""
        return (self.pages, PAGE_LANGUAGE) if context == PAGE else (self.book, self.source)

    def _say(self, context: str, one: str, other: str, number: int = 0) -> Said:
        catalogue, language = self._catalogue(context)
        source = Said(other if other and _locale(language).plural_form(number) != "one" else one, language)
        if language == self.language or not one:
            return source
        entry = catalogue.entries.get((context, one)) if catalogue else None
        changed = entry and (entry.fuzzy or (other and entry.other != other))
        if not catalogue or not entry or not any(entry.forms) or changed:
            return replace(source, state=_gap(catalogue, context, entry))
        form = entry.forms[catalogue.form(number)] if other else entry.forms[0]
        return Said(form, self.language, "current")


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


def number_words(language: str) -> Mapping[str, int]:
    """Word → number, for 0 to 20; empty for a language without a table, where only digits are read."""
    rows = NUMBERS.get(base(language), "").split()
    return {word.replace("_", " "): value for value, row in enumerate(rows) for word in row.split("/")}


def numbers(text: str, language: str, *, articles: bool = True) -> list[int]:
    """Every number in a text, in digits of any script or in words.

    Digits behind a Latin letter are part of a name (`ATK5`, `E8`). Without `articles` the words that may also
    be an article are left out: they are numbers for sure only where a number is expected.
    """
    words = number_words(language)
    folded = unicodedata.normalize("NFC", text).casefold()
    return [
        int(found) if found.isdecimal() else words[found]
        for found in _number_pattern(language, articles).findall(folded)
        if found
    ]


@cache
def _number_pattern(language: str, articles: bool) -> re.Pattern[str]:
    left_out = () if articles else ARTICLES.get(base(language), "").split()
    words = sorted(set(number_words(language)) - set(left_out), key=lambda word: (-len(word), word))
    choice = "|".join(map(re.escape, words)) or r"(?!)"
    whole = f"(?:{choice})" if base(language) in UNSPACED else rf"(?<!\w)(?:{choice})(?!\w)"
    none = "".join(f"{word}|" for word in NO_NUMBERS.get(base(language), "").split())
    return re.compile(rf"{none}((?<![a-z\u00df-\u024f\d])\d+|{whole})")


def unit_in(text: str, unit: str, words: Words) -> bool:
    """Whether a text names the unit, in any of the forms of the sentence `units.<unit>`, however they end."""
    key = f"units.{unit}"
    if key not in words.sentences:
        return True
    sentence = words.sentences[key]
    entry = words.book.entries.get((key, sentence.one)) if words.book else None
    translated = entry.forms if entry and not entry.fuzzy and words.language != words.source else ()
    forms = [
        PLACEHOLDER.sub("", form).replace("()", "").strip()
        for form in translated or (sentence.one, sentence.other)
        if form
    ]
    return any(form.casefold() in text.casefold() for form in forms)


# Reading catalogues


def load(
    language: str,
    source_language: str,
    book_catalogue: tuple[str, bytes] | None,
    page_catalogue: tuple[str, bytes] | None,
    sentences: Mapping[str, Sentence],
) -> Words:
    """The words of a language from the catalogues of a book and of the pages, each given as path and bytes.

    Raises Problems with the line of everything that is wrong in either of them.
    """
    place = Place(book_catalogue[0] if book_catalogue else "")
    problems = [*language_problems(language, place), *language_problems(source_language, place)]
    if problems:
        raise Problems(problems)
    read: list[Catalogue | None] = []
    for given, source in ((book_catalogue, source_language), (page_catalogue, PAGE_LANGUAGE)):
        try:
            read.append(read_catalogue(*given, language, source) if given else None)
        except Problems as error:
            problems += error.problems
    if problems:
        raise Problems(problems)
    return Words(language, source_language, sentences, *read)


def read_catalogue(path: str, data: bytes, language: str, source_language: str) -> Catalogue:
    """A PO file, checked: form, header, and each translation against its source. Raises Problems."""
    text, catalog = _parse(path, data, language)
    lines, related = text.split("\n"), base(language) == base(source_language)
    problems = [
        Problem(Place(path, _form_line(lines, message, index), 1), *wrong)
        for message in _messages(catalog)
        for index, wrong in _compare(message, related)
    ]
    if problems:
        raise Problems(problems)
    entries = {_key(message): _translation(message, path) for message in _messages(catalog)}
    return Catalogue(entries, c2py(catalog.plural_expr), Place(path))


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


def _translation(message: Message, path: str) -> Translation:
    other = "".join(_forms(message.id)[1:])
    return Translation(_forms(message.string), message.fuzzy, Place(path, message.lineno or 0), other)


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
        yield Problem(Place(path, len(lines), 1), "broken-catalogue", text, "each entry ends with its msgstr")


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


def _form_line(lines: Sequence[str], message: Message, index: int) -> int:
    """The line of one form of an entry, or of its last one."""
    start = message.lineno or 1
    rest = takewhile(lambda line: not line.startswith(("msgctxt ", "msgid ")), lines[start:])
    found = [number for number, line in enumerate(rest, start + 1) if line.startswith("msgstr")]
    return found[min(index, len(found) - 1)]


def _compare(message: Message, related: bool) -> Iterator[tuple[int, tuple[str, str, str]]]:
    """What each form of a translation has lost, gained or changed against its source.

    A fuzzy one is not looked at, as no reader sees it. `related`: both are forms of one language.
    """
    forms, sources = _forms(message.string), _forms(message.id)
    if message.fuzzy or not any(forms):
        return
    for index, form in enumerate(forms):
        if not form:
            yield index, ("plural-forms", f"plural form {index} is empty", f"the language has {len(forms)}")
            continue
        for check in (_placeholders, _links, _signs, *([] if related else [_untranslated])):
            yield from ((index, wrong) for wrong in check(form, sources))


def _placeholders(form: str, sources: Sequence[str]) -> Wrong:
    """A form may leave out what one of its sources leaves out too, such as the number in `one step`."""
    known = [set(PLACEHOLDER.findall(source)) for source in sources]
    used = set(PLACEHOLDER.findall(form))
    for name in sorted(set.intersection(*known) - used):
        yield "lost-placeholder", f"'{{{name}}}' is missing", "keep it as it is in the source"
    for name in sorted(used - set.union(*known)):
        advice = did_you_mean(name, sorted(set.union(*known))) or "take it out"
        yield "unknown-placeholder", f"'{{{name}}}' is not in the source", advice


def _links(form: str, sources: Sequence[str]) -> Wrong:
    wanted, found = Counter(TARGET.findall(sources[-1])), Counter(TARGET.findall(form))
    for target in sorted(wanted - found):
        if target.startswith(BOUND):
            yield "lost-link", f"the link to '{target}' is missing", f"write [text]({target})"
    for target in sorted(found - wanted):
        if target.startswith(BOUND):
            advice = did_you_mean(target, wanted) or "take it out"
            yield "unknown-link", f"the link to '{target}' is not in the source", advice
        elif not target.startswith(OUTSIDE):
            yield "unknown-link", f"'{target}' is no link for a book", "keep the links of the source"


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


# Keeping catalogues


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
        [(PurePath(source.place.path).name, source.place.line) for source in sources],
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
