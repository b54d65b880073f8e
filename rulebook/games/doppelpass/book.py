"""What the book of Doppelpass has to agree with: what each rule does in play, and the facts it quotes."""

from collections.abc import Mapping

from rulebook.games.doppelpass.constants import (
    DICE,
    GOALS,
    KEEPER_STEP,
    LOWEST,
    MODES,
    MOVED,
    ONE,
    PENALTY_DOUBLE,
    PIECES,
    TEAMS,
    A,
    B,
)
from rulebook.games.doppelpass.pitch import Pitch, Point
from rulebook.model import Fact, Role

_IDS = {
    Role.DEFINITION: """
        board.size board.lines board.goal board.area board.spot board.corners board.kick_off board.keepers
        pieces.shared corner.alone
    """,
    Role.FORBIDS: """
        turn.order turn.must_move
        move.two move.dice move.second_direction move.backward move.count move.board move.over move.land
        move.keeper through.level goal.width goal.line double.only penalty.compulsory penalty.others
        corner.place keeper.step keeper.area keeper.free save.dice
    """,
    Role.PERMITS: """
        move.first_direction through.crossing double.direct double.indirect double.advantage
        penalty.double_one penalty.outside corner.back keeper.shift keeper.passable
        save.penalty save.jumped save.direct save.beside
    """,
    Role.EFFECT: """
        kick_off.toss kick_off.tie kick_off.conceded kick_off.points kick_off.keepers
        turn.roll turn.keep turn.lost goal.second goal.surplus goal.conceded
        penalty.spot penalty.roll penalty.scored penalty.missed penalty.lost
        corner.again keeper.piece_on save.held save.hopeless game.goals game.rolls game.draw
    """,
}

RULES: Mapping[str, Role] = {rule: role for role, ids in _IDS.items() for rule in ids.split()}
"""Role by rule id. Where a rule both refuses and takes effect, its role is what a reader should see first."""


def facts(pitch: Pitch) -> Mapping[str, Fact]:
    """Fact by name, from the values that the engine uses."""
    return (
        _board_facts(pitch)
        | _goal_facts(pitch)
        | _point_facts(pitch)
        | _play_facts(pitch)
        | _penalty_facts(pitch)
        | _save_facts(pitch)
    )


def _board_facts(pitch: Pitch) -> dict[str, Fact]:
    sizes, board = pitch.sizes, pitch.board
    return {
        "board.columns": Fact(sizes.columns, "columns"),
        "board.rows": Fact(sizes.rows, "rows"),
        "board.points": Fact(len(pitch.on), "points"),
        "board.first_column": Fact(board.columns[0][0]),
        "board.last_column": Fact(board.columns[-1][0]),
        "board.row.A": Fact(_row(pitch.goals[A][0]), "row"),
        "board.row.B": Fact(_row(pitch.goals[B][0]), "row"),
        "board.row.middle": Fact(_row(pitch.kick_off[0]), "row"),
        "board.area.left": Fact(board.columns[sizes.area[0]][0]),
        "board.area.right": Fact(board.columns[sizes.area[1]][0]),
        "board.area.A": Fact(max(map(_row, pitch.areas[A])), "row"),
        "board.area.B": Fact(min(map(_row, pitch.areas[B])), "row"),
        "board.area.rows": Fact(sizes.depth + 1, "rows"),
    }


def _row(point: Point) -> int:
    return point[1] + 1


def _goal_facts(pitch: Pitch) -> dict[str, Fact]:
    goals = dict(zip(TEAMS, pitch.goals, strict=True))
    points = {
        f"board.goal.{team}.{where}": Fact(pitch.names[goal[index]])
        for team, goal in goals.items()
        for where, index in (("left", 0), ("middle", len(goal) // 2), ("right", -1))
    }
    return {"board.goal.points": Fact(len(pitch.goals[A]), "points"), **points}


def _point_facts(pitch: Pitch) -> dict[str, Fact]:
    """Named points: spots, keepers' places, corners by who uses them, kick-off points."""
    spots = {f"board.spot.{team}": at for team, at in zip(TEAMS, pitch.spots, strict=True)}
    keepers = {f"board.keeper.{team}": at for team, at in zip(TEAMS, pitch.keepers, strict=True)}
    kick_off = {f"board.kick_off.{piece}": at for piece, at in zip(PIECES, pitch.kick_off, strict=True)}
    corners = {
        f"board.corner.{team}.{side}": at
        for team, pair in zip(TEAMS, pitch.corners, strict=True)
        for side, at in zip(("left", "right"), pair, strict=True)
    }
    places = spots | keepers | kick_off | corners
    return {name: Fact(pitch.names[at]) for name, at in places.items()}


def _play_facts(pitch: Pitch) -> dict[str, Fact]:
    return {
        "players": Fact(len(TEAMS), "players"),
        "pieces": Fact(len(PIECES), "pieces"),
        "modes": Fact(len(MODES), "modes"),
        "dice": Fact(DICE, "dice"),
        "die.low": Fact(LOWEST, "pips"),
        "die.high": Fact(pitch.sides, "pips"),
        "toss.dice": Fact(DICE // len(TEAMS), "dice"),
        "kick_off.points": Fact(len(pitch.kick_off), "points"),
        "move.pieces": Fact(MOVED, "pieces"),
        "corner.dice": Fact(ONE, "dice"),
        "goals.win": Fact(GOALS, "goals"),
    }


def _penalty_facts(pitch: Pitch) -> dict[str, Fact]:
    missed = pitch.sizes.missed
    scored = [number for number in range(LOWEST, pitch.sides + 1) if number not in missed]
    return {
        "penalty.dice": Fact(ONE, "dice"),
        "penalty.double": Fact(PENALTY_DOUBLE, "pips"),
        "penalty.miss.low": Fact(min(missed), "pips"),
        "penalty.miss.high": Fact(max(missed), "pips"),
        "penalty.score.low": Fact(min(scored), "pips"),
        "penalty.score.high": Fact(max(scored), "pips"),
        "penalty.outside": Fact(len(pitch.outside[A]), "points"),
    }


def _save_facts(pitch: Pitch) -> dict[str, Fact]:
    return {
        "keeper.step": Fact(KEEPER_STEP, "step"),
        "keeper.directions": Fact((2 * KEEPER_STEP + 1) ** 2 - 1, "directions"),
        "save.penalty.dice": Fact(ONE, "dice"),
        "save.jumped.dice": Fact(ONE, "dice"),
        "save.direct.low": Fact(ONE, "dice"),
        "save.direct.high": Fact(DICE, "dice"),
        "save.beside.dice": Fact(DICE, "dice"),
        "save.reach": Fact(pitch.sides, "points"),
    }
