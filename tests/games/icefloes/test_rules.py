"""The rules of Ice Floes, a test for each sentence of the rule text and each of its checks.
What it says of boards is in `test_levels`."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from everygame.contract import OVER, State
from everygame.errors import BadOption, BadPosition, IllegalMove
from everygame.fast.state import FastState
from everygame.games.icefloes.rules import IceFloes
from everygame.match import Match
from everygame.perft import perft
from tests.games.shared import play, texts

pytestmark = pytest.mark.both

STANDARD = "*.....*/...P.../..*.*../.*...*./..*.*../...Q.../*.....*"


def read(text: str, players: int = 2, max_plies: str = "200") -> State:
    return IceFloes(players=str(players), max_plies=max_plies).parse_position(text)


# -- Rules


@pytest.mark.parametrize("rows", [1, 2, 4, 6, 14, 16, 17])
def test_the_board_is_a_square_of_odd_side(rows: int) -> None:
    board = [["."] * rows for _ in range(rows)]
    board[0][0], board[-1][-1] = "P", "Q" if rows > 1 else "P"
    with pytest.raises(BadPosition, match="odd number of rows"):
        read("/".join(map("".join, board)) + " ; P")


@pytest.mark.parametrize("size", [3, 5, 7, 9, 11, 13, 15])
def test_the_goal_is_the_centre(size: int) -> None:
    half = size // 2
    rows = ["." * half + "P" + "." * half, *["." * size] * (size - 2), "Q" + "." * (size - 1)]
    rows[half + 1] = "." * half + "*" + "." * half if size > 3 else "Q*."
    assert play(read("/".join(rows[:size]) + " ; P"), "down").ending() == "goal"


def test_one_to_four_players() -> None:
    for players in ("1", "2", "3", "4"):
        assert len(IceFloes(players=players).initial_state().returns()) == int(players)
    for players in ("0", "5", "two"):
        with pytest.raises(BadOption):
            IceFloes(players=players)


def test_each_player_stands_on_a_floe() -> None:
    """Whoever steps off leaves it behind."""
    stepped = play(read("P*.../...../...../...../....Q ; P"), "right")
    assert stepped.position() == "*P.../...../...../...../....Q ; Q"


def test_a_player_must_move() -> None:
    """No ply is a pass: each moves the player, and there is one for each open direction."""
    state = read("..P../.*Q*./...../...../..... ; Q")
    assert texts(state) == {"down", "left", "right"}
    for move in texts(state):
        assert play(state, move).to_json()["level"] != state.to_json()["level"]
    with pytest.raises(IllegalMove):
        state.parse("pass")


def test_not_off_the_board() -> None:
    assert texts(read("P..../...../...../...../....Q ; P")) == {"down", "right"}
    assert texts(read("P..../...../...../...../....Q ; Q")) == {"up", "left"}
    assert texts(read("..P../...../...../...../..Q.. ; P")) == {"down", "left", "right"}


def test_not_where_a_player_stands() -> None:
    assert texts(read("PQ.../...../...../...../..... ; P")) == {"down"}
    assert texts(read("P..../Q..../...../...../..... ; P")) == {"right"}
    with pytest.raises(IllegalMove):
        read("PQ.../...../...../...../..... ; P").parse("right")


def test_a_player_at_a_distance_blocks_nothing() -> None:
    assert "right" in texts(read("P.Q../...../...../...../..... ; P"))


def test_a_floe_beside_is_stepped_onto_and_the_old_one_stays_empty() -> None:
    state = play(read("...../.P*../...../...../....Q ; P"), "right")
    assert state.position() == "...../.*P../...../...../....Q ; Q"


def test_a_glide_takes_the_floe_along_to_the_edge() -> None:
    state = play(read("...../P..../...../...../....Q ; P"), "right")
    assert state.position() == "...../....P/...../...../....Q ; Q"


@pytest.mark.parametrize("stop", ["*", "Q"])
def test_a_glide_ends_before_a_floe_occupied_or_not(stop: str) -> None:
    rest = "....Q" if stop == "*" else "....."
    state = play(read(f"P..{stop}./...../...../...../{rest} ; P"), "right")
    assert state.to_json()["level"].startswith(f"..P{stop}.")


def test_gliding_to_rest_on_the_goal_wins() -> None:
    state = play(read("..P../...../...../..*../....Q ; P"), "down")
    assert (state.to_play(), state.returns(), state.ending()) == (OVER, [1.0, -1.0], "goal")


def test_stepping_onto_the_goal_wins() -> None:
    state = play(read("...../..P../..*../...../....Q ; P"), "down")
    assert (state.to_play(), state.returns(), state.ending()) == (OVER, [1.0, -1.0], "goal")


def test_passing_over_the_goal_is_nothing() -> None:
    state = play(read("..P../...../...../...../....Q ; P"), "down")
    assert state.position() == "...../...../...../...../..P.Q ; Q"
    assert (state.to_play(), state.returns(), state.ending()) == (1, [0.0, 0.0], "")


def test_empty_floes_never_move() -> None:
    """On 200 random plies, of all floes only the mover's changes its place."""
    rng, state = Random(1), IceFloes(players="4").initial_state()
    for _ in range(200):
        if state.to_play() == OVER:
            state = IceFloes(players="4").initial_state()
        level, letter = state.to_json()["level"], "PRQS"[state.to_play()]
        after = state.apply(rng.choice(state.legal_actions())).to_json()["level"]
        left = {i for i, mark in enumerate(level) if mark == "*"}
        assert all(after[i] in "*" + letter for i in left)
        state = state.apply(rng.choice(state.legal_actions()))


