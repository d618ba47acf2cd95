"""The Fetlar rules of hnefatafl, a test for each sentence."""

from __future__ import annotations

from random import Random

import pytest

from everygame.contract import OVER, State
from everygame.errors import BadPosition, IllegalMove
from everygame.games.hnefatafl.bots import evaluate
from everygame.games.hnefatafl.rules import Hnefatafl
from everygame.match import Match
from tests.games.shared import play

pytestmark = pytest.mark.both

GAME = Hnefatafl()


def read(turn: str, **pieces: str) -> State:
    """Pieces by their squares: a="b1 c1", d="…", k="f6"."""
    signs = {at: sign for sign, squares in pieces.items() for at in squares.split()}
    rows = [
        "".join(signs.get(f"{file}{rank}", ".") for file in "abcdefghijk")
        for rank in range(11, 0, -1)
    ]
    return GAME.parse_position(f"{'/'.join(rows)} ; {turn}")


def standing(state: State) -> str:
    return state.position().replace("/", "").replace(".", "").partition(" ")[0]


def legal(state: State) -> list[str]:
    return [state.text(action) for action in state.legal_actions()]


def test_attackers_move_first_and_sides_take_turns() -> None:
    state = GAME.initial_state()
    assert state.to_play() == 0 and play(state, "d1-c1").to_play() == 1
    assert standing(state).count("a") == 24 and standing(state).count("d") == 12


def test_pieces_move_like_rooks() -> None:
    state = read("a", a="b4", d="e4 b9", k="k9")
    assert legal(state) == sorted(legal(state), key=legal(state).index)
    ends = {move.partition("-")[2] for move in legal(state)}
    assert ends == {"a4", "c4", "d4", "b1", "b2", "b3", "b5", "b6", "b7", "b8"}
    for move in ("b4-f4", "b4-e4", "b4-b10", "b4-c5"):
        with pytest.raises(IllegalMove):
            play(state, move)


def test_only_the_king_rests_on_throne_and_corners() -> None:
    state = read("a", a="f3 a5", k="h6")
    assert "f3-f6" not in legal(state) and "a5-a1" not in legal(state)
    king = play(state, "a5-a4")
    assert "h6-f6" in legal(king), "the king may come back to the throne"


def test_all_pass_over_the_empty_throne() -> None:
    assert "f3-f9" in legal(read("a", a="f3", k="h7"))
    assert "f3-f7" not in legal(read("a", a="f3", k="f6"))


def test_a_piece_between_two_enemies_is_taken() -> None:
    assert standing(play(read("a", a="c3 e9", d="d3", k="j8"), "e9-e3")) == "kaa"
    assert standing(play(read("d", a="d4", d="c4 e8", k="j8"), "e8-e4")) == "kdd"


def test_several_are_taken_at_once_but_no_row_of_two() -> None:
    state = play(
        read(
            "a",
            a="b5 d7 d1 f3",
            d="c5 d6 d4",
            k="j8",
        ),
        "f3-f5",
        "j8-j7",
        "f5-e5",
    )
    assert standing(state).count("d") == 3
    state = play(read("a", a="b5 d7 d3 g5", d="c5 d6 d4", k="j8"), "g5-d5")
    assert standing(state).count("d") == 0
    state = play(read("a", a="b5 e9", d="c5 d5", k="j8"), "e9-e5")
    assert standing(state).count("d") == 2


def test_who_moves_between_two_enemies_is_not_taken() -> None:
    assert standing(play(read("d", a="c3 e3", d="d9", k="j8"), "d9-d3")).count("d") == 1


def test_the_king_helps_to_take() -> None:
    assert standing(play(read("d", a="d4 b9", d="c4", k="e8"), "e8-e4")).count("a") == 1
    assert standing(play(read("d", a="d4 b9", d="c8", k="e4"), "c8-c4")).count("a") == 1


def test_corners_are_everybodys_enemies() -> None:
    assert standing(play(read("a", a="c5", d="b1", k="j8"), "c5-c1")) == "ka"
    assert standing(play(read("d", a="b1 h9", d="c5", k="j8"), "c5-c1")).count("a") == 1


def test_the_throne_is_an_enemy_of_attackers_always() -> None:
    assert standing(play(read("d", a="e6 b9", d="d9", k="j8"), "d9-d6")).count("a") == 1
    assert standing(play(read("d", a="e6 b9", d="d9", k="f6"), "d9-d6")).count("a") == 1


def test_the_throne_is_an_enemy_of_defenders_while_it_is_empty() -> None:
    assert standing(play(read("a", a="d9", d="e6", k="j8"), "d9-d6")) == "ka"
    assert standing(play(read("a", a="d9", d="e6", k="f6"), "d9-d6")).count("d") == 1


