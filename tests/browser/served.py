"""The site as browsers meet it: at the root of a server, below a path, and straight from disk."""

import os
import re
import shutil
import threading
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

import pytest

from rulebook import books, cli, examples, explorer, press, publish, raster
from rulebook.check import Options

ROOT = Path(__file__).resolve().parent.parent.parent

FIRST = sha256((ROOT / "templates" / "first.js").read_bytes().partition(b"*/\n")[2]).digest()

POLICY = (
    f"default-src 'none'; script-src 'self' 'sha256-{b64encode(FIRST).decode()}'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'"
)
"""DESIGN.md: the policy that every page carries; the servers here send it as a header as well.

The script in a page is the first one, without the remark at its head.
"""

BASE = "https://example.org/rules/"
"""Where a site is that knows its address."""

BELOW = "régler & spill/of the #1 game"
"""A path with all that has to be escaped in an address."""


LOOKED_AT = {"ball": ("nb", "ar"), "doppelpass": ("de",)}
"""By book: the translations that browsers look at, which write from the left and from the right, and have
short and long words. All of them would take too long."""

FEW = {"ball": ("nb",), "doppelpass": ()}
"""Those of a site that is only compared with itself."""


def languages(book: Path, wanted: Mapping[str, tuple[str, ...]] = LOOKED_AT) -> list[str]:
    """The languages of a book in the site of the tests, its own first."""
    own = re.search(r"^language: ([\w-]+)$", (book / books.PROSE).read_text("utf-8"), re.MULTILINE)
    assert own
    return [own[1], *(each for each in books.languages_of(book) if each in wanted[book.name])]


def sources(folder: Path, wanted: Mapping[str, tuple[str, ...]] = LOOKED_AT) -> Path:
    """The books with these translations alone, in `folder/scenes`."""
    made = folder / "scenes"
    for book in books.find(ROOT / "scenes"):
        left_out = [f"{each}.po" for each in books.languages_of(book) if each not in wanted[book.name]]
        shutil.copytree(book, made / book.name, ignore=shutil.ignore_patterns(*left_out))
    return made


def pages(*names: str) -> list[str]:
    """The pages that the site must have, in every language of every book; those of these names, or all.

    A test holds this list against the site that was built.
    """
    found = {"index.html"}
    for book in books.find(ROOT / "scenes"):
        for language in languages(book):
            folder = f"{language}/{book.name}"
            found |= {f"{language}/index.html", f"{folder}/index.html", f"{folder}/conformance.html"}
    return sorted(path for path in found if not names or path.rpartition("/")[2] in names)


def is_book(path: str) -> bool:
    """Whether a page is the page of a book: `en/ball/index.html`."""
    return path.count("/") == 2 and path.endswith("/index.html")


LANGUAGES = sorted({path.partition("/")[0] for path in pages() if "/" in path})

SCENES = sorted(
    f"{language}/{book.name}/scene/{scene.stem}.html"
    for book in books.find(ROOT / "scenes")
    for language in languages(book)
    for scene in books.scene_paths(book)
)
"""Each scene on a page of its own."""

RECORDS = pages("conformance.html")
"""The pages that tell what was checked."""

BOOKS = [path for path in pages() if is_book(path)]
INDEXES = [path for path in pages("index.html") if not is_book(path)]


@dataclass(frozen=True, slots=True)
class Site:
    """One site in three places, each an address that ends in a slash."""

    folder: Path
    root: str
    below: str
    disk: str


def build(folder: Path) -> None:
    """The site, as the project's own command builds it, in `folder/site`; a copy lies under an odd path.

    `folder/placed` is the same site where it knows its address. What is explored knows nothing of that; the
    examples and previews are found and drawn once for both.
    """
    checked = cli.check_books(cli.load_books(sources(folder)), Options(cli.PREVIEWED, jobs=2))
    found = {one.book.game.name: examples.find(one.book.game) for one in checked}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(examples, "find", lambda game: found[game.name])
        patch.setattr(raster, "png", cache(raster.png))
        publish.publish(press.press(checked).files, folder / "site")
        patch.setattr(explorer, "files", lambda *_: {})
        publish.publish(press.press(checked, BASE).files, folder / "placed")
    shutil.copytree(folder / "site", folder / "elsewhere" / BELOW)


@contextmanager
def served(folder: Path) -> Iterator[Site]:
    """What `build` made, on two servers of this machine."""
    elsewhere = folder / "elsewhere"
    with ExitStack() as stack:
        root, other = (stack.enter_context(_server(path)) for path in (folder / "site", elsewhere))
        below = f"{other}{quote(BELOW)}/"
        yield Site(folder / "site", root, below, f"{(elsewhere / BELOW).as_uri()}/")


@contextmanager
def _server(folder: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=os.fspath(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class _Handler(SimpleHTTPRequestHandler):
    """Sends the policy with everything and says nothing."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass
