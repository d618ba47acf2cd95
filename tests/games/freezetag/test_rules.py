"""The rules, sentence by sentence: each test is named after the sentence that it holds to."""

import pytest

from everygame.contract import CHANCE, OVER, State
from everygame.errors import IllegalMove
from everygame.games.freezetag.rules import FreezeTag

START = "1 Nl^Nl Nm^Nm Ns^Ns 1 / 5 / 5 / 5 / 1 Ss^Ss Sm^Sm Sl^Sl 1 ; S ; S0 N0"

pytestmark = pytest.mark.both


def begin(**options: str) -> State:
    return FreezeTag(**options).initial_state()


def at(text: str, moves: str = "", **options: str) -> State:
    state = FreezeTag(**options).parse_position(text)
    return state.play(moves) if moves else state


def legal(state: State) -> list[str]:
    return sorted(state.legal_moves())


def movers(state: State) -> set[str]:
    """The squares of the pieces that can move."""
    return {move[:2] for move in state.legal_moves()}


# -- facts


def test_the_die_has_six_equally_likely_faces() -> None:
    state = begin()
    assert state.to_play() == CHANCE
    faces = ["roll:l", "roll:m", "roll:ml", "roll:s", "roll:sl", "roll:sm"]
    assert legal(state) == faces
    assert [p for _, p in state.chance_outcomes()] == pytest.approx([1 / 6] * 6)


@pytest.mark.parametrize(
    ("options", "letters"),
    [
        ({"players": "2"}, "SN"),
        ({"players": "2", "seating": "corner"}, "SW"),
        ({"players": "3"}, "SWN"),
        ({"players": "4"}, "SWNE"),
    ],
)
def test_turns_go_clockwise_and_south_starts(options: dict[str, str], letters: str) -> None:
    state = begin(**options)
    for letter in letters + letters[0]:
        assert state.position().split(" ; ")[1] == letter
        state = state.play("roll:m")
        state = state.play(legal(state)[0])


def test_only_ones_own_pieces_are_moved() -> None:
    assert movers(at("5 / 5 / 2 Ns 2 / 5 / Ss 4 ; S ; S0 N0", "roll:s")) == {"a1"}


def test_a_piece_under_another_is_frozen_until_that_other_leaves() -> None:
    state = at("5 / 5 / Ns 4 / Sl^Ns 4 / 4 Sl ; N ; S0 N0", "roll:s")
    assert movers(state.play("a3-b4 roll:l")) == {"e1"}
    assert movers(state.play("a2-a1 roll:l")) == {"a2", "e1"}


# -- set-up


NORTH, SOUTH = "1 Nl^Nl Nm^Nm Ns^Ns 1", "1 Ss^Ss Sm^Sm Sl^Sl 1"


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, f"{NORTH} / 5 / 5 / 5 / {SOUTH} ; S ; S0 N0"),
        (
            {"seating": "corner"},
            f"5 / Ws^Ws 4 / Wm^Wm 4 / Wl^Wl 4 / {SOUTH} ; S ; S0 W0",
        ),
        (
            {"players": "3"},
            f"{NORTH} / Ws^Ws 4 / Wm^Wm 4 / Wl^Wl 4 / {SOUTH} ; S ; S0 W0 N0",
        ),
        (
            {"players": "4"},
            f"{NORTH} / Ws^Ws 3 El^El / Wm^Wm 3 Em^Em / Wl^Wl 3 Es^Es / {SOUTH} ; S ; S0 W0 N0 E0",
        ),
    ],
)
def test_the_set_up(options: dict[str, str], text: str) -> None:
    assert begin(**options).position() == text


@pytest.mark.parametrize(("seat", "square"), [("S", "a5"), ("W", "e4"), ("N", "a1"), ("E", "a4")])
def test_each_seat_leaves_over_the_edge_across_and_no_other(seat: str, square: str) -> None:
    """Of its smalls at two edges only the one on the far row leaves."""
    board = "Ss 3 Ns / Es 3 Ws / 5 / Ws 3 Es / Ns 3 Ss"
    state = at(f"{board} ; {seat} ; S0 W0 N0 E0", "roll:s", players="4")
    assert [move for move in legal(state) if move.endswith("-off")] == [f"{square}-off"]


