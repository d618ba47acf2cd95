"""The rules of Cold Spell, a test for each sentence of the rule text and each of its checks."""

from __future__ import annotations

import pytest

from everygame.contract import CHANCE, OVER
from everygame.errors import IllegalMove
from everygame.games.coldspell.deck import load_deck
from everygame.games.coldspell.rules import ColdSpellState
from tests.games.coldspell.table import (
    deal,
    ended,
    make,
    play,
    position,
    random_line,
    read,
    texts,
    verbs,
)
from tests.oracles import coldspell as oracle

pytestmark = pytest.mark.both

# -- Parts


@pytest.mark.parametrize("name", ["alpha", "tiles"])
def test_the_cards_of_a_deck(name: str) -> None:
    """As the oracle has them."""
    deck, known = load_deck(name), oracle.DECKS[name]
    assert dict(zip(deck.cards, deck.counts, strict=True)) == known
    values = {card: oracle.VALUES[card[0]] for card in known}
    assert dict(zip(deck.cards, deck.values, strict=True)) == values


# -- Play


def test_deal_6_by_6_face_up_the_rest_is_out() -> None:
    """Chance plies, weighted by the cards left in the deck."""
    state = make().initial_state()
    assert state.to_play() == CHANCE
    chance = {state.text(action): weight for action, weight in state.chance_outcomes()}
    assert chance["deal:T"] == pytest.approx(3 / 74) and chance["deal:?"] == pytest.approx(2 / 74)
    state = state.apply(state.parse("deal:Z"))
    chance = {state.text(action): weight for action, weight in state.chance_outcomes()}
    assert "deal:Z" not in chance and chance["deal:T"] == pytest.approx(3 / 73)
    assert deal(make(), 3).to_play() == 0 and len(deal(make(), 3).to_json()["cards"]) == 36


def test_cards_are_dealt_in_the_order_of_the_text() -> None:
    state = make().initial_state()
    for card in ("T", "AE", "?", "Z", "B", "C", "D"):
        state = state.apply(state.parse(f"deal:{card}"))
    assert state.position().startswith("T AE ? Z B C / D 5 / 6 / 6 / 6 / 6 ; 1 ;")


def test_placing_ends_the_turn() -> None:
    """Also the first turn, in which nothing else can be done."""
    state = deal(make(), 5)
    assert len(texts(state)) == 108 and verbs(state) == {"place"}
    after = play(state, "place:m@c4")
    assert after.to_play() == 1 and after.position().split(" ; ")[1:3] == ["2", "s5 m4 l5"]
    assert play(read(make(), position({"c4": "+m"})), "c4-c3 place:s@c4").to_play() == 1


def test_a_turn_has_one_or_two_actions_of_different_kinds() -> None:
    """The first is compulsory, the second is not; claim and force are different kinds, and hijack
    is a first one only."""
    state = read(make(), position({"c4": "+m", "d4": "+s", "a1": "+l1"}))
    assert "done" not in texts(state)
    kinds = {"place", "move", "claim", "force", "take", "done"}
    firsts = {"c4-c5": "move", "claim:c4": "claim", "force:c4>2": "force", "take:a1": "take"}
    for first, kind in firsts.items():
        second = play(state, first)
        assert second.to_play() == 0 and verbs(second) == kinds - {kind}
        assert play(second, "done").to_play() == 1
    assert play(state, "claim:c4 force:d4>2").to_play() == 1


def test_place_a_pyramid_from_the_stash_upright_on_a_free_card() -> None:
    cells = {"a6": "+m", "b6": "+l2", "c6": "-"}
    state = read(make(), position(cells, taken="1:Rs 2:", s=4))
    squares = {text[-2:] for text in texts(state) if text.startswith("place:")}
    assert len(squares) == 33 and not squares & set(cells)
    none = read(make(), position({f"{file}6": "+s" for file in "abcde"}))
    assert not any(text.startswith("place:s") for text in texts(none))


SEVERAL = {"c4": "+s", "f1": "+l", "f2": "+s2", "a6": "+m"}


