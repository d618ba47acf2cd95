"""Programs of one's own as opponents: who runs the server names them, and they play as bots."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final, TypeVar

from everygame.bots.request import OUTSIDE
from everygame.contract import Game, Json
from everygame.errors import BadOption
from everygame.process.isolation import find_safe_game, levels
from everygame.process.program import SECONDS, BotFault, Program, Rules
from everygame.search.advice import Level
from everygame.words import Message, say

MOST: Final = 8
"""Programs that are kept between their moves, and at most as many that think at once."""
LONGEST_NAME: Final = 40
"""Letters of what a program calls itself."""

Result = TypeVar("Result")
Place = tuple[str, int, str]
"""A match, a seat of it and the level that sits there."""


@dataclass(frozen=True)
class Offer:
    """A program that may be chosen as an opponent."""

    command: str
    level: Level


class Programs:
    """All that are offered, and those at work: each sits in one seat of one match."""

    def __init__(self, offers: Mapping[str, Sequence[Offer]] | None = None) -> None:
        """`offers` by the names of their games."""
        self.offers = offers or {}
        self.resting: OrderedDict[Place, Program] = OrderedDict()
        self.running: set[Program] = set()

    @cached_property
    def threads(self) -> ThreadPoolExecutor:
        """Where programs are waited for."""
        return ThreadPoolExecutor(MOST, "program")

    def levels(self, game: str) -> tuple[Level, ...]:
        """Of the programs that are offered for a game."""
        return tuple(offer.level for offer in self.offers.get(game, ()))

    async def move(self, place: Place, rules: Rules, request: Json) -> str:
        """The program's move, from what its seat knows. One that fails is ended, and begins anew
        when it is asked again; so does one that is not waited for any more. Raises BotFault."""
        _, seat, name = place
        offer = next(one for one in self.offers[rules.name] if one.level.name == name)
        program = self.resting.pop(place, None)
        is_new = program is None
        program = program or Program(offer.command, SECONDS)
        self.running.add(program)
        try:
            if is_new:
                await self.do(partial(program.start, rules, seat, request["seed"]))
            move = await self.do(partial(program.move, request))
        except BaseException:
            self.drop(program)
            raise
        self.resting[place] = program
        while len(self.resting) > MOST:
            self.drop(self.resting.popitem(last=False)[1])
        return move

    async def tell_end(self, match: str, returns: tuple[float, ...], ending: str) -> None:
        """A match is over; its programs learn how, and end."""
        for place in [place for place in self.resting if place[0] == match]:
            program = self.resting.pop(place)
            await self.do(partial(program.tell_end, returns, ending))
            self.drop(program)

    def plays_in(self, match: str) -> bool:
        """A program that sits in this match waits for its next move."""
        return any(place[0] == match for place in self.resting)

    async def do(self, work: Callable[[], Result]) -> Result:
        """Work that waits for a program."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, work)

    def drop(self, program: Program) -> None:
        """End a program, once, without waiting for it."""
        if program in self.running:
            self.running.remove(program)
            asyncio.get_running_loop().run_in_executor(None, program.close)

    async def close(self) -> None:
        """End them all."""
        running, self.running = self.running, set()
        self.resting.clear()
        await asyncio.gather(*(asyncio.to_thread(program.close) for program in running))
        self.threads.shutdown(wait=False)


def say_fault(error: BotFault, name: str) -> Message:
    """What a program did wrong, for people at the match: nothing of what it said, which may tell
    secrets of its seat or of the computer it runs on."""
    if error.kind == "late":
        seconds = format(SECONDS, "g")
        return say("{name} did not answer within {seconds} s", name=name, seconds=seconds)
    if error.kind == "wrong":
        return say("{name} answered with no legal move", name=name)
    return say("{name} ended without an answer", name=name)


# -- what is offered


def read_programs(texts: Sequence[str]) -> Programs:
    """Of `GAME=program:COMMAND` each. Every program is started once, to learn what it calls
    itself. Raises BadOption, BadGame, BotFault."""
    offers: dict[str, list[Offer]] = {}
    for text in texts:
        name, _, command = text.partition("=")
        if not command.startswith(OUTSIDE):
            raise BadOption("{text} is not GAME=program:COMMAND.", text=repr(text))
        game = find_safe_game(name).game()
        if not levels(game):
            raise BadOption("No bot plays {game}.", game=repr(name))
        known = offers.setdefault(name, [])
        known.append(introduce(game, command.removeprefix(OUTSIDE), known))
    return Programs(offers)


def introduce(game: Game, command: str, others: Sequence[Offer]) -> Offer:
    """A program under the name that it has for itself. Raises BotFault."""
    program = Program(command)
    try:
        said = program.start(game, 0, 1)
    finally:
        program.close()
    letters = "".join(letter if letter.isprintable() else " " for letter in said)
    name = " ".join(letters.split())[:LONGEST_NAME].strip() or game.name
    taken = {offer.level.title for offer in others}
    if name in taken:
        name = next(f"{name} {n}" for n in range(2, len(taken) + 3) if f"{name} {n}" not in taken)
    sentence = say("A program of whoever runs this server, with {n} s for a move.", n=int(SECONDS))
    return Offer(command, Level(f"{OUTSIDE}{name}", name, sentence, SECONDS))
