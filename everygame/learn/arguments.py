"""The arguments of `everygame learn`, in a file of their own: the learning itself takes longer to
import."""

from __future__ import annotations

import argparse
from pathlib import Path

from everygame.arena.arguments import add_workers, read_count


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add all arguments except the game and its options."""
    command.add_argument(
        "--matches",
        type=read_count,
        metavar="N",
        help="to learn from (400; 50,000 where it learns turn by turn)",
    )
    command.add_argument(
        "--nodes",
        type=read_count,
        default=50,
        metavar="N",
        help="simulated matches a move, or ten times as many positions (50)",
    )
    command.add_argument(
        "--rounds",
        type=read_count,
        default=2,
        metavar="N",
        help="of searches: after each but the last, bots go on with what was learned (2)",
    )
    command.add_argument(
        "--test", type=read_count, default=100, metavar="N", help="matches that tell the gain (100)"
    )
    command.add_argument("--seed", type=int, default=1, metavar="N")
    add_workers(command, 1)
    command.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="weights.json, or weights.gz of patterns, in this folder",
    )
