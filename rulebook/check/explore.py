"""Runs a game's laws on positions: those of its scenes, of random play, and constructed ones.

The laws were written from the book, the engine from the rules. Where they part, one of the two is wrong.
"""

import json
import multiprocessing
import signal
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, fields
from functools import partial
from itertools import chain, islice
from random import Random
from typing import Any, TypeVar

from rulebook.books import Manuscript
from rulebook.games import GAMES
from rulebook.model import JSON, Dice, Event, Facts, Game, Illegal, Law, Leg, Picture, Scene

Result = TypeVar("Result")

CHUNK = 40
"""Positions that share a random stream; any number of processes explores the same ones."""

WEIGHED, EACH, DONE = 120, 2, 16
"""How many candidates are held against the laws in each position, how many of these are tried for each rule
that forbids them, and how many legal actions are done."""

PLIES, STRIDE, LOOKED = 80, 5, 40
"""The longest random play, the most actions between two explored positions, and how many are chosen from."""

SHRUNK = 8
"""How many breaches of one run are made as small as they can be; the others are told as they were found."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A law that does not hold: in which position (as JSON), for which action, and what was to be so."""

    rule: str
    text: str
    state: JSON
    action: JSON = None

    @property
    def size(self) -> tuple[int, str]:
        """Fewer pieces make a shorter text; equal lengths are told apart for good."""
        text = json.dumps([self.state, self.action], sort_keys=True)
        return len(text), text


@dataclass(frozen=True, slots=True)
class Spot:
    """A position to explore, as JSON, and actions that are tried there in any case."""

    state: JSON
    actions: tuple[JSON, ...] = ()


@dataclass(slots=True)
class Tally:
    """What an exploration saw.

    `breaches` holds the smallest one of each rule, `broken` counts them all. `refused` and `decided` count
    what each rule did in the engine, `spoke` how often a law of the rule forbade something or was held
    against what happened. `stuck` holds the first position in which nothing is legal and nothing is over.
    `told` holds the facts that came with every event and refusal of a kind, by the key of its sentence.
    """

    positions: int = 0
    actions: int = 0
    breaches: list[Breach] = field(default_factory=list)
    broken: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    decided: Counter[str] = field(default_factory=Counter)
    spoke: Counter[str] = field(default_factory=Counter)
    stuck: list[JSON] = field(default_factory=list)
    told: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def add(self, other: "Tally") -> None:
        """Count another exploration in."""
        self.positions += other.positions
        self.actions += other.actions
        self._keep(*other.breaches)
        self.stuck = (self.stuck + other.stuck)[:1]
        for key, facts in other.told.items():
            self.tell(key, facts)
        for name in ("broken", "refused", "decided", "spoke"):
            getattr(self, name).update(getattr(other, name))

    def tell(self, key: str, facts: Iterable[str]) -> None:
        """Note the facts that came with an event or a refusal."""
        self.told[key] = tuple(sorted({*facts} & {*self.told.get(key, facts)}))

    def found(self, breach: Breach) -> None:
        """Note a breach."""
        self.broken[breach.rule] += 1
        self._keep(breach)

    def _keep(self, *breaches: Breach) -> None:
        smallest: dict[str, Breach] = {breach.rule: breach for breach in self.breaches}
        for breach in breaches:
            smallest[breach.rule] = min(smallest.get(breach.rule, breach), breach, key=lambda one: one.size)
        self.breaches = list(smallest.values())


# A whole exploration