def test_four_play_counter_clockwise() -> None:
    game = IceFloes(players="4")
    state = game.initial_state()
    assert state.position() == "*.....*/...P.../..*.*../.R...S./..*.*../...Q.../*.....* ; P"
    turns = [state.position()[-1]]
    for move in ("left", "up", "right", "down"):
        state = play(state, move)
        turns.append(state.position()[-1])
    assert turns == ["P", "R", "Q", "S", "P"]


def test_three_are_four_without_the_last() -> None:
    state = IceFloes(players="3").initial_state()
    assert state.position() == "*.....*/...P.../..*.*../.R...*./..*.*../...Q.../*.....* ; P"
    turns = []
    for move in ("left", "up", "right"):
        state = play(state, move)
        turns.append(state.position()[-1])
    assert turns == ["R", "Q", "P"]
    out = play(read("RQ.../...../...../P..../..... ; P", 3), "up")
    assert out.position() == "*Q.../P..../...../...../..... ; Q"
    won = play(read("..Q../...../...../..*../R...P ; Q", 3), "down")
    assert won.returns() == [-0.5, -0.5, 1.0]


def test_whoever_has_no_direction_left_is_eliminated_and_his_floe_stays() -> None:
    state = play(read("RQ.../...../...../P..../....S ; P", 4), "up")
    assert state.position() == "*Q.../P..../...../...../....S ; Q"


def test_on_an_edge_it_takes_three() -> None:
    two = play(read("..R../S..../P..../Q..../..... ; R", 4), "left")
    assert two.position() == "R..../S..../P..../Q..../..... ; Q"
    three = play(read("...../...../S..../P*R../Q.... ; R", 4), "left")
    assert three.position() == "...../...../S..../*R*../Q.... ; Q"


def test_in_the_open_three_others_trap_nobody() -> None:
    state = play(read("......./..P..../.RQ..S./......./......./......./....... ; S", 4), "left")
    assert state.position() == "......./..P..../.RQS.../......./......./......./....... ; P"
    assert texts(read(state.position()[:-1] + "Q", 4)) == {"down"}


def test_elimination_is_looked_at_after_every_move_not_at_ones_own_turn() -> None:
    """R is off at once, though two others would have moved before his turn came."""
    state = play(read("R..../Q..../...../...../.P..S ; P", 4), "up")
    assert state.position() == "*P.../Q..../...../...../....S ; Q"


