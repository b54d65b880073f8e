"""What some readers cannot see, hear or reach is there in another way, in every state of both books.

Which test holds which row of the catalogue of accessibility (A11Y-01 to -30). Rows without a file: here.

| row | what | test |
|---|---|---|
| 01 | at rest after loading | test_player: at_first_nothing_moves |
| 02 | pause by mouse and keys, for good | test_player: whatever_pauses_stops_the_pieces |
| 03 | the focus elsewhere brings to rest | test_player |
| 04 | order of the keyboard | test_screen: tab_goes_through_the_controls |
| 05 | all by keyboard, no keys elsewhere | test_player: keys_…; no_key_of_one_character_works_outside |
| 06 | focus stays at the ends, the end is told | test_player: at_both_ends_the_focus_stays |
| 07 | one change of the live region for each step | every_step_of_every_scene_is_announced_once |
| 08 | silence while playing | test_player: nothing_is_announced_while_playing |
| 09 | captions that are alike | two_steps_with_the_same_caption_are_both_announced |
| 10 | names of the controls | controls_have_names_of_their_own; test_embed: three_scenes_stand |
| 11 | every drawing has name and description | test_html: unnamed_drawings; test_player; test_degraded |
| 12 | the position as a table | the_table_tells_what_the_engine_says |
| 13 | ids are unique | test_html: doubled_ids; test_axe: LOOSE |
| 14 | not by colour alone | no_two_signs_have_one_form; every_sign_is_seen_by_everybody |
| 15 | contrast | test_screen: everything_stands_out; test_axe: CONTRAST; test_svg |
| 16 | targets of 24 pixels | test_screen: whatever_can_be_hit; test_axe (unfolded); test_explore |
| 17 | the ring of the focus | test_screen: tab_goes_through, the_focus_is_never_under_the_bar |
| 18 | narrow, large, spaced | test_screen; large_letters_of_other_books_fit |
| 19 | no motion | test_player: with_reduced_motion; test_html; nothing_is_animated_by_a_style |
| 20 | a wish while playing | test_player: a_wish_for_less_motion; colours_change_while_it_plays |
| 21 | forced colours | test_screen: everything_stands_out; every_sign_is_seen_by_everybody |
| 22 | language of every text | test_html: wrong_languages; every_text_is_in_the_language_it_claims |
| 23 | hreflang | test_html: languages_point_at_one_another; test_page |
| 24 | title, headings, skip link, landmarks | test_html: wrong_order, wrong_switch; test_axe; test_screen |
| 25 | axe | test_axe: all kinds of pages and states, not each with each (slow) |
| 26 | valid HTML | test_html: the_nu_checker |
| 27 | flashes | nothing_flashes_at_the_highest_speed |
| 28 | speed, and no limit of time | test_player: the_speed_…; test_explore: play_stops_before_a_question |
| 29 | real screen readers | not tried: README says so |
| 30 | the tree of accessibility | what_assistive_technology_is_given |
"""

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from html.parser import HTMLParser
from itertools import accumulate, combinations
from pathlib import Path
from typing import Literal

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Page

from rulebook import words
from rulebook.boards import Board
from rulebook.books import Book
from rulebook.model import Frame
from rulebook.views import text
from tests.browser.player import Move, Player
from tests.browser.served import ROOT, SCENES, pages
from tests.browser.test_html import VOID
from tests.browser.test_screen import CUT, DESK, LARGE, PHONE, SPILT, WEAR, overlaps, sideways
from tests.browser.visits import BOOK, Visits

HERE = Path(__file__).parent
DOPPELPASS = "en/doppelpass/index.html"


# What is said


HEAR = """() => {
  const live = document.querySelector("[data-player] [data-part=live]");
  window.heard = [];
  new MutationObserver((changes) => changes.forEach((change) =>
    window.heard.push(Array.from(change.addedNodes, (node) => node.data).join(""))))
    .observe(live, { childList: true, characterData: true, subtree: true });
}"""


def steps_on(scenes: Sequence[str], book: Book) -> Iterator[tuple[Move, Frame]]:
    """Every scene from its first step to its last."""
    for number, scene in enumerate(scenes):
        for index, frame in enumerate(book.frames[scene]):
            yield ("press", "forward") if index else ("choose", number), frame


