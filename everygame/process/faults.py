"""The errors of `GamePort`, the same whether a game runs in this process or in one of its own."""

from __future__ import annotations

from everygame.errors import BadGame, StaleState


class GameBroken(BadGame):
    """A game did something wrong. `what` says where and what; str() names the game, too."""

    def __init__(self, game: str, what: str) -> None:
        super().__init__("{game}: {what}", game=game, what=what)
        self.what = what


class GameLost(StaleState, BadGame):
    """The process of the game has ended because of another match of it; this one can be
    reopened."""

    def __init__(self) -> None:
        super().__init__("The game was started anew; open this match again.")
