"""The pictures of a book as files: each step as SVG or PNG, a scene as a film, and a preview of the book."""

from collections.abc import Iterator
from itertools import chain
from unicodedata import east_asian_width

from rulebook import pages, raster
from rulebook.books import Book
from rulebook.catalogues import remark_context
from rulebook.model import Frame
from rulebook.views import cards, svg, text
from rulebook.words import Words

READING, SHORTEST, AT_THE_END = 15, 2000, 1500
"""Characters a second, and how many ms every step stays, as in the player; the last one stays longer."""


def files(book: Book, scene: str, language: str, kind: str, width: int) -> dict[str, bytes]:
    """A scene as files by name: one for each step, or one film. `width` is in pixels.

    Raises Problems where the packages for pixels are missing.
    """
    words, frames = book.words[language], book.frames[scene]
    if kind in raster.FILMS:
        return {f"{scene}.{kind}": film(book, scene, words, kind, width)}
    stills = {frame.step: still(book, frame, words) for frame in frames}
    if kind == "png":
        return {f"{step}.png": raster.png(drawing, width) for step, drawing in stills.items()}
    return {f"{step}.svg": drawing.encode() for step, drawing in stills.items()}


def still(book: Book, frame: Frame, words: Words) -> str:
    """One frame as an SVG file of its own, with its title and the position in words."""
    title = pages.frame_title(book, frame, words)
    description = text.describe(frame.picture, words, frame.thrown)
    return svg.alone(frame, book.game.board, book.game.teams, title, description.text, words.language)


def film(book: Book, scene: str, words: Words, kind: str, width: int) -> bytes:
    """A scene as one file that plays for ever: each step as long as it takes to read its caption."""
    frames = book.frames[scene]
    said = [" ".join(captions(frame, words)) for frame in frames]
    lasts = [reading(caption) for caption in said]
    lasts[-1] += AT_THE_END
    shots = [raster.png(shot, width) for shot in _shots(book, frames, said, words)]
    return raster.film(shots, lasts, kind)


def reading(caption: str) -> int:
    """How many ms it takes to read a caption: a sign as wide as a square stands for more than a letter."""
    signs = sum(2 if east_asian_width(sign) in "WF" else 1 for sign in caption)
    return round(max(SHORTEST, 1000 * signs / READING))


def _shots(book: Book, frames: tuple[Frame, ...], said: list[str], words: Words) -> Iterator[str]:
    board, teams = book.game.board, book.game.teams
    part = svg.crop(frames, board)
    broken = [tuple(cards.caption_lines(caption, raster.lines)) for caption in said]
    for frame, lines in zip(frames, broken, strict=True):
        beside = cards.Words(pages.frame_title(book, frame, words), lines, words.direction)
        yield cards.shot(cards.Shown(frame, part, board, teams), beside, max(map(len, broken)))


def captions(frame: Frame, words: Words) -> Iterator[str]:
    """What a step says, sentence by sentence, its remark last."""
    remark = words.text(remark_context(frame.scene, frame.step), frame.remark)
    return (said.text for said in (*text.caption(frame, words), remark) if said.text)


def preview(book: Book, language: str) -> bytes:
    """A book in one picture, for those to whom a link is sent. Raises Problems as `files`.

    What the fonts of the packages cannot write is left out: the bytes are the same on every machine.
    """
    words = book.words[language]
    title, description = (pages.header(book, field, language).text for field in ("title", "description"))
    said = [line if raster.writable(line) else "" for line in (title, description, pages.extent(book, words))]
    card = cards.Words(said[0], (said[1], said[2]), words.direction)
    return raster.png(cards.preview(_telling(book), card, raster.lines, raster.wide), cards.PREVIEW[0])


def _telling(book: Book) -> cards.Shown:
    """The step with the most lines, the first of them in the order of the prose: what a game looks like."""
    placed = dict.fromkeys(use.name for use in book.prose.scenes)
    frames = list(chain.from_iterable(book.frames[scene] for scene in placed))
    frame = max(frames, key=lambda frame: sum(len(event.legs) for event in frame.events))
    part = svg.crop(book.frames[frame.scene], book.game.board)
    return cards.Shown(frame, part, book.game.board, book.game.teams)
