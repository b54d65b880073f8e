"""What every legal action of BALL brings about: the laws that hold a position and the next one side by side.

Each function tells whether a rule keeps its promise: exactly this has changed and nothing beside it, and the
events say so in the rule's name. Chapters, functions and rows are in the order of the book.
"""

from rulebook.games.ball.laws.effects import movement, possession, release, stacks, turn
from rulebook.games.ball.laws.effects.telling import Effects

EFFECTS: Effects = (*turn.EFFECTS, *movement.EFFECTS, *stacks.EFFECTS, *possession.EFFECTS, *release.EFFECTS)
