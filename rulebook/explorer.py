"""What may be done in each position of a book and what not, worked out by the engine for the reader's script.

For each piece of a position stands a tree: its kinds of action, then their fields in order. A branch ends
where an action is complete, in what happens, or where nothing is legal any more, in the refusal that was
nearest to being allowed. Sentences are kept as facts; what they say in a language is in a file of its own.
"""

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from rulebook import stage
from rulebook.books import Book
from rulebook.check.explore import known_game, parallel, ranks
from rulebook.games import GAMES
from rulebook.model import JSON, Event, Frame, Game, Illegal
from rulebook.views import layout, text
from rulebook.words import PLACEHOLDER, Said, Sentence, Words

NOBODY = ""
"""Stands for the piece of an action that no piece does, such as the end of a turn."""

SPOKEN = ("events.", "refusals.", "position.turn", "position.winner")
"""How the keys of the sentences begin that are said of actions."""

KINDS, FIELDS, NAMES = "tables.actions.", "tables.fields.", "names."
"""How the keys begin of what kinds of action, their fields and the tokens are called."""

Sentences = Mapping[str, Sentence]


class Saying(NamedTuple):
    """A sentence of the book by its key, the rule that decided it, and what its placeholders stand for."""

    key: str
    rule: str
    facts: tuple[tuple[str, str | int], ...]


class Choice(NamedTuple):
    """The value of one field of an action, and the board point that shows it ("" where none does)."""

    field: str
    value: str | int | None
    point: str


class Outcome(NamedTuple):
    """What an action brings with `falls` of the falls of its dice: what is the same in all of them."""

    falls: int
    sayings: tuple[Saying, ...]


@dataclass(frozen=True, slots=True)
class Tried:
    """One action: who would act, what is chosen field by field, and what comes of it.

    A legal one has outcomes, the most frequent first, any other a refusal. `action` is its JSON value.
    """

    actor: str
    kind: str
    choices: tuple[Choice, ...]
    action: JSON
    outcomes: tuple[Outcome, ...] = ()
    refusal: Saying | None = None


# What the engine says


def tried(game: Game[Any, Any], state: Any, sentences: Sentences) -> list[Tried]:
    """Every legal action of a position, then every candidate on the board that is refused."""
    weigher, legal = _Weigher.of(game, state, sentences), game.legal(state)
    allowed = [weigher.allowed(action) for action in legal]
    acting = {one.kind: one.actor for one in allowed}
    seen, refused = set(legal), list[Tried]()
    for value in game.proof.candidates(game.proof.view(state)):
        if not weigher.is_there(value):
            continue
        action = game.read_action(value)
        if action not in seen:
            seen.add(action)
            refused += weigher.refused(action, value, acting)
    return [*allowed, *refused]


Played = tuple[Any, tuple[Event, ...]]


