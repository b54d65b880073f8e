"""Lays out books as HTML: prose, storyboards, tables made from facts, and what the player script needs.

Every function is pure: a book that was read and played goes in, the text of a page comes out. The templates escape
whatever they print; ready markup comes from `prose`, `views.svg` and the few places here that call `Markup.format`.
"""

import hashlib
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from rulebook import prose
from rulebook.boards import Board, Point
from rulebook.books import Book, templates_folder
from rulebook.errors import Exit, Place, Problem, Problems, did_you_mean
from rulebook.model import Event, Frame, Picture, Token
from rulebook.prose import Html, SceneMark, Section
from rulebook.views import layout, svg, text
from rulebook.views.layout import Extent
from rulebook.words import Said, Words

LEAD, FIGURES, QUESTIONS = "", "figures", "faq"
"""Sections with a place of their own: the first two open the page, the last ends the numbered ones."""

BESIDE_A_RULE = 3
"""How many scenes a rule names in its place; the index at the end of the page names all."""

ASSETS = ("book.css", "player.js", "favicon.svg")


class Address(NamedTuple):
    """Where a language of a page is: relative, and from the base URL ("" without one)."""

    language: str
    name: str
    direction: str
    href: str
    address: str


@dataclass(frozen=True, slots=True)
class Head:
    """What every page says of itself. `root` leads to the top of the site, `default` is for everybody else."""

    language: str
    direction: str
    title: str
    description: str
    root: str
    address: str
    languages: tuple[Address, ...]
    default: str


class Block(NamedTuple):
    """A piece of a section: `html`, a `scene`, a scene shown `again`, or a table by its layout."""

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
    return _Layout(book, book.words[language], _number(book)).page(base_url)


def language_index(books: Sequence[Book], language: str, base_url: str = "") -> str:
    """The books that there are in a language."""
    shelf = [book for book in books if language in book.words]
    say = Speech(shelf[0].words[language])
    head = _head(say, say.attr("Rulebooks"), "", "../", f"{language}/index.html", _tongues(books), "index.html", base_url)
    return _render("shelf.html.jinja", head, say, books=[_offer(book, language) for book in shelf])


def root_index(books: Sequence[Book], base_url: str = "") -> str:
    """The languages that there are, each under its own name. It offers and never redirects."""
    tongues = _tongues(books)
    say = Speech(next(iter(tongues.values())))
    head = _head(say, say.attr("Rulebooks"), "", "", "index.html", tongues, "index.html", base_url)
    titles = {tag: [_header(book, "title", tag).text for book in books if tag in book.words] for tag in tongues}
    return _render("root.html.jinja", head, say, titles=titles)


def frame_title(book: Book, frame: Frame, words: Words) -> str:
    """A frame's name in one line: the scene's title and the step's number."""
    frames = book.frames[frame.scene]
    title = words.text(f"scene.{frame.scene}", book.scenes[frame.scene].title).text
    return Speech(words).attr("Step {n} of {total}: {title}", title=title, n=frames.index(frame) + 1, total=len(frames))


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
        return self.mark(self.words.text("page", msgid), facts)

    def attr(self, msgid: str, **facts: object) -> str:
        """The same for an attribute, which cannot be marked."""
        return _fill(self.words.text("page", msgid).text, facts)

    def n(self, one: str, other: str, number: int) -> Markup:
        """A text with a number, `{n}`."""
        return self.mark(self.words.plural("page", one, other, number))

    def mark(self, said: Said, facts: Mapping[str, object] | None = None) -> Markup:
        """What was said, escaped; in a span with its own language where that is not the page's."""
        filled = Markup(_fill(str(escape(said.text)), {name: escape(value) for name, value in (facts or {}).items()}))
        if said.language == self.words.language:
            return filled
        return Markup('<span class="untranslated" lang="{}" dir="{}">{}</span>').format(said.language, said.direction, filled)


def _fill(pattern: str, facts: Mapping[str, object]) -> str:
    return re.sub(r"\{(\w+)\}", lambda name: str(facts.get(name[1], name[0])), pattern)


# Addresses


def _tongues(books: Sequence[Book]) -> dict[str, Words]:
    """Every language that some book has, with the words of the first book that has it."""
    return {tag: words for book in reversed(books) for tag, words in book.words.items()}


