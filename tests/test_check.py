"""What is written in a book is held against its engine: each disagreement has its own code and its place."""

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from rulebook import books, check
from rulebook.books import Book
from rulebook.check import agreement, explore, holes, report
from rulebook.check.explore import Breach, Tally
from rulebook.errors import Exit, Place, Problem, Problems
from rulebook.games import GAMES
from rulebook.games.ball import play, refusals
from rulebook.games.ball.game import Ball
from rulebook.model import Fact, Role
from tests import books_for_tests as ball
from tests.books_for_tests import Entry

DOWN = "- The dodge knocks the opponent down. {#dodge.knocks_down}"
NOTHING = "title: Nothing\nstart: standard\n"


@pytest.fixture(scope="module")
def book() -> Book:
    """BALL's book as it is."""
    return books.load(ball.BALL)


def test_the_book_agrees_with_its_engine(book: Book) -> None:
    assert [str(problem) for problem in agreement.check(book)] == []


# SPEC-01, SPEC-04, SPEC-16: ids and names. A sentence is its own version, and no rule depends on another one:
# nothing can be predated or go in a circle.

NAMES = [
    ("statement-without-id", DOWN, DOWN.partition(" {")[0], "The dodge knocks"),
    ("duplicate-id", DOWN, f"{DOWN}\n- Twice. {{#dodge.knocks_down}}", "- Twice."),
    ("retired-id", "retired: []", "retired: [dodge.knocks_down]", "The dodge knocks"),
    ("misplaced-rule", "\n\n## BALL in figures", "\n\nTrue. {#a.b}\n\n## BALL in figures", "True."),
    ("bad-id", "{#dodge.knocks_down}", "{#Dodge.knocks_down}", "The dodge knocks"),
    ("unknown-rule", DOWN, f"{DOWN}\n- It hurts. {{#dodge.hurts}}", "- It hurts."),
    ("rule-without-prose", DOWN, "- It falls. {#dodge.falls}", ""),
    ("unknown-rule", "(rule:goal.win)", "(rule:goal.wins)", "(rule:goal.wins)"),
    ("unknown-fact", "costs [1 AP](fact:dodge.ap)", "costs [1 AP](fact:dodge.pa)", "fact:dodge.pa"),
    ("unknown-scene", "](scene:dodge)", "](scene:doge)", "(scene:doge)"),
    ("unplaced-scene", "](scene:dodge)", "](scene:forced-fumble)", ""),
    ("unknown-step", "opponent down. {#", "opponent [down](#dodge/doge). {#", "#dodge/doge"),
    ("unknown-table", "(table:actions)", "(table:action)", "(table:action)"),
]


@pytest.mark.parametrize(("code", "old", "new", "shown"), NAMES)
def test_a_wrong_name_is_told_at_its_place(tmp_path: Path, code: str, old: str, new: str, shown: str) -> None:
    folder = ball.copy(tmp_path)
    ball.edit(folder / "book.md", old, new)
    found = [problem for problem in ball.problems(folder) if problem.code == code]
    assert len(found) == 1
    if shown:
        assert found[0].place.line == ball.line_of(folder / "book.md", shown)


def test_a_law_and_a_reason_for_none_are_one_too_many(book: Book) -> None:
    proof = ball.Other(book.game.proof, without={"dodge.exit": "hard to say", "setup.ep": "  "})
    found = agreement.check(ball.with_game(book, proof=proof))
    lawless = set(book.game.rules) - {law.rule for law in book.game.proof.laws}
    assert ball.codes(found) == {
        "law-and-reason": 1 + ("setup.ep" not in lawless),
        "rule-without-law": len(lawless),
    }


def test_rules_of_the_engine_and_rules_of_the_text_are_the_same(book: Book) -> None:
    """SPEC-16, both ways at once: the engine renames a rule."""
    rules = {
        ("dodge.leave" if rule == "dodge.exit" else rule): role for rule, role in book.game.rules.items()
    }
    found = agreement.check(ball.with_game(book, rules=rules))
    told = {problem.code: problem.text for problem in found}
    assert "'dodge.exit'" in told["unknown-rule"]
    assert "'dodge.leave'" in told["rule-without-prose"]
    assert "'dodge.exit'" in told["undeclared-rule"]