@pytest.mark.parametrize(
    ("cells", "to_play", "taken", "beginning", "endings"),
    [
        # Move: 1 to pips orthogonal steps, with turns, to a free card
        (SEVERAL, "1", "1: 2:", "c4-", "c5 c3 b4 d4"),
        (SEVERAL, "1", "1: 2:", "a6-", "a5 a4 b6 c6 b5"),
        (SEVERAL, "1", "1: 2:", "f1-", "e1 d1 c1 e2 e3 d2 f3 f4"),
        # over free and claimed cards, not over holes or upright pyramids
        ({"a6": "+l", "a5": "+s2", "b6": "-", "b5": "+s"}, "1", "1:Nm 2:", "a6-", "a4 a3 b4"),
        # Claim and force: an upright pyramid, towards oneself or an opponent
        ({"c4": "+m", "d4": "+s2"}, "2", "1: 2:", "claim:", "c4"),
        ({"c4": "+m", "d4": "+s2"}, "2", "1: 2: 3:", "force:", "c4>1 c4>3"),
        # Take: a card claimed by oneself
        ({"c4": "+m1", "d4": "+s1", "b4": "+l2"}, "1", "1: 2:", "take:", "c4 d4"),
        # Hijack: any lying pyramid that can move
        ({"c4": "+m2", "d4": "+s1", "a1": "+s"}, "1", "1: 2:", "hijack:", "c4 d4"),
        ({"a6": "+l2", "a5": "-", "b6": "+s", "f1": "+s2"}, "1", "1:Bm 2:", "hijack:", "f1"),
    ],
)
def test_what_can_be_done(
    cells: dict[str, str], to_play: str, taken: str, beginning: str, endings: str
) -> None:
    game = make(players=str(taken.count(":")))
    found = texts(read(game, position(cells, to_play, taken)))
    assert {text for text in found if text.startswith(beginning)} == {
        beginning + ending for ending in endings.split()
    }


def test_straight_moves_neither_turn_nor_jump() -> None:
    cells, ends = {"c4": "+m", "a6": "+l", "a5": "-", "b6": "+s"}, "c5 c6 c3 c2 b4 a4 d4 e4"
    state = read(make(moves="straight"), position(cells, taken="1:Bm 2:"))
    moves = {text for text in texts(state) if text[:3] in ("c4-", "a6-")}
    assert moves == {f"c4-{end}" for end in ends.split()}


def test_what_actions_do() -> None:
    state = read(make(players="3"), position({"c4": "+m", "d4": "+s2"}, "2", "1: 2: 3:"))
    assert "L+m2" in play(state, "claim:c4").position()
    assert "L+m3" in play(state, "force:c4>3").position()
    after = play(state, "take:d4").position()
    assert "/ H K L+m - P AI /" in after and after.endswith("1: 2:Ms 3:")
    lifted = play(state, "hijack:d4")
    assert lifted.to_play() == 1 and texts(lifted) == {"d4-d5", "d4-d3", "d4-e4"}
    assert play(lifted, "d4-e4").to_play() == 2


# -- The end


def last_claim() -> str:
    cells = {"a6": "+s", "b6": "+s1", "c6": "+s2", "d6": "+s1", "e6": "+s1"}
    cells |= {f"{file}5": "+m2" for file in "abcde"} | {f"{file}4": "+l1" for file in "abcde"}
    return position(cells)


def test_the_game_ends_at_once_when_all_is_claimed() -> None:
    """Even in the middle of a turn; every claimed card goes to its claimant, from the top rank,
    left to right."""
    state = play(read(make(spelling="auto"), last_claim()), "claim:a6")
    assert (state.to_play(), state.ending()) == (OVER, "all claimed")
    board, turn, stash, taken = state.position().split(" ; ")
    assert (turn, stash) == ("2", "s0 m0 l0") and board.startswith("- - - - - AE / - - - - - AE")
    assert taken == "1:Ts,Ns,Ss,Ts,Hl,Kl,Ll,Ml,Pl 2:Rs,Bm,Cm,Dm,Fm,Gm"


