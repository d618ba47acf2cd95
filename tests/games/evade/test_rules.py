"""One test for each sentence of the rules, named after it."""

from itertools import pairwise
from random import Random

import pytest

from everygame.contract import OVER, Json, State
from everygame.errors import IllegalMove
from everygame.games.evade.rules import Evade, EvadeState
from everygame.library.registry import find_game
from everygame.match import Match
from everygame.perft import perft
from everygame.record import read_record, replay
from tests.games.evade.table import START, VERSIONS, lines, moves, over, played

SECRET = ("hidden", "memory")
SAVE = """{
  "format": 1,
  "game": "evade",
  "version": 1,
  "options": {"players": "2", "information": "hidden"},
  "seats": [{"name": "Ann", "kind": "person"}, {"name": "Bob", "kind": "person"}],
  "plies": ["leaders:ac", "leaders:bd", "c1-c2", "d6-d5"],
  "node": 4
}"""
"""As it was written when `hidden` was the default."""
OPEN_START = "bg bg bl bl bg bg / 6 / 6 / 6 / 6 / wg wg wl wl wg wg ; w ; w0 b0"


def kinds(state: State, viewer: int | None) -> list[str]:
    """What a viewer knows of White's and Black's coins."""
    found: list[str] = state.observe(viewer)["kinds"]
    return found


# -- versions


def test_the_designers_own_version_is_the_default_and_offered_first() -> None:
    assert Evade().settings == {"players": "2", "information": "memory"}
    (option,) = Evade.options
    offered = [choice.value for choice in option.choices]
    assert offered == ["memory", "hidden", "open"] and option.default == offered[0]


def test_a_save_is_opened_as_the_version_that_it_was_played_in() -> None:
    """Saves and stored matches name every option, also one that was the default then."""
    record = read_record(SAVE)
    match = replay(record, find_game(record.game).game(**record.options), Random(1))
    assert match.game.settings == {"players": "2", "information": "hidden"}
    assert not any(move.startswith("peek") for move in moves(match.state()))


def test_hidden_a_player_always_sees_his_own_faces() -> None:
    for line in lines("hidden", 5, "faces"):
        for state in line[2:]:
            assert kinds(state, 0)[0] == state.to_json()["kinds"][0]
            assert kinds(state, 1)[1] == state.to_json()["kinds"][1]


def test_memory_a_player_may_peek_at_exactly_one_own_coin_before_moving() -> None:
    state = played("leaders:ac leaders:ab", information="memory")
    peeks = [move for move in moves(state) if move.startswith("peek")]
    assert peeks == ["peek:a1", "peek:b1", "peek:c1", "peek:d1", "peek:e1", "peek:f1"]
    after = state.apply(state.parse("peek:b1"))
    assert after.to_play() == 0
    assert not any(move.startswith("peek") for move in moves(after))
    with pytest.raises(IllegalMove):
        after.parse("peek:b1")


def test_memory_after_a_peek_he_may_not_freeze_this_turn_but_in_the_next() -> None:
    near = "bg bg bg bg bl 1 / 6 / 5 bl / 5 wg / 6 / wg wg wg wl wl 1 ; w ; w0 b0"
    assert "f3xf4" in moves(played("", near, "memory"))
    peeked = played("peek:f3", near, "memory")
    assert not any("x" in move for move in moves(peeked))
    assert len(moves(peeked)) == len([m for m in moves(played("", near, "memory")) if "-" in m])
    assert "f3xf4" in moves(played("peek:f3 a1-a2 a6-a5", near, "memory"))


@pytest.mark.parametrize("information", ["hidden", "open"])
def test_only_memory_has_peeks(information: str) -> None:
    for line in lines(information, 3, "peeks"):
        assert not any("peek" in move for state in line for move in moves(state))


def test_open_leaders_start_on_c_and_d_for_both_without_a_set_up() -> None:
    assert Evade(information="open").initial_state().position() == OPEN_START
    assert moves(played("", information="open"))[0] == "a1-a2"


def test_open_everything_is_visible() -> None:
    assert not Evade(information="open").hidden
    for line in lines("open", 3, "visible"):
        for state in line:
            for viewer in (None, 0, 1):
                assert kinds(state, viewer) == state.to_json()["kinds"]
                assert state.observe(viewer)["position"] == state.position()


