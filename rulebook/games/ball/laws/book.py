"""What the laws of BALL take from the book: its figures, and the sentence of each rule, word by word."""

import json
from collections.abc import Mapping
from pathlib import Path

TEAMS = ("ATK", "DEF")
COLUMNS, ROWS = 13, 17
ZONE_ROW = {"ATK": 1, "DEF": 17}
"""The row of each team's end zone."""

PLACES = {
    "ATK1": "E8",
    "ATK2": "G8",
    "ATK3": "I8",
    "ATK4": "D7",
    "ATK5": "F7",
    "ATK6": "H7",
    "ATK7": "J7",
    "DEF1": "I10",
    "DEF2": "G10",
    "DEF3": "E10",
    "DEF4": "J11",
    "DEF5": "H11",
    "DEF6": "F11",
    "DEF7": "D11",
}
TYPES = dict(zip(PLACES, "XOXO##OXOXO##O", strict=True))
FIRST_HOLDER, FIRST_TEAM, FIRST_EP = "ATK5", "DEF", 0

TURN_AP = 2
LEAST_CONVERTED, EP_FOR_AP = 1, 1
LONG = 2
"""Squares of the longer movement: that of a dodge and of a tactical dodge."""
SHORT_PASS_RANGE = 4
LONG_PASS_DISTANCE = 2

STRIDES = {
    "X": {(1, 1), (2, 2)},
    "O": {(1, 1), (0, 2), (2, 0)},
    "#": {(1, 1), (2, 2), (0, 2), (2, 0)},
}
"""The movements of each type, as columns and rows."""

PRICES = {
    "move.one": (1, 0),
    "move.two": (2, 0),
    "dodge": (1, 1),
    "tactical_dodge": (0, 2),
    "block": (1, 1),
    "protect": (1, 0),
    "short_pass": (1, 1),
    "long_pass": (2, 2),
    "hand_off": (0, 0),
}
"""What each action costs in AP and earns in EP."""

QUOTES_FILE = Path(__file__).with_name("quotes.json")
"""The sentence of each rule, word by word, as `rulebook laws accept` last took it over."""

QUOTES: Mapping[str, str] = json.loads(QUOTES_FILE.read_text(encoding="utf-8"))
