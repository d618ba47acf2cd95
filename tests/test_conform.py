"""The checker passes small games.

`test_builds.py` has it check every game that ships; `test_check.py` and `test_recipes.py` plant
faults, which it catches."""

from random import Random

import pytest

from everygame.check import conform
from everygame.contract import CHANCE, OVER, TRUTH, Game, Json, State
from everygame.errors import BadPosition
from tests.server.toy import scene as toy_scene
from tests.server.toy.rules import Toy


class DraftState(State):
    """Two seats draw a card each from 0 … 3, unseen; then the first says high or low."""

    def __init__(self, cards: list[int]) -> None:
        self.cards = cards
        self.said = -1

    def to_play(self) -> int:
        return CHANCE if len(self.cards) < 2 else 0 if self.said < 0 else OVER

    def legal_actions(self) -> list[int]:
        if len(self.cards) < 2:
            return [card for card in range(4) if card not in self.cards]
        return [0, 1] if self.said < 0 else []

    def advance(self, action: int) -> None:
        if len(self.cards) < 2:
            self.cards.append(action)
        else:
            self.said = action

    def returns(self) -> list[float]:
        if self.said < 0:
            return [0.0, 0.0]
        right = (self.cards[0] > self.cards[1]) == bool(self.said)
        return [1.0, -1.0] if right else [-1.0, 1.0]

    def ending(self) -> str:
        return "said" if self.said >= 0 else ""

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        if len(self.cards) == 2:
            return ("low", "high")[action]
        return f"deal:{action}" if viewer in (TRUTH, len(self.cards)) else "deal"

    def to_json(self) -> Json:
        return {"cards": self.cards.copy(), "said": self.said}

    def observe(self, viewer: int | None) -> Json:
        over = self.to_play() == OVER
        shown = [c if over or seat == viewer else -1 for seat, c in enumerate(self.cards)]
        return {"cards": shown, "said": self.said}


class Draft(Game):
    name, num_actions, hidden, chance = "draft", 2, True, True

    def initial_state(self) -> State:
        return DraftState([])

    def from_json(self, data: Json) -> State:
        said = self.read_number(data, "said", -1, 1)
        if not isinstance(data.get("cards"), list):
            raise BadPosition("A draft has cards.")
        state = DraftState(list(data["cards"]))
        state.said = said
        return state

    def resample(self, observation: Json, seat: int, rng: Random) -> State:
        left = [card for card in range(4) if card not in observation["cards"]]
        rng.shuffle(left)
        cards = [left.pop() if card < 0 else card for card in observation["cards"]]
        return self.from_json({"cards": cards, "said": observation["said"]})


def test_a_small_game_with_chance_and_secrets_conforms() -> None:
    assert conform(Draft(), 30, 1).plies == 90


@pytest.mark.parametrize("players", ["2", "3"])
def test_the_toy_of_the_server_conforms(players: str) -> None:
    assert conform(Toy(players=players), 30, 1, toy_scene).plies > 100


def test_the_same_seed_gives_the_same_digest() -> None:
    assert conform(Draft(), 5, 1) == conform(Draft(), 5, 1)
    assert conform(Draft(), 5, 1).digest != conform(Draft(), 5, 2).digest


def test_two_ways_to_the_same_state_may_read_differently(monkeypatch: pytest.MonkeyPatch) -> None:
    """Saying "low" and whispering it come to the same, and everybody hears which it was."""
    whisper = 2

    def legal_actions(state: DraftState) -> list[int]:
        actions = plain_actions(state)
        return actions if len(state.cards) < 2 or not actions else [*actions, whisper]

    def advance(state: DraftState, action: int) -> None:
        plain_advance(state, 0 if len(state.cards) == 2 and action == whisper else action)

    def text(state: DraftState, action: int, viewer: int | None = TRUTH) -> str:
        whispered = len(state.cards) == 2 and action == whisper
        return "whisper" if whispered else plain_text(state, action, viewer)

    plain_actions, plain_advance = DraftState.legal_actions, DraftState.advance
    plain_text = DraftState.text
    monkeypatch.setattr(Draft, "num_actions", 3)
    for name, method in (("legal_actions", legal_actions), ("advance", advance), ("text", text)):
        monkeypatch.setattr(DraftState, name, method)
    assert conform(Draft(), 30, 1).plies == 90
