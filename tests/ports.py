"""A port that stays a test's own while its server is away."""

from __future__ import annotations

import socket


def reserve() -> socket.socket:
    """A socket that has a free port and takes no connections.

    A server may listen at that port meanwhile, for both let others share it, but nobody else is
    given it; while no server does, whoever comes is refused at once, as by a server that is away.
    """
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.bind(("127.0.0.1", 0))
    return found
