"""What symbols have in common: their names, the shapes and colours of the teams, the size of the pieces."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rulebook.model import Token
from rulebook.views.strokes import short
from rulebook.views.svg.elements import Element, filled, make
from rulebook.views.svg.palette import NEUTRAL, TEAMS

_RIM = 6.2
"""Radius of a round piece; with its paper edge 1.25 squares across."""


@dataclass(frozen=True, slots=True)
class Kit:
    """What all symbols of a game have in common: shape and colours of its teams, size of its pieces."""

    teams: tuple[str, ...]
    scale: float

    def named(self, name: str, classes: str, parts: Iterable[Element], team: str = "") -> Element:
        """A symbol with a link to it, in the size of the board's pieces."""
        size = {} if self.scale == 1 else {"transform": f"scale({short(self.scale, 2)})"}
        return filled(make.g(id=f"g-{name}", class_=self.classes(classes, team), **size), parts)

    def classes(self, name: str, team: str) -> str:
        return f"{name} team-{self.teams.index(team) + 1}" if team in self.teams else name

    def colour(self, team: str) -> str:
        return self.among(TEAMS, team, NEUTRAL)

    def among(self, colours: Sequence[str], team: str, other: str) -> str:
        return colours[self.teams.index(team) % len(colours)] if team in self.teams else other

    def body(self, team: str, size: float, **look: Any) -> Element:
        """Teams differ in shape: the first is round, the second square with round corners."""
        if team in self.teams and self.teams.index(team) % 2:
            half = 5.7 * size
            return make.rect(
                (short(-half), short(-half)), (short(2 * half), short(2 * half)), rx=short(2.8 * size), **look
            )
        return make.circle(r=short(_RIM * size), **look)


def variant(token: Token, *, raised: bool = False) -> str:
    return "-".join((token.id, *token.marks, *(["top"] if raised else [])))


def of_team(name: str, team: str) -> str:
    return f"{name}-{team}" if team else name


def ghost_name(token: Token) -> str:
    return of_team("ghost-keeper" if token.kind == "keeper" else "ghost", token.team)
