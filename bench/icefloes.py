"""Ice Floes with few floes: solve a board, and compare a bot's choices with the solution.

    python bench/icefloes.py 7 4 --file seven.table --check 2000

solves 7 × 7 with four floes, those under the two players included. With `--file` it writes what it
knows after every layer and goes on from there the next time. `--check` asks the strongest bot in
so many positions that are decided and in as many that are draws (`all`: in every one), and counts
where its move gives a win away, loses a draw, or is not the quickest win or longest defence.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from everygame.bots.level import find_level  # noqa: E402
from everygame.bots.thinker import answer  # noqa: E402
from everygame.contract import Game  # noqa: E402
from everygame.errors import EveryGameError  # noqa: E402
from everygame.games.icefloes.retrograde import Retrograde  # noqa: E402
from everygame.library.registry import find_game  # noqa: E402
from everygame.search.game_advice import Level  # noqa: E402

IDLE: Final = 2
"""Layers without a position in a row, after which all is known."""


def main(words: Sequence[str]) -> int:
    """0 if all was as it should be; 1 if the bot erred, or with a sentence what cannot be done."""
    given = parse(words)
    try:
        table = Retrograde(given.size, given.floes - 2)
        grow(table, given.file)
        print_counts(table)
        return print_check(table, given) if given.check else 0
    except EveryGameError as error:
        print(f"icefloes: {error}", file=sys.stderr)
        return 1


def parse(words: Sequence[str]) -> Namespace:
    parser = ArgumentParser(prog="python bench/icefloes.py", description=__doc__.partition("\n")[0])
    parser.add_argument("size", type=int, help="squares a side: 3, 5 or 7")
    parser.add_argument("floes", type=int, help="from 3, those under the players included")
    parser.add_argument("--file", type=Path, help="where the table is kept")
    parser.add_argument("--check", metavar="N", help="positions of each kind, or all")
    parser.add_argument("--nodes", type=int, default=6000, help="the bot's budget a move")
    return parser.parse_args(words)


def grow(table: Retrograde, file: Path | None) -> None:
    """Layer after layer until two add nothing."""
    if file is not None and file.exists():
        table.load(file)
    idle = 0
    while idle < IDLE:
        found = table.deepen()
        idle = 0 if found else idle + 1
        print(f"{table.layer} plies: {found} positions", file=sys.stderr)
        if file is not None:
            table.save(file)


def print_counts(table: Retrograde) -> None:
    draws, *decided = table.counts()
    won, lost = sum(decided[::2]), sum(decided[1::2])
    longest = max((i for i, count in enumerate(decided, 1) if count and i % 2), default=0)
    total = table.positions()
    print(f"{table.size} × {table.size}, {table.loose + 2} floes: {total} positions")
    for name, count in (("won", won), ("lost", lost), ("drawn", draws)):
        print(f"{name} {count} = {count / total:.2%}")
    print(f"longest win {longest} plies; decided by plies: {decided}")


def print_check(table: Retrograde, given: Namespace) -> int:
    """Compare the bot with the table."""
    game = find_game("icefloes").game()
    level = replace(find_level(game, "strong"), nodes=given.nodes, seconds=0.0)
    results = Counter(verdict(table, n, game, level) for n in sample(table, given.check))
    print(f"asked {results.total()} times with {given.nodes} nodes a move:", dict(results))
    return 0 if set(results) == {"perfect"} else 1


def sample(table: Retrograde, wanted: str) -> Iterator[int]:
    """Numbers of positions: every one, or as many as wanted of either kind at random."""
    size = len(table.plies)
    if wanted == "all":
        yield from filter(table.sound, range(size))
        return
    rng = Random(1)
    for drawn in (False, True):
        for _ in range(int(wanted)):
            number = rng.randrange(size)
            while (table.plies[number] == 0) != drawn or not table.sound(number):
                number = rng.randrange(size)
            yield number


def verdict(table: Retrograde, number: int, game: Game, level: Level) -> str:
    """What is to be said of the bot's move."""
    state = game.parse_position(table.text(number))
    value, plies = table.find(state)
    seat = state.to_play()
    request = {
        "seat": seat,
        "observation": state.observe(seat),
        "moves": [state.text(action) for action in state.legal_actions()],
        "seed": number,
    }
    after = state.apply(state.parse(answer(game, level, request)["move"]))
    theirs, left = (-1, 0) if after.to_play() < 0 else table.find(after)
    if theirs != -value:
        return "wrong"
    return "perfect" if value == 0 or left == plies - 1 else "slow"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
