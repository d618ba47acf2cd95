"""The files that say what the rules are: counts of positions, and whole matches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from everygame.contract import OVER
from everygame.errors import BadPosition
from everygame.fast.arrays import COMPILED
from everygame.library.registry import find_game, games
from everygame.perft import perft, perft_turns
from tests.games.files import Count, Playthrough, counts, playthroughs, written

pytestmark = pytest.mark.both

WIDEST = 10_000_000 if COMPILED else 5_000
"""Positions one ply before those counted; where there are more, it takes too long. Compiled, no
count in the files is left out."""
ORACLE_WIDEST = 100
"""The same for the oracle, which is slow and plain. In the tests of each game it also lists the
moves of every ply of random matches."""

COUNTS = list(counts())
PLAYTHROUGHS = playthroughs()


def affordable(found: Count, widest: int) -> list[int]:
    """The counts from depth 1 that are worked out from at most so many positions."""
    before = [1, *found.counts]
    return [n for n, positions in zip(found.counts, before, strict=False) if positions <= widest]


@pytest.mark.parametrize("found", COUNTS, ids=str)
def test_perft(found: Count) -> None:
    state = find_game(found.game).game(**found.options).parse_position(found.position)
    wanted = affordable(found, WIDEST)
    count = perft_turns if found.turns else perft
    assert wanted and (wanted == found.counts or not COMPILED)
    assert [count(state, depth) for depth in range(1, len(wanted) + 1)] == wanted


@pytest.mark.parametrize("found", [] if COMPILED else COUNTS, ids=str)
def test_the_oracle_counts_the_same(found: Count) -> None:
    oracle = import_module(f"tests.oracles.{found.game}")
    layer = [oracle.read(found.position, **found.options)]
    for wanted in affordable(found, ORACLE_WIDEST):
        layer = [after for p in layer for after in successors(oracle, p, found.turns)]
        assert len(layer) == wanted


def successors(oracle: Any, position: Any, turns: bool) -> Iterator[Any]:
    """The positions one ply or one turn later."""
    for move in oracle.moves(position):
        after = oracle.play(position, move)
        if turns and oracle.to_play(after) == oracle.to_play(position):
            yield from successors(oracle, after, turns)
        else:
            yield after


@pytest.mark.parametrize("found", [c for c in COUNTS if c.id.startswith("start")], ids=str)
def test_a_start_is_where_the_game_starts(found: Count) -> None:
    state = find_game(found.game).game(**found.options).initial_state()
    assert state.position() == found.position


@pytest.mark.parametrize("found", PLAYTHROUGHS, ids=str)
def test_a_match_is_played_as_it_was(found: Playthrough) -> None:
    """Where a change is meant, `python -m tests.games.files` writes the answers anew."""
    text = found.path.read_text("utf-8")
    assert written(found) == text
    assert f"to play     {OVER}" in text.rpartition("\n\n")[2]
    for line in found.shows:
        assert re.search(line, text.partition("\n\n")[2], re.MULTILINE), f"nothing shows {line}"


def has_position_text(name: str) -> bool:
    try:
        return bool(find_game(name).game().initial_state().position())
    except BadPosition:
        return False


def test_every_game_with_a_position_text_has_its_files() -> None:
    wanted = {name for name in games() if has_position_text(name)}
    assert {count.game for count in COUNTS if count.id.startswith("start")} == wanted
    assert {match.game for match in PLAYTHROUGHS} == wanted
    assert len({str(count) for count in COUNTS}) == len(COUNTS), "two counts have one name"
