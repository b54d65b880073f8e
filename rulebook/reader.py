"""Reads what designers write in YAML: a scene, a book's header, its sentences; every value with its place.

The only user of PyYAML. Nothing of YAML's guessing gets through: characters that nobody sees are refused,
the parser's events are checked one by one, every scalar stays the text that was written, and the schema
decides the rest. Each of these stages tells all its problems at once; only a syntax error ends its stage, for
nothing after it is sure. libyaml reads where it is there; what it objects to is read again in pure Python, so
that results and messages are the same on every machine.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any, NoReturn
from unicodedata import name as character_name
from unicodedata import normalize

import yaml

from rulebook.errors import Place, Problem, Problems, did_you_mean
from rulebook.model import JSON, Dice, Game, Scene, Step, Unreadable

SIZE = 256 * 1024
"""The most bytes that a source file may have."""
DEPTH, VALUES = 32, 20_000
"""How deep values may lie in one another, and how many a file may hold."""
LENGTH, KEY_LENGTH, DIGITS, WORDS = 10_000, 100, 9, 500
"""The most characters of a text and of a key, digits of a number, keys and words of an expectation."""
SHOWN, GIVE_UP, LINE = 50, 500, 300
"""So many problems of one file are told, after so many reading ends; characters of a problem's text."""

PARSER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

NOWHERE = Place("")

Path = tuple[str | int, ...]


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


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is said of one kind of event or refusal, with `{placeholders}`.

    Where a number decides, `by` names its placeholder, `one` is the singular and `other` the plural.
    """

    one: str
    other: str = ""
    by: str = ""
    place: Place = NOWHERE


Sentences = Mapping[str, Sentence]
"""Keyed by section and name: `events.move`, `refusals.turn.took`, `shows.none`, `position.turn`."""


# Problems and places


@dataclass(slots=True)
class _Notes:
    """What one reading of a file finds: its problems, and where each value stands."""

    path: str
    problems: list[Problem] = field(default_factory=list)
    places: dict[Path, Place] = field(default_factory=dict)

    def place(self, line: int = 1, column: int = 1) -> Place:
        return Place(self.path, line, column)

    def add(self, place: Place, code: str, text: str, advice: str = "") -> None:
        self.problems.append(Problem(place, code, text if len(text) <= LINE else text[:LINE] + "…", advice))
        if len(self.problems) > GIVE_UP:
            self.settle()

    def stop(self, place: Place, code: str, text: str, advice: str = "") -> NoReturn:
        """For what makes reading on senseless."""
        self.add(place, code, text, advice)
        raise at_most(self.problems)

    def settle(self) -> None:
        if self.problems:
            raise at_most(self.problems)

    def near(self, path: Path) -> Place:
        """Where a value stands, or the nearest value around it."""
        while path not in self.places:
            path = path[:-1]
        return self.places[path]


def at_most(problems: Iterable[Problem]) -> Problems:
    """The problems as an exception, with a word about the rest where they are too many to read."""
    found = sorted(set(problems))
    rest = found[SHOWN:]
    if rest:
        text, advice = f"at least {len(rest)} more problems are not shown", "mend those above first"
        exit = max(problem.exit for problem in rest)
        found[SHOWN:] = [Problem(rest[0].place, "more-problems", text, advice, exit)]
    return Problems(found)


def near(word: str, known: Iterable[str]) -> str:
    """Advice that names the nearest known word, if one is near; for where all of them would be too many."""
    advice = did_you_mean(word, known)
    return advice if advice.startswith("did you mean") else ""


# Characters

_LAST_OF_PLANES = "".join(chr(plane * 0x10000 + last) for plane in range(17) for last in (0xFFFE, 0xFFFF))
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff"
    "\u200b\u2028-\u202e\u2060-\u206f\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffd" + _LAST_OF_PLANES + "]"
)
_TAB = re.compile("\t")
_FALSE_INDENT = re.compile("^ *([\u00a0\u2000-\u200a\u202f])", re.MULTILINE)

_HIDDEN_ADVICE = (
    ("\r", "save the file with ordinary line ends (LF or CRLF)"),
    ("\x85\u2028\u2029", "it breaks the line without showing it; delete it"),
    ("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", "delete it; U+200E and U+200F are allowed"),
    ("\ufffd", "a letter was lost here when the file was converted; type it again"),
)


def decode(path: str, data: bytes) -> str:
    """The text of a source file: UTF-8, with LF as line end and without a byte order mark.

    Raises Problems for a file that is too large or not UTF-8, and for characters that a reader cannot see and
    that steer a terminal, break XML or turn the direction of writing.
    """
    notes = _Notes(path)
    if len(data) > SIZE:
        notes.stop(notes.place(), "too-large", f"the file has {len(data)} bytes, at most {SIZE} are read")
    try:
        return _clean(notes, data.decode())
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        text = f"byte {error.start + 1} (0x{data[error.start]:02x}) is not UTF-8"
        utf16 = data[:2] in (b"\xff\xfe", b"\xfe\xff")
        advice = "save the file as UTF-8" + (", it is UTF-16 now" if utf16 else "")
        notes.stop(notes.place(line, column), "not-utf8", text, advice)


def _clean(notes: _Notes, text: str) -> str:
    """The text with LF as line end and without a byte order mark at its start."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    hidden = list(_HIDDEN.finditer(text))
    for found in hidden:
        _refuse_character(notes, _at(notes, text, found.start()), found[0])
    if hidden:
        raise at_most(notes.problems)
    return text


