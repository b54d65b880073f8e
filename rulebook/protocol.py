"""The engine protocol: a JSON request a line in, a JSON reply a line out, for any game (spec/protocol.md)."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, BinaryIO

from rulebook.errors import did_you_mean
from rulebook.model import JSON, Event, Game, Illegal, Leg, Unreadable

LONGEST_LINE = 1 << 20
"""In bytes; a longer request is answered by an error."""

DEEPEST_PERFT = 100
"""In actions; the time that a count takes is up to who asks for it."""

LONGEST_ERROR = 400
"""In characters; what a request repeats of itself is cut there."""

AnyGame = Game[Any, Any]
Request = Mapping[str, JSON]


class Refused(ValueError):
    """A line that is no request; the text is the reply's."""


def serve(game: AnyGame, lines_in: BinaryIO, out: BinaryIO) -> None:
    """Answers every line until the input ends, or until nobody reads the replies any more."""
    try:
        for line in _lines(lines_in):
            out.write(reply(game, line))
            out.flush()
    except BrokenPipeError:
        # What is still in the buffer has no reader, and closing it at exit would complain once more.
        with suppress(BrokenPipeError):
            out.close()


def reply(game: AnyGame, line: bytes | None) -> bytes:
    """The reply to one line, as a line; None stands for a line that was too long to be kept."""
    try:
        return _encoded(_answer(game, _request(game, line)))
    except RecursionError:
        return _encoded({"error": "nested too deeply"})
    except ValueError as error:
        return _encoded({"error": str(error)[:LONGEST_ERROR]})


def _encoded(value: JSON) -> bytes:
    return json.dumps(value, allow_nan=False).encode("ascii") + b"\n"


# Requests


def _lines(stream: BinaryIO) -> Iterator[bytes | None]:
    while line := stream.readline(LONGEST_LINE + 1):
        whole = len(line) <= LONGEST_LINE
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE + 1)
        yield line if whole else None


def _request(game: AnyGame, line: bytes | None) -> Request:
    if line is None:
        raise Refused(f"the line is longer than {LONGEST_LINE} bytes")
    request = _decoded(line)
    if not isinstance(request, dict):
        raise Refused('a request is an object, such as {"op": "new"}')
    op = request.get("op")
    if not isinstance(op, str) or op not in _OPS:
        raise Refused(f"op: must be one of {', '.join(_OPS)}")
    _check_fields(op, request)
    if request.get("game", game.name) != game.name:
        raise Refused(f"game: this is the engine for {game.name}")
    return request


def _decoded(line: bytes) -> JSON:
    try:
        return json.loads(
            line.decode("utf-8"), object_pairs_hook=_object, parse_float=_no_float, parse_constant=_no_float
        )
    except UnicodeDecodeError as error:
        raise Refused(f"not UTF-8 at byte {error.start + 1}") from None
    except json.JSONDecodeError as error:
        raise Refused(f"not JSON: {error.msg} at character {error.pos + 1}") from None


def _object(pairs: list[tuple[str, JSON]]) -> JSON:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise Refused("a field is named twice in one object")
    return fields


def _no_float(text: str) -> JSON:
    raise Refused(f"{text[:20]} is not a whole number")


def _check_fields(op: str, request: Request) -> None:
    needed, optional = _OPS[op][1:]
    known = ("op", "game", *needed, *optional)
    for name in request:
        if name not in known:
            raise Refused(f"{name[:40]!a} is no field of {op}; {did_you_mean(name[:40], known)}")
    for name in needed:
        if name not in request:
            raise Refused(f"{name}: is missing")


# Answers


def _answer(game: AnyGame, request: Request) -> JSON:
    return _OPS[request["op"]][0](game, request)


def _new(game: AnyGame, request: Request) -> JSON:
    return {"state": game.write_state(_in_field("options", game.new, request.get("options", {})))}


def _legal(game: AnyGame, request: Request) -> JSON:
    return {"actions": [game.write_action(action) for action in game.legal(_state(game, request))]}


def _apply(game: AnyGame, request: Request) -> JSON:
    state = _state(game, request)
    action = _in_field("action", game.read_action, request["action"])
    try:
        after, events = game.apply(state, action, _dice(request))
    except Illegal as illegal:
        return {"illegal": {"rule": illegal.rule, "why": illegal.why}}
    return {"state": game.write_state(after), "events": [_event(event) for event in events]}


def _perft(game: AnyGame, request: Request) -> JSON:
    depth = request["depth"]
    if not _is_whole(depth) or not 0 <= depth <= DEEPEST_PERFT:
        raise Refused(f"depth: must be a whole number from 0 to {DEEPEST_PERFT}")
    return {"nodes": game.perft(_state(game, request), depth)}


def _validate(game: AnyGame, request: Request) -> JSON:
    _state(game, request)
    return {"ok": True}


_Answer = Callable[[AnyGame, Request], JSON]

_OPS: Mapping[str, tuple[_Answer, tuple[str, ...], tuple[str, ...]]] = {
    "new": (_new, (), ("options",)),
    "legal": (_legal, ("state",), ()),
    "apply": (_apply, ("state", "action"), ("dice",)),
    "perft": (_perft, ("state", "depth"), ()),
    "validate": (_validate, ("state",), ()),
}
"""By op: the answer, the fields that it needs and those that it may have."""


def _state(game: AnyGame, request: Request) -> Any:
    return _in_field("state", game.read_state, request["state"])


def _in_field(field: str, read: Callable[[JSON], Any], value: JSON) -> Any:
    """What is read, or an Unreadable whose path begins with the request's field."""
    try:
        return read(value)
    except Unreadable as error:
        raise Unreadable((field, *error.path), error.what) from None


def _dice(request: Request) -> tuple[int, ...]:
    """What was thrown. Whether dice can show it says the game, once it has said that the action is legal."""
    dice = request.get("dice", [])
    if not isinstance(dice, list):
        raise Refused("dice: must be a list of whole numbers")
    return tuple(dice)


def _is_whole(value: JSON) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _event(event: Event) -> JSON:
    return {"kind": event.kind, "rule": event.rule, **event.facts, "legs": [_leg(leg) for leg in event.legs]}


def _leg(leg: Leg) -> JSON:
    return {"token": leg.token, "way": list(leg.way), "style": leg.style}
