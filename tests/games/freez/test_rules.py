"""The rules, sentence by sentence: each test is named after the sentence that it holds to."""

from random import Random

import pytest

from everygame.contract import OVER, State
from everygame.errors import IllegalMove
from everygame.games.freez.rules import Freez
from everygame.match import Match
from tests.games.freez.table import TABLES, after, at, goals, legal, line, over, place, places

START = "b1 b2 b3 b2 b2 b3 b2 b1 / 8 / 8 / 8 / 8 / 8 / 8 / w1 w2 w3 w2 w2 w3 w2 w1 ; w"
SMALL = "b1 b2 b3 b3 b2 b1 / 6 / 6 / 6 / 6 / w1 w2 w3 w3 w2 w1 ; w"
FAR = ", b1 h8"
STRAIGHT = {"b2", "b4", "b6", "d2", "d6", "f2", "f4", "f6"}
"""Where a 2 on d4 goes without a turn."""
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


def test_snowflakes_are_all_squares_of_the_colour_of_a1() -> None:
    """A 2 turns on the square beside it exactly if that is one of them."""
    for square in ("a1", "b2", "h8", "c5", "d4"):
        file, rank = "abcdefgh".index(square[0]), int(square[1])
        beside = "abcdefgh"[file + 1 if file < 7 else file - 1] + str(rank)
        assert len(goals(at(f"w2 {beside}, b1 h1 a8"), beside).split()) > 8


def test_the_start_has_45_first_moves() -> None:
    state = Freez().initial_state()
    counts = {file + "1": len(goals(state, file + "1").split()) for file in "abcdefgh"}
    assert counts == {"a1": 2, "b1": 4, "c1": 14, "d1": 5, "e1": 8, "f1": 4, "g1": 6, "h1": 2}
    assert len(legal(state)) == 45


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


def test_a_2_goes_exactly_two_squares_in_eight_directions() -> None:
    assert goals(at("w2 d4" + FAR, snow="none"), "d4") == "b2 b4 b6 d2 d6 f2 f4 f6"


def test_a_2_beside_a_snowflake_entered_over_a_side_leaves_over_corners() -> None:
    found = set(goals(at("w2 d4" + FAR, snow="e4"), "d4").split())
    assert found - STRAIGHT == {"d3", "d5", "f3", "f5"}


def test_entered_over_a_corner_it_leaves_over_sides() -> None:
    found = set(goals(at("w2 d4" + FAR, snow="e5"), "d4").split())
    assert found - STRAIGHT == {"e6", "e4", "f5", "d5"}


def test_a_3_turns_on_the_first_or_the_second_snowflake() -> None:
    state = at("w3 a1" + FAR, snow="b2,c3")
    assert goals(state, "a1") == "a4 b3 b4 c2 c4 d1 d2 d3 d4"


def test_the_direction_changes_at_most_once_per_move() -> None:
    """Two turns, on b2 and b3, would lead to a4 or c4."""
    found = goals(at("w3 a1, bf a4, b1 h8", snow="b2,b3"), "a1").split()
    assert "a4" not in found and "c4" not in found and "b4" in found


def test_only_on_a_square_between_start_and_end() -> None:
    assert set(goals(at("w2 d4" + FAR, snow="d4,d6,b2,f4"), "d4").split()) == STRAIGHT
    assert goals(at("w1 d4" + FAR), "d4") == "c3 c4 c5 d3 d5 e3 e4 e5"


def test_never_90_or_180_degrees() -> None:
    """A 3 from b1 turns on b2: neither to c2 and d2, nor back; from a1, not to c1 or a3."""
    found = set(goals(at("w3 b1" + FAR, snow="b2"), "b1").split())
    assert found == {"b4", "e4", "e1"} | {"d4"}
    found = set(goals(at("w3 a1" + FAR, snow="b2"), "a1").split())
    assert found == {"a4", "d4", "d1"} | {"b4", "d2"}


def test_turning_is_a_choice() -> None:
    assert {"f4", "f5"} <= set(goals(at("w2 d4" + FAR, snow="e4"), "d4").split())


def test_all_squares_between_must_be_empty() -> None:
    for blocker in ("b1", "bf", "wf", "w1"):
        state = at(f"w2 d4, {blocker} d5, b1 h8", snow="none")
        assert "d6" not in goals(state, "d4").split()
    assert "d7" not in goals(at("w3 d4, bf d6" + FAR, snow="none"), "d4").split()


def test_the_last_square_is_empty_or_holds_a_live_enemy() -> None:
    state = at("w2 d4, b1 d6 h8, bf f4, wf b4, w3 d2", snow="none")
    assert goals(state, "d4") == "b2 b6 d6 f2 f6"
    assert "d4xd6" in legal(state)


