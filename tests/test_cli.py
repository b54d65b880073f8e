"""The command line: what it says, and with which code it leaves, whatever flags and terminals there are."""

import errno
import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen
from xml.etree import ElementTree

import pytest

from rulebook import cli, preview, publish
from rulebook.check import Options
from rulebook.errors import Exit
from tests import books_for_tests as ball

MESSAGE = re.compile(r"[^:]+(:\d+(:\d+)?)?: [a-z0-9-]+: .+")


def codes(text: str) -> set[str]:
    """The codes of all messages."""
    return set(re.findall(r"^[^ ]+: ([a-z0-9-]+): ", text, re.MULTILINE))


def old_site(out: Path) -> dict[str, str]:
    """Publish a small site, and tell its files."""
    publish.publish({"index.html": b"old", "nb/ball/index.html": b"old"}, out)
    return ball.tree(out)


# Exit codes


def test_0_done(tmp_path: Path) -> None:
    ran = ball.run("--version")
    assert (ran.code, ran.err) == (Exit.DONE, "")
    assert ball.run("--help").code == ball.run("site", "-h").code == Exit.DONE
    assert ball.run("words", "stats").code == Exit.DONE


def test_1_text_and_engine_disagree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ball.without_exploring(monkeypatch)
    folder = ball.copy(tmp_path)
    ball.edit(folder / "book.md", "costs [1 AP](fact:dodge.ap)", "costs [2 AP](fact:dodge.ap)")
    ran = ball.run("check", "--scenes", folder.parent)
    assert (ran.code, codes(ran.err)) == (Exit.MISMATCH, {"prose-changed", "wrong-fact", "stale"})
    assert ball.run("site", "--scenes", folder.parent, "--out", tmp_path / "site").code == Exit.MISMATCH


def test_1_what_is_only_untranslated_is_published_and_fails_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ball.without_exploring(monkeypatch)
    folder = ball.copy(tmp_path)
    ball.Entry(folder / "nb.po", "dodge.knocks_down").edit("Unnvikelsen velter motstanderen.", "")
    ran = ball.run("check", "--scenes", folder.parent)
    assert (ran.code, codes(ran.err)) == (Exit.MISMATCH, {"untranslated"})
    ran = ball.run("site", "--scenes", folder.parent, "--out", tmp_path / "site")
    assert (ran.code, ran.err, codes(ran.out)) == (Exit.DONE, "", {"untranslated"})
    assert (tmp_path / "site" / "index.html").is_file()


def test_2_bad_input(tmp_path: Path) -> None:
    folder = ball.copy(tmp_path, scenes=("dodge",))
    ball.edit(folder / "dodge.yaml", "show: {dodge: DEF1}", "show: {dodge: DEF1, exitt: A1}")
    ran = ball.run("check", "--scenes", folder.parent)
    assert (ran.code, ran.out) == (Exit.INPUT, "")
    line = (
        f"{folder / 'dodge.yaml'}:5:25: unknown-field: 'exitt' is not a key of a dodge; did you mean 'exit'?"
    )
    assert ran.lines == [line]


def test_3_cannot_read_or_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = ball.copy(tmp_path, scenes=("dodge",))
    (folder / "dodge.yaml").unlink()
    (folder / "dodge.yaml").mkdir()
    ran = ball.run("check", "--scenes", folder.parent)
    assert (ran.code, codes(ran.err)) == (Exit.FILES, {"cannot-read"})

    def full(*_: object) -> str:
        raise OSError(errno.ENOSPC, "No space left on device", "/x\x1b[31m")

    monkeypatch.setattr(cli, "build", full)
    ran = ball.run("site")
    assert (ran.code, ran.lines) == (Exit.FILES, [r"/x\x1b[31m: cannot-read: No space left on device"])


@pytest.mark.parametrize("flags", [[], ["--debug"]])
def test_4_a_fault_of_ours(monkeypatch: pytest.MonkeyPatch, flags: list[str]) -> None:
    def fail(*_: object) -> str:
        raise KeyError("a\nb\x1b[31m")

    monkeypatch.setattr(cli, "build", fail)
    ran = ball.run(*flags, "site")
    assert (ran.code, ran.out) == (Exit.FAULT, "")
    assert ran.lines[-1] == r"a fault of ours: KeyError: 'a\nb\x1b[31m' (--debug shows where)"
    assert ("Traceback" in ran.err) == bool(flags)
    assert len(ran.lines) == 1 or flags


