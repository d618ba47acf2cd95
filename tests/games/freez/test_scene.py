"""What is shown and said: pieces, box, choices with their ways, reasons, prompts and ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from everygame.errors import BadOption
from everygame.games.freez.rules import Freez
from everygame.games.freez.scene import in_words, scene, seat_names
from everygame.scene import Choice, Piece, Scene, view
from tests.games.freez.table import at

CAPTURE = "w2 d2, b1 d4, b3 g7, wf b5, w3 a1, bf c3"


def look(
    pieces: str, moves: str = "", turn: str = "w", viewer: int | None = 0, **told: Any
) -> Scene:
    """The scene of the state after moves for a viewer; `told` by the match."""
    state = at(pieces, moves, turn)
    return scene(Freez(), replace(view(state, viewer), **told))


def find(shown: Scene, move: str) -> Choice:
    """The first choice of a move."""
    return next(choice for choice in shown.choices if choice.move == move)


def piece(shown: Scene, place: str) -> Piece:
    return next(piece for piece in shown.pieces if piece.at == place)


def test_seats_are_white_and_black() -> None:
    assert seat_names(Freez()) == ("White", "Black")
    assert look(CAPTURE).colours == ("white", "black")


def test_snowflake_squares() -> None:
    board = look(CAPTURE).regions[0]
    assert {cell.id for cell in board.cells if cell.terrain == "snow"} >= {"a1", "b2", "h8", "c5"}
    assert len(board.cells) == 32 and "a2" not in {cell.id for cell in board.cells}


def test_live_pieces_show_their_number_and_frozen_ones_their_colour() -> None:
    shown = look(CAPTURE)
    live, frozen = piece(shown, "d2"), piece(shown, "c3")
    assert (live.shape, live.text, live.owner, live.name) == ("disc", "2", 0, "White's 2")
    assert (frozen.shape, frozen.text, frozen.owner, frozen.tags) == (
        "snowflake",
        "",
        1,
        ("frozen",),
    )


def test_the_captured_piece_is_in_the_box_and_is_put_from_there() -> None:
    shown = look(CAPTURE, "d2xd4")
    box = next(region for region in shown.regions if region.name == "Freez! box")
    assert [cell.id for cell in box.cells] == ["box"] and piece(shown, "box").owner == 1
    ways = {choice.touch for choice in shown.choices if choice.move == "@c4"}
    assert ways == {("box", "c4"), ("c4",)}
    assert {choice.kind for choice in shown.choices} == {"place"}
    assert "next to d4" in shown.prompt


@pytest.mark.parametrize("viewer", [0, 1])
def test_the_last_piece_stays_in_the_box(viewer: int) -> None:
    assert piece(look("w2 d4, b1 d6", "d4xd6", viewer=viewer), "box").owner == 1


def test_why_a_square_is_closed_to_the_captured_piece() -> None:
    told = look(CAPTURE, "d2xd4").blocked
    assert told["e5"] == "Here it would block the only attack on your piece."
    assert told["c3"] == "This square is taken."
    assert told["h8"] == "The frozen piece goes next to d4."
    assert "c4" not in told


@pytest.mark.parametrize(
    ("pieces", "move", "paths", "name"),
    [
        ("w2 d4, b1 h8", "d4-f3", ["d4 e3 f3"], "2 from d4 to f3, turning on e3"),
        ("w2 d4, b1 h8", "d4-f4", ["d4 e4 f4"], "2 from d4 to f4"),
        ("w2 d4, b1 h8", "d4-d5", ["d4 c5 d5", "d4 e5 d5"],
         "2 from d4 to d5, turning on c5; 2 ways lead there"),
        ("w3 d4, b1 h8", "d4-d7", ["d4 d5 d6 d7"], "3 from d4 to d7"),
        (CAPTURE, "d2xd4", ["d2 d3 d4"], "2 from d2 captures the 1 on d4"),
    ],
)  # fmt: skip
def test_a_choice_shows_its_way(pieces: str, move: str, paths: list[str], name: str) -> None:
    choice = find(look(pieces), move)
    assert " ".join(choice.path) in paths and choice.name == name
    assert choice.kind == ("capture" if "x" in move else "move")


def test_a_double_tap_and_a_button_lower_the_number() -> None:
    shown = look("w3 d4, b1 h8", "d4-d7")
    double, button = (choice for choice in shown.choices if choice.move == "tap")
    assert (double.touch, double.gesture) == (("d7",), "double")
    assert (button.touch, button.label) == ((), "Lower 3 to 2")
    assert "lower 3 to 2" in shown.prompt
    assert find(look("w1 d4, b1 h8", "d4-d5"), "tap").label == "Turn 1 to 3"


def test_the_turn_is_ended_by_a_button() -> None:
    done = find(look("w3 d4, b1 h8", "d4-d7"), "done")
    assert (done.touch, done.label, done.kind) == ((), "End the turn", "end")


def test_who_has_closed_a_wall_is_told_to_end_the_turn() -> None:
    wall = "8 / 2 w3 5 / 8 / 1 bf bf 5 / wf 1 wf 5 / 2 bf 5 / b1 1 bf 5 / 1 b2 {} ; w"
    told = "White: the wall is closed. End the turn, and you win."
    for last, closed in (("bf 5", True), ("6", False)):
        state = Freez().parse_position(wall.format(last)).play("c7-f7 a4~a5")
        assert (scene(Freez(), view(state, 0)).prompt == told) is closed
        assert (state.play("done").ending() == "wall") is closed


def test_own_frozen_pieces_are_dragged_a_square() -> None:
    shown = look(CAPTURE, "d2-d3")
    assert find(shown, "b5~b6").touch == ("b5", "b6")
    assert "move one of your frozen pieces" in shown.prompt
    assert "move one of your frozen pieces" not in look("w3 d4, b1 h8", "d4-d7").prompt


@pytest.mark.parametrize(
    ("pieces", "moves", "square", "words"),
    [
        (CAPTURE, "", "b5", "First move a live piece; then one of your frozen pieces may step."),
        (CAPTURE, "", "c3", "A frozen piece cannot be captured; only its own side may move it."),
        (CAPTURE, "", "d4", "Your piece on d2 can capture it."),
        (CAPTURE, "", "g7", "None of your pieces can capture this 3 now."),
        ("w2 d2 f4, b1 d4", "", "d4", "Your pieces on d2 and f4 can capture it."),
        ("w3 a1, w1 h1, bf b1 a2 b2, b1 h8", "", "a1", "This 3 cannot go 3 squares anywhere now."),
        (CAPTURE, "d2-d3", "a1", "You have moved the piece on d3; no other may move this turn."),
        (CAPTURE, "d2-d3 tap", "d3", "You have lowered the number of this piece."),
        (CAPTURE, "d2-d3 b5~b6", "b6", "You have moved a frozen piece this turn."),
        ("w2 d4, wf a1 h1, bf a2 b1 b2, b1 h8", "d4-d6", "a1", "no free square beside it."),
    ],
)
def test_why_a_piece_cannot_be_touched(pieces: str, moves: str, square: str, words: str) -> None:
    assert look(pieces, moves).blocked[square].endswith(words)


def test_what_can_be_touched_is_not_blocked() -> None:
    for moves in ("", "d2-d3", "d2xd4"):
        shown = look(CAPTURE, moves)
        starts = {choice.touch[0] for choice in shown.choices if choice.touch}
        assert not starts & set(shown.blocked)


def test_each_seat_sees_its_own_side_at_the_bottom_and_the_box_at_the_right() -> None:
    white, black = look(CAPTURE), look(CAPTURE, viewer=1)
    assert (white.rotate, look(CAPTURE, viewer=None).rotate, black.rotate) == (0, 0, 2)
    for region, turned in zip(white.regions, black.regions, strict=True):
        assert region.x + turned.x + region.columns == pytest.approx(white.width)
        assert region.y + turned.y + region.rows == pytest.approx(white.height)


def test_the_one_who_begins_may_have_any_colour() -> None:
    """In notation w begins whatever the colour."""
    game = Freez(colours="green white")
    start = game.initial_state()
    shown = scene(game, view(start, 0))
    assert shown.colours == ("green", "white")
    assert seat_names(game) == ("Green", "White")
    assert shown.prompt.startswith("Green: ") and shown.pieces[0].name == "Green's 1"
    assert start.position() == Freez().initial_state().position()
    with pytest.raises(BadOption):
        Freez(colours="green green")


def test_who_waits_is_told_what_is_going_on() -> None:
    waiting = look(CAPTURE, viewer=1)
    assert (waiting.prompt, waiting.choices, waiting.blocked) == ("White moves next.", (), {})
    assert look(CAPTURE, "d2-d3", viewer=None).prompt == "White has moved to d3."


def test_a_capture_is_told_in_words() -> None:
    views = [view(at(CAPTURE, moves), 0) for moves in ("", "d2xd4")]
    assert in_words(Freez(), views[0], "d2xd4", views[1]) == "2 from d2 captures the 1 on d4"


def test_scores_count_live_and_frozen_pieces() -> None:
    assert look(CAPTURE).scores == ("2 live, 1 frozen", "2 live, 1 frozen")
    assert look("w2 d4, b1 h8").scores == ("1 live", "1 live")
    for moves in ("d2xd4", "d2xd4 @c4"):  # in the box, and on the board again
        assert look(CAPTURE, moves).scores == ("2 live, 1 frozen", "1 live, 2 frozen")
    assert look("w2 d2, b1 d4", "d2xd4").scores == ("1 live", "0 live, 1 frozen")


def test_the_draw_is_announced() -> None:
    state = Freez().from_json({**at("w2 d4, b1 h8").to_json(), "quiet": 80})
    assert scene(Freez(), view(state, 0)).notes == (
        "A draw in 20 turns unless a piece is captured.",
    )
    assert look("w2 d4, b1 h8").notes == ()


CORNER = "w1 h1, wf a6 d4, bf b8 b7 e5, b1 a8"


def test_the_wall_is_marked_and_named() -> None:
    shown = look(CORNER, "h1-h2 a6~a7 done")
    assert [(mark.kind, mark.cells) for mark in shown.marks] == [("wall", ("a7", "b7", "b8"))]
    assert (
        shown.over == "White wins: a wall of frozen pieces parts all live pieces of the two sides."
    )
    assert (shown.prompt, shown.choices) == ("", ())


def test_frozen_pieces_inside_are_no_part_of_the_wall() -> None:
    """Nor those that stand alone outside."""
    inside = "w1 h1, b1 a8, bf b8 d8 d7 d6 c6, wf b6 a6 f3"
    assert look(inside, turn="b").marks[0].cells == ("a6", "b6", "c6", "d6", "d7", "d8")


def test_the_wall_of_a_tactical_game() -> None:
    state = at("w1 h1, wf a7 c6, bf b8, b2 a8", turn="b", wall="tactical", snow="none")
    shown = scene(Freez(wall="tactical", snow="none"), view(state, 0))
    assert shown.marks[0].cells == ("a7", "b8")


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (
            {"ending": "no live pieces", "returns": (1.0, -1.0)},
            "White wins: Black has no live piece left.",
        ),
        (
            {"ending": "no moves", "returns": (-1.0, 1.0)},
            "Black wins: White cannot move a live piece.",
        ),
        ({"ending": "no progress"}, "A draw: 100 turns in a row without a capture."),
        ({"ending": "repetition"}, "A draw: the same position came up for the third time."),
        ({"ending": "resignation", "returns": (1.0, -1.0)}, ""),
    ],
)
def test_how_it_ended(told: dict[str, Any], words: str) -> None:
    assert look("w2 d4, b1 h8", **told).over == words


def why(shown: Scene, start: str, goal: str) -> str:
    """What the page says when the piece on `start` is chosen and `goal` is touched."""
    fits = (one for one in shown.refusals if one.start in ("", start))
    return next(str(one.why) for one in fits if not one.goals or goal in one.goals)


@pytest.mark.parametrize(
    ("goal", "told"),
    [
        ("b5", "The piece on c5 is in the way."),
        ("e4", "On a snowflake no piece turns by a right angle or straight back."),
        ("d8", "This 2 goes exactly 2 squares: straight on, or with one turn on a snowflake."),
        ("g7", "A frozen piece cannot be captured; only its own side may move it."),
    ],
)
def test_a_chosen_piece_is_told_why_it_goes_no_further(goal: str, told: str) -> None:
    assert why(look("w2 d5, w1 c5, bf g7, b3 h8, w1 a8"), "d5", goal) == told


def test_every_way_that_is_barred_names_what_bars_it() -> None:
    shown = look("w3 a1, w1 b2, b1 a3, b1 h8")
    assert why(shown, "a1", "d4") == "The piece on b2 is in the way."
    assert why(shown, "b2", "d4") == "This 1 goes exactly 1 square."


def test_a_chosen_frozen_piece_is_told_how_far_it_goes() -> None:
    shown = look("w2 d2, wf a5, b1 h8", "d2-d4")
    assert why(shown, "a5", "a7") == "A frozen piece moves one square, to a free one."


def test_where_a_captured_piece_goes_its_squares_alone_are_told() -> None:
    assert not look(CAPTURE, "d2xd4").refusals
