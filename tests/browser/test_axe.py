"""No page has a barrier that axe-core finds, in any state; what axe cannot decide is measured here."""

from collections.abc import Callable
from itertools import cycle
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page

from tests.browser.served import INDEXES, RECORDS
from tests.browser.visits import Visits

Axe = Callable[[Page], None]

STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]

AUDIT = """async (standards) => {
  const found = await axe.run(document, { runOnly: standards });
  const brief = (rules) => rules.map((rule) => ({
    rule: rule.id,
    nodes: rule.nodes.map((node) => node.target.join(" ") + ": " + (node.failureSummary || "")),
  }));
  return {
    passes: found.passes.map((rule) => rule.id),
    violations: brief(found.violations),
    incomplete: brief(found.incomplete),
  };
}"""

MEASURED = {"color-contrast"}
"""What axe leaves open, measured below: text of a single sign, and text that something may cover."""

CONTRAST = """() => {
  const dot = document.createElement("canvas");
  dot.width = dot.height = 1;
  const pen = dot.getContext("2d", { willReadFrequently: true });
  const mixed = new Map();
  const mix = (layers) => {
    const key = JSON.stringify(layers);
    if (!mixed.has(key)) {
      layers.forEach(([colour, opacity]) => {
        pen.globalAlpha = opacity;
        pen.fillStyle = colour;
        pen.fillRect(0, 0, 1, 1);
      });
      mixed.set(key, Array.from(pen.getImageData(0, 0, 1, 1).data.slice(0, 3)));
    }
    return mixed.get(key);
  };
  const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const light = (colour) => {
    const [r, g, b] = colour.map((part) => linear(part / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = { measured: 0, low: [] };
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const own = node.parentElement;
    if (!node.data.trim() || own.closest("svg, option, script, template, .unseen")) continue;
    if (!own.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const layers = [["white", 1]];
    let opacity = 1;
    const around = [];
    for (let element = own; element; element = element.parentElement) around.unshift(element);
    around.map((element) => getComputedStyle(element)).forEach((style) => {
      opacity *= Number(style.opacity);
      layers.push([style.backgroundColor, opacity]);
      if (style.backgroundImage !== "none") found.low.push("a picture behind: " + node.data.trim());
    });
    const style = getComputedStyle(own);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const contrast = ratio(mix(layers), mix([...layers, [style.color, opacity]]));
    found.measured += 1;
    if (contrast < (large ? 3 : 4.5)) {
      found.low.push(contrast.toFixed(2) + " " + own.tagName + "." + own.className + ": " + node.data.trim());
    }
  }
  return found;
}"""
"""Each text that is seen, on the colours of all the elements around it."""

LOOSE = """() => {
  const all = (selector) => Array.from(document.querySelectorAll(selector));
  const said = (element) => element.outerHTML.slice(0, 120);
  const ids = all("[id]").map((element) => element.id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => "twice: " + id);
  const known = new Set(ids);
  const names = ["aria-labelledby", "aria-describedby", "aria-controls", "for"];
  const lost = names.flatMap((name) => all(`[${name}]`).filter((element) =>
    element.getAttribute(name).split(/\\s+/).some((id) => !known.has(id))));
  const textOf = (id) => (document.getElementById(id) || { textContent: "" }).textContent.trim();
  const nameless = all("svg").filter((svg) => {
    if (svg.closest("[aria-hidden=true]") || svg.parentElement.closest("svg")) return false;
    const parts = ["aria-labelledby", "aria-describedby"].map((name) => textOf(svg.getAttribute(name)));
    return svg.getAttribute("role") !== "img" || !parts.every(Boolean);
  });
  const unlabelled = all("select, input").filter((control) => !control.labels.length);
  return [...twice, ...[...lost, ...nameless, ...unlabelled].map(said)];
}"""
"""What the script has added is held together by ids as well, and every picture of it has a name."""


class Audit(NamedTuple):
    """What was found: by axe, with wrong references, and among the `measured` texts."""

    passes: list[str]
    violations: list[dict[str, Any]]
    incomplete: list[dict[str, Any]]
    loose: list[str]
    measured: int
    low: list[str]


def audit(page: Page, axe: Axe) -> Audit:
    axe(page)
    found = page.evaluate(AUDIT, STANDARDS)
    return Audit(**found, loose=page.evaluate(LOOSE), **page.evaluate(CONTRAST))


def judge(found: Audit, passes: int, texts: int) -> None:
    """No barrier; `passes` and `texts` are the least that a look at the whole page must have seen."""
    for open_rule in found.incomplete:
        nodes = open_rule["nodes"]
        print(f"incomplete: {open_rule['rule']}: {len(nodes)}, such as {nodes[0]}")
    assert found.violations == []
    assert {open_rule["rule"] for open_rule in found.incomplete} <= MEASURED
    assert found.loose == []
    assert found.low == []
    assert (len(found.passes) >= passes, found.measured >= texts) == (True, True), found


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "light")])
@pytest.mark.parametrize("path", INDEXES)
def test_an_index_has_no_barrier(visits: Visits, axe: Axe, path: str, width: int, scheme: str) -> None:
    page = visits.open(path, width=width, color_scheme=scheme, bypass_csp=True)
    judge(audit(page, axe), 20, 4)


