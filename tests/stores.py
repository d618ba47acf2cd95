"""What the tests of the store share."""

from __future__ import annotations

import asyncio
import atexit
from collections.abc import Awaitable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from everygame.store import Holder, NewMatch, SQLiteStore, Store

Result = TypeVar("Result")
HOLDERS = (Holder("person", "Ann", device=1), Holder("bot", "Medium", "medium"), Holder("open"))
PLY = {"type": "play", "at": 0, "move": "up"}


@cache
def loop() -> asyncio.AbstractEventLoop:
    """One for all, because making one takes longer than most commands do."""
    made = asyncio.new_event_loop()
    atexit.register(made.close)
    return made


def run(command: Awaitable[Result]) -> Result:
    """What a method of a store answers."""
    return loop().run_until_complete(command)


class Direct:
    """A store each of whose methods can be called like a function."""

    def __init__(self, store: Store) -> None:
        self.store: Any = store
        self.close = store.close

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.store, name)
        return lambda *given: run(method(*given))


def opened(file: Path) -> Direct:
    return Direct(SQLiteStore(file))


def new(name: str, **changes: Any) -> NewMatch:
    """A match of device 1, whose id and key are its name, with some fields changed."""
    usual: dict[str, Any] = {"device": 1, "key": name, "game": "g", "version": 1}
    return NewMatch(id=name, **{**usual, "options": {"a": "b"}, "holders": HOLDERS, **changes})


def add(store: Direct, match: NewMatch) -> str:
    """The id that a store answers where a match is stored."""
    found: str = store.create(match).match
    return found


def library(store: Direct, device: int) -> dict[str, str]:
    """The names of the matches in the library of a device, by their ids."""
    return {entry.match: entry.name for entry in store.library(device, 100)}