def _clean_yaml(notes: _Notes, text: str) -> str:
    text = _clean(notes, text)
    tabs, false_indents = list(_TAB.finditer(text)), list(_FALSE_INDENT.finditer(text))
    for tab in tabs:
        notes.add(_at(notes, text, tab.start()), "tab", "a tab is not allowed here", "write spaces")
    for found in false_indents:
        place = _at(notes, text, found.start(1))
        notes.add(place, "indentation", f"{_named(found[1])} looks like a space and is none", "write spaces")
    if tabs or false_indents:
        raise at_most(notes.problems)
    return text


def _at(notes: _Notes, text: str, index: int) -> Place:
    return notes.place(text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index))


def _named(char: str) -> str:
    name = character_name(char, "a control character" if char < "\xa0" else "no character")
    return f"U+{ord(char):04X} ({name})"


def _refuse_character(notes: _Notes, place: Place, char: str) -> None:
    code = "line-end" if char == "\r" else "hidden-character"
    advice = next((advice for chars, advice in _HIDDEN_ADVICE if char in chars), "delete it")
    notes.add(place, code, f"{_named(char)} is not allowed", advice)


# Structure: from YAML's events to texts, lists and mappings


@dataclass(frozen=True, slots=True)
class _Text:
    """A scalar as written; `plain` where it stands without quotes. An empty one is found at its key."""

    place: Place
    text: str
    plain: bool

    @property
    def empty(self) -> bool:
        return self.plain and self.text in ("", "~", "null", "Null", "NULL")


@dataclass(frozen=True, slots=True)
class _Items:
    """A list, found at its key."""

    place: Place
    items: "tuple[_Value, ...]"


@dataclass(frozen=True, slots=True)
class _Entries:
    """A mapping, found at its key. No two of its keys look alike."""

    place: Place
    entries: "tuple[tuple[_Text, _Value], ...]"


@dataclass(frozen=True, slots=True)
class _Broken:
    """Stands where a problem has been told already; nobody complains about it again."""

    place: Place


_Value = _Text | _Items | _Entries | _Broken


def _load(notes: _Notes, text: str) -> _Value:
    """The one value of a YAML text. Raises Problems for what is no YAML or too much of it."""
    text = _without_directives(notes, _clean_yaml(notes, text))
    value = _load_fast(notes, text)
    return _load_in_python(notes, text) if value is None else value


def _load_fast(notes: _Notes, text: str) -> _Value | None:
    """What libyaml reads without a complaint; None for all else, which is for pure Python to judge."""
    if PARSER is yaml.BaseLoader:
        return None
    trial = _Notes(notes.path)
    try:
        value = _Composer(trial, text, PARSER).root()
    except (yaml.YAMLError, ValueError, Problems):
        return None
    return None if trial.problems else value


def _load_in_python(notes: _Notes, text: str) -> _Value:
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


