"""Snowflakes and line-up drawn by hand."""

from __future__ import annotations

from random import Random

import pytest

from everygame.errors import BadOption, IllegalMove
from everygame.games.freez.editor import edit
from everygame.games.freez.rules import Freez
from everygame.scene import check


def drawn(option: str, value: str, *moves: str, size: str = "8") -> tuple[str, tuple[str, ...]]:
    """The value after edits, and what is said of it."""
    notes: tuple[str, ...] = ()
    for move in moves:
        value, scene, notes, playable = edit(Freez, {"size": size}, option, value, move)
        assert check(scene) == [] and playable
    return value, notes


def test_a_tap_lays_a_snowflake_and_another_takes_it_away() -> None:
    one_sided = ("The two sides do not see the same snowflakes.",)
    assert drawn("snow", "none", "e4*") == ("e4", one_sided)
    assert drawn("snow", "none", "e4*", "d5*") == ("e4,d5", ())
    assert drawn("snow", "e4", "e4.") == ("none", ())
    assert drawn("snow", "checker", "a1.", "a1*") == ("checker", ())


def test_a_tap_changes_a_number_on_both_sides() -> None:
    assert drawn("lineup", "", "a1=2")[0] == "22322321"
    assert drawn("lineup", "22322321", "a1=3", "a1=1")[0] == ""
    assert drawn("lineup", "", "f1=2", "usual", size="6")[0] == ""
    game = Freez(size="6", lineup="223321")
    assert game.initial_state().position().startswith("b1 b2 b3 b3 b2 b2 ")


def test_whatever_is_drawn_can_be_played() -> None:
    rng = Random(5)
    for option, value in (("snow", "checker"), ("lineup", "")):
        for _ in range(40):
            value, scene, _, _ = edit(Freez, {"size": "7"}, option, value, None)
            move = rng.choice(scene.choices).move
            value = drawn(option, value, move, size="7")[0]
            assert Freez(size="7", **{option: value}).initial_state().legal_actions()


def test_what_is_no_edit_is_refused() -> None:
    for move in ("e4.", "i9*", "a1=1", ""):
        with pytest.raises(IllegalMove):
            edit(Freez, {}, "snow", "none", move)
    with pytest.raises(BadOption):
        edit(Freez, {}, "wall", "strict", None)
    with pytest.raises(BadOption):
        edit(Freez, {"size": "6"}, "snow", "h8", None)
