"""Finds a Chromium and lets it print: without a screen, a network of its own or anything that is kept."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from rulebook.errors import Exit, Place, Problem, Problems

SHELL = "chromium-headless-shell"
"""The same Chromium without its windows: it starts and opens pages several times as fast."""

NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DOWNLOADED = ("chromium_headless_shell-*/*/*headless*shell", "chromium-*/chrome-linux*/chrome")
"""Where Playwright keeps the browsers that it has downloaded, in the folder of them."""

# A browser that works as root and in a container, calls nobody and draws letters alike everywhere.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--font-render-hinting=none",
)
_PRINTING = ("--headless", "--no-pdf-header-footer", "--generate-pdf-document-outline")
_PATIENCE = 180
"""Seconds that a book may take."""

_DATES = re.compile(rb"/(?:CreationDate|ModDate) \(D:[^()]*\)")


def candidates() -> Iterator[str]:
    """Programs that may be a Chromium, the one that CHROMIUM names first."""
    yield from filter(None, [os.environ.get("CHROMIUM"), *map(shutil.which, NAMES)])
    folder = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache/ms-playwright")
    for pattern in DOWNLOADED:
        yield from map(str, sorted(folder.glob(pattern), reverse=True))


def find() -> str | None:
    """The first that tells its version: one that lacks a shared library does not."""
    return next(filter(_answers, candidates()), None)


def need() -> str:
    """Its path. Raises Problems, with the command to run, where there is none."""
    found = find()
    if found is None:
        advice = "install one, such as by: apt-get install chromium; or name one in CHROMIUM"
        problem = Problem(Place("rulebook"), "no-browser", "printing needs a Chromium", advice, Exit.FILES)
        raise Problems([problem])
    return found


def pdf(page: str) -> bytes:
    """A page that loads nothing as a tagged PDF with an outline, in the size that its style sheet names.

    The bytes are the same each time, for one version of the browser and one set of fonts. Raises Problems
    where there is no browser or it does not print.
    """
    program = need()
    with TemporaryDirectory(prefix="rulebook-", ignore_cleanup_errors=True) as folder:
        source, target = Path(folder, "page.html"), Path(folder, "page.pdf")
        source.write_text(page, encoding="utf-8")
        own = (f"--user-data-dir={folder}/profile", f"--print-to-pdf={target}")
        said = _run(program, *ARGUMENTS, *_PRINTING, *own, source.as_uri())
        if not target.is_file():
            problem = Problem(Place(program), "cannot-print", f"it printed nothing: {said}", exit=Exit.FILES)
            raise Problems([problem])
        return _DATES.sub(lambda date: b" " * len(date[0]), target.read_bytes())


def _answers(program: str) -> bool:
    try:
        done = subprocess.run([program, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0


def _run(*command: str) -> str:
    """Run a program to its end; the last line that it says."""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.SubprocessError) as error:
        return type(error).__name__
    return done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
