"""The player of a page in the hands of a test: what can be done with it, and what is to be seen then."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from rulebook.boards import Board
from rulebook.model import Frame, Picture
from rulebook.views.layout import spot

HERE = Path(__file__).parent
LOOK = (HERE / "look.js").read_text(encoding="utf-8")
ACT = (HERE / "act.js").read_text(encoding="utf-8")

Move = tuple[str, str | int]
"""What `Player.perform` does: press a part, key, choose or card a scene, scrub to a step, speed, follow."""

Piece = tuple[str, frozenset[str], int, int]
"""A token with its marks and its place in the drawing."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One look at the player. Indexes count from 0, `step` is the lit one; no `frame` while pieces glide."""

    step: str
    lit: list[int]
    index: int
    last: int
    spoken: str
    scene: str
    captioned: list[int]
    caption: str
    status: str
    label: str
    ends: list[str]
    frame: str | None
    title: str
    description: str
    box: str
    pieces: list[tuple[str, int, int]]
    lines: list[tuple[str, int]]
    lamps: list[str]
    live: str
    polite: str
    atomic: str
    hash: str

    @property
    def tokens(self) -> set[Piece]:
        """Players and balls on the board, without rings, ghosts and the board itself."""
        split = [(look.split("-"), x, y) for look, x, y in self.pieces]
        return {piece(name, marks, x, y) for (name, *marks), x, y in split if name not in SIGNS}

    def ringed(self, ring: str) -> set[tuple[int, int]]:
        """The places of all rings of a kind: target, aim, actor, refused."""
        return {(int(x), int(y)) for look, x, y in self.pieces if look.partition("-")[0] == ring}


SIGNS = frozenset("board columns rows target aim actor refused cross ghost turn".split())
"""What the drawing holds beside tokens (the head of rulebook/views/svg)."""

LOOKED_AT = tuple(field.name for field in fields(Shown))


class Player:
    """The main player of an open page. Its clock stands still unless `wait` moves it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(f"() => {{ window.look = {bare(LOOK)}; window.act = {bare(ACT)}; }}")
        self.scenes: list[str] = page.evaluate(
            "Array.from(document.querySelectorAll('.scene'), (card) => card.dataset.scene)"
        )

    def part(self, name: str) -> Locator:
        return self.page.locator(f'[data-player] [data-part="{name}"]')

    def press(self, *names: str) -> None:
        """With the mouse."""
        for name in names:
            self.part(name).click()

    def key(self, *keys: str, on: str = "") -> None:
        """With the keyboard, on a part that gets the focus first, or wherever the focus is."""
        if on:
            self.part(on).focus()
        for key in keys:
            self.page.keyboard.press(key)

    def choose(self, scene: str, index: int = 0) -> None:
        """Another scene, and a step of it."""
        self.part("scene").select_option(index=self.scenes.index(scene))
        if index:
            self.part("range").fill(str(index + 1))

    def wait(self, ms: int) -> None:
        """Lets the time of the page pass."""
        self.page.clock.run_for(ms)

    def keep_address(self) -> None:
        """From now on the page's address stays: thousands of changes are slow, and Chromium ignores them."""
        self.page.evaluate("() => { history.pushState = history.replaceState = () => {}; }")

    def look(self) -> Shown:
        return shown(self.page.evaluate("look()"))

    def perform(self, moves: Iterable[Move], seen: Sequence[str] = LOOKED_AT) -> list[dict[str, Any]]:
        """Many moves at once, by events from inside the page, and what was to be seen after each.

        As one text in each direction: Playwright takes longer over ten thousand values than the page does.
        """
        told = self.page.evaluate(
            "([moves, seen]) => JSON.stringify(act(JSON.parse(moves), seen))", [json.dumps(list(moves)), seen]
        )
        looks: list[dict[str, Any]] = json.loads(told)
        return looks


def bare(script: str) -> str:
    """The function in a file, without the remark above it and without what ends a statement."""
    return re.sub(r"^//.*$", "", script, flags=re.MULTILINE).strip().rstrip(";")


def shown(look: Mapping[str, Any]) -> Shown:
    return Shown(**{name: look[name] for name in LOOKED_AT})


def piece(name: str, marks: Iterable[str], x: float, y: float) -> Piece:
    """A held ball that is raised with the upper player of a stack is the same ball."""
    raised = {"top"} if "held" in marks else set()
    return name, frozenset(marks) - raised, round(x), round(y)


def tokens(picture: Picture, board: Board) -> set[Piece]:
    """What the engine says that is to be seen on the board."""
    return {piece(token.id, token.marks, *spot(board, token.at)) for token in picture.tokens}


def places(points: Iterable[str], board: Board) -> set[tuple[int, int]]:
    return {spot(board, point) for point in points}


def moving(frame: Frame) -> bool:
    """Whether anything glides on the way into this frame."""
    return any(event.legs for event in frame.events)
