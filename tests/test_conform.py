"""The checker passes small games.

`test_builds.py` has it check every game that ships; `test_check.py` and `test_recipes.py` plant
faults, which it catches."""

from random import Random
from typing import Any

import pytest

from everygame.check import conform
from everygame.contract import TRUTH, Json, State
from everygame.errors import BadGame
from tests.server.toy import scene as toy_scene
from tests.server.toy.rules import Toy
from tests.toys import Said, SaidState


def test_a_small_game_with_chance_and_secrets_conforms() -> None:
    assert conform(Said(), 30, 1).plies == 60


@pytest.mark.parametrize("players", ["2", "3"])
def test_the_toy_of_the_server_conforms(players: str) -> None:
    assert conform(Toy(players=players), 30, 1, toy_scene).plies > 100


def test_the_same_seed_gives_the_same_digest() -> None:
    assert conform(Said(), 5, 1) == conform(Said(), 5, 1)
    assert conform(Said(), 5, 1).digest != conform(Said(), 5, 2).digest


def test_two_ways_to_the_same_state_may_read_differently(monkeypatch: pytest.MonkeyPatch) -> None:
    """Saying "low" and whispering it come to the same, and everybody hears which it was."""
    whisper, plain_text, plain_advance = 2, SaidState.text, SaidState.advance

    def legal_actions(state: SaidState) -> list[int]:
        return plain_actions(state) + ([whisper] if state.to_play() == 0 else [])

    def advance(state: SaidState, action: int) -> None:
        whispers = state.to_play() == 0 and action == whisper
        plain_advance(state, state.card // 2 if whispers else action)

    def text(state: SaidState, action: int, viewer: int | None = TRUTH) -> str:
        whispers = state.to_play() == 0 and action == whisper
        return "whisper" if whispers else plain_text(state, action, viewer)

    plain_actions = SaidState.legal_actions
    monkeypatch.setattr(Said, "num_actions", 3)
    for name, method in (("legal_actions", legal_actions), ("advance", advance), ("text", text)):
        monkeypatch.setattr(SaidState, name, method)
    assert conform(Said(), 30, 1).plies == 60


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("num_outcomes", 1, "an outcome reaches num_outcomes"),
        ("longest", 1, "the match goes on after 1 plies, and `longest` says that none does"),
    ],
)
def test_what_a_game_says_of_its_size_is_checked(
    monkeypatch: pytest.MonkeyPatch, name: str, value: int, fault: str
) -> None:
    monkeypatch.setattr(Said, name, value)
    with pytest.raises(BadGame, match=fault):
        conform(Said(), 30, 1)
    monkeypatch.setattr(Said, name, value + 3)
    assert conform(Said(), 30, 1).plies == 60


class OneCardState(SaidState):
    """The deck has one card, and the card is shown at the end."""

    def legal_actions(self) -> list[int]:
        return [0] if self.card < 0 or self.said < 0 else []

    def observe(self, viewer: int | None) -> Json:
        return self.to_json() if self.said >= 0 else super().observe(viewer)


class OneCard(Said):
    def initial_state(self) -> State:
        return OneCardState()

    def from_json(self, data: Any) -> State:
        return OneCardState(
            self.read_number(data, "card", -1, 0), self.read_number(data, "said", -1, 0)
        )

    def resample(self, observation: Json, seat: int, rng: Random) -> State:
        card = 0 if observation["card"] == "?" else observation["card"]
        return self.from_json({**observation, "card": card})


def test_a_secret_that_is_always_the_same_is_told_also_where_the_end_shows_it() -> None:
    with pytest.raises(BadGame, match="every truth that resample drew was the true one"):
        conform(OneCard(), 5, 1)
