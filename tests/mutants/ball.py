"""Changes to the rules of BALL, table by table and test by test, each with the rules to be named."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.mutants.change import Mutant
from tests.mutants.engine import Engine, Found, numbers, retold, tests
from tests.mutants.engine import mutants as made
from tests.mutants.syntax import Change

CONSTANTS, PITCH, RULES, REFUSALS, PLAY, EVENTS, SETUP, _ = MODULES = (
    "constants",
    "pitch",
    "rules",
    "refusals",
    "play",
    "events",
    "setup",
    "picture",
)
"""The modules of the engine that are changed at random."""

DISTANCES = {
    "board.adjacent": "board.distance",
    "move.one.distance": "move.*",
    "move.two.distance": "move.*",
    "dodge.distance": "dodge.target",
    "dodge.exit.distance": "dodge.exit dodge.no_exit",
    "tactical_dodge.distance": "tactical_dodge.path",
    "tactical_dodge.push.distance": "tactical_dodge.push",
    "fumble.distance": "tactical_dodge.fumble",
    "block.distance": "block.move",
    "protect.distance": "protect.move",
    "hand_off.distance": "hand_off.adjacent",
    "short_pass.range": "short_pass.range",
    "short_pass.ball.distance": "short_pass.ball",
    "long_pass.distance": "long_pass.place",
    "stand_up.distance": "release.stand_up",
    "release.distance": "release.stack",
}
"""The rule behind each distance."""

SCALARS = {
    "TURN_AP": "turn.ap",
    "SETUP_EP": "setup.ep",
    "STEP": "move.*",
    "LEAP": "move.* dodge.target tactical_dodge.path",
    "SINGLE": "dodge.target tactical_dodge.path",
    "STACK": "stack.bound",
    "CONVERT": "turn.convert",
}

MOVES = {"X": "move.x", "O": "move.o", "#": "move.sharp"}
COMPASS = tuple((column, row) for column in (-1, 0, 1) for row in (-1, 0, 1) if column or row)

CONCERNS = {
    "MOVE_RULES": " ".join(MOVES.values()),
    f"{PITCH}.Pitch.team": "release.stack",
    f"{PITCH}.Pitch.distance": "board.distance short_pass.range dodge.target block.move protect.move move.*",
    f"{PITCH}.playable": "board.playable",
    f"{PITCH}._Table.row": "board.end_zones goal.*",
    f"{PITCH}._Table.ways": "move.*",
    f"{PITCH}._Table._ways": "move.*",
    f"{PITCH}._Table.near": "long_pass.place",
    f"{PITCH}._Table._around": "long_pass.place",
    f"{PITCH}._Table._at": "board.size move.*",
    f"{RULES}.legal": "turn.phases turn.unable pass.holder turn.convert release.duty",
    f"{RULES}._movements": "turn.unable turn.took tactical_dodge.* move.* block.* protect.*",
    f"{RULES}._in_contact": "tactical_dodge.*",
    f"{RULES}._steps": "move.* block.* protect.* turn.closed",
    f"{RULES}._leaps": "move.* dodge.* tactical_dodge.* turn.closed",
    f"{RULES}._passes": "pass.* turn.took hand_off.* short_pass.* long_pass.*",
    f"{RULES}._AFFORDABLE": "*.cost",
    f"{RULES}._LEAST": "*.cost",
    f"{RULES}._CONVERSIONS": "turn.convert",
    f"{RULES}._stand_ups": "release.*",
    f"{RULES}._releases": "release.*",
    f"{RULES}.middle": "move.path tactical_dodge.path",
    f"{RULES}.move_price": "move.one.cost move.two.cost",
    f"{RULES}.View.__init__": "turn.unable stack.bound",
    f"{RULES}._who": "turn.closed",
    f"{PLAY}._move": "move.*",
    f"{PLAY}._dodge": "dodge.* possession.* turn.took",
    f"{PLAY}._tactical_dodge": "tactical_dodge.* possession.*",
    f"{PLAY}._fumbled": "tactical_dodge.fumble",
    f"{PLAY}._block": "block.*",
    f"{PLAY}._protect": "protect.*",
    f"{PLAY}._stacked": "stack.* block.* protect.* turn.took release.next_turn",
    f"{PLAY}._ended": "possession.* goal.* turn.took turn.whole *.cost short_pass.ball move.end ep.* board.*",
    f"{PLAY}._earned": "ep.adds *.cost turn.convert",
    f"{PLAY}._hand_off": "hand_off.*",
    f"{PLAY}._short_pass": "short_pass.*",
    f"{PLAY}._long_pass": "long_pass.*",
    f"{PLAY}._passed": "pass.* hand_off.* short_pass.* long_pass.* turn.took ep.adds",
    f"{PLAY}._convert": "turn.convert",
    f"{PLAY}._end_actions": "turn.phases turn.lapse",
    f"{PLAY}._stand_up": "release.stand_up",
    f"{PLAY}._release": "release.*",
    f"{PLAY}._end_turn": "turn.* release.*",
}
"""The rules that a function is about, where neither it nor the checks that ask it say so; `*` is any end."""


def mutants(root: Path, book: str) -> Iterator[Mutant]:
    """Every change to a cost, reward, distance, direction, set-up value or test of the rules."""
    engine = Engine(root, book, MODULES, (RULES, REFUSALS), CONCERNS)
    return made(engine, (_prices, _scalars, _distances, _directions, _setup, _tests, _uses))


# Tables


def _prices(engine: Engine) -> Found:
    table = engine.value(CONSTANTS, "PRICES")
    assert isinstance(table, ast.Dict)
    for key, price in zip(table.keys, table.values, strict=True):
        assert isinstance(price, ast.Call)
        name = ast.literal_eval(key or price)
        for kind, amount in zip(("cost", "reward"), price.args, strict=True):
            for change in numbers(amount, kind, f"{name} {kind} "):
                yield CONSTANTS, "PRICES", change, f"{name}.cost"


def _scalars(engine: Engine) -> Found:
    pair = engine.value(CONSTANTS, "STEP")
    assert isinstance(pair, ast.Tuple)
    for name, node in zip(("STEP", "LEAP"), pair.elts, strict=True):
        for change in numbers(node, "distance", f"{name} "):
            yield CONSTANTS, name, change, SCALARS[name]
    for name in ("TURN_AP", "SETUP_EP", "SINGLE", "STACK"):
        for change in numbers(engine.value(CONSTANTS, name), "figure", f"{name} "):
            yield CONSTANTS, name, change, SCALARS[name]
    rate = engine.value(CONSTANTS, "CONVERT")
    assert isinstance(rate, ast.Call)
    for node in rate.args:
        for change in numbers(node, "figure", "CONVERT "):
            yield CONSTANTS, "CONVERT", change, SCALARS["CONVERT"]


def _distances(engine: Engine) -> Found:
    table = engine.value(CONSTANTS, "DISTANCES")
    assert isinstance(table, ast.Dict)
    for key, node in zip(table.keys, table.values, strict=True):
        name = ast.literal_eval(key or node)
        for change in numbers(node, "distance", f"{name} "):
            yield CONSTANTS, "DISTANCES", change, DISTANCES[name]


def _directions(engine: Engine) -> Found:
    """Each direction of each movement of each type taken away, and each other one given."""
    table = engine.value(CONSTANTS, "MOVEMENT")
    assert isinstance(table, ast.Dict)
    ways = {name: ast.literal_eval(engine.value(CONSTANTS, name)) for name in ("DIAGONAL", "STRAIGHT")}
    for span, moves in zip(table.keys, table.values, strict=True):
        assert isinstance(moves, ast.Dict)
        for key, node in zip(moves.keys, moves.values, strict=True):
            kind, text = ast.literal_eval(key or node), ast.unparse(node)
            known = eval(text, {"__builtins__": {}}, dict(ways))  # two names and a plus
            for way in COMPASS:
                without = f"tuple(way for way in {text} if way != {way})"
                new, verb = (without, "cannot go") if way in known else (f"{text} + ({way},)", "can go")
                change = f"{kind} {verb} {ast.unparse(span or node)} × {way}"
                # A single step along a row or column leaves the squares that are used.
                leaves = " board.playable" if 0 in way and ast.unparse(span or node) == "STEP" else ""
                yield CONSTANTS, "MOVEMENT", Change("direction", node, new, change), MOVES[kind] + leaves


# The board and the set-up


def _setup(engine: Engine) -> Found:
    call = engine.value(PITCH, "STANDARD")
    assert isinstance(call, ast.Call)
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    for name in ("columns", "rows"):
        for change in numbers(given[name], "set-up", f"{name} "):
            yield PITCH, "STANDARD", change, "board.size board.end_zones"
    squads = given["squads"]
    assert isinstance(squads, ast.Dict)
    for squad in squads.values:
        assert isinstance(squad, ast.Call)
        yield from _places(squad.args[1])
    yield from _types(engine)
    for name, others, rule in (
        ("holder", ("ATK4", "ATK6", "DEF5"), "setup.ball"),
        ("first", ("ATK",), "setup.first"),
    ):
        for other in others:
            change = retold("set-up", given[name], repr(other), f"{name} ")
            yield PITCH, "STANDARD", change, rule
    yield from _zones(engine)


def _places(node: ast.expr) -> Found:
    """Each player one square diagonally from its place, and each two neighbours exchanged."""
    places = ast.literal_eval(node).split()
    for i, place in enumerate(places):
        moved = f"{chr(ord(place[0]) + 1)}{int(place[1:]) + 1}"
        for row in (
            [*places[:i], moved, *places[i + 1 :]],
            [*places[:i], *places[i : i + 2][::-1], *places[i + 2 :]],
        ):
            if row != places:
                yield PITCH, "STANDARD", retold("set-up", node, repr(" ".join(row))), "setup.places"


def _types(engine: Engine) -> Found:
    """Each shirt with each other type."""
    nodes = [node for node in ast.walk(engine.value(PITCH, "_SETUP_TYPES")) if isinstance(node, ast.Constant)]
    node, types = next((node, str(node.value)) for node in nodes if set(str(node.value)) <= set(MOVES))
    for i, kind in enumerate(types):
        for other in MOVES:
            if other != kind:
                new = types[:i] + other + types[i + 1 :]
                yield PITCH, "_SETUP_TYPES", retold("set-up", node, repr(new)), "setup.types"


def _zones(engine: Engine) -> Found:
    """The end zones exchanged, and each one row farther."""
    call = next(
        node
        for statement in engine.sources[PITCH].tree.body
        for node in ast.walk(statement)
        if isinstance(node, ast.keyword) and node.arg == "zones"
    ).value
    assert isinstance(call, ast.Tuple)
    first, last = map(ast.unparse, call.elts)
    rules = "board.end_zones"
    yield PITCH, "pitch", retold("set-up", call, f"({last}, {first})"), rules
    yield PITCH, "pitch", retold("set-up", call, f"({first}, {first})"), rules
    yield PITCH, "pitch", retold("set-up", call, f"({last}, {last})"), rules
    for row in call.elts:
        assert isinstance(row, ast.Call)
        for change in numbers(row.args[0], "set-up", "end zone "):
            yield PITCH, "pitch", change, rules


# Tests of the engine


def _tests(engine: Engine) -> Found:
    return tests(engine, (RULES, REFUSALS, PLAY, PITCH), _for_people)


def _for_people(file: str, scope: str) -> bool:
    """What only a picture or a message is made from."""
    drawn = "_tried _moved _dodged _passed_over _touched _handed _received _thrown _parted"
    return file == REFUSALS and scope in (*drawn.split(), "_name", "_at", "_end_turn", "refusal")


# Uses


LENGTHS = {
    "EXIT": "dodge.exit.distance",
    "PUSH": "tactical_dodge.push.distance",
    "HAND_OFF": "hand_off.distance",
    "SHORT_PASS": "short_pass.range",
    "BESIDE": "short_pass.ball.distance",
    "STAND_UP": "stand_up.distance",
    "FREED": "release.distance",
}
"""Under which names the engine keeps its distances."""


def _uses(engine: Engine) -> Found:
    """Each distance, price and figure changed by one where the engine uses it, not in the tables."""
    for file in (RULES, PLAY, EVENTS, PITCH, SETUP):
        for scope, statement in engine.sources[file].scoped():
            for node in ast.walk(statement):
                if isinstance(node, ast.Subscript | ast.Name | ast.Attribute) and isinstance(
                    node.ctx, ast.Load
                ):
                    yield from ((file, scope, *found) for found in _used(engine, file, scope, node))


def _used(engine: Engine, file: str, scope: str, node: ast.expr) -> Iterator[tuple[Change, str]]:
    text = ast.unparse(node)
    if text in LENGTHS and file == RULES:
        yield from ((change, DISTANCES[LENGTHS[text]]) for change in numbers(node, "use"))
    elif text in ("STEP", "LEAP") and file == RULES:
        yield from ((change, CONCERNS.get(f"{file}.{scope}", "move.*")) for change in numbers(node, "use"))
    elif text in ("CONVERT.ap", "CONVERT.ep"):
        yield from ((change, "turn.convert") for change in numbers(node, "use"))
    elif text in ("TURN_AP", "SETUP_EP") and file in (PLAY, SETUP) and scope in ("_end_turn", "new"):
        yield from ((change, SCALARS[text]) for change in numbers(node, "use"))
    elif text.startswith("PRICES[") and file in (PLAY, EVENTS):
        for field in ("ap", "ep"):
            for step in (1, -1):
                new = f"{text}._replace({field}={text}.{field} {step:+})"
                yield Change("use", node, new, f"{text}.{field} {step:+}"), _priced(engine, text)
    elif text.startswith("DISTANCES["):
        name = ast.literal_eval(text.removeprefix("DISTANCES").strip("[]"))
        yield from ((change, DISTANCES[name]) for change in numbers(node, "use"))


def _priced(engine: Engine, text: str) -> str:
    name = re.fullmatch(r"PRICES\['(.*)'\]", text)
    return f"{name[1]}.cost" if name else "*.cost"
