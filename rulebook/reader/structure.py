"""YAML's events to texts, lists and mappings, each with its place; the only user of PyYAML."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NoReturn
from unicodedata import normalize

import yaml

from rulebook.errors import Place, Problems
from rulebook.reader.characters import _HIDDEN, _TAB, _refuse_character, clean_yaml
from rulebook.reader.notes import DEPTH, KEY_LENGTH, LENGTH, VALUES, Notes, at_most

PARSER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar as written; `plain` where it stands without quotes. An empty one is found at its key."""

    place: Place
    text: str
    plain: bool

    @property
    def empty(self) -> bool:
        return self.plain and self.text in ("", "~", "null", "Null", "NULL")


@dataclass(frozen=True, slots=True)
class Items:
    """A list, found at its key."""

    place: Place
    items: "tuple[Value, ...]"


@dataclass(frozen=True, slots=True)
class Entries:
    """A mapping, found at its key. No two of its keys look alike."""

    place: Place
    entries: "tuple[tuple[Text, Value], ...]"


@dataclass(frozen=True, slots=True)
class Broken:
    """Stands where a problem has been told already; nobody complains about it again."""

    place: Place


Value = Text | Items | Entries | Broken


def load(notes: Notes, text: str) -> Value:
    """The one value of a YAML text. Raises Problems for what is no YAML or too much of it."""
    text = _without_directives(notes, clean_yaml(notes, text))
    value = _load_fast(notes, text)
    return _load_in_python(notes, text) if value is None else value


def _load_fast(notes: Notes, text: str) -> Value | None:
    """What libyaml reads without a complaint; None for all else, which is for pure Python to judge."""
    if PARSER is yaml.BaseLoader:
        return None
    trial = Notes(notes.path)
    try:
        value = _Composer(trial, text, PARSER).root()
    except (yaml.YAMLError, ValueError, Problems):
        return None
    return None if trial.problems else value


def _load_in_python(notes: Notes, text: str) -> Value:
    composer = _Composer(notes, text, yaml.BaseLoader)
    try:
        return composer.root()
    except yaml.MarkedYAMLError as error:
        composer.explain(error)
    except ValueError:
        # PyYAML lets chr() fail on an escape beyond Unicode's end.
        mark = composer.loader.get_mark()
        place = notes.place(mark.line + 1, mark.column + 1)
        notes.stop(place, "bad-escape", "there is no such character", "write the character itself")


def _without_directives(notes: Notes, text: str) -> str:
    """The text with directives as empty lines. They are told: they would change what the rest means."""
    lines = text.split("\n")
    for index, line in enumerate(lines):
        if line.startswith("%"):
            advice = "delete the line" if line.startswith(("%YAML", "%TAG")) else "put the text in quotes"
            text_of_fault = "a line that begins with '%' is not allowed"
            notes.add(notes.place(index + 1), "directive", text_of_fault, advice)
            lines[index] = ""
        elif line.strip() and not line.lstrip().startswith("#"):
            break
    return "\n".join(lines)


