"""Walls of frozen pieces, sentence by sentence, and against another way of finding them."""

from itertools import product

import pytest

from tests.games.freez.table import at, legal, over

WIN, LOSS, ON = ([1.0, -1.0], "wall"), ([-1.0, 1.0], "wall"), ([0.0, 0.0], "")
CORNER = "wf a6, bf b8 b7, b1 a8"
"""With a frozen piece on a7, Black's 1 in the corner would be shut in."""
SHUT = "h1-h2 a6~a7 done"

pytestmark = pytest.mark.both

JUDGED = {
    "a wall that parts all live pieces of the two sides wins": (f"w1 h1, {CORNER}", SHUT, WIN),
    "the edge closes a wall": (
        "wf a4 b4 c4 d4, bf e4 f4 g4 h5, w1 a1, b1 a8 h6", "a8-a7 h5~h4 done", LOSS
    ),
    "live pieces close no wall, as the 1 on a7": (
        "w1 h1 a7, wf a6, bf b8 b7, b1 a8", "h1-h2 done", ON
    ),
    "no region may hold live pieces of both sides": (f"w1 h1, b2 f8, {CORNER}", SHUT, ON),
    "pieces of one side in several regions, one of them open": (
        "w1 d4, b1 a8 h8, wf a7 b7 b8 f8, bf h7 g7", "d4-d5 done", ON
    ),
    "and both closed": (
        "w1 d4, b1 a8 h8, wf a7 b7 b8 f8, bf h7 g7", "d4-d5 f8~g8 done", WIN
    ),
    "a corner between two of its pieces is a gap": (
        "w1 h1, bf a6 b8 b7, b1 a8", "a8-a7 done", ON
    ),
    "who closed it wins even if he shut himself in": (
        "w1 h1, b1 a7, bf a6 b7 b8", "a7-a8 a6~a7 done", LOSS
    ),
    "a captured piece may close the wall": ("w1 c6, b1 a8 b6, bf b8 b7", "c6xb6 @a7", WIN),
    "or may not": ("w1 c6, b1 a8 b6, bf b8 b7", "c6xb6 @a6", ON),
    "the capturer itself does not": ("w1 b6, b1 a8 c7, bf b8 b7", "b6xc7 @b6", ON),
    "a capture may leave a side only behind a wall": (
        "w2 d4, b1 a8 d6, bf b8 b7, wf a7", "d4xd6 @d7", WIN
    ),
    "a wall is tested before no moves: the 3 could not move": (
        "w1 h1, wf a6, bf b8 b7, b3 a8", SHUT, WIN
    ),
}  # fmt: skip


@pytest.mark.parametrize("sentence", JUDGED)
def test_walls(sentence: str) -> None:
    pieces, moves, judged = JUDGED[sentence]
    assert over(at(pieces, moves, turn="b" if moves[0] == "a" else "w")) == judged


def test_it_is_tested_when_the_turn_ends() -> None:
    state = at(f"w1 h1, {CORNER}", "h1-h2 a6~a7")
    assert state.ending() == "" and legal(state) == ["done", "tap"]
    assert over(state.play("tap")) == WIN


def test_the_wall_may_consist_of_frozen_pieces_of_both_colours() -> None:
    for colours in product("wb", repeat=3):
        frozen = ", ".join(f"{c}f {s}" for c, s in zip(colours, ("a7", "b7", "b8"), strict=True))
        assert over(at(f"w1 h1, b1 a8, {frozen}", turn="b")) == WIN


def test_diagonal_contact_does_not_close_a_wall() -> None:
    """A king's step leads from a8 to b7 between the two."""
    assert over(at("w1 h1, b1 a8, wf a7, bf b8", turn="b")) == ON


@pytest.mark.parametrize(
    ("pieces", "wall", "ending"),
    [
        # The 2 in the corner cannot use the way between a7 and b8: b7 is one step, c6 is taken.
        ("w1 h1, wf a6 c6, bf b8, b2 a8", "tactical", "wall"),
        ("w1 h1, wf a6 c6, bf b8, b2 a8", "strict", "no moves"),
        ("w1 h1, wf a6 c6, bf b8, b2 a8, b1 a1", "strict", ""),
        # It fails where an enemy can cross on his next move, and a capture crosses as well.
        ("w1 h1, wf a6 c5, bf b8, b2 a8", "tactical", ""),
        ("w1 h1 c6, wf a6, bf b8, b2 a8", "tactical", ""),
    ],
)
def test_tactical_walls_hold_where_diagonals_are_open(pieces: str, wall: str, ending: str) -> None:
    assert at(pieces, SHUT, snow="none", wall=wall).ending() == ending


@pytest.mark.parametrize(("turn", "ending"), [("b", "wall"), ("w", "")])
def test_only_who_has_just_ended_a_turn_wins_by_a_tactical_wall(turn: str, ending: str) -> None:
    """White's 1 next to the gap can cross, but where Black is to move it is White who has moved."""
    pieces = "w1 b7, wf a7 c6, bf b8, b2 a8"
    assert at(pieces, turn=turn, snow="none", wall="tactical").ending() == ending
