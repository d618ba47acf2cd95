"""Write and read states of Cold Spell as JSON, and say what each seat may know of them.

cards     the cards in the order of the deal, even those that have been taken
pyramids  for each size the squares of its pyramids, in the order of placing, even those taken
claimed   for each seat the squares of lying pyramids that point to it
taken     for each seat the squares that its cards came from, in the order taken
turn      the seat to play
used      the kind of the first action of this turn, such as "move"; empty before it
lifted    the square of a pyramid that was hijacked and must move now; empty if there is none
idle      how many turns in a row had no place, claim, force or take; -1 in a turn with one
turns     how many turns have ended
ending    how the play ended, such as "stalemate"; empty before
words     for each seat its finished words; a letter is [number of the card from 1, letter]
letters   the letters of the unfinished word
speller   the seat that spells; the number of seats after all have
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Final

from everygame.contract import AnyJson, Game, Json
from everygame.errors import BadPosition
from everygame.games.coldspell import spelling_notation
from everygame.games.coldspell.field import (
    ALL_CLAIMED,
    CLAIM,
    DEALING,
    ENDINGS,
    FINISHED,
    KINDS,
    MAX_TURNS,
    NOWHERE,
    OF_A_SIZE,
    PLACE,
    PLAYING,
    SPELLING,
    SQUARES,
    squares_in,
)
from everygame.games.coldspell.notation import FIRST_ACTIONS, NAMES, PROGRESS
from everygame.games.coldspell.play import ColdSpellPlay
from everygame.games.coldspell.spelling_notation import need

FIELDS: Final = (
    "cards", "pyramids", "claimed", "taken", "turn", "used", "lifted", "idle", "turns", "ending",
    "words", "letters", "speller",
)  # fmt: skip


# -- writing


def to_json(state: ColdSpellPlay) -> Json:
    """Return the JSON of a state, including what is hidden from some seats."""
    field, seats = state.field, range(state.players)
    gone = [square for squares in state.taken for square in squares]
    placed = squares_in(field.up | field.lying()) + gone
    placed.sort(key=lambda square: field.pyramid[square])
    return {
        "cards": [state.table.deck.cards[field.card[square]] for square in range(field.dealt)],
        "pyramids": [
            [NAMES[square] for square in placed if field.pips(square) == pips] for pips in (1, 2, 3)
        ],
        "claimed": [[NAMES[square] for square in squares_in(field.claims[s])] for s in seats],
        "taken": [[NAMES[square] for square in squares] for squares in state.taken],
        "turn": state.turn,
        "used": KINDS[state.used],
        "lifted": NAMES[state.lifted] if state.lifted != NOWHERE else "",
        "idle": state.idle,
        "turns": state.turns,
        "ending": ENDINGS[state.how],
        "words": [[spelling_notation.word_json(word) for word in words] for words in state.words],
        "letters": spelling_notation.word_json(state.letters),
        "speller": state.hands.speller,
    }


def observe(state: ColdSpellPlay, viewer: int | None) -> Json:
    """Return the JSON as a viewer may know it: until all have finished spelling, the words of other
    seats are None."""
    data = to_json(state)
    if state.phase == SPELLING:
        for seat in range(state.players):
            if seat != viewer:
                data["words"][seat] = None
        if viewer != state.hands.speller:
            data["letters"] = None
    return data


def key(state: ColdSpellPlay) -> str:
    """Return what two states must share to be the same position: the JSON without the order in
    which pyramids of a size were placed."""
    data = to_json(state)
    return json.dumps({**data, "pyramids": [sorted(squares) for squares in data["pyramids"]]})


# -- reading


def restore(game: Game, state: ColdSpellPlay, data: Json) -> None:
    """Set up a fresh state from its JSON. Raises BadPosition."""
    text = "A Cold Spell state has the fields {fields}."
    need(set(data) == set(FIELDS), text, fields=", ".join(FIELDS))
    restore_field(state, data)
    restore_turn(game, state, data)
    state.phase = PLAYING if state.field.dealt == SQUARES else DEALING
    if state.how:
        check_end(state)
        state.phase = FINISHED
    if state.how and not state.table.auto:
        spelling_notation.restore(state, data)
    else:
        spelled = (data["words"], data["letters"], data["speller"])
        empty = spelled == ([[]] * state.players, [], 0)
        need(empty, "Words are spelled at the end, by the players.")


def restore_field(state: ColdSpellPlay, data: Json) -> None:
    """Check the cards, the pyramids, the claims and the cards taken, and set them up. Raises
    BadPosition."""
    restore_cards(state, data["cards"])
    pyramids = read_squares(data, "pyramids", 3)
    claimed = read_squares(data, "claimed", state.players)
    taken = read_squares(data, "taken", state.players)
    dealt = state.field.dealt == SQUARES
    need(dealt or not any(pyramids), "Pyramids are placed when all cards are dealt.")
    for size, squares in enumerate(pyramids):
        text = "There are {number} pyramids of one size."
        need(len(squares) <= OF_A_SIZE, text, number=len(squares))
        for square in squares:
            state.field.change(PLACE + size * SQUARES + square, 0)
    check_lying(pyramids, claimed + taken)
    for seat in range(state.players):
        for square in claimed[seat] + taken[seat]:
            state.field.change(CLAIM + square, seat)
        for square in taken[seat]:
            state.field.take(seat, square)
            state.hands.take(seat, square)


def restore_cards(state: ColdSpellPlay, cards: AnyJson) -> None:
    """Check the cards dealt, and deal them. Raises BadPosition."""
    good = isinstance(cards, list) and len(cards) <= SQUARES
    need(good, "The cards are a list of at most {squares}.", squares=SQUARES)
    deck = state.table.deck
    numbers = {card: number for number, card in enumerate(deck.cards)}
    for card in cards:
        if not isinstance(card, str) or card not in numbers:
            raise BadPosition("{card} is no card of this deck.", card=repr(card))
        state.deal(numbers[card])
    text = "There are {count} cards {card}, but the deck has only {most}."
    for card, count in Counter(cards).items():
        most = deck.counts[numbers[card]]
        need(count <= most, text, count=count, card=card, most=most)


def check_lying(pyramids: list[list[int]], lists: list[list[int]]) -> None:
    """Raise BadPosition unless the squares that are claimed or taken, which these lists hold, have
    a pyramid, and each is in one list. `pyramids` are the squares of all pyramids."""
    for square, count in Counter(square for squares in lists for square in squares).items():
        name, placed = NAMES[square], any(square in squares for squares in pyramids)
        need(placed, "{square} is claimed or taken without a pyramid.", square=name)
        need(count == 1, "{square} is claimed or taken twice.", square=name)


def read_squares(data: Json, key: str, lists: int) -> list[list[int]]:
    """Return the field `key` of the JSON, which must be so many lists of squares, no square twice.
    Raises BadPosition."""
    value = data[key]
    good = isinstance(value, list) and len(value) == lists
    good = good and all(isinstance(squares, list) for squares in value)
    need(good, "{key} is {lists} lists of squares.", key=key, lists=lists)
    flat = [square for squares in value for square in squares]
    for square in flat:
        if square not in NAMES:
            text = "{key} has {square}, which is no square."
            raise BadPosition(text, key=key, square=repr(square))
    need(len(set(flat)) == len(flat), "{key} has a square twice.", key=key)
    return [[NAMES.index(square) for square in squares] for squares in value]


def restore_turn(game: Game, state: ColdSpellPlay, data: Json) -> None:
    """Check the fields of the turn and set them up. Raises BadPosition."""
    seats, used, lifted, ending = state.players, data["used"], data["lifted"], data["ending"]
    state.turn = game.read_number(data, "turn", 0, seats - 1)
    state.turns = game.read_number(data, "turns", 0, MAX_TURNS)
    state.idle = game.read_number(data, "idle", -1, 2 * seats)
    need(ending in ENDINGS, "{ending} is no ending of Cold Spell.", ending=repr(ending))
    need(used in ("", *FIRST_ACTIONS), "{used} is no first action of a turn.", used=repr(used))
    need(lifted in NAMES if used == "hijack" else lifted == "", "A hijack lifts one pyramid.")
    state.how = ENDINGS.index(ending)
    state.used = KINDS.index(used)
    if state.how:
        need(not used, "A game that is over has no first action.")
        return
    need((state.idle == -1) == (used in PROGRESS), "idle is -1 in a turn with progress.")
    need(state.idle < 2 * seats and state.turns < MAX_TURNS, "This game would be a stalemate.")
    need(not used or state.field.dealt == SQUARES, "There are no turns before the deal.")
    if lifted:
        state.lifted = NAMES.index(lifted)
        upright = state.lifted in squares_in(state.field.up)
        moves = state.field.targets(state.lifted)
        text = "The pyramid on {lifted} is not upright or cannot move."
        need(upright and moves != 0, text, lifted=lifted)


def check_end(state: ColdSpellPlay) -> None:
    """Raise BadPosition unless, at the end of the play, all cards are dealt and all claimed cards
    are taken."""
    need(state.field.dealt == SQUARES, "A game that is over has dealt its cards.")
    need(not state.field.lying(), "At the end every claimed card is taken.")
    claimed = state.field.all_claimed()
    need(claimed == (state.how == ALL_CLAIMED), "All is claimed when no pyramid is left.")
