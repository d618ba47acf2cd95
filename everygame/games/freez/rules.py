"""The rules of Freez! (1993): move a piece as many squares as its number says, turn on snowflakes,
and freeze what you capture."""

from __future__ import annotations

from everygame import colours
from everygame.contract import AnyJson, Game, State
from everygame.fast.bits import BITS
from everygame.games.freez.board import Board
from everygame.games.freez.notation import (
    BLACK,
    EMPTY,
    FROZEN,
    LETTERS,
    SQUARES,
    read_board,
    read_position,
    require,
    squares_of,
)
from everygame.games.freez.options import OPTIONS, read_lineup, read_snow
from everygame.games.freez.state import DONE, QUIET_LIMIT, FreezState


class Freez(Game):
    """The game with its options fixed: `size`, `snow`, `lineup`, `wall`, `colours`."""

    name = "freez"
    options = OPTIONS
    num_actions = DONE + 1
    repetition = 3

    def __init__(self, **options: str) -> None:
        super().__init__(**options)
        self.size = int(self.values["size"])
        # each piece is captured at most once; a turn has three plies at most
        self.longest = 2 * self.size * QUIET_LIMIT * 3
        self.lineup = read_lineup(self.values["lineup"], self.size)
        self.snow = read_snow(self.values["snow"], self.size)
        self.board = Board(self.size, self.snow, self.values["wall"] == "tactical")
        colours.check(self.values["colours"], self.players)

    def initial_state(self) -> State:
        cells = [EMPTY] * 64
        for file, number in enumerate(self.lineup):
            cells[file] = int(number)
            cells[9 * (self.size - 1) - file] = int(number) + BLACK
        return self.begin_turn(self.set_up(cells, 0))

    def set_up(self, cells: list[int], turn: int) -> FreezState:
        state = FreezState(self.board)
        for square, content in enumerate(cells):
            if content:
                state.put(square, content)
        state.turn = turn
        return state

    def parse_position(self, text: str) -> State:
        return self.begin_turn(self.set_up(*read_position(text, self.size)))

    def from_json(self, data: AnyJson) -> State:
        cells = read_board(self.read_text(data, "board", ".*"), self.size)
        state = self.set_up(cells, self.read_number(data, "turn", 0, 1))
        state.quiet = self.read_number(data, "quiet", 0, QUIET_LIMIT)
        state.tapped = self.read_truth(data, "tapped")
        state.shifted = self.read_truth(data, "shifted")
        moved = self.read_text(data, "moved", "([a-h][1-8])?")
        if self.read_truth(data, "box"):
            captured = 1 - state.turn if moved else state.turn
            state.box = FROZEN + captured * BLACK
            several = len(squares_of(cells, captured)) < self.size
            require(several, "With the one in the box a side has too many pieces.")
            require(state.quiet == 0, "quiet is 0 after a capture.")
        if state.box or not moved:
            done = state.tapped or state.shifted
            require(not done, "Only after a move without a capture is a piece tapped or shifted.")
        return self.resume_turn(state, moved) if moved else self.begin_turn(state)

    def begin_turn(self, state: FreezState) -> FreezState:
        """Return the state at the beginning of a turn, after testing whether the match is over as
        if the other seat had just ended its turn. Raises BadPosition."""
        state.judge(1 - state.turn)
        lost = not state.live[state.turn] and bool(state.live[1 - state.turn])
        require(
            lost or not state.box,
            "Between turns the box holds nothing but a side's last live piece.",
        )
        return state

    def resume_turn(self, state: FreezState, moved: str) -> FreezState:
        """Return the state in the middle of a turn, after the piece on `moved` has moved. Raises
        BadPosition if such a turn could not go on."""
        state.moved = SQUARES.index(moved)
        mine, theirs = state.live[state.turn], state.live[1 - state.turn]
        mover = bool(BITS[state.moved] & mine)
        require(mover, "No live piece to play stands on {moved}.", moved=moved)
        name = LETTERS[1 - state.turn]
        require(bool(theirs), "{name} has no live piece, so the match is over.", name=name)
        if state.box:
            room = state.fill_places(state.list) > 0
            require(room, "Beside {moved} is no room for the piece in the box.", moved=moved)
            return state
        require(state.quiet > 0, "quiet is 0 only after a capture.")
        owns = FROZEN + state.turn * BLACK in state.cells
        require(owns or not state.shifted, "There is no frozen piece that was shifted.")
        require(state.fill_options(state.list) > 1, "Nothing is left to do in this turn.")
        return state


GAME = Freez
