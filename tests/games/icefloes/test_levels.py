"""The boards of Ice Floes, a test for each sentence of the rule text about them."""

from __future__ import annotations

import pytest

from everygame.errors import BadOption
from everygame.games.icefloes.levels import LEVELS
from everygame.games.icefloes.rules import IceFloes

pytestmark = pytest.mark.both

STANDARD = "*.....*/...P.../..*.*../.*...*./..*.*../...Q.../*.....*"


def test_the_standard_level_has_twelve_floes_and_fourfold_symmetry() -> None:
    for name in ("standard", "diamond"):
        rows = LEVELS[name].replace("P", "*").replace("Q", "*").split("/")
        turned = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        assert len(rows) == 7 and "".join(rows).count("*") == 12
        assert rows == turned == [row[::-1] for row in rows]


def test_the_standard_level_serves_two_and_four() -> None:
    assert IceFloes().initial_state().position() == f"{STANDARD} ; P"
    four = IceFloes(players="4").initial_state().position()
    assert four == "*.....*/...P.../..*.*../.R...S./..*.*../...Q.../*.....* ; P"
    assert IceFloes(players="3").initial_state().position() == four.replace("S", "*")


def test_diamond_and_classic() -> None:
    two = {name: IceFloes(level=name).level for name in ("diamond", "classic")}
    assert two["diamond"] == "...P.../.*.*.*./......./**...**/......./.*.*.*./...Q..."
    assert two["classic"] == "..P../...../*...*/...../..Q.."
    assert IceFloes(players="4", level="classic").level == "..P../...../R...S/...../..Q.."


def test_size_makes_the_standard_pattern_larger() -> None:
    """Distances of 1, 2 and 3 from the goal become thirds of half the side, rounded."""
    assert IceFloes(size="7").level == STANDARD
    rows = IceFloes(size="9").level.split("/")
    assert rows[:5] == ["*.......*", "....P....", ".........", "...*.*...", ".*.....*."]
    for size in ("9", "11", "13", "15"):
        level = IceFloes(size=size).level
        assert level.count("*") == 10 and len(level.split("/")) == int(size)


@pytest.mark.parametrize("size", ["", "5", "8", "17", "9.0", "-9", "９"])
def test_other_sizes_are_refused(size: str) -> None:
    with pytest.raises(BadOption, match="size"):
        IceFloes(size=size)


def test_a_level_is_a_name_or_rows() -> None:
    assert IceFloes(level="Q.*/.*./..P").initial_state().position() == "Q.*/.*./..P ; P"
    with pytest.raises(BadOption, match="There is no level"):
        IceFloes(level="hard")


def test_who_does_not_play_leaves_a_floe() -> None:
    assert IceFloes(players="1").level == STANDARD.replace("Q", "*")
    assert IceFloes(level="P.R/.../S.Q").level == "P.*/.../*.Q"


def test_the_other_two_stand_a_quarter_turn_counter_clockwise() -> None:
    assert IceFloes(players="4", level="P.*/.../*.Q").level == "P.S/.../R.Q"
    assert IceFloes(players="4", level="P.*/*.R/*.Q").level == "P.S/*.R/*.Q"


def test_a_level_without_room_for_a_player_is_refused() -> None:
    for players, level in [("1", "*../.../..*"), ("2", "P../.../..."), ("4", "P../.../..Q")]:
        with pytest.raises(BadOption, match="no place for player"):
            IceFloes(players=players, level=level)


def test_a_level_that_is_over_before_it_begins_is_refused() -> None:
    with pytest.raises(BadOption, match="on the goal already"):
        IceFloes(level="Q../.P./...")
    with pytest.raises(BadOption, match="trapped"):
        IceFloes(players="4", level="RQ./P../..S")
