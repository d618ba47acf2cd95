"""The command `everygame learn GAME`: bots play against themselves, weights are fitted to the
results, and matches against the present bots of the game measure how much stronger the new weights
are. A game that has patterns, and chance or secrets, learns turn by turn instead."""

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

from everygame.arena.number_formats import bounded
from everygame.arena.output_files import check_place
from everygame.arena.progress import Progress
from everygame.arena.statistics import mean_share
from everygame.contract import draw_truth, read_settings
from everygame.errors import writing
from everygame.learn.fit import Example, fit, loss
from everygame.learn.matches import Learned, Plan, Test, Weights, play_example, play_test
from everygame.learn.targets import Played, find_faith, judged
from everygame.learn.temporal_differences import Estimate, Turns, rate_of
from everygame.library.registry import find_game
from everygame.process.farm import Local
from everygame.search.learned import Numbers
from everygame.search.patterns import whole, write_patterns

MATCHES, TURNS = 400, 50_000
"""The default numbers of matches to learn from: with searches, and turn by turn."""
ASIDE: Final = 5
"""The fit does not use one match in this many, so that the weights can be tested on it."""
FILE: Final = "weights.json"
"""The default name of the file of weights."""
PACKED: Final = "weights.gz"
"""The default name of the file of weights of patterns, which is compressed because it has many."""
DIGITS: Final = 4
"""The decimal places of a weight in the file."""
Result = TypeVar("Result")


def run(given: argparse.Namespace) -> None:
    """Learn weights, write them, and print a report. Raises BadGame, BadOption, EveryGameError."""
    options = read_settings(given.option)
    plan = Plan(given.game, tuple(sorted(options.items())), given.nodes, given.seed)
    plan.open_game()
    path = given.output or Path(FILE if plan.today().patterns is None else PACKED)
    check_place(path)
    title = find_game(given.game).facts()["title"]
    if plan.by_turns():
        made = {"matches": given.matches or TURNS, "seed": given.seed}
        print(f"{title}: {made['matches']} matches, turn by turn", flush=True)
        weights = learn_by_turns(plan, made["matches"])
    else:
        made = {"matches": given.matches or MATCHES}
        made |= {name: getattr(given, name) for name in ("nodes", "rounds", "seed")}
        print(f"{title}: {given.nodes} simulated matches a move", flush=True)
        weights = learn(plan, made["matches"], given.rounds, given.workers)
    write(path, plan, weights, made)
    print(f"{len(weights)} weights: {path}", flush=True)
    print(gain(plan, weights, given.test + given.test % 2, given.workers))


def learn_by_turns(plan: Plan, matches: int) -> Numbers:
    """Play matches turn by turn and learn after each; return the weights."""
    patterns = plan.today().patterns
    assert patterns is not None
    estimate = Estimate(patterns)
    game = plan.open_game()
    resample = partial(draw_truth, game) if game.hidden else None
    turns = Turns(game.initial_state(), estimate, plan.seed, resample)
    played, progress = 0, Progress(matches)
    try:
        for number in range(matches):
            played += turns.play(rate_of(number, matches))
            progress.show(number + 1)
    finally:
        progress.clear()
    print(f"{matches} matches of {played / matches:.1f} turns", flush=True)
    return estimate.found()


def learn(plan: Plan, matches: int, rounds: int, workers: int) -> Numbers:
    """Play matches in rounds. After each round, fit weights to all matches so far; the bots of the
    next round use them. Return the last weights."""
    learned: Weights = None
    seen: list[list[Example]] = []
    for number in range(rounds):
        until = matches * (number + 1) // rounds
        task = partial(play_example, plan, learned)
        found = gather(task, range(len(seen), until), workers)
        seen += judge(sorted(found, key=lambda one: one.number))
        learned = Learned(fit_all(seen, plan.seed))
    return learned.numbers if learned else {}


def judge(played: list[Played]) -> list[list[Example]]:
    """Return the examples of each match of a round. Print how strongly the predictions of searches
    are weighted."""
    faith = find_faith(played)
    print(f"{len(played)} matches; the search is believed {faith:.2f} times", flush=True)
    return [list(judged(match, faith)) for match in played]


def fit_all(seen: list[list[Example]], seed: int) -> Numbers:
    """Fit weights, and print how well they predict the matches that the fit does not use."""
    aside = [example for match in seen[::ASIDE] for example in match]
    known = [one for place, match in enumerate(seen) if place % ASIDE for one in match]
    weights = fit(known, Random(seed))
    print(
        f"{len(seen)} matches, {len(known)} positions: loss {loss(weights, known):.3f};"
        f" {len(aside)} kept aside: {loss(weights, aside):.3f},"
        f" a guess that knows nothing {loss({}, aside):.3f}",
        flush=True,
    )
    return weights


def gain(plan: Plan, weights: Numbers, matches: int, workers: int) -> str:
    """Return a line of text with the results of the new weights against the present bot of the
    game, where both have the same number of simulations for a move."""
    task: Callable[[int], Test] = partial(play_test, plan, Learned(weights))
    tests = sorted(gather(task, range(matches), workers), key=lambda one: one.number)
    pairs = zip(tests[::2], tests[1::2], strict=True)
    found = mean_share([(one.got + other.got) / 2 for one, other in pairs])
    won, lost = (sum(one.got == got for one in tests) for got in (1.0, 0.0))
    mine, theirs = (1000 * fmean(one.seconds[side] for one in tests) for side in (0, 1))
    return (
        f"What was learned – {plan.level().name} before: {won} won,"
        f" {matches - won - lost} drawn, {lost} lost, {bounded(found)} of the points;"
        f" {mine:.1f} and {theirs:.1f} ms a move"
    )


def gather(task: Callable[[int], Result], numbers: range, workers: int) -> list[Result]:
    """Return the results of `task` for all these numbers, in the order of completion."""
    found: list[Result] = []
    progress = Progress(len(numbers))
    try:
        with closing(Local(workers).run(task, numbers)) as results:
            for result in results:
                found.append(result)
                progress.show(len(found))
    finally:
        progress.clear()
    return found


def write(path: Path, plan: Plan, weights: Numbers, made: dict[str, int]) -> None:
    """Write a file that says how the weights were made, and holds them. Raises EveryGameError."""
    told = {"game": plan.game, "options": dict(plan.options), "made": made}
    with writing(path):
        if plan.today().patterns is None:
            rounded = {name: round(weights[name], DIGITS) for name in sorted(weights)}
            text = json.dumps(told | {"weights": rounded}, ensure_ascii=False, indent=1)
            path.write_text(text + "\n", "utf-8")
        else:
            write_patterns(path, json.dumps(told), whole(weights))