def run(
    game: Game[Any, Any],
    positions: int,
    seed: int,
    *,
    spots: Sequence[Spot] = (),
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Tally:
    """The laws on the start, on all `spots` and on `positions` others; the same for any number of `jobs`.

    With more than one job the game must be in `GAMES`: other processes find it there. `progress` is told how
    many positions are done, and of how many. Raises ValueError for a game that is not there.
    """
    tally, total = start_laws(game), positions + len(spots)
    for part in parallel(_tasks(game, positions, seed, spots, jobs), jobs):
        tally.add(part)
        if progress:
            progress(tally.positions, total)
    tally.breaches = [
        shrink(game, breach) if index < SHRUNK else breach
        for index, breach in enumerate(sorted(tally.breaches, key=lambda breach: breach.size))
    ]
    return tally


def first_breach(
    game: Game[Any, Any], positions: int, seed: int, *, spots: Sequence[Spot] = (), jobs: int = 1
) -> Breach | None:
    """The first breach that `run` would meet, as it is found, and nothing that comes after it."""
    tasks = _tasks(game, positions, seed, spots, jobs)
    with closing(parallel(tasks, jobs)) as parts:
        found = chain([start_laws(game)], parts)
        return next((part.breaches[0] for part in found if part.breaches), None)


def _tasks(
    game: Game[Any, Any], positions: int, seed: int, spots: Sequence[Spot], jobs: int
) -> list[Callable[[], Tally]]:
    """What the processes share out: each task depends on nothing but its own arguments."""
    if jobs > 1 and GAMES.get(game.name) is not game:
        raise ValueError(f"'{game.name}' is not in the table of games, so only one job can explore it")
    known = game.name if jobs > 1 else game
    sizes = [min(CHUNK, positions - first) for first in range(0, positions, CHUNK)]
    groups = [tuple(spots[first : first + CHUNK]) for first in range(0, len(spots), CHUNK)]
    return [
        *(partial(explore_spots, known, seed, number, group) for number, group in enumerate(groups)),
        *(partial(explore, known, seed, number, size) for number, size in enumerate(sizes)),
    ]


def parallel(tasks: Sequence[Callable[[], Result]], jobs: int) -> Generator[Result, None, None]:
    """The results of the tasks in their order, from as many processes as there are jobs.

    An interrupt, or a caller that wants no more, lets the tasks at hand end and drops the others.
    """
    if jobs <= 1 or len(tasks) <= 1:
        yield from (task() for task in tasks)
        return
    pool = ProcessPoolExecutor(min(jobs, len(tasks)), _processes(), _leave_interrupts_alone)
    try:
        for future in [pool.submit(task) for task in tasks]:
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _processes() -> multiprocessing.context.BaseContext:
    """Forked where that is possible: then nothing has to be loaded again."""
    forks = "fork" in multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("fork" if forks else "spawn")


def _leave_interrupts_alone() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def explore(game: Game[Any, Any] | str, seed: int, chunk: int, size: int = CHUNK) -> Tally:
    """The laws on one chunk of random positions, the same ones for the same seed and number."""
    known, chance, tally = known_game(game), Random(f"{seed}/{chunk}"), Tally()
    laws = Laws.of(known)
    for state, actions in islice(positions(known, chance), size):
        Examination(known, laws, state, tally).run(chance, actions)
    return tally


def explore_spots(game: Game[Any, Any] | str, seed: int, chunk: int, spots: Iterable[Spot]) -> Tally:
    """The laws on given positions."""
    known, chance, tally = known_game(game), Random(f"{seed}/spots/{chunk}"), Tally()
    laws = Laws.of(known)
    for spot in spots:
        Examination(known, laws, known.read_state(spot.state), tally).run(chance, spot.actions)
    return tally


def known_game(game: Game[Any, Any] | str) -> Game[Any, Any]:
    """A game, or the one of that name in the table."""
    return GAMES[game] if isinstance(game, str) else game


def start_laws(game: Game[Any, Any]) -> Tally:
    """The laws that speak of the start of a game."""
    state, tally = game.new({}), Tally()
    view = game.proof.view(state)
    for law in game.proof.laws:
        if law.kinds == START and law.always:
            tally.spoke[law.rule] += 1
            if not law.always(view):
                tally.found(Breach(law.rule, "the start is not as the book says", game.write_state(state)))
    return tally


# Which positions

Position = tuple[Any, tuple[JSON, ...]]
"""A state, and the actions that are tried there in any case."""


def scene_spots(book: Manuscript) -> tuple[Spot, ...]:
    """Every position of every scene, each once, with what the scenes do and try there."""
    found: dict[str, Spot] = {}
    for scene in book.scenes.values():
        for spot in _replayed(book.game, scene):
            key = json.dumps(spot.state, sort_keys=True)
            known = found.get(key, Spot(spot.state)).actions
            new = tuple(action for action in spot.actions if action not in known)
            found[key] = Spot(spot.state, known + new)
    return tuple(found.values())


def _replayed(game: Game[Any, Any], scene: Scene) -> Iterator[Spot]:
    state = game.setup(scene.start)
    reached = {"start": state}
    yield Spot(game.write_state(state))
    for step in scene.steps:
        state = reached[step.after] if step.after else state
        tried = [game.read_step(action) for action in (step.do, step.attempt) if action is not None]
        yield Spot(game.write_state(state), tuple(map(game.write_action, tried)))
        if step.do is not None:
            state, _events = game.apply(state, tried[0], step.dice)
        reached[step.name] = state
        yield Spot(game.write_state(state))


def positions(game: Game[Any, Any], chance: Random) -> Iterator[Position]:
    """Constructed positions, and positions of random play from the start and from constructed ones."""
    opened, crowded = (
        _played(game, chance, game.new),
        _played(game, chance, lambda _: game.proof.sample(chance)),
    )
    while True:
        yield game.proof.sample(chance), ()
        yield next(opened)
        yield game.proof.sample(chance), ()
        yield next(crowded)


def _played(
    game: Game[Any, Any], chance: Random, begin: Callable[[dict[str, JSON]], Any]
) -> Iterator[Position]:
    while True:
        yield from walk(game, begin({}), chance)


def walk(game: Game[Any, Any], state: Any, chance: Random) -> Iterator[Position]:
    """Positions along one random play, a few actions apart; all kinds of action have equal chances.

    Where the engine cannot do what it lists as legal, that position and action are the last.
    """
    pause = 0
    for _ in range(PLIES):
        if pause == 0:
            yield state, ()
        pause = (pause or chance.randint(1, STRIDE)) - 1
        legal = game.legal(state)
        if not legal:
            return
        action = _any_kind(game, legal, chance)
        outcome = attempt(game, state, action, chance)
        if outcome.after is None:
            yield state, (action,)
            return
        state = outcome.after


def _any_kind(game: Game[Any, Any], legal: Sequence[Any], chance: Random) -> JSON:
    looked = [game.write_action(action) for action in chance.sample(legal, min(LOOKED, len(legal)))]
    kind = chance.choice(list(dict.fromkeys(action["do"] for action in looked)))
    return next(action for action in looked if action["do"] == kind)


# One position

ByKind = dict[str, list[JSON]]

START = ("start",)
"""What a law has for `kinds` that speaks of the start of a game only."""


@dataclass(frozen=True, slots=True)
class Laws:
    """A game's laws by what they speak of, those that forbid in the order in which the rules refuse.

    `standing` are the rules of those that speak of every position.
    """

    always: tuple[Law[Any], ...]
    standing: tuple[str, ...]
    bans: dict[str, tuple[Law[Any], ...]]
    promises: dict[str, tuple[Law[Any], ...]]

    @staticmethod
    def of(game: Game[Any, Any]) -> "Laws":
        """The laws of a game, sorted."""
        laws = [law for law in game.proof.laws if law.kinds != START]
        fit = {kind: [law for law in laws if not law.kinds or kind in law.kinds] for kind in game.actions}
        always = tuple(law for law in laws if law.always)
        return Laws(
            always=always,
            standing=tuple(law.rule for law in always),
            bans={kind: tuple(law for law in some if law.forbids) for kind, some in fit.items()},
            promises={kind: tuple(law for law in some if law.holds) for kind, some in fit.items()},
        )

    def ban(self, view: Any, action: JSON) -> str:
        """The rule of the first law that forbids the action, "" where none does."""
        for law in self.bans[action["do"]]:
            if law.forbids and law.forbids(view, action):
                return law.rule
        return ""


def is_over(picture: Picture) -> bool:
    """Whether nobody is meant to do anything any more: there is a winner, or the phase says so."""
    return bool(picture.winner) or picture.phase == "over"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the engine made of an action: the rule that refused it, or the state after it and the events.

    `fault` says how the engine failed, where it did neither. `read` is the action in the engine's own terms,
    `dice` what was thrown for it, `facts` and `legs` what the refusal tells and shows.
    """

    read: Any = None
    rule: str = ""
    after: Any = None
    events: tuple[Event, ...] = ()
    dice: Dice = ()
    fault: str = ""
    facts: Facts = field(default_factory=dict)
    legs: tuple[Leg, ...] = ()


def attempt(game: Game[Any, Any], state: Any, action: JSON, chance: Random) -> Outcome:
    """Let the engine do an action, with random dice where it takes some."""
    read = game.read_action(action)
    try:
        dice = chance.choice(game.falls(state, read))
        after, events = game.apply(state, read, dice)
        return Outcome(read, after=after, events=events, dice=dice)
    except Illegal as illegal:
        return Outcome(read, illegal.rule, facts=illegal.facts, legs=illegal.legs)
    except Exception as error:  # a fault of the engine is a finding, not the end of the run
        return Outcome(read, fault=f"{type(error).__name__}: {error}")


@dataclass(slots=True)
class Examination:
    """Every law on one position. What is found goes into the tally."""

    game: Game[Any, Any]
    laws: Laws
    state: Any
    tally: Tally

    def run(self, chance: Random, actions: Sequence[JSON] = ()) -> None:
        """The position itself; if it can be, telling candidates, some legal actions and the given ones."""
        self.tally.positions += 1
        view = self.game.proof.view(self.state)
        legal = self.position(view)
        if legal is None:
            return
        if not legal and not is_over(self.game.picture(self.state)):
            self.tally.stuck = [*self.tally.stuck, self.game.write_state(self.state)][:1]
        looked = chance.sample(legal, min(LOOKED, len(legal)))
        done = _spread(by_kind(map(self.game.write_action, looked)), DONE, chance)
        candidates = by_kind(self.game.proof.candidates(view))
        self.expected(done, candidates)
        for action in (*actions, *self.telling(view, candidates, chance), *done):
            self.try_out(view, action, legal, chance)

    def once(self, action: JSON) -> None:
        """The position, and one action in it; the same each time."""
        view = self.game.proof.view(self.state)
        legal = self.position(view)
        if action is not None and legal is not None:
            done = [action] if self.game.read_action(action) in legal else []
            self.expected(done, by_kind(self.game.proof.candidates(view)))
            self.try_out(view, action, legal, Random(0))

    def position(self, view: Any) -> Sequence[Any] | None:
        """What the engine allows in the position, which is looked at itself; None where nothing goes on."""
        if not self.possible(view):
            return None
        self.pictured(view)
        self.set_up()
        return self.legal()

    def legal(self) -> Sequence[Any] | None:
        """What the engine allows here; None where it fails to say, which is told."""
        try:
            legal = self.game.legal(self.state)
        except Exception as error:  # a fault of the engine is a finding, not the end of the run
            self.breach("", f"the engine fails to list what is legal: {type(error).__name__}: {error}")
            return None
        if len({*legal}) < len(legal):
            twice = next(action for action, times in Counter(legal).items() if times > 1)
            self.breach("", "the engine lists this twice", self.game.write_action(twice))
        return legal

    def possible(self, view: Any, text: str = "this position cannot be", action: JSON = None) -> bool:
        """Whether all promises that speak of every position are kept."""
        broken = [law.rule for law in self.laws.always if not _true(law.always, view)]
        self.tally.spoke.update(self.laws.standing)
        for rule in dict.fromkeys(broken):
            self.breach(rule, text, action)
        return not broken

    def pictured(self, view: Any) -> None:
        """The picture shows the position, whole, and nothing else."""
        for wrong in differences(self.game.picture(self.state), self.game.proof.picture(view)):
            self.breach("", f"the picture shows {wrong}")

    def set_up(self) -> None:
        """A scene can begin with the position, as long as the game goes on."""
        if is_over(self.game.picture(self.state)):
            return
        try:
            state = self.game.setup(self.game.proof.setup(self.state))
        except Exception as error:  # a fault of the engine is a finding, not the end of the run
            self.breach("", f"no scene can begin here: {type(error).__name__}: {error}")
        else:
            if state != self.state:
                self.breach("", "a scene that should begin here begins with another position")

    def expected(self, done: Iterable[JSON], candidates: ByKind) -> None:
        """Every legal action is one that the laws would think of."""
        for action in done:
            if action not in candidates.get(action["do"], ()):
                self.breach(self.speaker(action), "the engine allows what nobody would think of", action)

    def telling(self, view: Any, candidates: ByKind, chance: Random) -> list[JSON]:
        """Candidates that are refused for as many reasons as there are, and some that are allowed."""
        weighed = _spread(candidates, WEIGHED, chance)
        chance.shuffle(weighed)
        by_rule: ByKind = {}
        for action in weighed:
            by_rule.setdefault(self.laws.ban(view, action), []).append(action)
        return [action for some in by_rule.values() for action in some[:EACH]]

    def try_out(self, view: Any, action: JSON, legal: Sequence[Any], chance: Random) -> None:
        """The engine refuses what the laws forbid, by the rule that they name first, and does the rest."""
        self.tally.actions += 1
        expected = self.laws.ban(view, action)
        outcome = attempt(self.game, self.state, action, chance)
        self.tally.spoke.update([expected] if expected else [])
        if outcome.rule:
            self.tally.refused[outcome.rule] += 1
            self.tally.tell(f"refusals.{outcome.rule}", outcome.facts)
        if outcome.fault:
            self.breach(expected or self.speaker(action), f"the engine fails: {outcome.fault}", action)
        elif outcome.rule != expected:
            text = f"the book says {_verdict(expected)}, the engine {_verdict(outcome.rule)}"
            self.breach(expected or outcome.rule, text, action)
        elif (outcome.rule == "") != (outcome.read in legal):
            rules = ", ".join(dict.fromkeys(event.rule for event in outcome.events))
            text = "the engine's list of legal actions and its verdict disagree"
            text += f" about what {rules} would decide" if rules else ""
            self.breach(outcome.rule or self.speaker(action), text, action)
        elif outcome.rule:
            self.refused(view, action, outcome)
        else:
            self.keep(view, action, outcome)

    def refused(self, view: Any, action: JSON, outcome: Outcome) -> None:
        """A refusal tells why, with what is so, and shows what was tried."""
        facts, legs = self.game.proof.refused(view, action, outcome.rule)
        if outcome.facts != facts:
            self.breach(outcome.rule, f"the refusal tells {outcome.facts}, and it is {facts}", action)
        if outcome.legs != legs:
            shown = f"the refusal shows {_ways(outcome.legs)}, and it is {_ways(legs)}"
            self.breach(outcome.rule, shown, action)

    def keep(self, view: Any, action: JSON, outcome: Outcome) -> None:
        """What a legal action did keeps every promise that speaks of its kind, and leads where one can be."""
        self.tally.decided.update(event.rule for event in outcome.events)
        for event in outcome.events:
            self.tally.tell(f"events.{event.kind}", event.facts)
        after, did = self._seen(outcome.after), _thrown(action, outcome.dice)
        for law in self.laws.promises[action["do"]]:
            self.tally.spoke[law.rule] += 1
            if not _true(law.holds, view, did, outcome.events, after):
                self.breach(law.rule, "what happens is not what the book promises", action)
        self.possible(after, "this leads to a position that cannot be", action)

    def speaker(self, action: JSON) -> str:
        """The rule to name where no rule was broken by name: the first that has to do with the kind."""
        kind = action["do"]
        laws = (*self.laws.promises[kind], *self.laws.bans[kind])
        return next((law.rule for law in laws if kind in law.kinds), kind)

    def breach(self, rule: str, text: str, action: JSON = None) -> None:
        """Note a breach in this position."""
        self.tally.found(Breach(rule, text, self.game.write_state(self.state), action))

    def _seen(self, state: Any) -> Any:
        """What the laws see of a state; nothing where even that fails, so that every promise is broken."""
        try:
            return self.game.proof.view(state)
        except (KeyError, IndexError, TypeError, ValueError):
            return None


def differences(shown: Picture, expected: Picture) -> Iterator[str]:
    """What a picture shows otherwise than it should; the order of its tokens says what lies on what."""
    tokens, wanted = shown.tokens, expected.tokens
    if tokens != wanted and sorted(map(str, tokens)) == sorted(map(str, wanted)):
        yield f"its tokens in the order {', '.join(token.id for token in tokens)}"
    yield from (f"{token.id} twice" for token in dict.fromkeys(wanted) if tokens.count(token) > 1)
    yield from (f"{token}, which is not so" for token in tokens if token not in wanted)
    yield from (f"no {token}" for token in wanted if token not in tokens)
    for name in (part.name for part in fields(Picture) if part.name != "tokens"):
        if getattr(shown, name) != getattr(expected, name):
            yield f"{name} as {getattr(shown, name)!r}, and it is {getattr(expected, name)!r}"


def _thrown(action: JSON, dice: Dice) -> JSON:
    """The action with the dice that were thrown for it, if any."""
    return {**action, "dice": list(dice)} if dice else action


def _true(promise: Callable[..., bool] | None, *about: Any) -> bool:
    """Whether a promise holds; one that stumbles over what it sees has found something wrong as well."""
    try:
        return promise is None or bool(promise(*about))
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, StopIteration):
        return False


def by_kind(actions: Iterable[JSON]) -> ByKind:
    """Actions, as JSON, by their kind."""
    found: ByKind = {}
    for action in actions:
        found.setdefault(action["do"], []).append(action)
    return found


def ranks(game: Game[Any, Any]) -> dict[str, int]:
    """How far an action got that a rule refused, by rule: laws stand in the order of the refusals, from 1."""
    rules = dict.fromkeys(law.rule for law in game.proof.laws if law.forbids)
    return {rule: rank for rank, rule in enumerate(rules, 1)}


def _spread(by_kind: ByKind, most: int, chance: Random) -> list[JSON]:
    """A sample with all kinds in it: rare kinds are not drowned by frequent ones."""
    chosen, left, kinds = list[JSON](), most, len(by_kind)
    for some in sorted(by_kind.values(), key=len):
        chosen += chance.sample(some, min(max(left // kinds, 1), len(some)))
        left, kinds = most - len(chosen), kinds - 1
    return chosen


def _ways(legs: Iterable[Leg]) -> str:
    """Ways in letters."""
    return ", ".join(f"{leg.token} {leg.style} {'-'.join(leg.way)}" for leg in legs) or "no way"


def _verdict(rule: str) -> str:
    return f"'{rule}' forbids this" if rule else "this is allowed"


# Smaller counter-examples


def shrink(game: Game[Any, Any], breach: Breach) -> Breach:
    """The same law broken by the same action in a position with as few things as possible."""
    laws, simpler = Laws.of(game), True
    while simpler:
        simpler = False
        for state in game.proof.simpler(game.read_state(breach.state)):
            found = _again(game, laws, state, breach)
            if found:
                breach, simpler = found, True
                break
    return breach


def _again(game: Game[Any, Any], laws: Laws, state: Any, breach: Breach) -> Breach | None:
    """The same breach in another position, if it is there; the action may name what is there no more."""
    tally = Tally()
    try:
        Examination(game, laws, state, tally).once(breach.action)
    except (KeyError, ValueError, IndexError):
        return None
    told = breach.rule, breach.text, breach.action
    return next((found for found in tally.breaches if (found.rule, found.text, found.action) == told), None)
