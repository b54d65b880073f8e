"""Words: what each language says, catalogues refused and kept, and the numbers in a text."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook import words
from rulebook.errors import Exit, Place, Problems
from rulebook.words import Said, Source, Words

KEPT = Path(__file__).parent / "words"
PLACE = Place("sentences.yaml", 7)
TEMPLATES = Path(__file__).resolve().parent.parent / "templates"
LANGUAGES = ["en", *sorted(path.stem for path in TEMPLATES.glob("*.po"))]


@dataclass(frozen=True)
class Sentence:
    one: str
    other: str = ""
    by: str = ""
    place: Place = PLACE


SENTENCES: Mapping[str, Sentence] = {
    "events.spends": Sentence("{team} spends {ap} point.", "{team} spends {ap} points.", "ap"),
    "events.targets": Sentence("{player} may dodge to {targets}."),
    "events.broken": Sentence("{playr} moves."),
    "events.by_text": Sentence("{team} wins.", "{team} win.", "team"),
    "names.black": Sentence("Black"),
    "units.squares": Sentence("square", "squares", "n"),
    "units.AP": Sentence("AP"),
}

NB = """\
msgid ""
msgstr ""
"Language: nb\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""


def entry(context: str, msgid: str, msgstr: str, comment: str = "") -> str:
    return f'{comment}msgctxt "{context}"\nmsgid "{msgid}"\nmsgstr "{msgstr}"\n\n'


def plural_entry(context: str, ids: tuple[str, str], forms: Sequence[str]) -> str:
    strings = "".join(f'msgstr[{index}] "{form}"\n' for index, form in enumerate(forms))
    return f'msgctxt "{context}"\nmsgid "{ids[0]}"\nmsgid_plural "{ids[1]}"\n{strings}\n'


def load(text: str | bytes, language: str = "nb", pages: str | None = None) -> Words:
    data = text.encode() if isinstance(text, str) else text
    page_catalogue = ("templates/nb.po", pages.encode()) if pages is not None else None
    return words.load(language, "en", (f"ball/{language}.po", data), page_catalogue, SENTENCES)


@cache
def spoken_on_pages(language: str) -> Words:
    """The words of the repository's own pages; there is no catalogue for their source and for strangers."""
    path = TEMPLATES / f"{language}.po"
    return words.load(language, "en", None, (path.name, path.read_bytes()) if path.is_file() else None, {})


def refused(text: str | bytes, language: str = "nb") -> list[tuple[int, str]]:
    """Line and code of all that is wrong with a catalogue."""
    with pytest.raises(Problems) as caught:
        load(text, language)
    assert all(problem.text and problem.advice for problem in caught.value.problems)
    assert all(problem.place.path == f"ball/{language}.po" for problem in caught.value.problems)
    return [(problem.place.line, problem.code) for problem in caught.value.problems]


# What is said


def test_a_translation_is_found_by_its_context() -> None:
    spoken = load(NB + entry("dodge", "Block", "Blokk") + entry("block", "Block", "Blokkering"))
    assert spoken.text("dodge", "Block") == Said("Blokk", "nb", "current")
    assert spoken.text("block", "Block") == Said("Blokkering", "nb", "current")
    assert spoken.text("pass", "Block") == Said("Block", "en", "missing")


def test_the_lead_has_no_context() -> None:
    spoken = load(NB + 'msgid "A game."\nmsgstr "Et spill."\n')
    assert spoken.text("", "A game.") == Said("Et spill.", "nb", "current")


def test_the_source_language_says_the_source() -> None:
    spoken = words.load("en", "en", None, None, SENTENCES)
    assert spoken.text("dodge", "Dodge") == Said("Dodge", "en", "source")
    assert spoken.text("page", "Play") == Said("Play", "en", "source")


def test_fuzzy_and_missing_say_the_source_and_that_they_do() -> None:
    spoken = load(NB + entry("dodge", "Dodge", "Omgå", "#, fuzzy\n") + entry("dodge", "Exit", ""))
    assert spoken.text("dodge", "Dodge") == Said("Dodge", "en", "fuzzy")
    assert spoken.text("dodge", "Exit") == Said("Exit", "en", "missing")
    assert spoken.text("dodge", "Push") == Said("Push", "en", "missing")


def test_a_changed_rule_is_out_of_date_before_the_catalogue_is_updated() -> None:
    spoken = load(NB + entry("dodge.exit", "Old.", "Gammel.") + entry("dodge.ball", "Old.", ""))
    assert spoken.text("dodge.exit", "New.") == Said("New.", "en", "fuzzy")
    assert spoken.text("dodge.ball", "New.") == Said("New.", "en", "missing")


def test_a_changed_plural_is_out_of_date_too() -> None:
    spoken = load(NB, pages=NB + plural_entry("page", ("one step", "{n} steps"), ["ett steg", "{n} steg"]))
    assert spoken.plural("page", "one step", "{n} steps", 2) == Said("2 steg", "nb", "current")
    assert spoken.plural("page", "one step", "{n} moves", 2) == Said("2 moves", "en", "fuzzy")
    assert spoken.text("page", "one step") == Said("ett steg", "nb", "current")
    assert spoken.state(Source("page", "one step", "{n} steps")) == "current"
    assert spoken.state(Source("page", "one step", "{n} moves")) == "fuzzy"


def test_the_pages_have_a_catalogue_and_a_source_language_of_their_own() -> None:
    spoken = load(NB + entry("page", "Play", "Galt"), pages=NB + entry("page", "Play", "Spill av"))
    assert spoken.text("page", "Play") == Said("Spill av", "nb", "current")
    german = words.load("en", "de", None, None, {})
    assert german.text("page", "Play").state == "source"
    assert german.text("dodge", "Umgehen") == Said("Umgehen", "de", "missing")


