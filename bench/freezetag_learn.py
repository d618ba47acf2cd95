"""Learn what positions of Freeze Tag for two are worth, from matches of the estimate with itself.

    python bench/freezetag_learn.py across
    python bench/freezetag_learn.py corner

plays turn by turn (`everygame/learn/turns.py`), moves the weights of all pairs of things on the
board after each match (`everygame/games/freezetag/pairs.py`), and writes them to the file of that
seating beside the rules. With the same seed and numbers it writes the same file. Run it where the
package was compiled in place: a match takes two milliseconds there.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import process_time
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from everygame.games.freezetag.bots import promise
from everygame.games.freezetag.notation import seats_in_play
from everygame.games.freezetag.pairs import Pairs, write
from everygame.games.freezetag.rules import FreezeTagState
from everygame.learn.turns import Turns
from everygame.library.registry import find_game

FOLDER: Final = Path(__file__).resolve().parents[1] / "everygame" / "games" / "freezetag"
FIRST_RATE, LAST_RATE = 2.0, 0.05
"""How far a position moves towards what followed it, in the first match and in the last."""
REPORTS: Final = 10


def main(words: Sequence[str]) -> int:
    given = parse(words)
    pairs = Pairs(seats_in_play(2, given.seating))
    learn(pairs, given.matches, given.seed)
    made = (
        f"# Made by bench/freezetag_learn.py {given.seating} --matches {given.matches}"
        f" --seed {given.seed}; see pairs.py."
    )
    text = "\n".join([made, *write(pairs.weights), ""])
    (FOLDER / f"{given.seating}.txt").write_text(text, "utf-8")
    return 0


def parse(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("seating", choices=("across", "corner"))
    parser.add_argument("--matches", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(words)


def learn(pairs: Pairs, matches: int, seed: int) -> None:
    """Play so many matches; the rate falls evenly by its logarithm."""
    seating = "across" if pairs.letters == "SN" else "corner"
    first = find_game("freezetag").game(seating=seating).initial_state()
    assert isinstance(first, FreezeTagState)
    turns = Turns(first, partial(promise, pairs), pairs.learn, seed)
    played = 0
    for number in range(matches):
        played += turns.play(FIRST_RATE * (LAST_RATE / FIRST_RATE) ** (number / matches))
        if (number + 1) % (matches // REPORTS) == 0:
            mean, spent = played / (number + 1), process_time()
            print(f"{number + 1} matches of {mean:.1f} turns, {spent:.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
