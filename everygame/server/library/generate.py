"""Making new values of an option, in a worker process."""

from __future__ import annotations

from random import Random

from everygame.contract import Json
from everygame.errors import BadGame
from everygame.library.registry import find_game


def generate(job: Json) -> str:
    """Search for a value of a wanted length with the game's own `editor.generate`."""
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
