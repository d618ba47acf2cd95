"""One seat against bots: the matches of a vector, in which bots move for all other seats."""

from __future__ import annotations

from typing import Final

from everygame.bots.level import find_level
from everygame.bots.request import ask, recalled
from everygame.bots.thinker import choose
from everygame.contract import State
from everygame.rl.matches import Vector

RANDOM: Final = "random"
"""The bot that plays any legal move; every game has it."""
PATIENCE: Final = 3600.0
"""Seconds for a move of a bot whose level limits the number of its simulations, so that the seed
alone decides its move."""


class Opponents:
    """The bots of all seats but one, in all matches of a vector that begins none again by itself.
    What they play follows from the seed of the match, unless their level has nothing but time to
    limit it."""

    def __init__(self, vector: Vector, seat: int, bot: str) -> None:
        """Raises BadOption where the game has no such bot."""
        self.vector = vector
        vector._core.deferred = True  # what bots look at is no plane
        self.seat = seat
        self.bot = bot
        self.level = None if bot == RANDOM else find_level(vector.game, bot)
        self.kept = recalled(vector.game)
        self.past: list[dict[int, State]] = [{} for _ in range(vector.count)]
        """For each match, by plies: its earlier states that a bot is told of."""

    def answer(self) -> None:
        """Move until the one seat is to move or the match is over, and show its view."""
        core = self.vector._core
        if self.level is None:
            core.play_others(self.seat)
        else:
            for i in range(self.vector.count):
                self.answer_in(i)
        core.show_all(self.seat)

    def answer_in(self, i: int) -> None:
        """Do so in one match."""
        vector = self.vector
        while not (vector.terminated[i] or vector.truncated[i]):
            state = vector.state(i)
            self.remember(i, state)
            if vector.seat[i] == self.seat:
                return
            vector._core.step_one(i, self.choose(i, state))

    def remember(self, i: int, state: State) -> None:
        """Keep a state of a match for its bots."""
        past, plies = self.past[i], int(self.vector.plies[i])
        if plies == 0:
            past.clear()
        past[plies] = state
        while len(past) > self.kept + 1:
            del past[next(iter(past))]

    def choose(self, i: int, state: State) -> int:
        """Return the action of the bot that is to move."""
        assert self.level is not None
        request = ask(self.vector.game, list(self.past[i].values()), state.to_play())
        request |= {"level": self.bot, "seed": int(self.vector._core.random_number(i))}
        if self.level.nodes:
            request["seconds"] = PATIENCE
        moves: list[str] = request["moves"]
        return state.legal_actions()[moves.index(choose(request)["move"])]
