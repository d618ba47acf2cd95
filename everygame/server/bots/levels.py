"""Finds the level of a bot by the name that a request or a record gives."""

from __future__ import annotations

from collections.abc import Sequence

from everygame.errors import BadOption
from everygame.search.game_advice import Level


def find_level(levels: Sequence[Level], name: str, game: str) -> Level:
    """Return the level with a name. Raises BadOption where there is none."""
    for level in levels:
        if level.name == name:
            return level
    known = ", ".join(level.name for level in levels)
    raise BadOption(
        "{game} has no bot {name}; its levels are: {known}.",
        game=game,
        name=repr(name),
        known=known,
    )


def known_or_middle(levels: Sequence[Level], programs: Sequence[Level], name: str) -> str:
    """Return the name of a level or program if this server has it; otherwise the name of the middle
    level, because the record comes from another server or an older version."""
    known = {level.name for level in (*levels, *programs)}
    return name if name in known else levels[len(levels) // 2].name
