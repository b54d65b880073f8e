"""The player does what its controls say, shows what the engine played, and disturbs nobody."""

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import dist
from typing import Any

import pytest
from playwright.sync_api import Page

from rulebook import pages
from rulebook.boards import Board
from rulebook.books import Book
from rulebook.model import Frame
from rulebook.views import svg, text
from rulebook.views.layout import corners, spot
from tests.browser.player import SIGNS, Move, Player, Shown, moving, places, shown, tokens
from tests.browser.served import Site
from tests.browser.storyboard import said
from tests.browser.visits import BOOK, Visits

OPEN = Callable[..., Player]
MOVING = "dodge/dodge"
"""A step with two movements, one after the other."""

MINUTE = 60_000
QUICK, SLOW = 20, 8
"""Characters a second of a quick and of a slow reader."""


@pytest.fixture
def player(visits: Visits) -> OPEN:
    """Opens a page of the book whose clock stands still."""

    def open(path: str = BOOK, **wishes: Any) -> Player:
        return Player(visits.open(path, clock=True, **wishes))

    return open


def frame_of(book: Book, step: str) -> Frame:
    return next(frame for frame in book.frames[step.partition("/")[0]] if frame.id == step)


def index_of(book: Book, step: str) -> int:
    return book.frames[step.partition("/")[0]].index(frame_of(book, step))


def before(player: Player, book: Book, step: str) -> None:
    """Shows the step before this one."""
    player.choose(step.partition("/")[0], index_of(book, step) - 1)


