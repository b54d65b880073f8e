"""What doubles promise: free kicks, the penalty and the corner."""

from rulebook.games.doppelpass.laws.book import PIECES
from rulebook.games.doppelpass.laws.effects.outcome import goes_on, misses, passes_on, score_after, scorer
from rulebook.games.doppelpass.laws.effects.spielzug import arrives, goal, kicked, lying_in, walks_as
from rulebook.games.doppelpass.laws.effects.telling import (
    Effects,
    Events,
    carried,
    flies,
    says,
    told,
    when,
)
from rulebook.games.doppelpass.laws.view import (
    CORNER,
    DIRECT,
    END_TURN,
    INDIRECT,
    MISSED_WALK,
    MOVE,
    PENALTY,
    ROLL,
    SAVE,
    Flight,
    Point,
    Shot,
    View,
    corner_walk,
    direct_walk,
    goal_row,
    invaders,
    is_double,
    missed_walk,
    name,
    spot,
    target_spot,
    up,
)
from rulebook.model import JSON, Facts

# Doubles


def double_direct(before: View, action: JSON, events: Events, after: View) -> bool:
    """One piece alone, with both dice."""
    scored = goal(before, action, "direct", "free_kick_goal")
    if action["do"] == "save":
        lies = after.scored if scored else ()
        return lies == lying_in(scored) and told(events, "double.direct") == scored
    walk = direct_walk(before, action)
    kick = {"die": before.dice[0], "sum": 2 * before.dice[0]}
    said = kicked(before, action, walk, ("free_kick", "free_kick_shot"), kick)
    stay = {piece: after.pieces.get(piece) for piece in walk.others}
    return (
        stay == walk.others
        and after.scored == lying_in(scored)
        and arrives(before, walk, after)
        and told(events, "double.direct") == [said, *scored]
    )


def double_indirect(before: View, action: JSON, events: Events, after: View) -> bool:
    """Nothing moves, and the same player rolls again."""
    said = says("indirect", before.turn)
    return (
        goes_on(before, action, after)
        and (after.pieces, after.keepers) == (before.pieces, before.keepers)
        and told(events, "double.indirect") == [said]
    )


def double_advantage(before: View, action: JSON, events: Events, after: View) -> bool:
    said = when(is_double(before), says("advantage", before.turn, {"die": before.dice[0]}))
    return told(events, "double.advantage") == said


# Penalty


def penalty_double_one(before: View, action: JSON, events: Events, after: View) -> bool:
    said = says("penalty", before.turn, {"piece": action["piece"]})
    pends = Shot("penalty", action["piece"], None, None)
    return after.shot == pends and told(events, "penalty.double_one") == [said]


def penalty_spot(before: View, action: JSON, events: Events, after: View) -> bool:
    piece, at = action["piece"], target_spot(before.field, before.turn)
    start = before.pieces[piece]
    facts: Facts = {"piece": piece, "from": name(start), "to": name(at)}
    said = says("spot", before.turn, facts, *carried(piece, start, at))
    return after.pieces[piece] == at and told(events, "penalty.spot") == [said]


def penalty_others(before: View, action: JSON, events: Events, after: View) -> bool:
    """Nobody but the shooter is in the area, and nobody has moved who stood outside."""
    shooter = action["piece"]
    stay = [piece for piece in before.pieces if piece not in (*invaders(before), shooter)]
    return invaders(after) == [shooter] and all(after.pieces[p] == before.pieces[p] for p in stay)


def penalty_outside(before: View, action: JSON, events: Events, after: View) -> bool:
    """Each of the others stands where the shooter's player wanted it."""
    out = {piece: spot(action["out"][piece]) for piece in PIECES if piece in action["out"]}
    said = [
        says("outside", before.turn, put_facts(before, piece, to), *carried(piece, before.pieces[piece], to))
        for piece, to in out.items()
    ]
    stand = all(after.pieces[piece] == to for piece, to in out.items())
    return stand and told(events, "penalty.outside") == said


