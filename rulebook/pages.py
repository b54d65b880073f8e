"""Lays out books as HTML: prose, storyboards, tables made from facts, and what the player script needs.

Every function is pure: a book that was read and played goes in, the text of a page comes out. The templates
escape whatever they print; ready markup comes from `prose`, `views.svg` and the constants of this module.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from rulebook import prose
from rulebook.books import Book, templates_folder
from rulebook.errors import Exit, Place, Problem, Problems, did_you_mean
from rulebook.model import Frame, Picture
from rulebook.prose import Html, SceneMark, Section
from rulebook.views import layout, legend, svg, text
from rulebook.views.layout import Extent
from rulebook.words import Said, Words

LEAD, FIGURES, QUESTIONS = "", "figures", "faq"
"""Sections with a place of their own: the first two open the page, the last ends the numbered ones."""

BESIDE_A_RULE = 3
"""How many scenes a rule names in its place; the index at the end of the page names all."""

ASSETS = ("book.css", "player.js", "favicon.svg")

FOREIGN = Markup('<span class="untranslated" lang="{}" dir="{}">{}</span>')
RULE_ASIDE = Markup('<span class="rule-mark"><a class="rule-no" href="#{}" title="{}">{}</a>{}</span>{}')
RULING = Markup('<span class="ruling-sign" role="img" aria-label="{0}" title="{0}">†</span>')
SHOWN_BY = Markup(' <span class="shown-by">▸&nbsp;{}</span>')
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


class Head(NamedTuple):
    """What every page says of itself. `root` leads to the top; `default` is for other languages."""

    language: str
    direction: str
    title: str
    description: str
    root: str
    address: str
    languages: tuple[Address, ...]
    default: str


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
    """One frame of a storyboard. `status` holds class and text of each chip."""

    id: str
    number: int
    mark: str
    refused: bool
    board: Markup
    status: tuple[tuple[str, Markup], ...]
    caption: tuple[Markup, ...]
    remark: Markup
    rules: tuple[Link, ...]


class SceneView(NamedTuple):
    """A storyboard; `plain` is its title without markup."""

    id: str
    number: int
    title: Markup
    plain: str
    steps: tuple[StepView, ...]


class SectionView(NamedTuple):
    """A section with its number, "" where it has none."""

    id: str
    number: str
    title: Markup
    blocks: tuple[Block, ...]


# What the rest of the package calls


def book_page(book: Book, language: str, base_url: str = "") -> str:
    """The page of a book in one of its languages. Raises Problems for a table that no facts fill."""
    say, title = Speech(book.words[language]), _header(book, "title", language)
    site = _Site(book.words, f"{{}}/{book.id}/index.html", "../../", base_url)
    default = site.path.format(book.header.language)
    head = site.head(say.words, title.text, _header(book, "description", language).text, default)
    contents = _Layout(book, say, _number(book)).contents()
    return _render("book.html.jinja", head, say, book=contents | {"title": say.mark(title)})


def language_index(books: Sequence[Book], language: str, base_url: str = "") -> str:
    """The books that there are in a language."""
    shelf = [book for book in books if language in book.words]
    say = Speech(shelf[0].words[language])
    site = _Site(_tongues(books), "{}/index.html", "../", base_url)
    head = site.head(say.words, say.attr("Rulebooks"), "", "index.html")
    return _render("shelf.html.jinja", head, say, books=[_offer(book, say) for book in shelf])


def root_index(books: Sequence[Book], base_url: str = "") -> str:
    """The languages that there are, each under its own name. It offers and never redirects."""
    tongues = _tongues(books)
    say = Speech(next(iter(tongues.values())))
    site = _Site(tongues, "{}/index.html", "", base_url)
    head = site.head(say.words, say.attr("Rulebooks"), "", "index.html")
    head = head._replace(address=head.default)
    titles = {
        tag: [_header(book, "title", tag).text for book in books if tag in book.words] for tag in tongues
    }
    return _render("root.html.jinja", head, say, titles=titles)


def frame_title(book: Book, frame: Frame, words: Words) -> str:
    """A frame's name in one line: the step's number and the scene's title."""
    frames, title = book.frames[frame.scene], _scene_title(book, frame.scene, words).text
    say = Speech(words)
    return say.attr("Step {n} of {total}: {title}", n=frames.index(frame) + 1, total=len(frames), title=title)


