"""Kills the browser of an exported page while moves are played, and counts what is lost:

    python bench/pocket_deaths.py FOLDER [--deaths 50]

FOLDER is what `everygame export` has written. The page plays both sides of a match at random, each
move as soon as the one before is acknowledged. At a moment at random all processes of the browser
get SIGKILL, and the next browser opens the same profile. Every match and every move that the page
has heard an acknowledgement of must be there again. It ends with status 1 where one is not. It
needs Linux, Chromium and what the tests need.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import statistics
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import BrowserContext, Error, Page, Playwright, sync_playwright

from tests.browser.conftest import ARGUMENTS, NAMES
from tests.browser.site import SLOWLY, Site

SHORTEST, LONGEST = 50.0, 2_000.0
"""Milliseconds for which moves are played before the browser is killed."""
PLAY = """async (key) => {
  const { carrier } = await import(new URL("static/net/carrier.js", location.href));
  const seats = [{ kind: "person", name: "A" }, { kind: "person", name: "B" }];
  const body = JSON.stringify({ game: "hnefatafl", options: {}, seats, key });
  const { match } = JSON.parse(await (await carrier.ask("POST", "/api/matches", body)).body.text());
  const line = carrier.open(`/api/matches/${match}/socket`);
  let sent = 0, move = "";
  const play = ({ node, scene: { choices, carries } }) => {
    const ends = (carries ?? []).flatMap(({ starts, goals }) => starts.map((one) => [one, goals]));
    const carried = ends.flatMap(([one, goals]) => goals.map((other) => `${one}-${other}`));
    const moves = [...choices.map((one) => one.move), ...carried];
    move = moves[Math.floor(Math.random() * moves.length)];
    sent = performance.now();
    line.send(JSON.stringify({ type: "play", id: String(Math.random()), at: node, move }));
  };
  return new Promise((begun) => {
    line.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "ack") acknowledged(message.node, move, performance.now() - sent);
      if (message.type !== "view") return;
      begun({ match, plies: message.history.plies, over: Boolean(message.over) });
      if (!message.over) play(message);
    };
  });
}"""
"""Begins the match of this key, or opens it, and plays; tells what was there at first."""


class Witness:
    """Remembers what the pages have heard acknowledged, and counts what is not there later."""

    def __init__(self) -> None:
        self.number = 1
        """Of the match that is played."""
        self.match = ""
        self.moves: dict[int, str] = {}
        """Those of this match, by the nodes that they led to."""
        self.times: list[float] = []
        self.lost = 0

    def hear(self, node: int, move: str, milliseconds: float) -> None:
        self.moves[node] = move
        self.times.append(milliseconds)

    def look(self, match: str, plies: list[dict[str, object]]) -> None:
        """Compare what a new page shows of the match with what was acknowledged."""
        there = {ply["node"]: ply["move"] for ply in plies}
        missing = [node for node, move in self.moves.items() if there.get(node) != move]
        self.lost += len(missing) + (self.match not in ("", match))
        self.match = match

    def turn(self) -> None:
        """Go on with another match."""
        self.number, self.match = self.number + 1, ""
        self.moves.clear()


@contextmanager
def life(playwright: Playwright, profile: Path) -> Iterator[BrowserContext]:
    """Start a browser with a profile; all its processes are killed at the end."""
    context = playwright.chromium.launch_persistent_context(
        profile,
        executable_path=next(filter(None, map(shutil.which, NAMES))),
        args=ARGUMENTS,
        timeout=SLOWLY,
    )
    try:
        yield context
    finally:
        os.killpg(browser_of(profile), signal.SIGKILL)
        with suppress(Error):
            context.wait_for_event("close", timeout=SLOWLY)


def browser_of(profile: Path) -> int:
    """Return the process of the browser with this profile, which leads a group with all others."""
    asked = f"--user-data-dir={profile}".encode()
    for process in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            words = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
            if asked in words and os.getpgid(int(process)) == int(process):
                return int(process)
    raise LookupError("The browser is not there.")


def play(page: Page, url: str, witness: Witness) -> None:
    """Open the page, look whether all is there, and let it play on."""
    page.set_default_timeout(SLOWLY)
    page.expose_function("acknowledged", witness.hear)
    page.goto(url)
    begun = page.evaluate(PLAY, f"match {witness.number}")
    witness.look(begun["match"], begun["plies"])
    if begun["over"]:
        witness.turn()
        begun = page.evaluate(PLAY, f"match {witness.number}")
        witness.look(begun["match"], begun["plies"])


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--deaths", type=int, default=50)
    given = parser.parse_args()
    witness, rng = Witness(), Random(1)
    with TemporaryDirectory() as place, sync_playwright() as playwright:
        shutil.copytree(given.folder, Path(place, "games", "every"))
        site, profile = Site(Path(place)), Path(place, "profile")
        try:
            for death in range(given.deaths + 1):
                with life(playwright, profile) as context:
                    page = context.pages[0]
                    play(page, site.url, witness)
                    if death < given.deaths:
                        page.wait_for_timeout(rng.uniform(SHORTEST, LONGEST))
        finally:
            site.close()
    median = statistics.median(witness.times)
    print(f"{given.deaths} deaths, {witness.number} matches, {len(witness.times)} moves;", end=" ")
    print(f"{witness.lost} of what was acknowledged is lost;", end=" ")
    print(f"{median:.0f} ms from a move to its acknowledgement")
    return int(witness.lost > 0)


if __name__ == "__main__":
    sys.exit(main())
