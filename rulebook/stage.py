"""Lets a game play a scene: each step becomes a frame, and a scene that claims what is not so is refused."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from rulebook.errors import Exit, Problem, Problems, did_you_mean
from rulebook.model import JSON, Action, Frame, Game, Illegal, Picture, Scene, State, Step, Token, Unreadable
from rulebook.reader import action_fault, at_most, near

MARKS = ("down", "took", "top", "bottom", "held", "received", "loose")
"""The marks that a token may have (`model.Token`); any other of a game is known while some token has it."""

TEXTS = ("turn", "phase", "winner")
"""What can be expected of a picture beside its tokens and counters; a winner may be `none`."""


def play(game: Game[State, Action], scene: Scene) -> tuple[Frame, ...]:
    """The frames of a scene: `start`, then one for each step, in order.

    Raises Problems. A scene stops at its first wrong action; unmet expectations are told for all steps.
    """
    frames: list[Frame] = []
    problems: list[Problem] = []
    try:
        for frame, found in _played(game, scene):
            frames.append(frame)
            problems += found
    except Problems as wrong:
        problems += wrong.problems
    if problems:
        raise at_most(problems)
    return tuple(frames)


def _played(game: Game[State, Action], scene: Scene) -> Iterator[tuple[Frame, list[Problem]]]:
    """Each frame, and what is wrong with what the scene says of it. Raises Problems for a wrong action."""
    state = _set_up(game, scene)
    frame = Frame(scene.id, "start", game.picture(state), remark=scene.remark)
    yield frame, list(_absent(game, scene, ("remark",), [frame]))
    for index, step in enumerate(scene.steps):
        played, before = _Step(game, scene, index, step), frame
        state, frame = played.take(state)
        absent = _absent(game, scene, ("steps", index, "remark"), [frame, before])
        yield frame, [*played.unmet(frame), *absent]


def targets(game: Game[State, Action], state: State, show: Mapping[str, JSON]) -> tuple[str, ...]:
    """The points that the legal actions with the fields of `show` name in the first field that it leaves out.

    In the board's order, each once. Nothing where no such action is legal or all points are given.
    """
    return _in_board_order(game, _open(game, state, show))


def _in_board_order(game: Game[Any, Any], pairs: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    found = {point for _, point in pairs}
    return tuple(point for point in game.board.points if point in found)


def _open(game: Game[State, Action], state: State, show: Mapping[str, JSON]) -> list[tuple[str, str]]:
    """Each legal action with the fields of `show`: the first field left out that names a point, and it."""
    stands = _points(game, game.picture(state))
    found = []
    for action in game.legal(state):
        value = game.write_action(action)
        if all(value.get(name) == given for name, given in show.items()):
            named = _named(game, stands, value, game.points(state, action))
            found += [pair for pair in named if pair[0] not in show][:1]
    return found


def _named(
    game: Game[Any, Any], stands: Mapping[str, str], action: Mapping[str, JSON], points: Iterable[str]
) -> list[tuple[str, str]]:
    """The fields of an action after its first that name a point, each with its point."""
    rest = list(points)
    named = []
    for name in game.actions[action["do"]][1:]:
        value = action.get(name)
        if rest and isinstance(value, str) and stands.get(value) == rest[0]:
            named.append((name, rest.pop(0)))
    return named


def _set_up(game: Game[State, Action], scene: Scene) -> State:
    try:
        return game.setup(scene.start)
    except Unreadable as error:
        place = scene.place("start", *error.path)
        raise Problems([Problem(place, "bad-start", str(error))]) from error


@dataclass(frozen=True, slots=True)
class _Step(Generic[State, Action]):
    """One step of a scene, to be taken and then to be held against what it expects."""

    game: Game[State, Action]
    scene: Scene
    index: int
    step: Step

    def problem(
        self, path: tuple[str | int, ...], code: str, text: str, advice: str = "", exit: Exit = Exit.MISMATCH
    ) -> Problem:
        place = self.scene.place("steps", self.index, *path)
        return Problem(place, code, f"step '{self.step.name}': {text}", advice, exit)

    def take(self, state: State) -> tuple[State, Frame]:
        """The next state and the step's frame. Raises Problems for a wrong action."""
        if self.step.do is not None:
            return self.do(state)
        return state, self.attempt(state) if self.step.attempt is not None else self.show(state)

    def do(self, state: State) -> tuple[State, Frame]:
        action = self.read("do", self.step.do)
        try:
            after, events = self.game.apply(state, action, self.step.dice)
        except Illegal as refusal:
            text = f"{refusal.rule} refuses this: {refusal.why.rstrip('.')}"
            advice = f"if that is what the step shows, write 'try' and 'forbidden: {refusal.rule}'"
            raise Problems([self.problem(("do",), "refused", text, advice)]) from refusal
        except Unreadable as error:
            raise Problems([self.unplayable("do", error, self.step.do)]) from error
        return after, self.frame(
            after, action=self.step.do, events=events, aim=self.game.points(state, action)
        )

    def attempt(self, state: State) -> Frame:
        action = self.read("try", self.step.attempt)
        try:
            self.game.apply(state, action, self.step.dice)
        except Illegal as refusal:
            self.check_rule(refusal)
            aim = self.game.points(state, action)
            return self.frame(state, action=self.step.attempt, refusal=refusal.with_traceback(None), aim=aim)
        except Unreadable as error:
            # A game may look at the dice first: a legal action that lacks them is allowed all the same.
            if action not in self.game.legal(state):
                raise Problems([self.unplayable("try", error, self.step.attempt)]) from error
        text = f"this is allowed, {self.step.forbidden} does not forbid it"
        raise Problems([self.problem(("try",), "allowed", text, "write 'do' if it is meant to be done")])

    def check_rule(self, refusal: Illegal) -> None:
        if refusal.rule != self.step.forbidden:
            text = f"refused by {refusal.rule}, not by {self.step.forbidden}: {refusal.why.rstrip('.')}"
            advice = f"write 'forbidden: {refusal.rule}' if that is what the step shows"
            raise Problems([self.problem(("forbidden",), "wrong-rule", text, advice)]) from refusal

    def show(self, state: State) -> Frame:
        given: Mapping[str, JSON] = self.step.show
        stands = _points(self.game, self.game.picture(state))
        self.check_given(state, given, stands)
        values = [given[name] for name in self.game.actions[given["do"]][1:] if name in given]
        aim = tuple(stands[value] for value in values if isinstance(value, str) and value in stands)
        pairs = _open(self.game, state, given)
        asks = next((name for name, _ in pairs), "")
        shown = _in_board_order(self.game, pairs)
        return self.frame(state, show=given, targets=shown, asks=asks, aim=aim)

    def check_given(self, state: State, given: Mapping[str, JSON], stands: Mapping[str, str]) -> None:
        """Refuses the name of something that is not in the picture: nothing could ever be legal for it."""
        strange = [
            name
            for name, value in given.items()
            if name != "do" and isinstance(value, str) and value not in stands
        ]
        legal = [self.game.write_action(action) for action in self.game.legal(state)] if strange else []
        unknown = [
            Unreadable((name,), f"'{given[name]}' is not on the board now")
            for name in strange
            if not any(action.get(name) == given[name] for action in legal)
        ]
        if unknown:
            raise Problems(self.unreadable("show", error, given) for error in unknown)

    def read(self, key: str, value: JSON) -> Action:
        try:
            return self.game.read_action(value)
        except Unreadable as error:
            raise Problems([self.unreadable(key, error, value)]) from error

    def unplayable(self, key: str, error: Unreadable, action: Mapping[str, JSON]) -> Problem:
        """What stops an action that can be read: its dice, or a field that means nothing in this position."""
        if error.path and error.path[0] != "dice":
            return self.unreadable(key, error, action)
        path = ("dice", *error.path[1:]) if self.step.dice else (key,)
        return self.problem(path, "dice", error.what, exit=Exit.INPUT)

    def unreadable(self, key: str, error: Unreadable, action: Mapping[str, JSON]) -> Problem:
        code = action_fault(self.game, action, error)
        return self.problem((key, *error.path), code, str(error), exit=Exit.INPUT)

    def frame(self, state: State, **more: Any) -> Frame:
        remark = self.step.remark
        return Frame(self.scene.id, self.step.name, self.game.picture(state), remark=remark, **more)

    def unmet(self, frame: Frame) -> list[Problem]:
        """All that the step expects and the frame does not hold."""
        known = _Known(self.game, frame.picture)
        found: list[Problem] = []
        for key, words in self.step.expect.items():
            if key == "targets":
                found += self.unmet_targets(words, frame)
            elif fault := known.key_fault(key):
                found.append(self.problem(("expect", key), *fault))
            else:
                faults = [(index, known.fault(key, word)) for index, word in enumerate(words)]
                found += [self.problem(("expect", key, index), *fault) for index, fault in faults if fault]
        return found

    def unmet_targets(self, words: tuple[str, ...], frame: Frame) -> Iterator[Problem]:
        if set(words) != set(frame.targets):
            so = f"[{', '.join(frame.targets)}]" if frame.targets else "none, so []"
            yield self.problem(("expect", "targets"), "unmet", f"the targets are {so}")


