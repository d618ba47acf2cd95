"""Debian's Firefox, driven by WebDriver BiDi, which Firefox itself speaks at a socket.

Playwright drives only a Firefox of its own. What is here is as little as the tests need: pages that
are touched by real events of a mouse, a finger and keys, and functions that run in them.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from websockets.sync.client import ClientConnection, connect

from tests.browser.conftest import PICTURES, ROOT
from tests.browser.site import SLOWLY
from tests.browser.steps import SIZES
from tests.waiting import PATIENCE, wait_until

NAMES: Final = ("firefox-esr", "firefox")
"""Programs that the tests may drive."""
SETTINGS: Final = """
user_pref("dom.w3c_touch_events.enabled", 1);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
"""
"""Firefox tells pages of fingers, and looks for no connection to the internet."""
KEYS: Final = {
    "Tab": "\ue004",
    "Enter": "\ue006",
    "Shift": "\ue008",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
}
"""Names of keys in WebDriver; others are what they type."""
SHOWN: Final = """(css, words) => [...document.querySelectorAll(css)]
  .filter((one) => (one.getAttribute("aria-label") ?? one.textContent).includes(words))
  .filter((one) => one.getClientRects().length)"""
"""Finds the elements that are seen and whose label, or else whose text, contains these words."""
AIM: Final = f"""(css, words) => {{
  const [one] = ({SHOWN})(css, words);
  one?.scrollIntoView({{ block: "nearest", inline: "nearest", behavior: "instant" }});
  const {{ x, y, width, height }} = one?.getBoundingClientRect() ?? {{}};
  const at = [x + width / 2, y + height / 2];
  return one?.contains(document.elementFromPoint(...at)) ? at : null;
}}"""
"""Finds the middle of the first such element; nothing where another element lies over it."""


AT_REST: Final = """async () => {
  await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
  const ends = (one) => Number.isFinite(one.effect?.getComputedTiming().endTime);
  const moves = (one) => one.playState === "running" && ends(one);
  const busy = document.documentElement.hasAttribute("data-busy");
  return !busy && !document.getAnimations().some(moves);
}"""
"""Asks once whether the page is at rest, by the rule of `AT_REST` in steps.py: so `wait` can say
what a page shows that never rests."""


class Refused(Exception):
    """Firefox has refused a command, or the document that the command was for has gone."""


class Firefox:
    """A running Firefox, and the connection to it."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.asked = 0
        self.pages: list[FirefoxPage] = []
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded", "network.responseCompleted"])

    def ask(self, command: str, **given: Any) -> Any:
        """Send a command and return Firefox's answer; hear the events that come before it."""
        self.asked += 1
        self.line.send(json.dumps({"id": self.asked, "method": command, "params": given}))
        while True:
            told = json.loads(self.line.recv(SLOWLY / 1000))
            if told["type"] == "event":
                self.hear(told["method"], told["params"])
            elif told["id"] == self.asked:
                if told["type"] == "error":
                    raise Refused(f"{command}: {told['error']}: {told['message']}")
                return told["result"]

    def hear(self, event: str, told: dict[str, Any]) -> None:
        """Note an error or a warning as a fault of its page; of all pages where it names none."""
        where = told.get("context") or told.get("source", {}).get("context")
        if fault := fault_of(event, told):
            for page in self.pages:
                if where in (page.context, None):
                    page.faults.append(fault)

    def new_page(self, url: str, size: str, **how: Any) -> FirefoxPage:
        """Open a page on a device of its own, which has no cookies or files of the others."""
        user = self.ask("browser.createUserContext")["userContext"]
        context = self.ask("browsingContext.create", type="tab", userContext=user)["context"]
        page = FirefoxPage(self, context, user, url, **how)
        self.pages.append(page)
        page.resize(size)
        return page


def fault_of(event: str, told: dict[str, Any]) -> str:
    """Return what an event of Firefox says is wrong; an empty text where nothing is."""
    if event == "log.entryAdded":
        return f"{told['level']}: {told['text']}" if told["level"] in ("error", "warn") else ""
    status = told["response"]["status"]
    return f"{status} for {told['request']['url']}" if status >= 400 else ""


