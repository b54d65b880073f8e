"""A book's Markdown, read into sections, texts to translate and used names; and rendered as HTML.

CommonMark and tables, with three additions: a trailing `{#dodge.exit .ruling}` names a rule (and `{#dodge}`
a section), the link schemes `fact:`, `rule:` and `scene:`, and a picture alone in its paragraph that marks
where a scene (`scene:`) or a table made from facts (`table:`) stands.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, Protocol

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from rulebook.errors import Place, Problem, Problems, did_you_mean
from rulebook.model import Fact

RULE = r"[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+"
NAME = r"[a-z0-9]+(?:[-_][a-z0-9]+)*"
FACT = r"[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*"
LINK = re.compile(
    rf"fact:{FACT}|rule:{RULE}|scene:{NAME}|#(?:{RULE}|{NAME}(?:/{NAME})?)"
    r"|https?://[A-Za-z0-9](?:(?!%[01][0-9A-F]|%7F)[!-~])*|mailto:(?!%)[!-~]+@[A-Za-z0-9][!-~]*"
)
MARK = re.compile(rf"(?:scene|table):{NAME}")
BRACES = re.compile(r"\{\s*(?=[#.])([^{}]*)\}\Z")
LEFTOVER = re.compile(r"\{|\]\(|\]\s?\(?(?:fact|rule|scene|table):|\*\*|`|\*(?=\w)|(?<=\w)\*(?!\w)")
CLASSES = (".ruling",)
RESERVED = ("page-", "g-")
"""Beginnings of ids that are the pages' own; `page` itself is the context of their words."""

DEEPEST = 12
"""Levels of lists and quotes within one another; far below the point where the parser would drop the text."""

REMEMBERED = 4096
"""How many texts stay read: the source is held against each of its translations."""

