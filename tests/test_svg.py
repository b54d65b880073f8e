"""Drawings are complete, safe and small, say everything without colour, and tell a script where pieces go."""

import gzip
import hashlib
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from playwright.sync_api import Browser, Page

from rulebook import reader, stage
from rulebook.boards import Board, Shape, grid, lines
from rulebook.books import scene_paths
from rulebook.games import GAMES
from rulebook.games.doppelpass import DOPPELPASS
from rulebook.model import Event, Frame, Game, Illegal, Leg, Picture, Token
from rulebook.views import layout, legend, svg
from rulebook.views.layout import UNIT, corners, spot
from rulebook.views.strokes import lettering
from rulebook.views.svg import palette

ROOT = Path(__file__).resolve().parent.parent
BALL = GAMES["ball"]
BOARD, TEAMS = BALL.board, BALL.teams
both = pytest.mark.parametrize("game", [BALL, DOPPELPASS], ids=lambda game: game.name)
NAMESPACE = "{http://www.w3.org/2000/svg}"

ELEMENTS = frozenset("svg title desc defs g use path rect circle pattern marker".split())
ATTRIBUTES = frozenset(
    "id class role x y width height r rx cx cy d href transform viewBox fill fill-opacity stroke"
    " stroke-width stroke-linecap stroke-linejoin stroke-dasharray stroke-dashoffset marker-start marker-end"
    " orient overflow markerUnits patternUnits patternTransform data-t data-e data-to"
    " aria-hidden aria-labelledby aria-describedby {http://www.w3.org/XML/1998/namespace}lang".split()
)
PAYLOADS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title><script>1</script>",
    "]]><!-- & ' \u2028",
)
SIGNS = {"move": "head", "pass": "open", "contact": "flat", "push": "shove"}


# Frames to draw


PLAYED: dict[str, Game[Any, Any]] = {"ball": BALL, "doppelpass": DOPPELPASS}


def scenes(game: Game[Any, Any] = BALL) -> tuple[tuple[Frame, ...], ...]:
    """The frames of all sample scenes of a game, as they are played."""
    return _scenes(game.name)


@cache
def _scenes(name: str) -> tuple[tuple[Frame, ...], ...]:
    game, folder = PLAYED[name], ROOT / "scenes" / name
    read = [reader.read_scene(str(path), path.read_text("utf-8"), game) for path in scene_paths(folder)]
    return tuple(stage.play(game, scene) for scene in read)


def frames(game: Game[Any, Any] = BALL) -> list[Frame]:
    return [frame for scene in scenes(game) for frame in scene]


def player(name: str, at: str, *marks: str, near: str = "", sign: str = "X") -> Token:
    return Token(name, "player", at, name[:3], sign, name[3:], near, marks)


def ball(at: str, mark: str, near: str = "") -> Token:
    return Token("ball", "ball", at, near=near, marks=(mark,))


def frame(*tokens: Token, turn: str = "DEF", **more: Any) -> Frame:
    counters = {"ap": 2, "ep.ATK": 0, "ep.DEF": 3}
    return replace(Frame("scene", "step", Picture(tokens, turn, "action", counters)), **more)


def leg(token: str, *way: str, style: str = "move") -> Leg:
    return Leg(token, way, style)  # type: ignore[arg-type]


def event(*legs: Leg) -> Event:
    return Event("something", "some.rule", {}, legs)


def drawn(shown: Frame, part: svg.Extent | None = None, board: Board = BOARD) -> Element:
    return ElementTree.fromstring(f"<svg>{svg.drawing(shown, board, part)}</svg>")


def alone(shown: Frame, board: Board = BOARD, teams: Sequence[str] = TEAMS) -> Element:
    return ElementTree.fromstring(svg.alone(shown, board, teams, "Title", "Description"))


def view(shown: Frame, board: Board = BOARD, part: svg.Extent | None = None) -> Element:
    found = drawn(shown, part, board).find("svg[@class='view']")
    assert found is not None
    return found


def hrefs(element: Element) -> list[str]:
    return [node.attrib["href"] for node in element.iter() if node.tag.endswith("use")]


def symbol(name: str, tokens: Iterable[Token] = ()) -> Element:
    root = ElementTree.fromstring(svg.symbols(BOARD, tokens, TEAMS))
    found = root.find(f".//*[@id='g-{name}']")
    assert found is not None, name
    return found


def bare(element: Element) -> str:
    """An element as it would be without any colour: its forms alone."""
    copy = ElementTree.fromstring(ElementTree.tostring(element))
    for node in copy.iter():
        for name in ("fill", "stroke"):
            if node.get(name, "none") != "none":
                node.set(name, "black")
        for name in ("id", "class"):
            node.attrib.pop(name, None)
    return ElementTree.tostring(copy, "unicode")


# A file of its own


def faults(root: Element) -> list[str]:
    """Everything in a drawing that is not on the lists, points elsewhere or is missing."""
    nodes = list(root.iter())
    ids = [node.attrib["id"] for node in nodes if "id" in node.attrib]
    links = [value[1:] for node in nodes for name, value in node.attrib.items() if name == "href"]
    links += [
        name
        for node in nodes
        for value in node.attrib.values()
        for name in re.findall(r"url\(#(.*?)\)", value)
    ]
    tags = {node.tag.removeprefix(NAMESPACE) for node in nodes}
    return [
        *(f"element {tag}" for tag in tags - ELEMENTS),
        *(f"attribute {name}" for node in nodes for name in set(node.attrib) - ATTRIBUTES),
        *(f"no symbol {name}" for name in set(links) - set(ids)),
        *(f"id {name} twice" for name, times in Counter(ids).items() if times > 1),
        *(f"id {name}" for name in ids if not name.startswith("g-")),
        *(f"address in {value}" for node in nodes for value in node.attrib.values() if "//" in value),
    ]


@both
def test_every_frame_is_a_file_of_its_own(game: Game[Any, Any]) -> None:
    assert len(frames(game)) > 100
    for shown in frames(game):
        root = alone(shown, game.board, game.teams)
        assert faults(root) == [], shown.id
        assert [child.tag.removeprefix(NAMESPACE) for child in root[:2]] == ["title", "desc"]
        assert root.get("role") == "img"
        assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == "en"
        assert int(root.attrib["width"]) > 500


@pytest.mark.parametrize(
    "spoiled",
    [
        "<script/>",
        '<rect style="fill:red"/>',
        '<rect onclick="1"/>',
        '<use href="#g-nobody"/>',
        '<use href="other.svg#g-board"/>',
        '<g id="mine"/>',
        '<g id="g-board"/>',
        '<rect fill="url(//elsewhere)"/>',
    ],
)
def test_what_is_not_allowed_is_found(spoiled: str) -> None:
    text = svg.alone(frames()[0], BOARD, TEAMS, "Title", "Description")
    assert faults(ElementTree.fromstring(text.replace("</svg>\n", f"{spoiled}</svg>"))) != []


