"""A book's page: prose with its proofs, storyboards, tables made from facts, and the legend."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count, groupby
from typing import Any, NamedTuple

from markupsafe import Markup

from rulebook import examples, explorer, prose, summary
from rulebook.books import Book
from rulebook.catalogues import ask_context, remark_context
from rulebook.check import Checked
from rulebook.check.report import Row
from rulebook.errors import Exit, Place, Problem, Problems, did_you_mean
from rulebook.model import Frame, Picture
from rulebook.pages.addresses import SITE, Form, header
from rulebook.pages.numbers import FIGURES, LEAD, QUESTIONS, Numbers, number, rules_of
from rulebook.pages.parts import AskView, Block, Line, Link, SceneView, SectionView, StepView
from rulebook.pages.speech import FOREIGN, Speech
from rulebook.pages.templates import render
from rulebook.pages.titles import frame_mark, frame_title, scene_title
from rulebook.prose import Html, SceneMark, Section
from rulebook.views import layout, legend, svg, text
from rulebook.views.layout import Extent

QUESTION = "page-question-{}"
"""The id of a question, by its number."""

BESIDE_A_RULE = 3
"""How many scenes a rule names in its place; the index at the end of the page names all."""

NOTHING = Markup("")
RULE_ASIDE = Markup('<span class="rule-mark"><a class="rule-no" href="#{}" title="{}">{}</a>{}</span>{}')
RULING = Markup('<span class="ruling-sign" role="img" aria-label="{0}" title="{0}">†</span>')
SHOWN_BY = Markup(' <span class="shown-by"><span class="pointer">▸</span>&nbsp;{}</span>')
STEP_LINK = Markup('<a href="#{}" title="{}">{}</a>')
NOTE = Markup(' <a class="note" href="#page-signs">{}</a>')
COUNTER = Markup('<abbr class="unit">{}</abbr> {}')
SYMBOL = Markup('<svg class="board symbol" viewBox="{}" aria-hidden="true" focusable="false">{}</svg>')


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
        titles = {scene: scene_title(self.book, scene, self.say.words) for scene in self.numbers.scenes}
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
        if row is None or not self.form.played:
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
        said = scene_title(self.book, scene, self.say.words)
        frames = self.book.frames[scene]
        number = self.numbers.scenes[scene]
        steps = self.steps(number, frames, map(self.frame_title, frames))
        kind = examples.homes(self.played(), self.form.examples).get(scene, "")
        shape = svg.shape(frames, self.book.game.board) if self.form.played else ""
        return SceneView(scene, number, self.say.mark(said), said.text, steps, kind, self.called(kind), shape)

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
        return self.storyboard(frames[0].scene, title, frames)

    def storyboard(self, name: str, title: str, frames: Sequence[Frame]) -> SceneView:
        """Frames that stand in no scene of the book, called by their numbers. Raises KeyError as `step`."""
        called = (
            self.say.attr("Step {n} of {total}: {title}", n=n, total=len(frames), title=title)
            for n in range(1, len(frames) + 1)
        )
        return SceneView(name, 0, NOTHING, title, self.steps(name, frames, called))

    def steps(self, name: object, frames: Sequence[Frame], titles: Iterable[str]) -> tuple[StepView, ...]:
        """The frames of a storyboard; the ids of their pictures' titles begin with `name`."""
        part = svg.crop(frames, self.book.game.board)
        return tuple(
            self.step(n, frame, part, f"page-{name}-{n}", title)
            for n, (frame, title) in enumerate(zip(frames, titles, strict=True), 1)
        )

    def more_symbols(self, frames: Iterable[Frame]) -> str:
        """What these frames need beside the symbols that the page has."""
        game = self.book.game
        tokens, known = (
            [token for frame in some for token in frame.picture.tokens] for some in (frames, self.frames())
        )
        return svg.more_symbols(game.board, tokens, known, game.teams)

    def step(self, number: int, frame: Frame, part: Extent, name: str, title: str) -> StepView:
        """A frame of a storyboard; `name` is the id of its picture's title.

        Raises KeyError where something happens that the book has no words for.
        """
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
