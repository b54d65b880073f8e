"""A mutant: one change of one file, under a name that stays when lines are added elsewhere."""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from random import Random

SHOWN = 60

Effect = tuple[str, int, int, str]


@dataclass(frozen=True, slots=True)
class Mutant:
    """The characters from `start` to `end` of a file become `new`.

    `group` and `kind` are its class in the report. `change` says in one line what is different. Where `rules`
    are given, a problem has to name one of them, and where `codes` are given, one has to have such a code.
    """

    name: str
    group: str
    kind: str
    path: str
    line: int
    change: str
    start: int
    end: int
    new: str
    rules: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()

    def applied(self, text: str) -> str:
        """The file's text with the change in it."""
        return text[: self.start] + self.new + text[self.end :]

    @property
    def effect(self) -> Effect:
        """What the change is, by whatever name: two mutants of one effect are one."""
        return self.path, self.start, self.end, self.new


class Names:
    """Gives out names: a path and what is there, with a number where there are several of them."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()

    def next(self, name: str) -> str:
        """The name with the next number."""
        self.seen[name] += 1
        return f"{name}:{self.seen[name]}"


def sample(mutants: Iterable[Mutant], limit: int | None, seed: int) -> list[Mutant]:
    """At most `limit` of the mutants of each kind, in their order, the same for the same seed."""
    every = list(mutants)
    if limit is None:
        return every
    kinds = dict.fromkeys((mutant.group, mutant.kind) for mutant in every)
    chosen: set[str] = set()
    for group, kind in kinds:
        names = [mutant.name for mutant in every if (mutant.group, mutant.kind) == (group, kind)]
        chosen.update(Random(f"{seed}/{group}/{kind}").sample(names, min(limit, len(names))))
    return [mutant for mutant in every if mutant.name in chosen]


def told(before: str, after: str) -> str:
    """`before → after` on one line; of long texts only where they differ, and a little around it."""
    before, after = " ".join(before.split()), " ".join(after.split())
    first = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
    start = max(0, first - SHOWN // 2) if max(len(before), len(after)) > SHOWN else 0
    return f"{_cut(before, start)} → {_cut(after, start)}"


def _cut(text: str, start: int) -> str:
    shown = text[start : start + SHOWN]
    return ("…" if start else "") + shown + ("…" if start + SHOWN < len(text) else "")


class Source:
    """A Python file: its text, its tree, and where in the text each node of the tree stands."""

    def __init__(self, path: str, text: str) -> None:
        self.path, self.text, self.tree = path, text, ast.parse(text)
        lines = text.splitlines(keepends=True)
        self._lines, self._starts = lines, list(accumulate(map(len, lines), initial=0))

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Where a node begins and ends, in characters of the text."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._at(node.lineno, node.col_offset), self._at(node.end_lineno, node.end_col_offset)

    def _at(self, line: int, column: int) -> int:
        """Python counts the bytes of a line, a text its characters."""
        return self._starts[line - 1] + len(self._lines[line - 1].encode()[:column].decode())

    def piece(self, node: ast.expr | ast.stmt) -> str:
        """The text of a node."""
        start, end = self.span(node)
        return self.text[start:end]

    def spliced(self, node: ast.expr | ast.stmt, new: str) -> str:
        """New text for a node on as many lines as it has, so that all others keep their numbers."""
        lost = self.piece(node).count("\n") - new.count("\n")
        if isinstance(node, ast.stmt):
            return new + "\n" * lost
        return f"({new}{chr(10) * lost})" if lost or " " in new else new

    def scoped(self) -> Iterator[tuple[str, ast.stmt]]:
        """Each statement that can be changed, with the function, or else the name, that it belongs to."""
        yield from _scoped(self.tree.body, "")


def _scoped(body: Iterable[ast.stmt], scope: str) -> Iterator[tuple[str, ast.stmt]]:
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            yield from _scoped(statement.body, f"{scope}{statement.name}.")
        elif isinstance(statement, ast.FunctionDef):
            yield f"{scope}{statement.name}", statement
        elif isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            yield f"{scope}{_target(statement)}", statement


def _target(statement: ast.Assign | ast.AnnAssign) -> str:
    target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
    names = [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]
    return names[0] if names else ast.unparse(target)