def test_a_page_shares_its_symbols() -> None:
    tokens = [token for shown in frames() for token in shown.picture.tokens]
    parts = [svg.inline(shown, BOARD, None, f"page-{n}", "T", "D") for n, shown in enumerate(frames())]
    root = ElementTree.fromstring(f"<svg>{svg.symbols(BOARD, tokens, TEAMS)}{''.join(parts)}</svg>")
    wrong = [fault for fault in faults(root) if not fault.startswith("id page-")]
    assert wrong == []
    assert root[0].get("aria-hidden") == "true"


def test_numbers_have_one_decimal_at_most() -> None:
    tokens = [token for shown in frames() for token in shown.picture.tokens]
    for text in (svg.symbols(BOARD, tokens, TEAMS), *(svg.drawing(shown, BOARD) for shown in frames())):
        kept = re.sub(r'"[^"]*scale[^"]*"|opacity="[^"]*"|stroke-width="0.35"', "", text)
        assert re.findall(r"\d\.\d{2,}", kept) == []


@pytest.mark.parametrize("words", PAYLOADS)
def test_titles_and_descriptions_are_text(words: str) -> None:
    root = ElementTree.fromstring(svg.alone(frame(), BOARD, TEAMS, words, words))
    assert [child.text for child in root[:2]] == [words, words]
    assert faults(root) == []
    page = ElementTree.fromstring(svg.inline(frame(), BOARD, None, "page-x", words, words))
    assert [child.text for child in page[:2]] == [words, words]


def test_a_file_holds_no_symbol_that_it_does_not_use() -> None:
    text = svg.alone(frames()[0], BOARD, TEAMS, "Title", "Description")
    held, used = set(re.findall(r'id="(.*?)"', text)), set(re.findall(r'#(g-[^")]+)', text))
    assert held == used
    assert len(text) < 20_000


def test_what_xml_cannot_hold_is_refused() -> None:
    for words in ("\0", "\x1b[31m", "\ud800"):
        with pytest.raises(ValueError, match="unprintable"):
            svg.alone(frame(), BOARD, TEAMS, words, "")


def test_a_frame_is_named_and_described() -> None:
    root = ElementTree.fromstring(svg.inline(frame(), BOARD, None, "page-a/b", "A title", "A text"))
    title, text = root[:2]
    assert (root.get("role"), root.get("aria-labelledby")) == ("img", title.get("id"))
    assert root.get("aria-describedby") == text.get("id") != title.get("id")
    assert (title.text, text.text) == ("A title", "A text")


@pytest.mark.parametrize("name", ["board", "ghost", "actor", "a-b", "a b", ""])
def test_a_token_that_could_not_be_found_again_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be drawn"):
        svg.symbols(BOARD, [Token(name, "player", "E8")], TEAMS)


