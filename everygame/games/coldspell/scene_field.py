"""Draw Cold Spell while pyramids are placed, moved and claimed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Final

from everygame.contract import CHANCE
from everygame.games.coldspell.field import KINDS, NOWHERE, OF_A_SIZE, ROW, squares_in
from everygame.games.coldspell.notation import NAMES, SIZES
from everygame.games.coldspell.rules import ColdSpellState
from everygame.scene import Cell, Choice, Piece, Point, Refusal, Region, Scene, View
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
DEPTH: Final = MARGIN + 1 + GAP
"""Distance between the field and the edge of the picture where room for a tray is left. With three
or four seats it is left at all edges, so that the picture has the same size for every viewer; with
three, the stash lies at the edge where nobody sits."""
BESIDE: Final = (90, 0, 270)
"""The edges at which the stash lies beside a tray in a match of four."""
SHORT: Final = 4
"""The length of a tray that shares its edge with a part of the stash, in squares."""


def scene(state: ColdSpellState, view: View, names: tuple[str, ...]) -> Scene:
    """Draw the table as the first seat sees it, rotated for other viewers."""
    edges, stash = EDGES[len(names)], STASHES[len(names)]
    left = DEPTH if len(names) > 2 else 0.0
    width = left + 6 + DEPTH if left else stash.x + 1
    field = Region("board", say("Field"), left, DEPTH, 6, 6, cells=holes(state), look="board")
    moves, paths = view.moves, find_paths(state) if view.moves else {}
    return Scene(
        width=width,
        height=DEPTH + 6 + DEPTH,
        regions=(field, stash, *trays(state, names, left, width)),
        pieces=tuple(pieces(state, names)),
        prompt=prompt(state, view, names),
        choices=tuple(offer(state, move, names, paths) for move in moves),
        notes=tuple(notes(state)),
        scores=tuple(
            say("letters: {points}", points=sum(value for _, value in state.cards(seat)))
            for seat in range(len(names))
        ),
        blocked=blocked(state, names) if moves else {},
        refusals=tuple(refusals(state, moves)),
        rotate=(180 - edges[view.viewer or 0]) // 90 % 4,
    )


# -- places


def holes(state: ColdSpellState) -> tuple[Cell, ...]:
    """Return cells for the squares whose card was taken."""
    gone = [NAMES[square] for squares in state.taken for square in squares]
    return tuple(Cell(name, terrain="hole", name=say("{name}, a hole", name=name)) for name in gone)


def stash(x: float, y: float, columns: int, rows: int, *spots: Point, title: str = "") -> Region:
    """Return the region of the stash; `spots` is where the three sizes lie in it."""
    cells = []
    for size, told, (along, down) in zip(SIZES, SIZE_NAMES, spots, strict=True):
        name = say("stash, {size} pyramids", size=told)
        cells.append(Cell(f"stash-{size}", along, down, "tray", name))
    look = "tray" if 1 in (columns, rows) else ""
    return Region("stash", say("Stash"), x, y, columns, rows, "spots", tuple(cells), look, title)


STASHES: Final = {
    2: stash(6.55, DEPTH, 1, 6, (0.5, 1.5), (0.5, 3.0), (0.5, 4.5)),
    3: stash(DEPTH, MARGIN, 6, 1, (1.5, 0.5), (3.0, 0.5), (4.5, 0.5), title=say("Stash")),
    4: stash(DEPTH - 1.5, DEPTH - 1.5, 9, 9, (8.75, 2.0), (2.0, 0.25), (0.25, 7.0)),
}
"""The stash for each number of seats: with two it lies to the right of the field; with four no edge
is free, so each size lies at the right end of the tray at one of the edges `BESIDE`."""


def trays(
    state: ColdSpellState, names: tuple[str, ...], left: float, width: float
) -> Iterator[Region]:
    """Yield for each seat a tray, at its edge of the table, for the cards that it has taken."""
    for seat, (name, edge) in enumerate(zip(names, EDGES[len(names)], strict=True)):
        long = SHORT if len(names) == 4 and edge in BESIDE else 6
        x, y = {
            180: (left, DEPTH + 6 + GAP),
            0: (left + 6 - long, MARGIN),
            270: (MARGIN, DEPTH),
            90: (width - MARGIN - 1, DEPTH + 6 - long),
        }[edge]
        columns, rows = (long, 1) if edge in (0, 180) else (1, long)
        cells = tuple(tray_cells(state, seat, edge, long))
        told = say("{name}'s cards", name=name)
        yield Region(f"tray-{seat + 1}", told, x, y, columns, rows, "spots", cells, "tray", name)


def tray_cells(state: ColdSpellState, seat: int, edge: int, long: int) -> Iterator[Cell]:
    """Yield a place for each card of a tray, beginning at the seat's left; many cards overlap."""
    cards = len(state.squares(seat))
    step = min(1.0, (long - 1) / max(1, cards - 1))
    for number in range(cards):
        along, name = 0.5 + number * step, say("card {number}", number=number + 1)
        along = along if edge in (180, 270) else long - along
        x, y = (along, 0.5) if edge in (0, 180) else (0.5, along)
        yield Cell(f"hand-{seat + 1}-{number + 1}", x, y, name=name)


