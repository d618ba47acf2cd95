"""Runs external programs as opponents: the operator names them on the command line, and they play
as bots do. Each program runs for one seat of one match."""

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
from everygame.process.bot_program import SECONDS, BotFault, Program, Rules
from everygame.process.isolation import find_safe_game, levels
from everygame.search.game_advice import Level
from everygame.words import Message, say

MOST_PROGRAMS: Final = 8
"""The number of programs that keep running between their moves, and the number that may think at
once."""
LONGEST_NAME: Final = 40
"""The letters of a program's name after which the name is cut off."""

Result = TypeVar("Result")
SeatKey = tuple[str, int, str]
"""The match, the seat and the level's name for which a program runs."""


@dataclass(frozen=True)
class OfferedProgram:
    """A program that people may choose as an opponent."""

    command: str
    """The command line that starts it."""
    level: Level


class Programs:
    """The programs that the operator offers, and those that run now, each for one seat of one
    match."""

    def __init__(self, offers: Mapping[str, Sequence[OfferedProgram]] | None = None) -> None:
        """`offers` are the offered programs by the names of their games."""
        self.offers = offers or {}
        self.resting: OrderedDict[SeatKey, Program] = OrderedDict()
        """The programs that wait for their next move; the program that moved last comes last."""
        self.running: set[Program] = set()
        """All programs whose processes run, whether they think or wait."""

    @cached_property
    def threads(self) -> ThreadPoolExecutor:
        """The threads that wait for programs' answers; they are made when the first is needed."""
        return ThreadPoolExecutor(MOST_PROGRAMS, "program")

    def levels(self, game: str) -> tuple[Level, ...]:
        """Return the programs that are offered for a game, as levels."""
        return tuple(offer.level for offer in self.offers.get(game, ()))

    async def move(self, key: SeatKey, rules: Rules, request: Json) -> str:
        """Return the move of the program at a seat. Where it fails or the caller is cancelled, the
        program is ended, because it may be in the middle of an answer; the next call starts it
        again. Raises BotFault."""
        _, seat, name = key
        offer = next(one for one in self.offers[rules.name] if one.level.name == name)
        program = self.resting.pop(key, None)
        is_new = program is None
        program = program or Program(offer.command, SECONDS)
        self.running.add(program)
        try:
            if is_new:
                await self.run_in_thread(partial(program.start, rules, seat, request["seed"]))
            move = await self.run_in_thread(partial(program.move, request))
        except BaseException:
            self.drop(program)
            raise
        self.resting[key] = program
        while len(self.resting) > MOST_PROGRAMS:
            self.drop(self.resting.popitem(last=False)[1])
        return move

    async def end_match(self, match: str, returns: tuple[float, ...], ending: str) -> None:
        """Tell the programs of a match how it ended, and end them."""
        for key in [key for key in self.resting if key[0] == match]:
            program = self.resting.pop(key)
            await self.run_in_thread(partial(program.tell_end, returns, ending))
            self.drop(program)

    def plays_in(self, match: str) -> bool:
        """Whether a program of this match waits for its next move."""
        return any(key[0] == match for key in self.resting)

    async def run_in_thread(self, work: Callable[[], Result]) -> Result:
        """Run work that waits for a program in a thread, so that the event loop need not wait."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, work)

    def drop(self, program: Program) -> None:
        """End a program without waiting for it; a second call does nothing."""
        if program in self.running:
            self.running.remove(program)
            asyncio.get_running_loop().run_in_executor(None, program.close)

    async def close(self) -> None:
        """End all programs and wait until they have ended."""
        running, self.running = self.running, set()
        self.resting.clear()
        await asyncio.gather(*(asyncio.to_thread(program.close) for program in running))
        self.threads.shutdown(wait=False)


def say_fault(error: BotFault, name: str) -> Message:
    """Return a sentence for the people at a match that says how a program failed. It repeats none
    of the program's words, because they may reveal secrets of its seat or of the computer."""
    if error.kind == "late":
        seconds = format(SECONDS, "g")
        return say("{name} did not answer within {seconds} s.", name=name, seconds=seconds)
    if error.kind == "wrong":
        return say("{name} answered with no legal move.", name=name)
    return say("{name} ended without an answer.", name=name)


# -- the programs that the operator offers


def read_programs(texts: Sequence[str]) -> Programs:
    """Read the operator's options, each `GAME=program:COMMAND`. Every program is started once to
    learn its name. Raises BadOption, BadGame, BotFault."""
    offers: dict[str, list[OfferedProgram]] = {}
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


def introduce(game: Game, command: str, others: Sequence[OfferedProgram]) -> OfferedProgram:
    """Start a program once and offer it under the name that it answers; a number is added where
    another program has that name. Raises BotFault."""
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
    text = "A program of the operator of this server, with {seconds} s for a move."
    sentence = say(text, seconds=int(SECONDS))
    return OfferedProgram(command, Level(f"{OUTSIDE}{name}", name, sentence, SECONDS))
