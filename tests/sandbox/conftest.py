from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.conftest import device as device
from tests.server.serving import serving


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def port(home: Path) -> Iterator[int]:
    """A server that runs for all tests of a module."""
    with serving(home / "matches.db") as port:
        yield port
