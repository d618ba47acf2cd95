"""Recorded sessions: what a page asks and says, and what it is answered, by whoever answers."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

from playwright.sync_api import Page

from everygame.library.registry import games
from everygame.match import Match
from everygame.record import Seat, record_match, write_record

HOLD = """async ([at, sessions]) => {
  const { carrier } = await import(`${at}static/net/carrier.js`);
  const ask = async (method, path, body) => {
    const answer = await carrier.ask(method, path, body);
    return [answer.status, JSON.parse(await answer.body.text())];
  };
  const converse = (path, says) => new Promise((done) => {
    const heard = [], line = carrier.open(path), waiting = [...says];
    line.onclose = ({ code }) => done([...heard, code]);
    line.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      heard.push(message);
      if (message.type !== "view") return;
      if (waiting.length) line.send(JSON.stringify(waiting.shift()));
      else line.close();
    };
  });
  const answers = [];
  for (const { game, options, record, says } of sessions) {
    const [status, { match, error }] = await ask("POST", "/api/matches/load", record);
    if (error) { answers.push([status, error]); continue; }
    const heard = await converse(`/api/matches/${match}/socket`, says);
    const read = await ask("GET", `/api/matches/${match}/record`);
    const shown = await ask("POST", `/api/games/${game}/preview`, JSON.stringify({ options }));
    await ask("DELETE", `/api/matches/${match}`);
    const text = JSON.stringify([heard.filter((one) => typeof one === "object"), read, shown]);
    answers.push(text.replaceAll(match, "this match"));
  }
  return answers;
}"""
UNLIKE = re.compile(r'"(updated|sealed|running|now|at_ms)":("[^"]*"|[\d.]+)')
"""Times, and what is encrypted with a fresh number each time."""
DICE = re.compile(r'"(name|commitment|seed)":"([0-9a-f]{32}){1,2}"')
"""What each match gets by chance; a seed that is not told stays as it is."""


def sessions(seed: int, most: int) -> list[dict[str, Any]]:
    """One of each game: a match by chance up to a decision of somebody, looked back on and then
    resigned."""
    return [made for name in sorted(games()) if (made := session(name, Random(seed), most))]


def session(name: str, rng: Random, most: int) -> dict[str, Any] | None:
    game = games()[name].game()
    match = Match(game, rng)
    match.draw()
    for _ in range(rng.randrange(most)):
        if match.to_play() < 0:
            break
        state = match.state()
        match.play(match.to_play(), state.text(rng.choice(list(state.legal_actions()))))
    if match.to_play() < 0:
        return session(name, rng, most)
    people = [Seat(f"Person {number}", "person") for number in range(game.players)]
    looks = [{"type": "look", "node": node} for node in range(0, len(match.nodes), 3)]
    resign = {"type": "resign", "id": "r", "seat": match.to_play()}
    return {
        "game": name,
        "options": game.settings,
        "record": write_record(record_match(match, people)),
        "says": [*looks, {"type": "look", "node": None}, resign],
    }


def hold(page: Page, at: str, wanted: list[dict[str, Any]]) -> list[str]:
    """What this page is answered; ids, times and dice left out."""
    answers: list[Any] = page.evaluate(HOLD, [at, wanted])
    texts = [one if isinstance(one, str) else json.dumps(one) for one in answers]
    return [DICE.sub(r'"\1":0', UNLIKE.sub(r'"\1":0', text)) for text in texts]