# -- cards and pyramids


def pieces(state: ColdSpellState, names: tuple[str, ...]) -> Iterator[Piece]:
    """Yield the cards on the field and in the trays, and the pyramids on cards and in the stash."""
    for square in squares_in(state.field.present):
        yield card(state, square, NAMES[square])
        yield from pyramid(state, square, names)
    for seat, squares in enumerate(state.taken):
        for number, square in enumerate(squares):
            yield card(state, square, f"hand-{seat + 1}-{number + 1}", taken=True)
    for size in range(3):
        left = state.field.stash[size]
        if left:
            number = size * OF_A_SIZE + OF_A_SIZE - left
            name = say("{size} pyramid", size=SIZE_NAMES[size])
            at = f"stash-{SIZES[size]}"
            yield Piece(f"pyramid-{number}", at, "pyramid", name, size=size + 1, count=left)


def card(state: ColdSpellState, square: int, at: str, taken: bool = False) -> Piece:
    """Return a letter card at the place `at`. If it was taken, its points are multiplied by the
    pips of its pyramid."""
    deck, kind = state.table.deck, state.field.card[square]
    value, pips = deck.values[kind], state.field.pips(square)
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
    card = state.table.deck.cards[state.field.card[square]]
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
    field, bit, pips = state.field, state.field.tables.bit[square], state.field.pips(square)
    kind = say("{size} pyramid", size=SIZE_NAMES[pips - 1])
    id = f"pyramid-{field.pyramid[square]}"
    if field.up & bit:
        tags = ("active",) if square == state.lifted else ()
        name = say("upright {kind}", kind=kind)
        yield Piece(id, NAMES[square], "pyramid", name, z=1, size=pips, tags=tags)
    for seat, edge in enumerate(EDGES[len(names)]):
        if field.claims[seat] & bit:
            name = say("{kind}, claimed for {name}", kind=kind, name=names[seat])
            tags = ("claimed",)
            yield Piece(id, NAMES[square], "pyramid", name, seat, 1, pips, turn=edge, tags=tags)


# -- choices


def offer(state: ColdSpellState, move: str, names: tuple[str, ...], paths: Paths) -> Choice:
    """Return the choice that plays a move: touch a pyramid and where it goes, or a pyramid and a
    button."""
    if move == "done":
        return Choice(move, label=say("Done"), name=say("end the turn"), kind="end", key="e")
    verb, _, rest = move.partition(":")
    if not rest:
        return move_choice(state, move, paths)
    if verb == "place":
        size, _, square = rest.partition("@")
        told, card = SIZE_NAMES[SIZES.index(size)], card_at(state, square)
        name = say("place a {size} pyramid on {card}", size=told, card=card)
        return Choice(move, (f"stash-{size}", square), name, kind="place")
    if verb == "force":
        square, _, seat = rest.partition(">")
        other, card = names[int(seat) - 1], card_at(state, square)
        label = say("Force on {name}", name=other)
        name = say("force {card} on {name}", card=card, name=other)
        return Choice(move, (square,), name, label, "place")
    return turn_choice(state, move, verb, rest)


def turn_choice(state: ColdSpellState, move: str, verb: str, square: str) -> Choice:
    """Return the choice that claims, takes or hijacks a card. To hijack one's own claim is called
    giving it up. On another's claim nothing else can be chosen, so a touch alone would spend the
    turn: the page asks first."""
    mine = state.field.claims[state.turn] & state.field.tables.bit[NAMES.index(square)]
    text, label = DEEDS["give up" if verb == "hijack" and mine else verb]
    name = say(text, card=card_at(state, square))
    if verb == "hijack":
        name = say("{action}, then move the pyramid", action=name)
    kind = "place" if verb == "claim" else "capture"
    gesture = "ask" if verb == "hijack" and not mine else ""
    return Choice(move, (square,), name, label, kind, gesture=gesture)


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
    size = SIZE_NAMES[state.field.pips(NAMES.index(start)) - 1]
    text = "move the {size} pyramid from {start} to {card}"
    name = say(text, size=size, start=start, card=card_at(state, end))
    return Choice(move, (start, end), name, path=paths[start, end])