# -- a turn: the die and the sizes


@pytest.mark.parametrize(
    ("seating", "roll", "moves"),
    [
        ("across", "roll:s", "b1-a1 b1-a2 b1-b2 b1-c2"),
        ("across", "roll:m", "c1-b2 c1-c2 c1-d2"),
        ("across", "roll:l", "d1-c2 d1-d2 d1-e1 d1-e2"),
        ("corner", "roll:s", "b1-a1 b1-b2 b1-c2"),
    ],
)
def test_the_first_plies(seating: str, roll: str, moves: str) -> None:
    assert " ".join(legal(begin(seating=seating).play(roll))) == moves


def test_all_sizes_shown_must_be_moved_and_the_order_is_free() -> None:
    state = begin().play("roll:sl")
    assert movers(state) == {"b1", "d1"}
    assert movers(state.play("b1-a1")) == {"d1"}
    assert movers(state.play("d1-e1")) == {"b1"}
    assert state.play("d1-e1 b1-a1").position().split(" ; ")[1] == "N"


def test_if_no_unused_size_has_a_legal_move_the_rest_of_the_roll_is_lost() -> None:
    text = "5 / 5 / 5 / Ns 4 / 5 ; S ; S0 N0"
    lost = at(text, "roll:sm")
    assert lost.position() == text.replace("; S ;", "; N ;")
    assert lost.to_json()["turns"] == 1
    half = at("5 / 5 / 5 / Sm^Nm 4 / Ss 4 ; S ; S0 N0", "roll:sm a1-b1")
    assert half.position().endswith("; N ; S0 N0")


def test_a_size_that_has_no_move_now_may_get_one_after_the_first_and_then_must_be_played() -> None:
    """The medium lies under the small, and the other medium is gone."""
    state = at("5 / 5 / 5 / Sm^Ss 4 / 4 Nm ; S ; S0 N0", "roll:sm")
    assert movers(state) == {"a2"}
    state = state.play("a2-b2")
    assert state.to_play() == 0
    assert state.position().split(" ; ")[1] == "S:m"
    assert movers(state) == {"a2"}
    assert "a2^b2" not in legal(state)  # never onto one's own smaller piece


def test_both_pieces_of_a_size_may_be_chosen_from() -> None:
    state = at("5 / 5 / 5 / 5 / Ss 3 Ss ; S ; S0 N0", "roll:s")
    assert legal(state) == ["a1-a2", "a1-b1", "a1-b2", "e1-d1", "e1-d2", "e1-e2"]


# -- moves


def test_a_move_is_one_king_step() -> None:
    state = at("5 / 5 / 2 Sm 2 / 5 / 5 ; S ; S0 N0", "roll:m")
    around = ["b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"]
    assert legal(state) == [f"c3-{square}" for square in around]


def test_off_the_board_from_any_square_of_the_far_row_straight_and_diagonal_being_one_ply() -> None:
    for file in "abcde":
        left, right = ord(file) - 97, 101 - ord(file)
        row = " ".join([str(left)] * bool(left) + ["Ss"] + [str(right)] * bool(right))
        moves = legal(at(f"{row} / 5 / 5 / 5 / 5 ; S ; S0 N0", "roll:s"))
        assert moves.count(f"{file}5-off") == 1
        assert len(moves) == (4 if file in "ae" else 6)


def test_who_can_go_nowhere_else_may_still_leave_over_the_far_edge() -> None:
    state = at("Ss Nl^Nl 3 / Nm^Nm Ns^Ns 3 / 5 / 5 / Sm Sm Sl Sl 1 ; S ; S1 N0", "roll:s")
    assert legal(state) == ["a5-off"]


