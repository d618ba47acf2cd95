"""What may be done at a table without rules: its actions, and the texts of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Final

from everygame.contract import Game
from everygame.sandbox.definition import SIDES, Definition, Kind, Setting

VERBS: Final = ("flip", "turn", "shuffle", "gather", "deal", "roll", "zero", "raise")
"""What is done with a place."""
STEPS: Final = 6
"""Numbers by which a counter goes up, and down."""
WORDS: Final = ("end", "more", "rollall", "finish", "nobody", "agree", "back")
"""What is done with the table."""


class TableActions(Game):
    """A table for a number of players: its pieces and places, and the numbers of all actions."""

    definition: Definition
    endless = True

    def __init__(self, **options: str) -> None:
        super().__init__(**options)
        self.setting: Setting = self.definition.setting(self.players)
        self.everybody = (1 << (self.players + 1)) - 1
        self.deeds = len(VERBS) + 2 * STEPS
        decks = [piece for piece in self.setting.pieces if self.setting.kinds[piece.kind].deck]
        self.hidden = len(decks) > 1
        tokens = range(len(self.setting.pieces))
        self.dice = [token for token in tokens if self.kind(token).sides]
        self.chance = bool(decks or self.dice)
        self.num_actions = self.word("end") + len(WORDS) + self.players

    def kind(self, token: int) -> Kind:
        """The kind of a token; tokens that can be mistaken for each other are of one kind or
        look alike from behind."""
        return self.setting.kinds[self.setting.pieces[token].kind]

    def is_mixed(self, tokens: Iterable[int]) -> bool:
        """These are of several kinds, as pawns on one field may be."""
        return len({self.setting.pieces[token].kind for token in tokens}) > 1

    def after(self, seat: int) -> list[int]:
        """The other seats, clockwise from this one; who sits alone comes after itself."""
        sides = [list(SIDES).index(s.get("side", "bottom")) for s in self.definition.seats]
        order = sorted(range(self.players), key=lambda one: sides[one])
        at = order.index(seat)
        return [*order[at + 1 :], *order[:at]] or [seat]

    def deed(self, verb: int, place: int) -> int:
        """The action that does something with a place."""
        size = len(self.setting.places)
        return size * size + verb * size + place

    def word(self, name: str) -> int:
        """The action of a word."""
        return self.deed(self.deeds, 0) + WORDS.index(name)

    @cached_property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """The places of each seat's hand."""
        places = list(enumerate(self.setting.places))
        seats = range(self.players)
        return tuple(tuple(n for n, place in places if place.hand == seat) for seat in seats)

    @cached_property
    def homes(self) -> dict[int, tuple[int, ...]]:
        """The tokens of decks by the place where they begin."""
        found: dict[int, tuple[int, ...]] = {}
        for token, piece in enumerate(self.setting.pieces):
            if self.setting.kinds[piece.kind].deck:
                found[piece.place] = (*found.get(piece.place, ()), token)
        return {place: home for place, home in found.items() if len(home) > 1}

    @cached_property
    def texts(self) -> list[str]:
        """The texts of all actions of a seat but the moves of pieces, which come before them."""
        verbs = [*VERBS, *(f"up{n}" for n in range(STEPS)), *(f"down{n}" for n in range(STEPS))]
        won = [f"won:{seat + 1}" for seat in range(self.players)]
        deeds = [f"{verb}:{place.id}" for verb in verbs for place in self.setting.places]
        return [*deeds, *WORDS, *won]

    @cached_property
    def actions(self) -> dict[str, int]:
        """The action of each of these texts."""
        size = len(self.setting.places)
        return {text: action for action, text in enumerate(self.texts, size * size)}

    def text(self, action: int) -> str:
        places = self.setting.places
        if action >= len(places) ** 2:
            return self.texts[action - len(places) ** 2]
        start, goal = divmod(action, len(places))
        return f"{places[start].id}-{places[goal].id}"

    def find_action(self, text: str) -> int | None:
        """The action of a seat that has this text."""
        index = self.setting.index
        start, _, goal = text.partition("-")
        if start in index and goal in index and start != goal:
            return index[start] * len(index) + index[goal]
        return self.actions.get(text)
