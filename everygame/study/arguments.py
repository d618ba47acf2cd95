"""The arguments of `everygame study`, in a file of their own: the study itself takes longer to
import."""

from __future__ import annotations

import argparse
from pathlib import Path

from everygame.arena.arguments import add_count, add_workers

RANDOM_MATCHES, BOT_MATCHES = 1000, 100
"""The default numbers of matches: with random play, and with bots."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add all arguments except the game and its options."""
    command.add_argument(
        "--against",
        action="append",
        default=[],
        metavar="K=V",
        help="compare with the same study under another option",
    )
    add_count(command, "--matches", f"{RANDOM_MATCHES}, or {BOT_MATCHES} with bots")
    who = command.add_mutually_exclusive_group()
    who.add_argument(
        "--level",
        default="random",
        metavar="NAME",
        help="bots in all seats: a level (first, steady, strong), greedy, or a search (baseline,"
        " mcts, rave, alphabeta, ismcts); stopped by nodes alone where they are named, as in"
        " steady:nodes=200",
    )
    who.add_argument("--random", action="store_true", help="random moves (the default)")
    command.add_argument("--seed", type=int, default=1, metavar="N")
    command.add_argument("--no-leads", action="store_true", help="do not count lead changes")
    add_workers(command)
    command.add_argument("--json", action="store_true", help="print all figures as JSON")
    command.add_argument("--report", type=Path, metavar="FILE.html", help="write a page")
    command.add_argument("--picture", type=Path, metavar="FILE.svg", help="draw them as well")
