"""Three hundred recorded sessions over all games: the server and the worker, whose rules are
machine code, answer the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser

from tests.browser.recorded import Side, both, compare
from tests.browser.site import SLOWLY, Site

SESSIONS: Final = 300
BLOCK: Final = 20
"""Sessions of one test, so that a run that was stopped goes on near where it was."""


@pytest.fixture(scope="module")
def sides(
    browser: Browser, compiled_site: Site, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Side, Side]]:
    with both(browser, compiled_site.folder, tmp_path_factory.mktemp("fixed")) as found:
        for side in found:
            side.page.set_default_timeout(SLOWLY)
        yield found


@pytest.mark.long(
    "sessions",
    guard="tests/browser/test_pocket.py::test_it_answers_as_the_server_does_and_keeps_what_is_made",
)
@pytest.mark.parametrize("first", range(0, SESSIONS, BLOCK))
def test_recorded_sessions_have_the_same_answers(sides: tuple[Side, Side], first: int) -> None:
    assert [
        line
        for number in range(first, first + BLOCK)
        for line in compare(sides, seed=1, number=number)[1]
    ] == []
