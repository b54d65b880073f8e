"""What the book of Doppelpass says beyond the check: odds that its scenes tell, and its table of modes."""

import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulebook import books
from rulebook.books import Book
from rulebook.games.doppelpass import DOPPELPASS
from rulebook.model import Frame

FOLDER = Path(__file__).parents[1] / "scenes" / "doppelpass"

ODDS = {
    "final-2006/goal": Fraction(5, 6),
    "final-2006/held": Fraction(1, 6),
    "direct-save/single-die": Fraction(1, 6),
    "direct-save/two-dice": Fraction(5, 36),
    "munich/held": Fraction(1, 18),
    "munich/other-way-round": Fraction(1, 18),
    "munich/goal": Fraction(17, 18),
    "munich-row/held": Fraction(1, 18),
    "penalty/scored": Fraction(2, 3),
    "penalty/missed": Fraction(1, 3),
    "penalty-save/held": Fraction(1, 6),
    "toss/tie": Fraction(1, 6),
    "toss/decided": Fraction(5, 12),
}
"""Worked out by hand, by frame: a number on one die, a sum or two numbers on two, a higher number."""

MODES = ("base", "keeper", "supplement", "munich")
SHOTS = {"over the keeper": "final-2006", "past the keeper": "munich"}
"""Row of the table of modes → a scene whose first step is such a shot."""


@pytest.fixture(scope="module")
def book() -> Book:
    return books.load(FOLDER)


def frame_of(book: Book, name: str) -> Frame:
    scene, _, step = name.partition("/")
    return next(frame for frame in book.frames[scene] if frame.step == step)


@pytest.mark.parametrize("name", ODDS)
def test_a_scene_tells_the_odds(book: Book, name: str) -> None:
    odds = frame_of(book, name).odds
    assert odds is not None
    assert Fraction(*odds) == ODDS[name]


def row(about: str) -> list[bool]:
    """The cells of the row of the table of modes that speaks of something."""
    text = (FOLDER / "book.md").read_text(encoding="utf-8")
    (line,) = re.findall(rf"^\| .*{about}.*\|$", text, re.MULTILINE)
    words = [cell.strip() for cell in line.strip("|").split("|")][1:]
    assert set(words) <= {"yes", "–"}
    return [word == "yes" for word in words]


def start_of(book: Book, scene: str, mode: str) -> dict[str, Any]:
    """A scene's start in another mode; without keepers in the base game."""
    start = dict(book.scenes[scene].start) | {"mode": mode}
    place: Mapping[str, str] = start["place"]
    kept = {name: at for name, at in place.items() if mode != "base" or "keeper" not in name}
    return start | {"place": kept}


@pytest.mark.parametrize("about", SHOTS)
def test_the_table_of_modes_says_which_shots_can_be_saved(book: Book, about: str) -> None:
    scene = book.scenes[SHOTS[about]]
    shot = DOPPELPASS.read_step(scene.steps[0].do)
    states = [DOPPELPASS.setup(start_of(book, scene.id, mode)) for mode in MODES]
    phases = [DOPPELPASS.picture(DOPPELPASS.apply(state, shot)[0]).phase for state in states]
    assert [phase == "save" for phase in phases] == row(about)


def test_the_table_of_modes_says_where_penalties_can_be_saved() -> None:
    shot = DOPPELPASS.read_step({"do": "roll"})
    start = {"phase": "penalty", "shot": {"kind": "penalty", "piece": "red"}, "place": {"red": "F15"}}
    states = [DOPPELPASS.setup(start | {"mode": mode}) for mode in MODES]
    phases = [DOPPELPASS.picture(DOPPELPASS.apply(state, shot, (5,))[0]).phase for state in states]
    assert [phase == "save" for phase in phases] == row(r"\[penalties\]")


def test_the_table_of_modes_says_where_there_are_keepers() -> None:
    pictures = [DOPPELPASS.picture(DOPPELPASS.new({"mode": mode})) for mode in MODES]
    assert [any(token.kind == "keeper" for token in each.tokens) for each in pictures] == row("on the pitch")
