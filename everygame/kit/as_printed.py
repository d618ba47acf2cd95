"""Determines how a piece of a match looks as a printed part."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame.library.kit_file import KitFile
from everygame.scene import Piece

PASSING: Final = frozenset(("frozen", "seen", "claimed", "dim", "active", "covered"))
"""Tags that a piece gets during a match and does not have as a printed part."""


def as_printed(file: KitFile, piece: Piece) -> Piece:
    """Return a piece without the changes that a match makes to it."""
    tags = tuple(tag for tag in piece.tags if tag not in PASSING)
    said = file.about(piece.shape)
    text = "" if said.form == "roll" or piece.shape == "die" else piece.text
    owner = said.owner if said.owner is not None else piece.owner
    return replace(piece, tags=tags, turn=None, z=0, text=text, owner=owner, at="")
