"""What moved between two scenes: found by comparing them, so that no game has to say it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from everygame.scene import Piece, Region, Scene, cells_of

Point = tuple[float, float]
Path = Sequence[str]


def moved_pieces(before: Scene, after: Scene, paths: Iterable[Path]) -> dict[str, list[str]]:
    """The cells that each piece passed, first to last, by its id in `after`: along one of `paths`
    where it fits, else straight. A piece that vanished is taken for the nearest one of the same
    look that appeared."""
    steps = [(piece.id, old.at, piece.at) for old, piece in pairs(before, after)]
    routes = {(path[0], path[-1]): list(path) for path in paths if len(path) > 1}
    return {name: routes.get((a, b), [a, b]) for name, a, b in steps if a != b}


def changed_cells(before: Scene, after: Scene) -> list[str]:
    """The cells where something left, arrived or came to look different, in reading order."""
    both = pairs(before, after)
    cells = {cell for old, new in both if old.at != new.at for cell in (old.at, new.at)}
    cells |= {new.at for old, new in both if old is not new and look(old) != look(new)}
    kept = {old.id for old, _ in both}, {new.id for _, new in both}
    cells |= {piece.at for piece in before.pieces if piece.id not in kept[0]}
    cells |= {piece.at for piece in after.pieces if piece.id not in kept[1]}
    there = {cell for region in after.regions for cell in cells_of(region)}
    return sorted(cells & there)


def pairs(before: Scene, after: Scene) -> list[tuple[Piece, Piece]]:
    """Each piece before with what it is after."""
    old = {piece.id: piece for piece in before.pieces}
    new = {piece.id: piece for piece in after.pieces}
    same = [(old[name], new[name]) for name in old if name in new]
    gone = [piece for name, piece in old.items() if name not in new]
    came = [piece for name, piece in new.items() if name not in old]
    if not gone or not came:
        return same
    return same + nearest(gone, came, positions(before) | positions(after))


def nearest(
    gone: list[Piece], came: list[Piece], where: dict[str, Point]
) -> list[tuple[Piece, Piece]]:
    """Pairs of the same look, the nearest first."""
    possible = [(a, b) for a in gone for b in came if look(a) == look(b)]
    possible.sort(key=lambda pair: distance(where, pair[0].at, pair[1].at))
    found: dict[str, tuple[Piece, Piece]] = {}
    taken: set[str] = set()
    for a, b in possible:
        if a.id not in found and b.id not in taken:
            found[a.id] = a, b
            taken.add(b.id)
    return list(found.values())


def look(piece: Piece) -> tuple[object, ...]:
    """What a person tells pieces apart by."""
    face = piece.text, piece.corner, piece.colour, piece.picture, piece.hidden
    return piece.shape, piece.owner, piece.size, piece.turn, *face


def distance(where: dict[str, Point], a: str, b: str) -> float:
    (x, y), (u, v) = where.get(a, (0.0, 0.0)), where.get(b, (0.0, 0.0))
    return hypot(x - u, y - v)


def positions(scene: Scene) -> dict[str, Point]:
    """Where each cell lies."""
    return {cell: at for region in scene.regions for cell, at in places(region).items()}


def places(region: Region) -> dict[str, Point]:
    """Where each cell of a region lies."""
    if region.kind == "spots":
        return {cell.id: (region.x + cell.x, region.y + cell.y) for cell in region.cells}
    left, top, wide = region.x + 0.5, region.y + 0.5, region.columns
    return {cell: (left + i % wide, top + i // wide) for i, cell in enumerate(cells_of(region))}
