"""`run.py format`: writes Python and the page's scripts in the form that the gate wants."""

from __future__ import annotations

import subprocess
import sys

from gate import ROOT, page


def main(arguments: list[str]) -> int:
    if arguments:
        print("It takes no arguments.")
        return 2
    ruff = subprocess.call([sys.executable, "-m", "ruff", "format", "--quiet", "."], cwd=ROOT)
    return page.main("write") or ruff
