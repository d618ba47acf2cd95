"""The functions that `client/pocket/worker.js` calls: `begin` in the worker that answers the page,
`think` in the worker where bots search."""

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
"""The rates of requests that are allowed: no bound, for only one page can ask."""


class Worker(Page, Protocol):
    """What the worker, in JavaScript, does for its Python."""

    def think(self, job: str, seconds: float) -> Awaitable[str]: ...
    def redraw(self, picture: bytes, type: str) -> Awaitable[bytes]: ...


async def begin(worker: Worker, file: str, tables: str, languages: str) -> Carrier:
    """`start` in a browser."""
    work_without_threads()
    own_games.trust_games()
    return await start(worker, file, tables, languages)


async def start(worker: Worker, file: str, tables: str, languages: str) -> Carrier:
    """Start the application on a data file; `languages` are as in the header Accept-Language."""
    store, pool = PocketStore(file), Thinkers(worker.think, worker.redraw)
    bots = Bots(pool, levels, study=pool)
    app = make_app(store, bots, rates=OFTEN, tables=Path(tables))
    app.router.routes += own_games.routes(Library(bots, pool).card)
    carrier = Carrier(app, worker, await device_headers(store, languages))
    await carrier.start()
    return carrier


async def device_headers(store: Store, languages: str) -> Mapping[str, str]:
    """The headers of every request: the cookie of the one device there is. Its secret is known to
    everybody, for nobody else can send requests."""
    secret = sign("0" * 43, await store.key())
    return {"cookie": f"{await cookie_name(store)}={secret}", "accept-language": languages}


def think(text: str) -> str:
    """Do a job, as `everygame.process.worker` does."""
    job = json.loads(text)
    return json.dumps(attempt(job["call"], job["request"]))
