"""Pages as text: what stands on them, where their links lead, and that nothing hostile gets through."""

import gzip
import re
from base64 import b64encode
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from rulebook import books, catalogues, check, conformance, pages, prose, words
from rulebook.books import Book
from rulebook.check import Checked, holes
from rulebook.check.explore import Tally
from rulebook.check.holes import Finding
from rulebook.errors import Exit, Problems
from rulebook.model import Frame

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = ROOT / "templates"
FIRST = (TEMPLATES / "first.js").read_text(encoding="utf-8").partition("*/\n")[2]
"""The script that stands in a page that is played."""

CSP = (
    f"default-src 'none'; script-src 'self' 'sha256-{b64encode(sha256(FIRST.encode()).digest()).decode()}'; "
    "style-src 'self'; img-src 'self' data:; connect-src 'self'"
)
HOSTILE = "</title></script><script>alert(1)</script><img src=x onerror=alert(1)>\"'{{ 7 * 7 }}{n}&lt;b&gt;"
VOID = {"meta", "link", "img", "input", "br", "hr"}
LANGUAGES = ("en", "nb")


@dataclass
class Element:
    """A start tag with its attributes, and the text and elements inside it."""

    tag: str
    attributes: Mapping[str, str]
    text: list[str] = field(default_factory=list)
    within: list["Element"] = field(default_factory=list)

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")

    @property
    def said(self) -> str:
        return " ".join("".join(self.text).split())

    def all(self, tag: str = "", of: str = "") -> list["Element"]:
        """The elements inside with a tag and a class."""
        return [e for e in self.within if tag in ("", e.tag) and (not of or of in e["class"].split())]

    @property
    def links(self) -> list[str]:
        """The fragments that links inside lead to."""
        return [e["href"].removeprefix("#") for e in self.all("a")]


class Document(HTMLParser):
    """A page; reading it checks that every element is closed where it should be."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.top = Element("", {})
        self._open = [self.top]
        self.feed(source)
        self.close()
        assert self._open == [self.top]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self._open.append(self.top.within[-1])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"an attribute of <{tag}> stands twice"
        element = Element(tag, {name: value or "" for name, value in attrs})
        for around in self._open:
            around.within.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        for around in self._open:
            around.text.append(data)

    def all(self, tag: str = "", of: str = "") -> list[Element]:
        """The elements with a tag and a class."""
        return self.top.all(tag, of)

    @property
    def elements(self) -> list[Element]:
        return self.top.within

    @property
    def ids(self) -> list[str]:
        return [e["id"] for e in self.elements if e["id"]]


@pytest.fixture(scope="module")
def book() -> Book:
    """BALL's book in two of its languages."""
    whole = books.load(ROOT / "scenes" / "ball")
    return replace(whole, words={language: whole.words[language] for language in LANGUAGES})


@pytest.fixture(scope="module")
def checked(book: Book) -> Checked:
    """The book with its proof, from few positions beside those of its scenes."""
    return check.check(book, check.Options(20, 1, 1))


def page_of(book: Book, language: str = "en") -> str:
    """The page of a changed book, of which nothing has been proved."""
    return pages.book_page(Checked(book, (), Tally(), (), (), 0.0), language)


@pytest.fixture(scope="module")
def sources(checked: Checked) -> dict[str, str]:
    """Every page of the site by its path, without and with a base URL."""
    shelf = (checked.book,)
    found = {}
    for base in ("", "https://example.org/rules/"):
        mark = "+" if base else ""
        found[f"{mark}index.html"] = pages.root_index(shelf, base)
        for language in LANGUAGES:
            found[f"{mark}{language}/index.html"] = pages.language_index(shelf, language, base)
            found[f"{mark}{language}/ball/index.html"] = pages.book_page(checked, language, base)
            found[f"{mark}{language}/ball/conformance.html"] = conformance.page(checked, language, base)
    return found


