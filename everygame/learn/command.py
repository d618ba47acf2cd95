"""`everygame learn GAME`: bots play themselves, weights are fitted to how it ended, and matches
against today's bots tell what was gained."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Final, TypeVar

from everygame.arena.progress import Progress
from everygame.arena.statistics import mean_share
from everygame.contract import read_settings
from everygame.errors import EveryGameError
from everygame.learn.fit import fit, loss
from everygame.learn.matches import Example, Plan, Test, Weights, play_example, play_test
from everygame.library.registry import find_game
from everygame.process.farm import Local
from everygame.search.learned import Numbers
from everygame.study.command import check_place

ASIDE: Final = 5
"""Of so many matches one is not learned from."""
FILE: Final = "weights.json"
DIGITS: Final = 4
Result = TypeVar("Result")


def run(given: argparse.Namespace) -> None:
    """Learn, write the weights, and print a report. Raises BadGame, BadOption, EveryGameError."""
    options = read_settings(given.option)
    plan = Plan(given.game, tuple(sorted(options.items())), given.nodes, given.seed)
    path = given.output or Path(FILE)
    plan.open_game()
    check_place(path)
    print(f"{find_game(given.game).facts()['title']}: {given.nodes} simulated matches a move")
    weights = learn(plan, given.matches, given.rounds, given.workers)
    write(path, plan, weights, given)
    print(f"{len(weights)} weights: {path}", flush=True)
    print(gain(plan, weights, given.test + given.test % 2, given.workers))


def learn(plan: Plan, matches: int, rounds: int, workers: int) -> Numbers:
    """Play in so many rounds; all matches up to then are fitted after each."""
    weights: Weights = None
    played: list[list[Example]] = []
    for number in range(rounds):
        until = matches * (number + 1) // rounds
        task = partial(play_example, plan, weights)
        found = gather(task, range(len(played), until), workers)
        played += [examples for _, examples in sorted(found, key=lambda one: one[0])]
        weights = fit_all(played, plan.seed)
    return weights or {}


def fit_all(played: list[list[Example]], seed: int) -> Numbers:
    """Fit, and tell how well matches that were kept aside are foretold."""
    aside = [example for match in played[::ASIDE] for example in match]
    known = [one for place, match in enumerate(played) if place % ASIDE for one in match]
    weights = fit(known, Random(seed))
    print(
        f"{len(played)} matches, {len(known)} positions: loss {loss(weights, known):.3f};"
        f" {len(aside)} kept aside: {loss(weights, aside):.3f},"
        f" a guess that knows nothing {loss({}, aside):.3f}",
        flush=True,
    )
    return weights


def gain(plan: Plan, weights: Numbers, matches: int, workers: int) -> str:
    """What matches against today's strongest bot say, at equal simulated matches a move."""
    task: Callable[[int], Test] = partial(play_test, plan, weights)
    tests = sorted(gather(task, range(matches), workers), key=lambda one: one.number)
    pairs = zip(tests[::2], tests[1::2], strict=True)
    found = mean_share([(one.got + other.got) / 2 for one, other in pairs])
    won, lost = (sum(one.got == got for one in tests) for got in (1.0, 0.0))
    mine, theirs = (1000 * fmean(one.seconds[side] for one in tests) for side in (0, 1))
    return (
        f"What was learned – {plan.level().name} today: {won} won,"
        f" {matches - won - lost} drawn, {lost} lost, {found.value:.1%} of the points"
        f" ({found.low:.1%} to {found.high:.1%}); {mine:.1f} and {theirs:.1f} ms a move"
    )


def gather(task: Callable[[int], Result], numbers: range, workers: int) -> list[Result]:
    """All results, in the order of completion."""
    found: list[Result] = []
    progress = Progress(len(numbers))
    try:
        with closing(Local(workers).run(task, numbers)) as results:
            for result in results:
                found.append(result)
                progress.tell(len(found))
    finally:
        progress.clear()
    return found


def write(path: Path, plan: Plan, weights: Numbers, given: argparse.Namespace) -> None:
    """The file: how it was made, and the weights, each a line. Raises EveryGameError."""
    made = {name: getattr(given, name) for name in ("matches", "nodes", "rounds", "seed")}
    told = {
        "game": plan.game,
        "options": dict(plan.options),
        "made": made,
        "weights": {name: round(weights[name], DIGITS) for name in sorted(weights)},
    }
    try:
        path.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", "utf-8")
    except OSError as error:
        raise EveryGameError(
            "{path} cannot be written: {strerror}.", path=path, strerror=error.strerror
        ) from None
