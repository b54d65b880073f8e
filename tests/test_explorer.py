"""What the reader's script is given to explore is what the engine says, in every step of every book."""

import gzip
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rulebook import books, explorer
from rulebook.books import Book
from rulebook.explorer import Explored
from rulebook.model import JSON, Frame, Illegal
from rulebook.stage import outcome

ROOT = Path(__file__).resolve().parent.parent
BOOKS = ("ball", "doppelpass")

Path_ = tuple[tuple[str, str | int | None], ...]
"""What is chosen on the way to an end: fields with their values."""


class End(NamedTuple):
    """An end of a tree: who acts, which kind ("" for all), what was chosen, and what stands there."""

    actor: str
    kind: str
    chosen: Path_
    told: Any


@cache
def book(name: str) -> Book:
    return books.load(ROOT / "scenes" / name)


@cache
def explored(name: str) -> Explored:
    return explorer.explore(book(name))


def given(script: bytes) -> Any:
    """The value that a script gives."""
    found = re.fullmatch(r'rulebookGives\("[^"]+",(.*)\);\n', script.decode())
    assert found
    return json.loads(found[1])


def scenes(name: str) -> Iterator[tuple[str, JSON]]:
    return ((scene, given(script)) for scene, script in explored(name).scripts.items())


def positions(name: str) -> Iterator[tuple[Frame, JSON, JSON]]:
    """One frame for each position of each scene, its tree and the scene's value."""
    for scene, value in scenes(name):
        first = {value["steps"][frame.step]: frame for frame in reversed(book(name).frames[scene])}
        assert sorted(first) == list(range(len(value["states"])))
        yield from ((frame, value["states"][index], value) for index, frame in sorted(first.items()))


def ends(state: JSON) -> Iterator[End]:
    for actor, kinds in state:
        if isinstance(kinds, int):
            yield End(actor, "", (), kinds)
        else:
            for kind, tree in kinds:
                yield from (End(actor, kind, chosen, told) for chosen, told in _below(tree, ()))


def _below(tree: JSON, before: Path_) -> Iterator[tuple[Path_, Any]]:
    if not isinstance(tree, dict):
        yield before, tree
        return
    for value, _point, below in tree["ways"]:
        yield from _below(below, (*before, (tree["field"], value)))


def said(value: JSON, number: int) -> tuple[str, str, dict[str, Any]]:
    """Key, rule and facts of a sentence."""
    text, *facts = value["said"][number]
    key, rule, *names = value["texts"][text]
    return key.partition("#")[0], rule, dict(zip(names, facts, strict=True))


@pytest.mark.parametrize("name", BOOKS)
def test_every_step_has_its_position(name: str) -> None:
    played = {scene: [frame.step for frame in frames] for scene, frames in book(name).frames.items()}
    assert {scene: list(value["steps"]) for scene, value in scenes(name)} == played
    for scene, value in scenes(name):
        states = {frame.step: book(name).game.write_state(frame.state) for frame in book(name).frames[scene]}
        for one, first in states.items():
            for other, second in states.items():
                assert (value["steps"][one] == value["steps"][other]) == (first == second)


@pytest.mark.parametrize("name", BOOKS)
def test_the_state_of_a_frame_is_what_its_picture_shows(name: str) -> None:
    game = book(name).game
    frames = [frame for some in book(name).frames.values() for frame in some]
    assert frames
    assert [frame.id for frame in frames if game.picture(frame.state) != frame.picture] == []


@pytest.mark.parametrize("name", BOOKS)
def test_every_legal_action_is_there_once_with_all_that_it_may_bring(name: str) -> None:
    game, seen = book(name).game, 0
    for frame, state, value in positions(name):
        legal = [end for end in ends(state) if not isinstance(end.told, int)]
        steps = {action: game.write_step(action) for action in game.legal(frame.state)}
        assert len(legal) == len(steps), frame.id
        for action, step in steps.items():
            names = game.actions[step["do"]]
            here = [end for end in legal if end.kind == step["do"] and _chooses(end, step, names)]
            assert len(here) == 1, (frame.id, step)
            _brings(name, frame, action, here[0], value)
            seen += 1
    assert seen > 500


def _chooses(end: End, step: Mapping[str, JSON], names: Sequence[str]) -> bool:
    """Each field that the tree asks for has the step's value, and the first field may be the actor."""
    asked = {field for field, _ in end.chosen}
    first = names[0] if names and names[0] not in asked else ""
    mine = not first or step.get(first) in (end.actor, None) or not isinstance(step.get(first), str)
    return mine and all(step.get(field) == value for field, value in end.chosen)


def _brings(name: str, frame: Frame, action: Any, end: End, value: JSON) -> None:
    game, sentences = book(name).game, book(name).sentences
    falls = game.falls(frame.state, action)
    assert sum(outcome_[0] for outcome_ in end.told) == len(falls)
    played = [game.apply(frame.state, action, dice) for dice in falls]
    alike: dict[Any, list[Any]] = {}
    for one in played:
        alike.setdefault(outcome(game, one), []).append(one)
    assert sorted(len(some) for some in alike.values()) == sorted(outcome_[0] for outcome_ in end.told)
    if len(falls) == 1:
        told = [said(value, number) for number in end.told[0][1:]]
        events = played[0][1]
        assert [(key, rule) for key, rule, _ in told] == [(f"events.{e.kind}", e.rule) for e in events]
        for (_, _, facts), event in zip(told, events, strict=True):
            assert facts.items() <= event.facts.items()
            filled = sentences[f"events.{event.kind}"].one.format_map({**facts, **event.facts})
            assert "{" not in filled