@dataclass(frozen=True, slots=True)
class _Weigher:
    """Lets the engine judge the actions of one position. `places` tells where each token is."""

    game: Game[Any, Any]
    state: Any
    places: Mapping[str, str]
    sentences: Sentences

    @staticmethod
    def of(game: Game[Any, Any], state: Any, sentences: Sentences) -> "_Weigher":
        places = {token.id: token.at for token in game.picture(state).tokens}
        return _Weigher(game, state, places, sentences)

    def allowed(self, action: Any) -> Tried:
        falls = self.game.falls(self.state, action)
        played = [self.game.apply(self.state, action, dice) for dice in falls]
        kind, actor, choices = self.read(action)
        if not actor and len(falls) == 1:
            actor = _mover(played[0][1])
        return Tried(actor, kind, choices, self.game.write_action(action), self.outcomes(played))

    def refused(self, action: Any, value: JSON, acting: Mapping[str, str]) -> Iterator[Tried]:
        """The action with its refusal; nothing where it names a place that is not on the board."""
        kind, actor, choices = self.read(action)
        if any(isinstance(choice.value, str) and not choice.point for choice in choices):
            return
        try:
            self.game.apply(self.state, action)
        except Illegal as refusal:
            saying = self.saying(f"refusals.{refusal.rule}", refusal.rule, refusal.facts)
            yield Tried(actor or acting.get(kind, NOBODY), kind, choices, value, refusal=saying)

    def is_there(self, value: JSON) -> bool:
        """Whether each text of an action names a token or a point; this is asked of very many."""
        on, places = self.game.board.points, self.places
        named = [each for name, each in value.items() if name != "do" and type(each) is str]
        return all(each in on or each in places for each in named)

    def read(self, action: Any) -> tuple[str, str, tuple[Choice, ...]]:
        """Kind, actor (the first field, where it names a token) and the fields that are left to choose."""
        step, points = self.game.write_step(action), self.game.points(self.state, action)
        names = self.game.actions[step["do"]]
        actor = step.get(names[0], NOBODY) if names else NOBODY
        actor = actor if actor in self.places else NOBODY
        choices = (self.choice(name, step.get(name), points) for name in names[bool(actor) :])
        return step["do"], actor, tuple(choices)

    def choice(self, name: str, value: Any, points: Mapping[str, str]) -> Choice:
        return Choice(name, value, points.get(name) or self.places.get(value, ""))

    def outcomes(self, played: Sequence[Played]) -> tuple[Outcome, ...]:
        """Falls that bring the same are one outcome."""
        alike: dict[Any, list[Played]] = {}
        for one in played:
            alike.setdefault(stage.outcome(self.game, one), []).append(one)
        found = [self.outcome(some, chance=len(played) > 1) for some in alike.values()]
        return tuple(sorted(found, key=lambda outcome: -outcome.falls))

    def outcome(self, some: Sequence[Played], *, chance: bool) -> Outcome:
        """With chance in it, it also tells who plays on."""
        after, events = some[0]
        same = [event for at, event in enumerate(events) if all(each[1][at] == event for each in some)]
        sayings = [self.saying(f"events.{event.kind}", event.rule, event.facts) for event in same]
        if chance:
            key, facts = text.turn_sentence(self.game.picture(after), self.sentences)
            sayings.append(self.saying(key, "", facts))
        return Outcome(len(some), tuple(sayings))

    def saying(self, key: str, rule: str, facts: Mapping[str, Any]) -> Saying:
        """With those of the facts that the sentence says."""
        return Saying(key, rule, tuple((name, facts[name]) for name in _placeholders(self.sentences[key])))


def _mover(events: Sequence[Event]) -> str:
    """The token that the first thing that happens moves by itself."""
    legs = [leg for event in events[:1] for leg in event.legs if leg.style != "carry"]
    return next((leg.token for leg in legs if leg.token), NOBODY)


def _placeholders(sentence: Sentence) -> list[str]:
    names = PLACEHOLDER.findall(f"{sentence.one} {sentence.other}")
    return list(dict.fromkeys([*names, sentence.by] if sentence.other else names))


# From actions to trees


class Branch(NamedTuple):
    """A field to choose, and where each of its values leads."""

    field: str
    ways: "tuple[tuple[Choice, Tree], ...]"


Tree = Branch | Tried
"""A branch, or the action at its end."""

Kinds = list[tuple[str, Tree]]


def trees(game: Game[Any, Any], actions: Sequence[Tried]) -> list[tuple[str, Kinds | Tried]]:
    """For each piece its kinds of action with their trees, or the one refusal of all that it might try.

    `actions` are those of `tried`: the legal ones first.
    """
    grower = _Grower(ranks(game))
    return [(actor, grower.kinds(some)) for actor, some in _by(actions, lambda one: one.actor)]


def _by(some: Iterable[Tried], key: Callable[[Tried], Hashable]) -> list[tuple[Any, list[Tried]]]:
    groups: dict[Any, list[Tried]] = {}
    for one in some:
        groups.setdefault(key(one), []).append(one)
    return list(groups.items())


