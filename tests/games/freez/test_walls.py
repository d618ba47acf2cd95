"""Walls of frozen pieces, sentence by sentence, and against another way of finding them."""

from itertools import product
from random import Random

import pytest

from everygame.contract import State
from everygame.games.freez.notation import SQUARES
from everygame.games.freez.rules import Freez
from everygame.games.freez.scene import scene
from everygame.scene import view
from tests.games.freez.table import after, at, legal, over, place

WIN, LOSS = [1.0, -1.0], [-1.0, 1.0]
CORNER = "wf a6, bf b8 b7, b1 a8"
"""With a frozen piece on a7, Black's 1 in the corner would be shut in."""

pytestmark = pytest.mark.both


def test_a_wall_that_parts_all_live_pieces_of_the_two_sides_wins() -> None:
    assert over(at(f"w1 h1, {CORNER}", "h1-h2 a6~a7 done")) == (WIN, "wall")


def test_it_is_tested_when_the_turn_ends() -> None:
    state = at(f"w1 h1, {CORNER}", "h1-h2 a6~a7")
    assert state.ending() == "" and legal(state) == ["done", "tap"]
    assert over(after(state, "tap")) == (WIN, "wall")


def test_the_edge_closes_a_wall() -> None:
    across = "wf a4 b4 c4 d4, bf e4 f4 g4 h5, w1 a1, b1 a8 h6"
    assert over(at(across, "a8-a7 h5~h4 done", turn="b")) == (LOSS, "wall")


def test_live_pieces_close_no_wall() -> None:
    """The 1 on a7 stands where the wall would be closed."""
    state = at("w1 h1 a7, wf a6, bf b8 b7, b1 a8", "h1-h2 done")
    assert state.ending() == ""


def test_the_wall_may_consist_of_frozen_pieces_of_both_colours() -> None:
    for colours in product("wb", repeat=3):
        frozen = ", ".join(f"{c}f {s}" for c, s in zip(colours, ("a7", "b7", "b8"), strict=True))
        assert over(at(f"w1 h1, b1 a8, {frozen}", turn="b")) == (WIN, "wall")


def test_diagonal_contact_does_not_close_a_wall() -> None:
    """A king's step leads from a8 to b7 between the two."""
    assert at("w1 h1, b1 a8, wf a7, bf b8", turn="b").ending() == ""


def test_no_region_may_hold_live_pieces_of_both_sides() -> None:
    """Black's second piece is outside with White."""
    assert at(f"w1 h1, b2 f8, {CORNER}", "h1-h2 a6~a7 done").ending() == ""


def test_pieces_of_one_side_in_several_regions() -> None:
    two = "w1 d4, b1 a8 h8, wf a7 b7 b8, bf h7 g7 f8"
    assert over(at(two, "d4-d5 done", turn="w")) == ([0.0, 0.0], "")
    assert over(at(two.replace("f8", "g8"), turn="b")) == (WIN, "wall")


def test_who_closed_it_wins_even_if_he_shut_himself_in() -> None:
    assert over(at(f"w1 h1, {CORNER}".replace("wf a6", "bf a6"), "a8-a7 done", turn="b")) == (
        [0.0, 0.0],
        "",
    )
    closed = at("w1 h1, b1 a7, bf a6 b7 b8", "a7-a8 a6~a7 done", turn="b")
    assert over(closed) == (LOSS, "wall")


def test_a_captured_piece_may_close_the_wall() -> None:
    state = at("w1 b6, b1 a8 c7, bf b8 b7", "b6xc7 @b6")
    assert state.ending() == ""
    pieces = "w1 c6, b1 a8 b6, bf b8 b7"
    assert over(at(pieces, "c6xb6 @a7")) == (WIN, "wall")
    assert at(pieces, "c6xb6 @a6").ending() == ""


def test_a_capture_may_leave_a_side_only_behind_a_wall() -> None:
    pieces = "w2 d4, b1 a8 d6, bf b8 b7, wf a7"
    assert over(at(pieces, "d4xd6 @d7")) == (WIN, "wall")


