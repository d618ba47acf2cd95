"""Rule sheet, tutorial, facts and reference: what they say of the game is so."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from everygame.contract import OVER, read_settings
from everygame.games.icefloes.levels import LEVELS
from everygame.games.icefloes.rules import IceFloes
from everygame.games.icefloes.solver import solve

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "everygame" / "games" / "icefloes"
REFERENCE = (ROOT / "docs" / "games" / "icefloes.md").read_text("utf-8")
STEPS: list[dict[str, Any]] = tomllib.loads((FOLDER / "tutorial.toml").read_text("utf-8"))["step"]


def figures() -> list[dict[str, str]]:
    text = (FOLDER / "rules.en.md").read_text("utf-8")
    blocks = re.findall(r"```scene\n(.*?)```", text, re.DOTALL)
    return [dict(line.split(": ", 1) for line in block.strip().split("\n")) for block in blocks]


@pytest.mark.parametrize(
    ("caption", "move", "told"),
    [
        ("North goes right and glides", "right", "...../....P/...../...../....Q"),
        ("Here a floe stops the glide at c4", "right", "...../..P*./...../...../....Q"),
        ("North goes right and stands on b4", "right", "...../*P.../...../...../....Q"),
        ("Down wins", "down", "goal"),
        ("The floe lies one square lower", "down", "...../...../...../..P../..*.Q"),
        ("North glides up, and West", "up", "*Q.../P..../...../...../....S"),
    ],
)
def test_captions_are_true(caption: str, move: str, told: str) -> None:
    (figure,) = [f for f in figures() if f["caption"].startswith(caption)]
    game = IceFloes(**read_settings(figure.get("options", "").split()))
    state = game.parse_position(figure["position"].strip())
    after = state.apply(state.parse(move))
    assert told in (after.ending(), after.to_json()["level"])


def test_the_tutorial_has_one_thing_to_do_in_each_position() -> None:
    assert 5 <= len(STEPS) <= 10
    for step in STEPS:
        assert set(step) - {"wrong"} == {"position", "options", "say", "hint", "move", "done"}
        game = IceFloes(**read_settings(step["options"].split()))
        state = game.parse_position(step["position"])
        assert state.position() == step["position"]
        after = state.apply(state.parse(step["move"]))
        assert ("win" in step["done"]) == (after.to_play() == OVER)


def test_the_tutorial_ends_with_the_whole_of_a_shortest_solution() -> None:
    alone = [step for step in STEPS if step["options"] == "players=1"]
    assert solve(alone[0]["position"].split(" ; ")[0]).moves == tuple(s["move"] for s in alone)
    state = IceFloes(players="1").parse_position(alone[0]["position"])
    for step in alone:
        assert state.position() == step["position"]
        state = state.apply(state.parse(step["move"]))
    assert state.to_play() == OVER


def test_the_reference_lists_the_levels_and_their_lengths() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `([^`]*/[^`]*)` \| (\d+) \|$", REFERENCE, re.MULTILINE)
    assert {name: level for name, level, _ in rows} == LEVELS
    for name, _, length in rows:
        assert solve(IceFloes(players="1", level=name).level).least == int(length)


def test_the_reference_lists_the_options_with_their_defaults() -> None:
    for option in IceFloes.options:
        row = next(line for line in REFERENCE.split("\n") if line.startswith(f"| `{option.name}`"))
        assert row.rstrip(" |").split(" | ")[-1].strip("`") == option.default
