"""Every error that a person can cause: where it is, what is wrong, what would be right."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from enum import IntEnum


class Exit(IntEnum):
    """Exit codes of every command. No flag changes them; `FAULT` is always a bug of ours."""

    DONE = 0
    MISMATCH = 1
    INPUT = 2
    FILES = 3
    FAULT = 4


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A place in a source file; line and column count from 1, 0 where there is none."""

    path: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return printable(":".join(str(part) for part in (self.path, self.line, self.column) if part))


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing that a person has to mend.

    `code` is a word such as `unknown-key`, `text` says what is wrong, `advice` what would be right
    (without a full stop; empty where the text says it all). `exit` is the exit code it leads to.
    """

    place: Place
    code: str
    text: str
    advice: str = ""
    exit: Exit = Exit.INPUT

    def __str__(self) -> str:
        advice = f"; {self.advice}" if self.advice else ""
        return f"{self.place}: {self.code}: {printable(self.text + advice)}"


class Problems(Exception):
    """All problems of one run, in the order of their places."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(map(str, self.problems)))

    @property
    def exit(self) -> Exit:
        """The gravest code: a file that cannot be read outweighs a mismatch."""
        return max(problem.exit for problem in self.problems)


def printable(text: str) -> str:
    """The text with control characters as escapes, so that input cannot steer a terminal or a CI log."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Advice that names the nearest known word, or all of them where none is near."""
    names = list(known)
    folded = {name.casefold(): name for name in names}
    near = get_close_matches(word.casefold(), folded, n=1)
    if near:
        return f"did you mean '{folded[near[0]]}'?"
    return "known here: " + ", ".join(names) if names else ""
