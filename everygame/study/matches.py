"""The matches of a study: at random, or between bots, and counted alike.

A match depends on the plan and its number alone, as far as budgets of bots are nodes and not
seconds, so that a study is the same with any number of worker processes.
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
"""Random matches that a worker process takes at once."""


@dataclass(frozen=True)
class Plan:
    """What is played: `players`, "random" or a contestant of the arena, takes all seats."""

    game: str
    options: tuple[tuple[str, str], ...]
    players: str = RANDOM
    seed: int = 1

    def open_game(self) -> Game:
        """Raises BadGame, BadOption."""
        return cached_game(self.game, self.options)

    def check(self) -> None:
        """Raises BadGame, or BadOption where the players cannot be had."""
        if self.open_game().endless:
            raise BadGame(
                "{game} is a table without rules: there is nothing to study.", game=self.game
            )
        if self.players != RANDOM:
            parse_contestant(self.players, self.open_game())

    def is_opened(self) -> bool:
        """Each seat has its first turn at random before bots take over, since many a bot would
        play the same match again and again; not where chance or secrets make them different, nor
        alone, where the first turn is the match."""
        game = self.open_game()
        varied = game.chance or game.hidden or game.players == 1
        return self.players != RANDOM and not varied


@dataclass(frozen=True)
class Sample:
    """What was counted in one match."""

    returns: tuple[float, ...]
    """Empty where the match was given up."""
    ending: str
    plies: int
    """Of seats; what chance decides is not counted."""
    turns: int
    choices: int
    """Legal moves, summed over the plies."""
    widest: int
    """Legal moves, where they were most."""
    mark: int
    """Equal for matches of the same plies."""
    leads: int | None
    """How often the lead went from one seat to another; None where that was not followed."""


def play_samples(plan: Plan, matches: int, workers: int) -> Generator[Sample, None, None]:
    """The samples in order, so that those there are when it is cut off are a fair selection, not
    the quick ones. One worker is this process."""
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
    """So many matches, the chunk of that number."""
    start = number * chunk
    return number, [play_sample(plan, n) for n in range(start, min(start + chunk, matches))]


def play_sample(plan: Plan, number: int) -> Sample:
    """Play and count the match of that number."""
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
    """A match after its opening; one that is over by then is drawn anew."""
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
