"""Guided first matches and rule sheets: every position, move and picture in them is real."""

import pytest

from everygame.registry import find_game, games
from everygame.server.lessons import lessons
from everygame.server.rulesheet import rule_sheet

TAUGHT = [name for name, entry in games().items() if entry.has("tutorial.toml")]


@pytest.mark.parametrize("name", TAUGHT)
def test_a_guided_match_has_five_to_eight_things_to_do(name: str) -> None:
    steps = lessons(find_game(name))["steps"]
    assert 5 <= len(steps) <= 8
    for step in steps:
        offered = [choice["move"] for choice in step["scene"]["choices"]]
        assert step["move"] in offered
        assert step["say"].endswith((".", "!", "?")) and step["done"].endswith((".", "!"))
        assert "choices" not in step["after"]


@pytest.mark.parametrize("name", list(games()))
def test_every_picture_of_a_rule_sheet_is_drawn(name: str) -> None:
    sheet = rule_sheet(find_game(name), "en")
    assert "cannot be drawn" not in sheet["html"]
    assert sheet["scenes"]
    assert sheet["html"].count("data-scene") == len(sheet["scenes"])
