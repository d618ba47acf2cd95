"""Does the time until a bot's reply tell how much it had to choose from?

    python bench/secret_times.py [--replies 1000] [--level first] [--game crazyeights]

Bots play matches of a game with secrets as on the server, many at once, and each reply is timed.
Printed is the area under the curve (AUC) of the classifier that takes a shorter time for a sign
of one legal choice, against replies with five or more: 0.5 tells nothing, 1.0 everything.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import Any

from everygame.bots import levels
from everygame.library.registry import find_game
from everygame.match import Match
from everygame.process.pool import Pool
from everygame.server.bots.jobs import Bots
from everygame.server.bots.player import BotPlayer
from everygame.server.matches.session import Session
from everygame.server.seats.seat_holders import SeatHolders
from everygame.store import Holder, StoredMatch

Timed = tuple[float, int]
"""The seconds of a reply and how many legal choices there were."""


class Sitting:
    """One match of bots, as they see a live match."""

    def __init__(self, name: str, level: str, bots: Bots, seed: int, found: list[Timed]) -> None:
        entry = find_game(name)
        game = entry.game()
        holders = (Holder("bot", level, level),) * game.players
        stored = StoredMatch(
            id=str(seed),
            device=1,
            game=name,
            version=game.version,
            options=game.settings,
            start=None,
            tags={},
            holders=holders,
            events=tuple(Match(game, Random(seed)).draw()),
            commands={},
            next=None,
            updated=0.0,
        )
        self.session = Session(entry, stored)
        self.id, self.facts = stored.id, self.session.facts(bots.levels(game), ())
        self.seats = SeatHolders(holders, self.facts.seat_names)
        self.now = self.session.moment()
        self.player, self.found = BotPlayer(bots), found
        self.over = asyncio.Event()

    def is_watched(self) -> bool:
        return True

    def bot_to_play(self) -> tuple[int, int] | None:
        seat = self.session.match.to_play()
        return (self.session.match.node, seat) if seat >= 0 else None

    async def ask(self, question: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        return question(self.session, *arguments, **named)

    async def play_bot(self, node: int, seat: int, move: str) -> None:
        choices = len(self.session.match.state().legal_actions())
        self.found.append((time.monotonic() - self.asked, choices))
        self.session.match.play(seat, move)
        self.go_on()

    def go_on(self) -> None:
        self.asked, self.now = time.monotonic(), self.session.moment()
        self.player.consider(self)
        if self.bot_to_play() is None:
            self.over.set()

    def announce(self, sentence: str) -> None:
        print(sentence)


async def collect(options: argparse.Namespace) -> list[Timed]:
    """Replies, until there are enough."""
    bots, found, seeds = Bots(Pool(2), levels), list[Timed](), iter(range(10**9))

    async def play_on() -> None:
        while len(found) < options.replies:
            sitting = Sitting(options.game, options.level, bots, next(seeds), found)
            sitting.go_on()
            await sitting.over.wait()

    await asyncio.gather(*(play_on() for _ in range(options.at_once)))
    await bots.close()
    return found


def area(few: list[float], many: list[float]) -> float:
    """The chance that a reply with many choices took longer than one with few."""
    pairs = [(a > b) + (a == b) / 2 for b in few for a in many]
    return sum(pairs) / len(pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replies", type=int, default=1000)
    parser.add_argument("--level", default="first")
    parser.add_argument("--game", default="crazyeights")
    parser.add_argument("--at-once", type=int, default=12)
    found = asyncio.run(collect(parser.parse_args()))
    few = [seconds for seconds, choices in found if choices == 1]
    many = [seconds for seconds, choices in found if choices >= 5]
    print(f"{len(found)} replies, {len(few)} with one choice, {len(many)} with five or more")
    print(f"AUC {area(few, many):.3f}")


if __name__ == "__main__":
    main()