def _points(game: Game[State, Action], picture: Picture) -> dict[str, str]:
    """Everything that names a point: the points themselves, and the tokens on them."""
    return {point: point for point in game.board.points} | {token.id: token.at for token in picture.tokens}


# Expectations

Fault = tuple[str, str, str, Exit]
"""Code, text, advice and exit code of what an expectation gets wrong."""


class _Known:
    """A picture as something that words can be true of."""

    def __init__(self, game: Game[Any, Any], picture: Picture) -> None:
        self.picture, self.points, self.teams = picture, game.board.points, game.teams
        self.tokens = {token.id: token for token in picture.tokens}
        self.marks = dict.fromkeys([*MARKS, *(mark for token in picture.tokens for mark in token.marks)])

    def key_fault(self, key: str) -> Fault | None:
        """What is wrong with expecting anything of the key."""
        known = [*self.tokens, *self.picture.counters, *TEXTS]
        if key in known:
            return None
        code = "unknown-piece" if key.startswith(self.teams) else "unknown-key"
        return code, f"there is no '{key}' in the picture", did_you_mean(key, known), Exit.INPUT

    def fault(self, key: str, word: str) -> Fault | None:
        """What is wrong with expecting the word of a known key; None where it is true."""
        if key in self.tokens:
            return self.token_fault(self.tokens[key], word)
        return self.counter_fault(key, word) if key in self.picture.counters else self.text_fault(key, word)

    def token_fault(self, token: Token, word: str) -> Fault | None:
        mark = word.removeprefix("not-")
        if word in self.points:
            so = token.at == word
        elif mark in self.marks:
            so = (mark in token.marks) == (mark == word)
        elif word in self.tokens:
            so = token.near == word
        else:
            text = f"'{word}' is neither a mark nor a piece nor a point"
            return "unknown-word", text, near(mark, [*self.marks, *self.tokens, *self.points]), Exit.INPUT
        return None if so else _unmet(token.id, word, _described(token))

    def counter_fault(self, key: str, word: str) -> Fault | None:
        if not re.fullmatch("-?[0-9]+", word):
            text = f"'{word}' is not a whole number, as '{key}' counts"
            return "wrong-type", text, "write it in plain digits", Exit.INPUT
        value = self.picture.counters[key]
        return None if int(word) == value else _unmet(key, word, f"is {value}")

    def text_fault(self, key: str, word: str) -> Fault | None:
        value = getattr(self.picture, key) or "none"
        if key != "phase" and word not in (*self.teams, "none"):
            return "unknown-word", f"'{word}' is no team", did_you_mean(word, self.teams), Exit.INPUT
        return None if word == value else _unmet(key, word, f"is {value}")


def _unmet(key: str, word: str, so: str) -> Fault:
    return "unmet", f"'{key}' should be '{word}', but {so}", "", Exit.MISMATCH


def _described(token: Token) -> str:
    near = f" with {token.near}" if token.near else ""
    return f"is on {token.at}{near}" + (f" ({', '.join(token.marks)})" if token.marks else "")


def _absent(
    game: Game[Any, Any], scene: Scene, path: tuple[str | int, ...], frames: list[Frame]
) -> Iterator[Problem]:
    """A remark must not speak of pieces that are in none of the frames: `ATK8`, where others begin with ATK.

    The first of the frames is the one that says the remark.
    """
    tokens = sorted({token.id for frame in frames for token in frame.picture.tokens})
    prefixes = {*game.teams, *(token.rstrip("0123456789") for token in tokens)}
    for word, prefix in dict.fromkeys(re.findall(r"\b(([^\W\d]+)\d+)\b", frames[0].remark)):
        if prefix in prefixes and word not in tokens and word not in game.board.points:
            text = f"the remark speaks of '{word}', which is not in the picture"
            yield Problem(scene.place(*path), "absent-piece", text, near(word, tokens), Exit.MISMATCH)
