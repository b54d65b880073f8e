"""The mutators make what they should, and what judges their mutants catches, lets through and gives up."""

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from rulebook import words
from rulebook.errors import Problems
from rulebook.games import GAMES
from rulebook.games.ball.constants import DISTANCES, MOVEMENT, PRICES
from rulebook.model import Role
from tests.mutants import ball, report, syntax, texts, workshop
from tests.mutants.__main__ import main
from tests.mutants.change import Mutant, Source, sample, told
from tests.mutants.workshop import Bench, Result

ROOT = workshop.ROOT
BALL = GAMES["ball"]
FOLDER = "rulebook/games/ball"
LIMIT = 60
"""Processor seconds; many times what any mutant here takes that comes to an end."""

SMALL = '''"""A module."""

LIMIT = 2
Names = dict[str, int] | None


def first(a: int, b: int = 1) -> tuple[int, int] | None:
    """Says nothing of 3."""
    if a < b and not b == LIMIT:
        return a + 1, b
    a -= b
    return None


class Thing:
    def second(self, way: str) -> str:
        return (
            "left"
            if way == "é"
            else f"{way} 1"
        )
'''


def all_of(text: str) -> list[Mutant]:
    return list(syntax.mutants("x/small.py", text))


def read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def prose() -> list[Mutant]:
    return list(texts.mutants(ROOT, "ball", 1))


@pytest.fixture(scope="module")
def ruled() -> list[Mutant]:
    return list(ball.mutants(ROOT, "ball"))


# Python


def test_every_part_of_a_function_is_changed() -> None:
    found = {(mutant.kind, mutant.change) for mutant in all_of(SMALL) if ":first:" in mutant.name}
    assert found == {
        ("constant", "1 → 2"),
        ("constant", "1 → 0"),
        ("condition", "a < b and (not b == LIMIT) → True"),
        ("condition", "a < b and (not b == LIMIT) → False"),
        ("negate", "a < b and (not b == LIMIT) → not (a < b and (not b == LIMIT))"),
        ("boolean", "a < b and (not b == LIMIT) → a < b or not b == LIMIT"),
        ("operand", "a < b → (dropped)"),
        ("operand", "not b == LIMIT → (dropped)"),
        ("comparison", "a < b → a <= b"),
        ("comparison", "a < b → a >= b"),
        ("comparison", "b == LIMIT → b != LIMIT"),
        ("unary", "not b == LIMIT → b == LIMIT"),
        ("return", "(a + 1, b) → None"),
        ("element", "(a + 1, b) → (b,)"),
        ("element", "(a + 1, b) → (a + 1,)"),
        ("arithmetic", "a + 1 → a - 1"),
        ("operand", "a + 1 → a"),
        ("operand", "a + 1 → 1"),
        ("delete", "a -= b → (deleted)"),
        ("arithmetic", "a -= b → a += b"),
    }


def test_types_texts_for_people_and_docstrings_are_left_alone() -> None:
    assert {mutant.name.split(":")[2] for mutant in all_of(SMALL)} == {"LIMIT", "first", "Thing.second"}
    changed = {mutant.change for mutant in all_of(SMALL) if "Thing" in mutant.name}
    assert "'left' → 'left_'" in changed
    assert not any("é'" in change.partition(" → ")[2] and "_" in change for change in changed)


def test_a_mutant_is_python_on_as_many_lines() -> None:
    for path in (f"{FOLDER}/{module}.py" for module in ball.MODULES):
        text = read(path)
        for mutant in sample(syntax.mutants(path, text), 5, 1):
            after = mutant.applied(text)
            ast.parse(after)
            assert after != text
            assert after.count("\n") == text.count("\n"), mutant


def test_a_mutant_stands_where_it_says() -> None:
    source = Source("x/small.py", SMALL)
    (mutant,) = [mutant for mutant in all_of(SMALL) if mutant.change == "way == 'é' → way != 'é'"]
    assert SMALL[mutant.start : mutant.end] == 'way == "é"'
    assert SMALL.split("\n")[mutant.line - 1].strip() == 'if way == "é"'
    assert mutant.applied(source.text).count("way != 'é'") == 1


