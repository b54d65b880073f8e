"""What books, scenes and frames are called in one line, and the mark that tells frames apart."""

import hashlib
import json

from rulebook.books import Book
from rulebook.catalogues import title_context
from rulebook.model import Frame
from rulebook.pages.speech import Speech
from rulebook.words import Said, Words


def frame_title(book: Book, frame: Frame, words: Words) -> str:
    """A frame's name in one line: the step's number and the scene's title."""
    frames, title = book.frames[frame.scene], scene_title(book, frame.scene, words).text
    say = Speech(words)
    return say.attr("Step {n} of {total}: {title}", n=frames.index(frame) + 1, total=len(frames), title=title)


def extent(book: Book, words: Words) -> str:
    """How much a book holds, in one line."""
    scenes = words.plural("page", "{n} scene", "{n} scenes", len(book.scenes))
    steps = words.plural("page", "{n} step", "{n} steps", sum(map(len, book.frames.values())))
    return f"{scenes.text} · {steps.text}"


def frame_mark(frame: Frame) -> str:
    """Eight hex digits for all that a frame shows: `data-frame` of the frame and of the live board."""
    picture = frame.picture
    tokens = [(t.id, t.kind, t.at, t.team, t.sign, t.number, t.near, t.marks, t.look) for t in picture.tokens]
    state = [picture.turn, picture.phase, sorted(picture.counters.items()), picture.dice, picture.winner]
    legs = [(leg.token, leg.way, leg.style) for event in frame.events for leg in event.legs]
    refusal = (frame.refusal.rule, [leg.way for leg in frame.refusal.legs]) if frame.refusal else ()
    shown = [frame.id, tokens, state, legs, refusal, frame.targets, frame.aim, frame.dice]
    return hashlib.sha256(json.dumps(shown).encode()).hexdigest()[:8]


def scene_title(book: Book, scene: str, words: Words) -> Said:
    """The title of a scene."""
    return words.text(title_context(scene), book.scenes[scene].title)