def _without_directives(notes: _Notes, text: str) -> str:
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

    def __init__(self, notes: _Notes, text: str, loader: Callable[[str], Any]) -> None:
        self.notes, self.lines, self.loader = notes, text.split("\n"), loader(text)
        self.lax = loader is not yaml.BaseLoader
        self.size = 0
        self.brackets: list[Place] = []

    def root(self) -> _Value:
        self.next()
        start = self.next()
        if isinstance(start, yaml.StreamEndEvent):
            self.notes.stop(self.notes.place(), "empty-file", "nothing is written here")
        value = self.value(self.next(), 1)
        if isinstance(value, _Text) and value.empty:
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

    def value(self, event: Any, depth: int) -> _Value:
        place = self.place(event)
        self.size += 1
        if self.size > VALUES:
            self.notes.stop(place, "too-many", f"a file holds at most {VALUES} values")
        if depth > DEPTH:
            self.notes.stop(place, "too-deep", f"values lie at most {DEPTH} deep in one another")
        refused = self.note_marks(event, place)
        value = _Broken(place) if isinstance(event, yaml.AliasEvent) else self.content(event, place, depth)
        return _Broken(place) if refused else value

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

    def content(self, event: Any, place: Place, depth: int) -> _Value:
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event, place)
        if event.flow_style:
            self.brackets.append(place)
        read = self.items if isinstance(event, yaml.SequenceStartEvent) else self.entries
        value = read(place, depth + 1)
        if event.flow_style:
            self.brackets.pop()
        return value

    def items(self, place: Place, depth: int) -> _Items:
        items = []
        while not isinstance(event := self.next(), yaml.SequenceEndEvent):
            items.append(self.value(event, depth))
        return _Items(place, tuple(items))

    def entries(self, place: Place, depth: int) -> _Entries:
        found: dict[str, tuple[_Text, _Value]] = {}
        while not isinstance(event := self.next(), yaml.MappingEndEvent):
            key = self.value(event, depth)
            value = self.value(self.next(), depth)
            if isinstance(key, _Text) and self.accepts(key, found):
                at_key = not isinstance(value, _Text) or value.empty
                found[_alike(key.text)] = key, replace(value, place=key.place) if at_key else value
            elif isinstance(key, _Items | _Entries):
                self.notes.add(key.place, "key-not-text", "a key is a word, not a list or a mapping")
        return _Entries(place, tuple(found.values()))

    def accepts(self, key: _Text, found: Mapping[str, tuple[_Text, _Value]]) -> bool:
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

    def scalar(self, event: Any, place: Place) -> _Value:
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
        return _Broken(place) if len(self.notes.problems) > before else _Text(place, text, plain)

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


# Values: from what is written to what it means


def _missing(notes: _Notes, value: _Value, what: str) -> None:
    advice = "write one, in quotes if it begins with '#'"
    notes.add(value.place, "missing-value", f"{what} has no value", advice)


_KINDS: dict[type, str] = {_Items: "a list", _Entries: "a mapping"}


def _wrong(notes: _Notes, value: _Value, what: str, wanted: str) -> None:
    """Says that a value is of the wrong kind."""
    if isinstance(value, _Text) and value.empty:
        _missing(notes, value, what)
    elif not isinstance(value, _Broken):
        so = f"'{value.text}'" if isinstance(value, _Text) else _KINDS[type(value)]
        notes.add(value.place, "wrong-type", f"{what} is {so}", f"write {wanted}")


def _text(notes: _Notes, value: _Value | None, what: str) -> str:
    """The text of a value, its white space as one would say it; "" where there is none."""
    if value is None:
        return ""
    if isinstance(value, _Text) and not value.empty:
        text = re.sub("[ \n]+", " ", value.text).strip(" ")
        if not text:
            _missing(notes, value, what)
        return text
    _wrong(notes, value, what, "a text")
    return ""


def _texts(notes: _Notes, value: _Value | None, what: str, path: Path) -> tuple[str, ...]:
    """The texts of a list, their places noted under the path."""
    if value is None:
        return ()
    notes.places[path] = value.place
    if not isinstance(value, _Items):
        _wrong(notes, value, what, "a list: [one, two]")
        return ()
    for index, item in enumerate(value.items):
        notes.places[(*path, index)] = item.place
    return tuple(_text(notes, item, what) for item in value.items)


def _number(notes: _Notes, value: _Value, what: str) -> int:
    """A whole number from its plain digits; 0 where there is none."""
    if isinstance(value, _Text) and (number := _digits(notes, value)) is not None:
        return number
    _wrong(notes, value, what, "a whole number, such as 3, without quotes")
    return 0


def _digits(notes: _Notes, value: _Text) -> int | None:
    """The number that a plain scalar of decimal digits stands for, None for every other text."""
    if not value.plain or not re.fullmatch("0|-?[1-9][0-9]*", value.text):
        return None
    if len(value.text) > DIGITS:
        advice = "put it in quotes if it is no number"
        notes.add(value.place, "out-of-range", f"a number has at most {DIGITS} digits", advice)
        return 0
    return int(value.text)


def _entries(notes: _Notes, value: _Value, what: str) -> tuple[tuple[_Text, _Value], ...]:
    if isinstance(value, _Entries):
        return value.entries
    _wrong(notes, value, what, "keys with values: 'key: value'")
    return ()


