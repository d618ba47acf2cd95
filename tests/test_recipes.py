"""The recipes of the guide are parts of games that are tested."""

from __future__ import annotations

import shutil
import tomllib
from itertools import combinations
from math import dist
from pathlib import Path
from random import Random
from typing import Any

import pytest

from everygame.check import conform
from everygame.check.scene_types import wrong_types
from everygame.cli import main
from everygame.errors import BadGame
from everygame.library.new_game import new_game
from everygame.library.registry import find_game
from everygame.scene import Scene, check
from tests.test_tutorials import blocks

ROOT = Path(__file__).parents[1]
FAULTS = tomllib.loads((ROOT / "tests" / "faults_signs.toml").read_text("utf-8"))["fault"]
TRICKS = tomllib.loads((ROOT / "tests" / "faults_tricks.toml").read_text("utf-8"))["fault"]
SEEN = "        SEEN[:] = [[PIQUET.write(hand) for hand in self.hands], self]\n"
"""What a game would keep that leaks by itself: the truth that was looked at last."""


SIGNS = next(block for block in blocks("../guide/recipes.md") if block.startswith('"""'))
"""The one recipe that is a whole game."""
GROWN, HUNT = (
    next(block for block in blocks("../guide/recipes.md") if f"def {name}(" in block)
    for name in ("grown", "spread")
)
"""Recipes that are part of no example."""


def test_the_recipes_are_parts_of_the_examples() -> None:
    names = ("backgammon", "ohhell", "handon", "skull", "whist", "fireworks")
    rules = "".join((ROOT / "examples" / name / "rules.py").read_text("utf-8") for name in names)
    own = (SIGNS, GROWN, HUNT)
    parts = [block.strip("\n") for block in blocks("../guide/recipes.md") if block not in own]
    assert len(parts) > 7 and [part for part in parts if part not in rules] == []


def test_a_board_of_tiles_grows_and_its_places_keep_their_names() -> None:
    made: dict[str, Any] = {}
    exec(GROWN, made)
    few, many = made["grown"]({(0, 0)}), made["grown"]({(0, 0), (-1, 0), (-2, 2)})
    assert {cell.id for cell in few.cells} < {cell.id for cell in many.cells}
    for region in (few, many):
        scene = Scene(region.columns, region.rows, (region,), ())
        assert check(scene) == [] and list(wrong_types(scene)) == []
        centres = [(cell.x, cell.y) for cell in region.cells]
        apart = [dist(one, other) for one, other in combinations(centres, 2)]
        assert min(apart) == pytest.approx(1, abs=1e-3)
        corners = [(x + a, y + b) for x, y in centres for a, b in region.cells[0].outline]
        assert all(0 <= x <= region.columns and 0 <= y <= region.rows for x, y in corners)


def test_the_places_of_somebody_hidden_are_carried_forward() -> None:
    made: dict[str, Any] = {}
    exec(HUNT, made)
    ways = [{1}, {0, 2}, {1, 3}, {2}]
    assert made["spread"]({0}, ways, {3}) == {0, 1}
    assert made["spread"]({0, 2}, ways, {3}) == {0, 1, 2}
    assert made["searched"]({0, 1}, 1, False) == {0} and made["searched"]({0, 1}, 1, True) == {1}


def test_the_recipe_of_passing_cards_is_a_game_that_keeps_the_contract() -> None:
    for players, matches in (("4", "3"), ("3", "1")):
        options = ("--option", f"players={players}", "--matches", matches)
        assert main(["check", str(ROOT / "examples" / "handon"), *options]) == 0


def test_who_has_passed_cards_knows_where_they_are(games_home: Path) -> None:
    shutil.copytree(ROOT / "examples" / "handon", games_home / "handon")
    game, rng = find_game("handon").game(), Random(1)
    state = game.initial_state()
    while state.to_json()["stage"] == "deal":
        state = state.apply(rng.choice(state.legal_actions()))
    given = [state.legal_moves()[n] for n in range(2)]
    for _ in range(7):
        state = state.apply(state.legal_actions()[0])
        seen = [state.observe(seat) for seat in (0, 1)]
        assert not set(given) & set(" ".join(seen[1]["hands"]).split())
    state = state.apply(state.legal_actions()[0])
    truths = [game.resample(state.observe(0), 0, rng).to_json()["hands"] for _ in range(20)]
    assert all(set(given) < set(hands[1].split()) for hands in truths)
    assert len({tuple(hands) for hands in truths}) > 1


def test_the_recipe_of_simultaneous_choices_is_a_whole_game(games_home: Path) -> None:
    folder = new_game("signs", games_home)
    (folder / "rules.py").write_text(SIGNS, "utf-8")
    (folder / "rules.en.md").write_text("# Signs\n", "utf-8")
    (folder / "game.toml").write_text('title = "Signs"\nsentence = "First to three."\n', "utf-8")
    assert main(["check", "signs", "--matches", "20"]) == 0
    state = find_game("signs").game().initial_state().play("rock")
    assert state.observe(1)["chosen"] == "?" and state.observe(0)["chosen"] == "r"
    after = state.play("scissors")
    assert after.to_json() == {"won": "10", "chosen": ""}
    assert (
        state.play("paper").to_json()["won"] == "01" and state.play("rock").to_json()["won"] == "00"
    )


@pytest.mark.parametrize(
    ("one", "other", "won"), [(0, 2, "10"), (1, 0, "10"), (2, 1, "10"), (0, 1, "01")]
)
def test_who_wins_a_round(games_home: Path, one: int, other: int, won: str) -> None:
    (new_game("signs", games_home) / "rules.py").write_text(SIGNS, "utf-8")
    assert find_game("signs").game().initial_state().apply(one).apply(other).to_json()["won"] == won


@pytest.mark.parametrize("fault", FAULTS, ids=[fault["name"] for fault in FAULTS])
def test_a_fault_of_the_recipe_is_told_with_cause_and_place(
    games_home: Path, fault: dict[str, str]
) -> None:
    """Those in secrets by the function that is wrong. `faults.toml` has more of the others."""
    folder, text = new_game("signs", games_home), SIGNS
    assert fault["old"] in text
    (folder / "rules.py").write_text(text.replace(fault["old"], fault["new"], 1), "utf-8")
    with pytest.raises(BadGame) as told:
        entry = find_game("signs")
        conform(entry.game(), 20, 1, entry.artist())
    assert [part for part in fault["told"] if part not in str(told.value)] == []


@pytest.mark.parametrize("fault", TRICKS, ids=[fault["name"] for fault in TRICKS])
def test_a_fault_in_the_secrets_of_a_card_game_names_the_function(
    games_home: Path, fault: dict[str, str]
) -> None:
    folder = shutil.copytree(ROOT / "examples" / "handon", games_home / "handon")
    text = (folder / "rules.py").read_text("utf-8")
    assert fault["old"] in text
    text = text.replace(fault["old"], fault["new"], 1)
    if "SEEN" in fault["new"]:
        looked = "    def observe(self, viewer: int | None) -> Json:\n"
        text = text.replace(looked, looked + SEEN, 1).replace(
            "NAMES = (", "SEEN = []\nNAMES = (", 1
        )
    (folder / "rules.py").write_text(text, "utf-8")
    with pytest.raises(BadGame) as told:
        entry = find_game("handon")
        conform(entry.game(), 12, 1, entry.artist())
    assert [part for part in fault["told"] if part not in str(told.value)] == []
