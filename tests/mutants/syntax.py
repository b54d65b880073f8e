"""Changes to a Python file, whatever it means: operators, constants, conditions, statements."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from tests.mutants.change import Effect, Mutant, Names, Source, told

Node = TypeVar("Node", bound=ast.expr)

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
NAME = re.compile(r"[A-Za-z_]+(\.[a-z_]+)*|[XO#]")
"""Texts that the engine reads: names of rules, events, facts, fields and types; all others are for people."""


@dataclass(frozen=True, slots=True)
class Change:
    """A node of a file's tree and what is to stand in its place."""

    kind: str
    node: ast.expr | ast.stmt
    new: str
    change: str


def mutants(path: str, text: str, group: str = "general") -> Iterator[Mutant]:
    """Every change to a file, each once, in the order of its functions."""
    source, names = Source(path, text), Names()
    seen: set[Effect] = set()
    for scope, statement in source.scoped():
        for change in changes(statement):
            found = mutant(source, names, scope, group, change)
            if found.effect not in seen and not _same(change):
                seen.add(found.effect)
                yield found


def mutant(source: Source, names: Names, scope: str, group: str, change: Change) -> Mutant:
    """A change with the name of the function or constant that it is in."""
    start, end = source.span(change.node)
    file = source.path.rpartition("/")[2]
    return Mutant(
        name=names.next(f"{group}:{file}:{scope}:{change.kind}"),
        group=group,
        kind=change.kind,
        path=source.path,
        line=change.node.lineno,
        change=change.change,
        start=start,
        end=end,
        new=source.spliced(change.node, change.new),
    )


def _same(change: Change) -> bool:
    return ast.unparse(ast.parse(change.new)) == ast.unparse(change.node)


def changes(statement: ast.stmt) -> Iterator[Change]:
    """Every change within a function, or within the value of a name."""
    if isinstance(statement, ast.FunctionDef):
        for default in (*statement.args.defaults, *statement.args.kw_defaults):
            yield from _in_value(default)
        for inner in _statements(statement.body):
            yield from _in_statement(inner)
    elif isinstance(statement, ast.Assign | ast.AnnAssign) and not _is_alias(statement):
        yield from _in_value(statement.value)


