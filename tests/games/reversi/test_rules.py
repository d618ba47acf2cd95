"""The rules of reversi, a test for each sentence of the rule text and each of its checks."""

from __future__ import annotations

import pytest

from everygame.contract import OVER
from everygame.errors import IllegalMove
from everygame.games.reversi.rules import START, Reversi
from tests.games.shared import board, play, texts, told

pytestmark = pytest.mark.both

MUST_PASS = "..www.../.b.w..../..bb..../...bb.../...bb.../....b.../......../........ ; b"
LAST = "bbbbbbbw/bbwwbbbw/bbbbbbbw/bwwwwwbw/wbwwbbww/wwbwwwbw/wwwwbbww/.wwwwwww ; b"
NONE_LEFT = ".bbbbbb./bwwwbbbw/bwwwwbbw/bwwwbwbw/bbwbwwww/bbbwwwbw/bbbwwwww/bbbwwwww ; b"


read = Reversi().parse_position


def put(b: str = "", w: str = "") -> str:
    """A position text, the middle filled by white: `put(b="a1", w="b1")`."""
    rows = board(8, w=f"d4 e4 d5 e5 {w}", b=b).split("/")
    return "/".join(reversed(rows)) + " ; b"


def test_four_discs_in_the_middle_and_black_begins() -> None:
    state = Reversi().initial_state()
    assert state.position() == START and state.to_play() == 0
    assert START.split("/")[3:5] == ["...wb...", "...bw..."]
    assert texts(state) == {"d3", "c4", "f5", "e6"}, "as in transcripts"
    after = play(state, "d3")
    assert after.position().startswith("......../......../...b..../...bb.../...bw.../")
    assert after.to_play() == 1
    for move in ("a1", "d4", "e3"):
        with pytest.raises(IllegalMove):
            state.parse(move)


@pytest.mark.parametrize(
    ("far", "line"),
    [
        ("a1", "b2"),
        ("c1", "c2"),
        ("e1", "d2"),
        ("a3", "b3"),
        ("f3", "d3 e3"),
        ("a5", "b4"),
        ("c6", "c4 c5"),
        ("f6", "d4 e5"),
    ],
)
def test_in_each_direction(far: str, line: str) -> None:
    """A new disc on c3 and an old one at the other end turn the line between and nothing else."""
    after = play(read(put(w=line, b=far)), "c3").to_json()["rows"]
    squares = {f"{'abcdefgh'[i % 9]}{i // 9 + 1}" for i, sign in enumerate(after) if sign == "b"}
    assert squares == {"c3", far, *line.split()}


def test_in_every_direction_at_once() -> None:
    text = "......../..b...../...w.b../...www../.bwww.../......../......../........ ; b"
    after = play(read(text), "f5")
    assert after.position().startswith("......../..b...../...b.b../...wbb../.bbbbb../")


@pytest.mark.parametrize(
    ("text", "move", "legal"),
    [
        # The line must not have a gap, and must end in an own disc.
        (put(b="e1", w="b1 d1"), "a1", False),
        (put(w="b1 c1 d1 e1 f1 g1 h1", b="a5"), "a1", False),
        (put(w="b1 c1 d1 e1 f1 g1", b="h1"), "a1", True),
        # No line runs over the edge: h1 and a2 are neighbours as bits, h8 is the highest one.
        (put(w="h1", b="a2"), "g1", False),
        (put(w="a3", b="h2"), "b3", False),
        (put(w="h8 h7", b="a8"), "g8", False),
        (put(w="h7", b="h8"), "h6", True),
        (put(w="g7", b="h8"), "f6", True),
        (put(w="g8", b="h8"), "f8", True),
    ],
)
def test_what_a_line_is(text: str, move: str, legal: bool) -> None:
    assert (move in texts(read(text))) == legal


def test_discs_between_two_old_ones_stay() -> None:
    """c3 turns c2; now b2 lies between a2 and c2, both black, and stays white all the same."""
    after = play(read(put(b="a2 c1", w="b2 c2")), "c3").to_json()["rows"]
    assert after.split("/")[1].startswith("bwb")


def test_who_can_turn_nothing_passes_and_who_can_may_not() -> None:
    state = read(MUST_PASS)
    assert texts(state) == {"pass"}
    after = play(state, "pass")
    assert after.to_play() == 1 and after.to_json()["rows"] == state.to_json()["rows"]
    with pytest.raises(IllegalMove):
        after.parse("pass")


HALVES = "/".join(["bbbbbbbb"] * 4 + ["wwwwwwww"] * 4)
ALONE = "......../......../......../...bb.../...bb.../......../......../........ ; w"


@pytest.mark.parametrize(
    ("text", "moves", "ending", "gain"),
    [
        (LAST, ["a8"], "full board", 1.0),
        (f"{HALVES} ; b", [], "full board", 0.0),
        (f"{HALVES} ; w", [], "full board", 0.0),
        # Neither can place a disc.
        (NONE_LEFT, [], "no place left", -1.0),
        (ALONE, [], "no place left", 1.0),
    ],
)
def test_more_discs_win(text: str, moves: list[str], ending: str, gain: float) -> None:
    state = play(read(text), *moves)
    assert told(state) == (OVER, ending, [gain, -gain]) and state.legal_actions() == []
    assert state.scores() == [state.position().partition(" ;")[0].count(sign) for sign in "bw"]
