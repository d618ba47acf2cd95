"""The picture of Cold Spell while words are spelled, and of what they bring."""

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
from everygame.scene import Cell, Choice, Piece, Region, Scene, View
from everygame.words import Message, all_of, list_of, say

WIDTH: Final = 9
TITLE: Final = 0.7
"""Room above a shelf for its title."""
SPACE: Final = 0.4
"""Between two words."""

Shelf = tuple[Region, list[Piece]]


def scene(state: ColdSpellState, view: View, names: tuple[str, ...]) -> Scene:
    """Shelves: for each seat its words and its other cards; for who spells, the word being made."""
    over = view.to_play == OVER
    words = state.shown_words() if over else list(state.words)
    spells = view.to_play if view.truth or view.viewer == view.to_play else None
    made = state.letters
    shelves = [
        shelf
        for seat in from_viewer(view.viewer, len(names))
        for shelf in seat_shelves(state, seat, words[seat], names[seat], spells == seat)
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
    """The viewer's seat comes first."""
    first = viewer or 0
    return [(first + i) % seats for i in range(seats)]


def stack(regions: Sequence[Region]) -> tuple[tuple[Region, ...], float]:
    """The regions one under the other, and how high that is."""
    stacked, y = [], 0.0
    for region in regions:
        stacked.append(replace(region, y=y + TITLE))
        y += TITLE + region.rows
    return tuple(stacked), y


# -- shelves


def seat_shelves(
    state: ColdSpellState, seat: int, words: Sequence[Word], name: str, spells: bool
) -> Iterator[Shelf]:
    """The word being made, the words made, the cards left."""
    unfinished = state.letters if spells else ()
    if spells:
        yield word_shelf(state, seat)
    if words:
        yield words_shelf(state, seat, words, name)
    used = {card for word in (*words, unfinished) for card, _ in word}
    if spells or not words or len(used) < state.hands.size[seat]:
        yield hand_shelf(state, seat, used, name)


def word_shelf(state: ColdSpellState, seat: int) -> Shelf:
    """The unfinished word and the place for its next letter."""
    made, taken = state.letters, state.squares(seat)
    count = min(len(made) + 1, len(taken))
    cells = [
        Cell(slot(i), *spot(i), "tray", say("letter {number}", number=i + 1)) for i in range(count)
    ]
    pieces = [
        letter_card(state, taken[number], letter, slot(i))
        for i, (number, letter) in enumerate(made)
    ]
    return shelf("word", say("The word"), cells, count), pieces


def slot(index: int) -> str:
    """The place of a letter of the unfinished word."""
    return f"word-{index + 1}"


def spot(index: int) -> tuple[float, float]:
    """Where the cells of a shelf lie."""
    return index % WIDTH + 0.5, index // WIDTH + 0.5


def shelf(id: str, name: str, cells: list[Cell], count: int) -> Region:
    rows = max(1, -(-count // WIDTH))
    return Region(id, name, 0, 0, WIDTH, rows, "spots", tuple(cells), "tray", name)


def words_shelf(state: ColdSpellState, seat: int, words: Sequence[Word], name: str) -> Shelf:
    """Finished words, in rows; letters of a word that is too long for a row stand closer."""
    cells, pieces, x, y = [], [], 0.0, 0
    taken = state.squares(seat)
    for n, word in enumerate(words):
        step = min(1.0, (WIDTH - 1) / (len(word) - 1))
        if x and x + len(word) > WIDTH:
            x, y = 0.0, y + 1
        for i, (number, letter) in enumerate(word):
            at = f"words-{seat + 1}-{n + 1}-{i + 1}"
            cells.append(
                Cell(at, x + i * step + 0.5, y + 0.5, name=say("word {number}", number=n + 1))
            )
            pieces.append(letter_card(state, taken[number], letter, at))
        x += len(word) + SPACE
    title = say("{name}'s words", name=name)
    return shelf(f"words-{seat + 1}", title, cells, (y + 1) * WIDTH), pieces


def letter_card(state: ColdSpellState, square: int, letter: str, at: str) -> Piece:
    """A card of which one letter counts."""
    piece = card(state, square, at, taken=True)
    return replace(
        piece,
        text=letter.upper(),
        name=say("{letter}: {card}", letter=letter.upper(), card=piece.name),
    )


def hand_shelf(state: ColdSpellState, seat: int, used: set[int], name: str) -> Shelf:
    """The cards in no word; each keeps its place."""
    taken = state.squares(seat)
    cells = [
        Cell(place(seat, i), *spot(i), "tray", say("card {number}", number=i + 1))
        for i in range(len(taken))
    ]
    pieces = [
        card(state, square, place(seat, i), taken=True)
        for i, square in enumerate(taken)
        if i not in used
    ]
    return shelf(f"hand-{seat + 1}", say("{name}'s cards", name=name), cells, len(taken)), pieces


def place(seat: int, number: int) -> str:
    """The place of a card that is in no word."""
    return f"hand-{seat + 1}-{number + 1}"


# -- what may be done


def offers(state: ColdSpellState, move: str, made: Word) -> list[Choice]:
    """A letter: its card, and the next place of the word if one likes to drag; or a button."""
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
    """Why the next place of the word takes nothing yet, and why letters are no word."""
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


# -- words


def prompt(state: ColdSpellState, view: View, names: tuple[str, ...]) -> Message:
    """What to do, or who is doing it."""
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
    """The total at the end; before it the viewer's own score, and how far the others are."""
    if view.to_play == OVER:
        return signed(state.final_totals()[seat])
    if (seat == view.viewer or view.truth) and seat <= view.to_play:
        return points(score(tuple(state.cards(seat)), state.words[seat]).points)
    if seat > view.to_play:
        return say("waits")
    return say("spells") if seat == view.to_play else say("has finished")


def notes(
    state: ColdSpellState, view: View, names: tuple[str, ...], words: Sequence[Sequence[Word]]
) -> Iterator[Message]:
    """The count, card by card: of all at the end, before it of the viewer."""
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
    """ "ZONE 30 + 2 + 1 + 1, left over Q 20: 14 points. Longest word 20: 34." """
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
    """What happened, and who has won."""
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
