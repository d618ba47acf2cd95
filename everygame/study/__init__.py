"""What many matches say about a game: how balanced it is, how long it takes, and how the lead
changes. The command `everygame study`, and `play` for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from everygame.contract import Game
    from everygame.study.findings import Findings


def play(
    game: Game, matches: int = 1000, *, level: str = "random", seed: int = 1, workers: int = 1
) -> Findings:
    """Play matches and return what they say: the same as `everygame study` with the same settings.
    `level` plays on all seats; "random" plays uniformly drawn moves. Raises BadOption, BadGame,
    BadArgument."""
    from everygame.arguments import whole  # the rest of the package loads the bots
    from everygame.study.findings import find
    from everygame.study.matches import Plan, play_samples
    from everygame.words import say

    options = tuple(sorted(game.settings.items()))
    plan = Plan(game.name, options, level, whole(seed, say("The seed")))
    plan.check()
    most = whole(matches, say("The number of matches"), 1)
    many = whole(workers, say("The number of workers"), 1)
    return find(plan, list(play_samples(plan, most, many)))
