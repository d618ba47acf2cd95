from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import everygame.library.registry
import everygame.server.library.cards
from everygame.library.new_game import new_game
from tests.server.serving import Device, Hourglass, Make, all_games, serving


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
def device(port: int) -> Iterator[Make]:
    """Makes devices, and closes what they opened."""
    made: list[Device] = []

    def make() -> Device:
        made.append(Device(port))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def ann(device: Make) -> Device:
    return device()


@pytest.fixture
def bob(device: Make) -> Device:
    return device()


@pytest.fixture
def cid(device: Make) -> Device:
    return device()


@pytest.fixture
def eve(device: Make) -> Device:
    """A stranger to the others."""
    return device()


@pytest.fixture
def phone(device: Make) -> Device:
    """Another device of one of them."""
    return device()


@pytest.fixture
def sticks(games_home: Path) -> Path:
    """The folder of a game of one's own."""
    return new_game("sticks", games_home)


@pytest.fixture
def glass() -> Hourglass:
    return Hourglass()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"
