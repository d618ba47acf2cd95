"""After the end: the next puzzle and those that are solved, by keys too, and a picture to share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.steps import FETCH, PERSON, at_rest, begin, button, cell, quickest, settled


def test_from_puzzle_to_puzzle(device: Callable[..., Page], tmp_path: Path) -> None:
    page = device(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    first = begin(page, "icefloes", [PERSON], level="three")
    moves = quickest("icefloes", players="1", level="three")
    for count, move in enumerate(moves, 1):
        page.keyboard.press(f"Arrow{move.capitalize()}")
        settled(page, count)
        if count == 2:
            page.keyboard.press("z")
            expect(page.locator(".ply[aria-current]")).to_contain_text("1")
            page.keyboard.press("r")
            expect(page.locator(".ply[aria-current]")).to_have_count(0)
            for ply, again in enumerate(moves[:2], 1):
                page.keyboard.press(f"Arrow{again.capitalize()}")
                expect(page.locator(".ply[aria-current]")).to_contain_text(str(ply))
                at_rest(page)
    expect(page.locator(".prompt")).to_contain_text("Solved in 3 moves")
    expect(page.locator(".puzzles .done")).to_contain_text(["✓ Three moves"])
    with page.expect_download() as download:
        button(page, "Picture").tap()
    download.value.save_as(tmp_path / "picture.png")
    with Image.open(tmp_path / "picture.png") as picture:
        assert max(picture.size) == 1600 and len(picture.getcolors(10**7) or ()) > 20
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: first not in url)
    expect(page.locator(".prompt")).not_to_contain_text("Solved")
    expect(page.locator(".notes")).to_contain_text("The shortest solution has 5 moves")
    page.goto("/new/icefloes")
    page.get_by_role("radio", name="1", exact=True).check()
    expect(page.get_by_text("✓ Three moves")).to_be_visible()
    page.keyboard.press("Enter")  # at the choice just made, too
    page.wait_for_url("**/match/*")


def test_a_match_with_secrets_is_shared_when_it_is_over(device: Callable[..., Page]) -> None:
    """Unless its maker wanted nobody to watch."""
    page, friend = device(), device()
    for watching in (True, False):
        page.goto("/")
        body = {
            "game": "evade",
            "options": {"players": "2"},
            "seats": [PERSON, {"kind": "bot", "level": "first"}],
            "terms": {"watching": watching},
            "key": f"share{watching}",
        }
        match = page.evaluate(FETCH, ["/api/matches", body])["match"]
        page.goto(f"/match/{match}")
        for place in ("b1", "e1"):
            cell(page, place).click()
        page.get_by_role("tab", name="Options").click()
        button(page, "Give up").click()
        page.get_by_role("dialog").get_by_role("button", name="Give up").click()
        expect(button(page, "Picture")).to_be_visible()
        expect(button(page, "Copy the link")).to_have_count(int(watching))
        if watching:
            friend.goto(page.url)
            friend.get_by_role("tab", name="History").click()
            expect(friend.locator(".ply").first).to_contain_text("leaders on b1 and e1")
