"""Runs programs four at a time in a fixed order, and says what runs and what is left."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

from gate import ROOT, WORK
from gate.results import Result, read_results

LANES: Final = 4
"""As many programs run at once: on two cores two more work while pages and servers wait."""
TELL: Final = 30
"""Seconds between two lines that say how far the jobs are."""
LIMIT: Final = 1800
"""Seconds until a job that does not end is ended, so that a hang is told as one."""


@dataclass
class Job:
    """A program of the gate.

    Args:
        name: told to people, and the name of its log.
        command: the program and its arguments.
        where: the folder in which it runs.
        after: the name of the job that must have been good before; empty for none.
        tests: whether it is a run of pytest, which gets a file for its results.
    """

    name: str
    command: list[str]
    where: Path = ROOT
    after: str = ""
    tests: bool = False
    environment: dict[str, str] = field(default_factory=dict)
    status: int | None = None
    """Its exit status; None until it ended, or where it was left out."""
    seconds: float = 0.0
    process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> Path:
        return WORK / f"{self.name.replace(' ', '-')}.log"

    @property
    def results_file(self) -> Path:
        return self.log.with_suffix(".jsonl")

    def results(self) -> list[Result]:
        return read_results(self.results_file) if self.tests else []

    def progress(self) -> str:
        """Its name, and for tests how many of them have ended."""
        if not self.tests:
            return self.name
        counted = self.results_file.with_suffix(".count")
        total = counted.read_text("utf-8") if counted.is_file() else "?"
        return f"{self.name} {len(self.results())} of {total}"

    def full_command(self) -> list[str]:
        return [*self.command, *(["--results", str(self.results_file)] if self.tests else [])]


class Lanes:
    """Runs jobs, each as soon as a lane is free and the job before it is good."""

    def __init__(self, jobs: list[Job], say: Callable[[str], None] = print) -> None:
        self.jobs = jobs
        self.waiting = list(jobs)
        self.say = say
        self.began = time.monotonic()
        self.change = threading.Condition()

    def run(self) -> None:
        """Run all of them; whatever stops this program stops them too."""
        WORK.mkdir(parents=True, exist_ok=True)
        threads = [threading.Thread(target=self.lane, daemon=True) for _ in range(LANES)]
        try:
            for thread in threads:
                thread.start()
            while any(thread.is_alive() for thread in threads):
                self.watch(threads)
        finally:
            self.stop()

    def watch(self, threads: list[threading.Thread]) -> None:
        """Say how far the jobs are whenever nothing else was said for a while."""
        until = time.monotonic() + TELL
        while any(thread.is_alive() for thread in threads) and time.monotonic() < until:
            threads[0].join(0.2)
            threads[-1].join(0.2)
        running = [job.progress() for job in self.running()]
        left = [job.name for job in self.waiting]
        if running:
            self.tell(f"running: {', '.join(running)}; left: {', '.join(left) or 'nothing'}")

    def tell(self, words: str) -> None:
        spent = int(time.monotonic() - self.began)
        self.say(f"[{spent // 60:2}:{spent % 60:02}] {words}")

    def running(self) -> list[Job]:
        return [job for job in self.jobs if job.process and job.status is None]

    def lane(self) -> None:
        while job := self.next():
            self.tell(f"{job.name} …")
            self.finish(job)

    def next(self) -> Job | None:
        """The first job that may begin; waits for one that only waits for another."""
        with self.change:
            while self.waiting:
                for job in self.waiting:
                    first = next((one for one in self.jobs if one.name == job.after), None)
                    if first is None or first.status == 0:
                        self.waiting.remove(job)
                        start(job)
                        return job
                    if first.status is not None or first not in [*self.running(), *self.waiting]:
                        self.waiting.remove(job)  # what it needs is not there
                        break
                else:
                    self.change.wait()
            return None

    def finish(self, job: Job) -> None:
        """Wait for its end, and say how it went."""
        began = time.monotonic()
        assert job.process is not None
        try:
            status = job.process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            end(job.process)
            status = 124
        job.seconds = time.monotonic() - began
        with self.change:
            job.status = status
            self.change.notify_all()
        self.tell(closing(job))

    def stop(self) -> None:
        self.waiting.clear()
        for job in self.running():
            if job.process:
                end(job.process)


def start(job: Job) -> None:
    """In a session of its own, so that all that it starts can be ended with it."""
    job.results_file.unlink(missing_ok=True)
    job.results_file.with_suffix(".count").unlink(missing_ok=True)
    log: IO[bytes] = job.log.open("wb")
    with log:
        job.process = subprocess.Popen(
            job.full_command(),
            cwd=job.where,
            env={**os.environ, **job.environment},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )


def end(process: subprocess.Popen[bytes]) -> None:
    """The process and what it has started."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def closing(job: Job) -> str:
    """How it ended: the last line of what it printed, and of a failure all of that."""
    lines = job.log.read_text("utf-8", "replace").strip().splitlines() or [""]
    if job.status == 0:
        return f"{job.name}: good, {job.seconds:.0f} s{': ' + lines[-1] if job.tests else ''}"
    why = "it did not end" if job.status == 124 else f"status {job.status}"
    shown = "\n".join(lines[-TOLD:])
    return f"{job.name}: FAILED ({why}, {job.seconds:.0f} s)\n{shown}\n-- end of {job.name}"


TOLD: Final = 400
"""Lines of the log of a failed job that are shown."""
