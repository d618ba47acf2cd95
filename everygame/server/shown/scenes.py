"""Scenes of a match, each for one viewer; nothing else of a state ever leaves the server."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import Final

from everygame.contract import OVER, State
from everygame.match import TIME, Outcome
from everygame.scene import (
    Choice,
    Scene,
    View,
    choices_of,
    depict,
    look_back,
    view,
)
from everygame.server.matches.session import Session
from everygame.words import all_of, say

KEPT: Final = 64
"""Scenes of a match that are kept."""
ORDINALS: Final = {2: say("second"), 3: say("third"), 4: say("fourth"), 5: say("fifth")}


class Scenes:
    """Draws the nodes of a match and remembers the latest pictures."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.match = session.match
        self.artist = session.artist
        self.called: tuple[str, ...] = self.artist.seat_names(session.game)
        self.drawn: OrderedDict[tuple[object, ...], Scene] = OrderedDict()

    def scene(self, node: int, viewer: int | None, truth: bool = False) -> Scene:
        """What a viewer sees at a node, with the choices that it has or had there; or `truth`,
        all of it, once the match is over."""
        outcome = self.match.outcome(node)
        key = node, viewer, truth, outcome
        if key not in self.drawn:
            self.drawn[key] = self.draw(node, viewer, truth, outcome)
            if len(self.drawn) > KEPT:
                self.drawn.popitem(last=False)
        return self.drawn[key]

    def draw(self, node: int, viewer: int | None, truth: bool, outcome: Outcome | None) -> Scene:
        state = self.match.state(node)
        seen = self.look(state, viewer, truth)
        if outcome:
            seen = replace(seen, to_play=OVER, moves=())
            seen = replace(seen, returns=outcome.returns, ending=outcome.ending)
        scene = depict(self.artist, self.match.game, seen)
        if outcome and (state.to_play() != OVER or not scene.over):
            return replace(scene, over=self.sentence(outcome))
        return scene

    def look(self, state: State, viewer: int | None, truth: bool) -> View:
        """What a viewer may know, or all of it. The truth is for matches that are over: here is
        the one place where it is turned into a picture."""
        told = look_back(state, viewer) if truth and self.session.tells_truth() else None
        return told or view(state, viewer)

    def glimpse(self, state: State, viewer: int | None, truth: bool = False) -> Scene:
        """What a viewer would see of a state that is in no history."""
        seen = self.look(state, viewer, truth)
        return depict(self.artist, self.match.game, seen)

    def sentence(self, outcome: Outcome) -> str:
        """How it ended, where the game does not say it: by resignation or repetition, for one."""
        if outcome.resigned is not None:
            return self.loss(outcome, self.called[outcome.resigned])
        if outcome.ending == "agreement":
            return say("A draw by agreement.")
        if outcome.ending == "stopped":
            return say("Stopped without a result.")
        if outcome.ending == "repetition":
            times = ORDINALS.get(self.match.game.repetition, say("last allowed"))
            return say("A draw: the same position for the {times} time.", times=times)
        ending = say(outcome.ending)
        if winners := self.winners(outcome):
            return say("{winners}: {ending}.", winners=winners, ending=ending)
        return say("A draw: {ending}.", ending=ending)

    def loss(self, outcome: Outcome, who: str) -> str:
        """Somebody gave up or was out of time."""
        late = outcome.ending == TIME
        if len(self.called) == 1:
            return say("The time is up.") if late else say("Given up.")
        winners = self.winners(outcome)
        if late:
            return say("The time of {name} is up; {winners}.", name=who, winners=winners)
        return say("{name} gave up; {winners}.", name=who, winners=winners)

    def winners(self, outcome: Outcome) -> str:
        """ "North won", "Noughts won"; empty for a draw."""
        names = [name for name, gain in zip(self.called, outcome.returns, strict=True) if gain > 0]
        return say("{names} won", names=all_of(names)) if names else ""

    def choice(self, node: int, seat: int, move: str) -> Choice | None:
        """The choice of a move that a seat has at a node."""
        choices = choices_of(self.scene(node, seat))
        return next((choice for choice in choices if choice.move == move), None)
