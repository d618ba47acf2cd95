"""The compiled build plays the same games as the interpreted one, to the last byte."""

import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from everygame.fast.arrays import COMPILED
from everygame.library.registry import games

HERE = Path(__file__).parents[1]
OTHER = os.environ.get("EVERYGAME_COMPILED", "")

needs_compiled = pytest.mark.skipif(
    not OTHER and not (os.environ.get("CI") or shutil.which("cc")),
    reason="there is no C compiler, so there is no compiled build to compare with",
)


def check(root: Path, name: str, players: int) -> str:
    """What `everygame check` prints with the package of that folder: plies and digest."""
    command = [sys.executable, "-m", "everygame", "check", name, "--matches", "4", "--seed", "5"]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run(
        [*command, "--option", f"players={players}"],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def build(root: Path) -> str:
    command = [sys.executable, "-c", "from everygame.fast.arrays import COMPILED; print(COMPILED)"]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    return subprocess.check_output(command, cwd=root, env=environment, text=True).strip()


@pytest.mark.both
def test_what_works_on_packed_arrays_is_compiled_together() -> None:
    files = [
        path.relative_to(HERE)
        for path in sorted(HERE.glob("everygame/**/*.py"))
        if "\nfrom everygame.fast.arrays import" in path.read_text("utf-8")
    ]
    assert len(files) > 20
    for path in files:
        module = import_module(".".join(path.with_suffix("").parts))
        assert str(module.__file__).endswith(".py") != COMPILED, path


@needs_compiled
def test_there_are_two_builds_to_compare() -> None:
    assert not COMPILED
    assert build(HERE) == "False"
    assert build(Path(OTHER)) == "True", "run the tests by `python3 run.py test`"


def test_the_one_command_runs_what_it_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Not the sources in the folder where it is called, which are never compiled."""
    monkeypatch.syspath_prepend(HERE)
    run = import_module("run")
    (tmp_path / "everygame").mkdir()
    (tmp_path / "everygame" / "__init__.py").write_text("raise SystemExit('the sources')", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(HERE))
    monkeypatch.setattr(run, "install", lambda *_: sys.executable)
    assert run.main(["--version"]) == 0
    assert capfd.readouterr().out.startswith("EveryGame ")


VARIANTS = [(n, p) for n, entry in games().items() for p in entry.game_class().seats]


@needs_compiled
@pytest.mark.parametrize(("name", "players"), VARIANTS)
def test_both_builds_play_the_same_matches(name: str, players: int) -> None:
    assert check(HERE, name, players) == check(Path(OTHER), name, players)