def test_130_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "build", interrupt)
    ran = ball.run("site")
    assert (ran.code, "Traceback" in ran.err) == (130, False)


def test_every_message_is_a_line_with_a_place(tmp_path: Path) -> None:
    folder = ball.copy(tmp_path, scenes=("dodge",))
    ball.edit(folder / "dodge.yaml", "title: A dodge", 'title: "a\\eb"\n"x\\ny": "::error::"')
    (folder / "sentences.yaml").write_bytes(b"events: {a\x1b[31m: b}\n")
    (folder / "nb.po").write_bytes(b"\x00\r")
    ran = ball.run("check", "--scenes", folder.parent)
    assert ran.code == Exit.INPUT
    assert {Path(line.split(":")[0]).name for line in ran.lines} == {"dodge.yaml", "sentences.yaml", "nb.po"}
    assert all(MESSAGE.fullmatch(line) and line.isprintable() for line in ran.lines)


def test_nothing_that_is_said_steers_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """INJ-15: folders have names too."""
    ball.without_exploring(monkeypatch)
    folder = ball.copy(tmp_path / "a\x1b[31m")
    for arguments in (
        ("check", "--scenes", folder.parent),
        ("check", "--scenes", folder.parent, "--table"),
        ("words", "stats", "--scenes", folder.parent),
        ("draw", folder / "dodge.yaml", "--out", tmp_path / "b\x1b[31m"),
        ("site", "--scenes", folder.parent, "--out", tmp_path / "c\x1b[31m"),
    ):
        ran = ball.run(*arguments)
        assert (ran.code, r"\x1b[31m" in ran.out, ran.err) == (Exit.DONE, True, "")
        assert all(map(str.isprintable, ran.out.split("\n")))


# What is asked for has to be there


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        (("check", "bal"), "BOOK: 'bal' is not known; did you mean 'ball'?"),
        (("check", "\x1b[31m"), r"BOOK: '\x1b[31m' is not known; known here: ball"),
        (("words", "update", "bal"), "did you mean 'ball'?"),
        (("words", "stats", "bal"), "did you mean 'ball'?"),
        (("engine", "bal"), "GAME: 'bal' is not known; did you mean 'ball'?"),
        (("check", "--positions", "-1"), "--positions"),
        (("check", "--positions", "many"), "--positions"),
        (("check", "-j", "-1"), "--jobs"),
        (("serve", "--port", "70000"), "--port"),
        (("sight",), "sight"),
        (("site", "--bse-url", "x"), "--base-url"),
        (("draw", ball.BALL / "dodge.yaml"), "--out"),
    ],
)
def test_what_is_not_there_is_told_with_advice(arguments: tuple[object, ...], advice: str) -> None:
    ran = ball.run(*arguments)
    assert (ran.code, ran.out) == (Exit.INPUT, "")
    assert advice in ran.err
    assert all(map(str.isprintable, ran.lines))


@pytest.mark.parametrize(
    "url",
    [
        "example.org",
        "/rules",
        "//example.org",
        "ftp://example.org",
        "javascript:alert(1)",
        "file:///srv",
        "https://",
        "https:///rules",
        "https://[::1",
        "https://example.org/a b",
        "https://example.org/a\nb",
        "https://example.org/?a",
        "https://example.org/#a",
        "https://exämple.org",
    ],
)
def test_a_base_url_is_absolute(url: str) -> None:
    ran = ball.run("site", "--base-url", url)
    assert (ran.code, "--base-url" in ran.err, ran.out) == (Exit.INPUT, True, "")


