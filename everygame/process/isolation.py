"""Games that do not come with EveryGame are remote games: each runs in a process of its own.

So one that hangs, throws, fills the memory or ends its process does that to nobody else. What the
rest gets is an `Entry` like any other, whose games and states ask that process: to be used in a
thread, or through `GamePort`.
"""

from __future__ import annotations

import gc
import threading
from collections import OrderedDict
from functools import partial
from typing import Final

from everygame import bots
from everygame.contract import Game
from everygame.library import registry
from everygame.library.parts import Editor
from everygame.library.registry import Entry
from everygame.process.remote_game import DESK_KEY, Remote, RemoteGame
from everygame.scene import Artist
from everygame.search.advice import Level

KEPT: Final = 8
"""Remote games whose processes are kept for the next who asks."""


class RemoteEntry(Entry):
    """The entry of a remote game: what it opens is in the process of the files as they are now."""

    def remote(self) -> Remote:
        return find_remote(Entry(**vars(self)))

    def game_class(self, version: int | None = None) -> type[Game]:
        return self.remote().kind()

    def artist(self) -> Artist:
        call = self.remote().call
        names = call(DESK_KEY, "artist")
        return Artist(**{name: partial(call, DESK_KEY, "draw", name) for name in names})

    def editor(self) -> Editor:
        """What draws values; the server has new ones made by a worker."""
        return Editor(edit=partial(self.remote().call, DESK_KEY, "edit"))


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


def is_kept(remote: Remote) -> bool:
    """The next who asks for its game gets this process."""
    return remote in list(running.values())


def levels(game: Game) -> tuple[Level, ...]:
    """`everygame.bots.levels`, of remote games too."""
    return game.levels() if isinstance(game, RemoteGame) else bots.levels(game)