def test_leaving_the_board_counts_and_frees_what_was_beneath() -> None:
    state = at("Nl^Ss 4 / 5 / 5 / 5 / 5 ; S ; S1 N0", "roll:s a5-off")
    assert state.position() == "Nl 4 / 5 / 5 / 5 / 5 ; N ; S2 N0"


@pytest.mark.parametrize("below", ["Ss", "Sm", "Sl", "Ns", "Nm", "Nl"])
def test_onto_a_single_piece_of_the_same_or_larger_size_anybodys_which_it_freezes(
    below: str,
) -> None:
    state = at(f"5 / 5 / 5 / {below} 4 / 1 Ss 3 ; S ; S0 N0", "roll:s")
    assert "b1^a2" in legal(state)
    assert state.play("b1^a2").position().startswith(f"5 / 5 / 5 / {below}^Ss 4 / 5 ; N")


def test_onto_a_single_opponents_piece_of_smaller_size_which_must_be_relocated() -> None:
    state = at("5 / 5 / 5 / Ns 4 / 1 Sl 3 ; S ; S0 N0", "roll:l b1xa2")
    assert (state.to_play(), state.to_json()["hand"]) == (0, "Ns")
    assert all(move.startswith(">") for move in legal(state))
    assert state.play(">e5").position() == "4 Ns / 5 / 5 / Sl 4 / 5 ; N ; S0 N0"


@pytest.mark.parametrize("there", ["Nl^Nl", "Sl^Ss", "Nm^Ss", "Ss", "Sm"])
def test_never_onto_a_stack_of_two_nor_ones_own_smaller_piece(there: str) -> None:
    state = at(f"5 / 5 / 5 / {there} 4 / 1 Sl 3 ; S ; S0 N0", "roll:l")
    assert legal(state) == ["b1-a1", "b1-b2", "b1-c1", "b1-c2"]


# -- relocation


def test_a_relocation_goes_to_any_square_distance_ignored() -> None:
    state = at("5 / 5 / 5 / Ns 4 / 1 Sl 3 ; S ; S0 N0", "roll:l b1xa2")
    empty = [f">{file}{rank}" for file in "abcde" for rank in "12345" if file + rank != "a2"]
    assert legal(state) == sorted([*empty, ">^a2"])


def test_a_relocated_piece_freezes_a_single_piece_not_smaller_the_capturer_included() -> None:
    state = at("Ns Nm 3 / Ss Sm 3 / 5 / Ns 4 / 1 Sl 3 ; S ; S0 N0", "roll:l b1xa2")
    freezing = [move for move in legal(state) if "^" in move]
    assert freezing == [">^a2", ">^a4", ">^a5", ">^b4", ">^b5"]
    frozen = state.play(">^a2").position()
    assert frozen == "Ns Nm 3 / Ss Sm 3 / 5 / Sl^Ns 4 / 5 ; N ; S0 N0"


def test_a_relocated_piece_captures_a_smaller_one_of_another_player_and_so_on() -> None:
    text = "Ws 4 / 5 / 5 / Nm 4 / 1 Sl 3 ; S ; S0 W0 N0"
    state = at(text, "roll:l b1xa2", players="3")
    assert ">xa5" in legal(state)
    chained = state.play(">xa5")
    assert chained.to_play() == 0 and chained.to_json()["hand"] == "Ws"
    end = chained.play(">^a5").position()
    assert end == "Nm^Ws 4 / 5 / 5 / Sl 4 / 5 ; W ; S0 W0 N0"


def test_a_captured_medium_may_capture_and_relocate_the_movers_own_small() -> None:
    """The designer's example; the small may go to the far row, but not off the board."""
    state = at("4 Nl / 5 / 5 / Nm 4 / Ss Sl 3 ; S ; S0 N0", "roll:l b1xa2 >xa1")
    assert state.to_json()["hand"] == "Ss"
    assert {">a5", ">^e5", ">^a1"} < set(legal(state))
    assert not [move for move in legal(state) if "off" in move]
    assert state.play(">a5").position() == "Ss 3 Nl / 5 / 5 / Sl 4 / Nm 4 ; N ; S0 N0"


