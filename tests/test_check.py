"""`everygame check`: whatever is wrong with a game is told in one sentence, with file and line."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from everygame.check import check
from everygame.cli import main
from everygame.library.new import new_game

FAULTS = tomllib.loads((Path(__file__).parent / "faults.toml").read_text("utf-8"))["fault"]


@pytest.fixture
def folder(games_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(check, "PATIENCE", 3.0)
    return new_game("sticks", games_home)


def told(capfd: pytest.CaptureFixture[str], game: str = "sticks") -> str:
    """What `everygame check` says of a game that it refuses."""
    assert main(["check", game, "--matches", "20"]) == 1
    said = capfd.readouterr().err
    assert said.startswith("everygame: ") and said.count("\n") == 1, said
    return said


@pytest.mark.parametrize("fault", FAULTS, ids=[fault["name"] for fault in FAULTS])
def test_a_fault_is_told_with_its_file_and_line(
    folder: Path, fault: dict[str, str], capfd: pytest.CaptureFixture[str]
) -> None:
    file = folder / fault["file"]
    text = fault.get("text")
    if text is None:
        before = file.read_text("utf-8")
        assert fault["old"] in before
        text = before.replace(fault["old"], fault["new"])
    file.write_text(text, "utf-8")
    assert fault["told"] in told(capfd)


def test_what_a_game_prints_is_beside_the_point(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    rules = folder / "rules.py"
    rules.write_text(rules.read_text("utf-8") + "\nprint('{}')\n", "utf-8")
    assert main(["check", "sticks", "--matches", "2"]) == 0
    said = capfd.readouterr()
    assert said.out.startswith("sticks: 2 matches, ") and said.err == "{}\n"


def test_files_beside_the_folder_of_a_game_stay_where_they_are(
    games_home: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "mine"
    folder, note = new_game("sticks", home), home / "my_notes.txt"
    note.write_text("mine")
    assert main(["check", str(folder), "--matches", "2"]) == 0
    main(["play", str(folder), "--bot", "nobody"])
    assert note.read_text() == "mine" and len(list(home.iterdir())) == 2
