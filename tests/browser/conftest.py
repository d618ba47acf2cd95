"""A real server on a free port and a real Chromium, which the tests of the page drive.

Where Chromium is missing the tests are skipped, but they fail where the variable CI is set.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

sync_api = pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, expect  # noqa: E402

from tests.client.test_client import tools  # noqa: E402, F401  (a fixture, for axe-core)

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE: Final = 20_000
"""Milliseconds that a page has to show what is expected, on however busy a machine."""
expect.set_options(timeout=PATIENCE)
WHOLE = ("chromium", "chromium-browser", "google-chrome")
NAMES = ("chromium-headless-shell", *WHOLE)
"""Programs that the tests may drive; the first needs two thirds of the processor of the others."""
START = (
    "import sys; from everygame.server import serve;"
    " serve(port=int(sys.argv[1]), data=sys.argv[2], open_browser=False)"
)


def missing(why: str) -> None:
    """Skip, or fail where everything has to be there."""
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)


class Server:
    """The server in a process of its own, which can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "matches.sqlite"
        self.port = 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-c", START, str(self.port), str(self.data)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        found = re.search(r"http://\S+:(\d+)", self.process.stdout.readline())
        if found is None:
            self.stop()
            raise RuntimeError("The server did not start.")
        self.url, self.port = found[0], int(found[1])

    def stop(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=20)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


@pytest.fixture(scope="package")  # its event loop must be gone before tests of the server
def driver() -> Iterator[Playwright]:
    with sync_api.sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def browser(driver: Playwright) -> Iterator[Browser]:
    yield from launched(driver, NAMES)


def launched(driver: Playwright, names: tuple[str, ...]) -> Iterator[Browser]:
    """The first of these programs that is installed."""
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        missing(f"There is no Chromium here (looked for {', '.join(names)}).")
    running = driver.chromium.launch(executable_path=found, args=ARGUMENTS)
    yield running
    running.close()


@pytest.fixture
def device(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Makes a device: a browser context of its own with one page. Whatever a page reports as an
    error fails the test, but what the browser itself says of a server that is away."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        broken_line = "ERR_CONNECTION_REFUSED" in message.text or "WebSocket" in message.text
        if message.type in ("error", "warning") and not broken_line:
            faults.append(message.text)

    def make(lost: bool = False, **how: object) -> Page:
        usual = {"base_url": server.url, "viewport": {"width": 1180, "height": 820}}
        context = browser.new_context(**{**usual, **how})  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        if not lost:  # else the browser itself reports the address that leads nowhere
            page.on("console", hear)
        page.on("pageerror", lambda error: faults.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def page(device: Callable[..., Page]) -> Page:
    return device()


@pytest.fixture
def own(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Server]:
    """A server that has the `EXAMPLE` of the tests' file, a folder, in its games folder."""
    example: Path = request.module.EXAMPLE
    shutil.copytree(example, tmp_path / "games" / example.name)
    monkeypatch.setenv("EVERYGAME_GAMES", str(tmp_path / "games"))
    running = Server(tmp_path)
    yield running
    running.stop()
