"""Starting and stopping the server, and telling people where it is."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import threading
import webbrowser
from pathlib import Path
from types import FrameType
from typing import Final

import uvicorn

from everygame.errors import EveryGameError
from everygame.library.paths import games_folder
from everygame.process.hosting import levels
from everygame.process.pool import Pool
from everygame.server.app import make_app
from everygame.server.bots import Bots
from everygame.store import SQLiteStore, default_file

MAX_MESSAGE: Final = 64_000
"""Bytes of a message to a socket."""
EVERYWHERE: Final = ("0.0.0.0", "::", "")


def run_server(host: str, port: int, data: str | Path | None, open_browser: bool) -> None:
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
    app = make_app(store, Bots(Pool(), levels), public, tables=tables)
    server = uvicorn.Server(config(app))
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


def config(app: object) -> uvicorn.Config:
    """How uvicorn runs the app: sockets without compression, which costs memory for each one."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=MAX_MESSAGE,
        access_log=False,
        log_level="warning",
        server_header=False,
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
            f"The server cannot listen at {host}, port {port}: {error}; choose another --port."
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
