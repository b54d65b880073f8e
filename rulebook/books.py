"""A book folder, read and played: prose, sentences, scenes with their frames, words of each language."""

import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

from rulebook import prose, reader, stage, words
from rulebook.errors import Exit, Place, Problem, Problems
from rulebook.games import GAMES
from rulebook.model import Frame, Game, Scene
from rulebook.prose import Prose
from rulebook.reader import Header, Sentences
from rulebook.words import Words

Result = TypeVar("Result")
PROSE, SENTENCES = "book.md", "sentences.yaml"


@dataclass(frozen=True, slots=True)
class Manuscript:
    """What was written in one folder, in its source language."""

    id: str
    path: str
    header: Header
    game: Game[Any, Any]
    prose: Prose
    sentences: Sentences
    scenes: Mapping[str, Scene]


@dataclass(frozen=True, slots=True)
class Book(Manuscript):
    """A manuscript played and translated. `words` holds the source language first, the others by code."""

    frames: Mapping[str, tuple[Frame, ...]]
    words: Mapping[str, Words]


class Collector:
    """Runs one reading after another and keeps the problems of all, so that a person sees them at once."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def run(self, work: Callable[..., Result], *args: Any, **kwargs: Any) -> Result | None:
        """What `work` returns, or None where it raised Problems."""
        try:
            return work(*args, **kwargs)
        except Problems as error:
            self.problems.extend(error.problems)
            return None

    def done(self) -> None:
        """Raise what was collected, if anything."""
        if self.problems:
            raise Problems(self.problems)


def find(folder: Path) -> tuple[Path, ...]:
    """The book folders below `folder`, by name. Raises Problems where there is none."""
    found = tuple(sorted(path.parent for path in folder.glob(f"*/{PROSE}")))
    if not found:
        advice = "a book is a folder with book.md in it; --scenes names the folder around the books"
        raise Problems([Problem(Place(str(folder)), "no-books", f"there is no book in '{folder}'", advice)])
    return found


def load(folder: Path) -> Book:
    """Read, play and translate one book. Raises Problems: all that is wrong in all of its files."""
    collect = Collector()
    written = _read(folder, collect)
    if written is None:
        raise Problems(collect.problems)
    frames = {scene.id: collect.run(stage.play, written.game, scene) for scene in written.scenes.values()}
    spoken = _load_words(folder, written, collect)
    collect.done()
    played = {scene: shown for scene, shown in frames.items() if shown is not None}
    parts = {part.name: getattr(written, part.name) for part in fields(written)}
    return Book(**parts, frames=played, words=spoken)


def read(folder: Path) -> Manuscript:
    """Read one book, without its catalogues. Raises Problems: all that is wrong in what was written."""
    collect = Collector()
    written = _read(folder, collect)
    collect.done()
    assert written is not None, "without problems everything was read"
    return written


def _read(folder: Path, collect: Collector) -> Manuscript | None:
    """The manuscript as far as it can be read; None where the header or the sentences cannot."""
    head = collect.run(_read_head, folder)
    sentences = collect.run(_read_sentences, folder)
    if head is None or sentences is None:
        return None
    header, text = head
    game = GAMES[header.game]
    return Manuscript(
        folder.name, str(folder), header, game, text, sentences, _read_scenes(folder, game, collect)
    )


def _read_head(folder: Path) -> tuple[Header, Prose]:
    path = str(folder / PROSE)
    header, body, first_line = reader.read_header(path, _text(folder / PROSE), games=tuple(GAMES))
    return header, prose.read(path, body, first_line, header.retired)


def _read_sentences(folder: Path) -> Sentences:
    return reader.read_sentences(str(folder / SENTENCES), _text(folder / SENTENCES))


def _read_scenes(folder: Path, game: Game[Any, Any], collect: Collector) -> dict[str, Scene]:
    paths = [path for path in sorted(folder.glob("*.yaml")) if path.name != SENTENCES]
    read = [collect.run(lambda path=path: reader.read_scene(str(path), _text(path), game)) for path in paths]
    return {scene.id: scene for scene in read if scene is not None}


def _load_words(folder: Path, written: Manuscript, collect: Collector) -> dict[str, Words]:
    languages = (written.header.language, *languages_of(folder))
    loaded = {language: collect.run(_load_language, folder, written, language) for language in languages}
    return {language: spoken for language, spoken in loaded.items() if spoken is not None}


def languages_of(folder: Path) -> tuple[str, ...]:
    """The languages that a book has a catalogue for, by code."""
    return tuple(sorted(path.stem for path in folder.glob("*.po")))


def _load_language(folder: Path, written: Manuscript, language: str) -> Words:
    name = f"{language}.po"
    book, page = _catalogue(folder / name), _catalogue(templates_folder() / name)
    return words.load(language, written.header.language, book, page, written.sentences)


def _catalogue(path: Path) -> tuple[str, bytes] | None:
    return (str(path), read_bytes(path)) if os.path.lexists(path) else None


def _text(path: Path) -> str:
    return reader.decode(str(path), read_bytes(path))


def read_bytes(path: Path) -> bytes:
    """The bytes of a regular file, read once. Raises Problems (FILES), also for a link, pipe or device."""
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            text = "is not a regular file"
        else:
            return path.read_bytes()
    except OSError as error:
        text = f"cannot read: {error.strerror or error}"
    raise Problems([Problem(Place(str(path)), "cannot-read", text, exit=Exit.FILES)])


def templates_folder() -> Path:
    """Where the templates are: inside an installed package, or beside it in a checkout."""
    inside = Path(__file__).parent / "templates"
    found = inside if inside.is_dir() else Path(__file__).parent.parent / "templates"
    # Messages name these files: the short path where one works in the checkout.
    return found.relative_to(Path.cwd()) if found.is_relative_to(Path.cwd()) else found