def test_the_mover_himself_and_two_at_once_are_never_trapped() -> None:
    """The text allows both; on a square board with four players neither can come up: where the
    mover came from no player stands. All placements on 3 × 3, with floes as chance has it."""
    rng, game = Random(2), IceFloes(players="4")
    squares = [0, 1, 2, 3, 5, 6, 7, 8]
    for places in permutations(squares, 4):
        cells = ["*" if rng.random() < 0.4 else "." for _ in range(9)]
        for place, letter in zip(places, "PRQS", strict=True):
            cells[place] = letter
        level = "/".join("".join(cells[i : i + 3]) for i in (0, 3, 6))
        try:
            state = game.parse_position(f"{level} ; P")
        except BadPosition:
            continue
        for action in state.legal_actions():
            after = state.apply(action).to_json()["level"]
            assert "P" in after and sum(letter in after for letter in "RQS") >= 2


def test_the_goal_is_tested_before_elimination() -> None:
    """P wins, though R is trapped by the same move and would have left."""
    state = play(read("QRS/.*./.P. ; P", 4), "up")
    assert state.position() == "QRS/.P./.*. ; R"
    assert (state.ending(), state.returns()) == ("goal", [1.0, -1 / 3, -1 / 3, -1 / 3])


def test_the_game_goes_on_with_those_left() -> None:
    state = play(read("RQ.../...../...../P..../....S ; P", 4), "up")
    assert (state.to_play(), state.returns(), state.ending()) == (2, [0.0] * 4, "")
    order = [state.to_play()]
    for move in ("right", "left", "up"):
        state = play(state, move)
        order.append(state.to_play())
    assert order == [2, 3, 0, 2]
    won = play(read("*.P../...../...../..*../.Q..S ; P", 4), "down")
    assert won.returns() == [1.0, -1 / 3, -1 / 3, -1 / 3]


def test_two_players_cannot_trap_each_other() -> None:
    """Every square has two neighbours at least, and the other player can hold one of them."""
    game = IceFloes()
    for p, q in permutations(range(9), 2):
        cells = ["."] * 9
        cells[p], cells[q] = "P", "Q"
        state = game.parse_position("/".join("".join(cells[i : i + 3]) for i in (0, 3, 6)) + " ; P")
        assert state.to_play() == OVER or state.legal_actions()


def test_the_third_occurrence_with_the_same_player_to_move_is_a_draw() -> None:
    match = Match(IceFloes(), Random(0), read("P..../...../...../...../....Q ; P"))
    around = ["down", "up", "right", "left", "up", "down", "left", "right"]
    for ply, move in enumerate(around * 2):
        assert match.outcome() is None, ply
        match.play(ply % 2, move)
    outcome = match.outcome()
    assert outcome and (outcome.returns, outcome.ending) == ((0.0, 0.0), "repetition")


def test_the_same_board_with_another_player_to_move_is_another_position() -> None:
    board = "P..../...../...../...../....Q"
    assert read(f"{board} ; P").key() != read(f"{board} ; Q").key()
    assert read(f"{board} ; P").key() == read(f"{board} ; P").key()


def test_fingerprints_tell_positions_apart_as_keys_do() -> None:
    rng = Random(3)
    seen: dict[object, set[int]] = {}
    for players in ("2", "4"):
        for _ in range(20):
            state = IceFloes(players=players, level="classic").initial_state()
            while state.to_play() != OVER:
                assert isinstance(state, FastState)
                seen.setdefault((players, state.key()), set()).add(state.fingerprint())
                state = state.apply(rng.choice(state.legal_actions()))
    assert len(seen) > 1000 and all(len(marks) == 1 for marks in seen.values())
    assert len(set.union(*seen.values())) == len(seen)


@pytest.mark.parametrize("plies", [1, 7, 200])
def test_a_match_of_max_plies_is_a_draw(plies: int) -> None:
    assert IceFloes().max_plies == 200
    state = read("P..../...../...../...../....Q ; P", max_plies=str(plies))
    for ply in range(plies):
        assert state.ending() == "", ply
        state = state.apply(state.legal_actions()[0])
    assert (state.to_play(), state.returns(), state.ending()) == (OVER, [0.0, 0.0], "max plies")