def _fields(
    notes: _Notes, value: _Value, what: str, required: Collection[str], optional: Collection[str] = ()
) -> dict[str, _Value]:
    """The entries of a mapping whose keys are all known; tells unknown and missing ones."""
    known = [*required, *optional]
    entries = _entries(notes, value, what)
    advised = [_unknown(notes, key, known, what) for key, _ in entries if key.text not in known]
    found = {key.text: entry for key, entry in entries if key.text in known}
    for name in required if isinstance(value, _Entries) else ():
        if name not in found and f"did you mean '{name}'?" not in advised:
            notes.add(value.place, "missing-key", f"{what} has no '{name}'", f"add '{name}: …'")
    return found


def _unknown(notes: _Notes, key: _Text, known: Iterable[str], what: str, code: str = "unknown-key") -> str:
    """Tells an unknown key and gives back the advice."""
    name, colon, rest = key.text.partition(":")
    advice = f"write a space after the colon: '{name}: {rest}'" if colon else did_you_mean(key.text, known)
    notes.add(key.place, code, f"'{key.text}' is not a key of {what}", advice)
    return advice


def _json(notes: _Notes, value: _Value, path: Path) -> JSON:
    """The value as JSON, its places noted: plain decimal numbers as int, every other scalar as text."""
    notes.places[path] = value.place
    if isinstance(value, _Items):
        return [_json(notes, item, (*path, index)) for index, item in enumerate(value.items)]
    if isinstance(value, _Entries):
        return {key.text: _json(notes, entry, (*path, key.text)) for key, entry in value.entries}
    if isinstance(value, _Text) and not value.empty:
        number = _digits(notes, value)
        return value.text if number is None else number
    _wrong(notes, value, f"'{path[-1]}'" if isinstance(path[-1], str) else "a part of the list", "a text")
    return None


def _is_whole(value: _Value) -> bool:
    """Whether nothing in it has been refused already."""
    if isinstance(value, _Items):
        return all(map(_is_whole, value.items))
    if isinstance(value, _Entries):
        return all(_is_whole(entry) for _, entry in value.entries)
    return isinstance(value, _Text)


def _name(notes: _Notes, value: _Value | None, what: str) -> str:
    """A name that can be part of an address; "" where there is none."""
    text = _text(notes, value, what)
    if value is not None and text and (fault := name_fault(text)):
        notes.add(value.place, "bad-name", f"'{text}' cannot be {what}: {fault}", _better_name(text))
    return text


def name_fault(text: str) -> str:
    """What keeps a text from being the name of a scene or step, as addresses need it; "" for a good one."""
    if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", text):
        return "use small letters a to z, digits and single hyphens between them"
    if len(text) > 64:
        return "it has more than 64 characters"
    reserved = re.fullmatch("con|prn|aux|nul|(com|lpt)[0-9]", text)
    return "some systems keep this name for themselves" if reserved else ""


def _better_name(text: str) -> str:
    plain = normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    better = "-".join(re.findall("[a-z0-9]+", plain))[:64].strip("-")
    return f"'{better}' would do" if better and better != text and not name_fault(better) else ""


# Scenes

_VERBS = ("do", "try", "show")


def read_scene(path: str, text: str, game: Game[Any, Any]) -> Scene:
    """The scene in a file; its id is the file's name without `.yaml`.

    Its `places` are keyed as the file is written, `("steps", 0, "expect", "ATK5")`, but for the fields of
    actions, which have their JSON names: `("steps", 0, "do", "player")`. `start: standard` is short for
    `start: {base: standard}`. Raises Problems.
    """
    notes = _Notes(path)
    scene_id = PurePosixPath(path).stem
    if fault := name_fault(scene_id):
        text_of_fault = f"'{scene_id}' cannot be a scene's name: {fault}"
        notes.add(Place(path), "bad-name", text_of_fault, _better_name(scene_id))
    root = _load(notes, text)
    scene = _SceneReader(notes, game).read(scene_id, root)
    notes.settle()
    return scene


