"""The laws of Doppelpass: what the book promises for every position, restated from its text alone.

`refusals` says what is forbidden and by which rule, `effects` what everything else brings about, and
`positions` what is true at any time, all in the words of `view` and with the figures and sentences of
`book`. Nothing here reads the rules that the engine plays by, so that both are wrong in the same way only
by coincidence.
"""

from collections.abc import Mapping

from rulebook.games.doppelpass.laws.book import QUOTES
from rulebook.games.doppelpass.laws.candidates import candidates
from rulebook.games.doppelpass.laws.effects import EFFECTS
from rulebook.games.doppelpass.laws.positions import ALWAYS
from rulebook.games.doppelpass.laws.refusals import REFUSALS
from rulebook.games.doppelpass.laws.view import Field, View, view
from rulebook.model import Law

LAWS: tuple[Law[View], ...] = (
    *(Law(rule, QUOTES[rule], kinds, forbids=law) for rule, kinds, law in REFUSALS),
    *(Law(rule, QUOTES[rule], kinds, holds=law) for rule, kinds, law in EFFECTS),
    *(Law(rule, QUOTES[rule], kinds, always=law) for rule, kinds, law in ALWAYS),
)

WITHOUT: Mapping[str, str] = {}
"""The rules without a law, each with the reason."""

__all__ = ["LAWS", "WITHOUT", "Field", "View", "candidates", "view"]