def test_each_rule_is_seen_at_work(book: Book) -> None:
    """Without their steps the scenes show nothing, and every rule that decides something is told."""
    starts = {scene: frames[:1] for scene, frames in book.frames.items()}
    found = agreement.check(replace(book, frames=starts))
    told = {(problem.code, problem.text.split("'")[1]) for problem in found if problem.code != "unknown-step"}
    roles = {Role.FORBIDS: "never-refused"} | dict.fromkeys(agreement.DECIDING, "never-decided")
    assert told == {(roles[role], rule) for rule, role in book.game.rules.items() if role in roles}
    assert all(problem.place.line for problem in found)


# SPEC-05: a changed sentence


def test_one_other_sign_in_a_sentence_calls_for_its_law_and_its_translations(
    tmp_path: Path, book: Book
) -> None:
    folder = ball.copy(tmp_path)
    rewrite(folder / "book.md", lambda words: words[:-1] + "!")
    found = ball.problems(folder)
    laws = {law.rule for law in book.game.proof.laws if law.rule in book.prose.rules}
    changed = [problem for problem in found if problem.code == "prose-changed"]
    assert {
        rule for problem in changed for rule in laws if f"'{rule}'" in problem.text.split(" is no ")[0]
    } == laws
    assert {problem.place.line for problem in changed} == {book.prose.rules[rule].place.line for rule in laws}
    assert all("rulebook laws accept" in problem.advice for problem in changed)
    rules = len(book.prose.rules)
    assert ball.codes(found) == {"prose-changed": len(laws), "stale": rules}
    assert all(problem.place.line for problem in found)


def test_new_lines_and_spaces_in_a_sentence_change_nothing(tmp_path: Path) -> None:
    folder = ball.copy(tmp_path)
    rewrite(folder / "book.md", lambda words: re.sub(r"(\w+ \w+ \w+) (?=[a-z])", "\\1\n  ", words, count=1))
    ball.edit(folder / "book.md", "## Movement {#movement}", "## Movement {#movement} ")
    text = (folder / "book.md").read_text(encoding="utf-8")
    (folder / "book.md").write_text(re.sub(r"\}\n- ", "} \n- ", text), encoding="utf-8")
    assert ball.places(ball.problems(folder)) == []


def rewrite(prose_file: Path, change: Callable[[str], str]) -> None:
    """Change the words of every rule."""
    text = prose_file.read_text(encoding="utf-8")
    new, count = re.subn(
        r"^(- )(.+)(?= \{#\w+\.)", lambda found: found[1] + change(found[2]), text, flags=re.MULTILINE
    )
    assert count == text.count(" {#") - len(re.findall(r"^##.* \{#", text, re.MULTILINE))
    prose_file.write_text(new, encoding="utf-8")


# SPEC-06: numbers


@pytest.mark.parametrize(
    ("name", "fact", "value"),
    [
        ("dodge.ap", Fact(2, "AP"), "2 AP"),
        ("dodge.ap", Fact(1, "EP"), "1 EP"),
        ("board.columns", Fact(14, "columns"), "14 columns"),
        ("dodge.distance", Fact(3, "squares"), "3 squares"),
        ("setup.holder", Fact("ATK4"), "ATK4"),
    ],
)
def test_another_value_in_the_engine_is_told_for_each_language(
    book: Book, name: str, fact: Fact, value: str
) -> None:
    found = agreement.check(ball.with_game(book, facts={**book.game.facts, name: fact}))
    uses = sum(use.name == name for use in book.prose.facts)
    assert ball.codes(found) == {"wrong-fact": uses * len(book.words)}
    assert {Path(problem.place.path).name for problem in found} == {
        "book.md",
        *(f"{language}.po" for language in books.languages_of(ball.BALL)),
    }
    assert all(f"does not say '{name}', which is {value}" in problem.text for problem in found)
    assert all(problem.place.line for problem in found)


