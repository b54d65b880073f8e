"""The symbols that the frames of a page share, by name: board, tokens, ends of lines, rings, lamps, dice."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from rulebook.boards import Board, Shape
from rulebook.model import Token
from rulebook.views import layout
from rulebook.views.svg.dice import PIPS, die
from rulebook.views.svg.elements import Element, around, as_text, cased, defs, filled, make, moved
from rulebook.views.svg.ground import board_symbol, coordinates, hatch, net
from rulebook.views.svg.kit import Kit, ghost_name, of_team, variant
from rulebook.views.svg.palette import INK, LEGAL, PAPER, REFUSED
from rulebook.views.svg.tokens import keeper_body, octagon, symbol_of

_FREE, _TAKEN = 4.2, 7.2
"""Radius of a ring on a free point and around a piece."""


def symbols(board: Board, tokens: Iterable[Token], teams: Sequence[str]) -> str:
    """All that the frames of a page share: the board, a symbol for each token with its marks, ends of lines.

    `tokens` are those of all frames, repeated as they come; `teams` are the game's, in order. Raises
    ValueError for a token whose id a link could not tell from another symbol.
    """
    return _hidden(definitions(board, tokens, teams).values())


def more_symbols(board: Board, tokens: Iterable[Token], known: Iterable[Token], teams: Sequence[str]) -> str:
    """What `tokens` need on a page that has the symbols of the `known` ones; "" where that is nothing."""
    there = definitions(board, known, teams)
    new = [drawn for name, drawn in definitions(board, tokens, teams).items() if name not in there]
    return _hidden(new) if new else ""


def _hidden(markup: Iterable[str]) -> str:
    shell = make.svg(class_="symbols", width="0", height="0", aria_hidden="true")
    return around(shell, defs(markup))


def definitions(board: Board, tokens: Iterable[Token], teams: Sequence[str]) -> dict[str, str]:
    """Every symbol by its name."""
    kit = Kit(tuple(teams), round(layout.scale(board), 2))
    shared = _shared(board.ground, board.columns, board.rows, board.extent, board.dice, kit)
    variants = _variants(tokens)
    ghosts = {ghost_name(token): token for token in variants.values() if token.kind == "keeper"}
    own = {
        name: symbol_of(replace(token, at="", near=""), name, kit) for name, token in sorted(variants.items())
    }
    return {**shared, **{name: as_text(_ghost(ghosts[name], kit)) for name in sorted(ghosts)}, **own}


@lru_cache(maxsize=16)
def _shared(
    ground: tuple[Shape, ...],
    columns: tuple[tuple[str, float], ...],
    rows: tuple[tuple[str, float], ...],
    extent: tuple[float, float, float, float],
    dice: int,
    kit: Kit,
) -> Mapping[str, str]:
    """What does not depend on the tokens. It takes a board in parts, which can be told apart from others'."""
    board = Board({}, {}, ground, columns, rows, extent, dice)
    parts = [hatch(), *_ends(), board_symbol(board, kit), *coordinates(board), *_marks(kit)]
    parts += [net()] * any(shape.style == "net" for shape in ground)
    parts += [
        made for team in ("", *kit.teams) for made in (_ghost(Token("", "", "", team), kit), _lamp(team, kit))
    ]
    parts += [filled(make.g(id=f"g-die-{n}"), [moved([die(n)], -5, 0)]) for n in PIPS if dice]
    return {part["id"].removeprefix("g-"): as_text(part) for part in parts}


def _variants(tokens: Iterable[Token]) -> dict[str, Token]:
    """Each token with its marks once, and raised what some upper player of a stack may hold."""
    found = {variant(token): token for token in tokens}
    stacked = any("top" in token.marks for token in found.values())
    held = [token for token in found.values() if stacked and "held" in token.marks]
    return found | {
        variant(token, raised=True): replace(token, marks=(*token.marks, "top")) for token in held
    }


def _ends() -> list[Element]:
    """Start and end of lines; they point to the right and are turned by the line."""
    dot = [make.circle(r=1.6, class_="case", fill=PAPER), make.circle(r=1.1, class_="head", fill=INK)]
    arrow = "M1.8 0L-2.2 2V-2z"
    edge = make.path(
        arrow, class_="case", fill=PAPER, stroke=PAPER, stroke_width=1.6, stroke_linejoin="round"
    )
    return [
        _end("start", dot),
        _end("head", [edge, make.path(arrow, class_="head", fill=INK)]),
        _end("open", cased("M-1.6 -2L1.2 0L-1.6 2", 1.1, INK, "head")),
        _end("flat", cased("M0 -2.8V2.8", 1.5, INK, "head")),
        _end("shove", cased("M-2.8 -2L-.6 0L-2.8 2M-.4 -2L1.8 0L-.4 2", 1, INK, "head")),
    ]


def _end(name: str, parts: Iterable[Element]) -> Element:
    look = {"orient": "auto", "markerUnits": "userSpaceOnUse", "overflow": "visible"}
    return filled(make.marker(id=f"g-{name}", **look), parts)


def _marks(kit: Kit) -> list[Element]:
    """Rings of targets and of who acts, and what crosses a refused try out."""
    cross = cased("M-2.2 -2.2L2.2 2.2M-2.2 2.2L2.2 -2.2", 1.5, REFUSED, "ring")
    dot = make.circle(r=1.3, class_="ring", fill=LEGAL)
    arcs = {"stroke": INK, "stroke_width": 1, "stroke_dasharray": "7.3 4", "stroke_dashoffset": -2}
    refused = {"stroke": REFUSED, "stroke_width": 1.2}
    return [
        kit.named("cross", "refused", cross),
        *_rings_of("target", kit, {"stroke": LEGAL, "stroke_width": 1.2}),
        *_rings_of("aim", kit, {"stroke": LEGAL, "stroke_width": 2.2}, free=[dot]),
        *_rings_of("actor", kit, arcs),
        *_rings_of("refused", kit, refused, free=cross, taken=[moved(cross, -5, -5)]),
    ]


def _rings_of(
    name: str,
    kit: Kit,
    look: Mapping[str, Any],
    free: Sequence[Element] = (),
    taken: Sequence[Element] = (),
) -> list[Element]:
    """The ring of a free point, the one round a piece and the one round a stack, each with more in it."""
    edge = {"class_": "case", "stroke": PAPER, "stroke_width": round(look["stroke_width"] + 1.4, 1)}
    layers: list[dict[str, Any]] = [{"fill": "none", **layer} for layer in (edge, {"class_": "ring", **look})]
    rings = {
        name: [*(make.circle(r=_FREE, **layer) for layer in layers), *free],
        f"{name}-on": [*(make.circle(r=_TAKEN, **layer) for layer in layers), *taken],
        f"{name}-stack": [*(make.path(octagon(1.18), **layer) for layer in layers), *taken],
    }
    return [kit.named(key, name, parts) for key, parts in rings.items()]


def _ghost(token: Token, kit: Kit) -> Element:
    look = {"stroke": kit.colour(token.team), "stroke_width": 0.6, "stroke_dasharray": "1.4 1.2"}
    skin = {"fill": PAPER, "fill_opacity": 0.6, **look}
    body = keeper_body(**skin) if token.kind == "keeper" else kit.body(token.team, 0.92, **skin)
    return kit.named(ghost_name(token), "ghost", [body], token.team)


def _lamp(team: str, kit: Kit) -> Element:
    body = kit.body(team, 0.45, fill=kit.colour(team))
    return filled(make.g(id=f"g-{of_team('turn', team)}", class_=kit.classes("turn", team)), [body])
