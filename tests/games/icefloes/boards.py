"""Boards for tests: any that a player could draw."""

from __future__ import annotations

from random import Random

from everygame.games.icefloes.levels import LETTERS


def random_board(rng: Random, players: int) -> str:
    """A level with floes anywhere but on the goal; somebody may be trapped in it."""
    size = rng.choice((3, 5, 5, 7, 7, 9))
    squares = [i for i in range(size**2) if i != size**2 // 2]
    floes = min(len(squares), players + rng.randrange(14))
    cells = ["."] * size**2
    for i in rng.sample(squares, floes):
        cells[i] = "*"
    taken = [i for i, mark in enumerate(cells) if mark == "*"]
    for i, letter in zip(rng.sample(taken, players), LETTERS[players], strict=True):
        cells[i] = letter
    return "/".join("".join(cells[i : i + size]) for i in range(0, size**2, size))
