"""Lays out a book's conformance page: what was checked, rule by rule, and what the rules leave open."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple

from rulebook import catalogues, pages, prose
from rulebook.books import Book
from rulebook.check import POSITIONS, SEED, Checked, agreement
from rulebook.check.holes import Finding, played
from rulebook.check.report import Row
from rulebook.check.small import Visited
from rulebook.model import Frame, Game
from rulebook.pages import Layout, Link, SceneView, Speech
from rulebook.views import svg, text
from rulebook.words import Words

TITLES = {
    "endless": "Without end",
    "stuck": "Nothing to do",
    "trapped": "No way to an end",
    "idle": "Never needed",
}
"""What the page calls each kind of finding; the template says the same words."""


class RuleView(NamedTuple):
    """A row of the table: the rule's number, its sentence, and the steps that it decided and refused."""

    row: Row
    number: str
    says: str
    steps: list[Link]
    refusals: list[Link]


class FindingView(NamedTuple):
    """A finding with the links to its rules, its example as a storyboard, or a picture of its own.

    `text` is the check's own English sentence. `repeated` is how many actions come again and again; `number`
    and `visited` belong to a small board.
    """

    id: str
    kind: str
    title: str
    text: str
    rules: list[Link]
    repeated: int
    scene: SceneView | None
    picture: str
    alt: str
    number: int
    visited: Visited | None
    command: str


class BoardView(NamedTuple):
    """A small board: its name as columns × rows, how many pieces it has, and what was found on it."""

    name: str
    pieces: int
    visited: Visited


class LanguageView(NamedTuple):
    """A language's name in itself, and how many of its texts are in which state; `source` if it is that."""

    language: str
    name: str
    direction: str
    source: bool
    done: int
    fuzzy: int
    missing: int


# What the press calls


def page(checked: Checked, language: str, base_url: str = "") -> str:
    """The conformance page of a book in one of its languages."""
    book = checked.book
    say, title = Speech(book.words[language]), pages.header(book, "title", language)
    head = pages.book_head(book, language, pages.CONFORMANCE, (title.text, ""), base_url)
    record = _Record(checked, Layout.of(checked, say))
    values = record.contents() | {"title": say.mark(title), "home": pages.BOOK}
    return pages.render("conformance.html.jinja", say, head=head, record=values)


def pictures(checked: Checked, language: str) -> dict[str, bytes]:
    """The pictures of findings on other boards than the book's, by their path beside the page."""
    spoken = checked.book.words[language]
    small = [(finding, _on_small_board(checked, finding)) for finding in checked.findings]
    return {
        _picture_name(finding): _picture(*found[1:], Speech(spoken).attr(TITLES[finding.kind]), spoken)
        for finding, found in small
        if found
    }


# Findings on small boards, which have symbols of their own


def _picture_name(finding: Finding) -> str:
    return f"findings/{finding.id}.svg"


def _on_small_board(checked: Checked, finding: Finding) -> tuple[int, Game[Any, Any], Visited] | None:
    """Number, game and visit of the small board that a finding speaks of, None for any other finding."""
    boards = zip(checked.book.game.proof.small(), checked.visited, strict=False)
    for number, (game, visited) in enumerate(boards, 1):
        if finding.kind == "trapped" and finding.rules == (f"board.{number}",):
            return number, game, visited
    return None


def _nearest(game: Game[Any, Any], visited: Visited) -> Frame:
    """The nearest position of a small board from which no end can be reached."""
    return Frame("small", "start", game.picture(game.read_state(visited.example)))


def _picture(game: Game[Any, Any], visited: Visited, title: str, words: Words) -> bytes:
    frame = _nearest(game, visited)
    told = _told(frame, game, words)
    return svg.alone(frame, game.board, game.teams, title, told, words.language).encode()


def _told(frame: Frame, game: Game[Any, Any], words: Words) -> str:
    """The position in words, or in letters where it shows what the book has no words for."""
    try:
        return text.describe(frame.picture, words).text
    except KeyError:
        return text.board(frame.picture, game.board)


# The page


