"""Scenes on somebody else's page, each with its own keys, ids and height; and a book in one file."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Frame, Page

from rulebook import alone, embed, pages
from rulebook.books import Book
from tests import books_for_tests as ball

HOST = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Host</title>
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; script-src 'self' file:; frame-src 'self' file:">
<p id="page-player">Mine</p>
<rulebook-scene scene="ball/dodge" language="en" step="occupied-exit"><a href="#">A dodge</a></rulebook-scene>
<rulebook-scene scene="ball/touchdown" language="nb" title="Et touchdown"></rulebook-scene>
<rulebook-scene scene="ball/protect"></rulebook-scene>
<rulebook-scene></rulebook-scene>
<script src="site/embed.js" async></script>"""


@pytest.fixture(scope="module")
def folder(book: Book, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What of a site is needed to show scenes elsewhere, a page that does so, and a book in one file."""
    folder = tmp_path_factory.mktemp("somewhere else")
    files = {name: data.decode() for name, data in pages.assets().items()} | embed.scripts()
    spoken = replace(book, words={tag: book.words[tag] for tag in ("en", "nb")})
    for language in spoken.words:
        made = embed.files(ball.written(spoken), language)
        files |= {f"{language}/ball/{name}": page for name, page in made.items()}
    single = pages.book_page(ball.written(spoken), "nb", form=alone.form())
    placed = {f"site/{name}": text for name, text in files.items()}
    for name, text in {**placed, "host.html": HOST, "mail/ball.nb.html": single}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


class Watched:
    """A page that is opened from disk; what it said and asked for."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.said: list[str] = []
        self.asked: list[str] = []
        page.on("console", lambda message: self.said.append(message.text))
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))


@pytest.fixture
def watched(browser: Browser) -> Iterator[Watched]:
    context = browser.new_context(viewport={"width": 900, "height": 3000})
    yield Watched(context.new_page())
    context.close()


@pytest.fixture
def scenes(watched: Watched, folder: Path) -> list[Frame]:
    """The three frames of the host, ready."""
    watched.page.goto((folder / "host.html").as_uri())
    watched.page.locator("iframe").nth(2).wait_for()
    frames = watched.page.frames[1:]
    assert len(frames) == 3
    for frame in frames:
        frame.locator("[data-part=play]").wait_for()
    return frames


def step(frame: Frame) -> int:
    return int(frame.locator("[data-part=range]").input_value())


def test_three_scenes_stand_on_one_page_each_under_its_name(watched: Watched, scenes: list[Frame]) -> None:
    titles = [element.get_attribute("title") for element in watched.page.locator("iframe").all()]
    assert titles == ["A dodge", "Et touchdown", "ball: protect"]
    assert [frame.locator("html").get_attribute("lang") for frame in scenes] == ["en", "nb", "en"]
    assert [step(frame) for frame in scenes] == [4, 1, 1]
    assert watched.page.locator("#page-player").all_text_contents() == ["Mine"]
    assert watched.said == []
    assert [address for address in watched.asked if not address.startswith("file:")] == []


def test_keys_and_buttons_move_one_scene_only(watched: Watched, scenes: list[Frame]) -> None:
    scenes[1].locator("[data-part=forward]").click()
    assert [step(frame) for frame in scenes] == [4, 2, 1]
    scenes[2].locator("[data-part=play]").focus()
    watched.page.keyboard.press("ArrowRight")
    watched.page.keyboard.press("ArrowRight")
    assert [step(frame) for frame in scenes] == [4, 2, 3]
    assert watched.said == []


def test_each_frame_is_as_high_as_its_scene(watched: Watched, scenes: list[Frame]) -> None:
    for element, frame in zip(watched.page.locator("iframe").all(), scenes, strict=True):
        inside = frame.evaluate("document.body.offsetHeight")
        assert 300 < inside < 1200
        box = element.bounding_box()
        assert box
        assert abs(box["height"] - inside) <= 1
        assert frame.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    watched.page.set_viewport_size({"width": 360, "height": 3000})
    watched.page.wait_for_timeout(300)
    for element, frame in zip(watched.page.locator("iframe").all(), scenes, strict=True):
        box = element.bounding_box()
        assert box
        assert abs(box["height"] - frame.evaluate("document.body.offsetHeight")) <= 1
        assert box["width"] <= 360


def test_the_link_of_a_step_leads_to_the_book(watched: Watched, scenes: list[Frame], folder: Path) -> None:
    """By the clipboard, or in the older way, which pages in frames may go too."""
    ways = (
        "writeText = (text) => { window.copied = text; return Promise.resolve(); }",
        "writeText = () => Promise.reject(); document.execCommand ="
        " (command) => { window.copied = document.activeElement.value; return command === 'copy'; }",
    )
    for frame, step_id, way in zip(scenes, ("dodge/occupied-exit", "touchdown/start"), ways, strict=False):
        frame.evaluate(f"() => {{ const clipboard = navigator.clipboard; clipboard.{way} }}")
        button = frame.locator("[data-part=copy]")
        button.click()
        frame.locator(".copy.is-done").wait_for()
        language = frame.locator("html").get_attribute("lang")
        book = (folder / f"site/{language}/ball/index.html").as_uri()
        assert frame.evaluate("window.copied") == f"{book}#{step_id}"
        assert button.evaluate("button => document.activeElement === button")
        assert frame.locator("[data-part=live]").text_content()


def test_a_scene_without_scripts_is_a_storyboard(browser: Browser, folder: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((folder / "site/en/ball/scene/dodge.html").as_uri())
    assert page.locator(".frame").count() == len(page.locator(".frame:visible").all()) == 6
    assert page.locator("button:visible").count() == 0
    context.close()


def test_a_book_in_one_file_plays_and_asks_for_nothing(watched: Watched, folder: Path) -> None:
    page = watched.page
    address = (folder / "mail/ball.nb.html").as_uri()
    page.goto(address)
    range_ = page.locator("[data-part=range]").first
    page.locator("[data-part=forward]").click()
    assert range_.input_value() == "2"
    page.locator("[data-part=play]").click()
    assert page.locator(".live.is-playing").count() == 1
    page.goto("about:blank")
    page.goto(f"{address}#dodge/dodge")
    assert page.locator("[data-part=steps] [aria-current]").get_attribute("href") == "#dodge/dodge"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(250, 245, 234)"
    assert page.locator("[data-part=explore]:visible").count() == 0
    assert watched.said == []
    assert [asked for asked in watched.asked if not asked.startswith(("data:", "about:", address))] == []
