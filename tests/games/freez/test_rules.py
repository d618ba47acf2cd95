"""The rules, sentence by sentence: each test is named after the sentence that it holds to."""

from random import Random

import pytest

from everygame.contract import OVER, State
from everygame.errors import IllegalMove
from everygame.games.freez.rules import Freez
from everygame.match import Match
from tests.games.freez.table import at, goals, legal, over, place, places

START = "b1 b2 b3 b2 b2 b3 b2 b1 / 8 / 8 / 8 / 8 / 8 / 8 / w1 w2 w3 w2 w2 w3 w2 w1 ; w"
SMALL = "b1 b2 b3 b3 b2 b1 / 6 / 6 / 6 / 6 / w1 w2 w3 w3 w2 w1 ; w"
FAR = ", b1 h8"
WIN, LOSS, DRAW = [1.0, -1.0], [-1.0, 1.0], [0.0, 0.0]

pytestmark = pytest.mark.both


# -- set-up


def test_the_default_set_up() -> None:
    assert Freez().initial_state().position() == START
    assert Freez().settings == {
        "players": "2",
        "size": "8",
        "snow": "checker",
        "wall": "strict",
        "lineup": "",
        "colours": "white black",
    }


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"size": "6"}, SMALL),
        ({"size": "7"}, "b1 b2 b3 b2 b3 b2 b1 / 7 / 7 / 7 / 7 / 7 / w1 w2 w3 w2 w3 w2 w1 ; w"),
        (
            {"size": "6", "lineup": "112233"},
            "b3 b3 b2 b2 b1 b1 / 6 / 6 / 6 / 6 / w1 w1 w2 w2 w3 w3 ; w",
        ),
    ],
)
def test_black_is_the_board_turned_by_180_degrees(options: dict[str, str], text: str) -> None:
    assert Freez(**options).initial_state().position() == text


def test_white_moves_first() -> None:
    assert Freez().initial_state().to_play() == 0


def test_the_start_has_45_first_moves() -> None:
    state = Freez().initial_state()
    counts = [len(goals(state, file + "1").split()) for file in "abcdefgh"]
    assert counts == [2, 4, 14, 5, 8, 4, 6, 2] and len(legal(state)) == 45


# -- 1. who cannot move a live piece


def test_a_player_without_a_legal_live_piece_move_loses_at_once() -> None:
    pieces = "w3 a1, b1 e5, bf b4 d4 a4"
    assert at(pieces, size="6", snow="none").ending() == ""
    assert over(at(pieces + " d1", size="6", snow="none")) == (LOSS, "no moves")
    state = at(pieces + " d2", "e5-e6 d2~d1 done", turn="b", size="6", snow="none")
    assert over(state) == (LOSS, "no moves") and state.to_play() == OVER


def test_frozen_pieces_that_could_move_do_not_help() -> None:
    state = at("w3 a1, wf f6, b1 e5, bf b4 d4 d1 a4", size="6", snow="none")
    assert over(state) == (LOSS, "no moves") and legal(state) == []


def test_who_has_just_moved_may_be_without_a_move() -> None:
    """The 3 on a1 has none, but it is Black's turn, and then c4 is free."""
    pieces = "w3 a1, b1 e5, bf b4 d4 a4 d1"
    assert at(pieces, turn="b", size="6", snow="none").ending() == ""
    freed = at(pieces, "e5-e6 d1~d2 done", turn="b", size="6", snow="none")
    assert freed.ending() == "" and legal(freed) == ["a1-d1"]


# -- 2. moving a live piece