@pytest.fixture(scope="module")
def documents(sources: Mapping[str, str]) -> dict[str, Document]:
    return {path: Document(source) for path, source in sources.items()}


@pytest.fixture(scope="module", params=LANGUAGES)
def page(request: pytest.FixtureRequest, documents: Mapping[str, Document]) -> Document:
    """The page of the book, in each language."""
    return documents[f"{request.param}/ball/index.html"]


@pytest.fixture(scope="module", params=LANGUAGES)
def record(request: pytest.FixtureRequest, documents: Mapping[str, Document]) -> Document:
    """The conformance page of the book, in each language."""
    return documents[f"{request.param}/ball/conformance.html"]


def frames_of(book: Book) -> list[Frame]:
    """All frames in the order of the page."""
    placed = dict.fromkeys(use.name for use in book.prose.scenes)
    return [frame for scene in placed for frame in book.frames[scene]]


# What stands on a page


def test_every_frame_stands_in_order(book: Book, page: Document) -> None:
    frames = frames_of(book)
    assert len(frames) >= 80
    assert [e["id"] for e in page.all("li", "frame")] == [frame.id for frame in frames]


def test_every_frame_has_a_picture_and_a_caption(page: Document) -> None:
    boards = [e for e in page.all("svg", "board") if "symbol" not in e["class"]]
    titles = {e["id"]: e.said for e in page.all("title") if e["id"]}
    descriptions = {e["id"]: e.said for e in page.all("desc")}
    assert len(boards) == len(page.all("li", "frame")) + 1
    for board in boards:
        assert board["role"] == "img"
        assert titles[board["aria-labelledby"]]
        assert descriptions[board["aria-describedby"]]
    assert all(caption.said for caption in page.all("p", "caption"))


def test_frame_marks_are_those_of_the_engine_and_tell_frames_apart(book: Book, page: Document) -> None:
    marks = [e["data-frame"] for e in page.all("li", "frame")]
    assert marks == [pages.frame_mark(frame) for frame in frames_of(book)]
    assert len(set(marks)) == len(marks)


def test_a_mark_follows_what_is_shown(book: Book) -> None:
    frame = next(frame for frame in frames_of(book) if frame.targets)
    token = replace(frame.picture.tokens[0], marks=("down",))
    tokens = (token, *frame.picture.tokens[1:])
    others = [
        replace(frame, targets=frame.targets[1:]),
        replace(frame, picture=replace(frame.picture, tokens=tokens)),
        replace(frame, picture=replace(frame.picture, turn="nobody")),
    ]
    assert len({pages.frame_mark(each) for each in (frame, *others)}) == 4


def test_steps_name_their_rules(book: Book, page: Document) -> None:
    for frame, item in zip(frames_of(book), page.all("li", "frame"), strict=True):
        assert [link for decided in item.all("p", "decided") for link in decided.links] == list(frame.rules)


def test_rules_name_their_steps(book: Book, page: Document) -> None:
    """In the index all of them, beside the rule the first one of each of the first scenes."""
    rows = [e for e in page.elements if e["id"].startswith("page-index-")]
    assert [row.links[0] for row in rows] == [e.links[0] for e in page.all("span", "rule-mark")]
    assert {row.links[0] for row in rows} == set(book.prose.rules)
    for row in rows:
        shown = [frame.id for frame in frames_of(book) if row.links[0] in frame.rules]
        assert row.links[1:] == shown
        beside = [mark.links for mark in rule_of(page, row.links[0]).all("span", "shown-by")]
        assert [links[0] for links in beside] == shown[:1]


def rule_of(page: Document, rule: str) -> Element:
    """The element of a rule."""
    (found,) = [e for e in page.elements if e["id"] == rule]
    return found


def test_rules_are_numbered_within_their_sections(book: Book, page: Document) -> None:
    numbers = [e.said for e in page.all("a", "rule-no")]
    assert len(numbers) == len(book.prose.rules) == len(set(numbers))
    order = [tuple(map(int, number.split("."))) for number in numbers]
    assert order == sorted(order)
    assert {section for section, _ in order} <= set(range(1, 13))


