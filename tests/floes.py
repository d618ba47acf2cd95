"""Ice Floes on the classic board with four floes: small enough to be solved."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from everygame.contract import Game
from everygame.library.registry import find_game


def classic() -> Game:
    return find_game("icefloes").game(level="classic", max_plies="100000")


def four_floes() -> Iterator[str]:
    """All unfinished positions of two players and four floes on 5×5, the first to play."""
    for floes in combinations(range(25), 4):
        for p, q in permutations(floes, 2):
            if 12 not in (p, q):
                cells = ["*" if cell in floes else "." for cell in range(25)]
                cells[p], cells[q] = "P", "Q"
                yield "/".join("".join(cells[i : i + 5]) for i in range(0, 25, 5)) + " ; P"
