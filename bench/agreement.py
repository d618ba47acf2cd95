"""Random matches move by move beside OpenSpiel, in games that number their moves alike: go. The
other classics are compared by `classics.py`.

    python bench/agreement.py [--matches 1000] [GAME …]

It needs open_spiel. Where OpenSpiel ends a match because a position came back, which no state of
ours can know, the match ends for both; how often is said. The exit status is 1 where they differ.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from spiel import find_spiel

from everygame.contract import OVER, State
from everygame.registry import find_game


@dataclass(frozen=True)
class Pair:
    """A game with options, and OpenSpiel's name of it."""

    game: str
    options: dict[str, str]
    theirs: str
    last: float = 0.0
    """How often the last action, a pass, is spared where there are others: matches last longer."""


GO = "go(board_size={0},komi=7.5,max_game_length={1})"
PAIRS = (
    Pair("go", {"size": "9"}, GO.format(9, 3 * 81), 0.97),
    Pair("go", {"size": "13"}, GO.format(13, 3 * 169), 0.97),
)


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("games", nargs="*", default=[])
    given = parser.parse_args(words)
    spiel = find_spiel()
    if spiel is None:
        sys.exit("This needs OpenSpiel: pip install open_spiel")
    for pair in PAIRS:
        if not given.games or pair.game in given.games:
            plies, repeated = 0, 0
            for number in range(given.matches):
                more, came_back = match(pair, spiel.load_game(pair.theirs), Random(number))
                plies, repeated = plies + more, repeated + came_back
            print(
                f"{pair.game} {pair.options or ''}: {given.matches} matches, {plies:,} plies alike;"
                f" a position came back in {repeated}"
            )
    return 0


def match(pair: Pair, their_game: Any, rng: Random) -> tuple[int, bool]:
    """Play one match on both sides: its plies, and whether theirs ended alone."""
    ours = find_game(pair.game).game(**pair.options).initial_state()
    theirs = their_game.new_initial_state()
    plies = 0
    while not theirs.is_terminal():
        require(ours.to_play() == theirs.current_player(), "whose turn", ours, theirs)
        actions = ours.legal_actions()
        require(actions == theirs.legal_actions(), "what is legal", ours, theirs)
        spared = actions[:-1] if len(actions) > 1 and rng.random() < pair.last else actions
        action = rng.choice(spared)
        theirs.apply_action(action)
        ours = ours.apply(action)
        plies += 1
    if ours.to_play() != OVER:
        require(not any(theirs.returns()), "whether it is over", ours, theirs)
        return plies, True
    require(ours.returns() == theirs.returns(), "who won", ours, theirs)
    return plies, False


def require(alike: bool, what: str, ours: State, theirs: Any) -> None:
    if not alike:
        sys.exit(f"They differ on {what}:\n{ours.to_json()}\n{theirs}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
