"""The blocks of the tutorials that change a new game, put where they say and played."""

from __future__ import annotations

import json
import re
import shutil
from difflib import get_close_matches
from pathlib import Path
from random import Random
from typing import Any

import pytest

from everygame.check import conform
from everygame.errors import BadGame
from everygame.library.new_game import new_game
from everygame.library.registry import find_game
from everygame.match import Match
from everygame.perft import perft, perft_turns
from everygame.scene import view

EXAMPLES = Path(__file__).parents[1] / "examples"
TUTORIALS = Path(__file__).parents[1] / "docs" / "tutorial"


def blocks(name: str, language: str = "python") -> list[str]:
    """The fenced blocks of a language in a page, in order."""
    text = (TUTORIALS / name).read_text("utf-8")
    found = re.findall(rf"^(```+){language}\n(.*?)^\1$", text, re.DOTALL | re.MULTILINE)
    return [block for _, block in found]


def fenced(name: str, language: str) -> str:
    return "\n\n".join(blocks(name, language))


def grow(tutorial: str, name: str, games_home: Path) -> Path:
    """The game of a tutorial, made as it says; `name` is what the reader calls it."""
    folder = new_game(name, games_home)
    rules = fenced(tutorial, "python").replace('"tictactoe"', f'"{name}"')
    (folder / "rules.py").write_text(rules, "utf-8")
    (folder / "game.toml").write_text(fenced(tutorial, "toml"), "utf-8")
    (folder / "rules.en.md").write_text(fenced(tutorial, "markdown"), "utf-8")
    return folder


def check(name: str, matches: int = 100) -> int:
    """How many plies keep the contract; pictures on the rule sheet as well."""
    entry = find_game(name)
    return conform(entry.game(), matches, 1, entry.artist()).plies


def test_the_first_game(games_home: Path) -> None:
    said = (TUTORIALS / "first-game.md").read_text("utf-8")
    folder = grow("first-game.md", "oxo", games_home)
    assert f"oxo: 100 matches, {check('oxo')} plies keep the contract" in said
    rules = folder / "rules.py"
    wrong = rules.read_text("utf-8").replace("[1.0, -1.0]", "[1.0, 1.0]")
    rules.write_text(wrong, "utf-8")
    with pytest.raises(BadGame) as fault:
        check("oxo")
    assert f"everygame: {fault.value}".rpartition(" line ")[0] in said


def test_turns_of_several_steps(games_home: Path) -> None:
    grow("turns.md", "thaw", games_home)
    assert check("thaw") > 1000
    state = find_game("thaw").game().initial_state()
    said = (TUTORIALS / "turns.md").read_text("utf-8")
    turns, steps = perft_turns(state, 1), perft(state, 1)
    assert f"whole turns: {turns} here, against {steps} for the first step alone" in said
    match = Match(find_game("thaw").game(), Random(1))
    match.play(0, "b4")
    assert match.undo({0}, shared=False) == 0 and match.undo({1}, shared=False) is None
    match.play(0, "melt-e5")
    assert match.why_no_undo({0}, shared=False).startswith("A finished turn")
    sheet = fenced("turns.md", "markdown")
    (position,) = re.findall("^state: (.*)$", sheet, re.MULTILINE)
    drawn = find_game("thaw").game().from_json(json.loads(position))
    assert {*drawn.legal_moves()} > {"melt-a1", "melt-e5"}


@pytest.mark.parametrize(
    ("tutorial", "name", "folder"),
    [("dice.md", "pig", "everygame-pig/everygame_pig"), ("secrets.md", "kuhn", "kuhn")],
)
def test_what_is_typed_beside_an_example(
    games_home: Path, tutorial: str, name: str, folder: str
) -> None:
    home = new_game(name, games_home)
    typed = [block for block in blocks(tutorial) if not block.startswith("# of ")]
    (home / "rules.py").write_text("\n\n".join(typed), "utf-8")
    for file in ("scene.py", "game.toml", "rules.en.md"):
        shutil.copy(EXAMPLES / folder / file, home)
    assert check(name, 30) > 100


def test_from_a_table_to_rules_the_picture_is_the_same(games_home: Path) -> None:
    (table,) = blocks("../reference/table-format.md", "json")
    (games_home / "noughts").mkdir()
    (games_home / "noughts" / "table.json").write_text(table, "utf-8")
    entry = find_game("noughts")
    drawn = entry.artist().scene(entry.game(), view(entry.game().initial_state(), 0))
    written: dict[str, Any] = {}
    exec(fenced("../guide/from-table-to-rules.md", "python"), written)
    assert written["REGIONS"] == drawn.regions


def test_publishing_shows_the_example() -> None:
    pig = EXAMPLES / "everygame-pig"
    assert fenced("../guide/publish.md", "toml") == (pig / "pyproject.toml").read_text("utf-8")
    assert fenced("../guide/publish.md", "python") == (pig / "test_pig.py").read_text("utf-8")


def test_pictures(games_home: Path) -> None:
    folder = new_game("sticks", games_home)
    (folder / "scene.py").write_text("\n\n".join(blocks("pictures.md")), "utf-8")
    entry = find_game("sticks")
    assert conform(entry.game(), 30, 1, entry.artist()).plies > 150
    state = entry.game().from_json({"left": 2, "turn": 1})
    scene = entry.artist().scene(entry.game(), view(state, 1))
    assert [choice.path for choice in scene.choices] == [("s1",), ("s0", "s1")]
    assert scene.marks[0].cells == ("s0", "s1") and not scene.blocked
    over = entry.artist().scene(entry.game(), view(state.apply(2), None))
    assert over.over == "Second took the last stick."


def test_bots(games_home: Path) -> None:
    folder = new_game("sticks", games_home)
    changes, bots, asked, _ = blocks("bots.md")
    place, *lines = changes.splitlines()
    assert place == "# of rules.py"
    rules = (folder / "rules.py").read_text("utf-8").splitlines()
    for line in lines:
        (old,) = get_close_matches(line, [text.strip() for text in rules], 1)
        rules = [text.replace(old, line) if text.strip() == old else text for text in rules]
    (folder / "rules.py").write_text("\n".join(rules), "utf-8")
    (folder / "bots.py").write_text(bots, "utf-8")
    entry = find_game("sticks")
    assert conform(entry.game(), 10, 1, entry.artist()).plies > 100
    exec(asked, {})
