"""What people see of reversi, and what bots think of it."""

from __future__ import annotations

from functools import partial

from everygame.games.reversi.bots import evaluate, idea
from everygame.games.reversi.rules import START, Reversi
from everygame.games.reversi.scene import scene
from everygame.scene import cells_of
from tests.games.shared import look

seen = partial(look, scene)
GAME = Reversi()
MUST_PASS = "..www.../.b.w..../..bb..../...bb.../...bb.../....b.../......../........ ; b"
CORNER = "......../.w....../..b...../...bw.../...wb.../......../......../........ ; b"


read = GAME.parse_position


def test_the_first_row_is_above_as_in_transcripts() -> None:
    shown = seen(read(START), 0)
    assert cells_of(shown.regions[0])[0] == "a1" and cells_of(shown.regions[0])[-1] == "h8"
    assert {choice.touch for choice in shown.choices} == {("d3",), ("c4",), ("f5",), ("e6",)}
    assert "turning 1" in shown.choices[0].name
    assert shown.scores == ("2", "2")


def test_a_pass_is_a_button_that_says_why() -> None:
    shown = seen(read(MUST_PASS), 0)
    assert [(choice.move, choice.touch, choice.label) for choice in shown.choices] == [
        ("pass", (), "Pass")
    ]
    assert shown.notes and "must pass" in shown.notes[0] and shown.prompt.endswith("Pass.")
    assert seen(read(MUST_PASS), 1).notes == ()


def test_squares_that_are_closed_say_why() -> None:
    shown = seen(read(START), 0)
    assert "enclose none" in shown.blocked["a1"] and "already" in shown.blocked["d4"]
    assert "d3" not in shown.blocked


def test_a_draw_is_told() -> None:
    rows = "/".join(["bbbbbbbb"] * 4 + ["wwwwwwww"] * 4)
    assert seen(read(f"{rows} ; b"), None).over == "A draw, with 32 discs each."


def test_a_corner_looks_good() -> None:
    before = read(CORNER)
    after = before.apply(before.parse("a1"))
    assert idea(after, 0) > idea(before, 0)


def test_a_turned_board_is_worth_the_same() -> None:
    """Mirrored along both axes and the diagonal: nothing runs over an edge."""
    text = "bbw...../.wwb..../..bw..../...wb.../.w.bw.../......../......w./.......b ; b"
    rows, values = text[:-4].split("/"), set()
    for _ in range(4):
        rows = ["".join(row) for row in zip(*rows[::-1], strict=True)]
        values.add(evaluate(read("/".join(rows) + " ; b"), 0))
        values.add(evaluate(read("/".join(row[::-1] for row in rows) + " ; b"), 0))
    assert len(values) == 1
