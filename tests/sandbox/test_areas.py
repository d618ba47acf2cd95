"""Spots of other forms: turned, larger, with their pieces in a line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from everygame.library.registry import find_game
from everygame.sandbox import game_of
from everygame.sandbox import scene as artist
from everygame.sandbox.areas import outline_of
from everygame.sandbox.definition import parse, spots_of
from everygame.scene import Region, view


def region(area: dict[str, Any], many: int) -> tuple[Region, int]:
    """An area as it is drawn with so many pieces on its first spot, and how many are drawn."""
    first = "row.1" if area.get("columns") or area.get("spots") else "row"
    piece = {"id": "man", "name": "Man", "copies": many, "at": [first]}
    table = {"format": 1, "title": "T", "areas": [{"id": "row", **area}], "pieces": [piece]}
    game = game_of("t", parse(json.dumps(table)))()
    scene = artist.scene(game, view(game.initial_state(), 0))
    return scene.regions[0], len(scene.pieces)


def test_spots_are_turned_around_their_middle() -> None:
    area = {"columns": 3, "turn": 90, "size": 2}
    assert spots_of(area) == [(3, -1), (3, 1), (3, 3)]  # as in tests/client/create.test.js
    drawn, _ = region({"x": 3, "y": 2, **area}, 1)
    assert (drawn.columns, drawn.rows) == (2, 6)
    assert [(cell.x, cell.y) for cell in drawn.cells] == [(1, 1), (1, 3), (1, 5)]


@pytest.mark.parametrize("turn", [0, 45, 90, 180, 270])
@pytest.mark.parametrize("many", [1, 2, 6, 15])
def test_pieces_in_a_line_lie_within_their_spot(turn: int, many: int) -> None:
    area = {"x": 9, "y": 9, "spread": 5, "turn": turn}
    drawn, shown = region(area, many)
    assert shown == many, "every one is drawn"
    (cell,) = drawn.cells
    apart, above = (cell.spread[0] ** 2 + cell.spread[1] ** 2) ** 0.5, many - 1
    assert 0 < apart < 0.901 and apart * above < 4.01
    last = cell.x + cell.spread[0] * above, cell.y + cell.spread[1] * above
    assert 0.48 < last[0] < drawn.columns - 0.48 and 0.48 < last[1] < drawn.rows - 0.48


def test_forms() -> None:
    assert len(outline_of({"look": "hex"})) == 6
    assert len(outline_of({"look": "point", "spread": 5})) == 3
    assert outline_of({"look": "field"}) == ((-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5))
    assert outline_of({}) == outline_of({"look": "tray", "turn": 180}) == ()
    tones = region({"x": 0, "y": 0, "columns": 4, "look": "point", "spread": 3}, 1)[0].cells
    assert [cell.terrain for cell in tones] == ["dark", "light"] * 2


def test_numbers_stand_on_a_track() -> None:
    drawn, _ = region({"x": 0, "y": 0, "columns": 3, "look": "field", "numbered": True}, 1)
    assert [cell.label for cell in drawn.cells] == ["1", "2", "3"]


@pytest.mark.parametrize("name", ["chessset", "cribbage", "dominoes", "playingcards"])
def test_the_title_of_an_area_touches_no_other(name: str) -> None:
    """It stands above the edge around its spots, in every seat's view: 0.45 of a square."""
    game = find_game(name).game()
    regions = artist.scene(game, view(game.initial_state(), 0)).regions
    met = [
        (one.id, other.id)
        for one in regions
        for other in regions
        for top in (one.y - 0.45, one.y + one.rows)
        if one is not other and one.title
        if other.x < one.x + 1 and one.x < other.x + other.columns
        if other.y < top + 0.449 and top + 0.001 < other.y + other.rows
    ]
    assert met == []
