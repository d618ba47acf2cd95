"""Finds misspelt names: a function or a setting of a game that nothing asks for, and whose name is
almost one that EveryGame asks for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from everygame.check.locate import CLOSE
from everygame.contract import Game, State
from everygame.errors import BadGame
from everygame.fast.state import FastState
from everygame.library.game_programs import Editor
from everygame.scene import Artist
from everygame.search.game_advice import Advice


def public(*classes: type) -> set[str]:
    return {name for owner in classes for name in dir(owner) if not name.startswith("_")}


FUNCTIONS: Final = {
    "bots.py": {field.name for field in fields(Advice)},
    "editor.py": {field.name for field in fields(Editor)},
    "reasons.py": {"reasons"},
    "rules.py": {field.name for field in fields(Artist)},
    "scene.py": {field.name for field in fields(Artist)},
}
"""The functions that EveryGame asks for, by file."""
MEMBERS: Final = public(State, Game, FastState) | {"game", "players", "values"}
"""The methods and settings of the classes in `rules.py`."""


@dataclass(frozen=True)
class Name:
    """A name that a file defines."""

    text: str
    line: int
    known: frozenset[str]
    """The names that EveryGame asks for in this place."""
    beside: frozenset[str]
    """All names that are defined in this place."""
    of_class: bool = False
    """Whether it is a member of a class, which others have to ask an object for."""
    read: frozenset[str] = frozenset()
    """The names that the class reads beside its methods."""


def read_programs(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    """Yield the programs of a game, without those that are no Python, which others tell of."""
    for file in sorted(folder.glob("*.py")):
        with suppress(SyntaxError, ValueError):
            yield file, ast.parse(file.read_bytes())


def check_names(game: str, folder: Path) -> None:
    """Raise BadGame for the first misspelt name of a game."""
    trees = dict(read_programs(folder))
    asked = {name for tree in trees.values() for name in attributes(tree)}
    read = {name for tree in trees.values() for name in mentions(tree)}
    for file, tree in trees.items():
        for name in defined(file.name, tree):
            near = get_close_matches(name.text, sorted(name.known - name.beside), 1, CLOSE)
            used = asked | name.read if name.of_class else asked | read
            if near and name.text not in used and name.text not in name.known:
                raise BadGame(
                    "{name}: {file}, line {line}: nothing asks for {text}; is it {near}?",
                    name=game,
                    file=file.name,
                    line=name.line,
                    text=repr(name.text),
                    near=repr(near[0]),
                )


def defined(file: str, tree: ast.Module) -> Iterator[Name]:
    """Yield the functions of a file, and the members of the classes in `rules.py`."""
    if file in FUNCTIONS:
        found = names(tree.body)
        for text, line in found.items():
            yield Name(text, line, frozenset(FUNCTIONS[file]), frozenset(found))
    for node in tree.body if file == "rules.py" else []:
        if isinstance(node, ast.ClassDef) and node.bases:
            found = set_on_self(node) | names(node.body)
            beside, read = frozenset(found), frozenset(read_by_class(node))
            for text, line in found.items():
                yield Name(text, line, frozenset(MEMBERS), beside, True, read)


def names(body: list[ast.stmt]) -> dict[str, int]:
    """Return the names that the body of a file or a class defines, with their lines."""
    found: dict[str, int] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node.lineno
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {one.id: node.lineno for one in targets if isinstance(one, ast.Name)}
    return found


def set_on_self(owner: ast.ClassDef) -> dict[str, int]:
    """Return the names that `__init__` of a class sets on `self`, with their lines."""
    makers = [n for n in owner.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"]
    return {
        node.attr: node.lineno
        for maker in makers
        for node in ast.walk(maker)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }


def read_by_class(owner: ast.ClassDef) -> Iterator[str]:
    """Yield the names that the body of a class reads outside of its methods."""
    for node in owner.body:
        if not isinstance(node, ast.FunctionDef):
            yield from mentions(node)


def mentions(tree: ast.AST) -> Iterator[str]:
    """Yield the names that a program reads or imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names)


def attributes(tree: ast.AST) -> Iterator[str]:
    """Yield the names for which a program asks an object."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield node.attr
