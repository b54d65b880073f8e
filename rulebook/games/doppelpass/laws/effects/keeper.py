"""What the keeper and his saves promise."""

from rulebook.games.doppelpass.laws.book import BOTH
from rulebook.games.doppelpass.laws.effects.outcome import is_held, keepers_after, passes_on, walks
from rulebook.games.doppelpass.laws.effects.telling import (
    Effects,
    Events,
    goes,
    keeper,
    says,
    told,
    when,
)
from rulebook.games.doppelpass.laws.view import (
    ALL,
    KICKS,
    SAVE,
    SHIFT,
    Flight,
    View,
    defender,
    flight,
    is_jumped,
    lines_off,
    met,
    name,
    other,
    pending,
    spot,
    tries,
)
from rulebook.model import JSON, Facts

# The keeper


def keepers_stand(before: View, action: JSON, events: Events, after: View) -> bool:
    """A keeper moves when he is moved, when he holds a shot beside him, and to a kick-off."""
    return after.keepers == keepers_after(before, action)


def keeper_before_each_roll(before: View, action: JSON, events: Events, after: View) -> bool:
    """With keepers, an attacker's roll is next only after the keeper's move."""
    rolls_next = after.phase in ("roll", "penalty")
    return not (before.keepers and rolls_next) or action["do"] == "shift"


def keeper_shift(before: View, action: JSON, events: Events, after: View) -> bool:
    """One point at most, and nothing else changes; the roll that he waited for is next."""
    his, to = other(before.turn), spot(action["to"])
    token, at = keeper(his), before.keepers[his]
    said = says("stay", his, {"keeper": token, "at": name(at)})
    if to != at:
        said = says("shift", his, {"keeper": token, "from": name(at), "to": name(to)}, goes(token, at, to))
    moved = before._replace(keepers={**before.keepers, his: to}, phase=after.phase)
    return after == moved and told(events, "keeper.shift") == [said]


def keeper_passable(before: View, action: JSON, events: Events, after: View) -> bool:
    """Whatever goes over a keeper is not stopped by him."""
    said = [
        says("passes_keeper", before.turn, {"piece": piece, "keeper": keeper(player), "at": name(at)})
        for piece, _start, passed in walks(before, action)
        for player, at in before.keepers.items()
        if at in passed
    ]
    return told(events, "keeper.passable") == said


def keeper_piece_on(before: View, action: JSON, events: Events, after: View) -> bool:
    """A piece on top of him stays when he leaves, whoever it is."""
    his, at, to = other(before.turn), defender(before), spot(action["to"])
    on_top = [piece for piece, stands in before.pieces.items() if stands == at and to != at]
    said = [says("left_behind", his, {"keeper": keeper(his), "piece": p, "at": name(at)}) for p in on_top]
    return after.pieces == before.pieces and told(events, "keeper.piece_on") == said


# Saves


def try_facts(before: View, need: Facts) -> Facts:
    """Keeper and shooter, and what it takes."""
    shooter = before.shot.piece if before.shot else ""
    return {"keeper": keeper(other(before.turn)), "piece": shooter, **need}


def is_settled(before: View, action: JSON, after: View) -> bool:
    """The shooter lies in the goal, or the keeper has held it."""
    return bool(after.scored) != is_held(before, action) and len(action["dice"]) == action["with"]


def save_penalty(before: View, action: JSON, events: Events, after: View) -> bool:
    his, dice = other(before.turn), action["dice"]
    tried = before.shot is not None and before.shot.kind == "penalty"
    need = (before.shot.number or 0) if before.shot else 0
    facts = try_facts(before, {"need": need, "die": dice[0]})
    said = when(tried, says("save_penalty", his, facts))
    settled = not tried or (len(dice) == 1 and is_settled(before, action, after))
    return settled and told(events, "save.penalty") == said


def jump(before: View, kind: str) -> Flight | None:
    """A pending shot of a kind that goes over the keeper."""
    shot = pending(before)
    return shot if shot and shot.kind == kind and is_jumped(before, shot) else None


