"""The rules of Cold Spell, a test for each sentence of the rule text and each of its checks."""

from __future__ import annotations

from collections import Counter

import pytest

from everygame.contract import CHANCE, OVER
from everygame.errors import BadOption, IllegalMove
from everygame.games.coldspell.deck import load_deck
from everygame.games.coldspell.rules import ColdSpellState
from everygame.perft import perft
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
    word_file,
)

pytestmark = pytest.mark.both

# -- Parts


def test_two_to_four_players() -> None:
    for players in "234":
        assert len(make(players=players).initial_state().returns()) == int(players)
    with pytest.raises(BadOption):
        make(players="5")


def test_five_pyramids_of_each_size_shared_by_all() -> None:
    assert deal(make(), 1).position().split(" ; ")[2] == "s5 m5 l5"


def test_the_alpha_deck() -> None:
    """74 cards: 42 consonants, 30 two-vowel cards, 2 wilds; three T, one Z (10), one J; A/E, A/O
    and A/U exist; wilds are worth 0 and other cards up to 10."""
    deck = load_deck("alpha")
    count = dict(zip(deck.cards, deck.counts, strict=True))
    value = dict(zip(deck.cards, deck.values, strict=True))
    by_length = Counter[int]()
    for card, number in count.items():
        by_length[0 if card == "?" else len(card)] += number
    assert by_length == {1: 42, 2: 30, 0: 2} and sum(count.values()) == 74
    assert (count["T"], count["Z"], value["Z"], count["J"], value["?"]) == (3, 1, 10, 1, 0)
    assert {"AE", "AO", "AU"} <= set(count) and set(value.values()) <= set(range(11))


def test_the_alpha_deck_as_far_as_it_is_ours() -> None:
    deck = load_deck("alpha")
    count = dict(zip(deck.cards, deck.counts, strict=True))
    value = dict(zip(deck.cards, deck.values, strict=True))
    for number, cards in ((3, "NRST"), (2, "BCDFGHKLMPVWY"), (1, "JQXZ")):
        assert all(count[card] == number for card in cards)
    pairs = [a + b for a in "AEIOU" for b in "AEIOU" if a < b]
    assert len(pairs) == 10 and all((count[p], value[p]) == (3, 1) for p in pairs)
    for points, cards in ((1, "LNRST"), (2, "DG"), (3, "BCMP"), (4, "FHVWY"), (5, "K")):
        assert all(value[card] == points for card in cards)
    assert all(value[card] == points for points, cards in ((8, "JX"), (10, "QZ")) for card in cards)


def test_the_usual_100_crossword_tiles() -> None:
    deck = load_deck("tiles")
    count = dict(zip(deck.cards, deck.counts, strict=True))
    assert sum(deck.counts) == 100 and count["?"] == 2 and len(deck.cards) == 27
    assert (count["E"], count["A"], count["S"], count["Q"]) == (12, 9, 4, 1)


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


def test_first_turn_has_36_times_3_placings_and_nothing_else_and_then_ends() -> None:
    state = deal(make(), 5)
    assert len(texts(state)) == 108 and verbs(state) == {"place"}
    after = play(state, "place:m@c4")
    assert after.to_play() == 1 and after.position().split(" ; ")[1:3] == ["2", "s5 m4 l5"]


def test_a_turn_has_one_or_two_actions_of_different_kinds() -> None:
    state = read(make(), position({"c4": "+m", "d4": "+s", "a1": "+l1"}))
    for first, kind in (("c4-c5", "move"), ("claim:c4", "claim"), ("force:c4>2", "force")):
        second = play(state, first)
        assert second.to_play() == 0 and kind not in verbs(second) and "done" in verbs(second)
        assert play(second, "done").to_play() == 1
    taken = play(state, "take:a1")
    assert "take" not in verbs(taken) and {"place", "move", "claim", "force"} <= verbs(taken)


def test_claim_and_force_are_different_kinds() -> None:
    state = read(make(), position({"c4": "+m", "d4": "+s"}))
    assert play(state, "claim:c4 force:d4>2").to_play() == 1


def test_a_second_action_is_never_compulsory_the_first_is() -> None:
    state = read(make(), position({"c4": "+m"}))
    assert "done" not in texts(state)
    assert "done" in texts(play(state, "c4-c3"))


