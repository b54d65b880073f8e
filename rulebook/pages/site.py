"""The pages that the rest of the package asks for."""

from collections.abc import Mapping, Sequence
from typing import Any

from rulebook import explorer
from rulebook.books import Book
from rulebook.check import Checked
from rulebook.model import Frame
from rulebook.pages.addresses import BOOK, SITE, Addresses, Form, book_head, header, tongues
from rulebook.pages.book import Layout
from rulebook.pages.speech import Speech
from rulebook.pages.templates import inside, render


def book_page(
    checked: Checked, language: str, base_url: str = "", form: Form = SITE, searched: str = ""
) -> str:
    """The page of a book in one of its languages. Raises Problems for a table that no facts fill.

    `searched` is what a search looks through, in a page that stands alone; it has none where that is missing.
    """
    book = checked.book
    say, title = Speech(book.words[language]), header(book, "title", language)
    description = header(book, "description", language).text
    head = book_head(book, language, BOOK, (title.text, description), base_url, form)
    contents = Layout.of(checked, say, form).contents()
    shown = contents | {"title": say.mark(title), "searched": inside(searched, "script")}
    return render("book.html.jinja", say, head=head, book=shown)


def example_scripts(
    checked: Checked, language: str, form: Form, more: Mapping[str, Sequence[Sequence[Frame]]]
) -> dict[str, bytes]:
    """For each kind of action a script that gives its further examples, by its path in the book's folder."""
    say = Speech(checked.book.words[language])
    laid = Layout.of(checked, say, form)
    scripts = {}
    for kind, played in more.items():
        scenes = [
            render("example.html.jinja", say, head={"book": ""}, scene=laid.example(kind, frames))
            for frames in played
        ]
        symbols = laid.more_symbols(frame for frames in played for frame in frames)
        value = {"symbols": symbols, "scenes": scenes}
        scripts[f"examples/{kind}.js"] = explorer.script(f"{laid.book.id}/examples/{kind}", value)
    return scripts


def language_index(books: Sequence[Book], language: str, base_url: str = "") -> str:
    """The books that there are in a language."""
    shelf = [book for book in books if language in book.words]
    say = Speech(shelf[0].words[language])
    site = Addresses(tongues(books), "{}/index.html", "../", base_url)
    head = site.head(say.words, say.attr("Rulebooks"), "", "index.html")
    return render("shelf.html.jinja", say, head=head, books=[_offer(book, say) for book in shelf])


def root_index(books: Sequence[Book], base_url: str = "") -> str:
    """The languages that there are, each under its own name. It offers and never redirects."""
    spoken = tongues(books)
    say = Speech(next(iter(spoken.values())))
    site = Addresses(spoken, "{}/index.html", "", base_url)
    head = site.head(say.words, say.attr("Rulebooks"), "", "index.html")
    head = head._replace(address=head.default)
    titles = {tag: [header(book, "title", tag).text for book in books if tag in book.words] for tag in spoken}
    return render("root.html.jinja", say, head=head, titles=titles)


def _offer(book: Book, page: Speech) -> dict[str, Any]:
    title, description = (header(book, field, page.words.language) for field in ("title", "description"))
    return {
        "href": f"{book.id}/index.html",
        "title": page.mark(title),
        "description": page.mark(description),
        "scenes": len(book.scenes),
        "steps": sum(map(len, book.frames.values())),
    }