def save_jumped(before: View, action: JSON, events: Events, after: View) -> bool:
    shot, dice = jump(before, "pass"), action["dice"]
    facts = try_facts(before, {"need": shot.number if shot else 0, "die": dice[0]})
    said = when(shot, says("save_jumped", other(before.turn), facts))
    settled = shot is None or (len(dice) == 1 and is_settled(before, action, after))
    return settled and told(events, "save.jumped") == said


def save_direct(before: View, action: JSON, events: Events, after: View) -> bool:
    """The sum counts, whether he throws one die or two."""
    shot, dice = jump(before, "direct"), action["dice"]
    if shot is None:
        return told(events, "save.direct") == []
    need, his = {"need": 2 * shot.number}, other(before.turn)
    said = says("save_direct_one", his, try_facts(before, {**need, "die": dice[0]}))
    if len(dice) == BOTH:
        facts = {**need, "first": dice[0], "second": dice[1], "sum": sum(dice)}
        said = says("save_direct_two", his, try_facts(before, facts))
    return is_settled(before, action, after) and told(events, "save.direct") == [said]


def save_beside(before: View, action: JSON, events: Events, after: View) -> bool:
    """Two dice; when he holds he goes into the way of the shot."""
    shot, his, dice = pending(before), other(before.turn), action["dice"]
    if shot is None or is_jumped(before, shot):
        return told(events, "save.beside") == []
    lines, at, to = lines_off(before, shot), defender(before), met(before, shot)
    need = {"need_line": lines, "need_die": shot.number, "first": dice[0], "second": dice[1]}
    said = [says("save_beside", his, try_facts(before, need))]
    if is_held(before, action):
        way_there = {"keeper": keeper(his), "from": name(at), "to": name(to)}
        said += [says("dive", his, way_there, goes(keeper(his), at, to))]
    settled = len(dice) == BOTH and is_settled(before, action, after)
    return settled and told(events, "save.beside") == said


def save_hopeless(before: View, action: JSON, events: Events, after: View) -> bool:
    """What he may not try, or cannot reach, is a goal at once."""
    shot, his = flight(before, action), other(before.turn)
    if shot is None or not before.keepers or tries(before, shot):
        return told(events, "save.hopeless") == []
    facts: dict[str, str | int] = {"keeper": keeper(his), "piece": shot.piece}
    kind = "no_save"
    if before.mode == "munich":
        facts |= {"at": name(met(before, shot)), "distance": lines_off(before, shot)}
        kind = "out_of_reach"
    went_in = after.score[before.turn] == before.score[before.turn] + 1
    return went_in and told(events, "save.hopeless") == [says(kind, his, facts)]


def save_held(before: View, action: JSON, events: Events, after: View) -> bool:
    """The shooter stands on the keeper, whose side is on turn; what is not held is in."""
    if before.shot is None or not is_held(before, action):
        return len(after.scored) == 1 and told(events, "save.held") == []
    piece, his = before.shot.piece, other(before.turn)
    start, at = before.pieces[piece], after.keepers[his]
    facts: Facts = {"keeper": keeper(his), "piece": piece, "from": name(start), "to": name(at)}
    legs = [goes(piece, start, at)] if start != at else []
    said = [says("held", his, facts, *legs), says("turn_held", before.turn)]
    stays = after.pieces == {**before.pieces, piece: at} and after.score == before.score
    return stays and passes_on(before, action, after) and told(events, "save.held") == said


EFFECTS: Effects = (
    # The keeper
    ("keeper.shift", ALL, keepers_stand),
    ("keeper.shift", ALL, keeper_before_each_roll),
    ("keeper.shift", SHIFT, keeper_shift),
    ("keeper.passable", ALL, keeper_passable),
    ("keeper.piece_on", SHIFT, keeper_piece_on),
    # Saves
    ("save.penalty", SAVE, save_penalty),
    ("save.jumped", SAVE, save_jumped),
    ("save.direct", SAVE, save_direct),
    ("save.beside", SAVE, save_beside),
    ("save.hopeless", KICKS, save_hopeless),
    ("save.held", SAVE, save_held),
)
