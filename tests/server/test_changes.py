"""What changed between two scenes: pieces that moved, and cells."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from everygame.library.registry import built_in, find_game
from everygame.scene import Cell, Piece, Region, Scene, cells_of, depict, view
from everygame.server.shown.scene_changes import (
    appearance,
    cell_positions,
    changed_cells,
    moved_pieces,
)
from tests.games.shared import at_random

BOARD = Region("board", "Board", columns=3, rows=3)
BOX = Region("box", "Box", x=4, kind="spots", cells=(Cell("box1", 0.5, 0.5),))


def scene(*pieces: Piece) -> Scene:
    return Scene(5, 3, (BOARD, BOX), pieces)


def disc(id: str, at: str, **changes: object) -> Piece:
    return Piece(id, at, "disc", "a disc", **changes)  # type: ignore[arg-type]


def test_cells_lie_where_the_page_draws_them() -> None:
    found = cell_positions(scene())
    assert found["a1"] == (0.5, 2.5) and found["c3"] == (2.5, 0.5) and found["box1"] == (4.5, 0.5)


def test_a_piece_with_the_same_id_and_another_cell_has_moved() -> None:
    before, after = scene(disc("x", "a1"), disc("y", "b2")), scene(disc("x", "c3"), disc("y", "b2"))
    assert moved_pieces(before, after, []) == {"x": ["a1", "c3"]}
    assert moved_pieces(before, after, [("a1", "b2", "c3")]) == {"x": ["a1", "b2", "c3"]}
    assert moved_pieces(before, after, [("a1", "b2"), ()]) == {"x": ["a1", "c3"]}
    assert changed_cells(before, after) == ["a1", "c3"]


def test_what_vanished_is_taken_for_the_nearest_of_the_same_look_that_appeared() -> None:
    before = scene(disc("a", "a1"), disc("b", "c1"), disc("k", "b3", owner=1))
    after = scene(disc("c", "c2"), disc("d", "a2"), disc("l", "c3", owner=1))
    found = moved_pieces(before, after, [])
    assert found == {"d": ["a1", "a2"], "c": ["c1", "c2"], "l": ["b3", "c3"]}


def test_a_captured_piece_goes_to_its_box_and_both_are_marked() -> None:
    before = scene(disc("x", "a1"), disc("y", "b2", owner=1))
    after = scene(disc("x", "b2"), disc("y", "box1", owner=1))
    assert moved_pieces(before, after, []) == {"x": ["a1", "b2"], "y": ["b2", "box1"]}
    assert changed_cells(before, after) == ["a1", "b2", "box1"]


def test_another_look_and_what_comes_or_goes_is_marked_but_has_not_moved() -> None:
    before = scene(disc("x", "a1", text="3"), disc("y", "b2"))
    after = scene(disc("x", "a1", text="2"), disc("z", "c3", owner=1))
    assert moved_pieces(before, after, []) == {}
    assert changed_cells(before, after) == ["a1", "b2", "c3"]


def test_cosmetics_are_no_change() -> None:
    before = scene(disc("x", "a1", tags=("active",), z=0))
    after = scene(disc("x", "a1", tags=("dim",), z=1))
    assert changed_cells(before, after) == []


def test_the_number_of_a_pile_is_marked() -> None:
    assert changed_cells(scene(disc("x", "a1", count=3)), scene(disc("x", "a1", count=2))) == ["a1"]


@pytest.mark.parametrize("name", [one.name for one in built_in() if one.has("rules.py")])
def test_only_what_looks_different_is_marked(name: str) -> None:
    """On a table without rules a piece may take one that looks alike."""
    entry = find_game(name)
    game, artist = entry.game(), entry.artist()
    states = at_random(game.initial_state(), Random(1))[:80]
    scenes = (depict(artist, game, view(state, 0)) for state in states)
    for before, after in pairwise(scenes):
        there = {cell for region in after.regions for cell in cells_of(region)}
        different = {cell for cell in there if contents(before, cell) != contents(after, cell)}
        assert set(changed_cells(before, after)) == different


def contents(scene: Scene, cell: str) -> list[str]:
    """The look and the number of each piece that lies in a cell."""
    return sorted(
        repr((appearance(piece), piece.count)) for piece in scene.pieces if piece.at == cell
    )
