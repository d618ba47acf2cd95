from __future__ import annotations

import random
import time

from everygame.contract import Game
from everygame.errors import BadOption
from everygame.scene import Scene, view


def edit(
    game_class: type[Game], options: dict[str, str], option: str, value: str, move: str | None
) -> tuple[str, Scene, tuple[str, ...], bool]:
    from tests.server.toy.scene import scene

    if move == "bad":
        raise BadOption("No such edit.")
    game = game_class(**{**options, option: value + (move or "")})
    return value + (move or ""), scene(game, view(game.initial_state(), None)), ("edited",), True


def generate(
    game_class: type[Game],
    options: dict[str, str],
    option: str,
    length: int,
    rng: random.Random,
    seconds: float,
) -> str:
    if length == 5:
        time.sleep(60)
    return "x" * length
