"""Tells the service manager that started the server, such as systemd, how it stands, by the
protocol of `sd_notify`: when the server is ready, when it stops, and, where the manager wants that,
that its loop still runs. Without such a manager nothing happens."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress

from everygame.time_source import Clock


class ServiceManager:
    """The program that started the server, if it wants to be told."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.address = os.environ.get("NOTIFY_SOCKET", "")
        """The socket on which the manager listens; empty where none does."""
        for_us = os.environ.get("WATCHDOG_PID") in (None, str(os.getpid()))
        self.patience = int(os.environ.get("WATCHDOG_USEC", 0)) / 1e6 if for_us else 0.0
        """The seconds after which the manager restarts a silent server; 0 for never."""
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Say that the server is ready, and from now on that it still runs."""
        self.tell("READY=1")
        if self.address and self.patience:
            self.task = asyncio.create_task(self.go_on())

    async def go_on(self) -> None:
        """Say that the loop runs, twice in the time that the manager waits."""
        while True:
            self.tell("WATCHDOG=1")
            await self.clock.sleep(self.patience / 2)

    def stop(self) -> None:
        """Say that the server stops."""
        if self.task:
            self.task.cancel()
        self.tell("STOPPING=1")

    def tell(self, state: str) -> None:
        """Send a state to the manager. Where it has gone, nothing can be done."""
        if not self.address:
            return
        place = "\0" + self.address[1:] if self.address.startswith("@") else self.address
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.sendto(state.encode(), place)
