"""The compiled build plays the same games as the interpreted one, to the last byte."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from everygame.build import build as build_line
from everygame.fast.arrays import COMPILED
from everygame.library.new_game import new_game
from tests.conformed import Settings, checked, label, outer_variants, settings
from tests.waiting import wait_until

HERE = Path(__file__).parents[1]
OTHER = os.environ.get("EVERYGAME_COMPILED", "")

needs_compiled = pytest.mark.skipif(
    not OTHER and not (os.environ.get("CI") or shutil.which("cc")),
    reason="there is no C compiler, so there is no compiled build to compare with",
)


def lines(root: Path, *which: str) -> list[str]:
    """What conforms in the build of that folder."""
    command = [sys.executable, "-m", "tests.conformed", *which]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run(
        command, cwd=root, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


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
    monkeypatch.setattr(run, "install_game", lambda: sys.executable)
    assert run.main(["--version"]) == 0
    assert capfd.readouterr().out.startswith("EveryGame ")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """run.py with an environment folder of its own, in which nothing is installed or compiled."""
    monkeypatch.syspath_prepend(HERE)
    module = import_module("run")
    (tmp_path / "play").mkdir()
    monkeypatch.setattr(module, "HOME", tmp_path)
    monkeypatch.setattr(module, "copytree", lambda goal: goal.mkdir())
    monkeypatch.setattr(os, "nice", lambda by: by)
    return module


def test_compiling_that_is_interrupted_leaves_nothing(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(command: list[str], **_: object) -> int:
        Path(command[command.index("--wheel-dir") + 1], "half.whl").touch()
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess, "call", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run.make_wheel("python")
    assert run.find_wheel() is None
    assert [path.name for path in run.HOME.iterdir()] == ["play"]


def test_compile_may_be_the_first_command(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "install_game", lambda: "what it installed")
    monkeypatch.setattr(run, "make_wheel", lambda python: python)
    assert run.main(["compile"]) == "what it installed"


@pytest.mark.parametrize(
    ("command", "beside"),
    [
        ([], True),
        (["serve", "--port", "9000"], True),
        (["--no-browser", "--port", "9000"], True),
        (["--port", "9000", "serve"], True),
        (["--help"], False),
        (["serve", "--help"], False),
        (["--version"], False),
        (["play", "icefloes"], False),
        (["--games", "mine", "check", "icefloes"], False),
        (["--games=mine", "play", "icefloes"], False),
        (["--no-browser", "--games", "mine"], True),
        (["--public", "serve"], True),
    ],
)
def test_it_compiles_beside_the_library_however_that_is_opened(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, command: list[str], beside: bool
) -> None:
    begun: list[str] = []
    monkeypatch.setattr(run, "install_game", lambda: "python")
    monkeypatch.setattr(run, "compile_beside", lambda: begun.append("compile"))
    monkeypatch.setattr(subprocess, "Popen", lambda command, **_: command)
    monkeypatch.setattr(run, "wait", lambda _: 0)
    assert run.main(command) == 0
    assert begun == ["compile"] * beside


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such signal")
def test_who_ends_it_ends_what_it_has_started(tmp_path: Path) -> None:
    """The library and the compiler beside it, both played by a shell that does nothing."""
    folder, python = tmp_path / "checkout", Path(".venv", "play", "bin", "python")
    (folder / python).parent.mkdir(parents=True)
    (folder / python).write_text('#!/bin/sh\necho $$ > "$EVERYGAME_TEST_PIDS/$$"\nexec sleep 60\n')
    (folder / python).chmod(0o755)
    (folder / "pyproject.toml").write_text("[build-system]\nrequires = ['setuptools']\n")
    shutil.copy(HERE / "run.py", folder)
    (pids := tmp_path / "pids").mkdir()
    stamp = folder / ".venv" / "play" / "installed"
    command = "import run; print(run.fingerprint(run.PLAY), end='')"
    stamp.write_bytes(subprocess.check_output([sys.executable, "-c", command], cwd=folder))
    variables = {**os.environ, "CC": "sh", "EVERYGAME_TEST_PIDS": str(pids), "EVERYGAME_PLAIN": ""}
    started = subprocess.Popen([sys.executable, "run.py"], cwd=folder, env=variables)
    wait_until(lambda: len(os.listdir(pids)) == 2, "both have started")
    started.terminate()
    assert started.wait(20) == 128 + signal.SIGTERM
    wait_until(lambda: not any(is_running(int(pid)) for pid in os.listdir(pids)), "both end")
    assert not list((folder / ".venv").glob("building-*"))


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_first_build_says_how_it_is_compiled(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In `everygame --version`, and in the help of run.py beside that of everygame."""
    asked: list[dict[str, str]] = []
    monkeypatch.setattr(run, "HERE", run.HOME)
    monkeypatch.setattr(run.venv, "create", lambda *_, **__: None)
    monkeypatch.setattr(run, "run", lambda *step: asked.extend(step[2:]))
    run.install(run.HOME / "play", [["."]], ())
    assert "python3 run.py compile" in asked[0]["EVERYGAME_PLAIN"]
    monkeypatch.setattr(run, "install_game", lambda: "python")
    monkeypatch.setattr(subprocess, "Popen", lambda *_: None)
    monkeypatch.setattr(run, "wait", lambda _: 0)
    assert run.main(["--help"]) == 0 and "python3 run.py compile" in capsys.readouterr().out


