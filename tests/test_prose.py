"""Prose: what it reads, where it says that something is wrong, and the HTML it makes in each language."""

import re
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook import prose
from rulebook.errors import Place, Problems
from rulebook.model import Fact
from rulebook.prose import Html, SceneMark, TableMark

FACTS = {"dodge.ap": Fact(1, "AP"), "dodge.distance": Fact(2, "squares"), "setup.first": Fact("DEF")}
GUILLEMETS = ("«", "»", "‘", "’")


@dataclass(frozen=True)
class Said:
    text: str
    language: str = "nb"
    state: str = "current"
    direction: str = "ltr"
    quotes: tuple[str, str, str, str] = GUILLEMETS


class Speaker:
    """Says what it is told to, and otherwise the source."""

    def __init__(self, said: dict[str, Said] | None = None) -> None:
        self.said = said or {}
        self.asked: list[tuple[str, str]] = []

    def text(self, context: str, msgid: str, /) -> Said:
        self.asked.append((context, msgid))
        return self.said.get(msgid, Said(msgid))


def cases(name: str) -> pytest.MarkDecorator:
    """Each case in a file of tests/prose: its title, Markdown and what is expected."""
    text = (Path(__file__).parent / "prose" / name).read_text(encoding="utf-8")
    found = re.findall(r"^(\S[^\n]*)\n\.\n(.*?)^\.\n(.*?)^\.\n", text, re.MULTILINE | re.DOTALL)
    assert len(found) * 3 == len(re.findall(r"^\.$", text, re.MULTILINE)), "a case is not closed"
    values = [(body, expected) for _, body, expected in found]
    return pytest.mark.parametrize(("body", "expected"), values, ids=[title for title, _, _ in found])


def render(body: str, speaker: Speaker | None = None) -> str:
    """Every part of every section, marks as `<<scene name>>`."""
    shown = []
    for section in prose.read("book.md", body).sections:
        for part in prose.render(section, speaker or Speaker(), FACTS, lambda rule: f"({rule})", note):
            match part:
                case Html(text):
                    shown.append(text.strip())
                case SceneMark(name):
                    shown.append(f"<<scene {name}>>")
                case TableMark(name):
                    shown.append(f"<<table {name}>>")
    return re.sub("\n+", "\n", "\n".join(shown)) + "\n"


def note(said: prose.Saying) -> str:
    return f"<small>not in {said.language} yet</small>"


def wrong(body: str) -> Problems:
    with pytest.raises(Problems) as caught:
        prose.read("book.md", body, 10, retired=["old.rule"])
    return caught.value


