"""A process that has imported the server and forks one at a word, so that each starts at once.

For every line on standard input it forks a server that keeps its matches in the file given and
listens at the port given, and prints its process id; when it has died, it prints `dead`.
"""

from __future__ import annotations

import os
import sys

import uvicorn

from everygame.library.registry import find_game
from everygame.process.pool import Pool
from everygame.server.app import make_app
from everygame.server.bots.jobs import Bots
from everygame.server.library.cards import start_scene
from everygame.server.network.network import listen
from everygame.server.serve import config
from everygame.store import SQLiteStore
from tests.server import standin


def main(file: str, port: str) -> None:
    entry = find_game("icefloes")
    start_scene(entry, entry.game(players="1"))  # imports the game
    for _ in sys.stdin:
        child = os.fork()
        if not child:
            serve(file, int(port))
        os.waitpid(child, 0)
        print("dead", flush=True)


def serve(file: str, port: int) -> None:
    bots = Bots(Pool(1), standin.levels)
    bots.pool.warm = lambda: None  # type: ignore[method-assign]
    listener = listen("127.0.0.1", port)
    server = uvicorn.Server(config(make_app(SQLiteStore(file), bots)))
    print(os.getpid(), flush=True)
    server.run([listener])
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
