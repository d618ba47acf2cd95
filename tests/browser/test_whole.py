"""Every match that is played before a version is given out, on the page to its end."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Server
from tests.browser.play import PLAN, Case, play_case


@pytest.mark.long(
    "all",
    guard="tests/browser/test_driver.py::test_a_match_is_played_to_its_end_by_what_is_marked",
)
@pytest.mark.parametrize("case", PLAN, ids=Case.name)
def test_nobody_stumbles_to_the_end_of_a_match(
    browser: Browser, server: Server, case: Case
) -> None:
    report = play_case(browser, server.url, case)
    assert report.stumbles == []
    assert report.ending
