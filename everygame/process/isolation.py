"""Decides which games run in a process of their own: all that do not come with EveryGame.

Such a remote game may hang, raise anything, fill the memory or end its process without harm to any
other game. The rest of the server gets a normal `Entry`, whose games and states send each question
to that process. An answer may take seconds, so questions are asked in a thread or through
`GamePort`.
"""

from __future__ import annotations

import gc
import threading
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from typing import Final

from everygame import bots
from everygame.contract import Game
from everygame.library import registry
from everygame.library.game_programs import Editor
from everygame.library.registry import Entry
from everygame.notation import Found, Notation
from everygame.process.remote_game import DESK_KEY, Remote, RemoteGame
from everygame.record import Record, from_json, to_json
from everygame.scene import Artist
from everygame.search.game_advice import Level

KEPT: Final = 8
"""The number of processes of remote games that are kept for the next match although no match needs
them now."""


FILE_SECONDS: Final = 10.0
"""The seconds that a remote game may take to read or write a file of another program."""


class RemoteEntry(Entry):
    """The entry of a remote game. Everything it opens is in a process that has loaded the files as
    they are now."""

    def remote(self) -> Remote:
        return find_remote(Entry(**vars(self)))

    def game_class(self, version: int | None = None) -> type[Game]:
        return self.remote().kind()

    def artist(self) -> Artist:
        call = self.remote().call
        names = call(DESK_KEY, "artist")
        return Artist(**{name: partial(call, DESK_KEY, "draw", name) for name in names})

    def editor(self) -> Editor:
        """Return the function with which people draw values of options; the pool generates
        values."""
        return Editor(edit=partial(self.remote().call, DESK_KEY, "edit"))

    def notation(self) -> Notation:
        """Return functions that read and write files in the process; records go there and come
        back as JSON, which is checked."""
        call = partial(self.remote().call, DESK_KEY)

        def record(data: bytes, number: int) -> Record:
            return from_json(call("read_record", data, number, patience=FILE_SECONDS))

        def read(data: bytes) -> list[Found]:
            titles = enumerate(call("titles", data, patience=FILE_SECONDS))
            return [Found(str(title), partial(record, data, number)) for number, title in titles]

        def write(records: Sequence[Record]) -> bytes:
            data = list(map(to_json, records))
            return bytes(call("write_records", data, patience=FILE_SECONDS))

        return Notation(read, write)


running: OrderedDict[tuple[Entry, str], Remote] = OrderedDict()
"""The remote games used last, by entry and stamp of the files, the most recent one last."""
starting: Final = threading.Lock()
"""Held while a process is looked up or started; otherwise two threads could start two processes for
one game."""


def find_remote(entry: Entry) -> Remote:
    """Return the remote game of an entry, and start its process where none runs."""
    key = entry, entry.stamp()
    with starting:
        remote = running.pop(key, None)
        if remote is None or not remote.end.alive:
            remote = Remote(entry)
        running[key] = remote
        if len(running) > KEPT:
            while len(running) > KEPT:
                running.popitem(last=False)
            gc.collect()  # a remote game and its class refer to each other, so only gc ends it
    return remote


def find_safe_game(name: str) -> Entry:
    """Find a game as `registry.find_game` does, but make it remote where it does not come with
    EveryGame. The server finds all games this way."""
    return host(registry.find_game(name))


def host(entry: Entry) -> Entry:
    """Return the entry of a game as the server uses it: a remote one where the program did not come
    with EveryGame."""
    ours = entry.package.startswith(f"{registry.GROUP}.") or entry.fault or entry.is_table
    return entry if ours else RemoteEntry(**vars(entry))


def is_kept(remote: Remote) -> bool:
    """Whether the next match of the game would use this process."""
    return remote in list(running.values())


def levels(game: Game) -> tuple[Level, ...]:
    """Return the levels of a game's bots, as `everygame.bots.levels` does, also for remote
    games."""
    return game.levels() if isinstance(game, RemoteGame) else bots.levels(game)
