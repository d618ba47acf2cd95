"""Random matches, ply by ply, against a second program written from the rule text alone."""

from __future__ import annotations

import os
from collections import Counter
from functools import partial
from random import Random

import pytest

from everygame.check import conform
from everygame.contract import State
from everygame.errors import BadPosition
from everygame.games.freez import scene
from everygame.games.freez.rules import Freez
from tests.games.freez.table import TABLES, choose, place
from tests.games.twins import agree, end_the_same, play_both
from tests.oracles import freez as oracle

MATCHES = int(os.environ.get("EVERYGAME_MATCHES", "30"))
"""For each table; a long run sets it to thousands."""

pytestmark = pytest.mark.both

compare = partial(agree, oracle)


def compare_texts(game: Freez, state: State, twin: oracle.Position) -> None:
    """Both print the same position and read the same from it; JSON reads as the same state."""
    assert game.from_json(state.to_json()).to_json() == state.to_json()
    try:
        text = state.position()
    except BadPosition:
        assert twin.moved is not None
        return
    assert text == oracle.write(twin)
    if state.ending() != "no progress":
        values = {name: game.values[name] for name in ("size", "snow", "wall")}
        read = oracle.read(text, **values, lineup=game.lineup)
        compare(game.parse_position(text), read)


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_both_programs_play_the_same_game(options: dict[str, str]) -> None:
    game, same = Freez(**options), partial(end_the_same, oracle)
    for number in range(max(1, MATCHES // 15)):
        pick = Random.choice if number % 2 else choose
        play_both(game, oracle, number, options, pick, same)


def scatter(rng: Random, size: int) -> str:
    """The text of a random position: most pieces frozen, often crowded in a corner, where often
    one is shut in or nearly so."""
    width = rng.choice((size, size, 4, 3))
    squares = [f + r for f in "abcdefgh"[:width] for r in "12345678"[:width]]
    rng.shuffle(squares)
    share = rng.choice((0.2, 0.5, 0.75, 0.9))
    ring = ["a2", "b2", "b1"][: rng.choice((0, 0, 2, 3))]
    pieces = [f"{rng.choice('wb')}f {square}" for square in ring]
    pieces += [f"{rng.choice('wb')}{rng.choice('123')} a1"] if ring else []
    squares = [square for square in squares if square not in ("a1", *ring)]
    for colour in "wb":
        for _ in range(rng.randint(1, min(size - 4, len(squares) // 2))):
            kind = "f" if rng.random() < share else rng.choice("123")
            pieces.append(f"{colour}{kind} {squares.pop()}")
    return place(", ".join(pieces), rng.choice("wb"), size)


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_both_programs_play_the_same_game_from_random_positions(options: dict[str, str]) -> None:
    game = Freez(**options)
    for number in range(MATCHES):
        rng = Random(f"scattered/{options}/{number}")
        text = scatter(rng, game.size)
        state, twin = game.parse_position(text), oracle.read(text, **options)
        for _ in range(30):
            compare_texts(game, state, twin)
            if not (legal := compare(state, twin)):
                break
            move = choose(rng, legal)
            state, twin = state.play(move), oracle.play(twin, move)


def random_wall(rng: Random) -> str:
    """The text of a position with three live pieces, and a row of frozen ones with a bend,
    sometimes with a gap."""
    bend, low, high = rng.randrange(1, 5), *rng.sample("345", 2)
    wall = [file + (low if i < bend else high) for i, file in enumerate("abcdef")]
    wall += ["abcdef"[bend] + rank for rank in "345" if min(low, high) < rank < max(low, high)]
    wall += ["abcdef"[bend] + low] if rng.random() < 0.8 else []
    others = [f + r for f in "abcdef" for r in "123456" if f + r not in wall]
    one, two, three = rng.sample(others, 3)
    frozen = [f"{'wb'[i % 2]}f {square}" for i, square in enumerate(wall)]
    return place(", ".join([*frozen, f"w1 {one}", f"b1 {two}", f"b2 {three}"]), size=6)


@pytest.mark.parametrize("wall", ["strict", "tactical"])
def test_both_programs_find_the_same_walls(wall: str) -> None:
    game, found = Freez(size="6", wall=wall), Counter[str]()
    for seed in range(100):
        text = random_wall(Random(seed))
        state = game.parse_position(text)
        end_the_same(oracle, state, oracle.read(text, size="6", wall=wall))
        found[state.ending()] += 1
    assert found["wall"] > 10 and found[""] > 10


def test_random_positions_are_worth_comparing() -> None:
    found: set[str | int] = set()
    for number in range(300):
        state = Freez(size="6").parse_position(scatter(Random(f"worth/{number}"), 6))
        found.add(state.ending())
        for action in state.legal_actions():
            if "x" in state.text(action):
                after = state.apply(action)
                found.add(len(after.legal_actions()) or f"then {after.ending()}")
    places_left = {1, 7, 8}
    assert {"", "no live pieces", "wall", "no moves", "then no live pieces"} <= found - places_left
    assert places_left <= found


@pytest.mark.parametrize("options", [TABLES[3], TABLES[5]], ids=str)
def test_the_game_keeps_the_contract(options: dict[str, str]) -> None:
    """With the usual options too, in `tests/test_builds.py`."""
    assert conform(Freez(**options), 1, 3, scene).plies > 20
