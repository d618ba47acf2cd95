"""What a player does and takes back in secret gives the others no sign: not by node numbers,
branches, the number of messages, or refusals."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from everygame.library.registry import find_game
from everygame.match import Match
from everygame.server.bots.player import BotPlayer
from everygame.visible_history import Lens
from tests.games.coldspell.table import ended
from tests.server.serving import Device, Make

HANDS = "1:Zl,AOm,Ns,EOs,Tm 2:Cs,AEl,Ts 3:EUl,Tl,AEs"
PLAIN = "+1 +2=o +3 +4=e / done"
WAVERING = "+5 +2=o < +2=o +3 / +1 clear < < < < < < +1 +2=o +3 +4=e / done"
OTHER = "+3 +4=o +5 / done"
"""`<` takes a ply back."""


def record(seats: list[dict[str, str]]) -> dict[str, Any]:
    """A record of a match in which no word has been spelled yet."""
    game: Any = find_game("coldspell").game(players="3")
    body = {"format": 1, "game": "coldspell", "version": game.version, "plies": [], "node": 0}
    start = ended(game, HANDS).to_json()
    return {**body, "options": game.settings, "start": start, "seats": seats}


class Table:
    """A match in which Ann spells a word, Bob and Cid wait at their own devices, and Eve
    watches."""

    def __init__(self, device: Make) -> None:
        self.ann, self.bob, self.cid, self.eve = (device() for _ in range(4))
        body = record([{"name": name} for name in ("Ann", "Bob", "Cid")])
        self.match = self.ann.post("/api/matches/load", body)["match"]
        for seat, guest in (1, self.bob), (2, self.cid):
            self.ann.admit(guest, self.match, seat)
        self.line = self.ann.enter(self.match)
        self.others = [one.enter(self.match) for one in (self.bob, self.cid, self.eve)]
        for line in (self.line, *self.others):
            line.until(lambda table: all(seat["online"] for seat in table["seats"]))
        self.settle()

    def settle(self) -> None:
        """Receive the messages that are on their way, and drop all messages received so far."""
        for line in self.others:
            for _ in range(2):
                line.settle()
            self.heard = [[m for m in line.heard if m["type"] != "pong"] for line in self.others]
        for line in self.others:
            line.heard.clear()

    def spell(self, plies: str) -> None:
        for move in plies.split():
            if move == "<":
                self.line.command("go", node=self.line.table["undo"])
            else:
                self.line.play(move)

    def told(self) -> Any:
        """All messages that the other players received, the last turn step by step among them, and
        what they get over HTTP."""
        for line in self.others:
            line.say(type="steps")
        self.settle()
        shelves = [one.shelf() for one in (self.bob, self.cid)]
        saves = [one.record(self.match) for one in (self.bob, self.cid, self.eve)]
        for save in saves[:2]:
            save["sealed"] = len(save["sealed"])
        assert self.bob.request("POST", f"/api/matches/{self.match}/save", {"name": "x"})
        for match in (match for shelf in shelves for match in shelf):
            del match["updated"]
        for one in (one for heard in self.heard for one in heard):
            one.pop("dice", None)  # whose seed nobody knows
        told = json.dumps([self.heard, shelves, saves])
        return json.loads(told.replace(self.match, "MATCH"))

    def refusals(self) -> list[Any]:
        """The refusals that the other players get when they ask for nodes that may exist and play
        out of turn."""
        kinds: list[dict[str, Any]] = [
            {"type": "look"},
            {"type": "look", "of": 0},
            {"type": "look", "of": "all"},
            {"type": "go", "id": "g", "at": 0},
            {"type": "play", "id": "p", "move": "done"},
            {"type": "best"},
            {"type": "hint"},
        ]
        wishes = [
            {**kind, "at" if kind["type"] in ("play", "hint") else "node": number}
            for kind in kinds
            for number in range(12)
        ]
        for line in self.others:
            for wish in wishes:
                line.say(**wish)
        self.settle()
        return [[one for one in heard if one["type"] == "error"] for heard in self.heard]


def test_a_change_of_mind_while_spelling_reaches_nobody_else(device: Make) -> None:
    told = []
    for spelling in (PLAIN, WAVERING, OTHER):
        table = Table(device)
        table.spell(spelling)
        for line in table.others:
            line.see(seat=1, to_play=True)
        table.others[0].play("+2=a", id="bob")
        told.append(table.told())
    assert told[0][0][2], "Eve hears that Ann is done"
    assert told[0] == told[1] == told[2]


def test_neither_a_silent_message_nor_a_refusal_tells_of_it(device: Make) -> None:
    refused = []
    for spelling in ("+1", "+5 +2=o / +1 clear < < +1"):
        table = Table(device)
        before = table.bob.get("/api/library")
        table.spell(spelling)
        table.settle()
        assert table.heard == [[], [], []] and table.bob.get("/api/library") == before
        refused.append(table.refusals())
    assert refused[0] == refused[1] and all(len(one) > 60 for one in refused[0])


def test_a_bot_takes_the_time_of_one_ply_for_all_that_nobody_sees(
    ann: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests: list[int] = []
    moves = iter(["+5", "+2=o", "/", "done"])

    async def choose(*_: object) -> str:
        return next(moves)

    monkeypatch.setattr(BotPlayer, "choose", choose)
    monkeypatch.setattr(BotPlayer, "delay", lambda *_: rests.append(1) or 0.0)
    seats = [{"kind": "bot", "level": "random"}, {"name": "Ann"}, {"name": "Ben"}]
    line = ann.load(record(seats))
    line.until(seat=1, to_play=True)
    assert len(line.table["line"]) == 1 and len(rests) == 1
    for seat in (1, 2):
        line.reveal(seat)
        line.play("done")
    assert len(line.table["line"]) == 6


def test_a_lens_leaves_out_what_cannot_be_seen_and_nothing_else() -> None:
    """Compared with a simple computation of what a viewer can see at every ply."""
    for name in ("coldspell", "evade", "crazyeights"):
        game = find_game(name).game()
        match, rng = Match(game, Random(5)), Random(5)
        match.draw()
        lenses = {viewer: Lens(match, viewer) for viewer in (None, 0, 1)}
        while not match.outcome():
            match.play(match.to_play(), rng.choice(match.state().legal_actions()))
        for viewer, lens in lenses.items():
            line = match.path(match.node)[1:]
            silent = [node for node in line if is_silent(match, node, viewer)]
            assert lens.plies[lens.number(match.node)] == len(line) - len(silent)
            assert bool(silent) == (name == "coldspell")


def is_silent(match: Match, number: int, viewer: int | None) -> bool:
    node = match.nodes[number]
    before, after = match.state(node.parent), match.state(number)
    if node.seat == viewer or node.told.get(viewer, node.move) == node.move:
        return False
    same = before.observe(viewer) == after.observe(viewer)
    return same and before.to_play() == after.to_play()
