"""Which rules stand on the page for the table: found from what the engine does, not chosen by hand."""

import re
from collections.abc import Iterator

from rulebook.books import Book
from rulebook.model import Role

GENERAL = 3
"""A rule that forbids something in so many kinds of action holds in general."""

CLOSING = 2
"""How many of the last things that happen in a game tell its end: what brings it about, and what it is."""

_SENTENCE = re.compile(r".+?(?:[.!?؟](?=\s)|[。！？])", re.DOTALL)


def rules(book: Book) -> tuple[str, ...]:
    """What is permitted, counted in play, forbidden in general, owed, or an end, in the order of the book."""
    chosen = {*_permitted(book), *_counted(book), *_general(book), *_duties(book), *_endings(book)}
    return tuple(rule for rule in book.prose.rules if rule in chosen)


def first_sentence(text: str) -> str:
    """The first sentence of a text in Markdown, which is what a rule says before it explains anything."""
    found = _SENTENCE.match(text)
    return found[0] if found else text


def _permitted(book: Book) -> Iterator[str]:
    yield from (rule for rule, role in book.game.rules.items() if role is Role.PERMITS)


def _counted(book: Book) -> Iterator[str]:
    """Rules that decide something and quote a value of the engine; prices stand in a table of their own."""
    quoting = {use.context for use in book.prose.facts}
    deciding = (Role.FORBIDS, Role.EFFECT)
    yield from (rule for rule, role in book.game.rules.items() if role in deciding and rule in quoting)


def _general(book: Book) -> Iterator[str]:
    for rule, kinds in _forbidding(book).items():
        if len(kinds) >= GENERAL:
            yield rule


def _duties(book: Book) -> Iterator[str]:
    """Rules that forbid what leaves nothing to choose, such as passing the turn on: something is owed."""
    for rule, kinds in _forbidding(book).items():
        if any(not book.game.actions.get(kind, ("",)) for kind in kinds):
            yield rule


def _forbidding(book: Book) -> dict[str, set[str]]:
    """The kinds of action that the laws of each rule forbid."""
    kinds: dict[str, set[str]] = {}
    for law in book.game.proof.laws:
        if law.forbids and book.game.rules.get(law.rule) is not Role.COST:
            kinds.setdefault(law.rule, set()).update(law.kinds)
    return kinds


def _endings(book: Book) -> Iterator[str]:
    """What scenes show last where somebody wins."""
    for frames in book.frames.values():
        for frame in frames:
            if frame.picture.winner:
                yield from (event.rule for event in frame.events[-CLOSING:])
