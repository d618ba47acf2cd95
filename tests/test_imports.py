"""Who may import whom, read from the sources, and that no file names a game but its own folder."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from everygame.library.registry import games
from everygame.pocket.export import UNUSED, is_left_out

HOUSE = Path(__file__).parents[1] / "everygame"

KERNEL = {"contract", "copying", "errors", "fast", "options", "ownership", "words"}
ALLOWED = {
    "words": set(),
    "clock": set(),
    "errors": {"words"},
    "options": {"errors", "words"},
    "ownership": set(),
    "copying": {"ownership"},
    "contract": {
        "copying",
        "errors",
        "options",
        "ownership",
        "words",
        "drawing",
        "terminal",
    },  # these two in functions: how it is shown
    "fast": {"contract"},
    "perft": KERNEL,
    "scene": KERNEL,
    "boards": {"scene"},
    "colours": KERNEL,
    "cards": KERNEL | {"scene"},
    "build": {"fast"},
    "sandbox": KERNEL | {"scene"},
    "library": KERNEL | {"sandbox", "scene", "search"},
    "drawing": KERNEL | {"scene", "library"},
    "kit": KERNEL | {"drawing", "scene", "library"},
    "process": KERNEL | {"bots", "clock", "library", "scene", "search"},
    "conform": KERNEL | {"drawing", "scene"},
    "honest": KERNEL,
    "history": {"contract"},
    "match": KERNEL | {"history", "honest"},
    "lens": KERNEL | {"history", "match"},
    "record": KERNEL | {"history", "honest", "match", "lens"},
    "verify": KERNEL | {"history", "honest", "match", "record"},
    "games": KERNEL | {"boards", "cards", "colours", "scene", "search"},
    "search": KERNEL | {"scene"},
    "bots": KERNEL | {"search", "library"},
    "store": KERNEL | {"clock", "match", "record", "library"},
    "arena": KERNEL
    | {"bots", "build", "match", "record", "library", "process", "scene", "search", "study"},
    "learn": KERNEL | {"arena", "bots", "match", "library", "process", "search", "study"},
    "study": KERNEL | {"arena", "bots", "match", "library", "process", "search"},
    "server": KERNEL
    | {
        "kit",
        "library",
        "process",
        "sandbox",
        "history",
        "honest",
        "match",
        "lens",
        "record",
        "store",
        "bots",
        "scene",
        "search",
    }
    | {"build", "clock", "colours", "drawing"},
    "pocket": KERNEL
    | {"bots", "clock", "colours", "library", "process", "sandbox", "search", "server", "store"},
}
EVERYTHING = {"__init__", "__main__", "check", "cli", "terminal"}
STANDARD_LIBRARY_ONLY = KERNEL | {
    "history",
    "honest",
    "match",
    "lens",
    "record",
    "verify",
    "perft",
    "games",
    "boards",
    "cards",
    "colours",
    "scene",
    "sandbox",
    "search",
    "drawing",
}
OUTSIDERS = {
    "anyio",
    "PIL",
    "cryptography",
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
    if room(path) in EVERYTHING or path == HOUSE / "games" / "__init__.py":  # it lists all games
        return
    for name in imports(path):
        if name.startswith("everygame.") and name != "everygame.__version__":
            target = name.split(".")[1]
            assert target == room(path) or target in ALLOWED[room(path)], f"{path} imports {name}"
            if room(path) == target == "games":
                assert name.split(".")[2] == path.relative_to(HOUSE).parts[1]


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(HOUSE)))
def test_the_kernel_needs_the_standard_library_alone(path: Path) -> None:
    if room(path) in STANDARD_LIBRARY_ONLY and path.name != "arrays.py":
        assert not {name.split(".")[0] for name in imports(path)} & OUTSIDERS


LACKING = {"PIL", "cryptography", "manifold3d", "numpy", "ray", "resvg_py", "typst", "uvicorn"} | {
    *("websockets", "curses", "fcntl", "readline", "resource", "termios", "tkinter"),
    *UNUSED,
}
"""What a browser's Python has not."""
IMPORT_ALL = """
import importlib, sys
for name in sys.argv[1].split():
    sys.modules[name] = None
for name in sys.argv[2].split():
    importlib.import_module(name)
"""


def test_a_browser_can_import_all_that_runs_there() -> None:
    files = [path.relative_to(HOUSE) for path in modules()]
    there = [path.with_suffix("") for path in files if not is_left_out(path)]
    names = [".".join(("everygame", *path.parts)).removesuffix(".__init__") for path in there]
    assert "everygame.pocket.main" in names
    command = [sys.executable, "-c", IMPORT_ALL, " ".join(sorted(LACKING)), " ".join(names)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def imported_files(path: Path) -> set[Path]:
    """The files of the house that a file imports when it is loaded, or for its types alone, but
    not those that only a function of it imports, when it is called."""
    found = set()
    tree = ast.parse(path.read_text("utf-8"))
    late = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.Lambda)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node not in late and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            for name in names:
                base = HOUSE.parent.joinpath(*name.split("."))
                file = base.with_suffix(".py")
                found |= {file} if file.is_file() else set()
                found |= {base / "__init__.py"} if name == node.module and base.is_dir() else set()
    return found - {path}


def circle(graph: dict[Path, set[Path]]) -> list[str]:
    """The files of a circle of imports, if there is one: what is left when files that import
    nothing that is left are taken away again and again, from both ends."""
    left = {file: set(targets) for file, targets in graph.items()}
    while True:
        wanted = set().union(*left.values())
        ends = {f for f, targets in left.items() if not targets & left.keys() or f not in wanted}
        if not ends:
            return sorted(str(file.relative_to(HOUSE)) for file in left)
        left = {f: targets - ends for f, targets in left.items() if f not in ends}


def test_no_files_import_each_other_in_a_circle() -> None:
    assert circle({path: imported_files(path) for path in modules()}) == []


def test_a_circle_is_found() -> None:
    one, two, three = (HOUSE / f"{name}.py" for name in ("one", "two", "three"))
    assert circle({one: {two}, two: {three}, three: set()}) == []
    assert circle({one: {two}, two: {one}, three: {one}}) == ["one.py", "two.py"]


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
    """Tic-tac-toe in at most 75 lines, scene and all."""
    rules = HOUSE / "games" / "tictactoe" / "rules.py"
    assert len(rules.read_text("utf-8").splitlines()) <= 75


@pytest.mark.parametrize("folder", ["process", "server", "store"])
def test_servers_have_the_time_from_their_clock(folder: str) -> None:
    """Which tests own; what asks the computer itself cannot be shown to wait."""
    for path in (HOUSE / folder).rglob("*.py"):
        if path.name == "printed.py":
            continue  # the program of a process of its own, which counts bytes a minute of a game
        asked = {"time", "datetime.now", "asyncio.sleep", "asyncio.timeout", "asyncio.wait_for"}
        used = set(imports(path)) | set(re.findall(r"\b\w+\.\w+\b", path.read_text("utf-8")))
        assert not asked & used, path
