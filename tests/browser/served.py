"""The server that the tests of the page drive: bots stop by nodes, and move at once.

python -m tests.browser.served PORT FILE [PATH]
"""

from __future__ import annotations

import sys
from functools import partial
from importlib import import_module

from everygame.server.bots.jobs import Bots

JOBS = {"chooser": "choose", "adviser": "advise", "weigher": "weigh"}


def main(port: str, data: str, path: str = "") -> None:
    room = import_module("everygame.server.serve")
    named = {name: f"tests.browser.thinking:{function}" for name, function in JOBS.items()}
    room.Bots = partial(Bots, pace=0.0, **named)  # type: ignore[attr-defined]
    room.serve("127.0.0.1", int(port), data, False, (), (), False, None, (), path)


if __name__ == "__main__":
    main(*sys.argv[1:])
