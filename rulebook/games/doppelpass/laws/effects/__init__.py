"""What every legal action of Doppelpass brings about: laws that hold a position and the next side by side.

Each function tells whether a rule keeps its promise: exactly this has changed and nothing beside it, and the
events say so in the rule's name, with the ways that are drawn for them. Chapters, functions and rows are in
the order of the book.
"""

from rulebook.games.doppelpass.laws.effects import end, keeper, set_pieces, spielzug, turn
from rulebook.games.doppelpass.laws.effects.telling import Effects

EFFECTS: Effects = (*turn.EFFECTS, *spielzug.EFFECTS, *set_pieces.EFFECTS, *keeper.EFFECTS, *end.EFFECTS)