def parts(frame: Frame, book: Book) -> list[str]:
    """What has to be said of a step, in this order; what came out of a throw says its odds between them."""
    frames = book.frames[frame.scene]
    number = frames.index(frame) + 1
    sentences = [sentence.text for sentence in text.caption(frame, book.words["en"])]
    asked = [after.ask.question for after in frames[number : number + 1] if after.ask]
    return [f"Step {number} of {len(frames)}: ", *sentences, frame.remark or "", *asked]


@pytest.mark.parametrize("name", ["book", "doppelpass"])
def test_every_step_of_every_scene_is_announced_once(
    visits: Visits, name: str, request: pytest.FixtureRequest
) -> None:
    """Whole, with its number, and with the question that follows where there is one."""
    book: Book = request.getfixturevalue(name)
    page = visits.open(f"en/{book.id}/index.html", clock=True, reduced_motion="reduce")
    opened = Player(page)
    opened.keep_address()
    page.evaluate(HEAR)
    page.evaluate("() => { document.querySelector('main').hidden = true; }")  # less to lay out
    moves, frames = zip(*steps_on(opened.scenes, book), strict=True)
    opened.perform(moves, ("live",))
    heard: list[str] = page.evaluate("window.heard")
    assert len(heard) == len(frames) > 150
    wanted = [re.compile(".*".join(map(re.escape, parts(frame, book)))) for frame in frames]
    assert [line for line, parts in zip(heard, wanted, strict=True) if not parts.match(line)] == []


def test_two_steps_with_the_same_caption_are_both_announced(visits: Visits) -> None:
    html = (visits.site.folder / BOOK).read_text(encoding="utf-8")
    first, second = re.findall(r'<p class="caption">.*?</p>', html)[1:3]
    page = visits.open(routes={BOOK: html.replace(second, first, 1)}, clock=True)
    page.evaluate(HEAR)
    opened = Player(page)
    opened.press("forward", "forward")
    (two, one), (three, other) = (line.split(": ", 1) for line in page.evaluate("window.heard"))
    assert (two[:6], three[:6]) == ("Step 2", "Step 3")
    assert one.split(".")[0] == other.split(".")[0] != ""


# Names


NAMED = "button, select, input, summary, [role=group], ol"


def names(page: Page) -> dict[str, str]:
    """What the parts of the player are called, as assistive technology is told."""
    device = page.context.new_cdp_session(page)
    device.send("Accessibility.enable")
    found = {}
    for part in page.locator(f"[data-player] :is({NAMED})[data-part]").all():
        selector = f'[data-player] [data-part="{part.get_attribute("data-part")}"]'
        node = device.send("Runtime.evaluate", {"expression": f"document.querySelector('{selector}')"})
        object_id = node["result"]["objectId"]
        tree = device.send(
            "Accessibility.getPartialAXTree", {"objectId": object_id, "fetchRelatives": False}
        )["nodes"][0]
        if not tree["ignored"]:
            found[str(part.get_attribute("data-part"))] = tree["name"]["value"]
    return found


def test_controls_have_names_of_their_own_in_each_language(visits: Visits) -> None:
    called = {}
    for path in (BOOK, "nb/ball/index.html", "ar/ball/index.html", "de/doppelpass/index.html"):
        page = visits.open(path, clock=True)
        named = names(page)
        assert len(named) >= 11
        assert sorted(set(named.values())) == sorted(named.values()), "two parts with one name"
        assert all(named.values()), named
        called[path] = named
        play = Player(page).part("play")
        assert play.get_attribute("aria-pressed") is None
        play.click()
        assert names(page)["play"] not in named.values(), "Play is called the same while it plays"
    for one, other in combinations(called.values(), 2):
        shared = one.keys() & other.keys()
        assert sum(one[part] == other[part] for part in shared) <= 2, (one, other)


# Keys


KEYS = "abcdefghijklmnopqrstuvwxyz0123456789?.,'-+/"


def test_no_key_of_one_character_works_outside(visits: Visits) -> None:
    """WCAG 2.1.4: who speaks to the machine, or hits keys by chance, sets nothing off."""
    page = visits.open(clock=True)
    page.locator("h1").click()
    opened = Player(page)
    look = opened.look()
    before = page.locator("body").inner_text()
    page.keyboard.type(KEYS)
    page.locator("main a").first.focus()
    page.keyboard.type(KEYS)
    page.wait_for_load_state("networkidle")
    assert opened.look() == look
    assert page.locator("body").inner_text() == before
    assert page.locator("dialog[open]").count() == 0


