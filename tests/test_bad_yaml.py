"""What can be wrong with a YAML file, row by row: each is refused at its place or read as the text it is.

The names of the rows are those of the catalogue of inputs that the project keeps. Left out, with the reason:

- parts of INP-41 and all of INP-51: devices, pipes and file names are the business of whoever opens the file;
- INP-47, "two scenes of one id" (files of one folder have different names) and "cyclic include" (nothing is
  included), and so INP-52; INP-48, "board 0×n" (boards are not written in YAML);
- INP-49 has its rows in test_reader.py (the header), but for `xx`: whether a language exists is known by
  whoever loads its words.
"""

import json
import os
import random
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook import reader, stage
from rulebook.books import scene_paths
from rulebook.errors import Exit, Problems
from rulebook.games import GAMES
from rulebook.model import Game, Scene
from tests.toy import GAME

ROOT = Path(__file__).resolve().parent.parent
BALL = GAMES["ball"]
PARSERS = {"fastest": reader.structure.PARSER, "pure": yaml.BaseLoader}
GOOD = """\
title: A walk
start: standard
steps:
  - name: walk
    do: {walk: RED1, to: A2}
    dice: [3]
    expect: {RED1: A2, walks: 1}
    remark: The die shows 3.
"""
TITLE = "title: {}\nstart: standard\n"


