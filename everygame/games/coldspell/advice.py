"""Advise a seat of Cold Spell while words are spelled: find its best next ply, and draw what the
other seats may have spelled in secret."""

from __future__ import annotations

from random import Random

from everygame.contract import Json
from everygame.games.coldspell.arrange import Word
from everygame.games.coldspell.field import DONE
from everygame.games.coldspell.hands import CLEAR, END_WORD
from everygame.games.coldspell.notation import NAMES
from everygame.games.coldspell.play import ColdSpellPlay
from everygame.games.coldspell.scoring import best_words, find_hand, plainly, reach
from everygame.games.coldspell.spelling import word_json
from everygame.games.coldspell.table import Table


def advise(state: ColdSpellPlay) -> int:
    """Return the speller's next ply towards the best words of its cards. All cards are public, so
    this uses nothing that the speller may not know."""
    for word in plan(state):
        if word[: len(state.letters)] == state.letters:
            return next_ply(state, word)
    return CLEAR if state.letters else DONE


def next_ply(state: ColdSpellPlay, word: Word) -> int:
    """Return the ply that continues or ends the word, whose first letters are those already
    laid."""
    if len(word) == len(state.letters):
        return END_WORD
    return state.letter_action(*word[len(state.letters)])


def plan(state: ColdSpellPlay) -> list[Word]:
    """Return the best words of the speller's cards that are in no finished word, assuming that the
    other seats spell their best words."""
    seat, index = int(state.hands.speller), state.table.index
    hands = [tuple(state.cards(other)) for other in range(int(state.players))]
    rival = max(plainly(index, h).longest for other, h in enumerate(hands) if other != seat)
    done = max(map(len, state.words[seat]), default=0)
    numbers = sorted({card for card, _ in state.letters} | set(state.left()))
    cards = tuple(hands[seat][number] for number in numbers)
    best = plainly(index, cards) if done > rival else reach(index, cards, rival)
    words = best_words(index, cards, best)
    return [tuple((numbers[card], letter) for card, letter in word) for word in words]


def resample(table: Table, observation: Json, rng: Random) -> Json:
    """Return the JSON of a state that the observation does not rule out: for each seat whose words
    are hidden, words that its cards can spell are drawn at random."""
    data = {**observation, "words": list(observation["words"])}
    for seat, known in enumerate(observation["words"]):
        if known is None:
            cards = find_cards(table, observation, seat)
            words = random_words(table, cards, rng) if seat <= observation["speller"] else []
            if seat == observation["speller"]:
                words, letters = stop_short(cards, words, rng)
                data["letters"] = word_json(letters)
            data["words"][seat] = [word_json(word) for word in words]
    return data


def find_cards(table: Table, observation: Json, seat: int) -> tuple[tuple[str, int], ...]:
    """Return the letters that each card of a seat can stand for. The points of the cards are 0,
    because they are not needed."""
    kinds = dict(zip(NAMES, observation["cards"], strict=True))
    names = [kinds[square] for square in observation["taken"][seat]]
    return tuple(table.card(table.deck.cards.index(name), 0) for name in names)


def random_words(table: Table, cards: tuple[tuple[str, int], ...], rng: Random) -> list[Word]:
    """Draw some words that the cards can spell together."""
    spelling_hand = find_hand(table.index, cards)
    words: list[Word] = []
    free = spelling_hand.words
    while free and rng.random() < 0.7:
        chosen = rng.choice(free)
        words.append(spelling_hand.spell(spelling_hand.to_cards(chosen)))
        free = [word for word in free if not word & chosen]
    return words


def stop_short(
    cards: tuple[tuple[str, int], ...], words: list[Word], rng: Random
) -> tuple[list[Word], Word]:
    """Return the same words and an unfinished word of random letters from the other cards. If the
    words use all cards, the last word is dropped, so that the speller still has a card to spell
    with."""
    used = {card for word in words for card, _ in word}
    if len(used) == len(cards):
        words, used = words[:-1], used - {card for card, _ in words[-1]}
    rest = [card for card in range(len(cards)) if card not in used]
    begun = rng.sample(rest, rng.randrange(len(rest) + 1))
    return words, tuple((card, rng.choice(cards[card][0])) for card in begun)
