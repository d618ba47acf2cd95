"""Servers to be measured: this one, the same at another commit, and boardgame.io's own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Server:
    """A process that answers at a port."""

    process: subprocess.Popen[str]
    port: int

    def seconds(self) -> float:
        """The processor time of it and of its children."""
        return sum(seconds_of(process) for process in family(self.process.pid))

    def processor(self) -> float:
        """The processor seconds of it alone, to the nanosecond."""
        clock = (~self.process.pid << 3) | 2  # the clock of a process, as in clock_getcpuclockid(3)
        return time.clock_gettime(clock)

    def memory(self) -> int:
        """Bytes that it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", status)
        assert found
        return int(found[1]) * 1024


def seconds_of(process: int) -> float:
    """Of a process; 0 when it has gone."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


def family(process: int) -> list[int]:
    """A process and its children's children."""
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return [process]
    return [process, *(one for child in children for one in family(int(child)))]


@contextmanager
def running(command: list[str], folder: Path, **environment: str) -> Iterator[Server]:
    """A server that prints its address first."""
    process = subprocess.Popen(
        command, cwd=folder, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout
        for line in process.stdout:
            if found := re.search(r":(\d+)/", line):
                yield Server(process, int(found[1]))
                break
        else:
            raise RuntimeError(f"{command[0]} did not start")
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


@contextmanager
def ours(tree: Path = ROOT, *more: str) -> Iterator[Server]:
    """EveryGame as it stands in a folder, with a data file of its own, and with more options."""
    command = [sys.executable, "-m", "everygame", "serve", "--port", "0", "--no-browser"]
    with tempfile.TemporaryDirectory() as folder:
        data = ["--data", f"{folder}/matches.sqlite"]
        with running([*command, *data, *more], Path(folder), PYTHONPATH=str(tree)) as server:
            yield server


@contextmanager
def worktree(commit: str) -> Iterator[Path]:
    """Another commit, in a folder for a while."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "-q", "--detach", str(tree), commit], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


@contextmanager
def boardgameio(storage: str) -> Iterator[Server]:
    """boardgame.io's own server, installed when first wanted; its data in `storage`: "memory",
    or a folder of its own for FlatFile."""
    home = Path.home() / ".cache" / "everygame-bench-boardgameio"
    home.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "server.cjs"):
        (home / name).write_text((ROOT / "bench" / "boardgameio" / name).read_text())
    if not (home / "node_modules").exists():
        subprocess.run(
            ["npm", "install", "--no-audit", "--no-fund", "--silent"], cwd=home, check=True
        )
    with tempfile.TemporaryDirectory() as folder:
        where = "memory" if storage == "memory" else folder
        command = ["node", "server.cjs", where]
        with running(command, home, NODE_ENV="production") as server:
            yield server
