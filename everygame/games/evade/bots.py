"""What bots think of Evade: leaders that live, how near home they are, and who is in their way."""

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
from everygame.games.evade.rules import BOARD, BOTH, FILE_A, FILE_F, PLACE, EvadeState
from everygame.search.advice import Level

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

LAST: Final = 0.66
"""Worth of having a live leader at all;"""
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
    """With the exploration that found most; estimates lie close together. Steady bluffs too, and
    needs more positions for that (`bench/ladder.py`)."""
    first, steady, *others = (replace(level, exploration=0.3) for level in defaults)
    return [first, replace(steady, nodes=1000, slip=0.02), *others]


def evaluate(state: State, seat: int) -> float:
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


def describe(state: State, seat: int) -> list[float]:
    """What `everygame learn` learns from, the five things that `standing` weighs: a live leader, a
    second one, the ranks that they have gone, and of the best way home 6 less the ranks left if
    nobody can block it, or else 1 by the number of enemies who can."""
    assert isinstance(state, EvadeState)
    if state.chosen != BOTH:
        return [0.0] * 5
    own, enemy = state.own, state.enemy
    if state.seat != seat:
        own, enemy = enemy, own
    gone, best, free, guarded = 0.0, 0.0, 0.0, 0.0
    leaders = state.crowns & own
    number = float(count(leaders))
    while leaders:
        leader = leaders & -leaders
        leaders ^= leader
        left = ranks_left(state, leader, seat)
        gone += float(5 - left)
        guards = count(cone(leader, left, seat) & enemy)
        road = way_home(leader, left, enemy, seat)
        if road > best:
            best = road
            free, guarded = (0.0, 1.0 / float(guards)) if guards else (float(6 - left), 0.0)
    return [min(number, 1.0), max(number - 1.0, 0.0), gone, free, guarded]


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
