"""What a scene, a book's header and its sentences may say, and what is said about the rest."""

from typing import Any

import pytest

from rulebook import reader
from rulebook.errors import Exit, Place, Problems
from rulebook.games import GAMES
from rulebook.model import Game
from tests.toy import GAME

SCENE = """\
title: A walk
start: {turn: RED, place: {RED1: A1, BLUE1: "B2 down"}}
remark: >
  RED1
  begins.
steps:
  - name: where
    show: {walk: RED1}
    expect: {targets: [A2, B1]}
  - name: walk
    do: {walk: RED1, to: A2}
    dice: [3]
    expect:
      RED1: [A2, not-down]
      walks: 1
    remark: The die shows 3.
  - name: too-far
    try: {walk: BLUE1, to: B1}
    forbidden: toy.down
  - name: rest
    do: rest
"""


def read(text: str, game: Game[Any, Any] = GAME, path: str = "scenes/toy/a-walk.yaml") -> Any:
    return reader.read_scene(path, text, game)


def problems(text: str, game: Game[Any, Any] = GAME, path: str = "scenes/toy/a-walk.yaml") -> list[str]:
    """`line:column: code: text; advice` of every problem."""
    with pytest.raises(Problems) as caught:
        read(text, game, path)
    assert caught.value.exit is Exit.INPUT
    return [str(problem).removeprefix(f"{path}:") for problem in caught.value.problems]


# Scenes


def test_a_scene() -> None:
    scene = read(SCENE)
    assert (scene.id, scene.title, scene.remark) == ("a-walk", "A walk", "RED1 begins.")
    assert scene.start == {"turn": "RED", "place": {"RED1": "A1", "BLUE1": "B2 down"}}
    where, walk, too_far, rest = scene.steps
    assert (where.name, where.show, where.do, where.attempt) == (
        "where",
        {"do": "walk", "piece": "RED1"},
        None,
        None,
    )
    assert where.expect == {"targets": ("A2", "B1")}
    assert walk.do == {"do": "walk", "piece": "RED1", "to": "A2"}
    assert (walk.dice, walk.expect) == ((3,), {"RED1": ("A2", "not-down"), "walks": ("1",)})
    assert walk.remark == "The die shows 3."
    assert (too_far.attempt, too_far.forbidden) == ({"do": "walk", "piece": "BLUE1", "to": "B1"}, "toy.down")
    assert rest.do == {"do": "rest"}


@pytest.mark.parametrize(
    ("path", "line", "column"),
    [
        ((), 1, 1),
        (("title",), 1, 8),
        (("start",), 2, 1),
        (("start", "turn"), 2, 15),
        (("start", "place"), 2, 20),
        (("start", "place", "BLUE1"), 2, 45),
        (("start", "place", "RED2"), 2, 20),
        (("remark",), 3, 9),
        (("steps",), 6, 1),
        (("steps", 0), 7, 5),
        (("steps", 0, "name"), 7, 11),
        (("steps", 0, "show", "do"), 8, 12),
        (("steps", 0, "show", "piece"), 8, 18),
        (("steps", 0, "show", "to"), 8, 5),
        (("steps", 0, "expect", "targets", 1), 9, 28),
        (("steps", 1, "do", "to"), 11, 26),
        (("steps", 1, "dice", 0), 12, 12),
        (("steps", 1, "expect", "RED1", 1), 14, 18),
        (("steps", 1, "expect", "walks", 0), 15, 14),
        (("steps", 1, "remark"), 16, 13),
        (("steps", 2, "try", "piece"), 18, 17),
        (("steps", 2, "forbidden"), 19, 16),
        (("steps", 3, "do", "do"), 21, 9),
    ],
)
def test_every_value_has_its_place(path: tuple[str | int, ...], line: int, column: int) -> None:
    assert read(SCENE).place(*path) == Place("scenes/toy/a-walk.yaml", line, column)


def test_steps_are_found_at_their_names() -> None:
    assert [step.place.line for step in read(SCENE).steps] == [7, 10, 17, 20]


