"""What the check proves: prose, rules, scenes and languages of a book agree.

Each function looks at one kind of agreement and returns the problems it found, each with its place.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, product

from rulebook import catalogues, prose, words
from rulebook.books import Book, Manuscript
from rulebook.check import ground
from rulebook.errors import Exit, Place, Problem, did_you_mean
from rulebook.model import Fact, Frame, Role
from rulebook.prose import Use
from rulebook.reader import Term
from rulebook.words import PAGE, PAGE_LANGUAGE, Form, Said, Source, Words

DECIDING = {Role.PERMITS, Role.EFFECT, Role.COST}
PUBLISHABLE = {"untranslated", "stale", "gone"}
"""What is published all the same: the reader gets the source sentence with a visible note, and never sees a
translation of nothing."""

APART = ("", "figures", "faq")
"""Sections that state no rules: what comes before the first one, the figures, and the questions."""

TABLES = ("actions", "legend")
"""Tables that every game can have, beside those that the names of its facts make (`movement.x.diagonal`)."""

NAMED = re.compile(r"\b[A-Z]+[0-9]+\b", re.ASCII)
"""Pieces and squares (`ATK5`, `E8`), in a text of any script."""


def check(book: Book) -> tuple[Problem, ...]:
    """All disagreements between what is written in one book."""
    parts = (
        *(_rules, _statements, _names, _laws, _ground, _scenes, _coverage),
        *(_facts, _languages, _glossary, _vacuous),
    )
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


def _ground(book: Book) -> Iterator[Problem]:
    """The board is drawn as its points lie."""
    for fault in ground.faults(book.game.board, book.game.teams):
        yield mismatch(book.header.place, "wrong-ground", f"the board of '{book.game.name}': {fault}")


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


def sentences(book: Book, told: Mapping[str, Iterable[str]]) -> Iterator[Problem]:
    """Whatever was explored can be said: there is a sentence for it, and the engine tells what fills it.

    `told` holds the facts that came with every event and refusal of a kind, by the key of its sentence.
    """
    for key, facts in sorted(told.items()):
        if key not in book.sentences:
            yield mismatch(book.header.place, "no-sentence", f"the book has no sentence for '{key}'")
            continue
        sentence, known = book.sentences[key], frozenset(facts)
        needed = {*words.PLACEHOLDER.findall(sentence.one + sentence.other), sentence.by} - {""}
        for name in sorted(needed - known):
            text = f"'{key}' says {{{name}}}, which the engine does not tell each time"
            yield mismatch(sentence.place, "unknown-placeholder", text, did_you_mean(name, known))


def _facts(book: Book) -> Iterator[Problem]:
    """Every number of the prose is a fact that reads as the engine's value and unit, in every language."""
    return chain.from_iterable(facts(book, spoken) for spoken in book.words.values())


def facts(book: Manuscript, spoken: Words) -> Iterator[Problem]:
    """The facts of a book, played or not, in one language."""
    entries = dict.fromkeys((entry.context, entry.msgid, entry.place) for entry in book.prose.entries)
    for context, msgid, place in entries:
        said = spoken.text(context, msgid)
        if said.language == spoken.language:
            forms = spoken.forms(Source(context, msgid))
            at = forms[0].place if forms else place
            yield from _wrong_facts(book, spoken, said, at)
            yield from _free_numbers(spoken, said, at)


def _wrong_facts(book: Manuscript, spoken: Words, said: Said, place: Place) -> Iterator[Problem]:
    for name, shown in prose.fact_texts(said.text):
        fact = book.game.facts.get(name)
        if fact and not _reads_as(shown, fact, said, spoken):
            value = f"{fact.value} {fact.unit}".strip()
            text = f"'{shown}' ({spoken.language}) does not say '{name}', which is {value}"
            yield mismatch(place, "wrong-fact", text, _advice(shown, fact, spoken))


def _advice(shown: str, fact: Fact, spoken: Words) -> str:
    """What to do about a fact's text; it may be right in a word that nobody has told yet."""
    if isinstance(fact.value, int) and spoken.language != spoken.source:
        found, known = spoken.numbers(shown), spoken.counting.words.values()
        if not found and fact.value < len(words.COUNTED) and fact.value not in known:
            return f"write it in digits, or give the word for it in the pages' {spoken.language}.po"
        if found == [fact.value]:
            return f"mend the text, or add its form to 'units.{fact.unit}' in {spoken.language}.po"
    return "mend the text, or bind it to another fact"


