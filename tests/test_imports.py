"""Who may import whom, read from the sources, and that no file names a game but its own folder."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from everygame.library.registry import games
from everygame.pocket.export import UNUSED, is_left_out

HOUSE = Path(__file__).parents[1] / "everygame"

ARROWS = """
version:
display_hooks:
catalogues:
words: catalogues
addresses:
time_source:
ownership:
errors: words
options: errors words
arguments: errors words
copying: ownership
contract: arguments copying display_hooks errors options ownership words
fast: contract
sides: contract words
history: contract
perft: KERNEL
scene: KERNEL
honest_dice: KERNEL
colours: KERNEL
boards: scene
build: fast version
undo_rules: KERNEL history
match: KERNEL history honest_dice undo_rules
visible_history: KERNEL history match
foreign_json: contract
record: KERNEL foreign_json history honest_dice match visible_history
verify_dice: KERNEL history honest_dice match record
cards: KERNEL scene
tensors: KERNEL scene
sandbox: KERNEL foreign_json scene
search: KERNEL scene
notation: KERNEL history match record version
games: KERNEL boards cards colours history match notation record scene search tensors
library: KERNEL foreign_json notation record sandbox scene search tensors
rl: KERNEL bots drawing library search tensors terminal
openspiel: KERNEL library rl
drawing: KERNEL library scene
kit: KERNEL drawing library scene
bots: KERNEL library search
process: KERNEL bots time_source library notation record scene search
store: KERNEL foreign_json time_source library match record
arena: KERNEL bots build foreign_json library match process record scene search
study: KERNEL arena bots library match process search
learn: KERNEL arena bots library match process search study
check: KERNEL bots drawing library match process record scene search tensors
translating: KERNEL library sandbox
terminal: KERNEL bots drawing history library match process record scene search
server: KERNEL addresses bots build check time_source colours drawing foreign_json history
server: honest_dice kit library match notation process record sandbox scene search store
server: visible_history
pocket: KERNEL bots time_source colours library process sandbox search server store
dataset: KERNEL history library match record terminal
cli: KERNEL arena build check dataset drawing foreign_json kit learn library match perft pocket
cli: process record server store study terminal translating verify_dice
__init__: KERNEL arena drawing library match record rl search study terminal
__main__: cli
"""
"""For each room, the rooms from which it may import."""


def words(text: str) -> set[str]:
    return set(text.split())


KERNEL = words(
    "arguments catalogues contract copying display_hooks errors fast options ownership sides"
    " version words"
)
ALLOWED: dict[str, set[str]] = {}
for line in ARROWS.strip().splitlines():
    name, _, targets = line.partition(":")
    allowed = ALLOWED.setdefault(name, set())
    allowed |= words(targets.replace("KERNEL", " ".join(KERNEL)))
STANDARD_LIBRARY_ONLY = KERNEL | words(
    "foreign_json history honest_dice match visible_history record verify_dice perft games boards"
    " cards colours scene notation sandbox search tensors drawing"
)
OUTSIDERS = words(
    "anyio babel PIL cryptography librt mypy_extensions msgspec starlette uvicorn markdown_it polib"
    " segno"
)


def modules() -> list[Path]:
    return sorted(HOUSE.rglob("*.py"))


@cache
def imported(path: Path) -> list[tuple[str, str]]:
    """All that a file imports: when it is loaded, inside functions when they are called, or for its
    types alone. Each is a module and what is taken from it, which may be nothing."""
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports by dots"
            found += [(str(node.module), alias.name) for alias in node.names]
    return found


def imports(path: Path) -> list[str]:
    """The dotted names of the modules and packages that a file imports."""
    return [f"everygame.{n}" if name == "everygame" and n else name for name, n in imported(path)]


def room(path: Path) -> str:
    return path.relative_to(HOUSE).parts[0].removesuffix(".py")


def forbidden(path: Path, names: list[str]) -> list[str]:
    """Those of the names that a file may not import."""
    ours = [name.split(".") for name in names if name.startswith("everygame.")]
    here, game = room(path), path.relative_to(HOUSE).parts[1:2]
    return [
        ".".join(name)
        for name in ours
        if (name[1] != here and name[1] not in ALLOWED[here])
        or (name[1] == here == "games" and name[2] != game[0])
    ]


def test_arrows_of_import() -> None:
    lists_all_games = HOUSE / "games" / "__init__.py"
    found = {str(path): forbidden(path, imports(path)) for path in modules()}
    assert {path for path, names in found.items() if names} <= {str(lists_all_games)}, found


def test_every_room_has_its_arrows() -> None:
    assert {room(path) for path in modules()} == ALLOWED.keys()


@pytest.mark.parametrize("kernel", sorted(KERNEL))
def test_the_kernel_may_not_import_what_shows_it(kernel: str, tmp_path: Path) -> None:
    late = tmp_path / "late.py"
    late.write_text("def show():\n    from everygame.terminal import draw\n", "utf-8")
    assert forbidden(HOUSE / f"{kernel}.py", imports(late)) == ["everygame.terminal"]


def test_the_kernel_needs_the_standard_library_alone() -> None:
    for path in modules():
        if room(path) in STANDARD_LIBRARY_ONLY and path.name != "arrays.py":
            assert not {name.split(".")[0] for name in imports(path)} & OUTSIDERS, path


LACKING = {*UNUSED} | words(
    "PIL cryptography manifold3d numpy ray resvg_py typst uvicorn websockets curses fcntl readline"
    " resource termios tkinter"
)
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
    """The files of the house that a file imports."""
    found = {
        file
        for module, name in imported(path)
        for file in house_file(f"{module}.{name}") or house_file(module)
    }
    return found - {path}


def house_file(name: str) -> set[Path]:
    """The file of the house that a dotted name stands for; none where it is no module of it."""
    base = HOUSE.parent.joinpath(*name.split("."))
    files = {base.with_suffix(".py"), base / "__init__.py"}
    return {file for file in files if file.is_file() and file.is_relative_to(HOUSE)}


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


def test_an_import_inside_a_function_counts(tmp_path: Path) -> None:
    late = tmp_path / "late.py"
    late.write_text("def show():\n    from everygame import match, version\n", "utf-8")
    assert imported_files(late) == {HOUSE / "match.py", HOUSE / "version.py"}


COMMON = {"go", "ur"}
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
        if path.name == "output_limits.py":
            continue  # the program of a process of its own, which counts bytes a minute of a game
        asked = {"time", "datetime.now", "asyncio.sleep", "asyncio.timeout", "asyncio.wait_for"}
        used = set(imports(path)) | set(re.findall(r"\b\w+\.\w+\b", path.read_text("utf-8")))
        assert not asked & used, path
