"""A farm of worker processes on a Ray cluster (docs.ray.io). Its results are the same as those of
worker processes on this machine."""

from __future__ import annotations

import os
import socket
import traceback
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from typing import Any, Final, TypeVar, cast

from everygame.errors import EveryGameError
from everygame.version import __version__

Result = TypeVar("Result")
LOCAL: Final = "local"
"""The address that stands for a cluster which `Cluster` starts on this machine."""
CONNECT_SECONDS: Final = 5.0
"""The longest time, in seconds, that a cluster may take to accept a connection; Ray itself would
try for minutes."""
AHEAD: Final = 2
"""The number of tasks that are sent for each processor, so that no processor waits for its next
task."""


class Cluster:
    """A cluster at an address: `HOST:PORT` from one of its own machines, `ray://HOST:PORT` from any
    other machine, or `local` for a cluster that `Cluster` starts. The machines of the cluster need
    the same version of EveryGame as this machine, and the programs that are contestants."""

    def __init__(self, address: str) -> None:
        """Import Ray. Raises EveryGameError where Ray is not installed."""
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # else Ray reports its use
        if address == LOCAL:
            os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")  # loopback only
        try:
            import ray
        except ImportError:
            raise EveryGameError("--cluster needs Ray: pip install 'everygame[cluster]'.") from None
        self.ray: Any = ray
        self.address = address

    def connect(self) -> None:
        """Connect to the cluster, and check that it has this version of EveryGame. Raises
        EveryGameError."""
        mine: dict[str, Any] = {"include_dashboard": False} if self.address == LOCAL else {}
        try:
            self.knock()
            self.ray.init(self.address, log_to_driver=False, logging_level="error", **mine)
            there = self.ray.get(self.ray.remote(version).remote(), timeout=60)
        except Exception as error:
            raise EveryGameError(
                "The cluster {address} cannot be used: {splitline}",
                address=self.address,
                splitline=str(error).splitlines()[0],
            ) from None
        if there != __version__:
            raise EveryGameError(
                "The cluster has EveryGame {there}, this is {version}.",
                there=there,
                version=__version__,
            )

    def knock(self) -> None:
        """Check that something listens at the address. Raises OSError or ValueError where nothing
        does."""
        if self.address == LOCAL:
            return
        host, _, port = self.address.rpartition("://")[2].rpartition(":")
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()

    def run(
        self, task: Callable[[int], Result], numbers: Iterable[int]
    ) -> Generator[Result, None, None]:
        """Run `task` for all these numbers on the cluster and yield the results, as `Farm.run`
        does. Raises EveryGameError where the cluster fails."""
        ray, waiting = self.ray, iter(numbers)
        try:
            self.connect()
            remote = ray.remote(attempt)
            slots = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            running = [remote.remote(task, number) for number in islice(waiting, slots)]
            while running:
                (done,), running = ray.wait(running)
                running += (remote.remote(task, number) for number in islice(waiting, 1))
                yield cast(Result, self.take(done))
        finally:
            for one in locals().get("running", ()):
                ray.cancel(one, force=True)
            ray.shutdown()

    def take(self, done: object) -> object:
        """Return the result of a finished task. Raises the error of the task, or EveryGameError
        where the cluster lost the task."""
        try:
            good, result = self.ray.get(done)
        except Exception as error:
            raise EveryGameError("The cluster lost a task: {error}", error=error) from None
        if not good:
            raise result
        return result


def attempt(task: Callable[[int], object], number: int) -> tuple[bool, object]:
    """Run a task on the cluster. Return True and its result, or False and its error."""
    try:
        return True, task(number)
    except Exception as error:
        error.add_note(traceback.format_exc())
        return False, error


def version() -> str:
    """Return the version of EveryGame on the machine of the cluster that runs this function."""
    return __version__
