"""Says a frame without pixels: the board in letters, captions, and the whole position in words."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from rulebook.boards import Board
from rulebook.model import Dice, Frame, Picture, Token
from rulebook.words import Said, Value, Words

_MARKS = {"down": "_", "took": "!"}
"""Letters for what a reader must see of a player; a stack and a ball speak for themselves."""

RANK = ("source", "current", "fuzzy", "missing")
"""States of a text, the worst last."""


# The board in letters


def board(picture: Picture, board: Board) -> str:
    """The position in letters, for terminals, tests and reviews; the same in every language.

    A player is its team's initial, number and sign (`A5#`), then `_` if down, `!` if it may not act again,
    `*` if it holds the ball. A stack is `upper/lower`. `*` alone is a loose ball, `*A5` one that lies beside
    its holder. A piece of no team is the initial of its look (`B` for black), a keeper `k` and its team's
    initial (`kA`). `.` is a free point. Above the board stands what is counted, the dice that lie, the
    winner, and after `off` what is on no point.
    """
    names = _names(picture.tokens)
    lines = list(_grid(board, {point: _cell(point, picture, names) for point in board.points}))
    off = [_letters(token, names) for token in picture.tokens if token.at not in board.points]
    return "\n".join([_head(picture, off), *lines]) + "\n"


def _head(picture: Picture, off: Sequence[str]) -> str:
    said = [picture.turn, picture.phase, *(f"{name} {value}" for name, value in picture.counters.items())]
    said += ["dice " + " ".join(map(str, picture.dice))] if picture.dice else []
    said += [f"winner {picture.winner}"] if picture.winner else []
    said += ["off " + " ".join(off)] if off else []
    return "  ".join(filter(None, said))


def _grid(board: Board, cells: Mapping[str, str]) -> Iterator[str]:
    """Rows from the top with their names, then the names of the columns."""
    places = {place: cells[name] for name, place in board.points.items()}
    xs, ys = (sorted({place[axis] for place in places}) for axis in (0, 1))
    rows = {y: name for name, y in board.rows}
    names = {x: name for name, x in board.columns}
    lines = [[rows.get(y, ""), *(places.get((x, y), "") for x in xs)] for y in reversed(ys)]
    lines += [["", *(names.get(x, "") for x in xs)]] if names else []
    wide = [2, *(max(4, *map(len, column)) for column in list(zip(*lines, strict=True))[1:])]
    for line in lines:
        yield " ".join(cell.ljust(width) for cell, width in zip(line, wide, strict=True)).rstrip()


def _names(tokens: Sequence[Token]) -> dict[str, str]:
    """Short names of the tokens: initial and number, or the id where two would be called the same."""
    short = {token.id: _short(token) for token in tokens}
    names = Counter(short.values())
    return {token.id: short[token.id] if names[short[token.id]] == 1 else token.id for token in tokens}


def _short(token: Token) -> str:
    if token.look:
        return token.look[:1].upper()
    keeper = "k" if token.kind == "keeper" else ""
    return f"{keeper}{token.team[:1]}{token.number}" if token.team else token.id


def _cell(point: str, picture: Picture, names: Mapping[str, str]) -> str:
    """What stands on a point, the upper player of a stack first."""
    here = [token for token in picture.tokens if token.at == point]
    held = {token.near for token in here if "held" in token.marks}
    standing = sorted(
        (token for token in here if "held" not in token.marks), key=lambda token: "top" not in token.marks
    )
    return "/".join(_letters(token, names) + "*" * (token.id in held) for token in standing) or "."


def _letters(token: Token, names: Mapping[str, str]) -> str:
    if token.kind == "ball":
        return "*" + names.get(token.near, "")
    return (
        names[token.id]
        + token.sign
        + "".join(letter for mark, letter in _MARKS.items() if mark in token.marks)
    )


# Sentences


def caption(frame: Frame, words: Words) -> tuple[Said, ...]:
    """What happened, sentence by sentence: the refusal, the targets, the events or, for a start, the turn.

    Empty sentences are left out; the remark is not among them. Raises KeyError for a sentence that the book
    lacks.
    """
    if frame.refusal:
        said = [words.sentence(f"refusals.{frame.refusal.rule}", frame.refusal.facts)]
    elif frame.show:
        said = [_show(frame, words)]
    elif frame.events:
        said = [words.sentence(f"events.{event.kind}", event.facts) for event in frame.events]
    else:
        said = _turn(frame.picture, words)
    return tuple(sentence for sentence in said if sentence.text)


def describe(picture: Picture, words: Words, thrown: Dice = ()) -> Said:
    """The whole position, a sentence a line: turn, counters, dice, and every token with its point and state.

    The dice are those that were `thrown`, else those that lie. Keys of the sentences: those of `whose_turn`;
    `position.ap` and `position.ep` for counters `ap` and `ep.ATK` (with `team`); `position.dice`;
    `position.<kind>.<mark>.<mark>` for tokens, with `player` (its id), `team`, `sign`, `number`, `at` and
    `near`. If one sentence lacks its translation, the state says so. Raises KeyError for a sentence that
    the book lacks.
    """
    counters = [_counter(name, value, picture, words) for name, value in picture.counters.items()]
    seen = tuple(map(str, thrown or picture.dice))
    dice = [words.sentence("position.dice", {"dice": seen})] if seen else []
    tokens = [_token(token, picture.tokens, words) for token in picture.tokens]
    return _joined([whose_turn(picture, words), *counters, *dice, *tokens])


def _show(frame: Frame, words: Words) -> Said:
    facts: dict[str, Value] = {name: value for name, value in frame.show.items() if name != "do"}
    if not frame.targets:
        return words.sentence("shows.none", facts)
    kind = f"shows.{frame.show['do']}"
    exact = f"{kind}.{frame.asks}"
    return words.sentence(exact if exact in words.sentences else kind, facts | {"targets": frame.targets})


def _turn(picture: Picture, words: Words) -> list[Said]:
    """Whose turn it is, and what the team on turn has to spend."""
    shared = {
        name: value for name, value in picture.counters.items() if "." not in name and not picture.winner
    }
    return [
        whose_turn(picture, words),
        *(_counter(name, value, picture, words) for name, value in shared.items()),
    ]


def whose_turn(picture: Picture, words: Words) -> Said:
    """Who is to play and in which phase, or who has won.

    Keys: `position.winner.<winner>`, `position.turn.<phase>`, or without their last part where the book has
    no such sentence.
    """
    return words.sentence(*turn_sentence(picture, words.sentences))


def turn_sentence(picture: Picture, known: Container[str]) -> tuple[str, dict[str, Value]]:
    """Key and facts of the sentence of `whose_turn`, among the `known` ones."""
    kind, name = ("winner", picture.winner) if picture.winner else ("turn", picture.phase)
    exact = f"position.{kind}.{name}"
    return exact if exact in known else f"position.{kind}", {"team": picture.winner or picture.turn}


def _counter(name: str, value: int, picture: Picture, words: Words) -> Said:
    """A counter of one team, or of the team on turn."""
    key, _, team = name.partition(".")
    return words.sentence(f"position.{key}", {"team": team or picture.turn, key: value})


def _token(token: Token, tokens: Iterable[Token], words: Words) -> Said:
    """A token with its state. What stands on a lower player is near to it, seen from below."""
    above = next((other.id for other in tokens if other.near == token.id and "top" in other.marks), "")
    facts: dict[str, Value] = {
        "player": token.id,
        "team": token.team,
        "sign": token.sign,
        "number": token.number,
        "at": token.at,
        "near": token.near or above,
    }
    return words.sentence(".".join(("position", token.kind, *token.marks)), facts)


def _joined(sentences: Sequence[Said]) -> Said:
    """One text; where sentences fall back on the source, the state is the worst of them."""
    worst = max(sentences, key=lambda said: RANK.index(said.state))
    return Said("\n".join(said.text for said in sentences if said.text), worst.language, worst.state)
