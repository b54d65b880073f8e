"""Each scene on a page of its own, and the script that shows it elsewhere: what is written."""

import re
from collections.abc import Mapping
from html import unescape

import pytest

from rulebook import books, embed, pages
from rulebook.books import Book
from tests import books_for_tests as ball

BASE = "https://example.org/rules/"


@pytest.fixture(scope="module")
def book() -> Book:
    return books.load(ball.BALL)


@pytest.fixture(scope="module")
def files(book: Book) -> Mapping[str, str]:
    return embed.files(ball.written(book), "nb")


def test_every_scene_has_a_page_with_its_steps_and_no_others(book: Book, files: Mapping[str, str]) -> None:
    assert set(files) == {f"scene/{scene}.html" for scene in book.scenes}
    for scene, frames in book.frames.items():
        page = files[f"scene/{scene}.html"]
        assert re.findall(r'<li class="frame[^>]* id="([^"]+)"', page) == [frame.id for frame in frames]
        marks = re.findall(r'data-frame="([^"]+)"', page)
        assert marks == [pages.frame_mark(frame) for frame in frames]


def test_ids_stand_once_and_symbols_that_are_used_are_there(files: Mapping[str, str]) -> None:
    for name, page in files.items():
        ids = re.findall(r'\bid="([^"]*)"', page)
        assert len(ids) == len(set(ids)), name
        used = set(re.findall(r'<use[^>]* href="#([^"]+)"|url\(#([^)]+)\)', page))
        assert used
        assert {first or second for first, second in used} <= set(ids), name


def test_rules_lead_to_the_book_and_leave_the_frame(book: Book, files: Mapping[str, str]) -> None:
    whole = pages.book_page(ball.written(book), "nb")
    known = set(re.findall(r'\bid="([^"]*)"', whole))
    links = {link for page in files.values() for link in re.findall(r'<a [^>]*href="\.\./[^>]*>', page)}
    assert len(links) > 40
    for link in links:
        [(address, fragment)] = re.findall(r'href="([^"#]*)#([^"]*)"', link)
        assert (address, 'target="_blank"' in link) == ("../index.html", True)
        assert unescape(fragment) in known
    inner = {link for page in files.values() for link in re.findall(r'href="#([^"]*)"', page)}
    assert not inner & set(book.prose.rules)


def test_the_line_to_copy_stands_only_where_the_site_knows_its_address(book: Book) -> None:
    page = embed.files(ball.written(book), "en", BASE)["scene/dodge.html"]
    [code] = re.findall(r"<code>(.*?)</code>", page, re.DOTALL)
    assert unescape(code) == (
        '<rulebook-scene scene="ball/dodge" language="en"></rulebook-scene>\n'
        '<script src="https://example.org/rules/embed.js" async></script>'
    )
    assert "<code>" not in embed.files(ball.written(book), "en")["scene/dodge.html"]


@pytest.mark.parametrize("name", ["embed.js", "scene.js", "paper.js"])
def test_the_scripts_need_nothing_new_and_ask_nobody(name: str) -> None:
    script = pages.template(name)
    newer = r"\?\.(?!\d)|\?\?|\bstatic\b|this\.#|\bcatch \{"
    unwanted = r"\bimport\b|\bexport\b|\beval\(|\bfetch\(|innerHTML|XMLHttpRequest|localStorage"
    assert re.findall(f"{newer}|{unwanted}", script) == []