@dataclass(slots=True)
class _SceneReader:
    notes: _Notes
    game: Game[Any, Any]
    tokens: tuple[str, ...] = ()
    """Ids of the tokens of the start, for advice."""

    def read(self, scene_id: str, root: _Value) -> Scene:
        self.notes.places[()] = root.place
        found = _fields(self.notes, root, "a scene", ("title", "start"), ("remark", "steps"))
        return Scene(
            id=scene_id,
            title=self.text(found, "title"),
            remark=self.text(found, "remark"),
            start=self.start(found.get("start")),
            steps=self.steps(found.get("steps")),
            places=self.notes.places,
        )

    def text(self, found: Mapping[str, _Value], key: str, path: Path = ()) -> str:
        value = found.get(key)
        if value is not None:
            self.notes.places[(*path, key)] = value.place
        return _text(self.notes, value, f"'{key}'")

    def start(self, value: _Value | None) -> Mapping[str, JSON]:
        if value is None:
            return {}
        before = len(self.notes.problems)
        self.notes.places[("start",)] = value.place
        start: dict[str, JSON] = {}
        if isinstance(value, _Text) and not value.empty:
            start = {"base": _json(self.notes, value, ("start", "base"))}
        else:
            for key, entry in _entries(self.notes, value, "'start'"):
                start[key.text] = _json(self.notes, entry, ("start", key.text))
        if len(self.notes.problems) == before and _is_whole(value):
            self.set_up(start)
        return start

    def set_up(self, start: Mapping[str, JSON]) -> None:
        """Lets the game read the start; what it cannot read is told and left out, so all comes at once."""
        left_out: list[Path] = []
        rest: JSON = start
        while rest is not None and len(left_out) < SHOWN:
            error = self.start_error(rest)
            if error is None or self.follows(error, left_out):
                return
            self.unreadable("bad-start", ("start", *error.path), error)
            left_out.append(error.path)
            rest = _without(rest, error.path)

    def start_error(self, start: Mapping[str, JSON]) -> Unreadable | None:
        try:
            picture = self.game.picture(self.game.setup(start))
        except Unreadable as error:
            return error
        self.tokens = tuple(token.id for token in picture.tokens)
        return None

    def follows(self, error: Unreadable, left_out: Iterable[Path]) -> bool:
        """Whether an error may come of what was left out: it names it, lies around it, misses a value."""
        return any(
            ("start", *error.path) not in self.notes.places
            or path[: len(error.path)] == error.path
            or re.search(rf"\b{re.escape(str(path[-1]))}\b", error.what)
            for path in left_out
        )

    def unreadable(self, code: str, path: Path, error: Unreadable, advice: str = "") -> None:
        advice = "" if "did you mean" in error.what else advice
        self.notes.add(self.notes.near(path), code, str(error), advice)

    def steps(self, value: _Value | None) -> tuple[Step, ...]:
        if value is None:
            return ()
        self.notes.places[("steps",)] = value.place
        if not isinstance(value, _Items) or not value.items:
            what = "'steps' without a step" if isinstance(value, _Items) else "'steps'"
            _wrong(self.notes, value, what, "a list of steps: '- name: …'")
            return ()
        steps = [self.step(index, item) for index, item in enumerate(value.items)]
        self.note_twins([step for step in steps if step.name])
        return tuple(steps)

    def note_twins(self, steps: Iterable[Step]) -> None:
        first: dict[str, Step] = {}
        for step in steps:
            twin = first.setdefault(step.name, step)
            if twin is not step:
                text = f"a step named '{step.name}' stands in line {twin.place.line} already"
                self.notes.add(step.place, "duplicate-step", text, "give every step a name of its own")

    def step(self, index: int, value: _Value) -> Step:
        path: Path = ("steps", index)
        self.notes.places[path] = value.place
        found = _fields(
            self.notes, value, "a step", ("name",), (*_VERBS, "forbidden", "dice", "expect", "remark")
        )
        name = found.get("name", value)
        self.notes.places[(*path, "name")] = name.place
        self.note_combination(found, value)
        return Step(
            name=self.step_name(found.get("name")),
            place=name.place,
            do=self.action(found.get("do"), (*path, "do")),
            attempt=self.action(found.get("try"), (*path, "try")),
            show=self.action(found.get("show"), (*path, "show")),
            forbidden=self.rule(found, path),
            dice=self.dice(found.get("dice"), (*path, "dice")),
            expect=self.expect(found.get("expect"), (*path, "expect"), "show" in found),
            remark=self.text(found, "remark", path),
        )

    def step_name(self, value: _Value | None) -> str:
        name = _name(self.notes, value, "a step's name")
        if value is not None and name == "start":
            text = "'start' is the name of every scene's first picture"
            self.notes.add(value.place, "bad-name", text, "give the step another name")
        return name

    def note_combination(self, found: Mapping[str, _Value], step: _Value) -> None:
        """Tells keys that a step cannot have together."""
        verbs = [verb for verb in _VERBS if verb in found]
        if isinstance(step, _Entries) and len(verbs) != 1:
            text = f"a step has one of 'do', 'try' and 'show', this one has {' and '.join(verbs) or 'none'}"
            advice = "make two steps of it" if verbs else "add 'do: {…}'"
            self.notes.add(step.place, "one-action", text, advice)
        elif verbs == ["try"] and "forbidden" not in found:
            text = "a 'try' names the rule that forbids it"
            self.notes.add(found["try"].place, "missing-key", text, "add 'forbidden: RULE', or write 'do'")
        if verbs != ["try"] and "forbidden" in found and len(verbs) == 1:
            place, text = found["forbidden"].place, f"'forbidden' goes with 'try', not with '{verbs[0]}'"
            self.notes.add(place, "needs-try", text, "write 'try' if the action is refused")
        if verbs == ["show"] and "dice" in found:
            self.notes.add(found["dice"].place, "unknown-key", "a 'show' throws no dice", "delete 'dice'")

    def rule(self, found: Mapping[str, _Value], path: Path) -> str:
        rule = self.text(found, "forbidden", path)
        if rule and rule not in self.game.rules:
            place = found["forbidden"].place
            self.notes.add(place, "unknown-rule", f"no rule is called '{rule}'", near(rule, self.game.rules))
        return rule

    def dice(self, value: _Value | None, path: Path) -> Dice:
        if value is None:
            return ()
        self.notes.places[path] = value.place
        if not isinstance(value, _Items) or not value.items:
            _wrong(self.notes, value, "'dice'", "what the dice show as a list: [3, 5]")
            return ()
        for index, item in enumerate(value.items):
            self.notes.places[(*path, index)] = item.place
        return tuple(_number(self.notes, item, "a die") for item in value.items)

    def action(self, value: _Value | None, path: Path) -> JSON:
        """The action as JSON with its fields in the game's order; None where none can be read."""
        if value is None:
            return None
        before = len(self.notes.problems)
        self.notes.places[path] = value.place
        action = self.fields_of(value, path)
        if action is not None and len(self.notes.problems) == before and _is_whole(value):
            error = self.unreadable_part(action, complete=path[-1] != "show")
            if error:
                self.note_unreadable(error, action, path)
        return action

    def unreadable_part(self, action: Mapping[str, JSON], complete: bool) -> Unreadable | None:
        """What the game cannot read; fields that a `show` leaves out are filled with whatever it can."""
        filled = dict(action)
        fields = self.game.actions[action["do"]]
        samples = {} if complete else {name: self.samples() for name in fields if name not in action}
        while True:
            try:
                self.game.read_action(filled)
            except Unreadable as error:
                unfilled = next((name for name in samples if name not in filled), "")
                name = str(error.path[0]) if error.path else unfilled
                if name not in samples:
                    return error
                value = next(samples[name], None)
                if value is None:
                    return None
                filled[name] = value
            else:
                return None

    def samples(self) -> Iterator[JSON]:
        """Values that some field may have."""
        return iter([*self.tokens[:1], *list(self.game.board.points)[:1], 1])

    def note_unreadable(self, error: Unreadable, action: Mapping[str, JSON], path: Path) -> None:
        value = action.get(str(error.path[0])) if error.path else None
        known = [*self.tokens, *self.game.board.points]
        advice = near(value, known) if isinstance(value, str) and value not in known else ""
        self.unreadable(action_fault(self.game, action, error), (*path, *error.path), error, advice)

    def fields_of(self, value: _Value, path: Path) -> JSON:
        """`{"do": kind, …}` from a mapping whose first key is the kind, or from a word."""
        if isinstance(value, _Text) and not value.empty:
            return self.kind(value, (value,), path)
        if not isinstance(value, _Entries) or not value.entries:
            _wrong(self.notes, value, f"'{path[-1]}'", "an action: '{KIND: …}'")
            return None
        (key, first), *others = value.entries
        action = self.kind(key, (name for name, _ in value.entries), path)
        if action is None:
            return None
        given = self.first(key, first, path) | self.others(key.text, others, path)
        return action | {name: given[name] for name in self.game.actions[key.text] if name in given}

    def kind(self, key: _Text, keys: Iterable[_Text], path: Path) -> JSON:
        self.notes.places[(*path, "do")] = key.place
        actions = self.game.actions
        if key.text in actions:
            return {"do": key.text}
        later = next((name.text for name in keys if name.text in actions), "")
        advice = f"begin with the action: {{{later}: …}}" if later else did_you_mean(key.text, actions)
        if ":" in key.text:
            advice = f"write a space after the colon, such as '{{{next(iter(actions))}: …}}'"
        self.notes.add(key.place, "unknown-action", f"'{key.text}' is not an action of this game", advice)
        return None

    def first(self, key: _Text, value: _Value, path: Path) -> dict[str, JSON]:
        """The first field of an action, which is the value of the kind's key."""
        fields = self.game.actions[key.text]
        if isinstance(value, _Text) and value.empty:
            return {}
        if fields:
            return {fields[0]: _json(self.notes, value, (*path, fields[0]))}
        text = f"the action '{key.text}' takes no value"
        self.notes.add(value.place, "unknown-field", text, f"write '{key.text}' alone")
        return {}

    def others(self, kind: str, entries: Iterable[tuple[_Text, _Value]], path: Path) -> dict[str, JSON]:
        fields = self.game.actions[kind]
        given = {}
        for key, value in entries:
            if key.text in fields[1:]:
                given[key.text] = _json(self.notes, value, (*path, key.text))
            elif key.text in fields:
                text = f"'{key.text}' is the value of '{kind}' itself"
                self.notes.add(key.place, "unknown-field", text, f"write '{{{kind}: …}}'")
            else:
                _unknown(self.notes, key, fields[1:], f"a {kind}", "unknown-field")
        return given

    def expect(self, value: _Value | None, path: Path, shows: bool) -> dict[str, tuple[str, ...]]:
        if value is None:
            return {}
        self.notes.places[path] = value.place
        entries = _entries(self.notes, value, "'expect'")
        if isinstance(value, _Entries) and not entries:
            _missing(self.notes, value, "'expect'")
        if len(entries) > WORDS:
            self.notes.stop(value.place, "too-many", f"'expect' has at most {WORDS} keys")
        for key, _ in entries:
            if key.text == "targets" and not shows:
                text = "only a 'show' has targets"
                self.notes.add(key.place, "unknown-key", text, "write 'show', or delete 'targets'")
        return {key.text: self.words(entry, (*path, key.text)) for key, entry in entries}

    def words(self, value: _Value, path: Path) -> tuple[str, ...]:
        """The words that a token, a counter or the targets are expected to have."""
        what = f"'{path[-1]}'"
        if isinstance(value, _Text):
            self.notes.places[path] = self.notes.places[(*path, 0)] = value.place
            words: tuple[str, ...] = (_text(self.notes, value, what),)
        else:
            words = _texts(self.notes, value, what, path)
            if isinstance(value, _Items) and not words and path[-1] != "targets":
                _missing(self.notes, value, what)
        if len(words) > WORDS:
            self.notes.stop(value.place, "too-many", f"{what} has at most {WORDS} words")
        for index, word in enumerate(words):
            self.note_word(word, (*path, index))
        return words

    def note_word(self, word: str, path: Path) -> None:
        place = self.notes.near(path)
        if " " in word:
            advice = f"several words are a list: [{', '.join(word.replace(',', ' ').split())}]"
            self.notes.add(place, "bad-word", f"'{word}' is more than one word", advice)
        elif word and path[-2] == "targets" and word not in self.game.board.points:
            points = self.game.board.points
            self.notes.add(place, "off-board", f"'{word}' is not on the board", near(word, points))


