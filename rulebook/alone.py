"""Pages that stand alone: a book in one file, and the page for an address that leads nowhere."""

from collections.abc import Sequence
from urllib.parse import quote

from rulebook import pages
from rulebook.books import Book
from rulebook.pages import Addresses, Form, Inlined, Speech

SEARCH = "search.js"
"""What a page that stands alone holds beside what the pages of a site share."""


def form() -> Form:
    """The form of a book in one file, beside its other languages and other books, if they are there."""
    return Form("{book}.{language}.html", "", "index.html", "", inlined=inlined())


def inlined() -> Inlined:
    """What the pages of a site share, as a page holds it that stands alone."""
    style, script, icon, first, offers = map(
        pages.template, ("book.css", "player.js", "favicon.svg", pages.FIRST, "offers.js")
    )
    # A script of a page's own cannot be deferred; what comes first asks last whether all has gone well.
    script += pages.template(SEARCH) + offers
    started = f'document.addEventListener("DOMContentLoaded", function () {{\n{script}}});\n{first}'
    policy = pages.ALONE.format(pages.digest(started), pages.digest(style))
    icon = f"data:image/svg+xml,{quote(icon)}"
    return Inlined(pages.inside(style, "style"), pages.inside(started, "script"), icon, policy)


def index(books: Sequence[Book]) -> str:
    """What there is in single files: each language with its books."""
    tongues, single = pages.tongues(books), form()
    say = Speech(next(iter(tongues.values())))
    site = Addresses(tongues, single.home, single.root, "")
    head = site.head(say.words, say.attr("Rulebooks"), "", single.home)
    offers = {
        tag: [
            (
                single.path.format(book=book.id, language=tag),
                Speech(words).mark(pages.header(book, "title", tag)),
            )
            for book in books
            if tag in book.words
        ]
        for tag, words in tongues.items()
    }
    return pages.render("single.html.jinja", say, head=head._replace(inlined=single.inlined), offers=offers)


def not_found(books: Sequence[Book], base_url: str = "") -> str:
    """The page for an address that leads nowhere, in all languages at once.

    A server shows it in the place of any other, so nothing in it is relative: its links start at the base URL
    or, without one, at the root of the server.
    """
    tongues = pages.tongues(books)
    say = Speech(next(iter(tongues.values())))
    site = Addresses(tongues, "{}/index.html", f"{base_url.rstrip('/')}/", "")
    head = site.head(say.words, say.attr("This page does not exist"), "", "")
    speaking = {tag: Speech(words) for tag, words in tongues.items()}
    return pages.render("404.html.jinja", say, head=head, speaking=speaking)
