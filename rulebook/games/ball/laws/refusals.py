"""What the rules of BALL refuse, and which of them refuses first: the forbidding half of the laws.

Each function tells whether a rule forbids a readable action in a position. Every one of them answers for any
such action, whatever the others say. `REFUSALS` names the rules in the order in which they refuse; an action
that none of them refuses is allowed.
"""

from collections.abc import Callable

from rulebook.games.ball.laws.book import (
    LEAST_CONVERTED,
    LONG,
    LONG_PASS_DISTANCE,
    PRICES,
    SHORT_PASS_RANGE,
    STRIDES,
)
from rulebook.games.ball.laws.view import (
    ACTION_PHASE,
    ACTIONS,
    ALL,
    BLOCK,
    CONVERT,
    DODGE,
    END_TURN,
    HAND_OFF,
    LONG_PASS,
    MOVE,
    MOVEMENTS,
    MOVING,
    PASSES,
    PROTECT,
    RELEASE,
    RELEASE_PHASE,
    SHORT_PASS,
    STAND_UP,
    TACTICAL_DODGE,
    Kinds,
    View,
    able,
    beside,
    distance,
    empty,
    free,
    hatched,
    lone_mate,
    lone_opponent,
    middle,
    stride,
    team,
)
from rulebook.model import JSON

Forbids = Callable[[View, JSON], bool]


# The game, the phase and the player


def game_is_over(view: View, action: JSON) -> bool:
    return view.phase == "over"


def no_action_phase(view: View, action: JSON) -> bool:
    return view.phase != "action"


def no_release_phase(view: View, action: JSON) -> bool:
    return view.phase != "release"


def other_team(view: View, action: JSON) -> bool:
    return team(action["player"]) != view.turn


def not_fallen(view: View, action: JSON) -> bool:
    """Neither an upright player nor one in a stack stands up."""
    player = action["player"]
    return not view.down[player] or player in view.above or player in view.under


def not_on_top(view: View, action: JSON) -> bool:
    return action["player"] not in view.under


def stack_is_fresh(view: View, action: JSON) -> bool:
    return action["player"] in view.fresh


def unable(view: View, action: JSON) -> bool:
    return not able(view, action["player"])


def has_taken(view: View, action: JSON) -> bool:
    """In possession this turn; only what came by hand-off may be handed off again."""
    way = view.took.get(action["player"])
    return way is not None and not (way == "hand_off" and action["do"] == "hand_off")


def not_the_holder(view: View, action: JSON) -> bool:
    player: str = action["player"]
    return player != view.holder


# The shape of a movement and the range of a pass


def plain(*fields: str) -> Forbids:
    """A square that the action names is not hatched."""

    def forbids(view: View, action: JSON) -> bool:
        return not all(hatched(action[field]) for field in fields)

    return forbids


def beyond(sign: str) -> Forbids:
    """A player of this type does not move like that."""

    def forbids(view: View, action: JSON) -> bool:
        player = action["player"]
        return view.types[player] == sign and stride(view.at[player], action["to"]) not in STRIDES[sign]

    return forbids


def not_long(view: View, action: JSON) -> bool:
    return distance(view.at[action["player"]], action["to"]) != LONG


def not_long_diagonal(view: View, action: JSON) -> bool:
    return stride(view.at[action["player"]], action["to"]) != (LONG, LONG)


def not_adjacent(*fields: str) -> Forbids:
    """A square that the action names is not adjacent to its player."""

    def forbids(view: View, action: JSON) -> bool:
        start = view.at[action["player"]]
        return any(distance(start, action[field]) != 1 for field in fields)

    return forbids


def receiver_not_adjacent(view: View, action: JSON) -> bool:
    return distance(view.at[action["player"]], view.at[action["receiver"]]) != 1


def receiver_too_far(view: View, action: JSON) -> bool:
    return distance(view.at[action["player"]], view.at[action["receiver"]]) > SHORT_PASS_RANGE


# The way


