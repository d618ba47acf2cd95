"""Bots: a bot is a search with settings and a name, its level. `levels(game)` lists the levels of a
game, `choose(request)` lets a bot choose one move, and `analysis.advise` and `analysis.weigh`
explain positions to people. All of them run in a worker process."""

from everygame.bots.level import levels
from everygame.bots.thinker import choose
from everygame.search.game_advice import Level

__all__ = ["Level", "choose", "levels"]
