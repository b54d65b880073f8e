"""Lays out books as HTML: prose, storyboards, tables made from facts, and what the player script needs.

Every function is pure: a book that was read, played and checked goes in, the text of a page comes out. The
templates escape whatever they print; ready markup comes from `prose`, `views.svg` and the constants here.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import count, groupby
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from rulebook import examples, explorer, prose, summary
from rulebook.books import Book, templates_folder
from rulebook.catalogues import ask_context, remark_context, title_context
from rulebook.check import Checked
from rulebook.check.report import Row
from rulebook.errors import Exit, Place, Problem, Problems, did_you_mean
from rulebook.model import Frame, Picture
from rulebook.prose import Html, SceneMark, Section
from rulebook.views import layout, legend, svg, text
from rulebook.views.layout import Extent
from rulebook.words import Said, Words

LEAD, FIGURES, QUESTIONS = "", "figures", "faq"
"""Sections with a place of their own: the first two open the page, the last ends the numbered ones."""

QUESTION = "page-question-{}"
"""The id of a question, by its number."""

BESIDE_A_RULE = 3
"""How many scenes a rule names in its place; the index at the end of the page names all."""

BOOK, CONFORMANCE = "index.html", "conformance.html"
"""The pages of a book, in its folder."""

PREVIEW, PDF = "preview.png", "{book}-{language}.pdf"
"""What may lie beside them."""

NOT_FOUND = "404.html"
"""What a server shows for an address that leads nowhere."""

ON_DEMAND = ("explore.js", "search.js")
"""What the player loads when a reader asks for it."""

ASSETS = ("book.css", "player.js", "favicon.svg", "first.js", "offers.js")

POLICY = Markup(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'"
)
ALONE = Markup("default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; img-src data:")
"""What a page may load: the files of its site, or nothing beside what stands in it.

