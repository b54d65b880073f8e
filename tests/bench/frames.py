"""Draws every frame of the sample scenes, beside python-chess drawing its board, and weighs the drawings."""

import gzip
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import chess
import chess.svg

from rulebook import reader, stage
from rulebook.books import scene_paths
from rulebook.games import GAMES
from rulebook.model import Frame
from rulebook.views import svg

SCENES = Path(__file__).resolve().parents[2] / "scenes" / "ball"
GAME = GAMES["ball"]
ROUNDS = 7
PAGE = 90
"""Frames on a page, over which the bytes are averaged."""


def main() -> None:
    """Print frames per second of both, their ratio, and bytes per frame as sent."""
    scenes = played()
    count = sum(map(len, scenes))
    ours, theirs = side_by_side(lambda: draw(scenes), lambda: draw_chess(count))
    print(
        f"frames drawn   {count / ours:8,.0f} a second ({1000 * ours / count:.3f} ms a frame, nothing kept)"
    )
    print(f"chess.svg      {count / theirs:8,.0f} a second ({1000 * theirs / count:.3f} ms a board)")
    print(f"ratio          {theirs / ours:8.1f}")
    print(f"gzip           {weight(draw(scenes)):8.1f} bytes a frame, on pages of {PAGE} of {count} frames")


def played() -> list[tuple[Frame, ...]]:
    """The frames of all scenes, scene by scene."""
    texts = [(str(path), path.read_text(encoding="utf-8")) for path in scene_paths(SCENES)]
    return [stage.play(GAME, reader.read_scene(path, text, GAME)) for path, text in texts]


def draw(scenes: Sequence[Sequence[Frame]]) -> list[str]:
    """All drawings of a book, as if no fragment had ever been made before."""
    for function in vars(svg).values():
        getattr(function, "cache_clear", lambda: None)()
    parts = [(frames, svg.crop(frames, GAME.board)) for frames in scenes]
    return [svg.drawing(frame, GAME.board, part) for frames, part in parts for frame in frames]


def draw_chess(count: int) -> list[str]:
    """As many chess boards as we draw frames."""
    board = chess.Board()
    return [chess.svg.board(board) for _ in range(count)]


def side_by_side(one: Callable[[], object], other: Callable[[], object]) -> tuple[float, float]:
    """Median seconds of each, taken in turns so that a busy machine slows both alike."""
    times = [(_seconds(one), _seconds(other)) for _ in range(ROUNDS)]
    return statistics.median(first for first, _ in times), statistics.median(second for _, second in times)


def weight(drawings: Sequence[str]) -> float:
    """Bytes per drawing after gzip, page by page."""
    pages = [drawings[start : start + PAGE] for start in range(0, len(drawings), PAGE)]
    return sum(len(gzip.compress("\n".join(page).encode(), 6)) for page in pages) / len(drawings)


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