def test_open_leaders_may_only_move_to_empty_squares() -> None:
    near = "bg bg bg bg bl 1 / 6 / 5 bl / 4 wg wl / 6 / wg wg wg wl 2 ; w ; w0 b0"
    assert "e3xf4" in moves(played("", near, "open"))
    assert "f3xf4" not in moves(played("", near, "open"))
    assert {"f3-e4", "f3-e2", "f3-f2"} <= set(moves(played("", near, "open")))
    assert "f3xf4" in moves(played("", near, "hidden"))


# -- 1 set-up


def test_each_side_has_two_leaders_and_four_guards() -> None:
    for information in VERSIONS:
        for line in lines(information, 3, "coins"):
            for side in line[-1].to_json()["kinds"]:
                assert sorted(side) == list("ggggll")


@pytest.mark.parametrize("information", SECRET)
def test_each_player_chooses_two_of_six_home_squares_fifteen_ways(information: str) -> None:
    state = played("", information=information)
    for seat in (0, 1):
        assert state.to_play() == seat
        assert len(moves(state)) == len(set(moves(state))) == 15
        assert moves(state)[0] == "leaders:ab" and moves(state)[-1] == "leaders:ef"
        state = state.apply(state.parse("leaders:ce"))
    board = "bg bg bl bg bl bg / 6 / 6 / 6 / 6 / wg wg wl wg wl wg ; w ; w0 b0"
    assert state.position() == board
    assert perft(played("", information=information), 2) == 15 * 15


@pytest.mark.parametrize("information", SECRET)
def test_whites_choice_is_a_ply_then_blacks_and_white_moves_first(information: str) -> None:
    seats = [played(text, information=information).to_play() for text in ("", "leaders:ab")]
    assert seats == [0, 1]
    assert played("leaders:ab leaders:cd", information=information).to_play() == 0


@pytest.mark.parametrize("information", SECRET)
def test_neither_sees_the_others_choice(information: str) -> None:
    state, other = (played(f"leaders:{f}", information=information) for f in ("ab", "cf"))
    assert state.observe(1) == other.observe(1) and state.observe(None) == other.observe(None)
    assert kinds(state, 0) == ["llgggg", "??????"] and kinds(state, 1)[0] == "??????"
    start = played("", information=information)
    for viewer in (1, None):
        assert {start.text(action, viewer) for action in start.legal_actions()} == {"leaders:??"}


def test_hidden_a_player_may_read_his_own_choice_in_the_list_of_moves() -> None:
    start = played("")
    assert [start.text(action, 0) for action in start.legal_actions()][:2] == [
        "leaders:ab",
        "leaders:ac",
    ]


def test_memory_the_list_of_moves_does_not_remember_for_a_player() -> None:
    start = played("", information="memory")
    assert {start.text(action, 0) for action in start.legal_actions()} == {"leaders:??"}


# -- 2 a turn


def test_a_turn_moves_one_live_own_coin_one_king_step_to_an_empty_square() -> None:
    alone = "bl bg 3 bl / bg 4 bg / bg 5 / 2 wg 3 / 6 / wl wg wl wg wg 1 ; w ; w0 b0"
    ways = {f"c3-{square}" for square in ("b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4")}
    assert {move for move in moves(played("", alone)) if move.startswith("c3")} == ways
    assert played("c3-d4", alone).position().startswith("bl bg 3 bl / bg 4 bg / bg 2 wg 2 / 6 /")


def test_or_onto_a_live_opposing_coin_freeze() -> None:
    near = "bg bg bl bg bl 1 / 6 / 3 bg 2 / 2 wg 3 / 6 / 1 wl wg wl wg wg ; w ; w0 b0"
    after = played("c3xd4", near)
    assert after.position() == (
        "bg bg bl bg bl 1 / 6 / 3 # 2 / 6 / 6 / 1 wl wg wl wg wg ; b ; w0 b0"
    )
    assert after.to_play() == 1


