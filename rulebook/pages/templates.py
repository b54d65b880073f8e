"""Templates, and the files that all pages of a site share."""

import base64
import hashlib
import re
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from rulebook.books import templates_folder
from rulebook.pages.speech import Speech

ON_DEMAND = ("explore.js", "search.js")
"""What the player loads when a reader asks for it."""

ASSETS = ("book.css", "player.js", "favicon.svg", "offers.js")

FIRST = "first.js"
"""What a page that is played holds itself: whatever else is missing, it shows the frames."""

_REMARK = re.compile(r"^ *(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
"""What is written for those who read a script or style sheet here: remarks with lines of their own."""


def assets() -> dict[str, bytes]:
    """The files that all pages share, by their path in the site."""
    return {f"assets/{name}": template(name).encode() for name in (*ASSETS, *ON_DEMAND)}


@cache
def template(name: str) -> str:
    """A style sheet, script or picture as it is sent: without the remarks that have lines of their own.

    A checkout may have other line ends; pages are the same everywhere.
    """
    return _REMARK.sub("", (templates_folder() / name).read_bytes().decode().replace("\r\n", "\n"))


def digest(text: str) -> Markup:
    """What a policy calls a script or style sheet that stands in the page."""
    return Markup("'sha256-{}'").format(base64.b64encode(hashlib.sha256(text.encode()).digest()).decode())


def inside(text: str, tag: str) -> Markup:
    """A style sheet or script as the inside of its element. Raises ValueError where it would end that."""
    if re.search(rf"</{tag}|<!--", text, re.IGNORECASE):
        raise ValueError(f"what would end <{tag}> stands in it")
    return Markup(text)


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(templates_folder()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def render(template: str, say: Speech, **values: Any) -> str:
    """A template filled; it speaks through `say` and escapes all that is not Markup."""
    speaking = {"t": say.t, "attr": say.attr, "n": say.n, "number": say.words.number}
    return _environment().get_template(template).render(speaking | values)
