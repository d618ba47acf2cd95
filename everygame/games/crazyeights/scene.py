"""The pictures of Crazy Eights: the viewer's own hand below, the backs of the other hands above,
the pile in the middle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from everygame.cards import fan, hand
from everygame.cards.table import LINE
from everygame.contract import CHANCE, OVER, Game
from everygame.games.crazyeights.cards import (
    DECK,
    NAMES,
    RANKS,
    SUIT_NAMES,
    SUITS,
    SYMBOLS,
    is_eight,
    read,
    spoken,
)
from everygame.scene import Cell, Choice, Piece, Region, Scene, View
from everygame.words import Message, all_of, count, say

BACK: Final = "blue"
"""The colour of the backs of cards."""
CALLED: Final = (say("South"), say("West"), say("North"), say("East"))
"""The names of the seats, in turn order."""
FAN: Final = 2
"""The width of the fan of another hand."""
ROWS: Final = 2
"""The number of rows in the region of the viewer's own hand."""
SHOWN: Final = 8
"""The most cards of another hand that are drawn one by one; the last one also stands for the
rest."""


def seat_names(game: Game) -> tuple[str, ...]:
    """Return the names of the seats, in turn order."""
    return (CALLED[0], CALLED[2]) if game.players == 2 else CALLED[: game.players]


