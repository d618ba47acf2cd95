"""The rules of draughts, a test for each sentence of the rule text and each of its checks."""

from __future__ import annotations

from random import Random

import pytest

from everygame.contract import OVER
from everygame.errors import BadPosition, IllegalMove
from everygame.games.draughts.rules import Draughts
from everygame.match import Match
from tests.games.shared import play, reads_back, texts

pytestmark = pytest.mark.both

START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"


read = Draughts().parse_position


# -- Rules


def test_twelve_men_a_side_and_black_begins() -> None:
    state = Draughts().initial_state()
    assert state.position() == START and state.to_play() == 0


def test_a_man_steps_slantwise_ahead_onto_an_empty_square() -> None:
    assert texts(read("B:W32:B10")) == {"10-14", "10-15"}
    assert texts(read("W:W23:B1")) == {"23-18", "23-19"}
    assert texts(read("B:W32:B10,14")) == {"10-15", "14-17", "14-18"}


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("B:W32:B5", {"5-9"}),
        ("B:W32:B4", {"4-8"}),
        ("B:W32:B13", {"13-17"}),
        ("B:W32:B12", {"12-16"}),
        ("W:W28:B1", {"28-24"}),
        ("W:W29:B1", {"29-25"}),
        ("W:W20:B1", {"20-16"}),
        ("W:W21:B1", {"21-17"}),
    ],
)
def test_nobody_steps_over_the_edge(text: str, moves: set[str]) -> None:
    assert texts(read(text)) == moves


def test_a_man_jumps_over_an_enemy_ahead_who_is_taken_off() -> None:
    state = read("B:W15,32:B10")
    assert texts(state) == {"10x19"}
    assert play(state, "10x19").position() == "W:W32:B19"
    assert play(read("W:W23:B18,1"), "23x14").position() == "B:W14:B1"


def test_the_square_behind_must_be_empty_and_on_the_board() -> None:
    assert texts(read("B:W15,19:B10")) == {"10-14"}
    assert texts(read("B:W12,32:B8")) == {"8-11"}
    assert texts(read("B:W9,32:B6")) == {"6x13"}
    assert texts(read("B:W13,32:B9")) == {"9-14"}


def test_nobody_jumps_over_his_own() -> None:
    assert texts(read("B:W32:B10,15")) == {"10-14", "15-18", "15-19"}


def test_a_man_captures_only_ahead() -> None:
    assert texts(read("B:W10,32:B15")) == {"15-18", "15-19"}


def test_he_must_jump_on_in_the_same_turn() -> None:
    state = play(read("B:W15,24,32:B10,1"), "10x19")
    assert state.to_play() == 0 and texts(state) == {"19x28"}
    assert play(state, "19x28").position() == "W:W32:B1,28"


def test_only_the_piece_that_has_jumped_jumps_on() -> None:
    state = play(read("B:W15,24,17,32:B10,13"), "10x19")
    assert texts(state) == {"19x28"}


def test_who_can_capture_must_with_any_piece_and_in_any_way() -> None:
    assert texts(read("B:W15,32:B10,1")) == {"10x19"}
    assert texts(read("B:W14,15,32:B10")) == {"10x17", "10x19"}
    assert texts(read("B:W15,17,32:B10,13")) == {"10x19", "13x22"}


def test_a_man_on_the_last_row_is_crowned() -> None:
    assert play(read("B:W14:B26"), "26-31").position() == "W:W14:BK31"
    assert play(read("W:W6:B20"), "6-1").position() == "B:WK1:B20"


def test_his_turn_is_over_even_if_he_could_jump_on() -> None:
    state = play(read("B:W26,27:B23"), "23x30")
    assert state.to_play() == 1 and "BK30" in state.position()
    state = play(read("B:W26,25:B23"), "23x30")
    assert state.position() == "W:W25:BK30"


