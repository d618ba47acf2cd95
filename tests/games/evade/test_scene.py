"""What is shown and said: faces, names, prompts, choices, reasons, notes and ends. That all scenes
of random matches are sound is checked in `test_secrets`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from everygame.games.evade import scene as artist
from everygame.games.evade.rules import Evade
from everygame.games.evade.scene import LEGEND, seat_names
from everygame.scene import Scene, check, depict, look_back, view
from tests.games.evade.table import EXPOSING, PAIRS, SECRET, lines, played

CHOSEN = "leaders:bd leaders:ac"
VIEWERS = (0, 1, None)


def look(
    moves: str, position: str = "", information: str = "hidden", viewer: int | None = 0, **told: Any
) -> Scene:
    """The scene of the state after moves for a viewer; `told` by the match."""
    state = played(moves, position, information)
    return depict(artist, Evade(information=information), replace(view(state, viewer), **told))


@pytest.mark.both
def test_a_coin_keeps_its_id_wherever_it_goes() -> None:
    for state in next(lines("hidden", 1, "ids")):
        shown = depict(artist, Evade(information="hidden"), view(state, None))
        at = {p.id: p.at for p in shown.pieces}
        for seat, name in enumerate(("White", "Black")):
            places = state.to_json()["coins"][seat]
            assert [at[f"{name}-{file}"] for file in "abcdef"] == places


def test_each_seat_has_its_colour_its_own_home_at_the_bottom_and_its_goal_marked() -> None:
    assert seat_names(Evade(information="hidden")) == ("White", "Black")
    shown = {viewer: look("", viewer=viewer) for viewer in VIEWERS}
    assert {one.colours for one in shown.values()} == {("white", "black")}
    assert [shown[viewer].rotate for viewer in VIEWERS] == [0, 2, 0]
    goals = [
        ("goal", tuple(file + rank for file in "abcdef"), name)
        for rank, name in (("6", "Black's home row"), ("1", "White's home row"))
    ]
    marks = {v: [(m.kind, m.cells, m.name) for m in one.marks] for v, one in shown.items()}
    assert marks == {0: goals[:1], 1: goals[1:], None: goals}


# -- faces

KNOWN_GUARDS = "bg bl bl bg bg bg / 6 / 6 / 2 wl 3 / 6 / wg wg wl wg wg 1 ; b ; w0 b0"
KNOWN_LEADERS = "wg wg wg wg 2 / 6 / bl bl bg bg bg bg / 2 wl wl 2 / 6 / 6 ; b ; w0 b0"
PEEK = "leaders:ac leaders:ab peek:a1"

COINS = [
    (CHOSEN, "", "hidden", 0, "b1", 0, "♛", (), "White's leader"),
    (CHOSEN, "", "hidden", 0, "c1", 0, "♜", (), "White's guard"),
    (CHOSEN, "", "hidden", 0, "a6", 0, "", (), "Black's coin"),
    (CHOSEN, "", "hidden", 1, "a6", 0, "♛", (), "Black's leader"),
    (CHOSEN, "", "hidden", None, "b1", 0, "", (), "White's coin"),
    (CHOSEN, "", "memory", 0, "b1", 0, "", (), "White's coin"),
    (PEEK, "", "memory", 0, "a1", 0, "♛", ("active",), "White's leader, peeked at"),
    (PEEK, "", "memory", 1, "a1", 0, "", ("active",), "White's coin, peeked at"),
    (PEEK, "", "memory", None, "a1", 0, "", ("active",), "White's coin, peeked at"),
    (f"{PEEK} b1-b2", "", "memory", 0, "a1", 0, "", (), "White's coin"),
    ("b5xc6", EXPOSING, "hidden", 0, "c6", 1, "♜", ("frozen",), "White's guard, frozen"),
    ("b5xc6", EXPOSING, "hidden", 1, "c6", 1, "♜", ("frozen",), "White's guard, frozen"),
    ("b5xc6", EXPOSING, "hidden", 0, "c6", 0, "", ("frozen",), "Black's coin, frozen"),
    ("b5xc6", EXPOSING, "hidden", None, "c6", 0, "", ("frozen",), "Black's coin, frozen"),
    ("b5xc6", EXPOSING, "hidden", 1, "c6", 0, "♜", ("frozen",), "Black's guard, frozen"),
    ("", PAIRS, "open", 0, "b5", 0, "", ("frozen",), "White's coin, frozen"),
    ("", PAIRS, "open", 0, "b5", 1, "", ("frozen",), "Black's coin, frozen"),
    *(
        ("b5-a6", EXPOSING, "hidden", viewer, "a6", 0, "♜", ("seen",),
         "White's guard, known to both sides")
        for viewer in VIEWERS
    ),
    ("b5-a6", EXPOSING, "memory", 1, "a6", 0, "", (), "White's coin"),
    ("b5-a6", EXPOSING, "open", None, "a6", 0, "♜", (), "White's guard"),
    ("", KNOWN_GUARDS, "hidden", 0, "b6", 0, "", (), "Black's coin"),
    ("", KNOWN_LEADERS, "hidden", 1, "c3", 0, "♛", ("seen",),
     "White's leader, known to both sides"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("moves", "position", "information", "viewer", "place", "z", "text", "tags", "name"), COINS
)
def test_a_coin_shows_no_more_than_its_viewer_may_see(
    moves: str,
    position: str,
    information: str,
    viewer: int | None,
    place: str,
    z: int,
    text: str,
    tags: tuple[str, ...],
    name: str,
) -> None:
    pieces = look(moves, position, information, viewer).pieces
    (coin,) = [piece for piece in pieces if (piece.at, piece.z) == (place, z)]
    assert (coin.text, coin.hidden, coin.tags, coin.name) == (text, not text, tags, name)
    assert coin.owner == ("White", "Black").index(name[:5])


def test_before_the_set_up_all_coins_lie_face_down_and_in_the_open_none() -> None:
    for viewer in VIEWERS:
        for information in SECRET:
            assert all(p.hidden for p in look("", "", information, viewer).pieces)
        assert not any(p.hidden or p.tags for p in look("", EXPOSING, "open", viewer).pieces)


# -- choices


def test_the_set_up_is_two_touches_in_any_order() -> None:
    for viewer, moves, rank in ((0, "", "1"), (1, "leaders:ab", "6")):
        shown = look(moves, viewer=viewer)
        ways = [c.touch for c in shown.choices if c.move == "leaders:bd"]
        assert ways == [("b" + rank, "d" + rank), ("d" + rank, "b" + rank)]
        assert len(shown.choices) == 30 and {c.kind for c in shown.choices} == {"place"}
        assert {c.gesture for c in shown.choices} == {"ask"}, "the pair is seen before it is final"
        assert shown.choices[0].name == f"hide your leaders on a{rank} and b{rank}"


CHOICES = [
    ("hidden", "a1-b2", "move", "", "guard from a1 to b2"),
    ("hidden", "b1-b2", "move", "", "leader from b1 to b2"),
    ("hidden", "b5xc6", "freeze", "reveals", "freeze the coin on c6 with your guard from b5"),
    ("hidden", "c5xc6", "freeze", "reveals",
     "freeze the coin on c6 with your leader from c5: it is exposed and you lose"),
    ("hidden", "c5-b6", "move", "reveals", "leader from c5 to b6, Black's home row: you win"),
    ("hidden", "b5-a6", "move", "reveals",
     "guard from b5 to a6, Black's home row: this shows that it is a guard"),
    ("memory", "a1-b2", "move", "", "coin from a1 to b2"),
    ("memory", "b1-b2", "move", "", "coin from b1 to b2"),
    ("memory", "c5xc6", "freeze", "reveals",
     "freeze the coin on c6 with your coin from c5; if it is a leader you lose"),
    ("memory", "c5-b6", "move", "reveals",
     "coin from c5 to b6, Black's home row: you win if it is a leader"),
]  # fmt: skip


@pytest.mark.parametrize(("information", "move", "kind", "final", "name"), CHOICES)
def test_a_choice_says_which_coin_goes_and_what_it_shows(
    information: str, move: str, kind: str, final: str, name: str
) -> None:
    (choice,) = [c for c in look("", EXPOSING, information).choices if c.move == move]
    assert (choice.name, choice.kind, choice.final) == (name, kind, final)
    assert choice.touch == (move[:2], move[3:])


def test_memory_a_peek_is_a_hold_or_a_button_and_reveals() -> None:
    (peek,) = [c for c in look("", EXPOSING, "memory").choices if c.move == "peek:b1"]
    assert (peek.touch, peek.gesture, peek.label) == (("b1",), "hold", "Peek")
    assert (peek.kind, peek.final) == ("reveal", "reveals")
    assert peek.name == "peek at your coin on b1; then you may not freeze this turn"


SHUT = "bl bl bg bg bg bg / 6 / 6 / 3 wl 2 / wg wg 4 / wl wg wg 3 ; w ; w0 b0"


@pytest.mark.parametrize(
    ("moves", "position", "information", "place", "told"),
    [
        ("b5xc6 d6-d5", EXPOSING, "hidden", "c6", "A frozen pair stays; nobody enters its square."),
        ("", EXPOSING, "hidden", "d6", "Only a coin of yours that stands beside it can freeze it."),
        ("", EXPOSING, "open", "d6", "Only a guard of yours that stands beside it can freeze it."),
        ("peek:b1", EXPOSING, "memory", "d6", "You have peeked, so you may not freeze this turn."),
        ("", "", "hidden", "a6", "Your leaders are two of your own six coins."),
        ("", SHUT, "hidden", "a1", "This coin is shut in and cannot move."),
    ],
)
def test_what_cannot_be_chosen_says_why(
    moves: str, position: str, information: str, place: str, told: str
) -> None:
    assert look(moves, position, information).blocked[place] == told
    assert look(moves, position, information, 1).blocked == {}


@pytest.mark.parametrize(
    ("moves", "information", "start", "goal", "told"),
    [
        ("", "open", "c5", "c6", "In this version a leader goes to empty squares only: it cannot"),
        ("", "open", "c5", "a1", "A coin goes one square in any direction, to an empty one."),
        ("", "open", "c5", "e5", "A coin goes one square in any direction, to an empty one."),
        ("", "open", "b5", "a1", "to an empty one or onto an enemy coin."),
        ("", "hidden", "c5", "a1", "to an empty one or onto an enemy coin."),
        ("peek:b1", "memory", "c5", "c6", "You have peeked, so you may not freeze this turn."),
        ("peek:b1", "memory", "c5", "a1", "in any direction, to an empty one."),
        ("b5xc6 d6-d5", "hidden", "c5", "c6", "A frozen pair stays; nobody enters its square."),
    ],
)
def test_why_a_chosen_coin_cannot_go_there(
    moves: str, information: str, start: str, goal: str, told: str
) -> None:
    found = next(
        one
        for one in look(moves, EXPOSING, information).refusals
        if one.start in ("", start) and (not one.goals or goal in one.goals)
    )
    assert told in found.why


# -- words

HIDE = "White: choose the two coins that will be your leaders."
HIDES = "White chooses two leaders in secret."
MOVE = "White: choose a coin, then a square beside it."
MOVES = "White moves next."


@pytest.mark.parametrize(
    ("information", "moves", "own", "others"),
    [
        ("hidden", "", HIDE, HIDES),
        ("hidden", CHOSEN, f"{MOVE} Onto an enemy coin freezes both.", MOVES),
        ("memory", "", f"{HIDE} Remember them: they will lie face down.", HIDES),
        ("memory", CHOSEN, f"{MOVE} You may peek at one coin first.", MOVES),
        (
            "memory",
            f"{CHOSEN} peek:b1",
            "White: you have peeked at b1. Choose a coin, then an empty square beside it.",
            "White has peeked at b1 and moves.",
        ),
    ],
)
def test_prompts(information: str, moves: str, own: str, others: str) -> None:
    prompts = [look(moves, "", information, viewer).prompt for viewer in VIEWERS]
    assert prompts == [own, others, others]


ONE = "One of your leaders is frozen."
UNDER = EXPOSING.replace("2 bg bl bg 1", "2 bl bg bg 1")


@pytest.mark.parametrize(
    ("moves", "position", "information", "notes"),
    [
        ("", "", "hidden", {}),
        (CHOSEN, "", "memory", {}),
        ("peek:b1", EXPOSING, "memory", {}),
        ("b5xc6", UNDER, "hidden", {1: ONE}),
        ("b5xc6", UNDER, "memory", {}),
        ("", PAIRS, "hidden", {0: ONE, 1: ONE}),
    ],
)
def test_the_owner_alone_reads_that_a_leader_is_frozen(
    moves: str, position: str, information: str, notes: dict[int, str]
) -> None:
    """The legend stands always, so that no face that comes moves the page."""
    assert LEGEND == "♛ is a leader, ♜ a guard."
    for viewer in VIEWERS:
        told = (notes[viewer],) if viewer in notes else ()
        assert look(moves, position, information, viewer).notes == (*told, LEGEND)


@pytest.mark.parametrize(
    ("quiet", "told"), [(79, None), (80, "A draw in 20 moves"), (99, "A draw in 1 move")]
)
def test_a_draw_that_is_near_is_announced(quiet: int, told: str | None) -> None:
    game = Evade(information="hidden")
    state = game.from_json({**played("", EXPOSING).to_json(), "quiet": quiet})
    notes = (f"{told} unless a coin is frozen.",) if told else ()
    assert depict(artist, game, view(state, 0)).notes == (*notes, LEGEND)


PAIR = "a frozen pair"
ENDS = [
    (EXPOSING, "c5-b6", "White wins: a leader reached Black's home row",
     "b1 and b6", "a3 and d6"),
    (EXPOSING, "c5xc6", "Black wins: White froze a coin with a leader, which was exposed",
     "b1 and c6 (frozen)", "a3 and d6"),
    ("6 / 6 / 6 / 5 # / # # 3 bg / wl # 2 # 1 ; b ; w1 b2", "f2-e2",
     "Black wins: White has no move left", f"a1 and {PAIR}", f"{PAIR} and {PAIR}"),
    ("4 bl wg / 6 / 1 # # 3 / 3 # 2 / 1 bg bg 3 / wg wg 4 ; w ; w2 b1", "f6xe6",
     "A draw: all four leaders are frozen", f"{PAIR} and {PAIR}", f"e6 (frozen) and {PAIR}"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "moves", "told", "white", "black"), ENDS)
def test_the_end_says_what_happened_and_who_was_who(
    position: str, moves: str, told: str, white: str, black: str
) -> None:
    who = f"the leaders were White's on {white} and Black's on {black}."
    for information in SECRET:
        for viewer in VIEWERS:
            shown = look(moves, position, information, viewer)
            assert (shown.over, shown.prompt, shown.choices) == (f"{told}; {who}", "", ())
            assert not any(p.hidden for p in shown.pieces if "frozen" not in p.tags)


def test_the_open_game_says_no_names_at_its_end() -> None:
    game = Evade(information="open")
    late = game.from_json({**played("", EXPOSING, "open").to_json(), "quiet": 99})
    shown = depict(artist, game, view(late.apply(late.parse("b1-b2")), 0))
    assert shown.over == "A draw: 100 moves in a row without a freeze."


@pytest.mark.parametrize("information", SECRET)
def test_an_end_that_the_match_declares_and_tells_shows_no_secret(information: str) -> None:
    shown = look("", EXPOSING, information, returns=(-1.0, 1.0), ending="resignation")
    assert (shown.over, shown.prompt, shown.choices, shown.blocked) == ("", "", (), {})
    assert all(piece.hidden for piece in shown.pieces if piece.owner == 1)


@pytest.mark.parametrize("information", SECRET)
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