def test_where_a_translation_stands() -> None:
    spoken = load(NB + entry("dodge", "Dodge", "Omgå"))
    assert spoken.place("dodge", "Dodge") == Place("ball/nb.po", 8)
    assert spoken.place("dodge", "Exit") == Place("ball/nb.po")
    assert spoken.place("page", "Play") == Place("nb.po")


PLURALS = ("{team} spends {ap} point.", "{team} spends {ap} points.")


def test_sentences_are_filled_in_each_language() -> None:
    forms = ("{team} bruker {ap} poeng i ett.", "{team} bruker {ap} poeng i alt.")
    spoken = load(NB + plural_entry("events.spends", PLURALS, forms))
    assert spoken.sentence("events.spends", {"team": "ATK", "ap": 1}).text == "ATK bruker 1 poeng i ett."
    assert (
        spoken.sentence("events.spends", {"team": "ATK", "ap": 1200}).text
        == "ATK bruker 1\xa0200 poeng i alt."
    )
    source = words.load("en", "en", None, None, SENTENCES)
    assert source.sentence("events.spends", {"team": "ATK", "ap": 1}).text == "ATK spends 1 point."
    assert source.sentence("events.spends", {"team": "ATK", "ap": 1200}).text == "ATK spends 1,200 points."


@pytest.mark.parametrize(("last", "joined"), [("I10", "G8 e I10"), ("H10", "G8 y H10"), ("Y", "G8 y Y")])
def test_a_spanish_list_that_ends_in_an_i(last: str, joined: str) -> None:
    assert Words("es", "en").list(["G8", last]) == joined


def test_what_has_a_name_is_called_by_it() -> None:
    said = load(NB + entry("names.black", "Black", "Svart"))
    facts = {"player": "black", "targets": ("red", "black")}
    assert said.sentence("events.targets", facts).text == "Svart may dodge to red and Svart."


def test_lists_are_joined_in_the_language_of_the_sentence() -> None:
    facts = {"player": "DEF5", "targets": ("F9", "H7", "H9")}
    said = load(NB + entry("events.targets", "{player} may dodge to {targets}.", "{player} når {targets}."))
    assert said.sentence("events.targets", facts).text == "DEF5 når F9, H7 og H9."
    assert load(NB + entry("x", "y", "z")).sentence("events.targets", facts) == Said(
        "DEF5 may dodge to F9, H7, and H9.", "en", "missing"
    )


def test_values_cannot_smuggle_placeholders_in() -> None:
    source = words.load("en", "en", None, None, {"events.x": Sentence("{a} {b}")})
    assert source.sentence("events.x", {"a": "{b}", "b": "{a.__class__}"}).text == "{b} {a.__class__}"


@pytest.mark.parametrize(
    ("key", "facts", "advice"),
    [
        ("events.broken", {"player": "DEF5"}, "did you mean 'player'?"),
        ("events.by_text", {"team": "DEF"}, "did you mean 'team'?"),
        ("events.spends", {"team": "DEF"}, "known here: team"),
    ],
)
def test_a_placeholder_that_nothing_fills(key: str, facts: Mapping[str, words.Value], advice: str) -> None:
    with pytest.raises(Problems) as caught:
        words.load("en", "en", None, None, SENTENCES).sentence(key, facts)
    assert {(each.place, each.code, each.advice) for each in caught.value.problems} == {
        (PLACE, "unknown-placeholder", advice)
    }


def test_an_unknown_sentence_is_a_fault_of_the_caller() -> None:
    with pytest.raises(KeyError):
        words.load("en", "en", None, None, SENTENCES).sentence("events.nothing", {})


def test_plural_forms_of_a_language_with_many() -> None:
    header = NB.replace("Language: nb", "Language: ar").replace(
        "nplurals=2; plural=(n != 1);",
        "nplurals=6; plural=(n<3 ? n : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);",
    )
    forms = ["صفر", "خطوة واحدة", "خطوتان", "{n} خطوات", "{n} خطوة", "{n} خطوة كاملة"]
    catalogue = header + plural_entry("page", ("one step", "{n} steps"), forms)
    spoken = words.load("ar", "en", None, ("ar.po", catalogue.encode()), {})
    said = [spoken.plural("page", "one step", "{n} steps", number).text for number in (0, 1, 2, 3, 11, 100)]
    assert said == ["صفر", "خطوة واحدة", "خطوتان", "3 خطوات", "11 خطوة", "100 خطوة كاملة"]


def test_plural_of_the_source() -> None:
    english = words.load("en", "en", None, None, {})
    assert [english.plural("page", "{n} step", "{n} steps", n).text for n in (0, 1, 2)] == [
        "0 steps",
        "1 step",
        "2 steps",
    ]
    japanese = words.load("ja", "ja", None, None, {"events.x": Sentence("{n}手", "{n}手", "n")})
    assert japanese.sentence("events.x", {"n": 1}).text == "1手"