def frame_mark(frame: Frame) -> str:
    """Eight hex digits for all that a frame shows: `data-frame` of the frame and of the live board."""
    picture = frame.picture
    tokens = [(t.id, t.kind, t.at, t.team, t.sign, t.number, t.near, t.marks) for t in picture.tokens]
    state = [picture.turn, picture.phase, sorted(picture.counters.items()), picture.dice, picture.winner]
    legs = [(leg.token, leg.way, leg.style) for event in frame.events for leg in event.legs]
    refusal = (frame.refusal.rule, [leg.way for leg in frame.refusal.legs]) if frame.refusal else ()
    shown = [frame.id, tokens, state, legs, refusal, frame.targets, frame.aim]
    return hashlib.sha256(json.dumps(shown).encode()).hexdigest()[:8]


def assets() -> dict[str, bytes]:
    """The files that all pages share, by their path in the site."""
    return {f"assets/{name}": (templates_folder() / name).read_bytes() for name in ASSETS}


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


class _Site(NamedTuple):
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

    def absolute(self, path: str) -> str:
        """The public address of a page: a server shows `index.html` for its folder."""
        return f"{self.base_url.rstrip('/')}/{path.removesuffix('index.html')}" if self.base_url else ""


def _tongues(books: Sequence[Book]) -> dict[str, Words]:
    """Every language that some book has, with the words of the first book that has it."""
    tongues: dict[str, Words] = {}
    for book in books:
        tongues = {**book.words, **tongues}
    return tongues


def _header(book: Book, field: str, language: str) -> Said:
    return book.words[language].text("header", getattr(book.header, field))


def _offer(book: Book, page: Speech) -> dict[str, Any]:
    title, description = (_header(book, field, page.words.language) for field in ("title", "description"))
    return {
        "href": f"{book.id}/index.html",
        "title": page.mark(title),
        "description": page.mark(description),
        "scenes": len(book.scenes),
        "steps": sum(map(len, book.frames.values())),
    }


def _scene_title(book: Book, scene: str, words: Words) -> Said:
    return words.text(f"scene.{scene}", book.scenes[scene].title)


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


