"""The rules of reversi, a test for each sentence of the rule text and each of its checks."""

from __future__ import annotations

from random import Random

import pytest

from everygame.contract import OVER
from everygame.errors import BadPosition, IllegalMove
from everygame.games.reversi.rules import START, Reversi
from tests.games.shared import play, reads_back, texts

pytestmark = pytest.mark.both

MUST_PASS = "..www.../.b.w..../..bb..../...bb.../...bb.../....b.../......../........ ; b"
LAST = "bbbbbbbw/bbwwbbbw/bbbbbbbw/bwwwwwbw/wbwwbbww/wwbwwwbw/wwwwbbww/.wwwwwww ; b"
NONE_LEFT = ".bbbbbb./bwwwbbbw/bwwwwbbw/bwwwbwbw/bbwbwwww/bbbwwwbw/bbbwwwww/bbbwwwww ; b"


read = Reversi().parse_position


def put(**discs: str) -> str:
    """A position text, the middle filled by white: `put(b="a1", w="b1", turn="b")`."""
    turn = discs.pop("turn", "b")
    at = dict.fromkeys(("d4", "e4", "d5", "e5"), "w")
    at |= {square: sign for sign, squares in discs.items() for square in squares.split()}
    rows = ["".join(at.get(file + rank, ".") for file in "abcdefgh") for rank in "12345678"]
    return "/".join(rows) + f" ; {turn}"


# -- Rules


def test_four_discs_in_the_middle_and_black_begins() -> None:
    state = Reversi().initial_state()
    assert state.position() == START and state.to_play() == 0
    assert START.split("/")[3:5] == ["...wb...", "...bw..."]


def test_the_first_moves_are_those_of_transcripts() -> None:
    assert texts(Reversi().initial_state()) == {"d3", "c4", "f5", "e6"}


def test_an_enclosed_disc_turns_over() -> None:
    state = play(Reversi().initial_state(), "d3")
    assert state.position().startswith("......../......../...b..../...bb.../...bw.../")
    assert state.to_play() == 1


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
    before = read(put(w=line, b=far))
    assert "c3" in texts(before)
    after = play(before, "c3").to_json()["rows"]
    assert after.count("b") == 2 + len(line.split())
    squares = {f"{'abcdefgh'[i % 9]}{i // 9 + 1}" for i, sign in enumerate(after) if sign == "b"}
    assert squares == {"c3", far, *line.split()}


def test_in_every_direction_at_once() -> None:
    text = "......../..b...../...w.b../...www../.bwww.../......../......../........ ; b"
    after = play(read(text), "f5")
    assert after.position().startswith("......../..b...../...b.b../...wbb../.bbbbb../")


def test_the_line_must_not_have_a_gap_and_must_end_in_a_disc_of_ones_own() -> None:
    assert "a1" not in texts(read(put(b="e1", w="b1 d1")))  # a gap on c1
    assert "a1" not in texts(read(put(w="b1 c1 d1 e1 f1 g1 h1", b="a5")))  # no end
    assert "a1" in texts(read(put(w="b1 c1 d1 e1 f1 g1", b="h1")))  # the longest line


def test_no_line_runs_over_the_edge() -> None:
    """h1 and a2 are neighbours as bits, h8 is the highest one."""
    assert "g1" not in texts(read(put(w="h1", b="a2")))
    assert "b3" not in texts(read(put(w="a3", b="h2")))
    assert "g8" not in texts(read(put(w="h8 h7", b="a8")))
    assert "h6" in texts(read(put(w="h7", b="h8")))
    assert "f6" in texts(read(put(w="g7", b="h8", turn="b")))
    assert "f8" in texts(read(put(w="g8", b="h8")))


def test_discs_between_two_old_ones_stay() -> None:
    """c3 turns c2; now b2 lies between a2 and c2, both black, and stays white all the same."""
    after = play(read(put(b="a2 c1", w="b2 c2")), "c3").to_json()["rows"]
    assert after.split("/")[1].startswith("bwb")


def test_what_turns_nothing_is_not_legal() -> None:
    for move in ("a1", "d4", "e3"):
        with pytest.raises(IllegalMove):
            Reversi().initial_state().parse(move)


def test_who_can_turn_nothing_passes_and_who_can_may_not() -> None:
    state = read(MUST_PASS)
    assert texts(state) == {"pass"}
    after = play(state, "pass")
    assert after.to_play() == 1 and after.to_json()["rows"] == state.to_json()["rows"]
    with pytest.raises(IllegalMove):
        after.parse("pass")


def test_if_neither_can_the_match_is_over() -> None:
    state = read(NONE_LEFT)
    assert (state.to_play(), state.ending()) == (OVER, "no place left")
    assert state.returns() == [-1.0, 1.0] and state.legal_actions() == []


def test_more_discs_win() -> None:
    state = play(read(LAST), "a8")
    assert (state.to_play(), state.ending(), state.returns()) == (OVER, "full board", [1.0, -1.0])
    assert state.to_json()["rows"].count("b") == 33


def test_as_many_each_are_a_draw() -> None:
    rows = "/".join(["bbbbbbbb"] * 4 + ["wwwwwwww"] * 4)
    for turn in "bw":
        assert read(f"{rows} ; {turn}").returns() == [0.0, 0.0]
        assert read(f"{rows} ; {turn}").ending() == "full board"


def test_a_side_without_discs_has_lost() -> None:
    state = read("......../......../......../...bb.../...bb.../......../......../........ ; w")
    assert (state.ending(), state.returns()) == ("no place left", [1.0, -1.0])


# -- Positions


@pytest.mark.parametrize("text", [START, MUST_PASS, LAST, NONE_LEFT, put(b="h8 a8", w="h7")])
def test_a_position_is_read_as_it_was_written(text: str) -> None:
    reads_back(Reversi(), text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "who is to play"),
        (START[:-1], "who is to play"),
        (START.replace("wb", "xb"), "cannot be"),
        (START.replace("......../", "", 1), "cannot be"),
        (START.replace("wb", "w."), "in the middle"),
    ],
)
def test_what_cannot_stand_on_a_board_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        read(text)


def test_discs_are_never_lost() -> None:
    """Each ply but a pass adds one disc."""
    rng, state = Random(5), Reversi().initial_state()
    discs = 4
    while actions := state.legal_actions():
        action = rng.choice(actions)
        discs += state.text(action) != "pass"
        state = state.apply(action)
        rows = state.to_json()["rows"]
        assert rows.count("b") + rows.count("w") == discs
