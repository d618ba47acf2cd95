"""Whole matches, ply by ply, as text files that are read when they change.

python -m tests.games.freezetag.playthroughs      writes them anew
"""

from pathlib import Path
from random import Random

from everygame.contract import OVER, State
from everygame.games.freezetag.rules import FreezeTag

FOLDER = Path(__file__).with_name("playthroughs")
MATCHES: dict[str, tuple[dict[str, str], int]] = {
    "across": ({"players": "2", "seating": "across"}, 47),
    "corner": ({"players": "2", "seating": "corner"}, 29),
    "three": ({"players": "3"}, 45),
    "four": ({"players": "4"}, 37),
}
"""Options and a seed that gives a short match."""


def playthrough(options: dict[str, str], seed: int) -> str:
    """A match in which pieces leave the board whenever they can; else plies are drawn."""
    rng, state = Random(seed), FreezeTag(**options).initial_state()
    lines = [" ".join(f"{name}={value}" for name, value in options.items()), ""]
    while state.to_play() != OVER:
        moves = sorted(state.text(action) for action in state.legal_actions())
        leaving = [move for move in moves if move.endswith("-off")]
        move = rng.choice(leaving or moves)
        lines += [describe(state), f"  {' '.join(moves)}", f"{state.to_play():>2} {move}"]
        state = state.apply(state.parse(move))
    returns = " ".join(f"{value:g}" for value in state.returns())
    return "\n".join([*lines, describe(state), f"over: {returns} {state.ending()}", ""])


def describe(state: State) -> str:
    data = state.to_json()
    return " ; ".join(f"{name} {value}" for name, value in data.items() if value != "")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, (options, seed) in MATCHES.items():
        (FOLDER / f"{name}.txt").write_text(playthrough(options, seed), "utf-8")
