"""Drawing levels: every edit that is offered does what it says, and the notes are true."""

from __future__ import annotations

from random import Random

import pytest

from everygame.errors import BadOption, IllegalMove
from everygame.games.icefloes import editor
from everygame.games.icefloes.editor import GLANCE, edit, generate
from everygame.games.icefloes.rules import IceFloes
from everygame.games.icefloes.solver import solve
from everygame.scene import Scene, check

SMALL = "P../.../..Q"
EMPTY = "P..../...../...../...../....Q"


def look(value: str, players: int = 2, **options: str) -> tuple[Scene, tuple[str, ...], bool]:
    same, scene, notes, playable = edit(
        IceFloes, {"players": str(players), **options}, "level", value, None
    )
    assert same == value
    return scene, notes, playable


def draw(value: str, *moves: str, players: int = 2) -> str:
    for move in moves:
        value = edit(IceFloes, {"players": str(players)}, "level", value, move)[0]
    return value


def test_the_water_becomes_a_floe_and_a_floe_water() -> None:
    assert draw(SMALL, "b3*") == "P*./.../..Q"
    assert draw(SMALL, "b3*", "b3.") == SMALL


def test_a_penguin_takes_his_floe_over_water_and_leaves_it_for_another() -> None:
    assert draw(SMALL, "P@a1") == ".../.../P.Q"
    assert draw("P*./.../..Q", "P@b3") == "*P./.../..Q"


def test_a_penguin_goes_to_the_tray_and_comes_back() -> None:
    off = draw(SMALL, "Q-")
    assert off == "P../.../..*"
    scene, notes, playable = look(off)
    assert (notes, playable) == (("South is missing.",), False)
    assert [piece.at for piece in scene.pieces if piece.id == "Q"] == ["box-Q"]
    assert draw(off, "Q@c1") == SMALL


def test_the_board_grows_and_shrinks_around_the_goal() -> None:
    larger = draw("P*./.../..Q", "size:5")
    assert larger == "...../.P*../...../...Q./....."
    assert draw(larger, "size:3") == "P*./.../..Q"
    assert "South is missing." in look(draw(EMPTY, "size:3"))[1]


def test_clear_and_standard() -> None:
    assert draw("P*./*../..Q", "clear") == SMALL
    assert draw("P*./*../..Q", "standard") == "standard"


@pytest.mark.parametrize(("players", "value"), [(1, "eleven"), (2, "standard"), (4, "classic")])
def test_every_edit_that_is_offered_leads_to_a_sound_scene(players: int, value: str) -> None:
    rng = Random(players)
    for _ in range(25):
        scene, notes, playable = look(value, players)
        assert check(scene) == []
        if playable:
            IceFloes(players=str(players), level=value)
        assert playable or notes
        value = draw(value, rng.choice(scene.choices).move, players=players)


def test_no_touch_begins_or_repeats_another_edit() -> None:
    """So a tap is played at once: nothing longer begins with it."""
    for players in (1, 2, 3, 4):
        scene, _, _ = look("standard", players)
        ways = [choice.touch for choice in scene.choices if choice.touch]
        assert len(ways) == len(set(ways))
        taps = {way[0] for way in ways if len(way) == 1}
        assert not taps & {way[0] for way in ways if len(way) > 1}


def test_all_squares_can_be_edited_with_one_touch_or_by_dragging() -> None:
    scene, _, _ = look(SMALL)
    by_touch = {choice.touch: choice.move for choice in scene.choices}
    assert by_touch[("b3",)] == by_touch[("box-floe", "b3")] == "b3*"
    assert by_touch[("a3", "b3")] == "P@b3"
    assert by_touch[("c1", "box-Q")] == "Q-"
    labels = [choice.label for choice in scene.choices if not choice.touch]
    assert labels == ["Larger", "Clear", "Standard"]


def test_notes_for_one_player() -> None:
    assert look("eleven", 1)[1:] == (("It can be solved in 11 moves.",), True)
    assert look("..P/.../..*", 1)[1:] == (("Nobody can ever reach the goal.",), False)
    assert look("*../.../...", 1)[1:] == (("Your penguin is missing.",), False)
    assert look("P*./*../...", 1)[1][0].endswith(".")
    size = "/".join(["P" + "*" * 5 + "." * 7, *["." * 13] * 12])
    assert look(size, 1)[1][0].startswith("If it can be solved at all, then in no fewer than")


def test_notes_for_several_players() -> None:
    assert look(EMPTY)[1:] == (("Nobody can ever reach the goal.",), False)
    assert look("standard")[1:] == ((), True)
    assert look("standard", max_plies="1")[1:] == ((), True)
    on_goal = look("P../.Q./...")
    assert on_goal[1:] == (
        ("This level cannot be played: A player stands on the goal already.",),
        False,
    )
    trapped = look("RQ./P../..S", 4)
    assert not trapped[2] and "trapped" in trapped[1][0]


def test_the_size_of_the_standard_level_is_kept() -> None:
    scene, _, _ = look("standard", size="9")
    assert scene.regions[0].columns == 9


@pytest.mark.parametrize("value", ["", "no", "..", "P./..", "PP./.../...", "x../.../...", "/" * 40])
def test_what_is_no_level_cannot_be_drawn(value: str) -> None:
    with pytest.raises(BadOption):
        look(value)


@pytest.mark.parametrize("move", ["", "a1", "z9*", "P@", "P@P", "size:4", "size:99", "R@a1", "b2P"])
def test_what_is_not_offered_is_no_edit(move: str) -> None:
    with pytest.raises(IllegalMove):
        draw(SMALL, move)


def test_only_levels_are_drawn_and_the_other_options_must_be_sound() -> None:
    for options, option in [
        ({}, "size"),
        ({}, "x"),
        ({"size": "4"}, "level"),
        ({"x": ""}, "level"),
    ]:
        with pytest.raises(BadOption):
            edit(IceFloes, options, option, SMALL, None)


def test_an_edit_looks_at_few_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """So it is quick; `bench/promises_lean.py` measures how quick."""
    asked = []
    monkeypatch.setattr(editor, "can_be_won", lambda state, most_states: asked.append(most_states))
    draw("standard", "d4*", "d4.", "a6*", players=2)
    assert asked and set(asked) == {GLANCE} and GLANCE <= 2_000


def test_a_new_level_of_the_wanted_length() -> None:
    value = generate(IceFloes, {"players": "1"}, "level", 9, Random(1), 30)
    assert solve(value).least == 9
    assert IceFloes(players="1", level=value).level == value


def test_new_levels_are_refused_with_a_sentence() -> None:
    for players, length, seconds, told in [
        ("2", 9, 30, "one player"),
        ("1", 2, 30, "from 3 to 20"),
        ("1", 21, 30, "from 3 to 20"),
        ("1", 20, 0, "in time"),
    ]:
        with pytest.raises(BadOption, match=told):
            generate(IceFloes, {"players": players}, "level", length, Random(1), seconds)
