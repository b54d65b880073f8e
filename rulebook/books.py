"""A book folder, read and played: prose, sentences, scenes with their frames, words of each language."""

import os
import stat
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

from rulebook import prose, reader, stage, words
from rulebook.errors import Exit, Place, Problem, Problems
from rulebook.games import GAMES
from rulebook.model import Frame, Game, Scene
from rulebook.prose import Prose
from rulebook.reader import Header, Sentences, Term
from rulebook.words import Words

Result = TypeVar("Result")
PROSE, SENTENCES, GLOSSARY = "book.md", "sentences.yaml", "glossary.yaml"

LARGEST = 4 * 1024 * 1024
"""The most bytes of any file that is read; the readers of prose and scenes allow less."""

UNREAD = Prose((), (), {}, ())
"""Stands for a prose with problems, which have been told, while the other files are looked at."""

SPELLINGS = {".yaml": ".yaml", ".yml": ".yaml", ".po": ".po"}
"""How the names of files of a book end, by other ways to write it."""


@dataclass(frozen=True, slots=True)
class Manuscript:
    """What was written in one folder, in its source language."""

    id: str
    path: str
    header: Header
    game: Game[Any, Any]
    prose: Prose
    sentences: Sentences
    glossary: tuple[Term, ...]
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
    found = tuple(path.parent for path in listed(folder, f"*/{PROSE}"))
    if not found:
        advice = "a book is a folder with book.md in it; --scenes names the folder around the books"
        raise Problems([Problem(Place(str(folder)), "no-books", f"there is no book in '{folder}'", advice)])
    return found


def listed(folder: Path, pattern: str) -> tuple[Path, ...]:
    """The files that fit a pattern, by name, without what editors and systems hide behind a dot."""
    found = (path for path in folder.glob(pattern) if not path.relative_to(folder).as_posix().startswith("."))
    return tuple(sorted(found))


def scene_paths(folder: Path) -> tuple[Path, ...]:
    """The files of a book's scenes, by name."""
    return tuple(path for path in listed(folder, "*.yaml") if path.name not in (SENTENCES, GLOSSARY))


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


def draft(folder: Path) -> Manuscript | None:
    """One book as far as it can be read, whatever is wrong with it; None where its header cannot."""
    return _read(folder, Collector())


def _read(folder: Path, collect: Collector) -> Manuscript | None:
    """The manuscript as far as it can be read; None where its header cannot. The problems are collected."""
    name, path = Path(os.path.abspath(folder)).name, folder / PROSE
    head = collect.run(lambda: reader.read_header(str(path), _text(path), games=tuple(GAMES)))
    sentences, terms = collect.run(_read_sentences, folder), collect.run(_read_glossary, folder)
    if head is None:
        return None
    collect.problems += (*_bad_name(folder, name), *_overlooked(folder))
    header, body, first_line = head
    text = collect.run(prose.read, str(path), body, first_line, header.retired)
    game = GAMES[header.game]
    scenes = _read_scenes(folder, game, collect)
    return Manuscript(name, str(folder), header, game, text or UNREAD, sentences or {}, terms or (), scenes)


def _bad_name(folder: Path, name: str) -> Iterator[Problem]:
    """A book's id is its folder's name, and part of its pages' addresses."""
    if fault := reader.name_fault(name):
        yield Problem(Place(str(folder)), "bad-name", f"'{name}' cannot be a book's name: {fault}")


def _overlooked(folder: Path) -> Iterator[Problem]:
    """Files whose names are so near to those of a book that somebody must expect them to be read."""
    for path in listed(folder, "*"):
        right = SPELLINGS.get(path.suffix.lower())
        if right and path.suffix != right:
            text = f"a file '{path.name}' is not read"
            yield Problem(Place(str(path)), "file-name", text, f"name it '{path.stem}{right}'")


def _read_sentences(folder: Path) -> Sentences:
    return reader.read_sentences(str(folder / SENTENCES), _text(folder / SENTENCES))


def _read_glossary(folder: Path) -> tuple[Term, ...]:
    """The terms of a book; it may have none."""
    path = folder / GLOSSARY
    return reader.read_glossary(str(path), _text(path)) if os.path.lexists(path) else ()


def _read_scenes(folder: Path, game: Game[Any, Any], collect: Collector) -> dict[str, Scene]:
    read = [
        collect.run(lambda path=path: reader.read_scene(str(path), _text(path), game))
        for path in scene_paths(folder)
    ]
    return {scene.id: scene for scene in read if scene is not None}


def _load_words(folder: Path, written: Manuscript, collect: Collector) -> dict[str, Words]:
    source, others = written.header.language, languages_of(folder)
    if source in others:
        text = f"the book is written in '{source}', so a catalogue for it changes nothing"
        path = folder / f"{source}.po"
        collect.problems.append(Problem(Place(str(path)), "source-catalogue", text, "delete the file"))
    own = collect.run(source_words, written)
    quotes = own.quotes if own else words.MARKS
    loaded = {
        language: collect.run(_load_language, folder, written, language, quotes)
        for language in others
        if language != source
    }
    return {language: spoken for language, spoken in {source: own, **loaded}.items() if spoken is not None}


def _load_language(folder: Path, written: Manuscript, language: str, source_quotes: words.Quotes) -> Words:
    name = f"{language}.po"
    book, page = _catalogue(folder / name), _catalogue(templates_folder() / name)
    return words.load(language, written.header.language, book, page, written.sentences, source_quotes)


def languages_of(folder: Path) -> tuple[str, ...]:
    """The languages that a book has a catalogue for, by code."""
    return tuple(path.stem for path in listed(folder, "*.po"))


def source_words(written: Manuscript) -> Words:
    """How the language of the book is spoken. Raises Problems for the pages' catalogue of it."""
    language = written.header.language
    page = _catalogue(templates_folder() / f"{language}.po")
    return words.load(language, language, None, page, written.sentences)


def _catalogue(path: Path) -> tuple[str, bytes] | None:
    return (str(path), read_bytes(path)) if os.path.lexists(path) else None


def _text(path: Path) -> str:
    return reader.decode(str(path), read_bytes(path))


def read_bytes(path: Path) -> bytes:
    """The bytes of a regular file, read once. Raises Problems, for a link, pipe or device too."""
    try:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode):
            text = "is not a regular file"
        elif status.st_size > LARGEST:
            text = f"the file has {status.st_size} bytes, at most {LARGEST} are read"
            raise Problems([Problem(Place(str(path)), "too-large", text)])
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
