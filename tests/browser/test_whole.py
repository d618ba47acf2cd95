"""Every match that is played before a version is given out, on the page to its end."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Server
from tests.browser.play import PLAN, Case, play_case

SCREEN = [case for case in PLAN if case.versus == "screen"]
OTHERS = [case for case in PLAN if case.versus != "screen"]


@pytest.mark.long(
    "screen",
    guard="tests/browser/test_driver.py::test_a_match_is_played_to_its_end_by_what_is_marked",
)
@pytest.mark.parametrize("case", SCREEN, ids=Case.name)
def test_people_at_one_screen_play_to_the_end(browser: Browser, server: Server, case: Case) -> None:
    check(browser, server, case)


@pytest.mark.long(
    "others",
    guard="tests/browser/test_driver.py::test_a_match_is_played_to_its_end_by_what_is_marked",
)
@pytest.mark.parametrize("case", OTHERS, ids=Case.name)
def test_bots_and_devices_play_to_the_end(browser: Browser, server: Server, case: Case) -> None:
    check(browser, server, case)


def check(browser: Browser, server: Server, case: Case) -> None:
    report = play_case(browser, server.url, case)
    assert report.stumbles == []
    assert report.ending
