"""The errors that `GamePort` raises, whether a game runs in this process or in another one."""

from __future__ import annotations

from everygame.errors import BadGame, StaleState


class GameBroken(BadGame):
    """The code of a game failed. `what` says where and how; str() names the game, too."""

    def __init__(self, game: str, what: str) -> None:
        super().__init__("{game}: {what}", game=game, what=what)
        self.what = what


class GameLost(StaleState, BadGame):
    """The process of the game has ended because of another match; this match can be opened
    again."""

    def __init__(self) -> None:
        super().__init__("The game was started anew; open this match again.")
