"""A worker process: reads a job a line, answers each in a line, and ends when nobody listens.

A job is `{"call": "module:function", "request": {…}}`; the answer is `{"result": …}`, or
`{"error": sentence}` where the function refused, or `{"died": text}` where it failed.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import signal
import sys
import traceback
from typing import Any

from everygame.errors import EveryGameError


def main() -> None:
    """Work until standard input is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which ends us
    if hasattr(os, "nice"):
        os.nice(5)  # people come first
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a game prints must not mix with answers
    for line in sys.stdin:
        job = json.loads(line)
        print(json.dumps(attempt(job["call"], job["request"])), file=answers, flush=True)


def attempt(call: str, request: Any) -> dict[str, Any]:
    """Do a job."""
    module, _, function = call.partition(":")
    try:
        return {"result": getattr(importlib.import_module(module), function)(request)}
    except EveryGameError as error:
        return {"error": str(error)}
    except Exception as error:
        traceback.print_exc()
        return {"died": repr(error)}


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        main()
