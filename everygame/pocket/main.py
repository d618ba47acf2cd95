"""The functions that `client/pocket/worker.js` calls: `begin` in the worker that answers the page,
`think` in the worker in which bots search."""

from __future__ import annotations

import json
import sys
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final, Protocol

from everygame.bots import thinker
from everygame.fast import listening
from everygame.pocket import own_games
from everygame.pocket.carrier import Carrier, Page
from everygame.pocket.levels import levels
from everygame.pocket.store import PocketStore
from everygame.pocket.thinkers import Helpers, Thinkers
from everygame.pocket.threadless import work_without_threads
from everygame.process.worker import OUT_OF_MEMORY, attempt
from everygame.server.app import make_app
from everygame.server.bots.jobs import Bots
from everygame.server.devices.cookies import cookie_name, sign
from everygame.server.library.cards import Library
from everygame.store import Store
from everygame.time_source import REAL, Clock

OFTEN: Final = (1e9, 1e9)
"""The allowed rates of requests; they are practically unlimited, because only one page can send
requests."""
MOST_LIVE: Final = 4
"""The matches that stay in memory when nobody looks at them; one page shows one."""


class Worker(Page, Helpers, Protocol):
    """The functions of the worker, in JavaScript, that its Python calls."""

    def redraw(self, picture: bytes, type: str) -> Awaitable[bytes]: ...


async def begin(worker: Worker, file: str, tables: str, language: str) -> Carrier:
    """Start the application in a browser, which has no threads and no other processes."""
    work_without_threads()
    own_games.trust_games()
    return await start(worker, file, tables, language)


async def start(worker: Worker, file: str, tables: str, language: str) -> Carrier:
    """Start the application on a data file; `language` is that of the page."""
    store, pool = PocketStore(file), Thinkers(worker, worker.redraw)
    bots = Bots(pool, levels, study=pool)
    app = make_app(store, bots, rates=OFTEN, tables=Path(tables), most_live=MOST_LIVE)
    app.router.routes += own_games.OwnGameRoutes(Library(bots, pool).card).routes()
    carrier = Carrier(app, worker, await device_headers(store, language))
    await carrier.start()
    return carrier


async def device_headers(store: Store, language: str) -> Mapping[str, str]:
    """Return the headers of every request: the cookie of the only device. Its secret is public,
    which does no harm because nobody else can send requests."""
    secret = sign("0" * 43, await store.key())
    return {"cookie": f"{await cookie_name(store)}={secret}", "accept-language": language}


def loaded_modules() -> list[str]:
    """Return the paths of the files of machine code that this Python has loaded."""
    files = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    return sorted(file for file in files if file and file.endswith(".so"))


class Stopped(BaseException):
    """Ends a job that nobody waits for, wherever long work listens, as Ctrl+C would elsewhere. What
    a search still does with what it has found would take longer than people wait."""


def think(text: str) -> str:
    """Do a job as `everygame.process.worker` does; the answer of one that is stopped does not
    matter. Raises MemoryError where memory ran out, after which the page ends this Python."""
    job = json.loads(text)
    try:
        answer = attempt(job["call"], job["request"])
    except Stopped:
        answer = {"died": "it was stopped"}
    if answer.get("died") == OUT_OF_MEMORY:
        raise MemoryError(OUT_OF_MEMORY)
    return json.dumps(answer)


BREAK: Final = 0.02
"""The seconds after which long work lets its worker hear whether it is to stop."""
TREE: Final = 100_000
"""The most nodes of a search tree here: 7 megabytes, and three times that while it grows."""
HIDDEN_TREE: Final = 40_000
"""The same for ISMCTS, whose nodes take three times as much."""
CELLS: Final = 600_000
"""The most cells of a tree of GT-CFR: 6 megabytes, and more for the strategies."""
TABLE_BITS: Final = 19
"""A transposition table has 2 to this power entries here: 8 megabytes. Memory of WebAssembly never
shrinks, and a whole page may take 320 megabytes."""


def begin_thinking(pause: Callable[[], Awaitable[bool]], clock: Clock = REAL) -> None:
    """Keep the searches of this Python small, and let the page stop its long work. `pause` lets the
    worker hear what the page has sent, and returns whether the work is to stop. Where the browser
    cannot pause a running program, the work goes on to its end."""
    from pyodide.ffi import can_run_sync, run_sync

    heard = clock.now()

    def hear() -> None:
        nonlocal heard
        if clock.now() - heard < BREAK or not can_run_sync():
            return
        if run_sync(pause()):
            raise Stopped
        heard = clock.now()

    listening.hear = hear
    thinker.tree_nodes, thinker.hidden_nodes = TREE, HIDDEN_TREE
    thinker.tree_cells, thinker.table_bits = CELLS, TABLE_BITS
