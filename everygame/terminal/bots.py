"""Runs the bots of a match in the terminal: levels of the game, and programs of other people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everygame.bots import choose
from everygame.bots.request import OUTSIDE
from everygame.contract import Game, Json

if TYPE_CHECKING:
    from everygame.process.bot_program import Program


class Seated:
    """The bots of one match. A program is started when it has its first move, and ended with the
    match; all other bots are levels of the game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.programs: dict[int, Program] = {}
        """For each seat that a program plays: the running program."""

    def choose(self, request: Json) -> Json:
        """Return `{"move": …}`, chosen by the bot at the seat of the request. Raises BotFault."""
        level: str = request["level"]
        if not level.startswith(OUTSIDE):
            return choose(request)
        return {"move": self.program(request["seat"], level, request["seed"]).move(request)}

    def program(self, seat: int, level: str, seed: int) -> Program:
        from everygame.process.bot_program import (
            Program,  # the terminal plays without processes too
        )

        if seat not in self.programs:
            self.programs[seat] = Program(level.removeprefix(OUTSIDE))
            self.programs[seat].start(self.game, seat, seed)
        return self.programs[seat]

    def __enter__(self) -> Seated:
        return self

    def __exit__(self, *_: object) -> None:
        for program in self.programs.values():
            program.close()
