"""The rules of Crazy Eights, a test for each sentence."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from everygame.cards.pictures import LINE
from everygame.contract import CHANCE, OVER, State
from everygame.errors import BadPosition, IllegalMove
from everygame.games.crazyeights.cards import NAMES
from everygame.games.crazyeights.rules import LONGEST, CrazyEights
from everygame.games.crazyeights.scene import scene
from everygame.scene import check, look_back
from tests.games.shared import look, play, texts, told

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


def blocked(*hands: str) -> State:
    """No stock: the rest of the deck is a pile with 5h on top."""
    taken = ["5h", *" ".join(hands).split()]
    return read(" ".join([*(card for card in NAMES if card not in taken), "5h"]), *hands)


def test_who_draws_the_last_card_passes_or_lays_and_nobody_is_blocked_before_all_have_passed() -> (
    None
):
    hands = "kd 3d", "2c 7h"
    pile = blocked(*hands, "4h").to_json()["laid"]
    state = read(pile, *hands)
    assert texts(state) == {"draw"}
    state = play(state, "draw", "d4h")
    assert texts(state) == {"4h", "pass"}
    state = play(state, "pass")
    assert state.to_play() == 1 and texts(state) == {"7h", "pass"}
    assert play(state, "7h").ending() == ""
    assert play(state, "pass").ending() == "blocked"


@pytest.mark.parametrize(
    ("hands", "returns", "said"),
    [
        (["kd 3d", "2c 7c 9c"], [1, -1], "Nobody can go on: South wins with the fewest cards."),
        (
            ["kd 3d", "2c 7c"],
            [0, 0],
            "A draw: nobody can go on, and all have equally many cards.",
        ),
        (
            ["kd", "2c", "7c 9c"],
            [0.25, 0.25, -0.5],
            "Nobody can go on: South and West win with the fewest cards.",
        ),
    ],
)
def test_if_all_pass_the_fewest_cards_win(
    hands: list[str], returns: list[float], said: str
) -> None:
    state = blocked(*hands)
    assert texts(state) == {"pass"}, "with no stock"
    state = play(state, *["pass"] * (len(hands) - 1))
    assert state.ending() == ""
    state = play(state, "pass")
    assert told(state) == (OVER, "blocked", returns)
    assert look(scene, state, 0).over == said


def test_who_has_no_card_left_wins() -> None:
    state = play(read("9s", "3s", "2c 7d", "kh"), "3s")
    assert told(state) == (OVER, "empty hand", [1.0, -0.5, -0.5])


def test_a_match_has_a_last_ply() -> None:
    late = read("9s", "3s 4d", "2c 7d", plies=LONGEST - 1)
    state = play(late, "3s")
    assert told(state) == (OVER, "long match", [0.0, 0.0])
    assert look(scene, state, 0).over == "A draw: the match has lasted too long."
    drawn = play(late, "draw")
    assert drawn.to_play() == CHANCE and play(drawn, "dks").ending() == "long match"


def test_each_sees_its_own_hand_and_how_many_the_others_have() -> None:
    state = read("9s", "3s 4d", "2c 7d kh")
    assert state.observe(0)["hands"] == ["3s 4d", "? ? ?"]
    assert state.observe(None)["hands"] == ["? ?", "? ? ?"]
    drawing = play(state, "draw")
    card = drawing.parse("d4s")
    assert [drawing.text(card, viewer) for viewer in (0, 1, None)] == ["d4s", "d?", "d?"]


def test_what_is_no_position() -> None:
    sound = read("9s", "3s", "2c 7d").to_json()
    for key, value in (
        ("hands", ["3s"]), ("hands", ["3s", "3s"]), ("hands", ["", ""]), ("hands", ["1s", "2c"]),
        ("laid", "9s 9s"), ("laid", ""), ("suit", "h"), ("suit", ""),
        ("drawing", 1), ("drawing", True), ("passes", 2), ("plies", -1),
    ):  # fmt: skip
        with pytest.raises(BadPosition):
            GAME.from_json({**sound, key: value})


def test_a_card_is_touched_to_be_laid_and_an_eight_asks_for_a_suit() -> None:
    state = read("9s", "3s 8h 10d", "2c 7d")
    shown = look(scene, state, 0)
    touched = {choice.move: (choice.touch, choice.label) for choice in shown.choices}
    assert touched["3s"] == (("own0",), "") and touched["draw"] == (("stock",), "Draw")
    assert touched["8h=d"] == (("own1",), "♦ diamonds")
    assert set(shown.blocked) == {"own2"}
    wild = look(scene, play(state, "8h=d"), 1)
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
    drawn = [look(scene, read("10s", hand, "10h"), 0) for hand in hands]
    assert {one.height for one in drawn} == {drawn[0].height}
    assert [len({cell.y for cell in one.regions[-1].cells}) for one in drawn] == [1, 2, 3, 3, 3]
    for one in drawn:
        assert max(cell.y for cell in one.regions[-1].cells) + 0.5 <= 2 * LINE + 0.01
