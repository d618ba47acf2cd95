"""Starts the server, prints its addresses, and stops it."""

from __future__ import annotations

import logging
import re
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Final

import uvicorn
from starlette.applications import Starlette

from everygame.addresses import is_loopback
from everygame.errors import EveryGameError
from everygame.library.default_paths import games_folder
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
from everygame.server.operator.memory import share_arenas
from everygame.server.operator.security import BoundedLines, note_crowded
from everygame.server.people.allowed_names import read_words
from everygame.server.push.push_services import Push
from everygame.server.push.sender import Sender
from everygame.server.requests import connections
from everygame.server.requests.connections import most_connections, protocols
from everygame.server.requests.crowd import Crowd
from everygame.server.requests.page import PAGES
from everygame.server.requests.quotas import choose_quotas
from everygame.store import SQLiteStore, default_file
from everygame.store.copies import key_file
from everygame.time_source import REAL

if TYPE_CHECKING:
    from everygame.server.operator.metrics import MetricsServer

log = logging.getLogger("everygame")

BASE: Final = re.compile(r"(/[A-Za-z0-9_~.-]+)+")
"""Matches a path under which the server may lie."""
OTHERS: Final = ("/api", "/static", "/join", "/livez", "/readyz")
"""The beginnings of the server's paths that are no pages."""
SWITCH_SECONDS: Final = 0.0005
"""How long a thread that computes keeps others waiting for Python. An answer to a request waits
about twenty times, at each step through the store or a socket, while a long record is replayed."""


@dataclass(frozen=True)
class Settings:
    """How a server runs: the options of `everygame serve`."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: str | Path | None = None
    """The file that holds all matches; None for the usual one."""
    open_browser: bool = True
    names: Sequence[str] = ()
    """The server's host names besides this computer's own, such as "games.example.org"."""
    proxies: Sequence[str] = ()
    """IP addresses of reverse proxies, whose `X-Forwarded-For` headers are trusted."""
    public: bool = False
    """Whether strangers may find each other here."""
    refused: str | Path | None = None
    """A file with words, one a line, that no person's name may contain."""
    bots: Sequence[str] = ()
    """External programs to play against, each `GAME=program:COMMAND`."""
    path: str = ""
    """The path under which the server lies at its name, such as "/games"."""
    written: Entry | None = None
    """A game that somebody writes; pages show each change of its files, and what is found."""
    limits: str | Path | None = None
    """A file with limits in place of the usual ones."""
    metrics: str = ""
    """The port, or address:port, at which Prometheus asks; empty for none."""
    json_log: bool = False
    """Whether each line of the log is JSON."""
    expire: int | None = None
    """The days after which a match that nobody opens is deleted, 0 for never; None for 60 on a
    public server and otherwise never."""
    disk: int | None = None
    """The gigabytes that all that is kept may take, 0 for as many as the disk has; None for 10 on a
    public server and otherwise as many as the disk has."""


def serve(settings: Settings) -> None:
    """Run the server until Ctrl+C or SIGTERM. Raises EveryGameError, with the status of
    `operator/exit_statuses.py`, where a file cannot be used or a port is taken."""
    prepare_threads()
    names, proxies, written = settings.names, settings.proxies, settings.written
    with ending_with(BAD_SETTINGS):
        base = read_base(settings.path)
        words = read_words(settings.refused) if settings.refused else []
        programs = read_programs(settings.bots)
        place = read_place(settings.metrics) if settings.metrics else None
        take_limits(Path(settings.limits) if settings.limits else None)
    with ExitStack() as ending, ExitStack() as failing:
        ending.callback(start_log(settings.json_log, BoundedLines(REAL)))
        data = Path(settings.data or default_file())
        store, listener = open_both(data, settings.host, settings.port)
        failing.callback(store.close)
        failing.callback(listener.close)
        with ending_with(BAD_DATA_FILE):
            push = open_push(store)
        addresses = list_addresses(settings.host, listener.getsockname()[1])
        network = Network(addresses[1].rstrip("/") if len(addresses) > 1 else "")
        most = most_connections()
        quotas = choose_quotas(settings.public, settings.expire, settings.disk, most)
        checker = Checker(written) if written else None
        app = make_app(
            store,
            Bots(Pool(), levels, programs=programs),
            network,
            tables=Path(store.file).parent / "tables",
            names=names,
            public=settings.public,
            refused=words,
            push=push,
            base=base,
            development=partial(DevelopmentRoutes, checker) if checker else None,
            quotas=quotas,
        )
        crowd = Crowd(most, proxies, is_player=quotas.has_player, tell=note_crowded)
        server = uvicorn.Server(config(app, proxies, crowd))
        measured = start_metrics(app, crowd, *place) if place else None
        for started in (measured, checker):
            if started:
                ending.callback(started.stop)
        if has_switch(listener.getsockname()[0], names, proxies) and not settings.public:
            network.enable_switch(server, listener.getsockname()[1])
        addresses = [address.rstrip("/") + base + "/" for address in addresses]
        announce(addresses, measured.url if measured else "")
        show_first_page(addresses[0], settings)
        failing.pop_all()  # from here on the application closes the store
        run_until_stopped(server, listener)


def prepare_threads() -> None:
    """Set how threads share the processor and memory, before any is started."""
    sys.setswitchinterval(SWITCH_SECONDS)
    share_arenas()


def show_first_page(address: str, settings: Settings) -> None:
    """Say where a game lies that somebody writes, and open the first page if that is wanted."""
    page = address + (f"new/{settings.written.name}" if settings.written else "")
    if settings.written:
        print(f"{settings.written.name}, and what the check finds, is at {page}", flush=True)
    if settings.open_browser:
        show(page)


def show(page: str) -> None:
    """Open a page in the browser of this computer, once the server has had time to start."""
    threading.Timer(0.5, webbrowser.open, [page]).start()


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


def open_push(store: SQLiteStore) -> Push | None:
    """Make the sender of push messages, whose key lies beside the data file; None where
    `everygame[push]` is not installed. Raises BadRecord where the key cannot be used."""
    if find_spec("pywebpush") is None:
        return None
    sender = Sender(key_file(Path(store.file)))
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
