"""Rule sheet, tutorial, facts and reference: what they say of the game is so."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from everygame.contract import State
from everygame.games.freez.state import ENDINGS
from everygame.library.registry import find_game
from everygame.library.rulesheet import find_start
from tests.games.freez.table import goals, places

FREEZ = find_game("freez")
SHEET = (FREEZ.folder / "rules.en.md").read_text("utf-8")
REFERENCE = Path(__file__).parents[3].joinpath("docs/games/freez.md").read_text("utf-8")
STEPS = tomllib.loads((FREEZ.folder / "tutorial.toml").read_text("utf-8"))["step"]


def figure(caption: str) -> tuple[State, list[list[str]]]:
    """The state and the marks of the picture with this caption, each its kind and its cells."""
    blocks = re.findall(r"```scene\n(.*?)```", SHEET, re.DOTALL)
    lines = [dict(line.split(": ", 1) for line in b.strip().split("\n")) for b in blocks]
    (found,) = [f for f in lines if f["caption"].startswith(caption)]
    _, state = find_start(FREEZ, found)
    marks = [mark.split() for mark in found.get("marks", "").split(";")]
    return state.play(found["moves"]) if "moves" in found else state, marks


@pytest.mark.parametrize(
    ("caption", "start"),
    [("One snowflake, on e4", "d4"), ("A 3 in the corner", "a1")],
)
def test_marked_squares_are_all_that_the_piece_can_do(caption: str, start: str) -> None:
    state, [[kind, *marked]] = figure(caption)
    assert kind == "path" and goals(state, start).split() == sorted(marked)


@pytest.mark.parametrize(
    ("caption", "count"),
    [("Into the snowflake", 5), ("Into it over", 5), ("On the snowflake at", 3)],
)
def test_ways_end_where_the_piece_can_go(caption: str, count: int) -> None:
    state, marks = figure(caption)
    ways = [cells for kind, *cells in marks if kind == "way"]
    assert len(ways) == count and [kind for kind, *_ in marks].count("wrong") == 1
    assert all(way[-1] in goals(state, way[0]).split() for way in ways)


def test_the_barred_square_and_the_seven_others() -> None:
    state, marks = figure("White's 2 has captured")
    assert marks == [["way", "g7", "f6", "e5", "d4"], ["bar", "e5"]]
    assert places(state) == "c3 c4 c5 d3 d5 e3 e4"


def test_the_two_walls() -> None:
    assert figure("Not closed")[0].ending() == ""
    assert figure("Closed")[0].ending() == "wall"


@pytest.mark.parametrize("step", STEPS, ids=[step["move"] for step in STEPS])
def test_the_tutorial_says_you_win_where_you_do(step: dict[str, str]) -> None:
    _, state = find_start(FREEZ, step)
    assert ("You win" in step["done"]) == (state.play(step["move"]).returns() == [1.0, -1.0])


def test_what_the_tutorial_says_of_squares() -> None:
    start = {step["move"]: find_start(FREEZ, step)[1] for step in STEPS}
    assert "e5" not in places(start["@c4"]).split() and "e4" in places(start["@c4"]).split()
    between = {"moved": "", "tapped": False, "shifted": False}
    tapped = start["tap"].play("tap").to_json()
    told = start["tap"].game.from_json({**tapped, **between, "turn": 0})
    assert "d5" in goals(told, "c4").split()
    aimed = start["c4~d3"].to_json()
    attack = start["c4~d3"].game.from_json({**aimed, **between, "turn": 1})
    assert "d4" in goals(attack, "d1").split()


def test_the_reference_lists_the_start_and_the_endings() -> None:
    assert FREEZ.game().initial_state().position() in REFERENCE
    for ending in (*ENDINGS[1:], "repetition"):
        assert f"| `{ending}` |" in REFERENCE