def test_names_are_unique_and_stay_when_something_is_added_before() -> None:
    added = SMALL.replace("LIMIT = 2\n", "LIMIT = 2\n\n\ndef zero() -> int:\n    return 1 + 1\n")
    before = {mutant.name: mutant.change for mutant in all_of(SMALL)}
    after = {mutant.name: mutant.change for mutant in all_of(added)}
    assert len(before) == len(all_of(SMALL))
    assert before.items() < after.items()
    assert "general:small.py:first:comparison:1" in before


# The rules


def test_every_figure_of_the_rules_is_changed_both_ways(ruled: list[Mutant]) -> None:
    kinds = Counter(mutant.kind for mutant in ruled)
    assert kinds["cost"] == kinds["reward"] == 2 * len(PRICES)
    assert kinds["distance"] == 2 * len(DISTANCES) + 4
    assert kinds["direction"] == 8 * sum(map(len, MOVEMENT.values()))
    assert {"dodge cost 1 → 2", "dodge cost 1 → 0", "short_pass.range 4 → 5"} <= {m.change for m in ruled}


def test_every_rule_that_decides_has_a_mutant_that_must_name_it(ruled: list[Mutant]) -> None:
    deciding = {rule for rule, role in BALL.rules.items() if role in (Role.FORBIDS, Role.PERMITS, Role.COST)}
    assert deciding <= {rule for mutant in ruled for rule in mutant.rules} <= set(BALL.rules)


def test_a_dropped_test_must_be_named_by_its_own_rule(ruled: list[Mutant]) -> None:
    dropped = {(m.name.split(":")[2], m.change): m.rules for m in ruled if m.change.endswith("(dropped)")}
    assert dropped["_dodge", "_cost(view, 'dodge') → (dropped)"] == ("dodge.cost",)
    assert dropped["_move", "_closed(view, to) → (dropped)"] == ("turn.closed",)
    assert dropped["_dodge", "_opponent(view, to, 'dodge.target') → (dropped)"] == ("dodge.target",)


def test_the_rules_mutants_are_python_with_names_of_their_own(ruled: list[Mutant]) -> None:
    assert len({mutant.name for mutant in ruled}) == len(ruled)
    for mutant in sample(ruled, 8, 1):
        ast.parse(mutant.applied(read(mutant.path)))


# Texts


def test_a_form_for_one_number_may_leave_it_out_and_no_other_form(prose: list[Mutant]) -> None:
    lost = [mutant for mutant in prose if mutant.kind.startswith("placeholder lost")]
    assert {mutant.codes for mutant in lost} == {("lost-placeholder",)}
    rows = {mutant.change for mutant in lost if mutant.name.startswith("text:da.po:units.rows:")}
    assert rows == {"{n} rækker → rækker"}
    assert len([mutant for mutant in lost if mutant.name.startswith("text:ja.po:units.rows:")]) == 1


def kinds_in(prose: list[Mutant], language: str) -> set[str]:
    return {m.kind.removesuffix(f" ({language})") for m in prose if m.kind.endswith(f"({language})")}


def test_every_kind_of_text_is_changed_in_every_language(prose: list[Mutant]) -> None:
    both = {"number in digits", "number in words", "name in a fact", "unit", "square", "piece", "team"}
    said = {"word dropped", "word doubled", "word replaced", "word swapped"}
    translated = {"link lost", "placeholder lost", "text emptied", "fuzzy"}
    assert kinds_in(prose, "en") == both | said
    assert kinds_in(prose, "nb") == both | translated


def test_each_sentence_with_a_law_is_changed_in_each_way(prose: list[Mutant]) -> None:
    laws = {law.rule for law in BALL.proof.laws}
    for kind in ("dropped", "doubled", "replaced", "swapped"):
        assert {m.name.split(":")[2] for m in prose if m.kind == f"word {kind} (en)"} == laws


def test_each_number_of_a_fact_is_changed_both_ways_in_digits_and_in_words(prose: list[Mutant]) -> None:
    changed = [m for m in prose if m.name.startswith("text:book.md:move.x:number-")]
    new = [m.new.partition("moves [")[2].partition("]")[0] for m in changed[:4]]
    assert new == [f"{number} square" for number in ("0", "zero", "2", "two")]
    assert len(changed) == 8


