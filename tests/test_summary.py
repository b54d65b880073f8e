"""The page for the table says what the engine says, in every language, and leads to its rules."""

import re
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from rulebook import books, hyphens, pages, printing, summary
from rulebook.books import Book
from rulebook.model import Fact, Role
from rulebook.pages import Layout, Proofs, Speech
from tests import books_for_tests as ball

ROOT = Path(__file__).resolve().parent.parent
BOOKS = ("ball", "doppelpass")
LANGUAGES = ("ar", "da", "de", "en", "es", "ja", "nb")


@cache
def book(name: str) -> Book:
    return books.load(ROOT / "scenes" / name)


def layout(one: Book, language: str) -> Layout:
    checked = ball.written(one)
    return Layout(one, Speech(one.words[language]), pages.number(one), Proofs.of(checked))


@pytest.mark.parametrize("name", BOOKS)
def test_it_holds_what_is_permitted_counted_and_owed_and_no_definition(name: str) -> None:
    one = book(name)
    chosen = summary.rules(one)
    assert {one.game.rules[rule] for rule in chosen} == {Role.PERMITS, Role.FORBIDS, Role.EFFECT}
    assert {rule for rule, role in one.game.rules.items() if role is Role.PERMITS} <= set(chosen)
    assert len(chosen) == len(set(chosen)) < len(one.prose.rules) * 0.6
    assert list(chosen) == [rule for rule in one.prose.rules if rule in chosen]


DUTIES = {
    "ball": {"release.duty", "turn.phases", "turn.took", "turn.unable", "goal.touchdown", "goal.win"},
    "doppelpass": {"turn.must_move", "penalty.compulsory", "game.goals", "move.count"},
}


def test_duties_and_ends_are_found_from_laws_and_scenes() -> None:
    assert set(summary.rules(book("ball"))) >= DUTIES["ball"]
    assert set(summary.rules(book("doppelpass"))) >= DUTIES["doppelpass"]


def test_a_rule_that_no_longer_quotes_a_value_leaves_the_card() -> None:
    one = book("ball")
    assert "turn.ap" in summary.rules(one)
    prose = replace(one.prose, uses=tuple(use for use in one.prose.uses if use.name != "turn.ap"))
    assert "turn.ap" not in summary.rules(replace(one, prose=prose))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BOOKS)
def test_every_line_leads_to_its_rule_and_every_number_is_the_engines(name: str, language: str) -> None:
    one = book(name)
    card = layout(one, language).glance()
    numbers = pages.number(one)
    lines = [line for _, _, group in card["groups"] for line in group]
    assert [line.rule.id for line in lines] == list(summary.rules(one))
    assert [line.rule.label for line in lines] == [numbers.rules[line.rule.id] for line in lines]
    quoted = [
        fact for line in lines for fact in re.findall(r'value="([^"]*)" data-fact="([^"]*)"', line.says)
    ]
    assert len(quoted) > 10
    for value, fact in quoted:
        assert unescape(value) == str(one.game.facts[fact].value)
    for link in (link for line in lines for link in re.findall(r'href="#([^"]*)"', line.says)):
        assert link in one.prose.rules
    for line in lines:
        assert re.findall(r"<(\w+)", line.says) == re.findall(r"</(\w+)", line.says)
        assert "untranslated" not in line.says


@pytest.mark.parametrize("language", LANGUAGES)
def test_prices_are_the_engines(language: str) -> None:
    one = book("ball")
    rows = layout(one, language).glance()["actions"]
    facts = {(row["ap"], row["ep"], row["rule"].id) for row in rows}
    priced = {fact.removesuffix(".ap") for fact in one.game.facts if fact.endswith(".ap")} - {
        "turn",
        "convert",
    }
    assert facts == {
        (one.game.facts[f"{name}.ap"].value, one.game.facts[f"{name}.ep"].value, f"{name}.cost")
        for name in priced
    }
    assert all(row["name"] and row["purpose"] for row in rows)


def test_another_engine_gives_another_card() -> None:
    one = book("ball")
    dearer = ball.with_game(one, facts={**one.game.facts, "dodge.ap": Fact(3, "AP")})
    rows = {row["rule"].id: row["ap"] for row in layout(dearer, "en").glance()["actions"]}
    assert rows["dodge.cost"] == 3


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("It costs [1 AP](fact:dodge.ap) and ends. Then more.", "It costs [1 AP](fact:dodge.ap) and ends."),
        ("No second one", "No second one"),
        ("[4マス](fact:short_pass.range)以内です。次です。", "[4マス](fact:short_pass.range)以内です。"),
        ("هل يجوز؟ لا.", "هل يجوز؟"),
        ("From A.1 to B.", "From A.1 to B."),
    ],
)
def test_the_first_sentence_ends_where_it_ends(text: str, first: str) -> None:
    assert summary.first_sentence(text) == first


def test_it_is_on_the_page_and_in_its_contents() -> None:
    one = book("doppelpass")
    page = pages.book_page(ball.written(one), "de")
    [card] = re.findall(r'<details class="glance" id="page-glance">.*?</details>', page, re.DOTALL)
    ids = set(re.findall(r'\bid="([^"]*)"', page))
    assert set(re.findall(r'href="#([^"]*)"', card)) <= ids
    contents = re.search(r'<nav class="contents".*?</nav>', page, re.DOTALL)
    assert contents
    assert 'href="#page-glance"' in contents[0]


SHEET = 279.4 - 40
"""Millimetres between the margins of the lower of the two kinds of sheet."""


@pytest.mark.parametrize(("name", "language"), [("ball", "de"), ("ball", "es"), ("doppelpass", "de")])
def test_it_fits_on_one_sheet_of_paper(browser: Browser, tmp_path: Path, name: str, language: str) -> None:
    printed = printing.page_on_paper(ball.written(book(name)), language, printing.SIZES["a4"], {})
    path = tmp_path / "paper.html"
    path.write_text(hyphens.hyphenated(printed, language), encoding="utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    page.emulate_media(media="print")
    box = page.locator(".glance").bounding_box()
    style = page.locator(".glance").evaluate(
        "(card) => [getComputedStyle(card).breakBefore, getComputedStyle(card).breakAfter]"
    )
    page.close()
    assert box
    assert 100 < box["height"] * 25.4 / 96 < SHEET
    assert style == ["page", "page"]