No script of ours asks for more: `connect-src` is for tools that look for robots.txt from inside a page.
"""

_REMARK = re.compile(r"^ *(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)

NOTHING = Markup("")
FOREIGN = Markup('<span class="untranslated" lang="{}" dir="{}">{}</span>')
RULE_ASIDE = Markup('<span class="rule-mark"><a class="rule-no" href="#{}" title="{}">{}</a>{}</span>{}')
RULING = Markup('<span class="ruling-sign" role="img" aria-label="{0}" title="{0}">†</span>')
SHOWN_BY = Markup(' <span class="shown-by"><span class="pointer">▸</span>&nbsp;{}</span>')
STEP_LINK = Markup('<a href="#{}" title="{}">{}</a>')
NOTE = Markup(' <a class="note" href="#page-signs">{}</a>')
COUNTER = Markup('<abbr class="unit">{}</abbr> {}')
SYMBOL = Markup('<svg class="board symbol" viewBox="{}" aria-hidden="true" focusable="false">{}</svg>')


class Address(NamedTuple):
    """Where a language of a page is: relative, and from the base URL ("" without one)."""

    language: str
    name: str
    direction: str
    href: str
    address: str


class Inlined(NamedTuple):
    """What a page that stands alone holds: style sheet, script, icon, and the policy that names them."""

    style: Markup
    script: Markup
    icon: str
    policy: Markup


class Form(NamedTuple):
    """Where a book's page lies, and how it reaches the others.

    `path` leads from the top to a page, `root` from the page to the top, `home` to the books of its language,
    `record` to what was checked, `preview` to a picture of the book, `pdf` to the book on paper, each of them
    "" where there is no such thing. `proofs` open below each rule, but not on paper.
    `examples` are the kinds of action of which a reader can have more examples.
    """

    path: str
    root: str
    home: str
    record: str
    preview: str = ""
    pdf: str = ""
    proofs: bool = True
    inlined: Inlined | None = None
    examples: tuple[str, ...] = ()


class Head(NamedTuple):
    """What every page says of itself. `root` leads to the top; `default` is for other languages.

    `home` leads to the books of the language, `book` to the page with the rules where this one has none.
    """

    language: str
    direction: str
    title: str
    description: str
    root: str
    address: str
    languages: tuple[Address, ...]
    default: str
    home: str = ""
    preview: str = ""
    pdf: str = ""
    book: str = ""
    inlined: Inlined | None = None

    @property
    def policy(self) -> Markup:
        """What the page may load."""
        return self.inlined.policy if self.inlined else POLICY

    @property
    def icon(self) -> str:
        """The address of the favicon."""
        return self.inlined.icon if self.inlined else f"{self.root}assets/favicon.svg"


class Block(NamedTuple):
    """A piece of a section: `html`, a `scene`, a scene shown `again`, or `actions`, `legend`, `facts`."""

    kind: str
    value: Any


class Link(NamedTuple):
    """A fragment, its short label, and what it leads to."""

    id: str
    label: str
    title: str = ""


class StepView(NamedTuple):
    """One frame of a storyboard. `status` holds class and text of each chip.

    `ask` is what it asks before it shows, `branch` the number of the step that it goes on from, 0 for the
    one before it; `odds` the probability of what the dice brought, None where there is no other outcome.
    """

    id: str
    number: int
    mark: str
    ask: "AskView | None"
    refused: bool
    board: Markup
    status: tuple[tuple[str, Markup], ...]
    branch: int
    caption: tuple[Markup, ...]
    odds: Fraction | None
    remark: Markup
    rules: tuple[Link, ...]


class AskView(NamedTuple):
    """A question with what is right: points, tokens or a number, and the rules behind it, by spaces."""

    kind: str
    question: Markup
    answer: str
    rules: str


class SceneView(NamedTuple):
    """A storyboard; `plain` is its title without markup.

    `kind` is the kind of action of which there are more examples, `called` what it is called.
    """

    id: str
    number: int
    title: Markup
    plain: str
    steps: tuple[StepView, ...]
    kind: str = ""
    called: str = ""


class Line(NamedTuple):
    """A rule in its first sentence; `ruling` where the book marks it as an interpretation."""

    rule: Link
    says: Markup
    ruling: bool


class SectionView(NamedTuple):
    """A section with its number, "" where it has none."""

    id: str
    number: str
    title: Markup
    blocks: tuple[Block, ...]


SITE = Form("{language}/{book}/{name}", "../../", "../index.html", CONFORMANCE)
"""A page among others in folders: by language, then by book."""


# What the rest of the package calls


def book_page(
    checked: Checked, language: str, base_url: str = "", form: Form = SITE, searched: str = ""
) -> str:
    """The page of a book in one of its languages. Raises Problems for a table that no facts fill.

    `searched` is what a search looks through, in a page that stands alone; it has none where that is missing.
    """
    book = checked.book
    say, title = Speech(book.words[language]), header(book, "title", language)
    description = header(book, "description", language).text
    head = book_head(book, language, BOOK, (title.text, description), base_url, form)
    contents = Layout.of(checked, say, form).contents()
    shown = contents | {"title": say.mark(title), "searched": inside(searched, "script")}
    return render("book.html.jinja", say, head=head, book=shown)


def example_scripts(
    checked: Checked, language: str, form: Form, more: Mapping[str, Sequence[Sequence[Frame]]]
) -> dict[str, bytes]:
    """For each kind of action a script that gives its further examples, by its path in the book's folder."""
    say = Speech(checked.book.words[language])
    laid = Layout.of(checked, say, form)
    scripts = {}
    for kind, played in more.items():
        scenes = [
            render("example.html.jinja", say, head={"book": ""}, scene=laid.example(kind, frames))
            for frames in played
        ]
        symbols = laid.more_symbols(frame for frames in played for frame in frames)
        value = {"symbols": symbols, "scenes": scenes}
        scripts[f"examples/{kind}.js"] = explorer.script(f"{laid.book.id}/examples/{kind}", value)
    return scripts


def language_index(books: Sequence[Book], language: str, base_url: str = "") -> str:
    """The books that there are in a language."""
    shelf = [book for book in books if language in book.words]
    say = Speech(shelf[0].words[language])
    site = Addresses(tongues(books), "{}/index.html", "../", base_url)
    head = site.head(say.words, say.attr("Rulebooks"), "", "index.html")
    return render("shelf.html.jinja", say, head=head, books=[_offer(book, say) for book in shelf])


