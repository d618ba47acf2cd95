"""The contestants of an arena: levels of the game, searches with a budget, random play, and
programs."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import Any, Final, Protocol

from everygame.bots.level import levels
from everygame.bots.request import OUTSIDE
from everygame.bots.thinker import answer
from everygame.contract import Game, Json
from everygame.errors import BadOption
from everygame.process.bot_program import Program
from everygame.search.baseline import EXPLORATION, LONGEST, MOST, MOST_HIDDEN
from everygame.search.game_advice import Level

SEARCHES: Final = {
    "baseline": f"Frozen: plain UCT, or ISMCTS for hidden games; c = {EXPLORATION}, one uniform"
    f" random playout of at most {LONGEST:,} plies, no heuristic, no solver, nothing kept from move"
    f" to move; trees of at most {MOST:,} nodes, hidden games {MOST_HIDDEN:,}.",
    "mcts": "Monte Carlo tree search with what the game knows and proven wins.",
    "rave": "The same, with results shared among equal actions (RAVE).",
    "alphabeta": "Alpha-beta with what the game knows.",
    "ismcts": "ISMCTS with what the game knows.",
}
"""The searches that may be contestants by name, each with a description for people."""
GREEDY: Final = (
    "One ply: takes the game's advice, wins, avoids what loses at once, and else follows `idea`."
)
"""The description of the contestant "greedy" for people."""
NUMBERS: Final = {"seconds": float, "nodes": int, "slip": float}
"""The settings of a contestant that may follow a colon, each with the type of its value."""


def parse_contestant(text: str, game: Game) -> Level:
    """Return the level that a text such as `strong`, `strong:seconds=0.1`, `baseline:nodes=1000` or
    `random` describes. A search needs a budget in seconds or nodes; a node is one simulated match,
    or ten positions of alpha-beta. Who names nodes and no seconds gets a level that stops by its
    nodes alone. Raises BadOption."""
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
    given = dict(read_setting(setting) for setting in settings.split(",") if settings)
    if given.get("nodes"):  # the usual seconds would make a match depend on the machine
        given = {"seconds": 0.0} | given
    if "nodes" in given:  # `each` would raise this bound where there are many moves
        given["each"] = 0
    level = replace(known[name], title=text, **given)
    bounded = level.seconds or level.nodes or level.search == "greedy"
    if not bounded and level.slip < 1:
        raise BadOption(
            "{text} needs a budget: {name}:seconds=0.1 or {name}:nodes=1000.", text=text, name=name
        )
    return level


def read_setting(text: str) -> tuple[str, Any]:
    """Return the name and the value of a setting such as `nodes=1000`. Raises BadOption."""
    name, _, value = text.partition("=")
    try:
        number = NUMBERS[name](value)
        sound = 0 <= number < float("inf")
    except (KeyError, ValueError):
        sound = False
    if not sound:
        raise BadOption(
            "{setting} is not a setting; write seconds=, nodes= or slip=NUMBER.",
            setting=repr(text),
        )
    return name, number


# -- players


class Player(Protocol):
    """A contestant that plays a seat of one match."""

    def start(self, seat: int, seed: int) -> str:
        """Take a seat in a new match; return the name of the player. Raises BotFault."""
        ...

    def choose(self, request: Json) -> Json:
        """Answer a request of `series.ask` with `{move, nodes, seconds}`. Raises BotFault,
        BadOption."""
        ...

    def end(self, returns: tuple[float, ...], ending: str) -> None:
        """Learn how the match has ended."""
        ...

    def close(self) -> None:
        """Free what the player uses, whether or not the match was finished."""
        ...


def seat_player(text: str, game: Game, limit: float) -> Player:
    """Return the player for the text of a contestant; `limit` is the time limit of a program for a
    move, in seconds. Raises BadOption, BotFault."""
    if text.startswith(OUTSIDE):
        return Outsider(game, Program(text.removeprefix(OUTSIDE), limit))
    return Searcher(game, parse_contestant(text, game))


class Searcher:
    """A player that is a level of the game or a search."""

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
    """A player that is an external program. Its time is wall-clock time, because its processor time
    is not known."""

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
