"""One run of checks on a game: where in a match it is, and its sentences about broken promises."""

from __future__ import annotations

import hashlib
import json
import traceback
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

from everygame.check.locate import find_folder, find_method
from everygame.check.missing_method import find_missing
from everygame.contract import AnyJson, Game, State
from everygame.errors import BadGame, find_place, shown
from everygame.scene import Artist, Scene
from everygame.tensors.encoder import Encoder
from everygame.tensors.layout import MakeLayout
from everygame.words import Message, compose, say


def canonical(data: AnyJson) -> str:
    """Return one text for equal JSON, whatever the order of its keys. Raises ValueError for NaN."""
    return json.dumps(data, sort_keys=True, ensure_ascii=False, allow_nan=False)


def called(viewer: int | None) -> Message:
    """Return a viewer in words."""
    return say("a spectator") if viewer is None else say("seat {seat}", seat=viewer)


class Inspector:
    """The progress of one run of checks."""

    def __init__(
        self,
        game: Game,
        artist: Artist | None,
        tick: Callable[[str], None] = lambda where: None,
        layout: MakeLayout | None = None,
    ) -> None:
        self.game = game
        self.artist = artist
        self.encoder = Encoder(game, artist, layout(game)) if artist and layout else None
        """Reads planes and numbers from pictures, where the game declares them."""
        self.marks: dict[Hashable, int] = {}
        self.keys: dict[int, Hashable] = {}
        """`marks` and `keys` hold the `repetition_mark` of each `key` that was met, and the other
        way round."""
        self.tick = tick
        self.kind: type[State] = State
        """The class of the states that are checked."""
        self.asked = "initial_state"
        """The name of the method whose answer is being checked."""
        self.plies = 0
        self.digest = hashlib.sha256()
        self.veiled = False
        """Whether any seat has seen less than everything so far."""
        self.moved_secret = False
        """Whether `resample` has drawn any state that differs from the true one."""
        self.chanced = False
        """Whether chance has decided so far."""
        self.endings = Counter[str]()
        """How many matches have ended in each way."""
        self.won = 0
        """How many matches somebody has won."""
        self.deduced = 0
        self.recalled = Counter[str]()
        """`deduced` and `recalled` count how often `check_deduction` and `check_recall` have run,
        the latter by the kind of the ply; these are slow, and so run for some plies only."""
        self.scenes: dict[int | None, Scene] = {}
        """The scenes of the state that is being checked, by viewer."""
        self.where: str = ""

    def require(
        self, promise: bool, text: str, method: str = "", why: str = "", /, **arguments: str | int
    ) -> None:
        """Raise BadGame with the sentence `text` unless `promise` is true. `method` is the method
        that breaks the promise, if it is not `asked`; `why` is a further sentence at the end."""
        self.tick(self.where)
        if not promise:
            raise self.fault(compose(text, arguments), self.place(method or self.asked), why)

    @contextmanager
    def placing(self, method: str) -> Iterator[None]:
        """Where a method of the game answers the wrong kind of thing, say in which file and line it
        stands. Raises BadGame."""
        try:
            yield
        except BadGame as error:
            raise self.fault(error.message, self.place(method)) from None

    def fault(self, sentence: str, place: str = "", why: str = "") -> BadGame:
        """Return a BadGame that names the game, the match and the ply."""
        return BadGame(
            "{name}, {where}: {sentence}{place}{why}",
            name=self.game.name,
            where=self.where,
            sentence=sentence,
            place=place,
            why=why,
        )

    def place(self, method: str) -> str:
        """Return a sentence with the file and line of a method of the state, the game or the
        artist; an empty text where they are unknown."""
        owners = (self.kind, type(self.game), self.artist)
        places = (find_method(owner, method) for owner in owners if hasattr(owner, method))
        return next(places, "")

    def explain(self, error: Exception) -> str:
        """Return a sentence about an error that the game itself has raised."""
        missing = find_missing(error)
        if missing:
            return missing
        place = find_place(error, find_folder(self.game))
        said = shown(error)
        if not place:
            return say("{error}.{place}", error=said, place=self.place(self.asked))
        told = say("{place} {error}", place=place, error=said)
        calls = traceback.extract_tb(error.__traceback__)
        return self.undrawn(told) if any(call.name == "resample" for call in calls) else told

    def undrawn(self, why: str) -> str:
        """Return a sentence about an error that was raised while `resample` ran."""
        why = why.removesuffix(".")
        if type(self.game).resample is Game.resample:
            return say("a seat sees no whole state, and no resample draws one: {why}.", why=why)
        place = self.place("resample")
        return say(
            "resample draws no state from what a seat sees: {why}.{place}", why=why, place=place
        )

    def json(self, method: str, data: AnyJson) -> str:
        """Return the canonical text of the answer of a method. Raises BadGame where the answer is
        no JSON object."""
        self.asked = method
        self.require(isinstance(data, dict), "{asked} is no dict.", method, asked=method)
        try:
            return canonical(data)
        except (TypeError, ValueError, RecursionError) as error:
            said = str(error)
            self.require(
                False, "{asked} is no plain JSON: {error}.", method, asked=method, error=said
            )
            raise
