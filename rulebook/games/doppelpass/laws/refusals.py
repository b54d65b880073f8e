"""What the rules of Doppelpass refuse, and which of them refuses first: the forbidding half of the laws.

Each function tells whether a rule forbids a readable action in a position in which the rules before it do
not. `REFUSALS` names the rules in the order in which they refuse; an action that none of them refuses is
allowed.
"""

from collections.abc import Callable, Collection, Iterator
from functools import cache
from itertools import permutations, product

from rulebook.games.doppelpass.laws.book import CORNER_STEPS, FIRST_STEPS, KEEPER_STEP, PIECES, SECOND_STEPS
from rulebook.games.doppelpass.laws.view import (
    ALL,
    CORNER,
    DIRECT,
    END_TURN,
    INDIRECT,
    MISSED_WALK,
    MOVE,
    PENALTY,
    PHASES,
    SAVE,
    SHIFT,
    Kinds,
    Point,
    View,
    Walk,
    before_end,
    beside_area,
    beyond,
    corner_walk,
    corners,
    defender,
    direct_walk,
    first_walk,
    goal_row,
    in_area,
    in_goal,
    invaders,
    is_double,
    missed_walk,
    on_board,
    penalty_is_due,
    pending,
    second_walk,
    side,
    sign,
    splits,
    spot,
    tries,
    up,
    way,
)
from rulebook.model import JSON

Forbids = Callable[[View, JSON], bool]
Asks = Callable[[View, Walk], bool]
Reads = Callable[[View, JSON], Walk]


# Phase and turn


def wrong_phase(view: View, action: JSON) -> bool:
    return view.phase not in PHASES[action["do"]]


def penalty_comes_first(view: View, action: JSON) -> bool:
    return view.phase == "move" and penalty_is_due(view)


def can_still_move(view: View, action: JSON) -> bool:
    """Some Spielzug is possible, or a double, which always lets the player go on; or a missed walk."""
    if view.phase == "missed":
        return any(not forbidden(view, tried) for tried in missed_walks(view))
    return is_double(view) or any(not forbidden(view, tried) for tried in moves(view))


# A walk


def backward(view: View, walk: Walk) -> bool:
    return (walk.to[1] - walk.start[1]) * up(view.turn) < 0


def not_along(steps: Collection[Point]) -> Asks:
    """The walk leads in no direction that it may have."""

    def asks(view: View, walk: Walk) -> bool:
        across, along = walk.to[0] - walk.start[0], walk.to[1] - walk.start[1]
        straight = bool(way(walk.start, walk.to))
        return not straight or (sign(across), sign(along) * up(view.turn)) not in steps

    return asks


def off_the_board(view: View, walk: Walk) -> bool:
    return not on_board(view.field, walk.to)


def behind(view: View, walk: Walk) -> bool:
    """In the row just behind the goal line that is attacked, beside the goal too."""
    return walk.to[1] == goal_row(view.field, view.turn) + up(view.turn)


def off_elsewhere(view: View, walk: Walk) -> bool:
    return off_the_board(view, walk) and not behind(view, walk)


def is_shot(view: View, walk: Walk) -> bool:
    return behind(view, walk) and in_goal(view.field, view.turn, before_end(walk.start, walk.to))


def beside_the_goal(view: View, walk: Walk) -> bool:
    return off_the_board(view, walk) and not is_shot(view, walk)


def falls_short(view: View, walk: Walk) -> bool:
    return off_the_board(view, walk) and walk.pips < len(way(walk.start, walk.to))


def miscounted(view: View, walk: Walk) -> bool:
    return on_board(view.field, walk.to) and len(way(walk.start, walk.to)) != walk.pips


def over_a_piece(view: View, walk: Walk) -> bool:
    return any(at in way(walk.start, walk.to)[:-1] for at in walk.others.values())


def onto_a_piece(view: View, walk: Walk) -> bool:
    return walk.to in walk.others.values()


def onto_a_keeper(view: View, walk: Walk) -> bool:
    return walk.to in view.keepers.values()