def root_index(books: Sequence[Book], base_url: str = "") -> str:
    """The languages that there are, each under its own name. It offers and never redirects."""
    spoken = tongues(books)
    say = Speech(next(iter(spoken.values())))
    site = Addresses(spoken, "{}/index.html", "", base_url)
    head = site.head(say.words, say.attr("Rulebooks"), "", "index.html")
    head = head._replace(address=head.default)
    titles = {tag: [header(book, "title", tag).text for book in books if tag in book.words] for tag in spoken}
    return render("root.html.jinja", say, head=head, titles=titles)


def frame_title(book: Book, frame: Frame, words: Words) -> str:
    """A frame's name in one line: the step's number and the scene's title."""
    frames, title = book.frames[frame.scene], _scene_title(book, frame.scene, words).text
    say = Speech(words)
    return say.attr("Step {n} of {total}: {title}", n=frames.index(frame) + 1, total=len(frames), title=title)


def extent(book: Book, words: Words) -> str:
    """How much a book holds, in one line."""
    scenes = words.plural("page", "{n} scene", "{n} scenes", len(book.scenes))
    steps = words.plural("page", "{n} step", "{n} steps", sum(map(len, book.frames.values())))
    return f"{scenes.text} · {steps.text}"


def frame_mark(frame: Frame) -> str:
    """Eight hex digits for all that a frame shows: `data-frame` of the frame and of the live board."""
    picture = frame.picture
    tokens = [(t.id, t.kind, t.at, t.team, t.sign, t.number, t.near, t.marks, t.look) for t in picture.tokens]
    state = [picture.turn, picture.phase, sorted(picture.counters.items()), picture.dice, picture.winner]
    legs = [(leg.token, leg.way, leg.style) for event in frame.events for leg in event.legs]
    refusal = (frame.refusal.rule, [leg.way for leg in frame.refusal.legs]) if frame.refusal else ()
    shown = [frame.id, tokens, state, legs, refusal, frame.targets, frame.aim, frame.dice]
    return hashlib.sha256(json.dumps(shown).encode()).hexdigest()[:8]


def assets() -> dict[str, bytes]:
    """The files that all pages share, by their path in the site."""
    return {f"assets/{name}": template(name).encode() for name in (*ASSETS, *ON_DEMAND)}


def template(name: str) -> str:
    """A style sheet, script or picture as it is sent: without the remarks that have lines of their own.

    A checkout may have other line ends; pages are the same everywhere.
    """
    return _REMARK.sub("", (templates_folder() / name).read_bytes().decode().replace("\r\n", "\n"))


def inside(text: str, tag: str) -> Markup:
    """A style sheet or script as the inside of its element. Raises ValueError where it would end that."""
    if re.search(rf"</{tag}|<!--", text, re.IGNORECASE):
        raise ValueError(f"what would end <{tag}> stands in it")
    return Markup(text)


# Speaking


class Speech:
    """The three functions with which templates speak, in one language."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def t(self, msgid: str, **facts: object) -> Markup:
        """A text of the pages, marked where it stands in another language."""
        return self.mark(self.words.text("page", msgid), **facts)

    def attr(self, msgid: str, **facts: object) -> str:
        """The same for an attribute, which cannot be marked."""
        return _fill(self.words.text("page", msgid).text, facts)

    def n(self, one: str, other: str, number: int) -> Markup:
        """A text with a number, `{n}`."""
        return self.mark(self.words.plural("page", one, other, number))

    def mark(self, said: Said, **facts: object) -> Markup:
        """What was said, escaped; in a span with its own language where that is not the page's."""
        if not said.text:
            return Markup("")
        escaped = {name: escape(value) for name, value in facts.items()}
        filled = Markup(_fill(str(escape(said.text)), escaped))
        if said.language == self.words.language:
            return filled
        return FOREIGN.format(said.language, said.direction, filled)


def _fill(pattern: str, facts: Mapping[str, object]) -> str:
    return re.sub(r"\{(\w+)\}", lambda name: str(facts.get(name[1], name[0])), pattern)


# Addresses


