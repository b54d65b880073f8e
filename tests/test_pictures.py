"""Scenes as pixels: stills, films and the preview of a book, the same bytes each time."""

import re
from collections.abc import Iterator
from html import escape
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageFont

from rulebook import books, pages, pictures, raster
from rulebook.books import Book
from rulebook.errors import Exit
from rulebook.views import cards, layout
from tests import books_for_tests as ball

SCRIPTS = {
    "latin": re.compile(r"[!-~¡-ʯ]"),
    "arabic": re.compile(r"[\u0621-\u064a\u060c\u061b\u061f]"),
    "squares": re.compile(r"[\u3001-\u9fff\uff01-\uff60]"),
}
"""Letters by the font that has to hold them."""

FORMATS = {"gif": "GIF", "apng": "PNG", "webp": "WEBP"}


@pytest.fixture(scope="module")
def book() -> Book:
    return books.load(ball.BALL)


def frames(data: bytes) -> Iterator[tuple[int, Image.Image]]:
    """Each frame of a film with the milliseconds that it is shown."""
    film = Image.open(BytesIO(data))
    for number in range(getattr(film, "n_frames", 1)):
        film.seek(number)
        film.load()
        yield round(film.info["duration"]), film.convert("RGB")


@pytest.mark.parametrize("kind", FORMATS)
def test_a_film_shows_every_step_as_long_as_it_takes_to_read(book: Book, kind: str) -> None:
    [(name, data)] = pictures.files(book, "dodge", "nb", kind, 320).items()
    assert name == f"dodge.{kind}"
    film = Image.open(BytesIO(data))
    assert (film.format, film.info["loop"]) == (FORMATS[kind], 0)
    shown = list(frames(data))
    steps = book.frames["dodge"]
    assert len(shown) == len(steps)
    assert {image.size for _, image in shown} == {(320, shown[0][1].size[1])}
    assert len({image.tobytes() for _, image in shown}) == len(steps)
    words = book.words["nb"]
    captions = [" ".join(pictures.captions(frame, words)) for frame in steps]
    wanted = [max(2000, 1000 * len(caption) / 15) for caption in captions]
    wanted[-1] += pictures.AT_THE_END
    # A GIF counts in hundredths of a second.
    assert all(abs(lasts - want) <= 10 for (lasts, _), want in zip(shown, wanted, strict=True))
    assert len({*wanted}) > 2


def test_japanese_is_read_as_slowly_as_the_player_takes_it() -> None:
    assert pictures.reading("ボールを持つ。" * 10) == round(1000 * 140 / 15)
    assert pictures.reading("ATK5 → E8 ") == 2000
    assert pictures.reading("ＡＰ" * 30) == 2 * pictures.reading("AP" * 30) == 8000


def test_a_film_is_the_same_each_time_and_another_in_another_language(book: Book) -> None:
    first, again, english = (
        pictures.files(book, "protect", language, "webp", 200) for language in ("nb", "nb", "en")
    )
    assert first == again
    assert first != english


def test_a_still_shows_what_the_drawing_of_its_step_shows(book: Book) -> None:
    stills = pictures.files(book, "dodge", "en", "png", 300)
    drawings = pictures.files(book, "dodge", "en", "svg", 300)
    assert [name.removesuffix(".png") for name in stills] == [frame.step for frame in book.frames["dodge"]]
    assert [name.removesuffix(".svg") for name in drawings] == [name.removesuffix(".png") for name in stills]
    sizes = {Image.open(BytesIO(still)).size for still in stills.values()}
    assert {width for width, _ in sizes} == {300}
    assert len(sizes) == 1
    pixels = Image.open(BytesIO(stills["dodge.png"])).convert("RGB")
    assert (0x18, 0x4F, 0x87) in {colour for _, colour in pixels.getcolors(1 << 24) or ()}