@pytest.mark.parametrize("written", ["rest", "{rest: }", "{rest: ~}", '"rest"'])
def test_an_action_without_fields_is_a_word(written: str) -> None:
    scene = read(f"title: a\nstart: standard\nsteps:\n  - name: a\n    do: {written}\n")
    assert scene.steps[0].do == {"do": "rest"}


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("walk", {}),
        ("{walk: }", {}),
        ("{shove: RED1, away: A2}", {"piece": "RED1", "away": "A2"}),
        ("{shove: RED1, to: A2}", {"piece": "RED1", "to": "A2"}),
        ("{lend: , taker: RED2}", {"taker": "RED2"}),
    ],
)
def test_a_show_leaves_fields_out(written: str, shown: dict[str, str]) -> None:
    show = dict(read(f"title: a\nstart: standard\nsteps:\n  - name: a\n    show: {written}\n").steps[0].show)
    assert show.pop("do") in written
    assert show == shown


def test_fields_come_in_the_order_of_the_game() -> None:
    scene = read(
        "title: a\nstart: standard\nsteps:\n  - name: a\n    show: {shove: RED1, away: A3, to: A2}\n"
    )
    assert list(scene.steps[0].show) == ["do", "piece", "to", "away"]


def test_a_scene_may_be_a_position_alone() -> None:
    assert read("title: a\nstart: standard\n").steps == ()


def test_start_by_a_word_is_its_base() -> None:
    scene = read("title: a\nstart: standard\n")
    assert scene.start == {"base": "standard"}
    assert scene.place("start", "base") == Place("scenes/toy/a-walk.yaml", 2, 8)
    assert problems("title: a\nstart: standart\n")[0].startswith(
        "2:8: bad-start: base: 'standart' is none of"
    )


STEP = "title: a\nstart: standard\nsteps:\n  - name: a\n    {}\n"

