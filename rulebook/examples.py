"""More examples of each kind of action: positions in which it applies, and such in which it just does not.

The engine finds them at build time in random positions, always the same ones for the same seed. Each is made
smaller as long as it shows the same, and is then played like any scene.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, zip_longest
from random import Random
from typing import Any

from rulebook import stage
from rulebook.boards import Board
from rulebook.check.explore import attempt, by_kind, is_over, known_game, positions, ranks
from rulebook.errors import Place
from rulebook.model import JSON, Dice, Frame, Game, Illegal, Picture, Scene, Step, Unreadable

EACH, LOOKED, TRIED = 3, 120, 8
"""Examples of a kind that apply, and that do not; positions looked at; candidates of a kind tried in each."""

FEW = 5
"""Tokens that an example keeps, even where fewer would show the same."""

SEED = 1

PLACE = Place("an example")

Frames = tuple[Frame, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """An action in a position, and what it shows: the rules of what happens, or the one that refuses."""

    state: Any
    action: JSON
    dice: Dice
    shows: tuple[str, ...]
    refused: bool


def find(game: Game[Any, Any] | str, seed: int = SEED) -> dict[str, tuple[Frames, ...]]:
    """For each kind of action with both up to `EACH` examples that apply and as many that do not, in turn.

    Each is played: the frame of a position, and that of the action in it.
    """
    known = known_game(game)
    found = _gathered(known, Random(f"examples/{seed}"))
    return {kind: _played(known, kind, chosen) for kind, chosen in _chosen(known, found).items()}


# Which examples

Found = Mapping[str, Mapping[tuple[bool, tuple[str, ...]], Example]]
"""By kind of action, then by what they show: one example of each."""


def _gathered(game: Game[Any, Any], chance: Random) -> Found:
    found: dict[str, dict[tuple[bool, tuple[str, ...]], Example]] = {kind: {} for kind in game.actions}
    for state, _ in islice(positions(game, chance), LOOKED):
        if not is_over(game.picture(state)):
            for action in _worth_trying(game, state, chance):
                example = _example(game, state, action, chance)
                known = found[action["do"]]
                if (example.refused, example.shows) not in known and _can_be_shown(game, example):
                    known[example.refused, example.shows] = example
    return found


def _worth_trying(game: Game[Any, Any], state: Any, chance: Random) -> Iterator[JSON]:
    """Some candidates of each kind, and some that are legal."""
    legal = game.legal(state)
    for action in chance.sample(legal, min(TRIED, len(legal))):
        yield game.write_action(action)
    for some in by_kind(game.proof.candidates(game.proof.view(state))).values():
        yield from chance.sample(some, min(TRIED, len(some)))


def _example(game: Game[Any, Any], state: Any, action: JSON, chance: Random) -> Example:
    outcome = attempt(game, state, action, chance)
    assert not outcome.fault, outcome.fault
    if outcome.rule:
        return Example(state, action, (), (outcome.rule,), refused=True)
    shows = tuple(dict.fromkeys(event.rule for event in outcome.events))
    return Example(state, action, outcome.dice, shows, refused=False)


def _can_be_shown(game: Game[Any, Any], example: Example) -> bool:
    """Whether a scene can say the action, all its texts are tokens or shown by points, and no token twice."""
    action = game.read_action(example.action)
    step, points = game.write_step(action), game.points(example.state, action)
    try:
        game.read_step(step)
    except Unreadable:
        return False
    tokens = {token.id for token in game.picture(example.state).tokens}
    named = [
        step[name] for name in step if name != "do" and name not in points and isinstance(step[name], str)
    ]
    return {*named} <= tokens and not any(_twice(step, token) for token in tokens)


def _twice(step: JSON, token: str) -> bool:
    return list(step.values()).count(token) > 1


def _chosen(game: Game[Any, Any], found: Found) -> dict[str, list[Example]]:
    """The refusals that came nearest to being allowed first; none that most kinds of action may meet."""
    far = ranks(game)
    met = Counter(shows[0] for some in found.values() for refused, shows in some if refused)
    common = {rule for rule, kinds in met.items() if 2 * kinds > len(found)}
    chosen = {}
    for kind, some in found.items():
        applies = [one for one in some.values() if not one.refused]
        not_so = [one for one in some.values() if one.refused and one.shows[0] not in common]
        not_so.sort(key=lambda one: -far.get(one.shows[0], 0))
        pairs = zip_longest(applies[:EACH], not_so[:EACH])
        if applies and not_so:
            chosen[kind] = [one for one in chain.from_iterable(pairs) if one]
    return chosen


# Smaller ones


def smaller(game: Game[Any, Any], example: Example) -> Example:
    """The same shown with fewer tokens, but for `FEW`, the farthest gone first, and in a plainer position."""
    simpler = True
    while simpler:
        simpler = False
        for state in _by_distance(game, example):
            if _shows_the_same(game, state, example):
                example, simpler = replace(example, state=state), True
                break
    return example


def _by_distance(game: Game[Any, Any], example: Example) -> list[Any]:
    """The simpler positions: those without the tokens that are farthest from the action, then the others."""
    board, picture = game.board, game.picture(example.state)
    points = game.points(example.state, game.read_action(example.action)).values()
    middle = [board.points[point] for point in points if point in board.points]
    ways = [(_gone(picture, game.picture(state)), state) for state in game.proof.simpler(example.state)]
    fewer = [(-_distance(board, at, middle), n) for n, (at, _) in enumerate(ways) if at is not None]
    dropped = [ways[n][1] for _, n in sorted(fewer)] if len(picture.tokens) > FEW else []
    return [*dropped, *(state for at, state in ways if at is None)]


def _gone(before: Picture, after: Picture) -> str | None:
    """Where the token was that is there no more; None where all are."""
    left = {token.id for token in after.tokens}
    return next((token.at for token in before.tokens if token.id not in left), None)


def _distance(board: Board, point: str, middle: Sequence[tuple[float, float]]) -> float:
    x, y = board.points.get(point, (0, 0))
    return min((max(abs(x - a), abs(y - b)) for a, b in middle), default=0)


def _shows_the_same(game: Game[Any, Any], state: Any, example: Example) -> bool:
    action = game.read_action(example.action)
    try:
        _, events = game.apply(state, action, example.dice)
    except Illegal as refusal:
        return example.refused and (refusal.rule,) == example.shows
    except Unreadable:
        return False
    return not example.refused and tuple(dict.fromkeys(event.rule for event in events)) == example.shows


# As scenes


def _played(game: Game[Any, Any], kind: str, examples: Sequence[Example]) -> tuple[Frames, ...]:
    small = [smaller(game, example) for example in examples]
    return tuple(stage.play(game, _scene(game, name(kind, n), one)) for n, one in enumerate(small, 1))


def name(kind: str, number: int) -> str:
    """What a scene is called that shows an example."""
    return f"example-{kind.replace('_', '-')}-{number}"


def _scene(game: Game[Any, Any], scene: str, example: Example) -> Scene:
    step = game.write_step(game.read_action(example.action))
    shown = Step("shown", PLACE, do=step, dice=example.dice)
    if example.refused:
        shown = Step("shown", PLACE, attempt=step, forbidden=example.shows[0])
    return Scene(scene, "", game.proof.setup(example.state), (shown,), {(): PLACE})


def homes(frames: Mapping[str, Sequence[Frame]], kinds: Sequence[str]) -> dict[str, str]:
    """Scene → the kind whose examples belong to it: each kind has one scene, which shows nearly nothing else.

    `frames` are those of the scenes in the order of the book.
    """
    shares = [
        (-_share(some, kind), number, kind, scene)
        for number, (scene, some) in enumerate(frames.items())
        for kind in kinds
    ]
    found: dict[str, str] = {}
    for share, _, kind, scene in sorted(shares):
        if share and scene not in found and kind not in found.values():
            found[scene] = kind
    return found


def _share(frames: Sequence[Frame], kind: str) -> float:
    """How many of the actions that a scene shows are of a kind."""
    kinds = [(frame.action or frame.show)["do"] for frame in frames if frame.action or frame.show]
    return kinds.count(kind) / len(kinds) if kinds else 0