def action_fault(game: Game[Any, Any], action: Mapping[str, JSON], error: Unreadable) -> str:
    """The code for what a game cannot read of an action: a piece, a point, a missing field, another value."""
    name = error.path[0] if error.path else "do"
    if name not in action:
        return "missing-key"
    word = action[str(name)]
    if not isinstance(word, str) or word in game.board.points:
        return "bad-value"
    if word.startswith(game.teams):
        return "unknown-piece"
    return "off-board" if re.fullmatch("[A-Za-z]+[0-9]+", word) else "bad-value"


def _without(value: JSON, path: Path) -> JSON:
    """The mapping without what the path leads to; None where it leads nowhere."""
    if not isinstance(value, Mapping) or not path or path[0] not in value:
        return None
    if len(path) == 1:
        return {key: entry for key, entry in value.items() if key != path[0]}
    inner = _without(value[str(path[0])], path[1:])
    return None if inner is None else {**value, str(path[0]): inner}


# Sentences

_SECTIONS = ("events", "refusals", "shows", "position")
_MORE_SECTIONS = ("tables", "units")
_PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def placeholders(text: str) -> tuple[str, ...]:
    """The placeholders of a sentence in order. Raises ValueError for a brace that belongs to none."""
    rest = _PLACEHOLDER.sub("", text)
    if found := re.search(r"\{[^{}]*\}?|\}", rest):
        raise ValueError(found[0])
    return tuple(_PLACEHOLDER.findall(text))


