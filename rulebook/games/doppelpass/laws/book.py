"""What the laws of Doppelpass take from the book: its figures, and each rule's sentence, word by word."""

import json
from collections.abc import Mapping
from pathlib import Path

PLAYERS = ("A", "B")
PIECES = ("black", "red", "gold")
MODES = ("base", "keeper", "supplement", "munich")

COLUMNS, ROWS = 11, 17
GOAL = (4, 5, 6)
"""The columns of a goal, counted from 0; each player's own lies on the line behind which he stands."""

AREA, DEPTH = (2, 3, 4, 5, 6, 7, 8), 4
"""The columns of a penalty area, and how many rows it has; the lines around it belong to it."""

SPOTS = {"A": (5, 2), "B": (5, 14)}
"""The spot in the area in front of each player's own goal."""

CORNERS = {"A": ((0, 16), (10, 16)), "B": ((0, 0), (10, 0))}
"""The corners that each player uses."""

KICK_OFF = ((4, 8), (5, 8), (6, 8))
"""The points of black, red and gold."""

KEEPERS = {"A": (5, 0), "B": (5, 16)}

SIDES = 6
MISSED = (1, 2)
"""The falls of the die that miss a penalty."""

GOALS = 7
REACH = 6
"""How far a keeper gets beside him, in columns."""

KEEPER_STEP = 1
BOTH = 2
"""Dice of a roll for a Spielzug; a toss takes as many, one of each player."""

FIRST_STEPS = {(-1, 0), (1, 0), (-1, 1), (1, 1)}
SECOND_STEPS = {(-1, 1), (1, 1)}
CORNER_STEPS = {(0, -1), (-1, -1), (1, -1)}
"""Where a step may lead: columns to either side, and rows forward."""

QUOTES_FILE = Path(__file__).with_name("quotes.json")
"""The sentence of each rule, word by word, as `rulebook laws accept` last took it over."""

QUOTES: Mapping[str, str] = json.loads(QUOTES_FILE.read_text(encoding="utf-8"))
