"""How Oh Hell looks: the others above, the trick in the middle, one's own hand below."""

from collections.abc import Iterator
from dataclasses import replace

from everygame.cards import FRENCH, backs, face, fan, hand, laid, totals
from everygame.cards.deck import SUIT_NAMES
from everygame.contract import CHANCE, OVER, Game, Json
from everygame.scene import Cell, Choice, Piece, Region, Scene, View
from everygame.words import all_of, count, say

NAMES = {
    3: ("South", "West", "East"),
    4: ("South", "West", "North", "East"),
    5: ("South", "West", "Northwest", "Northeast", "East"),
}
FAN, SPOTS = 2, 5
"""How wide the fan of another hand is, and how many backs are drawn in it."""
OPEN = -1


def seat_names(game: Game) -> tuple[str, ...]:
    return NAMES[game.players]


def scene(game: Game, view: View) -> Scene:
    """The table from a viewer's chair; a spectator sits with the first."""
    seen, names = view.observation, seat_names(game)
    eyes = view.viewer or 0
    others = [(eyes + n) % game.players for n in range(1, game.players)]
    width = max(6, FAN * len(others))
    columns = [width * (n + 0.5) / len(others) for n in range(len(others))]
    regions = [
        fan(f"h{seat}-", whose(names[seat]), x - FAN / 2, 0.4, FAN, SPOTS, names[seat])
        for seat, x in zip(others, columns, strict=True)
    ]
    regions.append(trick([*others, eyes], [*columns, width / 2], names, width))
    regions.append(hand(names[eyes], len(seen["hands"][eyes].split()), 0, 3.9, width))
    pieces: list[Piece] = []
    for seat in others:
        pieces += backs(FRENCH, seen["hands"][seat], f"h{seat}-", names[seat], SPOTS)
    pieces += laid(FRENCH, seen["hands"][eyes], "own", names[eyes])
    pieces += on_the_table(seen, game.players)
    return Scene(
        width,
        3.9 + regions[-1].rows,
        tuple(regions),
        tuple(pieces),
        prompt(view, names),
        tuple(choices(view)),
        notes=notes(seen),
        scores=tuple(scores(seen, game.players)),
        blocked=blocked(view),
        over=outcome(view, names) if view.to_play == OVER else "",
    )


def in_words(game: Game, before: View, text: str, after: View) -> str:
    """ "9♠", "bids 2", "turned up 4♥"; nothing of the other cards that are dealt."""
    if text.startswith("bid"):
        return f"bids {text[3:]}"
    if text.startswith("d") and after.observation["turned"] != text[1:]:
        return ""
    card = FRENCH.sign(FRENCH.numbers[text.removeprefix("d")])
    return f"turned up {card}" if text.startswith("d") else card


# -- places


def whose(name: str) -> str:
    """What is said with a seat's name as an argument tells who sits there."""
    return say("{name}'s hand", name=name)


def trick(seats: list[int], columns: list[float], names: tuple[str, ...], width: int) -> Region:
    """A place for each seat's card, the viewer's in a row of its own, and the card turned up."""
    words = [say("{name}'s card", name=name) for name in names]
    cells = [
        Cell(f"t{seat}", x, 0.5 + (seat == seats[-1]), "bare", words[seat])
        for seat, x in zip(seats, columns, strict=True)
    ]
    cells.append(Cell("trump", columns[0], 1.5, "tray", "the card that was turned up"))
    return Region("trick", "Trick", 0, 1.6, width, 2, "spots", tuple(cells), "table")


def on_the_table(seen: Json, players: int) -> Iterator[Piece]:
    """The trick, or the one before as long as nobody has led to the next."""
    if seen["turned"]:
        yield face(FRENCH, FRENCH.numbers[seen["turned"]], "trump")
    over = not seen["trick"]
    cards, lead = (seen["last"], seen["led"]) if over else (seen["trick"], seen["lead"])
    for n, name in enumerate(cards.split()):
        card = face(FRENCH, FRENCH.numbers[name], f"t{(lead + n) % players}", ("dim",) * over)
        old = over and not seen["laid"]  # of the deal before: somebody may hold that card again
        yield replace(card, id=f"last-{name}") if old else card


# -- what can be done, and words


def choices(view: View) -> Iterator[Choice]:
    if view.viewer is None:
        return
    words = view.observation["hands"][view.viewer].split()
    for move in view.moves:
        if move.startswith("bid"):
            yield Choice(move, (), f"bid {move[3:]}", move[3:])
        else:
            spoken = FRENCH.spoken(FRENCH.numbers[move])
            yield Choice(move, (f"own{words.index(move)}",), f"play the {spoken}", kind="place")


def blocked(view: View) -> dict[str, str]:
    """Why a card cannot be played."""
    if not view.moves or view.viewer is None or view.moves[0].startswith("bid"):
        return {}
    led = FRENCH.suit(FRENCH.numbers[(view.observation["trick"] or "2c").split()[0]])
    words = view.observation["hands"][view.viewer].split()
    why = f"You have {SUIT_NAMES[led]} and must follow suit."
    return {f"own{n}": why for n, word in enumerate(words) if word not in view.moves}


def prompt(view: View, names: tuple[str, ...]) -> str:
    if view.to_play in (OVER, CHANCE):
        return ""
    if view.viewer != view.to_play:
        bidding = OPEN in view.observation["bids"]
        return say(
            "{name} is to bid." if bidding else "{name} is to play.", name=names[view.to_play]
        )
    if view.moves and view.moves[0].startswith("bid"):
        return "How many tricks will you take?"
    return "Follow suit if you can." if view.observation["trick"] else "Lead any card."


def notes(seen: Json) -> tuple[str, ...]:
    if not seen["turned"]:
        return ()
    card = FRENCH.numbers[seen["turned"]]
    suit = FRENCH.suit(card)
    bids = sum(bid for bid in seen["bids"] if bid != OPEN)
    said = [f"Trump is {SUIT_NAMES[suit]}: {FRENCH.sign(card)} was turned up."]
    if OPEN not in seen["bids"]:
        said.append(f"{bids} tricks are bid, and there are {seen['size']}.")
    return tuple(said)


def scores(seen: Json, players: int) -> Iterator[str]:
    """Points, and in this deal the tricks taken of those that were bid."""
    for seat, points in enumerate(totals(seen["sheet"], players)):
        bid = seen["bids"][seat]
        yield f"{points}" if bid == OPEN else f"{points} · took {seen['won'][seat]} of {bid}"


def outcome(view: View, names: tuple[str, ...]) -> str:
    points = totals(view.observation["sheet"], len(names))
    best = [name for name, got in zip(names, points, strict=True) if got == max(points)]
    return count(
        "{who} won with {n} point.", "{who} won with {n} points.", max(points), who=all_of(best)
    )