def _head(
    say: Speech, title: str, description: str, root: str, path: str, tongues: Mapping[str, Words], default: str, base_url: str
) -> Head:
    words = say.words
    inner = path.partition("/")[2] if root else "index.html"
    languages = tuple(
        Address(tag, other.name, other.direction, f"{root}{tag}/{inner}", _absolute(base_url, f"{tag}/{inner}"))
        for tag, other in tongues.items()
    )
    return Head(
        words.language, words.direction, title, description, root, _absolute(base_url, path), languages, _absolute(base_url, default)
    )


def _absolute(base_url: str, path: str) -> str:
    """The public address of a page: a server shows `index.html` for its folder."""
    return f"{base_url.rstrip('/')}/{path.removesuffix('index.html')}" if base_url else ""


def _header(book: Book, field: str, language: str) -> Said:
    return book.words[language].text("header", getattr(book.header, field))


def _offer(book: Book, language: str) -> dict[str, Any]:
    say = Speech(book.words[language])
    return {
        "href": f"{book.id}/index.html",
        "title": say.mark(_header(book, "title", language)),
        "description": say.mark(_header(book, "description", language)) if book.header.description else "",
        "scenes": len(book.scenes),
        "steps": sum(map(len, book.frames.values())),
    }


# Numbers: sections, rules and scenes in the order of the prose, the same in every language


@dataclass(frozen=True, slots=True)
class Numbers:
    """`sections` 5, `rules` 5.3, `scenes` 7; `steps` leads from a rule to the frames that it decided."""

    sections: Mapping[str, str]
    rules: Mapping[str, str]
    scenes: Mapping[str, int]
    steps: Mapping[str, tuple[Frame, ...]]

    def step(self, book: Book, frame: Frame) -> str:
        """A frame's short name: step 2 of scene 7 is `7/2`."""
        return f"{self.scenes[frame.scene]}/{book.frames[frame.scene].index(frame) + 1}"


def _number(book: Book) -> Numbers:
    sections = _number_sections(book.prose.sections)
    rules = {
        rule: f"{sections[section.id]}.{number}" if sections[section.id] else rule
        for section in book.prose.sections
        for number, rule in enumerate(_rules_of(section), 1)
    }
    scenes = {scene: number for number, scene in enumerate(dict.fromkeys(use.name for use in book.prose.scenes), 1)}
    frames = [frame for scene in scenes for frame in book.frames[scene]]
    steps = {rule: tuple(frame for frame in frames if rule in frame.rules) for rule in rules}
    return Numbers(sections, rules, scenes, steps)


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
    return [str(token.attrs["id"]) for token in section.tokens if "rule" in str(token.attrs.get("class", "")).split()]


# A book's page

RULE_ASIDE = Markup('<span class="rule-mark"><a class="rule-no" href="#{}" title="{}">{}</a>{}</span>{}')
RULING = Markup('<span class="ruling-sign" role="img" aria-label="{0}" title="{0}">†</span>')
SHOWN_BY = Markup(' <span class="shown-by">▸{}</span>')
STEP_LINK = Markup(' <a href="#{}" title="{}">{}</a>')
NOTE = Markup(' <a class="note" href="#page-signs">{}</a>')
SYMBOL = Markup('<svg class="board symbol" viewBox="{}" aria-hidden="true" focusable="false">{}</svg>')


