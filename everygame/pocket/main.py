"""Begins in a worker of a browser: `begin` for the one that answers, `think` for the one that
thinks. `client/pocket/worker.js` calls them."""

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
"""How often the page may ask: as it likes."""


class Worker(Page, Protocol):
    """What the worker does for its Python."""

    def think(self, job: str, seconds: float) -> Awaitable[str]: ...
    def redraw(self, picture: bytes, type: str) -> Awaitable[bytes]: ...


async def begin(worker: Worker, file: str, tables: str, languages: str) -> Carrier:
    """`start` in a browser."""
    work_without_threads()
    own_games.trust_games()
    return await start(worker, file, tables, languages)


async def start(worker: Worker, file: str, tables: str, languages: str) -> Carrier:
    """Start the application on a data file; `languages` as in Accept-Language."""
    store, pool = PocketStore(file), Thinkers(worker.think, worker.redraw)
    bots = Bots(pool, levels, study=pool)
    app = make_app(store, bots, rates=OFTEN, tables=Path(tables))
    app.router.routes += own_games.routes(Library(bots, pool).card)
    carrier = Carrier(app, worker, await device_headers(store, languages))
    await carrier.start()
    return carrier


async def device_headers(store: Store, languages: str) -> Mapping[str, str]:
    """The one device that asks; its secret need not be one, for nobody else can ask."""
    secret = sign("0" * 43, await store.key())
    return {"cookie": f"{await cookie_name(store)}={secret}", "accept-language": languages}


def think(text: str) -> str:
    """Do a job, as `everygame.process.worker` does."""
    job = json.loads(text)
    return json.dumps(attempt(job["call"], job["request"]))
