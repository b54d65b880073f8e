"""Reads what designers write in YAML: scenes, a book's header, sentences, terms; each value with its place.

Nothing of YAML's guessing gets through: `characters` that nobody sees are refused, `structure` checks the
parser's events one by one, every scalar stays the text that was written (`values`), and the schema decides
the rest (`scenes`, `sentences`, `glossary`, `header`). Each of these stages tells all its problems at once;
only a syntax error ends its stage, for nothing after it is sure. libyaml reads where it is there; what it
objects to is read again in pure Python, so that results and messages are the same on every machine.
"""

from rulebook.reader.characters import decode
from rulebook.reader.glossary import Term, read_glossary
from rulebook.reader.header import Header, language_fault, read_header
from rulebook.reader.notes import SHOWN, SIZE, at_most, near
from rulebook.reader.scenes import action_fault, read_scene
from rulebook.reader.sentences import Sentence, Sentences, placeholders, read_sentences
from rulebook.reader.values import name_fault

__all__ = [
    "SHOWN",
    "SIZE",
    "Header",
    "Sentence",
    "Sentences",
    "Term",
    "action_fault",
    "at_most",
    "decode",
    "language_fault",
    "name_fault",
    "near",
    "placeholders",
    "read_glossary",
    "read_header",
    "read_scene",
    "read_sentences",
]
