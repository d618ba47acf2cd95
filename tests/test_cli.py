"""The command line, as the rule files describe it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everygame.cli import main, parser
from everygame.errors import BadGame
from everygame.fast.arrays import COMPILED
from everygame.library.default_paths import games_folder
from everygame.library.new_game import new_game
from everygame.library.registry import games
from tests.conftest import Command

pytestmark = pytest.mark.both

START = "*.....*/...P.../..*.*../.*...*./..*.*../...Q.../*.....* ; P"
ONE_MOVE = "..P../...../...../..*../....Q ; P"


Run = Callable[..., tuple[int, list[str], str]]


@pytest.fixture
def run(everygame: Command) -> Run:
    """Runs a command, and returns its status, the lines of its output and its errors."""

    def run(*words: str) -> tuple[int, list[str], str]:
        status, out, err = everygame(*words)
        return status, out.splitlines(), err

    return run


def test_perft(run: Run) -> None:
    for depth, paths in enumerate([1, 4, 15, 47, 139, 408]):
        assert run("perft", "icefloes", "--depth", str(depth)) == (0, [str(paths)], "")


def test_perft_divided(run: Run) -> None:
    _, lines, _ = run("perft", "icefloes", "--depth", "3", "--divide")
    assert [line.split()[0] for line in lines[:-1]] == ["down", "left", "right", "up"]
    assert sum(int(line.split()[1]) for line in lines[:-1]) == int(lines[-1]) == 47


def test_moves_are_sorted_by_code_point(run: Run) -> None:
    assert run("moves", "icefloes")[1] == ["down", "left", "right", "up"]
    there = run("moves", "icefloes", "--position", ONE_MOVE, "--option", "players=2")
    assert there[1] == ["down", "left", "right"]


def test_apply_prints_the_position(run: Run) -> None:
    assert run("apply", "icefloes", "--moves", "")[1] == [START]
    printed = run("apply", "icefloes", "--moves", "up", "--json")[1][0]
    assert printed.startswith('{"level": ')


def test_apply_tells_the_end(run: Run) -> None:
    _, lines, _ = run("apply", "icefloes", "--position", ONE_MOVE, "--moves", "down")
    assert lines == ["...../...../..P../..*../....Q ; Q", "over: 1 -1 goal"]


def test_apply_counts_repetition(run: Run) -> None:
    position = ".P.../...../..*../...../...Q. ; P"
    shuffle = "right left left right " * 2
    _, lines, _ = run(
        "apply", "icefloes", "--position", position, "--moves", "left right " + shuffle
    )
    assert lines[-1] == "over: 0 0 repetition"


@pytest.mark.parametrize(
    "arguments",
    [
        ["perft", "nogame", "--depth", "1"],
        ["moves", "icefloes", "--position", "P"],
        ["moves", "icefloes", "--option", "players=5"],
        ["moves", "icefloes", "--option", "players"],
        ["apply", "icefloes", "--moves", "down up"],
        ["apply", "icefloes", "--moves", "sideways"],
        ["replay", "no such file.json"],
        ["play", "icefloes", "--bot", "9"],
        ["check", "./nosuch"],
        ["words", "check", "--game", "./nosuch"],
        ["export", __file__],
        ["records", ".", "-o", f"{__file__}/table.csv"],
    ],
)
def test_what_cannot_be_done_is_one_sentence(arguments: list[str], run: Run) -> None:
    status, out, err = run(*arguments)
    assert status == 1
    assert out == []
    assert err.startswith("everygame: ") and len(err.splitlines()) == 1


@given(st.text(max_size=30), st.text(max_size=30))
def test_no_position_and_no_moves_end_in_a_traceback(position: str, moves: str) -> None:
    arguments = ["apply", "icefloes", "--position=" + position, "--moves=" + moves]
    assert main(arguments) in (0, 1)


def test_games_lists_every_game(run: Run) -> None:
    _, lines, _ = run("games")
    assert [line.split()[0] for line in lines] == list(games())


def test_bots_play_the_game_of_any_folder(games_home: Path, tmp_path: Path, run: Run) -> None:
    folder = new_game("pebbles", tmp_path / "elsewhere")
    bots = ("--level", "first:nodes=20", "--matches", "2", "--workers", "2", "--json")
    status, _, err = run("study", str(folder), *bots)
    assert (status, err) == (0, "")


def test_a_folder_called_like_another_game_is_no_game_for_bots(
    games_home: Path, tmp_path: Path, run: Run
) -> None:
    folder = new_game("pebbles", tmp_path).rename(tmp_path / "tictactoe")
    _, _, err = run("arena", str(folder), "first", "first")
    assert err == "everygame: tictactoe: another game has this name; rename the folder.\n"


def test_a_game_whose_name_no_server_would_take_is_none(games_home: Path) -> None:
    with pytest.raises(BadGame, match="64 at most"):
        new_game("a" * 65, games_home)
    new_game("a" * 64, games_home).rename(games_home / ("b" * 65))
    new_game("c" * 64, games_home)
    assert [name for name in games() if len(name) > 30] == ["c" * 64]


@pytest.mark.parametrize("named", ["pebbles", "folder"])
def test_what_a_game_throws_is_a_sentence_with_file_and_line(
    games_home: Path, run: Run, named: str
) -> None:
    folder = new_game("pebbles", games_home)
    rules = folder / "rules.py"
    rules.write_text(rules.read_text().replace("self.left -= action", "self.left -= [action]"))
    game = str(folder) if named == "folder" else named
    status, _, err = run("perft", game, "--depth", "2")
    assert status == 1 and err.count("\n") == 1
    assert err.startswith("everygame: pebbles: rules.py, line 28, TypeError: ")


def test_what_the_library_is_opened_with_stands_before_the_word_or_after_it() -> None:
    words = ["--port", "5", "--data", "a.db"]
    for line in ([*words, "serve"], ["serve", *words], words):
        read = parser().parse_args(line)
        assert (read.port, read.data, read.host) == (5, "a.db", "127.0.0.1")


def test_version_says_which_build(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    said = capsys.readouterr().out
    assert ("compiled, " in said) == COMPILED and ("interpreted" in said) != COMPILED


def test_the_games_folder_is_beside_the_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Path] = []
    monkeypatch.setenv("EVERYGAME_DATA", "elsewhere/matches.db")
    monkeypatch.delenv("EVERYGAME_GAMES", raising=False)
    server = pytest.importorskip("everygame.server.serve")
    monkeypatch.setattr(server, "serve", lambda *given, **named: seen.append(games_folder()))
    assert main(["serve", "--data", "here/matches.db"]) == 0
    assert seen == [Path("here/games").absolute()]


@pytest.mark.parametrize("before", [True, False])
def test_places_go_before_or_after_any_command(
    before: bool,
    games_home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    run: Run,
) -> None:
    monkeypatch.setenv("EVERYGAME_DATA", "")
    new_game("skull", tmp_path / "mine")
    places = ["--games", str(tmp_path / "mine"), "--data", str(tmp_path / "matches.db")]

    def ask(*words: str) -> tuple[int, list[str], str]:
        monkeypatch.setenv("EVERYGAME_GAMES", str(games_home))
        return run(*([*places, *words] if before else [*words, *places]))

    assert ask("moves", "skull")[:2] == (0, ["take1", "take2", "take3"])
    assert any(line.startswith("skull") for line in ask("games")[1])
    assert ask("check", "skull", "--matches", "1")[0] == 0
    monkeypatch.setattr("builtins.input", lambda prompt: "quit")
    assert ask("play", "skull", "--bot", "none")[0] == 0
    assert (tmp_path / "terminal" / "skull.json").is_file()
    monkeypatch.setenv("EVERYGAME_GAMES", str(games_home))
    assert "There is no game 'skull'" in run("moves", "skull")[2]


@pytest.mark.parametrize("before", [True, False])
def test_a_game_under_work_is_served_with_the_data_file_that_is_named(
    before: bool, games_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    seen: list[object] = []
    server = pytest.importorskip("everygame.server.serve")
    monkeypatch.setattr(server, "serve", lambda settings: seen.append(settings.data))
    monkeypatch.setenv("EVERYGAME_DATA", "")
    monkeypatch.setenv("EVERYGAME_GAME", "")
    file, words = tmp_path / "new" / "m.db", ["dev", str(new_game("pebbles", games_home))]
    place = ["--data", str(file)]
    assert run(*([*place, *words] if before else [*words, *place]))[0] == 0
    assert seen == [file] and file.parent.is_dir()
    (tmp_path / "text").write_text("")
    status, _, err = run(*words, "--data", str(tmp_path / "text" / "m.db"))
    assert status == 1 and "cannot be written" in err


def test_a_position_may_be_the_json_of_a_state(run: Run) -> None:
    """In Freez a turn has steps, and the middle of it no position text."""
    first = run("moves", "freez")[1][0]
    _, (printed,), _ = run("apply", "freez", "--moves", first)
    assert printed.startswith("{")
    moves = run("moves", "freez", "--position", printed)[1]
    after = run("apply", "freez", "--position", printed, "--moves", moves[0])
    assert after == run("apply", "freez", "--moves", f"{first} {moves[0]}")
    assert run("moves", "freez", "--position", "{")[2].startswith(
        "everygame: The position is no JSON"
    )
    assert run("moves", "freez", "--position", "{}")[0] == 1
