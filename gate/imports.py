"""Which Python file imports which, read from the sources, imports in functions included.

A string that is the dotted name of a module counts as an import, since worker processes are told
so what to call; so does the name of a game, which the library loads by its folder.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

DOTTED = re.compile(r"[a-z_]\w*(\.\w+)+(:\w+)?")


class Imports:
    """The imports among the Python files of some folders.

    Args:
        root: the checkout.
        folders: those of it whose files count.
    """

    def __init__(self, root: Path, folders: tuple[str, ...]) -> None:
        self.root = root
        paths = [path for folder in folders for path in (root / folder).rglob("*.py")]
        self.files = sorted(
            str(p.relative_to(root)) for p in paths if "node_modules" not in p.parts
        )
        self.modules = {module_name(file): file for file in self.files}

    @cached_property
    def games(self) -> dict[str, list[str]]:
        """The files of each game's folder."""
        found: dict[str, list[str]] = defaultdict(list)
        for file in self.files:
            parts = file.split("/")
            if parts[:2] == ["everygame", "games"] and len(parts) > 3:
                found[parts[2]].append(file)
        return found

    @cached_property
    def direct(self) -> dict[str, set[str]]:
        """The files that each file imports."""
        return {file: set(self.read(file)) - {file} for file in self.files}

    def read(self, file: str) -> Iterator[str]:
        tree = ast.parse((self.root / file).read_text("utf-8"))
        for name in names(tree):
            yield from self.find(name)
        if file.startswith("tests/"):
            for word in words(tree):
                yield from self.games.get(word, ())

    def find(self, name: str) -> Iterator[str]:
        """The file of a dotted name, of which the last part may be something in that file."""
        for known in (name, name.rpartition(".")[0]):
            if known in self.modules:
                yield self.modules[known]
                return

    def reached(self, files: Iterable[str]) -> set[str]:
        """All that these files import, and what that imports, and so on."""
        return set(distances(self.direct, files))

    def users(self, files: Iterable[str]) -> dict[str, int]:
        """All that import one of these files, with how many imports they are away."""
        backward: dict[str, set[str]] = defaultdict(set)
        for file, others in self.direct.items():
            for other in others:
                backward[other].add(file)
        return distances(backward, files)


def distances(graph: dict[str, set[str]], start: Iterable[str]) -> dict[str, int]:
    """The steps to everything that can be reached, those that it starts from at 0."""
    found = dict.fromkeys(start, 0)
    queue = deque(found)
    while queue:
        here = queue.popleft()
        for other in sorted(graph.get(here, ())):
            if other not in found:
                found[other] = found[here] + 1
                queue.append(other)
    return found


def module_name(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def names(tree: ast.Module) -> Iterator[str]:
    """The dotted names that a file imports or tells to a worker process."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and DOTTED.fullmatch(str(node.value)):
            yield str(node.value).partition(":")[0]


def words(tree: ast.Module) -> Iterator[str]:
    """The texts of a file that are one word, as the name of a game is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isalpha():
            yield node.value