NUMBERS = [
    ("wrong-fact", "costs [1 AP](fact:dodge.ap)", "costs [2 AP](fact:dodge.ap)", "'2 AP' (en)"),
    ("wrong-fact", "costs [1 AP](fact:dodge.ap)", "costs [one EP](fact:dodge.ap)", "'one EP' (en)"),
    ("wrong-fact", "costs [1 AP](fact:dodge.ap)", "costs [nothing](fact:dodge.ap)", "'nothing' (en)"),
    (
        "wrong-fact",
        "of [two squares](fact:dodge.d",
        "of [three squares](fact:dodge.d",
        "'three squares' (en)",
    ),
    ("wrong-fact", "of [two squares](fact:dodge.d", "of [two players](fact:dodge.d", "'two players' (en)"),
    ("free-number", "costs [1 AP](fact:dodge.ap)", "costs 1 AP", "the number 1 (en)"),
    ("free-number", "costs [1 AP](fact:dodge.ap)", "costs one AP", "the number 1 (en)"),
    ("free-number", "opponent down. {#", "opponent down for three turns. {#", "the number 3 (en)"),
]


@pytest.mark.parametrize(("code", "old", "new", "told"), NUMBERS)
def test_a_number_that_is_not_the_engines_is_told(
    tmp_path: Path, code: str, old: str, new: str, told: str
) -> None:
    folder = ball.copy(tmp_path)
    ball.edit(folder / "book.md", old, new)
    (found,) = [problem for problem in ball.problems(folder) if problem.code == code]
    assert (found.text[: len(told)], found.exit) == (told, Exit.MISMATCH)
    assert found.place.line == ball.line_of(folder / "book.md", new)


# SPEC-09: translations. That "must not" became "must", or left became right, no program can find.

TRANSLATIONS = [
    ("a number", "dodge.cost", "[1 AP](fact:dodge.ap)", "[2 AP](fact:dodge.ap)", "wrong-fact"),
    ("a number in words", "dodge.target", "[to felt]", "[tre felt]", "wrong-fact"),
    ("a unit", "dodge.cost", "[1 EP](fact:dodge.ep)", "[1 AP](fact:dodge.ep)", "wrong-fact"),
    ("a fact", "dodge.cost", "(fact:dodge.ep)", "(fact:block.ep)", "lost-link unknown-link"),
    (
        "a number that is bound to nothing",
        "dodge.knocks_down",
        "motstanderen.",
        "motstanderen i tre turer.",
        "free-number",
    ),
    ("a number in a caption", "events.knocked_down", "veltet.", "veltet i tre turer.", "other-numbers"),
    ("a placeholder lost", "events.dodge", "{opponent}", "en spiller", "lost-placeholder"),
    ("a placeholder more", "events.dodge", "{to}.", "{to} ({team}).", "unknown-placeholder"),
    ("a placeholder renamed", "events.dodge", "{to}.", "{til}.", "lost-placeholder unknown-placeholder"),
    ("a square", "scene.dodge.exits", "H9", "H8", "other-names"),
    ("a word that is not the book's term", "dodge.knocks_down", "Unnvikelsen", "Fintingen", "other-term"),
    ("a team", "board.end_zones", "Målsonen til ATK", "Målsonen til DEF", "other-names"),
    ("a step that is gone", "scene.dodge.exits", '.exits"\nmsgid', '.gone"\nmsgid', "gone untranslated"),
    ("an old text", "dodge.knocks_down", 'msgctxt "d', '#, fuzzy\nmsgctxt "d', "stale"),
    ("no text", "dodge.knocks_down", "Unnvikelsen velter motstanderen.", "", "untranslated"),
    ("no text but spaces", "dodge.knocks_down", "Unnvikelsen velter motstanderen.", " ", "outer-space"),
    (
        "the source's text",
        "dodge.knocks_down",
        "Unnvikelsen velter motstanderen.",
        "The dodge knocks the opponent down.",
        "source-text",
    ),
    ("a broken link", "dodge.cost", "(fact:dodge.ap)", "(fact:dodge.ap", "broken-markup free-number"),
    ("broken emphasis", "dodge.knocks_down", "velter", "**velter", "broken-markup"),
    ("markup of another kind", "dodge.knocks_down", "velter", "<b>velter</b>", "raw-html"),
]


