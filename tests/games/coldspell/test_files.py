"""The files that say what the rules are: counts of positions, whole matches, the guided match."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from everygame.contract import read_settings
from everygame.games.coldspell import field, rules
from everygame.games.coldspell import scene as artist
from everygame.perft import perft
from everygame.scene import check, view
from tests.games.coldspell.playthrough import HOME, MATCHES, playthrough
from tests.oracles import coldspell as oracle

pytestmark = pytest.mark.both

COMPILED = not rules.__file__.endswith(".py")
MOST = 2_000_000 if COMPILED else 15_000
"""Larger counts are left out."""

Case = tuple[str, dict[str, str], str, list[int]]


def cases() -> Iterator[Case]:
    """Id, options, position and counts from depth 1 of each paragraph of the perft file."""
    text = (Path(__file__).parent / "coldspell.perft").read_text("utf-8")
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
    state = rules.ColdSpell(**options).parse_position(position)
    small = [count for count in counts if count <= MOST]
    assert small and [perft(state, depth) for depth in range(1, len(small) + 1)] == small


@CASES
def test_the_oracle_counts_the_same(
    name: str, options: dict[str, str], position: str, counts: list[int]
) -> None:
    layer = [oracle.read(position, **options)]
    for count in counts:
        if count > 130:
            break
        assert sum(len(oracle.moves(p)) for p in layer) == count
        layer = [oracle.play(p, move) for p in layer for move in oracle.moves(p)]


@pytest.mark.parametrize("name", MATCHES)
def test_playthrough(name: str) -> None:
    """Where a change is meant, `python -m tests.games.coldspell.playthrough` writes them anew."""
    assert playthrough(*MATCHES[name]) == (HOME / f"{name}.txt").read_text("utf-8")


def test_playthroughs_show_what_they_are_for() -> None:
    text = {name: (HOME / f"{name}.txt").read_text("utf-8") for name in MATCHES}
    assert sorted(p.stem for p in HOME.iterdir()) == sorted(MATCHES)
    assert "ending      stalemate" in text["stalemate"]
    assert all("ending      all claimed" in text[name] for name in ("players", "auto"))
    assert "\n> /\n" in text["players"] and "\n> hijack:" in text["auto"]


def test_the_field_is_compiled_with_the_rules() -> None:
    assert field.__file__.endswith(".py") != COMPILED


def test_the_guided_match_can_be_played() -> None:
    """Each step is a sound picture that offers its move."""
    path = Path(rules.__file__).parent / "tutorial.toml"
    steps = tomllib.loads(path.read_text("utf-8"))["step"]
    assert 5 <= len(steps) <= 8
    for step in steps:
        game = rules.ColdSpell(**read_settings(step.get("options", "").split()))
        start = step.get("position")
        state = game.parse_position(start) if start else game.from_json(json.loads(step["state"]))
        seat = state.to_play()
        scene = artist.scene(game, view(state, seat))
        assert not check(scene) and step["move"] in {choice.move for choice in scene.choices}
        after = artist.scene(game, view(state.apply(state.parse(step["move"])), seat))
        assert not check(after) and step["say"].endswith(".") and step["done"].endswith(".")