ALLOWED = "write https://…, mailto:…, #section, fact:name, rule:id or scene:name"
KINDS = {
    "heading_open": "heading",
    "list_item_open": "item",
    "paragraph_open": "paragraph",
    "td_open": "cell",
    "th_open": "cell",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """What a translator translates at once: a heading, a paragraph, a list item's text or a table's cell.

    `context` is the id of the rule that it belongs to, else of the section (`""` before the first). `msgid`
    is its Markdown on one line, without the id. `kind`: `heading`, `paragraph`, `item` or `cell`. `rule` is
    set on the entry that carries the rule's id, `ruling` where the book marks that as an interpretation.
    """

    context: str
    msgid: str
    place: Place
    kind: str
    rule: str = ""
    ruling: bool = False


@dataclass(frozen=True, slots=True)
class Use:
    """A name that the prose uses: `kind` is `fact`, `rule`, `scene` (links), `mark`, `table` or `anchor`.

    `text` is what the reader sees, `place` is where the name's address stands, `context` as of the entry.
    """

    kind: str
    name: str
    text: str
    place: Place
    context: str


@dataclass(frozen=True, slots=True)
class Html:
    """A piece of a section: whole elements."""

    text: str


@dataclass(frozen=True, slots=True)
class SceneMark:
    """Here stands a scene."""

    scene: str


@dataclass(frozen=True, slots=True)
class TableMark:
    """Here stands a table that is made from facts."""

    name: str


Part = Html | SceneMark | TableMark


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the second level and all that follows; id `""` for what comes before the first of them."""

    id: str
    title: Entry | None
    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Prose:
    """A book's text. `entries` are in order and may repeat; `rules` leads from each rule id to its entry."""

    sections: tuple[Section, ...]
    entries: tuple[Entry, ...]
    rules: Mapping[str, Entry]
    uses: tuple[Use, ...]

    @property
    def facts(self) -> tuple[Use, ...]:
        """Every `[text](fact:name)`."""
        return self._used("fact")

    @property
    def links(self) -> tuple[Use, ...]:
        """Every `[text](rule:id)`."""
        return self._used("rule")

    @property
    def scenes(self) -> tuple[Use, ...]:
        """Every scene mark, in order."""
        return self._used("mark")

    @property
    def scene_links(self) -> tuple[Use, ...]:
        """Every `[text](scene:name)`."""
        return self._used("scene")

    @property
    def tables(self) -> tuple[Use, ...]:
        """Every table mark."""
        return self._used("table")

    @property
    def step_links(self) -> tuple[Use, ...]:
        """Every `[text](#scene/step)`; links to sections and rules of the book are checked in reading."""
        return tuple(use for use in self._used("anchor") if "/" in use.name)

    def _used(self, kind: str) -> tuple[Use, ...]:
        return tuple(use for use in self.uses if use.kind == kind)


class Saying(Protocol):
    """A text in the language in which it can be said; `state`: `source`, `current`, `fuzzy` or `missing`."""

    @property
    def text(self) -> str: ...
    @property
    def language(self) -> str: ...
    @property
    def state(self) -> str: ...
    @property
    def direction(self) -> str: ...
    @property
    def quotes(self) -> tuple[str, str, str, str]: ...


class Speaker(Protocol):
    """Whoever knows the translations."""

    def text(self, context: str, msgid: str, /) -> Saying: ...


# Reading


@dataclass(frozen=True, slots=True)
class _Piece:
    """An inline token with what is known about it. `starts` holds where each line of its text begins."""

    token: Token
    owner: Token
    kind: str
    text: str
    starts: tuple[Place, ...]

    @property
    def children(self) -> Sequence[Token]:
        return self.token.children or []

    @property
    def context(self) -> str:
        return str(self.token.meta["context"])

    def at(self, offset: int) -> Place:
        """Where a character of the text stands in the file."""
        before = self.text[: max(offset, 0)].split("\n")
        start = self.starts[len(before) - 1]
        return Place(start.path, start.line, start.column + len(before[-1]))


def read(path: str, body: str, first_line: int = 1, retired: Collection[str] = ()) -> Prose:
    """The prose of a book whose body begins on `first_line` of its file.

    Raises Problems: all that a person has to mend, except names that only the engine or the scenes know.
    """
    env: dict[str, Any] = {}
    tokens = _parser().parse(body, env)
    pieces = tuple(_pieces(tokens, Place(path, first_line, 1), re.split(r"\r\n?|\n", body)))
    uses = tuple(use for piece in pieces for use in _uses(piece))
    problems = [
        *_blocks(tokens, env, path, first_line),
        *_headings(pieces),
        *_ids(pieces, retired),
        *_anchors(pieces, uses),
        *(problem for piece in pieces for problem in (*_images(piece), *_inline(piece))),
    ]
    if problems:
        raise Problems(problems)
    entries = tuple(_enter(piece) for piece in pieces if piece.token.content and piece.kind != "mark")
    rules = {entry.rule: entry for entry in entries if entry.rule}
    return Prose(tuple(_sections(tokens)), entries, rules, uses)


@cache
def _parser() -> MarkdownIt:
    """A parser that sees raw HTML and every link, so that they can be refused; it never renders anything.

    Without `text_join`, what an author has escaped stays apart from plain text.
    """
    parser = MarkdownIt("commonmark", {"html": True}).enable("table").disable("text_join")
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    parser.core.ruler.before("inline", "ids", _take_ids)
    parser.core.ruler.push("marks", _take_marks)
    parser.core.ruler.push("contexts", _connect)
    return parser


def _take_ids(state: StateCore) -> None:
    """Take a trailing `{#id .class}` off a heading or paragraph and give it to the element that it names.

    The text keeps the words in the braces as `attributes`.
    """
    for i, token in enumerate(state.tokens):
        if token.type != "inline":
            continue
        token.meta["text"] = token.content
        found = BRACES.search(token.content)
        if found and state.tokens[i - 1].type in ("heading_open", "paragraph_open"):
            token.content = token.content[: found.start()].rstrip()
            token.meta["attributes"] = tuple(found[1].split())
            _name(_owner(state.tokens, i), *token.meta["attributes"])


def _owner(tokens: Sequence[Token], i: int) -> Token:
    """The opening token of the element whose text token `i` is: a list item for its first paragraph."""
    first = tokens[i - 1].type == "paragraph_open" and tokens[i - 2].type == "list_item_open"
    return tokens[i - 2] if first else tokens[i - 1]


def _name(element: Token, name: str, *classes: str) -> None:
    element.attrSet("id", name.removeprefix("#"))
    if element.type != "heading_open":
        element.attrSet("class", " ".join(["rule", *(word.removeprefix(".") for word in classes)]))


def _take_marks(state: StateCore) -> None:
    """Make a picture that is alone in its paragraph a `mark`, and hide the paragraph."""
    for opening, token, closing in zip(state.tokens, state.tokens[1:], state.tokens[2:], strict=False):
        alone = [child.type for child in token.children or []] == ["image"]
        if alone and opening.type == "paragraph_open":
            token.type = "mark"
            opening.hidden = closing.hidden = True


def _connect(state: StateCore) -> None:
    """Tell each text to which rule or section it belongs, and each closing token which rule ends there.

    A cell's inline style, which no page may have, becomes a class.
    """
    section, opened = "", [""]
    for token in state.tokens:
        if token.type == "heading_open" and token.tag == "h2":
            section = str(token.attrs.get("id", ""))
        if token.nesting == 1:
            opened.append("" if token.type == "heading_open" else str(token.attrs.get("id", "")))
        elif token.nesting == -1:
            token.meta["rule"] = opened.pop()
        token.meta["context"] = next(filter(None, reversed(opened)), section)
        if style := str(token.attrs.pop("style", "")):
            token.attrSet("class", style.replace("text-align:", "align-"))


def _pieces(tokens: Sequence[Token], origin: Place, lines: Sequence[str]) -> Iterator[_Piece]:
    """Every text with its places."""
    seen: dict[int, int] = {}
    for i, token in enumerate(tokens):
        if token.type in ("inline", "mark"):
            owner = _owner(tokens, i)
            kind = "mark" if token.type == "mark" else KINDS[owner.type]
            yield _Piece(token, owner, kind, token.meta["text"], tuple(_starts(token, lines, seen, origin)))


def _starts(token: Token, lines: Sequence[str], seen: dict[int, int], origin: Place) -> Iterator[Place]:
    """Where each line of a text begins. `seen` holds how far a line was read: the cells of a row share it."""
    first = token.map[0] if token.map else 0
    for index, text in enumerate(token.meta["text"].split("\n"), first):
        column = max(lines[index].find(text, seen.get(index, 0)), 0)
        seen[index] = column + len(text)
        yield Place(origin.path, origin.line + index, origin.column + column)


def _enter(piece: _Piece) -> Entry:
    """The text as an entry, which its token keeps for rendering."""
    attributes = piece.token.meta.get("attributes", ())
    rule = attributes[0].removeprefix("#") if attributes and piece.kind != "heading" else ""
    msgid = _one_line(piece.token.content)
    entry = Entry(piece.context, msgid, piece.at(0), piece.kind, rule, ".ruling" in attributes)
    piece.token.meta["entry"] = entry
    return entry


def _one_line(text: str) -> str:
    """Line breaks of the source file become spaces, so that wrapping anew changes no translation.

    Hard breaks are kept, in one spelling.
    """
    *lines, last = text.split("\n")
    joined = ""
    for line in lines:
        hard = line.endswith(("  ", "\\"))
        joined += line.rstrip(" \t\\").lstrip() + ("\\\n" if hard else " ")
    return joined + last.lstrip()


def _sections(tokens: Sequence[Token]) -> Iterator[Section]:
    cuts = [i for i, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2"]
    if tokens[: min(cuts, default=None)]:
        yield Section("", None, tuple(tokens[: min(cuts, default=None)]))
    for start, end in pairwise([*cuts, len(tokens)]):
        yield Section(
            str(tokens[start].attrs["id"]), tokens[start + 1].meta["entry"], tuple(tokens[start:end])
        )


# What a person can get wrong


def _blocks(tokens: Iterable[Token], env: Mapping[str, Any], path: str, first_line: int) -> Iterator[Problem]:
    for token in tokens:
        place = Place(path, first_line + (token.map or [0])[0], 1)
        if token.type == "html_block":
            yield _raw_html(place, token.content.strip().split("\n")[0])
        if token.level == DEEPEST and token.nesting == 1:
            yield Problem(
                place, "too-deep", "lists and quotes are nested too deeply", "split them into several"
            )
    for reference in (*env.get("references", {}).values(), *env.get("duplicate_refs", ())):
        place = Place(path, first_line + reference["map"][0], 1)
        advice = "write the address into the sentence: [text](address)"
        yield Problem(place, "reference-link", "an address on a line of its own is not supported", advice)


def _raw_html(place: Place, shown: str) -> Problem:
    advice = "write Markdown; for a plain sign write \\<"
    return Problem(place, "raw-html", f"'{shown}' is HTML, which a reader would see as text", advice)


def _headings(pieces: Iterable[_Piece]) -> Iterator[Problem]:
    last = 1
    for piece in pieces:
        if piece.kind == "heading":
            level = int(piece.owner.tag[1])
            if wrong := _heading(piece, level, last):
                yield Problem(piece.at(0), *wrong)
            last = max(level, 2)


def _heading(piece: _Piece, level: int, last: int) -> tuple[str, str, str] | None:
    """Code, text and advice of what is wrong with a heading that follows one of the level `last`."""
    if piece.owner.level:
        return "nested-heading", "a heading stands in a list or quote", "put it between them"
    if level == 1:
        return "heading-level", "the book's title comes from its header", "start sections with ##"
    if level > 4:
        return "heading-level", f"a heading of level {level} is too deep", "use ##, ### and ####"
    if level > last + 1:
        return "heading-level", f"a heading of level {level} follows level {last}", f"use {'#' * (last + 1)}"
    if level == 2 and "id" not in piece.owner.attrs:
        slug = re.sub(r"[^a-z0-9]+", "-", plain(piece.token.content).lower()).strip("-") or "name"
        return "no-id", "this section has no id", f"end its heading with {{#{slug}}}"
    return None


def _ids(pieces: Iterable[_Piece], retired: Collection[str]) -> Iterator[Problem]:
    first: dict[str, Place] = {}
    for piece in pieces:
        if "attributes" not in piece.token.meta:
            continue
        name, *classes = piece.token.meta["attributes"]
        place = piece.at(piece.text.rindex("{"))
        yield from (Problem(place, *wrong) for wrong in _id(piece, name, classes))
        if name in first:
            text = f"'{name}' names something on line {first[name].line} already"
            yield Problem(place, "duplicate-id", text, "give each its own id")
        if name.removeprefix("#") in retired:
            yield Problem(
                place, "retired-id", f"'{name}' was retired and is never used again", "find a new id"
            )
        first.setdefault(name, place)


def _id(piece: _Piece, name: str, classes: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """What is wrong with one pair of braces: its id, its classes, and whether there is anything to name."""
    heading = piece.kind == "heading"
    if not re.fullmatch("#" + (NAME if heading else RULE), name):
        form = "a section's id is like #tactical-dodge" if heading else "a rule's id is like #dodge.exit"
        yield "bad-id", f"'{name}' cannot be an id here", form
    elif f"{name.removeprefix('#')}-".startswith(RESERVED):
        yield "bad-id", f"'{name}' is kept for the pages themselves", "begin it in another way"
    for word in classes:
        if heading or word not in CLASSES:
            advice = "a heading has none" if heading else did_you_mean(word, CLASSES)
            yield "unknown-class", f"'{word}' is not a class", advice
    if not piece.token.content or piece.kind == "mark":
        yield "empty-rule", f"there is no text for '{name}' to name", "put it behind a sentence"


def _anchors(pieces: Iterable[_Piece], uses: Iterable[Use]) -> Iterator[Problem]:
    named = (piece.owner.attrs for piece in pieces if "id" in piece.owner.attrs)
    names = dict.fromkeys(str(attributes["id"]) for attributes in named)
    for use in uses:
        if use.kind == "anchor" and "/" not in use.name and use.name not in names:
            text = f"the book has no section and no rule '{use.name}'"
            yield Problem(use.place, "unknown-anchor", text, did_you_mean(use.name, names))


def _images(piece: _Piece) -> Iterator[Problem]:
    for image in (child for child in piece.children if child.type == "image"):
        source = str(image.attrs["src"])
        place = piece.at(piece.text.find(source))
        if not MARK.fullmatch(source):
            advice = "write ![](scene:name) or ![](table:name)"
            yield Problem(place, "bad-image", f"'{source}' is neither a scene nor a table", advice)
        elif piece.kind != "mark":
            yield Problem(
                place, "misplaced-mark", f"'{source}' stands inside a text", "give it a paragraph of its own"
            )
        elif piece.owner.level:
            yield Problem(
                place, "misplaced-mark", f"'{source}' stands in a list or quote", "put it before or behind"
            )


def _inline(piece: _Piece) -> Iterator[Problem]:
    """What is wrong inside one text: links, HTML, and signs of markup that never became markup."""
    for address, shown, place in _links(piece):
        if not LINK.fullmatch(address):
            yield Problem(place, "unknown-link", f"'{address}' is no link for a book", ALLOWED)
        elif not shown.strip():
            yield Problem(
                place, "empty-link", f"the link to '{address}' has no text", "write [text](address)"
            )
    for child in piece.children:
        if child.type == "html_inline":
            yield _raw_html(piece.at(piece.text.find(child.content)), child.content)
        if child.type == "text" and (found := LEFTOVER.search(child.content)):
            place = piece.at(piece.text.find(found[0]))
            text = f"'{found[0]}' would be shown as it is: an id, a link or emphasis is broken here"
            yield Problem(
                place, "broken-markup", text, "an id stands at the end; \\ before a sign keeps the sign"
            )


def _uses(piece: _Piece) -> Iterator[Use]:
    if piece.kind == "mark":
        kind, _, name = str(piece.children[0].attrs["src"]).partition(":")
        yield Use(
            "mark" if kind == "scene" else kind, name, piece.children[0].content, piece.at(0), piece.context
        )
    for address, shown, place in _links(piece):
        kind, _, name = address.replace("#", "anchor:", 1).partition(":")
        if kind in ("fact", "rule", "scene", "anchor") and LINK.fullmatch(address):
            yield Use(kind, name, shown, place, piece.context)


def _links(piece: _Piece) -> Iterator[tuple[str, str, Place]]:
    """Address and shown text of every link, and where the address stands."""
    after = 0
    for address, shown in _addresses(piece.children):
        after = max(piece.text.find(address, after), after)
        yield address, shown, piece.at(after)


def _addresses(children: Sequence[Token]) -> Iterator[tuple[str, str]]:
    for i, child in enumerate(children):
        if child.type == "link_open":
            end = next(j for j in range(i, len(children)) if children[j].type == "link_close")
            yield str(child.attrs["href"]), _shown(children[i:end])


def _shown(children: Iterable[Token]) -> str:
    """What a reader sees of inline tokens."""
    breaks = {"softbreak": " ", "hardbreak": " "}
    return "".join(
        _shown(child.children) if child.children else breaks.get(child.type, child.content)
        for child in children
    )


# One text, for checks and titles


@lru_cache(REMEMBERED)
def plain(text: str) -> str:
    """Inline Markdown as plain text."""
    return _shown(_inline_tokens(text))


@lru_cache(REMEMBERED)
def fact_texts(text: str) -> tuple[tuple[str, str], ...]:
    """Name and shown text of every `[text](fact:name)` in one text, such as a translation."""
    found = _addresses(_inline_tokens(text))
    return tuple((address[5:], shown) for address, shown in found if address.startswith("fact:"))


@lru_cache(REMEMBERED)
def outside_facts(text: str) -> str:
    """The plain text without what is bound to facts: the numbers in it are bound to nothing."""
    shown, bound = [], False
    for token in _inline_tokens(text):
        if token.type in ("link_open", "link_close"):
            bound = token.type == "link_open" and str(token.attrs["href"]).startswith("fact:")
        shown.append(" " if bound else _shown([token]))
    return "".join(shown)


def faults(text: str, place: Place) -> tuple[Problem, ...]:
    """What is wrong inside one text, such as a translation, that stands at `place`."""
    token = Token("inline", "", 0, children=_inline_tokens(text))
    piece = _Piece(token, Token("td_open", "td", 1), "cell", text, (place,) * (text.count("\n") + 1))
    found = (*_images(piece), *_inline(piece))
    return tuple(replace(problem, place=place) for problem in found)


def _inline_tokens(text: str) -> list[Token]:
    return _parser().parseInline(text)[0].children or []


# Rendering


def _nothing(_: object) -> str:
    return ""


def render(
    section: Section,
    words: Speaker,
    facts: Mapping[str, Fact],
    after_rule: Callable[[str], str] = _nothing,
    note: Callable[[Saying], str] = _nothing,
    below_rule: Callable[[str], str] = _nothing,
) -> tuple[Part, ...]:
    """The section in a language, its heading first: HTML, and marks where scenes and tables stand.

    `after_rule` gives HTML to add at the end of a rule's element, `below_rule` a block that ends a list item
    and follows any other element. `note` gives HTML behind a text that has no current translation; such a
    text stands in a `<span class="untranslated">` with its own `lang` and `dir`.
    """
    parts: list[Part] = []
    html: list[str] = []
    for i, token in enumerate(section.tokens):
        if token.type == "mark":
            parts += [Html("".join(html)), _mark(token)]
            html.clear()
        elif token.type == "inline":
            html.append(_say(token, words, facts, note))
        else:
            rule, tag = token.meta.get("rule"), _tag(section.tokens, i)
            after, below = (after_rule(rule), below_rule(rule)) if rule else ("", "")
            html.append(after + (below + tag if token.tag == "li" else tag + below))
    whole = (*parts, Html("".join(html)))
    return tuple(part for part in whole if not isinstance(part, Html) or part.text.strip())


def _mark(token: Token) -> Part:
    kind, _, name = str((token.children or [])[0].attrs["src"]).partition(":")
    return SceneMark(name) if kind == "scene" else TableMark(name)


def _tag(tokens: Sequence[Token], i: int) -> str:
    """A block's own tag, or the whole of a block without inline text."""
    setter = _typesetter("“”‘’")
    draw = setter.renderer.rules.get(tokens[i].type, setter.renderer.renderToken)  # type: ignore[attr-defined]
    return str(draw(tokens, i, setter.options, {}))


def _say(token: Token, words: Speaker, facts: Mapping[str, Fact], note: Callable[[Saying], str]) -> str:
    entry: Entry | None = token.meta.get("entry")
    if entry is None:
        return ""
    said = words.text(entry.context, entry.msgid)
    html = typeset(said.text, said.quotes, facts)
    if said.state in ("source", "current"):
        return html
    return (
        f'<span class="untranslated" lang="{said.language}" dir="{said.direction}">{html}</span>{note(said)}'
    )


def typeset(text: str, quotes: Sequence[str], facts: Mapping[str, Fact]) -> str:
    """One text as HTML, with the quotation marks of its language; nothing in it can become a block."""
    setter = _typesetter(tuple(quotes))
    children = setter.parseInline(text)[0].children or []
    return str(setter.renderer.render([*_pointed(children, facts)], setter.options, {}))


@cache
def _typesetter(quotes: Sequence[str]) -> MarkdownIt:
    """The parser that renders: no HTML, and no links except those that a book may have."""
    setter = MarkdownIt(
        "commonmark", {"html": False, "xhtmlOut": False, "typographer": True, "quotes": quotes}
    )
    setter.validateLink = lambda url: bool(LINK.fullmatch(url))  # type: ignore[method-assign]
    return setter.enable("smartquotes").disable("reference")


def _pointed(children: Iterable[Token], facts: Mapping[str, Fact]) -> Iterator[Token]:
    """The inline tokens, with links as the elements that they stand for and pictures as their texts."""
    tag = "a"
    for token in children:
        if token.type == "link_open":
            tag, attributes = _element(str(token.attrs["href"]), facts)
            yield token.copy(tag=tag, attrs=attributes)
        elif token.type == "image":
            yield Token("text", "", 0, content=token.content)
        else:
            yield token.copy(tag=tag) if token.type == "link_close" else token


def _element(address: str, facts: Mapping[str, Fact]) -> tuple[str, dict[str, str | int | float]]:
    """Tag and attributes of a link; none where its address is empty or a translation has made up a fact."""
    scheme, _, name = address.partition(":")
    if scheme == "fact" and name in facts:
        return "data", {"class": "fact", "value": facts[name].value, "data-fact": name}
    if scheme == "rule":
        return "a", {"href": f"#{name}", "class": "rule-link"}
    if scheme == "scene":
        return "a", {"href": f"#{name}/start", "class": "scene-link"}
    if scheme == "fact" or not address:
        return "span", {}
    return "a", {"href": address}
