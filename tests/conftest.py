"""What all tests may use: the tools that tests/provide.py has found, and one Chromium for the whole run."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from rulebook.browser import ARGUMENTS

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / "build" / "tools.json"


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
