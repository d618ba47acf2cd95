"""Positions as text and as data: what was written is read, and what cannot be is refused."""

from __future__ import annotations

import re
from typing import Any

import pytest

from everygame.errors import BadPosition
from everygame.library.registry import find_game
from tests.games.files import Playthrough, open_game, playthroughs
from tests.games.shared import board, reads_back

pytestmark = pytest.mark.both

CLASSICS = ("breakthrough", "connectfour", "draughts", "go", "hnefatafl", "reversi", "ur")


@pytest.mark.parametrize(
    "found", [match for match in playthroughs() if match.game in CLASSICS], ids=str
)
def test_positions_are_read_as_they_were_written(found: Playthrough) -> None:
    """Of recorded matches, every fifth; and the last where such a text may be of a match that is
    over."""
    said = re.findall("^position    (.*)$", found.path.read_text("utf-8"), re.MULTILINE)
    last = [] if found.game in ("go", "hnefatafl") else said[-1:]
    for text in [*said[:-1:5], *last]:
        if text != "none":
            reads_back(open_game(found), text)


def start(name: str) -> str:
    return find_game(name).game().initial_state().position()


def men(turn: str, **pieces: str) -> str:
    return f"{board(8, **pieces)} ; {turn}"


def bottom(*rows: str) -> str:
    """The lower rows of connect four."""
    return "/".join([*["......."] * (6 - len(rows)), *rows])


BREAKTHROUGH, FOUR, REVERSI = map(start, ("breakthrough", "connectfour", "reversi"))
GO, TAFL = start("go").partition(" ;")[0], start("hnefatafl")
REFUSED: dict[str, list[tuple[str, str]]] = {
    "breakthrough": [
        ("", "who is to play"),
        (BREAKTHROUGH[:-1], "who is to play"),
        (BREAKTHROUGH.replace("w ;", "x ;"), "cannot be"),
        (BREAKTHROUGH.replace("......../", "", 1), "cannot be"),
        (BREAKTHROUGH.replace("......../", "wwwwwwww/", 1), "more than 16"),
        (men("w", w="a8", b="b7"), "over before"),
        (men("b", w="a8", b="b1"), "over before"),
        (men("w", w="a4"), "over before"),
        (men("w"), "over before"),
    ],
    "connectfour": [
        ("", "cannot be"),
        (FOUR + "/.......", "cannot be"),
        (bottom("x......X"), "cannot be"),
        (bottom("o......"), "as many discs"),
        (bottom("xx....."), "as many discs"),
        (bottom("x......", "......."), "column a"),
        (bottom("oooo...", "xxxx..."), "x has had a line"),
        (bottom(".......", "xxxx.oo"), "as many discs"),
        (bottom("xxxx...", "ooo.oxo"), "column d"),
        (bottom("xxox...", "ooooxx."), "o has had a line"),
    ],
    "draughts": [
        ("", "is not like"),
        ("B:B1:W32", "is not like"),
        ("B:W33:B1", "from 1 to 32"),
        ("B:W0:B1", "from 1 to 32"),
        ("B:W1K:B2", "no piece"),
        ("B:W32:B1,1", "Two pieces"),
        ("B:W1:B1", "Two pieces"),
        ("B:W4:B5", "not crowned"),
        ("B:W5:B29", "not crowned"),
        ("B:W:B5", "over before"),
        ("B:WK32:BK1:H81", "quiet"),
        ("B:W32:B1,2,3,4,5,6,7,8,9,10,11,12,13", "more than 12"),
    ],
    "go": [
        ("", "A go position"),
        (GO, "A go position"),
        (f"{GO} ; x", "A go position"),
        (f"{GO} ; z ; -", "A go position"),
        (f"{GO} ; x ; - ; pas", "A go position"),
        (f"{GO} ; x ; k1", "ko"),
        (f"{GO[:-1]} ; x ; -", "rows"),
        (f"{GO[:-1]}o ; x ; i1", "Ko cannot forbid i1"),
        (f"o{GO[1:]} ; x ; a10", "Ko cannot forbid a10"),
        (f"{board(9, x='a2 b1', o='a1')} ; x ; -", "The stone on a1 has no liberty"),
    ],
    "hnefatafl": [
        ("", "A hnefatafl position"),
        (TAFL[:-4], "A hnefatafl position"),
        (TAFL[:-1] + "x", "A hnefatafl position"),
        (TAFL.replace("k", "d"), "one king"),
        ("a" + TAFL[1:], "24 attackers"),
        (f"{board(11, k='e5', d='a1')} ; d", "Only the king"),
        (f"{board(11, k='a1', d='b5')} ; a", "over already"),
    ],
    "reversi": [
        ("", "who is to play"),
        (REVERSI[:-1], "who is to play"),
        (REVERSI.replace("wb", "xb"), "cannot be"),
        (REVERSI.replace("......../", "", 1), "cannot be"),
        (REVERSI.replace("wb", "w."), "in the middle"),
    ],
    "ur": [
        ("", "A position of Ur"),
        ("S - home 0", "A position of Ur"),
        ("S - home 0 ; N - home 0 ; W", "A position of Ur"),
        ("S - home 0 ; N - home 0 ; S:5", "A position of Ur"),
        ("S - home 0 ; N - home 0 ; S:0", "nothing can move"),
        ("S 15 home 0 ; N - home 0 ; S", "from 1 to 14"),
        ("S 3 3 home 0 ; N - home 0 ; S", "from 1 to 14"),
        ("S 7 home 0 ; N 7 home 0 ; S", "one shared square"),
        ("S 1 2 3 home 5 ; N - home 0 ; S", "seven pieces"),
        ("N - home 0 ; S - home 0 ; S", "A position of Ur"),
        ("S x home 0 ; N - home 0 ; S", "A position of Ur"),
        ("S - home 7 ; N - home 7 ; S", "all pieces home"),
    ],
}


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [(name, text, why) for name, refused in REFUSED.items() for text, why in refused],
)
def test_what_cannot_stand_on_a_board_is_refused(name: str, text: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        find_game(name).game().parse_position(text)


SPOILED: dict[str, list[dict[str, Any]]] = {
    "draughts": [
        {"quiet": -1}, {"quiet": "1"}, {"jumping": 33}, {"jumping": 9}, {"jumping": 21},
        {"board": "b"}, {"board": None},
    ],
    "go": [{"plies": -1}, {"passes": "0"}, {"ko": "z1"}, {"rows": 1}],
    "hnefatafl": [{"plies": True}, {"winner": 1}, {"ended": "x"}, {"rows": 3}],
    "tictactoe": [{"cells": cells} for cells in ("", "x" * 8, "x" * 10, "........z", None)],
    "ur": [{"road": [[]]}, {"home": [0, "0"]}, {"thrown": 5}, {"lost": None}],
}  # fmt: skip


@pytest.mark.parametrize("name", SPOILED)
def test_what_is_no_state_is_refused(name: str) -> None:
    game = find_game(name).game()
    sound = game.initial_state().to_json()
    for change in SPOILED[name]:
        with pytest.raises(BadPosition):
            game.from_json({**sound, **change})
