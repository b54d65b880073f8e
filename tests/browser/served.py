"""The site as browsers meet it: at the root of a server, below a path, and straight from disk."""

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

from rulebook import cli

ROOT = Path(__file__).resolve().parent.parent.parent

POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:"
"""DESIGN.md: the policy that every page carries; the servers here send it as a header as well."""

BELOW = "régler & spill/of the #1 game"
"""A path with all that has to be escaped in an address."""


@dataclass(frozen=True, slots=True)
class Site:
    """One site in three places, each an address that ends in a slash."""

    folder: Path
    root: str
    below: str
    disk: str


def build(folder: Path) -> Path:
    """The site, built by the project's own command, in `folder/site`; a copy of it lies under an odd path."""
    cli.build(ROOT / "scenes", folder / "site", "")
    shutil.copytree(folder / "site", folder / "elsewhere" / BELOW)
    return folder / "site"


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