class Addresses(NamedTuple):
    """How the languages of a page are found: `path` from the top of the site, `{}` for the language."""

    tongues: Mapping[str, Words]
    path: str
    root: str
    base_url: str

    def head(self, words: Words, title: str, description: str, default: str) -> Head:
        languages = tuple(self.address(other) for other in self.tongues.values())
        address, everybody = self.absolute(self.path.format(words.language)), self.absolute(default)
        said = (words.language, words.direction, title, description)
        return Head(*said, self.root, address, languages, everybody)

    def address(self, words: Words) -> Address:
        path = self.path.format(words.language)
        return Address(words.language, words.name, words.direction, self.root + path, self.absolute(path))

    def beside(self, language: str, name: str) -> str:
        """The public address of a file in the folder of a page."""
        return self.absolute(f"{self.path.format(language).rpartition('/')[0]}/{name}")

    def absolute(self, path: str) -> str:
        """The public address of a page: a server shows `index.html` for its folder."""
        return f"{self.base_url.rstrip('/')}/{path.removesuffix('index.html')}" if self.base_url else ""


def book_head(
    book: Book, language: str, name: str, said: tuple[str, str], base_url: str, form: Form = SITE
) -> Head:
    """The head of a page that each language of a book has; `said` are its title and description."""
    path = form.path.format(language="{}", book=book.id, name=name)
    site = Addresses(book.words, path, form.root, base_url)
    head = site.head(book.words[language], *said, site.path.format(book.header.language))
    preview = site.beside(language, form.preview) if base_url and form.preview else ""
    pdf = form.pdf.format(book=book.id, language=language)
    return head._replace(home=form.home, preview=preview, pdf=pdf, inlined=form.inlined)


def tongues(books: Sequence[Book]) -> dict[str, Words]:
    """Every language that some book has, with the words of the first book that has it."""
    found: dict[str, Words] = {}
    for book in books:
        found = {**book.words, **found}
    return found


def header(book: Book, field: str, language: str) -> Said:
    """What the book's header says, in a language."""
    return book.words[language].text("header", getattr(book.header, field))


def _offer(book: Book, page: Speech) -> dict[str, Any]:
    title, description = (header(book, field, page.words.language) for field in ("title", "description"))
    return {
        "href": f"{book.id}/index.html",
        "title": page.mark(title),
        "description": page.mark(description),
        "scenes": len(book.scenes),
        "steps": sum(map(len, book.frames.values())),
    }


def _scene_title(book: Book, scene: str, words: Words) -> Said:
    return words.text(title_context(scene), book.scenes[scene].title)