def test_twelve_sections_are_numbered(page: Document) -> None:
    assert [e.said for e in page.all("span", "no") if e.said][12:] == [str(n) for n in range(1, 13)]
    assert len(page.all("section", "numbered")) == 12


def test_rulings_have_their_sign(book: Book, page: Document) -> None:
    rulings = sum(entry.ruling for entry in book.prose.rules.values())
    signs = page.all("span", "ruling-sign")
    assert rulings > 0
    assert len(signs) == rulings + 1
    assert all(sign["aria-label"] for sign in signs)


def test_actions_and_movement_come_from_the_facts(book: Book, page: Document) -> None:
    facts = {name: str(fact.value) for name, fact in book.game.facts.items()}
    cells = [e.said.removeprefix("+") for e in page.all("table", "actions")[0].all("td", "amount")]
    names = [
        key.removeprefix("tables.purposes.") for key in book.sentences if key.startswith("tables.purposes.")
    ]
    assert len(names) == 10
    assert cells == [facts[f"{name}.{unit}"] for name in names for unit in ("ap", "ep")]
    moves = [value for name, value in facts.items() if name.startswith("movement.")]
    assert len(moves) == 6
    assert [e.said for e in page.all("table", "facts")[0].all("td")][1:] == moves


def test_the_legend_shows_every_sign(book: Book, page: Document) -> None:
    signs = [key for key in book.sentences if key.startswith("tables.legend.")]
    assert signs
    assert len(page.all("svg", "symbol")) == len(signs)


def test_figures_show_the_engines_values(book: Book, page: Document) -> None:
    shown = page.all("section", "figures")[0].all("data")
    assert len(shown) >= 7
    for fact in shown:
        assert fact["value"] == str(book.game.facts[fact["data-fact"]].value)


def test_unofficial_is_said_where_the_header_says_so(book: Book) -> None:
    for unofficial in (True, False):
        changed = replace(book, header=replace(book.header, unofficial=unofficial))
        shown = Document(page_of(changed)).all("p", "unofficial")
        assert [e.said for e in shown] == ["Unofficial rulebook"] * unofficial


def test_a_scene_that_is_marked_twice_stands_once(book: Book) -> None:
    first = book.prose.scenes[0].name
    path, body = "book.md", f"## One {{#one}}\n\nA. {{#a.b}}\n\n![](scene:{first})\n\n![](scene:{first})\n"
    page = Document(page_of(replace(book, prose=prose.read(path, body))))
    assert [e["id"] for e in page.all("div", "scene")] == [f"page-scene-{first}"]
    assert [f"#page-scene-{first}"] == [e["href"] for e in page.all("a") if "page-scene" in e["href"]]


def test_a_table_without_facts_is_refused_at_its_place(book: Book) -> None:
    first = book.prose.scenes[0].name
    body = f"## One {{#one}}\n\nA. {{#a.b}}\n\n![](scene:{first})\n\n![](table:movment)\n"
    with pytest.raises(Problems) as raised:
        page_of(replace(book, prose=prose.read("book.md", body, 10)))
    assert str(raised.value) == (
        "book.md:16:1: unknown-table: no facts make a table 'movment'; did you mean 'movement'?"
    )
    assert raised.value.exit is Exit.MISMATCH


def test_a_missing_translation_is_marked_and_noted(book: Book) -> None:
    stripped = words.load("nb", "en", None, None, book.sentences)
    page = Document(page_of(replace(book, words={**book.words, "nb": stripped}), "nb"))
    foreign = page.all("span", "untranslated")
    assert len(foreign) > 500
    assert {(e["lang"], e["dir"]) for e in foreign} == {("en", "ltr")}
    assert {e.said for e in page.all("a", "note")} == {"en"}
    assert len(page.all("span", "note")) == 1


