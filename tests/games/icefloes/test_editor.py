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
LARGE = "/".join(["P" + "*" * 5 + "." * 7, *["." * 13] * 12])
NEVER = ("Nobody can ever reach the goal.",)

Drawn = tuple[str, Scene, tuple[str, ...], bool]


def drawn(value: str, move: str | None = None, players: int = 2, **options: str) -> Drawn:
    return edit(IceFloes, {"players": str(players), **options}, "level", value, move)


@pytest.mark.parametrize(
    ("value", "move", "after"),
    [
        (SMALL, "b3*", "P*./.../..Q"),
        ("P*./.../..Q", "b3.", SMALL),
        (SMALL, "P@a1", ".../.../P.Q"),
        ("P*./.../..Q", "P@b3", "*P./.../..Q"),
        (SMALL, "Q-", "P../.../..*"),
        ("P../.../..*", "Q@c1", SMALL),
        ("P*./.../..Q", "size:5", "...../.P*../...../...Q./....."),
        ("...../.P*../...../...Q./.....", "size:3", "P*./.../..Q"),
        (EMPTY, "size:3", ".../.../..."),
        ("P*./*../..Q", "clear", SMALL),
        ("P*./*../..Q", "standard", "standard"),
    ],
)
def test_an_edit(value: str, move: str, after: str) -> None:
    """A penguin takes his floe over water and leaves it for another; the goal stays in the
    middle."""
    assert drawn(value, move)[0] == after


@pytest.mark.parametrize(("players", "value"), [(1, "eleven"), (2, "standard"), (4, "classic")])
def test_every_edit_that_is_offered_leads_to_a_sound_scene(players: int, value: str) -> None:
    """No touch begins or repeats another edit, so that a tap is played at once."""
    rng = Random(players)
    _, scene, notes, playable = drawn(value, None, players)
    for _ in range(20):
        assert check(scene) == [] and (playable or notes)
        ways = [choice.touch for choice in scene.choices if choice.touch]
        assert len(ways) == len(set(ways))
        taps = {way[0] for way in ways if len(way) == 1}
        assert not taps & {way[0] for way in ways if len(way) > 1}
        if playable:
            IceFloes(players=str(players), level=value)
        value, scene, notes, playable = drawn(value, rng.choice(scene.choices).move, players)


def test_all_squares_can_be_edited_with_one_touch_or_by_dragging() -> None:
    scene = drawn(SMALL)[1]
    by_touch = {choice.touch: choice.move for choice in scene.choices}
    assert by_touch[("b3",)] == by_touch[("box-floe", "b3")] == "b3*"
    assert by_touch[("a3", "b3")] == "P@b3"
    assert by_touch[("c1", "box-Q")] == "Q-"
    labels = [choice.label for choice in scene.choices if not choice.touch]
    assert labels == ["Larger", "Clear", "Standard"]
    tray = drawn("P../.../..*")[1]
    assert [piece.at for piece in tray.pieces if piece.id == "Q"] == ["box-Q"]


@pytest.mark.parametrize(
    ("players", "value", "notes", "playable"),
    [
        (1, "eleven", ("It can be solved in 11 moves.",), True),
        (1, "..P/.../..*", NEVER, False),
        (1, "*../.../...", ("Your penguin is missing.",), False),
        (
            1,
            LARGE,
            ("If it can be solved at all, then in no fewer than 51 moves.",),
            True,
        ),
        (2, EMPTY, NEVER, False),
        (2, "P../.../..*", ("South is missing.",), False),
        (2, "standard", (), True),
        (
            2,
            "P../.Q./...",
            ("This level cannot be played: A player stands on the goal already.",),
            False,
        ),
        (
            4,
            "RQ./P../..S",
            ("This level cannot be played: Player R is trapped and would have left the board.",),
            False,
        ),
    ],
)
def test_notes(players: int, value: str, notes: tuple[str, ...], playable: bool) -> None:
    assert drawn(value, None, players)[2:] == (notes, playable)


def test_the_other_options_count() -> None:
    """The size of the standard level is kept, and a match of one ply leaves the level as good."""
    assert drawn("standard", size="9")[1].regions[0].columns == 9
    assert drawn("standard", max_plies="1")[2:] == ((), True)


@pytest.mark.parametrize("value", ["", "no", "..", "P./..", "PP./.../...", "x../.../...", "/" * 40])
def test_what_is_no_level_cannot_be_drawn(value: str) -> None:
    with pytest.raises(BadOption):
        drawn(value)


@pytest.mark.parametrize("move", ["", "a1", "z9*", "P@", "P@P", "size:4", "size:99", "R@a1", "b2P"])
def test_what_is_not_offered_is_no_edit(move: str) -> None:
    with pytest.raises(IllegalMove):
        drawn(SMALL, move)


@pytest.mark.parametrize(
    ("options", "option"), [({}, "size"), ({}, "x"), ({"size": "4"}, "level"), ({"x": ""}, "level")]
)
def test_only_levels_are_drawn_and_the_other_options_must_be_sound(
    options: dict[str, str], option: str
) -> None:
    with pytest.raises(BadOption):
        edit(IceFloes, options, option, SMALL, None)


def test_an_edit_looks_at_few_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """So it is quick; `bench/promises_lean.py` measures how quick."""
    asked = []
    monkeypatch.setattr(editor, "can_be_won", lambda state, most_states: asked.append(most_states))
    drawn("standard", "d4*")
    assert asked == [GLANCE] and GLANCE <= 2_000


def test_a_new_level_of_the_wanted_length() -> None:
    value = generate(IceFloes, {"players": "1"}, "level", 9, Random(1), 30)
    assert solve(value).least == 9
    assert IceFloes(players="1", level=value).level == value


@pytest.mark.parametrize(
    ("players", "length", "seconds", "told"),
    [
        ("2", 9, 30, "one player"),
        ("1", 2, 30, "from 3 to 20"),
        ("1", 21, 30, "from 3 to 20"),
        ("1", 20, 0, "in time"),
    ],
)
def test_new_levels_are_refused_with_a_sentence(
    players: str, length: int, seconds: int, told: str
) -> None:
    with pytest.raises(BadOption, match=told):
        generate(IceFloes, {"players": players}, "level", length, Random(1), seconds)
