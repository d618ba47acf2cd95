"""How Fireworks looks: the others' hands above, the fireworks in the middle, one's own backs."""

from collections.abc import Iterator

from everygame.contract import CHANCE, OVER, Game, Json
from everygame.scene import Cell, Choice, Piece, Region, Scene, View
from everygame.words import count, say

from .rules import COLOURS, FUSES, HIDDEN, HINTS, NAMES, RANKS

PEOPLE = ("Ann", "Ben", "Cid", "Dot", "Eve")
WIDE, MOST = 6, 5


def seat_names(game: Game) -> tuple[str, ...]:
    return PEOPLE[: game.players]


def scene(game: Game, view: View) -> Scene:
    """The table from a viewer's chair; a spectator sits with the first and sees no hands."""
    seen, eyes = view.observation, view.viewer or 0
    others = [(eyes + n) % game.players for n in range(1, game.players)]
    low = 1.5 * len(others)
    regions = [row(f"h{seat}-", PEOPLE[seat], 1.5 * n) for n, seat in enumerate(others)]
    regions += [row("stack", "Fireworks", low), row(f"h{eyes}-", PEOPLE[eyes], low + 1.5)]
    pieces = [piece for seat in (*others, eyes) for piece in in_hand(seen, seat)]
    return Scene(
        WIDE,
        low + 3.1,
        tuple(regions),
        (*pieces, *stacks(seen)),
        prompt(view),
        tuple(choice(view, move) for move in view.moves),
        notes=notes(seen),
        over=outcome(seen) if view.to_play == OVER else "",
    )


def in_words(game: Game, before: View, text: str, after: View) -> str:
    if text.startswith("tell"):
        seat, what = int(text[4]) - 1, text[6:]
        cards = told(after.observation["known"][seat], what)
        return say("tells {name}: {what} ({cards})", name=PEOPLE[seat], what=what, cards=cards)
    if text[:4] in ("play", "drop"):
        verb = "plays" if text.startswith("play") else "drops"
        card = turned_up(before.observation, after.observation)
        return say("{verb} card {n}: {card}", verb=verb, n=int(text[4]), card=card)
    if not (any(before.observation["heights"]) or before.observation["gone"]):
        return "" if after.to_play == CHANCE else "The cards are dealt."
    return "draws a card" if text == HIDDEN else f"draws {spoken(text)}"


def told(known: list[int], what: str) -> str:
    """The places of the cards that are known to be of this colour or number."""
    names = (what[0].upper(), what)
    return ", ".join(str(n + 1) for n, may in enumerate(known) if set(hint(may)) & set(names))


def turned_up(before: Json, after: Json) -> str:
    """The card that a ply has put on the fireworks or away."""
    gone = after["gone"].split()
    for card in before["gone"].split():
        gone.remove(card)
    if gone:
        return spoken(gone[0])
    heights = zip(COLOURS, before["heights"], after["heights"], strict=True)
    return next((f"{colour} {high}" for colour, low, high in heights if low != high), "")


def row(key: str, name: str, y: float) -> Region:
    cells = tuple(Cell(f"{key}{n}", n + 1.0, 0.5, "bare", f"place {n + 1}") for n in range(MOST))
    return Region(key, name, 0, y + 0.5, WIDE, 1, "spots", cells, title=name)


def spoken(card: str) -> str:
    return f"{COLOURS[NAMES[card] // RANKS]} {card[1]}"


def in_hand(seen: Json, seat: int) -> Iterator[Piece]:
    """The cards of a hand; what hints tell of each stands in its corner, or on an own card."""
    for n, card in enumerate(seen["hands"][seat].split()):
        told = hint(seen["known"][seat][n])
        key, at = f"h{seat}-{n}!", f"h{seat}-{n}"
        if card == HIDDEN:
            words = say("{name}: a card, {told}", name=PEOPLE[seat], told=told or "nothing told")
            yield Piece(key, at, "card", words, text=told or HIDDEN, tags=("dim",))
        else:
            words = say("{name}: {card}", name=PEOPLE[seat], card=spoken(card))
            yield Piece(key, at, "card", words, text=card.upper(), corner=told)


def hint(may: int) -> str:
    """What a card is by all that was told: "R", "3", "R3", or nothing."""
    tints = [colour[0].upper() for n, colour in enumerate(COLOURS) if may >> n & 1]
    ranks = [str(n + 1) for n in range(RANKS) if may >> len(COLOURS) + n & 1]
    return "".join(found[0] for found in (tints, ranks) if len(found) == 1)


def stacks(seen: Json) -> Iterator[Piece]:
    for n, (colour, height) in enumerate(zip(COLOURS, seen["heights"], strict=True)):
        words = f"{colour}: {height} of 5"
        text = f"{colour[0].upper()}{height}"
        yield Piece(
            f"{colour}!", f"stack{n}", "card", words, text=text, tags=("dim",) * (not height)
        )


def choice(view: View, move: str) -> Choice:
    if move.startswith("tell"):
        seat, what = int(move[4]) - 1, move[6:]
        at = next(
            n
            for n, card in enumerate(view.observation["hands"][seat].split())
            if what in spoken(card).split()
        )
        words = say("tell {name} all cards that are {what}", name=PEOPLE[seat], what=what)
        return Choice(move, (f"h{seat}-{at}",), words, say("{what}", what=what), "reveal")
    at = int(move[4]) - 1
    play = move.startswith("play")
    words = say("play card {n}" if play else "drop card {n}", n=at + 1)
    return Choice(move, (f"h{view.viewer}-{at}",), words, "Play" if play else "Drop", "place")


def prompt(view: View) -> str:
    if view.to_play in (OVER, CHANCE):
        return ""
    if view.viewer != view.to_play:
        return say("{name} is to play.", name=PEOPLE[view.to_play])
    return "Play or drop a card of your own, or tell somebody about theirs."


def notes(seen: Json) -> tuple[str, ...]:
    many = sum(seen["heights"]) + len(seen["gone"].split())
    left = 50 - many - sum(len(hand.split()) for hand in seen["hands"])
    gone = ", ".join(map(spoken, seen["gone"].split())) or "nothing"
    return (
        f"{seen['hints']} of {HINTS} hints, {seen['burnt']} of {FUSES} fuses burnt, {left} cards to"
        " draw.",
        f"Gone: {gone}.",
    )


def outcome(seen: Json) -> str:
    if seen["burnt"] == FUSES:
        return "The third fuse has burnt: everything is lost."
    score = sum(seen["heights"])
    return count("{n} card of 25 was laid.", "{n} cards of 25 were laid.", score)