GOALS = [
    # a 2 goes exactly two squares in eight directions
    ("w2 d4" + FAR, "none", "d4", "b2 b4 b6 d2 d6 f2 f4 f6"),
    # beside a snowflake that it enters over a side it leaves over corners too
    ("w2 d4" + FAR, "e4", "d4", "b2 b4 b6 d2 d3 d5 d6 f2 f3 f4 f5 f6"),
    # one that it enters over a corner it leaves over sides too
    ("w2 d4" + FAR, "e5", "d4", "b2 b4 b6 d2 d5 d6 e4 e6 f2 f4 f5 f6"),
    # a 3 turns on the first or the second snowflake
    ("w3 a1" + FAR, "b2,c3", "a1", "a4 b3 b4 c2 c4 d1 d2 d3 d4"),
    # at most once per move: two turns, on b2 and b3, would lead to a4 or c4
    ("w3 a1, bf a4, b1 h8", "b2,b3", "a1", "b4 d1 d2 d4"),
    # only on a square between start and end
    ("w2 d4" + FAR, "d4,d6,b2,f4", "d4", "b2 b4 b6 d2 d6 f2 f4 f6"),
    ("w1 d4" + FAR, "checker", "d4", "c3 c4 c5 d3 d5 e3 e4 e5"),
    # never by 90 or 180 degrees: from b1 by b2 neither to c2 and d2, nor back
    ("w3 b1" + FAR, "b2", "b1", "b4 d4 e1 e4"),
    ("w3 a1" + FAR, "b2", "a1", "a4 b4 d1 d2 d4"),
    # all squares between must be empty
    ("w2 d4, b1 d5 h8, bf e4, wf c4, w1 d3", "none", "d4", "b2 b6 f2 f6"),
    ("w3 d4, bf d6" + FAR, "none", "d4", "a1 a4 a7 d1 g1 g4 g7"),
    # the last is empty or holds a live enemy
    ("w2 d4, b1 d6 h8, bf f4, wf b4, w3 d2", "none", "d4", "b2 b6 d6 f2 f6"),
    # pieces do not wrap around and do not leave the board
    ("w3 h4, b1 a8", "none", "h4", "e1 e4 e7 h1 h7"),
    # nothing reflects at an edge by itself: a mirror would send the 3 from b5 by a6 to c8
    ("w3 b5, b1 h8", "none", "b5", "b2 b8 e2 e5 e8"),
    # a bounce is a snowflake turn on an edge square
    ("w2 b5, b1 h8", "none", "b5", "b3 b7 d3 d5 d7"),
    ("w2 b5, b1 h8", "a6", "b5", "a5 a7 b3 b6 b7 d3 d5 d7"),
]


@pytest.mark.parametrize(("pieces", "snow", "start", "ends"), GOALS)
def test_where_a_live_piece_goes(pieces: str, snow: str, start: str, ends: str) -> None:
    assert goals(at(pieces, snow=snow), start) == ends


def test_frozen_pieces_cannot_be_captured() -> None:
    with pytest.raises(IllegalMove):
        at("w2 d4, bf d6" + FAR).parse("d4xd6")


def test_frozen_pieces_may_not_capture_nor_move_before_a_live_piece() -> None:
    state = at("w2 a1, wf d4, b1 d5 h8")
    assert {move[:2] for move in legal(state)} == {"a1"}
    assert not {"d4~d5", "d4xd5"} & set(legal(state.play("a1-a3")))


def test_two_paths_to_one_square_are_one_ply() -> None:
    assert legal(at("w2 d4" + FAR, snow="c3,e3")).count("d4-d3") == 1


@pytest.mark.parametrize(("turn", "mover"), [("w", "a1"), ("b", "h8")])
def test_only_the_live_pieces_of_the_side_to_move(turn: str, mover: str) -> None:
    assert {move[:2] for move in legal(at("w1 a1, b1 h8", turn=turn))} == {mover}


# -- 3. capturing


def test_after_a_capture_the_frozen_piece_waits_in_the_box() -> None:
    state = at("w2 d4, b1 d6 h8", "d4xd6")
    told = state.to_json()
    assert told["box"] and told["moved"] == "d6" and state.to_play() == 0
    assert told["board"] == place("w2 d6, b1 h8").split(" ; ")[0]


def test_it_is_put_on_an_empty_square_next_to_the_capture_square() -> None:
    state = at("w2 d4, w1 c5, bf e7, b1 d6 h1", "d4xd6", snow="none")
    assert places(state) == "c6 c7 d5 d7 e5 e6"


