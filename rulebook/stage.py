"""Lets a game play a scene: each step becomes a frame, and a scene that claims what is not so is refused."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic

from rulebook.errors import Exit, Problem, Problems, did_you_mean
from rulebook.model import (
    JSON,
    Action,
    Ask,
    Dice,
    Event,
    Frame,
    Game,
    Illegal,
    Picture,
    Scene,
    State,
    Step,
    Token,
    Unreadable,
)
from rulebook.reader import action_fault, at_most, near

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
    state, frame = _set_up(game, scene)
    reached = {"start": (state, frame)}
    yield frame, list(_absent(game, scene, ("remark",), scene.remark, [frame]))
    for index, step in enumerate(scene.steps):
        played = _Step(game, scene, index, step)
        state, before = reached[step.after] if step.after else (state, frame)
        state, frame = played.take(state)
        reached[step.name] = state, frame
        absent = _absent(game, scene, ("steps", index, "remark"), step.remark, [frame, before])
        yield frame, [*played.unmet(frame), *absent, *played.unasked(frame, before)]


def targets(game: Game[State, Action], state: State, show: Mapping[str, JSON]) -> tuple[str, ...]:
    """The points that the legal actions with the fields of `show` name in the first field that it leaves out.

    In the board's order, each once. Nothing where no such action is legal or all points are given.
    """
    return _in_board_order(game, _open(game, state, show))


def _deciding(game: Game[State, Action], state: State, show: Mapping[str, JSON]) -> tuple[str, ...]:
    """The rules by which the legal actions with the fields of `show` begin, each once."""
    rules = dict[str, None]()
    for action in game.legal(state):
        if game.write_step(action).items() >= show.items():
            _, events = game.apply(state, action, game.falls(state, action)[0])
            rules |= dict.fromkeys(event.rule for event in events[:1])
    return tuple(rules)


def _answer(ask: Ask, frame: Frame) -> tuple[str, ...]:
    """What is right: points, a token, or a number; nothing where there is no answer."""
    if ask.kind == "targets":
        return frame.targets
    if ask.kind == "count":
        return tuple(str(value) for name, value in frame.picture.counters.items() if name == ask.of)
    token = next((token for token in frame.picture.tokens if token.id == ask.of), None)
    answer = (token.near if ask.kind == "who" else token.at) if token else ""
    return (answer,) if answer else ()


def _in_board_order(game: Game[Any, Any], pairs: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    found = {point for _, point in pairs}
    return tuple(point for point in game.board.points if point in found)


def _open(game: Game[State, Action], state: State, show: Mapping[str, JSON]) -> list[tuple[str, str]]:
    """Each legal action with the fields of `show`: the first field left out that names a point, and it."""
    found = []
    for action in game.legal(state):
        value = game.write_step(action)
        if all(value.get(name) == given for name, given in show.items()):
            found += [pair for pair in game.points(state, action).items() if pair[0] not in show][:1]
    return found


def chances(game: Game[State, Action], state: State, action: Action, dice: Dice) -> tuple[int, int] | None:
    """In how many of all falls of an action's dice the same happens; None where it does in all of them.

    The same is: the same events by the same rules, and the same side to play, phase and winner afterwards.
    """
    falls = game.falls(state, action) if dice else ()
    outcomes = [outcome(game, game.apply(state, action, fall)) for fall in falls]
    same = outcomes.count(outcome(game, game.apply(state, action, dice))) if falls else 0
    return (same, len(falls)) if same < len(falls) else None


def outcome(game: Game[State, Action], played: tuple[State, tuple[Event, ...]]) -> tuple[object, ...]:
    """What tells apart what dice may bring: events with their rules, then turn, phase and winner."""
    state, events = played
    picture = game.picture(state)
    happened = tuple((event.kind, event.rule) for event in events)
    return happened, picture.turn, picture.phase, picture.winner


def _set_up(game: Game[State, Action], scene: Scene) -> tuple[State, Frame]:
    try:
        state = game.setup(scene.start)
        return state, Frame(scene.id, "start", game.picture(state), remark=scene.remark, state=state)
    except Unreadable as error:
        place = scene.place("start", *error.path)
        raise Problems([Problem(place, "bad-start", str(error))]) from error
    except Exception as error:
        problem = Problem(scene.place("start"), "engine-fails", failing(error), exit=Exit.FAULT)
        raise Problems([problem]) from error


def failing(error: Exception) -> str:
    """How an engine fails."""
    return f"the engine fails: {type(error).__name__}: {error}"


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
        """The next state and the step's frame. Raises Problems for a wrong action or an engine that fails."""
        try:
            after, frame = self.taken(state)
        except Problems:
            raise
        except Exception as error:
            problem = self.problem((), "engine-fails", failing(error), exit=Exit.FAULT)
            raise Problems([problem]) from error
        return after, frame

    def taken(self, state: State) -> tuple[State, Frame]:
        if self.step.do is not None:
            after, frame = self.do(state)
        else:
            after = state
            frame = self.attempt(state) if self.step.attempt is not None else self.show(state)
        return after, self.asked(state, frame, self.step.ask) if self.step.ask else frame

    def asked(self, state: State, frame: Frame, ask: Ask) -> Frame:
        """The frame with the question of the step, its answer, and the rules that decide it."""
        because = _deciding(self.game, state, frame.show) if frame.show else frame.rules
        return replace(frame, ask=ask, answer=_answer(ask, frame), because=because)

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
        aim = tuple(self.game.points(state, action).values())
        odds = chances(self.game, state, action, self.step.dice)
        dice = self.step.dice or self.game.picture(state).dice
        return after, self.frame(after, action=self.step.do, events=events, aim=aim, dice=dice, odds=odds)

    def attempt(self, state: State) -> Frame:
        action = self.read("try", self.step.attempt)
        try:
            self.game.apply(state, action, self.step.dice)
        except Illegal as refusal:
            self.check_rule(refusal)
            aim = tuple(self.game.points(state, action).values())
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
        legal = [self.game.write_step(action) for action in self.game.legal(state)] if strange else []
        unknown = [
            Unreadable((name,), f"'{given[name]}' is not on the board now")
            for name in strange
            if not any(action.get(name) == given[name] for action in legal)
        ]
        if unknown:
            raise Problems(self.unreadable("show", error, given) for error in unknown)

    def read(self, key: str, value: JSON) -> Action:
        try:
            return self.game.read_step(value)
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
        step, picture = self.step, self.game.picture(state)
        told: dict[str, Any] = {"after": step.after, "remark": step.remark, "state": state}
        return Frame(self.scene.id, step.name, picture, **told, **more)

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

    def unasked(self, frame: Frame, before: Frame) -> Iterator[Problem]:
        """A question must have an answer in the frame, and speak of what is there."""
        ask, path = self.step.ask, ("steps", self.index, "ask", "question")
        if ask is None:
            return
        yield from _absent(self.game, self.scene, path, ask.question, [frame, before])
        known = (
            [*frame.picture.counters] if ask.kind == "count" else [each.id for each in frame.picture.tokens]
        )
        if ask.kind != "targets" and ask.of not in known:
            code = "unknown-key" if ask.kind == "count" else "unknown-piece"
            text, advice = f"there is no '{ask.of}' in the picture", did_you_mean(ask.of, known)
            yield self.problem(("ask", "answer"), code, text, advice, Exit.INPUT)
        elif not frame.answer:
            so = {"targets": "no target", "who": f"nobody has '{ask.of}'"}.get(
                ask.kind, f"'{ask.of}' is nowhere"
            )
            yield self.problem(("ask", "answer"), "no-answer", f"the question has no answer: {so}")

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
        self.picture, self.points, self.teams, self.marks = picture, game.board.points, game.teams, game.marks
        self.tokens = {token.id: token for token in picture.tokens}

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
        if key != "phase" and word not in (*self.teams, "none", value):
            return "unknown-word", f"'{word}' is no team", did_you_mean(word, self.teams), Exit.INPUT
        return None if word == value else _unmet(key, word, f"is {value}")


def _unmet(key: str, word: str, so: str) -> Fault:
    return "unmet", f"'{key}' should be '{word}', but {so}", "", Exit.MISMATCH


def _described(token: Token) -> str:
    near = f" with {token.near}" if token.near else ""
    return f"is on {token.at}{near}" + (f" ({', '.join(token.marks)})" if token.marks else "")


def _absent(
    game: Game[Any, Any], scene: Scene, path: tuple[str | int, ...], said: str, frames: list[Frame]
) -> Iterator[Problem]:
    """A text must not speak of pieces that are in none of the frames: `ATK8`, where others begin with ATK."""
    tokens = sorted({token.id for frame in frames for token in frame.picture.tokens})
    prefixes = {*game.teams, *(token.rstrip("0123456789") for token in tokens)}
    for word, prefix in dict.fromkeys(re.findall(r"\b(([^\W\d]+)\d+)\b", said)):
        if prefix in prefixes and word not in tokens and word not in game.board.points:
            text = f"the {path[-1]} speaks of '{word}', which is not in the picture"
            yield Problem(scene.place(*path), "absent-piece", text, near(word, tokens), Exit.MISMATCH)
