"""What many matches say about a game: how balanced it is, how long it takes, and how the lead
changes. The command `everygame study`, and `play` for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from everygame.contract import Game
    from everygame.study.differences import Comparison
    from everygame.study.findings import Findings


@overload
def play(
    game: Game,
    matches: int = 1000,
    *,
    level: str = "random",
    seed: int = 1,
    workers: int = 1,
    leads: bool = True,
    against: None = None,
) -> Findings: ...


@overload
def play(
    game: Game,
    matches: int = 1000,
    *,
    level: str = "random",
    seed: int = 1,
    workers: int = 1,
    leads: bool = True,
    against: Mapping[str, str | int],
) -> Comparison: ...


def play(
    game: Game,
    matches: int = 1000,
    *,
    level: str = "random",
    seed: int = 1,
    workers: int = 1,
    leads: bool = True,
    against: Mapping[str, str | int] | None = None,
) -> Findings | Comparison:
    """Play matches and return what they say: the same as `everygame study` with the same settings.
    `level` plays on all seats; "random" plays uniformly drawn moves. Without `leads`, changes of
    the lead are not counted, which takes less time. `against` holds options, and
    then as many matches are played with these options instead of the game's, and compared in pairs
    with the others: the answer has both findings and their differences. With more than one of the
    `workers`, which are processes, a program needs the usual guard `if __name__ == "__main__"`.
    Raises BadOption, BadGame, BadArgument."""
    from everygame.arguments import whole  # the rest of the package loads the bots
    from everygame.study.differences import Comparison, conclude
    from everygame.study.matches import Plan, play_samples
    from everygame.words import say

    start = whole(seed, say("The seed"))
    options = [game.settings]
    if against is not None:
        options.append(game.settings | {key: str(value) for key, value in against.items()})
    plans = [Plan(game.name, tuple(sorted(one.items())), level, start, leads) for one in options]
    for plan in plans:
        plan.check()
    most = whole(matches, say("The number of matches"), 1)
    many = whole(workers, say("The number of workers"), 1)
    studies, found = conclude(plans, list(play_samples(plans, most, many)))
    return studies[0] if against is None else Comparison(studies[0], studies[1], found)
