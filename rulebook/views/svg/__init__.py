"""Draws a frame of any game as SVG: once a page the symbols, for each frame what stands and what happened.

One square (the distance of neighbouring columns) is 10 units, y grows downwards. Everything carries
presentation attributes, so that a file is readable without a style sheet, and classes, so that a style sheet
can recolour it. Symbols are styled where they are defined: a selector may go from a symbol's group to its
parts (`.piece.down .body`), never from a frame into a symbol.

Classes
    svg.board       a frame; in it svg.view, the board, clipped, and svg.labels; svg.symbols  once a page
    paper pitch field field-hatch hatch mesh diagonal line border goal net netting spot label
                    the ground and its coordinates
    zone area name  a zone or area and a team's name, with team-1 or team-2
    fade            over the strip where a crop cuts the board off
    turn            the lamp of the team on turn, with team-1 or team-2
    piece           a token's group, with team-1 or team-2, its marks (down took top bottom), and bound where
                    it is one of a stack; in it body sign number, lock (took), edge (top), closed (bottom: a
                    frame round the stack)
    disc            a piece of no team, with look-black look-red look-gold and top; in it rim body glyph
    keeper          a keeper, with team-1 or team-2 and bottom; in it rim body number
    ball            the same, with held received loose; in it rim skin seam, ring (loose)
    tether          from a received ball to its holder
    ghost           where a piece came from, with team-1 or team-2
    target aim actor      rings: a legal target, a chosen one, who acts; in them ring, and case under it
    leg             a line, with leg-move leg-pass leg-contact leg-push leg-shot leg-line, or refused
    head            its end
    refused         also the cross on such a line, and the ring where there is no line; in it ring and case
    case            the paper-coloured edge under lines, rings and ends, so that they show on any ground
    carry           a way that is not drawn
    die             a die as it fell; in it body, and dot or number
    sheet score turn counter pip star          paper and strip of a file of its own
    team-1 and team-2 go by the order of the game's teams; a token without a team has neither.

What a script can rely on
    * A token is a `<use>` that is a child of `svg.view`, its middle at x, y. Its href is `#g-ATK5`, or with
      marks `#g-ATK5-down-took`: the id is the part after `#g-`, up to the next hyphen. No token is called
      `board`, `columns`, `rows`, `target`, `aim`, `actor`, `refused`, `cross`, `ghost`, `turn` or `die`.
    * Offsets (of a held ball, of the upper player of a stack) are inside the symbols: only x and y change.
    * Every way of a token is a `<path data-t="ATK5" data-e="0">`, drawn (`leg`) or not (`carry`). Refused
      tries and lines of no token have neither. The way is every coordinate pair of `d` in order, then the one
      in `data-to` where there is one; `d` holds only absolute M and L with integers.
      First and last pair are exact; a shot's last one is where it ends beyond the point that it passes.
      data-e is the number of the event in the frame: equal ones move together, others one after the other.
    * ghosts, rings, lines and tethers belong to the end of the frame and may be hidden while pieces glide.
    * The view of a crop holds the whole board and every token: other values of x, y, width, height and
      viewBox show another part. Beside it are one `svg.labels` for columns and one for rows, where the board
      has them, and `<use>` elements that keep their distance from the view's lower corners: at the left the
      lamp and its cross, at the right the dice.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from rulebook.boards import Board
from rulebook.model import Frame
from rulebook.views.layout import Extent, canvas, crop, whole
from rulebook.views.svg.definitions import definitions, more_symbols, symbols
from rulebook.views.svg.elements import around, as_text, defs, make, said
from rulebook.views.svg.frame import drawing
from rulebook.views.svg.palette import PAPER
from rulebook.views.svg.strip import score

__all__ = ["Extent", "alone", "crop", "drawing", "inline", "more_symbols", "score", "symbols", "whole"]

_STRIP, _MARGIN = 16, 2
"""Height of the score strip, and paper round a file of its own."""

_LINK = re.compile(r"#g-([^\")]+)")


def shape(frames: Sequence[Frame], board: Board) -> str:
    """Width and height of the inline pictures of a storyboard, as a style sheet writes their ratio."""
    sheet = canvas(board, crop(frames, board))
    return f"{sheet.width:g} / {sheet.height:g}"


def inline(frame: Frame, board: Board, crop: Extent | None, name: str, title: str, description: str) -> str:
    """A frame for a page, with its title and description, whose ids are `name` and `<name>-text`."""
    box = canvas(board, crop or whole(board)).box
    words = {"aria_labelledby": name, "aria_describedby": f"{name}-text"}
    shell = make.svg(class_="board", role="img", viewBox=box, **words)
    return around(shell, said(title, description, name) + drawing(frame, board, crop))


def alone(
    frame: Frame, board: Board, teams: Sequence[str], title: str, description: str, language: str = "en"
) -> str:
    """A whole SVG file with score strip, title and description, readable without a style sheet."""
    part = whole(board)
    sheet = canvas(board, part).grown(_MARGIN, _STRIP, _MARGIN, _MARGIN)
    size = (4 * sheet.width, 4 * sheet.height)
    shell = make.svg(
        size=size, xmlns="http://www.w3.org/2000/svg", class_="board", role="img", viewBox=sheet.box
    )
    shell["xml:lang"] = language
    paper = make.rect((sheet.x, sheet.y), (sheet.width, sheet.height), class_="sheet", fill=PAPER)
    counted = replace(frame.picture, dice=() if board.dice else frame.thrown)
    strip = score(counted, teams, Extent(part.x, sheet.y, part.width, _STRIP))
    shown = drawing(frame, board)
    known = definitions(board, frame.picture.tokens, teams)
    used = {name for markup in (shown, known["board"]) for name in _LINK.findall(markup)}
    shared = defs(markup for name, markup in known.items() if name in used)
    return around(shell, said(title, description) + shared + as_text(paper) + strip + shown) + "\n"
