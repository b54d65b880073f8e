"""Keeps catalogues up to date: what there is to translate, and a PO file brought up to it."""

import re
from ast import literal_eval
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from io import BytesIO
from itertools import takewhile
from pathlib import PurePath

from babel.messages import Catalog, Message
from babel.messages.pofile import write_po

from rulebook.errors import Place, Problems
from rulebook.words.entries import MARKS, NUMBER, PAGE, QUOTES, Source
from rulebook.words.languages import language_problems
from rulebook.words.numbers import COUNTED
from rulebook.words.po import end, forms_of, key_of, messages, parse, right_fields

TEXT = r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
CALL = re.compile(rf"\b(?:(?:t|attr)\(\s*{TEXT}|n\(\s*{TEXT}\s*,\s*{TEXT})")

SIMILAR = 0.6
"""From this likeness on, a new text is a changed old one."""

WIDE = 10**6
"""A line width that wraps nothing: Babel would tear a wrapped previous msgid out of its quotes."""


def language_entries() -> tuple[Source, ...]:
    """What the pages have to know of each language: how it says numbers, and its quotation marks."""
    note = (
        "every word for it, with / between them: in (brackets) one that may be an article,"
        " behind a minus a longer word that holds it and is no number"
    )
    marks = Source(QUOTES, " ".join(MARKS), note="outer and inner quotation marks")
    return (marks, *(Source(NUMBER, word, note=note) for word in COUNTED))


def page_entries(sources: Mapping[str, str]) -> tuple[Source, ...]:
    """The words of the pages: every `t("…")`, `attr("…")` and `n("…", "…", …)` of templates (name → text)."""
    return tuple(entry for name, text in sorted(sources.items()) for entry in _calls(name, text))


def _calls(name: str, text: str) -> Iterator[Source]:
    for found in CALL.finditer(text):
        one, *other = (str(literal_eval(quoted)) for quoted in found.groups() if quoted)
        yield Source(PAGE, one, "".join(other), end(name, text[: found.start()]))


def update(path: str, old: bytes | None, entries: Iterable[Source]) -> bytes:
    """The catalogue at `path`, brought up to the entries, whose order it takes.

    New entries are empty, changed ones fuzzy with their previous text, gone ones dropped. The same input
    gives the same bytes, and a second run changes nothing. Raises Problems where the old file cannot be read.
    """
    language = PurePath(path).stem
    if problems := language_problems(language, Place(path)):
        raise Problems(problems)
    text, known = parse(path, old, language) if old is not None else ("", None)
    merged = Catalog(locale=language.replace("-", "_"))
    if known:
        merged.mime_headers = [("Plural-Forms", known.plural_forms)]
    sources = _gathered(entries)
    matched = _matched(list(sources), messages(known) if known else [])
    for key, equal in sources.items():
        message = _merged(equal, matched.get(key))
        merged[message.id] = message
    body = BytesIO()
    write_po(body, merged, width=WIDE, omit_header=True, include_previous=True)
    return (
        _head(text, language, merged.plural_forms) + body.getvalue().decode().rstrip("\n") + "\n"
    ).encode()


def _head(text: str, language: str, plural_forms: str) -> str:
    """The header entry, without dates or machines, below the translators' own comment."""
    comments = takewhile(lambda line: line.startswith("#"), text.split("\n"))
    fields = {**right_fields(language), "Plural-Forms": plural_forms, "MIME-Version": "1.0"}
    lines = [
        *(line for line in comments if line[1:2] in ("", " ")),
        *('msgid ""', 'msgstr ""'),
        *(f'"{name}: {value}\\n"' for name, value in fields.items()),
        '"Content-Transfer-Encoding: 8bit\\n"',
    ]
    return "\n".join(lines) + "\n\n"


def _gathered(entries: Iterable[Source]) -> dict[tuple[str, str], list[Source]]:
    """The entries by context and text; equal ones share a key, empty ones have nothing to translate."""
    gathered: dict[tuple[str, str], list[Source]] = {}
    for entry in filter(lambda each: each.one, entries):
        gathered.setdefault((entry.context, entry.one), []).append(entry)
    return gathered


def _matched(
    sources: Sequence[tuple[str, str]], messages: Iterable[Message]
) -> dict[tuple[str, str], Message]:
    """The old message for each entry: the same one, else one that is gone and that this may have been."""
    old = {key_of(message): message for message in messages}
    matched = {key: old[key] for key in sources if key in old}
    new = [key for key in sources if key not in old]
    gone = [key for key in old if key not in matched]
    for key in new:
        rivals = [other for other in gone if other[0] == key[0]]
        alone = len(rivals) == 1 == sum(other[0] == key[0] for other in new)
        moved = [other for other in gone if other[1] == key[1]]
        best = max(rivals, key=lambda other: _likeness(key[1], other[1]), default=None)
        if best and not alone and _likeness(key[1], best[1]) < SIMILAR:
            best = None
        if found := best or next(iter(moved), None):
            matched[key] = old[found]
            gone.remove(found)
    return matched


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def _merged(sources: Sequence[Source], old: Message | None) -> Message:
    """The new entry. A changed source makes a translation fuzzy, unless there is none yet."""
    first = sources[0]
    ids = (first.one, first.other) if first.other else first.one
    forms = forms_of(old.string) if old else ("",)
    message = Message(
        ids,
        forms if first.other else forms[0],
        [(PurePath(source.place.path).name, source.place.line) for source in sources if source.place.path],
        auto_comments=list(dict.fromkeys(source.note for source in sources if source.note)),
        user_comments=old.user_comments if old else (),
        context=first.context or None,
    )
    message.flags.discard("python-format")  # a per cent sign in a sentence is no placeholder
    if old and any(forms):
        changed = (old.context, forms_of(old.id)) != (message.context, forms_of(ids))
        message.flags |= {"fuzzy"} if old.fuzzy or changed else set()
        message.previous_id = old.previous_id or (list(forms_of(old.id)) if changed else [])
    return message
