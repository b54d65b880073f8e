"""The command line. Each command imports what it needs by itself, so that help and errors come at once."""

import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from rulebook import __version__
from rulebook.errors import Exit, Problem, Problems, did_you_mean, printable

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

    from rulebook.books import Book
    from rulebook.check import Checked, Counterexample, Options

PICTURES = Path("build/check")
"""Where `check` draws the positions in which laws break."""

PREVIEWED = 100
"""Positions that are explored for a preview: who writes does not want to wait."""

FOLDER = click.Path(path_type=Path, file_okay=False)
scenes_option = click.option(
    "--scenes", type=FOLDER, default="scenes", show_default=True, help="Folder around the books."
)
SITE, SINGLE, PAPERS = Path("build/site"), Path("build/single"), Path("build/pdf")
"""Where things are published if nobody says where."""

out_option = click.option("--out", type=click.Path(path_type=Path), default=SITE, show_default=True)


def _address(context: click.Context, option: click.Parameter, value: str) -> str:
    """A base URL, or nothing: pages name it where a relative address would mean nothing."""
    try:
        parts = urlsplit(value)
        good = parts.scheme in ("http", "https") and parts.hostname and not (parts.query or parts.fragment)
    except ValueError:
        good = False
    if value and not (good and value.isascii() and value.isprintable() and " " not in value):
        raise click.BadParameter(
            f"'{printable(value)}' is no address of a site; write it like https://example.org/rules"
        )
    return value


base_option = click.option(
    "--base-url",
    default="",
    callback=_address,
    help="Where the site will be, for what needs absolute addresses.",
)


def exploration(command: Callable[..., None]) -> Callable[..., None]:
    """The options that say how much is explored; the command gets them as `explored`."""

    @wraps(command)
    def exploring(positions: int, seed: int, jobs: int, **others: Any) -> None:
        from rulebook.check import Options

        command(explored=Options(positions, seed, jobs), **others)

    explored, more = exploring, click.IntRange(0)
    for option in (
        click.option("--jobs", "-j", type=more, default=0, help="Processes; all cores by default."),
        click.option("--seed", type=int, default=1, show_default=True, help="Which random positions."),
        click.option(
            "--positions", type=more, default=2000, show_default=True, help="Random positions explored."
        ),
    ):
        explored = option(explored)
    return explored


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
@click.option(
    "--out", type=click.Path(path_type=Path), help=f"{SITE} by default, {SINGLE} with --single-file."
)
@base_option
@click.option("--single-file", is_flag=True, help="One HTML file for each book and language, for mail.")
@click.option("--pdf", is_flag=True, help="Each book on paper, too; a Chromium prints it.")
@exploration
def site(
    scenes: Path, out: Path | None, base_url: str, single_file: bool, pdf: bool, explored: "Options"
) -> None:
    """Check every book and publish the site. On any error the old site stays as it is."""
    if single_file and (base_url or pdf):
        raise click.UsageError("single files lie anywhere and hold one page: no --base-url and no --pdf")
    place = out or (SINGLE if single_file else SITE)
    _say(build(scenes, place, base_url, explored, single_file, pdf))