def test_the_king_wins_in_a_corner() -> None:
    state = play(read("d", a="e5", k="k8"), "k8-k11")
    assert state.to_play() == OVER and state.returns() == [-1.0, 1.0]
    assert state.ending() == "corner"


def test_four_attackers_take_the_king() -> None:
    state = play(read("a", a="c3 e3 d2 d9", d="j2", k="d3"), "d9-d4")
    assert state.ending() == "king taken" and state.returns() == [1.0, -1.0]
    state = play(read("a", a="c3 e3 d9", d="j2", k="d3"), "d9-d4")
    assert state.to_play() == 1, "three are not enough"


def test_beside_the_throne_three_are_enough() -> None:
    state = play(read("a", a="e5 g5 h4", d="j2", k="f5"), "h4-f4")
    assert state.ending() == "king taken"
    assert play(read("a", a="e6 g6 f7 h5", d="j2", k="f6"), "h5-f5").ending() == "king taken"
    assert play(read("a", a="e6 g6 h5", d="j2", k="f6"), "h5-f5").ending() == ""


def test_at_the_edge_the_king_is_not_taken() -> None:
    assert play(read("a", a="a4 a6 d5", d="j2", k="a5"), "d5-b5").ending() == ""


def test_a_king_alone_that_cannot_move_has_lost() -> None:
    state = play(read("a", a="a4 a6 d5", k="a5"), "d5-b5")
    assert state.ending() == "no moves" and state.returns() == [1.0, -1.0]


def test_the_king_may_go_between_four() -> None:
    assert play(read("d", a="c3 e3 d2", d="j2", k="d9"), "d9-d3").ending() == ""


def test_encircled_with_all_defenders_the_king_has_lost() -> None:
    ring = "d4 e3 f3 g3 h4 h5 h6 g7 f7 e7 d6"
    state = play(read("a", a=ring + " b5", d="f4", k="f5"), "b5-d5")
    assert state.ending() == "encircled" and state.returns() == [1.0, -1.0]
    state = play(read("a", a=ring + " b5", d="f4 j9", k="f5"), "b5-d5")
    assert state.ending() == "", "one defender is outside"


def test_who_cannot_move_loses() -> None:
    state = play(read("d", a="a2 k4", d="a3 b9", k="c5"), "b9-b2")
    assert state.to_play() == 0
    stuck = play(read("d", a="b1", d="c1 b9", k="k8"), "b9-b2")
    assert stuck.ending() == "no moves" and stuck.returns() == [-1.0, 1.0]


def test_a_way_over_the_throne_is_a_move() -> None:
    """Its only one, in each of the four directions."""
    for at, around, there in (
        ("e6", "d6 e5 e7", "g6"),
        ("g6", "h6 g5 g7", "e6"),
        ("f5", "f4 e5 g5", "f7"),
        ("f7", "f8 e7 g7", "f5"),
    ):
        state = play(read("d", a=at, d=f"{around} b9", k="k8"), "b9-b8")
        assert state.ending() == "" and f"{at}-{there}" in legal(state)
        shut = play(read("d", a=at, d=f"{around} {there} b9", k="k8"), "b9-b8")
        assert shut.ending() == "no moves"


def test_the_third_time_of_a_position_is_a_draw() -> None:
    match = Match(GAME, Random(1))
    for move in ["d1-c1", "f8-g8", "c1-d1", "g8-f8"] * 2:
        assert match.outcome() is None
        match.play(match.to_play(), move)
    outcome = match.outcome()
    assert outcome is not None and outcome.returns == (0.0, 0.0)


def test_a_match_has_a_last_ply() -> None:
    data = {**GAME.initial_state().to_json(), "plies": 999}
    state = play(GAME.from_json(data), "d1-c1")
    assert state.ending() == "long match" and state.returns() == [0.0, 0.0]


def test_what_is_no_position() -> None:
    start = GAME.initial_state().position()
    for text in ("", start[:-4], start[:-1] + "x", start.replace("k", "d"), "a" + start[1:]):
        with pytest.raises(BadPosition):
            GAME.parse_position(text)
    data = GAME.initial_state().to_json()
    for key, value in (("turn", 2), ("plies", True), ("winner", 1), ("ended", "x"), ("rows", 3)):
        with pytest.raises(BadPosition):
            GAME.from_json({**data, key: value})


def test_bots_want_a_way_to_a_corner() -> None:
    near, far = read("a", a="e5", k="a8"), read("a", a="e5", k="e8")
    assert evaluate(near, 1) > evaluate(far, 1)
    assert evaluate(near, 0) == -evaluate(near, 1)
