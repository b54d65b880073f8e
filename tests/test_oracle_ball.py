"""The oracle itself: positions whose outcome was worked out by hand from the rules page, and random playouts.

A position is written as its pieces, then after bars what differs from "DEF to act with 2 AP and 0 EP":
`DEF1 X G8 ball, ATK1 O H9 down | ap 1`. Words after a player's square: `down`, `ball` (held on its square),
`over ATK2` (upper player of a stack; the lower one has the same square), `fresh` (made this turn).
`ball H9` is a loose ball, `ball H9 for DEF1` a received one; a ball that is not written lies loose on A16.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests import oracle_ball as oracle
from tests.oracle_ball import Action, State

Walk = Iterator[tuple[State, list[Action], Action]]


def position(text: str) -> State:
    """The state that the notation above describes."""
    pieces, *changes = (part.strip() for part in text.split("|"))
    state: State = {
        "game": "ball",
        "turn": "DEF",
        "phase": "action",
        "ap": 2,
        "ep": {"ATK": 0, "DEF": 0},
        "players": {},
        "stacks": [],
        "ball": {"at": "A16", "holder": None},
        "took": {},
        "winner": None,
    }
    for piece in pieces.split(","):
        put_piece(state, piece.split())
    for change in changes:
        make_change(state, change.split())
    return oracle.in_order(state)


def put_piece(state: State, words: list[str]) -> None:
    """Enter one player or the ball."""
    if words[0] == "ball":
        state["ball"] = {"at": words[1], "holder": words[3] if "for" in words else None}
        return
    player, kind, square = words[:3]
    state["players"][player] = {"type": kind, "at": square, "down": "down" in words}
    if "ball" in words:
        state["ball"] = {"at": square, "holder": player}
    if "over" in words:
        bottom = words[words.index("over") + 1]
        state["stacks"].append({"at": square, "top": player, "bottom": bottom, "fresh": "fresh" in words})


def make_change(state: State, words: list[str]) -> None:
    """Enter one change: `ap 1`, `release`, `turn ATK`, `won DEF`, `took DEF1 other`."""
    match words:
        case ["ap", ap]:
            state["ap"] = int(ap)
        case ["release"]:
            state.update(phase="release", ap=0)
        case ["turn", team]:
            state["turn"] = team
        case ["won", team]:
            state.update(phase="over", winner=team)
        case ["took", player, how]:
            state["took"][player] = how
        case _:
            raise ValueError(f"expected a change of a position, got {words}")


def action(text: str) -> Action:
    """`dodge DEF1 I10 J11` as its JSON value; a release may have the keeper of the ball as its last word."""
    do, *values = text.split()
    fields = (*oracle.FIELDS[do], "ball")
    made = {"do": do, **dict(zip(fields, values, strict=False))}
    return {**made, "ap": int(made["ap"])} if do == "convert" else made


def flat(state: State) -> dict[str, Any]:
    """The state as one level of names, so that two states can be subtracted."""
    values = {name: state[name] for name in ("game", "turn", "phase", "ap", "winner")}
    for group in ("ep", "ball", "took"):
        values |= {f"{group}.{key}": value for key, value in state[group].items()}
    for player, its in state["players"].items():
        values |= {f"{player}.{key}": value for key, value in its.items()}
    for stack in state["stacks"]:
        age = "fresh" if stack["fresh"] else "old"
        values[f"stack.{stack['at']}"] = f"{stack['top']} over {stack['bottom']} {age}"
    return values


def changes(before: State, after: State) -> dict[str, Any]:
    """Everything that differs, with its new value (None: it is no longer there)."""
    old, new = flat(before), flat(after)
    names = sorted(old.keys() | new.keys())
    return {name: new.get(name) for name in names if old.get(name) != new.get(name)}


def key(value: object) -> str:
    """A JSON value as text that can be sorted and compared."""
    return json.dumps(value, sort_keys=True)


# Which rule refuses: position, action, rule (None: allowed) ---------------------------------------

REFUSALS: list[tuple[str, str, str | None]] = [
    # phase and team
    ("DEF1 X G8 | won DEF", "move DEF1 H9", "goal.win"),
    ("DEF1 X G8 | won DEF", "move DEF1 G9", "goal.win"),
    ("DEF1 X G8 | won DEF", "end_turn", "goal.win"),
    ("DEF1 X G8 | won DEF", "convert 1", "goal.win"),
    ("DEF1 X G8 | release", "move DEF1 H9", "turn.phases"),
    ("DEF1 X G8 | release", "convert 1", "turn.phases"),
    ("DEF1 X G8 | release", "end_actions", "turn.phases"),
    ("DEF1 X G8 down", "stand_up DEF1 H9", "turn.phases"),
    ("DEF1 X G8 over ATK1, ATK1 X G8", "release DEF1 F7 H7", "turn.phases"),
    ("DEF1 X G8", "end_turn", "turn.phases"),
    ("DEF1 X G8, ATK1 X C4", "move ATK1 D5", "turn.phases"),
    ("DEF1 X G8, ATK1 X C4 down", "move ATK1 D5", "turn.phases"),
    ("ATK1 X G8 down | release", "stand_up ATK1 H9", "release.duty"),
    ("ATK1 X G8 | release", "stand_up ATK1 G9", "release.duty"),
    ("ATK1 X G8 over DEF1, DEF1 X G8 | release", "release ATK1 F7 H7", "release.duty"),
    # converting
    ("DEF1 X G8 | ap 1", "convert 2", "turn.convert"),
    ("DEF1 X G8 | ap 0", "convert 1", "turn.convert"),
    ("DEF1 X G8", "convert 0", "turn.convert"),
    ("DEF1 X G8", "convert -1", "turn.convert"),
    ("DEF1 X G8 | ap 1", "convert 1", None),
    # not able
    ("DEF1 X G8 down", "move DEF1 H9", "turn.unable"),
    ("DEF1 X G8 down", "move DEF1 G9", "turn.unable"),
    ("DEF1 X G8 over ATK1, ATK1 X G8", "move DEF1 H9", "turn.unable"),
    ("ATK1 X G8 over DEF1, DEF1 X G8", "move DEF1 H9", "turn.unable"),
    ("DEF1 X G8 over DEF2 ball, DEF2 X G8, DEF3 X H9", "hand_off DEF1 DEF3", "turn.unable"),
    ("DEF1 X G8 down ball, DEF2 X H9", "hand_off DEF1 DEF2", "turn.unable"),
    ("DEF1 X G8 down | took DEF1 other", "move DEF1 H9", "turn.unable"),
    # came into possession this turn
    ("DEF1 X G8 ball | took DEF1 other", "move DEF1 H9", "turn.took"),
    ("DEF1 X G8 ball | took DEF1 hand_off", "move DEF1 H9", "turn.took"),
    ("DEF1 X G8 ball, DEF2 X H9 | took DEF1 hand_off", "hand_off DEF1 DEF2", None),
    ("DEF1 X G8 ball, DEF2 X H9 | took DEF1 hand_off", "short_pass DEF1 DEF2 I10", "turn.took"),
    ("DEF1 X G8 ball, DEF2 X H9 | took DEF1 other", "hand_off DEF1 DEF2", "turn.took"),
    ("DEF1 X G8, DEF2 X H9 ball | took DEF1 hand_off", "move DEF1 F7", "turn.took"),
    ("DEF1 X G8, DEF2 X H9 ball | took DEF1 hand_off", "hand_off DEF1 DEF2", "pass.holder"),
    ("DEF1 X G8, DEF2 X H9 ball | took DEF1 other", "long_pass DEF1 A2", "turn.took"),
    ("DEF1 X G8 ball, DEF2 X H9 | took DEF2 hand_off", "move DEF1 F7", None),
    # not the holder
    ("DEF1 X G8, DEF2 X H9", "hand_off DEF1 DEF2", "pass.holder"),
    ("DEF1 X G8, DEF2 X H9 ball", "short_pass DEF1 DEF2 I10", "pass.holder"),
    ("DEF1 X G8, ball G10", "long_pass DEF1 A3", "pass.holder"),
    # the shape of a movement
    ("DEF1 X G8", "move DEF1 G9", "board.playable"),
    ("DEF1 X G8", "dodge DEF1 G9 H9", "board.playable"),
    ("DEF1 X G8", "block DEF1 H8", "board.playable"),
    ("DEF1 X G8", "tactical_dodge DEF1 I9 I8", "board.playable"),
    ("DEF1 X G8", "move DEF1 G10", "move.x"),
    ("DEF1 X G8", "move DEF1 G8", "move.x"),
    ("DEF1 X G8", "move DEF1 J11", "move.x"),
    ("DEF1 O G8", "move DEF1 I10", "move.o"),
    ("DEF1 O G8", "move DEF1 G12", "move.o"),
    ("DEF1 # G8", "move DEF1 J9", "move.sharp"),
    ("DEF1 X G8", "move DEF1 E6", None),
    ("DEF1 O G8", "move DEF1 E8", None),
    ("DEF1 O G8", "move DEF1 F7", None),
    ("DEF1 # G8", "move DEF1 E10", None),
    ("DEF1 # G8, DEF2 X H9, ATK1 X H7", "move DEF1 I8", None),
    ("DEF1 X G8, ATK1 X H9", "dodge DEF1 H9 I10", "dodge.target"),
    ("DEF1 X G8, ATK1 X H9 over ATK2, ATK2 X H9", "dodge DEF1 H9 I10", "dodge.target"),
    ("DEF1 X G8, ATK1 X G10", "dodge DEF1 G10 H11", "move.x"),
    ("DEF1 O G8, ATK1 X I10", "dodge DEF1 I10 J11", "move.o"),
    ("DEF1 O G8, ATK1 X H9", "tactical_dodge DEF1 I10 I8", "move.o"),
    ("DEF1 X G8, ATK1 X H9", "tactical_dodge DEF1 G10 I8", "move.x"),
    ("DEF1 # G8, ATK1 X H9", "tactical_dodge DEF1 G10 I8", "tactical_dodge.path"),
    ("DEF1 O G8, ATK1 X H9", "tactical_dodge DEF1 F7 I8", "tactical_dodge.path"),
    ("DEF1 X G8, ATK1 X I10", "block DEF1 I10", "block.move"),
    ("DEF1 # G8, DEF2 X G10", "protect DEF1 G10", "protect.move"),
    ("DEF1 X G8", "protect DEF1 G8", "protect.move"),
    # the range of a pass
    ("DEF1 X G8 ball, DEF2 X I10", "hand_off DEF1 DEF2", "hand_off.adjacent"),
    ("DEF1 X G8 ball", "hand_off DEF1 DEF1", "hand_off.adjacent"),
    ("DEF1 X G8 ball, ATK1 X I8", "hand_off DEF1 ATK1", "hand_off.adjacent"),
    ("DEF1 X G8, ball H9 for DEF1, DEF2 X I10", "hand_off DEF1 DEF2", "hand_off.adjacent"),
    ("DEF1 X G8 ball, DEF2 X G13", "short_pass DEF1 DEF2 G12", "short_pass.range"),
    ("DEF1 X G8 ball, DEF2 X L9", "short_pass DEF1 DEF2 M10", "short_pass.range"),
    ("DEF1 X G8 ball, DEF2 X K12", "short_pass DEF1 DEF2 L13", None),
    ("DEF1 X G8 ball, ATK1 X L9", "short_pass DEF1 ATK1 L10", "short_pass.range"),
    # what is in the way
    ("DEF1 X G8, DEF2 X H9", "move DEF1 I10", "move.path"),
    ("DEF1 X G8, ATK2 X H9 down", "move DEF1 I10", "move.path"),
    ("DEF1 X G8, ATK1 X H9 over DEF2, DEF2 X H9", "move DEF1 I10", "turn.closed"),
    ("DEF1 X G8, DEF2 X H9, ATK1 X I10", "dodge DEF1 I10 J11", "move.path"),
    ("DEF1 X G8, ATK1 X H9 over ATK2, ATK2 O H9, ATK3 X I10", "dodge DEF1 I10 J11", "turn.closed"),
    ("DEF1 X G8, DEF2 X H9, ATK1 X I10 over ATK2, ATK2 X I10", "move DEF1 I10", "move.path"),
    ("DEF1 X G8", "tactical_dodge DEF1 I10 I8", "tactical_dodge.path"),
    ("DEF1 X G8, ball H9", "tactical_dodge DEF1 I10 I8", "tactical_dodge.path"),
    ("DEF1 X G8, DEF2 X H9", "tactical_dodge DEF1 I10 I8", "tactical_dodge.path"),
    ("DEF1 X G8, ATK1 X H9 over ATK2, ATK2 X H9", "tactical_dodge DEF1 I10 I8", "turn.closed"),
    # the target
    ("DEF1 X G8, ATK1 X H9", "move DEF1 H9", "move.end"),
    ("DEF1 X G8, DEF2 X I10", "move DEF1 I10", "move.end"),
    ("DEF1 X G8, DEF2 X H9 over DEF3, DEF3 O H9", "move DEF1 H9", "turn.closed"),
    ("DEF1 O G8, ATK2 X G10 over DEF3, DEF3 O G10", "move DEF1 G10", "turn.closed"),
    ("DEF1 X G8, ball I10", "dodge DEF1 I10 J11", "dodge.target"),
    ("DEF1 X G8, DEF2 X I10", "dodge DEF1 I10 J11", "dodge.target"),
    ("DEF1 X G8, ATK1 X I10 over ATK2, ATK2 O I10", "dodge DEF1 I10 J11", "turn.closed"),
    ("DEF1 X G8, ATK1 X H9, ATK2 O I10", "tactical_dodge DEF1 I10 I8", "tactical_dodge.path"),
    ("DEF1 X G8, ATK1 X H9, ATK2 O I10 over ATK3, ATK3 X I10", "tactical_dodge DEF1 I10 I8", "turn.closed"),
    ("DEF1 X G8", "block DEF1 H9", "block.move"),
    ("DEF1 X G8, DEF2 X H9", "block DEF1 H9", "block.move"),
    ("DEF1 X G8, ATK1 X H9", "protect DEF1 H9", "protect.move"),
    ("DEF1 X G8, ATK1 X H9 over ATK2, ATK2 O H9", "block DEF1 H9", "turn.closed"),
    ("DEF1 X G8, DEF2 X H9 over ATK2, ATK2 O H9", "protect DEF1 H9", "turn.closed"),
    ("DEF1 X G8, ATK1 X H9 down", "block DEF1 H9", None),
    ("DEF1 X G8 ball, ATK1 X H9", "hand_off DEF1 ATK1", "pass.receiver"),
    ("DEF1 X G8 ball, DEF2 X H9 down", "hand_off DEF1 DEF2", "pass.receiver"),
    ("DEF1 X G8 ball, DEF2 X H9 over ATK1, ATK1 X H9", "hand_off DEF1 DEF2", "pass.receiver"),
    ("DEF1 X G8 ball, ATK1 X H9 over DEF2, DEF2 X H9", "hand_off DEF1 DEF2", "pass.receiver"),
    ("DEF1 X G8 ball", "short_pass DEF1 DEF1 H9", "pass.receiver"),
    ("DEF1 X G8 ball, ATK1 X I10", "short_pass DEF1 ATK1 I11", "pass.receiver"),
    ("DEF1 X G8 ball, DEF2 X I10", "long_pass DEF1 M15", "board.playable"),
    ("DEF1 X G8 ball, DEF2 X I10", "long_pass DEF1 J11", "long_pass.place"),
    ("DEF1 X G8 ball, DEF2 X I10 down", "long_pass DEF1 J9", "long_pass.place"),
    ("DEF1 X G8 ball, ATK1 X C4", "long_pass DEF1 C4", "long_pass.place"),
    ("DEF1 X G8, ball H9 for DEF1", "long_pass DEF1 H9", "long_pass.place"),
    ("DEF1 X G8 ball, DEF2 X I10", "long_pass DEF1 G12", None),
    ("DEF1 X G8 ball, DEF2 X I10", "long_pass DEF1 F7", None),
    ("DEF1 X G8 ball, DEF2 X I10", "long_pass DEF1 A16", None),
    # what must follow
    ("DEF1 O A14, ATK1 X A16, ATK2 X B15, DEF2 X B17, ball M2", "dodge DEF1 A16 B15", "dodge.no_exit"),
    ("DEF1 O A14, ATK1 X A16, ATK2 X B15, DEF2 X B17, ball M2 | ap 0", "dodge DEF1 A16 A15", "dodge.no_exit"),
    ("DEF1 O A14, ATK1 X A16, ATK2 X B15, ball B17", "dodge DEF1 A16 B17", None),
    ("DEF1 X G8, ATK1 X I10", "dodge DEF1 I10 G8", "dodge.exit"),
    ("DEF1 X G8, ATK1 X I10", "dodge DEF1 I10 I10", "dodge.exit"),
    ("DEF1 X G8, ATK1 X I10, ATK2 X J11", "dodge DEF1 I10 J11", "dodge.exit"),
    ("DEF1 X G8, ATK1 X I10", "dodge DEF1 I10 I11", "board.playable"),
    ("DEF1 X G8, ATK1 X I10", "dodge DEF1 I10 H9", None),
    ("DEF1 X G8, ATK1 X H9", "tactical_dodge DEF1 I10 I10", "tactical_dodge.push"),
    ("DEF1 X G8, ATK1 X H9", "tactical_dodge DEF1 I10 H9", "tactical_dodge.push"),
    ("DEF1 X G8, ATK1 X H9", "tactical_dodge DEF1 I10 J7", "tactical_dodge.push"),
    ("DEF1 X G8, ATK1 X H9, ATK2 X I8", "tactical_dodge DEF1 I10 I8", "tactical_dodge.push"),
    ("DEF1 X G8, ATK1 X H9, ball I8", "tactical_dodge DEF1 I10 I8", "tactical_dodge.push"),
    ("DEF1 X G8, ATK1 X H9", "tactical_dodge DEF1 I10 H8", "board.playable"),
    ("DEF1 X G8, ATK1 X H9, ATK2 X I8, DEF2 O G10", "tactical_dodge DEF1 I10 G8", None),
    ("DEF1 X G8 ball, ATK1 X H9", "tactical_dodge DEF1 I10 G8", None),
    ("DEF1 X G8 ball, DEF2 X I10", "short_pass DEF1 DEF2 J10", "board.playable"),
    ("DEF1 X G8 ball, DEF2 X I10", "short_pass DEF1 DEF2 K10", "short_pass.ball"),
    ("DEF1 X G8 ball, DEF2 X I10", "short_pass DEF1 DEF2 I10", "short_pass.ball"),
    ("DEF1 X G8 ball, DEF2 X I10, ATK1 X J11", "short_pass DEF1 DEF2 J11", "short_pass.ball"),
    ("DEF1 X G8, ball H9 for DEF1, DEF2 X I10", "short_pass DEF1 DEF2 H9", "short_pass.ball"),
    # the cost
    ("DEF1 X G8 | ap 0", "move DEF1 H9", "move.one.cost"),
    ("DEF1 X G8 | ap 1", "move DEF1 I10", "move.two.cost"),
    ("DEF1 X G8, ATK1 X I10 | ap 0", "dodge DEF1 I10 J11", "dodge.cost"),
    ("DEF1 X G8, ATK1 X I10 | ap 1", "dodge DEF1 I10 J11", None),
    ("DEF1 X G8, ATK1 X H9 | ap 0", "tactical_dodge DEF1 I10 I8", None),
    ("DEF1 X G8, ATK1 X H9 | ap 0", "block DEF1 H9", "block.cost"),
    ("DEF1 X G8, DEF2 X H9 | ap 0", "protect DEF1 H9", "protect.cost"),
    ("DEF1 X G8 ball, DEF2 X I10 | ap 0", "short_pass DEF1 DEF2 J11", "short_pass.cost"),
    ("DEF1 X G8 ball, DEF2 X I10 | ap 1", "long_pass DEF1 A2", "long_pass.cost"),
    ("DEF1 X G8 ball, DEF2 X I10 | ap 0", "long_pass DEF1 J11", "long_pass.place"),
    ("DEF1 X G8, ATK1 X H9 | ap 0", "move DEF1 H9", "move.end"),
    # standing up
    ("DEF1 X G8 | release", "stand_up DEF1 H9", "release.stand_up"),
    ("ATK1 X G8 over DEF1, DEF1 X G8 down | release", "stand_up DEF1 H9", "release.stand_up"),
    ("DEF1 X G8 down | release", "stand_up DEF1 I10", "release.stand_up"),
    ("DEF1 X G8 down | release", "stand_up DEF1 G9", "board.playable"),
    ("DEF1 X G8 down, ATK1 X H9 | release", "stand_up DEF1 H9", "release.stand_up"),
    ("DEF1 X G8 down, ball H9 | release", "stand_up DEF1 H9", "release.stand_up"),
    ("DEF1 O G8 down | release", "stand_up DEF1 F7", None),
    # releasing
    ("DEF1 X G8 | release", "release DEF1 F7 H7", "release.stack"),
    ("ATK1 X G8 over DEF1, DEF1 X G8 | release", "release DEF1 F7 H7", "release.stack"),
    ("DEF1 X G8 over ATK1 fresh, ATK1 X G8 | release", "release DEF1 F7 H7", "release.next_turn"),
    ("DEF1 X G8 over ATK1, ATK1 X G8 | release", "release DEF1 F7 F7", "release.stack"),
    ("DEF1 X G8 over ATK1, ATK1 X G8 | release", "release DEF1 E6 H7", "release.stack"),
    ("DEF1 X G8 over ATK1, ATK1 X G8, ATK2 O H7 | release", "release DEF1 F7 H7", "release.stack"),
    ("DEF1 X G8 over ATK1, ATK1 X G8, ball F7 | release", "release DEF1 F7 H7", "release.stack"),
    ("DEF1 X G8 over ATK1, ATK1 X G8 | release", "release DEF1 F8 H7", "board.playable"),
    ("DEF1 X G8 over ATK1, ATK1 X G8 | release", "release DEF1 F7 H8", "board.playable"),
    ("DEF1 X G8 over ATK1 ball, ATK1 X G8 | release", "release DEF1 F7 H7", "release.ball"),
    ("DEF1 X G8 over ATK1, ATK1 X G8 | release", "release DEF1 F7 H7 DEF1", "release.ball"),
    ("DEF1 X G8 over ATK1 ball, ATK1 X G8, DEF2 X A2 | release", "release DEF1 F7 H7 DEF2", "release.ball"),
    ("DEF1 X G8 over ATK1 ball, ATK1 X G8 | release", "release DEF1 F7 H7 ATK1", None),
    # ending the turn
    ("DEF1 X G8 down | release", "end_turn", "release.duty"),
    ("DEF1 X G8 over DEF2, DEF2 O G8 | release", "end_turn", "release.duty"),
    ("DEF1 X G8 over DEF2 fresh, DEF2 O G8 | release", "end_turn", None),
    ("ATK1 X G8 over DEF2, DEF2 O G8 down | release", "end_turn", None),
    ("ATK1 X G8 down | release", "end_turn", None),
    ("DEF1 X A16 down, ATK1 X B15, ball B17 | release", "end_turn", None),
    ("DEF1 X A2 over ATK1, ATK1 X A2, ATK2 X B3 | release", "end_turn", None),
]


@pytest.mark.parametrize(("pieces", "tried", "rule"), REFUSALS)
def test_the_first_rule_in_order_refuses(pieces: str, tried: str, rule: str | None) -> None:
    assert oracle.refusal(position(pieces), action(tried)) == rule


# What an allowed action changes, and nothing else -------------------------------------------------

EFFECTS: list[tuple[str, str, dict[str, Any]]] = [
    # moving
    ("DEF1 X G8", "move DEF1 H9", {"DEF1.at": "H9", "ap": 1}),
    ("DEF1 # G8", "move DEF1 G10", {"DEF1.at": "G10", "ap": 0}),
    ("DEF1 X G8 ball", "move DEF1 I6", {"DEF1.at": "I6", "ball.at": "I6", "ap": 0}),
    (
        "DEF1 X G8, ball H9",
        "move DEF1 H9",
        {"DEF1.at": "H9", "ball.holder": "DEF1", "took.DEF1": "other", "ap": 1},
    ),
    ("DEF1 X G8, ball H9", "move DEF1 I10", {"DEF1.at": "I10", "ap": 0}),
    (
        "DEF1 X G8, ATK1 X I8, ball H9 for ATK1",
        "move DEF1 H9",
        {"DEF1.at": "H9", "ball.holder": "DEF1", "took.DEF1": "other", "ap": 1},
    ),
    (
        "DEF1 X G8, DEF2 O I8, ball H9 for DEF2 | took DEF2 other",
        "move DEF1 H9",
        {"DEF1.at": "H9", "ball.holder": "DEF1", "took.DEF1": "other", "ap": 1},
    ),
    ("DEF1 X G8, ball H9 for DEF1", "move DEF1 F7", {"DEF1.at": "F7", "ball.at": "F7", "ap": 1}),
    ("DEF1 X G8, ball H9 for DEF1", "move DEF1 H9", {"DEF1.at": "H9", "ap": 1}),
    ("DEF1 X G8, ball H9 for DEF1", "move DEF1 I10", {"DEF1.at": "I10", "ball.at": "I10", "ap": 0}),
    # touchdown by moving
    (
        "DEF1 X C2 ball",
        "move DEF1 B1",
        {"DEF1.at": "B1", "ball.at": "B1", "ap": 1, "phase": "over", "winner": "DEF"},
    ),
    (
        "ATK1 O J15 ball | turn ATK",
        "move ATK1 J17",
        {"ATK1.at": "J17", "ball.at": "J17", "ap": 0, "phase": "over", "winner": "ATK"},
    ),
    ("DEF1 X C16 ball", "move DEF1 B17", {"DEF1.at": "B17", "ball.at": "B17", "ap": 1}),
    ("DEF1 X C2", "move DEF1 B1", {"DEF1.at": "B1", "ap": 1}),
    (
        "DEF1 X C2, ball B1",
        "move DEF1 B1",
        {
            "DEF1.at": "B1",
            "ball.holder": "DEF1",
            "took.DEF1": "other",
            "ap": 1,
            "phase": "over",
            "winner": "DEF",
        },
    ),
    (
        "DEF1 O B1 ball",
        "move DEF1 D1",
        {"DEF1.at": "D1", "ball.at": "D1", "ap": 0, "phase": "over", "winner": "DEF"},
    ),
    # dodging
    (
        "DEF5 # H11, ATK5 # F9 ball",
        "dodge DEF5 F9 E8",
        {
            "DEF5.at": "E8",
            "ATK5.down": True,
            "ball.at": "E8",
            "ball.holder": "DEF5",
            "took.DEF5": "other",
            "ap": 1,
            "ep.DEF": 1,
        },
    ),
    (
        "DEF1 X G8, ATK1 X I10, ball J9 for ATK1",
        "dodge DEF1 I10 J11",
        {
            "DEF1.at": "J11",
            "ATK1.down": True,
            "ball.at": "J11",
            "ball.holder": "DEF1",
            "took.DEF1": "other",
            "ap": 1,
            "ep.DEF": 1,
        },
    ),
    (
        "DEF1 X G8, ATK1 X I10, ball H9",
        "dodge DEF1 I10 H9",
        {
            "DEF1.at": "H9",
            "ATK1.down": True,
            "ball.holder": "DEF1",
            "took.DEF1": "other",
            "ap": 1,
            "ep.DEF": 1,
        },
    ),
    (
        "DEF1 X G8, ATK1 X I10, ball H9",
        "dodge DEF1 I10 J11",
        {"DEF1.at": "J11", "ATK1.down": True, "ap": 1, "ep.DEF": 1},
    ),
    ("DEF1 O G8, ATK1 X I8 down", "dodge DEF1 I8 J7", {"DEF1.at": "J7", "ap": 1, "ep.DEF": 1}),
    (
        "DEF1 O G8, ATK1 X I8, ball H9 for DEF1",
        "dodge DEF1 I8 J7",
        {"DEF1.at": "J7", "ATK1.down": True, "ball.at": "J7", "ap": 1, "ep.DEF": 1},
    ),
    (
        "DEF1 # C4 ball, ATK1 X C2",
        "dodge DEF1 C2 B1",
        {
            "DEF1.at": "B1",
            "ATK1.down": True,
            "ball.at": "B1",
            "ap": 1,
            "ep.DEF": 1,
            "phase": "over",
            "winner": "DEF",
        },
    ),
    (
        "DEF1 # B3, ATK1 X B1 ball",
        "dodge DEF1 B1 C2",
        {
            "DEF1.at": "C2",
            "ATK1.down": True,
            "ball.at": "C2",
            "ball.holder": "DEF1",
            "took.DEF1": "other",
            "ap": 1,
            "ep.DEF": 1,
        },
    ),
    # tactical dodge: over H9 from G8 to I10, so that a push goes to G8, I8 or G10
    (
        "DEF1 X G8, ATK1 X H9",
        "tactical_dodge DEF1 I10 I8",
        {"DEF1.at": "I10", "ATK1.at": "I8", "ATK1.down": True, "ep.DEF": 2},
    ),
    (
        "DEF1 X G8, ATK1 X H9 down",
        "tactical_dodge DEF1 I10 G8",
        {"DEF1.at": "I10", "ATK1.at": "G8", "ep.DEF": 2},
    ),
    (
        "DEF1 X G8 ball, ATK1 X H9",
        "tactical_dodge DEF1 I10 G8",
        {"DEF1.at": "I10", "ball.at": "I10", "ATK1.at": "G8", "ATK1.down": True, "ep.DEF": 2},
    ),
    (
        "DEF1 X G8, ATK1 X H9, ball I10",
        "tactical_dodge DEF1 I10 G8",
        {
            "DEF1.at": "I10",
            "ball.holder": "DEF1",
            "took.DEF1": "other",
            "ATK1.at": "G8",
            "ATK1.down": True,
            "ep.DEF": 2,
        },
    ),
    # … and the fumble: aside, straight back (stays), against a player and a stack (stays)
    (
        "DEF1 X G8, ATK1 X H9 ball",
        "tactical_dodge DEF1 I10 I8",
        {
            "DEF1.at": "I10",
            "ATK1.at": "I8",
            "ATK1.down": True,
            "ball.at": "G10",
            "ball.holder": None,
            "ep.DEF": 2,
        },
    ),
    (
        "DEF1 X G8, ATK1 X H9 ball down",
        "tactical_dodge DEF1 I10 G8",
        {"DEF1.at": "I10", "ATK1.at": "G8", "ball.holder": None, "ep.DEF": 2},
    ),
    (
        "DEF1 X G8, ATK1 X H9 ball, DEF2 X G10",
        "tactical_dodge DEF1 I10 I8",
        {"DEF1.at": "I10", "ATK1.at": "I8", "ATK1.down": True, "ball.holder": None, "ep.DEF": 2},
    ),
    (
        "DEF1 X G8, ATK1 X H9 ball, DEF2 X I8 over ATK2, ATK2 O I8",
        "tactical_dodge DEF1 I10 G10",
        {"DEF1.at": "I10", "ATK1.at": "G10", "ATK1.down": True, "ball.holder": None, "ep.DEF": 2},
    ),
    # … of a received ball: from where it lay, off the board (stays), from under the acting player
    (
        "DEF1 X G8, ATK1 X H9, ball I8 for ATK1",
        "tactical_dodge DEF1 I10 G10",
        {
            "DEF1.at": "I10",
            "ATK1.at": "G10",
            "ATK1.down": True,
            "ball.at": "J7",
            "ball.holder": None,
            "ep.DEF": 2,
        },
    ),
    (
        "DEF1 X F15, ATK1 X G16, ball F17 for ATK1",
        "tactical_dodge DEF1 H17 F15",
        {"DEF1.at": "H17", "ATK1.at": "F15", "ATK1.down": True, "ball.holder": None, "ep.DEF": 2},
    ),
    (
        "DEF1 X G8, ATK1 X H9, ball I10 for ATK1",
        "tactical_dodge DEF1 I10 I8",
        {
            "DEF1.at": "I10",
            "ATK1.at": "I8",
            "ATK1.down": True,
            "ball.at": "H11",
            "ball.holder": None,
            "ep.DEF": 2,
        },
    ),
    (
        "DEF1 X G8, ATK1 X H9, ball I10 for ATK1, ATK2 O H11",
        "tactical_dodge DEF1 I10 I8",
        {
            "DEF1.at": "I10",
            "ATK1.at": "I8",
            "ATK1.down": True,
            "ball.holder": "DEF1",
            "took.DEF1": "other",
            "ep.DEF": 2,
        },
    ),
    (
        "DEF1 X D3 ball, ATK1 X C2 | ap 1",
        "tactical_dodge DEF1 B1 D1",
        {
            "DEF1.at": "B1",
            "ball.at": "B1",
            "ATK1.at": "D1",
            "ATK1.down": True,
            "ep.DEF": 2,
            "phase": "over",
            "winner": "DEF",
        },
    ),
    # blocking and protecting
    (
        "DEF1 X G8, ATK1 X H9",
        "block DEF1 H9",
        {"DEF1.at": "H9", "stack.H9": "DEF1 over ATK1 fresh", "ap": 1, "ep.DEF": 1},
    ),
    (
        "DEF1 X G8, ATK1 X H9 ball",
        "block DEF1 H9",
        {
            "DEF1.at": "H9",
            "stack.H9": "DEF1 over ATK1 fresh",
            "ball.holder": "DEF1",
            "took.DEF1": "other",
            "ap": 1,
            "ep.DEF": 1,
        },
    ),
    (
        "DEF1 X G8, ATK1 X H9, ball I10 for ATK1",
        "block DEF1 H9",
        {
            "DEF1.at": "H9",
            "stack.H9": "DEF1 over ATK1 fresh",
            "ball.at": "H9",
            "ball.holder": "DEF1",
            "took.DEF1": "other",
            "ap": 1,
            "ep.DEF": 1,
        },
    ),
    (
        "DEF1 X G8, ATK1 X H9, ball F7 for DEF1",
        "block DEF1 H9",
        {"DEF1.at": "H9", "stack.H9": "DEF1 over ATK1 fresh", "ball.at": "H9", "ap": 1, "ep.DEF": 1},
    ),
    (
        "DEF1 X G8, DEF2 O H9 down ball",
        "protect DEF1 H9",
        {
            "DEF1.at": "H9",
            "stack.H9": "DEF1 over DEF2 fresh",
            "ball.holder": "DEF1",
            "took.DEF1": "other",
            "ap": 1,
        },
    ),
    (
        "DEF1 X C2 ball, ATK1 X B1",
        "block DEF1 B1",
        {
            "DEF1.at": "B1",
            "stack.B1": "DEF1 over ATK1 fresh",
            "ball.at": "B1",
            "ap": 1,
            "ep.DEF": 1,
            "phase": "over",
            "winner": "DEF",
        },
    ),
    (
        "DEF1 X C2, DEF2 X B1 ball",
        "protect DEF1 B1",
        {
            "DEF1.at": "B1",
            "stack.B1": "DEF1 over DEF2 fresh",
            "ball.holder": "DEF1",
            "took.DEF1": "other",
            "ap": 1,
            "phase": "over",
            "winner": "DEF",
        },
    ),
    # passing; nobody scores by it
    (
        "DEF1 X G8 ball, DEF2 X H9 | ap 0",
        "hand_off DEF1 DEF2",
        {"ball.at": "H9", "ball.holder": "DEF2", "took.DEF2": "hand_off"},
    ),
    (
        "DEF1 X G8 ball, DEF2 X H9 | took DEF1 hand_off | took DEF2 hand_off",
        "hand_off DEF1 DEF2",
        {"ball.at": "H9", "ball.holder": "DEF2"},
    ),
    (
        "DEF1 X G8, ball F9 for DEF1, DEF2 X H7",
        "hand_off DEF1 DEF2",
        {"ball.at": "H7", "ball.holder": "DEF2", "took.DEF2": "hand_off"},
    ),
    (
        "DEF1 X C2 ball, DEF2 X B1",
        "hand_off DEF1 DEF2",
        {"ball.at": "B1", "ball.holder": "DEF2", "took.DEF2": "hand_off"},
    ),
    (
        "DEF1 X G8 ball, DEF2 X I10",
        "short_pass DEF1 DEF2 J11",
        {"ball.at": "J11", "ball.holder": "DEF2", "took.DEF2": "other", "ap": 1, "ep.DEF": 1},
    ),
    (
        "DEF1 X C2 ball, DEF2 X E2",
        "short_pass DEF1 DEF2 D1",
        {"ball.at": "D1", "ball.holder": "DEF2", "took.DEF2": "other", "ap": 1, "ep.DEF": 1},
    ),
    (
        "DEF1 X G8 ball, DEF2 X I10",
        "long_pass DEF1 A2",
        {"ball.at": "A2", "ball.holder": None, "ap": 0, "ep.DEF": 2},
    ),
    # AP to EP, and the end of the action phase
    ("DEF1 X G8", "convert 1", {"ap": 1, "ep.DEF": 1}),
    ("DEF1 X G8", "convert 2", {"ap": 0, "ep.DEF": 2}),
    ("DEF1 X G8", "end_actions", {"phase": "release", "ap": 0}),
    # the release phase
    ("DEF1 O G8 down | release", "stand_up DEF1 H7", {"DEF1.at": "H7", "DEF1.down": False}),
    (
        "DEF1 O G8 down ball | release",
        "stand_up DEF1 H7",
        {"DEF1.at": "H7", "DEF1.down": False, "ball.at": "H7"},
    ),
    (
        "DEF1 O C2 down ball | release",
        "stand_up DEF1 B1",
        {"DEF1.at": "B1", "DEF1.down": False, "ball.at": "B1"},
    ),
    (
        "DEF1 X G8 over ATK1, ATK1 X G8 down | release",
        "release DEF1 F7 H9",
        {"DEF1.at": "F7", "ATK1.at": "H9", "stack.G8": None},
    ),
    (
        "DEF1 X G8 over ATK1 ball, ATK1 X G8 down | release",
        "release DEF1 F7 H9 ATK1",
        {"DEF1.at": "F7", "ATK1.at": "H9", "stack.G8": None, "ball.at": "H9", "ball.holder": "ATK1"},
    ),
    (
        "DEF1 X C2 over DEF2 ball, DEF2 X C2 | release",
        "release DEF1 B1 D1 DEF1",
        {"DEF1.at": "B1", "DEF2.at": "D1", "stack.C2": None, "ball.at": "B1"},
    ),
    (
        "DEF1 X G8 over ATK1 fresh, ATK1 X G8, DEF2 X A2 ball | release | took DEF2 other",
        "end_turn",
        {"turn": "ATK", "phase": "action", "ap": 2, "took.DEF2": None, "stack.G8": "DEF1 over ATK1 old"},
    ),
]


@pytest.mark.parametrize(("pieces", "done", "expected"), EFFECTS)
def test_an_action_changes_this_and_nothing_else(pieces: str, done: str, expected: dict[str, Any]) -> None:
    before = position(pieces)
    assert changes(before, oracle.apply(before, action(done))) == expected


# Whole lists of legal actions ---------------------------------------------------------------------

LEGAL: list[tuple[str, list[str]]] = [
    (
        "DEF1 X A2",
        ["move DEF1 B1", "move DEF1 B3", "move DEF1 C4", "convert 1", "convert 2", "end_actions"],
    ),
    (
        "DEF1 O A2, ATK1 X A4 | ap 1",
        [
            "move DEF1 B1",
            "move DEF1 B3",
            "dodge DEF1 A4 B3",
            "dodge DEF1 A4 B5",
            "convert 1",
            "end_actions",
        ],
    ),
    (
        "DEF1 # A2, ATK1 X B3 ball | ap 0",
        [
            "tactical_dodge DEF1 C4 A2",
            "tactical_dodge DEF1 C4 A4",
            "tactical_dodge DEF1 C4 C2",
            "end_actions",
        ],
    ),
    (
        "DEF1 X A2 ball, DEF2 O B3, DEF3 O C4 down | ap 1 | took DEF1 hand_off | took DEF2 hand_off",
        ["hand_off DEF1 DEF2", "convert 1", "end_actions"],
    ),
    (
        "DEF1 X B1 ball, DEF2 X A2 over ATK1, ATK1 X A2, DEF3 X B3 | ap 1 | took DEF3 other",
        [
            "move DEF1 C2",
            "short_pass DEF1 DEF3 A4",
            "short_pass DEF1 DEF3 C2",
            "short_pass DEF1 DEF3 C4",
            "convert 1",
            "end_actions",
        ],
    ),
    ("DEF1 X A2 down, DEF2 X B1 | release", ["stand_up DEF1 B3"]),
    ("DEF1 X A2 down, DEF2 X B1, ball B3 | release", ["end_turn"]),
    (
        "DEF1 X A2 over ATK1 ball, ATK1 X A2 | release",
        [
            "release DEF1 B1 B3 DEF1",
            "release DEF1 B1 B3 ATK1",
            "release DEF1 B3 B1 DEF1",
            "release DEF1 B3 B1 ATK1",
        ],
    ),
    ("DEF1 X A2 | won ATK", []),
]


@pytest.mark.parametrize(("pieces", "expected"), LEGAL)
def test_these_and_no_other_actions_are_legal(pieces: str, expected: list[str]) -> None:
    found = [key(each) for each in oracle.legal(position(pieces))]
    assert sorted(found) == sorted(key(action(text)) for text in expected)


def test_the_first_turn_has_54_actions() -> None:
    kinds = [each["do"] for each in oracle.legal(oracle.new())]
    counted = {kind: kinds.count(kind) for kind in kinds}
    # 16 moves of one square and 17 of two; three players can dodge onto G8, each with two exits
    assert counted == {"move": 33, "dodge": 6, "protect": 12, "convert": 2, "end_actions": 1}


def test_the_game_begins_as_the_page_says() -> None:
    start = oracle.new()
    assert oracle.check(start) == []
    assert (start["turn"], start["phase"], start["ap"]) == ("DEF", "action", 2)
    assert (start["ball"], start["ep"]) == ({"at": "F7", "holder": "ATK5"}, {"ATK": 0, "DEF": 0})
    assert len(oracle.PLAYABLE) == 110
    turned = oracle.rotate(start)
    assert turned["players"] == start["players"]
    assert (turned["turn"], turned["ball"]) == ("ATK", {"at": "H11", "holder": "DEF5"})


# Short stories ------------------------------------------------------------------------------------


def play(state: State, *texts: str) -> State:
    """The state after the actions, each of which must be allowed."""
    for text in texts:
        assert oracle.refusal(state, action(text)) is None, text
        state = oracle.apply(state, action(text))
    return state


def test_a_lower_player_that_comes_out_down_must_still_stand_up() -> None:
    state = position("DEF1 X G8 over DEF2, DEF2 O G8 down | release")
    state = play(state, "release DEF1 F7 H9")
    assert oracle.refusal(state, action("end_turn")) == "release.duty"
    play(state, "stand_up DEF2 G8", "end_turn")


def test_a_stand_up_can_make_room_for_a_release() -> None:
    state = position("DEF1 X A2 over ATK1, ATK1 X A2, DEF2 O B3 down, ATK2 X C2 | release")
    assert oracle.refusal(state, action("release DEF1 B1 B3")) == "release.stack"
    play(state, "stand_up DEF2 C4", "release DEF1 B1 B3", "end_turn")


def test_a_stack_waits_for_the_next_turn_of_the_upper_players_coach() -> None:
    state = position("DEF1 X G8, ATK1 X H9, ATK2 X A2")
    state = play(state, "block DEF1 H9", "end_actions")
    assert oracle.refusal(state, action("release DEF1 G8 I8")) == "release.next_turn"
    state = play(state, "end_turn", "end_actions")
    assert oracle.refusal(state, action("release DEF1 G8 I8")) == "release.duty"
    state = play(state, "end_turn", "end_actions")
    assert oracle.refusal(state, action("end_turn")) == "release.duty"
    play(state, "release DEF1 G8 I8", "end_turn")


def test_a_player_knocked_down_makes_no_action_in_its_next_turn() -> None:
    state = position("DEF1 X G8, ATK1 X I10, ATK2 X A2")
    state = play(state, "dodge DEF1 I10 J11", "end_actions", "end_turn")
    assert oracle.refusal(state, action("move ATK1 H9")) == "turn.unable"
    state = play(state, "end_actions", "stand_up ATK1 H9", "end_turn", "end_actions", "end_turn")
    play(state, "move ATK1 I10")


def test_a_receiver_acts_only_in_its_next_turn_and_then_carries_the_ball() -> None:
    state = position("DEF1 X G8 ball, DEF2 X I10, ATK1 X A2")
    state = play(state, "short_pass DEF1 DEF2 J11")
    assert oracle.refusal(state, action("move DEF2 H9")) == "turn.took"
    assert oracle.refusal(state, action("hand_off DEF2 DEF1")) == "turn.took"
    state = play(state, "end_actions", "end_turn", "end_actions", "end_turn", "move DEF2 H9")
    assert state["ball"] == {"at": "H9", "holder": "DEF2"}


def test_the_ball_goes_back_and_forth_by_hand_and_the_entries_stay() -> None:
    state = position("DEF1 X G8 ball, DEF2 X H9 | ap 0")
    state = play(state, "hand_off DEF1 DEF2", "hand_off DEF2 DEF1", "hand_off DEF1 DEF2")
    assert state["took"] == {"DEF1": "hand_off", "DEF2": "hand_off"}
    assert oracle.refusal(state, action("move DEF1 F7")) == "turn.took"


def test_two_players_jump_over_one_opponent_without_end() -> None:
    start = position("DEF1 X G8, DEF2 X H7, ATK1 X H9 down | ap 0")
    there = play(start, "tactical_dodge DEF1 I10 I8", "tactical_dodge DEF2 J9 H9")
    back = play(there, "tactical_dodge DEF1 G8 I8", "tactical_dodge DEF2 H7 H9")
    assert changes(start, back) == {"ep.DEF": 8}


# Unreadable actions -------------------------------------------------------------------------------

UNREADABLE: list[Any] = [
    {},
    {"do": "jump", "player": "DEF1"},
    {"do": ["move"], "player": "DEF1", "to": "H9"},
    {"do": "move", "player": "DEF1"},
    {"do": "move", "player": "DEF1", "to": "H9", "exit": "I10"},
    {"do": "move", "player": "DEF1", "to": "H9", "ball": None},
    {"do": "move", "player": "DEF8", "to": "H9"},
    {"do": "move", "player": "DEF1", "to": "N8"},
    {"do": "move", "player": "DEF1", "to": "G18"},
    {"do": "move", "player": "DEF1", "to": "G08"},
    {"do": "move", "player": "DEF1", "to": "g8"},
    {"do": "move", "player": "DEF1", "to": None},
    {"do": "hand_off", "player": "DEF1", "receiver": None},
    {"do": "convert", "ap": True},
    {"do": "convert", "ap": 1.0},
    {"do": "convert", "ap": "1"},
    {"do": "release", "player": "DEF1", "top_to": "F7", "bottom_to": "H7", "ball": "REF1"},
    ["end_turn"],
    "end_turn",
]


@pytest.mark.parametrize("unreadable", UNREADABLE)
def test_an_unreadable_action_is_an_error_and_no_refusal(unreadable: Any) -> None:
    with pytest.raises(ValueError, match="expected"):
        oracle.refusal(oracle.new(), unreadable)


def test_no_ball_and_ball_null_are_the_same_in_a_release() -> None:
    state = position("DEF1 X G8 over ATK1, ATK1 X G8 | release")
    release = action("release DEF1 F7 H7")
    assert oracle.apply(state, {**release, "ball": None}) == oracle.apply(state, release)


def test_a_refused_action_is_not_applied() -> None:
    with pytest.raises(ValueError, match=r"^move\.x forbids"):
        oracle.apply(position("DEF1 X G8"), action("move DEF1 G10"))


# The list of what is always true can tell a bad state ---------------------------------------------

BROKEN: list[tuple[str, dict[str, Any]]] = [
    ("not playable", {"players.DEF1.at": "I9"}),
    ("without being a stack", {"players.DEF1.at": "G10"}),
    ("upper player", {"players.DEF1.at": "G10", "players.DEF1.down": True, "stacks": ["DEF1 DEF2 G10"]}),
    ("are not those", {"stacks": ["DEF1 DEF2 G10"]}),
    ("in two stacks", {"stacks": ["DEF1 DEF2 G10", "DEF1 DEF3 E10"]}),
    ("lower player", {"players.DEF1.at": "F7", "stacks": ["DEF1 ATK5 F7"]}),
    ("the ball lies on", {"ball.at": "F8"}),
    ("loose ball", {"ball.holder": None}),
    ("received by", {"ball.at": "E8"}),
    ("as far away", {"ball.at": "H9"}),
    ("AP in the phase", {"ap": 3}),
    ("AP in the phase", {"phase": "release"}),
    ("EP below 0", {"ep.ATK": -1}),
    ("with winner", {"winner": "ATK"}),
    ("with winner", {"phase": "over"}),
]


@pytest.mark.parametrize(("fault", "wrong"), BROKEN)
def test_a_broken_state_is_reported(fault: str, wrong: dict[str, Any]) -> None:
    state = oracle.new()
    for path, value in wrong.items():
        *way, last = path.split(".")
        part = state
        for step in way:
            part = part[step]
        part[last] = [made_stack(text) for text in value] if last == "stacks" else value
    assert any(fault in found for found in oracle.check(state))


def made_stack(text: str) -> dict[str, Any]:
    """`DEF1 DEF2 G10` as an old stack of the two on that square."""
    top, bottom, at = text.split()
    return {"at": at, "top": top, "bottom": bottom, "fresh": False}


# Random games and crowds --------------------------------------------------------------------------


END_ZONES = tuple(square for square in oracle.PLAYABLE if oracle.XY[square][1] in (1, oracle.ROWS))


def crowd(rng: random.Random) -> State:
    """A well-formed position: 14 players of any types close together, some of them stacked or down."""
    centre = rng.choice(rng.choice((oracle.PLAYABLE, END_ZONES)))
    squares = rng.sample(sorted(oracle.PLAYABLE, key=lambda at: oracle.distance(centre, at))[:26], 14)
    state = oracle.new()
    state.update(turn=rng.choice(oracle.TEAMS), ap=rng.choice((0, 1, 1, 2, 2, 2)))
    for player, square in zip(rng.sample(oracle.PLAYERS, 14), squares, strict=True):
        state["players"][player] = {"type": rng.choice("XO#"), "at": square, "down": rng.random() < 0.25}
    for _ in range(rng.randrange(4)):
        pile_up(state, rng)
    drop_ball(state, rng)
    if rng.random() < 0.3:
        state.update(phase="release", ap=0)
    return oracle.in_order(state)


def pile_up(state: State, rng: random.Random) -> None:
    """Put one able player on another that is in no stack."""
    top, bottom = rng.sample(oracle.PLAYERS, 2)
    if oracle.is_able(state, top) and not oracle.in_stack(state, bottom):
        square = oracle.place(state, bottom)
        state["players"][top]["at"] = square
        fresh = oracle.team_of(top) == state["turn"] and rng.random() < 0.3
        state["stacks"].append({"at": square, "top": top, "bottom": bottom, "fresh": fresh})


def drop_ball(state: State, rng: random.Random) -> None:
    """Give the ball to a player that is no lower one, on its square or beside it, or leave it loose."""
    bottoms = [stack["bottom"] for stack in state["stacks"]]
    holder = rng.choice([player for player in oracle.PLAYERS if player not in bottoms])
    at = oracle.place(state, holder)
    beside = [square for square in oracle.near(at, 1) if oracle.is_free(state, square)]
    state["ball"] = {"at": at, "holder": holder}
    if beside and rng.random() < 0.5:
        state["ball"] = {"at": rng.choice(beside), "holder": rng.choice((holder, holder, None))}


def random_walk(rng: random.Random, state: State, plies: int) -> Walk:
    """Each state on the way with its legal actions and the one chosen."""
    for _ in range(plies):
        actions = oracle.legal(state)
        if not actions:
            return
        chosen = choice(rng, state, actions)
        yield state, actions, chosen
        state = oracle.apply(state, chosen)


def choice(rng: random.Random, state: State, actions: list[Action]) -> Action:
    """A touchdown often, the end of the actions seldom, else a kind first, so that rare kinds come up."""
    scoring = [each for each in actions if carries_home(state, each)]
    lively = [each for each in actions if each["do"] not in ("end_actions", "convert")]
    offered = scoring if scoring and rng.random() < 0.5 else actions
    if offered is actions and lively and rng.random() < 0.6:
        offered = lively
    kind = rng.choice(sorted({each["do"] for each in offered}))
    return rng.choice([each for each in offered if each["do"] == kind])


def carries_home(state: State, each: Action) -> bool:
    """Whether the holder ends this movement in the end zone that it attacks."""
    if each["do"] not in (*oracle.MOVEMENTS, "block", "protect") or not oracle.holds(state, each["player"]):
        return False
    _, row = oracle.XY[each["exit"] if "exit" in each else each["to"]]
    return row == oracle.END_ZONE_TO_REACH[oracle.team_of(each["player"])]


PLAYERS_MOVED = {
    "move": 1,
    "dodge": 1,
    "tactical_dodge": 2,
    "block": 1,
    "protect": 1,
    "stand_up": 1,
    "release": 2,
}


def breaches(before: State, done: Action, after: State) -> list[str]:
    """What is wrong with one step by the page's list "Always true", in words."""
    wrong: list[str] = oracle.check(after)
    price = oracle.price_of(before, done)
    earned = done["ap"] if done["do"] == "convert" else oracle.EP[price] if price else 0
    team = before["turn"]
    if after["ep"] != {**before["ep"], team: before["ep"][team] + earned}:
        wrong.append(f"EP went from {before['ep']} to {after['ep']}")
    moved = [name for name in oracle.PLAYERS if oracle.place(before, name) != oracle.place(after, name)]
    if len(moved) != PLAYERS_MOVED.get(done["do"], 0):
        wrong.append(f"{moved} moved")
    if done["do"] == "dodge":
        [hit] = oracle.on_square(before, done["to"])
        if not after["players"][hit]["down"] or hit in moved:
            wrong.append(f"{hit} is not down where it was")
    if done["do"] == "tactical_dodge":
        [pushed] = [player for player in moved if player != done["player"]]
        way = oracle.distance(oracle.place(before, pushed), oracle.place(after, pushed))
        if way != 1 or not after["players"][pushed]["down"]:
            wrong.append(f"{pushed} was pushed {way} squares")
    return wrong


