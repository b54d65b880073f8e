"""The light palette of all drawings; a page recolours by the classes."""

from collections.abc import Mapping

PAPER, INK, QUIET = "#fffdf8", "#2a251d", "#6b5d45"
TINT, TINT_OPACITY, HATCH = "#a8843c", 0.13, "#857245"
TEAMS = ("#b8441e", "#184f87")
ZONES = ("#fbe6dc", "#d3e2f2")
DOWN = ("#fdf0ea", "#edf3fb")
NEUTRAL, NEUTRAL_DOWN = "#5b5346", "#f2ede2"
BALL = "#f0b01e"
PITCH, MESH, DIAGONAL = "#eff2e1", "#8b8d6c", "#bcbf9f"
LEGAL, REFUSED = "#0b6e63", "#a3125f"

LOOKS: Mapping[str, tuple[str, str, str]] = {
    "black": ("#1f1c18", "#fffdf8", "M2.7 0a2.7 2.7 0 1 1-5.4 0a2.7 2.7 0 1 1 5.4 0z"),
    "red": ("#c4122f", "#fffdf8", "M0 -3.6L3.4 2.3H-3.4z"),
    "gold": ("#f0b01e", "#2a251d", "M-2.5 -2.5H2.5V2.5H-2.5z"),
}
"""Colour of a piece, colour of its glyph and the glyph: round, three-cornered, square."""
