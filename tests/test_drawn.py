"""A broken law is drawn where it is told, in letters and as a picture; and nothing is published."""

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rulebook import books, publish
from rulebook.books import Book
from rulebook.check import drawn, explore, small
from rulebook.check.drawn import Counterexample
from rulebook.check.explore import Breach, Tally
from rulebook.check.small import Visited
from rulebook.errors import Exit
from rulebook.games.ball import BALL, constants
from rulebook.games.ball.constants import Price
from rulebook.model import JSON
from tests import books_for_tests as ball
from tests.tictactoe import TicTacToe, wrong

SVG = "{http://www.w3.org/2000/svg}"
PICTURES = Path("build/check")


@pytest.fixture(scope="module")
def book() -> Book:
    """BALL's book, around which other games are put."""
    return books.load(ball.BALL)


def of_toy(book: Book, game: TicTacToe, *breaches: Breach) -> list[Counterexample]:
    return list(drawn.counterexamples(replace(book, game=game), breaches))


# Any game


def test_a_broken_law_of_a_toy_is_drawn_as_small_as_it_is(book: Book) -> None:
    game = wrong(blocked=lambda cell: cell == "X")
    breaches = explore.run(game, 120, 7).breaches
    (example,) = [one for one in of_toy(book, game, *breaches) if one.breach.rule == "square.taken"]
    assert example.name == "ball-square.taken.svg"
    head, *rows = drawn.letters(example).splitlines()
    assert head.split() == [example.breach.state["turn"], "play"]
    assert [row.split()[0] for row in rows] == ["3", "2", "1", "A"]
    marks = example.breach.state["cells"].replace(".", "")
    assert len(re.findall("[XO]", " ".join(rows))) == 2 * len(marks)
    picture = ElementTree.fromstring(drawn.picture(example))
    assert picture.findtext(f"{SVG}title") == example.problem.text
    used = [use.get("href", "") for use in picture.iter(f"{SVG}use")]
    assert len([name for name in used if re.match("#g-[XO][A-C]", name)]) == len(marks)
    assert [name for name in used if name.startswith("#g-aim")] == ["#g-aim-on"]


@pytest.mark.parametrize(
    ("action", "rings"),
    [
        (None, []),
        ({"do": "place", "mark": "X", "to": "B2"}, ["#g-aim"]),
        ({"do": "place", "mark": "X", "to": "Z9"}, []),
    ],
)
def test_an_action_that_means_nothing_hides_no_position(book: Book, action: JSON, rings: list[str]) -> None:
    state = {"cells": "X........", "turn": "O"}
    (example,) = of_toy(book, TicTacToe(), Breach("turn.order", "wrong", state, action))
    assert drawn.letters(example).splitlines()[-2].split() == ["1", "XX", ".", "."]
    uses = ElementTree.fromstring(drawn.picture(example)).iter(f"{SVG}use")
    assert [use.get("href") for use in uses if "aim" in use.get("href", "")] == rings


def test_a_position_that_the_engine_cannot_show_is_still_told(book: Book) -> None:
    (example,) = of_toy(book, TicTacToe(), Breach("turn.order", "wrong", {"no": "state"}))
    assert (drawn.letters(example), drawn.picture(example)) == ("", b"")
    assert example.problem.text == "'turn.order': wrong"


def test_breaches_of_small_boards_are_drawn_on_their_own_board(book: Book) -> None:
    first, second = book.game.proof.small()
    states = [game.write_state(game.new({})) for game in (first, second)]
    visited = [Visited(1, 1, 1, 0, 1, (Breach("dodge.exit", "wrong", state),)) for state in states]
    examples = list(drawn.counterexamples(book, [], visited))
    assert [one.name for one in examples] == ["ball-dodge.exit-board-1.svg", "ball-dodge.exit-board-2.svg"]
    assert [len(drawn.letters(one).splitlines()) for one in examples] == [7, 5]
    assert all(drawn.picture(one) for one in examples)


def test_no_rule_can_name_a_file_elsewhere(book: Book) -> None:
    (example, other) = of_toy(book, TicTacToe(), Breach("../a b/ø", "wrong", {}), Breach("", "wrong", {}))
    assert (example.name, other.name) == ("ball-..-a-b-ø.svg", "ball-engine.svg")


# The command line

