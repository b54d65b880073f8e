"""Every name and number of Doppelpass that is no part of the board."""

TEAMS = ("A", "B")
A, B = 0, 1
NOBODY = -1

PIECES = ("black", "red", "gold")
KEEPERS = ("keeper.A", "keeper.B")
"""Token ids; the keepers in the order of their teams."""

BASE, KEEPER, SUPPLEMENT, MUNICH = MODES = ("base", "keeper", "supplement", "munich")

SAVES = {
    BASE: frozenset[str](),
    KEEPER: frozenset(("penalty",)),
    SUPPLEMENT: frozenset(("penalty", "jumped")),
    MUNICH: frozenset(("penalty", "jumped", "beside")),
}
"""By mode: which shots the keeper may try to hold (spec/doppelpass.md: save)."""

TOSS, SHIFT, ROLL, MOVE, PENALTY, MISSED, SAVE, KICK_OFF, OVER = PHASES = (
    "toss",
    "keeper",
    "roll",
    "move",
    "penalty",
    "missed",
    "save",
    "kick_off",
    "over",
)

PASS, DIRECT = "pass", "direct"
SHOTS = (PASS, DIRECT, PENALTY)
"""The kinds of shot that can be pending; the phase of the penalty roll has the name of its kind."""

DRAW = 2
WINNERS = (*TEAMS, "draw")
"""By number: a team, or DRAW."""

FORWARD = (1, -1)
"""By team: the rows that one step forward adds."""

GOALS = 7
DICE = 2
"""How many dice a player throws in play."""

ONE = 1
"""How many dice decide a penalty, how many the keeper throws where he has no choice."""

LOWEST = 1
PENALTY_DOUBLE = 1
KEEPER_STEP = 1

MOVED = 2
"""How many pieces a Spielzug moves."""

SIDEWAYS = ((-1, 0), (1, 0))
AHEAD = ((-1, 1), (1, 1))
BACK = ((-1, -1), (0, -1), (1, -1))
FIRST = SIDEWAYS + AHEAD
"""Directions as columns and rows forward: these for a first piece, `AHEAD` for a second one."""
