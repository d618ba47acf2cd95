"""Games that do not come with EveryGame are remote games: each runs in a process of its own.

So one that hangs, throws, fills the memory or ends its process does that to nobody else. What the
rest of the server gets is an `Entry` like any other, whose games and states ask that process.
"""

from __future__ import annotations

import gc
import threading
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from types import ModuleType
from typing import Final

from everygame import bots
from everygame.bots.level import Level
from everygame.contract import Game
from everygame.library import registry
from everygame.library.registry import Entry
from everygame.process.remote_game import DESK_KEY, Remote, RemoteGame

KEPT: Final = 8
"""Guests whose processes are kept for the next who asks."""


class RemoteEntry(Entry):
    """The entry of a remote game: what it opens is in the process of the files as they are now."""

    def remote(self) -> Remote:
        return find_remote(Entry(**vars(self)))

    def game_class(self) -> type[Game]:
        return self.remote().kind()

    def artist(self) -> ModuleType:
        remote = self.remote()
        return relay(remote, "draw", remote.call(DESK_KEY, "artist"))

    def part(self, name: str) -> ModuleType:
        """The module `editor`, which is the only one that the server asks."""
        module = ModuleType(name)
        module.__dict__["edit"] = partial(self.remote().call, DESK_KEY, "edit")
        return module


def relay(remote: Remote, method: str, names: Sequence[str]) -> ModuleType:
    """A module whose functions are called over there."""
    module = ModuleType("scene")
    for name in names:
        module.__dict__[name] = partial(remote.call, DESK_KEY, method, name)
    return module


running: OrderedDict[tuple[Entry, str], Remote] = OrderedDict()
"""The remote games that were asked last, by their entry and the stamp of its files."""
starting: Final = threading.Lock()


def find_remote(entry: Entry) -> Remote:
    """The remote game of an entry, started where there is none."""
    key = entry, entry.stamp()
    with starting:
        remote = running.pop(key, None)
        if remote is None or not remote.end.alive:
            remote = Remote(entry)
        running[key] = remote
        if len(running) > KEPT:
            while len(running) > KEPT:
                running.popitem(last=False)
            gc.collect()  # ends those that nobody holds but their classes, in circles
    return remote


def find_safe_game(name: str) -> Entry:
    """`registry.find_game`, for the server: who does not come with EveryGame is a remote game."""
    return host(registry.find_game(name))


def host(entry: Entry) -> Entry:
    """The entry, or one that asks a process where its program is not ours."""
    ours = entry.package.startswith(f"{registry.GROUP}.") or entry.fault or entry.is_table
    return entry if ours else RemoteEntry(**vars(entry))


def is_lost(game: Game) -> bool:
    """The game was in a process that is no more."""
    return isinstance(game, RemoteGame) and not game.remote.end.alive


def is_superseded(game: Game) -> bool:
    """Only its matches ask its process any more: its files are others since long ago."""
    if not isinstance(game, RemoteGame) or game.remote in list(running.values()):
        return False
    return game.remote.stamp != game.remote.entry.stamp()


def levels(game: Game) -> tuple[Level, ...]:
    """`everygame.bots.levels`, of remote games too."""
    return game.levels() if isinstance(game, RemoteGame) else bots.levels(game)