@pytest.mark.parametrize(
    ("path", "width", "scheme"),
    list(zip(RECORDS, cycle((360, 1280)), cycle(("light", "dark", "dark")), strict=False)),
)
def test_a_record_has_no_barrier(visits: Visits, axe: Axe, path: str, width: int, scheme: str) -> None:
    page = visits.open(path, width=width, color_scheme=scheme, bypass_csp=True)
    judge(audit(page, axe), 30, 300)


# The page of the book: every state, language, width and scheme, but not each with each: it is a long page


@pytest.mark.parametrize("whole", [False, True], ids=["far sections wait", "whole"])
def test_a_book_has_no_barrier_at_first(visits: Visits, axe: Axe, whole: bool) -> None:
    page = visits.open("nb/ball/index.html", width=360, color_scheme="light", bypass_csp=True, whole=whole)
    assert page.locator("[data-part=play]").is_visible()
    assert page.locator(".scene.is-open").count() == 0
    judge(audit(page, axe), 50, 500)


def test_a_book_has_no_barrier_at_the_end_of_a_scene(visits: Visits, axe: Axe) -> None:
    page = visits.open("nb/ball/index.html", width=1280, color_scheme="dark", bypass_csp=True, whole=True)
    page.locator("[data-part=scene]").select_option(index=3)
    page.locator("[data-part=play]").focus()
    page.keyboard.press("End")
    assert page.locator("[data-part=forward]").get_attribute("aria-disabled") == "true"
    judge(audit(page, axe), 50, 500)


def test_a_book_has_no_barrier_while_it_plays(visits: Visits, axe: Axe) -> None:
    """It plays on for as long as the audit takes, since no timer leads to the next step."""
    page = visits.open(width=1280, color_scheme="light", bypass_csp=True, whole=True)
    page.evaluate("() => { window.later = window.setTimeout; window.setTimeout = () => 0; }")
    page.locator("[data-part=play]").click()
    page.evaluate("() => { window.setTimeout = window.later; }")
    found = audit(page, axe)
    assert page.locator(".live.is-playing").count() == 1
    judge(found, 50, 500)


def test_a_book_has_no_barrier_when_all_is_unfolded(visits: Visits, axe: Axe) -> None:
    """All storyboards and proofs and the table of the position, in close-up, with the bar to the board."""
    page = visits.open(width=360, color_scheme="dark", bypass_csp=True)
    page.locator("[data-part=close]").click()
    page.locator("[data-part=as-table] summary").click()
    page.evaluate("document.querySelectorAll('.card-fold').forEach((button) => button.click())")
    page.evaluate("document.querySelectorAll('.proof').forEach((proof) => { proof.open = true; })")
    page.locator("#page-index").scroll_into_view_if_needed()
    page.locator(".board-bar").wait_for(state="visible")
    assert page.locator("[data-part=table] td").count() > 100
    assert page.locator(".scene.is-open").count() == page.locator(".scene").count() > 30
    judge(audit(page, axe), 50, 1500)


def test_a_book_without_its_script_has_no_barrier(visits: Visits, axe: Axe) -> None:
    page = visits.open(width=1280, color_scheme="light", bypass_csp=True, routes={"player.js": ""})
    assert page.locator(".live").count() == 0
    assert page.locator(".caption:visible").count() > 80
    judge(audit(page, axe), 40, 1500)


FAULTS = """() => document.querySelector("main").insertAdjacentHTML("beforeend", `
  <p class="planted">Pale</p><p class="planted">x</p>
  <svg role="img" width="9" height="9"><path d="M0 0h9"/></svg>
  <button type="button"></button>
  <p id="page-text" aria-describedby="nowhere">Twice</p>
  <h4>Too deep</h4>`)"""


def test_planted_barriers_are_found(visits: Visits, axe: Axe) -> None:
    page = visits.open("nb/index.html", bypass_csp=True)
    before = audit(page, axe)
    page.evaluate(FAULTS)
    page.add_style_tag(content=".planted { color: #999; background: #eee; }")
    after = audit(page, axe)
    assert (before.violations, before.loose, before.low) == ([], [], [])
    rules = {violation["rule"] for violation in after.violations}
    assert rules >= {"color-contrast", "svg-img-alt", "button-name", "heading-order"}
    assert [fault.partition(" ")[2] for fault in after.low] == ["P.planted: Pale", "P.planted: x"]
    assert len(after.loose) == 3
    assert after.loose[0] == "twice: page-text"
