"""How the laws speak: what is told in the name of a rule, in which words and with which ways drawn."""

from collections.abc import Callable

from rulebook.games.doppelpass.laws.view import Flight, Kinds, Point, View, Walk, flown, name, other, way
from rulebook.model import JSON, Event, Facts, Leg

Events = tuple[Event, ...]
Holds = Callable[[View, JSON, Events, View], bool]
Effects = tuple[tuple[str, Kinds, Holds], ...]
"""Rules, the kinds of action that each law is about, and what it promises of every legal one."""
Said = tuple[str, Facts, tuple[Leg, ...]]


def told(events: Events, rule: str) -> list[Said]:
    """What is told in the name of a rule, in order."""
    return [(event.kind, event.facts, event.legs) for event in events if event.rule == rule]


def says(kind: str, team: str, facts: Facts | None = None, *legs: Leg) -> Said:
    """One thing that a player does, with the ways that are drawn for it."""
    return kind, {"team": team, "other": other(team), **(facts or {})}, legs


def when(condition: object, *said: Said) -> list[Said]:
    """These things, or nothing."""
    return list(said) if condition else []


def names(points: tuple[Point, ...]) -> tuple[str, ...]:
    return tuple(map(name, points))


def goes(token: str, start: Point, to: Point) -> Leg:
    """From point to point, or straight where no line leads there."""
    return Leg(token, names((start, *(way(start, to) or (to,)))), "move")


def carried(token: str, start: Point, to: Point) -> tuple[Leg, ...]:
    """Put somewhere; nothing where it stands there already."""
    return () if start == to else (Leg(token, goes(token, start, to).way, "carry"),)


def flies(token: str, shot: Flight) -> Leg:
    """As far as the goal point."""
    return Leg(token, names((shot.start, *flown(shot))), "shot")


def gauge(walk: Walk) -> Leg:
    """The line that has to be crossed."""
    return Leg("", names(tuple(walk.others.values())), "line")


def keeper(player: str) -> str:
    """His token."""
    return f"keeper.{player}"
