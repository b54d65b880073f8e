"""A look at the site while one writes: served on this machine only, built anew when a source changes."""

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

Stamp = frozenset[tuple[str, int, int]]


def serve(
    out: Path, port: int, *, watched: Sequence[Path], rebuild: Callable[[], str], say: Callable[[str], object]
) -> None:
    """Build, then serve `out` on 127.0.0.1 until interrupted. `rebuild` returns what is to be said."""
    seen = stamp(watched)
    say(rebuild())
    with ThreadingHTTPServer(("127.0.0.1", port), partial(_Quiet, directory=str(out))) as server:
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
    """No line for each request: the terminal is for what the build says."""

    def log_message(self, format: str, *args: object) -> None:
        pass