def test_a_complete_translation_has_no_notes(documents: Mapping[str, Document]) -> None:
    for path, document in documents.items():
        assert document.all(of="untranslated") == [], path
        assert document.all(of="note") == [], path


# What proves a rule


def test_each_rule_has_its_proof_below_it(checked: Checked, page: Document) -> None:
    """The steps that it decided and refused, whether a law stands for it, and the way to its row."""
    proofs = page.all("details", "proof")
    assert len(proofs) == len(checked.book.prose.rules)
    for row in checked.rows:
        (proof,) = rule_of(page, row.rule).all("details", "proof")
        assert ("is-proved" in proof["class"].split()) == row.law
        frames = [frame for frame in frames_of(checked.book) if row.rule in frame.rules]
        decided = [frame.id for frame in frames if frame.id in row.steps]
        refused = [frame.id for frame in frames if frame.id in row.refusals]
        assert proof.links == [*decided, *refused, f"conformance.html#{row.rule}"]
        assert proof.all("summary")[0].said


def test_a_proof_tells_what_was_counted(checked: Checked, documents: Mapping[str, Document]) -> None:
    row = next(row for row in checked.rows if row.rule == "dodge.exit")
    english, norwegian = (
        rule_of(documents[f"{language}/ball/index.html"], "dodge.exit").all("details")[0].said
        for language in LANGUAGES
    )
    assert f"Proof of 5.3 Shown in {len(row.steps)} steps: " in english
    assert " Refuses in 1 step: 16/4 " in english
    assert f"Tried in {checked.tally.positions} positions: it decided {row.decided} action" in english
    assert f", it refused {row.refused} action" in english
    assert f", its law held {row.tested} time" in english
    assert min(row.decided, row.refused, row.tested) > 0
    assert f"Prøvd i {checked.tally.positions} stillinger: den avgjorde {row.decided} handling" in norwegian


def test_a_rule_without_a_law_says_why(checked: Checked, page: Document, record: Document) -> None:
    ((rule, reason),) = checked.book.game.proof.without.items()
    for document in (page, record):
        shown = [e for e in rule_of(document, rule).all("span") if e["lang"] == "en" and e.said == reason]
        assert len(shown) == 1


def test_without_a_proof_a_rule_has_no_sign_of_one(book: Book) -> None:
    proofs = Document(page_of(book)).all("details", "proof")
    assert proofs
    assert [e for e in proofs if "is-proved" in e["class"]] == []


def test_the_proof_of_a_paragraph_follows_it(book: Book) -> None:
    """A block in the paragraph would end it."""
    first = book.prose.scenes[0].name
    body = (
        f"## One {{#one}}\n\n![](scene:{first})\n\n- It falls. {{#dodge.exit}}\n\nIt exits. {{#dodge.ball}}\n"
    )
    source = page_of(replace(book, prose=prose.read("book.md", body)))
    assert re.search(r"<p id=\"dodge.ball\"[^\n]*</p>\n?<details", source)
    assert rule_of(Document(source), "dodge.exit").all("details")


# What was checked


def test_the_record_has_a_row_for_each_rule(checked: Checked, record: Document) -> None:
    rows = record.all("table", "rules")[0].all("tr")
    assert [e["id"] for e in rows if e["id"]] == [row.rule for row in checked.rows]
    for row in checked.rows:
        cells = rule_of(record, row.rule)
        (head,) = cells.all("th")
        assert head.links == [f"index.html#{row.rule}"]
        assert head.all("span", "says")[0].said
        links = [link.removeprefix("index.html#") for cell in cells.all("td") for link in cell.links]
        assert sorted(links) == sorted([*row.steps, *row.refusals])
        assert [e["lang"] for e in cells.all("span", "state") for e in e.all("span") if e["lang"]] == [
            *LANGUAGES
        ]


