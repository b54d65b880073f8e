"""Numbers of sections, rules, scenes and steps in the order of the prose, the same in every language."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rulebook.books import Book
from rulebook.model import Frame
from rulebook.prose import Section

LEAD, FIGURES, QUESTIONS = "", "figures", "faq"
"""Sections with a place of their own: the first two open the page, the last ends the numbered ones."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers by id: sections 5, rules 5.3, scenes 7, steps 7/2; `steps` by frame id.

    `shown` leads from a rule to the frames that it decided.
    """

    sections: Mapping[str, str]
    rules: Mapping[str, str]
    scenes: Mapping[str, int]
    steps: Mapping[str, str]
    shown: Mapping[str, tuple[Frame, ...]]


def number(book: Book) -> Numbers:
    """The numbers of a book."""
    sections = _number_sections(book.prose.sections)
    rules = {
        rule: f"{sections[section.id]}.{number}" if sections[section.id] else rule
        for section in book.prose.sections
        for number, rule in enumerate(rules_of(section), 1)
    }
    placed = dict.fromkeys(use.name for use in book.prose.scenes)
    scenes = {scene: number for number, scene in enumerate(placed, 1)}
    frames = [frame for scene in scenes for frame in book.frames[scene]]
    steps = {
        frame.id: f"{scenes[frame.scene]}/{book.frames[frame.scene].index(frame) + 1}" for frame in frames
    }
    shown = {rule: tuple(frame for frame in frames if rule in frame.rules) for rule in rules}
    return Numbers(sections, rules, scenes, steps, shown)


def _number_sections(sections: Iterable[Section]) -> dict[str, str]:
    """Numbers from the first section with rules to the last before the questions."""
    numbers: dict[str, str] = {}
    count, ended = 0, False
    for section in sections:
        ended = ended or section.id == QUESTIONS
        if not ended and (count or rules_of(section)):
            count += 1
        numbers[section.id] = str(count) if count and not ended else ""
    return numbers


def rules_of(section: Section) -> list[str]:
    """The rules that a section states, in order."""
    named = [token for token in section.tokens if "rule" in str(token.attrs.get("class", "")).split()]
    return [str(token.attrs["id"]) for token in named]
