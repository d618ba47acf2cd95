"""Matches of bots against each other, and what the results say about their strength: the command
`everygame arena`, and `play` for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from everygame.arena.standing import Standing
    from everygame.contract import Game


def play(
    game: Game,
    contestants: Sequence[str],
    matches: int = 20,
    *,
    seed: int = 1,
    opening: int = 2,
    workers: int = 1,
) -> Standing:
    """Play matches of bots and return their standing: the same as `everygame arena` with the same
    settings. `contestants` are two or more levels, as on the command line; each pair plays at least
    so many matches, in whole rounds. Each match begins with `opening` random plies. With more than
    one of the `workers`, which are processes, a program needs the usual guard `if __name__ ==
    "__main__"`. Raises BadOption, BadGame, BadArgument."""
    from everygame.arena.log import Log  # the rest of the package loads the bots
    from everygame.arena.series import Series
    from everygame.arena.tournament import Tournament, describe
    from everygame.arguments import whole
    from everygame.errors import BadOption
    from everygame.process.farm import Local
    from everygame.words import say

    if isinstance(contestants, str) or len(contestants) < 2:
        raise BadOption("An arena needs two contestants or more.")
    plies, start = whole(opening, say("The opening"), 0), whole(seed, say("The seed"))
    series = Series(game.name, game.settings, tuple(contestants), plies, start)
    played = series.open_game()
    for one in series.contestants:
        describe(one, played, series.limit)  # raises where there is no such contestant
    most = whole(matches, say("The number of matches"), 1)
    tournament = Tournament(series, played, Log(series, None), None, most)
    many = whole(workers, say("The number of workers"), 1)
    tournament.play(Local(many), "a program")
    standing = tournament.standing()
    assert standing is not None
    return standing
