"""The arguments of `everygame study`; apart from the study itself, which takes longer to import."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Final

RANDOM_MATCHES, BOT_MATCHES = 1000, 100
"""Played where nobody says how many."""
PROCESSORS: Final = os.cpu_count() or 2
MOST_BUT_ONE: Final = max(1, PROCESSORS - 1)
A_PROCESSOR: Final = 4
"""As many processes at most."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """All but the game and its options."""
    command.add_argument(
        "--against",
        action="append",
        default=[],
        metavar="K=V",
        help="compare with the same study under another option",
    )
    command.add_argument(
        "--matches",
        type=read_count,
        metavar="N",
        help=f"{RANDOM_MATCHES}, or {BOT_MATCHES} with --level",
    )
    who = command.add_mutually_exclusive_group()
    who.add_argument(
        "--level",
        default="random",
        metavar="NAME",
        help="bots in all seats: first, steady, strong, or a search such as baseline:nodes=200",
    )
    who.add_argument("--random", action="store_true", help="random moves (the default)")
    command.add_argument("--seed", type=int, default=1, metavar="N")
    add_workers(command)
    command.add_argument("--json", action="store_true", help="print all figures as JSON")
    command.add_argument("--picture", type=Path, metavar="FILE.svg", help="draw them as well")


def read_count(text: str) -> int:
    """A number from 1, for argparse."""
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 10 and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1")
    return int(text)


def add_workers(command: argparse._ActionsContainer, default: int = MOST_BUT_ONE) -> None:
    """The option `--workers`."""
    text = f"processes that play at once ({default} here)"
    command.add_argument("--workers", type=read_workers, default=default, metavar="N", help=text)


def read_workers(text: str) -> int:
    """Somewhat more than there are processors may be of use; a thousand only stop the machine."""
    most = A_PROCESSOR * PROCESSORS
    if (count := read_count(text)) > most:
        raise argparse.ArgumentTypeError(
            f"{count} processes are too many for {PROCESSORS} processors; at most {most}"
        )
    return count
