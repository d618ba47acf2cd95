"""The boards of Ice Floes, a test for each sentence of the rule text about them."""

from __future__ import annotations

import pytest

from everygame.errors import BadOption
from everygame.games.icefloes.levels import LEVELS
from everygame.games.icefloes.rules import IceFloes

pytestmark = pytest.mark.both

STANDARD = "*.....*/...P.../..*.*../.*...*./..*.*../...Q.../*.....*"
FOUR = "*.....*/...P.../..*.*../.R...S./..*.*../...Q.../*.....*"


@pytest.mark.parametrize("name", ["standard", "diamond"])
def test_the_larger_levels_have_twelve_floes_and_fourfold_symmetry(name: str) -> None:
    rows = LEVELS[name].replace("P", "*").replace("Q", "*").split("/")
    turned = ["".join(column) for column in zip(*rows[::-1], strict=True)]
    assert len(rows) == 7 and "".join(rows).count("*") == 12
    assert rows == turned == [row[::-1] for row in rows]


@pytest.mark.parametrize(
    ("players", "level", "drawn"),
    [
        (2, "standard", STANDARD),
        (4, "standard", FOUR),
        (3, "standard", FOUR.replace("S", "*")),
        (1, "standard", STANDARD.replace("Q", "*")),
        (2, "diamond", "...P.../.*.*.*./......./**...**/......./.*.*.*./...Q..."),
        (2, "classic", "..P../...../*...*/...../..Q.."),
        (4, "classic", "..P../...../R...S/...../..Q.."),
        (2, "Q.*/.*./..P", "Q.*/.*./..P"),
        (2, "P.R/.../S.Q", "P.*/.../*.Q"),
        (4, "P.*/.../*.Q", "P.S/.../R.Q"),
        (4, "P.*/*.R/*.Q", "P.S/*.R/*.Q"),
    ],
)
def test_a_level_is_a_name_or_rows_and_has_those_who_play(
    players: int, level: str, drawn: str
) -> None:
    """Who does not play leaves a floe; R and S stand a quarter turn counter-clockwise from P, Q."""
    state = IceFloes(players=str(players), level=level).initial_state()
    assert state.position() == f"{drawn} ; P"


def test_size_makes_the_standard_pattern_larger() -> None:
    """Distances of 1, 2 and 3 from the goal become thirds of half the side, rounded."""
    assert IceFloes(size="7").level == STANDARD
    rows = IceFloes(size="9").level.split("/")
    assert rows[:5] == ["*.......*", "....P....", ".........", "...*.*...", ".*.....*."]
    for size in ("9", "11", "13", "15"):
        level = IceFloes(size=size).level
        assert level.count("*") == 10 and len(level.split("/")) == int(size)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        *(({"size": size}, "size") for size in ("", "5", "8", "17", "9.0", "-9", "９")),
        ({"level": "hard"}, "There is no level"),
        ({"players": "1", "level": "*../.../..*"}, "no place for player"),
        ({"level": "P../.../..."}, "no place for player"),
        ({"players": "4", "level": "P../.../..Q"}, "no place for player"),
        ({"level": "Q../.P./..."}, "on the goal already"),
        ({"players": "4", "level": "RQ./P../..S"}, "trapped"),
    ],
    ids=str,
)
def test_a_level_that_cannot_be_played_is_refused(options: dict[str, str], told: str) -> None:
    with pytest.raises(BadOption, match=told):
        IceFloes(**options)
