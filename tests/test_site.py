"""The site: the old one stays until a right one is whole, and it is the same wherever it was built."""

import re
import shutil
import socket
import sys
import time
import zoneinfo
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from xml.etree import ElementTree

import pytest

from rulebook import books, check, publish
from rulebook.errors import Exit
from tests import books_for_tests as ball
from tests.books_for_tests import Entry
from tests.browser.served import FEW, languages, sources

# One worker has the site and all that is compared with it; no other waits for it.
pytestmark = pytest.mark.xdist_group("built")

# BLD-04, BLD-05: whatever fails, the old site stays, byte for byte


FAILURES: dict[str, tuple[Callable[[Path], object], str, Exit]] = {
    "a wrong scene": (
        lambda book: ball.edit(book / "dodge.yaml", "to: G8, exit: F7", "to: G8, exit: H7"),
        "dodge.yaml:15:5: refused: step 'dodge': dodge.exit refuses this",
        Exit.MISMATCH,
    ),
    "an expectation that is not met": (
        lambda book: ball.edit(book / "dodge.yaml", "ap: 1, ep.DEF: 1}", "ap: 2, ep.DEF: 1}"),
        "dodge.yaml:16:46: unmet: step 'dodge': 'ap' should be '2', but is 1",
        Exit.MISMATCH,
    ),
    "bad YAML": (
        lambda book: ball.edit(book / "dodge.yaml", "title: A dodge", "title: [A dodge"),
        "dodge.yaml:1:8: unclosed: ",
        Exit.INPUT,
    ),
    "bad sentences": (
        lambda book: ball.edit(
            book / "sentences.yaml", '"{player} steps out to {to}."', '"{player steps out."'
        ),
        "sentences.yaml:9:9: bad-placeholder: ",
        Exit.INPUT,
    ),
    "bad prose": (
        lambda book: ball.edit(book / "book.md", "- The dodge knocks", "- The <b>dodge</b> knocks"),
        ": raw-html: '<b>' is HTML",
        Exit.INPUT,
    ),
    "a table that nothing fills": (
        lambda book: ball.edit(book / "book.md", "![](table:actions)", "![](table:action)"),
        ": unknown-table: there is no table 'action'; did you mean 'actions'?",
        Exit.MISMATCH,
    ),
    "a broken catalogue": (
        lambda book: ball.edit(book / "nb.po", '"Language: nb\\n"', '"Language: nb\\n'),
        "nb.po:4:1: broken-catalogue: ",
        Exit.INPUT,
    ),
    "a number that is not the engine's": (
        lambda book: Entry(book / "nb.po", "dodge.cost").edit("[1 AP]", "[2 AP]"),
        ": wrong-fact: '2 AP' (nb) does not say 'dodge.ap', which is 1 AP",
        Exit.MISMATCH,
    ),
    "a sentence that is not its law's": (
        lambda book: ball.edit(book / "book.md", "- The dodge knocks", "- A dodge knocks"),
        ": prose-changed: the sentence of 'dodge.knocks_down' is no longer",
        Exit.MISMATCH,
    ),
    "a file that cannot be read": (
        lambda book: (book / "sentences.yaml").unlink(),
        "sentences.yaml: cannot-read: cannot read: No such file or directory",
        Exit.FILES,
    ),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_whatever_fails_the_old_site_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: str
) -> None:
    ball.without_exploring(monkeypatch)
    out = tmp_path / "site"
    publish.publish({"index.html": b"old", "nb/ball/index.html": b"old"}, out)
    before = ball.tree(out)
    folder = ball.copy(tmp_path)
    spoil, told, code = FAILURES[failure]
    spoil(folder)
    ran = ball.run("site", "--scenes", folder.parent, "--out", out)
    assert (ran.code, ran.out, told in ran.err) == (code, "", True), ran.err
    assert all(line.startswith(str(folder)) for line in ran.lines)
    assert ball.tree(out) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == [".site.lock", "scenes", "site"]


# BLD-22, BLD-26, BLD-31: the same everywhere


def elsewhere(folder: Path) -> Path:
    """The whole project in another folder, with the line ends of another system."""
    for name in ("rulebook", "templates"):
        shutil.copytree(ball.ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    sources(folder, FEW)
    for path in (path for path in folder.rglob("*") if path.is_file()):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    return folder


def test_a_build_starts_nothing_calls_nobody_and_writes_only_its_site(site: Path) -> None:
    """INJ-21, INJ-22."""
    log = [line.partition(" ") for line in (site.parent / "log").read_text(encoding="utf-8").splitlines()]
    done = {kind: {name for each, _, name in log if each == kind} for kind in ("read", "write", "other")}
    assert done["other"] == set()
    assert done["write"]
    assert [name for name in done["write"] if not Path(name).is_relative_to(site.parent)] == []
    # Babel asks the system for its time zone when it is imported.
    clock = (*map(Path, zoneinfo.TZPATH), Path("/etc/localtime"), Path("/etc/timezone"))
    known = (ball.ROOT, Path(sys.prefix), Path(sys.base_prefix), site.parent, *clock)
    strange = [
        name for name in done["read"] if not any(Path(name).is_relative_to(folder) for folder in known)
    ]
    assert strange == []


def test_the_site_is_the_same_in_another_place_and_on_another_system(site: Path, tmp_path: Path) -> None:
    """Hash seed, folder, depth, line ends, time zone, locale, encoding, mask and number of processes."""
    folder = elsewhere(tmp_path / "one deeper" / "é #1 100%")
    plain = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}
    ran = ball.process(
        *("site", "--out", "a/b/c/site", "--positions", "20", "-j4"),
        options=["-X", "warn_default_encoding", "-W", "default"],
        cwd=folder,
        env={"PYTHONHASHSEED": "1", "TZ": "Pacific/Kiritimati", "PYTHONPATH": "", **plain},
        umask=0o077,
    )
    ours = [line for line in ran.lines if "EncodingWarning" in line and f"{folder}/rulebook" in line]
    assert (ran.code, ours) == (Exit.DONE, [])
    other = folder / "a/b/c/site"
    assert {path.stat().st_mode & 0o077 for path in other.rglob("*")} == {0}
    assert ball.tree(other) == ball.tree(site)


