"""A scene: its start and its steps, as far as the game can read them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Literal

from rulebook.errors import Place, did_you_mean
from rulebook.model import JSON, Ask, Dice, Game, Scene, Step, Unreadable
from rulebook.reader.notes import SHOWN, WORDS, Notes, Path, near
from rulebook.reader.structure import Entries, Items, Text, Value, load
from rulebook.reader.values import (
    better_name,
    entries_of,
    fields_of,
    is_whole,
    json_of,
    missing,
    name_fault,
    name_of,
    number_of,
    text_of,
    texts_of,
    unknown,
    wrong,
)

_VERBS = ("do", "try", "show")

_ANSWERS: Mapping[str, Literal["targets", "who", "where", "count"]] = {
    "targets": "targets",
    "who": "who",
    "where": "where",
    "count": "count",
}
_ANSWER_FORMS = "write 'targets', 'who TOKEN', 'where TOKEN' or 'count COUNTER'"


def read_scene(path: str, text: str, game: Game[Any, Any]) -> Scene:
    """The scene in a file; its id is the file's name without `.yaml`.

    Its `places` are keyed as the file is written, `("steps", 0, "expect", "ATK5")`, but for the fields of
    actions, which have their JSON names: `("steps", 0, "do", "player")`. `start: standard` is short for
    `start: {base: standard}`. Raises Problems.
    """
    notes = Notes(path)
    scene_id = PurePosixPath(path).stem
    if fault := name_fault(scene_id):
        text_of_fault = f"'{scene_id}' cannot be a scene's name: {fault}"
        notes.add(Place(path), "bad-name", text_of_fault, better_name(scene_id))
    root = load(notes, text)
    scene = _SceneReader(notes, game).read(scene_id, root)
    notes.settle()
    return scene


@dataclass(slots=True)
class _SceneReader:
    notes: Notes
    game: Game[Any, Any]
    tokens: tuple[str, ...] = ()
    """Ids of the tokens of the start, for advice."""

    def read(self, scene_id: str, root: Value) -> Scene:
        self.notes.places[()] = root.place
        found = fields_of(self.notes, root, "a scene", ("title", "start"), ("remark", "steps"))
        return Scene(
            id=scene_id,
            title=self.text(found, "title"),
            remark=self.text(found, "remark"),
            start=self.start(found.get("start")),
            steps=self.steps(found.get("steps")),
            places=self.notes.places,
        )

    def text(self, found: Mapping[str, Value], key: str, path: Path = ()) -> str:
        value = found.get(key)
        if value is not None:
            self.notes.places[(*path, key)] = value.place
        return text_of(self.notes, value, f"'{key}'")

    def start(self, value: Value | None) -> Mapping[str, JSON]:
        if value is None:
            return {}
        before = len(self.notes.problems)
        self.notes.places[("start",)] = value.place
        start: dict[str, JSON] = {}
        if isinstance(value, Text) and not value.empty:
            start = {"base": json_of(self.notes, value, ("start", "base"))}
        else:
            for key, entry in entries_of(self.notes, value, "'start'"):
                start[key.text] = json_of(self.notes, entry, ("start", key.text))
        if len(self.notes.problems) == before and is_whole(value):
            self.set_up(start)
        return start

    def set_up(self, start: Mapping[str, JSON]) -> None:
        """Lets the game read the start; what it cannot read is told and left out, so all comes at once."""
        left_out: list[Path] = []
        rest: JSON = start
        while rest is not None and len(left_out) < SHOWN:
            error = self.start_error(rest)
            if error is None or self.follows(error, left_out):
                return
            self.unreadable("bad-start", ("start", *error.path), error)
            left_out.append(error.path)
            rest = _without(rest, error.path)

    def start_error(self, start: Mapping[str, JSON]) -> Unreadable | None:
        try:
            picture = self.game.picture(self.game.setup(start))
        except Unreadable as error:
            return error
        except Exception:  # an engine that fails is told where the scene is played
            return None
        self.tokens = tuple(token.id for token in picture.tokens)
        return None

    def follows(self, error: Unreadable, left_out: Iterable[Path]) -> bool:
        """Whether an error may come of what was left out: it names it, lies around it, misses a value."""
        return any(
            ("start", *error.path) not in self.notes.places
            or path[: len(error.path)] == error.path
            or re.search(rf"\b{re.escape(str(path[-1]))}\b", error.what)
            for path in left_out
        )

    def unreadable(self, code: str, path: Path, error: Unreadable, advice: str = "") -> None:
        advice = "" if "did you mean" in error.what else advice
        self.notes.add(self.notes.near(path), code, str(error), advice)

    def steps(self, value: Value | None) -> tuple[Step, ...]:
        if value is None:
            return ()
        self.notes.places[("steps",)] = value.place
        if not isinstance(value, Items) or not value.items:
            what = "'steps' without a step" if isinstance(value, Items) else "'steps'"
            wrong(self.notes, value, what, "a list of steps: '- name: …'")
            return ()
        steps = [self.step(index, item) for index, item in enumerate(value.items)]
        self.note_twins([step for step in steps if step.name])
        self.note_branches(steps)
        return tuple(steps)

    def note_twins(self, steps: Iterable[Step]) -> None:
        first: dict[str, Step] = {}
        for step in steps:
            twin = first.setdefault(step.name, step)
            if twin is not step:
                text = f"a step named '{step.name}' stands in line {twin.place.line} already"
                self.notes.add(step.place, "duplicate-step", text, "give every step a name of its own")

    def note_branches(self, steps: Sequence[Step]) -> None:
        """Tells a `from` that leads to no earlier step."""
        for index, step in enumerate(steps):
            earlier = ["start", *(before.name for before in steps[:index])]
            if step.after and step.after not in earlier:
                text = f"there is no step '{step.after}' before this one"
                place = self.notes.places["steps", index, "from"]
                self.notes.add(place, "unknown-step", text, near(step.after, earlier))

    def step(self, index: int, value: Value) -> Step:
        path: Path = ("steps", index)
        self.notes.places[path] = value.place
        found = fields_of(
            self.notes,
            value,
            "a step",
            ("name",),
            (*_VERBS, "forbidden", "from", "dice", "expect", "remark", "ask"),
        )
        name = found.get("name", value)
        self.notes.places[(*path, "name")] = name.place
        self.note_combination(found, value)
        return Step(
            name=self.step_name(found.get("name")),
            place=name.place,
            do=self.action(found.get("do"), (*path, "do")),
            attempt=self.action(found.get("try"), (*path, "try")),
            show=self.action(found.get("show"), (*path, "show")),
            forbidden=self.rule(found, path),
            after=self.text(found, "from", path),
            dice=self.dice(found.get("dice"), (*path, "dice")),
            expect=self.expect(found.get("expect"), (*path, "expect"), "show" in found),
            remark=self.text(found, "remark", path),
            ask=self.ask(found, path),
        )

    def ask(self, found: Mapping[str, Value], path: Path) -> Ask | None:
        """The question of a step; None where there is none or it cannot be read."""
        if "ask" not in found:
            return None
        if "from" in found:
            text = "a step with 'from' asks nothing: its beginning is not in view before it"
            self.notes.add(found["ask"].place, "unknown-key", text, "ask before another step")
        value, at = found["ask"], (*path, "ask")
        self.notes.places[at] = value.place
        parts = fields_of(self.notes, value, "'ask'", ("question", "answer"))
        question, answer = (self.text(parts, key, at) for key in ("question", "answer"))
        kind, _, of = answer.partition(" ")
        if kind not in _ANSWERS or bool(of) != (kind != "targets") or " " in of:
            if answer:
                text = f"'{answer}' is no kind of answer"
                advice = did_you_mean(kind, _ANSWERS) if kind not in _ANSWERS else ""
                self.notes.add(parts["answer"].place, "bad-answer", text, advice or _ANSWER_FORMS)
            return None
        if kind == "targets" and "show" not in found:
            text = "only a 'show' has targets to be asked for"
            self.notes.add(parts["answer"].place, "bad-answer", text, _ANSWER_FORMS)
        return Ask(question, _ANSWERS[kind], of)

    def step_name(self, value: Value | None) -> str:
        name = name_of(self.notes, value, "a step's name")
        if value is not None and name == "start":
            text = "'start' is the name of every scene's first picture"
            self.notes.add(value.place, "bad-name", text, "give the step another name")
        return name

    def note_combination(self, found: Mapping[str, Value], step: Value) -> None:
        """Tells keys that a step cannot have together."""
        verbs = [verb for verb in _VERBS if verb in found]
        if isinstance(step, Entries) and len(verbs) != 1:
            text = f"a step has one of 'do', 'try' and 'show', this one has {' and '.join(verbs) or 'none'}"
            advice = "make two steps of it" if verbs else "add 'do: {…}'"
            self.notes.add(step.place, "one-action", text, advice)
        elif verbs == ["try"] and "forbidden" not in found:
            text = "a 'try' names the rule that forbids it"
            self.notes.add(found["try"].place, "missing-key", text, "add 'forbidden: RULE', or write 'do'")
        if verbs != ["try"] and "forbidden" in found and len(verbs) == 1:
            place, text = found["forbidden"].place, f"'forbidden' goes with 'try', not with '{verbs[0]}'"
            self.notes.add(place, "needs-try", text, "write 'try' if the action is refused")
        if verbs == ["show"] and "dice" in found:
            self.notes.add(found["dice"].place, "unknown-key", "a 'show' throws no dice", "delete 'dice'")

    def rule(self, found: Mapping[str, Value], path: Path) -> str:
        rule = self.text(found, "forbidden", path)
        if rule and rule not in self.game.rules:
            place = found["forbidden"].place
            self.notes.add(place, "unknown-rule", f"no rule is called '{rule}'", near(rule, self.game.rules))
        return rule

    def dice(self, value: Value | None, path: Path) -> Dice:
        if value is None:
            return ()
        self.notes.places[path] = value.place
        if not isinstance(value, Items) or not value.items:
            wrong(self.notes, value, "'dice'", "what the dice show as a list: [3, 5]")
            return ()
        for index, item in enumerate(value.items):
            self.notes.places[(*path, index)] = item.place
        return tuple(number_of(self.notes, item, "a die") for item in value.items)

    def action(self, value: Value | None, path: Path) -> JSON:
        """The action as JSON with its fields in the game's order; None where none can be read."""
        if value is None:
            return None
        before = len(self.notes.problems)
        self.notes.places[path] = value.place
        action = self.fields_of(value, path)
        if action is not None and len(self.notes.problems) == before and is_whole(value):
            error = self.unreadable_part(action, complete=path[-1] != "show")
            if error:
                self.note_unreadable(error, action, path)
        return action

    def unreadable_part(self, action: Mapping[str, JSON], complete: bool) -> Unreadable | None:
        """What the game cannot read; fields that a `show` leaves out are filled with whatever it can."""
        filled = dict(action)
        fields = self.game.actions[action["do"]]
        samples = {} if complete else {name: self.samples() for name in fields if name not in action}
        while True:
            try:
                self.game.read_step(filled)
            except Unreadable as error:
                unfilled = next((name for name in samples if name not in filled), "")
                name = str(error.path[0]) if error.path else unfilled
                if name not in samples:
                    return error
                value = next(samples[name], None)
                if value is None:
                    return None
                filled[name] = value
            else:
                return None

    def samples(self) -> Iterator[JSON]:
        """Values that some field may have."""
        return iter([*self.tokens[:1], *list(self.game.board.points)[:1], 1])

    def note_unreadable(self, error: Unreadable, action: Mapping[str, JSON], path: Path) -> None:
        value = action.get(str(error.path[0])) if error.path else None
        known = [*self.tokens, *self.game.board.points]
        advice = near(value, known) if isinstance(value, str) and value not in known else ""
        self.unreadable(action_fault(self.game, action, error), (*path, *error.path), error, advice)

    def fields_of(self, value: Value, path: Path) -> JSON:
        """`{"do": kind, …}` from a mapping whose first key is the kind, or from a word."""
        if isinstance(value, Text) and not value.empty:
            return self.kind(value, (value,), path)
        if not isinstance(value, Entries) or not value.entries:
            wrong(self.notes, value, f"'{path[-1]}'", "an action: '{KIND: …}'")
            return None
        (key, first), *others = value.entries
        action = self.kind(key, (name for name, _ in value.entries), path)
        if action is None:
            return None
        given = self.first(key, first, path) | self.others(key.text, others, path)
        return action | {name: given[name] for name in self.game.actions[key.text] if name in given}

    def kind(self, key: Text, keys: Iterable[Text], path: Path) -> JSON:
        self.notes.places[(*path, "do")] = key.place
        actions = self.game.actions
        if key.text in actions:
            return {"do": key.text}
        later = next((name.text for name in keys if name.text in actions), "")
        advice = f"begin with the action: {{{later}: …}}" if later else did_you_mean(key.text, actions)
        if ":" in key.text:
            advice = f"write a space after the colon, such as '{{{next(iter(actions))}: …}}'"
        self.notes.add(key.place, "unknown-action", f"'{key.text}' is not an action of this game", advice)
        return None

    def first(self, key: Text, value: Value, path: Path) -> dict[str, JSON]:
        """The first field of an action, which is the value of the kind's key."""
        fields = self.game.actions[key.text]
        if isinstance(value, Text) and value.empty:
            return {}
        if fields:
            return {fields[0]: json_of(self.notes, value, (*path, fields[0]))}
        text = f"the action '{key.text}' takes no value"
        self.notes.add(value.place, "unknown-field", text, f"write '{key.text}' alone")
        return {}

    def others(self, kind: str, entries: Iterable[tuple[Text, Value]], path: Path) -> dict[str, JSON]:
        fields = self.game.actions[kind]
        given = {}
        for key, value in entries:
            if key.text in fields[1:]:
                given[key.text] = json_of(self.notes, value, (*path, key.text))
            elif key.text in fields:
                text = f"'{key.text}' is the value of '{kind}' itself"
                self.notes.add(key.place, "unknown-field", text, f"write '{{{kind}: …}}'")
            else:
                unknown(self.notes, key, fields[1:], f"a {kind}", "unknown-field")
        return given

    def expect(self, value: Value | None, path: Path, shows: bool) -> dict[str, tuple[str, ...]]:
        if value is None:
            return {}
        self.notes.places[path] = value.place
        entries = entries_of(self.notes, value, "'expect'")
        if isinstance(value, Entries) and not entries:
            missing(self.notes, value, "'expect'")
        if len(entries) > WORDS:
            self.notes.stop(value.place, "too-many", f"'expect' has at most {WORDS} keys")
        for key, _ in entries:
            if key.text == "targets" and not shows:
                text = "only a 'show' has targets"
                self.notes.add(key.place, "unknown-key", text, "write 'show', or delete 'targets'")
        return {key.text: self.words(entry, (*path, key.text)) for key, entry in entries}

    def words(self, value: Value, path: Path) -> tuple[str, ...]:
        """The words that a token, a counter or the targets are expected to have."""
        what = f"'{path[-1]}'"
        if isinstance(value, Text):
            self.notes.places[path] = self.notes.places[(*path, 0)] = value.place
            words: tuple[str, ...] = (text_of(self.notes, value, what),)
        else:
            words = texts_of(self.notes, value, what, path)
            if isinstance(value, Items) and not words and path[-1] != "targets":
                missing(self.notes, value, what)
        if len(words) > WORDS:
            self.notes.stop(value.place, "too-many", f"{what} has at most {WORDS} words")
        for index, word in enumerate(words):
            self.note_word(word, (*path, index))
        return words

    def note_word(self, word: str, path: Path) -> None:
        place = self.notes.near(path)
        if " " in word:
            advice = f"several words are a list: [{', '.join(word.replace(',', ' ').split())}]"
            self.notes.add(place, "bad-word", f"'{word}' is more than one word", advice)
        elif word and path[-2] == "targets" and word not in self.game.board.points:
            points = self.game.board.points
            self.notes.add(place, "off-board", f"'{word}' is not on the board", near(word, points))


def action_fault(game: Game[Any, Any], action: Mapping[str, JSON], error: Unreadable) -> str:
    """The code for what a game cannot read of an action: a piece, a point, a missing field, another value."""
    name = error.path[0] if error.path else "do"
    if name not in action:
        return "missing-key"
    word = action[str(name)]
    if not isinstance(word, str) or word in game.board.points:
        return "bad-value"
    if word.startswith(game.teams):
        return "unknown-piece"
    return "off-board" if re.fullmatch("[A-Za-z]+[0-9]+", word) else "bad-value"


def _without(value: JSON, path: Path) -> JSON:
    """The mapping without what the path leads to; None where it leads nowhere."""
    if not isinstance(value, Mapping) or not path or path[0] not in value:
        return None
    if len(path) == 1:
        return {key: entry for key, entry in value.items() if key != path[0]}
    inner = _without(value[str(path[0])], path[1:])
    return None if inner is None else {**value, str(path[0]): inner}