@rulebook.command()
@scenes_option
@click.argument("names", metavar="[BOOK]...", nargs=-1)
@click.option("--out", type=FOLDER, default=PAPERS, show_default=True, help="Folder for the files.")
@click.option("--language", default="", help="All that a book has by default.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
def pdf(scenes: Path, names: tuple[str, ...], out: Path, language: str, paper: str) -> None:
    """Print every BOOK as a PDF, by a Chromium; they are checked against the engine as they stand."""
    from rulebook import pages, press, publish

    books = load_books(scenes, names)
    if language:
        _choice(language, [spoken for book in books for spoken in book.words], "--language")
    checked = check_books(books)
    press.publishable(checked)
    files = press.papers(checked, pages.PDF, language, paper)
    publish.write(files, out)
    for name in files:
        _say(out / name)


@rulebook.command()
@scenes_option
@click.argument("names", metavar="[BOOK]...", nargs=-1)
@exploration
@click.option("--table", is_flag=True, help="Show what is known of every rule.")
@click.option("--json", "as_json", is_flag=True, help="Everything for a program, on standard output.")
@click.option("--github", is_flag=True, help="Problems as annotations of GitHub Actions.")
def check(
    scenes: Path, names: tuple[str, ...], table: bool, as_json: bool, github: bool, explored: "Options"
) -> None:
    """Hold prose, engine, scenes and languages of every BOOK against one another."""
    from rulebook import check as checks
    from rulebook.check import report

    try:
        checked = check_books(load_books(scenes, names), explored)
        problems = checks.problems_of(checked)
        examples = [example for one in checked for example in one.counterexamples]
    except Problems as error:
        checked = []
        wrong, examples = checks.unplayed(_folders(scenes, names), error.problems, explored)
        problems = [*error.problems, *wrong, *(example.problem for example in examples)]
    problems += _draw(examples)
    if table and not as_json:
        _say("\n\n".join(report.table(one.rows) for one in checked))
    _tell(problems, checked, examples, as_json, github)
    if problems:
        raise click.exceptions.Exit(Problems(problems).exit)


@rulebook.command()
@click.argument("scene", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--out", type=FOLDER, required=True, help="Folder for the files.")
@click.option("--language", default="", help="Language of all that is said; the book's own by default.")
@click.option(
    "--format",
    "kind",
    type=click.Choice(["svg", "png", "gif", "apng", "webp"]),
    default="svg",
    show_default=True,
    help="One file for each step, or an animated file of the whole scene.",
)
@click.option(
    "--width", type=click.IntRange(16, 4096), default=640, show_default=True, help="In pixels, but for svg."
)
def draw(scene: Path, out: Path, language: str, kind: str, width: int) -> None:
    """Draw SCENE (such as scenes/ball/dodge.yaml): every step as svg or png, or all in one gif, apng or webp.

    An animated file shows each step, with its caption below, as long as it takes to read it.
    """
    from rulebook import books, pictures, publish

    book = books.load(scene.parent)
    spoken = _choice(language or book.header.language, book.words, "--language")
    name = _choice(scene.stem, book.frames, "SCENE")
    files = pictures.files(book, name, spoken, kind, width)
    publish.write(files, out)
    for name in files:
        _say(out / name)


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

    preview.serve(out, port, watched=(scenes, books.templates_folder()), rebuild=rebuild, say=_say)


@rulebook.command()
@scenes_option
@click.argument("name", metavar="BOOK")
@click.argument("hole", metavar="ID")
@exploration
def finding(scenes: Path, name: str, hole: str, explored: "Options") -> None:
    """Print the scene that shows the finding ID of BOOK, ready to be saved among its scenes."""
    from rulebook.check import holes

    [checked] = check_books(load_books(scenes, (name,)), explored)
    found = {finding.id: finding for finding in checked.findings}
    click.echo(holes.as_scene(checked.book.game, found[_choice(hole, found, "ID")]), nl=False)


@rulebook.group()
def laws() -> None:
    """What the book promises for every position, held against the engine."""


@laws.command()
@scenes_option
@click.argument("rule")
def accept(scenes: Path, rule: str) -> None:
    """Show how the sentence of RULE has changed, and take the new wording over for its law."""
    from rulebook import books, publish
    from rulebook.check import quotes

    manuscripts = [books.read(folder) for folder in _folders(scenes, ())]
    lawful = {law.rule: book for book in manuscripts for law in book.game.proof.laws}
    _choice(rule, lawful, "RULE")
    for book in (book for book in manuscripts if rule in book.prose.rules):
        accepted = quotes.accept(book, rule)
        if accepted is None:
            click.echo(f"{book.path}: the law of '{rule}' quotes the sentence as it is")
        else:
            publish.write({accepted.path.name: accepted.content}, accepted.path.parent)
            click.echo(f"{book.path}: the law of '{rule}' now stands for other words")
            click.echo(f"- {accepted.before}\n+ {accepted.after}")


@rulebook.group()
def words() -> None:
    """Catalogues: what translators translate."""


@words.command()
@scenes_option
@click.argument("names", metavar="[BOOK]...", nargs=-1)
def update(scenes: Path, names: tuple[str, ...]) -> None:
    """Bring every catalogue of every BOOK up to its source: new, changed (fuzzy) and gone entries.

    Without a BOOK the words of the pages, in the folder of the templates, are brought up too.
    """
    from rulebook import catalogues, publish

    for folder, files in catalogues.updated(_folders(scenes, names), pages=not names).items():
        publish.write(files, folder)
        for name in files:
            _say(folder / name)


@words.command()
@scenes_option
@click.argument("names", metavar="[BOOK]...", nargs=-1)
def stats(scenes: Path, names: tuple[str, ...]) -> None:
    """Count what is translated, fuzzy and missing, for every BOOK and language."""
    from rulebook import catalogues

    for row in catalogues.counts(_folders(scenes, names)):
        _say(row)


def build(
    scenes: Path,
    out: Path,
    base_url: str,
    explored: "Options | None" = None,
    single: bool = False,
    pdf: bool = False,
) -> str:
    """Press and publish a site, or single files; what was published, in words. Raises Problems."""
    from rulebook import browser, press, publish

    if pdf:
        browser.need()
    checked = check_books(load_books(scenes), explored)
    pressed = press.single(checked) if single else press.press(checked, base_url, pdf=pdf)
    publish.publish(pressed.files, out)
    notes = "".join(f"\n{problem}" for problem in pressed.notes)
    return f"{out / 'index.html'}: {pressed.summary}{notes}"


def check_books(books: "Sequence[Book]", explored: "Options | None" = None) -> "list[Checked]":
    """Every book checked, as far as a preview needs if nobody says more, with a bar on a terminal."""
    from rulebook import check as checks

    options = explored or checks.Options(PREVIEWED, jobs=1)
    watched = sys.stderr is not None and sys.stderr.isatty()
    found = []
    for book in books:
        label = f"exploring {book.id}"
        with click.progressbar(length=1, label=label, file=sys.stderr, hidden=not watched) as bar:

            def shown(done: int, total: int, bar: "ProgressBar[int]" = bar) -> None:
                bar.length = total
                bar.update(done - bar.pos)

            found.append(checks.check(book, options, shown if watched else None))
    return found


def _draw(examples: "Sequence[Counterexample]") -> "Sequence[Problem]":
    """Write the pictures of broken laws in the place of those of an earlier run; what stops that."""
    from rulebook import publish
    from rulebook.check import drawn

    files = {example.name: drawn.picture(example) for example in examples}
    files = {name: data for name, data in files.items() if data}
    try:
        if files or (PICTURES / publish.MARKER).is_file():
            publish.publish(files, PICTURES)
    except Problems as error:
        return error.problems
    return ()


def _tell(
    problems: "Sequence[Problem]",
    checked: "Sequence[Checked]",
    examples: "Sequence[Counterexample]",
    as_json: bool,
    github: bool,
) -> None:
    """Problems first, each with its place and its position, then findings and what was checked."""
    from rulebook.check import report

    if as_json:
        _say(report.as_json(problems, checked, examples))
        return
    shown = {example.problem: report.drawing(example, PICTURES) for example in examples}
    for problem in problems:
        _say(problem, err=True)
        if problem in shown:
            _say(shown[problem], err=True)
        if github:
            _say(report.annotation(problem))
    for one in checked:
        for finding in one.findings:
            _say(f"{one.book.path}: finding {finding.id}: {finding.text}")
        _say(f"{one.summary}, in {one.seconds:.1f} s")


def _say(what: object, err: bool = False) -> None:
    """Print lines, with escapes for what would steer a terminal.

    The reader of our output may have gone away (`| head`): what we do and how it ends does not change.
    """
    try:
        click.echo("\n".join(map(printable, str(what).split("\n"))), err=err)
    except BrokenPipeError:
        stream = sys.stderr if err else sys.stdout
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


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
    if isinstance(sys.stdout, TextIOWrapper):
        # Where the terminal cannot show a letter, its number is better than an end in the middle.
        sys.stdout.reconfigure(errors="backslashreplace")
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _leave)
    sys.exit(run(sys.argv[1:]))


def _leave(number: int, _: object) -> None:
    """End as an interrupt does: other processes are ended and what was staged is removed."""
    sys.exit(128 + number)


def run(arguments: Sequence[str]) -> int:
    """Run one command; its exit code."""
    try:
        # Click gives back the code with which a command has ended.
        code = rulebook(arguments, prog_name="rulebook", standalone_mode=False)
    except Problems as error:
        if error.exit == Exit.FAULT and "--debug" in arguments:
            traceback.print_exc()
        for problem in error.problems:
            _say(problem, err=True)
        return error.exit
    except (click.Abort, KeyboardInterrupt):
        return 130
    except click.ClickException as error:
        error.show()
        return Exit.INPUT
    except OSError as error:
        place = printable(str(error.filename or "rulebook"))
        _say(f"{place}: cannot-read: {error.strerror or error}", err=True)
        return Exit.FILES
    except Exception as error:
        if "--debug" in arguments:
            traceback.print_exc()
        text = printable(str(error))
        _say(f"a fault of ours: {type(error).__name__}: {text} (--debug shows where)", err=True)
        return Exit.FAULT
    return code if isinstance(code, int) else Exit.DONE