# Numbers: sections, rules and scenes in the order of the prose, the same in every language


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers by id: sections 5, rules 5.3, scenes 7, steps 7/2; `steps` by frame id.

    `shown` leads from a rule to the frames that it decided.
    """

    sections: Mapping[str, str]
    rules: Mapping[str, str]
    scenes: Mapping[str, int]
    steps: Mapping[str, str]
    shown: Mapping[str, tuple[Frame, ...]]


def number(book: Book) -> Numbers:
    """The numbers of a book."""
    sections = _number_sections(book.prose.sections)
    rules = {
        rule: f"{sections[section.id]}.{number}" if sections[section.id] else rule
        for section in book.prose.sections
        for number, rule in enumerate(rules_of(section), 1)
    }
    placed = dict.fromkeys(use.name for use in book.prose.scenes)
    scenes = {scene: number for number, scene in enumerate(placed, 1)}
    frames = [frame for scene in scenes for frame in book.frames[scene]]
    steps = {
        frame.id: f"{scenes[frame.scene]}/{book.frames[frame.scene].index(frame) + 1}" for frame in frames
    }
    shown = {rule: tuple(frame for frame in frames if rule in frame.rules) for rule in rules}
    return Numbers(sections, rules, scenes, steps, shown)


def _number_sections(sections: Iterable[Section]) -> dict[str, str]:
    """Numbers from the first section with rules to the last before the questions."""
    numbers: dict[str, str] = {}
    count, ended = 0, False
    for section in sections:
        ended = ended or section.id == QUESTIONS
        if not ended and (count or rules_of(section)):
            count += 1
        numbers[section.id] = str(count) if count and not ended else ""
    return numbers


def rules_of(section: Section) -> list[str]:
    """The rules that a section states, in order."""
    named = [token for token in section.tokens if "rule" in str(token.attrs.get("class", "")).split()]
    return [str(token.attrs["id"]) for token in named]


# A book's page


class Proofs(NamedTuple):
    """What the check knows of each rule, and in how many positions it has looked."""

    rows: Mapping[str, Row]
    positions: int

    @staticmethod
    def of(checked: Checked) -> "Proofs":
        """What a check has found out."""
        return Proofs({row.rule: row for row in checked.rows}, checked.tally.positions)


@dataclass(frozen=True, slots=True)
class Layout:
    """One book in one language, laid out for its templates."""

    book: Book
    say: Speech
    numbers: Numbers
    proofs: Proofs
    form: Form = SITE

    @staticmethod
    def of(checked: Checked, say: Speech, form: Form = SITE) -> "Layout":
        """A checked book in the language of the speech."""
        return Layout(checked.book, say, number(checked.book), Proofs.of(checked), form)

    def contents(self) -> dict[str, Any]:
        sections = list(_once(self.section(section) for section in self.book.prose.sections))
        opening = {section.id: section.blocks for section in sections}
        return {
            "lead": opening.get(LEAD, ()),
            "figures": opening.get(FIGURES, ()),
            "glance": self.glance(),
            "sections": [section for section in sections if section.id not in (LEAD, FIGURES)],
            "index": [
                (self.rule_link(rule), self.step_links(frames)) for rule, frames in self.numbers.shown.items()
            ],
            "source": self.book.header.language,
            "stale": self.is_stale(),
            "id": self.book.id,
            "conformance": self.form.record,
            **self.boards(),
            **self.colophon(),
        }

    def boards(self) -> dict[str, Any]:
        """What the boards of the page share, and what the player shows before it is asked."""
        frames = self.frames()
        return {
            "symbols": self.symbols(frames),
            "opening": self.picture(frames[0], None, "page-opening", self.frame_title(frames[0])),
            **self.axes(),
        }

    def axes(self) -> dict[str, str]:
        """The coordinates, for the script."""
        board = self.book.game.board
        return {
            "columns": _axis(board.columns, board.extent[0], 1),
            "rows": _axis(board.rows, board.extent[3], -1),
        }

    def scenes(self) -> list[Link]:
        """Every scene in order: where its storyboard stands, its number and its title."""
        titles = {scene: _scene_title(self.book, scene, self.say.words) for scene in self.numbers.scenes}
        return [
            Link(f"page-scene-{scene}", str(number), titles[scene].text)
            for scene, number in self.numbers.scenes.items()
        ]

    def symbols(self, frames: Iterable[Frame]) -> Markup:
        """What the pictures of these frames share."""
        tokens = [token for frame in frames for token in frame.picture.tokens]
        return Markup(svg.symbols(self.book.game.board, tokens, self.book.game.teams))

    def colophon(self) -> dict[str, Any]:
        language = self.say.words.language
        credits, edition = (header(self.book, field, language) for field in ("credits", "edition"))
        rules, scenes, steps = len(self.numbers.rules), len(self.numbers.scenes), len(self.numbers.steps)
        return {
            "credits": self.say.mark(credits),
            "edition": self.say.mark(edition),
            "unofficial": self.book.header.unofficial,
            "counts": {"rules": rules, "scenes": scenes, "steps": steps},
        }

    def frames(self) -> list[Frame]:
        return [frame for scene in self.numbers.scenes for frame in self.book.frames[scene]]

    def is_stale(self) -> bool:
        """Whether some text of the prose has no current translation."""
        said = (self.say.words.text(entry.context, entry.msgid) for entry in self.book.prose.entries)
        return any(each.state in ("fuzzy", "missing") for each in said)

    # The page for the table

    def glance(self) -> dict[str, Any]:
        """What actions cost and earn, and the rules of the summary in their first sentences, by section."""
        chosen = set(summary.rules(self.book))
        groups = [
            (Link(section.id, self.numbers.sections[section.id], ""), self.title(section), lines)
            for section in self.book.prose.sections
            if (lines := [self.line(rule) for rule in rules_of(section) if rule in chosen])
        ]
        return {"actions": self.actions(), "groups": groups}

    def line(self, rule: str) -> Line:
        entry = self.book.prose.rules[rule]
        said = self.say.words.text(entry.context, entry.msgid)
        sentence = Markup(prose.typeset(summary.first_sentence(said.text), said.quotes, self.book.game.facts))
        if said.language != self.say.words.language:
            sentence = FOREIGN.format(said.language, said.direction, sentence)
        return Line(self.rule_link(rule), sentence, entry.ruling)

    # Sections

    def section(self, section: Section) -> SectionView:
        number = self.numbers.sections[section.id]
        facts = self.book.game.facts
        parts = prose.render(section, self.say.words, facts, self.rule_aside, self.note, self.proof)
        first, *others = (self.block(part) for part in parts)
        if number:
            first = Block("html", _numbered(first.value, number))
        blocks = (first, *others)
        return SectionView(
            section.id, number, self.title(section), _asked(blocks) if section.id == QUESTIONS else blocks
        )

    def title(self, section: Section) -> Markup:
        if section.title is None:
            return Markup("")
        said = self.say.words.text(section.title.context, section.title.msgid)
        return self.say.mark(replace(said, text=prose.plain(said.text)))

    def block(self, part: prose.Part) -> Block:
        if isinstance(part, Html):
            return Block("html", Markup(part.text))
        if isinstance(part, SceneMark):
            return Block("scene", self.scene(part.scene))
        return self.table(part.name)

    def rule_aside(self, rule: str) -> str:
        """What stands beside a rule: its number, the sign of a ruling, and the first step of a few scenes."""
        ruling = RULING.format(self.say.attr("Ruling")) if self.book.prose.rules[rule].ruling else ""
        by_scene = groupby(self.numbers.shown[rule], key=lambda frame: frame.scene)
        firsts = [next(frames) for _, frames in by_scene]
        links = self.step_links(firsts[:BESIDE_A_RULE])
        if len(firsts) > BESIDE_A_RULE:
            links.append(Link(f"page-index-{rule}", "…", rule))
        shown = [STEP_LINK.format(link.id, link.title, link.label) for link in links]
        beside = SHOWN_BY.format(Markup(" ").join(shown)) if shown else ""
        return str(RULE_ASIDE.format(rule, rule, self.numbers.rules[rule], ruling, beside))

    def proof(self, rule: str) -> str:
        """What opens below a rule: the steps that show it, and what the check has found out about it."""
        row = self.proofs.rows.get(rule)
        if row is None or not self.form.proofs:
            return ""
        steps, refusals = self.witnesses(rule)
        return render(
            "proof.html.jinja",
            self.say,
            row=row,
            no=self.numbers.rules[rule],
            steps=steps,
            refusals=refusals,
            positions=self.proofs.positions,
            page=self.form.record,
        )

    def witnesses(self, rule: str) -> tuple[list[Link], list[Link]]:
        """The steps that a rule decided, and those that it refused."""
        frames = self.numbers.shown.get(rule, ())
        refused = [frame for frame in frames if frame.refusal and frame.refusal.rule == rule]
        decided = [frame for frame in frames if any(event.rule == rule for event in frame.events)]
        return self.step_links(decided), self.step_links(refused)

    def note(self, said: prose.Saying) -> str:
        """The sign behind a text that stands in another language than the page."""
        return str(NOTE.format(said.language))

    # Scenes

    def scene(self, scene: str) -> SceneView:
        said = _scene_title(self.book, scene, self.say.words)
        frames = self.book.frames[scene]
        part = svg.crop(frames, self.book.game.board)
        number = self.numbers.scenes[scene]
        steps = tuple(
            self.step(index, frame, part, f"page-{number}-{index}", self.frame_title(frame))
            for index, frame in enumerate(frames, 1)
        )
        kind = examples.homes(self.played(), self.form.examples).get(scene, "")
        return SceneView(scene, number, self.say.mark(said), said.text, steps, kind, self.called(kind))

    def played(self) -> dict[str, tuple[Frame, ...]]:
        """The frames of the scenes in the order of the prose."""
        return {scene: self.book.frames[scene] for scene in self.numbers.scenes}

    def called(self, kind: str) -> str:
        """What a kind of action is called."""
        key = f"{explorer.KINDS}{kind}"
        return self.say.words.pattern(key).text if key in self.book.sentences else kind

    def example(self, kind: str, frames: Sequence[Frame]) -> SceneView:
        """One of the further examples of a kind."""
        title = self.say.attr("Another example: {kind}", kind=self.called(kind))
        part, scene = svg.crop(frames, self.book.game.board), frames[0].scene
        told = [
            self.say.attr("Step {n} of {total}: {title}", n=n, total=len(frames), title=title)
            for n in range(1, len(frames) + 1)
        ]
        steps = tuple(
            self.step(n, frame, part, f"page-{scene}-{n}", name)
            for n, (frame, name) in enumerate(zip(frames, told, strict=True), 1)
        )
        return SceneView(scene, 0, NOTHING, title, steps)

    def more_symbols(self, frames: Iterable[Frame]) -> str:
        """What these frames need beside the symbols that the page has."""
        game = self.book.game
        tokens, known = (
            [token for frame in some for token in frame.picture.tokens] for some in (frames, self.frames())
        )
        return svg.more_symbols(game.board, tokens, known, game.teams)

    def step(self, number: int, frame: Frame, part: Extent, name: str, title: str) -> StepView:
        """A frame of a storyboard; `name` is the id of its picture's title."""
        return StepView(
            id=frame.id,
            number=number,
            mark=frame_mark(frame),
            ask=self.ask(frame),
            refused=frame.refusal is not None,
            board=self.picture(frame, part, name, title),
            status=tuple(self.status(frame.picture)),
            branch=self.branch(frame),
            caption=tuple(self.say.mark(said) for said in text.caption(frame, self.say.words)),
            odds=Fraction(*frame.odds) if frame.odds else None,
            remark=self.say.mark(self.say.words.text(remark_context(frame.scene, frame.step), frame.remark)),
            rules=tuple(self.rule_link(rule) for rule in frame.rules if rule in self.numbers.rules),
        )

    def ask(self, frame: Frame) -> AskView | None:
        if frame.ask is None:
            return None
        question = self.say.words.text(ask_context(frame.scene, frame.step), frame.ask.question)
        rules = [rule for rule in frame.because if rule in self.numbers.rules]
        return AskView(frame.ask.kind, self.say.mark(question), " ".join(frame.answer), " ".join(rules))

    def branch(self, frame: Frame) -> int:
        """The number of the step from which another outcome goes on; 0 where the step before is meant."""
        return (
            [one.step for one in self.book.frames[frame.scene]].index(frame.after) + 1 if frame.after else 0
        )

    def frame_title(self, frame: Frame) -> str:
        return frame_title(self.book, frame, self.say.words)

    def picture(self, frame: Frame, part: Extent | None, name: str, title: str) -> Markup:
        description = text.describe(frame.picture, self.say.words, frame.thrown).text
        return Markup(svg.inline(frame, self.book.game.board, part, name, title, description))

    def status(self, picture: Picture) -> Iterator[tuple[str, Markup]]:
        """Class and text of each chip: whose turn it is, then what is counted, team by team."""
        yield self.turn(picture)
        for name, counters in groupby(picture.counters.items(), key=lambda counter: counter[0].split(".")[0]):
            values = [(key.partition(".")[2], value) for key, value in counters]
            shown = ", ".join(f"{team} {value}".strip() for team, value in values)
            yield "count", COUNTER.format(self.sentence(f"names.{name}") or name.upper(), shown)

    def turn(self, picture: Picture) -> tuple[str, Markup]:
        teams, team = self.book.game.teams, picture.winner or picture.turn
        style = f"turn team-{teams.index(team) + 1}" if team in teams else "turn"
        return style, self.say.mark(text.whose_turn(picture, self.say.words))

    # Links between rules and steps

    def rule_link(self, rule: str) -> Link:
        return Link(rule, self.numbers.rules[rule])

    def step_links(self, frames: Iterable[Frame]) -> list[Link]:
        return [Link(frame.id, self.numbers.steps[frame.id], self.frame_title(frame)) for frame in frames]

    # Tables from facts

    def table(self, name: str) -> Block:
        """What a table mark stands for. Raises Problems where facts and sentences give no rows."""
        if name == "actions":
            block = Block("actions", self.actions())
        elif name == "legend":
            block = Block("legend", self.legend_rows())
        else:
            block = Block("facts", self.fact_table(name))
        if not block.value:
            raise Problems([_unknown_table(self.book, name)])
        return block

    def actions(self) -> list[dict[str, Any]]:
        """A row for each action with a name and a purpose among the sentences and a price among the facts."""
        facts = self.book.game.facts
        return [
            {
                "name": self.sentence(f"tables.actions.{action}"),
                "ap": facts[f"{action}.ap"].value,
                "ep": facts[f"{action}.ep"].value,
                "purpose": self.sentence(f"tables.purposes.{action}"),
                "rule": self.rule_link(f"{action}.cost") if f"{action}.cost" in self.numbers.rules else None,
            }
            for action in self.below("tables.actions.")
            if {f"{action}.ap", f"{action}.ep"} <= facts.keys()
            and f"tables.purposes.{action}" in self.book.sentences
        ]

    def fact_table(self, name: str) -> dict[str, Any]:
        """All facts `name.row.column`; the sentences `tables.name` and `tables.name.column` are its caption
        and heads; {} without facts."""
        form = re.compile(rf"{re.escape(name)}\.[^.]+\.[^.]+")
        facts = {key: fact.value for key, fact in self.book.game.facts.items() if form.fullmatch(key)}
        rows, columns = (list(dict.fromkeys(key.split(".")[part] for key in facts)) for part in (1, 2))
        heads = [self.sentence(f"tables.{name}.{column}") or column for column in columns]
        cells = [(row, [facts.get(f"{name}.{row}.{column}", "") for column in columns]) for row in rows]
        caption = self.sentence(f"tables.{name}")
        return {"caption": caption, "heads": heads, "rows": cells} if facts else {}

    def legend_rows(self) -> list[tuple[Markup, Markup]]:
        """Picture and meaning of each sign that has a sentence and occurs in a frame."""
        examples = legend.examples(self.frames(), self.book.game.board)
        return [
            (self.symbol(examples[sign]), self.sentence(f"tables.legend.{sign}"))
            for sign in self.below("tables.legend.")
            if sign in examples
        ]

    def symbol(self, example: legend.Example) -> Markup:
        drawing = svg.drawing(example.frame, self.book.game.board, example.part)
        return SYMBOL.format(example.box.box, Markup(drawing))

    def sentence(self, key: str) -> Markup:
        known = key in self.book.sentences
        return self.say.mark(self.say.words.sentence(key, {})) if known else Markup("")

    def below(self, prefix: str) -> list[str]:
        """What follows the prefix in the names of sentences, in their order."""
        return [key.removeprefix(prefix) for key in self.book.sentences if key.startswith(prefix)]


