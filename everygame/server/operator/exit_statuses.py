"""The statuses with which the server ends, so that a service manager knows what is wrong: those of
BSD's `sysexits.h`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from everygame.errors import EveryGameError

UNAVAILABLE: Final = 69
"""A port is taken, or cannot be used."""
SOFTWARE: Final = 70
"""The server has failed unexpectedly; the log says how."""
BAD_DATA_FILE: Final = 74
"""The data file cannot be used: damaged, of a newer version, in use, or unreadable."""
BAD_SETTINGS: Final = 78
"""An option or the file of limits is wrong; to start again changes nothing."""


@contextmanager
def ending_with(status: int) -> Iterator[None]:
    """Have the command end with this status where the block raises an error for people."""
    try:
        yield
    except EveryGameError as error:
        error.exit_status = status
        raise