def test_a_relocated_piece_never_lands_on_its_owners_smaller_piece_nor_on_a_stack() -> None:
    state = at("Ns 3 Nl^Ss / 5 / 5 / Nm 4 / 1 Sl 3 ; S ; S0 N0", "roll:l b1xa2")
    assert not [move for move in legal(state) if move[-2:] in ("a5", "e5")]


def test_a_relocation_is_compulsory_and_the_roll_goes_on_after_it() -> None:
    state = at("5 / 5 / 5 / Ns 4 / Ss Sl 3 ; S ; S0 N0", "roll:sl b1xa2")
    with pytest.raises(IllegalMove):
        state.parse("a1-b2")
    state = state.play(">e5")
    assert state.position() == "4 Ns / 5 / 5 / Sl 4 / Ss 4 ; S:s ; S0 N0"
    assert "a1^a2" in legal(state)


def test_a_relocation_can_take_the_last_move_from_an_unused_size() -> None:
    """The small in the corner is frozen by the very piece that was captured."""
    state = at("5 / 5 / 5 / Ns 4 / Ss Sl 3 ; S ; S0 N0", "roll:sl b1xa2 >^a1")
    assert state.position() == "5 / 5 / 5 / Sl 4 / Ss^Ns 4 ; N ; S0 N0"


# -- endings


def test_the_third_piece_off_wins_at_once_even_in_mid_roll() -> None:
    state = at("Ss 4 / 5 / 5 / 5 / Sl 3 Nl ; S ; S2 N2", "roll:sl a5-off")
    assert state.to_play() == OVER
    assert (state.returns(), state.ending()) == ([1.0, -1.0], "three off")
    assert state.position() == "5 / 5 / 5 / 5 / Sl 3 Nl ; N ; S3 N2"


def test_the_winner_gets_1_and_each_other_its_share_of_the_loss() -> None:
    text = "5 / 5 / 5 / 5 / Ns 4 ; N ; S0 W1 N2 E2"
    state = at(text, "roll:s a1-off", players="4")
    assert state.returns() == pytest.approx([-1 / 3, -1 / 3, 1, -1 / 3])


def near_the_limit(text: str) -> State:
    game = FreezeTag()
    return game.from_json({**game.parse_position(text).to_json(), "turns": 999})


def test_a_draw_after_1000_turns() -> None:
    state = near_the_limit("5 / 5 / 5 / 5 / Ss 4 ; S ; S2 N2")
    moved = state.play("roll:s a1-a2")
    assert moved.to_play() == OVER
    assert (moved.returns(), moved.ending()) == ([0.0, 0.0], "turn limit")
    assert state.play("roll:m").ending() == "turn limit"  # a lost turn is a turn


def test_a_win_is_tested_before_a_draw() -> None:
    state = near_the_limit("Ss 4 / 5 / 5 / 5 / 5 ; S ; S2 N2")
    assert state.play("roll:s a5-off").ending() == "three off"


def test_the_turns_of_a_match_are_counted() -> None:
    state = begin().play("roll:s b1-a1 roll:m c5-c4 roll:sl b1-b2")
    assert state.to_json()["turns"] == 2
    assert state.play("d1-e1").to_json()["turns"] == 3


def test_a_position_read_may_be_over() -> None:
    state = at("5 / 5 / 5 / 5 / 5 ; N ; S3 N0")
    assert (state.to_play(), state.ending(), state.legal_actions()) == (OVER, "three off", [])


# -- keys


def test_the_key_knows_the_position_but_not_the_number_of_turns() -> None:
    state = at("5 / 5 / 5 / 5 / Ss 3 Ns ; S ; S0 N0")
    again = state.play("roll:s a1-a2 roll:s e1-e2 roll:s a2-a1 roll:s e2-e1")
    assert again.key() == state.key()
    assert again.to_json() != state.to_json()
    assert state.play("roll:s").key() != state.key() != state.play("roll:m").key()
