"""Which games run in a process of their own: all that do not come with EveryGame.

Such a remote game may hang, raise anything, fill the memory or end its process, and no other game
suffers. The rest of the server gets an `Entry` like any other, whose games and states ask that
process. Each question may take seconds: it is asked in a thread, or through `GamePort`.
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
"""How many processes of remote games are kept when no match needs them, for the next match."""


class RemoteEntry(Entry):
    """The entry of a remote game. What it opens is in a process that has loaded the files as they
    are now."""

    def remote(self) -> Remote:
        return find_remote(Entry(**vars(self)))

    def game_class(self, version: int | None = None) -> type[Game]:
        return self.remote().kind()

    def artist(self) -> Artist:
        call = self.remote().call
        names = call(DESK_KEY, "artist")
        return Artist(**{name: partial(call, DESK_KEY, "draw", name) for name in names})

    def editor(self) -> Editor:
        """The functions that draw values of options; new values are made by the pool."""
        return Editor(edit=partial(self.remote().call, DESK_KEY, "edit"))


running: OrderedDict[tuple[Entry, str], Remote] = OrderedDict()
"""The remote games that were asked for last, by entry and stamp of the files, the latest last."""
starting: Final = threading.Lock()
"""Held while a process is looked up or started, or two threads would start two for one game."""


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
            gc.collect()  # a remote game and its class refer to each other: only this ends it
    return remote


def find_safe_game(name: str) -> Entry:
    """`registry.find_game`, for the server: a game that does not come with EveryGame is remote."""
    return host(registry.find_game(name))


def host(entry: Entry) -> Entry:
    """The entry of a game as the server uses it: a remote one where the program is not ours."""
    ours = entry.package.startswith(f"{registry.GROUP}.") or entry.fault or entry.is_table
    return entry if ours else RemoteEntry(**vars(entry))


def is_kept(remote: Remote) -> bool:
    """The next match of the game would get this process."""
    return remote in list(running.values())


def levels(game: Game) -> tuple[Level, ...]:
    """`everygame.bots.levels`, for remote games as well."""
    return game.levels() if isinstance(game, RemoteGame) else bots.levels(game)
