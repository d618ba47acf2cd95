"""The rules of go, a test for each sentence of the rule text."""

from __future__ import annotations

from random import Random

import pytest

from everygame.contract import OVER, State
from everygame.errors import BadOption, BadPosition, IllegalMove
from everygame.games.go.bots import idea, policy, priors
from everygame.games.go.rules import Go
from everygame.match import Match
from tests.games.shared import play

pytestmark = pytest.mark.both

GAME = Go()
BLANK = "........."


def read(*rows: str, turn: str = "x", ko: str = "-", passed: bool = False) -> State:
    """A board whose lower ranks are these; those above are empty."""
    board = "/".join([BLANK] * (9 - len(rows)) + list(rows))
    return GAME.parse_position(f"{board} ; {turn} ; {ko}" + " ; pass" * passed)


def stones(state: State, sign: str) -> int:
    return state.position().partition(" ;")[0].count(sign)


def test_black_begins_and_sides_take_turns() -> None:
    state = GAME.initial_state()
    assert state.to_play() == 0 and play(state, "e5").to_play() == 1
    assert len(state.legal_actions()) == 82


def test_stones_go_to_empty_crossings() -> None:
    with pytest.raises(IllegalMove):
        play(GAME.initial_state(), "e5", "e5")


def test_a_group_without_liberties_is_taken_off() -> None:
    state = play(read("...xx....", "..xoo....", "...xx...."), "f2")
    assert stones(state, "o") == 0 and stones(state, "x") == 6


def test_stones_touch_along_the_lines_not_across() -> None:
    state = play(read(".x.......", "xox......", "..o......"), "b1")
    assert stones(state, "o") == 1, "the stone on c1 is no part of the group on b2"


def test_several_groups_are_taken_at_once() -> None:
    state = play(read(".o.......", "xx.......", ".oxx.....", "xo......."), "c3")
    assert stones(state, "o") == 3, "none of these was without liberties"
    state = play(read("..x......", ".xox.....", "xo.ox....", ".x.x....."), "c2")
    assert stones(state, "o") == 0


def test_no_stone_where_it_has_no_liberty() -> None:
    state = read("xx.......", "oox......", ".ox......", turn="x")
    with pytest.raises(IllegalMove):
        play(read(".o.......", "o........"[::-1], turn="x"), "z9")
    assert "a1" in [state.text(a) for a in state.legal_actions()], "it takes the three"
    corner = read("o........", ".o.......")
    assert "a1" not in [corner.text(a) for a in corner.legal_actions()]


def test_nor_where_its_group_would_have_none() -> None:
    state = read("ooo......", "xxo......", ".xo......")
    assert "a1" not in [state.text(a) for a in state.legal_actions()]


def test_unless_it_takes_something_by_that() -> None:
    state = play(read("xx.......", "oox......", ".ox......"), "a1")
    assert stones(state, "o") == 0 and stones(state, "x") == 5


def test_ko_may_not_be_taken_back_at_once() -> None:
    state = play(read("..xo.....", ".xo.o....", "..xo....."), "d2")
    assert state.position().endswith(" ; o ; c2")
    assert "c2" not in [state.text(a) for a in state.legal_actions()]
    later = play(state, "h8", "h2")
    assert "c2" in [later.text(a) for a in later.legal_actions()]


def test_two_stones_taken_are_no_ko() -> None:
    state = play(read(".xxo.....", "xoo.o....", ".xxo....."), "d2")
    assert " ; - " in state.position() + " "


def test_two_passes_end_the_match() -> None:
    state = play(GAME.initial_state(), "e5", "pass")
    assert state.to_play() == 0 and state.returns() == [0.0, 0.0]
    state = play(state, "pass")
    assert state.to_play() == OVER and state.ending() == "both passed"
    assert play(GAME.initial_state(), "pass", "a1", "pass").to_play() == 1


def test_stones_and_what_they_alone_surround_are_counted() -> None:
    wall = [".x......."] * 9
    board = "/".join(wall)
    state = play(GAME.parse_position(f"{board} ; x ; -"), "pass", "pass")
    assert state.returns() == [1.0, -1.0], "81 points against komi"
    both = "/".join(["...xo...."] * 9)
    assert play(GAME.parse_position(f"{both} ; x ; -"), "pass", "pass").returns() == [-1.0, 1.0]
    half = Go(komi="0.5").parse_position(f"{'/'.join(['....xo...'] * 9)} ; x ; -")
    assert play(half, "pass", "pass").returns() == [1.0, -1.0], "45 to 36"


def test_a_crossing_that_both_reach_counts_for_nobody() -> None:
    state = Go(komi="0.5").parse_position(f"{'/'.join(['....x.o..'] * 9)} ; x ; -")
    assert play(state, "pass", "pass").returns() == [1.0, -1.0], "45 to 27, and nine for nobody"


def test_a_match_has_a_last_ply() -> None:
    data = {**GAME.initial_state().to_json(), "plies": 3 * 81 - 1}
    state = play(GAME.from_json(data), "a1")
    assert state.to_play() == OVER and state.ending() == "long match"
    assert state.returns() == [1.0, -1.0]


