"""The rules of Crazy Eights, a test for each sentence."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from everygame.cards.table import LINE
from everygame.contract import CHANCE, OVER, State
from everygame.errors import BadPosition, IllegalMove
from everygame.games.crazyeights.rules import LONGEST, CrazyEights
from everygame.games.crazyeights.scene import scene
from everygame.scene import check, look_back, view
from tests.games.shared import play, texts

GAME = CrazyEights()
PLAIN = {"turn": 0, "drawing": False, "drawn": False, "passes": 0, "plies": 0}


def read(laid: str, *hands: str, suit: str = "", **more: Any) -> State:
    """A position; the suit is that of the card on top."""
    game = CrazyEights(players=str(len(hands)))
    suit = suit or laid[-1]
    return game.from_json({**PLAIN, "laid": laid, "suit": suit, "hands": list(hands), **more})


def dealt(players: int) -> State:
    state, rng = CrazyEights(players=str(players)).initial_state(), Random(1)
    while state.to_play() == CHANCE:
        state = state.apply(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(("players", "cards"), [(2, 7), (3, 5), (4, 5)])
def test_two_get_seven_cards_more_get_five_and_one_is_turned_up(players: int, cards: int) -> None:
    state = dealt(players)
    data = state.to_json()
    assert [len(hand.split()) for hand in data["hands"]] == [cards] * players
    assert len(data["laid"].split()) == 1 and state.to_play() == 0


def test_same_suit_or_same_rank_or_an_eight() -> None:
    state = read("9s", "3s 9c 10d 8h", "2c 7d")
    assert texts(state) == {"3s", "9c", "8h=c", "8h=d", "8h=h", "8h=s", "draw"}
    with pytest.raises(IllegalMove):
        play(state, "10d")


def test_an_eight_names_the_suit_that_must_follow() -> None:
    state = play(read("9s", "8h 2d", "2c 7d kh"), "8h=d")
    assert state.to_play() == 1 and texts(state) == {"7d", "draw"}


def test_an_eight_turned_up_at_the_start_asks_for_its_own_suit() -> None:
    dealt = "d2c d3c d4c d5c d6c d7c d9c d2d d3d d4d d5d d6d d7d d9d d8h"
    state = play(GAME.initial_state(), *dealt.split())
    assert state.to_json()["suit"] == "h" and texts(state) == {"draw"}


def test_turns_go_round_whatever_is_done() -> None:
    hands = "3s 4d", "2s 7d", "kh qd", "9s 9h"
    state = play(read("8s", *hands, suit="s"), "3s", "2s", "draw", "d5c", "pass", "9s")
    assert state.to_play() == 0
    assert state.to_json()["hands"] == ["4d", "7d", "5c qd kh", "9h"]


def test_the_rank_of_an_eight_on_top_is_followed_only_by_eights() -> None:
    assert texts(read("8h", "8c 4h 4d", "2c", suit="d")) == {
        "8c=c", "8c=d", "8c=h", "8c=s", "4d", "draw",
    }  # fmt: skip


def test_one_may_draw_even_if_one_could_lay() -> None:
    state = play(read("9s", "3s", "2c 7d"), "draw")
    assert state.to_play() == CHANCE and "d4s" in texts(state) and "d3s" not in texts(state)


def test_then_one_may_lay_a_card_or_pass_but_draws_no_more() -> None:
    state = play(read("9s", "kd 3d", "2c 7d"), "draw", "d4s")
    assert state.to_play() == 0 and texts(state) == {"4s", "pass"}
    assert play(state, "pass").to_play() == 1 and play(state, "4s").to_play() == 1


def all_but(*hands: str) -> str:
    """The rest of the deck as a pile with 5h on top."""
    from everygame.games.crazyeights.cards import NAMES

    taken = " ".join(hands).split()
    return " ".join([*(c for c in NAMES if c not in taken and c != "5h"), "5h"])


def test_who_draws_the_last_card_passes_or_lays_and_nobody_is_blocked_before_all_have_passed() -> (
    None
):
    hands = "kd 3d", "2c 7h"
    state = read(all_but(*hands, "4h"), *hands)
    assert texts(state) == {"draw"}
    state = play(state, "draw", "d4h")
    assert texts(state) == {"4h", "pass"}
    state = play(state, "pass")
    assert state.to_play() == 1 and texts(state) == {"7h", "pass"}
    assert play(state, "7h").ending() == ""
    assert play(state, "pass").ending() == "blocked"


def test_with_no_stock_one_passes() -> None:
    hands = "kd 3d", "2c 7h"
    assert texts(read(all_but(*hands), *hands)) == {"pass"}


def told(state: State) -> str:
    """What the page says of the end."""
    return scene(state.game, view(state, 0)).over


def test_if_all_pass_the_fewest_cards_win() -> None:
    hands = "kd 3d", "2c 7c 9c"
    state = play(read(all_but(*hands), *hands), "pass")
    assert state.ending() == ""
    state = play(state, "pass")
    assert state.ending() == "blocked" and state.returns() == [1.0, -1.0]
    assert told(state) == "Nobody can go on: South wins with the fewest cards."
    even = "kd 3d", "2c 7c"
    tied = play(read(all_but(*even), *even), "pass", "pass")
    assert told(tied) == "A draw: nobody can go on, and all have equally many cards."
    three = "kd", "2c", "7c 9c"
    state = play(read(all_but(*three), *three), "pass", "pass", "pass")
    assert state.returns() == [0.25, 0.25, -0.5], "the winners share"


def test_who_has_no_card_left_wins() -> None:
    state = play(read("9s", "3s", "2c 7d", "kh"), "3s")
    assert state.to_play() == OVER and state.ending() == "empty hand"
    assert state.returns() == [1.0, -0.5, -0.5]


def test_a_match_has_a_last_ply() -> None:
    state = play(read("9s", "3s 4d", "2c 7d", plies=LONGEST - 1), "3s")
    assert state.ending() == "long match" and state.returns() == [0.0, 0.0]
    assert told(state) == "A draw: the match has lasted too long."
    drawn = play(read("9s", "3s 4d", "2c 7d", plies=LONGEST - 1), "draw")
    assert drawn.to_play() == CHANCE and play(drawn, "dks").ending() == "long match"


def test_each_sees_its_own_hand_and_how_many_the_others_have() -> None:
    state = read("9s", "3s 4d", "2c 7d kh")
    assert state.observe(0)["hands"] == ["3s 4d", "? ? ?"]
    assert state.observe(None)["hands"] == ["? ?", "? ? ?"]
    drawing = play(state, "draw")
    card = drawing.parse("d4s")
    assert [drawing.text(card, viewer) for viewer in (0, 1, None)] == ["d4s", "d?", "d?"]


def test_resampled_hands_agree_with_what_is_seen() -> None:
    seen = read("9s", "3s 4d", "2c 7d kh").observe(0)
    drawn = {GAME.resample(seen, 0, Random(n)).to_json()["hands"][1] for n in range(50)}
    assert len(drawn) > 45
    assert not any({"3s", "4d", "9s"} & set(hand.split()) for hand in drawn)


def test_what_is_no_position() -> None:
    sound = read("9s", "3s", "2c 7d").to_json()
    for key, value in (
        ("hands", ["3s"]), ("hands", ["3s", "3s"]), ("hands", ["", ""]), ("hands", ["1s", "2c"]),
        ("laid", "9s 9s"), ("laid", ""), ("suit", "h"), ("suit", ""), ("turn", 2),
        ("drawing", 1), ("drawing", True), ("passes", 2), ("plies", -1),
    ):  # fmt: skip
        with pytest.raises(BadPosition):
            GAME.from_json({**sound, key: value})


def test_a_card_is_touched_to_be_laid_and_an_eight_asks_for_a_suit() -> None:
    state = read("9s", "3s 8h 10d", "2c 7d")
    shown = scene(GAME, view(state, 0))
    assert check(shown) == []
    touched = {choice.move: (choice.touch, choice.label) for choice in shown.choices}
    assert touched["3s"] == (("own0",), "") and touched["draw"] == (("stock",), "Draw")
    assert touched["8h=d"] == (("own1",), "♦ diamonds")
    assert set(shown.blocked) == {"own2"}
    wild = scene(GAME, view(play(state, "8h=d"), 1))
    assert wild.notes == ("The eight asks for diamonds ♦.",)


def test_who_looks_back_sees_every_hand() -> None:
    seen = look_back(read("9s", "3s 8h 10d", "2c 7d"), 0)
    assert seen is not None
    shown = scene(GAME, seen)
    assert check(shown) == []
    assert {p.text for p in shown.pieces if p.at.startswith("h1-")} == {"2♣", "7♦"}
    assert [p.id for p in shown.pieces if p.hidden] == ["stock!"]


def test_the_table_keeps_its_height_while_a_hand_grows() -> None:
    hands = [
        " ".join(f"{rank}{suit}" for suit in "cds" for rank in "2345679")[: 3 * n - 1]
        for n in (5, 7, 14, 15, 21)
    ]
    drawn = [
        scene(state.game, view(state, 0)) for state in (read("10s", hand, "10h") for hand in hands)
    ]
    assert {one.height for one in drawn} == {drawn[0].height}
    assert [len({cell.y for cell in one.regions[-1].cells}) for one in drawn] == [1, 2, 3, 3, 3]
    assert [problem for one in drawn for problem in check(one)] == []
    for one in drawn:
        assert max(cell.y for cell in one.regions[-1].cells) + 0.5 <= 2 * LINE + 0.01
