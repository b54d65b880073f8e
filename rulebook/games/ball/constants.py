"""Every number of BALL's rules under its name, and how the three types move."""

from typing import NamedTuple

TEAMS = ("ATK", "DEF")
ATK, DEF = 0, 1

ACTION, RELEASE, OVER = "action", "release", "over"
PHASES = (ACTION, RELEASE)
"""The phases of a turn; `OVER` is what follows a touchdown."""


class Price(NamedTuple):
    """What an action costs in AP and earns in EP."""

    ap: int
    ep: int


PRICES = {
    "move.one": Price(1, 0),
    "move.two": Price(2, 0),
    "dodge": Price(1, 1),
    "tactical_dodge": Price(0, 2),
    "block": Price(1, 1),
    "protect": Price(1, 0),
    "short_pass": Price(1, 1),
    "long_pass": Price(2, 2),
    "hand_off": Price(0, 0),
    "possession": Price(0, 0),
}
CONVERT = Price(1, 1)
TURN_AP = 2
SETUP_EP = 0

STEP, LEAP = 1, 2
"""The two movements that a player has, in squares; every action of a moving player is one of them."""

DISTANCES = {
    "board.adjacent": 1,
    "move.one.distance": STEP,
    "move.two.distance": LEAP,
    "dodge.distance": LEAP,
    "dodge.exit.distance": 1,
    "tactical_dodge.distance": LEAP,
    "tactical_dodge.push.distance": 1,
    "fumble.distance": 1,
    "block.distance": STEP,
    "protect.distance": STEP,
    "hand_off.distance": 1,
    "short_pass.range": 4,
    "short_pass.ball.distance": 1,
    "long_pass.distance": 2,
    "stand_up.distance": 1,
    "release.distance": 1,
}
"""In squares, counted in king's steps (spec/ball.md: board.distance)."""

SINGLE = 1
"""How many players stand on a square that is no stack."""

STACK = 2
"""How many players a stack has."""

DIAGONAL = ((-1, -1), (1, -1), (-1, 1), (1, 1))
STRAIGHT = ((0, -1), (-1, 0), (1, 0), (0, 1))

MOVEMENT: dict[int, dict[str, tuple[tuple[int, int], ...]]] = {
    STEP: {"X": DIAGONAL, "O": DIAGONAL, "#": DIAGONAL},
    LEAP: {"X": DIAGONAL, "O": STRAIGHT, "#": DIAGONAL + STRAIGHT},
}
"""By distance and type: in which directions, as columns and rows, a player moves (spec/ball.md: move.x)."""

TYPES = tuple(MOVEMENT[STEP])
