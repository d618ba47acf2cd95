"""What is shown and said: faces, names, prompts, choices, reasons, notes and ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from everygame.games.evade import scene as artist
from everygame.games.evade.rules import Evade
from everygame.games.evade.scene import LEGEND, seat_names
from everygame.scene import Piece, Scene, check, depict, look_back, view
from tests.games.evade.table import VERSIONS, lines, played

NEAR = "2 bg bl bg 1 / 1 wg wl 1 bg 1 / 6 / bl 5 / bg 5 / wg wl wg wg 2 ; w ; w0 b0"


def look(
    moves: str, position: str = "", information: str = "hidden", viewer: int | None = 0, **told: Any
) -> Scene:
    """The scene of the state after moves for a viewer; `told` by the match."""
    state = played(moves, position, information)
    return depict(artist, Evade(information=information), replace(view(state, viewer), **told))


def coin(shown: Scene, place: str, z: int = 0) -> Piece:
    """The coin on a square."""
    return next(piece for piece in shown.pieces if (piece.at, piece.z) == (place, z))


@pytest.mark.both
@pytest.mark.parametrize("information", VERSIONS)
def test_every_scene_of_random_matches_is_sound(information: str) -> None:
    game = Evade(information=information)
    for line in lines(information, 4, "sound"):
        for state in line:
            for viewer in (0, 1, None):
                shown = depict(artist, game, view(state, viewer))
                assert check(shown) == []
                assert len(shown.pieces) == 12
                mine = state.to_play() == viewer
                legal = {state.text(action) for action in state.legal_actions()} if mine else set()
                assert {choice.move for choice in shown.choices} == legal


@pytest.mark.both
def test_a_coin_keeps_its_id_wherever_it_goes() -> None:
    for line in lines("hidden", 4, "ids"):
        for state in line:
            shown = depict(artist, Evade(information="hidden"), view(state, None))
            at = {p.id: p.at for p in shown.pieces}
            for seat, name in enumerate(("White", "Black")):
                places = state.to_json()["coins"][seat]
                assert [at[f"{name}-{file}"] for file in "abcdef"] == places


def test_seats_are_white_and_black_and_have_these_colours() -> None:
    assert seat_names(Evade(information="hidden")) == ("White", "Black")
    assert look("").colours == ("white", "black")


def test_each_seat_sees_its_own_home_at_the_bottom() -> None:
    assert [look("", viewer=viewer).rotate for viewer in (0, 1, None)] == [0, 2, 0]


def test_the_row_to_reach_is_marked_for_each_seat_and_both_for_a_spectator() -> None:
    rows = {viewer: look("", viewer=viewer).marks for viewer in (0, 1, None)}
    top, bottom = (tuple(file + rank for file in "abcdef") for rank in "61")
    assert [(m.kind, m.cells, m.name) for m in rows[0]] == [("goal", top, "Black's home row")]
    assert [(m.kind, m.cells, m.name) for m in rows[1]] == [("goal", bottom, "White's home row")]
    assert [m.cells for m in rows[None]] == [top, bottom]


# -- faces


def test_before_the_set_up_all_coins_lie_face_down() -> None:
    for information in ("hidden", "memory"):
        for viewer in (0, 1, None):
            assert all(p.hidden for p in look("", "", information, viewer).pieces)


def test_hidden_own_leaders_have_a_crown_and_the_others_coins_are_backs() -> None:
    for viewer, own in ((0, "White"), (1, "Black")):
        shown = look("leaders:bd leaders:ac", viewer=viewer)
        faces = {p.id: p.text for p in shown.pieces if not p.hidden}
        crowns = {"White": ("b", "d"), "Black": ("a", "c")}[own]
        assert faces == {f"{own}-{f}": "♛" if f in crowns else "♜" for f in "abcdef"}
    assert all(p.hidden for p in look("leaders:bd leaders:ac", viewer=None).pieces)


def test_names_say_no_more_than_the_picture() -> None:
    shown = look("leaders:bd leaders:ac")
    names = {coin(shown, place).name for place in ("a6", "b6", "c6")}
    assert names == {"Black's coin"}
    assert coin(shown, "b1").name == "White's leader" and coin(shown, "c1").name == "White's guard"


def test_a_frozen_pair_is_a_stack_whose_upper_coin_shows_a_guard() -> None:
    for viewer in (0, 1, None):
        shown = look("b5xc6", NEAR, viewer=viewer)
        upper, lower = coin(shown, "c6", 1), coin(shown, "c6", 0)
        assert (upper.owner, upper.text, upper.hidden, upper.tags) == (0, "♜", False, ("frozen",))
        assert upper.name == "White's guard, frozen"
        assert (lower.owner, lower.tags) == (1, ("frozen",))
        assert (lower.text, lower.hidden) == (("♜", False) if viewer == 1 else ("", True))


def test_a_pair_of_a_position_text_shows_two_backs() -> None:
    shown = look("", "2 bg bl 2 / 1 # wl 3 / 6 / 6 / 5 # / wg 3 # # ; w ; w1 b1", "open")
    pair = [p for p in shown.pieces if p.at == "b5"]
    assert [(p.owner, p.hidden, p.tags) for p in pair] == [
        (0, True, ("frozen",)),
        (1, True, ("frozen",)),
    ]


def test_a_coin_that_is_known_to_be_a_guard_is_marked_for_everybody() -> None:
    for viewer in (0, 1, None):
        known = coin(look("b5-a6", NEAR, viewer=viewer), "a6")
        assert (known.text, known.tags) == ("♜", ("seen",))
        assert known.name == "White's guard, known to both sides"


def test_two_leaders_that_follow_from_four_known_guards_are_shown() -> None:
    four = "bg bl bl bg bg bg / 6 / 6 / 2 wl 3 / 6 / wg wg wl wg wg 1 ; b ; w0 b0"
    assert coin(look("", four, viewer=0), "b6").hidden
    text = "wg wg wg wg 2 / 6 / bl bl bg bg bg bg / 2 wl wl 2 / 6 / 6 ; b ; w0 b0"
    crowned = coin(look("", text, viewer=1), "c3")
    assert (crowned.text, crowned.tags) == ("♛", ("seen",))


def test_memory_known_guards_are_not_marked() -> None:
    known = coin(look("b5-a6", NEAR, "memory", 1), "a6")
    assert known.hidden and known.tags == ()


def test_open_all_faces_are_up_without_eyes() -> None:
    shown = look("b5-a6", NEAR, "open", None)
    assert not any(p.hidden or p.tags for p in shown.pieces)


# -- choices


def test_the_set_up_is_two_touches_in_any_order() -> None:
    for viewer, moves, rank in ((0, "", "1"), (1, "leaders:ab", "6")):
        shown = look(moves, viewer=viewer)
        ways = [c.touch for c in shown.choices if c.move == "leaders:bd"]
        assert ways == [("b" + rank, "d" + rank), ("d" + rank, "b" + rank)]
        assert len(shown.choices) == 30 and {c.kind for c in shown.choices} == {"place"}
        assert shown.choices[0].name == f"hide your leaders on a{rank} and b{rank}"


def choices(information: str = "hidden", moves: str = "") -> dict[str, tuple[str, str, str]]:
    """Move → name, kind and why it cannot be taken back."""
    shown = look(moves, NEAR, information)
    return {c.move: (c.name, c.kind, c.final) for c in shown.choices}


def test_moves_are_touched_from_and_to_and_say_which_coin_goes() -> None:
    found = choices()
    assert found["a1-b2"] == ("guard from a1 to b2", "move", "")
    assert found["b1-b2"] == ("leader from b1 to b2", "move", "")
    touches = {c.move: c.touch for c in look("", NEAR).choices}
    assert touches["a1-b2"] == ("a1", "b2") and touches["b5xc6"] == ("b5", "c6")


def test_a_freeze_reveals_and_its_owner_reads_that_a_leader_loses_by_it() -> None:
    found = choices()
    guard, leader = found["b5xc6"], found["c5xc6"]
    assert guard == ("freeze the coin on c6 with your guard from b5", "freeze", "reveals")
    words = "freeze the coin on c6 with your leader from c5: it is exposed and you lose"
    assert leader == (words, "freeze", "reveals")


def test_a_move_to_the_far_row_says_what_it_shows() -> None:
    found = choices()
    wins = "leader from c5 to b6, Black's home row: you win"
    assert found["c5-b6"] == (wins, "move", "reveals")
    shows = "guard from b5 to a6, Black's home row: this shows that it is a guard"
    assert found["b5-a6"] == (shows, "move", "reveals")


def test_memory_choices_do_not_tell_leaders_from_guards() -> None:
    found = choices("memory")
    assert found["b1-b2"][0] == "coin from b1 to b2" and found["a1-b2"][0] == "coin from a1 to b2"
    words = "freeze the coin on c6 with your coin from {}; if it is a leader you lose"
    assert found["c5xc6"][0] == words.format("c5") and found["b5xc6"][0] == words.format("b5")
    assert found["c5-b6"][0] == "coin from c5 to b6, Black's home row: you win if it is a leader"


def test_memory_a_peek_is_a_hold_or_a_button_and_reveals() -> None:
    shown = look("", NEAR, "memory")
    (peek,) = [c for c in shown.choices if c.move == "peek:b1"]
    assert (peek.touch, peek.gesture, peek.label) == (("b1",), "hold", "Peek")
    assert (peek.kind, peek.final) == ("reveal", "reveals")
    assert peek.name == "peek at your coin on b1; then you may not freeze this turn"


def test_what_cannot_be_chosen_says_why() -> None:
    pair = "A frozen pair stays; nobody enters its square."
    assert look("b5xc6 d6-d5", NEAR).blocked["c6"] == pair
    assert look("", NEAR).blocked["d6"].startswith("Only a coin of yours that stands beside it")
    assert look("", NEAR, "open").blocked["d6"].startswith("Only a guard of yours")
    assert look("peek:b1", NEAR, "memory").blocked["d6"].startswith("You have peeked")
    assert look("").blocked["a6"] == "Your leaders are two of your own six coins."
    shut = "bl bl bg bg bg bg / 6 / 6 / 3 wl 2 / wg wg 4 / wl wg wg 3 ; w ; w0 b0"
    assert look("", shut).blocked["a1"] == "This coin is shut in and cannot move."
    assert look("", NEAR, viewer=1).blocked == {}


# -- words


@pytest.mark.parametrize(
    ("information", "moves", "own", "others"),
    [
        (
            "hidden",
            "",
            "White: choose the two coins that will be your leaders.",
            "White chooses two leaders in secret.",
        ),
        (
            "hidden",
            "leaders:ab leaders:ab",
            "White: choose a coin, then a square beside it. Onto an enemy coin freezes both.",
            "White moves next.",
        ),
        (
            "memory",
            "",
            "White: choose the two coins that will be your leaders."
            " Remember them: they will lie face down.",
            "White chooses two leaders in secret.",
        ),
        (
            "memory",
            "leaders:ab leaders:ab",
            "White: choose a coin, then a square beside it. You may peek at one coin first.",
            "White moves next.",
        ),
        (
            "memory",
            "leaders:ab leaders:ab peek:b1",
            "White: you have peeked at b1. Choose a coin, then an empty square beside it.",
            "White has peeked at b1 and moves.",
        ),
    ],
)
def test_prompts(information: str, moves: str, own: str, others: str) -> None:
    assert look(moves, "", information, 0).prompt == own
    for viewer in (1, None):
        assert look(moves, "", information, viewer).prompt == others


def test_only_the_owner_reads_that_a_leader_of_his_is_frozen() -> None:
    text = NEAR.replace("2 bg bl bg 1", "2 bl bg bg 1")
    notes = {viewer: look("b5xc6", text, viewer=viewer).notes for viewer in (0, 1, None)}
    assert notes == {
        0: (LEGEND,),
        1: ("One of your leaders is frozen.", LEGEND),
        None: (LEGEND,),
    }
    assert look("b5xc6", text, "memory", 1).notes == (LEGEND,)


def test_the_legend_stands_always_so_that_no_face_that_comes_moves_the_page() -> None:
    assert LEGEND == "♛ is a leader, ♜ a guard."
    start = "leaders:bd leaders:ac"
    assert look("").notes == look(start).notes == (LEGEND,)
    assert look(start, viewer=None).notes == look(start, "", "memory").notes == (LEGEND,)
    assert look("peek:b1", NEAR, "memory").notes == (LEGEND,)


def test_a_draw_that_is_near_is_announced() -> None:
    game = Evade(information="hidden")
    for quiet, notes in (
        (79, (LEGEND,)),
        (80, ("A draw in 20 moves unless a coin is frozen.", LEGEND)),
        (99, ("A draw in 1 move unless a coin is frozen.", LEGEND)),
    ):
        state = game.from_json({**played("", NEAR).to_json(), "quiet": quiet})
        assert depict(artist, game, view(state, 0)).notes == notes


WHO = "the leaders were White's on {} and Black's on {}."


@pytest.mark.parametrize(
    ("position", "moves", "told"),
    [
        (
            NEAR,
            "c5-b6",
            "White wins: a leader reached Black's home row; "
            + WHO.format("b1 and b6", "a3 and d6"),
        ),
        (
            NEAR,
            "c5xc6",
            "Black wins: White froze a coin with a leader, which was exposed; "
            + WHO.format("b1 and c6 (frozen)", "a3 and d6"),
        ),
        (
            "6 / 6 / 6 / 5 # / # # 3 bg / wl # 2 # 1 ; b ; w1 b2",
            "f2-e2",
            "Black wins: White has no move left; "
            + WHO.format("a1 and a frozen pair", "a frozen pair and a frozen pair"),
        ),
        (
            "4 bl wg / 6 / 1 # # 3 / 3 # 2 / 1 bg bg 3 / wg wg 4 ; w ; w2 b1",
            "f6xe6",
            "A draw: all four leaders are frozen; "
            + WHO.format("a frozen pair and a frozen pair", "e6 (frozen) and a frozen pair"),
        ),
    ],
)
def test_the_end_says_what_happened_and_who_was_who(position: str, moves: str, told: str) -> None:
    for information in ("hidden", "memory"):
        for viewer in (0, 1, None):
            shown = look(moves, position, information, viewer)
            assert shown.over == told and shown.prompt == "" and shown.choices == ()
            assert not any(p.hidden for p in shown.pieces if "frozen" not in p.tags)


def test_the_end_by_length_and_the_open_game_say_no_names() -> None:
    game = Evade(information="open")
    late = game.from_json({**played("", NEAR, "open").to_json(), "quiet": 99})
    shown = depict(artist, game, view(late.apply(late.parse("b1-b2")), 0))
    assert shown.over == "A draw: 100 moves in a row without a freeze."


@pytest.mark.parametrize(
    ("returns", "ending", "told"),
    [
        ((0.0, 0.0), "repetition", "A draw: the same position came up for the third time."),
        ((-1.0, 1.0), "resignation", "Black wins: White gave up."),
        ((1.0, -1.0), "time", "White wins."),
        ((0.0, 0.0), "agreement", "A draw."),
    ],
)
def test_ends_that_the_match_declares_tell_no_secret(
    returns: tuple[float, float], ending: str, told: str
) -> None:
    for information in ("hidden", "memory"):
        shown = look("", NEAR, information, 0, returns=returns, ending=ending)
        assert shown.over == told and shown.choices == () and shown.blocked == {}
        assert coin(shown, "c6").hidden


@pytest.mark.parametrize("information", ["hidden", "memory"])
def test_who_looks_back_sees_every_leader_from_the_own_side(information: str) -> None:
    state = played("leaders:ab leaders:cf c1-c2", information=information)
    for viewer, side in ((0, 0), (1, 2), (None, 0)):
        seen = look_back(state, viewer)
        assert seen is not None
        shown = depict(artist, Evade(information=information), seen)
        assert check(shown) == [] and shown.rotate == side
        leaders = {piece.at for piece in shown.pieces if piece.text == "♛"}
        assert leaders == {"a1", "b1", "c6", "f6"}
        assert not any(piece.hidden or piece.tags for piece in shown.pieces)
