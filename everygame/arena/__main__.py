"""`python -m everygame.arena GAME FIRST SECOND`: which of two contestants is stronger?"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from statistics import fmean
from typing import Final

from everygame.arena.contestant import parse_contestant
from everygame.arena.series import Log, Played, Series, play_series
from everygame.arena.statistics import Estimate, Sprt, elo, mean_share
from everygame.contract import read_settings
from everygame.errors import EveryGameError

EPILOG: Final = """
A contestant is a level of the game (first, steady, strong), a search (yardstick, mcts,
alphabeta, ismcts) or random; settings follow a colon: strong:seconds=0.1, yardstick:nodes=1000.
Seconds are seconds of the processor, so that a busy machine takes nothing from either side.
Each round plays one opening once with each arrangement of seats. With --log, a series that was
cut off goes on where it was.
"""


def main(words: Sequence[str]) -> int:
    """0; 1 with a sentence on standard error where something cannot be played."""
    given = parser().parse_args(words)
    try:
        play(given)
    except EveryGameError as error:
        print(f"arena: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="python -m everygame.arena", description=__doc__.partition(": ")[2], epilog=EPILOG
    )
    top.add_argument("game")
    top.add_argument("first", help="contestant")
    top.add_argument("second", help="contestant, in all other seats")
    top.add_argument("--option", action="append", default=[], metavar="K=V")
    top.add_argument("--matches", type=int, default=100, metavar="N", help="at most so many")
    top.add_argument(
        "--sprt", nargs=2, type=float, metavar=("ELO0", "ELO1"), help="stop when one is accepted"
    )
    top.add_argument("--opening", type=int, default=2, metavar="PLIES", help="plies at random")
    top.add_argument("--seed", type=int, default=1)
    top.add_argument("--log", type=Path, metavar="FILE")
    top.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) - 1), metavar="N")
    return top


def play(given: argparse.Namespace) -> None:
    """Play, show how it goes on standard error, and print what came out."""
    series = Series(
        given.game,
        read_settings(given.option),
        given.first,
        given.second,
        given.opening,
        given.seed,
    )
    game = series.open_game()
    for contestant in (given.first, given.second):
        parse_contestant(contestant, game)
    sprt = Sprt(*given.sprt) if given.sprt and game.players == 2 else None
    log = Log(series, given.log)
    with closing(play_series(series, given.matches, log, given.workers)) as matches:
        for _ in matches:
            groups = log.groups(game.players)
            if groups:
                print(f"\r{progress(log, groups, sprt)}", end="", file=sys.stderr, flush=True)
            if sprt is not None and sprt.verdict(groups) is not None:
                break
    print(file=sys.stderr)
    print(summary(series, log, game.players, sprt))


def progress(log: Log, groups: list[float], sprt: Sprt | None) -> str:
    """One line while it goes on."""
    text = f"{len(log.played)} matches, {shown(mean_share(groups))}"
    return f"{text}, LLR {sprt.ratio(groups):+.2f} of {sprt.bound:.2f}  " if sprt else text + "  "


def shown(estimate: Estimate) -> str:
    return f"{estimate.value:.3f} [{estimate.low:.3f}, {estimate.high:.3f}]"


def summary(series: Series, log: Log, seats: int, sprt: Sprt | None) -> str:
    """What came out, in a few lines."""
    groups, played = log.groups(seats), log.played.values()
    if not groups:
        return "No round is complete."
    won = sum(match.share == 1 for match in played)
    lost = sum(match.share == 0 for match in played)
    estimate = mean_share(groups)
    lines = [
        f"{series.first} against {series.second} in {series.game}: {len(played)} matches,"
        f" +{won} ={len(played) - won - lost} −{lost}",
        f"share {shown(estimate)}, {1 / seats:.3f} is even",
    ]
    if seats == 2:
        low, value, high = map(elo, (estimate.low, estimate.value, estimate.high))
        lines.append(f"Elo {value:+.0f} [{low:+.0f}, {high:+.0f}]")
    if sprt is not None:
        lines.append(judgement(sprt, groups))
    return "\n".join([*lines, *balance(played, seats)])


def judgement(sprt: Sprt, groups: list[float]) -> str:
    verdict = sprt.verdict(groups)
    said = "open" if verdict is None else f"Elo {verdict:+.0f} accepted"
    return f"SPRT between {sprt.low:+.0f} and {sprt.high:+.0f}: {said}"


def balance(played: Iterable[Played], seats: int) -> list[str]:
    """What the matches say about the game itself."""
    matches = list(played)
    gained = [fmean(match.returns[seat] for match in matches) for seat in range(seats)]
    endings = Counter(match.ending for match in matches)
    thought = [sum(match.seconds[side] for match in matches) for side in (0, 1)]
    return [
        "returns by seat: " + ", ".join(f"{value:+.3f}" for value in gained),
        "endings: " + ", ".join(f"{count} {ending}" for ending, count in endings.most_common()),
        f"{fmean(match.plies for match in matches):.0f} plies a match;"
        f" seconds thought: {thought[0]:.0f} and {thought[1]:.0f}",
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