class _Composer:
    """Builds the value from the events of one parser and notes all of YAML that we refuse."""

    def __init__(self, notes: Notes, text: str, loader: Callable[[str], Any]) -> None:
        self.notes, self.lines, self.loader = notes, text.split("\n"), loader(text)
        self.lax = loader is not yaml.BaseLoader
        self.size = 0
        self.brackets: list[Place] = []

    def root(self) -> Value:
        self.next()
        start = self.next()
        if isinstance(start, yaml.StreamEndEvent):
            self.notes.stop(self.notes.place(), "empty-file", "nothing is written here")
        value = self.value(self.next(), 1)
        if isinstance(value, Text) and value.empty:
            self.notes.stop(self.notes.place(), "empty-file", "nothing is written here")
        self.next()
        end = self.next()
        if isinstance(end, yaml.DocumentStartEvent):
            text = "after '---' a second document begins"
            self.notes.stop(self.place(end), "second-document", text, "use a file for each")
        return value

    def next(self) -> Any:
        return self.loader.get_event()

    def place(self, event: Any) -> Place:
        return self.notes.place(event.start_mark.line + 1, event.start_mark.column + 1)

    def value(self, event: Any, depth: int) -> Value:
        place = self.place(event)
        self.size += 1
        if self.size > VALUES:
            self.notes.stop(place, "too-many", f"a file holds at most {VALUES} values")
        if depth > DEPTH:
            self.notes.stop(place, "too-deep", f"values lie at most {DEPTH} deep in one another")
        refused = self.note_marks(event, place)
        value = Broken(place) if isinstance(event, yaml.AliasEvent) else self.content(event, place, depth)
        return Broken(place) if refused else value

    def note_marks(self, event: Any, place: Place) -> bool:
        """Tells anchors, aliases and tags, which mostly are texts that someone forgot to put in quotes."""
        alias = isinstance(event, yaml.AliasEvent)
        marks = [("alias", "*") if alias else ("anchor", "&")] if event.anchor is not None else []
        if not alias and event.tag is not None:
            marks.append(("tag", "!"))
        for code, sign in marks:
            text = f"'{sign}' at the beginning of a text means something else in YAML"
            self.notes.add(place, code, text, "put the text in quotes")
        return bool(marks)

    def content(self, event: Any, place: Place, depth: int) -> Value:
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event, place)
        if event.flow_style:
            self.brackets.append(place)
        read = self.items if isinstance(event, yaml.SequenceStartEvent) else self.entries
        value = read(place, depth + 1)
        if event.flow_style:
            self.brackets.pop()
        return value

    def items(self, place: Place, depth: int) -> Items:
        items = []
        while not isinstance(event := self.next(), yaml.SequenceEndEvent):
            items.append(self.value(event, depth))
        return Items(place, tuple(items))

    def entries(self, place: Place, depth: int) -> Entries:
        found: dict[str, tuple[Text, Value]] = {}
        while not isinstance(event := self.next(), yaml.MappingEndEvent):
            key = self.value(event, depth)
            value = self.value(self.next(), depth)
            if isinstance(key, Text) and self.accepts(key, found):
                at_key = not isinstance(value, Text) or value.empty
                found[_alike(key.text)] = key, replace(value, place=key.place) if at_key else value
            elif isinstance(key, Items | Entries):
                self.notes.add(key.place, "key-not-text", "a key is a word, not a list or a mapping")
        return Entries(place, tuple(found.values()))

    def accepts(self, key: Text, found: Mapping[str, tuple[Text, Value]]) -> bool:
        twin = found.get(_alike(key.text))
        if not key.text:
            self.notes.add(key.place, "key-not-text", "a key is missing here", "write one before the ':'")
        elif key.text == "<<" and key.plain:
            self.notes.add(key.place, "merge-key", "'<<' is not allowed", "write the values out")
        elif len(key.text) > KEY_LENGTH:
            self.notes.add(key.place, "too-long", f"a key has at most {KEY_LENGTH} characters")
        elif twin:
            same = f"'{key.text}'" if twin[0].text == key.text else f"'{key.text}' (there '{twin[0].text}')"
            text = f"{same} stands in line {twin[0].place.line} already, column {twin[0].place.column}"
            self.notes.add(key.place, "duplicate-key", text, "delete one of the two")
        else:
            return True
        return False

    def scalar(self, event: Any, place: Place) -> Value:
        text, plain = event.value, not event.style
        if self.lax and self.is_doubtful(event):
            raise yaml.YAMLError("libyaml takes this, pure Python does not")
        before = len(self.notes.problems)
        if len(text) > LENGTH:
            self.notes.add(place, "too-long", f"a text has at most {LENGTH} characters, this one {len(text)}")
        for char in dict.fromkeys(_HIDDEN.findall(text) + _TAB.findall(text)):
            _refuse_character(self.notes, place, char)
        if plain and text:
            self.note_comment(event, text)
        return Broken(place) if len(self.notes.problems) > before else Text(place, text, plain)

    def is_doubtful(self, event: Any) -> bool:
        if event.style in ("|", ">"):
            header = self.lines[event.start_mark.line][event.start_mark.column :]
            return re.match("[|>][-+0-9]*#", header) is not None
        return not event.style and bool(self.brackets) and "?" in event.value

    def note_comment(self, event: Any, text: str) -> None:
        """Refuses ` #` after a text unless it is plainly a comment: two spaces before, one after."""
        end = event.end_mark
        rest = self.lines[end.line][end.column :]
        if rest.lstrip(" ").startswith("#") and not re.match(" {2,}#+ ", rest):
            place = self.notes.place(end.line + 1, end.column + 1 + rest.index("#"))
            advice = "put the whole text in quotes; a comment has two spaces before '#' and one after it"
            self.notes.add(place, "comment-in-text", f"'#' ends the text here, only '{text}' is left", advice)

    def explain(self, error: yaml.MarkedYAMLError) -> NoReturn:
        """Raises all problems with the syntax error as the last, in words for people who do not know YAML."""
        if any(problem.code == "comment-in-text" for problem in self.notes.problems):
            raise at_most(self.notes.problems)  # what '#' has swallowed is nearly always the cause
        problem, context = error.problem or "", error.context or ""
        begun = error.context_mark if problem in _IN_QUOTES or context in _FOUND_AT_ITS_BEGINNING else None
        mark = begun or error.problem_mark or self.loader.get_mark()
        place = self.notes.place(mark.line + 1, mark.column + 1)
        if self.brackets and not isinstance(error, yaml.scanner.ScannerError):
            self.explain_bracket(place)
        answer = _syntax(problem, context, self.lines[mark.line][: mark.column])
        if answer is _MISSING_COLON:
            self.explain_missing_space(mark.line)
        if answer is _INDENTATION:
            written = [number for number in range(mark.line) if self.lines[number].strip()]
            self.explain_missing_space(written[-1] if written else mark.line)
        self.notes.stop(place, *answer)

    def explain_bracket(self, place: Place) -> NoReturn:
        opening = self.brackets[-1]
        bracket = self.lines[opening.line - 1][opening.column - 1]
        text = f"what '{bracket}' opens here goes wrong in line {place.line}, column {place.column}"
        advice = "close it, put a comma between its parts, or put the text there in quotes"
        self.notes.stop(opening, "unclosed", text, advice)

    def explain_missing_space(self, line: int) -> None:
        """`key:value` is a text to YAML, and only what comes after it seems wrong."""
        found = re.match("[ -]*([^ :]+):[^ ]", self.lines[line])
        if found:
            place = self.notes.place(line + 1, found.end(1) + 1)
            text = f"a space is missing after '{found[1]}:'"
            self.notes.stop(place, "missing-space", text, "write 'key: value'")


