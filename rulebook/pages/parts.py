"""What a template is given: the parts of a page."""

from fractions import Fraction
from typing import Any, NamedTuple

from markupsafe import Markup


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
    `shape` is width / height of its pictures, where scripts find no more than that until they want a frame.
    """

    id: str
    number: int
    title: Markup
    plain: str
    steps: tuple[StepView, ...]
    kind: str = ""
    called: str = ""
    shape: str = ""


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
