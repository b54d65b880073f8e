"""What became of the mutants: a table by class, those that got through, and whether that was expected."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.workshop import Result

SURVIVORS = Path(__file__).with_name("survivors")
"""A list for each book."""

LEAST = 0.95
"""The share of the general mutants that is caught, those that change nothing left out of it."""

EQUAL, GAP, OTHERWISE = "equal", "gap", "otherwise"
VERDICTS = {
    EQUAL: "survives, for it changes nothing",
    GAP: "survives a gap of the check that has a name",
    OTHERWISE: "is caught, but not by the name that was wanted",
}


@dataclass(frozen=True, slots=True)
class Accepted:
    """What is expected of a mutant that is not caught as it should be, and why."""

    verdict: str
    name: str
    change: str
    reason: str


def expected(book: str) -> dict[str, Accepted]:
    """By name, what is accepted of the mutants of a book."""
    return accepted((SURVIVORS / f"{book}.txt").read_text(encoding="utf-8"))


def accepted(text: str) -> dict[str, Accepted]:
    """By name, what a list accepts: `verdict: reason`, and below it `name | change`, indented."""
    found: dict[str, Accepted] = {}
    verdict = reason = ""
    for number, row in enumerate(text.splitlines(), 1):
        if row.startswith("  "):
            name, _, change = row.strip().partition(" | ")
            if not verdict or name in found:
                raise ValueError(f"line {number}: '{name}' has no verdict, or two")
            found[name] = Accepted(verdict, name, change, reason)
        elif row.strip() and not row.startswith("#"):
            verdict, _, reason = (part.strip() for part in row.partition(":"))
            if verdict not in VERDICTS or not reason:
                raise ValueError(f"line {number}: write 'equal:', 'gap:' or 'otherwise:' and the reason")
    return found


def verdict(result: Result) -> str:
    """`caught`, `survived`, or `otherwise` where no problem has the wanted name."""
    if not result.caught:
        return "survived"
    wanted = result.mutant.rules or result.mutant.codes
    return OTHERWISE if wanted and not result.named and not result.timeout else "caught"


def faults(results: Sequence[Result], expected: dict[str, Accepted], whole: bool) -> Iterator[str]:
    """Everything in which the results are not as expected; `whole` where no mutant was left out."""
    for result in results:
        known, is_so = expected.get(result.mutant.name), verdict(result)
        if known and known.change != result.mutant.change:
            yield f"the list of survivors speaks of another change: {known.name} | {known.change}"
        elif is_so == "caught" and known:
            yield f"is caught now, so take it out of the list of survivors: {known.name}"
        elif is_so != "caught" and (not known or (known.verdict == OTHERWISE) != (is_so == OTHERWISE)):
            yield f"{is_so}, and the list of survivors does not say so: {line(result)}"
    if whole:
        there = {result.mutant.name for result in results}
        groups = {result.mutant.group for result in results}
        for name in sorted(expected.keys() - there):
            if name.partition(":")[0] in groups:
                yield f"the list of survivors names a mutant that is not made: {name}"
    general = [result for result in results if result.mutant.group == "general"]
    if whole and general and share(general, expected) < LEAST:
        yield f"only {share(general, expected):.1%} of the general mutants are caught"


def share(results: Iterable[Result], expected: dict[str, Accepted]) -> float:
    """How many are caught of those that change anything."""
    counted = [
        r for r in results if r.mutant.name not in expected or expected[r.mutant.name].verdict != EQUAL
    ]
    return sum(result.caught for result in counted) / max(len(counted), 1)


def table(results: Sequence[Result], expected: dict[str, Accepted]) -> str:
    """One row for each class, and one for each group."""
    head = (
        "class",
        "made",
        "caught",
        "survived",
        "of these equal",
        "timed out",
        "otherwise",
        "seconds",
        "by",
    )
    rows: list[tuple[str, ...]] = [head]
    for group in dict.fromkeys(result.mutant.group for result in results):
        members = [result for result in results if result.mutant.group == group]
        for kind in dict.fromkeys(result.mutant.kind for result in members):
            rows.append(_row(f"{group}: {kind}", [r for r in members if r.mutant.kind == kind], expected))
        rows.append(_row(f"{group}: all", members, expected))
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def _row(name: str, results: Sequence[Result], expected: dict[str, Accepted]) -> tuple[str, ...]:
    survived = [result for result in results if not result.caught]
    equal = [r for r in survived if r.mutant.name in expected and expected[r.mutant.name].verdict == EQUAL]
    by = Counter(result.named or result.codes[0] for result in results if result.codes)
    most = ", ".join(f"{code} {count}" for code, count in by.most_common(4))
    counts = (
        len(results),
        sum(result.caught for result in results),
        len(survived),
        len(equal),
        sum(result.timeout for result in results),
        sum(verdict(result) == OTHERWISE for result in results),
        round(sum(result.seconds for result in results)),
    )
    return (name, *map(str, counts), most)


def listed(results: Sequence[Result]) -> Iterator[str]:
    """Those that were not caught as they should be, and those that came to no end, a line for each."""
    for title, wanted in (("Survived", "survived"), ("Caught, but not by the wanted name", OTHERWISE)):
        some = [result for result in results if verdict(result) == wanted]
        yield from (f"\n{title}:", *map(line, some)) if some else ()
    some = [result for result in results if result.timeout]
    yield from ("\nTimed out:", *map(line, some)) if some else ()


def line(result: Result) -> str:
    """A mutant on one line: where, what, and how it was caught if it was."""
    mutant = result.mutant
    line = f"  {mutant.path}:{mutant.line}: {mutant.name} | {mutant.change}"
    if result.codes and not result.named:
        wanted = " or ".join(mutant.rules or mutant.codes)
        line += f" [{', '.join(result.codes)}; wanted {wanted}]" if wanted else ""
    return line
