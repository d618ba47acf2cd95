"""What plies told and `resample` forgets is found; what it heeds is not called forgotten."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from everygame.cards import complete, conceal
from everygame.check import conform, move_texts
from everygame.check.deduction import Retraced
from everygame.check.reverse_ply import Unlike, is_certain, undone
from everygame.errors import BadGame
from everygame.library.registry import find_folder
from tests.toys import Hunt, Said, Taken

EXAMPLES = Path(__file__).parents[1] / "examples"


class Forgetful(Said):
    name, heeds = "forgetful", False


def test_what_is_heeded_is_not_called_forgotten() -> None:
    conform(Said(), 60, 1)


TOLD = r"resample forgets what '(low|high)' told seat 1: it draws "


def test_what_is_forgotten_is_told() -> None:
    with pytest.raises(BadGame, match=TOLD + r"a truth in which seat 0 could not have"):
        conform(Forgetful(), 60, 1)


def test_it_is_told_where_plies_cannot_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(move_texts, "contradicted", lambda *_: Retraced())
    with pytest.raises(BadGame, match=TOLD + r"truths in which card is \d"):
        conform(Forgetful(), 60, 1)


@pytest.mark.parametrize(
    ("cards", "forgets"), [("3", "lacks_after"), ("3", "complete"), ("10", "complete")]
)
def test_it_is_told_however_many_cards_are_hidden(
    cards: str, forgets: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The void is forgotten by the state, or by `resample` alone."""
    game = find_folder(EXAMPLES / "ohhell").game(cards=cards)
    rules = sys.modules[type(game).__module__]
    if forgets == "complete":
        monkeypatch.setattr(rules, forgets, lambda *given: complete(*given[:4]))
    else:
        monkeypatch.setattr(rules, forgets, lambda deck, lacks, *_: lacks)
    told = r"told seat \d: it draws a truth .* but only .* See resample in rules.py, line \d+\."
    with pytest.raises(BadGame, match=told):
        conform(game, 20, 1)


def test_games_that_heed_what_was_looked_at_and_taken_pass() -> None:
    conform(Hunt(), 60, 1)
    conform(Taken(), 60, 1)


def test_a_seat_has_to_remember_what_its_own_ply_told_it() -> None:
    """Nobody was where it looked: the match would have been over."""
    kind = type("Forgets", (Hunt,), {"heeds": False})
    told = r"told seat 1: it draws a truth in which that ply would have ended the match\."
    with pytest.raises(BadGame, match=rf"resample forgets what 'in\d' {told}.* See resample in "):
        conform(kind(), 60, 1)


def test_what_another_has_taken_openly_has_to_be_remembered() -> None:
    """The history tells it: the card lay open, and then it was taken."""
    kind = type("Forgets", (Taken,), {"heeds": False})
    told = r"what 'take' in the history tells seat 1: it draws truths without this: hand is \d\."
    with pytest.raises(BadGame, match=rf"{told} See observe in .* See resample in "):
        conform(kind(), 60, 1)


def test_a_card_that_was_dealt_openly_has_to_be_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The last card of a deal is turned up, and the dealer has it in the hand."""
    game = find_folder(EXAMPLES / "whist").game()
    rules = sys.modules[type(game).__module__]
    monkeypatch.setattr(rules, "conceal", lambda deck, hand, known: conceal(deck, hand))
    told = r"what 'd(\S+)' in the history tells seat \d: .* without this: hands\[3\] has '\1'\."
    with pytest.raises(BadGame, match=told):
        conform(game, 6, 1)


def test_what_shows_that_nothing_is_there_cannot_be_taken_back() -> None:
    """Had somebody been there, the match would be over; so a look that finds nobody tells it."""
    kind = type("Open", (Hunt,), {"final": False})
    told = r"'in\d' tells (a spectator|seat 1) what was hidden: the match goes on after it, and"
    with pytest.raises(
        BadGame, match=rf"{told} would be over .* See irrevocable in toys\.py, line"
    ):
        conform(kind(), 60, 1)


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


def test_only_what_is_put_back_as_a_whole_is_certain() -> None:
    """The third card was laid; put back into the hand it would be the last one."""
    before, after = {"hand": "1 2 3 4", "gone": ""}, {"hand": "1 2 4", "gone": "3"}
    assert is_certain(before, after, after) and is_certain([before, 1], [after, 1], [after, 5])
    assert not is_certain(before, after, {"hand": "1 2 5", "gone": "3"})


def test_what_the_ply_cannot_have_left_so_is_not_changed_back() -> None:
    for three in (("3c", "3c 5d", "9h 2s"), ("a", "b", "c"), (1, 2, None)):
        with pytest.raises(Unlike):
            undone(*three)