WRONG_STEPS = {
    "do: {walk: RED1, to: A2}\n    try: rest": (
        "4:5: one-action: a step has one of 'do', 'try' and 'show', this one has do and try; make two"
    ),
    "remark: nothing": (
        "4:5: one-action: a step has one of 'do', 'try' and 'show', this one has none; add 'do: {…}'"
    ),
    "try: rest": (
        "5:10: missing-key: a 'try' names the rule that forbids it; add 'forbidden: RULE', or write 'do'"
    ),
    "do: rest\n    forbidden: walk.free": (
        "6:16: needs-try: 'forbidden' goes with 'try', not with 'do'; write 'try' if the action is refused"
    ),
    "show: walk\n    forbidden: walk.free": (
        "6:16: needs-try: 'forbidden' goes with 'try', not with 'show'; write 'try' if the action is refused"
    ),
    "show: walk\n    dice: [3]": "6:5: unknown-key: a 'show' throws no dice; delete 'dice'",
    "try: rest\n    forbidden: walk.fre": (
        "6:16: unknown-rule: no rule is called 'walk.fre'; did you mean 'walk.free'?"
    ),
    "try: rest\n    forbidden: xyz": "6:16: unknown-rule: no rule is called 'xyz'",
    "do: {wlk: RED1, to: A2}": (
        "5:10: unknown-action: 'wlk' is not an action of this game; did you mean 'walk'?"
    ),
    "do: {to: A2, walk: RED1}": (
        "5:10: unknown-action: 'to' is not an action of this game; begin with the action: {walk: …}"
    ),
    "do: wait": (
        "5:9: unknown-action: 'wait' is not an action of this game; known here: walk, shove, lend, rest"
    ),
    "do: {walk: RED1, too: A2}": "5:22: unknown-field: 'too' is not a key of a walk; did you mean 'to'?",
    "do: {walk: RED1, piece: RED2, to: A2}": (
        "5:22: unknown-field: 'piece' is the value of 'walk' itself; write '{walk: …}'"
    ),
    "do: {rest: RED1}": "5:16: unknown-field: the action 'rest' takes no value; write 'rest' alone",
    "do: {rest: , to: A2}": "5:18: unknown-field: 'to' is not a key of a rest",
    "do: {walk: RED1}": "5:5: missing-key: to: 'to' is missing",
    "do: walk": "5:9: missing-key: piece: 'piece' is missing",
    "do: {walk: RED9, to: A2}": (
        "5:16: unknown-piece: piece: 'RED9' is none of RED1, RED2, BLUE1, BLUE2; did you mean 'RED2'?"
    ),
    "do: {walk: A2, to: RED1}": "5:16: bad-value: piece: 'A2' is none of RED1, RED2, BLUE1, BLUE2",
    "do: {walk: RED1, to: Z9}": "5:26: off-board: to: 'Z9' is none of A1, A2, A3, B1, B2, B3, C1, C2, C3",
    "do: {walk: RED1, to: 3}": "5:26: bad-value: to: 3 is none of A1, A2, A3, B1, B2, B3, C1, C2, C3",
    "do: {walk: [RED1], to: A2}": "5:10: bad-value: piece: ['RED1'] is none of RED1, RED2, BLUE1, BLUE2",
    "show: {walk: RED9}": (
        "5:18: unknown-piece: piece: 'RED9' is none of RED1, RED2, BLUE1, BLUE2; did you mean 'RED2'?"
    ),
    "show: {shove: RED1, shove: A9}": "5:25: duplicate-key: 'shove' stands in line 5 already, column 12",
    "show: {walk: A2}": "5:18: bad-value: piece: 'A2' is none of RED1, RED2, BLUE1, BLUE2",
    "show: {walk: RED1, to: Z9}": "5:28: off-board: to: 'Z9' is none of A1, A2, A3, B1, B2, B3, C1, C2, C3",
    "do: []": "5:5: wrong-type: 'do' is a list; write an action: '{KIND: …}'",
    "do:": "5:5: missing-value: 'do' has no value; write one, in quotes if it begins with '#'",
    "do: rest\n    expect: {targets: [A1]}": (
        "6:14: unknown-key: only a 'show' has targets; write 'show', or delete 'targets'"
    ),
    "show: walk\n    expect: {targets: [A11]}": "6:24: off-board: 'A11' is not on the board; did you mean",
    "do: rest\n    expect: {}": "6:5: missing-value: 'expect' has no value",
    "do: rest\n    expect: down": "6:13: wrong-type: 'expect' is 'down'; write keys with values",
    "do: rest\n    expect: {RED1: []}": "6:14: missing-value: 'RED1' has no value",
    "do: rest\n    expect: {RED1: A1 down}": (
        "6:20: bad-word: 'A1 down' is more than one word; several words are a list: [A1, down]"
    ),
    "do: rest\n    expect: {RED1: {at: A1}}": (
        "6:14: wrong-type: 'RED1' is a mapping; write a list: [one, two]"
    ),
    "do: rest\n    dice: []": "6:5: wrong-type: 'dice' is a list; write what the dice show as a list: [3, 5]",
    "do: rest\n    dice: [three]": (
        "6:12: wrong-type: a die is 'three'; write a whole number, such as 3, without quotes"
    ),
    "do: rest\n    colour: red": (
        "6:5: unknown-key: 'colour' is not a key of a step; "
        "known here: name, do, try, show, forbidden, from, dice, expect, remark"
    ),
    "do: rest\n    remark: [a]": "6:5: wrong-type: 'remark' is a list; write a text",
}


@pytest.mark.parametrize("step", WRONG_STEPS)
def test_a_wrong_step(step: str) -> None:
    found = problems(STEP.replace("{}", step))
    assert len(found) == 1
    assert found[0].startswith(WRONG_STEPS[step])


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("start", "'start' is the name of every scene's first picture"),
        ("Dodge", "'dodge' would do"),
        ("two words", "'two-words' would do"),
        ("a_b", "'a-b' would do"),
        ("a--b", "'a-b' would do"),
        ("-a", "'a' would do"),
        ("a/b", "'a-b' would do"),
        ("../a", "'a' would do"),
        ("été", "'ete' would do"),
        ("ä" * 65, "use small letters"),
        ("a" * 65, "more than 64"),
        ("石", "use small letters"),
        ("a.b", "'a-b' would do"),
        ("con", "some systems keep this name"),
        ("com1", "some systems keep this name"),
    ],
)
def test_a_bad_name_of_a_step(name: str, said: str) -> None:
    found = problems(f"title: a\nstart: standard\nsteps:\n  - name: {name}\n    do: rest\n")
    assert len(found) == 1
    assert found[0].startswith("4:11: bad-name: ")
    assert said in found[0]


