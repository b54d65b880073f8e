"""What an action comes to: who is in possession then, what is next, what is pending, and where all stand."""

from collections.abc import Callable, Iterator, Mapping

from rulebook.games.doppelpass.laws.book import PIECES
from rulebook.games.doppelpass.laws.view import (
    CORNER,
    END_TURN,
    INDIRECT,
    KICK_OFFS,
    KICKS,
    MISSED_WALK,
    Flight,
    Point,
    Shot,
    View,
    Walk,
    corner_walk,
    direct_walk,
    first_walk,
    flight,
    is_jumped,
    keepers_places,
    lines_off,
    met,
    missed_walk,
    on_board,
    other,
    pending,
    second_walk,
    spot,
    target_spot,
    tries,
    way,
)
from rulebook.model import JSON


def is_held(before: View, action: JSON) -> bool:
    """Whether the keeper has thrown what it takes."""
    dice, shot = action["dice"], pending(before)
    if shot is None:
        return before.shot is not None and dice == [before.shot.number]
    if is_jumped(before, shot):
        return bool(sum(dice) == number_needed(shot))
    return sorted(dice) == sorted((lines_off(before, shot), shot.number))


def number_needed(shot: Flight) -> int:
    """What a keeper who is jumped over has to throw: of a direct free kick the sum."""
    return 2 * shot.number if shot.kind == "direct" else shot.number


def misses(before: View, action: JSON) -> bool:
    return before.phase == "penalty" and action["dice"][0] in before.field.missed


def scorer(before: View, action: JSON) -> str:
    """The piece that scores; `""` where none does."""
    shot = flight(before, action)
    if shot:
        return "" if tries(before, shot) else shot.piece
    if action["do"] == "save":
        return "" if is_held(before, action) or not before.shot else before.shot.piece
    if action["do"] == "roll" and before.phase == "penalty" and before.shot:
        return "" if before.keepers or misses(before, action) else before.shot.piece
    return ""


def is_lost(before: View, action: JSON) -> bool:
    """Whether the other player is on turn, without a goal."""
    do = action["do"]
    return do in END_TURN + MISSED_WALK or (do == "save" and is_held(before, action))


def turn_after(before: View, action: JSON) -> str:
    """Who is in possession then."""
    if before.phase == "toss":
        a, b = action["dice"]
        return "" if a == b else "A" if a > b else "B"
    lost = scorer(before, action) or is_lost(before, action)
    return other(before.turn) if lost else before.turn


def score_after(before: View, action: JSON) -> Mapping[str, int]:
    added = 1 if scorer(before, action) else 0
    return {**before.score, before.turn: before.score[before.turn] + added} if added else before.score


def has_enough(before: View, action: JSON) -> bool:
    """With this goal the player in possession has as many as it takes."""
    return bool(scorer(before, action)) and score_after(before, action)[before.turn] == before.goals


def starts_anew(before: View, action: JSON) -> bool:
    """Whether a roll for a Spielzug is next, if there is one left."""
    do = action["do"]
    if do in KICKS:
        return flight(before, action) is None
    tossed = before.phase == "toss" and turn_after(before, action) != ""
    return tossed or do in INDIRECT + CORNER + KICK_OFFS or is_lost(before, action)


def is_out_of_rolls(before: View, action: JSON) -> bool:
    """A roll or a kick-off would be next, and there is no roll left."""
    due = starts_anew(before, action) or (scorer(before, action) and not has_enough(before, action))
    return bool(due) and before.rolls == before.max_rolls


def phase_after(before: View, action: JSON) -> str:
    """The next phase."""
    if has_enough(before, action) or is_out_of_rolls(before, action):
        return "over"
    if scorer(before, action):
        return "kick_off"
    if starts_anew(before, action):
        return "keeper" if before.keepers else "roll"
    return WITHOUT_END[action["do"]](before, action)


def _after_a_roll(before: View, action: JSON) -> str:
    if before.phase == "penalty":
        return "missed" if misses(before, action) else "save"
    return {"toss": "toss", "roll": "move"}[before.phase]


WITHOUT_END: Mapping[str, Callable[[View, JSON], str]] = {
    "roll": _after_a_roll,
    "shift": lambda before, action: "penalty" if before.shot else "roll",
    "penalty": lambda before, action: "keeper" if before.keepers else "penalty",
    "move": lambda before, action: "save",
    "direct": lambda before, action: "save",
}
"""The next phase where no goal falls, nothing ends and no roll for a Spielzug is next."""


def shot_after(before: View, action: JSON) -> Shot | None:
    """What is pending then."""
    shot, do = flight(before, action), action["do"]
    if shot and tries(before, shot):
        return Shot(shot.kind, shot.piece, shot.to, shot.number)
    if do == "penalty":
        return Shot("penalty", action["piece"], None, None)
    if do == "roll" and before.shot:
        rolled = before.shot._replace(number=action["dice"][0])
        return None if scorer(before, action) else rolled
    return before.shot if do == "shift" else None


def walks(before: View, action: JSON) -> Iterator[tuple[str, Point, tuple[Point, ...]]]:
    """The pieces that walk or are shot, where from, and over which points they come before the last."""
    if action["do"] in WALKS:
        for read in WALKS[action["do"]]:
            walk = read(before, action)
            yield walk.piece, walk.start, way(walk.start, walk.to)[:-1]


WALKS: Mapping[str, tuple[Callable[[View, JSON], Walk], ...]] = {
    "move": (first_walk, second_walk),
    "direct": (direct_walk,),
    "corner": (corner_walk,),
    "missed": (missed_walk,),
}


def standing(before: View, action: JSON) -> dict[str, Point]:
    """Where the pieces on the board stand afterwards."""
    do, pieces = action["do"], dict(before.pieces)
    if do == "kick_off":
        return dict(zip(PIECES, before.field.kick_off, strict=True))
    if do == "penalty":
        moved = {piece: spot(to) for piece, to in action["out"].items()}
        pieces |= moved | {action["piece"]: target_spot(before.field, before.turn)}
    for read in WALKS.get(do, ()):
        walk = read(before, action)
        pieces |= {walk.piece: walk.to} if on_board(before.field, walk.to) else {}
    if do == "save" and before.shot and is_held(before, action):
        pieces[before.shot.piece] = keepers_after(before, action)[other(before.turn)]
    return {piece: at for piece, at in pieces.items() if piece != scorer(before, action)}


def keepers_after(before: View, action: JSON) -> Mapping[str, Point]:
    """Where the keepers stand afterwards."""
    do, his = action["do"], other(before.turn) if before.turn else ""
    if do == "kick_off" and before.keepers:
        return keepers_places(before.field)
    if do == "shift":
        return {**before.keepers, his: spot(action["to"])}
    shot = pending(before)
    if do == "save" and shot and not is_jumped(before, shot) and is_held(before, action):
        return {**before.keepers, his: met(before, shot)}
    return before.keepers


def goes_on(before: View, action: JSON, after: View) -> bool:
    """The same player rolls again, if there is a roll left."""
    return after.turn == before.turn and after.phase == phase_after(before, action)


def passes_on(before: View, action: JSON, after: View) -> bool:
    """The other player rolls, if there is a roll left."""
    return after.turn == other(before.turn) and after.phase == phase_after(before, action)