class _Layout:
    """One book in one language, being laid out."""

    def __init__(self, book: Book, words: Words, numbers: Numbers) -> None:
        self.book, self.words, self.numbers = book, words, numbers
        self.say = Speech(words)
        self.board = book.game.board
        self.placed: set[str] = set()
        self.stale = False

    def page(self, base_url: str) -> str:
        book, say = self.book, self.say
        title, description = (_header(book, field, self.words.language) for field in ("title", "description"))
        path = f"{self.words.language}/{book.id}/index.html"
        default = f"{book.header.language}/{book.id}/index.html"
        head = _head(say, title.text, description.text, "../../", path, book.words, default, base_url)
        return _render("book.html.jinja", head, say, book=self.contents() | {"title": say.mark(title)})

    def contents(self) -> dict[str, Any]:
        sections = [self.section(section) for section in self.book.prose.sections]
        plain = [section for section in sections if section.id not in (LEAD, FIGURES)]
        tokens = [token for frame in self.frames() for token in frame.picture.tokens]
        return {
            "lead": [block for section in sections if section.id == LEAD for block in section.blocks],
            "figures": [block for section in sections if section.id == FIGURES for block in section.blocks],
            "sections": plain,
            "symbols": Markup(svg.symbols(self.board, tokens, self.book.game.teams)),
            "opening": self.opening(),
            "columns": _axis(self.board.columns, self.board.extent[0], 1),
            "rows": _axis(self.board.rows, self.board.extent[3], -1),
            "index": [(self.rule_link(rule), self.steps(frames)) for rule, frames in self.numbers.steps.items()],
            "credits": self.header("credits"),
            "edition": self.header("edition"),
            "unofficial": self.book.header.unofficial,
            "source": self.book.header.language,
            "stale": self.stale,
            "counts": {"rules": len(self.numbers.rules), "scenes": len(self.numbers.scenes), "steps": len(self.frames())},
        }

    def header(self, field: str) -> Markup:
        return self.say.mark(_header(self.book, field, self.words.language)) if getattr(self.book.header, field) else Markup("")

    def frames(self) -> list[Frame]:
        return [frame for scene in self.numbers.scenes for frame in self.book.frames[scene]]

    # Sections

    def section(self, section: Section) -> SectionView:
        number = self.numbers.sections[section.id]
        parts = prose.render(section, self.words, self.book.game.facts, self.rule_aside, self.note)
        blocks = tuple(self.block(part) for part in parts)
        if number:
            blocks = (Block("html", _numbered(blocks[0].value, number)), *blocks[1:])
        return SectionView(section.id, number, self.title(section), blocks)

    def title(self, section: Section) -> Markup:
        if section.title is None:
            return Markup("")
        said = self.words.text(section.title.context, section.title.msgid)
        return self.say.mark(replace(said, text=prose.plain(said.text)))

    def block(self, part: prose.Part) -> Block:
        if isinstance(part, Html):
            return Block("html", Markup(part.text))
        if isinstance(part, SceneMark):
            return self.scene(part.scene)
        return self.table(part.name)

    def rule_aside(self, rule: str) -> str:
        """What stands beside a rule: its number, the sign of a ruling, and the steps that show it."""
        ruling = RULING.format(self.say.attr("Ruling")) if self.book.prose.rules[rule].ruling else ""
        frames = self.numbers.steps[rule]
        by_scene = [next(of_scene) for _, of_scene in groupby(frames, key=lambda frame: frame.scene)]
        links = [STEP_LINK.format(link.id, link.title, link.label) for link in self.steps(by_scene[:BESIDE_A_RULE])]
        if len(by_scene) > BESIDE_A_RULE:
            links.append(STEP_LINK.format(f"page-index-{rule}", rule, "…"))
        shown = SHOWN_BY.format(Markup("").join(links)) if links else ""
        return str(RULE_ASIDE.format(rule, rule, self.numbers.rules[rule], ruling, shown))

    def note(self, said: prose.Saying) -> str:
        self.stale = True
        return str(NOTE.format(said.language))

    # Scenes

    def scene(self, scene: str) -> Block:
        """The storyboard, or a link to it where it stands on the page already."""
        said = self.words.text(f"scene.{scene}", self.book.scenes[scene].title)
        number = self.numbers.scenes[scene]
        if scene in self.placed:
            return Block("again", Link(f"page-scene-{scene}", str(number), said.text))
        self.placed.add(scene)
        frames = self.book.frames[scene]
        part = svg.crop(frames, self.board)
        steps = tuple(self.frame(frame, part) for frame in frames)
        return Block("scene", SceneView(scene, number, self.say.mark(said), said.text, steps))

    def frame(self, frame: Frame, part: Extent | None) -> StepView:
        return StepView(
            id=frame.id,
            number=self.book.frames[frame.scene].index(frame) + 1,
            mark=frame_mark(frame),
            refused=frame.refusal is not None,
            board=self.picture(frame, part, f"page-{self.numbers.step(self.book, frame).replace('/', '-')}"),
            status=tuple(self.status(frame.picture)),
            caption=tuple(self.say.mark(said) for said in text.caption(frame, self.words)),
            remark=self.remark(frame),
            rules=tuple(self.rule_link(rule) for rule in frame.rules),
        )

    def picture(self, frame: Frame, part: Extent | None, name: str) -> Markup:
        title = frame_title(self.book, frame, self.words)
        description = text.describe(frame.picture, self.words).text
        return Markup(svg.inline(frame, self.board, part, name, title, description))

    def opening(self) -> Markup:
        """The first frame of the first scene with the whole board: what the player shows before it is asked."""
        return self.picture(self.frames()[0], None, "page-opening")

    def remark(self, frame: Frame) -> Markup:
        return self.say.mark(self.words.text(f"scene.{frame.scene}.{frame.step}", frame.remark)) if frame.remark else Markup("")

    def status(self, picture: Picture) -> Iterator[tuple[str, Markup]]:
        """Class and text of each chip: whose turn it is, then what is counted, for each team where it is a team's."""
        yield self.turn(picture)
        for name, counters in groupby(picture.counters.items(), key=lambda counter: counter[0].partition(".")[0]):
            values = [(key.partition(".")[2], value) for key, value in counters]
            shown = ", ".join(f"{team} {value}".strip() for team, value in values)
            yield "count", Markup('<abbr class="unit">{}</abbr> {}').format(name.upper(), shown)

    def turn(self, picture: Picture) -> tuple[str, Markup]:
        teams = self.book.game.teams
        team = picture.winner or picture.turn
        style = f"turn team-{teams.index(team) + 1}" if team in teams else "turn"
        key = "position.winner" if picture.winner else f"position.turn.{picture.phase}"
        known = key if key in self.book.sentences else "position.turn"
        return style, self.say.mark(self.words.sentence(known, {"team": team}))

    # Links between rules and steps

    def rule_link(self, rule: str) -> Link:
        return Link(rule, self.numbers.rules[rule])

    def steps(self, frames: Iterable[Frame]) -> list[Link]:
        return [Link(frame.id, self.numbers.step(self.book, frame), frame_title(self.book, frame, self.words)) for frame in frames]

    # Tables from facts

    def table(self, name: str) -> Block:
        """What a table mark stands for. Raises Problems where facts and sentences give no rows."""
        made = {"actions": self.actions, "legend": self.legend}.get(name, lambda: self.fact_table(name))()
        if not made:
            raise Problems([_unknown_table(self.book, name)])
        return Block(name if name in ("actions", "legend") else "facts", made)

    def actions(self) -> list[dict[str, Any]]:
        """A row for each action that has a name among the sentences and a price among the facts."""
        facts = self.book.game.facts
        names = _below(self.book, "tables.actions.")
        return [
            {
                "name": self.sentence(f"tables.actions.{action}"),
                "ap": facts[f"{action}.ap"].value,
                "ep": facts[f"{action}.ep"].value,
                "purpose": self.sentence(f"tables.purposes.{action}"),
                "rule": self.rule_link(f"{action}.cost") if f"{action}.cost" in self.numbers.rules else None,
            }
            for action in names
            if {f"{action}.ap", f"{action}.ep"} <= facts.keys()
        ]

    def fact_table(self, name: str) -> dict[str, Any]:
        """All facts `name.row.column`, with the sentences `tables.name.column` as heads; {} where there are none."""
        facts = {key: fact.value for key, fact in self.book.game.facts.items() if re.fullmatch(rf"{name}\.[^.]+\.[^.]+", key)}
        rows, columns = (list(dict.fromkeys(key.split(".")[part] for key in facts)) for part in (1, 2))
        heads = [self.sentence(f"tables.{name}.{column}") or column for column in columns]
        cells = [(row, [facts.get(f"{name}.{row}.{column}", "") for column in columns]) for row in rows]
        return {"name": name, "heads": heads, "rows": cells} if facts else {}

    def legend(self) -> list[tuple[Markup, Markup]]:
        """Picture and meaning of each sign that has a sentence and occurs in a frame."""
        examples = _examples(self.frames(), self.board)
        return [
            (self.example(*examples[sign]), self.sentence(f"tables.legend.{sign}"))
            for sign in _below(self.book, "tables.legend.")
            if sign in examples
        ]

    def example(self, frame: Frame, part: Extent) -> Markup:
        return SYMBOL.format(part.box, Markup(svg.drawing(frame, self.board, part)))

    def sentence(self, key: str) -> Markup:
        return self.say.mark(self.words.sentence(key, {})) if key in self.book.sentences else Markup("")