@pytest.mark.parametrize(
    ("context", "old", "new", "told"), [row[1:] for row in TRANSLATIONS], ids=[row[0] for row in TRANSLATIONS]
)
def test_a_fault_in_a_translation_is_told_at_its_entry(
    tmp_path: Path, context: str, old: str, new: str, told: str
) -> None:
    folder = ball.copy(tmp_path)
    entry = Entry(folder / "nb.po", context)
    lines = range(entry.line("msgctxt"), entry.line("msgstr") + 2)
    entry.edit(old, new)
    found = ball.problems(folder)
    assert " ".join(sorted({problem.code for problem in found})) == told
    assert {Path(problem.place.path).name for problem in found} == {"nb.po"}
    assert all(problem.place.line in lines for problem in found if problem.place.line)


def test_swapped_ids_are_told(tmp_path: Path) -> None:
    folder = ball.copy(tmp_path)
    one, other = (Entry(folder / "nb.po", context) for context in ("dodge.knocks_down", "dodge.no_exit"))
    swapped = [
        (entry.block(), entry.block().replace(f'"{entry.context}"', f'"{new.context}"'))
        for entry, new in ((one, other), (other, one))
    ]
    for old, new in swapped:
        ball.edit(folder / "nb.po", old, new)
    found = ball.problems(folder)
    assert ball.codes(found) == {"stale": 2}
    assert {problem.place.line for problem in found} == {one.line("msgid"), other.line("msgid")}
    assert {problem.text.split(":")[0] for problem in found} == {one.context, other.context}


def test_a_missing_and_an_extra_entry_are_told(tmp_path: Path) -> None:
    folder = ball.copy(tmp_path)
    entry = Entry(folder / "nb.po", "events.dodge")
    ball.edit(entry.path, entry.block() + "\n\n", "")
    extra = 'msgctxt "events.duck"\nmsgid "{player} ducks."\nmsgstr "{player} dukker."\n'
    entry.path.write_text(entry.path.read_text(encoding="utf-8") + "\n" + extra, encoding="utf-8")
    gone, missing = sorted(ball.problems(folder), key=lambda problem: problem.code)
    assert (gone.code, gone.place.line) == ("gone", ball.line_of(entry.path, "{player} ducks."))
    assert (missing.code, missing.text[:12]) == ("untranslated", "events.dodge")


# SPEC-08: scenes. The arrows of a picture are made from what the engine did, and frames are never kept: here
# a scene can be wrong only by saying what it cannot say, or by expecting what an older engine did.

GOOD = """\
title: A dodge on the holder
start: {turn: DEF, phase: action, ap: 2, place: {DEF5: H11, ATK5: F9 ball, ATK2: G8}}
steps:
  - name: dodge
    do: {dodge: DEF5, to: F9, exit: E8}
    expect: {ATK5: down, ball: DEF5, ep.DEF: 1, ap: 1}
    remark: DEF5 is quick.
  - name: locked
    try: {move: DEF5, to: D7}
    forbidden: turn.took
  - name: over
    do: end_actions
"""
SCENES = [
    ("an illegal action shown as legal", "exit: E8", "exit: G8", "5:5 refused", "dodge.exit"),
    ("a legal action shown as illegal", "{move: DEF5, to: D7}", "end_actions", "9:10 allowed", "turn.took"),
    (
        "refused by another rule",
        "forbidden: turn.took",
        "forbidden: turn.unable",
        "10:16 wrong-rule",
        "turn.took",
    ),
    ("a wrong score", "ep.DEF: 1", "ep.DEF: 2", "6:46 unmet", "ep.DEF"),
    (
        "the wrong mover",
        "{dodge: DEF5, to: F9, exit: E8}",
        "{move: ATK2, to: H7}",
        "5:5 refused",
        "turn.phases",
    ),
    ("an absent piece in a remark", "DEF5 is quick", "DEF6 is quick", "7:13 absent-piece", "DEF6"),
    (
        "a step that is missing",
        GOOD[GOOD.index("  - ") : GOOD.index("  - name: l")],
        "",
        "6:16 wrong-rule",
        "took",
    ),
    ("a step twice", "name: over", "name: dodge", "11:11 duplicate-step", "dodge"),
    ("a square off the board", "to: D7", "to: D18", "9:27 off-board", "D18"),
    ("dice that nobody throws", "do: end_actions", "do: end_actions\n    dice: [3]", "13:5 dice", "dice"),
    ("an impossible start", "ATK2: G8", "ATK2: F9", "2:67 bad-start", "F9"),
    ("a way of its own", "exit: E8}", "exit: E8, way: [G10]}", "5:41 unknown-field", "way"),
    ("what an older engine did", "ap: 1}", "ap: 0}", "6:53 unmet", "ap"),
]


