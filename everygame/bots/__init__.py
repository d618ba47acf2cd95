"""Bots: searches with settings and a name. `levels(game)` says which there are, `choose(request)`
plays one move, `analysis.advise` and `analysis.weigh` teach people; all are made for a worker
process."""

from everygame.bots.level import levels
from everygame.bots.thinker import choose
from everygame.search.advice import Level

__all__ = ["Level", "choose", "levels"]