def _numbered(html: Markup, number: str) -> Markup:
    """A section's first piece with the number inside its heading."""
    opening = re.compile(r"(<h2\b[^>]*>)")
    return Markup(opening.sub(lambda tag: f'{tag[1]}<span class="no">{number}</span> ', html, count=1))


def _axis(names: Iterable[tuple[str, float]], origin: float, sense: int) -> str:
    """Coordinates with where they lie in a drawing, for the script: `A:5 B:15`."""
    return " ".join(f"{name}:{round(layout.UNIT * sense * (at - origin))}" for name, at in names)


def _below(book: Book, prefix: str) -> list[str]:
    """The names of all sentences that begin so, in their order."""
    return [key.removeprefix(prefix) for key in book.sentences if key.startswith(prefix)]


def _unknown_table(book: Book, name: str) -> Problem:
    place = next((use.place for use in book.prose.tables if use.name == name), Place(book.path))
    facts = {fact.partition(".")[0] for fact in book.game.facts if fact.count(".") == 2}
    advice = did_you_mean(name, ["actions", "legend", *sorted(facts)])
    return Problem(place, "unknown-table", f"no facts make a table '{name}'", advice, Exit.MISMATCH)


# Examples for the legend: frames of the book, taken apart until they show one sign only


def _examples(frames: Iterable[Frame], board: Board) -> dict[str, tuple[Frame, Extent]]:
    """For each sign a frame with nothing else in it, and the part of the board around it.

    The example with the fewest other marks is taken, and of these the one nearest the middle of the board.
    """
    found: dict[str, tuple[tuple[int, float], Frame, Extent]] = {}
    for frame in frames:
        for sign, shown, points in _signs(frame):
            spots = [board.points[point] for point in points if point in board.points]
            if spots:
                rank = sum(len(token.marks) for token in shown.picture.tokens), _off_middle(spots, board)
                if sign not in found or rank < found[sign][0]:
                    found[sign] = rank, shown, _window(spots, board)
    return {sign: (shown, part) for sign, (_, shown, part) in found.items()}


