"""What authors and translators write is shown as text: nothing of it becomes markup, script or template."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser

from rulebook import books, catalogues, check, conformance, pages, press, prose, publish, reader, words
from rulebook import pictures as drawn
from rulebook.books import Book
from rulebook.errors import Problems
from tests import books_for_tests as ball

PAYLOADS = {
    "elements": "<script>alert(1)</script> </text></svg><script>alert(1)</script> ]]><script>alert(1)//"
    " </title></style></textarea></template><b> <!-- --><b> </script> <svg/onload=alert(1)>",
    "attributes": '"><img src=x onerror=alert(1)> " onfocus=alert(1) autofocus x=" '
    "' onmouseover=alert(1) x=' ` onclick=alert(1)",
    "templates": "{{7*7}} {% raw %} ${7*7} #{7*7} {#x#} "
    "{{cycler.__init__.__globals__.os.popen('touch pwned')}}",
    "addresses": "javascript:alert(1) data:text/html,<script>alert(1)</script> //evil.example/x "
    "url(//evil.example) data:image/svg+xml,<svg onload=alert(1)>",
    "entities": "&lt;script&gt;alert(1)&lt;/script&gt; &#60;b&#62; &quot; &amp;lt; "
    "\\u003cb\\u003e \\x3cb\\x3e",
}
REFUSED = [
    PAYLOADS["elements"],
    PAYLOADS["attributes"],
    PAYLOADS["templates"],
    PAYLOADS["addresses"],
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html,x)",
    "[x](vbscript:x)",
    "[x](file:///etc/passwd)",
    "[x](//evil.example)",
    "[x](https:\\\\evil.example)",
    "[x](java&#115;cript:alert(1))",
    "[x]( javascript:alert(1) 'title')",
    "![x](//evil.example/x.png)",
    "![x](data:image/svg+xml,x)",
    "<javascript:alert(1)>",
    "<img src=x onerror=alert(1)>",
    "<!-- x -->",
    "<?php x ?>",
    "{{x}}",
]
UNSEEN = ["a\u2028b", "a\u202eb", "a\x1b[31mb", "a\x00b", "a\ufeffb"]

MARKDOWN = """\
---
title: A title
description: A book.
credits: By somebody.
edition: "1"
game: ball
language: en
---

The lead of [two teams](fact:teams).

## Figures {#figures}

- **[2 AP](fact:turn.ap)** a turn

## Dodge {#dodge}

![A dodge](scene:dodge)