def test_there_always_is_an_action_and_a_second_one() -> None:
    """So no turn passes by itself, and `done` ends every turn that is not over."""
    for seed in range(15):
        for state in random_line(make(players="3", spelling="auto"), seed)[:-1]:
            assert texts(state) and (not state.used or state.used == 6 or "done" in texts(state))


def test_place_a_pyramid_from_the_stash_upright_on_a_free_card() -> None:
    cells = {"a6": "+m", "b6": "+l2", "c6": "-"}
    state = read(make(), position(cells, taken="1:Rs 2:", s=4))
    squares = {text[-2:] for text in texts(state) if text.startswith("place:")}
    assert len(squares) == 33 and not squares & set(cells)
    none = read(make(), position({f"{file}6": "+s" for file in "abcde"}))
    assert not any(text.startswith("place:s") for text in texts(none))


def test_placing_ends_the_turn() -> None:
    assert play(read(make(), position({"c4": "+m"})), "c4-c3 place:s@c4").to_play() == 1


def test_move_1_to_pips_orthogonal_steps_to_a_free_card() -> None:
    state = read(make(), position({"c4": "+s", "f1": "+l", "f2": "+s2", "a6": "+m"}))
    moves = {text for text in texts(state) if "-" in text}
    assert {m for m in moves if m[:2] == "c4"} == {"c4-c5", "c4-c3", "c4-b4", "c4-d4"}
    assert {m[3:] for m in moves if m[:2] == "a6"} == {"a5", "a4", "b6", "c6", "b5"}
    large = {"e1", "d1", "c1", "e2", "e3", "d2", "f3", "f4"}
    assert {m[3:] for m in moves if m[:2] == "f1"} == large


def test_moves_pass_over_free_and_claimed_cards_not_over_holes_or_upright_pyramids() -> None:
    cells = {"a6": "+l", "a5": "+s2", "b6": "-", "b5": "+s"}
    state = read(make(), position(cells, taken="1:Nm 2:"))
    assert {t[3:] for t in texts(state) if t[:3] == "a6-"} == {"a4", "a3", "b4"}


def test_moves_may_turn_between_steps_unless_the_option_says_straight() -> None:
    text = position({"c4": "+m"})
    bend = {t[3:] for t in texts(read(make(), text)) if t[:3] == "c4-"}
    straight = {t[3:] for t in texts(read(make(moves="straight"), text)) if t[:3] == "c4-"}
    assert straight == {"c5", "c6", "c3", "c2", "b4", "a4", "d4", "e4"}
    assert bend == straight | {"b5", "d5", "b3", "d3"}


def test_straight_moves_do_not_jump() -> None:
    cells = {"a6": "+l", "a5": "-", "b6": "+s"}
    state = read(make(moves="straight"), position(cells, taken="1:Bm 2:"))
    assert not {t for t in texts(state) if t[:3] == "a6-"}


def test_claim_turns_an_upright_pyramid_towards_oneself() -> None:
    state = read(make(), position({"c4": "+m", "d4": "+s2"}, "2"))
    assert {t for t in texts(state) if t.startswith("claim")} == {"claim:c4"}
    assert "L+m2" in play(state, "claim:c4").position()


def test_force_turns_it_towards_an_opponent() -> None:
    state = read(make(players="3"), position({"c4": "+m"}, "2", "1: 2: 3:"))
    assert {t for t in texts(state) if t.startswith("force")} == {"force:c4>1", "force:c4>3"}
    assert "L+m3" in play(state, "force:c4>3").position()


def test_take_one_card_claimed_by_oneself_with_its_pyramid() -> None:
    state = read(make(), position({"c4": "+m1", "d4": "+s1", "b4": "+l2"}))
    assert {t for t in texts(state) if t.startswith("take")} == {"take:c4", "take:d4"}
    after = play(state, "take:c4")
    assert "/ H K+l2 - M+s1 P AI /" in after.position() and after.position().endswith("1:Lm 2:")
    assert "take" not in verbs(after)