@pytest.mark.parametrize(
    ("language", "name", "direction", "quotes", "listed", "number"),
    [
        ("en", "English", "ltr", "“”‘’", "A, B, and C", "1,234"),
        ("nb", "norsk bokmål", "ltr", "«»‘’", "A, B og C", "1\xa0234"),
        ("da", "dansk", "ltr", "»«›‹", "A, B og C", "1.234"),
        ("de", "Deutsch", "ltr", "„“‚‘", "A, B und C", "1.234"),
        ("es", "español", "ltr", "«»“”", "A, B y C", "1.234"),
        ("ja", "日本語", "ltr", "「」『』", "A、B、C", "1,234"),
        ("ar", "العربية", "rtl", "«»‹›", "A وB وC", "1,234"),
        ("pt-BR", "português (Brasil)", "ltr", "“”‘’", "A, B e C", "1.234"),
        ("zh-Hant", "中文 (繁體)", "ltr", "“”‘’", "A、B和C", "1,234"),
        ("he", "עברית", "rtl", "“”‘’", "A, B וC", "1,234"),
    ],
)
def test_the_manners_of_a_language(
    language: str, name: str, direction: str, quotes: str, listed: str, number: str
) -> None:
    spoken = spoken_on_pages(language)
    assert (spoken.name, spoken.direction) == (name, direction)
    assert spoken.quotes == tuple(quotes)
    assert Said("", language).direction == direction
    assert spoken.list(["A", "B", "C"]) == listed
    assert spoken.number(1234) == number


def test_a_text_brings_the_quotation_marks_of_the_language_that_it_is_in() -> None:
    pages = NB + entry("page-quotes", "“ ” ‘ ’", "« » ‹ ›") + entry("page", "Play", "Spill av")
    german = ("„", "“", "‚", "‘")
    catalogues = ("ball/nb.po", (NB + entry("a", "Los", "Kjør")).encode()), ("nb.po", pages.encode())
    spoken = words.load("nb", "de", *catalogues, {}, german)
    said = [spoken.text(*key) for key in (("a", "Los"), ("a", "Halt"), ("page", "Play"), ("page", "Stop"))]
    assert [each.quotes for each in said] == [tuple("«»‹›"), german, tuple("«»‹›"), tuple("“”‘’")]
    fuzzy = load(NB, pages=pages.replace('msgctxt "page-quotes"', '#, fuzzy\nmsgctxt "page-quotes"'))
    assert fuzzy.quotes == tuple("“”‘’")


@pytest.mark.parametrize("code", ["en", "nb", "nn", "pt-BR", "zh-Hans", "ja", "ar"])
def test_known_languages(code: str) -> None:
    assert words.language_problems(code, Place("book.md", 3)) == ()


@pytest.mark.parametrize(
    ("code", "advice"),
    [
        ("EN", "write 'en'"),
        ("en_US", "write 'en-US'"),
        ("no", "write 'nb' or 'nn'"),
        ("xx", "write a code such as en, nb, pt-BR or zh-Hans"),
        ("i-klingon", "write a code such as en, nb, pt-BR or zh-Hans"),
        ("../de", "write a code such as en, nb, pt-BR or zh-Hans"),
        ("", "write a code such as en, nb, pt-BR or zh-Hans"),
    ],
)
def test_languages_that_are_none(code: str, advice: str) -> None:
    (problem,) = words.language_problems(code, Place("book.md", 3))
    assert (problem.place, problem.code, problem.advice) == (Place("book.md", 3), "unknown-language", advice)
    with pytest.raises(Problems):
        words.load(code, "en", None, None, {})
    with pytest.raises(Problems):
        words.load("en", code, None, None, {})


# Catalogues that are refused


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (b"\xef\xbb\xbf" + NB.encode(), [(1, "bom")]),
        (NB.encode() + 'msgid "a"\nmsgstr "å"\n'.encode("latin-1"), [(8, "not-utf8")]),
        (NB.encode("utf-16"), [(1, "not-utf8")]),
        ("", [(1, "broken-catalogue")]),
        ("# only a comment\n", [(2, "broken-catalogue")]),
        (NB + 'msgid "a\nmsgstr "b"\n', [(7, "broken-catalogue"), (8, "broken-catalogue")]),
        (NB + 'msgid "a"\nmsgstr b\n', [(8, "broken-catalogue"), (9, "broken-catalogue")]),
        (NB + 'msgid "a"\nmsgstr "a\\q"\n', [(8, "broken-catalogue"), (9, "broken-catalogue")]),
        (NB + 'msgid "a"\nmsgstr "a" b"\n', [(8, "broken-catalogue"), (9, "broken-catalogue")]),
        (NB + 'msgid "a"\n\nmsgid "b"\nmsgstr "c"\n', [(9, "broken-catalogue")]),
        (NB + 'msgid "a"\n', [(8, "broken-catalogue")]),
        (NB + 'msgctxt "a"\nmsgstr "c"\n', [(8, "broken-catalogue")]),
        (NB + 'msgid "a"\nmsgstr "b"\nmsgstr "c"\n', [(9, "broken-catalogue")]),
        (NB + 'msgid "a"\nmsgctxt "b"\nmsgstr "c"\n', [(8, "broken-catalogue"), (9, "broken-catalogue")]),
        (NB + 'msgid "a"\nmsgid_plural "b"\nmsgstr "c"\n', [(9, "broken-catalogue")]),
        (NB + 'msgid "a"\nmsgid_plural "b"\nmsgstr[1] "c"\n', [(9, "broken-catalogue")]),
        (
            NB + 'msgid "a"\nmsgid_plural "b"\nmsgstr[x] "c"\n',
            [(9, "broken-catalogue"), (10, "broken-catalogue")],
        ),
        (NB + 'msgid "a"\n# comment\nmsgstr "b"\n', [(7, "broken-catalogue")]),
        ('"no keyword"\n' + NB, [(1, "broken-catalogue")]),
        ("<<<<<<< ours\n" + NB, [(1, "broken-catalogue")]),
    ],
)
def test_broken_files(text: str | bytes, problems: list[tuple[int, str]]) -> None:
    assert refused(text) == problems


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("Language: nb", "Language: ", 3),
        ("Language: nb", "Language: da", 3),
        ("Language: nb", "Language: nbx", 3),
        ('"Language: nb\\n"\n', "", 1),
        ("charset=UTF-8", "charset=ISO-8859-1", 4),
        ("charset=UTF-8", "charset=CHARSET", 4),
        ("nplurals=2", "nplurals=INTEGER", 5),
        ("nplurals=2", "nplurals=1", 5),
        ("(n != 1)", "EXPRESSION", 5),
        ("(n != 1)", "(n != ", 5),
        ("(n != 1)", "__import__('os')", 5),
        ("(n != 1)", "n % 0", 5),
        ("(n != 1)", "n - 1", 5),
        ('"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n', "", 1),
        ('msgid ""', 'msgid "header"', 1),
    ],
)
def test_broken_headers(old: str, new: str, line: int) -> None:
    assert old in NB
    assert (line, "bad-header") in refused(NB.replace(old, new) + entry("a", "b", "c"))


