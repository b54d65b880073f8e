"""The laws of each game on a bench: held against positions, against what happens, and against the engine.

Here an engine is a black box that gets positions, actions and dice and answers with positions, events and
rules.
"""

import copy
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from rulebook import books
from rulebook.check import explore
from rulebook.games import GAMES
from rulebook.games.ball import laws as ball_laws
from rulebook.games.doppelpass import laws as doppelpass_laws
from rulebook.model import JSON, Dice, Event, Game, Illegal, Law
from tests.ball_positions import crowded, walk

START = ("start",)

Outcome = tuple[JSON, JSON, tuple[Event, ...], JSON]
"""A position, a legal action with its dice, what happened, and the next position."""

Tried = tuple[Any, JSON, Law[Any] | None]
"""A position, an action, and the first law that forbids it."""


class Bench:
    """The laws of a game and positions to hold them against.

    `view` tells the laws' view of a state's JSON, `sources` make positions by the name of their kind. More
    than `least` outcomes come from each; every `thin`th position is searched for all candidates.
    """

    def __init__(
        self,
        name: str,
        view: Callable[[JSON], Any],
        sources: Mapping[str, Callable[[], Iterable[Any]]],
        least: int,
        thin: int,
    ) -> None:
        self.name, self.view, self.sources = name, view, sources
        self.least, self.thin = least, thin
        self.game: Game[Any, Any] = GAMES[name]
        self.laws: tuple[Law[Any], ...] = self.game.proof.laws
        self.bans = [law for law in self.laws if law.forbids]
        self.promises = [law for law in self.laws if law.holds]
        self.truths = [law for law in self.laws if law.always and law.kinds != START]
        self.starts = [law for law in self.laws if law.always and law.kinds == START]

    # The laws at work

    def seen(self, state: Any) -> Any:
        return self.view(self.game.write_state(state))

    def ban(self, position: Any, action: JSON) -> Law[Any] | None:
        """The first law that forbids the action."""
        fitting = (law for law in self.bans if fits(law, action))
        return next((law for law in fitting if law.forbids and law.forbids(position, action)), None)

    def verdict(self, state: Any, action: JSON) -> str:
        """The rule by which the engine refuses; `""` where it allows."""
        read = self.game.read_action(action)
        try:
            self.game.apply(state, read, self.game.falls(state, read)[0])
        except Illegal as illegal:
            return illegal.rule
        return ""

    def untrue(self, position: Any, truths: Sequence[Law[Any]] | None = None) -> set[str]:
        """The rules whose laws are not true of the position."""
        chosen = self.truths if truths is None else truths
        return {law.rule for law in chosen if not keeps(law.always, position)}

    def broken(self, outcome: Outcome) -> set[str]:
        """The rules whose laws what happened does not keep."""
        before, action, events, after = outcome
        about = self.view(before), action, events, self.view(after)
        promises = (law for law in self.promises if fits(law, action))
        return self.untrue(about[3]) | {law.rule for law in promises if not keeps(law.holds, *about)}

    def outcome(self, state: Any, action: JSON, dice: Dice = ()) -> Outcome:
        after, events = self.game.apply(state, self.game.read_action(action), dice)
        did = {**action, "dice": list(dice)} if dice else action
        return self.game.write_state(state), did, events, self.game.write_state(after)

    # Positions, and what can be done in them

    @cache  # noqa: B019 - two benches live as long as the tests
    def positions(self, source: str) -> tuple[Any, ...]:
        return tuple(self.sources[source]())

    @cache  # noqa: B019
    def tried(self, source: str) -> tuple[Tried, ...]:
        """Actions of each position with what the laws say of them."""
        chance = random.Random(source)
        return tuple(
            (state, action, law)
            for state in self.positions(source)
            for action, law in self._some_of_each(self.seen(state), chance)
        )

    def _some_of_each(self, position: Any, chance: random.Random) -> Iterator[tuple[JSON, Law[Any] | None]]:
        """Some candidates for each law that forbids any, and for what no law forbids."""
        by_ban: dict[int, list[tuple[JSON, Law[Any] | None]]] = {}
        for action in self.game.proof.candidates(position):
            law = self.ban(position, action)
            by_ban.setdefault(id(law), []).append((action, law))
        for found in by_ban.values():
            yield from some(found, 3, chance)

    @cache  # noqa: B019
    def outcomes(self, source: str) -> tuple[Outcome, ...]:
        """What some legal actions of each kind do in each position, with some falls of their dice."""
        chance, found = random.Random(source), list[Outcome]()
        for state in self.positions(source):
            by_kind: dict[str, list[Any]] = {}
            for action in self.game.legal(state):
                by_kind.setdefault(self.game.write_action(action)["do"], []).append(action)
            for action in (action for alike in by_kind.values() for action in some(alike, 3, chance)):
                falls = some(self.game.falls(state, action), 9, chance)
                found += [self.outcome(state, self.game.write_action(action), dice) for dice in falls]
        return tuple(found)

    def lively(self, most: int, story: Callable[[Outcome], Hashable]) -> list[Outcome]:
        """Outcomes in a mixed order, so many at most of each story."""
        found = [*self.outcomes("crowded"), *self.outcomes("played")]
        random.Random(1).shuffle(found)
        counted, chosen = Counter[Hashable](), list[Outcome]()
        for one in found:
            counted[story(one)] += 1
            chosen += [one] * (counted[story(one)] <= most)
        return chosen


