"""Spelling by the players of Cold Spell: one seat after the other, hidden from the rest.

`+3` or `+5=e` adds a card to the word, `/` ends it, `clear` takes it back, `done` ends it all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

from everygame.contract import Json
from everygame.errors import BadPosition, IllegalMove
from everygame.games.coldspell.arrange import Word, lay_out
from everygame.games.coldspell.field import DONE, FINISHED, SPELLING

if TYPE_CHECKING:
    from everygame.games.coldspell.rules import ColdSpellState
    from everygame.games.coldspell.table import Table

END_WORD: Final = DONE + 1
CLEAR: Final = DONE + 2
LETTER: Final = DONE + 3
"""Actions: LETTER + card * letters of the deck + letter."""
MAX_HAND: Final = 15
SHORTHAND: Final = "spell:"


def count_actions(table: Table) -> int:
    """How many actions there are in all."""
    return LETTER + MAX_HAND * len(table.letters)


# -- the hand


def kinds(state: ColdSpellState, seat: int) -> list[int]:
    """The kinds of a seat's cards, in the order taken."""
    return [state.cards[square] for square in state.taken[seat]]


def hand(state: ColdSpellState, seat: int) -> list[tuple[str, int]]:
    """The letters and the points of a seat's cards, in the order taken."""
    return [
        state.table.card(state.cards[square], int(state.field.pips(square)))
        for square in state.taken[seat]
    ]


def left(state: ColdSpellState) -> list[int]:
    """The cards of the speller that are in no word yet."""
    seat = int(state.speller)
    used = {card for word in (*state.words[seat], state.letters) for card, _ in word}
    return [card for card in range(len(state.taken[seat])) if card not in used]


# -- what may be done


def legal(state: ColdSpellState) -> list[int]:
    """The actions of the speller, ascending."""
    found = [] if state.letters else [DONE]
    if in_letters(state.letters) in state.table.words:
        found.append(END_WORD)
    if state.letters:
        found.append(CLEAR)
    cards = kinds(state, int(state.speller))
    letters = state.table.letters
    for card in left(state):
        base = LETTER + card * len(letters)
        found += [base + letters.index(face) for face in state.table.deck.faces(cards[card])]
    return found


def in_letters(word: Word) -> str:
    return "".join(letter for _, letter in word)


def step(state: ColdSpellState, action: int) -> None:
    """Do it, and go on to the next seat that has something to spell."""
    seat = int(state.speller)
    if action == DONE:
        state.speller = seat + 1
        pass_on(state)
    elif action == CLEAR:
        state.letters = ()
    elif action == END_WORD:
        words = list(state.words)
        words[seat] = (*words[seat], state.letters)
        state.words = tuple(words)
        state.letters = ()
        pass_on(state)
    else:
        state.letters = (*state.letters, read_letter(state, action))


def read_letter(state: ColdSpellState, action: int) -> tuple[int, str]:
    """The card and the letter of an action."""
    card, letter = divmod(action - LETTER, len(state.table.letters))
    return card, state.table.letters[letter]


def pass_on(state: ColdSpellState) -> None:
    """A seat without a card left has nothing to choose: the next one spells."""
    while state.speller < state.players and not left(state):
        state.speller += 1
    if state.speller == state.players:
        state.phase = FINISHED


# -- in words


def text(state: ColdSpellState, action: int) -> str:
    if action in (END_WORD, CLEAR):
        return "/" if action == END_WORD else "clear"
    card, letter = read_letter(state, action)
    single = len(state.table.deck.faces(kinds(state, int(state.speller))[card])) == 1
    return f"+{card + 1}" if single else f"+{card + 1}={letter}"


def expand(state: ColdSpellState, text: str) -> list[str]:
    """`spell:zone,cat` is all plies of the speller from here, with the cards that bring the most
    points. Raises IllegalMove."""
    if not text.startswith(SHORTHAND):
        return text.split()
    if state.phase != SPELLING:
        raise IllegalMove(f"{text!r} is for the end, when words are spelled.")
    words = [word for word in text.removeprefix(SHORTHAND).lower().split(",") if word]
    for word in words:
        if word not in state.table.words:
            raise IllegalMove(f"{word!r} is not in the word list.")
    plies = ["clear"] if state.letters else []
    return plies + spell_out(state, words)


