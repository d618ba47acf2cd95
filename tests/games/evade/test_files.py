"""The files that say what the rules are: counts of positions, and whole matches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from everygame.contract import read_settings
from everygame.games.evade import rules
from everygame.perft import perft
from tests.games.evade.playthrough import HOME, MATCHES, playthrough
from tests.oracles import evade as oracle

pytestmark = pytest.mark.both

COMPILED = not rules.__file__.endswith(".py")
MOST = 2_500_000 if COMPILED else 10_000
"""Larger counts are left out."""

Case = tuple[str, dict[str, str], str, list[int]]


def cases() -> Iterator[Case]:
    """Id, options, position and counts from depth 1 of each paragraph of the perft file."""
    text = (Path(__file__).parent / "evade.perft").read_text("utf-8")
    for paragraph in text.split("\n\nid ")[1:]:
        name, options, position, *counts = paragraph.strip().split("\n")
        numbers = [line.split() for line in counts]
        assert [int(depth) for depth, _ in numbers] == list(range(1, len(numbers) + 1))
        settings = read_settings(options.split()[1:])
        yield name, settings, position.removeprefix("position "), [int(n) for _, n in numbers]


CASES = pytest.mark.parametrize(
    ("name", "options", "position", "counts"), list(cases()), ids=[name for name, *_ in cases()]
)


@CASES
def test_perft(name: str, options: dict[str, str], position: str, counts: list[int]) -> None:
    state = rules.Evade(**options).parse_position(position)
    small = [count for count in counts if count <= MOST]
    assert small and [perft(state, depth) for depth in range(1, len(small) + 1)] == small


@CASES
def test_the_oracle_counts_the_same(
    name: str, options: dict[str, str], position: str, counts: list[int]
) -> None:
    layer = [oracle.read(position, **options)]
    for count in counts:
        if count > 600:
            break
        assert sum(len(oracle.moves(p)) for p in layer) == count
        layer = [oracle.play(p, move) for p in layer for move in oracle.moves(p)]


def test_the_starts_are_those_of_the_versions() -> None:
    starts = {case[1]["information"]: case[2] for case in cases() if "start" in case[0]}
    assert set(starts) == {"hidden", "memory", "open"}
    for information, position in starts.items():
        assert rules.Evade(information=information).initial_state().position() == position


@pytest.mark.parametrize("name", MATCHES)
def test_playthrough(name: str) -> None:
    """Where a change is meant, `python -m tests.games.evade.playthrough` writes them anew."""
    assert playthrough(*MATCHES[name]) == (HOME / f"{name}.txt").read_text("utf-8")


def test_playthroughs_show_what_they_are_for() -> None:
    text = {name: (HOME / f"{name}.txt").read_text("utf-8") for name in MATCHES}
    assert sorted(p.stem for p in HOME.iterdir()) == sorted(MATCHES)
    assert "ending      home" in text["home"] and "ending      leader exposed" in text["exposed"]
    assert "> peek:" in text["peeks"] and "none within a turn" in text["peeks"]
    assert "ending      leaders frozen" in text["frozen"]
