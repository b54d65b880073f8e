"""More examples of each kind of action: the engine's, small, varied, half of them refused."""

from collections.abc import Mapping
from functools import cache

import pytest

from rulebook import examples
from rulebook.games import GAMES
from rulebook.model import Frame, Illegal

NAMES = tuple(GAMES)


@cache
def found(name: str) -> Mapping[str, tuple[tuple[Frame, ...], ...]]:
    return examples.find(GAMES[name])


@pytest.mark.parametrize("name", NAMES)
def test_every_example_is_a_position_and_what_the_engine_does_there(name: str) -> None:
    game = GAMES[name]
    assert found(name)
    for kind, some in found(name).items():
        for before, shown in some:
            assert game.picture(before.state) == before.picture
            if shown.refusal:
                with pytest.raises(Illegal) as illegal:
                    game.apply(before.state, game.read_step(shown.action))
                assert illegal.value.rule == shown.refusal.rule
            else:
                assert shown.action["do"] == kind
                action = game.read_step(shown.action)
                assert action in game.legal(before.state)
                dice = shown.dice if game.falls(before.state, action)[0] else ()
                assert game.apply(before.state, action, dice) == (shown.state, shown.events)


@pytest.mark.parametrize("name", NAMES)
def test_each_kind_has_both_in_turn_and_no_rules_twice(name: str) -> None:
    assert len(found(name)) > 6
    for some in found(name).values():
        shows = [(shown.refusal is not None, shown.rules) for _, shown in some]
        assert len(set(shows)) == len(shows)
        assert [refused for refused, _ in shows][:2] == [False, True]
        assert 2 <= len(some) <= 2 * examples.EACH


@pytest.mark.parametrize("name", NAMES)
def test_examples_are_small(name: str) -> None:
    """Only what cannot be shown with fewer has more tokens."""
    sizes = [len(before.picture.tokens) for some in found(name).values() for before, _ in some]
    assert sum(size > examples.FEW for size in sizes) <= len(sizes) // 10
    assert max(sizes) <= 2 * examples.FEW


def test_they_are_the_same_each_time_and_others_for_another_seed() -> None:
    name = NAMES[0]
    again = examples.find(GAMES[name])
    assert repr(again) == repr(found(name))
    assert repr(examples.find(GAMES[name], 2)) != repr(again)


def test_each_kind_has_the_scene_that_shows_least_else() -> None:
    def frames(scene: str, *kinds: str) -> tuple[Frame, ...]:
        first = found(NAMES[0])["move"][0][0]
        return tuple(Frame(scene, kind, first.picture, action={"do": kind}) for kind in kinds)

    scenes = {"a": frames("a", "x", "y", "y"), "b": frames("b", "x"), "c": frames("c", "y", "x")}
    assert examples.homes(scenes, ("x", "y", "z")) == {"b": "x", "a": "y"}
