"""Who may import whom, read from the sources, and that no file names a game but its own folder."""

import ast
import re
from pathlib import Path

import pytest

from everygame.registry import games

HOUSE = Path(__file__).parents[1] / "everygame"

KERNEL = {"contract", "errors", "packed", "fast"}
ALLOWED = {
    "errors": set(),
    "packed": set(),
    "contract": {"errors"},
    "fast": {"contract", "packed"},
    "perft": KERNEL,
    "scene": KERNEL,
    "boards": KERNEL,
    "build": {"packed"},
    "place": set(),
    "shelf": {"place"},
    "table": KERNEL | {"scene"},
    "registry": KERNEL | {"shelf", "table"},
    "drawing": KERNEL | {"scene", "registry"},
    "sprout": KERNEL | {"registry", "shelf"},
    "template": KERNEL | {"scene"},
    "finding": KERNEL,
    "conform": KERNEL | {"finding", "scene"},
    "match": KERNEL,
    "record": KERNEL | {"match"},
    "games": KERNEL | {"boards", "scene", "search"},
    "search": KERNEL,
    "bots": KERNEL | {"search", "registry"},
    "store": KERNEL | {"match", "record", "place"},
    "arena": KERNEL | {"bots", "build", "match", "record", "registry", "scene", "search"},
    "server": KERNEL
    | {"place", "table", "match", "record", "store", "registry", "bots", "scene", "build"},
}
EVERYTHING = {"__init__", "__main__", "checkup", "cli", "terminal"}
STANDARD_LIBRARY_ONLY = KERNEL | {
    "match",
    "record",
    "perft",
    "boards",
    "games",
    "scene",
    "table",
    "drawing",
}
OUTSIDERS = {
    "anyio",
    "PIL",
    "librt",
    "mypy_extensions",
    "msgspec",
    "starlette",
    "uvicorn",
    "markdown_it",
    "segno",
}


def modules() -> list[Path]:
    return sorted(HOUSE.rglob("*.py"))


def imports(path: Path) -> list[str]:
    """All that a file imports from itself, dotted; not what is only for type checking."""
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports by dots"
            names = [alias.name for alias in node.names]
            is_house = node.module == "everygame"
            found += [f"everygame.{n}" for n in names] if is_house else [str(node.module)]
    return found


def room(path: Path) -> str:
    return path.relative_to(HOUSE).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(HOUSE)))
def test_arrows_of_import(path: Path) -> None:
    if room(path) in EVERYTHING:
        return
    for name in imports(path):
        if name.startswith("everygame.") and name != "everygame.__version__":
            target = name.split(".")[1]
            assert target == room(path) or target in ALLOWED[room(path)], f"{path} imports {name}"
            if room(path) == target == "games":
                assert name.split(".")[2] == path.relative_to(HOUSE).parts[1]


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(HOUSE)))
def test_the_kernel_needs_the_standard_library_alone(path: Path) -> None:
    if room(path) in STANDARD_LIBRARY_ONLY and room(path) != "packed":
        assert not {name.split(".")[0] for name in imports(path)} & OUTSIDERS


COMMON = {"go"}
"""Everyday words, and words of the wire: looked for only where a game is meant."""


def test_nothing_names_a_game_but_its_own_folder() -> None:
    for name in games():
        meant = (
            rf"games[./]{name}\b|find_game\(.{name}.\)|\b(game|name)\w* *(==|in) .*[\"']{name}[\"']"
        )
        spoken = re.compile(meant if name in COMMON else rf"\b{name}\b", re.IGNORECASE)
        for path in [*HOUSE.rglob("*.py"), *HOUSE.rglob("*.js"), *HOUSE.rglob("*.html")]:
            if path.relative_to(HOUSE).parts[:2] != ("games", name):
                assert not spoken.search(path.read_text("utf-8")), f"{path} names {name}"


def test_a_game_of_three_lines_of_play_is_small() -> None:
    """Tic-tac-toe in at most 60 lines, scene and all."""
    rules = HOUSE / "games" / "tictactoe" / "rules.py"
    assert len(rules.read_text("utf-8").splitlines()) <= 60
