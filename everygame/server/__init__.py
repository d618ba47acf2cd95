"""The server: pages, requests and sockets, as docs/reference/wire.md has them."""

from __future__ import annotations

from pathlib import Path


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: str | Path | None = None,
    open_browser: bool = True,
) -> None:
    """Serve until Ctrl+C or a SIGTERM. `data` is the file where matches are kept. Raises
    EveryGameError when the file or the port cannot be had."""
    from everygame.server.serve import run_server  # worker processes do without all of that

    run_server(host, port, data, open_browser)
