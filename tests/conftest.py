"""What all tests may use: the tools that tests/provide.py has found, and one Chromium for the whole run."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from rulebook.browser import ARGUMENTS
from tests.browser.served import FEW, sources
from tests.once import once

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / "build" / "tools.json"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker runs all tests of a file, since they share what they make once.

    Those with a browser take longest and share nothing but the site: last of all each goes to who is free.
    """
    for item in items:
        alone = "browser" in getattr(item, "fixturenames", ())
        if not alone and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.fixture(scope="session")
def tools() -> Mapping[str, str]:
    """Paths of the tools: axe, chromium, fonts, java, vnu."""
    if not TOOLS.is_file():
        pytest.fail("the tests' tools have not been looked for: run `make test`", pytrace=False)
    paths: dict[str, str] = json.loads(TOOLS.read_text(encoding="utf-8"))
    gone = [path for path in paths.values() if not Path(path).exists()]
    if gone:
        pytest.fail(f"gone since they were found: {', '.join(gone)}; run `make test`", pytrace=False)
    return paths


@pytest.fixture(scope="session")
def browser(tools: Mapping[str, str]) -> Iterator[Browser]:
    """The Chromium of the run. Each test opens a context of its own in it."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=tools["chromium"], args=list(ARGUMENTS))
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of all books in few languages; beside it a log of what its build did to the system."""
    return once(tmp_path_factory, "few", watched) / "site"


def watched(folder: Path) -> None:
    """Build in a process that notes every file and every call."""
    given = ["--scenes", str(sources(folder, FEW)), "--out", str(folder / "site"), "--positions", "20", "-j1"]
    command = [sys.executable, "-c", WATCHED, "site", *given]
    env = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, encoding="utf-8", check=False)
    assert ran.returncode == 0, ran.stderr
    (folder / "log").write_text(ran.stderr, encoding="utf-8")


WATCHED = """
import os, sys
WRITES = ("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.symlink", "os.link", "os.truncate")
ALONE = ("subprocess.Popen", "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn")
def watch(event, arguments):
    if event == "open" and isinstance(arguments[0], (str, bytes)):
        writes = arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        print("write" if writes else "read", os.path.abspath(os.fsdecode(arguments[0])), file=sys.__stderr__)
    elif event in WRITES:
        print("write", os.path.abspath(os.fsdecode(arguments[0])), file=sys.__stderr__)
    elif event in ALONE or event.startswith(("socket.", "urllib.", "http.")):
        print("other", event, file=sys.__stderr__)
sys.addaudithook(watch)
from rulebook import cli
cli.main()
"""
