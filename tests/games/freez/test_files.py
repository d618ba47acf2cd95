"""The files that say what the rules are: counts of positions, and whole matches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from everygame.conform import conform
from everygame.contract import State, read_settings
from everygame.games.freez import scene, state
from everygame.games.freez.rules import Freez
from everygame.perft import perft
from everygame.search.rng import Rng
from tests.games.freez.playthrough import HOME, MATCHES, playthrough
from tests.games.freez.table import TABLES
from tests.oracles import freez as oracle

pytestmark = pytest.mark.both

COMPILED = not state.__file__.endswith(".py")
MOST = 5_000_000 if COMPILED else 20_000
"""Larger counts are left out."""

Case = tuple[str, dict[str, str], str, list[int]]


def cases() -> Iterator[Case]:
    """Id, options, position and counts from depth 1 of each paragraph of the perft file."""
    text = (Path(__file__).parent / "freez.perft").read_text("utf-8")
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
    root = Freez(**options).parse_position(position)
    small = [count for count in counts if count <= MOST]
    assert small and [perft(root, depth) for depth in range(1, len(small) + 1)] == small


@CASES
def test_the_oracle_counts_the_same(
    name: str, options: dict[str, str], position: str, counts: list[int]
) -> None:
    layer = [oracle.read(position, **options)]
    for count in counts:
        if count > 1500:
            break
        assert sum(len(oracle.moves(p)) for p in layer) == count
        layer = [oracle.play(p, move) for p in layer for move in oracle.moves(p)]


def test_the_starts_are_those_of_the_options() -> None:
    starts = [case for case in cases() if case[0].startswith("start")]
    assert len(starts) >= 4
    for _, options, position, _ in starts:
        assert Freez(**options).initial_state().position() == position


@pytest.mark.parametrize("name", MATCHES)
def test_playthrough(name: str) -> None:
    """Where a change is meant, `python -m tests.games.freez.playthrough` writes them anew."""
    assert playthrough(*MATCHES[name]) == (HOME / f"{name}.txt").read_text("utf-8")


def test_playthroughs_show_what_they_are_for() -> None:
    text = {name: (HOME / f"{name}.txt").read_text("utf-8") for name in MATCHES}
    assert sorted(path.stem for path in HOME.iterdir()) == sorted(MATCHES)
    assert "ending      no live pieces" in text["live"] and "block the only attack" in text["live"]
    assert "ending      wall" in text["wall"] and '"kind": "wall"' in text["wall"]
    assert "ending      no moves" in text["stuck"]
    assert all(sign in text["live"] for sign in ("> tap", "> done", "> @", "~"))


@pytest.mark.parametrize("options", [*TABLES, {"size": "6"}], ids=str)
def test_the_game_keeps_the_contract(options: dict[str, str]) -> None:
    report = conform(Freez(**options), 1, 3, scene)
    assert report.plies > 20


def random_line(size: str, seed: int) -> Iterator[State]:
    """The states of a random match that are not its end."""
    rng, at = Rng(seed), Freez(size=size).initial_state()
    while actions := at.legal_actions():
        yield at
        at = at.apply(actions[rng.below(len(actions))])


@pytest.mark.parametrize(("size", "expected"), [("8", 29), ("6", 18)])
def test_random_play_has_about_so_many_destinations(size: str, expected: int) -> None:
    """At the start of a turn; the rule text has these figures."""
    line = (at for seed in range(12) for at in random_line(size, seed))
    found = [len(at.legal_actions()) for at in line if not at.to_json()["moved"]]
    assert sum(found) / len(found) == pytest.approx(expected, rel=0.15)
