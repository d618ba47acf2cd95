"""Make connect four's opening book: who wins each position of BOOK_PLY discs.

    python bench/connectfour_book.py

asks the solver of `pip install bitbully bitbully-databases`, whose own database of twelve discs
answers at once, about every position in which nobody can win at once or must lose in two plies,
and writes everygame/games/connectfour/book.xz. Positions are found layer by layer; their numbers
are compared with those that J. Tromp published (OEIS A212693), and what the values say of eight
discs with his data set of 67,557 positions.
"""

from __future__ import annotations

import lzma
import sys
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from everygame.games.connectfour.book import BOOK_FILE, BOOK_PLY, WAYS, shapes, slot
from everygame.games.connectfour.rules import COLUMNS, STRIDE, has_line
from everygame.games.connectfour.solver import holes, landings, safe_moves

Position = tuple[int, int]
"""The discs of who plays next, and all."""

COUNTS: Final = (1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186, 1662623, 4568683)
"""Positions of n discs, Tromp."""
EIGHT: Final = 8
OF_EIGHT: Final = {-1: 16635, 0: 6449, 1: 44473}
"""Lost, drawn and won for the first seat: positions of eight discs in which nobody has won and the
next move is not forced, of each mirrored pair one (Tromp, UCI Machine Learning Repository,
Connect-4, 1995)."""
STRIDE_THERE: Final = 9
"""Bits from a column to the next in bitbully."""
PACKER: Final = {
    "id": lzma.FILTER_LZMA2,
    "preset": 9 | lzma.PRESET_EXTREME,
    "pb": 0,
    "dict_size": 4 * 2**20,  # above the book's size; whoever unpacks it takes so much memory
}
MASKS: Final = [0b0111111 << STRIDE * column for column in range(COLUMNS)]


def main() -> None:
    began = perf_counter()
    layers = find_layers(BOOK_PLY)
    print(f"{perf_counter() - began:.0f} s; asking", flush=True)
    known = ask_all([one for one in layers[-1] if is_quiet(*one)])
    print(
        f"{len(known):,} positions of {BOOK_PLY} discs, {perf_counter() - began:.0f} s", flush=True
    )
    write(known)
    for ply in reversed(range(EIGHT, BOOK_PLY)):
        known = {one: best(one, known) for one in layers[ply] if is_quiet(*one)}
    free = [value for (mine, taken), value in known.items() if is_free(mine, taken)]
    counts = {value: free.count(value) for value in OF_EIGHT}
    print(f"eight discs: {counts}, published {OF_EIGHT}")
    print(f"{BOOK_FILE.stat().st_size:,} bytes, {perf_counter() - began:.0f} s")


def find_layers(last: int) -> list[set[Position]]:
    """The positions of 0 to `last` discs in which nobody has won, one of each mirrored pair."""
    layers = [{(0, 0)}]
    for ply in range(last):
        layer = {canonical(*child) for one in layers[-1] for child in after(*one)}
        alike = sum(mirror(mine) == mine and mirror(taken) == taken for mine, taken in layer)
        count = 2 * len(layer) - alike
        print(f"{ply + 1} discs: {count:,} positions, published {COUNTS[ply + 1]:,}", flush=True)
        layers.append({one for one in layer if not has_line(one[0] ^ one[1])})
    return layers


def after(mine: int, taken: int) -> list[Position]:
    """The positions that a disc leads to."""
    free = landings(taken)
    return [(mine ^ taken, taken | free & mask) for mask in MASKS if free & mask]


def canonical(mine: int, taken: int) -> Position:
    """A position or its mirror image, whichever is less."""
    return min((mine, taken), (mirror(mine), mirror(taken)))


def mirror_of(bits: int, columns: int) -> int:
    return sum(
        (bits >> STRIDE * column & 127) << STRIDE * (columns - 1 - column)
        for column in range(columns)
    )


PAIR: Final = 2 * STRIDE
PAIRS: Final = [mirror_of(bits, 2) for bits in range(1 << PAIR)]
"""Two columns the other way round."""


def mirror(bits: int) -> int:
    low, middle, high = bits & 0x3FFF, bits >> PAIR & 0x3FFF, bits >> 2 * PAIR & 0x3FFF
    return PAIRS[low] << 35 | PAIRS[middle] << 21 | PAIRS[high] << 7 | bits >> 42


def is_quiet(mine: int, taken: int) -> bool:
    """Who plays next cannot win at once, and need not lose in two plies."""
    return not holes(mine, taken) & landings(taken) and safe_moves(mine, taken) != 0


def is_free(mine: int, taken: int) -> bool:
    """The other side does not threaten to win at once either."""
    return not holes(mine ^ taken, taken) & landings(taken)


def ask_all(positions: list[Position]) -> dict[Position, int]:
    """For who plays next: 1 won, 0 drawn, −1 lost."""
    core: Any = import_module("bitbully.bitbully_core")
    data = Path(str(import_module("bitbully_databases").__file__)).parent / "assets"
    solver = core.BitBullyCore(data / "book_12ply_distances.dat")
    board, left = core.BoardCore(), 42 - BOOK_PLY
    found = {}
    for mine, taken in positions:
        board.setRawState(widen(taken), widen(mine), left)
        score = solver.negamax(board, -1, 1, 0)
        found[mine, taken] = (score > 0) - (score < 0)
    return found


def widen(bits: int) -> int:
    """The same discs as bitbully has them."""
    found = 0
    for column in range(COLUMNS):
        found |= (bits >> STRIDE * column & 127) << STRIDE_THERE * column
    return found


def best(one: Position, known: dict[Position, int]) -> int:
    """What a quiet position is worth by those a ply later."""
    return max(-judge(*canonical(*child), known) for child in after(*one))


def judge(mine: int, taken: int, known: dict[Position, int]) -> int:
    """What a position is worth for who plays next."""
    if holes(mine, taken) & landings(taken):
        return 1
    return known.get((mine, taken), -1)


def write(known: dict[Position, int]) -> None:
    """Put each value in its slot, and in slots that nobody asks for what stands before them."""
    slots = bytearray([9]) * (len(shapes()) * WAYS)
    for (mine, taken), value in known.items():
        slots[slot(mine, taken)] = slots[slot(mirror(mine), mirror(taken))] = value + 1
    last = 1
    for i, value in enumerate(slots):
        slots[i] = last = last if value == 9 else value
    BOOK_FILE.write_bytes(lzma.compress(slots, check=lzma.CHECK_CRC32, filters=[PACKER]))


if __name__ == "__main__":
    main()