def test_the_game_ends_by_a_forced_claim_as_well_but_not_before() -> None:
    state = read(make(spelling="auto"), last_claim())
    assert play(state, "force:a6>2").ending() == "all claimed"
    assert play(state, "take:b6").ending() == ""


def test_two_full_rounds_without_a_place_claim_force_or_take_are_a_stalemate() -> None:
    state = read(make(spelling="auto"), position({"c4": "+m", "a1": "+s1"}))
    for number, move in enumerate(["c4-c5", "c5-c4", "c4-c5", "c5-c4"], 1):
        state = play(state, f"{move} done")
        assert state.ending() == ("stalemate" if number == 4 else "")
    assert state.position().endswith("; 1:Ss 2:")  # claimed cards are taken too


@pytest.mark.parametrize(
    "progress", ["place:s@f6", "claim:d4 done", "force:d4>2 done", "take:a1 done"]
)
def test_each_place_claim_force_and_take_begins_the_count_anew(progress: str) -> None:
    state = read(make(spelling="auto"), position({"c4": "+m", "d4": "+s", "a1": "+s1"}))
    state = play(state, "c4-c5 done c5-c4 done")
    state = play(state, progress)
    for move in ("c4-c5", "c5-c4", "c4-c5"):
        state = play(state, f"{move} done")
        assert state.ending() == ""
    assert play(state, "c5-c4 done").ending() == "stalemate"


def test_a_hijack_is_no_progress() -> None:
    state = read(make(spelling="auto"), position({"c4": "+m1"}))
    assert play(state, "hijack:c4 c4-c5").idle == 1


def test_with_four_players_two_rounds_are_eight_turns() -> None:
    state = read(make(spelling="auto", players="4"), position({"c4": "+m"}, taken="1: 2: 3: 4:"))
    for number in range(1, 9):
        state = play(state, "c4-c5 done" if number % 2 else "c5-c4 done")
        assert state.ending() == ("stalemate" if number == 8 else "")


def test_cap_of_200_turns() -> None:
    """As a stalemate, whatever happens in the last turn."""
    game = make(spelling="auto")
    state = read(game, position({"c4": "+m"}))
    early, late = (game.from_json({**state.to_json(), "turns": turns}) for turns in (198, 199))
    assert play(early, "claim:c4 done").ending() == ""
    assert play(late, "claim:c4 done").ending() == "stalemate"
    assert play(late, "place:s@a1").ending() == "stalemate"


# -- Scoring


def spelled(taken: str, words: str, **options: str) -> tuple[list[int], list[float]]:
    """Totals and returns when the seats spell so, one after the other."""
    state = play(ended(make(players=str(taken.count(":")), **options), taken), words)
    assert state.to_play() == OVER
    return list(state.final_totals()), state.returns()


ZONE = "1:Zl,AOm,Ns,EOs 2:Qm,Cs,AEl,Ts"
"""ZONE is 34 points: Z under a large pyramid, A/O medium, N small, E/O small: 30 + 2 + 1 + 1. And
CAT is 7, the Q -20, so -13; the longest word has 4 letters to 3, so 54 to -13."""


@pytest.mark.parametrize(
    ("taken", "words", "totals"),
    [
        (ZONE, "spell:zone spell:cat", [54, -13]),
        # Equal longest words: nobody gets the bonus of the strictly longest
        ("1:Cs,AEs,Ts 2:AEs,Tm,EIl", "spell:cat spell:tea", [5, 6]),
        ("1:Cs,AEs,Ts 2:AEs,Ts", "spell:cat spell:at", [25, 2]),
        # The letters of several words do not add up to a longer one
        ("1:AEs,Ts,AOs,Ns 2:Cm,AEm,Tm", "spell:at,on spell:cat", [4, 30]),
        # Nobody spells, so nobody has the longest word
        ("1:Cs 2:Ts", "done done", [-3, -1]),
        # A wild is any letter at 0 points, and costs nothing unused
        ("1:?l 2:Ts", "done done", [0, -1]),
        ("1:?l,Xs 2:Ts", "spell:ox done", [28, -1]),
        # A vowel card is either of its vowels
        ("1:AOs,Ns 2:Ts", "spell:on done", [22, -1]),
        ("1:AEs,Ns 2:Ts", "spell:an done", [22, -1]),
    ],
)
def test_points(taken: str, words: str, totals: list[int]) -> None:
    assert spelled(taken, words)[0] == totals


