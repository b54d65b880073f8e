"""The laws of every game: complete, quoted word by word, and in harmony with the engine."""

import json
from collections import Counter

import pytest

from tests.laws_for_tests import BALL, DOPPELPASS, SOURCES, START, Bench, book

both = pytest.mark.parametrize("bench", [BALL, DOPPELPASS], ids=lambda bench: bench.name)
every_source = pytest.mark.parametrize("source", SOURCES)


# What there is


@both
def test_every_rule_has_a_law_or_a_reason(bench: Bench) -> None:
    rules, without = {law.rule for law in bench.laws}, bench.game.proof.without
    assert rules | set(without) == set(bench.game.rules)
    assert not rules & set(without)
    assert all(reason.endswith(".") for reason in without.values())


@both
def test_a_law_says_one_thing_of_known_kinds(bench: Bench) -> None:
    for law in bench.laws:
        assert [law.forbids, law.holds, law.always].count(None) == 2
        assert law.kinds == START or set(law.kinds) <= set(bench.game.actions)


@both
def test_laws_quote_the_book(bench: Bench) -> None:
    sentences = {rule: entry.msgid for rule, entry in book(bench.name).prose.rules.items()}
    assert sentences == json.loads(bench.game.proof.quotes.read_text(encoding="utf-8"))
    assert all(law.quote == sentences[law.rule] for law in bench.laws)


@both
def test_laws_that_forbid_come_first(bench: Bench) -> None:
    assert list(bench.laws[: len(bench.bans)]) == bench.bans


# The laws and the engine


@both
def test_the_start_is_as_the_book_says(bench: Bench) -> None:
    start = bench.game.proof.view(bench.game.new({}))
    assert start == bench.seen(bench.game.new({}))
    assert not bench.untrue(start, bench.starts)
    assert not bench.untrue(start)


@both
@every_source
def test_every_position_is_possible(bench: Bench, source: str) -> None:
    assert len(bench.positions(source)) > 50
    for state in bench.positions(source):
        assert not bench.untrue(bench.seen(state)), bench.game.write_state(state)


@both
def test_tokens_have_every_mark_that_the_game_names_and_no_other(bench: Bench) -> None:
    states = [state for source in SOURCES for state in bench.positions(source)]
    pictures = map(bench.game.picture, states)
    assert {mark for one in pictures for token in one.tokens for mark in token.marks} == set(bench.game.marks)


@both
@every_source
def test_laws_and_engine_agree(bench: Bench, source: str) -> None:
    refused = Counter[str]()
    for state, action, law in bench.tried(source):
        expected = law.rule if law else ""
        assert bench.verdict(state, action) == expected, (bench.game.write_state(state), action)
        refused[expected] += 1
    assert refused[""] > 100
    assert len(refused) > 10


@both
@every_source
def test_what_happens_keeps_every_promise(bench: Bench, source: str) -> None:
    assert len(bench.outcomes(source)) > bench.least
    for one in bench.outcomes(source):
        assert not bench.broken(one), one


@both
def test_every_kind_of_action_was_held_against_its_promises(bench: Bench) -> None:
    done = {action["do"] for source in SOURCES for _, action, *_ in bench.outcomes(source)}
    assert done == set(bench.game.actions)


@both
@every_source
def test_every_legal_action_is_a_candidate_once(bench: Bench, source: str) -> None:
    game = bench.game
    for state in bench.positions(source)[:: bench.thin]:
        found = [json.dumps(action, sort_keys=True) for action in game.proof.candidates(bench.seen(state))]
        assert len(set(found)) == len(found)
        legal = {json.dumps(game.write_action(action), sort_keys=True) for action in game.legal(state)}
        assert legal <= set(found)


@both
def test_candidates_are_readable_and_in_the_same_order(bench: Bench) -> None:
    candidates = bench.game.proof.candidates
    for state in bench.positions("crowded")[:40]:
        found = list(candidates(bench.seen(state)))
        assert found == list(candidates(bench.seen(state)))
        assert all(bench.game.read_action(action) for action in found)
