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
    StateFields,
    read_board,
    read_fields,
    read_position,
    require,
    squares_of,
)
from everygame.games.freez.setup import OPTIONS, read_lineup, read_snow
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
        """Return a state at the beginning of a turn of the seat `turn`, after testing whether the
        match is over as if the other seat had just ended its turn. `quiet` counts the turns in a
        row without a capture."""
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
        fields = read_fields(data, QUIET_LIMIT)
        cells = read_board(fields.board, self.size, self.pieces)
        if fields.box:
            captured = len(squares_of(cells, 1 - fields.turn if fields.moved else fields.turn))
            require(captured < self.pieces, "With the one in the box a side has too many pieces.")
            require(fields.quiet == 0, "quiet is 0 after a capture.")
        if fields.box or not fields.moved:
            require(not fields.tapped, "Only after a move without a capture is a piece tapped.")
            require(not fields.shifted, "Only after a move without a capture is a piece shifted.")
        return self.in_turn(cells, fields) if fields.moved else self.at_turn(cells, fields)

    def at_turn(self, cells: list[int], fields: StateFields) -> FreezState:
        """Return the state at the beginning of a turn, or at the end of the match, from fields that
        `read_fields` has checked. Raises BadPosition."""
        state = self.between_turns(cells, fields.turn, fields.quiet)
        if fields.box:
            lost = not state.live[fields.turn] and bool(state.live[1 - fields.turn])
            require(lost, "Between turns the box holds nothing but a side's last live piece.")
            state.box = FROZEN + fields.turn * BLACK
        return state

    def in_turn(self, cells: list[int], fields: StateFields) -> FreezState:
        """Return the state in the middle of a turn, after its first ply, from fields that
        `read_fields` has checked. Raises BadPosition if such a turn could not go on."""
        state = self.set_up(cells, fields.turn, fields.quiet)
        state.moved = SQUARES.index(fields.moved)
        state.tapped, state.shifted = fields.tapped, fields.shifted
        mine, theirs = state.live[fields.turn], state.live[1 - fields.turn]
        require(
            bool(BITS[state.moved] & mine),
            "No live piece to play stands on {moved}.",
            moved=fields.moved,
        )
        require(
            bool(theirs),
            "{name} has no live piece, so the match is over.",
            name=LETTERS[1 - fields.turn],
        )
        if fields.box:
            state.box = FROZEN + (1 - fields.turn) * BLACK
            room = state.fill_places(state.list) > 0
            require(room, "Beside {moved} is no room for the piece in the box.", moved=fields.moved)
        else:
            require(fields.quiet > 0, "quiet is 0 only after a capture.")
            owns = FROZEN + fields.turn * BLACK in cells
            require(owns or not fields.shifted, "There is no frozen piece that was shifted.")
            done = fields.tapped and (fields.shifted or not state.can_shift())
            require(not done, "Nothing is left to do in this turn.")
        return state


GAME = Freez