class Elements(HTMLParser):
    """The elements of balanced HTML, in order, with their attributes; and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.shown = ""
        self.feed(html)
        self.close()
        assert self.opened == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in ("br", "hr"):
            self.opened.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag

    def handle_data(self, data: str) -> None:
        self.shown += data

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    def handle_decl(self, decl: str) -> None:
        raise AssertionError(f"a declaration: {decl}")


@cases("rendering.txt")
def test_rendering(body: str, expected: str) -> None:
    assert render(body) == expected


@cases("mistakes.txt")
def test_mistakes_have_a_place_and_advice(body: str, expected: str) -> None:
    problems = wrong(body).problems
    assert "".join(f"{each.place.line}:{each.place.column} {each.code}\n" for each in problems) == expected
    assert all(each.text and each.advice and each.place.path == "book.md" for each in problems)


def test_all_mistakes_are_told_at_once() -> None:
    codes = {problem.code for problem in wrong("# A\n\n<b>x</b>\n\n[x](y)\n\n- z {#z}\n").problems}
    assert codes == {"heading-level", "raw-html", "unknown-link", "bad-id"}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_whatever_their_ends(end: str) -> None:
    body = end.join(["A [a](b).", "", "- one", "  two [c](d)", ""])
    assert [problem.place.line for problem in wrong(body).problems] == [10, 13]


BOOK = """\
Some *words*
before. See [A](rule:dodge.exit) and [B](#dodge/exit).

## Dodge {#dodge}

![A dodge](scene:dodge)

- Ends [two squares](fact:dodge.distance) away,
  for [1 AP](fact:dodge.ap). {#dodge.target}

  And [1 AP](fact:dodge.ap) more, see [it](scene:dodge).
- We read it so. {#dodge.exit .ruling}

| Action | AP |
|--------|----|
| Dodge  | [1 AP](fact:dodge.ap) | [1 AP](fact:dodge.ap) |
| [1 AP](fact:dodge.ap) | [1 AP](fact:dodge.ap) |

![](table:actions)
"""


def test_entries_are_what_a_translator_translates() -> None:
    entries = prose.read("book.md", BOOK, 10).entries
    assert [(entry.context, entry.kind, entry.msgid) for entry in entries] == [
        ("", "paragraph", "Some *words* before. See [A](rule:dodge.exit) and [B](#dodge/exit)."),
        ("dodge", "heading", "Dodge"),
        ("dodge.target", "item", "Ends [two squares](fact:dodge.distance) away, for [1 AP](fact:dodge.ap)."),
        ("dodge.target", "paragraph", "And [1 AP](fact:dodge.ap) more, see [it](scene:dodge)."),
        ("dodge.exit", "item", "We read it so."),
        ("dodge", "cell", "Action"),
        ("dodge", "cell", "AP"),
        ("dodge", "cell", "Dodge"),
        ("dodge", "cell", "[1 AP](fact:dodge.ap)"),
        ("dodge", "cell", "[1 AP](fact:dodge.ap)"),
        ("dodge", "cell", "[1 AP](fact:dodge.ap)"),
    ]


def test_rules_lead_to_their_entries() -> None:
    read = prose.read("book.md", BOOK, 10)
    assert {rule: (entry.place.line, entry.ruling) for rule, entry in read.rules.items()} == {
        "dodge.target": (17, False),
        "dodge.exit": (21, True),
    }
    assert [(section.id, section.title and section.title.msgid) for section in read.sections] == [
        ("", None),
        ("dodge", "Dodge"),
    ]


def test_uses_have_exact_places() -> None:
    read = prose.read("book.md", BOOK, 10)
    places = {use.place: (use.kind, use.name, use.text, use.context) for use in read.uses}
    assert len(places) == len(read.uses)
    lines = BOOK.split("\n")
    for place, (kind, name, text, _) in places.items():
        rest = lines[place.line - 10][place.column - 1 :]
        start = {
            "anchor": f"#{name})",
            "mark": f"![{text}](scene:{name})",
            "table": f"![{text}](table:{name})",
        }
        assert rest.startswith(start.get(kind, f"{kind}:{name})"))
    assert [(use.name, use.context) for use in read.facts] == [
        ("dodge.distance", "dodge.target"),
        ("dodge.ap", "dodge.target"),
        ("dodge.ap", "dodge.target"),
        ("dodge.ap", "dodge"),
        ("dodge.ap", "dodge"),
        ("dodge.ap", "dodge"),
    ]


def test_uses_by_kind() -> None:
    read = prose.read("book.md", BOOK)
    assert [use.name for use in read.scenes] == ["dodge"]
    assert [use.text for use in read.scenes] == ["A dodge"]
    assert [use.name for use in read.scene_links] == ["dodge"]
    assert [use.name for use in read.links] == ["dodge.exit"]
    assert [use.name for use in read.step_links] == ["dodge/exit"]
    assert [use.name for use in read.tables] == ["actions"]


def test_wrapping_the_source_anew_changes_no_entry() -> None:
    wrapped = prose.read("book.md", "- A rule\n  that is   \n  long and\twide. {#a.b}\n").entries[0].msgid
    assert wrapped == "A rule that is\\\nlong and\twide."
    texts = ["One two three. {#a.b}", "One\ntwo\nthree. {#a.b}", "One two\n   three.\n{#a.b}"]
    assert {prose.read("book.md", text).entries[0].msgid for text in texts} == {"One two three."}


def test_every_entry_is_asked_for_in_its_context() -> None:
    speaker = Speaker()
    render(BOOK, speaker)
    assert speaker.asked == [(entry.context, entry.msgid) for entry in prose.read("book.md", BOOK).entries]


def test_a_translation_keeps_the_structure() -> None:
    said = {
        "Ends [two squares](fact:dodge.distance) away, for [1 AP](fact:dodge.ap).": Said(
            'Koster [1 AP](fact:dodge.ap), "ender" [to ruter](fact:dodge.distance) unna.'
        )
    }
    assert (
        'Koster <data class="fact" value="1" data-fact="dodge.ap">1 AP</data>, «ender» '
        '<data class="fact" value="2" data-fact="dodge.distance">to ruter</data> unna.'
    ) in render(BOOK, Speaker(said))


@pytest.mark.parametrize("state", ["fuzzy", "missing"])
def test_what_is_not_translated_says_so(state: str) -> None:
    source = Said('A "rule".', "en", state, "ltr", ("“", "”", "‘", "’"))
    shown = '<span class="untranslated" lang="en" dir="ltr">A “rule”.</span><small>not in en yet</small>'
    speaker = Speaker({'A "rule".': source})
    assert render('- A "rule". {#a.b}\n', speaker) == (
        f'<ul>\n<li id="a.b" class="rule">{shown}(a.b)</li>\n</ul>\n'
    )
    assert render('A "rule".', speaker) == f"<p>{shown}</p>\n"


PAYLOADS = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover=alert(1) x='",
    "</text></svg><script>alert(1)</script>",
    "]]><script>alert(1)</script>",
    "<!--",
    "</title>",
    "</script>",
    "{{7*7}}",
    "{% raw %}",
    "${7*7}",
    "#{7*7}",
    "javascript:alert(1)",
    "JaVa\tScRiPt:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "data:image/svg+xml,<svg onload=alert(1)>",
    "//evil.example",
    "url(//evil)",
    "&lt;script&gt;",
    "\u2028",
]
MARKUP = [
    "# heading",
    "- item\n- item",
    "> quote",
    "a\n\nb",
    "```\ncode\n```",
    "| a |\n|---|\n| b |",
    "<div>\n\nx",
    "[a]: https://example.org",
    "x {#page-id .rule}",
    "![x](scene:dodge)",
    "![x](https://example.org/x.png)",
    "</p><p>",
    "</li></ul>",
]
LINKS = [
    "[x](javascript:alert(1))",
    "[x](JAVASCRIPT:alert(1))",
    "[x](java&#115;cript:alert(1))",
    "[x](data:text/html,x)",
    "[x](//evil.example)",
    "[x](vbscript:x)",
    "[x](file:///etc/passwd)",
    "<javascript:alert(1)>",
    "[x](http:\\\\evil.example)",
    "[x](../index.html)",
    "[x](scene:a/../b)",
    '[x](fact:"onclick=x)',
]


@pytest.mark.parametrize("text", PAYLOADS + MARKUP + LINKS)
@pytest.mark.parametrize("body", ["- one {#a.b}\n", "one\n", "## one {#s}\n", "| one |\n|---|\n"])
def test_a_translation_cannot_add_elements(body: str, text: str) -> None:
    honest = Elements(render(body)).found
    found = Elements(render(body, Speaker({"one": Said(text)}))).found
    assert [element for element in found if element != ("code", {})] == honest


@pytest.mark.parametrize("text", PAYLOADS)
def test_payloads_are_shown_as_text(text: str) -> None:
    shown = Elements(render("one\n", Speaker({"one": Said(text.replace("*", "\\*"))}))).shown
    expected = text.replace("&lt;", "<").replace("&gt;", ">").replace("\t", " ")
    straight = shown.translate(str.maketrans("«»‘’", "\"\"''"))
    assert straight.replace("\t", " ").strip() == expected.strip()


def test_a_link_to_nothing_in_a_translation_is_only_its_text() -> None:
    assert render("one\n", Speaker({"one": Said("[x](fact:no.such)")})) == "<p><span>x</span></p>\n"
    assert render("one\n", Speaker({"one": Said("[x]()")})) == "<p><span>x</span></p>\n"


def test_links_to_steps_and_notes_are_the_pages_to_give() -> None:
    (section,) = prose.read("book.md", "A rule. {#a.b}").sections
    speaker = Speaker({"A rule.": Said("A rule.", "en", "missing")})
    assert prose.render(section, speaker, FACTS) == (
        Html(
            '<p id="a.b" class="rule"><span class="untranslated" lang="en" dir="ltr">A rule.</span></p>\n',
        ),
    )


def test_plain_text() -> None:
    text = 'A *dodge* of [two **squares**](fact:dodge.distance), `code`, \\*, &amp; "q"\\\nend'
    assert prose.plain(text) == 'A dodge of two squares, code, *, & "q" end'


def test_texts_of_facts_and_what_is_outside_them() -> None:
    text = "One of [two *squares*](fact:dodge.distance) and [three](rule:a.b), [1 AP](fact:dodge.ap)."
    assert prose.fact_texts(text) == (("dodge.distance", "two squares"), ("dodge.ap", "1 AP"))
    assert prose.outside_facts(text).split() == ["One", "of", "and", "three,", "."]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Alt *i* orden med [to](fact:dodge.distance).", []),
        ("Fet <b>skrift</b>", ["raw-html", "raw-html"]),
        ("En [lenke](javascript:x)", ["unknown-link"]),
        ("Et ![bilde](scene:dodge)", ["misplaced-mark"]),
        ("Et ![bilde](x.png)", ["bad-image"]),
        ("Brutt **fet", ["broken-markup"]),
        ("Brutt [lenke] (fact:x)", ["broken-markup"]),
        ("Tom [](fact:x)", ["empty-link"]),
        ("To\nlinjer\nog <i>", ["raw-html"]),
    ],
)
def test_faults_of_one_text(text: str, codes: list[str]) -> None:
    place = Place("nb.po", 12, 1)
    found = prose.faults(text, place)
    assert [problem.code for problem in found] == codes
    assert all(problem.place == place for problem in found)


SIGNS = (
    "\n~\n\n~ ~  ~\t~# ~## A {#a}\n~- ~1. ~> ~|~|-|\n~*~**~`~```\n~[a](~fact:a.b~rule:a.b~scene:x~#a~)"
    "~![](scene:x)~{#a.b}~ {#a.c .ruling}~\\~<b>~<!--~&amp;~\"~'~a~b.~é~石~[a]: b\n~https://a.example"
)
SOUP = st.lists(st.sampled_from(SIGNS.split("~")), max_size=40).map("".join)


@settings(deadline=None)
@given(SOUP)
def test_any_text_is_read_or_refused_at_a_place_in_it(body: str) -> None:
    try:
        html = render(body)
    except Problems as error:
        lines = re.split("\r\n?|\n", body)
        for problem in error.problems:
            assert 1 <= problem.place.line <= len(lines)
            assert 1 <= problem.place.column <= len(lines[problem.place.line - 1]) + 1
    else:
        Elements(html.replace("<<", "").replace(">>", ""))


@settings(deadline=None)
@given(SOUP | st.text(max_size=60))
def test_any_translation_is_inline(text: str) -> None:
    found = Elements(prose.typeset(text, GUILLEMETS, FACTS)).found
    assert {tag for tag, _ in found} <= {"a", "br", "code", "data", "em", "span", "strong"}
    assert all(
        re.match("#|https?://|mailto:", str(attributes["href"])) for tag, attributes in found if tag == "a"
    )
