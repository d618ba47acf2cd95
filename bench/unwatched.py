"""A Chromium without a driver, for measurements of memory. Playwright lets pages and workers keep
what they have fetched, for whoever may ask for it, which is tens of megabytes here; this one is
asked to run scripts, and keeps nothing."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from websockets.sync.client import ClientConnection, connect

from tests.browser.conftest import ARGUMENTS, NAMES
from tests.browser.site import SLOWLY

PHONE: Final = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
CALM: Final = {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
OFTEN: Final = 0.2
"""Seconds between two looks at whether something has come."""


class Unwatched:
    """A page on a phone that is asked nothing but to run scripts."""

    def __init__(self, line: ClientConnection) -> None:
        self.line, self.numbers, self.session = line, itertools.count(1), ""
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        found = self.send("Target.attachToTarget", targetId=target, flatten=True)
        self.session = found["sessionId"]
        self.send("Emulation.setDeviceMetricsOverride", **PHONE)
        self.send("Emulation.setTouchEmulationEnabled", enabled=True)
        self.send("Emulation.setEmulatedMedia", **CALM)

    def send(self, method: str, **given: Any) -> Any:
        """Send a command of the DevTools protocol, and return its result."""
        number = next(self.numbers)
        session = {"sessionId": self.session} if self.session else {}
        self.line.send(json.dumps({"id": number, "method": method, "params": given, **session}))
        while (answer := json.loads(self.line.recv(SLOWLY / 1000))).get("id") != number:
            pass
        assert "error" not in answer, answer
        return answer["result"]

    def run(self, script: str) -> Any:
        """Return the value of an expression, or of what it promises."""
        found = self.send(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def wait(self, script: str) -> None:
        """Wait until an expression is true."""
        until = time.monotonic() + SLOWLY / 1000
        while not self.run(f"Boolean({script})"):
            assert time.monotonic() < until, script
            time.sleep(OFTEN)


@contextmanager
def unwatched() -> Iterator[Unwatched]:
    """Start a Chromium with a fresh profile, and end it."""
    program = next(filter(None, map(shutil.which, NAMES)))
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        told = ["--remote-debugging-port=0", f"--user-data-dir={profile}", "about:blank"]
        process = subprocess.Popen(
            [program, "--headless", *ARGUMENTS, *told],
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # a distribution's program is a script that starts the browser
        )
        try:
            with connect(address(Path(profile)), max_size=None) as line:
                yield Unwatched(line)
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()


def address(profile: Path) -> str:
    """Wait until the browser has written where it listens, and return it."""
    until = time.monotonic() + SLOWLY / 1000
    file = profile / "DevToolsActivePort"
    while not file.is_file() or len(words := file.read_text("ascii").split()) < 2:
        assert time.monotonic() < until, "The browser does not start."
        time.sleep(OFTEN)
    return f"ws://127.0.0.1:{words[0]}{words[1]}"
