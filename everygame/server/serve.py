"""Starts the server, prints its addresses, and stops it."""

from __future__ import annotations

import logging
import re
import signal
import socket
import threading
import webbrowser
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Final

import uvicorn
from starlette.applications import Starlette

from everygame.clock import REAL
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
from everygame.server.operator.exit_statuses import (
    BAD_DATA_FILE,
    BAD_SETTINGS,
    SOFTWARE,
    UNAVAILABLE,
    ending_with,
)
from everygame.server.operator.limits_file import take_limits
from everygame.server.operator.logs import start_log
from everygame.server.operator.security import SecurityLines
from everygame.server.people.allowed_names import read_words
from everygame.server.push.push_services import Push
from everygame.server.push.sender import Sender
from everygame.server.requests import connections
from everygame.server.requests.addresses import is_loopback
from everygame.server.requests.connections import most_connections, protocols
from everygame.server.requests.crowd import Crowd
from everygame.server.requests.page import PAGES
from everygame.server.requests.quotas import choose_quotas
from everygame.store import SQLiteStore, default_file
from everygame.store.copies import key_file

if TYPE_CHECKING:
    from everygame.server.operator.metrics import MetricsServer

log = logging.getLogger("everygame")

BASE: Final = re.compile(r"(/[A-Za-z0-9_~.-]+)+")
"""Matches a path under which the server may lie."""
OTHERS: Final = ("/api", "/static", "/join", "/livez", "/readyz")
"""The beginnings of the server's paths that are no pages."""


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
    limits: str | Path | None = None,
    metrics: str = "",
    json_log: bool = False,
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
    `limits`: a file with limits in place of the usual ones.
    `metrics`: the port, or address:port, at which Prometheus asks; empty for none.
    `json_log`: whether each line of the log is JSON.
    Raises EveryGameError, with the status of `operator/exit_statuses.py`, where a file cannot be
    used or a port is taken."""
    with ending_with(BAD_SETTINGS):
        base = read_base(path)
        words = read_words(refused) if refused else []
        programs = read_programs(bots)
        place = read_place(metrics) if metrics else None
        take_limits(Path(limits) if limits else None)
    with ExitStack() as ending, ExitStack() as failing:
        ending.callback(start_log(json_log, SecurityLines(REAL)))
        store, listener = open_both(Path(data or default_file()), host, port)
        failing.callback(store.close)
        failing.callback(listener.close)
        with ending_with(BAD_DATA_FILE):
            push = open_push(store, Path(store.file))
        addresses = list_addresses(host, listener.getsockname()[1])
        network = Network(addresses[1].rstrip("/") if len(addresses) > 1 else "")
        most = most_connections()
        quotas = choose_quotas(public, expire, disk, most)
        checker = Checker(written) if written else None
        app = make_app(
            store,
            Bots(Pool(), levels, programs=programs),
            network,
            tables=Path(store.file).parent / "tables",
            names=names,
            public=public,
            refused=words,
            push=push,
            base=base,
            development=partial(DevelopmentRoutes, checker) if checker else None,
            quotas=quotas,
        )
        crowd = Crowd(most, proxies, is_player=quotas.has_player)
        server = uvicorn.Server(config(app, proxies, crowd))
        measured = start_metrics(app, crowd, *place) if place else None
        if measured:
            ending.callback(measured.stop)
        if checker:
            ending.callback(checker.stop)
        address, number = listener.getsockname()[:2]
        if has_switch(address, names, proxies) and not public:
            network.enable_switch(server, number)
        addresses = [address.rstrip("/") + base + "/" for address in addresses]
        announce(addresses, measured.url if measured else "")
        page = addresses[0] + (f"new/{written.name}" if written else "")
        if open_browser:
            threading.Timer(0.5, webbrowser.open, [page]).start()
        failing.pop_all()  # from here on the application closes the store
        run_until_stopped(server, listener)


def open_both(data: Path, host: str, port: int) -> tuple[SQLiteStore, socket.socket]:
    """Open the data file and the port. Raises EveryGameError, with nothing left open."""
    with ending_with(BAD_DATA_FILE):
        store = SQLiteStore(data)
    try:
        with ending_with(UNAVAILABLE):
            return store, listen(host, port)
    except EveryGameError:
        store.close()
        raise


def read_place(text: str) -> tuple[str, int]:
    """Return the address and port of the metrics, which only this computer reaches where no address
    is given. Raises EveryGameError."""
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit() and 0 <= int(port) < 1 << 16):
        raise EveryGameError(
            "{place} is no place for metrics; 9464 or 10.0.0.2:9464 would be one.", place=repr(text)
        )
    return host.strip("[]") or "127.0.0.1", int(port)


def start_metrics(app: Starlette, crowd: Crowd, host: str, port: int) -> MetricsServer:
    """Answer Prometheus from now on. Raises EveryGameError where its library is not installed or
    the port cannot be used."""
    try:
        from everygame.server.operator.metrics import MetricsServer  # needs an optional library
    except ImportError:
        with ending_with(BAD_SETTINGS):
            raise EveryGameError("Metrics need a library: install everygame[metrics].") from None
    try:
        return MetricsServer(app, crowd, host, port)
    except OSError as error:
        with ending_with(UNAVAILABLE):
            raise EveryGameError(
                "Metrics cannot be served at {host}, port {port}: {error}; choose another"
                " --metrics.",
                host=host,
                port=port,
                error=error,
            ) from None


def announce(addresses: Sequence[str], metrics: str = "") -> None:
    """Print the URLs of the server, the first for this computer, and the games folder."""
    print(f"EveryGame is at {addresses[0]}  (Ctrl+C stops it)", flush=True)
    for address in addresses[1:]:
        print(f"Other devices in this network find it at {address}", flush=True)
    if metrics:
        print(f"Prometheus finds its metrics at {metrics}", flush=True)
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
    """Run the server until a signal stops it, which is no error. Raises SystemExit where it fails;
    the log says why."""
    main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGTERM, stop) if main else None
    try:
        server.run([listener])
    except (KeyboardInterrupt, Stopped):
        pass
    except SystemExit:  # uvicorn's, where the application could not start
        raise SystemExit(SOFTWARE) from None
    except Exception:
        log.exception("The server has failed.")
        raise SystemExit(SOFTWARE) from None
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
        backlog=connections.BACKLOG,
        ws_per_message_deflate=False,
        ws_max_size=connections.MOST_MESSAGE_BYTES,
        access_log=False,  # its lines hold addresses of pages, which let people in
        log_level="warning",
        log_config=None,  # uvicorn's records go where all others go
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=3,
    )
