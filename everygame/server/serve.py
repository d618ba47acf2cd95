"""Starts the server, prints its addresses, and stops it."""

from __future__ import annotations

import re
import signal
import socket
import threading
import webbrowser
from collections.abc import Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import Final

import uvicorn

from everygame.errors import EveryGameError
from everygame.library.paths import games_folder
from everygame.library.registry import Entry
from everygame.process.isolation import levels
from everygame.process.pool import Pool
from everygame.server.app import make_app
from everygame.server.bots.jobs import Bots
from everygame.server.bots.programs import read_programs
from everygame.server.development.checker import Checker
from everygame.server.development.routes import DevelopmentRoutes
from everygame.server.network.network import Network, list_addresses, listen
from everygame.server.people.allowed_names import read_words
from everygame.server.push.push_services import Push
from everygame.server.push.sender import Sender
from everygame.server.requests.addresses import is_loopback
from everygame.server.requests.connections import most_connections, protocols
from everygame.server.requests.crowd import Crowd
from everygame.server.requests.page import PAGES
from everygame.server.requests.quotas import choose_quotas
from everygame.store import SQLiteStore, default_file
from everygame.store.copies import key_file

MOST_MESSAGE_BYTES: Final = 64_000
"""The bytes that a WebSocket message from a browser may have."""
BASE: Final = re.compile(r"(/[A-Za-z0-9_~.-]+)+")
"""Matches a path under which the server may lie."""
OTHERS: Final = ("/api", "/static", "/join", "/livez", "/readyz")
"""The beginnings of the server's paths that are no pages."""
BACKLOG: Final = 512
"""The number of connections that may wait until the server accepts them."""


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: str | Path | None = None,
    open_browser: bool = True,
    names: Sequence[str] = (),
    proxies: Sequence[str] = (),
    public: bool = False,
    refused: str | Path | None = None,
    bots: Sequence[str] = (),
    path: str = "",
    written: Entry | None = None,
    expire: int | None = None,
    disk: int | None = None,
) -> None:
    """Run the server until Ctrl+C or SIGTERM.

    `data`: the file that holds all matches.
    `names`: host names by which browsers may reach the server besides this computer's own
    ("games.example.org").
    `proxies`: IP addresses of reverse proxies, whose `X-Forwarded-For` headers are trusted.
    `public`: whether strangers may find each other here.
    `refused`: a file with words, one a line, that no person's name may contain.
    `path`: the path under which the server lies at its name, such as "/games".
    `bots`: external programs to play against, each `GAME=program:COMMAND`.
    `expire`: the days after which a match that nobody opens is deleted, 0 for never; None for 60
    on a public server and otherwise never.
    `disk`: the gigabytes that all that is kept may take, 0 for as many as the disk has; None for
    10 on a public server and otherwise as many as the disk has.
    `written`: a game that somebody writes; pages show each change of its files, and what is found.
    Raises EveryGameError where a file cannot be used or the port is taken."""
    base = read_base(path)
    words = read_words(refused) if refused else []
    programs = read_programs(bots)
    file = Path(data or default_file())
    store = SQLiteStore(file)
    try:
        listener = listen(host, port)
    except EveryGameError:
        store.close()
        raise
    addresses = list_addresses(host, listener.getsockname()[1])
    network = Network(addresses[1].rstrip("/") if len(addresses) > 1 else "")
    most = most_connections()
    quotas = choose_quotas(public, expire, disk, most)
    checker = Checker(written) if written else None
    app = make_app(
        store,
        Bots(Pool(), levels, programs=programs),
        network,
        tables=file.parent / "tables",
        names=names,
        public=public,
        refused=words,
        push=open_push(store, file),
        base=base,
        development=partial(DevelopmentRoutes, checker) if checker else None,
        quotas=quotas,
    )
    crowd = Crowd(most, proxies, is_player=quotas.has_player)
    server = uvicorn.Server(config(app, proxies, crowd))
    address, number = listener.getsockname()[:2]
    if has_switch(address, names, proxies) and not public:
        network.enable_switch(server, number)
    addresses = [address.rstrip("/") + base + "/" for address in addresses]
    announce(addresses)
    page = addresses[0] + (f"new/{written.name}" if written else "")
    if open_browser:
        threading.Timer(0.5, webbrowser.open, [page]).start()
    try:
        run_until_stopped(server, listener)
    finally:
        if checker:
            checker.stop()


def announce(addresses: Sequence[str]) -> None:
    """Print the URLs of the server, the first for this computer, and the games folder."""
    print(f"EveryGame is at {addresses[0]}  (Ctrl+C stops it)", flush=True)
    for address in addresses[1:]:
        print(f"Other devices in this network find it at {address}", flush=True)
    print(f"Games of your own go into the folder {games_folder()}", flush=True)


def read_base(path: str) -> str:
    """Return the path under which the server lies, without a slash at its end. Raises
    EveryGameError for a path with which addresses of the page begin, too."""
    base = path.rstrip("/")
    own = {part.split("/")[1] for part in (*PAGES, *OTHERS)}
    if base and (not BASE.fullmatch(base) or base.split("/")[1] in own):
        raise EveryGameError(
            "{path} cannot be the path of the server; one such as /games can.", path=repr(path)
        )
    return base


def open_push(store: SQLiteStore, data: Path) -> Push | None:
    """Make the sender of push messages, whose key lies beside the data file; None where
    `everygame[push]` is not installed. Raises BadRecord where the key cannot be used."""
    if find_spec("pywebpush") is None:
        return None
    sender = Sender(key_file(data))
    return Push(store, sender.key, sender.send)


def has_switch(address: str, names: Sequence[str], proxies: Sequence[str]) -> bool:
    """Whether the page may have the switch that opens the server to the network. The server must
    listen only for its own computer, without a proxy before it: only then does a request from a
    loopback address come from a person at that computer."""
    return is_loopback(address) and not names and not proxies


def run_until_stopped(server: uvicorn.Server, listener: socket.socket) -> None:
    """Run the server until a signal stops it, which is no error. Raises SystemExit where it could
    not start."""
    main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGTERM, stop) if main else None
    try:
        server.run([listener])
    except (KeyboardInterrupt, Stopped):
        pass
    finally:
        if main:
            signal.signal(signal.SIGTERM, before)


class Stopped(SystemExit):
    """SIGTERM has asked the server to stop."""


def stop(number: int, frame: FrameType | None) -> None:
    """Handle SIGTERM by raising `Stopped`."""
    raise Stopped(0)


def config(app: object, proxies: Sequence[str] = (), crowd: Crowd | None = None) -> uvicorn.Config:
    """Return uvicorn's configuration for an application. WebSockets are not compressed, because
    compression would cost memory for each of them. Only `proxies` may say in a header from which
    address a request comes."""
    http, sockets = protocols(crowd or Crowd(most_connections(), proxies))
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        http=http,
        ws=sockets,
        backlog=BACKLOG,
        ws_per_message_deflate=False,
        ws_max_size=MOST_MESSAGE_BYTES,
        access_log=False,
        log_level="warning",
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=3,
    )
