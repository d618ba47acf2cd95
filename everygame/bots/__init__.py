"""Bots: searches with settings and a name. `levels(game)` lists them, `choose(request)` plays one
move, `analysis.advise` and `analysis.weigh` explain positions to people. All run in a worker
process."""

from everygame.bots.level import levels
from everygame.bots.thinker import choose
from everygame.search.advice import Level

__all__ = ["Level", "choose", "levels"]