WALKS = [*(("game", seed, 200) for seed in range(4)), *(("crowd", seed, 20) for seed in range(80))]


def walk_of(kind: str, seed: int, plies: int) -> Walk:
    """A seeded walk from the set-up or from a crowd."""
    rng = random.Random(f"{kind} {seed}")
    return random_walk(rng, oracle.new() if kind == "game" else crowd(rng), plies)


def test_every_kind_of_action_and_a_touchdown_come_up_in_the_walks() -> None:
    kinds, ends = set(), set()
    for number in range(30):
        for state, _, chosen in walk_of("crowd", number, 24):
            kinds.add(chosen["do"])
            ends.add(oracle.apply(state, chosen)["winner"])
    assert kinds == set(oracle.FIELDS)
    assert ends > {None}


@pytest.mark.parametrize(("kind", "seed", "plies"), WALKS)
def test_what_is_always_true_stays_true_and_nothing_is_mutated(kind: str, seed: int, plies: int) -> None:
    steps = 0
    for state, _, chosen in walk_of(kind, seed, plies):
        kept, wanted = copy.deepcopy(state), copy.deepcopy(chosen)
        after = oracle.apply(state, chosen)
        assert breaches(state, chosen, after) == []
        assert (state, chosen) == (kept, wanted)
        steps += 1
    assert steps > 0


