"""What a step asks before it shows: read strictly, answered by the engine, translated."""

import pytest

from rulebook import books, catalogues, reader, stage
from rulebook.errors import Problem, Problems
from rulebook.games import GAMES
from rulebook.model import Ask, Frame, Scene
from tests import books_for_tests as ball

SCENE = """\
title: A dodge
start: {{turn: DEF, phase: action, ap: 2, place: {{DEF1: I10, DEF3: E10, ATK2: G8, ATK5: E6 ball}}}}
steps:
  - name: targets
    show: {{dodge: DEF1}}{first}
  - name: dodge
    do: {{dodge: DEF1, to: G8, exit: F7}}{second}
"""


def read(first: str = "", second: str = "") -> Scene:
    asks = [f"\n    ask: {ask}" if ask else "" for ask in (first, second)]
    return reader.read_scene("a.yaml", SCENE.format(first=asks[0], second=asks[1]), GAMES["ball"])


def play(first: str = "", second: str = "") -> tuple[Frame, ...]:
    return stage.play(GAMES["ball"], read(first, second))


def problem(first: str = "", second: str = "") -> Problem:
    with pytest.raises(Problems) as found:
        play(first, second)
    assert len(found.value.problems) == 1
    return found.value.problems[0]


def test_a_question_for_targets_has_them_and_their_rules_as_its_answer() -> None:
    frame = play('{question: "Whom?", answer: targets}')[1]
    assert frame.ask == Ask("Whom?", "targets")
    assert frame.answer == frame.targets == ("G8",)
    assert frame.because == ("dodge.target",)


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("who ball", "ATK5"),
        ("where DEF1", "F7"),
        ("where ball", "E6"),
        ("count ap", "1"),
        ("count ep.DEF", "1"),
    ],
)
def test_other_questions_are_answered_by_the_picture_afterwards(answer: str, right: str) -> None:
    frame = play(second=f'{{question: "What?", answer: {answer}}}')[2]
    assert frame.answer == (right,)
    assert frame.because == frame.rules
    assert frame.rules


def test_a_step_without_a_question_has_no_answer() -> None:
    assert [(frame.ask, frame.answer, frame.because) for frame in play()] == [(None, (), ())] * 3


@pytest.mark.parametrize(
    ("ask", "code", "advice"),
    [
        ("{question: Whom, answer: target}", "bad-answer", "did you mean 'targets'?"),
        ("{question: Whom, answer: who}", "bad-answer", "write 'targets'"),
        ("{question: Whom, answer: targets G8}", "bad-answer", "write 'targets'"),
        ("{question: Whom, answer: who has ball}", "bad-answer", "write 'targets'"),
        ("{question: Whom}", "missing-key", ""),
        ("{answer: targets}", "missing-key", ""),
        ("{question: Whom, answer: targets, hint: no}", "unknown-key", ""),
        ("Whom?", "wrong-type", ""),
        ("{question: Whom, answer: who bal}", "unknown-piece", "did you mean 'ball'?"),
        ("{question: Whom, answer: count app}", "unknown-key", "did you mean 'ap'?"),
        ("{question: Whom, answer: who ATK2}", "no-answer", ""),
        ("{question: Where is ATK7, answer: where ATK2}", "absent-piece", ""),
    ],
)
def test_a_question_that_is_wrong_is_told_with_place_and_advice(ask: str, code: str, advice: str) -> None:
    found = problem(first=ask)
    assert (found.code, found.place.path, found.place.line) == (code, "a.yaml", 6)
    assert advice in found.advice


def test_only_a_show_has_targets_to_be_asked_for() -> None:
    assert problem(second="{question: Whom, answer: targets}").code == "bad-answer"


def test_targets_that_are_not_there_are_no_answer() -> None:
    scene = SCENE.replace(
        "dodge: DEF1}}{first}", "dodge: DEF3}}\n    ask: {{question: Whom, answer: targets}}"
    )
    scene = scene.replace("DEF3: E10", "DEF3: A2")
    with pytest.raises(Problems) as found:
        stage.play(
            GAMES["ball"], reader.read_scene("a.yaml", scene.format(first="", second=""), GAMES["ball"])
        )
    assert [each.code for each in found.value.problems] == ["no-answer"]


def test_another_outcome_asks_nothing() -> None:
    scene = SCENE.format(first="", second='\n    from: start\n    ask: {question: "Who?", answer: who ball}')
    with pytest.raises(Problems) as found:
        reader.read_scene("a.yaml", scene, GAMES["ball"])
    assert [each.code for each in found.value.problems] == ["unknown-key"]


def test_questions_are_translated_and_some_of_every_kind_are_asked() -> None:
    book = books.load(ball.BALL)
    asked = [frame for frames in book.frames.values() for frame in frames if frame.ask]
    assert {frame.ask.kind for frame in asked if frame.ask} == {"targets", "who", "where", "count"}
    sources = {source.context: source.one for source in catalogues.sources(book)}
    for frame in asked:
        assert frame.ask
        context = catalogues.ask_context(frame.scene, frame.step)
        assert sources[context] == frame.ask.question
        assert book.words["nb"].text(context, frame.ask.question).state == "current"