@pytest.mark.parametrize(
    ("old", "new", "place", "told"), [row[1:] for row in SCENES], ids=[row[0] for row in SCENES]
)
def test_a_wrong_scene_is_told_at_its_step(tmp_path: Path, old: str, new: str, place: str, told: str) -> None:
    folder = ball.copy(tmp_path, scenes=())
    (folder / "good.yaml").write_text(GOOD, encoding="utf-8")
    books.load(folder)
    ball.edit(folder / "good.yaml", old, new)
    (found,) = ball.problems(folder)
    assert str(found).startswith(f"{folder / 'good.yaml'}:{place.replace(' ', ': ')}: ")
    assert told in found.text


def test_steps_in_another_order_are_told(tmp_path: Path) -> None:
    folder = ball.copy(tmp_path, scenes=())
    head, *steps = GOOD.split("  - name: ")
    (folder / "good.yaml").write_text("  - name: ".join([head, steps[2], *steps[:2]]), encoding="utf-8")
    assert ball.places(ball.problems(folder)) == ["good.yaml:7:5 refused"]


def test_256_wrong_scenes_are_one_failure(tmp_path: Path) -> None:
    """SPEC-19: a code that counts them would be 0."""
    folder = ball.copy(tmp_path, scenes=())
    for number in range(256):
        (folder / f"wrong-{number}.yaml").write_text(
            "title: Wrong\nstart: standard\nsteps: [{name: a, do: end_actions, expect: {ap: 9}}]\n",
            encoding="utf-8",
        )
    ran = ball.run("check", "--scenes", folder.parent)
    assert (ran.code, len(ran.lines)) == (Exit.MISMATCH, 256)


# SPEC-14: a check that checked nothing fails


def test_a_book_that_says_nothing_fails(book: Book) -> None:
    silent = replace(book.prose, rules={}, uses=())
    found = agreement.check(replace(book, prose=silent, scenes={}, frames={}))
    nothing = [problem.text for problem in found if problem.code == "nothing-checked"]
    assert [text.split(",")[0] for text in nothing] == [
        f"the book has no {kind}" for kind in ("rule", "fact", "scene")
    ]


def test_no_scenes(tmp_path: Path) -> None:
    found = ball.codes(ball.problems(ball.copy(tmp_path, scenes=())))
    assert found["nothing-checked"] == 1
    assert found["never-decided"] > 20


def test_no_books(tmp_path: Path) -> None:
    for scenes in (tmp_path, tmp_path / "missing"):
        ran = ball.run("check", "--scenes", scenes)
        assert (ran.code, "no-books" in ran.err, ran.out) == (Exit.INPUT, True, "")


def test_a_catalogue_without_entries(tmp_path: Path) -> None:
    folder = ball.copy(tmp_path)
    catalogue = folder / "nb.po"
    catalogue.write_text(catalogue.read_text(encoding="utf-8").partition("\n\n")[0] + "\n", encoding="utf-8")
    found = ball.codes(ball.problems(folder))
    assert set(found) == {"untranslated"}
    assert found["untranslated"] > 300
    catalogue.write_bytes(b"")
    assert ball.places(ball.problems(folder)) == ["nb.po:1:1 broken-catalogue"]


def test_a_language_that_the_glossary_knows_has_a_word_for_every_term(tmp_path: Path) -> None:
    folder = ball.copy(tmp_path)
    glossary = folder / "glossary.yaml"
    ball.edit(glossary, "  nb: skraver\n", "")
    line = ball.line_of(glossary, "hatched:")
    assert ball.places(ball.problems(folder)) == [f"glossary.yaml:{line}:1 missing-term"]
    glossary.write_text("hatched: {en: hatched}\n", encoding="utf-8")
    assert ball.problems(folder) == []
    glossary.unlink()
    assert ball.problems(folder) == []


def test_nothing_explored(monkeypatch: pytest.MonkeyPatch, book: Book) -> None:
    found = explored(monkeypatch, book, Tally()).problems
    laws = {law.rule for law in book.game.proof.laws if law.forbids or law.holds}
    assert ball.codes(found) == {"nothing-checked": 1, "silent-law": len(laws)}


