"""What `conform` finds of each game that ships. `python -m tests.conformed` says so for the build
that it runs on, in one process for all games, `python -m tests.conformed NAME PLAYERS MATCHES` of
one; `tests/test_builds.py` compares."""

from __future__ import annotations

import sys

from everygame.check import conform
from everygame.library.registry import find_game, games

FEW = {"coldspell": 1, "hnefatafl": 1, "freezetag": 2}
"""Random matches of games that are slow to check: each ply of theirs has many moves."""
SEED = 5


def variants() -> list[tuple[str, int]]:
    return [(name, seats) for name, entry in games().items() for seats in entry.game_class().seats]


def checked(name: str, players: int, matches: int = 0) -> str:
    """How many plies keep the contract, and the digest of all states. Raises BadGame."""
    entry = find_game(name)
    usual = 1 if entry.game_class().endless else FEW.get(name, 3)
    report = conform(entry.game(players=str(players)), matches or usual, SEED, entry.artist())
    assert report.plies > 0
    return f"{name} {players} {report.matches} {report.plies} {report.digest}"


if __name__ == "__main__":
    if sys.argv[1:]:
        print(checked(sys.argv[1], *map(int, sys.argv[2:])))
    else:
        for variant in variants():
            print(checked(*variant), flush=True)
