"""What a person can do wrong is told in one line for each thing: where, what, and what would be right."""

import os
from pathlib import Path

import pytest

from rulebook import books
from rulebook.books import Collector
from rulebook.errors import Exit, Place, Problem, Problems, did_you_mean, printable
from tests import books_for_tests as ball


def test_a_problem_is_a_line() -> None:
    place = Place("scenes/ball/dodge.yaml", 12, 9)
    problem = Problem(place, "unknown-key", "'exitt' is not a key", "did you mean 'exit'?")
    assert (
        str(problem) == "scenes/ball/dodge.yaml:12:9: unknown-key: 'exitt' is not a key; did you mean 'exit'?"
    )
    assert str(Problem(Place("a.po"), "gone", "away")) == "a.po: gone: away"


def test_problems_are_told_once_and_in_order_with_the_gravest_code() -> None:
    late, early = (Problem(Place("a.md", line), "x", "y", exit=Exit.MISMATCH) for line in (10, 9))
    file = Problem(Place("b.md"), "cannot-read", "z", exit=Exit.FILES)
    problems = Problems([late, file, early, late])
    assert problems.problems == (early, late, file)
    assert problems.exit is Exit.FILES
    assert Problems([late]).exit is Exit.MISMATCH
    assert str(problems).splitlines() == [str(early), str(late), str(file)]


STEERING = "\x1b[31m\x1b]8;;x\x07\r\n\x00\x85\u2028\u202e\ud800"


def test_what_would_steer_a_terminal_is_told_as_escapes() -> None:
    """INJ-15."""
    told = str(Problem(Place(f"a{STEERING}.md", 1), "x", f"b{STEERING}", f"c{STEERING}"))
    assert told.isprintable()
    assert told.count(r"\x1b[31m\x1b]8;;x\x07\r\n\x00\x85\u2028\u202e\ud800") == 3
    assert printable("«Ærlig» – 日本 ±½") == "«Ærlig» – 日本 ±½"


@pytest.mark.parametrize(
    ("word", "advice"),
    [
        ("exitt", "did you mean 'exit'?"),
        ("EXIT", "did you mean 'exit'?"),
        ("zzz", "known here: exit, push"),
    ],
)
def test_advice_names_the_nearest_word_or_all(word: str, advice: str) -> None:
    assert did_you_mean(word, ["exit", "push"]) == advice


def test_without_words_there_is_no_advice() -> None:
    assert did_you_mean("exit", []) == ""


def test_all_problems_of_all_files_come_at_once(tmp_path: Path) -> None:
    folder = ball.copy(tmp_path, scenes=("dodge", "touchdown"))
    ball.edit(folder / "book.md", "{#dodge.exit .ruling}", "{#dodge.exit .rule}")
    ball.edit(folder / "sentences.yaml", "position:", "positions:")
    ball.edit(folder / "nb.po", "charset=UTF-8", "charset=Latin1")
    ball.edit(folder / "dodge.yaml", "show: {dodge: DEF1}", "show: {dodges: DEF1}")
    ball.edit(folder / "touchdown.yaml", "title:", "tilte:")
    other = folder.parent / "other"
    other.mkdir()
    (other / "book.md").write_bytes(b"no header\xff")
    (other / "sentences.yaml").write_bytes(b"events: [\n")
    ran = ball.run("check", "--scenes", folder.parent)
    told = [line.split(": ")[:2] for line in ran.lines]
    codes = {(Path(place.split(":")[0]).relative_to(folder.parent).as_posix(), code) for place, code in told}
    assert codes >= {
        ("ball/book.md", "unknown-class"),
        ("ball/sentences.yaml", "unknown-key"),
        ("ball/nb.po", "bad-header"),
        ("ball/dodge.yaml", "unknown-action"),
        ("ball/touchdown.yaml", "unknown-key"),
        ("other/book.md", "not-utf8"),
        ("other/sentences.yaml", "unclosed"),
    }
    assert ran.code == Exit.INPUT


# INP-24, INP-41, INP-51, BLD-15: files that are not what their name says


def unread(path: Path) -> Problem:
    with pytest.raises(Problems) as caught:
        books.read_bytes(path)
    (problem,) = caught.value.problems
    assert problem.place == Place(str(path))
    return problem


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"text")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    os.mkfifo(tmp_path / "pipe")
    for path in (*(tmp_path / name for name in ("link", "loop", "pipe")), tmp_path, Path("/dev/zero")):
        assert (unread(path).text, unread(path).exit) == ("is not a regular file", Exit.FILES)
    assert unread(tmp_path / "missing").text == "cannot read: No such file or directory"
    assert unread(tmp_path / "real" / "below").exit is Exit.FILES
    assert books.read_bytes(tmp_path / "real") == b"text"


