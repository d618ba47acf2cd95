"""Scenes of a match, each for one viewer; nothing else of a state ever leaves the server."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from everygame.contract import CHANCE, OVER, Json, State
from everygame.history import START
from everygame.match import TIME, Match, Outcome
from everygame.scene import (
    Artist,
    Choice,
    Scene,
    View,
    choices_of,
    depict,
    look_back,
    ply_in_words,
    view,
)
from everygame.server.changes import changed_cells, moved_pieces
from everygame.words import all_of, say

KEPT: Final = 64
"""Scenes of a match that are kept."""
TURN: Final = 16
"""Plies of a turn that are looked back at: where nothing but a tap ends a turn, one can last for
the whole match."""
ORDINALS: Final = {2: say("second"), 3: say("third"), 4: say("fourth"), 5: say("fifth")}


class Scenes:
    """Draws the nodes of a match and remembers the latest pictures."""

    def __init__(self, match: Match, artist: Artist) -> None:
        self.match = match
        self.artist = artist
        self.called: tuple[str, ...] = artist.seat_names(match.game)
        self.drawn: OrderedDict[tuple[object, ...], Scene] = OrderedDict()
        self.touched: OrderedDict[tuple[object, ...], list[str]] = OrderedDict()
        """The cells that a ply changed, as a viewer saw it."""

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
        told = look_back(state, viewer) if truth and self.tells_truth() else None
        return told or view(state, viewer)

    def tells_truth(self) -> bool:
        """The match is over, and something was hidden that can be shown now."""
        match = self.match
        return (
            match.game.hidden
            and match.outcome() is not None
            and match.state().disclose() is not None
        )

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

    # -- in words

    def words(self, node: int, text: str, viewer: int | None) -> str:
        """The ply that led to a node, for people: `text` is what the viewer reads of it. With
        TRUTH as the viewer all is told."""
        plies = self.match.state(self.match.nodes[node].parent), self.match.state(node)
        return ply_in_words(self.artist, self.match.game, plies, text, viewer)

    # -- what moved

    def last(self, node: int, viewer: int | None, truth: bool = False) -> Json:
        """What moved in the last ply of a player, dice after it included, and the cells of the
        whole turn that it belongs to (its latest plies), as far as the viewer sees it."""
        turn = list(islice(self.turn(node), TURN))
        if not turn:
            return {"pieces": {}, "cells": []}
        before = self.scene(self.match.nodes[turn[0]].parent, viewer, truth)
        after = self.scene(node, viewer, truth)
        cells = dict.fromkeys(changed_cells(before, after))
        for ply in turn[1:]:
            cells |= dict.fromkeys(self.cells(ply, viewer, truth))
        paths = self.paths(turn[0], viewer)
        return {"pieces": moved_pieces(before, after, paths), "cells": list(cells)}

    def cells(self, ply: int, viewer: int | None, truth: bool) -> list[str]:
        """What a ply changed."""
        key = ply, viewer, truth
        if key not in self.touched:
            earlier = self.scene(self.match.nodes[ply].parent, viewer, truth)
            self.touched[key] = changed_cells(earlier, self.scene(ply, viewer, truth))
            if len(self.touched) > KEPT:
                self.touched.popitem(last=False)
        return self.touched[key]

    def turn(self, node: int) -> Iterator[int]:
        """The plies of the turn that led to a node, the last first; dice after it left out. Who
        plays alone has turns of one ply."""
        nodes = self.match.nodes
        while node != START and nodes[node].seat == CHANCE:
            node = nodes[node].parent
        seat = nodes[node].seat
        while node != START and nodes[node].seat == seat:
            yield node
            node = START if len(self.called) == 1 else nodes[node].parent

    def paths(self, ply: int, viewer: int | None) -> list[tuple[str, ...]]:
        """The cells that the ply passed, where the viewer may know them."""
        node = self.match.nodes[ply]
        if self.match.game.hidden and viewer != node.seat:
            return []
        choices = self.scene(node.parent, node.seat).choices
        return [choice.path for choice in choices if choice.move == node.move]
