"""Small battles, ply by ply, against a second program written from the rule text alone."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from everygame.games.hnefatafl.rules import Hnefatafl
from tests.games.twins import say_the_same
from tests.oracles import hnefatafl as oracle

pytestmark = pytest.mark.both


@pytest.mark.parametrize("battle", ["beset", "ringed", "cornered"])
def test_both_programs_end_small_battles_alike(battle: str) -> None:
    """From where kings are taken, armies encircled and sides shut in; who can end it so does."""
    wanted, make = BATTLES[battle]
    rng, endings = Random(battle), Counter[str]()
    for _ in range(25):
        state = Hnefatafl().parse_position(make(rng))
        twin = oracle.read(state.position())
        for _ in range(8):
            legal = say_the_same(oracle, state, twin)
            after = {state.text(action): state.apply(action) for action in state.legal_actions()}
            ends = [move for move in legal if after[move].ending() == wanted]
            for move in legal[:: max(1, len(legal) // 10)]:
                assert after[move].ending() == oracle.play(twin, move).ended
            move = rng.choice(ends or legal)
            state, twin = after[move], oracle.play(twin, move)
            if not say_the_same(oracle, state, twin):
                break
        endings[state.ending()] += 1
    assert endings[wanted] > 5


def place(signs: dict[tuple[int, int], str], turn: str) -> str:
    rows = ["".join(signs.get((f, r), ".") for f in range(11)) for r in range(11)]
    return f"{'/'.join(rows)} ; {turn}"


def free(signs: dict[tuple[int, int], str], rng: Random) -> tuple[int, int]:
    squares = [(f, r) for f in range(1, 10) for r in range(1, 10)]
    return rng.choice([at for at in squares if at not in signs and at != oracle.THRONE])


def beset(rng: Random) -> str:
    """A king with attackers on three sides, and more of them about."""
    king = rng.choice([(5, 5), (5, 4), (6, 5), (3, 7), (2, 2)])
    near = [at for at in oracle.beside(king) if at != oracle.THRONE]
    signs = {king: "k"} | dict.fromkeys(rng.sample(near, len(near) - 1), "a")
    for sign in "d" + "a" * 12:
        signs[free(signs, rng)] = sign
    return place(signs, "a")


def ringed(rng: Random) -> str:
    """A king and two defenders in a ring of attackers; one of these stands beside it."""
    by, to = rng.choice([-1, 0, 1]), rng.choice([0, 1])  # nobody of it on the throne
    ring = [(f + by, r + to) for f, r in RING]
    gap = rng.choice(ring)
    signs = dict.fromkeys([at for at in ring if at != gap], "a")
    inside = [(f + by, r + to) for f in (4, 5, 6) for r in (4, 5)]
    inside = [at for at in inside if at != oracle.THRONE]
    signs |= dict(zip(rng.sample(inside, 3), "kdd", strict=True))
    signs[gap[0], rng.choice([0, 10])] = "a"
    return place(signs, "a")


RING = [
    (3, 3), (4, 2), (5, 2), (6, 2), (7, 3), (7, 4), (7, 5), (6, 6), (5, 6), (4, 6), (3, 5), (3, 4),
]  # fmt: skip


def cornered(rng: Random) -> str:
    """An attacker at the edge who can still go one way, and defenders who can shut it."""
    signs = {(1, 0): "a", (1, 1): "d", (8, 8): "k"}
    signs[2, rng.choice([5, 6, 7])] = "d"
    for _ in range(4):
        signs[free(signs, rng)] = "d"
    return place(signs, "d")


BATTLES = {
    "beset": ("king taken", beset),
    "ringed": ("encircled", ringed),
    "cornered": ("no moves", cornered),
}