# BLD-24: nothing of the machine, and nothing that was meant for programmers


def png_chunks(data: bytes) -> set[bytes]:
    """The kinds of chunk that a picture is made of."""
    at, found = 8, set[bytes]()
    while at < len(data):
        found.add(data[at + 4 : at + 8])
        at += 12 + int.from_bytes(data[at : at + 4], "big")
    return found


def test_the_site_tells_nothing_of_the_machine_or_of_python(site: Path) -> None:
    machine = [str(ball.ROOT), str(Path.home()), str(site.parent), socket.gethostname(), sys.prefix]
    python = ["Undefined", "{{", "}}", "bound method", " at 0x", "<built-in", "Markup("]
    dates = [time.strftime(form) for form in ("%Y-%m-%d", "%d.%m.%Y", "%B %d")]
    files = [path for path in site.rglob("*") if path.is_file()]
    for path in (path for path in files if path.suffix == ".png"):
        # Packed pixels may hold any short word by chance; what is said in words stands in chunks of its own.
        assert png_chunks(path.read_bytes()) <= {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"}, path
    texts = {path: path.read_text(encoding="utf-8") for path in files if path.suffix != ".png"}
    pages = {path: text for path, text in texts.items() if path.suffix in (".html", ".svg")}
    assert len(pages) > 100
    for word in (*machine, *dates):
        assert [path for path, text in texts.items() if word in text] == [], word
    for word in python:
        assert [path for path, text in pages.items() if word in text] == [], word
    assert [path for path, text in pages.items() if re.search(r"\bNone\b", text)] == []


# What there is


def test_every_frame_has_its_picture_in_every_language(site: Path) -> None:
    found = ball.tree(site).keys()
    for book in (books.load(folder) for folder in books.find(ball.ROOT / "scenes")):
        frames = {
            f"{language}/{book.id}/frames/{frame.id}.svg"
            for language in languages(Path(book.path), FEW)
            for frame in check.frames(book)
        }
        pictures = {name for name in found if name.endswith(".svg") and f"/{book.id}/" in name}
        assert pictures >= frames
        assert {PurePosixPath(name).parent.name for name in pictures - frames} <= {"findings"}
        for name in frames:
            assert ElementTree.parse(site / name).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert {"index.html", "en/index.html", "nb/index.html", "assets/book.css", "assets/player.js"} <= found
    assert {PurePosixPath(name).suffix for name in found} == {".html", ".svg", ".png", ".css", ".js", ""}


# SPEC-10, SPEC-11: what is not translated is shown in its source language, and says so


def test_a_missing_and_a_stale_translation_are_shown_in_their_source_with_a_note(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ball.without_exploring(monkeypatch)
    folder = ball.copy(tmp_path)
    Entry(folder / "nb.po", "dodge.knocks_down").edit("Unnvikelsen velter motstanderen.", "")
    Entry(folder / "nb.po", "dodge.no_exit").edit('msgctxt "d', '#, fuzzy\nmsgctxt "d')
    Entry(folder / "nb.po", "scene.dodge").edit("En unnvikelse", "")
    Entry(folder / "nb.po", "events.knocked_down").edit("{player} blir veltet.", "")
    ball.edit(folder / "dodge.yaml", "H9, which it crosses,", "H9, where it came from,")
    ball.edit(folder / "dodge.yaml", "    remark: A player that lies there already can be dodged too.\n", "")
    ran = ball.run("site", "--scenes", folder.parent, "--out", tmp_path / "site")
    told = sorted(line.split(": ")[1] for line in ran.out.splitlines() if "nb.po" in line)
    assert (ran.code, told) == (Exit.DONE, ["gone"] + ["stale"] * 2 + ["untranslated"] * 3)
    assert ball.run("check", "--scenes", folder.parent).code == Exit.MISMATCH
    norwegian, english = (
        (tmp_path / "site" / language / "ball" / "index.html").read_text(encoding="utf-8")
        for language in ("nb", "en")
    )
    for source in (
        "The dodge knocks the opponent down.",
        "Without a square to exit to, the dodge is not allowed.",
        "A dodge",
        "ATK2 is knocked down.",
        "H9, where it came from, is among the exits.",
    ):
        assert f'<span class="untranslated" lang="en" dir="ltr">{source}</span>' in norwegian
        assert source in english
    assert 'class="untranslated"' not in english
    rule = re.search(r'<li id="dodge.knocks_down".*?</li>', norwegian, re.DOTALL)
    assert rule
    assert re.search(r'</span> <a class="note" href="#page-signs">en</a>', rule[0])
    assert 'id="page-signs"' in norwegian
    assert "Unnvikelsen velter motstanderen." not in norwegian
    assert re.search(r"(?<!<code)>\s*(?:dodge\.knocks_down|events\.\w+|scene\.dodge)\s*<", norwegian) is None