def test_frozen_pieces_cannot_be_captured() -> None:
    with pytest.raises(IllegalMove):
        at("w2 d4, bf d6" + FAR).parse("d4xd6")


def test_frozen_pieces_may_not_capture_nor_move_before_a_live_piece() -> None:
    state = at("w2 a1, wf d4, b1 d5 h8")
    assert {move[:2] for move in legal(state)} == {"a1"}
    moved = after(state, "a1-a3")
    assert "d4~d5" not in legal(moved) and "d4xd5" not in legal(moved)


def test_pieces_do_not_wrap_around_and_do_not_leave_the_board() -> None:
    assert goals(at("w3 h4, b1 a8", snow="none"), "h4") == "e1 e4 e7 h1 h7"


def test_nothing_reflects_at_an_edge_by_itself() -> None:
    """A mirror would send the 3 from b5 by a6 to b7 and c8: 90 degrees, even on a snowflake."""
    for snow in ("none", "a6"):
        assert "c8" not in goals(at("w3 b5, b1 h8", snow=snow), "b5").split()


def test_a_bounce_is_a_snowflake_turn_on_an_edge_square() -> None:
    found = set(goals(at("w2 b5, b1 h8", snow="a6"), "b5").split())
    assert found == {"b3", "b7", "d3", "d5", "d7"} | {"a7", "a5", "b6"}
    assert {"a5", "a7", "b6"}.isdisjoint(goals(at("w2 b5, b1 h8", snow="none"), "b5").split())


def test_two_paths_to_one_square_are_one_ply() -> None:
    state = at("w2 d4" + FAR, snow="c3,e3")
    assert legal(state).count("d4-d3") == 1


def test_only_the_live_pieces_of_the_side_to_move() -> None:
    assert {move[:2] for move in legal(at("w1 a1, b1 h8"))} == {"a1"}
    assert {move[:2] for move in legal(at("w1 a1, b1 h8", turn="b"))} == {"h8"}


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


def test_the_only_attack_may_not_be_blocked() -> None:
    """The 3 on d3 could capture on d6 by d4 and d5."""
    assert places(at("w2 f6, b1 d6, b3 d3", "f6xd6", snow="none")) == "c5 c6 c7 d7 e5 e6 e7"


def test_an_attack_along_a_turn_may_not_be_blocked() -> None:
    """The 2 on c4 comes to d6 by c5 alone: up, then over a corner."""
    state = at("w2 f6, b1 d6, b2 c4", "f6xd6", snow="c5")
    assert places(state) == "c6 c7 d5 d7 e5 e6 e7"


def test_without_an_attack_any_empty_square() -> None:
    assert places(at("w2 f6, b1 d6, b2 d3", "f6xd6", snow="none")) == "c5 c6 c7 d5 d7 e5 e6 e7"


def test_with_two_attacks_any_empty_square() -> None:
    state = at("w2 f6, b1 d6, b3 d3 a6", "f6xd6", snow="none")
    assert places(state) == "c5 c6 c7 d5 d7 e5 e6 e7"


def test_two_paths_of_one_piece_are_two_attacks() -> None:
    """The 2 on d5 comes to d6 by c5; with another snowflake by e5 as well."""
    one = at("w2 f6, b1 d6, b2 d5", "f6xd6", snow="c5")
    two = at("w2 f6, b1 d6, b2 d5", "f6xd6", snow="c5,e5")
    assert places(one) == "c6 c7 d7 e5 e6 e7"
    assert places(two) == "c5 c6 c7 d7 e5 e6 e7"


def test_a_neighbour_attacks_without_a_square_between() -> None:
    assert places(at("w2 f6, b1 d6 d5", "f6xd6", snow="none")) == "c5 c6 c7 d7 e5 e6 e7"


def test_frozen_pieces_and_own_pieces_do_not_attack() -> None:
    state = at("w2 f6, w3 d3, bf g6, b1 d6 h1", "f6xd6", snow="none")
    assert "d5" in places(state).split()


def test_what_stands_between_stops_an_attack() -> None:
    state = at("w2 f6, wf d4, b1 d6, b3 d3", "f6xd6", snow="none")
    assert "d5" in places(state).split()


def test_it_may_be_blocked_where_there_is_no_other_free_square() -> None:
    """The 1 captures in the corner, and only the square that it left is free."""
    state = at("w1 b2, wf a2, b1 a1, bf b1, b3 d4", "b2xa1", snow="none")
    assert places(state) == "b2"


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_after_a_capture_the_square_before_the_last_is_free(options: dict[str, str]) -> None:
    waits = [s for n in range(3) for s in line(options, f"lemma/{n}") if s.to_json()["box"]]
    assert len(waits) > 10
    assert all(state.legal_actions() for state in waits if not state.ending())


