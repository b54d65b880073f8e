"""What the check proves: prose, rules, scenes and languages of a book agree.

Each function looks at one kind of agreement and returns the problems it found, each with its place.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from rulebook import catalogues, prose, words
from rulebook.books import Book
from rulebook.errors import Exit, Place, Problem, did_you_mean
from rulebook.model import Fact, Frame, Role
from rulebook.prose import Use
from rulebook.words import Said, Source, Words

DECIDING = {Role.PERMITS, Role.EFFECT, Role.COST}
PUBLISHABLE = {"untranslated", "stale", "gone"}
"""What is published all the same: the reader gets the source sentence with a visible note, and never sees a
translation of nothing."""

APART = ("", "figures", "faq")
"""Sections that state no rules: what comes before the first one, the figures, and the questions."""

TABLES = ("actions", "legend")
"""Tables that every game can have, beside those that the names of its facts make (`movement.x.diagonal`)."""

NAMED = re.compile(r"\b[A-Z]+[0-9]+\b")


def check(book: Book) -> tuple[Problem, ...]:
    """All disagreements between what is written in one book."""
    parts = (_rules, _statements, _names, _laws, _scenes, _coverage, _facts, _languages, _vacuous)
    return tuple(problem for part in parts for problem in part(book))


def blocking(problems: Iterable[Problem]) -> list[Problem]:
    """Those that stop publishing."""
    return [problem for problem in problems if problem.code not in PUBLISHABLE]


def counts(book: Book) -> dict[str, int]:
    """How much there is to agree."""
    return {
        "rules": len(book.game.rules),
        "facts": len(book.prose.facts),
        "scenes": len(book.scenes),
        "frames": len(frames(book)),
        "languages": len(book.words),
    }


def frames(book: Book) -> tuple[Frame, ...]:
    """Every frame of every scene."""
    return tuple(frame for scene in book.frames.values() for frame in scene)


def mismatch(place: Place, code: str, text: str, advice: str = "") -> Problem:
    """A disagreement, as opposed to something that cannot be read."""
    return Problem(place, code, text, advice, Exit.MISMATCH)


def _rules(book: Book) -> Iterator[Problem]:
    """Every rule of the engine is in the prose, every rule of the prose in the engine."""
    for rule, entry in book.prose.rules.items():
        if rule not in book.game.rules:
            text = f"the engine of '{book.game.name}' knows no rule '{rule}'"
            yield mismatch(entry.place, "unknown-rule", text, did_you_mean(rule, book.game.rules))
    for rule in book.game.rules:
        if rule not in book.prose.rules:
            text, advice = f"the book does not state the rule '{rule}'", f"end its sentence with {{#{rule}}}"
            yield mismatch(book.header.place, "rule-without-prose", text, advice)


def _statements(book: Book) -> Iterator[Problem]:
    """Where rules are stated every item of a list is one; elsewhere none is."""
    for section in book.prose.sections:
        entries = [token.meta["entry"] for token in section.tokens if "entry" in token.meta]
        ruled = [entry for entry in entries if entry.rule]
        items = [entry for entry in entries if entry.kind == "item" and entry.context == section.id]
        for entry in ruled if section.id in APART else ():
            text = f"'{entry.rule}' stands where no rules are stated"
            yield mismatch(entry.place, "misplaced-rule", text, "move it to the section that it belongs to")
        for entry in items if ruled else ():
            text = f"this item of '{section.id}' has no id, so nothing is known of it"
            yield mismatch(entry.place, "statement-without-id", text, "end it with {#rule.id}")


def _names(book: Book) -> Iterator[Problem]:
    """Whatever the prose points to is there."""
    steps = [frame.id for frame in frames(book)]
    yield from _unknown(book.prose.links, book.prose.rules, "rule")
    yield from _unknown(book.prose.facts, book.game.facts, "fact")
    yield from _unknown((*book.prose.scenes, *book.prose.scene_links), book.scenes, "scene")
    yield from _unknown(book.prose.step_links, dict.fromkeys(steps), "step")
    made = (name.partition(".")[0] for name in book.game.facts if name.count(".") == 2)
    yield from _unknown(book.prose.tables, dict.fromkeys((*TABLES, *made)), "table")


def _unknown(uses: Iterable[Use], known: Mapping[str, object], kind: str) -> Iterator[Problem]:
    for use in uses:
        if use.name not in known:
            text = f"there is no {kind} '{use.name}'"
            yield mismatch(use.place, f"unknown-{kind}", text, did_you_mean(use.name, known))


def _laws(book: Book) -> Iterator[Problem]:
    """Every rule has a law or a reason why not; every law quotes the sentence that the book has."""
    proof = book.game.proof
    lawful = {law.rule for law in proof.laws}
    for rule in book.game.rules:
        place = book.prose.rules[rule].place if rule in book.prose.rules else book.header.place
        if rule not in lawful and not proof.without.get(rule, "").strip():
            text = f"no law stands for the rule '{rule}'"
            yield mismatch(place, "rule-without-law", text, "write one, or the reason why there is none")
        if rule in lawful and rule in proof.without:
            yield mismatch(place, "law-and-reason", f"'{rule}' has a law and a reason for having none")
    for law in {law.rule: law for law in proof.laws if law.rule in book.prose.rules}.values():
        entry = book.prose.rules[law.rule]
        if law.quote != entry.msgid:
            text = f"the sentence of '{law.rule}' is no longer the one that its law stands for: {law.quote!r}"
            advice = f"if the law still says the same: rulebook laws accept {law.rule}"
            yield mismatch(entry.place, "prose-changed", text, advice)


def _scenes(book: Book) -> Iterator[Problem]:
    """Every scene stands somewhere in the prose."""
    shown = {use.name for use in book.prose.scenes}
    for scene in book.scenes.values():
        if scene.id not in shown:
            advice = f"write ![{scene.title}](scene:{scene.id}) into the book where it belongs"
            text = f"the prose never shows the scene '{scene.id}'"
            yield mismatch(scene.place(), "unplaced-scene", text, advice)


def _coverage(book: Book) -> Iterator[Problem]:
    """Every rule that forbids has refused a step, every other that decides has decided one."""
    decided = {event.rule for frame in frames(book) for event in frame.events}
    refused = {frame.refusal.rule for frame in frames(book) if frame.refusal}
    for rule in sorted((decided | refused) - set(book.game.rules)):
        text = f"a step was decided by '{rule}', which the engine does not list"
        yield mismatch(book.header.place, "undeclared-rule", text)
    for rule, role in book.game.rules.items():
        place = book.prose.rules[rule].place if rule in book.prose.rules else book.header.place
        if role is Role.FORBIDS and rule not in refused:
            text = f"no scene shows the rule '{rule}' refusing something"
            yield mismatch(place, "never-refused", text, f"add a step with try and forbidden: {rule}")
        if role in DECIDING and rule not in decided:
            text = f"no scene shows the rule '{rule}' at work"
            yield mismatch(place, "never-decided", text, "add a step that it decides")


def _facts(book: Book) -> Iterator[Problem]:
    """Every number of the prose is a fact that reads as the engine's value and unit, in every language."""
    entries = dict.fromkeys((entry.context, entry.msgid, entry.place) for entry in book.prose.entries)
    for spoken in book.words.values():
        for context, msgid, place in entries:
            said = spoken.text(context, msgid)
            if said.language == spoken.language:
                at = place if said.state == "source" else spoken.place(context, msgid)
                yield from _wrong_facts(book, spoken, said, at)
                yield from _free_numbers(spoken, said, at)


