"""Evaluate positions of Evade for bots, by weights learned from the bots' own matches
(`patterns.py`).

In the open game, and at the lowest levels, the leaders decide instead: how many live, how near they
are to the enemy's home row, and how many enemies can block their way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, pairwise
from math import exp, log
from typing import Final

from everygame.contract import Json, State
from everygame.fast.arrays import i64, vec
from everygame.fast.bits import count
from everygame.fast.limits import MAX_ACTIONS
from everygame.games.evade.knowledge import CHOICES, SIDES
from everygame.games.evade.patterns import numbers, odds
from everygame.games.evade.rules import (
    BOARD,
    BOTH,
    FILE_A,
    FILE_F,
    HIDE,
    OPEN,
    PEEK,
    PLACE,
    EvadeState,
    around,
)
from everygame.search.game_advice import Level
from everygame.search.patterns import promised

SECRECY: Final = 0.7
"""How much of its expected return, which is from −1 to 1, a bot gives up at the start of a match
rather than play a move that betrays its leaders."""
ENDING: Final = 30.0
"""When the coins of both sides have advanced so many ranks in sum (`progress`), a bot gives up
nothing more for secrecy, since the rest of the match is short."""
OPENING: Final = 12.0
"""When the coins of both sides have advanced so many ranks in sum, `belief` begins to assume that
the enemy plays without regard to secrecy; before, it assumes so in part."""
FRANK: Final = 6.0
"""How strongly an enemy who plays without regard to secrecy is assumed to prefer better moves: the
factor of a softmax over the values of `rate_pairs`."""
ALIVE: Final = 0.9
"""The value of a live leader in `rate_pairs`."""
STRIDE: Final = 0.15
"""The value in `rate_pairs` of each rank that a leader has advanced."""
DOUBT: Final = 0.02
"""The smallest likelihood that `belief` returns, so that no surprising move rules out a pair of
leaders."""

SURE: Final = 0.98
"""The value of a position whose side to play wins with its next move; a win is 1 on this scale, and
so for the constants below."""
LAST: Final = 0.66
"""The value of one live leader."""
SECOND: Final = 0.19
"""The value of a second live leader."""
RANK: Final = 0.03
"""The value of each rank that a leader has advanced."""
OPEN_ROAD: Final = 0.8
"""The value, for the leader with the best way home, of a way that no enemy can block: this for each
rank advanced, plus this once more."""
GUARDED: Final = 0.4
"""The value of a way home that enemies can block, divided by the number of these enemies."""
COINS: Final = tuple(tuple(combinations(range(first, first + 6), 2)) for first in (1, 7))
"""For each side the fifteen pairs of coins that can be its leaders, as numbers of coins, in the
order of `CHOICES`."""


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    """Set the exploration constant that won most matches, small because evaluations lie close
    together. The second level gets more simulations and fewer random moves than in other games
    (measured by `bench/ladder.py`)."""
    first, steady, *others = (replace(level, exploration=0.3) for level in defaults)
    return [first, replace(steady, nodes=400, slip=0.04), *others]


def evaluate(state: State, seat: int) -> float:
    """Estimate the return of a seat, from −1 to 1. If leaders are secret, learned weights decide,
    unless a leader can come home at once; in the open game `idea` does."""
    assert isinstance(state, EvadeState)
    if state.chosen != BOTH:
        return 0.0
    if state.information == OPEN:
        return idea(state, seat)
    worth = comes_home(state)
    if worth == 0.0:
        worth = promised(odds(state))
    return worth if state.seat == seat else -worth


def idle(state: State, action: int) -> bool:
    """Tell whether the action is a peek, which gains a bot nothing, because it remembers its
    leaders."""
    return PEEK <= action < HIDE


def patterns(state: State) -> vec[i64]:
    """Return the numbers of the patterns in a position; none before both sides have chosen their
    leaders."""
    assert isinstance(state, EvadeState)
    return numbers(state) if state.chosen == BOTH else vec[i64]()


def comes_home(state: EvadeState) -> float:
    """Return almost 1 if a leader of the side to play can reach the enemy's home row at once,
    almost −1 if that side cannot keep an enemy leader from doing so next, else 0."""
    own, enemy, crowns = state.own, state.enemy, state.crowns
    empty = state.board & ~(own | enemy | state.pairs)
    if around(own & crowns) & empty & state.goals[state.seat]:
        return SURE
    home = empty & state.goals[1 - state.seat]
    near = around(home) & enemy & crowns
    if near == 0 or can_stop(state, near, around(near) & home):
        return 0.0
    return -SURE


def can_stop(state: EvadeState, near: i64, doors: i64) -> bool:
    """Tell whether the side to play can freeze the enemy leader that threatens to come home, or
    occupy the only square where it could. `near` are the leaders that threaten this, `doors` the
    squares that they could reach."""
    guards = state.own & ~state.crowns
    if near & (near - 1):
        return False
    freezes = around(near) & guards & ~state.meek() != 0
    return freezes or (doors & (doors - 1) == 0 and around(doors) & state.own != 0)


def idea(state: State, seat: int) -> float:
    """Return how much better the seat's leaders stand than those of the other seat, from −1 to
    1."""
    assert isinstance(state, EvadeState)
    if state.chosen != BOTH:
        return 0.0
    own, enemy = state.own, state.enemy
    if state.seat != seat:
        own, enemy = enemy, own
    lead = standing(state, own, enemy, seat) - standing(state, enemy, own, 1 - seat)
    return lead / (1.0 + abs(lead))


def standing(state: EvadeState, own: i64, enemy: i64, seat: i64) -> float:
    """Return the value of the seat's leaders; `own` and `enemy` are the live coins of both sides,
    seen from this seat."""
    total, road = 0.0, 0.0
    leaders = state.crowns & own
    while leaders:
        leader = leaders & -leaders
        leaders ^= leader
        left = ranks_left(state, leader, seat)
        total += (SECOND if total > 0.0 else LAST) + RANK * float(5 - left)
        road = max(road, way_home(leader, left, enemy, seat))
    return total + road


def ranks_left(state: EvadeState, coin: i64, seat: i64) -> i64:
    """Return how many ranks the seat's coin on this square is away from the enemy's home row."""
    goal = state.goals[seat]
    away = PLACE[(goal & -goal) % 37] // 6
    rank = PLACE[coin % 37] // 6
    return away - rank if seat == 0 else rank - away


def way_home(coin: i64, left: i64, enemy: i64, seat: i64) -> float:
    """Return the value of the way of a leader from this square to the enemy's home row, which is
    `left` ranks away."""
    guards = count(cone(coin, left, seat) & enemy)
    return GUARDED / float(guards) if guards else OPEN_ROAD * float(6 - left)


def cone(square: i64, ranks: i64, seat: i64) -> i64:
    """Return the squares that a coin can come to within so many ranks if it advances one rank with
    each move."""
    i: i64
    squares: i64 = 0
    for i in range(ranks):
        square = square << 6 if seat == 0 else square >> 6
        square |= (square & ~FILE_F) << 1 | (square & ~FILE_A) >> 1
        squares |= square
    return squares & BOARD


# -- what moves reveal about leaders


def secrecy(state: State, seat: int) -> float:
    """Return how much of its expected return a bot gives up to keep its leaders secret; the amount
    shrinks as coins advance. It depends only on what everybody sees, because otherwise the bot's
    moves would betray something."""
    assert isinstance(state, EvadeState)
    return SECRECY * max(0.0, 1.0 - progress(state) / ENDING)


def progress(state: EvadeState) -> float:
    """Return by how many ranks the coins of both sides have advanced in sum, plus two for each
    frozen pair."""
    cell: i64
    gone: i64 = 2 * count(state.pairs)
    for cell in range(36):
        rank = cell // 6
        coins = state.coins[cell]
        while coins:
            gone += rank if coins & 15 <= 6 else 5 - rank
            coins >>= 4
    return float(gone)


def belief(told: list[Json], seat: int) -> Callable[[State], float]:
    """Return a function that rates how likely a state is, judging by the enemy's moves in the
    observations `told` of a seat. The enemy is assumed to prefer moves after which his leaders
    stand well, the more so the later in the match."""
    known: dict[int, float] = {}
    enemy = SIDES[1 - seat]

    def likely(truth: State) -> float:
        assert isinstance(truth, EvadeState)
        if not known:
            known.update(conclude(told, 1 - seat))
        return known.get(int(truth.leaders) & enemy, 1.0)

    return likely


def conclude(told: list[Json], enemy: int) -> dict[int, float]:
    """Return for each pair of coins that may be the leaders of the side `enemy` how likely it is,
    relative to the likeliest pair."""
    sums = dict.fromkeys(CHOICES[enemy], 0.0)
    for earlier, later in pairwise(told):
        if all(earlier["chosen"]) and earlier["turn"] == enemy != later["turn"]:
            before, after = EvadeState(0), EvadeState(0)
            before.load(earlier)
            after.load(later)
            for pair, seen in read_move(before, after, enemy).items():
                sums[pair] += seen
    guards = sum(1 << 6 * enemy + coin + 1 for coin in told[-1]["guards"][enemy])
    most = max((seen for pair, seen in sums.items() if not pair & guards), default=0.0)
    return {pair: max(DOUBT, min(1.0, exp(seen - most))) for pair, seen in sums.items()}


def read_move(before: EvadeState, after: EvadeState, enemy: i64) -> dict[int, float]:
    """Return for each pair of coins the logarithm of the probability that the side `enemy` would
    have made the move from `before` to `after` if these two were its leaders."""
    i: i64
    moves = vec[i64]([0] * MAX_ACTIONS)
    n = before.fill_steps(moves)
    frank = FRANK * min(1.0, progress(before) / OPENING)
    pairs = CHOICES[enemy]
    totals = [0.0] * len(pairs)
    made = [0.0] * len(pairs)
    child = before.blank()
    for i in range(n):
        child.copy_from(before)
        child.advance(moves[i])
        values = rate_pairs(child, enemy)
        for place, value in enumerate(values):
            totals[place] += exp(frank * value)
        if child.own == after.own and child.enemy == after.enemy:
            made = values
    rates = zip(pairs, made, totals, strict=True)
    return {pair: frank * value - log(total) for pair, value, total in rates if total > 0.0}


def rate_pairs(state: EvadeState, side: i64) -> list[float]:
    """Return for each pair of coins how well the side would stand if these two were its leaders."""
    own, enemy = state.own, state.enemy
    if state.seat != side:
        own, enemy = enemy, own
    worth = [0.0] * 13
    roads = [0.0] * 13
    coins = own
    while coins:
        square = coins & -coins
        coins ^= square
        coin = state.coins[PLACE[square % 37]]
        left = ranks_left(state, square, side)
        worth[coin] = ALIVE + STRIDE * float(5 - left)
        roads[coin] = way_home(square, left, enemy, side)
    two = COINS[side]
    return [worth[a] + worth[b] + max(roads[a], roads[b]) for a, b in two]
