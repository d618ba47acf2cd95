"""Who plays in an arena: a level of the game, a search with a budget, chance, or a program."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import Final, Protocol

from everygame.bots.level import levels
from everygame.bots.request import OUTSIDE
from everygame.bots.thinker import answer
from everygame.contract import Game, Json
from everygame.errors import BadOption
from everygame.process.program import Program
from everygame.search.advice import Level
from everygame.search.baseline import EXPLORATION, LONGEST, MOST, MOST_HIDDEN

SEARCHES: Final = {
    "baseline": f"Frozen: plain UCT, or ISMCTS for hidden games; c = {EXPLORATION}, one uniform"
    f" random playout of at most {LONGEST:,} plies, no heuristic, no solver, nothing kept from move"
    f" to move; trees of at most {MOST:,} nodes, hidden games {MOST_HIDDEN:,}.",
    "mcts": "Monte Carlo tree search with what the game knows and proven wins.",
    "rave": "The same, with results shared among equal actions (RAVE).",
    "alphabeta": "Alpha-beta with what the game knows.",
    "ismcts": "ISMCTS with what the game knows.",
}
GREEDY: Final = (
    "One ply: takes the game's advice, wins, avoids what loses at once, and else follows `idea`."
)
NUMBERS: Final = {"seconds": float, "nodes": int, "slip": float}


def parse_contestant(text: str, game: Game) -> Level:
    """`strong`, `strong:seconds=0.1`, `baseline:nodes=1000`, `random`. A search needs a
    budget. Nodes are simulated matches, or ten times as many positions. Raises BadOption."""
    name, _, settings = text.partition(":")
    known = {level.name: level for level in levels(game)}
    known |= {
        search: Level(search, text, said, 0.0, search=search) for search, said in SEARCHES.items()
    }
    known["random"] = Level("random", text, "Plays just any move.", 0.0, slip=1.0)
    known["greedy"] = Level("greedy", text, GREEDY, 0.0, search="greedy")
    if name not in known:
        raise BadOption(
            "There is no contestant {name}; there are {known}.",
            name=repr(name),
            known=", ".join(known),
        )
    level = replace(known[name], title=text)
    for setting in settings.split(",") if settings else ():
        level = change(level, setting)
    bounded = level.seconds or level.nodes or level.search == "greedy"
    if not bounded and level.slip < 1:
        raise BadOption(
            "{text} needs a budget: {name}:seconds=0.1 or {name}:nodes=1000.", text=text, name=name
        )
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
        raise BadOption(
            "{setting} is not a setting; write seconds=, nodes= or slip=NUMBER.",
            setting=repr(setting),
        )
    if name == "nodes":  # so many and no more
        level = replace(level, each=0)
    return replace(level, **{name: number})


# -- in a seat


class Player(Protocol):
    """Who decides for a seat of one match."""

    def start(self, seat: int, seed: int) -> str:
        """Sit down; what it calls itself. Raises BotFault."""
        ...

    def choose(self, request: Json) -> Json:
        """`{move, nodes, seconds}` for what `series.ask` gives. Raises BotFault, BadOption."""
        ...

    def end(self, returns: tuple[float, ...], ending: str) -> None:
        """Learn how the match ended."""
        ...

    def close(self) -> None:
        """Leave, whatever happened."""
        ...


def seat_player(text: str, game: Game, limit: float) -> Player:
    """A player as the contestant's text says; `limit` is the seconds that a program has for a
    move. Raises BadOption, BotFault."""
    if text.startswith(OUTSIDE):
        return Outsider(game, Program(text.removeprefix(OUTSIDE), limit))
    return Searcher(game, parse_contestant(text, game))


class Searcher:
    """A level or a search."""

    def __init__(self, game: Game, level: Level) -> None:
        self.game, self.level = game, level

    def start(self, seat: int, seed: int) -> str:
        return self.level.title

    def choose(self, request: Json) -> Json:
        return answer(self.game, self.level, request)

    def end(self, returns: tuple[float, ...], ending: str) -> None:
        pass

    def close(self) -> None:
        pass


class Outsider:
    """A program of somebody else, timed by the clock on the wall."""

    def __init__(self, game: Game, program: Program) -> None:
        self.game, self.program = game, program

    def start(self, seat: int, seed: int) -> str:
        return self.program.start(self.game, seat, seed)

    def choose(self, request: Json) -> Json:
        began = perf_counter()
        move = self.program.move(request)
        return {"move": move, "nodes": 0, "seconds": perf_counter() - began}

    def end(self, returns: tuple[float, ...], ending: str) -> None:
        self.program.tell_end(returns, ending)

    def close(self) -> None:
        self.program.close()
