"""What proves a rule opens beside it without a script; the page of all proofs leads to the steps and back."""

import pytest
from playwright.sync_api import Page

from tests.browser.player import Player
from tests.browser.visits import BOOK, Visits, on_paper

RECORD = "en/ball/conformance.html"
RULE = '[id="dodge.exit"]'


def opened(page: Page) -> bool:
    """Whether the proof of the rule is open, and seen."""
    proof = page.locator(f"{RULE} .proof")
    seen = [part.is_visible() for part in proof.locator("p").all()]
    assert seen
    assert len(set(seen)) == 1
    return seen[0]


@pytest.mark.parametrize("scripts", [True, False])
def test_a_proof_opens_and_closes_with_or_without_scripts(visits: Visits, scripts: bool) -> None:
    page = visits.open(java_script_enabled=scripts)
    assert not opened(page)
    sign = page.locator(f"{RULE} summary")
    sign.click()
    assert opened(page)
    sign.focus()
    page.keyboard.press("Enter")
    assert not opened(page)
    page.keyboard.press("Space")
    assert opened(page)


def test_a_proof_is_on_no_paper(visits: Visits) -> None:
    page = visits.open()
    page.locator(f"{RULE} summary").click()
    on_paper(page)
    assert not opened(page)
    assert not page.locator(f"{RULE} summary").is_visible()


def test_a_step_in_a_proof_is_played(visits: Visits) -> None:
    page = visits.open()
    page.locator(f"{RULE} summary").click()
    page.locator(f"{RULE} .proof a[href='#dodge/occupied-exit']").click()
    assert Player(page).look().step == "dodge/occupied-exit"


def test_from_a_rule_to_its_row_and_from_there_to_a_step(visits: Visits) -> None:
    page = visits.open()
    page.locator(f"{RULE} summary").click()
    page.locator(f"{RULE} .proof a").last.click()
    page.wait_for_url(f"**/{RECORD}#dodge.exit")
    box, head = page.locator(RULE).bounding_box(), page.locator(".rules thead th").first.bounding_box()
    assert box
    assert head
    assert head["y"] == 0, "the head stays in view"
    assert head["height"] <= box["y"] < 400
    page.locator(f"{RULE} a[href$='#dodge/dodge']").click()
    page.wait_for_url(f"**/{BOOK}#dodge/dodge")
    assert Player(page).look().step == "dodge/dodge"


def test_another_language_keeps_the_row(visits: Visits) -> None:
    page = visits.open(RECORD)
    page.evaluate("location.hash = '#dodge.exit'")
    page.locator(".languages a[hreflang=nb][href$='#dodge.exit']").click()
    page.wait_for_url("**/nb/ball/conformance.html#dodge.exit")
    assert page.evaluate("document.querySelector(':target').id") == "dodge.exit"


def test_on_a_phone_each_row_is_a_card_with_its_own_labels(visits: Visits) -> None:
    page = visits.open(RECORD, width=360, height=740)
    labels: list[str] = page.locator(f"{RULE} td").evaluate_all(
        "cells => cells.map((cell) => getComputedStyle(cell, '::before').content)"
    )
    heads: list[str] = page.locator(".rules thead th").all_text_contents()
    assert labels == [f'"{head}"' for head in heads[1:]]
    assert not page.locator(".rules thead").is_visible()
    texts = page.locator(f"{RULE} td").all()
    lefts = {(cell.bounding_box() or {"x": -1})["x"] for cell in texts}
    assert len(lefts) == 1
    assert all(0 < (cell.bounding_box() or {"width": 0})["width"] <= 360 for cell in texts)


def test_a_finding_is_a_storyboard(visits: Visits) -> None:
    page = visits.open(RECORD)
    frames = page.locator('[id="endless-hand-off-chain"] .frame')
    assert frames.count() >= 3
    for frame in frames.all():
        box = frame.locator("svg.board").bounding_box()
        assert box
        assert min(box["width"], box["height"]) > 100
    picture = page.locator(".small-board")
    assert picture.evaluate("image => image.complete && image.naturalWidth") > 0