# The position as a table


TABLE = """() => {
  const look = window.look;
  window.look = () => Object.assign(look(), { table: Array.from(
    document.querySelectorAll("[data-part=table] tr"), (row) => Array.from(row.cells, (cell) =>
      (cell.tagName === "TH" ? cell.scope + ":" : "") + cell.textContent)) });
}"""


def cells(rows: list[list[str]]) -> dict[str, str]:
    """What stands in each cell, by its row and column header. Raises where a header is missing."""
    columns = [head.removeprefix("col:") for head in rows[0][1:]]
    assert all(head.startswith("col:") for head in rows[0][1:])
    assert all(row[0].startswith("row:") for row in rows[1:])
    return {
        f"{column}{row[0].removeprefix('row:')}": cell
        for row in rows[1:]
        for column, cell in zip(columns, row[1:], strict=True)
    }


def standing(frame: Frame, board: Board) -> dict[str, int]:
    """How many tokens the engine has on each point of the board."""
    at = [token.at for token in frame.picture.tokens if token.at in board.points]
    return {point: at.count(point) for point in at}


@pytest.mark.parametrize("name", ["book", "doppelpass"])
def test_the_table_tells_what_the_engine_says(
    visits: Visits, name: str, request: pytest.FixtureRequest
) -> None:
    """For each step of each scene, every token on its point; a name is the same token all the way."""
    book: Book = request.getfixturevalue(name)
    board = book.game.board
    page = visits.open(f"en/{book.id}/index.html", clock=True, reduced_motion="reduce")
    opened = Player(page)
    opened.keep_address()
    page.locator(".as-table summary").click()
    page.wait_for_load_state("networkidle")
    page.evaluate(TABLE)
    moves, frames = zip(*steps_on(opened.scenes, book), strict=True)
    alone: dict[str, set[str]] = {}
    for frame, look in zip(frames, opened.perform(moves, ("step", "table")), strict=True):
        assert look["step"] == frame.id
        stand = {point: cell for point, cell in cells(look["table"]).items() if cell}
        counted = {point: len(re.split(r", (?![^(]*\))", cell)) for point, cell in stand.items()}
        assert counted == standing(frame, board), frame.id
        for token in frame.picture.tokens:
            if counted.get(token.at) == 1:
                alone.setdefault(token.id, set()).add(re.sub(r" \(.*\)$", "", stand[token.at]))
    assert {token: called for token, called in alone.items() if len(called) != 1} == {}
    assert len({min(called) for called in alone.values()}) == len(alone) > 2, "two tokens with one name"


# Forms and colours


FORMS = """() => {
  const shape = ["d", "x", "y", "cx", "cy", "r", "rx", "width", "height", "transform", "points",
    "stroke-dasharray", "stroke-width"];
  const form = (node) => node.tagName + shape.filter((name) => node.hasAttribute(name))
    .map((name) => ` ${name}=${node.getAttribute(name)}`).join("")
    + ["fill", "stroke"].filter((name) => (node.getAttribute(name) || "none") !== "none").join("")
    + "(" + Array.from(node.children, form).join(",") + ")";
  const used = new Set(Array.from(document.querySelectorAll("main use"), (use) => use.getAttribute("href")));
  const symbols = Array.from(document.querySelectorAll(".symbols g[id^='g-']"))
    .filter(({ id }) => used.has("#" + id));
  return Object.fromEntries(symbols.map((node) => [node.id.slice(2), form(node)]));
}"""
"""Each symbol that the page shows, without its colours."""

