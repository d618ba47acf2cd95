"""Random matches, ply by ply, against a second program written from the rule text alone."""

import os
from functools import partial
from random import Random

import pytest

from everygame.check import conform
from everygame.contract import CHANCE, State
from everygame.errors import BadPosition
from everygame.games.freezetag import scene
from everygame.games.freezetag.rules import FreezeTag
from tests.games.twins import agree, end_the_same, play_both
from tests.oracles import freezetag as oracle

TABLES = [
    {"players": "2", "seating": "across"},
    {"players": "2", "seating": "corner"},
    {"players": "3"},
    {"players": "4"},
]
MATCHES = int(os.environ.get("EVERYGAME_MATCHES", "6"))
"""For each table; a long run sets it to thousands."""

pytestmark = pytest.mark.both

compare = partial(agree, oracle)


def compare_texts(state: State, twin: oracle.Position, options: dict[str, str]) -> None:
    """Both print the same position, and both read it, or neither has one."""
    try:
        text = state.position()
    except BadPosition:
        with pytest.raises(ValueError):
            oracle.read(oracle.write(twin), **options)
        return
    assert text == oracle.write(twin)
    if state.ending() != "turn limit":
        compare(state.game.parse_position(text), oracle.read(text, **options))


@pytest.mark.parametrize("options", TABLES, ids=lambda options: "-".join(options.values()))
def test_both_programs_play_the_same_game(options: dict[str, str]) -> None:
    game, same = FreezeTag(**options), partial(end_the_same, oracle)
    for number in range(MATCHES // 2):
        play_both(game, oracle, number, options, same=same)


@pytest.mark.parametrize("options", TABLES, ids=lambda options: "-".join(options.values()))
def test_both_programs_play_the_same_game_among_few_pieces(options: dict[str, str]) -> None:
    """From random positions, where stacks, captures and lost rolls are more frequent."""
    for number in range(MATCHES):
        rng = Random(f"few/{options}/{number}")
        text = scatter(rng, oracle.start(**options).seats)
        state, twin = FreezeTag(**options).parse_position(text), oracle.read(text, **options)
        for _ in range(60):
            compare_texts(state, twin, options)
            if not (legal := compare(state, twin)):
                break
            move = rng.choice(legal)
            state, twin = state.play(move), oracle.play(twin, move)


def scatter(rng: Random, letters: str) -> str:
    """The text of a random position before a roll."""
    cells: list[list[str]] = [[] for _ in range(25)]
    for piece in [letter + size for letter in letters for size in "sml" * 2]:
        cell = rng.choice(cells)
        if rng.random() < 0.8 and len(cell) < 2:
            cell.append(piece)
            cell.sort(key=lambda piece: "lms".index(piece[1]))
    stacks = tuple(map(tuple, cells))
    left = [6 - sum(piece[0] == letter for cell in cells for piece in cell) for letter in letters]
    off = tuple(min(rng.randrange(3), most) for most in left)
    return oracle.write(oracle.Position(letters, stacks, off, rng.randrange(len(letters))))


def test_random_matches_reach_what_is_worth_comparing() -> None:
    seen = set()
    for number in range(5):
        rng, state, before = Random(number), FreezeTag(players="4").initial_state(), ""
        while not state.is_terminal():
            action = rng.choice(state.legal_actions())
            move, after = state.text(action), state.apply(action)
            seen.add("off" if move.endswith("-off") else move[:1])
            if move[0] == before[:1] == ">":
                seen.add("chain")
            if state.to_play() == after.to_play() == CHANCE:
                seen.add("lost roll")
            state, before = after, move
    assert seen >= {">", "chain", "lost roll", "off"}


def test_around_a_corner_it_keeps_the_contract() -> None:
    """At the other tables too, in `tests/test_builds.py`."""
    assert conform(FreezeTag(seating="corner"), 1, 3, scene).plies > 0
