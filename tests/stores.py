"""What the tests of the store share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

from everygame.store import Holder, NewMatch, Store

Result = TypeVar("Result")
HOLDERS = (Holder("person", "Ann", device=1), Holder("bot", "Medium", "medium"), Holder("open"))
PLY = {"type": "play", "at": 0, "move": "up"}


def run(command: Awaitable[Result]) -> Result:
    """What a method of a store answers."""

    async def wait() -> Result:
        return await command

    return asyncio.run(wait())


def new(name: str, **changes: Any) -> NewMatch:
    """A match of device 1, whose id and key are its name, with some fields changed."""
    usual: dict[str, Any] = {"device": 1, "key": name, "game": "g", "version": 1}
    return NewMatch(id=name, **{**usual, "options": {"a": "b"}, "holders": HOLDERS, **changes})


def add(store: Store, match: NewMatch) -> str:
    """The id that a store answers where a match is stored."""
    return run(store.create(match)).match


def library(store: Store, device: int) -> dict[str, str]:
    """The names of the matches in the library of a device, by their ids."""
    return {entry.match: entry.name for entry in run(store.library(device, 100))}