def put_facts(before: View, piece: str, to: Point) -> Facts:
    return {"piece": piece, "from": name(before.pieces[piece]), "to": name(to)}


def penalty_die(before: View, action: JSON) -> Facts:
    """Who shoots, and what was thrown for it; nothing where no penalty is rolled for."""
    if action["do"] != "roll" or before.phase != "penalty" or before.shot is None:
        return {}
    return {"piece": before.shot.piece, "die": action["dice"][0]}


def penalty_roll(before: View, action: JSON, events: Events, after: View) -> bool:
    """One die, which counts as no roll of both."""
    facts = penalty_die(before, action)
    one = not facts or len(action["dice"]) == 1
    said = when(facts, says("penalty_roll", before.turn, facts))
    kept = not facts or after.shot is None or after.shot.number == facts["die"]
    return one and kept and told(events, "penalty.roll") == said


def penalty_scored(before: View, action: JSON, events: Events, after: View) -> bool:
    """A keeper may try to hold what does not miss; without one it is in."""
    facts = penalty_die(before, action)
    aimed = facts and before.keepers and not misses(before, action)
    said = when(aimed, says("on_target", before.turn, facts))
    if before.shot and before.shot.kind == "penalty" and scorer(before, action):
        a, b = score_after(before, action).values()
        leg = flies(before.shot.piece, penalty_flight(before))
        said += [says("penalty_goal", before.turn, {"piece": before.shot.piece, "a": a, "b": b}, leg)]
    return after.score == score_after(before, action) and told(events, "penalty.scored") == said


def penalty_flight(before: View) -> Flight:
    """From the spot straight on."""
    x, y = target_spot(before.field, before.turn)
    at = x, goal_row(before.field, before.turn)
    return Flight("penalty", "", (x, y), at, (x, at[1] + up(before.turn)), 0)


def penalty_missed(before: View, action: JSON, events: Events, after: View) -> bool:
    """The shooter has still to walk then, as far as the die says."""
    facts = penalty_die(before, action)
    missed = facts and misses(before, action)
    said = when(missed, says("misses", before.turn, facts))
    stays = not missed or (after.phase == "missed" and after.pieces == before.pieces)
    return stays and told(events, "penalty.missed") == said


def penalty_lost(before: View, action: JSON, events: Events, after: View) -> bool:
    lost = before.phase == "missed"
    said = when(lost, says("penalty_lost", before.turn))
    return passes_on(before, action, after) and told(events, "penalty.lost") == said


# Corner


def corner_alone(before: View, action: JSON, events: Events, after: View) -> bool:
    """No other piece moves."""
    return {**after.pieces, action["piece"]: before.pieces[action["piece"]]} == before.pieces


def corner_again(before: View, action: JSON, events: Events, after: View) -> bool:
    """The player stays on turn."""
    return goes_on(before, action, after) and told(events, "corner.again") == [
        says("corner_again", before.turn)
    ]


EFFECTS: Effects = (
    # Doubles
    ("double.direct", DIRECT + SAVE, double_direct),
    ("double.indirect", INDIRECT, double_indirect),
    ("double.advantage", MOVE, double_advantage),
    # Penalty
    ("penalty.double_one", PENALTY, penalty_double_one),
    ("penalty.spot", PENALTY, penalty_spot),
    ("penalty.others", PENALTY, penalty_others),
    ("penalty.outside", PENALTY, penalty_outside),
    ("penalty.roll", ROLL, penalty_roll),
    ("penalty.scored", ROLL + SAVE, penalty_scored),
    ("penalty.missed", ROLL, penalty_missed),
    ("penalty.missed", MISSED_WALK, walks_as("missed_walk", "penalty.missed", missed_walk)),
    ("penalty.lost", MISSED_WALK + END_TURN, penalty_lost),
    # Corner
    ("corner.back", CORNER, walks_as("corner", "corner.back", corner_walk)),
    ("corner.alone", CORNER, corner_alone),
    ("corner.again", CORNER, corner_again),
)
