"""`rulebook check`: that text, engine, scenes and languages agree, and the proof of it.

First what is written is held against one another (`agreement`), then the laws that were written from the book
are run on the engine: on every position of the scenes and on thousands of others (`explore`), and on small
boards on all there are (`small`). What the rules permit and nobody meant is told as a finding (`holes`).
"""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from rulebook.books import Book
from rulebook.check import agreement, explore, holes, report, small
from rulebook.check.agreement import PUBLISHABLE, blocking, frames, mismatch
from rulebook.check.explore import Breach, Tally
from rulebook.check.holes import Finding
from rulebook.check.report import Row
from rulebook.check.small import Visited
from rulebook.errors import Place, Problem

POSITIONS, SEED = 2000, 1
"""How many positions are explored beside those of the scenes, and which, unless a person asks for others."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Options:
    """How much is explored. The result is the same for any number of `jobs`; 0 stands for all cores."""

    positions: int = POSITIONS
    seed: int = SEED
    jobs: int = 0


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found in one book and what was looked at to find it."""

    book: Book
    problems: tuple[Problem, ...]
    tally: Tally
    visited: tuple[Visited, ...]
    findings: tuple[Finding, ...]
    seconds: float = field(compare=False)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The table of rules."""
        return report.rows(self.book, self.tally)

    @property
    def summary(self) -> str:
        """What was checked, counted."""
        counts = {
            **agreement.counts(self.book),
            "laws": len(self.book.game.proof.laws),
            "rules without a law, for a reason": len(self.book.game.proof.without),
            "positions": self.tally.positions,
            "actions tried": self.tally.actions,
            "positions on small boards": sum(board.positions for board in self.visited),
        }
        return f"{self.book.path}: " + ", ".join(f"{count:,} {name}" for name, count in counts.items())


def check(book: Book, options: Options | None = None, progress: Progress | None = None) -> Checked:
    """Everything about one book."""
    chosen, started = options or Options(), time.perf_counter()
    game, jobs = book.game, chosen.jobs or os.cpu_count() or 1
    written, spots = agreement.check(book), explore.scene_spots(book)
    tally = explore.run(
        game,
        chosen.positions,
        chosen.seed,
        spots=spots,
        jobs=jobs,
        progress=progress,
    )
    visited = small.boards(game, jobs)
    findings = holes.find(game, tally, spots, visited, chosen.seed)
    breaches = [*tally.breaches, *(breach for board in visited for breach in board.breaches)]
    problems = (*written, *(broken(book, breach) for breach in breaches), *_unexplored(book, tally))
    return Checked(book, problems, tally, visited, findings, time.perf_counter() - started)


def broken(book: Book, breach: Breach) -> Problem:
    """A breach as a problem, at the sentence that the law quotes."""
    entry = book.prose.rules.get(breach.rule)
    name = f"'{breach.rule}': " if breach.rule else ""
    text = f"{name}{breach.text}: {breach.action}, in {breach.state}"
    return mismatch(
        entry.place if entry else book.header.place, "law-broken", text, "book or engine is wrong"
    )


def _unexplored(book: Book, tally: Tally) -> Iterator[Problem]:
    if not tally.positions:
        yield mismatch(
            Place(book.path), "nothing-checked", "no position was explored", "ask for more --positions"
        )
    for rule in dict.fromkeys(law.rule for law in book.game.proof.laws if law.forbids or law.holds):
        if not tally.spoke[rule]:
            place = book.prose.rules[rule].place if rule in book.prose.rules else book.header.place
            text = f"the law of '{rule}' never spoke of anything that was explored"
            yield mismatch(place, "silent-law", text, "ask for more --positions, or mend the law")


def problems_of(checked: Sequence[Checked]) -> list[Problem]:
    """The problems of several books, each once."""
    return sorted({problem for one in checked for problem in one.problems})


__all__ = [
    "PUBLISHABLE",
    "Checked",
    "Options",
    "blocking",
    "check",
    "frames",
    "problems_of",
]
