"""Recorded sessions: the same commands to the server and to the worker, and the same answers.

    python -m tests.browser.recorded FOLDER [--sessions 300] [--seed S]

FOLDER is what `everygame export` has written. Each session is played against a server, where the
next command is chosen by what is shown, and its commands are sent to Python in a browser. Whatever
one of them answers is compared byte for byte, but for ids, times and what is sealed. Sessions go
over all games, their options and numbers of players, with people at one screen, who hand it over
where the game keeps secrets, and with bots; over moves, wrong moves, undo, redo, looking back,
saving, loading, files, restart, resigning and deleting.

On both sides, and here alone, what is drawn by lot follows from one fixed number, and bots are
limited by nodes, not by seconds: a level that has no nodes plays in no session. A table that comes
before another one may be left out, so only what stands in the end is compared, with all history.
"""

from __future__ import annotations

import argparse
import difflib
import gzip
import io
import json
import re
import shutil
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from everygame import bots
from everygame.library.registry import games
from tests.browser import conftest
from tests.browser.fixed import FIXED
from tests.browser.sessions import UNLIKE
from tests.browser.site import Site

MAIN: Final = "everygame/pocket/main.py"
PYTHON: Final = "python/everygame.zip.gzipped"
ACROSS: Final = """(at) => {
  let carrier = null, line = null, table = null, heard = [], history = new Map(), wake = () => {};
  const patience = { answer: 300_000, table: 5_000 };
  const begun = import(`${at}static/net/carrier.js`).then((found) => { carrier = found.carrier; });
  const take = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "view") remember(message);
    else if (message.type !== "watchers") heard.push(message);
    wake();
  };
  const remember = (message) => {
    const { of, after, plies, main_children } = message.history;
    const known = after === 1 ? { plies: [], main_children: {} } : history.get(of);
    known.plies = [...known.plies.slice(0, after - 1), ...plies];
    const parents = Object.fromEntries(known.plies.map(({ node, parent }) => [node, parent]));
    for (const node of main_children ?? []) known.main_children[parents[node]] = node;
    history.set(of, known);
    table = { ...message, history: { of, ...known } };
  };
  const isBots = ({ seats }) => seats.some((one) => one.kind === "bot" && one.to_play);
  const rests = () => table && (table.over || (table.thinking === null && !isBots(table)));
  const answered = ({ id }) => () => heard.some((one) => one.id === id);
  const until = (met, ms) => new Promise((done) => {
    const stop = setTimeout(() => end(false), ms);
    const end = (met) => { clearTimeout(stop); wake = () => {}; done(met); };
    wake = () => { if (met()) end(true); };
    wake();
  });
  const end = (news) => { const told = heard; heard = []; return { told, table, news }; };
  globalThis.across = {
    async ask(method, path, body) {
      await begun;
      const answer = await carrier.ask(method, path, body === null ? undefined : body);
      return [answer.status, await answer.body.text()];
    },
    async open(match) {
      line?.close();
      [table, heard, history] = [null, [], new Map()];
      line = carrier.open(`/api/matches/${match}/socket`);
      line.onmessage = take;
      return end(await until(rests, patience.answer));
    },
    async say(message) {
      const before = table;
      line.send(JSON.stringify(message));
      if (message.id) await until(answered(message), patience.answer);
      if (heard.some((one) => one.type === "error" && one.code !== "stale")) return end(false);
      const news = await until(() => table !== before, patience.table);
      return end(news && (await until(rests, patience.answer)));
    },
    close() { line?.close(); line = null; },
  };
}"""
IDS: Final = re.compile(r'"(match|save|next|key)":"[^"]*"|"left":\[[\d.,null]*\]')
STEADY: Final = 0.15
"""How often a bot is of the second level."""


class Side:
    """One of the two that answer, asked by a page."""

    def __init__(self, page: Page, at: str) -> None:
        self.page = page
        page.evaluate(ACROSS, at)

    def do(self, *step: Any) -> Any:
        """Ask, open, say or close."""
        name, *given = step
        return self.page.evaluate(f"(given) => across.{name}(...given)", list(given))


