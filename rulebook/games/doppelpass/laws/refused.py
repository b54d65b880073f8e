"""What a refusal of Doppelpass tells and shows, told from what the laws read of a position."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from rulebook.games.doppelpass.laws.effects.telling import gauge, keeper, names
from rulebook.games.doppelpass.laws.refusals import FIRST, behind
from rulebook.games.doppelpass.laws.view import (
    CORNER,
    DIRECT,
    MISSED_WALK,
    MOVE,
    PENALTY,
    SAVE,
    SHIFT,
    Point,
    View,
    Walk,
    before_end,
    beside_area,
    corner_walk,
    defender,
    direct_walk,
    first_walk,
    in_area,
    missed_walk,
    on_board,
    other,
    pending,
    second_walk,
    spot,
    stride,
    tries,
    way,
)
from rulebook.games.doppelpass.laws.view import name as on_line
from rulebook.model import JSON, Facts, Leg, Style

Legs = tuple[Leg, ...]


class Refused(NamedTuple):
    """A refused action, and the walks that were tried, up to the one that is to blame."""

    view: View
    action: JSON
    walks: tuple[Walk, ...]

    @property
    def walk(self) -> Walk:
        """The one that is to blame."""
        return self.walks[-1]


def refused(view: View, action: JSON, rule: str) -> tuple[Facts, Legs]:
    """The facts of a refusal by a rule, and the ways that were tried."""
    it = Refused(view, action, () if rule == "turn.order" else tuple(_walks(view, action)))
    more = _TELLS[rule](it) if rule in _TELLS else {}
    return {**_fields(view, action), **_players(view, action), **more}, _ways(it, rule)


def _walks(view: View, action: JSON) -> Iterator[Walk]:
    """A second piece has no way where the first one cannot go."""
    kind = (action["do"],)
    for kinds, walk in ((DIRECT, direct_walk), (CORNER, corner_walk), (MISSED_WALK, missed_walk)):
        if kind == kinds:
            yield walk(view, action)
    if kind == MOVE and action["first"]["piece"] != action["second"]["piece"]:
        first = first_walk(view, action)
        yield first
        if not any(asks(view, first) for _rule, asks in FIRST):
            yield second_walk(view, action)


def _name(view: View, point: Point) -> str:
    """Two numbers where the board has no column for it, or none so far beyond its goal lines."""
    known = 0 <= point[0] < view.field.columns and -1 <= point[1] <= view.field.rows
    return on_line(point) if known else f"({point[0]}, {point[1]})"


# What every refusal tells: the fields of the action, as a scene writes them, and who acts


def _fields(view: View, action: JSON) -> Facts:
    if action["do"] == MOVE[0]:
        return {
            **_part(view, action["first"], "piece", ""),
            **_part(view, action["second"], "second", "second_"),
        }
    flat = {field: value for field, value in action.items() if field not in ("do", "out")}
    flat |= {f"{piece}_to": to for piece, to in action.get("out", {}).items()}
    points = {field: _name(view, spot(to)) for field, to in flat.items() if isinstance(to, list)}
    return {**flat, **points}


def _part(view: View, part: JSON, piece: str, more: str) -> Facts:
    return {piece: part["piece"], f"{more}die": part["die"], f"{more}to": _name(view, spot(part["to"]))}


def _players(view: View, action: JSON) -> Facts:
    """The keeper is moved by the player whose goal is attacked; nobody acts before the toss."""
    if not view.turn:
        return {"team": "", "other": ""}
    team = other(view.turn) if (action["do"],) in (SHIFT, SAVE) else view.turn
    return {"team": team, "other": other(team)}


# What some rules tell beside that


def _walk(it: Refused) -> Facts:
    view, walk = it.view, it.walk
    ends: Facts = {"from": _name(view, walk.start), "to": _name(view, walk.to)}
    return {**ends, "distance": max(stride(walk.start, walk.to)), "piece": walk.piece, "die": walk.pips}


def _passing(it: Refused) -> Facts:
    return {**_walk(it), "at": _name(it.view, before_end(it.walk.start, it.walk.to))}


def _met(it: Refused, found: Callable[[Point], bool]) -> Facts:
    """The first of the other pieces of which this is so."""
    by, at = next((piece, at) for piece, at in it.walk.others.items() if found(at))
    return {**_walk(it), "by": by, "at": _name(it.view, at)}


def _over(it: Refused) -> Facts:
    return _met(it, lambda at: at in way(it.walk.start, it.walk.to)[:-1])


def _land(it: Refused) -> Facts:
    if it.action["do"] == PENALTY[0]:
        return _put_out(it)
    return _met(it, lambda at: at == it.walk.to)


def _onto_keeper(it: Refused) -> Facts:
    stands = next(player for player, at in it.view.keepers.items() if at == it.walk.to)
    return {**_walk(it), "at": _name(it.view, it.walk.to), "keeper": keeper(stands)}


def _between(it: Refused) -> Facts:
    (first, first_at), (third, third_at) = it.walk.others.items()
    places = {"first_at": _name(it.view, first_at), "third_at": _name(it.view, third_at)}
    return {**_walk(it), "first": first, "third": third, **places}


def _dice(it: Refused) -> Facts:
    first, second = it.view.dice
    return {"first": first, "second": second}


def _phase(it: Refused) -> Facts:
    return {"phase": it.view.phase}


def _invader(it: Refused) -> Facts:
    """The first piece in the area that is attacked, in the order of the pieces."""
    view = it.view
    piece, at = next((piece, at) for piece, at in view.pieces.items() if in_area(view.field, view.turn, at))
    return {"inside": piece, "at": _name(view, at), **_dice(it)}


def _put_out(it: Refused) -> Facts:
    """The first piece by the alphabet whose new point is no good, and who has that point already."""
    view, shooter, out = it.view, it.action["piece"], it.action["out"]
    stay = {piece: at for piece, at in view.pieces.items() if piece not in (*out, shooter)}
    for moved in sorted(out):
        to = spot(out[moved])
        if to in stay.values() or not beside_area(view.field, view.turn, to):
            break
        stay[moved] = to
    there = {**view.pieces, **{piece: spot(to) for piece, to in out.items()}}
    by = [piece for piece in there if piece not in (moved, shooter) and there[piece] == to]
    return {"moved": moved, "at": _name(view, to), "by": "".join(by[:1])}


def _shift(it: Refused) -> Facts:
    view, to = it.view, spot(it.action["to"])
    by = "".join(piece for piece, at in view.pieces.items() if at == to)
    ends = {"from": _name(view, defender(view)), "to": _name(view, to)}
    return {**ends, "keeper": keeper(other(view.turn)), "by": by}


def _saving(it: Refused) -> Facts:
    dice = tries(it.view, pending(it.view))
    return {"dice": " / ".join(map(str, dice)), "keeper": keeper(other(it.view.turn))}


_TELLS: Mapping[str, Callable[[Refused], Facts]] = {
    "turn.order": _phase,
    "penalty.compulsory": _invader,
    "move.dice": _dice,
    "move.backward": _walk,
    "move.first_direction": _walk,
    "move.second_direction": _walk,
    "move.count": _walk,
    "move.board": _walk,
    "move.over": _over,
    "move.land": _land,
    "move.keeper": _onto_keeper,
    "through.level": _between,
    "through.crossing": _between,
    "goal.second": _passing,
    "goal.width": _passing,
    "goal.line": _walk,
    "double.only": _dice,
    "penalty.double_one": _dice,
    "penalty.outside": _put_out,
    "corner.place": _walk,
    "corner.back": _walk,
    "keeper.step": _shift,
    "keeper.area": _shift,
    "keeper.free": _shift,
    "save.dice": _saving,
}
"""By rule; a rule that is not here tells nothing more."""


# The ways that it shows


def _ways(it: Refused, rule: str) -> Legs:
    if rule.startswith("keeper."):
        token, to = keeper(other(it.view.turn)), spot(it.action["to"])
        return _way(it.view, token, "move", defender(it.view), to)
    ways = tuple(leg for walk in it.walks for leg in _walked(it.view, walk))
    return (*ways, gauge(it.walk)) if rule.startswith("through.") else ways


def _walked(view: View, walk: Walk) -> Legs:
    """A shot where it leads just behind the goal line, beside the goal too."""
    return _way(view, walk.piece, "shot" if behind(view, walk) else "move", walk.start, walk.to)


def _way(view: View, token: str, style: Style, start: Point, to: Point) -> Legs:
    """As far as the board goes, straight where no line leads there; nothing where it is no way."""
    passed = [start]
    for point in way(start, to) or (to,):
        if not on_board(view.field, point):
            break
        passed.append(point)
    return (Leg(token, names(tuple(passed)), style),) if len(passed) > 1 and start != to else ()