SHEET = """([names, side]) => {
  const make = (name, facts) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    Object.entries(facts).forEach(([key, value]) => made.setAttribute(key, value));
    return made;
  };
  const [across, down] = [10, Math.ceil(names.length / 10)];
  const size = { width: across * side, height: down * side, viewBox: `0 0 ${across * 20} ${down * 20}` };
  const sheet = make("svg", { ...size, class: "board", id: "sheet" });
  const ground = document.querySelector("#g-board .paper, #g-board .pitch, #g-board > *").cloneNode(true);
  Array.from(ground.attributes).filter(({ name }) => /^(d|x|y|width|height|points)$/.test(name))
    .forEach(({ name }) => ground.removeAttribute(name));
  const paper = make("rect", { width: across * 20, height: down * 20, class: ground.getAttribute("class"),
    fill: ground.getAttribute("fill"), stroke: "none" });
  const cell = (name, i) => make("use",
    { href: "#g-" + name, x: i % across * 20 + 10, y: Math.floor(i / across) * 20 + 10 });
  sheet.append(paper, ...names.map(cell));
  const others = Array.from(document.body.children).filter((node) => !node.matches(".symbols"));
  others.forEach((node) => node.remove());
  document.body.append(sheet);
}"""
"""The symbols of a page on the ground of its board, ten in a row, each in a square of this many pixels."""

SIDE = 80
QUIET = re.compile(r"board|columns|rows|ghost|turn")
"""What is no sign on the board: the ground, where a piece came from, and the lamp, which lies beside it."""


@pytest.mark.parametrize("path", [BOOK, DOPPELPASS])
def test_no_two_signs_have_one_form(visits: Visits, path: str) -> None:
    """Pieces, their states, the ball, what is legal and what is refused (A11Y-14)."""
    forms: dict[str, str] = visits.open(path, whole=True).evaluate(FORMS)
    assert len(forms) > 20
    assert [(a, b) for a, b in combinations(forms, 2) if forms[a] == forms[b]] == []


def sheet(page: Page, names: Sequence[str]) -> list[Image.Image]:
    """Each symbol as a reader sees it, on the ground of the board, in grey."""
    shot = Image.open(io.BytesIO(page.locator("#sheet").screenshot())).convert("L")
    corners = [(i % 10 * SIDE, i // 10 * SIDE) for i in range(len(names))]
    return [shot.crop((x, y, x + SIDE, y + SIDE)) for x, y in corners]


def strongest(cell: Image.Image) -> float:
    """The contrast to its ground that 40 pixels of a symbol reach, by WCAG 2."""
    ground, counts = LIGHT[cell.tobytes()[0]], cell.histogram()
    ratios = [(max(light, ground) + 0.05) / (min(light, ground) + 0.05) for light in LIGHT]
    greys = sorted(range(256), key=ratios.__getitem__, reverse=True)
    reached = accumulate(counts[grey] for grey in greys)
    return next(ratios[grey] for grey, pixels in zip(greys, reached, strict=True) if pixels > 40)


def _light(grey: int) -> float:
    share = grey / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


LIGHT = [_light(grey) for grey in range(256)]
"""The relative luminance of each grey."""


def outlines(cell: Image.Image) -> Image.Image:
    """Where anything begins or ends: what is the same in shape is the same here, in whatever colours."""
    moved = (ImageChops.difference(cell, ImageChops.offset(cell, *by)) for by in ((1, 0), (0, 1)))
    return ImageChops.lighter(*moved).point(lambda step: 255 * (step > 24), "1")


SCHEMES: Sequence[tuple[Literal["light", "dark"], Literal["none", "active"]]] = (
    ("light", "none"),
    ("dark", "none"),
    ("light", "active"),
    ("dark", "active"),
)
DEFICIENCIES = ("achromatopsia", "protanopia", "deuteranopia", "tritanopia")


@pytest.mark.parametrize("path", [BOOK, DOPPELPASS])
def test_every_sign_is_seen_by_everybody(visits: Visits, path: str) -> None:
    """On a grey screen, with each deficiency, in the dark, and in colours that the system forces."""
    page = visits.open(path, whole=True)
    names = [name for name in page.evaluate(FORMS) if not QUIET.match(name)]
    assert len(names) > 20
    page.evaluate(SHEET, [names, SIDE])
    page.set_viewport_size({"width": 900, "height": 1400})
    device = page.context.new_cdp_session(page)
    for scheme, forced in SCHEMES:
        page.emulate_media(color_scheme=scheme, forced_colors=forced)
        for kind in DEFICIENCIES:
            device.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
            cells = sheet(page, names)
            pale = {name: round(strongest(cell), 2) for name, cell in zip(names, cells, strict=True)}
            assert {name: ratio for name, ratio in pale.items() if ratio < 3} == {}, (scheme, forced, kind)
            if kind == "achromatopsia":
                alike = pairs_alike(dict(zip(names, map(outlines, cells), strict=True)))
                assert alike == [], (scheme, forced)
        device.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})


