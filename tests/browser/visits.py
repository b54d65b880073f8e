"""Visits to pages of the site: with which screen, which wishes, and what the page must not do meanwhile."""

import re
from collections.abc import Mapping
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

from tests.browser.served import Site

BOOK = "en/ball/index.html"

WHOLE = """() => {
  document.documentElement.classList.remove("sparing");
  window.dispatchEvent(new Event("beforeprint"));
}"""
"""Has a page that spares what is far away laid out at once, with all its frames."""


def on_paper(page: Page) -> None:
    """Turns a page into what is printed. A browser tells its pages so with the next picture that it draws."""
    page.emulate_media(media="print")
    page.wait_for_function("() => !document.querySelector('.frame > noscript')")


class Visits:
    """Opens pages, each in a context of its own, and remembers what they say and ask for."""

    def __init__(self, browser: Browser, site: Site) -> None:
        self.browser, self.site = browser, site
        self.said: list[str] = []
        self.asked: list[str] = []
        self._open = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def prepare(
        self,
        *,
        width: int = 1280,
        height: int = 800,
        clock: bool = False,
        routes: Mapping[str, str | int] | None = None,
        **wishes: Any,
    ) -> Page:
        """An empty page. `wishes` are those of Playwright's `new_context`.

        With `clock` the time of the page stands still until `page.clock` moves it. `routes` answers files by
        the end of their path with another text or a status code; 0 breaks the connection off.
        """
        context = self.browser.new_context(viewport={"width": width, "height": height}, **wishes)
        self._open.callback(context.close)
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.said.append(f"error: {error}"))
        page.on("request", self._note)
        for end, answer in (routes or {}).items():
            _reroute(context, end, answer)
        if clock:
            page.clock.install(time=0)
            page.clock.pause_at(60)  # far enough ahead for a slow machine
        return page

    def open(self, path: str = BOOK, *, base: str = "", whole: bool = False, **wishes: Any) -> Page:
        """A page of the site, at its root if no other base is given; `whole` with all that waits."""
        page = self.prepare(**wishes)
        page.goto((base or self.site.root) + path)
        if whole:
            page.evaluate(WHOLE)
        return page

    def check(self) -> None:
        """The pages were silent, also about their policy, and stayed within the site."""
        assert not self.said, "\n".join(self.said)
        assert not self.outside(), "\n".join(self.outside())

    def outside(self) -> list[str]:
        """Requests to anywhere but the three places of the site."""
        homes = (self.site.root, self.site.below, self.site.disk, "data:", "about:")
        return [address for address in self.asked if not address.startswith(homes)]

    def forgive(self) -> list[str]:
        """What was said so far, now forgotten: for tests that break a page on purpose."""
        said, self.said = self.said, []
        return said

    def _hear(self, message: ConsoleMessage) -> None:
        self.said.append(f"{message.type}: {message.text}")

    def _note(self, request: Request) -> None:
        self.asked.append(request.url)


def _reroute(context: BrowserContext, end: str, answer: str | int) -> None:
    pattern = re.compile(re.escape(end) + "$")
    if isinstance(answer, str):
        context.route(pattern, lambda route: route.fulfill(body=answer, content_type=_kind(end)))
    elif answer:
        context.route(pattern, lambda route: route.fulfill(status=answer))
    else:
        context.route(pattern, lambda route: route.abort())


def _kind(end: str) -> str:
    kinds = {"js": "text/javascript", "css": "text/css", "html": "text/html; charset=utf-8"}
    return kinds[end.rpartition(".")[2]]
