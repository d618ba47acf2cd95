"""Draw Cold Spell: the field of letter cards with transparent pyramids, and later the cards and
words of each seat.

Seats sit around the table, the first one at the bottom; a claimed pyramid points to its seat.
"""

from __future__ import annotations

from dataclasses import replace

from everygame.colours import colours_of, names_of
from everygame.contract import CHANCE, Game
from everygame.games.coldspell import scene_field, scene_words
from everygame.games.coldspell.notation import NAMES as SQUARES
from everygame.games.coldspell.notation import SIZES
from everygame.games.coldspell.rules import ColdSpell
from everygame.scene import Piece, Scene, View
from everygame.words import Message, say


def seat_names(game: Game) -> tuple[str, ...]:
    """Return the names of the seats in turn order, which are their colours."""
    return names_of(game)


def scene(game: Game, view: View) -> Scene:
    """Draw the field or, after all cards have been claimed, the cards and words of all seats."""
    assert isinstance(game, ColdSpell)
    state = game.known_state(view.observation)
    names = seat_names(game)
    if view.observation["ending"]:
        drawn = scene_words.scene(state, view, names)
    else:
        drawn = scene_field.scene(state, view, names)
    return replace(drawn, colours=colours_of(game))


def deck(game: Game) -> tuple[Piece, ...]:
    """Return one card of each kind with its count, for the page to show the whole deck at the
    start."""
    assert isinstance(game, ColdSpell)
    cards = game.table.deck
    return tuple(
        Piece(
            f"kind-{number}",
            "",
            "card",
            say("wild") if card == "?" else scene_field.face(card),
            text=scene_field.face(card),
            corner=str(value),
            tags=("wild",) if card == "?" else (),
            count=count,
        )
        for number, (card, value, count) in enumerate(
            zip(cards.cards, cards.values, cards.counts, strict=True)
        )
    )


def in_words(game: Game, before: View, text: str, after: View) -> str:
    """Return a ply as the list of moves shows it, such as: claimed Z on c6. Of spelling only
    finished words are shown, not letters that are laid or taken back; of the deal only that it is
    done; of the end of a turn nothing."""
    word, _, at = text.partition(":")
    if text[0] == "+" or text == "clear" or (text == "done" and not before.observation["ending"]):
        return ""
    if text == "/":
        return "".join(letter for _, letter in before.observation["letters"]).upper()
    if word == "place":
        size, _, square = at.partition("@")
        told = scene_field.SIZE_NAMES[SIZES.index(size)]
        return say("{size} onto {card}", size=told, card=card_on(before, square))
    if word == "force":
        square, _, seat = at.partition(">")
        name = names_of(game)[int(seat) - 1]
        return say("gave {name} {card}", name=name, card=card_on(before, square))
    done = {"claim": "claimed {card}", "take": "took {card}", "hijack": "hijacked {card}"}
    if word in done:
        gives_up = word == "hijack" and at in before.observation["claimed"][before.to_play]
        return say("gave up {card}" if gives_up else done[word], card=card_on(before, at))
    if word == "deal":
        return "" if after.to_play == CHANCE else say("The cards are dealt.")
    if "-" in text:
        start, _, goal = text.partition("-")
        return say("{start} to {goal}", start=start, goal=goal)
    rest = {"spell": "spells", "done": "spell no more"}
    return say(rest[text]) if text in rest else text


def card_on(view: View, square: str) -> Message:
    """Return the card on a square in words, such as: Z on c4."""
    card = view.observation["cards"][SQUARES.index(square)]
    letters = say("wild") if card == "?" else "/".join(card)
    return say("{card} on {square}", card=letters, square=square)
