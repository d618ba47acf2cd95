"""The commands of the gate; `run.py` calls them with the Python that has what tests need."""

from __future__ import annotations

import signal
import sys

from gate import changed, form, long, stress, whole

COMMANDS = {"test": whole.main, "long": long.main, "stress": stress.main, "format": form.main}


def end(*_: object) -> None:
    """Leave in good order, so that whatever was started is ended too."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(128 + signal.SIGTERM)


def main(command: str, *arguments: str) -> int:
    if command == "test" and arguments[:1] == ("--changed",):
        return changed.main(list(arguments[1:]))
    return COMMANDS[command](list(arguments))


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, end)
    sys.exit(main(*sys.argv[1:]))
