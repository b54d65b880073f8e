"""Where the pages of a site stand, and the head that each of them has."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from rulebook.books import Book
from rulebook.pages.templates import FIRST, digest, inside, template
from rulebook.words import Said, Words

BOOK, CONFORMANCE = "index.html", "conformance.html"
"""The pages of a book, in its folder."""

PREVIEW, PDF = "preview.png", "{book}-{language}.pdf"
"""What may lie beside them."""

NOT_FOUND = "404.html"
"""What a server shows for an address that leads nowhere."""

POLICY = Markup(
    "default-src 'none'; script-src 'self' {}; style-src 'self'; img-src 'self' data:; connect-src 'self'"
)
ALONE = Markup("default-src 'none'; script-src {}; style-src {}; img-src data:")
"""What a page may load: the files of its site and the script in it, or nothing beside what stands in it.

No script of ours asks for more: `connect-src` is for tools that look for robots.txt from inside a page.
"""


class Address(NamedTuple):
    """Where a language of a page is: relative, and from the base URL ("" without one)."""

    language: str
    name: str
    direction: str
    href: str
    address: str


class Inlined(NamedTuple):
    """What a page that stands alone holds: style sheet, script, icon, and the policy that names them."""

    style: Markup
    script: Markup
    icon: str
    policy: Markup


class Form(NamedTuple):
    """Where a book's page lies, and how it reaches the others.

    `path` leads from the top to a page, `root` from the page to the top, `home` to the books of its language,
    `record` to what was checked, `preview` to a picture of the book, `pdf` to the book on paper, each of them
    "" where there is no such thing. Where a page is `played`, not on paper, proofs open below each rule and
    frames wait until they are wanted.
    `examples` are the kinds of action of which a reader can have more examples.
    """

    path: str
    root: str
    home: str
    record: str
    preview: str = ""
    pdf: str = ""
    played: bool = True
    inlined: Inlined | None = None
    examples: tuple[str, ...] = ()


class Head(NamedTuple):
    """What every page says of itself. `root` leads to the top; `default` is for other languages.

    `home` leads to the books of the language, `book` to the page with the rules where this one has none.
    """

    language: str
    direction: str
    title: str
    description: str
    root: str
    address: str
    languages: tuple[Address, ...]
    default: str
    home: str = ""
    preview: str = ""
    pdf: str = ""
    book: str = ""
    inlined: Inlined | None = None

    @property
    def policy(self) -> Markup:
        """What the page may load."""
        return self.inlined.policy if self.inlined else POLICY.format(digest(self.first))

    @property
    def first(self) -> Markup:
        """The script that comes before all that is drawn."""
        return inside(template(FIRST), "script")

    @property
    def icon(self) -> str:
        """The address of the favicon."""
        return self.inlined.icon if self.inlined else f"{self.root}assets/favicon.svg"


SITE = Form("{language}/{book}/{name}", "../../", "../index.html", CONFORMANCE)
"""A page among others in folders: by language, then by book."""


class Addresses(NamedTuple):
    """How the languages of a page are found: `path` from the top of the site, `{}` for the language."""

    tongues: Mapping[str, Words]
    path: str
    root: str
    base_url: str

    def head(self, words: Words, title: str, description: str, default: str) -> Head:
        languages = tuple(self.address(other) for other in self.tongues.values())
        address, everybody = self.absolute(self.path.format(words.language)), self.absolute(default)
        said = (words.language, words.direction, title, description)
        return Head(*said, self.root, address, languages, everybody)

    def address(self, words: Words) -> Address:
        path = self.path.format(words.language)
        return Address(words.language, words.name, words.direction, self.root + path, self.absolute(path))

    def beside(self, language: str, name: str) -> str:
        """The public address of a file in the folder of a page."""
        return self.absolute(f"{self.path.format(language).rpartition('/')[0]}/{name}")

    def absolute(self, path: str) -> str:
        """The public address of a page: a server shows `index.html` for its folder."""
        return f"{self.base_url.rstrip('/')}/{path.removesuffix('index.html')}" if self.base_url else ""


def book_head(
    book: Book, language: str, name: str, said: tuple[str, str], base_url: str, form: Form = SITE
) -> Head:
    """The head of a page that each language of a book has; `said` are its title and description."""
    path = form.path.format(language="{}", book=book.id, name=name)
    site = Addresses(book.words, path, form.root, base_url)
    head = site.head(book.words[language], *said, site.path.format(book.header.language))
    preview = site.beside(language, form.preview) if base_url and form.preview else ""
    pdf = form.pdf.format(book=book.id, language=language)
    return head._replace(home=form.home, preview=preview, pdf=pdf, inlined=form.inlined)


def tongues(books: Sequence[Book]) -> dict[str, Words]:
    """Every language that some book has, with the words of the first book that has it."""
    found: dict[str, Words] = {}
    for book in books:
        found = {**book.words, **found}
    return found


def header(book: Book, field: str, language: str) -> Said:
    """What the book's header says, in a language."""
    return book.words[language].text("header", getattr(book.header, field))
