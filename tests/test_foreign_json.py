"""JSON that somebody else has written is refused before it reaches the end of a stack."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everygame.cli import read_position
from everygame.errors import EveryGameError
from everygame.foreign_json import DEEPEST, read_json, refuse_deep
from everygame.library.match_files import read_file
from everygame.library.registry import find_game
from everygame.library.rulesheet import find_start
from everygame.record import read_record
from everygame.sandbox.definition import parse
from everygame.server.requests.encoding import decode
from everygame.store.copies import FACTS, read_facts

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text('[]{}"\\ab', max_size=9),
    lambda some: st.lists(some, max_size=4) | st.dictionaries(st.text('[{"\\', max_size=3), some),
)


@pytest.mark.both
@given(values)
def test_what_is_written_is_read(value: object) -> None:
    assert read_json(json.dumps(value)) == value


@pytest.mark.both
@pytest.mark.parametrize("ends", ["[]", ('{"a":', "}")], ids=["lists", "objects"])
def test_so_many_brackets_within_each_other_are_read_and_no_more(ends: tuple[str, str]) -> None:
    start, end = ends
    held = start * (DEEPEST - 1) + "[]" + end * (DEEPEST - 1)
    assert json.dumps(read_json(held), separators=(",", ":")) == held
    with pytest.raises(RecursionError):
        read_json(start + held + end)


@pytest.mark.both
def test_brackets_beside_each_other_and_in_strings_do_not_count() -> None:
    refuse_deep(json.dumps([[], {}] * DEEPEST + ["[" * 9_999, '\\"' + "{" * 9_999]))


ENDLESS = {
    "lists": "[" * 100_000,
    "objects": '{"a":' * 50_000,
    "after a string": '["' + '\\"[' * 9 + '"' + "[" * DEEPEST,
}


@pytest.mark.both
@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS)
def test_what_has_no_end_is_refused_too(text: str) -> None:
    with pytest.raises(RecursionError):
        read_json(text)


DEEP = ENDLESS["objects"]


def backup(folder: Path) -> Path:
    with zipfile.ZipFile(folder / "backup.zip", "w") as file:
        file.writestr(FACTS, DEEP)
    return folder / "backup.zip"


READERS: dict[str, Callable[[Path], object]] = {
    "save": lambda folder: read_record(DEEP),
    "file of a match": lambda folder: read_file(DEEP.encode(), "a.json")[0].read(),
    "log of an arena": lambda folder: read_file(f"{DEEP}\n{DEEP}".encode(), "a.json")[0].read(),
    "table": lambda folder: parse(DEEP),
    "position": lambda folder: read_position(find_game("tictactoe").game(), DEEP),
    "picture of a sheet": lambda folder: find_start(find_game("tictactoe"), {"state": DEEP}),
    "request": lambda folder: decode(DEEP, dict),
    "backup": lambda folder: read_facts(backup(folder)),
}


@pytest.mark.parametrize("kind", READERS)
def test_each_reader_refuses_it_in_one_sentence(kind: str, tmp_path: Path) -> None:
    with pytest.raises(EveryGameError) as error:
        READERS[kind](tmp_path)
    assert "\n" not in str(error.value) and len(str(error.value)) < 200
