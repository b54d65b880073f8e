"""Holds a translation against its source: placeholders, links and signs, and words that are numbers."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from babel.messages import Message

from rulebook.errors import Place, Problem, did_you_mean
from rulebook.words.entries import MARKS, NUMBER, PLACEHOLDER, QUOTES
from rulebook.words.numbers import alternatives
from rulebook.words.po import form_lines, forms_of

TARGET = re.compile(r"\]\(\s*<?([^)\s>]*)|<((?:https?|mailto):[^>\s]*)>")
BOUND = ("fact:", "rule:", "scene:", "table:", "#")
OUTSIDE = ("https://", "http://", "mailto:")
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\ufeff]")

Wrong = Iterator[tuple[str, str, str]]
"""Code, text and advice of each thing that is wrong at a place that the caller knows."""


def compare(
    message: Message, related: bool, alone: Sequence[int | None], by: str
) -> Iterator[tuple[int, tuple[str, str, str]]]:
    """What each form of a translation has lost, gained or changed against its source.

    A fuzzy one is not looked at, as no reader sees it. `related`: both are forms of one language. A form that
    is for one number `alone` need not show that number, which the placeholder `by` stands for.
    """
    forms, sources = forms_of(message.string), forms_of(message.id)
    if message.fuzzy or not any(forms):
        return
    own = [check for context, check in OF_LANGUAGES.items() if context == message.context]
    checks = (_links, _signs, *([] if related else [_untranslated]), *own)
    for index, form in enumerate(forms):
        if not form:
            yield index, ("plural-forms", f"plural form {index} is empty", f"the language has {len(forms)}")
            continue
        spare = by if len(sources) > 1 and alone[index] is not None else ""
        yield from ((index, wrong) for wrong in _placeholders(form, sources, spare))
        yield from ((index, wrong) for check in checks for wrong in check(form, sources))


def _placeholders(form: str, sources: Sequence[str], spare: str) -> Wrong:
    """A form may leave out what one of its sources leaves out too, such as the number in `one step`."""
    known = [set(PLACEHOLDER.findall(source)) for source in sources]
    used = set(PLACEHOLDER.findall(form))
    for name in sorted(set.intersection(*known) - used - {spare}):
        yield "lost-placeholder", f"'{{{name}}}' is missing", "keep it as it is in the source"
    for name in sorted(used - set.union(*known)):
        advice = did_you_mean(name, sorted(set.union(*known))) or "take it out"
        yield "unknown-placeholder", f"'{{{name}}}' is not in the source", advice


def _links(form: str, sources: Sequence[str]) -> Wrong:
    """Links within the book are the source's own; as many lead elsewhere, maybe to pages in the language."""
    wanted, found = _targets(sources[-1]), _targets(form)
    for target in sorted(wanted - found):
        if target.startswith(BOUND):
            yield "lost-link", f"the link to '{target}' is missing", f"write [text]({target})"
    for target in sorted(found - wanted):
        if target.startswith(BOUND):
            advice = did_you_mean(target, wanted) or "take it out"
            yield "unknown-link", f"the link to '{target}' is not in the source", advice
        elif not target.startswith(OUTSIDE):
            yield "unknown-link", f"'{target}' is no link for a book", "keep the links of the source"
    here, there = (sum(n for to, n in links.items() if to.startswith(OUTSIDE)) for links in (found, wanted))
    if here != there:
        code = "lost-link" if here < there else "unknown-link"
        yield code, f"links elsewhere: {here} here, {there} in the source", "keep the links of the source"


def _targets(text: str) -> Counter[str]:
    return Counter(bracketed or bare for bracketed, bare in TARGET.findall(text))


def _signs(form: str, sources: Sequence[str]) -> Wrong:
    source = sources[0]
    if found := CONTROL.search(form):
        yield "control-character", f"U+{ord(found[0]):04X} cannot be in a text", "take it out"
    if ("\n" in form) != ("\n" in source):
        yield "line-break", "line breaks differ from the source", "keep them as they are there"
    if form[0].isspace() != source[0].isspace() or form[-1].isspace() != source[-1].isspace():
        yield "outer-space", "the space at the beginning or end differs", "keep it as it is in the source"


def _untranslated(form: str, sources: Sequence[str]) -> Wrong:
    """A whole sentence that is still the source's own; a few words may be the same in two languages."""
    words = re.findall(r"[^\W\d_]{2,}", re.sub(r"\]\([^)]*\)|\{\w+\}", " ", form))
    if form in sources and len(words) >= 4:
        yield "source-text", "the translation is the source itself", "translate it, or leave it empty"


def _number_row(form: str, _sources: Sequence[str]) -> Wrong:
    """The words for one number, as `counting_of` reads them."""
    for part in form.split("/"):
        if not re.fullmatch(r"-?[^\W\d_][^\d_(),;]*|\([^\W\d_][^\d_(),;]*\)", part.strip()):
            text, advice = f"'{part.strip()}' is no word for a number", "write such as eins / (ein) / (eine)"
            yield "bad-number-word", text, advice


def _four_marks(form: str, _sources: Sequence[str]) -> Wrong:
    """A mark may have a space in it that is not broken, as in French."""
    marks = form.split(" ")
    if len(marks) != len(MARKS) or not all(1 <= len(mark) <= 2 for mark in marks):
        advice = "write the outer pair, then the inner one, with spaces between them"
        yield "bad-quotes", f"'{form}' is not four quotation marks", advice


OF_LANGUAGES = {NUMBER: _number_row, QUOTES: _four_marks}
"""What else is looked at in the entries that tell of a language."""


def same_words(messages: Iterable[Message], path: str, lines: Sequence[str]) -> Iterator[Problem]:
    """A word that counts as two numbers would prove any of them."""
    known: dict[str, str] = {}
    for message in messages:
        (number, *_), (form, *_) = forms_of(message.id), forms_of(message.string)
        counting = [] if message.context != NUMBER or message.fuzzy else alternatives(form)
        for word in (part.strip("()") for part in counting if not part.startswith("-")):
            if known.setdefault(word, number) != number:
                place = Place(path, form_lines(lines, message)[0], 1)
                text, advice = f"'{word}' is '{known[word]}' already", "keep it at one of the two numbers"
                yield Problem(place, "same-number-word", text, advice)
