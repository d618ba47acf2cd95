"""The rules of Ice Floes, a test for each sentence of the rule text that random matches beside the
oracle (`test_oracle`) do not show. What it says of boards is in `test_levels`."""

from __future__ import annotations

from random import Random

import pytest

from everygame.contract import OVER, State
from everygame.errors import IllegalMove
from everygame.fast.state import FastState
from everygame.games.icefloes.rules import IceFloes
from everygame.match import Match
from tests.games.shared import play, texts

pytestmark = pytest.mark.both

EMPTY = "P..../...../...../...../....Q ; P"


def read(text: str, players: int = 2, max_plies: str = "200") -> State:
    return IceFloes(players=str(players), max_plies=max_plies).parse_position(text)


@pytest.mark.parametrize(
    ("text", "legal"),
    [
        ("..P../.*Q*./...../...../..... ; Q", "down left right"),
        (EMPTY, "down right"),
        ("P..../...../...../...../....Q ; Q", "left up"),
        ("..P../...../...../...../..Q.. ; P", "down left right"),
        ("PQ.../...../...../...../..... ; P", "down"),
        ("P..../Q..../...../...../..... ; P", "right"),
        ("P.Q../...../...../...../..... ; P", "down right"),
    ],
)
def test_a_player_must_move_on_the_board_and_not_where_a_player_stands(
    text: str, legal: str
) -> None:
    state = read(text)
    assert sorted(texts(state)) == legal.split()
    for move in {"up", "down", "left", "right", "pass"} - texts(state):
        with pytest.raises(IllegalMove):
            state.parse(move)


MOVES = {
    "a floe beside is stepped onto and the old one stays": (
        "...../.P*../...../...../....Q ; P",
        "right",
        "...../.*P../...../...../....Q ; Q",
    ),
    "a glide takes the floe along to the edge": (
        "...../P..../...../...../....Q ; P",
        "right",
        "...../....P/...../...../....Q ; Q",
    ),
    "a glide ends before a floe": (
        "P..*./...../...../...../....Q ; P",
        "right",
        "..P*./...../...../...../....Q ; Q",
    ),
    "a glide ends before an occupied floe": (
        "P..Q./...../...../...../..... ; P",
        "right",
        "..PQ./...../...../...../..... ; Q",
    ),
    "passing over the goal is nothing": (
        "..P../...../...../...../....Q ; P",
        "down",
        "...../...../...../...../..P.Q ; Q",
    ),
    "whoever has no direction left is out, and his floe stays": (
        "RQ.../...../...../P..../....S ; P",
        "up",
        "*Q.../P..../...../...../....S ; Q",
    ),
    "three may play without the last": (
        "RQ.../...../...../P..../..... ; P",
        "up",
        "*Q.../P..../...../...../..... ; Q",
    ),
    "on an edge two trap nobody": (
        "..R../S..../P..../Q..../..... ; R",
        "left",
        "R..../S..../P..../Q..../..... ; Q",
    ),
    "on an edge it takes three": (
        "...../...../S..../P*R../Q.... ; R",
        "left",
        "...../...../S..../*R*../Q.... ; Q",
    ),
    "in the open three others trap nobody": (
        "......./..P..../.RQ..S./......./......./......./....... ; S",
        "left",
        "......./..P..../.RQS.../......./......./......./....... ; P",
    ),
    "elimination does not wait for a turn of one's own": (
        "R..../Q..../...../...../.P..S ; P",
        "up",
        "*P.../Q..../...../...../....S ; Q",
    ),
    "the goal is tested before elimination": ("QRS/.*./.P. ; P", "up", "QRS/.P./.*. ; R"),
}


@pytest.mark.parametrize(("before", "move", "after"), MOVES.values(), ids=list(MOVES))
def test_a_move(before: str, move: str, after: str) -> None:
    players = 4 if "S" in before else 3 if "R" in before else 2
    assert play(read(before, players), move).position() == after


