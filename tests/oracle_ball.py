"""Slow, plain second implementation of the BALL rules on JSON values, to compare the engine with.

Written from the rules page alone (`spec/ball.md`, `spec/protocol.md`) and importing nothing of the project,
so that engine and oracle can be wrong only independently. Speed is no aim: each rule is asked as a question
about one action.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

State = dict[str, Any]
Action = dict[str, Any]

COLUMNS = "ABCDEFGHIJKLM"
ROWS = 17
TEAMS = ("ATK", "DEF")
OTHER_TEAM = {"ATK": "DEF", "DEF": "ATK"}
END_ZONE_TO_REACH = {"ATK": 17, "DEF": 1}  # board.end_zones: the row in which that team scores
TURN_AP = 2

XY = {f"{letter}{row}": (x, row) for x, letter in enumerate(COLUMNS, 1) for row in range(1, ROWS + 1)}
NAME = {xy: square for square, xy in XY.items()}
PLAYERS = tuple(f"{team}{shirt}" for team in TEAMS for shirt in range(1, 8))

SETUP_TYPES = "XOXO##O"  # setup.types: shirts 1 to 7, the same in both teams
SETUP_PLACES = {
    "ATK": ("E8", "G8", "I8", "D7", "F7", "H7", "J7"),
    "DEF": ("I10", "G10", "E10", "J11", "H11", "F11", "D11"),
}

AP = {
    "move.one": 1,
    "move.two": 2,
    "dodge": 1,
    "tactical_dodge": 0,
    "block": 1,
    "protect": 1,
    "short_pass": 1,
    "long_pass": 2,
    "hand_off": 0,
}
EP = {
    "move.one": 0,
    "move.two": 0,
    "dodge": 1,
    "tactical_dodge": 2,
    "block": 1,
    "protect": 0,
    "short_pass": 1,
    "long_pass": 2,
    "hand_off": 0,
}

# The fields of each action beside "do": what it must have. Only a release may have one more, "ball".
FIELDS = {
    "move": ("player", "to"),
    "dodge": ("player", "to", "exit"),
    "tactical_dodge": ("player", "to", "push"),
    "block": ("player", "to"),
    "protect": ("player", "to"),
    "hand_off": ("player", "receiver"),
    "short_pass": ("player", "receiver", "to"),
    "long_pass": ("player", "to"),
    "convert": ("ap",),
    "end_actions": (),
    "stand_up": ("player", "to"),
    "release": ("player", "top_to", "bottom_to"),
    "end_turn": (),
}
SQUARE_FIELDS = ("to", "exit", "push", "top_to", "bottom_to")
PLAYER_FIELDS = ("player", "receiver", "ball")
RELEASE_PHASE = ("stand_up", "release", "end_turn")
PASSES = ("hand_off", "short_pass", "long_pass")
MOVEMENTS = ("move", "dodge", "tactical_dodge")


# Geometry -----------------------------------------------------------------------------------------


def is_playable(square: str) -> bool:
    """Whether it is one of the hatched squares (`spec/ball.md: board.playable`)."""
    x, y = XY[square]
    return (x + y) % 2 == 1


PLAYABLE = tuple(square for square in XY if is_playable(square))


def distance(a: str, b: str) -> int:
    """King's steps between two squares (`spec/ball.md: board.distance`)."""
    (ax, ay), (bx, by) = XY[a], XY[b]
    return max(abs(ax - bx), abs(ay - by))


@cache
def near(square: str, reach: int) -> tuple[str, ...]:
    """The playable squares at a distance of at most `reach`, the square itself among them."""
    return tuple(other for other in PLAYABLE if distance(square, other) <= reach)


def is_diagonal(a: str, b: str) -> bool:
    """Whether the way from a to b is straight and diagonal, of any length but 0."""
    (ax, ay), (bx, by) = XY[a], XY[b]
    return abs(ax - bx) == abs(ay - by) != 0


def is_straight(a: str, b: str) -> bool:
    """Whether the way from a to b lies along a row or a column, of any length but 0."""
    (ax, ay), (bx, by) = XY[a], XY[b]
    return (ax == bx) != (ay == by)


