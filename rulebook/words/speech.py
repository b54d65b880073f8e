"""What a text or sentence says in a language, falling back on its source."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rulebook.errors import Place, Problem, Problems, did_you_mean
from rulebook.words.catalogue import read_catalogue
from rulebook.words.entries import (
    MARKS,
    OF_PAGES,
    PAGE_LANGUAGE,
    PLACEHOLDER,
    QUOTES,
    Catalogue,
    Form,
    Quotes,
    Said,
    Sentence,
    Source,
    State,
    Translation,
)
from rulebook.words.languages import Value, base, direction, language_problems, locale, shown
from rulebook.words.numbers import COUNTED, Counting, alternatives, counting_of, folded, numbers_in, quotes_of


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
        return str(locale(self.language).display_name)

    @property
    def direction(self) -> str:
        return direction(self.language)

    @property
    def quotes(self) -> Quotes:
        """Opening and closing quotation mark, outer pair first."""
        return quotes_of(self._known(QUOTES, " ".join(MARKS)))

    @property
    def counting(self) -> "Counting":
        """How the language says numbers; nothing is known of one whose catalogue does not say it."""
        if self.pages and any(self.pages.counted):
            return counting_of(self.pages.counted)
        return counting_of(COUNTED if base(self.language) == base(PAGE_LANGUAGE) else ())

    def numbers(self, text: str, *, articles: bool = True) -> Sequence[int]:
        """Every number in a text, in digits of any script or in words.

        Digits behind a Latin letter are part of a name (`ATK5`, `E8`). Without `articles` the words that may
        also be an article are left out: they are numbers for sure only where a number is expected.
        """
        return numbers_in(text, self.counting, articles)

    def list(self, items: Iterable[str]) -> str:
        """`A, B and C`."""
        return shown(tuple(items), self.language)

    def number(self, value: int) -> str:
        return shown(value, self.language)

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
        many = other and locale(language).plural_form(number) != "one"
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
    text = PLACEHOLDER.sub(lambda found: shown(facts[found[1]], said.language), said.text)
    return replace(said, text=text)


def _unfilled(name: str, facts: Iterable[str], place: Place) -> Problem:
    text = f"nothing that is a text or number fills '{{{name}}}' here"
    return Problem(place, "unknown-placeholder", text, did_you_mean(name, facts))


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
    return any(part in folded(text) for form in forms for part in alternatives(form))


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
