"""Draw Cold Spell while pyramids are placed, moved and claimed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Final

from everygame.contract import CHANCE
from everygame.games.coldspell.field import KINDS, NOWHERE, OF_A_SIZE, SQUARES
from everygame.games.coldspell.notation import NAMES, SIZES
from everygame.games.coldspell.rules import ColdSpellState
from everygame.scene import Cell, Choice, Piece, Region, Scene, View
from everygame.words import Message, count, one_of, say

SIZE_NAMES: Final = (say("small"), say("medium"), say("large"))
EDGES: Final = {2: (180, 0), 3: (180, 270, 90), 4: (180, 270, 0, 90)}
"""For each number of seats the edge where each seat sits, in degrees clockwise from the top of the
picture. A claimed pyramid points in this direction."""
GAP: Final = 0.75
"""Distance between the field and a tray, in squares: room for the tray's title, which may be on
either side of the tray."""
MARGIN: Final = 0.4
"""Distance between a tray and the edge of the picture, in squares."""
STASH: Final = 0.55
"""Distance between the field and the stash in a match of two, in squares."""
BESIDE: Final = (90, 0, 270)
"""The edges at which the stash lies beside a tray in a match of four."""
ENDS: Final = ((8.75, 2.0), (2.0, 0.25), (0.25, 7.0))
"""Where the three sizes of the stash lie in a match of four, in which no edge is free: each at the
right end of the tray at one of the edges `BESIDE`. Coordinates count from a point 1.5 squares to
the left of the field and 1.5 above it."""
SHORT: Final = 4
"""The length of a tray that shares its edge with a part of the stash, in squares."""


def scene(state: ColdSpellState, view: View, names: tuple[str, ...]) -> Scene:
    """Draw the table as the first seat sees it, rotated for other viewers."""
    edges = EDGES[len(names)]
    depth = MARGIN + 1 + GAP
    left, top, right = (depth if around(edges, edge) else 0.0 for edge in (270, 0, 90))
    field = Region("board", say("Field"), left, top, 6, 6, cells=holes(state), look="board")
    width = left + 6 + (right or STASH + 1)
    moves, paths = view.moves, find_paths(state) if view.moves else {}
    return Scene(
        width=width,
        height=top + 6 + depth,
        regions=(field, stash(edges, left, top), *trays(state, names, left, top, width)),
        pieces=tuple(pieces(state, names)),
        prompt=prompt(state, view, names),
        choices=tuple(choice for move in moves for choice in offers(state, move, names, paths)),
        notes=tuple(notes(state)),
        scores=tuple(worth(state, seat) for seat in range(len(names))),
        blocked=blocked(state, names) if moves else {},
        rotate=(180 - edges[view.viewer or 0]) // 90 % 4,
    )


# -- places


def holes(state: ColdSpellState) -> tuple[Cell, ...]:
    """Return cells for the squares whose card was taken."""
    gone = [NAMES[square] for squares in state.taken for square in squares]
    return tuple(Cell(name, terrain="hole", name=say("{name}, a hole", name=name)) for name in gone)


def around(edges: tuple[int, ...], edge: int) -> bool:
    """Tell whether room for a tray is left at an edge. With three or four seats it is left at all
    edges, so that the picture has the same size for every viewer; with three, the stash lies at the
    edge where nobody sits."""
    return len(edges) > 2 or edge in edges


def stash(edges: tuple[int, ...], left: float, top: float) -> Region:
    """Return the pyramids in the stash; `left` and `top` are where the field begins."""
    name, look = say("Stash"), "tray"
    if len(edges) == 4:
        cells = (stash_cell(i, *ENDS[i]) for i in range(3))
        return Region("stash", name, left - 1.5, top - 1.5, 9, 9, "spots", tuple(cells))
    if len(edges) == 3:
        cells = (stash_cell(i, 1.5 + 1.5 * i, 0.5) for i in range(3))
        return Region("stash", name, left, MARGIN, 6, 1, "spots", tuple(cells), look, name)
    cells = (stash_cell(i, 0.5, 1.5 + 1.5 * i) for i in range(3))
    return Region("stash", name, left + 6 + STASH, top, 1, 6, "spots", tuple(cells), look)


def stash_cell(size: int, x: float, y: float) -> Cell:
    name = say("stash, {size} pyramids", size=SIZE_NAMES[size])
    return Cell(f"stash-{SIZES[size]}", x, y, "tray", name)


def trays(
    state: ColdSpellState, names: tuple[str, ...], left: float, top: float, width: float
) -> Iterator[Region]:
    """Yield for each seat a tray, at its edge of the table, for the cards that it has taken."""
    edges = EDGES[len(names)]
    for seat, edge in enumerate(edges):
        long = SHORT if len(edges) == 4 and edge in BESIDE else 6
        places = {
            180: (left, top + 6 + GAP, long, 1),
            0: (left + 6 - long, MARGIN, long, 1),
            270: (MARGIN, top, 1, long),
            90: (width - MARGIN - 1, top + 6 - long, 1, long),
        }
        x, y, columns, rows = places[edge]
        yield Region(
            f"tray-{seat + 1}",
            say("{name}'s cards", name=names[seat]),
            x,
            y,
            columns,
            rows,
            "spots",
            tuple(tray_cells(state, seat, edge, long)),
            "tray",
            names[seat],
        )


def tray_cells(state: ColdSpellState, seat: int, edge: int, long: int) -> Iterator[Cell]:
    """Yield a place for each card of a tray, beginning at the seat's left; many cards overlap."""
    cards = int(state.hands.size[seat])
    step = min(1.0, (long - 1) / max(1, cards - 1))
    for number in range(cards):
        along, name = 0.5 + number * step, say("card {number}", number=number + 1)
        along = along if edge in (180, 270) else long - along
        x, y = (along, 0.5) if edge in (0, 180) else (0.5, along)
        yield Cell(f"hand-{seat + 1}-{number + 1}", x, y, name=name)


