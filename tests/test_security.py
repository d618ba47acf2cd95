"""What the page on security claims: every line of the standard is answered, and its tests exist."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parents[1]
LEVEL_2: Final = """
1.1:1-7 1.2:1-4 1.4:1,4-5 1.5:1-4 1.6:1-4 1.7:1-2 1.8:1-2 1.9:1-2 1.10:1 1.11:1-2 1.12:2 1.14:1-6
2.1:1-12 2.2:1-3 2.3:1-3 2.4:1-5 2.5:1-7 2.6:1-3 2.7:1-6 2.8:1-7 2.9:1-3 2.10:1-4
3.1:1 3.2:1-4 3.3:1-4 3.4:1-5 3.5:1-3 3.7:1 4.1:1-3,5 4.2:1-2 4.3:1-3
5.1:1-5 5.2:1-8 5.3:1-10 5.4:1-3 5.5:1-4 6.1:1-3 6.2:1-6 6.3:1-2 6.4:1-2
7.1:1-4 7.2:1-2 7.3:1,3-4 7.4:1-3 8.1:1-4 8.2:1-3 8.3:1-8 9.1:1-3 9.2:1-4 10.2:1-2 10.3:1-3
11.1:1-8 12.1:1-3 12.2:1 12.3:1-6 12.4:1-2 12.5:1-2 12.6:1
13.1:1,3-5 13.2:1-3,5-6 13.3:1-2 13.4:1-2 14.1:1-4 14.2:1-6 14.3:2-3 14.4:1-7 14.5:1-4
"""
"""The lines of the standard, version 4.0.3, that belong to level 2: a section, and its numbers."""


def spread(section: str, ranges: str) -> list[str]:
    """The lines of a section: `1.4` and `1,4-5` are 1.4.1, 1.4.4 and 1.4.5."""
    ends = [part.partition("-") for part in ranges.split(",")]
    found = [range(int(first), int(last or first) + 1) for first, _, last in ends]
    return [f"{section}.{number}" for numbers in found for number in numbers]


def rows() -> list[list[str]]:
    """The rows of all chapters: the lines, the answer, why, and the tests."""
    page = (ROOT / "docs" / "security.md").read_text("utf-8")
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in page[page.index("## V1 ") :].splitlines()
        if re.match(r"\| \d", line)
    ]


def test_every_line_of_the_standard_is_answered_once() -> None:
    wanted = [one for part in LEVEL_2.split() for one in spread(*part.split(":"))]
    found = Counter(
        line
        for cells in rows()
        for part in cells[0].split(", ")
        for first, _, last in [part.partition("–")]
        for line in spread(
            first.rpartition(".")[0],
            "-".join(one.rpartition(".")[2] for one in (first, last or first)),
        )
    )
    assert found == Counter(wanted)


def test_every_answer_is_one_of_four_and_says_why() -> None:
    for lines, answer, why, _ in rows():
        assert answer in {"holds", "in part", "no", "–"} and why, lines


def test_the_tests_that_are_named_exist() -> None:
    named = {name for *_, tests in rows() for name in re.findall(r"`(\w+)`", tests)}
    trees = [ast.parse(path.read_text("utf-8")) for path in (ROOT / "tests").rglob("test_*.py")]
    there = {one.name for tree in trees for one in tree.body if isinstance(one, ast.FunctionDef)}
    assert named - there == set() and len(named) > 50