def test_a_date_that_is_none() -> None:
    assert refused(NB.replace('"Language', '"PO-Revision-Date: yesterday\\n"\n"Language')) == [
        (1, "bad-header")
    ]


@pytest.mark.parametrize("name", ["nb_NO", "nb", "nb-NO"])
def test_a_header_may_name_the_region(name: str) -> None:
    assert load(NB.replace("Language: nb", f"Language: {name}") + entry("a", "b", "c")).language == "nb"


def test_the_same_entry_twice() -> None:
    catalogue = NB + entry("a", "b", "c") + entry("a", "b", "d") + entry("b", "b", "c")
    assert refused(catalogue) == [(12, "duplicate-entry")]
    assert refused(NB + NB) == [(7, "duplicate-entry")]


TWO = "Ends [two squares](fact:dodge.distance) away, see [it](rule:dodge.exit)."


@pytest.mark.parametrize(
    ("msgid", "msgstr", "codes"),
    [
        ("{player} moves to {to}.", "{player} flytter til {to}.", []),
        ("{player} moves to {to}.", "Til {to} flytter {player}.", []),
        ("{player} moves to {to}.", "{player} flytter.", ["lost-placeholder"]),
        (
            "{player} moves to {to}.",
            "{player} flytter til {til}.",
            ["lost-placeholder", "unknown-placeholder"],
        ),
        ("Moves.", "{player} flytter.", ["unknown-placeholder"]),
        (TWO, "[Den](rule:dodge.exit) ender [to ruter](fact:dodge.distance) unna.", []),
        (TWO, "Ender to ruter unna, se [den](rule:dodge.exit).", ["lost-link"]),
        (
            TWO,
            "Ender [to](fact:dodge.distance), [to](fact:dodge.distance), [x](rule:dodge.exit).",
            ["unknown-link"],
        ),
        (TWO, "Ender [to](fact:dodge.ap) unna, se [den](rule:dodge.exit).", ["lost-link", "unknown-link"]),
        (
            TWO,
            "Ender [to](fact:dodge.distance) unna, se [den](rule:dodge.ball).",
            ["lost-link", "unknown-link"],
        ),
        (TWO, "Ender [to ruter(fact:dodge.distance), se [den](rule:dodge.exit).", ["lost-link"]),
        ("See [it](scene:dodge).", "Se [den](scene:block).", ["lost-link", "unknown-link"]),
        ("See [it](https://en.example.org).", "Se [den](https://nb.example.org).", []),
        ("See [it](https://example.org).", "Se [den](javascript:alert(1)).", ["lost-link", "unknown-link"]),
        ("See [it](https://example.org).", "Se [den](//evil.example).", ["lost-link", "unknown-link"]),
        ("See [it](https://example.org).", "Se den.", ["lost-link"]),
        ("Dodge", "[Omgå](https://evil.example)", ["unknown-link"]),
        ("Dodge", "Omgå <https://evil.example>", ["unknown-link"]),
        ("Dodge", "Omgå <mailto:a@evil.example>", ["unknown-link"]),
        ("See [it](#dodge).", "Se [den](#block).", ["lost-link", "unknown-link"]),
        ("Dodge", " Omgå", ["outer-space"]),
        ("Dodge", "Omgå ", ["outer-space"]),
        ("Dodge", "Omgå\u00a0", ["outer-space"]),
        ("Dodge ", "Omgå", ["outer-space"]),
        ("Dodge ", "Omgå ", []),
        ("Dodge", "Om\\tgå", ["control-character"]),
        ("Dodge", "Om\u001bgå", ["control-character"]),
        ("Dodge", "Om\u202egå", ["control-character"]),
        ("Dodge", "Om\u2028gå", ["control-character"]),
        ("Dodge", "Om\\ngå", ["line-break"]),
        ("One\\\\\\ntwo", "En\\\\\\nto", []),
        ("One\\\\\\ntwo", "En to", ["line-break"]),
        ("AP", "AP", []),
        ("The ball is loose.", "The ball is loose.", ["source-text"]),
        ("{player} ([1 AP](fact:dodge.ap))", "{player} ([1 AP](fact:dodge.ap))", []),
    ],
)
def test_a_translation_is_held_against_its_source(msgid: str, msgstr: str, codes: list[str]) -> None:
    catalogue = NB + entry("a", "b", "c") + entry("dodge", msgid, msgstr)
    if codes:
        assert refused(catalogue) == [(13, code) for code in codes]
    else:
        assert load(catalogue).text("a", "b").text == "c"


