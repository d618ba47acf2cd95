"""Draw Cold Spell while words are spelled, and the result when all are done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from everygame.contract import OVER
from everygame.games.coldspell.arrange import Word
from everygame.games.coldspell.rules import ColdSpellState
from everygame.games.coldspell.scene_field import card, points, signed
from everygame.games.coldspell.scoring import Score, score
from everygame.games.coldspell.spelling import in_letters
from everygame.scene import Cell, Choice, Piece, Point, Region, Scene, View
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
    words = state.shown_words() if over else list(state.words)
    spells = view.to_play if view.truth or view.viewer == view.to_play else None
    opened = None if over else view.to_play if view.truth or view.viewer is None else view.viewer
    made = state.letters
    shelves = [
        shelf
        for seat in from_viewer(view.viewer, len(names))
        for shelf in (
            open_shelves(state, seat, words[seat], names[seat], spells == seat)
            if seat == opened
            else [closed_shelf(state, seat, words[seat], names[seat])]
        )
    ]
    regions, height = stack([region for region, _ in shelves])
    return Scene(
        width=WIDTH,
        height=height,
        regions=regions,
        pieces=tuple(piece for _, pieces in shelves for piece in pieces),
        prompt="" if over else prompt(state, view, names),
        choices=tuple(choice for move in view.moves for choice in offers(state, move, made)),
        notes=tuple(notes(state, view, names, words)),
        scores=tuple(standing(state, view, seat) for seat in range(len(names))),
        blocked=blocked(state) if view.moves else {},
        over=outcome(state, view, names) if over else "",
    )


def from_viewer(viewer: int | None, seats: int) -> list[int]:
    """Return the seats in turn order, beginning with the viewer's."""
    first = viewer or 0
    return [(first + i) % seats for i in range(seats)]


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
    used = {card for word in words for card, _ in word}
    slots = min(len(made) + 1, len(taken) - len(used)) if spells else 0
    rows = max(rows_for(len(squares)) for squares in state.taken)
    laid = lay_out([*map(len, words), slots], rows)
    cells, pieces = words_laid(state, seat, words, laid)
    for i, at in enumerate(laid[-1]):
        cells.append(Cell(slot(i), *at, "tray", say("letter {number}", number=i + 1)))
    pieces += [
        letter_card(state, taken[number], letter, slot(i))
        for i, (number, letter) in enumerate(made)
    ]
    yield shelf("word", say("{name}'s words", name=name), cells, rows), pieces
    yield hand_shelf(state, seat, used | {number for number, _ in made}, name)


def closed_shelf(state: ColdSpellState, seat: int, words: Sequence[Word], name: str) -> Shelf:
    """Return a shelf with the words of a seat, followed by its cards that are in no word."""
    if not words:
        return hand_shelf(state, seat, set(), name)
    taken = state.squares(seat)
    rows = rows_for(len(taken))
    used = {card for word in words for card, _ in word}
    rest = [card for card in range(len(taken)) if card not in used]
    laid = lay_out([*map(len, words), len(rest)], rows)
    cells, pieces = words_laid(state, seat, words, laid)
    for number, at in zip(rest, laid[-1], strict=True):
        cells.append(Cell(place(seat, number), *at, name=say("card {number}", number=number + 1)))
        left = card(state, taken[number], place(seat, number), taken=True)
        pieces.append(replace(left, tags=(*left.tags, "dim")))
    return shelf(f"words-{seat + 1}", say("{name}'s words", name=name), cells, rows), pieces


def words_laid(
    state: ColdSpellState, seat: int, words: Sequence[Word], laid: Sequence[Sequence[Point]]
) -> tuple[list[Cell], list[Piece]]:
    """Return the cells and the cards of finished words; `laid` are the coordinates of their
    letters."""
    cells, pieces, taken = [], [], state.squares(seat)
    for n, (word, places) in enumerate(zip(words, laid, strict=False), 1):
        for i, ((number, letter), at) in enumerate(zip(word, places, strict=True), 1):
            id = f"words-{seat + 1}-{n}-{i}"
            cells.append(Cell(id, *at, name=say("word {number}", number=n)))
            pieces.append(letter_card(state, taken[number], letter, id))
    return cells, pieces


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
    for length in filter(None, lengths):
        wide = (length - 1) * step + 1
        if x and x + wide > WIDTH:
            x, y = 0.0, y + 1
        laid.append([(x + i * step + 0.5, y + 0.5) for i in range(length)])
        x += wide + SPACE
    return laid if lengths[-1] else [*laid, []], y + 1


