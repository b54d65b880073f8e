"""PO files, read line by line: all that Babel would pass over is refused."""

import re
from collections.abc import Iterator, Sequence
from gettext import c2py
from itertools import dropwhile, takewhile

from babel.messages import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import PoFileError, denormalize, read_po

from rulebook.errors import Place, Problem, Problems

LINE = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?) +)?"(?:[^"\\]|\\[\\abfnrtv"])*"\s*')
PLURALS = re.compile(r"nplurals *= *(\d); *plural *= *([^;]+);?")


def messages(catalog: Catalog) -> list[Message]:
    """The entries, without the header."""
    return [message for message in catalog if message.id]


def forms_of(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """A text or its plural forms; one empty form where there is none."""
    return (text,) if isinstance(text, str) else tuple(text or ("",))


def key_of(message: Message) -> tuple[str, str]:
    """Context and msgid."""
    return message.context or "", forms_of(message.id)[0]


def parse(path: str, data: bytes, language: str) -> tuple[str, Catalog]:
    """The text of a PO file, and what Babel reads in it once all that Babel passes over has been refused."""
    text = _decode(path, data)
    lines = ["" if line.startswith("#~") else line for line in text.split("\n")]
    problems = list(_syntax(lines, path)) or list(_header(lines, path, language))
    if problems:
        raise Problems(problems)
    try:
        catalog = read_po(lines, abort_invalid=True)
    except PoFileError as error:
        place, advice = Place(path, error.lineno + 1, 1), "write msgid, then one msgstr for each plural form"
        raise Problems([Problem(place, "broken-catalogue", str(error), advice)]) from None
    except ValueError as error:
        place, advice = Place(path, 1, 1), "leave the dates out of the header"
        raise Problems([Problem(place, "bad-header", str(error), advice)]) from None
    if problems := list(_duplicates(catalog, lines, path)):
        raise Problems(problems)
    for message in messages(catalog):
        _find_previous(message)
    return text, catalog


def _decode(path: str, data: bytes) -> str:
    if data.startswith(b"\xef\xbb\xbf"):
        text = "the file begins with a byte order mark"
        raise Problems([Problem(Place(path, 1, 1), "bom", text, "save it as UTF-8 without one")])
    try:
        return data.decode().replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        text = f"byte 0x{data[error.start]:02X} is not UTF-8"
        raise Problems([Problem(end(path, before), "not-utf8", text, "save the file as UTF-8")]) from None


def end(path: str, before: str) -> Place:
    """The place behind the beginning of a file."""
    return Place(path, before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1)


def _syntax(lines: Sequence[str], path: str) -> Iterator[Problem]:
    """Lines that are no PO, and keywords in an order that is none."""
    last = ""
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        found, place = LINE.fullmatch(line), Place(path, number, 1)
        keyword = (found and found[1]) or ""
        if not found:
            text = "this is neither a comment nor a keyword with a quoted text"
            yield Problem(place, "broken-catalogue", text, 'write msgstr "…", with \\" for a quote')
        elif not _may_follow(last, keyword):
            text = f"'{keyword or 'a text'}' cannot follow '{last or 'nothing'}'"
            yield Problem(place, "broken-catalogue", text, "the order is msgctxt, msgid, msgstr")
        last = keyword or last
    if not last.startswith("msgstr"):
        text = f"the file ends behind '{last}'" if last else "the file has no entries"
        advice = "each entry ends with its msgstr" if last else "rulebook words update fills it"
        yield Problem(Place(path, len(lines), 1), "broken-catalogue", text, advice)


def _may_follow(last: str, keyword: str) -> bool:
    ended = not last or last.startswith("msgstr")
    if keyword.startswith("msgstr["):
        index = int(keyword[7])
        return last == (f"msgstr[{index - 1}]" if index else "msgid_plural")
    return {
        "": bool(last),
        "msgctxt": ended,
        "msgid": ended or last == "msgctxt",
        "msgid_plural": last == "msgid",
        "msgstr": last == "msgid",
    }[keyword]


def _header(lines: Sequence[str], path: str, language: str) -> Iterator[Problem]:
    """What is wrong with the first entry, which names the language, the charset and the plural forms."""
    fields = _fields(lines)
    if not fields:
        yield Problem(
            Place(path, 1, 1), "bad-header", "the file has no header", 'begin it with an empty msgid ""'
        )
        return
    for name, right in right_fields(language).items():
        value = fields.get(name, "")
        if not _fits(name, value, language):
            found = [number for number, line in enumerate(lines, 1) if line.startswith(f'"{name}:')]
            text = f"the header's {name} is '{value}'" if value else f"the header has no {name}"
            yield Problem(Place(path, min(found, default=1), 1), "bad-header", text, f"write {name}: {right}")


def _fields(lines: Sequence[str]) -> dict[str, str]:
    entry = dropwhile(lambda line: not line.startswith("msgid "), lines)
    if next(entry, "") != 'msgid ""':
        return {}
    text = "".join(
        _unquoted(line) for line in takewhile(lambda line: line.startswith(("msgstr ", '"')), entry)
    )
    pairs = (line.partition(":") for line in text.split("\n"))
    return {name: value.strip() for name, _, value in pairs}


def right_fields(language: str) -> dict[str, str]:
    """What the header of a language has to say."""
    count, expression = get_plural(language.replace("-", "_"))
    return {
        "Language": language.replace("-", "_"),
        "Content-Type": "text/plain; charset=UTF-8",
        "Plural-Forms": f"nplurals={count}; plural={expression};",
    }


def _fits(name: str, value: str, language: str) -> bool:
    if name == "Language":
        return f"{value}-".replace("_", "-").startswith(f"{language}-")
    if name == "Content-Type":
        return value.lower().replace("utf8", "utf-8").endswith("charset=utf-8")
    return _plurals_fit(value)


def _plurals_fit(value: str) -> bool:
    """Whether the expression can be read and gives an index below the number of forms."""
    found = PLURALS.fullmatch(value)
    try:
        return bool(found) and max(map(c2py(found[2]), range(200))) < int(found[1]) if found else False
    except (ValueError, ZeroDivisionError):
        return False


def _duplicates(catalog: Catalog, lines: Sequence[str], path: str) -> Iterator[Problem]:
    """Babel merges equal entries: they are those whose line it has not kept. The first one is the header."""
    kept = {message.lineno for message in messages(catalog)}
    numbers = [number for number, line in enumerate(lines, 1) if line.startswith("msgid ")]
    for number in numbers[1:]:
        if number not in kept:
            text = "an entry with this context and text is in the file already"
            yield Problem(Place(path, number, 1), "duplicate-entry", text, "keep one of them")


def _find_previous(message: Message) -> None:
    """Babel takes `#| msgid "…"` for a translator's comment; make it the previous id again."""
    previous = [comment[1:].strip() for comment in message.user_comments if comment.startswith("|")]
    message.user_comments = [comment for comment in message.user_comments if not comment.startswith("|")]
    for line in previous:
        if line.startswith("msgid"):
            message.previous_id.append("")
        if message.previous_id:
            message.previous_id[-1] += _unquoted(line)


def _unquoted(line: str) -> str:
    """The text of all that is quoted on a line."""
    return "".join(denormalize(quoted) for quoted in re.findall(r'"(?:[^"\\]|\\.)*"', line))


def form_lines(lines: Sequence[str], message: Message) -> list[int]:
    """The line of each form of an entry; a form that is not there has that of the last one."""
    start = message.lineno or 1
    rest = takewhile(lambda line: not line.startswith(("msgctxt ", "msgid ")), lines[start:])
    found = [number for number, line in enumerate(rest, start + 1) if line.startswith("msgstr")]
    return (found + found[-1:] * len(forms_of(message.string)))[: len(forms_of(message.string))]
