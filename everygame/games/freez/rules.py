"""Freez!, 1993: move as far as your number says, turn on snowflakes, freeze what you capture."""

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
    Told,
    read_board,
    read_position,
    read_told,
    require,
    squares_of,
)
from everygame.games.freez.setup import OPTIONS, read_lineup, read_snow
from everygame.games.freez.state import DONE, QUIET_LIMIT, FreezState


class Freez(Game):
    """Options: `size`, `snow`, `lineup`, `wall`, `colours`."""

    name = "freez"
    options = OPTIONS
    num_actions = DONE + 1
    repetition = 3

    def __init__(self, **options: str) -> None:
        super().__init__(**options)
        self.size = int(self.values["size"])
        self.lineup = read_lineup(self.values["lineup"], self.size)
        self.snow = read_snow(self.values["snow"], self.size)
        self.board = Board(self.size, self.snow, self.values["wall"] == "tactical")
        self.pieces = self.size
        colours.check(self.values["colours"], self.players)

    def initial_state(self) -> State:
        cells = [EMPTY] * 64
        for file, number in enumerate(self.lineup):
            cells[file] = int(number)
            cells[9 * (self.size - 1) - file] = int(number) + BLACK
        return self.between_turns(cells, 0, 0)

    def between_turns(self, cells: list[int], turn: int, quiet: int) -> FreezState:
        """A state before a turn, judged as if the other side had just ended its own."""
        state = self.set_up(cells, turn, quiet)
        state.judge(1 - turn)
        return state

    def set_up(self, cells: list[int], turn: int, quiet: int) -> FreezState:
        state = FreezState(self.board)
        for square, content in enumerate(cells):
            if content:
                state.put(square, content)
        state.turn = turn
        state.quiet = quiet
        return state

    def parse_position(self, text: str) -> State:
        cells, turn = read_position(text, self.size, self.pieces)
        return self.between_turns(cells, turn, 0)

    def from_json(self, data: AnyJson) -> State:
        told = read_told(data, QUIET_LIMIT)
        cells = read_board(told.board, self.size, self.pieces)
        if told.box:
            captured = len(squares_of(cells, 1 - told.turn if told.moved else told.turn))
            require(captured < self.pieces, "With the one in the box a side has too many pieces.")
            require(told.quiet == 0, "quiet is 0 after a capture.")
        if told.box or not told.moved:
            require(not told.tapped, "Only after a move without a capture is a piece tapped.")
            require(not told.shifted, "Only after a move without a capture is a piece shifted.")
        return self.in_turn(cells, told) if told.moved else self.at_turn(cells, told)

    def at_turn(self, cells: list[int], told: Told) -> FreezState:
        """The state before a turn, or at the end of the match."""
        state = self.between_turns(cells, told.turn, told.quiet)
        if told.box:
            lost = not state.live[told.turn] and bool(state.live[1 - told.turn])
            require(lost, "Between turns the box holds nothing but a side's last live piece.")
            state.box = FROZEN + told.turn * BLACK
        return state

    def in_turn(self, cells: list[int], told: Told) -> FreezState:
        """The state after the first ply of a turn."""
        state = self.set_up(cells, told.turn, told.quiet)
        state.moved = SQUARES.index(told.moved)
        state.tapped, state.shifted = told.tapped, told.shifted
        mine, theirs = state.live[told.turn], state.live[1 - told.turn]
        require(
            bool(BITS[state.moved] & mine),
            "No live piece to play stands on {moved}.",
            moved=told.moved,
        )
        require(
            bool(theirs),
            "{name} has no live piece, so the match is over.",
            name=LETTERS[1 - told.turn],
        )
        if told.box:
            state.box = FROZEN + (1 - told.turn) * BLACK
            room = state.fill_places(state.list) > 0
            require(room, "Beside {moved} is no room for the piece in the box.", moved=told.moved)
        else:
            require(told.quiet > 0, "quiet is 0 only after a capture.")
            owns = FROZEN + told.turn * BLACK in cells
            require(owns or not told.shifted, "There is no frozen piece that was shifted.")
            done = told.tapped and (told.shifted or not state.can_shift())
            require(not done, "Nothing is left to do in this turn.")
        return state


GAME = Freez
