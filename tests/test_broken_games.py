"""A broken game in the games folder hurts no other, and says in one sentence what is wrong."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from random import Random

import pytest

from everygame.cli import main
from everygame.errors import EveryGameError
from everygame.games.tictactoe.rules import TicTacToeState
from everygame.library.new_game import new_game
from everygame.library.registry import find_game
from everygame.match import Match
from everygame.ownership import remember_game
from everygame.process.isolation import levels
from everygame.process.pool import Pool
from everygame.server.bots.jobs import Bots
from everygame.server.library.cards import Library
from tests.rewriting import rewrite

START = "return SticksState(STICKS, 0)"
NAMES = 'return ("First", "Second")'
IN_RULES = {
    "syntax": ("def to_play", "def to_play(("),
    "exit": ("STICKS = 15", "raise SystemExit(3)"),
    "start raises": (START, "return 1 / 0"),
    "start is none": (START, "return None"),
    "no picture": ("    return Scene(", "    return None\n    return Scene("),
    "no names": (NAMES, "return None"),
    "names raise": (NAMES, "return 1 / 0"),
    "nobody plays": ("return self.turn if self.left else OVER", "return None"),
}
"""What is exchanged in the rules, by the name of the fault."""
FILES = {
    "game.toml": b"title = = ",
    "kit.toml": b"= =",
    "tutorial.toml": b"= broken",
    "rules.en.md": b"\xff\xfe\x00",
    "de.po": b"\xff\xfe\x00",
    "bots.py": b"levels = 7",
    "notation.py": b"1 / 0",
    "table.json": b"{",
}
"""Files that are broken, and what is in them."""
MISSING = {f"no {file}": file for file in ("game.toml", "rules.py", "rules.en.md")}
"""Files that are missing, by the name of the fault."""
FAULTS = [*IN_RULES, *FILES, *MISSING]


def broken(fault: str, home: Path, name: str = "sticks") -> None:
    """Make a game with a fault."""
    folder = new_game(name, home)
    if fault in FILES:
        (folder / fault).write_bytes(FILES[fault])
    elif fault in MISSING:
        (folder / MISSING[fault]).unlink()
    else:
        old, new = (text.replace("Sticks", name.title()) for text in IN_RULES[fault])
        rewrite(folder, (old, new))


COMMANDS = (
    "games",
    "perft GAME --depth 1",
    "draw GAME -o OUT.svg",
    "play GAME --bot none",
    "moves GAME",
    "replay FOLDER/GAME.json",
    "verify FOLDER/GAME.json",
    "convert FOLDER/GAME.json OUT.json",
    "records FOLDER/GAME.json -o OUT.csv",
)
DEAR = (
    "kit GAME -o OUT",
    "arena GAME random random --matches 2 --seed 1 --workers 1",
    "study GAME --random --matches 2 --seed 1 --workers 1",
    "learn GAME --matches 4 --nodes 10 --rounds 1 --test 2 --workers 1 -o OUT.weights",
    "check GAME --matches 1",
)
"""Commands that take seconds: for some faults alone."""
FOR_ALL = ("syntax", "kit.toml")
"""Faults with which the dear commands run too. An arena opens a game once in a process, so that one
fault of its rules is enough."""
PLIES = {
    "sticks": ["take1", "take3", "take1", "take2", "take1"],
    "tictactoe": ["a1", "b2", "a2"],
}
"""Matches that are not over, for the commands that read records."""


def told(command: str, game: str, out: Path, capfd: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The status of a command, and what it says on standard error but its progress and, of
    `records`, how many matches there are."""
    places = {"GAME": game, "OUT": str(out), "FOLDER": str(out.parent)}
    for word, place in places.items():
        command = command.replace(word, place)
    status = main(command.split())
    lines = capfd.readouterr().err.splitlines()
    return status, "\n".join(line for line in lines if not re.search("…|match(es)? with", line))


def save_match(game: str, folder: Path) -> None:
    """Save a match as a record, which no rules are asked for."""
    record = {"format": 1, "game": game, "version": 1, "options": {"players": "2"}}
    seats = [{"kind": "person"}] * 2
    text = json.dumps({**record, "seats": seats, "plies": PLIES[game], "node": len(PLIES[game])})
    (folder / f"{game}.json").write_text(text, "utf-8")


@pytest.mark.parametrize("fault", FAULTS)
def test_each_command_does_its_work_beside_a_broken_game(
    fault: str,
    games_home: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """For another game nothing changes, and for the broken one there is at most one sentence."""
    broken(fault, games_home)
    for game in PLIES:
        save_match(game, tmp_path)
    for command in (*COMMANDS, *(DEAR if fault in FOR_ALL else ())):
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        assert told(command, "tictactoe", tmp_path / "out", capfd) == (0, ""), command
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        status, said = told(command, "sticks", tmp_path / "out", capfd)
        assert said.count("\n") == 0 and bool(status) == bool(said), (command, said)


@pytest.mark.parametrize("fault", FAULTS)
def test_the_library_page_shows_what_is_wrong_in_a_sentence(
    fault: str,
    games_home: Path,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    broken(fault, games_home)
    pool = Pool(1)  # which starts no process before the first job
    library = Library(Bots(pool, levels, study=pool), pool)
    cards = {card["name"]: card for card in library.cards()}
    assert "fault" not in cards["tictactoe"]
    for ask in (lambda: library.details("sticks"), lambda: library.preview("sticks", {})):
        try:
            ask()
        except EveryGameError as error:
            assert "\n" not in str(error)
    assert caplog.records == [] and "Traceback" not in capfd.readouterr().err


def test_a_state_may_have_no_length() -> None:
    """A match compares its states with None, for an author may give them a length, 0 at the end."""

    class Empty(TicTacToeState):
        def __len__(self) -> int:
            return 0

    game, start = find_game("tictactoe").game(), Empty("." * 9)
    remember_game(start, game)
    match = Match(game, Random(1), start)
    assert match.state().legal_actions() == [*range(9)]
