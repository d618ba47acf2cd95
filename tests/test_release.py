"""The script that builds a release: what it takes along, and what it refuses. The build itself
takes minutes and a network, so it is run by hand."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from everygame import __version__

ROOT = Path(__file__).parents[1]


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT)
    return import_module("release")


def test_it_takes_the_sources_and_nothing_that_was_built(
    release: ModuleType, tmp_path: Path
) -> None:
    copied = release.copy_sources(tmp_path / "sources")
    assert (copied / "everygame" / "client" / "index.html").is_file()
    assert (copied / "setup.py").is_file() and not list(copied.rglob("*.so"))
    assert release.read_version() == __version__


def test_files_of_other_versions_are_left_alone(release: ModuleType, tmp_path: Path) -> None:
    mine = [f"everygame-{__version__}-py3-none-any.whl", f"everygame-{__version__}.tar.gz"]
    for name in (*mine, "everygame-0.0.9.tar.gz", "notes.txt"):
        (tmp_path / name).touch()
    assert [file.name for file in release.found(tmp_path)] == sorted(mine)


def test_a_wheel_that_is_not_what_it_says_is_refused(
    release: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plain build under the name of a compiled one."""
    answers = {"pip": "", "apply": "over: 1 -1 line", "check": "", "--version": "E 1, interpreted"}

    def run(*command: str | Path, **_: object) -> str:
        return next(said for word, said in answers.items() if word in map(str, command))

    monkeypatch.setattr(release, "environment", lambda place: Path(sys.executable))
    monkeypatch.setattr(release, "run", run)
    assert (
        release.try_out(tmp_path / "everygame-1-py3-none-any.whl", tmp_path) == answers["--version"]
    )
    with pytest.raises(SystemExit, match="should be compiled"):
        release.try_out(tmp_path / "everygame-1-cp311-cp311-linux_x86_64.whl", tmp_path)
    answers["apply"] = "over: -1 1 line"
    with pytest.raises(SystemExit, match="does not play"):
        release.try_out(tmp_path / "everygame-1.tar.gz", tmp_path)


def test_a_command_that_fails_ends_the_release(release: ModuleType) -> None:
    with pytest.raises(SystemExit, match="no such thing"):
        release.run(sys.executable, "-c", "raise SystemExit('no such thing')")
