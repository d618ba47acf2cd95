"""What bots think of Evade: what they have learned from matches of their own (patterns.py).

In the open game, and at beginners' levels, they go by the leaders that live, how near home these
are, and how many enemies are in their way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, pairwise
from math import exp, log
from typing import Final

from everygame.contract import Json, State
from everygame.fast.arrays import i64, vec
from everygame.fast.bits import count
from everygame.fast.state import MAX_ACTIONS
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
from everygame.search.advice import Level
from everygame.search.patterns import promised

SECRECY: Final = 0.7
"""How much of its return a bot gives up at first rather than let a move betray its leaders."""
ENDING: Final = 30.0
"""After so many ranks gone by the coins of both sides (`progress`) the secret is worth nothing: the
rest of the match is short."""
OPENING: Final = 12.0
"""After so many ranks gone, `belief` takes the enemy to move as if he kept no secret."""
FRANK: Final = 6.0
"""How strongly an enemy who keeps no secret is taken to prefer better moves: the factor of a
softmax over `rate_pairs`."""
ALIVE: Final = 0.9
"""What a live leader counts in `rate_pairs`."""
STRIDE: Final = 0.15
"""What each rank that it has gone counts there."""
DOUBT: Final = 0.02
"""The least that `belief` answers, so that no pair of leaders is ruled out by a surprising move."""

SURE: Final = 0.98
"""Worth of a leader who comes home at his next move."""
LAST: Final = 0.66
"""Worth of the only live leader."""
SECOND: Final = 0.19
"""Worth of a second one."""
RANK: Final = 0.03
"""Worth of each rank that a leader has gone."""
OPEN_ROAD: Final = 0.8
"""Worth of each rank gone, and of one more, for the best leader whose way no enemy can block."""
GUARDED: Final = 0.4
"""Worth of a way home that enemies can block, divided by their number."""
COINS: Final = tuple(tuple(combinations(range(first, first + 6), 2)) for first in (1, 7))
"""The coins of each of the `CHOICES`."""


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    """The exploration that won most, since estimates lie close together. Steady looks at more
    positions and slips more rarely than in other games (`bench/ladder.py`)."""
    first, steady, *others = (replace(level, exploration=0.3) for level in defaults)
    return [first, replace(steady, nodes=400, slip=0.04), *others]


def evaluate(state: State, seat: int) -> float:
    """What the seat may expect, from −1 to 1. Where leaders are secret it is learned from matches,
    unless a leader comes home at once; in the open game it is the lead of the leaders."""
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
    """Whether the action is a peek, which a bot does not need: it remembers its leaders."""
    return PEEK <= action < HIDE


def patterns(state: State) -> vec[i64]:
    """The patterns that a position shows; none before all leaders are chosen."""
    assert isinstance(state, EvadeState)
    return numbers(state) if state.chosen == BOTH else vec[i64]()


def comes_home(state: EvadeState) -> float:
    """Almost 1 if a leader of the side to play comes home at once, almost −1 if that side cannot
    keep an enemy leader from it, else 0."""
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
    """Whether the side to play can freeze the one leader near home, or fill its one way in."""
    guards = state.own & ~state.crowns
    if near & (near - 1):
        return False
    freezes = around(near) & guards & ~state.meek() != 0
    return freezes or (doors & (doors - 1) == 0 and around(doors) & state.own != 0)


def idea(state: State, seat: int) -> float:
    """How much better the leaders of the seat stand than those of the other, from −1 to 1."""
    assert isinstance(state, EvadeState)
    if state.chosen != BOTH:
        return 0.0
    own, enemy = state.own, state.enemy
    if state.seat != seat:
        own, enemy = enemy, own
    lead = standing(state, own, enemy, seat) - standing(state, enemy, own, 1 - seat)
    return lead / (1.0 + abs(lead))


def standing(state: EvadeState, own: i64, enemy: i64, seat: i64) -> float:
    """The worth of a side's leaders."""
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
    """How far the coin on this square is from home."""
    goal = state.goals[seat]
    away = PLACE[(goal & -goal) % 37] // 6
    rank = PLACE[coin % 37] // 6
    return away - rank if seat == 0 else rank - away


def way_home(coin: i64, left: i64, enemy: i64, seat: i64) -> float:
    """What the way home of a leader on this square is worth."""
    guards = count(cone(coin, left, seat) & enemy)
    return GUARDED / float(guards) if guards else OPEN_ROAD * float(6 - left)


def cone(square: i64, ranks: i64, seat: i64) -> i64:
    """The squares that a coin can come to on its shortest ways home."""
    i: i64
    squares: i64 = 0
    for i in range(ranks):
        square = square << 6 if seat == 0 else square >> 6
        square |= (square & ~FILE_F) << 1 | (square & ~FILE_A) >> 1
        squares |= square
    return squares & BOARD


# -- what moves show


def secrecy(state: State, seat: int) -> float:
    """What a bot gives up to keep its leaders secret: less as coins come near. It depends only on
    what everybody sees, or the amount itself would betray something."""
    assert isinstance(state, EvadeState)
    return SECRECY * max(0.0, 1.0 - progress(state) / ENDING)


def progress(state: EvadeState) -> float:
    """Ranks gone by the coins of both sides, and two for each frozen pair."""
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
    """How likely a truth is, by the enemy's moves in what the seat was told: he is taken to prefer
    moves after which his leaders stand well, the more so the later it is."""
    known: dict[int, float] = {}
    enemy = SIDES[1 - seat]

    def likely(truth: State) -> float:
        assert isinstance(truth, EvadeState)
        if not known:
            known.update(conclude(told, 1 - seat))
        return known.get(int(truth.leaders) & enemy, 1.0)

    return likely


def conclude(told: list[Json], enemy: int) -> dict[int, float]:
    """For each pair of coins that may be the leaders of this side, how likely they are beside the
    likeliest pair."""
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
    """For each pair, the logarithm of how likely this move was if these two are the leaders."""
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
    """For each pair of coins, how well the side stands if these two are its leaders."""
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