def _once(sections: Iterable[SectionView]) -> Iterator[SectionView]:
    """The sections with a link in place of each storyboard that stands on the page already."""
    seen: set[str] = set()
    for section in sections:
        blocks = []
        for block in section.blocks:
            again = block.kind == "scene" and block.value.id in seen
            blocks.append(_again(block.value) if again else block)
            seen |= {block.value.id} if block.kind == "scene" else set()
        yield section._replace(blocks=tuple(blocks))


def _again(scene: SceneView) -> Block:
    return Block("again", Link(f"page-scene-{scene.id}", str(scene.number), scene.plain))


def _numbered(html: Markup, number: str) -> Markup:
    """A section's first piece with the number inside its heading."""
    return Markup(re.sub(r"(<h2\b[^>]*>)", rf'\1<span class="no">{number}</span> ', str(html), count=1))


def _asked(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The pieces of the section of questions, with an id for each question."""
    numbers = count(1)

    def named(html: Markup) -> Markup:
        return Markup(re.sub("<h3>", lambda _: f'<h3 id="{QUESTION.format(next(numbers))}">', str(html)))

    return tuple(
        block._replace(value=named(block.value)) if block.kind == "html" else block for block in blocks
    )


def _axis(names: Iterable[tuple[str, float]], origin: float, sense: int) -> str:
    """Coordinates with where they lie in a drawing, for the script: `A:5 B:15`."""
    return " ".join(f"{name}:{round(layout.UNIT * sense * (at - origin))}" for name, at in names)


def _unknown_table(book: Book, name: str) -> Problem:
    place = next((use.place for use in book.prose.tables if use.name == name), Place(book.path))
    facts = {fact.partition(".")[0] for fact in book.game.facts if fact.count(".") == 2}
    advice = did_you_mean(name, ["actions", "legend", *sorted(facts)])
    return Problem(place, "unknown-table", f"no facts make a table '{name}'", advice, Exit.MISMATCH)


# Templates


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(templates_folder()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def render(template: str, say: Speech, **values: Any) -> str:
    """A template filled; it speaks through `say` and escapes all that is not Markup."""
    speaking = {"t": say.t, "attr": say.attr, "n": say.n, "number": say.words.number}
    return _environment().get_template(template).render(speaking | values)
