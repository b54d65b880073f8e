"""The engine protocol: one reply for one line, whatever the line is, for any game."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.games.ball import BALL
from rulebook.model import JSON
from rulebook.protocol import DEEPEST_PERFT, LONGEST_ERROR, LONGEST_LINE, AnyGame, serve
from tests.toy import Toy

ROOT = Path(__file__).resolve().parent.parent
START = BALL.write_state(BALL.new({}))
SERVER = (
    "import sys; from rulebook.games.ball import BALL; from rulebook.protocol import serve;"
    "serve(BALL, sys.stdin.buffer, sys.stdout.buffer)"
)


def talk(*lines: bytes, game: AnyGame = BALL) -> list[Any]:
    """The replies to lines."""
    out = io.BytesIO()
    serve(game, io.BytesIO(b"\n".join(lines)), out)
    replies = out.getvalue().splitlines(keepends=True)
    assert all(reply.endswith(b"\n") and reply.isascii() for reply in replies)
    return [json.loads(reply) for reply in replies]


def ask(request: JSON, game: AnyGame = BALL) -> Any:
    (reply,) = talk(json.dumps(request).encode(), game=game)
    return reply


def test_new() -> None:
    assert ask({"op": "new"}) == {"state": START}
    assert ask({"op": "new", "options": {}, "game": "ball"}) == {"state": START}


def test_legal_names_every_action_once() -> None:
    actions = ask({"op": "legal", "state": START})["actions"]
    assert len(actions) == 54
    assert {"do": "move", "player": "DEF1", "to": "H9"} in actions
    assert actions[-1] == {"do": "end_actions"}


def test_apply_gives_the_next_state_and_what_happened() -> None:
    reply = ask(
        {"op": "apply", "state": START, "action": {"do": "move", "player": "DEF1", "to": "H9"}, "dice": []}
    )
    assert reply["state"]["players"]["DEF1"]["at"] == "H9"
    assert reply["events"] == [
        {
            "kind": "move",
            "rule": "move.x",
            "player": "DEF1",
            "from": "I10",
            "to": "H9",
            "legs": [{"token": "DEF1", "way": ["I10", "H9"], "style": "move"}],
        },
        {"kind": "spends", "rule": "move.one.cost", "team": "DEF", "ap": 1, "left": 1, "legs": []},
    ]


def test_apply_tells_the_rule_that_refuses() -> None:
    reply = ask({"op": "apply", "state": START, "action": {"do": "move", "player": "ATK1", "to": "F9"}})
    assert reply == {"illegal": {"rule": "turn.phases", "why": "DEF is on turn, not the team of ATK1."}}


def test_perft_counts() -> None:
    assert [ask({"op": "perft", "state": START, "depth": depth}) for depth in range(3)] == [
        {"nodes": 1},
        {"nodes": 54},
        {"nodes": 1111},
    ]


def test_validate() -> None:
    assert ask({"op": "validate", "state": START}) == {"ok": True}
    reply = ask({"op": "validate", "state": {**START, "ap": 3}})
    assert reply == {"error": "state.ap: must be 0 to 2"}


def test_a_whole_game_over_the_wire() -> None:
    state = START
    for turn in range(20):
        actions = ask({"op": "legal", "state": state})["actions"]
        state = ask({"op": "apply", "state": state, "action": actions[turn * 7 % len(actions)]})["state"]
        assert ask({"op": "validate", "state": state}) == {"ok": True}


def test_any_game_speaks_it() -> None:
    toy: AnyGame = Toy()
    state = ask({"op": "new"}, toy)["state"]
    actions = ask({"op": "legal", "state": state}, toy)["actions"]
    assert actions
    walk = next(action for action in actions if action["do"] == "walk")
    assert "state" in ask({"op": "apply", "state": state, "action": walk, "dice": [3]}, toy)
    assert "error" in ask({"op": "apply", "state": state, "action": walk, "dice": []}, toy)
    assert "error" in ask({"op": "apply", "state": state, "action": walk, "dice": ["3"]}, toy)
    far = {"do": "walk", "piece": "RED2", "to": "A3"}
    assert "illegal" in ask({"op": "apply", "state": state, "action": far, "dice": ["3"]}, toy)
    assert ask({"op": "perft", "state": state, "depth": 1}, toy)["nodes"] > len(actions)


# Bad lines


def line(**fields: JSON) -> bytes:
    return json.dumps({"op": "validate", "state": START, **fields}).encode()


MOVE = {"do": "move", "player": "DEF1", "to": "H9"}

BAD: list[tuple[bytes, str]] = [
    (b"", "not JSON"),
    (b" ", "not JSON"),
    (b"\x00", "not JSON"),
    (b"{", "not JSON"),
    (b"nonsense", "not JSON"),
    (b"{'op': 'new'}", "not JSON"),
    (b'{"op": "new"} {"op": "new"}', "not JSON"),
    (b'{"op": "new",}', "not JSON"),
    (b'\xef\xbb\xbf{"op": "new"}', "not JSON"),
    (b'{"op": "new", "options": {"\x00": 1}}', "not JSON"),
    (b"\xff\xfe", "not UTF-8 at byte 1"),
    (b'{"op": "\xed\xa0\x80"}', "not UTF-8 at byte 9"),
    (b"null", "a request is an object"),
    (b"[]", "a request is an object"),
    (b'"new"', "a request is an object"),
    (b"7", "a request is an object"),
    (b"true", "a request is an object"),
    (b"1e999", "1e999 is not a whole number"),
    (b"NaN", "NaN is not a whole number"),
    (b'{"op": -Infinity}', "-Infinity is not a whole number"),
    (b"9" * 5000, "integer string conversion"),
    (b"{}", "op: must be one of new, legal, apply, perft, validate"),
    (b'{"op": "undo"}', "op: must be one of"),
    (b'{"op": null}', "op: must be one of"),
    (b'{"op": ["new"]}', "op: must be one of"),
    (b'{"op": {"op": "new"}}', "op: must be one of"),
    (b'{"op": "\\ud800"}', "op: must be one of"),
    (b'{"op": "new", "op": "new"}', "a field is named twice"),
    (b'{"op": "new", "options": {"a": 1, "a": 1}}', "a field is named twice"),
    (b'{"op": "new", "option": {}}', "'option' is no field of new; did you mean 'options'?"),
    (b'{"op": "new", "\\udfff": 1}', "'\\udfff' is no field of new"),
    (b'{"op": "new", "options": {"size": 5}}', "options.size: is unknown here"),
    (b'{"op": "new", "options": []}', "options: must be a mapping"),
    (b'{"op": "new", "options": null}', "options: must be a mapping"),
    (b'{"op": "new", "game": "chess"}', "game: this is the engine for ball"),
    (b'{"op": "new", "game": null}', "game: this is the engine for ball"),
    (b'{"op": "legal"}', "state: is missing"),
    (b'{"op": "legal", "state": null}', "state: must be a mapping"),
    (b'{"op": "legal", "state": []}', "state: must be a mapping"),
    (b'{"op": "legal", "state": {}}', "state.game: is missing"),
    (line(state={**START, "ap": 1.0}), "1.0 is not a whole number"),
    (line(state={**START, "ap": True}), "state.ap: must be a whole number, not true"),
    (line(state={**START, "turn": "\ud800" * 99}), "state.turn: must be one of ATK, DEF"),
    (line(state={**START, "x" * 9999: 1}), "state.xxx"),
    (line(state={**START, "players": {"é": {}}}), "state.players.\u00e9: is unknown here"),
    (line(state={**START, "stacks": [1]}), "state.stacks.0: must be a mapping"),
    (line(action=MOVE), "'action' is no field of validate"),
    (line(op="apply"), "action: is missing"),
    (line(op="apply", action="move"), "action: must be a mapping"),
    (line(op="apply", action={"do": "jump"}), "action.do: must be one of move, dodge"),
    (line(op="apply", action={**MOVE, "to": "N1"}), "action.to: 'N1' is unknown"),
    (line(op="apply", action={**MOVE, "exit": "H9"}), "action.exit: is unknown here"),
    (line(op="apply", action=MOVE, dice=[3]), "dice: this game has no dice"),
    (line(op="apply", action=MOVE, dice=3), "dice: must be a list of whole numbers"),
    (line(op="apply", action=MOVE, dice=[True]), "dice: this game has no dice"),
    (line(op="apply", action=MOVE, dice=None), "dice: must be a list of whole numbers"),
    (line(op="perft"), "depth: is missing"),
    (line(op="perft", depth=-1), f"depth: must be a whole number from 0 to {DEEPEST_PERFT}"),
    (line(op="perft", depth=False), "depth: must be a whole number"),
    (line(op="perft", depth="1"), "depth: must be a whole number"),
    (line(op="perft", depth=10**40), "depth: must be a whole number"),
    (line(op="perft", depth=DEEPEST_PERFT + 1), "depth: must be a whole number"),
    (b"[" * 100_000, "nested too deeply"),
    (b'{"op":' * 100_000, "nested too deeply"),
    (b'{"op": "legal", "state": ' + b"[" * 900 + b"]" * 900 + b"}", "state: must be a mapping"),
    (b'"' + b"x" * LONGEST_LINE + b'"', f"the line is longer than {LONGEST_LINE} bytes"),
    (b" " * 5 * LONGEST_LINE, f"the line is longer than {LONGEST_LINE} bytes"),
]  # fmt: skip


@pytest.mark.parametrize(("bad", "error"), BAD, ids=[f"{n}-{error[:30]}" for n, (_, error) in enumerate(BAD)])
def test_a_bad_line_is_answered_and_the_next_one_too(bad: bytes, error: str) -> None:
    (reply, after) = talk(bad, b'{"op": "new"}')
    assert list(reply) == ["error"]
    assert error in reply["error"]
    assert len(reply["error"]) <= LONGEST_ERROR
    assert after == {"state": START}


def test_an_int_that_is_too_long_to_be_written_is_an_error() -> None:
    rich = json.dumps({**START, "ep": {"ATK": 0, "DEF": 10**4299}}).replace("1" + "0" * 4299, "9" * 4300)
    request = f'{{"op": "apply", "state": {rich}, "action": {{"do": "convert", "ap": 1}}}}'
    assert "error" in talk(request.encode())[0]


def test_the_last_line_needs_no_end() -> None:
    assert talk(b'{"op": "new"}', b'{"op": "new"}\n') == [{"state": START}] * 2
    assert talk() == []


def test_lines_may_end_in_the_windows_way() -> None:
    assert talk(b'{"op": "new"}\r', b'{"op": "new"}\r') == [{"state": START}] * 2


class Flushed(io.BytesIO):
    """Remembers how much was there at each flush."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[int] = []

    def flush(self) -> None:
        self.lines.append(self.getvalue().count(b"\n"))


def test_each_reply_is_sent_at_once() -> None:
    out = Flushed()
    serve(BALL, io.BytesIO(b'{"op": "new"}\n' * 3), out)
    assert out.lines == [1, 2, 3]


@settings(deadline=None, derandomize=True, max_examples=300)
@given(
    st.binary(max_size=60)
    | st.text(alphabet='{}[]",:0123456789opnewlga\\udE+-. ', max_size=60).map(str.encode)
)
def test_whatever_is_said_is_answered(data: bytes) -> None:
    lines = data.replace(b"\n", b"")
    (*replies, last) = talk(lines, b'{"op": "new"}')
    assert last == {"state": START}
    assert [set(reply) for reply in replies] in ([{"error"}], [{"state"}])


def test_a_reader_who_leaves_ends_it_quietly() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SERVER],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b'{"op": "new"}\n')
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(b'{"op": "new"}\n' * 1000)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_the_end_of_input_ends_it() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SERVER],
        cwd=ROOT,
        input=b'\xff\n{"op": "new"}',
        capture_output=True,
        check=True,
    )
    assert [*map(json.loads, done.stdout.splitlines())] == [
        {"error": "not UTF-8 at byte 1"},
        {"state": START},
    ]
    assert done.stderr == b""
