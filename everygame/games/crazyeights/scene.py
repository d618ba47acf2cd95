"""The pictures of Crazy Eights: the viewer's own hand below, the backs of the other hands above,
the pile in the middle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from everygame.cards import FRENCH, fan, hand
from everygame.cards import face as faced
from everygame.cards.deck import SUIT_NAMES, SYMBOLS
from everygame.cards.pictures import BACK, LINE
from everygame.contract import CHANCE, OVER, Game
from everygame.games.crazyeights.cards import DECK, NAMES
from everygame.games.crazyeights.rules import DEALT
from everygame.scene import Cell, Choice, Piece, Region, Scene, View
from everygame.words import Message, all_of, count, say

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
    pieces = [
        piece
        for seat in (*others, eyes)
        for piece in held(names[seat], seat, seen["hands"][seat], seat == eyes)
    ]
    pieces += table(seen)
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
    """Return a move in words, such as "9♠", "8♥, asks for ♦" or "drew"; of the deal only that it is
    done, and then the card that is turned up."""
    card, wild, suit = text.partition("=")
    if not after.observation["laid"]:
        sizes = {len(hand.split()) for hand in after.observation["hands"]}
        return say("The cards are dealt.") if sizes == {DEALT[game.players]} else ""
    if text in ("draw", "pass"):
        return say("drew") if text == "draw" else say("passed")
    if text == "d?":
        return say("a card")
    if wild:
        return say("{sign_of}, asks for {symbol}", sign_of=sign_of(card), symbol=SYMBOLS[suit])
    return sign_of(card.removeprefix("d"))


def sign_of(name: str) -> str:
    """Return the sign of a card in a picture, such as "9♠"."""
    return FRENCH.sign(FRENCH.numbers[name])


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


def held(name: str, seat: int, words: str, own: bool) -> Iterator[Piece]:
    """Yield the cards of a hand: face up where the viewer may see them, else face down. Of another
    hand only some are drawn, and the last one stands for the rest."""
    cards = words.split()
    spots = DECK if own else SHOWN
    for n, card in enumerate(cards[:spots]):
        at = f"own{n}" if own else f"h{seat}-{n}"
        more = len(cards) - n if n == spots - 1 else 1
        if card != "?":
            yield replace(face(card, at), count=more)
        else:
            said = say("{name}'s card, face down", name=name)
            id = f"back{seat}-{n}"
            yield Piece(id, at, "card", said, hidden=True, count=more, colour=BACK)


def deck(game: Game) -> tuple[Piece, ...]:
    """Return all cards, face down, as they lie at the start."""
    return tuple(face(name, "") for name in NAMES)


def face(name: str, at: str) -> Piece:
    """Return a card face up, by its text."""
    return faced(FRENCH, FRENCH.numbers[name], at)


def table(seen: dict[str, str]) -> Iterator[Piece]:
    """Yield the stock with the number of its cards, the card on top of the pile, and a named
    suit."""
    laid = seen["laid"].split()
    stock = DECK - len(laid) - sum(len(hand.split()) for hand in seen["hands"])
    if stock:
        said = count("the stock, {n} card", "the stock, {n} cards", stock)
        yield Piece("stock!", "stock", "card", said, hidden=True, count=stock, colour=BACK)
    if laid:
        yield face(laid[-1], "pile")
    if is_named(seen):
        suit = seen["suit"]
        colour = "red" if suit in "dh" else ""
        asked = say("the eight asks for {suit_name}", suit_name=SUIT_NAMES[suit])
        yield Piece(f"suit-{suit}", "suit", "token", asked, text=SYMBOLS[suit], colour=colour)


def is_named(seen: dict[str, str]) -> bool:
    """Whether an eight lies on top, which asks for a suit."""
    return seen["laid"].rpartition(" ")[2].startswith("8")


# -- choices and sentences


def choices(view: View) -> Iterator[Choice]:
    places = {word: f"own{n}" for n, word in enumerate(own_words(view))}
    for move in view.moves:
        word, wild, suit = move.partition("=")
        if move == "draw":
            yield Choice(move, ("stock",), say("draw a card"), say("Draw"), kind="reveal")
        elif move == "pass":
            yield Choice(move, (), say("pass"), say("Pass"), kind="end", key="p")
        else:
            spoken, label = FRENCH.spoken(FRENCH.numbers[word]), ""
            name = say("lay the {spoken}", spoken=spoken)
            if wild:
                named = SUIT_NAMES[suit]
                name = say("lay the {spoken} and name {suit_name}", spoken=spoken, suit_name=named)
                label = say("{symbol} {suit}", symbol=SYMBOLS[suit], suit=named)
            yield Choice(move, (places[word],), name, label, kind="place")


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
    return SUIT_NAMES[view.observation["suit"]]


def prompt(view: View, names: tuple[str, ...]) -> str:
    """Return what the viewer must do now, or who is to play."""
    if view.to_play in (OVER, CHANCE):
        return ""
    if view.viewer != view.to_play:
        return say("{name} is to play.", name=names[view.to_play])
    if view.moves == ("pass",):
        return say("No card of yours fits: pass.")
    if view.moves == ("draw",):
        return say("No card of yours fits: draw one.")
    if "pass" in view.moves:
        return say("Lay {suit}, the rank on top or an eight, or pass.", suit=suit_name(view))
    return say("Lay {suit}, the rank on top or an eight, or draw.", suit=suit_name(view))


def notes(seen: dict[str, str]) -> tuple[Message, ...]:
    """Return a sentence about the suit that an eight has named."""
    if not is_named(seen):
        return ()
    suit = seen["suit"]
    text = "The eight asks for {suit_name} {symbol}."
    return (say(text, suit_name=SUIT_NAMES[suit], symbol=SYMBOLS[suit]),)


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
