"""Times that people are promised, measured on this machine and asserted nowhere.

python bench/promises_lean.py

prints for each the processor's seconds and the bound that was promised.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from everygame.bots.thinker import choose
from everygame.games.coldspell.words import load_words
from everygame.games.icefloes.editor import edit
from everygame.games.icefloes.rules import IceFloes
from everygame.library.registry import find_game
from everygame.search.budget import Budget
from everygame.search.mcts import mcts

IMPORT = """
from time import process_time
began = process_time()
import everygame
print(process_time() - began)
"""


def import_alone() -> float:
    """`import everygame` in a Python of its own."""
    return float(subprocess.check_output([sys.executable, "-c", IMPORT], text=True))


def timed(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


def draw_level() -> None:
    value = "standard"
    for move in ("d4*", "d4.", "a6*"):
        value = edit(IceFloes, {"players": "2"}, "level", value, move)[0]


def read_words() -> None:
    load_words.cache_clear()
    load_words("english", "abcdefghijklmnopqrstuvwxyz")


def play_forced() -> None:
    state = find_game("tictactoe").game().from_json({"cells": "xoxxooox."})
    moves = [state.text(action) for action in state.legal_actions()]
    asked = {"game": "tictactoe", "options": {}, "seat": state.to_play(), "moves": moves}
    choose({**asked, "observation": state.to_json(), "level": "strong", "seed": 1})


def think_a_tenth() -> None:
    mcts(find_game("icefloes").game().initial_state(), Budget(seconds=0.1, cpu=True))


def main() -> None:
    print("seconds  promised  what")
    for what, promised, seconds in (
        ("import everygame", 0.1, import_alone()),
        ("a forced move of a bot", 0.1, timed(play_forced)),
        ("a search with a tenth of a second", 1.0, timed(think_a_tenth)),
        ("three edits of an Ice Floes level", 3.0, timed(draw_level)),
        ("the English words of Cold Spell", 1.0, timed(read_words)),
    ):
        print(f"{seconds:7.3f}  {promised:8.1f}  {what}")


if __name__ == "__main__":
    main()
