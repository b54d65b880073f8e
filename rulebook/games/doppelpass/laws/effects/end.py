"""What the end of the game promises."""

from rulebook.games.doppelpass.laws.effects.outcome import has_enough, is_out_of_rolls
from rulebook.games.doppelpass.laws.effects.telling import Effects, Events, says, told, when
from rulebook.games.doppelpass.laws.view import ALL, View
from rulebook.model import JSON, Facts


def final(after: View) -> Facts:
    return {"a": after.score["A"], "b": after.score["B"]}


def game_goals(before: View, action: JSON, events: Events, after: View) -> bool:
    """Whoever has as many goals as it takes has won at once."""
    won = has_enough(before, action)
    said = when(won, says("wins", before.turn, {"goals": before.goals, **final(after)}))
    wins = not won or (after.phase, after.winner) == ("over", before.turn)
    return wins and told(events, "game.goals") == said


def game_rolls(before: View, action: JSON, events: Events, after: View) -> bool:
    """After the last roll has been played out, most goals win."""
    if not is_out_of_rolls(before, action):
        return told(events, "game.rolls") == [] and (after.phase == "over") == has_enough(before, action)
    a, b = after.score["A"], after.score["B"]
    best = "A" if a > b else "B"
    said = [says("time_up", before.turn, {"rolls": before.rolls, **final(after)})]
    said += when(a != b, says("most_goals", best, final(after)))
    return after.phase == "over" and (a == b or after.winner == best) and told(events, "game.rolls") == said


def game_draw(before: View, action: JSON, events: Events, after: View) -> bool:
    drawn = is_out_of_rolls(before, action) and after.score["A"] == after.score["B"]
    said = when(drawn, says("draw", before.turn, final(after)))
    return (after.winner == "draw") == drawn and told(events, "game.draw") == said


EFFECTS: Effects = (
    ("game.goals", ALL, game_goals),
    ("game.rolls", ALL, game_rolls),
    ("game.draw", ALL, game_draw),
)
