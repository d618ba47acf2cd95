"""What the processes of the pages that this program has begun hold, and how long their workers have
worked. Linux alone says both."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

MAPPING: Final = re.compile(r"^([0-9a-f]+)-([0-9a-f]+) (\S+)", re.MULTILINE)
"""The beginning of a line of `/proc/PID/maps`: where a mapping begins, ends, and what it allows."""
SPACE: Final = 2**32
"""A browser reserves at least these bytes for each memory of WebAssembly, from a multiple of them
on."""
LEAST: Final = 2**24
"""The memory of Python begins with more bytes than these."""
KB, MB = 2**10, 2**20


class Held(NamedTuple):
    """What the processes of all pages hold, in bytes."""

    own: int
    """What they have written and share with no other process. A browser's own list of its tasks
    calls it memory or footprint."""
    program: int
    """The parts of the browser's program, a file, that no other process has in memory just now."""
    pythons: tuple[int, ...]
    """The memory of each Python, the largest first."""

    def __str__(self) -> str:
        pythons = " + ".join(str(size // MB) for size in self.pythons)
        return (
            f"memory: {self.own // MB} MB of its own, and {self.program // MB} MB of the browser's"
            f" program; Pythons {pythons or 0} MB"
        )


def held() -> Held:
    own, program, pythons = 0, 0, list[int]()
    for one in renderers():
        text = (one / "smaps_rollup").read_text("ascii")
        own += KB * sum(map(int, re.findall(r"Private_Dirty: +(\d+) kB", text)))
        program += KB * sum(map(int, re.findall(r"Private_Clean: +(\d+) kB", text)))
        pythons += python_memories((one / "maps").read_text("ascii", "replace"))
    return Held(own, program, tuple(sorted(pythons, reverse=True)))


def python_memories(maps: str) -> Iterator[int]:
    """Yield the sizes of the memories of Python in a text of `/proc/PID/maps`: each is open to
    reading and writing from the beginning of its reserved place on."""
    for begin, end, allowed in MAPPING.findall(maps):
        first, size = int(begin, 16), int(end, 16) - int(begin, 16)
        if allowed.startswith("rw") and first % SPACE == 0 and size > LEAST:
            yield size


def renderers() -> Iterator[Path]:
    """Yield the folders in `/proc` of the processes of pages, but for the browser's own pages."""
    known = {one: stat(one) for one in os.listdir("/proc") if one.isdigit()}
    parents = {one: int(found[1]) for one, found in known.items() if found}
    ours = {str(os.getpid())}
    while more := {one for one, parent in parents.items() if str(parent) in ours} - ours:
        ours |= more
    for one in ours:
        command = Path(f"/proc/{one}/cmdline").read_bytes()
        if b"--type=renderer" in command and b"--top-chrome-webui" not in command:
            yield Path(f"/proc/{one}")


def work() -> float:
    """Return the seconds of the processor in the workers of all pages, of those workers that there
    are now."""
    ticks = 0
    for thread in (one for page in renderers() for one in page.glob("task/*")):
        if (thread / "comm").read_text("ascii").startswith("DedicatedWorker"):
            ticks += sum(map(int, stat(f"{thread.parent.parent.name}/task/{thread.name}")[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def stat(process: str) -> list[str]:
    """Return state, parent and so on of a process; nothing of one that has ended."""
    try:
        return (
            Path(f"/proc/{process}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
        )
    except OSError:
        return []
