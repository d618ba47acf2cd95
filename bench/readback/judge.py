"""Compares readers' answers with those of the rules.

`python bench/readback/judge.py GIVEN RIGHT`: the folders of the readers and of the answers. It
prints a row for each sheet that was read and each wrong answer; of faulty sheets, whether the
fault was found. It ends with status 1 if a sheet has less than 95 % right, or if fewer than nine
in ten faults were found.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

BOUND = 0.95
FOUND = 0.9


def main() -> None:
    given, right = Path(sys.argv[1]), Path(sys.argv[2])
    fine, found, planted = True, 0, 0
    for key in sorted(right.glob("*/*.txt")):
        read = given / key.parent.name / f"{key.stem}.answers.txt"
        if not read.is_file():
            continue
        wrong, number, fault = compare(read, key)
        row = f"{key.parent.name} {key.stem}: {number - len(wrong)} of {number} right"
        if fault:
            planted += 1
            found += any(fault in line for line in wrong)
            row += ", fault found" if any(fault in line for line in wrong) else ", FAULT MISSED"
        elif number - len(wrong) < BOUND * number:
            fine = False
            row += ", TOO FEW"
        print(row)
        print("".join(f"    {line}\n" for line in wrong), end="")
    if planted:
        fine = fine and found >= FOUND * planted
        print(f"{found} of {planted} planted faults found")
    sys.exit(0 if fine else 1)


def compare(read: Path, key: Path) -> tuple[list[str], int, str]:
    """Return the wrong answers, how many questions there are, and the rule of a planted fault."""
    answers = dict(entries(read))
    wrong, number, fault = [], 0, ""
    for line in key.read_text("utf-8").splitlines():
        if line.startswith("fault: "):
            fault = line.removeprefix("fault: ")
            continue
        number += 1
        n, _, rest_of_line = line.partition(": ")
        right, _, rule = rest_of_line.partition(" | ")
        said, rest = answers.get(n, ("(nothing)", ""))
        if plain(said, right) != plain(right, right):
            wrong.append(f"{n}: {said} instead of {right} | {rule} | {rest}")
    return wrong, number, fault


def entries(read: Path) -> list[tuple[str, tuple[str, str]]]:
    """Return for each number of a question the answer, and what the reader wrote behind it."""
    found = []
    for line in read.read_text("utf-8").splitlines():
        if parts := re.match(r"\s*(?:QUESTION )?(\d+)\s*[:.]\s*([^|]*)\|?(.*)", line):
            found.append((parts[1], (parts[2].strip(), parts[3].strip())))
    return found


def plain(answer: str, right: str) -> str:
    """Return an answer so that two ways to write it are equal; `right` tells its kind."""
    text = answer.strip(" .\"'").replace("\N{MINUS SIGN}", "-")
    if re.fullmatch("[A-G]+|none", right):
        letters = sorted(set(re.findall("[A-G]", text.upper())))
        return "".join(letters) if text.lower() != "none" else "none"
    return text.lower()


if __name__ == "__main__":
    main()
