"""Bots for tests, as `everygame.bots` has them: `choose` runs in a worker process."""

from __future__ import annotations

import os
import time
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

from everygame.contract import Game
from everygame.search.game_advice import Level

LEVELS = tuple(
    Level(name, name.title(), sentence, seconds=0.25)
    for name, sentence in (
        ("random", "Any move."),
        ("dead", "Dies."),
        ("faulty", "Raises."),
        ("cheat", "Plays what is not legal."),
        ("asleep", "Never answers."),
        ("shy", "Dies at the first time of asking."),
        ("last", "The last move; the strongest here."),
    )
)


def levels(game: Game) -> tuple[Level, ...]:
    return LEVELS


def choose(request: dict[str, Any]) -> dict[str, Any]:
    level, moves = request["level"], request["moves"]
    if level == "dead" or (level == "shy" and first_time(request)):
        os._exit(1)
    if level == "faulty":
        raise ValueError("secret: hide:b")
    if level == "asleep":
        time.sleep(600)
    if level == "cheat":
        return {"move": "fly"}
    return {"move": moves[-1] if level == "last" else Random(request["seed"]).choice(moves)}


def advise(request: dict[str, Any]) -> dict[str, Any]:
    move = request["moves"][-1]
    return {"move": move, "reasons": ["It comes last."], "line": [move]}


def weigh(request: dict[str, Any]) -> dict[str, Any]:
    """As `everygame.bots.analysis`, in little time; of the toy, which workers do not know, what
    was asked is answered."""
    from everygame.bots.analysis import weigh

    if request["game"] == "toy":
        known = "truth" if "truth" in request else "observation"
        unclear = [0.0] * int(request["options"]["players"])
        return {"returns": unclear, "move": str(request[known]), "proven": False, "plies": 0}
    return weigh({**request, "seconds": 0.02})


def first_time(request: dict[str, Any]) -> bool:
    """By a file that the death leaves behind."""
    mark = os.environ["STANDIN_MARK"]
    if os.path.exists(mark):
        return False
    open(mark, "w").close()
    return True


def generate(job: dict[str, Any]) -> str:
    """`everygame.server.library.generate:generate`, with the toy among the games."""
    import everygame.library.registry
    import everygame.server.library.generate
    from tests.server.serving import all_games

    everygame.library.registry.games = all_games
    return everygame.server.library.generate.generate(job)


def begin_for_ever(file: str) -> None:
    """A job that says that it has begun, and never ends."""
    Path(file).touch()
    Event().wait()


def devour(size: int) -> int:
    return len(bytearray(size))


def loud(request: dict[str, int]) -> str:
    print("this is not an answer")
    return "x" * 100_000
