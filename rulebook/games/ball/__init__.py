"""BALL: two teams, one ball and no chance (spec/ball.md)."""

from rulebook.games.ball.book import RULES
from rulebook.games.ball.game import Ball
from rulebook.games.ball.pitch import STANDARD

BALL = Ball(STANDARD)
FACTS = BALL.facts

__all__ = ["BALL", "FACTS", "RULES", "Ball"]
