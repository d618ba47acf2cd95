"""Files whose names begin with the name of a game, loaded on the page."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Page, expect

from tests.browser.conftest import Devices
from tests.browser.sizes import two_sizes
from tests.browser.steps import at_rest, button, cell, touch, visit


def draw(file: Path, colour: str, size: tuple[int, int] = (200, 200)) -> Path:
    """Draw a disc of a colour, or a board where it is not square."""
    picture = Image.new("RGBA", size, "#0000" if size[0] == size[1] else colour)
    ImageDraw.Draw(picture).ellipse((20, 20, size[0] - 20, size[1] - 20), fill=colour)
    picture.save(file)
    return file


def load(page: Page, *files: Path) -> None:
    visit(page, "/")
    button(page, "Load").click()
    page.get_by_label("Save file").set_input_files(files)


@two_sizes
def test_pictures_make_a_table_and_others_of_its_name_update_it(
    device: Devices, size: str, tmp_path: Path
) -> None:
    page = touch(device, size)
    fox = draw(tmp_path / "eggs_fox.png", "#d2691e")
    hen = draw(tmp_path / "eggs_white_hen.png", "#eee8cd")
    board = draw(tmp_path / "eggs_board.png", "#7a9e48", (800, 400))
    load(page, fox, hen, board)
    expect(page).to_have_url(re.compile("/create/t"))
    expect(page.get_by_text("Eggs is in your library.")).to_be_visible()
    expect(cell(page, "box.1")).to_have_accessible_name(re.compile("fox"))
    expect(cell(page, "h5")).to_have_count(0)  # the board is twice as wide as high
    button(page, "Play it").click()
    expect(page).to_have_url(re.compile("/match/"))
    expect(cell(page, "box.2")).to_have_accessible_name(re.compile("white hen"))
    load(page, draw(fox, "#aa0000"), draw(tmp_path / "eggs_egg.png", "#ffffff"))
    expect(page.get_by_text("Is this a newer Eggs?")).to_be_visible()
    button(page, "Update it").click()
    expect(page.get_by_text("Eggs is updated.")).to_be_visible()
    expect(page.locator(".preview image")).to_have_count(4)
    visit(page, "/")
    expect(page.get_by_role("link", name="Change Eggs")).to_have_count(1)


def test_an_archive_and_files_of_a_table_are_taken_and_others_told(
    device: Devices, tmp_path: Path
) -> None:
    page = device(lost=True)  # one of the files is refused
    draw(tmp_path / "fox.png", "#d2691e")
    with zipfile.ZipFile(tmp_path / "eggs.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(tmp_path / "fox.png", "eggs/fox.png")
        archive.writestr("__MACOSX/eggs/._fox.png", b"\0")
    load(page, tmp_path / "eggs.zip")
    expect(page).to_have_url(re.compile("/create/t"))
    expect(cell(page, "box.1")).to_have_accessible_name(re.compile("fox"))
    at_rest(page)
    table = tmp_path / "eggs_table.json"
    fox = {"id": "fox", "name": "Fox", "shape": "picture", "picture": "fox.png", "at": ["a1"]}
    board = {"columns": 3, "rows": 3}
    table.write_text(json.dumps({"format": 1, "title": "Eggs", "board": board, "pieces": [fox]}))
    load(page, table)
    button(page, "Update it").click()
    expect(page).to_have_url(re.compile("/new/t"))
    expect(page.locator(".preview image")).to_have_count(1)
    table.write_text('{"format": 1}')
    load(page, table)
    button(page, "Update it").click()
    expect(page.get_by_text("eggs_table.json: table.json, line 1")).to_be_visible()
    load(page, tmp_path / "fox.png")
    expect(page.get_by_text("fox.png: Begin its name with that of the game")).to_be_visible()


def test_pictures_of_a_game_that_came_along_make_one_of_ones_own(
    device: Devices, tmp_path: Path
) -> None:
    page = device()
    load(page, draw(tmp_path / "chessset_white_king.png", "#ffcc00"))
    expect(page).to_have_url(re.compile("/new/t"))
    expect(page.locator(".preview image")).to_have_count(32)
    visit(page, "/")
    expect(page.get_by_role("link", name="Change Chess set")).to_have_count(1)


NO_WEBP = """() => {
  const drawn = HTMLCanvasElement.prototype.toDataURL;
  HTMLCanvasElement.prototype.toDataURL = function (kind, how) {
    return drawn.call(this, kind === "image/webp" ? "image/png" : kind, how);
  };
}"""


def test_photos_stay_small_where_the_browser_writes_no_webp(
    device: Devices, tmp_path: Path
) -> None:
    page = device()
    page.add_init_script(f"({NO_WEBP})()")
    Image.new("RGB", (90, 90), "#f0a21c").save(tmp_path / "eggs_photo.jpg")
    load(page, tmp_path / "eggs_photo.jpg", draw(tmp_path / "eggs_fox.png", "#d2691e"))
    expect(page.locator(".board image[href^='data:image/jpeg']")).to_have_count(1)
    expect(page.locator(".board image[href^='data:image/png']")).to_have_count(1)