@pytest.mark.parametrize("name", ["a", "exit-2", "2-exits", "a" * 64])
def test_a_good_name_of_a_step(name: str) -> None:
    assert read(f"title: a\nstart: standard\nsteps:\n  - name: {name}\n    do: rest\n").steps[0].name == name


@pytest.mark.parametrize("stem", ["Dodge", "a b", "a_b", "nul", "été"])
def test_a_bad_name_of_a_scene(stem: str) -> None:
    (found,) = problems("title: a\nstart: standard\n", path=f"scenes/toy/{stem}.yaml")
    assert "bad-name" in found
    assert "cannot be a scene's name" in found


def test_the_name_of_a_scene_is_told_together_with_the_rest() -> None:
    assert len(problems("title: a\nstart: standard\ncolour: red\n", path="A.yaml")) == 2


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("title: a\n", ["1:1: missing-key: a scene has no 'start'; add 'start: …'"]),
        ("{}\n", ["1:1: missing-key: a scene has no 'start'", "1:1: missing-key: a scene has no 'title'"]),
        (
            "titel: a\nstart: standard\n",
            ["1:1: unknown-key: 'titel' is not a key of a scene; did you mean 'title'?"],
        ),
        ("title: a\nstart: standard\nsteps: []\n", ["3:1: wrong-type: 'steps' without a step is a list"]),
        ("title: a\nstart: standard\nsteps: {a: b}\n", ["3:1: wrong-type: 'steps' is a mapping"]),
        ("title: a\nstart: standard\nsteps: [rest]\n", ["3:9: wrong-type: a step is 'rest'"]),
        ("title: a\nstart: [a]\n", ["2:1: wrong-type: 'start' is a list"]),
    ],
)
def test_a_wrong_scene(text: str, found: list[str]) -> None:
    said = problems(text)
    assert len(said) == len(found)
    assert all(line.startswith(start) for line, start in zip(said, found, strict=True))


def test_all_that_is_wrong_with_a_start_comes_at_once() -> None:
    place = "{RED1: Z1, RED2: A1, BLUE1: A1, BLUE2: B2 dwn, X: C1}"
    text = f"title: a\nstart:\n  turn: GREEN\n  place: {place}\n  stone: RED3\n"
    assert [line.partition(": ")[0] for line in problems(text)] == [
        "3:9",
        "4:17",
        "4:38",
        "4:49",
        "4:60",
        "5:10",
    ]


def test_what_only_follows_from_an_error_of_the_start_is_not_told() -> None:
    (found,) = problems("title: a\nstart: {place: {RED1: Z1}}\n")
    assert found == "2:23: bad-start: place.RED1: 'Z1' is no place"
    (found,) = problems("title: a\nstart: {place: {RED1: Z1, RED2: A2}, stone: RED1}\n")
    assert found == "2:23: bad-start: place.RED1: 'Z1' is no place"


# BALL's scenes


@pytest.mark.parametrize(
    ("step", "place", "code"),
    [
        ("do: {dodge: DEF55, to: G8, exit: H9}", "5:17", "unknown-piece"),
        ("do: {dodge: DEF2, to: G8, exit: Z9}", "5:37", "off-board"),
        ("do: {dodge: DEF2, to: G8}", "5:5", "missing-key"),
        ("do: {dodge: DEF2, to: G8, exitt: H9}", "5:31", "unknown-field"),
        ("do: {convert: one}", "5:19", "bad-value"),
        ("do: {convert: '1'}", "5:19", "bad-value"),
        ("do: {move: DEF1, to: [H9]}", "5:22", "bad-value"),
        ("do: {move: {a: b}, to: H9}", "5:10", "bad-value"),
        ("show: {dodge: DEF9}", "5:19", "unknown-piece"),
        ("show: {dodge: G8}", "5:19", "bad-value"),
        ("show: {dodge: DEF2, to: Z9}", "5:29", "off-board"),
        ("show: {release: DEF2, ball: G8}", "5:33", "bad-value"),
    ],
)
def test_an_action_that_ball_cannot_read(step: str, place: str, code: str) -> None:
    (found,) = problems(STEP.replace("{}", step), GAMES["ball"])
    assert found.startswith(f"{place}: {code}: ")