STEPS: Final = (1, -1, ROW, -ROW)
"""The differences between the numbers of the bits of neighbouring squares: right, left, down,
up."""
Paths = dict[tuple[str, str], tuple[str, ...]]
"""For a pair of squares, start and end, the squares of a path between them, both included."""


def find_paths(state: ColdSpellState) -> Paths:
    """Return a path for each move of an upright pyramid."""
    found: Paths = {}
    for square in squares_in(state.field.up):
        for path in walk(state, square):
            names = tuple(NAMES[bit // ROW * 6 + bit % ROW] for bit in path)
            found.setdefault((names[0], names[-1]), names)
    return found


def walk(state: ColdSpellState, square: int) -> Iterator[list[int]]:
    """Yield paths of the pyramid on a square over cards without an upright pyramid, as the numbers
    of bits, the shortest first, and among those of one length the straightest first."""
    field, seen = state.field, set()
    ways = deque(([square // 6 * ROW + square % 6], step) for step in STEPS)
    while ways:
        path, step = ways.popleft()
        yield path
        onward = (step,) if state.table.straight else (step, *(way for way in STEPS if way != step))
        for way in onward if len(path) <= field.pips(square) else ():
            bit = path[-1] + way
            # Beyond an edge no bit is set, as the seventh column of the bits is empty.
            is_open = bit >= 0 and (field.present & ~field.up) >> bit & 1
            if is_open and (bit, way) not in seen:
                seen.add((bit, way))
                ways.append(([*path, bit], way))


# -- sentences


def prompt(state: ColdSpellState, view: View, names: tuple[str, ...]) -> Message:
    """Return what the viewer is to do now, or who is to play; in the second half of a turn it names
    what is still possible."""
    if view.to_play == CHANCE:
        return say("The cards are dealt.")
    name, used = names[view.to_play], KINDS[state.used]
    if view.viewer != view.to_play:
        return say("{name} to play.", name=name)
    if used == "hijack":
        return say("{name}, 2 of 2: choose where the pyramid goes.", name=name)
    placing = {move.startswith("place:") for move in view.moves if move != "done"}
    if placing == {True}:
        return say("{name}: choose a pyramid in the stash, then a card for it.", name=name)
    where = say("a pyramid on a card")
    if True in placing:
        where = say("a pyramid on a card or one in the stash")
    if used:
        text = "{name}, 2 of 2: choose {where}, or Done. No second {action}."
        return say(text, name=name, where=where, action=ACTIONS[used])
    return say("{name}, 1 of 2: choose {where}.", name=name, where=where)


ACTIONS: Final = {
    "move": say("move"),
    "claim": say("claim"),
    "force": say("force"),
    "take": say("take"),
}
"""The actions after which a turn may go on, in words."""


def notes(state: ColdSpellState) -> Iterator[Message]:
    """Yield a remark if a stalemate is near."""
    left = 2 * state.players - state.idle
    if state.idle > 0 and left <= state.players:
        yield count(
            "If nobody places, claims, forces or takes in this turn, the game is over.",
            "If nobody places, claims, forces or takes in the next {n} turns, the game is over.",
            left,
        )


def blocked(state: ColdSpellState, names: tuple[str, ...]) -> dict[str, Message]:
    """Return for each place that cannot be chosen now the reason why."""
    if state.lifted != NOWHERE:
        only = say("The pyramid on {name} must move now.", name=NAMES[state.lifted])
        return dict.fromkeys([*NAMES, *(f"stash-{size}" for size in SIZES)], only)
    found = {name: reason(state, square, names) for square, name in enumerate(NAMES)}
    for size, name in enumerate(SIZE_NAMES):
        if not state.field.stash[size]:
            found[f"stash-{SIZES[size]}"] = say("No {size} pyramid is left.", size=name)
    return found


def refusals(state: ColdSpellState, moves: Sequence[str]) -> Iterator[Refusal]:
    """Yield why a chosen pyramid cannot go to other squares."""
    placed = say("A pyramid is placed upright on a free card.")
    for start in dict.fromkeys(move[6] for move in moves if move.startswith("place:")):
        yield Refusal(placed, f"stash-{start}")
    for start in dict.fromkeys(move[:2] for move in moves if move[2:3] == "-"):
        one = "This pyramid goes {n} step, sideways or up and down, to a free card."
        many = (
            "This pyramid goes up to {n} steps, sideways or up and down, to a free card. Upright"
            " pyramids and holes stop it."
        )
        yield Refusal(count(one, many, state.field.pips(NAMES.index(start))), start)


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