def test_text_mutants_differ_from_the_book_and_have_names_of_their_own(prose: list[Mutant]) -> None:
    assert len({mutant.name for mutant in prose}) == len(prose)
    assert all(mutant.applied(read(mutant.path)) != read(mutant.path) for mutant in prose)


def codes_of(mutant: Mutant) -> set[str]:
    """What is wrong with the form of a changed catalogue."""
    try:
        words.read_catalogue(mutant.path, mutant.applied(read(mutant.path)).encode(), "nb", "en")
    except Problems as error:
        return {problem.code for problem in error.problems}
    return set()


def test_a_changed_catalogue_can_still_be_read(prose: list[Mutant]) -> None:
    for mutant in sample([m for m in prose if m.path.endswith("nb.po")], 3, 1):
        assert codes_of(mutant) <= {"lost-link", "lost-placeholder"}, mutant


# Samples and reports


def test_a_sample_is_the_same_for_the_same_seed(prose: list[Mutant]) -> None:
    few = sample(prose, 2, 1)
    assert few == sample(prose, 2, 1) != sample(prose, 2, 2)
    assert max(Counter(mutant.kind for mutant in few).values()) == 2
    assert {mutant.kind for mutant in few} == {mutant.kind for mutant in prose}


def test_a_long_change_is_shown_where_it_is() -> None:
    assert told("a < b", "a <= b") == "a < b → a <= b"
    assert told("x" * 90 + "one", "x" * 90 + "two") == f"…{'x' * 30}one → …{'x' * 30}two"


A = Mutant("general:a.py:f:constant:1", "general", "constant", "a.py", 1, "1 → 2", 0, 1, "2")
CAUGHT = Result(A, codes=("law-broken",))
LISTED = "equal: nothing reads it\n  general:a.py:f:constant:1 | 1 → 2\n"


def wrong(result: Result, listed: str, whole: bool = False) -> list[str]:
    return list(report.faults([result], report.accepted(listed), whole))


def test_a_survivor_must_be_listed_and_a_listed_one_must_survive() -> None:
    assert wrong(Result(A), LISTED) == []
    assert wrong(CAUGHT, "") == []
    assert "survived, and the list of survivors does not say so" in wrong(Result(A), "")[0]
    assert "is caught now" in wrong(CAUGHT, LISTED)[0]
    assert "speaks of another change" in wrong(Result(A), LISTED.replace("1 → 2", "1 → 3"))[0]
    assert "is not made" in wrong(CAUGHT, LISTED.replace("constant:1", "constant:9"), whole=True)[0]


def test_a_mutant_named_otherwise_must_be_listed_as_such() -> None:
    named = Result(replace(A, rules=("dodge.cost",)), codes=("law-broken",), named="dodge.cost")
    other = replace(named, named="")
    assert wrong(named, "") == []
    assert "otherwise" in wrong(other, "")[0]
    assert wrong(other, LISTED.replace("equal", "otherwise")) == []
    assert wrong(other, LISTED) != []


def test_too_few_caught_is_a_fault_of_a_whole_run() -> None:
    gap = report.accepted(LISTED.replace("equal", "gap"))
    twenty = [replace(CAUGHT, mutant=replace(A, name=f"general:{n}")) for n in range(19)]
    assert list(report.faults([*twenty, Result(A)], gap, whole=True)) == []
    assert "94.7% of" in next(report.faults([*twenty[1:], Result(A)], gap, whole=True))
    assert report.share([Result(A), CAUGHT], report.accepted(LISTED)) == 0


def test_a_list_without_reasons_is_refused() -> None:
    for bad in ("equal:\n", "maybe: so\n", "  a | b\n", LISTED + LISTED):
        with pytest.raises(ValueError, match="line"):
            report.accepted(bad)


@pytest.mark.parametrize("book", GAMES)
def test_the_list_of_survivors_can_be_read(book: str) -> None:
    assert all(each.reason for each in report.expected(book).values())


def test_the_table_counts_all() -> None:
    shown = report.table([CAUGHT, Result(A), Result(A, timeout=True)], report.accepted(LISTED))
    assert shown.splitlines()[-1].split()[:7] == ["general:", "all", "3", "2", "1", "1", "1"]
    assert any("general:a.py:f:constant:1 | 1 → 2" in row for row in report.listed([Result(A)]))


# A whole run


@contextmanager
def nothing(*_given: object) -> Iterator[list[Path]]:
    """Instead of copies and of processes in them."""
    yield [ROOT]