def shelf(id: str, name: str, cells: list[Cell], rows: int) -> Region:
    """Return a region as wide as the field with so many rows."""
    return Region(id, name, 0, 0, WIDTH, rows, "spots", tuple(cells), "tray", name)


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
    taken = state.squares(seat)
    cells = [
        Cell(
            place(seat, i),
            i % WIDTH + 0.5,
            i // WIDTH + 0.5,
            "tray",
            say("card {number}", number=i + 1),
        )
        for i in range(len(taken))
    ]
    pieces = [
        card(state, square, place(seat, i), taken=True)
        for i, square in enumerate(taken)
        if i not in used
    ]
    rows = rows_for(len(taken))
    return shelf(f"hand-{seat + 1}", say("{name}'s cards", name=name), cells, rows), pieces


def place(seat: int, number: int) -> str:
    """Return the id of the place of a card that is in no word."""
    return f"hand-{seat + 1}-{number + 1}"


# -- choices


def offers(state: ColdSpellState, move: str, made: Word) -> list[Choice]:
    """Return the choices that play a move. A letter is added by touching its card, or by dragging
    the card to the next place of the word; all other moves are buttons."""
    word = in_letters(made).upper()
    if move == "/":
        return [Choice(move, label=say("End the word {word}", word=word), kind="end", key="/")]
    if move == "clear":
        return [Choice(move, label=say("Take back {word}", word=word), kind="end", key="Backspace")]
    if move == "done":
        return [Choice(move, label=say("Finished"), name=say("spell no more"), kind="end")]
    number, _, letter = move[1:].partition("=")
    seat, card = int(state.hands.speller), int(number) - 1
    letter = letter or state.table.deck.faces(state.kinds(seat)[card])
    touch, next_slot = place(seat, card), slot(len(made))
    name = say("add {letter}, card {number}", letter=letter.upper(), number=number)
    return [
        Choice(move, (touch,), name, letter.upper(), "place"),
        Choice(move, (touch, next_slot), name, letter.upper(), "place"),
    ]


def blocked(state: ColdSpellState) -> dict[str, Message]:
    """Return the reason why the next place of the word cannot be chosen first, and for the letters
    laid whether they are a word."""
    found = {slot(len(state.letters)): say("Choose one of your cards first.")}
    if len(state.letters) > 1:
        word = in_letters(state.letters)
        found |= {
            slot(i): say("{word} is a word: end it, or go on.", word=word.upper())
            if word in state.table.words
            else say("{word} is not in the word list.", word=word.upper())
            for i in range(len(state.letters))
        }
    return found


# -- sentences


def prompt(state: ColdSpellState, view: View, names: tuple[str, ...]) -> Message:
    """Return what the viewer is to do now, or who is making words."""
    name = names[view.to_play]
    if view.viewer != view.to_play:
        return say("{name} is making words.", name=name)
    if not state.letters:
        return say(
            "{name}: begin a word, or finish. Cards in no word count against you.", name=name
        )
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
        return points(score(tuple(state.cards(seat)), state.words[seat]).points)
    if seat > view.to_play:
        return say("waits")
    return say("spells") if seat == view.to_play else say("finished")


def notes(
    state: ColdSpellState, view: View, names: tuple[str, ...], words: Sequence[Sequence[Word]]
) -> Iterator[Message]:
    """Yield how points are counted: at the end for all seats card by card, before that for the
    viewer."""
    if view.to_play == OVER:
        for seat, result in enumerate(state.scores()):
            told = count(state, seat, words[seat], result)
            yield say("{name}: {count}", name=names[seat], count=told)
    elif view.viewer is not None and view.viewer <= view.to_play:
        cards = tuple(state.cards(view.viewer))
        used = {card for word in state.words[view.viewer] for card, _ in word}
        spelled = sum(cards[card][1] for card in used)
        rest = sum(value for _, value in cards) - spelled
        yield say("So far {points} in words, {rest} left over.", points=points(spelled), rest=rest)


def count(state: ColdSpellState, seat: int, words: Sequence[Word], result: Score) -> Message:
    """Return how the points of a seat come about, such as: ZONE 30 + 2 + 1 + 1, less Q 20 left
    over: 14 points. Longest word 20: 34."""
    cards = state.cards(seat)
    parts = [
        f"{in_letters(word).upper()} {' + '.join(str(cards[card][1]) for card, _ in word)}"
        for word in words
    ]
    used = {card for word in words for card, _ in word}
    rest = [card for card in range(len(cards)) if card not in used]
    deck = [state.table.deck.cards[kind] for kind in state.kinds(seat)]
    if rest:
        left = " + ".join(f"{'/'.join(deck[card])} {cards[card][1]}" for card in rest)
        parts.append(say("less {left} left over", left=left))
    cards_told = list_of(parts) or say("no cards")
    told = say("{cards}: {points}.", cards=cards_told, points=points(result.points))
    if not result.bonus:
        return told
    text = "{count} Longest word {bonus}: {total}."
    return say(text, count=told, bonus=result.bonus, total=result.total)


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
    won = (
        "{how} {who} wins, {result}."
        if len(winners) == 1
        else "{how} {who} share the win, {result}."
    )
    return say(won, how=how, who=all_of(winners), result=result)
