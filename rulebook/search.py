"""What a reader's search looks through, in one language: the texts of a book, and where each of them leads.

The script that searches knows no book: it folds these texts as it folds what a reader types. All that it says
comes with them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from itertools import count, pairwise
from typing import NamedTuple
from unicodedata import normalize

from rulebook import explorer, pages, prose
from rulebook.books import Book
from rulebook.catalogues import remark_context, title_context
from rulebook.model import JSON, Frame
from rulebook.prose import Entry, Section
from rulebook.views import text
from rulebook.words import Said, Words

SCRIPT = "search-index.js"
"""The name of the index in the folder of a book."""

GIVES = "rulebookSearches"
"""The function that the index calls."""


class Part(NamedTuple):
    """A text: the id that it leads to, the number that a reader knows that by, and what it says."""

    id: str
    label: str
    said: Said


class Work(NamedTuple):
    """A section, scene or question: its title and its texts; the first of them stands for the whole."""

    title: Said
    parts: tuple[Part, ...]


class Group(NamedTuple):
    """Works of a kind. `whole`: what is found in one of them is shown once, at its best place."""

    kind: str
    whole: bool
    works: tuple[Work, ...]


def groups(book: Book, language: str) -> tuple[Group, ...]:
    """All that is looked through: `rules` (sections with their rules), `scenes` and `questions`."""
    gatherer = _Gatherer(book, book.words[language], pages.number(book))
    return (
        Group("rules", False, tuple(gatherer.sections())),
        Group("scenes", True, tuple(gatherer.scenes())),
        Group("questions", True, tuple(gatherer.questions())),
    )


def index(book: Book, language: str) -> JSON:
    """The groups as JSON, and the dialog with all that it can say.

    Each group is its name, whether works are shown once, and the works; a work is its title and its parts, a
    part `[id, label, text]`. A text that stands in another language is a list: text, language, direction.
    """
    words, found = book.words[language], groups(book, language)
    dialog = pages.render("search.html.jinja", pages.Speech(words), most=_most(found))
    return {"dialog": dialog, "groups": [_written(group, language) for group in found]}


def files(book: Book) -> dict[str, bytes]:
    """The index of a book in each of its languages, by its path in the site."""
    return {
        f"{language}/{book.id}/{SCRIPT}": f"{GIVES}({explorer.safe(index(book, language))});\n".encode()
        for language in book.words
    }


def inlined(book: Book, language: str) -> str:
    """The index as data for a script element of a page that stands alone."""
    return explorer.safe(index(book, language))


def _most(found: Iterable[Group]) -> int:
    """The most hits that there can be."""
    return sum(
        1 if group.whole else len({part.id for part in work.parts}) for group in found for work in group.works
    )


def _written(group: Group, language: str) -> JSON:
    works = [
        [
            _text(work.title, language),
            *([part.id, part.label, _text(part.said, language)] for part in work.parts),
        ]
        for work in group.works
    ]
    return [group.kind, int(group.whole), works]


def _text(said: Said, language: str) -> JSON:
    composed = normalize("NFC", said.text)
    return composed if said.language == language else [composed, said.language, said.direction]


class _Gatherer(NamedTuple):
    """Reads a book as its page shows it in one language."""

    book: Book
    words: Words
    numbers: pages.Numbers

    def sections(self) -> Iterator[Work]:
        for section in self.book.prose.sections:
            asked = section.id == pages.QUESTIONS
            entries = [] if asked else [each for each in _entries(section) if each is not section.title]
            parts = [self.part(section, entry) for entry in entries]
            yield Work(self.title(section), (self.head(section), *parts))

    def title(self, section: Section) -> Said:
        """A section's; the book's own for what stands before the first."""
        header = pages.header(self.book, "title", self.words.language)
        return self.say(section.title) if section.title else header

    def head(self, section: Section) -> Part:
        return Part(_home(section), self.numbers.sections[section.id], Said("", self.words.language))

    def part(self, section: Section, entry: Entry) -> Part:
        """A text of a section: a rule has a place of its own."""
        rule = entry.context if entry.context in self.book.prose.rules else ""
        label = self.numbers.rules[rule] if rule else self.numbers.sections[section.id]
        return Part(rule or _home(section), label, self.say(entry))

    def scenes(self) -> Iterator[Work]:
        for scene in self.numbers.scenes:
            title = self.words.text(title_context(scene), self.book.scenes[scene].title)
            parts = (
                Part(frame.id, self.numbers.steps[frame.id], self.told(frame))
                for frame in self.book.frames[scene]
            )
            yield Work(title, tuple(parts))

    def told(self, frame: Frame) -> Said:
        """What stands below a step: its caption and its remark."""
        remark = self.words.text(remark_context(frame.scene, frame.step), frame.remark)
        return self.joined([*text.caption(frame, self.words), *([remark] if remark.text else [])])

    def joined(self, said: Sequence[Said]) -> Said:
        """Texts as one, in another language than the page's where any of them is."""
        foreign = (each.language for each in said if each.language != self.words.language)
        return Said(" ".join(each.text for each in said), next(foreign, self.words.language))

    def questions(self) -> Iterator[Work]:
        numbers = count(1)
        for section in self.book.prose.sections:
            for asked, answer in _asked(section) if section.id == pages.QUESTIONS else ():
                place = pages.QUESTION.format(next(numbers))
                head = Part(place, "", Said("", self.words.language))
                yield Work(self.say(asked), (head, *(Part(place, "", self.say(entry)) for entry in answer)))

    def say(self, entry: Entry) -> Said:
        """A text of the prose as a reader sees it, without markup."""
        said = self.words.text(entry.context, entry.msgid)
        html = prose.typeset(said.text, said.quotes, self.book.game.facts)
        return Said(unescape(re.sub("<[^>]*>", "", html)), said.language)


def _home(section: Section) -> str:
    return section.id or "page-text"


def _entries(section: Section) -> list[Entry]:
    return [token.meta["entry"] for token in section.tokens if "entry" in token.meta]


def _asked(section: Section) -> list[tuple[Entry, list[Entry]]]:
    """Each heading of the third level with what stands below it."""
    found: list[tuple[Entry, list[Entry]]] = []
    for opening, token in pairwise(section.tokens):
        if "entry" in token.meta and opening.tag == "h3":
            found.append((token.meta["entry"], []))
        elif "entry" in token.meta and found:
            found[-1][1].append(token.meta["entry"])
    return found