class Session:
    """Plays one session against one side, and notes what it does and what is answered."""

    def __init__(self, side: Side, rng: Random, name: str, number: int) -> None:
        self.side, self.rng, self.name = side, rng, name
        self.key = f"session {number}"
        self.steps: list[tuple[Any, ...]] = []
        self.answers: list[str] = []
        self.table: dict[str, Any] = {}
        self.match = self.save = ""
        self.said = 0

    def do(self, *step: Any) -> Any:
        """One step on this side; `{match}` and `{save}` in it stand for the ids there."""
        self.steps.append(step)
        answer = self.side.do(*(self.filled(part) for part in step))
        self.answers.append(plain(answer))
        if isinstance(answer, dict) and answer["table"]:
            self.table = answer["table"]
        if isinstance(answer, list):
            self.learn(step, answer[1])
        return answer

    def filled(self, part: Any) -> Any:
        if not isinstance(part, str):
            return part
        return part.replace("{match}", self.match).replace("{save}", self.save)

    def learn(self, step: tuple[Any, ...], text: str) -> None:
        """The ids that later steps need."""
        if step[1] == "POST" and (found := re.match(r'\{"match":"([^"]+)"\}', text)):
            self.match = found[1]
        if found := re.match(r'\{"save":"([^"]+)"\}', text):
            self.save = found[1]

    # -- what a session does

    def play(self) -> None:
        self.begin()
        deeds = [self.move] * 6 + [self.look, self.undo, self.redo, self.wrong, self.keep]
        deeds += [self.reload, self.read, self.resign, self.again]
        for _ in range(self.rng.randrange(5, 12)):
            self.reveal()
            self.rng.choice(deeds)()
        self.read()
        self.ask("GET", "/api/matches/{match}/dice")
        self.do("close")
        self.ask("DELETE", "/api/matches/{match}")

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        return self.do("ask", method, path, body if body is None else json.dumps(body))

    def begin(self) -> None:
        players = self.rng.choice(games()[self.name].game_class().seats)
        options = self.options(players)
        seats = [self.seat(number, players) for number in range(players)]
        self.ask("POST", f"/api/games/{self.name}/preview", {"options": options})
        wanted = {"game": self.name, "options": options, "seats": seats, "key": self.key}
        self.ask("POST", "/api/matches", wanted)
        self.do("open", "{match}")

    def options(self, players: int) -> dict[str, str]:
        chosen = {"players": str(players)}
        for option in games()[self.name].game_class().options:
            fitting = [c.value for c in option.choices if players in (c.players or (players,))]
            if fitting and option.name != "players" and players in (option.players or (players,)):
                usual = option.default in fitting and self.rng.random() < 0.5
                chosen[option.name] = option.default if usual else self.rng.choice(fitting)
        return chosen

    def seat(self, number: int, players: int) -> dict[str, str]:
        levels = [level.name for level in bots.levels(games()[self.name].game()) if level.nodes]
        if not levels or players == 1 or not number or self.rng.random() < 0.5:
            return {"kind": "person", "name": f"Person {number}"}
        return {"kind": "bot", "level": levels[self.rng.random() < STEADY]}

    def say(self, kind: str, **more: Any) -> None:
        self.said += 1
        command = {"id": f"c{self.said}"} if kind in ("play", "go", "resign") else {}
        if kind in ("play", "go") and "at" not in more:
            more["at"] = self.table["node"]
        self.do("say", {"type": kind, **command, **more})

    def reveal(self) -> None:
        if (seat := self.table["curtain"]) is not None:
            self.say("reveal", seat=seat)

    def move(self) -> None:
        scene = self.table["scene"]
        moves = [one["move"] for one in scene.get("choices", [])]
        for carry in scene.get("carries", []):
            moves.append(f"{self.rng.choice(carry['starts'])}-{self.rng.choice(carry['goals'])}")
        if moves:
            self.say("play", move=self.rng.choice(moves))

    def look(self) -> None:
        nodes = [ply["node"] for ply in self.table["history"]["plies"]]
        if nodes:
            self.say("look", node=self.rng.choice([0, *nodes]))
            self.say("look", node=None)

    def undo(self) -> None:
        if self.table["undo"] is not None:
            self.say("go", node=self.table["undo"])

    def redo(self) -> None:
        if self.table["redo"] is not None:
            self.say("go", node=self.table["redo"])

    def wrong(self) -> None:
        self.say("play", move=self.rng.choice(["z99", "up and away", "pass", "a1-a1"]))
        self.say("play", move="z99", at=self.table["node"] + 7)

    def resign(self) -> None:
        persons = [one["seat"] for one in self.table["seats"] if one["mine"]]
        if persons and self.rng.random() < 0.3:
            self.say("resign", seat=self.rng.choice(persons))

    def keep(self) -> None:
        self.ask("POST", "/api/matches/{match}/save", {"name": "kept"})
        self.ask("GET", f"/api/saves?game={self.name}")

    def reload(self) -> None:
        """Go on from a save, or from the file of the match, and never from nothing."""
        if self.save:
            self.go_on("POST", "/api/saves/{save}/load")
            self.ask("DELETE", "/api/saves/{save}")
            self.save = ""
        elif not self.table["hidden"]:
            _, text = self.ask("GET", "/api/matches/{match}/record")
            self.do("ask", "POST", "/api/matches/load", text)
            self.do("open", "{match}")

    def again(self) -> None:
        if self.rng.random() < 0.4:
            self.go_on("POST", "/api/matches/{match}/restart")

    def go_on(self, method: str, path: str) -> None:
        self.ask(method, path, {})
        self.do("open", "{match}")

    def read(self) -> None:
        self.ask("GET", "/api/matches/{match}/record")
        self.ask("GET", "/api/matches/{match}/picture")