def test_the_checker_of_the_w3c_accepts_them(tools: Mapping[str, str], tmp_path: Path) -> None:
    shown = [*scenes()[0], frame(player("ATK1", "E8"), picture=replace(frame().picture, dice=(1, 6, 9)))]
    drawings = [svg.alone(each, BOARD, TEAMS, "Title", "Description") for each in shown]
    for each in (
        shot(piece("red", "", "scored"), keeper("B", "E15"), dice=(1, 6)),
        frame(piece("red", "F9")),
    ):
        drawings.append(svg.alone(each, LINES, SIDES, "Title", "Description"))
    for number, text in enumerate(drawings):
        (tmp_path / f"{number}.svg").write_text(text, encoding="utf-8")
    command = [tools["java"], "-jar", tools["vnu"], "--also-check-svg", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_same_bytes_in_every_process() -> None:
    code = (
        "import hashlib; from rulebook.games import GAMES; from rulebook.views import svg; g = GAMES['ball'];"
        "p = g.picture(g.new({})); t = (*p.tokens,) * 2;"
        "print(hashlib.sha256(svg.symbols(g.board, t, g.teams).encode()).hexdigest())"
    )
    picture = BALL.picture(BALL.new({}))
    here = hashlib.sha256(svg.symbols(BOARD, reversed(picture.tokens), TEAMS).encode()).hexdigest()
    for seed in ("0", "1"):
        told = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert told.stdout.strip() == here


@both
def test_a_page_of_frames_is_small(game: Game[Any, Any]) -> None:
    """The drawings alone, without captions around them: at most 60 bytes each on a page of 90."""
    parts = [(scene, svg.crop(scene, game.board)) for scene in scenes(game)]
    shown = [svg.drawing(each, game.board, part) for scene, part in parts for each in scene][:90]
    assert len(shown) == 90
    assert len(gzip.compress("\n".join(shown).encode(), 6)) / 90 <= 60


# What is seen


def test_every_token_stands_on_its_point_in_the_order_of_the_picture() -> None:
    for shown in frames():
        uses = [node for node in view(shown) if node.tag == "use"]
        ids = [token.id for token in shown.picture.tokens]
        found = [
            (node.attrib["href"][3:].split("-")[0], (int(node.get("x", 0)), int(node.get("y", 0))))
            for node in uses
        ]
        assert [each for each in found if each[0] in ids] == [
            (token.id, spot(BOARD, token.at)) for token in shown.picture.tokens
        ]


def test_places_lie_as_on_the_board() -> None:
    assert spot(BOARD, "B1") == (15, 165)
    assert spot(BOARD, "A2") == (5, 155)
    assert spot(BOARD, "L17") == (115, 5)
    assert svg.whole(BOARD) == svg.Extent(0, 0, 130, 170)


def test_states_differ_without_colour() -> None:
    """Teams, types, numbers and states differ in form: on a grey print and for every colour vision."""
    tokens = [
        player("ATK1", "E8"),
        player("DEF1", "E8"),
        player("ATK2", "E8"),
        player("ATK1", "E8", "down"),
        player("ATK1", "E8", "took"),
        player("ATK1", "E8", "down", "took"),
        player("ATK1", "E8", "top"),
        player("ATK1", "E8", "bottom"),
        player("ATK1", "E8", "down", "bottom"),
        ball("E8", "held", "ATK1"),
        ball("E8", "received", "ATK1"),
        ball("E8", "loose"),
    ]
    names = ["-".join((token.id, *token.marks)) for token in tokens]
    names += ["target", "target-on", "aim", "aim-on", "actor-on", "refused", "refused-on", "cross"]
    names += ["ghost-ATK", "ghost-DEF", "turn-ATK", "turn-DEF"]
    forms = {name: bare(symbol(name, tokens)) for name in names}
    assert [(a, b) for a, b in combinations(names, 2) if forms[a] == forms[b]] == []


def test_types_differ_in_their_sign() -> None:
    forms = {bare(symbol("ATK1", [player("ATK1", "E8", sign=sign)])) for sign in "XO#SB"}
    assert len(forms) == 5


def test_lines_differ_without_colour() -> None:
    legs = {
        style: frame(player("ATK1", "E8"), events=(event(leg("ATK1", "C6", "E8", style=style)),))
        for style in SIGNS
    }
    drawings = {
        style: bare(shown.findall(".//path[@data-t]")[0])
        for style, shown in ((s, view(f)) for s, f in legs.items())
    }
    assert len(set(drawings.values())) == len(SIGNS)
    ends = [bare(symbol(name)) for name in SIGNS.values()]
    assert len(set(ends)) == len(SIGNS)


def test_a_knocked_down_piece_lies() -> None:
    lying = symbol("ATK1-down", [player("ATK1", "E8", "down")])
    assert [node.get("transform") for node in lying] == ["rotate(90)"]


def test_a_stack_shows_both_players_and_is_closed() -> None:
    tokens = [player("ATK1", "E8", "bottom"), player("DEF2", "E8", "top", near="ATK1")]
    lower, upper = symbol("ATK1-bottom", tokens), symbol("DEF2-top", tokens)
    assert {"closed", "body", "sign", "number"} <= {node.get("class") for node in lower.iter()}
    assert {"edge", "body", "sign", "number"} <= {node.get("class") for node in upper.iter()}
    assert all("bound" in node.attrib["class"].split() for node in (lower, upper))


def test_what_the_upper_player_holds_is_raised() -> None:
    tokens = (
        player("ATK1", "E8", "bottom"),
        player("DEF2", "E8", "top", near="ATK1"),
        ball("E8", "held", "DEF2"),
    )
    assert "#g-ball-held-top" in hrefs(view(frame(*tokens)))
    assert symbol("ball-held-top", tokens).get("class") == "ball held top"
    assert "#g-ball-held" in hrefs(view(frame(player("DEF2", "E8"), ball("E8", "held", "DEF2"))))


def test_a_received_ball_is_tied_to_its_holder() -> None:
    tied = view(frame(player("ATK1", "E8"), ball("F9", "received", "ATK1"))).findall("path[@class='tether']")
    assert [node.get("d") for node in tied] == ["M55 85L45 95"]
    free = view(frame(player("ATK1", "E8"), ball("F9", "loose")))
    assert free.findall("path[@class='tether']") == []


def test_the_lamp_shows_whose_turn_it_is() -> None:
    shown = frame(player("ATK1", "E8"))
    assert "#g-turn-DEF" in hrefs(drawn(shown))
    assert "#g-turn-ATK" in hrefs(drawn(replace(shown, picture=replace(shown.picture, turn="ATK"))))
    assert not [
        name
        for name in hrefs(drawn(replace(shown, picture=replace(shown.picture, turn=""))))
        if "turn" in name
    ]


def test_targets_are_rings_and_the_chosen_one_is_stronger() -> None:
    shown = frame(
        player("DEF5", "H11"),
        player("ATK5", "F9"),
        show={"do": "dodge", "player": "DEF5", "to": "F9"},
        targets=("E8", "G10"),
        aim=("F9",),
    )
    names = hrefs(view(shown))
    assert names.count("#g-target") == 2
    assert "#g-aim-on" in names
    assert "#g-actor-on" in names
    for name in ("target", "target-on", "aim-on"):
        assert {node.get("fill") for node in symbol(name)} == {"none"}


def test_a_ghost_stands_where_a_piece_came_from() -> None:
    moved = frame(player("DEF5", "F9"), events=(event(leg("DEF5", "H11", "F9")),))
    ghosts = [node for node in view(moved) if node.get("href") == "#g-ghost-DEF"]
    assert [(node.get("x"), node.get("y")) for node in ghosts] == [("75", "65")]
    taken = frame(player("DEF5", "F9"), player("ATK1", "H11"), events=moved.events)
    assert "#g-ghost-DEF" not in hrefs(view(taken))


# What is refused


def test_a_refused_way_is_crossed_out_and_moves_nothing() -> None:
    refusal = Illegal("move.x", "", {"player": "DEF5"}, (leg("DEF5", "H11", "F9"),))
    shown = view(frame(player("DEF5", "H11"), refusal=refusal, aim=("F9",)))
    lines = shown.findall("path[@class='leg refused']")
    assert len(lines) == 1
    assert shown.findall(".//*[@data-t]") == []
    assert hrefs(shown).count("#g-cross") == 1
    assert not [name for name in hrefs(shown) if "ghost" in name]


def test_a_refusal_without_a_way_is_shown_where_it_was_aimed_at() -> None:
    refusal = Illegal("turn.took", "", {"player": "DEF5"})
    aimed = view(frame(player("DEF5", "H11"), refusal=refusal, aim=("F9",)))
    assert [(node.get("href"), node.get("x")) for node in aimed if "refused" in node.get("href", "")] == [
        ("#g-refused", "55")
    ]
    named = view(frame(player("DEF5", "H11"), refusal=refusal))
    assert [(node.get("href"), node.get("x")) for node in named if "refused" in node.get("href", "")] == [
        ("#g-refused-on", "75")
    ]


def test_a_refusal_of_no_place_crosses_out_the_lamp() -> None:
    shown = drawn(frame(player("DEF5", "H11"), refusal=Illegal("turn.convert", "", {"team": "DEF"})))
    assert [node.get("href") for node in shown if node.tag == "use"] == ["#g-turn-DEF", "#g-cross"]


@both
def test_every_refusal_is_seen(game: Game[Any, Any]) -> None:
    refused = [shown for shown in frames(game) if shown.refusal]
    assert refused
    for shown in refused:
        marks = [
            name
            for name in hrefs(drawn(shown, board=game.board))
            if name.startswith(("#g-cross", "#g-refused"))
        ]
        assert len(marks) == 1, shown.id


# What a script relies on


def ways(shown: Frame, board: Board = BOARD) -> list[tuple[str, int, list[tuple[int, int]]]]:
    """Token, event and way of every leg, read as the head of `views.svg` says."""
    found = []
    for node in view(shown, board).findall("path[@data-t]"):
        assert re.fullmatch(r"(M\d+ \d+(L\d+ \d+)*)+", node.attrib["d"])
        numbers = [
            int(number) for number in re.findall(r"\d+", node.attrib["d"] + " " + node.get("data-to", ""))
        ]
        way = list(zip(numbers[::2], numbers[1::2], strict=True))
        found.append((node.attrib["data-t"], int(node.attrib["data-e"]), way))
    return found


@both
def test_a_script_can_follow_every_way(game: Game[Any, Any]) -> None:
    followed = 0
    for shown in frames(game):
        legs = [(number, leg) for number, each in enumerate(shown.events) for leg in each.legs if leg.token]
        read = ways(shown, game.board)
        assert [(token, number) for token, number, _ in read] == [(leg.token, number) for number, leg in legs]
        for (_, _, way), (_, leg) in zip(read, legs, strict=True):
            bends = corners(leg, game.board)
            assert (way[0], way[-1]) == (bends[0], bends[-1]), shown.id
            assert set(bends) <= set(way)
            followed += 1
    assert followed > 50


def test_ways_lead_from_where_a_token_was_to_where_it_is() -> None:
    for scene in scenes():
        for before, after in pairwise(scene):
            was, now = (
                {token.id: spot(BOARD, token.at) for token in f.picture.tokens} for f in (before, after)
            )
            own: dict[str, list[tuple[int, int]]] = {}
            for token, _, way in ways(after):
                assert own.get(token, [was[token]])[-1] == way[0], after.id
                own[token] = way
            assert {token: way[-1] for token, way in own.items()}.items() <= now.items(), after.id
            assert {token for token in now if now[token] != was[token]} <= set(own), after.id


def test_bends_are_kept_and_straight_points_are_not() -> None:
    bent = frame(player("ATK1", "E8"), events=(event(leg("ATK1", "A2", "C4", "E6", "E8")),))
    assert ways(bent)[0][2][:2] == [(5, 155), (45, 115)]
    there_and_back = frame(player("ATK1", "E8"), events=(event(leg("ATK1", "E8", "C6", "E8")),))
    assert (25, 115) in ways(there_and_back)[0][2]


def test_a_line_stops_at_the_rim_of_what_stands_there() -> None:
    apart = frame(player("ATK1", "E8"), player("ATK2", "E12"), ball("E12", "held", "ATK2"))
    line = view(replace(apart, events=(event(leg("ball", "E8", "E12", style="pass")),))).find("path[@data-t]")
    assert line is not None
    assert (line.get("d"), line.get("data-to")) == ("M45 95M45 87L45 63", "45 55")


def test_a_way_that_is_not_drawn_is_told() -> None:
    shown = frame(
        player("ATK1", "F9"), events=(event(leg("ATK1", "E8", "F9"), leg("ball", "E8", "F9", style="carry")),)
    )
    carried = view(shown).findall("path[@class='carry']")
    assert [(node.get("fill"), node.get("stroke"), node.get("d")) for node in carried] == [
        ("none", None, "M45 95L55 85")
    ]


# Parts of the board


@both
def test_a_crop_holds_the_action_and_lies_on_the_board(game: Game[Any, Any]) -> None:
    board, everything = game.board, svg.whole(game.board)
    cut = 0
    for scene in scenes(game):
        part = svg.crop(scene, board)
        cut += part != everything
        assert min(part.x, part.y) >= 0
        assert part.right <= everything.right
        assert part.bottom <= everything.bottom
        assert all(value % UNIT == 0 for value in (part.x, part.y, part.width, part.height))
        names = {point for shown in scene for point in (*shown.targets, *shown.aim)}
        names |= {point for shown in scene for each in shown.events for leg in each.legs for point in leg.way}
        for x, y in (spot(board, name) for name in names if name in board.points):
            assert part.x < x < part.right, scene[0].scene
            assert part.y < y < part.bottom, scene[0].scene
    assert cut > len(scenes(game)) // 2


def test_a_crop_shows_a_square_around_and_seven_across() -> None:
    shown = [frame(player("ATK1", "E8"), events=(event(leg("ATK1", "E8", "F9")),))]
    part = svg.crop(shown, BOARD)
    assert (part.width, part.height) == (70, 70)
    assert part.x <= 30
    assert part.right >= 70
    wide = [frame(player("ATK1", "B9"), player("ATK2", "L9"))]
    assert svg.crop(wide, BOARD) == svg.Extent(0, 50, 130, 70)
    assert svg.crop([frame()], BOARD) == svg.whole(BOARD)
    far = [frame(player("ATK1", "B1"), player("ATK2", "L17"))]
    assert svg.crop(far, BOARD) == svg.whole(BOARD)


def test_a_crop_follows_the_action_where_the_tokens_fill_the_board() -> None:
    spread = (player("ATK1", "B1"), player("ATK2", "L17"), player("ATK3", "F9"))
    part = svg.crop([frame(*spread, events=(event(leg("ATK3", "E8", "F9")),))], BOARD)
    assert part != svg.whole(BOARD)
    assert part.x < 45 < part.right


def test_a_crop_keeps_its_coordinates() -> None:
    part = svg.Extent(30, 40, 70, 70)
    shown = drawn(frame(player("ATK1", "E8")), part)
    columns, rows = shown.findall("svg[@class='labels']")
    assert columns.get("viewBox") == "30 0 70 6"
    assert rows.get("viewBox") == "0 40 6 70"
    assert (columns.get("x"), rows.get("y")) == ("30", "40")
    assert shown.findall("svg[@class='view']/path[@class='fade']") != []
    assert drawn(frame()).findall("svg[@class='view']/path[@class='fade']") == []


# Other boards and games


def line_graph() -> Board:
    """Points at distance 1, without squares, with a goal and a circle, as a line game has them."""
    points = {f"{x}/{y}": (float(x), float(y)) for x in range(5) for y in range(7)}
    ground = (
        Shape("rect", ((-0.5, -0.5), (4.5, 6.5)), "paper"),
        Shape("line", ((0, 0), (4, 6)), "line"),
        Shape("polygon", ((1, 6), (3, 6), (2, 5)), "goal"),
        Shape("circle", ((2, 3), (3.4, 3)), "line"),
        Shape("text", ((2, 1),), "name", text="GOAL"),
    )
    return Board(points, dict.fromkeys(points, ()), ground, extent=(-0.5, -0.5, 4.5, 6.5))


def test_a_line_graph_without_names_is_drawn() -> None:
    shown = frame(Token("P1", "piece", "2/3", number="12"), Token("K", "keeper", "2/6", sign="K"), turn="")
    root = alone(shown, line_graph(), ())
    assert faults(root) == []
    assert not [node for node in root.iter() if node.get("class") == "labels"]
    group = root.find(f".//{NAMESPACE}*[@id='g-P1']")
    assert group is not None
    assert (group.get("class"), group.get("transform")) == ("piece", "scale(0.71)")
    assert spot(line_graph(), "0/0") == (5, 65)


def test_seats_without_ground_are_drawn() -> None:
    seats = Board(
        {"north": (0, 1), "south": (0, -1)}, {"north": ("south",), "south": ("north",)}, extent=(-2, -2, 2, 2)
    )
    shown = frame(
        Token("cup", "cup", "north"), Token("coin", "coin", "south", near="cup", marks=("held",)), turn=""
    )
    assert faults(alone(shown, seats)) == []


def test_a_third_team_and_no_team_have_a_look() -> None:
    board = grid(3, 3, playable=lambda column, row: True)
    shown = frame(
        Token("A1", "walker", "A1", "A"),
        Token("C1", "walker", "C1", "C", "W", "1"),
        Token("x", "stone", "B2"),
        turn="A",
    )
    root = alone(shown, board, ("A", "B", "C"))
    assert faults(root) == []
    classes = {node.attrib["class"] for node in root.iter() if "piece" in node.get("class", "")}
    assert classes == {"piece", "piece team-1", "piece team-3"}


def test_the_strip_shows_turn_counters_dice_and_winner() -> None:
    picture = Picture((), "DEF", "action", {"ap": 2, "ep.ATK": 0, "ep.DEF": 12}, (3, 6, 9), "ATK")
    strip = ElementTree.fromstring(svg.score(picture, TEAMS, svg.Extent(0, 0, 130, 16)))
    classes = [node.get("class", "") for node in strip.iter()]
    assert (classes.count("pip"), classes.count("die"), classes.count("star")) == (2, 3, 1)
    atk, dfn = (strip.find(f".//*[@class='turn team-{number}']//*[@fill]") for number in (1, 2))
    assert atk is not None
    assert dfn is not None
    assert (atk.get("fill"), dfn.get("fill")) == (palette.PAPER, palette.TEAMS[1])
    assert "scale(" in strip.attrib["transform"]
    wide = ElementTree.fromstring(svg.score(picture, TEAMS, svg.Extent(0, 0, 500, 16)))
    assert wide.get("transform") == "translate(0 8)"


# A board of lines, with pieces, keepers and dice

LINES = lines(
    11,
    17,
    ground=(
        Shape("rect", ((2, 13), (8, 16)), "area", team="B"),
        Shape("rect", ((2, 13), (8, 16)), "line"),
        Shape("line", ((0, 8), (10, 8)), "line"),
        Shape("circle", ((5, 8), (6.4, 8)), "line"),
        Shape("arc", ((0, 0), (0.5, 0), (0, 0.5)), "line"),
        Shape("polygon", ((3.5, 16), (2.5, 17.2), (7.5, 17.2), (6.5, 16)), "net"),
        Shape("line", ((3.5, 16), (6.5, 16)), "goal"),
        Shape("text", ((8.5, 16.9),), "name", team="B", text="B"),
    ),
    margin=(0.5, 1.5),
    dice=2,
)
SIDES = ("A", "B")


def piece(look: str, at: str, *marks: str, near: str = "") -> Token:
    return Token(look, "piece", at, near=near, marks=marks, look=look)


def keeper(team: str, at: str, *marks: str) -> Token:
    return Token(f"keeper.{team}", "keeper", at, team, marks=marks)


def line_view(shown: Frame) -> Element:
    return view(shown, LINES)


def own_symbol(name: str, tokens: Iterable[Token] = ()) -> Element:
    root = ElementTree.fromstring(svg.symbols(LINES, tokens, SIDES))
    found = root.find(f".//*[@id='g-{name}']")
    assert found is not None, name
    return found


def shot(*tokens: Token, **more: Any) -> Frame:
    """Red, from C13, over G17 into the net, between black and gold."""
    way = ("C13", "D14", "E15", "F16", "G17")
    legs = (leg("red", *way, style="shot"), leg("", "D16", "G14", style="line"))
    own = {"turn": "A", "events": (event(leg("black", "C15", "D16")), event(*legs))}
    return frame(piece("black", "D16"), piece("gold", "G14"), *tokens, **{**own, **more})


def test_a_line_board_is_drawn_with_few_shapes() -> None:
    """Each kind of line is one path, and the whole board weighs little."""
    root = own_symbol("board")
    classes = Counter(node.get("class") for node in root)
    assert all(classes[style] == 1 for style in ("paper", "pitch", "mesh", "diagonal", "boundary", "net"))
    mesh, diagonal = (next(n for n in root if n.get("class") == style) for style in ("mesh", "diagonal"))
    assert (mesh.attrib["d"].count("M"), diagonal.attrib["d"].count("M")) == (9 + 15, 2 * (10 + 16 - 1))
    assert len(gzip.compress(ElementTree.tostring(root), 6)) < 1200
    assert spot(LINES, "A1") == (5, 175)
    assert spot(LINES, "K17") == (105, 15)


def test_lines_lie_over_areas_and_under_the_boundary() -> None:
    order = [node.attrib["class"].split()[0] for node in own_symbol("board")]
    first = {name: order.index(name) for name in order}
    assert first["pitch"] < first["area"] < first["mesh"] < first["boundary"] < first["goal"]
    area = next(node for node in own_symbol("board") if "area" in node.attrib["class"])
    assert (area.get("class"), area.get("fill")) == ("area team-2", palette.ZONES[1])


@pytest.mark.parametrize(
    ("start", "end", "d"),
    [
        ((1, 0), (0, 1), "M15 10A10 10 0 0 0 5 0"),
        ((0, 1), (1, 0), "M5 0A10 10 0 1 0 15 10"),
        ((0, -1), (1, 0), "M5 20A10 10 0 0 0 15 10"),
    ],
)
def test_arcs_go_counter_clockwise(start: tuple[float, float], end: tuple[float, float], d: str) -> None:
    bare_board = Board({}, {}, (Shape("arc", ((0, 0), start, end), "line"),), extent=(-0.5, -1, 1, 1))
    root = ElementTree.fromstring(svg.symbols(bare_board, (), ()))
    assert [node.get("d") for node in root.findall(".//*[@id='g-board']/path")] == [d]


def test_a_line_game_is_a_file_of_its_own() -> None:
    shown = [
        shot(piece("red", "", "scored"), keeper("A", "F1"), keeper("B", "E15")),
        frame(keeper("B", "E15", "bottom"), piece("red", "E15", "top", near="keeper.B"), turn="B", dice=(5,)),
        frame(piece("red", "F9"), turn="A", show={"do": "move", "piece": "red"}, targets=("I12",)),
    ]
    for each in shown:
        assert faults(alone(each, LINES, SIDES)) == []


def test_pieces_and_keepers_differ_without_colour() -> None:
    tokens = [piece(look, "E9") for look in palette.LOOKS] + [piece("red", "E9", "top")]
    tokens += [keeper(team, "E9", *marks) for team in SIDES for marks in ((), ("bottom",))]
    names = ["-".join((token.id, *token.marks)) for token in tokens]
    names += ["ghost", "ghost-keeper-A", "target-on", "actor-on", *(f"die-{pips}" for pips in range(1, 7))]
    forms = {name: bare(own_symbol(name, tokens)) for name in names}
    assert [(a, b) for a, b in combinations(names, 2) if forms[a] == forms[b]] == []


def test_a_piece_and_the_keeper_below_it_are_both_seen() -> None:
    tokens = [keeper("B", "E15", "bottom"), piece("red", "E15", "top", near="keeper.B")]
    below, above = own_symbol("keeper.B-bottom", tokens), own_symbol("red-top", tokens)
    assert below.get("class") == "keeper bottom team-2"
    assert above.get("class") == "disc look-red top"
    assert [node.get("transform") for node in above] == ["translate(0 -3.1)scale(.76)"]
    assert {"rim", "body", "glyph"} <= {node.get("class") for node in above.iter()}
    assert {"body", "number"} <= {node.get("class") for node in below.iter()}


def test_an_unknown_look_is_a_disc_without_glyph_of_its_own() -> None:
    token = Token("P1", "piece", "E9", look="violet")
    disc = own_symbol("P1", [token])
    assert disc.get("class") == "disc look-violet"
    assert [node.get("fill") for node in disc if node.get("class") == "body"] == [palette.NEUTRAL]
    assert [node for node in disc if node.get("class") == "glyph"] == []


def test_neighbours_on_lines_do_not_touch(page: Page) -> None:
    tokens = [piece("black", "E9"), piece("red", "F9"), piece("gold", "F10"), keeper("A", "G9")]
    inside = svg.inline(frame(*tokens, turn="A"), LINES, None, "page-t", "T", "D")
    css = "body{margin:0}svg.board{display:block;width:330px;height:auto}"
    page.set_content(
        f"<!doctype html><title>t</title><style>{css}</style>{svg.symbols(LINES, tokens, SIDES)}{inside}"
    )
    found = boxes(page, ".view > use:not([href='#g-board'])")
    assert len(found) == 4
    assert min(min(box["width"], box["height"]) for box in found) >= 20
    for one, other in combinations(found, 2):
        aside = max(one["left"] - other["right"], other["left"] - one["right"])
        above = max(one["top"] - other["bottom"], other["top"] - one["bottom"])
        assert max(aside, above) >= 0


def dice_in(root: Element) -> list[tuple[str, int, int]]:
    uses = [node for node in root if node.tag == "use" and "die" in node.attrib["href"]]
    return [(node.attrib["href"], int(node.attrib["x"]), int(node.attrib["y"])) for node in uses]


@pytest.mark.parametrize("part", [None, svg.Extent(30, 40, 70, 70)])
def test_dice_lie_beside_the_part_that_is_shown(part: svg.Extent | None) -> None:
    shown = frame(piece("red", "E9"), turn="A", dice=(5, 1))
    inside, at = part or svg.whole(LINES), layout.seen(part or svg.whole(LINES))
    (five, x, y), (one, same, lower) = dice_in(drawn(shown, part, LINES))
    assert (five, one) == ("#g-die-5", "#g-die-1")
    assert x == same
    assert at.right + 5 <= x <= layout.canvas(LINES, inside).right - 5
    assert y + 10 <= lower <= at.bottom - 5


def test_dice_that_lie_are_shown_until_others_are_thrown() -> None:
    lying = frame(turn="A", picture=Picture((), "A", "move", {}, (6, 4)))
    assert [name for name, *_ in dice_in(drawn(lying, board=LINES))] == ["#g-die-6", "#g-die-4"]
    thrown = replace(lying, dice=(2,))
    assert [name for name, *_ in dice_in(drawn(thrown, board=LINES))] == ["#g-die-2"]
    assert dice_in(drawn(frame(turn="A"), board=LINES)) == []
    with pytest.raises(ValueError, match="dice that cannot be drawn"):
        drawn(replace(lying, dice=(7,)), board=LINES)


def test_dice_are_seen_once_in_a_file_of_its_own() -> None:
    """In the strip where the board has no room for them."""
    for board, beside, strip in ((LINES, 2, 0), (BOARD, 0, 2)):
        root = alone(frame(dice=(5, 1)), board)
        score = root.find(f"{NAMESPACE}g[@class='score']")
        assert score is not None
        assert len([name for name in hrefs(root) if "die" in name]) == beside
        assert len([node for node in score.iter() if node.get("class") == "die"]) == strip


def test_a_board_without_dice_keeps_no_room_for_them() -> None:
    assert layout.canvas(BOARD, svg.whole(BOARD)).right == svg.whole(BOARD).right + layout.ASIDE
    assert dice_in(drawn(frame(dice=(5, 1)))) == []


def test_a_shot_goes_on_beyond_its_last_point() -> None:
    line = line_view(shot()).find("path[@data-t='red']")
    assert line is not None
    assert line.get("class") == "leg leg-shot"
    assert line.get("d") == "M25 55L75 5"
    assert (line.get("marker-end"), line.get("marker-start")) == ("url(#g-shove)", "url(#g-start)")


def test_a_piece_off_the_board_is_seen_only_where_a_shot_has_brought_it() -> None:
    scored = line_view(shot(piece("red", "", "scored")))
    there = [(node.get("x"), node.get("y")) for node in scored if node.get("href") == "#g-red-scored"]
    assert there == [("75", "5")]
    line = scored.find("path[@data-t='red']")
    assert line is not None
    assert line.get("data-to") == "75 5"
    assert line.get("d") != "M25 55L75 5"
    assert "#g-red-scored" not in hrefs(line_view(frame(piece("red", "", "scored"), turn="A")))


def test_a_keeper_that_a_shot_passes_over_keeps_its_letter() -> None:
    """It lies over the line, and every other keeper and piece under it."""
    tokens = (keeper("A", "F1"), keeper("B", "E15"), piece("red", "", "scored"))
    for at, over in (("E15", ["keeper.B"]), ("G17", ["keeper.B"]), ("E16", [])):
        moved = [replace(token, at=at) if token.id == "keeper.B" else token for token in tokens]
        shown = list(line_view(shot(*moved)))
        last = max(number for number, node in enumerate(shown) if node.get("class") == "leg leg-shot")
        above = [node.attrib["href"][3:] for node in shown[last:] if node.tag == "use"]
        assert above == over, at


def test_a_line_between_two_pieces_moves_nothing_and_lies_under_them() -> None:
    shown = list(line_view(shot()))
    dotted = [node for node in shown if node.get("class") == "leg leg-line"]
    assert len(dotted) == 1
    assert not {"data-t", "data-e", "marker-end", "marker-start"} & {*dotted[0].attrib}
    assert dotted[0].get("stroke-dasharray") == "0 2.2"
    numbers = [int(number) for number in re.findall(r"\d+", dotted[0].attrib["d"])]
    assert (35, 25) != (numbers[0], numbers[1]) != (65, 45)
    assert 35 < numbers[0] < numbers[2] < 65
    places = [
        number for number, node in enumerate(shown) if node.tag == "use" and node.get("href") != "#g-board"
    ]
    assert shown.index(dotted[0]) < max(places)
    assert [node for node in shown if "ghost" in node.get("href", "") and node.get("x") == "35"] == []


def test_what_is_refused_between_two_pieces_shows_the_line_uncrossed() -> None:
    legs = (leg("red", "F9", "G10", "H11"), leg("", "C9", "G9", style="line"))
    refused = frame(
        piece("black", "C9"),
        piece("red", "F9"),
        piece("gold", "G9"),
        turn="A",
        refusal=Illegal("x", "", {}, legs),
    )
    shown = line_view(refused)
    assert len(shown.findall("path[@class='leg leg-line']")) == 1
    assert len(shown.findall("path[@class='leg refused']")) == 1
    crosses = [(node.get("x"), node.get("y")) for node in shown if node.get("href") == "#g-cross"]
    assert crosses == [("71", "79")]


def test_a_shot_of_no_piece_is_only_announced() -> None:
    announced = shot(
        piece("red", "C13"), events=(event(leg("", "C13", "D14", "E15", "F16", "G17", style="shot")),)
    )
    lines_drawn = line_view(announced).findall("path[@class='leg leg-shot']")
    assert [sorted(node.attrib.keys() & {"data-t", "data-e", "data-to"}) for node in lines_drawn] == [[]]


def test_a_part_that_reaches_the_last_row_holds_the_goal_behind_it() -> None:
    far = frame(piece("red", "F14"), events=(event(leg("red", "F14", "F15", "F16")),), turn="A")
    part = svg.crop([far], LINES)
    assert (part.y, part.bottom) == (0, 70)
    middle = svg.crop([frame(piece("red", "F9"), events=(event(leg("red", "F8", "F9")),), turn="A")], LINES)
    assert middle.y > 15
    assert (middle.x, middle.width) == (20, 70)
    shots = svg.crop([shot(piece("red", "", "scored"))], LINES)
    assert (shots.y, shots != svg.whole(LINES)) == (0, True)


def test_a_fade_ends_where_the_board_does() -> None:
    part = svg.Extent(30, 0, 70, 70)
    fade = drawn(frame(), part, LINES).find("svg[@class='view']/path[@class='fade']")
    assert fade is not None
    assert min(int(number) for number in re.findall(r"-?\d+", fade.attrib["d"])) >= 0


# The legend


def test_the_legend_finds_every_sign_of_a_line_game() -> None:
    shown = [
        shot(piece("red", "", "scored"), keeper("A", "F1"), keeper("B", "E15")),
        frame(piece("black", "E9"), piece("red", "F9"), piece("gold", "G9"), turn="A", dice=(3, 3)),
        frame(keeper("B", "E15", "bottom"), piece("red", "E15", "top", near="keeper.B"), turn="B"),
        frame(piece("red", "F9"), turn="A", show={"do": "move", "piece": "red"}, targets=("I12",)),
    ]
    found = legend.examples(shown, LINES)
    signs = {"look.black", "look.red", "look.gold", "keeper.A", "keeper.B", "move", "shot", "line", "stack"}
    assert {*found} == signs | {"top", "bottom", "target", "dice"}
    for sign, (example, part, box) in found.items():
        assert example.picture.turn == ""
        assert bool(example.thrown) == (sign == "dice")
        assert box.width == box.height
        assert part == box or sign == "dice"


def test_a_die_in_the_legend_stands_alone() -> None:
    frame_, part, box = legend.examples([frame(dice=(3, 5))], LINES)["dice"]
    ((name, x, y),) = dice_in(drawn(frame_, part, LINES))
    assert (name, (x, y)) == ("#g-die-3", (box.x + box.width // 2, box.y + box.height // 2))
    assert box.x > svg.whole(LINES).right
    assert view(frame_, LINES, part).find("path[@class='fade']") is None
    assert "dice" not in legend.examples([frame(dice=(3, 5))], BOARD)


# Colours


def light(colour: str) -> float:
    """Relative luminance, WCAG 2."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def over(colour: str, opacity: float, ground: str) -> str:
    """What a translucent colour looks like on a ground."""
    pairs = [(int(colour[place : place + 2], 16), int(ground[place : place + 2], 16)) for place in (1, 3, 5)]
    return "#" + "".join(f"{round(opacity * top + (1 - opacity) * below):02x}" for top, below in pairs)


GROUNDS = [
    shade
    for plain in (palette.PAPER, *(over(zone, 0.9, palette.PAPER) for zone in palette.ZONES))
    for shade in (plain, over(palette.TINT, palette.TINT_OPACITY, plain))
]


@pytest.mark.parametrize(
    "colour", [*palette.TEAMS, palette.INK, palette.LEGAL, palette.REFUSED, palette.NEUTRAL, palette.HATCH]
)
def test_forms_stand_out_from_every_ground(colour: str) -> None:
    assert [ground for ground in GROUNDS if contrast(colour, ground) < 3] == []


PITCHES = [palette.PITCH, *(over(zone, 0.6, palette.PITCH) for zone in palette.ZONES)]


@pytest.mark.parametrize(
    "colour", [*palette.TEAMS, palette.INK, palette.QUIET, palette.LEGAL, palette.REFUSED, palette.NEUTRAL]
)
def test_forms_stand_out_from_a_pitch(colour: str) -> None:
    assert [ground for ground in PITCHES if contrast(colour, ground) < 3] == []


def test_lines_that_points_lie_on_are_seen() -> None:
    assert contrast(palette.MESH, palette.PITCH) >= 3
    assert contrast(palette.DIAGONAL, palette.PITCH) >= 1.5


def test_pieces_stand_out_and_their_glyphs_on_them() -> None:
    """By their own colour, or by the ink round it; a grey print keeps all three apart."""
    for fill, glyph, _ in palette.LOOKS.values():
        own = all(contrast(fill, ground) >= 3 for ground in PITCHES)
        assert own or contrast(palette.INK, fill) >= 3
        assert contrast(glyph, fill) >= 4.5
    fills = [fill for fill, _, _ in palette.LOOKS.values()]
    assert all(contrast(one, other) >= 1.9 for one, other in combinations(fills, 2))


def palettes() -> dict[str, dict[str, str]]:
    """The colours of the style sheet: in light, in dark and in print, each complete."""
    sheet = (ROOT / "templates/book.css").read_text(encoding="utf-8")
    blocks = {
        "light": r"^:root \{(.*?)^\}",
        "dark": r"^@media \(prefers-color-scheme: dark\) \{\s*:root \{(.*?)^  \}",
        "print": r"^@media print \{\s*:root \{(.*?)^  \}",
    }
    found = {}
    for name, pattern in blocks.items():
        block = re.search(pattern, sheet, re.DOTALL | re.MULTILINE)
        assert block is not None, name
        found[name] = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6});", block[1]))
    return {name: found["light"] | own for name, own in found.items()}


@pytest.mark.parametrize("scheme", ["light", "dark", "print"])
def test_a_page_keeps_pieces_and_pitch_apart(scheme: str) -> None:
    full = {
        name: value if len(value) == 7 else "#" + "".join(2 * c for c in value[1:])
        for name, value in palettes()[scheme].items()
    }
    grounds = [full["pitch"], *(over(full[f"zone-{team}"], 0.6, full["pitch"]) for team in (1, 2))]
    for name in (
        "team-1",
        "team-2",
        "board-ink",
        "board-quiet",
        "legal",
        "refused",
        "piece-black",
        "piece-red",
    ):
        assert [ground for ground in grounds if contrast(full[name], ground) < 3] == [], name
    for look in palette.LOOKS:
        assert contrast(full[f"piece-{look}"], full[f"glyph-{look}"]) >= 4.5
    assert contrast(full["board-ink"], full["piece-gold"]) >= 3
    assert contrast(full["mesh"], full["pitch"]) >= 3


def test_the_style_sheet_has_the_colours_of_a_file_of_its_own() -> None:
    light_page = palettes()["light"]
    own = {f"piece-{look}": fill for look, (fill, _, _) in palette.LOOKS.items()}
    own |= {f"glyph-{look}": glyph for look, (_, glyph, _) in palette.LOOKS.items()}
    own |= {"pitch": palette.PITCH, "mesh": palette.MESH, "diagonal": palette.DIAGONAL}
    assert {name: light_page.get(name) for name in own} == own


@pytest.mark.parametrize(
    ("text", "ground"),
    [
        *((palette.PAPER, team) for team in (*palette.TEAMS, palette.NEUTRAL)),
        *zip((*palette.TEAMS, palette.NEUTRAL), (*palette.DOWN, palette.NEUTRAL_DOWN), strict=True),
        *zip(palette.TEAMS, (over(zone, 0.9, palette.PAPER) for zone in palette.ZONES), strict=True),
        (palette.QUIET, palette.PAPER),
        (palette.INK, palette.PAPER),
        (palette.INK, palette.BALL),
    ],
)
def test_writing_can_be_read(text: str, ground: str) -> None:
    assert contrast(text, ground) >= 4.5


def test_what_lies_on_a_piece_has_an_edge_of_paper() -> None:
    """Lines, rings, marks and the ball cross pieces of any colour: each has paper under it."""
    tokens = [player("ATK1", "E8", "took"), ball("E8", "held", "ATK1")]
    for name in ("target-on", "aim-on", "actor-on", "refused-on", "cross", "start", *SIGNS.values()):
        first = next(node for node in symbol(name).iter() if node.get("class") == "case")
        assert palette.PAPER in (first.get("fill"), first.get("stroke"))
    assert [
        node.get("fill") for node in symbol("ball-held", tokens).iter() if node.get("class") == "rim"
    ] == [palette.PAPER]
    lines = view(frame(player("ATK1", "E8"), events=(event(leg("ATK1", "C6", "E8")),))).findall("path")
    assert [node.get("class") for node in lines] == ["case", "leg leg-move"]


def test_a_grey_print_keeps_the_teams_apart() -> None:
    first, second = palette.TEAMS
    assert contrast(first, second) > 1.4
    kinds = [{node.tag for node in symbol(f"{team}1", [player(f"{team}1", "E8")])} for team in TEAMS]
    assert ["rect" in kind for kind in kinds] == [False, True]


# Letters


def test_letters_without_strokes_are_refused() -> None:
    with pytest.raises(KeyError):
        lettering("Ж", 0, 0, 6)


# In a browser


@pytest.fixture
def page(browser: Browser) -> Iterable[Page]:
    context = browser.new_context(java_script_enabled=True, viewport={"width": 340, "height": 500})
    yield context.new_page()
    context.close()


def shown_at(page: Page, width: int, shown: Frame, style: str = "") -> None:
    """A frame on a page as wide as a phone, with its symbols in another `<svg>` of the page."""
    inside = svg.inline(shown, BOARD, None, "page-t", "T", "D")
    css = f"body{{margin:0}}svg.board{{display:block;width:{width}px;height:auto}}{style}"
    parts = svg.symbols(BOARD, shown.picture.tokens, TEAMS) + inside
    page.set_content(f"<!doctype html><title>t</title><style>{css}</style>{parts}")


def boxes(page: Page, selector: str) -> list[dict[str, float]]:
    script = "nodes => nodes.map(node => node.getBoundingClientRect().toJSON())"
    found: list[dict[str, float]] = page.eval_on_selector_all(selector, script)
    return found


def test_pieces_can_be_read_on_a_phone(page: Page) -> None:
    start = Frame("scene", "start", BALL.picture(BALL.new({})))
    shown_at(page, 320, start)
    pieces = boxes(page, ".view > use[href^='#g-ATK'], .view > use[href^='#g-DEF']")
    assert len(pieces) == 14
    assert min(min(box["width"], box["height"]) for box in pieces) >= 24
    assert max(box["right"] for box in pieces) <= 320
    page.set_content(f"<!doctype html><title>t</title>{svg.symbols(BOARD, start.picture.tokens, TEAMS)}")
    script = "nodes => nodes.map(node => node.getBBox().height)"
    heights: list[float] = page.eval_on_selector_all(".piece .number", script)
    assert len(heights) == 14
    assert min(heights) * 320 / 144 >= 7.5


def test_letters_fill_their_boxes(page: Page) -> None:
    chars = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ#"
    paths = "".join(f'<path d="{lettering(char, 0, 0, 6)}"/>' for char in chars)
    page.set_content(f"<!doctype html><title>t</title><svg>{paths}</svg>")
    script = "nodes => nodes.map(node => { const b = node.getBBox(); return [b.x, b.y, b.width, b.height] })"
    found: list[list[float]] = page.eval_on_selector_all("path", script)
    for char, (x, y, width, height) in zip(chars, found, strict=True):
        assert abs(y + 3) <= 0.25, char
        assert abs(height - 6) <= 0.4, char
        assert abs(x + width / 2) <= 0.35, char


def test_symbols_of_another_svg_are_drawn(page: Page) -> None:
    """Board, pieces, hatching and ends of lines come from a hidden `<svg>`: none of them may be missing."""
    moved = frame(player("ATK1", "E8"), events=(event(leg("ATK1", "C6", "E8")),))
    shots = []
    for missing in (
        "",
        "#g-hatch",
        "#g-board",
        "#g-ATK1",
        "#g-head",
        "#g-start",
        "#g-columns",
        "#g-turn-DEF",
    ):
        shown_at(page, 320, moved)
        if missing:
            page.eval_on_selector(missing, "node => node.remove()")
        shots.append(page.screenshot())
    assert len(set(shots)) == len(shots)
