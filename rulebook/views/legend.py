"""Finds an example of every sign in a book's frames and takes all else away: a legend shows real drawings."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from rulebook.boards import Board, Point
from rulebook.model import Event, Frame, Token
from rulebook.views.layout import TRAY, UNIT, Extent, tray, whole


class Example(NamedTuple):
    """A frame that shows a sign and nothing else, the part to draw, and the square around the sign."""

    frame: Frame
    part: Extent
    box: Extent


class _Found(NamedTuple):
    sign: str
    frame: Frame
    points: Sequence[str]
    room: int = 1


def examples(frames: Iterable[Frame], board: Board) -> dict[str, Example]:
    """The best example of each sign that occurs: fewest other marks, then nearest the middle of the board.

    Signs are the marks of tokens, `stack`, `team.<team>`, `keeper.<team>`, `look.<look>`, `target`, `aim`,
    the styles of legs, `refused` and `dice`.
    """
    frames = tuple(frames)
    best: dict[str, tuple[tuple[int, float], Example]] = {}
    for found in (found for frame in frames for found in _signs(frame)):
        spots = [board.points[point] for point in found.points if point in board.points]
        if spots:
            rank = sum(len(token.marks) for token in found.frame.picture.tokens), _off_middle(spots, board)
            if found.sign not in best or rank < best[found.sign][0]:
                window = _window(spots, board, found.room)
                best[found.sign] = rank, Example(found.frame, window, window)
    thrown = [frame for frame in frames if frame.thrown and board.dice]
    dice = {"dice": _die(thrown[0], board)} if thrown else {}
    return {sign: example for sign, (_, example) in best.items()} | dice


def _signs(frame: Frame) -> Iterator[_Found]:
    yield from (found for token in frame.picture.tokens for found in _token_signs(frame, token))
    yield from _leg_signs(frame)
    if frame.show is not None:
        for point in frame.targets:
            yield _Found("target", _only(frame, (), show=frame.show, targets=(point,)), (point,))
        for point in frame.aim:
            yield _Found("aim", _only(frame, (), show=frame.show, aim=(point,)), (point,))
    tried = [leg.way for leg in frame.refusal.legs if leg.style != "line"] if frame.refusal else []
    if tried:
        way = tried[-1]
        there = [token for token in frame.picture.tokens if token.at in way]
        yield _Found("refused", _only(frame, there, refusal=frame.refusal), way)


def _token_signs(frame: Frame, token: Token) -> Iterator[_Found]:
    group = _group(frame, token)
    shown, points = _only(frame, group), [each.at for each in group]
    yield from (_Found(mark, shown, points) for mark in token.marks)
    if "top" in token.marks:
        yield _Found("stack", shown, points)
    if group == [token] and not token.marks:
        yield _Found(_whose(token), shown, points)


def _whose(token: Token) -> str:
    if token.look:
        return f"look.{token.look}"
    return f"keeper.{token.team}" if token.kind == "keeper" else f"team.{token.team}"


def _leg_signs(frame: Frame) -> Iterator[_Found]:
    tokens = {token.id: token for token in frame.picture.tokens}
    for leg in (leg for event in frame.events for leg in event.legs):
        moved, event = tokens.get(leg.token), Event("", "", {}, (leg,))
        if leg.style == "line":
            ends = [token for token in tokens.values() if token.at in leg.way]
            yield _Found("line", _only(frame, ends, events=(event,)), leg.way)
        elif leg.style == "shot":
            gone = [moved] if moved and moved.at != leg.way[-1] else []
            yield _Found("shot", _only(frame, gone, events=(event,)), leg.way[-1:], room=2)
        elif moved and moved.at == leg.way[-1]:
            yield _Found(leg.style, _only(frame, _group(frame, moved), events=(event,)), leg.way)


def _die(frame: Frame, board: Board) -> Example:
    """One die, in a part so large that nothing else is near it."""
    part = whole(board).grown(*4 * (4 * TRAY,))
    x, y = tray(part, 1)[0]
    return Example(
        _only(frame, (), dice=frame.thrown[:1]), part, Extent(x - TRAY, y - TRAY, 2 * TRAY, 2 * TRAY)
    )


def _group(frame: Frame, token: Token) -> list[Token]:
    """A token with those that belong to it: its ball, its holder, the other player of its stack."""
    return [
        each for each in frame.picture.tokens if token.id in (each.id, each.near) or each.id == token.near
    ]


def _only(frame: Frame, tokens: Iterable[Token], **shown: Any) -> Frame:
    picture = replace(frame.picture, tokens=tuple(tokens), turn="", dice=())
    bare: dict[str, Any] = {"events": (), "refusal": None, "show": None, "targets": (), "aim": (), "dice": ()}
    return replace(frame, picture=picture, **(bare | shown))


def _off_middle(spots: Sequence[Point], board: Board) -> float:
    left, bottom, right, top = board.extent
    xs, ys = zip(*spots, strict=True)
    return math.hypot(sum(xs) / len(xs) - (left + right) / 2, sum(ys) / len(ys) - (bottom + top) / 2)


def _window(spots: Sequence[Point], board: Board, room: int) -> Extent:
    """The square around some points, with so many steps of room on each side."""
    xs, ys = zip(*spots, strict=True)
    left, _, _, top = board.extent
    side = max(max(xs) - min(xs), max(ys) - min(ys)) + 2 * room
    x, y = (min(xs) + max(xs) - side) / 2 - left, top - (min(ys) + max(ys) + side) / 2
    return Extent(*(round(UNIT * value) for value in (x, y, side, side)))
