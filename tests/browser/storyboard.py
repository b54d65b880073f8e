"""The frames that stand in a page's text, as they are seen without the player."""

import re
from dataclasses import dataclass

from playwright.sync_api import Page

from rulebook.books import Book
from rulebook.model import Frame
from rulebook.views import text

FRAMES = """() => Array.from(document.querySelectorAll("main .frame"), (frame) => {
  const plain = (node) => node.textContent.replace(/\\s+/g, " ").trim();
  const seen = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const picture = frame.querySelector("svg") || frame; // packed, it shows nothing
  const box = picture.getBoundingClientRect(), drawn = picture !== frame && seen(picture);
  const words = Array.from(frame.querySelectorAll(".caption, .remark"));
  return {
    step: frame.id,
    caption: words.filter(seen).map(plain).join(" "),
    width: drawn ? Math.round(box.width) : 0,
    height: drawn ? Math.round(box.height) : 0,
  };
})"""

CONTROLS = """() => Array.from(
  document.querySelectorAll("button, select, input, .live, .board-bar, .text-bar"))
  .filter((node) => node.checkVisibility()).map((node) => node.outerHTML.slice(0, 80))"""


@dataclass(frozen=True, slots=True)
class Seen:
    """A frame in the text: its caption as far as it is visible, and its picture's size, 0 if it is not."""

    step: str
    caption: str
    width: int
    height: int


def storyboard(page: Page) -> list[Seen]:
    return [Seen(**frame) for frame in page.evaluate(FRAMES)]


def controls(page: Page) -> list[str]:
    """What can be operated with the script only and is seen, as the beginning of its markup."""
    found: list[str] = page.evaluate(CONTROLS)
    return found


def said(frame: Frame, book: Book, language: str) -> str:
    """Caption and remark as the page should show them."""
    words = book.words[language]
    sentences = [sentence.text for sentence in text.caption(frame, words)]
    if frame.remark:
        sentences.append(words.text(f"scene.{frame.scene}.{frame.step}", frame.remark).text)
    return re.sub(r"\s+", " ", " ".join(sentences)).strip()


def in_order(seen: list[Seen], book: Book, language: str) -> None:
    """All frames of all scenes stand there, each scene's in their order, with picture and caption."""
    scenes = list(dict.fromkeys(frame.step.partition("/")[0] for frame in seen))
    assert sorted(scenes) == sorted(book.frames)
    frames = [frame for scene in scenes for frame in book.frames[scene]]
    assert [frame.step for frame in seen] == [frame.id for frame in frames]
    assert [frame.caption for frame in seen] == [said(frame, book, language) for frame in frames]
    assert [frame.step for frame in seen if frame.width < 60 or frame.height < 60] == []