def test_both_stay_for_the_rest_of_the_game() -> None:
    for line in lines("hidden", 10, "stay"):
        for before, after in pairwise(line):
            earlier, later = before.to_json(), after.to_json()
            assert set(earlier["pairs"].items()) <= set(later["pairs"].items())
            for pair in earlier["pairs"]:
                assert sum(side.count(pair) for side in later["coins"]) == 2


def test_nobody_enters_a_frozen_pair_again() -> None:
    for information in VERSIONS:
        for line in lines(information, 5, "enter"):
            for state in line:
                ends = {move[3:] for move in moves(state) if move[2] in "-x"}
                assert not ends & set(state.to_json()["pairs"])


def test_never_onto_an_own_coin() -> None:
    for line in lines("hidden", 5, "own"):
        for state in line[2:]:
            own = state.to_json()["coins"][state.to_json()["turn"]]
            assert not {move[3:] for move in moves(state)} & set(own)


# -- 3 freezing

EXPOSING = "2 bg bl bg 1 / 1 wg wl 1 bg 1 / 6 / bl 5 / bg 5 / wg wl wg wg 2 ; w ; w0 b0"


@pytest.mark.parametrize("information", SECRET)
def test_a_freeze_by_a_leader_exposes_it_and_its_owner_loses_at_once(information: str) -> None:
    assert "c5xc6" in moves(played("", EXPOSING, information))
    assert over(played("c5xc6", EXPOSING, information)) == ([-1.0, 1.0], "leader exposed")
    assert over(played("c5xd6", EXPOSING, information)) == ([-1.0, 1.0], "leader exposed")


@pytest.mark.parametrize("information", SECRET)
def test_a_guard_that_freezes_is_from_then_on_known_to_be_a_guard(information: str) -> None:
    after = played("b5xc6", EXPOSING, information)
    assert kinds(after, 1)[0].count("g") == 1 and kinds(after, None)[0].count("g") == 1
    number = after.observe(1)["coins"][0].index("c6")
    assert kinds(after, 1)[0][number] == "g"


@pytest.mark.parametrize("information", SECRET)
def test_the_coin_underneath_stays_secret_to_the_freezer_and_its_owner_knows(
    information: str,
) -> None:
    under = EXPOSING.replace("2 bg bl bg 1", "2 bl bg bg 1")
    hit, missed = (played("b5xc6", text, information) for text in (under, EXPOSING))
    assert hit.observe(0) == missed.observe(0) and hit.observe(None) == missed.observe(None)
    assert hit.observe(1) != missed.observe(1)
    assert hit.observe(0)["position"].endswith("w0 b?")
    assert hit.observe(1)["position"].endswith("w? b1")
    assert missed.observe(1)["position"].endswith("w? b0")


def test_open_leaders_cannot_freeze_at_all() -> None:
    for line in lines("open", 5, "open"):
        assert line[-1].ending() != "leader exposed"
        for state in line:
            leaders = leader_squares(state.to_json())
            assert not [m for m in moves(state) if m[2] == "x" and m[:2] in leaders]


def leader_squares(data: Json) -> set[str]:
    """The squares of all leaders."""
    sides = zip(data["coins"], data["kinds"], strict=True)
    return {p for side, k in sides for p, kind in zip(side, k, strict=True) if kind == "l"}


# -- 4 home


@pytest.mark.parametrize("information", VERSIONS)
def test_a_leader_that_moves_to_an_empty_square_of_the_opponents_home_row_wins(
    information: str,
) -> None:
    assert over(played("c5-b6", EXPOSING, information)) == ([1.0, -1.0], "home")
    black = "bg bg bg bg bl 1 / 6 / 6 / 5 wg / 3 bl 2 / wl wl wg 1 wg wg ; b ; w0 b0"
    assert over(played("d2-d1", black, information)) == ([-1.0, 1.0], "home")


@pytest.mark.parametrize("information", VERSIONS)
def test_a_leader_does_not_win_on_its_own_home_row(information: str) -> None:
    back = "bg bg bl bl bg bg / 6 / 6 / 6 / 2 wl 3 / wg wg 1 wl wg wg ; w ; w0 b0"
    assert played("c2-c1", back, information).ending() == ""


