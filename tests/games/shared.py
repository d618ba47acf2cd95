"""What the tests of several games do alike: play moves, read texts, look at a picture."""

from __future__ import annotations

from collections.abc import Callable

from everygame.contract import Game, State
from everygame.scene import Scene, View, check, view


def play(state: State, *moves: str) -> State:
    """The state after these moves. Raises IllegalMove."""
    for move in moves:
        state = state.apply(state.parse(move))
    return state


def texts(state: State) -> set[str]:
    """The legal moves."""
    return {state.text(action) for action in state.legal_actions()}


def reads_back(game: Game, text: str) -> None:
    """A position is written as it was read, and its state comes back from JSON in all it says."""
    state = game.parse_position(text)
    assert state.position() == text
    again = game.from_json(state.to_json())
    assert again.to_json() == state.to_json() and again.position() == text
    assert (again.to_play(), again.ending()) == (state.to_play(), state.ending())
    assert again.returns() == state.returns() and texts(again) == texts(state)


def look(draw: Callable[[Game, View], Scene], state: State, viewer: int | None) -> Scene:
    """The picture that a viewer sees, after its own checks."""
    shown = draw(state.game, view(state, viewer))
    assert check(shown) == []
    return shown
