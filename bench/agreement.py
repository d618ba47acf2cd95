"""Random matches move by move beside OpenSpiel, in games that number their moves alike: go. The
other classics are compared by `classics.py`.

    python bench/agreement.py [--matches 1000] [GAME …]

It needs open_spiel. A stone that brings back an earlier position is a draw by the match here, by
the state there. How the matches ended is said. The exit status is 1 where they differ.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from spiel import find_spiel

from everygame.contract import State
from everygame.library.registry import find_game
from everygame.match import Match


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
            theirs, ends = spiel.load_game(pair.theirs), Counter[str]()
            plies = sum(match(pair, theirs, Random(n), ends) for n in range(given.matches))
            told = ", ".join(f"{why} {number}" for why, number in sorted(ends.items()))
            print(f"{pair.game} {pair.options}: {given.matches} matches, {plies:,} plies: {told}")
    return 0


def match(pair: Pair, their_game: Any, rng: Random, ends: Counter[str]) -> int:
    """Play one match on both sides, and count how it ended; its plies."""
    game = find_game(pair.game).game(**pair.options)
    ours, theirs = Match(game, rng), their_game.new_initial_state()
    plies = 0
    while (outcome := ours.outcome()) is None:
        state = ours.state()
        require(state.to_play() == theirs.current_player(), "whose turn", state, theirs)
        actions = state.legal_actions()
        require(actions == theirs.legal_actions(), "what is legal", state, theirs)
        spared = actions[:-1] if len(actions) > 1 and rng.random() < pair.last else actions
        action = rng.choice(spared)
        theirs.apply_action(action)
        ours.play(state.to_play(), state.text(action))
        plies += 1
    require(theirs.is_terminal(), "whether it is over", ours.state(), theirs)
    require([*outcome.returns] == theirs.returns(), "who won", ours.state(), theirs)
    ends[outcome.ending] += 1
    return plies


def require(alike: bool, what: str, ours: State, theirs: Any) -> None:
    if not alike:
        sys.exit(f"They differ on {what}:\n{ours.to_json()}\n{theirs}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