# What was explored becomes problems at the sentences of the book


def explored(monkeypatch: pytest.MonkeyPatch, book: Book, tally: Tally) -> check.Checked:
    """The whole check of a book whose exploration found this."""
    game = ball.Other(book.game, proof=ball.Other(book.game.proof, small=lambda: ()))
    monkeypatch.setattr(explore, "run", lambda *_, **__: tally)
    monkeypatch.setattr(holes, "find", lambda *_: ())
    return check.check(replace(book, game=game), check.Options(0, 1, 1))


def test_a_broken_law_is_told_at_the_sentence_that_it_stands_for(
    monkeypatch: pytest.MonkeyPatch, book: Book
) -> None:
    spoke = Counter(law.rule for law in book.game.proof.laws)
    breach = Breach("dodge.exit", "allowed", {"turn": "DEF"}, {"do": "dodge"})
    (found,) = explored(monkeypatch, book, Tally(positions=1, spoke=spoke, breaches=[breach])).problems
    assert (found.code, found.exit) == ("law-broken", Exit.MISMATCH)
    assert found.place == book.prose.rules["dodge.exit"].place
    assert "'dodge.exit': allowed" in found.text


def test_a_law_that_never_spoke_is_told(monkeypatch: pytest.MonkeyPatch, book: Book) -> None:
    spoke = Counter(law.rule for law in book.game.proof.laws if law.rule != "dodge.exit")
    (found,) = explored(monkeypatch, book, Tally(positions=1, spoke=spoke)).problems
    assert (found.code, found.place) == ("silent-law", book.prose.rules["dodge.exit"].place)


def test_what_was_explored_can_be_said(book: Book) -> None:
    told = {
        "refusals.turn.convert": ["ap", "lost"],
        "events.takes_ball": ["player", "team"],
        "events.flies": [],
    }
    found = list(agreement.sentences(book, told))
    assert [(problem.code, problem.place.path) for problem in found] == [
        ("no-sentence", book.header.place.path),
        ("unknown-placeholder", str(ball.BALL / "sentences.yaml")),
    ]
    assert found[0].text == "the book has no sentence for 'events.flies'"
    assert found[1].text == "'refusals.turn.convert' says {left}, which the engine does not tell each time"
    assert found[1].place == book.sentences["refusals.turn.convert"].place


