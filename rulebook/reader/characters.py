"""Bytes to text: nothing that nobody sees gets through."""

import re
from unicodedata import name as character_name

from rulebook.errors import Place
from rulebook.reader.notes import SIZE, Notes, at_most

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
    notes = Notes(path)
    if len(data) > SIZE:
        notes.stop(notes.place(), "too-large", f"the file has {len(data)} bytes, at most {SIZE} are read")
    try:
        return clean(notes, data.decode())
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        text = f"byte {error.start + 1} (0x{data[error.start]:02x}) is not UTF-8"
        utf16 = data[:2] in (b"\xff\xfe", b"\xfe\xff")
        advice = "save the file as UTF-8" + (", it is UTF-16 now" if utf16 else "")
        notes.stop(notes.place(line, column), "not-utf8", text, advice)


def clean(notes: Notes, text: str) -> str:
    """The text with LF as line end and without a byte order mark at its start."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    hidden = list(_HIDDEN.finditer(text))
    for found in hidden:
        _refuse_character(notes, _at(notes, text, found.start()), found[0])
    if hidden:
        raise at_most(notes.problems)
    return text


def clean_yaml(notes: Notes, text: str) -> str:
    text = clean(notes, text)
    tabs, false_indents = list(_TAB.finditer(text)), list(_FALSE_INDENT.finditer(text))
    for tab in tabs:
        notes.add(_at(notes, text, tab.start()), "tab", "a tab is not allowed here", "write spaces")
    for found in false_indents:
        place = _at(notes, text, found.start(1))
        notes.add(place, "indentation", f"{_named(found[1])} looks like a space and is none", "write spaces")
    if tabs or false_indents:
        raise at_most(notes.problems)
    return text


def _at(notes: Notes, text: str, index: int) -> Place:
    return notes.place(text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index))


def _named(char: str) -> str:
    name = character_name(char, "a control character" if char < "\xa0" else "no character")
    return f"U+{ord(char):04X} ({name})"


def _refuse_character(notes: Notes, place: Place, char: str) -> None:
    code = "line-end" if char == "\r" else "hidden-character"
    advice = next((advice for chars, advice in _HIDDEN_ADVICE if char in chars), "delete it")
    notes.add(place, code, f"{_named(char)} is not allowed", advice)
