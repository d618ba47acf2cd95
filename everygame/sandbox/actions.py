"""The actions at a table without rules: their numbers and their texts.

The numbers come in three groups: moves of a piece from a place to another (start * places + goal);
then each of the place verbs at each place; then the table verbs, and who has won."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Final

from everygame.contract import Game
from everygame.sandbox.definition import SIDES, Definition, Kind, Setting

PLACE_VERBS: Final = ("flip", "turn", "shuffle", "gather", "deal", "roll", "zero", "raise")
"""What a player may do at one place; ways to count come after these."""
STEPS: Final = 6
"""How many different steps a counter has, each up and down."""
TABLE_VERBS: Final = ("end", "more", "rollall", "finish", "nobody", "agree", "back")
"""What a player may do at no place; that a seat has won comes after these."""


class TableActions(Game):
    """A table laid for a number of players, with its actions."""

    definition: Definition
    endless = True

    def __init__(self, **options: str) -> None:
        super().__init__(**options)
        self.setting: Setting = self.definition.setting(self.players)
        self.everybody = (1 << (self.players + 1)) - 1
        """A bit for each seat and one more for all spectators."""
        self.verbs = len(PLACE_VERBS) + 2 * STEPS
        decks = [piece for piece in self.setting.pieces if self.setting.kinds[piece.kind].deck]
        self.hidden = len(decks) > 1
        tokens = range(len(self.setting.pieces))
        self.dice = [token for token in tokens if self.kind(token).sides]
        self.chance = bool(decks or self.dice)
        self.num_actions = self.won_action(self.players)

    def kind(self, token: int) -> Kind:
        """The kind of a token as everybody sees it: a token that may be one of several pieces
        begins as one of them, and these are of one kind or have the same back."""
        return self.setting.kinds[self.setting.pieces[token].kind]

    def is_mixed(self, tokens: Iterable[int]) -> bool:
        """The tokens are of several kinds, as pawns of two players on one field are."""
        return len({self.setting.pieces[token].kind for token in tokens}) > 1

    def after(self, seat: int) -> list[int]:
        """The other seats, clockwise from this one; where there is one seat, itself."""
        sides = [list(SIDES).index(s.get("side", "bottom")) for s in self.definition.seats]
        order = sorted(range(self.players), key=lambda one: sides[one])
        at = order.index(seat)
        return [*order[at + 1 :], *order[:at]] or [seat]

    def place_action(self, verb: int, place: int) -> int:
        """The action of a place verb at a place."""
        size = len(self.setting.places)
        return size * size + verb * size + place

    def table_action(self, name: str) -> int:
        """The action of a table verb."""
        return self.place_action(self.verbs, 0) + TABLE_VERBS.index(name)

    def won_action(self, seat: int) -> int:
        """The action by which a player says that a seat has won."""
        return self.place_action(self.verbs, 0) + len(TABLE_VERBS) + seat

    @cached_property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """The places of the hand of each seat."""
        places = list(enumerate(self.setting.places))
        seats = range(self.players)
        return tuple(tuple(n for n, place in places if place.hand == seat) for seat in seats)

    @cached_property
    def homes(self) -> dict[int, tuple[int, ...]]:
        """The tokens of each deck, by the place where they are at the start."""
        found: dict[int, tuple[int, ...]] = {}
        for token, piece in enumerate(self.setting.pieces):
            if self.setting.kinds[piece.kind].deck:
                found[piece.place] = (*found.get(piece.place, ()), token)
        return {place: home for place, home in found.items() if len(home) > 1}

    @cached_property
    def texts(self) -> list[str]:
        """The texts of all actions but moves of a piece, in the order of their numbers."""
        counts = [f"{way}{n}" for way in ("up", "down") for n in range(STEPS)]
        verbs = [*PLACE_VERBS, *counts]
        won = [f"won:{seat + 1}" for seat in range(self.players)]
        at_places = [f"{verb}:{place.id}" for verb in verbs for place in self.setting.places]
        return [*at_places, *TABLE_VERBS, *won]

    @cached_property
    def actions(self) -> dict[str, int]:
        """The action of each of `texts`."""
        size = len(self.setting.places)
        return {text: action for action, text in enumerate(self.texts, size * size)}

    def text(self, action: int) -> str:
        places = self.setting.places
        if action >= len(places) ** 2:
            return self.texts[action - len(places) ** 2]
        start, goal = divmod(action, len(places))
        return f"{places[start].id}-{places[goal].id}"

    def find_action(self, text: str) -> int | None:
        """The action that has this text, be it legal now or not."""
        index = self.setting.index
        start, _, goal = text.partition("-")
        if start in index and goal in index and start != goal:
            return index[start] * len(index) + index[goal]
        return self.actions.get(text)
