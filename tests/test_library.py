"""Games that people add: the games folder, loose files, updates, broken ones, new ones."""

import shutil
import sys
from pathlib import Path

import pytest

from everygame.check import conform
from everygame.cli import main
from everygame.errors import BadGame
from everygame.library.new_game import FILES, new_game
from everygame.library.registry import find_game, games


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def test_a_folder_is_a_game(games_home: Path) -> None:
    new_game("sticks", games_home)
    entry = games()["sticks"]
    assert entry.facts()["title"] == "Sticks"
    assert conform(entry.game(), 20, 1, entry.artist()).plies > 100


def test_nothing_of_a_game_runs_before_it_is_opened(games_home: Path) -> None:
    folder = new_game("sticks", games_home)
    (folder / "rules.py").write_text("raise SystemExit")
    assert "sticks" in games()


def test_loose_files_are_put_into_the_folder_of_their_game(
    games_home: Path, tmp_path: Path
) -> None:
    folder = new_game("sticks", tmp_path)
    for file in FILES:
        shutil.copy(folder / file, games_home / f"sticks_{file}")
    (games_home / "read me.txt").write_text("not of a game")
    assert games()["sticks"].game().name == "sticks"
    assert sorted(f.name for f in games_home.iterdir()) == ["read me.txt", "sticks"]


def test_what_is_of_no_game_stays_where_it_is(games_home: Path) -> None:
    kept = ["photos/ann.jpg", "tax_2025.pdf", "thesis/rules.pdf", "thesis_draft.txt", "x_y/a.txt"]
    for name in kept:
        (games_home / name).parent.mkdir(exist_ok=True)
        (games_home / name).write_text(name)
    assert not {"photos", "tax", "thesis"} & games().keys()
    for name in kept:
        assert (games_home / name).read_text() == name


def test_a_games_folder_that_cannot_be_read_has_no_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "letter").write_text("Dear Sir,")
    for name in ("letter", "missing"):
        monkeypatch.setenv("EVERYGAME_GAMES", str(tmp_path / name))
        assert "icefloes" in games()


def test_a_loose_file_updates_its_game(games_home: Path) -> None:
    folder = new_game("sticks", games_home)
    assert find_game("sticks").game().num_actions == 4
    rules = (folder / "rules.py").read_text()
    (games_home / "sticks_rules.py").write_text(rules.replace("num_actions = 4", "num_actions = 5"))
    assert find_game("sticks").game().num_actions == 5
    assert not list(games_home.rglob("*.pyc")), "compiled files could be taken for newer ones"


def test_parts_of_a_game_import_each_other_and_are_renewed_together(games_home: Path) -> None:
    folder = new_game("sticks", games_home)
    (folder / "amounts.py").write_text("STICKS = 15\n")
    change(folder / "rules.py", "STICKS = 15", "from .amounts import STICKS")
    assert find_game("sticks").game().initial_state().to_json()["left"] == 15
    (folder / "amounts.py").write_text("STICKS = 12\n")
    assert find_game("sticks").game().initial_state().to_json()["left"] == 12
    assert not [name for name in sys.modules if name == "amounts"]


def test_bots_play_the_game_as_it_now_is(games_home: Path) -> None:
    from everygame.bots.thinker import load_game

    folder = new_game("sticks", games_home)
    assert load_game("sticks", ()) is load_game("sticks", ())
    change(folder / "rules.py", "STICKS = 15", "STICKS = 12")
    assert load_game("sticks", ()).initial_state().to_json()["left"] == 12


BROKEN = {
    "game.toml": (None, "sticks: game.toml cannot be read: No such file"),
    "rules.py": (None, "sticks: there is no rules.py."),
    "./rules.py": ("a = 1", "sticks: rules.py must set GAME to a subclass of Game."),
}
"""For a file of a game, a text in its place and what is said of it; more in `faults.toml`."""


@pytest.mark.parametrize("file", BROKEN)
def test_a_broken_game_says_in_a_sentence_what_is_wrong(
    games_home: Path, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text, sentence = BROKEN[file]
    path = new_game("sticks", games_home) / file
    path.unlink()
    if text is not None:
        path.write_text(text)
    assert main(["check", "sticks"]) == 1
    said = capsys.readouterr().err
    assert sentence in said and said.count("\n") == 1
    assert main(["games"]) == 0
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert sentence in lines["sticks"] and "Ice Floes" in lines["icefloes"]


def test_a_name_that_is_taken_hides_no_game(games_home: Path) -> None:
    shutil.copytree(new_game("sticks", games_home), games_home / "tictactoe")
    assert find_game("tictactoe").game().num_actions == 9
    with pytest.raises(BadGame, match="another game has this name too"):
        games()["tictactoe_"].facts()


def test_the_rules_say_the_name_of_their_folder(games_home: Path) -> None:
    shutil.copytree(new_game("sticks", games_home), games_home / "stones")
    with pytest.raises(BadGame, match="calls the game 'sticks'"):
        find_game("stones").game()


def test_a_new_game_passes_the_check_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", "pebbles", "--into", str(tmp_path)]) == 0
    command = capsys.readouterr().out.splitlines()[1].split()
    assert main(command[1:]) == 0
    assert "keep the contract" in capsys.readouterr().out


def test_a_new_game_takes_no_name_that_is_taken(games_home: Path) -> None:
    for name in ("tictactoe", "Sticks", "1", "a_b", ""):
        with pytest.raises(BadGame):
            new_game(name, games_home)
    new_game("sticks", games_home)
    with pytest.raises(BadGame, match="already"):
        new_game("sticks", games_home)
    assert [f.name for f in games_home.iterdir()] == ["sticks"]


@pytest.mark.parametrize(
    ("line", "now"),
    [
        ("from everygame.fast import FastState", "everygame.fast.state"),
        ("from everygame.packed import i64", "everygame.fast.arrays"),
        ("from everygame.boards.bits import count", "everygame.fast.bits"),
    ],
)
def test_a_game_written_before_modules_moved_hears_where_they_are(
    games_home: Path, line: str, now: str
) -> None:
    change(new_game("sticks", games_home) / "rules.py", "STICKS = 15", f"{line}\nSTICKS = 15")
    with pytest.raises(BadGame, match=f"is {now} now"):
        find_game("sticks").game()