def test_hijack_sets_any_lying_pyramid_upright_and_it_must_move_at_once() -> None:
    state = read(make(), position({"c4": "+m2", "d4": "+s1", "a1": "+s"}))
    assert {t for t in texts(state) if t.startswith("hijack")} == {"hijack:c4", "hijack:d4"}
    lifted = play(state, "hijack:c4")
    assert lifted.to_play() == 0 and texts(lifted) and all(t[:3] == "c4-" for t in texts(lifted))
    assert "M+s1" in lifted.position() and play(lifted, "c4-c6").to_play() == 1


def test_hijack_is_a_first_action_only() -> None:
    state = read(make(), position({"c4": "+m2", "d4": "+s"}))
    assert "hijack" not in verbs(play(state, "d4-d5"))


def test_hijack_is_illegal_if_the_pyramid_cannot_move() -> None:
    cells = {"a6": "+l2", "a5": "-", "b6": "+s"}
    assert "hijack:a6" not in texts(read(make(), position(cells, taken="1:Bm 2:")))


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
    late = game.from_json({**state.to_json(), "turns": 199})
    assert isinstance(late, ColdSpellState)
    assert play(late, "claim:c4 done").ending() == "stalemate"
    assert play(late, "place:s@a1").ending() == "stalemate"
    for _ in range(99):
        state = play(state, "claim:c4 done hijack:c4 c4-c5")
        state = play(state, "claim:c5 done hijack:c5 c5-c4") if state.turns < 198 else state
        if state.turns >= 196:
            break
    assert (state.turns, state.ending()) == (196, "")


# -- Scoring


def spelled(taken: str, words: str, **options: str) -> tuple[list[int], list[float]]:
    """Totals and returns when the seats spell so, one after the other."""
    state = play(ended(make(**options), taken), words)
    assert state.to_play() == OVER
    return list(state.final_totals()), state.returns()


def test_zone_is_34_points() -> None:
    """Z under a large pyramid, A/O medium, N small, E/O small: 30 + 2 + 1 + 1. And Q medium, C
    small, A/E large, T small: CAT 7, Q -20, so -13; longest 4 to 3, so 54 to -13."""
    totals, returns = spelled("1:Zl,AOm,Ns,EOs 2:Qm,Cs,AEl,Ts", "spell:zone spell:cat")
    assert totals == [54, -13] and returns == [1, -1]


def test_the_same_by_the_computer() -> None:
    """With a word list that lacks QAT."""
    totals, _ = spelled("1:Zl,AOm,Ns,EOs 2:Qm,Cs,AEl,Ts", "", spelling="auto")
    assert totals == [54, -13]


def test_equal_longest_nobody_gets_the_bonus() -> None:
    assert spelled("1:Cs,AEs,Ts 2:AEs,Tm,EIl", "spell:cat spell:tea")[0] == [5, 6]


def test_the_bonus_is_20_points_for_the_strictly_longest_word() -> None:
    assert spelled("1:Cs,AEs,Ts 2:AEs,Ts", "spell:cat spell:at")[0] == [25, 2]


def test_nobody_spells_so_nobody_has_the_longest_word() -> None:
    assert spelled("1:Cs 2:Ts", "done done")[0] == [-3, -1]


def test_an_unused_wild_costs_0() -> None:
    assert spelled("1:?l 2:Ts", "done done")[0] == [0, -1]


def test_a_wild_is_any_letter_at_0_points() -> None:
    assert spelled("1:?l,Xs 2:Ts", "spell:ox done")[0] == [28, -1]
    faces = {text for text in texts(ended(make(), "1:?l 2:Ts")) if text.startswith("+1=")}
    assert faces == {f"+1={letter}" for letter in "abcdefghijklmnopqrstuvwxyz"}


def test_a_vowel_card_is_either_of_its_vowels() -> None:
    for vowels in ("AO", "AE"):
        word = "on" if vowels == "AO" else "an"
        totals, _ = spelled(f"1:{vowels}s,Ns 2:Ts", f"spell:{word} done")
        assert totals == [22, -1]


def test_words_of_two_or_more_letters() -> None:
    game = make(words=word_file("a at"))
    assert "a" not in game.table.words and "at" in game.table.words


def test_each_card_once() -> None:
    with pytest.raises(IllegalMove, match="cannot spell"):
        spelled("1:Zs,AOs 2:Ts", "spell:zoo done")


