"""Ice Floes, written a second time and naively, from the rule text alone.

A cell is (row, column) as the board stands on the page: row 0 is the top row.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

Cell = tuple[int, int]

STEPS: dict[str, Cell] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}

# "Seats in turn order: P Q with two, P R Q S with four"; three are "the four's board, S stays
# away and its floe stays empty".
SEATS: dict[str, str] = {"1": "P", "2": "PQ", "3": "PRQ", "4": "PRQS"}

LEVELS: dict[str, str] = {
    "standard": "*.....*/...P.../..*.*../.*...*./..*.*../...Q.../*.....*",
    # The rule file prints the fourth row as ".**...**", eight characters on a board of seven.
    # "12 floes" and "four-fold symmetric" leave only this row.
    "diamond": "...P.../.*.*.*./......./**...**/......./.*.*.*./...Q...",
    "classic": "..P../...../*...*/...../..Q..",
}

OPTIONS = ("players", "level", "max_plies", "size")


@dataclass(frozen=True)
class Position:
    size: int
    floes: frozenset[Cell]  # every floe, those under the players too
    players: tuple[tuple[str, Cell], ...]  # those still in the game, in turn order
    seats: str  # every seat that began the game, in turn order
    turn: str  # whose turn it is; when the game is over, whose turn would have been next
    plies: int
    max_plies: int


# ---------------------------------------------------------------- the interface


def start(**options: str) -> Position:
    rows = level_rows(options)
    seats, max_plies = read_options(options)
    rows = seat_players(rows, seats)
    return checked(build(rows, seats, "P", max_plies))


def read(text: str, **options: str) -> Position:
    seats, max_plies = read_options(options)
    fields = text.split(" ; ")
    if len(fields) != 2:
        raise ValueError("expected two fields: the board and who is to play")
    position = build(fields[0].split("/"), seats, fields[1], max_plies)
    if len(seats) == 2 and len(position.players) != 2:
        raise ValueError("two players need P and Q on the board")
    return checked(position)


def write(position: Position) -> str:
    at = {cell: mark for mark, cell in position.players}
    rows = []
    for row in range(position.size):
        cells = [(row, column) for column in range(position.size)]
        rows.append("".join(at.get(c, "*" if c in position.floes else ".") for c in cells))
    return "/".join(rows) + " ; " + position.turn


def to_play(position: Position) -> int:
    return -2 if result(position) is not None else position.seats.index(position.turn)


def moves(position: Position) -> list[str]:
    if result(position) is not None:
        return []
    return directions(position, position.turn)


def play(position: Position, text: str) -> Position:
    if text not in moves(position):
        raise ValueError(f"illegal move: {text}")
    moved = moved_by_one(position, STEPS[text])
    if on_goal(moved) is None:  # "the goal is tested first"
        moved = without_the_trapped(moved)
    return replace(moved, turn=next_player(moved), plies=position.plies + 1)


def result(position: Position) -> tuple[list[float], str] | None:
    winner = on_goal(position)
    if winner is not None:
        return returns_for(position.seats, winner), "goal"
    # "One player: ... no draw rule". An eliminated player shares in a draw of the others
    # (our reading: the rule text knows only "a draw 0 0").
    if len(position.seats) > 1 and position.plies >= position.max_plies:
        return [0.0] * len(position.seats), "max plies"
    return None


# ---------------------------------------------------------------- the rules


def goal(size: int) -> Cell:
    return (size // 2, size // 2)


def on_board(size: int, cell: Cell) -> bool:
    return 0 <= cell[0] < size and 0 <= cell[1] < size


def plus(cell: Cell, step: Cell) -> Cell:
    return (cell[0] + step[0], cell[1] + step[1])


def directions(position: Position, mark: str) -> list[str]:
    """Where "the next square is on the board and holds no player"."""
    where = dict(position.players)
    taken = set(where.values())
    found = []
    for name, step in STEPS.items():
        following = plus(where[mark], step)
        if on_board(position.size, following) and following not in taken:
            found.append(name)
    return sorted(found)


def moved_by_one(position: Position, step: Cell) -> Position:
    """The position after the move of the player whose turn it is; the turn does not pass yet."""
    old = dict(position.players)[position.turn]
    if plus(old, step) in position.floes:
        # "Step onto it; the old floe stays behind, empty."
        return put_player(position, plus(old, step))
    new = old
    # "Glide together until the next square is off the board or holds a floe (occupied or not)."
    while on_board(position.size, plus(new, step)) and plus(new, step) not in position.floes:
        new = plus(new, step)
    floes = (position.floes - {old}) | {new}
    return replace(put_player(position, new), floes=floes)


def put_player(position: Position, cell: Cell) -> Position:
    players = tuple((m, cell if m == position.turn else c) for m, c in position.players)
    return replace(position, players=players)


def on_goal(position: Position) -> str | None:
    """Who rests on the goal. No player passes over it between two plies, so being there is it."""
    for mark, cell in position.players:
        if cell == goal(position.size):
            return mark
    return None


def trapped(position: Position) -> list[str]:
    """Every player who has no direction left.

    Another player holds him then: every square has neighbours, and only a player on the
    neighbour takes the direction away.
    """
    return [mark for mark, _ in position.players if not directions(position, mark)]


def without_the_trapped(position: Position) -> Position:
    # "Eliminated, all at the same moment, the mover included: piece off, floe stays."
    out = trapped(position)
    return replace(position, players=tuple(p for p in position.players if p[0] not in out))


def next_player(position: Position) -> str:
    """The next seat in turn order that is still in the game (alone: himself)."""
    left = [mark for mark, _ in position.players]
    here = position.seats.index(position.turn)
    order = position.seats[here + 1 :] + position.seats[: here + 1]
    return next(mark for mark in order if mark in left)


def returns_for(seats: str, winner: str) -> list[float]:
    # "The winner 1 and each other -1/(n-1)"; "one player alone gets 1 for a solved puzzle".
    # n counts every seat, an eliminated one too.
    return [1.0 if mark == winner else -1.0 / (len(seats) - 1) for mark in seats]


# ---------------------------------------------------------------- options, levels, text


def read_options(options: dict[str, str]) -> tuple[str, int]:
    for name in options:
        if name not in OPTIONS:
            raise ValueError(f"no such option: {name}")
    players = options.get("players", "2")
    if players not in SEATS:
        raise ValueError("players must be 1, 2, 3 or 4")
    max_plies = int(options.get("max_plies", "200"))
    if max_plies < 1:
        raise ValueError("max_plies must be at least 1")
    return SEATS[players], max_plies


def level_rows(options: dict[str, str]) -> list[str]:
    level = options.get("level", "standard")
    rows = LEVELS.get(level, level).split("/")
    if "size" not in options or int(options["size"]) == len(rows):
        return rows
    if level != "standard":
        raise ValueError("size goes with the level standard only")
    return larger_standard(int(options["size"]))


def larger_standard(size: int) -> list[str]:
    """What "`size=N` makes the standard pattern larger" gives.

    Our reading: every floe keeps its direction from the goal, and its distance grows with the
    board: half = (N - 1) / 2, distances 3, 2 and 1 become 3, 2 and 1 thirds of half, rounded to
    the nearest whole number (a third is never halfway). Corner floes stay in the corners, the
    players stay on the middle lines, the pattern keeps its four-fold symmetry and its 12 floes.
    """
    if size < 7 or size % 2 == 0:
        raise ValueError("size must be odd and at least 7")
    half = size // 2
    old_rows = LEVELS["standard"].split("/")
    new_rows = [["."] * size for _ in range(size)]
    for row in range(7):
        for column in range(7):
            if old_rows[row][column] != ".":
                new_row = half + scaled(row - 3, half)
                new_column = half + scaled(column - 3, half)
                new_rows[new_row][new_column] = old_rows[row][column]
    return ["".join(row) for row in new_rows]


def scaled(offset: int, half: int) -> int:
    return round(offset * half / 3)


def seat_players(rows: list[str], seats: str) -> list[str]:
    """The level's board with exactly the wanted players on it."""
    check_square(rows)
    grid = [list(row) for row in rows]
    for row in grid:
        for column, mark in enumerate(row):
            # "12 floes counting those under the players": a player who does not play leaves his.
            if mark in "PQRS" and mark not in seats:
                row[column] = "*"
    if len(seats) > 2:
        seat_west_and_east(grid, seats)
    seated = ["".join(row) for row in grid]
    if any("".join(seated).count(mark) != 1 for mark in seats):
        raise ValueError("the level must hold each player once")
    return seated


