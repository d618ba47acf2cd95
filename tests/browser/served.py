"""The server that the tests of the page drive: bots stop by nodes, and move at once.

python -m tests.browser.served PORT FILE [PATH [GAME]]

GAME is one that somebody writes: pages show each change of its files.
"""

from __future__ import annotations

import sys
from functools import partial
from importlib import import_module

from everygame.library.registry import find_game
from everygame.server.bots.jobs import Bots

JOBS = {"chooser": "choose", "adviser": "advise", "weigher": "weigh"}


def main(port: str, data: str, path: str = "", game: str = "") -> None:
    room = import_module("everygame.server.serve")
    named = {name: f"tests.browser.thinking:{function}" for name, function in JOBS.items()}
    room.Bots = partial(Bots, pace=0.0, **named)  # type: ignore[attr-defined]
    written = find_game(game) if game else None
    room.serve(room.Settings("127.0.0.1", int(port), data, False, path=path, written=written))


if __name__ == "__main__":
    main(*sys.argv[1:])