# -- cards and pyramids


def pieces(state: ColdSpellState, names: tuple[str, ...]) -> Iterator[Piece]:
    """Yield the cards on the field and in the trays, and the pyramids on cards and in the stash."""
    for square in range(int(state.field.dealt)):
        if state.field.present & state.field.tables.bit[square]:
            yield card(state, square, NAMES[square])
            yield from pyramid(state, square, names)
    for seat, squares in enumerate(state.taken):
        for number, square in enumerate(squares):
            yield card(state, square, f"hand-{seat + 1}-{number + 1}", taken=True)
    for size in range(3):
        left = int(state.field.stash[size])
        if left:
            number = size * OF_A_SIZE + OF_A_SIZE - left
            name = say("{size} pyramid", size=SIZE_NAMES[size])
            at = f"stash-{SIZES[size]}"
            yield Piece(f"pyramid-{number}", at, "pyramid", name, size=size + 1, count=left)


def card(state: ColdSpellState, square: int, at: str, taken: bool = False) -> Piece:
    """Return a letter card at the place `at`. If it was taken, its points are multiplied by the
    pips of its pyramid."""
    deck, kind = state.table.deck, int(state.field.card[square])
    value, pips = deck.values[kind], int(state.field.pips(square))
    worth = points(value * pips if taken else value)
    name = say("{card}, {points}", card=card_name(state, square), points=worth)
    return Piece(
        f"card-{NAMES[square]}",
        at,
        "card",
        name,
        text=face(deck.cards[kind]),
        corner=f"{value}×{pips}" if taken and value and pips > 1 else str(value),
        tags=("wild",) if deck.cards[kind] == "?" else (),
    )


def face(card: str) -> str:
    """Return what is printed on a card: "T", "A/E", or nothing for a wild, which has a star
    instead."""
    return "" if card == "?" else "/".join(card)


def card_name(state: ColdSpellState, square: int) -> str:
    """Return the card of a square in words."""
    card = state.table.deck.cards[int(state.field.card[square])]
    return say("wild card") if card == "?" else one_of(card)


def points(number: int) -> Message:
    """Return a number of points in words, with a minus sign if it is negative."""
    return count("{points} point", "{points} points", number, points=signed(number))


def signed(number: int) -> str:
    """Return a number as text, with a minus sign (U+2212) if it is negative."""
    return str(number).replace("-", "−")


