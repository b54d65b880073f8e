"""The words of the pages: what a template says, in the language of its page."""

import re
from collections.abc import Mapping

from markupsafe import Markup, escape

from rulebook.words import Said, Words

FOREIGN = Markup('<span class="untranslated" lang="{}" dir="{}">{}</span>')


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
