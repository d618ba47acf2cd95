"""Write and read the spelling of Cold Spell as text and as JSON: the seats spell one after the
other, hidden from each other. The rules of spelling are in `hands.py`.

`+3` or `+5=e` adds a card to the word, `/` ends the word, `clear` takes it back, `done` ends the
seat's spelling.
"""

from __future__ import annotations

from typing import Final

from everygame.contract import AnyJson, Json
from everygame.errors import BadPosition, IllegalMove
from everygame.games.coldspell.arrange import Word, lay_out
from everygame.games.coldspell.field import FINISHED, SPELLING
from everygame.games.coldspell.hands import CLEAR, END_WORD, LETTER, MAX_HAND
from everygame.games.coldspell.play import ColdSpellPlay

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
    hands, field = state.hands, state.field
    square = hands.square[hands.speller * MAX_HAND + card]
    single = len(state.table.deck.faces(int(field.card[square]))) == 1
    return f"+{card + 1}" if single else f"+{card + 1}={letter}"


def expand(state: ColdSpellPlay, text: str) -> list[str]:
    """Return the plies that a text stands for. `spell:zone,cat` stands for all remaining plies of
    the speller, with those cards for the letters that have the most points. Raises IllegalMove."""
    if not text.startswith(SHORTHAND):
        return text.split()
    if state.phase != SPELLING:
        raise IllegalMove("{text} is for the end, when words are spelled.", text=repr(text))
    named = [word for word in text.removeprefix(SHORTHAND).lower().split(",") if word]
    for word in named:
        if word not in state.table.words:
            raise IllegalMove("{word} is not in the word list.", word=repr(word))
    plies = ["clear"] if state.letters else []
    return plies + spell_out(state, named)


def spell_out(state: ColdSpellPlay, named: list[str]) -> list[str]:
    """Return the plies that spell these words, followed by `done` if cards are left. Raises
    IllegalMove."""
    seat = int(state.hands.speller)
    used = {card for word in state.spelled(seat) for card, _ in word}
    cards = state.cards(seat)
    free = [("", 0) if card in used else cards[card] for card in range(len(cards))]
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
    """Check the words of a state's JSON and set them up. Raises BadPosition."""
    given, letters, speller = data["words"], data["letters"], data["speller"]
    seats = int(state.players)
    need(isinstance(given, list) and len(given) == seats, "words is a list a seat.")
    need(type(speller) is int and 0 <= speller <= seats, "speller is the seat that spells.")
    spelled = [
        [read_word(state, seat, word) for word in as_list(mine)] for seat, mine in enumerate(given)
    ]
    word = read_word(state, speller, letters) if speller < seats else ()
    need(speller < seats or letters == [], "Nobody spells, but there are letters.")
    for seat, mine in enumerate(spelled):
        need(
            seat <= speller or not mine,
            "Seat {number} has words before its turn to spell.",
            number=seat + 1,
        )
        good = is_spelled(state, mine, word if seat == speller else ())
        need(good, "The words of seat {number} cannot be spelled.", number=seat + 1)
    lay_all(state, spelled, speller, word)
    choice = speller < seats and (word or state.left())
    need(
        bool(choice) or speller == seats,
        "Seat {number} has no card left to spell.",
        number=speller + 1,
    )
    if speller == seats:
        state.phase = FINISHED


def lay_all(state: ColdSpellPlay, spelled: list[list[Word]], speller: int, word: Word) -> None:
    """Lay the finished words of the seats, which have been checked, and the unfinished word of the
    speller."""
    hands = state.hands
    hands.words = state.table.lexicon
    for seat in range(speller + 1):
        hands.call(seat)
        for finished in spelled[seat] if seat < len(spelled) else ():
            lay(state, finished)
            hands.end_word()
    lay(state, word)


def lay(state: ColdSpellPlay, word: Word) -> None:
    """Lay the letters of a word."""
    for card, letter in word:
        state.hands.lay(state.letter_action(card, letter) - LETTER)


def need(sound: bool, text: str, **arguments: object) -> None:
    """Raise BadPosition with the sentence `text` unless `sound` is true."""
    if not sound:
        raise BadPosition(text, **arguments)


def as_list(value: AnyJson) -> list[AnyJson]:
    """Return a value that must be a list. Raises BadPosition."""
    need(isinstance(value, list), "Words and letters are lists, not {value}.", value=repr(value))
    return list(value)


def read_word(state: ColdSpellPlay, seat: int, value: AnyJson) -> Word:
    """Return a word from its JSON; each letter must be one that its card of this seat can stand
    for. Raises BadPosition."""
    cards = state.kinds(seat)
    for pair in as_list(value):
        good = isinstance(pair, list) and len(pair) == 2 and type(pair[0]) is int
        good = good and 1 <= pair[0] <= len(cards) and isinstance(pair[1], str)
        good = good and pair[1] in list(state.table.deck.faces(cards[pair[0] - 1]))
        need(
            good,
            "Seat {number} cannot have the letter {pair}.",
            number=seat + 1,
            pair=repr(pair),
        )
    return tuple((card - 1, letter) for card, letter in value)


def is_spelled(state: ColdSpellPlay, finished: list[Word], word: Word) -> bool:
    """Tell whether the finished words are in the word list, and no card is in two words, the
    unfinished `word` included."""
    used = [card for letters in (*finished, word) for card, _ in letters]
    listed = all(in_letters(letters) in state.table.words for letters in finished)
    return listed and len(set(used)) == len(used)
