"""Measures in a browser how fast an exported page searches and starts, and what memory it takes:

    python bench/pocket.py FOLDER [--compiled CHECKOUT] [--rounds N] [--seconds S] [--deaths N]

FOLDER is what `everygame export --compile` has written. For each game it prints simulations a
second of UCT at the first decision: on an interpreted page of this checkout, on that page, and in
CPython with the compiled build in CHECKOUT, which `python -m gate.compiled` makes. The three take
turns in every round, and the best round counts. Then it kills the page N times at random moments
while moves are played, and counts acknowledged moves that are not there afterwards; `--deaths 0`
leaves that out. It ends with status 1 where a bound is missed or a move is lost.
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
from random import Random
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
BEGIN = """async () => {
  const { carrier } = await import(new URL("static/net/carrier.js", location.href));
  const seats = [{ kind: "person", name: "A" }, { kind: "person", name: "B" }];
  const wanted = { game: "hnefatafl", options: {}, seats, key: "the match that is played" };
  const body = JSON.stringify(wanted);
  return JSON.parse(await (await carrier.ask("POST", "/api/matches", body)).body.text()).match;
}"""
PLAY = """async (match) => {
  const { carrier } = await import(new URL("static/net/carrier.js", location.href));
  window.done = { acknowledged: 0, times: [] };
  const line = carrier.open(`/api/matches/${match}/socket`);
  let sent = 0;
  const play = ({ node, scene: { choices, carries } }) => {
    const ends = (carries ?? []).flatMap(({ starts, goals }) => starts.map((one) => [one, goals]));
    const carried = ends.flatMap(([one, goals]) => goals.map((other) => `${one}-${other}`));
    const moves = [...choices.map((one) => one.move), ...carried];
    const move = moves[Math.floor(Math.random() * moves.length)];
    sent = performance.now();
    line.send(JSON.stringify({ type: "play", id: String(Math.random()), at: node, move }));
  };
  return new Promise((begun) => {
    line.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "view") { begun(message.node); play(message); }
      if (message.type !== "ack") return;
      done.acknowledged = message.node;
      done.times.push(performance.now() - sent);
    };
  });
}"""


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


def kill(page: Page, url: str, deaths: int, rng: Random) -> int:
    """Play, and end the page with its workers at random moments; print and return the number of
    moves that were lost."""
    lost, times, acknowledged, there = 0, list[float](), 0, 0
    page.goto(url)
    match = page.evaluate(BEGIN)
    for death in range(deaths + 1):
        there = page.evaluate(PLAY, match)
        lost += max(0, acknowledged - there)
        if death < deaths:
            page.wait_for_timeout(rng.uniform(50, 2_000))
            found = page.evaluate("done")
            acknowledged, times = max(there, found["acknowledged"]), times + found["times"]
        page.goto("about:blank")
        page.goto(url)
    median = statistics.median(times) if times else 0.0
    print(f"{deaths} deaths, {there} moves kept, {lost} acknowledged moves lost;", end=" ")
    print(f"{median:.0f} ms from a move to its acknowledgement, median of {len(times)}")
    return lost


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--compiled", type=Path, default=ROOT / ".venv" / "tested")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--deaths", type=int, default=50)
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
        if given.deaths:
            kept &= kill(browser.new_page(), f"{url}/with/", given.deaths, Random(1)) == 0
        browser.close()
        host.shutdown()
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
