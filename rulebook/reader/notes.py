"""What one reading of a file finds: its problems, and where each value stands."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NoReturn

from rulebook.errors import Place, Problem, Problems, did_you_mean

SIZE = 256 * 1024
"""The most bytes that a source file may have."""
DEPTH, VALUES = 32, 20_000
"""How deep values may lie in one another, and how many a file may hold."""
LENGTH, KEY_LENGTH, DIGITS, WORDS = 10_000, 100, 9, 500
"""The most characters of a text and of a key, digits of a number, keys and words of an expectation."""
SHOWN, GIVE_UP, LINE = 50, 500, 300
"""So many problems of one file are told, after so many reading ends; characters of a problem's text."""

NOWHERE = Place("")

Path = tuple[str | int, ...]


@dataclass(slots=True)
class Notes:
    """What one reading of a file finds: its problems, and where each value stands."""

    path: str
    problems: list[Problem] = field(default_factory=list)
    places: dict[Path, Place] = field(default_factory=dict)

    def place(self, line: int = 1, column: int = 1) -> Place:
        return Place(self.path, line, column)

    def add(self, place: Place, code: str, text: str, advice: str = "") -> None:
        self.problems.append(Problem(place, code, text if len(text) <= LINE else text[:LINE] + "…", advice))
        if len(self.problems) > GIVE_UP:
            self.settle()

    def stop(self, place: Place, code: str, text: str, advice: str = "") -> NoReturn:
        """For what makes reading on senseless."""
        self.add(place, code, text, advice)
        raise at_most(self.problems)

    def settle(self) -> None:
        if self.problems:
            raise at_most(self.problems)

    def near(self, path: Path) -> Place:
        """Where a value stands, or the nearest value around it."""
        while path not in self.places:
            path = path[:-1]
        return self.places[path]


def at_most(problems: Iterable[Problem]) -> Problems:
    """The problems as an exception, with a word about the rest where they are too many to read."""
    found = sorted(set(problems))
    rest = found[SHOWN:]
    if rest:
        text, advice = f"at least {len(rest)} more problems are not shown", "mend those above first"
        exit = max(problem.exit for problem in rest)
        found[SHOWN:] = [Problem(rest[0].place, "more-problems", text, advice, exit)]
    return Problems(found)


def near(word: str, known: Iterable[str]) -> str:
    """Advice that names the nearest known word, if one is near; for where all of them would be too many."""
    advice = did_you_mean(word, known)
    return advice if advice.startswith("did you mean") else ""