def spell_out(state: ColdSpellState, words: list[str]) -> list[str]:
    """The plies for words, with `done` where a choice is left then. Raises IllegalMove."""
    used = {card for word in state.words[int(state.speller)] for card, _ in word}
    cards = hand(state, int(state.speller))
    free = [("", 0) if card in used else cards[card] for card in range(len(cards))]
    laid = lay_out("".join(words), free)
    if laid is None:
        raise IllegalMove(f"Your cards cannot spell {' and '.join(words)}.")
    plies = []
    rest = iter(laid)
    for word in words:
        plies += [letter_text(state, next(rest), letter) for letter in word] + ["/"]
    return plies if len(used) + len(laid) == len(cards) else [*plies, "done"]


def letter_text(state: ColdSpellState, card: int, letter: str) -> str:
    letters = state.table.letters
    return text(state, LETTER + card * len(letters) + letters.index(letter))


def fingerprint(state: ColdSpellState) -> int:
    """A number for what is taken and spelled."""
    if state.phase != SPELLING:
        return hash(state.taken) & 0xFFFFFFFF  # of whole numbers: the same in every process
    return crc32(repr((state.taken, state.words, state.letters)).encode())


# -- as JSON


def word_json(word: Word) -> list[list[Any]]:
    """Cards are numbered from 1."""
    return [[card + 1, letter] for card, letter in word]


def restore(state: ColdSpellState, data: Json) -> None:
    """What is spelled so far. Raises BadPosition."""
    words, letters, speller = data["words"], data["letters"], data["speller"]
    need(isinstance(words, list) and len(words) == len(state.taken), "words is a list a seat.")
    need(type(speller) is int and 0 <= speller <= len(words), "speller is the seat that spells.")
    state.speller = speller
    state.words = tuple(
        tuple(read_word(state, seat, word) for word in as_list(mine))
        for seat, mine in enumerate(words)
    )
    state.letters = read_word(state, speller, letters) if speller < len(words) else ()
    need(speller < len(words) or letters == [], "Nobody spells, but there are letters.")
    for seat, mine in enumerate(state.words):
        need(seat <= speller or not mine, f"Seat {seat + 1} has words before its turn to spell.")
        need(is_spelled(state, seat), f"The words of seat {seat + 1} cannot be spelled.")
    choice = speller < len(words) and (state.letters or left(state))
    need(bool(choice) or speller == len(words), f"Seat {speller + 1} has no card left to spell.")
    if speller == len(words):
        state.phase = FINISHED


def need(sound: bool, sentence: str) -> None:
    if not sound:
        raise BadPosition(sentence)


def as_list(value: Any) -> list[Any]:
    need(isinstance(value, list), f"Words and letters are lists, not {value!r}.")
    return list(value)


def read_word(state: ColdSpellState, seat: int, value: Any) -> Word:
    """Letters, each of a card that the seat has and that can be it."""
    cards = kinds(state, seat)
    for pair in as_list(value):
        good = isinstance(pair, list) and len(pair) == 2 and type(pair[0]) is int
        good = good and 1 <= pair[0] <= len(cards) and isinstance(pair[1], str)
        good = good and pair[1] in list(state.table.deck.faces(cards[pair[0] - 1]))
        need(good, f"Seat {seat + 1} cannot have the letter {pair!r}.")
    return tuple((card - 1, letter) for card, letter in value)


def is_spelled(state: ColdSpellState, seat: int) -> bool:
    """The words are in the list, and no card is used twice."""
    unfinished = state.letters if seat == state.speller else ()
    used = [card for word in (*state.words[seat], unfinished) for card, _ in word]
    listed = all(in_letters(word) in state.table.words for word in state.words[seat])
    return listed and len(set(used)) == len(used)
