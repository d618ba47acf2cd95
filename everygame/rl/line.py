"""A match as a value that never changes: its position, and the plies that led to it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from everygame.contract import OVER, Game, Json, State


class Line:
    """A position of a match with all that came before it. It ends by the rules, by repetition, or
    after a number of plies; copies are the same object."""

    __slots__ = ("action", "before", "game", "key", "most", "plies", "state", "told", "who")

    def __init__(
        self, game: Game, most: int, state: State, before: Line | None = None, action: int = -1
    ) -> None:
        """After `most` plies, those of chance included, the match is cut off without a winner."""
        self.game = game
        self.most = most
        self.state = state
        self.before = before
        self.action = action
        """The action that led here from `before`."""
        self.plies: int = before.plies + 1 if before else 0
        self.key = state.key() if game.repetition else None
        self.told: dict[int | None, list[Any]] = {}
        """The answers of `notice` about the last ply, by viewer, as far as they were asked for."""
        ended = self.plies >= most or (game.repetition and self.occurrence() >= game.repetition)
        self.who: int = OVER if ended else state.to_play()
        """The seat to move, or CHANCE, or OVER."""

    def play(self, action: int) -> Line:
        """Return what follows by an action, which the caller has checked to be legal."""
        return Line(self.game, self.most, self.state.apply(action), self, action)

    def occurrence(self) -> int:
        """Return how often the position has occurred."""
        return sum(line.key == self.key for line in self.back())

    def back(self) -> Iterator[Line]:
        """Yield this position and those before it, back to the start."""
        line: Line | None = self
        while line is not None:
            yield line
            line = line.before

    def returns(self) -> list[float]:
        """Return the result of each seat; all 0 before the end, and where nobody won."""
        return self.state.returns()

    # -- what a viewer knows; None is a spectator

    def seen(self, viewer: int | None) -> str:
        """Return what a viewer sees now, as JSON."""
        return as_text({"viewer": viewer, "seen": self.sight(viewer)})

    def known(self, viewer: int | None) -> str:
        """Return all that a viewer has read and seen since the start, as JSON: equal where, and
        only where, the viewer has noticed the same."""
        plies = [line.notice(viewer) for line in self.back()]
        noticed = [ply for ply in reversed(plies) if ply]
        return as_text({"viewer": viewer, "plies": noticed, "seen": self.sight(viewer)})

    def seen_by_all(self, viewer: int) -> str:
        """Return what a spectator sees now, as JSON."""
        return self.seen(None)

    def known_to_all(self, viewer: int) -> str:
        """Return all that a spectator has read and seen since the start, as JSON."""
        return self.known(None)

    def seen_alone(self, viewer: int) -> str:
        """Return what a viewer sees now and a spectator does not, as JSON; an empty text where that
        is nothing."""
        shown, own = self.sight(None), self.sight(viewer)
        alone = {name: value for name, value in own.items() if shown.get(name) != value}
        return as_text({"viewer": viewer, "seen": alone}) if alone else ""

    def sight(self, viewer: int | None) -> Json:
        return {**self.state.observe(viewer), "to_play": self.who}

    def notice(self, viewer: int | None) -> list[Any]:
        """Return what a viewer noticed of the last ply: its text, and in a game with secrets what
        the viewer then saw that it had not seen before. The list is empty where the viewer may not
        read the ply and saw no change."""
        if viewer not in self.told:
            self.told[viewer] = self.find_notice(viewer)
        return self.told[viewer]

    def find_notice(self, viewer: int | None) -> list[Any]:
        if self.before is None:
            return []
        before = self.before.state
        text = before.text(self.action, viewer)
        if not self.game.hidden:
            return [text]
        had, has = self.before.sight(viewer), self.sight(viewer)
        news = {name: value for name, value in has.items() if had.get(name) != value}
        may_read = viewer == self.before.who or text == before.text(self.action)
        return [text, news] if may_read or news else []

    # -- copies and pickles

    def __copy__(self) -> Line:
        return self

    def __deepcopy__(self, memo: object) -> Line:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the actions, which are short and make the same match."""
        actions = [line.action for line in self.back() if line.before]
        return replay, (self.game, self.most, actions[::-1])


def begin(game: Game, most: int) -> Line:
    """Return the start of a match."""
    return Line(game, most, game.initial_state())


def replay(game: Game, most: int, actions: list[int]) -> Line:
    """Return where these actions lead from the start of a match."""
    line = begin(game, most)
    for action in actions:
        line = line.play(action)
    return line


def as_text(data: Json) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True)
