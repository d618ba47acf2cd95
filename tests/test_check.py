"""`everygame check`: whatever is wrong with a game is told in one sentence, with file and line."""

from __future__ import annotations

import sys
import tomllib
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from everygame.check import command, matches
from everygame.check.all_files import attempt
from everygame.check.evaluation import find_fault, has_wrong_sign, lead, settled_states
from everygame.cli import main
from everygame.contract import State
from everygame.library.new_game import new_game
from everygame.library.registry import find_game
from everygame.search.adapter import Evaluate

FAULTS = tomllib.loads((Path(__file__).parent / "faults.toml").read_text("utf-8"))["fault"]
CALM: Any = SimpleNamespace(begin=lambda stage: None, tick=lambda where="": None)
"""A watchdog for games that do not hang."""
SOON = 2.0
"""Seconds after which a game that hangs is given up here; what does not hang has as long as it
takes, on however slow a machine."""


@pytest.fixture
def folder(games_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(command, "PATIENCE", 1e6)
    monkeypatch.setattr(matches, "LONGEST", 300)
    return new_game("sticks", games_home)


@pytest.mark.parametrize("fault", FAULTS, ids=[fault["name"] for fault in FAULTS])
def test_a_fault_is_told_with_its_file_and_line(
    folder: Path,
    fault: dict[str, str],
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the command where the fault is `violent`; else by what the command has a process of its
    own do, in this one."""
    file = folder / fault["file"]
    text = fault.get("text")
    if text is None:
        before = file.read_text("utf-8")
        assert fault["old"] in before
        text = before.replace(fault["old"], fault["new"])
    file.write_text(text, "utf-8")
    if "violent" not in fault:
        said = attempt(CALM, "sticks", None, {}, 20, 1)["fault"]
        assert fault["told"] in said and "\n" not in said
        return
    if "does not come to an end" in fault["told"]:
        monkeypatch.setattr(command, "PATIENCE", SOON)
    assert main(["check", "sticks", "--matches", "20"]) == 1
    said = capfd.readouterr().err
    assert said.startswith("everygame: ") and said.count("\n") == 1, said
    assert fault["told"] in said


def test_a_method_that_the_picture_in_the_library_needs_is_named(folder: Path) -> None:
    """It is misspelt where it is called, too; the picture asks for it before any match does."""
    rules, facts = folder / "rules.py", folder / "game.toml"
    facts.write_text(facts.read_text("utf-8") + """picture = '{"left": 9, "turn": 0}'\n""", "utf-8")
    text = rules.read_text("utf-8").replace("def from_json", "def fromjson")
    rules.write_text(text + "\nRESTORE = Sticks.fromjson\n", "utf-8")
    said = attempt(CALM, "sticks", None, {}, 20, 1)["fault"]
    told = "Sticks has no method from_json of its own; is it 'fromjson'? See rules.py, line 46."
    assert said.startswith("sticks: game.toml, line ") and said.endswith(told)


def test_a_check_says_how_its_matches_ended_and_that_nobody_won(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "sticks", "--matches", "3"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["Ends of these matches: 'last stick' 3."]
    rules = folder / "rules.py"
    text = rules.read_text("utf-8").replace(
        "return [-1.0, 1.0] if self.turn == 0 else [1.0, -1.0]", "return [0, 0]"
    )
    rules.write_text(text, "utf-8")
    assert main(["check", "sticks", "--matches", "3"]) == 0
    assert capsys.readouterr().out.splitlines()[2].startswith("Nobody won any of them")


@pytest.mark.parametrize(
    ("sides", "answers", "told"),
    [
        ((0, 0), (0.5, 0.5), ""),
        ((0, 0), (0.5, -0.5), "seats of one side get the same answer"),
        ((), (0.5, -0.5), ""),
        ((), (0.5, 0.5), "what is good for one must be as bad for the other"),
        ((0, 1, 0, 1), (0.5, -0.5, 0.5, -0.5), ""),
        ((0, 1, 0, 1), (0.5, -0.5, -0.5, 0.5), "seats of one side get the same answer"),
        ((0, 1, 0, 1), (0.5, 0.5, 0.5, 0.5), "what is good for one must be as bad for the other"),
    ],
)
def test_an_estimate_is_good_for_a_side(
    sides: tuple[int, ...], answers: tuple[float, ...], told: str
) -> None:
    game: Any = SimpleNamespace(players=len(answers), sides=sides)
    state: Any = None
    said = find_fault(game, lambda state, seat: answers[seat], state)
    assert told in said and bool(told) == bool(said)


def test_what_a_game_prints_is_beside_the_point(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    rules = folder / "rules.py"
    rules.write_text(rules.read_text("utf-8") + "\nprint('{}')\n", "utf-8")
    assert main(["check", "sticks", "--matches", "2"]) == 0
    said = capfd.readouterr()
    assert said.out.startswith("sticks: 2 matches, ") and said.err == "{}\n"


def test_a_game_that_prints_all_the_time_does_not_flood_what_is_told(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    rules = folder / "rules.py"
    text = rules.read_text("utf-8")
    asked = "    def legal_actions(self) -> list[int]:\n"
    assert asked in text
    rules.write_text(text.replace(asked, asked + "        print('asked')\n"), "utf-8")
    assert main(["check", "sticks", "--matches", "2"]) == 0
    lines = capfd.readouterr().err.splitlines()
    assert lines[:5] == ["asked"] * 5 and len(lines) == 6
    assert lines[5].startswith("… and ") and lines[5].endswith(" lines more that the game prints.")


def test_files_beside_the_folder_of_a_game_stay_where_they_are(
    games_home: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "mine"
    folder, note = new_game("sticks", home), home / "my_notes.txt"
    note.write_text("mine")
    assert main(["check", str(folder), "--matches", "2"]) == 0
    main(["play", str(folder), "--bot", "nobody"])
    assert note.read_text() == "mine" and len(list(home.iterdir())) == 2


def test_a_terminal_is_told_how_far_it_is_and_keeps_nothing_of_it(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["check", "sticks", "--matches", "2"]) == 0
    stages = capfd.readouterr().err.split("\r\x1b[K")
    files = ["game.toml", "rules.py", "2 random matches", "rules.en.md", "pictures"]
    told = [stage.partition(",")[0].removesuffix(" …") for stage in stages]
    shown = list(dict.fromkeys(told))
    assert shown == ["", *(f"sticks: {file}" for file in files), "sticks: bots and hints"]
    assert stages[-1] == ""


@pytest.mark.parametrize(("name", "players"), [("icefloes", "3"), ("ur", "2")])
def test_a_wrong_sign_is_found_where_one_match_settles_little(name: str, players: str) -> None:
    entry = find_game(name)
    game, evaluate = entry.game(players=players), entry.advice().evaluate
    assert evaluate is not None
    for sign in (1, -1):
        signed = partial(times, evaluate, sign)
        assert has_wrong_sign(game, signed, Random(1), lambda: None) == (sign < 0)


def times(evaluate: Evaluate, sign: int, state: State, seat: int) -> float:
    return sign * evaluate(state, seat)


def test_the_sign_is_looked_for_in_matches_that_follow_advice() -> None:
    """In Cold Spell, where random spelling makes many cards a burden."""
    entry = find_game("coldspell")
    evaluate = entry.advice().evaluate
    assert evaluate is not None
    settled = settled_states(entry.game(), Random(1), lambda: None)
    leads = [lead(evaluate, state, returns) for state, returns in settled]
    assert len(leads) >= 4 and min(leads) > 0


def test_the_files_of_a_game_may_begin_with_a_byte_order_mark(folder: Path) -> None:
    """Some editors for Windows put one there."""
    (folder / "tutorial.toml").write_text(
        '[[step]]\nsay = "Take one."\nmove = "take1"\ndone = "One."\n', "utf-8"
    )
    (folder / "kit.toml").write_text("plastic = false\n", "utf-8")
    (folder / "bots.py").write_text("def idea(state, seat):\n    return 0.0\n", "utf-8")
    for file in folder.iterdir():
        if file.is_file():
            file.write_text(file.read_text("utf-8"), "utf-8-sig")
    assert "fault" not in attempt(CALM, "sticks", None, {}, 2, 1)
