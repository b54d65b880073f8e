"""What changes to the rules of any game have in common: an engine's files, and the rules behind a test."""

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from tests.mutants import syntax
from tests.mutants.change import Mutant, Names, Source, told
from tests.mutants.syntax import Change

Found = Iterator[tuple[str, str, Change, str]]
"""File, scope, change and the rules that it is about."""


Makers = Sequence[Callable[["Engine"], Found]]
"""What makes the changes, table by table."""


class Engine:
    """The files of an engine with their trees, and the ids of the rules in its book.

    `verdicts` are the files that say what is legal and what is refused. `concerns` gives, by file and
    function, the rules that a function is about, where neither it nor the checks that ask it say so, and by
    name those of a table of rules; `*` is any end.
    """

    def __init__(
        self,
        root: Path,
        book: str,
        files: Sequence[str],
        verdicts: Sequence[str],
        concerns: Mapping[str, str],
    ) -> None:
        self.folder, self.verdicts, self.concerns = f"rulebook/games/{book}", tuple(verdicts), concerns
        self.sources = {
            name: Source(f"{self.folder}/{name}.py", (root / self.folder / f"{name}.py").read_text("utf-8"))
            for name in files
        }
        prose = (root / "scenes" / book / "book.md").read_text("utf-8")
        self.ids = re.findall(r"\{#([a-z_]+\.[a-z_.]+)", prose)

    def rules(self, patterns: str) -> tuple[str, ...]:
        """The ids that fit any of the patterns."""
        choice = "|".join(re.escape(pattern).replace(r"\*", ".*") for pattern in patterns.split())
        found = tuple(rule for rule in self.ids if re.fullmatch(choice, rule))
        if not found:
            raise ValueError(f"no rule of the book is like '{patterns}'")
        return found

    def is_told(self, scope: str) -> bool:
        """Whether `concerns` says what a function of the verdicts is about."""
        return any(f"{file}.{scope}" in self.concerns for file in self.verdicts)

    def value(self, file: str, name: str) -> ast.expr:
        """The value that a name gets in a file."""
        for scope, statement in self.sources[file].scoped():
            if scope == name and isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value:
                return statement.value
        raise ValueError(f"{file}.py has no '{name}' any more")

    @cached_property
    def functions(self) -> dict[str, ast.FunctionDef]:
        """The functions that say what is legal and what is refused, by name."""
        return {
            scope: statement
            for file in self.verdicts
            for scope, statement in self.sources[file].scoped()
            if isinstance(statement, ast.FunctionDef)
        }


def mutants(engine: Engine, makers: Makers) -> Iterator[Mutant]:
    """Every change of every maker, as a mutant whose rules have to be named."""
    names = Names()
    for make in makers:
        for file, scope, change, patterns in make(engine):
            found = syntax.mutant(engine.sources[file], names, scope, "rules", change)
            yield replace(found, rules=engine.rules(patterns))


def numbers(node: ast.expr, kind: str, label: str = "") -> Iterator[Change]:
    """A number, or whatever stands for one, one more and one less."""
    text = ast.unparse(node)
    for step in (1, -1):
        new = str(int(text) + step) if text.isdecimal() else f"{text} {step:+}"
        yield Change(kind, node, new, f"{label}{text} → {new}")


def retold(kind: str, node: ast.expr, new: str, label: str = "") -> Change:
    return Change(kind, node, new, label + told(ast.unparse(node), new))


# Tests of the engine


TESTS = ("condition", "negate", "swap", "comparison", "boolean", "operand", "unary")


def tests(engine: Engine, files: Sequence[str], for_people: Callable[[str, str], bool]) -> Found:
    """Each test turned round, passed always or never, each of its parts dropped, each bound moved by one."""
    for file in files:
        for scope, statement in engine.sources[file].scoped():
            for change in syntax.changes(statement):
                if change.kind in TESTS and not for_people(file, scope):
                    rules = concerned(engine, file, scope, change)
                    if rules:
                        yield file, scope, change, rules


def concerned(engine: Engine, file: str, scope: str, change: Change) -> str:
    """The rules that a change is about: those in what it drops, else those of its function."""
    if f"{file}.{scope}" in engine.concerns:
        return engine.concerns[f"{file}.{scope}"]
    dropped = _dropped(change)
    found = _ids(engine, dropped, ()) if dropped is not None else set()
    if file in engine.verdicts and not found and scope in engine.functions:
        found = _asked(engine, scope, ())
    return " ".join(sorted(found))


def _dropped(change: Change) -> ast.AST | None:
    text, arrow, _ = change.change.partition(" → (dropped)")
    return ast.parse(text) if arrow and "…" not in text else None


def _ids(engine: Engine, node: ast.AST, seen: tuple[str, ...]) -> set[str]:
    """The rules that a piece of code names, or that the functions name that it calls."""
    found: set[str] = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            found |= {part.value, f"{part.value}.cost"} & set(engine.ids)
        elif isinstance(part, ast.Name) and part.id in engine.concerns:
            found |= set(engine.rules(engine.concerns[part.id]))
        elif isinstance(part, ast.Call):
            name = _called(part)
            if name in engine.functions and name not in seen:
                found |= _ids(engine, engine.functions[name], (*seen, name))
    return found


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)


def _asked(engine: Engine, name: str, seen: tuple[str, ...]) -> set[str]:
    """The rules of a function: those it names, those its callers name calling it, else its callers' own."""
    found = _ids(engine, engine.functions[name], (name,))
    callers = {
        scope: [call for call in ast.walk(function) if isinstance(call, ast.Call) and _called(call) == name]
        for scope, function in engine.functions.items()
        if scope not in (name, *seen) and not engine.is_told(scope)
    }
    for calls in callers.values():
        for call in calls:
            found |= {rule for argument in call.args for rule in _ids(engine, argument, (name,))}
    if not found:
        for scope, calls in callers.items():
            found |= _asked(engine, scope, (*seen, name)) if calls else set()
    return found
