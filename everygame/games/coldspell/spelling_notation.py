"""Write and read the spelling of Cold Spell as text and as JSON: the seats spell one after the
other, hidden from each other. The rules of spelling are in `hands.py`.

`+3` or `+5=e` adds a card to the word, `/` ends the word, `clear` takes it back, `done` ends the
seat's spelling.
"""

from __future__ import annotations

from typing import Final

from everygame.contract import AnyJson, Json
from everygame.errors import BadPosition, IllegalMove
from everygame.games.coldspell.best_words import Word, cards_of, lay_out
from everygame.games.coldspell.field import DONE, SPELLING
from everygame.games.coldspell.hands import CLEAR, END_WORD
from everygame.games.coldspell.play import ColdSpellPlay
from everygame.games.coldspell.word_lists import on_cards

SHORTHAND: Final = "spell:"
"""Begins a text that stands for all plies of the speller at once, such as spell:zone,cat."""


def in_letters(word: Word) -> str:
    """Return a word as text."""
    return "".join(letter for _, letter in word)


# -- as text


def text(state: ColdSpellPlay, action: int) -> str:
    """Return the move text of an action of spelling; the letter is named only if the card can stand
    for several."""
    if action in (END_WORD, CLEAR):
        return "/" if action == END_WORD else "clear"
    card, letter = state.read_letter(action)
    single = state.faces(state.hands.speller, card) == letter
    return f"+{card + 1}" if single else f"+{card + 1}={letter}"


def expand(state: ColdSpellPlay, text: str) -> list[str]:
    """Return the plies that a text stands for. `spell:zone,cat` stands for all remaining plies of
    the speller, with those cards for the letters that have the most points. Raises IllegalMove."""
    if not text.startswith(SHORTHAND):
        return text.split()
    if state.phase != SPELLING:
        raise IllegalMove("{text} is for the end, when words are spelled.", text=repr(text))
    listed = text.removeprefix(SHORTHAND).lower().split(",")
    named = [on_cards(word, state.table.letters) for word in listed if word]
    for word in named:
        if word not in state.table.words:
            raise IllegalMove("{word} is not in the word list.", word=repr(word))
    plies = ["clear"] if state.letters else []
    return plies + spell_out(state, named)


def spell_out(state: ColdSpellPlay, named: list[str]) -> list[str]:
    """Return the plies that spell these words, followed by `done` if cards are left. Raises
    IllegalMove."""
    seat = state.hands.speller
    cards = state.cards(seat)
    used = cards_of(state.words[seat])
    free = [("", 0) if number in used else card for number, card in enumerate(cards)]
    found = lay_out("".join(named), free)
    if found is None:
        raise IllegalMove("Your cards cannot spell {named}.", named=" and ".join(named))
    plies = []
    rest = iter(found)
    for word in named:
        plies += [text(state, state.letter_action(next(rest), letter)) for letter in word] + ["/"]
    return plies if len(used) + len(found) == len(cards) else [*plies, "done"]


# -- as JSON


def word_json(word: Word) -> list[list[AnyJson]]:
    """Return the JSON of a word, in which cards are numbered from 1."""
    return [[card + 1, letter] for card, letter in word]


def restore(state: ColdSpellPlay, data: Json) -> None:
    """Spell the words of a state's JSON again, ply by ply. Raises BadPosition."""
    given, letters, speller, hands = data["words"], data["letters"], data["speller"], state.hands
    need(isinstance(given, list) and len(given) == state.players, "words is a list a seat.")
    good = type(speller) is int and 0 <= speller <= state.players
    need(good, "speller is the seat that spells.")
    need(speller < state.players or letters == [], "Nobody spells, but there are letters.")
    state.begin_spelling()
    for seat, words in enumerate(given):
        early = seat > speller and as_list(words)
        need(not early, "Seat {number} has words before its turn to spell.", number=seat + 1)
        for word in as_list(words):
            lay(state, seat, word)
            play(state, seat, END_WORD)
        if hands.speller == seat < speller:
            state.spell(DONE)
    need(hands.speller == speller, "Seat {number} has no card left to spell.", number=speller + 1)
    lay(state, speller, letters)


def lay(state: ColdSpellPlay, seat: int, word: AnyJson) -> None:
    """Lay the letters of a word, each of which its card of this seat must be able to stand for.
    Raises BadPosition."""
    for pair in as_list(word):
        good = isinstance(pair, list) and len(pair) == 2 and type(pair[0]) is int
        good = good and 1 <= pair[0] <= state.hands.size[seat] and isinstance(pair[1], str)
        good = good and pair[1] in list(state.faces(seat, pair[0] - 1))
        text = "Seat {number} cannot have the letter {pair}."
        need(good, text, number=seat + 1, pair=repr(pair))
        play(state, seat, state.letter_action(pair[0] - 1, pair[1]))


def play(state: ColdSpellPlay, seat: int, action: int) -> None:
    """Play an action of a seat that spells. Raises BadPosition if it is not legal."""
    legal = state.hands.speller == seat and action in state.legal_actions()
    need(legal, "The words of seat {number} cannot be spelled.", number=seat + 1)
    state.spell(action)


def need(sound: bool, text: str, **arguments: object) -> None:
    """Raise BadPosition with the sentence `text` unless `sound` is true."""
    if not sound:
        raise BadPosition(text, **arguments)


def as_list(value: AnyJson) -> list[AnyJson]:
    """Return a value that must be a list. Raises BadPosition."""
    need(isinstance(value, list), "Words and letters are lists, not {value}.", value=repr(value))
    return list(value)
