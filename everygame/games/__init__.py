"""The games that come with EveryGame, one folder for each.

`everygame.games()` returns the names of all games, those installed elsewhere included."""

import sys
from types import ModuleType


class Games(ModuleType):
    """The class of this package, which makes the package callable. Python sets `everygame.games` to
    this package whenever a game is imported, so a function of this name would be overwritten."""

    def __call__(self) -> list[str]:
        from everygame.library.load import games

        return games()


sys.modules[__name__].__class__ = Games
