"""Changing the rules of a game that lies in a folder."""

from __future__ import annotations

from pathlib import Path


def rewrite(folder: Path, *changes: tuple[str, str]) -> None:
    """Replace texts in the rules, which hold them, by others."""
    rules = folder / "rules.py"
    text = rules.read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    rules.write_text(text, "utf-8")
