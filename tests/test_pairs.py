"""Weights of pairs of things, on both builds."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

import pytest

from everygame.contract import State
from everygame.errors import BadGame
from everygame.fast.arrays import i64, vec
from everygame.search.pairs import Pairs
from everygame.search.patterns import patterned, promised, write_patterns

pytestmark = pytest.mark.both

KINDS = 12
MIRRORED = [thing + 3 - 2 * (thing % 4) for thing in range(KINDS)]
"""Three kinds of pieces on a row of four places."""


def told(numbers: list[int], state: State) -> list[int]:
    return numbers


class Row(State):
    """What lies there; the first seat is to play."""

    def to_play(self) -> int:
        return 0


def made(tmp_path: Path) -> Pairs:
    rng = Random(1)
    file = tmp_path / "weights.gz"
    write_patterns(file, "{}", {n: rng.randint(-300, 300) for n in range(KINDS * (KINDS + 1) // 2)})
    return Pairs(KINDS, MIRRORED, file)


def test_the_sum_is_that_of_the_numbers_in_the_file(tmp_path: Path) -> None:
    pairs, rng = made(tmp_path), Random(2)
    for count in range(5):
        things = vec[i64](rng.sample(range(KINDS), count))
        numbers = pairs.numbers(things, count)
        worth = patterned(pairs.file, partial(told, list(numbers)))
        assert worth(Row(), 0) == pytest.approx(promised(pairs.odds(things, count)))


def test_a_reflection_is_worth_the_same_and_other_things_are_not(tmp_path: Path) -> None:
    pairs = made(tmp_path)
    things = vec[i64]([1, 6, 8])
    mirrored = vec[i64]([MIRRORED[thing] for thing in (8, 1, 6)])
    assert pairs.odds(mirrored, 3) == pairs.odds(things, 3)
    assert pairs.odds(vec[i64]([2, 6, 8]), 3) != pairs.odds(things, 3) != pairs.odds(things, 2)


def test_the_file_is_read_when_it_is_asked_for(tmp_path: Path) -> None:
    pairs = Pairs(KINDS, MIRRORED, tmp_path / "none.gz")
    assert len(pairs.numbers(vec[i64]([1, 2]), 2)) == 3
    with pytest.raises(BadGame, match=r"none\.gz"):
        pairs.odds(vec[i64]([1, 2]), 2)
