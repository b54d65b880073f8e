"""The built site in three places, and pages of it that are watched: no message, no request elsewhere."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from rulebook import books
from rulebook.books import Book
from tests.browser.served import ROOT, Site, build, languages, served
from tests.browser.visits import Visits
from tests.once import once

# So that a failed comparison in there shows what was compared.
pytest.register_assert_rewrite("tests.browser.storyboard")


def played(name: str) -> Book:
    """A book of the site, played anew, in the languages of the site: what the pages are compared with."""
    folder = ROOT / "scenes" / name
    loaded = books.load(folder)
    return replace(loaded, words={language: loaded.words[language] for language in languages(folder)})


@pytest.fixture(scope="session")
def book() -> Book:
    return played("ball")


@pytest.fixture(scope="session")
def doppelpass() -> Book:
    return played("doppelpass")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with served(once(tmp_path_factory, "looked-at", build)) as site:
        yield site


@pytest.fixture
def visits(browser: Browser, site: Site) -> Iterator[Visits]:
    """Opens pages. In the end each of them must have been silent and have asked nobody else for anything."""
    with Visits(browser, site) as visits:
        yield visits
        visits.check()


@pytest.fixture
def axe(tools: dict[str, str]) -> Callable[[Page], None]:
    """Puts axe-core into a page whose policy is bypassed."""
    source = Path(tools["axe"]).read_text(encoding="utf-8")
    return lambda page: page.evaluate(source)
