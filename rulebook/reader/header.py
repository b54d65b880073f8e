"""What stands above a book's prose."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from rulebook.errors import Place, did_you_mean
from rulebook.reader.characters import clean
from rulebook.reader.notes import Notes
from rulebook.reader.structure import Text, Value, load
from rulebook.reader.values import fields_of, text_of, texts_of, wrong


@dataclass(frozen=True, slots=True)
class Header:
    """What stands above a book's prose, between the two `---` lines; `place` is the header's first line."""

    title: str
    game: str
    language: str
    edition: str
    credits: str
    description: str
    unofficial: bool
    retired: tuple[str, ...]
    place: Place


_HEADER = ("title", "game", "language")
_HEADER_MORE = ("edition", "credits", "description", "unofficial", "retired")
_LANGUAGE = re.compile("[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?")
_BETTER_LANGUAGE = {"no": "nb", "iw": "he", "in": "id", "jp": "ja", "dk": "da", "cz": "cs", "gr": "el"}


def read_header(path: str, text: str, games: Collection[str]) -> tuple[Header, str, int]:
    """A book's header, the prose below it, and the number of the prose's first line.

    `games` are the names of the games that there are. Raises Problems.
    """
    notes = Notes(path)
    lines = clean(notes, text).split("\n")
    end = _header_end(notes, lines)
    root = load(notes, "\n".join(["", *lines[1:end], ""]))
    header = _header(notes, fields_of(notes, root, "the header", _HEADER, _HEADER_MORE), games)
    notes.settle()
    return header, "\n".join(lines[end + 1 :]), end + 2


def _header_end(notes: Notes, lines: list[str]) -> int:
    """Index of the line that ends the header."""
    advice = "begin the file with a line '---', the header and another line '---'"
    if lines[0].rstrip() != "---":
        notes.stop(notes.place(), "no-header", "the book has no header", advice)
    end = next((index for index, line in enumerate(lines) if index and line.rstrip() == "---"), 0)
    if not end:
        notes.stop(notes.place(), "no-header", "the header does not end", "write another line '---' below it")
    return end


def _header(notes: Notes, found: Mapping[str, Value], games: Collection[str]) -> Header:
    said = {key: text_of(notes, found.get(key), f"'{key}'") for key in (*_HEADER, *_HEADER_MORE[:3])}
    if said["game"] and said["game"] not in games:
        text = f"no game is called '{said['game']}'"
        notes.add(found["game"].place, "unknown-game", text, did_you_mean(said["game"], games))
    if said["language"] and (advice := language_fault(said["language"])):
        text = f"'{said['language']}' is not the code of a language"
        notes.add(found["language"].place, "bad-language", text, advice)
    return Header(
        **said,
        unofficial=_yes_or_no(notes, found.get("unofficial"), "'unofficial'"),
        retired=_rules(notes, found.get("retired"), "'retired'"),
        place=notes.place(),
    )


def language_fault(code: str) -> str:
    """Advice for a code that is not as BCP 47 writes it (`nb`, `pt-BR`, `zh-Hans`); "" for a good one."""
    if code in _BETTER_LANGUAGE:
        return f"write '{_BETTER_LANGUAGE[code]}'"
    if _LANGUAGE.fullmatch(code):
        return ""
    first, *rest = re.split("[-_]", code)
    better = "-".join([first.lower(), *(part.title() if len(part) == 4 else part.upper() for part in rest)])
    better = _BETTER_LANGUAGE.get(better, better)
    return f"write '{better}'" if _LANGUAGE.fullmatch(better) else "write it like 'en', 'nb' or 'pt-BR'"


def _yes_or_no(notes: Notes, value: Value | None, what: str) -> bool:
    if value is None:
        return False
    if isinstance(value, Text) and value.plain and value.text in ("true", "false"):
        return value.text == "true"
    wrong(notes, value, what, "true or false, without quotes")
    return False


def _rules(notes: Notes, value: Value | None, what: str) -> tuple[str, ...]:
    """A list of rule ids, each once."""
    rules = texts_of(notes, value, what, ("retired",))
    seen: set[str] = set()
    for index, rule in enumerate(rules):
        place = notes.near(("retired", index))
        if rule and not re.fullmatch(r"[a-z0-9_]+(\.[a-z0-9_]+)+", rule):
            notes.add(place, "bad-rule", f"'{rule}' cannot be the id of a rule", "write it as 'dodge.exit'")
        elif rule in seen:
            notes.add(place, "duplicate-rule", f"'{rule}' stands in the list already", "delete one of them")
        seen.add(rule)
    return rules
