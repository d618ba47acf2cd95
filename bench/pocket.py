"""What the folder of files can do in a browser, beside CPython interpreted in the same run:

    python bench/pocket.py FOLDER [--seconds S] [--deaths N] [--browser /usr/bin/chromium]

FOLDER is what `everygame export` has written. It prints, for each of the five games, plies and
simulations a second in the browser and here; how long a move takes until it is acknowledged; and
kills the page N times at random moments while moves are played, and counts acknowledged moves that
are not there afterwards.
"""

from __future__ import annotations

import argparse
import functools
import statistics
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Page, sync_playwright

GAMES = ("freez", "freezetag", "icefloes", "evade", "coldspell")
SPEED = '''
import time
from random import Random
from everygame.library.registry import find_game
from everygame.search.budget import Budget
from everygame.search.mcts import mcts

def speed(name, seconds):
    """Plies a second of random matches, simulations a second of UCT at the first decision."""
    rng, game, plies, began = Random(1), find_game(name).game(), 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        state = game.initial_state()
        while state.to_play() != -2 and time.perf_counter() - began < seconds:
            actions = state.legal_actions()
            state = state.apply(actions[int(rng.random() * len(actions))])
            plies += 1
    a_second = plies / (time.perf_counter() - began)
    state = game.initial_state()
    while state.to_play() == -1:
        state = state.apply(state.legal_actions()[0])
    found = mcts(state, Budget(seconds=seconds))
    return [round(a_second), round(found.nodes / found.seconds)]
'''
ASK = """([worker, jobs]) => new Promise((done, failed) => {
  const made = new Worker(worker, { type: "module" }), answers = [], waiting = [...jobs];
  const next = () => made.postMessage({ job: JSON.stringify(waiting.shift()) });
  made.onerror = (event) => failed(event.message);
  made.onmessage = ({ data }) => {
    if (data.failed !== undefined) return failed(data.failed);
    answers.push(JSON.parse(data));
    if (waiting.length) next(); else { made.terminate(); done(answers); }
  };
  made.postMessage({ begin: "think" });
  next();
})"""
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


def speeds_here(names: tuple[str, ...], seconds: float) -> dict[str, list[int]]:
    room: dict[str, Any] = {}
    exec(SPEED, room)
    return {name: room["speed"](name, seconds) for name in names}


def speeds_there(page: Page, url: str, seconds: float) -> dict[str, list[int]]:
    """The same program as jobs of the worker that thinks."""
    setup = f"exec({SPEED!r}, __import__('builtins').__dict__)"
    jobs = [{"call": "builtins:eval", "request": setup}]
    jobs += [{"call": "builtins:eval", "request": f"speed({name!r}, {seconds})"} for name in GAMES]
    answers = page.evaluate(ASK, [f"{url}static/pocket/worker.js", jobs])
    assert not any("died" in answer for answer in answers), answers
    return {name: answer["result"] for name, answer in zip(GAMES, answers[1:], strict=True)}


def kill(page: Page, url: str, deaths: int, rng: Random) -> None:
    """Play, and end the page with its workers at random moments; prints what was lost."""
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


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--deaths", type=int, default=50)
    parser.add_argument("--browser", default="/usr/bin/chromium")
    given = parser.parse_args()
    handler = functools.partial(Quiet, directory=str(given.folder))
    host = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=host.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{host.server_port}/"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=given.browser, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page()
        page.goto(url)
        there = speeds_there(page, url, given.seconds)
        here = speeds_here(GAMES, given.seconds)
        print(f"{'':12}{'plies/s':>10}{'here':>10}{'sims/s':>10}{'here':>10}")
        for name in GAMES:
            (plies, sims), (more, most) = there[name], here[name]
            print(f"{name:12}{plies:10}{more:10}{sims:10}{most:10}")
        kill(page, url, given.deaths, Random(1))
        browser.close()
    host.shutdown()


if __name__ == "__main__":
    main()