- A dodge ends on one opponent. {#dodge.target .ruling}
- It goes [on](rule:dodge.target), see [the scene](scene:dodge). {#dodge.exit}

| sign | meaning |
|---|---|
| X | diagonal |

![](table:actions)

![](table:legend)

## Questions {#faq}

### Why?

Because of [the rule](#dodge.exit).
"""
LINE = re.compile(r"^((?:## |### |- |[A-Z]).*?)( \{#.*\})?$", re.MULTILINE)
CELL = re.compile(r"(sign|meaning|X|diagonal)(?= \|)")
FIELD = re.compile(r'^(title|description|credits|edition): "?(.+?)"?$', re.MULTILINE)
REMARK = re.compile(r"^( *(?:title|remark): )(.+)$", re.MULTILINE)
SENTENCE = re.compile(r'(?<=[:] ")([^"]+)(?=")')


def hostile_book(folder: Path, payload: str) -> Book:
    """A book in two languages with the payload in every text that the files can hold, read from its files."""
    book = folder / "scenes" / "ball"
    book.mkdir(parents=True)
    (book / "book.md").write_text(poisoned_markdown(payload), encoding="utf-8")
    scene = (ball.BALL / "dodge.yaml").read_text(encoding="utf-8")
    (book / "dodge.yaml").write_text(REMARK.sub(rf"\1'\2 {twice(payload)}'", scene), encoding="utf-8")
    sentences = (ball.BALL / "sentences.yaml").read_text(encoding="utf-8")
    # A brace in a sentence is a placeholder, or an error.
    harmless = quoted(re.sub("[{}]", "", payload))
    sentences = SENTENCE.sub(lambda found: f"{found[1]} {harmless}", sentences)
    (book / "sentences.yaml").write_text(sentences, encoding="utf-8")
    sources = catalogues.sources(books.read(book))
    translated = catalogue(words.update(str(book / "nb.po"), None, sources).decode(), payload)
    (book / "nb.po").write_text(translated, encoding="utf-8")
    return books.load(book)


def quoted(text: str) -> str:
    """The text as it stands between double quotes in YAML and in a catalogue."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def twice(text: str) -> str:
    """The text as it stands between single quotes in YAML, for use in a replacement."""
    return text.replace("'", "''").replace("\\", "\\\\")


def escaped(text: str) -> str:
    """The text with all signs of Markdown taken for themselves."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)


def poisoned_markdown(payload: str) -> str:
    """The payload at the end of every text of the header and of the prose."""
    head, body = MARKDOWN.split("---\n\n", 1)
    head = FIELD.sub(lambda found: f'{found[1]}: "{found[2]} {quoted(payload)}"', head)
    body = LINE.sub(lambda found: f"{found[1]} {escaped(payload)}{found[2] or ''}", body)
    return f"{head}---\n\n" + CELL.sub(lambda found: f"{found[1]} {escaped(payload)}", body)


def catalogue(empty: str, payload: str) -> str:
    """Every translation is its source with the payload once more at its end."""
    head, *entries = empty.split("\n\n")
    return "\n\n".join([head, *(translated(entry, payload) for entry in entries)])


def translated(entry: str, payload: str) -> str:
    source = re.findall(r'^msgid(?:_plural)? "(.*)"$', entry, re.MULTILINE)[-1]
    words = quoted(escaped(payload) if "#: book.md" in entry and '"header"' not in entry else payload)
    return re.sub(
        r'^(msgstr.*) ""$', lambda found: f'{found[1]} "{source} {words}"', entry, flags=re.MULTILINE
    )


class Skeleton(HTMLParser):
    """The elements of a page with their attributes (values only where these are no text), and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, ...]] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        fixed = ("href", "src", "class", "id", "style", "http-equiv", "name", "lang")
        self.elements.append((tag, *(f"{name}={value}" if name in fixed else name for name, value in attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.elements.append((f"/{tag}",))

    def handle_comment(self, data: str) -> None:
        self.elements.append(("comment", data))

    def handle_data(self, data: str) -> None:
        self.text += data


def html_pages(book: Book) -> dict[str, Skeleton]:
    """All pages of a site with the book."""
    found = {"index": pages.root_index([book])}
    for language in book.words:
        found[language] = pages.language_index([book], language)
        found[f"{language}/ball"] = pages.book_page(ball.written(book), language)
        found[f"{language}/ball/conformance"] = conformance.page(ball.written(book), language)
    return {name: Skeleton(html) for name, html in found.items()}


def pictures(book: Book) -> dict[str, ElementTree.Element]:
    """Two pictures of the book in each language, parsed."""
    return {
        f"{language}/{frame.id}": ElementTree.fromstring(drawn.still(book, frame, spoken))
        for language, spoken in book.words.items()
        for frame in check.frames(book)[3:5]
    }


def bones(root: ElementTree.Element) -> list[tuple[str, dict[str, str]]]:
    return [(element.tag, element.attrib) for element in root.iter()]


@pytest.fixture(scope="module")
def harmless(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """The book with an x for a payload."""
    return hostile_book(tmp_path_factory.mktemp("harmless"), "x")


@pytest.mark.parametrize("kind", PAYLOADS)
def test_whatever_is_written_stays_text(tmp_path: Path, harmless: Book, kind: str) -> None:
    """INJ-01, INJ-02, INJ-06: there are the same elements and attributes as with an x."""
    payload = PAYLOADS[kind]
    book = hostile_book(tmp_path, payload)
    bare = re.sub("[{}]", "", payload)
    entries = {(entry.context, entry.msgid) for entry in book.prose.entries}
    written = [
        prose.plain(source.one) if (source.context, source.one) in entries else source.one
        for source in catalogues.sources(book)
    ]
    assert [text for text in written if not text.endswith((payload, bare))] == []
    found, expected = html_pages(book), html_pages(harmless)
    for name, page in found.items():
        assert page.elements == expected[name].elements, name
    for name, root in pictures(book).items():
        assert bones(root) == bones(pictures(harmless)[name]), name
    for language in ("en", "nb"):
        assert found[f"{language}/ball"].text.count(payload) >= 20
    assert payload in (pictures(book)["nb/dodge/dodge"].findtext("{http://www.w3.org/2000/svg}title") or "")
    assert not Path("pwned").exists()


def test_a_base_url_stays_an_address(harmless: Book) -> None:
    plain, hostile = (
        Skeleton(pages.book_page(ball.written(harmless), "en", f"https://example.org/{path}"))
        for path in ("x", '"><script>alert(1)</script>')
    )
    assert [element[0] for element in hostile.elements] == [element[0] for element in plain.elements]


# INJ-10, INJ-11: Markdown that is meant as such


@pytest.mark.parametrize("payload", REFUSED + UNSEEN)
def test_markdown_that_could_do_something_is_refused_at_its_place(tmp_path: Path, payload: str) -> None:
    written = tmp_path / "book.md"
    text = MARKDOWN.replace("on one opponent.", f"on one opponent {payload}.")
    line = MARKDOWN[: MARKDOWN.index("on one opponent")].count("\n") + 1
    written.write_bytes(text.encode())
    with pytest.raises(Problems) as caught:
        read_prose(written)
    assert {problem.place.line for problem in caught.value.problems} == {line}
    assert all(str(problem).isprintable() for problem in caught.value.problems)


def read_prose(path: Path) -> prose.Prose:
    text = reader.decode(str(path), path.read_bytes())
    header, body, first_line = reader.read_header(str(path), text, games=("ball",))
    return prose.read(str(path), body, first_line, header.retired)


def test_markdown_that_does_nothing_is_shown() -> None:
    html = prose.typeset(f"{PAYLOADS['entities']} [x][y] <https://example.org>", "“”‘’", {})
    assert re.findall(r"<[^>]+>", html) == ['<a href="https://example.org">', "</a>"]
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &lt;b&gt;" in html


def test_a_translation_that_could_do_something_is_refused_at_its_entry(tmp_path: Path) -> None:
    """Some are found when the catalogue is read, the others when it is checked."""
    folder = ball.copy(tmp_path)
    rules = list(books.load(folder).prose.rules)
    entries = {
        ball.Entry(folder / "nb.po", rule): payload for rule, payload in zip(rules, REFUSED, strict=False)
    }
    for entry, payload in entries.items():
        block = entry.block()
        ball.edit(entry.path, block, f"{block[:-1]} {quoted(payload)}" + '"')
    told: set[int] = set()
    for _ in range(2):
        told |= {problem.place.line for problem in ball.problems(folder)}
        for entry in [entry for entry in entries if {entry.line("msgid"), entry.line()} & told]:
            del entries[entry]
            entry.edit(entry.block(), re.sub('msgstr ".*"', 'msgstr ""', entry.block()))
    assert entries == {}
    assert len(told) >= len(REFUSED)


@pytest.mark.parametrize("sign", UNSEEN)
@pytest.mark.parametrize("name", ["book.md", "sentences.yaml", "nb.po", "dodge.yaml"])
def test_signs_that_nobody_sees_are_refused_in_every_file(tmp_path: Path, name: str, sign: str) -> None:
    folder = ball.copy(tmp_path, scenes=("dodge",))
    path = folder / name
    place, end = {
        "book.md": ("The dodge knocks the opponent down", "."),
        "sentences.yaml": ("{player} is knocked down", "."),
        "nb.po": ("Unnvikelsen velter motstanderen", "."),
        "dodge.yaml": ("A player that lies there already can be dodged too", "."),
    }[name]
    line = ball.line_of(path, f"{place}{end}")
    ball.edit(path, f"{place}{end}", f"{place}{sign}{end}")
    found = ball.problems(folder)
    assert [(Path(problem.place.path).name, problem.place.line) for problem in found] == [(name, line)]
    assert all(str(problem).isprintable() for problem in found)


# In a real browser, with the player at work


def test_in_a_browser_nothing_runs_and_nothing_is_asked_for(
    tmp_path: Path, harmless: Book, browser: Browser
) -> None:
    """INJ-01: the script of the page handles the same texts."""
    hostile = hostile_book(tmp_path / "book", " ".join(PAYLOADS.values()))
    sizes = [visited(browser, tmp_path / name, book) for name, book in (("x", harmless), ("y", hostile))]
    assert sizes[0] == sizes[1] > 500


def visited(browser: Browser, site: Path, book: Book) -> int:
    """How many elements the translated page has after all steps were shown, if nothing else has happened."""
    publish.publish(press.press([replace(ball.written(book), problems=())]).files, site)
    happened: list[str] = []
    page = browser.new_page()
    page.on("dialog", lambda dialog: happened.append(dialog.message))
    page.on("request", lambda request: happened.append(request.url))
    page.on("pageerror", lambda error: happened.append(str(error)))
    page.on("console", lambda message: happened.append(message.text))
    page.goto((site / "nb" / "ball" / "index.html").as_uri())
    for _ in range(5):
        page.locator("[data-part=forward]").click()
    size = page.locator("*").count()
    page.close()
    assert [what for what in happened if not what.startswith(site.as_uri())] == []
    return size
