"""Which games there are: one table."""

from typing import Any

from rulebook.games.ball import BALL
from rulebook.games.doppelpass import DOPPELPASS
from rulebook.model import Game

GAMES: dict[str, Game[Any, Any]] = {game.name: game for game in (BALL, DOPPELPASS)}