@pytest.fixture(params=sorted(PARSERS))
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs a test with libyaml and with pure Python."""
    monkeypatch.setattr(reader.structure, "PARSER", PARSERS[request.param])


both = pytest.mark.usefixtures("parser")


def test_both_parsers_are_there() -> None:
    assert yaml.__with_libyaml__, "PyYAML without libyaml: the fast way is not tested"
    assert PARSERS["fastest"] is yaml.CBaseLoader


def read(text: str, game: Game[Any, Any] = GAME) -> Scene:
    return reader.read_scene("scenes/toy/walk.yaml", text, game)


def complaints(text: str | bytes, game: Game[Any, Any] = GAME) -> list[str]:
    """`code line:column` of every problem; what is told of them must be fit to print."""
    with pytest.raises(Problems) as caught:
        read(reader.decode("walk.yaml", text) if isinstance(text, bytes) else text, game)
    assert caught.value.exit is Exit.INPUT
    for problem in caught.value.problems:
        assert problem.text
        assert str(problem).isprintable()
        assert len(str(problem)) < 1000
    return [f"{found.code} {found.place.line}:{found.place.column}" for found in caught.value.problems]


def advice(text: str) -> str:
    with pytest.raises(Problems) as caught:
        read(text)
    return caught.value.problems[0].advice


REFUSED: dict[str, tuple[str | bytes, list[str]]] = {
    "INP-01 duplicate key": ("title: a\nstart: standard\ntitle: b\n", ["duplicate-key 3:1"]),
    "INP-01 in a flow": (GOOD.replace("to: A2", "to: A2, to: B1"), ["duplicate-key 5:30"]),
    "INP-01 thrice": (
        "title: a\nstart: standard\ntitle: b\ntitle: c\n",
        ["duplicate-key 3:1", "duplicate-key 4:1"],
    ),
    "INP-02 case": ("title: a\nstart: standard\nTitle: b\n", ["duplicate-key 3:1"]),
    "INP-02 NFC and NFD": (
        "title: a\nstart: standard\ncaf\u00e9: 1\ncafe\u0301: 2\n",
        ["unknown-key 3:1", "duplicate-key 4:1"],
    ),
    "INP-02 space": ("title: a\nstart: standard\n'title ': b\n", ["duplicate-key 3:1"]),
    "INP-03 true and 1": (TITLE.format("x") + "true: a\n1: b\n", ["unknown-key 3:1", "unknown-key 4:1"]),
    "INP-04 key": (TITLE.format("x") + "on: a\nno: b\n", ["unknown-key 3:1", "unknown-key 4:1"]),
    "INP-06 octal die": (GOOD.replace("[3]", "[03]"), ["wrong-type 6:12"]),
    "INP-06 hexadecimal die": (GOOD.replace("[3]", "[0x3]"), ["wrong-type 6:12"]),
    "INP-06 underscore": (GOOD.replace("[3]", "[1_0]"), ["wrong-type 6:12"]),
    "INP-07 decimal die": (GOOD.replace("[3]", "[3.0]"), ["wrong-type 6:12"]),
    "INP-10 number of 5,000 digits": (GOOD.replace("[3]", f"[{'9' * 5000}]"), ["out-of-range 6:12"]),
    "INP-11 not a number": (GOOD.replace("[3]", "[.nan]"), ["wrong-type 6:12"]),
    "INP-11 infinity": (GOOD.replace("[3]", "[.inf]"), ["wrong-type 6:12"]),
    "INP-11 exponent": (GOOD.replace("[3]", "[1.0e+400]"), ["wrong-type 6:12"]),
    "INP-12 empty": (TITLE.format(""), ["missing-value 1:1"]),
    "INP-12 tilde": (TITLE.format("~"), ["missing-value 1:1"]),
    "INP-12 null": (TITLE.format("null"), ["missing-value 1:1"]),
    "INP-12 empty quotes": (TITLE.format('""'), ["missing-value 1:8"]),
    "INP-12 field": (GOOD.replace("to: A2", "to: "), ["missing-value 5:22"]),
    "INP-12 start": ("title: a\nstart:\n", ["missing-value 2:1"]),
    "INP-13 nothing": ("", ["empty-file 1:1"]),
    "INP-13 comments": ("# a\n# b\n", ["empty-file 1:1"]),
    "INP-13 three hyphens": ("---\n", ["empty-file 1:1"]),
    "INP-14 list": ("- title: a\n", ["wrong-type 1:1"]),
    "INP-14 text": ("title\n", ["wrong-type 1:1"]),
    "INP-15 two documents": (GOOD + "---\n" + GOOD, ["second-document 9:1"]),
    "INP-16 directive": ("%YAML 1.2\n---\n" + GOOD, ["directive 1:1"]),
    "INP-16 directive unknown": ("# a\n%FOO bar\n---\n" + GOOD, ["directive 2:1"]),
    "INP-17 tab as indent": (GOOD.replace("  - name", "\t- name"), ["tab 4:1"]),
    "INP-17 tab after a colon": (GOOD.replace("name: walk", "name:\twalk"), ["tab 4:10"]),
    "INP-17 two tabs": (
        GOOD.replace("title: ", "title:\t").replace("dice: ", "dice:\t"),
        ["tab 1:7", "tab 6:10"],
    ),
    "INP-18 indent too deep": (GOOD.replace("    dice", "      dice"), ["indentation 6:7"]),
    "INP-18 indent too deep under a text": (GOOD.replace("start", " start"), ["indentation 2:7"]),
    "INP-18 indent too shallow": (GOOD.replace("    dice", "   dice"), ["indentation 6:4"]),
    "INP-18 open quotes": (GOOD.replace("title: A", 'title: "A'), ["unclosed 1:8"]),
    "INP-18 open single quotes": (GOOD.replace("remark: ", "remark: '"), ["unclosed 8:13"]),
    "INP-18 open brace": (GOOD.replace("A2}\n    dice", "A2\n    dice"), ["unclosed 5:9"]),
    "INP-18 open bracket": (GOOD.replace("[3]", "[3"), ["unclosed 6:11"]),
    "INP-18 open quotes before others": (
        GOOD.replace("A walk", '"A walk').replace("The die shows 3.", '"The die shows 3."'),
        ["needs-quotes 8:14"],
    ),
    "INP-18 open at the end": ("title: a\nstart: {turn: RED\n", ["unclosed 2:8"]),
    "INP-18 wrong bracket": (GOOD.replace("[3]", "[3}"), ["unclosed 6:11"]),
    "INP-18 one bracket too many": ("{title: a, start: standard}}", ["not-the-end 1:28"]),
    "INP-19 colon": (TITLE.format("Rule: move"), ["needs-quotes 1:12"]),
    "INP-19 hyphen": (TITLE.format("- a"), ["needs-quotes 1:8"]),
    "INP-19 at": (TITLE.format("@home"), ["needs-quotes 1:8"]),
    "INP-19 per cent": (TITLE.format("%a"), ["needs-quotes 1:8"]),
    "INP-19 per cent at the start": ("%a: b\n", ["directive 1:1", "empty-file 1:1"]),
    "INP-19 backtick": (TITLE.format("`a`"), ["needs-quotes 1:8"]),
    "INP-19 comma": (TITLE.format(", a"), ["needs-quotes 1:8"]),
    "INP-19 question mark": (TITLE.format("? a"), ["needs-quotes 1:8"]),
    "INP-19 asterisk": (TITLE.format("*"), ["needs-quotes 1:8"]),
    "INP-19 exclamation mark": (TITLE.format("!a!b c"), ["needs-quotes 1:8"]),
    "INP-19 question in a flow": (GOOD.replace("to: A2", "to: A2?"), ["unclosed 5:9"]),
    "INP-19 after quotes": (TITLE.format('"A" walk'), ["needs-quotes 1:12"]),
    "INP-19 no space after a colon": (GOOD.replace("title: ", "title:"), ["missing-space 1:6"]),
    "INP-19 no space after a colon in a step": (GOOD.replace("dice: ", "dice:"), ["missing-space 6:9"]),
    "INP-19 no space in a flow": (GOOD.replace("to: A2", "to:A2"), ["unknown-field 5:22"]),
    "INP-19 a word alone": ("title: a\nstart\nremark: b\n", ["missing-colon 2:1"]),
    "INP-20 hash": (TITLE.format("red #1"), ["comment-in-text 1:12"]),
    "INP-20 hash and a space": (TITLE.format("player # 5"), ["comment-in-text 1:15"]),
    "INP-20 hash without end": (TITLE.format("player  #"), ["comment-in-text 1:16"]),
    "INP-20 hash in a flow": (GOOD.replace("to: A2", "to: A2 #1"), ["comment-in-text 5:29"]),
    "INP-20 hash at the start": (TITLE.format("#1"), ["missing-value 1:1"]),
    "INP-22 byte order mark inside": (GOOD.replace("dice", "\ufeffdice"), ["hidden-character 6:5"]),
    "INP-23 bare CR": (GOOD.replace("\n", "\r", 1), ["line-end 1:14"]),
    "INP-24 Latin-1": (GOOD.replace("A walk", "Ä walk").encode("latin-1"), ["not-utf8 1:8"]),
    "INP-24 Latin-1 below": (GOOD.replace("The die", "Die Würfel").encode("latin-1"), ["not-utf8 8:18"]),
    "INP-24 UTF-16": (GOOD.encode("utf-16"), ["not-utf8 1:1"]),
    "INP-24 cut off": (GOOD.encode() + "é".encode()[:1], ["not-utf8 9:1"]),
    "INP-25 NUL": (GOOD.replace("A walk", "A\0walk"), ["hidden-character 1:9"]),
    "INP-25 ESC": (GOOD.replace("A walk", "A\x1b[31mwalk"), ["hidden-character 1:9"]),
    "INP-26 escaped NUL": (TITLE.format(r'"a\0"'), ["hidden-character 1:8"]),
    "INP-26 escaped ESC": (TITLE.format(r'"\e[31m"'), ["hidden-character 1:8"]),
    "INP-26 escaped tab": (TITLE.format(r'"a\tb"'), ["hidden-character 1:8"]),
    "INP-27 lone surrogate": (TITLE.format(r'"\ud800"'), ["hidden-character 1:8"]),
    "INP-27 pair of surrogates": (TITLE.format(r'"\ud83d\ude00"'), ["hidden-character 1:8"] * 2),
    "INP-27 raw": (TITLE.format("\ud800"), ["hidden-character 1:8"]),
    "INP-28 beyond Unicode": (TITLE.format(r'"\U00110000"'), ["bad-escape 1:11"]),
    "INP-28 no such escape": (TITLE.format(r'"C:\walk"'), ["bad-escape 1:12"]),
    "INP-28 escape cut off": (TITLE.format(r'"\x4"'), ["bad-escape 1:11"]),
    "INP-29 U+0085": (TITLE.format("a\x85b: c"), ["hidden-character 1:9"]),
    "INP-29 U+2028": (TITLE.format("a\u2028b: c"), ["hidden-character 1:9"]),
    "INP-29 escaped": (TITLE.format(r'"a\Lb"'), ["hidden-character 1:8"]),
    "INP-30 override": (TITLE.format("a\u202eb"), ["hidden-character 1:9"]),
    "INP-30 isolate": (TITLE.format("a\u2067b"), ["hidden-character 1:9"]),
    "INP-30 zero-width space": (TITLE.format("a\u200bb"), ["hidden-character 1:9"]),
    "INP-30 noncharacters": (
        TITLE.format("\ufffe\U0010ffff"),
        ["hidden-character 1:8", "hidden-character 1:9"],
    ),
    "INP-30 lost letter": (TITLE.format("W\ufffdrfel"), ["hidden-character 1:9"]),
    "INP-31 alias bomb": (
        "title: &a [x, x]\nstart: &b [*a, *a]\nsteps: [*b, *b]\n",
        ["anchor 1:8", "anchor 2:8", "alias 2:12", "alias 2:16", "alias 3:9", "alias 3:13"],
    ),
    "INP-32 recursive list": (GOOD.replace("[3]", "&a [*a]"), ["anchor 6:11", "alias 6:15"]),
    "INP-32 recursive mapping": ("&a {title: *a, start: *a}", ["anchor 1:1", "alias 1:12", "alias 1:23"]),
    "INP-33 merge": (GOOD + "<<: {title: b}\n", ["merge-key 9:1"]),
    "INP-33 merge of a number": (GOOD + "<<: 3\n", ["merge-key 9:1"]),
    "INP-33 merge of an alias": (GOOD + "<<: *b\n", ["merge-key 9:1", "alias 9:5"]),
    "INP-34 duplicate anchor": ("title: &a x\nstart: &a y\n", ["anchor 1:8", "anchor 2:8"]),
    "INP-34 unknown alias": (TITLE.format("*bold"), ["alias 1:8"]),
    "INP-34 text with asterisks": (TITLE.format("*bold*"), ["needs-quotes 1:8"]),
    "INP-35 Python tag": (TITLE.format("!!python/object/apply:os.system [touch x]"), ["tag 1:8"]),
    "INP-36 set": (GOOD.replace("[3]", "!!set {a, b}"), ["tag 6:11"]),
    "INP-36 omap": (GOOD.replace("[3]", "!!omap [a: b]"), ["tag 6:11"]),
    "INP-36 binary": (TITLE.format("!!binary aGk="), ["tag 1:8"]),
    "INP-36 int": (TITLE.format('!!int "x"'), ["tag 1:8"]),
    "INP-36 local": (TITLE.format("!a b"), ["tag 1:8"]),
    "INP-37 list as key": (GOOD + "[a]: b\n", ["key-not-text 9:1"]),
    "INP-37 mapping as key": (GOOD + "? {a: b}\n: c\n", ["key-not-text 9:3"]),
    "INP-38 equals sign as key": (GOOD + "=: a\n", ["unknown-key 9:1"]),
    "INP-39 1,000 lists": ("a: " + "[" * 1000, ["too-deep 1:35"]),
    "INP-39 1,000 mappings": ("{a: " * 1000, ["too-deep 1:126"]),
    "INP-39 33 deep": (f"title: a\nstart: {'[' * 32}{']' * 32}\n", ["too-deep 2:39"]),
    "INP-42 60,000 values in a line": (f"a: [{'a,' * 60_000}]", ["too-many 1:39999"]),
    "INP-42 key of 2,000 characters": ("x" * 2000 + ": 1\n", ["too-long 1:2001"]),
    "INP-42 key of 200 characters": (GOOD + "x" * 200 + ": 1\n", ["too-long 9:1"]),
    "INP-42 long text": (TITLE.format("x" * 10_001), ["too-long 1:8"]),
    "INP-42 many words": (
        GOOD.replace("RED1: A2", f"RED1: [{'A2,' * 501}]"),
        ["too-many 7:14"],
    ),
    "INP-42 many expectations": (
        GOOD.replace("walks: 1", ", ".join(f"w{number}: 1" for number in range(501))),
        ["too-many 7:5"],
    ),
    "INP-43 unknown field": (GOOD + "colr: red\n", ["unknown-key 9:1"]),
    "INP-43 in a step": (GOOD.replace("remark", "remarc"), ["unknown-key 8:5"]),
    "INP-43 in an action": (GOOD.replace("to:", "too:"), ["unknown-field 5:22"]),
    "INP-44 wrong case": (GOOD.replace("title", "Title"), ["unknown-key 1:1"]),
    "INP-44 action in wrong case": (GOOD.replace("walk: RED1", "Walk: RED1"), ["unknown-action 5:10"]),
    "INP-45 true for a number": (GOOD.replace("[3]", "[true]"), ["wrong-type 6:12"]),
    "INP-45 quoted number": (GOOD.replace("[3]", '["3"]'), ["wrong-type 6:12"]),
    "INP-45 number for a list": (GOOD.replace("[3]", "3"), ["wrong-type 6:11"]),
    "INP-45 list for a text": (TITLE.format("[a]"), ["wrong-type 1:1"]),
    "INP-45 mapping for a text": (TITLE.format("{a: b}"), ["wrong-type 1:1"]),
    "INP-46 10^30": (GOOD.replace("[3]", f"[1{'0' * 30}]"), ["out-of-range 6:12"]),
    "INP-46 2^63": (GOOD.replace("[3]", "[9223372036854775808]"), ["out-of-range 6:12"]),
    "INP-47 unknown piece": (GOOD.replace("{walk: RED1", "{walk: RED9"), ["unknown-piece 5:16"]),
    "INP-47 unknown rule": (GOOD.replace("do:", "forbidden: walk.dei\n    try:"), ["unknown-rule 5:16"]),
    "INP-47 two steps of one name": (
        GOOD + GOOD[GOOD.index("  - name") :],
        ["duplicate-step 9:11"],
    ),
    "INP-48 two walkers on one point": (
        "title: a\nstart: {place: {RED1: A1, RED2: A1}}\n",
        ["bad-start 2:33"],
    ),
    "INP-48 walker off the board": ("title: a\nstart: {place: {RED1: A9}}\n", ["bad-start 2:23"]),
    "INP-48 off the board": (GOOD.replace("to: A2", "to: D4"), ["off-board 5:26"]),
    "INP-50 NBSP as indent": (GOOD.replace("    dice", "  \u00a0 dice"), ["indentation 6:3"]),
    "INP-50 NBSP after a colon": (GOOD.replace("dice: ", "dice:\u00a0"), ["missing-space 6:9"]),
    "INP-50 zero-width in an id": (GOOD.replace("name: walk", "name: wa\u200blk"), ["hidden-character 4:13"]),
    "INP-50 joiner in an id": (GOOD.replace("name: walk", "name: wa\u200dlk"), ["bad-name 4:11"]),
    "INP-50 typographic quotes": (TITLE.format("“Rule: move”"), ["needs-quotes 1:13"]),
    "INP-51 block text on the line": (TITLE.format("> x"), ["block-text 1:10"]),
}


@both
@pytest.mark.parametrize("row", REFUSED)
def test_it_is_refused_at_its_place(row: str) -> None:
    text, expected = REFUSED[row]
    assert complaints(text) == expected


ACCEPTED = {
    "INP-04 no": ("no", "no"),
    "INP-04 off": ("off", "off"),
    "INP-04 y": ("y", "y"),
    "INP-05 time": ("12:30", "12:30"),
    "INP-05 ratio": ("1:1", "1:1"),
    "INP-06 octal": ("010", "010"),
    "INP-06 hexadecimal": ("0x1F", "0x1F"),
    "INP-06 underscore": ("1_000", "1_000"),
    "INP-07 decimal": ("1.10", "1.10"),
    "INP-07 exponent": ("1e3", "1e3"),
    "INP-08 date": ("2024-01-02", "2024-01-02"),
    "INP-09 no date": ("2024-13-45", "2024-13-45"),
    "INP-09 no time zone": ("2024-01-02T00:00:00+99:99", "2024-01-02T00:00:00+99:99"),
    "INP-10 5,000 digits as a text": ("9" * 5000, "9" * 5000),
    "INP-11 nan": (".nan", ".nan"),
    "INP-12 null in quotes": ('"null"', "null"),
    "INP-20 hash in quotes": ('"red #1"', "red #1"),
    "INP-20 hash in a word": ("red#1", "red#1"),
    "INP-20 comment": ("red  # the colour", "red"),
    "INP-28 escapes": (r'"\x41\u00e9 \\ \""', 'Aé \\ "'),
    "INP-30 marks and joiners": ("a\u200c\u200d\u200e\u200f", "a\u200c\u200d\u200e\u200f"),
    "INP-38 equals sign": ("=", "="),
    "INP-50 NBSP in a text": ("a\u00a0b", "a\u00a0b"),
    "folded text": ("a\n  b", "a b"),
    "block text": (">\n  a\n  b\n\n", "a b"),
    "text in quotes": ("'a: b'", "a: b"),
    "Japanese": ("石を置きます", "石を置きます"),
    "emoji": ("\U0001f600", "\U0001f600"),
}


@both
@pytest.mark.parametrize("row", ACCEPTED)
def test_it_is_the_text_that_is_written(row: str) -> None:
    written, meant = ACCEPTED[row]
    assert read(TITLE.format(written)).title == meant


@both
def test_inp_06_numbers_in_json_are_plain_and_decimal() -> None:
    start = (
        "start: {a: 1, b: -2, c: 0, d: 010, e: 0x1F, f: 1_0, g: '3', h: 1.0, i: no, j: 12:30, k: +1, l: -0}"
    )

    class Anything(type(GAME)):  # type: ignore[misc]
        def setup(self, start: object) -> object:
            return super().setup({"base": "standard"})

    assert read(f"title: a\n{start}\n", Anything()).start == {
        "a": 1, "b": -2, "c": 0, "d": "010", "e": "0x1F", "f": "1_0",
        "g": "3", "h": "1.0", "i": "no", "j": "12:30", "k": "+1", "l": "-0",
    }  # fmt: skip


@both
def test_inp_42_limits_are_reached_before_they_are_passed() -> None:
    assert read(TITLE.format("x" * 10_000)).title == "x" * 10_000
    assert complaints(GOOD + "x" * 100 + ": 1\n") == ["unknown-key 9:1"]
    assert complaints(f"title: a\nstart: {'[' * 31}{']' * 31}\n") == ["wrong-type 2:1"]
    assert complaints(f"[{'a,' * 19_999}]") == ["wrong-type 1:1"]
    assert complaints(f"[{'a,' * 20_000}]") == ["too-many 1:40000"]
    assert complaints(GOOD.replace("[3]", "[999999999]").replace("RED1, to", "RED9, to")) == [
        "unknown-piece 5:16"
    ]
    assert complaints(GOOD.replace("[3]", "[1000000000]")) == ["out-of-range 6:12"]
    assert len(read(GOOD.replace("RED1: A2", f"RED1: [{'A2,' * 500}]")).steps[0].expect["RED1"]) == 500


def test_good_files_are_read_by_the_fast_parser_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        reader.structure, "_load_in_python", lambda *args: pytest.fail("read again in pure Python")
    )
    assert read(GOOD).steps
    for name, text in BOOK.items():
        assert reader.read_scene(f"{name}.yaml", text, BALL).title


def test_inp_01_both_lines_are_named() -> None:
    with pytest.raises(Problems, match=r"walk\.yaml:3:1: duplicate-key: 'title' stands in line 1 already"):
        read("title: a\nstart: standard\ntitle: b\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TITLE.format("Rule: move"), "put the whole text in quotes"),
        (TITLE.format("@home"), "put it in quotes"),
        (TITLE.format("*bold*"), "put it in quotes"),
        (
            TITLE.format("red #1"),
            "put the whole text in quotes; a comment has two spaces before '#' and one after",
        ),
        (TITLE.format("“Rule: move”"), "put the whole text in quotes"),
        (GOOD.replace("title: ", "title:\t"), "write spaces"),
        (GOOD.replace("to: A2", "to:A2"), "write a space after the colon: 'to: A2'"),
        (GOOD.replace("walk: RED1", "walk:RED1"), "write a space after the colon"),
        (GOOD.replace("title", "Title"), "did you mean 'title'?"),
        (GOOD.replace("walk: RED1, to: A2", "to: A2, walk: RED1"), "begin with the action: {walk: …}"),
        (GOOD.replace("name: walk", "name: Fünf Schritte!"), "'funf-schritte' would do"),
    ],
)
def test_the_way_out_is_told(text: str, said: str) -> None:
    assert advice(text).startswith(said)


def test_inp_21_a_byte_order_mark_at_the_start_is_nothing() -> None:
    assert read(reader.decode("walk.yaml", b"\xef\xbb\xbf" + GOOD.encode())) == read(GOOD)
    assert complaints(b"\xef\xbb\xbf" + b"titel: a\n") == ["missing-key 1:1", "unknown-key 1:1"]


@both
def test_inp_23_crlf_is_lf() -> None:
    text = GOOD.replace("The die shows 3.", "|\n      The die\n\n      shows 3.\n")
    assert read(text.replace("\n", "\r\n")) == read(text)
    assert reader.decode("walk.yaml", text.replace("\n", "\r\n").encode()) == text


def test_inp_26_messages_cannot_steer_a_terminal() -> None:
    with pytest.raises(Problems) as caught:
        read(GOOD + '"\u00a0x::error": a\n')
    assert "\\xa0x" in str(caught.value)


@both
def test_inp_35_no_process_starts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("system", "popen", "fork", "posix_spawn"):
        monkeypatch.setattr(os, name, lambda *args: pytest.fail("a process was started"))
    for tag in ("apply:os.system", "new:os.system", "name:os.system"):
        assert complaints(TITLE.format(f"!!python/object/{tag} [touch x]")) == ["tag 1:8"]
    assert list(tmp_path.iterdir()) == []


DEEP = """\
import sys, yaml
from rulebook import reader
from tests.toy import GAME
reader.structure.PARSER = getattr(yaml, sys.argv[1])
for opening in ("[", "{a: ", "- ", "? ", "a: ["):
    text = "a: " * (opening == "[") + opening * int(sys.argv[2])
    try: reader.read_scene("a.yaml", text, GAME)
    except Exception as error: print(*(problem.code for problem in error.problems))