@dataclass(frozen=True, slots=True)
class _Record:
    """What was checked of a book, laid out in one language."""

    checked: Checked
    layout: Layout

    @property
    def book(self) -> Book:
        return self.checked.book

    @property
    def say(self) -> Speech:
        return self.layout.say

    def contents(self) -> dict[str, Any]:
        examples = {finding.id: played(self.book.game, finding) for finding in self.checked.findings}
        frames = [frame for shown in examples.values() for frame in shown]
        return {
            "counts": self.counts(),
            "sections": list(self.sections()),
            "findings": [self.finding(finding, examples[finding.id]) for finding in self.checked.findings],
            "symbols": self.layout.symbols(frames) if frames else "",
            "boards": list(self.boards()),
            "languages": [self.language(words) for words in self.book.words.values()],
            "command": self.command("check", "--table"),
        }

    def counts(self) -> Mapping[str, int]:
        """How much was checked, by the names that the template knows."""
        tally, proof = self.checked.tally, self.book.game.proof
        return agreement.counts(self.book) | {
            "laws": len(proof.laws),
            "positions": tally.positions,
            "actions": tally.actions,
            "small": sum(board.positions for board in self.checked.visited),
        }

    def command(self, name: str, more: str) -> str:
        """What a maintainer types to see the same again."""
        options = self.checked.options
        explored = (
            f" --positions {options.positions}" * (options.positions != POSITIONS),
            f" --seed {options.seed}" * (options.seed != SEED),
        )
        return f"rulebook {name} {self.book.id} {more}{''.join(explored)}"

    # Rules

    def sections(self) -> Iterator[tuple[str, str, list[RuleView]]]:
        """Number and title of each section that states rules, with its rows."""
        of = {rule: section for section in self.book.prose.sections for rule in pages.rules_of(section)}
        for section, rows in groupby(self.checked.rows, key=lambda row: of.get(row.rule)):
            rules = [self.rule(row) for row in rows]
            if section is None:
                yield "", pages.NOTHING, rules
            else:
                yield self.layout.numbers.sections[section.id], self.layout.title(section), rules

    def rule(self, row: Row) -> RuleView:
        entry = self.book.prose.rules.get(row.rule)
        said = self.say.words.text(entry.context, entry.msgid) if entry else None
        says = self.say.mark(replace(said, text=prose.plain(said.text))) if said else pages.NOTHING
        number = self.layout.numbers.rules.get(row.rule, row.rule)
        return RuleView(row, number, says, *self.layout.witnesses(row.rule))

    # Findings

    def finding(self, finding: Finding, frames: Sequence[Frame]) -> FindingView:
        small = _on_small_board(self.checked, finding)
        title = self.say.attr(TITLES.get(finding.kind, finding.kind))
        return FindingView(
            id=finding.id,
            kind=finding.kind if finding.kind != "trapped" or small else "",
            title=title,
            text=finding.text,
            rules=[
                self.layout.rule_link(rule) for rule in finding.rules if rule in self.layout.numbers.rules
            ],
            repeated=len(finding.actions) - finding.lead,
            scene=self.scene(finding, frames, title),
            picture=_picture_name(finding) if small else "",
            alt=" ".join(_told(_nearest(*small[1:]), small[1], self.say.words).split()) if small else "",
            number=small[0] if small else 0,
            visited=small[2] if small else None,
            command=self.command("finding", finding.id) if frames else "",
        )

    def scene(self, finding: Finding, frames: Sequence[Frame], title: str) -> SceneView | None:
        """The example as a storyboard; none where something happens that the book has no words for."""
        if not frames:
            return None
        try:
            return self.layout.storyboard(finding.id, title, frames)
        except KeyError:
            return None

    # Small boards and languages

    def boards(self) -> Iterator[BoardView]:
        for game, visited in zip(self.book.game.proof.small(), self.checked.visited, strict=False):
            board, tokens = game.board, game.picture(game.new({})).tokens
            size = f"{len(board.columns)} × {len(board.rows)}" if board.columns and board.rows else ""
            yield BoardView(size or str(len(board.points)), len(tokens), visited)

    def language(self, words: Words) -> LanguageView:
        sources = (*catalogues.sources(self.book), *catalogues.page_sources())
        states = Counter(words.state(source) for source in sources)
        done = states["source"] + states["current"]
        is_source = words.language == self.book.header.language
        return LanguageView(
            words.language, words.name, words.direction, is_source, done, states["fuzzy"], states["missing"]
        )