def crossed(view: View, action: JSON) -> str:
    """The hatched square in the middle of a longer movement; `""` where there is none."""
    start, to = view.at[action["player"]], action["to"]
    return middle(start, to) if stride(start, to) == (LONG, LONG) else ""


def stack_on_the_way(view: View, action: JSON) -> bool:
    return crossed(view, action) in view.closed


def player_on_the_way(view: View, action: JSON) -> bool:
    return crossed(view, action) in view.on


def nobody_to_jump_over(view: View, action: JSON) -> bool:
    return not lone_opponent(view, action["player"], crossed(view, action))


# The end of the way, the receiver and the ball's place


def ends_on_stack(view: View, action: JSON) -> bool:
    return action["to"] in view.closed


def end_not_free(view: View, action: JSON) -> bool:
    return not free(view, action["to"])


def end_not_empty(view: View, action: JSON) -> bool:
    return not empty(view, action["to"])


def no_lone_opponent(view: View, action: JSON) -> bool:
    return not lone_opponent(view, action["player"], action["to"])


def no_lone_mate(view: View, action: JSON) -> bool:
    return not lone_mate(view, action["player"], action["to"])


def no_able_mate(view: View, action: JSON) -> bool:
    player, receiver = action["player"], action["receiver"]
    return receiver == player or team(receiver) != team(player) or not able(view, receiver)


def near_a_mate(view: View, action: JSON) -> bool:
    """Less than two squares from a team-mate in any state, the passer not counted."""
    player, to = action["player"], action["to"]
    mates = (mate for mate in view.at if mate != player and team(mate) == team(player))
    return any(distance(view.at[mate], to) < LONG_PASS_DISTANCE for mate in mates)


def no_room_for_both(view: View, action: JSON) -> bool:
    squares = action["top_to"], action["bottom_to"]
    return squares[0] == squares[1] or not all(empty(view, square) for square in squares)


# What must follow


def no_exit(view: View, action: JSON) -> bool:
    return not any(free(view, s) for s in beside(view.size, action["to"]))


def wrong_exit(view: View, action: JSON) -> bool:
    return distance(action["to"], action["exit"]) != 1 or not free(view, action["exit"])


def wrong_push(view: View, action: JSON) -> bool:
    """The acting player has left its square, has arrived, and has brought along the ball that it holds."""
    player, to, push = action["player"], action["to"], action["push"]
    ball = to if view.holder == player else view.ball
    taken = push in (to, ball) or any(there != player for there in view.on.get(push, ()))
    return taken or distance(middle(view.at[player], to), push) != 1


def ball_not_beside_receiver(view: View, action: JSON) -> bool:
    return distance(view.at[action["receiver"]], action["to"]) != 1


def wrong_keeper(view: View, action: JSON) -> bool:
    """Whoever keeps the ball is named exactly when the upper player held it."""
    upper, keeper = action["player"], action.get("ball")
    pair = (upper, view.under.get(upper, upper))
    return keeper not in pair if view.holder == upper else keeper is not None


def something_to_resolve(view: View, action: JSON) -> bool:
    return any(can_be_resolved(view, player) for player in view.at if team(player) == view.turn)


def can_be_resolved(view: View, player: str) -> bool:
    """Whether a player of the coach on turn can stand up or release its stack."""
    room = sum(empty(view, square) for square in beside(view.size, view.at[player]))
    if player in view.under:
        return player not in view.fresh and room >= 2
    return view.down[player] and player not in view.above and room >= 1


# The cost


def cannot_convert(view: View, action: JSON) -> bool:
    return not LEAST_CONVERTED <= action["ap"] <= view.ap


def priced(view: View, action: JSON) -> str:
    """The line of the price list."""
    if action["do"] != "move":
        return str(action["do"])
    return "move.one" if distance(view.at[action["player"]], action["to"]) == 1 else "move.two"