def _is_alias(statement: ast.Assign | ast.AnnAssign) -> bool:
    """A name for a type, or one that Python itself reads."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
    return bool(re.match("[A-Z][a-z]|__", ast.unparse(target)))


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """All statements, those within others too, but not what is written for people only."""
    for statement in body:
        if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
            yield statement
        for field in ("body", "orelse"):
            yield from _statements(getattr(statement, field, ()))
        for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
            yield from _statements(part.body)


def _in_statement(statement: ast.stmt) -> Iterator[Change]:
    """What can be changed about one statement; those within it come by themselves."""
    yield from _deleted(statement)
    match statement:
        case ast.If(test=test, orelse=orelse):
            yield from _conditions(test, "swap" if orelse else "negate")
        case ast.While(test=test):
            yield from _conditions(test, "negate")
        case ast.Return(value=ast.expr() as value):
            yield from _returned(value)
        case ast.AugAssign(target=target, op=op, value=value):
            for other in _operators(op):
                new = ast.unparse(ast.AugAssign(target, other, value))
                yield Change("arithmetic", statement, new, told(ast.unparse(statement), new))
    for value in _values(statement):
        yield from _in_value(value)


def _values(statement: ast.stmt) -> Iterator[ast.expr]:
    """The expressions that stand in a statement itself; neither its targets nor its annotation."""
    for name, part in ast.iter_fields(statement):
        if name in ("test", "value", "iter", "exc", "msg", "subject"):
            yield from (part,) if isinstance(part, ast.expr) else ()


def _deleted(statement: ast.stmt) -> Iterator[Change]:
    whole = ast.Expr | ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Raise | ast.For | ast.Continue
    if isinstance(statement, whole) and getattr(statement, "value", statement) is not None:
        text = ast.unparse(statement).partition("\n")[0]
        yield Change("delete", statement, "pass", told(text, "(deleted)"))


def _returned(value: ast.expr) -> Iterator[Change]:
    if ast.unparse(value) != "None":
        yield _replaced("return", value, "None")
    if isinstance(value, ast.Tuple) and len(value.elts) > 1:
        for i in range(len(value.elts)):
            rest = ast.Tuple(value.elts[:i] + value.elts[i + 1 :], ast.Load())
            yield _replaced("element", value, ast.unparse(rest))


def _conditions(test: ast.expr, turned: str) -> Iterator[Change]:
    """Always true, always false, and the other way round where no smaller change comes to that."""
    yield _replaced("condition", test, "True")
    yield _replaced("condition", test, "False")
    if not isinstance(test, ast.UnaryOp) and not (isinstance(test, ast.Compare) and len(test.ops) == 1):
        yield _replaced(turned, test, f"not ({ast.unparse(test)})")


def _in_value(value: ast.expr | None) -> Iterator[Change]:
    """What can be changed about an expression and the expressions in it."""
    if value is None or isinstance(value, ast.JoinedStr):
        return
    yield from _about(value)
    for child in ast.iter_child_nodes(value):
        if isinstance(child, ast.expr):
            yield from _in_value(child)
        elif isinstance(child, ast.keyword):
            yield from _in_value(child.value)
        elif isinstance(child, ast.comprehension):
            yield from _in_value(child.iter)
            for test in child.ifs:
                yield from (*_conditions(test, "negate"), *_in_value(test))


def _about(node: ast.expr) -> Iterator[Change]:
    match node:
        case ast.Compare():
            yield from _compared(node)
        case ast.BinOp(op=op):
            for other in _operators(op):
                yield _replaced("arithmetic", node, ast.unparse(ast.BinOp(node.left, other, node.right)))
            if isinstance(op, ast.Add | ast.BitOr):
                yield _replaced("operand", node, ast.unparse(node.left))
                yield _replaced("operand", node, ast.unparse(node.right))
        case ast.UnaryOp(operand=operand):
            yield _replaced("unary", node, ast.unparse(operand))
        case ast.BoolOp():
            yield from _joined(node)
        case ast.IfExp(test=test):
            yield from _conditions(test, "swap")
        case ast.Constant():
            yield from _constants(node)


def _operators(op: ast.operator) -> Iterator[ast.operator]:
    if type(op) in ARITHMETIC:
        yield ARITHMETIC[type(op)]()


def _compared(node: ast.Compare) -> Iterator[Change]:
    for i, op in enumerate(node.ops):
        for other in COMPARISONS[type(op)]:
            ops = [*node.ops[:i], other(), *node.ops[i + 1 :]]
            yield _replaced("comparison", node, ast.unparse(ast.Compare(node.left, ops, node.comparators)))


def _joined(node: ast.BoolOp) -> Iterator[Change]:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield _replaced("boolean", node, ast.unparse(ast.BoolOp(other, node.values)))
    for i in range(len(node.values)):
        rest = node.values[:i] + node.values[i + 1 :]
        kept = ast.BoolOp(node.op, rest) if len(rest) > 1 else rest[0]
        yield _replaced("operand", node, ast.unparse(kept), f"{ast.unparse(node.values[i])} → (dropped)")


def _constants(node: ast.Constant) -> Iterator[Change]:
    match node.value:
        case bool():
            yield _replaced("constant", node, str(not node.value))
        case int():
            yield _replaced("constant", node, str(node.value + 1))
            yield _replaced("constant", node, str(node.value - 1))
        case str() if NAME.fullmatch(node.value):
            yield _replaced("word", node, repr(f"{node.value}_"))


def _replaced(kind: str, node: ast.expr, new: str, change: str = "") -> Change:
    return Change(kind, node, new, change or told(ast.unparse(node), new))
