"""What hints say of the classics: each sentence where it is true, and silence where it is not."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import pytest

from everygame.library.registry import find_game
from tests.games.shared import board

EMPTY = "........"
CENTRE = f"{EMPTY}/{EMPTY}/...bw.../...wb.../{EMPTY}/{EMPTY}/{EMPTY}"


def say(name: str, state: Any, move: str) -> list[str]:
    game = find_game(name).game()
    state = game.parse_position(state) if isinstance(state, str) else game.from_json(state)
    action = state.parse(move)
    reasons = find_game(name).reasons()
    assert reasons
    return list(reasons(state, action, state.apply(action), state.to_play()))


def goban(**pieces: str) -> dict[str, Any]:
    """A board of 9 lines, x to play."""
    return {"rows": board(9, **pieces), "turn": 0, "ko": "", "passes": 0, "plies": 20}


def tafl(turn: int, **pieces: str) -> dict[str, Any]:
    rows = board(11, **pieces)
    return {"rows": rows, "turn": turn, "plies": 20, "ended": "", "winner": -1}


def eights(laid: str, *hands: str) -> dict[str, Any]:
    plain = {"turn": 0, "drawing": False, "drawn": False, "passes": 0, "plies": 4}
    return {**plain, "laid": laid, "suit": laid[-1], "hands": list(hands)}


SAID: list[tuple[str, Any, str, list[str]]] = [
    ("tictactoe", {"cells": "xx.o....."}, "c3", ["It blocks a line."]),
    ("tictactoe", {"cells": "xx.o....."}, "c1", []),
    ("tictactoe", {"cells": "x...o...."}, "a2", ["Then you threaten a line."]),
    ("tictactoe", {"cells": "x.o.o...x"}, "a1",
     ["It blocks a line.", "Then you threaten 2 lines at once."]),
    ("tictactoe", {"cells": "........."}, "b2", []),
    ("connectfour", {"rows": ("......./" * 3) + ".o...../.o...../xo.x..x"}, "b",
     ["It blocks four in a row."]),
    ("connectfour", {"rows": ("......./" * 4) + "o....../o..xx.."}, "c",
     ["Then you threaten four in a row on b and f."]),
    ("connectfour", {"rows": ("......./" * 4) + "o....../o..xx.."}, "a", []),
    ("draughts", "B:W18,23:B15", "15x22",
     ["It takes a man.", "Then your opponent can take nothing."]),
    ("draughts", "W:W18:BK15", "18x11", ["It takes a king."]),
    ("draughts", "B:W10:B27", "27-32", ["It crowns a man."]),
    ("draughts", "B:W19,24:B15,6", "6-10", ["Then your opponent can take nothing."]),
    ("draughts", "B:W30:B6", "6-10", []),
    ("breakthrough", f"{EMPTY}/.b....../{EMPTY}/...w..../" + f"{EMPTY}/" * 3 + "w....... ; w",
     "d5-e6", ["No man of your opponent's can stop this one any more."]),
    ("breakthrough", f"{EMPTY}/.b....../{EMPTY}/...w..../" + f"{EMPTY}/" * 3 + "w....... ; w",
     "d5-c6", []),
    ("breakthrough", f"{EMPTY}/..b...../...w..../" + f"{EMPTY}/" * 3 + "b......./........ ; w",
     "d6xc7", ["It takes a man.", "Then you threaten to reach the last row."]),
    ("breakthrough", "b......./" + f"{EMPTY}/" * 5 + ".b....../w......w ; w",
     "a1xb2", ["It takes a man.", "Then your opponent cannot reach the last row at once."]),
    ("go", goban(o="a1", x="b1"), "a2", ["It captures a stone."]),
    ("go", goban(x="c5 e5", o="d5"), "d6", ["Then you threaten to capture a stone."]),
    ("go", goban(x="a1", o="b1"), "a2",
     ["Then a stone of yours can no longer be captured at once."]),
    ("go", goban(x="a1", o="b1"), "e5", []),
    ("go", goban(x="a1", o="b1"), "pass", []),
    ("hnefatafl", tafl(1, k="e5", a="j8"), "e5-e1", ["Then the king threatens to reach a corner."]),
    ("hnefatafl", tafl(0, k="e1", a="h1 b2"), "b2-b1",
     ["Then the king cannot reach a corner at once."]),
    ("hnefatafl", tafl(0, k="g8", d="e5", a="d5 f9"), "f9-f5", ["It captures a defender."]),
    ("hnefatafl", tafl(0, k="e4", a="d4 e5 i4 j3"), "i4-f4",
     ["Then you threaten to take the king."]),
    ("hnefatafl", tafl(1, k="e4", a="d4 e5 f4 j3"), "e4-e3",
     ["Then the king cannot be taken at once."]),
    ("ur", "S 7 home 0 ; N 9 home 0 ; S:2", "7-9", ["It takes a piece, which begins anew."]),
    ("ur", "S 7 home 0 ; N 9 home 0 ; S:1", "7-8",
     ["It comes to a rosette, so you throw again.", "There the piece cannot be taken."]),
    ("ur", "S 12 home 0 ; N 9 home 0 ; S:1", "12-13", ["There the piece cannot be taken."]),
    ("ur", "S 13 home 0 ; N 9 home 0 ; S:2", "13-home", ["It brings a piece home."]),
    ("ur", "S - home 0 ; N 9 home 0 ; S:1", "in-1", ["It brings a piece onto the board."]),
    ("ur", "S 5 home 0 ; N 9 home 0 ; S:1", "5-6", []),
    ("crazyeights", eights("9s", "3s 8h", "2c"), "3s",
     ["Then you have one card left.", "You keep an eight for later."]),
    ("crazyeights", eights("9s", "8h 3d 5d", "2c"), "8h=d",
     ["You hold 2 cards of diamonds yourself."]),
    ("crazyeights", eights("9s", "9d 3c 5h", "2c"), "9d", []),
    ("crazyeights", eights("9s", "9d 3c 5h", "2c"), "draw", []),
    ("reversi", f".wb...../{CENTRE} ; b", "a1",
     ["It takes a corner, which nobody can turn any more."]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "state", "move", "said"), SAID)
def test_what_is_said(name: str, state: Any, move: str, said: list[str]) -> None:
    assert [one for one in say(name, state, move) if "places to go" not in one] == said


def test_places_that_are_left_in_reversi_are_counted() -> None:
    """In random matches: against the legal moves of the next player."""
    game, module = find_game("reversi").game(), import_module("everygame.games.reversi.reasons")
    kinds = set()
    for seed in range(20):
        state, rng = game.initial_state(), Random(seed)
        while actions := state.legal_actions():
            seat, action = state.to_play(), rng.choice(actions)
            after = state.apply(action)
            said = " ".join(module.reasons(state, action, after, seat))  # type: ignore[attr-defined]
            moves = [after.text(action) for action in after.legal_actions()]
            assert ("must pass" in said) == (moves == ["pass"] and state.text(action) != "pass")
            if "places" in said:
                assert f"only {len(moves)} places" in said
            if "a corner at once" in said:
                assert not {"a1", "a8", "h1", "h8"} & set(moves)
            kinds |= {word for word in ("must pass", "single", "places", "at once") if word in said}
            state = after
    assert len(kinds) == 4
