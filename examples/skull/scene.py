"""How Skull looks: the others' piles in a row, below them one's own pile and one's discs."""

from collections.abc import Iterator

from everygame.contract import OVER, Game, Json
from everygame.scene import Cell, Choice, Piece, Region, Scene, View
from everygame.words import count, list_of, say

from .rules import DISCS, GOAL, HAND

NAMES = {
    3: ("South", "West", "East"),
    4: ("South", "West", "North", "East"),
    5: ("South", "West", "Northwest", "Northeast", "East"),
    6: ("South", "Southwest", "Northwest", "North", "Northeast", "Southeast"),
}
SIGNS = {"flower": "✿", "skull": "☠"}
WIDE, PILE, HIGH = 6, 1.5, 2.2
"""How wide the table is and a pile, and how far a row lies below the one before."""
STEP = (0.0, -0.14)
"""How far a disc lies above the one below it."""


def seat_names(game: Game) -> tuple[str, ...]:
    return NAMES[game.players]


def scene(game: Game, view: View) -> Scene:
    """The table from a viewer's chair; a spectator sits with the first."""
    seen, names, eyes = view.observation, seat_names(game), view.viewer or 0
    others = [(eyes + n) % game.players for n in range(1, game.players)]
    row = min(len(others), 3)
    low = HIGH * -(-len(others) // row)
    gap = WIDE / row
    regions = [
        pile(seat, names[seat], n % row * gap + (gap - PILE) / 2, n // row * HIGH)
        for n, seat in enumerate(others)
    ]
    regions += [pile(eyes, names[eyes], 0, low), discs(names[eyes], low)]
    pieces = [piece for seat in range(game.players) for piece in laid(seen, seat, names)]
    return Scene(
        WIDE,
        low + 1.9,
        tuple(regions),
        (*pieces, *in_hand(seen, eyes, names)),
        prompt(view, names),
        tuple(choice for move in view.moves for choice in choices(view, move, names)),
        scores=tuple(score(seen, seat) for seat in range(game.players)),
        notes=notes(seen, names),
        over=outcome(view, names) if view.to_play == OVER else "",
    )


def in_words(game: Game, before: View, text: str, after: View) -> str:
    """ "lays a disc", "bids 3", "turns up a flower of West"."""
    word = text.removeprefix("lose-").removeprefix("bid").removeprefix("turn")
    if text.startswith("lose-"):
        return "loses a disc" if word == "?" else f"loses a {word}"
    if text.startswith("turn"):
        name = seat_names(game)[int(word) - 1]
        hit = after.observation["stage"] == "lose"
        return say("turns up {name}'s skull" if hit else "turns up a flower of {name}", name=name)
    if not text.startswith("bid") and text != "pass":
        return f"lays a {'disc' if word == '?' else word}"
    said = f"bids {word}" if text.startswith("bid") else "passes"
    turned = own_discs(game, before, after)
    return say("{said}; {turned}", said=said, turned=turned) if turned else said


def own_discs(game: Game, before: View, after: View) -> str:
    """What the bidder has turned up of the own pile, once everybody else has passed."""
    seen = after.observation
    name, hit = seat_names(game)[seen["bidder"]], seen["stage"] == "lose"
    flowers = seen["shown"][seen["bidder"]] - hit
    if seen["points"] != before.observation["points"]:
        return say("{name} turns up flowers alone", name=seat_names(game)[seen["turn"]])
    if hit:
        return say("{name} turns up {n} flowers and the skull", name=name, n=flowers)
    return say("{name} turns up {n} flowers", name=name, n=flowers) if flowers else ""


# -- places


def pile(seat: int, name: str, x: float, y: float) -> Region:
    middle = (PILE - 0.2) / 2
    cell = Cell(f"pile{seat}", middle, 1, "bare", say("{name}'s pile", name=name), spread=STEP)
    return Region(
        f"pile{seat}", name, x + 0.1, y + 0.4, PILE - 0.2, 1.5, "spots", (cell,), title=name
    )


def discs(name: str, low: float) -> Region:
    cells = tuple(Cell(f"own{n}", n + 0.6, 0.9, "bare", f"disc {n + 1}") for n in range(DISCS))
    words = say("{name}'s discs", name=name)
    return Region("own", words, PILE + 0.1, low + 0.4, WIDE - PILE - 0.2, 1.5, "spots", cells)


# -- discs


def laid(seen: Json, seat: int, names: tuple[str, ...]) -> Iterator[Piece]:
    """A pile, from its lowest disc."""
    many, skull = seen["piles"][seat], seen["skulls"][seat]
    for level in range(many):
        up = level >= many - seen["shown"][seat]
        kind = "skull" if skull == level else "flower"
        yield disc(f"disc{seat}-{level}", f"pile{seat}", seat, names, kind if up else "", level)


def in_hand(seen: Json, seat: int, names: tuple[str, ...]) -> Iterator[Piece]:
    """What can still be laid, the skull first."""
    if seen["skulls"][seat] == "?":
        return
    for n, kind in enumerate(held(seen, seat)):
        yield disc(f"disc{seat}-{seen['piles'][seat] + n}", f"own{n}", seat, names, kind)


def held(seen: Json, seat: int) -> list[str]:
    many = seen["discs"][seat] - seen["piles"][seat]
    skull = seen["skulls"][seat] == HAND
    return ["skull"] * skull + ["flower"] * (many - skull)


def disc(key: str, at: str, seat: int, names: tuple[str, ...], kind: str, level: int = 0) -> Piece:
    words = say("{name}: a {kind}", name=names[seat], kind=kind or "disc face down")
    return Piece(key, at, "disc", words, seat, level, text=SIGNS.get(kind, ""), hidden=not kind)


# -- what can be done, and words


def choices(view: View, move: str, names: tuple[str, ...]) -> Iterator[Choice]:
    seen, eyes = view.observation, view.to_play
    if move == "pass":
        yield Choice(move, (), "pass", "Pass")
    elif move.startswith("bid"):
        yield Choice(move, (), f"bid {move[3:]}", move[3:])
    elif move.startswith("turn"):
        seat = int(move[4:]) - 1
        words = say("turn up the top disc of {name}", name=names[seat])
        yield Choice(move, (f"pile{seat}",), words, kind="reveal")
    elif move.startswith("lose-"):
        yield Choice(move, (), f"lose a {move[5:]}", f"Lose {move[5:]}")
    else:
        for n, kind in enumerate(held(seen, eyes)):
            if kind == move:
                yield Choice(move, (f"own{n}",), f"lay a {move}", kind="place")


def prompt(view: View, names: tuple[str, ...]) -> str:
    if not view.moves:
        return ""
    stage, bid = view.observation["stage"], view.observation["bid"]
    if stage == "lay":
        return "Lay a disc face down."
    if stage == "turn":
        return f"Turn up {bid} flowers: choose a pile."
    if stage == "lose":
        return "Your own skull: choose the disc that you lose."
    return f"Bid more than {bid}, or pass." if bid else "Lay another disc, or bid."


def notes(seen: Json, names: tuple[str, ...]) -> tuple[str, ...]:
    """Whose bid stands and who has passed; never nothing, so that nothing moves when it comes."""
    if not seen["bid"]:
        return ("Nobody has bid.",)
    name, bid = names[seen["bidder"]], seen["bid"]
    told = count("{name} bids {n} flower.", "{name} bids {n} flowers.", bid, name=name)
    out = [name for name, passed in zip(names, seen["passed"], strict=True) if passed]
    return (told, say("Passed: {names}.", names=list_of(out))) if out else (told,)


def score(seen: Json, seat: int) -> str:
    left = seen["discs"][seat]
    return f"{seen['points'][seat]} of {GOAL} · {left} disc{'s' * (left != 1)}"


def outcome(view: View, names: tuple[str, ...]) -> str:
    won = names[view.returns.index(1.0)]
    if view.ending == "two bids won":
        return say("{name} has turned up what was bid for the second time and wins.", name=won)
    return say("{name} is the only one with a disc left and wins.", name=won)