@pytest.mark.parametrize("url", ["", "https://example.org", "http://localhost:8000/rules/"])
def test_a_base_url_reaches_the_build(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setattr(cli, "build", lambda scenes, out, base_url, *_: f"built for {base_url}")
    ran = ball.run("site", "--base-url", url)
    assert (ran.code, ran.out) == (Exit.DONE, f"built for {url}\n")


# SPEC-15: flags, terminals and locales


@pytest.fixture(scope="module")
def unreadable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Books with an unknown key, an expectation that is not met, and a catalogue without a header."""
    folder = ball.copy(tmp_path_factory.mktemp("unreadable"), scenes=("dodge", "touchdown"))
    ball.edit(folder / "dodge.yaml", "title: A dodge", "tītle: A dodge")
    ball.edit(folder / "touchdown.yaml", "winner: ATK", "winner: none")
    (folder / "nb.po").write_text('msgid "æ"\nmsgstr "ø"\n', encoding="utf-8")
    return folder.parent


CODES = {"unknown-key", "unmet", "bad-header"}


@pytest.fixture(scope="module")
def disagreeing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Books that can be read and are wrong in both languages."""
    folder = ball.copy(tmp_path_factory.mktemp("disagreeing"))
    ball.edit(folder / "book.md", "costs [1 AP](fact:dodge.ap)", "costs [2 AP](fact:dodge.ap)")
    ball.Entry(folder / "nb.po", "events.knocked_down").edit("veltet.", "veltet to ganger.")
    return folder.parent


FLAGS = [(), ("--table",), ("--json",), ("--github",), ("-j1",), ("-j4",), ("--json", "--table", "--github")]


@pytest.mark.parametrize("flags", FLAGS, ids=" ".join)
def test_no_flag_changes_the_exit_code_or_the_codes(
    unreadable: Path, disagreeing: Path, flags: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    ball.without_exploring(monkeypatch)
    for scenes, code, expected in (
        (unreadable, Exit.INPUT, CODES),
        (disagreeing, Exit.MISMATCH, {"prose-changed", "wrong-fact", "stale", "other-numbers"}),
    ):
        ran = ball.run("check", "--scenes", scenes, *flags)
        told = [p["code"] for p in json.loads(ran.out)["problems"]] if "--json" in flags else codes(ran.err)
        assert (ran.code, set(told)) == (code, expected)
        assert codes(ran.err) == (set() if "--json" in flags else expected)


def test_annotations_are_the_same_problems(unreadable: Path) -> None:
    ran = ball.run("check", "--scenes", unreadable, "--github", "--positions", 1)
    titles = [
        re.fullmatch(r"::error file=.+,line=\d+,col=\d+,title=([a-z-]+)::.+", line)
        for line in ran.out.splitlines()
    ]
    assert [found and found[1] for found in titles] == [line.split(": ")[1] for line in ran.lines]


ENVIRONMENTS: dict[str, dict[str, str]] = {
    "plain": {},
    "without colours": {"NO_COLOR": "1", "TERM": "dumb"},
    "C": {"LC_ALL": "C"},
    "Latin-1": {"PYTHONIOENCODING": "iso8859-1"},
    "C and no UTF-8": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_no_environment_changes_the_exit_code_or_the_codes(unreadable: Path, name: str) -> None:
    ran = ball.process("check", "--scenes", unreadable, "--github", "--positions", 1, env=ENVIRONMENTS[name])
    assert (ran.code, codes(ran.err), ran.out.count("::error")) == (Exit.INPUT, CODES, len(ran.lines))
    assert set(re.findall("title=([a-z-]+)", ran.out)) == CODES


@contextmanager
def listening(*numbers: signal.Signals) -> Iterator[None]:
    """Processes that are started meanwhile hear these signals, even where the tests run in the background."""
    before = {number: signal.getsignal(number) for number in numbers}
    for number, handler in before.items():
        signal.signal(number, signal.SIG_DFL if handler == signal.SIG_IGN else handler)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def terminal(*arguments: object) -> tuple["subprocess.Popen[bytes]", int]:
    """The command line in a process whose output is a terminal, and the terminal's other end."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "rulebook", *map(str, arguments)]
    with listening(signal.SIGINT, signal.SIGHUP):
        process = subprocess.Popen(command, cwd=ball.ROOT, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    return process, ours


def shown(ours: int) -> Iterator[str]:
    """What a terminal shows, piece by piece, until its process has gone."""
    try:
        while data := os.read(ours, 65536):
            yield data.decode()
    except OSError as error:
        if error.errno != errno.EIO:
            raise
    finally:
        os.close(ours)


def test_a_terminal_changes_neither(unreadable: Path) -> None:
    process, ours = terminal("check", "--scenes", unreadable, "--positions", 1)
    text = "".join(shown(ours)).replace("\r\n", "\n")
    assert (process.wait(), codes(text)) == (Exit.INPUT, CODES)


@pytest.mark.parametrize("closed", ["stdout", "stderr"])
def test_a_reader_that_goes_away_changes_nothing(unreadable: Path, closed: str) -> None:
    """BLD-03: what `| head` and `2>&-` do."""
    given = ["--scenes", str(unreadable), "--github", "--positions", "1"]
    command = [sys.executable, "-m", "rulebook", "check", *given]
    reading, writing = os.pipe()
    os.close(reading)
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, closed: writing}
    done = subprocess.run(command, cwd=ball.ROOT, check=False, **streams)  # type: ignore[call-overload]
    os.close(writing)
    assert done.returncode == Exit.INPUT
    if closed == "stdout":
        assert codes(done.stderr.decode()) == CODES
    else:
        assert set(re.findall("title=([a-z-]+)", done.stdout.decode())) == CODES


def test_closed_streams_change_nothing(unreadable: Path) -> None:
    script = 'exec "$0" -m rulebook check --scenes "$1" --positions 1 >&- 2>&- <&-'
    done = subprocess.run(["sh", "-c", script, sys.executable, unreadable], cwd=ball.ROOT, check=False)
    assert done.returncode == Exit.INPUT


def test_without_a_terminal_at_all_books_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `2>&-` leaves to a program that was read in time."""
    ball.without_exploring(monkeypatch)
    loaded = cli.load_books(ball.ROOT / "scenes")
    monkeypatch.setattr(sys, "stderr", None)
    assert len(cli.check_books(loaded, Options(1, jobs=1))) == len(loaded) > 0


def test_a_bar_on_the_terminal_leaves_the_output_alone(tmp_path: Path) -> None:
    folder = ball.copy(tmp_path)
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "rulebook", "check", "--scenes", str(folder.parent), "--positions", "80"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        bar = "".join(shown(ours))
        said = process.stdout.read().decode() if process.stdout else ""
    assert process.returncode == Exit.DONE
    assert "exploring ball" in bar
    assert "100%" in bar
    assert "exploring" not in said
    assert f"{folder}: 70 rules, " in said


# BLD-03: signals


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)],
    ids=str,
)
def test_a_signal_ends_the_build_and_leaves_the_old_site(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    out = tmp_path / "site"
    before = old_site(out)
    folder = ball.copy(tmp_path)
    process, ours = terminal(
        "site", "--scenes", folder.parent, "--out", out, "--positions", 10**6, "-j", 1 if code == 130 else 2
    )
    text, sent = "", False
    for piece in shown(ours):
        text += piece
        if "exploring ball" in text and not sent:
            process.send_signal(number)
            sent = True
    assert process.wait() == code
    assert "Traceback" not in text
    assert ball.tree(out) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == [".site.lock", "scenes", "site"]


# draw

SVG = "{http://www.w3.org/2000/svg}"
STEPS = ["start", "targets", "exits", "occupied-exit", "dodge", "again"]


@pytest.mark.parametrize(
    ("flags", "title", "description"),
    [
        ((), "Step 5 of 6: A dodge", "ATK2 (O) on G8, knocked down."),
        (("--language", "nb"), "Steg 5 av 6: En unnvikelse", "ATK2 (O) på G8, veltet."),
    ],
)
def test_draw_writes_a_picture_of_every_step(
    tmp_path: Path, flags: tuple[str, ...], title: str, description: str
) -> None:
    folder = ball.copy(tmp_path, scenes=("dodge",))
    out = tmp_path / "pictures"
    ran = ball.run("draw", folder / "dodge.yaml", "--out", out, *flags)
    assert (ran.code, ran.err) == (Exit.DONE, "")
    assert ran.out.splitlines() == [str(out / f"{step}.svg") for step in STEPS]
    roots = {path.stem: ElementTree.parse(path).getroot() for path in out.iterdir()}
    assert {step: root.tag for step, root in roots.items()} == dict.fromkeys(STEPS, f"{SVG}svg")
    assert all(root.findtext(f"{SVG}title") and root.findtext(f"{SVG}desc") for root in roots.values())
    assert roots["dodge"].findtext(f"{SVG}title") == title
    assert description in (roots["dodge"].findtext(f"{SVG}desc") or "").splitlines()


def test_draw_works_inside_the_books_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ball.copy(tmp_path, scenes=("dodge",)))
    assert ball.run("draw", "dodge.yaml", "--out", tmp_path / "pictures").code == Exit.DONE
    assert len(list((tmp_path / "pictures").iterdir())) == len(STEPS)


