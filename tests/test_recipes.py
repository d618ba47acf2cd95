"""The recipes of the guide are parts of games that are tested."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path
from random import Random

import pytest

from everygame.check import conform
from everygame.cli import main
from everygame.errors import BadGame
from everygame.library.new_game import new_game
from everygame.library.registry import find_game
from tests.test_tutorials import blocks

ROOT = Path(__file__).parents[1]
FAULTS = tomllib.loads((ROOT / "tests" / "faults_signs.toml").read_text("utf-8"))["fault"]
TRICKS = tomllib.loads((ROOT / "tests" / "faults_tricks.toml").read_text("utf-8"))["fault"]
SEEN = "        SEEN[:] = [[PIQUET.write(hand) for hand in self.hands], self]\n"
"""What a game would keep that leaks by itself: the truth that was looked at last."""


SIGNS = next(block for block in blocks("../guide/recipes.md") if block.startswith('"""'))
"""The one recipe that is a whole game."""


def test_the_recipes_are_parts_of_the_examples() -> None:
    names = ("backgammon", "ohhell", "handon", "skull", "whist", "fireworks")
    rules = "".join((ROOT / "examples" / name / "rules.py").read_text("utf-8") for name in names)
    parts = [block.strip("\n") for block in blocks("../guide/recipes.md") if block != SIGNS]
    assert len(parts) > 7 and [part for part in parts if part not in rules] == []


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
