"""What people see of draughts, and what bots think of it."""

from __future__ import annotations

from functools import partial

from everygame.games.draughts.bots import evaluate, noisy
from everygame.games.draughts.rules import Draughts
from everygame.games.draughts.scene import CELLS, scene
from tests.games.shared import look

seen = partial(look, scene)
GAME = Draughts()
START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
TWICE = "B:W15,24,31:B10,1"


read = GAME.parse_position


def test_the_squares_lie_where_players_number_them() -> None:
    assert [CELLS[n] for n in (1, 4, 5, 8, 29, 32)] == ["b8", "h8", "a7", "g7", "a1", "g1"]
    cells = {cell.id: cell.label for cell in seen(read(START), 0).regions[0].cells}
    assert cells["a5"] == "13" and cells["b8"] == ""


def test_each_player_sees_his_own_men_below() -> None:
    assert [seen(read(START), viewer).rotate for viewer in (None, 0, 1)] == [0, 2, 0]


def test_a_capture_is_touched_jump_by_jump() -> None:
    state = read(TWICE)
    shown = seen(state, 0)
    assert [(c.touch, c.kind) for c in shown.choices] == [(("d6", "f4"), "capture")]
    assert "You can capture, so you must." in shown.notes
    assert "this piece cannot" in shown.blocked["b8"]
    middle = seen(state.apply(state.parse("10x19")), 0)
    assert [c.touch for c in middle.choices] == [("f4", "h2")]
    assert middle.prompt == "Black: jump on with the same piece."
    assert "Go on with the piece" in middle.blocked["b8"]


def test_a_king_wears_a_crown() -> None:
    pieces = {piece.at: piece for piece in seen(read("B:W31:BK10,1"), 0).pieces}
    assert pieces["d6"].tags == ("king",) and pieces["d6"].name == "Black king"
    assert pieces["b8"].tags == () and pieces["b8"].name == "Black man"


def test_a_draw_that_comes_near_is_told() -> None:
    assert seen(read("B:WK32:BK1:H59"), 0).notes == ()
    assert "A draw in 20 moves" in seen(read("B:WK32:BK1:H60"), 0).notes[0]


def test_more_pieces_look_better() -> None:
    assert evaluate(read(START), 0) == 0
    assert evaluate(read("B:W21,22:B1,2,3"), 0) > 0
    assert evaluate(read("B:W21,22:B1,K2"), 0) > 0


def test_the_board_from_the_other_side_is_worth_the_same() -> None:
    state = read("B:W21,25,K10,30:B1,6,11,K27")
    turned = read("W:W32,27,22,K6:B12,8,K23,3")
    assert evaluate(state, 0) == evaluate(turned, 1)


def test_captures_are_loud() -> None:
    state = read(TWICE)
    assert all(noisy(state, action) for action in state.legal_actions())
    assert not any(noisy(read(START), action) for action in read(START).legal_actions())
