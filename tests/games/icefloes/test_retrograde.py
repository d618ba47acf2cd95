"""Boards with few floes are solved, and the strongest bot plays them without a fault."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from everygame.bots.level import find_level
from everygame.bots.thinker import answer
from everygame.contract import State
from everygame.errors import BadOption, BadRecord
from everygame.games.icefloes.retrograde import Retrograde, solve
from everygame.games.icefloes.rules import IceFloes
from everygame.search.solve import solve as solve_anything

pytestmark = pytest.mark.both

GAME = IceFloes(max_plies="100000")


@pytest.fixture(scope="module")
def classic() -> Retrograde:
    return solve(5, 2)


def sound(table: Retrograde) -> list[int]:
    return [number for number in range(len(table.plies)) if table.sound(number)]


def test_the_classic_board_is_as_the_rule_file_says(classic: Retrograde) -> None:
    draws, *decided = classic.counts()
    assert classic.positions() == 139_656 == len(sound(classic))
    assert (sum(decided[::2]), sum(decided[1::2]), draws) == (15_328, 9_212, 115_116)
    assert decided == [7316, 5240, 4044, 2368, 2240, 1060, 1352, 512, 368, 32, 8, 0, 0]


@pytest.mark.parametrize("loose", [1, 2, 4])
def test_a_small_board_is_as_any_game_is_solved(loose: int) -> None:
    table = solve(3, loose)
    states = [GAME.parse_position(table.text(number)) for number in sound(table)]
    solution = solve_anything(states)
    assert [table.find(state) for state in states] == [solution.find(state) for state in states]


def outcome(table: Retrograde, state: State) -> tuple[int, int]:
    """For the seat to play next, whose match may be lost already."""
    return (-1, 0) if state.to_play() < 0 else table.find(state)


def test_who_plays_does_not_matter_to_the_table(classic: Retrograde) -> None:
    first = GAME.parse_position("P..../...../*...*/...../..Q.. ; P")
    second = GAME.parse_position("Q..../...../*...*/...../..P.. ; Q")
    assert classic.find(first) == classic.find(second)


def test_the_table_goes_on_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "table"
    begun, later = Retrograde(5, 1), Retrograde(5, 1)
    for _ in range(3):
        begun.deepen()
    begun.save(path)
    later.load(path)
    while later.deepen() + later.deepen():
        pass
    assert bytes(later.plies) == bytes(solve(5, 1).plies)


def test_a_file_of_another_board_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "table"
    Retrograde(3, 1).save(path)
    with pytest.raises(BadRecord, match="no table of this board"):
        Retrograde(3, 2).load(path)
    path.write_text("what?", "utf-8")
    with pytest.raises(BadRecord, match="no table of Ice Floes"):
        Retrograde(3, 1).load(path)


@pytest.mark.parametrize(("size", "loose"), [(4, 1), (5, 0), (3, 8), (7, 9)])
def test_boards_that_cannot_be_solved_are_refused(size: int, loose: int) -> None:
    with pytest.raises(BadOption):
        Retrograde(size, loose)


def test_the_strongest_bot_plays_the_classic_board_without_a_fault(classic: Retrograde) -> None:
    rng = Random(6)
    hard = [number for number in range(len(classic.plies)) if classic.plies[number] > 4]
    drawn = [number for number in sound(classic) if classic.plies[number] == 0]
    level = replace(find_level(GAME, "strong"), nodes=500, seconds=0.0)
    for number in rng.sample(hard, 20) + rng.sample(drawn, 10):
        state = GAME.parse_position(classic.text(number))
        value, plies = classic.find(state)
        request = {
            "seat": 0,
            "observation": state.observe(0),
            "moves": [state.text(action) for action in state.legal_actions()],
            "seed": number,
        }
        after = outcome(classic, state.apply(state.parse(answer(GAME, level, request)["move"])))
        assert after == (-value, max(plies - 1, 0)), state.position()
