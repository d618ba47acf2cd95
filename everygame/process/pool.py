"""Runs a small pool of worker processes for work that takes long: bots, hints, new levels,
uploads."""

from __future__ import annotations

import asyncio
import os
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

from everygame.contract import AnyJson, Json
from everygame.errors import EveryGameError
from everygame.process import worker_messages
from everygame.process.start import python_command
from everygame.process.worker import OUT_OF_MEMORY
from everygame.time_source import REAL, Clock
from everygame.words import unpack

MOST_BYTES: Final = 1 << 24
"""The bytes that the line of an answer may have, and its files together."""
MOST_PROCESSES: Final = min(8, max(2, os.cpu_count() or 2))
"""The number of processes in which bots think; one for each processor, from 2 to 8."""
MEMORY: Final = 1 << 30
"""The bytes of address space that a worker process may use; a search uses some 50 MB at most."""


class WorkerDied(EveryGameError):
    """A job ended without an answer, because its function failed, its process died, or it took too
    long."""


class JobRefused(EveryGameError):
    """The function of a job raised an error that is meant for people; str() is its sentence."""


class Pool:
    """At most `size` worker processes, which are started when they are needed and then kept. A
    process is killed when its job is cancelled, takes too long or needs more than `MEMORY` bytes,
    because nothing else stops a running function. Processes run at a priority lower by `nice`, so
    that the server answers while bots think."""

    def __init__(
        self,
        size: int | None = None,
        nice: int = 5,
        clock: Clock = REAL,
    ) -> None:
        self.clock = clock
        self.size = size or MOST_PROCESSES
        self.free = asyncio.Semaphore(self.size)
        self.settings = MEMORY, nice
        self.busy = self.waiting = 0
        """The number of jobs that have a process, and of those that wait for one."""
        self.idle: list[Process] = []
        self.all: set[Process] = set()
        self.ending: set[asyncio.Task[object]] = set()
        self.warming: asyncio.Task[None] | None = None

    def warm(self) -> None:
        """Start a process before the first job needs it, without waiting for its start."""
        self.warming = asyncio.create_task(self.start_one())

    async def start_one(self) -> None:
        with suppress(WorkerDied):  # the first job will raise it again
            self.idle.append(await self.start())

    async def run(self, call: str, request: AnyJson, seconds: float) -> AnyJson:
        """Call the function `call`, "module:name", in a worker process, and return its answer to
        the request. Request and answer are JSON, or files as a dict of bytes. Raises WorkerDied,
        JobRefused."""
        return await self.run_late(call, lambda waited: request, seconds)

    async def run_late(
        self, call: str, make: Callable[[float], AnyJson], seconds: float
    ) -> AnyJson:
        """Do as `run`, with a request that is made when a process becomes free: `make` gets the
        seconds for which the job has waited."""
        asked = self.clock.now()
        async with self.worker() as process:
            request = make(self.clock.now() - asked)
            answer = await self.ask(process, {"call": call, "request": request}, seconds)
            if answer.get("died") == OUT_OF_MEMORY:
                self.end(process)
        return result_of(call, answer)

    async def ask(self, process: Process, job: Json, seconds: float) -> Json:
        """Send a job to a process and return the answer. Raises WorkerDied."""
        assert process.stdin and process.stdout
        try:
            async with self.clock.timeout(seconds):
                process.stdin.write(worker_messages.encode(job))
                await process.stdin.drain()
                return await receive(process.stdout)
        except TimeoutError:
            raise WorkerDied(
                "{call} took more than {seconds} s.", call=job["call"], seconds=format(seconds, "g")
            ) from None
        except EOFError:
            raise WorkerDied("{call} ended without an answer.", call=job["call"]) from None
        except (ConnectionError, ValueError) as error:
            raise WorkerDied(
                "{call} ended without an answer: {error}.", call=job["call"], error=repr(error)
            ) from None

    @asynccontextmanager
    async def worker(self) -> AsyncIterator[Process]:
        """Reserve a process for one job, as soon as one is free."""
        async with self.counted():
            self.idle = [process for process in self.idle if process.returncode is None]
            process = self.idle.pop() if self.idle else await self.start()
            try:
                yield process
            except BaseException:
                self.end(process)
                raise
            if process in self.all:
                self.idle.append(process)

    @asynccontextmanager
    async def counted(self) -> AsyncIterator[None]:
        """Wait until a process may work, and count who waits and who works."""
        self.waiting += 1
        try:
            await self.free.acquire()
        finally:
            self.waiting -= 1
        self.busy += 1
        try:
            yield
        finally:
            self.busy -= 1
            self.free.release()

    async def start(self) -> Process:
        command = python_command("everygame.process.worker", *self.settings)
        try:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, limit=MOST_BYTES
            )
        except OSError as error:
            raise WorkerDied("No worker process can be started: {error}.", error=error) from None
        self.all.add(process)
        return process

    def end(self, process: Process) -> None:
        """Kill a process, and start a task that waits for its end."""
        self.all.discard(process)
        with suppress(ProcessLookupError):
            process.kill()
        task: asyncio.Task[object] = asyncio.create_task(process.communicate())
        self.ending.add(task)
        task.add_done_callback(self.ending.discard)

    async def close(self) -> None:
        """Kill all processes and wait for their ends."""
        if self.warming:
            await asyncio.wait([self.warming])
        for process in list(self.all):
            self.end(process)
        await asyncio.gather(*self.ending, return_exceptions=True)


def result_of(call: str, answer: Json) -> AnyJson:
    """Return the result in the answer to a job. Raises WorkerDied, JobRefused."""
    if "error" in answer:
        raise JobRefused(answer["error"])
    if "died" in answer:
        raise WorkerDied("{call} failed: {died}", call=call, died=answer["died"])
    return answer["result"]


async def receive(stream: asyncio.StreamReader) -> Json:
    """Read the next answer of a process. Raises EOFError where the process has ended, ValueError
    where the answer is too large or malformed."""
    line = await stream.readline()
    if not line.endswith(b"\n"):
        raise EOFError
    message, size = worker_messages.decode_line(line)
    if size > MOST_BYTES:
        raise ValueError("too many bytes")
    answer: Json = unpack(worker_messages.fill(message, await stream.readexactly(size)))
    return answer
