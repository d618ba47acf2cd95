"""`run.py test`: all that must hold, or the tests that are named."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time

from gate import ROOT, WORK, records, shaky
from gate.compiled import COPY, has_compiler
from gate.compiled import main as compile_copy
from gate.jobs import Job, Lanes
from gate.plan import PYTEST, plan
from gate.results import Result, failed


def main(arguments: list[str]) -> int:
    """Everything, or with arguments what pytest makes of them in both builds; 0 if all holds."""
    return named(arguments) if arguments else everything()


def named(arguments: list[str]) -> int:
    """Tests that somebody names, interpreted, then those of them that both builds have."""
    status = subprocess.call([*PYTEST, *arguments], cwd=ROOT)
    if not has_compiler() or status not in (0, NOTHING):
        return status
    compile_copy()
    marked = subprocess.call([*PYTEST, "-m", "both", *arguments], cwd=COPY)
    return status if marked in (0, NOTHING) else marked


NOTHING = 5
"""The status of pytest where no test was chosen."""


def everything() -> int:
    began = time.monotonic()
    shutil.rmtree(WORK, ignore_errors=True)
    compiled = has_compiler()
    if not compiled:
        tell("There is no C compiler here, so the compiled build is not tested.")
    jobs = plan(compiled)
    Lanes(jobs, tell).run()
    reds = {test: job for job in jobs for test in failed(job.results())}
    again = shaky.run_again(reds, tell)
    faults = [*broken(jobs), *(test for test in reds if test not in again), *shaky.overdue()]
    results = [one for job in jobs for one in job.results()]
    records.compare(results, tell)
    tell(summary(results, faults, again, time.monotonic() - began))
    if not faults:
        records.note(jobs, results, len(again), time.monotonic() - began, tell)
    return 1 if faults else 0


def broken(jobs: list[Job]) -> list[str]:
    """The jobs that failed, but for those of which only tests did."""
    return [
        f"{job.name} ({'left out' if job.status is None else f'status {job.status}'})"
        for job in jobs
        if job.status != 0 and not (job.status == 1 and failed(job.results()))
    ]


def summary(results: list[Result], faults: list[str], again: list[str], spent: float) -> str:
    """The end of a run; the last line but one is in the form that other programs read."""
    reds = {one for one in failed(results) if one not in again}
    passed = len({one.test for one in results if one.outcome == "passed"} | set(again))
    lines = [f"FAILED {fault}" for fault in faults]
    lines += [f"green only when run again: {test}" for test in again]
    lines += [f"It took {spent / 60:.1f} minutes.", f"{passed} passed, {len(reds)} failed"]
    return "\n".join(["", *lines, "Everything holds." if not faults else "It does not hold."])


def tell(words: str) -> None:
    print(words, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
