"""Copies of the project in a temporary folder, and in each of them a process that judges mutants."""

import compileall
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from py_compile import PycInvalidationMode
from queue import Queue
from tempfile import TemporaryDirectory
from typing import Any

from tests.mutants.change import Effect, Mutant

ROOT = Path(__file__).resolve().parent.parent.parent
PARTS = ("rulebook", "scenes", "templates", "tests/mutants")
GENEROUS, LEAST = 120, 5
"""Processor seconds for the check without a change; mutants have three times as many, and this at least."""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a mutant.

    `named` is the wanted rule or code that a problem named, `where` how far the check came. `problems` are
    the first ones and the last, as code and text; `seconds` is processor time.
    """

    mutant: Mutant
    problems: tuple[tuple[str, str], ...] = ()
    codes: tuple[str, ...] = ()
    named: str = ""
    where: str = ""
    timeout: bool = False
    seconds: float = 0.0
    lasted: float = 0.0

    @property
    def caught(self) -> bool:
        """Whether the check fails, by a problem or by a time-out."""
        return self.timeout or bool(self.codes)

    def of(self, other: Mutant) -> "Result":
        """What this says of another mutant with the same effect; it took no more time."""
        return replace(self, mutant=other, seconds=0.0, lasted=0.0)


@dataclass(frozen=True, slots=True)
class Bench:
    """A copy of the project with the process that works in it; `positions` are None for as many as usual."""

    folder: Path
    process: "subprocess.Popen[str]"
    book: str
    positions: int | None = None

    def judge(self, mutant: Mutant, seconds: int) -> Result:
        """What the check says to a mutant."""
        before = (self.folder / mutant.path).read_text(encoding="utf-8")
        job = {
            "folder": f"scenes/{self.book}",
            "path": mutant.path,
            "text": mutant.applied(before),
            "wanted": [*mutant.rules, *mutant.codes],
            "texts": mutant.group == "text",
            "seconds": seconds,
            "positions": self.positions,
        }
        answer = self._ask(job)
        answer["problems"] = tuple((code, text) for code, text in answer.get("problems", ()))
        answer["codes"] = tuple(answer.get("codes", ()))
        return Result(mutant, **answer)

    def _ask(self, job: dict[str, Any]) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(job), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the judge of {job['path']} has ended")
        answer: dict[str, Any] = json.loads(line)
        return answer


@contextmanager
def copies(number: int) -> Iterator[list[Path]]:
    """So many equal copies of the project in a temporary folder, which is gone at the end."""
    with TemporaryDirectory(prefix="mutants-") as folder:
        made = [Path(folder) / str(index) for index in range(number)]
        for part in PARTS:
            shutil.copytree(ROOT / part, made[0] / part, ignore=shutil.ignore_patterns("__pycache__"))
        # Compiled files that are known by what is in them: a changed file is never taken for the old one, not
        # even when it has the same length and was written in the same second.
        mode = PycInvalidationMode.CHECKED_HASH
        compileall.compile_dir(made[0] / "rulebook", quiet=1, invalidation_mode=mode)
        for other in made[1:]:
            shutil.copytree(made[0], other)
        yield made


@contextmanager
def benches(folders: Iterable[Path], book: str, changed: str, positions: int | None) -> Iterator[list[Bench]]:
    """A process in each copy, for mutants of the `texts` or of the `engine`."""
    with ExitStack() as stack:
        yield [stack.enter_context(_bench(folder, book, changed, positions)) for folder in folders]


@contextmanager
def _bench(folder: Path, book: str, changed: str, positions: int | None) -> Iterator[Bench]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.mutants.judge", book, changed],
        cwd=folder,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    with process:
        yield Bench(folder, process, book, positions)
        assert process.stdin is not None
        process.stdin.close()


def baseline(bench: Bench) -> Result:
    """What the check says without any change; each mutant is measured by it."""
    path = f"scenes/{bench.book}/book.md"
    return bench.judge(Mutant("unchanged", "", "", path, 0, "", 0, 0, ""), GENEROUS)


def judged(
    made: Sequence[Bench], mutants: Sequence[Mutant], shown: Callable[[int, int, Result], None]
) -> list[Result]:
    """A result for each mutant, in their order; of those with the same effect only the first is judged.

    An interrupt ends it with the results so far. Raises RuntimeError where the check fails without a mutant.
    """
    first = baseline(made[0])
    if first.caught:
        raise RuntimeError(f"the check fails before anything is changed: {first.problems}")
    patience, free = max(LEAST, int(first.seconds * 3)), Queue[Bench]()
    for bench in made:
        free.put(bench)
    different = {mutant.effect: mutant for mutant in reversed(mutants)}
    results: dict[Effect, Result] = {}

    def one(mutant: Mutant) -> None:
        bench = free.get()
        try:
            results[mutant.effect] = bench.judge(mutant, patience)
        finally:
            free.put(bench)
        shown(len(results), len(different), results[mutant.effect])

    _all_done(one, [*reversed(different.values())], len(made))
    found = [(mutant, results[mutant.effect]) for mutant in mutants if mutant.effect in results]
    return [result if result.mutant is mutant else result.of(mutant) for mutant, result in found]


def _all_done(one: Callable[[Mutant], None], mutants: Sequence[Mutant], jobs: int) -> None:
    pool = ThreadPoolExecutor(jobs)
    try:
        for future in [pool.submit(one, mutant) for mutant in mutants]:
            future.result()
    except KeyboardInterrupt:
        print("interrupted: what follows is about the mutants so far", file=sys.stderr)
    finally:
        pool.shutdown(cancel_futures=True)
