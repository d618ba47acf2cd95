"""A test for each sentence of the rules that random matches beside the oracle (`test_oracle`) do
not show."""

from __future__ import annotations

from random import Random

import pytest

from everygame.contract import OVER, State
from everygame.errors import IllegalMove
from everygame.games.evade.rules import Evade, EvadeState
from everygame.match import Match
from tests.games.evade.table import (
    EXPOSING,
    PAIRS,
    SECRET,
    START,
    VERSIONS,
    lines,
    moves,
    over,
    played,
)


def kinds(state: State, viewer: int | None) -> list[str]:
    """What a viewer knows of White's and Black's coins."""
    found: list[str] = state.observe(viewer)["kinds"]
    return found


def test_the_designers_own_version_is_the_default_and_offered_first() -> None:
    (option,) = Evade.options
    offered = [choice.value for choice in option.choices]
    assert offered == ["memory", "hidden", "open"] and option.default == offered[0]


# -- legal moves

ALONE = "bl bg 3 bl / bg 4 bg / bg 5 / 2 wg 3 / 6 / wl wg wl wg wg 1 ; w ; w0 b0"
BESIDE = "bg bg bg bg bl 1 / 6 / 5 bl / 4 wg wl / 6 / wg wg wg wl 2 ; w ; w0 b0"
NEXT = "bg bg bg bg bl 1 / 6 / 5 bl / 5 wg / 6 / wg wg wg wl wl 1 ; w ; w0 b0"
SHUT_IN = "6 / 6 / 6 / 5 # / # # 4 / wl bg 2 # # ; w ; w1 b2"
PEEKED = "wg bl 2 # # / # # 4 / 5 # / 6 / 6 / 6 ; w ; w2 b1"

CHOSEN = "leaders:ac leaders:ab"