def test_a_file_that_must_not_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The superuser may read everything, so the system's answer is given here."""

    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    (tmp_path / "secret").write_bytes(b"")
    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert unread(tmp_path / "secret").text == "cannot read: Permission denied"


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(1 << 40)
    monkeypatch.delattr(Path, "read_bytes")
    assert (unread(tmp_path / "huge").code, unread(tmp_path / "huge").exit) == ("too-large", Exit.INPUT)


@pytest.mark.parametrize("name", ["book.md", "sentences.yaml", "nb.po", "dodge.yaml"])
def test_every_source_must_be_utf8(tmp_path: Path, name: str) -> None:
    folder = ball.copy(tmp_path, scenes=("dodge",))
    data = (folder / name).read_bytes()
    line = data.count(b"\n") + 1
    (folder / name).write_bytes(data + b"# \xc3\xa5\xe5\n")
    assert ball.places(ball.problems(folder)) == [f"{name}:{line}:4 not-utf8"]


@pytest.mark.parametrize("name", ["book.md", "sentences.yaml", "nb.po", "dodge.yaml"])
def test_a_source_that_is_a_link_or_missing_is_told(tmp_path: Path, name: str) -> None:
    folder = ball.copy(tmp_path, scenes=("dodge",))
    (folder / name).unlink()
    (folder / name).symlink_to(ball.BALL / name)
    assert ball.places(ball.problems(folder)) == [f"{name} cannot-read"]
    (folder / name).unlink()
    if name in ("book.md", "sentences.yaml"):
        assert ball.places(ball.problems(folder)) == [f"{name} cannot-read"]
    else:
        assert "cannot-read" not in ball.codes(ball.problems(folder))


def test_what_editors_and_systems_leave_behind_is_passed_over(tmp_path: Path) -> None:
    folder = ball.copy(tmp_path, scenes=("dodge",))
    before = ball.problems(folder)
    (folder / ".#dodge.yaml").symlink_to("user@host.1234")
    for name in (
        "dodge.yaml~",
        ".dodge.yaml.swp",
        "._dodge.yaml",
        "#dodge.yaml#",
        "dodge.yaml.orig",
        "._nb.po",
    ):
        (folder / name).write_bytes(b"\xff")
    hidden = folder.parent / ".hidden"
    hidden.mkdir()
    (hidden / "book.md").write_bytes(b"\xff")
    assert ball.problems(folder) == before
    assert books.find(folder.parent) == (folder,)


def test_files_come_in_the_order_of_their_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """BLD-22: whatever order the system tells them in."""
    folder = ball.copy(tmp_path)
    names = [path.name for path in books.listed(folder, "*.yaml")]
    glob = Path.glob
    monkeypatch.setattr(
        Path, "glob", lambda path, pattern: sorted(glob(path, pattern), key=lambda p: p.name[::-1])
    )
    assert [path.name for path in books.listed(folder, "*.yaml")] == names == sorted(names)


@pytest.mark.parametrize(
    ("name", "right"), [("new.yml", "new.yaml"), ("new.YAML", "new.yaml"), ("sv.PO", "sv.po")]
)
def test_a_name_that_somebody_must_expect_to_be_read_is_told(tmp_path: Path, name: str, right: str) -> None:
    folder = ball.copy(tmp_path, scenes=("dodge",))
    (folder / name).write_bytes(b"")
    (found,) = ball.problems(folder)
    assert (found.place.path, found.code) == (str(folder / name), "file-name")
    assert right in found.advice


@pytest.mark.parametrize(
    "name", ["Ball", "my ball", "ball#1", "..ball", "con", '"><b>', "ball\n::error::", "å"]
)
def test_a_book_has_a_name_that_can_be_an_address(tmp_path: Path, name: str) -> None:
    folder = ball.copy(tmp_path, scenes=("dodge",)).rename(tmp_path / "scenes" / name)
    (found,) = ball.problems(folder)
    assert (found.place.path, found.code) == (str(folder), "bad-name")
    assert str(found).isprintable()


def test_a_catalogue_of_the_books_own_language_is_told(tmp_path: Path) -> None:
    folder = ball.copy(tmp_path, scenes=("dodge",))
    text = (folder / "nb.po").read_text(encoding="utf-8").replace("Language: nb", "Language: en")
    (folder / "en.po").write_text(text, encoding="utf-8")
    assert ball.places(ball.problems(folder)) == ["en.po source-catalogue"]


def test_a_collector_goes_on_after_problems() -> None:
    collect = Collector()
    first = Problem(Place("a"), "x", "y")

    def fail() -> str:
        raise Problems([first])

    assert (collect.run(fail), collect.run(str.upper, "b")) == (None, "B")
    with pytest.raises(Problems) as caught:
        collect.done()
    assert caught.value.problems == (first,)
