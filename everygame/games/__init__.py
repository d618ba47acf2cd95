"""The games that come with EveryGame, a folder each.

`everygame.games()` answers the names of all games, those of other places among them.
"""

import sys
from types import ModuleType


class Games(ModuleType):
    """This package, which can be called: Python itself sets `everygame.games` to it whenever a
    game is loaded, so that no function could keep the name."""

    def __call__(self) -> list[str]:
        from everygame.library.load import games

        return games()


sys.modules[__name__].__class__ = Games
