"""Take the pictures of the tutorials: the games that they teach, on the page, in Chromium.

    python docs/tutorial/take_tutorial.py

It needs what the tests need.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[1] / "pictures"))
from take import FLAGS, free_port, play, wait_for

from everygame.drawing import scene_svg, write
from everygame.scene import Cell, Piece, Region, Scene
from tests.test_tutorials import grow

HERE = Path(__file__).parent
SIZE: ViewportSize = {"width": 1000, "height": 700}
TABLET: ViewportSize = {"width": 820, "height": 1180}
PHONE: ViewportSize = {"width": 390, "height": 844}
PERSON, BOT = {"kind": "person"}, {"kind": "bot", "level": "steady"}
BEGIN = """async (body) => (await (await fetch("/api/matches", {method: "POST",
  body: JSON.stringify(body), headers: {"content-type": "application/json"}})).json()).match"""

PLAYED: dict[str, tuple[str, int, dict[str, str]]] = {
    "hex": ("tutorial", 2, {"size": "7"}),
    "backgammon": ("guide", 2, {}),
    "ohhell": ("tutorial", 4, {}),
    "skull": ("guide", 4, {}),
}
"""The examples: where their pictures lie, how many play, and with which options."""

SHAPES = (
    *("pawn", "disc", "token", "coin", "pyramid", "peg", "tile", "hexagon"),
    *("card", "die", "domino", "snowflake", "floe", "penguin"),
)
OWNED = ("pawn", "disc", "token", "coin", "pyramid", "peg", "tile", "hexagon", "penguin")
TEXTS = {"token": "✕", "coin": "3", "card": "9♠", "die": "5", "domino": "3|5", "tile": "A"}
TERRAINS = ("tray", "goal", "exit", "hole", "snow", "water", "box")


def area(number: int, y: float, name: str, terrain: str) -> Region:
    cells = (Cell(f"{name}.", 0.5, 0.5, terrain),)
    return Region(name, name, 0.3 + number * 1.55, y, 1, 1, "spots", cells, title=name)


def gallery() -> Scene:
    """The shapes of pieces, and below them the terrains of cells."""
    regions = [area(n % 9, 0.5 + 1.7 * (n // 9), shape, "") for n, shape in enumerate(SHAPES)]
    regions += [area(n, 3.9, terrain, terrain) for n, terrain in enumerate(TERRAINS)]
    pieces = tuple(
        Piece(f"{s}!", f"{s}.", s, s, 0 if s in OWNED else None, text=TEXTS.get(s, ""))
        for s in SHAPES
    )
    return Scene(14, 5.1, tuple(regions), pieces)


def main() -> None:
    write(scene_svg(gallery(), "Shapes and terrains"), HERE / "shapes.png")
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        shelf = Path(folder) / "games"
        os.environ["EVERYGAME_GAMES"] = str(shelf)
        grow("first-game.md", "oxo", shelf)
        grow("turns.md", "thaw", shelf)
        for name in PLAYED:
            shutil.copytree(HERE.parents[1] / "examples" / name, shelf / name)
        command = [sys.executable, "-m", "everygame", "serve", "--no-browser"]
        data = str(Path(folder) / "pictures.db")
        server = subprocess.Popen([*command, "--port", str(port), "--data", data])
        try:
            wait_for(f"http://127.0.0.1:{port}/api/library")
            with sync_playwright() as engine:
                chromium = shutil.which("chromium")
                browser = engine.chromium.launch(executable_path=chromium, args=FLAGS)
                take_all(browser, f"http://127.0.0.1:{port}")
                browser.close()
        finally:
            server.terminate()
            server.wait()


def take_all(browser: Browser, address: str) -> None:
    page = begin(browser, address, "oxo", [PERSON, BOT])
    play(page, random.Random(3), 2)
    shoot(page, "oxo.png")
    page = begin(browser, address, "thaw", [PERSON, PERSON])
    for cell in ("c4", "c3", "d2", "c2"):
        page.locator(f"[data-cell='{cell}']").click()
        page.wait_for_timeout(600)
    page.locator("[data-cell='c4']").click()
    shoot(page, "turns-step.png")
    page.locator("[data-cell='d4']").click()
    shoot(page, "turns-melt.png")
    for game, (folder, players, options) in PLAYED.items():
        take_example(browser, address, game, HERE.parent / folder, players, options)


def take_example(
    browser: Browser,
    address: str,
    game: str,
    folder: Path,
    players: int,
    options: dict[str, str],
) -> None:
    """One match at the size of a tablet, and the same position on a phone."""
    seats = [PERSON] + [BOT] * (players - 1)
    page = begin(browser, address, game, seats, TABLET, players=str(players), **options)
    play(page, random.Random(game), 3)
    shoot(page, f"{game}.png", folder)
    page.set_viewport_size(PHONE)
    shoot(page, f"{game}-phone.png", folder)
    page.close()


def begin(
    browser: Browser,
    address: str,
    game: str,
    seats: list[dict[str, str]],
    window: ViewportSize = SIZE,
    **options: str,
) -> Page:
    page = browser.new_page(viewport=window, color_scheme="light", has_touch=window is TABLET)
    page.goto(address)
    body = {"game": game, "options": {"players": "2", **options}, "seats": seats, "key": game}
    page.goto(f"{address}/match/{page.evaluate(BEGIN, body)}")
    page.wait_for_selector(".board svg")
    return page


def shoot(page: Page, name: str, folder: Path = HERE) -> None:
    page.evaluate("scrollTo(0, 0)")
    page.mouse.move(0, 0)
    page.wait_for_timeout(1200)
    page.screenshot(path=folder / name)


if __name__ == "__main__":
    main()