def _reads_as(shown: str, fact: Fact, said: Said, spoken: Words) -> bool:
    """Whether a fact's text says its value and unit; the unit of a bare number may stand beside it."""
    if isinstance(fact.value, str):
        return shown == fact.value
    named = prose.plain(said.text) if shown.strip().isdecimal() else shown
    return spoken.numbers(shown) == [fact.value] and words.unit_in(named, fact.unit, spoken)


def _free_numbers(spoken: Words, said: Said, place: Place) -> Iterator[Problem]:
    """Numbers that are bound to nothing. Words that may be an article count only inside a fact."""
    for number in spoken.numbers(prose.outside_facts(said.text), articles=False):
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
    prosaic = {(entry.context, entry.msgid) for entry in book.prose.entries}
    own, pages = book.words[book.header.language], Words(PAGE_LANGUAGE, PAGE_LANGUAGE)
    for source in catalogues.sources(book):
        for form in spoken.forms(source):
            if (source.context, source.one) in prosaic:
                yield from prose.faults(form.text, form.place)
            else:
                yield from _other_numbers(source, form, spoken, own)
            yield from _other_names(source, form, book.game.teams)
    for source in catalogues.page_sources():
        for form in spoken.forms(source) if source.context == PAGE else ():
            yield from _other_numbers(source, form, spoken, pages)


def _other_names(source: Source, form: Form, teams: Iterable[str]) -> Iterator[Problem]:
    here, there = (" ".join(_named(one, teams)) for one in (form.text, source.one))
    if here != there:
        text = f"'{here}' are named here, '{there}' in the source"
        yield mismatch(form.place, "other-names", text)


def _named(text: str, teams: Iterable[str]) -> list[str]:
    """Pieces and squares in a text, each as often as it is there, and the teams that it speaks of.

    A team that goes by a single letter is left out: the letter may be a word.
    """
    outside = prose.outside_facts(text)
    spoken = [team for team in teams if len(team) > 1 and re.search(rf"\b{team}(?![0-9])", outside, re.ASCII)]
    return sorted(NAMED.findall(outside)) + spoken


def _other_numbers(source: Source, form: Form, spoken: Words, written: Words) -> Iterator[Problem]:
    """Numbers of a caption or a remark, which is bound to no facts, that are not the source's."""
    here, there = _counted(form.text, spoken), _counted(source.one, written)
    if not spoken.counting.words or not written.counting.words:
        return
    if here != there and here != _counted(source.other or source.one, written) and here != [form.number]:
        text = f"the numbers here are {here or 'none'}, in the source {there or 'none'}"
        yield mismatch(form.place, "other-numbers", text)


def _counted(text: str, spoken: Words) -> list[int]:
    """The numbers of a sentence but for 1, which is an article in many languages."""
    found = spoken.numbers(words.PLACEHOLDER.sub("", text), articles=False)
    return sorted(number for number in found if number != 1)


def _glossary(book: Book) -> Iterator[Problem]:
    """Each concept has one term in each language: where the source uses its own, the translation does too."""
    spoken_of = {language for term in book.glossary for language in term.words}
    for term in book.glossary:
        for language in sorted((spoken_of & book.words.keys()) - term.words.keys()):
            text = f"the glossary has no word in '{language}' for '{term.name}'"
            yield mismatch(term.place, "missing-term", text, f"add '{language}: …'")
    for source in catalogues.sources(book) if book.glossary else ():
        meant = [term for term in book.glossary if _means(source.one, term, book.header.language)]
        for spoken in book.words.values() if meant else ():
            for form, term in product(spoken.forms(source), meant):
                if not _says(form.text, term.words.get(spoken.language)):
                    wanted = " or ".join(f"'{word}'" for word in term.words[spoken.language])
                    text = f"the source speaks of '{term.name}', and this says none of its words: {wanted}"
                    advice = "use the book's term, or add the word to glossary.yaml"
                    yield mismatch(form.place, "other-term", text, advice)


def _means(text: str, term: Term, language: str) -> bool:
    """Whether a source text uses a term, in whole words however they end."""
    forms = "|".join(map(re.escape, term.words.get(language, (term.name,))))
    return bool(re.search(rf"\b(?:{forms})", prose.plain(text), re.IGNORECASE))


def _says(text: str, forms: Iterable[str] | None) -> bool:
    """Whether a translation holds one of the pieces of words; it may where none are known."""
    folded = prose.plain(text).casefold()
    return forms is None or any(form.casefold() in folded for form in forms)


def _vacuous(book: Book) -> Iterator[Problem]:
    """A check that checked nothing fails."""
    counted = {"rule": book.prose.rules, "fact": book.prose.facts, "scene": book.scenes}
    for name, found in counted.items():
        if not found:
            text = f"the book has no {name}, so the check would prove nothing about it"
            yield mismatch(book.header.place, "nothing-checked", text)