def pyramid(state: ColdSpellState, square: int, names: tuple[str, ...]) -> Iterator[Piece]:
    """Yield the pyramid on the card of a square, if there is one. An upright pyramid has no owner;
    a claimed one belongs to the seat that it points to."""
    bit, number = state.field.tables.bit[square], int(state.field.pyramid[square])
    size = number // OF_A_SIZE
    kind = say("{size} pyramid", size=SIZE_NAMES[size])
    at, name = NAMES[square], f"pyramid-{number}"
    if state.field.up & bit:
        tags = ("active",) if square == state.lifted else ()
        yield Piece(
            name, at, "pyramid", say("upright {kind}", kind=kind), z=1, size=size + 1, tags=tags
        )
    for seat, edge in enumerate(EDGES[len(names)]):
        if state.field.claims[seat] & bit:
            told = say("{kind}, claimed for {name}", kind=kind, name=names[seat])
            yield Piece(name, at, "pyramid", told, seat, 1, size + 1, turn=edge, tags=("claimed",))


# -- choices


def offers(
    state: ColdSpellState, move: str, names: tuple[str, ...], paths: Paths
) -> Iterator[Choice]:
    """Yield the choices that play a move: touch a pyramid and where it goes, or a pyramid and a
    button."""
    if move == "done":
        yield Choice(move, label=say("Done"), name=say("end the turn"), kind="end")
        return
    verb, _, rest = move.partition(":")
    if not rest:
        yield move_choice(state, move, paths)
    elif verb == "place":
        size, _, square = rest.partition("@")
        name = say(
            "place a {size} pyramid on {card}",
            size=SIZE_NAMES[SIZES.index(size)],
            card=card_at(state, square),
        )
        yield Choice(move, (f"stash-{size}", square), name, kind="place")
    elif verb == "force":
        square, _, seat = rest.partition(">")
        label = say("Force on {name}", name=names[int(seat) - 1])
        name = say("force {card} on {name}", card=card_at(state, square), name=names[int(seat) - 1])
        yield Choice(move, (square,), name, label, "place")
    else:
        yield turn_choice(state, move, verb, rest)


def turn_choice(state: ColdSpellState, move: str, verb: str, square: str) -> Choice:
    """Return the choice that claims, takes or hijacks a card. To hijack one's own claim is called
    giving it up."""
    mine = state.field.claims[state.turn] & state.field.tables.bit[NAMES.index(square)]
    text, label = DEEDS["give up" if verb == "hijack" and mine else verb]
    name = say(text, card=card_at(state, square))
    if verb == "hijack":
        name = say("{action}, then move the pyramid", action=name)
    kind = "place" if verb == "claim" else "capture"
    return Choice(move, (square,), name, label, kind)


DEEDS: Final = {
    "claim": ("claim {card}", say("Claim")),
    "take": ("take {card}", say("Take")),
    "hijack": ("hijack {card}", say("Hijack")),
    "give up": ("give up {card}", say("Give up")),
}
"""For each of the actions claim, take, hijack and give up: the name of its choice, and the label of
its button."""


def card_at(state: ColdSpellState, square: str) -> Message:
    """Return the card of a square in words, such as: Z on c4."""
    return say("{card} on {square}", card=card_name(state, NAMES.index(square)), square=square)


def move_choice(state: ColdSpellState, move: str, paths: Paths) -> Choice:
    """Return the choice that moves an upright pyramid, with its path."""
    start, _, end = move.partition("-")
    size = SIZE_NAMES[int(state.field.pips(NAMES.index(start))) - 1]
    name = say(
        "move the {size} pyramid from {start} to {card}",
        size=size,
        start=start,
        card=card_at(state, end),
    )
    return Choice(move, (start, end), name, path=paths[start, end])


STEPS: Final = (1, -1, 6, -6)
"""The differences between the numbers of neighbouring squares: right, left, down, up."""
Paths = dict[tuple[str, str], tuple[str, ...]]
"""For a pair of squares, start and end, the squares of a path between them, both included."""


def find_paths(state: ColdSpellState) -> Paths:
    """Return a path for each move of an upright pyramid."""
    found: Paths = {}
    for square, name in enumerate(NAMES):
        if state.field.up & state.field.tables.bit[square]:
            for path in walk(state, square):
                names = tuple(NAMES[step] for step in path)
                found.setdefault((name, names[-1]), names)
    return found


def walk(state: ColdSpellState, start: int) -> Iterator[list[int]]:
    """Yield paths of the pyramid on `start` over cards without an upright pyramid, the shortest
    first, and among those of one length the straightest first."""
    pips, seen = int(state.field.pips(start)), set()
    ways = deque(([start], step) for step in STEPS)
    while ways:
        path, step = ways.popleft()
        yield path
        onward = (step,) if state.table.straight else (step, *(way for way in STEPS if way != step))
        for way in onward if len(path) <= pips else ():
            square = neighbour(path[-1], way)
            if square != NOWHERE and (square, way) not in seen and is_open(state, square):
                seen.add((square, way))
                ways.append(([*path, square], way))