def _number(book: Book) -> Numbers:
    sections = _number_sections(book.prose.sections)
    rules = {
        rule: f"{sections[section.id]}.{number}" if sections[section.id] else rule
        for section in book.prose.sections
        for number, rule in enumerate(_rules_of(section), 1)
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
        if not ended and (count or _rules_of(section)):
            count += 1
        numbers[section.id] = str(count) if count and not ended else ""
    return numbers


def _rules_of(section: Section) -> list[str]:
    named = [token for token in section.tokens if "rule" in str(token.attrs.get("class", "")).split()]
    return [str(token.attrs["id"]) for token in named]


# A book's page


@dataclass(frozen=True, slots=True)
class _Layout:
    """One book in one language, laid out for its template."""

    book: Book
    say: Speech
    numbers: Numbers

    def contents(self) -> dict[str, Any]:
        sections = list(_once(self.section(section) for section in self.book.prose.sections))
        opening = {section.id: section.blocks for section in sections}
        return {
            "lead": opening.get(LEAD, ()),
            "figures": opening.get(FIGURES, ()),
            "sections": [section for section in sections if section.id not in (LEAD, FIGURES)],
            "index": [
                (self.rule_link(rule), self.step_links(frames)) for rule, frames in self.numbers.shown.items()
            ],
            "source": self.book.header.language,
            "stale": self.is_stale(),
            **self.boards(),
            **self.colophon(),
        }

    def boards(self) -> dict[str, Any]:
        """What the boards of the page share, and what the player shows before it is asked."""
        board, frames = self.book.game.board, self.frames()
        tokens = [token for frame in frames for token in frame.picture.tokens]
        return {
            "symbols": Markup(svg.symbols(board, tokens, self.book.game.teams)),
            "opening": self.picture(frames[0], None, "page-opening"),
            "columns": _axis(board.columns, board.extent[0], 1),
            "rows": _axis(board.rows, board.extent[3], -1),
        }

    def colophon(self) -> dict[str, Any]:
        language = self.say.words.language
        credits, edition = (_header(self.book, field, language) for field in ("credits", "edition"))
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

    # Sections

    def section(self, section: Section) -> SectionView:
        number = self.numbers.sections[section.id]
        facts = self.book.game.facts
        parts = prose.render(section, self.say.words, facts, self.rule_aside, self.note)
        first, *others = (self.block(part) for part in parts)
        if number:
            first = Block("html", _numbered(first.value, number))
        return SectionView(section.id, number, self.title(section), (first, *others))

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

    def note(self, said: prose.Saying) -> str:
        """The sign behind a text that stands in another language than the page."""
        return str(NOTE.format(said.language))

    # Scenes

    def scene(self, scene: str) -> SceneView:
        said = _scene_title(self.book, scene, self.say.words)
        frames = self.book.frames[scene]
        part = svg.crop(frames, self.book.game.board)
        steps = tuple(self.step(number, frame, part) for number, frame in enumerate(frames, 1))
        return SceneView(scene, self.numbers.scenes[scene], self.say.mark(said), said.text, steps)

    def step(self, number: int, frame: Frame, part: Extent) -> StepView:
        return StepView(
            id=frame.id,
            number=number,
            mark=frame_mark(frame),
            refused=frame.refusal is not None,
            board=self.picture(frame, part, "page-" + self.numbers.steps[frame.id].replace("/", "-")),
            status=tuple(self.status(frame.picture)),
            caption=tuple(self.say.mark(said) for said in text.caption(frame, self.say.words)),
            remark=self.say.mark(self.say.words.text(f"scene.{frame.scene}.{frame.step}", frame.remark)),
            rules=tuple(self.rule_link(rule) for rule in frame.rules if rule in self.numbers.rules),
        )

    def picture(self, frame: Frame, part: Extent | None, name: str) -> Markup:
        title = frame_title(self.book, frame, self.say.words)
        description = text.describe(frame.picture, self.say.words).text
        return Markup(svg.inline(frame, self.book.game.board, part, name, title, description))

    def status(self, picture: Picture) -> Iterator[tuple[str, Markup]]:
        """Class and text of each chip: whose turn it is, then what is counted, team by team."""
        yield self.turn(picture)
        for name, counters in groupby(picture.counters.items(), key=lambda counter: counter[0].split(".")[0]):
            values = [(key.partition(".")[2], value) for key, value in counters]
            shown = ", ".join(f"{team} {value}".strip() for team, value in values)
            yield "count", COUNTER.format(name.upper(), shown)

    def turn(self, picture: Picture) -> tuple[str, Markup]:
        teams, team = self.book.game.teams, picture.winner or picture.turn
        style = f"turn team-{teams.index(team) + 1}" if team in teams else "turn"
        key = "position.winner" if picture.winner else f"position.turn.{picture.phase}"
        known = key if key in self.book.sentences else "position.turn"
        return style, self.say.mark(self.say.words.sentence(known, {"team": team}))

    # Links between rules and steps

    def rule_link(self, rule: str) -> Link:
        return Link(rule, self.numbers.rules[rule])

    def step_links(self, frames: Iterable[Frame]) -> list[Link]:
        return [
            Link(frame.id, self.numbers.steps[frame.id], frame_title(self.book, frame, self.say.words))
            for frame in frames
        ]

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
        """A row for each action that has a name among the sentences and a price among the facts."""
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
        ]

    def fact_table(self, name: str) -> dict[str, Any]:
        """All facts `name.row.column`, with the sentences `tables.name.column` as heads; {} without facts."""
        form = re.compile(rf"{re.escape(name)}\.[^.]+\.[^.]+")
        facts = {key: fact.value for key, fact in self.book.game.facts.items() if form.fullmatch(key)}
        rows, columns = (list(dict.fromkeys(key.split(".")[part] for key in facts)) for part in (1, 2))
        heads = [self.sentence(f"tables.{name}.{column}") or column for column in columns]
        cells = [(row, [facts.get(f"{name}.{row}.{column}", "") for column in columns]) for row in rows]
        return {"name": name, "heads": heads, "rows": cells} if facts else {}

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
        return SYMBOL.format(example.part.box, Markup(drawing))

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


def _render(template: str, head: Head, say: Speech, **values: Any) -> str:
    return _environment().get_template(template).render(head=head, t=say.t, attr=say.attr, n=say.n, **values)
