"""Doppelpass: two players, three pieces that are players and ball at once, and dice (spec/doppelpass.md)."""

from rulebook.games.doppelpass.book import RULES
from rulebook.games.doppelpass.game import Doppelpass
from rulebook.games.doppelpass.pitch import STANDARD

DOPPELPASS = Doppelpass(STANDARD)
FACTS = DOPPELPASS.facts

__all__ = ["DOPPELPASS", "FACTS", "RULES", "Doppelpass"]
