"""What bots conclude from moves in Evade, and what they hide, on both builds."""

from __future__ import annotations

from hashlib import sha256
from itertools import combinations
from random import Random

import pytest

from everygame.contract import OVER, Json, State
from everygame.fast.arrays import i64, vec
from everygame.games.evade import bots
from everygame.games.evade.bots import SECRECY, belief, secrecy
from everygame.games.evade.rules import BOTH, EvadeState
from everygame.library.registry import find_game

pytestmark = pytest.mark.both

GAME = find_game("evade").game(information="hidden")
MARCH = "a1-a2 f6-f5 a2-a3 f5-f4 f1-f2 f4-f3 f2-e2 f3-e3 e2-d2"
"""Black's coin from f6 comes near, past White's."""


def told(white: str, black: str) -> tuple[list[Json], State]:
    """What White sees of the march with these leaders, and where it ends."""
    state = GAME.initial_state()
    seen = []
    for move in f"leaders:{white} leaders:{black} {MARCH}".split():
        seen.append(state.observe(0))
        state = state.apply(state.parse(move))
    return [*seen, state.observe(0)], state


def beliefs(white: str, black: str = "bc") -> dict[str, float]:
    """How likely White finds each choice of Black's."""
    likely = belief(told(white, black)[0], 0)
    pairs = [a + b for a, b in combinations("abcdef", 2)]
    return {pair: likely(told(white, pair)[1]) for pair in pairs}


def test_who_marches_on_is_taken_for_a_leader() -> None:
    found = beliefs("ab")
    assert max(found.values()) == 1.0
    assert min(found[pair] for pair in found if "f" in pair) > max(
        found[pair] for pair in found if "f" not in pair
    )
    assert min(found.values()) > 0.0


def test_what_is_concluded_depends_on_neither_sides_truth() -> None:
    assert beliefs("ab", "bc") == beliefs("ab", "ef") == beliefs("de", "ab")


def test_the_secret_is_worth_less_as_coins_come_near_whoever_leads() -> None:
    start = told("ab", "cd")[1]
    prices = [secrecy(told(pair, pair)[1], 0) for pair in ("ab", "ef")]
    assert prices[0] == prices[1]
    fresh = GAME.initial_state()
    assert 0.0 < secrecy(start, 0) < secrecy(fresh, 0) == SECRECY


def position(rows: str, seat: int) -> EvadeState:
    """Part of a match with secrets: ranks from the top, L and G are White's leaders and guards, l
    and g Black's."""
    state, used = EvadeState(0), {"L": 0, "G": 2, "l": 6, "g": 8}
    coins = [0] * 36
    for rank, row in enumerate(reversed(rows.split("/"))):
        for file, letter in enumerate(row.ljust(6, ".")):
            if letter in used:
                used[letter] += 1
                coins[6 * rank + file] = used[letter]
    state.coins = vec[i64](coins)
    state.chosen, state.seat = BOTH, seat
    state.crown(0b110000110)
    return state


def met() -> list[EvadeState]:
    """The positions of some random matches."""
    rng, found = Random(1), []
    for _ in range(4):
        state = GAME.initial_state()
        while state.to_play() != OVER:
            assert isinstance(state, EvadeState)
            found.append(state)
            state = state.apply(rng.choice(state.legal_actions()))
    return found


def swapped(state: EvadeState) -> EvadeState:
    """The same with White and Black exchanged and the board turned round."""
    twin = EvadeState(0)
    coins = [int(stack) for stack in list(state.coins)[::-1]]
    twin.coins = vec[i64]([swap(stack & 15) + 16 * swap(stack >> 4) for stack in coins])
    twin.pairs = sum((int(state.pairs) >> cell & 1) << 35 - cell for cell in range(36))
    twin.chosen = state.chosen
    twin.seat = 1 - state.seat
    twin.guards = sum((int(state.guards) >> coin & 1) << swap(coin) for coin in range(1, 13))
    twin.crown(sum((int(state.leaders) >> coin & 1) << swap(coin) for coin in range(1, 13)))
    return twin


def swap(coin: int) -> int:
    return 13 - coin if coin else 0


def test_patterns_are_all_pairs_of_what_stands_on_the_board() -> None:
    """Coins and frozen pairs, each alone and with each other; nothing before leaders are chosen."""
    for state in met():
        shown = bots.patterns(state)
        things = sum(stack != 0 for stack in state.coins)
        assert len(shown) == (things * (things + 1) // 2 if state.chosen == BOTH else 0)


def test_both_sides_see_the_same_board() -> None:
    for state in met():
        twin = swapped(state)
        assert sorted(bots.patterns(twin)) == sorted(bots.patterns(state))
        assert bots.evaluate(twin, 1) == bots.evaluate(state, 0) == -bots.evaluate(state, 1)


def test_a_leader_a_guard_and_a_known_guard_are_told_apart() -> None:
    state = position("llgggg/////LLGGGG", 0)
    sides = {tuple(sorted(bots.patterns(state)))}
    state.guards = 1 << 6
    sides.add(tuple(sorted(bots.patterns(state))))
    state.crown(state.leaders ^ 0b1100)
    sides.add(tuple(sorted(bots.patterns(state))))
    assert len(sides) == 3


@pytest.mark.parametrize(
    ("rows", "seat", "worth"),
    [
        ("/L/....lg///", 0, bots.SURE),  # goes home
        ("/L/....lg///", 1, -bots.SURE),  # nobody is there to stop it
        ("g/L/....l///", 1, 0.0),  # a guard may freeze it
        ("l/L/....l///", 1, 0.0),  # a leader may fill the one way in
        ("l/.L/....l///", 1, -bots.SURE),  # there are two
        ("..g/L.L/....l///", 1, -bots.SURE),  # one of the two comes home
        ("/...g/.L..l///", 1, 0.0),  # two steps from home
    ],
)
def test_a_leader_who_comes_home_has_won(rows: str, seat: int, worth: float) -> None:
    state = position(rows, seat)
    assert bots.comes_home(state) == worth
    if worth:
        assert bots.evaluate(state, seat) == worth == -bots.evaluate(state, 1 - seat)


def test_the_open_game_goes_by_the_lead_of_leaders() -> None:
    game = find_game("evade").game(information="open")
    state = game.parse_position(
        "bg bg bl bl bg bg / 6 / 6 / 6 / wl 5 / 1 wg wg wl wg wg ; b ; w0 b0"
    )
    assert bots.evaluate(state, 0) == bots.idea(state, 0) > 0.0


def test_patterns_are_the_same_compiled_and_interpreted() -> None:
    told = " ".join(str(int(number)) for state in met() for number in bots.patterns(state))
    assert sha256(told.encode()).hexdigest()[:16] == "4e16c6c6631a8900"
