"""`make mutants`: makes mutants of a book and its engine, has them judged, and reports.

Ends with 1 where a mutant survives, or is caught by another name than its own, and the list of survivors does
not say so.
"""

import argparse
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.mutants import ball, doppelpass, report, syntax, texts, workshop
from tests.mutants.change import Mutant, sample

GAMES = {"ball": ball, "doppelpass": doppelpass}
"""By book: what is known of its game's engine."""


def main() -> int:
    """Make, judge and report."""
    options = arguments()
    started, expected = time.perf_counter(), report.expected(options.book)
    results: list[workshop.Result] = []
    with workshop.copies(options.jobs) as folders:
        every = list(generated(folders[0], options.book, options.kind, options.seed))
        named = [mutant for mutant in every if re.search(options.only, mutant.name)]
        chosen = sample(named, options.limit, options.seed)
        for changed in ("texts", "engine"):
            some = [mutant for mutant in chosen if (mutant.group == "text") == (changed == "texts")]
            if some:
                with workshop.benches(folders, options.book, changed, options.positions) as made:
                    results += workshop.judged(made, some, shown)
    whole = len(results) == len(every) and options.positions is None
    print(report.table(results, expected))
    print("\n".join(report.listed(results)))
    wrong = list(report.faults(results, expected, whole))
    print("\n".join(["", f"{len(wrong)} not as expected", *wrong]) if wrong else "\nall as expected")
    seconds, used = time.perf_counter() - started, sum(result.seconds for result in results)
    print(f"{len(results)} of {len(every)} mutants in {seconds:.0f} s, {used:.0f} s of processor time")
    return 1 if wrong else 0


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("book", nargs="?", default="ball", choices=GAMES)
    parser.add_argument("--kind", choices=("text", "rules", "general"), help="one class; all by default")
    parser.add_argument("--only", default="", help="those whose name matches, such as setup.py:_ball")
    parser.add_argument("--jobs", type=int, default=2, help="how many at the same time")
    parser.add_argument("--limit", type=int, help="at most so many of each kind, chosen at random")
    parser.add_argument("--seed", type=int, default=1, help="which ones, and which words")
    parser.add_argument("--positions", type=int, help="explored for a survivor; as many as by default")
    return parser.parse_args()


def generated(root: Path, book: str, kind: str | None, seed: int) -> Iterator[Mutant]:
    """Every mutant of the wanted class; of two with the same effect within a class only the first."""
    classes: dict[str, Callable[[], Iterator[Mutant]]] = {
        "text": lambda: texts.mutants(root, book, seed),
        "rules": lambda: GAMES[book].mutants(root, book),
        "general": lambda: general(root, book),
    }
    for name, make in classes.items():
        if kind in (None, name):
            made = {mutant.effect: mutant for mutant in reversed(list(make()))}
            if not made:
                raise SystemExit(f"there is nothing to change for the class '{name}'")
            yield from reversed(made.values())


def general(root: Path, book: str) -> Iterator[Mutant]:
    """Whatever can be changed about the engine."""
    for module in GAMES[book].MODULES:
        path = f"rulebook/games/{book}/{module}.py"
        yield from syntax.mutants(path, (root / path).read_text(encoding="utf-8"))


def shown(done: int, total: int, result: workshop.Result) -> None:
    """Tell how far it is, and at once what was not caught as it should be."""
    if report.verdict(result) != "caught":
        print(f"{done}/{total} {report.verdict(result)}:{report.line(result)}", file=sys.stderr, flush=True)
    elif done % 100 == 0 or done == total:
        print(f"{done}/{total}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
