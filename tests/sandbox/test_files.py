"""Tables in the games folder: loose files, updates, and what is broken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from everygame.cli import main
from everygame.errors import BadGame
from everygame.library.registry import find_game, games
from tests.sandbox.tables import CARDS, PARTY


def test_a_loose_file_is_a_game_at_the_next_look_and_an_update_updates_it(games_home: Path) -> None:
    assert "party" not in games()
    (games_home / "party_table.json").write_text(json.dumps(PARTY))
    entry = find_game("party")
    assert entry.is_table and entry.facts()["title"] == "Party"
    (games_home / "party_table.json").write_text(json.dumps({**PARTY, "title": "Feast"}))
    assert find_game("party").facts()["title"] == "Feast"


def test_a_broken_one_says_what_is_wrong_and_hurts_no_other(
    games_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (games_home / "party_table.json").write_text(json.dumps({**PARTY, "pieces": 7}))
    (games_home / "cards_table.json").write_text(json.dumps(CARDS))
    with pytest.raises(BadGame, match="pieces: it is a list, not 7"):
        find_game("party").game()
    assert main(["check", "party"]) == 1
    assert "pieces: it is a list" in capsys.readouterr().err
    assert main(["check", "cards", "--matches", "2"]) == 0
    assert "2 matches" in capsys.readouterr().out
    assert main(["games"]) == 0