def test_what_cannot_be_compiled_is_not_tried_again(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(subprocess, "call", lambda *_, **__: 7)
    assert run.make_wheel("python") == 7
    assert "log.txt says why" in capsys.readouterr().out
    assert run.find_wheel() is None and run.compile_beside() is None
    os.utime(run.compiled(), (0, 0))
    monkeypatch.setattr(shutil, "which", lambda _: "cc")
    monkeypatch.setattr(subprocess, "Popen", lambda command, **_: command)
    assert run.compile_beside()[-1] == "compile", "the next day it is tried again"


def test_the_next_start_takes_what_was_compiled_and_an_interruption_makes_all_anew(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = run.HOME / "play"
    stamp = home / "installed"
    steps: list[list[str]] = []

    def step(command: list[str], *_: object) -> None:
        steps.append(command)
        assert not stamp.exists(), "until it is whole it does not count as installed"
        if len(steps) == 1:
            raise SystemExit("pulled the plug")

    monkeypatch.setattr(run, "run", step)
    monkeypatch.setattr(run, "install", lambda *_: "python")
    stamp.write_text("now")
    assert run.install_game() == "python" and not steps, "nothing is compiled yet"
    run.compiled().mkdir(parents=True)
    (run.compiled() / "everygame-1-cp311.whl").touch()
    with pytest.raises(SystemExit):
        run.install_game()
    assert not stamp.exists()
    stamp.write_text("now")
    run.install_game()
    assert stamp.read_text() == "now" and steps[-1][-1].endswith(".whl")
    run.install_game()
    assert len(steps) == 2, "it is taken once"


def test_a_plain_build_has_no_compiled_files(monkeypatch: pytest.MonkeyPatch) -> None:
    look = "import setuptools; setuptools.setup = lambda **how: print(how)"
    script = f"{look}\nexec(open('setup.py').read())"
    monkeypatch.setenv("EVERYGAME_PLAIN", "1")
    command = [sys.executable, "-c", script]
    assert "'ext_modules': []" in subprocess.check_output(command, cwd=HERE, text=True)


@pytest.fixture(scope="module")
def compiled() -> Iterator[dict[str, str]]:
    """What the compiled build finds of each variant, which is worked out beside the tests."""
    environment = {**os.environ, "PYTHONPATH": OTHER}
    command = [sys.executable, "-m", "tests.conformed"]
    with subprocess.Popen(
        command, cwd=OTHER, env=environment, stdout=subprocess.PIPE, text=True
    ) as running:
        yield Found(running.stdout or iter(()))
        running.terminate()


class Found(dict[str, str]):
    """The lines that a process prints, by the variant at their beginning, as far as needed."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = iter(lines)

    def __missing__(self, variant: str) -> str:
        for line in self.lines:
            self[line.partition(":")[0]] = line.strip()
            if variant in self:
                return self[variant]
        raise KeyError(f"The compiled build said nothing of {variant}.")


@needs_compiled
@pytest.mark.parametrize(("name", "options"), outer_variants(), ids=str)
def test_both_builds_keep_the_contract_and_play_the_same_matches(
    compiled: dict[str, str], name: str, options: Settings
) -> None:
    assert checked(name, options) == compiled[label(name, options)]


@needs_compiled
@pytest.mark.long(
    "conform",
    guard="tests/test_builds.py::test_both_builds_keep_the_contract_and_play_the_same_matches",
)
@pytest.mark.parametrize(("name", "options"), settings(), ids=str)
def test_both_builds_play_the_same_seven_matches(name: str, options: Settings) -> None:
    words = label(name, options).split()[1:]
    assert lines(Path(OTHER), name, "7", *words) == [checked(name, options, 7)]


WRITE = """
import pickle, sys
from everygame.library.registry import find_game
from tests.conformed import settings
from tests.games.test_values import line
own = [("sticks", {})]  # in the games folder
lines = [line(find_game(name).game(**options)) for name, options in [*settings(), *own]]
pickle.dump(lines, open(sys.argv[1], "wb"))
"""
READ = f"""{WRITE.rpartition("pickle.dump")[0]}
assert pickle.load(open(sys.argv[1], "rb")) == lines
"""


@needs_compiled
def test_each_build_reads_states_that_the_other_has_pickled(
    tmp_path: Path, games_home: Path
) -> None:
    new_game("sticks", games_home)
    for writer, reader in ((HERE, Path(OTHER)), (Path(OTHER), HERE)):
        for root, program in ((writer, WRITE), (reader, READ)):
            command = [sys.executable, "-c", program, str(tmp_path / "states")]
            environment = {**os.environ, "PYTHONPATH": str(root)}
            subprocess.run(command, cwd=root, env=environment, check=True)


@pytest.mark.parametrize(
    ("variables", "why"),
    [
        ({"EVERYGAME_PLAIN": "1"}, "built with EVERYGAME_PLAIN=1"),
        ({"EVERYGAME_PLAIN": "not yet"}, "not yet"),
        ({"CC": "no-such-compiler"}, "no C compiler was there when it was built"),
    ],
)
def test_an_interpreted_build_says_why(tmp_path: Path, variables: dict[str, str], why: str) -> None:
    environment = {k: v for k, v in os.environ.items() if k not in ("CC", "EVERYGAME_PLAIN")}
    command = [sys.executable, "setup.py", "--quiet", "build_py", "--build-lib", str(tmp_path)]
    subprocess.run(command, cwd=HERE, env={**environment, **variables}, check=True)
    said = subprocess.check_output(
        [sys.executable, "-m", "everygame", "--version"],
        cwd=tmp_path,
        env={**environment, "PYTHONPATH": str(tmp_path)},
        text=True,
    )
    assert f"interpreted ({why})" in said


@pytest.mark.skipif(COMPILED, reason="this copy is compiled")
def test_sources_in_place_say_so() -> None:
    assert "interpreted (its sources are used in place)" in build_line()