def fits(law: Law[Any], action: JSON) -> bool:
    return not law.kinds or action["do"] in law.kinds


def keeps(law: Callable[..., bool] | None, *about: Any) -> bool:
    """Whether a law holds; one that stumbles over what it is asked about does not."""
    try:
        return law is not None and law(*about)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        return False


def some(found: Sequence[Any], most: int, chance: random.Random) -> list[Any]:
    return chance.sample(found, min(most, len(found)))


def retold(events: tuple[Event, ...], index: int) -> Iterator[tuple[Event, ...]]:
    """The events with one of them missing, told twice, of another kind, or with one fact changed."""
    event, before, after = events[index], events[:index], events[index + 1 :]
    yield before + after
    yield (*before, event, event, *after)
    yield (*before, replace(event, kind="other"), *after)
    for name, fact in event.facts.items():
        wrong = fact + 1 if isinstance(fact, int) else f"{fact}?"
        yield (*before, replace(event, facts={**event.facts, name: wrong}), *after)


def altered(value: JSON, changes: Iterable[tuple[str, JSON]]) -> Iterator[JSON]:
    """The position with a single thing changed, once for each of the changes."""
    for path, new in changes:
        other = copy.deepcopy(value)
        put(other, path, new)
        yield other


def put(value: JSON, path: str, new: JSON) -> None:
    """Change what the dotted path leads to."""
    *names, last = path.split(".")
    for name in names:
        value = value[int(name) if isinstance(value, list) else name]
    value[int(last) if isinstance(value, list) else last] = new


# The games


def scenes(name: str) -> Callable[[], Iterator[Any]]:
    """The positions of all scenes of a book."""

    def positions() -> Iterator[Any]:
        yield from (GAMES[name].read_state(spot.state) for spot in explore.scene_spots(book(name)))

    return positions


@cache
def book(name: str) -> books.Manuscript:
    return books.read(Path(__file__).parent.parent / "scenes" / name)


def ball_played() -> Iterator[Any]:
    for seed in range(6):
        yield from [state for state, _ in walk(seed, 90)][::8]


def ball_crowded() -> Iterator[Any]:
    game = GAMES["ball"]
    yield from map(crowded, range(100))
    for seed in range(2):
        value = game.write_state(crowded(seed))
        yield game.read_state({**value, "phase": "over", "winner": value["turn"]})


MODES = ("base", "keeper", "supplement", "munich")


def doppelpass_played() -> Iterator[Any]:
    game, chance = GAMES["doppelpass"], random.Random(5)
    for mode in MODES:
        for rolls in (None, 3):
            start = game.new({"mode": mode, "goals": 2, "max_rolls": rolls})
            yield from (state for state, _ in explore.walk(game, start, chance))


def doppelpass_crowded() -> Iterator[Any]:
    chance = random.Random(6)
    yield from (GAMES["doppelpass"].proof.sample(chance) for _ in range(300))


SOURCES = ("scenes", "played", "crowded")
BALL = Bench(
    "ball",
    ball_laws.view,
    {"scenes": scenes("ball"), "played": ball_played, "crowded": ball_crowded},
    least=300,
    thin=5,
)
DOPPELPASS = Bench(
    "doppelpass",
    doppelpass_laws.view,
    {"scenes": scenes("doppelpass"), "played": doppelpass_played, "crowded": doppelpass_crowded},
    least=200,
    thin=3,
)