def _wrong_facts(book: Book, spoken: Words, said: Said, place: Place) -> Iterator[Problem]:
    for name, shown in prose.fact_texts(said.text):
        fact = book.game.facts.get(name)
        if fact and not _reads_as(shown, fact, said, spoken):
            value = f"{fact.value} {fact.unit}".strip()
            text = f"'{shown}' ({spoken.language}) does not say '{name}', which is {value}"
            yield mismatch(place, "wrong-fact", text, "mend the text, or bind it to another fact")


def _reads_as(shown: str, fact: Fact, said: Said, spoken: Words) -> bool:
    """Whether a fact's text says its value and unit; the unit of a bare number may stand beside it."""
    if isinstance(fact.value, str):
        return shown == fact.value
    named = prose.plain(said.text) if shown.strip().isdecimal() else shown
    return words.numbers(shown, spoken.language) == [fact.value] and words.unit_in(named, fact.unit, spoken)


def _free_numbers(spoken: Words, said: Said, place: Place) -> Iterator[Problem]:
    """Numbers that are bound to nothing. Words that may be an article count only inside a fact."""
    for number in words.numbers(prose.outside_facts(said.text), spoken.language, articles=False):
        text = f"the number {number} ({spoken.language}) is bound to no fact, so nothing proves it"
        yield mismatch(place, "free-number", text, "write [the number and its unit](fact:name)")


