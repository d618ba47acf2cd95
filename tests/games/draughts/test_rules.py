"""The rules of draughts, a test for each sentence of the rule text and each of its checks."""

from __future__ import annotations

from random import Random

import pytest

from everygame.contract import OVER
from everygame.errors import BadPosition, IllegalMove
from everygame.games.draughts.rules import Draughts
from everygame.match import Match
from tests.games.shared import play, texts, told

pytestmark = pytest.mark.both

START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"


read = Draughts().parse_position


def test_twelve_men_a_side_and_black_begins() -> None:
    state = Draughts().initial_state()
    assert state.position() == START and state.to_play() == 0


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        # A man steps slantwise ahead onto an empty square.
        ("B:W32:B10", "10-14 10-15"),
        ("W:W23:B1", "23-18 23-19"),
        ("B:W32:B10,14", "10-15 14-17 14-18"),
        # Nobody steps over the edge.
        ("B:W32:B5", "5-9"),
        ("B:W32:B4", "4-8"),
        ("B:W32:B13", "13-17"),
        ("B:W32:B12", "12-16"),
        ("W:W28:B1", "28-24"),
        ("W:W29:B1", "29-25"),
        ("W:W20:B1", "20-16"),
        ("W:W21:B1", "21-17"),
        # The square behind an enemy must be empty and on the board.
        ("B:W15,19:B10", "10-14"),
        ("B:W12,32:B8", "8-11"),
        ("B:W9,32:B6", "6x13"),
        ("B:W13,32:B9", "9-14"),
        # Nobody jumps over an own man, and a man captures only ahead.
        ("B:W32:B10,15", "10-14 15-18 15-19"),
        ("B:W10,32:B15", "15-18 15-19"),
        # Who can capture must, with any piece and in any way.
        ("B:W15,32:B10,1", "10x19"),
        ("B:W14,15,32:B10", "10x17 10x19"),
        ("B:W15,17,32:B10,13", "10x19 13x22"),
        # A king goes and captures in all four directions.
        ("B:W32:BK15", "15-10 15-11 15-18 15-19"),
        ("W:WK15:B1", "15-10 15-11 15-18 15-19"),
        ("B:W10,11,18,19:BK15", "15x6 15x8 15x22 15x24"),
    ],
)
def test_what_may_be_played(text: str, moves: str) -> None:
    assert texts(read(text)) == set(moves.split())


@pytest.mark.parametrize(
    ("text", "moves", "after"),
    [
        # Who is jumped over is taken off, also a king.
        ("B:W15,32:B10", "10x19", "W:W32:B19"),
        ("W:W23:B18,1", "23x14", "B:W14:B1"),
        ("B:WK15,32:B10", "10x19", "W:W32:B19"),
        # The same man jumps on in the same turn.
        ("B:W15,24,32:B10,1", "10x19 19x28", "W:W32:B1,28"),
        # A man on the last row is crowned; then the turn is over even if he could jump on.
        ("B:W14:B26", "26-31", "W:W14:BK31"),
        ("W:W6:B20", "6-1", "B:WK1:B20"),
        ("B:W26,27:B23", "23x30", "W:W27:BK30"),
        ("B:W26,25:B23", "23x30", "W:W25:BK30"),
        # A king stays a king.
        ("B:W14:BK26", "26-30", "W:W14:BK30:H1"),
        # A man's move and a capture begin the count of quiet plies anew.
        ("B:WK32:BK1,5:H79", "5-9", "W:WK32:BK1,9"),
        ("B:WK15,32:BK10:H79", "10x19", "W:W32:BK19"),
        ("B:WK32:BK1:H7", "1-6", "W:WK32:BK6:H8"),
    ],
)
def test_what_a_move_does(text: str, moves: str, after: str) -> None:
    assert play(read(text), *moves.split()).position() == after


def test_only_the_piece_that_has_jumped_jumps_on() -> None:
    state = play(read("B:W15,24,17,32:B10,13"), "10x19")
    assert state.to_play() == 0 and texts(state) == {"19x28"}


def test_a_king_may_come_round_in_a_circle() -> None:
    state = play(read("B:W10,11,18,19:BK6"), "6x15")
    assert state.to_play() == 0 and texts(state) == {"15x8", "15x22", "15x24"}


@pytest.mark.parametrize(
    ("text", "moves", "ending", "gain"),
    [
        # Who cannot move has lost, also at the eightieth quiet ply.
        ("W:W28:B19,24", "", "no moves", 1.0),
        ("B:W15:B10", "10x19", "all captured", 1.0),
        ("W:W15:B11", "15x8", "all captured", -1.0),
        ("B:W28:B19,K20:H79", "20-24", "no moves", 1.0),
        # Eighty plies without a capture or a man's move are a draw.
        ("B:WK32:BK1:H79", "1-5", "forty moves", 0.0),
    ],
)
def test_how_it_ends(text: str, moves: str, ending: str, gain: float) -> None:
    assert told(play(read(text), *moves.split())) == (OVER, ending, [gain, -gain])


def test_the_third_occurrence_of_a_position_is_a_draw() -> None:
    game = Draughts()
    match = Match(game, Random(1), game.parse_position("B:WK32:BK1"))
    for move in ["1-5", "32-28", "5-1", "28-32"] * 2:
        assert match.outcome() is None
        match.play(match.state().to_play(), move)
    outcome = match.outcome()
    assert outcome is not None and outcome.ending == "repetition"


def test_several_jumps_may_be_typed_as_one() -> None:
    state = read("B:W15,24,32:B10")
    assert state.expand("10x19x28") == ["10x19", "19x28"]
    assert state.expand("11-15 10x19") == ["11-15", "10x19"]


def test_in_the_middle_of_a_turn_there_is_no_position_text_but_a_state() -> None:
    state = play(read("B:W15,24,32:B10"), "10x19")
    with pytest.raises(BadPosition, match="between turns"):
        state.position()
    again = Draughts().from_json(state.to_json())
    assert again.to_json() == state.to_json() and texts(again) == {"19x28"}


def test_a_step_where_one_must_capture_is_illegal() -> None:
    with pytest.raises(IllegalMove):
        read("B:W15,32:B10").parse("10-14")
