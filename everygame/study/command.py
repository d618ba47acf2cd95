"""The command `everygame study GAME`: it plays many matches to answer the questions of a designer
about a rule."""

from __future__ import annotations

import argparse
import json
from contextlib import closing
from dataclasses import asdict

from everygame.arena.figures import check_place, without_infinities
from everygame.arena.progress import Progress
from everygame.contract import AnyJson, read_settings
from everygame.errors import writing
from everygame.study.arguments import BOT_MATCHES, RANDOM_MATCHES
from everygame.study.findings import Difference, Findings, compare, find
from everygame.study.matches import RANDOM, Plan, Sample, play_samples
from everygame.study.picture import picture
from everygame.study.text import differences, report


def run(given: argparse.Namespace) -> None:
    """Play the matches and print what they say; after Ctrl+C, print what the finished matches say.
    Raises BadGame, BadOption, and EveryGameError where the picture cannot be written."""
    plans = read_plans(given)
    check_place(given.picture)
    wanted = given.matches or (RANDOM_MATCHES if plans[0].players == RANDOM else BOT_MATCHES)
    studies: list[Findings] = []
    stopped = False
    for plan in plans:
        samples: list[Sample] = []
        try:
            gather(plan, wanted, given.workers, samples)
        except KeyboardInterrupt:
            stopped = True
        if samples:
            studies.append(find(plan, samples))
        if stopped:
            break
    if studies:
        show(studies, given)
    if stopped:
        raise KeyboardInterrupt


def read_plans(given: argparse.Namespace) -> list[Plan]:
    """Return the plans of one study, or of two that are compared. The second plan has the next
    seed, so that the results of the two are independent. Raises BadGame, BadOption."""
    options, others = read_settings(given.option), read_settings(given.against)
    chosen = [options, options | others] if others else [options]
    plans = [
        Plan(given.game, tuple(sorted(one.items())), given.level, given.seed + number)
        for number, one in enumerate(chosen)
    ]
    for plan in plans:
        plan.check()
    return plans


def gather(plan: Plan, matches: int, workers: int, samples: list[Sample]) -> None:
    """Play matches and append their samples to `samples`, which keeps them if the play is
    interrupted."""
    progress = Progress(matches)
    try:
        with closing(play_samples(plan, matches, workers)) as played:
            for sample in played:
                samples.append(sample)
                progress.show(len(samples))
    finally:
        progress.clear()


# -- output


def show(studies: list[Findings], given: argparse.Namespace) -> None:
    """Print one study or two, and write their picture if the arguments name a file for it. Raises
    EveryGameError."""
    found = compare(*studies) if len(studies) == 2 else ()
    if given.json:
        print(json.dumps(to_json(studies, found), ensure_ascii=False, indent=1))
    else:
        told = [*map(report, studies), *([differences(found, *studies)] if found else [])]
        print("\n\n\n".join(told))
    if given.picture is not None:
        with writing(given.picture):
            given.picture.write_text(picture(studies), "utf-8")


def to_json(studies: list[Findings], found: tuple[Difference, ...]) -> AnyJson:
    """Return `{studies: [...], differences: [...]}`; limits that are not known are null."""
    return without_infinities(
        {"studies": [asdict(one) for one in studies], "differences": [asdict(d) for d in found]}
    )
