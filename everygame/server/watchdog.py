"""Stops games that do not answer, wherever in the server they run.

Games of one's own are Python, and Python can be stuck in a loop. A thread looks twice a second at
what all threads are doing; where one has been in the same call of such a game for too long, it
raises `GameStuck` there. Games that come with EveryGame are left alone.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from types import FrameType
from typing import Final

from everygame.registry import foreign_packages

PATIENCE: Final = 3.0
"""Seconds that one call of a game may take in the server itself; bots think elsewhere."""
PAUSE: Final = 0.5


class GameStuck(Exception):
    """A game has been running for too long."""


class Watchdog:
    """The thread, between `start` and `stop`."""

    def __init__(self) -> None:
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.watch, name="watchdog", daemon=True)
        self.since: dict[tuple[int, int], float] = {}
        """Since when a thread is in a call, by their ids."""

    def start(self) -> None:
        self.thread.start()

    def stop(self) -> None:
        self.ended.set()
        self.thread.join()

    def watch(self) -> None:
        while not self.ended.wait(PAUSE):
            packages = foreign_packages()
            if packages:
                self.look(packages)

    def look(self, packages: tuple[str, ...]) -> None:
        """Compare what threads do with what they did before."""
        now, calls = time.monotonic(), {}
        for thread, frame in sys._current_frames().items():
            call = find_call(frame, packages)
            if call is not None:
                key = thread, id(call)
                calls[key] = self.since.get(key, now)
                if now - calls[key] > PATIENCE:
                    interrupt(thread)
        self.since = calls


def find_call(frame: FrameType | None, packages: tuple[str, ...]) -> FrameType | None:
    """The outermost frame that is in one of the packages."""
    found = None
    while frame is not None:
        if f"{frame.f_globals.get('__name__')}.".startswith(packages):
            found = frame
        frame = frame.f_back
    return found


def interrupt(thread: int) -> None:
    """Raise GameStuck in a thread."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(GameStuck))
