"""Say why a chosen piece of Freez! cannot go to a square."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from everygame.games.freez.notation import BLACK, FROZEN, SQUARES, squares_of
from everygame.games.freez.paths import OFF, STEPS, Path, Step, find_square, paths
from everygame.games.freez.rules import Freez
from everygame.scene import Refusal
from everygame.words import Message, all_of, count, say

STILL: Final = say("A frozen piece cannot be captured; only its own side may move it.")


def refusals(game: Freez, board: list[int], seat: int, moves: Sequence[str]) -> Iterator[Refusal]:
    """Yield why each piece that has a move cannot go elsewhere. `moves` are the legal moves of the
    seat, none of which places a captured piece."""
    starts = dict.fromkeys(move[:2] for move in moves if move[2:3] in ("-", "x", "~"))
    frozen = [at for at in squares_of(board, 1 - seat) if is_frozen(board, at)]
    if starts and frozen:
        yield Refusal(STILL, goals=tuple(frozen))
    for start in starts:
        if is_frozen(board, start):
            yield Refusal(say("A frozen piece moves one square, to a free one."), start)
        else:
            yield from of_live_piece(game, board, start)


def is_frozen(board: list[int], square: str) -> bool:
    return board[SQUARES.index(square)] in (FROZEN, FROZEN + BLACK)


def of_live_piece(game: Freez, board: list[int], start: str) -> Iterator[Refusal]:
    """Yield why the live piece on a square cannot go to another one: something is in the way, it
    would have to turn as it may not, or the square is nearer or farther than its number says."""
    square = SQUARES.index(start)
    number = board[square] % BLACK
    ways: dict[int, list[Path]] = {}
    for path in paths(square, number, game.size, game.snow):
        ways.setdefault(path[-1], []).append(path)
    for goal, found in ways.items():
        stops = {next((at for at in path[1:-1] if board[at]), OFF) for path in found}
        if OFF not in stops:
            yield Refusal(in_the_way(sorted(stops)), start, (SQUARES[goal],))
    sharp = sharp_ends(square, number, game.size, game.snow) - ways.keys() - {square}
    if sharp:
        why = say("On a snowflake no piece turns by a right angle or straight back.")
        yield Refusal(why, start, tuple(SQUARES[goal] for goal in sorted(sharp)))
    one = "This {n} goes exactly {n} square."
    many = "This {n} goes exactly {n} squares: straight on, or with one turn on a snowflake."
    yield Refusal(count(one, many, number), start)


def in_the_way(stops: list[int]) -> Message:
    """Return that the pieces on these squares are in the way."""
    one, many = "The piece on {on} is in the way.", "The pieces on {on} are in the way."
    return count(one, many, len(stops), on=all_of(SQUARES[at] for at in stops))


@cache
def sharp_ends(start: int, number: int, size: int, snow: frozenset[int]) -> frozenset[int]:
    """Return the squares where a piece would end that turned on a snowflake by a right angle or
    straight back."""
    return frozenset(
        end
        for step in STEPS
        for before in range(1, number)
        for corner in [go_straight(start, step, before, size)]
        if corner in snow
        for turned in STEPS
        if (0 in turned) == (0 in step) and turned != step
        for end in [go_straight(corner, turned, number - before, size)]
        if end != OFF
    )


def go_straight(square: int, step: Step, number: int, size: int) -> int:
    """Return the square that lies `number` steps in a direction, or OFF beyond the edge."""
    for _ in range(number):
        if square != OFF:
            square = find_square(square, step, size)
    return square