def read_sentences(path: str, text: str) -> Sentences:
    """What a book's pages say of events, refusals, shows and positions. Raises Problems."""
    notes = _Notes(path)
    sections = _fields(notes, _load(notes, text), "the sentences", _SECTIONS, _MORE_SECTIONS)
    sentences = {
        f"{section}.{key.text}": _sentence(notes, key.text, entry)
        for section, value in sections.items()
        for key, entry in _sentence_entries(notes, value, section)
    }
    notes.settle()
    return sentences


def _sentence_entries(notes: _Notes, value: _Value, section: str) -> Iterator[tuple[_Text, _Value]]:
    for key, entry in _entries(notes, value, f"'{section}'"):
        if re.fullmatch(r"[\w#-]+(\.[\w#-]+)*", key.text, re.ASCII):
            yield key, entry
        else:
            text = f"'{key.text}' cannot be the name of a sentence"
            notes.add(key.place, "bad-name", text, "use letters, digits, '_', '-' and '.'")


def _sentence(notes: _Notes, key: str, value: _Value) -> Sentence:
    if isinstance(value, _Text | _Broken):
        return Sentence(_said(notes, value, f"'{key}'")[0], place=value.place)
    found = _fields(notes, value, f"'{key}'", ("one", "other", "by"))
    one, ones = _said(notes, found.get("one"), "'one'")
    other, others = _said(notes, found.get("other"), "'other'")
    by = _text(notes, found.get("by"), "'by'")
    if other and by and by not in others:
        advice = did_you_mean(by, others)
        notes.add(found["by"].place, "unknown-placeholder", f"'other' does not hold {{{by}}}", advice)
    for name in dict.fromkeys(ones) if other else ():
        if name not in others:
            notes.add(found["one"].place, "unknown-placeholder", f"'other' does not hold {{{name}}}", "")
    return Sentence(one, other, by, found["one"].place if "one" in found else value.place)


