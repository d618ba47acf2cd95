"""Starting and stopping the server, and telling people where it is."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Final

import uvicorn

from everygame.errors import EveryGameError
from everygame.library.paths import games_folder
from everygame.process.isolation import levels
from everygame.process.pool import Pool
from everygame.server.app import make_app
from everygame.server.bot_jobs import Bots
from everygame.server.connections import Crowd, most_connections, protocols
from everygame.store import SQLiteStore, default_file

MAX_MESSAGE: Final = 64_000
"""Bytes of a message to a socket."""
WAITING: Final = 512
"""Connections that may wait to be taken."""
EVERYWHERE: Final = ("0.0.0.0", "::", "")


def run_server(
    host: str,
    port: int,
    data: str | Path | None,
    open_browser: bool,
    names: Sequence[str],
    proxies: Sequence[str],
) -> None:
    """`everygame.server.serve`."""
    store = SQLiteStore(data or default_file())
    try:
        listener = listen(host, port)
    except EveryGameError:
        store.close()
        raise
    addresses = list_addresses(host, listener.getsockname()[1])
    public = addresses[1].rstrip("/") if len(addresses) > 1 else ""
    tables = Path(data or default_file()).parent / "tables"
    app = make_app(store, Bots(Pool(), levels), public, tables=tables, names=names)
    server = uvicorn.Server(config(app, proxies))
    print(f"EveryGame is at {addresses[0]}  (Ctrl+C stops it)", flush=True)
    for address in addresses[1:]:
        print(f"Other devices in this network find it at {address}", flush=True)
    print(f"Games of your own go into the folder {games_folder()}", flush=True)
    if open_browser:
        threading.Timer(0.5, webbrowser.open, [addresses[0]]).start()
    run(server, listener)


def run(server: uvicorn.Server, listener: socket.socket) -> None:
    """Until a signal, which is the usual end and no error."""
    main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGTERM, leave) if main else None
    with contextlib.suppress(KeyboardInterrupt, SystemExit):
        server.run([listener])
    if main:
        signal.signal(signal.SIGTERM, before)


def leave(number: int, frame: FrameType | None) -> None:
    raise SystemExit(0)


def config(app: object, proxies: Sequence[str] = (), crowd: Crowd | None = None) -> uvicorn.Config:
    """How uvicorn runs the app: sockets without compression, which costs memory for each one. What
    a request says of where it comes from is believed of `proxies` alone."""
    http, sockets = protocols(crowd or Crowd(most_connections(), proxies))
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        http=http,
        ws=sockets,
        backlog=WAITING,
        ws_per_message_deflate=False,
        ws_max_size=MAX_MESSAGE,
        access_log=False,
        log_level="warning",
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=3,
    )


def listen(host: str, port: int) -> socket.socket:
    """A socket that takes connections. Raises EveryGameError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio turns off Nagle's delay, 40 ms for every answer, only where the protocol is spelt out
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()
    except (OSError, OverflowError) as error:
        listener.close()
        raise EveryGameError(
            "The server cannot listen at {host}, port {port}: {error}; choose another --port.",
            host=host,
            port=port,
            error=error,
        ) from None
    return listener


def list_addresses(host: str, port: int) -> list[str]:
    """Where the server is found; the first is for this computer."""
    if host not in EVERYWHERE:
        return [f"http://{f'[{host}]' if ':' in host else host}:{port}/"]
    found = find_lan_address()
    return [f"http://127.0.0.1:{port}/", *([f"http://{found}:{port}/"] if found else [])]


def find_lan_address() -> str | None:
    """The address of this computer in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation, never reached
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") else address
