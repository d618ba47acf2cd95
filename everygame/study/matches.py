"""The matches of a study, which are random or played by bots; both kinds are counted in the same
way.

A match depends only on the plan and its number, provided that budgets of bots are in nodes, not in
seconds. So the result of a study is the same with any number of worker processes."""

from __future__ import annotations

from collections.abc import Generator, Sequence
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
"""The name of players that play random moves."""
CHUNK: Final = 10
"""The number of random matches that a worker process plays as one task."""


@dataclass(frozen=True)
class Plan:
    """The settings of a study. The same player, "random" or a contestant of the arena, plays on all
    seats."""

    game: str
    options: tuple[tuple[str, str], ...]
    players: str = RANDOM
    seed: int = 1
    leads: bool = True
    """Whether changes of the lead are counted, in the first matches."""

    def open_game(self) -> Game:
        """Return the game with its options. Raises BadGame, BadOption."""
        return cached_game(self.game, self.options)

    def check(self) -> None:
        """Check that the game can be studied and that the players exist. Raises BadGame,
        BadOption."""
        if self.open_game().endless:
            raise BadGame(
                "{game} is a table without rules: there is nothing to study.", game=self.game
            )
        if self.players != RANDOM:
            parse_contestant(self.players, self.open_game())

    def followed(self) -> int:
        """Return in how many matches, the first ones, changes of the lead are counted."""
        return Leads(self.open_game()).most if self.leads else 0

    def is_opened(self) -> bool:
        """Whether each seat plays its first turn at random before bots take over, so that a bot
        does not play the same match again and again. This is not done where chance or secrets make
        matches differ, nor in a game for one player, where the first turn is the whole match."""
        game = self.open_game()
        varied = game.chance or game.hidden or game.players == 1
        return self.players != RANDOM and not varied


@dataclass(frozen=True)
class Sample:
    """What was counted in one match."""

    returns: tuple[float, ...]
    """The return of each seat; empty where the match was given up."""
    ending: str
    plies: int
    """The number of plies that seats played; plies of chance do not count."""
    turns: int
    choices: int
    """The sum of the numbers of legal moves at all plies of seats."""
    widest: int
    """The greatest number of legal moves at one ply."""
    mark: int
    """A hash of the plies: equal for the same plies, and different for almost all others."""
    leads: int | None
    """How often the lead changed; None where it was not estimated."""


def play_samples(
    plans: Sequence[Plan], matches: int, workers: int
) -> Generator[tuple[Sample, ...], None, None]:
    """Play the matches of all plans side by side. Yield, in the order of the numbers, the samples
    of the matches with the same number, one of each plan. So if the study is interrupted, its
    samples are the first ones and not those that finished first, which would be of short matches;
    and each plan has as many. One worker is this process."""
    slow = find_slow(plans, matches)
    play = partial(play_chunk, plans, slow, matches)
    tasks = range(slow - (slow - matches) // CHUNK)
    early: dict[int, list[tuple[Sample, ...]]] = {}
    wanted = 0
    with closing(Local(workers).run(play, tasks)) as done:
        for number, samples in done:
            early[number] = samples
            while wanted in early:
                yield from early.pop(wanted)
                wanted += 1


def find_slow(plans: Sequence[Plan], matches: int) -> int:
    """Return how many of the matches, the first ones, take long, because bots play them or their
    lead is followed. Each is a task of its own, so that workers share such matches evenly."""
    if plans[0].players != RANDOM:
        return matches
    return min(matches, max(plan.followed() for plan in plans))


def play_chunk(
    plans: Sequence[Plan], slow: int, matches: int, number: int
) -> tuple[int, list[tuple[Sample, ...]]]:
    """Play the matches of one task. Return the number of the task, and the samples."""
    start = slow + (number - slow) * CHUNK
    mine = [number] if number < slow else range(start, min(start + CHUNK, matches))
    return number, [tuple(play_sample(plan, n) for plan in plans) for n in mine]


def play_sample(plan: Plan, number: int) -> Sample:
    """Play the match with this number, and count."""
    game = plan.open_game()
    walk = Walk(game.initial_state(), game.repetition)
    leads = Leads(game, Random(f"leads {plan.seed} {number}").getrandbits(30))
    watch = leads.watch if plan.leads and number < leads.most else None
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
    """Return the plies of a match that bots play."""
    rng = Random(f"bots {plan.seed} {number}")
    match = open_match(plan, game, rng)
    level = parse_contestant(plan.players, game)
    while (who := match.to_play()) != OVER:
        match.play(who, answer(game, level, ask(match, who, rng.getrandbits(30)))["move"])
    return [match.nodes[node].action for node in match.path(match.node)[1:]]


def open_match(plan: Plan, game: Game, rng: Random) -> Match:
    """Return a match after its opening; an opening that ends the match is drawn again."""
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
