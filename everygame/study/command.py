"""The command `everygame study GAME`: it plays many matches to answer the questions of a designer
about a rule."""

from __future__ import annotations

import argparse
import json
import shlex
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict

from everygame.arena.number_formats import without_infinities
from everygame.arena.origin import Origin, doubts, origin, warn, words_for
from everygame.arena.output_files import check_place, write_if_named
from everygame.arena.progress import Progress
from everygame.contract import Json, read_settings
from everygame.study.arguments import BOT_MATCHES, RANDOM_MATCHES
from everygame.study.differences import Difference, conclude
from everygame.study.findings import Findings
from everygame.study.matches import RANDOM, Plan, Sample, play_samples
from everygame.study.picture import picture
from everygame.study.report import report as page
from everygame.study.text import differences, report


def run(given: argparse.Namespace) -> None:
    """Play the matches and print what they say; after Ctrl+C, print what the finished matches say.
    Raises BadGame, BadOption, and EveryGameError where the picture cannot be written."""
    plans = read_plans(given)
    check_place(given.picture)
    check_place(given.report)
    given.matches = given.matches or (RANDOM_MATCHES if plans[0].players == RANDOM else BOT_MATCHES)
    warn(doubts_of(plans[0]))
    samples: list[tuple[Sample, ...]] = []
    try:
        gather(plans, given.matches, given.workers, samples)
    except KeyboardInterrupt:
        if samples:
            show(plans, samples, given)
        raise
    show(plans, samples, given)


def read_plans(given: argparse.Namespace) -> list[Plan]:
    """Return the plans of one study, or of two that are compared. Both have the same seed, so that
    matches with the same number begin with the same luck. Raises BadGame, BadOption."""
    options, others = read_settings(given.option), read_settings(given.against)
    chosen = [options, options | others] if others else [options]
    plans = [
        Plan(given.game, tuple(sorted(one.items())), given.level, given.seed, not given.no_leads)
        for one in chosen
    ]
    for plan in plans:
        plan.check()
    return plans


def gather(
    plans: Sequence[Plan], matches: int, workers: int, samples: list[tuple[Sample, ...]]
) -> None:
    """Play matches and append their samples to `samples`, which keeps them if the play is
    interrupted."""
    slow = max(plan.followed() for plan in plans)
    progress = Progress(matches * len(plans), slow=slow * len(plans))
    try:
        with closing(play_samples(plans, matches, workers)) as played:
            for both in played:
                samples.append(both)
                progress.show(len(samples) * len(plans))
    finally:
        progress.clear()


# -- output


def show(
    plans: Sequence[Plan], samples: Sequence[tuple[Sample, ...]], given: argparse.Namespace
) -> None:
    """Print one study or two, and write their report and picture if the arguments name files for
    them. Raises EveryGameError."""
    studies, found = conclude(plans, samples)
    made = source(studies, found, given)
    if given.json:
        data = to_json(studies, found) | {"origin": asdict(made)}
        print(json.dumps(data, ensure_ascii=False, indent=1))
    else:
        told = [*map(report, studies), *([differences(found, *studies)] if found else [])]
        print("\n\n\n".join(told))
        if made.doubts:
            print("", *made.doubts, sep="\n")
    write_if_named(given.picture, lambda: picture(studies))
    write_if_named(given.report, lambda: page(studies, found, made))


def source(
    studies: list[Findings], found: tuple[Difference, ...], given: argparse.Namespace
) -> Origin:
    """Return what makes the same figures again."""
    game = studies[0].plan.open_game()
    told = [*doubts_of(studies[0].plan)]
    if (played := studies[0].matches) < given.matches:
        told.append(f"The run was stopped after {played} of {given.matches} matches.")
    return origin(game, command(studies, given), to_json(studies, found), told)


def doubts_of(plan: Plan) -> Iterator[str]:
    """Yield sentences about why the players of a plan may play otherwise in another run."""
    if plan.players != RANDOM:
        yield from doubts([plan.players], plan.open_game())


def to_json(studies: list[Findings], found: tuple[Difference, ...]) -> Json:
    """Return `{studies: [...], differences: [...]}`; limits that are not known are null."""
    data: Json = without_infinities(
        {"studies": [asdict(one) for one in studies], "differences": [asdict(d) for d in found]}
    )
    return data


def command(studies: list[Findings], given: argparse.Namespace) -> str:
    """Return the command line that makes the same study again, with the number of matches that were
    played."""
    words = ["everygame", "study", *words_for(given.game)]
    words += [word for option in given.option for word in ("--option", option)]
    if len(studies) == 2:
        words += [word for option in given.against for word in ("--against", option)]
    words += ["--matches", str(studies[0].matches)]
    words += ["--level", given.level, "--seed", str(given.seed)]
    words += ["--no-leads"] if given.no_leads else []
    return shlex.join(words)
