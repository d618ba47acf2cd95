"""Finds what changed between two scenes by comparing them, so that no game has to describe its
moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from everygame.scene import Piece, Region, Scene, cells_of

Point = tuple[float, float]
Path = Sequence[str]


def moved_pieces(before: Scene, after: Scene, paths: Iterable[Path]) -> dict[str, list[str]]:
    """Return the cells along which each piece moved, first to last, by the id of the piece in
    `after`. A piece moves along the one of `paths` with the same ends, otherwise straight. A piece
    that vanished is paired with the nearest new piece of the same appearance."""
    steps = [(piece.id, old.at, piece.at) for old, piece in pair_pieces(before, after)]
    routes = {(path[0], path[-1]): list(path) for path in paths if len(path) > 1}
    return {name: routes.get((a, b), [a, b]) for name, a, b in steps if a != b}


def changed_cells(before: Scene, after: Scene) -> list[str]:
    """Return the cells where a piece left, arrived or changed its appearance, or a pile its number
    of pieces, in alphabetical order."""
    both = pair_pieces(before, after)
    cells = {cell for old, new in both if old.at != new.at for cell in (old.at, new.at)}
    cells |= {new.at for old, new in both if old is not new and differ(old, new)}
    kept = {old.id for old, _ in both}, {new.id for _, new in both}
    # pieces without a partner vanished or came
    cells |= {piece.at for piece in before.pieces if piece.id not in kept[0]}
    cells |= {piece.at for piece in after.pieces if piece.id not in kept[1]}
    there = {cell for region in after.regions for cell in cells_of(region)}
    return sorted(cells & there)


def pair_pieces(before: Scene, after: Scene) -> list[tuple[Piece, Piece]]:
    """Pair each piece of `before` with the piece of `after` that it became: the piece with the same
    id, otherwise one with the same appearance."""
    old = {piece.id: piece for piece in before.pieces}
    new = {piece.id: piece for piece in after.pieces}
    same = [(old[name], new[name]) for name in old if name in new]
    gone = [piece for name, piece in old.items() if name not in new]
    came = [piece for name, piece in new.items() if name not in old]
    if not gone or not came:
        return same
    return same + pair_nearest(gone, came, cell_positions(before) | cell_positions(after))


def pair_nearest(
    gone: list[Piece], came: list[Piece], where: dict[str, Point]
) -> list[tuple[Piece, Piece]]:
    """Pair pieces of the same appearance, the nearest first; each piece is in one pair at most."""
    possible = [(a, b) for a in gone for b in came if appearance(a) == appearance(b)]
    possible.sort(key=lambda pair: distance(where, pair[0].at, pair[1].at))
    found: dict[str, tuple[Piece, Piece]] = {}
    taken: set[str] = set()
    for a, b in possible:
        if a.id not in found and b.id not in taken:
            found[a.id] = a, b
            taken.add(b.id)
    return list(found.values())


def appearance(piece: Piece) -> tuple[object, ...]:
    """Return everything by which a person can tell two pieces apart."""
    face = piece.text, piece.corner, piece.colour, piece.picture, piece.hidden
    return piece.shape, piece.owner, piece.size, piece.turn, *face


def differ(old: Piece, new: Piece) -> bool:
    """Tell whether a person sees that a piece, or the number of pieces in a pile, has changed."""
    return appearance(old) != appearance(new) or old.count != new.count


def distance(where: dict[str, Point], a: str, b: str) -> float:
    """Return the distance between two cells, in squares; a cell without a place counts as lying at
    0, 0."""
    (x, y), (u, v) = where.get(a, (0.0, 0.0)), where.get(b, (0.0, 0.0))
    return hypot(x - u, y - v)


def cell_positions(scene: Scene) -> dict[str, Point]:
    """Return the centre of each cell of a scene, in squares."""
    return {cell: at for region in scene.regions for cell, at in region_positions(region).items()}


def region_positions(region: Region) -> dict[str, Point]:
    """Return the centre of each cell of a region, in squares."""
    if region.kind == "spots":
        return {cell.id: (region.x + cell.x, region.y + cell.y) for cell in region.cells}
    left, top, wide = region.x + 0.5, region.y + 0.5, region.columns
    return {cell: (left + i % wide, top + i // wide) for i, cell in enumerate(cells_of(region))}
