"""The pictures of docs/architecture.md are what the code says today."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

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