@pytest.mark.parametrize(("kind", "seed", "plies"), WALKS[::4])
def test_the_turned_board_is_the_same_game_for_the_other_team(kind: str, seed: int, plies: int) -> None:
    steps = 0
    for state, actions, chosen in walk_of(kind, seed, plies):
        turned = oracle.rotate(state)
        assert oracle.rotate(turned) == state
        assert sorted(map(key, oracle.legal(turned))) == sorted(key(oracle.rotate_action(a)) for a in actions)
        after = oracle.apply(turned, oracle.rotate_action(chosen))
        assert after == oracle.rotate(oracle.apply(state, chosen))
        steps += 1
    assert steps > 0


@pytest.mark.parametrize("seed", range(10))
def test_no_allowed_candidate_is_missing_from_the_legal_actions(seed: int) -> None:
    state = crowd(random.Random(f"crowd {seed}"))
    tried = [each for each in oracle.candidates(state) if oracle.refusal(state, each) is None]
    assert sorted(map(key, tried)) == sorted(map(key, oracle.legal(state)))
    assert len({key(each) for each in tried}) == len(tried)


def test_the_candidates_reach_beyond_the_rules_and_come_once() -> None:
    state = position("DEF1 X G8, ATK1 X H9 over DEF2, DEF2 O H9, ATK2 # L7")
    tried = [key(each) for each in oracle.candidates(state)]
    wide = """convert 1, convert 2, convert 3, end_actions, end_turn, move DEF1 J11, move ATK1 H8,
        block DEF1 G8, protect ATK2 J5, dodge ATK1 K12 M12, tactical_dodge DEF1 J11 D5, hand_off DEF1 DEF1,
        hand_off ATK1 DEF2, short_pass DEF1 ATK2 M8, long_pass ATK2 A16, stand_up DEF1 F8,
        release ATK1 J11 J11 DEF2, release DEF1 G8 F7"""
    assert {key(action(text)) for text in wide.split(",")} <= set(tried)
    assert key(action("move DEF1 K8")) not in tried
    assert len(set(tried)) == len(tried)