def until(player: Player, seen: Callable[[Shown], bool], ms: int = 50) -> Shown:
    """Lets time pass until it is seen, two minutes at most."""
    for _ in range(2 * MINUTE // ms):
        look = player.look()
        if seen(look):
            return look
        player.wait(ms)
    raise AssertionError(f"not seen in two minutes: {player.look()}")


def gliding(look: Shown) -> bool:
    return look.frame is None


def plays(look: Shown) -> bool:
    return look.label == "Pause"


# At rest


def test_at_first_nothing_moves_and_nothing_is_said(player: OPEN, book: Book) -> None:
    opened = player()
    look = opened.look()
    first = next(iter(book.frames[opened.scenes[0]]))
    assert (look.label, look.index, look.step) == ("Play", 0, first.id)
    assert (look.live, look.polite, look.atomic) == ("", "polite", "true")
    assert look.ends == ["true", "false"]
    opened.wait(10 * MINUTE)
    assert opened.look() == look


# Playing


RECORD = """() => {
  const list = document.querySelector("[data-player] [data-part=steps]");
  window.steps = [[0, 0]];
  new MutationObserver(() => {
    const lit = Array.from(list.querySelectorAll("a")).findIndex((link) => link.hasAttribute("aria-current"));
    if (lit !== window.steps[window.steps.length - 1][0]) window.steps.push([lit, performance.now()]);
  }).observe(list, { attributes: true, subtree: true });
}"""


def run_through(player: Player, scene: str, speed: str) -> tuple[list[int], list[float]]:
    """Plays a whole scene: the steps that were lit, and how many ms each but the last stayed."""
    player.choose(scene)
    player.part("speed").select_option(speed)
    player.page.evaluate("window.steps = [[0, performance.now()]]")
    player.press("play")
    player.wait(5 * MINUTE)
    while player.look().index < player.look().last:  # it stopped before a question
        player.press("play")
        player.wait(5 * MINUTE)
    lit = player.page.evaluate("window.steps")
    return [step for step, _ in lit], [after - now for (_, now), (_, after) in pairwise(lit)]


def test_play_shows_every_step_once_in_order_for_as_long_as_reading_it_takes(
    player: OPEN, book: Book
) -> None:
    opened = player()
    opened.page.evaluate("() => { document.querySelector('main').hidden = true; }")  # less to lay out
    opened.page.evaluate(RECORD)
    opened.keep_address()
    for scene, frames in book.frames.items():
        steps, stays = run_through(opened, scene, "1")
        assert steps == list(range(len(frames))), scene
        lengths = [len(said(frame, book, "en")) for frame in frames]
        asked = [following.ask for following in frames[1:]]
        for frame, length, stay, ask in zip(frames, lengths, stays, asked, strict=False):
            assert ask or max(1500, length / QUICK * 1000) <= stay <= 6000 + length / SLOW * 1000, frame.id
        look = opened.look()
        assert (look.label, look.index, look.frame) == ("Play", look.last, pages.frame_mark(frames[-1]))


def test_the_speed_shortens_and_lengthens_every_step(player: OPEN) -> None:
    opened = player()
    opened.page.evaluate(RECORD)
    half, whole, double = (run_through(opened, "dodge", speed)[1] for speed in ("0.5", "1", "2"))
    assert len(whole) > 3
    for slow, usual, fast in zip(half, whole, double, strict=True):
        assert 1.5 * usual < slow < 2.5 * usual
        assert fast < 0.7 * usual


def test_a_new_speed_counts_at_once_while_playing(player: OPEN, book: Book) -> None:
    opened = player()
    opened.choose("dodge")
    opened.press("play")
    opened.wait(100)
    opened.part("speed").select_option("2")
    length = len(said(book.frames["dodge"][0], book, "en"))
    opened.wait(max(1500, round(length / QUICK * 1000)))
    assert opened.look().index == 1
    assert plays(opened.look())


def test_play_at_the_end_starts_again(player: OPEN) -> None:
    opened = player()
    opened.choose("dodge")
    opened.key("End", on="play")
    assert opened.look().index == opened.look().last
    opened.press("play")
    assert opened.look().index == 0
    assert plays(opened.look())
    until(opened, lambda look: look.index == 1)


STOPS: Mapping[str, Callable[[Player], None]] = {
    "mouse": lambda player: player.press("play"),
    "Enter": lambda player: player.key("Enter", on="play"),
    "Space": lambda player: player.key("Space", on="play"),
    "Space beside a button": lambda player: player.key("Space", on="range"),
    "Escape": lambda player: player.key("Escape", on="range"),
    "Escape in the choice of scenes": lambda player: player.key("Escape", on="scene"),
    "Step back": lambda player: player.press("back"),
    "scrubbing": lambda player: player.part("range").fill("2"),
}


def test_whatever_pauses_stops_the_pieces_at_once_and_for_good(player: OPEN, book: Book) -> None:
    opened = player()
    for name, stop in STOPS.items():
        before(opened, book, MOVING)
        opened.press("play")
        until(opened, gliding)
        stop(opened)
        look = opened.look()
        assert look.label == "Play", name
        assert look.tokens == tokens(frame_of(book, look.step).picture, book.game.board), name
        opened.wait(10 * MINUTE)
        assert opened.look() == look, name


def test_a_step_forward_while_playing_pauses_on_the_next_step(player: OPEN) -> None:
    opened = player()
    opened.choose("dodge")
    opened.press("play")
    opened.press("forward")
    opened.wait(10 * MINUTE)
    assert (opened.look().label, opened.look().index) == ("Play", 1)


def test_the_keyboard_at_another_control_pauses_and_the_pointer_does_not(player: OPEN) -> None:
    """A11Y-03, as the carousel of the ARIA Authoring Practices; it never goes on by itself."""
    opened = player()
    opened.choose("protect")
    controls = "back forward restart range speed close scene next-scene explore copy".split()
    opened.press("play")
    for name in (*controls, "stage"):
        opened.part(name).hover()
    opened.part("stage").click()
    assert plays(opened.look())
    opened.key("Tab", "Tab")
    assert not plays(opened.look())
    for name in controls:
        opened.key("Enter", on="play")
        assert plays(opened.look()), name
        opened.part(name).focus()
        assert not plays(opened.look()), name
        opened.part("play").focus()
        assert not plays(opened.look()), name


def test_signs_that_stand_for_more_are_read_for_longer(visits: Visits, site: Site) -> None:
    """By the script of the caption, whatever language the page is in."""
    html = (site.folder / BOOK).read_text(encoding="utf-8")
    stays = []
    for sign in ("m", "あ"):
        caption = f'<p class="caption"><span>{sign * 90}</span></p>'
        changed = re.sub(r'<p class="caption">.*?</p>', caption, html, count=1, flags=re.DOTALL)
        opened = Player(visits.open(routes={BOOK: changed}, clock=True))
        opened.page.evaluate(RECORD)
        opened.press("play")
        until(opened, lambda look: look.index == 1, 100)
        (_, began), (_, ended), *_ = opened.page.evaluate("window.steps")
        stays.append(ended - began)
    assert 5500 < stays[1] - stays[0] < 6500, "90 signs more, 15 a second"


# Moving about


def test_steps_forward_and_back_and_restart(player: OPEN, book: Book) -> None:
    opened = player()
    opened.choose("dodge")
    opened.press("forward", "forward", "back", "forward")
    assert opened.look().step == book.frames["dodge"][2].id
    opened.press("restart")
    assert (opened.look().index, opened.look().label) == (0, "Play")


def test_restart_while_playing_plays_from_the_start(player: OPEN) -> None:
    opened = player()
    opened.choose("dodge", 3)
    opened.press("play", "restart")
    assert (opened.look().index, plays(opened.look())) == (0, True)
    until(opened, lambda look: look.index == 2)


def test_scrubbing_by_mouse_and_by_keyboard(player: OPEN) -> None:
    opened = player()
    opened.choose("dodge")
    box = opened.part("range").bounding_box()
    assert box
    opened.page.mouse.click(box["x"] + box["width"] - 3, box["y"] + box["height"] / 2)
    assert opened.look().index == opened.look().last
    opened.key("ArrowLeft", on="range")
    assert opened.look().index == opened.look().last - 1
    opened.key("Home", on="range")
    assert opened.look().index == 0


def test_scrubbing_while_playing_pauses_on_the_step_that_was_asked_for(player: OPEN) -> None:
    opened = player()
    opened.choose("dodge")
    opened.press("play")
    opened.key("End", on="range")
    assert (opened.look().label, opened.look().index) == ("Play", opened.look().last)


def test_the_choice_of_scenes_names_all_in_the_books_order(player: OPEN, book: Book) -> None:
    opened = player()
    options = opened.part("scene").locator("option").all_text_contents()
    titles = [book.scenes[scene].title for scene in opened.scenes]
    assert [option.partition(". ")[2] for option in options] == titles
    assert sorted(opened.scenes) == sorted(book.frames)
    for scene in opened.scenes[-1], opened.scenes[4]:
        opened.choose(scene)
        assert opened.look().step == f"{scene}/start"


def test_next_scene_goes_round_and_keeps_playing_or_resting(player: OPEN) -> None:
    opened = player()
    opened.press("next-scene")
    assert (opened.look().step, opened.look().label) == (f"{opened.scenes[1]}/start", "Play")
    opened.press("play", "next-scene")
    assert (opened.look().step, opened.look().label) == (f"{opened.scenes[2]}/start", "Pause")
    opened.choose(opened.scenes[-1])
    opened.press("next-scene")
    assert opened.look().step == f"{opened.scenes[0]}/start"


def test_the_list_of_steps_leads_to_each_of_them(player: OPEN, book: Book) -> None:
    opened = player()
    opened.choose("dodge")
    links = opened.part("steps").locator("a")
    assert links.count() == len(book.frames["dodge"])
    for number in (3, 1, 5, 0):
        links.nth(number).click()
        look = opened.look()
        assert (look.lit, look.step, look.hash) == ([number], book.frames["dodge"][number].id, look.step)
        visible = [caption.is_visible() for caption in opened.part("captions").locator("> *").all()]
        assert visible == [index == number for index in range(len(visible))]


def test_the_button_of_a_scene_in_the_text_plays_and_pauses_it(player: OPEN) -> None:
    opened = player()
    card = opened.page.locator('.scene[data-scene="protect"]')
    card.locator(".card-play").click()
    assert (opened.look().step, plays(opened.look())) == ("protect/start", True)
    card.locator(".card-play").click()
    assert not plays(opened.look())


def test_a_storyboard_unfolds_and_folds(player: OPEN) -> None:
    opened = player()
    card = opened.page.locator('.scene[data-scene="protect"]')
    fold = card.locator(".card-fold")
    captions = card.locator(".caption")
    for expanded in ("false", "true", "false"):
        assert fold.get_attribute("aria-expanded") == expanded
        assert [caption.is_visible() for caption in captions.all()] == [expanded == "true"] * captions.count()
        fold.click()


def test_close_up_shows_the_same_position_in_the_part_of_its_storyboard(player: OPEN, book: Book) -> None:
    opened = player()
    opened.choose("dodge", 4)
    opened.press("close")
    look = opened.look()
    part = svg.crop(book.frames["dodge"], book.game.board)
    assert f'viewBox="{look.box}"' in svg.inline(book.frames["dodge"][4], book.game.board, part, "a", "", "")
    assert look.tokens == tokens(book.frames["dodge"][4].picture, book.game.board)
    assert opened.part("close").get_attribute("aria-pressed") == "true"
    opened.press("close")
    assert opened.look().box != look.box


# Keys


def test_keys_work_on_the_focused_player(player: OPEN) -> None:
    opened = player()
    opened.choose("dodge")
    opened.part("stage").click()
    keys = {"ArrowRight": 1, "End": 5, "ArrowLeft": 4, "Home": 0}
    for key, index in keys.items():
        opened.key(key)
        assert opened.look().index == index, key
    opened.key("Space")
    assert plays(opened.look())
    opened.key("k")
    assert not plays(opened.look())
    opened.key("ArrowRight", on="play")
    assert opened.look().index == 1


def test_a_player_runs_from_left_to_right_in_every_language(player: OPEN) -> None:
    """Its keys, its slider and its signs, as on every device that plays."""
    opened = player("ar/ball/index.html")
    opened.choose("dodge")
    opened.key("ArrowRight", "ArrowRight", on="play")
    assert opened.look().index == 2
    opened.key("ArrowLeft", on="play")
    assert opened.look().index == 1
    opened.key("ArrowRight", on="range")
    assert opened.look().index == 2
    box = opened.part("range").bounding_box()
    assert box
    opened.page.mouse.click(box["x"] + 3, box["y"] + box["height"] / 2)
    assert opened.look().index == 0
    turned = opened.page.locator(".live .icon").evaluate_all(
        "icons => icons.filter((icon) => getComputedStyle(icon).transform !== 'none').length"
    )
    assert turned == 0
    places = [opened.part(name).bounding_box() or {"x": -1} for name in ("play", "back", "forward")]
    assert [place["x"] for place in places] == sorted(place["x"] for place in places)


def test_keys_with_a_modifier_are_left_to_the_browser(player: OPEN) -> None:
    opened = player()
    opened.part("stage").click()
    look = opened.look()
    for modifier in ("Control", "Shift", "Meta"):
        opened.key(f"{modifier}+ArrowRight", f"{modifier}+End", f"{modifier}+k")
    assert opened.look() == look


def test_keys_elsewhere_do_nothing_to_the_player(player: OPEN) -> None:
    opened = player()
    look = opened.look()
    opened.page.locator("h1").click()
    opened.key("k", "ArrowRight", "ArrowLeft", "Escape", "Enter")
    assert opened.look() == look
    opened.key("Space")
    opened.page.wait_for_function("() => window.scrollY > 0")
    opened.page.locator("main a").first.focus()
    opened.key("k", "ArrowRight", "Space", "Home", "End", "Escape")
    assert opened.look() == look


def test_at_both_ends_the_focus_stays_and_the_end_is_told(player: OPEN) -> None:
    opened = player()
    opened.choose("dodge")
    for part, told, end in ("forward", "That was the last step.", 1), ("back", "This is the first step.", 0):
        opened.key(*["Enter"] * 10, on=part)
        look = opened.look()
        assert look.index == end * look.last
        assert look.ends[end] == "true"
        assert look.ends[1 - end] == "false"
        assert look.live == told
        focused = opened.page.evaluate("document.activeElement.dataset.part")
        assert focused == part
    assert opened.page.locator(":disabled").count() == 0


# What is said


LISTEN = """() => {
  const live = document.querySelector("[data-player] [data-part=live]");
  window.heard = [];
  const note = () => window.heard.push([live.getAttribute("aria-live"), live.textContent]);
  new MutationObserver((changes) => changes.forEach(note))
    .observe(live, { childList: true, characterData: true, subtree: true });
}"""


def heard(player: Player) -> list[list[str]]:
    """Each change of the live region since the last call: how it is announced, and the text."""
    changes: list[list[str]] = player.page.evaluate("window.heard.splice(0)")
    return changes


def test_each_step_is_announced_once_with_its_number_and_caption(player: OPEN, book: Book) -> None:
    opened = player()
    opened.choose("dodge")
    opened.page.evaluate(LISTEN)
    frames = book.frames["dodge"]
    for number, frame in enumerate(frames[1:], 2):
        opened.press("forward")
        says = f"Step {number} of {len(frames)}: {said(frame, book, 'en')}"
        assert heard(opened) == [["polite", says]]
        assert opened.look().spoken == says
        opened.wait(MINUTE)
        assert heard(opened) == []
    opened.press("back")
    assert len(heard(opened)) == 1


def test_nothing_is_announced_while_playing(player: OPEN) -> None:
    opened = player()
    opened.choose("dodge")
    opened.page.evaluate(LISTEN)
    opened.press("play")
    assert opened.look().polite == "off"
    opened.wait(2 * MINUTE)
    assert [change for change in heard(opened) if change != ["off", ""]] == []
    assert opened.look().polite == "polite"
    opened.press("back")
    assert [how for how, _ in heard(opened)] == ["polite"]


# The pictures


def compare(look: Shown, frame: Frame, book: Book, language: str) -> None:
    """What is shown is the frame that the engine made."""
    words, board = book.words[language], book.game.board
    assert look.step == frame.id
    assert look.lit == look.captioned == [look.index] == [book.frames[frame.scene].index(frame)]
    assert look.frame == pages.frame_mark(frame)
    assert look.tokens == tokens(frame.picture, board)
    assert look.title == pages.frame_title(book, frame, words)
    assert look.description == text.describe(frame.picture, words).text
    assert look.caption == said(frame, book, language)
    assert look.spoken.endswith(look.caption)
    assert [tuple(line) for line in look.lines] == lines(frame, board)
    aims = places(frame.aim, board) if frame.show else set()
    assert look.ringed("target") == places(frame.targets, board) - aims
    assert look.ringed("aim") == aims
    assert look.lamps == re.findall(r'href="#g-([\w-]+)"', svg.drawing(frame, board).rpartition("</svg>")[2])


def lines(frame: Frame, board: Board) -> list[tuple[str, int]]:
    """Token and number of the event for each way that is long enough to be seen."""
    legs = [(leg, number) for number, event in enumerate(frame.events) for leg in event.legs]
    return [(leg.token, number) for leg, number in legs if len(corners(leg, board)) > 1]


def tour(player: Player, book: Book) -> Iterator[tuple[Move, Frame]]:
    """All scenes forwards and backwards, then jumps by links and on the slider, each with its frame."""
    for number, scene in enumerate(player.scenes):
        frames = book.frames[scene]
        yield ("choose", number), frames[0]
        yield from ((("press", "forward"), frame) for frame in frames[1:])
        yield from ((("press", "back"), frame) for frame in frames[-2::-1])
    chance = random.Random(1)
    everything = [frame for frames in book.frames.values() for frame in frames if frame.rules]
    yield from ((("follow", frame.id), frame) for frame in chance.sample(everything, 100))
    longest = max(book.frames.values(), key=len)
    yield ("choose", player.scenes.index(longest[0].scene)), longest[0]
    yield from ((("scrub", place), longest[place]) for place in chance.choices(range(len(longest)), k=20))


@pytest.mark.parametrize("language", ["en", "nb"])
def test_every_step_of_every_scene_is_the_engines_frame(player: OPEN, book: Book, language: str) -> None:
    opened = player(f"{language}/ball/index.html", reduced_motion="reduce")
    opened.keep_address()
    moves, frames = zip(*tour(opened, book), strict=True)
    assert {frame.id for frame in frames} == {frame.id for scene in book.frames.values() for frame in scene}
    for look, frame in zip(opened.perform(moves), frames, strict=True):
        compare(shown(look), frame, book, language)


def test_the_position_as_a_table_is_the_engines(player: OPEN, book: Book) -> None:
    opened = player(reduced_motion="reduce")
    opened.page.locator(".as-table summary").click()
    for frame in (
        frame for scene in ("release-block", "short-pass", "start-setup") for frame in book.frames[scene]
    ):
        opened.choose(frame.scene, book.frames[frame.scene].index(frame))
        cells: list[list[str]] = (
            opened.part("table")
            .locator("tr")
            .evaluate_all("rows => rows.map(row => Array.from(row.cells, cell => cell.textContent))")
        )
        columns = cells[0][1:]
        stand = {
            f"{column}{row}": cell
            for row, *line in cells[1:]
            for column, cell in zip(columns, line, strict=True)
        }
        assert len(stand) == 13 * 17
        spots = [spot(book.game.board, point) for point in stand if point in book.game.board.points]
        assert [y for _, y in spots] == sorted(y for _, y in spots), "rows stand as on the board"
        by_column = sorted(spots, key=lambda at: at[0])
        assert [
            spot(book.game.board, f"{column}{row}")[0]
            for column in columns
            for row, *_ in cells[1:]
            if f"{column}{row}" in book.game.board.points
        ] == [x for x, _ in by_column], "columns stand as on the board"
        for point, cell in stand.items():
            here = sorted(token.id for token in frame.picture.tokens if token.at == point)
            assert sorted(re.findall(r"[A-Z]{3}\d|ball", cell)) == here, (frame.id, point)
        marked = [token for token in frame.picture.tokens if token.marks]
        assert sum(cell.count("(") for cell in stand.values()) == len(marked) > 0


def test_the_table_calls_pieces_by_the_books_names(player: OPEN) -> None:
    opened = player("de/doppelpass/index.html")
    opened.page.locator(".as-table summary").click()
    cells = opened.part("table").locator("td:not(:empty)")
    opened.page.wait_for_function(
        "() => document.querySelector('[data-part=table]').textContent.includes('Schwarz')"
    )
    named = " ".join(cells.all_text_contents())
    assert {"Schwarz", "Rot", "Gold"} <= set(re.findall(r"\w+", named))
    assert not re.search(r"\b(black|red|gold)\b", named)


# Gliding

WATCH = """() => {
  const board = document.querySelector("[data-player] [data-part=stage] svg");
  const samples = window.samples = [];
  window.setInterval(() => {
    const uses = Array.from(board.querySelectorAll("svg.view > use"), (use) =>
      [use.getAttribute("href").slice(3), Number(use.getAttribute("x")), Number(use.getAttribute("y"))]);
    samples.push([board.hasAttribute("data-frame"), uses]);
  }, 20);
}"""

Spot = tuple[float, float]
Way = tuple[Spot, ...]


def samples(player: Player) -> list[tuple[bool, dict[str, Spot]]]:
    """Every 20 ms since the last call: whether the step stands, and where each token is."""
    taken = json.loads(player.page.evaluate("JSON.stringify(window.samples.splice(0))"))
    named = [(rests, {look.partition("-")[0]: (x, y) for look, x, y in uses}) for rests, uses in taken]
    return [(rests, {name: at for name, at in spots.items() if name not in SIGNS}) for rests, spots in named]


def ways(frame: Frame, book: Book) -> list[tuple[int, str, Way]]:
    """Number of the event, token and way of each leg, in their order."""
    board = book.game.board
    legs = [(number, leg) for number, event in enumerate(frame.events) for leg in event.legs]
    return [(number, leg.token, tuple(spot(board, point) for point in leg.way)) for number, leg in legs]


def length(way: Sequence[Spot]) -> float:
    return sum(dist(a, b) for a, b in pairwise(way))


def progress(way: Way, at: Spot, least: float) -> float | None:
    """How far along its way a piece is, `least` or more; None if it is not on it."""
    gone = 0.0
    for a, b in pairwise(way):
        span = dist(a, b)
        share = ((at[0] - a[0]) * (b[0] - a[0]) + (at[1] - a[1]) * (b[1] - a[1])) / span**2 if span else 0
        share = min(max(share, (least - gone) / span if span else 0, 0), 1)
        on = (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
        if gone + span >= least and dist(on, at) < 0.1:
            return gone + share * span
        gone += span
    return None


def check_glide(frame: Frame, old: Frame, glide: Sequence[dict[str, Spot]], book: Book) -> None:
    """Each piece stays on its way, never goes back, and starts no leg before all earlier events are done."""
    legs = ways(frame, book)
    start = {token.id: spot(book.game.board, token.at) for token in old.picture.tokens}
    whole = {token: joined([way for _, mover, way in legs if mover == token]) for _, token, _ in legs}
    gone = dict.fromkeys(whole, 0.0)
    between = dict.fromkeys(whole, 0)
    for sample in glide:
        wanders = [token for token, at in sample.items() if token not in whole and dist(at, start[token])]
        assert not wanders, f"{frame.id}: {wanders} move without a way"
        for token, way in whole.items():
            far = progress(way, sample[token], gone[token])
            assert far is not None, f"{frame.id}: {token} at {sample[token]} is off its way {way}"
            gone[token] = far
            between[token] += 0 < far < length(way)
        check_order(frame, legs, gone)
    for token, way in whole.items():
        assert between[token] > 3 or not length(way), f"{frame.id}: {token} jumps"


def joined(parts: Sequence[Way]) -> Way:
    return tuple(point for way in parts for point in way)


def check_order(frame: Frame, legs: Sequence[tuple[int, str, Way]], gone: Mapping[str, float]) -> None:
    """No event has begun before all movements of the earlier ones are at their end."""
    starts: dict[str, float] = {}
    begun, open_ended = set(), set()
    for number, token, way in legs:
        start = starts.get(token, 0.0)
        starts[token] = end = start + length(way)
        begun |= {number} if gone[token] > start + 0.1 else set()
        open_ended |= {number} if gone[token] < end - 0.1 else set()
    assert not any(early < late for early in open_ended for late in begun), f"{frame.id}: {gone} on {legs}"


def test_pieces_glide_along_their_ways_one_event_after_the_other(player: OPEN, book: Book) -> None:
    opened = player()
    opened.page.evaluate("() => { document.querySelector('main').hidden = true; }")  # less to lay out
    opened.page.evaluate(WATCH)
    opened.keep_address()
    glides = 0
    for scene, frames in book.frames.items():
        opened.choose(scene)
        for old, frame in pairwise(frames):
            samples(opened)
            opened.press("forward")
            opened.wait(3000)
            taken = samples(opened)
            glide = [spots for rests, spots in taken if not rests]
            assert taken[-1][0], f"{frame.id} glides for more than three seconds"
            assert bool(glide) == moving(frame), frame.id
            check_glide(frame, old, glide, book)
            assert opened.look().tokens == tokens(frame.picture, book.game.board), frame.id
            glides += bool(glide)
    assert glides > 50


def test_with_reduced_motion_steps_cut_over_also_while_playing(player: OPEN, book: Book) -> None:
    opened = player(reduced_motion="reduce")
    opened.page.evaluate(WATCH)
    opened.choose("dodge")
    opened.press("play")
    opened.wait(2 * MINUTE)
    assert opened.look().index == opened.look().last
    frames = [
        {token.id: spot(book.game.board, token.at) for token in frame.picture.tokens}
        for frame in book.frames["dodge"]
    ]
    taken = samples(opened)
    assert len(taken) > 500
    assert [spots for rests, spots in taken if not rests or spots not in frames] == []


def test_a_wish_for_less_motion_is_obeyed_at_once_while_playing(player: OPEN, book: Book) -> None:
    opened = player()
    before(opened, book, MOVING)
    opened.press("play")
    until(opened, gliding)
    opened.page.emulate_media(reduced_motion="reduce")
    opened.page.wait_for_function(
        "() => document.querySelector('[data-part=stage] svg').hasAttribute('data-frame')"
    )
    look = opened.look()
    assert look.tokens == tokens(frame_of(book, MOVING).picture, book.game.board)
    assert plays(look)
    opened.page.evaluate(WATCH)
    until(opened, lambda look: look.index == look.last)
    assert all(rests for rests, _ in samples(opened))


# Links


def test_a_link_to_a_step_survives_load_and_reload(player: OPEN, book: Book) -> None:
    opened = player(f"{BOOK}#{MOVING}")
    assert opened.look().step == MOVING
    assert not gliding(opened.look())
    opened.press("forward")
    after = opened.look().step
    opened.page.reload()
    assert Player(opened.page).look().step == after != MOVING
    assert opened.page.url.endswith(f"#{after}")


def test_back_returns_to_the_step_that_was_left_by_a_link(player: OPEN) -> None:
    opened = player()
    ids = ["protect/start", MOVING]
    for step in ids:
        opened.page.evaluate("(hash) => { window.location.hash = hash; }", step)
        lit(opened.page, step)
    opened.page.go_back()
    lit(opened.page, ids[0])
    opened.page.go_forward()
    lit(opened.page, ids[1])
    links = opened.page.locator(".shown-by a")
    first, second = links.nth(5), links.nth(40)
    first.click()
    second.click()
    opened.page.go_back()
    lit(opened.page, str(first.get_attribute("href"))[1:])


def lit(page: Page, step: str) -> None:
    """Waits until this step is the lit one."""
    page.wait_for_function(
        "(step) => document.querySelector('[data-part=steps] [aria-current]').hash === '#' + step",
        arg=step,
    )


HOSTILE = (
    "step-99",
    "<script>alert(1)</script>",
    "%",
    "%E0%A4%A",
    "dodge",
    "dodge/",
    "dodge/nope",
    "/",
    "__proto__",
    "constructor",
)


@pytest.mark.parametrize("fragment", [*HOSTILE, "x" * 10_000], ids=[*HOSTILE, "10,000 characters"])
def test_a_hostile_fragment_is_ignored(visits: Visits, fragment: str) -> None:
    """Watched by `visits`: no message, no error."""
    page = visits.open(f"{BOOK}#{fragment}", clock=True)
    opened = Player(page)
    look = opened.look()
    assert look.step == f"{opened.scenes[0]}/start"
    page.evaluate("(hash) => { window.location.hash = hash; }", f"{fragment}-2")
    opened.press("forward")
    assert opened.look().index == 1
    assert page.locator("script").count() == 2


def test_the_other_language_shows_the_same_step(player: OPEN) -> None:
    opened = player(f"{BOOK}#{MOVING}")
    opened.press("forward")
    step = opened.look().step
    opened.page.locator(".languages a[hreflang=nb]").click()
    opened.page.wait_for_url("**/nb/**")
    other = Player(opened.page)
    assert other.page.locator("html").get_attribute("lang") == "nb"
    assert other.look().step == step
    other.press("back")
    other.page.locator(".languages a[hreflang=en]").click()
    other.page.wait_for_url("**/en/**")
    assert Player(other.page).look().step == MOVING


def test_from_a_rule_to_each_step_that_shows_it(player: OPEN, book: Book) -> None:
    opened = player(reduced_motion="reduce")
    links: list[str] = opened.page.locator(".shown-by a, .proof-list dd a").evaluate_all(
        "links => links.map(link => decodeURIComponent(link.hash.slice(1)))"
    )
    steps = list(dict.fromkeys(link for link in links if "/" in link))
    assert set(steps) == {frame.id for frames in book.frames.values() for frame in frames if frame.rules}
    looks = opened.perform([("follow", step) for step in steps[:20]], ("step", "hash"))
    assert looks == [{"step": step, "hash": step} for step in steps[:20]]
    opened.keep_address()
    looks = opened.perform([("follow", step) for step in steps], ("step",))
    assert [look["step"] for look in looks] == steps


def test_from_a_step_to_each_rule_that_decided_it(player: OPEN, book: Book) -> None:
    opened = player(reduced_motion="reduce")
    before(opened, book, MOVING)
    opened.press("forward")
    links = opened.page.locator(".said[data-now] .decided a")
    rules = [str(link.get_attribute("href"))[1:] for link in links.all()]
    assert rules == list(frame_of(book, MOVING).rules)
    for rule, link in zip(rules, links.all(), strict=True):
        link.click()
        opened.page.wait_for_function(
            "(rule) => { const box = document.getElementById(rule).getBoundingClientRect();"
            " return location.hash === '#' + rule && box.top >= 0 && box.bottom <= innerHeight; }",
            arg=rule,
        )
    assert opened.look().step == MOVING


# Anything in any order


COUNT = """() => {
  const count = (set, clear) => {
    const waiting = new Set(), [begin, end] = [window[set], window[clear]];
    window[set] = (run, ms) => {
      const id = begin((now) => { waiting.delete(id); run(now); }, ms);
      waiting.add(id);
      return id;
    };
    window[clear] = (id) => { waiting.delete(id); end(id); };
    return waiting;
  };
  window.timers = count("setTimeout", "clearTimeout");
  window.frames = count("requestAnimationFrame", "cancelAnimationFrame");
  const look = window.look;
  const waiting = { timers: window.timers, frames: window.frames };
  window.look = () => Object.entries(waiting).reduce((seen, [name, some]) => {
    Object.defineProperty(seen, name, { value: some.size, enumerable: true });
    return seen;
  }, look());
}"""

SEEN = (
    "step",
    "lit",
    "index",
    "last",
    "captioned",
    "label",
    "ends",
    "frame",
    "title",
    "timers",
    "frames",
    "live",
    "polite",
)


class Model:
    """What the player should show after any control, told in a few lines."""

    def __init__(self, scenes: Sequence[str], book: Book) -> None:
        self.frames = [book.frames[scene] for scene in scenes]
        self.where = {
            frame.id: (s, i) for s, frames in enumerate(self.frames) for i, frame in enumerate(frames)
        }
        every = [frame for frames in self.frames for frame in frames]
        self.titles = {frame.id: pages.frame_title(book, frame, book.words["en"]) for frame in every}
        self.scene, self.index, self.playing = 0, 0, False

    @property
    def asked(self) -> bool:
        """Whether the next step asks something first: playing stops before it."""
        return self.index < self.last and self.frames[self.scene][self.index + 1].ask is not None

    @property
    def last(self) -> int:
        return len(self.frames[self.scene]) - 1

    def rest(self, index: int) -> None:
        self.index, self.playing = min(max(index, 0), self.last), False

    def restart(self) -> None:
        self.index = 0

    def load(self, scene: int) -> None:
        self.scene, self.index = scene % len(self.frames), 0

    def toggle(self) -> None:
        self.playing = not self.playing
        if self.playing and self.index == self.last:
            self.index = 0

    def card(self, scene: int) -> None:
        if scene != self.scene:
            self.load(scene)
            self.playing = True
        else:
            self.toggle()

    def follow(self, step: str) -> None:
        (self.scene, index) = self.where[step]
        self.rest(index)

    def do(self, move: Move) -> None:
        kind, value = move
        own: Mapping[Move, Callable[[], None]] = {
            ("press", "play"): self.toggle,
            ("press", "back"): lambda: self.rest(self.index - 1),
            ("press", "forward"): lambda: self.rest(self.index + 1),
            ("press", "restart"): self.restart,
            ("press", "next-scene"): lambda: self.load(self.scene + 1),
            ("key", " "): self.toggle,
            ("key", "k"): self.toggle,
            ("key", "ArrowLeft"): lambda: self.rest(self.index - 1),
            ("key", "ArrowRight"): lambda: self.rest(self.index + 1),
            ("key", "Home"): lambda: self.rest(0),
            ("key", "End"): lambda: self.rest(self.last),
            ("key", "Escape"): lambda: self.rest(self.index),
        }
        valued: Mapping[str, Callable[[Any], None]] = {
            "choose": self.load,
            "scrub": self.rest,
            "follow": self.follow,
            "card": self.card,
        }
        if move in own:
            own[move]()
        elif kind in valued:
            valued[kind](value)


def any_move(model: Model, chance: random.Random, steps: Sequence[str]) -> Move:
    often = {"press": 12, "key": 8, "choose": 3, "scrub": 3, "speed": 2, "follow": 1, "card": 1}
    (kind,) = chance.choices(list(often), list(often.values()))
    parts = "play play back forward forward restart next-scene close".split()
    values: Mapping[str, Sequence[str | int]] = {
        "press": parts,
        "key": (" ", "k", "ArrowLeft", "ArrowRight", "ArrowRight", "Home", "End", "Escape", "x", "Tab"),
        "choose": range(len(model.frames)),
        "scrub": range(model.last + 1),
        "speed": ("0.5", "1", "1.5", "2"),
        "follow": steps,
        "card": range(len(model.frames)),
    }
    return kind, chance.choice(values[kind])


def agree(look: Mapping[str, Any], model: Model, after: Move) -> None:
    """The player shows the model's step everywhere, and waits for one thing at most."""
    frame = model.frames[model.scene][model.index]
    assert (look["step"], look["label"]) == (frame.id, "Pause" if model.playing else "Play"), after
    assert look["lit"] == look["captioned"] == [look["index"]] == [model.index]
    assert look["last"] == model.last
    assert look["ends"] == [str(model.index == end).lower() for end in (0, model.last)]
    assert look["polite"] == ("off" if model.playing else "polite")
    assert look["timers"] == model.playing
    if look["frame"] is not None:
        assert look["frame"] == pages.frame_mark(frame)
        assert look["title"] == model.titles[frame.id]


def test_ten_thousand_random_controls_leave_model_and_page_at_one(player: OPEN, book: Book) -> None:
    opened = player()
    opened.page.evaluate(COUNT)
    opened.keep_address()
    opened.page.evaluate("() => { document.querySelector('main').hidden = true; }")  # less to lay out
    chance, model = random.Random(2), Model(opened.scenes, book)
    steps = [frame.id for frames in book.frames.values() for frame in frames if frame.rules]
    done = 0
    while done < 10_000:
        moves: list[Move] = []
        before_each = []
        for _ in range(chance.randint(1, 50)):
            move = any_move(model, chance, steps)
            model.do(move)
            moves.append(move)
            before_each.append((model.scene, model.index, model.playing))
        for move, look, state in zip(moves, opened.perform(moves, SEEN), before_each, strict=True):
            model.scene, model.index, model.playing = state
            agree(look, model, move)
        done += len(moves)
        passed = chance.choice((0, 16, 300, 2500, 9000))
        opened.wait(passed)
        (look,) = opened.perform([("key", "x")], SEEN)
        # A movement waits for the next frame, and so may the list of steps, to follow it.
        assert passed < 16 or look["frames"] - (look["frame"] is None) in (0, 1)
        if model.playing:
            assert model.index <= look["index"] <= model.last
            model.index, model.playing = look["index"], look["label"] == "Pause"
            assert model.playing or model.index == model.last or model.asked
        agree(look, model, ("wait", passed))
