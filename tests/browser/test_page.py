"""Pages work wherever they lie, say nothing, ask nobody, and keep their content when something is missing."""

from html.parser import HTMLParser
from itertools import product

import pytest

from rulebook import conformance, pages
from rulebook.books import Book
from tests import books_for_tests
from tests.browser import served
from tests.browser.player import Player
from tests.browser.served import Site
from tests.browser.storyboard import controls, in_order, storyboard
from tests.browser.visits import BOOK, Visits

LANGUAGES = ("en", "nb")


# Everywhere


@pytest.mark.parametrize("place", ["root", "below", "disk"])
def test_a_reader_gets_from_the_first_page_to_a_step_in_each_place(visits: Visits, place: str) -> None:
    """Over http with the policy as a header, below a path, and from disk; `visits` hears every message."""
    page = visits.open("index.html", base=getattr(visits.site, place))
    page.locator(".offer[hreflang=en]").click()
    page.locator(".offer[href^='ball/']").click()
    page.wait_for_url("**/en/ball/**")
    opened = Player(page)
    opened.press("next-scene", "forward", "forward")
    step = opened.look().step
    assert opened.look().index == 2
    page.locator(".languages a[hreflang=nb]").click()
    page.wait_for_url("**/nb/ball/**")
    assert Player(page).look().step == step
    page.reload()
    assert Player(page).look().step == step
    page.locator(".home").click()
    page.wait_for_url("**/nb/index.html")
    assert page.evaluate("getComputedStyle(document.body).maxWidth") != "none"
    assert {"book.css", "player.js"} <= {address.rpartition("/")[2] for address in visits.asked}


ELSEWHERE = "http://127.0.0.1:8/x.png"


def test_the_watch_hears_a_message_and_sees_a_violation_and_a_request(visits: Visits, site: Site) -> None:
    """What all other tests rely on: a page that is not silent would be noticed."""
    html = (site.folder / BOOK).read_text(encoding="utf-8")
    for planted, told in {
        "<script>1</script>": "Content Security Policy",
        '<p style="color: red">': "Content Security Policy",
        f'<img src="{ELSEWHERE}">': "Content Security Policy",
        '<script src="missing.js"></script>': "404",
    }.items():
        visits.open(routes={BOOK: html.replace("<h1>", planted + "<h1>")}).close()
        assert any(told in message for message in visits.forgive()), planted
    assert visits.outside() == [ELSEWHERE]
    visits.asked.clear()


# Without scripts


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_javascript_every_frame_stands_in_order_and_no_control_is_seen(
    visits: Visits, book: Book, language: str
) -> None:
    page = visits.open(f"{language}/ball/index.html", java_script_enabled=False)
    in_order(storyboard(page), book, language)
    assert controls(page) == []
    assert page.locator(".player .still > svg").is_visible()


BROKEN = {
    "blocked": 0,
    "not found": 404,
    "throws in its first line": "throw new Error('broken');",
    "no JavaScript at all": "<!doctype html>",
}


def test_with_a_broken_script_the_page_is_as_without_javascript(visits: Visits, book: Book) -> None:
    page = visits.open(java_script_enabled=False)
    without = page.locator("body").inner_text()
    page.close()
    for name, answer in BROKEN.items():
        page = visits.open(routes={"player.js": answer})
        assert visits.forgive(), name
        assert page.locator("body").inner_text() == without, name
        assert controls(page) == [], name
        page.close()
    page = visits.prepare()
    page.add_init_script(
        "window.IntersectionObserver = class { constructor() { throw new Error('broken'); } };"
    )
    page.goto(visits.site.root + BOOK)
    assert visits.forgive() == ["error: broken"]
    assert page.locator("body").inner_text() == without
    assert controls(page) == []
    in_order(storyboard(page), book, "en")


# Without a style sheet

COLOURS = """() => Array.from(document.querySelectorAll(".symbols [fill], .symbols [stroke]"), (node) => {
  const style = getComputedStyle(node), probe = document.createElement("i");
  return ["fill", "stroke"].filter((name) => /^#/.test(node.getAttribute(name) || "")).map((name) => {
    probe.style.color = node.getAttribute(name);
    return [probe.style.color, style[name]];
  });
}).flat()"""


def test_without_a_style_sheet_the_order_holds_and_pictures_have_size_and_colours(
    visits: Visits, book: Book
) -> None:
    page = visits.open(routes={"book.css": 404}, java_script_enabled=False)
    assert visits.forgive()
    in_order(storyboard(page), book, "en")
    tops: list[float] = page.locator("h1, main, main h2, main h3, footer").evaluate_all(
        "nodes => nodes.filter(node => node.checkVisibility()).map(node => node.getBoundingClientRect().top)"
    )
    assert len(tops) > 30, "what is folded is laid out nowhere"
    assert tops == sorted(tops)
    colours = page.evaluate(COLOURS)
    assert len(colours) > 100
    assert [(wanted, got) for wanted, got in colours if wanted != got] == []


