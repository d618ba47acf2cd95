"""Take the pictures of the README: a real match of each game, on the page, in Chromium.

    python docs/pictures/take.py [GAME …]

Without a name those are taken again that lie here. The first seat is a person who plays a listed
choice at random, the others are bots; after some plies the picture is taken. It needs what the
tests need.
"""

from __future__ import annotations

import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Error, Page, ViewportSize, sync_playwright

from everygame.library.registry import games

HERE = Path(__file__).parent
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
SIZE: ViewportSize = {"width": 1180, "height": 820}
TURNS = 6


def main(names: list[str]) -> None:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "everygame", "serve", "--no-browser"]
        data = str(Path(folder) / "pictures.db")
        server = subprocess.Popen([*command, "--port", str(port), "--data", data])
        try:
            wait_for(f"http://127.0.0.1:{port}/api/library")
            take_all(
                f"http://127.0.0.1:{port}",
                names or [name for name in games() if (HERE / f"{name}.png").exists()],
            )
        finally:
            server.terminate()
            server.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(address: str) -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(address).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("The server does not answer.")


def take_all(address: str, names: list[str]) -> None:
    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for name in names:
            page = browser.new_page(viewport=SIZE, color_scheme="light")
            page.goto(f"{address}/new/{name}")
            page.get_by_role("button", name="Play").first.click()
            page.wait_for_selector(".board svg")
            play(page, random.Random(name))
            page.mouse.move(0, 0)
            page.wait_for_timeout(1500)
            page.screenshot(path=HERE / f"{name}.png")
            page.close()
        browser.close()


def play(page: Page, rng: random.Random, turns: int = TURNS) -> None:
    """Play listed choices at random whenever it is this seat's turn."""
    page.locator("details.all").evaluate("list => list.open = true")
    choices = page.locator("details.all li button")
    for turn in range(turns + 1):
        with suppress(Error):  # no choice any more: the match is over, and that is a picture too
            choices.first.wait_for(timeout=15_000)
        if turn == turns or not choices.count():
            break
        choices.nth(rng.randrange(choices.count())).click()
        page.wait_for_timeout(700)
    page.locator("details.all").evaluate("list => list.open = false")


if __name__ == "__main__":
    main(sys.argv[1:])
