"""Runs a game's laws on positions: those of its scenes, of random play, and constructed ones that play seldom reaches.

The laws were written from the book, the engine from the rules. Where they part, one of the two is wrong.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any

from rulebook.model import JSON, Event, Game, Illegal, Law

CHUNK = 20
"""Positions that share a random stream; any number of processes explores the same ones."""

TRIED = 50
DONE = 30
"""How many candidates are tried and how many legal actions are done in each explored position."""

PLIES = 40
"""The longest stretch of random play."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A law that does not hold: in which position (as JSON), for which action, and what was to be so."""

    rule: str
    text: str
    state: JSON
    action: JSON = None


@dataclass(slots=True)
class Tally:
    """What an exploration saw: breaches, and how often each rule refused or decided something."""

    positions: int = 0
    actions: int = 0
    breaches: list[Breach] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    decided: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Count another exploration in."""
        self.positions += other.positions
        self.actions += other.actions
        self.breaches += other.breaches
        self.refused += other.refused
        self.decided += other.decided


def explore(game: Game[Any, Any], seed: int, chunk: int, size: int = CHUNK) -> Tally:
    """The laws on one chunk of random positions, the same ones for the same seed and number."""
    chance, tally = Random(f"{seed}/{chunk}"), Tally()
    for state in islice(positions(game, chance), size):
        tally.add(examine(game, state, chance))
    return tally


def positions(game: Game[Any, Any], chance: Random) -> Iterator[Any]:
    """Constructed positions and positions of random play from the start and from constructed ones, in turn."""
    while True:
        yield game.proof.sample(chance)
        yield play_on(game, game.new({}), chance)
        yield play_on(game, game.proof.sample(chance), chance)


def play_on(game: Game[Any, Any], state: Any, chance: Random) -> Any:
    """The position after some random actions; the kinds of action have equal chances, so that none is rare."""
    for _ in range(chance.randrange(PLIES)):
        legal = [game.write_action(action) for action in game.legal(state)]
        if not legal:
            break
        kind = chance.choice(sorted({action["do"] for action in legal}))
        action = game.read_action(chance.choice([action for action in legal if action["do"] == kind]))
        state, _events = game.apply(state, action, chance.choice(game.falls(state, action)))
    return state


def examine(game: Game[Any, Any], state: Any, chance: Random) -> Tally:
    """Every law on one position, on a sample of what can be tried and of what is legal there."""
    tally, view = Tally(positions=1), game.proof.view(state)
    _always(game, state, view, tally)
    legal = {_key(action): action for action in map(game.write_action, game.legal(state))}
    tried = _spread(game.proof.candidates(view), TRIED, chance)
    done = chance.sample(list(legal.values()), min(DONE, len(legal)))
    for action in (*tried, *done):
        _try(game, state, view, action, legal, tally)
    for action in done:
        _do(game, state, view, action, chance, tally)
    return tally


def start_laws(game: Game[Any, Any]) -> Tally:
    """The laws that speak of the start of a game."""
    state = game.new({})
    tally, view = Tally(), game.proof.view(state)
    for law in game.proof.laws:
        if law.kinds == ("start",) and law.always and not law.always(view):
            tally.breaches.append(Breach(law.rule, "the start is not as the book says", game.write_state(state)))
    return tally


def _always(game: Game[Any, Any], state: Any, view: Any, tally: Tally) -> None:
    for law in game.proof.laws:
        if law.always and law.kinds != ("start",) and not law.always(view):
            tally.breaches.append(Breach(law.rule, "this position cannot be", game.write_state(state)))


def _try(
    game: Game[Any, Any], state: Any, view: Any, action: JSON, legal: dict[str, JSON], tally: Tally
) -> None:
    """The engine refuses what the laws forbid, by the rule that they name first, and allows the rest."""
    tally.actions += 1
    law = first_ban(game, view, action)
    rule = refusal(game, state, action)
    tally.refused[rule] += bool(rule)
    expected = law.rule if law else ""
    if rule != expected:
        text = f"the book says {_verdict(expected)}, the engine {_verdict(rule)}"
        tally.breaches.append(Breach(expected or rule, text, game.write_state(state), action))
    elif (not rule) != (_key(action) in legal):
        text = "the engine's list of legal actions and its verdict disagree"
        tally.breaches.append(Breach(rule or expected, text, game.write_state(state), action))


def _do(game: Game[Any, Any], state: Any, view: Any, action: JSON, chance: Random, tally: Tally) -> None:
    """What a legal action does keeps every promise that speaks of its kind."""
    read = game.read_action(action)
    after, events = game.apply(state, read, chance.choice(game.falls(state, read)))
    tally.decided.update(event.rule for event in events)
    seen = game.proof.view(after)
    for law in promises(game, action):
        if not kept(law, view, action, events, seen):
            text = "what happens is not what the book promises"
            tally.breaches.append(Breach(law.rule, text, game.write_state(state), action))


def kept(law: Law[Any], view: Any, action: JSON, events: tuple[Event, ...], after: Any) -> bool:
    """Whether a promise holds; a law that stumbles over what it sees has found something wrong as well."""
    try:
        return bool(law.holds and law.holds(view, action, events, after))
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        return False


def promises(game: Game[Any, Any], action: JSON) -> Iterator[Law[Any]]:
    """The laws that speak of what an action of this kind does."""
    return (law for law in game.proof.laws if law.holds and (not law.kinds or action["do"] in law.kinds))


def first_ban(game: Game[Any, Any], view: Any, action: JSON) -> Law[Any] | None:
    """The first law that forbids the action."""
    for law in game.proof.laws:
        if law.forbids and (not law.kinds or action["do"] in law.kinds) and law.forbids(view, action):
            return law
    return None


def refusal(game: Game[Any, Any], state: Any, action: JSON) -> str:
    """The rule by which the engine refuses an action, "" where it allows it."""
    read = game.read_action(action)
    try:
        game.apply(state, read, game.falls(state, read)[0])
    except Illegal as illegal:
        return illegal.rule
    return ""


def shrink(game: Game[Any, Any], breach: Breach) -> Breach:
    """The same law broken in a position with as few things as possible."""
    simpler = True
    while simpler:
        state = game.read_state(breach.state)
        found = (_again(game, smaller, breach.rule) for smaller in game.proof.simpler(state))
        simpler = next(filter(None, found), None)
        breach = simpler or breach
    return breach


def _again(game: Game[Any, Any], state: Any, rule: str) -> Breach | None:
    """A breach of the same rule in another position, the action with the shortest text first."""
    tally, view = Tally(), game.proof.view(state)
    _always(game, state, view, tally)
    legal = {_key(action): action for action in map(game.write_action, game.legal(state))}
    for action in legal.values():
        _do(game, state, view, action, Random(0), tally)
    for action in game.proof.candidates(view):
        _try(game, state, view, action, legal, tally)
        if any(breach.rule == rule for breach in tally.breaches):
            break
    return next((breach for breach in tally.breaches if breach.rule == rule), None)


def _spread(candidates: Iterator[JSON], most: int, chance: Random) -> Sequence[JSON]:
    """A sample of what can be tried, with all kinds in it: rare kinds are not drowned by frequent ones."""
    by_kind: dict[str, list[JSON]] = {}
    for action in candidates:
        by_kind.setdefault(action["do"], []).append(action)
    share = max(most // max(len(by_kind), 1), 1)
    return [
        action for kind in by_kind.values() for action in chance.sample(kind, min(share, len(kind)))
    ]


def _key(action: JSON) -> str:
    return json.dumps(action, sort_keys=True)


def _verdict(rule: str) -> str:
    return f"'{rule}' forbids this" if rule else "this is allowed"
