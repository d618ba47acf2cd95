"""Guided first matches and rule sheets: every position, move and picture in them is real."""

import tomllib

import pytest

from everygame.library.lessons import FILE, lessons
from everygame.library.registry import find_game, games
from everygame.library.rulesheet import find_start, rule_sheet
from everygame.scene import check, view

TAUGHT = [name for name, entry in games().items() if entry.has("tutorial.toml")]


@pytest.mark.parametrize("name", TAUGHT)
def test_a_guided_match_has_five_to_eight_things_to_do(name: str) -> None:
    steps = lessons(find_game(name), "en")["steps"]
    assert 5 <= len(steps) <= 8
    for step in steps:
        offered = [choice["move"] for choice in step["scene"]["choices"]]
        assert step["move"] in offered
        assert step["say"].endswith((".", "!", "?")) and step["done"].endswith((".", "!"))
        assert "choices" not in step["after"]


@pytest.mark.parametrize("name", TAUGHT)
def test_the_pictures_of_a_guided_match_are_sound(name: str) -> None:
    entry = find_game(name)
    for step in tomllib.loads((entry.folder / FILE).read_text("utf-8"))["step"]:
        game, state = find_start(entry, step)
        for shown in (state, state.apply(state.parse(step["move"]))):
            assert not check(entry.artist().scene(game, view(shown, state.to_play())))


@pytest.mark.parametrize("name", list(games()))
def test_every_picture_of_a_rule_sheet_is_drawn(name: str) -> None:
    sheet = rule_sheet(find_game(name), "en")
    assert "cannot be drawn" not in sheet["html"]
    assert sheet["scenes"]
    assert sheet["html"].count("data-scene") == len(sheet["scenes"])
