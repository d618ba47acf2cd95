"""The Fetlar rules of hnefatafl, a test for each sentence."""

from __future__ import annotations

from random import Random

import pytest

from everygame.contract import OVER, State
from everygame.errors import IllegalMove
from everygame.games.hnefatafl.bots import evaluate
from everygame.games.hnefatafl.rules import Hnefatafl
from everygame.match import Match
from tests.games.shared import board, play, texts, told

pytestmark = pytest.mark.both

GAME = Hnefatafl()
RING = "d4 e3 f3 g3 h4 h5 h6 g7 f7 e7 d6"


def read(turn: str, **pieces: str) -> State:
    """Pieces by their squares: a="b1 c1", d="…", k="f6"."""
    return GAME.parse_position(f"{board(11, **pieces)} ; {turn}")


def standing(state: State) -> str:
    return state.position().replace("/", "").replace(".", "").partition(" ")[0]


def test_attackers_move_first_and_sides_take_turns() -> None:
    state = GAME.initial_state()
    assert state.to_play() == 0 and play(state, "d1-c1").to_play() == 1
    assert standing(state).count("a") == 24 and standing(state).count("d") == 12


def test_pieces_move_like_rooks() -> None:
    state = read("a", a="b4", d="e4 b9", k="k9")
    ends = "a4 c4 d4 b1 b2 b3 b5 b6 b7 b8"
    assert texts(state) == {f"b4-{end}" for end in ends.split()}
    for move in ("b4-f4", "b4-e4", "b4-b10", "b4-c5"):
        with pytest.raises(IllegalMove):
            play(state, move)


def test_only_the_king_rests_on_throne_and_corners() -> None:
    state = read("a", a="f3 a5", k="h6")
    assert not {"f3-f6", "a5-a1"} & texts(state)
    assert "h6-f6" in texts(play(state, "a5-a4")), "the king may come back to the throne"


def test_all_pass_over_the_empty_throne() -> None:
    assert "f3-f9" in texts(read("a", a="f3", k="h7"))
    assert "f3-f7" not in texts(read("a", a="f3", k="f6"))


@pytest.mark.parametrize(
    ("turn", "pieces", "move", "after"),
    [
        # A piece between two enemies is taken, but not who moves between them.
        ("a", {"a": "c3 e9", "d": "d3"}, "e9-e3", "kaa"),
        ("d", {"a": "d4", "d": "c4 e8"}, "e8-e4", "kdd"),
        ("d", {"a": "c3 e3", "d": "d9"}, "d9-d3", "kada"),
        # Several are taken at once, but no row of two.
        ("a", {"a": "b5 d7 d3 g5", "d": "c5 d6 d4"}, "g5-d5", "kaaaa"),
        ("a", {"a": "b5 e9", "d": "c5 d5"}, "e9-e5", "kadda"),
        # The king helps to take.
        ("d", {"a": "d4 b9", "d": "c4", "k": "e8"}, "e8-e4", "adk"),
        ("d", {"a": "d4 b9", "d": "c8", "k": "e4"}, "c8-c4", "adk"),
        # Corners are everybody's enemies.
        ("a", {"a": "c5", "d": "b1"}, "c5-c1", "ka"),
        ("d", {"a": "b1 h9", "d": "c5"}, "c5-c1", "akd"),
        # The throne is an enemy of attackers always, and of defenders while it is empty.
        ("d", {"a": "e6 b9", "d": "d9"}, "d9-d6", "akd"),
        ("d", {"a": "e6 b9", "d": "d9", "k": "f6"}, "d9-d6", "adk"),
        ("a", {"a": "d9", "d": "e6"}, "d9-d6", "ka"),
        ("a", {"a": "d9", "d": "e6", "k": "f6"}, "d9-d6", "adk"),
    ],
)
def test_what_is_taken(turn: str, pieces: dict[str, str], move: str, after: str) -> None:
    assert standing(play(read(turn, **{"k": "j8", **pieces}), move)) == after


@pytest.mark.parametrize(
    ("turn", "pieces", "move", "ending", "gain"),
    [
        ("d", {"a": "e5", "k": "k8"}, "k8-k11", "corner", -1.0),
        # Four attackers take the king, beside the throne three; else three are not enough.
        ("a", {"a": "c3 e3 d2 d9", "d": "j2", "k": "d3"}, "d9-d4", "king taken", 1.0),
        ("a", {"a": "c3 e3 d9", "d": "j2", "k": "d3"}, "d9-d4", "", 0.0),
        ("a", {"a": "e5 g5 h4", "d": "j2", "k": "f5"}, "h4-f4", "king taken", 1.0),
        ("a", {"a": "e6 g6 f7 h5", "d": "j2", "k": "f6"}, "h5-f5", "king taken", 1.0),
        ("a", {"a": "e6 g6 h5", "d": "j2", "k": "f6"}, "h5-f5", "", 0.0),
        # Not at the edge, unless the king is alone and cannot move; and between four it may go.
        ("a", {"a": "a4 a6 d5", "d": "j2", "k": "a5"}, "d5-b5", "", 0.0),
        ("a", {"a": "a4 a6 d5", "k": "a5"}, "d5-b5", "no moves", 1.0),
        ("d", {"a": "c3 e3 d2", "d": "j2", "k": "d9"}, "d9-d3", "", 0.0),
        # Encircled with all defenders the king has lost, but not while one is outside.
        ("a", {"a": f"{RING} b5", "d": "f4", "k": "f5"}, "b5-d5", "encircled", 1.0),
        ("a", {"a": f"{RING} b5", "d": "f4 j9", "k": "f5"}, "b5-d5", "", 0.0),
        # Who cannot move loses.
        ("d", {"a": "b1", "d": "c1 b9", "k": "k8"}, "b9-b2", "no moves", -1.0),
        ("d", {"a": "a2 k4", "d": "a3 b9", "k": "c5"}, "b9-b2", "", 0.0),
    ],
)
def test_how_it_ends(
    turn: str, pieces: dict[str, str], move: str, ending: str, gain: float
) -> None:
    after = play(read(turn, **pieces), move)
    assert told(after) == (OVER if ending else 1 - "ad".index(turn), ending, [gain, -gain])


def test_a_way_over_the_throne_is_a_move() -> None:
    """Its only one, in each of the four directions."""
    for at, around, there in (
        ("e6", "d6 e5 e7", "g6"),
        ("g6", "h6 g5 g7", "e6"),
        ("f5", "f4 e5 g5", "f7"),
        ("f7", "f8 e7 g7", "f5"),
    ):
        state = play(read("d", a=at, d=f"{around} b9", k="k8"), "b9-b8")
        assert state.ending() == "" and f"{at}-{there}" in texts(state)
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


def test_bots_want_a_way_to_a_corner() -> None:
    near, far = read("a", a="e5", k="a8"), read("a", a="e5", k="e8")
    assert evaluate(near, 1) > evaluate(far, 1)
