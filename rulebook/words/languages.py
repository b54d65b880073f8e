"""Languages: their codes and direction, and how they write numbers and lists."""

import re
from collections.abc import Sequence
from functools import cache

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.numbers import format_decimal

from rulebook.errors import Place, Problem

Value = str | int | Sequence[str]
"""What fills a placeholder: a text, a number, or a list of texts."""


@cache
def locale(language: str) -> Locale:
    """What Babel knows of a language."""
    return Locale.parse(language, sep="-")


def language_problems(code: str, place: Place) -> tuple[Problem, ...]:
    """What is wrong with a language code: an unknown one, or another spelling of a known one."""
    try:
        proper = str(Locale.parse(code.replace("_", "-"), sep="-")).replace("_", "-")
    except (ValueError, TypeError, UnknownLocaleError):
        advice = "write a code such as en, nb, pt-BR or zh-Hans"
        return (Problem(place, "unknown-language", f"'{code}' is no language that we know", advice),)
    if proper == code and base(code) != "no":
        return ()
    advice = f"write '{proper}'" if base(proper) != "no" else "write 'nb' or 'nn'"
    return (Problem(place, "unknown-language", f"'{code}' is not how the language is written", advice),)


def base(language: str) -> str:
    """The language without script and region: `nb` of `nb-NO`."""
    return language.partition("-")[0]


def direction(language: str) -> str:
    """`ltr` or `rtl`."""
    return str(locale(language).text_direction)


def shown(value: Value, language: str) -> str:
    """A fact as a reader of the language writes it: numbers, and lists with their last `and`."""
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(format_decimal(value, locale=locale(language)))
    joined = str(format_list(list(value), locale=locale(language)))
    # The one rule of euphony that the locale data leave out: `y` before the sound of an i.
    return re.sub(r" y (?=I|i|Hi(?![ae]))(?!.* y )", " e ", joined) if base(language) == "es" else joined
