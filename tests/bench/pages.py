"""What a reader loads with the Norwegian page of BALL, how soon it can be played and how smoothly it moves.

Scores of Lighthouse are taken by hand, since it brings 146 packages; a site that `rulebook serve` shows:

    npx lighthouse@12.2.3 http://127.0.0.1:8000/nb/ball/ --chrome-flags="--headless=new" [--preset=desktop]
"""

import gzip
import json
import statistics
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from rulebook import books, browser, check, press

PAGE = ("nb/ball/index.html", "assets/book.css", "assets/player.js")
EMPTY = "empty.html"
PLAIN = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Empty</title><p>Empty</p></html>'
"""The peer of each figure: a page with nothing on it."""

SCENES = ("dodge", "protect", "touchdown")
HOST = '<!doctype html><html lang="nb"><meta charset="utf-8"><title>Three scenes</title>' + "".join(
    f'<iframe title="{scene}" src="nb/ball/scene/{scene}.html" width="420" height="760"></iframe>'
    for scene in SCENES
)
FRAMES = 80
"""How many frames of storyboards lie unfolded beside the player that plays."""

ROUNDS = 5
WATCHED = 15_000
"""Milliseconds of playing that are looked at."""

TRACED = ["cc", "benchmark"]

READY = """() => {
  window.ready = 0;
  new MutationObserver(() => {
    if (!window.ready && document.documentElement.classList.contains("js")) window.ready = performance.now();
  }).observe(document, { attributes: true, attributeFilter: ["class"], subtree: true });
}"""

SPANS = """(ms) => new Promise((done) => {
  const spans = [];
  let last = performance.now();
  const end = last + ms;
  const tick = (now) => {
    spans.push(now - last);
    last = now;
    if (now < end) requestAnimationFrame(tick); else done(spans.slice(1));
  };
  requestAnimationFrame(tick);
})"""

KEEP_PLAYING = """() => setInterval(() => {
  if (!document.querySelector(".live.is-playing")) document.querySelector("[data-part=play]").click();
}, 100)"""
"""A step that asks something brings the player to rest, and so does the end."""

UNFOLD = """(least) => Array.from(document.querySelectorAll(".scene")).reduce((shown, card) => {
  if (shown < least) card.querySelector(".card-fold").click();
  return shown < least ? shown + card.querySelectorAll(".frame").length : shown;
}, 0)"""


def main() -> None:
    """Print the bytes of each part, plain and gzip, the time of making the site, and what a browser takes."""
    started = time.perf_counter()
    book = books.load(Path("scenes/ball"))
    loaded = time.perf_counter()
    site = press.press([check.check(book, check.Options(positions=20, jobs=1))])
    pressed = time.perf_counter()
    print(f"site: {site.summary}")
    print(f"  read and played in {loaded - started:.2f} s, checked and pressed in {pressed - loaded:.2f} s")
    sizes = {name: (len(site.files[name]), len(gzip.compress(site.files[name], 9))) for name in PAGE}
    for name, (plain, packed) in sizes.items():
        print(f"  {name}: {plain:,} bytes, {packed:,} gzip")
    print(f"  together: {sum(packed for _, packed in sizes.values()):,} bytes gzip")
    with served(site.files | {EMPTY: PLAIN.encode(), "host.html": HOST.encode()}) as root:
        in_a_browser(root)


@contextmanager
def served(files: Mapping[str, bytes]) -> Iterator[str]:
    """The files on a server of this machine; its address ends in a slash."""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        with ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=folder)) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}/"
            server.shutdown()


class Silent(SimpleHTTPRequestHandler):
    """Says nothing of what it is asked for."""

    def log_message(self, format: str, *args: object) -> None:
        pass


def in_a_browser(root: str) -> None:
    """Print when the board can be played, and how evenly frames come, beside an empty page."""
    with sync_playwright() as playwright:
        found = browser.find()
        chromium = playwright.chromium.launch(executable_path=found, args=list(browser.ARGUMENTS))
        ours = [playable(chromium, root + PAGE[0]) for _ in range(ROUNDS)]
        theirs = [loaded(chromium, root + EMPTY) for _ in range(ROUNDS)]
        print(f"playable  {statistics.median(ours):6.0f} ms after navigation, with nothing in the cache")
        print(f"empty     {statistics.median(theirs):6.0f} ms until it is loaded")
        print(f"elements  {elements(chromium, root + PAGE[0]):6,} on the page, the player's among them")
        smooth(chromium, "an empty page", root + EMPTY)
        smooth(chromium, "three players", root + "host.html")
        smooth(chromium, f"{FRAMES} frames", root + PAGE[0])
        chromium.close()


def playable(chromium: Browser, address: str) -> float:
    """Milliseconds from navigation until the player stands and answers."""
    context = chromium.new_context()
    page = context.new_page()
    page.add_init_script(f"({READY})()")
    page.goto(address)
    page.wait_for_function("() => window.ready")
    ready: float = page.evaluate("window.ready")
    page.locator("[data-part=play]").click(trial=True)
    context.close()
    return ready


def loaded(chromium: Browser, address: str) -> float:
    context = chromium.new_context()
    page = context.new_page()
    page.goto(address)
    end: float = page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    context.close()
    return end


def elements(chromium: Browser, address: str) -> int:
    page = chromium.new_page()
    page.goto(address)
    count: int = page.evaluate("document.querySelectorAll('*').length")
    page.close()
    return count


def play(page: Page) -> int:
    """Starts every player of a page; how many frames of storyboards are unfolded beside it."""
    unfolded = 0
    for frame in page.frames:
        if frame.locator("[data-part=play]").count():
            unfolded = frame.evaluate(UNFOLD, FRAMES) if frame is page.main_frame else 0
            frame.locator("[data-part=speed]").select_option("2")
            frame.locator("[data-part=play]").click()
            frame.evaluate(KEEP_PLAYING)
    return unfolded


def smooth(chromium: Browser, name: str, address: str) -> None:
    """Print frames a second while a page plays, the spans that missed a frame, and what the trace dropped."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(address)
    page.wait_for_load_state("load")
    unfolded = play(page)
    chromium.start_tracing(page=page, categories=TRACED)
    spans: list[float] = page.evaluate(SPANS, WATCHED)
    events = json.loads(chromium.stop_tracing())["traceEvents"]
    fates = Counter(fate for event in events if (fate := fate_of(event)))
    missed = sum(span > 25 for span in spans)
    context.close()
    print(f"{name:14} {1000 * len(spans) / sum(spans):5.1f} frames a second, worst span {max(spans):.0f} ms")
    print(f"    {missed} of {len(spans)} spans missed a frame; trace: {dict(fates)}, {unfolded} unfolded")


def fate_of(event: Mapping[str, Any]) -> str:
    """What became of a frame that the compositor began, "" for other events."""
    report: Mapping[str, str] = event.get("args", {}).get("frame_reporter", {})
    return report.get("state", "").removeprefix("STATE_").lower()


if __name__ == "__main__":
    main()
