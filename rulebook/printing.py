"""Prints a book: lays it out for paper, and says in its contents on which page everything stands."""

import re
from collections.abc import Iterator, Mapping

from rulebook import browser, hyphens, pages
from rulebook.check import Checked
from rulebook.errors import Exit, Place, Problem, Problems
from rulebook.pages import Layout, Speech

SIZES = {"a4": "210mm 297mm", "letter": "8.5in 11in"}
"""Width and height of the sheets."""

PAPER = pages.SITE._replace(record="", played=False)
"""A page that is printed leads nowhere but into itself."""

PASSES = 3
"""One to find the pages, one with their numbers; a third where the numbers have moved something."""

_OBJECT = re.compile(rb"\n(\d+) 0 obj\n<</Type /Pages\b.*?/Kids \[([^\]]*)\](.*?)endobj", re.DOTALL)
_DESTINATION = re.compile(rb"/([^\s\[\]/<>()]+) \[(\d+) 0 R /XYZ")


def printed(checked: Checked, language: str, paper: str = "a4") -> bytes:
    """A book in one of its languages as a PDF. Raises Problems where no browser prints it."""
    numbers: Mapping[str, int] = {}
    for _ in range(PASSES):
        page = page_on_paper(checked, language, SIZES[paper], numbers)
        pdf = browser.pdf(hyphens.hyphenated(page, language))
        found = destinations(pdf)
        if found == numbers:
            return pdf
        numbers = found
    text = "the pages of its contents do not settle"
    raise Problems([Problem(Place(checked.book.path), "unsettled-pages", text, exit=Exit.FAULT)])


def page_on_paper(checked: Checked, language: str, size: str, numbers: Mapping[str, int]) -> str:
    """A book as it is printed on sheets of a size (width and height, as in CSS).

    `numbers` says on which page each id stands; where it does not say, room is left.
    """
    book = checked.book
    say, title = Speech(book.words[language]), pages.header(book, "title", language)
    layout = Layout.of(checked, say, PAPER)
    return pages.render(
        "paper.html.jinja",
        say,
        head=pages.book_head(book, language, pages.BOOK, (title.text, ""), "", PAPER),
        book=layout.contents() | {"title": say.mark(title), "scenes": layout.scenes()},
        page=numbers.get,
        style=pages.inside(_style(size, title.text), "style"),
        script=pages.inside(pages.template("paper.js"), "script"),
    )


def _style(size: str, title: str) -> str:
    """The style sheets; what holds in print holds from the beginning, so that lines can be measured."""
    shared = pages.template("book.css").replace("@media print", "@media all")
    width, height = size.split()
    values = {"WIDTH": width, "HEIGHT": height, "TITLE": _css_string(title)}
    own = re.sub("|".join(values), lambda name: values[name[0]], pages.template("paper.css"))
    return shared.replace("@media screen", "@media speech") + own


def _css_string(text: str) -> str:
    """A text as a string of a style sheet, whatever it holds."""
    return '"' + re.sub(r"[^\w .,:;!?-]", lambda char: rf"\{ord(char[0]):x} ", text) + '"'


def destinations(pdf: bytes) -> dict[str, int]:
    """The page, from 1, of every id to which a link leads, in a PDF as Chromium writes it."""
    order = {page: number for number, page in enumerate(_pages(pdf), 1)}
    table = re.search(rb"/Dests (\d+) 0 R", pdf)
    if not table:
        return {}
    start = pdf.index(b"\n%s 0 obj\n" % table[1])
    found = _DESTINATION.findall(pdf, start, pdf.index(b"endobj", start))
    return {_name(name): order[page] for name, page in found}


def _name(name: bytes) -> str:
    """A PDF name, in which some characters stand as `#2F`."""
    return re.sub(rb"#([0-9A-F]{2})", lambda code: bytes.fromhex(code[1].decode()), name).decode()


def _pages(pdf: bytes) -> Iterator[bytes]:
    """The numbers of the page objects in the order of the book."""
    kids = {number: re.findall(rb"(\d+) 0 R", inside) for number, inside, _ in _OBJECT.findall(pdf)}
    [root] = [number for number, _, rest in _OBJECT.findall(pdf) if b"/Parent" not in rest]

    def leaves(node: bytes) -> Iterator[bytes]:
        for kid in kids.get(node, ()):
            yield from leaves(kid)
        if node not in kids:
            yield node

    return leaves(root)
