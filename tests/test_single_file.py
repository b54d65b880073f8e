"""A book in one file loads nothing, says so in its policy, and still finds its other languages and books."""

import base64
import re
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from html import unescape
from pathlib import Path

import pytest

from rulebook import alone, books, pages, press
from rulebook.errors import Exit
from tests import books_for_tests as ball

NAMES = {"index.html", "ball.en.html", "ball.nb.html"}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """The files of BALL in two languages."""
    book = books.load(ball.copy(tmp_path_factory.mktemp("book")))
    made = press.single([replace(ball.written(book), problems=())]).files
    return {name: data.decode() for name, data in made.items()}


def content(page: str, tag: str) -> list[str]:
    return re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)


def test_there_is_one_file_for_each_book_and_language_and_an_index(files: Mapping[str, str]) -> None:
    assert set(files) == NAMES


@pytest.mark.parametrize("name", sorted(NAMES))
def test_nothing_is_loaded(files: Mapping[str, str], name: str) -> None:
    page = files[name]
    assert re.findall(r"<(?:iframe|object|embed|base|audio|video|source)\b|@import|url\((?!#)", page) == []
    loaded = re.findall(r'<(?:link|img|script)\b[^>]*\b(?:href|src)="([^"]*)"', page)
    assert loaded
    assert [address for address in loaded if not address.startswith("data:image/svg+xml,")] == []


@pytest.mark.parametrize("name", sorted(NAMES))
def test_the_policy_names_the_hashes_of_what_stands_in_the_page(files: Mapping[str, str], name: str) -> None:
    page = files[name]
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    [style], [script] = content(page, "style"), content(page, "script")
    shared = {tag: pages.template(file) for tag, file in (("style", "book.css"), ("script", "player.js"))}
    assert style == shared["style"]
    assert shared["script"] in script
    runs, looks = (base64.b64encode(sha256(part.encode()).digest()).decode() for part in (script, style))
    assert unescape(policy) == (
        f"default-src 'none'; script-src 'sha256-{runs}'; style-src 'sha256-{looks}'; img-src data:"
    )


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_link_leads_to_a_file_beside_it_or_into_the_page(files: Mapping[str, str], name: str) -> None:
    links = [unescape(link) for link in re.findall(r'<a\b[^>]*\bhref="([^"]*)"', files[name])]
    ids = set(re.findall(r'\bid="([^"]*)"', files[name]))
    inner = {link.removeprefix("#") for link in links if link.startswith("#")}
    outer = {link for link in links if not re.match("#|https?://", link)}
    assert inner <= ids
    assert outer == NAMES - ({name} if name == "index.html" else set())


def test_the_name_of_a_file_says_book_and_language_to_whom_it_is_sent(files: Mapping[str, str]) -> None:
    for language in ("en", "nb"):
        page = files[f"ball.{language}.html"]
        assert f'<html lang="{language}"' in page
        assert f'href="ball.{language}.html" hreflang="{language}" aria-current="true"' in page


@pytest.mark.parametrize("end", ["</style", "</STYLE >", "<!--"])
def test_a_style_sheet_that_would_end_its_element_is_refused(end: str) -> None:
    with pytest.raises(ValueError, match="would end <style>"):
        pages.inside(f"a {{}} {end}", "style")


def test_the_form_is_the_same_each_time() -> None:
    assert alone.form() == alone.form()


def test_the_command_publishes_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ball.without_exploring(monkeypatch)
    folder, out = ball.copy(tmp_path), tmp_path / "mail"
    command = ("site", "--single-file", "--scenes", folder.parent, "--out", out)
    assert ball.run(*command).code == Exit.DONE
    before = ball.tree(out)
    assert set(before) == NAMES | {".rulebook"}
    ball.edit(folder / "dodge.yaml", "to: G8, exit: F7", "to: G8, exit: H7")
    assert ball.run(*command).code == Exit.MISMATCH
    assert ball.tree(out) == before


@pytest.mark.parametrize("option", ["--pdf", "--base-url=https://example.org/"])
def test_what_needs_a_site_is_refused(tmp_path: Path, option: str) -> None:
    ran = ball.run("site", "--single-file", option, "--out", tmp_path / "mail")
    assert (ran.code, "single files lie anywhere" in ran.err) == (Exit.INPUT, True)
    assert list(tmp_path.iterdir()) == []
