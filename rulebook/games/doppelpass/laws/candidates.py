"""Readable actions of Doppelpass worth trying in a position, allowed or not.

What belongs to the phase is tried widely: every legal action, and beside it what is wrong in one respect.
Of everything else one or two are tried, since one reason refuses them all.
"""

from collections.abc import Iterator
from functools import cache
from itertools import cycle, islice, permutations, product

from rulebook.games.doppelpass.laws.book import FIRST_STEPS, KEEPER_STEP, PIECES, SECOND_STEPS, SIDES
from rulebook.games.doppelpass.laws.refusals import ahead, kicked
from rulebook.games.doppelpass.laws.view import (
    Field,
    Point,
    View,
    around,
    beside_area,
    beyond,
    corners,
    defender,
    goal_row,
    invaders,
    is_double,
    penalty_is_due,
    splits,
    target_spot,
    up,
)
from rulebook.model import JSON

AWRY = ((-1, -1), (0, -1), (1, -1), (0, 1), (1, 2))
"""Steps that neither piece of a Spielzug takes: back, straight ahead, and along no line."""

FEW = 5
"""Of each kind that a penalty rules out."""

BACK = ((-1, -1), (0, -1), (1, -1))


def candidates(view: View) -> Iterator[JSON]:
    """Every legal action is among them; always in the same order, each once."""
    yield from ({"do": kind} for kind in ("roll", "indirect", "kick_off", "end_turn"))
    yield from ({"do": "save", "with": number} for number in (1, 2))
    yield from _shifts(view)
    yield from _missed_walks(view)
    if view.phase != "move":
        yield from _elsewhere(view)
    else:
        due = penalty_is_due(view)
        for tried in (_moves, _directs, _corners):
            yield from islice(unique(tried(view)), FEW if due else None)
        yield from unique(_penalties(view))


def unique(actions: Iterator[JSON]) -> Iterator[JSON]:
    """Each once."""
    known = set[str]()
    for action in actions:
        key = repr(action)
        if key not in known:
            known.add(key)
            yield action


def _elsewhere(view: View) -> Iterator[JSON]:
    """What only the phase forbids, or should."""
    x, y = view.field.kick_off[0]
    first, second = _part("black", 1, (x - 1, y)), _part("red", 2, (x + 1, y + 2))
    yield {"do": "move", "first": first, "second": second}
    yield {"do": "direct", "piece": "red", "to": [x + 1, y + 2]}
    yield {"do": "corner", "piece": "gold", "die": 1, "to": [x, y]}
    yield {"do": "penalty", "piece": "black", "out": {}}


def _part(piece: str, die: int, to: Point) -> JSON:
    return {"piece": piece, "die": die, "to": list(to)}


# Spielzug


def _moves(view: View) -> Iterator[JSON]:
    for (die, second_die), (piece, mate) in product(splits(view), permutations(PIECES, 2)):
        good, bad = _firsts(view, piece, die), _wrong_firsts(view, piece, die)
        aims, others = list(kicked(view, mate, second_die)), _seconds(view, mate, second_die)
        pairs = [*product(good, aims), *zip(cycle(good), others), *((to, aims[0]) for to in bad)]
        for to, mate_to in pairs:
            yield _move((piece, die, to), (mate, second_die, mate_to))
        yield from _wrong_pairs((piece, die, good[-1]), (mate, second_die, aims[0]), view.field)


Part = tuple[str, int, Point]


def _move(first: Part, second: Part) -> JSON:
    return {"do": "move", "first": _part(*first), "second": _part(*second)}


def _firsts(view: View, piece: str, die: int) -> list[Point]:
    return list(ahead(view, piece, die, FIRST_STEPS))


def _wrong_firsts(view: View, piece: str, die: int) -> list[Point]:
    """Awry, a point too far or not far enough, nowhere."""
    wrong = [*ahead(view, piece, die, AWRY), *ahead(view, piece, 0, ((0, 1),))]
    counts = [*ahead(view, piece, die + 1, FIRST_STEPS), *ahead(view, piece, die - 1, FIRST_STEPS)]
    return wrong + counts


def _seconds(view: View, piece: str, pips: int) -> Iterator[Point]:
    """Counted out, into the goal, or wrong in one respect."""
    yield from kicked(view, piece, pips)
    yield from ahead(view, piece, pips, SECOND_STEPS)
    yield from _shots(view, piece)
    yield from ahead(view, piece, pips + 1, SECOND_STEPS)
    yield from ahead(view, piece, max(pips - 1, 0), SECOND_STEPS)
    yield from ahead(view, piece, pips, ((-1, 0), *AWRY))


def _shots(view: View, piece: str) -> Iterator[Point]:
    """Just behind the goal line, however far that is."""
    rows = (goal_row(view.field, view.turn) - view.pieces[piece][1]) * up(view.turn)
    yield from ahead(view, piece, rows + 1, SECOND_STEPS)


