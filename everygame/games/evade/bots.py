"""What bots think of Evade: what they have learned from matches of their own (patterns.py). In the
open game, and for beginners: leaders that live, how near home they are, and who is in their way."""

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
"""What a bot gives up at first, of its return, rather than let a move show who its leaders are."""
ENDING: Final = 30.0
"""Ranks gone by coins of both sides, twice as many for a frozen pair, until that is worth nothing
any more: then what is left of the match is short."""
OPENING: Final = 12.0
"""Ranks gone until others are taken not to care any more what their moves show."""
FRANK: Final = 6.0
"""How much better moves are preferred by who does not care any more what they show,"""
ALIVE: Final = 0.9
"""if a live leader counts so much to him,"""
STRIDE: Final = 0.15
"""and each rank that it has gone;"""
DOUBT: Final = 0.02
"""and how likely the least likely leaders are taken to be, beside the likeliest."""

SURE: Final = 0.98
"""Worth of a leader who comes home at his next move;"""
LAST: Final = 0.66
"""of having a live leader at all;"""
SECOND: Final = 0.19
"""of having both;"""
RANK: Final = 0.03
"""of each rank that one has gone;"""
OPEN_ROAD: Final = 0.8
"""of each rank and one more, for the best leader whose way home nobody can block;"""
GUARDED: Final = 0.4
"""and of a way that enemies can block, shared by their number."""
COINS: Final = tuple(tuple(combinations(range(first, first + 6), 2)) for first in (1, 7))
"""The coins of each of the `CHOICES`."""


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    """With the exploration that found most; estimates lie close together. Steady looks at more and
    slips more rarely than elsewhere (`bench/ladder.py`)."""
    first, steady, *others = (replace(level, exploration=0.3) for level in defaults)
    return [first, replace(steady, nodes=400, slip=0.04), *others]


def evaluate(state: State, seat: int) -> float:
    """What the seat may expect, from −1 to 1: where leaders are secret as learned from matches, but
    for a leader who comes home at once; in the open game by the lead of its leaders."""
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
    """A peek: a bot remembers its leaders."""
    return PEEK <= action < HIDE


def patterns(state: State) -> vec[i64]:
    """What is learned from."""
    assert isinstance(state, EvadeState)
    return numbers(state) if state.chosen == BOTH else vec[i64]()


def comes_home(state: EvadeState) -> float:
    """Almost 1 if a leader of who is to play comes home at once, almost −1 if nothing keeps one of
    the other's from it, else 0."""
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
    """Who is to play can freeze the one leader that is near home, or fill its one way in."""
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
    """What a bot gives up to keep its leaders secret: less and less as coins come near. It depends
    on what everybody sees alone."""
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
    """How likely the enemy's leaders are, by his moves in what the seat was told: he is taken to
    prefer moves after which those leaders stand well, the more so the later it is."""
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
    """For each pair, how likely this move was if that are the leaders, as a logarithm."""
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
    """How well a side stands, for each pair of coins, if that are its leaders."""
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