def test_the_command_writes_a_film(tmp_path: Path) -> None:
    ran = ball.run(
        *("draw", ball.BALL / "dodge.yaml", "--format", "gif", "--width", 160),
        *("--language", "nb", "--out", tmp_path / "film"),
    )
    assert (ran.code, ran.err, ran.out) == (Exit.DONE, "", f"{tmp_path / 'film' / 'dodge.gif'}\n")
    assert (tmp_path / "film" / "dodge.gif").read_bytes().startswith(b"GIF89a")


@pytest.mark.parametrize(
    ("option", "value"), [("--format", "jpeg"), ("--width", "15"), ("--width", "5000"), ("--width", "wide")]
)
def test_a_wrong_option_is_refused(tmp_path: Path, option: str, value: str) -> None:
    ran = ball.run("draw", ball.BALL / "dodge.yaml", option, value, "--out", tmp_path / "film")
    assert (ran.code, option in ran.err) == (Exit.INPUT, True)
    assert list(tmp_path.iterdir()) == []


def test_without_the_packages_the_message_says_what_to_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(raster, "find_spec", lambda name: None if name == "resvg_py" else name)
    ran = ball.run("draw", ball.BALL / "dodge.yaml", "--format", "png", "--out", tmp_path / "stills")
    assert ran.code == Exit.FILES
    assert ran.lines == [
        "rulebook: not-installed: pixels need more packages;"
        " install what is missing: python -m pip install resvg-py"
    ]
    assert list(tmp_path.iterdir()) == []
    assert not raster.available()
    assert ball.run("draw", ball.BALL / "dodge.yaml", "--out", tmp_path / "drawings").code == Exit.DONE


# The preview


def test_the_preview_is_of_the_size_that_is_expected_and_says_something(book: Book) -> None:
    previews = {language: pictures.preview(book, language) for language in ("en", "nb")}
    for data in previews.values():
        image = Image.open(BytesIO(data))
        assert (image.format, image.size) == ("PNG", (1200, 630))
        assert len(image.convert("RGB").getcolors(1 << 24) or ()) > 50
        assert len(data) < 150_000
    assert previews["en"] != previews["nb"]
    assert pictures.preview(book, "nb") == previews["nb"]


