from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import everygame.library.registry
import everygame.library.rulesheet
import everygame.server.library.cards
import everygame.server.matches.live_matches
from tests.server.serving import Device, all_games, serving


@pytest.fixture(scope="module")
def games() -> Iterator[None]:
    """The toy is a game among the others."""
    patch = pytest.MonkeyPatch()
    patch.setattr(everygame.library.registry, "games", all_games)
    patch.setattr(everygame.server.library.cards, "games", all_games)
    patch.setattr(everygame.server.library.cards, "GENERATE", "tests.server.standin:generate")
    yield
    patch.undo()


@pytest.fixture(scope="module")
def port(games: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A server that runs for all tests of a module."""
    with serving(tmp_path_factory.mktemp("server") / "matches.db") as port:
        yield port


@pytest.fixture
def device(port: int) -> Iterator[Callable[[], Device]]:
    """Makes devices, and closes what they opened."""
    made: list[Device] = []

    def make() -> Device:
        made.append(Device(port))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"