def _languages(book: Book) -> Iterator[Problem]:
    """Every text of the book and pages has its translation, every translation its text."""
    sources = (*catalogues.sources(book), *catalogues.page_sources())
    known = {(source.context, source.one) for source in sources}
    for spoken in book.words.values():
        over = {key: place for key, place in _translations(spoken).items() if key not in known}
        for source in sources:
            said = f"{source.context}: {source.one!r}"
            state, place = spoken.state(source), spoken.place(source.context, source.one)
            if state == "missing":
                yield mismatch(place, "untranslated", f"{said} has no translation")
            if state == "fuzzy":
                # Where the old text has its entry still, that is the one to mend.
                old = next((key for key in over if key[0] == source.context), None)
                text, advice = f"{said} has changed since it was translated", "translate it anew"
                yield mismatch(over.pop(old) if old else place, "stale", text, advice)
        for (context, msgid), place in over.items():
            text = f"{context}: {msgid!r} is a translation of nothing"
            yield mismatch(place, "gone", text, "rulebook words update takes it away")
        yield from _faulty(book, spoken)


def _translations(spoken: Words) -> dict[tuple[str, str], Place]:
    """Context and source of every entry of both catalogues of a language, with its place."""
    both = (spoken.book, spoken.pages)
    return {key: entry.place for each in both if each for key, entry in each.entries.items()}


def _faulty(book: Book, spoken: Words) -> Iterator[Problem]:
    """Broken markup in a translation, and names and numbers that are not the source's."""
    written = {(entry.context, entry.msgid) for entry in book.prose.entries}
    for source in catalogues.sources(book):
        said = spoken.text(source.context, source.one)
        if said.state == "current":
            place = spoken.place(source.context, source.one)
            in_prose = (source.context, source.one) in written
            yield from (
                prose.faults(said.text, place) if in_prose else _other_numbers(source, said, spoken, place)
            )
            if (here := _named(said.text)) != (there := _named(source.one)):
                text = f"'{here}' are named here, '{there}' in the source"
                yield mismatch(place, "other-names", text)


def _named(text: str) -> str:
    """Pieces and squares in a text (`ATK5`, `E8`), as a sorted row."""
    return " ".join(sorted(NAMED.findall(prose.outside_facts(text)))) if NAMED.search(text) else ""


def _other_numbers(source: Source, said: Said, spoken: Words, place: Place) -> Iterator[Problem]:
    """Numbers of a caption or a remark, which is bound to no facts, that are not the source's."""
    here, there = _counted(said.text, spoken.language), _counted(source.one, spoken.source)
    if here != there and words.number_words(spoken.language) and words.number_words(spoken.source):
        text = f"the numbers here are {here or 'none'}, in the source {there or 'none'}"
        yield mismatch(place, "other-numbers", text)


def _counted(text: str, language: str) -> list[int]:
    """The numbers of a sentence but for 1, which is an article in many languages."""
    found = words.numbers(words.PLACEHOLDER.sub("", text), language, articles=False)
    return sorted(number for number in found if number != 1)


def _vacuous(book: Book) -> Iterator[Problem]:
    """A check that checked nothing fails."""
    counted = {"rule": book.prose.rules, "fact": book.prose.facts, "scene": book.scenes}
    for name, found in counted.items():
        if not found:
            text = f"the book has no {name}, so the check would prove nothing about it"
            yield mismatch(book.header.place, "nothing-checked", text)
