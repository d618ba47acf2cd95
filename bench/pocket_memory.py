"""Measures what memory an exported page takes while the strongest bots play each other on it:

    python bench/pocket_memory.py FOLDER [--minutes 60] [--match 90] [--games NAME...]

FOLDER is what `everygame export` has written. One page stays open, and the games with bots take
turns, each match for so many seconds at most. Each minute it prints what the page's process holds,
what each Python of it does, and the game that is played. It ends with status 1 where the process
ever held more than the bound. It needs Linux, Chromium and `websockets`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pocket_page import with_bots
from unwatched import Unwatched, unwatched

from tests.browser.processes import MB, held
from tests.browser.site import Site

BOUND = 320
"""Megabytes of its own that the page's process may hold."""
PLAY = (  # where a match of the game goes on, continuing it is offered first
    "[...document.querySelectorAll('button')]"
    ".find((one) => ['Play', 'New match'].includes(one.textContent.trim()))"
)
ASKED = f"location.hash === '#/new/GAME' && {PLAY}?.disabled === false"
CHOOSE = """(() => {
  for (const kind of document.querySelectorAll(".seat fieldset label"))
    if (kind.textContent.trim() === "Bot") kind.click();
})()"""
STRONGEST = """(() => {
  for (const levels of document.querySelectorAll(".seat select")) {
    levels.selectedIndex = levels.options.length - 1;
    levels.dispatchEvent(new Event("input", { bubbles: true }));
    levels.dispatchEvent(new Event("change", { bubbles: true }));
  }
})()"""
BEGUN = "location.hash.startsWith('#/match/') && document.querySelector('[role=gridcell]')"
OVER = "document.querySelectorAll('.over').length"


def begin(page: Unwatched, game: str) -> None:
    """Begin a match of the strongest bots."""
    page.run(f"location.hash = '#/new/{game}'")
    page.wait(ASKED.replace("GAME", game))
    for script in (CHOOSE, STRONGEST, f"{PLAY}.click()"):
        page.run(script)
    page.wait(BEGUN)


def watch(page: Unwatched, seconds: float) -> Iterator[None]:
    """Watch a match that goes on, for so many seconds at most, and yield each second."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and not page.run(OVER):
        time.sleep(1)
        yield


def play(page: Unwatched, names: Sequence[str], minutes: int, seconds: float) -> int:
    """Let bots play for so many minutes; return the most megabytes that the process has held."""
    began, told, most = time.monotonic(), 0, 0
    for matches, game in enumerate(cycle(names), 1):
        begin(page, game)
        for _ in watch(page, seconds):
            now = held()
            most = max(most, now.own // MB)
            if (minute := int(time.monotonic() - began) // 60) > told:
                told = minute
                print(f"{minute:3} min, {matches} matches, {game}: {now}; {most} MB at most")
                sys.stdout.flush()
            if minute >= minutes:
                return most
    raise AssertionError("There are no games.")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("--match", type=float, default=90.0)
    parser.add_argument("--games", nargs="+", default=with_bots())
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(given.folder, Path(folder) / "games" / "every")
        site = Site(Path(folder))
        try:
            with unwatched() as page:
                page.send("Page.navigate", url=site.url)
                page.wait("document.querySelector('main a')")
                most = play(page, given.games, given.minutes, given.match)
        finally:
            site.close()
    load = " ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"{most} MB at most; bound {BOUND} MB; load {load}")
    return int(most > BOUND)


if __name__ == "__main__":
    sys.exit(main())