def sampled_refusals(seed: int) -> Iterator[tuple[State, Action, str | None]]:
    """Some candidates of each kind in a crowd (now and then with the game over) and the rule that refuses."""
    rng = random.Random(f"refusals {seed}")
    state = crowd(rng)
    if seed % 20 == 0:
        state.update(phase="over", winner="ATK")
    bottoms = {stack["bottom"] for stack in state["stacks"]}
    state["took"] = {
        player: rng.choice(("hand_off", "other"))
        for player in oracle.own_players(state)
        if player not in bottoms and rng.random() < 0.15
    }
    tries = oracle.candidates(state)
    for kind in oracle.FIELDS:
        alike = [each for each in tries if each["do"] == kind]
        for each in rng.sample(alike, min(400, len(alike))):
            yield state, each, oracle.refusal(state, each)


def test_the_turned_board_refuses_by_the_same_rules_and_each_of_them_occurs() -> None:
    seen = set()
    for seed in range(60):
        for number, (state, each, rule) in enumerate(sampled_refusals(seed)):
            seen.add(rule)
            if number % 10 == 0:
                assert oracle.refusal(oracle.rotate(state), oracle.rotate_action(each)) == rule
    assert seen == {rule for _, _, rule in REFUSALS}


@pytest.mark.parametrize("seed", range(3))
def test_nobody_acts_in_the_turn_after_being_knocked_down(seed: int) -> None:
    down_before: set[str] = set()
    turns = 0
    for state, actions, chosen in walk_of("game", seed, 200):
        if state["phase"] == "action":
            assert not [each for each in actions if each.get("player") in down_before]
        if chosen["do"] == "end_turn":
            down_before = {player for player, its in state["players"].items() if its["down"]}
            turns += 1
    assert turns > 10
