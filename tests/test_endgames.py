"""Alpha-beta on the last plies of matches beside a plain search that knows no bounds: the value,
whether it is proven, and each entry of the transposition table."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import product
from random import Random
from typing import Final

import pytest

from everygame.contract import OVER, State
from everygame.fast.bits import word
from everygame.fast.state import FULL, mix
from everygame.library.registry import find_game
from everygame.match import Match, random_match
from everygame.search.adapter import as_fast
from everygame.search.alphabeta import AlphaBeta, alphabeta
from everygame.search.budget import Budget
from everygame.search.transpositions import ATLEAST, ATMOST
from everygame.search.values import share
from tests.toys import Weave

pytestmark = pytest.mark.both

PLENTY: Final = 10**7
SMALL: Final = ("reversi", "tictactoe")
"""Games in which no position comes again, and of which every match ends soon."""
STATES: Final = (20, 400)
"""How many states may follow from an endgame that is searched."""
DRAWN: Final = "bwwww..w/bwww.bbb/bwbwwbbb/wwwwwwbb/bwwwwbb./bbbwbbbw/bb.wwbb./b.bww..b ; w"
"""Two positions of this endgame had one fingerprint, so that its draw was never proven."""


def solve_plainly(state: State, solved: dict[State, float]) -> float:
    """Return the value of a state for the first seat, and put the values of all states that can
    follow into `solved`. Raises OverflowError where these are too many."""
    if state not in solved:
        after = [solve_plainly(state.apply(a), solved) for a in state.legal_actions()]
        best = max if state.to_play() == 0 else min
        solved[state] = state.returns()[0] if state.to_play() == OVER else best(after)
        if len(solved) > STATES[1]:
            raise OverflowError
    return solved[state]


def solve_endgame(match: Match) -> tuple[State, dict[State, float]]:
    """Return the earliest state of a match that is near enough to the end, and the values of all
    states that can follow."""
    found: tuple[State, dict[State, float]] | None = None
    for node in reversed(match.path(match.node)):
        solved: dict[State, float] = {}
        try:
            solve_plainly(match.state(node), solved)
        except OverflowError:
            break
        found = match.state(node), solved
    assert found is not None
    return found


def value_for(state: State, first: float) -> float:
    """Return the value for the seat to play, by that for the first seat."""
    return first if state.to_play() == 0 else -first


def check_search(root: State, solved: dict[State, float], seed: int) -> None:
    """Compare a search with the values of all states that can follow."""
    search = AlphaBeta(as_fast(root), Budget(nodes=PLENTY), seed, 16, None, None, None, None)
    answer = search.run(100)
    assert (answer.value, answer.proven) == (value_for(root, solved[root]), True), root
    assert all(value_for(root, solved[root.apply(a)]) == v for a, v in answer.exact.items())
    for state, first in solved.items():
        check_entry(search, state, value_for(state, first))


@pytest.mark.parametrize("name", SMALL)
def test_an_endgame_is_proven_and_every_entry_of_the_table_is_true(name: str) -> None:
    for seed in range(10):
        root, solved = solve_endgame(random_match(find_game(name).game(), Random(seed)))
        if len(solved) >= STATES[0]:
            check_search(root, solved, seed)


def test_a_bound_is_not_stored_as_the_value() -> None:
    for seed in range(40):
        solved: dict[State, float] = {}
        solve_plainly(Weave(seed), solved)
        check_search(Weave(seed), solved, seed)


def check_entry(search: AlphaBeta, state: State, truth: float) -> None:
    """Check what the table says for good of a state, where it says anything."""
    table = search.table
    known = state.to_play() != OVER and table.find(as_fast(state).fingerprint() & FULL)
    if not known or not (table.settled or table.certain()):
        return
    value = share(table.value)
    assert table.bound == ATMOST or value <= truth, (state, "at least", value)
    assert table.bound == ATLEAST or value >= truth, (state, "at most", value)


def test_a_drawn_endgame_is_proven() -> None:
    root = find_game("reversi").game().parse_position(DRAWN)
    answer = alphabeta(root, Budget(nodes=PLENTY))
    assert (answer.value, answer.proven) == (0.0, True) and answer.depth < 20


def test_no_two_fillings_of_a_row_have_one_fingerprint() -> None:
    """Whichever row of the board it is, and whoever has the corner."""
    for row in range(8):
        marks = set()
        for line in product((0, 1, 2), repeat=8):
            sides = (sum(1 << row * 8 + x for x in range(8) if line[x] == who) for who in (1, 2))
            mine, theirs = map(word, sides)
            marks.add(mix(mix(1, mine), theirs))
        assert len(marks) == 3**8


@pytest.mark.parametrize("name", ["reversi", "breakthrough", "draughts", "connectfour"])
def test_states_that_differ_have_fingerprints_that_differ(name: str) -> None:
    """Of matches of a game whose boards are sets of squares."""
    marks: dict[int, tuple[int, Hashable]] = {}
    for seed in range(8):
        match = random_match(find_game(name).game(), Random(seed), 120)
        for node in match.path(match.node):
            state = match.state(node)
            key = state.to_play(), state.key()
            assert marks.setdefault(int(as_fast(state).fingerprint()), key) == key
