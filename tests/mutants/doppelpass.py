"""Changes to the rules of Doppelpass, table by table and test by test, each with the rules to be named."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.mutants.change import Mutant
from tests.mutants.engine import Engine, Found, numbers, retold, tests
from tests.mutants.engine import mutants as made

CONSTANTS, PITCH, MOVES, SHOTS, RULES, PLAY, EVENTS, REFUSALS, SETUP, _ = MODULES = (
    "constants",
    "pitch",
    "moves",
    "shots",
    "rules",
    "play",
    "events",
    "refusals",
    "setup",
    "picture",
)
"""The modules of the engine that are changed at random."""

FIGURES = {
    "GOALS": "game.goals",
    "DICE": "turn.roll penalty.double_one save.* kick_off.toss",
    "ONE": "penalty.roll save.*",
    "LOWEST": "turn.roll penalty.roll kick_off.toss",
    "PENALTY_DOUBLE": "penalty.double_one penalty.compulsory",
    "KEEPER_STEP": "keeper.step keeper.shift",
    "MOVED": "move.two",
    "NOBODY": "kick_off.toss turn.order",
}
"""The rules behind each number."""

DIRECTIONS = {
    "SIDEWAYS": "move.first_direction",
    "AHEAD": "move.first_direction move.second_direction double.direct through.crossing penalty.missed",
    "BACK": "corner.back",
}
COMPASS = tuple((column, row) for column in (-1, 0, 1) for row in (-1, 0, 1) if column or row)

SIZES = {
    "columns": "board.size",
    "rows": "board.size",
    "goal": "board.goal goal.*",
    "area": "board.area penalty.* keeper.area",
    "depth": "board.area penalty.* keeper.area",
    "spot": "board.spot penalty.spot",
    "kick_off": "board.kick_off kick_off.points",
    "keeper": "board.keepers kick_off.keepers",
    "sides": "turn.roll penalty.roll",
    "missed": "penalty.missed penalty.scored",
}
"""The rules behind each size of the board."""

SAVES = {"penalty": "save.penalty", "jumped": "save.jumped save.direct", "beside": "save.beside"}

WALKS = "move.* goal.* through.* double.direct corner.back penalty.missed"

CONCERNS = {
    "PHASES_OF": "turn.order",
    f"{PITCH}.pitch": "board.*",
    f"{PITCH}._within": "board.area board.goal",
    f"{PITCH}._outside": "penalty.outside",
    f"{PITCH}._mirrored": "board.*",
    f"{PITCH}.Pitch.name": "",
    f"{MOVES}.first_walk": "move.* goal.second",
    f"{MOVES}.second_walk": "move.* goal.width goal.line double.direct",
    f"{MOVES}.corner_walk": "corner.* move.*",
    f"{MOVES}._shot": "move.board goal.width goal.line move.over",
    f"{MOVES}._entry_is_goal": "goal.width goal.second",
    f"{MOVES}._arrival": "move.count move.over move.land move.keeper",
    f"{MOVES}._ends": WALKS,
    f"{MOVES}.second_ends": WALKS,
    f"{MOVES}.first_ends": WALKS,
    f"{MOVES}.corner_ends": WALKS,
    f"{MOVES}.ahead": WALKS,
    f"{MOVES}.distance": f"{WALKS} keeper.step",
    f"{MOVES}.is_straight": "",
    f"{MOVES}.last_on_board": "goal.* save.*",
    f"{MOVES}.in_the_way": "move.over",
    f"{MOVES}.way": "save.* keeper.*",
    f"{MOVES}.points": "save.* keeper.*",
    f"{MOVES}._step": WALKS,
    f"{MOVES}._sign": WALKS,
    f"{MOVES}.through": "through.*",
    f"{MOVES}._side": "through.*",
    f"{SHOTS}.chance": "save.*",
    f"{SHOTS}._jumped": "save.jumped save.direct",
    f"{SHOTS}.beside": "save.beside save.held save.hopeless",
    f"{SHOTS}.holds": "save.*",
    f"{RULES}.throws": "turn.roll penalty.roll save.*",
    f"{RULES}.third": "move.* through.*",
    f"{RULES}.is_double": "double.* turn.must_move penalty.*",
    f"{RULES}.inside": "penalty.*",
    f"{RULES}.is_penalty": "penalty.* double.*",
    f"{RULES}.first_of": WALKS,
    f"{RULES}.second_of": WALKS,
    f"{RULES}.missed_of": "penalty.missed",
    f"{RULES}.offered": "save.*",
    f"{RULES}.hope_of": "save.*",
    f"{RULES}.free_outside": "penalty.outside move.land",
    f"{RULES}.legal": "turn.order",
    f"{RULES}._shifts": "keeper.*",
    f"{RULES}._choices": "penalty.* double.* turn.must_move corner.* move.*",
    f"{RULES}._moves": WALKS,
    f"{RULES}._firsts": WALKS,
    f"{RULES}._seconds": WALKS,
    f"{RULES}._free_kicks": "double.* through.*",
    f"{RULES}._corners": "corner.*",
    f"{RULES}._penalties": "penalty.*",
    f"{RULES}._missed_walks": "penalty.missed turn.must_move",
    f"{RULES}._saves": "save.*",
    f"{RULES}.forbidden": "turn.order penalty.compulsory",
    f"{RULES}._shift_rule": "keeper.*",
    f"{RULES}._move_rule": "move.*",
    f"{RULES}._free_kick_rule": "double.only double.direct",
    f"{RULES}._between_rule": "through.* move.* goal.*",
    f"{RULES}._indirect_rule": "double.only",
    f"{RULES}._corner_rule": "move.dice corner.*",
    f"{RULES}._penalty_rule": "penalty.*",
    f"{RULES}.wrong_places": "penalty.outside move.land",
    f"{RULES}._missed_rule": "penalty.missed move.*",
    f"{RULES}._save_rule": "save.dice",
    f"{RULES}._end_turn_rule": "turn.must_move",
    f"{PLAY}._roll": "kick_off.* turn.roll",
    f"{PLAY}._penalty_roll": "penalty.*",
    f"{PLAY}._shift": "keeper.*",
    f"{PLAY}._penalty": "penalty.*",
    f"{PLAY}._save": "save.* goal.*",
    f"{PLAY}._kick_off": "kick_off.*",
    f"{PLAY}._keep": "keeper.* save.*",
    f"{PLAY}._kick": "goal.* turn.keep through.crossing",
    f"{PLAY}._shoot": "goal.* save.* penalty.scored",
    f"{PLAY}._goal": "goal.* game.*",
    f"{PLAY}._rolling": "game.rolls keeper.shift turn.* kick_off.*",
    f"{PLAY}._rolled_out": "game.rolls",
    f"{PLAY}._put": WALKS,
}
"""The rules that a function is about; `""` where only a message or a picture is made from it."""


def mutants(root: Path, book: str) -> Iterator[Mutant]:
    """Every change to a figure, a direction, the board, a save or a test of the rules."""
    engine = Engine(root, book, MODULES, (RULES,), CONCERNS)
    return made(engine, (_figures, _directions, _forward, _sizes, _saves, _phases, _tests))


# Tables


def _figures(engine: Engine) -> Found:
    for name, rules in FIGURES.items():
        for change in numbers(engine.value(CONSTANTS, name), "figure", f"{name} "):
            yield CONSTANTS, name, change, rules


def _directions(engine: Engine) -> Found:
    """Each direction taken away, and each other one given."""
    for name, rules in DIRECTIONS.items():
        node = engine.value(CONSTANTS, name)
        known = ast.literal_eval(node)
        for way in COMPASS:
            new = tuple(old for old in known if old != way) if way in known else (*known, way)
            verb = "without" if way in known else "with"
            yield CONSTANTS, name, retold("direction", node, repr(new), f"{verb} {way}: "), rules


def _forward(engine: Engine) -> Found:
    node = engine.value(CONSTANTS, "FORWARD")
    for new in ("(1, 1)", "(-1, -1)", "(-1, 1)"):
        yield CONSTANTS, "FORWARD", retold("direction", node, new), "move.* goal.* through.* corner.*"


def _sizes(engine: Engine) -> Found:
    """Each number of the board one more and one less."""
    call = engine.value(PITCH, "STANDARD")
    assert isinstance(call, ast.Call)
    sizes = call.args[0]
    assert isinstance(sizes, ast.Call)
    for keyword in sizes.keywords:
        for node in ast.walk(keyword.value):
            if isinstance(node, ast.Constant):
                for change in numbers(node, "board", f"{keyword.arg} "):
                    yield PITCH, "STANDARD", change, SIZES[str(keyword.arg)]


def _saves(engine: Engine) -> Found:
    """Each kind of save taken from a mode that has it, and given to one that has not."""
    table = engine.value(CONSTANTS, "SAVES")
    assert isinstance(table, ast.Dict)
    for key, node in zip(table.keys, table.values, strict=True):
        known = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}
        for save, rules in SAVES.items():
            new = sorted(map(str, known ^ {save}))
            text = f"frozenset({new!r})"
            change = retold("save", node, text, f"{ast.unparse(key or node)} {save}: ")
            yield CONSTANTS, "SAVES", change, f"{rules} save.hopeless save.dice"


def _phases(engine: Engine) -> Found:
    """Each kind of action in no phase of its own."""
    table = engine.value(RULES, "PHASES_OF")
    assert isinstance(table, ast.Dict)
    for key, node in zip(table.keys, table.values, strict=True):
        assert isinstance(node, ast.Tuple)
        for phase in node.elts:
            left = [ast.unparse(other) for other in node.elts if other is not phase]
            new = f"({', '.join(left)},)" if left else "()"
            label = f"{ast.unparse(key or node)} without {ast.unparse(phase)}: "
            yield RULES, "PHASES_OF", retold("condition", node, new, label), "turn.order"


# Tests of the engine


def _tests(engine: Engine) -> Found:
    return tests(engine, (RULES, MOVES, SHOTS, PLAY, PITCH), _for_people)


def _for_people(file: str, scope: str) -> bool:
    """What only a picture or a message is made from."""
    drawn = "_board _areas _middle _dot _corners _goals _names".split()
    return CONCERNS.get(f"{file}.{scope}") == "" or (file == PITCH and scope in drawn)
