"""On every screen things fit, can be hit and read: narrow or wide, light or dark, large or spaced."""

import re
from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise, product
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Page, ViewportSize

from tests.browser.player import Player
from tests.browser.served import RECORDS, pages
from tests.browser.visits import Visits

PHONE = ViewportSize(width=360, height=740)
DESK = ViewportSize(width=1280, height=800)
PATHS = pages()


def sideways(page: Page) -> int:
    """How many pixels the page can be scrolled to the side."""
    width: int = page.evaluate(
        "document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"
    )
    return width


# Sizes


@pytest.mark.parametrize("path", PATHS)
def test_no_width_scrolls_sideways(visits: Visits, path: str) -> None:
    page = visits.open(path, whole=True)
    for width, height in ((1280, 800), (768, 1024), (360, 740), (320, 568), (320, 256)):
        page.set_viewport_size({"width": width, "height": height})
        assert sideways(page) == 0, width


AT_ONCE = """() => {
  const player = document.querySelector("[data-player]");
  const names = ["play", "back", "forward", "restart", "range"];
  const nodes = names.map((name) => player.querySelector(`[data-part="${name}"]`));
  nodes.push(player.querySelector("[data-part=stage] svg"), player.querySelector("[data-now].said"));
  return nodes.map((node) => node.getBoundingClientRect())
    .every((box) => box.top >= 0 && box.bottom <= innerHeight && box.width > 0);
}"""


@pytest.mark.parametrize("language", ["en", "nb"])
def test_a_phone_shows_board_caption_and_controls_together(visits: Visits, language: str) -> None:
    """At first without any scrolling, later for the longest caption of every scene."""
    page = visits.open(f"{language}/ball/index.html", width=360, height=740)
    page.wait_for_function(AT_ONCE)
    assert page.evaluate("window.scrollY") == 0
    opened = Player(page)
    for scene in opened.scenes:
        opened.choose(scene)
        page.evaluate("document.querySelector('[data-player]').scrollIntoView()")
        page.wait_for_function(AT_ONCE)
        box = opened.part("stage").locator("svg.board").bounding_box()
        assert box
        assert box["height"] >= 240, scene


SCROLLED_BY = """async () => {
  const next = () => new Promise(requestAnimationFrame);
  const select = document.querySelector("[data-player] [data-part=scene]");
  const moved = [];
  for (let i = 0; i < select.options.length; i++) {
    const before = scrollY;
    select.selectedIndex = i;
    select.dispatchEvent(new Event("change", { bubbles: true }));
    await next();
    await next();
    if (scrollY !== before) moved.push([select.options[i].text, scrollY - before]);
  }
  return moved;
}"""


@pytest.mark.parametrize(("width", "height", "scrolled"), [(360, 740, 80), (768, 1024, 200)])
def test_another_scene_does_not_scroll_the_page(
    visits: Visits, width: int, height: int, scrolled: int
) -> None:
    """With longer captions and a smaller board: a browser that keeps captions in place moves the board."""
    page = visits.open(width=width, height=height, whole=True)
    page.evaluate("(top) => window.scrollTo(0, top)", scrolled)
    page.wait_for_function("(top) => scrollY === top", arg=scrolled)
    assert page.evaluate(SCROLLED_BY) == []


# Between the text and the board