def test_a_preview_takes_no_letters_from_the_machine(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the fonts of the packages do not hold is left out of it."""
    monkeypatch.setattr(raster, "png", lambda drawing, width: drawing.encode())
    drawn = [pictures.preview(book, language).decode() for language in book.words]
    assert len(drawn) == len(book.words) > 1
    assert all(raster.writable(drawing) for drawing in drawn)
    assert all("BALL" in drawing for drawing in drawn)


# Words on cards


@pytest.mark.parametrize(
    ("text", "owned"),
    [("Zug – „Größe“ ½", True), ("Ω Я", True), ("", True), ("黒の番", True), ("قاعدة", True), ("כלל", False)],
)
def test_what_the_font_holds(text: str, owned: bool) -> None:
    assert raster.writable(text) is owned


def test_the_fonts_have_a_glyph_for_every_letter_of_the_book(book: Book) -> None:
    frames = [frame for some in book.frames.values() for frame in some]
    said = "".join(
        "".join(pictures.captions(frame, words)) for words in book.words.values() for frame in frames
    )
    assert raster.writable(said)
    for script, letters in SCRIPTS.items():
        font = ImageFont.truetype(raster._font(script), 40)
        none, wanted = bytes(font.getmask("\ue000")), sorted({*letters.findall(said)})
        assert len(wanted) > 25
        assert [letter for letter in wanted if bytes(font.getmask(letter)) == none] == []


def test_a_font_is_read_only_where_it_is_needed() -> None:
    assert raster._fonts("Größe – 5 AP") == [raster._font("latin")]
    assert raster._fonts("قاعدة 5") == [raster._font("latin"), raster._font("arabic")]
    assert raster._fonts("ボール") == [raster._font("latin"), raster._font("squares")]


@pytest.mark.parametrize("language", ["ar", "ja"])
def test_a_preview_says_the_same_in_each_script(
    book: Book, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    title, description = (pages.header(book, field, language).text for field in ("title", "description"))
    monkeypatch.setattr(raster, "png", lambda drawing, width: drawing.encode())
    drawn = ElementTree.fromstring(pictures.preview(book, language))
    said = re.sub(r"[\s\u200e-\u2069]", "", "".join(drawn.itertext()))
    assert title in said
    assert re.sub(r"\s", "", description) in said


def test_lines_are_no_wider_than_their_room_and_lose_nothing() -> None:
    text = "DEF1 dodges from I10 onto ATK2 on G8, and steps out to F7. " * 3
    broken = raster.lines(text, 20, 300)
    assert len(broken) > 5
    assert " ".join(broken) == text.strip()
    assert raster.lines(text, 20, 10_000) == [text.strip()]
    longer = [len(raster.lines(text, size, 300)) for size in (10, 20, 40)]
    assert longer == sorted(set(longer))


def test_a_word_that_is_too_wide_has_a_line_of_its_own() -> None:
    assert raster.lines("a Donaudampfschifffahrt b", 40, 100) == ["a", "Donaudampfschifffahrt", "b"]
    assert raster.lines("", 20, 100) == []


def test_japanese_breaks_between_any_two_signs_but_not_before_a_full_stop() -> None:
    broken = raster.lines("黒の番です。黒の番です。", 20, 101)
    assert broken == ["黒の番で", "す。黒の番", "です。"]


def test_a_hostile_title_stays_a_text(book: Book) -> None:
    hostile = "</text><script>x</script>&amp;\"'"
    frame = book.frames["dodge"][0]
    shown = cards.Shown(frame, layout.whole(book.game.board), book.game.board, book.game.teams)
    drawn = cards.preview(
        shown, cards.Words(hostile, ("a", "b")), lambda text, *_: [text], lambda text, size: 1
    )
    assert escape(hostile) in drawn
    tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(drawn).iter()}
    assert "script" not in tags
    assert "text" in tags


def test_words_that_are_read_from_the_right_stand_at_the_right(book: Book) -> None:
    frame = book.frames["dodge"][0]
    shown = cards.Shown(frame, layout.whole(book.game.board), book.game.board, book.game.teams)
    anchors = {
        direction: set(
            re.findall(
                r'text-anchor="(\w+)"', cards.shot(shown, cards.Words("x", ("y",), direction), lines=1)
            )
        )
        for direction in ("ltr", "rtl")
    }
    assert anchors == {"ltr": {"start"}, "rtl": {"end"}}


def test_each_line_of_a_text_from_the_right_is_marked_as_such(book: Book) -> None:
    """A line may hold names alone; a text that stands in its source is none from the right."""
    frame = book.frames["dodge"][0]
    shown = cards.Shown(frame, layout.whole(book.game.board), book.game.board, book.game.teams)
    drawn = cards.shot(shown, cards.Words("A dodge", ("يتحرك إلى", "ATK5, F9."), "rtl"), lines=2)
    assert re.findall(r"<text [^>]*>([^<]*)</text>", drawn)[-3:] == [
        "A dodge",
        "\u2067يتحرك إلى\u2069",
        "\u2067ATK5, F9.\u2069",
    ]


@pytest.mark.parametrize(("title", "size"), [("BALL", "108"), ("Doppelpass", "92"), ("X" * 60, "36")])
def test_a_title_is_as_large_as_its_room_allows(book: Book, title: str, size: str) -> None:
    frame = book.frames["dodge"][0]
    shown = cards.Shown(frame, layout.Extent(0, 0, 100, 100), book.game.board, book.game.teams)
    drawn = cards.preview(shown, cards.Words(title, ("a", "b")), raster.lines, raster.wide)
    [(x, found)] = re.findall(rf'<text x="(\d+)"[^>]* font-size="(\d+)"[^>]*>{title}<', drawn)
    assert found == size
    [board] = re.findall(r'<svg x="([\d.]+)"', drawn)
    assert int(x) + raster.wide(title, int(size)) < float(board) or size == "36"