def _alike(key: str) -> str:
    """What keys have in common that look the same."""
    return normalize("NFKC", key).casefold().strip()


_INDENTATION = (
    "indentation",
    "this line does not fit the lines above",
    "begin the keys of one level in the same column, with 'key: value' on each line",
)
_MISSING_COLON = ("missing-colon", "a key needs ': ' after it", "write 'key: value'")
_QUOTES = ("needs-quotes", "a text cannot begin like this", "put it in quotes")
_AFTER_QUOTES = (
    "needs-quotes",
    "the text ended at the quotes before this",
    "put the whole text in quotes; double quotes can stand inside single ones",
)
_FOUND_AT_ITS_BEGINNING = (
    "while scanning a simple key",
    "while scanning an alias",
    "while scanning an anchor",
    "while scanning a tag",
    "while parsing a tag",
)
_IN_QUOTES = ("found unexpected end of stream", "found unexpected document separator")
_UNCLOSED = ("unclosed", "the quotes that open here are never closed", "close them")
_SYNTAX = (
    ("could not find expected ':'", _MISSING_COLON),
    ("escape", ("bad-escape", "no such sign can follow '\\'", "use single quotes, or write '\\\\'")),
    ("<document start>", ("not-the-end", "nothing more is expected here", "delete it")),
    ("node content", _QUOTES),
    ("cannot start any token", _QUOTES),
    ("mapping keys are not allowed", _QUOTES),
    ("tag handle", _QUOTES),
)
_BY_CONTEXT = (
    ("block scalar", ("block-text", "after '|' or '>' the line must end", "put the text in quotes")),
    ("scanning an a", _QUOTES),
    ("a tag", _QUOTES),
    ("a directive", _QUOTES),
)


def _syntax(problem: str, context: str, before: str) -> tuple[str, str, str]:
    """Code, text and advice for what PyYAML calls `problem`; `before` is the line as far as it went well."""
    if problem == "mapping values are not allowed here":
        return _second_colon(before)
    if problem in _IN_QUOTES:
        return _UNCLOSED
    if "expected <block end>" in problem:
        return _AFTER_QUOTES if before.rstrip().endswith(("'", '"')) else _INDENTATION
    if problem == "sequence entries are not allowed here":
        return _QUOTES if ": " in before else _INDENTATION
    known = [answer for part, answer in _SYNTAX if part in problem]
    known += [answer for part, answer in _BY_CONTEXT if part in context]
    return known[0] if known else ("syntax", f"this is no YAML: {problem}", "")


def _second_colon(before: str) -> tuple[str, str, str]:
    if len(before) > 1000:
        return "too-long", f"a key has at most {KEY_LENGTH} characters", "put a text with ':' in it in quotes"
    if ": " in before:
        return "needs-quotes", "a text cannot hold ': '", "put the whole text in quotes"
    return _INDENTATION