AT_THE_LINE = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  window.scrollBy(0, box.top - innerHeight * 0.2);
}"""

OFFERED = """(scene) => {
  const chapter = document.querySelector(`.scene[data-scene="${scene}"]`).closest(".chapter");
  const names = (nodes) => Array.from(nodes, (node) => node.textContent).join();
  return names(chapter.querySelectorAll(".scene-name")) === names(document.querySelectorAll(".offer-scene"));
}"""


def test_beside_the_board_the_section_that_is_read_offers_its_scenes(visits: Visits) -> None:
    """It never puts one there: neither where the board rests nor where it plays."""
    page = visits.open(whole=True)
    opened = Player(page)
    assert page.locator(".offer-scene").count() == 0
    opened.choose("touchdown", 2)
    for scene in ("movement-x", "block", "dodge"):
        page.evaluate(AT_THE_LINE, f".scene[data-scene={scene}]")
        page.wait_for_function(OFFERED, arg=scene)
        assert opened.look().step == "touchdown/score"
    opened.press("play")
    page.evaluate(AT_THE_LINE, ".scene[data-scene=block]")
    page.wait_for_function(OFFERED, arg="block")
    assert opened.look().step.startswith("touchdown/")
    page.locator(".offer-scene[data-scene=block]").click()
    look = opened.look()
    assert (look.step, look.label) == ("block/start", "Pause")
    assert page.locator(".offer-scene[data-now]").get_attribute("data-scene") == "block"


def test_focus_and_a_followed_link_tell_as_well_what_is_read(visits: Visits) -> None:
    page = visits.open(whole=True)
    page.locator(".card-play").nth(20).wait_for()
    page.evaluate(AT_THE_LINE, ".scene[data-scene=block]")
    page.wait_for_function(OFFERED, arg="block")
    page.evaluate("document.getElementById('dodge.exit').querySelector('a').focus({ preventScroll: true })")
    page.wait_for_function(OFFERED, arg="dodge")
    page.evaluate("location.hash = '#move.x'")
    page.wait_for_function(OFFERED, arg="movement-x")
    page.reload()
    page.wait_for_function(OFFERED, arg="movement-x")


PLACE = "(selector) => Math.round(document.querySelector(selector).getBoundingClientRect().top)"
STILL = """(selector) => new Promise((done) => {
  let last = NaN;
  const look = () => {
    const top = document.querySelector(selector).getBoundingClientRect().top;
    if (top === last) done(true); else { last = top; setTimeout(look, 150); }
  };
  look();
})"""


def test_one_tap_leads_from_the_text_to_the_board_and_one_back(visits: Visits) -> None:
    """Also where another scene has made the page longer meanwhile, and for the keyboard."""
    page = visits.open(width=360, height=740, whole=True)
    opened = Player(page)
    card = ".scene[data-scene=block]"
    page.evaluate(AT_THE_LINE, card)
    page.wait_for_function(STILL, arg=card)
    before = page.evaluate(PLACE, card)
    assert page.locator(".text-bar").is_hidden()
    page.locator(".board-bar").click()
    page.wait_for_function(AT_ONCE)
    page.locator(".text-bar").wait_for()
    assert page.locator(".board-bar").is_hidden()
    opened.choose(opened.scenes[-1])
    page.locator(".text-bar").click()
    page.wait_for_function(STILL, arg=card)
    assert abs(page.evaluate(PLACE, card) - before) <= 1
    assert page.locator(".text-bar").is_hidden()
    page.locator(f"{card} .card-play").focus()
    page.keyboard.press("Enter")
    page.locator(".text-bar").wait_for()
    page.locator(".text-bar").focus()
    page.keyboard.press("Enter")
    page.locator(".board-bar").wait_for()
    assert page.evaluate("document.activeElement.className") == "card-play is-playing"


@pytest.mark.parametrize("width", [320, 360, 768, 990])
@pytest.mark.parametrize("path", ["nb/ball/index.html", "ar/ball/index.html"])
def test_in_the_bar_nothing_lies_on_anything_else(visits: Visits, path: str, width: int) -> None:
    """What leads to contents and search, the title of the scene, its step, and the way to the board."""
    page = visits.open(path, width=width, height=740, whole=True)
    page.evaluate(AT_THE_LINE, ".scene[data-scene=block]")
    page.locator(".board-bar").wait_for()
    parts = [".ways", ".bar-step", ".bar-go", *(["[data-part=bar-title]"] if width > 336 else [])]
    boxes = [page.locator(f".board-bar {part}, {part}.ways").first.bounding_box() for part in parts]
    spans = sorted((box["x"], box["x"] + box["width"]) for box in boxes if box)
    assert len(spans) == len(parts)
    assert all(end <= start for (_, end), (start, _) in pairwise(spans)), dict(zip(parts, spans, strict=True))


def test_the_bar_back_to_the_text_covers_no_control(visits: Visits) -> None:
    page = visits.open(width=360, height=740, whole=True)
    page.evaluate(AT_THE_LINE, ".scene[data-scene=block]")
    page.locator(".board-bar").click()
    page.wait_for_function(AT_ONCE)
    page.wait_for_function(STILL, arg=".player")
    bar, last = page.locator(".text-bar").bounding_box(), Player(page).part("range").bounding_box()
    assert bar
    assert last
    assert last["y"] + last["height"] <= bar["y"]


# Scrolling


def test_the_wheel_over_the_board_scrolls_the_page(visits: Visits) -> None:
    page = visits.open()
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        page.evaluate("window.scrollTo(0, 0)")
        Player(page).part("stage").hover()
        for _ in range(5):
            page.mouse.wheel(0, 300)
        page.wait_for_function("() => window.scrollY > 300")


def test_a_finger_on_the_board_scrolls_the_page(visits: Visits) -> None:
    page = visits.open(width=360, height=740, has_touch=True, is_mobile=True)
    opened = Player(page)
    box = opened.part("stage").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 20
    device = page.context.new_cdp_session(page)

    def touch(kind: str, at: float | None) -> None:
        points = [] if at is None else [{"x": x, "y": at}]
        device.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", y)
    for moved in range(10, 210, 10):
        touch("touchMove", y - moved)
    touch("touchEnd", None)
    page.wait_for_function("() => window.scrollY > 100")
    assert opened.look().index == 0


# Targets


TARGETS = """() => Array.from(document.querySelectorAll("a[href], button, select, input, summary"))
  .filter((node) => node.checkVisibility() && !node.matches("p a, .rule-link, .scene-link"))
  .map((node) => [node.outerHTML.slice(0, 120), node.getBoundingClientRect()])
  .map(([node, box]) => [node, box.width, box.height])"""


@pytest.mark.parametrize("path", PATHS)
def test_whatever_can_be_hit_is_24_pixels_large(visits: Visits, path: str) -> None:
    """All but the links in running text (WCAG 2.5.8)."""
    page = visits.open(path, whole=True)
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        found: list[tuple[str, float, float]] = page.evaluate(TARGETS)
        assert found
        assert [target for target in found if min(target[1:]) < 24] == []


def test_the_players_controls_are_44_pixels_large(visits: Visits) -> None:
    page = visits.open(width=360, height=740)
    opened = Player(page)
    for name in ("play", "back", "forward", "restart", "next-scene", "scene", "speed", "close", "range"):
        box = opened.part(name).bounding_box()
        assert box
        assert box["height"] >= 44, name
        assert box["width"] >= 44, name


# Colours


Colour = tuple[float, float, float]


def contrast(one: str, under: str) -> float:
    """WCAG 2: the ratio of the luminances of a colour and the opaque one beneath it."""
    light, dark = sorted((_luminance(_laid(one, under)), _luminance(_laid(under, under))), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def blend(over: str, under: str, opacity: float) -> str:
    mixed = [
        a * opacity + b * (1 - opacity) for a, b in zip(_laid(over, under), _laid(under, under), strict=True)
    ]
    return f"rgb({mixed[0]}, {mixed[1]}, {mixed[2]})"


def _laid(over: str, under: str) -> Colour:
    """A computed colour, `rgb(1, 2, 3)` or `rgba(1, 2, 3, 0.5)`, laid on an opaque one."""
    *colour, opacity = [*map(float, re.findall(r"[\d.]+", over)), 1.0][:4]
    beneath = [float(part) for part in re.findall(r"[\d.]+", under)][:3]
    red, green, blue = (a * opacity + b * (1 - opacity) for a, b in zip(colour, beneath, strict=True))
    return red, green, blue


def _luminance(colour: Colour) -> float:
    shares = (part / 255 for part in colour)
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in shares
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


PAGE = {
    "paper": ("body", "backgroundColor"),
    "sheet": (".scene", "backgroundColor"),
    "lit": (".steps [aria-current]", "backgroundColor"),
    "lit text": (".steps [aria-current]", "color"),
    "Play": (".buttons .play", "backgroundColor"),
    "Play text": (".buttons .play", "color"),
}
TEXTS = {
    "text": ("body", "color"),
    "quiet text": (".scene-no", "color"),
    "coordinates": ("#g-columns", "stroke"),
}
SIGNS = {
    "stops": (".stop", "borderTopColor"),
    "lamp 1": ("#g-turn-ATK > *", "fill"),
    "lamp 2": ("#g-turn-DEF > *", "fill"),
}
BOARD = {
    "board": ("#g-board .paper", "fill"),
    "field": ("#g-board .field", "fill"),
    "field opacity": ("#g-board .field", "fillOpacity"),
    "edge of the board": ("#g-board .border", "stroke"),
    "zone opacity": ("#g-board .zone", "fillOpacity"),
    "zone 1": ("#g-board .zone.team-1", "fill"),
    "zone 2": ("#g-board .zone.team-2", "fill"),
    "name 1": ("#g-board .name.team-1", "stroke"),
    "name 2": ("#g-board .name.team-2", "stroke"),
}
LINES = {
    "ball": ("#g-ball-loose .skin", "stroke"),
    "ring of a loose ball": ("#g-ball-loose > .ring", "stroke"),
    "target": ("#g-target .ring", "stroke"),
    "aim": ("#g-aim .ring", "stroke"),
    "actor": ("#g-actor .ring", "stroke"),
    "refused": ("#g-refused .ring", "stroke"),
    "cross": ("#g-cross .ring", "stroke"),
    "arrow": ("#g-head .head", "fill"),
    "move": (".leg-move", "stroke"),
    "pass": (".leg-pass", "stroke"),
    "contact": (".leg-contact", "stroke"),
    "push": (".leg-push", "stroke"),
    "refused try": ("path.refused:not(.case)", "stroke"),
    "tether": (".tether", "stroke"),
}
PIECES = {
    f"{part} {team}{state}": (f".team-{team}.piece{test} .{part}", "stroke")
    for team, (state, test) in product((1, 2), {"": ":not(.down)", " down": ".down"}.items())
    for part in ("body", "sign", "number")
}
BODIES = {name.replace("body", "fill"): (css, "fill") for name, (css, _) in PIECES.items() if "body" in name}
COMPUTED = """(wanted) => Object.fromEntries(Object.entries(wanted).map(([name, [selector, property]]) => {
  const node = document.querySelector(selector);
  if (!node) throw new Error(`no ${selector} on the page: ${name} is not measured`);
  return [name, getComputedStyle(node)[property]];
}))"""

Pair = tuple[str, str, str, float]
"""What, its colour, the colour beneath, and the contrast that it needs: 4.5 to be read, 3 to be seen."""


def colours(page: Page) -> dict[str, str]:
    """All colours of the page by their names above, as they are computed."""
    found: dict[str, str] = page.evaluate(
        COMPUTED, {**PAGE, **TEXTS, **SIGNS, **BOARD, **LINES, **PIECES, **BODIES}
    )
    return found


def pairs(of: Mapping[str, str]) -> Iterator[Pair]:
    zones = [blend(of[zone], of["board"], float(of["zone opacity"])) for zone in ("zone 1", "zone 2")]
    grounds = [blend(of["field"], under, float(of["field opacity"])) for under in (of["board"], *zones)]
    for under in (of["paper"], of["sheet"]):
        yield from ((name, of[name], under, 4.5) for name in TEXTS)
        yield from ((name, of[name], under, 3) for name in SIGNS)
    yield "lit step", of["lit text"], of["lit"], 4.5
    yield "Play", of["Play text"], of["Play"], 4.5
    yield "edge of the board", of["edge of the board"], of["board"], 3
    yield from ((name, of[name], zone, 4.5) for name, zone in zip(("name 1", "name 2"), zones, strict=True))
    for under in (of["board"], *grounds):
        yield from ((name, of[name], under, 3) for name in LINES)
        yield from seen_pieces(of, under)
    yield from (
        (name, of[name], of[re.sub("sign|number", "fill", name)], 4.5)
        for name in PIECES
        if "body" not in name
    )


def seen_pieces(of: Mapping[str, str], under: str) -> Iterator[Pair]:
    """A piece is seen by its body or by its outline."""
    for name in PIECES:
        if "body" in name:
            either = (of[name], of[name.replace("body", "fill")])
            yield name, max(either, key=lambda colour: contrast(colour, under)), under, 3


def test_everything_stands_out_in_every_colour_scheme(visits: Visits) -> None:
    page = visits.open(whole=True)
    schemes: list[dict[str, Any]] = [
        {"color_scheme": scheme, "forced_colors": forced}
        for scheme, forced in product(("light", "dark"), ("none", "active"))
    ]
    seen = []
    for scheme in (*schemes, {"color_scheme": "light", "forced_colors": "none", "media": "print"}):
        page.emulate_media(**scheme)
        palette = colours(page)
        seen.append(palette)
        measured = [
            (what, round(contrast(one, under), 2), least) for what, one, under, least in pairs(palette)
        ]
        assert [pair for pair in measured if pair[1] < pair[2]] == [], scheme
        assert palette["fill 1"] != palette["fill 2"], scheme
    assert all(one != other for one, other in combinations(seen, 2))


# Large and spaced text

LARGE = "html { font-size: 200% !important; }"
SPACED = """
* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }
"""
WEAR = """(css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}"""

CUT = """() => Array.from(document.querySelectorAll("body *"), (node) => [node, getComputedStyle(node)])
  .filter(([node, style]) => node.checkVisibility() && !node.closest("svg, select, option")
    && style.clipPath !== "inset(50%)"  // for assistive technology alone
    && /hidden|clip/.test(style.overflowX + style.overflowY)
    && (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1)
    && style.textOverflow !== "ellipsis")
  .map(([node]) => node.outerHTML.slice(0, 120))"""

SPILT = """() => Array.from(document.querySelectorAll("button, summary, .steps a, .frame-no"))
  .filter((node) => node.checkVisibility() && node.scrollWidth > node.clientWidth + 1)
  .map((node) => node.outerHTML.slice(0, 120))"""

CONTROLS = (
    *("play", "back", "forward", "restart", "range", "speed", "close"),
    *("scene", "next-scene", "explore"),
)
"""In the order of the keyboard: what plays comes first, and all of it before steps and board (A11Y-04)."""


def overlaps(page: Page) -> list[tuple[str, str]]:
    """Controls of the player that lie on one another."""
    player = Player(page)
    boxes = {name: box for name in CONTROLS if (box := player.part(name).bounding_box())}
    assert len(boxes) == len(CONTROLS)
    return [(one, other) for one, other in combinations(CONTROLS, 2) if overlap(boxes[one], boxes[other])]


def overlap(a: FloatRect, b: FloatRect) -> bool:
    across = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
    down = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
    return min(across, down) > 1


@pytest.mark.parametrize("wear", [LARGE, SPACED], ids=["200 % text", "text spacing"])
def test_large_or_spaced_text_is_not_cut(visits: Visits, wear: str) -> None:
    page = visits.open("nb/ball/index.html", whole=True)
    page.evaluate(WEAR, wear)
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        assert page.evaluate(CUT) == [], size
        assert page.evaluate(SPILT) == [], size
        assert overlaps(page) == [], size
        assert sideways(page) == 0, size
        box = Player(page).part("stage").locator("svg.board").bounding_box()
        assert box
        assert min(box["width"], box["height"]) > 150, size


@pytest.mark.parametrize("wear", [LARGE, SPACED], ids=["200 % text", "text spacing"])
@pytest.mark.parametrize("path", RECORDS)
def test_a_record_in_large_or_spaced_text_is_not_cut(visits: Visits, path: str, wear: str) -> None:
    page = visits.open(path)
    page.evaluate(WEAR, wear)
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        assert page.evaluate(CUT) == [], size
        assert page.evaluate(SPILT) == [], size
        assert sideways(page) == 0, size


# The keyboard's way

FOCUSED = """() => {
  const node = document.activeElement, style = getComputedStyle(node), box = node.getBoundingClientRect();
  const middle = [box.left + Math.min(box.width, innerWidth) / 2, box.top + Math.min(box.height / 2, 12)];
  const on = document.elementFromPoint(...middle);
  return {
    name: node.dataset.part || node.className || node.tagName, inside: Boolean(node.closest("[data-player]")),
    ring: style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth), colour: style.outlineColor,
    free: on !== null && (node.contains(on) || on.contains(node)),
    whole: box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth,
  };
}"""


BEFORE_THE_BOARD = """(names) => {
  const part = (name) => document.querySelector(`[data-player] [data-part="${name}"]`);
  const follows = Node.DOCUMENT_POSITION_FOLLOWING;
  return [...names, "steps"].every((name) => part(name).compareDocumentPosition(part("stage")) & follows);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_tab_goes_through_the_controls_in_order_with_a_visible_ring(visits: Visits, scheme: str) -> None:
    page = visits.open(color_scheme=scheme)
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    stops = []
    for _ in range(30):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUSED)
        stops.append(stop)
        assert stop["ring"] >= 2, stop
        assert contrast(stop["colour"], paper) >= 3, stop
        assert stop["free"], stop
        assert stop["whole"], stop
    assert stops[0]["name"] == "skip"
    inside = [stop["name"] for stop in stops if stop["inside"]]
    steps = ["A"] * Player(page).part("steps").locator("a").count()
    assert inside[: len(CONTROLS) + len(steps)] == [*CONTROLS, *steps]
    first, last = ([stop["inside"] for stop in way].index(True) for way in (stops, stops[::-1]))
    assert all(stop["inside"] for stop in stops[first : len(stops) - last])
    assert last > 0, "Tab never leaves the player"
    assert page.evaluate(BEFORE_THE_BOARD, CONTROLS)


def test_the_focus_is_never_under_the_bar_of_a_phone(visits: Visits) -> None:
    page = visits.open(width=360, height=740)
    links = page.locator("main a:visible").all()[::60]
    assert len(links) > 5
    page.locator("footer").scroll_into_view_if_needed()
    page.locator(".board-bar").wait_for(state="visible")
    for link in links:
        link.focus()
        page.wait_for_function(
            f"() => {{ const focused = ({FOCUSED})(); return focused.free && focused.whole; }}"
        )


def test_the_first_link_leads_to_the_text(visits: Visits) -> None:
    page = visits.open()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    assert page.locator(".skip").is_visible()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement === document.querySelector('main')")
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")
