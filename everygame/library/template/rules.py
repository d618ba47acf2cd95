"""Template: take one, two or three sticks; whoever takes the last one wins.

This is a whole game. Change it until it is yours, and run `everygame check template` now and then.
"""

from everygame.contract import OVER, TRUTH, Game, Json, State
from everygame.scene import Choice, Piece, Region, Scene, View

STICKS = 15
COLUMNS, ROWS = 5, 3
PLACES = [f"{'abcdefghi'[i % COLUMNS]}{ROWS - i // COLUMNS}" for i in range(STICKS)]


class TemplateState(State):
    """One position: all of it, and nothing of the past that the rules do not need."""

    def __init__(self, left: int, turn: int) -> None:
        self.left = left
        self.turn = turn

    def to_play(self) -> int:
        return self.turn if self.left else OVER

    def legal_actions(self) -> list[int]:
        return [taken for taken in (1, 2, 3) if taken <= self.left]

    def advance(self, action: int) -> None:
        self.left -= action
        self.turn = 1 - self.turn

    def returns(self) -> list[float]:
        if self.left:
            return [0.0, 0.0]
        return [-1.0, 1.0] if self.turn == 0 else [1.0, -1.0]  # the opponent took the last stick

    def ending(self) -> str:
        return "" if self.left else "last stick"

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        return f"take{action}"

    def to_json(self) -> Json:
        return {"left": self.left, "turn": self.turn}


class Template(Game):
    """The rules with their options fixed; this game has no options."""

    name = "template"
    num_actions = 4

    def initial_state(self) -> State:
        return TemplateState(STICKS, 0)

    def from_json(self, data: Json) -> State:
        left = self.read_number(data, "left", 0, STICKS)
        return TemplateState(left, self.read_number(data, "turn", 0, 1))


def seat_names(game: Game) -> tuple[str, ...]:
    """Return the names by which people call the seats."""
    return ("First", "Second")


def scene(game: Game, view: View) -> Scene:
    """Draw the picture for one viewer, from what that viewer may know."""
    left = view.observation["left"]
    board = Region("board", "Sticks", columns=COLUMNS, rows=ROWS)
    sticks = tuple(Piece(f"s{i}", PLACES[i], "token", "Stick", 0, text="|") for i in range(left))
    choices = tuple(
        Choice(move, (PLACES[left - int(move[-1])],), kind="take") for move in view.moves
    )
    prompt = "Choose one of the last three sticks: it is taken, with those after it."
    return Scene(COLUMNS, ROWS, (board,), sticks, prompt if choices else "", choices)


GAME = Template
