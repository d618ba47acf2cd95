"""Take the pictures of the tutorials: the games that they teach, on the page, in Chromium.

    python docs/tutorial/take_tutorial.py

It needs what the tests need.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[1] / "pictures"))
from take import FLAGS, free_port, wait_for

from everygame.drawing import scene_svg, write
from everygame.scene import Cell, Piece, Region, Scene
from tests.test_tutorials import grow

HERE = Path(__file__).parent
SIZE: ViewportSize = {"width": 1000, "height": 700}
PERSON, BOT = {"kind": "person"}, {"kind": "bot", "level": "steady"}
BEGIN = """async (body) => (await (await fetch("/api/matches", {method: "POST",
  body: JSON.stringify(body), headers: {"content-type": "application/json"}})).json()).match"""

SHAPES = ("pawn", "disc", "token", "coin", "pyramid", "card", "die", "snowflake", "floe")
OWNED = ("pawn", "disc", "token", "coin", "pyramid")
TEXTS = {"token": "✕", "coin": "3", "card": "9♠", "die": "5"}
TERRAINS = ("tray", "goal", "exit", "hole", "snow", "water", "box")


def area(number: int, y: float, name: str, terrain: str) -> Region:
    cells = (Cell(f"{name}.", 0.5, 0.5, terrain),)
    return Region(name, name, 0.3 + number * 1.55, y, 1, 1, "spots", cells, title=name)


def gallery() -> Scene:
    """The shapes of pieces, and below them the terrains of cells."""
    regions = [area(n, 0.5, shape, "") for n, shape in enumerate(SHAPES)]
    regions += [area(n, 2.2, terrain, terrain) for n, terrain in enumerate(TERRAINS)]
    pieces = tuple(
        Piece(f"{s}!", f"{s}.", s, s, 0 if s in OWNED else None, text=TEXTS.get(s, ""))
        for s in SHAPES
    )
    return Scene(14, 3.4, tuple(regions), pieces)


def main() -> None:
    write(scene_svg(gallery(), "Shapes and terrains"), HERE / "shapes.png")
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        shelf = Path(folder) / "games"
        os.environ["EVERYGAME_GAMES"] = str(shelf)
        grow("first-game.md", "oxo", shelf)
        grow("turns.md", "thaw", shelf)
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
    for cell in ("b2", "a1"):
        page.locator(f"[data-cell='{cell}']").click()
        page.wait_for_timeout(4000)
    shoot(page, "oxo.png")
    page = begin(browser, address, "thaw", [PERSON, PERSON])
    for cell in ("c4", "c3", "d2", "c2"):
        page.locator(f"[data-cell='{cell}']").click()
        page.wait_for_timeout(600)
    page.locator("[data-cell='c4']").click()
    shoot(page, "turns-step.png")
    page.locator("[data-cell='d4']").click()
    shoot(page, "turns-melt.png")


def begin(browser: Browser, address: str, game: str, seats: list[dict[str, str]]) -> Page:
    page = browser.new_page(viewport=SIZE, color_scheme="light")
    page.goto(address)
    body = {"game": game, "options": {"players": "2"}, "seats": seats, "key": game}
    page.goto(f"{address}/match/{page.evaluate(BEGIN, body)}")
    page.wait_for_selector(".board svg")
    return page


def shoot(page: Page, name: str) -> None:
    page.mouse.move(0, 0)
    page.wait_for_timeout(1200)
    page.screenshot(path=HERE / name)


if __name__ == "__main__":
    main()
