"""`everygame build`: a game of one's own as machine code, and never an old one."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
import tomllib
from copy import copy, deepcopy
from pathlib import Path

import pytest

from everygame.check import conform
from everygame.cli import main
from everygame.contract import State
from everygame.fast import arrays
from everygame.fast.arrays import COMPILED
from everygame.library import compiler, mypyc_patch
from everygame.library.compiled import find_code
from everygame.library.new_game import new_game
from everygame.library.registry import find_game
from tests.test_tutorials import fenced

EXAMPLES = Path(__file__).parents[1] / "examples"
COPY = """
    def copy(self) -> "KuhnState":
        return KuhnState(self.cards, self.bets)

    def is_shown("""
needs_compiler = pytest.mark.skipif(
    not (os.environ.get("CI") or shutil.which("cc")), reason="there is no C compiler"
)


@pytest.fixture
def kuhn(games_home: Path) -> Path:
    """With a copy of its own, as the guide has it, and a file that mypyc does not like."""
    folder = shutil.copytree(EXAMPLES / "kuhn", games_home / "kuhn")
    rules = folder / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace("\n    def is_shown(", COPY, 1), "utf-8")
    (folder / "bots.py").write_text("class Twice:\n    one, other = 1, 2\n", "utf-8")
    return folder


def module_file() -> str:
    from inspect import getmodule

    module = getmodule(find_game("kuhn").game_class())
    assert module is not None
    return str(module.__file__)


def dealt() -> State:
    return find_game("kuhn").game().initial_state().play("dK").play("dQ")


TAUGHT = {
    **{name: EXAMPLES / name / "rules.py" for name in ("kuhn", "ohhell", "handon", "backgammon")},
    "pig": EXAMPLES / "everygame-pig" / "everygame_pig" / "rules.py",
}
"""The files that pages show whole or in parts."""


def test_what_the_tutorials_teach_is_what_mypyc_takes(games_home: Path, tmp_path: Path) -> None:
    """Without the C compiler, which would take a minute."""
    package = tmp_path / "everygame_folder"
    package.mkdir()
    new_game("sticks", games_home)
    texts = {name: source.read_text("utf-8") for name, source in TAUGHT.items()}
    texts["sticks"] = (games_home / "sticks" / "rules.py").read_text("utf-8")
    texts["oxo"], texts["thaw"] = fenced("first-game.md", "python"), fenced("turns.md", "python")
    for name, text in texts.items():
        (package / f"{name}.py").write_text(text, "utf-8")
    command = "import sys; from mypyc.build import mypycify; mypycify(sys.argv[1:])"
    files = [f"{package.name}/{name}.py" for name in texts]
    done = subprocess.run(
        [sys.executable, "-c", command, *files],
        cwd=tmp_path,
        env=compiler.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@needs_compiler
def test_what_was_compiled_never_stands_in_for_what_was_changed(
    kuhn: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", str(kuhn)]) == 0
    said = capsys.readouterr().out.splitlines()
    why = "Only assignment to variables is supported in class bodies"
    assert said == [f"bots.py is not compiled: line 2: {why}.", "rules.py is compiled."]
    assert not module_file().endswith(".py")
    entry, compiled = find_game("kuhn"), pickle.dumps(dealt())
    (kuhn / "bots.py").unlink()  # which says nothing, and is one of the sources
    assert module_file().endswith(".py")
    assert pickle.loads(compiled) == dealt() == copy(dealt()) == deepcopy(dealt())
    interpreted = pickle.dumps(dealt())
    (kuhn / "bots.py").write_text("class Twice:\n    one, other = 1, 2\n", "utf-8")
    assert not module_file().endswith(".py")
    assert pickle.loads(interpreted) == dealt() == copy(dealt()) == deepcopy(dealt())
    assert conform(entry.game(), 10, 1, entry.artist()).matches == 10

    rules = kuhn / "rules.py"
    old = rules.read_text("utf-8")
    rules.write_text(old.replace('"fold"', '"gone"'), "utf-8")
    state = find_game("kuhn").game().initial_state()
    for move in ("dK", "dQ", "b", "p"):
        state = state.play(move)
    assert state.ending() == "gone" and module_file().endswith(".py")
    rules.write_text(old, "utf-8")
    assert not module_file().endswith(".py")


def test_what_cannot_be_compiled_is_said(
    games_home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shutil.copytree(EXAMPLES / "kuhn", games_home / "kuhn")
    obstacle = compiler.find_obstacle(folder / "rules.py")
    assert obstacle == "line 13: KuhnState needs a method `copy` of its own"
    packed = EXAMPLES / "hex" / "rules.py"
    if not COMPILED:
        assert "this EveryGame is not compiled" in compiler.find_obstacle(packed)
    monkeypatch.setattr(arrays, "COMPILED", True)
    assert compiler.find_obstacle(packed) == ""
    text = packed.read_text("utf-8").replace("@mypyc_attr(native_class=False)\n", "")
    (folder / "more.py").write_text(text, "utf-8")
    assert "HexState is a FastState and needs" in compiler.find_obstacle(folder / "more.py")
    monkeypatch.setenv("CC", "no-such-compiler")
    assert main(["build", str(folder)]) == 1
    assert "there is no C compiler" in capsys.readouterr().err
    assert find_code(folder, "rules") is None


UNKNOWN = """
import sys, types
from pathlib import Path
written = Path("rules.c")
written.write_text({text!r})
sys.modules["mypyc.build"] = types.ModuleType("mypyc.build")
module = types.SimpleNamespace(sources=[str(written)], extra_compile_args=[])
sys.modules["mypyc.build"].mypycify = lambda *_, **__: [module]
"""
"""Stands before the program that compiles a file: a mypyc that writes this text."""


@needs_compiler
def test_what_cannot_be_mended_is_not_used(
    kuhn: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Weak references to compiled objects would point at freed memory."""
    (kuhn / "bots.py").unlink()
    other = UNKNOWN.format(text=WRITTEN.replace("UnTrack", "Forget"))
    monkeypatch.setattr(compiler, "SETUP", other + compiler.SETUP)
    assert main(["build", str(kuhn)]) == 0
    assert "frees objects in a way that is not known" in capsys.readouterr().out
    assert find_code(kuhn, "rules") is None


def test_only_the_mypyc_that_is_tested_is_used(
    kuhn: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tomllib.loads((EXAMPLES.parent / "pyproject.toml").read_text("utf-8"))
    assert f"mypy=={mypyc_patch.MYPYC}" in project["build-system"]["requires"]
    monkeypatch.setattr(compiler, "installed", lambda package: "9.9.9")
    monkeypatch.setenv("CC", sys.executable)
    assert main(["build", str(kuhn)]) == 1
    assert f"pip install mypy=={mypyc_patch.MYPYC} setuptools" in capsys.readouterr().err


WRITTEN = """static void State_dealloc(StateObject *self)
{
    PyObject_GC_UnTrack(self);
}
"""


def test_what_mypyc_writes_is_corrected_once(tmp_path: Path) -> None:
    source = tmp_path / "rules.c"
    source.write_text(WRITTEN * 2, "utf-8")
    for _ in range(2):
        assert mypyc_patch.clear_weak_references([source]) == 2
        assert source.read_text("utf-8").count("PyObject_ClearWeakRefs") == 2


SETUP = """
import runpy, setuptools, sys, types
from everygame.library import mypyc_patch
setuptools.setup = lambda **how: print(how)
sys.modules["mypyc.build"] = types.ModuleType("mypyc.build")
module = types.SimpleNamespace(sources=[sys.argv[1]], extra_compile_args=[])
sys.modules["mypyc.build"].mypycify = lambda *_, **__: [module]
mypyc_patch.version = lambda package: sys.argv[2]
runpy.run_path("setup.py")
"""


@pytest.mark.parametrize(
    ("text", "version", "why"),
    [
        (WRITTEN.replace("UnTrack", "Forget"), mypyc_patch.MYPYC, "frees objects in a way"),
        (WRITTEN, "9.9.9", "mypyc 9.9.9 is installed"),
        ("", mypyc_patch.MYPYC, "has written no class"),
        (WRITTEN, mypyc_patch.MYPYC, "has no docstrings"),
    ],
)
def test_setup_stops_with_a_sentence(tmp_path: Path, text: str, version: str, why: str) -> None:
    source = tmp_path / "rules.c"
    source.write_text(text, "utf-8")
    command = [sys.executable, "-c", SETUP, str(source), version]
    environment = {**os.environ, "CC": sys.executable, "EVERYGAME_PLAIN": ""}
    root = EXAMPLES.parent
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)
    assert done.returncode == 1 and why in done.stderr