def middle(a: str, b: str) -> str:
    """The square between the ends of a 2-square movement."""
    (ax, ay), (bx, by) = XY[a], XY[b]
    return NAME[(ax + bx) // 2, (ay + by) // 2]


# Questions about a state --------------------------------------------------------------------------


def team_of(player: str) -> str:
    """ATK or DEF."""
    return player[:3]


def place(state: State, player: str) -> str:
    """The square that the player is on."""
    return str(state["players"][player]["at"])


def on_square(state: State, square: str) -> list[str]:
    """The players on a square."""
    return [player for player, its in state["players"].items() if its["at"] == square]


def is_free(state: State, square: str) -> bool:
    """No player is on it."""
    return not on_square(state, square)


def is_empty(state: State, square: str) -> bool:
    """Neither a player nor the ball is on it."""
    return is_free(state, square) and state["ball"]["at"] != square


def stack_on(state: State, square: str) -> bool:
    """Whether a stack closes the square."""
    return any(stack["at"] == square for stack in state["stacks"])


def in_stack(state: State, player: str) -> bool:
    """Whether the player is the upper or the lower one of a stack."""
    return any(player in (stack["top"], stack["bottom"]) for stack in state["stacks"])


def stack_under(state: State, player: str) -> dict[str, Any] | None:
    """The stack whose upper player this is."""
    for stack in state["stacks"]:
        if stack["top"] == player:
            return dict(stack)
    return None


def is_able(state: State, player: str) -> bool:
    """Neither knocked down nor part of a stack."""
    return not state["players"][player]["down"] and not in_stack(state, player)


def holds(state: State, player: str) -> bool:
    """Whether the player is in possession, with the ball on its square or beside it."""
    return bool(state["ball"]["holder"] == player)


def lone_player(state: State, square: str) -> str | None:
    """The one player on a square; None when there is none or a stack."""
    there = on_square(state, square)
    return there[0] if len(there) == 1 else None


def lone_opponent(state: State, player: str, square: str) -> bool:
    """Whether exactly one player, and of the other team, is on the square."""
    there = lone_player(state, square)
    return there is not None and team_of(there) != team_of(player)


def lone_mate(state: State, player: str, square: str) -> bool:
    """Whether exactly one other player, and of the same team, is on the square."""
    there = lone_player(state, square)
    return there is not None and there != player and team_of(there) == team_of(player)


def can_make(kind: str, a: str, b: str) -> bool:
    """Whether the type X, O or # can make the movement on a bare board (`move.x`, `move.o`, `move.sharp`)."""
    one = distance(a, b) == 1 and is_diagonal(a, b)
    two_diagonally = distance(a, b) == 2 and is_diagonal(a, b)
    two_straight = distance(a, b) == 2 and is_straight(a, b)
    if kind == "X":
        return one or two_diagonally
    if kind == "O":
        return one or two_straight
    return one or two_diagonally or two_straight


def movement_rule(kind: str) -> str:
    """The rule that says how the type moves."""
    return {"X": "move.x", "O": "move.o", "#": "move.sharp"}[kind]


# Reading an action --------------------------------------------------------------------------------


def read(state: State, action: object) -> None:
    """Raise ValueError when the action cannot be read at all; whether it is allowed is another question."""
    if not isinstance(action, dict) or not isinstance(action.get("do"), str) or action["do"] not in FIELDS:
        raise ValueError(f"expected an action with a known 'do', got {action!r}")
    wanted = {"do", *FIELDS[action["do"]]}
    given = set(action)
    if action["do"] == "release":
        given.discard("ball")
    if given != wanted:
        raise ValueError(f"expected the fields {sorted(wanted)}, got {action!r}")
    for field in set(action) - {"do"}:
        read_field(state, action, field)


def read_field(state: State, action: Action, field: str) -> None:
    """Raise ValueError when one field of the action has no readable value."""
    value = action[field]
    if field == "ball" and value is None:
        return
    if field == "ap" and type(value) is not int:
        raise ValueError(f"expected a whole number of AP, got {value!r}")
    if field in SQUARE_FIELDS and (not isinstance(value, str) or value not in XY):
        raise ValueError(f"expected a square of the board as '{field}', got {value!r}")
    if field in PLAYER_FIELDS and (not isinstance(value, str) or value not in state["players"]):
        raise ValueError(f"expected a player of this position as '{field}', got {value!r}")


# Why an action is refused, stage by stage ---------------------------------------------------------
# Each stage gets a state and a readable action and names the rule that forbids it at this stage, or None.


def refused_by_phase(state: State, action: Action) -> str | None:
    """Game over, or an action of the other phase."""
    if state["phase"] == "over":
        return "goal.win"
    phase_needed = "release" if action["do"] in RELEASE_PHASE else "action"
    return None if state["phase"] == phase_needed else "turn.phases"


def refused_by_team(state: State, action: Action) -> str | None:
    """The player is not one of the team on turn."""
    if "player" not in action or team_of(action["player"]) == state["turn"]:
        return None
    return "release.duty" if action["do"] in RELEASE_PHASE else "turn.phases"


def refused_by_condition(state: State, action: Action) -> str | None:
    """The player is not in the condition that the action asks for."""
    if "player" not in action:
        return None
    player = action["player"]
    if action["do"] == "stand_up":
        can_stand_up = state["players"][player]["down"] and not in_stack(state, player)
        return None if can_stand_up else "release.stand_up"
    if action["do"] == "release":
        return refused_by_stack(state, player)
    return None if is_able(state, player) else "turn.unable"


def refused_by_stack(state: State, player: str) -> str | None:
    """For a release: no stack under the player, or one made in this turn."""
    stack = stack_under(state, player)
    if stack is None:
        return "release.stack"
    return "release.next_turn" if stack["fresh"] else None


def refused_by_took(state: State, action: Action) -> str | None:
    """The player came into possession this turn; by hand-off it may still hand off."""
    if action["do"] in RELEASE_PHASE or "player" not in action:
        return None
    entry = state["took"].get(action["player"])
    if entry is None or (entry == "hand_off" and action["do"] == "hand_off"):
        return None
    return "turn.took"


def refused_by_holder(state: State, action: Action) -> str | None:
    """Only the holder passes."""
    if action["do"] in PASSES and not holds(state, action["player"]):
        return "pass.holder"
    return None


def refused_by_shape(state: State, action: Action) -> str | None:
    """Shape of the movement, or range of the pass; before that a player's end square must be playable."""
    do = action["do"]
    for field in ("to", "top_to", "bottom_to"):
        if do not in PASSES and field in action and not is_playable(action[field]):
            return "board.playable"
    if do in MOVEMENTS:
        return refused_by_movement(state, action)
    if do in ("block", "protect"):
        return None if distance(place(state, action["player"]), action["to"]) == 1 else f"{do}.move"
    if do in ("stand_up", "release"):
        return refused_by_adjacency(state, action)
    if do in ("hand_off", "short_pass"):
        return refused_by_range(state, action)
    return None


def refused_by_movement(state: State, action: Action) -> str | None:
    """The player's type cannot move so, or the action needs another movement than this."""
    start, to = place(state, action["player"]), action["to"]
    kind = state["players"][action["player"]]["type"]
    if not can_make(kind, start, to):
        return movement_rule(kind)
    if action["do"] == "dodge" and distance(start, to) != 2:
        return "dodge.target"
    if action["do"] == "tactical_dodge" and not (distance(start, to) == 2 and is_diagonal(start, to)):
        return "tactical_dodge.path"
    return None


def refused_by_adjacency(state: State, action: Action) -> str | None:
    """Standing up and releasing go exactly one square."""
    start = place(state, action["player"])
    if action["do"] == "stand_up":
        return None if distance(start, action["to"]) == 1 else "release.stand_up"
    near_enough = distance(start, action["top_to"]) == 1 and distance(start, action["bottom_to"]) == 1
    return None if near_enough else "release.stack"


def refused_by_range(state: State, action: Action) -> str | None:
    """A hand-off goes to an adjacent square, a short pass to a receiver at most 4 squares away."""
    reach = distance(place(state, action["player"]), place(state, action["receiver"]))
    if action["do"] == "hand_off":
        return None if reach == 1 else "hand_off.adjacent"
    return None if reach <= 4 else "short_pass.range"


def refused_by_way(state: State, action: Action) -> str | None:
    """What stands on the middle square of a diagonal 2-square movement."""
    if action["do"] not in MOVEMENTS:
        return None
    start, to = place(state, action["player"]), action["to"]
    if distance(start, to) != 2 or not is_diagonal(start, to):
        return None
    between = middle(start, to)
    if stack_on(state, between):
        return "turn.closed"
    if action["do"] == "tactical_dodge":
        return None if lone_opponent(state, action["player"], between) else "tactical_dodge.path"
    return None if is_free(state, between) else "move.path"


def refused_by_target(state: State, action: Action) -> str | None:
    """What stands on the end square, or who the receiver is, or where the ball or a player is put."""
    do = action["do"]
    if do in (*MOVEMENTS, "block", "protect"):
        return refused_by_end_square(state, action)
    if do in ("hand_off", "short_pass"):
        return refused_by_receiver(state, action)
    if do == "long_pass":
        return refused_by_long_pass_place(state, action["player"], action["to"])
    if do == "stand_up":
        return None if is_empty(state, action["to"]) else "release.stand_up"
    if do == "release":
        both_empty = is_empty(state, action["top_to"]) and is_empty(state, action["bottom_to"])
        return None if both_empty and action["top_to"] != action["bottom_to"] else "release.stack"
    return None


def refused_by_end_square(state: State, action: Action) -> str | None:
    """The end square of a movement: closed by a stack, or occupied otherwise than the action asks."""
    do, player, to = action["do"], action["player"], action["to"]
    if stack_on(state, to):
        return "turn.closed"
    if do == "move":
        return None if is_free(state, to) else "move.end"
    if do == "dodge":
        return None if lone_opponent(state, player, to) else "dodge.target"
    if do == "tactical_dodge":
        return None if is_free(state, to) else "tactical_dodge.path"
    if do == "block":
        return None if lone_opponent(state, player, to) else "block.move"
    return None if lone_mate(state, player, to) else "protect.move"


def refused_by_receiver(state: State, action: Action) -> str | None:
    """A receiver is an able team-mate."""
    player, receiver = action["player"], action["receiver"]
    is_mate = receiver != player and team_of(receiver) == team_of(player)
    return None if is_mate and is_able(state, receiver) else "pass.receiver"


def refused_by_long_pass_place(state: State, passer: str, square: str) -> str | None:
    """Empty and at least 2 squares from every team-mate of the passer, whatever state the team-mate is in."""
    if not is_playable(square):
        return "board.playable"
    mates = [mate for mate in state["players"] if mate != passer and team_of(mate) == team_of(passer)]
    far_enough = all(distance(place(state, mate), square) >= 2 for mate in mates)
    return None if far_enough and is_empty(state, square) else "long_pass.place"


def refused_by_sequel(state: State, action: Action) -> str | None:
    """What must follow: exit, push, the ball's square or keeper, and the duties before a turn ends."""
    do = action["do"]
    if do == "dodge":
        return refused_by_exit(state, action)
    if do == "tactical_dodge":
        return refused_by_push(state, action)
    if do == "short_pass":
        return refused_by_short_pass_place(state, action["receiver"], action["to"])
    if do == "release":
        return refused_by_keeper(state, action)
    if do == "end_turn" and any(allowed(state, duty) for duty in release_tries(state)):
        return "release.duty"
    return None


def refused_by_short_pass_place(state: State, receiver: str, square: str) -> str | None:
    """Empty and next to the receiver."""
    if not is_playable(square):
        return "board.playable"
    next_to_receiver = distance(place(state, receiver), square) == 1
    return None if next_to_receiver and is_empty(state, square) else "short_pass.ball"


def is_exit(state: State, hit: str, square: str) -> bool:
    """Whether a dodger that has just hit a player on `hit` can step to the square."""
    return distance(hit, square) == 1 and is_free(state, square)


def refused_by_exit(state: State, action: Action) -> str | None:
    """No exit at all, or not this one."""
    if not any(is_exit(state, action["to"], square) for square in near(action["to"], 1)):
        return "dodge.no_exit"
    if not is_playable(action["exit"]):
        return "board.playable"
    return None if is_exit(state, action["to"], action["exit"]) else "dodge.exit"


def refused_by_push(state: State, action: Action) -> str | None:
    """The opponent goes one square diagonally to one that is empty once the acting player has arrived."""
    if not is_playable(action["push"]):
        return "board.playable"
    pushed_from = middle(place(state, action["player"]), action["to"])
    arrived = with_player_moved(state, action["player"], action["to"])
    good = distance(pushed_from, action["push"]) == 1 and is_empty(arrived, action["push"])
    return None if good else "tactical_dodge.push"


def refused_by_keeper(state: State, action: Action) -> str | None:
    """The keeper of the ball is named exactly when the upper player held it, and is one of the two."""
    stack = stack_under(state, action["player"])
    if stack is None:
        raise AssertionError("only a release of a stack gets as far as its ball")
    keeper = action.get("ball")
    if holds(state, stack["top"]):
        return None if keeper in (stack["top"], stack["bottom"]) else "release.ball"
    return None if keeper is None else "release.ball"


def price_of(state: State, action: Action) -> str | None:
    """The row of the cost table; None for what is not in it."""
    if action["do"] == "move":
        return "move.one" if distance(place(state, action["player"]), action["to"]) == 1 else "move.two"
    return action["do"] if action["do"] in AP else None


def refused_by_cost(state: State, action: Action) -> str | None:
    """The AP that remain do not cover the action or the conversion."""
    if action["do"] == "convert":
        return None if 1 <= action["ap"] <= state["ap"] else "turn.convert"
    price = price_of(state, action)
    if price is not None and AP[price] > state["ap"]:
        return f"{price}.cost"
    return None


Stage = Callable[[State, Action], str | None]
STAGES_TO_TARGET: tuple[Stage, ...] = (
    refused_by_phase,
    refused_by_team,
    refused_by_condition,
    refused_by_took,
    refused_by_holder,
    refused_by_shape,
    refused_by_way,
    refused_by_target,
)
STAGES: tuple[Stage, ...] = (*STAGES_TO_TARGET, refused_by_sequel, refused_by_cost)


def first_refusal(state: State, action: Action, stages: tuple[Stage, ...]) -> str | None:
    """The first rule that forbids a readable action within the given stages."""
    for stage in stages:
        rule = stage(state, action)
        if rule is not None:
            return rule
    return None


def refusal(state: State, action: Action) -> str | None:
    """The id of the first rule that forbids the action, in the order of `spec/protocol.md`; None: allowed.

    Raises ValueError for an action that cannot be read.
    """
    read(state, action)
    return first_refusal(state, action, STAGES)


def allowed(state: State, action: Action) -> bool:
    """Whether no rule forbids the readable action."""
    return first_refusal(state, action, STAGES) is None


# What there is to try -----------------------------------------------------------------------------


def candidates(state: State) -> list[Action]:
    """Every readable action that somebody could think of trying, allowed or not, of both teams and phases.

    Squares reach wider than any rule allows; unplayable ones come only as neighbours along row and column.
    """
    tries: list[Action] = [{"do": "end_actions"}, {"do": "end_turn"}]
    tries += [{"do": "convert", "ap": ap} for ap in (1, 2, 3)]
    for player in state["players"]:
        tries += generous_tries(state, player)
    return tries


def generous_tries(state: State, player: str) -> Iterator[Action]:
    """The candidates of one player."""
    at = place(state, player)
    beside = [square for square in XY if distance(at, square) == 1 and not is_playable(square)]
    for to in (*near(at, 3), *beside):
        for do in ("move", "block", "protect", "stand_up"):
            yield {"do": do, "player": player, "to": to}
    for to in near(at, 3):
        for square in near(to, 2):
            yield {"do": "dodge", "player": player, "to": to, "exit": square}
        for square in near(at, 3):
            yield {"do": "tactical_dodge", "player": player, "to": to, "push": square}
    yield from generous_passes(state, player)
    yield from generous_releases(state, player)


def generous_passes(state: State, player: str) -> Iterator[Action]:
    """Passes of one player, holder or not, to everybody (in reach + 1 for the short pass) and everywhere."""
    for to in PLAYABLE:
        yield {"do": "long_pass", "player": player, "to": to}
    for receiver in state["players"]:
        yield {"do": "hand_off", "player": player, "receiver": receiver}
        if distance(place(state, player), place(state, receiver)) <= 5:
            for to in near(place(state, receiver), 2):
                yield {"do": "short_pass", "player": player, "receiver": receiver, "to": to}


def generous_releases(state: State, player: str) -> Iterator[Action]:
    """Releases by one player, upper player or not, with every answer about the ball."""
    at = place(state, player)
    for top_to in near(at, 2):
        for bottom_to in near(at, 2):
            release: Action = {"do": "release", "player": player, "top_to": top_to, "bottom_to": bottom_to}
            yield release
            for keeper in on_square(state, at):
                yield {**release, "ball": keeper}


def legal(state: State) -> list[Action]:
    """Every allowed action once: the candidates within the reach of the rules that no rule refuses."""
    tries = [*action_tries(state), *release_tries(state), {"do": "end_turn"}]
    return [action for action in tries if allowed(state, action)]


def own_players(state: State) -> list[str]:
    """The players of the team on turn."""
    return [player for player in state["players"] if team_of(player) == state["turn"]]


def action_tries(state: State) -> Iterator[Action]:
    """Candidates for the action phase of the team on turn."""
    if state["phase"] != "action":
        return
    yield {"do": "end_actions"}
    yield from ({"do": "convert", "ap": ap} for ap in range(1, TURN_AP + 1))
    for player in own_players(state):
        for to in near(place(state, player), 2):
            yield from movement_tries(state, player, to)
        if holds(state, player):
            yield from pass_tries(state, player)


def movement_tries(state: State, player: str, to: str) -> Iterator[Action]:
    """Candidates of one player for one end square; exits and pushes only where all before them is right."""
    for do in ("move", "block", "protect"):
        yield {"do": do, "player": player, "to": to}
    for do, sequel in (("dodge", "exit"), ("tactical_dodge", "push")):
        action: Action = {"do": do, "player": player, "to": to}
        if first_refusal(state, action, STAGES_TO_TARGET) is None:
            yield from ({**action, sequel: square} for square in near(to, 3))


def pass_tries(state: State, holder: str) -> Iterator[Action]:
    """Candidates of the holder for handing off and passing."""
    for to in PLAYABLE:
        yield {"do": "long_pass", "player": holder, "to": to}
    for receiver in own_players(state):
        yield {"do": "hand_off", "player": holder, "receiver": receiver}
        for to in near(place(state, receiver), 1):
            yield {"do": "short_pass", "player": holder, "receiver": receiver, "to": to}


def release_tries(state: State) -> Iterator[Action]:
    """Candidates for standing up and releasing."""
    if state["phase"] != "release":
        return
    for player in own_players(state):
        for to in near(place(state, player), 1):
            yield {"do": "stand_up", "player": player, "to": to}
    for stack in state["stacks"]:
        keepers = [stack["top"], stack["bottom"]] if holds(state, stack["top"]) else [None]
        for top_to in near(stack["at"], 1):
            for bottom_to in near(stack["at"], 1):
                release = {"do": "release", "player": stack["top"], "top_to": top_to, "bottom_to": bottom_to}
                yield from ({**release, "ball": keeper} if keeper else dict(release) for keeper in keepers)


# What an allowed action does ----------------------------------------------------------------------
# These functions change the state they get, which is always a private copy.


def put_player(state: State, player: str, square: str) -> None:
    """The player goes to the square; the ball that it holds goes along, from wherever it lay."""
    state["players"][player]["at"] = square
    if holds(state, player):
        state["ball"]["at"] = square


def take_ball(state: State, player: str, how: str) -> None:
    """The player comes into possession by an action, the ball on its square, unless it is the holder."""
    if holds(state, player):
        return
    state["ball"] = {"at": place(state, player), "holder": player}
    state["took"][player] = how


def end_movement(state: State, player: str) -> None:
    """At the end of an acting player's movement: it takes the ball on its square, and may have scored."""
    if state["ball"]["at"] == place(state, player):
        take_ball(state, player, "other")
    _, row = XY[place(state, player)]
    if holds(state, player) and row == END_ZONE_TO_REACH[team_of(player)]:
        state["phase"] = "over"
        state["winner"] = team_of(player)


def with_player_moved(state: State, player: str, square: str) -> State:
    """A copy in which the player, with its ball, is on the square."""
    moved = copy.deepcopy(state)
    put_player(moved, player, square)
    return moved


def do_move(state: State, action: Action) -> None:
    """One or two squares to a free square."""
    put_player(state, action["player"], action["to"])
    end_movement(state, action["player"])


def do_dodge(state: State, action: Action) -> None:
    """Onto an opponent, who goes down and loses the ball to the dodger, and out again by the exit."""
    dodger = action["player"]
    [hit] = on_square(state, action["to"])
    state["players"][hit]["down"] = True
    put_player(state, dodger, action["to"])
    if holds(state, hit):
        take_ball(state, dodger, "other")
    put_player(state, dodger, action["exit"])
    end_movement(state, dodger)


def do_tactical_dodge(state: State, action: Action) -> None:
    """Over an opponent, who is pushed, goes down and fumbles the ball in the opposite direction."""
    player = action["player"]
    old = middle(place(state, player), action["to"])
    [pushed] = on_square(state, old)
    put_player(state, player, action["to"])
    state["players"][pushed]["at"] = action["push"]
    state["players"][pushed]["down"] = True
    if holds(state, pushed):
        state["ball"] = {"at": fumbled_to(state, old, action["push"]), "holder": None}
    end_movement(state, player)


def fumbled_to(state: State, old: str, new: str) -> str:
    """Where the ball comes to lie after its holder was pushed from `old` to `new`, where it now stands."""
    (ox, oy), (nx, ny), (bx, by) = XY[old], XY[new], XY[state["ball"]["at"]]
    opposite = NAME.get((bx - (nx - ox), by - (ny - oy)))
    if opposite is None or not is_free(state, opposite):
        return str(state["ball"]["at"])
    return opposite


def do_stack(state: State, action: Action) -> None:
    """Block or protect: both stand on the square, and a lower player's ball goes to the upper one."""
    top = action["player"]
    [bottom] = on_square(state, action["to"])
    put_player(state, top, action["to"])
    state["stacks"].append({"at": action["to"], "top": top, "bottom": bottom, "fresh": True})
    if holds(state, bottom):
        take_ball(state, top, "other")
    end_movement(state, top)


def do_hand_off(state: State, action: Action) -> None:
    """The ball goes to the receiver's square."""
    take_ball(state, action["receiver"], "hand_off")


def do_short_pass(state: State, action: Action) -> None:
    """The receiver holds a ball that lies beside it."""
    take_ball(state, action["receiver"], "other")
    state["ball"]["at"] = action["to"]


def do_long_pass(state: State, action: Action) -> None:
    """The ball is loose on the chosen square."""
    state["ball"] = {"at": action["to"], "holder": None}


def do_convert(state: State, action: Action) -> None:
    """AP become EP, one for one."""
    state["ap"] -= action["ap"]
    state["ep"][state["turn"]] += action["ap"]


def do_end_actions(state: State, action: Action) -> None:
    """The release phase begins; AP that are left lapse."""
    state["phase"] = "release"
    state["ap"] = 0


def do_stand_up(state: State, action: Action) -> None:
    """Up, on the next square, with its ball."""
    put_player(state, action["player"], action["to"])
    state["players"][action["player"]]["down"] = False


def do_release(state: State, action: Action) -> None:
    """Both players of the stack step apart, and the keeper has the ball on its new square."""
    [stack] = [stack for stack in state["stacks"] if stack["top"] == action["player"]]
    state["stacks"].remove(stack)
    state["players"][stack["top"]]["at"] = action["top_to"]
    state["players"][stack["bottom"]]["at"] = action["bottom_to"]
    keeper = action.get("ball")
    if keeper is not None:
        state["ball"] = {"at": place(state, keeper), "holder": keeper}


def do_end_turn(state: State, action: Action) -> None:
    """The other coach's action phase begins."""
    state["turn"] = OTHER_TEAM[state["turn"]]
    state["phase"] = "action"
    state["ap"] = TURN_AP
    state["took"] = {}
    for stack in state["stacks"]:
        stack["fresh"] = False


EFFECTS: dict[str, Callable[[State, Action], None]] = {
    "move": do_move,
    "dodge": do_dodge,
    "tactical_dodge": do_tactical_dodge,
    "block": do_stack,
    "protect": do_stack,
    "hand_off": do_hand_off,
    "short_pass": do_short_pass,
    "long_pass": do_long_pass,
    "convert": do_convert,
    "end_actions": do_end_actions,
    "stand_up": do_stand_up,
    "release": do_release,
    "end_turn": do_end_turn,
}


def apply(state: State, action: Action) -> State:
    """The state after an allowed action; the given one stays as it was. Stacks come in order of squares.

    Raises ValueError for an action that is refused or cannot be read.
    """
    rule = refusal(state, action)
    if rule is not None:
        raise ValueError(f"{rule} forbids {action!r}")
    after = copy.deepcopy(state)
    price = price_of(state, action)
    EFFECTS[action["do"]](after, action)
    if price is not None:
        after["ap"] -= AP[price]
        after["ep"][state["turn"]] += EP[price]
    return in_order(after)


def in_order(state: State) -> State:
    """The same state with its stacks in order of squares, so that equal positions are equal values."""
    return {**state, "stacks": sorted(state["stacks"], key=lambda stack: XY[stack["at"]])}


# The beginning, the symmetry, and what is always true ---------------------------------------------


def new() -> State:
    """The state in which a game begins (`spec/ball.md: setup.*`)."""
    players = {
        f"{team}{shirt}": {"type": SETUP_TYPES[shirt - 1], "at": square, "down": False}
        for team in TEAMS
        for shirt, square in enumerate(SETUP_PLACES[team], 1)
    }
    return {
        "game": "ball",
        "turn": "DEF",
        "phase": "action",
        "ap": TURN_AP,
        "ep": {"ATK": 0, "DEF": 0},
        "players": players,
        "stacks": [],
        "ball": {"at": players["ATK5"]["at"], "holder": "ATK5"},
        "took": {},
        "winner": None,
    }


def turned(value: object) -> object:
    """A square turned by 180 degrees about G9, a team or player replaced by its opposite; else the value."""
    if isinstance(value, str) and value in XY:
        x, y = XY[value]
        return NAME[14 - x, 18 - y]
    if isinstance(value, str) and value[:3] in TEAMS:
        return OTHER_TEAM[value[:3]] + value[3:]
    if isinstance(value, dict):
        return turned_dict(value)
    if isinstance(value, list):
        return [turned(part) for part in value]
    return value


def rotate(state: State) -> State:
    """The state with the board turned by 180 degrees and the teams swapped."""
    return in_order(turned_dict(state))


def rotate_action(action: Action) -> Action:
    """The same action on the turned board by the other team."""
    return turned_dict(action)


def turned_dict(value: dict[str, Any]) -> dict[str, Any]:
    """The dict with all that is in it turned."""
    return {str(turned(key)): turned(part) for key, part in value.items()}


def check(state: State) -> list[str]:
    """The breaches of the page's list "Always true" in a state that a game has reached, in words."""
    return [*check_players(state), *check_stacks(state), *check_ball(state), *check_turn(state)]


def check_players(state: State) -> Iterator[str]:
    """14 players on playable squares; 2 on a square only as a stack, never more."""
    if sorted(state["players"]) != sorted(PLAYERS):
        yield f"expected the players {PLAYERS}, got {sorted(state['players'])}"
    for player, its in state["players"].items():
        if not is_playable(its["at"]):
            yield f"{player} stands on {its['at']}, which is not playable"
        there = on_square(state, its["at"])
        if len(there) > 2 or (len(there) == 2 and not stack_on(state, its["at"])):
            yield f"{there} share {its['at']} without being a stack"


def check_stacks(state: State) -> Iterator[str]:
    """A stack is two players on its square, the upper one upright, no player in two stacks."""
    stacked = [player for stack in state["stacks"] for player in (stack["top"], stack["bottom"])]
    if len(stacked) != len(set(stacked)):
        yield f"a player is in two stacks: {stacked}"
    for stack in state["stacks"]:
        if {stack["top"], stack["bottom"]} != set(on_square(state, stack["at"])):
            yield f"the players of {stack} are not those on its square"
        if state["players"][stack["top"]]["down"]:
            yield f"the upper player of {stack} is down"


def check_ball(state: State) -> Iterator[str]:
    """A loose or received ball lies without a player; its holder is at most a square away, no lower one."""
    at, holder = state["ball"]["at"], state["ball"]["holder"]
    if not is_playable(at):
        yield f"the ball lies on {at}, which is not playable"
    if holder is None and not is_free(state, at):
        yield f"the loose ball lies on a player's square {at}"
    if holder is None:
        return
    if place(state, holder) != at and not is_free(state, at):
        yield f"the ball received by {holder} lies on a player's square {at}"
    if distance(place(state, holder), at) > 1:
        yield f"{holder} on {place(state, holder)} holds a ball as far away as {at}"
    if any(stack["bottom"] == holder for stack in state["stacks"]):
        yield f"the lower player {holder} holds the ball"


def check_turn(state: State) -> Iterator[str]:
    """AP from 0 to 2 and none after the action phase, EP not below 0, a winner exactly when it is over."""
    if not 0 <= state["ap"] <= TURN_AP or (state["phase"] == "release" and state["ap"]):
        yield f"{state['ap']} AP in the phase '{state['phase']}'"
    if min(state["ep"].values()) < 0:
        yield f"EP below 0: {state['ep']}"
    if (state["phase"] == "over") != (state["winner"] is not None):
        yield f"phase '{state['phase']}' with winner {state['winner']}"
