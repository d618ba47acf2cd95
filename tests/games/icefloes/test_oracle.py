"""Random matches, ply by ply, against a second program written from the rule text alone."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from everygame.errors import BadOption, BadPosition
from everygame.games.icefloes.rules import IceFloes
from tests.games.icefloes.boards import random_board
from tests.games.twins import say_the_same
from tests.oracles import icefloes as oracle

pytestmark = pytest.mark.both

MATCHES = 120
"""For each number of players; a run over thousands raises it."""
NAMED = ("standard", "diamond", "classic")


compare = partial(say_the_same, oracle)


def start(rng: Random, players: int) -> tuple[IceFloes, oracle.Position] | None:
    """A match on a named or a random board; None where both programs refuse it."""
    name = rng.choice((*NAMED, "", "", ""))
    options = {
        "players": str(players),
        "level": name or random_board(rng, players),
        "max_plies": rng.choice(("3", "20", "60", "200")),
    }
    if name == "standard":
        options["size"] = rng.choice(("7", "9", "11", "13", "15"))
    try:
        return IceFloes(**options), oracle.start(**options)
    except BadOption:
        with pytest.raises(ValueError):
            oracle.start(**options)
        return None


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_both_programs_play_the_same_game(players: int) -> None:
    plies = 0
    for number in range(MATCHES):
        rng = Random(f"{players}/{number}")
        if not (begun := start(rng, players)):
            continue
        game, twin = begun
        state = game.initial_state()
        for _ in range(300 if players > 1 else 60):
            if not (legal := compare(state, twin)):
                break
            move = rng.choice(legal)
            state, twin = state.apply(state.parse(move)), oracle.play(twin, move)
            plies += 1
    assert plies > 10 * MATCHES


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_both_programs_read_and_refuse_the_same_positions(players: int) -> None:
    game, read = IceFloes(players=str(players)), 0
    for number in range(400):
        rng = Random(f"read/{players}/{number}")
        board = list(random_board(rng, players))
        if rng.random() < 0.3:
            board[rng.choice([i for i, m in enumerate(board) if m != "/"])] = rng.choice(".*PQRS")
        text = "".join(board) + f" ; {rng.choice('PQRS')}"
        try:
            twin = oracle.read(text, players=str(players))
        except ValueError:
            with pytest.raises(BadPosition):
                game.parse_position(text)
            continue
        compare(game.parse_position(text), twin)
        read += 1
    assert 20 < read < 400