def test_the_same_by_the_computer() -> None:
    """With a word list that lacks QAT."""
    assert spelled(ZONE, "", spelling="auto")[0] == [54, -13]


def test_highest_total_wins_and_equal_totals_share() -> None:
    """Shared wins are split evenly, and returns sum to 0."""
    assert spelled(ZONE, "done done")[1] == [-1, 1]
    assert spelled("1:Ts 2:Ts 3:Ss", "done done done") == ([-1, -1, -1], [0, 0, 0])
    assert spelled("1:Ts 2:Ts 3:Zs", "done done done") == ([-1, -1, -10], [0.25, 0.25, -0.5])
    _, returns = spelled("1:Ts 2:Ks 3:Ks 4:Zs", "done done done done")
    assert returns == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3])


# -- Spelling


def spelling(taken: str = ZONE) -> ColdSpellState:
    return ended(make(), taken)


def test_card_by_card_numbered_in_the_order_taken() -> None:
    """A slash ends a word only where the letters are one, and clear takes them back."""
    start = spelling()
    cards = {"+1", "+2=a", "+2=o", "+3", "+4=e", "+4=o"}
    assert texts(start) == {*cards, "done"}
    state = play(start, "+1 +2=o")
    assert texts(state) == {"+3", "+4=e", "+4=o", "clear"}
    assert texts(play(state, "clear")) == {*cards, "done"}
    assert texts(play(state, "+4=o")) == {"+3", "/", "clear"}
    state = play(start, "+2=o +3 / +1")
    assert texts(play(state, "clear")) == {"+1", "+4=e", "+4=o", "done"}
    wild = texts(ended(make(), "1:?l 2:Ts"))
    assert wild == {f"+1={letter}" for letter in oracle.ALPHABET} | {"done"}


def test_one_seat_after_the_other() -> None:
    """A seat that has no card left is passed over without a ply."""
    state = spelling()
    assert state.to_play() == 0
    assert play(state, "+1 +2=o +3 +4=e /").to_play() == 1
    state = play(state, "done")
    assert (state.to_play(), state.ending()) == (1, "")
    assert play(state, "done").to_play() == OVER


def test_the_shorthand_stands_for_plies() -> None:
    """With those cards for the letters that bring the most."""
    state = spelling()
    assert state.expand("spell:zone") == ["+1", "+2=o", "+3", "+4=e", "/"]
    assert state.expand("spell:on") == ["+2=o", "+3", "/", "done"]
    assert state.expand("spell:") == ["done"]
    assert play(state, "done").expand("spell:at") == ["+3=a", "+4", "/", "done"]
    most = spelling("1:Ts,Tl,AEs,AOm 2:Qm,Cs,AEl,Ss")
    assert most.expand("spell:at") == ["+4=a", "+2", "/", "done"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("spell:qat", "not in the word list"),
        ("spell:zone,zone", "cannot spell"),
        ("spell:zoo", "cannot spell"),
        ("spell:tea", "cannot spell"),
    ],
)
def test_the_shorthand_of_what_cannot_be_spelled(text: str, sentence: str) -> None:
    with pytest.raises(IllegalMove, match=sentence):
        spelling("1:Zl,AOm,Ns,EIs 2:Ts").expand(text)
    with pytest.raises(IllegalMove, match="for the end"):
        deal(make(), 1).expand(text)


def test_advice_is_a_best_arrangement() -> None:
    """Followed by every seat, it gives the totals of the computer."""
    for seed in range(12):
        players = "23"[seed % 2]
        by_hand = random_line(make(players=players), seed, helped=1)[-1]
        data = {**by_hand.to_json(), "speller": 0, "words": [[] for _ in by_hand.words]}
        state = make(players=players, spelling="auto").from_json(data)
        assert isinstance(state, ColdSpellState) and state.to_play() == OVER
        assert by_hand.final_totals() == state.final_totals()
