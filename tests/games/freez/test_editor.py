"""Snowflakes and line-up drawn by hand."""

from __future__ import annotations

from random import Random

import pytest

from everygame.errors import BadOption, IllegalMove
from everygame.games.freez.editor import edit
from everygame.games.freez.rules import Freez
from everygame.scene import check


@pytest.mark.parametrize(
    ("option", "value", "moves", "size", "drawn"),
    [
        ("snow", "none", "e4*", "8", "e4"),
        ("snow", "none", "e4* d5*", "8", "e4,d5"),
        ("snow", "e4", "e4.", "8", "none"),
        ("snow", "checker", "a1. a1*", "8", "checker"),
        ("lineup", "", "a1=2", "8", "22322321"),
        ("lineup", "22322321", "a1=3 a1=1", "8", ""),
        ("lineup", "", "f1=2 usual", "6", ""),
    ],
)
def test_what_taps_draw(option: str, value: str, moves: str, size: str, drawn: str) -> None:
    for move in moves.split():
        value, scene, notes, playable = edit(Freez, {"size": size}, option, value, move)
        assert check(scene) == [] and playable
    assert value == drawn
    assert bool(notes) == (value == "e4"), "one side alone sees that snowflake"


@pytest.mark.parametrize(("option", "value"), [("snow", "checker"), ("lineup", "")])
def test_whatever_is_drawn_can_be_played(option: str, value: str) -> None:
    rng, move = Random(5), None
    for _ in range(20):
        value, scene, _, _ = edit(Freez, {"size": "7"}, option, value, move)
        move = rng.choice(scene.choices).move
    assert Freez(size="7", **{option: value}).initial_state().legal_actions()


def test_what_is_no_edit_is_refused() -> None:
    for move in ("e4.", "i9*", "a1=1", ""):
        with pytest.raises(IllegalMove):
            edit(Freez, {}, "snow", "none", move)
    for option, value in (("wall", "strict"), ("snow", "h8")):
        with pytest.raises(BadOption):
            edit(Freez, {"size": "6"}, option, value, None)
