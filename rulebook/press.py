"""Presses books into the files of a site: everything is gathered and checked, nothing is written."""

import os
from collections.abc import Sequence, Sized
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from rulebook import (
    alone,
    browser,
    check,
    conformance,
    embed,
    examples,
    explorer,
    pages,
    pictures,
    printing,
    raster,
    search,
)
from rulebook.books import Book
from rulebook.check import Checked
from rulebook.errors import Problem, Problems
from rulebook.pages import Form


@dataclass(frozen=True, slots=True)
class Site:
    """The files of a site (relative path → bytes), what it holds, and what it publishes with a note."""

    files: dict[str, bytes]
    summary: str
    notes: tuple[Problem, ...]


def press(checked: Sequence[Checked], base_url: str = "", *, pdf: bool = False) -> Site:
    """All pages, pictures and assets of checked books, and with `pdf` each book on paper.

    Raises Problems where the check stops publishing, and where there is no browser that could print.
    """
    books, found = [one.book for one in checked], publishable(checked)
    preview = pages.PREVIEW if raster.available() else ""
    form = pages.SITE._replace(preview=preview, pdf=pages.PDF if pdf else "")
    files = pages.assets()
    files["index.html"] = pages.root_index(books, base_url).encode()
    files[pages.NOT_FOUND] = alone.not_found(books, base_url).encode()
    files |= {name: script.encode() for name, script in embed.scripts().items()}
    for language in languages(books):
        files[f"{language}/index.html"] = pages.language_index(books, language, base_url).encode()
    for one in checked:
        more = examples.find(one.book.game)
        scenes = {frames[0].scene: frames for some in more.values() for frames in some}
        files |= explorer.files(one.book, one.options.jobs or os.cpu_count() or 1, scenes)
        files |= search.files(one.book)
        for language in one.book.words:
            own = form._replace(examples=tuple(more))
            files |= _book(one, language, base_url, own)
            scripts = pages.example_scripts(one, language, own, more)
            files |= {f"{language}/{one.book.id}/{name}": data for name, data in scripts.items()}
    if pdf:
        files |= papers(checked, f"{{language}}/{{book}}/{form.pdf}")
    return Site(files, _summary(files, checked), tuple(found))


def single(checked: Sequence[Checked]) -> Site:
    """One HTML file for each book and language, which loads nothing, and an index.

    Raises Problems as `press`.
    """
    books, found, form = [one.book for one in checked], publishable(checked), alone.form()
    files = {form.home: alone.index(books).encode()}
    for one in checked:
        for language in one.book.words:
            name = form.path.format(book=one.book.id, language=language)
            searched = search.inlined(one.book, language)
            files[name] = pages.book_page(one, language, form=form, searched=searched).encode()
    return Site(files, _summary(files, checked), tuple(found))


def papers(checked: Sequence[Checked], name: str, wanted: str = "", paper: str = "a4") -> dict[str, bytes]:
    """Every book on paper in the wanted language, or in all that it has, under `name` filled in for them.

    Raises Problems where there is no browser that could print.
    """
    browser.need()
    every = [(one, language) for one in checked for language in one.book.words]
    found = [(one, language) for one, language in every if language == wanted or not wanted]
    # Each printing is a browser of its own, and most of the work is the browser's.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        printed = [pool.submit(printing.printed, one, language, paper) for one, language in found]
        return {
            name.format(language=language, book=one.book.id): pdf.result()
            for (one, language), pdf in zip(found, printed, strict=True)
        }


def publishable(checked: Sequence[Checked]) -> list[Problem]:
    """What the check has found that is published with a note. Raises Problems where it stops publishing."""
    found = check.problems_of(checked)
    blocking = check.blocking(found)
    if blocking:
        raise Problems(blocking)
    return list(found)


def _summary(files: Sized, checked: Sequence[Checked]) -> str:
    return "\n".join([f"{len(files)} files", *(one.summary for one in checked)])


def _book(checked: Checked, language: str, base_url: str, form: Form) -> dict[str, bytes]:
    """The folder of a book in one of its languages."""
    book, words = checked.book, checked.book.words[language]
    files = {
        pages.BOOK: pages.book_page(checked, language, base_url, form).encode(),
        pages.CONFORMANCE: conformance.page(checked, language, base_url).encode(),
        **conformance.pictures(checked, language),
        **{name: page.encode() for name, page in embed.files(checked, language, base_url).items()},
        **{
            f"frames/{frame.id}.svg": pictures.still(book, frame, words).encode()
            for frame in check.frames(book)
        },
    }
    if form.preview:
        files[form.preview] = pictures.preview(book, language)
    return {f"{language}/{book.id}/{name}": data for name, data in files.items()}


def languages(books: Sequence[Book]) -> tuple[str, ...]:
    """Every language that some book has, in the order of the codes."""
    return tuple(sorted({language for book in books for language in book.words}))
