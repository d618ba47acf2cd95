"""The file in which an operator sets limits: all of them are named, and faults have a place."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from everygame.errors import EveryGameError
from everygame.server.operator.limits_file import LIMITS, take_limits
from tests.server.serving import Device, serving

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "everygame"
INNER = {
    "analysis.MOST_WEIGHED_PLIES": "what one sees",
    "analysis.MOST_WEIGHTS": "memory of one match",
    "allowed_names.MOST_MARKS": "what a name is",
    "last_turn.MOST_PLIES": "memory of one match",
    "live_matches.MOST_FAULTS": "memory for faults",
    "pictures.MOST_PIXELS": "what a table is",
    "pictures.MOST_SCANS": "what a table is",
    "pictures.MOST_SIDE": "what a table is",
    "pictures.MOST_TOGETHER": "what a table is",
    "push_services.MOST_SECONDS": "what is asked of a push service",
    "scenes.MOST_SCENES": "memory of one match",
    "socket.MOST_SHOWN": "memory of one match",
    "timekeeper.MOST_WOKEN": "order of work",
    "turn_steps.MOST_STEPS": "what one sees",
    "uploads.MOST_HTML": "what a table is",
    "uploads.MOST_SCENES": "what a table is",
    "uploads.MOST_SHEET": "what a table is",
}
"""Constants that bound something but are no operator's business, and why."""


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    """The usual limits, before and after."""
    before = {name: limit.usual for name, limit in LIMITS.items()}
    yield
    for name, value in before.items():
        LIMITS[name].set(value)


def source(module: ModuleType) -> Path:
    assert module.__file__
    return Path(module.__file__)


def explain(module: ModuleType, constant: str) -> str:
    """What stands below a constant."""
    lines = iter(ast.parse(source(module).read_text("utf-8")).body)
    for node in lines:
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == constant:
            text = next(lines)
            assert isinstance(text, ast.Expr), f"{constant} needs a docstring"
            return " ".join(str(ast.literal_eval(text.value)).split())
    raise AssertionError(f"{module.__name__} has no {constant}")


def table() -> str:
    """The table of the limits, as the guide has it."""
    rows = ["| limit | usually | what it is |", "|---|---|---|"]
    for name, limit in LIMITS.items():
        value = "2 to 8" if name == "bots.processes" else f"{limit.usual:,}"
        rows.append(f"| `{name}` | {value} | {explain(limit.module, limit.constant)} |")
    return "\n".join(rows)


def test_the_guide_lists_all_limits() -> None:
    guide = (ROOT / "docs" / "guide" / "hosting.md").read_text("utf-8")
    assert table() in guide, f"this belongs into docs/guide/hosting.md:\n{table()}"


def test_no_limit_of_the_server_is_missing() -> None:
    named = {f"{source(one.module).stem}.{one.constant}" for one in LIMITS.values()}
    found = {
        f"{path.stem}.{name}"
        for path in (HOUSE / "server").rglob("*.py")
        for name in re.findall(r"^(M(?:OST|AX)_\w+): Final = ", path.read_text("utf-8"), re.M)
    }
    assert found - named == INNER.keys()


def test_nobody_copies_a_limit_before_it_is_set() -> None:
    """By importing its constant, or in the default of an argument or at the top of a file."""
    limits = {(one.module.__name__, one.constant): name for name, one in LIMITS.items()}
    for path in HOUSE.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        copied = imported(tree) & limits.keys()
        assert not copied, f"{path} copies {[limits[one] for one in copied]}"
        if own := {one.constant for one in LIMITS.values() if source(one.module) == path}:
            early = {node.id for one in eager(tree) for node in ast.walk(one) if is_read(node)}
            assert not early & own, f"{path} copies {early & own}"


def imported(tree: ast.Module) -> set[tuple[str | None, str]]:
    """The module and the name of all that a file takes from others."""
    lines = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {(line.module, alias.name) for line in lines for alias in line.names}


def is_read(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)


def eager(tree: ast.Module) -> Iterator[ast.AST]:
    """What is computed when a file is loaded."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.args
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    for body in (tree.body, *(one.body for one in classes)):
        yield from (one for one in body if isinstance(one, (ast.Assign, ast.AnnAssign)))


def test_a_server_keeps_to_the_limits_of_the_file(games: None, data: Path) -> None:
    file = data.with_name("limits.toml")
    file.write_text(
        "# less than usual\n"
        "library.saves = 1\n[requests]\nbody_bytes = 1_000\nchanges_a_second = 5\n"
    )
    take_limits(file)
    assert LIMITS["requests.changes_a_second"].usual == 5
    with serving(data) as port:
        ann = Device(port)
        match = ann.begin()
        ann.post(f"/api/matches/{match}/save", {"name": "one"})
        answer = ann.post(f"/api/matches/{match}/save", {"name": "two"}, 400)
        assert "A device can keep 1 saves." in answer["error"]
        ann.post("/api/matches", b" " * 1_001, 413)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[requests]\n\nbody = 1\n", "line 3: There is no limit requests.body."),
        ("library.saves = 'x'", "line 1: library.saves must be a whole number of at least 1."),
        ("[library]\nsaves = 1.5", "line 2: library.saves must be a whole number of at least 1."),
        ("[library]\nsaves = true", "line 2: library.saves must be a whole number of at least 1."),
        ("[library]\nsaves = 0", "line 2: library.saves must be a whole number of at least 1."),
        ("[bots]\n[push]\n'threads' = 0", "line 3: push.threads must be a whole number of at"),
        ("[bots]\nseconds = -1", "line 2: bots.seconds must be a number above 0."),
        ("[bots]\nseconds = inf", "line 2: bots.seconds must be a number above 0."),
        ("saves = 3", "line 1: There is no limit saves."),
        ("library = 3", "line 1: There is no limit library."),
        ("[bots]\nseconds =", "is no TOML: Invalid value (at end of document)."),
        ("a\n", "is no TOML: Expected '=' after a key in a key/value pair (at line 1, column 2)."),
    ],
)
def test_a_fault_is_one_sentence_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "limits.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(EveryGameError) as error:
        take_limits(file)
    assert str(error.value).startswith(str(file)) and said in str(error.value)


def test_a_fault_leaves_all_limits_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "limits.toml"
    file.write_text("[library]\nsaves = 7\nsave = 7\n")
    with pytest.raises(EveryGameError):
        take_limits(file)
    assert LIMITS["library.saves"].usual == 200
