"""The command line. Each command imports what it needs by itself, so that help and errors come at once."""

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulebook import __version__
from rulebook.errors import Exit, Problems, did_you_mean, printable

if TYPE_CHECKING:
    from rulebook.books import Book

FOLDER = click.Path(path_type=Path, file_okay=False)
scenes_option = click.option(
    "--scenes", type=FOLDER, default="scenes", show_default=True, help="Folder around the books."
)
out_option = click.option("--out", type=click.Path(path_type=Path), default="build/site", show_default=True)
base_option = click.option(
    "--base-url", default="", help="Where the site will be, for what needs absolute addresses."
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="rulebook")
@click.option("--debug", is_flag=True, help="Show the traceback of an internal error.")
def rulebook(debug: bool) -> None:
    """Animated rulebooks whose every picture was played by a rules engine.

    \b
    Exit codes: 0 done · 1 text and engine disagree · 2 bad input · 3 cannot read or write · 4 our fault.
    """


@rulebook.command()
@scenes_option
@out_option
@base_option
def site(scenes: Path, out: Path, base_url: str) -> None:
    """Check every book and publish the site. On any error the old site stays as it is."""
    click.echo(build(scenes, out, base_url))


@rulebook.command()
@scenes_option
@click.argument("names", metavar="[BOOK]...", nargs=-1)
def check(scenes: Path, names: tuple[str, ...]) -> None:
    """Hold prose, engine, scenes and languages of every BOOK against one another."""
    from rulebook import check as checks

    books = load_books(scenes, names)
    problems = [problem for book in books for problem in checks.check(book)]
    for book in books:
        click.echo(checks.summary(book))
    if problems:
        raise Problems(problems)


@rulebook.command()
@click.argument("scene", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--out", type=FOLDER, required=True, help="Folder for one SVG file for each step.")
@click.option(
    "--language", default="", help="Language of titles and descriptions; the book's own by default."
)
def draw(scene: Path, out: Path, language: str) -> None:
    """Draw every step of SCENE (such as scenes/ball/dodge.yaml) as an SVG file of its own."""
    from rulebook import books, press, publish

    book = books.load(scene.parent)
    spoken = book.words[_choice(language or book.header.language, book.words, "--language")]
    frames = book.frames[_choice(scene.stem, book.frames, "SCENE")]
    files = {f"{frame.step}.svg": press.picture(book, frame, spoken) for frame in frames}
    publish.write(files, out)
    for name in files:
        click.echo(out / name)


@rulebook.command()
@click.argument("game")
def engine(game: str) -> None:
    """Answer questions about GAME's rules, JSON Lines on standard input and output."""
    from rulebook import protocol
    from rulebook.games import GAMES

    protocol.serve(GAMES[_choice(game, GAMES, "GAME")], sys.stdin.buffer, sys.stdout.buffer)


@rulebook.command()
@scenes_option
@out_option
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
def serve(scenes: Path, out: Path, port: int) -> None:
    """Build the site, show it on this machine only, and build it again whenever a source changes."""
    from rulebook import books, preview

    def rebuild() -> str:
        try:
            return build(scenes, out, "")
        except Problems as error:
            return "\n".join(map(str, error.problems))

    preview.serve(out, port, watched=(scenes, books.templates_folder()), rebuild=rebuild, say=click.echo)


@rulebook.group()
def words() -> None:
    """Catalogues: what translators translate."""


@words.command()
@scenes_option
@click.argument("names", metavar="[BOOK]...", nargs=-1)
def update(scenes: Path, names: tuple[str, ...]) -> None:
    """Bring every catalogue of every BOOK up to its source: new, changed (fuzzy) and gone entries."""
    from rulebook import catalogues, publish

    for folder, files in catalogues.updated(_folders(scenes, names)).items():
        publish.write(files, folder)
        for name in files:
            click.echo(folder / name)


@words.command()
@scenes_option
@click.argument("names", metavar="[BOOK]...", nargs=-1)
def stats(scenes: Path, names: tuple[str, ...]) -> None:
    """Count what is translated, fuzzy and missing, for every BOOK and language."""
    from rulebook import catalogues

    for row in catalogues.counts(_folders(scenes, names)):
        click.echo(row)


def build(scenes: Path, out: Path, base_url: str) -> str:
    """Press and publish; what was published, in one line. Raises Problems."""
    from rulebook import press, publish

    pressed = press.press(load_books(scenes), base_url)
    publish.publish(pressed.files, out)
    notes = "".join(f"\n{problem}" for problem in pressed.notes)
    return f"{out / 'index.html'}: {pressed.summary}{notes}"


def load_books(scenes: Path, names: Sequence[str] = ()) -> "tuple[Book, ...]":
    """The books below `scenes`, all of them or the named ones. Raises the Problems of all of them at once."""
    from rulebook import books

    collect = books.Collector()
    loaded = [collect.run(books.load, folder) for folder in _folders(scenes, names)]
    collect.done()
    return tuple(book for book in loaded if book is not None)


def _folders(scenes: Path, names: Sequence[str]) -> tuple[Path, ...]:
    from rulebook import books

    found = {folder.name: folder for folder in books.find(scenes)}
    return tuple(found[_choice(name, found, "BOOK")] for name in (names or found))


def _choice(word: str, known: Iterable[str], option: str) -> str:
    if word not in known:
        raise click.BadParameter(
            f"'{printable(word)}' is not known; {did_you_mean(word, known)}", param_hint=option
        )
    return word


def main() -> None:
    """Run the command line and leave with the exit code of the contract."""
    sys.exit(_guarded(lambda: rulebook(standalone_mode=False)))


def _guarded(run: Callable[[], object]) -> int:
    try:
        run()
    except Problems as error:
        for problem in error.problems:
            click.echo(str(problem), err=True)
        return error.exit
    except click.Abort:
        return 130
    except click.ClickException as error:
        error.show()
        return Exit.INPUT
    except BrokenPipeError:
        # The reader of our output went away (`| head`): nothing to tell, and nobody to tell it to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.DONE
    except OSError as error:
        click.echo(
            f"{printable(str(error.filename or 'rulebook'))}: cannot-read: {error.strerror or error}",
            err=True,
        )
        return Exit.FILES
    except Exception as error:
        if "--debug" in sys.argv:
            raise
        click.echo(
            f"a fault of ours: {type(error).__name__}: {printable(str(error))} (--debug shows where)",
            err=True,
        )
        return Exit.FAULT
    return Exit.DONE
