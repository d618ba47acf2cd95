"""The rules of Cold Spell, by Jacob Valdez: claim letter cards with Icehouse pyramids, then spell
words with them.

`play.py` says how a match goes on. This module adds the texts, the JSON and the advice of a state,
and reads states.
"""

from __future__ import annotations

from random import Random
from typing import final

from everygame import colours
from everygame.contract import OVER, TRUTH, AnyJson, Game, Json, State
from everygame.errors import BadPosition
from everygame.fast.arrays import i64
from everygame.games.coldspell import (
    json_and_observation,
    notation,
    spelling_advice,
    spelling_notation,
)
from everygame.games.coldspell.field import (
    ALL_CLAIMED,
    DEALING,
    DONE,
    MAX_TURNS,
    PLAYING,
    SPELLING,
    SQUARES,
    STALEMATE,
)
from everygame.games.coldspell.hands import END_WORD, LETTER, MAX_HAND
from everygame.games.coldspell.match_setting import OPTIONS, Table
from everygame.games.coldspell.play import ColdSpellPlay


@final
class ColdSpellState(ColdSpellPlay):
    """A state that can also be written as text and as JSON."""

    def blank(self) -> ColdSpellState:
        return ColdSpellState(self.table)

    def irrevocable(self, action: int) -> str:
        """Return "reveals" for the action with which the last seat finishes its spelling, since all
        words are shown then."""
        if self.phase != SPELLING or action not in (END_WORD, DONE):
            return ""
        return "reveals" if self.apply(action).to_play() == OVER else ""

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        if self.phase == DEALING:
            return f"deal:{self.table.deck.cards[action]}"
        if action < DONE:
            return notation.action_text(action)
        speller: i64 = self.hands.speller
        if self.phase == SPELLING and viewer not in (TRUTH, int(speller)):
            return "spell"
        return "done" if action == DONE else spelling_notation.text(self, action)

    def expand(self, text: str) -> list[str]:
        return spelling_notation.expand(self, text)

    def advise(self) -> int | None:
        return spelling_advice.advise(self) if self.phase == SPELLING else None

    def position(self) -> str:
        if self.phase == SPELLING and self.how == STALEMATE:
            raise BadPosition("No position text tells of a stalemate while words are spelled.")
        return notation.position(self.to_json())

    def to_json(self) -> Json:
        return json_and_observation.to_json(self)

    def observe(self, viewer: int | None) -> Json:
        return json_and_observation.observe(self, viewer)

    def disclose(self) -> Json:
        return json_and_observation.to_json(self)

    def key(self) -> str:
        return json_and_observation.key(self)


class ColdSpell(Game):
    """The game with its options fixed: `spelling`, `deck`, `moves`, `words`, `colours`."""

    name = "coldspell"
    seats = (2, 3, 4)
    options = OPTIONS
    chance = True

    def __init__(self, **options: str) -> None:
        super().__init__(**options)
        colours.check(self.values["colours"], self.players)
        self.table = Table(self.players, self.values)
        self.hidden = not self.table.auto
        if self.table.auto:  # those who spell may take a word back as often as they like
            self.longest = SQUARES + 2 * MAX_TURNS
        self.num_outcomes = len(self.table.deck.counts)
        self.num_actions = LETTER + MAX_HAND * len(self.table.letters)

    def initial_state(self) -> State:
        return ColdSpellState(self.table)

    def from_json(self, data: AnyJson) -> ColdSpellState:
        state = ColdSpellState(self.table)
        json_and_observation.restore(self, state, data)
        if state.phase == PLAYING and state.field.all_claimed():
            raise BadPosition("All pyramids are claimed, so this game would be over.")
        return state

    def parse_position(self, text: str) -> State:
        state = ColdSpellState(self.table)
        json_and_observation.restore(
            self, state, notation.read_position(self.table, state.to_json(), text)
        )
        if state.phase == PLAYING and state.field.all_claimed():
            if state.used:
                raise BadPosition("All pyramids are claimed, so no turn can go on.")
            state.finish(ALL_CLAIMED)
        return state

    def known_state(self, observation: Json) -> ColdSpellState:
        """Return the state that an observation describes; words that it hides count as not
        spelled."""
        words = [mine or [] for mine in observation["words"]]
        data = {**observation, "words": words, "letters": observation["letters"] or []}
        return self.from_json(data)

    def resample(self, observation: Json, seat: int, rng: Random) -> State:
        known = self.known_state(observation)
        if None not in observation["words"]:
            return known  # nothing is hidden, and searches ask for many states
        return self.from_json(spelling_advice.resample(known, observation, rng))


GAME = ColdSpell