@pytest.mark.parametrize(
    ("start", "found"),
    [
        ("{place: {DEF5: Z9, ATK5: Q1 ball, ATK9: A2}}", ["2:23", "2:33", "2:48"]),
        ("{place: {ATK5: F9 ball, ATK6: F9}}", ["2:38"]),
        ("{place: {ATK5: F9 ball, ATK6: H9 dwn}, turn: DFE}", ["2:38", "2:53"]),
        ("{place: {ATK5: F9 ball}, ap: 7, ep: {ATK: -1}, phase: later}", ["2:37", "2:50", "2:62"]),
        ("standart", ["2:8"]),
    ],
)
def test_a_start_that_ball_cannot_read(start: str, found: list[str]) -> None:
    said = problems(f"title: a\nstart: {start}\n", GAMES["ball"])
    assert [line.partition(": ")[0] for line in said] == found
    assert all(": bad-start: " in line for line in said)


# Sentences

SENTENCES = """\
events:
  move: "{player} moves from {from} to {to}."
  spends: {one: "{team} spends one AP.", other: "{team} spends {ap} AP.", by: ap}
  possession_free: ""
refusals:
  turn.took: >
    {player} may not
    act again.
shows: {dodge: "Where {player} may dodge: {targets}.", none: "{player} cannot."}
position: {turn.action: "{team} to play."}
"""


def sentence_problems(text: str) -> list[str]:
    with pytest.raises(Problems) as caught:
        reader.read_sentences("s.yaml", text)
    return [str(problem).removeprefix("s.yaml:") for problem in caught.value.problems]


def test_sentences() -> None:
    sentences = reader.read_sentences("s.yaml", SENTENCES)
    assert list(sentences) == [
        "events.move",
        "events.spends",
        "events.possession_free",
        "refusals.turn.took",
        "shows.dodge",
        "shows.none",
        "position.turn.action",
    ]
    spends = sentences["events.spends"]
    assert (spends.one, spends.other, spends.by) == ("{team} spends one AP.", "{team} spends {ap} AP.", "ap")
    assert spends.place == Place("s.yaml", 3, 17)
    assert sentences["refusals.turn.took"].one == "{player} may not act again."
    assert sentences["events.possession_free"] == reader.Sentence("", place=Place("s.yaml", 4, 20))
    assert sentences["events.move"].place == Place("s.yaml", 2, 9)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", ()),
        ("{player} moves to {to}.", ("player", "to")),
        ("{a}{a}", ("a", "a")),
        ("{other_to2}", ("other_to2",)),
    ],
)
def test_placeholders(text: str, names: tuple[str, ...]) -> None:
    assert reader.placeholders(text) == names


@pytest.mark.parametrize(
    "text", ["{", "}", "{}", "{a", "a}", "{A}", "{a b}", "{a}}", "{{a}}", "{1}", "{a.b}", "{a!r}", "{0}"]
)
def test_braces_that_are_no_placeholder(text: str) -> None:
    with pytest.raises(ValueError, match=r"\{|\}"):
        reader.placeholders(text)
    (found,) = sentence_problems(SENTENCES.replace("{player} moves", f"{text} moves"))
    assert found.startswith("2:9: bad-placeholder: ")


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (
            "refusals:",
            "refusal:",
            "5:1: unknown-key: 'refusal' is not a key of the sentences; did you mean 'refusals'?",
        ),
        ("shows:", "shows2: {}\nshows:", "9:1: unknown-key: 'shows2' is not a key of the sentences"),
        ("by: ap", "by: app", "3:79: unknown-placeholder: 'other' does not hold {app}; did you mean 'ap'?"),
        (", by: ap", "", "3:3: missing-key: 'spends' has no 'by'"),
        ("one AP", "{aps} AP", "3:17: unknown-placeholder: 'other' does not hold {aps}"),
        ("one:", "on:", "3:12: unknown-key: 'on' is not a key of 'spends'; did you mean 'one'?"),
        ('"{player} cannot."', "[a]", "9:56: wrong-type: 'none' is a list"),
        ('"{player} cannot."', "", "9:56: missing-value: 'none' has no value"),
        ("turn.took", "turn took", "6:3: bad-name: 'turn took' cannot be the name of a sentence"),
        ("turn.took", "turn..took", "6:3: bad-name: 'turn..took' cannot be the name of a sentence"),
    ],
)
def test_wrong_sentences(old: str, new: str, found: str) -> None:
    assert old in SENTENCES
    assert sentence_problems(SENTENCES.replace(old, new))[0].startswith(found)


