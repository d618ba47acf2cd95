"""Each game on a phone without a net, from a folder whose host is gone. Its rules
and searches are machine code."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from everygame import bots
from everygame.library.registry import games
from tests.browser.offline import Plane
from tests.browser.player import Report
from tests.browser.site import Site

FEW = 4
"""Plies before the page is loaded again, and one after that."""
CASES = [
    (game, other)
    for game in sorted(games())
    for other in ("Here", "Bot")
    if other == "Here" or bots.levels(games()[game].game())
]
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


@pytest.fixture(scope="module")
def plane(browser: Browser, compiled_site: Site) -> Iterator[Plane]:
    context = browser.new_context(**PHONE, reduced_motion="reduce")  # type: ignore[arg-type]
    found = Plane(context, compiled_site)
    found.take_off()
    yield found
    context.close()
    compiled_site.start()


@pytest.mark.long(
    "pocket",
    guard="tests/browser/test_pocket.py"
    "::test_a_match_goes_to_a_server_and_outlives_its_page_and_its_host",
)
@pytest.mark.parametrize(("game", "other"), CASES)
def test_a_game_is_played_offline_and_kept(plane: Plane, game: str, other: str) -> None:
    plane.person.report, plane.person.place = Report(), []
    plane.begin(game, ("Here", other))
    plane.act_until(FEW)
    plane.reload()
    plane.act_until(FEW + 1)
    assert plane.person.report.stumbles == []
