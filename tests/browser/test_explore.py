"""Explore, Your call and Another example, by mouse and keyboard, in each place, as the engine says."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page

from rulebook.books import Book
from rulebook.model import Frame
from rulebook.views import text
from tests.browser.player import Player, places
from tests.browser.visits import Visits

DODGE = "en/ball/index.html#dodge/start"
DOUBLE = "en/doppelpass/index.html#toss/start"


def explorer(page: Page) -> Locator:
    return page.locator(".explorer")


def explore(page: Page) -> Locator:
    page.locator("[data-part=explore]").click()
    explorer(page).locator(".choice").first.wait_for()
    return explorer(page)


def choose(page: Page, *names: str) -> None:
    for name in names:
        explorer(page).get_by_role("button", name=name, exact=True).first.click()


def ringed(page: Page, ring: str) -> set[tuple[int, int]]:
    marks = page.locator(f"[data-part=stage] .explored use[href^='#g-{ring}']")
    return {(int(m.get_attribute("x") or 0), int(m.get_attribute("y") or 0)) for m in marks.all()}


def frame(book: Book, name: str) -> Frame:
    scene, step = name.split("/")
    return next(one for one in book.frames[scene] if one.step == step)


def click_point(page: Page, book: Book, point: str) -> None:
    """On the board, with the mouse."""
    x, y = next(iter(places([point], book.game.board)))
    at = page.evaluate(
        """([x, y]) => {
          const view = document.querySelector("[data-part=stage] svg.view");
          const point = new DOMPoint(x, y).matrixTransform(view.getScreenCTM());
          return [point.x, point.y];
        }""",
        [x, y],
    )
    page.mouse.click(*at)


# Explore


@pytest.mark.parametrize("place", ["root", "below", "disk"])
def test_exploring_works_in_each_place_and_is_loaded_only_then(visits: Visits, place: str) -> None:
    page = visits.open(DODGE, base=getattr(visits.site, place))
    loaded = {address.rpartition("/")[2] for address in visits.asked}
    assert not loaded & {"explore.js", "words.js", "dodge.js"}
    explore(page)
    choose(page, "DEF1", "G8", "F7")
    says = explorer(page).locator(".explorer-says").inner_text()
    assert "DEF1 dodges from I10 onto ATK2 on G8." in says
    loaded = {address.rpartition("/")[2] for address in visits.asked}
    assert {"explore.js", "words.js", "dodge.js"} <= loaded


def test_what_a_piece_may_do_is_what_the_engine_says(visits: Visits, book: Book) -> None:
    page = visits.open(DODGE)
    explore(page)
    game, state = book.game, frame(book, "dodge/start").state
    legal = [(game.write_step(action), game.points(state, action)) for action in game.legal(state)]
    able = {step["player"] for step, _ in legal if "player" in step}
    at = {token.id: token.at for token in frame(book, "dodge/start").picture.tokens}
    assert ringed(page, "actor") == places([at[player] for player in able], game.board)
    for player in sorted(able):
        choose(page, player)
        mine = [points for step, points in legal if step.get("player") == player]
        aims = {next(iter(points.values())) for points in mine}
        assert ringed(page, "target") == places(aims, game.board)
        choose(page, "Back")


def test_the_board_answers_the_mouse_and_says_why_not(visits: Visits, book: Book) -> None:
    page = visits.open(DODGE)
    explore(page)
    click_point(page, book, "I10")
    assert explorer(page).locator(".explorer-path").inner_text().endswith("DEF1")
    click_point(page, book, "G8")
    click_point(page, book, "H7")
    refused = explorer(page).locator(".is-refused")
    assert "DEF1 cannot step out to H7." in refused.inner_text()
    assert refused.locator("a").get_attribute("href") == "#dodge.exit"
    assert refused.locator("a").inner_text() == page.locator("[id='dodge.exit'] .rule-no").inner_text()
    assert ringed(page, "refused") == places(["H7"], book.game.board)
    live = page.locator("[data-part=live]").text_content() or ""
    assert "DEF1 cannot step out to H7." in live


def test_exploring_by_keyboard_keeps_the_focus_and_escape_goes_back(visits: Visits) -> None:
    page = visits.open(DODGE)
    page.locator("[data-part=explore]").focus()
    page.keyboard.press("Enter")
    first = explorer(page).locator(".choice").first
    first.wait_for()
    first.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.className") == "explorer-path"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "choice"
    page.keyboard.press("Enter")
    assert explorer(page).locator(".explorer-says").count() == 1
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    assert "Pick a piece" in explorer(page).locator(".explorer-path").inner_text()
    assert page.locator("[data-part=explore]").get_attribute("aria-pressed") == "true"


def test_exploring_follows_the_steps_and_leaves_the_engines_frame(visits: Visits, book: Book) -> None:
    page = visits.open(DODGE)
    explore(page)
    choose(page, "DEF1")
    opened = Player(page)
    opened.press("forward")
    page.wait_for_function("() => document.querySelectorAll('.explored use').length > 0")
    opened.press("explore")
    assert explorer(page).is_hidden()
    assert page.locator(".explored").count() == 0
    shown = opened.look()
    assert shown.step == "dodge/targets"
    assert shown.ringed("target") == places(frame(book, "dodge/targets").targets, book.game.board)


def test_a_roll_is_told_with_its_odds(visits: Visits) -> None:
    page = visits.open(DOUBLE)
    explore(page)
    choose(page, "Roll")
    assert "Chance: 1 in 6." in explorer(page).inner_text()


@pytest.mark.parametrize("language", ["en", "nb"])
def test_each_language_says_what_the_words_say(visits: Visits, book: Book, language: str) -> None:
    page = visits.open(f"{language}/ball/index.html#dodge/start")
    explore(page)
    choose(page, "DEF1", "G8", "F7")
    words, told = book.words[language], frame(book, "dodge/dodge")
    said = explorer(page).locator(".explorer-says > p").first.inner_text()
    for sentence in text.caption(told, words):
        assert sentence.text in said


def test_names_in_a_sentence_from_the_right_keep_their_own_direction(visits: Visits) -> None:
    page = visits.open("ar/ball/index.html#dodge/start")
    explore(page)
    choose(page, "DEF1", "G8", "F7")
    path = explorer(page).locator(".explorer-path").inner_text()
    said = explorer(page).locator(".explorer-says > p").first.inner_text()
    for name in ("DEF1", "G8"):
        assert f"\u2068{name}\u2069" in path
        assert f"\u2068{name}\u2069" in said


def test_what_cannot_be_loaded_is_told(visits: Visits) -> None:
    page = visits.open(DODGE, routes={"explore/ball/dodge.js": 404})
    page.locator("[data-part=explore]").click()
    page.wait_for_function(
        "() => document.querySelector('.explorer')?.textContent.includes('could not be loaded')"
    )
    assert any("404" in message for message in visits.forgive())


# Your call

ASKING = "en/ball/index.html#movement-x/start"


def answer(page: Page) -> Locator:
    page.locator("[data-part=answer]").click()
    page.locator(".call input, .call select").first.wait_for()
    return page.locator(".call")


@pytest.mark.parametrize("place", ["root", "disk"])
def test_a_question_is_answered_on_the_board_and_revealed_with_its_rule(
    visits: Visits, book: Book, place: str
) -> None:
    page = visits.open(ASKING, base=getattr(visits.site, place))
    assert "Where can ATK1, an X, move to?" in page.locator("[data-part=question]").inner_text()
    form = answer(page)
    right = frame(book, "movement-x/targets").answer
    for point in right:
        click_point(page, book, point)
    assert ringed(page, "aim") == places(right, book.game.board)
    form.get_by_role("button", name="Check").click()
    assert page.locator(".verdict.is-right").inner_text().startswith(f"Right: {', '.join(right)}.")
    assert page.locator(".verdict a").first.get_attribute("href") == "#move.x"
    assert Player(page).look().step == "movement-x/targets"


def test_a_wrong_answer_by_keyboard_is_put_right_and_announced(visits: Visits) -> None:
    page = visits.open(ASKING)
    page.locator("[data-part=answer]").focus()
    page.keyboard.press("Enter")
    page.locator(".call input").wait_for()
    page.keyboard.type("f9 zz")
    page.keyboard.press("Enter")
    assert page.locator(".call .verdict").inner_text() == "ZZ is not on the board."
    page.locator(".call input").fill("f9 h9")
    page.keyboard.press("Enter")
    live = page.locator("[data-part=live]").text_content() or ""
    assert live.startswith("Not quite. The engine says: E10, F9, H7, H9, I6, I10.")
    assert page.evaluate("document.activeElement.dataset.part") == "forward"
    page.keyboard.press("Enter")
    assert page.locator("[data-part=ask]").is_hidden()


ANSWERS = {
    "short-pass/pass": ("who", "ATK1"),
    "fumble/jump": ("where", "G8"),
    "hand-off-chain/second": ("count", "2"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_every_kind_of_question_can_be_answered(visits: Visits, book: Book, name: str) -> None:
    kind, right = ANSWERS[name]
    asked = frame(book, name)
    assert (asked.ask and asked.ask.kind, asked.answer) == (kind, (right,))
    before = book.frames[asked.scene][book.frames[asked.scene].index(asked) - 1]
    page = visits.open(f"en/ball/index.html#{before.id}")
    form = answer(page)
    if kind == "who":
        form.locator("select").select_option(right)
    else:
        form.locator("input").fill(right)
    form.get_by_role("button", name="Check").click()
    assert page.locator(".verdict.is-right").count() == 1


def test_play_stops_before_a_question_and_goes_on_when_asked_again(visits: Visits) -> None:
    page = visits.open(ASKING, clock=True)
    opened = Player(page)
    opened.press("play")
    opened.wait(6000)
    assert opened.look().index == 0
    assert opened.look().label == "Play"
    assert "Where can ATK1" in opened.look().live
    opened.press("play")
    opened.wait(2500)
    assert opened.look().index == 1


def test_without_a_script_the_question_stands_before_the_picture(visits: Visits, book: Book) -> None:
    page = visits.open("nb/ball/index.html", java_script_enabled=False)
    asked = [one for frames in book.frames.values() for one in frames if one.ask]
    assert len(asked) >= 4
    for one in asked:
        order = page.locator(f"[id='{one.id}'] > noscript > *").evaluate_all(
            "(all) => all.map((node) => node.className)"
        )
        assert order.index("ask") < order.index("picture")
        assert page.locator(f"[id='{one.id}'] .ask").is_visible()


# Another example

CHOSEN = "document.querySelector('[data-part=scene]').selectedOptions[0].textContent"


@pytest.mark.parametrize("place", ["root", "disk"])
def test_more_examples_are_played_and_can_be_explored(visits: Visits, place: str) -> None:
    page = visits.open(DODGE, base=getattr(visits.site, place))
    more = page.locator("[data-scene=dodge] .card-more")
    seen = set[str]()
    for _ in range(4):
        more.click()
        page.wait_for_function(f"(seen) => !seen.includes({CHOSEN})", arg=[*seen, "16. A dodge"])
        seen.add(page.locator("[data-part=scene] option:checked").inner_text())
        page.locator("[data-part=forward]").click()
        page.wait_for_function("() => document.querySelector('[data-part=stage] svg').dataset.frame")
    assert len(seen) == 4
    looks = Player(page).look()
    assert (looks.index, looks.last) == (1, 1)
    explore(page)


STEP = "document.querySelector('[data-part=steps] [aria-current]').getAttribute('href').slice(1)"


def test_a_step_of_a_further_example_has_an_address(visits: Visits) -> None:
    """It survives reload, Back and Forward; one that leads nowhere is ignored."""
    page = visits.open(DODGE)
    more = page.locator("[data-scene=dodge] .card-more")
    for number in (1, 2):
        more.click()
        page.wait_for_function(f"() => {STEP} === 'example-dodge-{number}/start'")
    Player(page).press("forward")
    assert page.url.endswith("#example-dodge-2/shown")
    page.reload()
    page.wait_for_function(f"() => {STEP} === 'example-dodge-2/shown'")
    assert page.locator("[data-part=scene] option:checked").inner_text().startswith("Another example")
    page.go_back()
    page.wait_for_function(f"() => {STEP} === 'example-dodge-1/start'")
    page.go_back()
    page.wait_for_function(f"() => {STEP} === 'dodge/start'")
    page.go_forward()
    page.wait_for_function(f"() => {STEP} === 'example-dodge-1/start'")
    for wrong in ("example-dodge-99/start", "example-nothing-1/start", "example-dodge-x/start"):
        page.evaluate("(hash) => { location.hash = hash; }", wrong)
        page.wait_for_timeout(100)
        assert page.evaluate(STEP) == "example-dodge-1/start"
    page.evaluate("location.hash = '#example-dodge-2/nothing'")
    page.wait_for_function(f"() => {STEP} === 'example-dodge-2/start'")


def test_every_symbol_of_every_example_is_on_the_page(visits: Visits) -> None:
    for book_page in ("en/ball/index.html", "en/doppelpass/index.html"):
        page = visits.open(book_page)
        for card in page.locator("[data-kind] .card-more").all():
            card.click()
            page.wait_for_function(f"() => {CHOSEN}.startsWith('Another example')")
        missing = page.evaluate(
            """() => Array.from(document.querySelectorAll("use"), (use) => use.getAttribute("href"))
              .filter((href) => !document.getElementById(href.slice(1)))"""
        )
        assert missing == []
        assert (
            page.evaluate(
                """() => { const ids = Array.from(document.querySelectorAll("[id]"), (n) => n.id);
              return ids.filter((id, i) => ids.indexOf(id) !== i); }"""
            )
            == []
        )


# Barriers


def _all_open(page: Page) -> None:
    choose(page, "DEF1")
    explorer(page).locator("details").evaluate_all("(all) => all.forEach((one) => { one.open = true; })")


def _result(page: Page) -> None:
    choose(page, "DEF1", "G8", "F7")


STATES = {"explore": _all_open, "result": _result}


@pytest.mark.parametrize(("state", "scheme"), [("explore", "light"), ("result", "dark")])
def test_axe_finds_no_barrier_while_exploring(
    visits: Visits, axe: Callable[[Page], None], state: str, scheme: str
) -> None:
    page = visits.open(DODGE, bypass_csp=True, color_scheme=scheme)
    axe(page)
    explore(page)
    STATES[state](page)
    assert _violations(page) == []


def test_axe_finds_no_barrier_in_a_question(visits: Visits, axe: Callable[[Page], None]) -> None:
    page = visits.open(ASKING, bypass_csp=True, color_scheme="dark")
    axe(page)
    answer(page)
    assert _violations(page) == []
    page.locator(".call input").fill("F9")
    page.keyboard.press("Enter")
    assert _violations(page) == []


def _violations(page: Page) -> list[str]:
    found: list[str] = page.evaluate(
        """async () => {
          const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
          const found = await axe.run(document.querySelector("[data-player]"), { runOnly: standards });
          const where = (rule) => rule.nodes.map((node) => node.target.join(" ")).join(", ");
          return found.violations.map((rule) => rule.id + ": " + where(rule));
        }"""
    )
    return found


@pytest.mark.parametrize("width", [320, 360])
def test_nothing_that_was_added_is_too_small_or_scrolls_the_page_sideways(visits: Visits, width: int) -> None:
    page = visits.open(DODGE, width=width, height=740)
    explore(page)
    _all_open(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.locator(".explorer button, .explorer summary, [data-part=explore], .card-more").evaluate_all(
        """(all) => all.map((node) => [node.textContent, node.getBoundingClientRect()])
          .filter(([, box]) => box.width < 24 || box.height < 24).map(([name]) => name)"""
    )
    assert small == []