def test_a_king_goes_in_all_four_directions() -> None:
    assert texts(read("B:W32:BK15")) == {"15-10", "15-11", "15-18", "15-19"}
    assert texts(read("W:WK15:B1")) == {"15-10", "15-11", "15-18", "15-19"}


def test_a_king_captures_in_all_four_directions() -> None:
    state = read("B:W10,11,18,19:BK15")
    assert texts(state) == {"15x6", "15x8", "15x22", "15x24"}


def test_a_king_may_come_round_in_a_circle() -> None:
    state = play(read("B:W10,11,18,19:BK6"), "6x15")
    assert state.to_play() == 0 and texts(state) == {"15x8", "15x22", "15x24"}


def test_a_king_stays_a_king() -> None:
    assert play(read("B:W14:BK26"), "26-30").position() == "W:W14:BK30:H1"


def test_a_king_that_is_captured_leaves_nothing_behind() -> None:
    state = play(read("B:WK15,32:B10"), "10x19")
    assert state.position() == "W:W32:B19"


def test_who_cannot_move_has_lost() -> None:
    shut = read("W:W28:B19,24")
    assert (shut.to_play(), shut.ending(), shut.returns()) == (OVER, "no moves", [1.0, -1.0])
    taken = play(read("B:W15:B10"), "10x19")
    assert (taken.to_play(), taken.ending(), taken.returns()) == (OVER, "all captured", [1.0, -1.0])
    lost = play(read("W:W15:B11"), "15x8")
    assert (lost.ending(), lost.returns()) == ("all captured", [-1.0, 1.0])


def test_the_third_occurrence_of_a_position_is_a_draw() -> None:
    game = Draughts()
    match = Match(game, Random(1), game.parse_position("B:WK32:BK1"))
    for move in ["1-5", "32-28", "5-1", "28-32"] * 2:
        assert match.outcome() is None
        match.play(match.state().to_play(), move)
    outcome = match.outcome()
    assert outcome is not None and outcome.ending == "repetition"


def test_eighty_plies_without_capture_or_a_mans_move_are_a_draw() -> None:
    state = read("B:WK32:BK1:H79")
    assert state.to_play() == 0
    state = play(state, "1-5")
    assert (state.to_play(), state.ending(), state.returns()) == (OVER, "forty moves", [0.0, 0.0])


def test_a_mans_move_and_a_capture_begin_the_count_anew() -> None:
    assert play(read("B:WK32:BK1,5:H79"), "5-9").to_json()["quiet"] == 0
    assert play(read("B:WK15,32:BK10:H79"), "10x19").to_json()["quiet"] == 0
    assert play(read("B:WK32:BK1:H7"), "1-6").to_json()["quiet"] == 8


def test_who_cannot_move_at_the_eightieth_ply_has_lost_all_the_same() -> None:
    state = play(read("B:W28:B19,K20:H79"), "20-24")
    assert (state.ending(), state.returns()) == ("no moves", [1.0, -1.0])


# -- Notation and positions


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


@pytest.mark.parametrize(
    "text", [START, "W:WK1,32:B12,K29", "B:WK32:BK1:H79", "B:W14:B", "W:W28:B19,24"]
)
def test_a_position_is_read_as_it_was_written(text: str) -> None:
    reads_back(Draughts(), text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
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
)
def test_what_cannot_stand_on_a_board_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        read(text)


@pytest.mark.parametrize(
    "change",
    [{"turn": 2}, {"turn": True}, {"quiet": -1}, {"quiet": "1"}, {"jumping": 33}, {"jumping": 9},
     {"jumping": 21}, {"board": "b"}, {"board": None}],
)  # fmt: skip
def test_what_is_no_state_is_refused(change: dict[str, object]) -> None:
    data = {**Draughts().initial_state().to_json(), **change}
    with pytest.raises(BadPosition):
        Draughts().from_json(data)


def test_a_step_where_one_must_capture_is_illegal() -> None:
    with pytest.raises(IllegalMove):
        read("B:W15,32:B10").parse("10-14")
