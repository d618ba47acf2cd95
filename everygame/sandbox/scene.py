"""Draws the scene of a table without rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from everygame.contract import CHANCE, OVER, Game, Json
from everygame.sandbox import ply_words
from everygame.sandbox.actions import DEALS
from everygame.sandbox.areas import region_of
from everygame.sandbox.definition import SIDES, Kind
from everygame.sandbox.names import area_name
from everygame.sandbox.rules import TableGame
from everygame.scene import Artist, Carry, Choice, Piece, Region, Scene, View
from everygame.words import say

COLOURS: Final = ("blue", "orange", "green", "pink", "white", "black")
TALLEST: Final = 3
"""The number of pieces up to which each piece of a pile is drawn. Of a higher pile, only the top
piece is drawn, with a number."""
TALLEST_MIXED: Final = 6
"""The same for a pile of several kinds of pieces, which players must be able to tell apart."""


def seat_names(game: Game) -> tuple[str, ...]:
    assert isinstance(game, TableGame)
    return tuple(seat["name"] for seat in game.definition.seats[: game.players])


def scene(game: Game, view: View) -> Scene:
    return Painter(game, view).scene()


def in_words(game: Game, before: View, text: str, after: View) -> str:
    assert isinstance(game, TableGame)
    return ply_words.in_words(game, before, text, after)


def deck(game: Game) -> tuple[Piece, ...]:
    """Return all pieces of the kinds that lie face down at the start, for the printed kit."""
    assert isinstance(game, TableGame)
    seen = game.initial_state().observe(None)
    down = {id(game.kind(token)) for token, up in enumerate(seen["up"]) if not up}
    kinds = game.setting.kinds
    return tuple(
        piece_of(game, kinds[piece.kind], kinds[piece.kind].faces[piece.face], number)
        for number, piece in enumerate(game.setting.pieces)
        if id(kinds[piece.kind]) in down and kinds[piece.kind].back is not None
    )


def piece_of(game: TableGame, kind: Kind, face: Json, index: int) -> Piece:
    """Return a piece that shows this face, at no place."""
    return Piece(
        f"t{index}",
        "",
        shape_of(kind, face),
        face.get("name") or kind.data["name"],
        owner=kind.seat if 0 <= kind.seat < game.players else None,
        size=kind.data.get("size", 2),
        text=face.get("text", ""),
        corner=face.get("corner", ""),
        colour=str(face.get("colour", kind.data.get("colour", ""))),
        picture=picture_of(game.name, face),
    )


KINDS: Final = {
    **dict.fromkeys(("flip", "roll", "deal", *(f"deal{many}" for many in DEALS)), "reveal"),
    **dict.fromkeys(("shuffle", "gather"), "shuffle"),
    **dict.fromkeys(("turn", "raise"), "place"),
}
"""`Choice.kind` of each place verb; for all other verbs it is "count"."""
BUTTONS: Final = {
    "end": (say("End the turn"), "e"),
    "more": (say("Move more than one"), ""),
    "rollall": (say("Roll all dice"), "r"),
    "finish": (say("Finish…"), ""),
    "nobody": (say("Nobody has won"), ""),
    "agree": (say("Yes, I agree"), ""),
    "back": (say("No, play on"), ""),
}
"""The label and the key of each table verb."""
LABELS: Final = {
    "flip": (say("Turn over"), "double"),
    "turn": (say("Turn round"), ""),
    "shuffle": (say("Shuffle"), "four"),
    "gather": (say("Gather and shuffle"), ""),
    "deal": (say("Deal one each"), ""),
    **{f"deal{many}": (f"×{many}", "") for many in DEALS},
    "roll": (say("Roll"), "tap"),
    "zero": (say("To the start"), ""),
    "raise": (say("The lowest to the top"), ""),
}
"""The label and the gesture of each place verb; those that count have the number as their label."""
DEEDS: Final = {f"deal{many}": say("Deal {n} each", n=many) for many in DEALS}
"""In words, the deals whose labels are signs: "×7" deals seven to each seat."""


def turned_name(name: str, degrees: int) -> str:
    """Return the name of a piece that lies turned clockwise by so many degrees."""
    return say("{name}, turned by {degrees}°", name=name, degrees=degrees) if degrees else name


class Painter:
    """Draws a table for one viewer."""

    def __init__(self, game: Game, view: View) -> None:
        assert isinstance(game, TableGame)
        self.game = game
        self.view = view
        self.seen = view.observation
        self.setting = game.setting
        self.names = seat_names(game)

    def scene(self, *, crop: bool = True) -> Scene:
        """Draw the scene. Without `crop`, all areas lie where the file puts them, as the editor
        needs it."""
        regions = tuple(moved(list(self.regions())) if crop else self.regions())
        choices = self.choices()
        return Scene(
            width=max((r.x + r.columns for r in regions), default=1),
            height=max((r.y + r.rows for r in regions), default=1),
            regions=regions,
            pieces=tuple(self.pieces()),
            prompt=self.prompt(),
            choices=tuple(choices),
            carries=tuple(self.carries()),
            scores=self.scores(),
            colours=self.colours(),
            rotate=self.rotation(),
            over=self.result(),
        )

    # -- boards and areas

    def regions(self) -> Iterator[Region]:
        board, name = self.game.definition.board, self.game.name
        backdrop = self.game.definition.data.get("backdrop")
        if backdrop is not None:
            yield Region(
                id="backdrop",
                name=say("Picture"),
                x=backdrop.get("x", 0),
                y=backdrop.get("y", 0),
                columns=backdrop["width"],
                rows=backdrop["height"],
                kind="spots",
                picture=picture_of(name, backdrop),
            )
        if board is not None:
            yield Region(
                id="board",
                name=say("Board"),
                x=board.get("x", 0),
                y=board.get("y", 0),
                columns=board["columns"],
                rows=board["rows"],
                look=board.get("look", "board"),
                coordinates=board.get("coordinates", True),
                picture=picture_of(name, board),
            )
        for number, area in enumerate(self.setting.areas):
            yield self.area(number, area)

    def area(self, number: int, area: Json) -> Region:
        places = [(n, place) for n, place in enumerate(self.setting.places) if place.area == number]
        piles = [len(self.seen["stacks"][n]) for n, _ in places]
        ids = [place.id for _, place in places]
        return region_of(area, ids, piles, picture_of(self.game.name, area))

    def rotation(self) -> int:
        viewer = self.view.viewer
        if viewer is None:
            return 0
        return SIDES[self.game.definition.seats[viewer].get("side", "bottom")]

    def colours(self) -> tuple[str, ...]:
        seats = self.game.definition.seats[: self.game.players]
        return tuple(seat.get("colour", COLOURS[n]) for n, seat in enumerate(seats))

    # -- pieces

    def pieces(self) -> Iterator[Piece]:
        for place, stack in enumerate(self.seen["stacks"]):
            if len(stack) > self.tallest(place, stack):
                yield self.piece(stack[-1], place, 0, len(stack))
                continue
            for height, token in enumerate(stack):
                yield self.piece(token, place, height, 1)

    def tallest(self, place: int, stack: list[int]) -> int:
        """Return the height up to which each piece of a pile at this place is drawn; there is no
        limit where the pieces are spread."""
        area = self.setting.places[place].area
        if area >= 0 and "spread" in self.setting.areas[area]:
            return len(stack)
        return TALLEST_MIXED if self.game.is_mixed(stack) else TALLEST

    def piece(self, token: int, place: int, z: int, count: int) -> Piece:
        kind: Kind = self.game.kind(token)
        known = self.seen["piece"][token]
        shows = self.shows(token, place)
        if shows and known is not None and known >= 0:
            piece = self.setting.pieces[known]
            kind = self.setting.kinds[piece.kind]
            face = kind.faces[piece.face]
        else:
            face = kind.back or {}
        blank = not shows and not (face.get("text") or face.get("picture"))
        turned = self.seen["turn"][token] * kind.degrees
        text = self.number(token, kind) or face.get("text", "")
        name = face.get("name", kind.data["name"])
        if len(kind.faces) > 1 and name == kind.data["name"] and text:
            name = say("{name} {text}", name=name, text=text)
        plain = piece_of(self.game, kind, face, token)
        if blank:
            plain = replace(plain, text="", corner="", picture="")
        elif not kind.track:
            plain = replace(plain, text=text)
        return replace(
            plain,
            at=self.setting.places[place].id,
            name=turned_name(self.spoken(name, text, kind, shows, blank), turned % 360),
            z=z,
            hidden=blank,
            turn=float(turned) if kind.degrees else None,
            count=count,
        )

    def shows(self, token: int, place: int) -> bool:
        """Whether the viewer sees the token's piece: it lies face up, or the viewer has seen it in
        the viewer's own hand, or the match is over and everything is shown."""
        if self.view.truth and self.seen["piece"][token] >= 0:
            return True
        hand = self.setting.places[place].hand
        mine = hand >= 0 and hand == self.view.viewer
        return bool(self.seen["up"][token]) or (mine and bool(self.seen["seen"][token] >> hand & 1))

    def number(self, token: int, kind: Kind) -> str:
        value: int = self.seen["value"][token]
        if kind.counter is not None:
            return str(value)
        return kind.sides[value] if kind.sides else ""

    def spoken(self, name: str, text: str, kind: Kind, shows: bool, blank: bool) -> str:
        if kind.sides or kind.counter is not None:
            return say("{name}: {text}", name=name, text=text)
        if shows or "name" in (kind.back or {}):
            return name
        return (
            say("{name}, face down", name=kind.data["name"])
            if blank
            else say("{name}, turned over", name=name)
        )

    def scores(self) -> tuple[str, ...]:
        """Return for each seat the number of its first counter."""
        found: dict[int, str] = {}
        for token in range(len(self.setting.pieces)):
            kind = self.game.kind(token)
            if kind.counter is not None and kind.seat >= 0:
                found.setdefault(kind.seat, str(self.seen["value"][token]))
        seats = range(self.game.players)
        return tuple(found.get(seat, "") for seat in seats) if found else ()

    # -- words

    def prompt(self) -> str:
        who = self.view.to_play
        if who in (CHANCE, OVER):
            return ""
        if self.seen["phase"] == "agree":
            return say("{name}, do you agree: {claim}?", name=self.names[who], claim=self.claim())
        if self.seen["phase"] == "finish":
            return say("{name}, who has won?", name=self.names[who])
        if who != self.view.viewer:
            return say("{name} is to move.", name=self.names[who])
        if self.game.players == 1:
            return say("Choose a piece, and then where it goes.")
        return say("{name}: choose a piece, and then where it goes.", name=self.names[who])

    def claim(self) -> str:
        winner = self.seen["winner"]
        if winner < 0:
            return say("nobody has won")
        return say("{name} has won", name=self.names[winner])

    def result(self) -> str:
        if self.view.to_play != OVER or self.view.ending != "agreement":
            return ""
        winner = self.seen["winner"]
        if winner < 0:
            return say("Nobody has won: all agree.")
        return say("{name} has won: all agree.", name=self.names[winner])

    # -- choices

    def choices(self) -> list[Choice]:
        moves = [move for move in self.view.moves if "-" not in move]
        moves.sort(key=lambda move: not move.startswith("won:"))  # the likeliest answers first
        return [self.choice(move) for move in moves]

    def choice(self, move: str) -> Choice:
        word, _, at = move.partition(":")
        if word == "won":
            winner = say("{name} has won", name=self.names[int(at) - 1])
            return Choice(move, label=winner, name=winner)
        if not at:
            return self.button(word)
        token = self.seen["stacks"][self.setting.index[at]][-1:]
        label, gesture = self.label(word, token[0] if token else -1)
        name = say("{deed}: {place}", deed=DEEDS.get(word, label), place=self.setting_name(at))
        return Choice(move, (at,), name, label, KINDS.get(word, "count"), gesture=gesture)

    def setting_name(self, at: str) -> str:
        place = self.setting.places[self.setting.index[at]]
        if place.area < 0:
            return at
        return area_name(self.setting.areas[place.area])

    def button(self, word: str) -> Choice:
        label, key = BUTTONS[word]
        usual = self.game.definition.turns == "tap" or self.seen["more"]
        kind = "move" if word in ("rollall", "agree") or (word == "end" and usual) else "end"
        return Choice(word, name=label, label=label, kind=kind, key=key)

    def label(self, word: str, token: int) -> tuple[str, str]:
        """Return the label of a place verb, and the gesture that performs it."""
        if word in LABELS:
            return LABELS[word]
        counter = self.game.kind(token).counter or {}
        step = counter.get("steps", [1])[int(word[-1])]
        return (f"+{step}" if word.startswith("up") else f"−{step}"), ""

    def carries(self) -> Iterator[Carry]:
        """Yield the moves of pieces. Places whose pieces have the same goals, gesture and `final`
        share a `Carry`, because a choice for each pair of places could be up to 250,000 choices."""
        starts = dict.fromkeys(m.partition("-")[0] for m in self.view.moves if "-" in m)
        told = {move: why for move, why in self.view.irrevocable.items() if "-" in move}
        groups: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
        places = [(n, place.id) for n, place in enumerate(self.setting.places) if not place.track]
        open_to = [(place, "drag" if self.is_chosen(n) else "") for n, place in places]
        for start in starts:
            goals: dict[tuple[str, str], list[str]] = {}
            for place, gesture in open_to:
                final = told.get(f"{start}-{place}", "")
                goals.setdefault((final, gesture), []).append(place)
            for (final, gesture), ids in goals.items():
                groups.setdefault((final, gesture, tuple(ids)), []).append(start)
        for (final, gesture, where), found in groups.items():
            yield Carry(tuple(found), where, final=final, gesture=gesture)

    def is_chosen(self, place: int) -> bool:
        """Whether a tap at this place selects the piece there even while another piece is selected.
        In a hand of several spots, a card is put onto another card only by a drag."""
        at, stack = self.setting.places[place], self.seen["stacks"][place]
        if at.hand != self.view.to_play or len(self.game.hands[at.hand]) == 1 or not stack:
            return False
        return bool(self.setting.back[stack[-1]]) and "spread" not in self.setting.areas[at.area]


def moved(regions: list[Region]) -> Iterator[Region]:
    """Shift all regions so that the leftmost and the topmost touch the edges of the picture."""
    left = min((region.x for region in regions), default=0.0)
    top = min((region.y - (0.4 if region.title else 0) for region in regions), default=0.0)
    for region in regions:
        yield replace(region, x=region.x - left, y=region.y - top)


def picture_of(game: str, data: Json) -> str:
    """Return `Piece.picture` for an object of table.json; an empty text where it names no
    picture."""
    return f"{game}/{data['picture']}" if data.get("picture") else ""


def shape_of(kind: Kind, face: Json) -> str:
    if kind.sides:
        return "die"
    if "shape" in kind.data:
        return str(kind.data["shape"])
    if kind.counter is not None:
        return "token"
    if face.get("picture"):
        return "picture"
    return "card" if kind.back is not None else "disc"


artist: Final = Artist(scene, seat_names, in_words, deck)
"""The artist of all tables without rules."""
