"""Numbers the actions at a table without rules, and names them.

The numbers have four ranges. First come the moves of a piece from one place to another, start *
(number of places) + goal. Then come the place verbs, such as "flip", each at each place. The table
verbs follow, such as "end", and for each seat the claim that it has won. Last come the ways to deal
several pieces to each seat at once, each at each place: they are newer than the rest, whose numbers
stay."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Final

from everygame.contract import Game
from everygame.sandbox.definition import SIDES, Definition, Kind, Setting

PLACE_VERBS: Final = ("flip", "turn", "shuffle", "gather", "deal", "roll", "zero", "raise")
"""The actions that a player may take at one place; the ways to count follow them in the
numbering."""
DEALS: Final = (5, 7, 13)
"""The numbers of pieces that a player may deal to each seat at once, besides one: so few
that the question beside a deck stays small on a phone."""
STEPS: Final = 6
"""The greatest number of different steps that a counter has, each up and down."""
TABLE_VERBS: Final = ("end", "more", "rollall", "finish", "nobody", "agree", "back")
"""The actions that a player takes at no place; the claims that a seat has won follow them in the
numbering."""


class TableActions(Game):
    """A table for a number of players, with the numbers and texts of its actions."""

    definition: Definition
    endless = True

    def __init__(self, **options: str) -> None:
        super().__init__(**options)
        self.setting: Setting = self.definition.setting(self.players)
        self.everybody = (1 << (self.players + 1)) - 1
        """A bit mask of all viewers: a bit for each seat, and the highest bit for all
        spectators."""
        self.verbs = len(PLACE_VERBS) + 2 * STEPS
        decks = [piece for piece in self.setting.pieces if self.setting.kinds[piece.kind].deck]
        self.hidden = len(decks) > 1
        tokens = range(len(self.setting.pieces))
        self.dice = [token for token in tokens if self.kind(token).sides]
        self.chance = bool(decks or self.dice)
        self.num_actions = self.deal_action(len(DEALS), 0)

    def kind(self, token: int) -> Kind:
        """Return the kind of a token as everybody sees it. A token that may still become one of
        several pieces starts as one of them, and these pieces have one kind or at least the same
        back."""
        return self.setting.kinds[self.setting.pieces[token].kind]

    def is_mixed(self, tokens: Iterable[int]) -> bool:
        """Whether the tokens are of several kinds, as pawns of two players on one square are."""
        return len({self.setting.pieces[token].kind for token in tokens}) > 1

    def after(self, seat: int) -> list[int]:
        """Return the other seats clockwise from this one; at a table with one seat, that seat."""
        sides = [list(SIDES).index(s.get("side", "bottom")) for s in self.definition.seats]
        order = sorted(range(self.players), key=lambda one: sides[one])
        at = order.index(seat)
        return [*order[at + 1 :], *order[:at]] or [seat]

    def place_action(self, verb: int, place: int) -> int:
        """Return the action of a place verb at a place."""
        size = len(self.setting.places)
        return size * size + verb * size + place

    def table_action(self, name: str) -> int:
        """Return the action of a table verb."""
        return self.place_action(self.verbs, 0) + TABLE_VERBS.index(name)

    def won_action(self, seat: int) -> int:
        """Return the action by which a player claims that a seat has won."""
        return self.place_action(self.verbs, 0) + len(TABLE_VERBS) + seat

    def deal_action(self, number: int, place: int) -> int:
        """Return the action of dealing DEALS[number] pieces to each seat from a place."""
        return self.won_action(self.players) + number * len(self.setting.places) + place

    @cached_property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """For each seat: the places of its hand."""
        places = list(enumerate(self.setting.places))
        seats = range(self.players)
        return tuple(tuple(n for n, place in places if place.hand == seat) for seat in seats)

    @cached_property
    def homes(self) -> dict[int, tuple[int, ...]]:
        """For each place where a deck of several tokens lies at the start: the tokens of the
        deck."""
        found: dict[int, tuple[int, ...]] = {}
        for token, piece in enumerate(self.setting.pieces):
            if self.setting.kinds[piece.kind].deck:
                found[piece.place] = (*found.get(piece.place, ()), token)
        return {place: home for place, home in found.items() if len(home) > 1}

    @cached_property
    def texts(self) -> list[str]:
        """The texts of all actions except moves of a piece, in the order of their numbers."""
        counts = [f"{way}{n}" for way in ("up", "down") for n in range(STEPS)]
        verbs = [*PLACE_VERBS, *counts]
        won = [f"won:{seat + 1}" for seat in range(self.players)]
        at_places = [f"{verb}:{place.id}" for verb in verbs for place in self.setting.places]
        deals = [f"deal{many}:{place.id}" for many in DEALS for place in self.setting.places]
        return [*at_places, *TABLE_VERBS, *won, *deals]

    @cached_property
    def actions(self) -> dict[str, int]:
        """The action of each text in `texts`."""
        size = len(self.setting.places)
        return {text: action for action, text in enumerate(self.texts, size * size)}

    def text(self, action: int) -> str:
        places = self.setting.places
        if action >= len(places) ** 2:
            return self.texts[action - len(places) ** 2]
        start, goal = divmod(action, len(places))
        return f"{places[start].id}-{places[goal].id}"

    def find_action(self, text: str) -> int | None:
        """Return the action with this text, whether it is legal now or not; None where no action
        has it."""
        index = self.setting.index
        start, _, goal = text.partition("-")
        if start in index and goal in index and start != goal:
            return index[start] * len(index) + index[goal]
        return self.actions.get(text)
