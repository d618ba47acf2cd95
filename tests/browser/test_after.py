"""After the end: the next puzzle and those that are solved, by keys too, and a picture to share."""

from __future__ import annotations

from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.conftest import Devices
from tests.browser.steps import (
    BOT,
    PERSON,
    ask,
    at_rest,
    begin,
    button,
    cells,
    choose_leaders,
    expect_prompt,
    give_up,
    quickest,
    settled,
    tab,
    visit,
)


def test_from_puzzle_to_puzzle(phone: Page, tmp_path: Path) -> None:
    first = begin(phone, "icefloes", [PERSON], level="three")
    moves = quickest("icefloes", players="1", level="three")
    for count, move in enumerate(moves, 1):
        phone.keyboard.press(f"Arrow{move.capitalize()}")
        settled(phone, count)
        if count == 2:
            phone.keyboard.press("z")
            expect(phone.locator(".ply[aria-current]")).to_contain_text("1")
            phone.keyboard.press("r")
            expect(phone.locator(".ply[aria-current]")).to_have_count(0)
            for ply, again in enumerate(moves[:2], 1):
                phone.keyboard.press(f"Arrow{again.capitalize()}")
                expect(phone.locator(".ply[aria-current]")).to_contain_text(str(ply))
                at_rest(phone)
    expect_prompt(phone, "Solved in 3 moves")
    expect(phone.locator(".puzzles .done")).to_contain_text(["✓ Three moves"])
    with phone.expect_download() as download:
        button(phone, "Picture").tap()
    download.value.save_as(tmp_path / "picture.png")
    with Image.open(tmp_path / "picture.png") as picture:
        assert max(picture.size) == 1600 and len(picture.getcolors(10**7) or ()) > 20
    cells(phone).first.press("Enter")  # where one has just played; and from anywhere else
    phone.wait_for_url(lambda url: first not in url)
    expect(phone.locator(".prompt")).not_to_contain_text("Solved")
    expect(phone.locator(".notes")).to_contain_text("The shortest solution has 5 moves")
    visit(phone, "/new/icefloes")
    phone.get_by_role("radio", name="1", exact=True).check()
    expect(phone.get_by_text("✓ Three moves")).to_be_visible()
    phone.keyboard.press("Enter")  # at the choice just made, too
    phone.wait_for_url("**/match/*")


def test_a_match_with_secrets_is_shared_when_it_is_over(device: Devices) -> None:
    """Unless its maker wanted nobody to watch."""
    page, friend = device(), device()
    for watching in (True, False):
        visit(page, "/")
        body = {
            "game": "evade",
            "options": {"players": "2"},
            "seats": [PERSON, BOT],
            "terms": {"watching": watching},
            "key": f"share{watching}",
        }
        match = ask(page, "/api/matches", body)["match"]
        visit(page, f"/match/{match}")
        choose_leaders(page, "b1", "e1")
        give_up(page)
        expect(button(page, "Picture")).to_be_visible()
        expect(button(page, "Copy the link")).to_have_count(int(watching))
        if watching:
            visit(friend, page.url)
            tab(friend, "History")
            expect(friend.locator(".ply").first).to_contain_text("leaders on b1 and e1")
