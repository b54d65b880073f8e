"""What a search looks through is the whole book, in each of its languages, and breaks no page."""

import gzip
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulebook import books, explorer, pages, search
from rulebook.books import Book
from tests import books_for_tests as ball
from tests.search_oracle import LONG, folded, holds, places

ROOT = Path(__file__).resolve().parent.parent
BOOKS = ("ball", "doppelpass")


@cache
def book(name: str) -> Book:
    return books.load(ROOT / "scenes" / name)


def given(data: bytes) -> Any:
    """The value that an index gives."""
    found = re.fullmatch(rf"{search.GIVES}\((.*)\);\n", data.decode(), re.DOTALL)
    assert found
    return json.loads(found[1])


def ids(found: tuple[search.Group, ...]) -> set[str]:
    return {part.id for group in found for work in group.works for part in work.parts}


@pytest.mark.parametrize("name", BOOKS)
def test_every_rule_section_step_and_question_is_there_in_every_language(name: str) -> None:
    numbers, one = pages.number(book(name)), book(name)
    sections = {section.id or "page-text" for section in one.prose.sections}
    asked = sum(token.tag == "h3" for token in one.prose.sections[-1].tokens if token.nesting == 1)
    questions = {pages.QUESTION.format(number) for number in range(1, asked + 1)}
    assert asked > 5
    for language in one.words:
        rules, scenes, answers = search.groups(one, language)
        assert ids((rules,)) == sections | set(numbers.rules)
        assert ids((scenes,)) == set(numbers.steps)
        assert ids((answers,)) == questions


@pytest.mark.parametrize("name", BOOKS)
def test_whatever_is_found_is_on_the_page(name: str) -> None:
    one = book(name)
    page = pages.book_page(ball.written(one), one.header.language)
    assert ids(search.groups(one, one.header.language)) <= set(re.findall(r'\bid="([^"]*)"', page))


def test_texts_are_what_a_reader_sees_with_the_number_that_a_reader_knows() -> None:
    [rules, scenes, questions] = search.groups(book("ball"), "nb")
    parts = {
        part.id: part for group in (rules, scenes, questions) for work in group.works for part in work.parts
    }
    cost = parts["dodge.cost"]
    assert (cost.label, cost.said.text.partition(".")[0]) == ("5.6", "En unnvikelse koster 1 AP og gir 1 EP")
    assert parts["dodge/dodge"].said.text.startswith("DEF5 ") or "unnviker" in parts["dodge/dodge"].said.text
    texts = [part.said.text for part in parts.values()]
    assert [text for text in texts if re.search(r"\]\(|<|\*\*|\{|&\w+;", text)] == []


@pytest.mark.parametrize("name", BOOKS)
def test_the_files_are_the_same_each_time_small_and_safe_inside_a_script(name: str) -> None:
    first = search.files(book(name))
    assert search.files(book(name)) == first
    assert set(first) == {f"{language}/{name}/{search.SCRIPT}" for language in book(name).words}
    for path, data in first.items():
        assert b"<" not in data, path
        assert not re.search("[\u2028\u2029]", data.decode()), path
        assert len(gzip.compress(data, 9)) < 16_000, path
        assert [group[0] for group in given(data)["groups"]] == ["rules", "scenes", "questions"]


@pytest.mark.parametrize("text", ["</script>", "<!--", "<script", "a\u2028b\u2029c", '"\\'])
def test_no_text_ends_the_script_that_it_stands_in(text: str) -> None:
    written = explorer.safe([text])
    assert not re.search("<|[\u2028\u2029]", written)
    assert json.loads(written) == [text]


@pytest.mark.parametrize("name", BOOKS)
def test_the_dialog_can_tell_every_number_of_hits_in_every_language(name: str) -> None:
    for language in book(name).words:
        dialog = search.index(book(name), language)["dialog"]
        told = re.findall(r"<span>([^<]*)</span>", dialog)
        assert len(told) == search._most(search.groups(book(name), language)) + 1
        assert [number for number, text in enumerate(told[3:], 3) if str(number) not in text] == []
        assert all(told)
        assert "untranslated" not in dialog
    assert "نتيجتان" in search.index(book(name), "ar")["dialog"]


def test_what_is_not_translated_says_its_language(tmp_path: Path) -> None:
    folder = ball.copy(tmp_path)
    ball.Entry(folder / "nb.po", "dodge.knocks_down").edit("Unnvikelsen velter motstanderen.", "")
    [rules, *_] = search.index(books.load(folder), "nb")["groups"]
    parts = {part[0]: part[2] for work in rules[2] for part in work[1:]}
    assert parts["dodge.knocks_down"] == ["The dodge knocks the opponent down.", "en", "ltr"]
    assert isinstance(parts["dodge.cost"], str)


# What the second search says, which the browser's is held against

SAME = {
    "TOUCHDOWN": "touchdown",
    "Spielzüge": "spielzuge",
    "Straße": "STRASSE",
    "å gå": "a ga",
    "ﾎﾞｰﾙ": "ぼーる",
    "ボール": "ぼーる",
    "ＡＴＫ５": "atk5",
    "الإِجْرَاءُ": "الاجراء",
    "الكــرة": "الكره",
    "٤": "4",
    "hand-off": "handoff",
    "opponent’s": "opponents",
}


@pytest.mark.parametrize("text", SAME)
def test_what_is_meant_alike_is_folded_alike(text: str) -> None:
    assert folded(text) == folded(SAME[text])


def test_kana_that_sound_otherwise_stay_apart() -> None:
    assert folded("が") != folded("か")
    assert folded("パス") != folded("ハス")


def test_umlauts_and_rings_are_found_as_one_letter_and_as_two() -> None:
    assert (folded("gå"), folded("gå", LONG)) == ("ga", "gaa")
    assert all(
        holds("Spielzüge, der Ball går", word) for word in ("spielzuge", "zuege", "gaar", "går", "gar")
    )
    assert not holds("Neue Bauten", "neu bau")


def test_words_are_found_inside_compounds_and_without_spaces_between_them() -> None:
    assert "goal.line" in places(search.groups(book("doppelpass"), "de"), "linie")
    assert "possession.end" in places(search.groups(book("ball"), "ja"), "ボール")
    assert "hand_off.chain" in places(search.groups(book("ball"), "en"), "hand off")
