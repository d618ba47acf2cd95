"""Makes a new value of an option, such as a start position. A worker process calls this."""

from __future__ import annotations

from random import Random

from everygame.contract import Json
from everygame.errors import BadGame
from everygame.library.registry import find_game


def generate(job: Json) -> str:
    """Return a value of a wanted length, found by `editor.generate` of the game. `job` has the keys
    game, options, option, length, seed, and seconds: the time limit. Raises BadGame."""
    entry = find_game(job["game"])
    make = entry.editor().generate
    if make is None:
        raise BadGame("{name}: editor.py has no function generate.", name=entry.name)
    return make(
        entry.game_class(),
        job["options"],
        job["option"],
        job["length"],
        Random(job["seed"]),
        job["seconds"],
    )