def test_a_position_that_comes_back_is_a_draw() -> None:
    """Three kos at once: each side takes the next, and nobody has to give way."""
    match = Match(GAME, Random(1), read(*TRIPLE))
    for move in ("d8", "c5", "d2", "c8", "d5", "c2"):
        assert match.outcome() is None
        match.play(match.to_play(), move)
    outcome = match.outcome()
    assert outcome is not None and outcome.returns == (0.0, 0.0)


def test_it_is_a_draw_whoever_is_to_play() -> None:
    """White sends two stones and takes one back: Black would be to play now, not White."""
    match = Match(GAME, Random(1), read("xxo......", ".o.o.....", turn="o"))
    for move in ("a1", "c1", "b1"):
        assert match.outcome() is None
        match.play(match.to_play(), move)
    outcome = match.outcome()
    assert outcome is not None and outcome.ending == "repetition"


def test_after_a_pass_the_same_stones_are_no_repetition() -> None:
    match = Match(GAME, Random(1))
    for move in ("e5", "pass", "d4", "pass"):
        match.play(match.to_play(), move)
    assert match.outcome() is None


TRIPLE = (
    "..xo.....", ".xo.o....", "..xo.....",
    "..xo.....", ".x.xo....", "..xo.....",
    "..xo.....", ".xo.o....", "..xo.....",
)  # fmt: skip


def test_what_is_no_position() -> None:
    full = "/".join([BLANK] * 9)
    for text in (
        "", full, f"{full} ; x", f"{full} ; z ; -", f"{full} ; x ; k1", f"{full} ; x ; - ; pas",
        f"{full[:-1]} ; x ; -", f"{full[:-1]}o ; x ; i1", f"o{full[1:]} ; x ; a10",
    ):  # fmt: skip
        with pytest.raises(BadPosition):
            GAME.parse_position(text)
    with pytest.raises(BadPosition, match="The stone on a1 has no liberty"):
        read("x........", "ox.......")
    data = GAME.initial_state().to_json()
    for key, value in (("turn", 2), ("plies", -1), ("passes", "0"), ("ko", "z1"), ("rows", 1)):
        with pytest.raises(BadPosition):
            GAME.from_json({**data, key: value})
    with pytest.raises(BadOption):
        Go(size="10")


def played(*rows: str, turn: str = "x", move: str = "") -> set[str]:
    """All that simulated matches may play there, after the move if there is one."""
    state = read(*rows, turn=turn)
    if move:
        state = state.apply(state.parse(move))
    return {state.text(policy(state, dice)) for dice in range(81)}


def test_simulated_matches_leave_eyes_alone() -> None:
    assert not played("xx.......", ".xx......", "x.x......") & {"a2", "b1", "pass"}
    found = played("ox.......", ".xx......", "x.x......")
    assert "a2" in found, "a crossing beside the rival is no eye"
    full = [".x.xxxxxx" if row % 2 else "xxxxxxxxx" for row in range(9)]
    assert played(*full) == {"pass"}, "only eyes are left"


def test_simulated_matches_answer_the_last_stone() -> None:
    row = "........."
    assert played(row, "...xo....", "...ox....", row, turn="o", move="c3") == {"d4"}, "it runs"
    assert played(".xo......", turn="o", move="a1") == {"a2"}, "it takes what gave itself up"
    found = played("...x.....", "....x....", row, turn="o", move="d2")
    assert "e3" in found, "it closes a cut"
    around = {file + rank for file in "cde" for rank in "123"}
    assert found < around, "and plays nowhere else"


def test_simulated_matches_give_no_stone_away() -> None:
    assert "a1" not in played(".o......."), "it would be taken at once"
    taking = [".o.......", "ox.......", "x........"]
    assert "a3" in played(*taking), "but what takes something is tried"


def likely(state: State) -> dict[str, float]:
    actions = state.legal_actions()
    moves = [state.text(action) for action in actions]
    return dict(zip(moves, priors(state, actions), strict=True))


def test_what_takes_or_saves_looks_best_and_what_loses_itself_worst() -> None:
    found = likely(read("..xox....", "...x.....", ".o......."))
    assert max(found, key=lambda move: found[move]) == "d4"
    assert min(found, key=lambda move: found[move]) in ("a1", "pass")


def test_the_edge_of_an_empty_area_looks_poor_and_the_third_line_good() -> None:
    found = likely(GAME.initial_state())
    assert found["a5"] < found["b5"] < found["e5"] < found["c5"]
    assert found["pass"] < found["a5"]


def test_what_is_near_the_last_stone_looks_better() -> None:
    found = likely(play(GAME.initial_state(), "e5"))
    assert found["e6"] > found["g6"] > found["c2"]


def test_a_beginner_counts_stones_that_are_not_about_to_be_taken() -> None:
    row = "........."
    calm = idea(read("...o.....", row, "...x.....", row), 0)
    assert calm == 0, "both stand alike"
    assert idea(read("..xox....", "...x.....", row), 0) > 30, "and a white one is in danger"
    assert idea(read("..xox....", "...x.....", row), 1) < -30
