"""Checks that no viewer sees what the history hides from it, until a ply says that it turns it up.

`check_secrets` compares with states that `resample` draws, and a `resample` that copies what the
seat was wrongly shown draws none that differs. So this check asks nothing of `resample`. Beside the
match it plays a second one for each viewer, the *twin*: where the viewer cannot read a ply, the
twin may play another ply that reads the same. As long as both matches read the same to the viewer,
it has to see the same in both.

A ply may turn up what was hidden. Then the history tells it, by the text of that ply or by
`in_words`; and `State.irrevocable` answers "reveals", because nobody may look and take it back.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from everygame.check.deduction import Ply
from everygame.check.difference import two_views
from everygame.check.inspector import Inspector, called, canonical
from everygame.contract import CHANCE, AnyJson, State
from everygame.scene import ply_in_words
from everygame.words import say

SAME: Final = 0.5
"""The share of plies in which a twin plays as the match does, though it may play otherwise."""
ADVICE: Final = say(
    " If the ply turns this up, let irrevocable answer 'reveals', and let the text of the ply, or"
    " in_words, tell it."
)


@dataclass(frozen=True)
class Twin:
    """The present state of a twin, and the last ply in which it differs from the match: the move of
    the match and the move of the twin."""

    state: State
    moves: tuple[str, str]


class Twins:
    """The twins of one match, by viewer. A viewer without a twin gets one at the next ply that it
    cannot read."""

    def __init__(self, inspector: Inspector, rng: Random) -> None:
        self.inspector = inspector
        self.rng = rng
        self.viewers = (None, *range(inspector.game.players)) if inspector.game.hidden else ()
        self.twins: dict[int | None, Twin] = {}

    def follow(self, ply: Ply) -> None:
        """Play the ply of the match in each twin, and compare what the viewers see. At the end of a
        match everything is open, so nothing is compared there; but that a match goes on tells
        something, too."""
        for viewer in self.viewers:
            twin = self.twins.pop(viewer, None)
            played = self.find(ply, twin.state if twin else ply.before, viewer)
            if played is None:
                continue
            differs = played.move != ply.move
            ended = [one.after.is_terminal() for one in (ply, played)]
            if any(ended):
                if not differs and not all(ended):
                    self.require_final(played if ended[0] else ply, viewer)
                continue
            if differs and played.after.to_play() != ply.after.to_play():
                continue  # that a hidden ply ends a turn, everybody sees
            if twin or differs:
                moves = twin.moves if twin and not differs else (ply.move, played.move)
                self.compare(ply, played, viewer, moves)

    def find(self, ply: Ply, start: State, viewer: int | None) -> Ply | None:
        """Return a ply that the twin can play in the state `start` and that reads to the viewer as
        the ply of the match does; None where there is none. A viewer knows its own plies."""
        self.inspector.asked = "text"
        if start.to_play() != ply.before.to_play():
            return None
        read, same = ply.before.text(ply.action, viewer), find_action(start, ply)
        if same is not None and start.text(same, viewer) != read:
            self.require_reveal(ply, viewer, start.text(same, viewer))
            same = None
        action = same
        known = viewer == ply.before.to_play() or read == ply.move
        if not known and (same is None or self.rng.random() > SAME):
            actions = start.legal_actions()
            alike = [action for action in actions if start.text(action, viewer) == read]
            action = self.rng.choice(alike) if alike else None
        return None if action is None else Ply(start, action, start.apply(action))

    def compare(self, ply: Ply, played: Ply, viewer: int | None, moves: tuple[str, str]) -> None:
        """Require that the viewer sees the same after both plies, and keep the twin. Where the ply
        turns something up, the twin ends."""
        self.inspector.asked = "observe"
        one, other = sight(ply.after, viewer), sight(played.after, viewer)
        if canonical(one) == canonical(other):
            self.twins[viewer] = Twin(played.after, moves)
            return
        read, who = repr(ply.before.text(ply.action, viewer)), called(viewer)
        views = two_views(one, other)
        why = say(
            " After {read} {views}, of two matches whose histories read the same to {viewer}: they"
            " differ in a hidden ply, {move} in the one and {another} in the other.",
            read=read,
            views=views,
            viewer=who,
            move=repr(moves[0]),
            another=repr(moves[1]),
        )
        hides = self.inspector.place("observe")
        told = self.words(ply, viewer) != self.words(played, viewer)
        if is_declared(ply):
            self.inspector.require(
                told,
                "{read} turns up something, and the history does not tell it to {viewer}.",
                "text",
                why
                + say(
                    " Let the text of the ply, or in_words, tell it; or hide it.{place}",
                    place=hides,
                ),
                read=read,
                viewer=who,
            )
        secret = not (told and is_final(ply))
        self.inspector.require(
            not secret, "{viewer} sees a secret.", "observe", why + ADVICE, viewer=who
        )

    def words(self, ply: Ply, viewer: int | None) -> str:
        """Return the ply as the viewer reads it in the history."""
        text = ply.before.text(ply.action, viewer)
        if self.inspector.artist is None:
            return text
        states = (ply.before, ply.after)
        return ply_in_words(self.inspector.artist, self.inspector.game, states, text, viewer)

    def require_reveal(self, ply: Ply, viewer: int | None, otherwise: str) -> None:
        """Require that a ply whose text tells what was hidden cannot be taken back."""
        said = (
            "{read} tells {viewer} what was hidden (it would be {otherwise} otherwise), and"
            " irrevocable does not answer 'reveals': who has looked could take it back."
        )
        read = repr(ply.before.text(ply.action, viewer))
        who, other = called(viewer), repr(otherwise)
        self.inspector.require(
            is_final(ply), said, "irrevocable", read=read, viewer=who, otherwise=other
        )

    def require_final(self, ply: Ply, viewer: int | None) -> None:
        """Require that a ply cannot be taken back which does not end the match, and would end
        another match whose history reads the same to the viewer."""
        said = (
            "{read} tells {viewer} what was hidden: the match goes on after it, and would be over"
            " if something else were hidden; and irrevocable does not answer 'reveals': who has"
            " looked could take it back."
        )
        read = repr(ply.before.text(ply.action, viewer))
        self.inspector.require(is_final(ply), said, "irrevocable", read=read, viewer=called(viewer))


def find_action(state: State, ply: Ply) -> int | None:
    """Return the action that has the move text of the ply in another state; None where none has."""
    actions = state.legal_actions()
    if ply.action in actions and state.text(ply.action) == ply.move:
        return ply.action  # without asking for every text
    return next((action for action in actions if state.text(action) == ply.move), None)


def is_declared(ply: Ply) -> bool:
    """Whether the game says of a player's ply that it reveals or draws something."""
    return ply.before.to_play() != CHANCE and bool(ply.before.irrevocable(ply.action))


def is_final(ply: Ply) -> bool:
    """Whether nobody may take the ply back in a game with secrets: the game says so, or chance
    decides the ply or the next one."""
    return CHANCE in (ply.before.to_play(), ply.after.to_play()) or is_declared(ply)


def sight(state: State, viewer: int | None) -> AnyJson:
    """Return what a viewer sees of a state: its observation, who plays, and its own legal moves."""
    mine = viewer is not None and state.to_play() == viewer
    moves = sorted(state.legal_moves()) if mine else []
    return {**state.observe(viewer), "to_play": state.to_play(), "legal_moves": moves}
