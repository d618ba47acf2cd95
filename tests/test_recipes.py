"""The recipes of the guide are parts of games that are tested."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from everygame.cli import main
from everygame.conform import conform
from everygame.errors import BadGame
from everygame.library.new import new_game
from everygame.library.registry import find_game
from tests.test_docs import blocks

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "docs" / "guide" / "recipes.md"
FAULTS = tomllib.loads((ROOT / "tests" / "faults_signs.toml").read_text("utf-8"))["fault"]


def test_the_recipe_of_dice_is_what_backgammon_does() -> None:
    rules = (ROOT / "examples" / "backgammon" / "rules.py").read_text("utf-8")
    *dice, _ = blocks(GUIDE, "python")
    assert len(dice) == 2 and all(block.strip("\n") in rules for block in dice)


def test_the_recipe_of_simultaneous_choices_is_a_whole_game(games_home: Path) -> None:
    folder = new_game("signs", games_home)
    (folder / "rules.py").write_text(blocks(GUIDE, "python")[-1] + "\n", "utf-8")
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
    folder = new_game("signs", games_home)
    (folder / "rules.py").write_text(blocks(GUIDE, "python")[-1] + "\n", "utf-8")
    assert find_game("signs").game().initial_state().apply(one).apply(other).to_json()["won"] == won


@pytest.mark.parametrize("fault", FAULTS, ids=[fault["name"] for fault in FAULTS])
def test_a_fault_of_the_recipe_is_told_with_cause_and_place(
    games_home: Path, fault: dict[str, str]
) -> None:
    """Fifty and more, those in secrets by the function that is wrong."""
    folder, text = new_game("signs", games_home), blocks(GUIDE, "python")[-1] + "\n"
    assert fault["old"] in text
    (folder / "rules.py").write_text(text.replace(fault["old"], fault["new"], 1), "utf-8")
    with pytest.raises(BadGame) as told:
        entry = find_game("signs")
        conform(entry.game(), 20, 1, entry.artist())
    assert [part for part in fault["told"] if part not in str(told.value)] == []
