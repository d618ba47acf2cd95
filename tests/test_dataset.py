"""`everygame records`: a row for each ply, the same in each format, and no match left out
silently."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from everygame.dataset import COLUMNS, NESTED
from tests.conftest import Command

FILES = Path(__file__).parent / "notation" / "files"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With a draughts match and its variation, and the log of an arena."""
    home = tmp_path / "matches"
    (home / "deep").mkdir(parents=True)
    (home / "deep" / "a.pdn").write_text('[Result "1-0"] 1. 11-15 (1. 9-13) 23-18 1-0')
    (home / "notes.txt").write_text("no match")
    return home


def rows(everygame: Command, folder: Path, *more: str) -> list[dict[str, object]]:
    status, out, err = everygame("records", str(folder), *more)
    assert status == 0, err
    return [json.loads(line) for line in out.splitlines()]


def test_each_ply_is_a_row(everygame: Command, folder: Path) -> None:
    first, second, side = rows(everygame, folder)
    assert first == {
        "file": "deep/a.pdn", "number": 1, "game": "draughts", "version": 1,
        "options": {"players": "2"}, "node": 1, "parent": 0, "ply": 1, "main": True, "seat": 0,
        "position": first["position"], "move": "11-15", "returns": [1.0, -1.0],
        "ending": "resignation", "told": "1-0", "value": None, "nodes": None, "visits": None,
    }  # fmt: skip
    assert str(first["position"]).startswith("B:W21,") and second["seat"] == 1
    assert (side["parent"], side["move"], side["main"], side["returns"]) == (0, "9-13", False, None)


def test_what_an_arena_searched_stands_beside_its_plies(everygame: Command, folder: Path) -> None:
    log = folder / "log"  # whatever it is called
    duel = ("arena", "tictactoe", "mcts:nodes=40", "random", "--matches", "2", "--workers", "1")
    assert everygame(*duel, "--log", str(log))[0] == 0
    found = [row for row in rows(everygame, folder) if row["game"] == "tictactoe"]
    searched = [row for row in found if row["visits"]]
    assert searched and {row["number"] for row in found} == {1, 2}
    for row in searched:
        visits = row["visits"]
        assert isinstance(visits, dict) and sum(visits.values()) == row["nodes"]
        assert row["move"] in visits and -1 <= float(str(row["value"])) <= 1


def flat(row: dict[str, object]) -> dict[str, object]:
    """The row as a table without nested columns has it."""
    nested = {name: row[name] for name in NESTED if row[name]}
    return row | {name: json.dumps(value, ensure_ascii=False) for name, value in nested.items()}


def test_a_table_holds_the_same(everygame: Command, folder: Path, tmp_path: Path) -> None:
    (folder / "b.sgf").write_bytes((FILES / "handicap.sgf").read_bytes())
    plain = rows(everygame, folder)
    assert len(plain) == 103
    rows(everygame, folder, "--format", "csv", "-o", str(tmp_path / "x.csv"))
    with (tmp_path / "x.csv").open(encoding="utf-8", newline="") as file:
        told = list(csv.DictReader(file))
    expected = map(flat, plain)
    assert told == [{k: "" if row[k] is None else str(row[k]) for k in COLUMNS} for row in expected]


@pytest.mark.long("records", guard="tests/test_dataset.py::test_a_table_holds_the_same")
def test_parquet_holds_the_same(everygame: Command, folder: Path, tmp_path: Path) -> None:
    from pyarrow import parquet  # which the gate does not install

    (folder / "b.sgf").write_bytes((FILES / "handicap.sgf").read_bytes())
    rows(everygame, folder, "--format", "parquet", "-o", str(tmp_path / "x.parquet"))
    read = parquet.read_table(tmp_path / "x.parquet").to_pylist()
    assert read == list(map(flat, rows(everygame, folder)))


def test_what_parquet_needs_is_told(
    everygame: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("everygame.dataset.find_spec", lambda name: None)
    status, _, err = everygame("records", str(folder), "--format", "parquet", "-o", "x")
    assert status == 1 and "pip install 'everygame[records]'" in err


def test_a_match_that_cannot_be_read_is_told(
    everygame: Command, folder: Path, tmp_path: Path
) -> None:
    (folder / "b.sgf").write_text("(;SZ[9];B[aa];W[aa])(;SZ[9];B[cc])")
    (folder / "c.sgf").write_text("(;SZ[9]")
    status, out, err = everygame("records", str(folder))
    assert status == 1 and len(out.splitlines()) == 4
    assert "b.sgf, game 1: This file cannot be read at line 1, column 14: 'a9' is not" in err
    assert "c.sgf: This file cannot be read at line 1, column 1" in err
    assert err.endswith("everygame: 2 matches with 4 plies. 2 could not be read.\n")
    (folder / "d.log").write_text('{"contestants": [], "game": "gone"}\n')
    many = json.dumps({"number": 0, "record": {"game": "gone"}}) + "\n"
    (folder / "d.log").write_text('{"contestants": ["a"], "game": "gone"}\n' + 5 * many)
    _, _, err = everygame("records", str(folder))
    assert err.count("d.log") == 1 and "7 could not be read" in err
    empty = tmp_path / "empty"
    empty.mkdir()
    for words, said in (
        ([str(empty)], "holds no file with a match."),
        ([str(folder), "--format", "parquet"], "name a file for it with -o FILE."),
        ([str(folder), "-o", str(tmp_path / "none" / "x")], "cannot be written"),
    ):
        status, _, err = everygame("records", *words)
        assert status == 1 and said in err