@pytest.mark.parametrize("name", BOOKS)
def test_every_refusal_is_the_engines_and_stands_where_nothing_is_legal(name: str) -> None:
    game, seen = book(name).game, set[str]()
    for frame, state, value in positions(name):
        legal = [game.write_step(action) for action in game.legal(frame.state)]
        verdicts = _verdicts(name, frame)
        for end in ends(state):
            if isinstance(end.told, int):
                key, rule, facts = said(value, end.told)
                assert key == f"refusals.{rule}"
                assert any(_is_at(step, end) for step, ban in verdicts[rule] if _same(ban, rule, facts)), end
                assert not any(_is_at(step, end) and _acts(name, step, end) for step in legal), (
                    frame.id,
                    end,
                )
                seen.add(rule)
    assert len(seen) > 20


def _verdicts(name: str, frame: Frame) -> dict[str, list[tuple[JSON, Illegal]]]:
    """Every candidate that the engine refuses, as a step, by the rule."""
    game, found = book(name).game, defaultdict[str, list[tuple[JSON, Illegal]]](list)
    for candidate in game.proof.candidates(game.proof.view(frame.state)):
        action = game.read_action(candidate)
        try:
            game.apply(frame.state, action, game.falls(frame.state, action)[0])
        except Illegal as refusal:
            found[refusal.rule].append((game.write_step(action), refusal))
    return found


def _is_at(step: JSON, end: End) -> bool:
    """Whether a step is one of those that an end speaks of, whoever acts."""
    return end.kind in ("", step["do"]) and all(step.get(field) == value for field, value in end.chosen)


def _acts(name: str, step: JSON, end: End) -> bool:
    """Whether the step is one of the actor, where an action names it."""
    names = book(name).game.actions[step["do"]]
    return bool(names) and step.get(names[0]) == end.actor


def _same(refusal: Illegal, rule: str, facts: Mapping[str, Any]) -> bool:
    return refusal.rule == rule and facts.items() <= refusal.facts.items()


@pytest.mark.parametrize("name", BOOKS)
def test_each_language_has_every_text_that_the_scenes_say(name: str) -> None:
    for language, words in book(name).words.items():
        value = given(explorer.speech(book(name), words, explored(name)))
        texts = {text[0] for _, scene in scenes(name) for text in scene["texts"]}
        assert texts <= value["texts"].keys(), language
        kinds = {kind for _, scene in scenes(name) for state in scene["states"] for kind in _kinds(state)}
        assert kinds <= value["kinds"].keys()
        all_ends = [end for _, scene in scenes(name) for state in scene["states"] for end in ends(state)]
        fields = {field for end in all_ends for field, _ in end.chosen}
        assert fields <= value["fields"].keys()


def _kinds(state: JSON) -> set[str]:
    return {end.kind for end in ends(state) if end.kind}


@pytest.mark.parametrize("name", BOOKS)
def test_sentences_filled_by_the_script_are_those_of_the_words(name: str) -> None:
    """The script puts the values, by their names, in place of the placeholders, and does nothing else."""
    seen = 0
    for language, words in book(name).words.items():
        value = given(explorer.speech(book(name), words, explored(name)))
        for _, scene in list(scenes(name))[::5]:
            for number in range(0, len(scene["said"]), 7):
                text = scene["texts"][scene["said"][number][0]][0]
                key, _, facts = said(scene, number)
                pattern = value["texts"][text]
                pattern = pattern if isinstance(pattern, str) else pattern[0]
                shown = {
                    name_: _name(value["names"].get(str(fact), str(fact))) for name_, fact in facts.items()
                }
                filled = re.sub(r"\{(\w+)\}", lambda found, by=shown: by.get(found[1], found[0]), pattern)
                assert filled == words.sentence(key, facts).text, language
                seen += 1
    assert seen > 100


def _name(named: Any) -> str:
    return str(named if isinstance(named, str) else named[0])


def test_any_number_of_jobs_gives_the_same_bytes() -> None:
    one = book("doppelpass")
    assert explorer.explore(one, 2).scripts == explored("doppelpass").scripts


@pytest.mark.parametrize("name", BOOKS)
def test_a_scene_is_light(name: str) -> None:
    heavy = {scene: len(gzip.compress(script, 9)) for scene, script in explored(name).scripts.items()}
    assert max(heavy.values()) < 40 * 1024, heavy


def test_a_script_breaks_out_of_nothing() -> None:
    written = explorer.script("x/y", {"</script>": "<!-- \u2028 "}).decode()
    assert "<" not in written
    assert "\u2028" not in written
    assert given(written.encode()) == {"</script>": "<!-- \u2028 "}
