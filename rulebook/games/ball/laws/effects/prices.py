"""What the price list promises: the bill of every action."""

from rulebook.games.ball.laws.book import PRICES
from rulebook.games.ball.laws.effects.telling import Events, Holds, said, told
from rulebook.games.ball.laws.refusals import priced
from rulebook.games.ball.laws.view import Kinds, View
from rulebook.model import JSON


def paid(line: str) -> Holds:
    """AP and EP have changed by the price, and the bill says so: what was spent, then what was earned."""
    ap, ep = PRICES[line]

    def holds(before: View, action: JSON, events: Events, after: View) -> bool:
        if priced(before, action) != line:
            return told(events, f"{line}.cost") == []
        side, left, total = before.turn, before.ap - ap, before.ep[before.turn] + ep
        spends = said("spends", {"team": side, "ap": ap, "left": left}, when=ap > 0)
        earns = said("earns", {"team": side, "ep": ep, "total": total}, when=ep > 0)
        bill = spends + earns or said("free", {"team": side})
        return (
            after.ap == left
            and after.ep == {**before.ep, side: total}
            and told(events, f"{line}.cost") == bill
        )

    return holds


def cost(line: str) -> tuple[str, Kinds, Holds]:
    return f"{line}.cost", (line.partition(".")[0],), paid(line)