@dataclass(frozen=True, slots=True)
class _Grower:
    """`ranks` tells how far an action got that a rule refused."""

    ranks: Mapping[str, int]

    def kinds(self, some: Sequence[Tried]) -> Kinds | Tried:
        alike = self.alike(some)
        return alike or [(kind, self.kind(each)) for kind, each in _by(some, lambda one: one.kind)]

    def kind(self, some: Sequence[Tried]) -> Tree:
        if any(one.outcomes for one in some):
            return self.live(some, 0)
        return self.alike(some) or self.dead(some)

    def alike(self, some: Sequence[Tried]) -> Tried | None:
        """One of them for all, where all are refused in the same words."""
        return some[0] if some[0].refusal and len({one.refusal for one in some}) == 1 else None

    def dead(self, some: Sequence[Tried]) -> Tree:
        """Nothing is legal: the nearest refusal at each point of the first field that points show."""
        first = next(
            (at for at in range(len(some[0].choices)) if any(one.choices[at].point for one in some)), -1
        )
        if first < 0:
            return self.nearest(some)
        pointed = [one for one in some if one.choices[first].point]
        groups = _by(pointed, lambda one: one.choices[first].point)
        nearest = [self.nearest(each) for _, each in groups]
        return Branch(some[0].choices[first].field, tuple((one.choices[first], one) for one in nearest))

    def live(self, some: Sequence[Tried], depth: int) -> Tree:
        """Something is legal. A field that no point shows has only legal values, and is skipped if forced."""
        legal = [one for one in some if one.outcomes]
        if depth == len(legal[0].choices):
            return legal[0]
        shown = any(one.choices[depth].point for one in legal)
        groups = _by(some if shown else legal, lambda one: one.choices[depth])
        if not shown and len(groups) == 1:
            return self.live(legal, depth + 1)
        ways = [(choice, self.way(each, depth + 1)) for choice, each in groups]
        return Branch(legal[0].choices[depth].field, tuple(ways))

    def way(self, some: Sequence[Tried], depth: int) -> Tree:
        return self.live(some, depth) if any(one.outcomes for one in some) else self.nearest(some)

    def nearest(self, some: Sequence[Tried]) -> Tried:
        return max(some, key=lambda one: self.ranks.get(one.refusal.rule, 0) if one.refusal else 0)


# As scripts


@dataclass(slots=True)
class _Table:
    """Things that are named by their number."""

    numbers: dict[Any, int] = field(default_factory=dict)

    def number(self, thing: Hashable) -> int:
        return self.numbers.setdefault(thing, len(self.numbers))

    def all(self) -> list[Any]:
        return list(self.numbers)


@dataclass(frozen=True, slots=True)
class Explored:
    """The positions of a book as scripts, by scene, and the numbers that their sentences count or say."""

    scripts: Mapping[str, bytes]
    counted: frozenset[tuple[str, int]]
    numbers: frozenset[int]


def explore(
    book: Book, jobs: int = 1, more: Mapping[str, Sequence[Frame]] = MappingProxyType({})
) -> Explored:
    """Every frame of every scene, and of `more` of them; the same for any number of `jobs`."""
    jobs = jobs if GAMES.get(book.game.name) is book.game else 1
    known = book.game.name if jobs > 1 else book.game
    frames = {**book.frames, **more}
    tasks = [partial(_written, known, book.sentences, _states(book, some)) for some in frames.values()]
    written = dict(zip(frames, parallel(tasks, jobs), strict=True))
    return Explored(
        {scene: script(f"{book.id}/{scene}", one.value) for scene, one in written.items()},
        frozenset(pair for one in written.values() for pair in one.counted),
        frozenset(number for one in written.values() for number in one.numbers),
    )


def _states(book: Book, frames: Sequence[Frame]) -> dict[str, JSON]:
    """The position of each step, as JSON."""
    return {frame.step: book.game.write_state(frame.state) for frame in frames}


class Written(NamedTuple):
    """The positions of a scene for a script; each text with a number that it counts, and all numbers said."""

    value: JSON
    counted: set[tuple[str, int]]
    numbers: set[int]


def _written(game: Game[Any, Any] | str, sentences: Sentences, states: Mapping[str, JSON]) -> Written:
    """Each position once, each sentence once."""
    writer, first = _Writer(known_game(game), sentences), dict[str, int]()
    told, steps = list[JSON](), dict[str, int]()
    for step, state in states.items():
        key = json.dumps(state, sort_keys=True)
        if key not in first:
            first[key] = len(told)
            told.append(writer.state(state))
        steps[step] = first[key]
    return Written(writer.value(told, steps), writer.counted, writer.numbers)


def script(name: str, value: JSON) -> bytes:
    """A classic script that gives the reader's script a value under a name."""
    return f'rulebookGives("{name}",{safe(value)});\n'.encode()


def safe(value: JSON) -> str:
    """A value as JSON that may stand in any script: nothing in it ends the script, its element or a line."""
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return written.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


