"""Reads a catalogue, and counts what is done in one."""

from collections.abc import Callable, Iterable, Sequence
from gettext import c2py
from pathlib import PurePath

from babel.messages import Message

from rulebook.errors import Place, Problem, Problems
from rulebook.words.comparison import compare, same_words
from rulebook.words.entries import NUMBER, Catalogue, Translation
from rulebook.words.languages import base
from rulebook.words.numbers import COUNTED
from rulebook.words.po import form_lines, forms_of, key_of, messages, parse


def read_catalogue(
    path: str,
    data: bytes,
    language: str,
    source_language: str,
    choosing: Iterable[tuple[str, str]] = (),
) -> Catalogue:
    """A PO file, checked: form, header, and each translation against its source. Raises Problems.

    `choosing` holds contexts with the placeholder that chooses their plural form; it is `{n}` elsewhere.
    """
    text, catalog = parse(path, data, language)
    lines, form = text.split("\n"), c2py(catalog.plural_expr)
    alone, related = _alone(form, catalog.num_plurals), base(language) == base(source_language)
    problems, chosen = [*same_words(messages(catalog), path, lines)], dict(choosing)
    for message in messages(catalog):
        by = chosen.get(message.context or "", "n")
        for index, wrong in compare(message, related, alone, by):
            problems.append(Problem(Place(path, form_lines(lines, message)[index], 1), *wrong))
    if problems:
        raise Problems(problems)
    entries = {
        key_of(message): translation(message, path, form_lines(lines, message))
        for message in messages(catalog)
    }
    rows = (entries.get((NUMBER, word)) for word in COUNTED)
    counted = tuple(row.forms[0] if row and not row.fuzzy else "" for row in rows)
    return Catalogue(entries, form, Place(path), alone, counted)


def _alone(form: Callable[[int], int], count: int) -> tuple[int | None, ...]:
    """For each plural form the number that it is for, where there is only one such number."""
    having = [form(number) for number in range(1000)]
    return tuple(having.index(index) if having.count(index) == 1 else None for index in range(count))


def stats(catalogue: tuple[str, bytes]) -> tuple[int, int, int]:
    """How many entries of a PO file (path and bytes) are done, fuzzy and missing. Raises Problems."""
    path, data = catalogue
    found = [translation(message, path) for message in messages(parse(path, data, PurePath(path).stem)[1])]
    missing = sum(not all(entry.forms) for entry in found)
    fuzzy = sum(entry.fuzzy and all(entry.forms) for entry in found)
    return len(found) - missing - fuzzy, fuzzy, missing


def translation(message: Message, path: str, lines: Sequence[int] = ()) -> Translation:
    other, place = "".join(forms_of(message.id)[1:]), Place(path, message.lineno or 0)
    return Translation(forms_of(message.string), message.fuzzy, place, other, tuple(lines))