def test_an_engine_that_tells_too_little_is_found_out(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    right = explore.explore(book.game, 1, 0)
    assert {"ap", "left"} <= {*right.told["refusals.turn.convert"]}
    short = refusals.Refusal("turn.convert", "So many cannot be converted.", {})
    monkeypatch.setitem(cast(dict[str, Any], refusals._CHECKS), "convert", lambda *_: short)
    wrong = explore.explore(book.game, 1, 0)
    assert "left" not in wrong.told["refusals.turn.convert"]


# A book whose scenes cannot be played

BREACH = Breach("dodge.exit", "allowed", {"turn": "DEF"}, {"do": "dodge"})


def unplayed(folder: Path) -> list[str]:
    """Codes and places of what facts and laws say beside the problems of the book."""
    with pytest.raises(Problems) as caught:
        books.load(folder)
    wrong, examples = check.unplayed([folder], caught.value.problems, QUICK)
    return [f"{problem.code} {problem.place}" for problem in (*wrong, *(one.problem for one in examples))]


QUICK = check.Options(1, 1, 1)


def test_where_scenes_and_engine_part_the_laws_tell_the_rule(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, book: Book
) -> None:
    monkeypatch.setattr(explore, "run", lambda *_, **__: Tally(breaches=[BREACH]))
    folder = ball.copy(tmp_path)
    ball.edit(folder / "dodge.yaml", "DEF1: F7, ap: 1", "DEF1: F7, ap: 2")
    place = replace(book.prose.rules["dodge.exit"].place, path=str(folder / "book.md"))
    assert unplayed(folder) == [f"law-broken {place}"]


def test_where_scenes_and_engine_part_wrong_facts_are_told_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(explore, "run", lambda *_, **__: Tally())
    folder = ball.copy(tmp_path)
    ball.edit(folder / "dodge.yaml", "DEF1: F7, ap: 1", "DEF1: F7, ap: 2")
    ball.edit(folder / "book.md", "costs [1 AP](fact:dodge.ap)", "costs [2 AP](fact:dodge.ap)")
    line = ball.line_of(folder / "book.md", "(fact:dodge.ap)")
    assert unplayed(folder) == [f"wrong-fact {folder / 'book.md'}:{line}:3"]


def test_a_start_that_cannot_be_is_held_against_the_laws_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = ball.copy(tmp_path)
    ball.edit(folder / "dodge.yaml", "place: {", "place: {DEF1: Z99, ")
    assert unplayed(folder) == []
    monkeypatch.setattr(explore, "run", lambda *_, **__: pytest.fail("nothing more can be explored"))
    monkeypatch.setattr(explore, "start_laws", lambda *_: Tally(breaches=[BREACH]))
    assert [told.partition(" ")[0] for told in unplayed(folder)] == ["law-broken"]


def test_an_engine_that_fails_is_told_at_its_step_and_by_its_rule(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fails(*_: object) -> None:
        raise IndexError("no such square")

    monkeypatch.setitem(play._PLAY, "end_actions", fails)
    folder = ball.copy(tmp_path)
    with pytest.raises(Problems) as caught:
        books.load(folder)
    assert caught.value.exit == Exit.FAULT
    assert {problem.code for problem in caught.value.problems} == {"engine-fails"}
    told = [str(problem) for problem in caught.value.problems if "no-release-same-turn" in problem.place.path]
    assert [line.partition("no-release")[2] for line in told] == [
        "-same-turn.yaml:7:5: engine-fails: step 'end-of-actions': "
        "the engine fails: IndexError: no such square"
    ]
    _, examples = check.unplayed([folder], caught.value.problems, check.Options(40, 1, 1))
    assert [example.breach.rule for example in examples] == ["turn.phases"]


def test_an_engine_that_cannot_list_what_is_legal_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise IndexError("no such square")

    monkeypatch.setattr(Ball, "legal", fails)
    (breach,) = explore.explore(GAMES["ball"], 1, 0, 1).breaches
    assert breach.text == "the engine fails to list what is legal: IndexError: no such square"


def test_what_cannot_be_read_says_nothing_of_the_engine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(explore, "start_laws", lambda *_: pytest.fail("nothing is to be explored"))
    folder = ball.copy(tmp_path)
    ball.edit(folder / "dodge.yaml", "title:", "titel:")
    assert unplayed(folder) == []


# Reports


def test_the_table_has_a_row_for_each_rule(book: Book) -> None:
    tally = Tally(decided=Counter({"dodge.exit": 7}), refused=Counter({"dodge.exit": 3}))
    rows = report.rows(book, tally)
    assert {row.rule for row in rows} == set(book.game.rules)
    row = next(row for row in rows if row.rule == "dodge.exit")
    assert (row.decided, row.refused, row.prose, row.law, row.reason) == (7, 3, True, True, "")
    others = dict.fromkeys(books.languages_of(ball.BALL), "current")
    assert row.languages == {"en": "source", **others}
    assert row.refusals == ("dodge/occupied-exit",)
    lines = report.table(rows).splitlines()
    assert [line.split()[0] for line in lines[1:]] == [row.rule for row in rows]


def test_an_annotation_cannot_be_broken_out_of() -> None:
    problem = Problem(Place("a,b:c%\n.md", 3, 4), "some-code", "100 %\n::set-output x\x1b[31m")
    assert report.annotation(problem) == (
        "::error file=a%2Cb%3Ac%25%0A.md,line=3,col=4,title=some-code::100 %25\\n::set-output x\\x1b[31m"
    )


def test_json_holds_all_and_is_readable_everywhere(book: Book) -> None:
    problem = Problem(Place("å.md", 3, 4), "some-code", "«æ»", "ø", Exit.MISMATCH)
    text = report.as_json([problem], [ball.written(book)])
    assert text.isascii()
    told: dict[str, Any] = json.loads(text)
    assert told["problems"] == [
        {
            "place": {"path": "å.md", "line": 3, "column": 4},
            "code": "some-code",
            "text": "«æ»",
            "advice": "ø",
            "exit": 1,
        }
    ]
    assert [row["rule"] for row in told["books"][0]["rules"]] == [
        row.rule for row in report.rows(book, Tally())
    ]
