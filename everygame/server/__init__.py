"""The server: pages, requests and sockets, as docs/reference/wire.md has them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


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
) -> None:
    """Serve until Ctrl+C or a SIGTERM. `data` is the file where matches are kept, `names` are
    those by which the server is asked besides this computer's own ("games.example.org"), `proxies`
    the addresses of proxies before it, whose word on who asks is believed. `public`: strangers may
    find each other here; `refused` is a file with words, one a line, that no name may contain;
    `bots` are programs of one's own, `GAME=program:COMMAND`, that may be chosen as opponents.
    Raises EveryGameError when a file or the port cannot be had."""
    from everygame.server.serve import run_server  # worker processes do without all of that

    run_server(host, port, data, open_browser, names, proxies, public, refused, bots)
