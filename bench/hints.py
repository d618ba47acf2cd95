"""Is what hints say true? Sentence by sentence, where the truth is known.

    python bench/hints.py [--positions 170] [--seconds 0.3] [GAME …]

asks for hints in positions near the end of tic-tac-toe, connect four and reversi that
random play led to, and compares each sentence that claims something with what a plain search of all
plies says that is written here and knows nothing but the rules. A sentence is an opinion if it says
how something looks; what a game says of its own move is tested with that game. The exit status is 1
if anything was false. Positions in which the hint gave away what there was are counted too.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Hashable, Sequence
from pathlib import Path
from random import Random
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from everygame.bots.analysis import advise
from everygame.bots.reasons import find_reasons
from everygame.contract import OVER, Game, Json, State
from everygame.library.registry import find_game

PLIES: Final = {"tictactoe": (0, 8), "connectfour": (28, 38), "reversi": (53, 58)}
"""How many random plies lead to a position."""
SOON: Final = 1000
"""A win in n plies is worth SOON - n."""
OPINION: Final = re.compile(r"\blooks?\b")


class Truth:
    """Best play by trying everything."""

    def __init__(self) -> None:
        self.known: dict[Hashable, int] = {}

    def worth(self, state: State) -> int:
        """For who decides: SOON less the plies to a win, the same negative for a loss, 0 a draw."""
        key = (state.key(), state.to_play())
        if key not in self.known:
            self.known[key] = max(self.after(state, action) for action in state.legal_actions())
        return self.known[key]

    def after(self, state: State, action: int) -> int:
        """The same of an action."""
        who, after = state.to_play(), state.apply(action)
        if after.to_play() == OVER:
            return round(after.returns()[who]) * (SOON - 1)
        value = self.worth(after) if after.to_play() == who else -self.worth(after)
        return value - (value > 0) + (value < 0)


def check(game: Game, state: State, truth: Truth, seconds: float) -> tuple[list[str], bool]:
    """The sentences of a hint that are false, and whether its move gives away what there was."""
    moves = [state.text(action) for action in state.legal_actions()]
    asked: Json = {
        "game": game.name, "options": game.settings, "seat": state.to_play(), "seed": 1,
        "seconds": seconds, "cpu": True, "moves": moves, "truth": state.to_json(),
    }  # fmt: skip
    found = advise(asked)
    action = state.parse(found["move"])
    wrong = [said for said in found["reasons"] if not is_true(said, game, state, action, truth)]
    return wrong, sign(truth.after(state, action)) < sign(truth.worth(state))


def is_true(said: str, game: Game, state: State, action: int, truth: Truth) -> bool:
    """An opinion cannot be false; a claim that nobody here knows how to judge counts as false."""
    if OPINION.search(said) or said in of_game(game, state, action):
        return True
    mine = truth.after(state, action)
    others = [truth.after(state, one) for one in state.legal_actions() if one != action]
    turns = re.fullmatch(r"It wins by force in (\d+) moves\.", said)
    if said == "It wins at once.":
        return mine == SOON - 1
    if turns:
        return mine >= SOON - 2 * int(turns[1])  # the last ply may be the opponent's
    if said == "It wins by force.":
        return mine > 0
    if said.startswith("Every move loses"):
        return max([mine, *others]) < 0 and ("longest" not in said or mine == max([mine, *others]))
    if said.startswith("Anything else loses"):
        return all(value < 0 for value in others)
    if said == "With best play it is a draw.":
        return max([mine, *others]) == 0
    return said == "It is the only legal move." and not others


def of_game(game: Game, state: State, action: int) -> Sequence[str]:
    """What the game's own file says."""
    say = find_reasons(game.name)
    return say(state, action, state.apply(action), state.to_play()) if say else []


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


def find_position(game: Game, rng: Random) -> State:
    """Somewhere near the end of a random match."""
    low, high = PLIES[game.name]
    while True:
        state = game.initial_state()
        for _ in range(rng.randint(low, high)):
            if state.to_play() != OVER:
                state = state.apply(rng.choice(state.legal_actions()))
        if state.to_play() != OVER:
            return state


def measure(name: str, positions: int, seconds: float) -> int:
    """Print what was found in a game; return how many hints said something false."""
    game, rng, truth = find_game(name).game(), Random(1), Truth()
    false = given_away = 0
    for _ in range(positions):
        state = find_position(game, rng)
        wrong, worse = check(game, state, truth, seconds)
        given_away += worse
        if wrong:
            false += 1
            print(f"{name}: {wrong} in {state.to_json()}")
    print(f"{name}: {false} of {positions} hints false, {given_away} moves gave something away")
    return false


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(PLIES))
    parser.add_argument("--positions", type=int, default=170, metavar="N")
    parser.add_argument("--seconds", type=float, default=0.3, metavar="N")
    given = parser.parse_args(words)
    return int(sum(measure(name, given.positions, given.seconds) for name in given.games) > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
