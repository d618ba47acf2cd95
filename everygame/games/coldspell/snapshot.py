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

from everygame.contract import AnyJson, Json
from everygame.errors import BadPosition
from everygame.games.coldspell import spelling
from everygame.games.coldspell.field import (
    ALL_CLAIMED,
    DEALING,
    ENDINGS,
    FINISHED,
    KINDS,
    MAX_TURNS,
    NOWHERE,
    OF_A_SIZE,
    PLAYING,
    SPELLING,
    SQUARES,
)
from everygame.games.coldspell.notation import FIRST_ACTIONS, NAMES, NUMBERS, PROGRESS
from everygame.games.coldspell.play import ColdSpellPlay

FIELDS: Final = (
    "cards", "pyramids", "claimed", "taken", "turn", "used", "lifted", "idle", "turns", "ending",
    "words", "letters", "speller",
)  # fmt: skip

PLACES: Final = [(square, square // 6 * 7 + square % 6) for square in range(SQUARES)]
"""Pairs of a square, from 0 to 35, and the number of the bit that stands for this square in a set
of squares. A set has seven bits for each row of six squares; the seventh stays empty (see
`field.py`)."""


# -- writing


def to_json(state: ColdSpellPlay) -> Json:
    """Return the JSON of a state, including what is hidden from some seats."""
    field, taken, cards = state.field, state.taken, state.table.deck.cards
    gone = [square for squares in taken for square in squares]
    placed = [*squares_in(int(field.up | field.lying())), *gone]
    numbers = sorted((int(field.pyramid[square]), square) for square in placed)
    by_size: list[list[str]] = [[], [], []]
    for number, square in numbers:
        by_size[number // OF_A_SIZE].append(NAMES[square])
    claims = [int(field.claims[seat]) for seat in range(int(state.players))]
    return {
        "cards": [cards[field.card[square]] for square in range(field.dealt)],
        "pyramids": by_size,
        "claimed": [[NAMES[square] for square in squares_in(bits)] for bits in claims],
        "taken": [[NAMES[square] for square in squares] for squares in taken],
        "turn": int(state.turn),
        "used": KINDS[int(state.used)],
        "lifted": NAMES[int(state.lifted)] if state.lifted != NOWHERE else "",
        "idle": int(state.idle),
        "turns": int(state.turns),
        "ending": ENDINGS[int(state.how)],
        "words": [[spelling.word_json(word) for word in words] for words in state.words],
        "letters": spelling.word_json(state.letters),
        "speller": int(state.hands.speller),
    }


def squares_in(bits: int) -> list[int]:
    """Return the squares of a set, ascending."""
    return [square for square, place in PLACES if bits >> place & 1]


def observe(state: ColdSpellPlay, viewer: int | None) -> Json:
    """Return the JSON as a viewer may know it: until all have finished spelling, the words of other
    seats are None."""
    data = to_json(state)
    if state.phase != SPELLING:
        return data
    seats = range(int(state.players))
    mine = viewer == int(state.hands.speller)
    return {
        **data,
        "words": [data["words"][seat] if seat == viewer else None for seat in seats],
        "letters": data["letters"] if mine else None,
    }


def key(state: ColdSpellPlay) -> str:
    """Return what two states must share to be the same position: the JSON without the order in
    which pyramids of a size were placed."""
    data = to_json(state)
    return json.dumps({**data, "pyramids": [sorted(squares) for squares in data["pyramids"]]})


# -- reading


def restore(state: ColdSpellPlay, data: AnyJson) -> None:
    """Set up a fresh state from its JSON. Raises BadPosition."""
    need(
        isinstance(data, dict) and set(data) == set(FIELDS),
        "A Cold Spell state has the fields {fields}.",
        fields=", ".join(FIELDS),
    )
    restore_field(state, data)
    restore_turn(state, data)
    state.phase = PLAYING if state.field.dealt == SQUARES else DEALING
    if state.how:
        check_end(state)
        state.phase = FINISHED if state.table.auto else SPELLING
    if state.phase == SPELLING:
        spelling.restore(state, data)
    else:
        spelled = (data["words"], data["letters"], data["speller"])
        empty = spelled == ([[]] * int(state.players), [], 0)
        need(empty, "Words are spelled at the end, by the players.")


def need(sound: bool, text: str, **arguments: object) -> None:
    """Raise BadPosition with the sentence `text` unless `sound` is true."""
    if not sound:
        raise BadPosition(text, **arguments)


def restore_field(state: ColdSpellPlay, data: Json) -> None:
    """Check the cards, the pyramids, the claims and the cards taken, and set them up. Raises
    BadPosition."""
    for kind in read_cards(state, data["cards"]):
        state.deal(kind)
    pyramids = read_squares(data, "pyramids", 3)
    claimed = read_squares(data, "claimed", int(state.players))
    taken = read_squares(data, "taken", int(state.players))
    placed = [square for squares in pyramids for square in squares]
    lying = [square for squares in claimed for square in squares]
    gone = [square for squares in taken for square in squares]
    for square in placed:
        if NUMBERS[square] >= state.field.dealt:
            raise BadPosition("{square} has a pyramid but no card.", square=square)
    for square in lying + gone:
        if square not in placed:
            raise BadPosition("{square} is claimed or taken without a pyramid.", square=square)
    for square, count in Counter(lying + gone).items():
        if count > 1:
            raise BadPosition("{square} is claimed or taken twice.", square=square)
    dealt = state.field.dealt == SQUARES
    need(dealt or not placed, "Pyramids are placed when all cards are dealt.")
    put_field(state, pyramids, claimed, taken)


def read_cards(state: ColdSpellPlay, value: AnyJson) -> list[int]:
    """Return the kinds of the cards dealt. Raises BadPosition."""
    deck = state.table.deck
    good = isinstance(value, list) and len(value) <= SQUARES
    need(good, "The cards are a list of at most {squares}.", squares=SQUARES)
    for card in value:
        if not isinstance(card, str) or card not in deck.numbers:
            raise BadPosition("{card} is no card of this deck.", card=repr(card))
    for card, count in Counter(value).items():
        most = deck.counts[deck.numbers[card]]
        if count > most:
            raise BadPosition(
                "There are {count} cards {card}, but the deck has only {most}.",
                count=count,
                card=card,
                most=most,
            )
    return [deck.numbers[card] for card in value]


def read_squares(data: Json, key: str, lists: int) -> list[list[str]]:
    """Return the field `key` of the JSON, which must be so many lists of squares, no square twice.
    Raises BadPosition."""
    value = data[key]
    good = isinstance(value, list) and len(value) == lists
    good = good and all(isinstance(squares, list) for squares in value)
    need(good, "{key} is {lists} lists of squares.", key=key, lists=lists)
    flat = [square for squares in value for square in squares]
    for square in flat:
        if not isinstance(square, str) or square not in NUMBERS:
            raise BadPosition(
                "{key} has {square}, which is no square.", key=key, square=repr(square)
            )
    need(len(set(flat)) == len(flat), "{key} has a square twice.", key=key)
    return [list(squares) for squares in value]


def put_field(
    state: ColdSpellPlay,
    pyramids: list[list[str]],
    claimed: list[list[str]],
    taken: list[list[str]],
) -> None:
    """Put the pyramids on the field, lay the claimed ones down, and take the cards that were taken.
    Raises BadPosition if a size has too many pyramids."""
    field = state.field
    for size, squares in enumerate(pyramids):
        need(
            len(squares) <= OF_A_SIZE,
            "There are {number} pyramids of one size.",
            number=len(squares),
        )
        for name in squares:
            field.put(size, NUMBERS[name], field.tables.bit[NUMBERS[name]])
    for seat in range(int(state.players)):
        for name in claimed[seat] + taken[seat]:
            bit = field.tables.bit[NUMBERS[name]]
            field.up ^= bit
            field.claims[seat] |= bit
        for name in taken[seat]:
            field.take(seat, NUMBERS[name])
            state.hands.take(seat, NUMBERS[name])


def restore_turn(state: ColdSpellPlay, data: Json) -> None:
    """Check the fields of the turn and set them up. Raises BadPosition."""
    seats, used, lifted = int(state.players), data["used"], data["lifted"]
    state.turn = read_number(data, "turn", 0, seats - 1)
    state.turns = read_number(data, "turns", 0, MAX_TURNS)
    state.idle = read_number(data, "idle", -1, 2 * seats)
    need(
        data["ending"] in ENDINGS,
        "{ending} is no ending of Cold Spell.",
        ending=repr(data["ending"]),
    )
    state.how = ENDINGS.index(data["ending"])
    need(used in ("", *FIRST_ACTIONS), "{used} is no first action of a turn.", used=repr(used))
    state.used = KINDS.index(used)
    state.lifted = NAMES.index(lifted) if lifted in NAMES else NOWHERE
    need(lifted in NAMES if used == "hijack" else lifted == "", "A hijack lifts one pyramid.")
    if state.how:
        need(not used, "A game that is over has no first action.")
        return
    need((state.idle == -1) == (used in PROGRESS), "idle is -1 in a turn with progress.")
    need(state.idle < 2 * seats and state.turns < MAX_TURNS, "This game would be a stalemate.")
    need(not used or state.field.dealt == SQUARES, "There are no turns before the deal.")
    if used == "hijack":
        upright = state.field.up & state.field.tables.bit[state.lifted]
        moves = state.field.targets(state.lifted)
        need(
            bool(upright and moves),
            "The pyramid on {lifted} is not upright or cannot move.",
            lifted=lifted,
        )


def read_number(data: Json, key: str, least: int, most: int) -> int:
    """Return the field `key` of the JSON, an integer from `least` to `most`. Raises BadPosition."""
    value = data[key]
    need(
        type(value) is int and least <= value <= most,
        "{key} is a number from {least} to {most}, not {value}.",
        key=key,
        least=least,
        most=most,
        value=repr(value),
    )
    return int(value)


def check_end(state: ColdSpellPlay) -> None:
    """Raise BadPosition unless, at the end of the play, all cards are dealt and all claimed cards
    are taken."""
    need(state.field.dealt == SQUARES, "A game that is over has dealt its cards.")
    need(not state.field.lying(), "At the end every claimed card is taken.")
    claimed = state.field.all_claimed()
    need(claimed == (state.how == ALL_CLAIMED), "All is claimed when no pyramid is left.")
