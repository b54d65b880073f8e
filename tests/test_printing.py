"""Books on paper: as Chromium prints them, with page numbers and hyphens, and what may be missing."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from rulebook import books, browser, explorer, hyphens, pages, press, printing, prose
from rulebook.check import Checked
from rulebook.errors import Exit, Problems
from tests import books_for_tests as ball

SOFT = hyphens.SOFT


@pytest.fixture(scope="module")
def checked() -> Checked:
    """The first sections of BALL, and their scenes."""
    book = books.load(ball.BALL)
    sections = book.prose.sections[:6]
    parts = [part for each in sections for part in prose.render(each, book.words["en"], book.game.facts)]
    shown = {part.scene for part in parts if isinstance(part, prose.SceneMark)}
    uses = tuple(use for use in book.prose.uses if use.kind != "mark" or use.name in shown)
    return ball.written(replace(book, prose=replace(book.prose, sections=sections, uses=uses)))


@pytest.fixture(scope="module")
def pdf(checked: Checked, tools: Mapping[str, str]) -> bytes:
    return printing.printed(checked, "nb")


def sheets(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", pdf))


# What a printed book is


def test_it_is_tagged_has_an_outline_a_language_a_title_and_no_date(pdf: bytes) -> None:
    assert pdf.startswith(b"%PDF-")
    for part in (rb"/Marked true", rb"/StructTreeRoot \d+", rb"/Outlines \d+", rb"/Lang \(nb\)"):
        assert re.search(part, pdf), part
    assert b"/Title (BALL)" in pdf
    assert re.search(rb"/(?:Creation|Mod)Date", pdf) is None


def test_its_sheets_are_a4_or_letter(checked: Checked, pdf: bytes) -> None:
    assert set(re.findall(rb"/MediaBox \[([^\]]*)\]", pdf)) == {b"0 0 594.95996 841.91998"}
    letter = browser.pdf(printing.page_on_paper(checked, "en", printing.SIZES["letter"], {}))
    assert set(re.findall(rb"/MediaBox \[([^\]]*)\]", letter)) == {b"0 0 612 792"}


def test_every_entry_of_the_contents_names_its_page(checked: Checked, pdf: bytes) -> None:
    numbers = printing.destinations(pdf)
    page = printing.page_on_paper(checked, "nb", printing.SIZES["a4"], numbers)
    entries = re.findall(r'<a href="#([^"]+)"><span class="no">.*?<span class="page-no">(\d+)</span>', page)
    assert len(entries) > 10
    assert {name: int(number) for name, number in entries} == {name: numbers[name] for name, _ in entries}
    order = [int(number) for name, number in entries if not name.startswith("page-")]
    assert order == sorted(order)
    assert 2 <= order[0] < order[-1] <= sheets(pdf)


def test_before_the_first_printing_room_is_left_for_the_numbers(checked: Checked) -> None:
    page = printing.page_on_paper(checked, "nb", printing.SIZES["a4"], {})
    assert set(re.findall(r'<span class="page-no">(\d+)</span>', page)) == {"000"}


def test_every_frame_is_in_it_and_nothing_to_press(checked: Checked, pdf: bytes) -> None:
    page = printing.page_on_paper(checked, "nb", printing.SIZES["a4"], {})
    frames = re.findall(r'<li class="frame[^>]* id="([^"]+)"', page)
    assert len(frames) > 20
    pictures = re.findall(rb"/S /Figure\n/Alt ", pdf)
    assert len(pictures) >= len(frames) + 1
    assert (
        re.findall(r"<(?:button|select|input|details|template|noscript|a [^>]*href=\"(?!#|https?:))", page)
        == []
    )


def test_it_is_the_same_each_time(tools: Mapping[str, str]) -> None:
    page = '<!doctype html><html lang="en"><title>T</title><style>@page{size:50mm 50mm}</style><p>One.'
    first = browser.pdf(page)
    assert browser.pdf(page) == first
    assert sheets(first) == 1


def test_destinations_are_read_in_the_order_of_the_pages(tools: Mapping[str, str]) -> None:
    chapters = "".join(
        f'<h2 id="part/{number}" style="break-before:page">{number}</h2>' for number in range(1, 21)
    )
    links = "".join(f'<a href="#part/{number}">x</a>' for number in range(1, 21))
    pdf = browser.pdf(f'<!doctype html><html lang="en"><title>T</title>{links}{chapters}')
    assert printing.destinations(pdf) == {f"part/{number}": number + 1 for number in range(1, 21)}
    assert printing.destinations(browser.pdf("<!doctype html><title>T</title><p>x")) == {}


def test_a_title_cannot_leave_its_string_in_the_style_sheet() -> None:
    style = printing._style("1mm 2mm", '"; } </style> \\ x')
    [content] = re.findall(r"@top-center \{\n    content: (\"[^\n]*);\n", style)
    assert re.fullmatch(r'"(?:[\w .,:;!?-]|\\[0-9a-f]+ )*"', content)
    assert "</style" not in style


# Soft hyphens


def test_words_are_broken_up_as_their_language_does() -> None:
    assert hyphens.hyphenated("<p>Rechtsschutzversicherung</p>", "de").count(SOFT) >= 4
    assert hyphens.hyphenated("<p>Auslösephase</p>", "de").replace(SOFT, "") == "<p>Auslösephase</p>"
    assert SOFT in hyphens.hyphenated("<p>utgangsfeltene</p>", "nb")
    assert hyphens.hyphenated("<p>ルールブックの場面</p>", "ja") == "<p>ルールブックの場面</p>"


@pytest.mark.parametrize(
    "page",
    [
        "<svg><title>Wiederholungen</title><desc>Wiederholungen <use/> Wiederholungen</desc></svg>",
        '<a id="wiederholungen" title="Wiederholungen" aria-label="Wiederholungen">x</a>',
        "<h2>Wiederholungen <span>Wiederholungen</span></h2>",
        "<code>wiederholungen</code>",
        '<span lang="en">Wiederholungen <em>Wiederholungen</em></span>',
        "<style>.wiederholungen {}</style><!-- Wiederholungen -->",
        "<p>&wiederholungen; &#119999;</p>",
    ],
)
def test_what_is_no_text_of_the_language_stays_as_it_is(page: str) -> None:
    after = "<p>Wiederholungen</p>"
    assert hyphens.hyphenated(page, "de") == page
    assert hyphens.hyphenated(page + after, "de").startswith(page)
    assert SOFT in hyphens.hyphenated(page + after, "de").removeprefix(page)


def test_the_page_is_the_same_but_for_its_hyphens(checked: Checked) -> None:
    page = printing.page_on_paper(checked, "nb", printing.SIZES["a4"], {})
    hyphenated = hyphens.hyphenated(page, "nb")
    assert hyphenated.count(SOFT) > 200
    assert hyphenated.replace(SOFT, "") == page.replace(SOFT, "")
    markup = [piece for piece in re.findall(r"<[^>]*>", hyphenated) if SOFT in piece]
    assert markup == []


def test_only_hyphens_at_the_end_of_a_line_are_left_for_those_who_search(tools: Mapping[str, str]) -> None:
    """The script counts, in a column that is as narrow as a word."""
    script = pages.template("paper.js")
    counted = "document.title = document.body.textContent.split('\\u00ad').length - 1"
    page = (
        f'<!doctype html><html lang="de"><title>T</title><script>{script}'
        f'document.addEventListener("DOMContentLoaded", () => {{ {counted}; }});</script>'
        "<body><p style='inline-size:{}'>Rechts\u00adschutz\u00adver\u00adsi\u00adche\u00adrung</p></body>"
    )
    titles = [
        re.findall(rb"/Title \((\d+)\)", browser.pdf(page.replace("{}", width)))[0]
        for width in ("40em", "7em")
    ]
    assert titles[0] == b"0"
    assert 1 <= int(titles[1]) < 5


# What may be missing


def test_without_a_browser_the_message_says_what_to_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser, "candidates", lambda: iter(["/nowhere/chromium"]))
    ball.without_exploring(monkeypatch)
    folder = ball.copy(tmp_path)
    out = ("--scenes", folder.parent, "--out", tmp_path / "out")
    for command in (("pdf", "ball", *out), ("site", "--pdf", *out)):
        ran = ball.run(*command)
        assert ran.code == Exit.FILES
        assert ran.lines == [
            "rulebook: no-browser: printing needs a Chromium;"
            " install one, such as by: apt-get install chromium; or name one in CHROMIUM"
        ]
    assert not (tmp_path / "out").exists()


def test_a_browser_that_prints_nothing_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    mute = tmp_path / "chromium"
    mute.write_text("#!/bin/sh\necho 'no display' >&2\n", encoding="utf-8")
    mute.chmod(0o755)
    monkeypatch.setenv("CHROMIUM", str(mute))
    assert browser.find() == str(mute)
    with pytest.raises(Problems, match="cannot-print: it printed nothing: no display"):
        browser.pdf("<!doctype html><title>T</title>")


def test_the_command_writes_the_wanted_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ball.without_exploring(monkeypatch)
    monkeypatch.setattr(browser, "need", lambda: "chromium")
    monkeypatch.setattr(printing, "printed", lambda one, language, paper: f"{language} {paper}".encode())
    folder, out = ball.copy(tmp_path), tmp_path / "out"
    command = ("pdf", "--scenes", folder.parent, "--out", out)
    assert ball.run(*command, "ball", "--language", "nb", "--paper", "letter").code == Exit.DONE
    assert {path.name: path.read_bytes() for path in out.iterdir()} == {"ball-nb.pdf": b"nb letter"}
    assert ball.run(*command).code == Exit.DONE
    assert sorted(path.name for path in out.iterdir()) == ["ball-en.pdf", "ball-nb.pdf"]
    wrong = ball.run(*command, "--language", "xx")
    assert (wrong.code, "'xx' is not known" in wrong.err) == (Exit.INPUT, True)
    assert ball.run(*command, "bal").code == Exit.INPUT


def test_the_site_offers_the_pdf_only_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "need", lambda: "chromium")
    monkeypatch.setattr(printing, "printed", lambda one, language, paper: b"%PDF")
    monkeypatch.setattr(explorer, "files", lambda *_: {})
    book = books.load(ball.BALL)
    small = replace(book, words={"en": book.words["en"], "nb": book.words["nb"]})
    offers = {}
    for pdf in (True, False):
        files = press.press([replace(ball.written(small), problems=())], pdf=pdf).files
        offers[pdf] = 'href="ball-nb.pdf"' in files["nb/ball/index.html"].decode()
        assert ("nb/ball/ball-nb.pdf" in files) == ("en/ball/ball-en.pdf" in files) == pdf
    assert offers == {True: True, False: False}
