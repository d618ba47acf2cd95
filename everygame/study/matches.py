"""The matches of a study, at random or between bots; both are counted in the same way.

A match depends on the plan and its number alone, provided that budgets of bots are in nodes, not
seconds. So a study is the same with any number of worker processes.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final

from everygame.arena.contestant import parse_contestant
from everygame.arena.series import ask, cached_game
from everygame.bots.thinker import answer
from everygame.contract import OVER, Game
from everygame.errors import BadGame
from everygame.match import Match
from everygame.process.farm import Local
from everygame.search.rng import Rng
from everygame.study.leads import Leads
from everygame.study.walk import Walk

RANDOM: Final = "random"
CHUNK: Final = 10
"""How many random matches a worker process plays as one task."""


@dataclass(frozen=True)
class Plan:
    """What a study plays. `players`, "random" or a contestant of the arena, has all seats."""

    game: str
    options: tuple[tuple[str, str], ...]
    players: str = RANDOM
    seed: int = 1

    def open_game(self) -> Game:
        """Raises BadGame, BadOption."""
        return cached_game(self.game, self.options)

    def check(self) -> None:
        """Raises BadGame, or BadOption where there are no such players."""
        if self.open_game().endless:
            raise BadGame(
                "{game} is a table without rules: there is nothing to study.", game=self.game
            )
        if self.players != RANDOM:
            parse_contestant(self.players, self.open_game())

    def is_opened(self) -> bool:
        """Each seat plays its first turn at random before bots take over, or a bot would play the
        same match again and again. Not so where chance or secrets make matches differ, nor in a
        game for one player, where the first turn is the whole match."""
        game = self.open_game()
        varied = game.chance or game.hidden or game.players == 1
        return self.players != RANDOM and not varied


@dataclass(frozen=True)
class Sample:
    """The counts of one match."""

    returns: tuple[float, ...]
    """Empty where the match was given up."""
    ending: str
    plies: int
    """How many plies the seats played; chance plies do not count."""
    turns: int
    choices: int
    """The numbers of legal moves at all plies, added up."""
    widest: int
    """The greatest number of legal moves."""
    mark: int
    """A hash of the plies."""
    leads: int | None
    """How often the lead changed; None where it was not followed."""


def play_samples(plan: Plan, matches: int, workers: int) -> Generator[Sample, None, None]:
    """The samples in the order of their numbers: when the study is cut off, those that it has are
    the first ones and not the quickest ones, which would be short. One worker is this process."""
    chunk = CHUNK if plan.players == RANDOM else 1
    play = partial(play_chunk, plan, chunk, matches)
    early: dict[int, list[Sample]] = {}
    wanted = 0
    with closing(Local(workers).run(play, range(-(-matches // chunk)))) as chunks:
        for number, samples in chunks:
            early[number] = samples
            while wanted in early:
                yield from early.pop(wanted)
                wanted += 1


def play_chunk(plan: Plan, chunk: int, matches: int, number: int) -> tuple[int, list[Sample]]:
    """The number of a chunk, and the samples of its matches."""
    start = number * chunk
    return number, [play_sample(plan, n) for n in range(start, min(start + chunk, matches))]


def play_sample(plan: Plan, number: int) -> Sample:
    """Play and count the match of a number."""
    game = plan.open_game()
    walk = Walk(game.initial_state(), game.repetition)
    leads = Leads(game, Random(f"leads {plan.seed} {number}").getrandbits(30))
    watch = leads.watch if leads.follows(number) else None
    given = [] if plan.players == RANDOM else bot_plies(plan, game, number)
    walk.go(Rng(Random(f"study {plan.seed} {number}").getrandbits(32)), given, watch)
    return Sample(
        tuple(walk.returns),
        walk.ending,
        int(walk.plies),
        int(walk.turns),
        int(walk.choices),
        int(walk.widest),
        int(walk.mark),
        leads.changes() if watch else None,
    )


def bot_plies(plan: Plan, game: Game, number: int) -> list[int]:
    """The plies of a match between bots."""
    rng = Random(f"bots {plan.seed} {number}")
    match = open_match(plan, game, rng)
    level = parse_contestant(plan.players, game)
    while (who := match.to_play()) != OVER:
        match.play(who, answer(game, level, ask(match, who, rng.getrandbits(30)))["move"])
    return [match.nodes[node].action for node in match.path(match.node)[1:]]


def open_match(plan: Plan, game: Game, rng: Random) -> Match:
    """A match after its opening; an opening that ends the match is drawn again."""
    while True:
        match = Match(game, rng)
        match.draw()
        waiting = set(range(game.players)) if plan.is_opened() else set()
        while waiting and (who := match.to_play()) != OVER:
            while match.to_play() == who:
                match.play(who, rng.choice(match.state().legal_actions()))
            waiting.discard(who)
        if match.to_play() != OVER:
            return match
