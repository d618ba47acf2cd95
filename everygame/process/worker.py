"""The program of a worker process: it reads jobs, answers each, and ends when the pool closes its
input.

A job is `{"call": "module:function", "request": …}`. The answer is `{"result": …}`, or
`{"error": message}` where the function raised an error for people, or `{"died": text}` where it
raised another one. Request and result are JSON or files, a dict of bytes (`worker_messages.py`).
Where memory ran out, the process ends after its answer, because objects may be left half made.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
import sys
import traceback
from typing import Final

from everygame.contract import AnyJson, Json
from everygame.errors import EveryGameError
from everygame.process import worker_messages
from everygame.process.output_limits import bound_printed
from everygame.words import pack

OUT_OF_MEMORY: Final = "it needed too much memory"


def main(memory: int, nice: int) -> None:
    """Do jobs until standard input is closed, with at most `memory` bytes of address space and at a
    priority lower by `nice`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which kills us
    if hasattr(os, "nice"):
        os.nice(nice)
    bound_memory(memory)
    jobs, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    bound_printed()  # what a game prints must not mix with answers
    while line := jobs.readline():
        message, size = worker_messages.decode_line(line)
        job = worker_messages.fill(message, jobs.read(size))
        answer = attempt(job["call"], job["request"])
        try:
            answers.write(worker_messages.encode(answer))
            answers.flush()
        except BrokenPipeError:  # the server has ended meanwhile
            os._exit(0)
        if answer.get("died") == OUT_OF_MEMORY:
            return


def bound_memory(size: int) -> None:
    """Limit the address space of this process, on systems that can: code that asks for more gets a
    MemoryError."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def attempt(call: str, request: AnyJson) -> Json:
    """Do a job and return the answer."""
    module, _, function = call.partition(":")
    try:
        return {"result": pack(getattr(importlib.import_module(module), function)(request))}
    except EveryGameError as error:
        return {"error": pack(error.message)}
    except MemoryError:
        return {"died": OUT_OF_MEMORY}
    except Exception as error:
        traceback.print_exc()
        return {"died": repr(error)}
