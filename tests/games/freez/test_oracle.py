"""Random matches, ply by ply, against a second program written from the rule text alone."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

from everygame.check import conform
from everygame.contract import State
from everygame.errors import BadPosition
from everygame.games.freez import scene
from everygame.games.freez.rules import Freez
from everygame.search.rng import Rng
from tests.games.freez.table import TABLES, place
from tests.games.twins import agree
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
        compare(game.parse_position(text), oracle.read(text, **game_options(game)))


def game_options(game: Freez) -> dict[str, str]:
    """The options as the oracle knows them."""
    given = {name: game.values[name] for name in ("size", "snow", "wall")}
    return {**given, "lineup": game.lineup}


def choose(rng: Random, legal: list[str]) -> str:
    """Any move, captures more often, so that pieces freeze."""
    captures = [move for move in legal if "x" in move]
    return rng.choice(captures if captures and rng.random() < 0.5 else legal)


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_both_programs_play_the_same_game(options: dict[str, str]) -> None:
    game = Freez(**options)
    for number in range(max(1, MATCHES // 15)):
        rng = Random(f"{options}/{number}")
        state, twin = game.initial_state(), oracle.start(**options)
        while legal := compare(state, twin):
            if rng.random() < 0.1:
                compare_texts(game, state, twin)
            move = choose(rng, legal) if number % 2 == 0 else rng.choice(legal)
            state, twin = state.apply(state.parse(move)), oracle.play(twin, move)
        compare_texts(game, state, twin)


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
        assert state.position() == text
        for _ in range(30):
            legal = compare(state, twin)
            if not legal:
                break
            compare_texts(game, state, twin)
            move = choose(rng, legal)
            state, twin = state.apply(state.parse(move)), oracle.play(twin, move)


def test_random_positions_are_worth_comparing() -> None:
    found: Counter[str] = Counter()
    for number in range(300):
        rng = Random(f"worth/{number}")
        state = Freez(size="6").parse_position(scatter(rng, 6))
        found[state.ending()] += 1
        for action in state.legal_actions():
            after = state.apply(action)
            found[f"then {after.ending()}"] += 1
            if after.to_json()["box"] and not after.ending():
                near = 8 - len(after.legal_actions())
                found[f"{near} of 8 neighbours taken, blocked or beyond the edge"] += 1
    assert all(found[ending] for ending in ("", "no live pieces", "wall", "no moves")), found
    assert (
        found["then no live pieces"]
        and found["7 of 8 neighbours taken, blocked or beyond the edge"]
    )


@pytest.mark.parametrize("options", [*TABLES, {"size": "6"}], ids=str)
def test_the_game_keeps_the_contract(options: dict[str, str]) -> None:
    report = conform(Freez(**options), 1, 3, scene)
    assert report.plies > 20


def random_line(size: str, seed: int) -> Iterator[State]:
    """The states of a random match that are not its end."""
    rng, at = Rng(seed), Freez(size=size).initial_state()
    while actions := at.legal_actions():
        yield at
        at = at.apply(actions[rng.below(len(actions))])


@pytest.mark.parametrize(("size", "expected"), [("8", 29), ("6", 18)])
def test_random_play_has_about_so_many_destinations(size: str, expected: int) -> None:
    """At the start of a turn; the rule text has these figures."""
    line = (at for seed in range(12) for at in random_line(size, seed))
    found = [len(at.legal_actions()) for at in line if not at.to_json()["moved"]]
    assert sum(found) / len(found) == pytest.approx(expected, rel=0.15)
