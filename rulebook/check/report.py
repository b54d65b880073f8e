"""What a check found, for people, for programs and for a hosting service that annotates lines."""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.books import Book
from rulebook.catalogues import sources
from rulebook.check import drawn
from rulebook.check.agreement import frames
from rulebook.check.drawn import Counterexample
from rulebook.check.explore import Tally
from rulebook.errors import Problem, printable
from rulebook.views.text import RANK
from rulebook.words import Source

if TYPE_CHECKING:
    from rulebook.check import Checked


@dataclass(frozen=True, slots=True)
class Row:
    """What is known of one rule. `steps` are the frames that it decided, `refusals` those that it refused.

    `law` is whether a law stands for it, `reason` why none does. `decided` and `refused` count what it did in
    explored positions, `tested` how often its law was held against the engine there. `languages` gives the
    state of its text in each language: `source`, `current`, `fuzzy` or `missing`.
    """

    rule: str
    role: str
    prose: bool
    steps: tuple[str, ...]
    refusals: tuple[str, ...]
    law: bool
    reason: str
    decided: int
    refused: int
    tested: int
    languages: dict[str, str]

    @property
    def proved(self) -> bool:
        """Whether a law stands for it that was held against the engine."""
        return self.law and self.tested > 0


def rows(book: Book, tally: Tally) -> tuple[Row, ...]:
    """One row for each rule of the engine, in the order of the prose."""
    proof = book.game.proof
    known = dict.fromkeys((*(rule for rule in book.prose.rules if rule in book.game.rules), *book.game.rules))
    laws = {law.rule for law in proof.laws}
    shown, texts = frames(book), defaultdict[str, list[Source]](list)
    for source in sources(book):
        texts[source.context].append(source)
    return tuple(
        Row(
            rule=rule,
            role=book.game.rules[rule],
            prose=rule in book.prose.rules,
            steps=tuple(f.id for f in shown if any(event.rule == rule for event in f.events)),
            refusals=tuple(f.id for f in shown if f.refusal and f.refusal.rule == rule),
            law=rule in laws,
            reason=proof.without.get(rule, ""),
            decided=tally.decided[rule],
            refused=tally.refused[rule],
            tested=tally.spoke[rule],
            languages=_states(book, texts[rule]),
        )
        for rule in known
    )


def _states(book: Book, texts: Sequence[Source]) -> dict[str, str]:
    """The worst state of the texts in each language."""
    return {
        language: max((words.state(text) for text in texts), key=RANK.index, default="missing")
        for language, words in book.words.items()
    }


def table(lines: Iterable[Row]) -> str:
    """The rows as text in columns."""
    head = ("rule", "role", "prose", "steps", "refusals", "law", "decided", "refused", "languages")
    cells = [head, *(_cells(line) for line in lines)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in cells)


def _cells(row: Row) -> tuple[str, ...]:
    behind = [
        f"{language} {state}" for language, state in row.languages.items() if state in ("fuzzy", "missing")
    ]
    return (
        row.rule,
        row.role,
        "yes" if row.prose else "no",
        str(len(row.steps)),
        str(len(row.refusals)),
        "yes" if row.law else "reason" if row.reason else "no",
        str(row.decided),
        str(row.refused),
        ", ".join(behind) or "complete",
    )


def drawing(example: Counterexample, folder: Path) -> str:
    """What stands below a broken law: the position, what is done in it, and where its picture is, if any."""
    lines = drawn.letters(example).splitlines()
    lines += [f"action: {json.dumps(example.breach.action)}"] if example.breach.action else []
    lines += [f"state: {json.dumps(example.breach.state)}"]
    lines += [f"drawn in {folder / example.name}"] if drawn.picture(example) else []
    return "\n".join(f"    {line}".rstrip() for line in lines)


def as_json(
    problems: Iterable[Problem], checked: "Iterable[Checked]", examples: Iterable[Counterexample] = ()
) -> str:
    """Everything for a program: the problems with their places, what was checked, and how laws break."""
    told = [
        {**asdict(problem), "place": asdict(problem.place), "exit": int(problem.exit)} for problem in problems
    ]
    books, broken = [_book(one) for one in checked], [_example(example) for example in examples]
    return json.dumps({"problems": told, "books": books, "counterexamples": broken}, indent=1)


def _example(example: Counterexample) -> dict[str, object]:
    board = drawn.letters(example)
    return {**asdict(example.breach), "board": board, "picture": example.name if board else ""}


def _book(one: "Checked") -> dict[str, object]:
    return {
        "book": one.book.id,
        "rules": [asdict(row) for row in one.rows],
        "positions": one.tally.positions,
        "actions": one.tally.actions,
        "small_boards": [asdict(board) for board in one.visited],
        "findings": [asdict(finding) for finding in one.findings],
    }


def annotation(problem: Problem) -> str:
    """A problem as a line that a hosting service shows beside the source line."""
    place, text = (
        problem.place,
        printable(f"{problem.text}; {problem.advice}" if problem.advice else problem.text),
    )
    properties = (
        f"file={_escaped(place.path, ',:')},line={place.line},col={place.column},title={problem.code}"
    )
    return f"::error {properties}::{_escaped(text)}"


def _escaped(text: str, more: str = "") -> str:
    """Signs that end a property or a command, in the escapes that the annotations' readers undo."""
    for sign in ("%", "\r", "\n", *more):
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text
