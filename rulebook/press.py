"""Presses books into the files of a site: everything is gathered and checked, nothing is written."""

from collections.abc import Sequence
from dataclasses import dataclass

from rulebook import check, pages
from rulebook.books import Book
from rulebook.check import Checked
from rulebook.errors import Problem, Problems
from rulebook.model import Frame
from rulebook.views import svg, text
from rulebook.words import Words


@dataclass(frozen=True, slots=True)
class Site:
    """The files of a site (relative path → bytes), what it holds, and what it publishes with a note."""

    files: dict[str, bytes]
    summary: str
    notes: tuple[Problem, ...]


def press(checked: Sequence[Checked], base_url: str = "") -> Site:
    """All pages, pictures and assets of checked books. Raises Problems where the check stops publishing."""
    books = [one.book for one in checked]
    found = check.problems_of(checked)
    blocking = check.blocking(found)
    if blocking:
        raise Problems(blocking)
    # A checkout on another system may have other line ends; the site is the same everywhere.
    files = {name: data.replace(b"\r\n", b"\n") for name, data in pages.assets().items()}
    files["index.html"] = pages.root_index(books, base_url).encode()
    for language in languages(books):
        files[f"{language}/index.html"] = pages.language_index(books, language, base_url).encode()
    for book in books:
        for language, words in book.words.items():
            files[f"{language}/{book.id}/index.html"] = pages.book_page(book, language, base_url).encode()
            files |= {
                f"{language}/{book.id}/frames/{frame.id}.svg": picture(book, frame, words)
                for frame in check.frames(book)
            }
    summary = "\n".join(one.summary for one in checked)
    return Site(files, f"{len(files)} files\n{summary}", tuple(found))


def picture(book: Book, frame: Frame, words: Words) -> bytes:
    """One frame as an SVG file of its own, with its title and the position in words."""
    title = pages.frame_title(book, frame, words)
    description = text.describe(frame.picture, words)
    return svg.alone(
        frame, book.game.board, book.game.teams, title, description.text, words.language
    ).encode()


def languages(books: Sequence[Book]) -> tuple[str, ...]:
    """Every language that some book has, in the order of the codes."""
    return tuple(sorted({language for book in books for language in book.words}))
