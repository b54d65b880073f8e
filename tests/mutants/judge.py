"""Judges mutants in a copy of the project: `python -m tests.mutants.judge BOOK texts|engine`.

Reads a job for each mutant as a line of JSON and answers with a line. The check runs as `rulebook check`
does, in a process of its own for each mutant, and breaks off at the first problem, or at the first that names
what is wanted. What no mutant can change has been read before.
"""

import gc
import json
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable, Hashable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn
from unittest.mock import patch

from markdown_it import MarkdownIt

from rulebook import prose, reader, stage
from rulebook.words import speech

JSON = Any

PATIENCE = 10
"""How many times its processor time a mutant may last on a busy machine before it is given up."""

VERDICT = "tests.mutants.verdict"
"""Imports the engine, so it is imported where the engine may be."""


def answer(job: Mapping[str, JSON]) -> JSON:
    """What is to be told of a mutant, in the process that judges it."""
    resource.setrlimit(resource.RLIMIT_CPU, (job["seconds"], job["seconds"] + 1))
    try:
        verdict = import_module(VERDICT)
    except Exception as error:  # an engine that cannot even be loaded
        text = f"{type(error).__name__}: {error}"
        return {"problems": [("fault", text)], "codes": ["fault"], "where": "load"}
    return verdict.answer(job)


def in_child(job: Mapping[str, JSON]) -> JSON:
    """The answer of a child process, or that it came to no end."""
    reads, writes = os.pipe()
    started, child = time.perf_counter(), os.fork()
    if child == 0:
        os.close(reads)
        child_main(job, writes)
    os.close(writes)
    with os.fdopen(reads) as pipe:
        if not select.select([pipe], [], [], job["seconds"] * PATIENCE)[0]:
            os.kill(child, signal.SIGKILL)
        text = pipe.read()
    _, status, used = os.wait4(child, 0)
    ended = json.loads(text) if os.waitstatus_to_exitcode(status) == 0 else {"timeout": True}
    return ended | {"seconds": used.ru_utime + used.ru_stime, "lasted": time.perf_counter() - started}


def child_main(job: Mapping[str, JSON], writes: int) -> NoReturn:
    """Answer and end, whatever happens: the child must never go on with the work of its parent."""
    try:
        with os.fdopen(writes, "w") as pipe:
            json.dump(answer(job), pipe)
        os._exit(0)
    finally:
        os._exit(1)


def serve(jobs: Iterable[str], say: Callable[[str], None]) -> None:
    """Judge each mutant on its own: its text is written for it, and the file is restored after it."""
    for line in jobs:
        job = json.loads(line)
        path = Path(job["path"])
        before = path.read_text(encoding="utf-8")
        path.write_text(job["text"], encoding="utf-8")
        try:
            told = json.dumps(in_child(job))
        finally:
            path.write_text(before, encoding="utf-8")
        say(told)


# What is read once


def remember(owner: Any, name: str, key: Callable[..., Hashable] = lambda *given: given) -> dict[Any, Any]:
    """Let a function without side effects answer the same question only once; all its answers so far."""
    answers: dict[Any, Any] = {}
    work = getattr(owner, name)

    def remembered(*given: Any) -> Any:
        asked = key(*given)
        if asked not in answers:
            answers[asked] = work(*given)
        return answers[asked]

    patch.object(owner, name, remembered).start()
    return answers


def warm(folder: Path, engine: bool) -> None:
    """Read, play and check the book as it is. An engine that changes has to be loaded anew each time."""
    kept = set(sys.modules)
    texts = [remember(prose, "read"), remember(speech, "read_catalogue")]
    texts.append(remember(MarkdownIt, "parseInline", lambda parser, text, *_env: (id(parser), text)))
    read = remember(reader, "read_scene")
    played = remember(stage, "play", lambda game, scene: (id(game), id(scene)))
    verdict = import_module(VERDICT)
    verdict.agreement.check(verdict.books.load(folder))
    assert all((*texts, read, played)), "what should be remembered is asked for somewhere else"
    if engine:
        read.clear()
        played.clear()
        forget(name for name in sys.modules.keys() - kept if name.startswith(("rulebook", "tests")))


def forget(names: Iterable[str]) -> None:
    """Let modules be loaded again by whoever imports them next."""
    for name in sorted(names):
        package, _, last = name.rpartition(".")
        del sys.modules[name]
        if package in sys.modules:
            delattr(sys.modules[package], last)


def main(book: str, changed: str) -> None:
    """Load what no mutant changes, and serve."""
    here, folder = Path.cwd().resolve(), Path("scenes") / book
    assert all(Path(str(module.__file__)).is_relative_to(here) for module in (prose, reader, stage, speech))
    warm(folder, changed == "engine")
    gc.freeze()
    serve(sys.stdin, lambda answer: print(answer, flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