def cannot_pay(line: str) -> Forbids:
    ap, _ = PRICES[line]

    def forbids(view: View, action: JSON) -> bool:
        return view.ap < ap and priced(view, action) == line

    return forbids


def cost(line: str) -> tuple[str, Kinds, Forbids]:
    return f"{line}.cost", (line.partition(".")[0],), cannot_pay(line)


REFUSALS: tuple[tuple[str, Kinds, Forbids], ...] = (
    # The game, the phase and the player
    ("goal.win", ALL, game_is_over),
    ("turn.phases", ACTION_PHASE, no_action_phase),
    ("turn.phases", RELEASE_PHASE, no_release_phase),
    ("turn.phases", ACTIONS, other_team),
    ("release.duty", STAND_UP + RELEASE, other_team),
    ("release.stand_up", STAND_UP, not_fallen),
    ("release.stack", RELEASE, not_on_top),
    ("release.next_turn", RELEASE, stack_is_fresh),
    ("turn.unable", ACTIONS, unable),
    ("turn.took", ACTIONS, has_taken),
    ("pass.holder", PASSES, not_the_holder),
    # The shape of a movement and the range of a pass
    ("board.playable", MOVING + STAND_UP, plain("to")),
    ("board.playable", RELEASE, plain("top_to", "bottom_to")),
    ("move.x", MOVEMENTS, beyond("X")),
    ("move.o", MOVEMENTS, beyond("O")),
    ("move.sharp", MOVEMENTS, beyond("#")),
    ("dodge.target", DODGE, not_long),
    ("tactical_dodge.path", TACTICAL_DODGE, not_long_diagonal),
    ("block.move", BLOCK, not_adjacent("to")),
    ("protect.move", PROTECT, not_adjacent("to")),
    ("release.stand_up", STAND_UP, not_adjacent("to")),
    ("release.stack", RELEASE, not_adjacent("top_to", "bottom_to")),
    ("hand_off.adjacent", HAND_OFF, receiver_not_adjacent),
    ("short_pass.range", SHORT_PASS, receiver_too_far),
    # The way
    ("turn.closed", MOVEMENTS, stack_on_the_way),
    ("move.path", MOVE + DODGE, player_on_the_way),
    ("tactical_dodge.path", TACTICAL_DODGE, nobody_to_jump_over),
    # The end of the way, the receiver and the ball's place
    ("turn.closed", MOVING, ends_on_stack),
    ("move.end", MOVE, end_not_free),
    ("dodge.target", DODGE, no_lone_opponent),
    ("tactical_dodge.path", TACTICAL_DODGE, end_not_free),
    ("block.move", BLOCK, no_lone_opponent),
    ("protect.move", PROTECT, no_lone_mate),
    ("pass.receiver", HAND_OFF + SHORT_PASS, no_able_mate),
    ("board.playable", LONG_PASS, plain("to")),
    ("long_pass.place", LONG_PASS, near_a_mate),
    ("long_pass.place", LONG_PASS, end_not_empty),
    ("release.stand_up", STAND_UP, end_not_empty),
    ("release.stack", RELEASE, no_room_for_both),
    # What must follow
    ("dodge.no_exit", DODGE, no_exit),
    ("board.playable", DODGE, plain("exit")),
    ("dodge.exit", DODGE, wrong_exit),
    ("board.playable", TACTICAL_DODGE, plain("push")),
    ("tactical_dodge.push", TACTICAL_DODGE, wrong_push),
    ("board.playable", SHORT_PASS, plain("to")),
    ("short_pass.ball", SHORT_PASS, ball_not_beside_receiver),
    ("short_pass.ball", SHORT_PASS, end_not_empty),
    ("release.ball", RELEASE, wrong_keeper),
    ("release.duty", END_TURN, something_to_resolve),
    # The cost
    ("turn.convert", CONVERT, cannot_convert),
    *(cost(line) for line, (ap, _) in PRICES.items() if ap > 0),
)
"""Rule, kinds of action, and whether the rule refuses; the first that does is named."""
