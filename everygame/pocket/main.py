"""The functions that `client/pocket/worker.js` calls: `begin` in the worker that answers the page,
`think` in the worker in which bots search."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Mapping
from pathlib import Path
from typing import Final, Protocol

from everygame.pocket import own_games
from everygame.pocket.carrier import Carrier, Page
from everygame.pocket.levels import levels
from everygame.pocket.store import PocketStore
from everygame.pocket.thinkers import Thinkers
from everygame.pocket.threadless import work_without_threads
from everygame.process.worker import attempt
from everygame.server.app import make_app
from everygame.server.bots.jobs import Bots
from everygame.server.devices.cookies import cookie_name, sign
from everygame.server.library.cards import Library
from everygame.store import Store

OFTEN: Final = (1e9, 1e9)
"""The allowed rates of requests; they are practically unlimited, because only one page can send
requests."""


class Worker(Page, Protocol):
    """The functions of the worker, in JavaScript, that its Python calls."""

    def think(self, job: str, seconds: float) -> Awaitable[str]: ...
    def redraw(self, picture: bytes, type: str) -> Awaitable[bytes]: ...


async def begin(worker: Worker, file: str, tables: str, language: str) -> Carrier:
    """Start the application in a browser, which has no threads and no other processes."""
    work_without_threads()
    own_games.trust_games()
    return await start(worker, file, tables, language)


async def start(worker: Worker, file: str, tables: str, language: str) -> Carrier:
    """Start the application on a data file; `language` is that of the page."""
    store, pool = PocketStore(file), Thinkers(worker.think, worker.redraw)
    bots = Bots(pool, levels, study=pool)
    app = make_app(store, bots, rates=OFTEN, tables=Path(tables))
    app.router.routes += own_games.OwnGameRoutes(Library(bots, pool).card).routes()
    carrier = Carrier(app, worker, await device_headers(store, language))
    await carrier.start()
    return carrier


async def device_headers(store: Store, language: str) -> Mapping[str, str]:
    """Return the headers of every request: the cookie of the only device. Its secret is public,
    which does no harm because nobody else can send requests."""
    secret = sign("0" * 43, await store.key())
    return {"cookie": f"{await cookie_name(store)}={secret}", "accept-language": language}


def think(text: str) -> str:
    """Do a job as `everygame.process.worker` does."""
    job = json.loads(text)
    return json.dumps(attempt(job["call"], job["request"]))
