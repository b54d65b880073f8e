"""Lays out books as HTML: prose, storyboards, tables made from facts, and what the player script needs.

Every function is pure: a book that was read, played and checked goes in, the text of a page comes out. The
templates escape whatever they print; ready markup comes from `prose`, `views.svg` and the constants here.
"""

from rulebook.pages.addresses import (
    ALONE,
    BOOK,
    CONFORMANCE,
    NOT_FOUND,
    PDF,
    PREVIEW,
    SITE,
    Addresses,
    Form,
    Inlined,
    book_head,
    header,
    tongues,
)
from rulebook.pages.book import NOTHING, QUESTION, Layout, Proofs
from rulebook.pages.numbers import QUESTIONS, Numbers, number, rules_of
from rulebook.pages.parts import Link, SceneView
from rulebook.pages.site import book_page, example_scripts, language_index, root_index
from rulebook.pages.speech import Speech
from rulebook.pages.templates import FIRST, assets, digest, inside, render, template
from rulebook.pages.titles import extent, frame_mark, frame_title

__all__ = [
    "ALONE",
    "BOOK",
    "CONFORMANCE",
    "FIRST",
    "NOTHING",
    "NOT_FOUND",
    "PDF",
    "PREVIEW",
    "QUESTION",
    "QUESTIONS",
    "SITE",
    "Addresses",
    "Form",
    "Inlined",
    "Layout",
    "Link",
    "Numbers",
    "Proofs",
    "SceneView",
    "Speech",
    "assets",
    "book_head",
    "book_page",
    "digest",
    "example_scripts",
    "extent",
    "frame_mark",
    "frame_title",
    "header",
    "inside",
    "language_index",
    "number",
    "render",
    "root_index",
    "rules_of",
    "template",
    "tongues",
]