def test_it_keeps_its_colour_and_the_turn_ends() -> None:
    state = at("w2 d4, b1 d6 h8", "d4xd6 @d7")
    assert state.to_play() == 1
    assert state.position() == place("w2 d6, bf d7, b1 h8", "b")


def test_no_tap_and_no_frozen_move_after_a_capture() -> None:
    state = at("w2 d4, wf a1, b1 d6 h8", "d4xd6")
    assert {move[0] for move in legal(state)} == {"@"}


PLACES = [
    # the only attack may not be blocked: the 3 on d3 could capture on d6 by d4 and d5
    ("w2 f6, b1 d6, b3 d3", "none", "c5 c6 c7 d7 e5 e6 e7"),
    # nor an attack along a turn: the 2 on c4 comes to d6 by c5 alone, up, then over a corner
    ("w2 f6, b1 d6, b2 c4", "c5", "c6 c7 d5 d7 e5 e6 e7"),
    # without an attack any empty square
    ("w2 f6, b1 d6, b2 d3", "none", "c5 c6 c7 d5 d7 e5 e6 e7"),
    # with two attacks any empty square
    ("w2 f6, b1 d6, b3 d3 a6", "none", "c5 c6 c7 d5 d7 e5 e6 e7"),
    # two paths of one piece are two attacks: the 2 on d5 comes by c5, or by c5 and by e5
    ("w2 f6, b1 d6, b2 d5", "c5", "c6 c7 d7 e5 e6 e7"),
    ("w2 f6, b1 d6, b2 d5", "c5,e5", "c5 c6 c7 d7 e5 e6 e7"),
    # a neighbour attacks without a square between
    ("w2 f6, b1 d6 d5", "none", "c5 c6 c7 d7 e5 e6 e7"),
    # frozen pieces and own pieces do not attack
    ("w2 f6, w3 d3, bf g6, b1 d6 h1", "none", "c5 c6 c7 d5 d7 e5 e6 e7"),
    # what stands between stops an attack
    ("w2 f6, wf d4, b1 d6, b3 d3", "none", "c5 c6 c7 d5 d7 e5 e6 e7"),
]


@pytest.mark.parametrize(("pieces", "snow", "free"), PLACES)
def test_where_a_captured_piece_may_be_put(pieces: str, snow: str, free: str) -> None:
    assert places(at(pieces, "f6xd6", snow=snow)) == free


def test_it_may_be_blocked_where_there_is_no_other_free_square() -> None:
    """The 1 captures in the corner, and only the square that it left is free."""
    state = at("w1 b2, wf a2, b1 a1, bf b1, b3 d4", "b2xa1", snow="none")
    assert places(state) == "b2"


# -- 4. after a move without a capture


@pytest.mark.parametrize(("number", "lowered"), [(3, 2), (2, 1), (1, 3)])
def test_lower_the_number_of_the_piece_just_moved(number: int, lowered: int) -> None:
    state = at(f"w{number} d4, w2 a1, b1 h1", f"d4-d{4 + number} tap", snow="none")
    assert state.position() == place(f"w{lowered} d{4 + number}, w2 a1, b1 h1", "b")


def test_without_frozen_pieces_the_turn_ends_with_the_tap() -> None:
    assert at("w2 d4" + FAR, "d4-d6").to_play() == 0
    assert at("w2 d4" + FAR, "d4-d6 tap").to_play() == 1


@pytest.mark.parametrize(
    ("options", "then"),
    [
        ("done", "w2 d6, wf a1"),
        ("tap done", "w1 d6, wf a1"),
        ("a1~a2 done", "w2 d6, wf a2"),
        ("tap a1~b2", "w1 d6, wf b2"),
        ("a1~b2 tap", "w1 d6, wf b2"),
    ],
)
def test_tap_and_frozen_move_or_one_or_none_in_either_order(options: str, then: str) -> None:
    state = at("w2 d4, wf a1" + FAR, f"d4-d6 {options}")
    assert state.position() == place(then + FAR, "b")