def test_the_record_counts_what_was_checked(checked: Checked, documents: Mapping[str, Document]) -> None:
    record = documents["en/ball/conformance.html"]
    figures = [e.said for e in record.all("section", "figures")[0].all("li")]
    small = sum(board.positions for board in checked.visited)
    assert figures == [
        f"{len(checked.rows)} rules",
        f"{len(checked.book.game.proof.laws)} laws",
        f"{len(checked.book.prose.facts)} numbers bound to the engine",
        f"{len(frames_of(checked.book))} steps of scenes played",
        f"{checked.tally.positions} positions tried",
        f"{checked.tally.actions:,} actions tried in them",
        f"{small:,} positions of small boards visited",
    ]
    assert any(e.said == "rulebook check ball --table --positions 20" for e in record.all("code"))


def test_findings_are_told_and_drawn(checked: Checked, documents: Mapping[str, Document]) -> None:
    kinds = {"endless": "Without end", "trapped": "No way to an end"}
    for language in LANGUAGES:
        record = documents[f"{language}/ball/conformance.html"]
        shown = record.all("div", "finding")
        assert [e["id"] for e in shown] == [finding.id for finding in checked.findings]
        for finding, section in zip(checked.findings, shown, strict=True):
            assert (section.all("h3")[0].said == kinds[finding.kind]) == (language == "en")
            assert [e for e in section.all("span") if e["lang"]] == []
            frames = holes.played(checked.book.game, finding)
            assert [e["id"] for e in section.all("li", "frame")] == [frame.id for frame in frames]
            assert len(section.all("svg", "board")) == len(frames) == len(section.all("p", "caption"))
            assert all(e["alt"] for e in section.all("img"))
            assert bool(frames) != bool(section.all("img"))
    assert {finding.kind for finding in checked.findings} == set(kinds)


OTHERS = (
    (Finding("stuck", (), "nothing", {"any": "state"}), "Nothing is allowed here, and the game is not over."),
    (
        Finding("idle", ("dodge.exit",), "idle"),
        "In all that was tried this rule allowed, forbade and changed nothing.",
    ),
    (
        Finding("trapped", ("board.9",), "trapped on a board that is not there"),
        "trapped on a board that is not there",
    ),
    (Finding("strange", (), "<b>as it is</b>"), "<b>as it is</b>"),
)


@pytest.mark.parametrize(("finding", "told"), OTHERS, ids=[one.kind for one, _ in OTHERS])
def test_every_kind_of_finding_is_told(checked: Checked, book: Book, finding: Finding, told: str) -> None:
    state = book.game.write_state(book.game.new({}))
    found = replace(finding, state=state if finding.state else None)
    record = Document(conformance.page(replace(checked, findings=(found,)), "en"))
    (section,) = record.all("div", "finding")
    assert section.all("p")[0].said.startswith(told)
    assert len(section.all("svg", "board")) == bool(found.state)
    assert ("dodge.exit" in section.links) == (finding.kind == "idle")


def test_what_has_no_words_is_told_without_pictures(checked: Checked, book: Book) -> None:
    """A finding may lead to what no scene shows."""
    kept = {key: each for key, each in book.sentences.items() if not key.startswith("position.")}
    silent = replace(book, sentences=kept, words={"en": words.load("en", "en", None, None, kept)})
    record = Document(conformance.page(replace(checked, book=silent), "en"))
    assert len(record.all("div", "finding")) == len(checked.findings)
    assert record.all("svg", "board") == []
    assert all("DEF" in e["alt"] for e in record.all("img"))


def test_a_book_without_findings_and_small_boards_says_so(checked: Checked) -> None:
    record = Document(conformance.page(replace(checked, findings=(), visited=()), "en"))
    assert any(e.said == "Nothing of the kind was found." for e in record.all("p"))
    assert "page-boards" not in record.ids


