"""What translators translate: everything that a reader of a book or of the pages around it reads."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rulebook import books, words
from rulebook.books import Manuscript
from rulebook.model import Scene
from rulebook.words import Sentence, Source

HEADER = ("title", "description", "credits", "edition")
PAGES = "page"
"""The context of the words that all pages share."""


def sources(book: Manuscript) -> tuple[Source, ...]:
    """Every text of a book in the order in which a translator meets it. An empty one is said by nobody."""
    found = (*_header(book), *_prose(book), *_sentences(book), *_scenes(book.scenes.values()))
    return tuple(source for source in found if source.one)


def _header(book: Manuscript) -> Iterator[Source]:
    for name in HEADER:
        yield Source("header", getattr(book.header, name), place=book.header.place, note=f"the book's {name}")


def _prose(book: Manuscript) -> Iterator[Source]:
    for entry in book.prose.entries:
        note = "our interpretation of the game's text" if entry.ruling else ""
        yield Source(entry.context, entry.msgid, place=entry.place, note=note)


def _sentences(book: Manuscript) -> Iterator[Source]:
    for key, sentence in book.sentences.items():
        yield Source(key, sentence.one, sentence.other, sentence.place, _note(key, sentence))


def _note(key: str, sentence: Sentence) -> str:
    """What a translator of a sentence has to know."""
    if key.startswith("units."):
        return "only the check reads it: every form in which the book names this, with / between them"
    return f"the plural form is chosen by {{{sentence.by}}}" if sentence.other else ""


def _scenes(scenes: Iterable[Scene]) -> Iterator[Source]:
    for scene in scenes:
        yield Source(
            title_context(scene.id), scene.title, place=scene.place("title"), note="title of a scene"
        )
        yield Source(remark_context(scene.id, "start"), scene.remark, place=scene.place("remark"))
        for index, step in enumerate(scene.steps):
            yield Source(
                remark_context(scene.id, step.name), step.remark, place=scene.place("steps", index, "remark")
            )
            if step.ask:
                place = scene.place("steps", index, "ask", "question")
                note = "asked before the step is shown"
                yield Source(ask_context(scene.id, step.name), step.ask.question, place=place, note=note)


def title_context(scene: str) -> str:
    """Where a catalogue has a scene's title."""
    return f"scene.{scene}"


def remark_context(scene: str, step: str) -> str:
    """Where a catalogue has the remark of a step; the scene's own is that of `start`."""
    return f"scene.{scene}.{step}"


def ask_context(scene: str, step: str) -> str:
    """Where a catalogue has what a step asks before it shows."""
    return f"scene.{scene}.{step}.ask"


def updated(folders: Sequence[Path], pages: bool = True) -> dict[Path, dict[str, bytes]]:
    """Folder → name → bytes of every catalogue, brought up to its sources. Raises Problems.

    With `pages` those of the words of the pages are among them.
    """
    collect = books.Collector()
    files: dict[Path, dict[str, bytes]] = {}
    for folder, entries in _translated(folders, pages, collect):
        for name, path in _catalogues(folder):
            content = collect.run(words.update, str(path), books.read_bytes(path) or None, entries)
            files.setdefault(folder, {})[name] = content or b""
    collect.done()
    return files


def counts(folders: Sequence[Path]) -> Iterator[str]:
    """One line for each catalogue: what is translated, fuzzy and missing."""
    for folder in (*folders, books.templates_folder()):
        for _, path in _catalogues(folder):
            done, fuzzy, missing = words.stats((str(path), books.read_bytes(path)))
            share = 100 * done // max(done + fuzzy + missing, 1)
            yield f"{path}: {share} %: {done} translated, {fuzzy} fuzzy, {missing} missing"


def _translated(
    folders: Sequence[Path], pages: bool, collect: books.Collector
) -> Iterator[tuple[Path, tuple[Source, ...]]]:
    for folder in folders:
        written = collect.run(books.read, folder)
        if written is not None:
            yield folder, sources(written)
    if pages:
        yield books.templates_folder(), page_sources()


def page_sources() -> tuple[Source, ...]:
    """The words of the pages themselves, and what they have to know of each language."""
    templates = sorted(books.templates_folder().glob("*.jinja"))
    written = {path.name: path.read_text(encoding="utf-8") for path in templates}
    return (*words.page_entries(written), *words.language_entries())


def _catalogues(folder: Path) -> Iterator[tuple[str, Path]]:
    for language in books.languages_of(folder):
        yield f"{language}.po", folder / f"{language}.po"
