"""The sentences that laws stand for, as they were when a person last held law and sentence side by side."""

import json
from dataclasses import dataclass
from pathlib import Path

from rulebook.books import Manuscript


@dataclass(frozen=True, slots=True)
class Accepted:
    """A sentence taken over: the file that holds the quotes, its new content, and both wordings."""

    path: Path
    content: bytes
    before: str
    after: str


def accept(book: Manuscript, rule: str) -> Accepted | None:
    """The book's wording in the place of what the law quotes; None where they agree already."""
    path = book.game.proof.quotes
    quotes = json.loads(path.read_text(encoding="utf-8"))
    before, after = quotes[rule], book.prose.rules[rule].msgid
    if before == after:
        return None
    content = json.dumps({**quotes, rule: after}, indent=1, ensure_ascii=False) + "\n"
    return Accepted(path, content.encode(), before, after)
