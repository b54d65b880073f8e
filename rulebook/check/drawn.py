"""Draws the positions in which laws break: in letters for a terminal, and as pictures."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rulebook.books import Manuscript
from rulebook.check.agreement import mismatch
from rulebook.check.explore import Breach
from rulebook.check.small import Visited
from rulebook.errors import Problem
from rulebook.model import Frame, Game
from rulebook.views import svg, text


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A law that is broken: the problem that it is, and in which game (a small board is a game of its own).

    `name` is that of its picture.
    """

    name: str
    problem: Problem
    game: Game[Any, Any]
    breach: Breach


def counterexamples(
    book: Manuscript, breaches: Iterable[Breach], visited: Iterable[Visited] = ()
) -> Iterator[Counterexample]:
    """Those of the book's own board, then those of its small ones."""
    for breach in breaches:
        yield _counterexample(book, book.game, breach, "")
    for number, (game, board) in enumerate(zip(book.game.proof.small(), visited, strict=False), 1):
        for breach in board.breaches:
            yield _counterexample(book, game, breach, f"-board-{number}")


def _counterexample(book: Manuscript, game: Game[Any, Any], breach: Breach, more: str) -> Counterexample:
    rule = re.sub(r"[^\w.-]", "-", breach.rule) or "engine"
    return Counterexample(f"{book.id}-{rule}{more}.svg", broken(book, breach), game, breach)


def broken(book: Manuscript, breach: Breach) -> Problem:
    """A breach as a problem, at the sentence that the law quotes."""
    entry = book.prose.rules.get(breach.rule)
    name = f"'{breach.rule}': " if breach.rule else ""
    text = f"{name}{breach.text}" + (f": {json.dumps(breach.action)}" if breach.action else "")
    place = entry.place if entry else book.header.place
    return mismatch(place, "law-broken", text, "book or engine is wrong")


def letters(example: Counterexample) -> str:
    """The position in letters, "" where the engine cannot show it."""
    frame = _frame(example)
    return text.board(frame.picture, example.game.board) if frame else ""


def picture(example: Counterexample) -> bytes:
    """The position as a file of its own, with rings round what the action names; empty where none is."""
    frame = _frame(example)
    if frame is None:
        return b""
    game, said = example.game, text.board(frame.picture, example.game.board)
    return svg.alone(frame, game.board, game.teams, example.problem.text, said).encode()


def _frame(example: Counterexample) -> Frame | None:
    game, breach = example.game, example.breach
    try:
        state = game.read_state(breach.state)
        shown = Frame(example.name, "start", game.picture(state))
    except Exception:  # an engine that breaks its laws may fail here too: then there is no picture
        return None
    try:
        action = game.read_action(breach.action)
        aim = tuple(game.points(state, action).values())
        return Frame(shown.scene, shown.step, shown.picture, show=game.write_step(action), aim=aim)
    except Exception:  # no action, or one that means nothing here
        return shown
