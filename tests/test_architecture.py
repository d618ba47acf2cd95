"""The pictures of docs/architecture.md are what the code says, and its functions are short."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.sizes import check_sizes

HOUSE: Final = Path(__file__).parents[1] / "everygame"
PROGRAM = Path(__file__).parents[1] / "docs" / "pictures" / "architecture.py"
spec = importlib.util.spec_from_file_location("architecture", PROGRAM)
assert spec and spec.loader
architecture = importlib.util.module_from_spec(spec)
spec.loader.exec_module(architecture)


def test_the_pictures_are_drawn_from_the_code_as_it_is() -> None:
    for name, text in architecture.pictures().items():
        kept = (PROGRAM.parent / name).read_text("utf-8")
        assert kept == text, f"run {PROGRAM.name} to draw {name} anew"


def test_rooms_that_import_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="import each other"):
        architecture.levels({"one": {"two"}, "two": {"one"}, "three": set()})


def test_a_step_that_the_code_does_not_have_is_refused() -> None:
    step = architecture.Step("game", "match.py", "nowhere")
    with pytest.raises(ValueError, match="no function nowhere"):
        architecture.said_of(step)


def test_no_object_holds_the_next_of_its_kind() -> None:
    """A chain of them would be freed by as many calls within each other, which ends Python in a
    browser. The lines of `rl/line.py` do not get there."""
    chains = [
        (path.name, kind.name)
        for path in HOUSE.rglob("*.py")
        for kind in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(kind, ast.ClassDef) and kind.name in names_of_fields(kind)
    ]
    assert chains == [("line.py", "Line")]


def names_of_fields(kind: ast.ClassDef) -> set[str]:
    """Return the names in the types of what an object of a class is made with and holds."""
    fields: list[ast.AST] = [part for part in kind.body if isinstance(part, ast.AnnAssign)]
    for function in (part for part in kind.body if isinstance(part, ast.FunctionDef)):
        if function.name == "__init__":
            fields += [part for part in ast.walk(function) if isinstance(part, ast.AnnAssign)]
            fields += [part for part in function.args.args if part.annotation]
    return {name.id for part in fields for name in ast.walk(part) if isinstance(name, ast.Name)}


def functions() -> Iterator[tuple[int, str]]:
    """Yield the number of lines of each function, with its docstring, and where it is."""
    for path in HOUSE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                yield lines, f"{path.relative_to(HOUSE)}:{node.lineno} {node.name}"


def test_functions_are_short() -> None:
    check_sizes(list(functions()))