def pairs_alike(cells: Mapping[str, Image.Image]) -> list[tuple[str, str, int]]:
    """Signs whose outlines differ in fewer than 20 of the 6400 pixels."""
    found = []
    for one, other in combinations(cells, 2):
        apart = ImageChops.logical_xor(cells[one], cells[other]).histogram()[255]
        if apart < 20:
            found.append((one, other, apart))
    return found


def test_the_emulation_of_deficiencies_is_seen_in_screenshots(visits: Visits) -> None:
    page = visits.open()
    page.evaluate(SHEET, [["ATK1", "DEF1"], SIDE])
    device = page.context.new_cdp_session(page)
    device.send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})
    shot = Image.open(io.BytesIO(page.locator("#sheet").screenshot())).convert("RGB")
    for one, other in combinations(shot.split(), 2):
        assert max(ImageChops.difference(one, other).tobytes()) <= 2


# Large letters, no motion, other colours


@pytest.mark.parametrize("path", ["ar/ball/index.html", "de/doppelpass/index.html"])
def test_large_letters_of_other_books_fit(visits: Visits, path: str) -> None:
    page = visits.open(path, whole=True)
    page.evaluate(WEAR, LARGE)
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        assert page.evaluate(CUT) == [], size
        assert page.evaluate(SPILT) == [], size
        assert overlaps(page) == [], size
        assert sideways(page) == 0, size


def test_nothing_is_animated_by_a_style(visits: Visits) -> None:
    """What moves is moved by the player, which asks whether it may."""
    style = (ROOT / "templates" / "book.css").read_text(encoding="utf-8")
    assert "@keyframes" not in style
    page = visits.open(reduced_motion="reduce")
    opened = Player(page)
    opened.press("play", "next-scene", "close", "forward")
    page.locator(".card-fold").first.click()
    assert page.evaluate("document.getAnimations().length") == 0


def test_colours_change_while_it_plays(visits: Visits) -> None:
    page = visits.open(clock=True)
    opened = Player(page)
    opened.choose("dodge", 1)
    opened.press("play")
    paper = "getComputedStyle(document.body).backgroundColor"
    seen = {page.evaluate(paper)}
    for scheme, forced in SCHEMES:
        page.emulate_media(color_scheme=scheme, forced_colors=forced)
        seen.add(page.evaluate(paper))
        assert opened.look().label == "Pause"
        assert opened.look().index == 1
    assert len(seen) == 4


CHANGED = """() => {
  window.changed = [];
  const board = document.querySelector("[data-player] [data-part=stage] svg");
  const what = ({ attributeName, target }) =>
    (attributeName === "href" ? target.getAttribute("href").split("-")[1] : "board");
  const changed = ({ attributeName, oldValue, target }) => target.getAttribute(attributeName) !== oldValue;
  new MutationObserver((changes) => new Set(changes.filter(changed).map(what)).forEach((each) =>
    window.changed.push([each, performance.now()])))
    .observe(board, { attributeFilter: ["href", "data-frame"], attributeOldValue: true, subtree: true });
}"""


def test_nothing_flashes_at_the_highest_speed(visits: Visits) -> None:
    """Neither the board nor a piece changes its look more than three times in any second (WCAG 2.3.1)."""
    page = visits.open(clock=True)
    opened = Player(page)
    opened.choose("dodge")
    opened.part("speed").select_option("2")
    page.evaluate(CHANGED)
    opened.press("play")
    opened.wait(60_000)
    changed: list[tuple[str, float]] = page.evaluate("window.changed")
    assert opened.look().index == opened.look().last
    assert len(changed) > 5
    for what in {name for name, _ in changed}:
        times = [time for name, time in changed if name == what]
        assert [
            after - time for time, after in zip(times, times[3:], strict=False) if after - time < 1000
        ] == []


# Languages