@dataclass(slots=True)
class _Writer:
    """Writes positions with the sentences that they share."""

    game: Game[Any, Any]
    sentences: Sentences
    texts: _Table = field(default_factory=_Table)
    sayings: _Table = field(default_factory=_Table)
    counted: set[tuple[str, int]] = field(default_factory=set)
    numbers: set[int] = field(default_factory=set)

    def value(self, states: Sequence[JSON], steps: Mapping[str, int]) -> JSON:
        """Texts are key, rule and names of placeholders, sentences the number of a text and its values."""
        texts = [[key, rule, *names] for key, rule, names in self.texts.all()]
        said = [[text, *values] for text, values in self.sayings.all()]
        return {"texts": texts, "said": said, "states": states, "steps": steps}

    def state(self, value: JSON) -> JSON:
        """A list of pairs: a piece, and its kinds with their trees or the number of a refusal."""
        state = self.game.read_state(value)
        grown = trees(self.game, tried(self.game, state, self.sentences))
        return [
            [actor, self.leaf(kinds) if isinstance(kinds, Tried) else self.kinds(kinds)]
            for actor, kinds in grown
        ]

    def kinds(self, kinds: Kinds) -> JSON:
        return [[kind, self.tree(tree)] for kind, tree in kinds]

    def tree(self, tree: Tree) -> JSON:
        """A branch is its field and, for each way, value, point (0 for the same) and tree."""
        if isinstance(tree, Tried):
            return self.leaf(tree)
        ways = [
            [choice.value, 0 if choice.point == choice.value else choice.point, self.tree(below)]
            for choice, below in tree.ways
        ]
        return {"field": tree.field, "ways": ways}

    def leaf(self, one: Tried) -> JSON:
        """A refusal is the number of its sentence; an outcome lists how many falls, and its sentences."""
        if one.refusal:
            return self.saying(one.refusal)
        return [[outcome.falls, *map(self.saying, outcome.sayings)] for outcome in one.outcomes]

    def saying(self, saying: Saying) -> int:
        sentence, key = self.sentences[saying.key], saying.key
        facts = dict(saying.facts)
        self.numbers |= {value for value in facts.values() if isinstance(value, int)}
        if sentence.other:
            number = int(facts[sentence.by])
            self.counted.add((key, number))
            key = f"{key}#{number}"
        text = self.texts.number((key, saying.rule, tuple(facts)))
        return self.sayings.number((text, tuple(facts.values())))


def speech(book: Book, words: Words, explored: Explored) -> bytes:
    """What the scripts of a book say in one language, and where its points lie in a drawing.

    A text that stands in another language is a list: text, language, direction.
    """
    plain = {
        key: _said(words.pattern(key), words)
        for key, sentence in book.sentences.items()
        if key.startswith(SPOKEN) and not sentence.other
    }
    counted = {f"{key}#{n}": _said(words.pattern(key, n), words) for key, n in sorted(explored.counted)}
    digits = {str(n): words.number(n) for n in sorted(explored.numbers) if words.number(n) != str(n)}
    value = {
        "texts": plain | counted,
        "names": _called(book, words, NAMES) | digits,
        "kinds": _called(book, words, KINDS),
        "fields": _called(book, words, FIELDS),
        "points": {point: layout.spot(book.game.board, point) for point in book.game.board.points},
    }
    return script(f"{book.id}/words", value)


def _called(book: Book, words: Words, prefix: str) -> dict[str, JSON]:
    keys = [key for key in book.sentences if key.startswith(prefix)]
    return {key.removeprefix(prefix): _said(words.pattern(key), words) for key in keys}


def _said(said: Said, words: Words) -> JSON:
    return said.text if said.language == words.language else [said.text, said.language, said.direction]


def files(
    book: Book, jobs: int = 1, more: Mapping[str, Sequence[Frame]] = MappingProxyType({})
) -> dict[str, bytes]:
    """All scripts of a book by their path in the site; `more` scenes are explored as well."""
    explored = explore(book, jobs, more)
    scenes = {f"assets/explore/{book.id}/{scene}.js": data for scene, data in explored.scripts.items()}
    spoken = {
        f"{language}/{book.id}/words.js": speech(book, words, explored)
        for language, words in book.words.items()
    }
    return scenes | spoken