LEGAL = [
    ("one king step to an empty square", "hidden", ALONE, "", "c3",
     "c3-b2 c3-b3 c3-b4 c3-c2 c3-c4 c3-d2 c3-d3 c3-d4"),
    ("onto a coin of the other side, though a leader loses by it", "hidden", PAIRS, "", "c5",
     "c5-b4 c5-b6 c5-c4 c5-d4 c5-d5 c5xc6 c5xd6"),
    ("open: a leader never", "open", PAIRS, "", "c5", "c5-b4 c5-b6 c5-c4 c5-d4 c5-d5"),
    ("open: a guard", "open", BESIDE, "", "e3x", "e3xf4"),
    ("open: the leader beside it not", "open", BESIDE, "", "f3", "f3-e2 f3-e4 f3-f2"),
    ("memory: one peek at an own coin", "memory", "", CHOSEN, "peek",
     "peek:a1 peek:b1 peek:c1 peek:d1 peek:e1 peek:f1"),
    ("memory: no second peek", "memory", "", f"{CHOSEN} peek:b1", "peek", ""),
    ("memory: a freeze", "memory", NEXT, "", "f3x", "f3xf4"),
    ("memory: none after a peek", "memory", NEXT, "peek:f3", "f3", "f3-e2 f3-e3 f3-e4 f3-f2"),
    ("memory: again in the next turn", "memory", NEXT, "peek:f3 a1-a2 a6-a5", "f3x", "f3xf4"),
    ("memory: a peek where only freezes are left", "memory", PEEKED, "", "", "a6xb6 peek:a6"),
    ("hidden: no peeks", "hidden", "", CHOSEN, "peek", ""),
    ("hidden: a freeze alone is left", "hidden", SHUT_IN, "", "", "a1xb1"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("information", "position", "before", "of", "legal"),
    [r[1:] for r in LEGAL],
    ids=[r[0] for r in LEGAL],
)
def test_what_is_legal(information: str, position: str, before: str, of: str, legal: str) -> None:
    state = played(before, position, information)
    assert [move for move in moves(state) if move.startswith(of)] == legal.split()


@pytest.mark.parametrize("information", SECRET)
def test_white_then_black_hides_two_leaders_in_one_of_fifteen_ways(information: str) -> None:
    state = played("", information=information)
    for seat in (0, 1):
        assert state.to_play() == seat
        assert len(moves(state)) == len(set(moves(state))) == 15
        assert moves(state)[0] == "leaders:ab" and moves(state)[-1] == "leaders:ef"
        state = state.apply(state.parse("leaders:ce"))
    board = "bg bg bl bg bl bg / 6 / 6 / 6 / 6 / wg wg wl wg wl wg ; w ; w0 b0"
    assert (state.position(), state.to_play()) == (board, 0)


def test_a_peek_goes_on_with_the_turn_and_cannot_be_repeated() -> None:
    state = played(f"{CHOSEN} peek:b1", information="memory")
    assert state.to_play() == 0
    with pytest.raises(IllegalMove):
        state.parse("peek:b1")


# -- how it ends

BLACK = "bg bg bg bg bl 1 / 6 / 6 / 5 wg / 3 bl 2 / wl wl wg 1 wg wg ; b ; w0 b0"
BACK = "bg bg bl bl bg bg / 6 / 6 / 6 / 2 wl 3 / wg wg 1 wl wg wg ; w ; w0 b0"
FROZEN = "4 bl wg / 6 / 1 # # 3 / 3 # 2 / 1 bg bg 3 / wg wg 4 ; w ; w2 b1"
LAST = "4 bl wg / 6 / 1 # # 3 / 3 # # 1 / 6 / 1 # 4 ; w ; w2 b1"
ONE_SIDE = "4 bl wg / 6 / 1 # # 3 / 3 # 2 / 1 bg bl 3 / wg wg 4 ; w ; w2 b0"
STUCK = "6 / 6 / 6 / 5 # / # # 3 bg / wl # 2 # 1 ; b ; w1 b2"

ENDS = [
    ("a leader that freezes", SECRET, EXPOSING, "c5xc6", -1, "leader exposed"),
    ("a leader that freezes another", SECRET, EXPOSING, "c5xd6", -1, "leader exposed"),
    ("a leader on the home row of the other side", VERSIONS, EXPOSING, "c5-b6", 1, "home"),
    ("a black one", VERSIONS, BLACK, "d2-d1", -1, "home"),
    ("not one on its own", VERSIONS, BACK, "c2-c1", 0, ""),
    ("not a guard there", SECRET, EXPOSING, "b5-a6", 0, ""),
    ("all four leaders frozen", VERSIONS, FROZEN, "f6xe6", 0, "leaders frozen"),
    ("before a side that cannot move", VERSIONS, LAST, "f6xe6", 0, "leaders frozen"),
    ("not two of one side", VERSIONS, ONE_SIDE, "f6xe6", 0, ""),
    ("not yet", VERSIONS, STUCK, "", 0, ""),
    ("a side that cannot move", VERSIONS, STUCK, "f2-e2", -1, "no moves"),
    ("read so", VERSIONS, STUCK.replace("; b ;", "; w ;"), "", -1, "no moves"),
    ("open: a leader that could only freeze", ("open",), SHUT_IN, "", -1, "no moves"),
    ("a peek saves nobody", ("memory",), PEEKED, "peek:a6", -1, "no moves"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("versions", "position", "before", "white", "ending"),
    [r[1:] for r in ENDS],
    ids=[r[0] for r in ENDS],
)
def test_an_end(
    versions: tuple[str, ...], position: str, before: str, white: int, ending: str
) -> None:
    for information in versions:
        assert over(played(before, position, information)) == ([white, -white], ending)


@pytest.mark.parametrize("information", VERSIONS)
def test_the_third_occurrence_of_the_visible_position_is_a_draw(information: str) -> None:
    match = Match(Evade(information=information), Random(0))
    start = "leaders:ab leaders:ab" if information != "open" else ""
    for move in f"{start} {'a1-a2 a6-a5 a2-a1 a5-a6 ' * 2}".split():
        assert match.outcome() is None
        match.play(match.to_play(), move)
    outcome = match.outcome()
    assert outcome and (outcome.returns, outcome.ending) == ((0.0, 0.0), "repetition")


def test_coins_of_one_side_that_changed_places_are_the_same_visible_position() -> None:
    swap = " a1-a2 a6-a5 b1-b2 a5-a6 a2-b1 a6-a5 b2-a1 a5-a6"
    start, after = played("leaders:ac leaders:ac"), played("leaders:ac leaders:ac" + swap)
    assert after.position() != start.position() and after.key() == start.key()
    assert isinstance(after, EvadeState) and isinstance(start, EvadeState)
    assert after.fingerprint() != start.fingerprint()
    in_the_open = played("b1-b2 a6-a5 c1-c2 a5-a6 b2-c1 a6-a5 c2-b1 a5-a6", information="open")
    assert in_the_open.key() != played("", information="open").key()


@pytest.mark.parametrize("information", VERSIONS)
def test_a_hundred_moves_of_coins_without_a_freeze_are_a_draw(information: str) -> None:
    data = played("", EXPOSING, information).to_json()
    late = Evade(information=information).from_json({**data, "quiet": 99})
    assert late.ending() == ""
    assert over(late.apply(late.parse("b1-b2"))) == ([0.0, 0.0], "no progress")
    assert late.apply(late.parse("b5xc6")).to_json()["quiet"] == 0
    assert over(late.apply(late.parse("c5-b6"))) == ([1.0, -1.0], "home")
    if information == "memory":
        peeked = late.apply(late.parse("peek:b1"))
        assert (peeked.ending(), peeked.to_json()["quiet"]) == ("", 99)


# -- who knows what


@pytest.mark.parametrize("information", SECRET)
def test_neither_sees_the_others_choice(information: str) -> None:
    state, other = (played(f"leaders:{f}", information=information) for f in ("ab", "cf"))
    assert state.observe(1) == other.observe(1) and state.observe(None) == other.observe(None)
    assert kinds(state, 0) == ["llgggg", "??????"] and kinds(state, 1)[0] == "??????"
    start = played("", information=information)
    own = "leaders:ab" if information == "hidden" else "leaders:??"  # the list would remember it
    for viewer, told in ((0, own), (1, "leaders:??"), (None, "leaders:??")):
        assert start.text(start.legal_actions()[0], viewer) == told


@pytest.mark.parametrize("information", SECRET)
def test_a_guard_that_freezes_or_arrives_is_known_from_then_on(information: str) -> None:
    for before, place in (("b5xc6", "c6"), ("b5-a6", "a6"), ("b5-a6 e6-f6 a6-a5", "a5")):
        after = played(before, EXPOSING, information)
        number = after.observe(1)["coins"][0].index(place)
        for viewer in (1, None):
            assert kinds(after, viewer)[0][number] == "g"
            assert kinds(after, viewer)[0].count("g") == 1


@pytest.mark.parametrize("information", SECRET)
def test_the_coin_underneath_stays_secret_to_the_freezer_and_its_owner_knows(
    information: str,
) -> None:
    under = EXPOSING.replace("2 bg bl bg 1", "2 bl bg bg 1")
    hit, missed = (played("b5xc6", text, information) for text in (under, EXPOSING))
    assert hit.observe(0) == missed.observe(0) and hit.observe(None) == missed.observe(None)
    assert hit.observe(1) != missed.observe(1)
    ends = [
        (one.observe(0)["position"][-5:], one.observe(1)["position"][-5:]) for one in (hit, missed)
    ]
    assert ends == [("w0 b?", "w? b1"), ("w0 b?", "w? b0")]


@pytest.mark.parametrize("information", VERSIONS)
def test_in_the_open_and_when_it_is_over_everybody_may_know_everything(information: str) -> None:
    assert Evade(information=information).hidden == (information != "open")
    for line in lines(information, 4, "over"):
        for state in line if information == "open" else line[-1:]:
            for viewer in (None, 0, 1):
                assert kinds(state, viewer) == state.to_json()["kinds"]
                assert state.observe(viewer)["position"] == state.position()


def test_a_position_names_who_is_or_would_have_been_next() -> None:
    assert played("", START).position() == START
    for before in ("c5-b6", "c5xc6"):
        after = played(before, EXPOSING)
        assert after.to_play() == OVER and after.position().split(" ; ")[1] == "b"
