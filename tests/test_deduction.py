"""A void that `resample` forgets is found; one that it heeds is not called forgotten."""

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
from everygame.errors import BadGame, BadPosition
from everygame.library.registry import find_folder

OH_HELL = Path(__file__).parents[1] / "examples" / "ohhell"

CARDS = 12
"""Six of each of two suits; who can follow suit must."""


def suit(card: int) -> int:
    return card // 6


class TricksState(State):
    def __init__(self, dealt: str, hands: str, played: list[int], void: list[int]) -> None:
        self.dealt, self.hands, self.played, self.void = dealt, hands, played, void

    def copy(self) -> State:
        return type(self)(self.dealt, self.hands, [*self.played], [*self.void])

    def to_play(self) -> int:
        if len(self.dealt) < CARDS:
            return CHANCE
        return OVER if len(self.played) == CARDS else len(self.played) % 3

    def legal_actions(self) -> list[int]:
        if len(self.dealt) < CARDS:
            return [c for c in range(CARDS) if len(self.dealt) % 3 != -1 and c not in self.given()]
        mine = [c for c in range(CARDS) if self.hands[c] == str(self.to_play())]
        begun = self.played[len(self.played) // 3 * 3 :]
        follow = [card for card in mine if begun and suit(card) == suit(begun[0])]
        return follow or mine

    def given(self) -> list[int]:
        return [ord(sign) - ord("a") for sign in self.dealt]

    def advance(self, action: int) -> None:
        if self.to_play() == CHANCE:
            seat = len(self.dealt) % 3
            self.dealt += chr(ord("a") + action)
            self.hands = self.hands[:action] + str(seat) + self.hands[action + 1 :]
            return
        begun, seat = self.played[len(self.played) // 3 * 3 :], self.to_play()
        if begun and suit(action) != suit(begun[0]):
            self.void[seat] |= 1 << suit(begun[0])
        self.hands = self.hands[:action] + "." + self.hands[action + 1 :]
        self.played.append(action)

    def returns(self) -> list[float]:
        return [0.0, 0.0, 0.0]

    def ending(self) -> str:
        return "played" if self.to_play() == OVER else ""

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        if self.to_play() != CHANCE:
            return f"p{action}"
        return f"d{action}" if viewer in (TRUTH, len(self.dealt) % 3) else "d?"

    def to_json(self) -> Json:
        return {
            "dealt": len(self.dealt),
            "hands": self.hands,
            "played": self.played,
            "void": self.void,
        }

    def observe(self, viewer: int | None) -> Json:
        hands = "".join(sign if sign in (str(viewer), ".") else "?" for sign in self.hands)
        if len(self.dealt) < CARDS:
            hands = hands.replace(".", "?")
        return {**self.to_json(), "hands": hands}


class Tricks(Game):
    name, num_actions, hidden, chance, players = "tricks", CARDS, True, True, 3
    seats = (3,)
    heeds = True

    def initial_state(self) -> State:
        return TricksState("", "." * CARDS, [], [0, 0, 0])

    def from_json(self, data: Any) -> State:
        dealt = self.read_number(data, "dealt", 0, CARDS)
        hands = self.read_text(data, "hands", "[.012]{12}")
        played, void = data.get("played"), data.get("void")
        whole = all(
            isinstance(x, list) and all(type(i) is int and 0 <= i < CARDS for i in x)
            for x in (played, void)
        )
        if not whole or len(void) != 3 or len(set(played)) != len(played):
            raise BadPosition("No tricks.")
        if sum(sign != "." for sign in hands) + len(played) != dealt:
            raise BadPosition("Cards are missing.")
        order = sorted(c for c in range(CARDS) if hands[c] != "." or c in played)
        return TricksState("".join(chr(ord("a") + c) for c in order), hands, [*played], [*void])

    def resample(self, observation: Json, seat: int, rng: Random) -> State:
        hands, dealt = [*observation["hands"]], observation["dealt"]
        away, void = len(observation["played"]), observation["void"]
        for _ in range(2000):
            drawn = [*hands]
            room = [
                other
                for other in range(3)
                if other != seat
                for _ in range((dealt - other + 2) // 3 - (away - other + 2) // 3)
            ]
            free = [c for c in range(CARDS) if hands[c] == "?" and c not in observation["played"]]
            rng.shuffle(free)
            for card, owner in zip(free, room, strict=False):
                drawn[card] = str(owner)
            right = all(
                sign in ".?" or not void[int(sign)] >> suit(card) & 1
                for card, sign in enumerate(drawn)
            )
            if right or not self.heeds:
                return self.from_json({**observation, "hands": "".join(drawn).replace("?", ".")})
        raise AssertionError("no truth found")


class Forgetful(Tricks):
    name, heeds = "forgetful", False


def test_a_void_that_is_heeded_is_none_that_is_forgotten() -> None:
    conform(Tricks(), 60, 1)


TOLD = r"resample forgets what 'p\d+' told seat \d: it draws "


def test_a_void_that_is_forgotten_is_told() -> None:
    with pytest.raises(BadGame, match=TOLD + r"a truth in which seat \d could not have"):
        conform(Forgetful(), 60, 1)


def test_it_is_told_where_plies_cannot_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "contradicted", lambda *_: Retraced())
    with pytest.raises(BadGame, match=TOLD + r"truths in which .*hands\[\d+\] is"):
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
