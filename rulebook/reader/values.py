"""From what is written to what it means: texts, numbers, names, fields."""

import re
from collections.abc import Collection, Iterable
from unicodedata import normalize

from rulebook.errors import did_you_mean
from rulebook.model import JSON
from rulebook.reader.notes import DIGITS, Notes, Path
from rulebook.reader.structure import Broken, Entries, Items, Text, Value


def missing(notes: Notes, value: Value, what: str) -> None:
    advice = "write one, in quotes if it begins with '#'"
    notes.add(value.place, "missing-value", f"{what} has no value", advice)


_KINDS: dict[type, str] = {Items: "a list", Entries: "a mapping"}


def wrong(notes: Notes, value: Value, what: str, wanted: str) -> None:
    """Says that a value is of the wrong kind."""
    if isinstance(value, Text) and value.empty:
        missing(notes, value, what)
    elif not isinstance(value, Broken):
        so = f"'{value.text}'" if isinstance(value, Text) else _KINDS[type(value)]
        notes.add(value.place, "wrong-type", f"{what} is {so}", f"write {wanted}")


def text_of(notes: Notes, value: Value | None, what: str) -> str:
    """The text of a value, its white space as one would say it; "" where there is none."""
    if value is None:
        return ""
    if isinstance(value, Text) and not value.empty:
        text = re.sub("[ \n]+", " ", value.text).strip(" ")
        if not text:
            missing(notes, value, what)
        return text
    wrong(notes, value, what, "a text")
    return ""


def texts_of(notes: Notes, value: Value | None, what: str, path: Path) -> tuple[str, ...]:
    """The texts of a list, their places noted under the path."""
    if value is None:
        return ()
    notes.places[path] = value.place
    if not isinstance(value, Items):
        wrong(notes, value, what, "a list: [one, two]")
        return ()
    for index, item in enumerate(value.items):
        notes.places[(*path, index)] = item.place
    return tuple(text_of(notes, item, what) for item in value.items)


def number_of(notes: Notes, value: Value, what: str) -> int:
    """A whole number from its plain digits; 0 where there is none."""
    if isinstance(value, Text) and (number := digits_of(notes, value)) is not None:
        return number
    wrong(notes, value, what, "a whole number, such as 3, without quotes")
    return 0


def digits_of(notes: Notes, value: Text) -> int | None:
    """The number that a plain scalar of decimal digits stands for, None for every other text."""
    if not value.plain or not re.fullmatch("0|-?[1-9][0-9]*", value.text):
        return None
    if len(value.text) > DIGITS:
        advice = "put it in quotes if it is no number"
        notes.add(value.place, "out-of-range", f"a number has at most {DIGITS} digits", advice)
        return 0
    return int(value.text)


def entries_of(notes: Notes, value: Value, what: str) -> tuple[tuple[Text, Value], ...]:
    if isinstance(value, Entries):
        return value.entries
    wrong(notes, value, what, "keys with values: 'key: value'")
    return ()


def fields_of(
    notes: Notes, value: Value, what: str, required: Collection[str], optional: Collection[str] = ()
) -> dict[str, Value]:
    """The entries of a mapping whose keys are all known; tells unknown and missing ones."""
    known = [*required, *optional]
    entries = entries_of(notes, value, what)
    advised = [unknown(notes, key, known, what) for key, _ in entries if key.text not in known]
    found = {key.text: entry for key, entry in entries if key.text in known}
    for name in required if isinstance(value, Entries) else ():
        if name not in found and f"did you mean '{name}'?" not in advised:
            notes.add(value.place, "missing-key", f"{what} has no '{name}'", f"add '{name}: …'")
    return found


def unknown(notes: Notes, key: Text, known: Iterable[str], what: str, code: str = "unknown-key") -> str:
    """Tells an unknown key and gives back the advice."""
    name, colon, rest = key.text.partition(":")
    advice = f"write a space after the colon: '{name}: {rest}'" if colon else did_you_mean(key.text, known)
    notes.add(key.place, code, f"'{key.text}' is not a key of {what}", advice)
    return advice


def json_of(notes: Notes, value: Value, path: Path) -> JSON:
    """The value as JSON, its places noted: plain decimal numbers as int, every other scalar as text."""
    notes.places[path] = value.place
    if isinstance(value, Items):
        return [json_of(notes, item, (*path, index)) for index, item in enumerate(value.items)]
    if isinstance(value, Entries):
        return {key.text: json_of(notes, entry, (*path, key.text)) for key, entry in value.entries}
    if isinstance(value, Text) and not value.empty:
        number = digits_of(notes, value)
        return value.text if number is None else number
    wrong(notes, value, f"'{path[-1]}'" if isinstance(path[-1], str) else "a part of the list", "a text")
    return None


def is_whole(value: Value) -> bool:
    """Whether nothing in it has been refused already."""
    if isinstance(value, Items):
        return all(map(is_whole, value.items))
    if isinstance(value, Entries):
        return all(is_whole(entry) for _, entry in value.entries)
    return isinstance(value, Text)


def name_of(notes: Notes, value: Value | None, what: str) -> str:
    """A name that can be part of an address; "" where there is none."""
    text = text_of(notes, value, what)
    if value is not None and text and (fault := name_fault(text)):
        notes.add(value.place, "bad-name", f"'{text}' cannot be {what}: {fault}", better_name(text))
    return text


def name_fault(text: str) -> str:
    """What keeps a text from being the name of a scene or step, as addresses need it; "" for a good one."""
    if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", text):
        return "use small letters a to z, digits and single hyphens between them"
    if len(text) > 64:
        return "it has more than 64 characters"
    reserved = re.fullmatch("con|prn|aux|nul|(com|lpt)[0-9]", text)
    return "some systems keep this name for themselves" if reserved else ""


def better_name(text: str) -> str:
    plain = normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    better = "-".join(re.findall("[a-z0-9]+", plain))[:64].strip("-")
    return f"'{better}' would do" if better and better != text and not name_fault(better) else ""