STATE = BALL.write_state(BALL.new({}))
ACTION = {"do": "dodge", "player": "DEF2", "to": "G8", "exit": "F7"}
BREACH = Breach("dodge.exit", "the book says one thing, the engine another", STATE, ACTION)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A book that is all right, and the folder of a project to work in."""
    monkeypatch.chdir(tmp_path)
    return ball.copy(tmp_path)


def broken(monkeypatch: pytest.MonkeyPatch, *breaches: Breach) -> None:
    """Let every exploration find these breaches."""
    spoke = Counter(law.rule for law in BALL.proof.laws)
    monkeypatch.setattr(small, "boards", lambda *_: ())
    monkeypatch.setattr(
        explore, "run", lambda *_, **__: Tally(positions=1, spoke=spoke, breaches=list(breaches))
    )


def check(folder: Path, *flags: str) -> ball.Ran:
    return ball.run("check", "--scenes", folder.parent, "-j1", *flags)


def test_the_position_stands_below_the_problem(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch, BREACH)
    ran = check(folder)
    assert ran.code == Exit.MISMATCH
    problem, head, *board, action, state, picture = ran.lines
    assert problem.startswith(f"{folder / 'book.md'}:")
    assert ": law-broken: 'dodge.exit': the book says one thing, the engine another: {" in problem
    assert head == "    DEF  action  ap 2  ep.ATK 0  ep.DEF 0"
    assert [line.split()[0] for line in board] == [*map(str, range(17, 0, -1)), "A"]
    assert json.loads(action.removeprefix("    action: ")) == ACTION
    assert json.loads(state.removeprefix("    state: ")) == STATE
    assert picture == f"    drawn in {PICTURES / 'ball-dodge.exit.svg'}"
    title = ElementTree.parse(PICTURES / "ball-dodge.exit.svg").findtext(f"{SVG}title") or ""
    assert title in problem


def test_pictures_are_those_of_the_last_check(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch)
    assert check(folder).code == Exit.DONE
    assert not PICTURES.exists()
    broken(monkeypatch, BREACH, replace(BREACH, rule="dodge.ball"))
    check(folder)
    assert {path.name for path in PICTURES.glob("*.svg")} == {"ball-dodge.exit.svg", "ball-dodge.ball.svg"}
    broken(monkeypatch, replace(BREACH, rule="dodge.ball"))
    check(folder)
    assert [path.name for path in PICTURES.glob("*.svg")] == ["ball-dodge.ball.svg"]
    broken(monkeypatch)
    assert check(folder).code == Exit.DONE
    assert list(PICTURES.glob("*.svg")) == []


def test_a_program_gets_the_position_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch, BREACH)
    ran = check(folder, "--json")
    (told,) = json.loads(ran.out)["counterexamples"]
    assert (ran.code, ran.err) == (Exit.MISMATCH, "")
    assert (told["rule"], told["state"], told["action"]) == ("dodge.exit", STATE, ACTION)
    assert told["board"].startswith("DEF  action  ap 2")
    assert (PICTURES / told["picture"]).is_file()


def test_an_annotation_stays_a_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch, BREACH)
    ran = check(folder, "--github")
    (line,) = [line for line in ran.out.splitlines() if line.startswith("::error")]
    assert "title=law-broken::'dodge.exit': the book says" in line


def test_where_pictures_cannot_be_written_the_law_is_told_all_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("build").write_bytes(b"a file")
    broken(monkeypatch)
    assert check(folder).code == Exit.DONE
    broken(monkeypatch, BREACH)
    ran = check(folder)
    assert ran.code == Exit.FILES
    assert re.findall(r"^\S+: ([a-z-]+): ", ran.err, re.MULTILINE) == ["law-broken", "cannot-write"]


def test_what_was_not_drawn_by_a_check_is_left_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    PICTURES.mkdir(parents=True)
    (PICTURES / "mine.txt").write_text("keep", encoding="utf-8")
    broken(monkeypatch)
    assert check(folder).code == Exit.DONE
    broken(monkeypatch, BREACH)
    assert "not-ours" in check(folder).err
    assert [path.name for path in PICTURES.iterdir()] == ["mine.txt"]


def test_a_wrong_engine_is_drawn_though_its_scenes_cannot_be_played(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the real laws: a dodge costs two AP."""
    monkeypatch.setitem(constants.PRICES, "dodge", Price(2, 1))
    monkeypatch.setattr(small, "boards", lambda *_: ())
    ran = check(folder, "--positions", "80")
    assert ran.code == Exit.MISMATCH
    assert ": law-broken: 'dodge.cost': " in ran.err
    assert f"    drawn in {PICTURES / 'ball-dodge.cost.svg'}" in ran.lines
    assert (PICTURES / "ball-dodge.cost.svg").is_file()


# Publishing

UNPUBLISHED: dict[str, tuple[dict[str, Any], str]] = {
    "a law is broken": ({"breaches": [BREACH]}, "law-broken"),
    "a law was never tried": ({"spoke": Counter()}, "silent-law"),
    "nothing was explored": ({"positions": 0}, "nothing-checked"),
}


@pytest.mark.parametrize("name", UNPUBLISHED)
def test_what_does_not_pass_is_not_published(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    found, code = UNPUBLISHED[name]
    spoke = Counter(law.rule for law in BALL.proof.laws)
    monkeypatch.setattr(small, "boards", lambda *_: ())
    tally = replace(Tally(positions=1, spoke=spoke), **found)
    monkeypatch.setattr(explore, "run", lambda *_, **__: tally)
    out = folder.parent.parent / "site"
    publish.publish({"index.html": b"old"}, out)
    before = ball.tree(out)
    ran = ball.run("site", "--scenes", folder.parent, "--out", out)
    assert (ran.code, ran.out, f": {code}: " in ran.err) == (Exit.MISMATCH, "", True)
    assert ball.tree(out) == before
