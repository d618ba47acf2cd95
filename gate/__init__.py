"""The gate: everything that must hold before a change lands, in about ten minutes.

`python3 run.py test`, `long` and `stress` install what tests need and then call this package.
docs/gate.md tells an engineer how to use it.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / ".venv" / "gate"
"""Logs, results and whatever else a run leaves; never committed."""
RECORDS = ROOT / "gate" / "records"
"""What is committed: green runs, durations, and tests that were green only when run again."""