def test_a_missing_translation_is_seen_in_the_record(checked: Checked, book: Book) -> None:
    stripped = words.load("nb", "en", None, None, book.sentences)
    changed = replace(checked, book=replace(book, words={**book.words, "nb": stripped}))
    record = Document(conformance.page(changed, "en"))
    assert all("nb not translated" in rule_of(record, rule).said for rule in book.prose.rules)
    (row,) = [e for e in record.all("tr") if e.said.startswith("norsk bokmål")]
    assert [e.said for e in row.all("td")][:2] == ["0", "0"]
    assert int(row.all("td")[2].said.replace(",", "")) > 500


def test_what_python_says_is_translated_with_the_templates() -> None:
    known = {source.one for source in catalogues.page_sources()}
    files = [*(ROOT / "rulebook" / "pages").glob("*.py"), ROOT / "rulebook" / "conformance.py"]
    sources = [path.read_text(encoding="utf-8") for path in files]
    said = {text for source in sources for text in re.findall(r"say\.(?:t|attr|n)\(\s*\"(.*?)\"", source)}
    assert len(said) >= 3
    assert said | set(conformance.TITLES.values()) <= known


# Heads and links


def test_titles_and_languages(documents: Mapping[str, Document]) -> None:
    for path, document in documents.items():
        language = path.lstrip("+").split("/")[0] if "/" in path else "en"
        assert (document.all("html")[0]["lang"], document.all("html")[0]["dir"]) == (language, "ltr")
        assert len(document.all("h1")) == 1
        assert document.all("title")[0].said
    assert len({d.all("title")[0].said for p, d in documents.items() if "ball" in p}) == 4


def test_headings_descend_one_at_a_time(documents: Mapping[str, Document]) -> None:
    for path, document in documents.items():
        levels = [int(e.tag[1]) for e in document.elements if re.fullmatch("h[1-6]", e.tag)]
        assert levels[0] == 1, path
        assert all(after <= before + 1 for before, after in pairwise(levels)), path


def test_the_policy_is_exact_and_nothing_offends_it(documents: Mapping[str, Document]) -> None:
    for path, document in documents.items():
        metas = {e["http-equiv"]: e["content"] for e in document.all("meta") if e["http-equiv"]}
        assert metas == {"Content-Security-Policy": CSP}, path
        assert document.all("style") == [], path
        scripts = [("".join(e.text), set(e.attributes)) for e in document.all("script")]
        first: list[tuple[str, set[str]]] = [(FIRST, set())] if document.all("template") else []
        assert scripts[:-1] == first, path
        assert scripts[-1] == ("", {"src", "defer"}), path
        for element in document.elements:
            assert not [a for a in element.attributes if a.startswith("on") or a == "style"], element


def test_ids_are_unique_and_references_resolve(documents: Mapping[str, Document]) -> None:
    for path, document in documents.items():
        assert [name for name, count in Counter(document.ids).items() if count > 1] == [], path
        known = set(document.ids)
        for element in document.elements:
            named = [
                name for a in ("aria-labelledby", "aria-describedby", "for") for name in element[a].split()
            ]
            used = [element[a][1:] for a in ("href",) if element[a].startswith("#")]
            assert {*named, *used} <= known, (path, element)


def test_links_are_relative_and_name_their_file(documents: Mapping[str, Document]) -> None:
    """So that the site works from disk and below any path."""
    ids = {path: set(documents[path].ids) for path in documents if not path.startswith("+")}
    pictures = {f"{language}/ball/findings/trapped-board-1.svg" for language in LANGUAGES}
    for path in ids:
        for element in documents[path].elements:
            for address in filter(None, (element["href"], element["src"])):
                name, _, fragment = address.partition("#")
                target = resolved(path, name) if name else path
                assert target in ids.keys() | pictures | set(pages.assets()), (path, address)
                assert not fragment or fragment in ids[target], (path, address)


def resolved(path: str, address: str) -> str:
    parts = path.split("/")[:-1]
    for part in address.split("/"):
        parts = parts[:-1] if part == ".." else [*parts, part]
    return "/".join(parts)