def seat_west_and_east(grid: list[list[str]], seats: str) -> None:
    """The two more of "P north, then counter-clockwise R west, Q south, S east".

    R stands where P comes to by a quarter turn counter-clockwise, S where Q comes to.
    """
    for mark, opposite in (("R", "P"), ("S", "Q")):
        if mark not in seats or any(mark in row for row in grid):
            continue  # a literal board may say where they stand
        for row, column in [
            (len(grid) - 1 - c, r)
            for r, line in enumerate(grid)
            for c, cell in enumerate(line)
            if cell == opposite
        ]:
            if grid[row][column] != "*":
                raise ValueError(f"no floe for {mark} on this level")
            grid[row][column] = mark


def check_square(rows: list[str]) -> None:
    if len(rows) < 3 or len(rows) % 2 == 0:
        raise ValueError("the board needs an odd number of rows, at least 3")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows):
            raise ValueError(f"row {number} has {len(row)} cells, not {len(rows)}")
        for mark in row:
            if mark not in ".*PQRS":
                raise ValueError(f"row {number}: unknown mark {mark}")


def build(rows: list[str], seats: str, turn: str, max_plies: int) -> Position:
    check_square(rows)
    found: list[tuple[str, Cell]] = []
    floes: set[Cell] = set()
    for row, line in enumerate(rows):
        for column, mark in enumerate(line):
            if mark != ".":
                floes.add((row, column))
            if mark in "PQRS":
                found.append((mark, (row, column)))
    marks = [mark for mark, _ in found]
    if any(mark not in seats for mark in marks) or len(set(marks)) != len(marks):
        raise ValueError("a player twice on the board, or one who does not play")
    if turn not in marks:
        raise ValueError(f"not a player on the board: {turn}")
    players = tuple(sorted(found, key=lambda player: seats.index(player[0])))
    return Position(len(rows), frozenset(floes), players, seats, turn, 0, max_plies)


def checked(position: Position) -> Position:
    # Of several players two are never out; "two players cannot trap each other".
    if len(position.seats) > 1 and len(position.players) < 2:
        raise ValueError("too few players on the board")
    # "A text with a trapped player is refused; one with a player on the goal is a finished game."
    # The goal is tested first here too: a finished game may end beside a trapped player.
    if on_goal(position) is None and trapped(position):
        raise ValueError("trapped: " + " ".join(trapped(position)))
    return position
