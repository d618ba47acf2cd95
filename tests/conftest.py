"""The games of this computer's user have no part in the tests, nor have those of the last run."""

import os
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from everygame.search.solve import Solution, solve
from tests.floes import classic, four_floes

# Whoever runs the tests in the background may have told them to ignore Ctrl+C, which programs that
# they start would inherit.
signal.signal(signal.SIGINT, signal.default_int_handler)
settings.register_profile("patient", deadline=None, print_blob=True)
settings.load_profile("patient")  # no test asks how fast a machine is
os.environ["EVERYGAME_GAMES"] = tempfile.mkdtemp(prefix="everygame-games-")


@pytest.fixture
def games_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty games folder."""
    home = tmp_path / "games"
    home.mkdir()
    monkeypatch.setenv("EVERYGAME_GAMES", str(home))
    monkeypatch.setenv("EVERYGAME_GAME", "")  # which commands may set
    return home


@pytest.fixture(scope="session")
def four_floes_solved() -> Solution:
    return solve(map(classic().parse_position, four_floes()))
