"""Publishing: whatever goes wrong, one whole site is there, and nothing that is not ours is touched."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from rulebook import publish
from rulebook.errors import Exit, Problems

OLD: Mapping[str, bytes] = {"index.html": b"old", "en/ball/index.html": b"old", "gone.html": b"old"}
NEW: Mapping[str, bytes] = {"index.html": b"new", "en/ball/index.html": b"new", "assets/book.css": b"new"}


def tree(folder: Path) -> dict[str, bytes]:
    """Every file of a site but the marker."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != publish.MARKER]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def refused(files: Mapping[str, bytes], out: Path) -> Problems:
    with pytest.raises(Problems) as caught:
        publish.publish(files, out)
    return caught.value


def test_the_new_site_replaces_the_old_one_whole(tmp_path: Path) -> None:
    out = tmp_path / "build" / "site"
    publish.publish(OLD, out)
    publish.publish(NEW, out)
    assert tree(out) == NEW
    assert sorted(path.name for path in out.parent.iterdir()) == [".site.lock", "site"]


def test_without_an_atomic_exchange_two_renames_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publish, "_swap", lambda one, other: False)
    out = tmp_path / "site"
    publish.publish(OLD, out)
    publish.publish(NEW, out)
    assert tree(out) == NEW
    assert sorted(path.name for path in tmp_path.iterdir()) == [".site.lock", "site"]


def test_a_kill_between_the_two_renames_is_mended_by_the_next_run(tmp_path: Path) -> None:
    out = tmp_path / "site"
    publish.publish(OLD, out)
    out.rename(tmp_path / ".site.rulebook-old")
    assert refused({"a": b"", "A": b""}, out).exit is Exit.INPUT
    publish.publish(NEW, out)
    assert tree(out) == NEW
    assert sorted(path.name for path in tmp_path.iterdir()) == [".site.lock", "site"]


def test_folders_and_files_have_the_usual_modes(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        publish.publish(NEW, tmp_path / "site")
    finally:
        os.umask(before)
    assert (tmp_path / "site").stat().st_mode & 0o777 == 0o755
    assert (tmp_path / "site/index.html").stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("name", ["/etc/x", "../x", "a/../../x", "a//b", "..\\x", ".", "a/./b", ""])
def test_outputs_that_would_lie_elsewhere_are_refused(tmp_path: Path, name: str) -> None:
    assert "unsafe-path" in str(refused({name: b""}, tmp_path / "site"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("one", "other"), [("a/Index.html", "a/index.html"), ("caf\u00e9", "cafe\u0301"), ("ß", "SS")]
)
def test_two_outputs_stay_two_on_every_file_system(tmp_path: Path, one: str, other: str) -> None:
    assert "same-path" in str(refused({one: b"", other: b""}, tmp_path / "site"))


def test_a_folder_that_is_not_ours_is_left_alone(tmp_path: Path) -> None:
    foreign = tmp_path / "thesis"
    foreign.mkdir()
    (foreign / "chapter.txt").write_bytes(b"precious")
    assert refused(NEW, foreign).exit is Exit.INPUT
    assert tree(foreign) == {"chapter.txt": b"precious"}


def test_a_file_and_a_link_are_no_output(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"precious")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    for name in ("file", "link"):
        assert "not-ours" in str(refused(NEW, tmp_path / name))
    assert (tmp_path / "file").read_bytes() == b"precious"
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_the_folder_one_works_in_is_no_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "inner").mkdir()
    monkeypatch.chdir(tmp_path / "inner")
    for out in (Path(), Path(".."), Path("/"), Path.home()):
        assert "not-ours" in str(refused(NEW, out))


def test_links_inside_the_old_site_are_removed_and_their_targets_kept(tmp_path: Path) -> None:
    (tmp_path / "victim").write_bytes(b"precious")
    (tmp_path / "folder").mkdir()
    out = tmp_path / "site"
    publish.publish(OLD, out)
    (out / "index.html").unlink()
    (out / "index.html").symlink_to(tmp_path / "victim")
    (out / "pictures").symlink_to(tmp_path / "folder")
    publish.publish(NEW, out)
    assert tree(out) == NEW
    assert (tmp_path / "victim").read_bytes() == b"precious"
    assert (tmp_path / "folder").is_dir()


def test_what_cannot_be_written_is_told_and_the_old_site_stays(tmp_path: Path) -> None:
    out = tmp_path / "site"
    publish.publish(OLD, out)
    error = refused({"a": b"", "a/b": b""}, out)
    assert error.exit is Exit.FILES
    assert "cannot-write" in str(error)
    assert tree(out) == OLD
    assert sorted(path.name for path in tmp_path.iterdir()) == [".site.lock", "site"]


def test_a_full_disk_leaves_the_old_site_whole(tmp_path: Path) -> None:
    out = tmp_path / "site"
    publish.publish(OLD, out)
    limited = (
        "import resource, signal, sys; from pathlib import Path; from rulebook import publish;"
        "from rulebook.errors import Problems;"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000));\n"
        "try: publish.publish({'a': b'', 'big': b'x' * 5000}, Path(sys.argv[1]))\n"
        "except Problems as error: print(error); sys.exit(error.exit)"
    )
    run = subprocess.run(
        [sys.executable, "-c", limited, str(out)], capture_output=True, text=True, check=False
    )
    assert (run.returncode, "cannot-write" in run.stdout) == (Exit.FILES, True), run.stderr
    assert tree(out) == OLD
    assert sorted(path.name for path in tmp_path.iterdir()) == [".site.lock", "site"]


def test_kills_at_any_moment_leave_one_whole_site(tmp_path: Path) -> None:
    """Forty builders are killed while they publish one generation after another: the site is never mixed."""
    out = tmp_path / "site"
    publish.publish({f"{number}.html": b"0" for number in range(40)}, out)
    endless = (
        "import itertools, sys; from pathlib import Path; from rulebook import publish\n"
        "for turn in itertools.count():"
        " publish.publish({f'{n}.html': b'%d' % turn for n in range(40)}, Path(sys.argv[1]))"
    )
    for round_ in range(40):
        builder = subprocess.Popen([sys.executable, "-c", endless, str(out)])
        time.sleep(0.15 + round_ * 0.003)
        builder.send_signal(signal.SIGKILL)
        builder.wait()
        generation = set(tree(out).values())
        assert (len(tree(out)), len(generation)) == (40, 1)
    publish.publish(NEW, out)
    assert tree(out) == NEW
    assert sorted(path.name for path in tmp_path.iterdir()) == [".site.lock", "site"]


def test_builds_at_the_same_time_wait_for_one_another(tmp_path: Path) -> None:
    out = tmp_path / "site"
    code = (
        "import sys; from pathlib import Path; from rulebook import publish\n"
        "for _ in range(25):"
        " publish.publish({f'{n}.html': sys.argv[2].encode() for n in range(20)}, Path(sys.argv[1]))"
    )
    builders = [subprocess.Popen([sys.executable, "-c", code, str(out), name]) for name in "ab"]
    assert [builder.wait() for builder in builders] == [0, 0]
    assert (len(tree(out)), len(set(tree(out).values()))) == (20, 1)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".site.lock", "site"]


def test_single_files_are_written_beside_others(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_bytes(b"precious")
    publish.write({"a/b.svg": b"1", "c.svg": b"2"}, tmp_path)
    assert tree(tmp_path) == {"mine.txt": b"precious", "a/b.svg": b"1", "c.svg": b"2"}
