"""Skull, the example of bids on what lies face down."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from everygame.cli import main
from everygame.contract import CHANCE, OVER, Json, State
from everygame.library.registry import find_folder

FOLDER = Path(__file__).parents[1] / "examples" / "skull"


@pytest.fixture
def start() -> State:
    return find_folder(FOLDER).game(players="3").initial_state()


@pytest.mark.parametrize("players", ["3", "4", "6"])
def test_it_keeps_the_contract(players: str) -> None:
    options = ["--matches", "4", "--option", f"players={players}"]
    assert main(["check", str(FOLDER), *options]) == 0


def test_flowers_alone_are_a_point_and_two_win(start: State) -> None:
    state = start.play("flower flower flower bid2 pass pass turn2")
    assert state.to_json()["points"] == [1, 0, 0] and state.to_play() == 0
    state = state.play("flower skull flower bid2 pass pass turn3")
    assert state.to_play() == OVER and state.returns() == [1.0, -0.5, -0.5]
    assert state.ending() == "two bids won"


def test_the_skull_of_another_costs_a_disc_that_is_drawn(start: State) -> None:
    state = start.play("flower skull flower bid2 pass pass turn2")
    assert state.to_play() == CHANCE
    assert dict(state.chance_outcomes()) == {0: 0.75, 1: 0.25}
    state = state.play("lose-skull")
    assert state.to_json()["discs"] == [3, 4, 4]
    assert state.observe(0)["skulls"][0] == -1 and state.observe(1)["skulls"][0] == "?"


def test_who_turns_up_the_own_skull_chooses(start: State) -> None:
    state = start.play("skull flower flower bid3")
    assert state.to_play() == 0 and state.legal_moves() == ["lose-flower", "lose-skull"]
    after = state.play("lose-flower").to_json()
    assert (after["turn"], after["discs"]) == (0, [3, 4, 4])


def test_who_has_no_disc_is_out_and_the_last_one_wins(start: State) -> None:
    data = start.to_json() | {
        "discs": [1, 0, 1],
        "skulls": [-1, -1, 4],
        "known": ["", "flower", ""],
    }
    state = start.game.from_json(data)
    state = state.play("flower skull bid2 turn3 lose-flower")
    assert state.to_play() == OVER and state.returns() == [-0.5, -0.5, 1.0]


def drawn(state: State, viewer: int, seat: int) -> Counter[int]:
    seen: Json = state.observe(viewer)
    rng = Random(1)
    truths = (state.game.resample(seen, viewer, rng).to_json() for _ in range(400))
    return Counter(truth["skulls"][seat] for truth in truths)


def test_a_skull_may_be_wherever_nobody_has_looked(start: State) -> None:
    state = start.play("flower flower flower flower flower flower bid4 pass pass")
    assert set(drawn(state, 0, 1)) == {0, 1, 4}
    state = state.play("turn2")
    assert set(drawn(state, 0, 1)) == {0, 4}
    lost = start.play("flower skull flower bid2 pass pass turn2 lose-flower")
    assert set(drawn(lost, 1, 0)) == {-1, 4}, "seat 1 has not seen what seat 0 lost"
    assert set(drawn(lost, 0, 1)) == {4}, "nobody's disc is gone, so the skull is in the hand"
