"""Times that people are promised, measured here and asserted in no test.

    python bench/promises.py

prints for each the median of five in seconds, the bound that was promised, and whether it is kept,
after the load and the speed of the machine. What is thought or loaded is counted in processor time;
what people wait for, by the clock, so the machine has to be quiet for that. The exit status is 1
where a promise is not kept. It needs what the tests need.
"""

from __future__ import annotations

import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic, process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Page, expect, sync_playwright

from everygame.bots.thinker import choose
from everygame.games.coldspell.word_lists import load_words
from everygame.games.icefloes.editor import edit
from everygame.games.icefloes.rules import IceFloes
from everygame.library.registry import find_game
from everygame.search.budget import Budget
from everygame.search.mcts import mcts
from tests.browser.conftest import ARGUMENTS, NAMES, Server
from tests.browser.steps import PERSON, begin
from tests.server.serving import Device, serving

IMPORT = """
from time import process_time
began = process_time()
import everygame
print(process_time() - began)
"""


def import_alone() -> float:
    """`import everygame` in a Python of its own."""
    return float(subprocess.check_output([sys.executable, "-c", IMPORT], text=True))


ROUNDS = 5


def median(measure: Callable[[], float]) -> float:
    return statistics.median(measure() for _ in range(ROUNDS))


def timed(work: Callable[[], object]) -> float:
    """Seconds of the processor; the median."""
    return median(lambda: timed_once(work))


def timed_once(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


def draw_level() -> None:
    value = "standard"
    for move in ("d4*", "d4.", "a6*"):
        value = edit(IceFloes, {"players": "2"}, "level", value, move)[0]


def read_words() -> None:
    load_words.cache_clear()
    load_words("english", "abcdefghijklmnopqrstuvwxyz")


def play_forced() -> None:
    state = find_game("tictactoe").game().from_json({"cells": "xoxxooox."})
    moves = [state.text(action) for action in state.legal_actions()]
    asked = {"game": "tictactoe", "options": {}, "seat": state.to_play(), "moves": moves}
    choose({**asked, "observation": state.to_json(), "level": "strong", "seed": 1})


def think_a_tenth() -> None:
    mcts(find_game("icefloes").game().initial_state(), Budget(seconds=0.1, cpu=True))


def play_a_ply(folder: Path) -> float:
    """Until a ply is stored and shown; the median of 25."""
    with serving(folder / "plies.db") as port:
        device = Device(port)
        line = device.open(device.begin("icefloes", "person", level="sixteen"))
        line.see()
        times = []
        for _ in range(25):
            began = monotonic()
            line.play(line.moves()[0])
            times.append(monotonic() - began)
        device.close()
    return statistics.median(times)


def paint_library(page: Page, server: Server) -> float:
    """Until something of the library is seen; only the first visit has nothing kept yet."""
    page.goto(server.url)
    expect(page.locator(".games").first).to_be_visible()
    painted = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
    return float(page.evaluate(painted)) / 1000


def tell_of_hanging(page: Page, server: Server) -> float:
    """Until a page says that its server does not answer."""
    page.goto(server.url)
    begin(page, "tictactoe", [PERSON, PERSON])
    server.process.send_signal(signal.SIGSTOP)
    began = monotonic()
    expect(page.locator(".offline")).not_to_be_empty()
    took = monotonic() - began
    server.process.send_signal(signal.SIGCONT)
    return took


def in_browser(folder: Path, *measures: Callable[[Page, Server], float]) -> list[float]:
    found = next(filter(None, map(shutil.which, NAMES)))
    server = Server(folder)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        page = browser.new_context(base_url=server.url).new_page()
        taken = [median(partial(measure, page, server)) for measure in measures]
        browser.close()
    server.close()
    return taken


def main() -> int:
    steps = timed(lambda: sum(range(10_000_000)))
    print(f"load average {os.getloadavg()[0]:.1f}; ten million additions: {steps:.2f} s")
    with tempfile.TemporaryDirectory() as name:
        paint, hanging = in_browser(Path(name), paint_library, tell_of_hanging)
        ply = play_a_ply(Path(name))
    kept = [
        told(what, promised, seconds)
        for what, promised, seconds in (
            ("import everygame", 0.1, median(import_alone)),
            ("a forced move of a bot", 0.1, timed(play_forced)),
            ("a search with a tenth of a second", 1.0, timed(think_a_tenth)),
            ("three edits of an Ice Floes level", 3.0, timed(draw_level)),
            ("the English words of Cold Spell", 1.0, timed(read_words)),
            ("a ply of a person, stored and shown (by the clock)", 0.03, ply),
            ("the library is seen (by the clock)", 1.0, paint),
            ("a page says that its server hangs (by the clock)", 5.0, hanging),
        )
    ]
    return 0 if all(kept) else 1


def told(what: str, promised: float, seconds: float) -> bool:
    kept = seconds <= promised
    print(f"{seconds:7.3f} s of {promised:5.2f}  {'kept  ' if kept else 'MISSED'}  {what}")
    return kept


if __name__ == "__main__":
    sys.exit(main())
