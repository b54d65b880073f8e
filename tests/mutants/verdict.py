"""What `rulebook check` says to a mutant, as far as it has to be known. Loaded anew for each one."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from rulebook import books
from rulebook import check as checks
from rulebook.books import Book, Manuscript
from rulebook.check import agreement, holes
from rulebook.check.explore import Breach, Tally
from rulebook.errors import Problem, Problems

MOST = 3
"""How many problems of a mutant are told, beside the last one."""

Rules = Mapping[tuple[str, int], str]
"""Path and line of each rule's sentence, in every language, with its id."""


class Enough(BaseException):
    """The mutant is caught; nothing in between may take this for an error of its own."""


@dataclass(slots=True)
class Verdict:
    """What was found: the problems in their order.

    `wanted` are rules and codes of which one should be named; the check goes on until that is so. Without any
    the first problem will do. `named` is the one that was, `where` how far the check came: `read`, `texts` or
    `laws`. Where only `texts` were changed, the laws have nothing to add; where they are of one `language`,
    the others have not.
    """

    wanted: Collection[str] = ()
    texts: bool = False
    language: str = ""
    positions: int = checks.POSITIONS
    problems: list[Problem] = field(default_factory=list)
    named: str = ""
    where: str = "read"

    def add(self, problems: Iterable[Problem], rules: Rules) -> None:
        """Note problems, and break off where it is enough.

        Each problem names the rules in its text and the one at whose sentence it stands.
        """
        for problem in problems:
            self.problems.append(problem)
            at = rules.get((problem.place.path, problem.place.line), "")
            names = (problem.code, at, *re.findall(r"[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+", problem.text))
            self.named = next((name for name in names if name in self.wanted), "")
            if self.named or not self.wanted:
                raise Enough


def judge(folder: Path, verdict: Verdict) -> None:
    """Run the check on a book as it is now."""
    try:
        book = books.load(folder)
    except Problems as error:
        verdict.add(error.problems, {})
        if not verdict.texts:
            go_on(folder, verdict, error.problems)
    else:
        check(alone(book, verdict.language) if verdict.language else book, verdict)


def alone(book: Book, language: str) -> Book:
    """The book in its own language and this one."""
    return replace(book, words={tag: book.words[tag] for tag in (book.header.language, language)})


def check(book: Book, verdict: Verdict) -> None:
    """`rulebook check` of a book that could be read, without the search for holes, which are no errors."""
    rules = dict(sentences(book))
    disagreements = agreement.check

    def written(given: Book) -> tuple[Problem, ...]:
        verdict.where = "texts"
        verdict.add(disagreements(given), rules)
        if verdict.texts:
            raise Enough
        verdict.where = "laws"
        return tuple(verdict.problems)

    def found(_tally: Tally, breach: Breach) -> None:
        verdict.add([checks.broken(book, breach)], rules)

    with (
        patch.object(agreement, "check", written),
        patch.object(Tally, "found", found),
        patch.object(holes, "find", lambda *_given: ()),
    ):
        every = checks.check(book, checks.Options(verdict.positions, jobs=1)).problems
        verdict.add((problem for problem in every if problem not in verdict.problems), rules)


def sentences(book: Manuscript) -> Iterator[tuple[tuple[str, int], str]]:
    """Where the sentence of each rule stands."""
    for rule, entry in book.prose.rules.items():
        spoken = book.words.values() if isinstance(book, Book) else ()
        for place in (entry.place, *(language.place(rule, entry.msgid) for language in spoken)):
            yield (place.path, place.line), rule


def go_on(folder: Path, verdict: Verdict, problems: Collection[Problem]) -> None:
    """The laws of a book whose scenes cannot be played any more."""
    draft = books.draft(folder)
    rules = dict(sentences(draft)) if draft else {}

    def found(_tally: Tally, breach: Breach) -> None:
        if draft:
            verdict.add([checks.broken(draft, breach)], rules)

    with patch.object(Tally, "found", found):
        verdict.where = "laws"
        options = checks.Options(verdict.positions, jobs=1)
        wrong, examples = checks.unplayed([folder], problems, options)
        told = (*wrong, *(example.problem for example in examples))
        verdict.add((problem for problem in told if problem not in verdict.problems), rules)


def answer(job: Mapping[str, Any]) -> dict[str, Any]:
    """What is to be told of a mutant."""
    positions = checks.POSITIONS if job["positions"] is None else job["positions"]
    path = Path(job["path"])
    language = path.stem if job["texts"] and path.suffix == ".po" else ""
    verdict, fault = Verdict(job["wanted"], job["texts"], language, positions), ""
    try:
        judge(Path(job["folder"]), verdict)
    except Enough:
        pass
    except Exception as error:  # what `rulebook check` calls a fault of ours
        fault = f"{type(error).__name__}: {error}"
    told = [(problem.code, str(problem)) for problem in verdict.problems]
    told += [("fault", fault)] if fault else []
    return {
        "problems": told[:MOST] + told[MOST:][-1:],
        "codes": list(dict.fromkeys(code for code, _ in told)),
        "named": verdict.named,
        "where": verdict.where,
    }
