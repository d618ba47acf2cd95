"""What may become of a game that is asked: the errors of the port, wherever the game runs."""

from __future__ import annotations

from everygame.errors import BadGame, StaleState


class GameBroken(BadGame):
    """A game did something wrong; `what` says where and what, str() of which game it is."""

    def __init__(self, game: str, what: str) -> None:
        super().__init__("{game}: {what}", game=game, what=what)
        self.what = what


class GameLost(StaleState, BadGame):
    """What was asked is no more because of something else; it can be opened again."""

    def __init__(self) -> None:
        super().__init__("The game was started anew; open this match again.")
