"""On paper, from whatever moment, stands the whole storyboard and nothing to press."""

import re

import pytest
from playwright.sync_api import Page

from rulebook import pages
from rulebook.books import Book
from tests.browser.player import Player
from tests.browser.served import RECORDS
from tests.browser.storyboard import controls, in_order, storyboard
from tests.browser.visits import Visits, on_paper

HEIGHT_OF_A_PAGE = 900
"""Pixels that hold on a sheet of A4 or Letter between its margins."""


def played(visits: Visits, language: str) -> Page:
    """A page in dark colours, in the middle of playing."""
    page = visits.open(f"{language}/ball/index.html", color_scheme="dark", clock=True)
    opened = Player(page)
    opened.choose("dodge", 3)
    opened.press("play")
    opened.wait(3000)
    return page


@pytest.mark.parametrize("language", ["en", "nb"])
def test_in_print_every_frame_stands_in_order_and_nothing_else_of_the_player(
    visits: Visits, book: Book, language: str
) -> None:
    page = played(visits, language)
    on_paper(page)
    in_order(storyboard(page), book, language)
    assert controls(page) == []
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"


@pytest.mark.parametrize(
    "kind", [".frame", ".unnumbered > h2 + ul > li", ".rule", ".chapter table", ".legend li"]
)
def test_what_belongs_together_is_not_cut_between_two_sheets(visits: Visits, kind: str) -> None:
    """A frame, a card with its heading, a rule, a table, a line of the legend."""
    page = played(visits, "nb")
    on_paper(page)
    page.set_viewport_size({"width": 680, "height": 1000})
    found: list[list[str | float]] = page.locator(kind).evaluate_all(
        "all => all.map(one => [getComputedStyle(one).breakInside, one.getBoundingClientRect().height])"
    )
    assert found
    assert {cut for cut, _ in found} == {"avoid"}
    assert max(float(height) for _, height in found) < HEIGHT_OF_A_PAGE


def test_the_pdf_holds_the_picture_of_every_frame(
    visits: Visits, book: Book, capsys: pytest.CaptureFixture[str]
) -> None:
    """A tagged PDF names each picture by what the page calls it."""
    page = played(visits, "en")
    frames = [frame for frames in book.frames.values() for frame in frames]
    titles = [pages.frame_title(book, frame, book.words["en"]) for frame in frames]
    opening = pages.frame_title(book, book.frames["start-setup"][0], book.words["en"])
    for paper in ("A4", "Letter"):
        pdf = page.pdf(format=paper, tagged=True)
        names = [name.decode() for name in re.findall(rb"/S /Figure\n/Alt \(((?:[^()\\]|\\.)*)\)", pdf)]
        assert sorted(name for name in names if name in titles) == sorted([opening, *titles])
        sheets = len(re.findall(rb"/Type /Page\b", pdf))
        assert 10 < sheets < 80
        with capsys.disabled():
            print(f"\n{paper}: {sheets} sheets, {len(titles)} frames, {len(pdf) // 1024} KiB")


ROWS = """() => Array.from(document.querySelectorAll(".rules tr"), (row) => [
  row.checkVisibility() && row.getBoundingClientRect().height, getComputedStyle(row).breakInside,
  getComputedStyle(row.closest("thead, tbody")).display])"""


@pytest.mark.parametrize("path", RECORDS)
def test_the_record_is_a_table_on_paper(visits: Visits, path: str) -> None:
    """Whole rows, and its head again on every sheet."""
    page = visits.open(path, width=680, height=1000, color_scheme="dark")
    on_paper(page)
    rows: list[tuple[float, str, str]] = [(*row,) for row in page.evaluate(ROWS)]
    assert len(rows) > 40
    assert all(0 < height < HEIGHT_OF_A_PAGE and cut == "avoid" for height, cut, _ in rows)
    assert [group for *_, group in rows[:2]] == ["table-header-group", "table-row-group"]
    assert page.evaluate("document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth") == 0
    assert controls(page) == []
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
