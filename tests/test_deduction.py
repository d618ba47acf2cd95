"""What plies told and `resample` forgets is found; what it heeds is not called forgotten."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from everygame.cards import complete
from everygame.check import conform, history
from everygame.check.deduction import Retraced
from everygame.check.undo import Unlike, undone
from everygame.contract import CHANCE, OVER, TRUTH, Game, Json, State
from everygame.errors import BadGame
from everygame.library.registry import find_folder

OH_HELL = Path(__file__).parents[1] / "examples" / "ohhell"


class SaidState(State):
    """The first seat draws a card from 0 … 3, which the other does not see, and says truly whether
    it is low or high."""

    def __init__(self, card: int = -1, said: int = -1) -> None:
        self.card, self.said = card, said

    def to_play(self) -> int:
        return CHANCE if self.card < 0 else 0 if self.said < 0 else OVER

    def legal_actions(self) -> list[int]:
        if self.card < 0:
            return [0, 1, 2, 3]
        return [self.card // 2] if self.said < 0 else []

    def advance(self, action: int) -> None:
        if self.card < 0:
            self.card = action
        else:
            self.said = action

    def returns(self) -> list[float]:
        return [0.0, 0.0]

    def ending(self) -> str:
        return "said" if self.to_play() == OVER else ""

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        if self.card < 0:
            return f"d{action}" if viewer in (TRUTH, 0) else "d?"
        return ("low", "high")[action]

    def to_json(self) -> Json:
        return {"card": self.card, "said": self.said}

    def observe(self, viewer: int | None) -> Json:
        seen = self.card if viewer == 0 or self.card < 0 else "?"
        return {"card": seen, "said": self.said}


class Said(Game):
    name, num_actions, hidden, chance = "said", 2, True, True
    heeds = True

    def initial_state(self) -> State:
        return SaidState()

    def from_json(self, data: Any) -> State:
        return SaidState(
            self.read_number(data, "card", -1, 3), self.read_number(data, "said", -1, 1)
        )

    def resample(self, observation: Json, seat: int, rng: Random) -> State:
        said, card = observation["said"], observation["card"]
        if card == "?":
            fits = [one for one in range(4) if said in (-1, one // 2) or not self.heeds]
            card = rng.choice(fits)
        return self.from_json({"card": card, "said": said})


class Forgetful(Said):
    name, heeds = "forgetful", False


def test_what_is_heeded_is_not_called_forgotten() -> None:
    conform(Said(), 60, 1)


TOLD = r"resample forgets what '(low|high)' told seat 1: it draws "


def test_what_is_forgotten_is_told() -> None:
    with pytest.raises(BadGame, match=TOLD + r"a truth in which seat 0 could not have"):
        conform(Forgetful(), 60, 1)


def test_it_is_told_where_plies_cannot_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "contradicted", lambda *_: Retraced())
    with pytest.raises(BadGame, match=TOLD + r"truths in which card is \d"):
        conform(Forgetful(), 60, 1)


@pytest.mark.parametrize(
    ("cards", "forgets"), [("3", "lacks_after"), ("3", "complete"), ("10", "complete")]
)
def test_it_is_told_however_many_cards_are_hidden(
    cards: str, forgets: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The void is forgotten by the state, or by `resample` alone."""
    game = find_folder(OH_HELL).game(cards=cards)
    rules = sys.modules[type(game).__module__]
    if forgets == "complete":
        monkeypatch.setattr(rules, forgets, lambda *given: complete(*given[:4]))
    else:
        monkeypatch.setattr(rules, forgets, lambda deck, lacks, *_: lacks)
    told = r"told seat \d: it draws a truth .* but only .* See resample in rules.py, line \d+\."
    with pytest.raises(BadGame, match=told):
        conform(game, 20, 1)


@pytest.mark.parametrize(
    ("before", "after", "truth", "was"),
    [
        ("3c 5d", "3c", "9h", "5d 9h"),
        ("3c", "3c 5d", "9h 5d", "9h"),
        ([1, 4], [4], [7], [1, 7]),
        (
            {"a": [2], "b": "x"},
            {"a": [2, 3], "b": "y"},
            {"a": [5, 3], "b": "y"},
            {"a": [5], "b": "x"},
        ),
        ("01.2", "0..2", "2..0", "21.0"),
        (0b1110, 0b0110, 0b10110, 0b11110),
    ],
)
def test_what_a_ply_changed_is_changed_back(
    before: object, after: object, truth: object, was: object
) -> None:
    assert undone(before, after, truth) == was


def test_what_the_ply_cannot_have_left_so_is_not_changed_back() -> None:
    for three in (("3c", "3c 5d", "9h 2s"), ("a", "b", "c"), (1, 2, None)):
        with pytest.raises(Unlike):
            undone(*three)
