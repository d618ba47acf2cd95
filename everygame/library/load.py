"""Lists and loads games by name, for programs that import EveryGame."""

from __future__ import annotations

from everygame.contract import Game
from everygame.library import registry


def games() -> list[str]:
    """Return the names of all games: those that come with EveryGame, those of installed packages,
    and those in the games folder."""
    return list(registry.games())


def load(name: str, **options: str | int) -> Game:
    """Return the game of that name with these options, which are those of the command line:
    `load("mygame", players=3, level="classic")`. Raises BadGame, BadOption."""
    return registry.find_game(name).game(**{key: str(value) for key, value in options.items()})
