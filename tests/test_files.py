"""Matches in files: a game of one's own brings its own notation, and a broken game hurts no
other."""

from __future__ import annotations

from pathlib import Path

import pytest

import everygame as eg
from everygame.check.all_files import attempt
from everygame.errors import BadGame, BadRecord, EveryGameError
from everygame.library.match_files import load_record, load_records, read_file, write_file
from everygame.library.new_game import new_game
from everygame.library.registry import find_game
from everygame.process.isolation import host
from everygame.record import Record
from tests.conftest import Command
from tests.test_check import CALM

SGF = Path(__file__).parent / "notation" / "files" / "teaching.sgf"
NOTATION = """
from everygame.notation import Found
from everygame.notation.tree import Growth

from .rules import GAME


def read(data):
    head, *games = data.decode().splitlines() or [""]
    return [Found(f"game {line}", lambda line=line: play(line)) for line in games if head == "st"]


def play(line):
    growth = Growth(line, GAME(), None)
    for at, sign in enumerate(line):
        growth.play(at, f"take{sign}", at)
    return growth.record(("Ann", "Bob"), {}, "sticks")


def write(records):
    lines = ("".join(text[-1] for _, text in record.plies) for record in records)
    return "\\n".join(["st", *lines]).encode()
"""


@pytest.fixture
def sticks(games_home: Path) -> Path:
    folder = new_game("sticks", games_home)
    (folder / "notation.py").write_text(NOTATION)
    say(folder, "st")
    return folder


def say(folder: Path, *endings: str) -> None:
    """Name the endings of the files that a game reads in its game.toml."""
    file = folder / "game.toml"
    lines = [line for line in file.read_text().splitlines() if not line.startswith("files")]
    file.write_text("\n".join([f"files = {list(endings)}", *lines]))


def test_a_game_of_ones_own_brings_its_own_notation(
    sticks: Path, tmp_path: Path, everygame: Command
) -> None:
    file = tmp_path / "two.st"
    file.write_text("st\n333\n31323")
    first, second = load_records(file)
    assert [ply for _, ply in first.plies] == ["take3"] * 3 and not first.result
    assert len(second.plies) == 5 and second.seats[1].name == "Bob"
    with pytest.raises(BadRecord, match="holds 2 games, not one"):
        load_record(file)
    assert everygame("convert", str(file), f"{tmp_path}/each/")[0] == 0
    assert sorted(one.name for one in (tmp_path / "each").iterdir()) == ["two-1.json", "two-2.json"]
    back = tmp_path / "back.st"
    assert everygame("convert", f"{tmp_path}/each/two-2.json", str(back))[0] == 0
    assert back.read_text() == "st\n31323"
    assert attempt(CALM, "sticks", None, {}, 2, 1).get("fault") is None
    file.write_text("st\n34")
    with pytest.raises(BadRecord, match=r"line 1, column 2: 'take4' is not legal here\."):
        load_record(file)


def test_the_server_asks_the_process_of_the_game(sticks: Path) -> None:
    remote = host(find_game("sticks"))
    found = read_file(b"st\n333", "x.st", host)
    assert type(remote).__name__ == "RemoteEntry" and found[0].title == "game 333"
    record = found[0].read()
    assert isinstance(record, Record) and len(record.plies) == 3
    assert write_file([record], "x.st", host) == b"st\n333"
    (sticks / "notation.py").write_text("def read(data): 1 / 0\ndef write(records): while_true")
    for ask in (lambda: read_file(b"st", "x.st", host), lambda: write_file([record], "x.st", host)):
        with pytest.raises(EveryGameError, match=r"notation\.py, line"):
            ask()


@pytest.mark.parametrize(
    "program",
    [
        "1 / 0",
        "def read(data): raise KeyError('x')\ndef write(records): pass",
        "def read(data): return []",
        "def read(data): return 3\ndef write(records): pass",
    ],
)
def test_a_broken_game_hurts_no_other(sticks: Path, program: str) -> None:
    broken = new_game("about", sticks.parent)  # which is asked before go
    (broken / "notation.py").write_text(program)
    say(broken, "sgf")
    assert load_record(SGF).game == "go"
    with pytest.raises((BadGame, BadRecord)):
        read_file(b"(;GM[99])", "x.sgf")


@pytest.mark.parametrize(
    ("program", "endings", "said"),
    [
        (NOTATION.replace('f"take{sign}"', '"take1"'), ["st"], "is another one when it is read"),
        (NOTATION.replace("def write", "def wrote"), ["st"], "must have the functions read and"),
        (NOTATION.replace("for at, sign", "x = 1 / 0; for at"), ["st"], "notation.py, line"),
        (NOTATION.replace("for at, sign", "1 / 0\n    for at, sign"), ["st"], "line 15, ZeroDiv"),
        ("", ["st"], "notation.py must have the functions read and write."),
        (NOTATION, [".st"], "files"),
    ],
)
def test_check_reads_what_it_has_written(
    sticks: Path, program: str, endings: list[str], said: str
) -> None:
    (sticks / "notation.py").write_text(program)
    say(sticks, *endings)
    assert said in attempt(CALM, "sticks", None, {}, 1, 1)["fault"]


def test_check_wants_both_the_endings_and_the_program(sticks: Path) -> None:
    (sticks / "notation.py").unlink()
    assert "one of the two is missing" in attempt(CALM, "sticks", None, {}, 1, 1)["fault"]


def test_the_ending_of_a_file_says_its_kind(tmp_path: Path) -> None:
    record = eg.load_record(SGF)
    for name in ("a.json", "a.sgf", "a.SGF"):
        eg.save_record(record, tmp_path / name)
        assert eg.load_record(tmp_path / name) == record
    for name, said in (
        ("a.pdn", "Matches of go are written to files that end in .json or .sgf, not to"),
        ("a", "says its kind by its ending"),
    ):
        with pytest.raises(BadRecord, match=said):
            eg.save_record(record, tmp_path / name)
    eg.save_records([record, record], tmp_path / "two.sgf")
    assert list(eg.load_records(tmp_path / "two.sgf")) == [record, record]
    with pytest.raises(BadRecord, match=r"A \.json file holds one match"):
        eg.save_records([record, record], tmp_path / "two.json")
    for data, name, said in (
        (b"x", "a.docx", r"No game here reads this file: its name should end in .*\.json.*\.sgf"),
        (b"\xff\xfe", "a.json", "not UTF-8"),
    ):
        with pytest.raises(BadRecord, match=said):
            read_file(data, name)[0].read()