def _wrong_pairs(first: Part, second: Part, field: Field) -> Iterator[JSON]:
    """One piece twice, and dice that were not thrown."""
    (piece, die, to), (mate, second_die, mate_to) = first, second
    yield _move(first, (piece, second_die, mate_to))
    yield _move((piece, second_die, to), second)
    yield _move(first, (mate, die, mate_to))
    yield _move((piece, second_die, to), (mate, die, mate_to))
    yield _move((piece, die % SIDES + 1, to), second)
    yield _move(first, (mate, second_die, (field.columns + 1, mate_to[1])))


# Doubles, corner, penalty


def _directs(view: View) -> Iterator[JSON]:
    for piece in PIECES if is_double(view) else PIECES[:1]:
        tried = [*_seconds(view, piece, sum(view.dice)), *ahead(view, piece, view.dice[0], SECOND_STEPS)]
        for to in tried if is_double(view) else tried[:3]:
            yield {"do": "direct", "piece": piece, "to": list(to)}


def _corners(view: View) -> Iterator[JSON]:
    """Whatever stands in any corner, and one piece that need not."""
    ends = (*corners(view.field, "A"), *corners(view.field, "B"))
    cornered = [piece for piece, at in view.pieces.items() if at in ends]
    for piece, die in product(cornered, sorted(set(view.dice))):
        tried = [*ahead(view, piece, die, (*BACK, *FIRST_STEPS, (0, 1), (-1, -2)))]
        tried += [*ahead(view, piece, die + 1, BACK), *ahead(view, piece, die - 1, BACK)]
        yield from (_corner(piece, die, to) for to in tried)
    for piece in (*cornered[:1], PIECES[0]):
        yield _corner(piece, view.dice[0] % SIDES + 1, view.pieces[piece])
        yield _corner(piece, view.dice[0], beyond(view.pieces[piece], (0, -up(view.turn)), view.dice[0]))


def _corner(piece: str, die: int, to: Point) -> JSON:
    return {"do": "corner", "piece": piece, "die": die, "to": list(to)}


def _penalties(view: View) -> Iterator[JSON]:
    outside = [list(point) for point in _outside(view.field, view.turn)]
    if not penalty_is_due(view):
        inside = invaders(view)
        yield {"do": "penalty", "piece": PIECES[0], "out": {}}
        yield {"do": "penalty", "piece": PIECES[1], "out": dict(zip(inside, outside, strict=False))}
        return
    for shooter in PIECES:
        others = [piece for piece in invaders(view) if piece != shooter]
        for points in product(outside, repeat=len(others)):
            yield {"do": "penalty", "piece": shooter, "out": dict(zip(others, points, strict=True))}
        yield from _wrong_outs(view, shooter, others, outside)


@cache
def _outside(field: Field, player: str) -> tuple[Point, ...]:
    """The points directly outside the area that a player attacks."""
    points = product(range(field.columns), range(field.rows))
    return tuple(point for point in points if beside_area(field, player, point))


def _wrong_outs(view: View, shooter: str, others: list[str], outside: list[JSON]) -> Iterator[JSON]:
    """Points that are no good for one of them, names too many, too few and wrong."""
    good = dict(zip(others, (outside[0], outside[-1]), strict=False))
    for piece, to in product(others, _beside_outside(view)):
        yield {"do": "penalty", "piece": shooter, "out": {**good, piece: list(to)}}
    for piece in PIECES:
        fewer = {name: to for name, to in good.items() if name != piece}
        yield {"do": "penalty", "piece": shooter, "out": fewer}
        yield {"do": "penalty", "piece": shooter, "out": {**good, piece: outside[1]}}


def _beside_outside(view: View) -> Iterator[Point]:
    """Around the area and in it, two points away from it, and off the board."""
    field, turn = view.field, view.turn
    row, low, high = goal_row(field, turn), field.area[0], field.area[-1]
    for forward in (1, 0, -1, 1 - field.depth, -field.depth, -field.depth - 1):
        yield from ((x, row + forward * up(turn)) for x in (low - 2, low - 1, low, high, high + 1, high + 2))
    yield target_spot(field, turn)
    yield from view.pieces.values()


# Keeper and missed penalty


def _shifts(view: View) -> Iterator[JSON]:
    """All points that are a step or two away."""
    if view.phase != "keeper":
        yield {"do": "shift", "to": list(view.keepers.get("B", (0, 0)))}
        return
    x, y = defender(view)
    reach = range(-KEEPER_STEP - 1, KEEPER_STEP + 2)
    yield from ({"do": "shift", "to": [x + i, y + j]} for i, j in product(reach, repeat=2))


def _missed_walks(view: View) -> Iterator[JSON]:
    if view.phase != "missed" or view.shot is None or view.shot.number is None:
        yield {"do": "missed", "to": [0, 1]}
        return
    shooter, pips = view.shot.piece, view.shot.number
    tried = [*_firsts(view, shooter, pips), *_wrong_firsts(view, shooter, pips)]
    tried += [*around(view.pieces[shooter]), (view.field.columns, view.field.rows)]
    yield from ({"do": "missed", "to": list(to)} for to in dict.fromkeys(tried))