def test_a_variant_of_the_source_language_may_say_the_same() -> None:
    header = NB.replace("Language: nb", "Language: en_GB")
    assert load(header + entry("a", "The ball is loose.", "The ball is loose."), "en-GB").source == "en"


def test_a_fuzzy_translation_is_not_held_against_its_source() -> None:
    spoken = load(NB + entry("dodge", "{player} moves.", "Flytter ", "#, fuzzy\n"))
    assert spoken.text("dodge", "{player} moves.").state == "fuzzy"


@pytest.mark.parametrize(
    ("forms", "problems"),
    [
        (["et steg", "{n} steg"], []),
        (["{n} steg", "{n} steg"], []),
        (["{n} steg", "steg"], []),
        (["", ""], []),
        (["{n} steg", ""], [(11, "plural-forms")]),
        (["", "{n} steg"], [(10, "plural-forms")]),
        (["{n} steg"], [(10, "plural-forms")]),
        (["{n} steg", "{n} steg", "{n} steg"], [(8, "broken-catalogue")]),
        (["{antall} steg", "{n} steg"], [(10, "unknown-placeholder")]),
        (["{n} steg", "to steg"], []),
    ],
)
def test_plural_forms(forms: list[str], problems: list[tuple[int, str]]) -> None:
    catalogue = NB + plural_entry("page", ("one step", "{n} steps"), forms) + entry("a", "b", "c")
    if problems:
        assert refused(catalogue) == problems
    else:
        assert load(catalogue).text("a", "b").text == "c"


ARABIC = NB.replace("Language: nb", "Language: ar").replace(
    "nplurals=2; plural=(n != 1);",
    "nplurals=6; plural=(n<3 ? n : n%100>=3 && n%100<=10 ? 3 : n%100>=11 && n%100<=99 ? 4 : 5);",
)
GOALS = ("{team} has {n} goal.", "{team} has {n} goals.")


@pytest.mark.parametrize("left_out", range(6))
def test_only_a_form_for_a_single_number_may_leave_it_out(left_out: int) -> None:
    """In Arabic those for nothing, for one and for two."""
    forms = ["{team} {n} هدف" if index != left_out else "{team} هدف" for index in range(6)]
    catalogue = ARABIC + plural_entry("a", GOALS, forms)
    if left_out <= 2:
        spoken = load(catalogue, "ar")
        source = Source("a", *GOALS)
        assert [form.number for form in spoken.forms(source)] == [0, 1, 2, None, None, None]
        assert [form.place.line for form in spoken.forms(source)] == list(range(10, 16))
    else:
        assert refused(catalogue, "ar") == [(10 + left_out, "lost-placeholder")]


@pytest.mark.parametrize(
    ("language", "plurals", "spared"),
    [
        ("nb", "nplurals=2; plural=(n != 1);", [True, False]),
        ("fr", "nplurals=2; plural=(n > 1);", [False, False]),
        ("ja", "nplurals=1; plural=0;", [False]),
        (
            "sl",
            "nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);",
            [False] * 4,
        ),
        ("he", "nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);", [True, True, False]),
    ],
)
def test_the_plural_rule_tells_which_forms_are_for_a_single_number(
    language: str, plurals: str, spared: list[bool]
) -> None:
    header = NB.replace("Language: nb", f"Language: {language}").replace(
        "nplurals=2; plural=(n != 1);", plurals
    )
    catalogue = header + plural_entry("a", GOALS, ["{team}"] * len(spared))
    wanted = [(10 + index, "lost-placeholder") for index, may in enumerate(spared) if not may]
    assert refused(catalogue, language) == wanted


def test_nothing_but_the_number_may_be_left_out() -> None:
    forms = ["{n} هدف", *["{team} {n} هدف"] * 5]
    assert refused(ARABIC + plural_entry("a", GOALS, forms), "ar") == [(10, "lost-placeholder")]
    ap = ("{team} spends {ap} point.", "{team} spends {ap} points.")
    forms = ["{team} {ap}", "{team}", "{ap}", *["{team} {ap}"] * 3]
    told = refused(ARABIC + plural_entry("events.spends", ap, forms), "ar")
    assert told == [(12, "lost-placeholder")]


def test_all_problems_of_both_catalogues_are_told_at_once() -> None:
    bad = NB + entry("a", "{b}", "c") + entry("a", "d", " e")
    with pytest.raises(Problems) as caught:
        load(bad, pages=bad)
    assert [(each.place.path, each.place.line) for each in caught.value.problems] == [
        ("ball/nb.po", 9),
        ("ball/nb.po", 13),
        ("templates/nb.po", 9),
        ("templates/nb.po", 13),
    ]
    assert caught.value.exit is Exit.INPUT


