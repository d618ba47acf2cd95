"""Who plays in an arena: a level of the game, a search with a budget, or chance."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame.bots.level import Level, levels
from everygame.contract import Game
from everygame.errors import BadOption

SEARCHES: Final = ("yardstick", "mcts", "alphabeta", "ismcts")
NUMBERS: Final = {"seconds": float, "nodes": int, "slip": float}


def parse_contestant(text: str, game: Game) -> Level:
    """`strong`, `strong:seconds=0.1`, `yardstick:nodes=1000`, `random`. A search needs a
    budget. Nodes are simulated matches, or ten times as many positions. Raises BadOption."""
    name, _, settings = text.partition(":")
    known = {level.name: level for level in levels(game)}
    known |= {search: Level(search, text, "", 0.0, search=search) for search in SEARCHES}
    known["random"] = Level("random", text, "", 0.0, slip=1.0)
    if name not in known:
        raise BadOption(f"There is no contestant {name!r}; there are {', '.join(known)}.")
    level = replace(known[name], title=text)
    for setting in settings.split(",") if settings else ():
        level = change(level, setting)
    if not level.seconds and not level.nodes and level.slip < 1:
        raise BadOption(f"{text} needs a budget: {name}:seconds=0.1 or {name}:nodes=1000.")
    return level


def change(level: Level, setting: str) -> Level:
    """The level with one thing said anew. Raises BadOption."""
    name, _, value = setting.partition("=")
    try:
        number = NUMBERS[name](value)
        sound = 0 <= number < float("inf")
    except (KeyError, ValueError):
        sound = False
    if not sound:
        raise BadOption(f"{setting!r} is not a setting; write seconds=, nodes= or slip=NUMBER.")
    return replace(level, **{name: number})
