"""An arena on a Ray cluster: the same matches as in processes of this machine.

The gate has a stand-in for Ray; `run.py long cluster` installs Ray itself, in an environment of its
own.
"""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from everygame.cli import main

HEAD = """
import sys
import ray
ray.init(address="local", num_cpus=2, include_dashboard=False, logging_level="error")
print("address", ray.get_runtime_context().gcs_address, flush=True)
sys.stdin.read()
"""
SETTINGS = {
    "RAY_AUTH_MODE": "token",
    "RAY_AUTH_TOKEN": secrets.token_hex(32),
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # listens on loopback alone
    "RAY_USAGE_STATS_ENABLED": "0",
}
ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a cluster of this machine."""
    pipe, command = subprocess.PIPE, [sys.executable, "-c", HEAD]
    environment = os.environ | SETTINGS
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) as head:
        assert head.stdout and head.stdin
        said = (line.split() for line in head.stdout)
        yield next(words[1] for words in said if words[:1] == ["address"])
        head.stdin.close()


def arena(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "everygame", "arena", *words]
    environment = os.environ | SETTINGS
    return subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, timeout=120, env=environment
    )


def played(log: Path) -> list[object]:
    """The matches of a log, without what clocks said."""
    found = {}
    for line in log.read_text("utf-8").splitlines():
        match = json.loads(line)
        if "number" in match:
            for thought in match["thought"]:
                del thought["seconds"]
            found[match["number"]] = match
    return [found[number] for number in sorted(found)]


@pytest.mark.long(
    "cluster", guard="tests/test_cluster.py::test_what_a_cluster_gives_back_is_the_same"
)
def test_a_cluster_plays_the_same_matches(cluster: str, tmp_path: Path) -> None:
    words = ("tictactoe", "mcts:nodes=40", "random", "--matches", "10")
    there, here = tmp_path / "there", tmp_path / "here"
    done = arena(*words, "--cluster", cluster, "--log", str(there))
    assert (done.returncode, done.stderr) == (0, "") and "10 matches" in done.stdout
    assert main(["arena", *words, "--workers", "1", "--log", str(here)]) == 0
    assert played(there) == played(here) and len(played(here)) == 10
    assert f"Ray at {cluster}" in there.read_text("utf-8")


@pytest.mark.long("cluster", guard="tests/test_cluster.py::test_errors_of_its_tasks_are_told")
def test_errors_of_a_cluster_are_told(cluster: str) -> None:
    done = arena("evade", "mcts:nodes=5", "random", "--matches", "2", "--cluster", cluster)
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1
    assert "mcts cannot play evade, which has secrets" in done.stderr


@pytest.mark.long("cluster", guard="tests/test_cluster.py::test_nobody_listens_at_its_address")
def test_a_cluster_that_is_not_there() -> None:
    done = arena("tictactoe", "random", "first", "--cluster", "127.0.0.1:9")
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1
    assert "The cluster 127.0.0.1:9 cannot be used" in done.stderr


class StandIn:
    """What the arena asks of Ray, here in this process."""

    def init(self, address: str, **settings: object) -> None:
        self.address = address

    def shutdown(self) -> None:
        self.address = ""

    def remote(self, task: Callable[..., object]) -> SimpleNamespace:
        return SimpleNamespace(remote=lambda *given: partial(task, *given))

    def get(self, running: Callable[[], object], timeout: float = 0.0) -> object:
        return running()

    def wait(self, running: list[object]) -> tuple[list[object], list[object]]:
        return [running[-1]], running[:-1]

    def cancel(self, running: object, force: bool) -> None:
        pass

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> StandIn:
    ray = StandIn()
    monkeypatch.setitem(sys.modules, "ray", ray)
    return ray


def test_what_a_cluster_gives_back_is_the_same(stand_in: StandIn, tmp_path: Path) -> None:
    words = ("tictactoe", "mcts:nodes=40", "random", "--matches", "10")
    there, here = tmp_path / "there", tmp_path / "here"
    assert main(["arena", *words, "--cluster", "local", "--log", str(there)]) == 0
    assert main(["arena", *words, "--workers", "1", "--log", str(here)]) == 0
    assert played(there) == played(here) and len(played(here)) == 10
    assert stand_in.address == "", "it was told to end"


def test_errors_of_its_tasks_are_told(
    stand_in: StandIn, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("evade", "mcts:nodes=5", "random", "--matches", "2", "--cluster", "local")
    assert main(["arena", *words]) == 1
    assert "mcts cannot play evade, which has secrets" in capsys.readouterr().err


def test_nobody_listens_at_its_address(
    stand_in: StandIn, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", "tictactoe", "random", "first", "--cluster", "127.0.0.1:9"]) == 1
    assert "The cluster 127.0.0.1:9 cannot be used" in capsys.readouterr().err


def test_a_cluster_needs_ray(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["arena", "tictactoe", "random", "first", "--cluster", "local"]) == 1
    assert "--cluster needs Ray" in capsys.readouterr().err