def test_draw_tells_what_there_is(tmp_path: Path) -> None:
    folder = ball.copy(tmp_path, scenes=("dodge", "touchdown"))
    out = tmp_path / "pictures"
    ran = ball.run("draw", folder / "doge.yaml", "--out", out)
    assert (ran.code, "did you mean 'dodge'?" in ran.err) == (Exit.INPUT, True)
    ran = ball.run("draw", folder / "dodge.yaml", "--out", out, "--language", "no")
    assert (ran.code, "known here: en, nb" in ran.err or "did you mean 'nb'?" in ran.err) == (
        Exit.INPUT,
        True,
    )
    ran = ball.run("draw", tmp_path / "dodge.yaml", "--out", out)
    assert (ran.code, codes(ran.err)) == (Exit.FILES, {"cannot-read"})
    ran = ball.run("draw", folder / "dodge.yaml", "--out", folder / "book.md" / "below")
    assert (ran.code, codes(ran.err)) == (Exit.FILES, {"cannot-write"})
    assert not out.exists()


def test_engine_answers_until_the_input_ends() -> None:
    command = [sys.executable, "-m", "rulebook", "engine", "ball"]
    done = subprocess.run(
        command, cwd=ball.ROOT, input=b'{"op": "new"}\nno\n', capture_output=True, check=True
    )
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["state"]["game"], list(second), done.stderr) == ("ball", ["error"], b"")


