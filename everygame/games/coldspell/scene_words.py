"""Draw Cold Spell while words are spelled, and the result when all are done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from everygame.contract import OVER
from everygame.games.coldspell.best_words import Word, cards_of
from everygame.games.coldspell.rules import ColdSpellState
from everygame.games.coldspell.scene_field import card, points, signed
from everygame.games.coldspell.scoring import count_points
from everygame.games.coldspell.spelling_notation import in_letters
from everygame.games.coldspell.spelling_notation import text as move_text
from everygame.scene import Cell, Choice, Piece, Point, Refusal, Region, Scene, View
from everygame.words import Message, all_of, list_of, say

WIDTH: Final = 6
"""The width of a shelf in squares: that of the field, so that cards are drawn in the same size."""
TITLE: Final = 0.7
"""Room above a shelf for its title, in squares."""
SPACE: Final = 0.4
"""Distance between two words, in squares."""
STEPS: Final = tuple(tenths / 10 for tenths in range(10, 2, -1))
"""Distances from one letter of a word to the next, in squares, to be tried from the widest to the
narrowest."""

Shelf = tuple[Region, list[Piece]]
"""A region for words or cards, and the pieces in it."""


def scene(state: ColdSpellState, view: View, names: tuple[str, ...]) -> Scene:
    """Draw shelves one below the other. The viewer's seat, or for a spectator the speller's, has a
    shelf for its words and one for its other cards; each other seat has one shelf.

    While words are spelled, the shelves of all viewers have the same number of rows, so that the
    picture keeps its size.
    """
    over = view.to_play == OVER
    words = state.shown_words() if over else state.words
    speller_seen = view.truth or view.viewer == view.to_play
    opened = view.to_play if view.truth or view.viewer is None else view.viewer
    shelves: list[Shelf] = []
    for number in range(len(names)):
        seat = ((view.viewer or 0) + number) % len(names)
        if seat == opened and not over:
            spells = speller_seen and seat == view.to_play
            shelves += open_shelves(state, seat, words[seat], names[seat], spells)
        else:
            shelves.append(closed_shelf(state, seat, words[seat], names[seat]))
    regions, height = stack([region for region, _ in shelves])
    return Scene(
        width=WIDTH,
        height=height,
        regions=regions,
        pieces=tuple(piece for _, pieces in shelves for piece in pieces),
        prompt="" if over else prompt(state, view, names),
        choices=(
            *(choice for move in view.moves for choice in offers(state, move)),
            *(rearrangements(state) if view.moves else ()),
        ),
        notes=tuple(notes(state, view, names, words)),
        scores=tuple(standing(state, view, seat) for seat in range(len(names))),
        blocked=blocked(state) if view.moves else {},
        refusals=(Refusal(NEXT),) if view.moves else (),
        over=outcome(state, view, names) if over else "",
    )


NEXT: Final = say("A letter goes before a letter of the word, or at its end.")


def stack(regions: Sequence[Region]) -> tuple[tuple[Region, ...], float]:
    """Return the regions moved one below the other, and the height of all."""
    stacked, y = [], 0.0
    for region in regions:
        stacked.append(replace(region, y=y + TITLE))
        y += TITLE + region.rows
    return tuple(stacked), y


# -- shelves


def open_shelves(
    state: ColdSpellState, seat: int, words: Sequence[Word], name: str, spells: bool
) -> Iterator[Shelf]:
    """Yield a shelf with the seat's finished words and its unfinished one, then a shelf with its
    other cards, each in its place. `spells` tells whether the viewer may see the unfinished
    word."""
    taken, made = state.squares(seat), state.letters if spells else ()
    used = cards_of(words)
    slots = min(len(made) + 1, len(taken) - len(used)) if spells else 0
    places = [
        Cell(slot(i), terrain="tray", name=say("letter {number}", number=i + 1))
        for i in range(slots)
    ]
    letters = [
        letter_card(state, taken[number], letter, slot(i))
        for i, (number, letter) in enumerate(made)
    ]
    rows = max(rows_for(len(squares)) for squares in state.taken)
    region = shelf("word", say("{name}'s words", name=name), places, rows)
    yield words_shelf(state, seat, words, region, letters)
    yield hand_shelf(state, seat, used | cards_of([made]), name)


def closed_shelf(state: ColdSpellState, seat: int, words: Sequence[Word], name: str) -> Shelf:
    """Return a shelf with the words of a seat, followed by its cards that are in no word."""
    if not words:
        return hand_shelf(state, seat, set(), name)
    taken, used = state.squares(seat), cards_of(words)
    places, pieces = [], []
    for number, square in enumerate(taken):
        if number not in used:
            at = place(seat, number)
            left = card(state, square, at, taken=True)
            places.append(Cell(at, name=say("card {number}", number=number + 1)))
            pieces.append(replace(left, tags=(*left.tags, "dim")))
    title, rows = say("{name}'s words", name=name), rows_for(len(taken))
    region = shelf(f"words-{seat + 1}", title, places, rows)
    return words_shelf(state, seat, words, region, pieces)


def words_shelf(
    state: ColdSpellState, seat: int, words: Sequence[Word], region: Region, pieces: list[Piece]
) -> Shelf:
    """Return a shelf with finished words, followed by the places that the region has already, with
    these pieces in them."""
    *laid, after = lay_out([*map(len, words), len(region.cells)], region.rows)
    cells, letters, taken = [], [], state.squares(seat)
    for n, (word, places) in enumerate(zip(words, laid, strict=True), 1):
        for i, ((number, letter), (x, y)) in enumerate(zip(word, places, strict=True), 1):
            id = f"words-{seat + 1}-{n}-{i}"
            cells.append(Cell(id, x, y, name=say("word {number}", number=n)))
            letters.append(letter_card(state, taken[number], letter, id))
    cells += [replace(cell, x=x, y=y) for cell, (x, y) in zip(region.cells, after, strict=True)]
    return replace(region, cells=tuple(cells)), letters + pieces


def rows_for(cards: int) -> int:
    """Return how many rows of a shelf so many cards fill."""
    return max(1, -(-cards // WIDTH))


def lay_out(lengths: Sequence[int], rows: int) -> list[list[Point]]:
    """Return for each word the coordinates of its letters, in so many rows. The letters overlap
    only as much as they must to fit."""
    for step in STEPS:
        laid, height = flow(lengths, step)
        if height <= rows and (max(lengths) - 1) * step + 1 <= WIDTH:
            break
    return laid


def flow(lengths: Sequence[int], step: float) -> tuple[list[list[Point]], int]:
    """Return for each word the coordinates of its letters, and how many rows are used. Words follow
    each other along a row; a word that does not fit begins the next row. `step` is the distance
    between letters."""
    laid: list[list[Point]] = []
    x, y = 0.0, 0
    for length in lengths:
        wide = (length - 1) * step + 1
        if x and length and x + wide > WIDTH:
            x, y = 0.0, y + 1
        laid.append([(x + i * step + 0.5, y + 0.5) for i in range(length)])
        x += wide + SPACE
    return laid, y + 1


def shelf(id: str, title: str, cells: list[Cell], rows: int) -> Region:
    """Return a region as wide as the field with so many rows."""
    return Region(id, title, 0, 0, WIDTH, rows, "spots", tuple(cells), "tray", title)


def slot(index: int) -> str:
    """Return the id of the place of a letter in the unfinished word."""
    return f"word-{index + 1}"


def letter_card(state: ColdSpellState, square: int, letter: str, at: str) -> Piece:
    """Return a card that shows only the letter for which it stands in a word."""
    piece = card(state, square, at, taken=True)
    return replace(
        piece,
        text=letter.upper(),
        name=say("{letter}: {card}", letter=letter.upper(), card=piece.name),
    )


def hand_shelf(state: ColdSpellState, seat: int, used: set[int], name: str) -> Shelf:
    """Return a shelf with the cards of a seat that are not in `used`; each card keeps its place."""
    cells, pieces, taken = [], [], state.squares(seat)
    for i, square in enumerate(taken):
        x, y, told = i % WIDTH + 0.5, i // WIDTH + 0.5, say("card {number}", number=i + 1)
        cells.append(Cell(place(seat, i), x, y, "tray", told))
        if i not in used:
            pieces.append(card(state, square, place(seat, i), taken=True))
    title, rows = say("{name}'s cards", name=name), rows_for(len(taken))
    return shelf(f"hand-{seat + 1}", title, cells, rows), pieces


def place(seat: int, number: int) -> str:
    """Return the id of the place of a card that is in no word."""
    return f"hand-{seat + 1}-{number + 1}"


# -- choices


def offers(state: ColdSpellState, move: str) -> list[Choice]:
    """Return the choices that play a move. A letter is added at the end of the word by touching its
    card, or by dragging the card to the next place of the word; all other moves are buttons."""
    word = in_letters(state.letters).upper()
    if move == "/":
        return [Choice(move, label=say("End the word {word}", word=word), kind="end", key="/")]
    if move == "clear":
        return [Choice(move, label=say("Take back {word}", word=word), kind="end", key="Backspace")]
    if move == "done":
        return [Choice(move, label=say("Finished"), name=say("spell no more"), kind="end")]
    return letter_offers(state, move, slot(len(word)))


def letter_offers(state: ColdSpellState, move: str, next_slot: str) -> list[Choice]:
    """Return the choices that add a letter to the word."""
    number, _, letter = move[1:].partition("=")
    seat, card = state.hands.speller, int(number) - 1
    # A card of one letter is added by one tap, although it may also go elsewhere into the word.
    gesture = "" if letter else "tap"
    letter = (letter or state.faces(seat, card)).upper()
    name = say("add {letter}, card {number}", letter=letter, number=number)
    touch = place(seat, card)
    return [
        Choice(move, (touch,), name, letter, "place", gesture=gesture),
        Choice(move, (touch, next_slot), name, letter, "place"),
    ]


def rearrangements(state: ColdSpellState) -> Iterator[Choice]:
    """Yield the choices that put a card before a letter of the unfinished word, or move a letter of
    it. Each stands for several plies, because the rules add letters only at the end: it takes the
    word back and lays it anew."""
    word, seat = state.letters, state.hands.speller
    for number, letter in free_letters(state):
        for i in range(len(word)):
            laid = (*word[:i], (number, letter), *word[i:])
            yield lay_anew(state, laid, (place(seat, number), slot(i)), letter)
    for i, moved in enumerate(word):
        rest = (*word[:i], *word[i + 1 :])
        for j in range(len(word)):
            if j != i:
                yield lay_anew(state, (*rest[:j], moved, *rest[j:]), (slot(i), slot(j)), moved[1])


def free_letters(state: ColdSpellState) -> Iterator[tuple[int, str]]:
    """Yield each card of the speller that is in no word, with each letter it can stand for."""
    seat = state.hands.speller
    used = cards_of([*state.words[seat], state.letters])
    for number in range(len(state.squares(seat))):
        if number not in used:
            yield from ((number, letter) for letter in state.faces(seat, number))


def lay_anew(state: ColdSpellState, word: Word, touch: tuple[str, str], letter: str) -> Choice:
    """Return the choice that lays this word in place of the unfinished one."""
    plies = [move_text(state, state.letter_action(*pair)) for pair in word]
    name = say("spell {word}", word=in_letters(word).upper())
    return Choice(" ".join(["clear", *plies]), touch, name, letter.upper(), "carry")


def blocked(state: ColdSpellState) -> dict[str, Message]:
    """Return the reason why the next place of the word cannot be chosen first, and for the letters
    laid whether they are a word."""
    letters = len(state.letters)
    found = {slot(letters): say("Choose one of your cards first.")}
    if letters > 1:
        word = in_letters(state.letters)
        text = "{word} is not in the word list."
        if word in state.table.words:
            text = "{word} is a word: end it, or go on."
        found |= dict.fromkeys(map(slot, range(letters)), say(text, word=word.upper()))
    return found


# -- sentences


def prompt(state: ColdSpellState, view: View, names: tuple[str, ...]) -> Message:
    """Return what the viewer is to do now, or who is making words."""
    name = names[view.to_play]
    if view.viewer != view.to_play:
        return say("{name} is making words.", name=name)
    if not state.letters:
        text = "{name}: begin a word, or finish. Cards in no word count against you."
        return say(text, name=name)
    word = in_letters(state.letters)
    if word in state.table.words:
        return say("{word} is a word: end it, or go on.", word=word.upper())
    return say("{word} is not a word: go on.", word=word.upper())


def standing(state: ColdSpellState, view: View, seat: int) -> str:
    """Return what is shown beside a seat's name: at the end its total, before that its points so
    far if the viewer may know them, else whether it waits, spells or has finished."""
    if view.to_play == OVER:
        return signed(state.final_totals()[seat])
    if (seat == view.viewer or view.truth) and seat <= view.to_play:
        return points(count_points(state.cards(seat), state.words[seat]))
    if seat > view.to_play:
        return say("waits")
    return say("spells") if seat == view.to_play else say("finished")


def notes(
    state: ColdSpellState, view: View, names: tuple[str, ...], words: Sequence[Sequence[Word]]
) -> Iterator[Message]:
    """Yield how points are counted: at the end for all seats card by card, before that for the
    viewer."""
    if view.to_play == OVER:
        for seat, name in enumerate(names):
            yield say("{name}: {count}", name=name, count=count(state, seat, words[seat]))
    elif view.viewer is not None and view.viewer <= view.to_play:
        cards = state.cards(view.viewer)
        spelled = sum(cards[card][1] for card in cards_of(words[view.viewer]))
        rest = sum(value for _, value in cards) - spelled
        yield say("So far {points} in words, {rest} left over.", points=points(spelled), rest=rest)


def count(state: ColdSpellState, seat: int, words: Sequence[Word]) -> Message:
    """Return how the points of a seat come about, such as: ZONE 30 + 2 + 1 + 1, less Q 20 left
    over: 14 points. Longest word 20: 34."""
    cards, totals = state.cards(seat), state.counted()
    parts = [
        f"{in_letters(word).upper()} {' + '.join(str(cards[card][1]) for card, _ in word)}"
        for word in words
    ]
    used, rest = cards_of(words), []
    for number, square in enumerate(state.squares(seat)):
        if number not in used:
            printed = state.table.deck.cards[state.field.card[square]]
            rest.append(f"{'/'.join(printed)} {cards[number][1]}")
    if rest:
        parts.append(say("less {left} left over", left=" + ".join(rest)))
    cards_told = list_of(parts) or say("no cards")
    told = say("{cards}: {points}.", cards=cards_told, points=points(totals.points[seat]))
    bonus = totals.bonus(seat)
    if not bonus:
        return told
    text = "{count} Longest word {bonus}: {total}."
    return say(text, count=told, bonus=bonus, total=totals.total(seat))


def outcome(state: ColdSpellState, view: View, names: tuple[str, ...]) -> Message:
    """Return a sentence on how the match ended and one on who has won."""
    totals = state.final_totals()
    how = {
        "all claimed": say("All pyramids are claimed."),
        "stalemate": say("Nobody claims anything any more."),
    }[view.ending]
    winners = [name for name, total in zip(names, totals, strict=True) if total == max(totals)]
    result, *others = map(signed, sorted(totals, reverse=True))
    for total in others:
        result = say("{more} to {less}", more=result, less=total)
    if len(winners) == len(names):
        return say("{how} A draw: {result}.", how=how, result=result)
    won = "{how} {who} share the win, {result}."
    if len(winners) == 1:
        won = "{how} {who} wins, {result}."
    return say(won, how=how, who=all_of(winners), result=result)
