"""Bots of a match in the terminal: levels of the game, and programs of one's own."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING

from everygame.bots import choose
from everygame.bots.request import OUTSIDE
from everygame.contract import Game, Json

if TYPE_CHECKING:
    from everygame.process.program import Program


class Seated:
    """The programs that sit in seats of one match; each is started when it first has to move and
    ended when the match is left. Whatever bot is asked, it is asked here."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.programs: dict[int, Program] = {}
        """By their seats."""

    def choose(self, request: Json) -> Json:
        """`{"move": …}` of the bot that sits in the request's seat. Raises BotFault."""
        level: str = request["level"]
        if not level.startswith(OUTSIDE):
            return choose(request)
        return {"move": self.program(request["seat"], level, request["seed"]).move(request)}

    def program(self, seat: int, level: str, seed: int) -> Program:
        from everygame.process.program import Program  # the terminal plays without processes too

        if seat not in self.programs:
            self.programs[seat] = Program(level.removeprefix(OUTSIDE))
            self.programs[seat].start(self.game, seat, seed)
        return self.programs[seat]

    def __enter__(self) -> Seated:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for program in self.programs.values():
            program.close()