class Runs(HTMLParser):
    """Every text of a page that is read, with the language and the direction that it claims."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, str, str]] = []
        self._open: list[tuple[str, str, str, bool]] = [("", "", "", False)]
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        _, language, direction, code = self._open[-1]
        language, direction = values.get("lang", language), values.get("dir", direction)
        spoken = [values.get(name, "") for name in ("aria-label", "title", "alt", "placeholder", "content")]
        if tag == "template":
            spoken += [value for name, value in values.items() if name.startswith("data-")]
        if tag != "meta" or values.get("name") == "description":
            self.found += [(language, direction, words) for words in spoken if words]
        if tag not in VOID:
            self._open.append((tag, language, direction, code or tag == "code"))

    def handle_endtag(self, tag: str) -> None:
        while len(self._open) > 1 and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        _, language, direction, code = self._open[-1]
        if data.strip() and not code:
            self.found.append((language, direction, " ".join(data.split())))


LETTERS = {"ar": r"[\u0600-\u06ff]", "ja": r"[\u3040-\u30ff\u4e00-\u9fff]"}
SMALL_WORDS = {
    "en": "the of and is with when which from that are its by this may not",
    "nb": "og er ikke av med på som det kan til fra når må et en den",
    "de": "der die das und ist nicht mit von ein eine auf wenn darf den dem sich",
}
"""Words without which nobody writes a long sentence."""


def spoken(words_of_it: str) -> str:
    """The language that a text is in, "" if that cannot be told."""
    for language, letters in LETTERS.items():
        if re.search(letters, words_of_it):
            return language
    said = re.findall(r"[^\W\d_]+", words_of_it.lower())
    counted = {each: sum(word in small.split() for word in said) for each, small in SMALL_WORDS.items()}
    best, second = sorted(counted, key=lambda each: -counted[each])[:2]
    return best if len(said) >= 6 and counted[best] >= counted[second] + 2 else ""


def wrongly_claimed(source: str) -> tuple[int, list[tuple[str, str, str]]]:
    """How many texts could be told, and those in another language or direction than they claim."""
    told = [(spoken(run), *claim, run) for *claim, run in Runs(source).found]
    wrong = [
        (claimed, language, run)
        for language, claimed, direction, run in told
        if language and (claimed != language or direction != words.direction(language))
    ]
    return sum(bool(language) for language, *_ in told), wrong


@pytest.mark.parametrize("path", [*pages(), SCENES[0], SCENES[-1]])
def test_every_text_is_in_the_language_it_claims(visits: Visits, path: str) -> None:
    source = (visits.site.folder / path).read_text(encoding="utf-8")
    told, wrong = wrongly_claimed(source)
    assert wrong == []
    assert told > (100 if path.endswith("/ball/index.html") else 0)


def test_a_text_in_an_unmarked_language_is_found(visits: Visits) -> None:
    source = (visits.site.folder / "nb/ball/index.html").read_text(encoding="utf-8")
    english = "<p>The ball is out of play when it is not on the board.</p>"
    for planted in (english, "<p>الكرة</p>", '<p lang="ar">الكرة</p>', '<button title="يمين"></button>'):
        assert len(wrongly_claimed(source.replace("</main>", f"{planted}</main>", 1))[1]) == 1, planted
    assert (
        wrongly_claimed(source.replace("</main>", english.replace("<p", '<p lang="en"') + "</main>"))[1] == []
    )


# The tree that assistive technology is given


TREES = {
    "en-ball": BOOK,
    "ar-ball": "ar/ball/index.html",
    "de-doppelpass": "de/doppelpass/index.html",
}
LANDMARKS = (".masthead", "[data-player]", ".contents", ".chapter .scene >> nth=0", "footer")


@pytest.mark.parametrize("name", TREES)
def test_what_assistive_technology_is_given(visits: Visits, name: str) -> None:
    """Head, player, contents, a scene and the foot, as they stand in tests/browser/trees.

    What a reader without eyes meets changes only when somebody has looked at the change: the new tree is left
    in build/trees, to be copied over the old one if it is wanted.
    """
    page = visits.open(TREES[name], clock=True, whole=True)
    tree = "\n".join(f"# {part}\n{page.locator(part).aria_snapshot()}" for part in LANDMARKS) + "\n"
    new = ROOT / "build" / "trees" / f"{name}.txt"
    new.parent.mkdir(parents=True, exist_ok=True)
    new.write_text(tree, encoding="utf-8")
    assert tree == (HERE / "trees" / new.name).read_text(encoding="utf-8")
