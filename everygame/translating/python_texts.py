"""Finds every text of a message in Python sources, by reading them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Final

HOUSE: Final = Path(__file__).parents[1]
ENDINGS: Final = ("ENDINGS", "ENDED")
"""Constants of rules that hold what `State.ending` may answer."""


@dataclass(frozen=True)
class Use:
    """A text of a message where it is said."""

    file: str
    line: int
    text: str
    many: str
    places: frozenset[str]
    """What is put into it."""
    open: bool
    """More may be put into it than is seen here."""
    taker: str = ""
    """The function or class that takes it; empty for the ending of a match."""


@dataclass(frozen=True)
class Unread:
    """A place where the text of a message cannot be told from the sources."""

    file: str
    line: int


def uses(folder: Path = HOUSE) -> Iterator[Use | Unread]:
    """Yield all messages of the sources in a folder, and the endings of rules. Functions that take
    messages count wherever in EveryGame they are written."""
    trees = parse(folder)
    takers = find_takers(trees.values(), {} if folder == HOUSE else takers_of_house())
    for file, tree in trees.items():
        yield from Reader(str(file.relative_to(folder.parent)), tree, takers).uses()


def parse(folder: Path) -> dict[Path, ast.Module]:
    own = sorted(file for file in folder.rglob("*.py") if file.is_file())
    return {file: ast.parse(file.read_text("utf-8"), str(file)) for file in own}


@cache
def takers_of_house() -> dict[str, int]:
    return find_takers(parse(HOUSE).values(), {})


def find_takers(trees: Iterable[ast.Module], known: dict[str, int]) -> dict[str, int]:
    """Return the functions and classes that take a text and its arguments, and where the text
    stands; `known` are those of other sources."""
    found = {"say": 0, "count": 0, **known}
    bases: dict[str, str] = {}
    for tree in trees:
        found |= {name: at for name, at in texts_of(tree) if name != "__init__"}
        for node in classes(tree):
            made = dict(texts_of(node))
            if "__init__" in made:
                found[node.name] = made["__init__"]
            bases[node.name] = next((getattr(base, "id", "") for base in node.bases), "")
            found |= {name: at for name, at in made.items() if name != "__init__"}
    for name in bases:
        top = name
        while top not in found and top in bases:
            top = bases[top]
        if top in found:
            found.setdefault(name, found[top])
    return found


def classes(node: ast.Module | ast.ClassDef) -> Iterator[ast.ClassDef]:
    """Yield the classes of a module and those inside them; functions have none that matter."""
    for part in node.body:
        if isinstance(part, ast.ClassDef):
            yield part
            yield from classes(part)


def texts_of(node: ast.ClassDef | ast.Module) -> Iterator[tuple[str, int]]:
    """The functions in it that take a text and its arguments."""
    for function in node.body:
        if isinstance(function, ast.FunctionDef) and function.args.kwarg:
            names = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
            if "text" in names and function.args.kwarg.arg == "arguments":
                yield function.name, names.index("text") - ("self" in names)


Scope = dict[str, list[ast.expr]]
"""What is assigned to each name somewhere in a function, or outside of all."""


class Reader:
    """The messages of one file."""

    def __init__(self, file: str, tree: ast.Module, takers: dict[str, int]) -> None:
        self.file, self.tree, self.takers = file, tree, takers
        self.outer: Scope = {}
        self.inner: Scope = {}
        for node in tree.body:
            if not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                gather(node, self.outer)

    def uses(self) -> list[Use | Unread]:
        self.found: list[Use | Unread] = []
        self.read(self.tree)
        return self.found

    def read(self, node: ast.AST) -> None:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            before, self.inner = self.inner, dict(self.inner)
            gather(node, self.inner)
            if node.name == "ending":
                self.found += self.endings(node)
            self.parts(node)
            self.inner = before
            return
        if isinstance(node, ast.Call):
            self.found += self.call(node)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if node.value and any(getattr(target, "id", "") in ENDINGS for target in targets):
                self.found += self.endings(node.value)
        self.parts(node)

    def parts(self, node: ast.AST) -> None:
        for part in ast.iter_child_nodes(node):
            self.read(part)

    def endings(self, node: ast.AST) -> Iterator[Use]:
        described = isinstance(node, ast.FunctionDef) and ast.get_docstring(node, clean=False)
        for part in ast.walk(node):
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                if part.value == described:
                    continue
                yield Use(self.file, part.lineno, part.value, "", frozenset(), False)

    def call(self, node: ast.Call) -> Iterator[Use | Unread]:
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name not in self.takers or len(node.args) <= self.takers[name]:
            return
        if name in ("say", "count") and isinstance(node.func, ast.Attribute):
            return  # of a text, a list, somebody who talks
        if name == "count" and len(node.args) != 3:
            return  # a function of that file
        argument = node.args[self.takers[name]]
        given = {keyword.arg for keyword in node.keywords}
        places = frozenset(arg for arg in given if arg) | ({"n"} if name == "count" else set())
        texts = list(self.texts(argument))
        many = list(self.texts(node.args[1])) if name == "count" else [""]
        if not texts or not many:
            if not self.passed_on(argument):
                yield Unread(self.file, node.lineno)
            return
        more = None in given or isinstance(node.func, ast.Attribute)  # a method adds its own
        # where a branch of the code has each a text of its own, those for many stand in their order
        pairs = zip(texts, many if len(many) == len(texts) else many[:1] * len(texts), strict=True)
        for text, other in pairs:
            yield Use(self.file, node.lineno, text, other, places, more, name)

    def texts(self, node: ast.expr, deep: int = 0) -> Iterator[str]:
        """All texts that an expression may be."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.IfExp):
            yield from self.texts(node.body, deep)
            yield from self.texts(node.orelse, deep)
        elif isinstance(node, (ast.Tuple, ast.List)) and deep:
            for part in node.elts:
                yield from self.texts(part, deep)
        elif isinstance(node, ast.Dict) and deep:
            for value in node.values:
                yield from self.texts(value, deep)
        elif isinstance(node, ast.Subscript):
            yield from self.texts(node.value, deep + 1)
        elif isinstance(node, ast.Name) and deep < 4:
            for value in self.inner.get(node.id) or self.outer.get(node.id) or []:
                yield from self.texts(value, deep + 1)

    def passed_on(self, node: ast.expr) -> bool:
        """A text that somebody else has said: a parameter, an attribute, a message."""
        return isinstance(node, (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.BoolOp))


def gather(node: ast.AST, scope: Scope) -> None:
    """Note what is assigned in it."""
    for part in ast.walk(node):
        if isinstance(part, ast.Assign):
            for target in part.targets:
                assign(target, part.value, scope)
        elif isinstance(part, ast.AnnAssign) and part.value:
            assign(part.target, part.value, scope)
        elif isinstance(part, (ast.For, ast.comprehension)):
            assign(part.target, part.iter, scope)


def assign(target: ast.expr, value: ast.expr, scope: Scope) -> None:
    if isinstance(target, (ast.Tuple, ast.List)):
        parts = value.elts if isinstance(value, ast.Tuple) else []
        alike = len(parts) == len(target.elts) and len(parts) > 1
        for n, one in enumerate(target.elts):
            assign(one, parts[n] if alike else value, scope)
    elif isinstance(target, ast.Name):
        scope.setdefault(target.id, []).append(value)


def fields(text: str) -> frozenset[str]:
    """The names of the places of a text."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)
