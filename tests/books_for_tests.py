"""Books for tests: copies of BALL's with a change in them, and the command line that is run on them."""

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest

from rulebook import books, check, cli, explorer
from rulebook.books import Book
from rulebook.check import Checked, agreement
from rulebook.check.explore import Tally
from rulebook.errors import Problem, Problems
from rulebook.model import Game

ROOT = Path(__file__).resolve().parent.parent
BALL = ROOT / "scenes" / "ball"


def copy(folder: Path, scenes: Iterable[str] = ("*",)) -> Path:
    """BALL's book as `folder`/scenes/ball, with all scenes or those of the given names."""
    book = folder / "scenes" / "ball"
    book.mkdir(parents=True)
    names = ("book.md", "sentences.yaml", "glossary.yaml", "nb.po", *(f"{scene}.yaml" for scene in scenes))
    for name in names:
        for path in BALL.glob(name):
            shutil.copyfile(path, book / path.name)
    return book


def edit(path: Path, old: str, new: str) -> None:
    """Replace a text that stands once in the file."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path.name} holds {old!r} {text.count(old)} times"
    path.write_text(text.replace(old, new), encoding="utf-8", newline="")


def line_of(path: Path, text: str) -> int:
    """The number of the only line that holds the text."""
    found = [
        number for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1) if text in line
    ]
    assert len(found) == 1, f"{path.name} holds {text!r} in the lines {found}"
    return found[0]


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a catalogue, to be rewritten in its file: the only one of its context."""

    path: Path
    context: str

    def block(self) -> str:
        blocks = self.path.read_text(encoding="utf-8").split("\n\n")
        head = f'msgctxt "{self.context}"\n'
        found = [block for block in blocks if head in block]
        assert len(found) == 1, f"{self.context}: {len(found)} entries"
        return found[0]

    def edit(self, old: str, new: str) -> None:
        """Replace what stands once in the entry, or in its translation where the source holds it too."""
        block = self.block()
        at = block.index("\nmsgstr") if block.count(old) > 1 else 0
        assert block[at:].count(old) == 1, f"{self.context} holds {old!r} {block[at:].count(old)} times"
        edit(self.path, block, block[:at] + block[at:].replace(old, new))

    def line(self, keyword: str = "msgstr") -> int:
        """The line of the entry's keyword."""
        text = self.path.read_text(encoding="utf-8")
        block = self.block()
        return text[: text.index(block) + block.index(f"{keyword} ")].count("\n") + 1


def problems(book: Path) -> list[Problem]:
    """All that is wrong in a book's folder, without exploring anything."""
    try:
        return sorted(set(agreement.check(books.load(book))))
    except Problems as error:
        return list(error.problems)


def codes(found: Iterable[Problem]) -> dict[str, int]:
    """How often each code was told."""
    return dict(Counter(problem.code for problem in found))


def places(found: Iterable[Problem]) -> list[str]:
    """`book.md:12:3 code` for each problem."""
    return [f"{Path(str(problem.place)).name} {problem.code}" for problem in found]


class Other:
    """A game, or what it offers to the check, of which some attributes are others."""

    def __init__(self, one: Any, **changed: object) -> None:
        self._one = one
        vars(self).update(changed)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._one, name)


def with_game(book: Book, **changed: object) -> Book:
    """The book, held against another engine."""
    return replace(book, game=cast("Game[Any, Any]", Other(book.game, **changed)))


def without_exploring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the texts alone be checked, where nothing else is asked for, also where scenes cannot be played.

    A site built meanwhile has nothing to explore.
    """
    monkeypatch.setattr(check, "check", lambda book, *_: written(book))
    monkeypatch.setattr(explorer, "files", lambda *_: {})
    monkeypatch.setattr(check, "_breaches", lambda *_, **__: ((), ()))


def written(book: Book) -> Checked:
    """A book of which the texts alone have been checked."""
    return Checked(book, agreement.check(book), Tally(positions=1), (), (), 0.0)


class Ran(NamedTuple):
    """What a command left: its exit code, and what it said."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The messages."""
        return self.err.splitlines()


def run(*arguments: object) -> Ran:
    """The command line in this process."""
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        code = cli.run([str(argument) for argument in arguments])
    return Ran(code, out.getvalue(), err.getvalue())


def process(
    *arguments: object,
    cwd: Path = ROOT,
    options: Sequence[str] = (),
    env: Mapping[str, str] | None = None,
    umask: int = -1,
) -> Ran:
    """The command line in a process of its own; `options` are Python's."""
    command = [sys.executable, *options, "-m", "rulebook", *map(str, arguments)]
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **(env or {})},
        umask=umask,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def tree(folder: Path) -> dict[str, str]:
    """Every file of a folder, its hash by its path."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest() for path in files}
