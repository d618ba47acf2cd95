"""Draws the scenes of a match, each for one viewer. Everything that leaves the server about a state
is part of a scene."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import Final

from everygame.contract import OVER, State
from everygame.history import TIME
from everygame.match import Outcome
from everygame.scene import (
    Scene,
    View,
    depict,
    look_back,
    view,
)
from everygame.server.matches.session import Session
from everygame.sides import side_count
from everygame.words import all_of, say

MOST_SCENES: Final = 64
"""The number of scenes of a match that stay in memory."""
REPETITIONS: Final = {
    2: say("A draw: the same position for the second time."),
    3: say("A draw: the same position for the third time."),
    4: say("A draw: the same position for the fourth time."),
    5: say("A draw: the same position for the fifth time."),
}


class Scenes:
    """Draws the positions of a match and remembers the latest scenes."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.match = session.match
        self.artist = session.artist
        self.seat_names: tuple[str, ...] = self.artist.seat_names(session.game)
        self.drawn: OrderedDict[tuple[object, ...], Scene] = OrderedDict()
        """The most recent scenes, by node, viewer, `truth` and outcome. The outcome is part of the
        key because a match can end, and go on again, at one node."""

    def scene(self, node: int, viewer: int | None, truth: bool = False) -> Scene:
        """Return what a viewer sees at a node, with the choices that the viewer has or had there.
        With `truth`, once the match is over, nothing is hidden."""
        outcome = self.match.outcome(node)
        key = node, viewer, truth, outcome
        if key not in self.drawn:
            self.drawn[key] = self.draw(node, viewer, truth, outcome)
            if len(self.drawn) > MOST_SCENES:
                self.drawn.popitem(last=False)
        return self.drawn[key]

    def draw(self, node: int, viewer: int | None, truth: bool, outcome: Outcome | None) -> Scene:
        """Draw the scene at a node. If the match ended there by something other than its rules, the
        scene offers no choices and says how it ended."""
        state = self.match.state(node)
        seen = self.view_for(state, viewer, truth)
        if outcome:
            seen = replace(seen, to_play=OVER, moves=())
            seen = replace(seen, returns=outcome.returns, ending=outcome.ending)
        scene = depict(self.artist, self.match.game, seen)
        if outcome and (state.to_play() != OVER or not scene.over):
            return replace(scene, over=self.sentence(outcome))
        return scene

    def view_for(self, state: State, viewer: int | None, truth: bool) -> View:
        """Return what a viewer may know of a state; with `truth`, everything. This is the only
        place where hidden things get into a picture, and it checks that the match is over."""
        all_of_it = look_back(state, viewer) if truth and self.session.can_show_truth() else None
        return all_of_it or view(state, viewer)

    def glimpse(self, state: State, viewer: int | None, truth: bool = False) -> Scene:
        """Return what a viewer would see of a state that is not in the history, such as the state
        after a move tried out."""
        seen = self.view_for(state, viewer, truth)
        return depict(self.artist, self.match.game, seen)

    def sentence(self, outcome: Outcome) -> str:
        """Say how the match ended, for people, where the game does not say it: by resignation,
        time, agreement or repetition."""
        if outcome.resigned is not None:
            return self.loss_sentence(outcome, self.seat_names[outcome.resigned])
        if outcome.ending == "agreement":
            return say("A draw by agreement.")
        if outcome.ending == "stopped":
            return say("Stopped without a result.")
        if outcome.ending == "repetition":
            usual = say("A draw: the same position for the last allowed time.")
            return REPETITIONS.get(self.match.game.repetition, usual)
        ending = say(outcome.ending)
        if winners := self.winners(outcome):
            return say("{winners} won: {ending}.", winners=winners, ending=ending)
        if side_count(self.match.game) == 1:
            return say("It is not won: {ending}.", ending=ending)
        return say("A draw: {ending}.", ending=ending)

    def loss_sentence(self, outcome: Outcome, name: str) -> str:
        """Say that a player gave up or ran out of time, and who won, if anybody did."""
        late, winners = outcome.ending == TIME, self.winners(outcome)
        if len(self.seat_names) == 1:
            return say("The time is up.") if late else say("Given up.")
        if late and winners:
            return say("The time of {name} is up; {winners} won.", name=name, winners=winners)
        if late:
            return say("The time of {name} is up.", name=name)
        if winners:
            return say("{name} gave up; {winners} won.", name=name, winners=winners)
        return say("{name} gave up.", name=name)

    def winners(self, outcome: Outcome) -> str:
        """Return the names of the seats that won, "North" or "North and South"; an empty text for a
        draw."""
        gains = zip(self.seat_names, outcome.returns, strict=True)
        return all_of(name for name, gain in gains if gain > 0)
