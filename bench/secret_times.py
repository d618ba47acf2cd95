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
from everygame.server.bot_player import BotPlayer
from everygame.server.bots import Bots
from everygame.store import Holder

Timed = tuple[float, int]
"""The seconds of a reply and how many legal choices there were."""


class Session:
    """One match of bots, as a live match is seen by them."""

    def __init__(self, name: str, level: str, bots: Bots, seed: int, found: list[Timed]) -> None:
        self.id, self.broken, self.watchers = str(seed), False, [1]
        self.game = find_game(name).game()
        self.match = Match(self.game, Random(seed))
        self.match.draw()
        self.holders = [Holder("bot", level, level)] * self.game.players
        self.player, self.found = BotPlayer(bots), found
        self.over = asyncio.Event()

    def bot_to_play(self) -> tuple[int, int] | None:
        seat = self.match.to_play()
        return (self.match.node, seat) if seat >= 0 else None

    async def aside(self, work: Callable[..., Any], *arguments: Any) -> Any:
        return work(*arguments)

    async def play_bot(self, node: int, seat: int, move: str) -> None:
        choices = len(self.match.state().legal_actions())
        self.found.append((time.monotonic() - self.asked, choices))
        self.match.play(seat, move)
        self.go_on()

    def go_on(self) -> None:
        self.asked = time.monotonic()
        self.player.consider(self)
        if self.bot_to_play() is None:
            self.over.set()

    def tell(self, sentence: str) -> None:
        print(sentence)

    def title(self, seat: int) -> str:
        return str(seat)


async def collect(options: argparse.Namespace) -> list[Timed]:
    """Replies, until there are enough."""
    bots, found, seeds = Bots(Pool(2), levels), list[Timed](), iter(range(10**9))

    async def play_on() -> None:
        while len(found) < options.replies:
            session = Session(options.game, options.level, bots, next(seeds), found)
            session.go_on()
            await session.over.wait()

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