def test_nothing_is_absolute_without_a_base_url(sources: Mapping[str, str]) -> None:
    for path, source in sources.items():
        outside = set(re.findall(r"https?://[^\s\"<]+", source)) - {"http://www.w3.org/2000/svg"}
        assert bool(outside) == path.startswith("+"), (path, outside)


def test_a_base_url_gives_every_page_its_addresses(documents: Mapping[str, Document]) -> None:
    base, seen = "https://example.org/rules/", set()
    for path, document in documents.items():
        if not path.startswith("+"):
            continue
        address = base + path[1:].removesuffix("index.html")
        links = [e for e in document.all("link") if e["rel"] in ("canonical", "alternate")]
        assert links[0].attributes == {"rel": "canonical", "href": address}
        others = {e["hreflang"]: e["href"] for e in links[1:]}
        assert set(others) == {*LANGUAGES, "x-default"}
        assert path == "+index.html" or address in others.values()
        properties = {e["property"]: e["content"] for e in document.all("meta") if e["property"]}
        assert properties["og:url"] == address
        assert properties["og:title"] == document.all("title")[0].said
        seen.add(path)
    assert len(seen) == 7


def test_a_book_offers_its_other_languages(page: Document) -> None:
    switch = [e for e in page.all("a") if e["hreflang"]]
    assert [e["hreflang"] for e in switch] == list(LANGUAGES)
    own = page.all("html")[0]["lang"]
    assert [(e["aria-current"], e["lang"]) for e in switch] == [
        ("true", "") if e["hreflang"] == own else ("", e["hreflang"]) for e in switch
    ]


def test_the_root_offers_languages_by_their_own_names(documents: Mapping[str, Document]) -> None:
    root = documents["index.html"]
    assert [(e["lang"], e.said) for e in root.all("li")] == [
        ("en", "English BALL"),
        ("nb", "norsk bokmål BALL"),
    ]
    assert not [e for e in root.all("meta") if e["http-equiv"] == "refresh"]


# Hostile text


def skeleton(source: str) -> list[tuple[str, tuple[str, ...]]]:
    """Every element with the names of its attributes."""
    return [(e.tag, tuple(e.attributes)) for e in Document(source).elements]


def poisoned(book: Book, poison: str) -> Book:
    """The book with the poison at the end of every text of its header, scenes and sentences."""
    header = replace(book.header, **{name: getattr(book.header, name) + poison for name in catalogues.HEADER})
    scenes = {key: replace(scene, title=scene.title + poison) for key, scene in book.scenes.items()}
    frames = {
        key: tuple(replace(frame, remark=frame.remark + poison if frame.remark else "") for frame in shown)
        for key, shown in book.frames.items()
    }
    sentences = {
        key: replace(
            each, one=each.one + poison if each.one else "", other=each.other + poison if each.other else ""
        )
        for key, each in book.sentences.items()
    }
    spoken = words.load("en", "en", None, None, sentences)
    return replace(
        book, header=header, scenes=scenes, frames=frames, sentences=sentences, words={"en": spoken}
    )


def test_hostile_texts_add_no_element_and_no_attribute(book: Book) -> None:
    poison = HOSTILE.replace("{", "(").replace("}", ")")
    harmless, hostile = poisoned(book, "x"), poisoned(book, poison)
    assert skeleton(page_of(hostile)) == skeleton(page_of(harmless))
    assert skeleton(pages.language_index([hostile], "en")) == skeleton(pages.language_index([harmless], "en"))
    assert skeleton(pages.root_index([hostile])) == skeleton(pages.root_index([harmless]))


def test_hostile_texts_are_shown_as_they_are(book: Book) -> None:
    header = replace(book.header, title=HOSTILE)
    page = Document(page_of(replace(book, header=header)))
    assert page.all("h1")[0].said == " ".join(HOSTILE.split())
    assert page.all("title")[0].said == " ".join(f"{HOSTILE}: animated rulebook".split())