@settings(deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    for catalogue in (data, NB.encode() + data):
        try:
            load(catalogue)
        except Problems as error:
            found = {problem.place.line for problem in error.problems}
        else:
            found = {1}
        assert min(found) >= 1


# Catalogues that are kept


BOOK = [
    Source("dodge", "Dodge", place=Place("scenes/ball/book.md", 3, 4), note="heading"),
    Source(
        "dodge.target",
        "A dodge ends [two squares](fact:dodge.distance) away.",
        "",
        Place("a/book.md", 5),
        "item",
    ),
    Source(
        "events.spends", "{team} spends {ap} AP.", "{team} spends {ap} APs.", Place("a/sentences.yaml", 2)
    ),
]


def translated(entries: Sequence[Source], **forms: str) -> bytes:
    """A catalogue with some translations, by the source's first word."""
    text = words.update("nb.po", None, entries).decode()
    for first, form in forms.items():
        before, found, after = text.partition(f'msgid "{first}')
        assert found
        text = before + found + after.replace('msgstr ""', f'msgstr "{form}"', 1)
    return text.encode()


def test_a_new_catalogue() -> None:
    assert words.update("scenes/ball/nb.po", None, BOOK).decode() == (
        'msgid ""\n'
        'msgstr ""\n'
        '"Language: nb\\n"\n'
        '"Content-Type: text/plain; charset=UTF-8\\n"\n'
        '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
        '"MIME-Version: 1.0\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n'
        "\n"
        "#. heading\n"
        "#: book.md:3\n"
        'msgctxt "dodge"\n'
        'msgid "Dodge"\n'
        'msgstr ""\n'
        "\n"
        "#. item\n"
        "#: book.md:5\n"
        'msgctxt "dodge.target"\n'
        'msgid "A dodge ends [two squares](fact:dodge.distance) away."\n'
        'msgstr ""\n'
        "\n"
        "#: sentences.yaml:2\n"
        "#, python-brace-format\n"
        'msgctxt "events.spends"\n'
        'msgid "{team} spends {ap} AP."\n'
        'msgid_plural "{team} spends {ap} APs."\n'
        'msgstr[0] ""\n'
        'msgstr[1] ""\n'
    )


def test_what_an_editor_saved_is_brought_into_our_form() -> None:
    saved = (KEPT / "as-saved-by-an-editor.po").read_bytes()
    kept = (KEPT / "as-we-keep-it.po").read_bytes()
    assert words.update("scenes/ball/nb.po", saved, BOOK) == kept
    assert words.update("scenes/ball/nb.po", saved.replace(b"\n", b"\r\n"), BOOK) == kept
    assert words.update("scenes/ball/nb.po", kept, BOOK) == kept


def test_babel_reads_what_we_keep() -> None:
    catalog = read_po(io.BytesIO((KEPT / "as-we-keep-it.po").read_bytes()), abort_invalid=True)
    assert str(catalog.locale) == "nb"
    found = {
        message.id: (message.context, message.string, message.fuzzy) for message in catalog if message.id
    }
    assert found == {
        "Dodge": ("dodge", "Omgå", False),
        BOOK[1].one: ("dodge.target", "En omgåelse ender på én motstander.", True),
        (BOOK[2].one, BOOK[2].other): (
            "events.spends",
            ("{team} bruker {ap} AP.", "{team} bruker {ap} AP-er."),
            False,
        ),
    }


def test_a_changed_source_makes_its_translation_fuzzy() -> None:
    changed = [BOOK[0], replace(BOOK[1], one="Something else altogether."), BOOK[2]]
    text = words.update("nb.po", translated(BOOK, A="En omgåelse."), changed).decode()
    assert (
        "#, fuzzy\n"
        '#| msgid "A dodge ends [two squares](fact:dodge.distance) away."\n'
        'msgctxt "dodge.target"\n'
        'msgid "Something else altogether."\n'
        'msgstr "En omgåelse."\n'
    ) in text
    assert words.load("nb", "en", ("nb.po", text.encode()), None, {}).text(
        "dodge.target", changed[1].one
    ) == Said(changed[1].one, "en", "fuzzy")


def test_the_previous_text_stays_the_one_that_was_translated() -> None:
    first = words.update("nb.po", translated(BOOK, A="En omgåelse."), [replace(BOOK[1], one="Second.")])
    second = words.update("nb.po", first, [replace(BOOK[1], one="Third.")]).decode()
    assert '#| msgid "A dodge ends' in second
    assert "Second." not in second


def test_a_changed_plural_makes_its_translation_fuzzy() -> None:
    old = words.update("nb.po", None, BOOK).decode().replace('msgstr[0] ""', 'msgstr[0] "x"')
    text = words.update("nb.po", old.encode(), [replace(BOOK[2], other="{team} spends it.")]).decode()
    assert "#, fuzzy, python-brace-format\n" in text
    assert '#| msgid_plural "{team} spends {ap} APs."\n' in text
    assert (
        words.update("nb.po", text.encode(), [replace(BOOK[2], other="{team} spends it.")]) == text.encode()
    )


def test_a_sentence_may_gain_a_plural() -> None:
    single = [Source("events.x", "One.")]
    text = words.update("nb.po", translated(single, One="En."), [Source("events.x", "One.", "{n}.")]).decode()
    assert '#, fuzzy, python-brace-format\n#| msgid "One."\n' in text
    assert 'msgstr[0] "En."\nmsgstr[1] ""\n' in text


def test_among_many_of_a_section_the_most_similar_is_the_changed_one() -> None:
    old = [
        Source("dodge", "The ball is loose."),
        Source("dodge", "A player is able."),
        Source("dodge", "Same."),
    ]
    new = [Source("dodge", "Quite another thing."), Source("dodge", "A player is not able."), old[2]]
    text = words.update("nb.po", translated(old, The="Løs.", A="Kan.", Same="Likt."), new).decode()
    assert 'msgid "Quite another thing."\nmsgstr ""\n' in text
    assert (
        '#| msgid "A player is able."\nmsgctxt "dodge"\nmsgid "A player is not able."\nmsgstr "Kan."\n'
        in text
    )
    assert 'msgid "Same."\nmsgstr "Likt."\n' in text
    assert "Løs" not in text


def test_a_text_that_moved_to_another_rule_is_to_be_looked_at() -> None:
    moved = [replace(BOOK[1], context="dodge.away")]
    text = words.update("nb.po", translated(BOOK, A="En omgåelse."), moved).decode()
    assert "#, fuzzy\n" in text
    assert 'msgctxt "dodge.away"\n' in text
    assert 'msgstr "En omgåelse."\n' in text


def test_what_was_never_translated_is_not_fuzzy() -> None:
    text = words.update("nb.po", words.update("nb.po", None, BOOK), [replace(BOOK[1], one="New.")]).decode()
    assert "fuzzy" not in text
    assert "#|" not in text


def test_gone_entries_are_dropped_and_the_order_is_the_books() -> None:
    text = words.update("nb.po", translated(BOOK, Dodge="Omgå"), [BOOK[2], BOOK[0]]).decode()
    assert text.index("spends") < text.index('"Dodge"')
    assert "A dodge ends" not in text
    assert 'msgstr "Omgå"' in text


def test_empty_texts_need_no_translation() -> None:
    assert words.update("nb.po", None, [Source("scene.dodge.exit", ""), *BOOK]) == words.update(
        "nb.po", None, BOOK
    )
    assert load(NB + entry("a", "b", "c")).text("scene.dodge.exit", "") == Said("", "en", "source")


def test_equal_texts_of_a_context_are_one_entry() -> None:
    again = replace(BOOK[0], place=Place("scenes/ball/book.md", 30))
    text = words.update("nb.po", None, [BOOK[0], again]).decode()
    assert text.count('msgid "Dodge"') == 1
    assert "#: book.md:3 book.md:30\n" in text


def test_long_and_strange_texts_are_never_wrapped() -> None:
    entries = [Source("a.b", "word " * 60 + 'end "quoted" \\ 100%s\\\nand {n}')]
    old = translated(entries)
    changed = words.update("nb.po", old.replace(b'msgstr ""\n"word', b'msgstr "x"'), entries)
    assert changed == old
    assert all(len(line) < 400 for line in old.decode().split("\n"))
    assert "python-format" not in old.decode()


def test_other_plural_forms_of_a_language_are_kept() -> None:
    catalogue = NB.replace("Language: nb", "Language: es") + plural_entry(
        "events.spends", PLURALS, ["a", "b"]
    )
    text = words.update("es.po", catalogue.encode(), [Source("events.spends", *PLURALS)]).decode()
    assert "nplurals=2; plural=(n != 1);" in text
    assert "nplurals=3;" in words.update("es.po", None, BOOK).decode()


def test_a_broken_catalogue_or_a_wrong_name_is_not_updated() -> None:
    for path, old in (
        ("nb.po", b"nothing"),
        ("no.po", None),
        ("da.po", NB.encode() + b'msgid "a"\nmsgstr ""\n'),
    ):
        with pytest.raises(Problems):
            words.update(path, old, BOOK)


TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=50
)


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(["a", "b.c", ""]), TEXTS | TEXTS.map("{0}\\\nx".format)), max_size=6)
)
def test_any_texts_are_kept_and_read_again(texts: list[tuple[str, str]]) -> None:
    entries = [Source(context, text, place=Place("book.md", 1)) for context, text in texts]
    kept = words.update("nb.po", None, entries)
    assert words.update("nb.po", kept, entries) == kept
    read = read_po(io.BytesIO(kept), abort_invalid=True)
    assert {(message.context or "", message.id) for message in read if message.id} == set(texts)


