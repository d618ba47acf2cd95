"""Advise a seat of Cold Spell while words are spelled: find its best next ply, and draw what the
other seats may have spelled in secret."""

from __future__ import annotations

from random import Random

from everygame.contract import Json
from everygame.games.coldspell.best_words import Index, Word, cards_of
from everygame.games.coldspell.field import DONE
from everygame.games.coldspell.hands import CLEAR, END_WORD
from everygame.games.coldspell.play import ColdSpellPlay
from everygame.games.coldspell.scoring import Cards, best_words, find_hand, plainly, reach
from everygame.games.coldspell.spelling_notation import word_json


def advise(state: ColdSpellPlay) -> int:
    """Return the speller's next ply towards the best words of its cards. All cards are public, so
    this uses nothing that the speller may not know."""
    laid = len(state.letters)
    for word in plan(state):
        if word == state.letters:
            return END_WORD
        if word[:laid] == state.letters:
            return state.letter_action(*word[laid])
    return CLEAR if laid else DONE


def plan(state: ColdSpellPlay) -> list[Word]:
    """Return the best words of the speller's cards that are in no finished word, assuming that the
    other seats spell their best words."""
    seat, index, hands = state.hands.speller, state.table.index, state.hands_of_cards()
    rival = max(plainly(index, hand).longest for hand in hands[:seat] + hands[seat + 1 :])
    done = max(map(len, state.words[seat]), default=0)
    used = cards_of(state.words[seat])
    numbers = [number for number in range(len(hands[seat])) if number not in used]
    cards = tuple(hands[seat][number] for number in numbers)
    best = plainly(index, cards) if done > rival else reach(index, cards, rival)
    words = best_words(index, cards, best)
    return [tuple((numbers[card], letter) for card, letter in word) for word in words]


def resample(known: ColdSpellPlay, observation: Json, rng: Random) -> Json:
    """Return the JSON of a state that the observation does not rule out: for each seat whose words
    are hidden, words that its cards can spell are drawn at random. In the state `known`, nothing
    that is hidden has been spelled."""
    data = known.to_json()
    for seat in range(data["speller"] + 1):
        if seat < known.players and observation["words"][seat] is None:
            cards = known.cards(seat)
            words = random_words(known.table.index, cards, rng)
            if seat == data["speller"]:
                words, letters = stop_short(cards, words, rng)
                data["letters"] = word_json(letters)
            data["words"][seat] = [word_json(word) for word in words]
    return data


def random_words(index: Index, cards: Cards, rng: Random) -> list[Word]:
    """Draw some words that the cards can spell together."""
    hand = find_hand(index, cards)
    words: list[Word] = []
    free = hand.words
    while free and rng.random() < 0.7:
        chosen = rng.choice(free)
        words.append(hand.spell(hand.to_cards(chosen)))
        free = [word for word in free if not word & chosen]
    return words


def stop_short(cards: Cards, words: list[Word], rng: Random) -> tuple[list[Word], Word]:
    """Return the same words and an unfinished word of random letters from the other cards. If the
    words use all cards, the last word is dropped, so that the speller still has a card to spell
    with."""
    if len(cards_of(words)) == len(cards):
        words = words[:-1]
    used = cards_of(words)
    rest = [card for card in range(len(cards)) if card not in used]
    begun = rng.sample(rest, rng.randrange(len(rest) + 1))
    return words, tuple((card, rng.choice(cards[card][0])) for card in begun)
