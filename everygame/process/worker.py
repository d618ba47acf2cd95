"""A worker process: reads a job a line, answers each in a line, and ends when nobody listens.

A job is `{"call": "module:function", "request": {…}}`; the answer is `{"result": …}`, or
`{"error": sentence}` where the function refused, or `{"died": text}` where it failed. Where memory
ran out, the process ends after its answer, for what is left of it may be in pieces.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import signal
import sys
import traceback
from typing import Final

from everygame.contract import AnyJson
from everygame.errors import EveryGameError
from everygame.process.printed import bound_printed
from everygame.words import pack

OUT_OF_MEMORY: Final = "it needed too much memory"


def main(memory: int, nice: int) -> None:
    """Work until standard input is closed, with at most `memory` bytes of address space, and after
    everybody else: `nice` is the system's measure of that."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which ends us
    if hasattr(os, "nice"):
        os.nice(nice)
    bound_memory(memory)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    bound_printed()  # what a game prints must not mix with answers
    for line in sys.stdin:
        job = json.loads(line)
        answer = attempt(job["call"], job["request"])
        try:
            print(json.dumps(answer), file=answers, flush=True)
        except BrokenPipeError:  # the server was ended meanwhile
            os._exit(0)
        if answer.get("died") == OUT_OF_MEMORY:
            return


def bound_memory(size: int) -> None:
    """What asks for more gets a MemoryError. Systems without such a bound do without it."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def attempt(call: str, request: AnyJson) -> dict[str, AnyJson]:
    """Do a job."""
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