def test_highest_total_wins_and_equal_totals_share() -> None:
    """Shared wins are split evenly, and returns sum to 0."""
    result = spelled("1:Ts 2:Ts 3:Ss", "done done done", players="3")
    assert result == ([-1, -1, -1], [0, 0, 0])
    totals, returns = spelled("1:Ts 2:Ts 3:Zs", "done done done", players="3")
    assert totals == [-1, -1, -10] and returns == [0.25, 0.25, -0.5]
    _, returns = spelled("1:Ts 2:Ks 3:Ks 4:Zs", "done done done done", players="4")
    assert returns == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3])


# -- Spelling


def spelling(taken: str = "1:Zl,AOm,Ns,EOs 2:Qm,Cs,AEl,Ts") -> ColdSpellState:
    return ended(make(), taken)


def test_card_by_card_numbered_in_the_order_taken() -> None:
    state = spelling()
    assert texts(state) == {"+1", "+2=a", "+2=o", "+3", "+4=e", "+4=o", "done"}
    state = play(state, "+1 +2=o +3")
    assert texts(state) == {"+4=e", "+4=o", "clear"}


def test_a_slash_ends_a_word_only_where_the_letters_are_one() -> None:
    state = play(spelling(), "+1 +2=o")
    assert "/" not in texts(state)
    assert "/" in texts(play(state, "+4=o"))
    assert "done" not in texts(state)


def test_clear_takes_back_the_unfinished_word() -> None:
    state = play(spelling(), "+2=o +3 / +1")
    assert texts(play(state, "clear")) == {"+1", "+4=e", "+4=o", "done"}


def test_one_seat_after_the_other() -> None:
    state = spelling()
    assert state.to_play() == 0
    state = play(state, "done")
    assert (state.to_play(), state.ending()) == (1, "")
    assert play(state, "done").to_play() == OVER


def test_who_has_no_card_left_is_passed_over_without_a_ply() -> None:
    assert play(spelling(), "+1 +2=o +3 +4=e /").to_play() == 1


def test_the_shorthand_stands_for_plies() -> None:
    state = spelling()
    assert state.expand("spell:zone") == ["+1", "+2=o", "+3", "+4=e", "/"]
    assert state.expand("spell:on") == ["+2=o", "+3", "/", "done"]
    assert state.expand("spell:") == ["done"]
    second = play(state, "done")
    assert second.expand("spell:at") == ["+3=a", "+4", "/", "done"]


def test_the_shorthand_uses_the_cards_that_bring_the_most() -> None:
    state = spelling("1:Ts,Tl,AEs,AOm 2:Qm,Cs,AEl,Ss")
    assert state.expand("spell:at") == ["+4=a", "+2", "/", "done"]


@pytest.mark.parametrize("text", ["spell:qat", "spell:zone,zone", "spell:tea", "spell:cats"])
def test_the_shorthand_of_what_cannot_be_spelled(text: str) -> None:
    with pytest.raises(IllegalMove):
        spelling().expand(text)


def test_the_shorthand_is_for_the_end() -> None:
    with pytest.raises(IllegalMove, match="for the end"):
        deal(make(), 1).expand("spell:at")


def test_advice_is_a_best_arrangement() -> None:
    """Followed by every seat, it gives the totals of the computer."""
    for seed in range(12):
        players = "23"[seed % 2]
        by_hand = random_line(make(players=players), seed, helped=1)[-1]
        data = {**by_hand.to_json(), "speller": 0, "words": [[] for _ in by_hand.words]}
        state = make(players=players, spelling="auto").from_json(data)
        assert isinstance(state, ColdSpellState) and state.to_play() == OVER
        assert by_hand.final_totals() == state.final_totals()
        assert {len(words) for words in state.shown_words()} <= set(range(8))


# -- Counts


def test_perft_from_the_deal() -> None:
    """The first turn is one ply, so 108 times the second seat's plies; the deal has 32 kinds,
    four of them once."""
    state = deal(make(), 7)
    assert perft(state, 1) == 108
    assert perft(state, 2) == sum(len(texts(state.apply(a))) for a in state.legal_actions())
    assert [perft(make().initial_state(), depth) for depth in (1, 2)] == [32, 32 * 32 - 4]


def test_a_random_game_ends_after_about_38_turns() -> None:
    turns = [random_line(make(spelling="auto"), seed)[-1].turns for seed in range(60)]
    assert 30 < sum(turns) / len(turns) < 46
