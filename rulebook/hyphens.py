"""Puts soft hyphens into a page that is to be printed. The only user of pyphen, which an extra brings."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec

SOFT = "\u00ad"
UNTOUCHED = frozenset("svg code style script title template h1 h2 h3 abbr".split())
"""Elements whose text stays as it is: pictures with their descriptions, ids, headings."""

_PIECES = re.compile(r"<!--.*?-->|<[^>]*>|&\w+;|&#\w+;|[^<&]+", re.DOTALL)
_TAG = re.compile(r"<(/?)(\w+)[^>]*?(/?)>")
_WORD = re.compile(r"[^\W\d_]{6,}")


def hyphenated(page: str, language: str) -> str:
    """The page with a soft hyphen wherever a word may be broken; as it is where the language has no patterns.

    Text in another language than the page's (an element with `lang`) is left alone. Every `>` inside an
    attribute has to be escaped, as templates do.
    """
    break_up = _breaker(language)
    return page if break_up is None else "".join(_pieces(page, break_up))


def _pieces(page: str, break_up: Callable[[str], str]) -> Iterator[str]:
    """Each piece of markup as it is, each piece of text with its words broken up."""
    within: list[str] = []
    for piece in _PIECES.findall(page):
        tag = _TAG.fullmatch(piece)
        if tag and (within or tag[2] in UNTOUCHED or _foreign(piece)):
            _follow(within, *tag.groups())
        still = within or piece.startswith(("<", "&"))
        yield piece if still else _WORD.sub(lambda word: break_up(word[0]), piece)


def _follow(within: list[str], closing: str, name: str, empty: str) -> None:
    """Keep the elements that are left alone, and those inside them, from the outermost."""
    if closing:
        if name in within:
            while within.pop() != name:
                pass
    elif not empty and name not in _VOID:
        within.append(name)


_VOID = frozenset("area br col hr img input link meta source wbr".split())


def _foreign(piece: str) -> bool:
    return re.match(r"<(?!html\b)\w+[^>]*\slang=", piece) is not None


@cache
def _breaker(language: str) -> Callable[[str], str] | None:
    """Breaks a word up as a language does, or None without its patterns or without pyphen."""
    if find_spec("pyphen") is None:
        return None
    import pyphen

    known = pyphen.language_fallback(language.replace("-", "_"))
    if known is None:
        return None
    patterns = pyphen.Pyphen(lang=known, left=3, right=3)
    return cache(lambda word: patterns.inserted(word, SOFT))