"""


@pytest.mark.parametrize("parser", ["CBaseLoader", "BaseLoader"])
@pytest.mark.parametrize("times", [25_000, 200_000])
def test_inp_40_deep_nesting_leaves_the_process_alive(parser: str, times: int) -> None:
    """In a process of its own, for libyaml dies of this by a signal when it builds nodes."""
    done = subprocess.run(
        [sys.executable, "-c", DEEP, parser, str(times)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (512 << 20, 512 << 20)),
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "too-deep\n" * 5, "")


@pytest.mark.parametrize("size", [reader.SIZE + 1, 1 << 20, 10 << 20, 20 << 20])
def test_inp_41_and_42_large_files(size: int) -> None:
    assert complaints(b"title: ".ljust(size, b"x")) == ["too-large 1:1"]
    assert len(reader.decode("walk.yaml", b"x" * reader.SIZE)) == reader.SIZE


def test_inp_53_a_hundred_errors() -> None:
    found = complaints(GOOD + "".join(f"wrong{number}: x\n" for number in range(100)))
    assert found[:50] == [f"unknown-key {line}:1" for line in range(9, 59)]
    assert found[50:] == ["more-problems 59:1"]


def test_inp_53_thousands_of_errors() -> None:
    found = complaints(GOOD + "".join(f"wrong{number}: x\n" for number in range(9000)))
    assert (len(found), found[-1]) == (51, "more-problems 59:1")
    places = "".join(f"    RED{number}: A1\n" for number in range(3, 900))
    assert complaints(f"title: a\nstart:\n  place:\n{places}") == [
        f"bad-start {line}:11" for line in range(4, 11)
    ] + [f"bad-start {line}:12" for line in range(11, 54)]


def test_inp_53_every_stage_of_the_schema_is_told_at_once() -> None:
    text = """\