def neighbour(square: int, step: int) -> int:
    """Return the square one step from a square, or NOWHERE beyond the edge."""
    if step in (1, -1) and (square + step) // 6 != square // 6:
        return NOWHERE
    return square + step if 0 <= square + step < SQUARES else NOWHERE


def is_open(state: ColdSpellState, square: int) -> bool:
    """Tell whether a pyramid may pass over a square."""
    return bool(state.field.present & ~state.field.up & state.field.tables.bit[square])


# -- sentences


def prompt(state: ColdSpellState, view: View, names: tuple[str, ...]) -> Message:
    """Return what the viewer is to do now, or who is to play; in the second half of a turn it names
    what is still possible."""
    if view.to_play == CHANCE:
        return say("The cards are dealt.")
    name, used = names[view.to_play], KINDS[int(state.used)]
    if view.viewer != view.to_play:
        return say("{name} to play.", name=name)
    if used == "hijack":
        return say("{name}, 2 of 2: choose where the hijacked pyramid goes.", name=name)
    left = verbs(view)
    if left == {"place"}:
        return say("{name}: choose a pyramid in the stash, then a card for it.", name=name)
    where = say("a pyramid on a card")
    if "place" in left:
        where = say("a pyramid on a card or one in the stash")
    if used:
        text = "{name}, 2 of 2: choose {where}, or Done. No second {action}."
        return say(text, name=name, where=where, action=ACTIONS[used])
    return say("{name}, 1 of 2: choose {where}.", name=name, where=where)


def verbs(view: View) -> set[str]:
    """Return the kinds of actions among the legal moves."""
    acts = [move for move in view.moves if move != "done"]
    return {move.partition(":")[0] if ":" in move else "move" for move in acts}


ACTIONS: Final = {
    "place": say("place"),
    "move": say("move"),
    "claim": say("claim"),
    "force": say("force"),
    "take": say("take"),
    "hijack": say("hijack"),
}


def notes(state: ColdSpellState) -> Iterator[Message]:
    """Yield a remark if a stalemate is near."""
    left = 2 * int(state.players) - int(state.idle)
    if int(state.idle) > 0 and left <= int(state.players):
        yield count(
            "If nobody places, claims, forces or takes in this turn, the game is over.",
            "If nobody places, claims, forces or takes in the next {n} turns, the game is over.",
            left,
        )


def worth(state: ColdSpellState, seat: int) -> str:
    """Return the points of the cards that a seat has taken, in words."""
    return points(sum(value for _, value in state.cards(seat)))


def blocked(state: ColdSpellState, names: tuple[str, ...]) -> dict[str, Message]:
    """Return for each place that cannot be chosen now the reason why."""
    found = {}
    for size in range(3):
        if not state.field.stash[size]:
            found[f"stash-{SIZES[size]}"] = say("No {size} pyramid is left.", size=SIZE_NAMES[size])
    for square, name in enumerate(NAMES):
        found[name] = reason(state, square, names)
    if state.lifted != NOWHERE:
        only = say("The pyramid on {name} must move now.", name=NAMES[int(state.lifted)])
        found.update(dict.fromkeys([*NAMES, *(f"stash-{size}" for size in SIZES)], only))
    return found


def reason(state: ColdSpellState, square: int, names: tuple[str, ...]) -> Message:
    """Return the reason why a square offers no action now."""
    bit = state.field.tables.bit[square]
    if not state.field.present & bit:
        return say("The card that lay here is taken.")
    if state.field.up & bit:
        return say("This pyramid can do nothing more in this turn.")
    if state.field.claims[state.turn] & bit and state.used:
        return say("You have taken a card in this turn already.")
    for seat, name in enumerate(names):
        if state.field.claims[seat] & bit:
            text = "{name} claims this card; a pyramid is hijacked only where it can move."
            if state.used:
                text = (
                    "{name} claims this card; a pyramid is hijacked only as the first action of a"
                    " turn."
                )
            return say(text, name=name)
    return say("Bring a pyramid here: drag one from the stash or move one.")
