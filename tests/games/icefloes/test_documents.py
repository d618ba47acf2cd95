"""Rule sheet, tutorial and reference: what they say of the game is so."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from everygame.contract import OVER
from everygame.games.icefloes.levels import LEVELS
from everygame.games.icefloes.rules import IceFloes
from everygame.games.icefloes.solver import solve
from everygame.library.registry import find_game
from everygame.library.rulesheet import find_start, read_block
from tests.games.shared import play

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "everygame" / "games" / "icefloes"
REFERENCE = (ROOT / "docs" / "games" / "icefloes.md").read_text("utf-8")
STEPS: list[dict[str, str]] = tomllib.loads((FOLDER / "tutorial.toml").read_text("utf-8"))["step"]


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
    text = (FOLDER / "rules.en.md").read_text("utf-8")
    blocks = map(read_block, re.findall(r"```scene\n(.*?)```", text, re.DOTALL))
    (figure,) = [block for block in blocks if block["caption"].startswith(caption)]
    after = play(find_start(find_game("icefloes"), figure)[1], move)
    assert told in (after.ending(), after.to_json()["level"])


@pytest.mark.parametrize("step", STEPS, ids=[step["say"][:40] for step in STEPS])
def test_the_tutorial_says_who_has_won(step: dict[str, str]) -> None:
    state = find_start(find_game("icefloes"), step)[1]
    assert state.position() == step["position"]
    assert ("win" in step["done"]) == (play(state, step["move"]).to_play() == OVER)


def test_the_tutorial_ends_with_the_whole_of_a_shortest_solution() -> None:
    alone = [step for step in STEPS if step["options"] == "players=1"]
    assert solve(alone[0]["position"].split(" ; ")[0]).least == len(alone)
    state = find_start(find_game("icefloes"), alone[0])[1]
    for step in alone:
        assert state.position() == step["position"]
        state = play(state, step["move"])
    assert state.to_play() == OVER


def test_the_reference_lists_the_levels_and_their_lengths() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `([^`]*/[^`]*)` \| (\d+) \|$", REFERENCE, re.MULTILINE)
    assert {name: level for name, level, _ in rows} == LEVELS
    for name, _, length in rows:
        answer = solve(IceFloes(players="1", level=name).level)
        assert (answer.solvable, answer.least) == (True, int(length))
