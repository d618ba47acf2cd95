"""Evade, written a second time and naively, from the rule text alone.

The position held here is the truth: every coin's kind is known. A cell is (file, rank), both from
0: a1 is (0, 0). A coin is "wl" "wg" "bl" "bg", a frozen pair "#", an empty cell "". Before the
set-up is over a coin may read "w?" or "b?".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

Cell = tuple[int, int]

SIZE = 6
FILES = "abcdef"
COLOURS = "wb"
HOME = (0, 5)  # "White's home row is rank 1, Black's rank 6."
KING_STEPS: tuple[Cell, ...] = (
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
)
QUIET_PLIES = 100  # "100 plies without a freeze"
UNKNOWN_START = "b? b? b? b? b? b? / 6 / 6 / 6 / 6 / w? w? w? w? w? w? ; w ; w0 b0"


@dataclass(frozen=True)
class Position:
    information: str  # "hidden", "memory" or "open"
    cells: tuple[tuple[Cell, str], ...]  # the occupied cells, sorted
    seat: int  # whose turn it is; when the game is over, whose turn would have been next
    frozen_leaders: tuple[int, int] = (0, 0)
    quiet: int = 0  # coin moves in a row without a freeze
    setting_up: bool = False
    peeked: str = ""  # the square peeked at in this turn
    outcome: tuple[tuple[float, float], str] | None = None


# ---------------------------------------------------------------- the interface


def start(**options: str) -> Position:
    information = read_options(options)
    if information == "open":
        # "Leaders on c and d for both, everything visible": no set-up plies.
        cells = home_row(0, "cd") + home_row(1, "cd")
        return Position(information, tuple(sorted(cells)), 0)
    unknown = [((file, HOME[s]), COLOURS[s] + "?") for s in (0, 1) for file in range(SIZE)]
    return Position(information, tuple(sorted(unknown)), 0, setting_up=True)


def read(text: str, **options: str) -> Position:
    information = read_options(options)
    if text == UNKNOWN_START and information != "open":
        return start(**options)
    fields = text.split(" ; ")
    if len(fields) != 3 or fields[1] not in ("w", "b"):
        raise ValueError("expected three fields: the board, w or b to play, frozen leaders")
    leaders = read_frozen_leaders(fields[2])
    position = Position(information, read_board(fields[0]), COLOURS.index(fields[1]), leaders)
    check_coins(position)
    if write(position) != text:
        raise ValueError("not the standard form of this position")
    return judged_as_read(position)


def write(position: Position) -> str:
    """The truth; but "before and during set-up all coins read `w?`/`b?`"."""
    at = dict(position.cells)
    rows = []
    for rank in reversed(range(SIZE)):
        row = [at.get((file, rank), "") for file in range(SIZE)]
        if position.setting_up:
            row = [cell and cell[0] + "?" for cell in row]
        rows.append(write_row(row))
    white, black = position.frozen_leaders
    text = f"{' / '.join(rows)} ; {COLOURS[position.seat]} ; w{white} b{black}"
    return text + (f" ; peeked {position.peeked}" if position.peeked else "")


def to_play(position: Position) -> int:
    return -2 if position.outcome is not None else position.seat


def moves(position: Position) -> list[str]:
    if position.outcome is not None:
        return []
    if position.setting_up:
        # "Each player secretly chooses which two of his six home squares hold leaders: 15 ways."
        return sorted("leaders:" + a + b for a, b in combinations(FILES, 2))
    return sorted(coin_moves(position) + peeks(position))


def play(position: Position, text: str) -> Position:
    if text not in moves(position):
        raise ValueError(f"illegal move: {text}")
    if position.setting_up:
        return play_set_up(position, text.removeprefix("leaders:"))
    if text.startswith("peek:"):
        return judge_no_moves(replace(position, peeked=text.removeprefix("peek:")))
    if text[2] == "x":
        return play_freeze(position, cell_of(text[:2]), cell_of(text[3:]))
    return play_step(position, cell_of(text[:2]), cell_of(text[3:]))


def result(position: Position) -> tuple[list[float], str] | None:
    if position.outcome is None:
        return None
    returns, ending = position.outcome
    return list(returns), ending


# ---------------------------------------------------------------- the rules


def home_row(seat: int, leaders: str) -> list[tuple[Cell, str]]:
    kinds = ["l" if file in leaders else "g" for file in FILES]
    return [((f, HOME[seat]), COLOURS[seat] + kind) for f, kind in enumerate(kinds)]


def live(position: Position, seat: int) -> list[Cell]:
    return [cell for cell, coin in position.cells if coin[0] == COLOURS[seat]]


def play_set_up(position: Position, leaders: str) -> Position:
    other = [item for item in position.cells if item[1][0] != COLOURS[position.seat]]
    cells = tuple(sorted(other + home_row(position.seat, leaders)))
    # "White's choice is a ply, then Black's"; then White moves first.
    return replace(position, cells=cells, seat=1 - position.seat, setting_up=position.seat == 0)


def coin_moves(position: Position) -> list[str]:
    at = dict(position.cells)
    enemy = COLOURS[1 - position.seat]
    found = []
    for origin in live(position, position.seat):
        for step in KING_STEPS:
            there = (origin[0] + step[0], origin[1] + step[1])
            if not (0 <= there[0] < SIZE and 0 <= there[1] < SIZE):
                continue
            target = at.get(there, "")
            if not target:
                found.append(name(origin) + "-" + name(there))
            # "Never onto an own coin or a frozen pair" ("#" is no colour).
            elif target[0] == enemy and may_freeze(position, at[origin]):
                found.append(name(origin) + "x" + name(there))
    return found


def may_freeze(position: Position, coin: str) -> bool:
    if position.peeked:
        return False  # "then may not freeze this turn"
    # "In `open`, leaders cannot freeze at all."
    return position.information != "open" or coin[1] != "l"


def peeks(position: Position) -> list[str]:
    # "A player may peek at exactly one own coin before moving"; "a peek is at a live coin".
    if position.information != "memory" or position.peeked:
        return []
    return ["peek:" + name(cell) for cell in live(position, position.seat)]


def play_step(position: Position, origin: Cell, there: Cell) -> Position:
    coin = dict(position.cells)[origin]
    rest = [item for item in position.cells if item[0] != origin]
    after = passed(position, [*rest, (there, coin)], position.quiet + 1)
    # "A leader that moves to an *empty* square of the opponent's home row wins at once."
    if coin[1] == "l" and there[1] == HOME[1 - position.seat]:
        return won_by(after, position.seat, "home")
    return judge_turn(after)


def play_freeze(position: Position, origin: Cell, there: Cell) -> Position:
    at = dict(position.cells)
    rest = [item for item in position.cells if item[0] not in (origin, there)]
    count = list(position.frozen_leaders)
    count[position.seat] += at[origin][1] == "l"
    count[1 - position.seat] += at[there][1] == "l"
    after = passed(position, [*rest, (there, "#")], 0)
    after = replace(after, frozen_leaders=(count[0], count[1]))
    # "A freeze exposes the coin that moved: a leader → its owner loses at once."
    if at[origin][1] == "l":
        return won_by(after, 1 - position.seat, "leader exposed")
    return judge_turn(after)


def passed(position: Position, cells: list[tuple[Cell, str]], quiet: int) -> Position:
    """The turn passes to the other side."""
    return replace(
        position, cells=tuple(sorted(cells)), seat=1 - position.seat, quiet=quiet, peeked=""
    )


# ---------------------------------------------------------------- endings


def judge_turn(position: Position) -> Position:
    """The side to play is about to begin its turn."""
    # "All four leaders frozen: draw at once": before anybody is to move again, so it comes before
    # `no moves` even where the same freeze took the other side's last move. (A leader exposed by
    # that freeze has lost already: "a win is tested before a draw".) Six frozen pairs always hold
    # all four leaders, so the other order would turn every fully frozen board into a loss.
    if position.frozen_leaders == (2, 2):
        return replace(position, outcome=((0.0, 0.0), "leaders frozen"))
    position = judge_no_moves(position)
    if position.outcome is not None:
        return position
    if position.quiet >= QUIET_PLIES:
        return replace(position, outcome=((0.0, 0.0), "no progress"))
    return position


def judge_no_moves(position: Position) -> Position:
    # "Only moves of coins count for ... `no moves`": a peek saves nobody, and after a peek the
    # freezes are gone: "stays legal even where only freezes are left, which then loses".
    if not coin_moves(position):
        return won_by(position, 1 - position.seat, "no moves")
    return position


def judged_as_read(position: Position) -> Position:
    """As the rule says: "as if the other side had just ended its turn"."""
    at = dict(position.cells)
    for seat in (1 - position.seat, position.seat):
        # A live leader on that row can only have come there by the winning move.
        if any(at[c][1] == "l" and c[1] == HOME[1 - seat] for c in live(position, seat)):
            return won_by(position, seat, "home")
    return judge_turn(position)


def won_by(position: Position, seat: int, ending: str) -> Position:
    returns = (1.0, -1.0) if seat == 0 else (-1.0, 1.0)
    return replace(position, outcome=(returns, ending))


# ---------------------------------------------------------------- options and text


def name(cell: Cell) -> str:
    return FILES[cell[0]] + str(cell[1] + 1)


def cell_of(text: str) -> Cell:
    return (FILES.index(text[0]), int(text[1]) - 1)


def read_options(options: dict[str, str]) -> str:
    for option in options:
        if option != "information":
            raise ValueError(f"no such option: {option}")
    information = options.get("information", "memory")
    if information not in ("hidden", "memory", "open"):
        raise ValueError("information must be hidden, memory or open")
    return information


def read_frozen_leaders(text: str) -> tuple[int, int]:
    for white in (0, 1, 2):
        for black in (0, 1, 2):
            if text == f"w{white} b{black}":
                return white, black
    raise ValueError("the third field counts the frozen leaders: w0 b0 to w2 b2")


def read_board(text: str) -> tuple[tuple[Cell, str], ...]:
    rows = text.split(" / ")
    if len(rows) != SIZE:
        raise ValueError(f"{len(rows)} ranks, not {SIZE}")
    cells: list[tuple[Cell, str]] = []
    for rank, row in zip(reversed(range(SIZE)), rows, strict=True):
        file = 0
        for word in row.split(" "):
            if word in ("1", "2", "3", "4", "5", "6"):
                file += int(word)
            elif word in ("wl", "wg", "bl", "bg", "#"):
                cells.append(((file, rank), word))
                file += 1
            else:
                raise ValueError(f"rank {rank + 1}: cannot read {word!r}")
        if file != SIZE:
            raise ValueError(f"rank {rank + 1} has {file} cells, not {SIZE}")
    return tuple(sorted(cells))


def check_coins(position: Position) -> None:
    """Two leaders and four guards: "six coins a side counting frozen ones"."""
    coins = [coin for _, coin in position.cells]
    for colour, leaders in zip(COLOURS, position.frozen_leaders, strict=True):
        if coins.count(colour + "l") + leaders != 2:
            raise ValueError(f"{colour} needs two leaders, frozen ones counted")
        frozen_guards = coins.count("#") - leaders
        if frozen_guards < 0 or coins.count(colour + "g") + frozen_guards != 4:
            raise ValueError(f"{colour} needs four guards, frozen ones counted")


def write_row(row: list[str]) -> str:
    words: list[str] = []
    for cell in row:
        if cell:
            words.append(cell)
        elif words and words[-1].isdigit():
            words[-1] = str(int(words[-1]) + 1)
        else:
            words.append("1")
    return " ".join(words)
