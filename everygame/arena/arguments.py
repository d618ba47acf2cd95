"""The arguments of `everygame arena`, in a file of their own: the arena takes longer to import."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Final

MATCHES: Final = 100
"""The default number of matches for each pair of contestants."""
SECONDS: Final = 10.0
"""The default time limit of a program for a move, in seconds."""
PROCESSORS: Final = os.cpu_count() or 2
"""The number of processors of this machine."""
MOST_BUT_ONE: Final = max(1, PROCESSORS - 1)
"""The default number of worker processes: it leaves one processor for other work."""
A_PROCESSOR: Final = 4
"""The most worker processes for each processor."""
EPILOG: Final = """
A contestant is a level of the game (first, steady, strong), a search (greedy, baseline, mcts,
alphabeta, ismcts) or random; settings follow a colon: strong:seconds=0.1, baseline:nodes=1000.
Seconds are seconds of the processor, so that a busy machine takes nothing from either side. Or it
is a program of your own that speaks the bot protocol: "program:python my_bot.py". More than two
meet each other in pairs. A round is one opening and one deal in a rotation of seats.
"""
"""The explanation of contestants at the end of the help text."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add all arguments except the game and its options."""
    command.epilog = EPILOG
    command.add_argument("contestants", nargs="+", metavar="CONTESTANT", help="two or more")
    add_count(command, "--matches", f"of each pair, up to whole rounds ({MATCHES})", MATCHES)
    command.add_argument(
        "--sprt",
        nargs=2,
        type=float,
        metavar=("ELO0", "ELO1"),
        help="stop as soon as it is known which of the two differences is nearer",
    )
    command.add_argument(
        "--opening", type=read_whole, default=2, metavar="PLIES", help="plies at random (2)"
    )
    command.add_argument("--seed", type=int, default=1, metavar="N")
    command.add_argument("--log", type=Path, metavar="FILE", help="keep matches; go on with them")
    command.add_argument("--report", type=Path, metavar="FILE.html", help="write a page")
    command.add_argument("--picture", type=Path, metavar="FILE.svg", help="draw the figures")
    command.add_argument("--json", action="store_true", help="print all figures as JSON")
    where = command.add_mutually_exclusive_group()
    add_workers(where)
    where.add_argument("--cluster", metavar="ADDRESS", help="a Ray cluster instead of workers")
    command.add_argument(
        "--limit",
        type=read_seconds,
        default=SECONDS,
        metavar="SECONDS",
        help=f"for a move of a program ({SECONDS:g})",
    )


def read_whole(text: str) -> int:
    """Read an integer that is not negative, for argparse."""
    return 0 if text == "0" else read_count(text)


def read_seconds(text: str) -> float:
    """Read a positive number of seconds, for argparse."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a time in seconds")
    return seconds


def read_count(text: str) -> int:
    """Read an integer of at least 1, for argparse."""
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 10 and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1")
    return int(text)


def add_count(
    command: argparse.ArgumentParser, name: str, text: str, default: int | None = None
) -> None:
    """Add an option that takes an integer of at least 1."""
    command.add_argument(name, type=read_count, default=default, metavar="N", help=text)


def add_workers(command: argparse._ActionsContainer, default: int = MOST_BUT_ONE) -> None:
    """Add the option `--workers`."""
    text = f"processes that play at once ({default} here)"
    command.add_argument("--workers", type=read_workers, default=default, metavar="N", help=text)


def read_workers(text: str) -> int:
    """Read a number of worker processes, for argparse. Somewhat more processes than processors may
    be useful; a thousand would only block the machine."""
    most = A_PROCESSOR * PROCESSORS
    if (count := read_count(text)) > most:
        raise argparse.ArgumentTypeError(
            f"{count} processes are too many for {PROCESSORS} processors; at most {most}"
        )
    return count
