"""Measures in a browser how fast an exported page searches:

    python bench/pocket.py FOLDER [--compiled CHECKOUT] [--rounds N] [--seconds S]

FOLDER is what `everygame export --compile` has written. For each game it prints simulations a
second of UCT at the first decision: on an interpreted page of this checkout, on that page, and in
CPython with the compiled build in CHECKOUT, which `python -m gate.compiled` makes. The three take
turns in every round, and the best round counts. It ends with status 1 where a bound is missed.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import shutil
import statistics
import subprocess
import sys
import threading
from collections.abc import Callable
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import ARGUMENTS, NAMES
from tests.browser.site import SLOWLY, export

ROOT = Path(__file__).parents[1]
GAMES = ("freez", "freezetag", "icefloes", "evade", "coldspell")
MORE = ("connectfour",)
INTERPRETED_BOUND = 20.0
"""Times the interpreted simulations, in the median of the five games."""
COMPILED_BOUND = 0.25
"""Of the simulations in compiled CPython, in the games of `NEAR`."""
NEAR = ("connectfour", "icefloes")
SPEED = '''
def speed(name, seconds):
    """Simulations a second of UCT at the first decision."""
    from everygame.library.registry import find_game
    from everygame.search.budget import Budget
    from everygame.search.mcts import mcts
    state = find_game(name).game().initial_state()
    while state.to_play() == -1:
        state = state.apply(state.legal_actions()[0])
    mcts(state, Budget(nodes=2))  # reads what a game reads once
    found = mcts(state, Budget(seconds=seconds))
    return found.nodes / found.seconds
'''
LISTEN = f"""{SPEED}
import json, sys
from everygame.fast import arrays
assert arrays.COMPILED, "this build is not compiled"
for line in sys.stdin:
    print(json.dumps(speed(*json.loads(line))), flush=True)
"""
BEGIN_THINKING = """(worker) => {
  window.thinker = new Worker(worker, { type: "module" });
  window.ask = (job) => new Promise((done, failed) => {
    thinker.onerror = (event) => failed(event.message);
    thinker.onmessage = ({ data }) => done(data.failed ?? data);
    thinker.postMessage({ job });
  });
  thinker.postMessage({ begin: "think" });
}"""
Speed = Callable[[str, float], float]
"""Simulations a second in a game, measured for so many seconds."""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: object) -> None: ...


def in_cpython(checkout: Path) -> Speed:
    """Measures in a process of its own, in the compiled build of a checkout."""
    variables = {**os.environ, "PYTHONPATH": str(checkout)}
    command = [sys.executable, "-P", "-c", LISTEN]
    process = subprocess.Popen(
        command, env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin and process.stdout
    asked, answers = process.stdin, process.stdout

    def speed(name: str, seconds: float) -> float:
        print(json.dumps([name, seconds]), file=asked, flush=True)
        return float(answers.readline())

    return speed


def open_thinker(browser: Browser, url: str) -> Page:
    """A page with nothing but a worker that thinks."""
    page = browser.new_page()
    page.set_default_timeout(SLOWLY)
    page.goto(f"{url}NOTICES.txt")  # the page itself would start Pythons of its own
    page.evaluate(BEGIN_THINKING, f"{url}static/pocket/worker.js")
    return page


def in_browser(page: Page) -> Speed:
    """Measures as jobs of a worker that thinks."""

    def ask(request: str) -> object:
        job = json.dumps({"call": "builtins:eval", "request": request})
        return json.loads(page.evaluate("ask", job))["result"]

    ask(f"exec({SPEED!r}, __import__('builtins').__dict__)")
    return lambda name, seconds: float(str(ask(f"speed({name!r}, {seconds})")))


def compare(places: dict[str, Speed], rounds: int, seconds: float) -> bool:
    """Print the speeds; whether all bounds are kept."""
    print(f"{'simulations a second':22}" + "".join(f"{place:>14}" for place in places))
    found = {name: dict.fromkeys(places, 0.0) for name in (*GAMES, *MORE)}
    for name, best in found.items():
        for _ in range(rounds):
            for place, speed in places.items():
                best[place] = max(best[place], speed(name, seconds))
        print(f"{name:22}" + "".join(f"{value:14,.0f}" for value in best.values()), flush=True)
    plain, machine, cpython = places
    gain = statistics.median(found[name][machine] / found[name][plain] for name in GAMES)
    print(f"{gain:.0f} times interpreted, median of the five; bound {INTERPRETED_BOUND:.0f}")
    shares = {name: found[name][machine] / found[name][cpython] for name in NEAR}
    for name, share in shares.items():
        print(f"{share:.2f} of compiled CPython in {name}; bound {COMPILED_BOUND}")
    return gain >= INTERPRETED_BOUND and min(shares.values()) >= COMPILED_BOUND


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--compiled", type=Path, default=ROOT / ".venv" / "tested")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    with TemporaryDirectory() as place, sync_playwright() as playwright:
        shutil.copytree(given.folder, Path(place, "with"))
        export(Path(place, "without"), compiled=False)
        handler = functools.partial(Quiet, directory=place)
        host = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=host.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{host.server_port}"
        program = next(filter(None, map(shutil.which, NAMES)))
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        places = {
            "interpreted": in_browser(open_thinker(browser, f"{url}/without/")),
            "compiled": in_browser(open_thinker(browser, f"{url}/with/")),
            "CPython": in_cpython(given.compiled),
        }
        kept = compare(places, given.rounds, given.seconds)
        browser.close()
        host.shutdown()
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