def test_missing_groups_of_sentences() -> None:
    assert [line.split(": ")[2] for line in sentence_problems("events: {a: b}\n")] == [
        "the sentences has no 'position'; add 'position",
        "the sentences has no 'refusals'; add 'refusals",
        "the sentences has no 'shows'; add 'shows",
    ]


# A book's header

BOOK = """\
---
title: BALL
game: ball
language: en
edition: "1"
credits: Game by its author
description: The rules
unofficial: true
retired: [dodge.old, move.one.old]
---

Prose with a *tab*:\there.
"""


def header_problems(text: str) -> list[str]:
    with pytest.raises(Problems) as caught:
        reader.read_header("book.md", text, ["ball", "toy"])
    return [str(problem).removeprefix("book.md:") for problem in caught.value.problems]


def test_a_header() -> None:
    header, body, first_line = reader.read_header("book.md", BOOK, ["ball", "toy"])
    assert header == reader.Header(
        title="BALL",
        game="ball",
        language="en",
        edition="1",
        credits="Game by its author",
        description="The rules",
        unofficial=True,
        retired=("dodge.old", "move.one.old"),
        place=Place("book.md", 1, 1),
    )
    assert (body, first_line) == ("\nProse with a *tab*:\there.\n", 11)
    assert BOOK.split("\n")[first_line - 1 :] == body.split("\n")


def test_a_header_with_crlf_and_little_in_it() -> None:
    text = "---\r\ntitle: A\r\ngame: toy\r\nlanguage: nb\r\n--- \r\nProse\r\n\r\n---\r\nmore\r\n"
    header, body, first_line = reader.read_header("book.md", text, ["ball", "toy"])
    assert (header.title, header.edition, header.unofficial, header.retired) == ("A", "", False, ())
    assert (body, first_line) == ("Prose\n\n---\nmore\n", 6)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("---\ntitle", "title", "1:1: no-header: the book has no header; begin the file with a line '---'"),
        ("---\ntitle", "\n---\ntitle", "1:1: no-header: the book has no header"),
        (
            "---\n\nProse",
            "\nProse",
            "1:1: no-header: the header does not end; write another line '---' below it",
        ),
        ("title: BALL\n", "", "2:1: missing-key: the header has no 'title'"),
        ("game: ball", "game: bal", "3:7: unknown-game: no game is called 'bal'; did you mean 'ball'?"),
        (
            "edition",
            "editon",
            "5:1: unknown-key: 'editon' is not a key of the header; did you mean 'edition'?",
        ),
        (
            "unofficial: true",
            "unofficial: yes",
            "8:13: wrong-type: 'unofficial' is 'yes'; write true or false",
        ),
        ("unofficial: true", 'unofficial: "true"', "8:13: wrong-type: 'unofficial' is '"),
        ("unofficial: true", "unofficial: 1", "8:13: wrong-type: 'unofficial' is '"),
        (
            "dodge.old",
            "Dodge",
            "9:11: bad-rule: 'Dodge' cannot be the id of a rule; write it as 'dodge.exit'",
        ),
        ("dodge.old", "dodge", "9:11: bad-rule: 'dodge' cannot be the id of a rule"),
        ("dodge.old", "move.one.old", "9:25: duplicate-rule: 'move.one.old' stands in the list already"),
        (
            "[dodge.old, move.one.old]",
            "dodge.old",
            "9:10: wrong-type: 'retired' is 'dodge.old'; write a list",
        ),
        ("credits: ", "credits: By: ", "6:12: needs-quotes: a text cannot hold ': '"),
        ("BALL", "BA\u202eLL", "2:10: hidden-character: U+202E (RIGHT-TO-LEFT OVERRIDE) is not allowed"),
        ("Prose", "Pro\u2028se", "12:4: hidden-character: U+2028 (LINE SEPARATOR) is not allowed"),
        ("title: ", "title:\t", "2:7: tab: a tab is not allowed here"),
    ],
)
def test_a_wrong_header(old: str, new: str, found: str) -> None:
    assert old in BOOK
    assert header_problems(BOOK.replace(old, new, 1))[0].startswith(found)