class FirefoxPage:
    """A page in a tab of its own. Whatever is done to it waits until it is at rest."""

    def __init__(
        self,
        firefox: Firefox,
        context: str,
        user: str,
        url: str,
        *,
        finger: bool = False,
        patience: float = PATIENCE,
    ) -> None:
        self.firefox, self.context, self.user, self.url = firefox, context, user, url
        self.patience = patience
        self.kind = "touch" if finger else "mouse"
        self.faults: list[str] = []

    def ask(self, command: str, **given: Any) -> Any:
        return self.firefox.ask(command, context=self.context, **given)

    def resize(self, size: str) -> None:
        width, height = SIZES[size]
        self.ask("browsingContext.setViewport", viewport={"width": width, "height": height})

    def goto(self, path: str) -> None:
        self.ask("browsingContext.navigate", url=self.url + path, wait="complete")

    def reload(self) -> None:
        self.ask("browsingContext.reload", wait="complete")

    def close(self) -> list[str]:
        """Close the page, and return its faults."""
        self.firefox.ask("browser.removeUserContext", userContext=self.user)
        self.firefox.pages.remove(self)
        return self.faults

    # -- looking

    def run(self, function: str, *given: Any) -> Any:
        """Run a function in the page, and return what it returns or promises."""
        answer = self.firefox.ask(
            "script.callFunction",
            functionDeclaration=f"async (given) => "
            f"JSON.stringify((await ({function})(...JSON.parse(given))) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(given)}],
            target={"context": self.context},
            awaitPromise=True,
            userActivation=False,
        )
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def wait(self, function: str, *given: Any) -> Any:
        """Run a function in the page until it returns something true, and return that."""
        found: list[Any] = []

        def true() -> bool:
            try:
                found[:] = [self.run(function, *given)]
            except Refused:  # in the moment in which another document comes
                return False
            return bool(found[0])

        try:
            wait_until(true, f"{function} with {given}", self.patience)
        except AssertionError as error:
            error.add_note(self.look())
            raise
        return found[0]

    def at_rest(self) -> None:
        self.wait(AT_REST)

    def sees(self, css: str, words: str = "") -> None:
        """Wait until something of that kind with these words is there."""
        self.wait(f"(...given) => ({SHOWN})(...given).length", css, words)

    def texts(self, css: str) -> list[str]:
        """The texts of all of that kind, when the page is at rest."""
        self.at_rest()
        found: list[str] = self.run(
            "(css) => [...document.querySelectorAll(css)].map((one) => one.textContent.trim())", css
        )
        return found

    def look(self) -> str:
        """Keep a picture of the page; return its address and words, for the report of a failure."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        file = PICTURES / f"firefox-{self.firefox.asked}.png"
        file.write_bytes(b64decode(self.ask("browsingContext.captureScreenshot")["data"]))
        address, busy, words = self.run(
            "() => [location.href, document.querySelector('[data-busy]') ? ' (busy)' : '',"
            " document.body.innerText]"
        )
        return f"The page at {address}{busy}, seen in {file.relative_to(ROOT)}:\n{words}"

    # -- touching

    def middle(self, css: str, words: str = "") -> list[float]:
        """Return the middle of the first element found, in pixels of the window."""
        self.at_rest()
        found: list[float] = self.wait(AIM, css, words)
        return found

    def point(self, *deeds: dict[str, Any]) -> None:
        pointer = {"type": "pointer", "id": self.kind, "parameters": {"pointerType": self.kind}}
        self.ask("input.performActions", actions=[{**pointer, "actions": deeds}])

    def touch(self, css: str, words: str = "") -> None:
        """Click or tap on the first element found."""
        self.point(move(*self.middle(css, words)), DOWN, UP)

    def drag(self, start: str, goal: str) -> None:
        """Drag from the middle of one element to that of another, in small steps."""
        (x, y), (u, v) = self.middle(start), self.middle(goal)
        steps = [move(x + (u - x) * i / 6, y + (v - y) * i / 6) for i in range(7)]
        self.point(steps[0], DOWN, *steps[1:], UP)

    def press(self, *keys: str) -> None:
        """Press keys together, and let go of them."""
        self.at_rest()
        values = [KEYS.get(key, key) for key in keys]
        deeds = [{"type": "keyDown", "value": value} for value in values]
        deeds += [{"type": "keyUp", "value": value} for value in reversed(values)]
        self.ask("input.performActions", actions=[{"type": "key", "id": "keys", "actions": deeds}])


DOWN: Final = {"type": "pointerDown", "button": 0}
UP: Final = {"type": "pointerUp", "button": 0}


def move(x: float, y: float) -> dict[str, Any]:
    return {"type": "pointerMove", "x": x, "y": y}


@contextmanager
def running(program: str, folder: Path) -> Iterator[Firefox]:
    """Start a Firefox whose profile lies in this folder, and stop it at the end."""
    profile, said = folder / "profile", folder / "said.txt"
    profile.mkdir()
    (profile / "user.js").write_text(SETTINGS, "utf-8")
    command = [program, "--headless", "--no-remote", "--profile", str(profile)]
    with said.open("w") as file:
        process = subprocess.Popen(
            [*command, "--remote-debugging-port", "0", "about:blank"],
            stdout=file,
            stderr=file,
            env={**os.environ, "HOME": str(folder)},
        )
    try:
        wait_until(lambda: re.search(r"BiDi listening on ws://\S+\s", said.read_text()), str(said))
        address = re.findall(r"BiDi listening on (ws://\S+)", said.read_text())[0]
        with connect(f"{address}/session", max_size=None, ping_interval=None) as line:
            yield Firefox(line)
    finally:
        process.terminate()
        process.wait()
