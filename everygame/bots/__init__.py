"""Bots: searches with settings and a name. `levels(game)` says which there are, `choose(request)`
plays one move and is made for a worker process."""

from everygame.bots.choice import choose
from everygame.bots.level import Level, levels

__all__ = ["Level", "choose", "levels"]
