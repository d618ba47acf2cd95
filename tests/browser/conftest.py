"""A real server on a free port and a real Chromium, which the tests of the page drive.

Where Chromium is missing the tests are skipped, but they fail where the variable CI is set.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

sync_api = pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Browser, ConsoleMessage, Page, expect  # noqa: E402

from tests.browser.site import Site, export  # noqa: E402
from tests.browser.steps import touch  # noqa: E402
from tests.client.test_client import lacking, need, tools  # noqa: E402, F401  (a fixture)
from tests.ports import reserve  # noqa: E402

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
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Programs that the tests may drive; the first needs two thirds of the processor of the others."""
ROOT = Path(__file__).parents[2]
PICTURES = ROOT / ".venv" / "gate" / "pages"
"""Where pictures of the pages of failed tests lie."""


@pytest.fixture(scope="session")
def axe(tools: Path) -> str:  # noqa: F811
    """The program that finds what breaks a rule of accessibility."""
    return (tools / "axe-core" / "axe.min.js").read_text("utf-8")


class Server:
    """The server in a process of its own, which can be stopped and started again."""

    def __init__(self, folder: Path, module: str = "tests.browser.served", *more: str) -> None:
        self.module = module
        self.more = more
        self.data = folder / "matches.sqlite"
        self.reserved = reserve()
        self.port = self.reserved.getsockname()[1]
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", self.module, str(self.port), str(self.data), *self.more]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert self.process.stdout is not None
        found = re.search(r"http://\S+:\d+", self.process.stdout.readline())
        if found is None:
            self.stop()
            raise RuntimeError("The server did not start.")
        self.url = found[0]

    def stop(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=20)

    def close(self) -> None:
        """Stop for good."""
        self.stop()
        self.reserved.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("data"))
    yield running
    running.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """An exported folder whose Python interprets rules and searches."""
    yield from hosted(tmp_path_factory.mktemp("host"), compiled=False)


@pytest.fixture(scope="session")
def compiled_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """An exported folder whose rules and searches are machine code. Compiling takes minutes, so
    long parts alone may ask for it."""
    yield from hosted(tmp_path_factory.mktemp("compiled"), compiled=True)


def hosted(root: Path, *, compiled: bool) -> Iterator[Site]:
    need("npm")
    export(root / "games" / "every", compiled=compiled)
    running = Site(root)
    yield running
    running.close()


@pytest.fixture(scope="package")  # its event loop must be gone before tests of the server
def browser() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        lacking(f"There is no Chromium here (looked for {', '.join(NAMES)}).")
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield running
        running.close()


class Devices:
    """Makes devices: browser contexts of their own with one page each. Whatever a page reports as
    an error is a fault, but what the browser itself says of a server that is away."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.pages: list[Page] = []
        self.faults: list[str] = []
        self.said: list[str] = []

    def __call__(self, lost: bool = False, **how: object) -> Page:
        usual = {"base_url": self.url, "viewport": {"width": 1180, "height": 820}}
        context = self.browser.new_context(**{**usual, **how})  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        hasten(page)
        self.pages.append(page)
        page.on("console", lambda message: self.said.append(f"{message.type}: {message.text}"))
        if not lost:  # else the browser itself reports the address that leads nowhere
            page.on("console", self.hear)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        return page

    def hear(self, message: ConsoleMessage) -> None:
        broken_line = "ERR_CONNECTION_REFUSED" in message.text or "WebSocket" in message.text
        if message.type in ("error", "warning") and not broken_line:
            self.faults.append(message.text)

    def look(self, name: str) -> Iterator[tuple[str, str]]:
        """What each page shows, for whoever reads of a failed test: a picture and its tree."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(self.pages):
            picture = PICTURES / f"{re.sub(r'[^-.a-z0-9]+', '-', name)}-{number}.png"
            with suppress(sync_api.Error):
                page.screenshot(path=picture, timeout=PATIENCE)
                tree = page.locator("body").aria_snapshot(timeout=PATIENCE)
                yield f"page at {page.url}, seen in {picture.relative_to(ROOT)}", tree
        yield "console of all pages", "\n".join(self.said)

    def close(self) -> None:
        for page in self.pages:
            page.context.close()
        assert self.faults == []


def hasten(page: Page) -> None:
    """Let what moves on the page take a tenth of its time: each picture of it costs the processor
    as much as a test's own work."""
    line = page.context.new_cdp_session(page)
    line.send("Animation.enable")
    line.send("Animation.setPlaybackRate", {"playbackRate": 10})


@pytest.fixture
def device(browser: Browser, server: Server) -> Iterator[Devices]:
    made = Devices(browser, server.url)
    yield made
    made.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failed test tells what its pages showed."""
    report = yield
    devices = getattr(item, "funcargs", {}).get("device")
    if report.failed and report.when == "call" and isinstance(devices, Devices):
        report.sections += devices.look(item.nodeid.rpartition("/")[2])
    return report


@pytest.fixture
def page(device: Devices) -> Page:
    return device()


@pytest.fixture
def phone(device: Devices) -> Page:
    """An upright one, with a screen for fingers."""
    return touch(device, "phone")


@pytest.fixture(scope="module")
def own(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A server that has the `EXAMPLE` of the tests' file, a folder, in its games folder."""
    folder = tmp_path_factory.mktemp("own")
    example: Path = request.module.EXAMPLE
    shutil.copytree(example, folder / "games" / example.name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EVERYGAME_GAMES", str(folder / "games"))
        running = Server(folder)
    yield running
    running.close()