# serve


def test_serve_follows_the_sources_and_keeps_the_site_through_errors(tmp_path: Path) -> None:
    out = tmp_path / "site"
    old_site(out)
    folder = ball.copy(tmp_path)
    ball.edit(folder / "dodge.yaml", "title: A dodge", "tilte: A dodge")
    arguments = ("serve", "--port", "0", "--scenes", folder.parent, "--out", out)
    command = [sys.executable, "-m", "rulebook", *map(str, arguments)]
    with (
        listening(signal.SIGINT),
        subprocess.Popen(command, cwd=ball.ROOT, stdout=subprocess.PIPE, encoding="utf-8") as process,
    ):
        guard = threading.Timer(300, process.kill)
        guard.start()
        assert process.stdout
        lines = iter(process.stdout.readline, "")
        assert "dodge.yaml:1:1: unknown-key: " in next(lines)
        address = next(lines).split()[0]
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address)
        assert fetched(address) == b"old"
        ball.edit(folder / "dodge.yaml", "tilte: A dodge", "title: A daring dodge")
        assert any(line.startswith(f"{out / 'index.html'}: ") for line in lines)
        assert b"A daring dodge" in fetched(f"{address}en/ball/index.html")
        before = ball.tree(out)
        ball.edit(folder / "nb.po", "Unnvikelsen velter motstanderen.", "Unnvikelsen velter {motstanderen}.")
        assert any("unknown-placeholder" in line for line in lines)
        assert ball.tree(out) == before
        process.send_signal(signal.SIGINT)
        assert process.wait() == Exit.DONE
        guard.cancel()


def fetched(address: str) -> bytes:
    """The body of a page, which no browser may keep."""
    with urlopen(address) as answer:
        assert answer.headers["Cache-Control"] == "no-store"
        body: bytes = answer.read()
    return body


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = ball.run("serve", "--port", port, "--scenes", tmp_path, "--out", tmp_path / "site")
    assert (ran.code, ran.out) == (Exit.FILES, "")
    text = "cannot be served on: Address already in use; choose another one with --port"
    assert ran.lines == [f"127.0.0.1:{port}: cannot-serve: {text}"]


def test_a_file_that_is_gone_for_a_moment_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"1")
    before = preview.stamp([tmp_path])
    (tmp_path / "a").write_bytes(b"22")
    assert preview.stamp([tmp_path]) != before
    monkeypatch.setattr(Path, "rglob", lambda *_: [tmp_path / "a", tmp_path / "gone"])
    assert {Path(path).name for path, _, _ in preview.stamp([tmp_path])} == {"a"}