def test_templates_quote_every_attribute_and_trust_nothing() -> None:
    templates = sorted(TEMPLATES.glob("*.jinja"))
    assert len(templates) >= 5
    for template in templates:
        source = template.read_text(encoding="utf-8")
        markup = re.sub(r"\{[{%#].*?[}%#]\}", "", source, flags=re.DOTALL)
        for tag in re.findall(r"<[a-z][^<>]*>", markup):
            assert not re.search(r"=(?!\")", re.sub(r"\"[^\"]*\"", '""', tag)), (template.name, tag)
        assert not re.search(r"\|\s*safe|autoescape|\bon[a-z]+=\"|style=\"", source), template.name


# The script and the style sheet


def test_weights(sources: Mapping[str, str]) -> None:
    sizes = {name: len(gzip.compress(data, 9)) for name, data in pages.assets().items()}
    assert sizes["assets/player.js"] < 12_000
    page = len(gzip.compress(sources["nb/ball/index.html"].encode(), 9))
    assert page + sum(sizes.values()) < 120_000


def test_the_script_needs_nothing_newer_than_es2018() -> None:
    script = (TEMPLATES / "player.js").read_text(encoding="utf-8")
    newer = r"\?\.(?!\d)|\?\?|\bstatic\b|this\.#|\bcatch \{"
    unwanted = r"\bimport\b|\bexport\b|\beval\(|\bfetch\(|innerHTML|XMLHttpRequest|localStorage"
    assert re.findall(f"{newer}|{unwanted}", script) == []


def test_the_style_sheet_asks_for_nothing() -> None:
    style = (TEMPLATES / "book.css").read_text(encoding="utf-8")
    assert re.findall(r"@import|url\(|@font-face|https?:", style) == []


def palette(style: str, number: int) -> dict[str, str]:
    """The colours of the n-th `:root` block, on top of those of the first."""
    blocks = re.findall(r":root \{([^}]*)\}", style)
    colours = re.compile(r"--([\w-]+): (#[0-9a-f]{6});")
    return dict(colours.findall(blocks[0])) | dict(colours.findall(blocks[number]))


def contrast(one: str, other: str) -> float:
    """WCAG 2: the ratio of the relative luminances."""

    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    bright, dim = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


TEXTS = (
    "ink/paper ink/sheet ink/lit quiet/paper quiet/sheet quiet/lit sign/paper sign/sheet sign/lit paper/ink"
)
SHAPES = (
    "edge/paper edge/sheet focus/paper focus/sheet lamp-1/paper lamp-2/paper lamp-1/sheet lamp-2/sheet"
    " team-1/board team-2/board team-1-sign/team-1 team-2-sign/team-2 team-1/team-1-down team-2/team-2-down"
    " team-1/zone-1 team-2/zone-2 legal/board refused/board board-ink/board board-quiet/board hatch/board"
    " ball/board-ink board-ink/zone-1 board-ink/zone-2"
)


@pytest.mark.parametrize("number", [0, 1], ids=["light", "dark"])
def test_colours_stand_out_from_what_lies_under_them(number: int) -> None:
    colours = palette((TEMPLATES / "book.css").read_text(encoding="utf-8"), number)
    for pairs, least in ((TEXTS, 4.5), (SHAPES, 3)):
        for pair in pairs.split():
            over, under = pair.split("/")
            assert contrast(colours[over], colours[under]) >= least, pair


def test_the_light_board_has_the_colours_of_the_drawings_themselves(sources: Mapping[str, str]) -> None:
    """A picture looks alike with and without the style sheet."""
    colours = palette((TEMPLATES / "book.css").read_text(encoding="utf-8"), 0)
    drawn = set(re.findall(r'(?:fill|stroke)="(#[0-9a-f]{6})"', sources["en/ball/index.html"]))
    assert drawn <= set(colours.values()) | {"#5b5346"}  # the last is for tokens without a team
