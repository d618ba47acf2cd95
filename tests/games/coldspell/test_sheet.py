"""The rule sheet: its pictures say what the rules say."""

from __future__ import annotations

import json
import re
from pathlib import Path

from everygame.games.coldspell.rules import ColdSpell
from tests.games.coldspell.table import read, texts

SHEET = (Path(__file__).parents[3] / "everygame/games/coldspell/rules.en.md").read_text("utf-8")


def test_the_marked_squares_are_where_the_pyramid_can_go() -> None:
    found = re.search("position: (.*)\nmarks: target (.*)\n", SHEET)
    assert found
    moves = {text for text in texts(read(ColdSpell(), found[1])) if text.startswith("c4-")}
    assert moves == {f"c4-{square}" for square in found[2].split()}


def test_the_numbers_of_the_last_picture() -> None:
    state = re.search("state: (.*)\n", SHEET)
    assert state
    over = ColdSpell(spelling="auto").from_json(json.loads(state[1]))
    assert over.returns() == [1, -1] and "54 to −13" in SHEET