def _said(notes: _Notes, value: _Value | None, what: str) -> tuple[str, tuple[str, ...]]:
    """A sentence and its placeholders. A sentence in quotes may be empty: then nothing is said."""
    silent = isinstance(value, _Text) and not value.plain and not value.text
    text = "" if silent else _text(notes, value, what)
    try:
        return text, placeholders(text)
    except ValueError as error:
        advice = "a placeholder is one small word between braces: {player}"
        place = value.place if value else notes.place()
        notes.add(place, "bad-placeholder", f"'{error}' is no placeholder", advice)
        return text, ()


# A book's header

_HEADER = ("title", "game", "language")
_HEADER_MORE = ("edition", "credits", "description", "unofficial", "retired")
_LANGUAGE = re.compile("[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?")
_BETTER_LANGUAGE = {"no": "nb", "iw": "he", "in": "id", "jp": "ja", "dk": "da", "cz": "cs", "gr": "el"}


def read_header(path: str, text: str, games: Collection[str]) -> tuple[Header, str, int]:
    """A book's header, the prose below it, and the number of the prose's first line.

    `games` are the names of the games that there are. Raises Problems.
    """
    notes = _Notes(path)
    lines = _clean(notes, text).split("\n")
    end = _header_end(notes, lines)
    root = _load(notes, "\n".join(["", *lines[1:end], ""]))
    header = _header(notes, _fields(notes, root, "the header", _HEADER, _HEADER_MORE), games)
    notes.settle()
    return header, "\n".join(lines[end + 1 :]), end + 2


def _header_end(notes: _Notes, lines: list[str]) -> int:
    """Index of the line that ends the header."""
    advice = "begin the file with a line '---', the header and another line '---'"
    if lines[0].rstrip() != "---":
        notes.stop(notes.place(), "no-header", "the book has no header", advice)
    end = next((index for index, line in enumerate(lines) if index and line.rstrip() == "---"), 0)
    if not end:
        notes.stop(notes.place(), "no-header", "the header does not end", "write another line '---' below it")
    return end


def _header(notes: _Notes, found: Mapping[str, _Value], games: Collection[str]) -> Header:
    said = {key: _text(notes, found.get(key), f"'{key}'") for key in (*_HEADER, *_HEADER_MORE[:3])}
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


def _yes_or_no(notes: _Notes, value: _Value | None, what: str) -> bool:
    if value is None:
        return False
    if isinstance(value, _Text) and value.plain and value.text in ("true", "false"):
        return value.text == "true"
    _wrong(notes, value, what, "true or false, without quotes")
    return False


def _rules(notes: _Notes, value: _Value | None, what: str) -> tuple[str, ...]:
    """A list of rule ids, each once."""
    rules = _texts(notes, value, what, ("retired",))
    seen: set[str] = set()
    for index, rule in enumerate(rules):
        place = notes.near(("retired", index))
        if rule and not re.fullmatch(r"[a-z0-9_]+(\.[a-z0-9_]+)+", rule):
            notes.add(place, "bad-rule", f"'{rule}' cannot be the id of a rule", "write it as 'dodge.exit'")
        elif rule in seen:
            notes.add(place, "duplicate-rule", f"'{rule}' stands in the list already", "delete one of them")
        seen.add(rule)
    return rules
