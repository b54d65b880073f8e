"""What is seen of a page that is sent as a link, and what a reader sees whose link leads nowhere."""

import re
from collections.abc import Mapping
from html import unescape

import pytest

from rulebook import alone, books, pages
from rulebook.books import Book
from tests import books_for_tests as ball

BASE = "https://example.org/rules"
SHARED = pages.SITE._replace(preview=pages.PREVIEW)


@pytest.fixture(scope="module")
def book() -> Book:
    return books.load(ball.BALL)


def told(page: str) -> dict[str, str]:
    """What a page tells to those who show a link to it."""
    tags = re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">', page)
    assert len(dict(tags)) == len(tags)
    return {name: unescape(value) for name, value in tags}


def test_a_book_is_shared_with_its_title_description_and_picture(book: Book) -> None:
    page = pages.book_page(ball.written(book), "nb", BASE, SHARED)
    description = pages.header(book, "description", "nb").text
    assert told(page) == {
        "og:type": "website",
        "og:title": "BALL: animert regelbok",
        "og:description": description,
        "og:url": f"{BASE}/nb/ball/",
        "og:image": f"{BASE}/nb/ball/preview.png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": "BALL",
        "twitter:card": "summary_large_image",
    }
    assert f'<link rel="canonical" href="{BASE}/nb/ball/">' in page


def test_without_a_picture_the_tags_leave_it_out(book: Book) -> None:
    tags = told(pages.book_page(ball.written(book), "nb", BASE))
    assert tags["twitter:card"] == "summary"
    assert not [name for name in tags if "image" in name]


def test_without_a_base_url_nothing_is_said(book: Book) -> None:
    assert told(pages.book_page(ball.written(book), "nb", form=SHARED)) == {}


def test_paper_says_where_the_page_is(book: Book) -> None:
    line = f'<p class="on-paper">{BASE}/en/ball/</p>'
    assert line in pages.book_page(ball.written(book), "en", BASE)
    assert "on-paper" not in pages.book_page(ball.written(book), "en")


def test_a_player_copies_the_link_of_its_step(book: Book) -> None:
    page = pages.book_page(ball.written(book), "nb")
    assert re.search(
        r'<button [^>]*data-part="copy"><span class="unseen">Kopier lenken til dette steget<', page
    )
    assert 'data-copied="Lenken til dette steget er kopiert."' in page


# The page for an address that leads nowhere


@pytest.fixture(scope="module")
def lost(book: Book) -> Mapping[str, str]:
    return {base: alone.not_found([book], base) for base in ("", BASE, f"{BASE}/")}


def test_it_speaks_every_language_at_once(book: Book, lost: Mapping[str, str]) -> None:
    for page in lost.values():
        shown = re.findall(r'<li lang="([^"]+)" dir="([^"]+)"', page)
        assert shown == [(tag, words.direction) for tag, words in book.words.items()]
        for text in ("This page does not exist", "Denne siden finnes ikke", "Diese Seite gibt es nicht"):
            assert f">{text}<" in page


@pytest.mark.parametrize(("base", "root"), [("", "/"), (BASE, f"{BASE}/"), (f"{BASE}/", f"{BASE}/")])
def test_nothing_in_it_depends_on_where_it_is_shown(lost: Mapping[str, str], base: str, root: str) -> None:
    addresses = re.findall(r'\b(?:href|src)="([^"]*)"', lost[base])
    assert len(addresses) >= 6
    assert [address for address in addresses if not address.startswith(root)] == []
    assert f"{root}assets/book.css" in addresses
    assert f"{root}nb/index.html" in addresses


def test_it_is_no_page_that_could_be_found(lost: Mapping[str, str]) -> None:
    assert all('rel="canonical"' not in page and told(page) == {} for page in lost.values())


def test_it_does_not_depend_on_the_language_built_last(book: Book) -> None:
    words = dict(book.words)
    last = next(reversed(words))
    other = alone.not_found([book, book])
    assert other == alone.not_found([book])
    assert f'hreflang="{last}"' in other