@pytest.mark.parametrize("text", ["", "---\n", "---\n---\n", "Prose\n"])
def test_no_header_at_all(text: str) -> None:
    assert len(header_problems(text)) == 1


def test_all_errors_of_a_header_come_at_once() -> None:
    text = BOOK.replace("BALL", "").replace("ball", "bowl").replace("en\n", "EN\n").replace("dodge.old", "X")
    assert [line.partition(": ")[0] for line in header_problems(text)] == ["2:1", "3:7", "4:11", "9:11"]


@pytest.mark.parametrize("code", ["en", "nb", "ja", "pt-BR", "zh-Hans", "zh-Hant-TW", "es-419", "haw"])
def test_inp_49_good_codes_of_languages(code: str) -> None:
    assert reader.language_fault(code) == ""
    assert (
        reader.read_header("book.md", BOOK.replace("language: en", f"language: {code}"), ["ball"])[0].language
        == code
    )


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("no", "write 'nb'"),
        ("NO", "write 'nb'"),
        ("EN", "write 'en'"),
        ("en_US", "write 'en-US'"),
        ("en-us", "write 'en-US'"),
        ("zh-hans", "write 'zh-Hans'"),
        ("ZH-HANT-tw", "write 'zh-Hant-TW'"),
        ("jp", "write 'ja'"),
        ("i-klingon", "write it like 'en', 'nb' or 'pt-BR'"),
        ("english", "write it like 'en', 'nb' or 'pt-BR'"),
        ("../de", "write it like 'en', 'nb' or 'pt-BR'"),
        ("de/..", "write it like 'en', 'nb' or 'pt-BR'"),
        ("d", "write it like 'en', 'nb' or 'pt-BR'"),
        ("ｅｎ", "write it like 'en', 'nb' or 'pt-BR'"),
    ],
)
def test_inp_49_bad_codes_of_languages(code: str, said: str) -> None:
    (found,) = header_problems(BOOK.replace("language: en", f"language: {code}"))
    assert found.startswith("4:11: bad-language: ")
    assert found.endswith(said)


def test_near() -> None:
    assert reader.near("walc", ["walk", "rest"]) == "did you mean 'walk'?"
    assert reader.near("xyz", ["walk", "rest"]) == ""


def test_problems_that_are_few_are_all_shown() -> None:
    with pytest.raises(Problems) as caught:
        read("title: a\nstart: standard\n" + "".join(f"x{number}: a\n" for number in range(reader.SHOWN)))
    assert len(caught.value.problems) == reader.SHOWN
    assert {problem.code for problem in caught.value.problems} == {"unknown-key"}


# Glossaries

GLOSSARY = "hand-off: {en: [hand-off, hands off], nb: overlever}\nrelease: {en: release}\n"


def test_a_glossary_gives_words_by_language() -> None:
    first, second = reader.read_glossary("g.yaml", GLOSSARY)
    assert (first.name, first.words) == (
        "hand-off",
        {"en": ("hand-off", "hands off"), "nb": ("overlever",)},
    )
    assert (second.name, str(second.place)) == ("release", "g.yaml:2:1")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("nb:", "no:", "1:39: bad-language: 'no' is no code of a language; write 'nb'"),
        ("overlever", "[]", "1:39: missing-value: 'nb' has no value"),
        ("overlever", "''", "1:43: missing-value: 'nb' has no value"),
        ("{en: release}", "release", "2:10: wrong-type: 'release' is 'release'; write keys with values"),
        ("release:", "hand-off:", "2:1: duplicate-key: "),
    ],
)
def test_a_wrong_glossary(old: str, new: str, told: str) -> None:
    with pytest.raises(Problems) as caught:
        reader.read_glossary("g.yaml", GLOSSARY.replace(old, new))
    assert [str(problem).removeprefix("g.yaml:")[: len(told)] for problem in caught.value.problems] == [told]