def test_a_win_with_the_last_ply_is_a_win() -> None:
    state = read("..P../...../...../..*../....Q ; P", max_plies="1")
    assert play(state, "down").ending() == "goal"


def test_one_player_wins_by_resting_on_the_goal() -> None:
    state = play(read("..P../...../...../..*../..... ; P", 1), "down")
    assert (state.to_play(), state.returns(), state.ending()) == (OVER, [1.0], "goal")


def test_one_player_has_no_draw_rule() -> None:
    game = IceFloes(players="1", level="P..../...../...../...../.....", max_plies="3")
    assert game.repetition == 0
    state = play(game.initial_state(), *["down", "right", "up", "left"] * 60)
    assert (state.to_play(), state.ending()) == (0, "")


# -- Notation


@pytest.mark.parametrize(
    ("text", "players"),
    [
        (f"{STANDARD} ; P", 2),
        (f"{STANDARD} ; Q", 2),
        ("*.....*/...P.../..*.*../.R...S./..*.*../...Q.../*.....* ; S", 4),
        ("R..../...../...../P..../..... ; P", 4),
        ("P..../..*../...../...../....* ; P", 1),
        ("QRS/.P./.*. ; R", 4),
    ],
)
def test_reading_a_position_and_printing_it_gives_the_same_text(text: str, players: int) -> None:
    assert read(text, players).position() == text


def test_a_text_with_a_trapped_player_is_refused() -> None:
    with pytest.raises(BadPosition, match="Player R is trapped"):
        read("RQ.../P..../...../...../....S ; Q", 4)


def test_a_text_with_a_player_on_the_goal_is_a_finished_game() -> None:
    state = read("...../...../..Q../...../....P ; P")
    assert (state.to_play(), state.returns(), state.ending()) == (OVER, [-1.0, 1.0], "goal")


def test_a_finished_game_may_hold_a_trapped_player() -> None:
    """The goal was tested first, so nobody was taken off."""
    state = read("QRS/.P./.*. ; R", 4)
    again = IceFloes(players="4").from_json(state.to_json())
    assert state.ending() == again.ending() == "goal"


def test_a_text_without_a_player_who_must_be_there_is_refused() -> None:
    """Nobody but one of four can be eliminated, and two of those always stay."""
    for text, players in [
        ("...../...../...../...../..... ; P", 1),
        ("P..../...../...../...../..... ; P", 2),
        ("P..../...../...../...../..... ; P", 4),
        ("P...Q/...../...../...../..... ; R", 4),
    ]:
        with pytest.raises(BadPosition, match=r"missing|not on the board"):
            read(text, players)


def test_seats_in_turn_order() -> None:
    assert [IceFloes(players=str(n)).letters for n in (1, 2, 3, 4)] == ["P", "PQ", "PRQ", "PRQS"]


def test_plies_are_directions_as_seen_on_the_page() -> None:
    state = read("...../...../.P.../...../....Q ; P")
    for move, square in {"up": 1, "down": 21, "left": 10, "right": 14}.items():
        assert play(state, move).to_json()["level"].replace("/", "").index("P") == square


# -- Checks


def test_the_standard_start_has_four_first_moves_all_glides() -> None:
    state = IceFloes().initial_state()
    assert texts(state) == {"up", "down", "left", "right"}
    for move in texts(state):
        assert play(state, move).to_json()["level"].replace("/", "")[10] == "."


def test_perft_of_the_standard_start() -> None:
    state = IceFloes().initial_state()
    assert [perft(state, depth) for depth in range(1, 6)] == [4, 15, 47, 139, 408]


def test_one_row_lower_does_not_win() -> None:
    assert play(read("..P../...../...../..*../....Q ; P"), "down").ending() == "goal"
    assert play(read("..P../...../...../...../..*.Q ; P"), "down").ending() == ""
