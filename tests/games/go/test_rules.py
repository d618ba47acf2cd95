"""The rules of go, a test for each sentence of the rule text."""

from __future__ import annotations

from random import Random

import pytest

from everygame.contract import OVER, State
from everygame.errors import BadOption, IllegalMove
from everygame.games.go.bots import idea, policy, priors
from everygame.games.go.rules import Go
from everygame.match import Match
from tests.games.shared import play, texts, told

pytestmark = pytest.mark.both

GAME = Go()
BLANK = "........."


def read(*rows: str, turn: str = "x") -> State:
    """A board whose lower ranks are these; those above are empty."""
    board = "/".join([BLANK] * (9 - len(rows)) + list(rows))
    return GAME.parse_position(f"{board} ; {turn} ; -")


def stones(state: State, sign: str) -> int:
    return state.position().partition(" ;")[0].count(sign)


def test_black_begins_and_sides_take_turns() -> None:
    state = GAME.initial_state()
    assert state.to_play() == 0 and play(state, "e5").to_play() == 1
    assert len(state.legal_actions()) == 82


def test_stones_go_to_empty_crossings() -> None:
    with pytest.raises(IllegalMove):
        play(GAME.initial_state(), "e5", "e5")


@pytest.mark.parametrize(
    ("rows", "move", "black", "white"),
    [
        # A group without liberties is taken off.
        (["...xx....", "..xoo....", "...xx...."], "f2", 6, 0),
        # Stones touch along the lines, not across.
        ([".x.......", "xox......", "..o......"], "b1", 4, 1),
        # Several groups are taken at once, and none that has a liberty.
        ([".o.......", "xx.......", ".oxx.....", "xo......."], "c3", 6, 3),
        (["..x......", ".xox.....", "xo.ox....", ".x.x....."], "c2", 8, 0),
        # A stone may go where it has no liberty if it takes something by that.
        (["xx.......", "oox......", ".ox......"], "a1", 5, 0),
    ],
)
def test_what_is_taken(rows: list[str], move: str, black: int, white: int) -> None:
    after = play(read(*rows), move)
    assert (stones(after, "x"), stones(after, "o")) == (black, white)


def test_no_stone_where_it_or_its_group_would_have_no_liberty() -> None:
    assert "a1" not in texts(read("o........", ".o......."))
    assert "a1" not in texts(read("ooo......", "xxo......", ".xo......"))


def test_ko_may_not_be_taken_back_at_once() -> None:
    state = play(read("..xo.....", ".xo.o....", "..xo....."), "d2")
    assert state.position().endswith(" ; o ; c2") and "c2" not in texts(state)
    assert "c2" in texts(play(state, "h8", "h2"))
    two = play(read(".xxo.....", "xoo.o....", ".xxo....."), "d2")
    assert two.position().endswith(" ; o ; -"), "two stones taken are no ko"


def test_two_passes_end_the_match() -> None:
    state = play(GAME.initial_state(), "e5", "pass")
    assert state.to_play() == 0 and state.returns() == [0.0, 0.0]
    state = play(state, "pass")
    assert state.to_play() == OVER and state.ending() == "both passed"
    assert play(GAME.initial_state(), "pass", "a1", "pass").to_play() == 1


@pytest.mark.parametrize(
    ("row", "komi", "gain", "points"),
    [
        # Stones and what they alone surround are counted: 81 points against komi, 36 to 45.
        (".x.......", "7.5", 1.0, (81, 7.5)),
        ("...xo....", "7.5", -1.0, (36, 52.5)),
        ("....xo...", "0.5", 1.0, (45, 36.5)),
        # A crossing that both reach counts for nobody: 45 to 27, and nine for nobody.
        ("....x.o..", "0.5", 1.0, (45, 27.5)),
    ],
)
def test_what_is_counted(row: str, komi: str, gain: float, points: tuple[float, float]) -> None:
    game = Go(komi=komi)
    state = game.parse_position(f"{'/'.join([row] * 9)} ; x ; -")
    assert told(play(state, "pass", "pass")) == (OVER, "both passed", [gain, -gain])
    match = Match(game, Random(1), state)
    for seat in range(2):
        match.play(seat, "pass")
    outcome = match.outcome()
    assert outcome is not None and outcome.scores == points


@pytest.mark.parametrize("size", range(5, 20))
def test_a_board_has_5_to_19_lines(size: int) -> None:
    game = Go(size=str(size))
    corner = f"{'abcdefghijklmnopqrs'[size - 1]}{size}"
    state = play(game.initial_state(), corner, "pass", "pass")
    assert len(game.initial_state().legal_actions()) == size * size + 1
    assert state.scores() == [size * size, 7.5] and game.from_json(state.to_json()) == state


@pytest.mark.parametrize("size", ["4", "20", "x", "05"])
def test_no_board_has_other_lines(size: str) -> None:
    with pytest.raises(BadOption, match="A board of go has from 5 to 19 lines"):
        Go(size=size)


def test_a_match_has_a_last_ply() -> None:
    data = {**GAME.initial_state().to_json(), "plies": 3 * 81 - 1}
    state = play(GAME.from_json(data), "a1")
    assert told(state) == (OVER, "long match", [1.0, -1.0])


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
