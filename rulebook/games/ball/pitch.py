"""The board of BALL and who plays on it, as data and as the tables that the engine looks things up in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rulebook.boards import Board, Shape, grid
from rulebook.games.ball.constants import ATK, DEF, DIAGONAL, DISTANCES, MOVEMENT, TEAMS

Square = int
"""`(row - 1) * columns + (column - 1)`, counted over all squares, the playable ones and the others."""

Player = int
"""Place in `Pitch.players`."""

NOBODY = -1
AWAY_NAME = "away"
_FAR = 1000

Cell = tuple[int, int]
"""Column and row, counted from 1, or a step in both."""

Directions = tuple[Cell, ...]

Ways = Mapping[Square, Square]
"""Where movements end, each with the middle square that a movement of two squares passes over."""


@dataclass(frozen=True, slots=True)
class Pitch:
    """A board, its squads and their set-up, with all that follows from them worked out beforehand.

    One square more than the board has is `away`: the place of players that do not take part. No table leads
    there, so that they cannot act or be reached.
    """

    columns: int
    rows: int
    board: Board
    names: tuple[str, ...]
    squares: Mapping[str, Square]
    cells: tuple[Cell, ...]
    playable: tuple[Square, ...]
    away: Square
    zones: tuple[frozenset[Square], frozenset[Square]]
    """End zone of each team."""
    diagonal: tuple[tuple[tuple[Square, ...], ...], ...]
    """By distance and square: the playable squares in the four diagonal directions."""
    reach: Mapping[int, Mapping[str, tuple[Ways, ...]]]
    """By distance, type and square: the movements of a player."""
    near: tuple[frozenset[Square], ...]
    """By square: the playable squares too near to a team-mate for a long pass."""
    players: tuple[str, ...]
    index: Mapping[str, Player]
    squads: tuple[range, range]
    places: tuple[Square, ...]
    types: tuple[str, ...]
    holder: Player
    first: int

    def team(self, player: Player) -> int:
        """ATK or DEF."""
        return DEF if player in self.squads[DEF] else ATK

    def distance(self, one: Square, other: Square) -> int:
        """In king's steps; far beyond any range for `away`."""
        (column, row), (other_column, other_row) = self.cells[one], self.cells[other]
        return max(abs(column - other_column), abs(row - other_row))


def pitch(
    columns: int,
    rows: int,
    squads: Mapping[str, Mapping[str, tuple[str, str]]],
    holder: str,
    first: str,
) -> Pitch:
    """A pitch from its size and its set-up: by team, `{"ATK1": ("X", "E8")}`: type and square."""
    names = tuple(f"{chr(65 + column)}{row + 1}" for row in range(rows) for column in range(columns))
    squares = {name: square for square, name in enumerate(names)}
    away = len(names)
    table = _Table(columns, rows)
    setup: dict[str, tuple[str, str]] = {}
    for team in TEAMS:
        setup |= squads[team]
    players = tuple(setup)
    count = len(squads[TEAMS[ATK]])
    return Pitch(
        columns=columns,
        rows=rows,
        board=_board(columns, rows),
        names=(*names, AWAY_NAME),
        squares=squares,
        cells=(*table.cells, (_FAR, _FAR)),
        playable=table.playable,
        away=away,
        zones=(table.row(1), table.row(rows)),
        diagonal=tuple(table.diagonal(distance) for distance in range(max(DISTANCES.values()) + 1)),
        reach={
            span: {kind: table.ways(span, directions) for kind, directions in moves.items()}
            for span, moves in MOVEMENT.items()
        },
        near=table.near(DISTANCES["long_pass.distance"]),
        players=players,
        index={name: player for player, name in enumerate(players)},
        squads=(range(count), range(count, len(players))),
        places=tuple(squares[at] for _, at in setup.values()),
        types=tuple(kind for kind, _ in setup.values()),
        holder=players.index(holder),
        first=TEAMS.index(first),
    )


def playable(column: int, row: int) -> bool:
    """Whether a square is hatched; column and row count from 1 (spec/ball.md: board.playable)."""
    return (column + row) % 2 == 1


def _board(columns: int, rows: int) -> Board:
    zones = tuple(
        Shape("rect", ((0, row - 1), (columns, row)), "zone", team=team)
        for team, row in zip(TEAMS, (1, rows), strict=True)
    )
    return replace(grid(columns, rows, playable=playable, ground=zones), mirrored=True)


class _Table:
    """Works out the tables of a pitch, by square. The last entry is for `away`, where nothing is near."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.cells = [(column, row) for row in range(1, rows + 1) for column in range(1, columns + 1)]
        self.playable = tuple(square for square, cell in enumerate(self.cells) if playable(*cell))

    def row(self, number: int) -> frozenset[Square]:
        return frozenset(square for square in self.playable if self.cells[square][1] == number)

    def diagonal(self, distance: int) -> tuple[tuple[Square, ...], ...]:
        return tuple(tuple(ways) for ways in self.ways(distance, DIAGONAL))

    def ways(self, distance: int, directions: Directions) -> tuple[Ways, ...]:
        return (*(dict(self._ways(cell, distance, directions)) for cell in self.cells), {})

    def near(self, distance: int) -> tuple[frozenset[Square], ...]:
        span = range(1 - distance, distance)
        return (*(frozenset(self._around(cell, span)) for cell in self.cells), frozenset())

    def _ways(self, cell: Cell, distance: int, directions: Directions) -> Iterator[tuple[Square, Square]]:
        for step in directions if playable(*cell) else ():
            to, over = self._at(cell, step, distance), self._at(cell, step, max(1, distance - 1))
            if to is not None and over is not None:
                yield to, over

    def _around(self, cell: Cell, span: range) -> Iterator[Square]:
        for offset in ((columns, rows) for rows in span for columns in span):
            square = self._at(cell, offset, 1)
            if square is not None and playable(*self.cells[square]):
                yield square

    def _at(self, cell: Cell, step: Cell, times: int) -> Square | None:
        column, row = cell[0] + step[0] * times, cell[1] + step[1] * times
        on_board = 1 <= column <= self.columns and 1 <= row <= self.rows
        return (row - 1) * self.columns + column - 1 if on_board else None


_SETUP_TYPES = dict(zip("1234567", "XOXO##O", strict=True))
"""By shirt, the same in both teams (spec/ball.md: setup.types)."""


def _squad(team: str, places: str) -> dict[str, tuple[str, str]]:
    return {
        f"{team}{shirt}": (kind, at)
        for (shirt, kind), at in zip(_SETUP_TYPES.items(), places.split(), strict=True)
    }


STANDARD = pitch(
    columns=13,
    rows=17,
    squads={
        "ATK": _squad("ATK", "E8 G8 I8 D7 F7 H7 J7"),
        "DEF": _squad("DEF", "I10 G10 E10 J11 H11 F11 D11"),
    },
    holder="ATK5",
    first="DEF",
)
"""The board and the set-up of BALL."""