def level(view: View, walk: Walk) -> bool:
    p, q = walk.others.values()
    return 0 in (side(p, q, walk.start), side(p, q, walk.to))


def not_between(view: View, walk: Walk) -> bool:
    """The ends lie on one side of the two others, or these on one side of the way."""
    p, q = walk.others.values()
    ends = side(p, q, walk.start) * side(p, q, walk.to)
    posts = side(walk.start, walk.to, p) * side(walk.start, walk.to, q)
    return not ends == posts == -1


# Doubles, penalty, corner


def no_double(view: View, action: JSON) -> bool:
    return not is_double(view)


def one_piece_twice(view: View, action: JSON) -> bool:
    return bool(action["first"]["piece"] == action["second"]["piece"])


def not_the_dice(view: View, action: JSON) -> bool:
    """Each of the two is used once."""
    return sorted(view.dice) != sorted(action[part]["die"] for part in ("first", "second"))


def none_of_the_dice(view: View, action: JSON) -> bool:
    return action["die"] not in view.dice


def no_corner(view: View, action: JSON) -> bool:
    return view.pieces[action["piece"]] not in corners(view.field, view.turn)


def no_penalty(view: View, action: JSON) -> bool:
    return not penalty_is_due(view)


def not_the_others(view: View, action: JSON) -> bool:
    return sorted(action["out"]) != [piece for piece in invaders(view) if piece != action["piece"]]


def not_outside(index: int) -> Forbids:
    """The piece that comes so early in the alphabet is not put directly outside the area."""

    def forbids(view: View, action: JSON) -> bool:
        named = sorted(action["out"])[index : index + 1]
        return any(not beside_area(view.field, view.turn, spot(action["out"][piece])) for piece in named)

    return forbids


def not_free(index: int) -> Forbids:
    """It is put where a piece stands that stays, or where one before it has been put."""

    def forbids(view: View, action: JSON) -> bool:
        out, named = action["out"], sorted(action["out"])
        stay = [at for piece, at in view.pieces.items() if piece not in (*out, action["piece"])]
        put = [spot(out[piece]) for piece in named[:index]]
        return any(spot(out[piece]) in stay + put for piece in named[index : index + 1])

    return forbids


# The keeper


def too_far(view: View, action: JSON) -> bool:
    (x, y), (to_x, to_y) = defender(view), spot(action["to"])
    return max(abs(to_x - x), abs(to_y - y)) > KEEPER_STEP


def outside_his_area(view: View, action: JSON) -> bool:
    return not in_area(view.field, view.turn, spot(action["to"]))


def onto_another(view: View, action: JSON) -> bool:
    """A piece stands there; one that stands on him already does not keep him from staying."""
    to = spot(action["to"])
    return to != defender(view) and to in view.pieces.values()


def dice_not_offered(view: View, action: JSON) -> bool:
    return action["with"] not in tries(view, pending(view))


# The order in which they refuse

FIRST: tuple[tuple[str, Asks], ...] = (
    ("move.backward", backward),
    ("move.first_direction", not_along(FIRST_STEPS)),
    ("goal.second", is_shot),
    ("move.board", off_the_board),
    ("move.count", miscounted),
    ("move.over", over_a_piece),
    ("move.land", onto_a_piece),
    ("move.keeper", onto_a_keeper),
)
SECOND: tuple[tuple[str, Asks], ...] = (
    ("move.backward", backward),
    ("move.second_direction", not_along(SECOND_STEPS)),
    ("move.board", off_elsewhere),
    ("goal.width", beside_the_goal),
    ("goal.line", falls_short),
    ("move.count", miscounted),
    ("move.over", over_a_piece),
    ("move.land", onto_a_piece),
    ("move.keeper", onto_a_keeper),
    ("through.level", level),
    ("through.crossing", not_between),
)
BACK: tuple[tuple[str, Asks], ...] = (
    ("corner.back", not_along(CORNER_STEPS)),
    ("move.board", off_the_board),
    ("move.count", miscounted),
    ("move.over", over_a_piece),
    ("move.land", onto_a_piece),
    ("move.keeper", onto_a_keeper),
)

Refusal = tuple[str, Kinds, Forbids]


