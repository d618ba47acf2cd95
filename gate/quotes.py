"""Which tests quote which text: of a file of the page, or of a sentence that a change took away."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from gate import ROOT
from gate.records import git

SENTENCE: Final = 12
"""Letters from which on a text that is gone is looked for in the tests."""
LABEL: Final = 4
"""Letters from which on a text of the page is looked for."""
NAMED: Final = 2.0
"""As much as two texts that no other file has counts that a test bears the name of a file."""
ALWAYS: Final = ("tests/client/test_client.py", "tests/browser/test_playing.py")
MOST: Final = 3
"""Test files that one file of the page leads to."""
SCRIPT_TEXT: Final = re.compile(r'"([^"\\\n]*)"|`([^`\\]*)`|\'([^\'\\\n]*)\'')


def quoting_gone(since: str) -> list[str]:
    """The tests with a text that stands in lines that are gone, and in none that came."""
    lines = git("diff", "-U0", since, "--", ".", ":!tests").splitlines()
    gone = squeezed(" ".join(line[1:] for line in lines if line.startswith("-")))
    came = squeezed(" ".join(line[1:] for line in lines if line.startswith("+")))

    def is_gone(text: str) -> bool:
        return len(text) >= SENTENCE and text in gone and text not in came

    return [file for file in tests() if any(is_gone(text) for text in texts(file))]


def quoting_page(file: str) -> list[str]:
    """The tests of the page that quote most of a file's texts, rare ones counting more, or bear its
    name; before them those that every change of the page can break."""
    counted, own = page_texts(), texts(file)
    score = {
        test: sum(1 / counted[text] for text in texts(test) & own) + NAMED * bears_name(test, file)
        for test in tests()
        if test.startswith("tests/browser/")
    }
    best = sorted((test for test in score if score[test]), key=lambda test: -score[test])
    return [*ALWAYS, *best[:MOST]]


def bears_name(test: str, file: str) -> bool:
    """Whether test_sharing.py is of share.js or of a folder so called, by the first letters."""
    path = Path(file)
    names = {path.stem[:LABEL], path.parent.name[:LABEL]}
    return Path(test).stem.removeprefix("test_")[:LABEL] in names


def naming(file: str) -> list[str]:
    """The tests that have the file's name, or its folder and that, as a text."""
    name = Path(file).name
    return [test for test in tests() if any(text.endswith(name) for text in texts(test))]


@cache
def page_texts() -> Counter[str]:
    """In how many files of the page each text stands."""
    scripts = (ROOT / "everygame" / "client").rglob("*.js")
    return Counter(text for path in scripts for text in texts(str(path.relative_to(ROOT))))


@cache
def tests() -> list[str]:
    """The tests' files that may quote a text."""
    found = [
        path for path in (ROOT / "tests").rglob("test_*.py") if "node_modules" not in path.parts
    ]
    return sorted(str(path.relative_to(ROOT)) for path in found)


@cache
def texts(file: str) -> frozenset[str]:
    """The texts of a Python file or a script, each in one line; none where it is gone."""
    path = ROOT / file
    if not path.is_file():
        return frozenset()
    source = path.read_text("utf-8", "replace")
    found = python_texts(source) if path.suffix == ".py" else script_texts(source)
    return frozenset(text for one in found if len(text := squeezed(one)) >= LABEL)


def python_texts(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def script_texts(source: str) -> Iterator[str]:
    for match in SCRIPT_TEXT.finditer(source):
        yield next(filter(None, match.groups()), "")


def squeezed(text: str) -> str:
    return " ".join(text.split())
