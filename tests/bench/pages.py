"""What a reader loads with the Norwegian page of BALL, and how long the whole site takes."""

import gzip
import time
from pathlib import Path

from rulebook import books, check, press

PAGE = ("nb/ball/index.html", "assets/book.css", "assets/player.js")


def main() -> None:
    """Print the bytes of each part, plain and gzip, and the time of reading, playing and pressing."""
    started = time.perf_counter()
    book = books.load(Path("scenes/ball"))
    loaded = time.perf_counter()
    site = press.press([check.check(book, check.Options(positions=20, jobs=1))])
    pressed = time.perf_counter()
    print(f"site: {site.summary}")
    print(f"  read and played in {loaded - started:.2f} s, checked and pressed in {pressed - loaded:.2f} s")
    sizes = {name: (len(site.files[name]), len(gzip.compress(site.files[name], 9))) for name in PAGE}
    for name, (plain, packed) in sizes.items():
        print(f"  {name}: {plain:,} bytes, {packed:,} gzip")
    print(f"  together: {sum(packed for _, packed in sizes.values()):,} bytes gzip")