def of(reads: Reads, kinds: Kinds, table: tuple[tuple[str, Asks], ...]) -> Iterator[Refusal]:
    """What refuses a walk of an action."""
    read = _remembered(reads)
    for rule, asks in table:
        yield rule, kinds, _asked(read, asks)


def _remembered(reads: Reads) -> Reads:
    """The same walk for one question after another about the same action."""
    last: list[tuple[View, JSON, Walk]] = []

    def read(view: View, action: JSON) -> Walk:
        if not last or last[0][0] is not view or last[0][1] is not action:
            last[:] = [(view, action, reads(view, action))]
        return last[0][2]

    return read


def _asked(reads: Reads, asks: Asks) -> Forbids:
    return lambda view, action: asks(view, reads(view, action))


REFUSALS: tuple[Refusal, ...] = (
    ("turn.order", ALL, wrong_phase),
    ("penalty.compulsory", MOVE + DIRECT + INDIRECT + CORNER + END_TURN, penalty_comes_first),
    ("move.two", MOVE, one_piece_twice),
    ("move.dice", MOVE, not_the_dice),
    *of(first_walk, MOVE, FIRST),
    *of(second_walk, MOVE, SECOND),
    ("double.only", DIRECT + INDIRECT, no_double),
    *of(direct_walk, DIRECT, SECOND),
    ("move.dice", CORNER, none_of_the_dice),
    ("corner.place", CORNER, no_corner),
    *of(corner_walk, CORNER, BACK),
    ("penalty.double_one", PENALTY, no_penalty),
    ("penalty.others", PENALTY, not_the_others),
    ("penalty.outside", PENALTY, not_outside(0)),
    ("move.land", PENALTY, not_free(0)),
    ("penalty.outside", PENALTY, not_outside(1)),
    ("move.land", PENALTY, not_free(1)),
    *of(missed_walk, MISSED_WALK, FIRST),
    ("turn.must_move", END_TURN, can_still_move),
    ("keeper.step", SHIFT, too_far),
    ("keeper.area", SHIFT, outside_his_area),
    ("keeper.free", SHIFT, onto_another),
    ("save.dice", SAVE, dice_not_offered),
)
"""Rule, kinds of action, and whether the rule refuses; the first that does is named."""


# What would be tried


def forbidden(view: View, action: JSON) -> bool:
    """Whether any rule refuses a walk or a Spielzug."""
    return any(forbids(view, action) for forbids in _of_kind(action["do"]))


@cache
def _of_kind(kind: str) -> tuple[Forbids, ...]:
    return tuple(forbids for _rule, kinds, forbids in REFUSALS if not kinds or kind in kinds)


def moves(view: View) -> Iterator[JSON]:
    """Every Spielzug that counts out its dice, forbidden or not; a shot where the way leads into the goal."""
    for (die, second_die), (piece, mate) in product(splits(view), permutations(PIECES, 2)):
        for to in ahead(view, piece, die, FIRST_STEPS):
            first = {"piece": piece, "die": die, "to": list(to)}
            for mate_to in kicked(view, mate, second_die):
                second = {"piece": mate, "die": second_die, "to": list(mate_to)}
                yield {"do": "move", "first": first, "second": second}


def missed_walks(view: View) -> Iterator[JSON]:
    """Where the shooter of a missed penalty could go."""
    if view.shot:
        for to in ahead(view, view.shot.piece, view.shot.number or 0, FIRST_STEPS):
            yield {"do": "missed", "to": list(to)}


def ahead(view: View, piece: str, pips: int, steps: Collection[Point]) -> Iterator[Point]:
    """The ends of a piece's walks, on the board or not."""
    for across, along in sorted(steps):
        yield beyond(view.pieces[piece], (across, along * up(view.turn)), pips)


def kicked(view: View, piece: str, pips: int) -> Iterator[Point]:
    """The ends of a second piece's walks; the point behind the line where they lead over it."""
    rows = (goal_row(view.field, view.turn) - view.pieces[piece][1]) * up(view.turn)
    yield from ahead(view, piece, min(pips, rows + 1), SECOND_STEPS)
