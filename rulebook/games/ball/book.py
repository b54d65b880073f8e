"""What the book of BALL has to agree with: what each rule does in play, and the facts behind its numbers."""

from collections.abc import Mapping

from rulebook.games.ball.constants import (
    ATK,
    CONVERT,
    DEF,
    DIAGONAL,
    DISTANCES,
    MOVEMENT,
    PHASES,
    PRICES,
    SETUP_EP,
    SINGLE,
    STACK,
    STRAIGHT,
    TEAMS,
    TURN_AP,
    TYPES,
)
from rulebook.games.ball.pitch import Pitch
from rulebook.model import Fact, Role

_IDS = {
    Role.DEFINITION: """
        board.size board.end_zones board.distance
        setup.places setup.types setup.ball setup.first setup.ep
        turn.whole move.orientation move.straight move.not_twice stack.bound possession.place release.no_score
    """,
    Role.NOTE: "game.deterministic tactical_dodge.no_limit ep.adds",
    Role.FORBIDS: """
        board.playable turn.unable turn.closed turn.took move.path move.end dodge.no_exit
        pass.holder pass.receiver release.duty release.next_turn
    """,
    Role.PERMITS: """
        turn.convert move.x move.o move.sharp dodge.target tactical_dodge.path block.move protect.move
        hand_off.adjacent hand_off.chain short_pass.range long_pass.place
        release.stand_up release.stack release.ball
    """,
    Role.EFFECT: """
        turn.phases turn.ap turn.lapse dodge.knocks_down dodge.exit dodge.ball
        tactical_dodge.push tactical_dodge.knocks_down tactical_dodge.fumble block.stands stack.ball
        short_pass.ball possession.end goal.touchdown goal.win release.keeps_state
    """,
    Role.COST: " ".join(f"{price}.cost" for price in PRICES),
}

RULES: Mapping[str, Role] = {rule: role for role, ids in _IDS.items() for rule in ids.split()}
"""Role by rule id. Where a rule both refuses and takes effect, its role is what a reader should see first."""


def facts(pitch: Pitch) -> Mapping[str, Fact]:
    """Fact by name, from the values that the engine uses."""
    prices = {
        f"{name}.{unit.lower()}": Fact(value, unit)
        for name, price in PRICES.items()
        for unit, value in zip(("AP", "EP"), price, strict=True)
    }
    distances = {name: Fact(distance, "squares") for name, distance in DISTANCES.items()}
    return _board_facts(pitch) | _turn_facts() | prices | distances | _movement_facts() | _setup_facts(pitch)


def _board_facts(pitch: Pitch) -> dict[str, Fact]:
    return {
        "players.team": Fact(len(pitch.squads[ATK]), "players"),
        "players.all": Fact(len(pitch.players), "players"),
        "board.columns": Fact(pitch.columns, "columns"),
        "board.rows": Fact(pitch.rows, "rows"),
        "board.squares": Fact(len(pitch.playable), "squares"),
        "board.first_column": Fact(pitch.board.columns[0][0]),
        "board.last_column": Fact(pitch.board.columns[-1][0]),
        "end_zone.ATK": Fact(_zone_row(pitch, ATK), "row"),
        "end_zone.DEF": Fact(_zone_row(pitch, DEF), "row"),
    }


def _zone_row(pitch: Pitch, team: int) -> int:
    return pitch.cells[min(pitch.zones[team])][1]


def _turn_facts() -> dict[str, Fact]:
    return {
        "turn.ap": Fact(TURN_AP, "AP"),
        "turn.phases": Fact(len(PHASES), "phases"),
        "convert.ap": Fact(CONVERT.ap, "AP"),
        "convert.ep": Fact(CONVERT.ep, "EP"),
        "dodge.opponents": Fact(SINGLE, "opponents"),
        "tactical_dodge.opponents": Fact(SINGLE, "opponents"),
        "stack.players": Fact(STACK, "players"),
        "teams": Fact(len(TEAMS), "teams"),
        "types": Fact(len(TYPES), "types"),
    }


def _movement_facts() -> dict[str, Fact]:
    """How far each type moves, `1, 2` or `–`, under `movement.<type>.<way>`: the table of movements."""
    ways = {"diagonal": DIAGONAL[0], "straight": STRAIGHT[0]}
    return {
        f"movement.{kind}.{way}": Fact(", ".join(_spans(kind, step)) or "–")
        for kind in TYPES
        for way, step in ways.items()
    }


def _spans(kind: str, step: tuple[int, int]) -> list[str]:
    return [str(span) for span, moves in MOVEMENT.items() if step in moves[kind]]


def _setup_facts(pitch: Pitch) -> dict[str, Fact]:
    return {
        "setup.holder": Fact(pitch.players[pitch.holder]),
        "setup.first": Fact(TEAMS[pitch.first]),
        "setup.ep": Fact(SETUP_EP, "EP"),
    }