def run(monkeypatch: pytest.MonkeyPatch, judge: Callable[[Mutant], Result], *arguments: str) -> int:
    """The command with another judge, and with nobody on the list of survivors."""

    def judged(_made: object, mutants: Sequence[Mutant], shown: Callable[..., None]) -> list[Result]:
        results = [judge(mutant) for mutant in mutants]
        shown(len(results), len(results), results[-1])
        return results

    for name, other in (("copies", nothing), ("benches", nothing), ("judged", judged)):
        monkeypatch.setattr(workshop, name, other)
    monkeypatch.setattr(report, "expected", lambda _book: {})
    monkeypatch.setattr("sys.argv", ["mutants", "--limit", "1", *arguments])
    return main()


def as_wanted(mutant: Mutant) -> Result:
    return Result(mutant, codes=("law-broken",), named=(*mutant.rules, *mutant.codes, "")[0])


def test_a_run_in_which_all_are_caught_ends_with_0(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, as_wanted) == 0
    shown = capsys.readouterr().out
    assert all(f"{group}: all " in shown for group in ("text", "rules", "general"))
    assert "all as expected" in shown


def test_a_run_with_a_survivor_ends_with_1_and_tells_its_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, Result, "--kind", "rules") == 1
    shown = capsys.readouterr()
    assert "rules: cost " in shown.out
    assert "general" not in shown.out
    assert "  rulebook/games/ball/constants.py:" in shown.out
    assert "survived" in shown.err


# Judging


@pytest.fixture(scope="module")
def copy() -> Iterator[Path]:
    with workshop.copies(1) as folders:
        yield folders[0]


@pytest.fixture(scope="module")
def texts_bench(copy: Path) -> Iterator[Bench]:
    with workshop.benches([copy], "ball", "texts", None) as made:
        yield made[0]


@pytest.fixture(scope="module")
def engine_bench(copy: Path) -> Iterator[Bench]:
    with workshop.benches([copy], "ball", "engine", 40) as made:
        yield made[0]


def changed(group: str, path: str, old: str, new: str, **more: tuple[str, ...]) -> Mutant:
    start = read(path).index(old)
    return Mutant("one", group, "test", path, 1, "", start, start + len(old), new, **more)


def test_texts_are_judged_by_what_they_say(texts_bench: Bench) -> None:
    path = "scenes/ball/book.md"
    assert not texts_bench.judge(changed("text", path, "The turn", "The turn"), LIMIT).caught
    wrong_number = changed("text", path, "[2 AP](fact:turn.ap)", "[3 AP](fact:turn.ap)")
    assert texts_bench.judge(wrong_number, LIMIT).codes == ("wrong-fact",)
    reworded = changed(
        "text", path, "knocks the opponent down", "knocks the opponent", codes=("prose-changed",)
    )
    found = texts_bench.judge(reworded, LIMIT)
    assert (found.named, found.where) == ("prose-changed", "texts")


def test_the_engine_is_judged_by_scenes_and_laws(engine_bench: Bench, copy: Path) -> None:
    path, constants = f"{FOLDER}/refusals.py", f"{FOLDER}/constants.py"
    dropped = changed("rules", path, '        or _cost(view, "dodge")\n', "\n", rules=("dodge.cost",))
    found = engine_bench.judge(dropped, LIMIT)
    assert (found.named, found.codes, found.where) == ("dodge.cost", ("law-broken",), "laws")
    found = engine_bench.judge(
        changed("general", constants, '"block": Price(1, 1)', '"block": Price(1, 2)'), LIMIT
    )
    assert (found.codes, found.where) == (("unmet",), "read")
    found = engine_bench.judge(changed("general", constants, "TURN_AP = ", "TURNS = "), LIMIT)
    assert (found.codes, found.where) == (("fault",), "load")
    assert (copy / path).read_text(encoding="utf-8") == read(path)


def test_a_mutant_that_never_ends_is_given_up(engine_bench: Bench) -> None:
    endless = changed(
        "general", f"{FOLDER}/constants.py", "TURN_AP = 2", "TURN_AP = 2\nwhile True:\n    pass"
    )
    found = engine_bench.judge(endless, 1)
    assert found.timeout
    assert found.caught