@pytest.mark.parametrize("information", SECRET)
def test_a_guard_that_arrives_there_changes_nothing_and_is_not_shown(information: str) -> None:
    after = played("b5-a6", EXPOSING, information)
    assert after.ending() == "" and after.to_play() == 1
    pairs = after.to_json()["pairs"]
    assert pairs == {}


@pytest.mark.parametrize("information", SECRET)
def test_the_other_side_can_conclude_what_it_is(information: str) -> None:
    after = played("b5-a6", EXPOSING, information)
    number = after.observe(1)["coins"][0].index("a6")
    for viewer in (1, None):
        assert kinds(after, viewer)[0][number] == "g"
    away = after.apply(after.parse("e6-f6"))
    away = away.apply(away.parse("a6-a5"))
    assert kinds(away, 1)[0][number] == "g"


# -- 5 and 6


@pytest.mark.parametrize("information", VERSIONS)
def test_all_four_leaders_frozen_is_a_draw_at_once(information: str) -> None:
    near = "4 bl wg / 6 / 1 # # 3 / 3 # 2 / 1 bg bg 3 / wg wg 4 ; w ; w2 b1"
    assert over(played("f6xe6", near, information)) == ([0.0, 0.0], "leaders frozen")


@pytest.mark.parametrize("information", VERSIONS)
def test_a_draw_by_leaders_comes_before_a_player_who_cannot_move(information: str) -> None:
    last = "4 bl wg / 6 / 1 # # 3 / 3 # # 1 / 6 / 1 # 4 ; w ; w2 b1"
    assert over(played("f6xe6", last, information)) == ([0.0, 0.0], "leaders frozen")


@pytest.mark.parametrize("information", VERSIONS)
def test_one_sides_two_leaders_frozen_play_goes_on(information: str) -> None:
    near = "4 bl wg / 6 / 1 # # 3 / 3 # 2 / 1 bg bl 3 / wg wg 4 ; w ; w2 b0"
    after = played("f6xe6", near, information)
    assert after.ending() == "" and after.position().endswith("b ; w2 b1")


STUCK = "6 / 6 / 6 / 5 # / # # 3 bg / wl # 2 # 1 ; b ; w1 b2"


@pytest.mark.parametrize("information", VERSIONS)
def test_a_player_to_move_without_a_legal_move_loses(information: str) -> None:
    assert played("", STUCK, information).ending() == ""
    assert over(played("f2-e2", STUCK, information)) == ([-1.0, 1.0], "no moves")
    read = played("", STUCK.replace("; b ;", "; w ;"), information)
    assert over(read) == ([-1.0, 1.0], "no moves")


def test_open_a_leader_that_could_only_freeze_has_no_move() -> None:
    text = "6 / 6 / 6 / 5 # / # # 4 / wl bg 2 # # ; w ; w1 b2"
    assert over(played("", text, "open")) == ([-1.0, 1.0], "no moves")
    assert moves(played("", text, "hidden")) == ["a1xb1"]


# -- 7 draws


def test_third_occurrence_of_the_visible_position_with_the_same_side_to_move() -> None:
    for information in VERSIONS:
        game = Evade(information=information)
        assert game.repetition == 3
        start = "leaders:ab leaders:ab" if information != "open" else ""
        match = Match(game, Random(0))
        for move in f"{start} {'a1-a2 a6-a5 a2-a1 a5-a6 ' * 2}".split():
            assert match.outcome() is None
            match.play(match.to_play(), move)
        outcome = match.outcome()
        assert outcome is not None and outcome.ending == "repetition"
        assert outcome.returns == (0.0, 0.0)


def test_coins_of_one_side_that_changed_places_are_the_same_visible_position() -> None:
    swap = "a1-a2 a6-a5 b1-b2 a5-a6 a2-b1 a6-a5 b2-a1 a5-a6"
    start = played("leaders:ac leaders:ac")
    after = start
    for move in swap.split():
        after = after.apply(after.parse(move))
    assert after.position() != start.position() and after.key() == start.key()
    assert isinstance(after, EvadeState) and isinstance(start, EvadeState)
    assert after.fingerprint() != start.fingerprint()
    in_the_open = played("b1-b2 a6-a5 c1-c2 a5-a6 b2-c1 a6-a5 c2-b1 a5-a6", information="open")
    assert in_the_open.key() != played("", information="open").key()