@pytest.mark.parametrize(
    ("pieces", "moves", "left"),
    [
        # each at most once
        ("w2 d4, wf a1", "d4-d6 tap", "a1~a2 a1~b1 a1~b2 done"),
        ("w2 d4, wf a1 h1", "d4-d6 a1~a2", "done tap"),
        # a frozen piece goes one square in eight directions to an empty one
        ("w2 a1, wf d4, bf d5, b1 e5", "a1-a3 tap", "d4~c3 d4~c4 d4~c5 d4~d3 d4~e3 d4~e4 done"),
        # only one's own frozen pieces
        ("w2 a1, wf h1, bf f6", "a1-a3", "done h1~g1 h1~g2 h1~h2 tap"),
    ],
)
def test_what_may_be_done_after_a_move_without_a_capture(
    pieces: str, moves: str, left: str
) -> None:
    assert " ".join(legal(at(pieces + FAR, moves))) == left


def test_the_turn_ends_by_itself_when_nothing_optional_is_left() -> None:
    assert at("w2 e2, wf a1, bf a2 b1 b2, b1 h8", "e2-e4 tap").to_play() == 1


def test_a_player_may_block_an_attack_with_his_own_frozen_piece() -> None:
    attacked = at("w2 f6, wf c5, b1 h1, b3 d3", "f6-d6", snow="none")
    assert "d3xd6" in legal(attacked.play("done"))
    assert "d3xd6" not in legal(attacked.play("c5~d5 done"))


def test_a_turn_may_not_be_declined() -> None:
    assert not {"done", "tap"} & set(legal(Freez().initial_state()))


# -- 5. winning


def test_no_live_pieces_wins_right_after_the_capture() -> None:
    state = at("w2 d4, b1 d6, bf a1", "d4xd6")
    assert over(state) == (WIN, "no live pieces") and state.to_play() == OVER
    assert state.to_json()["box"] and state.position().endswith(" ; b")


def test_black_wins_as_well() -> None:
    assert over(at("w1 d4, b2 d6", "d6xd4", turn="b")) == (LOSS, "no live pieces")


# -- 6. draws

LAP = "a1-a2 done h8-h7 done a2-a1 done h7-h8 done"
"""Four turns in which both sides walk up and down on the edges."""


def quiet(pieces: str, turns: int) -> State:
    """A state after so many turns without a capture."""
    state = at(pieces)
    return state.game.from_json({**state.to_json(), "quiet": turns})


def test_100_turns_in_a_row_without_a_capture_are_a_draw() -> None:
    state = at("w1 a1, b1 h8")
    for _ in range(24):
        state = state.play(LAP)
    state = state.play("a1-a2 done h8-h7 done a2-a1 done")
    assert over(state) == (DRAW, "")
    assert over(state.play("h7-h8 done")) == (DRAW, "no progress")


def test_a_capture_begins_the_count_anew() -> None:
    state = quiet("w2 d4, b1 h8 d6", 98)
    assert state.play("d4-d5").to_json()["quiet"] == 99
    assert state.play("d4xd6 @d7").to_json()["quiet"] == 0


def test_a_win_is_tested_before_the_draw() -> None:
    state = quiet("w1 h8, b1 a8, bf b8 b7, wf a6", 99).play("h8-h7")
    assert over(state.play("a6~a7 done")) == (WIN, "wall")
    assert over(state.play("a6~a5 done")) == (DRAW, "no progress")


def test_the_third_occurrence_of_a_position_with_the_same_side_to_move_is_a_draw() -> None:
    game = Freez()
    match = Match(game, Random(1), game.parse_position(place("w1 a1, b1 h8")))
    for move in [*LAP.split(), *LAP.split()[:-1]]:
        match.play(match.to_play(), move)
        assert match.outcome() is None
    match.play(match.to_play(), "done")
    outcome = match.outcome()
    assert outcome is not None and (outcome.returns, outcome.ending) == ((0.0, 0.0), "repetition")


def test_positions_within_a_turn_are_no_repetition() -> None:
    one, two = at("w1 a1" + FAR, "a1-a2"), at("w1 b1" + FAR, "b1-a2")
    assert one.key() == two.key()
    later = Freez().from_json({**two.to_json(), "quiet": 5})
    assert later.key() != one.key()
    assert later.play("done").key() == one.play("done").key()
