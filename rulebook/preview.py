"""A look at the site while one writes: served on this machine only, built anew when a source changes."""

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from rulebook.errors import Exit, Place, Problem, Problems

Stamp = frozenset[tuple[str, int, int]]


def serve(
    out: Path, port: int, *, watched: Sequence[Path], rebuild: Callable[[], str], say: Callable[[str], object]
) -> None:
    """Build, then serve `out` on 127.0.0.1 until interrupted. `rebuild` returns what is to be said.

    Raises Problems where nothing can be served on the port.
    """
    with _listening(out, port) as server:
        seen = stamp(watched)
        say(rebuild())
        say(f"http://127.0.0.1:{server.server_port}/ (Ctrl-C ends)")
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            while True:
                time.sleep(0.5)
                now = stamp(watched)
                if now != seen:
                    seen = now
                    say(rebuild())
        except KeyboardInterrupt:
            server.shutdown()


def _listening(out: Path, port: int) -> ThreadingHTTPServer:
    try:
        return ThreadingHTTPServer(("127.0.0.1", port), partial(_Quiet, directory=str(out)))
    except OSError as error:
        text, advice = f"cannot be served on: {error.strerror}", "choose another one with --port"
        place = Place(f"127.0.0.1:{port}")
        raise Problems([Problem(place, "cannot-serve", text, advice, Exit.FILES)]) from error


def stamp(folders: Sequence[Path]) -> Stamp:
    """What tells one state of the sources from another: every file with its size and time."""
    found = []
    for path in (path for folder in folders for path in folder.rglob("*")):
        # An editor replaces a file while we look: then it is gone for a moment.
        with suppress(OSError):
            status = path.lstat()
            found.append((str(path), status.st_size, status.st_mtime_ns))
    return frozenset(found)


class _Quiet(SimpleHTTPRequestHandler):
    """Keeps nothing, and says nothing of requests: the terminal is for what the build says."""

    def end_headers(self) -> None:
        # A page that the browser has kept would hide what was just written.
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass
