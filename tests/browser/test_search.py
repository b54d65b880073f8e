"""The search finds what the book holds, by mouse and keyboard, in each place; the card is near."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from rulebook import alone, books, pages, search
from rulebook.books import Book
from tests import books_for_tests as ball
from tests.browser.player import Player
from tests.browser.served import ROOT, SCENES
from tests.browser.visits import Visits
from tests.search_oracle import places

TOLD = 500
"""Milliseconds within which the number of hits is told."""


def search_for(page: Page, words: str) -> list[str]:
    """Opens the search by its key, if need be, and gives the ids to which its hits lead."""
    if page.locator(".finder[open]").count() == 0:
        page.keyboard.press("Control+k")
        page.locator(".finder[open] input").wait_for()
    page.locator(".finder input").fill(words)
    found: list[str] = page.locator(".hit").evaluate_all(
        "(all) => all.map((link) => link.getAttribute('href').slice(1))"
    )
    return found


def told(page: Page) -> Locator:
    """What is told on a page whose clock stands still."""
    page.clock.run_for(TOLD)
    return page.get_by_role("status").and_(page.locator(".finder-told"))


QUERIES = {
    "en/ball": ("hand off", "TOUCHDOWN", "short pass", "5.3", "opponents ball", "7/2"),
    "nb/ball": ("gaar", "går", "maalsone", "unnvik", "touchdown ATK5"),
    "ar/ball": ("الكره", "اجراء", "تمريرة قصيرة"),
    "de/doppelpass": ("linie", "wurfel", "wuerfel", "Würfel", "anstoss", "wurfel augen"),
}


@pytest.mark.parametrize("path", QUERIES)
def test_hits_are_what_the_book_holds_each_with_its_words_marked(
    visits: Visits, book: Book, doppelpass: Book, path: str
) -> None:
    language, _, name = path.partition("/")
    groups = search.groups({"ball": book, "doppelpass": doppelpass}[name], language)
    steps = {part.id: number for number, work in enumerate(groups[1].works) for part in work.parts}
    page = visits.open(f"{path}/index.html", clock=True)
    for query in QUERIES[path]:
        found, expected = search_for(page, query), places(groups, query)
        assert found, query
        assert set(found) <= expected, query
        assert {steps.get(one, one) for one in found} == {steps.get(one, one) for one in expected}, query
        assert len(found) == len({steps.get(one, one) for one in found}), query
        shown = page.locator(".hit").count()
        labelled = query[0].isdecimal()
        assert labelled or page.locator(".hit:has(mark)").count() == shown == len(found), query
        assert f"{shown}" in told(page).inner_text() or shown < 3, query


def test_japanese_is_found_without_spaces_and_in_either_kana(visits: Visits) -> None:
    book = books.load(ROOT / "scenes" / "ball")
    index = search.files(book)[f"ja/ball/{search.SCRIPT}"].decode()
    page = visits.open(routes={f"en/ball/{search.SCRIPT}": index})
    katakana = search_for(page, "ボール")
    assert "possession.end" in katakana
    assert search_for(page, "ぼーる") == search_for(page, "ﾎﾞｰﾙ") == katakana
    assert page.locator("mark").first.inner_text() == "ボール"


def test_a_title_comes_before_a_text_and_the_start_of_a_word_before_its_middle(visits: Visits) -> None:
    page = visits.open("de/doppelpass/index.html")
    assert search_for(page, "tore")[0] == "goals"
    found = search_for(page, "linie")
    starts = [page.locator(f".hit[href='#{each}'] mark").first.inner_text() for each in found[:1]]
    assert starts == ["Linie"]
    assert found.index("board.lines") < found.index("goal.line")


def test_a_whole_question_finds_what_holds_most_of_its_words(visits: Visits) -> None:
    page = visits.open()
    assert search_for(page, "how many AP does a long pass need please")[0] == "long_pass.cost"
    assert search_for(page, "(may O make a “tactical dodge”?)") == ["tactical_dodge.path"]
    assert "O cannot" in page.locator(".hit").inner_text()
    assert search_for(page, "zeppelin steamship") == []


def test_the_keyboard_alone_leads_to_a_rule_and_back(visits: Visits) -> None:
    page = visits.open()
    page.locator("[data-search]").focus()
    page.keyboard.press("Enter")
    page.locator(".finder[open] input").wait_for()
    page.keyboard.press("Escape")
    assert page.locator(".finder[open]").count() == 0
    assert page.evaluate("document.activeElement.matches('[data-search]')")
    found = search_for(page, "fumble")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.hash") == f"#{found[1]}"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.type") == "search"
    page.keyboard.press("Enter")
    assert page.locator(".finder[open]").count() == 0
    page.wait_for_function(
        "(id) => location.hash === '#' + id && document.activeElement.id === id", arg=found[0]
    )
    assert page.locator(f"[id='{found[0]}']").bounding_box()


@pytest.mark.parametrize("place", ["root", "below", "disk"])
def test_a_scene_that_is_found_is_shown_by_the_player(visits: Visits, place: str) -> None:
    page = visits.open(base=getattr(visits.site, place))
    found = search_for(page, "steps out to E8")
    step = next(each for each in found if "/" in each)
    page.locator(f".hit[href='#{step}']").click()
    assert Player(page).look().step == step
    assert page.evaluate("location.hash") == f"#{step}"


def test_what_is_not_there_is_said_and_nothing_is_offered(visits: Visits) -> None:
    page = visits.open(clock=True)
    assert search_for(page, "zeppelin") == []
    assert told(page).inner_text() == "Nothing found."
    assert search_for(page, "   ") == []
    assert told(page).inner_text() == ""


def test_the_keys_work_wherever_one_is_but_on_pages_without_search(visits: Visits) -> None:
    page = visits.open()
    page.locator("[data-part=scene]").focus()
    page.keyboard.press("Control+k")
    page.locator(".finder[open]").wait_for()
    scene = visits.open(next(path for path in SCENES if path.startswith("en/ball/")))
    scene.keyboard.press("Control+k")
    assert scene.locator("[data-search], .finder").count() == 0


def test_without_a_script_there_are_the_ways_and_no_dead_button(visits: Visits) -> None:
    page = visits.open(java_script_enabled=False)
    assert page.locator("[data-search]").count() == 0
    assert page.locator(".ways a:visible").count() == 2
    page.locator(".glance summary").click()
    assert page.locator(".glance-says").first.is_visible()


@pytest.mark.parametrize("path", ["ar/ball", "de/doppelpass"])
def test_on_the_smallest_screen_all_of_it_is_in_view(visits: Visits, path: str) -> None:
    page = visits.open(f"{path}/index.html", width=320, height=640)
    search_for(page, {"ar/ball": "الكرة", "de/doppelpass": "Strafraum"}[path])
    box = page.locator(".finder").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    assert box["y"] + box["height"] <= 640
    wide = page.locator(".finder *:not(.unseen)").evaluate_all(
        "(all) => all.filter((node) => node.scrollWidth > node.clientWidth + 1 && node.clientWidth).length"
    )
    assert (wide, page.evaluate("document.documentElement.scrollWidth")) == (0, 320)


@pytest.mark.parametrize("way", ["#page-contents", "#page-glance"])
def test_on_a_phone_two_taps_lead_from_anywhere_to_a_rule(visits: Visits, way: str) -> None:
    page = visits.open(width=360, height=740)
    page.locator("footer").scroll_into_view_if_needed()
    page.locator(".board-bar").first.wait_for(state="visible")
    page.locator(f".ways a[href='{way}']").click()
    inside = page.locator("details.glance" if way == "#page-glance" else "nav.contents")
    link = inside.locator("a[href='#release.duty'], a[href='#release']").first
    link.click()
    hash = page.evaluate("location.hash.slice(1)")
    assert hash in ("release.duty", "release")
    page.wait_for_function("(id) => document.getElementById(id).getBoundingClientRect().top < 700", arg=hash)


def test_a_book_in_one_file_is_searched_without_loading_anything(
    visits: Visits, tmp_path: Path, book: Book
) -> None:
    index = search.inlined(book, "nb")
    path = tmp_path / "ball.nb.html"
    checked = ball.written(book)
    path.write_text(pages.book_page(checked, "nb", form=alone.form(), searched=index), encoding="utf-8")
    page = visits.prepare()
    page.goto(path.as_uri())
    asked = len(visits.asked)
    assert "dodge.cost" in search_for(page, "unnvikelse koster")
    assert len(visits.asked) == asked
    visits.asked.clear()
