"""The matches of a study: random ones, or bots' matches from the arena, each counted alike.

A match depends on the plan and its number alone, as far as budgets of bots are nodes and not
seconds, so that a study is the same with any number of worker processes.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from multiprocessing import get_context
from random import Random
from typing import Final

from everygame.arena.contestant import parse_contestant
from everygame.arena.series import Series, cached_game, play_match
from everygame.arena.study_walk import Walk
from everygame.contract import Game, State
from everygame.record import from_json, replay
from everygame.registry import find_game
from everygame.scene import view
from everygame.search.rng import Rng

RANDOM: Final = "random"
OPENING: Final = 2
"""Plies at random before bots take over, since many a bot plays the same match again and again."""
SCORED: Final = 100
"""Matches in which scores are followed: drawing a scene takes longer than playing."""
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
        if self.players != RANDOM:
            parse_contestant(self.players, self.open_game())

    @cached_property
    def series(self) -> Series:
        return Series(self.game, dict(self.options), self.players, self.players, OPENING, self.seed)


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
    """How often the lead went from one seat to another; None where scores were not followed."""


def play_samples(plan: Plan, matches: int, workers: int) -> Generator[Sample, None, None]:
    """The samples in order, so that those there are when it is cut off are a fair selection, not
    the quick ones. One worker is this process."""
    play = partial(play_sample, plan)
    if workers == 1:
        yield from map(play, range(matches))
        return
    with get_context("spawn").Pool(workers, signal.signal, STAY) as pool:
        yield from pool.imap(play, range(matches), CHUNK if plan.players == RANDOM else 1)


STAY: Final = (signal.SIGINT, signal.SIG_IGN)
"""Ctrl+C is for the parent, which ends its workers."""


def play_sample(plan: Plan, number: int) -> Sample:
    """Play and count the match of that number."""
    game = plan.open_game()
    walk = Walk(game.initial_state(), game.repetition)
    scores = Scoreboard(game) if number < SCORED else None
    watch = scores.look if scores is not None and scores.is_kept() else None
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
        scores.changes() if scores is not None and watch else None,
    )


def bot_plies(plan: Plan, game: Game, number: int) -> list[int]:
    """The plies of a match between bots; each match has an opening of its own."""
    played = play_match(plan.series, number * game.players)
    match = replay(from_json(played.record), game, Random(0))
    return [match.nodes[node].action for node in match.path(match.node)[1:]]


class Scoreboard:
    """The scores that the game shows to spectators, turn by turn."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.draw: Callable[..., object] = find_game(game.name).artist().scene
        self.leaders: list[int] = []
        """Who led alone, turn by turn."""

    def is_kept(self) -> bool:
        """Several seats have scores from the start."""
        return self.game.players > 1 and len(self.read(self.game.initial_state())) > 1

    def read(self, state: State) -> list[int]:
        """The first number in the score of each seat; empty where one shows none."""
        scores = getattr(self.draw(self.game, view(state, None)), "scores", ())
        found = [re.search(r"-?\d+", score) for score in scores]
        return [int(number[0]) for number in found if number] if all(found) else []

    def look(self, state: State) -> None:
        scores = self.read(state)
        if scores and scores.count(max(scores)) == 1:
            self.leaders.append(scores.index(max(scores)))

    def changes(self) -> int:
        return sum(one != other for one, other in pairwise(self.leaders))