def plain(answer: Any) -> str:
    """What must be the same on both sides."""
    text = answer[1] if isinstance(answer, list) else json.dumps(answer)
    status = str(answer[0]) if isinstance(answer, list) else ""
    text = text.replace('": ', '":').replace(", ", ",")
    return status + IDS.sub('"id":0', UNLIKE.sub(r'"\1":0', text))


def replay(side: Side, recorded: Session) -> list[str]:
    """The answers of another side to the same commands."""
    other = Session(side, recorded.rng, recorded.name, 0)
    for step in recorded.steps:
        other.do(*step)
    return other.answers


def differences(one: Session, others: list[str]) -> list[str]:
    """Each step that was answered otherwise, and where."""
    found = []
    for step, mine, theirs in zip(one.steps, one.answers, others, strict=True):
        if mine != theirs:
            places = difflib.SequenceMatcher(None, mine, theirs, autojunk=False)
            _, i, j, k, m = next(code for code in places.get_opcodes() if code[0] != "equal")
            near = f"{mine[max(0, i - 60) : j + 60]!r} | {theirs[max(0, k - 60) : m + 60]!r}"
            found.append(f"{one.name}: {str(step)[:120]}: {near}")
    return found


def fixed_site(folder: Path, root: Path) -> Site:
    """The folder behind a plain host, its Python with what is fixed."""
    shutil.copytree(folder, root / "games" / "every")
    whole = root / "games" / "every" / PYTHON
    there, made = io.BytesIO(gzip.decompress(whole.read_bytes())), io.BytesIO()
    with zipfile.ZipFile(there) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            more = FIXED.encode() if name == MAIN else b""
            new.writestr(name, old.read(name) + more)
    whole.write_bytes(gzip.compress(made.getvalue()))
    return Site(root)


@contextmanager
def both(browser: Browser, folder: Path, root: Path) -> Iterator[tuple[Side, Side]]:
    """A server, and the exported folder in a browser."""
    site, server = fixed_site(folder, root), conftest.Server(root, "tests.browser.fixed")
    here, there = (browser.new_context().new_page() for _ in range(2))
    try:
        here.goto(server.url)
        there.goto(site.url)
        yield Side(here, "/"), Side(there, "/games/every/")
    finally:
        here.context.close()
        there.context.close()
        server.close()
        site.close()


def compare(sides: tuple[Side, Side], seed: int, number: int) -> tuple[Session, list[str]]:
    """A session on both sides, and which answers differ."""
    name = sorted(games())[number % len(games())]
    session = Session(sides[0], Random(seed * 1_000_000 + number), name, number)
    session.play()
    return session, differences(session, replay(sides[1], session))


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sessions", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    browser_path = next(filter(None, map(shutil.which, conftest.NAMES)))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        launch = playwright.chromium.launch
        browser = launch(executable_path=browser_path, args=conftest.ARGUMENTS)
        try:
            with both(browser, asked.folder, Path(folder)) as sides:
                return compare_all(sides, asked.sessions, asked.seed)
        finally:
            browser.close()


def compare_all(sides: tuple[Side, Side], most: int, seed: int) -> int:
    """Play and replay so many sessions; 1 where an answer differs."""
    began, found, done, steps = time.monotonic(), list[str](), Counter[str](), Counter[str]()
    for number in range(most):
        session, wrong = compare(sides, seed, number)
        found += wrong
        done[session.name] += 1
        kinds = [s[1] if isinstance(s[1], str) else s[1]["type"] for s in session.steps if s[1:]]
        steps.update(kinds)
        for line in wrong[:3]:
            print(line, flush=True)
        if number % 25 == 24:
            print(f"{number + 1} sessions, {time.monotonic() - began:.0f} s", flush=True)
    print(f"{most} sessions, {sum(steps.values())} commands, {len(found)} answers differ")
    print(", ".join(f"{name} {count}" for name, count in done.items()))
    print(", ".join(f"{name} {count}" for name, count in steps.most_common()))
    return min(1, len(found))


if __name__ == "__main__":
    sys.exit(main())
