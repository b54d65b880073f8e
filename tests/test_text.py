"""A frame in letters and in words says all that the picture holds, for any game and in any language."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from rulebook import reader, stage, words
from rulebook.boards import Board, grid, lines
from rulebook.books import scene_paths
from rulebook.errors import Place
from rulebook.games import GAMES
from rulebook.model import Event, Frame, Illegal, Picture, Token
from rulebook.views import text
from rulebook.words import Words

ROOT = Path(__file__).resolve().parent.parent
BALL = GAMES["ball"]
SMALL = grid(3, 3, playable=lambda column, row: (column + row) % 2 == 1)


PLACE = Place("sentences.yaml", 1, 1)


@dataclass(frozen=True)
class Sentence:
    one: str
    other: str = ""
    by: str = ""
    place: Place = PLACE


SENTENCES: Mapping[str, Sentence] = {
    "events.move": Sentence("{player} moves to {to}."),
    "events.quiet": Sentence(""),
    "refusals.move.x": Sentence("{player} cannot."),
    "shows.move": Sentence("{player} may go to {targets}."),
    "shows.none": Sentence("{player} may not."),
    "position.turn.action": Sentence("{team} to act."),
    "position.turn": Sentence("{team} to play."),
    "position.winner": Sentence("{team} has won."),
    "position.ap": Sentence("{team}: {ap} point.", "{team}: {ap} points.", "ap"),
    "position.ep": Sentence("{team} has {ep}."),
    "position.dice": Sentence("Dice: {dice}."),
    "position.player": Sentence("{player} {sign}{number} of {team} on {at}."),
    "position.player.down": Sentence("{player} on {at}, down."),
    "position.player.top": Sentence("{player} on {at}, over {near}."),
    "position.player.bottom": Sentence("{player} on {at}, under {near}."),
    "position.ball.held": Sentence("{near} holds the ball on {at}."),
}
ENGLISH = Words("en", "en", SENTENCES)


def player(name: str, at: str, *marks: str, near: str = "") -> Token:
    return Token(name, "player", at, name[:3], "X", name[3:], near, marks)


def ball(at: str, mark: str, near: str = "") -> Token:
    return Token("ball", "ball", at, near=near, marks=(mark,))


def picture(*tokens: Token, counters: Mapping[str, int] | None = None) -> Picture:
    return Picture(tokens, "DEF", "action", counters or {})


def said(frame: Frame) -> list[str]:
    return [sentence.text for sentence in text.caption(frame, ENGLISH)]


@cache
def sentences() -> Words:
    """The real sentences of the sample book."""
    path = ROOT / "scenes/ball/sentences.yaml"
    found = reader.read_sentences("sentences.yaml", path.read_text(encoding="utf-8"))
    return words.load("en", "en", None, None, found)


@cache
def frames() -> tuple[Frame, ...]:
    paths = scene_paths(ROOT / "scenes/ball")
    read = [reader.read_scene(str(path), path.read_text(encoding="utf-8"), BALL) for path in paths]
    return tuple(frame for scene in read for frame in stage.play(BALL, scene))


# Letters


def test_the_set_up_in_letters() -> None:
    shown = text.board(BALL.picture(BALL.new({})), BALL.board)
    assert shown.splitlines()[:14] == [
        "DEF  action  ap 2  ep.ATK 0  ep.DEF 0",
        "17      .         .         .         .         .         .",
        "16 .         .         .         .         .         .         .",
        "15      .         .         .         .         .         .",
        "14 .         .         .         .         .         .         .",
        "13      .         .         .         .         .         .",
        "12 .         .         .         .         .         .         .",
        "11      .         D7O       D6#       D5#       D4O       .",
        "10 .         .         D3X       D2O       D1X       .         .",
        "9       .         .         .         .         .         .",
        "8  .         .         A1X       A2O       A3X       .         .",
        "7       .         A4O       A5#*      A6#       A7O       .",
        "6  .         .         .         .         .         .         .",
        "5       .         .         .         .         .         .",
    ]
    assert shown.splitlines()[-1] == "   A    B    C    D    E    F    G    H    I    J    K    L    M"


@pytest.mark.parametrize(
    ("tokens", "cell"),
    [
        ((), "."),
        ((player("ATK1", "B1"),), "A1X"),
        ((player("ATK1", "B1", "down"),), "A1X_"),
        ((player("ATK1", "B1", "took"), ball("B1", "held", "ATK1")), "A1X!*"),
        ((player("ATK1", "B1", "down", "took"),), "A1X_!"),
        ((player("ATK1", "B1", "bottom"), player("DEF2", "B1", "top", near="ATK1")), "D2X/A1X"),
        (
            (player("ATK1", "B1", "down", "bottom"), player("DEF2", "B1", "top"), ball("B1", "held", "DEF2")),
            "D2X*/A1X_",
        ),
        ((ball("B1", "loose"),), "*"),
        ((ball("B1", "received", "ATK1"), player("ATK1", "A2")), "*A1"),
        ((Token("keeper", "keeper", "B1", sign="K"),), "keeperK"),
    ],
)
def test_what_stands_on_a_point(tokens: tuple[Token, ...], cell: str) -> None:
    lines = text.board(picture(*tokens), SMALL).splitlines()
    assert lines[3].split() == ["1", cell]


LINES = lines(4, 3)
PITCH = (
    Token("keeper.A", "keeper", "B1", "A", marks=("bottom",)),
    Token("keeper.B", "keeper", "C3", "B"),
    Token("black", "piece", "B1", near="keeper.A", look="black", marks=("top",)),
    Token("red", "piece", "", look="red", marks=("scored",)),
    Token("gold", "piece", "D2", look="gold"),
)


def test_a_board_of_lines_in_letters() -> None:
    """Pieces by the initial of their look, keepers by `k` and the team, what is on no point above."""
    shown = Picture(PITCH, "B", "kick_off", {"score.A": 1, "score.B": 0}, (6, 2))
    assert text.board(shown, LINES).splitlines() == [
        "B  kick_off  score.A 1  score.B 0  dice 6 2  off R",
        "3  .    .    kB   .",
        "2  .    .    .    G",
        "1  .    B/kA .    .",
        "   A    B    C    D",
    ]


def test_looks_with_the_same_initial_are_written_in_full() -> None:
    both = (Token("brown", "piece", "A1", look="brown"), Token("black", "piece", "B1", look="black"))
    assert text.board(picture(*both), LINES).splitlines()[3].split() == ["1", "brown", "black", ".", "."]


def test_different_states_look_different() -> None:
    shown = {frame.id: text.board(frame.picture, BALL.board) for frame in frames()}
    same = {frame.id: frame.picture for frame in frames()}
    pairs = [
        (a, b) for a, b in combinations(shown, 2) if shown[a] == shown[b] and not _alike(same[a], same[b])
    ]
    assert pairs == []


def _alike(one: Picture, other: Picture) -> bool:
    """Equal but for the order of tokens."""
    return replace(one, tokens=()) == replace(other, tokens=()) and {*one.tokens} == {*other.tokens}


def test_names_that_clash_are_written_in_full() -> None:
    shown = text.board(
        picture(
            Token("BLUE1", "p", "A2", "BLUE", number="1"), Token("BLACK1", "p", "B1", "BLACK", number="1")
        ),
        SMALL,
    )
    assert "BLUE1" in shown
    assert "BLACK1" in shown


def test_dice_and_winner_stand_above() -> None:
    shown = replace(picture(), dice=(3, 5), winner="ATK")
    assert text.board(shown, SMALL).splitlines()[0] == "DEF  action  dice 3 5  winner ATK"


def test_a_board_without_coordinates_is_written() -> None:
    seats = Board({"north": (0, 1), "south": (0, -1), "east": (1, 0)}, {})
    shown = text.board(picture(Token("N", "player", "north")), seats)
    assert shown.splitlines()[1:] == ["   N", "        .", "   ."]


# Captions


def test_a_caption_says_every_event_that_has_a_sentence() -> None:
    events = (Event("move", "move.x", {"player": "DEF1", "to": "H9"}), Event("quiet", "possession.cost"))
    assert said(Frame("s", "go", picture(), events=events)) == ["DEF1 moves to H9."]


def test_a_refusal_is_said_with_its_facts() -> None:
    refusal = Illegal("move.x", "the reason for developers", {"player": "DEF1"})
    assert said(Frame("s", "no", picture(), refusal=refusal)) == ["DEF1 cannot."]


def test_targets_are_listed() -> None:
    show = {"do": "move", "player": "DEF1"}
    assert said(Frame("s", "t", picture(), show=show, targets=("A2", "B1"))) == ["DEF1 may go to A2 and B1."]
    assert said(Frame("s", "t", picture(), show=show)) == ["DEF1 may not."]


def test_a_start_says_whose_turn_it_is() -> None:
    start = Frame("s", "start", picture(counters={"ap": 1, "ep.ATK": 3}), remark="Not among them.")
    assert said(start) == ["DEF to act.", "DEF: 1 point."]
    over = replace(start, picture=replace(start.picture, winner="ATK", phase="over"))
    assert said(over) == ["ATK has won."]


def test_a_sentence_that_the_book_lacks_is_an_error() -> None:
    with pytest.raises(KeyError):
        said(Frame("s", "go", picture(), events=(Event("unheard", "some.rule"),)))


# The position in words


def test_a_position_in_words() -> None:
    shown = picture(
        player("ATK1", "A2"),
        player("ATK2", "B1", "down"),
        player("ATK3", "C2", "bottom"),
        player("DEF1", "C2", "top", near="ATK3"),
        ball("A2", "held", "ATK1"),
        counters={"ap": 2, "ep.ATK": 4},
    )
    assert text.describe(replace(shown, dice=(2, 5)), ENGLISH).text.splitlines() == [
        "DEF to act.",
        "DEF: 2 points.",
        "ATK has 4.",
        "Dice: 2 and 5.",
        "ATK1 X1 of ATK on A2.",
        "ATK2 on B1, down.",
        "ATK3 on C2, under DEF1.",
        "DEF1 on C2, over ATK3.",
        "ATK1 holds the ball on A2.",
    ]


def test_a_position_of_a_line_game_in_words() -> None:
    sentences = {
        **SENTENCES,
        "position.keeper": Sentence("{player} keeps {team}'s goal from {at}."),
        "position.keeper.bottom": Sentence("{player} on {at}, under {near}."),
        "position.piece": Sentence("{player} on {at}."),
        "position.piece.top": Sentence("{player} on {at}, on {near}."),
        "position.piece.scored": Sentence("{player} lies in the goal."),
    }
    shown = text.describe(Picture(PITCH, "B", "kick_off", {}), Words("en", "en", sentences))
    assert shown.text.splitlines() == [
        "B to play.",
        "keeper.A on B1, under black.",
        "keeper.B keeps B's goal from C3.",
        "black on B1, on keeper.A.",
        "red lies in the goal.",
        "gold on D2.",
    ]


def test_dice_that_were_thrown_are_said_before_those_that_lie() -> None:
    lying = replace(picture(), dice=(2, 5))
    assert text.describe(lying, ENGLISH, (6,)).text.splitlines()[-1] == "Dice: 6."
    assert text.describe(lying, ENGLISH).text.splitlines()[-1] == "Dice: 2 and 5."
    assert text.describe(picture(), ENGLISH).text == "DEF to act."
    frame = Frame("s", "roll", lying)
    assert (frame.thrown, replace(frame, dice=(6,)).thrown) == ((2, 5), (6,))


def test_a_game_without_phases_or_with_a_winner() -> None:
    assert text.describe(replace(picture(), phase=""), ENGLISH).text == "DEF to play."
    assert text.describe(replace(picture(), winner="DEF"), ENGLISH).text == "DEF has won."


def test_a_missing_translation_shows_in_the_state() -> None:
    shown = text.describe(picture(player("ATK1", "A2")), replace(ENGLISH, language="nb"))
    assert (shown.state, shown.language) == ("missing", "en")
    whole = text.describe(picture(player("ATK1", "A2")), ENGLISH)
    assert (whole.state, whole.language) == ("source", "en")


def test_the_sample_book_can_say_all_of_its_frames() -> None:
    assert len(frames()) > 100
    for frame in frames():
        spoken = text.caption(frame, sentences())
        assert spoken, frame.id
        assert not any("{" in sentence.text for sentence in spoken)


def test_every_token_is_described_with_its_point() -> None:
    for frame in frames():
        lines = text.describe(frame.picture, sentences()).text.splitlines()
        for token in frame.picture.tokens:
            name = token.id if token.kind == "player" else token.kind
            assert [line for line in lines if name in line and token.at in line], (frame.id, token.id)


def test_descriptions_tell_positions_apart() -> None:
    described = {frame.id: text.describe(frame.picture, sentences()).text for frame in frames()}
    pictures = {frame.id: frame.picture for frame in frames()}
    same = [(a, b) for a, b in combinations(described, 2) if described[a] == described[b]]
    assert [pair for pair in same if not _alike(pictures[pair[0]], pictures[pair[1]])] == []
