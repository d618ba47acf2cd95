"""In every game that ships, a chosen piece is told of each place why it cannot go there."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from everygame.contract import OVER
from everygame.library.registry import find_game, games
from everygame.scene import Scene, cells_of, depict, view

PLIES = 150


def unexplained(scene: Scene) -> Iterator[tuple[str, str]]:
    """Each chosen place and each other one to which nothing goes from there without a reason."""
    at = {piece.id: piece.at for piece in scene.pieces}
    ways = {tuple(at.get(id, id) for id in choice.touch) for choice in scene.choices}
    owners = {piece.at: piece.owner for piece in scene.pieces}
    cells = [cell for region in scene.regions for cell in cells_of(region)]
    for start in {way[0] for way in ways if len(way) > 1}:
        named = {"", start, *(piece.id for piece in scene.pieces if piece.at == start)}
        fits = [refusal for refusal in scene.refusals if refusal.start in named]
        for cell in cells:
            goes = cell == start or (start, cell) in ways or scene.blocked.get(cell)
            same = owners.get(cell, -1) == owners.get(start, -2)
            if not goes and not same and not any(cell in (one.goals or cells) for one in fits):
                yield start, cell


@pytest.mark.parametrize("name", list(games()))
def test_every_target_of_a_chosen_piece_has_a_reason(name: str) -> None:
    rng, rules = Random(3), find_game(name).game_class()
    game, artist = find_game(name).game(players=str(rules.seats[0])), find_game(name).artist()
    state = game.initial_state()
    for _ in range(PLIES):
        if state.to_play() == OVER:
            return
        if state.to_play() >= 0:
            shown = depict(artist, game, view(state, state.to_play()))
            assert not list(unexplained(shown)), state.to_json()
        state = state.apply(rng.choice(state.legal_actions()))