titel: a
start: {place: {RED1: Z9, RED2: A1, BLU1: B2, BLUE2: B3 dwn}, turn: BLE}
steps:
  - name: One step
    do: {walk: RED1, two: A2}
    dice: [x]
  - name: twin
    try: {walk: RED1, to: A2}
    forbidden: walk.fre
  - name: twin
    show: {wlk: RED1}
    expect: {targets: [A9], RED1: [A1 down]}
"""
    assert complaints(text) == [
        "unknown-key 1:1",
        "bad-start 2:23",
        "bad-start 2:43",
        "bad-start 2:54",
        "bad-start 2:69",
        "bad-name 4:11",
        "unknown-field 5:22",
        "wrong-type 6:12",
        "unknown-rule 9:16",
        "duplicate-step 10:11",
        "unknown-action 11:12",
        "off-board 12:24",
        "bad-word 12:36",
    ]


# What we read, written and read again (INP-55)


def as_yaml(scene: Scene, game: Game[Any, Any]) -> str:
    """The scene as another program would write it."""
    steps = [step_of(scene, index, game) for index in range(len(scene.steps))]
    whole = {"title": scene.title, "remark": scene.remark, "start": scene.start, "steps": steps}
    return yaml.safe_dump(
        {key: value for key, value in whole.items() if value}, allow_unicode=True, sort_keys=False
    )


def step_of(scene: Scene, index: int, game: Game[Any, Any]) -> dict[str, Any]:
    step = scene.steps[index]
    actions = {"do": step.do, "try": step.attempt, "show": step.show}
    return {
        "name": step.name,
        **{verb: short(action, game) for verb, action in actions.items() if action},
        **({"forbidden": step.forbidden} if step.forbidden else {}),
        **({"dice": list(step.dice)} if step.dice else {}),
        **({"expect": {key: list(words) for key, words in step.expect.items()}} if step.expect else {}),
        **({"remark": step.remark} if step.remark else {}),
    }


def short(action: dict[str, Any], game: Game[Any, Any]) -> dict[str, Any]:
    first = game.actions[action["do"]][:1]
    rest = {name: value for name, value in action.items() if name not in ("do", *first)}
    return {action["do"]: next((action[name] for name in first if name in action), None)} | rest


def meaning(scene: Scene) -> object:
    """A scene without its places."""
    steps = [
        (
            step.name,
            step.do,
            step.attempt,
            step.show,
            step.forbidden,
            step.dice,
            dict(step.expect),
            step.remark,
        )
        for step in scene.steps
    ]
    return scene.title, scene.remark, scene.start, steps


def book_scenes() -> dict[str, str]:
    paths = scene_paths(ROOT / "scenes" / "ball")
    return {path.stem: path.read_text(encoding="utf-8") for path in paths}


BOOK = book_scenes()


@pytest.mark.parametrize("name", sorted(BOOK))
def test_inp_55_a_dumped_scene_is_the_same_scene(name: str) -> None:
    scene = reader.read_scene(f"{name}.yaml", BOOK[name], BALL)
    again = reader.read_scene(f"{name}.yaml", as_yaml(scene, BALL), BALL)
    assert meaning(again) == meaning(scene)
    assert scene.steps


# Whatever comes in, only Problems come out (INP-54)


def outcome(text: str, game: Game[Any, Any]) -> object:
    """What reading and playing give, problems among them; any other exception fails the test."""
    try:
        scene = read(text, game)
        return meaning(scene), scene.places, len(stage.play(game, scene))
    except Problems as caught:
        problems = caught.problems
    lines = text.count("\n") + 2
    assert all(0 <= problem.place.line <= lines for problem in problems)
    return str(problems)


BITS = (
    " #;#;: ;:;, ;,;- ;-;? ;?;{;};[;];\";';&a ;*a;!;!!int ;@;%;`;>;<;=;~;null;0;-1;99999999999;\\;\\x;|;|\n"
    ";\n;\n  ;  ;---\n;...\n;\t;\r;\0;é;\u00a0;\u202e;\ud800;\ufeff;日;😀;RED1;BLUE9;A2;D9;do: ;try: "
    ";show: ;name: ;expect: ;turn;ball;targets;walk;dodge;end_turn;standard;start;on;down;not-;.;_;dodge.exit"
    ";walk.free;{};[];: {a: b};- [a];''"
).split(";")


def mutated(text: str, chance: random.Random) -> str:
    """The text with one to four places spoiled."""
    for _ in range(chance.randint(1, 4)):
        at, end = sorted((chance.randint(0, len(text)), chance.randint(0, len(text))))
        end = min(end, at + chance.choice((0, 0, 1, 3, 10, 40)))
        text = text[:at] + chance.choice((chance.choice(BITS), text[at:end] * 2, "")) + text[end:]
    return text


def test_inp_54_mutated_scenes(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(54)
    refused = 0
    for _ in range(1500):
        name = chance.choice(sorted(BOOK))
        refused += isinstance(outcome(mutated(BOOK[name], chance), BALL), str)
        refused += isinstance(outcome(mutated(GOOD, chance), GAME), str)
    assert 1500 < refused < 3000


def test_inp_54_both_parsers_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(541)
    texts = [mutated(chance.choice((GOOD, *BOOK.values())), chance) for _ in range(700)]
    texts += ["".join(chance.choices(BITS, k=chance.randint(1, 12))) for _ in range(1500)]
    found = []
    for parser in PARSERS.values():
        monkeypatch.setattr(reader.structure, "PARSER", parser)
        found.append([outcome(text, BALL) for text in texts])
    assert found[0] == found[1]


LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(BITS)
KEYS = st.sampled_from(
    "title start steps remark name do try show forbidden dice expect walk piece to dodge move place turn "
    "base ap ball ep took RED1 ATK5 targets phase end_turn convert".split()
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=20,
)
STEPS = st.fixed_dictionaries(
    {"name": st.sampled_from("a b c start".split())},
    optional=dict.fromkeys("do try show forbidden dice expect remark".split(), VALUES),
)
SCENES = st.fixed_dictionaries(
    {"title": st.text(max_size=5), "start": st.just("standard") | VALUES}, optional={"steps": st.lists(STEPS)}
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(SCENES | VALUES)
def test_inp_54_any_values_in_any_place(value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False)
    assert outcome(text, GAME)
    assert outcome(text, BALL)


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.text(max_size=60))
def test_inp_54_any_text(text: str) -> None:
    assert outcome(text, GAME)
    assert outcome(TITLE.format(text), GAME)


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.binary(max_size=60))
def test_inp_54_any_bytes(data: bytes) -> None:
    try:
        text = reader.decode("walk.yaml", data)
    except Problems:
        return
    assert text.encode() == data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")
    assert outcome(text, GAME)