@settings(deadline=None)
@given(st.lists(TEXTS, min_size=2, max_size=2, unique=True), TEXTS)
def test_any_changed_text_keeps_its_previous_one(texts: list[str], form: str) -> None:
    old = words.update("nb.po", None, [Source("a.b", texts[0])])
    quoted = form.replace("\\", "\\\\").replace('"', '\\"')
    filled = old.decode().removesuffix('msgstr ""\n') + f'msgstr "{quoted}"\n'
    kept = words.update("nb.po", filled.encode(), [Source("a.b", texts[1])])
    assert words.update("nb.po", kept, [Source("a.b", texts[1])]) == kept
    again = words.update("nb.po", kept, [Source("a.b", "third")]).decode()
    previous = texts[0].replace("\\", "\\\\").replace('"', '\\"')
    assert f'#| msgid "{previous}"' in again


def test_stats() -> None:
    catalogue = NB + entry("a", "b", "c") + entry("a", "d", "") + entry("a", "e", "f", "#, fuzzy\n")
    catalogue += plural_entry("a", ("g", "h"), ["i", ""]) + plural_entry("a", ("j", "k"), ["l", "m"])
    assert words.stats(("nb.po", catalogue.encode())) == (2, 1, 2)


def test_the_words_of_the_pages() -> None:
    templates = {
        "b.html": "{{ t('It\\'s \"on\"') }}\n  {{ n(\"{n} step\", '{n} steps', 2) }} {{ at('x') }}{{ t(x) }}",
        "a.html": '<p title="{{ attr("Play") }}">{{ t("Step {n}", n=1) }}</p>',
    }
    assert words.page_entries(templates) == (
        Source("page", "Play", "", Place("a.html", 1, 14)),
        Source("page", "Step {n}", "", Place("a.html", 1, 34)),
        Source("page", 'It\'s "on"', "", Place("b.html", 1, 4)),
        Source("page", "{n} step", "{n} steps", Place("b.html", 2, 6)),
    )


# Numbers and units


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_word_for_each_number_and_reads_it(language: str) -> None:
    spoken = spoken_on_pages(language)
    counting = spoken.counting
    assert sorted(set(counting.words.values())) == list(range(21))
    for word, value in counting.words.items():
        assert spoken.numbers(word) == [value]
        assert spoken.numbers(f"({word}), {word.upper()}.") == [value, value]
    assert counting.articles <= counting.words.keys()
    assert [word for word in counting.none if spoken.numbers(word)] == []