# -- 4. after a move without a capture


def test_lower_the_number_of_the_piece_just_moved() -> None:
    for number, lowered in ((3, 2), (2, 1), (1, 3)):
        state = at(f"w{number} d4, w2 a1, b1 h1", f"d4-d{4 + number} tap", snow="none")
        assert state.position() == place(f"w{lowered} d{4 + number}, w2 a1, b1 h1", "b")


def test_without_frozen_pieces_the_turn_ends_with_the_tap() -> None:
    assert at("w2 d4" + FAR, "d4-d6").to_play() == 0
    assert at("w2 d4" + FAR, "d4-d6 tap").to_play() == 1


def test_tap_and_frozen_move_in_either_order() -> None:
    pieces = "w2 d4, wf a1" + FAR
    one, two = at(pieces, "d4-d6 tap a1~b2"), at(pieces, "d4-d6 a1~b2 tap")
    assert one.position() == two.position() == place("w1 d6, wf b2" + FAR, "b")


def test_each_at_most_once() -> None:
    tapped = at("w2 d4, wf a1" + FAR, "d4-d6 tap")
    assert legal(tapped) == ["a1~a2", "a1~b1", "a1~b2", "done"]
    shifted = at("w2 d4, wf a1 h1" + FAR, "d4-d6 a1~a2")
    assert legal(shifted) == ["done", "tap"]


def test_either_or_both_or_none() -> None:
    pieces = "w2 d4, wf a1" + FAR
    assert at(pieces, "d4-d6 done").position() == place("w2 d6, wf a1" + FAR, "b")
    assert at(pieces, "d4-d6 tap done").position() == place("w1 d6, wf a1" + FAR, "b")
    assert at(pieces, "d4-d6 a1~a2 done").position() == place("w2 d6, wf a2" + FAR, "b")


def test_a_frozen_piece_goes_one_square_in_eight_directions_to_an_empty_one() -> None:
    state = at("w2 a1, wf d4, bf d5, b1 e5 h8", "a1-a3 tap")
    assert legal(state) == ["d4~c3", "d4~c4", "d4~c5", "d4~d3", "d4~e3", "d4~e4", "done"]


def test_only_ones_own_frozen_pieces() -> None:
    state = at("w2 a1, wf d4, bf f6" + FAR, "a1-a3")
    assert {move[:2] for move in legal(state)} - {"ta", "do"} == {"d4"}


def test_the_turn_ends_by_itself_when_nothing_optional_is_left() -> None:
    state = at("w2 e2, wf a1, bf a2 b1 b2, b1 h8", "e2-e4 tap")
    assert state.to_play() == 1


def test_a_player_may_block_an_attack_with_his_own_frozen_piece() -> None:
    pieces = "w2 f6, wf c5, b1 h1, b3 d3"
    attacked = at(pieces, "f6-d6 done", snow="none")
    assert "d3xd6" in legal(attacked)
    assert "d3xd6" not in legal(at(pieces, "f6-d6 c5~d5 done", snow="none"))


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


def dance(state: State, turns: int) -> State:
    """Both sides walk up and down on the edges."""
    for turn in range(turns):
        where = turn // 2 % 2
        move = (("a1-a2", "a2-a1"), ("h8-h7", "h7-h8"))[turn % 2][where]
        state = after(state, f"{move} done")
    return state


def test_100_turns_in_a_row_without_a_capture_are_a_draw() -> None:
    state = at("w1 a1, b1 h8")
    assert over(dance(state, 99)) == (DRAW, "")
    assert over(dance(state, 100)) == (DRAW, "no progress")


def test_a_capture_begins_the_count_anew() -> None:
    state = dance(at("w1 a1, w2 d4, b1 h8 d6"), 98)
    assert state.to_json()["quiet"] == 98
    assert after(state, "d4xd6 @d7").to_json()["quiet"] == 0


def test_a_win_is_tested_before_the_draw() -> None:
    start = at("w1 h8, b1 a8, bf b8 b7, wf a6")
    state = Freez().from_json({**start.to_json(), "quiet": 99})
    assert over(after(state, "h8-h7 a6~a7 done")) == (WIN, "wall")
    assert over(after(state, "h8-h7 a6~a5 done")) == (DRAW, "no progress")


def test_the_third_occurrence_of_a_position_with_the_same_side_to_move_is_a_draw() -> None:
    game = Freez()
    match = Match(game, Random(1), game.parse_position(place("w1 a1, b1 h8")))
    lap = ["a1-a2", "done", "h8-h7", "done", "a2-a1", "done", "h7-h8", "done"]
    for move in (lap * 2)[:-1]:
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
    assert after(later, "done").key() == after(one, "done").key()
