"""The games of this computer's user have no part in the tests, nor have those of the last run."""

import os
import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from everygame.cli import main
from everygame.pocket.store import PocketStore
from everygame.search.solve import Solution, solve
from everygame.store import SQLiteStore
from tests.floes import classic, four_floes
from tests.stores import PLY, Direct, add, new

# Whoever runs the tests in the background may have told them to ignore Ctrl+C, which programs that
# they start would inherit.
signal.signal(signal.SIGINT, signal.default_int_handler)
settings.register_profile("patient", deadline=None, print_blob=True)
settings.load_profile("patient")  # no test asks how fast a machine is
games_of_this_run = tempfile.TemporaryDirectory(
    prefix="everygame-games-", ignore_cleanup_errors=True
)
os.environ["EVERYGAME_GAMES"] = games_of_this_run.name


def pytest_unconfigure() -> None:
    """Remove the games folder of this run. Every process that runs tests has one of its own."""
    games_of_this_run.cleanup()


@pytest.fixture
def games_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty games folder."""
    home = tmp_path / "games"
    home.mkdir()
    monkeypatch.setenv("EVERYGAME_GAMES", str(home))
    monkeypatch.setenv("EVERYGAME_GAME", "")  # which commands may set
    return home


Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def everygame(capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs a command, and returns its status, its output and its errors."""

    def run(*words: str) -> tuple[int, str, str]:
        status = main(words)
        return (status, *capsys.readouterr())

    return run


@pytest.fixture(scope="session")
def four_floes_solved() -> Solution:
    return solve(map(classic().parse_position, four_floes()))


@pytest.fixture(params=[SQLiteStore, PocketStore])
def any_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Direct]:
    """An empty store of each kind, with threads and without."""
    file = tmp_path / "deep" / "matches.db"
    if request.param is PocketStore:  # whose file the browser has opened, empty
        file.parent.mkdir()
        file.touch(0o600)
    made = Direct(request.param(file))
    yield made
    made.close()


@pytest.fixture
def begun(any_store: Direct) -> Direct:
    """A store with devices 1 and 2, where device 1 has begun the match `m`."""
    assert any_store.add_device(b"one") == 1 and any_store.add_device(b"two") == 2
    add(any_store, new("m", events=(PLY,), tags={"t": 1}, start={"s": None}))
    return any_store
