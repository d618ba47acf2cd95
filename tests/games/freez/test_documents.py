"""Rule sheet, tutorial, facts and reference: what they say of the game is so."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from everygame.contract import State, read_settings
from everygame.games.freez.rules import Freez
from everygame.games.freez.scene import scene
from everygame.scene import view
from tests.games.freez.table import after, goals, places

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "everygame" / "games" / "freez"
SHEET = (FOLDER / "rules.en.md").read_text("utf-8")
REFERENCE = (ROOT / "docs" / "games" / "freez.md").read_text("utf-8")
STEPS: list[dict[str, str]] = tomllib.loads((FOLDER / "tutorial.toml").read_text("utf-8"))["step"]


def figure(caption: str) -> tuple[State, list[list[str]]]:
    """The state and the marks of the picture with this caption, each its kind and its cells."""
    blocks = re.findall(r"```scene\n(.*?)```", SHEET, re.DOTALL)
    lines = [dict(line.split(": ", 1) for line in b.strip().split("\n")) for b in blocks]
    (found,) = [f for f in lines if f["caption"].startswith(caption)]
    game = Freez(**read_settings(found.get("options", "").split()))
    state = game.parse_position(found["position"])
    marks = [mark.split() for mark in found.get("marks", "").split(";")]
    return after(state, found.get("moves", "")), marks


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
def test_the_tutorial_has_one_thing_to_do_in_each_position(step: dict[str, Any]) -> None:
    assert set(step) - {"wrong"} in ({"position", *SAID}, {"state", *SAID})
    game = Freez(**read_settings(step["options"].split()))
    if "state" in step:
        state = game.from_json(json.loads(step["state"]))
    else:
        state = game.parse_position(step["position"])
        assert state.position() == step["position"]
    assert state.to_play() == 0
    assert step["move"] in {choice.move for choice in scene(game, view(state, 0)).choices}
    done = after(state, step["move"])
    assert ("You win" in step["done"]) == (done.returns() == [1.0, -1.0])


SAID = ("options", "say", "hint", "move", "done")


def test_what_the_tutorial_says_of_squares() -> None:
    by_move = {step["move"]: step for step in STEPS}
    assert 5 <= len(STEPS) <= 8
    game = Freez(size="6", snow="none")
    barred = game.from_json(json.loads(by_move["@c4"]["state"]))
    assert "e5" not in places(barred).split() and "e4" in places(barred).split()
    tapped = after(game.from_json(json.loads(by_move["tap"]["state"])), "tap")
    told = {**tapped.to_json(), "turn": 0, "moved": "", "tapped": False}
    assert "d5" in goals(game.from_json(told), "c4").split()
    aimed = json.loads(by_move["c4~d3"]["state"])
    attack = {**aimed, "turn": 1, "moved": "", "shifted": False}
    assert "d4" in goals(game.from_json(attack), "d1").split()


def test_the_reference_lists_options_fields_endings_and_the_number_of_actions() -> None:
    assert f"`num_actions` is {Freez.num_actions}." in REFERENCE
    assert Freez().initial_state().position() in REFERENCE
    rows = REFERENCE.partition("## Options")[2].partition("##")[0].split("\n")
    for option in Freez.options:
        (row,) = [row for row in rows if row.startswith(f"| `{option.name}` |")]
        assert all(f"`{choice.value}`" in row for choice in option.choices if choice.value)
    for field in Freez().initial_state().to_json():
        assert f"| `{field}` |" in REFERENCE
    for ending in ("no live pieces", "wall", "no moves", "no progress", "repetition"):
        assert f"| `{ending}` |" in REFERENCE
