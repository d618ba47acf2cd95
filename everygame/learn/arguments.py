"""The arguments of `everygame learn`, in a file of their own: the learning itself takes longer to
import."""

from __future__ import annotations

import argparse
from pathlib import Path

from everygame.arena.arguments import add_count, add_workers


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add all arguments except the game and its options."""
    turns = "to learn from (400; 50,000 where it learns turn by turn)"
    nodes = "simulated matches a move, or ten times as many positions (50)"
    rounds = "of searches: after each but the last, bots go on with what was learned (2)"
    add_count(command, "--matches", turns)
    add_count(command, "--nodes", nodes, 50)
    add_count(command, "--rounds", rounds, 2)
    add_count(command, "--test", "matches that tell the gain (100)", 100)
    command.add_argument("--seed", type=int, default=1, metavar="N")
    add_workers(command, 1)
    command.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="weights.json, or weights.gz of patterns, in this folder",
    )
