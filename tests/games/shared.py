"""What the tests of several games do alike: play moves, read texts, look at a picture."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from string import ascii_lowercase

from everygame.contract import Game, State
from everygame.scene import Scene, View, check, view


def board(side: int, **pieces: str) -> str:
    """Rows from the top with pieces on their squares: `board(8, w="a1 b2", b="c3")`."""
    at = {square: sign for sign, squares in pieces.items() for square in squares.split()}
    return "/".join(
        "".join(at.get(f"{file}{rank}", ".") for file in ascii_lowercase[:side])
        for rank in range(side, 0, -1)
    )


def play(state: State, *moves: str) -> State:
    """The state after these moves. Raises IllegalMove."""
    for move in moves:
        state = state.apply(state.parse(move))
    return state


def at_random(state: State, rng: Random) -> list[State]:
    """All states of a random match."""
    line = [state]
    while actions := line[-1].legal_actions():
        line.append(line[-1].apply(rng.choice(actions)))
    return line


def texts(state: State) -> set[str]:
    """The legal moves."""
    return {state.text(action) for action in state.legal_actions()}


def told(state: State) -> tuple[int, str, list[float]]:
    """Seat to play, ending and returns."""
    return state.to_play(), state.ending(), state.returns()


def reads_back(game: Game, text: str) -> None:
    """A position is written as it was read, and its state comes back from JSON in all it says."""
    state = game.parse_position(text)
    assert state.position() == text
    again = game.from_json(state.to_json())
    assert again.to_json() == state.to_json() and again.position() == text
    assert told(again) == told(state) and texts(again) == texts(state)


def look(draw: Callable[[Game, View], Scene], state: State, viewer: int | None) -> Scene:
    """The picture that a viewer sees, after its own checks."""
    shown = draw(state.game, view(state, viewer))
    assert check(shown) == []
    return shown
