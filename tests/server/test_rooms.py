"""The folders of the server: each says what is in it, and no chain of imports is long."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tests.test_imports import HOUSE, imported_files

SERVER = HOUSE / "server"
MOST_FILES = 9
"""Files of the longest chain in which each imports the next."""


@cache
def longest_chain(file: Path) -> tuple[Path, ...]:
    inside = (one for one in imported_files(file) if SERVER in one.parents)
    return (file, *max(map(longest_chain, inside), key=len, default=()))


def test_no_chain_of_imports_is_longer_than_nine_files() -> None:
    chain = max(map(longest_chain, SERVER.rglob("*.py")), key=len)
    assert len(chain) <= MOST_FILES, [str(file.relative_to(SERVER)) for file in chain]


def test_each_room_says_what_is_in_it() -> None:
    rooms = [path for path in SERVER.iterdir() if path.is_dir() and any(path.glob("*.py"))]
    assert {path.name for path in SERVER.glob("*.py")} == {"__init__.py", "app.py", "serve.py"}
    for room in rooms:
        said = (room / "__init__.py").read_text("utf-8")
        assert said.startswith('"""') and len(said) > 20, room