ENDS = {
    "gliding to rest on the goal": ("..P../...../...../..*../....Q ; P", "200", [1, -1], "goal"),
    "stepping onto the goal": ("...../..P../..*../...../....Q ; P", "200", [1, -1], "goal"),
    "the last ply": ("..P../...../...../..*../....Q ; P", "1", [1, -1], "goal"),
    "the most plies": (EMPTY, "1", [0, 0], "max plies"),
    "alone": ("..P../...../...../..*../..... ; P", "1", [1], "goal"),
}


@pytest.mark.parametrize(("text", "most", "returns", "ending"), ENDS.values(), ids=list(ENDS))
def test_an_end(text: str, most: str, returns: list[int], ending: str) -> None:
    state = play(read(text, len(returns), most), "down")
    assert (state.to_play(), state.returns(), state.ending()) == (OVER, returns, ending)
    assert state.game.from_json(state.to_json()).ending() == ending


def test_three_and_four_play_counter_clockwise_and_share_a_loss() -> None:
    for players, order in (("3", "RQP"), ("4", "RQSP")):
        state, turns = IceFloes(players=players).initial_state(), ""
        for move in ("left", "up", "right", "down")[: int(players)]:
            state = play(state, move)
            turns += state.position()[-1]
        assert turns == order
    won = play(read("..Q../...../...../..*../R...P ; Q", 3), "down")
    assert won.returns() == [-0.5, -0.5, 1.0]


def test_the_game_goes_on_with_those_left() -> None:
    state = play(read("RQ.../...../...../P..../....S ; P", 4), "up")
    order = [state.to_play()]
    for move in ("right", "left", "up"):
        state = play(state, move)
        order.append(state.to_play())
    assert (order, state.ending()) == ([2, 3, 0, 2], "")
    won = play(read("*.P../...../...../..*../.Q..S ; P", 4), "down")
    assert won.returns() == [1.0, -1 / 3, -1 / 3, -1 / 3]


def test_the_third_occurrence_with_the_same_player_to_move_is_a_draw() -> None:
    match = Match(IceFloes(), Random(0), read(EMPTY))
    around = ["down", "up", "right", "left", "up", "down", "left", "right"]
    for ply, move in enumerate(around * 2):
        assert match.outcome() is None, ply
        match.play(ply % 2, move)
    outcome = match.outcome()
    assert outcome and (outcome.returns, outcome.ending) == ((0.0, 0.0), "repetition")
    assert read(EMPTY).key() == read(EMPTY).key() != read(EMPTY.replace("; P", "; Q")).key()


def test_fingerprints_tell_positions_apart_as_keys_do() -> None:
    rng = Random(3)
    seen: dict[object, set[int]] = {}
    for players in ("2", "4"):
        for _ in range(10):
            state = IceFloes(players=players, level="classic").initial_state()
            while state.to_play() != OVER:
                assert isinstance(state, FastState)
                seen.setdefault((players, state.key()), set()).add(state.fingerprint())
                state = state.apply(rng.choice(state.legal_actions()))
    assert len(seen) > 500 and all(len(marks) == 1 for marks in seen.values())
    assert len(set.union(*seen.values())) == len(seen)


def test_one_player_has_no_draw_rule() -> None:
    game = IceFloes(players="1", level="P..../...../...../...../.....", max_plies="3")
    assert game.repetition == 0 and IceFloes().max_plies == 200
    state = play(game.initial_state(), *["down", "right", "up", "left"] * 60)
    assert (state.to_play(), state.ending()) == (0, "")


@pytest.mark.parametrize(
    ("text", "players", "returns"),
    [
        ("...../...../..Q../...../....P ; P", 2, [-1.0, 1.0]),
        ("QRS/.P./.*. ; R", 4, [1.0, -1 / 3, -1 / 3, -1 / 3]),
    ],
)
def test_a_text_with_a_player_on_the_goal_is_a_finished_game(
    text: str, players: int, returns: list[float]
) -> None:
    """It may hold a trapped player: the goal was tested first, so nobody was taken off."""
    state = read(text, players)
    again = state.game.from_json(state.to_json())
    for one in (state, again):
        assert (one.position(), one.returns(), one.ending()) == (text, returns, "goal")