def test_a_wall_is_tested_before_no_moves() -> None:
    """Black, shut in with a 3, could not move either."""
    assert at(f"w1 h1, {CORNER}".replace("b1", "b3"), "h1-h2 a6~a7 done").ending() == "wall"


# -- the tactical wall


def test_tactical_walls_hold_where_diagonals_are_open() -> None:
    """The 2 in the corner cannot use the way between a7 and b8: b7 is one step, c6 is taken."""
    pieces = "w1 h1, wf a6 c6, bf b8, b2 a8"
    moves = "h1-h2 a6~a7 done"
    assert at(pieces, moves, snow="none").ending() == "no moves"
    assert over(at(pieces, moves, snow="none", wall="tactical")) == (WIN, "wall")
    assert at(pieces + ", b1 a1", moves, snow="none").ending() == ""


def test_a_tactical_wall_fails_where_an_enemy_can_cross_on_his_next_move() -> None:
    pieces = "w1 h1, wf a6 c5, bf b8, b2 a8"
    assert at(pieces, "h1-h2 a6~a7 done", snow="none", wall="tactical").ending() == ""


def test_a_capture_crosses_as_well() -> None:
    pieces = "w1 h1 c6, wf a6, bf b8, b2 a8"
    assert at(pieces, "h1-h2 a6~a7 done", snow="none", wall="tactical").ending() == ""


def test_only_who_has_just_ended_a_turn_wins_by_a_tactical_wall() -> None:
    """White, the same wall before his eyes, but it is Black who has moved: White's 1 next to the
    gap can cross."""
    pieces = "w1 b7, wf a7 c6, bf b8, b2 a8"
    assert at(pieces, turn="b", snow="none", wall="tactical").ending() == "wall"
    assert at(pieces, turn="w", snow="none", wall="tactical").ending() == ""


# -- against another way of finding walls: squares that are joined get the same colour


def is_parted(state: State, size: int) -> bool:
    """No region holds live pieces of both sides, by merging neighbours until nothing changes."""
    pieces = {piece.at: piece for piece in scene(Freez(size=str(size)), view(state, None)).pieces}
    squares = [s for s in SQUARES if "abcdefgh".index(s[0]) < size >= int(s[1])]
    colour = {s: i for i, s in enumerate(squares) if s not in pieces or pieces[s].text}
    changed = True
    while changed:
        changed = False
        for a, b in product(colour, colour):
            near = max(abs(ord(a[i]) - ord(b[i])) for i in (0, 1)) == 1
            if near and colour[a] < colour[b]:
                colour[b] = colour[a]
                changed = True
    sides = [{colour[s] for s in colour if s in pieces and pieces[s].owner == o} for o in (0, 1)]
    return not sides[0] & sides[1]


def random_walls(rng: Random) -> str:
    """Three live pieces, and a row of frozen ones with a bend, sometimes with a gap."""
    bend, low, high = rng.randrange(1, 5), *rng.sample("345", 2)
    wall = [file + (low if i < bend else high) for i, file in enumerate("abcdef")]
    wall += ["abcdef"[bend] + rank for rank in "345" if min(low, high) < rank < max(low, high)]
    wall += ["abcdef"[bend] + low] if rng.random() < 0.8 else []
    others = [f + r for f in "abcdef" for r in "123456" if f + r not in wall]
    live = rng.sample(others, 3)
    frozen = [f"{'wb'[i % 2]}f {s}" for i, s in enumerate(wall)]
    return place(", ".join([*frozen, f"w1 {live[0]}", f"b1 {live[1]}", f"b2 {live[2]}"]), size=6)


def test_walls_are_found_as_by_merging_regions() -> None:
    found = []
    for seed in range(100):
        state = Freez(size="6").parse_position(random_walls(Random(seed)))
        found.append(state.ending() == "wall")
        assert found[-1] == is_parted(state, 6), state.position()
    assert 10 < sum(found) < 60