@pytest.mark.parametrize("information", VERSIONS)
def test_a_hundred_plies_without_a_freeze_are_a_draw(information: str) -> None:
    game = Evade(information=information)
    data = played("", EXPOSING, information).to_json()
    late = game.from_json({**data, "quiet": 99})
    assert late.ending() == ""
    assert over(late.apply(late.parse("b1-b2"))) == ([0.0, 0.0], "no progress")
    assert late.apply(late.parse("b5xc6")).to_json()["quiet"] == 0
    assert over(late.apply(late.parse("c5-b6"))) == ([1.0, -1.0], "home")


def test_only_moves_of_coins_count_for_no_progress() -> None:
    data = played("", EXPOSING, "memory").to_json()
    late = Evade(information="memory").from_json({**data, "quiet": 99})
    assert late.apply(late.parse("peek:b1")).ending() == ""
    assert late.apply(late.parse("peek:b1")).to_json()["quiet"] == 99


def test_only_moves_of_coins_count_for_no_moves() -> None:
    read = played("", STUCK.replace("; b ;", "; w ;"), "memory")
    assert over(read) == ([-1.0, 1.0], "no moves")


def test_a_peek_stays_legal_where_only_freezes_are_left_and_then_loses() -> None:
    text = "wg bl 2 # # / # # 4 / 5 # / 6 / 6 / 6 ; w ; w2 b1"
    assert moves(played("", text, "memory")) == ["a6xb6", "peek:a6"]
    assert over(played("peek:a6", text, "memory")) == ([-1.0, 1.0], "no moves")


def test_a_peek_is_at_a_live_coin() -> None:
    for line in lines("memory", 5, "live"):
        for state in line:
            peeks = {move[-2:] for move in moves(state) if move.startswith("peek")}
            assert not peeks & set(state.to_json()["pairs"])


def test_each_freeze_takes_one_live_coin_from_each_side() -> None:
    for line in lines("hidden", 10, "live"):
        for state in line:
            words = state.position().split(" ; ")[0].split()
            live = [sum(word[0] == colour for word in words) for colour in "wb"]
            assert live[0] == live[1] == 6 - words.count("#")


# -- checks


def test_open_start_has_16_moves_and_these_perft_numbers() -> None:
    start = Evade(information="open").initial_state()
    assert len(moves(start)) == 16
    assert [perft(start, depth) for depth in (1, 2, 3, 4)] == [16, 256, 4800, 90000]


CHECK = "2 bg bl 2 / 1 # wl 3 / 6 / 6 / 5 # / wg 3 # # ; w ; w1 b1"


def test_the_leader_on_c5_has_in_the_open_game_only_the_empty_squares_around_it() -> None:
    steps = ["c5-b4", "c5-b6", "c5-c4", "c5-d4", "c5-d5"]
    assert [m for m in moves(played("", CHECK, "open")) if m.startswith("c5")] == steps


def test_in_the_hidden_game_also_xc6_and_xd6_and_both_lose() -> None:
    steps = ["c5-b4", "c5-b6", "c5-c4", "c5-d4", "c5-d5", "c5xc6", "c5xd6"]
    assert [m for m in moves(played("", CHECK)) if m.startswith("c5")] == steps
    for move in ("c5xc6", "c5xd6"):
        assert over(played(move, CHECK)) == ([-1.0, 1.0], "leader exposed")


# -- what the finished position says


def test_the_second_field_of_a_finished_position_names_who_would_have_been_next() -> None:
    assert played("c5-b6", EXPOSING).position().split(" ; ")[1] == "b"
    assert played("c5xc6", EXPOSING).position().split(" ; ")[1] == "b"
    assert played("", START).position() == START


def test_when_it_is_over_everybody_may_know_everything() -> None:
    for information in SECRET:
        for line in lines(information, 10, "over"):
            last = line[-1]
            assert last.to_play() == OVER
            for viewer in (None, 0, 1):
                assert kinds(last, viewer) == last.to_json()["kinds"]
                assert last.observe(viewer)["position"] == last.position()
