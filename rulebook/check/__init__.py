"""`rulebook check`: that text, engine, scenes and languages agree, and the proof of it.

First what is written is held against one another (`agreement`), then the laws that were written from the book
are run on the engine: on every position of the scenes and on thousands of others (`explore`), and on small
boards on all there are (`small`). What the rules permit and nobody meant is told as a finding (`holes`).
"""

import os
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rulebook import books
from rulebook.books import Book
from rulebook.check import agreement, drawn, explore, holes, report, small
from rulebook.check.agreement import PUBLISHABLE, blocking, frames, mismatch
from rulebook.check.drawn import Counterexample, broken
from rulebook.check.explore import Breach, Tally
from rulebook.check.holes import Finding
from rulebook.check.report import Row
from rulebook.check.small import Visited
from rulebook.errors import Place, Problem
from rulebook.model import Game

UNPLAYED = {"refused", "allowed", "wrong-rule", "unmet", "dice", "bad-value", "engine-fails"}
"""What a scene is told that claims something else than the engine does, or at which the engine fails."""

FEW = 200
"""How many positions at most are explored where only the start of a scene is wrong, which mostly is a slip of
the pen; then no small boards are visited either."""

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
    options: Options = Options()

    @property
    def rows(self) -> tuple[Row, ...]:
        """The table of rules."""
        return report.rows(self.book, self.tally)

    @property
    def counterexamples(self) -> tuple[Counterexample, ...]:
        """The laws that are broken, each with the position in which it is."""
        return tuple(drawn.counterexamples(self.book, self.tally.breaches, self.visited))

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
    examples = drawn.counterexamples(book, tally.breaches, visited)
    problems = (
        *written,
        *(example.problem for example in examples),
        *agreement.sentences(book, tally.told),
        *_unexplored(book, tally),
    )
    return Checked(book, problems, tally, visited, findings, time.perf_counter() - started, chosen)


def unplayed(
    folders: Iterable[Path], problems: Collection[Problem], options: Options | None = None
) -> tuple[list[Problem], list[Counterexample]]:
    """What facts and laws say of books whose scenes cannot be played: rules are named, and not only steps.

    `problems` are those of the books. For a start that cannot be, few positions are explored. Small boards
    are visited where more than a few are.
    """
    chosen, wrong, examples = options or Options(), list[Problem](), list[Counterexample]()
    for folder in folders:
        codes = {problem.code for problem in problems if Path(problem.place.path).parent == folder}
        draft = books.draft(folder) if codes & {"bad-start", *UNPLAYED} else None
        if draft:
            played_wrong = bool(codes & UNPLAYED)
            most = chosen.positions if played_wrong else min(chosen.positions, FEW)
            wanted = replace(chosen, positions=most)
            own = books.Collector().run(books.source_words, draft)
            wrong += agreement.facts(draft, own) if own else ()
            examples += drawn.counterexamples(draft, *_breaches(draft.game, wanted, boards=most > FEW))
    return wrong, examples


def _breaches(
    game: Game[Any, Any], options: Options, *, boards: bool
) -> tuple[Sequence[Breach], Sequence[Visited]]:
    """The broken laws of an engine without any scene, with `boards` on small ones too.

    Those of the start make all others meaningless.
    """
    start, jobs = explore.start_laws(game).breaches, options.jobs or os.cpu_count() or 1
    if start:
        return start, ()
    visited = small.boards(game, jobs) if boards else ()
    return explore.run(game, options.positions, options.seed, jobs=jobs).breaches, visited


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
    "POSITIONS",
    "PUBLISHABLE",
    "SEED",
    "Checked",
    "Counterexample",
    "Options",
    "blocking",
    "broken",
    "check",
    "frames",
    "problems_of",
    "unplayed",
]