def _signs(frame: Frame) -> Iterator[tuple[str, Frame, Sequence[str]]]:
    """Every sign in a frame, a frame that shows it alone, and the points that must be seen."""
    for token in frame.picture.tokens:
        group = _group(frame, token)
        shown, points = _only(frame, group), [each.at for each in group]
        yield from ((mark, shown, points) for mark in token.marks)
        if "top" in token.marks:
            yield "stack", shown, points
        if group == [token] and not token.marks:
            yield f"team.{token.team}", shown, points
    tokens = {token.id: token for token in frame.picture.tokens}
    for leg in (leg for event in frame.events for leg in event.legs):
        moved = tokens.get(leg.token)
        if moved and moved.at == leg.way[-1]:
            yield leg.style, _only(frame, _group(frame, moved), events=(Event("", "", {}, (leg,)),)), leg.way
    if frame.show is not None:
        yield from (("target", _only(frame, (), show=frame.show, targets=(at,)), (at,)) for at in frame.targets)
        yield from (("aim", _only(frame, (), show=frame.show, aim=(at,)), (at,)) for at in frame.aim)
    if frame.refusal and frame.refusal.legs:
        way = frame.refusal.legs[-1].way
        yield "refused", _only(frame, [each for each in tokens.values() if each.at in way], refusal=frame.refusal), way


def _group(frame: Frame, token: Token) -> list[Token]:
    """A token with those that belong to it: its ball, its holder, the other player of its stack."""
    return [each for each in frame.picture.tokens if token.id in (each.id, each.near) or each.id == token.near]


def _only(frame: Frame, tokens: Iterable[Token], **shown: Any) -> Frame:
    picture = replace(frame.picture, tokens=tuple(tokens), turn="")
    bare: dict[str, Any] = {"events": (), "refusal": None, "show": None, "targets": (), "aim": (), "action": None}
    return replace(frame, picture=picture, **(bare | shown))


def _off_middle(spots: Sequence[Point], board: Board) -> float:
    left, bottom, right, top = board.extent
    xs, ys = zip(*spots, strict=True)
    return math.hypot(sum(xs) / len(xs) - (left + right) / 2, sum(ys) / len(ys) - (bottom + top) / 2)


def _window(spots: Sequence[Point], board: Board) -> Extent:
    """The square part of the drawing around some points, with a step's room on each side."""
    xs, ys = zip(*spots, strict=True)
    left, _, _, top = board.extent
    side = max(max(xs) - min(xs), max(ys) - min(ys)) + 2
    x, y = (min(xs) + max(xs) - side) / 2 - left, top - (min(ys) + max(ys) + side) / 2
    return Extent(*(round(layout.UNIT * value) for value in (x, y, side, side)))


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
