"""Looks for what the rules permit and surely nobody meant: findings to be thought about, not errors.

Four kinds: an `endless` sequence that costs nothing, a `stuck` position in which nothing is legal, a small
board on which one can be `trapped`, and a rule that is `idle` and never decides anything.
"""

import json
import re
from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise, starmap
from random import Random
from typing import Any

from rulebook.check.explore import Spot, Tally, is_over
from rulebook.check.small import Visited
from rulebook.model import JSON, Frame, Game, Picture, Role, Token

SAMPLES, FEW = 400, 8
"""How many constructed positions are looked at, and how many tokens those have that are searched."""

LOOKED = 60
"""In how many of them it is found out which kinds of action cost something."""

NODES, LOOPED = 250, 12
"""How many positions are searched from one, and from how many of them the shortest way back is sought."""

DECIDING = (Role.FORBIDS, Role.PERMITS, Role.EFFECT, Role.COST)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that the rules leave open, with an example where there is one.

    `rules` are those that make it so. From `state` on, `actions` can be done; those after the first `lead`
    ones can be repeated for ever.
    """

    kind: str
    rules: tuple[str, ...]
    text: str
    state: JSON = None
    actions: tuple[JSON, ...] = ()
    lead: int = 0

    @property
    def id(self) -> str:
        """The same in every run that finds the same: `endless-hand-off-chain`. A scene may be named by it."""
        return "-".join(re.findall("[a-z0-9]+", " ".join((self.kind, *self.rules)).lower()))


def find(
    game: Game[Any, Any],
    tally: Tally,
    spots: Sequence[Spot] = (),
    visited: Sequence[Visited] = (),
    seed: int = 1,
) -> tuple[Finding, ...]:
    """All findings, always the same for the same exploration, scene positions, small boards and seed.

    None where the engine breaks a law: what it permits then says nothing about the rules.
    """
    if tally.breaches:
        return ()
    return (*endless(game, spots, seed), *stuck(game, tally), *trapped(visited), *idle(game, tally))


# Rules that never apply


def idle(game: Game[Any, Any], tally: Tally) -> Iterator[Finding]:
    """Each rule that is there to decide something and never did."""
    for rule, role in game.rules.items():
        if role in DECIDING and not tally.decided[rule] and not tally.refused[rule]:
            text = f"the rule '{rule}' refused and decided nothing in {tally.actions} actions"
            yield Finding("idle", (rule,), text)


# Positions without a way on


def stuck(game: Game[Any, Any], tally: Tally) -> Iterator[Finding]:
    """A position in which nothing is legal though the game is not over, as simple as it can be."""
    for value in tally.stuck:
        state = game.read_state(value)
        while simpler := next((one for one in game.proof.simpler(state) if _is_stuck(game, one)), None):
            state = simpler
        text = "nothing is legal here, and the game is not over"
        yield Finding("stuck", (), text, game.write_state(state))


def _is_stuck(game: Game[Any, Any], state: Any) -> bool:
    return not game.legal(state) and not is_over(game.picture(state))


def trapped(visited: Iterable[Visited]) -> Iterator[Finding]:
    """Small boards with positions from which the game can never end."""
    for number, board in enumerate(visited, 1):
        if board.trapped:
            text = f"no end can be reached from {board.trapped} of {board.positions} positions"
            text = f"on small board {number} {text}, for instance {board.example}"
            yield Finding("trapped", (f"board.{number}",), text)


# Endless sequences


@dataclass(frozen=True, slots=True)
class _Step:
    """An action that costs nothing, where it leads, and by which rules."""

    action: JSON
    to: Hashable
    rules: frozenset[str]


Way = tuple[_Step, ...]


@dataclass(frozen=True, slots=True)
class _Loop:
    """A way that comes back to where it began, and the way there from where the search began."""

    lead: Way
    steps: Way
    rules: frozenset[str]

    @property
    def size(self) -> tuple[int, int]:
        """The shorter ones are the better examples."""
        return len(self.steps), len(self.lead)


def endless(game: Game[Any, Any], spots: Sequence[Spot], seed: int) -> Iterator[Finding]:
    """Each kind of sequence that costs nothing and can be repeated for ever, in a position of few pieces.

    Two sequences are of one kind when the same rules permit them; one that takes more rules than another
    is that other one with something else in between.
    """
    chance = Random(f"{seed}/holes")
    sampled = [game.proof.sample(chance) for _ in range(SAMPLES)]
    given = [game.read_state(spot.state) for spot in spots]
    free = _free_kinds(game, (*given, *sampled[:LOOKED]))
    found: dict[frozenset[str], Any] = {}
    for root in _roots(game, (*given, *sampled)):
        for loop in _loops(game, root, free):
            found.setdefault(loop.rules, root)
    for rules in sorted(found, key=sorted):
        if not any(other < rules for other in found):
            yield _smallest(game, found[rules], free, rules)


def _roots(game: Game[Any, Any], states: Iterable[Any]) -> list[Any]:
    """Where the search begins: positions with few tokens, those with the fewest first."""
    sized = [(len(game.picture(state).tokens), state) for state in states]
    return [state for size, state in sorted(sized, key=lambda pair: pair[0]) if size <= FEW]


def _free_kinds(game: Game[Any, Any], states: Iterable[Any]) -> frozenset[str]:
    """The kinds of action that are seen to cost nothing and never seen to lower a counter."""
    free, costly = set[str](), set[str]()
    for state in states:
        by_kind = {game.write_action(action)["do"]: action for action in game.legal(state)}
        for kind in by_kind.keys() - costly:
            action, before = by_kind[kind], game.picture(state)
            after = game.picture(game.apply(state, action, game.falls(state, action)[0])[0])
            if _lowers(before, after):
                costly.add(kind)
            elif _goes_on(before, after):
                free.add(kind)
    return frozenset(free - costly)


def _lowers(before: Picture, after: Picture) -> bool:
    return any(after.counters[name] < count for name, count in before.counters.items())


def _goes_on(before: Picture, after: Picture) -> bool:
    return (before.turn, before.phase) == (after.turn, after.phase)


def _costs_nothing(before: Picture, after: Picture) -> bool:
    return _goes_on(before, after) and not _lowers(before, after)


def _loops(game: Game[Any, Any], root: Any, free: frozenset[str]) -> list[_Loop]:
    """The shortest loop of each kind that the search from one position finds."""
    steps, ways = _search(game, root, free)
    core = _core(steps)
    best: dict[frozenset[str], _Loop] = {}
    for start in islice((essence for essence in ways if essence in core), LOOPED):
        back = _way_back(core, start)
        rules = _permitting(game, back)
        loop = _Loop(ways[start], back, rules)
        if loop.size < best.get(rules, loop).size or rules not in best:
            best[rules] = loop
    return [loop for loop in best.values() if _repeats(game, root, loop)]


Graph = Mapping[Hashable, Sequence[_Step]]


def _search(game: Game[Any, Any], root: Any, free: frozenset[str]) -> tuple[Graph, Mapping[Hashable, Way]]:
    """The positions that are reached by actions that cost nothing, breadth first, and a way to each."""
    start = game.proof.essence(root)
    steps: dict[Hashable, list[_Step]] = {}
    ways: dict[Hashable, Way] = {start: ()}
    waiting = deque([(root, start)])
    while waiting:
        state, essence = waiting.popleft()
        steps[essence] = []
        for after, step in _steps(game, state, free):
            steps[essence].append(step)
            if step.to not in ways and len(ways) < NODES:
                ways[step.to] = (*ways[essence], step)
                waiting.append((after, step.to))
    return steps, ways


def _steps(game: Game[Any, Any], state: Any, free: frozenset[str]) -> Iterator[tuple[Any, _Step]]:
    """What can be done at no cost and without dice."""
    for action in game.legal(state):
        value, falls = game.write_action(action), game.falls(state, action)
        if value["do"] in free and len(falls) == 1:
            after, events = game.apply(state, action, falls[0])
            rules = frozenset(event.rule for event in events)
            yield after, _Step(value, game.proof.essence(after), rules)


def _core(steps: Graph) -> Graph:
    """The part of the graph that never ends: what leads nowhere is taken off until nothing does."""
    while True:
        going = {at: [step for step in some if step.to in steps] for at, some in steps.items()}
        core = {at: some for at, some in going.items() if some}
        if len(core) == len(steps):
            return core
        steps = core


def _way_back(core: Graph, start: Hashable) -> Way:
    """The shortest way from a position of the core back to it, () where the core goes on elsewhere."""
    ways: dict[Hashable, Way] = {start: ()}
    waiting = deque([start])
    while waiting:
        at = waiting.popleft()
        for step in core[at]:
            way = (*ways[at], step)
            if step.to == start:
                return way
            if step.to not in ways:
                ways[step.to] = way
                waiting.append(step.to)
    return ()


def _permitting(game: Game[Any, Any], way: Way) -> frozenset[str]:
    """The rules that permit the actions of a way; all that decide them where none is a permission."""
    rules = frozenset[str]().union(*(step.rules for step in way))
    return frozenset(rule for rule in rules if game.rules.get(rule) is Role.PERMITS) or rules


def _repeats(game: Game[Any, Any], root: Any, loop: _Loop) -> bool:
    """Whether the loop is one, and really costs nothing; before it anything may happen."""
    pictures = _pictures(game, root, [step.action for step in (*loop.lead, *loop.steps)])[len(loop.lead) :]
    return bool(loop.steps) and all(starmap(_costs_nothing, pairwise(pictures)))


def _pictures(game: Game[Any, Any], state: Any, actions: Iterable[JSON]) -> list[Picture]:
    """The picture at the start and after each action."""
    pictures = [game.picture(state)]
    for value in actions:
        action = game.read_action(value)
        state, _events = game.apply(state, action, game.falls(state, action)[0])
        pictures.append(game.picture(state))
    return pictures


def _smallest(game: Game[Any, Any], root: Any, free: frozenset[str], rules: frozenset[str]) -> Finding:
    """The shortest loop of a kind in the simplest position that has one."""
    while simpler := next((one for one in game.proof.simpler(root) if _kind(game, one, free, rules)), None):
        root = simpler
    loop = min(_kind(game, root, free, rules), key=lambda one: one.size)
    actions = tuple(step.action for step in (*loop.lead, *loop.steps))
    kinds = ", ".join(dict.fromkeys(step.action["do"] for step in loop.steps))
    text = f"{len(loop.steps)} actions ({kinds}) lead back to the same position at no cost, again and again"
    return Finding("endless", tuple(sorted(rules)), text, game.write_state(root), actions, len(loop.lead))


def _kind(game: Game[Any, Any], root: Any, free: frozenset[str], rules: frozenset[str]) -> list[_Loop]:
    return [loop for loop in _loops(game, root, free) if loop.rules == rules]


# A finding as pictures, and as a scene


def played(game: Game[Any, Any], finding: Finding) -> tuple[Frame, ...]:
    """The frames of the example, the first one named `start`; none for a finding without a position."""
    if finding.state is None:
        return ()
    state = game.read_state(finding.state)
    frames = [Frame(finding.id, "start", game.picture(state))]
    for number, value in enumerate(finding.actions, 1):
        action = game.read_action(value)
        dice = game.falls(state, action)[0]
        aim = tuple(game.points(state, action).values())
        state, events = game.apply(state, action, dice)
        step = Frame(finding.id, _step_name(value, number), game.picture(state), events=events, dice=dice)
        frames.append(replace(step, action=game.write_step(action), aim=aim))
    return tuple(frames)


def as_scene(game: Game[Any, Any], finding: Finding) -> str:
    """The YAML of a scene that shows the finding. Raises ValueError for one that has no position."""
    if finding.state is None:
        raise ValueError(f"'{finding.id}' has no position to begin a scene with")
    state = game.read_state(finding.state)
    pictures = _pictures(game, state, finding.actions)
    lines = [f"title: {_scalar(finding.text[0].upper() + finding.text[1:])}"]
    lines.append(f"start: {_flow(game.proof.setup(state))}")
    lines += ["steps:"] if finding.actions else []
    for number, action in enumerate(finding.actions, 1):
        lines.append(f"  - name: {_step_name(action, number)}")
        lines.append(f"    do: {_flow(_short(game, action))}")
        if number in (finding.lead, len(finding.actions)):
            lines.append(f"    expect: {_flow(_expected(pictures[finding.lead :]))}")
    return "\n".join(lines) + "\n"


def _step_name(action: JSON, number: int) -> str:
    return f"{action['do'].replace('_', '-')}-{number}"


def _short(game: Game[Any, Any], action: JSON) -> JSON:
    """An action as a scene writes it: the kind is the key of its first field."""
    step = game.write_step(game.read_action(action))
    kind = step["do"]
    first, *others = game.actions[kind] or ("",)
    rest = {name: step[name] for name in others if step.get(name) is not None}
    return {kind: step[first], **rest} if first else kind


def _expected(pictures: Sequence[Picture]) -> JSON:
    """Where the tokens stand that are touched between the first picture and the last."""
    touched = {
        token.id for picture in pictures for token in picture.tokens if token not in pictures[0].tokens
    }
    return {token.id: _stands(token) for token in pictures[0].tokens if token.id in touched}


def _stands(token: Token) -> JSON:
    return [word for word in (token.at, token.near, *token.marks) if word]


def _flow(value: JSON) -> str:
    """A value as YAML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_scalar(name)}: {_flow(part)}" for name, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return str(value) if isinstance(value, int) else _scalar(value)


def _scalar(text: str) -> str:
    """Text as it is where nothing in it means anything to YAML, else in quotes."""
    return (
        text
        if re.fullmatch(r"[A-Za-z]([\w. -]*\w)?", text, re.ASCII)
        else json.dumps(text, ensure_ascii=False)
    )