def test_without_a_style_sheet_the_player_works(visits: Visits) -> None:
    page = visits.open(routes={"book.css": 404})
    assert visits.forgive()
    opened = Player(page)
    opened.press("next-scene", "forward")
    assert opened.look().index == 1
    box = opened.part("stage").locator("svg.board").bounding_box()
    assert box
    assert min(box["width"], box["height"]) > 100


# Without a memory

FORBIDDEN = """const denied = { get() { throw new DOMException("denied", "SecurityError"); } };
for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
  Object.defineProperty(window, name, denied);
Object.defineProperty(Document.prototype, "cookie", denied);"""


def test_with_all_storage_forbidden_the_player_works(visits: Visits) -> None:
    page = visits.prepare()
    page.add_init_script(FORBIDDEN)
    page.goto(visits.site.root + BOOK)
    opened = Player(page)
    opened.press("next-scene", "forward")
    opened.part("speed").select_option("2")
    assert opened.look().index == 1
    assert (
        page.evaluate("() => { try { return localStorage.length; } catch (error) { return error.name; } }")
        == "SecurityError"
    )


def test_nothing_is_kept_on_the_readers_machine(visits: Visits) -> None:
    page = visits.open()
    opened = Player(page)
    opened.press("next-scene", "forward")
    opened.part("speed").select_option("2")
    assert page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]") == [0, 0, ""]


# Languages


@pytest.mark.parametrize(
    ("wish", "first"), [("nb-NO", "nb"), ("no", "nb"), ("nn", "nb"), ("en-GB", "en"), ("fi", "en")]
)
def test_the_first_page_offers_the_readers_language_first_and_stays(
    visits: Visits, wish: str, first: str
) -> None:
    page = visits.open("index.html", locale=wish)
    offers = page.locator(".offer").evaluate_all("offers => offers.map(offer => offer.hreflang)")
    assert offers[0] == first
    assert sorted(offers) == sorted(served.LANGUAGES)
    assert page.url == visits.site.root + "index.html"


class _Links(HTMLParser):
    """The `<link>`s of a page: (rel, hreflang, href)."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[tuple[str, str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "link":
            values = {name: value or "" for name, value in attrs}
            self.links.append((values.get("rel", ""), values.get("hreflang", ""), values["href"]))


BASE = "https://example.org/rules"


def every_page(book: Book, base_url: str) -> dict[str, str]:
    """The HTML of all pages by their path."""
    made = {"index.html": pages.root_index([book], base_url)}
    for language in book.words:
        made[f"{language}/index.html"] = pages.language_index([book], language, base_url)
        checked = books_for_tests.written(book)
        made[f"{language}/ball/index.html"] = pages.book_page(checked, language, base_url)
        made[f"{language}/ball/conformance.html"] = conformance.page(checked, language, base_url)
    return made


@pytest.mark.parametrize("base_url", [BASE, BASE + "/"])
def test_with_a_base_url_pages_name_themselves_and_each_other(book: Book, base_url: str) -> None:
    for path, html in every_page(book, base_url).items():
        links = _Links(html).links
        canonical = [href for rel, _, href in links if rel == "canonical"]
        assert canonical == [f"{BASE}/{path.removesuffix('index.html')}"], path
        inner = path.partition("/")[2].removesuffix("index.html") if path != "index.html" else ""
        expected = {language: f"{BASE}/{language}/{inner}" for language in book.words}
        expected["x-default"] = expected["en"] if "ball" in path else f"{BASE}/"
        alternates = [(language, href) for rel, language, href in links if rel == "alternate"]
        assert sorted(alternates) == sorted(expected.items()), path
        assert [href for rel, _, href in links if rel in ("icon", "stylesheet") and "://" in href] == []


def test_without_a_base_url_no_page_holds_an_absolute_address(site: Site) -> None:
    paths = (*served.pages(), *served.SCENES)
    html = [(site.folder / path).read_text(encoding="utf-8") for path in paths]
    for text, (attribute, scheme) in product(
        html, product(("href", "src", "content"), ("http:", "https:", "//", "/"))
    ):
        assert f'{attribute}="{scheme}' not in text
    assert [
        links
        for links in map(_Links, html)
        if any(rel in ("canonical", "alternate") for rel, *_ in links.links)
    ] == []