def scene(game: Game, view: View) -> Scene:
    """Return the picture from the seat of the viewer; a spectator sees it from the first seat."""
    seen, names = view.observation, seat_names(game)
    eyes = view.viewer or 0
    others = [(eyes + n) % game.players for n in range(1, game.players)]
    wide = max(5, FAN * len(others) + len(others) // 3)
    columns = [wide * (n + 0.5) / len(others) for n in range(len(others))]
    regions = [
        fan(f"h{seat}-", said(names[seat]), x - FAN / 2, 0.4, FAN, SHOWN, names[seat])
        for seat, x in zip(others, columns, strict=True)
    ]
    own = hand(names[eyes], len(seen["hands"][eyes].split()), 0, 3.2, wide, lines=ROWS)
    regions += [pile(wide, is_named(seen)), own]
    pieces = [piece for seat in others for piece in backs(names[seat], seat, seen["hands"][seat])]
    pieces += [*own_cards(names[eyes], eyes, seen["hands"][eyes]), *table(seen)]
    return Scene(
        width=wide,
        height=3.2 + ROWS * LINE,
        regions=tuple(regions),
        pieces=tuple(pieces),
        prompt=prompt(view, names),
        choices=tuple(choices(view)),
        notes=notes(seen),
        scores=tuple(told(len(cards.split())) for cards in seen["hands"]),
        blocked=blocked(view),
        over=outcome(view, names),
    )


def in_words(game: Game, before: View, text: str, after: View) -> str:
    """Return a move in words, such as "9♠", "8♥, asks for ♦" or "drew"."""
    card, wild, suit = text.partition("=")
    if text in ("draw", "pass"):
        return say("drew") if text == "draw" else say("passed")
    if text == "d?":
        return say("a card")
    if wild:
        return say(
            "{sign_of}, asks for {symbol}", sign_of=sign_of(card), symbol=SYMBOLS[SUITS.index(suit)]
        )
    return sign_of(card.removeprefix("d"))


def sign_of(name: str) -> str:
    """Return the sign of a card in a picture, such as "9♠"."""
    card = NAMES.index(name)
    return RANKS[card // 4].upper() + SYMBOLS[card % 4]


def told(cards: int) -> Message:
    """Return a number of cards in words."""
    return count("{n} card", "{n} cards", cards)


# -- regions


def said(name: str) -> Message:
    """Return the name of a seat's hand."""
    return say("{name}'s hand", name=name)


def pile(wide: int, named: bool) -> Region:
    """Return the region with the stock, the pile and, beside the pile, a suit that an eight has
    named."""
    cells = [
        Cell("stock", wide / 2 - 0.7, 0.75, "bare", say("the stock")),
        Cell("pile", wide / 2 + 0.7, 0.75, "bare", say("the pile")),
    ]
    if named:
        cells.append(Cell("suit", wide / 2 + 1.7, 0.75, "bare", say("the named suit")))
    return Region("middle", say("Table"), 0, 1.6, wide, 1, "spots", tuple(cells), look="table")


# -- cards


def backs(name: str, seat: int, held: str) -> Iterator[Piece]:
    """Yield the cards of another hand: face down, or face up where the viewer may see them after
    the match."""
    cards = held.split()
    for n in range(min(len(cards), SHOWN)):
        more = len(cards) - SHOWN + 1 if n == SHOWN - 1 else 1
        if cards[n] != "?":
            yield replace(face(NAMES.index(cards[n]), f"h{seat}-{n}"), count=more)
            continue
        yield Piece(
            f"back{seat}-{n}",
            f"h{seat}-{n}",
            "card",
            say("{name}'s card, face down", name=name),
            hidden=True,
            count=more,
            colour=BACK,
        )


def own_cards(name: str, seat: int, held: str) -> Iterator[Piece]:
    """Yield the cards of the viewer's own hand, face up; a spectator sees backs."""
    for n, word in enumerate(held.split()):
        if word == "?":
            told = say("{name}'s card, face down", name=name)
            yield Piece(f"back{seat}-{n}", f"own{n}", "card", told, hidden=True, colour=BACK)
        else:
            yield face(NAMES.index(word), f"own{n}")


def deck(game: Game) -> tuple[Piece, ...]:
    """Return all cards, face down, as they lie at the start."""
    return tuple(face(card, "") for card in range(DECK))


def face(card: int, at: str) -> Piece:
    symbol = SYMBOLS[card % 4]
    return Piece(
        f"card-{NAMES[card]}",
        at,
        "card",
        spoken(card),
        text=RANKS[card // 4].upper() + symbol,
        colour="red" if symbol in "♦♥" else "",
    )


def table(seen: dict[str, str]) -> Iterator[Piece]:
    """Yield the stock with the number of its cards, the card on top of the pile, and a named
    suit."""
    laid = read(seen["laid"])
    stock = DECK - len(laid) - sum(len(hand.split()) for hand in seen["hands"])
    if stock:
        yield Piece(
            "stock!",
            "stock",
            "card",
            count("the stock, {n} card", "the stock, {n} cards", stock),
            hidden=True,
            count=stock,
            colour=BACK,
        )
    if laid:
        yield face(laid[-1], "pile")
    if is_named(seen):
        number = SUITS.index(seen["suit"])
        symbol, name = SYMBOLS[number], SUIT_NAMES[number]
        colour = "red" if symbol in "♦♥" else ""
        asked = say("the eight asks for {suit_name}", suit_name=name)
        yield Piece(f"suit-{seen['suit']}", "suit", "token", asked, text=symbol, colour=colour)


def is_named(seen: dict[str, str]) -> bool:
    """Whether an eight lies on top, which asks for a suit."""
    laid = read(seen["laid"])
    return bool(laid) and is_eight(laid[-1])


# -- choices and sentences


def choices(view: View) -> Iterator[Choice]:
    places = {word: f"own{n}" for n, word in enumerate(own_words(view))}
    for move in view.moves:
        word, wild, suit = move.partition("=")
        if move == "draw":
            yield Choice(move, ("stock",), say("draw a card"), say("Draw"), kind="reveal")
        elif move == "pass":
            yield Choice(move, (), say("pass"), say("Pass"), kind="end")
        elif wild:
            number = SUITS.index(suit)
            name = say(
                "lay the {spoken} and name {suit_name}",
                spoken=spoken(NAMES.index(word)),
                suit_name=SUIT_NAMES[number],
            )
            yield Choice(
                move,
                (places[word],),
                name,
                say("{symbol} {suit}", symbol=SYMBOLS[number], suit=SUIT_NAMES[number]),
                kind="place",
            )
        else:
            yield Choice(
                move,
                (places[word],),
                say("lay the {spoken}", spoken=spoken(NAMES.index(word))),
                kind="place",
            )


def own_words(view: View) -> list[str]:
    """Return the texts of the cards in the viewer's hand."""
    return [] if view.viewer is None else str(view.observation["hands"][view.viewer]).split()


def blocked(view: View) -> dict[str, Message]:
    """Return, for each card that cannot be laid, a sentence that says why."""
    if not view.moves:
        return {}
    playable = {move.partition("=")[0] for move in view.moves}
    why = say("That is neither of {suit_name} nor of the rank on top.", suit_name=suit_name(view))
    return {f"own{n}": why for n, word in enumerate(own_words(view)) if word not in playable}


def suit_name(view: View) -> str:
    return SUIT_NAMES[SUITS.index(view.observation["suit"])]


def prompt(view: View, names: tuple[str, ...]) -> str:
    """Return what the viewer must do now, or who is to play."""
    if view.to_play in (OVER, CHANCE):
        return ""
    if view.viewer != view.to_play:
        return say("{name} is to play.", name=names[view.to_play])
    if "pass" in view.moves:
        return say("Lay {suit}, the rank on top or an eight, or pass.", suit=suit_name(view))
    return say("Lay {suit}, the rank on top or an eight, or draw.", suit=suit_name(view))


def notes(seen: dict[str, str]) -> tuple[Message, ...]:
    """Return a sentence about the suit that an eight has named."""
    if not is_named(seen):
        return ()
    number = SUITS.index(seen["suit"])
    return (
        say(
            "The eight asks for {suit_name} {symbol}.",
            suit_name=SUIT_NAMES[number],
            symbol=SYMBOLS[number],
        ),
    )


def outcome(view: View, names: tuple[str, ...]) -> str:
    """Return who won and why, in one sentence; an empty text where the rules have not ended the
    match."""
    best = max(view.returns)
    winners = [name for name, gain in zip(names, view.returns, strict=True) if gain == best]
    told = {
        "empty hand": say("{who} has no card left and wins.", who=all_of(winners)),
        "blocked": end_of_block(winners, best),
        "long match": say("A draw: the match has lasted too long."),
    }
    return told.get(view.ending, "")


def end_of_block(winners: list[str], best: float) -> Message:
    """Return who wins when nobody can lay or draw a card, in one sentence."""
    if best <= 0:
        return say("A draw: nobody can go on, and all have equally many cards.")
    return count(
        "Nobody can go on: {who} wins with the fewest cards.",
        "Nobody can go on: {who} win with the fewest cards.",
        len(winners),
        who=all_of(winners),
    )