def test_number_words_are_what_the_catalogue_says() -> None:
    rows = {"one": "yksi / (eräs) / yhden", "two": "kaksi", "three": ""}
    pages = NB.replace("Language: nb", "Language: fi")
    pages += "".join(entry("page-number", number, row) for number, row in rows.items())
    spoken = words.load("fi", "en", None, ("fi.po", pages.encode()), {})
    assert spoken.numbers("Yhden, kaksi; kolme ja eräs 4") == [1, 2, 1, 4]
    assert spoken.numbers("eräs ja yksi", articles=False) == [1]
    assert spoken.numbers("kaksin, sataneljä") == []


@pytest.mark.parametrize("language", ["fi", "th", "zh-Hant"])
def test_without_number_words_only_digits_are_read(language: str) -> None:
    spoken = spoken_on_pages(language)
    assert (spoken.numbers("kaksi, two, 二, 12, ٣"), dict(spoken.counting.words)) == ([12, 3], {})


def test_words_of_scripts_without_spaces_are_found_inside() -> None:
    pages = NB.replace("Language: nb", "Language: th") + entry("page-number", "two", "สอง / -สองใจ")
    spoken = words.load("th", "en", None, ("th.po", pages.encode()), {})
    assert spoken.numbers("เดินสองช่อง สองใจ") == [2]


@pytest.mark.parametrize(
    ("context", "msgid", "row", "code"),
    [
        ("page-number", "two", "2", "bad-number-word"),
        ("page-number", "two", "to, tre", "bad-number-word"),
        ("page-number", "two", "to /", "bad-number-word"),
        ("page-number", "two", "(to", "bad-number-word"),
        ("page-number", "two", "to / en", "same-number-word"),
        ("page-quotes", "“ ” ‘ ’", "«»‹›", "bad-quotes"),
        ("page-quotes", "“ ” ‘ ’", "« »", "bad-quotes"),
    ],
)
def test_what_a_catalogue_says_of_its_language_is_looked_at(
    context: str, msgid: str, row: str, code: str
) -> None:
    pages = NB + entry("page-number", "one", "(en)") + entry(context, msgid, row)
    with pytest.raises(Problems) as caught:
        load(NB, pages=pages)
    (problem,) = caught.value.problems
    assert (problem.place, problem.code) == (Place("templates/nb.po", 13, 1), code)
    assert problem.advice


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("en", "Two squares, 12 points and twenty.", [2, 12, 20]),
        ("en", "ATK5 on E8 moves 2 squares with #3", [2, 3]),
        ("en", "Someone alone attends a weight; often.", []),
        ("en", "two-square moves, 4x", [2, 4]),
        ("nb", "Én rute, sju eller syv ruter til Åtte.", [1, 7, 7, 8]),
        ("nb", "e\u0301n rute", [1]),
        ("da", "Et felt, tyve felter; tolvte", [1, 20]),
        ("de", "Zwei Felder, fünf, zwölf, einem", [2, 5, 12, 1]),
        ("es", "dos casillas, dieciséis, una", [2, 16, 1]),
        ("ja", "二マス、十二ポイント、２マス、ひとつ", [2, 12, 2, 1]),
        ("ja", "第3章、20枚、二十", [3, 20, 20]),
        ("ja", "ATKは丸、DEFは四角です。そのとおり、十分。二度と。三角の四マス", [4]),
        ("ar", "اثنا عشر مربعا، ثلاثة و ٣ و 4", [12, 3, 3, 4]),
        ("ar", "خمسة عشر", [15]),
        ("fr", "deux cases, 2 cases", [2]),
    ],
)
def test_numbers(language: str, text: str, found: list[int]) -> None:
    assert spoken_on_pages(language).numbers(text) == found


def test_articles_are_numbers_only_where_a_number_is_expected() -> None:
    text = "Ein Spieler zieht zwei Felder, ein anderer eins."
    assert spoken_on_pages("de").numbers(text) == [1, 2, 1, 1]
    assert spoken_on_pages("de").numbers(text, articles=False) == [2, 1]
    assert spoken_on_pages("en").numbers("one square", articles=False) == [1]


def test_units() -> None:
    forms = ["rute", "ruter"]
    spoken = load(
        NB + plural_entry("units.squares", ("square", "squares"), forms) + entry("units.AP", "AP", "AP")
    )
    assert words.unit_in("to Ruter", "squares", spoken)
    assert words.unit_in("én rute", "squares", spoken)
    assert not words.unit_in("to squares", "squares", spoken)
    assert not words.unit_in("1 EP", "AP", spoken)
    assert words.unit_in("1 AP", "AP", spoken)
    assert words.unit_in("whatever", "no such unit", spoken)
    english = words.load("en", "en", None, None, SENTENCES)
    assert words.unit_in("two squares", "squares", english)
    assert not words.unit_in("two rows", "squares", english)


def test_a_unit_that_is_not_translated_yet_goes_by_its_source() -> None:
    untranslated = plural_entry("units.squares", ("square", "squares"), ["", ""]) + entry(
        "units.AP", "AP", ""
    )
    assert words.unit_in("2 AP", "AP", load(NB + untranslated))
    assert words.unit_in("2 squares", "squares", load(NB + untranslated))
    assert not words.unit_in("to ruter", "squares", load(NB + untranslated))


def test_a_unit_may_have_several_forms() -> None:
    spoken = load(
        NB + plural_entry("units.squares", ("square", "squares"), ["rute / felt", "ruter / felter"])
    )
    assert [
        words.unit_in(text, "squares", spoken) for text in ("to Felter", "én rute", "en brikke", "/")
    ] == [
        True,
        True,
        False,
        False,
    ]
