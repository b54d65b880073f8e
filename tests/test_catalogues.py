"""What translators translate: everything that a reader reads, gathered, counted and kept up to its source."""

import ast
import shutil
from pathlib import Path

import pytest

from rulebook import books, catalogues, words
from rulebook.errors import Exit
from tests import books_for_tests as ball
from tests.books_for_tests import Entry


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with scenes/ball and templates of its own, in English and Norwegian."""
    templates = tmp_path / "templates"
    shutil.copytree(ball.ROOT / "templates", templates, ignore=_others)
    monkeypatch.setattr(books, "templates_folder", lambda: templates)
    ball.copy(tmp_path)
    return tmp_path


def _others(_folder: str, names: list[str]) -> list[str]:
    return [name for name in names if name.endswith(".po") and name != "nb.po"]


def update(project: Path) -> list[str]:
    """Run `words update`; the files that it names."""
    ran = ball.run("words", "update", "--scenes", project / "scenes")
    assert (ran.code, ran.err) == (Exit.DONE, "")
    return [Path(line).relative_to(project).as_posix() for line in ran.out.splitlines()]


# What is translated


def test_a_translator_gets_everything_that_a_reader_reads() -> None:
    book = books.load(ball.BALL)
    found = catalogues.sources(book)
    texts = {(source.context, source.one) for source in found}
    assert all(source.one and source.place.path for source in found)
    assert {("header", book.header.title), ("header", book.header.credits)} <= texts
    assert {(entry.context, entry.msgid) for entry in book.prose.entries} <= texts
    said = {(key, sentence.one) for key, sentence in book.sentences.items() if sentence.one}
    assert said <= texts
    for scene in book.scenes.values():
        remarks = {f"scene.{scene.id}.{step.name}": step.remark for step in scene.steps if step.remark}
        assert {(f"scene.{scene.id}", scene.title), *remarks.items()} <= texts
    rulings = {source.context for source in found if "interpretation" in source.note}
    assert rulings == {rule for rule, entry in book.prose.rules.items() if entry.ruling}


def test_places_lead_to_the_lines_of_the_sources() -> None:
    book = books.load(ball.BALL)
    for source in catalogues.sources(book):
        if source.context.startswith(("scene.", "events.", "refusals.")):
            lines = Path(source.place.path).read_text(encoding="utf-8").split("\n")
            assert source.one[:20] in lines[source.place.line - 1], source


# Keeping catalogues


@pytest.mark.parametrize("folder", [*books.find(ball.ROOT / "scenes"), ball.ROOT / "templates"], ids=str)
def test_catalogues_in_the_repository_hold_what_their_sources_say(folder: Path) -> None:
    """But for the lines to which they refer, which every change of a source moves."""
    books_with_pages = [folder] if folder.name != "templates" else []
    files = catalogues.updated(books_with_pages, pages=not books_with_pages)
    assert files
    for found, updated in files.items():
        for name, content in updated.items():
            kept = (found / name).read_text(encoding="utf-8")
            assert without_references(content.decode()) == without_references(kept), name


def test_an_update_changes_nothing_the_second_time(project: Path) -> None:
    assert update(project) == ["scenes/ball/nb.po", "templates/nb.po"]
    after = ball.tree(project)
    update(project)
    assert ball.tree(project) == after


def test_the_words_of_the_pages_are_left_alone_where_a_book_is_named(project: Path) -> None:
    ran = ball.run("words", "update", "ball", "--scenes", project / "scenes")
    assert [Path(line).relative_to(project).as_posix() for line in ran.out.splitlines()] == [
        "scenes/ball/nb.po"
    ]


def without_references(text: str) -> list[str]:
    return [line for line in text.split("\n") if not line.startswith("#:")]


def test_new_changed_and_gone_texts(project: Path) -> None:
    folder = project / "scenes" / "ball"
    catalogue = folder / "nb.po"
    ball.edit(folder / "book.md", "- The dodge knocks the opponent down.", "- The dodge fells the opponent.")
    ball.edit(folder / "dodge.yaml", "title: A dodge", "title: A dodge\nremark: Watch DEF1.")
    ball.edit(folder / "dodge.yaml", "    remark: A player that lies there already can be dodged too.\n", "")
    update(project)
    fuzzy = Entry(catalogue, "dodge.knocks_down").block()
    assert "#, fuzzy" in fuzzy
    assert '#| msgid "The dodge knocks the opponent down."' in fuzzy
    assert 'msgid "The dodge fells the opponent."\nmsgstr "Unnvikelsen velter motstanderen."' in fuzzy
    assert Entry(catalogue, "scene.dodge.start").block().endswith('msgid "Watch DEF1."\nmsgstr ""')
    assert 'msgctxt "scene.dodge.again"' not in catalogue.read_text(encoding="utf-8")
    after = ball.tree(project)
    update(project)
    assert ball.tree(project) == after
    assert counts(project)["scenes/ball/nb.po"][1:] == (1, 1)


def test_a_broken_catalogue_is_told_and_nothing_is_written(project: Path) -> None:
    folder = project / "scenes" / "ball"
    ball.edit(folder / "dodge.yaml", "title: A dodge", "title: A new dodge")
    ball.edit(project / "templates" / "nb.po", '"Language: nb\\n"', '"Language: nb\\n')
    before = ball.tree(project)
    ran = ball.run("words", "update", "--scenes", project / "scenes")
    assert (ran.code, ran.out) == (Exit.INPUT, "")
    assert ran.lines[0].startswith(f"{project / 'templates' / 'nb.po'}:")
    assert ball.tree(project) == before


# Counting


def counts(project: Path) -> dict[str, tuple[int, int, int]]:
    """What `words stats` says of each catalogue: translated, fuzzy and missing."""
    ran = ball.run("words", "stats", "--scenes", project / "scenes")
    assert ran.code == Exit.DONE
    rows = [line.split(": ") for line in ran.out.splitlines()]
    return {Path(path).relative_to(project).as_posix(): numbers(said) for path, _, said in rows}


def numbers(said: str) -> tuple[int, int, int]:
    done, fuzzy, missing = (int(part.split()[0]) for part in said.split(", "))
    return done, fuzzy, missing


def test_stats_count_what_is_done_fuzzy_and_missing(project: Path) -> None:
    catalogue = project / "scenes" / "ball" / "nb.po"
    total = len({(source.context, source.one) for source in catalogues.sources(books.read(catalogue.parent))})
    assert counts(project)["scenes/ball/nb.po"] == (total, 0, 0)
    Entry(catalogue, "dodge.knocks_down").edit("Unnvikelsen velter motstanderen.", "")
    Entry(catalogue, "dodge.no_exit").edit('msgctxt "d', '#, fuzzy\nmsgctxt "d')
    assert counts(project)["scenes/ball/nb.po"] == (total - 2, 1, 1)
    ran = ball.run("words", "stats", "--scenes", project / "scenes")
    assert ran.out.startswith(
        f"{catalogue}: {100 * (total - 2) // total} %: {total - 2} translated, 1 fuzzy,"
    )


# A new language, as CONTRIBUTING.md says


def test_two_empty_files_are_a_new_language(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ball.without_exploring(monkeypatch)
    book, pages = project / "scenes" / "ball" / "ar.po", project / "templates" / "ar.po"
    for path in (book, pages):
        path.write_bytes(b"")
    assert update(project) == ["scenes/ball/ar.po", "scenes/ball/nb.po", "templates/ar.po", "templates/nb.po"]
    total = len(words.read_catalogue(str(book), book.read_bytes(), "ar", "en").entries)
    assert counts(project)["scenes/ball/ar.po"] == (0, 0, total)
    ran = ball.run("check", "--scenes", project / "scenes")
    assert (ran.code, {line.split(": ")[1] for line in ran.lines}) == (Exit.MISMATCH, {"untranslated"})
    Entry(book, "dodge.knocks_down").edit('msgstr ""', 'msgstr "المراوغة تسقط الخصم."')
    ran = ball.run("site", "--scenes", project / "scenes", "--out", project / "site")
    assert (ran.code, ran.err) == (Exit.DONE, "")
    html = (project / "site" / "ar" / "ball" / "index.html").read_text(encoding="utf-8")
    assert '<html lang="ar" dir="rtl">' in html
    assert "المراوغة تسقط الخصم." in html
    assert '<span class="untranslated" lang="en" dir="ltr">Without a square to exit to, the dodge' in html
    assert 'hreflang="ar"' in (project / "site" / "index.html").read_text(encoding="utf-8")


def test_no_program_knows_a_list_of_languages() -> None:
    """But wrong spellings of some codes with the right ones, and one rule of euphony."""
    languages = set(books.languages_of(ball.BALL))
    found = {
        (path.name, node.value)
        for path in (ball.ROOT / "rulebook").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in languages
    }
    assert found == {("header.py", "nb"), ("header.py", "da"), ("header.py", "ja"), ("languages.py", "es")}


@pytest.mark.parametrize(
    ("name", "advice"), [("no", "'nb' or 'nn'"), ("en_GB", "'en-GB'"), ("xx", "such as en"), ("NB", "'nb'")]
)
def test_a_catalogue_is_named_by_its_language(project: Path, name: str, advice: str) -> None:
    (project / "scenes" / "ball" / f"{name}.po").write_bytes(b"")
    before = ball.tree(project)
    ran = ball.run("words", "update", "--scenes", project / "scenes")
    assert (ran.code, "unknown-language" in ran.err, advice in ran.err) == (Exit.INPUT, True, True)
    assert ball.tree(project) == before
    assert "unknown-language" in ball.codes(ball.problems(project / "scenes" / "ball"))
